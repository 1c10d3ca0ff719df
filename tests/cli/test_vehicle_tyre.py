#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Roads and tyres of the library, against published points, closed forms and statics."""
import csv
import io
import json
import math
import random
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
FULL = {"RBX1": 12, "RBX2": -10, "RCX1": 1.1, "RBY1": 7, "RBY2": 2.5, "RCY1": 1.05, "RVY1": 0.05, "RVY5": 1.9,
        "RVY6": -10, "QBZ1": 10, "QBZ9": 20, "QCZ1": 1.1, "QDZ1": 0.1, "QDZ6": 0.001, "QDZ8": -0.08, "QEZ1": -1.5,
        "QEZ4": 0.2, "QHZ1": 0.002, "SSZ1": 0.01, "SSZ2": 0.004, "QSX1": 0.002, "QSX3": 0.03, "QSY1": 0.01}


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

    def test_combined_slip_of_pac2002(self):
        """Weights are 1 at pure slip, fall with the other slip; the moment follows trail and forces."""
        values = {**POINTS["pac2002"]["parameters"], **FULL}
        path = self.rig(PAC, more=FULL)
        load, kappa, alpha, camber = 4000.0, 0.05, 0.04, 0.02
        Fx, Fy, _, Mz = self.at_slips(path, [(load, kappa, alpha, camber)])[0]
        wanted = pac2002(values, load, kappa, alpha, camber)
        for got, want in zip((Fx, Fy, Mz), wanted):
            self.close(got, want)


def pac2002(p, Fz, kappa, alpha, gamma):
    """Fx, Fy, Mz as Pacejka writes them (Tyre and Vehicle Dynamics, 4.3.2), for the coefficients used here."""
    get = lambda name: p.get(name, 0.0)
    F0 = p["LFZO"] * p["FNOMIN"]
    df = (Fz - F0) / F0

    def shape(B, C, E, x):
        return C * math.atan(B * x - E * (B * x - math.atan(B * x)))

    kx = kappa + p["PHX1"] + p["PHX2"] * df
    Dx = (p["PDX1"] + p["PDX2"] * df) * Fz
    Kx = Fz * (p["PKX1"] + p["PKX2"] * df) * math.exp(p["PKX3"] * df)
    Ex = (p["PEX1"] + p["PEX2"] * df + p["PEX3"] * df ** 2) * (1 - p["PEX4"] * math.copysign(1, kx))
    Fx0 = Dx * math.sin(shape(Kx / (p["PCX1"] * Dx), p["PCX1"], Ex, kx)) + Fz * (p["PVX1"] + p["PVX2"] * df)
    SHy = p["PHY1"] + p["PHY2"] * df + p["PHY3"] * gamma
    SVy = Fz * (p["PVY1"] + p["PVY2"] * df + (p["PVY3"] + p["PVY4"] * df) * gamma)
    ay = alpha + SHy
    Dy = (p["PDY1"] + p["PDY2"] * df) * (1 - p["PDY3"] * gamma ** 2) * Fz
    Ky = p["PKY1"] * F0 * math.sin(2 * math.atan(Fz / (p["PKY2"] * F0))) * (1 - p["PKY3"] * abs(gamma))
    Ey = (p["PEY1"] + p["PEY2"] * df) * (1 - (p["PEY3"] + p["PEY4"] * gamma) * math.copysign(1, ay))
    By = Ky / (p["PCY1"] * Dy)
    Fy0 = Dy * math.sin(shape(By, p["PCY1"], Ey, ay)) + SVy
    Fx = Fx0 * math.cos(shape(p["RBX1"] * math.cos(math.atan(p["RBX2"] * kappa)), p["RCX1"], 0, alpha))
    SVyk = Dy * p["RVY1"] * math.sin(p["RVY5"] * math.atan(p["RVY6"] * kappa))
    weighted = Fy0 * math.cos(shape(p["RBY1"] * math.cos(math.atan(p["RBY2"] * alpha)), p["RCY1"], 0, kappa))
    at, ar = alpha + get("QHZ1"), ay + SVy / Ky
    Bt, Ct = p["QBZ1"], p["QCZ1"]
    Et = p["QEZ1"] * (1 + p["QEZ4"] * 2 / math.pi * math.atan(Bt * Ct * at))
    other = (Kx / Ky * kappa) ** 2
    trail = Fz * p["QDZ1"] * RADIUS / F0 * math.cos(shape(Bt, Ct, Et, math.sqrt(at ** 2 + other))) * math.cos(alpha)
    residual = (Fz * (p["QDZ6"] + p["QDZ8"] * gamma) * RADIUS * math.cos(alpha) *
                math.cos(math.atan(p["QBZ9"] * math.sqrt(ar ** 2 + other))))
    arm = (p["SSZ1"] + p["SSZ2"] * (weighted + SVyk) / F0) * RADIUS
    return Fx, weighted + SVyk, -trail * weighted + residual + arm * Fx


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
        path, states, rows = self.check(PAC, FULL)
        self.check_no_jump(path, states, rows)

    def test_crossings(self):
        """Along lines through standstill, lock and lift-off forces stay close from point to point."""
        for tyre in (LINEAR, BRUSH, MAGIC, PAC):
            path = self.rig(tyre, self.ROAD, "road", FULL)
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


if __name__ == "__main__":
    unittest.main()
