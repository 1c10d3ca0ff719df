#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle eval` against vectors that were derived independently, to 1e-12 of the largest entry.

tests/data/*.json: worked examples of the source documents, computed with SymPy and mpmath (40
digits) from the mechanism descriptions. `h` is C(q,qd)qd; the 1980 report's Q is -G.
"""
import json
import unittest

from compare import (Comparison, evaluate, evaluate_text, example, plus, product, run, times, vectors,
                     wrench_at)


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

# The RRP robot of the course with masses and inertias everywhere, held by its tool: an extension of
# the vectors.
RRP = """
param a2, g
gravity [0, 0, -g]
dh R standard
   joint  theta   d    a    alpha
   1      t1      0    0    90 deg
   2      t2      0    a2   -90 deg
   3      90deg   d3   0    90 deg
""" + "".join(f"""
param m{i}, cx{i}, cy{i}, cz{i}, Ix{i}, Iy{i}, Iz{i}, Ixy{i}
body C{i} on R{i} : mass m{i}, com [cx{i}, cy{i}, cz{i}],
     inertia [[Ix{i}, Ixy{i}, 0], [Ixy{i}, Iy{i}, 0], [0, 0, Iz{i}]]
""" for i in (1, 2, 3)) + """
force  grip at R3 = [fx, fy, fz]
moment turn on R3 = [nx, ny, nz]
"""


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

    # ---- the course, chapter 6

    def test_coefficients_and_joint_forces_of_the_planar_rr(self):
        given, names = vectors("001_planar_RR"), coordinates("rr")
        states = [{"params": v["params"], "tau": dict(zip(names, v["expected"]["tau"])),
                   **{k: dict(zip(names, v["state"][k])) for k in ("q", "qd", "qdd")}}
                  for v in given]
        labels = json.loads(run("model", example("rr"), "--method", "lagrange", "--as", "json",
                                "--what", "B"))["labels"]["B"]
        self.assertEqual(labels, ["B112"])
        coefficients = evaluate(example("rr"), ["B", "Cc"], states, "lagrange")
        forces = evaluate(example("rr"), ["fk:q1", "fk:q2", "reaction:q1", "reaction:q2", "qdd"],
                          states)
        for vector, velocity, result in zip(given, coefficients, forces):
            name, expected = vector["name"], vector["expected"]
            self.assert_close(velocity["Cc"], expected["B"], f"{name} B", 1e-3)
            self.assert_close([velocity["B"], 0], expected["Ccor"], f"{name} Ccor", 1e-3)
            for joint in "q1", "q2":
                pose, pair = result[f"fk:{joint}"], {"q1": "01", "q2": "12"}[joint]
                place = [row[3] for row in pose[:3]]
                force, moment = wrench_at(pose, result[f"reaction:{joint}"], place)
                self.assert_close(force, expected[f"f{pair}_R0"] + [0], f"{name} f{pair}")
                self.assert_close(moment, [0, 0, expected[f"N{pair}"]], f"{name} N{pair}")
            self.assert_close(result["qdd"], expected["qdd_from_tau"], f"{name} qdd")

    def test_rrp_robot_by_newton_and_euler(self):
        given, names = vectors("001_RRP_dynamics_NE"), ["t1", "t2", "d3"]
        wrenches = [v["state"]["f_ext_on_tool_R0"] + v["state"]["N_ext_on_tool_R0"] for v in given]
        states = [{"params": v["params"],
                   "inputs": dict(zip(("fx", "fy", "fz", "nx", "ny", "nz"), wrench)),
                   **{k: dict(zip(names, v["state"][k])) for k in ("q", "qd", "qdd")}}
                  for v, wrench in zip(given, wrenches)]
        equations = {"M": "M", "h": "Cqd", "G": "G", "T": "T", "V": "V", "tau": "tau"}
        keys = [*equations, "Qe", "jac:R3", *(f"{k}:R{i}" for k in ("fk", "reaction")
                                              for i in (1, 2, 3))]
        results = evaluate_text(RRP, keys, states)
        for vector, wrench, result in zip(given, wrenches, results):
            name, expected = vector["name"], vector["expected"]
            for ours, theirs in equations.items():
                self.assert_close(result[ours], expected[theirs], f"{name} {theirs}")
            virtual = [sum(a * b for a, b in zip(column, wrench))
                       for column in zip(*result["jac:R3"])]
            self.assert_close(result["Qe"], virtual, f"{name} Qe")
            origin = [0, 0, 0]  # of the frame before: there the course takes the moments
            for i in 1, 2, 3:
                pose = result[f"fk:R{i}"]
                force, moment = wrench_at(pose, result[f"reaction:R{i}"], origin)
                self.assert_close(force, expected[f"f{i - 1}{i}_R0"], f"{name} f{i}")
                self.assert_close(moment, expected[f"N{i - 1}{i}_R0"], f"{name} N{i}")
                origin = [row[3] for row in pose[:3]]

    # ---- De Santis, section 7

    def test_operational_space_of_the_arm_of_de_santis(self):
        given = vectors("000_planar_2dof")
        names = coordinates("planar_2dof")
        states = [{"params": v["params"], "q": dict(zip(names, v["state"]["q"])),
                   "qd": dict(zip(names, v["state"]["alpha"])),
                   "tau": dict(zip(names, v["state"]["Gamma"]))} for v in given]
        results = evaluate(example("planar_2dof"),
                           ["lambda:tip", "mu:tip", "p:tip", "jac:tip", "qdd"], states)
        for vector, result in zip(given, results):
            name, expected = vector["name"], vector["expected"]
            for key, theirs in (("lambda:tip", "Mx"), ("mu:tip", "Vx"), ("p:tip", "Gx")):
                self.assert_close(result[key], expected[theirs], f"{name} {theirs}")
            self.assert_close(result["qdd"], expected["alphadot"], f"{name} alphadot")
            force = plus(times(result["lambda:tip"], expected["tip_accel_R0"]),
                         plus(result["mu:tip"], result["p:tip"]))
            self.assert_close(product([force], result["jac:tip"][:2]), vector["state"]["Gamma"],
                              f"{name} torques of the force at the tip")


if __name__ == "__main__":
    unittest.main()
