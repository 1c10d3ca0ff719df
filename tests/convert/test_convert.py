#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A converted mechanism moves like the one it came from, in numbers.

The unit test proves it by fingerprints where all angles are exact. Here are axes in general
directions, whose angles are numbers, and URDF, which holds nothing but numbers. The converted text
is read again and evaluated at random states, and compared with what the old one gives.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

SOURCE = Path(os.environ["BIELLE_SOURCE_DIR"])
COMMAND = os.environ["BIELLE_COMMAND"]
DEFAULT = SOURCE.parent / "shared" / "reference" / "models"
TOLERANCE = 1e-12
STATES = 20

INERTIA = "inertia [[0.3, 0.01, 0.02], [0.01, 0.4, -0.03], [0.02, -0.03, 0.5]]"
CHAIN = f"""mechanism skew
param l = 0.7 m, h = 0.3 m, m = 2 kg, k = 1/3*1 m
gravity [0, 0, -9.81] m/s^2
joint q1 : revolute [1, 2, 2] from ground at [0.1, k, 0.3] rotated RX(0.4), RY(-0.3)
body A on q1 : mass m, com [0.1, 0.2, 0.3], {INERTIA}
joint q2 : revolute y from q1 at [l, h, 0.1] rotated RZ(0.7) limits -2 .. 2
body B on q2 : mass 3 kg, com [0.3, 0, 0.1], {INERTIA}
joint q3 : prismatic [0, -3, 4] from q2 at [0.1, 0.2, 0.3] rotated RX(-1)
body C on q3 : mass 1 kg, com [0, 0.2, 0.1], {INERTIA}
joint q4 : revolute [0, -3, 4] from q3 at [0.2, 0.1, 0]
body D on q4 : mass 1 kg, com [0.1, 0, 0], {INERTIA}
body E on q4 : mass 0.5 kg, com [0, 0.3, 0], {INERTIA}
joint tool : fixed from q4 at [0, 0, 0.2] rotated RX(0.2), RZ(1)
body F on tool : mass 0.1 kg, com [0, 0, 0.1], {INERTIA}
point tip at [0.1, 0.2, 0.3] on tool
"""
TREE = CHAIN + f"""joint q5 : revolute [1, 1, 0] from q1 at [0, 0.2, 0.1] rotated RY(0.5)
body H on q5 : mass 1 kg, com [0.1, 0.1, 0], {INERTIA}
joint q6 : prismatic y from ground at [0.5, 0, 0] rotated RZ(1)
joint q7 : revolute -x (= 2*q5 - 0.3) from q5 at [0, 0, 0.4]
body K on q7 : mass 1 kg, com [0, 0.1, 0.1], {INERTIA}
"""
# Nothing but symbols in the geometry: long cells, which become definitions.
SYMBOLS = f"""mechanism symbols
param a = 0.3 m, b = -0.2 m, c = 0.4 m, u = 0.3 rad, v = -0.7 rad, w = 1.1 rad
gravity [0, 0, -9.81] m/s^2
joint q1 : revolute z from ground
body A on q1 : mass 2 kg, com [0.1, 0.2, 0.3], {INERTIA}
joint q2 : revolute [1, 2, 3] from q1 at [a, b, c] rotated RX(u), RY(v), RZ(w)
body B on q2 : mass 1 kg, com [0, 0.2, 0.1], {INERTIA}
joint q3 : prismatic [1, 1, 0] from q2 at [b, b, c] rotated RX(v), RY(w), RZ(u)
body C on q3 : mass 1 kg, com [0.3, 0, 0.1], {INERTIA}
point tip at [a, b, c] on q3
"""
# On a base that slides and turns freely the mass matrix and the gravity terms hold the total mass,
# its first moment and its inertia tensor: no component escapes, as it would about one axis alone.
FLOATING = f"""mechanism floating
gravity [1, -2, -9]
joint lift : prismatic z from ground
joint base : spherical (r1, r2, r3) from lift
body A on base : mass 2 kg, com [0.1, 0.2, 0.3], {INERTIA}
joint tool : fixed from base at [0.1, 0, 0.2] rotated RX(0.2), RZ(1)
body B on tool : mass 0.1 kg, com [0, 0, 0.1], {INERTIA}
"""
# A constant turn about the joint's own axis behind a quarter turn.
TURN = """gravity [0, 0, -9.81]
joint j0 : revolute [1, 2, 3] (q0) from ground
joint j1 : revolute x (q1) from j0 rotated RY(-1.1)
body b on j1 : mass 1, com [0, 0.1, 0.3]
point tip on j1 at [0, 0.2, 0]
"""
# Roots of a length and a number, which have no unit.
ROOTS = """mechanism roots
param L = 0.7
gravity [0, 0, -9.81]
joint j0 : revolute z (q0) from ground at [1, L/2, 1]
joint j1 : revolute x (q1) from j0
body b1 on j1 : mass 2.5, com [0, -0.2, 0]
"""
NUMBERS = """gravity [0, 0, -9.81]
joint j0 : revolute [1, 2, 3] (q0) from ground rotated RX(180 deg), RZ(45 deg)
joint j1 : revolute z (q1) from j0
body b1 on j1 : mass 2.5, com [0, -0.2, 0]
"""
# Axes that are parallel only with the given value of a parameter.
PARALLEL = """mechanism parallel
param alpha = 0, L = 1
gravity [0, 0, -9.81]
joint a : revolute z (q1) from ground
joint b : revolute z (q2) from a at [L, 0, 0] rotated RX(alpha), RY(alpha)
body B on b : mass 1, com [L, 0, 0.1]
point tip on b at [0.3, 0.2, L]
"""

VISUALS = """<robot name="looks">
  <material name="glass"><color rgba="0.1 0.2 0.3 0.5"/></material>
  <link name="base">
    <visual><origin xyz="0.1 -0.2 0.3" rpy="0.4 -0.5 0.6"/><geometry><box size="1 2 3"/></geometry>
      <material name="glass"/></visual>
    <visual><geometry><cylinder radius="0.1" length="0.5"/></geometry>
      <material name="red"><color rgba="1 0 0 1"/></material></visual>
  </link>
  <link name="arm">
    <inertial><origin xyz="0 0 0.1"/><mass value="2"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
    <visual><geometry><sphere radius="0.25"/></geometry></visual>
    <visual><origin xyz="0 0 1"/>
      <geometry><mesh filename="package://looks/a&amp;b.stl" scale="0.001 0.002 0.003"/></geometry>
    </visual>
    <visual><geometry><capsule radius="0.1" length="0.4"/></geometry></visual>
  </link>
  <joint name="hinge" type="revolute">
    <parent link="base"/><child link="arm"/><origin xyz="0 0 0.5"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="2" effort="12" velocity="1.5"/>
    <dynamics damping="0.75" friction="0.25"/>
  </joint>
</robot>
"""

# A base that floats, an inertia with turned axes, a link that only shows, joints that follow another.
FOLLOWING = """<robot name="following">
  <link name="world"/>
  <link name="trunk"><inertial><origin xyz="0.1 0 0" rpy="0.1 0.2 0.3"/><mass value="2"/>
    <inertia ixx="1" ixy="0" ixz="0" iyy="1.5" iyz="0" izz="2"/></inertial>
    <visual><geometry><box size="1 1 1"/></geometry></visual></link>
  <link name="finger"/><link name="thumb"/><link name="camera">
    <visual><geometry><sphere radius="0.1"/></geometry></visual></link>
  <joint name="root" type="floating"><parent link="world"/><child link="trunk"/>
    <origin xyz="1 2 3" rpy="0.3 0.2 0.1"/></joint>
  <joint name="grip" type="prismatic"><parent link="trunk"/><child link="finger"/>
    <axis xyz="0 1 0"/><limit lower="0" upper="0.04" effort="20" velocity="0.2"/></joint>
  <joint name="follow" type="prismatic"><parent link="trunk"/><child link="thumb"/>
    <axis xyz="0 1 0"/><limit lower="-0.07" upper="0.01" effort="10" velocity="0.1"/>
    <mimic joint="grip" multiplier="-2" offset="0.01"/></joint>
  <joint name="mount" type="fixed"><parent link="trunk"/><child link="camera"/></joint>
</robot>
"""


def bielle(*words):
    done = subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"bielle {' '.join(map(str, words))}:\n{done.stderr[-3000:]}"
    return done.stdout


def numbers(value):
    """All numbers in a value of JSON."""
    if isinstance(value, list):
        return [number for item in value for number in numbers(item)]
    return [value]


def states_of(path, folder):
    """A file with random states, the same ones in the order of the coordinates, and the dump."""
    dump = bielle("dump", path, "--stage", "mechanism")
    names = re.findall(r"^# coordinate (\S+),", dump, re.MULTILINE)
    chance = random.Random(1)
    states = [{"q": {name: chance.uniform(-2, 2) for name in names}} for _ in range(STATES)]
    file = folder / f"{path.name}.json"
    file.write_text(json.dumps(states))
    return file, dump


def assert_same(old, new, folder, keys):
    """URDF calls a coordinate like its joint, so that only their order is common."""
    at_old, dump = states_of(old, folder)
    at_new, new_dump = states_of(new, folder)
    # points of lists are written as leg_1.foot, but called leg[1].foot
    frames, there = (re.findall(r"^(?:# frame (?=\S+)|point (?=\w+ ))(\S+)", text, re.MULTILINE)
                     for text in (dump, new_dump))
    # a joint of URDF ends behind its motion; where the frame goes on, it is NAME_end
    plain = {name: name if name in there else re.sub(r"[.\[\]]", "_", name) for name in frames}
    twins = keys + [f"fk:{name}_end" if f"{name}_end" in there else f"fk:{name}"
                    for name in plain.values()]
    keys = keys + [f"fk:{name}" for name in frames]
    first, second = (json.loads(bielle("eval", path, "--open", "--at", states, "--what", ",".join(what)))
                     for path, states, what in ((old, at_old, keys), (new, at_new, twins)))
    worst = 0.0
    for a, b in zip(first, second, strict=True):
        for key, twin in zip(keys, twins, strict=True):
            for x, y in zip(numbers(a[key]), numbers(b[twin]), strict=True):
                worst = max(worst, abs(x - y) / (1 + abs(x)))
    assert worst < TOLERANCE, f"{new.name} differs from {old.name} by {worst:g}"
    print(f"{new.name} agrees with {old.name} to {worst:.1e}", flush=True)


def check(old, conventions, folder, keys):
    for convention in conventions:
        ending = "urdf" if convention == "urdf" else "bl"
        new = folder / f"{old.stem}.{convention}.{ending}"
        bielle("convert", old, "--to", convention, "-o", new)
        assert_same(old, new, folder, keys)


def check_urdf(old, folder):
    """URDF of an example; those that it cannot say are listed in the unit test of conversions."""
    new = folder / f"{old.stem}.urdf"
    command = [COMMAND, "convert", old, "--to", "urdf", "-o", new]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        return
    if "<mimic" in new.read_text():
        return  # the first joint that follows a coordinate owns it: another order
    assert_same(old, new, folder, [])


def looks_of(path):
    """Of every link its visuals, then limits and friction of every joint, in numbers."""
    found = []
    attributes = ("xyz", "rpy", "size", "radius", "length", "scale", "rgba", "lower", "upper",
                  "damping", "friction")
    robot = ElementTree.parse(path).getroot()
    named = {m.get("name"): m for m in robot.iter("material") if m.find("color") is not None}
    for tag in ("visual", "limit", "dynamics"):
        for element in robot.iter(tag):
            parts = list(element.iter())
            parts += [named[p.get("name")].find("color") for p in parts
                      if p.tag == "material" and p.find("color") is None]
            for part in parts:
                values = {key: [round(float(x), 12) + 0.0 for x in part.get(key).split()]
                          for key in attributes if part.get(key)}
                is_place = part.tag == "origin" and not any(sum(values.values(), []))
                if values and not is_place:
                    found.append((part.tag, part.get("filename"), values))
    return found


def check_visuals(folder):
    """From URDF to our language and back: shapes, colours, meshes, limits and friction stay."""
    paths = [folder / name for name in ("looks.urdf", "looks.bl", "again.bl", "looks_again.urdf")]
    paths[0].write_text(VISUALS)
    bielle("import", paths[0], "-o", paths[1])
    bielle("convert", paths[1], "--to", "bl", "-o", paths[2])
    bielle("convert", paths[2], "--to", "urdf", "-o", paths[3])
    old, new = (sorted(map(str, looks_of(path))) for path in (paths[0], paths[3]))
    old = [text.replace(", 'rpy': [0.0, 0.0, 0.0]", "") for text in old]
    new = [text.replace(", 'rpy': [0.0, 0.0, 0.0]", "") for text in new]
    assert len(old) > 10 and old == new, "\n".join(["visuals change:", *old, "", *new])
    print("visuals, limits and friction go from URDF to URDF")


def check_short_angles(folder):
    """An angle of symbols is told by its sides, not by what they are divided by; in one line."""
    path = folder / "sides.bl"
    path.write_text("mechanism sides\nparam L = 0.7\njoint q1 : revolute z from ground at [1, L/2, 1]\n"
                    "joint q2 : revolute x from q1\n")
    rows = [" ".join(line.split()) for line in bielle("convert", path, "--to", "khalil").splitlines()]
    wanted = "q1_dh ground 0 atan2(L/2,1) 0 sqrt(L^2/4+1) 0 1 atan2(1,L/2)+q1"
    assert wanted in rows, "\n".join(["expected " + wanted, *rows])


def check_almost_parallel(folder):
    """Axes 3e-7 rad apart: their cosine is 1 in 16 digits; they come closest far away."""
    path = folder / "almost.bl"
    path.write_text("joint a : prismatic -y from ground at [0.1, 0.2, 0.3] rotated RX(1)\n"
                    "joint b : revolute z from a at [0.3, 0.2, 0.1]"
                    " rotated RZ(3.14159265359), RY(3.1416), RX(1.570796)\n"
                    "body B on b : mass 1, com [0.1, 0, 0]\n")
    for convention in ("khalil", "dh-standard", "dh-modified"):
        done = subprocess.run([COMMAND, "convert", path, "--to", convention], capture_output=True,
                              text=True, check=True)
        assert "undefined" not in done.stdout, done.stdout
        assert "almost parallel" in done.stderr, done.stderr


def parts_of(path):
    """Links with what they have, joints with what they join, move by and are limited to."""
    robot = ElementTree.parse(path).getroot()
    found = [(link.get("name"), sorted(part.tag for part in link)) for link in robot.iter("link")]
    for joint in robot.iter("joint"):
        values = [joint.get("name"), joint.get("type"), joint.find("parent").get("link"),
                  joint.find("child").get("link")]
        for tag, keys in (("limit", ("lower", "upper", "effort", "velocity")),
                          ("mimic", ("multiplier", "offset"))):
            part = joint.find(tag)
            values += [round(float(part.get(key, 0)), 12) for key in keys if part is not None]
        found.append(tuple(values))
    return sorted(map(str, found))


def check_parts(folder):
    """From URDF to URDF: the same links and joints."""
    old, new, slides = (folder / name for name in ("old.urdf", "new.urdf", "slides.bl"))
    for text in (FOLLOWING, VISUALS):
        old.write_text(text)
        bielle("convert", old, "--to", "urdf", "-o", new)
        assert parts_of(old) == parts_of(new), "\n".join(parts_of(old) + [""] + parts_of(new))
    slides.write_text("joint s : prismatic x from ground\nbody A on s : mass 1\n")
    bielle("convert", slides, "--to", "urdf", "-o", new)
    assert "limits" not in bielle("import", new), "what slides without limits goes on sliding"
    print("links and joints go from URDF to URDF")


def check_models(folder):
    models = Path(os.environ.get("BIELLE_MODELS", DEFAULT))
    paths = sorted(models.glob("*.urdf"))
    if not paths:
        print(f"skipped: there are no models in {models}; BIELLE_MODELS names the folder")
    for path in paths:
        check(path, ["khalil", "urdf"], folder, [])


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        everything = ["dh-standard", "dh-modified", "khalil", "urdf"]
        for stem, text, conventions, keys in (("chain", CHAIN, everything, ["M", "G"]),
                                              ("tree", TREE, everything[2:], ["M", "G"]),
                                              ("floating", FLOATING, everything[:3], ["M", "G"]),
                                              ("symbols", SYMBOLS, everything, []),
                                              ("turn", TURN, everything, ["M", "G"]),
                                              ("roots", ROOTS, everything, ["M", "G"]),
                                              ("numbers", NUMBERS, everything, ["M", "G"]),
                                              ("parallel", PARALLEL, everything, ["M", "G"])):
            path = folder / f"{stem}.bl"
            path.write_text(text)
            check(path, conventions, folder, keys)
        for path in sorted((SOURCE / "examples").glob("*/*.bl")):
            check_urdf(path, folder)
        check_visuals(folder)
        check_short_angles(folder)
        check_almost_parallel(folder)
        check_parts(folder)
        check_models(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
