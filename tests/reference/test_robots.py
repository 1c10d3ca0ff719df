#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The robots of the course: transforms, Jacobians, determinants and twists against vectors that
were derived independently, to 1e-12 of the largest entry."""
import math
import unittest

from compare import Comparison, evaluate, example, product, vectors

LENGTHS = ["a1", "a2", "a3", "a6", "d4", "d6"]
ANGLES = [f"t{i}" for i in range(1, 7)]
MASSES = {"m1": 1, "m2": 1, "m3": 1, "g": 9.81}  # the RRP robot has them, its geometry does not


def kuka_states(**other_lengths):
    """The states of the vectors, with these lengths in place of theirs."""
    return [{"params": {**{k: v["params"][k] for k in LENGTHS}, **other_lengths},
             "q": dict(zip(ANGLES, v["state"]["theta"]))} for v in vectors("001_KUKA_KR30")]


class Robots(Comparison):
    def rrp(self):
        """(vector, what bielle gives) for each state of the RRP robot."""
        given = vectors("001_RRP_kinematics")
        names = ["t1", "t2", "d3"]
        states = [{"params": {**v["params"], **MASSES}, "q": {n: v["state"][n] for n in names},
                   "qd": dict(zip(names, v["state"]["qd"]))} for v in given]
        keys = ["fk:R1", "fk:R2", "fk:R2/R1", "fk:R3", "fk:R3/R2", "jac:tip", "jac:tip/R2",
                "det:tip", "twist:R3/ground", "twist:R3/R2"]
        return zip(given, evaluate(example("rrp"), keys, states))

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
        links = ["fk:A1"] + [f"fk:A{i + 1}/A{i}" for i in range(1, 6)]
        keys = ["fk:A6", "jac:flange", "det:flange", *links]
        for vector, result in zip(given, evaluate(example("kuka_kr30"), keys, kuka_states())):
            expected = vector["expected"]
            self.assert_close([result[link] for link in links], expected["A"], vector["name"])
            self.assert_close(result["fk:A6"], expected["A06"], f"{vector['name']} A06")
            self.assert_close(result["jac:flange"], expected["J_R0"], f"{vector['name']} J_R0")
            self.assert_close(result["det:flange"], expected["det_J"], f"{vector['name']} det")

    def test_the_last_transform_that_the_course_prints_has_no_a6(self):
        results = evaluate(example("kuka_kr30"), ["fk:A6"], kuka_states(a6=0))
        for vector, result in zip(vectors("001_KUKA_KR30"), results):
            self.assert_close(result["fk:A6"], vector["expected"]["A06_with_printed_5A6"],
                              vector["name"])

    def test_long_lists_of_states_give_what_single_states_give(self):
        lengths = {"a1": 0.67, "a2": 0.8, "a3": 0.145, "a6": -0.12, "d4": -0.82, "d6": -0.15}
        states = [{"params": lengths,
                   "q": {n: math.sin(7 * s + i) * 3 for i, n in enumerate(ANGLES)},
                   "qd": {n: math.cos(5 * s - i) for i, n in enumerate(ANGLES)}}
                  for s in range(300)]
        keys = ["fk:flange", "jac:flange/A4", "twist:A6"]
        batched = evaluate(example("kuka_kr30"), keys, states)
        for s in 0, 1, 31, 255, 256, 299:
            single = evaluate(example("kuka_kr30"), keys, states[s])
            for key in keys:
                self.assert_close(batched[s][key], single[key], f"state {s} {key}")

    def test_one_state_with_other_parameters_is_no_batch(self):
        states = [{"params": {"a2": 0.5, **MASSES}, "q": {"d3": 0.1 * s}} for s in range(40)]
        states[20] = {"params": {"a2": 0.7, **MASSES}, "q": {"d3": 2.0}}
        results = evaluate(example("rrp"), ["fk:tip"], states)
        self.assertEqual([r["fk:tip"][0][3] for r in results],
                         [0.7 if s == 20 else 0.5 for s in range(40)])


if __name__ == "__main__":
    unittest.main()
