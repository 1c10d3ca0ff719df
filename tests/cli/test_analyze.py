#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle analyze`: what it says to mistakes."""
import json
import math
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
FOUR_BAR = ROOT / "examples" / "four_bar" / "four_bar.bl"


def analyze(*words, state=None):
    options = ["--at", "-"] if state is not None else []
    return subprocess.run([BIELLE, "analyze", *map(str, words), *options], input=state or "",
                          capture_output=True, encoding="utf-8", check=False)


class Mistakes(unittest.TestCase):
    def assert_refused(self, done, sentence):
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(sentence, done.stderr)

    def test_no_study(self):
        self.assert_refused(analyze(), "which study? There is: assembly")
        self.assert_refused(analyze("colour"), "unknown study 'colour'\nThere is: assembly")
        self.assert_refused(analyze("asembly"), "did you mean 'assembly'?")

    def test_help(self):
        done = analyze("sweep", "--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn("usage: bielle analyze sweep FILE --drive", done.stdout)

    def test_no_file(self):
        self.assert_refused(analyze("assembly"), "bielle analyze assembly: which file?")
        self.assert_refused(analyze("assembly", FOUR_BAR, "--at", "/nowhere.json"), "/nowhere.json")
        self.assert_refused(analyze("assembly", FOUR_BAR, "--holds", "phi1"),
                            "did you mean '--hold'?")

    def test_names_that_do_not_exist(self):
        self.assert_refused(analyze("assembly", FOUR_BAR, "--hold", "phi1,phi2"),
                            "unknown coordinate 'phi2' to be held")
        self.assert_refused(analyze("assembly", FOUR_BAR, state='{"q": {"phi4": 1}}'),
                            "unknown coordinate 'phi4'")

    def test_states_that_are_none(self):
        self.assert_refused(analyze("assembly", FOUR_BAR, state="[{}]"),
                            "a state must be an object")
        self.assert_refused(analyze("assembly", FOUR_BAR, state="{"), "not valid JSON")

    def test_nothing_to_close(self):
        self.assert_refused(analyze("assembly", ROOT / "examples" / "rr" / "rr.bl"),
                            "the mechanism has no position constraints")

    def test_mobility(self):
        self.assert_refused(analyze("mobility", ROOT / "examples" / "rr" / "rr.bl"),
                            "the mechanism has no constraints")
        self.assert_refused(analyze("mobility", FOUR_BAR, state='{"q": {"phi4": 1}}'),
                            "unknown coordinate 'phi4'")
        self.assert_refused(analyze("mobility", FOUR_BAR, "--at", "/nowhere.json"),
                            "bielle analyze mobility: ")
        self.assert_refused(analyze("mobility", FOUR_BAR, "--hold", "phi1"), "--hold")

    def test_nothing_but_a_motion(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "driven.bl"
            path.write_text("joint j : revolute z from ground\nmotion j : sin(t)\n", encoding="utf-8")
            done = analyze("mobility", path)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("0 degrees of freedom left", done.stdout)
        self.assertNotIn("rank", done.stdout)

    def test_a_parameter_without_value(self):
        text = FOUR_BAR.read_text(encoding="utf-8").replace("l1 = 0.1 m", "l1")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "four_bar.bl"
            path.write_text(text, encoding="utf-8")
            self.assert_refused(analyze("assembly", path), "parameter 'l1' has no value")
            done = analyze("assembly", path, state='{"params": {"l1": 0.1}}')
            self.assertEqual(done.returncode, 0)

    def test_no_value_anywhere(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "root.bl"
            path.write_text("coord x\nframe f in ground : TX(x)\n"
                            "constraint c : sqrt(-1 - x^2/1 m^2) = 1\n", encoding="utf-8")
            done = analyze("assembly", path)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("no value at any of the starts", done.stderr)


class Sweeps(unittest.TestCase):
    def assert_refused(self, sentence, *options):
        done = analyze("sweep", FOUR_BAR, *options)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(sentence, done.stderr)

    def test_ranges_that_are_none(self):
        self.assert_refused("--drive RANGE is needed: the input and its range")
        self.assert_refused("Write --drive q1=0..90deg", "--drive", "phi1")
        self.assert_refused("choose one of: phi1 b phi3", "--drive", "phi2=0..1")
        self.assert_refused("did you mean 'phi1'?", "--drive", "fhi1=0..1")
        self.assert_refused("is empty", "--drive", "phi1=1..1")
        self.assert_refused("'90mm' is not a value of phi1; write a number in SI, or 90deg", "--drive",
                            "phi1=0..90mm")
        self.assert_refused("'' is not a value of phi1", "--drive", "phi1=0..")

    def test_rates_and_steps_that_are_none(self):
        drive = ["--drive", "phi1=0..1"]
        self.assert_refused("'fast' is not a speed of phi1", *drive, "--speed", "fast")
        self.assert_refused("'2rad/s' is not an acceleration of phi1", *drive, "--acceleration",
                            "2rad/s")
        self.assert_refused("time goes by itself", "--drive", "t=0..1", "--speed", "2")
        self.assert_refused("--steps needs a whole number, not '2.5'", *drive, "--steps", "2.5")
        self.assert_refused("from 1 to 1000000 steps", *drive, "--steps", "-3")
        self.assert_refused("--as cannot be 'latex'; choose one of: text csv json", *drive, "--as",
                            "latex")

    def test_held_and_driven(self):
        self.assert_refused("phi1 cannot be driven and held at once", "--drive", "phi1=0..1",
                            "--hold", "phi1")
        stuck = analyze("sweep", FOUR_BAR, "--drive", "phi1=0..1", "--hold", "phi3",
                        state='{"q": {"phi3": 2}}')
        self.assertEqual((stuck.returncode, stuck.stdout), (2, ""))
        self.assertIn("phi1 cannot move: the loops and constraints hold it", stuck.stderr)
        self.assert_refused("unknown coordinate 'x' to be held", "--drive", "phi1=0..1", "--hold",
                            "x")

    def test_units_of_rates(self):
        slow = analyze("sweep", FOUR_BAR, "--drive", "phi1=0..90 deg", "--speed", "30 rpm")
        self.assertIn("(0 to 90 deg) in 72 steps, at 3.14159 rad/s\n", slow.stdout)
        same = analyze("sweep", FOUR_BAR, "--drive", "phi1=0..1.5", "--speed", "180 deg/s",
                       "--acceleration", "2e-1 rev/s^2")
        self.assertIn("at 3.14159 rad/s and 1.25664 rad/s^2\n", same.stdout)

    def test_rows_go_to_a_file_and_words_to_the_terminal(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rows.csv"
            done = analyze("sweep", FOUR_BAR, "--drive", "phi1=0..1", "--steps", "4", "-o", path)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("The whole range is reached.", done.stdout)
            rows = path.read_text(encoding="utf-8").splitlines()
        self.assertEqual(len(rows), 6)
        self.assertTrue(rows[0].startswith("phi1 [rad],b [rad],phi3 [rad],phi1' [rad/s],"))
        same = analyze("sweep", FOUR_BAR, "--drive", "phi1=0..1", "--steps", "4", "--as", "csv")
        self.assertEqual(same.stdout.splitlines(), rows)

    def test_outputs_stand_before_the_coordinates(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "four_bar.bl"
            path.write_text(FOUR_BAR.read_text(encoding="utf-8")
                            + "point E at [l2, 0, 0] on b\noutput twice = 2*phi3\n", encoding="utf-8")
            words = analyze("sweep", path, "--drive", "phi1=0..1", "--steps", 2).stdout
        heading = [line for line in words.splitlines() if line.startswith("  phi1")][0]
        self.assertRegex(heading, r"^  phi1 \[deg\] +twice +b \[deg\] +phi3 \[deg\] +b' ")
        for row in words.split(heading)[1].splitlines()[1:4]:
            numbers = [float(word) for word in row.split()]
            self.assertAlmostEqual(numbers[1], math.radians(2 * numbers[3]), delta=2e-5)

    def test_a_part_of_the_range(self):
        done = analyze("sweep", FOUR_BAR, "--drive", "phi3=0..90deg", "--as", "csv")
        self.assertEqual(done.returncode, 1)
        self.assertIn("only a part of the range can be reached", done.stderr)
        self.assertIn("phi3 [rad],phi1 [rad],b [rad],", done.stdout)


class FourBars(unittest.TestCase):
    def test_other_mechanisms(self):
        wiper = ROOT / "examples" / "wiper" / "wiper.bl"
        done = analyze("four-bar", wiper)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("it has 5 moving links and 7 revolute joints", done.stderr)

    def test_an_input_that_is_none(self):
        done = analyze("four-bar", FOUR_BAR, "--drive", "b")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("no joint on ground is called 'b'", done.stderr)
        done = analyze("four-bar", FOUR_BAR, "--speed", "1m/s")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("'1m/s' is not a speed of the input", done.stderr)

    def test_an_angle_at_which_it_is_open(self):
        done = analyze("four-bar", FOUR_BAR, "--drive", "d", state='{"q": {"phi3": 0}}')
        self.assertEqual(done.returncode, 1)
        self.assertIn("it does not close.", done.stdout)

    def test_symbols_only(self):
        text = FOUR_BAR.read_text(encoding="utf-8").replace("l1 = 0.1 m", "l1")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "four_bar.bl"
            path.write_text(text, encoding="utf-8")
            done = analyze("four-bar", path)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("K = 2*l2*(l1*cos(φ1) - l5)", done.stdout)
        self.assertIn("With values of all parameters", done.stdout)


LIMITED = """
param l1 = 0.1 m, l2 = 0.25 m, l3 = 0.2 m, l5 = 0.3 m
joint a : revolute z (phi1) from ground limits 0 .. 300 deg
joint b : revolute z from a at [l1, 0, 0] limits -10 .. 10
joint d : revolute z (phi3 = 100 deg) from ground at [l5, 0, 0] limits 90 deg .. 120 deg
loop c : revolute z [l2, 0, 0] on b = [l3, 0, 0] on d
"""


class Limits(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "limited.bl"
        self.path.write_text(LIMITED, encoding="utf-8")

    def test_of_two_configurations_one_leaves_them(self):
        """By the law of cosines phi3 is 102.6 deg or -102.6 deg where phi1 is 0."""
        done = analyze("assembly", self.path, "--hold", "phi1", "--all")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stderr, "")
        self.assertIn("phi3  1.79132958772", done.stdout)
        self.assertNotIn("Configuration 2", done.stdout)
        self.assertRegex(done.stdout, r"\d+ initial guesses led to configurations outside the limits\.")

    def test_another_branch_keeps_them(self):
        """Newton leads from these starts to -102.6 deg; the limits choose."""
        for start in (-1.5, -2.0, 4.5):
            done = analyze("assembly", self.path, "--hold", "phi1",
                           state=json.dumps({"q": {"b": -1, "phi3": start}}))
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("phi3  1.79132958772", done.stdout)

    def test_whole_turns_lead_into_them(self):
        path = self.path.with_name("turned.bl")
        path.write_text(LIMITED.replace("90 deg .. 120 deg", "450 deg .. 480 deg"), encoding="utf-8")
        done = analyze("assembly", path, "--hold", "phi1")
        self.assertEqual(done.returncode, 0)
        self.assertNotIn("note", done.stderr)
        self.assertIn("phi3  8.07451", done.stdout)  # 102.6 deg and a turn

    def test_where_no_configuration_keeps_them(self):
        path = self.path.with_name("narrow.bl")
        path.write_text(LIMITED.replace("90 deg .. 120 deg", "90 deg .. 100 deg"), encoding="utf-8")
        done = analyze("assembly", path, "--hold", "phi1")
        self.assertEqual(done.returncode, 0)
        self.assertIn("phi3  1.79132958772", done.stdout)
        self.assertIn("note: 'phi3' leaves its limits 1.5708 .. 1.74533 rad: it is 1.79133",
                      done.stderr)

    def test_over_a_sweep(self):
        done = analyze("sweep", self.path, "--drive", "phi1=0..360deg")
        self.assertEqual(done.returncode, 0)
        self.assertIn("note: 'phi1' leaves its limits 0 .. 5.23599 rad in the sweep: it is 6.28319",
                      done.stderr)
        self.assertIn("note: 'phi3' leaves its limits", done.stderr)
        self.assertNotIn("'b'", done.stderr)
        done = analyze("sweep", self.path, "--drive", "phi1=0..1deg")
        self.assertEqual((done.returncode, done.stderr), (0, ""))


if __name__ == "__main__":
    unittest.main()
