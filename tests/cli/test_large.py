#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bielle model of mechanisms whose equations nobody could read, and of single entries."""
import json
import os
import subprocess
import tempfile
import unittest

COMMAND = os.environ["BIELLE_COMMAND"]


def run(*words, text=None):
    return subprocess.run([COMMAND, *words], input=text, capture_output=True, text=True,
                          timeout=120, check=False)


def chain(joints):
    """An arm whose axes are turned against each other by odd angles: nothing merges."""
    lines = ["mechanism arm", "gravity [0, 0, -9.81]"]
    for i in range(1, joints + 1):
        parent = "ground" if i == 1 else f"j{i - 1} at [0.3, 0.1, 0.2] rotated RX({20 + i} deg)"
        lines.append(f"joint j{i} : revolute z (q{i}) from {parent}")
        lines.append(f"body b{i} on j{i} : mass {1 + 0.1 * i:.1f}, com [0.1, 0.02, 0.05], "
                     f"inertia diag(0.1, 0.2, 0.25)")
    return "\n".join(lines) + "\n"


class Large(unittest.TestCase):
    def test_a_long_chain_is_told_in_steps(self):
        result = run("model", "-", text=chain(9))
        self.assertEqual(result.returncode, 0, result.stderr)
        lines = result.stdout.splitlines()
        self.assertLess(len(lines), 2500)
        self.assertIn("sines and cosines", lines)
        for key in ("T", "M", "C", "G"):
            self.assertRegex(result.stderr, rf"(?m)^{key} is too long to read: some \de\+\d+ operations$")
        self.assertIn("--what 'M[1,2]'", result.stderr)

    def test_a_longer_one_is_told_by_its_sizes(self):
        result = run("model", "-", text=chain(40))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("M is too long to read", result.stdout)
        self.assertLess(len(result.stdout.splitlines()), 40)

    def test_checking_takes_time_as_the_description_grows(self):
        def seconds(joints):
            before = os.times().children_user
            self.assertEqual(run("check", "-", text=chain(joints)).returncode, 0)
            return os.times().children_user - before
        self.assertLess(seconds(8000), 8 * seconds(2000))  # four times the joints

    def test_long_rows_of_any_statement_take_time_in_proportion(self):
        statements = {
            "constraint": lambda i: f"constraint c{i} : q{i} - {i % 50 + 1}*q{i - 1} = 0",
            "speed": lambda i: f"speed s{i} = 2*q{i}'",
            "output": lambda i: f"output o{i} = velocity(j{i}) . [1, 0, 0]",
            "motion": lambda i: f"motion q{i} : sin(t)",
            "use": lambda i: f"use spring(j{i}, q{i}, {i}) as s{i}",
        }
        spring = "element spring(J, q, k) {\n torque f on J = -k*q\n energy U = k*q^2/2\n}\n"

        def seconds(count, statement):
            text = f"mechanism m\n{spring}joint j1 : prismatic x (q1) from ground\n" + "".join(
                f"joint j{i} : prismatic x (q{i}) from ground\n{statement(i)}\n"
                for i in range(2, count))
            before = os.times().children_user
            result = run("check", "-", text=text)
            self.assertEqual(result.returncode, 0, result.stderr)
            return os.times().children_user - before

        for kind, statement in statements.items():
            with self.subTest(kind):
                # what compared each with all others took 10 s and more
                self.assertLess(seconds(12000, statement), 10 * max(seconds(3000, statement), 0.2))

    def test_writing_takes_time_in_proportion(self):
        def seconds(count):
            text = "mechanism m\n" + "".join(
                f"joint j{i} : prismatic x (q{i}) from ground\nparam a{i} = {i}\n"
                f"let d{i} = a{i}*q{i} + q{i}^2\noutput o{i} = d{i}\n" for i in range(count))
            before = os.times().children_user
            result = run("convert", "-", "--to", "bl", text=text)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn(f"let d{count - 1} = ", result.stdout)
            return os.times().children_user - before
        # definitions that wait for coordinates were all looked at for each of them
        self.assertLess(seconds(12000), 8 * max(seconds(3000), 0.1))

    @unittest.skipIf("build-asan" in COMMAND, "sanitizers take memory of their own")
    def test_long_rows_of_any_statement_take_memory_in_proportion(self):
        joint = "joint j : prismatic x (q) from ground\n"
        # head, line, bytes for a line: what keeps a text until it is resolved takes twice as much
        kinds = {
            "force": (joint, lambda i: f"force f{i} at [0, {i}, 0] on j = [1, 0, {i}]", 500),
            "parameters": ("", lambda i: f"param a{i} = 1, b{i} = 2, c{i} = 3", 950),
            "definition": ("", lambda i: f"let a{i} = 2*sin(0.3*{i}) + cos(1.1)/3", 950),
            "table": ("", lambda i: f"table t{i} : (0, 0), (0.1, {i}), (0.2, 0)", 700),
            "state": (joint, lambda i: f"state s{i} = 0 : s{i}' = q' - {i}*s{i}", 750),
            "function": ("", lambda i: f"let f{i}(x) = {i}*x + sin(x)", 900),
            "point": (joint, lambda i: f"point p{i} at [{i}, 0, 1] on j", 450),
            "joint": ("", lambda i: f"joint j{i} : revolute z (q{i}) from ground at [{i}, 0, 0]",
                      1300),
            "repetition": ("", lambda i: f"for k in 1 .. 2 {{ let a{i}[k] = k*{i} }}", 650),
            "comment": ("", lambda i: f"# {i}", 100),
            "use": (joint, lambda i: f"use viscous(j, {i + 1} N.s/m) as v{i}", 850),
            "spring": (joint, lambda i: f"use spring([0, 0, {i % 9}] m on ground, j, {i % 7 + 1} N/m, 1 m) as v{i}",
                       1300),
            "call": ("let f(x) = 2*x + 1\n", lambda i: f"let a{i} = f({i})", 600),
        }

        def peak(count, head, line):
            with tempfile.NamedTemporaryFile("w", suffix=".bl") as file:
                file.write(f"mechanism m\n{head}" + "".join(f"{line(i)}\n" for i in range(count)))
                file.flush()
                with subprocess.Popen([COMMAND, "check", file.name], stdout=subprocess.DEVNULL,
                                      stderr=subprocess.PIPE) as process:
                    errors = process.stderr.read()
                    _, status, usage = os.wait4(process.pid, 0)
                    process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0, errors)
            return 1024 * usage.ru_maxrss

        for kind, (head, line, most) in kinds.items():
            with self.subTest(kind):
                few, many = 30000, 130000
                growth = (peak(many, head, line) - peak(few, head, line)) / (many - few)
                self.assertLess(growth, most)

    def test_of_many_warnings_a_hundred_are_shown_with_their_lines(self):
        bodies = 50000
        text = "mechanism m\n" + "".join(
            f"body b{i} on ground : mass 1 kg, box [30, 40, 20] mm\n" for i in range(bodies))
        result = run("check", "-", text=text)
        self.assertIn("\nstandard input:101:", result.stderr)
        self.assertNotIn("\nstandard input:102:", result.stderr)
        self.assertIn(f"{bodies} warnings (only the first 100 warnings of a kind are shown)",
                      result.stderr)

    def test_thousands_of_constraints(self):
        def gears(count):
            return "mechanism gears\n" + "".join(
                f"joint j{i} : revolute z (q{i}) from ground\n" for i in range(count + 1)) + "".join(
                f"constraint c{i} : q{i} = 2*q{i + 1}\n" for i in range(count))
        result = run("check", "-", text=gears(3000))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("mobility 1 = 3001 coordinates - 3000", result.stdout)
        self.assertIn("true mobility: not sought", result.stdout)
        result = run("analyze", "mobility", "-", text=gears(12000))
        self.assertEqual(result.returncode, 2)
        self.assertIn("12000 equations in 12001 coordinates are too many", result.stderr)

    def test_who_insists_gets_all(self):
        result = run("model", "-", "--form", "condensed", "--what", "V", text=chain(4))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("  V = ", result.stdout)

    def test_single_entries_have_the_values_of_the_whole(self):
        state = json.dumps({"q": {f"q{i}": 0.1 * i for i in range(1, 7)}})
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "arm.bl")
            with open(path, "w", encoding="utf-8") as file:
                file.write(chain(6))
            values = lambda what: json.loads(
                run("eval", path, "--at", "-", "--what", what, text=state).stdout)
            whole, parts = values("M,G"), values("M[5,6],G[2]")
        self.assertAlmostEqual(parts["M[5,6]"], whole["M"][4][5], delta=1e-12)
        self.assertAlmostEqual(parts["G[2]"], whole["G"][1], delta=1e-12)

    def test_entries_that_are_not_there(self):
        for key in ("M[7,1]", "M[1]", "G[1,2]", "M[0,1]", "M[1,2", "M[]"):
            result = run("model", "-", "--what", key, text=chain(3))
            self.assertEqual(result.returncode, 2, key)
            self.assertRegex(result.stderr, r"there is no '")


if __name__ == "__main__":
    unittest.main()
