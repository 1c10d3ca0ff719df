#!/usr/bin/env python3
"""Random trees of hinges and slides as MJCF: inverse dynamics and mass matrix as MuJoCo has them.

Both read the same file, so the importer is examined too; but for inertias that MuJoCo would have to
diagonalise. Its iteration ends early: of fullinertia="0.5 0.6 0.7 0.05 0.06 -0.07" MuJoCo 2.2.2 keeps
R diag(I) R^T with 0.499999999005 at xx. So where Bielle reads a full matrix
or several geoms of one body, MuJoCo reads the principal moments in their axes, or each geom in a body
of its own. SPDX-License-Identifier: MIT
"""
import json
import math
import os
import random
import subprocess
import sys
import tempfile

BIELLE = os.environ["BIELLE_COMMAND"]
MUJOCO = os.environ.get("BIELLE_MUJOCO_VALUES")
TREES = 40
STATES = 5
TOLERANCE = 1e-12


def numbers(values):
    return " ".join(repr(value) for value in values)


def unit(values):
    length = math.sqrt(sum(value * value for value in values))
    return [value / length for value in values]


def full_matrix(q, moments):
    """xx yy zz xy xz yz of principal moments in axes that are turned by a unit quaternion."""
    w, x, y, z = q
    axes = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    return [sum(axes[i][k] * moments[k] * axes[j][k] for k in range(3))
            for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))]


def inertial(rng):
    """Principal inertias of a real body in turned axes; for Bielle some of them as a full matrix."""
    a, b, c = (rng.uniform(0.01, 0.2) for _ in range(3))
    moments = [a + b, b + c, c + a]
    head = '<inertial mass="%r" pos="%s" ' % (
        rng.uniform(0.5, 4), numbers([rng.uniform(-0.3, 0.3) for _ in range(3)]))
    quat = unit([rng.gauss(0, 1) for _ in range(4)])
    theirs = head + 'quat="%s" diaginertia="%s"/>' % (numbers(quat), numbers(moments))
    if rng.random() < 0.5:
        return theirs, theirs
    return theirs, head + 'fullinertia="%s"/>' % numbers(full_matrix(quat, moments))


def geom(rng):
    """One shape turned in any way; its ends, or its place and a quaternion."""
    kind = rng.choice(["sphere", "box", "capsule", "cylinder", "ellipsoid"])
    weight = rng.choice(['mass="%r"' % rng.uniform(0.5, 4), 'density="%r"' % rng.uniform(500, 2000)])
    size = numbers([rng.uniform(0.05, 0.2) for _ in range(3)])
    if kind in {"capsule", "cylinder", "box", "ellipsoid"} and rng.random() < 0.4:
        place = 'fromto="%s"' % numbers([rng.choice([0.0, rng.uniform(-0.5, 0.5)])
                                         for _ in range(5)] + [rng.uniform(0.6, 1)])
    else:
        place = 'pos="%s" quat="%s"' % (numbers([rng.uniform(-0.3, 0.3) for _ in range(3)]),
                                        numbers([rng.gauss(0, 1) for _ in range(4)]))
    return '<geom type="%s" size="%s" %s %s/>' % (kind, size, place, weight)


def geoms(rng):
    shapes = [geom(rng) for _ in range(rng.choice([1, 2, 3]))]
    return "".join("<body>%s</body>" % shape for shape in shapes), "".join(shapes)


def body(rng, names, depth):
    """A body with one or two joints and its children, as MJCF for MuJoCo and for Bielle."""
    pos = numbers([rng.uniform(-0.5, 0.5) for _ in range(3)])
    quat = numbers(unit([rng.gauss(0, 1) for _ in range(4)]))
    masses = rng.choice([inertial, geoms])(rng)
    lines = ['<body name="b%d" pos="%s" quat="%s">' % (len(names), pos, quat)]
    for _ in range(rng.choice([1, 1, 2])):
        axis = rng.choice([[1, 0, 0], [0, 1, 0], [0, 0, 1], unit([1, -2, 3])])
        kind = rng.choice(["hinge", "hinge", "slide"])
        name = "j%d" % len(names)
        names.append(name)
        lines.append('<joint name="%s" type="%s" axis="%s" pos="%s"/>' % (
            name, kind, numbers(axis), numbers([rng.choice([0.0, 0.2]), 0.0, 0.1])))
    texts = ["\n".join(lines + [mass]) for mass in masses]
    for _ in range(rng.choice([0, 1, 1, 2])):
        if depth < 4 and len(names) < 10:
            texts = [text + inner for text, inner in zip(texts, body(rng, names, depth + 1))]
    return [text + "</body>\n" for text in texts]


def model(number):
    rng = random.Random(number)
    names = []
    head = ('<mujoco model="tree"><compiler angle="radian"/><option gravity="%s"/><worldbody>\n'
            % numbers([rng.uniform(-9, 9) for _ in range(3)]))
    texts = [head + text + "</worldbody></mujoco>" for text in body(rng, names, 0)]
    states = [[[rng.uniform(-2, 2) for _ in names] for _ in range(3)] for _ in range(STATES)]
    return texts, names, states


def run(command, given):
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError("%s\n%s" % (command, done.stderr))
    return done.stdout


def mujoco(path, states):
    given = "\n".join(numbers(sum(state, [])) for state in states)
    return [[float(word) for word in line.split()]
            for line in run([MUJOCO, path], given).splitlines()]


def bielle(path, names, states):
    given = json.dumps([dict(zip(("q", "qd", "qdd"), (dict(zip(names, part)) for part in state)))
                        for state in states])
    values = json.loads(run([BIELLE, "eval", path, "--what", "tau,M", "--at", "-"], given))
    order = values[0]["coordinates"]
    assert order == names, (order, names)
    return [value["tau"] + sum(value["M"], []) for value in values]


def compare(number, folder):
    texts, names, states = model(number)
    paths = [os.path.join(folder, name) for name in ("theirs.xml", "ours.xml")]
    for path, text in zip(paths, texts):
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
    worst = 0.0
    for theirs, ours in zip(mujoco(paths[0], states), bielle(paths[1], names, states)):
        assert len(theirs) == len(ours)
        scale = max(1.0, max(abs(value) for value in theirs))
        worst = max([worst] + [abs(a - b) / scale for a, b in zip(theirs, ours)])
    if worst > TOLERANCE:
        print("tree %d, %d coordinates: %.3g\n%s" % (number, len(names), worst, texts[1]))
    return worst


def main():
    if not MUJOCO:
        print("skipped: MuJoCo is not installed (Debian package libmujoco-dev)")
        return 77
    chosen = [int(word) for word in sys.argv[1:]] or range(TREES)
    with tempfile.TemporaryDirectory() as folder:
        worst = max(compare(number, folder) for number in chosen)
    print("%d trees, largest relative difference %.2g" % (len(chosen), worst))
    return 1 if worst > TOLERANCE else 0


if __name__ == "__main__":
    sys.exit(main())
