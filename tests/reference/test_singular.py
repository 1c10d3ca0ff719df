#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Where constraints depend on each other: at single positions that is an error in words; where they
do everywhere, an equation is left out and said so. Never are there numbers that mean nothing."""
import json
import math
import subprocess
import unittest

from compare import BIELLE, Comparison, evaluate, example, run
from constrained import TREATMENTS, by_treatment, written
from test_benchmarks_planar import coordinates_of_row, row_of_four_bars

# Three equal cranks under one bar: by Grübler's count it does not move.
CRANK_TOO_MANY = """
param l = 1 m, m = 1 kg, g = 9.81 m/s^2
gravity [0, -g, 0]
joint crank0 : revolute -z (theta0) from ground rotated RZ(90 deg)
joint bar    : revolute z (psi) from crank0 at [l, 0, 0] rotated RZ(-90 deg)
joint crank1 : revolute -z (theta1) from ground at [l, 0, 0] rotated RZ(90 deg)
joint crank2 : revolute -z (theta2) from ground at [2*l, 0, 0] rotated RZ(90 deg)
loop pin1 : revolute z  [l, 0, 0] on bar = [l, 0, 0] on crank1
loop pin2 : revolute z  [2*l, 0, 0] on bar = [l, 0, 0] on crank2
body crank0 on crank0 : mass m, com [l/2, 0, 0], inertia diag(0, 0, m*l^2/12)
body crank1 on crank1 : mass m, com [l/2, 0, 0], inertia diag(0, 0, m*l^2/12)
body crank2 on crank2 : mass m, com [l/2, 0, 0], inertia diag(0, 0, m*l^2/12)
body bar on bar : mass 2*m, com [l, 0, 0], inertia diag(0, 0, 2*m*l^2/3)
"""

DEPENDENT = r"the constraint 'pin\d: [xy]' follows from the others here.*singular"
UNDETERMINED = r"the independent coordinates do not determine \w+ here.*dead centre, or another singular"
MESSAGES = {"augmented": DEPENDENT, "partition": UNDETERMINED, "projector": DEPENDENT}


class Singular(Comparison):
    def refusal(self, path, state, *options):
        """The message of an evaluation that must fail."""
        command = [BIELLE, "eval", str(path), "--at", "-", "--what", "qdd,lambda", *options]
        done = subprocess.run(command, input=json.dumps(state), capture_output=True,
                              encoding="utf-8", check=False)
        self.assertEqual((done.returncode, done.stdout), (2, ""), options)
        return done.stderr

    def test_lying_row_of_four_bars(self):
        """All cranks and couplers on one line: any crank may turn back."""
        for count in 1, 2, 5:
            names = coordinates_of_row(count)
            for angle in math.pi / 2, -math.pi / 2, 3 * math.pi / 2:
                state = {"q": dict.fromkeys(names, angle), "qd": dict.fromkeys(names, 1)}
                with written(row_of_four_bars(count)) as path:
                    for treatment in TREATMENTS:
                        message = self.refusal(path, state, "--constraints", treatment)
                        self.assertRegex(message, MESSAGES[treatment])

    def test_each_crank_of_a_lying_row_may_turn_for_an_instant(self):
        for count in 1, 2, 5:
            state = {"q": dict.fromkeys(coordinates_of_row(count), math.pi / 2)}
            with written(row_of_four_bars(count)) as path:
                answer = json.loads(run("analyze", "mobility", path, "--at", "-", "--as", "json",
                                        text=json.dumps(state)))
            self.assertEqual((answer["mobility"], answer["instantaneous"]), (1, count + 1))

    def test_close_to_it_numbers_are_good(self):
        names = ("theta0", "theta1", "psi1")
        theta = math.pi / 2 - 1e-4
        state = {"q": dict.fromkeys(names, theta), "qd": dict.fromkeys(names, 1)}
        with written(row_of_four_bars(1)) as path:
            for treatment in TREATMENTS:
                (qdd, _), = by_treatment(path, [state], treatment)
                self.assert_close(qdd, [19.62 / (5 / 3) * math.sin(theta)] * 3, treatment)

    def test_dead_point(self):
        """The slide cannot be the independent coordinate there; as a mechanism it is fine."""
        state = {"q": {"th1": 0, "th2": 0, "x": 0.4}}
        text = example("slider_crank_articular").read_text(encoding="utf-8")
        with written(text.replace("(th1)", "(th1 = 1)")) as path:
            for treatment in TREATMENTS:
                (qdd, _), = by_treatment(path, [state], treatment)
                self.assert_close(qdd[2], 0, "starts along the crank", least_scale=100)
            message = self.refusal(path, state, "--constraints", "partition", "--independent", "x")
            self.assertRegex(message, UNDETERMINED)

    def test_crank_too_many(self):
        names, theta, g = ("theta0", "psi", "theta1", "theta2"), 0.4, 9.81
        state = {"q": dict.fromkeys(names, theta), "qd": dict.fromkeys(names, 1)}
        expected = (3 / 2 + 2) * g * math.sin(theta) / (3 / 3 + 2)
        with written(CRANK_TOO_MANY) as path:
            for treatment in TREATMENTS:
                (qdd, _), = by_treatment(path, [state], treatment)
                self.assert_close(qdd, [expected] * 4, treatment)
            note, = evaluate(path, ["lambda"], state)["note"]
        self.assertRegex(note, r"redundant constraint left out: 'pin\d: [xy]'.*not unique")


if __name__ == "__main__":
    unittest.main()
