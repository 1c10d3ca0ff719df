#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every attribute and element of numbers in foreign files, given another count of numbers, or none.

The importer must end by itself: it refuses the file with an error at a place, or takes it. What is for pictures
only never refuses a robot.
"""
import concurrent.futures
import os
import re
import subprocess
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
BIELLE = os.environ["BIELLE_COMMAND"]
# What the other files here have not: shapes, colours, meshes, sensors that are left out.
SEEDS = {
    "seed.urdf": """<robot name="r"><material name="m"><color rgba="1 0 0 1"/></material>
<link name="a"><visual><origin xyz="1 2 3" rpy="0 0 0"/><geometry><mesh filename="a.stl" scale="1 1 2"/></geometry>
<material name="m"/></visual><visual><geometry><box size="1 2 3"/></geometry></visual><visual><geometry>
<cylinder radius="1" length="2"/></geometry></visual><visual><geometry><sphere radius="1"/></geometry></visual></link>
<link name="b"><inertial><origin xyz="0 0 1" rpy="0 0 1"/><mass value="2"/><inertia ixx="1" ixy="0.1" ixz="0" iyy="1"
iyz="0" izz="1"/></inertial></link><joint name="j" type="revolute"><parent link="a"/><child link="b"/>
<origin xyz="0 0 1" rpy="0.1 0 0"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="3" velocity="4"/>
<dynamics damping="0.1" friction="0.2"/></joint></robot>""",
    "seed.sdf": """<sdf version="1.7"><model name="m"><pose>0 0 1 0 0 0</pose><link name="a"><inertial><mass>1</mass>
<pose>0 0 0 0 0 0</pose><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz><ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>
<visual name="v"><pose>0 0 0 0 0 0</pose><geometry><mesh><uri>a.stl</uri><scale>1 1 2</scale></mesh></geometry><material>
<diffuse>1 0 0 1</diffuse></material></visual><visual name="w"><geometry><box><size>1 2 3</size></box></geometry></visual>
</link><joint name="j" type="revolute"><parent>world</parent><child>a</child><axis><xyz>0 0 1</xyz><limit><lower>-1</lower>
<upper>1</upper><effort>2</effort></limit><dynamics><damping>1</damping></dynamics></axis></joint></model></sdf>""",
    "seed.xml": """<mujoco><option gravity="0 0 -9.81" timestep="0.01"/><asset><mesh name="m" file="a.stl" scale="1 1 2"/>
<material name="red" rgba="1 0 0 1"/><texture name="t" rgb1="1 1 1"/></asset><worldbody><body name="b" pos="0 0 1"
quat="1 0 0 0"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><joint name="j" type="hinge" axis="0 0 1" pos="0 0 0"
range="-1 1" damping="1" stiffness="2" springref="0.1" armature="0.1" frictionloss="0.1"/><geom type="mesh" mesh="m"
material="red"/><geom type="box" size="1 2 3" rgba="1 1 1 1"/><geom type="capsule" fromto="0 0 0 0 0 1" size="0.1"/>
<body name="c" euler="0 0 1"><joint name="k" type="slide"/><geom type="sphere" size="0.1" rgba="1 1 1 1" mass="2"/>
<geom type="ellipsoid" size="1 2 3" pos="0 0 1" axisangle="0 0 1 0"/></body></body></worldbody><actuator>
<motor joint="j" gear="2" ctrlrange="-1 1"/><position joint="k" kp="3" kv="1" forcerange="-1 1"/></actuator>
<equality><joint joint1="j" joint2="k" polycoef="0 1 0 0 0"/><connect body1="b" body2="c" anchor="0 0 0"/></equality>
<keyframe><key name="home" qpos="0.1 0.2" qvel="0 0"/></keyframe></mujoco>""",
}
WRONG = ("", "1", "1 1", "1 1 1", "1 1 1 1", "1 1 1 1 1", "1 1 1 1 1 1 1", "1 " * 40, "nan", "nan nan nan",
         "inf -inf inf", "1e999 1 1", "x", "1 x 1", "1,1,1", "0 0 0", "0 0 0 0", "-1", "-1 -1 -1", "-1 -1 -1 -1", "255 0 0 255", "0 0 0 -1", "--1 1 1", "1e 1 1", "0x1 1 1 1")
PICTURES = {("color", "rgba"), ("geom", "rgba"), ("material", "rgba"), ("mesh", "scale"), ("scale", None),
            ("diffuse", None), ("site", "rgba"), ("texture", "rgb1"), ("box", "size"), ("cylinder", "radius"),
            ("cylinder", "length"), ("sphere", "radius")}


def is_of_numbers(text):
    return bool(text and re.fullmatch(r"\s*[-+.\d][-+.\deE\s]*", text))


def places_of(root):
    """(tag, attribute or None for its text, element) of everything that is numbers, once each."""
    found = {}
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        for name, value in element.attrib.items():
            if is_of_numbers(value):
                found.setdefault((element.tag, name), element)
        if is_of_numbers(element.text):
            found.setdefault((element.tag, None), element)
    return found


class Numbers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(dir=HERE)
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def texts(self):
        """Every place with every wrong value, over all files; a place of the same name counts once for a format."""
        seen = set()
        files = [(name, text) for name, text in SEEDS.items()]
        files += [(path.name, path.read_text(encoding="utf-8")) for path in sorted(HERE.iterdir())
                  if path.suffix in {".urdf", ".xml", ".sdf"} and not path.name.startswith("bad_")]
        for name, text in files:
            root = ElementTree.fromstring(text)
            for (tag, attribute), element in places_of(root).items():
                suffix = Path(name).suffix
                if (suffix, tag, attribute) in seen:
                    continue
                seen.add((suffix, tag, attribute))
                before = element.get(attribute) if attribute else element.text
                for wrong in WRONG:
                    if attribute:
                        element.set(attribute, wrong)
                    else:
                        element.text = wrong
                    yield name, tag, attribute, wrong, ElementTree.tostring(root, encoding="unicode")
                if attribute:
                    element.set(attribute, before)
                else:
                    element.text = before

    def run_one(self, case):
        number, (name, tag, attribute, wrong, text) = case
        path = self.folder / f"{number}{Path(name).suffix}"
        path.write_text(text, encoding="utf-8")
        done = subprocess.run([BIELLE, "import", path], capture_output=True, encoding="utf-8", check=False)
        path.unlink()
        what = (name, tag, attribute, wrong, done.stderr)
        if done.returncode not in (0, 2):
            return f"ended by {done.returncode}: {what}"
        if done.returncode == 2 and "error" not in done.stderr:
            return f"no error: {what}"
        is_picture = name.startswith("seed") and (tag, attribute) in PICTURES
        if is_picture and done.returncode != 0:
            return f"refused for a picture: {what}"
        return None

    def test_no_count_of_numbers_ends_the_program(self):
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            faults = [fault for fault in pool.map(self.run_one, enumerate(self.texts())) if fault]
        self.assertEqual(faults, [])

    def test_pictures_are_told(self):
        for name, right, wrong in (("seed.urdf", 'rgba="1 0 0 1"', 'rgba="1 0 0"'),
                                   ("seed.urdf", 'scale="1 1 2"', 'scale="1"'),
                                   ("seed.sdf", "<diffuse>1 0 0 1", "<diffuse>1 0"),
                                   ("seed.xml", 'rgba="1 1 1 1"', 'rgba="1 1"'),
                                   ("seed.xml", 'scale="1 1 2"', 'scale=""'),
                                   ("seed.urdf", 'size="1 2 3"', 'size="1 2"')):
            path = self.folder / name
            self.assertIn(right, SEEDS[name])
            path.write_text(SEEDS[name].replace(right, wrong), encoding="utf-8")
            done = subprocess.run([BIELLE, "import", path], capture_output=True, encoding="utf-8", check=False)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("note: ", done.stderr)
            self.assertIn("for pictures only", done.stderr)

    def test_declarations(self):
        robot = '<robot name="r"><link name="a"/></robot>'
        for declaration, status in (('<?xml version="1"?>', 0), ("<?xml version='1' ?>", 0),
                                    ('<?xml version="1" encoding="UTF-8"?>', 0), ('<?xml version="1.0"?>', 0),
                                    ('<?xml version="1.1"?>', 0), ('<?xml version=""?>', 0),
                                    ('\ufeff<?xml version="1"?>', 0), ('<?xml version="1"', 2)):
            path = self.folder / "r.urdf"
            path.write_text(declaration + "\n" + robot, encoding="utf-8")
            done = subprocess.run([BIELLE, "import", path], capture_output=True, encoding="utf-8", check=False)
            self.assertEqual(done.returncode, status, (declaration, done.stderr))


if __name__ == "__main__":
    unittest.main()
