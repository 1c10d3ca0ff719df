#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Roads and tyres of the library, against published points, closed forms and statics."""
import csv
import io
import json
import math
import random
import re
import struct
import unittest

from moving import ROOT, Moving

POINTS = json.loads((ROOT / "tests/data/tyre_models.json").read_text())
FORCE_LAWS = json.loads((ROOT / "tests/data/002_force_laws.json").read_text())
CAR = json.loads((ROOT / "tests/data/single_track_car.json").read_text())
BICYCLES = json.loads((ROOT / "tests/data/002_bicycle_ackermann.json").read_text())
RADIUS, STIFFNESS = 0.3, 200e3

RIG = """mechanism rig
{head}
joint slide : free (x, y, z, yaw, pitch, roll) from ground
joint wheel : revolute y (phi) from slide
body W on wheel : mass 10 kg, inertia diag(1, 1, 1) kg.m^2
{tyre}
output Fx = tyre.Fx
output Fy = tyre.Fy
output Fz = tyre.Fz
output Mz = tyre.Mz
"""
SHAPE = "0.3 m, 200 kN/m, 500 N.s/m"
LINEAR = f"use linear_tyre(wheel, {{road}}, {SHAPE}, 60 kN, 50 kN/rad, friction_x = 1.1, friction_y = 0.9, " \
         "resistance = 0.01) as tyre"
BRUSH = f"use brush_tyre(wheel, {{road}}, {SHAPE}, 60 kN, 80 kN/rad, friction = 0.9, half_length = 0.1 m) as tyre"
MAGIC = f"use magic_tyre(wheel, {{road}}, {SHAPE}) as tyre"
PAC = "use pac2002(wheel, {road}, 0.3 m, 200 kN/m, 500 N.s/m) from \"sedan.tir\" as tyre"


def npy(rows):
    """A table in NumPy's format."""
    shape = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}"
    head = shape + " " * (-(len(shape) + 11) % 64) + "\n"
    flat = [value for row in rows for value in row]
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode() + struct.pack(f"<{len(flat)}d", *flat)


class Tyre(Moving):
    def rig(self, tyre, head="", road="flat", more=()):
        values = {**POINTS["pac2002"]["parameters"], **dict(more)}
        lines = "".join(f"{name} = {value!r}  $ a comment\n" for name, value in values.items())
        (self.folder / "sedan.tir").write_text("[MODEL]\nPROPERTY_FILE_FORMAT = 'PAC2002'\n" + lines)
        return self.file(RIG.format(tyre=tyre.format(road=road), head=head))

    def evaluated(self, path, columns, states, what):
        """Rows of numbers, a column for each component."""
        (self.folder / "states.npy").write_bytes(npy(states))
        done = self.run_on(path, "--states", self.folder / "states.npy", "--columns", ", ".join(columns),
                           "--what", what, command="eval")
        self.assertEqual(done.returncode, 0, done.stderr)
        return [[float(x) for x in row] for row in list(csv.reader(io.StringIO(done.stdout)))[1:]]

    def close(self, got, wanted, tolerance=1e-9):
        self.assertLessEqual(abs(got - wanted), tolerance * max(1, abs(wanted)), (got, wanted))

    def at_slips(self, path, points):
        """Fx, Fy, Fz, Mz at points (load, slip, angle, camber)."""
        states = [[(RADIUS - load / STIFFNESS) * math.cos(camber), camber, slip, math.tan(angle)]
                  for load, slip, angle, camber in points]
        return self.evaluated(path, ["z", "roll", "tyre.run.slip", "tyre.run.drift"], states,
                              "out:Fx,out:Fy,out:Fz,out:Mz")


class Points(Tyre):
    """At rest the states are the slips."""

    def test_magic_formula_of_1987(self):
        path, points = self.rig(MAGIC), POINTS["magic_formula_1987_89"]["points"]
        for name, column, unit, sign in (("Fy", 1, "N", -1), ("Mz", 3, "Nm", -1), ("Fx", 0, "N", 1)):
            at = [(p["Fz_kN"] * 1e3, p.get("kappa_pct", 0) / 100, math.radians(p.get("alpha_deg", 0)), 0)
                  for p in points[name]]
            for row, point in zip(self.at_slips(path, at), points[name]):
                self.close(row[column], sign * point[f"{name}_{unit}"])

    def test_pac2002(self):
        path, points = self.rig(PAC), POINTS["pac2002"]["points"]
        for name, column in (("Fx", 0), ("Fy", 1)):
            at = [(p["Fz"], p.get("kappa", 0), p.get("alpha", 0), p.get("gamma", 0)) for p in points[name]]
            for row, point in zip(self.at_slips(path, at), points[name]):
                self.close(row[column], point[name])

    def test_brush(self):
        points = POINTS["fiala_brush"]["points"]
        rows = self.at_slips(self.rig(BRUSH), [(p["Fz"], 0, p["alpha"], 0) for p in points])
        for row, point in zip(rows, points):
            self.close(row[1], point["Fy"])

    def test_the_brush_aligns_by_a_third_of_its_half_length(self):
        row = self.at_slips(self.rig(BRUSH), [(4000, 0, 1e-5, 0)])[0]
        self.close(row[3], -row[1] * 0.1 / 3, 1e-3)

    def test_linear(self):
        rows = self.at_slips(self.rig(LINEAR), [(4000, 0.01, 0, 0), (4000, 0, 0.02, 0)])
        self.close(rows[0][0], 600)
        self.close(rows[1][1], -1000)

    def check_pac2002(self, values, points):
        """All forces and moments, rolling at 20 m/s: the states are the slips there, too."""
        path = self.rig(PAC + "\noutput Mx = tyre.Mx\noutput My = tyre.My", more=values)
        states = [[(RADIUS - load / STIFFNESS) * math.cos(camber), camber, 20, 70, slip, math.tan(angle)]
                  for load, slip, angle, camber in points]
        rows = self.evaluated(path, ["z", "roll", "x'", "phi'", "tyre.run.slip", "tyre.run.drift"], states,
                              "out:Fx,out:Fy,out:Mx,out:My,out:Mz")
        for point, row in zip(points, rows):
            wanted = pac2002({**POINTS["pac2002"]["parameters"], **values}, *point, 20)
            for got, want, scale in zip(row, wanted, (4000, 4000, 100, 100, 100)):
                self.assertAlmostEqual(got, want, delta=1e-9 * scale, msg=point)

    def test_pac2002_with_all_coefficients(self):
        """Pure and combined slip, camber, light and heavy loads, against the equations of the book."""
        slips, angles = (-0.9, -0.2, -0.03, 0, 0.01, 0.15, 1.2), (-0.8, -0.15, -0.02, 0, 0.005, 0.1, 0.6)
        points = [(load, slip, angle, camber) for load in (1000.0, 3000, 5000, 9000) for slip in slips
                  for angle in angles for camber in (-0.12, 0, 0.05)]
        self.assertTrue(all(value != 0 for value in ALL.values()))
        self.check_pac2002(ALL, points)
        random.seed(5)
        for _ in range(3):
            self.check_pac2002({name: value * random.uniform(0.5, 1.5) for name, value in ALL.items()}, points[::5])

    def test_both_forces_stay_near_the_ellipse_of_friction(self):
        """Of a usual tyre without shifts: its weights leave it by 7 % at most, and come near to it everywhere."""
        values = {**POINTS["pac2002"]["parameters"], **USUAL}
        points = [(4000.0, 0.01 * i, 0.01 * j, 0.0) for i in range(-40, 41) for j in range(-40, 41)]
        df = (4000 - 0.81 * 4850) / (0.81 * 4850)
        mu_x, mu_y = (values[f"PD{axis}1"] + values[f"PD{axis}2"] * df for axis in "XY")
        reach = [0] * 8
        for Fx, Fy, Fz, _ in self.at_slips(self.rig(PAC, more=USUAL), points):
            used = math.hypot(Fx / (mu_x * Fz), Fy / (mu_y * Fz))
            part = int((math.atan2(Fy / mu_y, Fx / mu_x) + math.pi) / (2 * math.pi) * 8) % 8
            reach[part] = max(reach[part], used)
        self.assertLess(max(reach), 1.07)
        self.assertGreater(min(reach), 0.85)


# A tyre that has everything.
ALL = {"LFZO": 0.9, "LCX": 1.05, "LMUX": 0.95, "LEX": 1.1, "LKX": 0.9, "LHX": 1.2, "LVX": 0.8, "LGAX": 1.3, "LCY": 0.97,
       "LMUY": 0.9, "LEY": 0.8, "LKY": 1.1, "LHY": 0.7, "LVY": 1.4, "LGAY": 1.2, "LTR": 0.9, "LRES": 1.1, "LGAZ": 0.8,
       "LXAL": 1.1, "LYKA": 0.9, "LVYKA": 1.2, "LS": 0.8, "LMX": 1.1, "LVMX": 0.9, "LMY": 1.2,
       "PCX1": 1.65, "PDX1": 1.2, "PDX2": -0.05, "PDX3": 0.4, "PEX1": -0.5, "PEX2": 0.3, "PEX3": 0.1, "PEX4": 0.2,
       "PKX1": 25, "PKX2": 1.5, "PKX3": -0.2, "PHX1": -0.0015, "PHX2": 0.0008, "PVX1": 0.01, "PVX2": -0.005,
       "RBX1": 12, "RBX2": -10, "RCX1": 1.05, "REX1": 0.2, "REX2": -0.1, "RHX1": 0.006,
       "PCY1": 1.3, "PDY1": -0.95, "PDY2": 0.15, "PDY3": -1.5, "PEY1": -0.9, "PEY2": -0.3, "PEY3": 0.15, "PEY4": -2,
       "PKY1": -17, "PKY2": 1.8, "PKY3": 0.4, "PHY1": 0.002, "PHY2": -0.001, "PHY3": 0.03, "PVY1": 0.03,
       "PVY2": -0.01, "PVY3": -0.3, "PVY4": -0.2, "RBY1": 9, "RBY2": 7, "RBY3": -0.02, "RCY1": 1.03, "REY1": -0.2,
       "REY2": 0.15, "RHY1": 0.01, "RHY2": -0.005, "RVY1": 0.05, "RVY2": -0.02, "RVY3": -0.4, "RVY4": 11, "RVY5": 1.9,
       "RVY6": -10, "QSX1": 0.002, "QSX2": 0.7, "QSX3": 0.05, "QSY1": 0.01, "QSY2": 0.02, "QSY3": 0.003, "QSY4": 0.001,
       "QBZ1": 9, "QBZ2": -1.5, "QBZ3": -0.8, "QBZ4": 0.4, "QBZ5": -0.3, "QBZ9": 15, "QBZ10": -0.5, "QCZ1": 1.15,
       "QDZ1": 0.1, "QDZ2": -0.01, "QDZ3": 0.3, "QDZ4": -2, "QDZ6": 0.002, "QDZ7": -0.001, "QDZ8": -0.15, "QDZ9": 0.05,
       "QEZ1": -1.6, "QEZ2": 0.4, "QEZ3": -0.3, "QEZ4": 0.2, "QEZ5": -0.8, "QHZ1": 0.003, "QHZ2": -0.002, "QHZ3": 0.1,
       "QHZ4": 0.05, "SSZ1": 0.02, "SSZ2": 0.01, "SSZ3": 0.4, "SSZ4": -0.2}
USUAL = {"PHX1": 0, "PHX2": 0, "PVX1": 0, "PVX2": 0, "PHY1": 0, "PHY2": 0, "PVY1": 0, "PVY2": 0, "RBX1": 12,
         "RBX2": -10, "RCX1": 1.1, "RBY1": 7, "RBY2": 6, "RCY1": 1.05}


def pac2002(p, Fz, kappa, alpha, gamma, V):
    """Fx, Fy, Mx, My, Mz by the equations of Pacejka (Tyre and Vehicle Dynamics, 4.3.2; MF-Tyre 5.2), in their notation."""
    sin, cos, atan, R0 = math.sin, math.cos, math.atan, RADIUS
    Fz0 = p["LFZO"] * p["FNOMIN"]
    dfz = (Fz - Fz0) / Fz0
    c = lambda name, *powers: sum(p[f"{name}{number}"] * dfz ** power for power, number in enumerate(powers))
    bent = lambda B, E, x: B * x - E * (B * x - atan(B * x))
    sgn = lambda x: (x > 0) - (x < 0)
    # pure longitudinal slip
    kappa_x = kappa + c("PHX", 1, 2) * p["LHX"]
    Dx = c("PDX", 1, 2) * (1 - p["PDX3"] * (gamma * p["LGAX"]) ** 2) * p["LMUX"] * Fz
    Ex = min(1, c("PEX", 1, 2, 3) * (1 - p["PEX4"] * sgn(kappa_x)) * p["LEX"])
    Kx, Cx = Fz * c("PKX", 1, 2) * math.exp(p["PKX3"] * dfz) * p["LKX"], p["PCX1"] * p["LCX"]
    SVx = Fz * c("PVX", 1, 2) * p["LVX"] * p["LMUX"]
    Fx0 = Dx * sin(Cx * atan(bent(Kx / (Cx * Dx), Ex, kappa_x))) + SVx
    # pure side slip
    gamma_y, Cy = gamma * p["LGAY"], p["PCY1"] * p["LCY"]
    SHy = c("PHY", 1, 2) * p["LHY"] + p["PHY3"] * gamma_y
    SVy = Fz * (c("PVY", 1, 2) * p["LVY"] + c("PVY", 3, 4) * gamma_y) * p["LMUY"]
    alpha_y = alpha + SHy
    Dy = c("PDY", 1, 2) * (1 - p["PDY3"] * gamma_y ** 2) * p["LMUY"] * Fz
    Ey = min(1, c("PEY", 1, 2) * (1 - (p["PEY3"] + p["PEY4"] * gamma_y) * sgn(alpha_y)) * p["LEY"])
    Ky = p["PKY1"] * Fz0 * sin(2 * atan(Fz / (p["PKY2"] * Fz0))) * (1 - p["PKY3"] * abs(gamma_y)) * p["LKY"]
    By = Ky / (Cy * Dy)
    Fy0 = Dy * sin(Cy * atan(bent(By, Ey, alpha_y))) + SVy
    # combined slip
    weight = lambda B, C, E, shift, x: cos(C * atan(bent(B, E, x + shift))) / cos(C * atan(bent(B, E, shift)))
    Bxa, Exa = p["RBX1"] * cos(atan(p["RBX2"] * kappa)) * p["LXAL"], min(1, c("REX", 1, 2))
    Fx = Fx0 * weight(Bxa, p["RCX1"], Exa, p["RHX1"], alpha)
    Byk = p["RBY1"] * cos(atan(p["RBY2"] * (alpha - p["RBY3"]))) * p["LYKA"]
    Eyk, SHyk = min(1, c("REY", 1, 2)), c("RHY", 1, 2)
    DVyk = Dy * (c("RVY", 1, 2) + p["RVY3"] * gamma) * cos(atan(p["RVY4"] * alpha))
    SVyk = DVyk * sin(p["RVY5"] * atan(p["RVY6"] * kappa)) * p["LVYKA"]
    Fy_weighted = Fy0 * weight(Byk, p["RCY1"], Eyk, SHyk, kappa)
    Fy = Fy_weighted + SVyk
    # moments
    gamma_z = gamma * p["LGAZ"]
    alpha_t, alpha_r = alpha + c("QHZ", 1, 2) + c("QHZ", 3, 4) * gamma_z, alpha + SHy + SVy / Ky
    eq = lambda a: math.hypot(a, Kx / Ky * kappa)
    Bt = c("QBZ", 1, 2, 3) * (1 + p["QBZ4"] * gamma_z + p["QBZ5"] * abs(gamma_z)) * p["LKY"] / p["LMUY"]
    Et = min(1, c("QEZ", 1, 2, 3) * (1 + (p["QEZ4"] + p["QEZ5"] * gamma_z) * 2 / math.pi * atan(Bt * p["QCZ1"] * alpha_t)))
    Dt = Fz * c("QDZ", 1, 2) * (1 + p["QDZ3"] * gamma_z + p["QDZ4"] * gamma_z ** 2) * R0 / Fz0 * p["LTR"]
    t = Dt * cos(p["QCZ1"] * atan(bent(Bt, Et, eq(alpha_t)))) * cos(alpha)
    Br = p["QBZ9"] * p["LKY"] / p["LMUY"] + p["QBZ10"] * By * Cy
    Dr = Fz * (c("QDZ", 6, 7) * p["LRES"] + c("QDZ", 8, 9) * gamma_z) * R0 * p["LMUY"]
    Mzr = Dr * cos(atan(Br * eq(alpha_r))) * cos(alpha)
    s = (p["SSZ1"] + p["SSZ2"] * Fy / Fz0 + c("SSZ", 3, 4) * gamma) * R0 * p["LS"]
    Mx = R0 * Fz * (p["QSX1"] * p["LVMX"] - p["QSX2"] * gamma + p["QSX3"] * Fy / Fz0) * p["LMX"]
    part = V / 16.6
    My = -R0 * Fz * (p["QSY1"] + p["QSY2"] * Fx / Fz0 + p["QSY3"] * part + p["QSY4"] * part ** 4) * p["LMY"]
    return Fx, Fy, Mx, My, -t * Fy_weighted + Mzr + s * Fx


class AnyState(Tyre):
    """Speeds of any size, wheels that stand, spin, slide and fly, on a rough road."""
    COLUMNS = ["x", "z", "yaw", "pitch", "roll", "x'", "y'", "z'", "roll'", "phi'", "tyre.run.slip", "tyre.run.drift"]
    WIDTHS = [5, 0.1, 3, 0.5, 1.6, 40, 10, 3, 3, 150, 1.5, 1.5]
    ROAD = "let road(x, y) = sine_road(x, 0.05 m, 3 m) + inclined(x, y, 2 deg, -3 deg, 10 deg)"
    WHAT = "out:Fx,out:Fy,out:Fz,out:Mz,tau,sd"

    def states(self, count):
        random.seed(2002)
        rows = [[random.uniform(-1, 1) * width for width in self.WIDTHS] for _ in range(count)]
        for i, row in enumerate(rows):
            row[1] += 0.3
            if i % 7 == 0:
                row[5:10] = [0] * 5  # at rest
            elif i % 7 == 1:
                row[9] = 0  # locked
            elif i % 7 == 2:
                row[1] += 0.5  # in the air
            elif i % 7 == 3:
                row[10:] = [0, 0]
        return rows

    def check(self, tyre, more=(), count=25000):
        path = self.rig(tyre, self.ROAD, "road", more)
        states = self.states(count)
        rows = self.evaluated(path, self.COLUMNS, states, self.WHAT)
        self.assertEqual(len(rows), count)
        self.assertTrue(all(math.isfinite(x) for row in rows for x in row))
        for state, row in zip(states, rows):
            self.assertGreaterEqual(row[2], 0)
            if row[2] == 0:
                self.assertEqual([abs(x) for x in row[:4]], [0, 0, 0, 0], state)
        return path, states, rows

    def check_no_jump(self, path, states, rows):
        """A step of 1e-9 of each value moves no force by more than 1e-4 of what it may be."""
        near = [[x + 1e-9 * width for x, width in zip(state, self.WIDTHS)] for state in states]
        other = self.evaluated(path, self.COLUMNS, near, self.WHAT)
        for state, row, close in zip(states, rows, other):
            for one, two in zip(row[:4], close[:4]):
                self.assertLess(abs(one - two), 1e-4 * max(1000, row[2]), state)

    def inside(self, rows, mu_x, mu_y):
        for Fx, Fy, Fz, *_ in rows:
            self.assertLessEqual(math.hypot(Fx / mu_x, Fy / mu_y), Fz * (1 + 1e-12) + 1e-9)

    def test_linear(self):
        path, states, rows = self.check(LINEAR)
        self.inside(rows, 1.1, 0.9)
        self.check_no_jump(path, states, rows)

    def test_brush(self):
        path, states, rows = self.check(BRUSH)
        self.inside(rows, 0.9, 0.9)
        self.check_no_jump(path, states, rows)

    def test_magic(self):
        path, states, rows = self.check(MAGIC)
        for Fx, Fy, Fz, *_ in rows:
            mu_x, mu_y = (max(slope * Fz / 1e6 + top / 1e3, top / 1e4) for slope, top in ((-21.3, 1144), (-22.1, 1011)))
            self.assertLessEqual(math.hypot(Fx / mu_x, Fy / mu_y), Fz * (1 + 1e-12) + 1e-9)
        self.check_no_jump(path, states, rows)

    def test_pac2002(self):
        path, states, rows = self.check(PAC, ALL, 100000)
        self.check_no_jump(path, states, rows)

    def test_crossings(self):
        """Along lines through standstill, lock and lift-off forces stay close from point to point."""
        for tyre in (LINEAR, BRUSH, MAGIC, PAC):
            path = self.rig(tyre, self.ROAD, "road", ALL)
            for column, width in ((1, 0.05), (5, 0.5), (6, 0.5), (9, 2), (10, 0.02), (11, 0.02)):
                base = [0.2, 0.29, 0.3, 0.02, 0.01, 0, 0, 0, 0, 0, 0.005, -0.004]
                states = [[x + (i / 200 - 1) * width * (j == column) for j, x in enumerate(base)] for i in range(401)]
                rows = self.evaluated(path, self.COLUMNS, states, "out:Fx,out:Fy,out:Fz,out:Mz")
                for component in range(4):
                    values = [row[component] for row in rows]
                    reach = max(values) - min(values)
                    step = max(abs(b - a) for a, b in zip(values, values[1:]))
                    self.assertLessEqual(step, 0.2 * reach + 1e-9, (tyre, column, component))


class Grounds(Tyre):
    def test_axes_of_the_thesis(self):
        """RD_effort, RND_effort and the forces in ground, with the errata of the print."""
        for vector in FORCE_LAWS:
            state, expected = vector["state"], vector["expected"]
            psi = ", ".join(repr(state[f"psi_{axis}"]) for axis in "xyz")
            force = ", ".join(map(repr, state["Fc"]))
            path = self.file(f"""mechanism m
joint a : prismatic x (s) from ground
body A on a : mass 1
let hill(x, y) = inclined(x, y, {psi})
let slope = gradient(hill, 2, 3)
output steered = contact_axes({psi}, {state['beta_b']!r})*[{force}]
output unsteered = contact_axes({psi}, 0)*[{force}]
output flat_steered = contact_axes(0, 0, {state['psi_z']!r}, {state['beta_b']!r})*[{force}]
output normal = ([0, 0, 1] - slope)*(1/sqrt(1 + dot(slope, slope)))
output low = rolling_low({state['V_mph']!r}*0.44704)
output high = rolling_high({state['V_mph']!r}*0.44704, {vector['params']['f0']!r}, {vector['params']['fs']!r})
""")
            done = self.run_on(path, "--at", "s = 0", "--what",
                               "out:steered,out:unsteered,out:flat_steered,out:normal,out:low,out:high", command="eval")
            self.assertEqual(done.returncode, 0, done.stderr)
            got = json.loads(done.stdout)
            for name in ("steered", "unsteered", "flat_steered"):
                for one, other in zip(got[f"out:{name}"], expected[f"F0_{name}"]):
                    self.close(one, other, 1e-12)
            for i in range(3):
                self.close(got["out:normal"][i], expected["RND_effort"][i][2], 1e-12)
            self.close(got["out:low"], expected["fr_low"], 1e-12)
            self.close(got["out:high"], expected["fr_high"], 1e-12)

    def test_roads_begin_and_end_where_they_say(self):
        path = self.file("""mechanism m
table profile : (0, 0), (1, 0.1), (2, 0)
joint a : prismatic x (s) from ground
body A on a : mass 1
let measured(x, y) = profile(x)
let wave(x, y) = sine_road(x, 0.2, 4)
output step = step_road(s, 1, 0.3, 2)
output bump = cosine_bump(s, 1, 0.3, 2)
output hump = sine_bump(s, 1, 0.3, 2)
output wave = wave(s, 0)
output slope = gradient(wave, s, 0)
output measured = measured(s, 7)
""")
        rows = self.evaluated(path, ["s"], [[x] for x in (0, 1, 1.5, 2, 3, 4)],
                              "out:step,out:bump,out:hump,out:wave,out:slope,out:measured")
        root = math.sqrt(0.5)
        for i, wanted in enumerate([[0, 0, 0.3 * (1 - root) / 2, 0.15, 0.3, 0.3], [0, 0, 0.15, 0.3, 0, 0],
                                    [0, 0, 0.3 * root, 0.3, 0, 0]]):
            for row, value in zip(rows, wanted):
                self.close(row[i], value, 1e-12)
        for x, row in zip((0, 1, 1.5, 2, 3, 4), rows):
            self.close(row[3], 0.2 * math.sin(math.pi * x / 2), 1e-12)
            self.close(row[4], 0.1 * math.pi * math.cos(math.pi * x / 2), 1e-12)
        self.assertEqual([row[-1] for row in rows], [0, 0.1, 0.05, 0, 0, 0])

    def test_a_wheel_on_a_bank(self):
        """A plane that falls to the right by 20 deg: the upright wheel leans on it, as over a wedge."""
        tilt = math.radians(20)
        text = RIG.format(head="let bank(x, y) = inclined(x, y, 20 deg, 0, 0)", tyre=LINEAR.format(road="bank"))
        text += "output arm = tyre.stand.contact.arm\noutput camber = tyre.stand.contact.camber\n"
        text += "output forward = tyre.stand.contact.forward\noutput normal = tyre.stand.contact.normal\n"
        row = self.evaluated(self.file(text), ["z"], [[0.29]], "out:arm,out:camber,out:forward,out:normal,out:Fz")[0]
        wanted = [0, 0, -0.29, -tilt, 1, 0, 0, 0, -math.sin(tilt), math.cos(tilt), STIFFNESS * 0.01]
        for one, other in zip(row, wanted):
            self.close(one, other, 1e-10)


    def test_axes_of_a_contact_are_orthonormal(self):
        """Where the wheel stands on its rim; forward and the arm lie in the wheel's plane, the arm ends on the road's plane."""
        names = ("normal", "forward", "side", "arm", "centre", "axle", "slope")
        text = RIG.format(head=AnyState.ROAD, tyre=LINEAR.format(road="road"))
        text += "".join(f"output {name} = tyre.stand.contact.{name}\n" for name in names)
        text += "output road = road(x, y)\n"
        random.seed(7)
        states = [[random.uniform(-1, 1) for _ in range(6)] for _ in range(100)]
        rows = self.evaluated(self.file(text), ["x", "y", "z", "yaw", "pitch", "roll"], states,
                              ",".join(f"out:{name}" for name in names) + ",out:road")
        dot = lambda u, v: sum(a * b for a, b in zip(u, v))
        for row in rows:
            n, f, s, arm, centre, axle, slope = (row[3 * i:3 * i + 3] for i in range(7))
            for value, wanted in ((dot(n, n), 1), (dot(f, f), 1), (dot(s, s), 1), (dot(n, f), 0), (dot(n, s), 0),
                                  (dot(f, s), 0), (dot(f, axle), 0), (dot(arm, axle), 0), (dot(arm, f), 0)):
                self.close(value, wanted, 1e-12)
            self.assertGreater(dot(s, axle), 0)
            foot = [a + b for a, b in zip(centre, arm)]
            self.close(foot[2] - row[-1], dot(slope, [a - b for a, b in zip(foot, centre)]), 1e-12)

    def test_moment_of_a_wheel(self):
        """(4.7) of the thesis: -re (Fcx + Frr) about the axle, Frr the rolling resistance."""
        load = 4000.0
        for vector in FORCE_LAWS:
            re, Fx, Frr = vector["params"]["re"], vector["state"]["Fc"][0], vector["state"]["Frr"]
            tyre = (f"use linear_tyre(wheel, flat, {re + load / STIFFNESS!r} m, 200 kN/m, 0 N.s/m, 60 kN, 50 kN/rad, "
                    f"resistance = {Frr / load!r}) as tyre")
            path = self.file(RIG.format(head="", tyre=tyre))
            row = self.evaluated(path, ["z", "x'", "phi'", "tyre.run.slip"], [[re, 50 * re, 50, Fx / 60e3]], "tau")[0]
            self.close(-row[6], vector["expected"]["Gamma_ri"])

    def test_mistakes_are_told_where_they_are(self):
        start = "mechanism m\njoint wheel : revolute y (phi) from ground\nbody W on wheel : mass 1 kg\n"
        rest = "radius = 0.3 m, stiffness = 200 kN/m, slip_stiffness = 60 kN, cornering_stiffness = 50 kN/rad)"
        for use, says in (("use linear_tyre(wheel)", "4:5: error: the argument 'radius' of 'linear_tyre' is missing"),
                          (f"use linear_tyre(wheel, road = 3, {rest}", "'gradient' takes a function"),
                          (f"use linear_tyre(wheel, rode, {rest}", "4:24: error: unknown name 'rode'"),
                          (f"use linear_tyre(weel, flat, {rest}", "4:17: error: unknown name 'weel'"),
                          ('use pac2002(wheel) from "none.tir"', "4:25: error: cannot read 'none.tir'"),
                          ("use pac2002(wheel, flat, 0.3 m, 200 kN/m)", "the argument 'FNOMIN' of 'pac2002' is missing")):
            done = self.run_on(self.file(start + use + "\n"), command="check")
            self.assertEqual(done.returncode, 2)
            self.assertIn(says, done.stderr)

    def test_a_coefficient_that_is_no_number(self):
        path = self.rig(PAC)
        tyre = self.folder / "sedan.tir"
        good = tyre.read_text()
        for value in ("1,5", "nan", "1.0D+3", "'big'", "1e999"):
            tyre.write_text("FNOMIN = " + value + "\n" + good)
            done = self.run_on(path, command="check")
            self.assertEqual(done.returncode, 2)
            self.assertIn("'sedan.tir' has 'FNOMIN', but that is not a number there", done.stderr)


SLOPE = """mechanism slope
param m = 1000 kg, tilt = 0.2, h = 0.25 m
gravity [0, 0, -9.81] m/s^2
let hill(x, y) = inclined(x, y, 0 rad, -0.2 rad, 0 rad)
frame surface from ground : RYK(-0.2 rad)
joint car : free (x, y, z = 0.54 m, yaw, pitch, roll) from surface
body car on car : mass m, inertia diag(300, 900, 1000) kg.m^2
for side in 1 .. 2 {{
  frame front[side] from car : T([1.1, 1.4*side - 2.1, -0.25] m)
  frame rear[side] from car : T([-1.3, 1.4*side - 2.1, -0.25] m)
  {front}
  {rear}
}}
let F = front_tyre[1].Fx + front_tyre[2].Fx + rear_tyre[1].Fx + rear_tyre[2].Fx
let front_load = front_tyre[1].Fz + front_tyre[2].Fz, rear_load = rear_tyre[1].Fz + rear_tyre[2].Fz
experiment stand {{
  time 0 .. 20 s, step 10 s, tolerance 1e-9
  record x, x', z, pitch, F, front_load, rear_load
}}
"""


class Standing(Tyre):
    def test_on_a_slope_in_equilibrium(self):
        """With locked wheels: it does not creep, and loads are those of statics about the contacts."""
        g, tilt, m = 9.81, 0.2, 1000
        for tyre in (LINEAR, BRUSH, MAGIC, PAC):
            self.rig(tyre)
            use = tyre.format(road="hill").replace("(wheel", "({}[side]").replace(" as tyre", " as {}_tyre[side]")
            rows = self.rows(self.file(SLOPE.format(front=use.format("front", "front"), rear=use.format("rear", "rear"))))
            x, z, pitch = (rows[name][-1] for name in ("x", "z", "pitch"))
            self.assertLess(abs(rows["x'"][-1]), 1e-7)
            self.assertLess(abs(x - rows["x"][1]), 2e-7)
            self.assertAlmostEqual(rows["F"][-1], m * g * math.sin(tilt), delta=2e-3)
            self.assertAlmostEqual(rows["front_load"][-1] + rows["rear_load"][-1], m * g * math.cos(tilt), delta=2e-3)
            front, rear = (along * math.cos(pitch) - 0.25 * math.sin(pitch) for along in (1.1, -1.3))
            moment = rows["front_load"][-1] * front + rows["rear_load"][-1] * rear + rows["F"][-1] * z
            self.assertAlmostEqual(moment, 0, delta=0.1)


class Coasting(Tyre):
    def test_the_equation_of_the_thesis(self):
        """(1.1) without drive: m v' = -k v^2 - fr Fz - m g sin(psi), uphill; v = w tan(atan(v0/w) - b t)."""
        drag, fr, load, tilt, v0 = 0.4, 0.015, 2000, 0.01, 30.0
        path = self.file(f"""mechanism coast
param m = 1000 kg, I = 0.9 kg.m^2
gravity [0, 0, -9.81] m/s^2
let hill(x, y) = inclined(x, y, 0 rad, -{tilt} rad, 0 rad)
frame surface from ground : RYK(-{tilt} rad)
joint car : prismatic x (x) from surface at [0, 0, 0.29] m
body car on car : mass m
joint wheel : revolute y (phi) from car
body wheel on wheel : mass 0, inertia diag(0, I, 0)
use linear_tyre(wheel, hill, {SHAPE}, 60 kN, 50 kN/rad, resistance = {fr}) as tyre
force air at car = [-{drag} kg/m*x'*abs(x'), 0, 0] in car
experiment roll {{ time 0 .. 20 s, step 1 s, tolerance 1e-9, start x' = {v0} m/s, phi' = {v0 / 0.29!r} rad/s }}
""")
        mass, constant = 1000 + 0.9 / 0.29 ** 2, fr * load + 1000 * 9.81 * math.sin(tilt)
        w, rate = math.sqrt(constant / drag), math.sqrt(constant * drag) / mass
        rows = self.rows(path)
        for t, v in zip(rows["t"], rows["x'"]):
            self.assertAlmostEqual(v, w * math.tan(math.atan(v0 / w) - rate * t), delta=2e-4)

    def test_conditions_of_rolling_without_slip(self):
        path = self.file("""mechanism m
param weight = 12 kN
joint a : prismatic x (s) from ground
body A on a : mass 1 kg
input push [N]
use rolling_condition(push, weight, 0.6*weight, 0.015, 0.8) as wheels
""")
        done = self.run_on(path, "--at", "push = 1000", "--what", "out:wheels.above_resistance,out:wheels.below_sliding",
                           command="eval")
        got = json.loads(done.stdout)
        self.close(got["out:wheels.above_resistance"], 1000 - 180)
        self.close(got["out:wheels.below_sliding"], 0.8 * 7200 - 1000)


class SingleTrack(Tyre):
    PATH = ROOT / "examples/single_track/single_track.bl"

    def test_eigenvalues_and_gains(self):
        for reference in CAR["reference"]:
            V = reference["V"]
            done = self.run_on(self.PATH, "--at", f"x' = {V}, V = {V}", "--what", "lin:A,lin:B", command="eval")
            self.assertEqual(done.returncode, 0, done.stderr)
            got = json.loads(done.stdout)
            # columns: x, y, psi, their speeds; inputs: forces on x, y, psi, then delta
            A = [got["lin:A"][i][4:6] for i in (4, 5)]
            B = [got["lin:B"][i][3] for i in (4, 5)]
            A[0][1] -= V  # vy = y' - V psi
            trace, det = A[0][0] + A[1][1], A[0][0] * A[1][1] - A[0][1] * A[1][0]
            real, imaginary = reference["eig"][0]
            self.close(trace, 2 * real)
            self.close(det, real ** 2 + imaginary ** 2)
            self.close((-B[0] * A[1][1] + B[1] * A[0][1]) / det, reference["steady_vy_per_delta"])
            self.close((-B[1] * A[0][0] + B[0] * A[1][0]) / det, reference["steady_yawrate_per_delta"])

    def test_a_steady_turn(self):
        for reference in CAR["reference"]:
            rows = self.rows(self.PATH, "--until", "8 s", "--set",
                             f"delta = 0.002, V = {reference['V']}, x' = {reference['V']}")
            self.close(rows["yaw_rate"][-1] / 0.002, reference["yaw_gain_formula"], 1e-3)

    def test_the_steering_angle_of_the_thesis(self):
        """(1.16) with its errata: delta = L/R + (m L2/(L Cf) - m L1/(L Cr)) V^2/R."""
        radius = 2000
        for vector in BICYCLES:
            p, V = vector["params"], vector["state"]["V"]
            self.close(p["m"] / p["L"] * (p["L2"] / p["C_alpha_f"] - p["L1"] / p["C_alpha_r"]),
                       vector["expected"]["understeer_gradient_K"], 1e-12)
            delta = (p["L"] + vector["expected"]["understeer_gradient_K"] * V ** 2) / radius
            rows = self.rows(self.PATH, "--until", "20 s", "--set",
                             f"m = {p['m']}, lf = {p['L1']}, lr = {p['L2']}, Cf = {p['C_alpha_f']}, "
                             f"Cr = {p['C_alpha_r']}, V = {V}, x' = {V}, delta = {delta!r}")
            self.close(rows["yaw_rate"][-1] * radius, V, 1e-3)


class Vehicle(Tyre):
    PATH = ROOT / "examples/vehicle15/vehicle15.bl"

    def test_energy_of_every_experiment(self):
        for name in ("step_steer", "lane_change", "bump", "braking_in_turn", "coast_down"):
            done = self.run_on(self.PATH, name)
            self.assertEqual(done.returncode, 0, done.stderr)
            part = re.search(r"at most .* J \((\S+) of the peak", done.stdout)
            self.assertLess(float(part.group(1)), 1e-5, name)

    def test_it_stands_at_rest(self):
        rows = self.rows(self.PATH, "coast_down", "--until", "5 s", "--set", "V = 0", "--tolerance", "1e-9")
        self.assertLess(abs(rows["x'"][-1]), 1e-8)
        self.assertLess(abs(rows["x"][-1]), 1e-8)

    def test_a_steady_turn_in_the_linear_range(self):
        """With linear tyres the yaw rate is that of the single-track car with the same axles. Without air: the
        drive of a car that leans turns it a little."""
        text = self.PATH.read_text(encoding="utf-8")
        text = re.sub(r"use pac2002.*", "use linear_tyre(wheel, road, radius, k_tyre, 300 N.s/m, 60 kN, 50 kN/rad) as tyre", text)
        V, m, C = 80 / 3.6, 1100 + 2 * 35 + 2 * 30, 100e3
        ahead = (2 * 35 * 1.1 - 2 * 30 * 1.5) / m  # the centre of mass before the chassis' own
        lf, lr = 1.1 - ahead, 1.5 + ahead
        understeer = m * (lr - lf) / ((lf + lr) * C)
        text = text.replace("record x, y, theta_l', lateral", "record along, theta_l', beta_b, lateral", 1)
        rows = self.rows(self.file(text), "step_steer", "--until", "8 s", "--set", "turn = 0.1 deg, drag = 0",
                         "--tolerance", "1e-9")
        along, yaw, steer = (rows[name][-1] for name in ("along", "theta_l'", "beta_b"))
        self.close(yaw / steer, along / (lf + lr + understeer * along ** 2), 1e-3)

    def test_the_lanes_of_iso_3888(self):
        """A car 1.65 m wide stays between the cones: lanes of 1.1, 1.2 and 1.3 widths + 0.25 m."""
        rows = self.rows(self.PATH, "lane_change")
        for begin, end, lane in ((0, 15, 1.1), (45, 70, 1.2), (95, 125, 1.3)):
            most = max(abs(a) for x, a in zip(rows["x"], rows["aside"]) if begin <= x <= end)
            self.assertLess(most, (lane * 1.65 + 0.25 - 1.65) / 2, (begin, end))


if __name__ == "__main__":
    unittest.main()
