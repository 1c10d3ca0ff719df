#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`inverse_rate` of arms with more joints than directions, against J' (J J')^-1 v in 60 digits; where a posture is
singular it has no value, in numbers and in code."""
import decimal
import json
import math
import os
import subprocess
import tempfile
import unittest
from decimal import Decimal
from pathlib import Path

BIELLE = os.environ["BIELLE_COMMAND"]
CC = os.environ.get("CC", "cc")
decimal.getcontext().prec = 60


def sine(x):
    term = total = x
    for k in range(1, 60):
        term *= -x * x / ((2 * k) * (2 * k + 1))
        total += term
    return total


def cosine(x):
    term = total = Decimal(1)
    for k in range(1, 60):
        term *= -x * x / ((2 * k - 1) * (2 * k))
        total += term
    return total


def planar(angles):
    """Columns of J of the tip of a chain of bars of 1 m, by their angles relative to one another."""
    sums = [sum(angles[:k + 1]) for k in range(len(angles))]
    return [(-sum(sine(s) for s in sums[k:]), sum(cosine(s) for s in sums[k:])) for k in range(len(sums))]


def spatial(angles):
    """The same with the first joint about z and the others about y, by z x p and y x p."""
    a, sums = angles[0], [sum(angles[1:k + 2]) for k in range(len(angles) - 1)]
    reach, columns = sum(cosine(s) for s in sums), []
    columns.append((-sine(a) * reach, cosine(a) * reach, Decimal(0)))
    for k in range(len(sums)):
        out, down = -sum(sine(s) for s in sums[k:]), -sum(cosine(s) for s in sums[k:])
        columns.append((cosine(a) * out, sine(a) * out, down))
    return columns


def solve(A, b):
    """Gauss with pivots."""
    A = [[*row, right] for row, right in zip(A, b)]
    n = len(A)
    for j in range(n):
        p = max(range(j, n), key=lambda i: abs(A[i][j]))
        A[j], A[p] = A[p], A[j]
        for i in range(n):
            if i != j:
                part = A[i][j] / A[j][j]
                A[i] = [x - part * y for x, y in zip(A[i], A[j])]
    return [A[i][n] / A[i][i] for i in range(n)]


def shortest(columns, v):
    rows = range(len(v))
    JJ = [[sum(c[i] * c[k] for c in columns) for k in rows] for i in rows]
    y = solve(JJ, v)
    return [sum(c[i] * y[i] for i in rows) for c in columns]


def arm(count, is_spatial):
    text, before = "mechanism arm\nparam L = 1 m\ninput vx [m/s]\ninput vy [m/s]\ninput vz [m/s]\n", "ground"
    for k in range(1, count + 1):
        axis = ("z" if k == 1 else "y") if is_spatial else "z"
        at = "" if k == 1 or is_spatial and k == 2 else " at [L, 0, 0]"
        text += f"joint q{k} : revolute {axis} from {before}{at}\n"
        before = f"q{k}"
    text += f"body B on {before} : mass 1 kg, com [L, 0, 0]\npoint P at [L, 0, 0] on {before}\n"
    return text + "".join(f"output w{k} = inverse_rate(q{k}, P, [vx, vy, {'vz' if is_spatial else 0}])\n"
                          for k in range(1, count + 1))


class InverseRate(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.path = self.folder / "arm.bl"

    def eval(self, angles, v):
        at = ", ".join([*(f"q{k + 1} = {q}" for k, q in enumerate(angles)),
                        *(f"{name} = {value}" for name, value in zip(("vx", "vy", "vz"), v))])
        what = ",".join(f"out:w{k + 1}" for k in range(len(angles)))
        return subprocess.run([BIELLE, "eval", self.path, "--what", what, "--at", at], capture_output=True,
                              encoding="utf-8", check=False)

    def compare(self, count, is_spatial, angles, v, tolerance):
        self.path.write_text(arm(count, is_spatial), encoding="utf-8")
        done = self.eval(angles, v)
        self.assertEqual(done.returncode, 0, done.stderr)
        got = json.loads(done.stdout)
        # the numbers that the command reads are doubles
        columns = (spatial if is_spatial else planar)([Decimal(float(q)) for q in angles])
        wanted = shortest(columns, [Decimal(float(x)) for x in v])
        size = max(abs(float(x)) for x in wanted)
        for k, value in enumerate(wanted):
            self.assertAlmostEqual(got[f"out:w{k + 1}"], float(value), delta=tolerance * size)

    def test_regular_postures(self):
        for angles in ((0.3, 0.5, 0.7), (1, -2, 0.1), (0, 3, -3)):
            self.compare(3, False, angles, (1, -0.4), 1e-12)
        self.compare(4, False, (0.3, 0.5, 0.7, -1), (1, 2), 1e-12)
        self.compare(4, True, (0.3, 0.5, 0.7, -1), (1, 2, 3), 1e-12)
        self.compare(5, True, (2, 0.5, -0.7, 1, 1.5), (1, 2, 3), 1e-12)

    def test_near_a_singular_posture_few_digits_are_lost(self):
        for angle, tolerance in ((1e-3, 1e-12), (1e-6, 1e-9), (1e-9, 1e-6)):
            self.compare(3, False, (0.3, angle, angle), (1, 0.2), tolerance)
            self.compare(3, False, (0.3, angle, 0), (1, 0), tolerance)
            self.compare(4, False, (0.3, angle, 0, -angle), (1, 0.2), tolerance)
            self.compare(4, True, (0.3, 0.1, angle, 2 * angle), (1, 0.2, 1), tolerance)

    def test_a_singular_posture_has_no_rates(self):
        for count, is_spatial, angles, v in ((3, False, (0.3, 0, 0), (1, 0)), (3, False, (0.4, 0, 0), (2, 0)),
                                             (3, False, (0.1, 0, 0), (1, 0.2)), (3, False, (0.3, math.pi, 0), (1, 0)),
                                             (4, False, (0.7, 0, math.pi, 0), (1, 1)),
                                             (4, True, (0.3, 0.2, 0, 0), (1, 0, 0))):
            self.path.write_text(arm(count, is_spatial), encoding="utf-8")
            done = self.eval(angles, v)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn("has no finite value at this state", done.stderr)

    def test_code_in_c(self):
        self.path.write_text(arm(3, False), encoding="utf-8")
        subprocess.run([BIELLE, "code", self.path, "--what", "out:w1", "-o", self.folder / "c"], check=True,
                       capture_output=True)
        (self.folder / "main.c").write_text("""#include "arm.h"
#include <stdio.h>
int main(void)
{
  const arm_params p = arm_default_params();
  const double q[4][3] = { { 0.4, 0, 0 }, { 0.3, 1e-9, 1e-9 }, { 0.3, 1e-6, 0 }, { 0.3, 0.5, 0.7 } };
  const double u[4][3] = { { 2, 0, 0 }, { 1, 0.2, 0 }, { 1, 0, 0 }, { 1, 0, 0 } };
  for (int k = 0; k < 4; k++) printf("%.17g\\n", arm_output_w1(&p, q[k], u[k]));
  return 0;
}
""", encoding="utf-8")
        subprocess.run([CC, "-std=c99", "-I", self.folder / "c", self.folder / "main.c", self.folder / "c" / "arm.c",
                        "-lm", "-o", self.folder / "run"], check=True)
        done = subprocess.run([self.folder / "run"], capture_output=True, encoding="utf-8", check=True)
        singular, *others = map(float, done.stdout.split())
        self.assertFalse(math.isfinite(singular))
        for value, angles, v in zip(others, ((0.3, 1e-9, 1e-9), (0.3, 1e-6, 0), (0.3, 0.5, 0.7)),
                                    ((1, 0.2), (1, 0), (1, 0))):
            wanted = float(shortest(planar([Decimal(q) for q in angles]), [Decimal(x) for x in v])[0])
            self.assertAlmostEqual(value / wanted, 1, delta=1e-6)


if __name__ == "__main__":
    unittest.main()
