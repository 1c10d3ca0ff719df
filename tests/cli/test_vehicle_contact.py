#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Contacts of the library against closed forms: impacts, slopes, tipping, rolling, balls that meet."""
import json
import math
import random
import struct
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
        for method in ("erk8", "auto"):
            record = self.record(text, "--tolerance", "1e-11", "--method", method)
            lost = record["energy_start"] - record["energy_end"]
            self.assertGreater(lost, 1)
            self.assertLess(record["audit"], 1e-8 * lost)
        # of bristles of some micrometres, too
        for tolerance, is_reported in (("1e-4", True), ("1e-8", False)):
            done = self.run_on(self.file(text), "--tolerance", tolerance, "--absolute", tolerance, "--method", "bdf")
            self.assertEqual("warning: unreliable result" in done.stderr, is_reported)


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
        spin = [row for row in rows["turn.z"]]
        self.assertAlmostEqual((spin[-1] - spin[1]) / 0.75, -G * 0.0002 / (0.4 * 0.05 ** 2), delta=1e-3)


TABLE = """mechanism table
param rate = 4 deg/s, size = [0.1, 0.1, 0.2] m
gravity [0, 0, -9.81] m/s^2
joint table : revolute y (= rate*t) from ground
joint box : free from table
body box on box : box [0.1, 0.1, 0.2] m density 1000 kg/m^3
use box_contact(box, size, base = table, stiffness = 1e6 N/m, exponent = 1, dissipation = 5 s/m, friction = {mu}) as feet
when {condition} : stop "there"
experiment run {{ time 0 .. 12 s, step 0.1 s, tolerance 1e-8, start box_z = 0.1 m - 4.9e-6 m }}
"""


class Tipping(Contact):
    """On a table that is lifted slowly."""

    def angle(self, mu, condition):
        record = self.record(TABLE.format(mu=mu, condition=condition))
        self.assertEqual(record["stop"], "there")
        return math.tan(math.radians(4) * record["end"])

    def test_a_box_tips_where_its_weight_leaves_its_foot(self):
        """tan(slope) = width/height; before it leans by 0.01 rad half a degree goes by."""
        self.assertAlmostEqual(self.angle(0.8, "box_2 > 0.01"), 0.5, delta=0.02)

    def test_or_slides_at_the_angle_of_friction(self):
        """From there on x = g rate t^3/(6 cos(slope)): 1 mm takes a while."""
        late = (6 * 0.001 * math.cos(math.atan(0.4)) / (G * math.radians(4))) ** (1 / 3)
        self.assertAlmostEqual(self.angle(0.4, "box_x > 1 mm"), math.tan(math.atan(0.4) + math.radians(4) * late),
                               delta=2e-3)


PAIR = """mechanism pair
joint one : free from ground
joint two : free from ground
body one on one : sphere radius 50 mm density 1000 kg/m^3
body two on two : sphere radius 50 mm density 3000 kg/m^3
use {use} as c
let m = pi/6*1 kg
output momentum = m*velocity(one) + 3*m*velocity(two)
output turning = (m*cross(position(one), velocity(one)) + 3*m*cross(position(two), velocity(two)) +
  (m*omega(one) + 3*m*omega(two))*0.4*0.0025 m^2)
experiment run {{ time 0 .. 0.05 s, step 0.05 s, tolerance 1e-11
  start one_x = -0.06 m, two_x = 0.06 m{start}
  record momentum, turning, one_x', two_x' }}
"""


class Pairs(Contact):
    def check(self, use, start):
        rows = self.rows(PAIR.format(use=use, start=start))
        for name, values in rows.items():
            if "[" in name:
                self.assertAlmostEqual(values[-1], values[0], delta=1e-9)
        return rows

    def test_central_collision(self):
        rows = self.check("sphere_pair(one, two, 50 mm, 50 mm, stiffness = 1e7, dissipation = 0.2 s/m)",
                          ", one_x' = 1 m/s, two_x' = -1 m/s")
        self.assertAlmostEqual((rows["two_x'"][-1] - rows["one_x'"][-1]) / 2, restitution(0.3, 2), delta=1e-7)

    def test_a_ball_from_far_does_not_pass_through(self):
        """Its step has become long by then: that they meet is an event."""
        text = PAIR.format(use="sphere_pair(one, two, 50 mm, 50 mm, stiffness = 1e7, dissipation = 0.02 s/m)", start="")
        text = text.replace("0 .. 0.05 s, step 0.05 s, tolerance 1e-11", "0 .. 10 s, step 1 s").replace(
            "one_x = -0.06 m, two_x = 0.06 m", "one_x = -30 m, one_x' = 10 m/s")
        for method in ("auto", "bdf", "erk5", "erk8"):
            record = self.record(text, "--method", method)
            self.assertEqual([event["condition"] for event in record["events"]], ["c.depth > 0"])
            self.assertAlmostEqual(record["events"][0]["t"], 2.99, delta=1e-9)
            rows = self.rows(text, "--method", method)
            self.assertAlmostEqual((rows["two_x'"][-1] - rows["one_x'"][-1]) / 10, restitution(0.03, 10), delta=1e-5)

    def test_momentum_and_its_moment_stay_with_friction(self):
        start = ", one_x' = 1 m/s, two_x' = -1 m/s, one_y = 0.03 m, one_1' = 9 rad/s, two_z = 0.01 m"
        for use in ("sphere_pair(one, two, 50 mm, 50 mm, ", "capsule_pair(one, two, 50 mm, 80 mm, 50 mm, 60 mm, ",
                    "capsule_pair(one, two, 50 mm, 80 mm, 50 mm, "):
            for bristles in (0, 1):
                self.check(use + f"stiffness = 1e6, dissipation = 0.1 s/m, friction = 0.5, bristles = {bristles})", start)

    def test_two_balls_rub_as_in_an_oblique_impact(self):
        """Smooth friction that slides all the time: the tangential impulse is mu times the normal one."""
        rows = self.rows(PAIR.format(
            use="sphere_pair(one, two, 50 mm, 50 mm, stiffness = 1e7, friction = 0.1, width = 1e-4 m/s)",
            start=", one_x' = 1 m/s, two_x' = -1 m/s, one_y' = 2 m/s, two_y' = 2 m/s, one_1' = 100 rad/s").replace(
                "one_x', two_x'", "one_x', one_y'"))
        normal, tangential = rows["one_x'"][-1] - rows["one_x'"][0], rows["one_y'"][-1] - rows["one_y'"][0]
        self.assertAlmostEqual(abs(tangential / normal), 0.1, delta=2e-3)


def nearest(p, u, length_p, q, w, length_q):
    """Distance of two segments: over all ends and the common perpendicular."""
    dot = lambda a, b: sum(x * y for x, y in zip(a, b))
    def distance(s, t):
        return math.sqrt(sum((p[i] + s * u[i] - q[i] - t * w[i]) ** 2 for i in range(3)))
    clamp = lambda x, length: max(-length / 2, min(length / 2, x))
    r = [a - b for a, b in zip(p, q)]
    b, c, f = dot(u, w), dot(u, r), dot(w, r)
    found = []
    for s in (-length_p / 2, length_p / 2):
        found.append(distance(s, clamp(f + b * s, length_q)))
    for t in (-length_q / 2, length_q / 2):
        found.append(distance(clamp(b * t - c, length_p), t))
    s, t = (b * f - c) / (1 - b * b), (f - b * c) / (1 - b * b)
    if abs(s) <= length_p / 2 and abs(t) <= length_q / 2:
        found.append(distance(s, t))
    return min(found)


def write_npy(path, rows):
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}".encode()
    head += b" " * (-(len(head) + 11) % 64) + b"\n"
    data = b"".join(struct.pack(f"<{len(row)}d", *row) for row in rows)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head + data)


class RandomStates(Contact):
    def values(self, text, columns, rows, what):
        write_npy(self.folder / "states.npy", rows)
        done = self.run_on(self.file(text), "--states", str(self.folder / "states.npy"), "--columns", columns,
                           "--what", what, command="eval")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = [line for line in done.stdout.splitlines() if line and line[0] in "-0123456789"]
        return [[float(x) for x in line.split(",")] for line in lines]

    def test_distance_of_capsules(self):
        text = """joint one : free from ground
joint two : free from ground
body one on one : mass 1, inertia diag(1, 1, 1)
body two on two : mass 1, inertia diag(1, 1, 1)
use capsule_pair(one, two, 0.1, 1, 0.2, 0.5, stiffness = 1) as c
output d = c.depth
output u = c.u
output w = c.w
"""
        draw = random.Random(1)
        names = [f"{body}_{k}" for body in ("one", "two") for k in ("x", "y", "z", 1, 2, 3)]
        rows = [[draw.uniform(-1, 1) if i % 6 < 3 else draw.uniform(-3, 3) for i in range(12)] for _ in range(2000)]
        for row, got in zip(rows, self.values(text, ", ".join(names), rows, "out:d,out:u,out:w")):
            exact = nearest(row[:3], got[1:4], 1, row[6:9], got[4:7], 0.5)
            self.assertAlmostEqual(got[0], 0.3 - exact, delta=1e-4)

    def test_no_state_has_no_value_pulls_or_jumps(self):
        """A hundred thousand states of a ball on hills, at rest, deep and far off, and each a hair beside it."""
        for law in ("", ", bristles = 0"):
            text = f"""joint ball : free from ground
body ball on ball : sphere radius 0.1 density 1000
let hills(x, y) = 0.1*sin(3*x)*cos(2*y)
use sphere_contact(ball, 0.1, hills, stiffness = 1e5, dissipation = 0.5, friction = 0.6{law}) as c
output f = c.touch.total
output n = c.normal
"""
            names = [f"ball_{k}{prime}" for prime in ("", "'") for k in ("x", "y", "z", 1, 2, 3)]
            sticks = [] if law else [f"c.touch.rub.z.{axis}" for axis in "xyz"]
            draw = random.Random(2)
            rows = []
            for k in range(25000):
                size = draw.choice((0, 1e-9, 1e-3, 1, 1, 10))
                row = [size * draw.uniform(-1, 1) for _ in names] + [1e-4 * draw.uniform(-1, 1) for _ in sticks]
                rows += [row, [x + 1e-12 * draw.uniform(-1, 1) for x in row]]
            got = self.values(text, ", ".join(names + sticks), rows, "out:f,out:n,qdd")
            self.assertEqual(len(got), len(rows))
            touched = 0
            for one, other in zip(got[::2], got[1::2]):
                self.assertTrue(all(map(math.isfinite, one + other)))
                load = sum(a * b for a, b in zip(one[:3], one[3:6]))
                size = math.sqrt(sum(a * a for a in one[:3]))
                self.assertGreaterEqual(load, -1e-12 * (1 + size))
                self.assertLessEqual(size, load * math.hypot(1, 0.6) * (1 + 1e-9) + 1e-9)
                self.assertLess(max(abs(a - b) for a, b in zip(one[:3], other[:3])), 1e-5 * (1 + size))
                touched += load > 0
            self.assertGreater(touched, 5000)


class Library(Contact):
    def test_its_text_is_good(self):
        """Alone: an error in it would only show as an element without effect."""
        text = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "lib").glob("*.bl")))
        self.assertEqual(self.run_on(self.file(text), command="check").returncode, 0)

    def test_a_rigid_ball_comes_to_rest(self):
        """After 2 v/g/(1 - e) from the first impact; v = sqrt(2 g h)."""
        rows = self.rows(self.ball("use rigid_contact(ball, 50 mm, restitution = 0.5)", 3, z=1.05))
        end = math.sqrt(2 / G) * (1 + 2 * 0.5 / (1 - 0.5))
        for t, z in zip(rows["t"], rows["ball_z"]):
            if t > end + 0.01:
                self.assertAlmostEqual(z, 0.05, delta=1e-8)

    def test_what_is_missing_is_told(self):
        done = self.run_on(self.ball("use sphere_contact(ball, 50 mm)", 1), command="check")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the argument 'stiffness' of 'sphere_contact' is missing", done.stderr)
        done = self.run_on(self.ball("use sphere_contact(ball, 50 mm, rod, stiffness = 1e5)", 1), command="check")
        self.assertEqual(done.returncode, 2)
        self.assertIn("m.bl:5:", done.stderr)


class Multipliers(Contact):
    """Forces that depend on what a constraint gives."""
    HOOP = """mechanism hoop
param m = 2 kg, r = 0.5 m, mu = 0.3
coord x = r, y = 0 m
frame bead from ground : TX(x), TY(y)
body bead on bead : mass m
constraint hoop : hypot(x, y) = r
input N = 1 N multiplier hoop
let v = velocity(bead)
force rub at bead = -mu*abs(N)/norm(v)*v
experiment slide { time 0 .. 2 s, step 0.1 s, tolerance 1e-11, start y' = 3 m/s, record x, y, N }
"""
    FLOOR = """mechanism floor
param m = 2 kg, mu = 0.2, s = 0.5
gravity [0, -9.81, 0] m/s^2
coord x = 0 m, y = 0 m
frame block from ground : TX(x), TY(y)
body block on block : mass m
constraint floor : y = 0
input N = 1 N multiplier floor
force rub at block = [mu*N, s*N, 0]
experiment slide { time 0 .. 1 s, step 0.1 s, start x' = 3 m/s, record N }
"""

    def test_a_bead_on_a_rough_hoop(self):
        """N = m v^2/r and v' = -mu N/m: v = v0/(1 + mu v0 t/r), angle log(1 + mu v0 t/r)/mu."""
        for words in ((), ("--method", "ida"), ("--treatment", "independent")):
            rows = self.rows(self.HOOP, *words)
            for t, x, y, N in zip(rows["t"], rows["x"], rows["y"], rows["N"]):
                slower = 1 + 0.3 * 3 * t / 0.5
                angle = math.log(slower) / 0.3
                self.assertAlmostEqual(x, 0.5 * math.cos(angle), delta=1e-8)
                self.assertAlmostEqual(y, 0.5 * math.sin(angle), delta=1e-8)
                self.assertAlmostEqual(N, 2 * (3 / slower) ** 2 / 0.5, delta=1e-6)

    def test_what_presses_the_more_the_more_it_is_pressed(self):
        """The floor gives m g/(1 - s); with s = 1 it gives in."""
        for s in (0.5, -0.9, 0, 1.5, -5):
            rows = self.rows(self.FLOOR, "--set", f"s={s}")
            self.assertAlmostEqual(rows["N"][3], -2 * G / (1 - s), delta=1e-9)
        done = self.run_on(self.file(self.FLOOR), "--set", "s=1")
        self.assertIn("Simulation failed: the accelerations have no value at t = 0 s", done.stdout)

    def test_written_and_read_again(self):
        written = self.run_on(self.file(self.FLOOR), "--to", "bl", command="convert").stdout
        self.assertEqual(self.rows(written)["N"], self.rows(self.FLOOR)["N"])

    def test_refused(self):
        for old, new, words, wanted in (
                ("multiplier floor", "multiplier flor", (), "there is no constraint 'flor', whose multiplier 'N' could be"),
                ("", "", ("--sensitivity", "m"), "forces depend on multipliers here"),
                ("experiment", "when x < -1 m : impact restitution 1\nexperiment", (), "no motion with impacts")):
            done = self.run_on(self.file(self.FLOOR.replace(old, new, 1)), *words)
            self.assertEqual(done.returncode, 2, done.stdout)
            self.assertIn(wanted, done.stderr)


class Examples(Contact):
    def example(self, name, *words):
        return self.rows(ROOT / f"examples/{name}/{name}.bl", *words)

    def test_the_box_tips_and_slides(self):
        rows = self.example("tipping_box", "tip")
        tips = next(slope for slope, lean in zip(rows["slope"], rows["box_2"]) if lean > 0.01)
        self.assertAlmostEqual(math.tan(tips), 0.5, delta=0.03)
        rows = self.example("tipping_box", "slide")
        slides = next(slope for slope, x in zip(rows["slope"], rows["box_x"]) if x > 0.001)
        self.assertAlmostEqual(math.tan(slides), 0.3, delta=0.03)

    def test_wheelset_hunts_with_klingels_wavelength(self):
        """At any speed; of small motions."""
        wave = 2 * math.pi * math.sqrt(0.5 * 0.75 / 0.05)
        for speed in (10, 3):
            rows = self.example("wheelset", "--set", f"x' = {speed} m/s, y = 1 mm", "--until", str(40 / speed))
            for x, y in zip(rows["x"], rows["y"]):
                self.assertAlmostEqual(y, 0.001 * math.cos(2 * math.pi * x / wave), delta=1e-6)

    def test_wheelset_of_the_ivp_test_set(self):
        """Printed at t = 10 (DASSL, 1e-9): two solutions of the printed equations agree to 1e-7 and differ from it by 5e-6."""
        names = "x y z theta phi x' y' z' theta' phi' right.psi right.xi left.psi left.xi left.load right.load".split()
        printed = (0.86355386965811e-2, 0.13038281022727e-4, -0.93635784016818e-4, -0.13642299804033e-1,
                   0.15292895005422e-2, -0.76985374142666e-1, -0.25151106429207e-3, 0.20541188079539e-2,
                   -0.23904837703692, -0.13633468454173e-1, -0.33666751972196e-3, -0.15949425684022,
                   0.37839614386969e-3, 0.14173214964613, 101.24044903201, 56.285630573753)
        text = (ROOT / "examples/wheelset_ivp/wheelset_ivp.bl").read_text(encoding="utf-8")
        text = text.replace("record x, theta, left.load, right.load", f"record {', '.join(names)}, spin'")
        rows = self.rows(text, "--tolerance", "1e-10")
        for name, value in zip(names, printed):
            self.assertAlmostEqual(rows[name][-1], value, delta=1e-5 * abs(value), msg=name)
        self.assertAlmostEqual(rows["spin'"][-1] - 300, -0.24421377661131, delta=1e-6)
        # as an implicit system, with multipliers among the unknowns
        again = self.rows(text, "--tolerance", "1e-11", "--method", "ida", "--until", "0.5")
        for name in names:
            self.assertAlmostEqual(again[name][-1], rows[name][25], delta=1e-5 * max(map(abs, rows[name])), msg=name)

    def test_cradle(self):
        """The last ball takes nearly all; impacts of Hertz take time, so the fourth follows a little."""
        rows = self.example("newton_cradle")
        self.assertLess(min(rows["thread[5]"]), -0.9 * rows["thread[1]"][0])
        self.assertLess(max(map(abs, rows["thread[3]"])), 0.1 * rows["thread[1]"][0])

    def test_the_hopper_goes_on(self):
        rows = self.example("hopper", "--until", "12")
        late = [k for k, t in enumerate(rows["t"]) if t > 4]
        self.assertAlmostEqual((rows["x"][-1] - rows["x"][late[0]]) / 8, 1, delta=0.15)
        self.assertGreater(min(rows["z"][k] for k in late), 0.3)
        self.assertLess(max(abs(rows["pitch"][k]) for k in late), 0.3)
        lifts = sum(rows["foot.height"][k] <= 0 < rows["foot.height"][k + 1] for k in late[:-1])
        self.assertGreater(lifts, 12)

    def test_the_hopper_goes_the_same_way_at_other_tolerances(self):
        coarse, fine = (self.example("hopper", "--tolerance", tolerance) for tolerance in ("1e-6", "1e-8"))
        for name in ("x", "z", "pitch"):
            self.assertAlmostEqual(coarse[name][-1], fine[name][-1], delta=1e-3, msg=name)

    def test_the_quadruped_carries_its_weight_and_trots(self):
        rows = self.example("quadruped_trot", "stand", "--until", "4")
        weight = (0.38 * 0.1 * 0.11 * 1400 + 4 * 1.87) * G
        self.assertAlmostEqual(rows["weight"][-1], weight, delta=1e-3 * weight)
        rows = self.example("quadruped_trot", "trot")
        self.assertGreater(rows["trunk_x"][-1], 0.2)
        self.assertTrue(0.25 < min(rows["trunk_z"]) and abs(rows["trunk_y"][-1]) < 0.03)

    def test_the_motorcycle_leans_first_to_the_other_side(self):
        """Then into the turn, as far as the balance of gravity and centrifugal force wants."""
        rows = self.example("motorcycle")
        self.assertLess(min(rows["lean"]), -0.005)
        self.assertLess(rows["yaw"][-1], -0.5)
        rate = -(rows["yaw"][-1] - rows["yaw"][-11]) / 0.1
        # the centre of mass leans a little more than the machine: the rider does
        self.assertAlmostEqual(math.tan(rows["lean"][-5]), 15 * rate / G, delta=0.06)


class Written(Contact):
    def test_converted_and_read_again(self):
        """States that are vectors stand in one statement."""
        path = self.block(5, 0.3, 0.2, start=", block_x' = 0.5 m/s")
        once = self.rows(path)
        written = self.run_on(path, "--to", "bl", command="convert").stdout
        self.assertIn("state feet.corner_1.touch.rub.z = [0, 0,", written)
        again = self.rows(written)
        self.assertAlmostEqual(again["block_x"][-1], once["block_x"][-1], delta=1e-7)


if __name__ == "__main__":
    unittest.main()
