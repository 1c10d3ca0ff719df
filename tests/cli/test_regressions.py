#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Descriptions in which features meet, each with its right answer or a clear refusal.

The expected numbers are closed forms, written here; other files of tests/data/repro have tests beside those of
their subject.
"""
import json
import math
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
COMMAND = os.environ.get("BIELLE_COMMAND", str(ROOT / "build" / "bielle"))
DATA = ROOT / "tests" / "data" / "repro"


def bielle(*words):
    return subprocess.run([COMMAND, *words], cwd=DATA, text=True, check=False, timeout=120,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)


class Regressions(unittest.TestCase):
    def answer(self, *words, status=0):
        done = bielle(*words)
        self.assertEqual(done.returncode, status, f"{words}: {done.stderr}")
        return done.stdout

    def rows(self, *words):
        lines = self.answer("simulate", *words, "--as", "csv").splitlines()
        return [[float(cell) for cell in line.split(",")] for line in lines[1:]]

    def value(self, file, state, what):
        return json.loads(self.answer("eval", file, "--at", state, "--what", what))[what]

    def refused(self, *words, saying):
        done = bielle(*words)
        self.assertEqual(done.returncode, 2, f"{words}: {done.stdout}")
        self.assertRegex(done.stderr, saying)

    def test_absolute_values_do_not_learn_from_arcs(self):
        for file in ("abs_after_asin.bl", "abs_before_asin.bl"):
            self.assertEqual(self.value(file, "u=2", "Qe"), [3])
            inside = self.value(file, "u=0.5", "Qe")[0]
            self.assertAlmostEqual(inside, math.sqrt(0.75) + 0.75, delta=1e-15)
        self.assertEqual(self.value("abs_of_recognised_number.bl", "q=9", "Qe"), [8])

    def test_hidden_zeros_are_no_divisors(self):
        self.refused("check", "hidden_zero_of_roots.bl", saying="5:20: error: division by zero")

    def test_names_that_do_not_exist_are_told_where_they_stand(self):
        self.refused("check", "atk_record_bad_output.bl", saying="8:10: error: unknown name 'servo.missed'")

    def test_neighbouring_states_close_on_one_branch(self):
        """The closed form of the four-bar a = 40, b = 120, c = 80, d = 100 mm on one branch, by the law of cosines."""
        states = json.loads(self.answer("eval", "branch_flip.bl", "--at", "branch_flip.json", "--what", "qdd"))
        angles = [state["closed"]["q"]["ph"] for state in states]

        def rocker(th):
            x, y = 0.04 * math.cos(th) - 0.1, 0.04 * math.sin(th)
            length = math.hypot(x, y)
            opening = math.acos((length**2 + 0.08**2 - 0.12**2) / (2 * length * 0.08))
            return [math.remainder(math.atan2(y, x) + side * opening, 2 * math.pi) for side in (1, -1)]
        side = min((0, 1), key=lambda k: abs(rocker(0)[k] - angles[0]))
        for th, angle in zip((0, 0.001), angles):
            self.assertAlmostEqual(rocker(th)[side], angle, delta=1e-9)

    def test_poses_of_the_kuka_are_no_half_turns(self):
        """All configurations have the rotation of the flange that the goal has: 4 of them within the limits of turns."""
        found = json.loads(self.answer("analyze", "assembly", "pose_kuka.bl", "--all", "--as", "json"))
        self.assertEqual(len(found["configurations"]), 4)
        for configuration in found["configurations"]:
            state = ",".join(f"{name}={value!r}" for name, value in configuration["q"].items())
            side = self.value("pose_kuka.bl", state, "Phi_side")
            self.assertTrue(all(value > 0.999 for value in side), side)

    def test_poses_of_the_wrist_are_those_of_euler_angles(self):
        found = json.loads(self.answer("analyze", "assembly", "pose_wrist.bl", "--at", "a=60 deg, b=0 deg, c=-150 deg",
                                       "--all", "--as", "json"))
        triples = sorted(tuple(round(math.degrees(configuration["q"][name])) % 360 for name in ("q1", "q2", "q3"))
                         for configuration in found["configurations"])
        self.assertEqual(triples, [(30, 180, 240), (210, 0, 60)])

    def test_rates_at_a_loss_of_rank_are_no_noise(self):
        for state in ("q1=0.3,q2=0,q3=0,vx=1,vy=0", "q1=0.4,q2=0,q3=0,vx=2,vy=0", "q1=0.1,q2=0,q3=0,vx=1,vy=0.2"):
            self.refused("eval", "redundant_rate.bl", "--at", state, "--what", "out:w1", saying="has no finite value")
        self.refused("eval", "singular_rate.bl", "--at", "q1=0.3,q2=0,vx=1", "--what", "out:w1",
                     saying="has no finite value")
        # J^T (J J^T)^-1 v of three links of 1 m, by Cramer's rule
        q, v = (0.4, 0.5, -0.3), (2.0, 0.0)
        sums = [sum(q[:k + 1]) for k in range(3)]
        top = [-sum(math.sin(s) for s in sums[k:]) for k in range(3)]
        low = [sum(math.cos(s) for s in sums[k:]) for k in range(3)]
        a, b, d = sum(x * x for x in top), sum(x * y for x, y in zip(top, low)), sum(y * y for y in low)
        least = (top[0] * (d * v[0] - b * v[1]) + low[0] * (a * v[1] - b * v[0])) / (a * d - b * b)
        self.assertAlmostEqual(self.value("redundant_rate.bl", "q1=0.4,q2=0.5,q3=-0.3,vx=2,vy=0", "out:w1"), least,
                               delta=1e-12)

    def test_a_wheel_without_side_slip_stands_on_its_plane(self):
        qdd = self.value("wheel_without_side_slip_falls_through_plane.bl", "car_x=0", "qdd")
        self.assertTrue(all(abs(value) < 1e-12 for value in qdd), qdd)

    def test_ratios_of_gears_are_parameters(self):
        for words in (("gear_pair.bl", "--what", "qdd"), ("gear_pair.bl", "--what", "qdd", "--about", "q1=0, q2=0")):
            self.assertIn("qdd[1] = (tau[q1] - z1*tau[q2]/z2)/(z1^2/z2^2 + 1)", self.answer("model", *words))
        train = self.answer("model", "gear_train.bl", "--constraints", "partition", "--what", "N,M_in")
        self.assertIn("M_in = J*(z1^2/z2^2 + z1^2/z3^2 + 1)", train)
        self.assertIn("N[carrier] = zs/(zs + zr)", self.answer("model", "planetary_gear.bl", "--freeze", "ring",
                                                               "--constraints", "partition", "--what", "N"))

    def test_a_given_load_is_balanced(self):
        held = self.answer("analyze", "statics", "planetary_gear.bl", "--freeze", "ring", "--at", "load = 35 N.m")
        self.assertRegex(held, r"Holding efforts:\n  T  10 N.m")  # 35 N.m * 24/84

    def test_peaks_between_rows_count(self):
        """Quintic of 90 deg in 2 s: the speed is at most 15/8 * (pi/2)/2."""
        for step in ("2ms", "0.7", "1"):
            told = self.answer("trajectory", "limits_between_rows.bl", "--step", step, status=1)
            self.assertIn(f"1.4 rad/s at 0.842 s: {15 / 8 * math.pi / 4:.5f} rad/s at 1 s", told)

    def test_a_cam_and_its_follower_have_a_force(self):
        """k (y + 10 mm) + m y'' at the rows of a turn at 20 pi rad/s."""
        lines = self.answer("analyze", "sweep", "cam.bl", "--drive", "a=0..360deg", "--speed", "600rpm", "--steps", "4",
                            "--as", "csv").splitlines()
        heading = lines[0].split(",")
        for line in lines[1:]:
            row = dict(zip(heading, map(float, line.split(","))))
            angle, rate = row["a [rad]"], 20 * math.pi
            force = 2000 * (0.0075 * (1 - math.cos(angle)) + 0.01) + 0.4 * 0.0075 * rate**2 * math.cos(angle)
            self.assertAlmostEqual(row["contact[y] [N]"], force, delta=1e-9)

    def test_starts_go_through_other_coordinates(self):
        plain = self.rows("parametrisation_start.bl", "--tolerance", "1e-10")
        turned = self.rows("parametrisation_start.bl", "--tolerance", "1e-10", "--parametrisation", "cartesian")
        self.assertEqual(plain[0][1:], [0.5, 3])
        for one, other in zip(plain, turned):
            for a, b in zip(one, other):
                self.assertAlmostEqual(a, b, delta=1e-7)

    def test_recorded_torques_go_through_other_coordinates(self):
        for words in ((), ("--parametrisation", "cartesian")):
            for _t, q, torque, same in self.rows("recorded_torque.bl", *words):
                self.assertEqual(torque, same)
                self.assertAlmostEqual(torque, -20 * q, delta=1e-9)

    def test_a_block_rests_on_a_belt_in_all_coordinates(self):
        for words in ((), ("--parametrisation", "cartesian")):
            for _t, place, speed in self.rows("moving_base_start.bl", *words):
                self.assertAlmostEqual(place, 0, delta=1e-12)
                self.assertAlmostEqual(speed, 0, delta=1e-12)

    def test_what_is_frozen_cannot_be_started(self):
        self.refused("simulate", "freeze_start.bl", "--freeze", "q", saying="starts 'q', which is held still")

    def test_an_event_of_a_loop_happens_once(self):
        speeds = []
        for treatment in ("projection", "ggl", "independent"):
            last = self.rows("event_of_a_loop.bl", "--treatment", treatment)[-1]
            self.assertEqual(last[-1], 1)
            speeds.append(last[2])
        self.assertLess(max(speeds) - min(speeds), 1e-4)

    def test_short_events_are_counted_by_every_method(self):
        """x = 0.1 cos 5t is above 0.099999 m 24 times from 0 to 30 s, at the start among them; the others likewise."""
        for method in ("auto", "adams", "bdf", "erk4", "erk5", "erk7", "erk8"):
            last = self.rows("short_events.bl", "--method", method)[-1]
            self.assertEqual(last[2:], [24, 24, 24, 23], method)

    def test_nanometres_have_their_tolerance(self):
        rate = math.sqrt(1 / 1e-9)
        for t, x, _v in self.rows("small_scale.bl"):
            self.assertAlmostEqual(x, 1e-8 * math.cos(rate * t), delta=1e-12)

    def test_a_colour_of_three_numbers_is_left_out(self):
        done = bielle("import", "mjcf_rgba3.xml")
        self.assertEqual(done.returncode, 0)
        self.assertIn("'rgba' of <geom> must be 4 numbers", done.stderr)
        self.assertIn("box 2*[0.1, 0.2, 0.3] m density 1000 kg/m^3", done.stdout)

    def test_titles_do_not_run(self):
        """U+2028 ends a comment of JavaScript."""
        with tempfile.TemporaryDirectory() as folder:
            for language in ("javascript", "c", "python", "rust"):
                self.answer("code", "atk_js_line_separator.bl", "--lang", language, "-o", folder)
            for path in Path(folder).rglob("*"):
                if path.is_file():
                    self.assertNotRegex(path.read_text(encoding="utf-8"), "[\u2028\u2029]", path.name)
            if shutil.which("node"):
                ran = subprocess.run(["node", "inj_selftest.mjs"], cwd=folder, text=True, check=True,
                                     stdout=subprocess.PIPE)
                self.assertTrue(re.fullmatch(r"inj: .*\n", ran.stdout), ran.stdout)


if __name__ == "__main__":
    unittest.main()
