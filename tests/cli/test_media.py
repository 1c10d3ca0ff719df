#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One page in several media: lines keep to the width, names are defined, rates have dots."""
import fcntl
import json
import math
import os
import pty
import re
import struct
import subprocess
import tempfile
import termios
import unittest
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
FUNCTIONS = {"sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "log", "abs", "sign",
             "min", "max", "if", "sqrt", "pi", "sinh", "cosh", "tanh", "floor"}


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
            owners = [name.split(".")[0] for name in page["coordinates"]]  # arm1.q
            known = {*FUNCTIONS, "tau", *described, *owners, *page["coordinates"],
                     *page["definitions"]}
            formulas = texts([page["definitions"], *(page[key] for key in keys)])
            used = {word for formula in formulas
                    for word in re.findall(r"(?<![\w.])[^\W\d]\w*", formula)}
            self.assertEqual(used - known, set(), name)

    def test_text_tells_what_it_needs_and_no_more(self):
        page = model("puma560", "--compact", "--what", "M,G")
        body, _, definitions = page.partition("\nwhere\n")
        lines = re.findall(r"^  (\w+) += (.*(?:\n    .*)*)", definitions, re.M)
        told = [name for name, _ in lines]
        for i, (name, formula) in enumerate(lines):
            later = set(told[i + 1:])
            self.assertFalse(later & set(re.findall(r"\w+", formula)), name)
        for name in told:
            self.assertRegex("\n".join([body, *(f for _, f in lines)]), rf"\b{name}\b")


FUNCTIONS_OF_TREES = {
    "+": lambda *terms: math.fsum(terms),
    "*": lambda *factors: math.prod(factors),
    "^": lambda base, exponent: base ** exponent,
    "if": lambda condition, yes, no: yes if condition != 0 else no,
    "<": lambda a, b: float(a < b), "<=": lambda a, b: float(a <= b),
    "==": lambda a, b: float(a == b), "!=": lambda a, b: float(a != b),
    "sign": lambda x: float((x > 0) - (x < 0)), "abs": abs, "min": min, "max": max,
    **{name: getattr(math, name)
       for name in ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "log", "sqrt",
                    "sinh", "cosh", "tanh", "floor")},
}
NUMBER = re.compile(r"-?\d+(/\d+)?$")


def names_of_tree(tree):
    """The names in a tree of --as json; its numbers are exact."""
    if isinstance(tree, str):
        return set() if NUMBER.match(tree) or tree == "pi" else {tree}
    return set().union(*(names_of_tree(part) for part in tree[1:]))


def value_of_tree(tree, values):
    if isinstance(tree, list):
        return FUNCTIONS_OF_TREES[tree[0]](*(value_of_tree(part, values) for part in tree[1:]))
    if NUMBER.match(tree):
        return float(Fraction(tree))
    return math.pi if tree == "pi" else values[tree]


def flat(value):
    return [entry for item in value for entry in flat(item)] if isinstance(value, list) else [value]


def entries_of(value, trees):
    """The trees of a quantity, in the shape of its numbers."""
    if not isinstance(value, list):
        return [trees]
    return [entry for item, tree in zip(value, trees, strict=True)
            for entry in entries_of(item, tree)]


def evaluate(name, keys, state, *words):
    done = subprocess.run([BIELLE, "eval", "--open", str(example(name)), "--at", "-", "--what", keys, *words],
                          input=json.dumps(state), capture_output=True, encoding="utf-8",
                          check=False)
    return done, json.loads(done.stdout) if done.returncode == 0 else None


class Trees(unittest.TestCase):
    """The exact trees of JSON alone give the numbers of `bielle eval`."""
    CASES = [("rr", "M,C,G,qdd,T"), ("rrp", "M,h,G"), ("puma560", "M,G"), ("stanford", "M,G"),
             ("four_bar", "Phi,Phi_q,gamma"), ("screw_press", "Phi,gamma"),
             ("andrews_squeezer", "Qe,M"), ("robot6", "constants,A,B,Cc,Q"), ("delta", "Phi,M"),
             ("watt_governor", "M,G"), ("khalil_tree", "tau")]

    def state_of(self, name, keys, page, words):
        """Some state, and the values of its names; parameters of the description as they are."""
        given = {"q": {}, "qd": {}, "qdd": {}, "tau": {}, "t": 0.3}
        values = {"t": 0.3}
        for k, coordinate in enumerate(page["coordinates"]):
            for key, form, number in (("q", "{}", 0.4 + 0.21 * k), ("qd", "{}'", 0.9 - 0.3 * k),
                                      ("qdd", "{}''", 0.2 + 0.5 * k), ("tau", "tau[{}]", 1.5 - k)):
                given[key][coordinate] = values[form.format(coordinate)] = number
        trees = [page["tree"]["definitions"], *(page["tree"][key] for key in keys.split(","))]
        used = set().union(*(names_of_tree(tree) for part in trees for tree in
                             (part.values() if isinstance(part, dict) else self.leaves(part))))
        parameters = sorted(used - set(values) - set(page["definitions"]))
        given["params"] = {name: 0.3 + 0.07 * k for k, name in enumerate(parameters)}
        values.update(given["params"])
        done, _ = evaluate(name, keys, given, *words)
        for parameter in re.findall(r'"(\w+)": \.\.', done.stderr):
            given["params"][parameter] = 0.5
        return given, values

    @staticmethod
    def leaves(part):
        """The trees of a quantity: lists of trees or of rows; the first of a tree is a word."""
        if isinstance(part, str) or str(part[0]) in FUNCTIONS_OF_TREES:
            return [part]
        return [tree for item in part for tree in Trees.leaves(item)]

    def check(self, name, keys, *words):
        page = json.loads(model(name, "--as", "json", "--what", keys, *words))
        given, values = self.state_of(name, keys, page, words)
        for defined, tree in page["tree"]["definitions"].items():
            # behind those that it needs, so none goes round in a circle
            self.assertLessEqual(names_of_tree(tree), set(values), f"{name} {defined}")
            values[defined] = value_of_tree(tree, values)
        done, numbers = evaluate(name, keys, given, *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        for key in keys.split(","):
            trees = entries_of(numbers[key], page["tree"][key])
            largest = max(1.0, *map(abs, flat(numbers[key])), 1.0)
            for tree, number in zip(trees, flat(numbers[key]), strict=True):
                self.assertLessEqual(names_of_tree(tree), set(values))
                self.assertAlmostEqual(value_of_tree(tree, values) / largest, number / largest, 10,
                                       f"{name} {key}")
            for way in ("latex", "mathml"):
                self.assertEqual(len(entries_of(numbers[key], page[way][key])), len(trees))

    def test_values(self):
        for name, keys in self.CASES:
            with self.subTest(name):
                self.check(name, keys, *(["--method", "lagrange"] if "Cc" in keys else []))

    def test_steps(self):
        page = json.loads(model("rr", "--as", "json", "--form", "recursive", "--what", "tau"))
        values = {name: 0.3 + 0.1 * k for k, name in enumerate(
            ["m1", "m2", "L1", "LG1", "LG2", "I1z", "I2z", "g", "θ1", "θ2", "θ1'", "θ2'", "θ1''",
             "θ2''"])}
        for step in page["steps"]:
            values[step["name"]] = value_of_tree(step["tree"], values)
            ElementTree.fromstring(step["mathml"])
        for tree, text in zip(page["tree"]["tau"], page["tau"], strict=True):
            spelt = re.sub(r"(θ\d)('+)", lambda m: m[1] + "d" * len(m[2]), text).replace("^", "**")
            known = {re.sub("'", "d", key): value for key, value in values.items()}
            self.assertAlmostEqual(value_of_tree(tree, values),
                                   eval(spelt, {**FUNCTION_NAMES}, known), 12)

    def test_strings_for_pages(self):
        page = json.loads(model("rr", "--as", "json", "--what", "M,qdd"))
        for string in texts([page["mathml"]["qdd"], page["mathml"]["M"]]):
            self.assertEqual(ElementTree.fromstring(string).tag, "math")
        self.assertIn(r"\cos \theta_{2}", page["latex"]["M"][0][1])


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
        inertia = "\n  th:  m*l^2*th'' + m*g*l*cos(th)"
        damped = self.page("torque friction on th = -c*th' - k*th\n")
        self.assertIn(inertia + " + k*th + c*th' = tau[th]\n", damped)
        driven = self.page("input u\ntorque drive on th = u\n")
        self.assertIn(inertia + " = u\n", driven)
        self.assertIn(inertia + " = tau[th]\n", self.page(""))


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


class Terminal(unittest.TestCase):
    """Signs below each other; colours for those who look at it and for nobody else."""
    SEQUENCE = re.compile("\033\\[[0-9]+m")

    def test_signs_stand_below_each_other(self):
        lines = [line for line in model("rr", "--what", "M").splitlines() if line.startswith("  M")]
        self.assertEqual(len(lines), 3)
        self.assertEqual({line.rindex(" = ") for line in lines}, {17})

    def test_no_line_is_lost_by_it(self):
        for width in (50, 60, 70, 80, 120):
            page = model("rr", "--what", "M", "--width", str(width))
            bare = re.sub(" +=", " =", page)
            self.assertLessEqual(max(map(len, page.splitlines()[4:])), width)
            longest = max(len(line) for line in bare.splitlines() if line.startswith("  M"))
            if longest + 9 <= width and page.count("\n") == 7:
                self.assertNotEqual(page, bare)

    def test_labels_that_differ_much_stay_as_they_are(self):
        page = model("screw_press", "--what", "Phi", "--width", "100")
        self.assertIn("  Phi[thread: advance along x] = ", page)
        self.assertIn("  Phi[hinge: x] = ", page)

    def shown(self, *words, **environment):
        """What a terminal of 100 columns gets."""
        main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 100, 0, 0))
        kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
        done = subprocess.Popen([BIELLE, "model", str(example("delta")), "--what", "M", *words],
                                stdout=other, env={**kept, **environment})
        os.close(other)
        text = b""
        while True:
            try:
                part = os.read(main, 65536)
            except OSError:
                break
            if not part:
                break
            text += part
        os.close(main)
        self.assertEqual(done.wait(), 0)
        return text.decode().replace("\r\n", "\n")

    def test_colour_is_for_terminals(self):
        plain = model("delta", "--what", "M")
        self.assertNotRegex(plain, self.SEQUENCE)
        shown = self.shown(TERM="xterm")
        self.assertIn("\033[1mM: mass matrix, symmetric\033[22m\n", shown)
        self.assertEqual(self.SEQUENCE.sub("", shown), plain)  # lines are as long as they look
        for environment in ({"TERM": "dumb"}, {"TERM": ""}, {"TERM": "xterm", "NO_COLOR": "1"}):
            self.assertEqual(self.shown(**environment), plain)
        self.assertEqual(self.shown("--color", "never", TERM="xterm"), plain)
        self.assertEqual(model("delta", "--what", "M", "--color", "always"), shown)
        self.assertNotRegex(model("rr", "--as", "latex", "--color", "always"), self.SEQUENCE)

    def test_a_file_has_none(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "page.txt"
            self.assertEqual(self.shown("-o", str(file), TERM="xterm"), "")
            self.assertNotRegex(file.read_text(encoding="utf-8"), self.SEQUENCE)

    def test_names_and_numbers(self):
        page = model("puma560", "--compact", "--what", "G", "--color=always")
        self.assertRegex(page, "\033\\[35m[0-9.]+\033\\[39m\\*")
        self.assertIn("^2", model("rr", "--what", "M", "--color=always"))

    def test_what_is_no_choice(self):
        done = subprocess.run([BIELLE, "model", str(example("rr")), "--color=blue"],
                              capture_output=True, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn("auto always never", done.stderr)


class Numbers(unittest.TestCase):
    """Decimals stay decimals, and people are spared the digits that programs get."""
    ARM = """mechanism arm
gravity [0, 0, -9.81] m/s^2
joint a : revolute x (q) from ground
joint b : revolute y (p) from a
body rod on a : mass 0.26703 kg, com [0, 2.1727e-3, 0.036012] m, inertia diag(4.0827e-4, 1e-4, 2e-4)
body bar on b : mass 4.25 kg, com [0.0123457, 0, 0.100883] m
"""

    def page(self, *words):
        done = subprocess.run([BIELLE, "model", "-", *words], input=self.ARM, capture_output=True,
                              encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_long_decimals(self):
        for words in ([], ["--as", "latex"], ["--as", "mathml"]):
            page = self.page("--what", "M,V", *words)
            for number in re.findall(r"\d*\.\d+", page):
                self.assertLessEqual(len(number.replace(".", "").lstrip("0")), 12, number)
        longest = max(re.findall(r"\d*\.\d+", self.page("--what", "M", "--as", "json")), key=len)
        self.assertGreater(len(longest.replace(".", "").lstrip("0")), 12)

    def test_no_large_integers(self):
        for words in (["--what", "qdd,lin:A"], ["--what", "M,C,G"]):
            page = self.page(*words)
            self.assertEqual(re.findall(r"(?<![\d.])\d{5,}(?![\d.])", page), [], page)
        self.assertIn("4.25", subprocess.run([BIELLE, "check", "-"], input=self.ARM, check=True,
                                             capture_output=True, encoding="utf-8").stdout)


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
