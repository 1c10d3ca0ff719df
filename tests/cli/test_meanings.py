#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names that nobody gave say what they mean, in every medium; and it is true, in numbers.

Exits 77 (skipped) if the command has not been built.
"""
import json
import os
import random
import re
import subprocess
import sys
import unittest
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
COMMAND = Path(os.environ.get("BIELLE_COMMAND", ROOT / "build" / "bielle"))
sys.path.insert(0, str(ROOT / "tests" / "textbook"))
sys.dont_write_bytecode = True
from check import environment, value  # noqa: E402
from compare import parse  # noqa: E402


def run(*words, text=None):
    return subprocess.run([str(COMMAND), *map(str, words)], input=text, text=True, cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)


def page(file, *words):
    return json.loads(run("model", file, *words, "--as", "json").stdout)


def solve(A, b):
    """A x = b by elimination with pivots."""
    n = len(A)
    rows = [list(r) + [x] for r, x in zip(A, b)]
    for k in range(n):
        best = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[best] = rows[best], rows[k]
        for i in range(n):
            if i != k:
                f = rows[i][k] / rows[k][k]
                rows[i] = [x - f * y for x, y in zip(rows[i], rows[k])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


class Complete(unittest.TestCase):
    CASES = [("tests/textbook/scara.bl", ["--what", "qdd"]),
             ("examples/robot6/robot6.bl", ["--what", "M,G"]),
             ("examples/puma560/puma560.bl", ["--what", "qdd"]),
             ("examples/puma560/puma560.bl", ["--what", "qdd:articulated"]),
             ("examples/puma560/puma560.bl", ["--what", "lambda:wrist"]),
             ("examples/five_bar/five_bar.bl", ["--what", "qdd", "--constraints", "augmented"]),
             ("examples/five_bar/five_bar.bl", ["--what", "qdd", "--constraints", "partition"]),
             ("examples/five_bar/five_bar.bl", ["--what", "qdd", "--constraints", "projector"])]

    def test_every_name_has_a_meaning(self):
        for file, words in self.CASES:
            told = page(file, *words, "--form", "condensed")
            described = set(re.findall(r"[^\W\d]\w*", (ROOT / file).read_text(encoding="utf-8")))
            unknown = [n for n in told["definitions"] if n not in described | set(told.get("meanings", {}))]
            self.assertEqual(unknown, [], (file, words))
            self.assertGreater(len(told["meanings"]), 2, (file, words))

    def test_all_media_tell_the_same(self):
        file, words = "examples/robot6/robot6.bl", ("--what", "G")
        meanings = page(file, *words)["meanings"]
        self.assertEqual(meanings["VZ6"], "first moment along z of R6")
        text = run("model", file, *words).stdout
        for name, meaning in meanings.items():
            self.assertRegex(text, rf"(?m)^  {name} = .*\s+-- {meaning}$")
        latex = run("model", file, *words, "--as", "latex").stdout
        self.assertIn("$V_{Z6}$: first moment along z of R6", latex)
        html = ElementTree.fromstring(run("model", file, *words, "--as", "mathml").stdout)
        self.assertEqual([d.text for d in html.iter("dd")], list(meanings.values()))
        self.assertNotIn("--", run("model", file, *words, "--as", "listing").stdout)

    def test_lines_keep_to_the_width(self):
        for width in (60, 80, 100):
            text = run("model", "examples/robot6/robot6.bl", "--what", "M", "--width", width).stdout
            self.assertIn("-- inertia about x of R6", text)
            self.assertLessEqual(max(map(len, text.split("\n"))), width)


class Truth(unittest.TestCase):
    """Against the mass matrix and the accelerations of `bielle eval`."""

    def setUp(self):
        self.file = "tests/textbook/scara.bl"
        rng = random.Random(3)
        self.told = page(self.file, "--what", "qdd")
        text = (ROOT / self.file).read_text(encoding="utf-8")
        names = re.findall(r"[^\W\d]\w*", " ".join(re.findall(r"(?m)^param (.*)$", text)))
        self.q = self.told["coordinates"]
        draw = lambda keys: {k: rng.uniform(0.5, 1.5) for k in keys}
        self.state = {"params": draw(names), "q": draw(self.q), "qd": draw(self.q), "qdd": {},
                      "tau": draw(self.q), "inputs": {}, "t": 0}
        done = run("eval", self.file, "--at", "-", "--what", "M,h,G,qdd", text=json.dumps(self.state))
        self.numbers = json.loads(done.stdout)
        self.env = environment(self.state, self.told["definitions"])

    def number(self, name):
        return value(parse(name), self.env)

    def freed(self, meaning):
        """Numbers of the coordinates that are told to be free."""
        names = re.findall(r"when (.*) (?:is|are) free", meaning)
        return [self.q.index(n) for n in re.split(r", | and ", names[0])] if names else []

    def response(self, free, by):
        """Accelerations of free coordinates where coordinate `by` has a unit one and nothing acts."""
        M = self.numbers["M"]
        return solve([[M[i][j] for j in free] for i in free], [-M[i][by] for i in free])

    def test_inertia_that_is_felt(self):
        M, seen = self.numbers["M"], 0
        for name, meaning in self.told["meanings"].items():
            match = re.fullmatch(r"inertia that (\S+) feels.*", meaning)
            if not match:
                continue
            own, free = self.q.index(match.group(1)), self.freed(meaning)
            felt = M[own][own] + sum(M[own][j] * a for j, a in zip(free, self.response(free, own)))
            self.assertAlmostEqual(self.number(name), felt, 10, meaning)
            seen += 1
        self.assertGreater(seen, 1)

    def test_acceleration_of_a_free_one(self):
        seen = 0
        for name, meaning in self.told["meanings"].items():
            match = re.fullmatch(r"acceleration of free (\S+) against a unit one of (\S+)", meaning)
            if not match:
                continue
            own, by = (self.q.index(match.group(i)) for i in (1, 2))
            free = list(range(own, len(self.q)))
            self.assertAlmostEqual(self.number(name), -self.response(free, by)[0], 10, meaning)
            seen += 1
        self.assertGreater(seen, 0)

    def test_accelerations_and_efforts(self):
        M, seen = self.numbers["M"], 0
        b = [self.state["tau"][q] - h - g for q, h, g in zip(self.q, self.numbers["h"], self.numbers["G"])]
        for name, meaning in self.told["meanings"].items():
            match = re.fullmatch(r"(acceleration of|effort left to move) (\S+?)(?: when .*)?", meaning)
            if not match:
                continue
            own, free = self.q.index(match.group(2)), self.freed(meaning)
            alone = solve([[M[i][j] for j in free] for i in free], [b[i] for i in free]) if free else []
            left = b[own] - sum(M[own][j] * a for j, a in zip(free, alone))
            wanted = self.numbers["qdd"][own] if match.group(1).startswith("acc") else left
            self.assertAlmostEqual(self.number(name), wanted, 9, meaning)
            seen += 1
        self.assertGreater(seen, 3)


if __name__ == "__main__":
    if not COMMAND.exists():
        sys.exit(77)
    unittest.main()
