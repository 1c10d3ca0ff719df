#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One page in several media: lines keep to the width, names are defined, rates have dots."""
import json
import os
import re
import subprocess
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
FUNCTIONS = {"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "log", "abs", "sign",
             "min", "max", "if", "sqrt", "pi"}


def example(name):
    return ROOT / "examples" / name / f"{name}.bl"


def model(name, *words):
    done = subprocess.run([BIELLE, "model", str(example(name)), *words], capture_output=True,
                          encoding="utf-8", check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return done.stdout


def texts(value):
    """All strings of a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from texts(part)


class Definitions(unittest.TestCase):
    """Every name of a formula is a name of the description or defined on the page."""

    def test_json(self):
        for name, keys in [("puma560", ["M", "h", "G", "tau"]), ("five_bar", ["M", "G", "Phi"]),
                           ("stanford", ["M", "G"])]:
            page = json.loads(model(name, "--as", "json", "--what", ",".join(keys)))
            described = re.findall(r"[^\W\d]\w*", example(name).read_text(encoding="utf-8"))
            known = FUNCTIONS | set(described) | set(page["definitions"])
            formulas = texts([page["definitions"], *(page[key] for key in keys)])
            used = {word for formula in formulas
                    for word in re.findall(r"(?<![\w.])[^\W\d]\w*", formula)}
            self.assertEqual(used - known, set(), name)

    def test_text_tells_what_it_needs_and_no_more(self):
        page = model("puma560", "--compact", "--what", "M,G")
        body, _, definitions = page.partition("\nwhere\n")
        lines = re.findall(r"^  (\w+) = (.*(?:\n    .*)*)", definitions, re.M)
        told = [name for name, _ in lines]
        for i, (name, formula) in enumerate(lines):
            later = set(told[i + 1:])
            self.assertFalse(later & set(re.findall(r"\w+", formula)), name)
        for name in told:
            self.assertRegex("\n".join([body, *(f for _, f in lines)]), rf"\b{name}\b")


class Width(unittest.TestCase):
    def test_lines_keep_to_it(self):
        for width in (60, 100, 200):
            for line in model("rrp", "--what", "M,C,G", "--width", str(width)).splitlines():
                self.assertLessEqual(len(line), width, line)
        narrow, wide = (model("rr", "--what", "M", "--width", w) for w in ("60", "200"))
        self.assertGreater(narrow.count("\n"), wide.count("\n"))
        self.assertEqual(narrow.split(), wide.split())

    def test_what_is_no_width(self):
        for word in ("0", "-3", "wide", "19", "1000000"):
            done = subprocess.run([BIELLE, "model", str(example("rr")), f"--width={word}"],
                                  capture_output=True, encoding="utf-8", check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn("number of columns from 20", done.stderr)


class Latex(unittest.TestCase):
    def test_symbols(self):
        page = model("rr", "--as", "latex", "--what", "qdd")
        self.assertIn(r"\ddot{q}_{1} &= ", page)
        self.assertNotIn("qdd}", page)
        self.assertIn(r"\dot{\mathit{th}}_{1}", model("slider_crank_relative", "--as", "latex", "--what", "T"))


if __name__ == "__main__":
    unittest.main()
