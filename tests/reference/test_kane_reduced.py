#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Kane's reduced model of constrained systems, over generalised speeds, against vectors that were
derived independently (SymPy, mpmath):

    qd = Jnh alpha + dnh,    D alpha' + C alpha = tauk,    J' omega_c = 0

The tractor with its trailer is described three times: with the steering angle as a coordinate, as a
function of time, and with both bodies free and joined by a hitch.
"""
import math
import unittest

from compare import Comparison, evaluate, evaluate_text, example, vectors
from test_constraints import MIXED, TRACTOR, slider_crank_state
from test_thesis import WHEEL

PLANAR = [0, 1, 5, 6, 7, 11]  # of each of two bodies: velocities along x and y, turn about z
SPEED = "speed v = cos(Theta)*x' + sin(Theta)*y'\n"
HITCH = ("constraint hitch : position(N) = position(P)\n"
         "speed v = cos(Th1)*x1' + sin(Th1)*y1'\n")


def column(stack, index=0):
    return [row[index] if isinstance(row, list) else row for row in stack]


def number(value):
    """A model over one speed may give a number, or a list of one."""
    while isinstance(value, list):
        (value,) = value
    return value


def tractor_states(given, names, **more):
    """States by the names of five, or four, coordinates, with steering at its rate."""
    states = []
    for vector in given:
        state = vector["state"]
        position = {n: state[n] for n in names}
        rate = dict(zip(names, vector["expected"]["qd"] + [state["deltap"]]))
        params = {k: v for k, v in vector["params"].items() if k != "a"}
        states.append({"params": {**params, **more}, "q": position, "qd": rate,
                       "inputs": {k: state[k] for k in ("Fu1", "Fu2", "Fu3")}})
    return states


class Tractor(Comparison):
    NAMES = ("x", "y", "Theta", "Phi", "delta")
    KEYS = ("D", "C", "tauk", "J", "Jdot", "Jnh", "dnh", "qd_alpha", "alphad")

    def test_steering_angle_as_a_coordinate(self):
        given = vectors("000_tractor_trailer")
        states = tractor_states(given, self.NAMES)
        results = evaluate(example("tractor_trailer"), self.KEYS, states, "kane")
        for vector, result in zip(given, results):
            name, expected, state = vector["name"], vector["expected"], vector["state"]
            self.assert_close(result["D"], [[expected["D"], 0], [0, 5]], f"{name} D")
            self.assert_close(result["C"], [[expected["C"], 0], [0, 0]], f"{name} C")
            self.assert_close(result["tauk"], [expected["tau"], 0], f"{name} tauk")
            self.assert_close(result["alphad"], [expected["alphadot"], 0], f"{name} alphad")
            self.assert_close(column(result["Jnh"]), expected["Jnh"] + [0], f"{name} Jnh")
            self.assert_close(result["dnh"], [0] * 5, f"{name} dnh")
            self.assert_close(result["qd_alpha"], expected["qd"] + [state["deltap"]], f"{name} qd")
            J = [column(result["J"])[i] for i in PLANAR]
            rate = [column(result["Jdot"])[i] for i in PLANAR]
            self.assert_close(J, expected["J"], f"{name} J")
            self.assert_close(rate, [a * expected["qd"][3] + b * state["deltap"] for a, b
                                     in zip(expected["A"], expected["B"])], f"{name} Jdot")
            self.assert_close([x * state["alpha"] for x in J], expected["nu"], f"{name} nu")
            self.assert_close([x * expected["alphadot"] + y * state["alpha"]
                               for x, y in zip(J, rate)], expected["nudot"], f"{name} nudot")

    def test_parts_of_the_coriolis_matrix(self):
        """C = C1 + C2 delta': driving alone, steering alone. g_u by unit forces."""
        given, path = vectors("000_tractor_trailer"), example("tractor_trailer")
        states = tractor_states(given, self.NAMES)
        driving = [{**state, "qd": {**state["qd"], "delta": 0}} for state in states]
        steering = [{**state, "qd": {"delta": 1}} for state in states]
        for vector, first, second in zip(given, evaluate(path, ["C"], driving, "kane"),
                                         evaluate(path, ["C"], steering, "kane")):
            expected = vector["expected"]
            self.assert_close(first["C"][0][0], expected["C1"], f"{vector['name']} C1")
            self.assert_close(second["C"][0][0], expected["C2"], f"{vector['name']} C2")
        states = [{**states[0], "inputs": {f"Fu{k}": 1}} for k in (1, 2, 3)]
        p, q = states[0]["params"], states[0]["q"]
        tangent = math.tan(q["delta"])
        X = p["c"] * math.sin(q["Phi"]) * tangent - p["l1"] * math.cos(q["Phi"])
        forces = [1 / math.cos(q["delta"]), 1, -X / p["l1"]]
        for force, result in zip(forces, evaluate(path, ["tauk"], states, "kane")):
            self.assert_close(result["tauk"], [force, 0], "forces at the wheels")

    def test_rates_outside_the_constraints_do_not_count(self):
        given = vectors("000_tractor_trailer")
        right = tractor_states(given, self.NAMES)
        wrong = tractor_states(given, self.NAMES)
        for state in wrong:
            heading = state["q"]["Theta"]
            state["qd"] = {**state["qd"], "Theta": 7, "Phi": -3,
                           "x": state["qd"]["x"] - math.sin(heading),
                           "y": state["qd"]["y"] + math.cos(heading)}
        path = example("tractor_trailer")
        for a, b in zip(evaluate(path, self.KEYS, right, "kane"),
                        evaluate(path, self.KEYS, wrong, "kane")):
            for key in self.KEYS:
                self.assert_close(b[key], a[key], key)

    def test_steering_angle_as_a_function_of_time(self):
        given = vectors("000_tractor_trailer")
        states = tractor_states(given, self.NAMES[:4], r=1)
        for state, vector in zip(states, given):
            state["params"] |= {k: vector["state"][k] for k in ("delta", "deltap")}
        results = evaluate_text(TRACTOR + SPEED, self.KEYS, states, "kane")
        for vector, result in zip(given, results):
            name, expected = vector["name"], vector["expected"]
            for key, theirs in {"D": "D", "C": "C", "tauk": "tau", "alphad": "alphadot"}.items():
                self.assert_close(number(result[key]), expected[theirs], f"{name} {key}")
            self.assert_close(column(result["Jnh"]), expected["Jnh"], f"{name} Jnh")
            self.assert_close(result["qd_alpha"], expected["qd"], f"{name} qd")

    def test_free_bodies_and_a_hitch(self):
        given = vectors("004_augmented_mixed")
        states = []
        for vector in given:
            state, names = vector["state"], ("x1", "y1", "Th1", "x2", "y2", "Th2")
            steering = {k: state[k] for k in ("delta", "deltap")}
            states.append({"params": {**vector["params"], **steering, "r": 1},
                           "q": dict(zip(names, state["q"])), "qd": dict(zip(names, state["qd"])),
                           "inputs": {"Fu2": state["Fu2"]}})
        results = evaluate_text(MIXED + HITCH, ["alphad", "qd_alpha"], states, "kane")
        for vector, result in zip(given, results):
            name, expected = vector["name"], vector["expected"]
            self.assert_close(number(result["alphad"]), expected["alphadot"], f"{name} alphad")
            self.assert_close(result["qd_alpha"], vector["state"]["qd"], f"{name} qd")

    def test_wrenches_of_the_constraints_do_no_work(self):
        """With the force of the front wheels on the tractor itself: no joint transmits it."""
        given = vectors("000_tractor_trailer")
        states = tractor_states(given, self.NAMES[:4], r=1)
        for state, vector in zip(states, given):
            state["params"] |= {k: vector["state"][k] for k in ("delta", "deltap")}
            state["qdd"] = dict(zip(self.NAMES[:4], vector["expected"]["qdd_and_lambda"]))
        description = TRACTOR.replace("at front", "at [l1, 0, 0] on tractor") + SPEED
        keys = ["wrench:tractor", "wrench:trailer", "J"]
        for vector, result in zip(given, evaluate_text(description, keys, states, "kane")):
            name, wrench = vector["name"], result["wrench:tractor"] + result["wrench:trailer"]
            self.assert_close([wrench[i] for i in PLANAR], vector["expected"]["omega_c"],
                              f"{name} omega_c")
            power = sum(a * b for a, b in zip(column(result["J"]), wrench))
            self.assert_close(power, 0, f"{name} J' omega_c", least_scale=max(map(abs, wrench)))

    def test_car(self):
        """De Santis, remark 8.2: the rows of the tractor alone."""
        given = vectors("000_tractor_trailer")
        states = []
        for vector in given:
            p, state = vector["params"], vector["state"]
            states.append({"params": {"m": p["m1"], "j": p["j1"], "l": p["l1"], "b": p["b"],
                                      "delta0": state["delta"], "w": 0.5},
                           "q": {k: state[k] for k in ("x", "y", "Theta")},
                           "qd": dict(zip(("x", "y", "Theta"), vector["expected"]["qd"])),
                           "inputs": {"Fu1": 3, "Fu2": state["Fu2"]}, "t": 1})
        results = evaluate(example("car"), ["D", "C", "tauk", "J", "alphad"], states, "kane")
        for vector, state, result in zip(given, states, results):
            name, p = vector["name"], state["params"]
            angle = p["delta0"] * math.sin(p["w"])
            rate = p["delta0"] * p["w"] * math.cos(p["w"])
            turn = math.tan(angle) / p["l"]
            inertia = p["m"] * p["b"]**2 + p["j"]
            D = p["m"] + inertia * turn**2
            C = inertia * turn / p["l"] / math.cos(angle)**2 * rate
            tauk = state["inputs"]["Fu2"] + 3 / math.cos(angle)
            self.assert_close(number(result["D"]), D, f"{name} D")
            self.assert_close(number(result["C"]), C, f"{name} C")
            self.assert_close(number(result["tauk"]), tauk, f"{name} tauk")
            self.assert_close([column(result["J"])[i] for i in PLANAR[:3]],
                              [1, p["b"] * turn, turn], f"{name} J")
            alphad = (tauk - C * vector["state"]["alpha"]) / D
            self.assert_close(number(result["alphad"]), alphad, f"{name} alphad")


class MobileRobot(Comparison):
    def states(self, names, inputs, params):
        """States of the coordinates `names`, rates of the wheels included."""
        result = []
        for vector in vectors("000_mobile_robot"):
            state, p, expected = vector["state"], vector["params"], vector["expected"]
            rates = {"x": expected["forces_model"]["xp"], "y": expected["forces_model"]["yp"],
                     "theta": state["Omega"], "th1": expected["motor"]["wheel1_rate"],
                     "th2": expected["motor"]["wheel2_rate"]}
            result.append({"params": {k: p[k] for k in params},
                           "q": {n: state[n] for n in names if n in state},
                           "qd": {n: rates[n] for n in names},
                           "inputs": {k: state[v] for k, v in inputs.items()}})
        return result

    def test_forces(self):
        names, given = ("x", "y", "theta"), vectors("000_mobile_robot")
        keys = ["D", "C", "alphad", "qd_alpha"]
        states = self.states(names, {"Fu1": "F1", "Fu2": "F2"}, ("m", "a", "l", "J0"))
        for vector, result in zip(given, evaluate(example("mobile_robot"), keys, states, "kane")):
            name, expected = vector["name"], vector["expected"]
            motion = expected["forces_model"]
            self.assert_close(result["D"], expected["D"], f"{name} D")
            self.assert_close(result["C"], expected["C"], f"{name} C")
            self.assert_close(result["alphad"], [motion["Vup"], motion["Omegap"]], f"{name} alphad")
            self.assert_close(result["qd_alpha"], [motion[f"{n}p"] for n in names], f"{name} qd")

    def test_motors(self):
        """Wheels that roll without slipping, one of two constraints sideways being redundant."""
        names, given = ("x", "y", "theta", "th1", "th2"), vectors("000_mobile_robot")
        keys = ["D", "C", "tauk", "alphad", "qd_alpha"]
        states = self.states(names, {"V1": "V1", "V2": "V2"}, given[0]["params"])
        results = evaluate(example("mobile_robot_motors"), keys, states, "kane")
        for vector, state, result in zip(given, states, results):
            name, expected, p = vector["name"], vector["expected"], vector["params"]
            motor, speed = expected["motor"], vector["state"]
            self.assert_close(result["D"], expected["D"], f"{name} D")
            self.assert_close(result["C"], expected["C"], f"{name} C")
            push = [motor["Fu1"], motor["Fu2"]]
            self.assert_close(result["tauk"], [sum(push), p["l"] * (push[0] - push[1])],
                              f"{name} tauk")
            self.assert_close(result["alphad"], [motor["Vup"], motor["Omegap"]], f"{name} alphad")
            self.assert_close(result["qd_alpha"], list(state["qd"].values()), f"{name} qd")
            first_order = [
                (motor["Kv"] * (speed["V1"] + speed["V2"]) - speed["Vu"]) / motor["tau_v"]
                + p["a"] * speed["Omega"]**2,
                (motor["K_Omega"] * (speed["V1"] - speed["V2"]) - speed["Omega"])
                / motor["tau_Omega"] - p["a"] * p["m"] * speed["Vu"] * speed["Omega"]
                / expected["D"][1][1]]
            self.assert_close(result["alphad"], first_order, f"{name} time constants")


class Loops(Comparison):
    def test_slider_crank_over_one_speed(self):
        """Four parametrisations give the mass and the acceleration of the minimal one."""
        given = vectors("slider_crank")
        for kind in "relative", "articular", "full", "cartesian":
            states = [slider_crank_state(v, kind) for v in given]
            path = example(f"slider_crank_{kind}")
            named = path.read_text(encoding="utf-8") + "\nspeed w = th1'\n"
            keys = ["D", "alphad", "qd_alpha"]
            for results in (evaluate(path, keys, states, "kane"),
                            evaluate_text(named, keys, states, "kane")):
                for vector, state, result in zip(given, states, results):
                    name, expected = f"{vector['name']} {kind}", vector["expected"]["minimal"]
                    self.assert_close(number(result["D"]), number(expected["M"]), f"{name} D")
                    self.assert_close(number(result["alphad"]), number(expected["qdd"]),
                                      f"{name} alphad")
                    self.assert_close(result["qd_alpha"], list(state["qd"].values()), f"{name} qd")

    def test_wheel_without_speed_statements(self):
        given, names = vectors("002_rolling_wheel"), ("x", "y", "theta", "phi")
        description = (WHEEL + "rolling wheel radius r on plane [0, 0, 1]\ninput a\ninput b\n"
                       "torque A on theta = a\ntorque B on phi = b\n")
        states = [{"params": v["params"], "q": {n: v["state"][n] for n in names},
                   "qd": dict(zip(names, v["expected"]["qd"])),
                   "inputs": {"a": v["state"]["tau_theta"], "b": v["state"]["tau_phi"]}}
                  for v in given]
        keys = ["D", "Jnh", "alphad"]
        for vector, result in zip(given, evaluate_text(description, keys, states, "kane")):
            name, expected = vector["name"], vector["expected"]
            self.assert_close(result["D"], expected["M_reduced"], f"{name} D")
            self.assert_close(result["Jnh"], expected["N"], f"{name} Jnh")
            self.assert_close(result["alphad"], expected["qdd"][2:], f"{name} alphad")

    def test_multipliers_give_the_same_motion(self):
        """alpha' among the accelerations that the augmented system gives, at rates that obey the
        constraints; where loops are not closed both hold, too."""
        for name in ("andrews_squeezer", "four_bar_driven", "five_bar", "delta", "rolling_disk",
                     "bicycle", "mobile_robot_motors", "slider_crank_cartesian"):
            text = "\n".join(line for line in example(name).read_text(encoding="utf-8").splitlines()
                             if not line.startswith("speed"))
            names = evaluate_text(text, ["V"], {})["coordinates"]
            state = {"q": {n: 0.3 + 0.17 * i for i, n in enumerate(names)},
                     "qd": {n: math.cos(i) for i, n in enumerate(names)}}
            rates = evaluate_text(text, ["qd_alpha"], state, "kane")["qd_alpha"]
            speeds = [i for i, n in enumerate(names) if rates[i] == state["qd"][n]]
            state["qd"] = dict(zip(names, rates))
            result = evaluate_text(text, ["alphad", "qdd"], state, "kane")
            alphad = result["alphad"] if isinstance(result["alphad"], list) else [result["alphad"]]
            self.assert_close(alphad, [result["qdd"][i] for i in speeds], name, tolerance=1e-10)

    def test_clock_driven_loop(self):
        """A crank that the clock turns: nothing is left of the rates but their drift."""
        description = """
param L = 2, m = 3, w = 5
coord x, y, f
frame A from ground : TX(x), TY(y), RZ(f)
body A on A : mass m, inertia diag(0, 0, 1)
constraint along : x - L*cos(w*t) = 0
constraint across : y - L*sin(w*t) = 0
force F at A = [0, 0, 0] in A
torque T on f = 4
"""
        at = {"qd": {"f": 7}, "t": 0.3}
        result = evaluate_text(description, ["dnh", "tauk", "alphad", "D"], at, "kane")
        self.assert_close(result["dnh"], [-10 * math.sin(1.5), 10 * math.cos(1.5), 0], "dnh")
        self.assert_close(number(result["alphad"]), 4, "alphad")


if __name__ == "__main__":
    unittest.main()
