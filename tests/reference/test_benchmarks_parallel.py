#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Parallel robots against closed forms: the drives at given poses by assembly, the poses at given
drives, and the platform's Jacobian from the constraints."""
import unittest

from compare import Comparison, evaluate, example, times, vectors
from constrained import LOOPS, assembled, completed

POSE = ("x", "y", "z", "rx", "ry", "rz")
LENGTHS = [f"leg[{i}].length" for i in range(1, 7)]


class FiveBar(Comparison):
    def test_angles_of_the_motors_and_back(self):
        path = example("five_bar")
        for row in vectors("five_bar_kinematics")["reference"]:
            found = assembled(path, {"q": dict(zip("xy", row["P"]))}, hold="xy")["q"]
            self.assert_close([found["theta1"], found["theta2"]], row["theta"], "angles")
            rough = {name: value if name.startswith("theta") else round(value, 1)
                     for name, value in found.items()}
            back = assembled(path, {"q": rough}, hold=("theta1", "theta2"))["q"]
            self.assert_close([back["x"], back["y"]], row["P"], "tool")


class Stewart(Comparison):
    @classmethod
    def setUpClass(cls):
        cls.path = example("stewart")
        cls.rows = vectors("stewart_platform_kinematics")["reference"]
        cls.poses = [dict(zip(POSE, row["position"] + row["euler_xyz_body"])) for row in cls.rows]
        cls.states = [assembled(cls.path, {"q": pose}, hold=POSE) for pose in cls.poses]

    def test_lengths_of_the_legs_and_their_rates(self):
        for state, row in zip(self.states, self.rows):
            lengths = [state["q"][name] for name in LENGTHS]
            self.assert_close(lengths, row["leg_lengths"], "lengths")
        moves = [{**state, "qd": {name: float(name == moved) for name in POSE}}
                 for state in self.states for moved in POSE]
        twists = evaluate(self.path, ["twist:top/ground"], moves)
        for i, (move, result) in enumerate(zip(completed(self.path, moves, LOOPS), twists)):
            rates = [move["qd"][name] for name in LENGTHS]
            jacobian = self.rows[i // len(POSE)]["inverse_jacobian"]
            self.assert_close(rates, times(jacobian, result["twist:top/ground"]), "rates")

    def test_pose_for_given_lengths(self):
        found = self.states[1]["q"]
        rough = {name: value if name in LENGTHS else round(value, 1)
                 for name, value in found.items()}
        back = assembled(self.path, {"q": rough}, hold=LENGTHS)["q"]
        self.assert_close([back[name] for name in POSE], list(self.poses[1].values()), "pose")


class Delta(Comparison):
    def test_angles_of_the_arms(self):
        path = example("delta")
        for row in vectors("delta_robot_kinematics")["reference"]:
            found = assembled(path, {"q": dict(zip("xyz", row["P"]))}, hold="xyz")["q"]
            angles = [found[f"arm[{i}].theta"] for i in (1, 2, 3)]
            self.assert_close(angles, row["theta"], "angles")


if __name__ == "__main__":
    unittest.main()
