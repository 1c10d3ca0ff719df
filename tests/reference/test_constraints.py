#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Constraint equations and their derivatives against vectors that were derived independently
(SymPy, mpmath), and the equation of motion with the vectors' multipliers:

    M qdd + h + G + Phi_q' lambda + H' mu = Qe + Qu,    tau = M qdd + h + G - Qe.

Where the same constraint is written twice, as a loop or a wheel and as an equation by hand, rows may
differ by a rotation of axes; both must agree with the vectors' motion.
"""
import math
import unittest

from compare import Comparison, evaluate, evaluate_text, example, product, times, vectors
from constrained import listed, transposed
from test_thesis import ARM, WHEEL, definition, state_of

# The nine coordinates and eight equations of 004.
CARTESIAN = """
constraint k1 : x1 = 0
constraint k2 : y1 = 0
constraint k3 : x2 - L1*cos(th1) = 0
constraint k4 : y2 - L1*sin(th1) = 0
constraint k5 : x3 - x2 - L2*cos(th2) = 0
constraint k6 : y3 - y2 - L2*sin(th2) = 0
constraint k7 : y3 = 0
constraint k8 : th3 = 0
"""

# De Santis, section 8: the steering angle is a given function of time.
TRACTOR = """
param l1, l2, b, c, d, m1, m2, j1, j2, delta, deltap, r
coord x, y, Theta, Phi
let steer = delta + deltap*t
frame tractor from ground : TX(x), TY(y), RZ(Theta)
frame front from tractor : TXK(l1), RZ(steer)
frame hitch from tractor : TXK(-c), RZ(Phi)
frame trailer from hitch : TXK(-l2)
body tractor on tractor : mass m1, com [b, 0, 0], inertia diag(0, 0, j1)
body trailer on trailer : mass m2, com [d, 0, 0], inertia diag(0, 0, j2)
rolling tractor radius r on plane [0, 0, 1] no side slip
rolling front   radius r on plane [0, 0, 1] no side slip
rolling trailer radius r on plane [0, 0, 1] no side slip
force F1 at front = [Fu1, 0, 0] in front
force F2 at tractor = [Fu2, 0, 0] in tractor
force F3 at trailer = [Fu3, 0, 0] in trailer
"""

# The same in maximal coordinates; 004, holonomic and nonholonomic constraints together.
MIXED = """
param l1, l2, b, c, d, m1, m2, j1, j2, delta, deltap, r
coord x1, y1, Th1, x2, y2, Th2
let steer = delta + deltap*t
frame tractor from ground : TX(x1), TY(y1), RZ(Th1)
frame front from tractor : TXK(l1), RZ(steer)
frame trailer from ground : TX(x2), TY(y2), RZ(Th2)
body tractor on tractor : mass m1, com [b, 0, 0], inertia diag(0, 0, j1)
body trailer on trailer : mass m2, com [d, 0, 0], inertia diag(0, 0, j2)
point P at [-c, 0, 0] on tractor
point N at [l2, 0, 0] on trailer
constraint side1 : velocity(tractor) in tractor . [0, 1, 0] = 0
rolling front   radius r on plane [0, 0, 1] no side slip
rolling trailer radius r on plane [0, 0, 1] no side slip
force F2 at tractor = [Fu2, 0, 0] in tractor
"""

SLIDER_CRANK = {"relative": ("relative", [1, 0]), "articular": ("articular3", [0, 1]),
                "full": ("articular4", [0, 1, 2])}


def rank(matrix, tolerance=1e-9):
    """By elimination with complete pivoting; for well scaled small matrices."""
    rows, found = [list(row) for row in matrix], 0
    while rows and max(abs(x) for row in rows for x in row) > tolerance:
        pivot = max(rows, key=lambda row: max(map(abs, row)))
        column = max(range(len(pivot)), key=lambda j: abs(pivot[j]))
        rows = [[x - row[column] / pivot[column] * y for x, y in zip(row, pivot)]
                for row in rows if row is not pivot]
        found += 1
    return found


def slider_crank_state(vector, kind):
    """Positions and rates of the coordinates, from the closed form that the vector gives."""
    state, expected, p = vector["state"], vector["expected"], vector["params"]
    th1, w1 = state["theta1"], state["theta1p"]
    a2, w2 = expected["theta2_abs"], expected["theta2_abs_p"]
    pin = [p["L1"] * math.cos(th1), p["L1"] * math.sin(th1)]
    position = {"th1": th1, "th2": a2 - th1, "th3": -a2, "x": expected["x"]}
    rate = {"th1": w1, "th2": w2 - w1, "th3": -w2, "x": expected["xp"]}
    if kind == "cartesian":
        position = {"th1": th1, "x2": pin[0], "y2": pin[1], "th2": a2, "x3": expected["x"]}
        rate = {"th1": w1, "x2": -pin[1] * w1, "y2": pin[0] * w1, "th2": w2, "x3": expected["xp"]}
    names = {"minimal": ["th1"], "relative": ["th1", "th2", "th3"],
             "articular": ["th1", "th2", "x"], "full": ["th1", "th2", "th3", "x"],
             "cartesian": ["x1", "y1", "th1", "x2", "y2", "th2", "x3", "y3", "th3"]}[kind]
    return {"params": p,
            "q": {n: position.get(n, 0) for n in names}, "qd": {n: rate.get(n, 0) for n in names}}


def with_accelerations(states, given):
    """The states with the accelerations of `given`, lists in the order of the coordinates."""
    return [{**state, "qdd": dict(zip(state["q"], qdd))} for state, qdd in zip(states, given)]


class Constraints(Comparison):
    def check_motion(self, J, gamma, state, name):
        """The vector's rates and accelerations satisfy the derived equations."""
        rates, accelerations = list(state["qd"].values()), list(state["qdd"].values())
        self.assert_close(times(J, rates), [0] * len(J), f"{name} rates")
        self.assert_close(times(J, accelerations), gamma, f"{name} accelerations")

    def check_balance(self, result, J, multipliers, name):
        """tau + J' lambda = Qu"""
        force = [t + f for t, f in zip(result["tau"], times(transposed(J), multipliers))]
        scale = max(map(abs, multipliers))
        self.assert_close(force, result["Qu"], f"{name} equation of motion", least_scale=scale)

    # ---- slider-crank

    def test_slider_crank_closed_by_one_joint(self):
        for kind, (theirs, order) in SLIDER_CRANK.items():
            given = vectors("slider_crank")
            states = with_accelerations([slider_crank_state(v, kind) for v in given],
                                        [v["expected"][theirs]["qdd"] for v in given])
            keys = ["Phi", "Phi_q", "gamma", "tau", "Qu", "M"]
            results = evaluate(example(f"slider_crank_{kind}"), keys, states)
            for vector, state, result in zip(given, states, results):
                name, expected = f"{vector['name']} {kind}", vector["expected"][theirs]
                J = [result["Phi_q"][i] for i in order]
                self.assert_close(result["Phi"], [0] * len(order), f"{name} Phi")
                self.assert_close(J, expected["Phi_q"], f"{name} Phi_q")
                self.assert_close([result["gamma"][i] for i in order], expected["gamma"],
                                  f"{name} gamma")
                self.assert_close(result["M"], expected["M"], f"{name} M")
                self.check_motion(result["Phi_q"], result["gamma"], state, name)
                self.check_balance(result, J, expected["lambda_004"], name)

    def test_slider_crank_of_free_bodies(self):
        given, path = vectors("slider_crank"), example("slider_crank_cartesian")
        states = with_accelerations([slider_crank_state(v, "cartesian") for v in given],
                                    [v["expected"]["maximal"]["qdd"] for v in given])
        lines = path.read_text(encoding="utf-8").splitlines()
        by_hand = "\n".join(s for s in lines if not s.startswith("loop")) + CARTESIAN
        keys = ["Phi", "Phi_q", "gamma", "tau", "Qu"]
        loops, equations = evaluate(path, keys, states), evaluate_text(by_hand, keys, states)
        for vector, state, loop, equation in zip(given, states, loops, equations):
            name, expected = vector["name"], vector["expected"]["maximal"]
            self.assert_close(equation["Phi_q"], expected["Phi_q"], f"{name} Phi_q")
            self.assert_close(equation["gamma"], expected["gamma"], f"{name} gamma")
            self.check_balance(equation, equation["Phi_q"], expected["lambda_004"], name)
            for result in loop, equation:
                self.assert_close(result["Phi"], [0] * 8, f"{name} Phi")
                self.assert_close(times(result["Phi_q"], expected["partition"]["N"]), [0] * 8,
                                  f"{name} N")
                self.check_motion(result["Phi_q"], result["gamma"], state, name)
                self.assertEqual(rank(result["Phi_q"]), 8, name)
            self.assertEqual(rank(loop["Phi_q"] + expected["Phi_q"]), 8, f"{name} same rows")

    def test_slider_crank_of_one_coordinate(self):
        given = vectors("slider_crank")
        states = with_accelerations([slider_crank_state(v, "minimal") for v in given],
                                    [v["expected"]["minimal"]["qdd"] for v in given])
        keys = ["M", "T", "V", "tau", "Qu", "pos:piston"]
        results = evaluate(example("slider_crank_minimal"), keys, states)
        for vector, result in zip(given, results):
            name, expected = vector["name"], vector["expected"]["minimal"]
            for key in "M", "T", "V":
                self.assert_close(result[key], expected[key], f"{name} {key}")
            self.assert_close(result["tau"], result["Qu"], f"{name} equation of motion")
            self.assert_close(result["pos:piston"], [vector["expected"]["x"], 0, 0], f"{name} x")

    # ---- four-bar

    def test_four_bar_in_both_branches(self):
        given = [(v, v["expected"][branch]) for v in vectors("001_four_bar")
                 for branch in ("branch_plus", "branch_minus")]
        states = []
        for vector, e in given:
            s = vector["state"]
            states.append({"params": vector["params"],
                           "q": {"phi1": s["phi1"], "b": e["phi2"] - s["phi1"], "phi3": e["phi3"]},
                           "qd": {"phi1": s["phi1p"], "b": e["phi2p"] - s["phi1p"],
                                  "phi3": e["phi3p"]},
                           "qdd": {"phi1": s["phi1s"], "b": e["phi2s"] - s["phi1s"],
                                   "phi3": e["phi3s"]}})
        results = evaluate(example("four_bar"), ["Phi", "Phi_q", "gamma"], states)
        for (vector, expected), state, result in zip(given, states, results):
            (_, a, b), (_, c, d) = result["Phi_q"]
            self.assert_close(result["Phi"], [0, 0], f"{vector['name']} Phi")
            self.assert_close(a * d - b * c, expected["det"], f"{vector['name']} det")
            self.check_motion(result["Phi_q"], result["gamma"], state, vector["name"])

    # ---- the thesis

    def test_closed_chain(self):
        given, description = vectors("002_closed_chain"), definition("closed_chain")
        states = with_accelerations([state_of(v, description) for v in given],
                                    [v["expected"]["qdd_closed"] for v in given])
        for closure in ("loop beam : prismatic y  Repere3 = Repere4\n",
                        "constraint beam : (q22 - q21)*cos(q3) - 2*R2*sin(q3) = 0\n"):
            results = evaluate_text(description + closure, ["Phi", "Phi_q", "gamma"], states)
            for vector, state, result in zip(given, states, results):
                name, expected = vector["name"], vector["expected"]
                self.assert_close(result["Phi"], [0], f"{name} Phi")
                self.assert_close(result["Phi_q"], expected["Phi_q"], f"{name} Phi_q")
                self.assert_close(result["gamma"], expected["gamma"], f"{name} gamma")
                self.check_motion(result["Phi_q"], listed(result["gamma"]), state, name)

    def test_tip_on_a_circle(self):
        given = vectors("002_holonomic_tip")
        description = ARM + "param R\nconstraint g : position(tip) . position(tip) = R^2\n"
        states = [{"params": {**{k: v["params"][k] for k in "abcR"},
                              **dict(zip(("m1", "m2", "m3"), v["params"]["m"]))},
                   **{k: dict(zip(("q1", "q2", "q3"), v["state"][k])) for k in ("q", "qd")}}
                  for v in given]
        for vector, result in zip(given, evaluate_text(description, ["Phi", "Phi_q", "gamma"],
                                                       states)):
            name, expected = vector["name"], vector["expected"]
            for key, theirs in {"Phi": "g", "Phi_q": "g_q", "gamma": "gamma"}.items():
                self.assert_close(result[key], expected[theirs], f"{name} {key}")

    def test_rolling_wheel(self):
        given = vectors("002_rolling_wheel")
        names = ["x", "y", "theta", "phi"]
        states = with_accelerations(
            [{"params": v["params"], "q": {n: v["state"][n] for n in names},
              "qd": dict(zip(names, v["expected"]["qd"]))} for v in given],
            [v["expected"]["qdd"] for v in given])
        by_hand = WHEEL + ("constraint a : x' - r*cos(theta)*phi' = 0\n"
                           "constraint b : y' - r*sin(theta)*phi' = 0\n")
        rolling = WHEEL + "rolling wheel radius r on plane [0, 0, 1] no slip\n"
        keys = ["H", "gamma_nh", "b_nh"]
        results = zip(evaluate_text(by_hand, keys, states), evaluate_text(rolling, keys, states))
        for vector, state, (equations, wheel) in zip(given, states, results):
            name, expected = vector["name"], vector["expected"]
            self.assert_close(equations["H"], expected["H"], f"{name} H")
            self.assert_close(equations["gamma_nh"], expected["gamma_nh"], f"{name} gamma_nh")
            sine, cosine = math.sin(state["q"]["theta"]), math.cos(state["q"]["theta"])
            turned = [[cosine, sine], [-sine, cosine]]  # to the axes along and across the track
            self.assert_close(wheel["H"], product(turned, expected["H"]), f"{name} H")
            self.assert_close(wheel["gamma_nh"], times(turned, expected["gamma_nh"]),
                              f"{name} gamma_nh")
            self.assert_close(wheel["b_nh"], [0, 0], f"{name} b_nh")
            self.check_motion(wheel["H"], wheel["gamma_nh"], state, name)

    # ---- vehicles

    def test_tractor_with_trailer(self):
        given, names = vectors("000_tractor_trailer"), ["x", "y", "Theta", "Phi"]
        states = []
        for vector in given:
            p, s, e = vector["params"], vector["state"], vector["expected"]
            states.append({"params": {**{k: p[k] for k in p if k != "a"}, "delta": s["delta"],
                                      "deltap": s["deltap"], "r": 0.4},
                           "q": {n: s[n] for n in names}, "qd": dict(zip(names, e["qd"])),
                           "qdd": dict(zip(names, e["qdd_and_lambda"])),
                           "inputs": {k: s[k] for k in ("Fu1", "Fu2", "Fu3")}})
        results = evaluate_text(TRACTOR, ["H", "gamma_nh", "tau", "Qu"], states)
        for vector, state, result in zip(given, states, results):
            name, expected = vector["name"], vector["expected"]
            self.assert_close(times(result["H"], expected["Jnh"]), [0, 0, 0], f"{name} Jnh")
            self.check_motion(result["H"], result["gamma_nh"], state, name)
            self.check_balance(result, result["H"], expected["qdd_and_lambda"][4:], name)

    def test_tractor_with_trailer_in_maximal_coordinates(self):
        given, names = vectors("004_augmented_mixed"), ["x1", "y1", "Th1", "x2", "y2", "Th2"]
        states = []
        for vector in given:
            s = vector["state"]
            states.append({"params": {**vector["params"], "delta": s["delta"],
                                      "deltap": s["deltap"], "r": 0.4},
                           **{k: dict(zip(names, s[k])) for k in ("q", "qd")},
                           "qdd": dict(zip(names, vector["expected"]["qdd"])),
                           "inputs": {"Fu2": s["Fu2"]}})
        keys = ["Phi", "Phi_q", "gamma", "H", "gamma_nh", "tau", "Qu"]
        by_hand = evaluate_text(MIXED + "constraint hitch : position(N) = position(P)\n", keys,
                                states)
        loops = evaluate_text(MIXED + "loop hitch : revolute z  P = N\n", keys, states)
        for vector, state, result, loop in zip(given, states, by_hand, loops):
            name, expected = vector["name"], vector["expected"]
            for key, theirs in {"Phi_q": "Phi_q", "gamma": "gamma_h", "H": "H",
                                "gamma_nh": "gamma_nh"}.items():
                self.assert_close(result[key], expected[theirs], f"{name} {key}")
            self.check_balance(result, result["Phi_q"] + result["H"],
                               expected["lambda_h"] + expected["lambda_nh"], name)
            for closed in result, loop:
                self.assert_close(closed["Phi"], [0, 0], f"{name} Phi")
                self.check_motion(closed["Phi_q"], closed["gamma"], state, name)

    def test_mobile_robot(self):
        given, names = vectors("000_mobile_robot"), ["x", "y", "theta"]
        states = []
        for vector in given:
            p, s = vector["params"], vector["state"]
            e, sine, cosine = (vector["expected"]["forces_model"], math.sin(s["theta"]),
                               math.cos(s["theta"]))
            turning = s["Vu"] * s["Omega"]
            states.append({"params": {"m": p["m"], "J0": p["J0"], "a": p["a"], "c": p["l"]},
                           "q": {n: s[n] for n in names},
                           "qd": dict(zip(names, (e["xp"], e["yp"], e["thetap"]))),
                           "qdd": dict(zip(names, (e["Vup"] * cosine - turning * sine,
                                                   e["Vup"] * sine + turning * cosine,
                                                   e["Omegap"]))),
                           "inputs": {"Fu1": s["F1"], "Fu2": s["F2"]}})
        results = evaluate(example("unicycle"), ["H", "gamma_nh", "tau", "Qu"], states)
        for vector, state, result in zip(given, states, results):
            force = vector["expected"]["forces_model"]["lateral_constraint_force"]
            gamma = listed(result["gamma_nh"])
            self.check_motion(result["H"], gamma, state, vector["name"])
            self.check_balance(result, result["H"], [-force], vector["name"])


if __name__ == "__main__":
    unittest.main()
