#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Inverse kinematics by a loop: every configuration that is called closed has the pose of the goal, by a forward
kinematics written here, and none is half a turn off, where the sines of the equations vanish, too."""
import itertools
import json
import math
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

BIELLE = os.environ["BIELLE_COMMAND"]
CC = os.environ.get("CC", "cc")

WRIST = """mechanism wrist
param a = 170 deg, b = 20 deg, c = 30 deg
joint z : revolute z (q1 = 20 deg) from ground
joint y : revolute y (q2 = 30 deg) from z
joint x : revolute x (q3 = 10 deg) from y
body hand on x : mass 1 kg, com [0.1, 0.2, 0.3], inertia diag(1, 2, 3)
frame goal from ground : RZ(c), RY(b), RX(a)
loop hold : fixed x = goal
"""
# A pointer: of its orientation only the direction of an axis is given.
POINTER = """mechanism pointer
param b = 20 deg, c = 30 deg
joint z : revolute z (q1 = 20 deg) from ground
joint y : revolute y (q2 = 30 deg) from z
frame goal from ground : RZ(c), RY(b)
loop hold : revolute x y = goal
"""
ARM = """mechanism arm
param X = -0.5693 m, Y = -0.3504 m, Z = 0.5396 m, ra = 60 deg, rb = 20 deg, rc = -30 deg
dh A standard
   joint  theta  d           a           alpha
   1      q1     89.159 mm   0           90 deg
   2      q2     0           -425 mm     0
   3      q3     0           -392.25 mm  0
   4      q4     109.15 mm   0           90 deg
   5      q5     94.65 mm    0           -90 deg
   6      q6     82.3 mm     0           0
frame goal from ground : TX(X), TY(Y), TZ(Z), RZ(rc), RY(rb), RX(ra)
loop hold : fixed A6 = goal
"""
ROWS = [(0.089159, 0, 90), (0, -0.425, 0), (0, -0.39225, 0), (0.10915, 0, 90), (0.09465, 0, -90), (0.0823, 0, 0)]
SOLVER = """#include "arm.h"
#include <stdio.h>
int main(void)
{
  arm_params p = arm_default_params();
  double q[6], left[ARM_ASSEMBLE_SIZE];
  while (scanf("%lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf %lf", &p.X, &p.Y, &p.Z, &p.ra, &p.rb, &p.rc, &q[0],
               &q[1], &q[2], &q[3], &q[4], &q[5]) == 12) {
    int failed = arm_assemble(&p, q, NULL, left);
    printf("%d %.17g %.17g %.17g %.17g %.17g %.17g\\n", failed, q[0], q[1], q[2], q[3], q[4], q[5]);
  }
  return 0;
}
"""


def product(A, B):
    return [[sum(A[i][k] * B[k][j] for k in range(len(B))) for j in range(len(B[0]))] for i in range(len(A))]


def turn(axis, angle):
    """Homogeneous; about x, y, z by 0, 1, 2."""
    T = [[float(i == j) for j in range(4)] for i in range(4)]
    i, j = (axis + 1) % 3, (axis + 2) % 3
    T[i][i] = T[j][j] = math.cos(angle)
    T[i][j], T[j][i] = -math.sin(angle), math.sin(angle)
    return T


def shift(x, y, z):
    return [[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z], [0, 0, 0, 1]]


def chain(*parts):
    T = shift(0, 0, 0)
    for part in parts:
        T = product(T, part)
    return T


def arm_pose(q):
    return chain(*(chain(turn(2, angle), shift(a, 0, d), turn(0, math.radians(alpha)))
                   for angle, (d, a, alpha) in zip(q, ROWS)))


def goal_of(T):
    return {"X": T[0][3], "Y": T[1][3], "Z": T[2][3], "ra": math.atan2(T[2][1], T[2][2]), "rb": math.asin(-T[2][0]),
            "rc": math.atan2(T[1][0], T[0][0])}


def apart(A, B):
    return max(abs(A[i][j] - B[i][j]) for i in range(3) for j in range(4))


class Poses(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, text):
        path = self.folder / "it.bl"
        path.write_text(text, encoding="utf-8")
        return path

    def run_on(self, text, *words, expected=0):
        command, *others = words
        done = subprocess.run([BIELLE, *command.split(), self.write(text), *others], capture_output=True,
                              encoding="utf-8", check=False)
        self.assertEqual(done.returncode, expected, done.stdout + done.stderr)
        return done

    def configurations(self, text, at, *words):
        done = self.run_on(text, "analyze assembly", "--at", at, "--as", "json", *words)
        return [state["q"] for state in json.loads(done.stdout)["configurations"]]

    def test_a_wrist_takes_every_orientation(self):
        for a, b, c in itertools.product((60, 170, -100), (0, 20, -70), (-150, -60, 0, 30, 90, 180)):
            goal = chain(turn(2, math.radians(c)), turn(1, math.radians(b)), turn(0, math.radians(a)))
            for words in ((), ("--all",)):
                found = self.configurations(WRIST, f"a = {a} deg, b = {b} deg, c = {c} deg", *words)
                self.assertEqual(len(found), 2 if words else 1)
                for q in found:
                    pose = chain(turn(2, q["q1"]), turn(1, q["q2"]), turn(0, q["q3"]))
                    self.assertLess(apart(pose, goal), 1e-9)

    def test_a_start_half_a_turn_off_does_not_count_as_closed(self):
        """All equations hold there: RX(180 deg), and no command may take it for the goal."""
        text = WRIST.replace("20 deg)", "0)").replace("30 deg)", "0)").replace("10 deg)", "0)")
        at = "a = 180 deg, b = 0, c = 0"
        for study in ("statics", "motion"):
            done = self.run_on(text, f"analyze {study}", "--at", at)
            self.assertIn("Corrected to satisfy the constraints: q3 from 0 to 3.14159 rad", done.stdout.replace("-", ""))
            done = self.run_on(text, f"analyze {study}", "--at", at, "--upside-down")
            self.assertNotIn("Corrected to satisfy the constraints", done.stdout)
        done = self.run_on(text, "eval", "--what", "qdd", "--at", at)
        self.assertAlmostEqual(abs(json.loads(done.stdout)["closed"]["q"]["q3"]), math.pi, delta=1e-9)
        self.assertIn("closed: q3 from 0 to 3.14159 rad", done.stderr.replace("-", ""))
        self.run_on(text, "analyze assembly", "--at", at, "--hold", "q1,q2,q3", expected=1)
        q = self.configurations(text, at, "--upside-down")[0]
        self.assertEqual([q["q1"], q["q2"], q["q3"]], [0, 0, 0])

    def test_a_trajectory_starts_as_described(self):
        """A fourth joint turns on: from upside down only if that is requested."""
        text = WRIST.replace("20 deg)", "0)").replace("30 deg)", "0)").replace("10 deg)", "0)")
        text = text.replace("frame goal", "joint w : revolute z (q4) from x\nframe goal").replace("x = goal", "w = goal")
        text += "motion q1 : quintic to 20 deg in 1 s\n"
        at = "a = 180 deg, b = 0, c = 0"
        for words, upright in (((), -1), (("--upside-down",), 1)):
            done = self.run_on(text, "trajectory", "--set", at, "--as", "csv", *words)
            names, *rows = [line.split(",") for line in done.stdout.splitlines()]
            for row in rows[0], rows[-1]:
                q = [float(row[names.index(f"q{k} [rad]")]) for k in (1, 2, 3, 4)]
                pose = chain(turn(2, q[0]), turn(1, q[1]), turn(0, q[2]), turn(2, q[3]))
                for i, j in itertools.product(range(3), repeat=2):
                    wanted = (i == j) * (1 if i == 0 else upright)
                    self.assertAlmostEqual(pose[i][j], wanted, delta=1e-9)

    def test_a_pointer_points_the_right_way(self):
        for b, c in itertools.product((-60, 20, 150), (-170, 0, 45, 180)):
            aim = chain(turn(2, math.radians(c)), turn(1, math.radians(b)))
            for q in self.configurations(POINTER, f"b = {b} deg, c = {c} deg", "--all"):
                pose = chain(turn(2, q["q1"]), turn(1, q["q2"]))
                for i in range(3):
                    self.assertAlmostEqual(pose[i][0], aim[i][0], delta=1e-9)

    def test_an_arm_takes_the_pose(self):
        generator = random.Random(11)
        for k in range(30):
            T = arm_pose([generator.uniform(-2, 2) for _ in range(6)])
            at = ", ".join(f"{name} = {value!r}" for name, value in goal_of(T).items())
            for q in self.configurations(ARM, at, *(["--all"] if k < 3 else [])):
                self.assertLess(apart(arm_pose([q[f"q{i}"] for i in range(1, 7)]), T), 1e-8)

    def test_code_in_c_takes_the_pose(self):
        """From starts anywhere: 0 is never returned for another pose, and seldom something else from nearby."""
        self.run_on(ARM, "code", "--what", "Phi,Phi_q", "-o", str(self.folder / "c"))
        (self.folder / "main.c").write_text(SOLVER, encoding="utf-8")
        subprocess.run([CC, "-std=c99", "-O1", "-I", self.folder / "c", self.folder / "main.c",
                        self.folder / "c" / "arm.c", "-lm", "-o", self.folder / "solve"], check=True)
        generator = random.Random(7)
        for spread, least in ((0.4, 495), (0.8, 490), (1.6, 455), (3.2, 400)):
            lines, poses = [], []
            for _ in range(500):
                Q = [generator.uniform(-2, 2) for _ in range(6)]
                poses.append(arm_pose(Q))
                numbers = [*goal_of(poses[-1]).values(), *(x + generator.uniform(-spread, spread) for x in Q)]
                lines.append(" ".join(map(repr, numbers)))
            done = subprocess.run([self.folder / "solve"], input="\n".join(lines), capture_output=True,
                                  encoding="utf-8", check=True)
            closed = 0
            for line, T in zip(done.stdout.splitlines(), poses):
                failed, *q = map(float, line.split())
                if failed:
                    continue
                closed += 1
                self.assertLess(apart(arm_pose(q), T), 1e-7)
            self.assertGreaterEqual(closed, least, f"starts within {spread} rad")

    def test_code_in_c_turns_round(self):
        """From exactly half a turn off, about each axis of the hand, starting at zeros and anywhere; with a slide
        that the loop lets go on along z, and a hand that turns about its own z."""
        zeros = (WRIST.replace("20 deg)", "0)").replace("30 deg)", "0)").replace("10 deg)", "0)")
                 .replace("170 deg, b = 20 deg, c = 30 deg", "0 deg, b = 0 deg, c = 0 deg"))
        slides = zeros.replace("frame goal", "joint s : prismatic z (d) from x\nframe goal")
        texts = {"wrist": zeros, "prismatic": slides.replace("fixed x", "prismatic z s"),
                 "cylindrical": slides.replace("fixed x", "cylindrical z s")}
        generator = random.Random(13)
        beginnings = [[0, 0, 0], *([generator.uniform(-1.3, 1.3) for _ in range(3)] for _ in range(100))]
        for (kind, text), axis in itertools.product(texts.items(), range(3)):
            poses = [chain(turn(2, q[0]), turn(1, q[1]), turn(0, q[2]), turn(axis, math.pi)) for q in beginnings]
            goals = [[goal_of(pose)[name] for name in ("ra", "rb", "rc")] for pose in poses]
            more = [] if kind == "wrist" else [0.2]
            lines = self.ends_of_wrist(text, [[*goal, *q, *more] for goal, q in zip(goals, beginnings)])
            for line, pose in zip(lines, poses):
                failed, *q = map(float, line.split())
                self.assertEqual(failed, 0, f"{kind}, half a turn about {'xyz'[axis]}: {line}")
                hand = chain(turn(2, q[0]), turn(1, q[1]), turn(0, q[2]))
                for i, j in itertools.product(range(3), (2,) if kind == "cylindrical" else range(3)):
                    self.assertAlmostEqual(hand[i][j], pose[i][j], delta=1e-9)

    def ends_of_wrist(self, text, cases):
        """What wrist_assemble() returns, with the coordinates, for each case: a, b, c, and the start."""
        count = len(cases[0]) - 3
        self.run_on(text, "code", "--what", "Phi,Phi_q", "-o", str(self.folder / "w"))
        (self.folder / "main.c").write_text(f"""#include "wrist.h"
#include <stdio.h>
int main(void)
{{
  wrist_params p = wrist_default_params();
  double q[{count}], left[WRIST_ASSEMBLE_SIZE];
  while (scanf("%lf %lf %lf", &p.a, &p.b, &p.c) == 3) {{
    for (int i = 0; i < {count}; i++) scanf("%lf", &q[i]);
    printf("%d", wrist_assemble(&p, q, NULL, left));
    for (int i = 0; i < {count}; i++) printf(" %.17g", q[i]);
    printf("\\n");
  }}
}}
""", encoding="utf-8")
        subprocess.run([CC, "-std=c99", "-I", self.folder / "w", self.folder / "main.c", self.folder / "w" / "wrist.c",
                        "-lm", "-o", self.folder / "turn"], check=True)
        done = subprocess.run([self.folder / "turn"], input="\n".join(" ".join(map(repr, case)) for case in cases),
                              capture_output=True, encoding="utf-8", check=True)
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), len(cases))
        return lines

    def test_code_of_a_pose_half_a_turn_off_returns_a_number(self):
        """A rod about one axis cannot turn round about another: the row behind those that hold is off."""
        text = """mechanism hinge
joint x : revolute x (q) from ground
joint y : revolute y (p = 0) from x limits -1 .. 1
frame goal from ground : RY(180 deg)
loop hold : fixed y = goal
"""
        done = self.run_on(text, "code", "--what", "Phi,Phi_q", "-o", str(self.folder / "c"))
        header = " ".join((self.folder / "c" / "hinge.h").read_text(encoding="utf-8").replace("//", "").split())
        self.assertIn("never closed upside down, half a turn away; a number above 2", header)
        (self.folder / "main.c").write_text("""#include "hinge.h"
#include <math.h>
#include <stdio.h>
int main(void)
{
  hinge_params p = hinge_default_params();
  double q[2] = { 0, 0 }, left[HINGE_ASSEMBLE_SIZE];
  const int all[2] = { 1, 1 };
  printf("%d ", hinge_assemble(&p, q, all, left));
  printf("%g %g ", left[0], left[1]);
  q[0] = 0.3; q[1] = 0.2;
  printf("%d ", hinge_assemble(&p, q, NULL, left));
  printf("%.6f\\n", cos(q[0]) * cos(q[1]));
}
""", encoding="utf-8")
        subprocess.run([CC, "-std=c99", "-I", self.folder / "c", self.folder / "main.c", self.folder / "c" / "hinge.c",
                        "-lm", "-o", self.folder / "solve"], check=True)
        done = subprocess.run([self.folder / "solve"], capture_output=True, encoding="utf-8", check=True)
        self.assertRegex(done.stdout, r"^3 -?0 -?(0|1.22465e-16) 0 -1.000000\n$")

    def test_a_plane_seen_from_the_other_side_is_refused(self):
        for turned, expected in (("RZ(50 deg)", 0), ("RZ(50 deg), RX(180 deg)", 2), ("RY(180 deg)", 2)):
            text = f"""mechanism planar
joint a : revolute z (q1) from ground
joint b : revolute z (q2 = 10 deg) from a at [1, 0, 0]
joint c : revolute z (q3 = 10 deg) from b at [1, 0, 0]
frame goal from ground : T([1 m, 0.5 m, 0 m]), {turned}
loop hold : fixed c = goal
"""
            done = self.run_on(text, "analyze assembly", "--all", "--as", "json", expected=expected)
            for state in json.loads(done.stdout)["configurations"] if expected == 0 else []:
                self.assertAlmostEqual(math.cos(sum(state["q"].values())), math.cos(math.radians(50)), delta=1e-10)
                self.assertAlmostEqual(math.sin(sum(state["q"].values())), math.sin(math.radians(50)), delta=1e-10)

    def test_postures_are_listed_once(self):
        """A delta robot: two elbows an arm, and two ends of the platform's line of places. The angles of its three
        universal joints come in two pairs each, which only a rod that is not alike after half a turn shows."""
        delta = (Path(os.environ["BIELLE_SOURCE_DIR"]) / "examples/delta/delta.bl").read_text(encoding="utf-8")
        bent = delta.replace("com [l2/2, 0, 0]", "com [l2/2, 0.01 m, 0]")
        self.assertNotEqual(bent, delta)
        arms = "arm[1].theta,arm[2].theta,arm[3].theta"
        for text, held, count, alike in ((delta, "x,y,z", 8, 8), (delta, arms, 2, 8), (bent, arms, 16, 1)):
            done = self.run_on(text, "analyze assembly", "--hold", held, "--all", "--as", "json")
            answer = json.loads(done.stdout)
            self.assertEqual(answer["alike"], [alike] * count)
            self.assertEqual(len({tuple(round(state["q"][name], 6) for name in ("x", "y", "z", *arms.split(",")))
                                  for state in answer["configurations"]}), min(count, 8 if held == "x,y,z" else 2))
        done = self.run_on(delta, "analyze assembly", "--hold", arms, "--all")
        self.assertIn("8 sets of coordinates give these body poses; one is\n", done.stdout)

    def test_links_without_bodies_are_different_postures(self):
        """The second way of a wrist turns the link in the middle over."""
        self.assertEqual(len(self.configurations(WRIST.replace("body", "# body"), "a = 60 deg", "--all")), 2)


if __name__ == "__main__":
    unittest.main()
