#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bodies that turn freely, by quaternions: closed forms, what Newton's laws keep, other ways to go."""
import math
import unittest

from moving import ROOT, Moving


def product(a, b):
    """Of quaternions."""
    return [a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]]


def turn(vector):
    """The quaternion of a turn about a vector, by its length."""
    angle = math.hypot(*vector)
    part = math.sin(angle / 2) / angle
    return [math.cos(angle / 2), *(part * v for v in vector)]


def cross(a, b):
    return [a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3] for i in range(3)]


def plus(a, b, factor=1.0):
    return [u + factor * v for u, v in zip(a, b)]


class Top(Moving):
    """A = diag(A, A, C) without moments: A w = L + (A - C) w3 e3, so that the body turns steadily about
    its own axis and about L, which stays: e(t) = turn(L t/A) e(0) turn((1 - C/A) w3 t e3)."""
    A, C, W = 2.0, 3.5, (0.7, -0.4, 5.0)
    TEXT = """mechanism top
joint ball : spherical quaternion (e0, e1, e2, e3) from ground
body top on ball : mass 1 kg, inertia diag(2, 2, 3.5) kg.m^2
experiment spin { time 0 .. 4 s, step STEP, start e1' = 0.35 Hz, e2' = -0.2 Hz, e3' = 2.5 Hz }
"""

    def expected(self, t):
        L = [self.A * self.W[0], self.A * self.W[1], self.C * self.W[2]]
        steady = turn([v * t / self.A for v in L])
        return product(steady, turn([0, 0, (1 - self.C / self.A) * self.W[2] * t]))

    def assert_turns(self, part, *words, step="0.5 s"):
        got = self.rows(self.TEXT.replace("STEP", step), *words)
        for k, t in enumerate(got["t"][1:], 1):
            found = [got[f"e{i}"][k] for i in range(4)]
            for a, b in zip(found, self.expected(t)):
                self.assertAlmostEqual(a, b, delta=part, msg=f"{words}, t = {t}")
            self.assertAlmostEqual(math.hypot(*found), 1, delta=part)

    def test_every_method_turns_it_as_the_closed_form_says(self):
        for method, part in (("auto", 1e-8), ("adams", 1e-8), ("erk5", 1e-9), ("erk8", 1e-9),
                             ("bdf", 1e-5), ("ida", 1e-5)):
            self.assert_turns(part, "--method", method, "--tolerance", "1e-11")
        self.assert_turns(1e-7, "--method", "rk4", step="2 ms")
        self.assert_turns(1e-3, "--method", "midpoint", step="1 ms")

    def test_every_treatment_does(self):
        for treatment, part in (("projection", 1e-8), ("independent", 3e-8), ("ggl", 1e-5)):
            self.assert_turns(part, "--treatment", treatment, "--tolerance", "1e-11")

    def test_compiled_or_not_it_is_the_same(self):
        text = self.TEXT.replace("STEP", "0.5 s")
        one, other = (self.output(text, "csv", ("--compiled", how), 0) for how in ("never", "always"))
        self.assertEqual(one, other)

    def test_its_norm_is_no_constraint_to_come_near_to(self):
        """A coarse tolerance for a long time: it is put back, and the energy stays."""
        text = self.TEXT.replace("STEP", "1 s").replace("0 .. 4 s", "0 .. 100 s")
        for method in ("adams", "erk5"):
            got = self.record(text, "--method", method, "--tolerance", "1e-5")
            self.assertLess(got["position_drift"], 2e-3)
            self.assertAlmostEqual(got["energy_end"] / got["energy_start"], 1, delta=0.05)


class Thrown(Moving):
    """A base that flies, an arm on it and a body in a ball joint at its end, made of points with mass: the
    momentum of what Newton's laws keep is a sum over these."""
    POINTS = {"base": (2, [(0.3, 0, 0), (-0.2, 0.1, 0), (0, 0.2, -0.3), (0.1, 0, 0.2)]),
              "hip": (0.5, [(0.4, 0.1, 0), (0.2, -0.1, 0.1)]),
              "ball": (0.8, [(0.2, 0.1, 0), (0, 0.3, 0.1), (-0.1, 0, 0.4)])}
    START = "y' = 2 m/s, e1' = 0.8 Hz, e2' = -0.5 Hz, e3' = 0.3 Hz, q' = 2 rad/s, f1' = -1 Hz, f3' = 0.6 Hz"
    LOOP = "point hook at [1, 0.2, 0.3] m on ground\nloop held : spherical ball = hook\n"
    NAMES = "x y z e0 e1 e2 e3 q f0 f1 f2 f3".split()

    def text(self, more=""):
        lines = ["mechanism thrown", "gravity [0, 1, -9.81] m/s^2",
                 "joint base : free quaternion (x, y, z, e0, e1, e2, e3) from ground",
                 "joint hip : revolute y (q = 0.3 rad) from base at [0.1, 0, 0.3] m",
                 "joint ball : spherical quaternion (f0, f1, f2, f3) from hip at [0.4, 0, 0] m",
                 "torque stiff on q = -5 N.m*q - 0.4 N.m.s*q'"]
        for frame, (mass, points) in self.POINTS.items():
            for i, point in enumerate(points):
                lines += [f"body {frame}{i} on {frame} : mass {mass} kg, com {list(point)} m",
                          f"output p_{frame}{i} = position({list(point)} m on {frame})",
                          f"output v_{frame}{i} = velocity({list(point)} m on {frame})"]
        records = ", ".join(self.NAMES + [f"{n}'" for n in self.NAMES] +
                            [f"{k}_{f}{i}" for f, (_, p) in self.POINTS.items() for i in range(len(p))
                             for k in "pv"])
        lines += [more, f"experiment fly {{ time 0 .. 1.5 s, step 0.25 s, tolerance 1e-11\n"
                        f"  start {self.START}\n  record {records} }}"]
        return "\n".join(lines) + "\n"

    def momenta(self, got, k):
        """Mass, linear momentum, angular momentum about the centre of mass."""
        total, at, p = 0, [0, 0, 0], [0, 0, 0]
        parts = []
        for frame, (mass, points) in self.POINTS.items():
            for i in range(len(points)):
                r, v = ([got[f"{key}_{frame}{i}.{a}"][k] for a in "xyz"] for key in "pv")
                parts.append((mass, r, v))
                total += mass
                at, p = plus(at, r, mass), plus(p, v, mass)
        at, L = [a / total for a in at], [0, 0, 0]
        for mass, r, v in parts:
            L = plus(L, cross(plus(r, at, -1), v), mass)
        return total, p, L

    def test_momenta(self):
        for words in (("--method", "adams"), ("--method", "erk5"), ("--method", "erk8"),
                      ("--treatment", "independent")):
            got = self.rows(self.text(), *words)
            mass, p0, L0 = self.momenta(got, 0)
            for k, t in enumerate(got["t"]):
                _, p, L = self.momenta(got, k)
                for a, b in zip(p, plus(p0, [0, 1, -9.81], mass * t)):
                    self.assertAlmostEqual(a, b, delta=1e-7, msg=words)
                for a, b in zip(L, L0):
                    self.assertAlmostEqual(a, b, delta=1e-7, msg=words)

    def test_the_balance_of_energy_closes(self):
        got = self.record(self.text())
        left = got["energy_end"] - got["energy_start"] - got["work"]
        self.assertLess(got["work"], -0.05)  # of the damper
        self.assertLess(abs(left), 1e-6)

    def test_back_in_time(self):
        """Without the damper, every speed turned round where it ends."""
        text = self.text().replace(" - 0.4 N.m.s*q'", "")
        for method in ("adams", "erk8"):
            there = self.rows(text, "--method", method)
            start = ", ".join([f"{n} = {there[n][-1]!r}" for n in self.NAMES] +
                              [f"{n}' = {-there[n + chr(39)][-1]!r}" for n in self.NAMES])
            back = self.rows(text.replace(self.START, start), "--method", method)
            for name in self.NAMES:
                self.assertAlmostEqual(back[name][-1], there[name][0], delta=1e-7, msg=name)
                self.assertAlmostEqual(back[name + "'"][-1], -there[name + "'"][0], delta=1e-6, msg=name)

    def test_a_loop_beside_them(self):
        """By multipliers of all rows (ida) and by the tree with those of the loop alone."""
        text = self.text(self.LOOP).replace(self.START, "q' = 2 rad/s, e1' = 0.8 Hz, f1' = -1 Hz").replace(
            "1e-11", "1e-9")
        ways = [self.rows(text, *words) for words in (("--treatment", "projection"), ("--method", "ida"),
                                                      ("--treatment", "independent"))]
        for name in self.NAMES:
            for other in ways[1:]:
                self.assertAlmostEqual(other[name][-1], ways[0][name][-1], delta=2e-5, msg=name)
        self.assertGreater(abs(ways[0]["q"][-1] - ways[0]["q"][0]), 0.05)

    def test_derivatives_by_the_start(self):
        """Against differences of the motion."""
        text, by, step = self.text(), "q'", 1e-4
        got = self.rows(text, "--sensitivity", by)
        ends = [self.rows(text.replace("q' = 2 rad/s", f"q' = {2 + side * step!r} rad/s"))
                for side in (1, -1)]
        for name in self.NAMES:
            expected = (ends[0][name][-1] - ends[1][name][-1]) / (2 * step)
            self.assertAlmostEqual(got[f"d({name})/d({by})"][-1], expected, delta=1e-6, msg=name)


if __name__ == "__main__":
    unittest.main()
