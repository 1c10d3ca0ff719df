#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One page in several media: lines keep to the width, names are defined, rates have dots."""
import json
import math
import os
import re
import subprocess
import unittest
from pathlib import Path
from xml.etree import ElementTree

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
                           ("stanford", ["M", "G"]), ("delta", ["qdd"])]:
            page = json.loads(model(name, "--as", "json", "--what", ",".join(keys)))
            described = re.findall(r"[^\W\d]\w*", example(name).read_text(encoding="utf-8"))
            known = {*FUNCTIONS, "tau", *described, *page["coordinates"], *page["definitions"]}
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


class WholeEquations(unittest.TestCase):
    """What acts belongs to the equations that are printed if nothing is asked for."""
    ARM = """mechanism arm
param m, l, k, c, g
gravity [0, -g, 0]
joint pin : revolute z (th) from ground
body rod on pin : mass m, com [l, 0, 0]
"""

    def page(self, acting):
        done = subprocess.run([BIELLE, "model", "-"], input=self.ARM + acting,
                              capture_output=True, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_forces_and_drives(self):
        damped = self.page("torque friction on th = -c*th' - k*th\n")
        self.assertIn("\n  Qe = -k*th - c*th'\n", damped)
        self.assertNotIn("Qu:", damped)
        driven = self.page("input u\ntorque drive on th = u\n")
        self.assertIn("\n  Qu = u\n", driven)
        self.assertNotIn("Qe:", driven)
        self.assertNotIn("Q", self.page("").partition("T: ")[2])


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


FUNCTION_NAMES = {"sin": math.sin, "cos": math.cos, "tan": math.tan, "sqrt": math.sqrt}
SIGNS = {"\u2062": "*", "\u2212": "-", "\u2061": ""}


def name_of(element):
    """The name of a symbol, its subscript without commas."""
    return "".join(element.itertext()).replace("\u02d9", "_dot").replace(",", "_")


def python_of(element):
    """An element of MathML in Python; `power` raises what a function returns."""
    parts = [list(child) for child in element]
    if element.tag == "mfrac":
        return f"(({row_of(parts[0])})/({row_of(parts[1])}))"
    if element.tag == "msup":
        base, exponent = row_of(parts[0]), row_of(parts[1])
        return f"power({base}, {exponent})" if base in FUNCTION_NAMES else f"({base})**({exponent})"
    if element.tag == "msqrt":
        return f"sqrt({row_of(list(element))})"
    if element.tag == "mrow":
        return f"({row_of(list(element))})"
    if element.tag in {"msub", "mover"}:
        return name_of(element)
    return SIGNS.get(element.text, element.text)


def row_of(elements):
    """The elements of a row; an invisible application has brackets in Python."""
    written, is_applied = [], False
    for element in elements:
        text = python_of(element)
        written.append(f"({text})" if is_applied else text)
        is_applied = element.text == "\u2061"
    return "".join(written)


class MathML(unittest.TestCase):
    CHILDREN = {"mfrac": 2, "msub": 2, "msup": 2, "mover": 2}

    def test_is_well_formed(self):
        for name in ("rr", "five_bar", "screw_press", "puma560"):
            for words in ([], ["--compact"], ["--form", "recursive"]):
                page = ElementTree.fromstring(model(name, "--as", "mathml", *words))
                for element in page.iter():
                    self.assertEqual(len(element), self.CHILDREN.get(element.tag, len(element)))

    def test_has_the_values_of_the_model(self):
        """The MathML of M, C and G of the planar arm, read as mathematics."""
        values = {"m1": 1.3, "m2": 0.8, "l1": 0.9, "l2": 0.6, "j1": 0.11, "j2": 0.07, "g": 9.81}
        state = {"params": values, "q": {"t1": 0.3, "t2": -0.8}, "qd": {"t1": 1.5, "t2": 0.7}}
        done = subprocess.run([BIELLE, "eval", str(example("planar_2dof")), "--what", "M,C,G",
                               "--at", "-"], input=json.dumps(state), capture_output=True,
                              encoding="utf-8", check=True)
        expected = json.loads(done.stdout)
        names = {**FUNCTION_NAMES, "power": lambda f, n: lambda x: f(x) ** n,
                 **values, "t1": 0.3, "t2": -0.8, "t_dot1": 1.5, "t_dot2": 0.7}
        page = ElementTree.fromstring(model("planar_2dof", "--as", "mathml", "--what", "M,C,G"))
        seen = 0
        for row in page.iter("mtr"):
            cells = list(row)
            if len(cells) != 3:
                continue
            place = re.match(r"([A-Z])(\d)_?(\d?)", name_of(cells[0][0]))
            entry = expected[place[1]][int(place[2]) - 1]
            entry = entry[int(place[3]) - 1] if place[3] else entry
            self.assertAlmostEqual(eval(row_of(list(cells[2])), {}, names), entry, 12)
            seen += 1
        self.assertEqual(seen, 5)
        cells = [cell for row in page.iter("mtr") if len(row) == 2 for cell in row]
        flat = [value for row in expected["C"] for value in row]
        for cell, value in zip(cells, flat, strict=True):
            self.assertAlmostEqual(eval(row_of(list(cell)), {}, names), value, 12)


if __name__ == "__main__":
    unittest.main()
