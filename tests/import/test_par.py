#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Real SYMORO files: every row, link, loop and value of the file is in the description.

The files are third parties' and not part of the project: BIELLE_MODELS names their folder (default:
../shared/reference/models beside the tree).
"""
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
MODELS = Path(os.environ.get("BIELLE_MODELS", ROOT.parent / "shared/reference/models"))
FILES = sorted(MODELS.glob("*.par")) if MODELS.is_dir() else []


def translate(path):
    done = subprocess.run([BIELLE, "import", str(path)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout


def read(path):
    """Key -> list of texts, by regular expressions of our own."""
    text = re.sub(r"\(\*.*?\*\)", "", path.read_text(), flags=re.DOTALL)
    lists = {key: values.split(",") for key, values in re.findall(r"(\w+)\s*=\s*\{(.*?)\}", text)}
    lists.update({key: [value] for key, value in re.findall(r"(\w+)\s*=\s*(\d+)", text)})
    return lists


def table(description):
    """The rows of the dh table, each a dictionary by column."""
    lines = description[description.index("\ndh j khalil") + 1:].split("\n\n")[0].splitlines()
    columns = lines[1].split()
    return [dict(zip(columns, line.split())) for line in lines[2:]]


class Par(unittest.TestCase):
    def check_table(self, model, rows):
        links, joints = int(model["NL"][0]), int(model["NJ"][0])
        names = {"ant": "antecedent"}
        for i, row in enumerate(rows):
            is_cut = links <= i < joints
            for key in ("ant", "sigma", "gamma", "b", "alpha", "d", "theta", "r"):
                wanted = model[key][i]
                if is_cut and key == "sigma":
                    wanted = "2"
                if is_cut and key == ("r" if model["sigma"][i] == "1" else "theta"):
                    wanted = "0"
                self.assertEqual(row.get(names.get(key, key), "0"), wanted, (key, i + 1))

    def test_every_value_of_the_file_is_in_the_description(self):
        for path in FILES:
            with self.subTest(path.name):
                model = read(path)
                links, joints = int(model["NL"][0]), int(model["NJ"][0])
                description = translate(path)
                rows = table(description)
                self.assertEqual(len(rows), int(model["NF"][0]))
                self.check_table(model, rows)
                self.assertEqual(len(re.findall(r"^body ", description, re.MULTILINE)), links)
                loops = re.findall(r"^loop \w+ : revolute z j(\d+) = j(\d+)$", description,
                                   re.MULTILINE)
                wanted = [(str(k), str(k + joints - links)) for k in range(links + 1, joints + 1)]
                self.assertEqual(loops, wanted)
                for key in ("XX", "YZ", "MX", "M", "IA", "FV", "FS", "FX", "CZ"):
                    for value in model[key]:
                        if value != "0":
                            self.assertGreaterEqual(
                                len(re.findall(rf"\b{value}\b", description)), 2, value)

    def test_every_file_is_a_mechanism(self):
        for path in FILES:
            done = subprocess.run([BIELLE, "check", str(path)], capture_output=True, text=True,
                                  check=False)
            self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    if not FILES:
        print(f"skipped: no .par files in {MODELS}; BIELLE_MODELS may name another folder")
        sys.exit(77)
    unittest.main()
