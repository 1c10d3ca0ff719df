#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Contacts of the library against closed forms: impacts, slopes, tipping, rolling, balls that meet."""
import json
import math
import random
import unittest

from moving import ROOT, Moving

G = 9.81
BALL = """mechanism ball
gravity [0, 0, -{g}] m/s^2
joint ball : free from ground
body ball on ball : sphere radius 50 mm density {density} kg/m^3
{rest}
experiment run {{ time 0 .. {end} s, step {step} s, tolerance {tolerance}, method {method}
  start ball_z = {z} m{start}
}}
"""
BLOCK = """mechanism block
gravity [0, 0, -9.81] m/s^2
frame slope from ground : RY({slope} deg)
joint block : free from slope
body block on block : box [{a}, {a}, {h}] m density 1000 kg/m^3
param size = [{a}, {a}, {h}] m
use box_contact(block, size, base = slope, stiffness = 1e6 N/m, dissipation = 1 s/m, exponent = 1, friction = {mu}{more}) as feet
experiment run {{ time 0 .. {end} s, step {step} s, tolerance 1e-9, start block_z = {z} m{start} }}
"""


def restitution(a, v):
    """Hunt and Crossley without gravity: a v - log(1 + a v) = -a u - log(1 - a u), u the speed behind."""
    left = a * v - math.log1p(a * v)
    low, high = 0.0, min(v, (1 - 1e-15) / a)
    for _ in range(200):
        u = (low + high) / 2
        low, high = (u, high) if -a * u - math.log1p(-a * u) < left else (low, u)
    return low / v


class Contact(Moving):
    def ball(self, rest, end, step=0.01, z=0.05, start="", g=G, density=1000, tolerance=1e-10, method="auto"):
        return self.file(BALL.format(rest=rest, end=end, step=step, z=z, g=g, tolerance=tolerance, method=method,
                                     density=density, start=", " + start if start else ""))

    def block(self, slope, mu, end, step=0.02, a=0.2, h=0.1, more="", start=""):
        """On its feet, in balance with its weight across the slope."""
        weight = 1000 * a * a * h * G * math.cos(math.radians(slope))
        return self.file(BLOCK.format(slope=slope, mu=mu, end=end, step=step, a=a, h=h, more=more, start=start,
                                      z=h / 2 - weight / 4e6))


class Normal(Contact):
    def test_restitution_of_hunt_and_crossley(self):
        """Whatever stiffness and exponent: the speed behind the impact follows from that before it."""
        for c, v, exponent in ((0.05, 1, 1.5), (0.2, 2, 1.5), (0.4, 2, 1), (1, 1, 2)):
            rest = (f"use sphere_contact(ball, 50 mm, stiffness = 1e7, dissipation = {c} s/m, "
                    f"exponent = {exponent})")
            rows = self.rows(self.ball(rest, 0.05, z=0.06, g=0, start=f"ball_z' = {-v} m/s"))
            self.assertAlmostEqual(rows["ball_z'"][-1] / v, restitution(1.5 * c, v), delta=1e-7)
        self.assertAlmostEqual(restitution(1.5e-4, 1), 1 - 1e-4, delta=1e-7)

    def test_vectors_of_the_thesis(self):
        """(2.30): Kr e + Ka e' where e > 0."""
        for vector in json.loads((ROOT / "tests/data/002_force_laws.json").read_text()):
            p, s = vector["params"], vector["state"]
            path = self.file(f"""joint foot : prismatic z (z = {-s['penetration_e']!r}) from ground
body foot on foot : mass 1
use sphere_contact(foot, stiffness = {p['Kr_contact']!r}, dissipation = {p['Ka_contact']!r}, law = spring_damper) as foot
output load = foot.touch.load
experiment e {{ time 0 .. 1e-3, start z' = {-s['edot']!r} }}
""")
            self.assertAlmostEqual(self.rows(path)["load"][0], vector["expected"]["contact_Fn"], delta=1e-9)

    def test_a_plane_in_any_frame_takes_the_reaction(self):
        """A ball meets a plate that floats: momentum and its moment about the origin stay."""
        text = """mechanism plate
joint plate : free from ground
body plate on plate : mass 2 kg, com [0.1, 0.05, -0.2] m, inertia diag(0.02, 0.03, 0.04) kg.m^2
frame face from plate : T([0.1, 0, 0.02]), RX(20 deg)
joint ball : free from ground
body ball on ball : sphere radius 50 mm density 1000 kg/m^3
use sphere_contact(ball, 50 mm, base = face, stiffness = 1e5 N/m, exponent = 1, dissipation = 0.1 s/m, friction = 0.4BRISTLES)
let p = 2 kg*velocity([0.1, 0.05, -0.2] m on plate), m = pi/6*1 kg
let L = (2 kg*cross(position([0.1, 0.05, -0.2] m on plate), velocity([0.1, 0.05, -0.2] m on plate)) +
  m*cross(position(ball), velocity(ball)) + 0.4*0.0025*m*omega(ball)*1 m^2 +
  rotation(plate)*(diag(0.02, 0.03, 0.04)*1 kg.m^2*(omega(plate) in plate)))
output momentum = p + m*velocity(ball)
output turning = L
experiment run { time 0 .. 0.2 s, step 0.2 s, tolerance 1e-11
  start ball_x = 0.15 m, ball_z = 0.1 m, ball_z' = -2 m/s, ball_x' = 1 m/s, ball_3' = 3 rad/s, plate_2' = 1 rad/s
  record momentum, turning, plate_3 }
"""
        for bristles in ("", ", bristles = 0"):
            rows = self.rows(text.replace("BRISTLES", bristles))
            self.assertGreater(abs(rows["plate_3"][-1]), 0.01)  # it was hit
            for name in rows:
                if name[:4] in ("mome", "turn"):
                    self.assertAlmostEqual(rows[name][-1], rows[name][0], delta=1e-8)

    def test_the_audit_closes(self):
        """A box falls on a corner, rubs and tumbles."""
        text = BLOCK.format(slope=10, mu=0.3, end=0.5, step=0.02, a=0.2, h=0.1, more="", z=0.2,
                            start=", block_2 = 0.2 rad, block_3 = 0.1 rad, block_1' = 1 rad/s")
        for method in ("erk6", "auto"):
            record = self.record(text, "--tolerance", "1e-11", "--method", method)
            lost = record["energy_start"] - record["energy_end"]
            self.assertGreater(lost, 1)
            self.assertLess(record["audit"], 1e-8 * lost)


FOOT = """mechanism foot
gravity [0, 0, -9.81] m/s^2
frame slope from ground : RY({slope} deg)
coord x, y, z
frame foot from slope : TX(x), TY(y), TZ(z)
body foot on foot : mass 2 kg
use sphere_contact(foot, base = slope, stiffness = 1e5 N/m, exponent = 1, dissipation = 1 s/m, friction = {mu}{more}) as foot
{rest}
output load = foot.touch.load
experiment run {{ time 0 .. {end} s, step {step} s, tolerance 1e-11, start z = {z!r} m{start} }}
"""


class Friction(Contact):
    """A foot that carries 2 kg, in balance across the slope: its load is constant."""

    def foot(self, slope, mu, end, step=0.05, more="", rest="", start=""):
        weight = 2 * G * math.cos(math.radians(slope))
        return self.rows(FOOT.format(slope=slope, mu=mu, end=end, step=step, more=more, rest=rest,
                                     z=-weight / 1e5, start=start))

    def test_braking_distance(self):
        """mu g all along, in any direction; what the bristles give is 0.01 mm."""
        for vx, vy in ((1, 0), (0.6, -0.8), (-0.8, 0.6)):
            rows = self.foot(0, 0.5, 0.4, 0.01, ", give = 0.01 mm, settle = 1 ms",
                             start=f", x' = {vx} m/s, y' = {vy} m/s")
            way = 1 / (2 * 0.5 * G)
            self.assertAlmostEqual(rows["x"][-1], vx * way, delta=2e-5)
            self.assertAlmostEqual(rows["y"][-1], vy * way, delta=2e-5)
            for t, x in zip(rows["t"], rows["x"]):
                if t < 0.2:
                    self.assertAlmostEqual(x, vx * (t - 0.5 * G * t * t / 2), delta=2e-5)
            self.assertLess(math.hypot(rows["x'"][-1], rows["y'"][-1]), 1e-9)

    def test_smooth_friction_slows_down_as_integrated(self):
        """v dv/dx = -mu g v/sqrt(v^2 + w^2): x = (I(1) - I(v))/(mu g), I(v) the integral of sqrt(v^2 + w^2)."""
        w = 0.05
        integral = lambda v: (v * math.hypot(v, w) + w * w * math.asinh(v / w)) / 2
        rows = self.foot(0, 0.5, 0.4, 0.01, f", bristles = 0, width = {w} m/s", start=", x' = 1 m/s")
        for x, v in zip(rows["x"], rows["x'"]):
            self.assertAlmostEqual(x, (integral(1) - integral(v)) / (0.5 * G), delta=1e-9)

    def test_below_the_angle_of_friction_it_stands(self):
        for slope in (22, 26):  # 0.81 and 0.98 of what it can hold
            rows = self.foot(slope, 0.5, 20, 1)
            self.assertTrue(0 < rows["x"][-1] < 5e-4, rows["x"][-1])  # what the bristles give
            self.assertLess(abs(rows["x"][-1] - rows["x"][4]), 1e-11)
            self.assertLess(abs(rows["x'"][-1]), 1e-12)
        creeping = self.foot(25, 0.5, 20, 1, ", bristles = 0, width = 0.001 m/s")
        slope = math.tan(math.radians(25))
        self.assertAlmostEqual(creeping["x'"][-1], 0.001 * slope / math.sqrt(0.25 - slope ** 2), delta=1e-9)

    def test_above_it_slides(self):
        for more in ("", ", bristles = 0"):
            rows = self.foot(40, 0.5, 2, 0.5, more)
            b = math.radians(40)
            a = G * (math.sin(b) - 0.5 * math.cos(b))
            self.assertAlmostEqual((rows["x'"][-1] - rows["x'"][1]) / 1.5, a, delta=1e-4)

    def test_a_load_that_swings_does_not_carry_it_away(self):
        """15 deg and a force that swings up to 0.85 of what it can hold: the same place after every period."""
        rest = "force shake at foot = [2.3 N*sin(2*pi*t), 2 N*cos(2*pi*t), 0 N] in slope"
        rows = self.foot(15, 0.5, 10, 1, "", rest)
        for name in "xy":
            self.assertLess(abs(rows[name][-1] - rows[name][3]), 1e-10)

    def test_static_friction_is_more(self):
        held = self.foot(25, 0.4, 5, 1, ", static = 0.6, width = 0.1 m/s")
        self.assertLess(held["x"][-1], 1e-4)
        pushed = self.foot(25, 0.4, 5, 1, ", static = 0.6, width = 0.1 m/s", start=", x' = 0.5 m/s")
        b = math.radians(25)
        self.assertAlmostEqual((pushed["x'"][-1] - pushed["x'"][2]) / 3, G * (math.sin(b) - 0.4 * math.cos(b)), delta=1e-4)

    def test_sliding_block_on_four_feet(self):
        rows = self.rows(self.block(0, 0.3, 0.5, start=", block_x' = 1 m/s"))
        self.assertAlmostEqual(rows["block_x"][-1], 1 / (2 * 0.3 * G), delta=2e-4)


class Rolling(Contact):
    def test_a_sphere_rolls_down_with_five_sevenths(self):
        """And one that is thrown without spin rolls with 5/7 of its speed."""
        touch = ("frame slope from ground : RY(20 deg)\nuse sphere_contact(ball, 50 mm, base = {}, stiffness = 1e5 N/m, "
                 "exponent = 1, dissipation = 1 s/m, friction = 0.4)")
        b = math.radians(20)
        weight = math.pi / 6 * G
        rows = self.rows(self.ball(touch.format("slope"), 2, 0.5, z=(0.05 - weight * math.cos(b) / 1e5) / math.cos(b)))
        along = [x * math.cos(b) - z * math.sin(b) for x, z in zip(rows["ball_x'"], rows["ball_z'"])]
        self.assertAlmostEqual((along[-1] - along[1]) / 1.5, 5 / 7 * G * math.sin(b), delta=1e-5)
        rows = self.rows(self.ball(touch.format("ground"), 2, 0.5, z=0.05 - weight / 1e5, start="ball_x' = 1 m/s"))
        self.assertAlmostEqual(rows["ball_x'"][-1], 5 / 7, delta=1e-4)

    def test_rolling_resistance(self):
        """Deceleration 5/7 g arm/radius of a sphere; spinning about the normal by the moment load spinning."""
        rest = ("use sphere_contact(ball, 50 mm, stiffness = 1e5 N/m, exponent = 1, dissipation = 1 s/m, friction = 0.4) as c\n"
                "use rolling_resistance(ball, ground, [0, 0, 1], c.touch.load, arm = 1 mm, spinning = 0.2 mm)\noutput turn = omega(ball)")
        weight = math.pi / 6 * G
        rows = self.rows(self.ball(rest, 1, 0.25, z=0.05 - weight / 1e5,
                                   start="ball_x' = 1 m/s, ball_2' = 20 rad/s, ball_1' = 10 rad/s"))
        self.assertAlmostEqual((rows["ball_x'"][-1] - rows["ball_x'"][1]) / 0.75, -5 / 7 * G * 0.001 / 0.05, delta=1e-4)
        spin = [row for row in rows["turn[3]"]]
        self.assertAlmostEqual((spin[-1] - spin[1]) / 0.75, -G * 0.0002 / (0.4 * 0.05 ** 2), delta=1e-3)


if __name__ == "__main__":
    unittest.main()
