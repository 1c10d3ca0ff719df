#!/usr/bin/env python3
"""Robots as their authors write them, twenty in each format.

An arm, a hand, a quadruped, a humanoid, a gantry: as MJCF with classes of defaults, geoms, gears,
servos, filters, fixed and spatial tendons, springs, replicas and models that are attached; as URDF
with visuals, materials, mimics, fixed tool links; as SDF with nested models, frames, springs and
loops. Masses, positions, mass matrix, inverse dynamics and the forces of actuators are compared with
MuJoCo. (Robots of other people: tests/import/test_models.py.) SPDX-License-Identifier: MIT
"""
import json
import math
import os
import random
import re
import sys
import tempfile

from test_formats import BIELLE, MUJOCO, from_rpy, product, run, text_of, turned, unit

ROBOTS = 20
STATES = 2
TOLERANCE = 1e-12
SKELETONS = {  # link: the link that carries it
    "arm": [("shoulder link", None), ("upper-arm", "shoulder link"), ("forearm", "upper-arm"),
            ("wrist.1", "forearm"), ("wrist.2", "wrist.1"), ("flange", "wrist.2")],
    "hand": [("palm", None)] + [(f"{finger}_{part}", f"{finger}_{before}" if before else "palm")
                                for finger in ("thumb", "index", "ring")
                                for part, before in (("proximal", None), ("distal", "proximal"))],
    "quadruped": [("trunk", None)] + [(f"{leg}_{part}", f"{leg}_{before}" if before else "trunk")
                                      for leg in ("FL", "FR", "RL", "RR")
                                      for part, before in (("hip", None), ("calf", "hip"))],
    "humanoid": [("torso", None), ("tête", "torso"), ("l_arm", "torso"), ("r_arm", "torso"),
                 ("l_hand", "l_arm"), ("r_hand", "r_arm"), ("l_thigh", "torso"),
                 ("r_thigh", "torso"), ("l_shin", "l_thigh"), ("r_shin", "r_thigh")],
    "gantry": [("bridge", None), ("carriage", "bridge"), ("ram", "carriage"), ("1st_axis", "ram")],
}


class Link:
    def __init__(self, rng, name, parent, slides):
        self.name, self.parent, self.slides = name, parent, slides
        self.joint = name + " joint" if rng.random() < 0.5 else "j_" + name
        self.p = [round(rng.uniform(-0.5, 0.5), 3) for _ in range(3)]
        self.rpy = [rng.choice([0.0, 0.0, math.pi / 2, -math.pi / 2, rng.uniform(-3, 3)])
                    for _ in range(3)]
        self.q = from_rpy(self.rpy)
        self.axis = rng.choice([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, -1], unit([1, -2, 3])])
        self.mass = round(rng.uniform(0.2, 4), 4)
        self.com = [round(rng.uniform(-0.2, 0.2), 4) for _ in range(3)]
        self.com_rpy = [rng.choice([0.0, rng.uniform(-3, 3)]) for _ in range(3)]
        a, b, c = (rng.uniform(0.001, 0.05) for _ in range(3))
        self.inertia = [a + b, b + c, c + a]
        self.damping = rng.choice([0.0, round(rng.uniform(0.1, 1), 2)])
        self.stiffness = rng.choice([0.0, 0.0, round(rng.uniform(1, 9), 2)])
        self.rest = round(rng.uniform(-0.5, 0.5), 2)
        self.world_p = self.p if parent is None else [
            a + b for a, b in zip(parent.world_p, turned(parent.world_q, self.p))]
        self.world_q = self.q if parent is None else product(parent.world_q, self.q)


def make(number):
    rng = random.Random(1000 + number)
    kind = list(SKELETONS)[number % len(SKELETONS)]
    links = {}
    for name, parent in SKELETONS[kind]:
        slides = kind == "gantry" and rng.random() < 0.7 or rng.random() < 0.1
        links[name] = Link(rng, name, links.get(parent), slides)
    return rng, kind, depth_first(list(links.values()))


def depth_first(links, parent=None):
    found = []
    for link in links:
        if link.parent is parent:
            found += [link] + depth_first(links, link)
    return found


def ours(name):
    """The name in the language."""
    name = "".join(c if c.isalnum() and ord(c) < 0x250 else "_" for c in name)
    return "_" + name if name[0].isdigit() else name


# ---- MJCF

def plain_mjcf(links):
    """Masses and joints alone, for what URDF and SDF say."""
    def body(link):
        return ('<body name="%s" pos="%s" quat="%s"><inertial mass="%r" pos="%s" quat="%s" '
                'diaginertia="%s"/><joint name="%s" type="%s" axis="%s"/>%s</body>') % (
                    link.name, text_of(link.p), text_of(link.q), link.mass, text_of(link.com),
                    text_of(from_rpy(link.com_rpy)), text_of(link.inertia), link.joint,
                    "slide" if link.slides else "hinge", text_of(link.axis),
                    "".join(body(other) for other in links if other.parent is link))
    return '<mujoco><compiler angle="radian"/><worldbody>%s</worldbody></mujoco>' % "".join(
        body(link) for link in links if link.parent is None)


class Mjcf:
    """A robot with all that MJCF has; `inputs` and `states` are the names in the language."""

    def __init__(self, rng, kind, links):
        self.rng, self.links = rng, links
        self.inputs, self.states, self.actuators = [], [], []
        lines = ['<mujoco model="%s robot"><compiler angle="%s" eulerseq="%s" meshdir="assets"/>' % (
            kind, rng.choice(["radian", "degree"]), rng.choice(["xyz", "ZYX"])),
                 '<option gravity="0 0.5 -9.81"/>', self.defaults(),
                 '<asset><material name="grey" rgba="0.5 0.5 0.5 1"/></asset>',
                 "<worldbody><light pos='0 0 3'/><geom type='plane' size='1 1 1'/>"
                 "<site name='anchor' pos='0.1 0.2 1.5'/>"]
        self.degrees = 'angle="degree"' in lines[0]
        lines += [self.body(link) for link in links if link.parent is None]
        lines += ["</worldbody>", self.tendons(), "<actuator>"]
        for i, link in enumerate(links):
            self.actuator(i, link.joint, "joint")
        self.actuator(len(links), "cable", "tendon")
        self.actuator(len(links) + 1, "belt", "tendon")
        lines += self.actuators + ["</actuator>", "<sensor/>", "</mujoco>"]
        self.text = "\n".join(lines)

    def defaults(self):
        return ('<default class="main"><joint armature="0.01"/><geom contype="0" rgba="1 0 0 1"/>'
                '<general biastype="affine"/><default class="robot"><joint damping="0.5"/>'
                '<motor gear="3"/><default class="stiff"><joint stiffness="5" springref="%s"/>'
                '<geom type="capsule" size="0.03"/></default></default></default>' % "0.2")

    def angle(self, value):
        return math.degrees(value) if self.degrees else value

    def joint(self, link):
        words = ['name="%s"' % link.joint, 'axis="%s"' % text_of(link.axis)]
        if link.slides:
            words.append('type="slide"')
        if self.rng.random() < 0.3:
            words.append('class="stiff"')
        if self.rng.random() < 0.3:
            words.append('damping="%r"' % link.damping)
        if self.rng.random() < 0.2:
            words.append('pos="%s"' % text_of([0.1, 0.0, -0.05]))
        if self.rng.random() < 0.2:
            words.append('armature="0.2"')
        if self.rng.random() < 0.2:
            words.append('frictionloss="0.3"')
        if self.rng.random() < 0.2:
            words.append('ref="%r"' % self.rng.uniform(-1, 1))
        words.append('limited="true" range="-2 2"')
        return "<joint %s/>" % " ".join(words)

    def mass(self, link):
        if self.rng.random() < 0.5:
            return '<inertial mass="%r" pos="%s" quat="%s" diaginertia="%s"/>' % (
                link.mass, text_of(link.com), text_of(from_rpy(link.com_rpy)),
                text_of(link.inertia))
        place = 'fromto="0 0 0 %s"' % text_of([abs(c) + 0.1 for c in link.com])
        return self.rng.choice([
            '<geom class="stiff" %s mass="%r" material="grey"/>' % (place, link.mass),
            '<geom class="stiff" %s density="700"/>' % place,
            '<geom type="box" size="0.1 0.05 0.02" pos="%s" euler="%s"/>' % (
                text_of(link.com), text_of([self.angle(a) for a in link.com_rpy])),
            '<geom type="ellipsoid" size="0.1 0.05 0.02" axisangle="1 2 3 %r" mass="1.5"/>'
            % self.angle(0.7)])

    def body(self, link):
        inside = self.joint(link) + self.mass(link)
        inside += '<site name="on %s" pos="0.05 0.1 0.02"/>' % link.name
        inside += "".join(self.body(other) for other in self.links if other.parent is link)
        return '<body name="%s" %s pos="%s" quat="%s">%s</body>' % (
            link.name, 'childclass="robot"' if link.parent is None else "", text_of(link.p),
            text_of(link.q), inside)

    def tendons(self):
        first, last = self.links[0], self.links[-1]
        chosen = self.rng.sample(self.links, 2)
        # without springlength it is slack where all springs rest, which is not where joints are drawn
        return ('<tendon><spatial name="cable" stiffness="%r" damping="0.7" %s>'
                '<site site="anchor"/><site site="on %s"/><site site="on %s"/></spatial>'
                '<fixed name="belt" stiffness="2" damping="0.1"><joint joint="%s" coef="0.5"/>'
                '<joint joint="%s" coef="-2"/></fixed></tendon>') % (
                    self.rng.uniform(1, 20), self.rng.choice(['springlength="0.4"', ""]), first.name, last.name, chosen[0].joint,
                    chosen[1].joint)

    def actuator(self, i, target, attribute):
        kinds = ["motor", "position", "velocity", "general", "filter", "damper", "intvelocity",
                 "cylinder"]
        kind = self.rng.choice(kinds)
        gear = 'gear="%r"' % round(self.rng.uniform(-3, 3), 2) if self.rng.random() < 0.5 else ""
        more = {"motor": "", "position": 'kp="20"', "velocity": 'kv="3"',
                "general": 'gainprm="15" biasprm="1 -15 -2"',
                "filter": 'gainprm="4" biastype="none" dyntype="filter" dynprm="0.2"',
                "damper": 'kv="2" ctrlrange="0 1"', "intvelocity": 'kp="9" actrange="-3 3"',
                "cylinder": 'area="2" bias="1 2 3" timeconst="0.3"'}[kind]
        name = "drive %d" % i
        classes = 'class="robot"' if self.rng.random() < 0.5 else ""
        self.actuators.append('<%s name="%s" %s="%s" %s %s %s/>' % (
            "general" if kind == "filter" else kind, name, attribute, target, gear, more, classes))
        if kind in {"filter", "intvelocity", "cylinder"}:
            self.states.append("a_" + ours(name))
            self.inputs.append("u_" + ours(name))
        else:  # MuJoCo wants them first
            self.inputs.insert(0, "u_" + ours(name))
            self.actuators.insert(0, self.actuators.pop())


# ---- URDF

def urdf(rng, links, mimics):
    """With what authors write beside the mechanism. `mimics`: joint -> (joint, factor, offset)."""
    lines = ['<?xml version="1.0"?><robot name="a robot"><link name="world"/>',
             '<material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>']
    for link in links:
        shape = rng.choice(['<box size="0.1 0.2 0.3"/>', '<cylinder radius="0.1" length="0.3"/>',
                            '<sphere radius="0.1"/>',
                            '<mesh filename="package://a/%s.stl" scale="0.001 0.001 0.001"/>'
                            % link.name])
        look = ('<visual><origin xyz="0 0 0.1" rpy="0 0 1.5708"/><geometry>%s</geometry>'
                '<material name="grey"/></visual><collision><geometry>%s</geometry></collision>'
                % (shape, shape))
        lines.append('<link name="%s"><inertial><origin xyz="%s" rpy="%s"/><mass value="%r"/>'
                     '<inertia ixx="%r" ixy="0" ixz="0" iyy="%r" iyz="0" izz="%r"/></inertial>%s'
                     '</link>' % (link.name, text_of(link.com), text_of(link.com_rpy), link.mass,
                                  *link.inertia, look))
        mimic = ""
        if link.joint in mimics:
            mimic = '<mimic joint="%s" multiplier="%r" offset="%r"/>' % mimics[link.joint]
        lines.append('<joint name="%s" type="%s"><parent link="%s"/><child link="%s"/>'
                     '<origin xyz="%s" rpy="%s"/><axis xyz="%s"/>%s'
                     '<limit lower="-3" upper="3" effort="50" velocity="2"/>'
                     '<safety_controller k_velocity="10"/>%s</joint>'
                     % (link.joint, "prismatic" if link.slides else "revolute",
                        link.parent.name if link.parent else "world", link.name, text_of(link.p),
                        text_of(link.rpy), text_of(link.axis), mimic,
                        "" if mimic else '<dynamics damping="%r"/>' % link.damping))
        lines.append('<transmission name="t_%s"/>' % link.name)
    lines.append('<link name="tool"/><joint name="tool mount" type="fixed"><parent link="%s"/>'
                 '<child link="tool"/><origin xyz="0 0 0.1"/></joint>' % links[-1].name)
    return "\n".join(lines + ["<gazebo/></robot>"])


def choose_mimics(rng, links):
    """Chains of them: each follows a joint of its kind before it, which may follow another."""
    mimics = {}
    for i, link in enumerate(links):
        before = [other for other in links[:i] if other.slides == link.slides]
        if before and rng.random() < 0.3:
            mimics[link.joint] = (rng.choice(before).joint, round(rng.uniform(-2, 2), 2),
                                  rng.choice([0.0, 0.3]))
    return mimics


def follow(links, mimics):
    """The matrix of dq_all/dq_free, the offsets, the names of free joints."""
    free = [link.joint for link in links if link.joint not in mimics]
    rows, offsets = {}, {}
    for link in links:
        if link.joint in mimics:
            leader, factor, offset = mimics[link.joint]
            rows[link.joint] = [factor * value for value in rows[leader]]
            offsets[link.joint] = factor * offsets[leader] + offset
        else:
            rows[link.joint] = [float(name == link.joint) for name in free]
            offsets[link.joint] = 0.0
    return [rows[link.joint] for link in links], [offsets[link.joint] for link in links], free


# ---- SDF

def sdf(rng, links, has_loop):
    """Poses relative to the parent link, in degrees or as quaternions; springs; perhaps a ball that
    closes a loop between the last link and the world."""
    lines = ['<sdf version="1.9"><world name="w"><gravity>0 0 -9.81</gravity><physics name="p"/>'
             '<model name="a robot">']
    for link in links:
        pose = '<pose relative_to="%s" rotation_format="quat_xyzw">%s</pose>' % (
            link.parent.name if link.parent else "__model__",
            text_of(link.p + link.q[1:] + link.q[:1]))
        lines.append('<link name="%s">%s<inertial><pose degrees="true">%s %s</pose><mass>%r</mass>'
                     "<inertia><ixx>%r</ixx><iyy>%r</iyy><izz>%r</izz></inertia></inertial>"
                     '<visual name="v"><geometry><box><size>0.1 0.1 0.1</size></box></geometry>'
                     "<material><diffuse>1 0 0</diffuse></material></visual>"
                     '<collision name="c"/><sensor name="s" type="imu"/></link>'
                     % (link.name, pose, text_of(link.com),
                        text_of([math.degrees(a) for a in link.com_rpy]), link.mass, *link.inertia))
        in_model = rng.random() < 0.3
        axis = turned(link.world_q, [float(a) for a in link.axis]) if in_model else link.axis
        lines.append('<joint name="%s" type="%s"><parent>%s</parent><child>%s</child><axis>'
                     "<xyz%s>%s</xyz><limit><lower>-3</lower><upper>3</upper><effort>20</effort>"
                     "</limit><dynamics><damping>%r</damping><spring_stiffness>%r"
                     "</spring_stiffness><spring_reference>%r</spring_reference></dynamics></axis>"
                     "</joint>" % (link.joint, "prismatic" if link.slides else "revolute",
                                   link.parent.name if link.parent else "world", link.name,
                                   ' expressed_in="__model__"' if in_model else "", text_of(axis),
                                   link.damping, link.stiffness, link.rest))
    lines.append('<frame name="tool" attached_to="%s"><pose>0 0 0.1 0 0 0</pose></frame>'
                 % links[-1].name)
    if has_loop:
        lines.append('<joint name="closing" type="ball"><parent>world</parent><child>%s</child>'
                     "</joint>" % links[-1].name)
    return "\n".join(lines + ["<plugin filename='x' name='y'/></model></world></sdf>"])


# ---- comparing

def evaluate(path, quantities, states):
    done = run([BIELLE, "eval", path, "--open", "--what", ",".join(quantities), "--at", "-"],
               json.dumps(states))
    return json.loads(done)


def total_mass(path):
    found = re.search(r"total mass ([-+.e\d]+) kg", run([BIELLE, "check", path], None))
    return float(found.group(1))


class Comparison:
    def __init__(self, title):
        self.title, self.worst = title, 0.0

    def check(self, what, wanted, found):
        scale = max([1.0] + [abs(value) for value in wanted])
        error = max(abs(a - b) / scale for a, b in zip(wanted, found, strict=True))
        if not error <= TOLERANCE:
            print("%s: %s differs by %.3g" % (self.title, what, error))
        self.worst = max(self.worst, error if error == error else math.inf)


def flat(matrix):
    return [value for row in matrix for value in row]


def mujoco(path, states):
    given = "\n".join(text_of(sum(state, [])) for state in states)
    return [[float(word) for word in line.split()]
            for line in run([MUJOCO, path, "all"], given).splitlines()]


class Theirs:
    """A line of numbers of MuJoCo, cut into its parts."""

    def __init__(self, numbers, n):
        parts = iter(numbers)
        self.tau = [next(parts) for _ in range(n)]
        self.M = [[next(parts) for _ in range(n)] for _ in range(n)]
        self.actuator = [next(parts) for _ in range(n)]
        self.passive = [next(parts) for _ in range(n)]
        self.armature = [next(parts) for _ in range(n)]
        self.friction = [next(parts) for _ in range(n)]
        self.mass = next(parts)
        self.positions = list(parts)


def draw(rng, n):
    return [[rng.uniform(-1, 1) for _ in range(n)] for _ in range(3)]


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def positions(value, links):
    return flat([[value["fk:" + ours(link.name)][i][3] for i in range(3)] for link in links])


def compare_mjcf(number, folder):
    rng, kind, links = make(number)
    robot = Mjcf(rng, kind, links)
    path = write(folder, "robot.xml", robot.text)
    names = [ours(link.joint) for link in links]
    states = [draw(rng, len(links)) +
              [[rng.uniform(-1, 1) for _ in robot.states], [rng.uniform(0, 1) for _ in robot.inputs]]
              for _ in range(STATES)]
    given = [dict(zip(("q", "qd", "qdd"), (dict(zip(names, part)) for part in state[:3])),
                  states=dict(zip(robot.states, state[3])),
                  inputs=dict(zip(robot.inputs, state[4]))) for state in states]
    comparison = Comparison("robot %d (%s) as MJCF" % (number, kind))
    values = evaluate(path, ["tau", "Qu", "M"] + ["fk:" + ours(link.name) for link in links], given)
    for numbers, value, state in zip(mujoco(path, states), values, states, strict=True):
        theirs = Theirs(numbers, len(links))
        order = [value["coordinates"].index(name) for name in names]
        comparison.check("M", flat(theirs.M), [value["M"][i][j] for i in order for j in order])
        # inverse dynamics of MuJoCo is without the rotors' inertia, which is in M
        wanted = [t + i * a - p - u + f * math.copysign(1, v) for t, i, a, p, u, f, v in zip(
            theirs.tau, theirs.armature, state[2], theirs.passive, theirs.actuator,
            theirs.friction, state[1])]
        # ours is without the forces of inputs, which are Qu
        comparison.check("tau", wanted, [value["tau"][i] - value["Qu"][i] for i in order])
        comparison.check("positions", theirs.positions, positions(value, links))
    comparison.check("mass", [1.0], [round(total_mass(path) / theirs.mass, 6)])
    return comparison.worst


def compare_urdf(number, folder):
    rng, kind, links = make(number)
    mimics = choose_mimics(rng, links)
    path = write(folder, "robot.urdf", urdf(rng, links, mimics))
    plain = write(folder, "plain.xml", plain_mjcf(links))
    J, offsets, free = follow(links, mimics)
    names = [ours(name) for name in free]
    states = [draw(rng, len(free)) for _ in range(STATES)]
    full = [[[sum(a * b for a, b in zip(row, part)) + (offset if k == 0 else 0.0)
              for row, offset in zip(J, offsets)] for k, part in enumerate(state)]
            for state in states]
    given = [dict(zip(("q", "qd", "qdd"), (dict(zip(names, part)) for part in state)))
             for state in states]
    comparison = Comparison("robot %d (%s) as URDF" % (number, kind))
    values = evaluate(path, ["tau", "M"] + ["fk:" + ours(link.name) for link in links], given)
    for numbers, value, state in zip(mujoco(plain, full), values, full, strict=True):
        theirs = Theirs(numbers, len(links))
        order = [value["coordinates"].index(name) for name in names]
        tau = [t + (0.0 if link.joint in mimics else link.damping * v)
               for t, link, v in zip(theirs.tau, links, state[1])]
        MJ = [[sum(a * row[j] for a, row in zip(m, J)) for j in range(len(free))] for m in theirs.M]
        M = [[sum(J[k][i] * MJ[k][j] for k in range(len(J))) for j in range(len(free))]
             for i in range(len(free))]
        comparison.check("M", flat(M), [value["M"][i][j] for i in order for j in order])
        comparison.check("tau", [sum(row[i] * t for row, t in zip(J, tau))
                                 for i in range(len(free))], [value["tau"][i] for i in order])
        comparison.check("positions", theirs.positions, positions(value, links))
    comparison.check("mass", [1.0], [round(total_mass(path) / theirs.mass, 6)])
    return comparison.worst


def compare_sdf(number, folder):
    rng, kind, links = make(number)
    has_loop = number % 4 == 3
    path = write(folder, "robot.sdf", sdf(rng, links, has_loop))
    plain = write(folder, "plain.xml", plain_mjcf(links))
    names = [ours(link.joint) for link in links]
    states = [draw(rng, len(links)) for _ in range(STATES)]
    given = [dict(zip(("q", "qd", "qdd"), (dict(zip(names, part)) for part in state)))
             for state in states]
    comparison = Comparison("robot %d (%s) as SDF" % (number, kind))
    values = evaluate(path, ["tau", "M"] + ["fk:" + ours(link.name) for link in links], given)
    for numbers, value, state in zip(mujoco(plain, states), values, states, strict=True):
        theirs = Theirs(numbers, len(links))
        order = [value["coordinates"].index(name) for name in names]
        wanted = [t + link.damping * v + link.stiffness * (q - link.rest)
                  for t, link, q, v in zip(theirs.tau, links, state[0], state[1])]
        comparison.check("M", flat(theirs.M), [value["M"][i][j] for i in order for j in order])
        if not has_loop:  # otherwise there are the forces of the loop too
            comparison.check("tau", wanted, [value["tau"][i] for i in order])
        comparison.check("positions", theirs.positions, positions(value, links))
    comparison.check("mass", [1.0], [round(total_mass(path) / theirs.mass, 6)])
    return comparison.worst


def main():
    if not MUJOCO:
        print("skipped: MuJoCo is not installed (Debian package libmujoco-dev)")
        return 77
    chosen = [int(word) for word in sys.argv[1:]] or range(ROBOTS)
    with tempfile.TemporaryDirectory() as folder:
        worst = max(compare(number, folder) for number in chosen
                    for compare in (compare_mjcf, compare_urdf, compare_sdf))
    print("%d robots in three formats, largest relative difference %.2g" % (len(chosen), worst))
    return 1 if worst > TOLERANCE else 0


if __name__ == "__main__":
    sys.exit(main())
