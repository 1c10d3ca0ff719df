#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle analyze assembly`: published configurations of closed mechanisms from rough values."""
import json
import math
import subprocess
import unittest

from compare import BIELLE, example, vectors


def analyze(path, state, *options):
    """Exit status, output and messages."""
    done = subprocess.run([BIELLE, "analyze", "assembly", str(path), "--at", "-", *options],
                          input=json.dumps(state), capture_output=True, encoding="utf-8",
                          check=False)
    return done.returncode, done.stdout, done.stderr


def turn(angle):
    return math.remainder(angle, 2 * math.pi)


class Assembly(unittest.TestCase):
    def assert_angle(self, value, expected, tolerance=1e-13):
        self.assertLess(abs(turn(value - float(expected))), tolerance)

    def solve(self, path, state, *options):
        status, text, messages = analyze(path, state, "--as", "json", *options)
        self.assertEqual((status, messages), (0, ""))
        answer = json.loads(text)
        self.assertTrue(answer["closed"])
        return [configuration["q"] for configuration in answer["configurations"]]

    def test_both_branches_of_four_bars(self):
        for vector in vectors("001_four_bar"):
            phi1 = vector["state"]["phi1"]
            state = {"params": vector["params"], "q": {"phi1": phi1}}
            found = self.solve(example("four_bar"), state, "--hold", "phi1", "--all")
            self.assertEqual(len(found), 2, vector["name"])
            for name in ("branch_plus", "branch_minus"):
                branch = vector["expected"][name]
                near = min(found, key=lambda q: abs(turn(q["phi3"] - branch["phi3"])))
                self.assertEqual(near["phi1"], phi1)
                self.assert_angle(near["phi1"] + near["b"], branch["phi2"])
                self.assert_angle(near["phi3"], branch["phi3"])

    def test_a_rough_start_chooses_the_branch(self):
        for vector in vectors("001_four_bar"):
            phi1 = vector["state"]["phi1"]
            _, phi2, phi3, _, _ = vector["state"]["newton_X0"]
            state = {"params": vector["params"],
                     "q": {"phi1": phi1, "b": phi2 - phi1, "phi3": phi3}}
            found, = self.solve(example("four_bar"), state, "--hold", "phi1")
            solution = vector["expected"]["newton_solution"]
            self.assert_angle(found["phi1"] + found["b"], solution[1])
            self.assert_angle(found["phi3"], solution[2])

    def test_links_that_are_too_short(self):
        # Stretched, the links reach 0.55 m of the sqrt(0.7^2 + 0.05^2) m between the pivots.
        state = {"params": {"l5": 0.7}}
        status, text, _ = analyze(example("four_bar"), state)
        self.assertEqual(status, 1)
        self.assertIn("No assembly found", text)
        status, text, _ = analyze(example("four_bar"), state, "--as", "json")
        answer = json.loads(text)
        self.assertEqual((status, answer["closed"]), (1, False))
        self.assertAlmostEqual(answer["residuals"][0], math.hypot(0.7, 0.05) - 0.55, delta=1e-12)
        closest = answer["configurations"][0]["q"]
        self.assert_angle(closest["phi1"], math.atan2(-0.05, 0.7), 1e-11)
        self.assert_angle(closest["b"], 0, 1e-11)

    def test_start_of_the_squeezer(self):
        problem, path = vectors("A03_andrews_squeezer"), example("andrews_squeezer")
        names = [name.lower() for name in problem["coords"]]
        published = dict(zip(names, map(float, problem["initial"]["q"])))
        rough = {name: round(value, 1) for name, value in published.items()}
        found, = self.solve(path, {"q": rough}, "--hold", "theta")
        for name, value in published.items():
            self.assert_angle(found[name], value)
        # E is held by the crank and gamma; two arms reach it, each with its elbow either way.
        found = self.solve(path, {"q": rough}, "--hold", "theta", "--all")
        self.assertEqual(len(found), 4)
        # A later position, of which only the crank is given well.
        later = dict(zip(names, map(float, problem["reference_own"][1]["q"])))
        rough = {name: round(value, 1) for name, value in later.items()}
        rough["beta"] = later["beta"]
        found, = self.solve(path, {"q": rough}, "--hold", "beta")
        for name, value in later.items():
            self.assert_angle(found[name], value)


if __name__ == "__main__":
    unittest.main()
