#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle trajectory` against closed forms, published vectors, conservation of energy, and splines solved
in another way."""
import csv
import io
import json
import math
import subprocess
import unittest
from fractions import Fraction

from moving import BIELLE, ROOT, Moving


# Horizontal arm: no gravity, so that efforts are all of inertia. x along the links.
ARM = """mechanism arm
{gravity}
param m1 = 2 kg, m2 = 1 kg, a = 0.5 m, c1 = 0.25 m, c2 = 0.2 m, I1 = 0.05 kg.m^2, I2 = 0.02 kg.m^2
joint j1 : revolute z (q1) from ground{clause1}
joint j2 : revolute z (q2) from j1 at [a, 0, 0]{clause2}
body b1 on j1 : mass m1, com [c1, 0, 0], inertia diag(0, 0, I1)
body b2 on j2 : mass m2, com [c2, 0, 0], inertia diag(0, 0, I2)
point tip at [0.4, 0, 0] m on j2
{rest}
"""
GRAVITY = "gravity [0, -9.81, 0] m/s^2"


def arm(rest, clause1="", clause2="", gravity=""):
    return ARM.format(rest=rest, clause1=clause1, clause2=clause2, gravity=gravity)


def arm_torques(q, qd, qdd, g):
    """Lagrange's equations of the arm, as every textbook has them."""
    m1, m2, a, c1, c2, i1, i2 = 2, 1, 0.5, 0.25, 0.2, 0.05, 0.02
    d22 = m2 * c2 * c2 + i2
    d12 = d22 + m2 * a * c2 * math.cos(q[1])
    d11 = m1 * c1 * c1 + i1 + m2 * (a * a + c2 * c2 + 2 * a * c2 * math.cos(q[1])) + i2
    h = -m2 * a * c2 * math.sin(q[1])
    g2 = m2 * c2 * g * math.cos(q[0] + q[1])
    g1 = (m1 * c1 + m2 * a) * g * math.cos(q[0]) + g2
    return (d11 * qdd[0] + d12 * qdd[1] + h * (2 * qd[0] * qd[1] + qd[1] ** 2) + g1,
            d12 * qdd[0] + d22 * qdd[1] - h * qd[0] ** 2 + g2)


def solve(matrix, right):
    """Gauss, exactly."""
    rows = [list(map(Fraction, row)) + [Fraction(b)] for row, b in zip(matrix, right)]
    n = len(rows)
    for i in range(n):
        pivot = next(k for k in range(i, n) if rows[k][i] != 0)
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [x / rows[i][i] for x in rows[i]]
        for k in range(n):
            if k != i and rows[k][i] != 0:
                rows[k] = [x - rows[k][i] * y for x, y in zip(rows[k], rows[i])]
    return [row[n] for row in rows]


class Trajectory(Moving):
    COMMAND = "trajectory"

    def assert_near(self, got, expected, part, what=""):
        self.assertLessEqual(abs(got - expected), part * max(1, abs(expected)),
                             (got, expected, what))


class Torques(Trajectory):
    def test_an_arm_against_lagrange(self):
        for gravity, g in (("", 0), (GRAVITY, 9.81)):
            got = self.rows(arm("motion q1 : quintic from 0.2 to 1.5 in 1 s\n"
                                "motion q2 : septic from -0.3 to 0.9 in 0.7 s", gravity=gravity))
            for k in range(0, 501, 25):
                x, y = k / 500, min(1, k / 350)
                s = 10 * x**3 - 15 * x**4 + 6 * x**5
                u = 35 * y**4 - 84 * y**5 + 70 * y**6 - 20 * y**7
                self.assert_near(got["q1"][k], 0.2 + 1.3 * s, 1e-12)
                self.assert_near(got["q2"][k], -0.3 + 1.2 * u, 1e-12)
                sd, sdd = 30 * x**2 - 60 * x**3 + 30 * x**4, 60 * x - 180 * x**2 + 120 * x**3
                ud = (140 * y**3 - 420 * y**4 + 420 * y**5 - 140 * y**6) / 0.7
                udd = (420 * y**2 - 1680 * y**3 + 2100 * y**4 - 840 * y**5) / 0.49
                expected = arm_torques((0.2 + 1.3 * s, -0.3 + 1.2 * u), (1.3 * sd, 1.2 * ud),
                                       (1.3 * sdd, 1.2 * udd), g)
                self.assert_near(got["tau[q1]"][k], expected[0], 1e-11)
                self.assert_near(got["tau[q2]"][k], expected[1], 1e-11)
                self.assert_near(got["P[q1]"][k], expected[0] * 1.3 * sd, 1e-11)

    def test_the_published_arm(self):
        """000: accelerations under given torques; with these accelerations, those torques."""
        vectors = json.loads((ROOT / "tests/data/000_planar_2dof.json").read_text(encoding="utf-8"))
        text = (ROOT / "examples/planar_2dof/planar_2dof.bl").read_text(encoding="utf-8")
        path = self.file(text)
        names = json.loads(subprocess.run([BIELLE, "check", path, "--as", "json"], check=True,
                                          capture_output=True).stdout)["coordinates"]
        names = [item["name"] for item in names]
        for vector in vectors:
            state, expected = vector["state"], vector["expected"]
            motions = "".join(
                f"motion {name} : {q} rad + ({qd} rad/s)*t + ({qdd} rad/s^2)*t^2/2\n" for name, q, qd, qdd in
                zip(names, state["q"], state["alpha"], expected["alphadot"]))
            given = ", ".join(f"{k} = {v}" for k, v in vector["params"].items())
            got = self.rows(text + motions, "--until", "1 ms", "--set", given)
            for name, torque in zip(names, state["Gamma"]):
                self.assert_near(got[f"tau[{name}]"][0], torque, 1e-9)

    def test_what_is_not_moved_is_held(self):
        got = self.record(arm("motion q2 : quintic to 1 rad in 1 s", gravity=GRAVITY), "--set",
                          "q1 = 0.5")
        axes = {axis["name"]: axis for axis in got["axes"]}
        self.assertTrue(axes["q1"]["held"] and axes["q1"]["driven"])
        self.assertFalse(axes["q2"]["held"])
        row = dict(zip((c["name"] for c in got["columns"]), got["rows"][0]))
        self.assert_near(row["q1"], 0.5, 1e-15)
        self.assert_near(row["tau[q1]"], arm_torques((0.5, 0), (0, 0), (0, 0), 9.81)[0], 1e-12)

    def test_rms_and_work(self):
        """A mass on a slide: the rms of its force by the integral over a quintic."""
        got = self.record("mechanism m\njoint s : prismatic x (x) from ground\nbody b on s : mass 3 kg\n"
                          "motion x : quintic to 2 m in 4 s\n")
        axis = got["axes"][0]
        # integral of (60 x - 180 x^2 + 120 x^3)^2 over 0..1 is 120/7
        self.assert_near(axis["rms"], 3 * 2 / 16 * math.sqrt(120 / 7), 1e-5)
        self.assert_near(axis["effort"], 3 * 2 / 16 * 10 / math.sqrt(3), 1e-5)
        self.assert_near(axis["jerk"], 60 * 2 / 64, 1e-4)
        self.assert_near(axis["work"], 0, 1e-6)


class Loops(Trajectory):
    def four_bar(self, motion):
        return (ROOT / "examples/four_bar_driven/four_bar_driven.bl").read_text(encoding="utf-8") + motion

    def test_work_of_the_drive_is_the_change_of_energy(self):
        got = self.record(self.four_bar("motion theta1 : septic to 200 deg in 1.5 s\n"), "--step", "1 ms")
        change = got["energy_end"] - got["energy_start"]
        self.assert_near(got["work"] + got["other_work"], change, 1e-7)
        self.assert_near(got["other_work"], 2 * math.radians(140), 1e-7)  # the constant torque on it
        self.assertLess(got["audit"], 1e-5)

    def test_the_loop_stays_closed(self):
        got = self.rows(self.four_bar("motion theta1 : quintic to 420 deg in 2 s\n"))
        for k in range(0, 501, 20):
            one, two, three = got["theta1"][k], got["theta1"][k] + got["psi"][k], got["theta3"][k]
            for f, ground in ((math.cos, 0.9), (math.sin, 0)):
                self.assert_near(0.4 * f(one) + f(two), ground + 0.8 * f(three), 1e-9)

    def test_drive_torque_of_the_sweep(self):
        """The same torque as a sweep at constant speed gives."""
        text = self.four_bar("")
        got = self.rows(text + "motion theta1 : 1 + 2*t\n", "--until", "1 s", "--step", "0.1 s")
        path = self.file(text)
        done = subprocess.run([BIELLE, "analyze", "sweep", path, "--drive", "theta1=1..3", "--steps",
                               "10", "--speed", "2", "--columns", "tau[theta1]", "--as", "csv"],
                              capture_output=True, encoding="utf-8", check=True)
        for k, row in enumerate(list(csv.reader(io.StringIO(done.stdout)))[1:]):
            self.assert_near(got["tau[theta1]"][k], float(row[-1]), 1e-7)

    def test_a_motion_of_what_follows(self):
        """The rocker led, the crank follows: efforts are of the rocker's drive."""
        got = self.record(self.four_bar("motion theta3 : quintic to 80 deg in 1 s\n"))
        self.assertEqual([axis["driven"] for axis in got["axes"]], [False, False, True])

    def test_where_it_cannot_go(self):
        done = self.run_on(self.file(self.four_bar("motion theta3 : quintic to 10 deg in 1 s\n")))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"Trajectory failed: at t = 0\.2\d* s 'pin: x' is out of reach")

    def test_motions_that_contradict_each_other(self):
        done = self.run_on(self.file(self.four_bar("motion theta1 : quintic to 90 deg in 1 s\n"
                                                   "motion theta3 : quintic to 90 deg in 1 s\n")))
        self.assertEqual(done.returncode, 1)
        self.assertIn("No assembly found", done.stdout)


class Splines(Trajectory):
    POINTS, TIMES = (0.1, 0.5, -0.2, 0.9, 0.4), (0, 0.3, 1.0, 1.4, 2.0)

    def curve(self, law):
        inner = ", ".join(f"{p} rad" for p in self.POINTS[1:-1])
        times = ", ".join(f"{t} s" for t in self.TIMES[1:-1])
        return self.rows(arm(f"motion q1 : {law} from 0.1 to 0.4 in 2 s, through {inner}, time {times}"),
                         "--step", "1 ms")

    def test_cubic(self):
        """Slopes of the clamped spline: v[i-1]/h[i-1] + 2 (1/h[i-1] + 1/h[i]) v[i] + v[i+1]/h[i] = .."""
        got = self.curve("spline")
        q = [Fraction(str(p)) for p in self.POINTS]
        t = [Fraction(str(x)) for x in self.TIMES]
        h = [b - a for a, b in zip(t, t[1:])]
        matrix = [[0] * 5 for _ in range(5)]
        right = [0] * 5
        matrix[0][0] = matrix[4][4] = 1
        for i in range(1, 4):
            matrix[i][i - 1:i + 2] = [1 / h[i - 1], 2 / h[i - 1] + 2 / h[i], 1 / h[i]]
            right[i] = 3 * ((q[i] - q[i - 1]) / h[i - 1]**2 + (q[i + 1] - q[i]) / h[i]**2)
        v = solve(matrix, right)
        for k in range(0, 2000, 7):
            i = max(j for j in range(4) if k / 1000 >= t[j])
            u, step = Fraction(k, 1000) - t[i], h[i]
            rise = (q[i + 1] - q[i]) / step
            c2, c3 = (3 * rise - 2 * v[i] - v[i + 1]) / step, (v[i] + v[i + 1] - 2 * rise) / step**2
            self.assert_near(got["q1"][k], float(q[i] + v[i] * u + c2 * u**2 + c3 * u**3), 1e-12)
            self.assert_near(got["q1'"][k], float(v[i] + 2 * c2 * u + 3 * c3 * u**2), 1e-11)
            self.assert_near(got["q1''"][k], float(2 * c2 + 6 * c3 * u), 1e-10)

    def test_quintic(self):
        """Slopes and curvatures at the points from the third and fourth derivatives that go through."""
        got = self.curve("quintic_spline")
        q = [Fraction(str(p)) for p in self.POINTS]
        t = [Fraction(str(x)) for x in self.TIMES]
        h = [b - a for a, b in zip(t, t[1:])]

        def high(i):
            """c3, c4, c5 of piece i as rows over (v0, a0, .., v4, a4) and a constant."""
            s, d, rows = h[i], q[i + 1] - q[i], []
            for f, v0, v1, a0, a1, n in ((20, -12, -8, -3, 1, 3), (-30, 16, 14, 3, -2, 4),
                                         (12, -6, -6, -1, 1, 5)):
                row = [Fraction(0)] * 11
                row[2 * i], row[2 * i + 1] = v0 * s, a0 * s**2
                row[2 * i + 2], row[2 * i + 3], row[10] = v1 * s, a1 * s**2, f * d
                rows.append([x / (2 * s**n) for x in row])
            return rows

        matrix, right = [], []
        for end in (0, 1, 8, 9):
            matrix.append([int(j == end) for j in range(10)])
            right.append(0)
        for i in range(1, 4):
            (a3, a4, a5), (b3, b4, _) = high(i - 1), high(i)
            s = h[i - 1]
            for before, after in (([6 * x + 24 * y * s + 60 * z * s**2 for x, y, z in zip(a3, a4, a5)],
                                   [6 * x for x in b3]),
                                  ([24 * y + 120 * z * s for y, z in zip(a4, a5)], [24 * y for y in b4])):
                row = [x - y for x, y in zip(before, after)]
                matrix.append(row[:10])
                right.append(-row[10])
        x = solve(matrix, right)
        for k in range(0, 2000, 7):
            i = max(j for j in range(4) if k / 1000 >= t[j])
            u = Fraction(k, 1000) - t[i]
            c = [sum(a * b for a, b in zip(row, x + [1])) for row in high(i)]
            c = [q[i], x[2 * i], x[2 * i + 1] / 2] + c
            self.assert_near(got["q1"][k], float(sum(c[j] * u**j for j in range(6))), 1e-12)
            self.assert_near(got["q1''"][k], float(sum(j * (j - 1) * c[j] * u**(j - 2)
                                                       for j in range(2, 6))), 1e-9)

    def test_equal_parts_without_times(self):
        """Two equal parts of a clamped spline through 0, 1, 0: v = 0 at the top by symmetry."""
        got = self.rows(arm("motion q1 : spline from 0 to 0 rad in 2 s, through 1 rad"), "--step", "10 ms")
        self.assert_near(got["q1"][50], 0.5, 1e-14)  # 3 x^2 - 2 x^3 at the half
        self.assert_near(got["q1"][100], 1, 1e-14)

    def test_many_points(self):
        points = ", ".join(f"{math.sin(k):.4f}" for k in range(1, 30))
        got = self.rows(arm(f"motion q1 : quintic_spline from 0 to 0 in 30 s, through {points}"),
                        "--step", "0.1 s")
        for k in range(1, 30):
            self.assert_near(got["q1"][10 * k], round(math.sin(k), 4), 1e-9)


class Shortest(Trajectory):
    def test_bang_bang(self):
        """T = 2 sqrt(D/a)"""
        got = self.record(arm("motion q1 : bang_bang from 0 to 0.7 rad, acceleration 3 rad/s^2"))
        self.assert_near(got["end"], 2 * math.sqrt(0.7 / 3), 1e-12)
        self.assertEqual(got["shortest"], {"decides": "q1", "limit": "acceleration"})
        self.assertIsNone(got["axes"][0]["jerk"])

    def test_minimal_times_of_the_course(self):
        vectors = json.loads((ROOT / "tests/data/001_trajectory_polynomials.json").read_text())
        for vector in vectors:
            p = vector["params"]
            for key, law in (("deg5", "quintic"), ("deg7", "septic")):
                text = arm(f"motion q1 : {law} from {p['qI']} to {p['qF']}, velocity {p['vmax']}, "
                           f"acceleration {p['amax']}")
                expected = vector["expected"]["T_min_for"][key]
                self.assert_near(self.record(text)["end"], expected, 1e-9)
                longer = text.replace("velocity", "in 50 s velocity")
                self.assert_near(self.record(longer, "--shortest")["end"], expected, 1e-7)

    def test_a_jerk_without_bound_is_that_of_its_axis(self):
        got = self.record(arm("motion q1 : quintic to 1 rad in 2 s\n"
                              "motion q2 : trapezoid to 1 rad velocity 1 rad/s acceleration 4 rad/s^2"))
        self.assert_near(got["axes"][0]["jerk"], 60 / 8, 1e-3)
        self.assertIsNone(got["axes"][1]["jerk"])
        self.assert_near(got["axes"][1]["acceleration"], 4, 1e-9)  # 1 rad in 1 + 1/4 s

    def test_jerk_of_an_s_curve(self):
        """Ramps of a third, flanks of a ninth of the time: jerk 9/2 V/r^2 with V = 3 D/(2 T)."""
        got = self.record(arm("motion q1 : s_curve to 1 rad in 3 s, jerk 40 rad/s^3"), "--shortest")
        self.assert_near(got["end"], (9 / 2 * 3 / 2 * 9 / 40) ** (1 / 3), 1e-6)

    def test_all_end_with_the_slowest(self):
        got = self.record(arm("motion q1 : quintic to 1 rad, velocity 1 rad/s\n"
                              "motion q2 : quintic to 1 rad, velocity 0.25 rad/s"))
        self.assert_near(got["end"], 15 / 8 / 0.25, 1e-9)
        self.assertEqual(got["shortest"]["decides"], "q2")
        axes = {axis["name"]: axis for axis in got["axes"]}
        self.assert_near(axes["q1"]["speed"], 0.25, 1e-9)

    def test_the_speed_of_a_joint_is_its_limit(self):
        got = self.record(arm("motion q1 : septic to 2 rad", ", velocity 4 rad/s"))
        self.assert_near(got["end"], 35 / 16 * 2 / 4, 1e-9)

    def test_time_goes_with_the_root_of_the_effort(self):
        """Without gravity efforts are those of inertia alone: T ~ 1/sqrt(effort)."""
        ends = []
        for effort in (1, 4, 100):
            text = arm("motion q1 : quintic to 1 rad in 1 s\nmotion q2 : quintic to -2 rad in 1 s",
                       f", effort {effort} N.m", f", effort {effort} N.m")
            got = self.record(text, "--shortest")
            self.assertEqual(got["shortest"]["limit"], "effort")
            decides = next(a for a in got["axes"] if a["name"] == got["shortest"]["decides"])
            self.assert_near(decides["effort"], effort, 1e-9)
            ends.append(got["end"])
        self.assert_near(ends[0] / ends[1], 2, 1e-10)
        self.assert_near(ends[0] / ends[2], 10, 1e-10)

    def test_effort_under_gravity_in_closed_form(self):
        """A mass lifted by s: F = m (g + s''), so T^2 = 10/sqrt(3) D m/(F - m g)."""
        text = ("mechanism m\ngravity [0, 0, -9.81] m/s^2\njoint s : prismatic z (z) from ground, "
                "effort 50 N\nbody b on s : mass 4 kg\nmotion z : quintic to 0.3 m in 1 s\n")
        got = self.record(text, "--shortest", "--step", "1 ms")
        expected = math.sqrt(10 / math.sqrt(3) * 0.3 * 4 / (50 - 4 * 9.81))
        self.assert_near(got["end"], expected, 1e-6)

    def test_what_no_time_can_do(self):
        done = self.run_on(self.file(arm("motion q1 : quintic to 1 rad in 1 s", ", effort 5 N.m",
                                         gravity=GRAVITY)), "--shortest")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r":4:\d+: error: 'j1' cannot even hold the mechanism at rest")

    def test_nothing_to_be_kept(self):
        done = self.run_on(self.file(arm("motion q1 : quintic to 1 rad in 1 s")), "--shortest")
        self.assertEqual(done.returncode, 2)
        self.assertIn("nothing limits the motions", done.stderr)

    def test_a_limit_of_nothing(self):
        done = self.run_on(self.file(arm("motion q1 : quintic to 1 rad in 1 s", ", velocity 0 rad/s")),
                           "--shortest")
        self.assertEqual(done.returncode, 2)
        self.assertIn("'q1' has a limit of 0 and is to move", done.stderr)
        done = self.run_on(self.file(arm("motion q1 : quintic to 1 rad", ", velocity 0 rad/s")))
        self.assertEqual(done.returncode, 2)
        self.assertIn("a motion needs 'to' and 'in'", done.stderr)

    def test_a_formula_has_no_shortest_time(self):
        done = self.run_on(self.file(arm("motion q1 : sin(t*1 rad/s)", ", velocity 1 rad/s")),
                           "--shortest", "--until", "1 s")
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no end: there is no shortest time", done.stderr)


class Limits(Trajectory):
    def test_in_words_with_time(self):
        text = arm("motion q1 : quintic to 90 deg in 0.6 s", ", effort 25 N.m, velocity 4 rad/s",
                   gravity=GRAVITY)
        done = self.run_on(self.file(text))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"'j1' \(q1\) exceeds its 25 N\.m at 0\.\d+ s: [\d.]+ N\.m at")
        self.assertRegex(done.stdout, r"'j1' \(q1\) exceeds its 4 rad/s at 0\.\d+ s: 4\.90\d* rad/s at 0\.3 s")

    def test_when_it_is_passed_first(self):
        """x passes 0.25 where 10 x^3 - 15 x^4 + 6 x^5 is a quarter."""
        text = arm("motion q1 : quintic to 1 rad in 1 s", ", limits -1 .. 0.25")
        excess = self.record(text, status=1)["exceeded"][0]
        self.assertEqual((excess["limit"], excess["name"]), ("upper", "q1"))
        x = excess["since"]
        self.assert_near(10 * x**3 - 15 * x**4 + 6 * x**5, 0.25, 1e-5)
        self.assert_near(excess["worst"], 1, 1e-12)

    def test_all_are_kept(self):
        done = self.run_on(self.file(arm("motion q1 : quintic to 1 rad in 1 s", ", velocity 2 rad/s")))
        self.assertEqual(done.returncode, 0)
        self.assertIn("All limits are satisfied.", done.stdout)


class Places(Trajectory):
    @staticmethod
    def inverse(x, y):
        """Of the arm, elbow to the right: q2 > 0."""
        c2 = (x * x + y * y - 0.25 - 0.16) / (2 * 0.5 * 0.4)
        q2 = math.acos(c2)
        return math.atan2(y, x) - math.atan2(0.4 * math.sin(q2), 0.5 + 0.4 * math.cos(q2)), q2

    def test_a_line_against_closed_form(self):
        got = self.rows(arm("motion tip : line from [0.7, 0.1, 0] m to [0.2, 0.5, 0] m in 1 s"), "--set",
                        "q1 = -0.5, q2 = 1")
        for k in range(0, 501, 10):
            t = k / 500
            s = 10 * t**3 - 15 * t**4 + 6 * t**5
            q1, q2 = self.inverse(0.7 - 0.5 * s, 0.1 + 0.4 * s)
            self.assert_near(got["q1"][k], q1, 1e-10)
            self.assert_near(got["q2"][k], q2, 1e-10)
        h = 0.002  # speeds and accelerations are those of the positions
        for k in range(3, 498, 15):
            for name in ("q1", "q2"):
                a, b, c, d, e = got[name][k - 2:k + 3]
                self.assert_near(got[name + "'"][k], (a - 8 * b + 8 * d - e) / (12 * h), 1e-6)
                self.assert_near(got[name + "''"][k], (-a + 16 * b - 30 * c + 16 * d - e) / (12 * h * h), 1e-4)

    def test_an_arc_stays_on_its_circle(self):
        """Half of the circle about [0.5, 0.2] with the radius 0.2, evenly but for its ends."""
        got = self.rows(arm("motion tip : arc from [0.7, 0.2, 0] m through [0.5, 0.4, 0] m to [0.3, 0.2, 0] m "
                            "in 1 s, method trapezoid, ramp 0.2 s"), "--set", "q1 = -0.5, q2 = 1")
        for k in range(0, 501, 10):
            x = 0.5 * math.cos(got["q1"][k]) + 0.4 * math.cos(got["q1"][k] + got["q2"][k])
            y = 0.5 * math.sin(got["q1"][k]) + 0.4 * math.sin(got["q1"][k] + got["q2"][k])
            self.assert_near(math.hypot(x - 0.5, y - 0.2), 0.2, 1e-10)
            if 100 <= k <= 400:
                self.assert_near(math.atan2(y - 0.2, x - 0.5), math.pi * (k / 500 - 0.1) / 0.8, 1e-9)

    def test_the_shortest_way_of_turning(self):
        """A ball joint led from one orientation to another: one axis, and the angle grows as the law."""
        text = """mechanism wrist
joint a : revolute z (u = 0.3) from ground
joint b : revolute y (v = 0.4) from a
joint c : revolute x (w = -0.2) from b
joint s : prismatic x (x) from c
body m on s : mass 1 kg, inertia diag(1, 1, 1) kg.m^2
motion c : line rotated RX(50 deg), RZ(-40 deg) in 2 s
"""
        got = self.rows(text)

        def matrix(k):
            (cu, su), (cv, sv), (cw, sw) = ((math.cos(a), math.sin(a)) for a in
                                            (got["u"][k], got["v"][k], got["w"][k]))
            return [[cu * cv, cu * sv * sw - su * cw, cu * sv * cw + su * sw],
                    [su * cv, su * sv * sw + cu * cw, su * sv * cw - cu * sw], [-sv, cv * sw, cv * cw]]

        def turn(k):
            """The vector of the rotation from row 0."""
            a, b = matrix(0), matrix(k)
            r = [[sum(a[m][i] * b[m][j] for m in range(3)) for j in range(3)] for i in range(3)]
            angle = math.acos(max(-1, min(1, (r[0][0] + r[1][1] + r[2][2] - 1) / 2)))
            scale = angle / (2 * math.sin(angle)) if angle > 1e-9 else 0.5
            return [scale * (r[2][1] - r[1][2]), scale * (r[0][2] - r[2][0]), scale * (r[1][0] - r[0][1])]

        whole = turn(500)
        last, (ca, sa), (cb, sb) = matrix(500), *[(math.cos(math.radians(d)), math.sin(math.radians(d)))
                                                  for d in (50, -40)]
        wanted = [[cb, -sb, 0], [ca * sb, ca * cb, -sa], [sa * sb, sa * cb, ca]]
        for i in range(3):
            for j in range(3):
                self.assert_near(last[i][j], wanted[i][j], 1e-10)
        for k in range(50, 500, 50):
            x = k / 500
            s = 10 * x**3 - 15 * x**4 + 6 * x**5
            for i in range(3):
                self.assert_near(turn(k)[i], s * whole[i], 1e-8)

    def test_a_robot_with_six_joints(self):
        text = (ROOT / "examples/puma560/puma560.bl").read_text(encoding="utf-8")
        got = self.record(text + "motion link6 : line to [0.5, 0.3, 0.6] m, rotated RZ(30 deg), RX(180 deg) in 2 s\n",
                          "--set", "q1 = 0.1, q2 = 0.8, q3 = -2.6, q4 = 0.2, q5 = 0.9")
        self.assertLess(got["places"][0]["error"], 1e-12)
        self.assertLess(got["audit"], 1e-5)
        q = ", ".join(f"q{i} = {got['rows'][-1][i]:.17g}" for i in range(1, 7))
        path = self.file(text)
        done = subprocess.run([BIELLE, "eval", path, "--what", "pos:wrist", "--at", q, "--json"],
                              capture_output=True, encoding="utf-8", check=True)
        self.assertRegex(done.stdout.replace("\n", ""), r"\[\s*0\.(5|4999999)\d*,\s*0\.(3|2999999)\d*,\s*0\.(6|5999999)\d*")

    def test_a_platform_on_six_legs(self):
        """Lengths of the legs are distances; its motors, not the platform's coordinates, are the drives."""
        text = (ROOT / "examples/stewart/stewart.bl").read_text(encoding="utf-8")
        text += "motion top : line from [0, 0, 2] m to [0.2, 0.1, 2.2] m, rotated RZ(20 deg) in 1 s\n"
        got = self.record(text)
        self.assertLess(got["audit"], 1e-5)
        self.assertEqual([a["name"] for a in got["axes"] if a["driven"]], [f"leg[{k}].length" for k in range(1, 7)])
        names = [column["name"] for column in got["columns"]]
        for k in range(0, 501, 50):
            t, row = k / 500, dict(zip(names, got["rows"][k]))
            s = 10 * t**3 - 15 * t**4 + 6 * t**5
            for leg in range(6):
                side, base = (1 if leg % 2 else -1), 120 * (leg // 2)
                foot = math.radians(base + 2.5 * side)
                ball = math.radians(base + 120 + (-60 - 10 if leg % 2 else -180 + 10) + 20 * s)
                x = 0.2 * s + math.cos(ball) - 3 * math.cos(foot)
                y = 0.1 * s + math.sin(ball) - 3 * math.sin(foot)
                length = math.sqrt(x * x + y * y + (2 + 0.2 * s)**2)
                self.assert_near(row[f"leg[{leg + 1}].length"], length, 1e-9)

    def test_limits_along_the_way(self):
        """Without a time: 15/8 L/v."""
        got = self.record(arm("motion tip : line from [0.7, 0.1, 0] m to [0.4, 0.5, 0] m, velocity 0.2 m/s"),
                          "--set", "q1 = -0.5, q2 = 1")
        self.assert_near(got["end"], 15 / 8 * 0.5 / 0.2, 1e-9)
        self.assertEqual(got["shortest"], {"decides": "tip", "limit": "way"})

    def test_a_hand_stays_while_the_arm_moves(self):
        text = """mechanism three
joint a : revolute z (q1 = 0.2) from ground
joint b : revolute z (q2 = 0.5) from a at [1, 0, 0] m
joint c : revolute z (q3 = 0.7) from b at [1, 0, 0] m
body m on c : mass 1 kg
point P at [0.3, 0, 0] m on c
motion P : line to [1, 1, 0] m in 1 s
"""
        held = {axis["name"]: axis["held"] for axis in self.record(text)["axes"]}
        self.assertEqual(held, {"q1": False, "q2": False, "q3": True})
        held = {axis["name"]: axis["held"] for axis in self.record(text, "--hold", "q1")["axes"]}
        self.assertEqual(held, {"q1": True, "q2": False, "q3": False})

    def test_beyond_reach(self):
        done = self.run_on(self.file(arm("motion tip : line to [2, 0, 0] m in 1 s")), "--set",
                           "q1 = -0.5, q2 = 1")
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"Trajectory failed: at t = 0\.\d+ s 'x of tip' is out of reach")

    def test_from_a_singular_place(self):
        done = self.run_on(self.file(arm("motion tip : line to [0.5, 0, 0] m in 1 s")))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"Trajectory failed: at t = 0 s the configuration is singular")

    def test_out_of_the_plane(self):
        done = self.run_on(self.file(arm("motion tip : line to [0.5, 0, 0.1] m in 1 s")))
        self.assertEqual(done.returncode, 2)
        self.assertIn("'tip' cannot be led there: no coordinate changes its z, 0 m", done.stderr)

    def test_an_arc_that_is_a_line(self):
        done = self.run_on(self.file(arm("motion tip : arc from [0.1, 0, 0] m through [0.2, 0, 0] m to "
                                         "[0.4, 0, 0] m in 1 s")))
        self.assertEqual(done.returncode, 2)
        self.assertIn("are on one line", done.stderr)

    def test_a_simulation_tells_that_it_leaves_ways_out(self):
        path = self.file(arm("motion tip : line to [0.5, 0, 0] m in 1 s"))
        done = subprocess.run([BIELLE, "simulate", path, "--until", "10 ms"], capture_output=True,
                              encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0)
        self.assertIn("warning: the way of 'tip' is not simulated", done.stderr)

    def test_ways_are_written_and_read_again(self):
        path = self.file(arm("motion tip : arc through [0.5, 0.4, 0] m to [0.3, 0.2, 0] m in 1 s, method sin2\n"
                             "motion j2 : line to [0.1, 0.4, 0] m, rotated RZ(45 deg) in 1 s"))
        first = subprocess.run([BIELLE, "convert", path, "--to", "bl"], capture_output=True,
                               encoding="utf-8", check=True).stdout
        self.assertIn("arc", first)
        self.assertIn("Q(", first)
        again = subprocess.run([BIELLE, "convert", self.file(first), "--to", "bl"], capture_output=True,
                               encoding="utf-8", check=True).stdout
        self.assertEqual([line for line in first.splitlines() if line.startswith("motion")],
                         [line for line in again.splitlines() if line.startswith("motion")])


class Asking(Trajectory):
    def test_some_motions(self):
        text = arm("motion q1 : quintic to 1 rad in 1 s\nmotion q2 : quintic to 1 rad in 3 s")
        self.assert_near(self.rows(text)["t"][-1], 3, 1e-15)
        got = self.rows(text, "q1")
        self.assert_near(got["t"][-1], 1, 1e-15)
        self.assertEqual(set(got["q2"]), {0})
        self.assert_near(self.rows(text, "q1,q2")["q2"][-1], 1, 1e-14)

    def test_a_name_that_is_no_motion(self):
        done = self.run_on(self.file(arm("motion q1 : quintic to 1 rad in 1 s")), "q7")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("there is no motion of 'q7'; choose one of: q1", done.stderr)

    def test_no_motion_at_all(self):
        done = self.run_on(self.file(arm("")))
        self.assertEqual(done.returncode, 2)
        self.assertIn("no motion to follow", done.stderr)

    def test_times_that_make_no_sense(self):
        path = self.file(arm("motion q1 : sin(t*1 rad/s)"))
        for words, said in (((), "the motion of 'q1' has no end"), (("--until", "-1 s"), "before it begins"),
                            (("--until", "1 s", "--step", "0 s"), "its step must be above 0"),
                            (("--until", "1 kg"), "'1 kg' is not a value of time")):
            done = self.run_on(path, *words)
            self.assertEqual(done.returncode, 2, said)
            self.assertIn(said, done.stderr)

    def test_a_table(self):
        (self.folder / "way.csv").write_text("t,q\n" + "".join(f"{k / 10},{k * k / 100}\n" for k in range(11)))
        text = arm('motion q1 : table "way.csv" column 2')
        got = self.rows(text)
        self.assert_near(got["t"][-1], 1, 1e-15)
        self.assert_near(got["q1"][250], 0.25, 1e-3)
        (self.folder / "way.csv").write_text("t,q\n0,1\n")
        done = self.run_on(self.file(text))
        self.assertEqual(done.returncode, 2)
        self.assertIn("m.bl:9:19: error: a table needs two points at least", done.stderr)

    def test_rolling_is_simulated_instead(self):
        path = ROOT / "examples/unicycle/unicycle.bl"
        text = path.read_text(encoding="utf-8")
        name = json.loads(subprocess.run([BIELLE, "check", path, "--as", "json"], check=True,
                                         capture_output=True).stdout)["coordinates"][0]["name"]
        parameters = "m = 1, J0 = 1, a = 1, c = 1"
        done = self.run_on(self.file(text + f"motion {name} : quintic to 1 in 1 s\n"), "--set", parameters)
        self.assertEqual(done.returncode, 2)
        self.assertIn("ties speeds, not positions", done.stderr)

    def test_a_start_that_motions_change_is_told(self):
        done = self.run_on(self.file(arm("motion q1 : quintic to 1 rad in 1 s")), "--set", "q1 = 0.5")
        self.assertIn("Changed at the start: q1 from 0.5 to 0 rad\n", done.stdout)

    def test_files(self):
        path = self.file(arm("motion q1 : quintic to 1 rad in 1 s"))
        table, plot = self.folder / "out.csv", self.folder / "out.svg"
        done = self.run_on(path, "-o", table, "--plot", plot)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(table.read_text().startswith("t [s],q1 [rad],q2 [rad],q1' [rad/s]"))
        self.assertIn("<svg", plot.read_text())
        self.assertIn("arm: t from 0 to 1 s, 501 rows", done.stdout)


STEPS = ((), ("--step", "0.7"), ("--step", "1"), ("--step", "13 ms"), ("--step", "0.37"))
SLIDE = """mechanism slide
joint s : prismatic x (x) from ground{clause}
body b on s : mass 3 kg
motion x : {law} from 0 to {D} m, at {begin} s{rest}
"""
PEAKS = {  # of s over the time T with ramps r: speed, acceleration, jerk; by hand
    "quintic": lambda T, r: (15 / 8 / T, 10 / math.sqrt(3) / T ** 2, 60 / T ** 3),
    "septic": lambda T, r: (35 / 16 / T, 84 / 5 / math.sqrt(5) / T ** 2, 52.5 / T ** 3),
    "trapezoid": lambda T, r: (1 / (T - r), 1 / (T - r) / r, None),
    "bang_bang": lambda T, r: (2 / T, 4 / T ** 2, None),
    "s_curve": lambda T, r: (1 / (T - r), 1.5 / (T - r) / r, 4.5 / (T - r) / r ** 2),
    "sin2": lambda T, r: (1 / (T - r), 2 / (T - r) / r, 2 * math.pi / (T - r) / r ** 2),
}


def greatest(f, a, b):
    """The greatest value of f, by halving intervals around the best of many points."""
    count = 4000
    best = max(range(count + 1), key=lambda k: f(a + (b - a) * k / count))
    low, high = a + (b - a) * max(best - 1, 0) / count, a + (b - a) * min(best + 1, count) / count
    for _ in range(100):
        left, right = low + (high - low) / 3, high - (high - low) / 3
        if f(left) < f(right):
            low = left
        else:
            high = right
    return f((low + high) / 2)


class Exact(Trajectory):
    """Peaks, limits and shortest times are those of the motion, whatever rows are asked for."""

    def test_peaks_of_all_laws(self):
        D, T, begin = 0.7, 1.7, 0.3
        for law, peaks in PEAKS.items():
            speed, acceleration, jerk = (x and D * x for x in peaks(T, T / 3))
            text = SLIDE.format(clause="", law=law, D=D, begin=begin, rest=f", in {T} s")
            for step in STEPS:
                axis = self.record(text, *step)["axes"][0]
                self.assert_near(axis["speed"], speed, 1e-12, law)
                self.assert_near(axis["acceleration"], acceleration, 1e-11, law)
                self.assert_near(axis["effort"], 3 * acceleration, 1e-11, law)
                if jerk:
                    self.assert_near(axis["jerk"], jerk, 1e-10, law)
                else:
                    self.assertIsNone(axis["jerk"])

    def test_work_does_not_depend_on_rows(self):
        text = arm("motion q1 : quintic to 1 rad in 1 s\nmotion q2 : septic to -2 rad in 1 s",
                   gravity=GRAVITY)
        records = [self.record(text, *step) for step in STEPS]
        for other in records[1:]:
            self.assertEqual(other["axes"], records[0]["axes"])
            self.assertEqual(other["work"], records[0]["work"])
            self.assertEqual(other["audit"], records[0]["audit"])
            self.assertAlmostEqual(other["rows"][-1][-1], records[0]["work"], delta=1e-12)

    def test_verdicts_do_not_depend_on_rows(self):
        quintic = "joint a : revolute z (q1) from ground{}\nbody A on a : mass 1 kg, inertia diag(0, 0, 0.19)\n"
        law = "motion q1 : quintic from 0 to 90 deg in 2 s\n"
        wave = "motion q1 : 0.5*sin(2*t)\n"
        cases = [  # a clause that the motion just breaks, or just keeps, what is said, and the value
            (" velocity {} rad/s", law, 15 / 8 * math.pi / 4, ()),
            (" effort {} N.m", law, 0.19 * 10 / math.sqrt(3) * math.pi / 8, ()),
            (" velocity {} rad/s", wave, 1.0, ("--until", "6 s")),
            (" effort {} N.m", wave, 0.38, ("--until", "6 s")),
        ]
        for clause, motion, value, words in cases:
            for part, status in ((1 - 1e-7, 1), (1 + 1e-10, 0)):
                text = "mechanism m\n" + quintic.format(clause.format(repr(part * value))) + motion
                for step in STEPS:
                    record = self.record(text, *words, *step, status=status)
                    self.assertEqual(len(record["exceeded"]), status, (clause, step))
                    for excess in record["exceeded"]:
                        self.assert_near(abs(excess["worst"]), value, 1e-11)
        for bound, name in ((0.5, "upper"), (-0.5, "lower")):
            for part, status in ((1 - 1e-7, 1), (1 + 1e-10, 0)):
                text = ("mechanism m\n" + quintic.format(" limits " + (
                    f"-9 .. {bound * part!r}" if bound > 0 else f"{bound * part!r} .. 9")) + wave)
                for step in STEPS:
                    record = self.record(text, "--until", "6 s", *step, status=status)
                    self.assertEqual([e["limit"] for e in record["exceeded"]], [name] * status)

    def test_a_limit_is_passed_first_when_it_is(self):
        text = ("mechanism m\njoint a : revolute z (q1) from ground velocity 0.8 rad/s\n"
                "body A on a : mass 1 kg, inertia diag(0, 0, 1)\nmotion q1 : -0.5*cos(2*t)\n")
        for step in STEPS:
            excess = self.record(text, "--until", "6 s", *step, status=1)["exceeded"][0]
            self.assert_near(excess["since"], math.asin(0.8) / 2, 1e-9)
            self.assertAlmostEqual(excess["t"], math.pi / 4, delta=1e-7)

    def test_what_follows_a_crank(self):
        """x = r cos q + sqrt(l^2 - r^2 sin^2 q), q = 2 t; slopes by five points."""
        r, l = 0.1, 0.25
        text = """mechanism crank
joint c : revolute z (q) from ground
joint k : revolute z (b = -0.3) from c at [0.1, 0, 0] m
joint s : prismatic x (x = 0.3) from ground
body C on c : mass 1 kg, inertia diag(0, 0, 0.01) kg.m^2
body K on k : mass 1 kg, com [0.1, 0, 0] m, inertia diag(0, 0, 0.01) kg.m^2
body S on s : mass 1 kg
point p at [0.25, 0, 0] m on k
loop pin : revolute z p = s
motion q : 2*t
"""

        def x(t):
            return r * math.cos(2 * t) + math.sqrt(l * l - (r * math.sin(2 * t)) ** 2)

        def slope(f, h):
            return lambda t: (f(t - 2 * h) - 8 * f(t - h) + 8 * f(t + h) - f(t + 2 * h)) / (12 * h)
        speed = slope(x, 1e-3)
        bend = slope(speed, 1e-3)
        jerk = slope(bend, 4e-3)
        for step in STEPS:
            axis = self.record(text, "--until", "3.3 s", *step)["axes"][2]
            self.assertEqual(axis["name"], "x")
            self.assert_near(axis["speed"], greatest(lambda t: abs(speed(t)), 0, 3.3), 1e-9)
            self.assert_near(axis["acceleration"], greatest(lambda t: abs(bend(t)), 0, 3.3), 1e-7)
            self.assert_near(axis["jerk"], greatest(lambda t: abs(jerk(t)), 0, 3.3), 1e-5)

    def test_effort_between_rows(self):
        """A pendulum that is moved along a quintic: I q'' + m g l cos q."""
        text = ("mechanism m\ngravity [0, -9.81, 0] m/s^2\njoint a : revolute z (q1) from ground\n"
                "body A on a : mass 2 kg, com [0.3, 0, 0] m, inertia diag(0, 0, 0.1) kg.m^2\n"
                "motion q1 : quintic from -0.4 to 1.1 rad in 0.9 s\n")

        def effort(t):
            x = t / 0.9
            q = -0.4 + 1.5 * x ** 3 * (10 - 15 * x + 6 * x * x)
            return (0.1 + 2 * 0.09) * 1.5 * x * (60 - 180 * x + 120 * x * x) / 0.81 \
                + 2 * 9.81 * 0.3 * math.cos(q)
        expected = greatest(lambda t: abs(effort(t)), 0, 0.9)
        for step in STEPS:
            self.assert_near(self.record(text, *step)["axes"][0]["effort"], expected, 1e-12)

    def test_a_speed_that_jumps(self):
        text = SLIDE.replace("{law} from 0 to {D} m, at {begin} s{rest}", "0.3*abs(t - 1)")
        record = self.record(text.format(clause=" effort 9 N"), "--until", "2 s", status=1)
        axis = record["axes"][0]
        self.assertEqual([axis[key] for key in ("acceleration", "jerk", "effort")], [None] * 3)
        self.assertEqual([e["limit"] for e in record["exceeded"]], ["effort"])

    def test_formulas_that_change_over_anywhere(self):
        """Where a sine, a parabola or steps of a clock decide, not a time that the text says."""
        text = SLIDE.replace("{law} from 0 to {D} m, at {begin} s{rest}", "{law}")
        clause = " velocity 100 m/s effort 1000 N"
        for law, limits, since in (
                ("abs(sin(3*t))", ["effort"], math.pi / 3),
                ("min(0.1*sin(3*t), 0.05)", ["effort"], math.asin(0.5) / 3),
                ("if(t^2 < 2 s^2, 0.1 m*t^2/1 s^2, 0.2 m)", ["effort"], math.sqrt(2)),
                ("1 m*abs(mod(t, 1 s) - 0.5 s)/1 s", ["effort"], 0.5),
                ("0.3 m*mod(t, 1.1 s)/1 s", ["speed", "effort"], 1.1),
                ("0.1 m*floor(0.5*t^2/1 s^2)", ["speed", "effort"], math.sqrt(2)),
                ("0.1 m*sign(t^2 - 3 s^2)", ["speed", "effort"], math.sqrt(3)),
                ("if(sin(3*t) > 0.5, 0.1, 0)", ["speed", "effort"], math.asin(0.5) / 3)):
            for step in STEPS:
                record = self.record(text.format(clause=clause, law=law), "--until", "2 s", *step,
                                     status=1)
                self.assertEqual([e["limit"] for e in record["exceeded"]], limits, law)
                self.assert_near(record["exceeded"][0]["since"], since, 1e-14, law)
                axis = record["axes"][0]
                self.assertEqual([axis[key] for key in ("acceleration", "jerk", "effort")],
                                 [None] * 3, law)
        # smooth enough at its ends: 3 sin^2 of the angle, 6 w^2 s c^2 - 3 w^2 s^3
        record = self.record(text.format(clause=clause, law="0.1*max(sin(3*t), 0)^3"), "--until", "2 s")
        axis = record["axes"][0]
        self.assert_near(axis["acceleration"], 0.1 * 27, 1e-12)
        self.assertEqual(record["exceeded"], [])

    def test_rows_without_words_say_what_is_wrong(self):
        """The status alone does not: of rows of CSV the reason is on standard error."""
        limit = SLIDE.format(clause=" velocity 0.1 m/s", law="quintic", D=1, begin=0, rest=", in 1 s")
        loop = SLIDE.format(clause="", law="quintic", D=1, begin=0, rest=", in 1 s")
        loop += ("joint r : revolute z (q) from s\nbody c on r : mass 1 kg, inertia diag(0, 0, 1) kg.m^2\n"
                 "loop far : revolute z [1, 0, 0] m on r = [0, 9, 0] m on ground\n")
        for text, word in ((limit, "limit is exceeded"), (loop, "cannot be closed at the start")):
            done = self.run_on(self.file(text), "--as", "csv")
            self.assertEqual(done.returncode, 1)
            self.assertIn(word, done.stderr)
        done = self.run_on(self.file(loop.replace("motion", "#")), "--as", "csv", command="simulate")
        self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
        self.assertIn("cannot be closed at the start", done.stderr)

    def test_too_many_changes_are_refused(self):
        text = SLIDE.replace("{law} from 0 to {D} m, at {begin} s{rest}", "1 m*floor(t/1 us)")
        got = subprocess.run([BIELLE, "trajectory", self.file(text.format(clause="")), "--until", "1 s"],
                             capture_output=True, text=True, check=False)
        self.assertEqual(got.returncode, 2)
        self.assertIn("more than 10000 times", got.stderr)

    def test_shortest_times_in_closed_form(self):
        D = 0.2
        for law, peaks in PEAKS.items():
            if law in ("trapezoid", "bang_bang"):
                continue
            one = [D * x for x in peaks(1, 1 / 3)]
            for limits in ((2, 30, 40), (2, 30, 4e5), (2, 3, 4e5), (0.2, 30, 4e5)):
                T = max((peak / limit) ** (1 / (k + 1))
                        for k, (peak, limit) in enumerate(zip(one, limits)))
                rest = ", velocity {}, acceleration {}, jerk {}".format(*limits)
                if law != "quintic" and law != "septic":
                    rest += f", in {T * 3!r} s"
                text = SLIDE.format(clause="", law=law, D=D, begin=0.1, rest=rest)
                for step in STEPS:
                    record = self.record(text, "--shortest", *step)
                    self.assert_near(record["end"] - 0.1, T, 1e-12, (law, limits))
        text = SLIDE.format(clause=" effort 7 N", law="quintic", D=D, begin=0, rest=", in 1 s")
        for step in STEPS:
            end = self.record(text, "--shortest", *step)["end"]
            self.assert_near(end, math.sqrt(3 * D * 10 / math.sqrt(3) / 7), 1e-11)

    def test_rows_of_the_shortest_time_are_a_step_apart(self):
        text = SLIDE.format(clause=" velocity 1 m/s", law="quintic", D=0.2, begin=0, rest=", in 3 s")
        rows = self.record(text, "--shortest", "--step", "10 ms")["rows"]
        self.assertEqual(len(rows), 1 + math.ceil(0.375 / 0.01))
        self.assert_near(rows[1][0], 0.375 / 38, 1e-12)


if __name__ == "__main__":
    unittest.main()
