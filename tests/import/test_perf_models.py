#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The same robots as URDF, as MJCF and as plain numbers: the translations must agree.

The folder is $BIELLE_PERF_MODELS, by default ../shared/reference/perf-models beside the tree. In
NAME.tree each line is a body: id, parent, kind of joint (X Y Z: revolute, F: free), the rotation
matrix and position of the joint's frame in the parent, mass, centre of mass, inertia about it (xx xy
xz yy yz zz). Where the folder is not there, this test is skipped.
"""
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import mjcf_reader

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
MODELS = Path(os.environ.get("BIELLE_PERF_MODELS", ROOT.parent / "shared/reference/perf-models"))
NUMBER = r"-?[0-9][-+.0-9e]*"
# prefix of the names of bodies, of joints
NAMES = {".urdf": ("link", "joint"), ".xml": ("b", "j")}


def run(*arguments, text=None):
    return subprocess.run([BIELLE, *map(str, arguments)], input=text, capture_output=True,
                          encoding="utf-8", check=False)


def read_tree(path):
    """id -> (parent, kind, pose, mass, centre, inertia)"""
    bodies = {}
    for line in path.read_text().splitlines()[1:]:
        words = line.split()
        if not words:
            continue
        n = [float(word) for word in words[3:]]
        pose = [n[3 * i:3 * i + 3] + [n[9 + i]] for i in range(3)] + [[0, 0, 0, 1]]
        bodies[int(words[0])] = (int(words[1]), words[2], pose, n[12], n[13:16], n[16:22])
    return bodies


def read_bodies(description, prefix):
    """id -> (mass, centre, inertia), as the description says them."""
    found = {}
    for statement in re.findall(rf"^body +{prefix}\d+ .*(?:\n +.*)*", description, re.MULTILINE):
        number = int(re.match(rf"body +{prefix}(\d+)", statement)[1])
        com = re.search(r"com \[(.*?)\]", statement, re.DOTALL)
        diagonal = re.search(r"inertia diag\((.*?)\)", statement, re.DOTALL)
        matrix = re.search(r"inertia \[(.*)\] kg", statement, re.DOTALL)
        inertia = [0.0] * 6
        if diagonal:
            xx, yy, zz = (float(v) for v in diagonal[1].split(","))
            inertia = [xx, 0, 0, yy, 0, zz]
        elif matrix:
            m = [float(v) for v in re.findall(NUMBER, matrix[1])]
            inertia = [m[0], m[1], m[2], m[4], m[5], m[8]]
        found[number] = (float(re.search(rf"mass ({NUMBER})", statement)[1]),
                         [float(v) for v in com[1].split(",")] if com else [0, 0, 0], inertia)
    return found


def expected_poses(bodies, state):
    poses = {0: mjcf_reader.translation([0, 0, 0])}
    for number, (parent, kind, pose, *_) in bodies.items():
        motion = mjcf_reader.translation([0, 0, 0])
        if kind in "XYZ":
            motion = mjcf_reader.rotation([kind == axis for axis in "XYZ"], state[number])
        poses[number] = mjcf_reader.chain(poses[parent], pose, motion)
    return poses


def models(largest):
    """Path, bodies and names of each file with at most `largest` bodies."""
    for tree in sorted(MODELS.glob("*.tree")):
        bodies = read_tree(tree)
        if len(bodies) <= largest:
            for ending, names in NAMES.items():
                yield tree.with_suffix(ending), bodies, names


class PerfModels(unittest.TestCase):
    maxDiff = None

    def test_masses_centres_and_inertias(self):
        count = 0
        for path, bodies, (prefix, _) in models(1000):
            with self.subTest(path.name):
                done = run("import", path)
                self.assertEqual(0, done.returncode, done.stderr)
                found = read_bodies(done.stdout, prefix)
                self.assertEqual(sorted(bodies), sorted(found))
                for number, (_, _, _, mass, centre, inertia) in bodies.items():
                    self.assertEqual((mass, centre, inertia), found[number])
                    count += 1
        self.assertGreater(count, 100)

    def test_a_translation_is_read_as_the_file_itself(self):
        for path, _, _ in models(1000):
            with self.subTest(path.name), tempfile.TemporaryDirectory() as folder:
                copy = Path(folder) / "copy.bl"
                copy.write_text(run("import", path).stdout, encoding="utf-8")
                first, second = run("check", path), run("check", copy)
                self.assertEqual(0, second.returncode, second.stderr)
                self.assertEqual(first.stdout, second.stdout)

    def check_poses(self, path, bodies, prefix):
        turning = [number for number, body in bodies.items() if body[1] in "XYZ"]
        state = {number: random.uniform(-math.pi, math.pi) for number in turning}
        values = {f"{prefix}{number}": value for number, value in state.items()}
        keys = [f"fk:{prefix}{number}" for number in turning[-2:]]
        done = run("eval", path, "--at", "-", "--what", ",".join(keys),
                   text=json.dumps({"q": values}))
        self.assertEqual(0, done.returncode, done.stderr)
        found = json.loads(done.stdout)
        expected = expected_poses(bodies, state)
        for number, key in zip(turning[-2:], keys):
            for i in range(4):
                for j in range(4):
                    self.assertAlmostEqual(expected[number][i][j], found[key][i][j], delta=1e-12)

    def test_poses_of_the_last_bodies(self):
        random.seed(1)
        for path, bodies, (_, prefix) in models(7):
            with self.subTest(path.name):
                self.check_poses(path, bodies, prefix)


if __name__ == "__main__":
    if not MODELS.is_dir():
        print(f"skipped: the folder of models is not there ({MODELS}); set BIELLE_PERF_MODELS")
        sys.exit(77)
    unittest.main()
