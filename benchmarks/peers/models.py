#!/usr/bin/env python3
"""Robots to measure with, each as NAME.xml (MJCF) and NAME.urdf, for those who have no others.

usage: models.py FOLDER

Their joints are laid out like those of arms, quadrupeds and humanoids; the bodies are random
clouds of points, the same in every run. A floating base is in MJCF only.
SPDX-License-Identifier: MIT
"""
import math
import random
import sys
from pathlib import Path

AXES = {"x": "1 0 0", "y": "0 1 0", "z": "0 0 1"}
QUARTER = math.pi / 2


class Body:
    """A body behind a turn about `axis` of a frame, which is `at` its parent's and rolled about x.
    Parents count from 1; 0 is the ground."""

    def __init__(self, rng, parent, axis, at, roll=0.0):
        self.parent, self.axis, self.at, self.roll = parent, axis, at, roll
        points = [[rng.uniform(-0.1, 0.1) for _ in range(3)] for _ in range(5)]
        masses = [rng.uniform(0.2, 1.0) for _ in points]
        self.mass = sum(masses)
        self.com = [sum(m * p[i] for m, p in zip(masses, points)) / self.mass for i in range(3)]
        self.inertia = [[0.0] * 3 for _ in range(3)]
        for m, p in zip(masses, points):
            d = [p[i] - self.com[i] for i in range(3)]
            for i in range(3):
                for j in range(3):
                    self.inertia[i][j] += m * (sum(x * x for x in d) * (i == j) - d[i] * d[j])


def words(values):
    return " ".join(repr(float(value)) for value in values)


def serial(seed, twists, longest):
    rng = random.Random(seed)
    return [Body(rng, i, "z", [rng.uniform(0.05, longest), 0.0, rng.uniform(0.05, longest)], twist)
            for i, twist in enumerate(twists)]


def limb(rng, bodies, parent, axes, start, step):
    """Appends a chain of bodies, one for each letter of `axes`."""
    for i, axis in enumerate(axes):
        bodies.append(Body(rng, parent if i == 0 else len(bodies), axis, start if i == 0 else step))


def with_base(rng, is_floating):
    return [Body(rng, 0, "free", [0.0] * 3)] if is_floating else []


def quadruped(is_floating):
    rng = random.Random(4)
    bodies = with_base(rng, is_floating)
    base = len(bodies)
    for x, y in ((0.2, 0.1), (0.2, -0.1), (-0.2, 0.1), (-0.2, -0.1)):
        limb(rng, bodies, base, "xyy", [x, y, 0.0], [0.0, 0.0, -0.2])
    return bodies


def humanoid(is_floating):
    rng = random.Random(30)
    bodies = with_base(rng, is_floating)
    base = len(bodies)
    for side in (0.1, -0.1):
        limb(rng, bodies, base, "zxyyyx", [0.0, side, -0.1], [0.0, 0.0, -0.25])
    limb(rng, bodies, base, "zy", [0.0, 0.0, 0.1], [0.0, 0.0, 0.1])
    chest = len(bodies)
    for side in (0.2, -0.2):
        limb(rng, bodies, chest, "zxzyzxy", [0.0, side, 0.2], [0.0, 0.0, -0.15])
    limb(rng, bodies, chest, "yz", [0.0, 0.0, 0.3], [0.0, 0.0, 0.1])
    return bodies


def mjcf_body(bodies, index):
    body = bodies[index - 1]
    pairs = [(0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)]
    moments = words(body.inertia[i][j] for i, j in pairs)
    lines = ['<body name="b%d" pos="%s" euler="%r 0 0">' % (index, words(body.at), body.roll),
             '<inertial pos="%s" mass="%r" fullinertia="%s"/>' %
             (words(body.com), body.mass, moments)]
    if body.axis == "free":
        lines.append("<freejoint/>")
    else:
        lines.append('<joint name="j%d" type="hinge" axis="%s"/>' % (index, AXES[body.axis]))
    for child, other in enumerate(bodies, start=1):
        if other.parent == index:
            lines += mjcf_body(bodies, child)
    return lines + ["</body>"]


def mjcf(name, bodies):
    lines = ['<mujoco model="%s">' % name, '<compiler angle="radian"/>',
             '<option gravity="0 0 -9.81"/>', "<worldbody>"]
    for index, body in enumerate(bodies, start=1):
        if body.parent == 0:
            lines += mjcf_body(bodies, index)
    return "\n".join(lines + ["</worldbody>", "</mujoco>", ""])


def urdf_link(body, index):
    pairs = [("ixx", 0, 0), ("ixy", 0, 1), ("ixz", 0, 2), ("iyy", 1, 1), ("iyz", 1, 2),
             ("izz", 2, 2)]
    moments = " ".join('%s="%r"' % (key, body.inertia[i][j]) for key, i, j in pairs)
    return ['<link name="link%d"><inertial>' % index, '<origin xyz="%s"/>' % words(body.com),
            '<mass value="%r"/>' % body.mass, '<inertia %s/>' % moments, "</inertial></link>",
            '<joint name="joint%d" type="continuous">' % index,
            '<parent link="link%d"/><child link="link%d"/>' % (body.parent, index),
            '<origin xyz="%s" rpy="%r 0 0"/>' % (words(body.at), body.roll),
            '<axis xyz="%s"/></joint>' % AXES[body.axis]]


def urdf(name, bodies):
    lines = ['<robot name="%s">' % name, '<link name="link0"/>']
    for index, body in enumerate(bodies, start=1):
        lines += urdf_link(body, index)
    return "\n".join(lines + ["</robot>", ""])


def robots():
    yield "arm6r", serial(6, [0, QUARTER, 0, -QUARTER, QUARTER, -QUARTER], 0.4)
    yield "arm7r", serial(7, [0, -QUARTER, QUARTER, QUARTER, -QUARTER, QUARTER, QUARTER], 0.4)
    yield "quad12", quadruped(False)
    yield "quad18", quadruped(True)
    yield "humanoid30", humanoid(False)
    yield "humanoid36", humanoid(True)
    for n in (10, 20, 50, 100):
        yield "chain%d" % n, serial(n, [QUARTER if i % 2 else -QUARTER for i in range(n)], 0.1)


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, bodies in robots():
        (folder / (name + ".xml")).write_text(mjcf(name, bodies))
        if bodies[0].axis != "free":
            (folder / (name + ".urdf")).write_text(urdf(name, bodies))


if __name__ == "__main__":
    main()
