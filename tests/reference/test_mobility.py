#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle analyze mobility` against counts of the course (001 chapter 1, section 4.1; all of its
mechanisms) and linkages whose motion is known in closed form."""
import json
import math
import subprocess
import tempfile
import unittest
from pathlib import Path

from compare import BIELLE, Comparison, example, run, vectors

TRIANGLE = """
joint a : revolute z (q1) from ground
joint b : revolute z (q2 = -2) from a at [3, 0, 0]
loop  c : revolute z  [4, 0, 0] on b = [0, {side}, 0] on ground
"""

FIVE_BAR = """
joint a : revolute z (a = 2) from ground
joint b : revolute z (b = -1) from a at [2, 0, 0]
joint e : revolute z (e = 1) from ground at [1.5, 0, 0]
joint d : revolute z (d = 1) from e at [2, 0, 0]
loop  c : revolute z  [2.5, 0, 0] on b = [2.5, 0, 0] on d
"""

# A platform on cranks: from base points to points of the platform, which stands at (1, 2).
CRANKS = [((0, 0), (0, 0)), ((3, 1), (3, 3)), ((5, 0), (6, 1)), ((9, -1), (7, -1))]

# Motor crank, coupler, rocker with the first blade, second coupler, rocker with the other blade.
WIPER = """
joint motor   : revolute z (m) from ground
joint coupler : revolute z (k) from motor at [0.05, 0, 0]
joint blade1  : revolute z (b1 = 80 deg) from ground at [0.3, -0.05, 0]
joint bar     : revolute z (r = -80 deg) from blade1 at [0.08, 0, 0]
joint blade2  : revolute z (b2 = 80 deg) from ground at [0.75, -0.05, 0]
loop  c1 : revolute z  [0.3, 0, 0] on coupler = [0.1, 0, 0] on blade1
loop  c2 : revolute z  [0.46, 0, 0] on bar = [0.08, 0, 0] on blade2
"""

TWO_FOUR_BARS = """
joint a : revolute z (a = 1) from ground
joint b : revolute z (b = -1) from a at [1, 0, 0]
joint d : revolute z (d = 1.5) from ground at [3, 0, 0]
loop  c : revolute z  [3.2, 0, 0] on b = [2, 0, 0] on d
joint e : revolute z (e = 1) from ground at [9, 0, 0]
joint f : revolute z (f = -1) from e at [1, 0, 0]
joint g : revolute z (g = 1.5) from ground at [12, 0, 0]
loop  h : revolute z  [3.2, 0, 0] on f = [2, 0, 0] on g
"""

# A flat four-bar in a plane that is none of the coordinate planes, and a spherical one.
TILTED = """
frame plane from ground : RX(30 deg), RY(20 deg)
joint a : revolute [0, 0.6, 0.8] (a = 1) from plane
joint b : revolute [0, 0.6, 0.8] (b) from a at [1, 0, 0]
joint d : revolute [0, 0.6, 0.8] (d) from plane at [3, 0, 0]
loop  c : revolute [0, 0.6, 0.8]  [3, 0, 0] on b = [1, 0, 0] on d
"""
SPHERICAL = """
joint a : revolute z (a = 1) from ground
frame f1 from a : RX(40 deg)
joint b : revolute z (b = 1) from f1
frame f2 from b : RX(60 deg)
joint c : revolute z (c = 1) from f2
frame f3 from c : RX(50 deg)
frame f4 from ground : RX(70 deg)
loop  d : revolute z  f3 = f4
"""

# RSSR: the coupler spins about the line between its ball joints.
RSSR = """
joint a : revolute z (a = 1) from ground
joint rod : spherical (s1, s2, s3) from a at [1, 0, 0]
joint d : revolute x (d) from ground at [3, 0, 0]
loop  c : spherical  [3, 0, 0] on rod = [0, 1.5, 0] on d
"""

IN_LINE = """
joint a : revolute z (q1) from ground
joint b : revolute z (q2) from a at [3, 0, 0]
loop  c : revolute z  [4, 0, 0] on b = [7, 0, 0] on ground
"""
FLAT = """
joint a : revolute z (q1) from ground
joint b : revolute z (q2) from a at [1, 0, 0]
joint d : revolute z (q3) from ground at [2, 0, 0]
loop  c : revolute z  [2, 0, 0] on b = [1, 0, 0] on d
"""
# A four-bar that moves, with a pair of bars in line between two points of its crank.
FLAT_DYAD = """
joint a : revolute z (a = 1) from ground
joint b : revolute z (b = -1) from a at [1, 0, 0]
joint d : revolute z (d = 1.5) from ground at [3, 0, 0]
loop  c : revolute z  [3.2, 0, 0] on b = [2, 0, 0] on d
joint s : revolute z (s) from a
joint w : revolute z (w) from s at [0.4, 0, 0]
loop  u : revolute z  [0.6, 0, 0] on w = [1, 0, 0] on a
"""


def platform(count, lengths=None):
    """A platform on so many cranks; it closes where the cranks have their natural lengths."""
    text = "joint p : planar (x = 1, y = 2, th) from ground\n"
    for i, ((bx, by), (px, py)) in enumerate(CRANKS[:count]):
        length = lengths[i] if lengths else math.hypot(1 + px - bx, 2 + py - by)
        angle = math.atan2(2 + py - by, 1 + px - bx)
        text += f"joint c{i} : revolute z (a{i} = {angle:.6f}) from ground at [{bx}, {by}, 0]\n"
        text += f"loop p{i} : revolute z  [{length!r}, 0, 0] on c{i} = [{px}, {py}, 0] on p\n"
    return text


def six_hinges(lengths, twists, offsets, start=(1, 1, 1, 1, 1)):
    """A loop of six hinges by Denavit and Hartenberg's numbers; twists in degrees."""
    text, before = "", "ground"
    for i in range(5):
        text += f"joint j{i} : revolute z (q{i} = {start[i]}) from {before}\n"
        text += f"frame f{i} from j{i} : TZ({offsets[i]}), TX({lengths[i]}), RX({twists[i]} deg)\n"
        before = f"f{i}"
    text += f"frame last from ground : RX({-twists[5]} deg), TX({-lengths[5]}), TZ({-offsets[5]})\n"
    return text + "loop c : revolute z  f4 = last\n"


def command(*words):
    return subprocess.run([BIELLE, *map(str, words)], capture_output=True, encoding="utf-8",
                          check=False)


def with_file(text, use):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mechanism.bl"
        path.write_text(text, encoding="utf-8")
        return use(path)


def mobility(what, *options):
    """The study of a file, or of a description."""
    if isinstance(what, str):
        return with_file(what, lambda path: mobility(path, *options))
    return json.loads(run("analyze", "mobility", what, "--as", "json", *options))


def redundant(study):
    return [row["equation"] for row in study["redundant"]]


class Counts(Comparison):
    def assert_count(self, study, n, j, sum_f, counted, true):
        count = study["grubler"]
        self.assertEqual((count["bodies"], count["joints"], count["freedoms"]), (n, j, sum_f))
        self.assertEqual((count["mobility"], study["mobility"]), (counted, true))

    def test_vectors(self):
        """Mechanisms 1 to 3 of the course."""
        texts = [TRIANGLE.format(side=5), FIVE_BAR, platform(4)]
        for vector, text in zip(vectors("001_mobility"), texts, strict=True):
            state, expected, study = vector["state"], vector["expected"], mobility(text)
            self.assert_count(study, state["n"], state["j"], state["sum_f"],
                              expected["m_grubler"], expected["m_true"])
            self.assertEqual(study["hyperstatic"], expected["degree_of_hyperstaticity"])
            self.assertEqual(len(study["redundant"]), expected["degree_of_hyperstaticity"])
            self.assertEqual(study["grubler"]["planar"], state["space"] == "planar")

    def test_wiper(self):
        self.assert_count(mobility(WIPER), 6, 7, 7, 1, 1)

    def test_platform_on_three_cranks(self):
        """Mechanisms 4 and 4': ranks 6 and 5 of six equations."""
        rigid, moving = mobility(platform(3)), mobility(example("parallelogram"))
        self.assert_count(rigid, 5, 6, 6, 0, 0)
        self.assert_count(moving, 5, 6, 6, 0, 1)
        self.assertEqual((rigid["equations"], rigid["rank"]), (6, 6))
        self.assertEqual((moving["equations"], moving["rank"]), (6, 5))
        self.assertEqual(moving["exact_at_start"], 5)
        self.assertEqual([name[:2] for name in redundant(moving)], ["p3"])
        self.assertIn("parallelogram with a redundant bar", moving["geometry"])
        unequal = example("parallelogram").read_text(encoding="utf-8")
        unequal = mobility(unequal.replace("[r, 0, 0] on crank3", "[r + 0.1, 0, 0] on crank3"))
        self.assertEqual((unequal["rank"], unequal["mobility"]), (6, 0))

    def test_mcpherson(self):
        study = mobility(example("mcpherson"))
        self.assert_count(study, 6, 7, 16, 4, 4)
        inside = {motion["frame"]: motion for motion in study["internal"]}
        self.assertEqual(sorted(inside), ["rod", "tie"])
        for frame, axis in ("rod", 2), ("tie", 1):
            self.assertEqual(inside[frame]["kind"], "turn")
            self.assert_close(abs(inside[frame]["axis"][axis]), 1, frame)
        self.assertEqual(study["actuators"]["admissible"], 1)

    def test_watt_governor(self):
        """One freedom in the plane of the arms, one of the spin. Any joint of the arms and the spin
        make a pair that drives it."""
        study = mobility(example("watt_governor"))
        self.assert_count(study, 7, 8, 8, 2, 2)
        self.assertIn("Watt's governor", study["geometry"])
        sets = study["actuators"]
        self.assertEqual((sets["ways"], sets["admissible"]), (28, 7))
        self.assertTrue(all("spin" in pair for pair in sets["admissible_sets"]))


class SpecialLinkages(Comparison):
    def test_bricard(self):
        """sin a + sin b + sin a sin b = 0 away from the start, where a = b = 0."""
        study = mobility(example("bricard"))
        self.assertEqual((study["grubler"]["mobility"], study["mobility"]), (0, 1))
        self.assertEqual((study["rank"], study["exact_at_start"]), (4, 4))
        self.assertIn("Bricard", study["geometry"])
        a, b = study["q"]["q1"], study["q"]["q2"]
        self.assertGreater(abs(a), 0.01)
        self.assert_close([study["q"]["q3"], study["q"]["q5"], study["q"]["q4"]], [a, a, b], "q")
        self.assert_close(math.sin(a) + math.sin(b) + math.sin(a) * math.sin(b), 0, "loop")

    def test_bricard_with_symmetries(self):
        """About a line; mirrored at a plane through two hinges. With an offset on the wrong side of
        the plane it is a structure."""
        line = mobility(six_hinges([1, 1.2, 0.8] * 2, [50, 80, 70] * 2, [0.1, 0.2, 0.05] * 2,
                                   start=(1, -1, 1, 1, -1)))  # symmetric, as the motion is
        self.assertEqual((line["rank"], line["mobility"]), (4, 1))
        self.assertIn("line-symmetric", line["geometry"])
        lengths, twists = [1, 1.2, 0.8, 0.8, 1.2, 1], [60, 80, 70, -70, -80, -60]
        plane = mobility(six_hinges(lengths, twists, [0, 0.2, 0.05, 0, -0.05, -0.2]))
        self.assertEqual((plane["rank"], plane["mobility"]), (4, 1))
        self.assertIn("plane-symmetric", plane["geometry"])
        wrong = mobility(six_hinges(lengths, twists, [0, 0.2, 0.05, 0, 0.05, 0.2]))
        self.assertEqual((wrong["rank"], wrong["mobility"]), (5, 0))

    def test_bennett(self):
        """tan(q1/2) tan(q2/2) = sin((beta + alpha)/2) / sin((beta - alpha)/2), q1 + q3 = 0."""
        study = mobility(example("bennett"))
        self.assertEqual((study["grubler"]["mobility"], study["mobility"]), (-2, 1))
        self.assertEqual(study["rank"], 2)
        self.assertIn("Bennett", study["geometry"])
        alpha, beta, q = math.radians(30), math.radians(50), study["q"]
        self.assert_close(math.tan(q["q1"] / 2) * math.tan(q["q2"] / 2),
                          math.sin((beta + alpha) / 2) / math.sin((beta - alpha) / 2), "angles")
        self.assert_close(math.cos(q["q1"] + q["q3"]), 1, "opposite angles")

    def test_bennett_with_one_wrong_length(self):
        text = example("bennett").read_text(encoding="utf-8").replace("TX(-b)", "TX(-1.1*b)")
        done = with_file(text, lambda path: command("analyze", "mobility", path))
        self.assertEqual(done.returncode, 1)
        self.assertIn("It cannot be assembled", done.stdout)

    def test_sarrus(self):
        """The table stays level and goes straight up: knees bend twice as much as ankles."""
        study = mobility(example("sarrus"))
        self.assertEqual((study["grubler"]["mobility"], study["mobility"]), (0, 1))
        self.assertEqual(redundant(study), ["hinge: turn about z"])
        self.assertIn("Sarrus", study["geometry"])
        q = study["q"]
        self.assertGreater(abs(q["a1"] - math.radians(30)), 0.01)
        self.assert_close([q["k1"], q["t1"], q["a2"], q["k2"]],
                          [-2 * q["a1"], q["a1"], -q["a1"], 2 * q["a1"]], "legs")

    def test_axes_with_something_in_common(self):
        tilted, spherical = mobility(TILTED), mobility(SPHERICAL)
        self.assertEqual((tilted["mobility"], spherical["mobility"]), (1, 1))
        self.assertIn("planar", tilted["geometry"])
        self.assertIn("spherical", spherical["geometry"])
        self.assertEqual(mobility(example("four_bar"))["geometry"], "")

    def test_rod_between_ball_joints(self):
        study = mobility(RSSR)
        self.assertEqual((study["mobility"], len(study["internal"])), (2, 1))
        self.assertEqual(study["internal"][0]["frame"], "rod")
        self.assert_close(abs(study["internal"][0]["axis"][0]), 1, "axis")


class Positions(Comparison):
    def test_change_point(self):
        """A flat parallelogram may become an antiparallelogram: two speeds, one motion."""
        study = mobility(FLAT)
        self.assertEqual((study["instantaneous"], study["mobility"]), (2, 1))
        self.assertEqual((study["rank"], study["exact_at_start"]), (2, 1))
        self.assertEqual(study["redundant"], [])
        bent = mobility(FLAT.replace("(q1)", "(q1 = 60 deg)").replace("(q2)", "(q2 = -60 deg)")
                        .replace("(q3)", "(q3 = 60 deg)"))
        self.assertEqual((bent["instantaneous"], bent["exact_at_start"]), (1, 2))

    def test_bars_in_line(self):
        """They allow a speed across the line, but no motion."""
        study = mobility(IN_LINE)
        self.assertEqual((study["instantaneous"], study["mobility"]), (1, 0))

    def test_bars_in_line_on_a_linkage_that_moves(self):
        """All of its positions are singular; it has one motion all the same."""
        study = mobility(FLAT_DYAD)
        self.assertEqual((study["coordinates"] - study["rank"], study["mobility"]), (2, 1))

    def test_wheels(self):
        """A disk in space: 6 coordinates, the height of its centre and two slips."""
        disk = mobility(example("rolling_disk"))
        self.assertEqual((disk["grubler"]["mobility"], disk["mobility"]), (3, 3))
        self.assertEqual(disk["positions"], 5)

    def test_what_cannot_close(self):
        """Sides 3 and 4 do not reach over 8: 1 is left open."""
        done = with_file(TRIANGLE.format(side=8),
                         lambda path: command("analyze", "mobility", path, "--as", "json"))
        study = json.loads(done.stdout)
        self.assertEqual(done.returncode, 1)
        self.assertFalse(study["closed"])
        self.assert_close(study["residual"], 1, "residual", tolerance=1e-9)

    def test_parameters_without_values(self):
        text = example("four_bar").read_text(encoding="utf-8")
        text = text.replace("l1 = 0.1 m", "l1").replace("l2 = 0.25 m", "l2")
        study = mobility(text)
        self.assertEqual((study["trial_values"], study["mobility"]), (True, 1))

    def test_state_of_the_caller(self):
        """The flat parallelogram, given a position where it is not flat."""
        state = {"q": {"q1": 1, "q2": -1, "q3": 1}}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(state, file)
            file.flush()
            study = mobility(FLAT, "--at", file.name)
        self.assertEqual((study["instantaneous"], study["mobility"]), (1, 1))


class Actuators(unittest.TestCase):
    def test_five_bar(self):
        """Ten pairs of its five joints, and all of them work."""
        sets = mobility(FIVE_BAR)["actuators"]
        self.assertEqual((sets["count"], sets["ways"], sets["admissible"]), (2, 10, 10))

    def test_one_drive_for_each_loop(self):
        """4 x 4 pairs with a joint of each four-bar; two drives on one fight each other."""
        sets = mobility(TWO_FOUR_BARS)["actuators"]
        self.assertEqual((sets["ways"], sets["admissible"]), (28, 16))
        first = set("abdc")
        for pair in sets["inadmissible_sets"]:
            self.assertNotEqual(len(first & set(pair)), 1, pair)


if __name__ == "__main__":
    unittest.main()
