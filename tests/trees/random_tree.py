"""random_tree.py -- random trees of bodies as descriptions, every kind of joint among them.

The same number gives the same tree. Masses, some lengths and some angles stay symbols.
SPDX-License-Identifier: MIT
"""
import random

COORDINATES = {"revolute": 1, "prismatic": 1, "screw": 1, "cylindrical": 2, "universal": 2,
               "spherical": 3, "planar": 3, "free": 6, "fixed": 0}
AXES = ["x", "y", "z", "-x", "-y", "-z", "[1, 2, 2]", "[0, 3, -4]", "[2, -3, 6]"]


def vector(rng, zeros=0.4):
    return "[%s]" % ", ".join("0" if rng.random() < zeros else str(rng.randint(-9, 9) / 8)
                              for _ in range(3))


def inertia(rng):
    """Of three point masses, so that it is one of a real body."""
    points = [[rng.randint(-4, 4) for _ in range(3)] for _ in range(3)]
    entries = [[0, 0, 0] for _ in range(3)]
    for x in points:
        for i in range(3):
            for j in range(3):
                entries[i][j] += (sum(c * c for c in x) if i == j else 0) - x[i] * x[j]
    return "[%s]" % ", ".join("[%s]" % ", ".join(str(e / 64) for e in row) for row in entries)


class Tree:
    def __init__(self, number, most_coordinates, kinds=None, with_forces=True):
        self.rng = random.Random(number)
        self.lines = ["mechanism tree%d" % number, "param a = 0.7, b = 0.3, e = 0.4, g0 = 9.81",
                      "gravity [%s]" % self.rng.choice(["0, 0, -g0", "g0, 0, 0", "0, g0/2, -g0"])]
        self.frames = ["ground"]
        self.coordinates = 0
        self.most = most_coordinates
        self.bodies = 0
        self.kinds = kinds or list(COORDINATES)
        wanted = self.rng.randint(1, most_coordinates)
        while self.coordinates < wanted:
            self.add_joint()
        if with_forces:
            self.add_forces()

    def add_joint(self):
        rng = self.rng
        fitting = [k for k in self.kinds if COORDINATES[k] <= self.most - self.coordinates]
        kind = rng.choice(fitting)
        name = "j%d" % len(self.frames)
        line = "joint %s : %s" % (name, kind)
        if kind in ("revolute", "prismatic", "screw", "cylindrical"):
            line += " " + rng.choice(AXES)
        line += " from %s" % rng.choice(self.frames[-3:])
        if rng.random() < 0.7:
            line += " at " + (vector(rng) if rng.random() < 0.6 else "[a, 0, b]")
        if rng.random() < 0.5:
            line += " rotated R%s(%s)" % (rng.choice("XYZ"),
                                          rng.choice(["90 deg", "30 deg", "-45 deg", "e"]))
        if kind == "screw":
            line += " pitch 0.25"
        self.lines.append(line)
        self.frames.append(name)
        self.coordinates += COORDINATES[kind]
        if kind == "fixed" or rng.random() < 0.85:
            self.add_body(name)

    def add_body(self, frame):
        self.bodies += 1
        mass = "m%d" % self.bodies
        self.lines.append("param %s = %s" % (mass, self.rng.randint(1, 20) / 4))
        self.lines.append("body B%d on %s : mass %s, com %s, inertia %s"
                          % (self.bodies, frame, mass, vector(self.rng), inertia(self.rng)))

    def add_forces(self):
        rng = self.rng
        frame = rng.choice(self.frames[1:])
        for kind in rng.sample(["force", "moment", "spring", "none"], 2):
            if kind == "force":
                self.lines.append("force push at %s on %s = [Fx, 0, 2] in %s"
                                  % (vector(rng), frame, rng.choice(self.frames)))
            elif kind == "moment":
                self.lines.append("moment turn on %s = [0, N, 1] against %s"
                                  % (frame, rng.choice(self.frames)))
            elif kind == "spring":
                self.lines.append("spring s between [1, 0, 2] on ground and %s on %s : "
                                  "stiffness 30, length 0.5, damping 2" % (vector(rng), frame))

    def text(self):
        return "\n".join(self.lines) + "\n"
