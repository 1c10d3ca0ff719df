#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle analyze statics`: what it says, and what it says to mistakes."""
import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]

HINGE = """mechanism hinge
gravity [0, -10, 0] m/s^2
joint a : revolute z (q1) from ground
body A on a : mass 1 kg, com [0.3, 0, 0] m
input u [rad]
torque m on a = sin(u)*3 N.m
"""


def statics(*options, text=HINGE):
    return subprocess.run([BIELLE, "analyze", "statics", "-", *options], input=text,
                          capture_output=True, encoding="utf-8", check=False)


class Mistakes(unittest.TestCase):
    def assert_refused(self, sentence, *options, text=HINGE):
        done = statics(*options, text=text)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(sentence, done.stderr)

    def test_drives(self):
        self.assert_refused("what 'u' does is not proportional to it")
        self.assert_refused("there is no coordinate or input 'q3' that could drive",
                            "--drives", "q3")
        self.assert_refused("did you mean 'q1'?", "--drives", "q3")

    def test_weights(self):
        for weight in ("q1=0", "q1=-2", "q1", "q1=2x", "q1=inf"):
            self.assert_refused("'q1' needs a weight above 0", "--drives", "q1", "--weights",
                                weight)
        self.assert_refused("'u' is not among the drives", "--drives", "q1", "--weights", "u=2")

    def test_options_that_do_not_go_together(self):
        self.assert_refused("--all is for equilibria: add --equilibrium", "--all")
        self.assert_refused("an equilibrium needs no drives", "--equilibrium", "--drives", "q1")
        self.assert_refused("unknown coordinate 'x' to be held", "--hold", "x")

    def test_nothing_that_moves(self):
        self.assert_refused("nothing can move: there is no coordinate",
                            text="mechanism wall\nbody A on ground : mass 1 kg\n")

    def test_forces_without_a_value(self):
        self.assert_refused("the forces have no value at this configuration",
                            text="joint a : prismatic x (x) from ground\n"
                                 "spring k between a and ground : stiffness 1 N/m, length 1 m\n")


class Words(unittest.TestCase):
    def test_lists_may_have_blanks(self):
        done = statics("--drives", " q1 , ", "--weights", "q1 = 2")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("Held by:\n  on q1  3 N.m\n", done.stdout)

    def test_what_does_not_hold_is_told_by_the_status(self):
        text = HINGE.replace("torque m on a = sin(u)*3 N.m", "moment m on a = [u, 0, 0]*1 N.m")
        done = statics("--drives", "u", text=text)
        self.assertEqual(done.returncode, 1)
        self.assertIn("Not balanced: nothing holds q1 by 1 rad. It would take 3 N.m on q1",
                      done.stdout)


if __name__ == "__main__":
    unittest.main()
