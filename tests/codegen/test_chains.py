#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mass matrices of long chains and trees: right, cheap, and told in loops.

The numbers are those of sums over the bodies, m J^T J + W^T I W, made here from the description's
own data; the code of the loops passes its self-test to the last bit; and an entry costs what a
recursion over composite bodies in common axes pays for it.
Exits 77 (skipped) if the command has not been built.
"""
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
COMMAND = Path(os.environ.get("BIELLE_COMMAND", ROOT / "build" / "bielle"))
WARNINGS = "-std=c99 -pedantic -Wall -Wextra -Wconversion -Wshadow -Wdouble-promotion -Werror".split()


def run(*words, folder=None):
    result = subprocess.run([str(word) for word in words], cwd=folder, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}\n{result.stdout}{result.stderr}")
    return result.stdout


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def times(R, v):
    return [dot(row, v) for row in R]


def product(A, B):
    return [[dot(row, column) for column in zip(*B)] for row in A]


def turn(axis, angle):
    """Rodrigues."""
    c, s = math.cos(angle), math.sin(angle)
    K = [[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]]
    KK = product(K, K)
    return [[(i == j) + s * K[i][j] + (1 - c) * KK[i][j] for j in range(3)] for i in range(3)]


class Joint:
    """Turns or slides about z of axes that stand at p, turned about x, on the parent."""

    def __init__(self, rng, parent, slides):
        self.parent, self.slides = parent, slides
        self.twist = rng.choice([90, -90])
        self.p = [rng.randint(-40, 40) / 64 for _ in range(3)]
        self.mass = rng.randint(1, 64) / 16
        self.com = [rng.randint(-20, 20) / 64 for _ in range(3)]
        points = [[rng.randint(-4, 4) / 16 for _ in range(3)] for _ in range(3)]
        self.inertia = [[sum((dot(x, x) if i == j else 0) - x[i] * x[j] for x in points)
                         for j in range(3)] for i in range(3)]

    def text(self, number):
        where = "ground" if self.parent < 0 else f"j{self.parent}"
        kind = "prismatic" if self.slides else "revolute"
        rows = ", ".join("[%s]" % ", ".join(map(repr, row)) for row in self.inertia)
        return (f"joint j{number} : {kind} z from {where} at {self.p} rotated RX({self.twist} deg)\n"
                f"body b{number} on j{number} : mass {self.mass}, com {self.com}, "
                f"inertia [{rows}]\n")


def robot(number, parents, slides=()):
    rng = random.Random(number)
    return [Joint(rng, parent, i in slides) for i, parent in enumerate(parents)]


def mass_matrix(joints, q):
    """Sum over the bodies of m J^T J + W^T I W."""
    poses, axes = [], []
    for joint, amount in zip(joints, q):
        R, p = poses[joint.parent] if joint.parent >= 0 else (turn([0, 0, 1], 0), [0, 0, 0])
        p = [a + b for a, b in zip(p, times(R, joint.p))]
        R = product(R, turn([1, 0, 0], math.radians(joint.twist)))
        axis = [row[2] for row in R]
        if joint.slides:
            p = [a + amount * b for a, b in zip(p, axis)]
        else:
            R = product(R, turn([0, 0, 1], amount))
        poses.append((R, p))
        axes.append(axis)
    M = [[0.0] * len(joints) for _ in joints]
    for b, body in enumerate(joints):
        R, p = poses[b]
        centre = [a + c for a, c in zip(p, times(R, body.com))]
        inertia = product(product(R, body.inertia), list(zip(*R)))
        columns, i = {}, b
        while i >= 0:
            arm = [a - c for a, c in zip(centre, poses[i][1])]
            slides = joints[i].slides
            columns[i] = (axes[i], [0, 0, 0]) if slides else (cross(axes[i], arm), axes[i])
            i = joints[i].parent
        for i, (v, w) in columns.items():
            for j, (v2, w2) in columns.items():
                M[i][j] += body.mass * dot(v, v2) + dot(w, times(inertia, w2))
    return M


CHAIN = range(-1, 23)
# two branches of twenty links on a trunk of two, numbered one behind the other
TREE = [-1, 0, *range(1, 21), 1, *range(22, 41)]


# three branches of five links on a trunk of six
BRANCHES = [*range(-1, 5), 5, *range(6, 10), 5, *range(11, 15), 5, *range(16, 20)]


class LongChains(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def code(self, joints, *options, what="M"):
        """The generated source of M, or of another quantity."""
        description = self.folder / "serial.bl"
        description.write_text("mechanism serial\ngravity [0, 0, -9.81]\n" + "".join(
            joint.text(i) for i, joint in enumerate(joints)))
        run(COMMAND, "code", description, "--lang", "c", "--what", what, *options, "-o", self.folder)
        return (self.folder / "serial.c").read_text()

    def check_bits(self, compiler="gcc", *options):
        run(compiler, *WARNINGS, "-O1", "-ffp-contract=off", *options, "serial.c", "serial_selftest.c",
            "-lm", "-o", "selftest", folder=self.folder)
        said = run(self.folder / "selftest")
        checked, same = map(int, re.search(r"(\d+) values agree, (\d+) of them", said).groups())
        self.assertEqual(checked, same, said)

    def check_numbers(self, joints):
        n = len(joints)
        q = [math.sin(3 * i + 1) for i in range(n)]
        (self.folder / "main.c").write_text(
            '#include "serial.h"\n#include <stdio.h>\nint main(void)\n{\n'
            f"  static double M[{n * n}];\n  const double q[] = {{ {', '.join(map(repr, q))} }};\n"
            "  const serial_params p = serial_default_params();\n  serial_mass_matrix(&p, q, M);\n"
            f'  for (int i = 0; i < {n * n}; i++) printf("%.17g\\n", M[i]);\n  return 0;\n}}\n')
        run("gcc", "-std=c99", "-O1", "main.c", "serial.c", "-lm", "-o", "main", folder=self.folder)
        got = list(map(float, run(self.folder / "main").split()))
        expected = [entry for row in mass_matrix(joints, q) for entry in row]
        largest = max(map(abs, expected))
        for a, b in zip(got, expected):
            self.assertLessEqual(abs(a - b), 1e-13 * largest)

    def test_a_chain_is_told_in_loops(self):
        joints = robot(1, CHAIN)
        source = self.code(joints)
        self.assertIn(" void serial_mass_matrix_product(", source)
        self.assertLess(len(re.findall(r"^  M\[\d+\]", source, re.M)), 10 * len(joints))
        self.check_bits()
        self.check_bits("clang")
        self.check_numbers(joints)

    def test_vectors_of_any_width_have_the_same_bits(self):
        """Runs of 1 to 39 entries, shorter than a vector and longer, beginning and ending anywhere."""
        known = Path("/proc/cpuinfo").read_text().split()
        widths = [("avx", "-mavx"), ("avx512_vbmi2", "-mavx512vbmi2")]
        joints = robot(6, range(-1, 39))
        self.assertIn("#ifdef serial_wide_bytes", self.code(joints))
        for flag in [option for name, option in widths if name in known]:
            self.check_bits("gcc", flag)
            self.check_bits("clang", flag)
        self.assertNotIn("wide", self.code(joints, "--portable"))
        self.check_bits()
        self.check_numbers(joints)

    def test_branches_have_loops_that_end_where_they_do(self):
        joints = robot(2, TREE, slides=(0, 7, 25))
        source = self.code(joints)
        self.assertIn("static const int end[", source)
        self.check_bits()
        self.check_numbers(joints)

    def test_a_trunk_and_its_branches_are_no_run_below_the_diagonal(self):
        joints = robot(6, [*range(-1, 24), 9, *range(25, 39)])
        self.assertIn("M[40 * j + i] = M[40 * i + j];", self.code(joints))
        self.check_bits()
        self.check_numbers(joints)

    def test_branches_meet_the_joints_of_a_trunk_at_its_end(self):
        """An entry of a branch and the trunk is a sum of at most six products, of three if the link
        of the trunk slides, whatever lies between."""
        joints = robot(8, BRANCHES, slides=(0, 1, 2))
        source = self.code(joints)
        n = len(joints)
        for i in range(5):
            for j in range(6, n):
                entry = re.search(r"^ +M\[%d\] =\s+([^;]*);" % (n * i + j), source, re.M).group(1)
                self.assertLessEqual(entry.count("*"), 3 if i < 3 else 6, entry)
                self.assertNotIn("(", entry)
        self.check_bits()
        self.check_numbers(joints)

    def test_the_halves_of_a_large_result_are_compared(self):
        """The self-test has the numbers of the upper half only."""
        source = self.code(robot(2, TREE))
        self.assertIn(f"[1][{42 * 43 // 2}]", (self.folder / "serial_selftest.c").read_text())
        broken = source.replace("_row(column + i, row,", "_row(row + i, row,")
        self.assertNotEqual(source, broken)
        (self.folder / "serial.c").write_text(broken)
        with self.assertRaisesRegex(AssertionError, "values differ"):
            self.check_bits()

    def test_batches_have_the_loops_and_the_bits(self):
        source = self.code(robot(3, CHAIN), "--batch")
        self.assertIn("static void serial_mass_matrix_block_product(", source)
        self.check_bits()
        self.check_bits("clang")

    def test_loops_of_floats_pass(self):
        self.code(robot(3, CHAIN), "--float", "--batch")
        run("gcc", *WARNINGS, "-O1", "serial.c", "serial_selftest.c", "-lm", "-o", "selftest",
            folder=self.folder)
        run(self.folder / "selftest")

    def test_parts_name_a_place_by_one_pointer(self):
        """Pointers to pieces of the workspace are `restrict`: what one names, no other does."""
        for what, links in (("tau", 60), ("M", 60), ("qdd", 24)):
            source = self.code(robot(7, range(-1, links - 1)), what=what)
            bodies = re.findall(r"_part(\d+)\([^;{]*\)\n{\n(.*?)\n}\n", source, re.S)
            self.assertGreater(len(bodies), 6)
            with_pieces = 0
            for number, body in bodies:
                call = re.search(r"_part%s\(([^;{]*)\);" % number, source).group(1)
                starts = [int(start) for start in re.findall(r"w \+ (\d+)", call)]
                whole = {int(place) for place in re.findall(r"\bw\[(\d+)\]", body)}
                pieces = [(int(piece), int(place)) for piece, place in
                          re.findall(r"\bw(\d+)\[(-?\d+)\]", body)]
                self.assertEqual(set(range(1, len(starts) + 1)), {piece for piece, _ in pieces})
                named = {(piece, starts[piece - 1] + place) for piece, place in pieces}
                places = [place for _, place in named]
                self.assertEqual(len(places), len(set(places) - whole))
                self.assertTrue(all(-16 <= place < 16 for _, place in pieces))
                with_pieces += len(starts) > 0
            self.assertGreaterEqual(with_pieces, len(bodies) - 2)
            self.check_bits()
            self.check_bits("clang", "-O2")

    def test_short_arms_have_none(self):
        self.assertNotIn("_product(", self.code(robot(4, range(-1, 8))))

    def test_operations_are_those_of_composite_bodies(self):
        """In common axes: six products for a pair, at most seventy for a link."""
        for n in (24, 48):
            self.code(robot(5, range(-1, n - 1)))
            counted = run(COMMAND, "count", self.folder / "serial.bl", "--what", "M")
            products, sums = map(int, re.search(r"each call +(\d+) +(\d+)", counted).groups())
            self.assertLessEqual(products, 3 * n * (n - 1) + 70 * n)
            self.assertLessEqual(sums, 5 * n * (n - 1) // 2 + 70 * n)


if __name__ == "__main__":
    if not COMMAND.exists():
        sys.exit(77)
    unittest.main()
