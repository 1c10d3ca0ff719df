#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle analyze handling` and `ride`, against closed forms, vectors and published tables."""
import cmath
import json
import math
import subprocess
import unittest

from moving import BIELLE, ROOT, Moving

# Fy = C alpha with angles that are not taken as small, or with those of the linear theory.
CAR = """mechanism single_track
param m = {m} kg, Iz = {Iz} kg.m^2, lf = {lf} m, lr = {lr} m, Cf = {Cf} N/rad, Cr = {Cr} N/rad
input delta [rad] {smooth}
coord x, y, psi
frame car from ground : TX(x), TY(y), RZ(psi)
body car on car : mass m, inertia diag(0, 0, Iz)
let u = velocity(car) in car . [1, 0, 0], v = velocity(car) in car . [0, 1, 0]
{tyres}
output front_slip = alpha_f
output rear_slip = alpha_r
"""
LINEAR = """let alpha_f = delta - (v + lf*psi')/u, alpha_r = -(v - lr*psi')/u
force front at [lf, 0, 0] on car = [0, Cf*alpha_f, 0] in car
force rear at [-lr, 0, 0] on car = [0, Cr*alpha_r, 0] in car"""
ANGLES = """frame hub from car : TX(lf), RZ(delta)
let wu = velocity(hub) in hub . [1, 0, 0], wv = velocity(hub) in hub . [0, 1, 0]
let alpha_f = -atan(wv/wu), alpha_r = -atan((v - lr*psi')/u)
force front at [0, 0, 0] on hub = [0, Cf*alpha_f, 0] in hub
force rear at [-lr, 0, 0] on car = [0, Cr*alpha_r, 0] in car"""
# As much as its tyres have: Fy = mu Fz tanh(C alpha/(mu Fz)), and drag.
GRIP = """let alpha_f = delta - (v + lf*psi')/u, alpha_r = -(v - lr*psi')/u
let Nf = 9 N/kg*m*lr/(lf + lr), Nr = 9 N/kg*m*lf/(lf + lr)
force front at [lf, 0, 0] on car = [0, Nf*tanh(Cf*alpha_f/Nf), 0] in car
force rear at [-lr, 0, 0] on car = [0, Nr*tanh(Cr*alpha_r/Nr), 0] in car
force air at [0, 0, 0] on car = [-0.5 N.s^2/m^2*u^2, 0, 0] in car"""

# A car on four struts, wheels that spin, slips that build up over a length.
SPATIAL = """mechanism spatial
param R = 0.3 m, kt = 200 kN/m, k = 25 kN/m, c = 2 kN.s/m, Ca = 12, Ck = 15, sigma = 0.3 m
gravity [0, 0, -9.81] m/s^2
input delta [rad] smooth
joint chassis : free (x, y, z = 0.55 m, yaw, pitch, roll) from ground
body chassis on chassis : mass 1100 kg, inertia diag(400, 1500, 1700) kg.m^2
element corner(chassis, place, steering) {
  joint strut : prismatic z (z) from chassis at place
  frame hub from strut : RZ(steering)
  joint wheel : revolute y (phi) from hub
  body wheel on wheel : mass 35 kg, inertia diag(0.6, 1, 0.6) kg.m^2
  torque spring on strut = -k*z - 2700 N - c*z'
  let Fz = max(kt*(R - position(hub) . [0, 0, 1]), 0 N)
  let vx = velocity(hub) in hub . [1, 0, 0], vy = velocity(hub) in hub . [0, 1, 0]
  let v = sqrt(vx^2 + 0.01 m^2/s^2)
  state slip = 0 : slip' = (-vy - v*slip)/sigma
  let Fy = 0.9*Fz*tanh(Ca*slip/0.9), Fx = 0.9*Fz*tanh(Ck*(R*phi' - vx)/v/0.9)
  force push at hub = [Fx, Fy, 0] in hub
  force up at hub = [0, 0, Fz]
  moment tip on wheel = [R*Fy, -R*Fx, 0] in hub
}
use corner(chassis, [1.1, 0.75, -0.25] m, delta) as fl
use corner(chassis, [1.1, -0.75, -0.25] m, delta) as fr
use corner(chassis, [-1.5, 0.75, -0.25] m, 0 rad) as rl
use corner(chassis, [-1.5, -0.75, -0.25] m, 0 rad) as rr
output fl = fl.Fz
output fr = fr.Fz
output rl = rl.Fz
output rr = rr.Fz
"""

QUARTER_CAR = """mechanism quarter_car
gravity [0, 0, -9.81] m/s^2
input zr [m] smooth
joint sprung : prismatic z (zs) from ground
joint wheel : prismatic z (zu) from ground
body sprung on sprung : mass 250 kg
body wheel on wheel : mass 40 kg
let strut = 16 kN/m*(zu - zs) + 1 kN.s/m*(zu' - zs')
torque up on sprung = strut
torque down on wheel = -strut
torque tyre on wheel = 160 kN/m*(zr - zu) + {ct} N.s/m*(zr' - zu')
output travel = zs - zu
output load = 160 kN/m*(zr - zu)
output seat = zs''
"""

PITCH_BOUNCE = """mechanism pitch_bounce
param ms = {ms} kg, Iy = {Iy} kg.m^2, L1 = {L1} m, L2 = {L2} m, kf = {kf} N/m, kr = {kr} N/m
input zf, zr [m]
coord z, theta
frame car from ground : TZ(z), RY(theta)
body car on car : mass ms, inertia diag(0, Iy, 0)
force front at [L1, 0, 0] on car = [0, 0, -kf*(z - L1*theta - zf)]
force rear at [-L2, 0, 0] on car = [0, 0, -kr*(z + L2*theta - zr)]
"""


def solve(A, b):
    """Gauss, with pivots."""
    rows = [list(row) + [value] for row, value in zip(A, b)]
    for k in range(len(rows)):
        rows[k:] = sorted(rows[k:], key=lambda row: -abs(row[k]))
        for i in range(k + 1, len(rows)):
            factor = rows[i][k] / rows[k][k]
            rows[i] = [a - factor * p for a, p in zip(rows[i], rows[k])]
    x = [0] * len(rows)
    for k in reversed(range(len(rows))):
        x[k] = (rows[k][-1] - sum(rows[k][j] * x[j] for j in range(k + 1, len(rows)))) / rows[k][k]
    return x


def covariance(A, B):
    """P of A P + P A' + B B' = 0."""
    n = len(A)
    whole = [[(A[i][k] if l == j else 0) + (A[j][l] if k == i else 0) for k in range(n) for l in range(n)]
             for i in range(n) for j in range(n)]
    flat = solve(whole, [-B[i] * B[j] for i in range(n) for j in range(n)])
    return [flat[n * i:n * i + n] for i in range(n)]


def vectors(name):
    return json.loads((ROOT / "tests" / "data" / f"{name}.json").read_text(encoding="utf-8"))


class Study(Moving):
    STUDY = ""

    def run_on(self, path, *words, command=None):
        return subprocess.run([BIELLE, "analyze", self.STUDY, path, *words], capture_output=True,
                              encoding="utf-8", check=False)

    def near(self, value, wanted, part):
        self.assertLessEqual(abs(value - wanted), part * abs(wanted), (value, wanted))

    def picture(self, text, *words):
        path = self.folder / "out.svg"
        done = self.run_on(self.file(text), *words, "--plot", path)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        svg = path.read_text(encoding="utf-8")
        self.assertNotIn("nan", svg)
        self.assertNotIn("inf", svg)
        return svg

    def refused(self, text, message, *words):
        done = self.run_on(self.file(text), *words)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn(message, done.stderr)


class Handling(Study):
    STUDY = "handling"

    def rows(self, text, *words, status=0):
        """Columns by name; straight on the radius is infinite."""
        found = self.record(text, *words, status=status)
        return {column["name"]: [math.inf if row[i] is None else row[i] for row in found["rows"]]
                for i, column in enumerate(found["columns"])}

    @staticmethod
    def car(tyres=LINEAR, smooth="", **parameters):
        values = {"m": 1500, "Iz": 2500, "lf": 1.2, "lr": 1.6, "Cf": 80000, "Cr": 90000, **parameters}
        return CAR.format(tyres=tyres, smooth=smooth, **values)

    def test_single_track_car(self):
        problem = vectors("single_track_car")
        for smooth in ("", "smooth"):
            for case in problem["reference"]:
                found = self.record(self.car(smooth=smooth), "--speed", f"{case['V']}")
                self.near(found["yaw_gain"], case["steady_yawrate_per_delta"], 1e-8)
                self.near(found["characteristic_speed"], problem["characteristic_speed"], 1e-8)
                self.near(found["wheelbase"], 2.8, 1e-8)
                real, imaginary = found["modes"][0]["eigenvalue"]
                self.near(real, case["eig"][0][0], 1e-12)
                self.near(imaginary, case["eig"][0][1], 1e-12)
                self.assertTrue(found["modes"][0]["yaw"])
                self.assertEqual(len(found["modes"]), 1)
                # vy = V tan(sideslip) in a slight turn
                slope = found["sideslip_gradient"] * case["V"] * found["yaw_gain"]
                self.near(slope * case["V"], case["steady_vy_per_delta"], 1e-6)

    def test_frequency_response(self):
        """r/delta of the second order system of v and r."""
        m, iz, lf, lr, cf, cr, V = 1500, 2500, 1.2, 1.6, 80000, 90000, 20
        found = self.record(self.car())["response"]
        A = [[-(cf + cr) / (m * V), -V - (cf * lf - cr * lr) / (m * V)],
             [-(cf * lf - cr * lr) / (iz * V), -(cf * lf ** 2 + cr * lr ** 2) / (iz * V)]]
        b = [cf / m, cf * lf / iz]

        def response(hz):
            s = 2j * math.pi * hz
            det = (s - A[0][0]) * (s - A[1][1]) - A[0][1] * A[1][0]
            return ((s - A[0][0]) * b[1] + A[1][0] * b[0]) / det

        for hz, gain, phase in zip(found["frequency"], found["gain"], found["phase"]):
            self.near(gain, abs(response(hz)), 1e-9)
            self.assertAlmostEqual(phase, cmath.phase(response(hz)), places=9)
        steady = abs(response(0))
        self.near(abs(response(found["bandwidth_Hz"])), steady / math.sqrt(2), 1e-9)
        self.near(found["peak_gain"], max(abs(response(0.4 + k * 1e-4)) for k in range(2000)), 1e-8)

    def test_what_is_read_off_is_not_of_a_grid(self):
        """Peak and bandwidth of r/delta far below and far above the frequencies of pictures."""
        toy = {"m": 0.1, "Iz": 2e-4, "lf": 0.06, "lr": 0.08, "Cf": 60, "Cr": 90}
        cases = [({"Cf": 110000, "Cr": 60000}, V) for V in (20, 28, 29, 30, 30.9, 30.955)]
        cases += [({}, V) for V in (5, 20, 60, 300)] + [(toy, V) for V in (1, 4, 20, 60)]
        cases += [({"m": 3e7, "Iz": 6e9}, 20), ({"Iz": 2.5e6}, 40)]
        for values, V in cases:
            p = {"m": 1500, "Iz": 2500, "lf": 1.2, "lr": 1.6, "Cf": 80000, "Cr": 90000, **values}
            m, iz, lf, lr, cf, cr = (p[key] for key in ("m", "Iz", "lf", "lr", "Cf", "Cr"))
            A = [[-(cf + cr) / (m * V), -V - (cf * lf - cr * lr) / (m * V)],
                 [-(cf * lf - cr * lr) / (iz * V), -(cf * lf ** 2 + cr * lr ** 2) / (iz * V)]]

            def gain(hz):
                s = 2j * math.pi * hz
                det = (s - A[0][0]) * (s - A[1][1]) - A[0][1] * A[1][0]
                return abs(((s - A[0][0]) * cf * lf / iz + A[1][0] * cf / m) / det)
            places = [10 ** (k / 500) for k in range(-4000, 2500)]
            fallen = next(k for k, hz in enumerate(places) if gain(hz) < gain(0) / math.sqrt(2))
            low, high = places[fallen - 1], places[fallen]
            for _ in range(80):
                middle = (low + high) / 2
                low, high = (middle, high) if gain(middle) >= gain(0) / math.sqrt(2) else (low, middle)
            found = self.record(self.car(**values), "--speed", repr(V), "--lateral", repr(V * V * 1e-7))
            near = 1e-6 / max(1e-3, 1 - V / found.get("critical_speed", math.inf))
            self.near(found["response"]["bandwidth_Hz"], low, near)
            self.assertLess(found["response"]["frequency"][0], low)
            self.assertGreater(found["response"]["frequency"][-1], low)
            top = max(range(1, len(places) - 1), key=lambda k: gain(places[k]))
            low, high = places[top - 1], places[top + 1]
            for _ in range(200):
                left, right = low + (high - low) / 3, high - (high - low) / 3
                low, high = (left, high) if gain(left) < gain(right) else (low, right)
            highest = (low + high) / 2
            if gain(highest) > gain(0) * 1.0001:
                self.near(found["response"]["peak_gain"], gain(highest), 1e-9)
                self.near(found["response"]["peak_Hz"], highest, 1e-5)
            else:
                self.assertIsNone(found["response"]["peak_Hz"])

    def test_an_oversteering_car_answers_slowly(self):
        path = ROOT / "tests/data/repro/handling_oversteer.bl"
        for V, hz in ((25, 0.1484), (29, 0.04034), (30, 0.01899)):
            done = self.run_on(path, "--speed", f"{V}m/s")
            self.assertIn(f"no peak; bandwidth {hz} Hz (-3 dB).", done.stdout)
        self.assertIn("  35           -44.898         unstable\n", done.stdout)
        self.assertIn("  30           176.336\n", done.stdout)
        self.assertIn("marked speeds are unstable", done.stdout)
        fast = self.run_on(path, "--speed", "33m/s").stdout
        self.assertIn("Straight running is unstable at this speed, and so are these turns.", fast)

    def test_the_yaw_mode_of_a_car_with_a_trailer(self):
        """Snaking, which is damped least, is a small part of the yaw rate."""
        path = ROOT / "tests/data/repro/handling_trailer.bl"
        for V in (25, 32, 34, 45):
            done = self.run_on(path, "--speed", f"{V}m/s", "--as", "json")
            found = json.loads(done.stdout)
            modes = sorted(found["modes"], key=lambda mode: mode["share"])
            self.assertEqual([mode["yaw"] for mode in modes], [False, True])
            self.assertGreater(modes[1]["damping_ratio"], 0.7)
            speeds = found["yaw_gain_over_speed"]
            for speed, stable in zip(speeds["speed"], speeds["stable"]):
                again = self.run_on(path, "--speed", f"{speed!r}m/s", "--as", "json")
                self.assertEqual(json.loads(again.stdout)["stable"], stable)

    def test_ackermann_vectors(self):
        for case in vectors("002_bicycle_ackermann"):
            p, e = case["params"], case["expected"]
            names = {"m": p["m"], "lf": p["L1"], "lr": p["L2"], "Cf": p["C_alpha_f"], "Cr": p["C_alpha_r"]}
            for tyres in (LINEAR, ANGLES):
                found = self.record(self.car(tyres, "smooth", **names), "--speed", f"{case['state']['V']}",
                                    "--lateral", "0.5")
                self.near(found["understeer_gradient"], e["understeer_gradient_K"], 1e-6)
                self.assertEqual(found["balance"], e["balance"])
                key = "characteristic_speed" if e["balance"] == "understeer" else "critical_speed"
                self.near(found[key], e["characteristic_or_critical_speed"], 1e-6)
            # so slow that nothing slips: the steering is Ackermann's
            V = 0.01
            slow = self.rows(self.car(ANGLES, "smooth", **names), "--speed", f"{V}",
                             "--lateral", f"{V ** 2 / e['Rcg_exact']:.17g}")
            self.near(slow["radius"][-1], e["Rcg_exact"], 1e-9)
            self.near(slow["delta"][-1], e["beta_bicycle"], 1e-5)
            self.near(slow["sideslip"][-1], e["beta_cg_exact"], 1e-5)
            rear = math.sqrt(slow["radius"][-1] ** 2 - p["L2"] ** 2)
            off = rear / math.cos(slow["delta"][-1]) - rear
            self.near(off, e["offtracking_exact"], 2e-5)

    def test_slips_of_a_turn(self):
        case = vectors("002_bicycle_ackermann")[1]
        p = case["params"]
        rows = self.rows(self.car(m=p["m"], lf=p["L1"], lr=p["L2"], Cf=p["C_alpha_f"], Cr=p["C_alpha_r"]),
                         "--lateral", "2")
        for a, front, rear in zip(rows["lateral acceleration"], rows["front_slip"], rows["rear_slip"]):
            self.assertAlmostEqual(front, p["m"] * p["L2"] / p["L"] * a / p["C_alpha_f"], delta=1e-4)
            self.assertAlmostEqual(rear, p["m"] * p["L1"] / p["L"] * a / p["C_alpha_r"], delta=1e-4)

    def test_oversteer(self):
        """Above the critical speed it is unstable, and the steering is turned the other way."""
        text = self.car(Cf=110000, Cr=80000)
        K = 1500 / 2.8 * (1.6 / 110000 - 1.2 / 80000)
        found = self.record(self.car(Cf=140000, Cr=70000), "--speed", "20")
        K = 1500 / 2.8 * (1.6 / 140000 - 1.2 / 70000)
        self.assertEqual(found["balance"], "oversteer")
        self.near(found["understeer_gradient"], K, 1e-7)
        self.near(found["critical_speed"], math.sqrt(-2.8 / K), 1e-7)
        self.assertTrue(found["stable"])
        fast = self.record(self.car(Cf=140000, Cr=70000), "--speed", "35")
        self.assertFalse(fast["stable"])
        self.assertLess(fast["rows"][-1][1], 0)
        self.assertIn("Above the critical speed", self.output(self.car(Cf=140000, Cr=70000), "text",
                                                          ("--speed", "35"), 0))
        self.assertEqual(self.record(text)["balance"], "oversteer")

    def test_steering_by_a_parameter(self):
        text = self.car().replace("input delta [rad]", "param delta = 0 rad")
        found = self.record(text, "--steer", "delta")
        self.near(found["yaw_gain"], 4.729729729729730, 1e-8)
        self.near(found["modes"][0]["eigenvalue"][0], -6.289333333333333, 1e-12)
        self.near(found["response"]["gain"][0], 4.7297, 1e-3)

    def test_axes_to_the_right(self):
        """With z down the same steering turns the other way; the balance stays."""
        text = self.car().replace("Cf*alpha_f", "-Cf*(delta + (v + lf*psi')/u)").replace(
            "let alpha_f = delta", "let alpha_f = -delta")
        found = self.record(text)
        self.near(found["yaw_gain"], -4.729729729729730, 1e-8)
        self.assertEqual(found["balance"], "understeer")
        self.assertLess(found["rows"][-1][0], 0)
        self.assertGreater(found["rows"][-1][1], 0)

    def test_beyond_the_grip(self):
        """No more than 9 N/kg; the drive bears the air."""
        text = self.car(GRIP)
        found = self.record(text, "--lateral", "12", status=1)
        self.assertFalse(found["complete"])
        self.assertLess(found["largest_lateral_acceleration"], 9)
        self.assertGreater(found["largest_lateral_acceleration"], 8.7)
        self.near(found["yaw_gain"], 4.729729729729730, 1e-3)
        drive = [column["name"] for column in found["columns"]].index("drive")
        self.near(found["rows"][0][drive], 200, 1e-9)
        words = self.output(text, "text", ("--lateral", "12"), 1)
        self.assertIn("No steady turn was found beyond", words)
        self.assertEqual(self.record(text, "--lateral", "8")["complete"], True)

    def test_drag_keeps_the_eigenvalues(self):
        """The drive turns with the path: with and without air the heading has no eigenvalue but zero."""
        still, windy = (self.record(self.car(tyres))["modes"] for tyres in (LINEAR, GRIP))
        self.assertEqual(len(windy), len(still))
        self.near(windy[0]["eigenvalue"][1], still[0]["eigenvalue"][1], 1e-2)

    def test_spatial_car(self):
        """Struts, wheels and slips that build up: moments balance, and a short step answers alike."""
        found = self.record(SPATIAL)
        names = [column["name"] for column in found["columns"]]
        for row in found["rows"]:
            a, roll = row[0], row[names.index("roll")]
            loads = {corner: row[names.index(corner)] for corner in ("fl", "fr", "rl", "rr")}
            self.near(sum(loads.values()), 1240 * 9.81, 0.02)  # sides lean with the body
            # about the middle of the track, on the ground: m a h + what leans out
            moment = 0.75 * (loads["fr"] + loads["rr"] - loads["fl"] - loads["rl"])
            self.assertLess(abs(moment - 1240 * a * 0.53) / (1240 * 9.81), 0.06 * abs(a) / 9.81 + 0.6 * abs(roll) + 1e-9)
        self.assertGreater(found["roll_gradient"], 0)
        self.near(found["wheelbase"], 2.6, 3e-3)
        self.near(found["response"]["gain"][0], found["yaw_gain"], 1e-3)
        self.assertTrue(found["stable"])
        # a step of the steering ends in the yaw rate of the table
        step = SPATIAL.replace("input delta [rad] smooth", "param delta = 1 deg") + (
            "experiment step {\n time 0 .. 4 s\n step 1 s\n start x' = 20 m/s, fl.phi' = 200/3, "
            "fr.phi' = 200/3, rl.phi' = 200/3, rr.phi' = 200/3\n record yaw', x', y'\n}\n")
        done = subprocess.run([BIELLE, "simulate", self.file(step), "--as", "csv"], capture_output=True,
                              encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        last = [float(word) for word in done.stdout.splitlines()[-1].split(",")]
        speed = math.hypot(last[2], last[3])
        at_end = self.record(SPATIAL, "--speed", f"{speed:.6f}")
        self.near(last[1], at_end["yaw_gain"] * math.radians(1), 0.01)

    def test_tyres_of_the_library(self):
        """A drive that holds another speed does not matter; PAC2002 on four struts runs out of grip."""
        found = self.record(ROOT / "examples" / "single_track" / "single_track.bl")
        self.near(found["characteristic_speed"], 28, 1e-4)
        self.near(found["wheelbase"], 2.8, 1e-4)
        self.near(found["yaw_gain"], 4.729729729729730, 1e-5)
        path = ROOT / "examples" / "vehicle15" / "vehicle15.bl"
        whole = self.record(path, "--steer", "turn", "--at", "t = 10", "--lateral", "12", status=1)
        self.near(whole["wheelbase"], 2.6, 5e-3)
        self.assertEqual(whole["balance"], "understeer")
        self.assertTrue(8 < whole["largest_lateral_acceleration"] < 12)
        self.near(whole["response"]["gain"][0], whole["yaw_gain"], 2e-3)

    def test_wheels_that_roll(self):
        """Without slip the steering is geometry, at every speed."""
        path = ROOT / "examples" / "steering" / "steering.bl"
        found = self.record(path)
        self.assertEqual(found["balance"], "neutral")
        self.near(found["wheelbase"], 2.6, 1e-6)
        self.assertNotIn("response", found)

    def test_refused(self):
        self.refused("mechanism m\njoint a : revolute z (q) from ground\nbody A on a : mass 1 kg, com [1, 0, 0] m\n",
                     "there is no vehicle")
        self.refused(self.car(), "there is no input and no parameter 'gamma'", "--steer", "gamma")
        self.refused(self.car().replace("input delta [rad]", "input delta, other [rad]"), "several inputs")
        self.refused(self.car().replace("input delta [rad]", "param delta = 0 rad"), "No input is known")
        self.refused(self.car().replace("input delta [rad]", "input delta, other [rad]"),
                     "it does not steer 'car'", "--steer", "other")
        self.refused(self.car(), "'fast' is not a value of --speed", "--speed", "fast")
        self.refused(self.car(), "above 0", "--speed", "-3")
        self.refused(self.car(), "above 0", "--lateral", "0")

    def test_does_not_run_straight(self):
        text = self.car() + "torque wind on y = 1e9 N*(1 + psi^2)\n"
        done = self.run_on(self.file(text))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("No steady straight motion", done.stdout)

    def test_picture(self):
        svg = self.picture(self.car())
        for text in ("steady turns at 20 m/s", "yaw gain", "[1/s]", "phase", "frequency [Hz]", "front_slip"):
            self.assertIn(text, svg)


class Ride(Study):
    STUDY = "ride"

    def test_weighting(self):
        """ISO 2631-1:1997, table 3: factors in thousandths."""
        rows = self.rows(QUARTER_CAR.format(ct=0))
        for hz, wk in ((0.1, 0.0312), (0.2, 0.121), (0.4, 0.352), (1, 0.482), (2, 0.531), (4, 0.967), (5, 1.039),
                       (8, 1.036), (10, 0.988), (16, 0.768), (31.5, 0.405), (63, 0.186), (80, 0.132)):
            found = rows["Wk"][min(range(31), key=lambda k: abs(rows["frequency"][k] - hz))]
            self.near(found, wk, 0.015 if hz > 60 or hz < 1 else 0.002)

    def transfer(self, hz, ct):
        """zs/zr, zu/zr."""
        s = 2j * math.pi * hz
        strut, tyre = 16e3 + 1e3 * s, 160e3 + ct * s
        zs, zu = solve([[250 * s * s + strut, -strut], [-strut, 40 * s * s + strut + tyre]], [0, tyre])
        return s, zs, zu

    def test_quarter_car(self):
        for ct in (0, 300):
            rows = self.rows(QUARTER_CAR.format(ct=ct))
            for k, hz in enumerate(rows["frequency"]):
                s, zs, zu = self.transfer(hz, ct)
                self.near(rows["body"][k], abs(s * s * zs), 1e-8)
                self.near(rows["seat"][k], abs(s * s * zs), 1e-8)
                self.near(rows["travel"][k], abs(zs - zu), 1e-8)
                self.near(rows["load"][k], 160e3 * abs(1 - zu), 1e-7)

    def test_mean_squares(self):
        """Under white noise of the road's velocity the covariances are those of Lyapunov's equation."""
        ms, mu, ks, cs, kt, V = 250, 40, 16e3, 1e3, 160e3, 20
        A = [[0, 1, 0, -1], [-ks / ms, -cs / ms, 0, cs / ms], [0, 0, 0, 1], [ks / mu, cs / mu, -kt / mu, -cs / mu]]
        intensity = (2 * math.pi) ** 2 * 16e-6 * 0.1 ** 2 * V / 2
        P = covariance(A, [0, 0, -math.sqrt(intensity), 0])
        row = A[1]
        body = math.sqrt(sum(row[i] * P[i][j] * row[j] for i in range(4) for j in range(4)))
        found = {column["name"]: column for column in self.record(QUARTER_CAR.format(ct=0))["rms"]}
        self.near(found["travel"]["classes_A_to_E"][0], math.sqrt(P[0][0]), 1e-5)
        self.near(found["load"]["classes_A_to_E"][0], kt * math.sqrt(P[2][2]), 2e-5)
        self.near(found["body"]["classes_A_to_E"][0], body, 1e-5)
        self.near(found["body"]["classes_A_to_E"][4], 16 * body, 1e-5)
        self.near(found["load"]["still"], 290 * 9.81, 1e-9)
        self.assertAlmostEqual(found["seat"]["still"], 0, places=9)

    def test_weighted_mean_square(self):
        """By a plain sum over frequencies."""
        def wk(f):
            def second(corner, Q):
                return math.sqrt((1 - (f / corner) ** 2) ** 2 + (f / corner / Q) ** 2)
            return ((f / 0.4) ** 2 / second(0.4, 0.5 ** 0.5) / second(100, 0.5 ** 0.5) *
                    math.hypot(1, f / 12.5) / second(12.5, 0.63) *
                    second(2.37, 0.91) / second(3.35, 0.91) * (2.37 / 3.35) ** 2)
        total, steps = 0, 40000
        for k in range(steps):
            f = 10 ** (-2 + 6 * (k + 0.5) / steps)
            s, zs, _ = self.transfer(f, 0)
            total += (abs(s * s * zs) * wk(f)) ** 2 * 16e-6 * 0.01 * 30 / f ** 2 * f * math.log(10) * 6 / steps
        found = self.record(QUARTER_CAR.format(ct=0), "--speed", "30")["rms"][0]
        self.near(found["weighted"][0], math.sqrt(total), 1e-5)
        self.assertEqual(found["comfort"][0], "a little uncomfortable")

    def test_light_damping(self):
        """A resonance a thousand times narrower than its frequency is not missed."""
        text = QUARTER_CAR.format(ct=0).replace("1 kN.s/m*", "1 N.s/m*")
        ms, mu, ks, cs, kt, V = 250, 40, 16e3, 1, 160e3, 20
        A = [[0, 1, 0, -1], [-ks / ms, -cs / ms, 0, cs / ms], [0, 0, 0, 1], [ks / mu, cs / mu, -kt / mu, -cs / mu]]
        P = covariance(A, [0, 0, -math.sqrt((2 * math.pi) ** 2 * 16e-8 * V / 2), 0])
        found = self.record(text)["rms"]
        self.near(found[1]["classes_A_to_E"][0], math.sqrt(P[0][0]), 1e-3)

    def test_pitch_and_bounce_vectors(self):
        for case in vectors("002_pitch_bounce"):
            p, e = case["params"], case["expected"]
            found = self.record(PITCH_BOUNCE.format(**p))
            turn = 2 * math.pi
            body = found["body"]
            self.near(body["bounce_Hz"], e["omega_bounce_uncoupled"] / turn, 1e-9)
            self.near(body["pitch_Hz"], e["omega_pitch_uncoupled"] / turn, 1e-9)
            for k in (0, 1):
                self.near(body["coupled"][k]["natural_Hz"], e[f"f{k + 1}_Hz"], 1e-9)
                self.near(found["about"]["modes"][k]["natural_Hz"], e[f"f{k + 1}_Hz"], 1e-9)
                if f"Z_Theta_mode{k + 1}" in e:
                    self.near(body["coupled"][k]["centre"], e[f"Z_Theta_mode{k + 1}"], 1e-6)
            self.near(body["front_rate"], p["kf"], 1e-8)
            self.near(body["rear_rate"], p["kr"], 1e-8)
            self.near(body["wheelbase"], p["L1"] + p["L2"], 1e-8)
            centre = (p["kr"] * p["L2"] - p["kf"] * p["L1"]) / (p["kf"] + p["kr"]) / (p["L1"] + p["L2"])
            self.assertAlmostEqual(body["olley"][0]["value"], centre, places=8)
            self.assertEqual(body["olley"][0]["kept"], centre >= 0.065)
            self.assertEqual(body["olley"][2]["kept"], e["f2_Hz"] <= 1.3)
            self.assertNotIn("rms", found)  # undamped

    def test_wheels_follow_each_other(self):
        """The road below the rear axle is the same a wheelbase later."""
        p = vectors("002_pitch_bounce")[0]["params"]
        rows = self.rows(PITCH_BOUNCE.format(**p), "--speed", "15")
        given = self.rows(PITCH_BOUNCE.format(**p), "--speed", "15", "--road", "zf, zr = 2 m")
        for k, hz in enumerate(rows["frequency"]):
            for found, behind in ((rows, p["L1"] + p["L2"]), (given, 2)):
                s = 2j * math.pi * hz
                late = cmath.exp(-s * behind / 15)
                K = [[p["kf"] + p["kr"], p["kr"] * p["L2"] - p["kf"] * p["L1"]],
                     [p["kr"] * p["L2"] - p["kf"] * p["L1"], p["kf"] * p["L1"] ** 2 + p["kr"] * p["L2"] ** 2]]
                right = [p["kf"] + p["kr"] * late, -p["kf"] * p["L1"] + p["kr"] * p["L2"] * late]
                z, _ = solve([[p["ms"] * s * s + K[0][0], K[0][1]], [K[1][0], p["Iy"] * s * s + K[1][1]]], right)
                self.near(found["body"][k], abs(s * s * z), 1e-6)

    def test_one_road_of_two(self):
        p = vectors("002_pitch_bounce")[0]["params"]
        found = self.record(PITCH_BOUNCE.format(**p), "--road", "zr")
        self.assertEqual([road["name"] for road in found["roads"]], ["zr"])
        self.near(found["roads"][0]["ahead_of_mass"], -p["L2"], 1e-8)
        self.assertNotIn("olley", found["body"])

    def test_spatial_body(self):
        """Roll and pitch of a car whose tyres and springs are in series."""
        found = self.record(SPATIAL)["body"]
        rate = 25e3 * 200e3 / 225e3
        self.near(found["bounce_Hz"], math.sqrt(4 * rate / 1100) / 2 / math.pi, 1e-3)
        self.near(found["pitch_Hz"], math.sqrt(2 * rate * (1.1 ** 2 + 1.5 ** 2) / 1500) / 2 / math.pi, 0.02)

    def test_four_wheels(self):
        """Where each road acts is found from what it does to the body, of springs and tyre in series."""
        text = SPATIAL.replace("input delta [rad] smooth", "param delta = 0 rad\ninput z1, z2, z3, z4 [m]")
        text = text.replace("place, steering)", "place, steering, road)").replace("kt*(R - ", "kt*(R + road - ")
        for corner, road in zip(("fl", "fr", "rl", "rr"), ("z1", "z2", "z3", "z4")):
            text = text.replace(f") as {corner}", f", {road}) as {corner}")
        found = self.record(text)
        rate = 25e3 * 200e3 / 225e3
        for road, ahead in zip(found["roads"], (1.1, 1.1, -1.5, -1.5)):
            self.near(road["rate"], rate, 1e-3)  # struts lean with the body
            self.near(road["ahead_of_mass"], ahead, 5e-3)
            self.assertAlmostEqual(road["behind"], 1.1 - ahead, delta=5e-3)
        body = found["body"]
        self.near(body["front_rate"], 2 * rate, 1e-3)
        self.assertEqual(len(body["olley"]), 4)
        self.near(body["roll_Hz"], math.sqrt(4 * rate * 0.75 ** 2 / 400) / 2 / math.pi, 0.1)
        self.assertIn("rms", found)

    def test_no_road(self):
        words = self.output("mechanism m\njoint a : prismatic z (z) from ground\nbody A on a : mass 1 kg\n"
                            "torque s on a = -100 N/m*z\n", "text", (), 0)
        self.assertIn("there is no road", words)
        self.assertIn("bounce 1.5915 Hz", words)

    def test_no_equilibrium(self):
        done = self.run_on(self.file("mechanism m\ngravity [0, 0, -9.81] m/s^2\njoint a : prismatic z (z) from ground\n"
                                     "body A on a : mass 1 kg\ninput zr [m]\ntorque s on a = 1 N/m*zr\n"))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("No equilibrium was found", done.stdout)

    def test_refused(self):
        text = QUARTER_CAR.format(ct=0)
        self.refused(text, "no input and no parameter 'zz' to be a road", "--road", "zz")
        self.refused(text, "'far' is not a distance of 'zr'", "--road", "zr = far")
        self.refused(text, "a speed above 0", "--speed", "0")

    def test_picture(self):
        svg = self.picture(QUARTER_CAR.format(ct=0))
        for text in ("answers to the road at 20 m/s", "weighted by Wk", ">0.1</text>", ">100</text>", "travel"):
            self.assertIn(text, svg)


del Moving, Study
if __name__ == "__main__":
    unittest.main()
