#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle model --about`: equations at an operating point, against `bielle eval` there.

Exits 77 (skipped) if the command has not been built.
"""
import json
import os
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
COMMAND = Path(os.environ.get("BIELLE_COMMAND", ROOT / "build" / "bielle"))
CART = ROOT / "tests" / "textbook" / "cart_pole.bl"
TOP = ROOT / "tests" / "textbook" / "spherical_pendulum.bl"
REST = "th=0, th'=0, x'=0, F=0, tau[x]=0, tau[th]=0"


def run(*words, text=None):
    return subprocess.run([str(COMMAND), *map(str, words)], input=text, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def model(*words):
    return json.loads(run("model", *words, "--as", "json").stdout)


class About(unittest.TestCase):
    def test_entries_are_exact_and_short(self):
        A = model(CART, "--what", "lin:A", "--about", REST)["lin:A"]
        self.assertEqual(A[2], ["0", "m*g/M", "0", "0"])
        self.assertEqual(A[3][1], "g*(m/M + 1)/l")

    def test_numbers_are_those_of_eval(self):
        values = {"M": 2.0, "m": 0.5, "l": 0.7, "g": 9.81}
        state = {"params": values, "q": {"x": 0.3, "th": 0.5235987755982988},
                 "qd": {"x": 1.5, "th": 0}, "tau": {"x": 0, "th": 0}, "inputs": {"F": 2}}
        wanted = json.loads(run("eval", CART, "--at", "-", "--what", "qdd",
                                text=json.dumps(state)).stdout)["qdd"]
        at = "th=30deg, th'=0, F=2, tau[x]=0, tau[th]=0"
        texts = model(CART, "--what", "qdd", "--about", at)["qdd"]
        for text, number in zip(texts, wanted):
            names = dict(values, sqrt=lambda x: x ** 0.5)
            got = eval(text.replace("^", "**"), {}, names)
            self.assertAlmostEqual(got, number, 12)

    def test_multiples_of_pi(self):
        rest = "th'=0, x'=0, F=0, tau[x]=0, tau[th]=0, th="
        for angle, degrees in (("pi", "180deg"), ("-pi/3", "-60deg"), ("3*pi/4", "135deg"),
                               ("0.5*pi", "90 deg")):
            one, other = (model(CART, "--what", "lin:A", "--about", rest + value)["lin:A"]
                          for value in (angle, degrees))
            self.assertEqual(one, other, angle)
        for value in ("pi/0", "pie", "2*", "*pi", "pi/x", "pi pi", "-", "0.5 pi", "3 kg"):
            self.assertEqual(run("model", CART, "--about", "th=" + value).returncode, 2, value)
        self.assertEqual(run("model", CART, "--about", "th=0, x=2, th=0").returncode, 0)
        self.assertIn("'th = 1' is given twice", run("model", CART, "--about", "th=0, x=2, th = 1").stderr)

    def test_the_page_says_where_it_holds(self):
        self.assertIn("at the operating point th=0", run("model", CART, "--about", "th=0").stdout)

    def test_what_makes_no_sense_is_refused(self):
        for file, list_, reason in ((CART, "thx=0", "names nothing"), (CART, "th", "requires a number"),
                                    (CART, "th=x", "requires a number"),
                                    (TOP, "th=0", "qdd[1] is not defined")):
            done = run("model", file, "--what", "qdd", "--about", list_)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(reason, done.stderr)


if __name__ == "__main__":
    if not COMMAND.exists():
        sys.exit(77)
    unittest.main()
