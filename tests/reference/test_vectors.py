#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle eval` against vectors that were derived independently, to 1e-12 of the largest entry.

tests/data/*.json: worked examples of the source documents, computed with SymPy and mpmath (40
digits) from the mechanism descriptions. `h` is C(q,qd)qd; the 1980 report's Q is -G.
"""
import json
import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
TOLERANCE = 1e-12


def negated(values):
    return [-v for v in values]


def first_rows(count):
    return lambda matrix: matrix[:count]


# vector file -> example, and for each expected key: our key and what to do with our value
CASES = {
    "001_planar_RR": ("rr", {
        "T": ("T", None), "V": ("V", None), "M": ("M", None), "C": ("C", None), "Cqd": ("h", None),
        "G": ("G", None), "tau": ("tau", None), "H02_tip": ("fk:tip", None),
        "J_tip": ("jac:tip", first_rows(2))}),
    "000_planar_2dof": ("planar_2dof", {
        "T": ("T", None), "V": ("V", None), "D": ("M", None), "C_christoffel": ("C", None),
        "C_alpha": ("h", None), "G_eq26": ("G", negated), "J_tip_R0": ("jac:tip", first_rows(2))}),
    "003_telescopic_chain": ("telescopic", {
        "T": ("T", None), "V": ("V", None), "A": ("M", None), "h": ("h", None), "Q": ("G", negated),
        "F": ("tau", None), "H_tip": ("fk:tip", None), "J_tip": ("jac:tip", None)}),
}


def evaluate(example, keys, states):
    """The results of `bielle eval` for a list of states."""
    path = ROOT / "examples" / example / f"{example}.bl"
    done = subprocess.run([BIELLE, "eval", str(path), "--at", "-", "--what", ",".join(keys)],
                          input=json.dumps(states), capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


def coordinates(example):
    """Names of the coordinates, in the order of the vectors."""
    path = ROOT / "examples" / example / f"{example}.bl"
    done = subprocess.run([BIELLE, "model", str(path), "--as", "json", "--what", "V"],
                          capture_output=True, text=True, check=True)
    return json.loads(done.stdout)["coordinates"]


def flat(value):
    """All numbers of a scalar, list or list of lists."""
    return [x for v in value for x in flat(v)] if isinstance(value, list) else [value]


class Vectors(unittest.TestCase):
    def check_file(self, name):
        example, keys = CASES[name]
        vectors = json.loads((ROOT / "tests/data" / f"{name}.json").read_text())
        names = coordinates(example)
        states = []
        for vector in vectors:
            given = vector["state"]
            rates = {"q": given["q"], "qd": given.get("qd", given.get("alpha")),
                     "qdd": given.get("qdd", [0] * len(names))}
            states.append({"params": vector["params"],
                           **{k: dict(zip(names, v)) for k, v in rates.items()}})
        results = evaluate(example, sorted({ours for ours, _ in keys.values()}), states)
        self.assertEqual(len(results), len(vectors))
        for vector, result in zip(vectors, results):
            for key, (ours, change) in keys.items():
                value = change(result[ours]) if change else result[ours]
                got, expected = flat(value), flat(vector["expected"][key])
                self.assertEqual(len(got), len(expected), f"{vector['name']} {key}")
                scale = max(max(map(abs, expected)), 1e-3)
                for a, b in zip(got, expected):
                    self.assertLessEqual(abs(a - b), TOLERANCE * scale, f"{vector['name']} {key}")

    def test_planar_rr_of_the_course(self):
        self.check_file("001_planar_RR")

    def test_arm_of_de_santis(self):
        self.check_file("000_planar_2dof")

    def test_telescopic_chain_of_the_report(self):
        self.check_file("003_telescopic_chain")


if __name__ == "__main__":
    unittest.main()
