#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two foreign texts that say the same thing in different words are the same mechanism.

Masses, torques and what acts are compared at random states. Then what is said of texts that cannot be
translated as a whole.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

BIELLE = os.environ["BIELLE_COMMAND"]
TOLERANCE = 1e-12
MASS = ('<inertial><mass value="2"/><origin xyz="0.1 0.2 0.3"/>'
        '<inertia ixx="1" ixy="0" ixz="0" iyy="1.5" iyz="0" izz="2"/></inertial>')
INERTIAL = ("<inertial><pose>0.1 0.2 0.3 0 0 0</pose><mass>2</mass><inertia><ixx>1</ixx><iyy>1.5</iyy>"
            "<izz>2</izz></inertia></inertial>")
BODY = '<inertial mass="2" pos="0.1 0.2 0.3" diaginertia="1 1.5 2"/>'


def urdf(origin="", limit="", link=MASS):
    return ('<robot name="r"><link name="base"/><link name="arm">%s</link><joint name="a" '
            'type="revolute"><parent link="base"/><child link="arm"/>%s<axis xyz="0 1 0"/>%s</joint>'
            "</robot>" % (link, origin, limit))


def sdf(inside, version="1.9"):
    return '<sdf version="%s">%s</sdf>' % (version, inside)


def link(name, pose="0 0 0 0 0 0", more=""):
    return '<link name="%s"><pose>%s</pose>%s%s</link>' % (name, pose, INERTIAL, more)


def joint(name, parent, child, axis="0 0 1", more="", kind="revolute", attribute=""):
    return ('<joint name="%s" type="%s"><parent>%s</parent><child>%s</child><axis><xyz%s>%s</xyz></axis>'
            "%s</joint>" % (name, kind, parent, child, attribute, axis, more))


def model(inside, name="m", pose="1 2 3 0.1 0.2 0.3"):
    return '<model name="%s"><pose>%s</pose>%s</model>' % (name, pose, inside)


def followers(count):
    """Each joint mimics the one before it."""
    text = "".join('<link name="l%d"/><joint name="j%d" type="continuous"><parent link="arm"/><child '
                   'link="l%d"/><mimic joint="%s"/></joint>' % (i, i, i, "j%d" % (i - 1) if i else "a")
                   for i in range(count))
    return urdf().replace("</robot>", text + "</robot>")


TURNED = "0.1 0.2 0.3 0.4 -0.5 0.6"


def mjcf(head="", tail="", classes=("", "")):
    return ('<mujoco><compiler angle="radian"/>%s<worldbody><body name="u"><joint name="a" axis="0 1 0" '
            '%s/>%s<body name="l" pos="1 0 0"><joint name="b" axis="1 0 0" %s/>%s</body></body>'
            "</worldbody>%s</mujoco>" % (head, classes[0], BODY, classes[1], BODY, tail))


SERVO = '<actuator><%s name="p" joint="a" %s/></actuator>'

# what -> ending, two texts
PAIRS = {
    "a quaternion and angles": ("urdf", (
        urdf('<origin xyz="1 2 3" quat_xyzw="0.6 0 0 0.8"/>'),
        urdf('<origin xyz="1 2 3" rpy="1.2870022175866687 0 0"/>'))),
    "infinite limits and none": ("urdf", (
        urdf(limit='<limit lower="-inf" upper="Infinity" effort="inf" velocity="1e300"/>'), urdf())),
    "axes of SDF 1.4 are given in the model": ("sdf", (
        sdf(model(link("arm", TURNED) + joint("a", "world", "arm")), "1.4"),
        sdf(model(link("arm", TURNED) + joint("a", "world", "arm",
                                              attribute=' expressed_in="__model__"'))))),
    "the pitches of a screw": ("sdf", (
        sdf(model(link("arm") + joint("a", "world", "arm", kind="screw",
                                      more="<thread_pitch>-20</thread_pitch>"))),
        sdf(model(link("arm") + joint(
            "a", "world", "arm", kind="screw",
            more="<screw_thread_pitch>0.3141592653589793</screw_thread_pitch>"))))),
    "infinite limits of SDF and none": ("sdf", (
        sdf(model(link("arm") + joint("a", "world", "arm").replace(
            "</xyz>", "</xyz><limit><lower>-inf</lower><upper>inf</upper><effort>inf</effort></limit>"))),
        sdf(model(link("arm") + joint("a", "world", "arm"))))),
    "a joint of the world and one of a model": ("sdf", (
        sdf('<world name="w">' + model(link("arm", TURNED), pose="0 0 0 0 0 0")
            + joint("a", "world", "m::arm") + "</world>"),
        sdf(model(link("arm", TURNED) + joint("a", "world", "arm"), pose="0 0 0 0 0 0")))),
    "a frame of the world and a pose": ("sdf", (
        sdf('<world name="w"><frame name="f"><pose>1 0 0 0 0 0</pose></frame>'
            + model(link("arm") + joint("a", "world", "arm"), pose="0 2 3 0.1 0.2 0.3").replace(
                "<pose>0 2", '<pose relative_to="f">0 2') + "</world>"),
        sdf(model(link("arm") + joint("a", "world", "arm"))))),
    "a link and a joint of one name": ("sdf", (
        sdf(model(link("a") + joint("a", "world", "a")), "1.6"),
        sdf(model(link("arm") + joint("a", "world", "arm")), "1.6"))),
    "several defaults, the last of which hold": ("xml", (
        mjcf('<default><joint damping="1" armature="0.2"/><default class="k"><joint stiffness="3"/>'
             '</default></default><default class="main"><joint damping="2"/></default>',
             classes=("", 'class="k"')),
        mjcf(classes=('damping="2" armature="0.2"', 'damping="1" armature="0.2" stiffness="3"')))),
    "a servo with the filter of its class": ("xml", (
        mjcf('<default><position timeconst="0.2" kv="1"/></default>', SERVO % ("position", 'kp="5"')),
        mjcf(tail=SERVO % ("general", 'gainprm="5" biastype="affine" biasprm="0 -5 -1" '
                           'dyntype="filterexact" dynprm="0.2"')))),
    "a link without inertial and what SDF takes for it": ("sdf", (
        sdf(model('<link name="arm"><pose>1 2 3 0 0 0</pose></link>' + joint("a", "world", "arm"))),
        sdf(model('<link name="arm"><pose>1 2 3 0 0 0</pose><inertial><mass>1</mass><inertia><ixx>1</ixx>'
                  "<iyy>1</iyy><izz>1</izz></inertia></inertial></link>" + joint("a", "world", "arm"))))),
    "numbers below all doubles are zero": ("urdf", (
        urdf('<origin xyz="1 4.9e-324 0" rpy="-1e-400 0.5 0"/>'),
        urdf('<origin xyz="1 0 0" rpy="0 0.5 0"/>'))),
    "a geom's first size, the others of its class": ("xml", (
        mjcf('<default><geom type="ellipsoid" size="0.1 0.2 0.3"/></default>').replace(
            BODY, '<geom size="0.4"/>').replace('pos="1', 'quat="0.5 0.1 0 2" pos="1'),
        mjcf().replace(BODY, '<geom type="ellipsoid" size=" 0.4  0.2 0.3"/>').replace(
            'pos="1', 'quat="0.5 0.1 0 2" pos="1'))),
    "an axis against z but for rounding": ("xml", (
        mjcf().replace('pos="1', 'zaxis="1e-17 0 -2" pos="1'),
        mjcf().replace('pos="1', 'quat="0 1 0 0" pos="1'))),
    "inertia from geoms where there are some": ("xml", (
        mjcf('<compiler inertiafromgeom="true" inertiagrouprange="0 2"/>').replace(
            "<body", '<body><geom size="0.1" group="3"/></body><body', 1),
        mjcf())),
    "equalities of what does not move": ("xml", (
        mjcf(tail='<equality><weld body1="u" body2="n"/><connect site1="r" site2="s"/></equality>').replace(
                 '<body name="l"', '<site name="r"/><body name="n"><site name="s" pos="1 0 0"/></body>'
                 '<body name="l"'),
        mjcf())),
    "files in files in folders": ("xml", (
        mjcf('<include file="parts/defaults.mjcf"/>', classes=("", 'class="k"')),
        mjcf(classes=('damping="2"', 'damping="2" stiffness="3"')))),
}
OTHERS = {"parts/defaults.mjcf": '<mujoco><default><joint damping="2"/></default>'
                                 '<include file="classes.mjcf"/></mujoco>',
          "parts/classes.mjcf": '<mujoco><default><default class="k"><joint stiffness="3"/></default>'
                                "</default></mujoco>"}
VISUAL = "<visual><geometry>%s</geometry>%s</visual>"
GREY = '<material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>'

# ending, text, what is said
SAID = [
    ("urdf", '<robot name="r"><link name="$(arg prefix)base"/></robot>', "this is a xacro file"),
    ("urdf", '<robot name="r"><include filename="b.urdf"/><link name="b"/></robot>',
     "this is a xacro file"),
    ("urdf", urdf(limit='<limit lower="0.5" upper="0.5"/>'), "1 joint with equal limits"),
    ("urdf", urdf('<origin xyz="0 0 1.9e308"/>'), "error: 'xyz' of <origin> must be 3 numbers"),
    ("urdf", followers(60), "too many joints mimic each other in a row"),
    ("urdf", '<robot name="r"><material name="m"><texture filename="t.png"/></material>'
     '<link name="b"/></robot>', "1 texture"),
    ("urdf", urdf(link=MASS + VISUAL % ('<box size="0 0 0"/>', "")), "1 box of size 0"),
    ("urdf", urdf().replace("revolute", "planar").replace("</joint>", '<limit effort="1"/></joint>'),
     "1 limit"),
    ("sdf", sdf(model(link("arm", more="<gravity>false</gravity>"))), "1 link without gravity"),
    ("sdf", sdf('<world name="w">' + model(link("arm")) + '</world><world name="v"/>'), "1 world"),
    ("sdf", sdf('<world name="w">' + model(link("arm")) + "</world>" + model(link("b"))), "1 model"),
    ("sdf", sdf(model(link("arm") + '<include merge="true"><uri>model://x</uri></include>')),
     'error: <include merge="true"> is not supported'),
    ("sdf", sdf(model(link("a") + link("b") + joint("j", "world", "a") + joint("k", "a", "b")
                      + joint("u", "world", "b", kind="universal"))),
     "error: <joint> 'u', of two axes in a loop, is not supported"),
    ("xml", mjcf(tail='<actuator><motor site="s" refsite="r"/></actuator>').replace(
        '<body name="l"', '<site name="r"/><site name="s"/><body name="l"'),
     "1 motor on a site, with a refsite or a law of its own"),
    ("xml", mjcf().replace('angle="radian"', 'angle="radian" boundmass="1"').replace(
        BODY, '<geom size="0.1"/>'), "2 boundmass and boundinertia of a body with geoms"),
    ("xml", '<mujoco><include file="-"/></mujoco>', "error: no file is named"),
    ("xml", mjcf().replace(BODY, BODY + BODY), "not translated: 2 further <inertial>"),
    ("xml", mjcf().replace('mass="2"', 'mass="-2"'), "error: the mass of body 'u' is negative"),
    ("xml", mjcf().replace('"1 1.5 2"', '"1 -1.5 2"'), "the inertia of"),
    ("sdf", sdf(model(link("arm") + joint("a", "world", "arm").replace(
        "</axis>", "<limit><stiffness>1e8</stiffness></limit><dynamics><mass>1</mass></dynamics></axis>"))),
     "not translated: 1 stiffness, 1 mass"),
    ("urdf", urdf(link=MASS.replace("<mass", '<density value="1"/><mass')), "not translated: 1 density"),
    ("urdf", urdf(link=MASS + VISUAL % ('<box size="1 1 1"/><sphere radius="1"/>', "")),
     "not translated: 1 further shape of <geometry>"),
]


class Equivalents(unittest.TestCase):
    def setUp(self):
        # pylint: disable-next=consider-using-with
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        for name, text in OTHERS.items():
            self.write(name, text)

    def write(self, name, text):
        path = Path(self.folder.name) / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run_on(self, *words, given=None):
        done = subprocess.run([BIELLE, *words], input=given, capture_output=True, text=True,
                              check=False)
        self.assertEqual(0, done.returncode, done.stderr)
        return done.stdout

    def values(self, name, text):
        path = self.write(name, text)
        bl = self.run_on("import", path, "--no-snap")
        rng = random.Random(1)
        names = re.findall(r"^joint (\w+) ", bl, re.MULTILINE)
        state = {key: {name: rng.uniform(-1, 1) for name in names} for key in ("q", "qd", "qdd")}
        if "input u_p" in bl:
            state["inputs"] = {"u_p": 0.7}
        if "state a_p" in bl:
            state["states"] = {"a_p": 0.3}
        found = json.loads(self.run_on("eval", path, "--what", "M,tau,Qu,T,V", "--at", "-",
                                       given=json.dumps(state)))
        return [found[key] for key in ("M", "tau", "Qu", "T", "V")], "limits" in bl

    def flat(self, value):
        return [x for part in value for x in self.flat(part)] if isinstance(value, list) else [value]

    def test_pairs(self):
        for what, (ending, texts) in PAIRS.items():
            with self.subTest(what):
                (first, is_limited), (second, _) = (self.values(f"{k}.{ending}", text)
                                                    for k, text in enumerate(texts))
                self.assertFalse(is_limited)
                for a, b in zip(self.flat(first), self.flat(second), strict=True):
                    self.assertLessEqual(abs(a - b), TOLERANCE * max(1, abs(a)))

    def test_messages(self):
        for ending, text, said in SAID:
            with self.subTest(said):
                path = self.write(f"said.{ending}", text)
                done = subprocess.run([BIELLE, "import", path], capture_output=True, text=True,
                                      check=False, cwd=self.folder.name)
                self.assertIn(said, done.stderr)
                self.assertIn(done.returncode, (0, 2))

    def test_a_free_body_in_a_frame_is_free_in_the_world(self):
        """Its coordinates are those of the world, and it starts where it would be without a joint."""
        text = ('<mujoco><worldbody><frame pos="1 2 3" euler="20 30 40"><frame pos="0.5 0 0" quat="1 2 3 4">'
                '<body name="b" pos="0.1 0 0.2" quat="1 1 0 0">%s<geom size="1"/></body></frame></frame>'
                '<body><joint name="h"/><geom size="1"/></body></worldbody></mujoco>')
        places = []
        for free in ("", '<freejoint name="f"/>'):
            path = self.write("free.xml", text % free)
            found = json.loads(self.run_on("eval", path, "--at", "h=0", "--what", "fk:b"))
            places.append(found["fk:b"])
        for a, b in zip(*map(self.flat, places), strict=True):
            self.assertAlmostEqual(a, b, 12)
        self.assertRegex(self.run_on("import", Path(self.folder.name) / "free.xml"), r"\) from ground\n")

    def test_a_file_that_is_not_there_is_the_only_error(self):
        path = self.write("lost.xml", '<mujoco><include file="nowhere.xml"/></mujoco>')
        done = subprocess.run([BIELLE, "import", path], capture_output=True, text=True, check=False)
        self.assertEqual((2, 1), (done.returncode, done.stderr.count("error:")), done.stderr)

    def test_models_are_found_beside_those_that_include_them(self):
        """model://hub from models/arm is models/hub, also where a world includes the arm."""
        models = Path(self.folder.name) / "models"
        for name in ("arm", "hub", "worlds"):
            (models / name).mkdir(parents=True)
        inside = '<include><uri>model://hub</uri><name>hub</name></include>'
        (models / "hub/model.sdf").write_text(sdf(model(link("rim"), "h")), encoding="utf-8")
        (models / "arm/model.sdf").write_text(sdf(model(link("arm") + inside)), encoding="utf-8")
        world = models / "worlds/all.sdf"
        world.write_text('<sdf version="1.9"><world name="w"><include><uri>model://arm</uri></include>'
                         "</world></sdf>", encoding="utf-8")
        for path in (models / "arm/model.sdf", world):
            self.assertIn("body hub__rim", self.run_on("import", path))

    def test_a_joint_may_mimic_what_hangs_from_it(self):
        """Then a constraint says so; what follows a joint beside it is driven as ever."""
        limit = '<limit lower="-1" upper="1" effort="1" velocity="1"/>'
        text = "".join('<link name="l%d">%s</link><joint name="j%d" type="revolute"><parent link="%s"/>'
                       '<child link="l%d"/>%s%s</joint>' % (i, MASS, i, parent, i, limit, mimic)
                       for i, parent, mimic in ((0, "b", '<mimic joint="j1" multiplier="-2" offset="0.1"/>'),
                                                (1, "l0", ""), (2, "b", '<mimic joint="j0"/>')))
        text = '<robot name="r"><link name="b"/>%s</robot>' % text
        bl = self.run_on("import", self.write("below.urdf", text))
        self.assertIn("constraint j0 : j0 = -2*j1 + 0.1 rad", bl)
        self.assertRegex(bl, r"joint j2 : revolute x \(= j0\)")

    def test_what_stands_twice_is_told(self):
        for ending, text in (
                ("urdf", urdf(link=MASS + MASS)),
                ("sdf", sdf(model(link("arm", more=INERTIAL)))),
        ):
            path = self.write(f"twice.{ending}", text)
            done = subprocess.run([BIELLE, "import", path], capture_output=True, text=True, check=False)
            self.assertIn("not translated: 1 further <inertial>", done.stderr)
        path = self.write("world.xml", mjcf().replace("<worldbody>", '<worldbody><joint name="w"/>'))
        done = subprocess.run([BIELLE, "import", path], capture_output=True, text=True, check=False)
        self.assertIn("error: a <joint> in a <worldbody> is not supported", done.stderr)

    def test_the_least_mass_of_an_empty_body(self):
        """MuJoCo has its centre at the body's `pos` in the body itself: body_ipos is 0.1 0.2 0.3, too."""
        text = mjcf().replace('angle="radian"', 'angle="radian" boundmass="0.5"').replace(
            BODY, BODY + '<body name="empty" pos="0.1 0.2 0.3"/>', 1)
        self.assertIn("body empty on empty : mass 0.5 kg, com [0.1, 0.2, 0.3] m" + chr(10),
                      self.run_on("import", self.write("empty.xml", text)))

    def test_a_tendon_with_a_range_of_lengths_is_slack_in_it(self):
        tendon = ('<tendon><fixed name="f" stiffness="3" springlength="-0.2 0.4"><joint joint="a" coef="2"/>'
                  "</fixed></tendon>")
        path, free = self.write("slack.xml", mjcf(tail=tendon)), self.write("none.xml", mjcf())
        for q, force in ((-0.5, 3 * (-1 + 0.2) * 2), (0.1, 0), (0.5, 3 * (1 - 0.4) * 2)):
            held = [json.loads(self.run_on("eval", each, "--what", "S", "--at", f"a={q},b=0"))["S"]
                    for each in (path, free)]
            self.assertAlmostEqual(force, held[0][0] - held[1][0], 12)

    def test_dust_in_an_axis(self):
        """A slide on a hinge whose axis is almost y: nothing is divided by the dust."""
        slide = ('<link name="tip">%s</link><joint name="t" type="prismatic"><parent link="arm"/>'
                 '<child link="tip"/><origin xyz="0.5 0.3 -0.2"/><axis xyz="-0.77 0.72 2.9"/></joint>'
                 "</robot>" % MASS)
        path = self.write("dust.urdf", urdf().replace("0 1 0", "0 -1 6.12e-11").replace("</robot>", slide))
        found = [json.loads(self.run_on("eval", path, "--what", "M", "--at", "a=0.3,t=0.2", "--method",
                                        method))["M"] for method in ("energy", "newton-euler")]
        for a, b in zip(*map(self.flat, found), strict=True):
            self.assertAlmostEqual(a, b, 12)

    def test_utf16(self):
        path = Path(self.folder.name) / "wide.urdf"
        path.write_bytes(urdf().encode("utf-16"))
        done = subprocess.run([BIELLE, "import", path], capture_output=True, text=True, check=False)
        self.assertEqual(2, done.returncode)
        self.assertIn("is UTF-16 text\n        save the file as UTF-8", done.stderr)

    def test_a_material_may_be_another_visual_s(self):
        first = VISUAL % ('<box size="1 1 1"/>', GREY)
        second = VISUAL % ('<sphere radius="1"/>', '<material name="grey"/>')
        bl = self.run_on("import", self.write("grey.urdf", urdf(link=MASS + second + first)))
        self.assertEqual(2, bl.count("color [0.5, 0.5, 0.5]"))

    def test_a_motor_of_a_ball_acts_between_what_it_joins(self):
        """The hinge that carries the ball feels nothing of it, and a moment in the axes of what
        carries it does not turn with the ball."""
        text = mjcf(tail='<actuator><motor name="m" %s="b" gear="1 2 3"/></actuator>').replace(
            '<joint name="b" axis="1 0 0" />', '<joint name="b" type="ball"/>').replace(
                'pos="1 0 0"', 'pos="1 0 0" quat="0.8 0 0.6 0"')
        turned = {"b_e0": 0.6, "b_e1": 0, "b_e2": 0, "b_e3": 0.8}
        moments = {}
        for attribute in ("joint", "jointinparent"):
            path = self.write(f"{attribute}.xml", text % attribute)
            states = [{"q": {"a": 0.3, **turned}, "inputs": {"u_m": u}} for u in (0, 1)]
            off, on = json.loads(self.run_on("eval", path, "--what", "tau", "--at", "-",
                                             given=json.dumps(states)))
            change = [x - y for x, y in zip(off["tau"], on["tau"])]
            self.assertAlmostEqual(0, change[off["coordinates"].index("a")], 12)
            e0, e3 = change[1], change[4]  # power = moment . 2 E e': about z in the ball's axes
            moments[attribute] = (turned["b_e0"] * e3 - turned["b_e3"] * e0) / 2
        self.assertAlmostEqual(3, moments["joint"], 12)
        self.assertAlmostEqual(3, moments["jointinparent"], 12)  # it turns about that axis

    def test_a_body_that_only_shows_does_not_need_mass(self):
        """On a fixed joint it moves with what has mass; on one that turns there is a warning."""
        for kind, is_warned in (("fixed", False), ("continuous", True)):
            tip = ('<link name="tip">%s</link><joint name="t" type="%s"><parent link="arm"/>'
                   '<child link="tip"/></joint></robot>' % (VISUAL % ('<sphere radius="1"/>', ""), kind))
            path = self.write("tip.urdf", urdf().replace("</robot>", tip))
            done = subprocess.run([BIELLE, "check", path], capture_output=True, text=True, check=False)
            self.assertEqual(0, done.returncode, done.stderr)
            self.assertEqual(is_warned, "has no mass and carries none" in done.stderr)


if __name__ == "__main__":
    sys.exit(unittest.main())
