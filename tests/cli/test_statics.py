#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle analyze statics`: what it says, and what it says to mistakes."""
import json
import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]

HINGE = """mechanism hinge
gravity [0, -10, 0] m/s^2
joint a : revolute z (q1) from ground
body A on a : mass 1 kg, com [0.3, 0, 0] m
input u [rad]
torque m on a = sin(u)*3 N.m
"""


def statics(*options, text=HINGE):
    return subprocess.run([BIELLE, "analyze", "statics", "-", *options], input=text,
                          capture_output=True, encoding="utf-8", check=False)


class Mistakes(unittest.TestCase):
    def assert_refused(self, sentence, *options, text=HINGE):
        done = statics(*options, text=text)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(sentence, done.stderr)

    def test_drives(self):
        self.assert_refused("what 'u' does is not proportional to it")
        self.assert_refused("there is no coordinate or input 'q3' that could drive",
                            "--drives", "q3")
        self.assert_refused("did you mean 'q1'?", "--drives", "q11")
        self.assert_refused("choose one of: q1 u", "--drives", "q3")

    def test_weights(self):
        for weight in ("q1=0", "q1=-2", "q1", "q1=2x", "q1=inf"):
            self.assert_refused("'q1' needs a weight above 0", "--drives", "q1", "--weights",
                                weight)
        self.assert_refused("'u' is not among the drives", "--drives", "q1", "--weights", "u=2")

    def test_options_that_do_not_go_together(self):
        self.assert_refused("--all is for equilibria: add --equilibrium", "--all")
        self.assert_refused("an equilibrium needs no drives", "--equilibrium", "--drives", "q1")
        self.assert_refused("unknown coordinate 'x' to be held", "--hold", "x")

    def test_nothing_that_moves(self):
        self.assert_refused("nothing can move: there is no coordinate",
                            text="mechanism wall\nbody A on ground : mass 1 kg\n")

    def test_forces_without_a_value(self):
        self.assert_refused("the forces have no value at this configuration",
                            text="joint a : prismatic x (x) from ground\n"
                                 "spring k between a and ground : stiffness 1 N/m, length 1 m\n")


    def test_sums_that_overflow(self):
        self.assert_refused("the forces have no value at this configuration", "--drives", "p", text="""
gravity [0, -9.81, 0]
joint a : revolute z (p) from ground
joint b : prismatic y (y) from ground
body B on b : mass 1e306
constraint c : y = 1000*p
""")


class Words(unittest.TestCase):
    def test_lists_may_have_blanks(self):
        done = statics("--drives", " q1 , ", "--weights", "q1 = 2")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("Holding efforts:\n  on q1  3 N.m\n", done.stdout)

    def test_what_does_not_hold_is_told_by_the_status(self):
        text = HINGE.replace("torque m on a = sin(u)*3 N.m", "moment m on a = [u, 0, 0]*1 N.m")
        done = statics("--drives", "u", text=text)
        self.assertEqual(done.returncode, 1)
        self.assertIn("Not in equilibrium: no actuator balances q1 by 1 rad. Required: 3 N.m on q1",
                      done.stdout)


class Stability(unittest.TestCase):
    """Where the energy alone would say something else."""

    def assert_judged(self, text, sentence, *options):
        done = statics("--equilibrium", *options, text=text)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn(f"Equilibrium, {sentence}", done.stdout)

    def test_stiffness_that_overflows(self):
        self.assert_judged("""param k = 1e308
joint a : prismatic x (x) from ground
joint b : prismatic x (y) from a
body A on a : mass 1 kg
body B on b : mass 1 kg
torque p on x = -k*x - k*y
torque r on y = -k*x - k*y
constraint c : x = y
""", "stability undetermined: the stiffness is not finite")

    def test_negative_damping(self):
        mass = ("mechanism fed\nparam c = 0.6 N.s/m\ninput u [N]\n"
                "joint a : prismatic x (x) from ground\n"
                "body A on a : mass 2 kg\ntorque s on a = u - 18 N/m*x - c*x'\n")
        self.assert_judged(mass, "stable (least stiffness 18 N/m, for x by 1 m).")
        self.assert_judged(mass, "stable (least stiffness 18 N/m, for x by 1 m).", "--at", "c=0")
        # T = 2 m/|c|
        self.assert_judged(mass, "unstable: growth time constant 6.66667 s, from "
                                 "negative damping (least stiffness 18 N/m, for x by 1 m).",
                           "--at", "c=-0.6")

    def test_top_that_is_driven(self):
        top = ("mechanism top\nparam w = 60 rad/s\ngravity [0, 0, -9.81] m/s^2\ncoord a, b\n"
               "frame top from ground : RX(a), RY(b), RZ(w*t)\n"
               "body top on top : mass 2 kg, com [0, 0, 0.1] m, "
               "inertia diag(0.05, 0.05, 0.01) kg.m^2 about origin\n")
        # critical where (I3 w)^2 = 4 I1 m g l: 62.64 rad/s
        self.assert_judged(top, "unstable (least stiffness -1.962 N.m/rad", "--at", "w=62.6")
        self.assert_judged(top, "gyroscopically stabilised (statically unstable) "
                                "(least stiffness -1.962 N.m/rad", "--at", "w=62.7")

    def test_column_under_a_follower_force(self):
        """Ziegler (1952): it flutters above (7/2 - sqrt 2) k/l = 2.0858 k/l."""
        column = ("mechanism column\nparam P = 1 N\n"
                  "joint a : revolute z (q1) from ground\n"
                  "joint b : revolute z (q2) from a at [1, 0, 0] m\n"
                  "body A on a : mass 2 kg, com [1, 0, 0] m\n"
                  "body B on b : mass 1 kg, com [1, 0, 0] m\n"
                  "torque k1 on a = -1 N.m*q1\ntorque k2 on b = -1 N.m*q2\n"
                  "force push at [1, 0, 0] m on b = [-P, 0, 0] in b\n")
        self.assert_judged(column, "stable (no growing motion; nonconservative forces).",
                           "--at", "P=2.08")
        self.assert_judged(column, "unstable: growth time constant", "--at", "P=2.09")

    def test_wheels(self):
        disk = (ROOT / "examples/rolling_disk/rolling_disk.bl").read_text(encoding="utf-8")
        # it falls about its point of contact: the stiffness is -m g r/r^2
        self.assert_judged(disk, "unstable (least stiffness -49.05 N/m, for y by 1 m, lean by -5 rad).")

    def test_states_are_held(self):
        motor = ("mechanism motor\njoint a : prismatic x (x) from ground\n"
                 "body A on a : mass 1 kg\nstate i = 0 : i' = -i/(1 s)\ntorque s on a = -4 N/m*x\n")
        self.assert_judged(motor, "stable (least stiffness 4 N/m, for x by 1 m), with its states frozen.")


# Sun 24, planet 18, ring 60 teeth, the ring held: the carrier turns by 24/84 of the sun.
PLANETARY = """mechanism planetary
param zs = 24, zp = 18, zr = 60, R = 42 mm
joint sun : revolute z from ground
joint carrier : revolute z from ground
joint planet : revolute z from carrier at [R, 0, 0]
constraint mesh_sp : zs*(sun - carrier) + zp*planet = 0
constraint mesh_rp : -zr*carrier - zp*planet = 0
body sun on sun : mass 1 kg, inertia diag(0, 0, 3e-4) kg.m^2
input T [N.m]
input load [N.m]
torque T on sun = T
torque load on carrier = -load
"""


class GivenLoads(unittest.TestCase):
    def forces(self, *options):
        done = statics("--as", "json", *options, text=PLANETARY)
        self.assertEqual(done.returncode, 0, done.stderr)
        answer = json.loads(done.stdout)
        return {**answer["configurations"][0]["inputs"], **answer["configurations"][0]["tau"]}, answer

    def test_a_load_that_is_given_acts(self):
        for T in (10, -3, 0):
            forces, _ = self.forces("--at", f"T = {T} N.m")
            self.assertAlmostEqual(forces["load"], T * 84 / 24, delta=1e-9)
            self.assertEqual(forces["T"], T)
        forces, _ = self.forces("--at", "load = 35 N.m")
        self.assertAlmostEqual(forces["T"], 10, delta=1e-9)

    def test_where_all_are_given_a_coordinate_holds_the_rest(self):
        forces, answer = self.forces("--at", "T = 4 N.m, load = 35 N.m")
        self.assertEqual((forces["T"], forces["load"]), (4, 35))
        (name, effort), = answer["forces"][0]["drives"].items()
        ratio = {"sun": 1, "carrier": 24 / 84, "planet": -60 / 18 * 24 / 84}[name]
        self.assertAlmostEqual(effort * ratio, 35 * 24 / 84 - 4, delta=1e-9)
        told = statics("--at", "T = 4 N.m, load = 35 N.m", text=PLANETARY).stdout
        self.assertIn("Holding efforts, in addition to the actuators, which all have values", told)

    def test_a_value_and_a_drive_at_once_are_refused(self):
        done = statics("--at", "load = 35 N.m", "--drives", "T,load", text=PLANETARY)
        self.assertEqual(done.returncode, 2)
        self.assertIn("'load' has a value in the state, and as a drive it is what is looked for", done.stderr)
        forces, _ = self.forces("--at", "load = 35 N.m", "--drives", "T")
        self.assertAlmostEqual(forces["T"], 10, delta=1e-9)


if __name__ == "__main__":
    unittest.main()
