#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The 1980 report's listing is read back: `--as listing` of a chain, imported, is the same chain.

Compared are the tables of the description, letter by letter, and the numbers of all coefficients of
the report's method at a state that the listing knows nothing of.
"""
import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
COEFFICIENTS = "Q,A,B,Cc"
CHAINS = ["examples/robot6/robot6.bl", "examples/rr/rr.bl", "examples/rrp/rrp.bl",
          "examples/stanford/stanford.bl", "examples/puma560/puma560.bl",
          "examples/kuka_kr30/kuka_kr30.bl", "examples/telescopic/telescopic.bl",
          "examples/spatial_3r/spatial_3r.bl", "examples/planar_2dof/planar_2dof.bl",
          "examples/robot6_sentence/robot6.sentence",
          "examples/telescopic_sentence/telescopic.sentence", "tests/textbook/acrobot.bl",
          "tests/textbook/scara.bl", "tests/textbook/gyroscope.bl",
          "tests/textbook/euler_wrist.bl", "tests/textbook/wedge_and_block.bl",
          "tests/textbook/elbow_arm.bl"]


def bielle(*words, text=None, status=0):
    done = subprocess.run([BIELLE, *map(str, words)], input=text, capture_output=True,
                          encoding="utf-8", check=False)
    if done.returncode != status:
        raise AssertionError(f"{words}: {done.stderr}")
    return done.stdout if status == 0 else done.stderr


def description(listing):
    """The tables, without the pages of equations."""
    return listing.split("\nCONSTANT MASSES AND")[0]


def flat(value):
    return [entry for item in value for entry in flat(item)] if isinstance(value, list) else [value]


class RoundTrip(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def listed(self, path, listing):
        file = Path(self.folder.name) / (path.stem + ".listing")
        file.write_text(listing, encoding="utf-8")
        return file

    def numbers(self, file, parameters):
        """Label -> number of every coefficient that is not zero, at some state."""
        page = json.loads(bielle("model", file, "--as", "json", "--method", "lagrange", "--what",
                                 COEFFICIENTS))
        state = {"params": parameters, "qd": {}, "q": {
            name: 0.4 + 0.21 * k for k, name in enumerate(page["coordinates"])}}
        for name in self.unused(file, state):
            state["params"] = {**state["params"], name: 1.0}
        values = json.loads(bielle("eval", file, "--method", "lagrange", "--what", COEFFICIENTS,
                                   "--at", "-", text=json.dumps(state)))
        found = {}
        for key in COEFFICIENTS.split(","):
            entries = flat(values[key])
            labels = page["labels"].get(key, [f"{key}{i}" for i in range(len(entries))])
            found.update((label, number) for label, number in zip(labels, entries, strict=True)
                         if abs(number) > 1e-12)
        return found

    def unused(self, file, state):
        """Parameters that no table has, such as the length behind the last joint."""
        done = subprocess.run([BIELLE, "eval", str(file), "--at", "-"], input=json.dumps(state),
                              capture_output=True, encoding="utf-8", check=False)
        return re.findall(r'"(\w+)": \.\.', done.stderr)

    def parameters(self, imported):
        names = re.findall(r"^param (.*(?:\n      .*)*)", imported, re.M)
        names = [name.strip() for line in names for name in line.split(",")]
        return {name: 0.3 + 0.07 * k for k, name in enumerate(names)}

    def test_chains(self):
        for path in (ROOT / chain for chain in CHAINS):
            with self.subTest(path.name):
                listing = bielle("model", path, "--as", "listing", "--method", "lagrange")
                file = self.listed(path, listing)
                self.assertEqual(description(bielle("model", file, "--as", "listing", "--method",
                                                    "lagrange")), description(listing))
                values = self.parameters(bielle("import", file))
                first, again = self.numbers(path, values), self.numbers(file, values)
                self.assertEqual(first.keys(), again.keys())
                for label, number in first.items():
                    self.assertAlmostEqual(number, again[label], 10, label)

    def test_inertias_and_signs(self):
        """Products of inertia, a mass without a name, entries that begin with a sign."""
        path = Path(self.folder.name) / "arm.bl"
        path.write_text("""mechanism arm
param a, b, m, Jxy, g
gravity [g/2, 0, -g]
chain R : TZK(0.5), RZ(t1), TXK(a - 2*b), RXK(-pi/3), RY(t2), TZ(s)
body A on R1 : mass m, com [-a, b - a, -0.05], inertia [[2, -Jxy, 0], [-Jxy, 3, -0.1], [0, -0.1, 4]]
body B on R3 : mass 2.5, com [0, -1e-3, a^2/b]
body C on R3 : mass m/2, inertia diag(1, 1, 2)
""", encoding="utf-8")
        listing = bielle("model", path, "--as", "listing", "--method", "lagrange")
        file = self.listed(path, listing)
        imported = re.sub(r",\n +", ", ", bielle("import", file))
        self.assertIn("gravity [g/2, 0, -g]\n", imported)
        self.assertIn("com [-a, b - a, -0.05]", imported)
        self.assertIn("inertia [[2, -Jxy, 0], [-Jxy, 3, -0.1], [0, -0.1, 4]]", imported)
        values = {"a": 0.7, "b": 0.4, "m": 1.3, "Jxy": 0.2, "g": 9.81}
        first, again = self.numbers(path, values), self.numbers(file, values)
        self.assertEqual(first.keys(), again.keys())
        for label, number in first.items():
            self.assertAlmostEqual(number, again[label], 10, label)

    def test_faults(self):
        good = bielle("model", ROOT / "examples/robot6/robot6.bl", "--as", "listing")
        for old, new, message in (("M2    0    D2  0", "M2    0    D2", "too few entries"),
                                  ("M2    0    D2  0", "M2    0    D2  0  0", "too many entries"),
                                  ("M2    0    D2  0", "M2    0    D2*  0", "a name, a number"),
                                  ("  6     M6", "  7     M6", "number of a moving term"),
                                  ("M2    0    D2  0", "M2    0    D2 0  0", "two blanks")):
            with self.subTest(new):
                self.assertIn(old, good)
                file = self.listed(Path("bad"), good.replace(old, new))
                self.assertIn(message, bielle("check", file, status=2))


if __name__ == "__main__":
    unittest.main()
