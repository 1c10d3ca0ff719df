#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The planar course: four-bar, slotted link and wiper linkage through `bielle analyze`, against
vectors that were derived independently and against closed forms written down here."""
import json
import math
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

from compare import BIELLE, Comparison, example, vectors

FOUR_BAR = """
param l1, l2, l3, l4, l5
joint a : revolute z (phi1) from ground
joint b : revolute z (b) from a at [l1, 0, 0]
joint d : revolute z (phi3) from ground at [l5, -l4, 0]
loop  c : revolute z  [l2, 0, 0] on b = [l3, 0, 0] on d
point E at [l2/2, 0, 0] on b
"""

# The same linkage cut open elsewhere: at the output's pivot, at the coupler's first pin, at both
# pivots of the input, and everywhere; with lines that are not along the links' axes.
OTHER_CUTS = {
    "output pivot": """
        joint a : revolute z (phi1) from ground
        joint b : revolute z from a at [l1, 0, 0]
        joint c : revolute z from b at [l2, 0, 0]
        loop  d : revolute z  ground_d = [-l3, 0, 0] on c
        """,
    "first pin": """
        joint a : revolute z (phi1) from ground
        joint d : revolute z from ground at [l5, -l4, 0]
        joint c : revolute z from d at [l3, 0, 0]
        loop  b : revolute z  [-l2, 0, 0] on c = [l1, 0, 0] on a
        """,
    "skew links": """
        joint a : revolute -z (phi1) from ground rotated RZ(30 deg)
        joint b : revolute z from a at [0, l1, 0] rotated RZ(40 deg)
        joint d : revolute z from ground at [l5, -l4, 0]
        loop  c : revolute z  [0.6*l2, -0.8*l2, 0] on b = [0, -l3, 0] on d
        """,
    "every joint": """
        joint a : planar (x1, y1, phi1) from ground
        joint b : planar (x2, y2, t2) from ground
        joint d : planar (x3, y3, t3) from ground
        loop A : revolute z  ground = a
        loop B : revolute z  [l1, 0, 0] on a = b
        loop C : revolute z  [l2, 0, 0] on b = [l3, 0, 0] on d
        loop D : revolute z  d = ground_d
        """,
}
HEAD = "param l1, l2, l3, l4, l5\nframe ground_d in ground : TXK(l5), TYK(-l4)\n"


def analyze(description, study, *options, state=None, statuses=(0,)):
    """Standard output of a study of a description that has no file, with one of these statuses."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mechanism.bl"
        path.write_text(description, encoding="utf-8")
        done = subprocess.run([BIELLE, "analyze", study, path, *options, "--at", "-"],
                              input=json.dumps(state or {}), capture_output=True, encoding="utf-8",
                              check=False)
    if done.returncode not in statuses:
        raise AssertionError(f"exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def sweep(description, drive, *options, state=None, statuses=(0,)):
    """A sweep as a list of rows, each a dictionary by the names of the columns without units."""
    text = analyze(description, "sweep", "--drive", drive, "--as", "csv", *options, state=state,
                   statuses=statuses)
    lines = [line.split(",") for line in text.splitlines()]
    names = [cell.split(" [")[0] for cell in lines[0]]
    return [dict(zip(names, map(float, line))) for line in lines[1:]]


def near(angle):
    """The angle without whole turns."""
    return math.remainder(angle, 2 * math.pi)


def four_bar_angles(l1, l2, l3, ground, phi1, sign):
    """phi2 and phi3 by the formula of the course; None where it has no value."""
    gx, gy = ground
    x, y = l1 * math.cos(phi1) - gx, l1 * math.sin(phi1) - gy
    K, L, M = 2 * l2 * x, 2 * l2 * y, l3**2 - l2**2 - x * x - y * y
    if K * K + L * L < M * M:
        return None
    phi2 = 2 * math.atan2(L + sign * math.sqrt(K * K + L * L - M * M), K + M)
    return phi2, math.atan2(y + l2 * math.sin(phi2), x + l2 * math.cos(phi2))


class FourBar(Comparison):
    def branches(self, vector):
        return {1: vector["expected"]["branch_plus"], -1: vector["expected"]["branch_minus"]}

    def closed_form(self, vector, description, phi1):
        s = vector["state"]
        return json.loads(analyze(description, "four-bar", "--as", "json", "--speed",
                                  repr(s["phi1p"]), "--acceleration", repr(s["phi1s"]),
                                  state={"params": vector["params"], "q": {"phi1": phi1}}))

    def check_closed_form(self, result, vector, name):
        for sign, expected in self.branches(vector).items():
            branch = result["branch_plus" if sign > 0 else "branch_minus"]
            for i, letter in (1, "phi2"), (2, "phi3"):
                self.assert_close(near(branch["phi"][i] - expected[letter]), 0, f"{name} {letter}")
                self.assert_close(branch["rate"][i], expected[letter + "p"], f"{name} {letter}'")
                self.assert_close(branch["acceleration"][i], expected[letter + "s"],
                                  f"{name} {letter}''")
            self.assert_close(branch["determinant"], expected["det"], f"{name} det")
            for letter in "KLM":
                self.assert_close(result[letter], expected[letter], f"{name} {letter}")

    def test_closed_form(self):
        for vector in vectors("001_four_bar"):
            result = self.closed_form(vector, FOUR_BAR, vector["state"]["phi1"])
            self.check_closed_form(result, vector, vector["name"])
            self.assert_close(result["lengths"]["ground"], vector["expected"]["ground_length"],
                              vector["name"])
            self.assertEqual(result["fixed"]["ground"], vector["expected"]["grashof"])

    def test_other_cuts(self):
        for vector in vectors("001_four_bar"):
            phi1 = vector["state"]["phi1"]
            for cut, text in OTHER_CUTS.items():
                # the skew input turns backwards, from 120 deg
                own = math.radians(120) - phi1 if cut == "skew links" else phi1
                result = self.closed_form(vector, HEAD + text, own)
                self.check_closed_form(result, vector, f"{vector['name']} {cut}")

    def test_assembly(self):
        """All solutions are the two branches; Newton's rough start leads to the vector's."""
        for vector in vectors("001_four_bar"):
            name, s = vector["name"], vector["state"]
            phi1, rough = s["phi1"], s["newton_X0"]
            state = {"params": vector["params"],
                     "q": {"phi1": phi1, "b": rough[1] - rough[0], "phi3": rough[2]}}
            found = json.loads(analyze(FOUR_BAR, "assembly", "--hold", "phi1", "--all", "--as",
                                       "json", state=state))["configurations"]
            self.assertEqual(len(found), 2, name)
            angles = sorted((near(c["q"]["b"] + phi1), near(c["q"]["phi3"])) for c in found)
            expected = sorted((near(e["phi2"]), near(e["phi3"]))
                              for e in self.branches(vector).values())
            self.assert_close([list(a) for a in angles], [list(e) for e in expected], name)
            solution, first = vector["expected"]["newton_solution"], found[0]["q"]
            self.assert_close([first["phi1"], near(first["b"] + phi1 - solution[1]),
                               near(first["phi3"] - solution[2])], [solution[0], 0, 0], name)

    def test_sweep(self):
        """Positions, rates and accelerations of coordinates and of the coupler's middle."""
        for vector in vectors("001_four_bar"):
            s, name = vector["state"], vector["name"]
            for expected in self.branches(vector).values():
                state = {"params": vector["params"],
                         "q": {"phi1": s["phi1"], "b": expected["phi2"] - s["phi1"],
                               "phi3": expected["phi3"]}}
                rows = sweep(FOUR_BAR, f"phi1={s['phi1']!r}..{s['phi1'] + 0.01!r}", "--steps", "2",
                             "--speed", repr(s["phi1p"]), "--acceleration", repr(s["phi1s"]),
                             state=state)
                row = rows[0]
                self.assert_close(near(row["b"] + s["phi1"] - expected["phi2"]), 0, name)
                self.assert_close(near(row["phi3"] - expected["phi3"]), 0, name)
                for mark, letter in ("'", "p"), ("''", "s"):
                    self.assert_close([row["b" + mark] + s["phi1" + letter], row["phi3" + mark]],
                                      [expected["phi2" + letter], expected["phi3" + letter]],
                                      f"{name} {mark}")
                for mark, letter in ("", ""), ("'", "p"), ("''", "s"):
                    self.assert_close([row["E.x" + mark], row["E.y" + mark]],
                                      [expected["xE" + letter], expected["yE" + letter]],
                                      f"{name} E{mark}")
            self.assert_close(vector["expected"]["Xdot"][3:],
                              [self.branches(vector)[1]["xEp"], self.branches(vector)[1]["yEp"]],
                              name)

    def test_grashof_and_dead_points(self):
        for vector in vectors("001_grashof"):
            p, expected, name = vector["params"], vector["expected"], vector["name"]
            params = {"l1": p["l_input"], "l2": p["l_coupler"], "l3": p["l_output"], "l4": 0,
                      "l5": p["l_ground"]}
            result = json.loads(analyze(FOUR_BAR, "four-bar", "--as", "json",
                                        state={"params": params, "q": {"phi1": 1}}))
            self.assertEqual(result["fixed"]["ground"], expected["class"])
            self.assert_close([result["shortest_and_longest"], result["others"]],
                              [expected["s_l"], expected["p_q"]], name)
            singular = [expected["singular_angle_stretched"], expected["singular_angle_folded"]]
            for got, theirs in zip((result["singular_stretched"], result["singular_folded"]),
                                   singular):
                self.assertEqual(got is None, theirs is None, name)
                if theirs is not None:
                    self.assert_close(got, theirs, name)
            self.check_sweep_stops(params, singular, name)

    def check_sweep_stops(self, params, singular, name):
        """A sweep around finds the singular angles as dead points, or comes around."""
        expected = sorted(angle for angle in singular if angle is not None)
        found = json.loads(analyze(FOUR_BAR, "sweep", "--drive", "phi1=0..360deg", "--as", "json",
                                   state={"params": params, "q": {"phi1": 1}},
                                   statuses=(1,) if expected else (0,)))
        dead = sorted(place["input"] for place in found["dead_points"])
        self.assert_close(dead + [0], expected + [0], name)

    def test_every_linkage_keeps_its_branch(self):
        """Lengths at random, some a hair from a change point: all rows have the start's sign."""
        dice = random.Random(5)
        for k in range(16):
            l = [dice.uniform(0.1, 1) for _ in range(4)]
            if k % 2 == 0:  # shortest + longest = the other two, nearly
                least, second, third, _ = sorted(l)
                l[l.index(max(l))] = second + third - least + 10**dice.uniform(-6, -2)
            angles = {(phi, sign): four_bar_angles(*l[:3], (l[3], 0), phi, sign)
                      for phi in (0.1 * i for i in range(63)) for sign in (1, -1)}
            closed = [item for item in angles.items() if item[1]]
            if not closed:
                continue
            (phi, sign), start = dice.choice(closed)
            state = {"params": dict(zip(("l1", "l2", "l3", "l4", "l5"), l[:3] + [0, l[3]])),
                     "q": {"phi1": phi, "b": start[0] - phi, "phi3": start[1]}}
            rows = sweep(FOUR_BAR, "phi1=0..360deg", "--steps", "40", state=state, statuses=(0, 1))
            for row in rows:
                phi2, phi3 = four_bar_angles(*l[:3], (l[3], 0), row["phi1"], sign)
                self.assert_close(near(row["phi1"] + row["b"] - phi2), 0, f"{k}", tolerance=1e-8)
                self.assert_close(near(row["phi3"] - phi3), 0, f"{k}", tolerance=1e-8)


class Coulisse(Comparison):
    def test_vectors(self):
        description = example("coulisse").read_text(encoding="utf-8")
        for vector in vectors("001_coulisse"):
            s, expected, name = vector["state"], vector["expected"], vector["name"]
            row = sweep(description, f"phi={s['phi']!r}..{s['phi'] + 0.1!r}", "--speed",
                        repr(s["phip"]), "--acceleration", repr(s["phis"]),
                        state={"params": vector["params"]})[0]
            self.assert_close([row["B.x"], row["B.y"], row["u"]],
                              [expected["xB"], expected["yB"], expected["u"]], name)
            self.assert_close([row["B.x'"], row["B.y'"]], [expected["xBp"], 0], name)
            self.assert_close([row["B.x''"], row["B.y''"]], [expected["xBs"], 0], name)


class Wiper(Comparison):
    def test_two_four_bars(self):
        """The coupled linkages one after the other, in closed form."""
        description = example("wiper").read_text(encoding="utf-8")
        arm, rod, tie = 0.065, 0.295, 0.6
        left, right = (-0.3, 0.06), (0.31, 0.06)
        between = (right[0] - left[0], right[1] - left[1])
        for row in sweep(description, "phi=0..720deg", "--steps", "48"):
            # arms hang from their pivots: their lines are a quarter turn behind
            angles = [four_bar_angles(0.04, rod, arm, left, row["phi"], sign) for sign in (1, -1)]
            rod_angle, arm_angle = min(angles, key=lambda a: abs(near(a[1] + math.pi / 2)))
            self.assert_close(near(row["phi"] + row["p"] - rod_angle), 0, "rod")
            self.assert_close(near(row["left"] - math.pi / 2 - arm_angle), 0, "left")
            angles = [four_bar_angles(arm, tie, arm, between, arm_angle, s) for s in (1, -1)]
            tie_angle, arm_angle = min(angles, key=lambda a: abs(near(a[1] + math.pi / 2)))
            self.assert_close(near(row["left"] + row["s"] - tie_angle), 0, "tie")
            self.assert_close(near(row["right"] - math.pi / 2 - arm_angle), 0, "right")
            self.assert_close(row["right_tip.x"], right[0] - 0.45 * math.sin(row["right"]), "tip")

    def test_rates_are_derivatives_of_positions(self):
        rows = sweep(example("wiper").read_text(encoding="utf-8"), "phi=0..1", "--steps", "1000",
                     "--speed", "2")
        for before, row, after in list(zip(rows, rows[1:], rows[2:]))[::100]:
            for name in "p", "left", "s", "right", "left_tip.x", "right_tip.y":
                for mark in "", "'":
                    rate = (after[name + mark] - before[name + mark]) / 1e-3  # 2 ms / 2
                    self.assert_close(row[name + mark + "'"], rate, name, tolerance=1e-5)


if __name__ == "__main__":
    unittest.main()
