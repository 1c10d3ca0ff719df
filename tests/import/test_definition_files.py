#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The translated definition files of the thesis against tests/data/002_definition_files.json.

The vectors (frames with their parents, bodies, variables, contact frames) were read from the same
files by another program.
"""
import json
import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
EXAMPLES = {"002_closed_chain.def": "closed_chain", "002_monopod.def": "monopod",
            "002_robot2D.def": "robot2d", "002_vehicle15.def": "vehicle15"}


def translate(example):
    path = ROOT / "examples" / example / f"{example}.def"
    done = subprocess.run([BIELLE, "import", str(path)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout


def without_blanks(text):
    return re.sub(r"\s+", "", text)


def frames(description):
    """Frame -> its parent, as the description says."""
    found = re.findall(r"^frame (\w+) +from (\w+)", description, re.MULTILINE)
    return {frame: "R0" if parent == "ground" else parent for frame, parent in found}


def path_to(parents, frame):
    path = []
    while frame != "R0":
        path.insert(0, frame)
        frame = parents[frame]
    return path


def body_text(body):
    """The statement that the vector's body should have become, without blanks."""
    text = f"body{body['body']}on{body['frame']}:mass{body['mass']}"
    if body["com"] != ["0", "0", "0"]:
        text += f",com[{','.join(body['com'])}]"
    rows = body["inertia"]
    if all(rows[i][j] == "0" for i in range(3) for j in range(3) if i != j):
        return text + f",inertiadiag({rows[0][0]},{rows[1][1]},{rows[2][2]})"
    return text + ",inertia[" + ",".join(f"[{','.join(row)}]" for row in rows) + "]"


class DefinitionFiles(unittest.TestCase):
    def test_frames_bodies_and_variables(self):
        vectors = json.loads((ROOT / "tests/data/002_definition_files.json").read_text())
        self.assertGreaterEqual(len(vectors), 3)
        for vector in vectors:
            expected = vector["expected"]
            with self.subTest(vector["params"]["file"]):
                description = translate(EXAMPLES[vector["params"]["file"]])
                parents = frames(description)
                self.assertEqual(parents, expected["parents"])
                self.assertEqual(len(parents), expected["n_frames"])
                for frame, path in expected["paths_to_bodies"].items():
                    self.assertEqual(path_to(parents, frame), path)
                coordinates = re.search(r"^coord (.*)$", description, re.MULTILINE)[1].split(", ")
                self.assertEqual(coordinates, expected["variables"])
                contacts = re.findall(r"^point \w+ at \[0, 0, 0\] on (\w+)", description, re.MULTILINE)
                self.assertEqual(contacts, expected["contact_frames"])
                self.assertEqual(description.count("\nbody "), expected["n_bodies"])
                for body in expected["bodies"]:
                    self.assertIn(body_text(body), without_blanks(description))

    def test_every_example_is_a_mechanism(self):
        for example in EXAMPLES.values():
            path = ROOT / "examples" / example / f"{example}.def"
            done = subprocess.run([BIELLE, "check", str(path)], capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
