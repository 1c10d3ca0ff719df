#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""An energy that is written beside forces is that of some of them, or is told: integrals done by hand, and the
same with a mistake, also where the mistake shows far from the start, or in a small interval only."""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

BIELLE = os.environ["BIELLE_COMMAND"]
ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
FRAME = """mechanism spring
gravity [0, -9.81, 0]
param k = 40 N.m, L = 0.4 m
table bend : (-4, -8), (-1, -1), (0, 0), (1, 1), (4, 8)
joint a : revolute z (q = 0.5 rad) from ground
joint b : prismatic x (x = 0.2 m) from a
body A on a : mass 1 kg, com [0.3, 0, 0] m, inertia diag(0, 0, 0.1) kg.m^2
body B on b : mass 1 kg, com [0.3, 0, 0] m, inertia diag(0, 0, 0.1) kg.m^2
"""
# A force on q, on x or at b, its energy, and wrong ones.
PAIRS = [
    ("torque f on a = -k*q", "k/2*q^2", ["7*k/2*q^2", "1.0001*k/2*q^2", "-k/2*q^2"]),
    ("torque f on a = -k*max(q, 0)", "k/2*max(q, 0)^2", ["k/2*min(q, 0)^2", "k/2*q^2", "k/2*max(q - 0.01, 0)^2"]),
    ("torque f on a = -if(q > 3, k*(q - 3), 0 N.m)", "k/2*max(q - 3, 0)^2", ["k*max(q - 3, 0)^2"]),
    ("torque f on a = -if(q > 0.52, k*(q - 0.52), 0 N.m)", "k/2*max(q - 0.52, 0)^2", ["k/2*max(q - 0.521, 0)^2"]),
    ("torque f on a = -k*mod(q, 1)", "k/2*(mod(q, 1)^2 + floor(q))", ["k/2*q^2", "k/2*mod(q, 1)^2*2"]),
    ("torque f on a = -k*sign(q)", "k*abs(q)", ["-k*abs(q)"]),
    ("torque f on a = -k*bend'(q)", "k*bend(q)", ["k*bend(q)*1.01", "k*q"]),
    ("torque f on b = -1 N*(2 + x/1 m)^1.5", "1 N.m*(2 + x/1 m)^2.5/2.5", ["1 N.m*(2 + x/1 m)^2.4/2.4"]),
    ("torque f on b = (2 N.m^2)/(x*x)", "(2 N.m^2)/x", ["(2.001 N.m^2)/x"]),
    ("force f at [0, 0, 0] on b = -30 N/m*(position(b) - [0.1, 0.9, 0] m)",
     "15 N/m*((position(b).x - 0.1 m)^2 + (position(b).y - 0.9 m)^2)",
     ["15 N/m*((position(b).x - 0.1 m)^2 + (position(b).y - 0.8 m)^2)"]),
]


class Energies(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "it.bl"

    def run_on(self, command, force, *energies):
        lines = [force, *(f"energy e{k} = {energy}" for k, energy in enumerate(energies))]
        self.path.write_text(FRAME + "\n".join(lines) + "\n", encoding="utf-8")
        done = subprocess.run([BIELLE, command, self.path], capture_output=True, encoding="utf-8", check=False)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done

    def test_pairs(self):
        for force, right, wrong_ones in PAIRS:
            with self.subTest(force=force, energy=right):
                self.assertEqual(self.run_on("check", force, right).stderr, "")
            for wrong in wrong_ones:
                with self.subTest(force=force, energy=wrong):
                    said = self.run_on("check", force, wrong).stderr
                    self.assertIn("the energy 'e0' is not that of any forces", said)

    def test_the_certificate_says_the_same(self):
        self.assertEqual(self.run_on("verify", PAIRS[1][0], PAIRS[1][1]).returncode, 0)
        for wrong in PAIRS[1][2]:
            self.assertEqual(self.run_on("verify", PAIRS[1][0], wrong).returncode, 1, wrong)

    def test_forces_without_an_energy_may_stand_beside(self):
        force = "torque f on a = -k*q\ntorque d on a = -0.3 N.m.s*q'\ntorque c on b = -100 N/m*(x - L)"
        self.assertEqual(self.run_on("check", force, "k/2*q^2").stderr, "")
        self.assertEqual(self.run_on("check", force, "k/2*q^2", "50 N/m*(x - L)^2").stderr, "")
        said = self.run_on("check", force, "k/2*q^2", "-50 N/m*(x - L)^2").stderr
        self.assertIn("the energy 'e1' is not", said)
        self.assertNotIn("'e0'", said)

    def test_humps_between_other_places(self):
        """In a force: a triangle of some width, wherever it stands within five of the start."""
        for width in (0.7, 1.2):
            for start in (-4.3, -2.9, -1.1, 0.4, 1.7, 2.8, 4.1):
                hump = f"k*max(min(q - {start}, {start + width} - q), 0)"
                force = f"torque f on a = -k*q - {hump}"
                self.assertIn("the energy 'e0' is not", self.run_on("check", force, "k/2*q^2").stderr, (start, width))
                inside = f"min(max(q - {start}, 0), {width/2})"  # the integral of max(min(..)), by its two halves
                outside = f"min(max(q - {start + width/2}, 0), {width/2})"
                energy = f"k/2*q^2 + k*({inside}^2/2 + {width/2}*{outside} - {outside}^2/2)"
                self.assertEqual(self.run_on("check", force, energy).stderr, "", (start, width))

    def test_many_springs_of_their_own(self):
        """Each with its energy, and one of them with a wrong one."""
        for wrong in (None, 17):
            text = "mechanism row\n"
            for i in range(40):
                text += f"joint j{i} : revolute z (q{i}) from {f'j{i - 1}' if i else 'ground'} at [0.1, 0, 0] m\n" \
                        f"body b{i} on j{i} : mass 1 kg\ntorque t{i} on j{i} = -3 N.m*q{i}\n" \
                        f"energy e{i} = {2.5 if i == wrong else 1.5} N.m*q{i}^2\n"
            self.path.write_text(text, encoding="utf-8")
            done = subprocess.run([BIELLE, "check", self.path], capture_output=True, encoding="utf-8", check=False)
            self.assertEqual(re.findall(r"energy 'e(\d+)' is not", done.stderr), ["17"] if wrong else [], done.stderr)
            self.assertNotIn("could not decide", done.stderr)

    def test_sizes_do_not_hide_each_other(self):
        force = "torque f on b = -1e9 N/m*(x - L)\ntorque g on a = -1e-3 N.m*q"
        self.assertEqual(self.run_on("check", force, "5e8 N/m*(x - L)^2", "5e-4 N.m*q^2").stderr, "")
        said = self.run_on("check", force, "5e8 N/m*(x - L)^2", "6e-4 N.m*q^2").stderr
        self.assertIn("the energy 'e1' is not", said)


if __name__ == "__main__":
    unittest.main()
