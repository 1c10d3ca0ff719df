#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Parts of vehicles in lib/: suspensions, steering, drives, air, cables, drivers; against the thesis's vectors,
closed forms and balances."""
import array
import csv
import io
import json
import math
import random
import re
import struct
import subprocess
import unittest

from moving import BIELLE, ROOT, Moving


def vectors(name):
    return json.loads((ROOT / "tests/data" / f"{name}.json").read_text())


class Parts(Moving):
    SLIDE = "joint a : prismatic z (z) from ground\nbody A on a : mass 1 kg\n"
    SHAFTS = """joint a : revolute y (qa) from ground
body A on a : mass 1 kg, inertia diag(1, 2, 1) kg.m^2
joint b : revolute y (qb) from ground
body B on b : mass 1 kg, inertia diag(1, 3, 1) kg.m^2
"""

    def at(self, text, state, what="Qe"):
        done = self.run_on(self.file(text), "--at", state, "--what", what, command="eval")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def force(self, text, state=""):
        """The generalised forces of what acts, with and without inputs."""
        found = self.at(text, state or "t = 0", "Qe,Qu")
        return [one + other for one, other in zip(found["Qe"], found["Qu"])]

    def study(self, text, name, *words):
        path = self.file(text) if isinstance(text, str) else text
        done = subprocess.run([BIELLE, "analyze", name, path, *words], capture_output=True, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def modes(self, text, *words):
        return json.loads(self.study(text, "modes", "--as", "json", *words))["modes"]

    def value(self, expression, before=""):
        text = f"{before}\noutput result = {expression}\n" + self.SLIDE
        return self.at(text, "t = 0", "out:result")["out:result"]

    def near(self, value, exact, part=1e-12):
        self.assertAlmostEqual(value, exact, delta=part * max(abs(exact), 1e-300))

    def closes(self, path, part=1e-6):
        """The balance of energy of its experiment."""
        said = re.search(r"energy error at most .* J \((\S+) of the peak", self.run_on(path).stdout)
        self.assertLess(float(said.group(1)), part)


class Thesis(Parts):
    """Force laws of the thesis."""
    def each(self):
        for vector in vectors("002_force_laws"):
            yield vector["params"], vector["state"], vector["expected"]

    def test_suspension_4_8(self):
        for p, s, exact in self.each():
            law = f"use strut(a, {p['Kr_susp']} N/m, {p['Kz_susp']} N.s/m)\n"
            self.near(self.force(self.SLIDE + law, f"z = {s['zi']}, z' = {s['zip']}")[0], -exact["Gamma_si"])

    def test_steering_column_4_12(self):
        for p, s, exact in self.each():
            fx1, fx2, fy1, fy2 = s["Fcx1_Fcx2_Fcy1_Fcy2"]
            law = (f"use steering_column(a, {s['beta_v']} rad, {p['KT']} N.m, {p['CT']} N.m.s, {p['Gd']}, "
                   f"{p['dcx']} m, {p['dcy']} m, {fx1 + fx2} N, {fy1 + fy2} N)\n")
            state = f"qa = {s['beta_b']}, qa' = {s['beta_bp']}"
            self.near(self.force(self.SHAFTS + law, state)[0], exact["Gamma_b"])

    def test_rolling_torque_4_7(self):
        for p, s, exact in self.each():
            law = f"use rolling_torque(a, {p['re']} m, {s['Fc'][0]} N, {s['Frr']} N)\n"
            self.near(self.force(self.SHAFTS + law)[0], exact["Gamma_ri"])

    def test_friction_4_11(self):
        for p, s, exact in self.each():
            law = f"use coulomb(a, {p['Cfv']}, {p['Cfs']})\n"
            self.near(self.force(self.SHAFTS + law, f"qa' = {s['qd_k']}")[0], -exact["Gamma_kf"])

    def test_areas(self):
        for p, _, exact in self.each():
            area = f"frontal_area_paul_frere({p['h_height']} m, {p['l_width']} m)"
            self.near(self.value(area), exact["S_PaulFrere"])
            self.near(self.value(f"frontal_area_wong({p['m']} kg)"), exact["S_Wong"])

    def test_drive_on_a_slope_1_1(self):
        """F_T is the drive that the whole car needs for its acceleration."""
        for p, s, exact in self.each():
            text = f"""param slope = {s['psi_x_slope']}, g = {p['g']} m/s^2, m = {p['m']} kg
gravity [-g*sin(slope), 0, -g*cos(slope)]
joint car : prismatic x (x) from ground
body car on car : mass m
use straight_drag(car, frontal_area_paul_frere({p['h_height']} m, {p['l_width']} m), {p['Cx']})
"""
            state = f"x' = {s['V']}, x'' = {s['dvdt']}"
            self.near(self.force(text, state)[0], -exact["F_aero"])
            tyres = f"use smooth_friction(car, {p['fr']}*m*g, 0.1 m/s)\n"
            self.near(self.force(text + tyres, state)[0], -exact["F_aero"] - exact["F_rolling"])
            self.near(self.at(text + tyres, state, "tau")["tau"][0], exact["F_T"])

    def test_air_on_a_frame(self):
        """The drag of the thesis; then what a wind from the left does, in the axes of the car."""
        for p, s, exact in self.each():
            car = "joint car : free from ground\nbody car on car : mass 1 kg, inertia diag(1, 1, 1) kg.m^2\n"
            law = f"use aero(car, {exact['S_PaulFrere']} m^2, {p['Cx']})\n"
            force = self.force(car + law, f"car_x' = {s['V']}")
            self.near(force[0], -exact["F_aero"])
            self.assertEqual(force[1:], [0, 0, 0, 0, 0])
        law = "use aero(car, 2 m^2, 0.3, 0.8, 0.1, 0.05, 0.02, 0.15, 2.5 m, [0, -6, 0] m/s)\n"
        vx, vy = 20, 6
        v = math.hypot(vx, vy)
        q = 1.225 / 2 * 2 * v
        # the car heads along y, so that the wind along -y blows against it
        turned = self.force(car + law, "car_1 = pi/2, car_y' = 20")
        self.near(turned[1], -1.225 / 2 * 2 * 26 * 26 * 0.3, 1e-9)
        force = self.force(car + law, "car_x' = 20")
        exact = [-q * 0.3 * vx, -q * 0.8 * vy, q * 0.1 * v, q * 2.5 * 0.15 * vy, q * 2.5 * 0.02 * v,
                 -q * 2.5 * 0.05 * vy]
        for one, other in zip(force, exact):
            self.near(one, other, 1e-9)

    def test_ackermann(self):
        """The vectors turn to the right: their right wheel is the inner one, our left."""
        for vector in vectors("002_bicycle_ackermann"):
            p, exact = vector["params"], vector["expected"]
            of = f"({exact['beta_bicycle']}, {p['L']} m, {p['h']} m)"
            self.near(self.value("ackermann_left" + of), exact["beta_right"])
            self.near(self.value("ackermann_right" + of), exact["beta_left"])
            self.near(self.value("ackermann_right(-" + of[1:]), -exact["beta_right"])
        self.near(self.value("ackermann_left(1.4, 2 m, 1.5 m)"), math.pi / 2 + math.atan2(
            1.5 / 4 * math.sin(1.4) - math.cos(1.4), math.sin(1.4)))

    def test_pitch_and_bounce(self):
        example = ROOT / "examples/pitch_bounce/pitch_bounce.bl"
        for vector in vectors("002_pitch_bounce"):
            exact = vector["expected"]
            values = ", ".join(f"{name} = {value}" for name, value in vector["params"].items())
            for other, of in (("theta", "bounce"), ("z", "pitch")):
                alone = self.modes(example, "--at", values, "--freeze", other)
                self.near(alone[0]["natural_rad_s"], exact[f"omega_{of}_uncoupled"])
            for k, mode in enumerate(self.modes(example, "--at", values), 1):
                self.near(mode["natural_rad_s"], exact[f"omega_n{k}"])
                self.near(mode["natural_Hz"], exact[f"omega_n{k}"] / (2 * math.pi))
                if f"Z_Theta_mode{k}" in exact:
                    ratio = mode["shape"]["z"][0] / mode["shape"]["theta"][0]
                    self.near(ratio, exact[f"Z_Theta_mode{k}"], 1e-9)


class Springs(Parts):
    def test_preload_bears_the_load(self):
        self.near(self.force(self.SLIDE + "use strut(a, 2 kN/m, preload = 300 N)\n", "z = 0.1 m")[0], -500)

    def test_bump_and_rebound(self):
        law = self.SLIDE + "use asymmetric_damper(a, 1.5 kN.s/m, 3 kN.s/m)\n"
        self.near(self.force(law, "z' = 0.2")[0], -300)
        self.near(self.force(law, "z' = -0.2")[0], 600)

    def test_tables(self):
        table = "table curve : (-1, -2000), (-0.2, -900), (0, 0), (0.3, 400), (1, 900)\n"
        law = table + self.SLIDE + "use damper_by_table(a, curve)\n"
        self.near(self.force(law, "z' = -0.6")[0], 1450)
        self.near(self.force(law, "z' = 0.15")[0], -200)
        law = table + self.SLIDE + "use leaf_spring(a, curve, 100 N, 0.1 m/s)\n"
        self.near(self.force(law, "z = 0.65 m, z' = -0.1 m/s")[0], -650 + 100 * math.tanh(1))

    def test_anti_roll_bar_4_9(self):
        law = self.SHAFTS + "use anti_roll_bar(a, b, 40)\n"
        self.assertEqual(self.force(law, "qa = 0.5, qb = 0.25"), [-10, 10])

    def test_bump_stop(self):
        law = self.SLIDE + "use bump_stop(a, 50 mm, 40 kN/m, 20 mm)\n"
        self.assertEqual(self.force(law, "z = 0.05"), [0])
        self.near(self.force(law, "z = 0.07")[0], -1600)
        self.near(self.force(law, "z = 0.06")[0], -500)

    def test_coilover(self):
        law = self.SLIDE + "use coilover(ground, a, 10 kN/m, 0.5 m, 200 N, 1 kN.s/m, 3 kN.s/m)\n"
        self.near(self.force(law, "z = 0.4, z' = -0.1")[0], 200 + 1000 + 100)
        self.near(self.force(law, "z = 0.4, z' = 0.1")[0], 200 + 1000 - 300)
        self.assertEqual(self.force(law, "z = 0, z' = 0.1"), [0])

    def test_ride_spring_on_a_moving_road(self):
        law = self.SLIDE + "use ride_spring(a, 10 kN/m, 1 kN.s/m, 0.1 m*sin(2*t), 500 N)\n"
        road, rate = 0.1 * math.sin(1), 0.2 * math.cos(1)
        self.near(self.force(law, "t = 0.5, z = 0.3, z' = 0.2")[0],
                  500 - 1e4 * (0.3 - road) - 1e3 * (0.2 - rate))

    def test_energies_agree_with_forces(self):
        text = """param k = 3000 N/m, h = 0.02 m
joint a : prismatic z (z) from ground
body A on a : mass 1 kg
joint b : prismatic z (w = 0.2 m) from a at [0.1, 0, 0.3] m
body B on b : mass 2 kg
joint c : revolute y (c) from ground at [1, 0, 0] m
body C on c : mass 1 kg, com [0.2, 0, 0.1] m, inertia diag(1, 1, 1) kg.m^2
use strut(b, k, preload = 10 N)
use anti_roll_bar(a, b, k)
use coilover(a, [0.2, 0, 0.3] m on c, k, 0.4 m, 30 N)
use ride_spring([0.3, 0.1, 0] m on c, k, preload = 5 N)
"""
        done = self.run_on(self.file(text), command="verify")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("statements hold", done.stdout)


class QuarterCar(Parts):
    TEXT = "use quarter_car(ground, {road}, 300 kg, 40 kg, 20 kN/m, {c} N.s/m, 180 kN/m{more}) as car\n"

    def test_modes(self):
        """w^4 - (k/ms + (k + kt)/mu) w^2 + k kt/(ms mu) = 0."""
        modes = self.modes(self.TEXT.format(road="0 m", c=0, more=""))
        ms, mu, k, kt = 300, 40, 2e4, 1.8e5
        half = (k / ms + (k + kt) / mu) / 2
        root = math.sqrt(half ** 2 - k * kt / (ms * mu))
        for mode, square in zip(modes, (half - root, half + root)):
            self.near(mode["natural_rad_s"], math.sqrt(square), 1e-10)

    def test_a_shaken_road(self):
        """The steady answer to a sine, by complex numbers."""
        w, ms, mu, k, c, kt = 12, 300, 40, 2e4, 1500, 1.8e5
        text = self.TEXT.format(road="10 mm*sin(12*t)", c=c, more="")
        rows = self.rows(self.file(text + "experiment e { time 0 .. 12 s, step 0.01 s, tolerance 1e-10 }\n"))
        link = k + 1j * w * c
        wheel = 0.01 * kt / (link + kt - mu * w ** 2 - link ** 2 / (link - ms * w ** 2))
        body = link * wheel / (link - ms * w ** 2)
        for t, z in list(zip(rows["t"], rows["car.chassis"]))[-50:]:
            self.assertAlmostEqual(z, (body * complex(math.cos(w * t), math.sin(w * t))).imag, delta=1e-8)

    def test_the_tyre_pulls_by_its_load_at_most(self):
        text = self.TEXT.format(road="0 m", c=0, more=", load = 3 kN")
        self.near(self.force(text, "car.chassis = 0.1 m")[0], -3000)
        self.near(self.force(text, "car.chassis = -0.1 m")[0], 18000)


class Loops(Parts):
    """Suspensions in a plane, by circles that meet."""
    WISHBONES = """use double_wishbone(ground, [0.1, {low}] m, [-0.1, {low}] m, [0, {ball}] m, [0.1, {up}] m,
    [-0.1, {up}] m, [0, {top}] m, [0.15, {low}] m, [0.15, {ball}] m, [0, 0.75, 0.3] m) as left
"""

    def sweep(self, text, drive):
        found = self.study(text, "sweep", "--drive", drive, "--steps", "8", "--as", "csv")
        table = list(csv.reader(io.StringIO(found)))
        names = [name.split(" [")[0] for name in table[0]]
        units = [name.split(" [")[1].rstrip("]") if " [" in name else "" for name in table[0]]
        for row in table[1:]:
            yield {name: float(cell) * (math.pi / 180 if unit == "deg" else 1)
                   for name, unit, cell in zip(names, units, row)}

    def test_parallel_arms_keep_the_camber(self):
        text = self.WISHBONES.format(low="0.35, 0.2", ball="0.7, 0.2", up="0.35, 0.5", top="0.7, 0.5")
        rows = list(self.sweep(text, "left.lower=-0.2..0.2"))
        self.assertEqual(len(rows), 9)
        for row in rows:
            a = row["left.lower"]
            self.assertAlmostEqual(row["left.wheel.camber"], 0, delta=1e-9)
            self.assertAlmostEqual(row["left.wheel.steer"], 0, delta=1e-9)
            self.assertAlmostEqual(row["left.wheel.travel"], 0.35 * math.sin(a), delta=1e-9)
            self.assertAlmostEqual(row["left.wheel.outward"], 0.35 * (math.cos(a) - 1), delta=1e-9)

    def test_camber_of_a_short_upper_arm(self):
        low, ball, up, top = (0.35, 0.2), (0.72, 0.18), (0.42, 0.5), (0.68, 0.52)
        place = lambda p: f"{p[0]}, {p[1]}"
        text = self.WISHBONES.format(low=place(low), ball=place(ball), up=place(up), top=place(top))
        for row in self.sweep(text, "left.lower=-0.2..0.2"):
            a, e = row["left.lower"], (ball[0] - low[0], ball[1] - low[1])
            b = (low[0] + e[0] * math.cos(a) - e[1] * math.sin(a), low[1] + e[0] * math.sin(a) + e[1] * math.cos(a))
            t = meet(b, math.dist(ball, top), up, math.dist(up, top), top)
            lean = math.atan2(t[1] - b[1], t[0] - b[0]) - math.atan2(top[1] - ball[1], top[0] - ball[0])
            self.assertAlmostEqual(row["left.wheel.camber"], -lean, delta=1e-9)
            c = (0.75 - ball[0], 0.3 - ball[1])
            y = b[0] + c[0] * math.cos(lean) - c[1] * math.sin(lean)
            self.assertAlmostEqual(row["left.wheel.outward"], y - 0.75, delta=1e-9)

    def test_mirrored_wheel(self):
        """A right wheel has the same camber, and steers the other way."""
        points = ["[0.15, {}0.35, 0.2]", "[-0.2, {}0.35, 0.21]", "[0, {}0.72, 0.18]", "[0.12, {}0.42, 0.5]",
                  "[-0.15, {}0.42, 0.48]", "[-0.02, {}0.68, 0.52]", "[0.12, {}0.36, 0.25]",
                  "[0.13, {}0.7, 0.25]", "[0, {}0.75, 0.3]"]
        text = lambda sign: (f"use double_wishbone(ground, {', '.join(p.format(sign) + ' m' for p in points)}) "
                             "as w\n")
        left = list(self.sweep(text(""), "w.lower=-0.1..0.1"))
        right = list(self.sweep(text("-"), "w.lower=-0.1..0.1"))
        for one, other in zip(left, right[::-1]):
            for name, sign in (("travel", 1), ("outward", 1), ("camber", 1), ("steer", -1)):
                self.assertAlmostEqual(one[f"w.wheel.{name}"], sign * other[f"w.wheel.{name}"], delta=1e-9)
        self.assertGreater(abs(left[0]["w.wheel.steer"]), 1e-4)

    def test_mcpherson(self):
        """The strut slides along the line from the ball to the top: that line's angle is the camber."""
        ball, top = (0.7, 0.2), (0.55, 0.85)
        text = """use mcpherson(ground, [0.1, 0.35, 0.22] m, [-0.1, 0.35, 0.22] m, [0, 0.7, 0.2] m, [0, 0.7, 0.2] m,
    [0, 0.55, 0.85] m, [0.12, 0.35, 0.22] m, [0.12, 0.7, 0.2] m, [0, 0.75, 0.3] m) as left
"""
        for row in self.sweep(text, "left.arm=-0.2..0.2"):
            a = row["left.arm"]
            b = (0.35 + 0.35 * math.cos(a) + 0.02 * math.sin(a), 0.22 + 0.35 * math.sin(a) - 0.02 * math.cos(a))
            lean = math.atan2(top[1] - b[1], top[0] - b[0]) - math.atan2(top[1] - ball[1], top[0] - ball[0])
            self.assertAlmostEqual(row["left.wheel.camber"], -lean, delta=1e-9)
            self.assertAlmostEqual(row["left.wheel.steer"], 0, delta=1e-9)

    def test_a_rack_steers(self):
        text = """joint rack : prismatic y (y) from ground
use mcpherson(ground, [0.1, 0.35, 0.2] m, [-0.1, 0.35, 0.2] m, [0, 0.7, 0.2] m, [0, 0.7, 0.2] m, [0, 0.7, 0.9] m,
    [-0.12, 0.35, 0.2] m, [-0.12, 0.7, 0.2] m, [0, 0.75, 0.3] m, rack) as left
"""
        self.assertIn("true mobility 2: the equations are independent", self.run_on(self.file(text), command="check").stdout)
        found = self.study(text, "sweep", "--drive", "y=0..0.02", "--freeze", "left.arm", "--steps", "4", "--as", "csv")
        table = list(csv.DictReader(io.StringIO(found)))
        steer = float(table[-1][next(name for name in table[0] if "steer" in name)])
        # circle of the tie rod's end about the strut's axis
        self.assertAlmostEqual(0.35 ** 2, (0.7 - 0.12 * math.sin(steer) - 0.37) ** 2
                               + (0.12 * (1 - math.cos(steer))) ** 2, delta=1e-9)

    def test_the_loop_moves_and_its_balance_closes(self):
        self.closes(ROOT / "examples/double_wishbone/double_wishbone.bl")


def meet(p, r, q, s, near):
    """Where the circles (p, r) and (q, s) meet, next to `near`."""
    d = math.dist(p, q)
    along = (r * r - s * s + d * d) / (2 * d)
    aside = math.sqrt(r * r - along * along)
    u = ((q[0] - p[0]) / d, (q[1] - p[1]) / d)
    both = [(p[0] + along * u[0] - sign * aside * u[1], p[1] + along * u[1] + sign * aside * u[0])
            for sign in (1, -1)]
    return min(both, key=lambda point: math.dist(point, near))


class Drives(Parts):
    def test_rack_and_pinion(self):
        text = """joint pinion : revolute x (q) from ground
body P on pinion : mass 1 kg, inertia diag(0.01, 1, 1) kg.m^2
joint rack : prismatic y (y) from ground
body R on rack : mass 3 kg
use rack_and_pinion(pinion, rack, 20 mm)
"""
        qdd = self.at(text, "tau[q] = 2 N.m", "qdd")["qdd"]
        self.near(qdd[0], 2 / (0.01 + 3 * 0.02 ** 2), 1e-10)
        self.near(qdd[1], 0.02 * qdd[0], 1e-10)

    def test_rear_wheels_turn_with_the_front(self):
        text = self.SHAFTS + "use rear_steering(a, b, -0.3)\n"
        qdd = self.at(text, "tau[qa] = 2 N.m", "qdd")["qdd"]
        self.near(qdd[0], 2 / (2 + 3 * 0.09), 1e-10)

    def test_engines(self):
        table = "table full : (0, 100), (200, 180), (500, 150)\n"
        law = self.SHAFTS + table + "use engine(a, full, 0.5, 4)\n"
        self.near(self.force(law, "qa' = 25")[0], 4 * 0.5 * 140)
        (self.folder / "map.csv").write_text("speed,0,200,500\n0,-10,-20,-50\n1,100,180,150\n")
        law = self.SHAFTS + 'table map "map.csv" grid\ninput u\nuse engine_by_map(a, map, u, 4)\n'
        self.near(self.force(law, "qa' = 25, u = 0.25")[0], 4 * (0.75 * -15 + 0.25 * 140))

    def test_clutch_pulls_along(self):
        """From rest to a common speed: momentum; then they speed up as one."""
        text = self.SHAFTS + """torque drive on a = 6 N.m
use clutch(a, b, 50 N.m, 0.01 rad/s, 2)
experiment e { time 0 .. 2 s, step 0.1 s, tolerance 1e-10, start qa' = 40 rad/s }
"""
        rows = self.rows(self.file(text))
        one = [w - 2 * v for w, v in zip(rows["qa'"], rows["qb'"])]
        self.assertAlmostEqual(one[0], 40)
        slip = 0.01 * math.atanh(6 * 3 / (3 + 4 * 2) / 50)
        self.assertAlmostEqual(one[-1], slip, delta=1e-6)
        # each has taken part of 2 (momentum of a) + (momentum of b)
        self.assertAlmostEqual(2 * 2 * rows["qa'"][-1] + 3 * rows["qb'"][-1], 2 * 2 * 40 + 2 * 6 * 2, delta=1e-4)

    def test_differential_shares_equally(self):
        text = """joint s : revolute x (qs) from ground
body S on s : mass 1 kg, inertia diag(0.5, 1, 1) kg.m^2
""" + self.SHAFTS + "use differential(s, a, b, 4)\n"
        qdd = self.at(text, "tau[qs] = 10 N.m", "qdd")["qdd"]
        shaft, one, other = qdd
        self.near(2 * one, 3 * other, 1e-10)
        self.near(2 * one, 4 / 2 * (10 - 0.5 * shaft), 1e-10)
        self.near(shaft, 4 * (one + other) / 2, 1e-10)

    def test_limited_slip(self):
        law = self.SHAFTS + "use limited_slip(a, b, 3, 40, 0.5)\n"
        one, other = self.force(law, "qa' = 2, qb' = 1.75")
        self.near(one, -3 * 0.25 - 40 * math.tanh(0.5))
        self.near(other, -one)

    def test_brake_stops_and_holds_on_a_slope(self):
        """A load of 30 N.m: held by 100 N.m without creeping, at s = 0.3; slips over 20 N.m."""
        text = """param strength = 100 N.m
joint a : revolute y (q) from ground
body A on a : mass 1 kg, inertia diag(1, 2, 1) kg.m^2
torque slope on a = 30 N.m
use brake(a, strength) as brake
experiment e { time 0 .. 6 s, step 0.01 s, start q' = 20 rad/s, tolerance 1e-10 }
"""
        rows = self.rows(self.file(text))
        stop = next(t for t, w in zip(rows["t"], rows["q'"]) if w < 0.02)
        self.assertAlmostEqual(stop, 2 * 20 / (100 - 30), delta=0.02)
        self.assertAlmostEqual(rows["brake.s"][-1], 0.3, delta=1e-6)
        late = [q for t, q in zip(rows["t"], rows["q"]) if t > 3]
        self.assertLess(max(late) - min(late), 1e-5)
        self.closes(self.folder / "m.bl")
        rows = self.rows(self.folder / "m.bl", "--set", "strength = 20 N.m")
        self.assertAlmostEqual(rows["q'"][-1], 20 + (30 - 20) / 2 * 6, delta=0.01)

    def test_a_brake_without_strength_is_none(self):
        text = self.SHAFTS + "use brake(a, 0 N.m)\n"
        self.assertEqual(self.force(text, "qa' = 3"), [0, 0])

    def test_gearbox_through_its_gears(self):
        path = ROOT / "examples/gearbox/gearbox.bl"
        rows = self.rows(path)
        ratio = {1: 14.2, 2: 8.1, 3: 5.4, 4: 4, 5: 3.2}
        gears = [round(gear) for gear in rows["box.gear"]]
        self.assertEqual(sorted(set(gears)), [1, 2, 3, 4, 5])
        self.assertEqual(gears, sorted(gears))
        for k in range(1, len(gears)):
            if gears[k] != gears[k - 1]:
                speeds = rows["x'"][k - 1] / 0.3 * ratio[gears[k - 1]], rows["x'"][k] / 0.3 * ratio[gears[k - 1]]
                self.assertLess(speeds[0], 550)
                self.assertGreater(speeds[1], 549)
        # in fourth gear the clutch has closed: engine, drag and rolling, by hand
        k = max(i for i, gear in enumerate(gears) if gear == 4) - 20
        v, n = rows["x'"][k], 4 / 0.3
        torque = 190 + (rows["crank'"][k] - 350) * (160 - 190) / 200 - 0.02 * rows["crank'"][k]
        area = 1.6 + 0.00056 * (1300 - 765)
        force = n * torque - 1.225 / 2 * area * 0.32 * v * v - 0.012 * 1300 * 9.81
        mass = 1300 + 80 + 20 + 3 / 0.09 + 0.15 * n * n
        a = (rows["x'"][k + 1] - rows["x'"][k - 1]) / (rows["t"][k + 1] - rows["t"][k - 1])
        self.near(a, force / mass, 1e-3)
        self.closes(path)

    def test_it_shifts_down_uphill(self):
        rows = self.rows(ROOT / "examples/gearbox/gearbox.bl", "--set", "slope = 0.3, x' = 25 m/s, wheels' = 250/3, "
                         "crank' = 450, box.gear = 3")
        self.assertIn(2, [round(gear) for gear in rows["box.gear"]])


class Cables(Parts):
    def test_a_cable_does_not_push(self):
        law = self.SLIDE + "use cable(ground, a, 5 kN/m, 2 m, 0.1 s/m)\n"
        self.assertEqual(self.force(law, "z = 1.9, z' = 3"), [0])
        self.near(self.force(law, "z = -2.1, z' = -3")[0], 5000 * 0.1 * 1.3)
        self.assertEqual(self.force(law, "z = 2.1, z' = -20"), [0])

    def test_jumping_on_a_cable(self):
        """Free fall over 2 m, then half a swing: the lowest point by energy, and back to where it began."""
        text = "gravity [0, 0, -10] m/s^2\n" + self.SLIDE + """use cable(ground, a, 500 N/m, 2 m)
experiment e { time 0 .. 1.5 s, step 1 ms, tolerance 1e-10 }
"""
        rows = self.rows(self.file(text))
        # 10 (2 + x) = 250 x^2
        x = (10 + math.sqrt(100 + 4 * 250 * 20)) / 500
        self.assertAlmostEqual(min(rows["z"]), -2 - x, delta=1e-5)
        w, v = math.sqrt(500), math.sqrt(40)
        swing = 2 * (math.pi / 2 + math.atan(10 / w / v)) / w
        top = max(zip(rows["z"][900:], rows["t"][900:]))
        self.assertAlmostEqual(top[1], 2 * math.sqrt(0.4) + swing, delta=2e-3)

    def test_belt(self):
        """Two taut strands: w^2 = 2 k (r^2/J + R^2/K); a slack one leaves half."""
        law = self.SHAFTS + "use belt(a, b, 0.1 m, 0.3 m, 1 kN/m, {} N)\n"
        w = math.sqrt(2 * 1000 * (0.01 / 2 + 0.09 / 3))
        self.near(self.modes(law.format(50))[0]["natural_rad_s"], w, 1e-9)
        taut = self.force(law.format(50), "qa = 0.1")
        self.near(taut[0], -0.1 * 2 * 1000 * 0.01)
        self.near(taut[1], 0.3 * 2 * 1000 * 0.01)
        slack = self.force(law.format(5), "qa = 0.1")
        self.near(slack[0], -0.1 * (5 + 1000 * 0.01))

    def test_winch_holds_the_weight(self):
        path = ROOT / "examples/overhead_crane/overhead_crane.bl"
        rows = self.rows(path)
        self.assertAlmostEqual(rows["hoist.load"][-1], -500 * 9.81 * 0.2, delta=2)
        self.assertAlmostEqual(rows["load_z"][-1], -(6 - 10 * 0.2 + 500 * 9.81 / 4e5), delta=0.02)
        self.assertLess(max(map(abs, rows["swing"][-100:])), 0.01)
        self.closes(path)

    def test_what_the_library_abbreviates_is_recorded_and_converted(self):
        text = self.SLIDE + """use cable(ground, a, 500 N/m, 2 m, 0.1 s/m) as rope
let place = position(a)
experiment e { time 0 .. 1 s, step 0.1 s, start z = 2.2 m, record rope.tension, place, rope.pull, z' }
"""
        path = self.file(text)
        rows = self.rows(path)
        self.near(rows["rope.tension"][0], 100)
        written = self.run_on(path, "--to", "bl", command="convert").stdout
        again = self.rows(self.file(written))  # headings with commas are in quotes
        self.assertIn("rope.pull.z", again)
        self.assertTrue(any("max(" in name for name in again))
        self.near(again["z'"][-1], rows["z'"][-1], 1e-5)
        done = self.run_on(self.folder / "m.bl", "-o", self.folder / "rows.csv")
        self.assertEqual(done.returncode, 0, done.stderr)
        table = list(csv.reader((self.folder / "rows.csv").read_text().splitlines()))
        self.assertEqual(len({len(row) for row in table}), 1)

    def test_stribeck(self):
        law = self.SHAFTS + "use stribeck(a, 8, 5, 0.2, 0.01, 0.5)\n"
        for w in (0.05, 0.2, -1):
            exact = (5 + 3 * math.exp(-(w / 0.2) ** 2)) * math.tanh(w / 0.01) + 0.5 * w
            self.near(self.force(law, f"qa' = {w}")[0], -exact)


class Drivers(Parts):
    CAR = """mechanism car
param L = 2.5 m, v0 = {v} m/s, js = 1 kg.m^2
coord x, y{start}, psi, delta
frame car   from ground : TX(x), TY(y), RZ(psi)
frame axle  from car : TX(L)
frame front from axle : RZ(delta)
body car on car : mass 1000 kg, com [1, 0, 0] m, inertia diag(0, 0, 1500) kg.m^2
constraint rear_rolls  : velocity(car) in car . [0, 1, 0] = 0
constraint front_rolls : velocity(front) in front . [0, 1, 0] = 0
torque motor on delta = -js*delta''
{driver}
torque servo on delta = 1e4 N.m*(driver.steer - delta) - 200 N.m.s*delta'
let v = velocity(front) in front . [1, 0, 0]
force hold at front = [1e5 N.s/m*(v0 - v), 0, 0] in front
output track = double_lane_change(x)
experiment e {{ time 0 .. {end} s, step 0.05 s, tolerance 1e-8, start x' = v0 }}
"""

    def test_cruise_is_a_second_order_filter(self):
        """m v'' + kp v' + ki v = ki wanted + kp wanted', below its limits."""
        text = """joint a : prismatic x (x) from ground
body A on a : mass 10 kg
use cruise(x', 2 m/s, 6 N.s/m, 0.9 N/m, -1 kN, 1 kN) as pilot
torque drive on a = pilot.throttle
experiment e { time 0 .. 20 s, step 0.5 s, tolerance 1e-11 }
"""
        rows = self.rows(self.file(text))
        for t, v in zip(rows["t"], rows["x'"]):  # a double root of 10 s^2 + 6 s + 0.9 at -0.3
            self.assertAlmostEqual(v, 2 + (-2 + (1.2 - 0.6) * t) * math.exp(-0.3 * t), delta=1e-7)

    def test_cruise_does_not_wind_up(self):
        text = """joint a : prismatic x (x) from ground
body A on a : mass 10 kg
use cruise(x', 20 m/s, 6 N.s/m, 0.9 N/m, -5 N, 5 N) as pilot
torque drive on a = pilot.throttle
experiment e { time 0 .. 80 s, step 0.5 s }
"""
        rows = self.rows(self.file(text))
        self.assertLess(max(rows["x'"]), 20.9)
        self.assertAlmostEqual(rows["x'"][-1], 20, delta=1e-3)

    def test_pure_pursuit_drives_on_a_circle_through_the_goal(self):
        for x, y, psi in ((0, 0, 0), (3, 1, 0.3), (20, -1, -0.2), (60, 4, 0.1)):
            text = self.CAR.format(v=5, end=1, start="",
                                   driver="use pure_pursuit(car, double_lane_change, 9 m, L) as driver\n"
                                   "output steer = driver.steer\noutput goal = double_lane_change(x + 9 m)")
            out = self.at(text, f"x = {x}, y = {y}, psi = {psi}", "out:steer,out:goal")
            goal, turn = (x + 9, out["out:goal"]), math.tan(out["out:steer"]) / 2.5
            # the circle through (x, y) along psi: turn*(r . r)/2 = r . left
            r = (goal[0] - x, goal[1] - y)
            aside = -r[0] * math.sin(psi) + r[1] * math.cos(psi)
            self.assertAlmostEqual(turn * (r[0] ** 2 + r[1] ** 2) / 2, aside, delta=1e-9)

    def test_stanley_comes_to_a_line(self):
        """Of a front wheel that turns at once, e' = -k e/sqrt(1 + (k e/v)^2) (Hoffmann and others, 2007)."""
        driver = "let line(x) = 1 m + 0*x\nuse stanley(axle, line, 0.8 s^-1, 0 m/s) as driver"
        rows = self.rows(self.file(self.CAR.format(v=6, end=6, start=" = 3 m", driver=driver)))
        e = [y + 2.5 * math.sin(psi) - 1 for y, psi in zip(rows["y"], rows["psi"])]
        first = lambda u: math.sqrt(1 + u * u) + math.log(u / (1 + math.sqrt(1 + u * u)))
        for k in range(20, len(e), 10):
            passed = first(0.8 * e[10] / 6) - first(0.8 * e[k] / 6)
            self.assertAlmostEqual(passed, 0.8 * (rows["t"][k] - rows["t"][10]), delta=0.03)

    def test_lane_change_stays_between_its_cones(self):
        """ISO 3888-1 for a car 1.8 m wide: widths 1.1 b + 0.25, 1.2 b + 0.25, 1.3 b + 0.25."""
        drivers = {"preview": "use preview_driver(car, double_lane_change, 0.5 s, 0.12 m^-1, 0.05 s) as driver",
                   "stanley": "use stanley(axle, double_lane_change, 2 s^-1) as driver",
                   "pursuit": "use pure_pursuit(car, double_lane_change, 6 m, L) as driver"}
        for name, driver in drivers.items():
            rows = self.rows(self.file(self.CAR.format(v=10, end=13, start="", driver=driver)))
            self.assertGreater(rows["x"][-1], 120)
            for x, y in zip(rows["x"], rows["y"]):
                lanes = ((0, 15, 0, 1.1), (45, 70, 3.5, 1.2), (95, 125, 0, 1.3))
                for begin, end, middle, wide in lanes:
                    if begin <= x <= end:
                        room = (wide * 1.8 + 0.25 - 1.8) / 2
                        self.assertLess(abs(y - middle), room, f"{name} at {x}")

    def test_the_path_is_smooth(self):
        places = [0, 15, 20, 30, 45, 70, 82.5, 95, 200]
        values = [self.value(f"double_lane_change({x} m)") for x in places]
        for value, exact in zip(values, [0, 0, None, 1.75, 3.5, 3.5, 1.75, 0, 0]):
            if exact is not None:
                self.assertAlmostEqual(value, exact, delta=1e-12)
        u = 5 / 30
        self.assertAlmostEqual(values[2], 3.5 * (10 * u ** 3 - 15 * u ** 4 + 6 * u ** 5), delta=1e-12)
        for x in (15, 45, 70, 95):
            self.assertAlmostEqual(self.value("double_lane_change'(15 m)"), 0, delta=1e-12, msg=str(x))


class Examples(Parts):
    def test_quarter_car_over_a_bump(self):
        path = ROOT / "examples/quarter_car/quarter_car.bl"
        rows = self.rows(path)
        self.assertAlmostEqual(max(rows["height"]), 0.06, delta=1e-4)
        self.assertGreater(max(rows["car.chassis"]), 0.01)
        # where the tyre has left the road it hangs lower than its static deflection
        self.assertLess(min(rows["car.deflection"]), -340 * 9.81 / 1.8e5)
        self.closes(path, 5e-6)

    def test_balances(self):
        for name in ("pitch_bounce", "excavator", "truck_two_trailers", "differential_drive"):
            self.closes(ROOT / f"examples/{name}/{name}.bl", 5e-6)

    def test_excavator_keeps_its_pins_together(self):
        """The rods by the cosine rule: the distance of the pins, with the boom where it is."""
        path = ROOT / "examples/excavator/excavator.bl"
        text = path.read_text().replace("record position(tip)", "record boom, lift.rod, position(tip)")
        rows = self.rows(self.file(text))
        reach, base = (2, 1.7), (0.6, -0.2)
        for a, rod in zip(rows["boom"], rows["lift.rod"]):
            eye = (reach[0] * math.cos(a) + reach[1] * math.sin(a), -reach[0] * math.sin(a) + reach[1] * math.cos(a))
            self.assertAlmostEqual(math.dist(eye, base), math.dist(reach, base) + rod, delta=1e-6)
        self.assertAlmostEqual(rows["lift.rod"][-1], 0.3, delta=5e-3)
        self.assertGreater(rows["position(tip).z"][-1], rows["position(tip).z"][0] + 1)

    def test_one_wheel_on_ice(self):
        """Both wheels get the same torque: m x'' = 2 (ice) + J/r (what the icy wheel speeds up by more)."""
        path = ROOT / "examples/limited_slip/limited_slip.bl"
        rows = self.rows(path, "open")
        rate = lambda name, k: (rows[name][k + 1] - rows[name][k - 1]) / 0.02
        for k in range(50, 400, 50):
            force = 2 * 0.1 * 3000 + 0.9 / 0.3 * (rate("right'", k) - rate("left'", k))
            self.near(rate("x'", k), force / (600 + 5 + 20 + 20), 1e-3)
        locked = self.rows(path, "locking")
        self.assertLess(max(abs(a - b) for a, b in zip(locked["left'"], locked["right'"])), 0.2)
        self.assertGreater(locked["x'"][-1], 1.8 * rows["x'"][-1])

    def test_steering_rack(self):
        """The tie rods keep their lengths; hand to the left, wheels to the left, the left one more."""
        path = ROOT / "examples/steering_rack/steering_rack.bl"
        rows = self.rows(path)
        for y, left, right in zip(rows["y"], rows["left.pivot"], rows["right.pivot"]):
            for side, a in ((1, left), (-1, right)):
                arm = (-0.13, -0.06 * side)
                end = (arm[0] * math.cos(a) - arm[1] * math.sin(a),
                       0.72 * side + arm[0] * math.sin(a) + arm[1] * math.cos(a))
                self.assertAlmostEqual(math.dist(end, (-0.16, y + 0.35 * side)), math.hypot(0.03, 0.31), delta=1e-8)
        self.assertGreater(rows["left.pivot"][-1], rows["right.pivot"][-1])
        self.assertGreater(rows["right.pivot"][-1], 0.1)
        self.closes(path)

    def test_a_trailer_backs_around_a_bend(self):
        rows = self.rows(ROOT / "examples/tractor_trailer_backing/tractor_trailer_backing.bl", "aside")
        self.assertLess(max(map(abs, rows["offset"][200:])), 0.7)
        self.assertLess(abs(rows["offset"][-1]), 5e-3)

    def test_trailers_cut_the_corner(self):
        """On a steady circle each axle is nearer to the centre: r^2 + hitch^2 - l^2."""
        text = (ROOT / "examples/truck_two_trailers/truck_two_trailers.bl").read_text()
        begin, end = text.index("let steer"), text.index("coord x")
        text = text[:begin] + "let steer = 0.2 rad\n" + text[end:]
        rows = self.rows(self.file(text), "--until", "60 s", "--set", "yaw' = 3*tan(0.2)/4, fold[2] = -0.28, fold[3] = -0.28")
        radius = 4 / math.tan(0.2)
        last = math.sqrt(radius ** 2 + 2 * (1 - 25))
        yaw = rows["yaw"][-1]
        centre = (rows["truck.x"][-1] - radius * math.sin(yaw), rows["truck.y"][-1] + radius * math.cos(yaw))
        self.assertAlmostEqual(math.dist(centre, (rows["last.x"][-1], rows["last.y"][-1])), last, delta=1e-4)
        rows = self.rows(ROOT / "examples/truck_two_trailers/truck_two_trailers.bl")
        self.assertAlmostEqual(rows["yaw"][-1], math.pi / 2, delta=0.01)

    def rates(self, name, *words):
        modes = self.modes(ROOT / f"examples/{name}/{name}.bl", *words)
        return sorted((mode["eigenvalue"][0] for mode in modes), key=abs)

    def test_time_constants_of_a_robot(self):
        for vector in vectors("000_mobile_robot"):
            exact = vector["expected"]["motor"]
            values = ", ".join(f"{name} = {value}" for name, value in vector["params"].items())
            found = self.rates("mobile_robot_motors", "--at", values)
            wanted = sorted((-1 / exact["tau_v"], -1 / exact["tau_Omega"]), key=abs)
            for one, other in zip(found, wanted):
                self.near(one, other, 1e-9)

    def test_differential_drive(self):
        """L m s^2 + R m s + 2 n k kv/r = 0 forward, and the like for the turn."""
        m, J0, a, b, r, mw, Jw, R, L, k, n, Jm, kv, kw = (30, 1.2, 0.05, 0.2, 0.08, 1.5, 0.006, 0.8, 5e-4, 0.03, 20,
                                                          2e-5, 40, 6)
        spin = 2 * (Jw + n * n * Jm) / r ** 2
        forward = m + 2 * mw + spin
        turn = J0 + m * a * a + 2 * mw * b * b + Jw + spin * b * b
        wanted = []
        for inertia, gain in ((forward, 2 * n * k * kv / r), (turn, 2 * n * k * kw * b / r)):
            root = math.sqrt((R / L) ** 2 - 4 * gain / (L * inertia))
            wanted += [(-R / L + root) / 2, (-R / L - root) / 2]
        found = self.rates("differential_drive")
        self.assertEqual(len(found), 4)
        for one, other in zip(found, sorted(wanted, key=abs)):
            self.near(one, other, 1e-8)


class Anywhere(Parts):
    MODEL = """mechanism all
param k = 1e4 N/m
joint car : free from ground
body car on car : mass 1000 kg, inertia diag(300, 1500, 1600) kg.m^2
joint a : prismatic z (a) from car
body A on a : mass 30 kg
joint b : prismatic z (b) from car at [0, 1, 0] m
body B on b : mass 30 kg
joint e : revolute y (e) from car
body E on e : mass 5 kg, inertia diag(1, 1, 1) kg.m^2
joint f : revolute y (f) from car
body F on f : mass 5 kg, inertia diag(1, 1, 1) kg.m^2
table curve : (-1, -2000), (0, 0), (1, 900)
use strut(a, k, 1 kN.s/m, 10 N)
use asymmetric_damper(b, 1 kN.s/m, 2 kN.s/m)
use damper_by_table(a, curve)
use leaf_spring(b, curve, 100 N, 0.01 m/s)
use coilover(a, b, k, 0.3 m, 100 N, 1 kN.s/m)
use coilover(a, car, k, 0.3 m, 100 N, 1 kN.s/m)
use anti_roll_bar(a, b, k)
use bump_stop(a, 0.05 m, k, 0.02 m)
use ride_spring(b, k, 1 kN.s/m)
use steering_column(e, 0.1 rad, 100 N.m, 1 N.m.s, 15)
use engine(e, curve, 0.5)
use clutch(e, f, 200 N.m, 0.1 rad/s, 3)
use limited_slip(e, f, 1, 100, 0.1)
use brake(f, 500 N.m)
use rolling_torque(f, 0.3 m, 10 N, 20 N)
use aero(car, 2 m^2, 0.3, 0.8, 0.1, 0.05, 0.02, 0.1, 2.5 m, [1, 2, 0] m/s)
use straight_drag(a, 2 m^2, 0.3)
use stribeck(e, 3, 2, 0.1, 0.01, 0.1)
use cable(ground, car, k, 1 m, 0.1 s/m)
use winch(e, car, b, 0.1 m, k, 1 m, 0.1 s/m)
use belt(e, f, 0.1 m, 0.2 m, k, 100 N, 0.1 s/m)
use stanley(car, double_lane_change, 1 s^-1) as stanley
use pure_pursuit(car, double_lane_change, 8 m, 2.5 m) as pursuit
use preview_driver(car, double_lane_change, 1 s, 0.1 m^-1) as driver
use cruise(car_x', 10 m/s, 0.1 s/m, 0.02 m^-1) as pilot
output steers = [stanley.steer, pursuit.steer, pilot.throttle]
"""

    def test_every_law_is_finite(self):
        """100 000 states: at random over many sizes, and with zeros everywhere."""
        random.seed(7)
        names = "car_x car_y car_z car_1 car_2 car_3 a b e f".split()
        columns = names + [name + "'" for name in names] + ["brake1.s", "driver.steer", "pilot.integral"]
        table, count = array.array("d"), 100000
        sizes = [0, 1e-12, 1e-3, 0.1, 1, 10, 1000]
        for _ in range(count):
            size = random.choice(sizes)
            table.extend(random.choice((0, size)) * random.uniform(-1, 1) for _ in columns)
        head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({count}, {len(columns)}), }}".ljust(117) + "\n"
        (self.folder / "states.npy").write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) +
                                                 head.encode() + table.tobytes())
        done = self.run_on(self.file(self.MODEL), "--states", self.folder / "states.npy", "--columns", ", ".join(columns),
                           "--what", "Qe,sd,V,out:steers", "-o", self.folder / "result.npy", command="eval")
        self.assertEqual(done.returncode, 0, done.stderr[:2000])
        data = (self.folder / "result.npy").read_bytes()
        result = array.array("d", data[10 + struct.unpack("<H", data[8:10])[0]:])
        self.assertEqual(len(result), count * (10 + 3 + 1 + 3))
        self.assertTrue(all(map(math.isfinite, result)))


class Mistakes(Parts):
    def refused(self, text, says):
        done = self.run_on(self.file(text), command="check")
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn(says, done.stderr)

    def test_what_is_missing(self):
        self.refused(self.SLIDE + "use strut(a)\n", "3:5: error: ")
        self.refused(self.SLIDE + "use damper_by_table(a, 3)\n", "3:5: error: ")
        self.refused(self.SLIDE + "use bump_stop(a, 1 kg, 3 N/m, 1 m)\n", "3:5: error: ")
        self.refused(self.SLIDE + "use anti_roll_bar(a, c, 3 N/m)\n", "unknown")
        self.refused(self.SLIDE + "use double_wishbone(ground, [0, 1, 0] m)\n", "3:5: error: ")


if __name__ == "__main__":
    unittest.main()
