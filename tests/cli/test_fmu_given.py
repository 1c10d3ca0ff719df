#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Values that are set before a unit begins reach all that is made of them, as `bielle simulate --set` has
it; laws of inputs hold until an event sets the input."""
import math
import unittest

from fmi_rules import broken
from fmu_unit import BOTH_WAYS, EVERY_KIND, Units
from moving import ROOT

REPRO = ROOT / "tests/data/repro"
SAMPLED = """mechanism sampled
param Ts = 0.5 s, lag = 0.1 s, k = 1
joint j : prismatic x (x) from ground
body b on j : mass 1 kg
input u [N]
torque drive on j = u
sample Ts/k : u = u + 1 N
experiment e { time 0 .. 2 s, step 1 s, sample 0.1 s }
"""
STARTS = """mechanism starts
param a = 1 m, b = 2, c = 3, w = 1 rad/s
joint j : prismatic x (x = 2*a) from ground
joint k : prismatic y (y = b*a) from ground
body B on j : mass 1 kg
body C on k : mass 1 kg
state s = c*2 : s' = -s/1 s
discrete z = b + 1
input F = 2*c*1 N
input G = b*sin(w*t)*1 N
torque f on j = F*z
torque g on k = G*s
experiment e { time 0 .. 1 s, step 0.5 s, start a = 0.5*b*1 m, b = 2*c, x' = a/1 s, y = 3*a }
"""
PUSHED = """mechanism pushed
param F0 = 3 N, w = 2 rad/s, hit = 0.3 s
joint j : prismatic x (x = 0 m) from ground
body b on j : mass 1 kg
input F = F0*sin(w*t)
torque f on j = F
when t > hit : set F = 5 N
experiment e { time 0 .. 1 s, step 0.05 s }
"""
BASE = """mechanism base
param A = 0.2 m
input d = A*sin(3*t) smooth
frame base from ground : TX(d)
joint b : prismatic x (y) from base
body Bb on b : mass 1 kg
when t > 0.3 s : set d = 0.1 m
experiment e { time 0 .. 1 s, step 0.05 s }
"""
FOUR_BAR = """mechanism four_bar
param a = 40 mm, b = 120 mm, c = 80 mm, d = 100 mm, w = 5 rad/s, th0 = 0.7
joint crank : revolute z (th) from ground
joint coupler : revolute z (ps = 0.5) from crank at [a, 0, 0]
joint rocker : revolute z (ph = 1.7) from ground at [d, 0, 0]
loop C : revolute z [b, 0, 0] on coupler = [c, 0, 0] on rocker
body A on crank : mass 0.1 kg, com [a/2, 0, 0], inertia diag(0, 0, 1e-4)
body B on coupler : mass 0.2 kg, com [b/2, 0, 0], inertia diag(0, 0, 1e-4)
body C on rocker : mass 0.1 kg, com [c/2, 0, 0], inertia diag(0, 0, 1e-4)
experiment e { time 0 .. 0.1 s, step 0.05 s, start th = th0, th' = w }
"""


class Given(Units):
    def compare_given(self, source, values, end=1.0, kinds=EVERY_KIND, words=()):
        """Set before the unit begins, against the simulation with the same values."""
        given = ", ".join(f"{name} = {value}" for name, value in values.items())
        more = ["--set", given] if values else []
        rows = self.rows(source, *more, *words, "--until", f"{end} s", "--tolerance", "1e-11")
        for version, way in kinds:
            with self.subTest(version=version, way=way, values=values):
                unit = self.unit(source, version, *words)
                _, x = getattr(unit, way)(end, 0.02, values)
                for variable, value in zip(unit.states, x):
                    if variable.name in rows:
                        self.assertAlmostEqual(value, rows[variable.name][-1], delta=1e-7)
        return unit


class Samples(Given):
    def test_period(self):
        for values in ({}, {"Ts": 0.2}, {"Ts": 0.4, "k": 4}):
            unit = self.compare_given(SAMPLED, values, 1.3)
        self.assertEqual(unit.named["Ts"].variability, "fixed")
        self.assertEqual(unit.named["lag"].variability, "tunable")

    def test_period_is_fixed(self):
        unit = self.unit(SAMPLED, 2)
        unit.begin(True)
        unit.set({"Ts": 0.1}, wants=3)
        unit.set({"lag": 0.2})

    def test_senseless_period(self):
        unit = self.unit(SAMPLED, 2)
        unit.load()
        self.assertTrue(unit.instantiate(True))
        self.addCleanup(unit.free)
        unit.set({"Ts": -1})
        unit.call("EnterInitializationMode")
        unit.call("ExitInitializationMode", wants=3)

    def test_sampled_law_of_time(self):
        """`delay` of an experiment stays, whatever the controller's gains are."""
        text = """mechanism held
param kp = 4 N, kd = 1 N.s
joint j : prismatic x (x = 1 m) from ground
body b on j : mass 1 kg
control pd(j, kp/1 m, kd/1 m, 0 m)
experiment e { time 0 .. 1 s, step 0.1 s, sample 50 ms, delay 70 ms }
"""
        for values in ({}, {"kp": 9, "kd": 2}):
            self.compare_given(text, values, kinds=BOTH_WAYS)


class Starts(Given):
    def test_formulas(self):
        for values in ({}, {"c": 1}, {"a": 3}, {"b": 5, "w": 2}, {"a": 1, "b": 1, "c": 1}):
            self.compare_given(STARTS, values, kinds=BOTH_WAYS)

    def test_what_is_set_stays(self):
        """In whatever order: a coordinate, a parameter that the experiment starts, a discrete value."""
        for values in ({"c": 1, "x": 7}, {"y": -1, "c": 2}, {"z": 3, "b": 4}, {"s": 2, "a": 2, "c": 1}):
            self.compare_given(STARTS, values, kinds=BOTH_WAYS)

    def test_seen_before_the_motion(self):
        unit = self.unit(STARTS, 2)
        unit.load()
        self.assertTrue(unit.instantiate(True))
        self.addCleanup(unit.free)
        self.assertEqual(unit.get("a", "b", "x", "y", "s", "z", "F"), [3, 6, 6, 9, 6, 7, 6])
        unit.set({"c": 1})
        self.assertEqual(unit.get("a", "b", "x", "y", "s", "z", "F"), [1, 2, 2, 3, 2, 3, 2])
        unit.call("Reset")
        self.assertEqual(unit.get("a", "b", "x", "y", "s", "z", "F"), [3, 6, 6, 9, 6, 7, 6])

    def test_loops_keep_what_is_given(self):
        """Of the experiment and of the importer; the rest is closed, as the simulation has it."""
        for values in ({}, {"th0": 1}, {"a": 0.03}, {"w": 2}, {"th": 1.2}, {"th": 1.2, "a": 0.03}, {"th'": -3}):
            unit = self.compare_given(FOUR_BAR, values, 0.1, kinds=[(3, "cosimulate")])
        self.assertEqual(unit.named["th"].initial, "approx")

    def test_loops_that_do_not_close_so(self):
        """An importer that writes back all starts and changes a length: all move, and the crank's speed stays."""
        unit = self.unit(FOUR_BAR, 2)
        starts = {v.name: float(v.start) for v in unit.states}
        _, x = unit.exchange(0, 0.1, {**starts, "a": 0.03})
        closed = dict(zip((v.name for v in unit.states), x))
        th, ps, ph = closed["th"], closed["ps"], closed["ph"]
        self.assertAlmostEqual(0.03 * math.cos(th) + 0.12 * math.cos(th + ps), 0.1 + 0.08 * math.cos(ph), delta=1e-12)
        self.assertAlmostEqual(0.03 * math.sin(th) + 0.12 * math.sin(th + ps), 0.08 * math.sin(ph), delta=1e-12)
        self.assertAlmostEqual(th, 0.7, delta=0.1)

    def test_description(self):
        unit = self.unit(STARTS, 3)
        self.assertEqual(unit.named["a"].causality, "calculatedParameter")
        self.assertEqual(unit.named["c"].causality, "parameter")
        self.assertEqual({unit.named[name].initial for name in ("a", "b", "x", "y", "s", "z")},
                         {"approx"})
        self.assertEqual(unit.named["y'"].initial, "exact")


class Rules(Given):
    def test_standard(self):
        for source in (STARTS, SAMPLED, PUSHED, BASE, REPRO / "lqr_weight.bl"):
            for version in (2, 3):
                self.unit(source, version)
                self.assertEqual(broken(self.folder / f"unit{version}.fmu", version), [])


class Laws(Given):
    def test_until_an_event(self):
        for values in ({}, {"hit": 0.6, "F0": 1}):
            self.compare_given(PUSHED, values)

    def test_smooth_input(self):
        for values in ({}, {"A": 0.5}):
            self.compare_given(BASE, values)

    def test_held_from_the_start(self):
        """Given for the unit, it is an input of it, with its rates."""
        text = BASE.replace("when t > 0.3 s : set d = 0.1 m", "")
        unit = self.unit(text, 2, "--set", "d = 0.15 m")
        self.assertEqual([unit.named[name].causality for name in ("d", "d'", "d''")], 3 * ["input"])
        self.assertEqual([float(unit.named[name].start) for name in ("d", "d'", "d''")], [0.15, 0, 0])
        _, x = unit.cosimulate(1.0, 0.1)
        self.assertEqual(x, [0, 0])

    def test_rates_of_a_ramp_follow_parameters(self):
        """d = v t: the rate v is no input of its own."""
        text = """mechanism ramp
param v = 0.5 m/s
input d = v*t smooth
joint b : prismatic x (y) from ground
body Bb on b : mass 1 kg
constraint c : y = d
experiment e { time 0 .. 1 s, step 0.1 s }
"""
        unit = self.compare_given(text, {"v": 2}, kinds=BOTH_WAYS)
        self.assertEqual([unit.named[name].causality for name in ("d", "d'", "d''")], 3 * ["local"])


class Regulators(Given):
    def test_weight(self):
        """Gains of a unit are numbers: what they are made of is a constant; --set changes them."""
        path = REPRO / "lqr_weight.bl"
        unit = self.unit(path, 2)
        self.assertEqual((unit.named["N"].causality, unit.named["N"].variability), ("local", "constant"))
        unit.load()
        self.assertTrue(unit.instantiate(True))
        self.addCleanup(unit.free)
        unit.set({"N": 4}, wants=3)
        rows = self.rows(path, "--set", "N = 4", "--tolerance", "1e-11")
        _, x = self.unit(path, 3, "--set", "N = 4").cosimulate(1.0, 0.1)
        self.assertAlmostEqual(x[0], rows["q"][-1], delta=1e-7)


if __name__ == "__main__":
    unittest.main()
