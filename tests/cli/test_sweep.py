#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle analyze sweep`: forces, transmission angle, time ratio, columns and pictures."""
import csv
import io
import json
import math
import os
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
SVG = "{http://www.w3.org/2000/svg}"

PENDULUM = """mechanism pendulum
gravity [0, -9.81, 0] m/s^2
joint a : revolute z (q) from ground
body A on a : mass 2 kg, com [0.5, 0, 0] m
point E at [0.5, 0, 0] m on a
"""
OFFSET = """mechanism offset
joint crank : revolute z (th) from ground
joint rod   : revolute z (b = -30 deg) from crank at [0.1, 0, 0] m
joint slide : prismatic x (x = 0.3) from ground at [0, 0.08, 0] m
loop pin : revolute z [0.35, 0, 0] m on rod = slide
"""


def bielle(*words, text=""):
    return subprocess.run([BIELLE, *map(str, words)], input=text, capture_output=True,
                          encoding="utf-8", check=False)


def example(name):
    return (ROOT / "examples" / name / f"{name}.bl").read_text(encoding="utf-8")


def rows_of(text, drive, *options):
    done = bielle("analyze", "sweep", "-", "--drive", drive, "--as", "csv", *options, text=text)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return list(csv.DictReader(io.StringIO(done.stdout)))


class Forces(unittest.TestCase):
    def test_pendulum(self):
        for row in rows_of(PENDULUM, "q=0..360deg", "--steps", "12", "--speed", "3",
                           "--acceleration", "2"):
            q = float(row["q [rad]"])
            self.assertAlmostEqual(float(row["tau[q] [N.m]"]), 9.81 * math.cos(q) + 2 * 0.5,
                                   delta=1e-12)
            along = 2 * 9.81 * math.sin(q) - 2 * 0.5 * 9
            across = 2 * 9.81 * math.cos(q) + 2 * 0.5 * 2
            self.assertAlmostEqual(float(row["a.Fx [N]"]), along, delta=1e-11)
            self.assertAlmostEqual(float(row["a.F [N]"]), math.hypot(along, across), delta=1e-11)

    def test_motion_by_the_clock(self):
        text = PENDULUM + "motion q : 3 rad/s*t\n"
        for row in rows_of(text, "t=0..2s", "--steps", "6"):
            t = float(row["t [s]"])
            self.assertAlmostEqual(float(row["tau[q] [N.m]"]), 9.81 * math.cos(3 * t), delta=1e-11)

    def test_four_bar_moves_so_by_these_forces(self):
        """Given the effort of the drive, `analyze motion` finds the motion and the forces."""
        text = example("four_bar_driven")
        rows = rows_of(text, "theta1=0..360deg", "--steps", "7", "--speed", "5")
        for row in rows[1:4]:
            at = ", ".join(f"{name}{mark} = {row[f'{name}{mark} [{unit}]']}"
                           for name in ("theta1", "psi", "theta3")
                           for mark, unit in (("", "rad"), ("'", "rad/s")))
            at += f", tau[theta1] = {row['tau[theta1] [N.m]']}"
            done = bielle("analyze", "motion", "-", "--as", "json", "--at", at, text=text)
            answer = json.loads(done.stdout)
            for name, value in answer["state"]["qdd"].items():
                self.assertAlmostEqual(float(row[f"{name}'' [rad/s^2]"]), value, delta=1e-8)
            for joint, (fx, fy, *_) in answer["reactions"].items():
                self.assertAlmostEqual(float(row[f"{joint}.Fx [N]"]), fx, delta=1e-8)
                self.assertAlmostEqual(float(row[f"{joint}.F [N]"]), math.hypot(fx, fy), delta=1e-8)
            for label, value in answer["lambda"].items():
                self.assertAlmostEqual(float(row[f"{label} [N]"]), -value, delta=1e-8)

    def test_a_cycle_needs_no_work(self):
        """Weights and inertia give back what they take: the motor's 2 N.m are all that is left."""
        rows = rows_of(example("four_bar_driven"), "theta1=0..360deg", "--steps", "360")
        mean = sum(float(row["tau[theta1] [N.m]"]) for row in rows[1:]) / 360
        self.assertAlmostEqual(mean, -2, delta=1e-9)

    def test_held_coordinates_have_an_effort(self):
        text = PENDULUM + "joint b : prismatic y (y = 1) from ground\nbody B on b : mass 3 kg\n"
        row = rows_of(text, "q=0..1", "--steps", "1", "--hold", "y")[0]
        self.assertAlmostEqual(float(row["tau[y] [N]"]), 3 * 9.81, delta=1e-12)

    def test_nothing_that_weighs(self):
        self.assertNotIn("tau", "".join(rows_of(OFFSET, "th=0..1")[0]))

    def test_redundant_constraints(self):
        text = example("parallelogram") + "body P on platform : mass 3 kg\n"
        text = text.replace("param", "gravity [0, -9.81, 0] m/s^2\nparam", 1)
        done = bielle("analyze", "sweep", "-", "--drive", "a1=60deg..90deg", text=text)
        self.assertIn("Forces that redundant constraints make non-unique are omitted.",
                      done.stdout)
        self.assertNotIn("p1.F", done.stdout)
        self.assertIn("tau[a1]", done.stdout)


class Words(unittest.TestCase):
    def test_transmission_angle(self):
        rows = rows_of(example("four_bar"), "phi1=0..360deg", "--steps", "16")
        for row in rows:
            coupler = float(row["phi1 [rad]"]) + float(row["b [rad]"])
            angle = abs(math.remainder(coupler - float(row["phi3 [rad]"]), 2 * math.pi))
            self.assertAlmostEqual(float(row["transmission [rad]"]), angle, delta=1e-9)
        done = bielle("analyze", "sweep", "-", "--drive", "phi1=0..360deg",
                      text=example("four_bar"))
        self.assertRegex(done.stdout, r"Transmission angle, between coupler and output: [\d.]+ to "
                                      r"[\d.]+ deg at the rows")

    def test_time_ratio_and_swing(self):
        done = bielle("analyze", "sweep", "-", "--drive", "th=0..360deg", text=OFFSET)
        line = [line.split() for line in done.stdout.splitlines() if line.startswith("  x [m]")][0]
        alpha = math.asin(0.08 / 0.25) - math.asin(0.08 / 0.45)
        self.assertAlmostEqual(float(line[-1]), (math.pi + alpha) / (math.pi - alpha), delta=1e-5)
        stroke = math.sqrt(0.45**2 - 0.08**2) - math.sqrt(0.25**2 - 0.08**2)
        self.assertAlmostEqual(float(line[-2]), stroke, delta=1e-6)

    def test_half_a_turn_has_no_time_ratio(self):
        done = bielle("analyze", "sweep", "-", "--drive", "th=0..180deg", text=OFFSET)
        self.assertNotIn("time ratio", done.stdout)


class Columns(unittest.TestCase):
    def test_choice(self):
        row = rows_of(PENDULUM, "q=0..1", "--columns", "tau[q], E.*, *.F")[0]
        self.assertEqual(list(row), ["q [rad]", "tau[q] [N.m]", "E.x [m]", "E.y [m]", "E.x' [m/s]",
                                     "E.y' [m/s]", "E.x'' [m/s^2]", "E.y'' [m/s^2]", "a.F [N]"])

    def test_unknown(self):
        done = bielle("analyze", "sweep", "-", "--drive", "q=0..1", "--columns", "F.x",
                      text=PENDULUM)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("there is no column 'F.x'; did you mean 'E.x'?", done.stderr)


class Pictures(unittest.TestCase):
    def plot(self, text, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "out.svg"
            done = bielle("analyze", "sweep", "-", "--plot", path, *options, text=text)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            return path.read_text(encoding="utf-8")

    def test_structure(self):
        svg = self.plot(example("four_bar_driven"), "--drive", "theta1=0..360deg")
        root = xml.etree.ElementTree.fromstring(svg)
        curves = [path for path in root.iter(f"{SVG}path") if "L" in path.get("d")]
        self.assertEqual(len(curves), 3)  # psi and theta3, tau
        self.assertEqual([path.get("d").count("L") for path in curves], [72] * 3)
        texts = [text.text for text in root.iter(f"{SVG}text")]
        for label in ("theta1 [deg]", "[deg]", "[N.m]", "psi", "theta3", "tau[theta1]", "0", "45",
                      "360"):
            self.assertIn(label, texts)
        panels = [rect for rect in root.iter(f"{SVG}rect") if rect.get("class") == "frame"]
        self.assertEqual(len(panels), 2)
        self.assert_inside(root)

    def assert_inside(self, root):
        width, height = float(root.get("width")), float(root.get("height"))
        for path in root.iter(f"{SVG}path"):
            numbers = [float(n) for n in re.findall(r"-?[\d.]+", path.get("d"))]
            if "h" in path.get("d"):
                continue
            self.assertTrue(all(0 <= x <= width for x in numbers[::2]))
            self.assertTrue(all(0 <= y <= height for y in numbers[1::2]))
        for text in root.iter(f"{SVG}text"):
            length = 7 * len(text.text)
            x = float(text.get("x")) - {"start": 0, "middle": 0.5, "end": 1}[
                text.get("text-anchor")] * length
            self.assertTrue(-1 <= x and x + length <= width + 1, text.text)

    def test_ticks_do_not_overlap(self):
        for columns in ("E.x", "tau[q]", "a.F"):
            svg = self.plot(PENDULUM, "--drive", "q=-0.3..12345deg", "--columns", columns)
            root = xml.etree.ElementTree.fromstring(svg)
            ticks = sorted(float(text.get("x")) for text in root.iter(f"{SVG}text")
                           if text.get("text-anchor") == "middle" and text.get("class") == "tick")
            self.assertGreaterEqual(len(ticks), 3)
            self.assertTrue(all(b - a > 50 for a, b in zip(ticks, ticks[1:])), ticks)

    def test_same_bytes(self):
        options = ("--drive", "q=0..1", "--columns", "E.x,E.y")
        self.assertEqual(self.plot(PENDULUM, *options), self.plot(PENDULUM, *options))

    def test_nothing_to_plot(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "out.svg"
            done = bielle("analyze", "sweep", "-", "--plot", path, "--drive", "q=0..1",
                          "--columns", "q", text=PENDULUM)
            self.assertIn("there is nothing to plot", done.stderr)
            self.assertFalse(path.exists())


class Constraints(unittest.TestCase):
    def test_what_a_cam_exerts_on_its_follower(self):
        """y = h/2 (1 - cos a): the spring and the mass of the follower, by hand; the cam feels it by dy/da."""
        text = """mechanism cam
param h = 15 mm, k = 2 kN/m, m = 0.4 kg
joint cam : revolute z (a) from ground
joint follower : prismatic y (y) from ground
body cam on cam : mass 1 kg, inertia diag(0, 0, 1e-3) kg.m^2
body follower on follower : mass m
torque spring on y = -k*(y + 10 mm)
constraint contact : y = h/2*(1 - cos(a))
"""
        w = 60
        done = bielle("analyze", "sweep", "-", "--drive", "a=0..2", "--steps", "20", "--speed", f"{w} rad/s", "--as", "csv",
                      text=text)
        self.assertEqual(done.returncode, 0, done.stderr)
        rows = list(csv.reader(done.stdout.splitlines()))
        for row in rows[1:]:
            value = dict(zip(rows[0], map(float, row)))
            a = value["a [rad]"]
            force = 2000 * (0.0075 * (1 - math.cos(a)) + 0.01) + 0.4 * 0.0075 * w**2 * math.cos(a)
            self.assertAlmostEqual(value["contact[y] [N]"], force, delta=1e-9 * force)
            self.assertAlmostEqual(value["contact[a] [N.m]"], -force * 0.0075 * math.sin(a), delta=1e-9)
            self.assertAlmostEqual(value["tau[a] [N.m]"], force * 0.0075 * math.sin(a), delta=1e-9)


class Far(unittest.TestCase):
    def test_a_slide_that_runs_away_ends_the_sweep(self):
        """x = d/tan(phi): no step reaches phi = 0."""
        path = Path(os.environ["BIELLE_SOURCE_DIR"]) / "examples/coulisse/coulisse.bl"
        done = subprocess.run([os.environ["BIELLE_COMMAND"], "analyze", "sweep", path, "--drive",
                               "phi=0..60deg", "--steps", "6"], capture_output=True,
                              encoding="utf-8", check=False, timeout=100)
        self.assertEqual(done.returncode, 1)
        self.assertIn("Only a part of the range can be reached: 6 of 7 rows", done.stdout)


if __name__ == "__main__":
    unittest.main()
