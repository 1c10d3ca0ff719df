#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Planar loops against published accelerations and multipliers: Andrews' squeezer, rows of
four-bars, a four-bar, a rod that follows a road."""
import math
import unittest

from compare import Comparison, evaluate, evaluate_text, example, times, vectors
from constrained import LOOPS, completed, every_way, written

SQUEEZER = ("beta", "theta", "gamma", "phi", "delta", "omega", "epsilon")

# Three free bodies; the reference names its multipliers by these equations.
FOUR_BAR_OF_BODIES = """
param l1 = 0.4 m, l2 = 1 m, l3 = 0.8 m, l0 = 0.9 m, m1 = 1 kg, m2 = 2.5 kg, m3 = 2 kg
gravity [0, -9.81, 0]
joint crank   : planar (x1, y1, theta1) from ground
joint coupler : planar (x2, y2, theta2) from ground
joint rocker  : planar (x3, y3, theta3) from ground
point B1 at [l1, 0, 0] on crank
point C2 at [l2, 0, 0] on coupler
point C3 at [l3, 0, 0] on rocker
constraint O : position(crank) = [0, 0, 0]
constraint B : position(B1) - position(coupler) = [0, 0, 0]
constraint C : position(C2) - position(C3) = [0, 0, 0]
constraint D : position(rocker) = [l0, 0, 0]
body crank   on crank   : mass m1, com [l1/2, 0, 0], inertia diag(0, 0, m1*l1^2/12)
body coupler on coupler : mass m2, com [l2/2, 0, 0], inertia diag(0, 0, m2*l2^2/12)
body rocker  on rocker  : mass m3, com [l3/2, 0, 0], inertia diag(0, 0, m3*l3^2/12)
moment motor on crank = [0, 0, 2 N.m]
"""


def turned(vector, angle):
    x, y = vector
    return [x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)]


def numbers(texts):
    return [float(text) for text in texts]


def row_of_four_bars(count):
    """examples/n_four_bar for any number of them."""
    rods = [f"crank{i}" for i in range(count + 1)] + [f"coupler{i}" for i in range(1, count + 1)]
    return "\n".join(
        ["param l = 1 m, m = 1 kg, g = 9.81 m/s^2", "gravity [0, -g, 0]"]
        + [f"joint crank{i} : revolute -z (theta{i}) from ground at [{i}*l, 0, 0],\n"
           f"      rotated RZ(90 deg)"
           for i in range(count + 1)]
        + [f"joint coupler{i} : revolute z (psi{i}) from crank{i - 1} at [l, 0, 0],\n"
           f"      rotated RZ(-90 deg)\n"
           f"loop pin{i} : revolute z  [l, 0, 0] on coupler{i} = [l, 0, 0] on crank{i}"
           for i in range(1, count + 1)]
        + [f"body {rod} on {rod} : mass m, com [l/2, 0, 0], inertia diag(0, 0, m*l^2/12)"
           for rod in rods]
        + ["point B0 at [l, 0, 0] on crank0", ""])


def coordinates_of_row(count):
    return [f"theta{i}" for i in range(count + 1)] + [f"psi{i}" for i in range(1, count + 1)]


class Squeezer(Comparison):
    def moments(self):
        problem = vectors("A03_andrews_squeezer")
        later = numbers(problem["reference_quad_t003"])
        quad = {"q": later[:7], "qd": later[7:14], "qdd": later[14:21], "lam": later[21:]}
        return [problem["initial"], quad, *problem["reference_own"]]

    def test_accelerations_and_forces_in_the_pin(self):
        moments, path = self.moments(), example("andrews_squeezer")
        states = [{key: dict(zip(SQUEEZER, numbers(moment[key]))) for key in ("q", "qd")}
                  for moment in moments]
        names = evaluate(path, ["Phi"], states[0])["coordinates"]
        for way, found in every_way(path, states, LOOPS):
            for moment, state, (qdd, multipliers) in zip(moments, states, found):
                qdd = dict(zip(names, qdd))
                self.assert_close([qdd[name] for name in SQUEEZER], numbers(moment["qdd"]), way)
                # Loops are closed in the axes of K2, from E on K2 to the other link; published are
                # ground axes and the opposite direction.
                angle = state["q"]["beta"] + state["q"]["theta"]
                forces = [-x for i in (0, 2, 4) for x in turned(multipliers[i:i + 2], angle)]
                self.assert_close(forces, numbers(moment["lam"]), way)


class RowsOfFourBars(Comparison):
    def test_the_example_is_the_row_of_two(self):
        q, qd = [0.3, 0.1, -0.2, 0.7, 1.1], [1, 2, 3, 4, 5]
        names = ["theta[1]", "theta[2]", "theta[3]", "psi[1]", "psi[2]"]
        ours, row = ({"q": dict(zip(each, q)), "qd": dict(zip(each, qd))}
                     for each in (names, coordinates_of_row(2)))
        keys = ["Phi_q", "gamma", "M", "h", "G", "pos:B0"]
        ours = evaluate(example("n_four_bar"), keys, ours)
        for key, value in evaluate_text(row_of_four_bars(2), keys, row).items():
            if key in keys:
                self.assert_close(ours[key], value, key)

    def forces(self, count, theta, rate, acceleration):
        """In the pins, from the balance of couplers and cranks, the last ones first."""
        sine, cosine = math.sin(theta), math.cos(theta)
        tip = [acceleration * cosine - rate**2 * sine, -acceleration * sine - rate**2 * cosine]
        upwards = (9.81 + tip[1]) / 2
        left, found = [0, 0], []  # force of the next coupler on the crank
        for _ in range(count):
            along = (acceleration / 3 - 4.905 * sine - left[0] * cosine
                     + (left[1] - upwards) * sine) / -cosine
            found = [along, upwards] + found
            left = [along - tip[0], -upwards]
        return found

    def check(self, count, moments=None):
        case = vectors("A02_N_four_bar")["cases"][f"N={count}"]
        inertia, weight = float(case["I"]), float(case["G"])
        names = coordinates_of_row(count)
        reference = [{key: float(text) for key, text in row.items()}
                     for row in case["reference"][:moments]]
        states = [{key: {name: row[of] for name in names}
                   for key, of in (("q", "theta"), ("qd", "thetadot"))} for row in reference]
        with written(row_of_four_bars(count)) as path:
            ways = list(every_way(path, states, LOOPS))
            results = evaluate(path, ["Phi", "T", "V", "pos:B0"], states)
        for row, result in zip(reference, results):
            self.assert_close(result["Phi"], [0] * 2 * count, "Phi")
            self.assert_close(result["T"] + result["V"], float(case["E0"]), "energy")
            self.assert_close(result["pos:B0"], [row["B0x"], row["B0y"], 0], "B0")
        for way, found in ways:
            for row, (qdd, multipliers) in zip(reference, found):
                expected = weight / inertia * math.sin(row["theta"])
                forces = self.forces(count, row["theta"], row["thetadot"], expected)
                self.assert_close(qdd, [expected] * len(names), way, tolerance=1e-11)
                self.assert_close(multipliers, forces, way, tolerance=1e-11)  # almost lying once

    def test_one(self):
        self.check(1)

    def test_two(self):
        self.check(2)

    def test_forty(self):
        self.check(40, moments=1)


class FourBar(Comparison):
    def setUp(self):
        problem = vectors("planar_four_bar")
        self.moments = [{key: numbers(x) if isinstance(x, list) else float(x)
                         for key, x in row.items()} for row in problem["reference"]]

    def test_acceleration_and_force_in_the_pin(self):
        path, states = example("four_bar_driven"), []
        for row in self.moments:
            states.append({"q": {"theta1": row["theta1"], "psi": row["theta2"] - row["theta1"],
                                 "theta3": row["theta3"]}, "qd": {"theta1": row["theta1d"]}})
        states = completed(path, states, LOOPS)
        for way, found in every_way(path, states, LOOPS):
            for row, (qdd, multipliers) in zip(self.moments, found):
                self.assert_close(qdd[0], row["theta1dd"], way, tolerance=1e-11)
                force = [-x for x in turned(multipliers, row["theta2"])]
                self.assert_close(force, row["lam"][4:6], way, tolerance=1e-11)

    def test_forces_in_all_pins_of_free_bodies(self):
        states = []
        for row in self.moments:
            angles = [row[f"theta{i}"] for i in (1, 2, 3)]
            q = {f"theta{i}": angle for i, angle in enumerate(angles, 1)}
            q.update(x1=0, y1=0, x3=0.9, y3=0)
            q.update(x2=0.4 * math.cos(angles[0]), y2=0.4 * math.sin(angles[0]))
            states.append({"q": q, "qd": {"theta1": row["theta1d"]}})
        with written(FOUR_BAR_OF_BODIES) as path:
            for way, found in every_way(path, completed(path, states, LOOPS), LOOPS):
                for row, (qdd, multipliers) in zip(self.moments, found):
                    self.assert_close(qdd[2], row["theta1dd"], way, tolerance=1e-11)
                    self.assert_close(multipliers, row["lam"], way, tolerance=1e-11)


class CarAxis(Comparison):
    """Constraints that depend on time."""

    def test_multipliers_with_a_road_that_moves(self):
        problem, path = vectors("IVP_car_axis"), example("car_axis")
        rows = [problem["initial"], *problem["reference_own"]]
        states = [{"t": row.get("t", 0), **{key: dict(zip(problem["coords"], numbers(row[key])))
                                            for key in ("q", "qd")}} for row in rows]
        for state, result in zip(states, evaluate(path, ["Phi", "Phi_q", "Phi_t"], states)):
            self.assert_close(result["Phi"], [0, 0], "positions")
            drift = times(result["Phi_q"], list(state["qd"].values()))
            self.assert_close(drift, [-x for x in result["Phi_t"]], "rates")
        for way, found in every_way(path, states, LOOPS):
            for row, (_, multipliers) in zip(rows, found):
                expected = [-x for x in numbers(row["lam"])]
                self.assert_close(multipliers, expected, way, least_scale=1e-3)


if __name__ == "__main__":
    unittest.main()
