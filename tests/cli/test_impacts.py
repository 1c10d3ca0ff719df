#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What hits, rests and sticks in `bielle simulate`, against closed forms by hand."""
import csv
import io
import json
import math
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

BIELLE = os.environ["BIELLE_COMMAND"]


class Impacts(unittest.TestCase):
    WORDS = ()

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "m.bl"

    def run_on(self, text, *words):
        self.path.write_text(text, encoding="utf-8")
        return subprocess.run([BIELLE, "simulate", self.path, *self.WORDS, *words], capture_output=True,
                              encoding="utf-8", check=False)

    def rows(self, text, *words):
        done = self.run_on(text, "--as", "csv", *words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        table = list(csv.reader(io.StringIO(done.stdout)))
        names = [name.split(" [")[0] for name in table[0]]
        return {name: [float(row[i]) for row in table[1:]] for i, name in enumerate(names)}

    def record(self, text, *words, status=0):
        done = self.run_on(text, "--as", "json", *words)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def near(self, got, expected, delta=1e-9):
        self.assertAlmostEqual(got, expected, delta=delta * max(1, abs(expected)))


# m1, lc1, I1; m2, lc2, I2; L1, L2
ARM = (2, 0.5, 0.2, 1, 0.4, 0.1, 1, 0.9)
ARM_TEXT = """mechanism arm
joint a : revolute z (q1) from ground
body A on a : mass 2 kg, com [0.5, 0, 0] m, inertia diag(0, 0, 0.2) kg.m^2
joint b : revolute z (q2) from a at [1, 0, 0] m
body B on b : mass 1 kg, com [0.4, 0, 0] m, inertia diag(0, 0, 0.1) kg.m^2
point tip at [0.9, 0, 0] m on b
"""
# the same of two bodies that pins hold together
PINNED_TEXT = """mechanism pinned
joint a : planar z (xa, ya, q1) from ground
body A on a : mass 2 kg, com [0.5, 0, 0] m, inertia diag(0, 0, 0.2) kg.m^2
joint b : planar z (xb, yb, p) from ground
body B on b : mass 1 kg, com [0.4, 0, 0] m, inertia diag(0, 0, 0.1) kg.m^2
point tip at [0.9, 0, 0] m on b
loop one : revolute z ground = a
loop two : revolute z [1, 0, 0] m on a = b
"""


def arm_jump(q2, W, part, qd):
    """Speeds behind an impact along W = d gap/dq of the arm, from its mass matrix."""
    m1, c1, i1, m2, c2, i2, L, _ = ARM
    m12 = i2 + m2 * (c2 ** 2 + L * c2 * math.cos(q2))
    m11 = i1 + m1 * c1 ** 2 + i2 + m2 * (L ** 2 + c2 ** 2 + 2 * L * c2 * math.cos(q2))
    m22 = i2 + m2 * c2 ** 2
    det = m11 * m22 - m12 ** 2
    answer = ((m22 * W[0] - m12 * W[1]) / det, (m11 * W[1] - m12 * W[0]) / det)
    speed = W[0] * qd[0] + W[1] * qd[1]
    impulse = -(1 + part) * speed / (W[0] * answer[0] + W[1] * answer[1])
    after = [v + impulse * a for v, a in zip(qd, answer)]
    lost = impulse * (speed - part * speed) / 2
    return after, lost


class Jumps(Impacts):
    def test_arm_at_the_stop_of_its_elbow(self):
        """The first joint jumps, too: by -M12/M11 of the second's jump."""
        for law in ("restitution", "poisson"):
            text = ARM_TEXT + f"when q2 > 0.7 : impact {law} 0.4\n" \
                "experiment e { time 0 .. 1 ms, start q1 = 0.3, q2 = 0.7, q1' = 1, q2' = 2 }\n"
            got = self.rows(text)
            after, lost = arm_jump(0.7, (0, -1), 0.4, (1, 2))
            self.near(got["q1'"][0], after[0])
            self.near(got["q2'"][0], after[1])
            self.near(got["q2'"][0], -0.8)
            self.near(self.record(text)["impacts"], lost)

    def test_arm_and_pinned_bodies_at_a_wall(self):
        """The tip hits x = 1.2 m; as a tree, and of two bodies that pins hold together."""
        q1, L, l2 = 0.4, 1, 0.9
        q2 = math.acos((1.2 - L * math.cos(q1)) / l2) - q1
        start = f"start q1 = {q1!r}, q1' = -1 rad/s"
        W = (L * math.sin(q1) + l2 * math.sin(q1 + q2), l2 * math.sin(q1 + q2))
        qd = (-1.0, -0.5)
        after, lost = arm_jump(q2, W, 0.5, qd)
        hit = "when position(tip) . [1, 0, 0] > 1.2 m : impact restitution 0.5\n"
        tree = self.rows(ARM_TEXT + hit +
                         f"experiment e {{ time 0 .. 1 ms, {start}, q2 = {q2!r}, q2' = -0.5 }}\n")
        self.near(tree["q1'"][0], after[0])
        self.near(tree["q2'"][0], after[1])
        place = (f"xb = {math.cos(q1)!r}, yb = {math.sin(q1)!r}, xb' = {math.sin(q1)!r}, "
                 f"yb' = {-math.cos(q1)!r}, p = {q1 + q2!r}, p' = -1.5")
        text = PINNED_TEXT + hit + f"experiment e {{ time 0 .. 1 ms, {start}, {place} }}\n"
        pinned = self.rows(text)
        self.near(pinned["q1'"][0], after[0])
        self.near(pinned["p'"][0], after[0] + after[1])
        self.near(pinned["xb'"][0], -math.sin(q1) * after[0])
        self.near(self.record(text)["impacts"], lost)

    def test_slider_crank_at_a_wall(self):
        """One freedom: all speeds turn round, and (1 - e^2) of the energy is lost."""
        text = """mechanism crank
joint crank : revolute z (a = 50 deg) from ground
body C on crank : mass 1 kg, com [0.05, 0, 0] m, inertia diag(0, 0, 0.01) kg.m^2
joint rod : revolute z (b = -60 deg) from crank at [0.1, 0, 0] m
body R on rod : mass 0.5 kg, com [0.15, 0, 0] m, inertia diag(0, 0, 0.004) kg.m^2
joint slide : prismatic x (s = 0.33 m) from ground
body S on slide : mass 0.8 kg
loop pin : revolute z [0.3, 0, 0] m on rod = slide
when s > 0.38 m : impact restitution 0.6
experiment e { time 0 .. 0.2 s, step 0.1 ms, tolerance 1e-11, start a' = -5 rad/s }
"""
        got, record = self.rows(text), self.record(text)
        at = record["events"][0]["t"]
        k = next(i for i, t in enumerate(got["t"]) if t > at)
        for name in ("a'", "b'", "s'"):
            # to the moment by the slope of both sides
            slope = (got[name][k - 1] - got[name][k - 2]) / 1e-4
            before = got[name][k - 1] + slope * (at - got["t"][k - 1])
            slope = (got[name][k + 1] - got[name][k]) / 1e-4
            after = got[name][k] - slope * (got["t"][k] - at)
            self.near(after, -0.6 * before, 1e-4)
        self.near(record["impacts"], -(1 - 0.36) * record["energy_start"], 1e-7)
        self.assertLess(record["position_drift"], 1e-9)

    def test_a_table_whose_feet_take_over_from_one_another(self):
        """Pulled up at (0.3 m, 0.1 s m): two feet carry it first, others take over. Those at x = 0.3 m
        are free when F 0.6 m = m g 0.3 m, F = 15 t N; nothing has moved until then."""
        for side in (1, -1):
            feet = "".join(f"""point P{k} at [{0.3 * x}, {0.2 * y}, -0.5] m on f
when position(P{k}).z < 0 m : impact restitution 0
output low{k} = position(P{k}).z
""" for k, (x, y) in enumerate(((1, 1), (1, -1), (-1, 1), (-1, -1))))
            text = f"""mechanism table_on_feet
gravity [0, 0, -9.81]
joint f : free (x, y, z = 0.5 m, a, b, c) from ground
body b on f : mass 2 kg, inertia diag(0.1, 0.12, 0.2) kg.m^2
force pull at [0.3, {0.1 * side}, 0.2] m on f = [0, 0, 15 N/s*t]
{feet}experiment e {{ time 0 .. 0.8 s, step 10 ms, record low0, low1, low2, low3 }}
"""
            got = self.rows(text)
            at = 2 * 9.81 / 2 / 15
            for t, *low in zip(got["t"], *(got[f"low{k}"] for k in range(4))):
                self.assertGreater(min(low), -1e-7)
                if t < at:
                    self.assertLess(max(low), 1e-7)
            self.assertGreater(min(got["low0"][-1], got["low1"][-1]), 1e-3)
            self.assertLess(max(got["low2"][-1], got["low3"][-1]), 1e-7)

    def test_masses_in_a_row(self):
        """Momentum stays, and the speed between them turns round by the restitution."""
        text = """mechanism row
joint a : prismatic x (x1) from ground
joint b : prismatic x (x2 = 1 m) from ground
body A on a : mass 3 kg
body B on b : mass 1 kg
when x2 - x1 < 0.2 m : impact restitution 0.5
experiment e { time 0 .. 1 s, step 0.5 s, start x1' = 2 m/s, x2' = -1 m/s }
"""
        got = self.rows(text)
        self.near(3 * got["x1'"][-1] + got["x2'"][-1], 5)
        self.near(got["x2'"][-1] - got["x1'"][-1], 1.5)
        self.near(got["x1"][-1], 0.8 * 2 / 3 + got["x1'"][-1] * (1 - 0.8 / 3))

    def test_newtons_cradle(self):
        """Those that touch are hit in turn: the last one goes."""
        text = """mechanism cradle
param d = 0.1 m, e = 1
for k in 1 .. 4 {
  joint s[k] : prismatic x from ground at [k*d, 0, 0]
  body B[k] on s[k] : mass 1 kg
}
for k in 1 .. 3 {
  when s[k + 1] - s[k] < 0 m : impact restitution e
}
experiment x { time 0 .. 1 s, step 0.5 s, start s[1] = -0.3 m, s[1]' = 1 m/s }
"""
        got = self.rows(text)
        for k, speed in enumerate((0, 0, 0, 1)):
            self.near(got[f"s[{k + 1}]'"][-1], speed)
        together = self.rows(text, "--set", "e = 0")
        for k in range(4):
            self.near(together[f"s[{k + 1}]'"][-1], 0.25)

    def test_both_laws_at_once(self):
        """From both sides at once, masses 1, 2, 1: the middle one stays."""
        for law in ("restitution", "poisson"):
            got = self.rows(f"""mechanism clap
joint a : prismatic x (x1 = -1 m) from ground
joint b : prismatic x (x2) from ground
joint c : prismatic x (x3 = 1 m) from ground
body A on a : mass 1 kg
body B on b : mass 2 kg
body C on c : mass 1 kg
when x2 - x1 < 0.5 m : impact {law} 0.5
when x3 - x2 < 0.5 m : impact {law} 0.5
experiment e {{ time 0 .. 1 s, start x1' = 1 m/s, x3' = -1 m/s }}
""")
            self.near(got["x1'"][-1], -0.5)
            self.near(got["x2'"][-1], 0)
            self.near(got["x3'"][-1], 0.5)

    def test_a_wall_that_moves(self):
        """A racket that comes up with 1 m/s: v+ = w + e (w - v-), and its work is in the balance."""
        record = self.record("""mechanism racket
joint s : prismatic z (z = 1 m) from ground
body b on s : mass 2 kg
when z - 1 m/s*t < 0 m : impact restitution 0.5
experiment e { time 0 .. 1 s, start z' = -1 m/s }
""")
        self.near(record["events"][0]["t"], 0.5, 1e-8)
        self.near(record["energy_end"], 2 ** 2)
        self.near(record["impacts"], 3)

    def test_double_pendulum_at_a_wall(self):
        """Without loss the energy stays through many impacts; with loss none adds energy."""
        text = """mechanism pendulum
gravity [0, -9.81, 0]
param e = 1
joint a : revolute z (q1) from ground
body A on a : mass 2 kg, com [0, -0.5, 0] m, inertia diag(0, 0, 0.2) kg.m^2
joint b : revolute z (q2) from a at [0, -1, 0] m
body B on b : mass 1 kg, com [0, -0.4, 0] m, inertia diag(0, 0, 0.1) kg.m^2
point tip at [0, -0.9, 0] m on b
when position(tip) . [1, 0, 0] < -0.1 m : impact restitution e
when position(b) . [1, 0, 0] < -0.1 m : impact restitution e
experiment swing { time 0 .. 5 s, step 10 ms, tolerance 1e-10, start q1 = 1 rad }
"""
        kept = self.record(text)
        self.assertGreater(len(kept["events"]), 8)
        self.near(kept["energy_end"], kept["energy_start"], 1e-7)
        lossy = self.record(text, "--set", "e = 0.7")
        self.assertLess(lossy["impacts"], -1)
        self.assertLess(lossy["audit"], 1e-6)

    def test_different_restitutions_gain_nothing(self):
        """A bar that lands on both ends at once; alone, one of them would throw it up."""
        for law in ("restitution", "poisson"):
            record = self.record(f"""mechanism bar
gravity [0, -9.81, 0]
joint f : planar z (x, y = 1 m, a) from ground
body B on f : mass 1 kg, inertia diag(0, 0, 0.5) kg.m^2
point left at [-1, 0, 0] m on f
point right at [0.2, 0, 0] m on f
when position(left) . [0, 1, 0] < 0 m : impact {law} 0
when position(right) . [0, 1, 0] < 0 m : impact {law} 1
experiment e {{ time 0 .. 0.46 s, start y' = -1 m/s }}
""")
            self.assertLessEqual(record["impacts"], 1e-9)


BALL = """mechanism ball
param e = 0.8, g = 9.81 m/s^2
gravity [0, 0, -g]
joint fall : prismatic z (z = 1 m) from ground
joint other : prismatic z (y = 1 m) from ground
body ball on fall : mass 0.1 kg
body second on other : mass 0.3 kg
when z < 0 m : impact restitution e
when y < 0 m : impact poisson e
experiment drop { time 0 .. 5 s, step 0.5 s }
"""


class NoValue(Impacts):
    def test_what_rests_without_accelerations(self):
        """A push without value from 0.5 s on, by itself or by an event, where a block lies: the motion ends there, with
        the cause, by every method."""
        text = """mechanism block
gravity [0, -9.81, 0]
joint f : planar z (x, y, a) from ground
body B on f : mass 1 kg, inertia diag(0, 0, 0.02) kg.m^2
when y < 0 m : impact restitution 0, friction 0.5, slip x'
discrete n = 0, late = 0
when t > 0.8 s : set n = 1
%s
experiment e { time 0 .. 2 s, step 0.1 s, record x, y, n }
"""
        by_itself = "force P at f = [sqrt(0.5 - t/1 s)*1 N, 0, 0]"
        by_event = "when t > 0.5 s : set late = 1\nforce P at f = [0, -log(0.5 - late)*1 N, 0]"
        for force, value in ((by_itself, "sqrt"), (by_event, "log(-0.5)")):
            for method in ("adams", "bdf", "erk5", "erk8", "ida", "rk4", "euler", "midpoint"):
                record = self.record(text % force, "--method", method, status=1)
                self.assertRegex(record["failure"], r"at t = 0\.5\d* s$")
                self.assertRegex(record["failure"], "no value|smallest step")
                self.near(record["end"], 0.5, 1e-5)
                self.assertEqual([row[-1] for row in record["rows"]], [0] * len(record["rows"]))
                done = self.run_on(text % force, "--method", method)
                self.assertNotIn("trusted", done.stderr)
                if force == by_event:
                    self.assertIn("the accelerations have no value", record["failure"])
                    self.assertIn(f"'P' has no value at t = 0.5 s: {value} is none", done.stderr)


class Rest(Impacts):
    def test_a_ball_comes_to_rest(self):
        """After sqrt(2 h/g) (1 + e)/(1 - e), two of them at the same moments; and stays there."""
        limit = math.sqrt(2 / 9.81) * 9
        for tolerance, delta in (("1e-8", 1e-3), ("1e-12", 1e-5)):
            record = self.record(BALL, "--tolerance", tolerance)
            rests = [event["t"] for event in record["events"] if event["what"] == "rests"]
            self.assertEqual(len(rests), 2)
            for time in rests:
                self.assertAlmostEqual(time, limit, delta=delta)
            self.near(record["impacts"], -0.4 * 9.81, 1e-6)
            self.near(record["energy_end"], 0, 1e-9)
        for method in ("auto", "bdf", "ida", "erk5", "erk8", "rk4", "euler", "midpoint"):
            got = self.rows(BALL.replace("step 0.5 s", "step 10 ms"), "--method", method)
            self.near(got["z"][-1], 0, 1e-8)
            self.near(got["z'"][-1], 0, 1e-8)

    def test_what_rests_is_left_again(self):
        """A push of -10 N cos 2t holds 2 kg against the stop until t = pi/4."""
        text = """mechanism pushed
joint s : prismatic x (x) from ground
body b on s : mass 2 kg
force push at s = [-10 N*cos(2*t), 0, 0]
when x < 0 m : impact restitution 0
experiment e { time 0 .. 6 s, step 0.1 s, tolerance 1e-10 }
"""
        record, got = self.record(text), self.rows(text)
        self.assertEqual([event["what"] for event in record["events"]], ["rests", "leaves"])
        self.near(record["events"][1]["t"], math.pi / 4, 1e-8)
        for t, x in zip(got["t"], got["x"]):
            free = 1.25 * math.cos(2 * t) + 2.5 * (t - math.pi / 4)
            self.near(x, free if t > math.pi / 4 else 0, 1e-7)
        self.assertLess(record["audit"], 1e-6)

    def test_a_plate_that_shakes(self):
        """What lies on z = A sin w t leaves where A w^2 sin w t = g; the plate works until then."""
        text = """mechanism shaken
gravity [0, 0, -9.81]
param A = 0.05 m, w = 20 rad/s
joint s : prismatic z (z) from ground
body b on s : mass 2 kg
when z - A*sin(w*t) < 0 m : impact restitution 0
experiment e { time 0 .. 70 ms, step 1 ms, tolerance 1e-10, start z' = 1 m/s }
"""
        record, got = self.record(text), self.rows(text)
        at = math.asin(9.81 / (0.05 * 400)) / 20
        self.near([event for event in record["events"] if event["what"] == "leaves"][0]["t"], at, 1e-7)
        for t, z in zip(got["t"], got["z"]):
            if t < at:
                self.near(z, 0.05 * math.sin(20 * t), 1e-8)
        self.assertLess(record["audit"], 1e-7)

    def test_a_block_lies_on_its_corners(self):
        text = """mechanism block
gravity [0, -9.81, 0]
joint f : planar z (x, y = 0.5 m, a) from ground
body B on f : mass 1 kg, inertia diag(0, 0, 0.02) kg.m^2
point left at [-0.2, -0.1, 0] m on f
point right at [0.2, -0.1, 0] m on f
when position(left) . [0, 1, 0] < 0 m : impact restitution 0.5
when position(right) . [0, 1, 0] < 0 m : impact restitution 0.5
experiment flat { time 0 .. 3 s, start x' = 1 m/s }
experiment corner { time 0 .. 5 s, start a = 0.3 rad }
"""
        for name in ("flat", "corner"):
            got, record = self.rows(text, name), self.record(text, name)
            self.near(got["y"][-1], 0.1, 1e-8)
            self.near(got["a"][-1], 0, 1e-8)
            self.near(record["impacts"], -0.4 * 9.81, 1e-6)
        self.near(self.rows(text, "flat")["x"][-1], 3, 1e-8)

    def test_a_loop_rests_at_a_wall(self):
        """The force of a slider-crank at its wall is not seen in the balance; the torque's end frees it."""
        text = """mechanism crank
joint crank : revolute z (a = 50 deg) from ground
body C on crank : mass 1 kg, com [0.05, 0, 0] m, inertia diag(0, 0, 0.01) kg.m^2
joint rod : revolute z (b = -60 deg) from crank at [0.1, 0, 0] m
joint slide : prismatic x (s = 0.33 m) from ground
body S on slide : mass 0.8 kg
loop pin : revolute z [0.3, 0, 0] m on rod = slide
torque drive on crank = -1 N.m*cos(t)
when s > 0.38 m : impact restitution 0
experiment e { time 0 .. 2 s, step 10 ms, tolerance 1e-10 }
"""
        for words in (), ("--method", "erk5"), ("--method", "bdf"), ("--method", "ida"), \
                ("--treatment", "independent"):
            record, got = self.record(text, *words), self.rows(text, *words)
            left = [e["t"] for e in record["events"] if e["what"] == "leaves"]
            self.near(left[0], math.pi / 2, 1e-7)
            for t, s in zip(got["t"], got["s"]):
                if 1 < t < 1.57:
                    self.near(s, 0.38, 1e-9)
            self.assertLess(record["audit"], 1e-7)
            self.assertLess(record["position_drift"], 1e-8)

    def test_a_loop_bounces_as_by_projection(self):
        text = """mechanism press
joint crank : revolute z (a = 80 deg) from ground
body C on crank : mass 1 kg, com [0.05, 0, 0] m, inertia diag(0, 0, 0.01) kg.m^2
joint rod : revolute z (b = -100 deg) from crank at [0.1, 0, 0] m
body R on rod : mass 0.3 kg, com [0.15, 0, 0] m, inertia diag(0, 0, 0.002) kg.m^2
joint slide : prismatic x (s = 0.28 m) from ground limits 0.2 m .. 0.38 m
body S on slide : mass 0.8 kg
loop pin : revolute z [0.3, 0, 0] m on rod = slide
torque drive on crank = -1 N.m
use impulsive_stop(slide, restitution = 0.5)
experiment e { time 0 .. 0.6 s, step 10 ms, tolerance 1e-10 }
"""
        one, other = self.rows(text, "--method", "ida"), self.rows(text)
        self.assertEqual(self.record(text, "--method", "ida")["treatment"], "ggl")
        self.assertGreater(len(self.record(text)["events"]), 3)
        for name, values in one.items():
            for a, b in zip(values, other[name]):
                self.near(a, b, 1e-5)


class JumpsByIda(Jumps):
    """Impulses, and a start behind them, of the treatment that has multipliers among its unknowns."""
    WORDS = ("--method", "ida")


class RestByIda(Impacts):
    WORDS = ("--method", "ida")
    test_what_rests_is_left_again = Rest.test_what_rests_is_left_again
    test_a_plate_that_shakes = Rest.test_a_plate_that_shakes
    test_a_block_lies_on_its_corners = Rest.test_a_block_lies_on_its_corners

    def test_a_ball_bounces(self):
        """h_k = e^2k h, at sqrt(2 h/g) (1 + 2 e (1 - e^k)/(1 - e))."""
        record = self.record(BALL, "--tolerance", "1e-10")
        hits = [event["t"] for event in record["events"] if event["condition"] == "z < 0 m"]
        for k, time in enumerate(hits[:10]):
            self.near(time, math.sqrt(2 / 9.81) * (1 + 2 * 0.8 * (1 - 0.8 ** k) / 0.2), 1e-8)


class Stops(Impacts):
    TEXT = """mechanism stopped
param L = 0.3 m
joint s : prismatic x (x = 0 m) from ground limits -0.1 m .. L
body b on s : mass 2 kg
force push at s = [1 N, 0, 0]
experiment e { time 0 .. 3 s, step 1 ms, start x' = 1 m/s }
"""

    def test_impulsive_stop_at_the_limits_of_the_joint(self):
        got = self.record(self.TEXT + "use impulsive_stop(s, restitution = 0.5)\n", "--until", "8")
        first = (math.sqrt(1 + 0.3) - 1) / 0.5  # 0.3 = t + t^2/4
        self.near(got["events"][0]["t"], first, 1e-8)
        self.assertEqual(got["events"][-1]["what"], "rests")
        self.near(got["energy_end"], 0)
        other = self.rows(self.TEXT + "use impulsive_stop(s, upper = 0.2 m)\n")
        self.near(other["x"][-1], 0.2)

    def test_elastic_stop_at_the_limits_of_the_joint(self):
        """Half a period of the spring, with the speed turned round at its end."""
        text = self.TEXT.replace("[1 N, 0, 0]", "[0 N, 0, 0]")
        got = self.record(text + "use elastic_stop(s, stiffness = 20 kN/m)\n", "--until", "0.45 s",
                          "--tolerance", "1e-11")
        rows = self.rows(text + "use elastic_stop(s, stiffness = 20 kN/m)\n", "--until", "0.45 s",
                         "--tolerance", "1e-11")
        back = 0.3 + math.pi / 100
        self.near(rows["x"][-1], 0.3 - (0.45 - back), 1e-7)
        self.near(got["energy_end"], 1, 1e-8)

    def test_limits_that_nothing_stops_at_are_warned_of(self):
        done = self.run_on(self.TEXT)
        self.assertEqual(done.returncode, 0)
        self.assertIn("m.bl:3:24: warning: 'x' leaves its limits at t = 0.281 s", done.stderr)
        for stop in ("impulsive_stop(s)", "elastic_stop(s, stiffness = 1 kN/m, damping = 10 N.s/m)"):
            self.assertEqual(self.run_on(self.TEXT + f"use {stop}\n").stderr, "")


class Friction(Impacts):
    SLIDE = """mechanism slide
param m = 2 kg, mu = 0.3, g = 9.81 m/s^2, F = 0 N
joint s : prismatic x (x) from ground
body b on s : mass m
force pull at s = [F, 0, 0]
experiment e { time 0 .. 3 s, step 10 ms, start x' = 2 m/s }
"""
    LAWS = (
        "stick_slip(s, static = 1.2*mu*m*g, kinetic = mu*m*g, stiffness = 1e7 N/m, damping = 4e3 N.s/m)",
        "lugre(s, static = mu*m*g, kinetic = mu*m*g, width = 1 mm/s, stiffness = 1e7 N/m, "
        "damping = 4e3 N.s/m)",
        "smooth_friction(s, kinetic = mu*m*g, width = 0.1 mm/s)",
    )

    def test_what_slides_stops_and_stays(self):
        """After v0/(mu g), on a way of v0^2/(2 mu g)."""
        for law in self.LAWS:
            got = self.rows(self.SLIDE + f"use {law}\n")
            way = 2 ** 2 / (2 * 0.3 * 9.81)
            stop = 2 / (0.3 * 9.81)
            for t, x in zip(got["t"], got["x"]):
                expected = 2 * t - 0.3 * 9.81 * t * t / 2 if t < stop else way
                self.near(x, expected, 1e-3)
            self.assertLess(abs(got["x"][-1] - got["x"][80]), 1e-6)

    def test_a_load_below_the_limit_is_held(self):
        """5 N against 5.886 N that stick; the smooth law creeps with width*artanh(5/5.886)."""
        text = self.SLIDE.replace("start x' = 2 m/s", "start F = 5 N")
        for law in self.LAWS[:2]:
            self.assertLess(abs(self.rows(text + f"use {law}\n")["x"][-1]), 5e-6)
        creep = self.rows(text + f"use {self.LAWS[2]}\n")
        self.near(creep["x'"][-1], 1e-4 * math.atanh(5 / 5.886), 1e-8)
        above = text.replace("F = 5 N }", "F = 8 N }")  # it slides with F - kinetic
        got = self.rows(above + f"use {self.LAWS[0]}\n")
        self.near(got["x"][-1], (8 - 5.886) / 2 * 9 / 2, 1e-3)

    def test_stick_slip_on_a_belt(self):
        """The period of a block on a spring: 2 A/v to stick, (2 pi - 2 atan(A w/v))/w to slip."""
        text = """mechanism belt
param k = 100 N/m, v = 0.1 m/s
joint belt : prismatic x (= v*t) from ground
joint block : prismatic x (r) from belt
body b on block : mass 1 kg
force spring at block = [-k*(r + v*t), 0, 0]
use stick_slip(block, static = 10 N, kinetic = 6 N, stiffness = 1e8 N/m, damping = 2e4 N.s/m)
experiment e { time 0 .. 6 s }
"""
        A, w, v = 0.04, 10, 0.1
        period = 2 * A / v + (2 * math.pi - 2 * math.atan(A * w / v)) / w
        events = self.record(text)["events"]
        slips = [event["t"] for event in events if event["condition"].endswith("f < -10")]
        self.assertEqual(len(slips), 5)
        self.near(slips[0], 1, 1e-3)
        for one, other in zip(slips, slips[1:]):
            self.assertAlmostEqual(other - one, period, delta=4e-4)  # the bristle gives

    def test_a_ladder_leaves_the_wall_at_two_thirds_of_its_height(self):
        text = """mechanism ladder
            param L = 2 m, m = 5 kg
            gravity [0, -9.81, 0]
            joint j : planar z (x, y, phi) from ground
            body rod on j : mass m, inertia diag(0, 0, m*L^2/12)
            point foot at [L/2, 0, 0] on j
            point head at [-L/2, 0, 0] on j
            when position(foot).y < 0 : impact restitution 0
            when position(head).x < 0 : impact restitution 0
            experiment slide {
              time 0 .. 1 s
              tolerance 1e-10
              start phi = -80 deg, x = L/2*cos(80 deg), y = L/2*sin(80 deg)
              record y
            }"""
        done = self.run_on(text)
        self.assertEqual(done.stderr, "")  # what only touches at the start has no event there
        leaves = [event["t"] for event in self.record(text)["events"] if event["what"] == "leaves"]
        self.assertEqual(len(leaves), 1)
        height = self.rows(text, "--until", repr(leaves[0]))["y"]
        self.assertAlmostEqual(height[-1], 2/3*height[0], delta=1e-8)


class Places(Impacts):
    """What is wrong in an experiment is told at its place."""
    TEXT = """mechanism bad
param T = 1 s
joint s : prismatic x (x) from ground
body b on s : mass 1 kg
table f : (0.5 s, 0 N), (2 s, 1 N)
input u = f(t)
force p at s = [u, 0, 0]
experiment e { time 0 .. T
  PART
}
"""

    def test_options_of_an_experiment(self):
        for part, message in (
                ("step -1 ms", "9:3: error: this cannot be simulated: the step must be above 0"),
                ("step 0 s", "9:3: error: this cannot be simulated: the step must be above 0"),
                ("step 1e-9 s", "9:3: error: this cannot be simulated: the step is too small"),
                ("tolerance 2", "9:3: error: this cannot be simulated: the tolerance must lie between"),
                ("method heun", "9:3: error: this cannot be simulated: unknown method 'heun'"),
                ("treatment rough", "9:3: error: this cannot be simulated: unknown treatment 'rough'"),
                ("start T = -1 s", "8:16: error: this cannot be simulated: it ends before it begins")):
            done = self.run_on(self.TEXT.replace("PART", part))
            self.assertEqual(done.returncode, 2, part)
            self.assertIn("m.bl:" + message, done.stderr)
            self.assertEqual(done.stdout, "")

    def test_check_sees_them_too(self):
        for part, wrong in (("step -1 ms", "9:3: error: this cannot be simulated: the step must be above 0"),
                            ("method heun", "9:3: error: this cannot be simulated: unknown method 'heun'"),
                            ("tolerance T", None), ("step 1 ms", None)):
            text = self.TEXT.replace("PART", part).replace("tolerance T", "tolerance eps").replace("param T", "param eps, T")
            done = subprocess.run([BIELLE, "check", "-"], input=text, text=True, capture_output=True, timeout=60)
            self.assertEqual(done.returncode, 2 if wrong else 0, part)
            self.assertIn(wrong or "", done.stderr)

    def test_a_table_that_is_too_short(self):
        done = self.run_on(self.TEXT.replace("PART", ""), "--until", "3")
        self.assertEqual(done.returncode, 0)
        self.assertIn("m.bl:6:7: warning: the table 'f' ends at t = 2 s, before", done.stderr)
        self.assertIn("the table 'f' begins at t = 0.5 s, after", done.stderr)
        straight = self.TEXT.replace("PART", "").replace("1 N)", "1 N) outside linear")
        self.assertEqual(self.run_on(straight, "--until", "3").stderr, "")

    def test_a_road_that_ends(self):
        """At the speed 2 m/s the points of 1 m and 3 m are passed at 0.5 s and 1.5 s; both wheels see one road."""
        road = """mechanism m
joint s : prismatic x (x = -1 m) from ground
joint h : prismatic z (z) from s
body b on h : mass 1 kg
table road : (0 m, 0 m), (1 m, 1 cm), (2 m, 0 m)
torque front on z = -100 N/m*(z - road(x))
torque rear on z = -100 N/m*(z - road(x - 1 m))
experiment go { time 0 .. 2 s
  step 0.25 s
  start x' = 2 m/s }
"""
        done = self.run_on(road)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stderr.count("warning:"), 2)
        self.assertIn("m.bl:6:8: warning: the table 'road' ends at 2, and is left at t = 1.75 s", done.stderr)
        self.assertIn("m.bl:6:8: warning: the table 'road' begins at 0, and is left at t = 0 s", done.stderr)
        self.assertEqual(self.run_on(road.replace("2 m, 0 m)", "2 m, 0 m) outside linear")).stderr, "")
        self.assertEqual(self.run_on(road, "--until", "1 s", "--set", "x = 1 m, x' = 0.5 m/s").stderr, "")


if __name__ == "__main__":
    unittest.main()
