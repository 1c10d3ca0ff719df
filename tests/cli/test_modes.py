#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle analyze modes` and lin:A_in, against closed forms and accelerations nearby."""
import cmath
import json
import math
import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
G = 9.81

DOUBLE_PENDULUM = """mechanism two
gravity [0, -9.81, 0] m/s^2
joint a : revolute z (q1) from ground
joint b : revolute z (q2) from a at [0, -0.5, 0] m
body A on a : mass 1 kg, com [0, -0.5, 0] m
body B on b : mass 1 kg, com [0, -0.5, 0] m
"""
OSCILLATOR = """mechanism oscillator
param c = 0.6 N.s/m
joint a : prismatic x (x) from ground
body A on a : mass 2 kg
torque s on a = -18 N/m*x - c*x'
"""
FOUR_BAR = """mechanism bars
gravity [0, -9.81, 0] m/s^2
joint crank  : revolute z (a = 1) from ground
joint rod    : revolute z (b = -0.9) from crank at [0.2, 0, 0] m
joint rocker : revolute z (c = 1.5) from ground at [0.6, 0, 0] m
body A on crank  : mass 2 kg, com [0.1, 0, 0] m, inertia diag(0, 0, 0.01) kg.m^2
body B on rod    : mass 1 kg, com [0.25, 0.05, 0] m, inertia diag(0, 0, 0.02) kg.m^2
body C on rocker : mass 3 kg, com [0.2, 0, 0] m, inertia diag(0, 0, 0.03) kg.m^2
loop pin : revolute z [0.55, 0, 0] m on rod = [0.4, 0, 0] m on rocker
torque friction on rocker = -0.4 N.m.s*c'
"""


def bielle(*words, text=""):
    return subprocess.run([BIELLE, *map(str, words)], input=text, capture_output=True,
                          encoding="utf-8", check=False)


def example(name):
    return (ROOT / "examples" / name / f"{name}.bl").read_text(encoding="utf-8")


def modes_of(text, at=None, options=(), status=0):
    words = ["analyze", "modes", "-", "--as", "json", *options]
    done = bielle(*words, *(["--at", at] if at else []), text=text)
    if done.returncode != status:
        raise AssertionError(done.stderr + done.stdout)
    return json.loads(done.stdout)


def eigenvalues(answer):
    """All that are not zero, slowest first."""
    found = []
    for mode in answer["modes"]:
        value = complex(*mode["eigenvalue"])
        found += [value] if value.imag == 0 else [value.conjugate(), value]
    return found


def chain(count, stiffness=30, mass=2, is_free=False):
    lines = ["mechanism masses"]
    for i in range(1, count + 1):
        lines.append(f"joint j{i} : prismatic x (x{i}) from ground")
        lines.append(f"body b{i} on j{i} : mass {mass} kg")
    for i in range(1, count + 1):
        before = f"x{i - 1}" if i > 1 else (f"x{i}" if is_free else "0")
        after = f"x{i + 1}" if i < count else (f"x{i}" if is_free else "0")
        lines.append(f"torque s{i} on j{i} = {stiffness} N/m*(({before}) + ({after}) - 2*x{i})")
    return "\n".join(lines) + "\n"


class Case(unittest.TestCase):
    def assert_values(self, found, expected, tolerance=1e-9):
        self.assertEqual(len(found), len(expected), found)
        scale = max(map(abs, expected))
        left = list(found)
        for value in expected:
            nearest = min(left, key=lambda other, v=value: abs(other - v))
            left.remove(nearest)
            self.assertLess(abs(nearest - value), tolerance * scale, (found, expected))

    def assert_frequencies(self, answer, expected):
        self.assertEqual([mode["kind"] for mode in answer["modes"]], ["undamped"] * len(expected))
        for mode, omega in zip(answer["modes"], sorted(expected)):
            self.assertAlmostEqual(mode["natural_rad_s"] / omega, 1, delta=1e-10)
            self.assertAlmostEqual(mode["natural_Hz"] * 2 * math.pi / omega, 1, delta=1e-10)


class ClosedForms(Case):
    def test_chain_between_walls(self):
        answer = modes_of(chain(5))
        self.assert_frequencies(answer, [2 * math.sqrt(15) * math.sin(k * math.pi / 12)
                                         for k in range(1, 6)])
        for k, mode in enumerate(answer["modes"], 1):
            sines = [math.sin(k * i * math.pi / 6) for i in range(1, 6)]
            largest = max(sines, key=abs)
            for i, sine in enumerate(sines, 1):
                re, im = mode["shape"][f"x{i}"]
                self.assertAlmostEqual(abs(re), abs(sine / largest), delta=1e-9)
                self.assertAlmostEqual(im, 0, delta=1e-9)

    def test_free_chain_drifts(self):
        answer = modes_of(chain(4, is_free=True))
        self.assertEqual(answer["zero_eigenvalues"], 2)
        self.assertEqual(len(answer["free"]), 1)
        for part in answer["free"][0].values():
            self.assertAlmostEqual(part[0], 1, delta=1e-12)
        self.assert_frequencies(answer, [2 * math.sqrt(15) * math.sin(k * math.pi / 8)
                                         for k in range(1, 4)])

    def test_double_pendulum(self):
        answer = modes_of(DOUBLE_PENDULUM)
        self.assertEqual(answer["about"], "equilibrium")
        self.assert_frequencies(answer, [math.sqrt(2 * G * (2 - math.sqrt(2))),
                                         math.sqrt(2 * G * (2 + math.sqrt(2)))])
        slow = answer["modes"][0]["shape"]
        # angles against the vertical are in the ratio sqrt 2; q2 is measured from q1
        self.assertAlmostEqual(slow["q2"][0] / slow["q1"][0], math.sqrt(2) - 1, delta=1e-9)

    def test_damping(self):
        answer = modes_of(OSCILLATOR)
        mode = answer["modes"][0]
        self.assert_values(eigenvalues(answer), [complex(-0.15, math.sqrt(9 - 0.0225)),
                                                 complex(-0.15, -math.sqrt(9 - 0.0225))])
        self.assertAlmostEqual(mode["damping_ratio"], 0.05, delta=1e-12)
        self.assertAlmostEqual(mode["natural_rad_s"], 3, delta=1e-12)
        self.assertAlmostEqual(mode["damped_Hz"], math.sqrt(9 - 0.0225) / 2 / math.pi, delta=1e-12)
        self.assertAlmostEqual(mode["time_constant_s"], 1 / 0.15, delta=1e-10)
        self.assertEqual((mode["kind"], answer["stable"]), ("damped", True))

    def test_negative_damping_is_unstable(self):
        answer = modes_of(OSCILLATOR, "c = -0.6")
        self.assertEqual((answer["modes"][0]["kind"], answer["stable"]), ("growing oscillation", False))
        self.assertTrue(answer["modes"][0]["unstable"])

    def test_overdamped_and_critical(self):
        self.assert_values(eigenvalues(modes_of(OSCILLATOR, "c = 20")), [-1, -9])
        self.assert_values(eigenvalues(modes_of(OSCILLATOR, "c = 12")), [-3, -3], 1e-7)

    def test_cart_pole(self):
        answer = modes_of(example("cart_pole"), "M = 2, m = 0.2, l = 0.5, g = 9.81, d = 0")
        omega = math.sqrt(G * 2.2 / (2 * 0.5))
        self.assert_values(eigenvalues(answer), [-omega, omega])
        self.assertEqual(answer["zero_eigenvalues"], 2)
        self.assertFalse(answer["stable"])

    def test_sleeping_top(self):
        top = ("mechanism top\ngravity [0, 0, -9.81] m/s^2\ncoord a, b, spin\n"
               "frame top from ground : RX(a), RY(b), RZ(spin)\n"
               "body top on top : mass 2 kg, com [0, 0, 0.1] m, "
               "inertia diag(0.05, 0.05, 0.01) kg.m^2 about origin\n")
        # seen from the ground: I1 s^2 -+ i I3 w s - m g l = 0; stable where (I3 w)^2 > 4 I1 m g l
        critical = 2 * math.sqrt(0.05 * 2 * G * 0.1) / 0.01
        for factor in (0.5, 0.99, 1.01, 2):
            w = factor * critical
            answer = modes_of(top, f"spin' = {w!r}")
            root = cmath.sqrt(4 * 0.05 * 2 * G * 0.1 - (0.01 * w) ** 2)
            expected = [(sign * 1j * 0.01 * w + other * root) / 0.1
                        for sign in (1, -1) for other in (1, -1)]
            self.assert_values(eigenvalues(answer), expected, 1e-8)
            self.assertEqual(answer["stable"], factor > 1)
            self.assertEqual(answer["about"], "steady motion")
            self.assertEqual(answer["zero_eigenvalues"], 2)

    def test_states_of_the_language(self):
        motor = ("mechanism motor\nparam R = 2, L = 0.5, k = 0.3, J = 0.1 kg.m^2\n"
                 "joint a : revolute z (q) from ground\n"
                 "body A on a : inertia diag(0, 0, J), mass 1 kg\ninput u\n"
                 "state i = 0 : i' = (u - R*i - k*q')/L\ntorque m on a = k*i\n")
        answer = modes_of(motor, "u = 0")
        self.assertEqual(answer["rows"], ["q", "q'", "i"])
        # s^2 + s R/L + k^2/(J L)
        root = math.sqrt(4 - 0.09 / 0.05)
        self.assert_values(eigenvalues(answer), [-2 + root, -2 - root])
        self.assertEqual(answer["zero_eigenvalues"], 1)


class Loops(Case):
    """lin:A_in of mechanisms with closed loops."""

    def test_parallelogram_is_a_pendulum(self):
        text = ("mechanism swing\ngravity [0, -9.81, 0] m/s^2\n"
                "joint a : revolute z (q1) from ground\n"
                "joint b : revolute z (q2) from a at [0, -0.4, 0] m\n"
                "joint c : revolute z (q3) from ground at [1, 0, 0] m\n"
                "body B on b : mass 2 kg, com [0.5, -0.1, 0] m, inertia diag(0, 0, 3) kg.m^2\n"
                "loop k : revolute z [1, 0, 0] m on b = [0, -0.4, 0] m on c\n")
        answer = modes_of(text)
        self.assertEqual(len(answer["rows"]), 2)
        self.assert_frequencies(answer, [math.sqrt(G / 0.4)])
        shape = answer["modes"][0]["shape"]
        self.assertAlmostEqual(shape["q2"][0], -1, delta=1e-12)
        self.assertAlmostEqual(shape["q3"][0], 1, delta=1e-12)

    def test_what_is_balanced_everywhere_has_no_mode(self):
        for degrees in (30, 35.7, 10, -20, 40.3):
            got = modes_of(example("balanced_lamp"), f"q = {degrees} deg")
            self.assertEqual((len(got["modes"]), got["zero_eigenvalues"]), (0, 2), degrees)

    def test_redundant_third_crank(self):
        text = example("parallelogram").replace("param", "gravity [0, -9.81, 0]\nparam")
        text += "body P on platform : mass 3 kg, com [1, 0, 0] m\n"
        answer = modes_of(text, "a1 = -90 deg, a2 = -90 deg, a3 = -90 deg, x = 0, y = -0.5")
        self.assertEqual(answer["about"], "equilibrium")
        self.assert_frequencies(answer, [math.sqrt(G / 0.5)])

    def test_slider_crank(self):
        text = ("mechanism slide\ngravity [0, -9.81, 0] m/s^2\n"
                "joint crank : revolute z (th1 = -90 deg) from ground\n"
                "joint rod   : revolute z (th2 = 100 deg) from crank at [0.1, 0, 0] m\n"
                "joint slide : prismatic x (x = 0.3) from ground\n"
                "body C on crank : mass 2 kg, com [0.1, 0, 0] m\n"
                "body S on slide : mass 3 kg\n"
                "loop pin : revolute z [0.3, 0, 0] m on rod = slide\n")
        # at the lowest point of the crank the slide moves as fast as the crank's pin
        answer = modes_of(text, options=["--equilibrium"])
        self.assert_frequencies(answer, [math.sqrt(2 * G * 0.1 / (5 * 0.01))])

    def test_four_bar_in_motion(self):
        """Derivatives of the acceleration, from accelerations of states nearby."""
        def acceleration(a, speed):
            done = bielle("analyze", "motion", "-", "--as", "json", "--hold", "a", "--at",
                          f"a = {a!r}, a' = {speed!r}, b = -0.9, c = 1.5", text=FOUR_BAR)
            return json.loads(done.stdout)["state"]["qdd"]["a"]
        answer = modes_of(FOUR_BAR, "a = 1, a' = 3, b' = 0, c' = 0")
        self.assertEqual((answer["rows"][0][0], answer["about"]), (answer["rows"][1][0], "passing"))
        state = answer["state"]
        done = bielle("eval", "-", "--what", "lin:A_in", "--independent", "a", "--at",
                      "a = {a!r}, b = {b!r}, c = {c!r}".format(**state["q"]) + ", " +
                      "a' = {a!r}, b' = {b!r}, c' = {c!r}".format(**state["qd"]), text=FOUR_BAR)
        A = json.loads(done.stdout)["lin:A_in"]
        a, speed, h = state["q"]["a"], state["qd"]["a"], 1e-5
        by_a = (acceleration(a + h, speed) - acceleration(a - h, speed)) / (2 * h)
        by_speed = (acceleration(a, speed + h) - acceleration(a, speed - h)) / (2 * h)
        self.assertEqual(A[0], [0, 1])
        self.assertAlmostEqual(A[1][0] / by_a, 1, delta=1e-6)
        self.assertAlmostEqual(A[1][1] / by_speed, 1, delta=1e-6)

    def test_names(self):
        done = bielle("model", "-", "--what", "lin:A_in,lin:B_in", "--independent", "q1", "--about",
                      "q1=0, q2=0, q3=0, q1'=0, q2'=0, q3'=0", text=example("swing"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("lin:A_in[q1,q1'] = 1\n  lin:A_in[q1',q1] = -g/l\n", done.stdout)
        self.assertIn("lin:B_in[q1',tau[q1]] = 1/(m*l^2)\n", done.stdout)

    def test_without_constraints_it_is_the_whole(self):
        done = bielle("eval", "-", "--what", "lin:A,lin:A_in,lin:B,lin:B_in", "--at",
                      "q1 = 0.3, q1' = 2", text=DOUBLE_PENDULUM)
        answer = json.loads(done.stdout)
        self.assertEqual(answer["lin:A"], answer["lin:A_in"])
        self.assertEqual(answer["lin:B"], answer["lin:B_in"])


class Rolling(Case):
    def test_disk(self):
        # A (A + m r^2) s^2 = A m g r - C (C + m r^2) w^2, A = m r^2/4, C = m r^2/2
        r = 0.2
        for w in (0, 3.9, 4.2, 10):
            answer = modes_of(example("rolling_disk"), f"spin' = {w}, x' = {w * r!r}")
            root = cmath.sqrt((G / r / 4 - 0.75 * w * w) / (5 / 16))
            self.assert_values(eigenvalues(answer), [root, -root])
            self.assertEqual(answer["stable"], w * w > G / (3 * r))

    def bicycle(self, speed):
        at = f"x' = {speed}, rear_spin' = {-speed / 0.3!r}, front_spin' = {-speed / 0.35!r}"
        return modes_of(example("bicycle"), at)

    def test_bicycle(self):
        """Meijaard, Papadopoulos, Ruina and Schwab (2007), table 2."""
        data = json.loads((ROOT / "tests/data/bicycle_meijaard.json").read_text(encoding="utf-8"))
        for speed in ("0", "2", "5", "8"):
            expected = [complex(float(re), float(im))
                        for re, im in data["eigenvalues_re_im"][speed]]
            answer = self.bicycle(float(speed))
            self.assert_values(eigenvalues(answer), expected, 1e-10)
            self.assertEqual(answer["zero_eigenvalues"], 6)
        weave, capsize = (float(data["critical_speeds"][key]) for key in ("weave", "capsize"))
        for speed, is_stable in ((weave - 1e-5, False), (weave + 1e-5, True),
                                 (capsize - 1e-5, True), (capsize + 1e-5, False)):
            self.assertEqual(self.bicycle(speed)["stable"], is_stable, speed)


class Words(unittest.TestCase):
    def test_a_state_that_is_no_equilibrium(self):
        done = bielle("analyze", "modes", "-", "--at", "q1 = 30 deg", text=DOUBLE_PENDULUM)
        self.assertEqual(done.returncode, 0)
        self.assertIn("Not an equilibrium: acceleration of q", done.stdout)
        self.assertIn("--equilibrium searches for one nearby", done.stdout)

    def test_what_was_changed(self):
        done = bielle("analyze", "modes", "-", "--at", "q1 = 20 deg", text=example("swing"))
        self.assertIn("Corrected to satisfy the constraints: q2 from 0 to -0.349066 rad", done.stdout)
        done = bielle("analyze", "modes", "-", "--at", "q1 = 20 deg", "--hold", "q1",
                      text=example("swing"))
        self.assertIn("About q1 = 0.349066 rad, q2 = -0.349066 rad", done.stdout)

    def test_an_equilibrium_holds_nothing(self):
        for words, said in [(["--hold", "q1"], "none is held"), (["--open"], "among closed states")]:
            done = bielle("analyze", "modes", "-", "--equilibrium", *words, text=example("swing"))
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertIn(said, done.stderr)

    def test_unstable_modes_are_marked(self):
        done = bielle("analyze", "modes", "-", "--at", "q1 = 180 deg", text=DOUBLE_PENDULUM)
        self.assertIn("Unstable: modes 1 and 3 grow.", done.stdout)
        self.assertRegex(done.stdout, r"\n  3     8\.\d+ .* grows: unstable\n")

    def test_no_equilibrium(self):
        falling = "joint a : prismatic x (x) from ground\nbody A on a : mass 1 kg\n" \
                  "torque f on a = 3 N\n"
        done = bielle("analyze", "modes", "-", "--equilibrium", text=falling)
        self.assertEqual(done.returncode, 1)
        self.assertIn("No equilibrium was found from here.", done.stdout)

    def test_open_loop(self):
        text = FOUR_BAR.replace("[0.55, 0, 0] m on rod", "[9, 0, 0] m on rod")
        done = bielle("analyze", "modes", "-", text=text)
        self.assertEqual(done.returncode, 1)
        self.assertNotIn("nan", done.stdout)

    def test_unknown_key(self):
        done = bielle("eval", "-", "--what", "lin:C_in", "--at", "q1=0", text=DOUBLE_PENDULUM)
        self.assertEqual(done.returncode, 2)
        self.assertIn("choose one of: lin:A lin:B lin:A_in lin:B_in lin:poly", done.stderr)


if __name__ == "__main__":
    unittest.main()
