#!/usr/bin/env python3
"""Random trees, each as URDF, SDF and MJCF: poses' consequences (inverse dynamics and mass matrix)
as MuJoCo has them for the MJCF file.

The SDF file says the same poses in many ways: relative to the model, to the parent link or to the
joint, axes in the joint, in the model or in the parent. SPDX-License-Identifier: MIT
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
TREES = 20
STATES = 3
TOLERANCE = 1e-12


def text_of(values):
    return " ".join(repr(value) for value in values)


def unit(values):
    length = math.sqrt(sum(value * value for value in values))
    return [value / length for value in values]


def product(p, q):
    """Of quaternions w, x, y, z."""
    return [p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3],
            p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
            p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1],
            p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0]]


def conjugate(q):
    return [q[0], -q[1], -q[2], -q[3]]


def turned(q, v):
    return product(product(q, [0.0] + v), conjugate(q))[1:]


def from_rpy(rpy):
    q = [1.0, 0.0, 0.0, 0.0]
    for axis in (2, 1, 0):
        turn = [math.cos(rpy[axis] / 2), 0.0, 0.0, 0.0]
        turn[axis + 1] = math.sin(rpy[axis] / 2)
        q = product(q, turn)
    return q


class Part:
    """A link and the joint that carries it; its place in the parent is p, rpy."""

    def __init__(self, rng, parts):
        self.number = len(parts)
        self.parent = rng.choice(parts) if parts else None
        self.p = [rng.uniform(-0.5, 0.5) for _ in range(3)]
        self.rpy = [rng.choice([0.0, rng.uniform(-3, 3)]) for _ in range(3)]
        self.q = from_rpy(self.rpy)
        self.axis = rng.choice([[1, 0, 0], [0, -1, 0], [0, 0, 1], unit([1, -2, 3])])
        self.slides = rng.random() < 0.3
        self.mass = rng.uniform(0.5, 4)
        self.com = [rng.uniform(-0.3, 0.3) for _ in range(3)]
        self.com_rpy = [rng.uniform(-3, 3) for _ in range(3)]
        a, b, c = (rng.uniform(0.01, 0.2) for _ in range(3))
        self.inertia = [a + b, b + c, c + a]
        self.damping = rng.choice([0.0, 0.0, rng.uniform(0.1, 1)])
        up = self.parent
        self.world_p = self.p if up is None else [
            a + b for a, b in zip(up.world_p, turned(up.world_q, self.p))]
        self.world_q = self.q if up is None else product(up.world_q, self.q)


def mjcf(parts, gravity):
    def body(part):
        joint = '<joint name="j%d" type="%s" axis="%s" damping="%r"/>' % (
            part.number, "slide" if part.slides else "hinge", text_of(part.axis), part.damping)
        inertial = '<inertial mass="%r" pos="%s" quat="%s" diaginertia="%s"/>' % (
            part.mass, text_of(part.com), text_of(from_rpy(part.com_rpy)), text_of(part.inertia))
        inside = "".join(body(other) for other in parts if other.parent is part)
        return '<body name="l%d" pos="%s" quat="%s">%s%s%s</body>' % (
            part.number, text_of(part.p), text_of(part.q), inertial, joint, inside)
    return ('<mujoco model="tree"><compiler angle="radian"/><option gravity="%s"/><worldbody>%s'
            "</worldbody></mujoco>") % (
                text_of(gravity), "".join(body(part) for part in parts if part.parent is None))


def parent_name(part):
    return "base" if part.parent is None else "l%d" % part.parent.number


def urdf(parts):
    lines = ['<robot name="tree"><link name="base"/>']
    for part in parts:
        lines.append('<link name="l%d"><inertial><origin xyz="%s" rpy="%s"/><mass value="%r"/>'
                     '<inertia ixx="%r" ixy="0" ixz="0" iyy="%r" iyz="0" izz="%r"/></inertial></link>'
                     % (part.number, text_of(part.com), text_of(part.com_rpy), part.mass,
                        *part.inertia))
        lines.append('<joint name="j%d" type="%s"><parent link="%s"/><child link="l%d"/>'
                     '<origin xyz="%s" rpy="%s"/><axis xyz="%s"/>'
                     '<limit lower="-1e3" upper="1e3" effort="1" velocity="1"/>'
                     '<dynamics damping="%r"/></joint>'
                     % (part.number, "prismatic" if part.slides else "revolute", parent_name(part),
                        part.number, text_of(part.p), text_of(part.rpy), text_of(part.axis),
                        part.damping))
    return "\n".join(lines + ["</robot>"])


def sdf_pose(p, q, relative_to):
    return '<pose rotation_format="quat_xyzw"%s>%s</pose>' % (
        ' relative_to="%s"' % relative_to if relative_to else "", text_of(p + q[1:] + q[:1]))


def sdf(rng, parts, gravity):
    lines = ['<sdf version="1.9"><world name="w"><gravity>%s</gravity><model name="tree">'
             % text_of(gravity)]
    for part in parts:
        way = rng.choice(["model", "parent", "joint"])
        link_pose = sdf_pose(part.world_p, part.world_q, None)
        joint_pose = ""
        if way == "parent" and part.parent:
            link_pose = sdf_pose(part.p, part.q, parent_name(part))
        elif way == "joint":
            link_pose = sdf_pose([0.0] * 3, [1.0, 0.0, 0.0, 0.0], "j%d" % part.number)
            joint_pose = (sdf_pose(part.p, part.q, parent_name(part)) if part.parent
                          else sdf_pose(part.world_p, part.world_q, "__model__"))
        axis, frame = part.axis, None
        if rng.random() < 0.3:
            axis, frame = turned(part.world_q, [float(a) for a in part.axis]), "__model__"
        elif rng.random() < 0.3 and part.parent:
            axis, frame = turned(part.q, [float(a) for a in part.axis]), parent_name(part)
        lines.append("<link name='l%d'>%s<inertial><pose>%s %s</pose><mass>%r</mass><inertia>"
                     "<ixx>%r</ixx><iyy>%r</iyy><izz>%r</izz></inertia></inertial></link>"
                     % (part.number, link_pose, text_of(part.com), text_of(part.com_rpy), part.mass,
                        *part.inertia))
        lines.append("<joint name='j%d' type='%s'>%s<parent>%s</parent><child>l%d</child><axis>"
                     "<xyz%s>%s</xyz><dynamics><damping>%r</damping></dynamics></axis></joint>"
                     % (part.number, "prismatic" if part.slides else "revolute", joint_pose,
                        parent_name(part) if part.parent else "world", part.number,
                        ' expressed_in="%s"' % frame if frame else "", text_of(axis),
                        part.damping))
    return "\n".join(lines + ["</model></world></sdf>"])


def run(command, given):
    done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError("%s\n%s" % (command, done.stderr))
    return done.stdout


def depth_first(parts, parent=None):
    for part in parts:
        if part.parent is parent:
            yield part
            yield from depth_first(parts, part)


def ours(path, names, states):
    given = json.dumps([dict(zip(("q", "qd", "qdd"), (dict(zip(names, part)) for part in state)))
                        for state in states])
    values = json.loads(run([BIELLE, "eval", path, "--what", "tau,M", "--at", "-"], given))
    places = [values[0]["coordinates"].index(name) for name in names]
    return [[value["tau"][i] for i in places] + [value["M"][i][j] for i in places for j in places]
            for value in values]


def compare(number, folder):
    rng = random.Random(number)
    parts = []
    for _ in range(rng.randint(2, 7)):
        parts.append(Part(rng, parts))
    # what MuJoCo calls gravity a URDF file cannot say
    gravity = [0.0, 0.0, -9.81]
    texts = {"xml": mjcf(parts, gravity), "urdf": urdf(parts), "sdf": sdf(rng, parts, gravity)}
    names = ["j%d" % part.number for part in depth_first(parts)]
    states = [[[rng.uniform(-2, 2) for _ in names] for _ in range(3)] for _ in range(STATES)]
    paths = {}
    for ending, text in texts.items():
        paths[ending] = os.path.join(folder, "tree." + ending)
        with open(paths[ending], "w", encoding="utf-8") as file:
            file.write(text)
    given = "\n".join(text_of(sum(state, [])) for state in states)
    theirs = [[float(word) for word in line.split()]
              for line in run([MUJOCO, paths["xml"]], given).splitlines()]
    # MuJoCo has damping among its passive forces, not in these torques
    for values, state in zip(theirs, states):
        for i, part in enumerate(depth_first(parts)):
            values[i] += part.damping * state[1][i]
    worst = 0.0
    for ending in ("xml", "urdf", "sdf"):
        for wanted, found in zip(theirs, ours(paths[ending], names, states), strict=True):
            scale = max(1.0, max(abs(value) for value in wanted))
            error = max(abs(a - b) / scale for a, b in zip(wanted, found, strict=True))
            if error > TOLERANCE:
                print("tree %d as %s, %d coordinates: %.3g" % (number, ending, len(names), error))
            worst = max(worst, error)
    return worst


def main():
    if not MUJOCO:
        print("skipped: MuJoCo is not installed (Debian package libmujoco-dev)")
        return 77
    chosen = [int(word) for word in sys.argv[1:]] or range(TREES)
    with tempfile.TemporaryDirectory() as folder:
        worst = max(compare(number, folder) for number in chosen)
    print("%d trees in three formats, largest relative difference %.2g" % (len(chosen), worst))
    return 1 if worst > TOLERANCE else 0


if __name__ == "__main__":
    sys.exit(main())
