#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Units of `bielle fmu` with impacts, contacts that rest and rub, and forces that depend on what presses."""
import math
import unittest
from ctypes import byref, c_void_p

from fmu_unit import ARM, BALL, BOTH_WAYS, PRESSED, Units
from moving import BOWL, ROOT, SLIDE

ROD = """mechanism rod
gravity [0, -9.81, 0] m/s^2
joint f : planar z (x, y = 0.6 m, a = 0.4 rad) from ground
body b on f : mass 3 kg, inertia diag(0, 0, 0.25) kg.m^2
point left at [-0.5, 0, 0] m on f
point right at [0.5, 0, 0] m on f
when position(left) . [0, 1, 0] < 0 m : impact LAW 0.4, friction 0.25, slip velocity(left) . [1, 0, 0]
when position(right) . [0, 1, 0] < 0 m : impact LAW 0.4, friction 0.25, slip velocity(right) . [1, 0, 0]
experiment e { time 0 .. 3 s, start x' = 0.7 m/s, a' = 1 rad/s }
"""


class TestImpacts(Units):
    def every(self, source):
        for version in (2, 3):
            for way in ("exchange", "cosimulate"):
                unit = self.unit(source, version)
                yield unit, getattr(unit, way)

    def test_a_ball_bounces_as_it_should_and_comes_to_rest(self):
        # it falls for sqrt(2/g), then flies for 2 e^k sqrt(2/g); all of it takes sqrt(2/g) (1 + e)/(1 - e)
        fall = math.sqrt(2 / 9.81)
        for unit, go in self.every(BALL):
            t, (z, speed) = go(1.5 * fall, 0.01)
            self.assertAlmostEqual(t, 1.5 * fall, delta=1e-12)
            up = 0.5 * 9.81 * fall
            self.assertAlmostEqual(speed, up - 9.81 * fall / 2, delta=1e-7)
            self.assertAlmostEqual(z, up * fall / 2 - 9.81 / 2 * (fall / 2)**2, delta=1e-7)
        for unit, go in self.every(BALL):
            _, (z, speed) = go(3.1 * fall, 0.02)
            self.assertAlmostEqual(z, 0, delta=1e-9)
            self.assertAlmostEqual(speed, 0, delta=1e-9)
            self.assertAlmostEqual(unit.get("der(z')")[0], 0, delta=1e-9)

    def test_another_restitution_and_another_start_are_those_of_another_ball(self):
        fall = math.sqrt(2 * 0.5 / 9.81)
        for version in (2, 3):
            for way in ("exchange", "cosimulate"):
                _, (_, speed) = getattr(self.unit(BALL, version), way)(1.5 * fall, 0.01,
                                                                     {"e": 0.8, "z": 0.5})
                self.assertAlmostEqual(speed, (0.8 - 0.5) * 9.81 * fall, delta=1e-7)

    def test_what_lies_at_the_start_lies_until_it_is_pulled_up(self):
        # the force is 20 t N on 19.62 N: it leaves at 0.981 s, and then z'' = 10 (t - 0.981) m/s^3
        lifted = BALL.replace("(z = 1 m)", "(z)") + "force up at s = [0, 0, 20 N/s*t]\n"
        for _, go in self.every(lifted):
            _, (z, speed) = go(1.5, 0.01)
            self.assertAlmostEqual(z, 10 / 6 * (1.5 - 0.981)**3, delta=1e-7)
            self.assertAlmostEqual(speed, 5 * (1.5 - 0.981)**2, delta=1e-7)

    def test_an_arm_at_the_stop_of_its_elbow(self):
        # as in test_impacts.py: q2 comes back with 0.4 of its speed, q1 follows by M12/M11
        self.compare(ARM, 1.2, 1e-3, 1e-6)

    def test_a_slider_crank_hits_a_wall_rests_there_and_leaves_it(self):
        # redundant rows: the loop of a plane in space; it rests from 0.363 s until the torque turns, at pi/4 s
        path = ROOT / "examples/slider_crank_stop/slider_crank_stop.bl"
        rows = self.rows(path, "--tolerance", "1e-11")
        self.assertTrue(any(abs(s - 0.38) < 1e-9 for s in rows["s"]))
        for end in (0.7, 1.2):
            self.compare(path, end, 2e-3, 1e-6)

    def test_balls_that_touch_are_hit_in_turn(self):
        cradle = """mechanism cradle
for k in 1 .. 4 {
  joint s[k] : prismatic x from ground at [k*0.1 m, 0, 0]
  body B[k] on s[k] : mass 1 kg
}
for k in 1 .. 3 {
  when s[k + 1] - s[k] < 0 m : impact LAW
}
experiment x { time 0 .. 1 s, start s[1] = -0.3 m, s[1]' = 1 m/s }
"""
        for law, speeds in (("restitution 1", (0, 0, 0, 1)), ("restitution 0", [0.25] * 4),
                            ("poisson 1", (0, 0, 0, 1))):
            for _, go in self.every(cradle.replace("LAW", law)):
                _, x = go(0.6, 0.01)
                for got, want in zip(x[4:], speeds):
                    self.assertAlmostEqual(got, want, delta=1e-9)

    def test_a_ball_comes_to_rest_on_a_plate_that_rests(self):
        # it is the floor that lets it fall on the plate: without forces of contacts both would fall alike
        text = """mechanism plate
gravity [0, 0, -9.81] m/s^2
joint p : prismatic z (y) from ground
body P on p : mass 2 kg
joint s : prismatic z (z = 1 m) from ground
body b on s : mass 1 kg
when y < 0 m : impact restitution 0
when z - y < 0 m : impact restitution 0.5
"""
        fall = math.sqrt(2 / 9.81)
        for _, go in self.every(text):
            _, x = go(1.5 * fall, 0.01)
            self.assertAlmostEqual(x[1], 9.81 / 2 * (fall / 2)**2, delta=1e-7)
        for unit, go in self.every(text):
            _, x = go(3.1 * fall, 0.02)
            for value in x + unit.get("der(y')", "der(z')"):
                self.assertAlmostEqual(value, 0, delta=1e-9)

    def test_a_racket_that_moves_gives_its_speed(self):
        # v+ = w + e (w - v-)
        racket = """mechanism racket
joint s : prismatic z (z = 1 m) from ground
body b on s : mass 2 kg
when z - 1 m/s*t < 0 m : impact restitution 0.5
experiment e { time 0 .. 1 s, start z' = -1 m/s }
"""
        for _, go in self.every(racket):
            self.assertAlmostEqual(go(0.8, 0.01)[1][1], 2, delta=1e-9)

    def test_a_state_that_is_kept_knows_what_rests(self):
        unit = self.unit(BALL.replace("(z = 1 m)", "(z)"), 2)
        unit.begin(True)
        kept = c_void_p()
        unit.call("GetFMUstate", byref(kept))
        unit.step(0, 0.1)
        unit.call("SetFMUstate", kept)
        self.assertEqual(unit.get("z", "z'", "der(z')"), [0, 0, 0])
        unit.call("FreeFMUstate", byref(kept))


class TestFriction(Units):
    """Contacts that rub, as in test_rubbing.py, and forces that depend on what presses."""

    def both(self, source, end, values=None, h=5e-3):
        for version, way in BOTH_WAYS:
            unit = self.unit(source, version)
            _, x = getattr(unit, way)(end, h, values)
            yield unit, {v.name: value for v, value in zip(unit.states, x)}

    def test_what_slides_stops_and_stays(self):
        for unit, x in self.both(SLIDE, 1.5, {"x'": 2}):
            self.assertAlmostEqual(x["x"], 2**2 / (2 * 0.3 * 9.81), delta=1e-6)
            self.assertAlmostEqual(x["x'"], 0, delta=1e-9)
            self.assertAlmostEqual(unit.get("der(x')")[0], 0, delta=1e-9)

    def test_what_sticks_slips_where_the_pull_is_too_large(self):
        at = 0.3 * 2 * 9.81 / 5
        for _, x in self.both(SLIDE, 2, {"c": 5}):
            self.assertAlmostEqual(x["x'"], 5 / 4 * (2 - at)**2, delta=1e-6)

    def test_what_is_thrown_up_an_incline_comes_back(self):
        up, down = (9.81 * (math.sin(0.4) + s * 0.3 * math.cos(0.4)) for s in (1, -1))
        for _, x in self.both(SLIDE, 2, {"tilt": 0.4, "x'": -2}):
            self.assertAlmostEqual(x["x'"], down * (2 - 2 / up), delta=1e-6)

    def test_a_ball_slips_to_any_side_and_rolls(self):
        for unit, _ in self.both(BOWL, 1.9):
            v = unit.get("v[1]", "v[2]")
            self.assertAlmostEqual(v[0], 5 - 2 / 7 * 5, delta=1e-6)
            self.assertAlmostEqual(v[1], -2 / 7 * 3, delta=1e-6)

    def test_a_rod_that_falls_on_both_ends_moves_as_simulated(self):
        for law in ("restitution", "poisson"):
            self.compare(ROD.replace("LAW", law), 0.8, 2e-3, 1e-5, kinds=BOTH_WAYS)

    def test_a_friction_that_depends_on_what_presses_moves_as_simulated(self):
        self.compare(PRESSED, 1.2, 2e-3, 1e-6, kinds=BOTH_WAYS)
        for unit, x in self.both(PRESSED, 0.7):
            # the rail carries the weight and what the spring pulls down; its sign is that of the constraint
            self.assertAlmostEqual(abs(unit.get("N")[0]), 2 * 9.81 + 0.3 * 30 * x["x"], delta=1e-9)


if __name__ == "__main__":
    unittest.main()
