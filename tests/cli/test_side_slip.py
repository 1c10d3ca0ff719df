#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Wheels with `no side slip`: they touch their plane, slide along their track and not sideways. Against
closed forms, with every freedom that the plane takes away left to the equations."""
import math
import unittest

from fmu_unit import Units

# Chaplygin's sleigh with three freedoms more than it needs: the blade holds its height.
SLEIGH = """mechanism sleigh
param m = 2 kg, J = 0.3 kg.m^2, a = 0.2 m, r = 50 mm
gravity [0, 0, -9.81] m/s^2
coord x, y, z = 0.05 m, yaw
frame blade from ground : TX(x), TY(y), TZ(z), RZ(yaw)
body B on blade : mass m, com [a, 0, 0], inertia diag(0.1, 0.1, 0.3) kg.m^2
rolling blade radius r on plane [0, 0, 1] no side slip
experiment glide {
  time 0 .. 4 s, step 0.1 s, tolerance 1e-10
  start x' = 0.5 m/s, yaw' = 3 rad/s
  record x, y, z, yaw, yaw', cos(yaw)*x' + sin(yaw)*y'
}
"""
# A skate on a slope of 30 deg; its height is along the normal.
SLOPE = """mechanism slope
gravity [9.81*sin(30 deg), 0, -9.81*cos(30 deg)] m/s^2
coord x, y, z = 0.05 m, yaw
frame blade from ground : TX(x), TY(y), TZ(z), RZ(yaw)
body B on blade : mass 2 kg, inertia diag(0.1, 0.1, 0.3) kg.m^2
rolling blade radius 50 mm on plane [0, 0, 1] no side slip
experiment glide {
  time 0 .. 3 s, step 0.1 s, tolerance 1e-10
  start yaw' = 1.5 rad/s
  record x, y, z, yaw
}
"""
# A disk of six freedoms that leans in a steady turn and spins as it likes.
DISK = """mechanism disk
param m = 2 kg, r = 0.3 m, A = 0.05 kg.m^2, C = 0.09 kg.m^2
gravity [0, 0, -9.81] m/s^2
coord x, y, z, yaw, lean, spin
frame D from ground : TX(x), TY(y), TZ(z), RZ(yaw), RX(lean), RY(spin)
body B on D : mass m, inertia diag(A, C, A)
rolling D radius r on plane [0, 0, 1] no side slip
experiment turn {
  time 0 .. 1 s, step 0.05 s, tolerance 1e-11
  record x, y, z, lean, yaw', spin'
}
"""
# A table on four skates, whose heights are one equation too many.
TABLE = """mechanism table
gravity [0, 0, -9.81] m/s^2
joint top : free (x, y, z = 1 m, a, b, c) from ground
frame one from top : TXK(1 m), TYK(0.5 m)
frame two from top : TXK(1 m), TYK(-0.5 m)
frame three from top : TXK(-1 m), TYK(0.5 m)
frame four from top : TXK(-1 m), TYK(-0.5 m)
body top on top : mass 10 kg, inertia diag(1, 1, 1) kg.m^2
rolling one radius 0.1 m on plane [0, 0, 1] no side slip
rolling two radius 0.1 m on plane [0, 0, 1] no side slip
rolling three radius 0.1 m on plane [0, 0, 1] no side slip
rolling four radius 0.1 m on plane [0, 0, 1] no side slip
force push at top = [0, 0, 5 N] against ground
experiment glide { time 0 .. 2 s, step 0.1 s, start x' = 1 m/s, record x, y, z, a, b, c }
"""


class SideSlip(Units):
    def near(self, got, expected, delta):
        self.assertEqual(len(got), len(expected))
        for a, b in zip(got, expected):
            self.assertAlmostEqual(a, b, delta=delta)

    def sleigh(self, t):
        """Speed along the blade and of the turn: m u' = m a w^2, (J + m a^2) w' = -m a u w."""
        m, J, a, u0, w0 = 2, 0.3, 0.2, 0.5, 3
        turned = J + m * a * a
        top = math.sqrt(u0**2 + turned / m * w0**2)
        rate, begun = m * a * top / turned, math.atanh(u0 / top)
        u = top * math.tanh(rate * t + begun)
        return u, top * math.sqrt(m / turned) / math.cosh(rate * t + begun)

    def test_a_sleigh_glides_on_its_blade(self):
        for words in ((), ("--treatment", "ggl"), ("--treatment", "independent"), ("--method", "erk8"),
                      ("--parametrisation", "relative")):
            rows = self.rows(SLEIGH, *words)
            expected = [self.sleigh(t) for t in rows["t"]]
            self.near(rows["z"], [0.05] * len(rows["t"]), 1e-9)
            self.near(rows["cos(yaw)*x' + sin(yaw)*y'"], [u for u, _ in expected], 1e-6)
            self.near(rows["yaw'"], [w for _, w in expected], 1e-6)

    def test_a_skate_turns_evenly_on_a_slope_and_does_not_come_down(self):
        w, pull = 1.5, 9.81 * math.sin(math.radians(30))
        rows = self.rows(SLOPE)
        self.near(rows["z"], [0.05] * len(rows["t"]), 1e-9)
        self.near(rows["x"], [pull / (2 * w * w) * math.sin(w * t)**2 for t in rows["t"]], 1e-7)
        self.near(rows["y"], [pull / (2 * w * w) * (w * t - math.sin(2 * w * t) / 2)
                              for t in rows["t"]], 1e-7)

    def test_a_disk_that_slides_along_leans_in_a_steady_turn(self):
        # about the track: m g r sin + m v w r cos = w (A w sin cos - C (spin' + w sin) cos), v free
        m, r, A, C, lean, turn, v = 2, 0.3, 0.05, 0.09, 0.3, 2, 1.2
        s, c = math.sin(lean), math.cos(lean)
        moment = m * 9.81 * r * s + m * v * turn * r * c
        spin = (A * turn * s * c - moment / turn) / (C * c) - turn * s
        self.assertGreater(abs(v - r * (spin + turn * s)), 0.1)  # it does slip along
        start = f"lean = {lean}, z = {r * c:.17g}, x' = {v}, yaw' = {turn}, spin' = {spin:.17g}"
        rows = self.rows(DISK, "--set", start)
        times = rows["t"]
        for name, value in (("lean", lean), ("z", r * c), ("yaw'", turn), ("spin'", spin)):
            self.near(rows[name], [value] * len(times), 1e-7)
        self.near(rows["x"], [v / turn * math.sin(turn * t) for t in times], 1e-7)
        self.near(rows["y"], [v / turn * (1 - math.cos(turn * t)) for t in times], 1e-7)

    def test_four_skates_bear_a_table(self):
        rows = self.rows(TABLE)
        self.near(rows["x"], rows["t"], 1e-9)
        self.near(rows["z"], [0.1] * len(rows["t"]), 1e-9)
        for name in "yabc":
            self.near(rows[name], [0] * len(rows["t"]), 1e-9)

    def test_a_sleigh_as_a_unit(self):
        self.compare(SLEIGH, 2, 1e-3)

    def test_the_witness_agrees(self):
        for text in (SLEIGH, DISK):
            done = self.run_on(self.file(text), command="verify")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
