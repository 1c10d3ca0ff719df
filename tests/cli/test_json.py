#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`--json`: standard error is one array of messages, and results are JSON where docs/commands.md says so."""
import json
import math
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
RR = str(ROOT / "examples/rr/rr.bl")
STATE = str(ROOT / "examples/rr/state.json")
BAR = str(ROOT / "examples/four_bar/four_bar.bl")


def run(*words, text=None):
    return subprocess.run([BIELLE, *words], input=text, text=True, capture_output=True, timeout=60)


def commands():
    return re.findall(r"^  bielle ((?:analyze )?[a-z-]+)  ", run("--help").stdout, re.MULTILINE)


class Messages(unittest.TestCase):
    def errors(self, *words, text=None):
        done = run(*words, "--json", text=text)
        self.assertEqual(done.returncode, 2, words)
        found = json.loads(done.stderr)
        self.assertTrue(found, words)
        self.assertEqual({item["severity"] for item in found}, {"error"}, words)
        return found

    def test_every_command_says_what_is_wrong_with_its_words(self):
        for command in commands():
            found = self.errors(*command.split(), "--nonsense")
            self.assertIn(f"bielle {command}: unknown", found[0]["message"])
        self.errors("chekc")
        self.errors("analyze", "sweeep")

    def test_every_command_that_reads_a_file_says_what_is_wrong_with_it(self):
        more = {"eval": ["--at", STATE], "code": ["-o", "/nonexistent/x"], "fmu": ["-o", "/nonexistent/x.fmu"], "convert": ["--to", "bl"],
                "dump": ["--stage", "mechanism"], "analyze sweep": ["--drive", "q1=0..1"]}
        for command in commands():
            if " FILE" not in run(*command.split(), "--help").stdout.split("[")[0]:
                continue
            found = self.errors(*command.split(), "-", *more.get(command, []), text="mechanism m\nparam a = ?\n")
            place = (found[0]["file"], found[0]["line"])
            wanted = (None, None) if command == "import" else ("standard input", 2)  # no format that is known
            self.assertEqual(place, wanted, command)

    def test_what_cannot_be_written_is_told_in_the_same_array(self):
        found = self.errors("check", RR, "-o", "/dev/full")
        self.assertIn("No space left", found[0]["message"])

    def test_remarks(self):
        done = run("rotation", "--from", "rpy", "0", "90", "0", "--deg", "--to", "rpy", "--json")
        self.assertEqual(json.loads(done.stderr)[0]["severity"], "note")
        self.assertEqual(json.loads(run("check", RR, "--json").stderr), [])


class Results(unittest.TestCase):
    def answer(self, *words):
        done = run(*words, "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        json.loads(done.stderr)
        return json.loads(done.stdout)

    def test_models_and_studies(self):
        self.assertIn("M", self.answer("model", RR, "--what", "M"))
        self.assertIn("G", self.answer("eval", RR, "--at", STATE, "--what", "G"))
        for study in "assembly", "mobility", "four-bar":
            self.assertIsInstance(self.answer("analyze", study, BAR), dict)
        self.assertIsInstance(self.answer("analyze", "sweep", BAR, "--drive", "phi1=0..10deg"), dict)

    def check(self, text):
        done = run("check", "-", "--json", text=text)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_mechanisms(self):
        found = self.check("mechanism arm \"An arm\"\nparam L = 500 mm, m\nlet half = L/2\n"
                           "gravity [0, 0, -9.81] m/s^2\n"
                           "joint a : revolute z (q1 = 90 deg) from ground limits -180 deg .. 180 deg\n"
                           "body A on a : mass 2 kg, com [half, 0, 0], inertia diag(1, 2, 2.5) kg.m^2\n"
                           "joint b : prismatic -x from a at [L, 0, 0]\nbody B on b : mass m\n"
                           "torque u on a = -3 N.m*q1\nconstraint c : q1 = b/L\n")
        self.assertEqual((found["name"], found["title"], found["mass"]), ("arm", "An arm", None))
        self.assertEqual(found["gravity"], [0, 0, -9.81])
        q1, b = found["coordinates"]
        self.assertEqual((q1["unit"], q1["joint"], b["unit"]), ("rad", "a", "m"))
        for key, turns in ("start", 0.25), ("lower", -0.5), ("upper", 0.5):
            self.assertAlmostEqual(q1[key], 2*math.pi*turns, places=15)
        self.assertNotIn("lower", b)
        first, second = found["bodies"]
        self.assertEqual((first["mass"], first["com"], first["formulas"]),
                         (2, [0.25, 0, 0], {"com": ["half", "0", "0"]}))
        self.assertEqual(first["inertia"], [1, 0, 0, 0, 2, 0, 0, 0, 2.5])
        self.assertEqual((second["mass"], second["formulas"]["mass"]), (None, "m"))
        frames = [(item["name"], item.get("parent"), item["bodies"]) for item in found["frames"]]
        self.assertEqual(frames, [("ground", None, []), ("a", "ground", ["A"]), ("b", "a", ["B"])])
        self.assertEqual(found["frames"][2]["axis"], "-x")
        values = {item["name"]: (item["value"], item["unit"]) for item in found["parameters"]}
        self.assertEqual(values, {"L": (0.5, "m"), "m": (None, "kg")})
        self.assertEqual([item["kind"] for item in found["forces"]], ["torque"])
        self.assertEqual((found["grubler"]["mobility"], found["mobility"]["mobility"]), (1, 1))
        self.assertEqual(found["constraints"][0]["of"], "positions")

    def test_warnings_are_in_the_record(self):
        self.assertEqual(self.check("joint a : revolute z from ground\n")["warnings"], [])
        text = ("joint a : revolute z from ground\n"
                "body A on a : mass 1 kg, inertia diag(1, 1, 3) kg.m^2\n")
        warning, = self.check(text)["warnings"]
        self.assertEqual((warning["line"], warning["column"], warning["code"]),
                         (2, 34, "impossible-inertia"))
        self.assertIn("inertia of 'A'", warning["message"])

    def test_long_lists_are_whole(self):
        found = self.check("joint q : revolute z from ground\n" +
                           "".join(f"point P{i} at [{i}, 0, 0] m on q\n" for i in range(1200)))
        self.assertEqual([point["at"][0] for point in found["points"]], list(range(1200)))
        self.assertEqual(found["counts"]["points"], 1200)

    def test_formulas_that_fill_pages_are_left_out(self):
        """A tyre's force was once written out in 190 000 characters, the whole answer in 7 MB."""
        done = run("check", str(ROOT / "examples/vehicle15/vehicle15.bl"), "--json")
        forces = {force["name"]: force["value"] for force in json.loads(done.stdout)["forces"]}
        self.assertEqual(forces["front_left.spring.damping"], "-c*front_left.z'")
        self.assertEqual(forces["front_left.tyre.contact.grip"], ["…"] * 3)
        self.assertLess(len(done.stdout), 100000)

    def test_units(self):
        found = self.answer("check", BAR, "--units")["units"]
        self.assertEqual({item["name"]: item["unit"] for item in found}["l1"], "m")

    def test_operations(self):
        found = self.answer("count", RR, "--what", "G,M")["quantities"]
        self.assertEqual([item["key"] for item in found], ["G", "M"])
        for item in found:
            stages = [row for stage, row in item["stages"].items() if stage != "parameters"]
            for operation, count in item["each_call"].items():
                self.assertEqual(count, sum(row[operation] for row in stages), operation)
        # G = [a*cos(q1) + b*cos(q1 + q2), b*cos(q1 + q2)]: two cosines and two sums at the least
        self.assertEqual((found[0]["each_call"]["sincos"], found[0]["each_call"]["additions"]), (2, 2))

    def test_certificates(self):
        found = self.answer("verify", RR)
        claims = [claim for claim in found["claims"] if "statement" in claim]
        self.assertEqual((found["holds"], found["failures"], len(claims)), (True, 0, found["statements"]))
        for claim in claims:
            self.assertEqual(claim["outcome"], "holds")
            self.assertTrue("evidence" in claim or claim["chance"] < 1e-20, claim)

    def test_a_certificate_that_is_not_proved(self):
        text = "param a = 1, b = 2, k = 3\njoint q : revolute z from ground\nbody B on q : mass 1, com [1, 0, 0]\n" \
               "torque u on q = min(a*q, b*q) - if(a*q < b*q, a*q, b*q)\n"
        done = run("verify", "-", "--json", text=text)
        found = json.loads(done.stdout)
        self.assertEqual(found["holds"], done.returncode == 0)
        outcomes = [claim["outcome"] for claim in found["claims"] if "outcome" in claim]
        self.assertEqual(outcomes.count("not proved"), found["unproved"])
        self.assertEqual(outcomes.count("does not hold"), found["failures"])

    def test_another_notation_may_be_asked_for(self):
        done = run("model", RR, "--what", "G", "--json", "--as", "latex")
        self.assertIn("\\cos", done.stdout)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "rows.csv")
            run("analyze", "sweep", BAR, "--drive", "phi1=0..10deg", "-o", str(path), "--json")
            self.assertIn(",", path.read_text().splitlines()[0])

    def test_files_of_code(self):
        with tempfile.TemporaryDirectory() as folder:
            names = self.answer("code", RR, "-o", folder)
            self.assertEqual(sorted(names), sorted(os.listdir(folder)))

    def test_rotations(self):
        half = self.answer("rotation", "--from", "axis", "0", "0", "1", "180", "--deg")
        self.assertIsNone(half["rodrigues"])
        self.assertEqual(half["angles"], "degrees")
        one = self.answer("rotation", "--from", "rpy", "0.1", "0.2", "0.3", "--to", "quaternion")
        self.assertAlmostEqual(math.hypot(*one["quaternion"]), 1, places=14)
        self.assertEqual(set(one), {"angles", "rates", "quaternion"})
        formula = self.answer("rotation", "--from", "rpy", "a", "0", "0", "--to", "matrix", "--symbolic")
        self.assertIn("cos(a)", formula["formula"])


if __name__ == "__main__":
    unittest.main()
