#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Names of the user's file do not reach into the library: every element and function of lib/*.bl gives the same
numbers, to the last bit, beside parameters, functions, tables, inputs, states, elements and frames of the user's that
have the names that the library uses inside. The user's own uses of such a name mean the user's."""
import json
import re
import unittest

from moving import ROOT, Moving

REPRO = ROOT / "tests/data/repro"
LIBRARY = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "lib").glob("*.bl")))
SIGNATURE = re.compile(r"^(?:element|let) \w+\(([^{]*?)\)(?: \{| =)", re.MULTILINE | re.DOTALL)
DECLARED = re.compile(r"^ *(?:element|state|discrete|joint|body|frame|point|loop|constraint|torque|force|moment|energy"
                      r"|output|for) +(\w+)|\bas (\w+)|(?:let|,) *(\w+)(?:\([\w, ]*\))? = ", re.MULTILINE)
TIR = re.compile(r"\b[A-Z]{3}[XYZ]?\d+\b|\bL[A-Z]{2,5}\b")  # of property files: two of them stand for all
RESERVED = {"t", "pi"}


def library_names():
    """Elements, functions, arguments and locals."""
    code = re.sub(r"#.*", "", LIBRARY)
    names = {name for found in DECLARED.findall(code) for name in found if name}
    for formals in SIGNATURE.findall(code):
        names |= set(re.findall(r"(?:^|,)\s*([a-zA-Z_]\w*)", formals))
    kept = {name for name in names if not TIR.fullmatch(name)} | {"PCX1", "LGAY"}
    return sorted(kept - RESERVED)


VALUES = ["param {} = 7.25", "let {}(qq) = 3.5", "table {} : (0, 1), (1, 5)", "input {} = 2.5", "discrete {} = 1",
          "let {} = [1, 2, 3]", "state {0} = 1 : {0}' = 0"]


def own(first, last, scene):
    """What a user may declare with each of these names, of VALUES in turn: not those that the scene itself means."""
    meant = set(re.findall(r"\w+", re.sub(r"\w+ = ", "", scene)))
    text = ""
    for i, name in enumerate(name for name in library_names() if name not in meant):
        text += VALUES[first + i % (last - first)].format(name) + f"\nelement {name}(qq) {{ param unused }}\n"
        text += f"frame {name} from ground : TX(1 m)\noutput {name} = 1\n"
    return text


# Names of the scenes begin with qq, which those of the library do not.
WHEEL = "joint qqw%d : revolute y from qqcar at [%d, %d, 0] m\nbody qqw%d on qqw%d : mass 10 kg, " \
        "inertia diag(0.5, 1, 0.5) kg.m^2\n"
CAR = "gravity [0, 0, -9.81] m/s^2\njoint qqcar : free (qqx, qqy, qqz, qqa, qqb, qqc) from ground\n" \
      "body qqcar on qqcar : mass 900 kg, inertia diag(300, 900, 900) kg.m^2\n"
AT_CAR = ", qqx' = 9, qqy' = 0.4, qqz = 0.29, qqz' = -0.1, qqa = 0.02, qqb = 0.01, qqc = 0.03, qqc' = 0.2"
ARGUMENTS = "radius = 0.3 m, stiffness = 200000 N/m"
TYRES = ["linear_tyre(qqw1, %s, slip_stiffness = 50000 N, cornering_stiffness = 40000 N/rad, resistance = 0.01)",
         "brush_tyre(qqw2, %s, slip_stiffness = 50000 N, cornering_stiffness = 40000 N)", "magic_tyre(qqw3, %s)",
         "pac2002(qqw4, UNLOADED_RADIUS = 0.3 m, VERTICAL_STIFFNESS = 200000 N/m, FNOMIN = 4000 N, PCX1 = 1.6, PDX1 = 1.2,"
         " PKX1 = 20, PCY1 = 1.3, PDY1 = 1, PKY1 = -15, PKY2 = 1.5, QDZ1 = 0.1, QBZ1 = 8, LGAY = 0.9)"]
TYRE_SCENE = CAR + "".join(WHEEL % (i, 2*(i % 2) - 1, 2*(i // 3) - 1, i, i) for i in (1, 2, 3, 4)) + "".join(
    f"use {tyre % ARGUMENTS if '%' in tyre else tyre} as qqt{i}\n" for i, tyre in enumerate(TYRES)) + """
use planar_tyre(qqcar, 30000 N/rad, 3000 N) as qqplane
output qqo1 = qqt1.Fy + qqt3.Fx + qqplane.Fy
output qqo2 = qqt0.Mz
"""
TYRE_PARTS = CAR + WHEEL % (1, 1, 1, 1, 1) + WHEEL % (2, 1, -1, 2, 2) + """
use tyre_load(qqw1, radius = 0.3 m, stiffness = 1000 N/m) as qqload
use wheel_contact(qqw2) as qqstand
use tyre_slip(qqw1, qqstand.forward, qqstand.side, qqstand.arm, 0.3 m, 0.2 m, 0.4 m) as qqslip
use tyre_force(qqw2, qqstand.forward, qqstand.side, qqstand.normal, qqstand.arm, 10 N, 20 N, 30 N)
output qqo1 = qqload.load
output qqo2 = qqslip.kappa + qqslip.turning
use rolling_condition(5 N, 100 N, 60 N, 0.02, 0.7) as qqrolls
"""
JOINTS = "gravity [0, -9.81, 0] m/s^2\n" + "".join(
    f"joint qqj{i} : revolute z (qq{i}) from {'ground' if i % 4 == 1 else f'qqj{i - 1}'} at [0.3, 0, 0] m, "
    f"limits -0.1 .. 0.1, effort 900 N.m\nbody qqj{i} on qqj{i} : mass 1 kg, com [0.2, 0.1, 0] m\n" for i in range(1, 17))
AT_JOINTS = "".join(f", qq{i} = {0.13*i - 0.8:.2f}, qq{i}' = {0.7 - 0.09*i:.2f}" for i in range(1, 17))
JOINT_SCENE = JOINTS + """
table qqcurve : (-20, -30), (0, 0), (20, 40) cubic
let qqgear(k) = 4 - k, qqmap(w, s) = s*(3 - w/10)
joint qqs1 : prismatic x (qqs) from ground
joint qqs2 : prismatic x (qqr) from ground
body qqs1 on qqs1 : mass 2 kg
body qqs2 on qqs2 : mass 3 kg
input qqu = 3
use viscous(qqj1, 0.2 N.m.s)
use coulomb(qqj2, 0.2 N.m.s, 0.1 N.m)
use smooth_friction(qqj3, 2 N.m, 0.1 rad/s)
use stick_slip(qqj4, 3 N.m, 2 N.m, 1000 N.m/rad)
use lugre(qqj5, 3 N.m, 2 N.m, 0.1 rad/s, 1000 N.m/rad)
use stribeck(qqj6, 3 N.m, 2 N.m, 0.5 rad/s, 0.1 rad/s)
use rotor(qqj7, 0.01 kg.m^2, 10)
use motor(qqj8, qqu, 2)
use dc_motor(qqj9, 12 V, 2 ohm, 5 mH, 0.1 N.m/A, 10, 0.001 kg.m^2, 10 V)
use engine(qqj10, qqcurve, 0.5, 2)
use engine_by_map(qqj11, qqmap, 0.7)
use gearbox(qqj14, qqj15, qqgear, 3, 30 rad/s, 5 rad/s, 8 N.m, 0.2 rad/s)
use limited_slip(qqj1, qqj2, 1 N.m.s, 2 N.m, 0.1 rad/s)
use brake(qqj3, 5 N.m)
use rolling_torque(qqj4, 0.3 m, 5 N, 2 N)
use torsion_spring(qqj5, 3 N.m)
use elastic_stop(qqj6, stiffness = 50 N.m)
use impulsive_stop(qqj7, restitution = 0.5)
use steering_column(qqj8, 0.3 rad, 5 N.m, 0.1 N.m.s)
use belt(qqj9, qqj10, 0.1 m, 0.2 m, 500 N/m, 20 N)
use cable(qqj4, [0, -1, 0] m on qqj8, 500 N/m, 0.5 m, 0.1 s/m)
use winch(qqj12, [0, 2, 0] m on ground, qqj8, 0.1 m, 500 N/m, 0.5 m)
use linear_spring(qqj2, qqj6, 50 N/m, 0.3 m)
use damper(qqj3, qqj11, 3 N.s/m)
use coilover(qqj5, qqj9, 70 N/m, 1 m, bump = 3 N.s/m)
use asymmetric_damper(qqs1, 3 N.s/m, 5 N.s/m)
use damper_by_table(qqs1, qqcurve)
use leaf_spring(qqs1, qqcurve, 2 N, 0.1 m/s)
use ride_spring(qqj16, 50 N/m, 1 N.s/m)
use anti_roll_bar(qqs1, qqs2, 30 N/m)
use bump_stop(qqs2, 10 mm, 300 N/m, 50 mm)
use aero(qqj3, 2 m^2, 0.3, 0.2, 0.1, 0.1, 0.1, 0.1)
use straight_drag(qqs1, 2 m^2, 0.3)
use cruise(qqs', 20 m/s, 0.2, 0.1) as qqp1
use stanley(qqj1, qqcurve, 2 s^-1) as qqp2
use pure_pursuit(qqj2, qqcurve, 5 m, 2.5 m) as qqp3
use preview_driver(qqj3, qqcurve, 0.5 s, 0.1 rad/m) as qqp4
output qqo1 = qqp1.throttle + qqp2.steer + qqp3.steer + qqp4.steer
"""
JOINT_PARTS = JOINTS + """
use clutch(qqj12, qqj13, 4 N.m, 0.3 rad/s)
use spring(qqj1, qqj7, 100 N/m, 0.4 m, 3 N.s/m)
use strut(qqj5, 100 N.m, 2 N.m.s)
"""
COUPLED_SCENE = JOINTS + """
joint qqs1 : prismatic x (qqs) from ground
body qqs1 on qqs1 : mass 2 kg
use differential(qqj1, qqj5, qqj9, 3)
use rack_and_pinion(qqj13, qqs1, 20 mm)
use rear_steering(qqj2, qqj6, -0.2)
use quarter_car(ground, 0.01 m, 300 kg, 40 kg, 20000 N/m, 1500 N.s/m, 150000 N/m) as qqq
use cylinder(qqj11, [0.9, 0, 0] m, qqj12, [1.2, 0, 0] m, [1, 0, 0.1] m, [1.4, 0, 0.2] m) as qqy
"""
CONTROL_SCENE = JOINTS + "".join(f"motion qq{i} : 0.1*sin(t)\n" for i in range(1, 6)) + """
control pd(qqj1, 50 N.m, 4 N.m.s)
control pd_gravity(qqj2, 50 N.m, 4 N.m.s)
control pd_feedforward(qqj3, 50 N.m, 4 N.m.s)
control pid(qqj4, 50 N.m, 20 N.m/s, 4 N.m.s)
control computed_torque(qqj5, 100, 20)
control resolved_acceleration(qqj9, qqj12, [0.6, 0.2, 0] m, 100, 20)
control resolved_rate(qqj13, qqj16, [0.6, 0.2, 0] m, 10, 3)
control operational(qqj8, [0.6, 0.2, 0] m, 100 N/m, 10 N.s/m)
control gravity_compensation(qqj6)
"""
REGULATED_SCENE = """gravity [0, -9.81, 0] m/s^2
joint qqj1 : revolute z (qq1) from ground
body qqj1 on qqj1 : mass 1 kg, com [0.2, 0.1, 0] m
control lqr(qqj1, qq1^2 + qq1'^2*1 s^2, 0.1)
"""
BALL = "joint qqf%d : free from ground at [%d, 0, 0] m\nbody qqf%d on qqf%d : mass 2 kg, inertia diag(1, 2, 3) kg.m^2\n"
CONTACT_SCENE = "gravity [0, 0, -9.81] m/s^2\n" + "".join(BALL % (i, i % 2, i, i) for i in (1, 2, 3)) + """
param qqk = 1000 N/m, qqn = [0, 0, 1]
use box_contact(qqf2, [0.3, 0.2, 0.4] m, stiffness = qqk, exponent = 1, friction = 0.5, bristles = 0)
use capsule_contact(qqf3, 0.1 m, 0.4 m, stiffness = qqk, exponent = 1, friction = 0.5)
use sphere_pair(qqf1, qqf2, 0.6 m, 0.5 m, stiffness = qqk, exponent = 1)
use capsule_pair(qqf1, qqf3, 0.6 m, 0.4 m, 0.5 m, 0.4 m, stiffness = qqk, exponent = 1)
use rolling_resistance(qqf1, ground, qqn, 20 N, 2 mm)
use rigid_contact(qqf1, 0.05 m)
"""
CONTACT_PARTS = CONTACT_SCENE[:CONTACT_SCENE.index("use ")] + """
let qqd = 0.1 m - qqf1_z, qqv = velocity(qqf1) - [0, 0, qqf1_z']
use sphere_contact(qqf1, 0.1 m, stiffness = qqk, exponent = 1, friction = 0.5)
use contact_between(qqf2, ground, position(qqf2), qqn, qqd, qqk, 0, 1, spring_damper, 0.3, 0.3, 0.1 m/s, 0, 1 mm, 10 ms)
use smooth_contact_friction(qqv, 20 N, 0.5, 0.1 m/s) as qqs1
use bristle_contact_friction(qqv, qqn, omega(qqf3), qqd, 20 N, 0.5, 0.6, 0.1 m/s, 1 mm, 10 ms) as qqs2
output qqo1 = qqs1.pull + qqs2.pull
"""
WISHBONE = "qqcar, [0.1, 0.3, 0] m, [-0.1, 0.3, 0] m, [0, 0.7, -0.05] m, [0.1, 0.35, 0.25] m, [-0.1, 0.35, 0.25] m, " \
           "[0, 0.68, 0.25] m, [0.12, 0.3, 0.05] m, [0.12, 0.7, 0.05] m, [0, 0.75, 0.1] m"
STRUT = "qqcar, [0.1, -0.3, 0] m, [-0.1, -0.3, 0] m, [0, -0.7, -0.05] m, [0, -0.65, 0.1] m, [0, -0.6, 0.6] m, " \
        "[0.12, -0.3, 0.05] m, [0.12, -0.7, 0.05] m, [0, -0.75, 0.1] m"
AXLE_SCENE = f"""joint qqcar : prismatic z (qqz) from ground
body qqcar on qqcar : mass 300 kg
use double_wishbone({WISHBONE}) as qqd
use mcpherson({STRUT}) as qqm
body qqh1 on qqd.knuckle : mass 20 kg, inertia diag(1, 1, 1) kg.m^2
body qqh2 on qqm.knuckle : mass 20 kg, inertia diag(1, 1, 1) kg.m^2
"""
AXLE_PARTS = """joint qqj1 : spherical (qq1, qq2, qq3) from ground
joint qqj2 : revolute y (qq4) from qqj1 at [0.3, 0.2, 0.1] m
body qqj2 on qqj2 : mass 1 kg, com [0.2, 0.1, 0] m, inertia diag(1, 2, 3) kg.m^2
use tie_rod([0.1, 0, 0.2] m on qqj2, [1, 1, 1] m on ground, 1 m)
use wheel_pose(ground, qqj2, [0, 0.75, 0.1] m) as qqp
output qqo1 = qqp.side*qqp.moved
"""
FUNCTIONS = ["frontal_area_paul_frere(1.4 m, 1.7 m)", "frontal_area_wong(1200 kg)", "smooth_step(qq/3)",
             "hunt_crossley(qq*0.01 m, 0.1 m/s, 1e5 N/m, 0.3 s/m, 1)", "double_lane_change(qq*40 m)",
             "spring_damper(qq*0.01 m, 0.1 m/s, 1e5 N/m, 3 N.s/m, 1)", "flat(qq, 2)", "turn_x(qq) . 1", "turn_y(qq) . 1",
             "turn_z(qq) . 1", "contact_axes(qq, 0.1, 0.2, 0.3) . 1", "inclined(qq*1 m, 2 m, 0.1, 0.2, 0.3)",
             "way_through(qq, 0.1, 3)", "step_road(qq*1 m, 0.1 m, 1 m, 3 m)", "cosine_bump(qq*1 m, 0.1 m, 1 m, 3 m)",
             "sine_bump(qq*1 m, 0.1 m, 1 m, 3 m)", "sine_road(qq*1 m, 1 m, 3 m)", "ackermann_left(qq, 2 m, 1 m)",
             "ackermann_right(qq, 2 m, 1 m)", "rolling_low(qq*1 m/s)", "rolling_high(qq*1 m/s, 0.01, 0.005)",
             "ellipse_part(qq*1 N, 2 N, 0.8, 0.9, 1 N)", "sliding_part(qq, 0.2)", "brush_part(qq, 0.2, 0.4)",
             "magic(qq, 1.3, 2, 0.3)", "magic_cosine(qq, 1.3, 0.3)"]
DERIVED = ["ackermann_right", "contact_axes", "inclined", "double_lane_change", "step_road", "cosine_bump", "sine_bump"]
ONE_JOINT = "joint qqj : revolute z (qq) from ground\nbody qqj on qqj : mass 1 kg, com [1, 0, 0] m\n"


def outputs(is_derived):
    """Functions that are made of others of the library, or those that are not."""
    calls = [call for call in FUNCTIONS if (call[:call.index("(")] in DERIVED) == is_derived]
    return ONE_JOINT + "".join(f"output qqo{i} = {call.replace(' . 1', '*[1, 2, 3]')}\n" for i, call in enumerate(calls))


AT_BALLS = ", qqf1_z = 0.05, qqf2_z = 0.1, qqf3_z = 0.2, qqf1_x' = 0.5, qqf3_x' = 0.3"
SCENES = {"tyres": (TYRE_SCENE, "qdd,sd", AT_CAR), "tyre_parts": (TYRE_PARTS, "qdd,sd,out:qqrolls.below_sliding", AT_CAR),
          "joints": (JOINT_SCENE, "qdd,sd,ev", AT_JOINTS), "joint_parts": (JOINT_PARTS, "qdd", AT_JOINTS),
          "coupled": (COUPLED_SCENE, "qdd", ""), "control": (CONTROL_SCENE, "Qe,sd", AT_JOINTS),
          "regulated": (REGULATED_SCENE, "qdd", ", qq1 = 0.2"), "axles": (AXLE_SCENE, "qdd", ", qqz' = 0.3"),
          "axle_parts": (AXLE_PARTS, "qdd", ""), "contacts": (CONTACT_SCENE, "qdd,sd,ev", AT_BALLS),
          "contact_parts": (CONTACT_PARTS, "qdd,sd", AT_BALLS), "functions": (outputs(False), "qdd", ", qq = 0.9"),
          "derived": (outputs(True), "qdd", ", qq = 0.9")}


class Scope(Moving):
    COMMAND = "eval"

    def numbers(self, text, what, at):
        path = self.file(text)
        outputs = re.findall(r"^output (qq\w+) =", text, re.MULTILINE)
        what = ",".join([what, *(f"out:{name}" for name in outputs)])
        done = self.run_on(path, "--open", "--what", what, "--at", f"t = 0.4{at}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("null", done.stdout)
        return done.stdout

    def test_every_element_and_function_is_here(self):
        used = " ".join(text for text, _, _ in SCENES.values())
        for name in re.findall(r"^element (\w+)", LIBRARY, re.MULTILINE):
            self.assertRegex(used, rf"\b(use|control) {name}\(")
        for name in re.findall(r"^let (\w+)\(", LIBRARY, re.MULTILINE):
            self.assertRegex(used, rf"\b{name}\(")
        names = library_names()
        self.assertFalse([name for name in names if name.startswith("qq")])
        for name in "linear_tyre ellipse_part wheel Fy stand slip mu_x k kept integral rod knuckle place radius law".split():
            self.assertIn(name, names)

    def check_scene(self, scene):
        text, what, at = SCENES[scene]
        expected = self.numbers(text, what, at)
        last = len(VALUES) - (scene == "regulated")  # a regulator takes all states for those of its plant
        for first, end in (0, 1), (1, 2), (2, last):
            given = json.loads(self.numbers(own(first, end, text) + text, what, at))
            for key, value in json.loads(expected).items():
                got = given[key]
                if key == "sd":  # states of one's own come first
                    got = got[len(got) - len(value):]
                self.assertEqual(repr(got), repr(value), f"{key} beside one's own {VALUES[first]}")


    def test_what_was_broken(self):
        """Each file beside itself without the declaration of the user's, at a state in which the tyre slips."""
        at = ", car_z = 0.29, car_x' = 10, car_y' = 3"
        for path in sorted(REPRO.glob("library_*.bl")):
            text = path.read_text(encoding="utf-8")
            bare = re.sub(r"^(let .*|element (.*\n)*?\})$", "", text, flags=re.MULTILINE)
            self.assertNotEqual(text, bare)
            self.assertEqual(self.numbers(text, "qdd", at), self.numbers(bare, "qdd", at), path.name)

    def test_own_names_mean_ones_own(self):
        """In the file and in its elements, also of what an element of the library takes as an argument."""
        own = """let magic(x) = 5*x, flat(x, y) = 0.25*x, law(d, v, k, c, n) = 7 N
element viscous(J, c) { torque friction on J = magic(c)*J' }
element outer(J) { use viscous(J, 2 N.m.s) as inner\n let one = magic(3) }
"""
        joint = "joint qqj : revolute z (qq) from ground\nbody qqj on qqj : mass 1 kg, com [1, 0, 0] m\n"
        given = json.loads(self.numbers(own + joint + "use outer(qqj) as qqe\noutput qqo = qqe.one\n", "qdd", ", qq' = 3"))
        self.assertAlmostEqual(given["qdd"][0], 30, delta=1e-12)
        self.assertEqual(given["out:qqo"], 15)
        ball = "joint qqf : prismatic z (qq) from ground at [4, 0, 0] m\nbody qqf on qqf : mass 2 kg\n" \
               "use sphere_contact(qqf, 0.1 m, road = flat, law = law, stiffness = 1 N/m) as qqc\n" \
               "output qqo = qqc.height\noutput qqp = qqc.touch.load\n"
        given = json.loads(self.numbers(own + ball, "qdd", ", qq = 0.5"))
        self.assertAlmostEqual(given["out:qqo"], (0.5 - 1)/(1 + 0.25**2)**0.5 - 0.1, delta=1e-12)
        self.assertEqual(given["out:qqp"], 7)


def check(scene):
    return lambda self: self.check_scene(scene)


for name in SCENES:
    setattr(Scope, f"test_{name}", check(name))

if __name__ == "__main__":
    unittest.main()
