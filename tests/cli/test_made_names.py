#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Symbols that a derivation makes are not those of the description, whatever these are called: lists have names such
as `lambda[1]`. The same description with other names has the same numbers."""
import json
import re
import unittest

from moving import Moving

ARM = """param %(ZZ)s[2] = [3, 2], %(M)s[2] = [4, 5], %(MX)s[2] = [3, 7]
gravity [0, -9.81, 0]
joint a : revolute z (q1) from ground
body A on a : mass %(M)s[1], com [%(XX)s, 0, 0], inertia diag(0, 0, %(ZZ)s[2])
joint b : revolute z (q2) from a at [%(M)s[2], 0, 0]
body B on b : mass %(MX)s[1], com [%(MX)s[2], 0, 0], inertia diag(0, 0, %(ZZ)s[1])
torque drag on a = -%(ZZ)s[1]*q1'
"""
LISTS = {"ZZ": "ZZ", "M": "M", "MX": "MX", "XX": "M[2]"}
OTHERS = {"ZZ": "inertias", "M": "masses", "MX": "moments", "XX": "masses[2]"}
CLOSED = """joint a : revolute z (q1) from ground
body A on a : mass 1 kg, com [1, 0, 0] m
joint b : revolute z (q2) from a at [1, 0, 0] m
body B on b : mass 1 kg, com [1, 0, 0] m
constraint sum : q1 + q2 = 0
input %s[2] [N.m]
torque u1 on a = %s[1]
torque u2 on b = %s[2]
"""


class Made(Moving):
    COMMAND = "eval"

    def test_base_parameters_beside_lists(self):
        at = "q1 = 0.3, q2 = 0.4, q1' = 1, q2' = 2, q1'' = 1, q2'' = 3"
        values = []
        for names in LISTS, OTHERS:
            path = self.file(ARM % names)
            done = self.run_on(path, "--what", "base,Yb,Y0,pi,tau", "--at", at)
            values.append(json.loads(done.stdout))
            self.assertIn("statements hold", self.run_on(path, command="verify").stdout)
        self.assertEqual(*values)
        m1, x, i1, length, m2, c, i2 = 4, 5, 2, 5, 3, 7, 3
        base = dict(zip(values[0]["base_rows"], values[0]["base"]))
        self.assertAlmostEqual(base["ZZR1"], i1 + m1*x**2 + m2*length**2)
        self.assertAlmostEqual(base["MXR1"], m1*x + m2*length)
        self.assertAlmostEqual(base["ZZ2"], i2 + m2*c**2)
        self.assertAlmostEqual(base["MX2"], m2*c)

    def test_multipliers_beside_a_list(self):
        told = []
        for name in "lambda", "press":
            path = self.file(CLOSED % (name, name, name))
            told.append(self.run_on(path, "--what", "motion", command="model").stdout)
        self.assertIn("lambda[1] holds sum", told[1])
        self.assertIn("llambda[1] holds sum", told[0])
        plain = [re.sub(r"\s+", " ", text) for text in told]
        self.assertIn("= lambda[2] - llambda[1]", plain[0])
        self.assertEqual(plain[0], plain[1].replace("lambda[", "llambda[").replace("press[", "lambda["))


if __name__ == "__main__":
    unittest.main()
