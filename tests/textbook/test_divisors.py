#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Forms that are shortened by Phi = 0 have a value wherever the mechanism is regular.

Random gear trains, racks, planetary gears, wheels, four-bars, slider-cranks and universal joints, and the
linkages of the books: each printed form is compared with `bielle eval`, which computes with the expressions that
are not shortened, at closed states. For each divisor of a form, closed states are sought where it is zero: there
`bielle eval` must find no value. Constant ratios hold no coordinate, and have a value where all are zero.
States are closed here, by Newton's method over the printed Phi. Exits 77 (skipped) if the command has not been built.
"""
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
COMMAND = Path(os.environ.get("BIELLE_COMMAND", ROOT / "build" / "bielle"))
FOLDER = ROOT / "tests" / "textbook"
sys.path.insert(0, str(FOLDER))
from check import value  # noqa: E402
from compare import cases, parse, symbols  # noqa: E402

KEYS = ["N", "M_in", "h_in", "G_in", "tau_in", "qdd"]


def bielle(*words, text=None):
    return subprocess.run([str(COMMAND), *map(str, words)], input=text, capture_output=True, encoding="utf-8",
                          timeout=120, check=False)


# ---- closed states

def least_step(J, r):
    """J^T (J J^T)^-1 r; None: singular."""
    m, n = len(J), len(J[0])
    rows = [[sum(a * b for a, b in zip(J[i], J[j])) for j in range(m)] + [r[i]] for i in range(m)]
    for c in range(m):
        p = max(range(c, m), key=lambda i: abs(rows[i][c]))
        rows[c], rows[p] = rows[p], rows[c]
        if abs(rows[c][c]) < 1e-5:
            return None
        for i in range(m):
            if i != c:
                f = rows[i][c] / rows[c][c]
                rows[i] = [a - f * b for a, b in zip(rows[i], rows[c])]
    y = [rows[i][m] / rows[i][i] for i in range(m)]
    return [sum(J[i][k] * y[i] for i in range(m)) for k in range(n)]


def derivative(trees, name, env):
    h = 1e-6
    after = [value(t, {**env, name: env[name] + h}) for t in trees]
    before = [value(t, {**env, name: env[name] - h}) for t in trees]
    return [(a - b) / (2 * h) for a, b in zip(after, before)]


def solve(trees, names, env):
    """The environment with other values of `names`, so that all trees are zero; None: not found, or only to few
    digits, as double roots are."""
    env = dict(env)
    try:
        for _ in range(60):
            r = [value(t, env) for t in trees]
            if max(map(abs, r)) < 1e-14:
                return env
            columns = [derivative(trees, n, env) for n in names]
            step = least_step([list(row) for row in zip(*columns)], r)
            if step is None:
                return None
            for n, x in zip(names, step):
                env[n] -= max(-0.5, min(0.5, x))
        return env if max(abs(value(t, env)) for t in trees) < 1e-12 else None
    except (ArithmeticError, ValueError):
        return None


# ---- divisors

def factors(t):
    """Of a divisor; the tangent is zero with its sine."""
    if t[0] == "*":
        yield from factors(t[1])
        yield from factors(t[2])
    elif t[0] == "neg" or (t[0] == "^" and t[2][0] == "num"):
        yield from factors(t[1])
    elif t[0] == "call" and t[1] == "tan":
        yield ("call", "sin", t[2])
    elif t[0] != "num":
        yield t


def divisors(t, definitions, is_above=True):
    if t[0] == "sym":
        if t[1] in definitions:
            yield from divisors(definitions[t[1]], definitions)
        return
    if t[0] == "/":
        yield from factors(t[2])
    if t[0] == "^" and t[2][0] == "neg":
        yield from factors(t[1])
    if t[0] == "call" and t[1] == "tan" and is_above:
        yield ("call", "cos", t[2])
    for i, part in enumerate(t[1:]):
        if isinstance(part, tuple):
            is_in_product = t[0] in ("*", "neg", "^", "/")
            yield from divisors(part, definitions, is_above != (t[0] == "/" and i == 1) if is_in_product else True)


def free_symbols(t, definitions):
    return set().union(*(free_symbols(definitions[s], definitions) if s in definitions else {s} for s in symbols(t)))


def entries(numbers):
    if isinstance(numbers, list):
        for part in numbers:
            yield from entries(part)
    else:
        yield numbers


# ---- mechanisms

class Printed:
    """What `bielle model` prints of one mechanism."""

    def __init__(self, path, options, parameters, ranges=None):
        self.path, self.options, self.parameters = path, list(options), parameters
        self.ranges = ranges or {}
        self.definitions, self.coordinates = {}, []
        self.closure = [parse(e) for e in self.read("Phi", [])]

    def read(self, key, options):
        done = bielle("model", self.path, "--what", key, "--as", "json", *options)
        answer = json.loads(done.stdout) if done.returncode == 0 else {}
        self.coordinates = answer.get("coordinates", self.coordinates)
        self.independent = answer.get("columns" if key == "N" else "rows", {}).get(key)
        self.definitions.update({n: parse(t) for n, t in answer.get("definitions", {}).items()})
        return [str(e) for e in entries(answer.get(key, []))]

    def form(self, key):
        return [(text, parse(text)) for text in self.read(key, self.options)]

    def draw(self, rng):
        env = {"t": 0, "pi": math.pi, **self.definitions}
        for p in self.parameters:
            env[p] = rng.uniform(*self.ranges.get(p, [0.5, 1.5]))
        for q in self.coordinates:
            env[q] = rng.uniform(-1.5, 1.5)
            env[q + "'"] = rng.uniform(-1, 1)
            env[f"tau[{q}]"] = rng.uniform(-1, 1)
        return env

    def eval(self, key, env, inputs=()):
        state = {"params": {p: env[p] for p in self.parameters}, "q": {q: env[q] for q in self.coordinates},
                 "qd": {q: env[q + "'"] for q in self.coordinates},
                 "tau": {q: env[f"tau[{q}]"] for q in self.coordinates}, "inputs": {u: env[u] for u in inputs}}
        done = bielle("eval", self.path, "--open", "--at", "-", "--what", key, *self.options, text=json.dumps(state))
        answer = json.loads(done.stdout) if done.returncode == 0 else None
        if answer is None or answer.get("independent", self.independent) != self.independent:
            return None
        return list(entries(answer[key]))


class Divisors(unittest.TestCase):
    def inputs(self, printed, tree):
        known = set(printed.coordinates) | set(printed.parameters) | {"t", "pi"}
        return [s for s in free_symbols(tree, printed.definitions) if s not in known and "'" not in s and "[" not in s]

    def compare_values(self, printed, key, form, env):
        inputs = sorted(set().union(*(self.inputs(printed, tree) for _, tree in form)))
        env.update({u: 0.7 for u in inputs})
        true = printed.eval(key, env, inputs)
        if true is None:
            return False
        size = max(1, *map(abs, true))
        for (text, tree), number in zip(form, true):
            self.assertAlmostEqual(value(tree, env), number, delta=1e-9 * size, msg=f"{key}: {text}")
        return True

    def seek_zeros(self, printed, key, form, rng, trials):
        """Of each divisor."""
        found = {d: text for text, tree in form for d in divisors(tree, printed.definitions)}
        for divisor, text in found.items():
            if not free_symbols(divisor, printed.definitions) & set(printed.coordinates):
                continue
            inputs = self.inputs(printed, divisor)
            for trial in range(trials):
                env = printed.draw(rng)
                env.update({u: 0.7 for u in inputs})
                for q in printed.coordinates if trial % 2 else ():
                    env[q] = rng.choice([0, 0, math.pi / 2, env[q]])
                zero = solve([*printed.closure, divisor], printed.coordinates, env)
                if zero is None:
                    continue
                state = {q: round(zero[q], 6) for q in printed.coordinates}
                number = printed.eval(key, zero, inputs)
                self.assertIsNone(number, f"{printed.path} {key}: {text} is divided by zero at {state}")

    def examine(self, printed, rng, states=2, trials=4, keys=KEYS):
        compared = 0
        for key in keys:
            form = printed.form(key)
            for _ in range(states if form else 0):
                env = solve(printed.closure, printed.coordinates, printed.draw(rng))
                compared += env is not None and self.compare_values(printed, key, form, env)
            self.seek_zeros(printed, key, form, rng, trials)
        return compared

    # ---- random mechanisms

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "drawn.bl"

    def print(self, lines, parameters, options):
        text = "\n".join(["mechanism drawn", f"param {', '.join(parameters)}", *lines, ""])
        self.path.write_text(text, encoding="utf-8")
        done = bielle("check", self.path)
        self.assertEqual(done.returncode, 0, text + done.stderr)
        return Printed(self.path, options, parameters)

    def constant_ratio(self, printed, rng):
        """N holds no coordinates, and everything has a value where all of them are zero."""
        for text, tree in printed.form("N"):
            self.assertFalse(free_symbols(tree, printed.definitions) & set(printed.coordinates), text)
        for key in KEYS:
            env = printed.draw(rng)
            env.update({q: 0 for q in printed.coordinates})
            self.assertTrue(self.compare_values(printed, key, printed.form(key), env), key)
        about = ",".join(f"{q}=0" for q in printed.coordinates)
        done = bielle("model", self.path, "--what", "qdd", "--about", about)
        self.assertEqual(done.returncode, 0, done.stderr)

    def spelt(self, rng, terms):
        """Terms that add up to zero, some on the right side of the equation."""
        left = terms if rng.random() < 0.5 else terms[:1]
        right = ["-(" + t + ")" for t in terms if t not in left]
        return "+".join(left) + " = " + (" ".join(right) or "0")

    def test_gear_trains(self):
        for seed in range(6):
            rng = random.Random(f"train {seed}")
            count = rng.randint(2, 4)
            wheels = range(1, count + 1)
            parameters = [f"z{i}" for i in wheels] + [f"J{i}" for i in wheels]
            lines = []
            for i in wheels:
                lines += [f"joint w{i} : revolute z (q{i}) from ground",
                          f"body b{i} on w{i} : mass 0, inertia diag(0, 0, J{i})"]
            for i in range(2, count + 1):
                k = rng.randint(1, i - 1)
                lines.append(f"constraint m{i} : " + self.spelt(rng, [f"z{k}*q{k}", f"z{i}*q{i}"]))
            if seed % 2:
                lines += ["gravity [0, -10, 0]", "body hung on w1 : mass 2, com [0.3, 0, 0]"]
            for options in ([], ["--constraints", "partition"]):
                printed = self.print(lines, parameters, options)
                self.assertGreater(self.examine(printed, rng), 0)
                self.constant_ratio(self.print(lines, parameters, ["--constraints", "partition"]), rng)

    def test_planetary_gears(self):
        for seed in range(3):
            rng = random.Random(f"planetary {seed}")
            parameters = ["zs", "zp", "zr", "R", "J1", "J2", "J3", "m"]
            lines = ["joint sun : revolute z from ground", "joint ring : revolute z from ground",
                     "joint carrier : revolute z from ground", "joint planet : revolute z from carrier at [R, 0, 0]",
                     "constraint mesh_sp : " + self.spelt(rng, ["zs*(sun - carrier)", "zp*planet"]),
                     "constraint mesh_rp : " + self.spelt(rng, ["zr*(ring - carrier)", "-zp*planet"]),
                     "body sun on sun : mass 0, inertia diag(0, 0, J1)", "body ring on ring : mass 0, inertia diag(0, 0, J2)",
                     "body carrier on carrier : mass 0, inertia diag(0, 0, J3)", "body planet on planet : mass m"]
            held = rng.choice(["ring", "carrier", "sun"])
            printed = self.print(lines, parameters, ["--constraints", "partition"])
            self.assertGreater(self.examine(printed, rng), 0)
            self.constant_ratio(printed, rng)
            done = bielle("model", self.path, "--freeze", held, "--constraints", "partition", "--what", "N", "--as", "json")
            ratios = set().union(*(symbols(parse(str(e))) for e in entries(json.loads(done.stdout)["N"])))
            self.assertLessEqual(ratios, set(parameters))

    def test_racks_and_wheels(self):
        for seed in range(4):
            rng = random.Random(f"rack {seed}")
            parameters = ["r", "s", "J", "m", "M", "l"]
            lines = ["gravity [0, -10, 0]", "joint rack : prismatic x (x) from ground", "joint pinion : revolute z (a) from rack",
                     "joint other : revolute z (b) from rack", "body rack on rack : mass m",
                     "body pinion on pinion : mass 0, inertia diag(0, 0, J)", "body other on other : mass 0, inertia diag(0, 0, J)",
                     "constraint roll : " + self.spelt(rng, ["x", "r*a"]),
                     "constraint mesh : " + self.spelt(rng, ["r*a", "s*b"])]
            if seed % 2:
                lines += ["joint hung : revolute z (c) from rack", "body hung on hung : mass M, com [l, 0, 0]"]
            printed = self.print(lines, parameters, ["--constraints", "partition"])
            self.assertGreater(self.examine(printed, rng), 0)
            self.constant_ratio(printed, rng)

    def test_four_bars(self):
        for seed in range(3):
            rng = random.Random(f"four-bar {seed}")
            c = "a" if seed == 1 else "c"  # a parallelogram moves on two branches
            d = "b" if seed == 1 else "d"
            parameters = sorted({"a", "b", c, d, "J", "K"})
            lines = ["coord p = 1, q = 0.5, r = 1.4", "frame crank from ground : RZ(p)", "frame coupler from ground : RZ(q)",
                     "frame rocker from ground : RZ(r)", "body crank on crank : mass 0, inertia diag(0, 0, J)",
                     "body rocker on rocker : mass 0, inertia diag(0, 0, K)",
                     f"constraint closed_x : a*cos(p) + b*cos(q) = {d} + {c}*cos(r)",
                     f"constraint closed_y : a*sin(p) + b*sin(q) = {c}*sin(r)"]
            for independent in ("p", "r") if seed == 1 else ("p", "q"):
                printed = self.print(lines, parameters, ["--constraints", "partition", "--independent", independent])
                self.assertGreater(self.examine(printed, rng, states=4, keys=KEYS[:5]), 0)

    def test_slider_cranks(self):
        for seed in range(4):
            rng = random.Random(f"slider-crank {seed}")
            parameters = ["r", "r" if seed == 1 else "l", "J", "m"] + (["e"] if seed > 1 else [])
            parameters = sorted(set(parameters))
            length, offset = "r" if seed == 1 else "l", " + e" if seed > 1 else ""
            lines = ["coord th = 1, ph = 0.3, x = 2", "frame crank from ground : RZ(th)", "frame piston from ground : TX(x)",
                     "body flywheel on crank : mass 0, inertia diag(0, 0, J)", "body piston on piston : mass m",
                     f"constraint closed_x : x = r*cos(th) + {length}*cos(ph)",
                     f"constraint closed_y : r*sin(th) = {length}*sin(ph){offset}"]
            for independent in ("th", "x"):
                printed = self.print(lines, parameters, ["--constraints", "partition", "--independent", independent])
                self.assertGreater(self.examine(printed, rng, states=3), 0)

    # ---- those of the books

    def test_linkages_of_the_books(self):
        compared = 0
        for name, path, case in cases(str(FOLDER)):
            options = case.get("options", [])
            text = Path(path).read_text(encoding="utf-8")
            if "partition" not in options or not ("loop" in text or "constraint" in text):
                continue
            parameters = [p.strip() for line in re.findall(r"^param (.*)$", text, re.M) for p in line.split(",")]
            printed = Printed(path, options, parameters, case.get("ranges"))
            compared += self.examine(printed, random.Random(name), states=1, keys=["N", "M_in", "tau_in"])
        self.assertGreater(compared, 20)


if __name__ == "__main__":
    if not COMMAND.exists():
        sys.exit(77)
    unittest.main()
