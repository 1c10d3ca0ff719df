#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files of `bielle code` on faults of the disk; names and numbers of what it and `eval` give."""
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
PUMA = str(ROOT / "examples/puma560/puma560.bl")
FILES = ["rr.c", "rr.h", "rr_selftest.c"]


def run(*words, text="", **options):
    return subprocess.run([BIELLE, *words], input=text.encode(), stderr=subprocess.PIPE,
                          **{"stdout": subprocess.PIPE, **options}, check=False, timeout=120)


def function_text(source, name):
    """The body of a function whose prototype is on one line."""
    start = source.index(f"void {name}_prepared(")
    return source[start:source.index("\n}\n", start)]


class Code(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def test_a_failure_leaves_the_files_of_before(self):
        self.assertEqual(run("code", RR, "--what", "M", "-o", self.path).returncode, 0)
        before = {name: (self.path / name).read_text() for name in FILES[:2]}
        (self.path / FILES[2]).unlink()
        (self.path / FILES[2]).mkdir()
        result = run("code", RR, "--what", "tau", "-o", self.path)
        self.assertEqual(result.returncode, 2)
        self.assertIn("rr_selftest.c", result.stderr.decode())
        self.assertEqual(sorted(os.listdir(self.path)), FILES)  # no temporary file is left
        for name, text in before.items():
            self.assertEqual((self.path / name).read_text(), text)

    def test_a_dash_is_no_directory_and_elsewhere_standard_output(self):
        result = run("code", RR, "-o", "-", cwd=self.path)
        self.assertEqual(result.returncode, 2)
        self.assertIn("directory", result.stderr.decode())
        result = run("model", RR, "--what", "M", "-o", "-", cwd=self.path)
        self.assertEqual(result.returncode, 0)
        self.assertIn(b"M", result.stdout)
        self.assertEqual(os.listdir(self.path), [])

    def test_generalised_speeds_have_their_names_in_comments(self):
        car = str(ROOT / "examples/car/car.bl")
        result = run("code", car, "--method", "kane", "--what", "Jnh", "-o", self.path)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Rows: x' y' Theta'. Columns: v.", (self.path / "car.h").read_text())

    def test_a_full_device_is_an_error(self):
        for words in (["--help"], ["--version"], ["code", RR, "-o", str(self.path)],
                      ["code", "--help"]):
            with open("/dev/full", "wb") as full:
                result = run(*words, stdout=full)
            self.assertEqual(result.returncode, 2, words)
            self.assertIn("cannot write", result.stderr.decode())

    def test_names_of_one_derivation_stay_in_its_function(self):
        result = run("code", PUMA, "--what", "tau,qdd", "-o", self.path)
        self.assertEqual(result.returncode, 0)
        source = (self.path / "puma560.c").read_text()
        self.assertIn("cos_q5 = cosine[3]", function_text(source, "puma560_inverse_dynamics"))
        self.assertNotIn("L64", function_text(source, "puma560_inverse_dynamics"))

    def functions(self, example, what):
        """The texts of all functions of the source and of prepared values, by their first line."""
        folder = self.path / what.replace(",", "_").replace(":", "_").replace("/", "_")
        result = run("code", str(ROOT / f"examples/{example}/{example}.bl"), "--batch",
                     "--what", what, "-o", folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        texts = (folder / f"{example}.c").read_text(), (folder / f"{example}.h").read_text()
        parts = texts[0].split("\n}\n") + [texts[1].split("typedef struct")[-1].split("}")[0]]
        return sorted(part.lstrip("\n") for part in parts[1:])  # the banner quotes the command

    def test_the_order_of_the_wishes_changes_no_function(self):
        for example, what in (("puma560", "qdd,tau,M,C,T"), ("stanford", "C,h,tau"),
                              ("khalil_tree", "qdd,M,C"), ("rrp", "fk:tip,det:tip,jac:tip,fk:R2"),
                              ("n_four_bar", "Phi_q,qdd,Phi,lambda,M,T,closure")):
            keys = what.split(",")
            there, back = (self.functions(example, ",".join(order)) for order in (keys, keys[::-1]))
            self.assertEqual(there, back, example)

    def test_the_order_of_the_wishes_changes_no_count(self):
        counts = [run("count", PUMA, "--what", what).stdout.decode().split("\n")
                  for what in ("qdd,tau,M,C,T", "T,C,M,tau,qdd")]
        self.assertEqual(sorted(counts[0]), sorted(counts[1]))

    def test_names_of_a_solution_stay_out_of_what_is_asked_for_behind_it(self):
        result = run("code", PUMA, "--what", "qdd,tau,M,C,T,dtau/dqd", "-o", self.path)
        self.assertEqual(result.returncode, 0)
        for text in (self.path / "puma560.c").read_text().split("\n}\n"):
            if "int puma560_forward_dynamics_prepared(" in text:
                self.assertIn(" D1 = ", text)
            else:
                self.assertEqual(re.findall(r"\b[LD][1-6]+ = ", text), [])

    def test_what_is_asked_for_besides_changes_no_function(self):
        alone, among = self.path / "alone", self.path / "among"
        run("code", RR, "--what", "tau", "-o", alone)
        run("code", RR, "--what", "M,tau,T", "-o", among)
        costs = [next(line for line in (folder / "rr.h").read_text().splitlines()
                      if line.startswith("//   inverse_dynamics ")) for folder in (alone, among)]
        self.assertEqual(costs[0].split(), costs[1].split())


class Numbers(unittest.TestCase):
    LITERAL = "joint j : revolute z (q) from ground\nbody B on j : mass 1, com [1,0,0]\noutput o = "

    def evaluate(self, text, state="{}", what="out:o"):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.bl"
            path.write_text(text)
            return run("eval", path, "--what", what, "--at", "-", text=state)

    def test_a_number_written_with_symbols(self):
        part = "((q + 90 deg) - (q + 1))"
        number = math.pi / 2 - 1
        for call, value in ((f"sqrt({part})", math.sqrt(number)), (f"log({part})", math.log(number)),
                            (f"asin({part})", math.asin(number)), (f"min({part}, 1)", number),
                            (f"if({part} < 1, {part}, 2)", number),
                            (f"atan2({part}, 1)", math.atan(number))):
            result = self.evaluate(self.LITERAL + call + "\n")
            self.assertEqual(result.returncode, 0, (call, result.stderr))
            self.assertAlmostEqual(json.loads(result.stdout)["out:o"], value, 10, call)

    def test_overflow_is_an_error_that_names_the_entry(self):
        text = "joint j : revolute z (q) from ground\nbody B on j : mass 1e300, com [1e20,0,0]\n"
        state = '{"q": {"q": 0}, "qd": {"q": 1e10}}'
        for what, entry in (("T", "T has"), ("M", "M[1")):
            result = self.evaluate(text, state, what)
            self.assertEqual(result.returncode, 2, what)
            self.assertEqual(result.stdout, b"")
            self.assertIn(entry, result.stderr.decode())


if __name__ == "__main__":
    unittest.main()
