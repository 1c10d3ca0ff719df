#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle rotation`: vectors of the annex, round trips, singular cases, bad input, symbols.

tests/data/rotations.json was derived independently (SymPy, mpmath). Composition and the formulas
in symbols are judged by matrices that are multiplied here.
"""
import json
import math
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
VECTORS = json.loads((ROOT / "tests/data/rotations.json").read_text())
EXAMPLES = json.loads((ROOT / "tests/data/001_rotation_examples.json").read_text())
SEQUENCES = ["xyz", "yzx", "zxy", "zyx", "xzy", "yxz", "xyx", "yzy", "zxz", "xzx", "yxy", "zyz"]


def run(*words):
    return subprocess.run([BIELLE, "rotation", *map(str, words)], capture_output=True, text=True,
                          check=False, timeout=60)


def numbers(*words):
    """The numbers that a successful command prints."""
    done = run(*words)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return [float(word) for word in done.stdout.split()]


def about(axis, angle):
    """The matrix of a turn about x, y or z."""
    i = "xyz".index(axis)
    j, k = (i + 1) % 3, (i + 2) % 3
    matrix = [[float(a == b) for b in range(3)] for a in range(3)]
    matrix[j][j] = matrix[k][k] = math.cos(angle)
    matrix[k][j], matrix[j][k] = math.sin(angle), -math.sin(angle)
    return matrix


def times(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def flat(value):
    return [x for v in value for x in flat(v)] if isinstance(value, list) else [value]


class Rotation(unittest.TestCase):
    def near(self, got, expected, tolerance=2e-14):
        expected = flat(expected)
        self.assertEqual(len(got), len(expected))
        for a, b in zip(got, expected):
            self.assertLessEqual(abs(a - b), tolerance * max(1, abs(b)), (got, expected))

    def refuse(self, *words, says, status=2):
        done = run(*words)
        self.assertEqual(done.returncode, status, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, says)

    # ---- numbers

    def test_vectors_of_the_annex(self):
        keys = {"matrix": ("R", "Rdot"), "vector": ("euler_vector", None),
                "quaternion": ("quaternion", "quaternion_rate"), "euler:zyx": ("RPY", "RPY_rates"),
                "euler:zxz": ("ZXZ", "ZXZ_rates"), "rodrigues": ("rodrigues", "rodrigues_rate")}
        for vector in VECTORS:
            state, expected = vector["state"], vector["expected"]
            given = ["--from", "axis", *state["axis"], state["angle"]]
            for form, (key, rate) in keys.items():
                self.near(numbers(*given, "--to", form), expected[key])
                if rate:
                    body = ["--omega", *state["Omega_B"]]
                    self.near(numbers(*given, *body, "--to", form), expected[rate])
                    fixed = ["--axes", "fixed", "--omega", *expected["Omega_A"]]
                    self.near(numbers(*given, *fixed, "--to", form), expected[rate])
            second = ["axis", *state["axis2"], state["angle2"]]
            self.near(numbers(*given, "--then", *second, "--to", "matrix"), expected["R_R2"])
            self.near(numbers(*given, "--then-fixed", *second, "--to", "matrix"), expected["R2_R"])

    def test_roll_pitch_yaw_are_the_angles_of_the_annex_in_the_other_order(self):
        for vector in VECTORS:
            given = ["--from", "matrix", *flat(vector["expected"]["R"])]
            self.near(numbers(*given, "--to", "rpy"), vector["expected"]["RPY"][::-1])

    def test_examples_of_the_course_in_degrees(self):
        got = numbers("--deg", "--from", "axis", 0, 1, 0, 90, "--then", "axis", 0, 0, 1, 30,
                      "--to", "matrix")
        self.near(got, EXAMPLES[1]["expected"]["R"])
        got = numbers("--deg", "--from", "euler:zxy", 30, 45, 0, "--to", "matrix")
        self.near(got, EXAMPLES[2]["expected"]["R"])

    def test_every_sequence_about_moving_and_fixed_axes(self):
        angles = [0.4, -1.2, 2.5]
        for sequence in SEQUENCES:
            first, second, third = (about(axis, angle) for axis, angle in zip(sequence, angles))
            self.near(numbers("--from", f"euler:{sequence}", *angles, "--to", "matrix"),
                      times(times(first, second), third))
            self.near(numbers("--from", f"fixed:{sequence}", *angles, "--to", "matrix"),
                      times(times(third, second), first))

    def test_random_round_trips(self):
        forms = ["matrix", "axis", "fixed:yxz", "quaternion", "rodrigues"]
        draw = random.Random(7)
        start = [draw.uniform(-1, 1) for _ in range(3)]
        for a in forms:
            values = numbers("--from", "vector", *start, "--to", a)
            for b in forms:
                between = numbers("--from", a, *values, "--to", b)
                self.near(numbers("--from", b, *between, "--to", a), values)

    def test_all_prints_every_representation(self):
        done = run("--from", "rpy", 10, 20, 30, "--deg")
        names = [line.split()[0] for line in done.stdout.splitlines() if line[0] != " "]
        self.assertEqual(names, ["angles", "matrix", "vector", "axis", "euler:zxz", "euler:zyz",
                                 "euler:zyx", "euler:xyz", "rpy", "quaternion", "rodrigues"])
        self.assertRegex(done.stdout, r"rpy +10 +20 +30\n")
        self.assertEqual(done.stdout, run("--from", "rpy", 10, 20, 30, "--deg", "--to", "all").stdout)

    # ---- singular cases

    def test_gimbal_lock_is_said(self):
        for pitch, sign in ((90, "-"), (-90, r"\+")):
            done = run("--from", "rpy", 10, pitch, 30, "--deg", "--to", "rpy")
            self.assertEqual(done.returncode, 0)
            self.assertRegex(done.stderr, f"gimbal lock: only yaw {sign} roll is determined")
            yaw = 20 if pitch > 0 else 40
            self.near([float(x) for x in done.stdout.split()], [0, pitch, yaw])

    def test_the_combination_that_is_said_is_the_one_that_counts(self):
        for sequence in SEQUENCES:
            for middle in (0, 180) if sequence[0] == sequence[2] else (90, -90):
                done = run("--deg", "--from", f"euler:{sequence}", 50, middle, 20, "--to",
                           f"euler:{sequence}")
                sign = 1 if "a1 + a3" in done.stderr else -1
                self.assertIn("gimbal lock", done.stderr)
                self.near([float(x) for x in done.stdout.split()], [50 + sign * 20, middle, 0], 1e-13)

    def test_half_turn(self):
        half = ["--from", "axis", 0, -1, 0, 180, "--deg"]
        self.refuse(*half, "--to", "rodrigues", says="half turn.*infinite", status=1)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "none")
            self.refuse(*half, "--to", "rodrigues", "-o", path, says="half turn.*infinite", status=1)
            self.assertFalse(path.exists())
        self.refuse(*half, "--omega", 1, 2, 3, "--to", "rodrigues", says="infinite", status=1)
        done = run(*half, "--to", "axis")
        self.assertIn("opposite axis", done.stderr)
        self.assertEqual(done.stdout, "0 1 0 180\n")
        self.assertIn("rodrigues   half turn", run(*half).stdout)

    def test_no_rotation(self):
        done = run("--from", "vector", 0, 0, 0, "--to", "axis")
        self.assertEqual(done.stdout, "0 0 1 0\n")
        self.assertIn("no axis", done.stderr)
        self.refuse("--from", "vector", 0, 0, 0, "--omega", 1, 0, 0, "--to", "axis",
                    says="rates are infinite", status=1)

    # ---- matrices that are off

    def test_nearest_matrix(self):
        for vector in VECTORS:
            done = run("--from", "matrix", *flat(vector["state"]["R_noisy"]), "--to", "matrix")
            nearest = vector["expected"]["best_orthonormal_of_R_noisy"]
            self.near([float(x) for x in done.stdout.split()], nearest)
            change = max(abs(a - b) for a, b in zip(flat(nearest), flat(vector["state"]["R_noisy"])))
            self.assertIn(f"differs at most by {change:.3g}", done.stderr)

    def test_a_good_matrix_is_taken_silently(self):
        done = run("--from", "matrix", 0, -1, 0, 1, 0, 0, 0, 0, 1, "--to", "matrix")
        self.assertEqual((done.stdout, done.stderr), ("0 -1 0\n1 0 0\n0 0 1\n", ""))

    # ---- bad input

    def test_bad_input(self):
        matrix = ["--from", "matrix"]
        self.refuse(*matrix, 1, 0, 0, 0, 1, 0, 0, 0, -1, says="determinant is -1")
        self.refuse(*matrix, 1, 0, 0, 0, 1, 0, 0, 0, 2, says="not a rotation")
        self.refuse(*matrix, *[0] * 9, says="not a rotation")
        self.refuse(*matrix, 1, 0, 0, says="matrix takes 9 values .*not 3")
        self.refuse("--from", "quaternion", 0, 0, 0, 0, says="length 0")
        self.refuse("--from", "axis", 0, 0, 0, 1, says="axis has length 0")
        self.refuse("--from", "rpy", 1, 2, says="takes 3 values .roll pitch yaw., not 2")
        self.refuse("--from", "rpy", 1, 2, 3, 4, says="not 4")
        self.refuse("--from", "rpy", 1, 2, "x", says="not a number: 'x'")
        for word in ("inf", "nan", "0x10", "1e999", "", "1,5", "--3"):
            self.refuse("--from", "rpy", 1, 2, word, says="not a number|not 2|unknown option")
        self.refuse("--from", "quaternoin", 1, 0, 0, 0, says="did you mean 'quaternion'")
        self.refuse("--from", "euler:zzx", 1, 2, 3, says="neighbours different")
        self.refuse("--from", "rpy:xyz", 1, 2, 3, says="no sequence")
        self.refuse("--from", "vector", "1.5e308", "1.5e308", "1.5e308", says="too long")

    def test_a_half_turn_is_positive(self):
        done = run("--from", "quaternion", 0, 0, 0, 1, "--to", "euler:zyz", "--deg")
        self.assertEqual(done.stdout, "180 0 0\n")

    def test_degrees_without_the_option_are_suspected(self):
        done = run("--from", "rpy", 90, 0, 0, "--to", "rpy")
        self.assertEqual(done.returncode, 0)
        self.assertIn("90 radians are more than two turns; --deg reads degrees", done.stderr)
        self.assertEqual(run("--from", "rpy", 90, 0, 0, "--deg", "--to", "rpy").stderr, "")
        self.assertEqual(run("--from", "matrix", 1, 0, 0, 0, 1, 0, 0, 0, 1, "--to", "rpy").stderr, "")

    def test_what_a_newcomer_types(self):
        self.refuse("--from", "rpy", "1,2,3", says="write them apart")
        self.refuse("--from", "rpy", "10 20 30", says="write them apart")
        self.refuse("--from", "matrix", "[[1,0,0],[0,1,0],[0,0,1]]", says="write them apart")
        self.refuse("--from", "rpy", "10deg", 0, 0, says="--deg is for all angles")
        self.refuse("--from", "rpy", "pi", 0, 0, says="names and pi are for --symbolic")
        self.refuse("--from", "rpy", 1, 2, 3, "--degs", says="did you mean '--deg'")
        self.refuse("--from", "rpy", 1, 2, 3, "--to", "rpy", "--to", "axis", says="--to is given twice")
        self.refuse("--from", "rpy", 1, 2, 3, "--as", "latex", says="--symbolic too")
        self.refuse("--from", "rpy", 1, 2, 3, "--axes", "body", says="--omega too")
        self.refuse("--from", "Euler:zyx", 1, 2, 3, says="did you mean 'euler'")

    def test_usage(self):
        good = ["--from", "rpy", 1, 2, 3]
        self.refuse(says="--from")
        self.refuse("--from", says="no representation")
        self.refuse("--to", "rpy", says="--from")
        self.refuse("--then", "rpy", 1, 2, 3, *good, says="--from")
        self.refuse(*good, *good, says="--then")
        self.refuse(*good, "--to", says="--to needs a value")
        self.refuse(*good, "--to", "rpz", says="did you mean 'rpy'")
        self.refuse(*good, "--omega", 1, 2, says="3 values")
        self.refuse(*good, "--axes", "moving", says="body fixed")
        self.refuse(*good, "--as", "json", says="text latex")
        self.refuse(*good, "--nonsense", says="unknown option")
        self.refuse(*good, "--to", "rpy", "-o", "/no/such/file", says="No such file")
        self.refuse(*good, *["--then", "rpy", 0, 0, 0] * 40, says="at most 32")
        self.assertEqual(run("--help").returncode, 0)

    # ---- symbols

    def test_symbols(self):
        done = run("--from", "euler:zyx", "a", "b", "c", "--to", "matrix", "--symbolic")
        self.assertIn("cos(a)*sin(b)*sin(c) - sin(a)*cos(c)", done.stdout)
        done = run("--from", "matrix", *(f"r{i}{j}" for i in "123" for j in "123"), "--to", "rpy",
                   "--symbolic")
        self.assertIn("pitch = atan2(-r31, sqrt(r11^2 + r21^2))", done.stdout)
        done = run("--from", "euler:zyx", "a", "b", "c", "--to", "euler:zyx", "--omega", "wx", "wy",
                   "wz", "--symbolic")
        self.assertIn("a2' = wy*cos(c) - wz*sin(c)", done.stdout)
        done = run("--from", "axis", 0, 0, -2, 30, "--deg", "--to", "matrix", "--symbolic")
        self.assertIn("[  sqrt(3)/2  1/2        0  ]", done.stdout)

    def test_symbolic_matrices_have_the_values_of_the_numbers(self):
        values = {"p": 0.3, "q": -0.8, "r": 1.7}
        names = {name: getattr(math, name) for name in ("sin", "cos", "tan", "sqrt", "atan2", "pi")}
        for form in ("vector", "rodrigues", "rpy", "euler:yzx", "euler:xzx"):
            for to in ("quaternion", "rodrigues", "euler:zyz", "vector"):
                done = run("--from", form, *values, "--to", to, "--symbolic")
                expected = numbers("--from", form, *values.values(), "--to", to)
                got, text = dict(names, **values), done.stdout.replace("\n   ", " ")
                lines = [line.split(" = ") for line in text.splitlines() if " = " in line]
                for name, formula in reversed(lines):  # what stands behind "where" first
                    got[name.strip()] = eval(formula.replace("^", "**"), {}, got)
                self.near([got[name.strip()] for name, _ in lines[:len(expected)]], expected, 1e-13)

    def test_symbols_in_latex(self):
        done = run("--from", "rpy", "a", "0", "0", "--to", "matrix", "--symbolic", "--as", "latex")
        self.assertTrue(done.stdout.startswith("\\begin{bmatrix}\n1 & 0 & 0 \\\\\n"), done.stdout)

    def test_bad_symbols(self):
        self.refuse("--from", "rpy", "a", "b", "c+1", "--to", "matrix", "--symbolic", says="'c.1'")
        self.refuse("--from", "rpy", "a", "b", "1e9999", "--to", "matrix", "--symbolic",
                    says="neither")
        self.refuse("--from", "rpy", "a", "b", "sin", "--to", "matrix", "--symbolic", says="'sin'")
        self.refuse("--from", "rpy", "a", "b", "c", "--symbolic", says="--to matrix")
        self.refuse("--from", "rpy", "a", "b", "c", "--to", "matrix", says="--symbolic")


if __name__ == "__main__":
    unittest.main()
