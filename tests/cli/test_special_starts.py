#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Rough starts that lead Newton's method to a special position: what is said of the mechanism is said of where it
moves as it was drawn, and what was moved to close it is told."""
import json
import math
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
SCISSOR = ROOT / "tests" / "data" / "repro" / "scissor.bl"


def run(*words):
    return subprocess.run([BIELLE, *words], capture_output=True, encoding="utf-8", check=False)


class Scissor(unittest.TestCase):
    """With x = 0 all bars of a stage lie on each other, and turn freely: another component, of mobility 3."""

    STARTS = ("t = 0", "a2 = 74 deg, b2 = -74 deg", "a2 = -106 deg, b2 = 106 deg", "a1 = -37 deg", "x = 0.1 m",
              "a1 = 20 deg, b1 = 100 deg, x = 1.2 m")

    def test_it_has_one_freedom_from_every_start(self):
        for at in self.STARTS:
            done = run("analyze", "mobility", SCISSOR, "--at", at)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r"(?m)^Corrected to satisfy the constraints: ")
            self.assertIn("\nMobility 1.\n", done.stdout)
            answer = json.loads(run("analyze", "mobility", SCISSOR, "--at", at, "--as", "json").stdout)
            self.assertEqual((answer["mobility"], answer["redundant"]), (1, []))
            self.assertGreater(abs(answer["start"]["x"]), 1e-3)

    def test_what_was_moved_is_told_without_a_state_as_well(self):
        done = run("analyze", "mobility", SCISSOR)
        self.assertRegex(done.stdout, r"(?m)^Corrected to satisfy the constraints: x from 0.8 to .* m, a1 from 0.645772 to ")
        done = run("check", SCISSOR)
        self.assertIn("\n  true mobility 1: the equations are independent\n  corrected to satisfy the constraints: x from 0.8 to ", done.stdout)
        done = run("analyze", "assembly", SCISSOR)
        self.assertRegex(done.stdout, r"moved most, by .* rad\.\n1 degree of freedom left\.")

    def test_the_jack_bears_what_virtual_work_says(self):
        """V(x) = weights times heights, in parts of sqrt(L^2 - x^2); F = dV/dx."""
        answer = json.loads(run("analyze", "statics", SCISSOR, "--hold", "x", "--at",
                                "x = 0.8 m, a2 = -106 deg, b2 = 106 deg", "--as", "json").stdout)
        x, g = 0.8, 9.81
        rise = -x / math.sqrt(1 - x * x)  # of sqrt(L^2 - x^2)
        # bars of the first stage at half its height, of the second at three halves, the platform at two
        slope = rise * g * (2 * 10 * 0.5 + 2 * 10 * 1.5 + 200 * 2)
        self.assertAlmostEqual(answer["configurations"][0]["inputs"]["F"], slope, delta=1e-6 * abs(slope))

    def test_a_redundant_linkage_stays_one(self):
        """A parallelogram with a third crank: rank 3 of 4 everywhere, and no other start has more."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "p.bl"
            path.write_text("""mechanism parallelogram
param r = 0.1 m, l = 0.3 m
joint a : revolute z (q1 = 1) from ground
joint b : revolute z (q2 = -0.8) from a at [r, 0, 0]
joint d : revolute z (q3 = 1.3) from ground at [l, 0, 0]
joint e : revolute z (q4 = 0.9) from ground at [l/2, 0, 0]
loop c1 : revolute z [l, 0, 0] on b = [r, 0, 0] on d
loop c2 : revolute z [l/2, 0, 0] on b = [r, 0, 0] on e
""", encoding="utf-8")
            answer = json.loads(run("analyze", "mobility", path, "--as", "json").stdout)
            self.assertEqual((answer["mobility"], answer["rank"], len(answer["redundant"])), (1, 3, 1))

    def test_a_verdict_on_a_special_branch_names_it(self):
        """Asked for x = 0, where the bars lie on each other: 3 there, 1 elsewhere, at a place that closes."""
        answer = json.loads(run("analyze", "mobility", SCISSOR, "--at", "x = 0", "--as", "json").stdout)
        self.assertEqual((answer["mobility"], answer["other_branch"]["mobility"]), (3, 1))
        self.assertGreater(abs(answer["other_branch"]["x"]), 1e-3)
        at = ", ".join(f"{name} = {value!r}" for name, value in answer["other_branch"].items() if name != "mobility")
        there = run("analyze", "mobility", SCISSOR, "--at", at).stdout
        self.assertIn("\nMobility 1.\n", there)
        self.assertNotIn("Corrected to satisfy the constraints", there)
        self.assertRegex(run("analyze", "mobility", SCISSOR, "--at", "x = 0").stdout,
                         r"(?m)^  this branch +only: elsewhere more equations are independent, and the mobility is 1, with$")

    def test_one_branch_is_no_news(self):
        for name in ("bennett", "bricard", "sarrus", "parallelogram"):
            path = ROOT / "examples" / name / f"{name}.bl"
            self.assertNotIn("this branch", run("analyze", "mobility", path).stdout)


class Deltoid(unittest.TestCase):
    """Bars 1, 2, 2 on a ground of 1: where the bars of 2 lie on each other they turn together, or the crank turns."""

    def test_where_branches_meet_the_one_that_counts_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "it.bl"
            path.write_text("""mechanism deltoid
joint p : revolute z (a = 0) from ground
joint r : revolute z (b = 0) from p at [1, 0, 0]
joint s : revolute z (c = 0) from ground at [1, 0, 0]
loop l : revolute z [2, 0, 0] on r = [2, 0, 0] on s
""", encoding="utf-8")
            done = run("analyze", "mobility", path)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("\nMobility 1.\n", done.stdout)
        found = re.search(r"on the branch with a = (\S+) rad, b = (\S+) rad, c = (\S+) rad\n", done.stdout)
        self.assertTrue(found, done.stdout)
        a, b, c = map(float, found.groups())
        self.assertAlmostEqual(math.cos(a) + 2 * math.cos(a + b), 1 + 2 * math.cos(c), delta=1e-3)
        self.assertAlmostEqual(math.sin(a) + 2 * math.sin(a + b), 2 * math.sin(c), delta=1e-3)
        self.assertGreater(max(abs(a), abs(b), abs(c)), 1e-3)
        # only if the bars turn together does the crank not drive them
        self.assertEqual("not admissible: a; l" in done.stdout, abs(a) < 1e-6)


class Held(unittest.TestCase):
    def test_coordinates_that_are_all_held_say_nothing_of_equations(self):
        """Two independent equations of one loop: that nothing is left to move is no dependence."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "it.bl"
            path.write_text("""mechanism bar
joint p : revolute z (a = 0) from ground
joint r : revolute z (b = 0.5) from p at [1, 0, 0]
joint s : revolute z (c = 0.5) from ground at [1, 0, 0]
loop l : revolute z [2, 0, 0] on r = [2, 0, 0] on s
""", encoding="utf-8")
            done = run("analyze", "assembly", path, "--hold", "a,b,c")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("independent here", done.stdout)


if __name__ == "__main__":
    unittest.main()
