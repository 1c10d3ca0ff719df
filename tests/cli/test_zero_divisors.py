#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Divisors that are zero: always, which is an error where they stand, or for the values of a state."""
import json
import math
import os
import subprocess
import tempfile
import unittest
from fractions import Fraction
from pathlib import Path

BIELLE = os.environ["BIELLE_COMMAND"]

# Identities of real numbers.
ALWAYS_ZERO = ["(sqrt(x)+1)*(sqrt(x)-1) - (x-1)", "sqrt(x^2*y) - abs(x)*sqrt(y)", "sqrt(3+2*sqrt(2)) - 1 - sqrt(2)",
               "abs(x*y) - abs(x)*abs(y)", "max(x,-x) - abs(x)", "min(x,y) + max(x,y) - x - y", "min(x,y)*max(x,y) - x*y",
               "asin(y) + acos(y) - 90 deg", "cos(2*asin(y)) - 1 + 2*y^2", "sin(q)^2 + cos(q)^2 - 1",
               "sqrt(1 - sin(q)^2) - abs(cos(q))", "log(x*y) - log(x) - log(y)", "x^y*x^(1-y) - x",
               "sin(q + 1.22)*cos(q - 0.7) + cos(q + 1.22)*sin(q - 0.7) - sin(2*q + 0.52)"]
# With x = 0.3, y = 0.1, k = 3, a = 90 deg and q = 1 these are zero, though not always.
ZERO_HERE = ["x - 3*y", "(x - 3*y)^2", "cos(a)", "cos(a*q)", "cos(a) - sin(a) + 1", "sqrt(x^2 + 2*x*y + y^2) - 0.4",
             "abs(x) - x", "log(10*y)", "tan(a) - sin(a)/cos(a) + cos(a)", "asin(x/(3*y)) - 90 deg", "k*y - x",
             "min(x, 3*y) - max(x, 3*y)", "if(k > 2, x - 3*y, 1)", "atan2(x, 3*y) - 45 deg", "(x - 3*y)^1.5",
             "exp(x) - exp(3*y)", "floor(k/4)", "mod(k, 3)"]
# Not zero, small or at a jump: their values, in exact arithmetic or to the digits that doubles have.
GOOD = {"x - 2.9*y": 0.01, "1e-30*x": 3e-31, "sin(x*1e-12)": 3e-13, "floor(k)": 3, "mod(k, 2)": 1,
        "if(k < 3, 1, 5)": 5, "if(k == 3, 2, x - 3*y)": 2, "sign(k - 2)": 1, "exp(-700)": math.exp(-700), "k^2*k^-2": 1,
        "(-k)^k": -27, "asin(10*y)": math.pi / 2, "if(abs(x - 3*y) < 1e-9, 1, 1/(x - 3*y))": 1, "abs(x - 3*y) + y": 0.1,
        "max(x - 3*y, y)": 0.1, "tan(45 deg)": 1, "q - 0.999999": 1e-6, "1 - cos(1e-3*q)": 4.99999958333335e-7}


def description(divisors):
    lines = ["mechanism zeros", "param x = 0.3, y = 0.1, k = 3, a = 90 deg", "joint j : revolute z (q) from ground",
             "body B on j : mass 1 kg, inertia diag(0, 0, 1) kg.m^2"]
    return "\n".join(lines + [f"output o{i} = 1/({d})" for i, d in enumerate(divisors)]) + "\n"


class ZeroDivisors(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "zeros.bl"

    def bielle(self, command, *words, text=None):
        return subprocess.run([BIELLE, command, self.path, *words], input=text, capture_output=True, encoding="utf-8",
                              check=False)

    def test_always_zero_is_an_error_where_it_stands(self):
        for divisor in ALWAYS_ZERO:
            self.path.write_text(description([divisor]), encoding="utf-8")
            done = self.bielle("check")
            self.assertEqual(done.returncode, 2, divisor)
            self.assertIn(":5:15: error: division by zero", done.stderr, divisor)
            self.path.write_text(description([f"1/({divisor})^-2"]), encoding="utf-8")
            self.assertIn("error: division by zero", self.bielle("check").stderr, divisor)

    def test_zero_for_the_values_of_a_state(self):
        self.path.write_text(description(ZERO_HERE), encoding="utf-8")
        self.assertEqual(self.bielle("check").returncode, 0)
        for i, divisor in enumerate(ZERO_HERE):
            done = self.bielle("eval", "--at", "q=1", "--what", f"out:o{i}")
            self.assertEqual((done.returncode, done.stdout), (2, ""), divisor)
            self.assertIn(f"out:o{i} has no finite value at this state", done.stderr, divisor)

    def test_other_divisors_divide(self):
        self.path.write_text(description(GOOD), encoding="utf-8")
        for i, (divisor, value) in enumerate(GOOD.items()):
            done = self.bielle("eval", "--at", "q=1", "--what", f"out:o{i}")
            self.assertEqual(done.returncode, 0, f"{divisor}: {done.stderr}")
            self.assertAlmostEqual(json.loads(done.stdout)[f"out:o{i}"] * value, 1, delta=1e-9, msg=divisor)

    def test_states_in_a_list(self):
        self.path.write_text(description(["x - k*y"]), encoding="utf-8")
        for count in (3, 50):
            states = [{"params": {"k": 2}, "q": {"q": 0}} for _ in range(count)]
            states[1]["params"]["k"] = 3
            done = self.bielle("eval", "--at", "-", "--what", "out:o0", text=json.dumps(states))
            self.assertEqual(done.returncode, 2)
            self.assertEqual(done.stderr.count("error:"), 1)
            self.assertIn("state 2: out:o0 has no finite value at this state: it is divided by 0, but for rounding",
                          done.stderr)

    def test_near_a_zero_few_digits_are_left(self):
        """1/(1 - cos q) in doubles, compared with its series."""
        self.path.write_text(description(["1 - cos(q)"]), encoding="utf-8")
        for exponent in range(1, 8):
            q = Fraction(1, 10**exponent)
            true = 1 / (q**2 / 2 - q**4 / 24 + q**6 / 720 - q**8 / 40320)
            done = self.bielle("eval", "--at", f"q=1e-{exponent}", "--what", "out:o0")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertAlmostEqual(json.loads(done.stdout)["out:o0"] / float(true), 1, delta=10**(2 * exponent - 15))
        done = self.bielle("eval", "--at", "q=1e-8", "--what", "out:o0")
        self.assertEqual(done.returncode, 2, done.stdout)


if __name__ == "__main__":
    unittest.main()
