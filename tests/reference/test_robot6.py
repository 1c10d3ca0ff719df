#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The 1980 report's robot and a telescopic chain by the report's own method, augmented bodies.

Numbers against vectors that were derived independently (SymPy, mpmath), and lengths against the
lines that the report prints in its sections 4.4 and 4.5.
"""
import json
import re
import unittest

from compare import Comparison, evaluate, evaluate_text, example, run, vectors

# As printed, with C5*S5*S234 of A11 read as *C6*S5*S234 and VZ3 of A33 as VZ6.
PRINTED = {
    "A11": "+2*VZ3*L2*(+C23*S2)+2*VZ6*L2*(+C234*C5*S2)+2*VZ6*L3*(+C234*C5*C23)+JZ2*S2*S2"
           "+JY3*C23*C23"
           "+JX6*C6*S5*S234*C6*S5*S234+JX6*C6*S5*S234*S6*C234+JX6*S6*C234*C6*S5*S234"
           "+JX6*S6*C234*S6*C234+JY6*S6*S5*S234*S6*S5*S234-JY6*S6*S5*S234*C6*C234"
           "-JY6*C6*C234*S6*S5*S234+JY6*C6*C234*C6*C234",
    "A12": "+VZ6*L2*(-S5*C2)+VZ6*L3*(+S5*S23)+JX6*C6*C5*C6*S5*S234+JX6*C6*C5*S6*C234"
           "+JY6*S6*C5*S6*S5*S234-JY6*S6*C5*C6*C234",
    "A13": "+VZ6*L3*(+S5*S23)+JX6*C6*C5*C6*S5*S234+JX6*C6*C5*S6*C234+JY6*S6*C5*S6*S5*S234"
           "-JY6*S6*C5*C6*C234",
    "A14": "+JX6*C6*C5*C6*S5*S234+JX6*C6*C5*S6*C234+JY6*S6*C5*S6*S5*S234-JY6*S6*C5*C6*C234",
    "A15": "+VZ6*L2*(+S2*C5)+VZ6*L3*(+C23*C5)+JX6*S6*C6*S5*S234+JX6*S6*S6*C234"
           "-JY6*C6*S6*S5*S234+JY6*C6*C6*C234",
    "A22": "+2*VZ3*L2*(-S3)+2*VZ6*L2*(-S34*C5)+2*VZ6*L3*(+C4*C5)+JX2+JX3+JX6*C6*C5*C6*C5"
           "+JY6*S6*C5*S6*C5",
    "A23": "+VZ3*L2*(-S3)+VZ6*L3*(+C4*C5)+VZ6*L2*(-S34*C5)+VZ6*L3*(+C4*C5)+JX3+JX6*C6*C5*C6*C5"
           "+JY6*S6*C5*S6*C5",
    "A24": "+VZ6*L2*(-S34*C5)+VZ6*L3*(+C4*C5)+JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5",
    "A25": "+VZ6*L2*(-C34*S5)+VZ6*L3*(-S4*S5)+JX6*S6*C6*C5-JY6*C6*S6*C5",
    "A33": "+2*VZ6*L3*(+C4*C5)+JX3+JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5",
    "A34": "+VZ6*L3*(+C4*C5)+JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5",
    "A35": "+VZ6*L3*(-S4*S5)+JX6*S6*C6*C5-JY6*C6*S6*C5",
    "A44": "+JX6*C6*C5*C6*C5+JY6*S6*C5*S6*C5",
    "A45": "+JX6*S6*C6*C5-JY6*C6*S6*C5",
    "A55": "+JX6*S6*S6+JY6*C6*C6",
    "Q5": "+G*(+S234*S5*VZ6)",
    "Q4": "+G*(-C234*C5*VZ6)",
    "Q3": "+G*(-C23*VZ3)+Q(4)",
    "Q2": "+G*(-S2*VY2)+Q(3)",
    "VY2": "D2*M2+L2*(+M3+M6)",
    "VZ3": "D3*M3+L3*(+M6)",
    "VZ6": "D6*M6",
    "WY2": "D2**2*M2+L2**2*(M3+M6)",
    "WZ3": "D3**2*M3+L3**2*(M6)",
    "WZ6": "D6**2*M6",
    "JX2": "IX2+WY2",
    "JZ2": "IZ2+WY2",
    "JX3": "IX3+WZ3",
    "JY3": "IY3+WZ3",
    "JX6": "IX6+WZ6",
    "JY6": "IY6+WZ6",
}


def operations(text):
    """Additions and multiplications; signs in front are none. A square is one, as is x*x."""
    text = text.replace(" ", "").replace("**", "^")
    signs = len(re.findall(r"(^|\()[+-]", text))
    return len(re.findall(r"[-+*^]", text)) - signs


def entries(text):
    """The equations of a text or listing, label to formula, lines joined."""
    joined = re.sub(r"\n +(?=[^ \n]*[-+(*/])(?![A-Z][A-Za-z0-9]* = )", "", text)
    return dict(re.findall(r"^ +([A-Z][A-Za-z0-9]*) = (.+)$", joined, re.MULTILINE))


def evaluated(name, keys, given):
    states = [{"params": v["params"], **{k: dict(zip(given, v["state"][k])) for k in v["state"]}}
              for v in vectors(name)]
    robot = {"003_robot6": "robot6", "003_telescopic_chain": "telescopic"}[name]
    return evaluate(example(robot), keys, states, "lagrange")


class AugmentedBodies(Comparison):
    def check(self, name, results, key, ours, change=lambda v: v):
        for vector, result in zip(vectors(name), results):
            self.assert_close(change(result[ours]), vector["expected"][key],
                              f"{vector['name']} {key}", 1e-3)

    def test_numbers_of_the_robot(self):
        name = "003_robot6"
        keys = ["constants", "Q", "A", "B", "Cc", "h", "C", "T", "V", "tau"]
        results = evaluated(name, keys, [f"t{i}" for i in range(1, 7)])
        for key, ours in {"Q": "Q", "A": "A", "C_ij": "Cc", "h": "h", "C_matrix_christoffel": "C",
                          "T": "T", "V": "V", "F": "tau"}.items():
            self.check(name, results, key, ours)
        labels = json.loads(run("model", example("robot6"), "--method", "lagrange", "--as", "json",
                                "--what", "B,constants"))["labels"]
        for vector, result in zip(vectors(name), results):
            expected = vector["expected"]
            self.assertEqual(sorted(labels["B"]), sorted(expected["B_nonzero"]))
            for label, value in zip(labels["B"], result["B"]):
                self.assert_close(value, expected["B_nonzero"][label], label, 1e-3)
            unused = set(expected["constants"]) - set(labels["constants"])
            self.assertEqual(unused, {"VY1", "WY1", "JX1", "JZ1"})  # body 1 turns about its length
            for label, value in zip(labels["constants"], result["constants"]):
                self.assert_close(value, expected["constants"][label], label)

    def test_constants_of_the_column(self):
        """They are in no equation of the robot, but in those of the robot on a base that tilts."""
        text = example("robot6").read_text(encoding="utf-8").replace("chain R : ",
                                                                     "chain R : RX(t0), ")
        text = re.sub(r" on R(\d)", lambda found: f" on R{int(found[1]) + 1}", text)
        states = [{"params": vector["params"]} for vector in vectors("003_robot6")]
        labels = json.loads(run("model", "-", "--method", "lagrange", "--as", "json", "--what",
                                "constants", text=text))["labels"]["constants"]
        results = evaluate_text(text, ["constants"], states, "lagrange")
        for vector, result in zip(vectors("003_robot6"), results):
            found = {f"{label[:2]}{int(label[2]) - 1}": value
                     for label, value in zip(labels, result["constants"])}
            expected = vector["expected"]["constants"]
            self.assertEqual(found.keys(), expected.keys())
            for label, value in found.items():
                self.assert_close(value, expected[label], label)

    def test_numbers_of_the_telescopic_chain(self):
        name = "003_telescopic_chain"
        results = evaluated(name, ["Q", "A", "h", "T", "V", "tau"], [f"q{i}" for i in range(1, 5)])
        for key, ours in {"Q": "Q", "A": "A", "h": "h", "T": "T", "V": "V", "F": "tau"}.items():
            self.check(name, results, key, ours)

    def test_lines_are_no_longer_than_the_printed_ones(self):
        ours = entries(run("model", example("robot6"), "--method", "lagrange", "--compact",
                           "--what", "constants,Q,A"))
        self.assertEqual(set(ours), set(PRINTED))
        for label, printed in PRINTED.items():
            text = ours[label].replace(" ", "")
            self.assertLessEqual(len(text), len(printed), f"{label} = {text}")
            self.assertLessEqual(operations(text), operations(printed), f"{label} = {text}")

    def test_the_listing_has_the_pages_of_the_report(self):
        listing = run("model", example("robot6"), "--method", "lagrange", "--as", "listing")
        pages = ["TABLE MRR", "AUGMENTED BODIES", "TORQUES OF GRAVITY", "COEFFICIENTS AIJ",
                 "COEFFICIENTS BIJK", "COEFFICIENTS CIJ"]
        places = [listing.index(page) for page in pages]
        self.assertEqual(places, sorted(places))
        found = entries(listing)
        velocity = [label for label in found if re.fullmatch(r"B\d{3}|Cc\d{2}", label)]
        self.assertEqual(len(velocity), 94)
        for label in ["A16", "A66", "Q1", "Q6"]:
            self.assertEqual(found[label], "0")


if __name__ == "__main__":
    unittest.main()
