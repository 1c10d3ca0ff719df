#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle code --fuse`: several quantities by one call.

The function gives every bit of those of its quantities, in all forms, short or in parts, in both
orders of statements; where one quantity has no result the others have theirs. Exits 77 (skipped) if
the command has not been built.
"""
import math
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
COMMAND = Path(os.environ.get("BIELLE_COMMAND", ROOT / "build" / "bielle"))
WARNINGS = ("-std=c99 -pedantic -Wall -Wextra -Wconversion -Wshadow -Wdouble-promotion "
            "-Werror").split()

# A point mass m at distance x: M = diag(m x^2, m), and no accelerations where x = 0.
POLAR = """mechanism polar
param m = 2 kg
joint a : revolute z from ground
joint x : prismatic x from a
body P on x : mass m
gravity [0, 0, 0]
"""
POLAR_MAIN = """#include "polar.h"
#include <stdio.h>
int main(void)
{
  const polar_params p = polar_default_params();
  const double tau[] = { 1, 3 }, qd[] = { 0, 0 };
  for (int state = 0; state < 2; state++) {
    const double q[] = { 0.5, state * 2 };
    double M[4], qdd[2], T[1];
    const int failed = polar_fused(&p, q, qd, tau, M, qdd, T);
    printf("%d %g %g %g %g %g %g\\n", failed, M[0], M[1], M[3], qdd[0], qdd[1], T[0]);
  }
  enum { STATES = 6 };
  double q[2 * STATES], zero[2 * STATES] = { 0 }, M[4 * STATES], qdd[2 * STATES], T[STATES];
  for (int j = 0; j < STATES; j++) {
    q[j] = 0.1 * j;
    q[STATES + j] = j % 3;
  }
  printf("%d\\n", polar_fused_batch(&p, STATES, STATES, q, zero, zero, M, qdd, T));
  for (int j = 0; j < STATES; j++) printf("%g %g\\n", M[j], qdd[j]);
  return 0;
}
"""


def run(*words, folder=None):
    done = subprocess.run([str(word) for word in words], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


class Fused(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = Path(self.temporary.name)

    def tearDown(self):
        self.temporary.cleanup()

    def check(self, example, *options, compiler="gcc"):
        """All values of the self-test agree to the last bit; returns the source."""
        path = ROOT / f"examples/{example}/{example}.bl"
        run(COMMAND, "code", path, *options, "-o", self.folder)
        files = [self.folder / f"{example}.c", self.folder / f"{example}_selftest.c"]
        for text in files:
            widest = max(len(line) for line in text.read_text().split("\n"))
            self.assertLessEqual(widest, 100)
        run(compiler, *WARNINGS, "-O1", "-ffp-contract=off", *files, "-lm", "-o", "test",
            folder=self.folder)
        words = run(self.folder / "test").split()
        self.assertEqual(words[1], words[4], " ".join(words))
        return files[0].read_text()

    def test_gives_every_bit_of_its_quantities(self):
        source = self.check("rr", "--what", "M", "--fuse", "M,h,G,T", "--batch", compiler="clang")
        self.assertIn("void rr_fused_batch(", source)
        self.assertIn("rr_mass_matrix(", source)
        self.assertNotIn("rr_gravity(", source)
        self.check("cart_pole", "--fuse", "tau,qdd", "--batch", "--portable")

    def test_parts_and_constraints(self):
        for order in ("fast", "book"):
            source = self.check("andrews_squeezer", "--fuse", "M,qdd,lambda,T", "--order", order,
                                "--batch")
            self.assertIn("andrews_squeezer_fused_part2(", source)

    def test_shared_work_is_done_once(self):
        run(COMMAND, "code", ROOT / "examples/puma560/puma560.bl", "--what", "M,h,G", "--fuse",
            "M,h,G", "-o", self.folder)
        header = (self.folder / "puma560.h").read_text()
        cost = {}
        for line in header.split("\n"):
            words = line.split()
            if " mul, " in line:
                cost[words[1]] = int(words[2]) + int(words[4])
        self.assertLess(cost["fused"], cost["mass_matrix"] + cost["bias"] + cost["gravity"])
        self.assertIn("#define PUMA560_FUSED_M_SIZE 36", header)

    def test_where_one_has_no_result_the_others_have_theirs(self):
        (self.folder / "polar.bl").write_text(POLAR)
        (self.folder / "main.c").write_text(POLAR_MAIN)
        run(COMMAND, "code", self.folder / "polar.bl", "--fuse", "M,qdd,T", "--batch", "-o",
            self.folder)
        run("gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "polar.c", "main.c", "-lm", "-o",
            "polar", folder=self.folder)
        lines = [[float(word) for word in line.split()]
                 for line in run(self.folder / "polar").splitlines()]
        self.assertEqual(lines[0][:4], [1, 0, 0, 2])
        self.assertTrue(math.isnan(lines[0][4]) and math.isnan(lines[0][5]))
        self.assertEqual(lines[0][6], 0)
        self.assertEqual(lines[1], [0, 8, 0, 2, 1 / 8, 3 / 2, 0])
        self.assertEqual(lines[2], [2])  # states with x = 0
        for j, (inertia, acceleration) in enumerate(lines[3:]):
            self.assertEqual(inertia, 2 * (j % 3) ** 2)
            self.assertEqual(math.isnan(acceleration), j % 3 == 0)

    def refuse(self, says, *options):
        done = subprocess.run([COMMAND, "code", ROOT / "examples/rr/rr.bl", *options, "-o",
                               self.folder / "none"], text=True, stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 2)
        self.assertIn(says, done.stderr)
        self.assertFalse((self.folder / "none").exists())

    def test_refusals(self):
        self.refuse("duplicate quantity 'M' in --fuse", "--fuse", "M,h,M")
        self.refuse("--fuse is for --lang c", "--fuse", "M,h", "--lang", "python")
        self.refuse("unknown quantity 'hh'", "--fuse", "M,hh")
        self.refuse("--fuse needs names", "--fuse", ",")
        self.refuse("--fuse takes at most 16 quantities", "--fuse",
                    ",".join(f"{key}[{i},{k}]" for key in "MC" for i in (1, 2) for k in (1, 2)) +
                    ",M,C,h,G,tau,T,V,E,h[1]")


if __name__ == "__main__":
    if not COMMAND.exists():
        sys.exit(77)
    unittest.main()
