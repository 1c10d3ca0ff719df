#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle eval` and the studies close states that do not satisfy the constraints: against closed forms and against
the same state closed by hand."""
import csv
import json
import math
import os
import struct
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]

# r sin(th) + l sin(th + be) = 0, x = r cos(th) + l cos(th + be)
SLIDER_CRANK = """mechanism slider_crank
param r = 0.1 m, l = 0.3 m, m = 2 kg
joint a : revolute z (th) from ground
joint b : revolute z (be) from a at [r, 0, 0]
joint s : prismatic x (x = 0.4 m) from ground
loop  c : revolute z [l, 0, 0] on b = s
body crank  on a : mass m, inertia diag(0, 0, 0.01)
body rod    on b : mass m, com [l/2, 0, 0], inertia diag(0, 0, 0.02)
body piston on s : mass m
"""


class Closing(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "slider_crank.bl"
        self.path.write_text(SLIDER_CRANK, encoding="utf-8")

    def eval(self, state, *words, what="qdd,lambda"):
        return subprocess.run([BIELLE, "eval", self.path, "--what", what, "--at", "-", *words],
                              input=json.dumps(state), capture_output=True, encoding="utf-8",
                              check=False)

    @staticmethod
    def closed(th, speed):
        """The state by the closed form."""
        turn = math.asin(-0.1 * math.sin(th) / 0.3)  # th + be
        rate = -0.1 * math.cos(th) * speed / (0.3 * math.cos(turn))
        return {"q": {"th": th, "be": turn - th, "x": 0.1 * math.cos(th) + 0.3 * math.cos(turn)},
                "qd": {"th": speed, "be": rate - speed,
                       "x": -0.1 * math.sin(th) * speed - 0.3 * math.sin(turn) * rate}}

    def test_what_is_named_stays(self):
        for th in (0.3, 1.0, 2.5, -0.7):
            done = self.eval({"q": {"th": th}, "qd": {"th": 3}})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stderr, r"^note: closed: be from 0 to \S+ rad, x from 0.4 to ")
            got, state = json.loads(done.stdout), self.closed(th, 3)
            for group in ("q", "qd"):
                self.assertEqual(sorted(got["closed"][group]), ["be", "x"])
                for name, value in got["closed"][group].items():
                    self.assertAlmostEqual(value, state[group][name], delta=1e-12)
            same = self.eval(state)
            self.assertEqual(same.stderr, "")
            same = json.loads(same.stdout)
            self.assertNotIn("closed", same)
            for key in ("qdd", "lambda"):
                for one, other in zip(got[key], same[key]):
                    self.assertAlmostEqual(one, other, delta=1e-9 * (1 + abs(other)))

    def test_a_list_is_closed_one_by_one(self):
        states = [{"q": {"th": 0.1 * k}} for k in range(40)]
        states[0] = self.closed(0.2, 0)
        done = self.eval(states)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"^note: state 2: closed: be .*; 39 states in all\n$")
        results = json.loads(done.stdout)
        self.assertNotIn("closed", results[0])
        for k in (1, 17, 39):
            self.assertAlmostEqual(results[k]["closed"]["q"]["x"],
                                   self.closed(0.1 * k, 0)["q"]["x"], delta=1e-12)

    def test_speeds_of_a_list_do_not_depend_on_what_stands_before(self):
        """All three speeds are given: each is changed, by the least in units of the mechanism's size."""
        state = {"q": {"th": 1.2, "be": -1.5, "x": 0.33}, "qd": {"th": 2, "be": 1, "x": 0.4}}
        alone = json.loads(self.eval(state).stdout)
        longer = {"q": {"th": 0.3}, "params": {"r": 0.2, "l": 0.9}}
        together = json.loads(self.eval([longer, self.closed(0.2, 0), state]).stdout)
        self.assertEqual(together[2], alone)

    def test_open_keeps_the_state(self):
        done = self.eval({"q": {"th": 1}}, "--open")
        self.assertEqual(done.returncode, 0)
        self.assertIn("warning: the state does not satisfy the constraints: 'c: y' is off by -0.33",
                      done.stderr)
        self.assertNotIn("closed", json.loads(done.stdout))

    def analyze(self, study, *words):
        return subprocess.run([BIELLE, "analyze", study, self.path, "--as", "json", *words],
                              capture_output=True, encoding="utf-8", check=False)

    def test_studies_keep_an_open_state_when_they_are_told_to(self):
        for study in ("motion", "statics", "modes"):
            done = self.analyze(study, "--at", "th = 1", "--open")
            self.assertIn("the state does not satisfy the constraints: 'c: ", done.stderr)
            self.assertIn("without --open it is closed first", done.stderr)
            closed = self.analyze(study, "--at", "th = 1")
            self.assertEqual(closed.stderr, "")
            self.assertNotEqual(done.stdout, closed.stdout)
        done = self.analyze("motion", "--at", "th = 1", "--open")
        self.assertEqual(json.loads(done.stdout)["state"]["q"], {"th": 1, "be": 0, "x": 0.4})
        done = self.analyze("statics", "--equilibrium", "--open")
        self.assertEqual(done.returncode, 2)
        self.assertIn("an equilibrium is looked for among closed states", done.stderr)

    def test_limits_choose_the_branch_in_every_study(self):
        """x = r cos(th) - l cos(turn) is the only solution below 0."""
        text = SLIDER_CRANK.replace("from ground\nloop", "from ground limits -0.5 m .. 0 m\nloop")
        self.assertNotEqual(text, SLIDER_CRANK)
        self.path.write_text(text, encoding="utf-8")
        below = 0.1 * math.cos(1) - 0.3 * math.cos(math.asin(-0.1 * math.sin(1) / 0.3))
        got = json.loads(self.eval({"q": {"th": 1}}).stdout)
        self.assertAlmostEqual(got["closed"]["q"]["x"], below, delta=1e-9)
        motion = json.loads(self.analyze("motion", "--at", "th = 1").stdout)
        self.assertAlmostEqual(motion["state"]["q"]["x"], below, delta=1e-9)
        statics = json.loads(self.analyze("statics", "--at", "th = 1").stdout)
        self.assertAlmostEqual(statics["configurations"][0]["q"]["x"], below, delta=1e-9)

    def test_what_nothing_ties_stays_outside_of_its_limits_too(self):
        self.path.write_text("""mechanism drone
joint root : free quaternion (x, y, z, e0, e1, e2, e3) from ground
joint arm : revolute y (arm) from root at [0.1, 0, 0] limits 0 .. 1
body trunk on root : mass 1, inertia diag(1, 2, 3)
body arm on arm : mass 0.1, com [0.1, 0, 0], inertia diag(0.01, 0.02, 0.03)
""", encoding="utf-8")
        done = self.eval({"q": {"arm": -0.5, "z": 7, "e0": 1.1}})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["closed"]["q"], {"e0": 1})
        done = json.loads(self.analyze("assembly", "--at", "arm = -0.5, z = 7, e0 = 1.1").stdout)
        self.assertEqual(done["configurations"][0]["q"],
                         {"x": 0, "y": 0, "z": 7, "e0": 1, "e1": 0, "e2": 0, "e3": 0, "arm": -0.5})

    def test_limits_follow_the_parameters_of_the_state(self):
        text = SLIDER_CRANK.replace("m = 2 kg", "m = 2 kg, top = 1 m").replace(
            "from ground\nloop", "from ground limits -0.5 m .. top\nloop")
        self.path.write_text(text, encoding="utf-8")
        turn = math.asin(-0.1 * math.sin(1) / 0.3)
        for top, sign in ((1, 1), (0, -1)):
            x = 0.1 * math.cos(1) + sign * 0.3 * math.cos(turn)
            got = json.loads(self.eval({"q": {"th": 1}, "params": {"top": top}}).stdout)
            self.assertAlmostEqual(got["closed"]["q"]["x"], x, delta=1e-9)
            for study in ("assembly", "statics"):
                got = json.loads(self.analyze(study, "--hold", "th", "--at", f"th = 1, top = {top}").stdout)
                self.assertAlmostEqual(got["configurations"][0]["q"]["x"], x, delta=1e-9)

    def test_what_has_no_constraints_in_it_is_not_closed(self):
        done = self.eval({"q": {"th": 1}}, what="Phi")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertAlmostEqual(json.loads(done.stdout)["Phi"][1], -0.4 * math.sin(1), delta=1e-12)

    def test_positions_of_a_closed_state_are_those_of_the_closed_form(self):
        """Both places of the pin, and their speeds; energies and outputs, too. Nothing is said."""
        self.path.write_text(SLIDER_CRANK + "point P at [l, 0, 0] on b\noutput way = x\n", encoding="utf-8")
        for th, speed in ((0.3, 2.0), (2.5, -1.0)):
            state = self.closed(th, speed)
            x, rate = state["q"]["x"], state["qd"]["x"]
            turn, rod = th + state["q"]["be"], speed + state["qd"]["be"]
            done = self.eval(state, what="pos:P,twist:P/ground,T,out:way")
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            got = json.loads(done.stdout)
            for value, wanted in zip(got["pos:P"], (x, 0, 0)):
                self.assertAlmostEqual(value, wanted, delta=1e-12)
            for value, wanted in zip(got["twist:P/ground"], (rate, 0, 0, 0, 0, rod)):
                self.assertAlmostEqual(value, wanted, delta=1e-12)
            self.assertAlmostEqual(got["out:way"], x, delta=1e-12)
            across = 0.1 * math.cos(th) * speed + 0.15 * math.cos(turn) * rod  # of the rod's middle
            along = -0.1 * math.sin(th) * speed - 0.15 * math.sin(turn) * rod
            T = 0.005 * speed**2 + 0.01 * rod**2 + along**2 + across**2 + rate**2
            self.assertAlmostEqual(got["T"], T, delta=1e-12)

    def test_positions_of_an_open_state_come_with_a_warning(self):
        """They are functions of the state, as in generated code, whatever else is requested."""
        self.path.write_text(SLIDER_CRANK + "point P at [l, 0, 0] on b\n", encoding="utf-8")
        for what, words, is_told in (("pos:P", ["--open"], False), ("Phi,pos:P", [], False), ("pos:P", [], True),
                                     ("pos:P,M,T", [], True)):
            done = self.eval({"q": {"th": 1}}, *words, what=what)
            self.assertEqual(done.returncode, 0)
            self.assertEqual("warning: the state does not satisfy the constraints: 'c: y' is off by" in done.stderr, is_told,
                             done.stderr)
            got = json.loads(done.stdout)
            self.assertNotIn("closed", got)
            self.assertAlmostEqual(got["pos:P"][1], 0.4 * math.sin(1), delta=1e-12)

    def test_what_cannot_be_named_moves_too(self):
        """Everything is named, and nothing of it fits."""
        done = self.eval({"q": {"th": 1, "be": 0, "x": 0.4}})
        self.assertEqual(done.returncode, 0)
        q = json.loads(done.stdout)["closed"]["q"]
        self.assertAlmostEqual(0.1 * math.sin(q["th"]) + 0.3 * math.sin(q["th"] + q["be"]), 0,
                               delta=1e-12)

    def test_what_cannot_be_closed_is_an_error(self):
        text = SLIDER_CRANK + "constraint far : x = 0.6 m\n"
        self.path.write_text(text, encoding="utf-8")
        done = self.eval({"q": {"th": 1}})
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertRegex(done.stderr, r"error: the mechanism cannot be closed: '.*' is off by")
        self.assertIn("--open", done.stderr)

    def test_what_cannot_be_closed_is_not_computed_with(self):
        """Stretched beside a slide that it does not reach, the crank is at a dead point."""
        text = SLIDER_CRANK.replace("prismatic x (x = 0.4 m) from ground",
                                    "prismatic y (x) from ground at [1 m, 0, 0]")
        self.path.write_text(text, encoding="utf-8")
        state = {"q": {"th": 0, "be": 0}}
        for states in state, [state, state], [state] * 40:
            done = self.eval(states)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn("cannot be closed", done.stderr)
            self.assertNotIn("has no value", done.stderr)

    def test_mobility_says_what_it_closed(self):
        for start, is_changed in [("th = 0.9, x = 1 mm", True), ("th = 0", False)]:
            done = subprocess.run([BIELLE, "analyze", "mobility", self.path, "--at", start],
                                  capture_output=True, encoding="utf-8", check=True)
            said = "\nCorrected to satisfy the constraints: th from 0.9 to " in done.stdout
            self.assertEqual(said, is_changed, done.stdout)

    def test_what_the_state_names_is_held(self):
        for study in "mobility", "assembly":
            done = subprocess.run([BIELLE, "analyze", study, self.path, "--at", "th = 0.9", "--json"],
                                  capture_output=True, encoding="utf-8", check=True)
            told = json.loads(done.stdout)
            start = told["start"] if study == "mobility" else told["configurations"][0]["q"]
            self.assertEqual(start["th"], 0.9)

    def test_the_branch_is_that_of_the_drawing(self):
        """A parallelogram stays one, far from where it is drawn, though the crossed one is as near."""
        lamp = ROOT / "examples" / "balanced_lamp" / "balanced_lamp.bl"
        for angle in -60, 10, 80, 120, 160:
            done = subprocess.run([BIELLE, "analyze", "assembly", lamp, "--at", f"q={angle}deg",
                                   "--json"], capture_output=True, encoding="utf-8", check=True)
            q = json.loads(done.stdout)["configurations"][0]["q"]
            self.assertAlmostEqual(q["p"], math.radians(angle), delta=1e-9)
            self.assertAlmostEqual(q["h"], -math.radians(angle), delta=1e-9)

    def test_speeds_that_contradict_one_another_change(self):
        state = self.closed(1, 3)
        state["qd"] = {"th": 3, "be": 3, "x": 3}
        done = self.eval(state)
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stderr, r"^note: closed: speeds: th from 3 to ")
        qd = {**state["qd"], **json.loads(done.stdout)["closed"]["qd"]}
        right = self.closed(1, qd["th"])["qd"]
        for name, value in qd.items():
            self.assertAlmostEqual(value, right[name], delta=1e-12)

    def test_overflow_is_an_error(self):
        """Never another configuration, nan or inf with exit status 0."""
        for state in ({"params": {"m": 1e300}, "qd": {"th": 1e10}},
                      {"params": {"r": 1e200, "l": 1e200}, "q": {"th": 1}},
                      {"params": {"l": 1e308}, "q": {"th": 1}}):
            done = self.eval(state, what="qdd,lambda,T")
            self.assertEqual((done.returncode, done.stdout), (2, ""), state)
            self.assertRegex(done.stderr, "no finite value|cannot be closed|no speeds|has no value")
            done = subprocess.run([BIELLE, "analyze", "motion", self.path, "--at", "-"],
                                  input=json.dumps(state), capture_output=True, encoding="utf-8",
                                  check=False)
            self.assertNotEqual(done.returncode, 0, state)
            self.assertNotRegex(done.stdout, r"\b(nan|inf)\b")


FOUR_BAR = """mechanism four_bar
param a = {a}, b = 120 mm, c = 80 mm, d = 100 mm
joint crank : revolute z (th) from ground
joint coupler : revolute z (ps) from crank at [a, 0, 0]
joint rocker : revolute z (ph) from ground at [d, 0, 0]
loop C : revolute z  [b, 0, 0] on coupler = [c, 0, 0] on rocker
body A on crank : mass 0.1 kg, com [a/2, 0, 0], inertia diag(0, 0, 1e-4)
"""


def rocker(th, side, a=0.04):
    """Both angles by the law of cosines."""
    x, y = a * math.cos(th) - 0.1, a * math.sin(th)
    cosine = (x * x + y * y + 0.08**2 - 0.12**2) / (2 * 0.08 * math.hypot(x, y))
    return math.atan2(y, x) + side * math.acos(cosine)


class Lists(unittest.TestCase):
    """The rough start of the description is on no branch, and near a place where Newton's method leads to either."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "four_bar.bl"
        self.path.write_text(FOUR_BAR.format(a="40 mm"), encoding="utf-8")

    def rockers(self, states, *words):
        done = subprocess.run([BIELLE, "eval", self.path, "--what", "lambda", "--at", "-", *words],
                              input=json.dumps(states), capture_output=True, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        results = json.loads(done.stdout)
        return [result["closed"]["q"]["ph"] for result in results], done.stderr

    def assert_on_one_branch(self, angles, found, a=0.04):
        side = min((1, -1), key=lambda k: abs(math.remainder(found[0] - rocker(angles[0], k, a), 2 * math.pi)))
        for th, ph in zip(angles, found):
            self.assertAlmostEqual(math.remainder(ph - rocker(th, side, a), 2 * math.pi), 0, delta=1e-9)

    def test_neighbours_close_on_one_branch(self):
        for angles in ([0, 0.001], [0.001, 0, 0.001], [0.05 * k for k in range(150)], [3, -2, 2.9, 0, 0.001, 0.001]):
            found, messages = self.rockers([{"q": {"th": th}} for th in angles])
            self.assert_on_one_branch(angles, found)
            self.assertNotIn("another branch", messages)

    def test_speeds_and_parameters_change_no_branch(self):
        states = [{"q": {"th": 0.001 * (k % 2)}, "qd": {"th": k}} for k in range(6)]
        found, _ = self.rockers(states)
        self.assert_on_one_branch([0.001 * (k % 2) for k in range(6)], found)
        for a in (0.03, 0.05):
            found, _ = self.rockers([{"q": {"th": 0}}, {"q": {"th": 0.001}, "params": {"a": a}}])
            signs = [min((1, -1), key=lambda k, i=i: abs(math.remainder(found[i] - rocker(0.001 * i, k, (0.04, a)[i]),
                                                                         2 * math.pi))) for i in range(2)]
            self.assertEqual(signs[0], signs[1])

    def test_a_table_is_closed_as_a_list(self):
        angles = [0, 0.001, 0.002, 0.003]
        table = self.path.parent / "states.npy"
        header = "{'descr': '<f8', 'fortran_order': False, 'shape': (4, 1), }"
        header += " " * ((64 - (10 + len(header) + 1) % 64) % 64) + "\n"
        table.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
                          + struct.pack("<4d", *angles))
        done = subprocess.run([BIELLE, "eval", self.path, "--what", "fk:rocker,lambda", "--states", table, "--columns", "th"],
                              capture_output=True, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        head, *lines = done.stdout.splitlines()
        sine = next(csv.reader([head])).index("fk:rocker[2,1]")
        values = [float(line.split(",")[sine]) for line in lines]
        side = min((1, -1), key=lambda k: abs(values[0] - math.sin(rocker(0, k))))
        for th, value in zip(angles, values):
            self.assertAlmostEqual(value, math.sin(rocker(th, side)), delta=1e-9)

    def test_where_no_way_leads_it_is_told(self):
        """A crank of 150 mm is stopped: not every angle is reached, and states lie on either side of what is not."""
        self.path.write_text(FOUR_BAR.format(a="150 mm"), encoding="utf-8")
        self.assertRaises(ValueError, rocker, 3.1, 1, 0.15)
        for angles in ([1.5, 4.8], [1.5, 4.8, 4.7]):
            _, messages = self.rockers([{"q": {"th": th}} for th in angles])
            self.assertIn("state 2", messages)
            self.assertIn("no motion was found that leads here from the state before", messages)


if __name__ == "__main__":
    unittest.main()
