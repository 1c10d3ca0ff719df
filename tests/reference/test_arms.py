#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The PUMA 560 and the Stanford arm against tests/data/robot_*.json.

The files hold the tables that examples/puma560 and examples/stanford are made of, and poses and
dynamics at one state from two algorithms that know nothing of each other (recursive Newton-Euler,
Lagrange), neither of them ours.
"""
import unittest

from compare import Comparison, evaluate, example, vectors

ARMS = {"puma560": "robot_puma560", "stanford": "robot_stanford_arm"}
NAMES = [f"q{i}" for i in range(1, 7)]


def state_of(values):
    return {key: dict(zip(NAMES, values[key])) for key in ("q", "qd", "qdd")}


def pose_of(frame):
    return [frame["R"][i] + [frame["p"][i]] for i in range(3)] + [[0, 0, 0, 1]]


class Arms(Comparison):
    def test_poses_and_equations(self):
        keys = {"M": "mass_matrix", "G": "gravity_torque", "tau": "tau_inverse_dynamics",
                "T": "kinetic_energy", "V": "potential_energy_moving_links"}
        for arm, file in ARMS.items():
            data = vectors(file)
            result = evaluate(example(arm), ["fk:link6", "fk:wrist", *keys], state_of(data))
            for key in "fk:link6", "fk:wrist":
                self.assert_close(result[key], pose_of(data["last_joint_frame"]), f"{arm} {key}")
            for ours, theirs in keys.items():
                self.assert_close(result[ours], data[theirs], f"{arm} {theirs}")

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
