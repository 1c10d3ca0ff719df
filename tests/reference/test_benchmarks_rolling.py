#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What rolls or slides without side slip, against published numbers and closed forms: the benchmark
bicycle, a disk, Chaplygin's sleigh, a skate on a slope."""
import math
import unittest

from compare import Comparison, example, product, vectors
from constrained import (LOOPS, SPEEDS, assembled, by_treatment, completed, eliminate, every_way,
                         slopes, transposed)

BOTH = {**LOOPS, **SPEEDS}
BICYCLE = ("x", "y", "z", "yaw", "lean", "pitch", "rear_spin", "steer", "front_spin")
STEPS = (-0.02, 0.02, -0.01, 0.01, -0.005, 0.005)


def floats(row):
    return {key: float(value) for key, value in row.items()}


class Bicycle(Comparison):
    def setUp(self):
        self.path = example("bicycle")
        self.problem = vectors("bicycle_meijaard")

    def standing(self, **given):
        """On its wheels, with these angles."""
        hold = [name for name in BICYCLE if name not in ("z", "pitch")]
        return assembled(self.path, {"q": given}, hold)

    def test_accelerations_of_basu_mandal(self):
        given, expected = (self.problem["nonlinear_check"][key]
                           for key in ("input_basu", "output_basu"))
        pitch = math.pi - given["phi"]
        state = self.standing(yaw=-given["theta"], lean=math.pi / 2 - given["psi"], pitch=pitch,
                              steer=-given["psif"])
        self.assert_close([state["q"]["z"], state["q"]["pitch"]], [-given["z"], pitch], "standing")
        state["qd"] = {"lean": -given["psid"], "steer": -given["psifd"],
                       "rear_spin": -given["betard"]}
        state, = completed(self.path, [state], BOTH)
        # Their axes are turned by 180 deg about y, and angles count the other way.
        theirs = ("x", "y", "z", "theta", "psi", "phi", "betar", "psif", "betaf")
        rates, accelerations = ([x if name == "y" else -x for name, x in zip(theirs, of_theirs)]
                                for of_theirs in ([given[name + "d"] for name in theirs],
                                                  [expected[name + "dd"] for name in theirs]))
        self.assert_close([state["qd"][name] for name in BICYCLE], rates, "rates")
        for way, ((qdd, _),) in every_way(self.path, [state], BOTH):
            self.assert_close(qdd, accelerations, way)

    def test_the_wheels_bear_the_weight(self):
        p = self.problem["parameters"]
        places = {"mR": 0, "mB": p["xB"], "mH": p["xH"], "mF": p["w"]}
        weight = 9.81 * sum(p[name] for name in places)
        front = 9.81 * sum(p[name] * x for name, x in places.items()) / p["w"]
        for way, ((_, multipliers),) in every_way(self.path, [self.standing()], BOTH):
            forces = [-x for x in multipliers]  # heights first, then what keeps from slipping
            self.assert_close(forces, [weight - front, front, 0, 0, 0, 0], way)

    def response(self, states):
        """Accelerations of lean and steer."""
        found = by_treatment(self.path, completed(self.path, states, BOTH), "augmented")
        return [[qdd[BICYCLE.index(name)] for name in ("lean", "steer")] for qdd, _ in found]

    def linear(self, speed):
        """Matrices of the linear equations about upright motion straight ahead: mass, damping,
        stiffness."""
        straight = {"lean": 0, "steer": 0, "rear_spin": -speed / 0.3}
        states = [{**self.upright, "qd": straight, "tau": {name: 1}} for name in ("lean", "steer")]
        states += [{**self.upright, "qd": {**straight, name: step}}
                   for name in ("lean", "steer") for step in STEPS]
        states += [{**leaning, "qd": straight} for leaning in self.leaning]
        values, count = self.response(states), len(STEPS)
        mass = eliminate(transposed(values[:2]), [[1, 0], [0, 1]])
        columns = [slopes(values[k:k + count], STEPS) for k in range(2, len(values), count)]
        return mass, *([[-x for x in row] for row in product(mass, transposed(part))]
                       for part in (columns[:2], columns[2:]))

    def test_linear_equations_of_meijaard(self):
        M, C1, K0, K2 = ([numbers[:2], numbers[2:]] for numbers in
                         ([float(text) for text in self.problem["published"][key]]
                          for key in ("M", "C1", "K0", "K2")))
        self.upright = self.standing()
        self.leaning = [self.standing(**{name: step})
                        for name in ("lean", "steer") for step in STEPS]
        for speed in 0, 5:
            mass, damping, stiffness = self.linear(speed)
            self.assert_close(mass, M, "M")
            self.assert_close(damping, [[speed * c for c in row] for row in C1], "C",
                              tolerance=1e-10)
            expected = [[9.81 * a + speed**2 * b for a, b in zip(*rows)] for rows in zip(K0, K2)]
            self.assert_close(stiffness, expected, "K", tolerance=1e-10)


class Disk(Comparison):
    M, R, G = 1, 0.5, 9.81
    A, C = M * R**2 / 4, M * R**2 / 2

    def accelerations(self, rows):
        """Of yaw, lean and spin at these moments, in every way."""
        path = example("rolling_disk")
        states = [{"params": {"r": self.R},
                   "q": {"yaw": row["psi"], "lean": row["theta"], "spin": row["phi"],
                         "z": self.R * math.cos(row["theta"])},
                   "qd": {"yaw": row["psidot"], "lean": row["thetadot"], "spin": row["phidot"]}}
                  for row in rows]
        for _, found in every_way(path, completed(path, states, BOTH), BOTH):
            yield [qdd[3:] for qdd, _ in found]

    def test_newton_and_euler_in_the_axes_of_lean(self):
        rows = [floats(row) for row in vectors("rolling_disk")["reference"]]
        m, r, g, A, C = self.M, self.R, self.G, self.A, self.C
        for row in rows:
            row["psidot"] = row["w3"] / math.cos(row["theta"])
            row["phidot"] = row["w2"] - row["psidot"] * math.sin(row["theta"])
        for found in self.accelerations(rows):
            for row, (yaw2, lean2, spin2) in zip(rows, found):
                w1, w2, w3, lean = row["thetadot"], row["w2"], row["w3"], row["theta"]
                dw1 = ((C + m * r * r) * w2 * w3 - A * w3**2 * math.tan(lean)
                       + m * g * r * math.sin(lean)) / (A + m * r * r)
                dw2 = -m * r * r * w1 * w3 / (C + m * r * r)
                dw3 = w1 * w3 * math.tan(lean) - C / A * w1 * w2
                turning = row["psidot"] * w1
                self.assert_close(
                    [lean2, spin2 + yaw2 * math.sin(lean) + turning * math.cos(lean),
                     yaw2 * math.cos(lean) - turning * math.sin(lean)], [dw1, dw2, dw3], "disk")

    def test_steady_precession(self):
        cases = vectors("rolling_disk")["steady_precession"]["cases"]
        rows = [{**case, "psi": 0.3, "phi": 1.0, "thetadot": 0} for case in cases]
        for found in self.accelerations(rows):
            self.assert_close(found, [[0, 0, 0]] * len(cases), "steady", least_scale=10)


class Edges(Comparison):
    def check(self, path, states, expected, force, name):
        for way, found in every_way(path, states, SPEEDS):
            for (qdd, multipliers), accelerations, edge in zip(found, expected, force):
                self.assert_close(qdd, accelerations, f"{name} {way}")
                self.assert_close(-multipliers[0], edge, f"{name} {way}, force of the edge")

    def test_chaplygin_sleigh(self):
        problem = vectors("chaplygin_sleigh")
        m, J, a = (problem["parameters"][key] for key in ("m", "J_cm", "a"))
        states, expected, force = [], [], []
        for row in [problem["initial"], *problem["reference"]]:
            row = floats(row)
            c, s, v, w = math.cos(row["theta"]), math.sin(row["theta"]), row["v"], row["omega"]
            along, turning = a * w * w, -m * a * v * w / (J + m * a * a)
            states.append({"q": {key: row[key] for key in ("x", "y", "theta")},
                           "qd": {"x": v * c, "y": v * s, "theta": w}})
            expected.append([along * c - v * w * s, along * s + v * w * c, turning])
            force.append(m * (v * w + a * turning))
        self.check(example("chaplygin_sleigh"), states, expected, force, "sleigh")

    def test_skate_on_a_slope(self):
        problem = vectors("knife_edge_incline")
        w, pull = problem["parameters"]["omega"], 9.81 * math.sin(math.radians(30))
        states, expected, force = [], [], []
        for row in problem["reference"]:
            c, s, u = math.cos(row["phi"]), math.sin(row["phi"]), row["u"]
            states.append({"q": {key: row[key] for key in ("x", "y", "phi")},
                           "qd": {"x": u * c, "y": u * s, "phi": w}})
            expected.append([pull * c * c - u * w * s, pull * c * s + u * w * c, 0])
            force.append(row["lateral_force_per_m"])
        self.check(example("knife_edge"), states, expected, force, "skate")


if __name__ == "__main__":
    unittest.main()
