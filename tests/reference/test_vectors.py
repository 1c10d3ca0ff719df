#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle eval` against vectors that were derived independently, to 1e-12 of the largest entry.

tests/data/*.json: worked examples of the source documents, computed with SymPy and mpmath (40
digits) from the mechanism descriptions. `h` is C(q,qd)qd; the 1980 report's Q is -G.
"""
import json
import unittest

from compare import Comparison, evaluate, example, run, vectors


def negated(values):
    return [-v for v in values]


def first_rows(count):
    return lambda value: value[:count]


# vector file -> example, and for each expected key: our key and what to do with our value
CASES = {
    "001_planar_RR": ("rr", {
        "T": ("T", None), "V": ("V", None), "M": ("M", None), "C": ("C", None), "Cqd": ("h", None),
        "G": ("G", None), "tau": ("tau", None), "H02_tip": ("fk:tip", None),
        "J_tip": ("jac:tip", first_rows(2))}),
    "000_planar_2dof": ("planar_2dof", {
        "T": ("T", None), "V": ("V", None), "D": ("M", None), "C_christoffel": ("C", None),
        "C_alpha": ("h", None), "G_eq26": ("G", negated), "J_tip_R0": ("jac:tip", first_rows(2)),
        "tip_accel_R0": ("accel:tip/ground", first_rows(2))}),
    "003_robot6": ("robot6", {
        "T": ("T", None), "V": ("V", None), "A": ("M", None), "h": ("h", None), "Q": ("G", negated),
        "C_matrix_christoffel": ("C", None), "F": ("tau", None), "H06_tip": ("fk:tip", None),
        "jacobian_tip_base_frame": ("jac:tip", None)}),
    "003_telescopic_chain": ("telescopic", {
        "T": ("T", None), "V": ("V", None), "A": ("M", None), "h": ("h", None), "Q": ("G", negated),
        "F": ("tau", None), "H_tip": ("fk:tip", None), "J_tip": ("jac:tip", None)}),
}


def coordinates(name):
    """Names of the coordinates, in the order of the vectors."""
    return json.loads(run("model", example(name), "--as", "json", "--what", "V"))["coordinates"]


class Vectors(Comparison):
    def check_file(self, name):
        robot, keys = CASES[name]
        names = coordinates(robot)
        states = []
        for vector in vectors(name):
            given = {**vector["expected"], **vector["state"]}  # De Santis: alpha, alphadot
            rates = {"q": given["q"], "qd": given.get("qd", given.get("alpha")),
                     "qdd": given.get("qdd", given.get("alphadot"))}
            states.append({"params": vector["params"],
                           **{k: dict(zip(names, v)) for k, v in rates.items()}})
        results = evaluate(example(robot), sorted({ours for ours, _ in keys.values()}), states)
        for vector, result in zip(vectors(name), results):
            for key, (ours, change) in keys.items():
                value = change(result[ours]) if change else result[ours]
                self.assert_close(value, vector["expected"][key], f"{vector['name']} {key}", 1e-3)

    def test_planar_rr_of_the_course(self):
        self.check_file("001_planar_RR")

    def test_arm_of_de_santis(self):
        self.check_file("000_planar_2dof")

    def test_robot_of_the_report_as_its_sentence(self):
        self.check_file("003_robot6")

    def test_telescopic_chain_of_the_report(self):
        self.check_file("003_telescopic_chain")


if __name__ == "__main__":
    unittest.main()
