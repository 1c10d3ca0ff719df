#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`--parametrisation` on every command that reads a mechanism, and what it says to mistakes."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]


def bielle(command, name, parametrisation, *words):
    path = ROOT / "examples" / name / f"{name}.bl"
    return subprocess.run([BIELLE, *command.split(), path, "--parametrisation", parametrisation,
                           *words], input="{}", capture_output=True, encoding="utf-8", check=False)


class Commands(unittest.TestCase):
    def assert_done(self, done, *parts):
        self.assertEqual(done.returncode, 0, done.stderr)
        for part in parts:
            self.assertIn(part, done.stdout)

    def test_all_take_it(self):
        crank = "slider_crank_relative"
        self.assert_done(bielle("check", crank, "cartesian"), "9 coordinates, 3 bodies")
        self.assert_done(bielle("model", crank, "minimal", "--what", "V"), "q = (th1)")
        self.assert_done(bielle("eval", crank, "cartesian", "--at", "-", "--what", "V"), "x_crank")
        self.assert_done(bielle("count", crank, "minimal", "--what", "M"), "M")
        self.assert_done(bielle("analyze assembly", crank, "cartesian"), "x_piston")
        self.assert_done(bielle("verify", crank, "cartesian"), "statements hold")
        self.assert_done(bielle("dump", crank, "cartesian", "--stage", "mechanism"), "angle_rod")
        self.assert_done(bielle("convert", crank, "minimal", "--to", "khalil"), "coord th1\n")
        with tempfile.TemporaryDirectory() as folder:
            done = bielle("code", crank, "minimal", "--lang", "c", "--what", "qdd", "-o", folder)
            self.assert_done(done)
            source = (Path(folder) / "crank_relative.c").read_text(encoding="utf-8")
            self.assertIn("--parametrisation minimal", source)

    def test_what_is_frozen_is_named_as_in_the_file(self):
        done = bielle("check", "rr", "cartesian", "--freeze", "θ2=90deg")
        self.assert_done(done, "3 coordinates, 2 bodies", "angle_q1")

    def test_mistakes(self):
        done = bielle("check", "rr", "polar")
        self.assertEqual(done.returncode, 2)
        self.assertIn("choose one of: minimal relative cartesian", done.stderr)
        done = bielle("model", "bennett", "minimal")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("bennett.bl:11:6: error: the loop 'j4' has no closed form", done.stderr)
        self.assertIn("--constraints partition", done.stderr)

    def test_a_start_at_which_a_loop_cannot_be_closed_is_a_warning(self):
        text = ("joint a : revolute z (q = 90 deg) from ground\n"
                "joint b : revolute z (p) from a at [3, 0, 0] m\njoint s : prismatic x from ground\n"
                "loop pin : revolute z s = [2, 0, 0] m on b\nbody B on b : mass 1 kg\n")
        done = subprocess.run([BIELLE, "check", "-", "--parametrisation", "minimal"], input=text,
                              capture_output=True, encoding="utf-8", check=False)
        self.assert_done(done, "1 coordinate")
        self.assertIn("cannot be closed at the initial values", done.stderr)


if __name__ == "__main__":
    unittest.main()
