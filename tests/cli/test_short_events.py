#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Conditions that are true for a short time happen by every method, down to a resolution that can be set;
those that are missed by less than the tolerance are told."""
import math
import unittest

from moving import Moving

METHODS = ("auto", "adams", "bdf", "erk4", "erk5", "erk6", "erk7", "erk8", "ida", "rk4", "euler", "midpoint")
# Looks are 60 ms apart. A motion with short steps, or one that steps go over at once.
SWINGING = "(x = 0.1 m)"
STILL = "(x)"
COUNTER = """mechanism counter
joint a : prismatic x START from ground
body A on a : mass 1 kg
torque k on a = -25 N/m*x
WHEN
experiment e { time 0 .. 30 s, step 0.5 s OPTIONS }
"""
# By frequency [rad/s], the value that the sine has to exceed.
LEVELS = {5: 0.9999999, 20: 0.9999, 60: 0.5, 100: 0.5}
A_TENTH = COUNTER.replace("START", SWINGING).replace("OPTIONS", ", record n").replace(
    "WHEN", "discrete n = 0\nwhen x > LEVEL : set n = n + 1")


def count_of(frequency, level, end=30):
    """How often sin(w t) rises through the level."""
    first = math.asin(level) / frequency
    return math.floor((end - first) / (2 * math.pi / frequency)) + 1


class ShortEvents(Moving):
    def counts(self, start, levels, *words, options=""):
        whens = "\n".join(f"discrete n{w} = 0\nwhen sin({w}*t/1 s) > {level} : set n{w} = n{w} + 1"
                          for w, level in levels.items())
        options += "".join(f", record n{w}" for w in levels)
        text = COUNTER.replace("START", start).replace("WHEN", whens).replace("OPTIONS", options)
        rows = self.rows(text, *words)
        return {w: rows[f"n{w}"][-1] for w in levels}

    def test_every_method_finds_them(self):
        expected = {w: count_of(w, level) for w, level in LEVELS.items()}
        self.assertEqual(list(expected.values()), [24, 96, 287, 478])
        for start in (SWINGING, STILL):
            for method in METHODS:
                found = self.counts(start, LEVELS, "--method", method)
                self.assertEqual(found, expected, (start, method))

    def test_the_resolution_can_be_set(self):
        levels = {300: 0.99}
        expected = {300: count_of(300, 0.99)}
        for method in METHODS:
            words = ("--method", method)
            self.assertEqual(self.counts(STILL, levels, *words, options=", resolution 10 ms"), expected)
            self.assertEqual(self.counts(STILL, levels, *words, "--resolution", "10 ms"), expected)

    def test_resolutions_make_sense(self):
        text = COUNTER.replace("START", STILL).replace("WHEN", "").replace("OPTIONS", "")
        for value, fault in (("0 s", "the resolution must be above 0"),
                             ("1e-9 s", "the resolution is too small: more than 10^9 looks")):
            done = self.run_on(self.file(text), "--resolution", value)
            self.assertEqual(done.returncode, 2)
            self.assertIn(fault, done.stderr)

    def test_what_the_tolerance_decides_is_told(self):
        """True for 1.8 ms 23 times, by a thousandth of a per cent: errors of ida add up to more."""
        text = A_TENTH.replace("LEVEL", "0.099999 m")
        for method in METHODS:
            done = self.run_on(self.file(text), "--method", method)
            found = self.rows(text, "--method", method)["n"][-1]
            self.assertEqual(found < 23, "with this tolerance it is not known whether it happens" in done.stderr, method)
        self.assertEqual(self.rows(text, "--method", "ida", "--tolerance", "1e-9")["n"][-1], 23)
        done = self.run_on(self.file(text), "--method", "bdf")
        self.assertRegex(done.stderr, r"warning: 'x > 0\.099999 m' is missed by \de-\d\d at t = \d+\.\d+ s: ")

    def test_what_does_not_come_near_is_not_told(self):
        for level in ("0.0999 m", "0.1001 m", "0.10001 m", "0.5 m"):
            for method in ("adams", "ida", "erk8"):
                done = self.run_on(self.file(A_TENTH.replace("LEVEL", level)), "--method", method)
                self.assertNotIn("missed", done.stderr)

    def test_what_only_touches_is_told(self):
        """The top of a throw: z = 3 t - g t^2/2 comes to 3^2/(2 g) at 3/g."""
        text = """mechanism thrown
gravity [0, 0, -9.81]
joint f : prismatic z (z) from ground
body b on f : mass 1 kg
discrete n = 0
when z > 4.5 m^2/s^2/(9.81 m/s^2) + OFF : set n = n + 1
experiment e { time 0 .. 0.5 s, step 0.1 s, start z' = 3 m/s, record n }
"""
        for method in ("adams", "bdf", "erk5", "erk8", "ida"):
            for off, found, is_reported in (("1e-9 m", 0, True), ("1e-5 m", 0, False), ("(-1e-5 m)", 1, False)):
                path = self.file(text.replace("OFF", off))
                self.assertEqual(self.rows(path, "--method", method)["n"][-1], found, (method, off))
                done = self.run_on(path, "--method", method)
                self.assertEqual("is missed by" in done.stderr, is_reported, (method, off))


if __name__ == "__main__":
    unittest.main()
