#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Bad input of every sort: exit status 2, a message that names the place, no file left behind."""
import json
import os
import random
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
RR = str(ROOT / "examples/rr/rr.bl")
SPATIAL = str(ROOT / "examples/spatial_3r/spatial_3r.bl")
ROBOT6 = str(ROOT / "examples/robot6/robot6.bl")

FORWARD = ["qdd", "qdd:articulated", "qdd:factorised", "dqdd/dq", "dqdd/dtau", "lin:A"]
METHODS = "energy, lagrange, uicker, kane, newton-euler"

# The slide at the end of the arm carries nothing.
MASSLESS = """
joint a : revolute z (q1) from ground
body  A on a : mass 1 kg, com [1, 0, 0] m, inertia diag(0, 0, 1) kg.m^2
joint b : revolute z (q2) from a at [1, 0, 0] m
body  B on b : mass 1 kg, com [1, 0, 0] m, inertia diag(0, 0, 1) kg.m^2
joint c : prismatic x (d) from b
"""
# Two slides in a row that do the same.
TWICE = "coord a, b\nframe F in ground : TX(a)\nframe H in F : TX(b)\nbody B on H : mass 2 kg\n"
POLAR = "coord a, r\nframe F in ground : RZ(a), TX(r)\nbody B on F : mass 2 kg\n"


def run(*words, text=None):
    data = text if isinstance(text, bytes) else (text or "").encode()
    return subprocess.run([BIELLE, *words], input=data, capture_output=True, check=False, timeout=60)


class BadInput(unittest.TestCase):
    def refuse(self, *words, text=None, says):
        """The command fails with status 2, prints nothing to stdout and says this."""
        done = run(*words, text=text)
        message = done.stderr.decode(errors="replace")
        self.assertEqual(done.returncode, 2, message)
        self.assertEqual(done.stdout, b"")
        self.assertRegex(message, says)
        return message

    def test_a_message_shows_file_line_column_and_caret(self):
        text = "mechanism m\njoint a : revolute z (q1) from ground\nbody b on ab : mass 1\n"
        message = self.refuse("check", "-", text=text, says="unknown frame 'ab'")
        self.assertRegex(message, r"standard input:3:11: error: ")
        caret = [line for line in message.splitlines() if "^" in line][0]
        source = [line for line in message.splitlines() if "body b on ab" in line][0]
        self.assertEqual(caret.index("^"), source.index("ab :"))
        self.assertIn("did you mean", caret)

    def test_hints_of_a_state_on_the_command_line(self):
        text = "param m = 2 kg\njoint arm : revolute z (angle) from ground\nbody B on arm : mass m, com [1, 0, 0] m\n"
        for state, hint in [("angel = 2", "did you mean 'angle'\\?"), ("angel' = 2", "did you mean 'angle'\\?"),
                            ("zz = 2", "coordinates, their rates q'"),
                            ("angle = 2 rad m = 3 kg", "values are separated by commas")]:
            self.refuse("eval", "-", "--at", state, text=text, says=hint)

    def test_a_mistake_in_an_included_file_is_shown_there(self):
        with tempfile.TemporaryDirectory() as folder:
            whole, part = Path(folder) / "whole.bl", Path(folder) / "part.bl"
            part.write_text("param k = 2\nparam m = n\n")
            whole.write_text('mechanism whole\ninclude "part.bl"\nbody B on nowhere : mass 1\n')
            message = self.refuse("check", str(whole), says="unknown name 'n'")
            self.assertRegex(message, r"part\.bl:2:11: error: unknown name 'n'\n +2 \| param m = n\n")
            self.assertRegex(message, r"whole\.bl:3:11: error: unknown frame 'nowhere'")

    def test_an_event_tells_what_it_records(self):
        text = "coord x\nframe F from ground : TX(x)\nbody B on F : mass 1\nwhen x > 1 : record x\n"
        self.assertRegex(run("check", "-", text=text).stdout.decode(), r"event1 +x > 1 +record x\n")

    def test_all_errors_of_a_file_are_reported(self):
        text = "mechanism m\nparam a = b\nparam c = d\njoint j : revolute w from ground\n"
        message = self.refuse("check", "-", text=text, says="error")
        self.assertGreaterEqual(len(re.findall(r": error: ", message)), 3)

    def test_diagnostics_as_json(self):
        done = run("check", "-", "--json", text="mechanism m\nparam a = b\n")
        found = json.loads(done.stderr)
        self.assertEqual(found[0]["line"], 2)
        self.assertEqual(found[0]["severity"], "error")

    def test_garbage_of_ten_megabytes(self):
        noise = random.Random(1).randbytes(10_000_000)
        message = self.refuse("check", "-", text=noise, says="error")
        self.assertLess(len(message), 200_000)

    def test_nul_bytes_and_invalid_utf8(self):
        self.refuse("check", "-", text=b"mechanism m\nparam a\0 = 1\n", says=":2:")
        self.refuse("check", "-", text=b"mechanism m\nparam \xff\xfe = 1\n", says="UTF-8")

    def test_ten_thousand_brackets(self):
        for deep in ("(" * 10_000 + "1" + ")" * 10_000, "-" * 10_000 + "1", "2^" * 10_000 + "1",
                     "sin(" * 10_000 + "1" + ")" * 10_000, "[" * 10_000):
            self.refuse("check", "-", text=f"param a = {deep}\n", says="deep|nest|bracket|levels")

    def test_negative_mass(self):
        self.refuse("check", "-", text="joint j : revolute z from ground\nbody b on j : mass -1 kg\n",
                    says="mass")

    def test_unreadable_files(self):
        self.refuse("check", "/nonexistent/arm.bl", says="No such file")
        self.refuse("check", "/", says="directory")

    def test_usage(self):
        self.refuse("chekc", says="did you mean 'check'")
        self.refuse("check", says="which file")
        self.refuse("model", RR, "--waht", "M", says="did you mean '--what'")
        self.refuse("model", RR, "--what", "M,Gg", says="unknown quantity 'Gg'")
        self.refuse("model", RR, "--as", "word", says="text latex mathml json")
        self.refuse("model", RR, "--method", "magic", says="unknown method")
        self.refuse("code", RR, "--lang", "cobol", "-o", "x", says="unknown language")
        self.refuse("code", RR, says="-o DIRECTORY")
        self.refuse("eval", RR, says="--at")
        self.refuse("dump", RR, says="--stage")
        self.refuse(says="bielle check")

    def test_states(self):
        self.refuse("eval", RR, "--at", "-", text="{}",
                    says="these parameters have no value: L1, L2, LG1, LG2, m1, m2, I1z, I2z, g")
        self.refuse("eval", RR, "--at", "L1 = 3", says="--at:1:1: error: these parameters")
        self.refuse("eval", RR, "--at", "L1 = 3", says="add L2 = .., LG1 = ..,")
        self.refuse("eval", SPATIAL, "--at", "-", text="{", says="not valid JSON")
        self.refuse("eval", SPATIAL, "--at", "-", text='{"q": {"q9": 1}}', says="unknown coordinate 'q9'")
        self.refuse("eval", SPATIAL, "--at", "-", text='{"q": {"q1": "x"}}', says="must be a number")
        self.refuse("eval", SPATIAL, "--at", "-", text='{"Q": {}}', says="unknown key 'Q'")
        self.refuse("eval", SPATIAL, "--at", "-", text='{"q": 3}', says="must be an object")
        self.refuse("eval", SPATIAL, "--at", "-", text='{"q": {"q1": 1e999}}', says="error")

    def test_numbers_that_overflow_are_refused_where_they_stand(self):
        arm = "joint a : revolute z (q) from ground\nbody b on a : mass %s kg, com [1, 0, 0] m, inertia diag(0, 0, %s) kg.m^2\n"
        self.refuse("check", "-", text="param a = 1e400 kg\n", says=r":1:11: error: this number is beyond")
        self.refuse("check", "-", text=arm % ("1", "1e400"), says=r":2:\d+: error: this number is beyond")
        self.refuse("check", "-", text=arm % ("1", "1e-400"), says="this number is beyond")
        self.refuse("check", "-", text="param a = 1e200*1e200 kg\n", says=r":1:11: error: numbers in this expression are beyond")
        self.refuse("check", "-", text=arm % ("1e200*1e200", "1"), says=r":2:20: error: numbers in this expression are beyond")
        with tempfile.TemporaryDirectory() as folder:
            path = str(Path(folder, "arm.bl"))
            Path(path).write_text(arm % ("1e300", "1"))
            self.refuse("eval", path, "--what", "T", "--at", "q' = 1e10", says="T has no finite value at this state: it overflows")
            self.refuse("eval", path, "--what", "T", "--at", "q' = 1e400", says="is not a value of|beyond")
            self.refuse("eval", path, "--what", "T", "--at", "q' = 1e200*1e200", says="beyond what doubles hold|is not a value of")
            self.refuse("analyze", "sweep", path, "--drive", "q=0..1", "--speed", "1e400", says="is not a speed of q")

    def test_a_sweep_is_not_endless(self):
        text = "joint a : revolute z (q) from ground\nbody b on a : mass 1 kg, com [1, 0, 0] m\n"
        self.refuse("analyze", "sweep", "-", "--drive", "q=0..1e308", text=text, says="too long")
        self.refuse("analyze", "sweep", "-", "--drive", "q=-1e308..1e308", text=text, says="too long")

    def test_nothing_is_negligible_where_nothing_moves(self):
        text = "param a = 1 m\nframe f in ground : TX(a)\n"
        self.refuse("model", "-", "--negligible", "1%", text=text, says="nothing moves")

    def test_independent_coordinates_exist_whatever_is_asked(self):
        bricard = str(ROOT / "examples/bricard/bricard.bl")
        for key in ["qdd", "lin:A", "lambda"]:
            self.refuse("eval", bricard, "--what", key, "--independent", "nosuch", "--at", "q1 = 0",
                        says="unknown coordinate 'nosuch'")

    def test_forward_dynamics_needs_an_inertia_behind_every_coordinate(self):
        cases = [(MASSLESS, r"no inertia moves with d \(M33 = 0 in every configuration\)"),
                 (TWICE, "a can move together with the coordinates behind it without moving any inertia"),
                 (Path(ROBOT6).read_text(), r"no inertia moves with t6 \(M66 = 0 in every configuration\)")]
        with tempfile.TemporaryDirectory() as folder:
            path, code = Path(folder, "arm.bl"), Path(folder, "code")
            for text, sentence in cases:
                path.write_text(text)
                says = "forward dynamics is not possible: " + sentence
                for key in FORWARD:
                    self.refuse("eval", str(path), "--at", "-", "--what", key, text="{}", says=says)
                    self.refuse("model", str(path), "--what", key, says=says)
                    self.refuse("code", str(path), "--what", key, "-o", str(code), says=says)
                    self.refuse("count", str(path), "--what", key, says=says)
                self.assertFalse(code.exists())

    def test_a_state_where_the_inertia_vanishes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "polar.bl")
            path.write_text(POLAR)
            for key in FORWARD:
                says = f"{key} has no value at this state: no inertia resists a"
                self.refuse("eval", str(path), "--at", "-", "--what", key, text='{"q": {"r": 0}}', says=says)
                for count in 5, 40:  # one by one, and as a batch
                    states = [{"q": {"r": 0 if i == 3 else 1}} for i in range(count)]
                    message = self.refuse("eval", str(path), "--at", "-", "--what", key,
                                          text=json.dumps(states), says="state 4: " + says)
                    self.assertEqual(message.count("error:"), 1)

    def test_unknown_quantities_and_methods_list_the_known_ones(self):
        at = ["--at", str(ROOT / "examples/rr/state.json")]
        for command in ["model", RR], ["eval", RR, *at], ["code", RR, "-o", "/nonexistent/x"], ["count", RR]:
            message = self.refuse(*command, "--what", "inertia",
                                  says="unknown quantity 'inertia'; choose one of: ")
            for key in "T V M C h G tau qdd P lambda: jac: base".split():
                self.assertIn(f" {key} ", message)
            message = self.refuse(*command, "--what", "Gg", says=r"did you mean 'G'\? \(choose one of: ")
            self.assertIn(" tau ", message)
        for command in ["model", RR], ["eval", RR, *at], ["code", RR, "-o", "/nonexistent/x"]:
            self.refuse(*command, "--method", "magic", says=f"unknown method 'magic'; choose one of: {METHODS}")
        self.refuse("model", RR, "--method", "energy", "--what", "reaction:q1",
                    says="this method has no 'reaction:q1'; methods that have it: newton-euler")
        self.refuse("model", RR, "--method", "newton-euler", "--what", "reaction:q3",
                    says="there is no joint 'q3'.*q1")
        self.refuse("model", RR, "--what", "qdd:fast", says="choose one of: qdd:articulated qdd:factorised")

    def test_torques_and_inputs_of_a_state(self):
        self.refuse("eval", SPATIAL, "--at", "-", text='{"tau": {"q9": 1}}', says="unknown coordinate 'q9'")
        self.refuse("eval", SPATIAL, "--at", "-", text='{"inputs": {"u": 1}}', says="unknown input 'u'")

    def test_a_full_disk_is_reported(self):
        self.refuse("model", RR, "-o", "/dev/full", says="No space left")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([BIELLE, "model", RR], stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"No space left", done.stderr)

    def test_nothing_is_written_on_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            kept = Path(folder, "kept.txt")
            kept.write_text("old")
            self.refuse("model", "-", "-o", str(kept), text="nonsense", says="error")
            self.assertEqual(kept.read_text(), "old")
            self.refuse("model", RR, "-o", folder + "/no/such/place.txt", says="No such file")
            self.refuse("code", RR, "-o", str(kept), says="kept.txt")
            self.assertEqual(sorted(p.name for p in Path(folder).iterdir()), ["kept.txt"])

    def test_code_is_written_whole_or_not_at_all(self):
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder, "out")
            target.mkdir()
            Path(target, "rr_selftest.c").mkdir()  # the last file cannot be written
            self.refuse("code", RR, "-o", str(target), says="rr_selftest.c")
            self.assertEqual([p.name for p in target.iterdir()], ["rr_selftest.c"])

    def test_a_warning_is_not_an_error(self):
        text = ("joint j : revolute z from ground\n"
                "body b on j : mass 1 kg, inertia diag(1, 1, 5) kg.m^2\n")
        done = run("check", "-", text=text)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"warning", done.stderr)


if __name__ == "__main__":
    unittest.main()
