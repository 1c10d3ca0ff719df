#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle model --explain`: the parts of entries in numbers, against `bielle eval`, and how they are told.

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

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
COMMAND = Path(os.environ.get("BIELLE_COMMAND", ROOT / "build" / "bielle"))
sys.path.insert(0, str(ROOT / "tests" / "textbook"))
sys.dont_write_bytecode = True
from check import environment, value  # noqa: E402
from compare import parse  # noqa: E402

CART = ROOT / "tests" / "textbook" / "cart_pole.bl"
DYNAMICS = ["T", "V", "M", "C", "h", "G", "tau", "Qe", "Qu"]
FILES = {
    "tests/textbook/cart_pole.bl": DYNAMICS,
    "tests/textbook/quarter_car.bl": DYNAMICS + ["E", "L"],
    "tests/textbook/kapitza.bl": DYNAMICS,
    "tests/textbook/gyroscope.bl": DYNAMICS,
    "tests/textbook/pendulum_on_spring_cart.bl": DYNAMICS,
    "tests/textbook/dc_motor_arm.bl": DYNAMICS + ["Ma"],
    "tests/textbook/four_bar.bl": DYNAMICS + ["Phi", "Phi_q", "gamma"],
    "tests/textbook/rolling_disk.bl": ["M", "h", "G", "Phi", "H", "gamma_nh"],
    "examples/car_axis/car_axis.bl": ["M", "tau", "Qe", "Phi", "Phi_q", "Phi_t", "gamma"],
    "examples/robot6/robot6.bl": ["M", "G"],
}


def run(*words, text=None):
    return subprocess.run([str(COMMAND), *map(str, words)], input=text, text=True, cwd=ROOT,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)


def explain(file, keys, *words):
    done = run("model", file, "--explain", ",".join(keys), "--as", "json", *words)
    if done.returncode:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def draw(file, rng):
    """A random state with numbers for all names that the description has."""
    texts = run("dump", file, "--stage", "mechanism").stdout
    between = lambda names: {n: rng.uniform(0.5, 1.2) for n in names}
    words = lambda kind: re.findall(r"^# %s (\S+)" % kind, texts, re.MULTILINE)
    q = between(json.loads(run("model", file, "--what", "V", "--as", "json").stdout)["coordinates"])
    return {"params": between(words("parameter")), "q": q, "qd": between(q), "qdd": between(q),
            "tau": between(q), "inputs": between(words("input")), "t": 0.3}


def entry_of(numbers, name):
    key, _, place = name.partition("[")
    found = numbers[key]
    for index in place.rstrip("]").split(",") if place else []:
        found = found[int(index) - 1]
    return found


class Sums(unittest.TestCase):
    def test_parts_add_up_to_the_numbers_of_eval(self):
        rng = random.Random(1)
        for file, keys in FILES.items():
            state = draw(file, rng)
            done = run("eval", file, "--at", "-", "--what", ",".join(keys), text=json.dumps(state))
            self.assertEqual(done.returncode, 0, file + done.stderr)
            told = explain(file, keys)
            env = environment(state, told["definitions"])
            self.assertGreater(len(told["entries"]), 2)
            for entry in told["entries"]:
                total = sum(value(parse(part["value"]), env)
                            for source in entry["sources"] for part in source["parts"])
                wanted = entry_of(json.loads(done.stdout), entry["entry"])
                self.assertAlmostEqual(total, wanted, 10, f"{file}: {entry['entry']}")
                self.assertAlmostEqual(value(parse(entry["value"]), env), wanted, 10)

    def test_parts_are_what_their_rules_say(self):
        seen = 0
        rng = random.Random(2)
        for file in ("tests/textbook/cart_pole.bl", "tests/textbook/gyroscope.bl", "examples/robot6/robot6.bl"):
            state = draw(file, rng)
            told = explain(file, ["M", "h"] if "robot6" not in file else ["M"])
            env = environment(state, told["definitions"])
            for entry in told["entries"]:
                for source in entry["sources"]:
                    for part in source["parts"]:
                        seen += self.check_rule(part, env)
        self.assertGreater(seen, 40)

    def check_rule(self, part, env):
        """m*v_i . v_j, m*v_i^2, w_i . I w_j out of the vectors beside them."""
        vectors = {v["name"]: [value(parse(x), env) for x in v["value"]] for v in part["with"]}
        dot = re.fullmatch(r"(?:(.*)\*)?([^*]+) \. (.+)", part["rule"])
        square = re.fullmatch(r"(.*)\*([^*]+)\^2", part["rule"])
        match = dot or square
        first, second = vectors[match.group(2)], vectors[match.group(3 if dot else 2)]
        factor = value(parse(match.group(1)), env) if match.group(1) else 1
        made = factor * sum(a * b for a, b in zip(first, second))
        self.assertAlmostEqual(made, value(parse(part["value"]), env), 10, part["rule"])
        return 1


class Facts(unittest.TestCase):
    def test_the_line_of_the_description(self):
        for file in FILES:
            lines = (ROOT / file).read_text(encoding="utf-8").split("\n")
            for entry in explain(file, ["M"])["entries"]:
                for source in entry["sources"]:
                    self.assertEqual(source["file"], file)
                    line = lines[source["line"] - 1]
                    self.assertIn(source["name"], line)
                    self.assertTrue(source["statement"].split(" ...")[0].startswith(
                        re.sub(r"\s+", " ", line.split("#")[0]).strip()))

    def test_an_element_is_where_it_is_used(self):
        text = ("mechanism m\nparam I, b, J\njoint a : revolute z (th) from ground\n"
                "body w on a : mass 1, inertia diag(0, 0, I)\n\nuse viscous(a, b)\nuse rotor(a, J)\n")
        done = run("model", "-", "--explain", "Qe[1],M[1,1]", "--as", "json", text=text)
        Qe, M = json.loads(done.stdout)["entries"]
        self.assertEqual([(s["element"], s["line"], s["statement"]) for s in Qe["sources"]],
                         [("viscous", 6, "use viscous(a, b)")])
        self.assertEqual([(s["element"], s["line"]) for s in M["sources"]],
                         [(None, 4), ("rotor", 7)])

    def test_a_loop_and_a_wheel_are_named(self):
        phi = explain("examples/four_bar/four_bar.bl", ["Phi[1]"])["entries"][0]
        self.assertEqual((phi["sources"][0]["kind"], phi["sources"][0]["line"]), ("loop", 6))
        self.assertEqual(phi["sources"][0]["parts"][0]["value"], phi["value"])
        wheel = explain("examples/rolling_disk/rolling_disk.bl", ["H[1,6]"])["entries"][0]
        self.assertEqual(wheel["sources"][0]["kind"], "rolling")
        self.assertIn("no slip along", wheel["meaning"])

    def test_meanings_and_units(self):
        found = {e["entry"]: e for e in explain(CART, ["M", "G", "tau"])["entries"]}
        self.assertEqual([found[k]["unit"] for k in ("M[1,1]", "M[1,2]", "M[2,2]", "G[2]", "tau[1]")],
                         ["kg", "kg.m", "kg.m^2", "N.m", "N"])
        self.assertEqual(found["M[1,2]"]["meaning"], "force on x required for a unit acceleration of th, "
                         "and torque on th for one of x")

    def test_a_free_body_by_quaternions(self):
        done = run("model", "examples/free_body/free_body.bl", "--explain", "M,tau")
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Text(unittest.TestCase):
    def test_it_keeps_to_the_width(self):
        for width in (60, 100):
            for key in ("M", "h[1]", "tau[2]"):
                text = run("model", "examples/robot6/robot6.bl", "--explain", key, "--width", width).stdout
                self.assertGreater(len(text), 500)
                long = [line for line in text.split("\n") if len(line) > width]
                # a statement's place is one word; a product without a break may pass
                self.assertLess(len(long), len(text.split("\n")) / (8 if width == 60 else 40), long[:3])

    def test_what_nobody_would_read_is_left_out(self):
        text = run("model", "examples/vehicle15/vehicle15.def", "--explain", "tau[4]").stdout
        self.assertIn("tau[4] = ...\n", text)
        self.assertIn("...: too long to read; --as json writes it out", text)
        self.assertIn("body roue1, examples/vehicle15/vehicle15.def (translated):28", text)
        self.assertLess(text.count("\n"), 400)

    def test_zero_entries_are_told(self):
        text = run("model", CART, "--explain", "Qe,G[1]").stdout
        self.assertIn("Qe: all entries are 0", text)
        self.assertIn("G[1] = 0", text)
        self.assertIn("no part in it: body cart, bob", text)

    def test_an_operating_point(self):
        text = run("model", CART, "--explain", "M[1,2]", "--about", "th=0").stdout
        self.assertIn("M[1,2] = -m*l\n", text)
        self.assertIn("v_th = [-l, 0, 0]", text)

    def test_what_cannot_be_explained(self):
        for words, reason in ((["--explain", "qdd"], "what can be explained: T T:BODY V"),
                              (["--explain", "lin:A"], "is not a sum over bodies"),
                              (["--explain", "M[9,9]"], "there is no 'M[9,9]'"),
                              (["--explain", "M", "--what", "M"], "leave out --what"),
                              (["--explain", "M", "--as", "latex"], "text and json"),
                              (["--explain", "M", "--drop", "coriolis"], "whole equations"),
                              (["--explain", " , "], "--explain needs names")):
            done = run("model", CART, *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(reason, done.stderr)
            self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    if not COMMAND.exists():
        sys.exit(77)
    unittest.main()
