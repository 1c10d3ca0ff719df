#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Smooth inputs that move frames, given at the start or set by events: the motion is the same in all
coordinates, in `simulate`, from `convert` and in units, because the coordinates of the description stay
where an input jumps."""
import math
import unittest

from fmu_unit import Units

# y stays where d jumps, and y' where its rate ends: the mass is carried along.
BELT = """mechanism belt
input d = 0.2 m*sin(3*t) smooth
frame base from ground : TX(d)
joint b : prismatic x (y) from base
body Bb on b : mass 1 kg
output place = position(b).x
experiment e { time 0 .. 1 s, step 0.25 s, tolerance 1e-11, start y' = 0.2 m/s, record y, d, place }
"""
ARM = """mechanism arm
param d0 = 0.1 m
input d = 0.2 m*sin(3*t) smooth
input w = 0.3 rad*sin(2*t) smooth
gravity [0, -9.81, 0]
frame base from ground : TX(d), RZ(w)
joint a : revolute z (q1 = 1 rad) from base
body A on a : mass 1 kg, com [0.25, 0, 0], inertia diag(0, 0, 0.02) kg.m^2
joint b : prismatic x (s = 0.4 m) from a
body B on b : mass 1 kg, com [0.1, 0, 0], inertia diag(0, 0, 0.02) kg.m^2
torque k on s = -50 N/m*(s - 0.4 m)
output hand_x = position(b).x
output hand_y = position(b).y
when q1 < 0.2 rad : set d = 0.3 m
when t > 0.7 s : set w = 0.1 rad, s' = -0.5*s'
experiment e {
  time 0 .. 1 s, step 0.1 s, tolerance 1e-11
  start d = d0, q1' = 2 rad/s
  record q1, s, hand_x, hand_y, d, w
}
"""
# Nothing is left to choose: d alone says where it stands.
LOOP = """mechanism rods
param l = 0.5 m
input d = 0.1 m*sin(3*t) smooth
frame base from ground : TX(d)
joint a : revolute z (q1 = 0.9 rad) from base
joint b : revolute z (q2 = -0.8 rad) from a at [l, 0, 0]
joint c : revolute z (q3 = 1.5 rad) from ground at [0.7, 0, 0] m
body A on a : mass 1 kg, com [0.25, 0, 0], inertia diag(0, 0, 0.02) kg.m^2
body B on b : mass 1 kg, com [0.25, 0, 0], inertia diag(0, 0, 0.02) kg.m^2
body C on c : mass 1 kg, com [0.25, 0, 0], inertia diag(0, 0, 0.02) kg.m^2
loop close : revolute z [0.6, 0, 0] m on b = [l, 0, 0] on c
experiment e {
  time 0 .. 0.5 s, step 0.1 s, tolerance 1e-11
  start q1' = 2 rad/s
  record q1, q2, d
}
"""
CARTESIAN = ("--parametrisation", "cartesian")


class MovedBases(Units):
    def assert_same(self, text, *words, others=("cartesian",)):
        """In the coordinates of the description, in others, and converted to them."""
        expected = self.rows(text, *words)
        for other in others:
            named = (*words, "--parametrisation", other)
            self.near(self.rows(text, *named), expected, named)
            path = self.file(text)
            done = self.run_on(path, "--parametrisation", other, "--to", "bl", command="convert")
            self.assertEqual(done.returncode, 0, done.stderr)
            if not words:
                self.near(self.rows(done.stdout), expected, ("convert", other))
        return expected

    def near(self, rows, expected, words):
        for name, column in expected.items():
            for got, value in zip(rows[name], column, strict=True):
                self.assertAlmostEqual(got, value, delta=1e-7, msg=f"{name} {words}")

    def test_an_input_that_is_given_is_held_from_the_start(self):
        held = BELT.replace("start y'", "start d = 0.1 m, y'")
        rows = self.assert_same(held)
        self.assertAlmostEqual(rows["place"][-1], 0.1 + 0.2, delta=1e-9)
        rows = self.assert_same(BELT, "--set", "d = 0.05 m")
        self.assertAlmostEqual(rows["place"][-1], 0.05 + 0.2, delta=1e-9)
        rows = self.assert_same(held, "--set", "d = 0.3 m")
        self.assertAlmostEqual(rows["place"][-1], 0.3 + 0.2, delta=1e-9)

    def test_an_event_sets_an_input_and_leaves_the_coordinates(self):
        # before it the mass moves on at y'(0) + d'(0), behind it at y'
        rows = self.assert_same(BELT + "when t > 0.6 s : set d = 0.3 m\n")
        y, speed = 0.8 * 0.6 - 0.2 * math.sin(1.8), 0.8 - 0.6 * math.cos(1.8)
        self.assertAlmostEqual(rows["y"][-1], y + 0.4 * speed, delta=1e-9)
        self.assertAlmostEqual(rows["place"][-1], 0.3 + y + 0.4 * speed, delta=1e-9)
        self.assert_same(BELT + "when t > 0.6 s : set d = 0.3 m, y' = 0 m/s, y = 0.1 m\n")

    def test_an_arm_on_a_base_that_turns(self):
        for words in ((), ("--set", "d = 0.07 m"), ("--set", "w = 0.2 rad"), ("--set", "d0 = 0.2 m")):
            self.assert_same(ARM, *words)

    def test_loops_close_where_the_input_is(self):
        every = ("cartesian", "relative", "minimal")
        self.assert_same(LOOP, others=every)
        self.assert_same(LOOP.replace("start ", "start d = 0.05 m, "), others=every)
        self.assert_same(LOOP, "--set", "d = 0.05 m", others=every)

    def test_what_is_frozen_is_carried_along(self):
        words = ("--freeze", "s = 0.3 m")
        text = ARM.replace(", s' = -0.5*s'", "").replace("q1, s,", "q1,")
        self.assert_same(text, *words)

    def test_what_cannot_be_carried_is_refused(self):
        for text, other, what in (
                (BELT + "sample 0.5 s : d = 0.3 m\n", "cartesian", "a sample sets 'd'"),
                (LOOP + "when t > 0.2 s : set d = 0.1 m\n", "cartesian", "an event sets 'd'"),
                (LOOP + "when t > 0.2 s : set d = 0.1 m\n", "minimal", "an event sets 'd'")):
            done = self.run_on(self.file(text), "--parametrisation", other)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"{what}, on which the other coordinates depend", done.stderr)

    def test_units_have_the_same_motion(self):
        for text, names in ((BELT.replace("start y'", "start d = 0.1 m, y'"), ("place",)),
                            (BELT + "when t > 0.6 s : set d = 0.3 m\n", ("place",)),
                            (ARM, ("hand_x", "hand_y"))):
            rows = self.rows(text)
            for version in (2, 3):
                unit = self.unit(text, version, *CARTESIAN)
                unit.cosimulate(1, 0.01)
                for name, value in zip(names, unit.get(*names)):
                    self.assertAlmostEqual(value, rows[name][-1], delta=1e-6, msg=name)


if __name__ == "__main__":
    unittest.main()
