#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Mechanisms under constraints where treatments are easily wrong: redundancy that belongs to
parameters, structures, states near singular ones, and the choice of independent coordinates."""
import json
import math
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]

# Three cranks of one length carry a platform: one constraint is too many. Of another length the
# third one locks it.
CRANKS = """mechanism cranks
param r1 = 0.5 m, r2 = 0.5 m, r3 = 0.5 m, d = 1 m
gravity [0, -9.81, 0] m/s^2
joint crank1 : revolute z (a1 = 60 deg) from ground
joint crank2 : revolute z (a2 = 60 deg) from ground at [d, 0, 0]
joint crank3 : revolute z (a3 = 60 deg) from ground at [2*d, 0, 0]
joint platform : planar (x = 0.25 m, y = 0.433 m, th) from ground
body P on platform : mass 10 kg, com [d, 0, 0], inertia diag(0, 0, 1) kg.m^2
loop p1 : revolute z  [r1, 0, 0] on crank1 = platform
loop p2 : revolute z  [r2, 0, 0] on crank2 = [d, 0, 0] on platform
loop p3 : revolute z  [r3, 0, 0] on crank3 = [2*d, 0, 0] on platform
"""
LOCKED = {"params": {"r3": 0.6},
          "q": {"a1": -0.11919478645128034, "a2": 0.35425637082078526, "a3": 0.7440171036182597,
                "x": 0.49645235394081105, "y": -0.05945637280079963, "th": 0.23506158436950414}}
SWINGING = {"q": {"a1": math.pi / 3, "a2": math.pi / 3, "a3": math.pi / 3, "x": 0.25,
                  "y": math.sqrt(3) / 4}}

TWO_BARS = """joint a : revolute z (q1) from ground
body b1 on a : mass 1 kg, com [0.5, 0, 0] m, inertia diag(0, 0, 0.1) kg.m^2
joint b : revolute z (q2) from a at [1, 0, 0] m
body b2 on b : mass 1 kg, com [0.5, 0, 0] m, inertia diag(0, 0, 0.1) kg.m^2
"""
IN_LINE = TWO_BARS + "loop c : revolute z  [1, 0, 0] m on b = [2, 0, 0] m on ground\n"
SQUARES = TWO_BARS + "constraint c : q1^2 + q2^2 = 0\n"

FOUR_BAR = """mechanism fb
param a = 40 mm, b = 120 mm, c = 80 mm, d = 100 mm
joint crank : revolute z (th) from ground
joint coupler : revolute z (ps) from crank at [a, 0, 0]
joint rocker : revolute z (ph) from ground at [d, 0, 0]
body K on coupler : mass 1 kg, com [60, 0, 0] mm, inertia diag(0, 0, 0.001) kg.m^2
loop C : revolute z  [b, 0, 0] on coupler = [c, 0, 0] on rocker
"""
CAR = """mechanism car
param L = 2.5 m
joint chassis : planar (x, y, psi) from ground
body C on chassis : mass 1000 kg, com [1.2, 0, 0] m, inertia diag(0, 0, 1500) kg.m^2
joint wheel : revolute z (de) from chassis at [L, 0, 0]
body W on wheel : mass 10 kg, inertia diag(0, 0, 1) kg.m^2
constraint rear : -x'*sin(psi) + y'*cos(psi) = 0
constraint front : -x'*sin(psi + de) + y'*cos(psi + de) + L*psi'*cos(de) = 0
"""


def four_bar_state(th, a=0.04, b=0.12, c=0.08, d=0.1):
    """Closed by circles, without any of the program's equations."""
    ax, ay = a * math.cos(th), a * math.sin(th)
    dx, dy = d - ax, -ay
    s = math.hypot(dx, dy)
    along = (b * b - c * c + s * s) / (2 * s)
    aside = math.sqrt(b * b - along * along)
    cx = ax + (along * dx - aside * dy) / s
    cy = ay + (along * dy + aside * dx) / s
    return {"q": {"th": th, "ps": math.atan2(cy - ay, cx - ax) - th, "ph": math.atan2(cy, cx - d)}}


class Constrained(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_on(self, text, command, *words, state=None):
        path = Path(self.folder.name, "mechanism.bl")
        path.write_text(text, encoding="utf-8")
        more = ["--at", "-"] if state is not None else []
        return subprocess.run([BIELLE, *command.split(), str(path), *more, *words],
                              input=json.dumps(state), capture_output=True, encoding="utf-8",
                              check=False, timeout=120)

    def eval(self, text, what, state, *words):
        done = self.run_on(text, "eval", "--what", what, *words, state=state)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def refuse(self, text, what, state, *words, says):
        done = self.run_on(text, "eval", "--what", what, *words, state=state)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertRegex(done.stderr, says)


class Redundancy(Constrained):
    def test_it_is_that_of_the_state(self):
        for treatment in ["augmented", "partition", "projector"]:
            words = ["--constraints", treatment]
            locked = self.eval(CRANKS, "qdd", LOCKED, *words)["qdd"]
            self.assertLess(max(map(abs, locked)), 1e-9)
            # the platform swings as one: L a'' = -g cos a
            swinging = self.eval(CRANKS, "qdd", SWINGING, *words)["qdd"]
            for value in swinging[:3]:
                self.assertAlmostEqual(value, -9.81 * 0.5 / 0.5, places=6)

    def test_a_list_of_states_is_examined_one_by_one(self):
        for treatment in ["augmented", "partition", "projector"]:
            for what in ["qdd", "lambda", "qdd_in"]:
                self.refuse(CRANKS, what, [SWINGING, LOCKED], "--constraints", treatment,
                            says=f"state 2: {what} has no value at this state: the constraint 'p3: x' was left out")

    def test_generated_code_examines_it_too(self):
        folder = Path(self.folder.name)
        done = self.run_on(CRANKS, "code", "--what", "qdd", "-o", str(folder / "code"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("left out as redundant and is not at this state (11 p3: x)",
                      " ".join((folder / "code/cranks.h").read_text().replace("//", " ").split()))
        numbers = ", ".join(repr(value) for value in LOCKED["q"].values())
        (folder / "main.c").write_text("""#include "code/cranks.h"
#include <stdio.h>
int main(void)
{
  cranks_params p = cranks_default_params();
  const double closed[6] = { 1.0471975511965976, 1.0471975511965976, 1.0471975511965976, 0.25, 0.43301270189221935 };
  const double locked[6] = { %s };
  double zero[6] = { 0 }, qdd[6];
  int first = cranks_forward_dynamics_constrained(&p, closed, zero, zero, qdd);
  p.r3 = 0.6;
  int second = cranks_forward_dynamics_constrained(&p, locked, zero, zero, qdd);
  printf("%%d %%d\\n", first, second);
  return 0;
}
""" % numbers)
        subprocess.run(["cc", "-std=c11", "main.c", "code/cranks.c", "-lm", "-o", "main"], cwd=folder, check=True)
        printed = subprocess.run([folder / "main"], capture_output=True, encoding="utf-8", check=True).stdout
        self.assertEqual(printed.split(), ["0", "11"])


class Structures(Constrained):
    def test_they_have_no_accelerations(self):
        for text in [IN_LINE, SQUARES]:
            for what in ["qdd", "lambda", "N", "lin:A"]:
                self.refuse(text, what, {}, says="is a structure, and shaky")
        self.eval(IN_LINE, "M,Phi_q", {})

    def test_singular_states_are_called_so(self):
        state = four_bar_state(0.3)
        flat = {"params": {"a": 0.1, "b": 0.1, "c": 0.1, "d": 0.1}, "q": {"th": 0, "ps": 0, "ph": 0}}
        self.eval(FOUR_BAR, "lambda", state)
        self.refuse(FOUR_BAR, "lambda", flat, says="singular configuration")

    def test_verify_says_that_nothing_is_said(self):
        done = self.run_on(IN_LINE, "verify")
        self.assertIn("None is about accelerations: the mechanism is a structure", done.stdout)
        self.assertNotIn("lambda", done.stdout)
        self.assertNotIn("None is about", self.run_on(FOUR_BAR, "verify").stdout)


class Independent(Constrained):
    def test_the_first_joint_unless_another_is_driven(self):
        state = four_bar_state(1.0)
        self.assertEqual(self.eval(FOUR_BAR, "M_in", state)["independent"], ["th"])
        driven = FOUR_BAR + "input u\ntorque drive on rocker = u\n"
        self.assertEqual(self.eval(driven, "M_in", state)["independent"], ["ph"])
        sprung = FOUR_BAR + "use torsion_spring(rocker, 1)\n"
        self.assertEqual(self.eval(sprung, "M_in", state)["independent"], ["th"])
        self.assertNotIn("independent", self.eval(FOUR_BAR, "qdd", state))

    def test_the_others_follow(self):
        state = four_bar_state(1.0)
        numbers = self.eval(FOUR_BAR, "N", state)["N"]
        h = 1e-6
        before, after = four_bar_state(1.0 - h)["q"], four_bar_state(1.0 + h)["q"]
        for row, name in zip(numbers, ["th", "ps", "ph"]):
            self.assertAlmostEqual(row[0], (after[name] - before[name]) / (2 * h), places=7)

    def test_a_car_is_regular_where_it_starts(self):
        for what, words in [("N", []), ("alphad", ["--method", "kane"])]:
            found = self.eval(CAR, what, {"qd": {"x": 1}}, *words)["independent"]
            self.assertEqual([name.rstrip("'") for name in found], ["x", "de"])

    def test_kane_and_the_partition_agree(self):
        for name in ["rolling_disk", "five_bar", "steering"]:
            text = (ROOT / "examples" / name / f"{name}.bl").read_text(encoding="utf-8")
            by_partition = self.run_on(text, "model", "--what", "N")
            self.assertEqual(by_partition.returncode, 0, by_partition.stderr)
            line = [row for row in by_partition.stdout.splitlines() if row.startswith("independent")][0]
            wanted = line.split(":")[1].replace(" ", "").split(",")
            by_kane = self.run_on(text, "model", "--what", "alphad", "--method", "kane")
            line = [row for row in by_kane.stdout.splitlines() if row.startswith("generalised")][0]
            found = line.split(":")[1].split(";")[0].replace(" ", "").replace("'", "").split(",")
            self.assertEqual(found, wanted, name)


# A block slides on a lever; a crank moves it round.
SLOTTED = """mechanism slot
joint lever : revolute z (th = 80 deg) from ground
body A on lever : mass 1 kg, com [0.5, 0, 0] m, inertia diag(0, 0, 0.1) kg.m^2
joint crank : revolute z (ph = 50 deg) from ground at [0, 1, 0] m
body B on crank : mass 1 kg, com [0.2, 0, 0] m, inertia diag(0, 0, 0.1) kg.m^2
joint block : prismatic x (s = 1.4 m) from lever
body C on block : mass 0.2 kg
constraint cx : s*cos(th) = 0.5*cos(ph)
constraint cy : s*sin(th) = 1 + 0.5*sin(ph)
"""


class RegularStates(Constrained):
    def test_none_is_refused_by_the_partition(self):
        # N = d(th, ph, s)/d th of tan th = (1 + sin(ph)/2)/(cos(ph)/2), by hand
        for ph in [math.pi / 2, math.pi / 2 + 1e-9, 1.0, 0.3, 3.0]:
            x, y = 0.5 * math.cos(ph), 1 + 0.5 * math.sin(ph)
            s, th = math.hypot(x, y), math.atan2(y, x)
            by_ph = (0.5 * math.cos(ph) * x + 0.5 * math.sin(ph) * y) / s**2
            slide = (-0.5 * math.sin(ph) * x + 0.5 * math.cos(ph) * y) / s
            state = {"q": {"th": th, "ph": ph, "s": s}, "qd": {}}
            N = self.eval(SLOTTED, "N", state, "--independent", "th", "--constraints", "partition")["N"]
            self.assertAlmostEqual(N[1][0] * by_ph, 1, places=12)
            self.assertAlmostEqual(N[2][0] * by_ph, slide, places=12)


BALL = """gravity [0, 0, -9.81]
joint s : spherical (a, b, c) from ground
body B on s : mass 1, com [0.1, 0.2, 0.3], inertia diag(1, 1.5, 2)
"""
FOLDED = {"params": {"L1": 0.2, "L2": 1, "LG1": 0, "LG2": 0.2, "m1": 2, "m2": 1.5, "I1z": 0, "I2z": 0,
                     "g": 9.81}, "q": {"θ1": 0.3, "θ2": math.pi}, "qd": {"θ1": 1, "θ2": -2}}
RR = (ROOT / "examples/rr/rr.bl").read_text(encoding="utf-8")


CRANK = """param m1 = 1 kg, m2 = 1 kg, m3 = 1 kg, l1 = 0.1 m, l2 = 0.3 m
gravity [0, -9.81, 0]
joint crank : revolute z (p1) from ground
joint rod : revolute z (p2) from crank at [l1, 0, 0]
joint piston : prismatic x (x) from ground
loop pin : revolute z piston = [l2, 0, 0] on rod
body crank on crank : mass m1, com [l1/2, 0, 0], inertia diag(0, 0, m1*l1^2/12)
body rod on rod : mass m2, com [l2/2, 0, 0], inertia diag(0, 0, m2*l2^2/12)
body piston on piston : mass m3
"""


class Digits(Constrained):
    def ball(self, distance):
        return {"q": {"a": 0.3, "b": math.pi / 2 - distance, "c": 0.2}, "qd": {"a": 1, "b": 2, "c": 3}}

    def test_what_is_only_rounding_is_refused(self):
        self.refuse(BALL, "qdd", self.ball(1e-9), says="no value that doubles can tell|no inertia resists a")
        self.refuse(RR, "qdd", FOLDED, says="no value that doubles can tell|no inertia resists θ1")
        self.refuse(RR, "qdd", [FOLDED] * 40, says="state 40: qdd has no value")

    def test_few_digits_are_told_and_their_number_is_right(self):
        far = self.run_on(BALL, "eval", "--what", "qdd", state=self.ball(1e-2))
        self.assertEqual((far.returncode, far.stderr), (0, ""))
        near = self.run_on(BALL, "eval", "--what", "qdd", state=self.ball(1e-5))
        self.assertEqual(near.returncode, 0, near.stderr)
        self.assertRegex(near.stderr, r"warning: qdd is known to few digits .* about [45] digits are sure")
        # qdd grows as 1/distance near the singular state
        ratio = json.loads(near.stdout)["qdd"][0] * 1e-5 / (json.loads(self.run_on(
            BALL, "eval", "--what", "qdd", state=self.ball(1e-4)).stdout)["qdd"][0] * 1e-4)
        self.assertAlmostEqual(ratio, 1, delta=1e-3)

    def test_upright_rest_is_no_loss(self):
        """All coordinates are 0, and so are accelerations: nothing that rounding could take."""
        for name in ("bicycle", "rolling_disk"):
            path = Path(os.environ["BIELLE_SOURCE_DIR"]) / "examples" / name / f"{name}.bl"
            done = subprocess.run([os.environ["BIELLE_COMMAND"], "eval", path, "--what", "qdd,lambda",
                                   "--at", "t = 0"], capture_output=True, text=True, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertLess(max(map(abs, json.loads(done.stdout)["qdd"])), 1e-12)

    def test_rest_is_no_loss(self):
        done = self.run_on(RR, "eval", "--what", "qdd", state={
            "params": {"L1": 1, "L2": 1, "LG1": 0.5, "LG2": 0.5, "m1": 1, "m2": 1, "I1z": 0.1,
                       "I2z": 0.1, "g": 9.81}, "q": {"θ1": -math.pi / 2, "θ2": 0}})
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_what_masses_of_different_size_leave_is_told(self):
        # one freedom, at rest: p1'' = -V' / M_in, where nothing cancels
        p, g, a, b = 0.7, 9.81, 0.1, 0.3
        s = math.asin(a * math.sin(p) / b)  # of the rod, downwards
        turn = a * math.cos(p) / (b * math.cos(s))
        slide = -a * math.sin(p) - b * math.sin(s) * turn
        middle = -a * math.sin(p) - b / 2 * math.sin(s) * turn, a * math.cos(p) / 2
        for treatment in ["augmented", "partition", "projector"]:
            for k, m1, m2, m3 in [(k, *(10.0**k if heavy == i else 1 for i in range(3)))
                                  for k in (6, 9, 11, 13, 16) for heavy in range(3)]:
                inertia = m1 * a**2 / 3 + m2 * (math.hypot(*middle)**2 + (b * turn)**2 / 12) + m3 * slide**2
                exact = -(m1 + m2) * g * a / 2 * math.cos(p) / inertia
                state = {"params": {"m1": m1, "m2": m2, "m3": m3},
                         "q": {"p1": p, "p2": -s - p, "x": a * math.cos(p) + b * math.cos(s)}}
                done = self.run_on(CRANK, "eval", "--what", "qdd", "--open", "--constraints", treatment,
                                   state=state)
                if done.returncode != 0:
                    self.assertGreater(k, 11, done.stderr)
                    self.assertRegex(done.stderr, "qdd has no value")
                    continue
                off = abs(json.loads(done.stdout)["qdd"][0] / exact - 1)
                told = re.search(r"about (\d+) digits are sure", done.stderr)
                self.assertLess(off, 10.0**(1 - int(told[1])) if told else 1e-5, (treatment, state, told))
                if treatment == "partition":
                    self.assertEqual((done.stderr, off < 1e-12), ("", True), state)

    def test_a_result_that_is_zero_has_no_digits_to_lose(self):
        # a bicycle that stands, a disk that rolls straight on, and the multiplier of a quaternion
        bicycle, disk, body = [(ROOT / f"examples/{name}/{name}.bl").read_text(encoding="utf-8")
                               for name in ("bicycle", "rolling_disk", "free_body")]
        spinning = {"q": {"e0": 1.003, "e1": 0.006, "e2": 0.009}, "qd": {"e1": 0.3, "e2": 0.4, "e3": 0.5}}
        for text, state in ((bicycle, {}), (disk, {"qd": {"x": 0.7}}), (body, spinning)):
            for treatment in ["augmented", "partition", "projector"]:
                done = self.run_on(text, "eval", "--what", "qdd,lambda", "--constraints", treatment, state=state)
                self.assertEqual(done.returncode, 0, done.stderr)
                got = json.loads(done.stdout)
                zeros = got["lambda"] if text is body else got["qdd"]
                self.assertLess(max(map(abs, zeros)), 1e-13)

    def run_generated(self, text, name, key, body):
        folder = Path(self.folder.name)
        done = self.run_on(f"mechanism {name}\n" + text, "code", "--what", key, "-o", str(folder / "code"))
        self.assertEqual(done.returncode, 0, done.stderr)
        (folder / "main.c").write_text(f"""#include "code/{name}.h"
int main(void)
{{
  {name}_params p = {name}_default_params();
{body}
}}
""")
        subprocess.run(["cc", "-std=c11", "main.c", f"code/{name}.c", "-lm", "-o", "main"], cwd=folder, check=True)
        return subprocess.run([folder / "main"], check=False).returncode

    def test_generated_code_returns_the_coordinate(self):
        for function in ["factorised", "articulated"]:
            self.assertEqual(self.run_generated(BALL, "ball", f"qdd:{function}", f"""
  const double far[3] = {{ 0.3, 1.57, 0.2 }}, near[3] = {{ 0.3, 1.5707962267949, 0.2 }};
  const double qd[3] = {{ 1, 2, 3 }}, tau[3] = {{ 0 }};
  double qdd[3];
  if (ball_forward_dynamics_{function}(&p, far, qd, tau, qdd) != 0) return 100;
  return ball_forward_dynamics_{function}(&p, near, qd, tau, qdd);"""), 1)

    def test_generated_code_returns_what_outweighs_the_others(self):
        # of 3 coordinates, 2 constraints, then the coordinates again: the slide is number 8
        self.assertEqual(self.run_generated(CRANK, "crank", "qdd", """
  const double q[3] = { 0.7, -0.916424822358008, 0.369485644858939 }, dead[3] = { 0, 0, 0.4 };
  const double none[3] = { 0 };
  double qdd[3];
  if (crank_forward_dynamics_constrained(&p, q, none, none, qdd) != 0) return 100;
  if (crank_forward_dynamics_constrained(&p, dead, none, none, qdd) != 0) return 101;
  p.m3 = 1e13;
  return qdd[0] == qdd[0] ? crank_forward_dynamics_constrained(&p, q, none, none, qdd) : 102;"""), 8)

    def test_a_turn_by_one_choice_of_pivots(self):
        text = FOUR_BAR + "gravity [0, -9.81, 0]\n"
        states = [four_bar_state(2 * math.pi * k / 90) for k in range(90)]
        for words in [[], ["--independent", "ps"]]:
            by = {}
            for treatment in ["augmented", "partition"]:
                more = words if treatment == "partition" else []
                done = self.run_on(text, "eval", "--what", "qdd", "--constraints", treatment, *more, state=states)
                self.assertEqual(done.returncode, 0, done.stderr)
                by[treatment] = json.loads(done.stdout)
                told = {int(k) for k in re.findall(r"state (\d+): qdd", done.stderr)}
            for k, (one, other) in enumerate(zip(by["augmented"], by["partition"])):
                off = max(abs(a - b) for a, b in zip(one["qdd"], other["qdd"]))
                self.assertTrue(off < 1e-9 * max(map(abs, one["qdd"])) or k + 1 in told, (k, off))


if __name__ == "__main__":
    unittest.main()
