#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Robots of other people: every file of a folder is read, and four of them stand where they should.

The folder is $BIELLE_MODELS, by default ../shared/reference/models beside the tree; these files
are under their owners' licences and are not part of the project. Where they are not there, this
test is skipped. tests/data/robot_*.json: poses and dynamics from two independent algorithms.
"""
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
MODELS = Path(os.environ.get("BIELLE_MODELS", ROOT.parent / "shared/reference/models"))
TOLERANCE = 1e-12


def run(*arguments, text=None):
    return subprocess.run([BIELLE, *map(str, arguments)], input=text, capture_output=True,
                          encoding="utf-8", check=False)


class Models(unittest.TestCase):
    def test_every_file_is_read(self):
        files = [f for f in sorted(MODELS.iterdir()) if f.suffix in {".urdf", ".xml", ".mjcf"}]
        self.assertTrue(files)
        for file in files:
            for options in [], ["--no-snap"], ["--merge-fixed"]:
                with self.subTest(file=file.name, options=options):
                    done = run("import", file, *options)
                    self.assertEqual(0, done.returncode, done.stderr)
                    self.assertNotIn("error:", done.stderr)

    def evaluate(self, robot, options, keys):
        """What is known of the robot, and what we find at the same state."""
        data = json.loads((ROOT / f"tests/data/robot_{robot}.json").read_text())
        done = run("import", MODELS / Path(data["file"]).name, *options)
        self.assertEqual(0, done.returncode, done.stderr)
        state = dict(zip(data["joint_order"], data["q"]))
        if robot == "panda":  # the reference ignores that the second finger mimics the first
            state["panda_finger_joint1"] = state.pop("panda_finger_joint2")
        path = Path(os.environ["BIELLE_BINARY_DIR"]) / f"test_models_{robot}.bl"
        path.write_text(done.stdout, encoding="utf-8")
        keys = [key.replace("LAST", data["last_joint_frame"]["name"]) for key in keys]
        done = run("eval", path, "--at", "-", "--what", ",".join(keys),
                   text=json.dumps({"q": state, "qd": dict.fromkeys(state, 0)}))
        path.unlink()
        self.assertEqual(0, done.returncode, done.stderr)
        found = json.loads(done.stdout)
        return data, [found[key] for key in keys]

    def check(self, expected, found, tolerance):
        error = max(abs(e - f) for es, fs in zip(expected, found) for e, f in zip(es, fs))
        self.assertLessEqual(error, tolerance)

    def check_pose(self, robot, options, tolerance):
        data, (found,) = self.evaluate(robot, options, ["fk:LAST"])
        last = data["last_joint_frame"]
        expected = [last["R"][i] + [last["p"][i]] for i in range(3)] + [[0, 0, 0, 1]]
        self.check(expected, found, tolerance)

    def test_masses_and_inertias(self):
        for robot in "ur5", "hyq", "double_pendulum":
            for options in ["--no-snap"], ["--no-snap", "--merge-fixed"]:
                with self.subTest(robot=robot, options=options):
                    data, (mass, gravity) = self.evaluate(robot, options, ["M", "G"])
                    self.check(data["mass_matrix"], mass, TOLERANCE)
                    self.check([data["gravity_torque"]], [gravity], TOLERANCE * 100)

    def test_poses(self):
        for robot in "panda", "ur5", "hyq", "double_pendulum":
            with self.subTest(robot=robot):
                self.check_pose(robot, ["--no-snap"], TOLERANCE)

    def test_merging_fixed_joints_moves_nothing(self):
        for robot in "panda", "ur5", "hyq":
            with self.subTest(robot=robot):
                self.check_pose(robot, ["--no-snap", "--merge-fixed"], TOLERANCE)

    def test_snapping_moves_less_than_the_digits_of_the_file(self):
        for robot in "panda", "ur5", "hyq":
            with self.subTest(robot=robot):
                self.check_pose(robot, [], 1e-10)


if __name__ == "__main__":
    if not MODELS.is_dir():
        print(f"skipped: the folder of models is not there ({MODELS}); set BIELLE_MODELS")
        sys.exit(77)
    unittest.main()
