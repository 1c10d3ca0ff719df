#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle identify`: parameters from data whose truth is known in closed form or by another method."""
import csv
import io
import json
import math
import os
import random
import statistics
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
PLANAR = ROOT / "examples/planar_2dof/planar_2dof.bl"
PUMA = ROOT / "examples/puma560/puma560.bl"

# planar_2dof: two masses at the ends of links that turn
M1, M2, L1, L2, J1, J2, G = 2, 1, 0.5, 0.4, 0.02, 0.01, 9.81
VALUES = f"m1={M1}, m2={M2}, l1={L1}, l2={L2}, j1={J1}, j2={J2}, g={G}"
LENGTHS = f"l1={L1}, g={G}"
TRUTH = {"ZZR1": J1 + (M1 + M2) * L1**2, "MXR1": (M1 + M2) * L1, "MY1": 0,
         "ZZ2": J2 + M2 * L2**2, "MX2": M2 * L2, "MY2": 0}
HEADING = ["t [s]", "t1 [rad]", "t2 [rad]", "t1' [rad/s]", "t2' [rad/s]", "t1'' [rad/s^2]",
           "t2'' [rad/s^2]", "tau[t1] [N.m]", "tau[t2] [N.m]"]


def harmonics(t, terms):
    """Position, speed, acceleration of a sum of (amplitude, rate, phase)."""
    return (sum(a * math.sin(w * t + p) for a, w, p in terms),
            sum(a * w * math.cos(w * t + p) for a, w, p in terms),
            -sum(a * w * w * math.sin(w * t + p) for a, w, p in terms))


def planar_torque(q, qd, qdd):
    """Lagrange's equations of two point masses with rotary inertias."""
    c, s = math.cos(q[1]), math.sin(q[1])
    inner = M2 * L1 * L2
    j2 = J2 + M2 * L2**2
    m11 = J1 + (M1 + M2) * L1**2 + j2 + 2 * inner * c
    m12 = j2 + inner * c
    first = (m11 * qdd[0] + m12 * qdd[1] - inner * s * qd[1] * (2 * qd[0] + qd[1])
             + (M1 + M2) * L1 * G * math.cos(q[0]) + M2 * L2 * G * math.cos(q[0] + q[1]))
    second = (m12 * qdd[0] + j2 * qdd[1] + inner * s * qd[0]**2
              + M2 * L2 * G * math.cos(q[0] + q[1]))
    return first, second


EXCITING = [[(0.7, 2.1, 0.3), (0.4, 5.3, 1.0)], [(0.9, 3.2, 0.0), (0.3, 7.1, 2.0)]]


def planar_rows(count=200, step=0.02, noise=(0, 0), seed=0, terms=None, friction=None):
    generator = random.Random(seed)
    for k in range(count):
        moves = [harmonics(k * step, own) for own in terms or EXCITING]
        q, qd, qdd = zip(*moves)
        tau = list(planar_torque(q, qd, qdd))
        for i, (viscous, dry) in enumerate(friction or []):
            tau[i] += viscous * qd[i] + math.copysign(dry, qd[i])
        tau = [torque + generator.gauss(0, sd) for torque, sd in zip(tau, noise)]
        yield [k * step, *q, *qd, *qdd, *tau]


def table(heading, rows):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(heading)
    writer.writerows([f"{value:.17g}" for value in row] for row in rows)
    return out.getvalue()


PARALLEL = """mechanism parallel
param L = 0.5 m, D = 1 m, g = 9.81 m/s^2
param m = 3 kg, J1 = 0.4 kg.m^2, J3 = 0.1 kg.m^2
gravity [0, -g, 0]
joint a : revolute z (q1 = 1 rad) from ground
joint b : revolute z (q2 = -1 rad) from a at [L, 0, 0]
joint d : revolute z (q3 = 1 rad) from ground at [D, 0, 0]
loop c : revolute z [D, 0, 0] on b = [L, 0, 0] on d
body crank on a : mass 1 kg, inertia diag(0, 0, J1)
body platform on b : mass m, com [D/2, 0, 0]
body rocker on d : mass 1 kg, inertia diag(0, 0, J3)
"""


class Identify(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def run_on(self, path, text, *words):
        data = self.folder / "data.csv"
        if text is not None:
            data.write_text(text, encoding="utf-8")
        given = [data] if text is not None else []
        return subprocess.run([BIELLE, "identify", path, *given, *words], capture_output=True,
                              encoding="utf-8", check=False, cwd=self.folder)

    def record(self, path, text, *words, status=0):
        done = self.run_on(path, text, "--as", "json", *words)
        self.assertEqual(done.returncode, status, done.stderr)
        return json.loads(done.stdout)

    def identified(self, *arguments, **options):
        return {own["name"]: own for own in self.record(*arguments, **options)["parameters"]}

    # ---- without noise

    def test_closed_form(self):
        found = self.identified(PLANAR, table(HEADING, planar_rows()), "--set", LENGTHS)
        self.assertEqual(list(found), list(TRUTH))
        for name, truth in TRUTH.items():
            self.assertAlmostEqual(found[name]["value"], truth, delta=1e-10, msg=name)
            self.assertIsNone(found[name]["described"] if truth else None)

    def test_described_values(self):
        found = self.identified(PLANAR, table(HEADING, planar_rows()), "--set", VALUES)
        for name, truth in TRUTH.items():
            self.assertAlmostEqual(found[name]["described"], truth, delta=1e-14, msg=name)

    def test_friction(self):
        truth = [(0.3, 0.8), (0.1, 0.25)]
        text = table(HEADING, planar_rows(friction=truth))
        found = self.identified(PLANAR, text, "--set", LENGTHS, "--friction")
        for i, (viscous, dry) in enumerate(truth):
            self.assertAlmostEqual(found[f"FV{i + 1}"]["value"], viscous, delta=1e-10)
            self.assertAlmostEqual(found[f"FS{i + 1}"]["value"], dry, delta=1e-10)
        self.assertAlmostEqual(found["ZZ2"]["value"], TRUTH["ZZ2"], delta=1e-10)

    def test_units_are_read(self):
        heading = [name.replace("t1 [rad]", "t1 [deg]").replace("[N.m]", "[N.mm]")
                   for name in HEADING] + ["remark"]
        rows = []
        for row in planar_rows(60):
            row[1] = math.degrees(row[1])
            rows.append([*row[:7], 1000 * row[7], 1000 * row[8], 0])
        found = self.identified(PLANAR, table(heading, rows), "--set", LENGTHS)
        for name, truth in TRUTH.items():
            self.assertAlmostEqual(found[name]["value"], truth, delta=1e-10, msg=name)

    def torques(self, path, names, rows, method):
        """tau at rows of q, q', q'' by a method of dynamics."""
        states = self.folder / "states.npy"
        head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}"
        head += " " * (-(len(head) + 11) % 64) + "\n"
        states.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode()
                           + b"".join(struct.pack(f"<{len(row)}d", *row) for row in rows))
        done = subprocess.run([BIELLE, "eval", path, "--states", states, "--columns", ", ".join(names),
                               "--what", "tau", "--method", method],
                              capture_output=True, encoding="utf-8", check=True)
        return [[float(cell) for cell in row] for row in list(csv.reader(io.StringIO(done.stdout)))[1:]]

    def designed(self, path, *words):
        done = self.run_on(path, None, "--design", "-o", self.folder / "motion.csv", *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        text = (self.folder / "motion.csv").read_text(encoding="utf-8")
        rows = list(csv.reader(io.StringIO(text)))
        return rows[0], [[float(cell) for cell in row] for row in rows[1:]]

    def test_puma(self):
        heading, rows = self.designed(PUMA)
        rows = rows[::5]
        names = [name.split(" [")[0] for name in heading[1:]]
        torques = self.torques(PUMA, names, [row[1:] for row in rows], "lagrange")
        heading += [f"tau[q{i + 1}]" for i in range(6)]
        text = table(heading, [row + torque for row, torque in zip(rows, torques)])
        found = self.identified(PUMA, text)
        self.assertEqual(len(found), 36)
        for name, own in found.items():
            self.assertAlmostEqual(own["value"], own["described"], delta=1e-9, msg=name)

    # ---- noise

    def test_intervals_hold_the_truth(self):
        held = total = 0
        for seed in range(60):
            text = table(HEADING, planar_rows(80, 0.05, (0.5, 0.1), seed))
            found = self.identified(PLANAR, text, "--set", LENGTHS)
            for name, truth in TRUTH.items():
                low, high = found[name]["interval_95"]
                held += low <= truth <= high
                total += 1
        self.assertEqual(total, 360)
        self.assertGreater(held / total, 0.90)
        self.assertLess(held / total, 0.99)

    def test_weights_follow_the_noise(self):
        text = table(HEADING, planar_rows(300, 0.02, (2, 0.01), 5))
        weighted = self.identified(PLANAR, text, "--set", LENGTHS)
        plain = self.identified(PLANAR, text, "--set", LENGTHS, "--weights", "none")
        self.assertLess(weighted["ZZ2"]["sd"], 0.2 * plain["ZZ2"]["sd"])
        record = self.record(PLANAR, text, "--set", LENGTHS)
        self.assertAlmostEqual(record["joints"][0]["rms"], 2, delta=0.3)
        self.assertAlmostEqual(record["joints"][1]["rms"], 0.01, delta=0.002)

    def test_filtered(self):
        rows = [[row[0], row[1] + random.Random(2 * k).gauss(0, 1e-5),
                 row[2] + random.Random(2 * k + 1).gauss(0, 1e-5), *row[7:]]
                for k, row in enumerate(planar_rows(5000, 0.002, (0.2, 0.05), 3))]
        text = table(HEADING[:3] + HEADING[7:], rows)
        record = self.record(PLANAR, text, "--set", LENGTHS, "--cutoff", "10 Hz")
        self.assertTrue(record["filtered"])
        for own in record["parameters"]:
            truth = TRUTH[own["name"]]
            self.assertLess(abs(own["value"] - truth), 4 * own["sd"], own["name"])
            self.assertLess(own["sd"], 0.01)

    def test_intervals_of_filtered_data(self):
        """Off by as much as the standard deviations say, which are those of samples that the filter made alike,
        and to no side: nothing of the ends is left."""
        off = {name: [] for name in TRUTH}
        for seed in range(30):
            rows = [[*row[:3], *row[7:]] for row in planar_rows(2000, 0.002, (0.2, 0.05), seed)]
            text = table(HEADING[:3] + HEADING[7:], rows)
            found = self.identified(PLANAR, text, "--set", LENGTHS, "--cutoff", "10 Hz")
            for name, truth in TRUTH.items():
                off[name].append((found[name]["value"] - truth) / found[name]["sd"])
        for name, parts in off.items():
            self.assertLess(abs(statistics.mean(parts)), 0.6, name)
        spread = statistics.mean(statistics.pvariance(parts) for parts in off.values())
        self.assertAlmostEqual(spread, 1, delta=0.3)

    # ---- what data do not show

    def test_a_motion_that_shows_little(self):
        still = [[(0.3, 0, math.pi / 2)], EXCITING[1]]  # the first joint stands at 0.3 rad
        text = table(HEADING, planar_rows(terms=still))
        done = self.run_on(PLANAR, text, "--set", LENGTHS)
        self.assertEqual(done.returncode, 1)
        self.assertIn("Not identifiable", done.stdout)
        self.assertIn("  ZZR1 by 1\n", done.stdout)
        record = self.record(PLANAR, text, "--set", LENGTHS, status=1)
        turned, weight = sorted(record["not_identifiable"], key=len)
        self.assertEqual(turned, {"ZZR1": 1})  # nothing turns it
        # its weight is g (MXR1 cos t1 - MY1 sin t1)
        self.assertEqual(list(weight), ["MXR1", "MY1"])
        self.assertAlmostEqual(weight["MY1"] / weight["MXR1"], 1 / math.tan(0.3), delta=1e-6)
        for own in record["parameters"]:
            self.assertEqual(own["identifiable"], own["name"].endswith("2"))
            if own["identifiable"]:
                self.assertAlmostEqual(own["value"], TRUTH[own["name"]], delta=1e-9)

    def test_design_is_better_than_chance(self):
        done = self.run_on(PLANAR, None, "--design", "--as", "json", "--set", LENGTHS)
        record = json.loads(done.stdout)
        self.assertLess(record["condition"], 0.6 * record["first_condition"])
        again = json.loads(self.run_on(PLANAR, None, "--design", "--as", "json", "--set",
                                       LENGTHS).stdout)
        self.assertEqual(record, again)

    def test_design_keeps_limits(self):
        path = self.folder / "limits.bl"
        path.write_text("mechanism limited\ngravity [0, -9.81, 0] m/s^2\n"
                        "joint a : revolute z (q) from ground limits -10 deg .. 50 deg velocity 0.8 rad/s\n"
                        "joint b : prismatic x (x) from a limits 0.1 m .. 0.3 m velocity 0.2 m/s\n"
                        "body A on a : mass 2 kg, com [0.1, 0, 0] m\nbody B on b : mass 1 kg\n",
                        encoding="utf-8")
        heading, rows = self.designed(path, "--time", "4 s")
        self.assertEqual(heading[:5], ["t [s]", "q [rad]", "x [m]", "q' [rad/s]", "x' [m/s]"])
        self.assertEqual((rows[0][0], rows[-1][0]), (0, 4))
        limits = [None, (math.radians(-10), math.radians(50)), (0.1, 0.3), (-0.8, 0.8), (-0.2, 0.2)]
        for c in range(1, 5):
            values = [row[c] for row in rows]
            self.assertGreaterEqual(min(values), limits[c][0])
            self.assertLessEqual(max(values), limits[c][1])
        step = rows[1][0]
        for k in range(1, 1000):  # speeds and accelerations are those of the positions
            for c in (1, 2, 3, 4):
                slope = (rows[k + 1][c] - rows[k - 1][c]) / (2 * step)
                self.assertAlmostEqual(slope, rows[k][c + 2], delta=2e-3)

    # ---- other forces

    def test_other_forces_are_known(self):
        path = self.folder / "driven.bl"
        path.write_text("mechanism driven\nparam m, L = 0.5 m\ninput w = 0.3 N.m/s*t\n"
                        "gravity [0, -9.81, 0] m/s^2\njoint a : revolute z (q) from ground\n"
                        "body A on a : mass m, com [L, 0, 0]\n"
                        "torque wind on a = w\n", encoding="utf-8")
        rows = []
        for k in range(50):
            q, qd, qdd = harmonics(0.05 * k, EXCITING[0])
            tau = 2 * 0.25 * qdd + 2 * 0.5 * G * math.cos(q) - 0.3 * 0.05 * k
            rows.append([0.05 * k, q, qd, qdd, tau])
        found = self.identified(path, table(["t", "q", "q'", "q''", "tau[q]"], rows))
        self.assertAlmostEqual(found["ZZ1"]["value"], 0.5, delta=1e-10)
        self.assertAlmostEqual(found["MX1"]["value"], 1, delta=1e-10)
        self.assertAlmostEqual(found["MY1"]["value"], 0, delta=1e-10)

    # ---- bodies

    def test_bodies(self):
        record = self.record(PLANAR, table(HEADING, planar_rows()), "--set", VALUES)
        self.assertTrue(record["consistent"])
        links = record["links"]
        self.assertAlmostEqual(links["ZZ2"], TRUTH["ZZ2"], delta=1e-7)
        self.assertAlmostEqual(links["MX2"], TRUTH["MX2"], delta=1e-7)
        self.assertAlmostEqual(links["ZZ1"] + L1**2 * links["M2"], TRUTH["ZZR1"], delta=1e-7)
        for i in "12":  # the mass, and the inertia about the centre of mass
            self.assertGreater(links["M" + i], 0)
            self.assertGreater(links["ZZ" + i] - links["MX" + i]**2 / links["M" + i], 0)
        rows = [row[:7] + [-row[7], -row[8]] for row in planar_rows()]
        self.assertFalse(self.record(PLANAR, table(HEADING, rows), "--set", VALUES)["consistent"])
        told = self.run_on(PLANAR, table(HEADING, rows), "--set", VALUES).stdout
        self.assertIn("these parameters, far from its own", told)
        self.assertIn("No bodies have them: check signs and units", told)
        told = self.run_on(PLANAR, table(HEADING, planar_rows()), "--set", VALUES).stdout
        self.assertIn("these parameters, near to its own", told)

    def test_a_constant_effort_has_nothing_to_explain(self):
        """Its variance is what a filter rounds off."""
        path = self.folder / "arm.bl"
        path.write_text("""mechanism arm
gravity [0, -9.81, 0]
param m = 2 kg, l = 0.4 m, I = 0.1 kg.m^2
joint a : revolute z (q1) from ground
body A on a : mass m, com [l, 0, 0], inertia diag(0, 0, I)
""", encoding="utf-8")
        rows = [[0.01 * i, 0.5 * math.sin(0.03 * i) + 0.2 * math.sin(0.07 * i), 3.0] for i in range(200)]
        data = table(["t", "q1", "tau[q1]"], rows)
        self.assertIsNone(self.record(path, data)["joints"][0]["explained"])
        self.assertRegex(self.run_on(path, data).stdout, r"(?m)^  q1 +\S+ +N\.m +-$")

    # ---- mistakes

    def refused(self, text, *words):
        done = self.run_on(PLANAR, text, "--set", LENGTHS, *words)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertEqual(done.stdout, "")
        return done.stderr.replace(str(self.folder) + "/", "")

    def test_bad_tables(self):
        good = table(HEADING, planar_rows(20))
        lines = good.splitlines()
        cells = lines[3].split(",")
        wrong = "\n".join([*lines[:3], ",".join(["x1", *cells[1:]]), *lines[4:]])
        self.assertIn("data.csv:4:1: error: no number: 'x1'", self.refused(wrong))
        wrong = "\n".join([*lines[:3], ",".join([cells[0], "nan", *cells[2:]]), *lines[4:]])
        self.assertIn(f"data.csv:4:{len(cells[0]) + 2}: error: no number: 'nan'", self.refused(wrong))
        wrong = "\n".join([*lines[:3], ",".join(cells[:-1]), *lines[4:]])
        self.assertIn("data.csv:4:1: error: a row of 8 cells, below a heading of 9", self.refused(wrong))
        self.assertIn("data.csv:1:1: error: there is no column 'tau[t1]'",
                      self.refused(good.replace("tau[", "effort[")))
        self.assertIn("data.csv:1:7: error: a column cannot have the unit 'm'",
                      self.refused(good.replace("t1 [rad]", "t1 [m]")))
        self.assertIn("data.csv:1:16: error: there are two columns of 't1'",
                      self.refused(good.replace("t2 [rad]", "t1 [rad]")))
        self.assertIn("there is nothing measured", self.refused("\n# nothing\n"))
        self.assertIn("there is nothing measured", self.refused(""))
        self.assertIn("times of the rows do not grow",
                      self.refused("\n".join([*lines[:4], lines[3], *lines[4:]])))

    def test_too_little(self):
        text = table(HEADING, planar_rows(20))
        self.assertIn("too few", self.refused(text, "--cutoff", "5"))
        self.assertIn("half of the sampling frequency", self.refused(text, "--cutoff", "100"))
        self.assertIn("is not a value of --cutoff", self.refused(text, "--cutoff", "5 m"))
        self.assertIn("too few for 6 parameters", self.refused("\n".join(text.splitlines()[:4])))
        bare = table(HEADING[:3] + HEADING[7:], [row[:3] + row[7:] for row in planar_rows(20)])
        self.assertIn("there is no column 't1''", self.refused(bare, "--velocities", "given"))
        self.assertIn("what was measured is needed", self.refused(None))
        self.assertIn("takes no data", self.refused(text, "--design"))

    # ---- efforts that nobody measures

    def test_one_effort_shows_what_depends_on_it(self):
        rows = [row[:8] for row in planar_rows()]
        record = self.record(PLANAR, table(HEADING[:8], rows), "--set", LENGTHS)
        self.assertEqual([joint["name"] for joint in record["joints"]], ["t1"])
        for own in record["parameters"]:  # the first joint carries everything
            self.assertAlmostEqual(own["value"], TRUTH[own["name"]], delta=1e-9, msg=own["name"])
        rows = [row[:7] + row[8:] for row in planar_rows()]
        record = self.record(PLANAR, table(HEADING[:7] + HEADING[8:], rows), "--set", LENGTHS, status=1)
        seen = {own["name"]: own["value"] for own in record["parameters"] if own["identifiable"]}
        self.assertEqual(sorted(seen), ["MX2", "MY2", "ZZ2"])
        for name, value in seen.items():
            self.assertAlmostEqual(value, TRUTH[name], delta=1e-9, msg=name)

    PARALLEL_HEADING = ["t [s]", *(f"{name}{dots} [{unit}]" for dots, unit in (
        ("", "rad"), ("'", "rad/s"), ("''", "rad/s^2")) for name in ("q1", "q2", "q3")), "tau[q1] [N.m]"]

    def parallel_rows(self):
        """A platform on two cranks: (J1 + J3 + m L^2) q'' + m g L cos q, all of it at the first crank."""
        for k in range(200):
            q, qd, qdd = harmonics(0.02 * k, EXCITING[0])
            torque = (0.3 + 0.2 + 2 * 0.5**2) * qdd + 2 * G * 0.5 * math.cos(q)
            yield [0.02 * k, q, -q, q, qd, -qd, qd, qdd, -qdd, qdd, torque]

    def test_loops_by_the_motions_that_they_allow(self):
        path, values = self.folder / "parallel.bl", self.folder / "values.json"
        path.write_text(PARALLEL, encoding="utf-8")
        text = table(self.PARALLEL_HEADING, self.parallel_rows())
        done = self.run_on(path, text, "-o", values)
        self.assertEqual(done.returncode, 1, done.stderr)  # not each inertia by itself
        self.assertIn("Not identifiable", done.stdout)
        found = json.loads(values.read_text())["params"]
        self.assertEqual(sorted(found), ["J1", "J3", "m"])
        self.assertAlmostEqual(found["m"], 2, delta=1e-8)
        self.assertAlmostEqual(found["J1"] + found["J3"], 0.5, delta=1e-8)
        record = self.record(path, text, "--set", values, status=1)
        self.assertEqual([joint["name"] for joint in record["joints"]], ["q1"])
        self.assertLess(record["joints"][0]["rms"], 1e-9)
        for own in record["parameters"]:
            if own["identifiable"]:
                self.assertAlmostEqual(own["value"], own["described"], delta=1e-8)
        done = self.run_on(path, text.replace("q3 [rad]", "other [rad]"))
        self.assertIn("there is no column 'q3'", done.stderr)

    def test_noise_that_opens_loops_shows_nothing(self):
        path, values = self.folder / "parallel.bl", self.folder / "values.json"
        path.write_text(PARALLEL, encoding="utf-8")
        chance = random.Random(5)
        rows = [[row[0], *(value + chance.gauss(0, 1e-3) for value in row[1:10]), row[10]]
                for row in self.parallel_rows()]
        done = self.run_on(path, table(self.PARALLEL_HEADING, rows), "-o", values)
        self.assertIn("Not identifiable", done.stdout)  # of an open loop each inertia seemed to show
        found = json.loads(values.read_text())["params"]
        self.assertAlmostEqual(found["m"], 2, delta=2e-3)
        self.assertAlmostEqual(found["J1"] + found["J3"], 0.5, delta=2e-3)
        # a column that cancels but for rounding is no parameter of 1e20
        self.assertEqual([own["name"] for own in self.record(path, table(self.PARALLEL_HEADING, rows), status=1)["parameters"]
                          if own["identifiable"]], [])
        rows[40][1] += 3
        done = self.run_on(path, table(self.PARALLEL_HEADING, rows))
        self.assertIn("the mechanism does not close near sample 41", done.stderr)

    def test_values_of_the_description_are_those_of_the_base_parameters(self):
        values = self.folder / "values.json"
        rough = VALUES.replace(f"m1={M1}", "m1=2.5").replace(f"j2={J2}", "j2=0.02")
        done = self.run_on(PLANAR, table(HEADING, planar_rows(noise=(0.01, 0.005))), "--set", rough, "-o",
                           values)
        self.assertEqual(done.returncode, 0, done.stderr)
        p = {**{"l1": L1}, **json.loads(values.read_text())["params"]}
        self.assertAlmostEqual((p["m1"] + p["m2"]) * L1, TRUTH["MXR1"], delta=0.01)
        self.assertAlmostEqual(p["m2"] * p["l2"], TRUTH["MX2"], delta=0.01)
        self.assertAlmostEqual(p["j2"] + p["m2"] * p["l2"]**2, TRUTH["ZZ2"], delta=0.01)

    def test_motions_of_loops_are_not_designed(self):
        done = self.run_on(ROOT / "examples/five_bar/five_bar.bl", None, "--design")
        self.assertEqual(done.returncode, 2)
        self.assertIn("a motion is designed for trees", done.stderr)


if __name__ == "__main__":
    unittest.main()
