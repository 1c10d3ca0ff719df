#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The robots of the course: transforms, Jacobians, determinants and twists against vectors that were
derived independently, to 1e-12 of the largest entry."""
import json
import math
import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
TOLERANCE = 1e-12


def evaluate(robot, keys, states):
    """The results of `bielle eval` for a list of states of tests/reference/ROBOT.bl."""
    path = ROOT / "tests" / "reference" / f"{robot}.bl"
    done = subprocess.run([BIELLE, "eval", str(path), "--at", "-", "--what", ",".join(keys)],
                          input=json.dumps(states), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def vectors(name):
    return json.loads((ROOT / "tests" / "data" / f"{name}.json").read_text())


def product(*matrices):
    result = matrices[0]
    for m in matrices[1:]:
        result = [[sum(row[k] * m[k][j] for k in range(len(m))) for j in range(len(m[0]))]
                  for row in result]
    return result


def flat(value):
    return [x for v in value for x in flat(v)] if isinstance(value, list) else [value]


class Robots(unittest.TestCase):
    def assert_close(self, got, expected, what):
        got, expected = flat(got), flat(expected)
        self.assertEqual(len(got), len(expected), what)
        scale = max(max(map(abs, expected)), 1)
        for a, b in zip(got, expected):
            self.assertLessEqual(abs(a - b), TOLERANCE * scale, what)

    def rrp(self):
        """(vector, what bielle gives) for each state of the RRP robot."""
        given = vectors("001_RRP_kinematics")
        names = ["t1", "t2", "d3"]
        states = [{"params": v["params"], "q": {n: v["state"][n] for n in names},
                   "qd": dict(zip(names, v["state"]["qd"]))} for v in given]
        keys = ["fk:R1", "fk:R2", "fk:R2/R1", "fk:R3", "fk:R3/R2", "jac:tip", "jac:tip/R2",
                "det:tip", "twist:R3/ground", "twist:R3/R2"]
        return zip(given, evaluate("rrp", keys, states))

    def test_transforms_of_the_rrp_robot(self):
        for vector, result in self.rrp():
            for name, key in (("A01", "fk:R1"), ("A12", "fk:R2/R1"), ("A23", "fk:R3/R2"),
                              ("A02", "fk:R2"), ("A03", "fk:R3")):
                self.assert_close(result[key], vector["expected"][name], f"{vector['name']} {name}")

    def test_jacobians_of_the_rrp_robot(self):
        for vector, result in self.rrp():
            for axes, key in ("R0", "jac:tip"), ("R2", "jac:tip/R2"):
                expected = vector["expected"]
                self.assert_close(result[key], expected[f"J_{axes}"], f"{vector['name']} {key}")
                unit = product(result[key][:3], expected[f"Jv_inv_{axes}"])
                self.assert_close(unit, [[1, 0, 0], [0, 1, 0], [0, 0, 1]], f"inverse in {axes}")

    def test_determinant_and_twists_of_the_rrp_robot(self):
        for vector, result in self.rrp():
            for key, name in (("det:tip", "det_Jv"), ("twist:R3/ground", "twist_R0"),
                              ("twist:R3/R2", "twist_R2")):
                self.assert_close(result[key], vector["expected"][name], vector["name"])

    def test_kuka_kr30(self):
        given = vectors("001_KUKA_KR30")
        lengths = ["a1", "a2", "a3", "a6", "d4", "d6"]
        states = [{"params": {k: v["params"][k] for k in lengths},
                   "q": {f"t{i + 1}": angle for i, angle in enumerate(v["state"]["theta"])}}
                  for v in given]
        links = ["fk:R1"] + [f"fk:R{i + 1}/R{i}" for i in range(1, 6)]
        results = evaluate("kuka_kr30", ["fk:R6", "jac:tool", "det:tool", *links], states)
        for vector, result in zip(given, results):
            expected = vector["expected"]
            self.assert_close([result[link] for link in links], expected["A"], vector["name"])
            self.assert_close(result["fk:R6"], expected["A06"], f"{vector['name']} A06")
            self.assert_close(result["jac:tool"], expected["J_R0"], f"{vector['name']} J_R0")
            self.assert_close(result["det:tool"], expected["det_J"], f"{vector['name']} det")

    def test_long_lists_of_states_give_what_single_states_give(self):
        names = [f"t{i}" for i in range(1, 7)]
        lengths = {"a1": 0.67, "a2": 0.8, "a3": 0.145, "a6": -0.12, "d4": -0.82, "d6": -0.15}
        states = [{"params": lengths,
                   "q": {n: math.sin(7 * s + i) * 3 for i, n in enumerate(names)},
                   "qd": {n: math.cos(5 * s - i) for i, n in enumerate(names)}}
                  for s in range(300)]
        keys = ["fk:tool", "jac:tool/R4", "twist:R6"]
        batched = evaluate("kuka_kr30", keys, states)
        self.assertEqual(len(batched), len(states))
        for s in 0, 1, 31, 255, 256, 299:
            single = evaluate("kuka_kr30", keys, states[s])
            for key in keys:
                self.assert_close(batched[s][key], single[key], f"state {s} {key}")

    def test_one_state_with_other_parameters_is_no_batch(self):
        lengths = {"a2": 0.5}
        states = [{"params": lengths, "q": {"d3": 0.1 * s}} for s in range(40)]
        states[20] = {"params": {"a2": 0.7}, "q": {"d3": 2.0}}
        results = evaluate("rrp", ["fk:tip"], states)
        self.assertEqual([r["fk:tip"][0][3] for r in results],
                         [0.7 if s == 20 else 0.5 for s in range(40)])


if __name__ == "__main__":
    unittest.main()
