#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two spatial benchmarks of IFToMM: Bricard's mechanism, whose loop has an equation too many, and
the stiff flyball governor."""
import math
import unittest

from compare import Comparison, evaluate, example, times, vectors
from constrained import TREATMENTS, by_treatment, dot, slopes
from test_constraints import rank

NAMES = ("q1", "q2", "q3", "q4", "q5")


class Governor(Comparison):
    """A tree with springs: its equations in three coordinates, written out by hand."""

    L, ARM, ROD, BALL, SLIDER, K, C = 1.0, 0.05, 0.3, 5.0, 3.0, 8e5, 4e4
    ACROSS, ALONG = ROD * (1 + 1e-4) / 12, ROD * 1e-4 / 6
    G = 9.81

    def states(self):
        return [{"q": {"phi": row["phi"], "s": row["s"], "alpha1": row["alpha"],
                       "alpha2": row["alpha"]},
                 "qd": {"phi": row["phidot"], "s": row["sdot"], "alpha1": row["alphadot"],
                        "alpha2": row["alphadot"]}}
                for row in vectors("A05_flyball_governor")["reference"]]

    def test_momentum_about_the_shaft_is_kept(self):
        states = self.states()
        for state, result in zip(states, evaluate(example("flyball_governor"), ["M"], states)):
            rates = [state["qd"][name] for name in ("phi", "s", "alpha1", "alpha2")]
            self.assert_close(dot(result["M"][0], rates), vectors("A05_flyball_governor")["H"],
                              "momentum")

    def accelerations(self, s, alpha, speed, alphadot, turning):
        """Of shaft, slider and rods."""
        c, sine = math.cos(alpha), math.sin(alpha)
        inertia = (self.ALONG + self.SLIDER * 0.01 / 6
                   + 2 * (self.BALL * (self.ARM + c)**2 + self.ROD * (self.ARM + c / 2)**2
                          + self.ACROSS * c * c + self.ALONG * sine * sine))
        slope = -4 * sine * (self.BALL * (self.ARM + c) + self.ROD * (self.ARM + c / 2) / 2
                             + (self.ACROSS - self.ALONG) * c)  # of the inertia, by alpha
        x, z = c / 2, 1 - sine / 2 - s
        length = math.hypot(x, z)
        rate = (-x * sine / 2 * alphadot + z * (-c / 2 * alphadot - speed)) / length
        pull = self.K * (length - 0.5) + self.C * rate
        lever = (-x * sine / 2 - z * c / 2) / length  # of the spring's length, by alpha
        swing = (self.BALL + self.ROD / 2) * self.G * c - pull * lever + slope * turning**2 / 4
        return [-slope * alphadot * turning / inertia, 2 * pull * z / length / self.SLIDER - self.G,
                swing / (self.BALL + self.ROD / 4 + self.ACROSS)]

    def test_accelerations(self):
        states = self.states()
        for state, result in zip(states, evaluate(example("flyball_governor"), ["qdd"], states)):
            q, qd = state["q"], state["qd"]
            shaft, slider, rod = self.accelerations(q["s"], q["alpha1"], qd["s"], qd["alpha1"],
                                                    qd["phi"])
            # Digits are lost in the length of the springs, which are very stiff.
            self.assert_close(result["qdd"], [shaft, slider, rod, rod], "qdd", least_scale=100)


class Bricard(Comparison):
    """One coordinate a, from sin a + sin b + sin a sin b = 0."""

    def setUp(self):
        self.path = example("bricard")
        self.rows = vectors("A04_bricard")["reference"]
        self.energy = vectors("A04_bricard")["E0"]

    @staticmethod
    def angles(a):
        b = math.asin(-math.sin(a) / (1 + math.sin(a)))
        return [a, b, a, b, a]

    def slope(self, a):
        """Derivatives of the angles by a."""
        b = self.angles(a)[1]
        turn = -math.cos(a) / ((1 + math.sin(a))**2 * math.cos(b))
        return [1, turn, 1, turn, 1]

    def state(self, a, rate=0):
        return {"q": dict(zip(NAMES, self.angles(a))),
                "qd": dict(zip(NAMES, (rate * n for n in self.slope(a))))}

    def inertia(self, places):
        """Behind a, at several values of it."""
        for a, result in zip(places, evaluate(self.path, ["M"], list(map(self.state, places)))):
            slope = self.slope(a)
            yield dot(slope, times(result["M"], slope))

    def test_positions_of_the_hinges(self):
        keys = ["Phi", "Phi_q", "pos:rod3", "pos:rod4"]
        states = [self.state(row["a"]) for row in self.rows]
        for row, result in zip(self.rows, evaluate(self.path, keys, states)):
            self.assert_close(result["Phi"], [0] * 5, "Phi")
            self.assertEqual(rank(result["Phi_q"]), 4)
            self.assert_close(result["pos:rod3"], row["LIM_P3"], "P2")
            self.assert_close(result["pos:rod4"], row["P3"], "P3")

    def motion_at(self, a):
        """State with the reference's energy, and accelerations from Lagrange's equation for a."""
        steps = [sign * part for part in (0.02, 0.01, 0.005) for sign in (-1, 1)]
        here, *around = self.inertia([a, *(a + step for step in steps)])
        rise, = slopes([[x] for x in around], steps)
        bend = slopes([self.slope(a + step) for step in steps], steps)
        result = evaluate(self.path, ["V", "G"], self.state(a))
        rate = math.sqrt(max(0, 2 * (self.energy - result["V"]) / here))
        slope = self.slope(a)
        second = -(rise * rate**2 / 2 + dot(result["G"], slope)) / here
        return self.state(a, rate), [n * second + k * rate**2 for n, k in zip(slope, bend)]

    def test_accelerations_without_the_redundant_equation(self):
        moments = [self.motion_at(row["a"]) for row in self.rows[:5]]
        states = [state for state, _ in moments]
        for treatment in TREATMENTS:
            found = by_treatment(self.path, states, treatment)
            for (_, expected), (qdd, _) in zip(moments, found):
                self.assert_close(qdd, expected, treatment, tolerance=1e-10)

    def test_it_says_that_reactions_are_not_unique(self):
        note, = evaluate(self.path, ["lambda"], self.state(0.5))["note"]
        self.assertIn("redundant constraint left out", note)
        self.assertIn("not unique", note)


if __name__ == "__main__":
    unittest.main()
