#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Friction in impacts and of contacts that rest, against closed forms by hand."""
import math
import random
import unittest

from moving import BOWL, SLIDE, Moving


def planar_impact(G, before, part, mu):
    """Impulses of one contact by Newton's and Coulomb's law; rows are the gap and the slip."""
    (gnn, gnt), (_, gtt) = G
    wanted = -(1 + part) * before[0], -before[1]
    det = gnn * gtt - gnt ** 2
    stick = (wanted[0] * gtt - gnt * wanted[1]) / det, (gnn * wanted[1] - gnt * wanted[0]) / det
    if abs(stick[1]) <= mu * stick[0]:
        return stick
    for side in (1, -1):
        normal = wanted[0] / (gnn - mu * side * gnt)
        slip = before[1] + gnt * normal - mu * side * gtt * normal
        if normal > 0 and slip * side >= 0:
            return normal, -mu * side * normal
    raise AssertionError("no impulse")


class Rubbing(Moving):
    def near(self, got, expected, delta=1e-9):
        self.assertAlmostEqual(got, expected, delta=delta * max(1, abs(expected)))


class Impacts(Rubbing):
    BALL = """mechanism ball
param r = 0.1 m, m = 2 kg, mu = 0.2, e = 0.5
joint f : planar z (x, y = r, a) from ground
body b on f : mass m, inertia diag(0, 0, 2/5*m*r^2)
when y < r : impact LAW e, friction mu, slip x' + r*a'
experiment s { time 0 .. 1 ms, step 1 ms, start x' = 3 m/s, y' = -1 m/s, a' = 5 rad/s }
"""

    def test_a_ball_with_spin(self):
        """Slipping: mu (1 + e) m v of impulse; sticking: 5/7 of the slip's speed is left."""
        for law in ("restitution", "poisson"):
            text = self.BALL.replace("LAW", law)
            got = self.rows(text)
            self.near(got["x'"][0], 3 - 0.2 * 1.5)
            self.near(got["a'"][0], 5 - 0.2 * 1.5 / (0.4 * 0.1))
            self.near(got["y'"][0], 0.5)
            got = self.rows(text, "--set", "mu = 2")
            rolls = (5 * 3 - 2 * 0.1 * 5) / 7
            self.near(got["x'"][0], rolls)
            self.near(got["a'"][0], -rolls / 0.1)
            lost = self.record(text, "--set", "mu = 2")["impacts"]
            self.near(lost, -0.5 * 2 * (1 - 0.25) - 0.5 * 2 * 2 / 7 * 3.5 ** 2)

    def test_written_again(self):
        """The description that `convert` writes moves alike."""
        text = self.BALL.replace("LAW", "poisson")
        written = self.run_on(self.file(text), "--to", "bl", command="convert").stdout
        self.assertEqual(self.rows(written)["a'"], self.rows(text)["a'"])

    def test_derivatives_are_refused(self):
        done = self.run_on(self.file(self.BALL.replace("LAW", "poisson")), "--sensitivity", "mu")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there are no derivatives of friction in impacts", done.stderr)

    def test_a_ball_in_space(self):
        """The impulse is against the slip, in any direction."""
        text = """mechanism ball
param r = 0.1 m, m = 2 kg, mu = 0.2, e = 0.5
joint f : free (x, y, z = r, a, b, c) from ground
body b on f : mass m, inertia diag(2/5*m*r^2, 2/5*m*r^2, 2/5*m*r^2)
let s = velocity(f) + cross(omega(f), [0, 0, -r])
when z < r : impact restitution e, friction mu, slip s . [1, 0, 0], s . [0, 1, 0]
output v = velocity(f)
output w = omega(f)
experiment e { time 0 .. 1 ms, start x' = 3 m/s, y' = 1 m/s, z' = -1 m/s, c' = 30 rad/s, record v, w }
"""
        slip = 3, 1 + 0.1 * 30  # omega is about x: c turns last
        length = math.hypot(*slip)
        got = self.rows(text)
        for k in range(2):
            self.near(got[f"v.{'xyz'[k]}"][0], (3, 1)[k] - 0.3 * slip[k] / length)
        self.near(got["w.x"][0], 30 - 0.3 * slip[1] / length / 0.04)
        self.near(got["w.y"][0], 0.3 * slip[0] / length / 0.04)
        got = self.rows(text, "--set", "mu = 3")
        for k in range(2):
            self.near(got[f"v.{'xyz'[k]}"][0], (3, 1)[k] - 2 / 7 * slip[k])

    def rod(self, law, angle, e, mu, start):
        half = 0.5
        return f"""mechanism rod
joint f : planar z (x, y = {half * abs(math.sin(angle))!r} m, a = {angle!r} rad) from ground
body b on f : mass 3 kg, inertia diag(0, 0, 0.25) kg.m^2
point left at [{-half}, 0, 0] m on f
point right at [{half}, 0, 0] m on f
when position(left) . [0, 1, 0] < 0 m : impact {law} {e}, friction {mu}, slip velocity(left) . [1, 0, 0]
when position(right) . [0, 1, 0] < 0 m : impact {law} {e}, friction {mu}, slip velocity(right) . [1, 0, 0]
experiment e {{ time 0 .. 1 us, start x' = {start[0]!r} m/s, y' = {start[1]!r} m/s, a' = {start[2]!r} rad/s }}
"""

    def test_a_thrown_rod(self):
        """Its left end hits: sticking and slipping, with the masses that the end feels."""
        seen = set()
        for angle in (0.3, 0.8, 1.2):
            for mu in (0.05, 0.3, 1.5):
                for speed in (-2.0, 1.0):
                    start = speed, -1.5, 0.4
                    rx, ry = -0.5 * math.cos(angle), -0.5 * math.sin(angle)
                    G = ((1 / 3 + rx * rx / 0.25, -rx * ry / 0.25),
                         (-rx * ry / 0.25, 1 / 3 + ry * ry / 0.25))
                    before = start[1] + start[2] * rx, start[0] - start[2] * ry
                    I = planar_impact(G, before, 0.4, mu)
                    seen.add(abs(I[1]) < mu * I[0] * 0.999)
                    got = self.rows(self.rod("restitution", angle, 0.4, mu, start))
                    after = (start[0] + I[1] / 3, start[1] + I[0] / 3,
                             start[2] + (rx * I[0] - ry * I[1]) / 0.25)
                    lost = sum(i * (b + (row[0] * I[0] + row[1] * I[1]) / 2)
                               for i, b, row in zip(I, before, G))
                    if lost > 0:
                        continue
                    for name, value in zip(("x'", "y'", "a'"), after):
                        self.near(got[name][0], value)
        self.assertEqual(seen, {True, False})

    def test_poisson_gives_impulses_back(self):
        """Where it sticks in both phases: I = (1 + e) Ic of the gap, and the slip ends."""
        angle, start, e = 0.8, (0.3, -1.5, 0.0), 0.5
        rx, ry = -0.5 * math.cos(angle), -0.5 * math.sin(angle)
        gnn, gnt, gtt = 1 / 3 + rx * rx / 0.25, -rx * ry / 0.25, 1 / 3 + ry * ry / 0.25
        before = start[1], start[0]
        compression = (-before[0] * gtt + gnt * before[1]) / (gnn * gtt - gnt ** 2)
        normal = (1 + e) * compression
        tangent = -(before[1] + gnt * normal) / gtt
        self.assertLess(abs(tangent), 1.5 * normal)
        got = self.rows(self.rod("poisson", angle, e, 1.5, start))
        self.near(got["y'"][0], start[1] + normal / 3)
        self.near(got["x'"][0], start[0] + tangent / 3)

    def test_energy_never_grows(self):
        """100 rods, some of which land on both ends; Newton's law alone would add energy to some."""
        chance = random.Random(3)
        gained = 0
        for k in range(100):
            angle = 0.0 if k % 4 == 0 else chance.uniform(-1.4, 1.4)
            start = chance.uniform(-4, 4), chance.uniform(-4, -0.5), chance.uniform(-8, 8)
            e, mu = chance.choice((0, 0.5, 0.9, 1)), chance.choice((0.1, 0.5, 1, 3))
            law = "restitution" if k % 2 else "poisson"
            record = self.record(self.rod(law, angle, e, mu, start))
            self.assertLessEqual(record["impacts"], 1e-9 * record["energy_start"], (k, angle, start))
            self.assertLess(record["audit"], 1e-7)
            if law == "restitution" and angle:
                end = -math.copysign(0.5, angle)
                rx, ry = end * math.cos(angle), end * math.sin(angle)
                before = start[1] + start[2] * rx, start[0] - start[2] * ry
                if before[0] < 0:
                    G = ((1 / 3 + rx * rx / 0.25, -rx * ry / 0.25),
                         (-rx * ry / 0.25, 1 / 3 + ry * ry / 0.25))
                    I = planar_impact(G, before, e, mu)
                    gained += sum(i * (b + (row[0] * I[0] + row[1] * I[1]) / 2)
                                  for i, b, row in zip(I, before, G)) > 1e-6
        self.assertGreater(gained, 0)

    def test_an_arm_and_pinned_bodies(self):
        """The same impact of a tree and of a loop."""
        q1, q2 = 0.4, 0.5
        tip = math.cos(q1) + 0.9 * math.cos(q1 + q2)
        bodies = "mass 2 kg, com [0.5, 0, 0] m, inertia diag(0, 0, 0.2) kg.m^2", \
            "mass 1 kg, com [0.4, 0, 0] m, inertia diag(0, 0, 0.1) kg.m^2"
        tree = f"""mechanism tree
joint a : revolute z (q1) from ground
body A on a : {bodies[0]}
joint b : revolute z (q2) from a at [1, 0, 0] m
body B on b : {bodies[1]}
"""
        pinned = f"""mechanism pinned
joint a : planar z (xa, ya, q1) from ground
body A on a : {bodies[0]}
joint b : planar z (xb, yb, p) from ground
body B on b : {bodies[1]}
loop one : revolute z ground = a
loop two : revolute z [1, 0, 0] m on a = b
"""
        for mu in (0.1, 2):
            hit = f"""point tip at [0.9, 0, 0] m on b
when position(tip) . [1, 0, 0] > {tip!r} m : impact restitution 0.5, friction {mu}, slip velocity(tip) . [0, 1, 0]
"""
            one = self.rows(tree + hit + f"experiment e {{ time 0 .. 1 us, start q1 = {q1}, q2 = {q2}, "
                            "q1' = -1, q2' = -0.5 }\n")
            place = (f"xb = {math.cos(q1)!r} m, yb = {math.sin(q1)!r} m, p = {q1 + q2}, q1 = {q1}, q1' = -1, "
                     f"p' = -1.5, xb' = {math.sin(q1)!r} m/s, yb' = {-math.cos(q1)!r} m/s")
            other = self.rows(pinned + hit + f"experiment e {{ time 0 .. 1 us, start {place} }}\n")
            self.near(other["q1'"][0], one["q1'"][0])
            self.near(other["p'"][0], one["q1'"][0] + one["q2'"][0])
            self.assertGreater(abs(one["q1'"][0] + 1), 0.05)


class Rest(Rubbing):
    SLIDE = SLIDE + "experiment e { time 0 .. 3 s, step 0.1 s }\n"

    def kinds(self, record):
        return [event["what"] for event in record["events"]]

    def test_what_slides_stops_and_stays(self):
        for method in ("auto", "erk5", "bdf", "ida", "rk4"):
            got = self.rows(self.SLIDE, "--set", "x' = 2 m/s", "--method", method)
            self.near(got["x"][-1], 2 ** 2 / (2 * 0.3 * 9.81), 1e-6)
            self.near(got["x'"][-1], 0, 1e-12)
        record = self.record(self.SLIDE, "--set", "x' = 2 m/s")
        self.assertEqual(self.kinds(record), ["rests", "sticks"])
        self.near(record["events"][1]["t"], 2 / (0.3 * 9.81), 1e-7)
        self.assertLess(record["audit"], 1e-7)
        words = self.run_on(self.file(self.SLIDE), "--set", "x' = 2 m/s").stdout
        self.assertIn("-4 J  by contact friction", words)

    def test_what_sticks_slips_where_the_pull_is_too_large(self):
        got, record = (f(self.SLIDE, "--set", "c = 5 N/s") for f in (self.rows, self.record))
        at = 0.3 * 2 * 9.81 / 5
        self.assertEqual(self.kinds(record), ["rests", "sticks", "slips"])
        self.near(record["events"][2]["t"], at, 1e-8)
        for t, v in zip(got["t"], got["x'"]):
            self.near(v, 5 / 4 * max(0, t - at) ** 2, 1e-6)

    def test_an_incline(self):
        """It holds below atan mu, slides with g (sin - mu cos) above; thrown upwards it comes back."""
        self.near(self.rows(self.SLIDE, "--set", "tilt = 0.29 rad")["x"][-1], 0)
        got = self.rows(self.SLIDE, "--set", "tilt = 0.4 rad, x' = -2 m/s")
        up, down = (9.81 * (math.sin(0.4) + s * 0.3 * math.cos(0.4)) for s in (1, -1))
        turn = 2 / up
        self.near(got["x'"][-1], down * (3 - turn), 1e-6)
        self.near(got["x"][-1], -2 ** 2 / (2 * up) + down * (3 - turn) ** 2 / 2, 1e-6)

    def test_a_bowling_ball(self):
        """With a spin to the side it slips straight in its own frame, then rolls with 5/7 of what it had."""
        slip = 5, 3
        record, got = self.record(BOWL), self.rows(BOWL)
        self.assertEqual(self.kinds(record), ["rests", "sticks"])
        self.near(record["events"][1]["t"], 2 * math.hypot(*slip) / (7 * 0.2 * 9.81), 1e-6)
        self.near(got["v.x"][-1], 5 - 2 / 7 * slip[0], 1e-6)
        self.near(got["v.y"][-1], -2 / 7 * slip[1], 1e-6)

    def test_a_block_on_a_sledge(self):
        """Momentum stays; the block is carried along from v t = m v0/(mu m g (1 + m/M))."""
        text = """mechanism sledge
gravity [0, -9.81, 0]
joint s : prismatic x (X) from ground
body S on s : mass 4 kg
joint f : planar z (x, y, a) from ground
body b on f : mass 2 kg, inertia diag(0, 0, 1) kg.m^2
when y < 0 m : impact restitution 0, friction 0.25, slip x' - X'
experiment e { time 0 .. 2 s, step 0.1 s, start x' = 3 m/s }
"""
        record, got = self.record(text), self.rows(text)
        self.near(record["events"][1]["t"], 3 / (0.25 * 9.81 * 1.5), 1e-7)
        self.near(got["x'"][-1], 1, 1e-7)
        self.near(got["X'"][-1], 1, 1e-7)


if __name__ == "__main__":
    unittest.main()
