#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Small foreign files beside this script: what `bielle import` makes of them, and their poses.

For each NAME.urdf, NAME.xml and NAME.sdf: NAME.bl is the translation (missing: it is refused), NAME.txt what
is said about it. `test_import.py --record` writes these anew; read the difference. Poses are
compared with those of a few lines of Python that read the foreign file by themselves.
"""
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import mjcf_reader
from mjcf_reader import product, rotation, translation

HERE = Path(__file__).resolve().parent
BIELLE = os.environ["BIELLE_COMMAND"]
FILES = sorted(f.name for f in HERE.iterdir() if f.suffix in {".urdf", ".xml", ".sdf"})
# name of the expected files -> foreign file, options
CASES = {Path(f).stem: (f, []) for f in FILES}
CASES["arm_no_snap"] = ("arm.urdf", ["--no-snap"])
CASES["loose_merged"] = ("loose.urdf", ["--merge-fixed"])
CASES["slack_merged"] = ("slack.urdf", ["--merge-fixed"])


def run(*arguments, text=None):
    return subprocess.run([BIELLE, *arguments], input=text, capture_output=True, cwd=HERE,
                          encoding="utf-8", check=False)


def numbers(text):
    return [float(word) for word in text.split()]


def urdf_poses(path, state):
    """Poses of all joints' frames in the root link, by joint name."""
    joints = {j.get("name"): j for j in ElementTree.parse(path).getroot().findall("joint")}
    carrier = {j.find("child").get("link"): name for name, j in joints.items()}

    def value(name):
        mimic = joints[name].find("mimic")
        if mimic is None:
            return state[name]
        factor, offset = float(mimic.get("multiplier", 1)), float(mimic.get("offset", 0))
        return factor * value(mimic.get("joint")) + offset

    def pose(name):
        joint = joints[name]
        parent = carrier.get(joint.find("parent").get("link"))
        result = pose(parent) if parent else translation([0, 0, 0])
        origin = joint.find("origin")
        xyz = numbers(origin.get("xyz", "0 0 0")) if origin is not None else [0, 0, 0]
        rpy = numbers(origin.get("rpy", "0 0 0")) if origin is not None else [0, 0, 0]
        result = product(result, translation(xyz))
        for axis, angle in zip(([0, 0, 1], [0, 1, 0], [1, 0, 0]), reversed(rpy)):
            result = product(result, rotation(axis, angle))
        element = joint.find("axis")
        axis = numbers(element.get("xyz")) if element is not None else [1, 0, 0]
        if joint.get("type") in {"revolute", "continuous"}:
            return product(result, rotation(axis, value(name)))
        if joint.get("type") == "prismatic":
            length = math.sqrt(sum(a * a for a in axis))
            return product(result, translation([a / length * value(name) for a in axis]))
        return result

    return {name: pose(name) for name in joints}


class Import(unittest.TestCase):
    maxDiff = None

    def test_translations_and_messages(self):
        for name, (file, options) in CASES.items():
            with self.subTest(name=name):
                done = run("import", file, *options)
                bl = HERE / f"{name}.bl"
                expected = bl.read_text(encoding="utf-8") if bl.exists() else ""
                self.assertEqual(expected, done.stdout)
                self.assertEqual((HERE / f"{name}.txt").read_text(encoding="utf-8"), done.stderr)
                self.assertEqual(bl.exists(), done.returncode == 0)

    def test_what_is_refused_has_places(self):
        for file in FILES:
            if file.startswith("bad_"):
                done = run("import", file)
                self.assertNotEqual(0, done.returncode)
                self.assertRegex(done.stderr, rf"(?m)^{file}:\d+:\d+: error: ")

    def evaluate(self, model, keys, state):
        done = run("eval", model, "--open", "--at", "-", "--what", ",".join(keys),
                   text=json.dumps({"q": state}))
        self.assertEqual(0, done.returncode, done.stderr)
        return json.loads(done.stdout)

    def check(self, expected, found, tolerance=1e-12):
        error = max(abs(e - f) for es, fs in zip(expected, found) for e, f in zip(es, fs))
        self.assertLessEqual(error, tolerance)

    def test_poses_of_a_urdf_are_those_of_a_second_reader(self):
        state = {"joint": 0.3, "elbow": -1.1, "slide": 0.2}
        expected = urdf_poses(HERE / "arm.urdf", state)
        ours = {name: "joint_" if name == "joint" else name for name in expected}
        found = self.evaluate("arm_no_snap.bl", [f"fk:{f}" for f in ours.values()],
                              {ours[name]: value for name, value in state.items()})
        for name, pose in expected.items():
            self.check(pose, found[f"fk:{ours[name]}"])

    def test_poses_of_an_mjcf(self):
        state = {"turn": 0.4, "swing": -0.7, "push": 0.15}
        crank = product(product(translation([0, 0, 0.5]), rotation([0, 0, 1], math.pi / 2)),
                        rotation([0, 0, 1], state["turn"]))
        rod = product(product(crank, translation([0.25, 0, 0])), rotation([0, 1, 0], math.pi / 2))
        for step in (translation([0, 0, 0.125]), rotation([0, 1, 0], state["swing"]),
                     translation([0, 0, -0.125]), translation([state["push"], 0, 0])):
            rod = product(rod, step)
        found = self.evaluate("machine.bl", ["fk:turn", "fk:push"], state)
        self.check(crank, found["fk:turn"])
        self.check(rod, found["fk:push"])


    def test_copies_of_an_mjcf_are_what_a_person_would_write(self):
        """attached.xml: a model with a prefix, three fins, each a step and a quarter turn on."""
        fins = "".join(
            f'<body name="fin-{i}" pos="{pos}" euler="0 0 {90 * i}"><joint name="f-{i}"/>'
            '<geom size="0.1" pos="1 0 0"/></body>'
            for i, pos in enumerate(["0 0 0", "0 1 0", "-1 1 0"]))
        text = f"""<mujoco model="a"><worldbody><body name="trunk"><freejoint/><geom size="0.1"/>
          <body name="l_leg" pos="1 0 1" euler="0 0 {math.degrees(1)!r}">
            <joint name="l_hip" axis="0 1 0" damping="2"/><geom size="0.2"/>
            <body name="l_foot" pos="0 0 -1"><joint name="l_knee" axis="0 1 0" damping="2"/>
              <geom size="0.2"/></body></body>{fins}</body></worldbody></mujoco>"""
        names = ["l_hip", "l_knee", "f_0", "f_1", "f_2"]
        base = dict(zip("xyz", (0.1, 0.2, 0.3)), e0=0.5, e1=0.5, e2=-0.5, e3=0.5)
        q = {f"trunk_{key}": value for key, value in base.items()}
        q.update((name, 0.3 * i - 0.5) for i, name in enumerate(names))
        state = json.dumps({"q": q, "qd": {name: 0.7 for name in names},
                            "qdd": {name: -0.4 for name in names}})
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
            file.write(text)
            file.flush()
            wanted = run("eval", file.name, "--open", "--at", "-", "--what", "M,G", text=state)
        found = run("eval", "attached.xml", "--open", "--at", "-", "--what", "M,G", text=state)
        self.assertEqual(0, wanted.returncode, wanted.stderr)
        wanted, found = json.loads(wanted.stdout), json.loads(found.stdout)
        self.assertEqual(wanted["coordinates"], found["coordinates"])
        self.check(wanted["M"], found["M"])
        self.check([wanted["G"]], [found["G"]])

    def test_every_way_to_place_a_body_of_an_mjcf(self):
        frames = {"a": "qa", "b": "b", "c": "qc", "d": "d", "e": "qe", "f": "qf"}
        state = {"qa": 0.4, "qb": -0.7, "qc": 0.15, "qd": 1.2, "qe": -2, "qf": 0.45}
        expected = mjcf_reader.poses(HERE / "drawn.xml", state)
        found = self.evaluate("drawn.bl", [f"fk:{f}" for f in frames.values()], state)
        for body, frame in frames.items():
            self.check(expected[body], found[f"fk:{frame}"])

    def test_a_translation_is_read_as_the_file_itself(self):
        for name, (file, options) in CASES.items():
            if options or not (HERE / f"{name}.bl").exists():
                continue
            with self.subTest(name=name):
                first, second = run("check", file), run("check", f"{name}.bl")
                self.assertEqual(0, second.returncode, second.stderr)
                self.assertEqual(first.stdout, second.stdout)


def record():
    for name, (file, options) in CASES.items():
        done = run("import", file, *options)
        (HERE / f"{name}.txt").write_text(done.stderr, encoding="utf-8")
        if done.returncode == 0:
            (HERE / f"{name}.bl").write_text(done.stdout, encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["--record"]:
        record()
    else:
        unittest.main()
