#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Quantities by their keys: what they stand on, how they are listed and what they are called."""
import json
import math
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]


def bielle(*words, text=""):
    return subprocess.run([BIELLE, *map(str, words)], input=text, capture_output=True,
                          encoding="utf-8", check=False)


def example(name):
    return ROOT / "examples" / name / f"{name}.bl"


def values(path, what, state="{}", options=()):
    done = bielle("eval", path, "--what", what, "--at", "-", *options, text=state)
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


class Described(unittest.TestCase):
    """Mechanisms that a test writes."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, text):
        path = Path(self.folder.name) / "described.bl"
        path.write_text(text, encoding="utf-8")
        return path


class Constraints(Described):
    """Which constraints are redundant is known whatever the key is called."""

    def test_alone_or_with_others(self):
        for key in ["lin:A", "lin:B", "dqdd/dtau", "lambda", "qdd_in", "u"]:
            alone = values(example("bricard"), key)
            beside = values(example("bricard"), f"qdd,{key}")
            self.assertEqual(alone[key], beside[key], key)

    def test_refused_alone_and_with_others(self):
        for key in ["qdd", "lin:A", "lin:B", "dqdd/dq", "qdd,lin:A"]:
            done = bielle("model", example("bennett"), "--what", key)
            self.assertEqual((done.returncode, done.stdout), (2, ""), key)
            self.assertRegex(done.stderr, r"forward dynamics is not possible: q\d can move")

    def test_options_are_read_whatever_is_asked_for(self):
        for key in ["fk:a", "Phi", "M", "qdd", "lin:A", "reaction:crank"]:
            done = bielle("model", example("four_bar"), "--what", key, "--independent", "nosuch")
            self.assertEqual((done.returncode, done.stdout), (2, ""), key)
            self.assertIn("unknown coordinate 'nosuch'", done.stderr)
            done = bielle("model", example("four_bar"), "--what", key, "--weights", "nosuch=1")
            self.assertEqual((done.returncode, done.stdout), (2, ""), key)
            self.assertIn("'nosuch=1' names no input", done.stderr)
        done = bielle("model", example("rr"), "--what", "fk:tip", "--independent", "θ1")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("there is nothing to treat", done.stderr)


class Integrability(Described):
    """A note about integrable constraints is true or is not there."""

    CAR = ("param L = 2.5 m, w = 0.7 m\n"
           "coord x = 0 m, y = 0 m, psi = 0.3 rad, dl = 0.2 rad\n"
           "frame car from ground : TX(x), TY(y), RZ(psi)\n"
           "body chassis on car : mass 1000 kg, inertia diag(1500, 1500, 1500) kg.m^2\n"
           "constraint rear : -sin(psi)*x' + cos(psi)*y' = 0\n")

    @staticmethod
    def front(name, angle, side):
        return (f"constraint {name} : -sin(psi + {angle})*(x' {side} w*cos(psi)*psi' - "
                f"L*sin(psi)*psi') + cos(psi + {angle})*(y' {side} w*sin(psi)*psi' + "
                "L*cos(psi)*psi') = 0\n")

    def notes(self, text):
        printed = []
        for keys in ["H", "gamma_nh", "M,H", "H,tau"]:
            done = bielle("model", self.write(text), "--what", keys)
            self.assertEqual(done.returncode, 0, done.stderr)
            printed.append([line for line in done.stdout.split("\n") if "integrable" in line])
        for lines in printed:
            self.assertEqual(lines, printed[0])
        return printed[0]

    def test_wheels_about_one_centre(self):
        right = self.front("right", "atan2(L*sin(dl), L*cos(dl) + 2*w*sin(dl))", "+")
        self.assertEqual(self.notes(self.CAR + self.front("left", "dl", "-") + right), [])
        rule = ("coord dr = 0.18 rad\n"
                "constraint rule : L*sin(dl)*cos(dr) = (L*cos(dl) + 2*w*sin(dl))*sin(dr)\n")
        self.assertEqual(self.notes(self.CAR + rule + self.front("left", "dl", "-") +
                                    self.front("right", "dr", "+")), [])

    def test_wheels_that_hold_the_car(self):
        notes = self.notes(self.CAR + self.front("left", "dl", "-") +
                           self.front("right", "atan(3*sin(dl))", "+"))
        self.assertEqual(len(notes), 1)
        self.assertIn("together the 3 constraints on speeds", notes[0])

    def test_only_what_is_asked_for_is_told(self):
        path = self.write("coord x = 0 m, y = 0 m\nframe car from ground : TX(x), TY(y)\n"
                          "body chassis on car : mass 1 kg\nconstraint c : x' - 2*y' = 0\n")
        for what, is_reported in [("M", False), ("H", True), ("M,H", True)]:
            done = bielle("eval", path, "--what", what, "--at", "x=0")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual("integrable" in done.stdout, is_reported, what)

    def test_mobility_does_not_call_a_guess_exact(self):
        right = self.front("right", "atan2(L*sin(dl), L*cos(dl) + 2*w*sin(dl))", "+")
        done = bielle("analyze", "mobility",
                      self.write(self.CAR + self.front("left", "dl", "-") + right))
        self.assertIn("rank              2 of 3 equations", done.stdout)
        self.assertNotIn("exactly 3", done.stdout)

    def test_examples(self):
        for name in ["knife_edge", "rolling_disk", "unicycle", "car", "tractor_trailer",
                     "chaplygin_sleigh", "bicycle", "mobile_robot"]:
            done = bielle("model", example(name), "--what", "H")
            self.assertNotIn("together", done.stdout, name)


class Shapes(Described):
    """Vectors are lists and matrices lists of rows, whatever their size."""

    PENDULUM = ("joint j : revolute y (q = 1) from ground\n"
                "body b on j : mass 1 kg, com [1, 0, 0] m\npoint p on j at [1, 0, 0] m\n")

    def test_one_coordinate(self):
        path = self.write(self.PENDULUM)
        keys = {"T": "number", "P": "number", "tau": "vector", "qdd": "vector", "h": "vector",
                "Qe": "vector", "pos:p": "vector", "twist:p": "vector", "M": "matrix",
                "C": "matrix", "jac:p": "matrix", "lin:A": "matrix", "lin:B": "matrix",
                "dtau/dq": "matrix", "Y": "matrix", "pi": "vector", "base": "vector"}
        found = values(path, ",".join(keys))
        for key, shape in keys.items():
            self.assertEqual(self.shape(found[key]), shape, key)
        found = values(path, "A,B,Cc,Q,constants", options=["--method", "lagrange"])
        for key, shape in {"A": "matrix", "B": "vector", "Cc": "matrix", "Q": "vector",
                           "constants": "vector"}.items():
            self.assertEqual(self.shape(found[key]), shape, key)
        found = values(path, "Jh,J,D,tauk,alphad", options=["--method", "kane"])
        for key, shape in {"Jh": "matrix", "J": "matrix", "D": "matrix", "tauk": "vector",
                           "alphad": "vector"}.items():
            self.assertEqual(self.shape(found[key]), shape, key)

    def test_one_constraint(self):
        path = self.write("coord x = 1, y = 1\nframe f in ground : TX(x), TY(y)\n"
                          "body b on f : mass 1\nconstraint c : x*y = 1\n"
                          "constraint d : x' - y*y' = 0\n")
        found = values(path, "Phi,Phi_t,gamma,b_nh,gamma_nh,Phi_q,H")
        for key in ["Phi", "Phi_t", "gamma", "b_nh", "gamma_nh"]:
            self.assertEqual(len(found[key]), 1, key)
            self.assertEqual(self.shape(found[key]), "vector", key)
        self.assertEqual(found["Phi_q"], [[1, 1]])
        self.assertEqual(found["H"], [[1, -1]])

    @staticmethod
    def shape(value):
        if not isinstance(value, list):
            return "number"
        return "matrix" if isinstance(value[0], list) else "vector"

    def test_the_same_as_formulas(self):
        done = bielle("model", self.write(self.PENDULUM), "--as", "json", "--what",
                      "T,tau,qdd,M,jac:p")
        found = json.loads(done.stdout)
        shapes = [self.shape(found[key]) for key in ["T", "tau", "qdd", "M", "jac:p"]]
        self.assertEqual(shapes, ["number", "vector", "vector", "matrix", "matrix"])

    def test_entries_are_called_by_the_labels_that_are_printed(self):
        path = example("cart_pole")
        state = '{"params": {"M": 2, "m": 0.5, "l": 0.7, "g": 9.81, "d": 0.3}, "q": {"th": 0.4}}'
        whole = values(path, "lin:A,dtau/dp", state)
        printed = bielle("model", path, "--what", "lin:A,dtau/dp").stdout
        self.assertIn("lin:A[th',x']", printed)
        self.assertIn("dtau/dp[2,l]", printed)
        self.assertEqual(values(path, "lin:A[th',x']", state)["lin:A[th',x']"], whole["lin:A"][3][2])
        self.assertEqual(values(path, "dtau/dp[2,l]", state)["dtau/dp[2,l]"], whole["dtau/dp"][1][2])
        self.assertIn("x'' - m*l", bielle("model", path, "--what", "motion[x]").stdout)
        for wrong in ["lin:A[th',y']", "lin:A[th']", "dtau/dp[2,l", "dtau/dp[3,l]", "M[0,1]", "M[1]"]:
            self.assertEqual(bielle("model", path, "--what", wrong).returncode, 2, wrong)

    def test_entries_are_called_by_their_place(self):
        path = self.write("joint j : prismatic x (s) from ground\nbody b on j : mass 1\n"
                          "torque f on s = 1/s\n")
        for key, place in {"Qe": "Qe[1]", "dtau/dq": "dtau/dq[1,1]", "P": "P"}.items():
            done = bielle("eval", path, "--what", key, "--at", "-", text='{"qd": {"s": 1}}')
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(f"error: {place} has no finite value", done.stderr)

    def test_lists_have_their_names(self):
        state = json.dumps({"params": {name: 1 for name in
                                       ["L1", "L2", "m1", "m2", "LG1", "LG2", "I1z", "I2z", "g"]},
                            "q": {"θ2": 1}})
        method = ["--method", "lagrange"]
        found = values(example("rr"), "B,constants", state, method)
        self.assertEqual(found["B_rows"], ["B112"])
        done = bielle("model", example("rr"), "--what", "constants", "--as", "json", *method)
        printed = json.loads(done.stdout)
        self.assertEqual(found["constants_rows"], printed["labels"]["constants"])
        self.assertEqual(list(printed["definitions"]), printed["labels"]["constants"])
        self.assertEqual(printed["definitions"]["VX1"], "m1*LG1 + m2*L1")


class Wrenches(Described):
    """What acts on something rigid counts for the body that carries it."""

    def test_frames_on_a_body_that_is_fixed(self):
        path = self.write("joint base : fixed from ground\nbody b on base : mass 1\n"
                          "frame tool from base : TX(2)\npoint p on tool at [0, 0, 0]\n"
                          "force f at p = [0, 0, -7]\njoint j : revolute z (q) from tool\n"
                          "body c on j : mass 1\n")
        found = values(path, "wrench:b,wrench:c", options=["--method", "kane"])
        self.assertEqual(found["wrench:b"], [0, 0, 7, 0, -14, 0])
        self.assertEqual(found["wrench:c"], [0] * 6)
        # the same wrench, of which the joint of the body is told
        self.assertEqual(values(path, "reaction:base")["reaction:base"], found["wrench:b"])

    def test_a_root_bears_all_that_is_fixed_to_it(self):
        path = self.write("gravity [0, 0, -10]\njoint base : fixed from ground\n"
                          "body b0 on base : mass 1\njoint plate : fixed from base at [1, 0, 0]\n"
                          "body b1 on plate : mass 2\njoint j : revolute z (q) from base\n"
                          "body b2 on j : mass 4\nframe k in j : TX(1)\nbody b3 on k : mass 8\n"
                          "joint beside : revolute z (p) from ground\nbody b4 on beside : mass 16\n")
        found = values(path, "reaction:base,reaction:plate,reaction:j,reaction:beside")
        self.assertEqual(found["reaction:base"], [0, 0, 150, 0, -100, 0])
        self.assertEqual(found["reaction:plate"], [0, 0, 20, 0, 0, 0])
        self.assertEqual(found["reaction:j"], [0, 0, 120, 0, -80, 0])
        self.assertEqual(found["reaction:beside"], [0, 0, 160, 0, 0, 0])


class DrivenByTime(Described):
    """Frames that follow the clock: what the default model prints, and where energy comes from."""

    HOOP = ("param m = 2 kg, R = 0.5 m, W = 3 rad/s\ngravity [0, 0, -9.81] m/s^2\n"
            "frame hoop from ground : RZ(W*t)\njoint j : revolute y (q = 0.7 rad) from hoop\n"
            "body bead on j : mass m, com [0, 0, -R]\n")
    SHAKEN = ("gravity [0, 0, -9.81] m/s^2\n"
              "frame pivot from ground : TX(0.1 m*sin(5 rad/s*t)), TZ(0.2 m*cos(3 rad/s*t))\n"
              "joint j : revolute y (q = 0.4 rad) from pivot\n"
              "body bob on j : mass 2 kg, com [0, 0, -0.7] m, inertia diag(0.1, 0.1, 0.1) kg.m^2\n")
    # a spring and a damper to what stands still, a force that turns with the table
    TABLE = ("gravity [0, 0, -9.81] m/s^2\nframe table in ground : RZ(2 rad/s*t)\n"
             "joint j : prismatic x (r = 0.3 m) from table\nbody b on j : mass 2 kg\n"
             "point p at [0, 0.1, 0] m on j\npoint o on table at [0, 0.5, 0] m\n"
             "spring s between p and [0.7, 0, 0.2] m on ground : stiffness 50 N/m, length 0.1 m, "
             "damping 3 N.s/m\nforce f at o = [4, 5, 6] N in ground\n"
             "moment n on table = [1, 2, 3] N.m\n")
    # a four-bar on a base that swings, its crank driven by a motion or free
    FOUR_BAR = ("gravity [0, -9.81, 0] m/s^2\nframe base in ground : RZ(0.3 rad*sin(2 rad/s*t))\n"
                "joint crank : revolute z (th = 0.9 rad) from base\n"
                "joint coupler : revolute z (ps = -0.5 rad) from crank at [0.4, 0, 0] m\n"
                "joint rocker : revolute z (ph = 1.2 rad) from ground at [1, 0.1, 0] m\n"
                "loop c : revolute z  [1.2, 0, 0] m on coupler = [0.8, 0, 0] m on rocker\n"
                "body A on crank : mass 1 kg, com [0.2, 0, 0] m, inertia diag(1, 1, 1) kg.m^2\n"
                "body B on coupler : mass 2 kg, com [0.6, 0.1, 0] m, inertia diag(1, 1, 1) kg.m^2\n"
                "body C on rocker : mass 3 kg, com [0.4, 0, 0] m, inertia diag(1, 1, 1) kg.m^2\n"
                "torque drag on ph = -0.5 N.m.s*ph'\n")

    def test_the_model_is_complete(self):
        path = self.write(self.HOOP)
        for options in [[], ["--method", "lagrange"], ["--method", "uicker"]]:
            done = bielle("model", path, *options)
            self.assertIn("  h = -", done.stdout)
            self.assertIn("time moves 'hoop': h holds terms that C qd does not", done.stdout)
            self.assertNotIn("C qd + G", done.stdout)
        done = bielle("model", path, "--what", "tau")
        self.assertIn("tau = M qdd + h + G\n", done.stdout)
        done = bielle("model", path, "--method", "kane")
        self.assertIn("tauk = ", done.stdout)
        self.assertNotIn("J^T omega_a\n", done.stdout)
        self.assertNotIn("h:", bielle("model", example("rr")).stdout)

    def energy(self, path, answer, step):
        """T + V a step of time later, along the motion."""
        state = answer["state"]
        moved = {"t": state["t"] + step, "q": {}, "qd": {}}
        for name, q in state["q"].items():
            qd, qdd = state["qd"][name], state["qdd"][name]
            moved["q"][name] = q + step * qd + step**2 / 2 * qdd
            moved["qd"][name] = qd + step * qdd
        return values(path, "E", json.dumps(moved))["E"]

    def assert_balanced(self, text, qd):
        path, step = self.write(text), 1e-4
        state = {"t": 0.4, "qd": qd, "tau": {name: 1.5 for name in qd}}
        done = bielle("analyze", "motion", path, "--as", "json", "--at", "-",
                      text=json.dumps(state))
        self.assertEqual(done.returncode, 0, done.stderr)
        answer = json.loads(done.stdout)
        slope = (self.energy(path, answer, step) - self.energy(path, answer, -step)) / (2 * step)
        self.assertAlmostEqual(answer["P"] + answer["P_motions"], slope, delta=1e-5 * abs(slope))
        self.assertNotEqual(answer["P_motions"], 0)
        return answer

    def test_energy(self):
        hoop = self.assert_balanced(self.HOOP, {"q": 1.5})
        turning = 2 * 2 * 0.5**2 * 3**2 * math.sin(0.7) * math.cos(0.7) * 1.5  # W d(m R² sin² W)/dt
        self.assertAlmostEqual(hoop["P_motions"], turning, delta=1e-12)
        self.assertAlmostEqual(hoop["P"], 1.5 * 1.5, delta=1e-12)
        self.assert_balanced(self.SHAKEN, {"q": -1})
        self.assert_balanced(self.TABLE, {"r": 0.8})
        self.assert_balanced(self.FOUR_BAR, {"th": 2})
        self.assert_balanced(self.FOUR_BAR + "motion th : quintic from 0.9 rad to 2 rad in 1 s\n",
                             {"th": 2})


class Derivatives(Described):
    """Of torques and accelerations: against differences, and what they cost."""

    # seven axes as arms have them, a quarter turn each, general bodies
    ARM = """mechanism arm
gravity [0, 0, -9.81] m/s^2
dh link modified
   joint  theta  d       a         alpha
   1      q1     0       0         0
   2      q2     0       0         -90 deg
   3      q3     316 mm  0         90 deg
   4      q4     0       82.5 mm   90 deg
   5      q5     384 mm  -82.5 mm  -90 deg
   6      q6     0       0         90 deg
   7      q7     0       88 mm     90 deg
"""
    BODY = ("body B{0} on link{0} : mass {0} kg, com [{1}, 2, 3] cm, "
            "inertia [[{2}, 1, 2], [1, {1}, 1], [2, 1, {0}]] kg.cm^2\n")

    def arm(self):
        bodies = [self.BODY.format(i, i + 1, i + 2) for i in range(1, 8)]
        return self.write(self.ARM + "".join(bodies))

    @staticmethod
    def state(group="q", moved=0, by=0.0):
        """Some state, one of its numbers moved."""
        numbers = {"q": (0.3, -1), "qd": (-0.2, 0.7), "qdd": (0.4, -2), "tau": (-0.3, 1.5)}
        state = {key: {f"q{i}": slope*i + first for i in range(1, 8)}
                 for key, (slope, first) in numbers.items()}
        if moved:
            state[group][f"q{moved}"] += by
        return json.dumps(state)

    def test_agree_with_differences(self):
        path, step = self.arm(), 1e-4
        for key in ["dtau/dq", "dtau/dqd", "dqdd/dq", "dqdd/dqd"]:
            what, group = key[1:].split("/d")
            exact = values(path, key, self.state())[key]
            scale = max(abs(x) for row in exact for x in row)
            for j in (2, 5, 7):
                up, down = (values(path, what, self.state(group, j, by))[what]
                            for by in (step, -step))
                for i in range(7):
                    slope = (up[i] - down[i])/(2*step)
                    self.assertAlmostEqual(slope/scale, exact[i][j - 1]/scale, 6, (key, i, j))

    def cost(self, path, key):
        line = bielle("count", path, "--what", key).stdout.splitlines()[-1].split()
        return int(line[2]) + int(line[3])

    def test_cost_few_times_the_function(self):
        path = self.arm()
        tau, qdd = self.cost(path, "tau"), self.cost(path, "qdd")
        for key, whole, most in [("dtau/dq", tau, 3.2), ("dtau/dqd", tau, 2.1),
                                 ("dqdd/dq", qdd, 2.9), ("dqdd/dqd", qdd, 1.9)]:
            self.assertLess(self.cost(path, key), most*whole, key)


if __name__ == "__main__":
    unittest.main()
