#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Whole equations of motion and the characteristic polynomial: do numbers of other quantities
satisfy them?"""
import json
import math
import os
import random
import re
import subprocess
import unittest

COMMAND = os.environ["BIELLE_COMMAND"]
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
NAME = re.compile(r"[^\W\d]\w*'*(?:\[[^\]]*\])?", re.UNICODE)
FUNCTIONS = {"sin": math.sin, "cos": math.cos, "tan": math.tan, "sqrt": math.sqrt, "abs": abs,
             "exp": math.exp, "atan": math.atan, "asin": math.asin, "acos": math.acos, "pi": math.pi,
             "sign": lambda x: (x > 0) - (x < 0)}


def run(*words, text=None):
    result = subprocess.run([COMMAND, *words], input=text, capture_output=True, text=True,
                            timeout=120, check=False)
    if result.returncode != 0:
        raise AssertionError(f"{words}: {result.stderr}")
    return result.stdout


def value(formula, values):
    """The number of a formula of the language."""
    def replace(match):
        name = match.group()
        return f"FUNCTIONS[{name!r}]" if name in FUNCTIONS else f"values[{name!r}]"
    return eval(NAME.sub(replace, formula).replace("^", "**"),  # pylint: disable=eval-used
                {"FUNCTIONS": FUNCTIONS, "values": values})


def with_definitions(model, values):
    for name, formula in model["definitions"].items():
        values[name] = value(formula, values)
    return values


class State:
    """A random state of a mechanism, closed where it has loops."""

    def __init__(self, path, seed):
        names = json.loads(run("model", path, "--what", "motion", "--as", "json"))["coordinates"]
        dice = random.Random(seed)
        number = lambda: round(dice.uniform(0.2, 1.2), 3)
        self.names = names
        self.given = {"q": {n: number() for n in names}, "qd": {n: number() for n in names},
                      "tau": {n: number() for n in names}}
        self.parameters = {}

    def values(self):
        values = dict(self.parameters, t=0.0)
        for n in self.names:
            values[n] = self.given["q"][n]
            values[n + "'"] = self.given["qd"][n]
            values[f"tau[{n}]"] = self.given["tau"][n]
        return values


def parameters_of(path):
    """Numbers for the parameters of a description without values."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    names = [n.strip() for line in re.findall(r"^param\s+([^=\n]*)$", text, re.M)
             for n in line.split(",")]
    return {n: 0.4 + 0.17 * i for i, n in enumerate(names)}


def evaluate(path, state, what):
    given = dict(state.given, params=state.parameters)
    return json.loads(run("eval", path, "--at", "-", "--what", what, text=json.dumps(given)))


class Motion(unittest.TestCase):
    def check(self, name, inputs=(), keeps_tau=False):
        path = os.path.join(ROOT, "tests", "textbook", name + ".bl")
        state = State(path, 7)
        state.parameters = parameters_of(path)
        state.given["inputs"] = {u: 0.3 for u in inputs}
        if not keeps_tau:
            state.given["tau"] = {n: 0.0 for n in state.names}
        model = json.loads(run("model", path, "--what", "motion", "--as", "json"))
        columns = model["columns"]["motion"]
        left = columns.index("-Qe") + 1
        numbers = evaluate(path, state, "qdd")
        values = state.values()
        values.update(state.given["inputs"])
        values.update({n + "''": a for n, a in zip(state.names, numbers["qdd"])})
        values = with_definitions(model, values)
        for row in model["motion"]:
            terms = [value(term, values) for term in row]
            scale = max(1.0, *map(abs, terms))
            self.assertAlmostEqual(sum(terms[:left]), sum(terms[left:]), delta=1e-11 * scale)

    def test_drives_are_on_the_right(self):
        self.check("cart_pole", inputs=("F",))
        text = run("model", os.path.join(ROOT, "tests", "textbook", "cart_pole.bl"))
        self.assertRegex(text, r"\n  x:   .*x''.*th''.*th'\^2 = F\n")
        self.assertRegex(text, r"\n  th:  .*th''.*x''.*g.* = 0\n")

    def test_springs_and_friction_are_on_the_left(self):
        self.check("spring_pendulum")
        self.check("coupled_carts")
        self.check("physical_pendulum", keeps_tau=True)

    def test_arms_without_motors_are_driven_by_tau(self):
        self.check("two_link_point_masses", keeps_tau=True)
        self.check("cylindrical_arm", keeps_tau=True)

    def test_multipliers_hold_the_constraints(self):
        """Accelerations and multipliers of the sleigh satisfy its equations."""
        path = os.path.join(ROOT, "examples", "chaplygin_sleigh", "chaplygin_sleigh.bl")
        model = json.loads(run("model", path, "--what", "motion,H,gamma_nh", "--as", "json"))
        state = State(path, 3)
        state.parameters = {"m": 1.3, "J": 0.7, "a": 0.4}
        th, v = state.given["q"]["theta"], 0.8
        state.given["qd"].update(x=v * math.cos(th), y=v * math.sin(th))
        state.given["tau"] = {n: 0.0 for n in state.names}
        numbers = evaluate(path, state, "qdd,lambda")
        values = state.values()
        values.update({n + "''": a for n, a in zip(state.names, numbers["qdd"])})
        multipliers = numbers["lambda"]
        multipliers = multipliers if isinstance(multipliers, list) else [multipliers]
        values.update({f"lambda[{k + 1}]": x for k, x in enumerate(multipliers)})
        values = with_definitions(model, values)
        left = model["columns"]["motion"].index("-Qe") + 1
        for row in model["motion"]:
            terms = [value(term, values) for term in row]
            self.assertAlmostEqual(sum(terms[:left]), sum(terms[left:]), delta=1e-11)
        self.assertGreater(abs(multipliers[0]), 0.1)

    def test_one_equation_alone(self):
        path = os.path.join(ROOT, "tests", "textbook", "furuta.bl")
        whole = run("model", path, "--what", "motion").splitlines()
        alone = run("model", path, "--what", "motion[2]").splitlines()
        self.assertEqual([line.split() for line in alone[-1:]], [line.split() for line in whole[-1:]])
        for key in ("motion[0]", "motion[3]", "motion[]"):
            with self.assertRaises(AssertionError):
                run("model", path, "--what", key)

    def test_it_is_no_program(self):
        path = os.path.join(ROOT, "tests", "textbook", "cart_pole.bl")
        result = subprocess.run([COMMAND, "count", path, "--what", "motion"], capture_output=True,
                                text=True, check=False)
        self.assertEqual(result.returncode, 2)
        self.assertIn("is for reading", result.stderr)


def determinant(a):
    """By elimination."""
    a, result = [row[:] for row in a], 1.0
    for k in range(len(a)):
        pivot = max(range(k, len(a)), key=lambda i: abs(a[i][k]))
        if a[pivot][k] == 0:
            return 0.0
        if pivot != k:
            a[k], a[pivot], result = a[pivot], a[k], -result
        result *= a[k][k]
        for i in range(k + 1, len(a)):
            factor = a[i][k] / a[k][k]
            a[i] = [x - factor * y for x, y in zip(a[i], a[k])]
    return result


class Polynomial(unittest.TestCase):
    def test_it_is_the_determinant(self):
        for name in ("cart_pole", "spring_pendulum", "coupled_carts", "watt_governor"):
            path = os.path.join(ROOT, "tests", "textbook", name + ".bl")
            state = State(path, 5)
            state.parameters = parameters_of(path)
            state.given["inputs"] = {"F": 0.3} if name == "cart_pole" else {}
            model = json.loads(run("model", path, "--what", "lin:poly", "--as", "json"))
            A = evaluate(path, state, "lin:A")["lin:A"]
            for s in (0.0, 0.7, -1.9):
                values = dict(state.values(), **state.given["inputs"], s=s)
                polynomial = sum(value(t, values) for t in model["lin:poly"][0])
                size = len(A)
                expected = determinant([[(s if i == j else 0.0) - A[i][j] for j in range(size)]
                                        for i in range(size)])
                self.assertAlmostEqual(polynomial, expected, delta=1e-9 * (1 + abs(expected)))

    def test_an_inverted_pendulum_at_rest(self):
        path = os.path.join(ROOT, "tests", "textbook", "cart_pole.bl")
        text = run("model", path, "--what", "lin:poly", "--about",
                   "th=0, th'=0, x'=0, F=0, tau[x]=0, tau[th]=0")
        self.assertIn("s^4 - g*(m/M + 1)*s^2/l = 0", text)


class Recursion(unittest.TestCase):
    def test_vectors_have_names(self):
        path = os.path.join(ROOT, "examples", "robot6", "robot6.bl")
        text = run("model", path, "--form", "recursive")
        for name in ("w3y", "U3xz", "V3x", "f4x", "n3y"):
            self.assertRegex(text, rf"(?m)^  {name} += ")
        self.assertIn("angular velocity of link 3", text)


class Explicit(unittest.TestCase):
    def test_no_names_where_they_are_not_wanted(self):
        path = os.path.join(ROOT, "examples", "rr", "rr.bl")
        chain = os.path.join(ROOT, "tests", "textbook", "planar_3r.bl")
        for file in (path, chain):
            text = run("model", file, "--what", "qdd", "--form", "explicit")
            self.assertNotIn("\nwhere\n", text)

    def test_a_listing_has_one_form(self):
        path = os.path.join(ROOT, "examples", "rr", "rr.bl")
        result = subprocess.run([COMMAND, "model", path, "--form", "explicit", "--as", "listing"],
                                capture_output=True, text=True, check=False)
        self.assertEqual(result.returncode, 2)
        self.assertIn("a listing is condensed", result.stderr)

    def test_rolling_without_names(self):
        path = os.path.join(ROOT, "examples", "chaplygin_sleigh", "chaplygin_sleigh.bl")
        text = run("model", path, "--what", "qdd")
        names = re.findall(r"^  (\w+) +=", text.partition("\nwhere\n")[2], re.M)
        self.assertLessEqual(set(names), {"v"})  # a speed of the description
        self.assertIn("/(J + m*a^2)", text)


if __name__ == "__main__":
    unittest.main()
