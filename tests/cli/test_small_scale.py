#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Absolute tolerances follow the size of what is integrated: small and fast mechanisms are as accurate as
others, and works do not ask for more digits than energies have."""
import math
import re
import unittest

from fmu_unit import Units
from moving import ROOT

METHODS = ("auto", "adams", "bdf", "erk4", "erk5", "erk6", "erk7", "erk8", "ida")
# A proof mass on a flexure, 10 nm at 5 kHz, and the same in metres and seconds.
SMALL = """mechanism mems
param m = 1e-9 kg, k = 1 N/m
joint j : prismatic x (x = 1e-8 m) from ground
body proof on j : mass m
torque spring on j = -k*x
experiment ring { time 0 .. 10 ms, step 10 us }
"""
LARGE = """mechanism mass
joint j : prismatic x (x = 1 m) from ground
body proof on j : mass 1 kg
torque spring on j = -1 N/m*x
experiment ring { time 0 .. 316.2 s, step 0.3162 s }
"""
# From rest, where nothing says how large it will be.
DRIVEN = SMALL.replace("(x = 1e-8 m)", "(x)").replace(
    "experiment", "torque drive on j = 1e-8 N*sin(0.6*sqrt(k/m)*t)\nexperiment")
FREQUENCY = math.sqrt(1e9)


def ringing(t):
    return math.cos(FREQUENCY * t)


def driven(t):
    """Of x'' + w^2 x = F/m sin(a t), in 10 nm."""
    a = 0.6 * FREQUENCY
    return 1e9 / (FREQUENCY**2 - a**2) * (math.sin(a * t) - 0.6 * math.sin(FREQUENCY * t))


class SmallScale(Units):
    def error(self, text, expected, *words, unit=1e-8):
        rows = self.rows(text, *words)
        return max(abs(x / unit - expected(t)) for t, x in zip(rows["t"], rows["x"]))

    def test_every_method_keeps_its_tolerance(self):
        # fifty swings; of a step it is one tolerance
        for tolerance in (1e-6, 1e-8):
            for method in METHODS:
                words = ("--method", method, "--tolerance", str(tolerance))
                self.assertLess(self.error(SMALL, ringing, *words), 2000 * tolerance, words)

    def test_small_is_as_accurate_as_large(self):
        for method in METHODS:
            words = ("--method", method)
            large = self.error(LARGE, math.cos, *words, unit=1)
            small = self.error(SMALL, ringing, *words)
            self.assertLess(small, 3 * large + 1e-9, method)

    def test_from_rest(self):
        for tolerance in (1e-6, 1e-8):
            for method in METHODS:
                words = ("--method", method, "--tolerance", str(tolerance))
                self.assertLess(self.error(DRIVEN, driven, *words), 4000 * tolerance, words)

    def test_the_time_that_it_moves_does_not_matter(self):
        for method in ("adams", "erk5", "ida"):
            rows = self.rows(SMALL, "--method", method, "--until", "200 ms")
            worst = max(abs(x / 1e-8 - ringing(t))
                        for t, x in zip(rows["t"][:1000], rows["x"]))
            self.assertLess(worst, 2e-5, method)

    def test_they_can_be_set(self):
        ordinary = self.error(SMALL, ringing)
        coarse = self.error(SMALL, ringing, "--absolute", "1e-9")
        self.assertGreater(coarse, 100 * ordinary)
        text = SMALL.replace("step 10 us", "step 10 us, absolute 1e-9")
        self.assertEqual(self.error(text, ringing), coarse)
        self.assertLess(self.error(text, ringing, "--absolute", "1e-18"), 1e-5)
        done = self.run_on(self.file(SMALL), "--absolute", "0")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the absolute tolerance must be above 0", done.stderr)

    def test_units_keep_theirs(self):
        for version in (2, 3):
            for tolerance in (1e-6, 1e-8):
                unit = self.unit(SMALL, version)
                unit.begin(True, None, tolerance)
                t, worst = 0.0, 0.0
                while t < 1e-2 - 1e-12:
                    t, _ = unit.step(t, 1e-4)
                    worst = max(worst, abs(unit.get("x")[0] / 1e-8 - ringing(t)))
                self.assertLess(worst, 200 * tolerance)

    def test_works_are_as_exact_as_energies(self):
        """What sticks does next to no work: its digits are not asked for."""
        for name in ("housner", "rimless", "rod_edge"):
            for method in ("adams", "bdf"):
                record = self.record(ROOT / f"tests/data/repro/{name}.bl", "--method", method)
                self.assertLess(record["steps"], 10000, (name, method))
                self.assertLess(record["audit"], 2e-6 * record["energy_start"])

    def test_hints_name_another_method(self):
        coarse = ("--tolerance", "1e-2", "--absolute", "1e-2")
        for method in ("auto", "adams", "bdf", "erk4", "erk8", "ida", "rk4", "euler"):
            words = coarse if method not in ("rk4", "euler") else ("--stride", "1 ms")
            done = self.run_on(self.file(SMALL), "--method", method, *words)
            if "unreliable result" not in done.stderr:
                continue
            used = re.search(r" s by (?:auto \((?:stiff: )?)?(\w+)", done.stdout)[1]
            self.assertNotRegex(done.stderr.split("another method:")[-1], rf"--method {used}\b")


if __name__ == "__main__":
    unittest.main()
