#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Motion under constraints against vectors that were derived independently (SymPy, mpmath): the
slider-crank in all parametrisations by multipliers, by partition and by projection, and the closed
chain, the arm, the wheel and the tractor of the source documents in all three treatments."""
import math
import unittest

from compare import Comparison, evaluate, example, plus, product, times, vectors
from constrained import (LOOPS, SPEEDS, TREATMENTS, by_treatment, dot, listed, matrices, transposed,
                         written)
from test_constraints import CARTESIAN, MIXED, SLIDER_CRANK, rank, slider_crank_state
from test_thesis import ARM, WHEEL, definition, state_of


class SliderCrank(Comparison):
    KINDS = {"relative": "relative", "articular": "articular3", "full": "articular4",
             "cartesian": "maximal"}

    def each(self, keys, treatment, states=lambda state: state):
        """Yields what there is to compare: name, kind, what is expected, what is found."""
        for kind in self.KINDS:
            given = vectors("slider_crank")
            asked = [states(slider_crank_state(vector, kind)) for vector in given]
            results = evaluate(example(f"slider_crank_{kind}"), keys, asked,
                               options=["--constraints", treatment, "--independent", "th1"])
            for vector, result in zip(given, results):
                yield f"{vector['name']} {kind}", kind, vector["expected"], result

    def test_energies_and_forces(self):
        given = vectors("slider_crank")
        for kind, theirs in {"minimal": "minimal", **self.KINDS}.items():
            states = [slider_crank_state(vector, kind) for vector in given]
            keys = ["T", "V", "h", "G", "Qe", "Qu"]
            results = evaluate(example(f"slider_crank_{kind}"), keys, states)
            for vector, result in zip(given, results):
                name, expected = f"{vector['name']} {kind}", vector["expected"][theirs]
                self.assert_close(result["T"], expected["T"], f"{name} T")
                self.assert_close(result["V"], expected["V"], f"{name} V")
                acting = plus(listed(result["Qe"]), listed(result["Qu"]))
                self.assert_close(acting, expected["Qnc"], f"{name} Qnc")
                for key, of in ("h", "Qv"), ("G", "Qco"):
                    opposite = [-x for x in listed(result[key])]
                    self.assert_close(opposite, expected[of], f"{name} {key}")

    def test_accelerations_and_multipliers(self):
        for treatment in TREATMENTS:
            for name, kind, expected, result in self.each(["qdd", "lambda", "Jc"], treatment):
                theirs = expected[self.KINDS[kind]]
                self.assert_close(result["qdd"], theirs["qdd"], f"{name} qdd")
                self.assert_close(result["qdd"][2 if kind == "cartesian" else 0],
                                  expected["theta1_acc"], f"{name} theta1")
                force = [-x for x in times(transposed(result["Jc"]), result["lambda"])]
                self.assert_close(force, theirs["constraint_force"], f"{name} force")
                if kind in SLIDER_CRANK:
                    multipliers = [result["lambda"][i] for i in SLIDER_CRANK[kind][1]]
                    self.assert_close(multipliers, theirs["lambda_004"], f"{name} lambda")
                    opposite = [-x for x in multipliers]
                    self.assert_close(opposite, theirs["lambda_001"], f"{name} lambda")

    def test_forces_between_free_bodies(self):
        lines = example("slider_crank_cartesian").read_text(encoding="utf-8").splitlines()
        by_hand = "\n".join(s for s in lines if not s.startswith("loop")) + CARTESIAN
        given = vectors("slider_crank")
        states = [slider_crank_state(vector, "cartesian") for vector in given]
        with written(by_hand) as path:
            for treatment in TREATMENTS:
                for vector, (_, multipliers) in zip(given, by_treatment(path, states, treatment)):
                    self.check_forces(vector, multipliers)

    def check_forces(self, vector, multipliers):
        name, expected = vector["name"], vector["expected"]
        self.assert_close(multipliers, expected["maximal"]["lambda_004"], f"{name} lambda")
        force, joint = [-x for x in multipliers], expected["joint_forces_R0"]
        self.assert_close(force, expected["maximal"]["lambda_001"], f"{name} lambda")
        for key, found in (("frame_on_crank_A", force[:2]), ("crank_on_rod", force[2:4]),
                           ("rod_on_piston", force[4:6]), ("guide_on_piston_y", force[6]),
                           ("guide_moment_on_piston", force[7])):
            self.assert_close(found, joint[key], f"{name} {key}", least_scale=10)

    def test_partition(self):
        keys = ["N", "Ndotqd", "M_in", "h_in", "G_in", "tau_in", "qdd_in"]
        for name, kind, expected, result in self.each(keys, "partition"):
            theirs = expected[self.KINDS[kind]]
            partition = theirs["partition"]
            for key, of in {"N": "N", "Ndotqd": "Ndot_qd_in", "M_in": "M_in", "tau_in": "tau_in",
                            "qdd_in": "qdd_in"}.items():
                self.assert_close(result[key], partition[of], f"{name} {key}")
            if kind == "articular":
                self.assert_close(result["N"][2], expected["dx_dtheta1"], f"{name} dx/dtheta1")
            columns = transposed(result["N"])
            self.assert_close(result["G_in"], [-x for x in times(columns, theirs["Qco"])],
                              f"{name} G_in")
            inertia = times(theirs["M"], partition["Ndot_qd_in"])
            bias = [m - q for m, q in zip(inertia, theirs["Qv"])]
            self.assert_close(result["h_in"], times(columns, bias), f"{name} h_in")

    def test_projector(self):
        for name, kind, expected, result in self.each(["Pc", "M", "Jc"], "projector"):
            theirs, P = expected[self.KINDS[kind]], result["Pc"]
            self.assert_close(P, theirs["projector_P"], f"{name} P", tolerance=1e-11)
            nothing = product(P, transposed(result["Jc"]))
            self.assert_close(nothing, [[0] * len(result["Jc"])] * len(P), f"{name} P J'",
                              least_scale=max(abs(x) for row in P for x in row))
            self.assertEqual(rank(product(P, result["M"])), theirs["rank_of_PM"], name)

    def test_torque_that_holds_the_crank(self):
        """The motor's torque is a parameter; u is what must be added for no acceleration."""
        found = self.each(["u"], "augmented", lambda state: {**state, "qdd": {}})
        for (name, _, expected, result), vector in zip(found, 4 * vectors("slider_crank")):
            torque = vector["params"]["tau"] + listed(result["u"])[0]
            self.assert_close(torque, expected["tau_required_for_theta1_acc"], f"{name} torque",
                              least_scale=10)


class Documents(Comparison):
    def check(self, description, given, states, keys=("qdd", "lambda")):
        """Accelerations and multipliers of all treatments against these keys of the vectors."""
        with written(description) as path:
            for treatment in TREATMENTS:
                for vector, (qdd, multipliers) in zip(given, by_treatment(path, states, treatment)):
                    name, expected = f"{vector['name']} {treatment}", vector["expected"]
                    self.assert_close(qdd, expected[keys[0]], f"{name} qdd")
                    theirs = [x for key in keys[1:] for x in listed(expected[key])]
                    # a list is evaluated with the pivots that are best at its first state
                    tolerance = 1e-11 if treatment == "partition" else 1e-12
                    self.assert_close(multipliers, theirs, f"{name} lambda", tolerance=tolerance)

    def test_closed_chain(self):
        given, description = vectors("002_closed_chain"), definition("closed_chain")
        names = ("q1", "q21", "q22", "q3", "q5")
        states = [{**state_of(v, description), "tau": dict(zip(names, v["state"]["Gamma"])),
                   "inputs": dict(zip(("Fx", "Fy", "Fz"), v["state"]["F_contact_R0_at_Repere5"]))}
                  for v in given]
        description += "\nforce ground at contact_Repere5 = [Fx, Fy, Fz]\n"
        for closure in ("loop beam : prismatic y  Repere3 = Repere4\n",
                        "constraint beam : (q22 - q21)*cos(q3) - 2*R2*sin(q3) = 0\n"):
            self.check(description + closure, given, states, keys=("qdd_closed", "lambda"))

    def test_tip_on_a_circle(self):
        given = vectors("002_holonomic_tip")
        states = [{"params": {**{k: v["params"][k] for k in "abcR"},
                              **dict(zip(("m1", "m2", "m3"), v["params"]["m"]))},
                   **{k: dict(zip(("q1", "q2", "q3"), v["state"][k])) for k in ("q", "qd", "tau")}}
                  for v in given]
        on_circle = "param R\nconstraint g : position(tip) . position(tip) = R^2\n"
        self.check(ARM + on_circle, given, states)
        with written(ARM + on_circle) as path:
            for vector, (_, (multiplier,)) in zip(given, by_treatment(path, states, "augmented")):
                self.assert_close(-2 * vector["params"]["R"] * multiplier,
                                  vector["expected"]["radial_force_on_tip"], vector["name"])

    def test_rolling_wheel(self):
        given, names = vectors("002_rolling_wheel"), ["x", "y", "theta", "phi"]
        states = [{"params": v["params"], "q": {n: v["state"][n] for n in names},
                   "qd": dict(zip(names, v["expected"]["qd"])),
                   "tau": {"theta": v["state"]["tau_theta"], "phi": v["state"]["tau_phi"]}}
                  for v in given]
        by_hand = WHEEL + ("constraint a : x' - r*cos(theta)*phi' = 0\n"
                           "constraint b : y' - r*sin(theta)*phi' = 0\n")
        self.check(by_hand, given, states)
        with written(WHEEL + "rolling wheel radius r on plane [0, 0, 1] no slip\n") as path:
            results = evaluate(path, ["N", "M_in"], states, options=["--independent", "theta,phi"])
        for vector, result in zip(given, results):
            name, expected = vector["name"], vector["expected"]
            self.assert_close(result["N"], expected["N"], f"{name} N")
            self.assert_close(result["M_in"], expected["M_reduced"], f"{name} M_in")

    def test_tractor_with_trailer(self):
        given, names = vectors("004_augmented_mixed"), ["x1", "y1", "Th1", "x2", "y2", "Th2"]
        states = [{"params": {**v["params"], "delta": v["state"]["delta"],
                              "deltap": v["state"]["deltap"], "r": 0.4},
                   **{k: dict(zip(names, v["state"][k])) for k in ("q", "qd")},
                   "inputs": {"Fu2": v["state"]["Fu2"]}} for v in given]
        description = MIXED + "constraint hitch : position(N) = position(P)\n"
        self.check(description, given, states, keys=("qdd", "lambda_h", "lambda_nh"))
        with written(description) as path:
            equations = matrices(path, states, {**LOOPS, **SPEEDS})
            results = evaluate(path, ["qdd"], states)
            for vector, state, (M, Q, _, _), result in zip(given, states, equations, results):
                name, expected = vector["name"], vector["expected"]
                self.assert_close(M, expected["M"], f"{name} M")
                self.assert_close(Q, expected["Q_h"], f"{name} Q - h")
                heading = [math.cos(state["q"]["Th1"]), math.sin(state["q"]["Th1"])]
                self.assert_close(dot(result["qdd"][:2], heading), expected["alphadot"], name)


if __name__ == "__main__":
    unittest.main()
