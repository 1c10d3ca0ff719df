#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mechanisms made of elements in loops: the vehicle against its definition file, the legs of a
quadruped against a chain of rotations written here."""
import math
import random
import tempfile
import unittest
from pathlib import Path

from compare import Comparison, evaluate, example, plus, product, run, times

CORNERS = ("front_left", "front_right", "rear_left", "rear_right")


def turn(axis, angle):
    c, s = math.cos(angle), math.sin(angle)
    i, j = (axis + 1) % 3, (axis + 2) % 3
    matrix = [[float(a == b) for b in range(3)] for a in range(3)]
    matrix[i][i], matrix[i][j], matrix[j][i], matrix[j][j] = c, -s, s, c
    return matrix


class Vehicle(Comparison):
    def test_elements_make_the_vehicle_of_the_definition_file(self):
        chance = random.Random(15)
        names = {"x": "x", "y": "y", "z": "z", "theta_l": "theta_l", "theta_r": "theta_r",
                 "theta_t": "theta_t", "beta_b": "beta_b"}
        for i, corner in enumerate(CORNERS, 1):
            names.update({f"{corner}.z": f"z{i}", f"{corner}.phi": f"phi_{i}"})
        lengths = {"L1": 1.1, "L2": 1.5, "L3": 0.7, "L4": 0.72, "MS": 1100, "MNSF": 35, "MNSR": 30,
                   "XX1": 0.6, "YY1": 1, "LSFg": 0.3, "LSFd": 0.3, "LSRg": 0.32, "LSRd": 0.32,
                   "XX6": 400, "XY6": 10, "XZ6": -30, "YY6": 1500, "ZZ6": 1700, "g": 9.81}
        state = {part: {name: chance.uniform(-1, 1) for name in names} for part in ("q", "qd")}
        other = {part: {names[name]: value for name, value in state[part].items()}
                 for part in state}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "vehicle.bl"
            path.write_text(run("import", example("vehicle15", ".def")), encoding="utf-8")
            expected = evaluate(path, ["M", "h"], {**other, "params": lengths})
        found = evaluate(example("vehicle15"), ["M", "h"], state)
        theirs = [self.theirs(names).index(names[name]) for name in self.coordinates(names)]
        self.assert_close(found["M"], [[expected["M"][i][j] for j in theirs] for i in theirs], "M")
        self.assert_close(found["h"], [expected["h"][i] for i in theirs], "h")

    @staticmethod
    def coordinates(names):
        """In the order of the description."""
        first = ["beta_b", "x", "y", "z", "theta_l", "theta_r", "theta_t"]
        return first + [name for name in names if name not in first]

    @staticmethod
    def theirs(names):
        """In the order of the definition file."""
        first = ["x", "y", "z", "theta_l", "theta_r", "theta_t"]
        return first + [f"z{i}" for i in range(1, 5)] + ["beta_b"] + [f"phi_{i}" for i in range(1, 5)]


class Quadruped(Comparison):
    def test_feet_and_potential_energy(self):
        chance = random.Random(4)
        angles = {f"leg[{k}].{name}": chance.uniform(-1, 1) for k in range(1, 5)
                  for name in ("abduct", "thigh", "knee")}
        l, d, g = 0.2, 0.08, 9.81
        feet, energy = [], 0.0
        for k in range(1, 5):
            side, ahead = (1 if k % 2 else -1), (0.19 if k <= 2 else -0.19)
            one, two, three = (angles[f"leg[{k}].{name}"] for name in ("abduct", "thigh", "knee"))
            hip = [ahead, 0.05 * side, 0]
            first = turn(0, one)
            thigh_place = plus(hip, times(first, [0, side * d, 0]))
            second = product(first, turn(1, two))
            knee_place = plus(thigh_place, times(second, [0, 0, -l]))
            third = product(second, turn(1, three))
            feet.append(plus(knee_place, times(third, [0, 0, -l])))
            energy += g * (0.7 * hip[2] + plus(thigh_place, times(second, [0, 0, -l / 8]))[2]
                           + 0.17 * plus(knee_place, times(third, [0, 0, -l / 2]))[2])
        keys = [f"pos:leg[{k}].foot" for k in range(1, 5)] + ["V"]
        found = evaluate(example("quadruped"), keys, {"q": angles})
        for key, foot in zip(keys, feet):
            self.assert_close(found[key], foot, key)
        self.assert_close(found["V"], energy, "V")


if __name__ == "__main__":
    unittest.main()
