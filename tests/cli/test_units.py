#!/usr/bin/env python3
"""bielle check --units: what the units of parameters and inputs are known from.
SPDX-License-Identifier: MIT
"""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "reference"))
from compare import run

TEXT = """
param m = 2 kg, L, k, c, Bf = 10, w, turn, idle, rub, plain = 3
gravity [0, -9.81, 0] m/s^2
joint a : revolute z (q) from ground
body B on a : mass m, com [L, 0, 0]
torque T on a = -k*q - c*q' + 1 N.m*w
torque F on a = k*atan(Bf*q)
frame hand from a : RX(turn)
force pull at hand = [0, Fy, 0]
use viscous(a, c)
use coulomb(a, fs = rub)
"""
EXPECTED = {
    "m": ("kg", "written there"), "L": ("m", "line 5: [L, 0, 0]"),
    "k": ("N.m", "line 6: -k*q - c*q' + 1 N.m*w"), "Bf": ("1", "line 7: k*atan(Bf*q)"),
    "w": ("1", "line 6: -k*q - c*q' + 1 N.m*w"), "turn": ("rad", "line 8: turn"),
    "Fy": ("N", "line 9: [0, Fy, 0]"), "rub": ("N.m", "coulomb: -fv*J' - fs*sign(J')"), "idle": ("", "not determined"),
    "plain": ("", "a number; not determined further"),
}


class Units(unittest.TestCase):
    def test_every_unit_has_its_reason(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "arm.bl"
            path.write_text(TEXT, encoding="utf-8")
            text = run("check", path, "--units")
        heading, *lines = text.splitlines()
        ends = [heading.index(word) for word in ("name", "unit", "inferred")]
        rows = {line[ends[0]:ends[1]].strip(): (line[ends[1]:ends[2]].strip(), line[ends[2]:])
                for line in lines}
        for name, expected in EXPECTED.items():
            self.assertEqual(rows[name], expected, name)


if __name__ == "__main__":
    unittest.main()
