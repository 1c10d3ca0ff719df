#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of joint parameters against vectors that were derived independently (mpmath, 40 digits).

tests/data/DH_variants.json: one row of each convention, at random parameters; here once with theta
moving and once with the length along z. 001_RRP_kinematics and 001_KUKA_KR30: the course's robots,
as examples/rrp and examples/kuka_kr30 describe them. 003_robot6: the description sentence of the
1980 report, as the chain of examples/robot6.
"""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
TOLERANCE = 1e-12

# vector's key -> heading, row, and the names of the vector's values in the row
TABLES = {
    "H_Paul": ("standard", "a alpha d theta", "a al r th"),
    "H_modified_DH": ("modified", "alpha a d theta", "al a r th"),
    "H_KhalilKleinfinger": ("khalil", "gamma b alpha d theta r", "gam eps al d th r"),
}


def evaluate(path, keys, states):
    done = subprocess.run([BIELLE, "eval", str(path), "--at", "-", "--what", ",".join(keys)],
                          input=json.dumps(states), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def vectors(name):
    return json.loads((ROOT / "tests" / "data" / f"{name}.json").read_text())


def example(name):
    return ROOT / "examples" / name / f"{name}.bl"


class DhVariants(unittest.TestCase):
    def assert_matrix(self, ours, theirs, what):
        self.assertEqual(len(ours), len(theirs), what)
        for row, expected in zip(ours, theirs):
            self.assertEqual(len(row), len(expected), what)
            for a, b in zip(row, expected):
                self.assertLess(abs(a - b), TOLERANCE, what)

    def check_table(self, key, moving):
        convention, heading, row = TABLES[key]
        names = [name for name in row.split() if name != moving]
        text = f"param {', '.join(names)}\ndh T {convention}\n  {heading}\n  {row}\n"
        states = [{"params": {n: v["state"][n] for n in names},
                   "q": {moving: v["state"][moving]}} for v in vectors("DH_variants")]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.bl"
            path.write_text(text)
            results = evaluate(path, ["fk:T1"], states)
        self.assertEqual(len(results), len(vectors("DH_variants")))
        for vector, result in zip(vectors("DH_variants"), results):
            self.assert_matrix(result["fk:T1"], vector["expected"][key], f"{vector['name']} {key}")

    def test_every_convention_turns_as_its_definition(self):
        for key in TABLES:
            self.check_table(key, "th")

    def test_every_convention_slides_as_its_definition(self):
        for key in TABLES:
            self.check_table(key, "r")

    def test_the_rrp_robot_is_that_of_the_course(self):
        given = vectors("001_RRP_kinematics")
        states = [{"params": {**v["params"], "m1": 1, "m2": 1, "m3": 1, "g": 9.81},
                   "q": {n: v["state"][n] for n in ("t1", "t2", "d3")}} for v in given]
        keys = {"fk:R1": "A01", "fk:R2": "A02", "fk:R3": "A03", "jac:tip": "J_R0"}
        for vector, result in zip(given, evaluate(example("rrp"), list(keys), states)):
            for ours, theirs in keys.items():
                self.assert_matrix(result[ours], vector["expected"][theirs],
                                   f"{vector['name']} {theirs}")

    def test_the_kuka_kr30_is_that_of_the_course(self):
        given = vectors("001_KUKA_KR30")
        states = [{"params": {n: v["params"][n] for n in ("a1", "a2", "a3", "a6", "d4", "d6")},
                   "q": {f"t{i + 1}": angle for i, angle in enumerate(v["state"]["theta"])}}
                  for v in given]
        keys = {"fk:A6": "A06", "jac:flange": "J_R0"}
        for vector, result in zip(given, evaluate(example("kuka_kr30"), list(keys), states)):
            for ours, theirs in keys.items():
                self.assert_matrix(result[ours], vector["expected"][theirs],
                                   f"{vector['name']} {theirs}")

    def test_the_chain_of_the_1980_report_has_its_equations(self):
        given = vectors("003_robot6")
        rates = [{f"t{i + 1}": value for i, value in enumerate(v["state"]["qd"])} for v in given]
        states = [{"params": v["params"], "qd": qd,
                   "q": {f"t{i + 1}": value for i, value in enumerate(v["state"]["q"])}}
                  for v, qd in zip(given, rates)]
        keys = {"fk:tip": "H06_tip", "jac:tip": "jacobian_tip_base_frame", "M": "A"}
        for vector, result in zip(given, evaluate(example("robot6"), list(keys) + ["h"], states)):
            for ours, theirs in keys.items():
                self.assert_matrix(result[ours], vector["expected"][theirs],
                                   f"{vector['name']} {theirs}")
            self.assert_matrix([result["h"]], [vector["expected"]["h"]], f"{vector['name']} h")


if __name__ == "__main__":
    unittest.main()
