#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The PUMA 560 and the Stanford arm against tests/data/robot_*.json.

The files hold the tables that examples/puma560 and examples/stanford are made of, and poses and
dynamics at one state from two algorithms that know nothing of each other (recursive Newton-Euler,
Lagrange), neither of them ours.
"""
import unittest

from compare import Comparison, evaluate, example, plus, vectors, wrench_at

ARMS = {"puma560": "robot_puma560", "stanford": "robot_stanford_arm"}
NAMES = [f"q{i}" for i in range(1, 7)]


def state_of(values):
    return {key: dict(zip(NAMES, values[key])) for key in ("q", "qd", "qdd")}


def pose_of(frame):
    return [frame["R"][i] + [frame["p"][i]] for i in range(3)] + [[0, 0, 0, 1]]


class Arms(Comparison):
    def test_poses_and_equations(self):
        keys = {"M": "mass_matrix", "G": "gravity_torque", "tau": "tau_inverse_dynamics",
                "T": "kinetic_energy", "V": "potential_energy_moving_links",
                "qdd:articulated": "qdd_forward_dynamics_tau0",
                "qdd:factorised": "qdd_forward_dynamics_tau0"}
        for arm, file in ARMS.items():
            data = vectors(file)
            result = evaluate(example(arm), ["fk:link6", "fk:wrist", "h", *keys], state_of(data))
            for key in "fk:link6", "fk:wrist":
                self.assert_close(result[key], pose_of(data["last_joint_frame"]), f"{arm} {key}")
            for ours, theirs in keys.items():
                self.assert_close(result[ours], data[theirs], f"{arm} {theirs}")
            self.assert_close(plus(result["h"], result["G"]), data["bias_torque_C_qd_plus_g"],
                              f"{arm} bias")

    def test_what_holds_the_root(self):
        for arm, file in ARMS.items():
            data = vectors(file)
            result = evaluate(example(arm), ["reaction:link1", "fk:link1"], state_of(data))
            force, moment = wrench_at(result["fk:link1"], result["reaction:link1"], [0, 0, 0])
            expected = data["root_reaction"]
            self.assert_close(force, expected["force"], f"{arm} force")
            self.assert_close(moment, expected["moment_about_root_origin"], f"{arm} moment")

    def test_mass_and_its_centre(self):
        """At rest the root holds the weight, and the energy tells its height."""
        for arm, file in ARMS.items():
            data = vectors(file)
            state = {"q": dict(zip(NAMES, data["q"]))}
            result = evaluate(example(arm), ["reaction:link1", "fk:link1", "V"], state)
            force, moment = wrench_at(result["fk:link1"], result["reaction:link1"], [0, 0, 0])
            weight = data["total_mass"] * 9.81
            x, y, z = data["com"]
            self.assert_close(force, [0, 0, weight], f"{arm} weight")
            self.assert_close(moment, [y * weight, -x * weight, 0], f"{arm} moment of the weight")
            self.assert_close(result["V"], z * weight, f"{arm} height")

    def test_the_puma_at_the_states_of_corkes_book(self):
        data = vectors("robot_puma560")
        checks, zero = data["corke_checks"], [0] * 6
        states = [state_of({"q": q, "qd": qd, "qdd": zero})
                  for q, qd in ((data["qn"], zero), (zero, zero), (zero, [1, 0, 0, 0, 0, 0]))]
        nominal, stretched, turning = evaluate(example("puma560"), ["M", "G", "tau"], states)
        self.assert_close(nominal["G"], checks["gravload_qn"], "gravload_qn")
        self.assert_close(stretched["G"], checks["gravload_qz"], "gravload_qz")
        self.assert_close(turning["tau"], checks["rne_qz_qd1"], "rne_qz_qd1")
        for i, joint in enumerate(data["parameters"]):  # the book adds the rotors behind the gears
            nominal["M"][i][i] += joint["Jm"] * joint["G"]**2
        self.assert_close(nominal["M"], checks["inertia_qn_with_motors"], "inertia_qn")


if __name__ == "__main__":
    unittest.main()
