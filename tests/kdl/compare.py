# SPDX-License-Identifier: MIT
"""Compares poses and Jacobians of a URDF file with those of Orocos KDL, a program of other people.

Bielle reads the file with `bielle import --no-snap`, so that both have the same numbers. Every link
without children is a tip; its pose and its Jacobian are compared at 1000 random states.
"""
import json
import os
import random
import re
import subprocess
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

STATES = 1000
TOLERANCE = 1e-12
COMMAND = os.environ["BIELLE_COMMAND"]
KDL = os.environ.get("BIELLE_KDL_VALUES", "")


def has_kdl():
    return KDL != "" and Path(KDL).exists()


def run(words, text=None):
    done = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}: {done.stderr[-2000:]}")
    return done.stdout


class Robot:
    """The joints of a URDF file, as its XML has them."""

    def __init__(self, path):
        self.path = path
        root = ElementTree.parse(path).getroot()
        self.joints = {joint.get("name"): joint for joint in root.findall("joint")}
        parents = {joint.find("parent").get("link") for joint in self.joints.values()}
        self.tips = {joint.find("child").get("link"): name for name, joint in self.joints.items()
                     if joint.find("child").get("link") not in parents}

    def driver(self, name):
        """The joint that moves joint `name`, and how: (driver, multiplier, offset)."""
        mimic = self.joints[name].find("mimic")
        if mimic is None:
            return name, 1.0, 0.0
        return (mimic.get("joint"), float(mimic.get("multiplier", "1")),
                float(mimic.get("offset", "0")))


def our_name(name, known):
    """Names that the language cannot spell are changed by the import."""
    plain = re.sub(r"\W", "_", name)
    return name if name in known else plain


def kdl_values(robot, tip, joints, states):
    """One list of numbers for each state; with states None the names of the moving joints."""
    lines = []
    for state in states:
        values = []
        for name in joints:
            driver, multiplier, offset = robot.driver(name)
            values.append(repr(multiplier * state[driver] + offset))
        lines.append(" ".join(values))
    out = run([KDL, robot.path, tip], "\n".join(lines) + "\n").splitlines()
    names = out[0].split()
    return names, [list(map(float, line.split())) for line in out[1:]]


def our_values(bl, frame, states, folder):
    model, state_file = folder / "robot.bl", folder / "states.json"
    model.write_text(bl + f"\npoint kdl_tip on {frame} at [0, 0, 0]\n", encoding="utf-8")
    state_file.write_text(json.dumps(states))
    what = f"fk:{frame},jac:kdl_tip"
    return json.loads(run([COMMAND, "eval", model, "--at", state_file, "--what", what]))


def differences(robot, joints, ours, theirs, columns):
    """Largest differences in the pose and in the Jacobian at one state."""
    pose, jacobian = ours["pose"], ours["jacobian"]
    n = len(joints)
    expected = [[0.0] * len(columns) for _ in range(6)]
    for k, name in enumerate(joints):
        driver, multiplier, _ = robot.driver(name)
        for i in range(6):
            expected[i][columns[driver]] += multiplier * theirs[12 + i * n + k]
    of_pose = max(abs(pose[i][j] - theirs[3 * i + j]) for i in range(3) for j in range(3))
    of_pose = max([of_pose] + [abs(pose[i][3] - theirs[9 + i]) for i in range(3)])
    of_jacobian = max(abs(jacobian[i][j] - expected[i][j])
                      for i in range(6) for j in range(len(columns)))
    return of_pose, of_jacobian


def compare_tip(robot, bl, tip, folder):
    """Returns the largest difference, or None for a tip that does not move."""
    joints, _ = kdl_values(robot, tip, [], [])
    if not joints:
        return None
    chance = random.Random(tip)
    drivers = sorted({robot.driver(name)[0] for name in joints})
    states = [{name: chance.uniform(-3, 3) for name in drivers} for _ in range(STATES)]
    _, theirs = kdl_values(robot, tip, joints, states)
    known = set(re.findall(r"\w+", bl))
    frame = our_name(robot.tips[tip], known)
    named = [{"q": {our_name(name, known): value for name, value in state.items()}}
             for state in states]
    ours = our_values(bl, frame, named, folder)
    columns = {name: ours[0]["coordinates"].index(our_name(name, known)) for name in drivers}
    columns.update({f"({i})": i for i in range(len(ours[0]["coordinates"]))
                    if i not in columns.values()})
    worst = 0.0
    for mine, other in zip(ours, theirs, strict=True):
        pair = {"pose": mine[f"fk:{frame}"], "jacobian": mine["jac:kdl_tip"]}
        worst = max(worst, *differences(robot, joints, pair, other, columns))
    return worst


def compare(path):
    """Number of tips of the URDF file that were compared; an AssertionError for a difference."""
    robot = Robot(path)
    bl = run([COMMAND, "import", "--no-snap", path])
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for tip in sorted(robot.tips):
            worst = compare_tip(robot, bl, tip, Path(folder))
            if worst is None:
                continue
            assert worst < TOLERANCE, f"{path.name}: {tip} differs by {worst:g}"
            print(f"{path.name}: {tip} agrees with KDL to {worst:.1e} at {STATES} states")
            count += 1
    return count
