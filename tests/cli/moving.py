# SPDX-License-Identifier: MIT
"""What tests of motions share: a description in a folder of its own, and the rows that come of it."""
import csv
import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
# A block that slides, is pulled, or lies on an incline.
SLIDE = """mechanism slide
param mu = 0.3, m = 2 kg, c = 0 N/s, tilt = 0 rad, g = 9.81 m/s^2
gravity [g*sin(tilt), -g*cos(tilt), 0]
joint f : planar z (x, y, a) from ground
body b on f : mass m, inertia diag(0, 0, 1) kg.m^2
force pull at f = [c*t, 0, 0]
when y < 0 m : impact restitution 0, friction mu, slip x'
"""
# A ball with a spin to the side that slips, then rolls.
BOWL = """mechanism bowl
param r = 0.1 m, m = 6 kg, mu = 0.2
gravity [0, 0, -9.81]
joint f : free (x, y, z = r, a, b, c) from ground
body b on f : mass m, inertia diag(2/5*m*r^2, 2/5*m*r^2, 2/5*m*r^2)
let s = velocity(f) + cross(omega(f), [0, 0, -r])
when z < r : impact restitution 0, friction mu, slip s . [1, 0, 0], s . [0, 1, 0]
output v = velocity(f)
experiment e { time 0 .. 2 s, step 0.1 s, start x' = 5 m/s, c' = 30 rad/s, record v }
"""


class Moving(unittest.TestCase):
    COMMAND = "simulate"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, text):
        path = self.folder / "m.bl"
        path.write_text(text, encoding="utf-8")
        return path

    def run_on(self, path, *words, command=None):
        return subprocess.run([BIELLE, command or self.COMMAND, path, *words], capture_output=True,
                              encoding="utf-8", check=False)

    def output(self, text, kind, words, status):
        path = text if isinstance(text, Path) else self.file(text)
        done = self.run_on(path, "--as", kind, *words)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout

    def rows(self, text, *words, status=0):
        """Columns by name, without units."""
        table = list(csv.reader(io.StringIO(self.output(text, "csv", words, status))))
        names = [name.split(" [")[0] for name in table[0]]
        return {name: [float(row[i]) for row in table[1:]] for i, name in enumerate(names)}

    def record(self, text, *words, status=0):
        return json.loads(self.output(text, "json", words, status))
