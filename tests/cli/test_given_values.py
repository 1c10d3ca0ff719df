#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Values given from outside (--set, start) reach all that is made of them: the numbers are those of the
file that says the same. Laws of inputs hold until an event or a sample sets the input."""
import json
import math
import unittest

from moving import ROOT, Moving

REPRO = ROOT / "tests/data/repro"
DELAYED = """mechanism delayed
param Ts = 0.5 s, lag = 0.1 s, k = 1
joint j : prismatic x (x) from ground
body b on j : mass 1 kg
input u [N]
input w [N]
torque drive on j = u + w
sample Ts/k : u = u + 1 N
sample 2*Ts - lag : w = w - 0.5 N
output count = u
experiment e { time 0 .. 2 s, step 0.25 s, record count, x }
"""
CHAIN = """mechanism chained
param a = 1, b = 1, c = 1, T = 0 s
joint j : prismatic x (x = 1 m) from ground
body body_of_j on j : mass 1 kg
input F = a*sin(t/1 s)*1 N
torque f on j = F
output A = a
output B = b
experiment e { time 0 .. T, step 0.5 s
  start a = 2*b, b = 3*c, T = 1 s, x = a*1 m, record A, B, x }
"""
PUSHED = """mechanism pushed
param F0 = 3 N, w = 2 rad/s, hit = 0.7 s
joint j : prismatic x (x = 0 m) from ground
body b on j : mass 1 kg
input F = F0*sin(w*t)
torque f on j = F
WHAT
experiment e { time 0 .. 2 s, step 0.05 s, tolerance 1e-11, record x, x', F }
"""


class Given(Moving):
    def edited(self, text, values):
        """The description with the values of its parameters changed."""
        for name, value in values.items():
            before, after = text.split(f"{name} = ", 1)
            number, rest = after.split(" ", 1) if after.index(" ") < after.index("\n") else after.split("\n", 1)
            comma = "," if number.endswith(",") else ""
            gap = " " if after.index(" ") < after.index("\n") else "\n"
            text = before + f"{name} = {value}{comma}" + gap + rest
        return text

    def assert_as_edited(self, text, values, *words):
        given = ", ".join(f"{name} = {value}" for name, value in values.items())
        got = self.output(text, "csv", ["--set", given, *words], 0)
        expected = self.output(self.edited(text, values), "csv", words, 0)
        self.assertEqual(got, expected, values)
        return got


class Samples(Given):
    def test_period(self):
        text = (REPRO / "sample_period.bl").read_text(encoding="utf-8")
        self.assertEqual(self.rows(text)["count"], [1, 3, 5])
        self.assertEqual(self.rows(text, "--set", "Ts = 0.1")["count"], [1, 11, 21])
        start = text.replace("record count", "start Ts = 0.1 s, record count")
        self.assertEqual(self.rows(start)["count"], [1, 11, 21])
        self.assertEqual(self.rows(start, "--set", "Ts = 0.25")["count"], [1, 5, 9])

    def test_formulas(self):
        for values in ({"Ts": 0.2}, {"k": 4}, {"lag": 0.55}, {"Ts": 0.3, "k": 2, "lag": 0.15}):
            self.assert_as_edited(DELAYED, values)

    def test_senseless(self):
        for values in ("Ts = 0", "Ts = -1", "k = -2"):
            done = self.run_on(self.file(DELAYED), "--set", values)
            self.assertEqual(done.returncode, 2)
            self.assertIn("the period of 'sample1' is not above 0", done.stderr)

    def test_no_derivative_by_a_period(self):
        path = self.file(DELAYED)
        done = self.run_on(path, "--sensitivity", "lag")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no derivative by 'lag': the moments of 'sample2' change", done.stderr)


class Starts(Given):
    def test_parameter_of_a_parameter(self):
        text = (REPRO / "start_parameter.bl").read_text(encoding="utf-8")
        self.assertEqual(self.rows(text)["mass"], [2, 2])
        self.assertEqual(self.rows(text, "--set", "k = 5")["mass"], [10, 10])
        self.assertEqual(self.rows(text, "--set", "k = 5, m = 3")["mass"], [3, 3])

    def test_chain(self):
        """What is given, then what depends on it, in whatever order it is written."""
        for words, a, b, end in (("", 6, 3, 1), ("c = 2", 12, 6, 1), ("b = 2, T = 0.5", 4, 2, 0.5),
                                 ("a = 5, c = 7", 5, 21, 1)):
            got = self.rows(CHAIN, *(["--set", words] if words else []))
            self.assertEqual((got["A"][0], got["B"][0], got["x"][0], got["t"][-1]), (a, b, a, end))
            x = a + a * (end - math.sin(end))
            self.assertAlmostEqual(got["x"][-1], x, delta=1e-6)

    def test_chain_of_derivatives(self):
        got = self.rows(CHAIN, "--sensitivity", "c,b")
        self.assertAlmostEqual(got["d(A)/d(c)"][0], 6)
        self.assertAlmostEqual(got["d(A)/d(b)"][0], 2)
        self.assertAlmostEqual(got["d(B)/d(b)"][0], 1)
        self.assertAlmostEqual(got["d(x)/d(c)"][-1], 6 * (1 + 1 - math.sin(1)), delta=1e-6)

    def test_last_digit(self):
        """1.605 deg is the double next to 1.605 pi/180, wherever it stands; rounded step by step it is another."""
        text = """mechanism a
param turn = 0 deg
joint j : prismatic x (x) from ground
body b on j : mass 1 kg
output o = turn
experiment e { time 0 .. 1 s, step 1 s, START record o }
"""
        for described, start, words in (("1.605", "", ()), ("0", "start turn = 1.605 deg,", ()),
                                        ("0", "", ("--set", "turn = 1.605 deg"))):
            got = self.rows(text.replace("0 deg", f"{described} deg").replace("START", start), *words)
            self.assertEqual(got["o"], [0.02801253449450899] * 2, (described, start, words))
        done = self.run_on(self.file(text.replace("0 deg", "1.605 deg").replace("START", "")), "--as", "json",
                           command="check")
        self.assertEqual(json.loads(done.stdout)["parameters"][0]["value"], 0.02801253449450899)

    def test_cycles(self):
        for old, new in (("b = 3*c", "b = 3*a"), ("a = 2*b", "a = 2*a"), ("T = 1 s", "T = 2*T")):
            done = self.run_on(self.file(CHAIN.replace(old, new)))
            self.assertEqual(done.returncode, 2)
            name = new.split(" = ", maxsplit=1)[0]
            self.assertIn("depends on itself", done.stderr)
            self.assertIn(f"{name}" if name != "b" else "a", done.stderr)


class Motions(Given):
    ARM = """mechanism arm
joint a : revolute z (q = 0.2 rad) from ground
body A on a : mass 1 kg, inertia diag(0, 0, 1) kg.m^2
motion q : quintic to 1 rad in 1 s
experiment e { time 0 .. 1 s, step 0.5 s }
"""

    def test_a_start_that_a_motion_does_not_take_is_told(self):
        """In every notation: the law begins at 0.2 rad, as the description says."""
        started = self.ARM.replace("step 0.5 s", "step 0.5 s, start q = 0.6 rad")
        for command, text, words in (("simulate", self.ARM, ["--set", "q = 0.6"]), ("simulate", started, []),
                                     ("trajectory", self.ARM, ["--set", "q = 0.6"])):
            for notation in ("text", "csv", "json"):
                done = self.run_on(self.file(text), "--as", notation, *words, command=command)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn("4:8: warning: the motion of 'q' is at 0.2 at the start; the value 0.6 that is given "
                              "is not used", done.stderr)
        for words in ([], ["--set", "q = 0.2"]):
            self.assertEqual(self.run_on(self.file(self.ARM), *words).stderr, "")
        moved = self.ARM.replace("quintic to", "quintic from 0.6 rad to")
        self.assertEqual(self.run_on(self.file(moved), "--set", "q = 0.6").stderr, "")


class Laws(Given):
    def law(self, t, until=math.inf, held=0.0):
        """x and x' of x'' = 3 sin(2t) until a time, then constant."""
        s = min(t, until)
        speed = 1.5 * (1 - math.cos(2 * s))
        place = 1.5 * s - 0.75 * math.sin(2 * s)
        rest = t - s
        return place + speed * rest + held * rest**2 / 2, speed + held * rest

    def assert_law(self, text, until=math.inf, held=0.0, name="F"):
        got = self.rows(text)
        for k, t in enumerate(got["t"]):
            x, speed = self.law(t, until, held)
            self.assertAlmostEqual(got["x"][k], x, delta=1e-8)
            self.assertAlmostEqual(got["x'"][k], speed, delta=1e-8)
            if abs(t - until) > 1e-9:
                self.assertAlmostEqual(got[name][k], 3 * math.sin(2 * t) if t < until else held,
                                       delta=1e-12)

    def test_until_an_event(self):
        self.assert_law(PUSHED.replace("WHAT", "when t > hit : set F = 5 N"), 0.7, 5)

    def test_event_that_never_happens(self):
        self.assert_law(PUSHED.replace("WHAT", "when t > 50 s : set F = 5 N"))
        self.assert_law(PUSHED.replace("WHAT", "when x > 100 m : set F = 5 N"))

    def test_set_from_the_law(self):
        self.assert_law(PUSHED.replace("WHAT", "when t >= 0.5 s : set F = F/2"), 0.5,
                        1.5 * math.sin(1))

    def test_state_that_reads_the_input(self):
        got = self.rows(REPRO / "input_law_ignored.bl")
        impulse = 1.5 * (1 - math.cos(1.4)) + 5 * 1.3
        self.assertAlmostEqual(got["x'"][-1], impulse, delta=1e-7)
        self.assertAlmostEqual(got["y"][-1], impulse, delta=1e-7)

    def test_sample_sets_at_once(self):
        """A sample happens at 0: there is nothing left of the law."""
        got = self.rows(PUSHED.replace("WHAT", "sample 0.5 s : F = F + 1 N"))
        for k, t in enumerate(got["t"]):
            if abs(t / 0.5 - round(t / 0.5)) > 1e-9:
                self.assertEqual(got["F"][k], 1 + math.floor(t / 0.5))

    def test_table(self):
        text = PUSHED.replace("input F = F0*sin(w*t)", "table ramp : (0 s, 0 N), (1 s, 4 N), (2 s, 4 N)\n"
                              "input F = ramp(t)")
        got = self.rows(text.replace("WHAT", "when t > 1.5 s : set F = 0 N"))
        place = dict(zip((round(t, 9) for t in got["t"]), got["F"]))
        self.assertAlmostEqual(place[0.5], 2)
        self.assertAlmostEqual(place[1.2], 4)
        self.assertAlmostEqual(place[1.7], 0)
        self.assertAlmostEqual(got["x'"][-1], 2 + 2, delta=1e-8)

    def test_derivative_of_the_law(self):
        """x(2) = F0 (T/w - sin(wT)/w^2) + F0/w (1 - cos(wT)) (2 - T) + 5 (2 - T)^2/2, T = hit."""
        text = PUSHED.replace("WHAT", "when t > hit : set F = 5 N")
        got = self.rows(text, "--sensitivity", "F0,hit")
        T, w = 0.7, 2
        by_amount = T / w - math.sin(w * T) / w**2 + (1 - math.cos(w * T)) / w * (2 - T)
        by_time = (3 * math.sin(w * T) - 5) * (2 - T)
        self.assertAlmostEqual(got["d(x)/d(F0)"][-1], by_amount, delta=1e-8)
        self.assertAlmostEqual(got["d(x)/d(hit)"][-1], by_time, delta=1e-7)


class SmoothInputs(Given):
    def test_held_from_the_start(self):
        """No force and a base at rest: nothing moves, or y follows what is held."""
        path = REPRO / "start_of_smooth_law_input.bl"
        for words in ([], ["--set", "d = 0.1 m"]):
            got = self.rows(path, *words)
            self.assertEqual(max(map(abs, got["y"])), 0)
            self.assertEqual(set(got["place"]), {0.1})
        got = self.rows(REPRO / "smooth_input_constraint.bl")
        self.assertEqual((set(got["y"]), set(got["y'"])), ({0.1}, {0}))

    def test_held_as_by_a_constant_law(self):
        text = (REPRO / "smooth_input_law_half_ignored.bl").read_text(encoding="utf-8")
        constant = text.replace("d = A*sin(w*t) [m]", "d = 0.15 m")
        for held in (text, text.replace("when t > 0.5 s : set d = 0.1 m", "")):
            expected = self.rows(constant if "when" in held else
                                 constant.replace("when t > 0.5 s : set d = 0.1 m", ""))
            self.assertEqual(self.rows(held, "--set", "d = 0.15"), expected)

    def test_event(self):
        """Relative to a base that stops, a free body keeps its speed; d'' = 0 from there on."""
        got = self.rows("""mechanism base
input d = 0.2 m*sin(3*t) smooth
frame base from ground : TX(d)
joint b : prismatic x (y) from base
body Bb on b : mass 1 kg
when t > 0.5 s : set d = 0.1 m
experiment e { time 0 .. 1 s, step 0.125 s, tolerance 1e-11, record y, y', d }
""")
        for k, t in enumerate(got["t"]):
            s = min(t, 0.5)  # y'' = -d'': y + d goes on with the speed 0
            y = -0.2 * math.sin(3 * s) + 0.6 * s + (0.6 - 0.6 * math.cos(3 * s)) * (t - s)
            self.assertAlmostEqual(got["y"][k], y, delta=1e-9)
            self.assertAlmostEqual(got["y'"][k], 0.6 - 0.6 * math.cos(3 * s), delta=1e-9)

    def test_event_under_a_constraint(self):
        for method in ("projection", "independent", "ggl"):
            got = self.rows("""mechanism tied
input d = 0.2 m*sin(3*t) smooth
joint b : prismatic x (y) from ground
body Bb on b : mass 1 kg
constraint c : y = d
when t > 0.5 s : set d = 0.1 m
experiment e { time 0 .. 1 s, step 0.125 s, record y, y', d }
""", "--treatment", method)
            for k, t in enumerate(got["t"]):
                y = 0.2 * math.sin(3 * t) if t < 0.5 - 1e-9 else 0.1
                speed = 0.6 * math.cos(3 * t) if t < 0.5 - 1e-9 else 0
                self.assertAlmostEqual(got["y"][k], y, delta=1e-7)
                self.assertAlmostEqual(got["y'"][k], speed, delta=1e-6)

    def test_contradictions(self):
        path = REPRO / "smooth_input_constraint.bl"
        done = self.run_on(path, "--set", "d = 0.1, d' = 0.2")
        self.assertEqual(done.returncode, 2)
        self.assertIn("'d' is held, and its rates are 0", done.stderr)
        law = self.file(path.read_text(encoding="utf-8").replace("start d = 0.1 m\n", ""))
        for command, words in (("simulate", []), ("fmu", ["-o", str(self.folder / "m.fmu")])):
            done = self.run_on(law, "--set", "d' = 0.2", *words, command=command)
            self.assertEqual(done.returncode, 2, command)
            self.assertIn("'d' follows its law", done.stderr)

    def test_state(self):
        """At a state, too, what is given is held; who gives rates has them."""
        path = self.file((REPRO / "smooth_input_constraint.bl").read_text(encoding="utf-8"))
        for words, rate in (("d = 0.1", 0), ("d = 0.1, d' = 0.4", -0.4), ("t = 0", -0.6)):
            done = self.run_on(path, "--at", words, "--what", "Phi_t", "--open", command="eval")
            self.assertAlmostEqual(json.loads(done.stdout)["Phi_t"][0], rate, msg=words)


class Regulators(Given):
    """Gains are those of the values in force of what only costs and weights are made of."""
    PLACE = """mechanism regulated
param N = 1 N.m, C = 1 N.m, goal = 0.2, D = 0.5 s^2, m = 1 kg
gravity [0, -9.81, 0]
joint a : revolute z (q = -1.5) from ground
body A on a : mass m, com [0.5, 0, 0] m, inertia diag(0, 0, 0.02) kg.m^2
let price = C*(q - goal)^2 + D*C*q'^2
control lqr(a, cost = price, weight = 1/N)
experiment e { time 0 .. 1 s, step 0.25 s, record q }
"""

    def test_weight(self):
        text = (REPRO / "lqr_weight.bl").read_text(encoding="utf-8")
        plain, got = self.rows(text), self.rows(text, "--set", "N = 4")
        self.assertEqual(got, self.rows(text.replace("N = 1", "N = 4")))
        self.assertNotEqual(got, plain)
        self.assertEqual(self.rows(text.replace("record q", "start N = 4, record q")), got)
        self.assertEqual(self.rows(text.replace("record q", "start N = 4, record q"), "--set", "N=1"),
                         plain)

    def test_cost_and_place(self):
        for values in ({"N": 0.25}, {"C": 3}, {"goal": -0.6}, {"D": 2}, {"C": 7, "goal": 0.5, "N": 2}):
            self.assert_as_edited(self.PLACE, values)
            given = ", ".join(f"{name} = {value}" for name, value in values.items())
            at = "q = 0.3, q' = -0.2"
            got = self.run_on(self.file(self.PLACE), "--at", f"{at}, {given}", "--what", "Qe",
                              command="eval")
            edited = self.run_on(self.file(self.edited(self.PLACE, values)), "--at", at, "--what",
                                 "Qe", command="eval")
            self.assertEqual(got.stdout, edited.stdout)

    def test_gains_of_the_double_integrator(self):
        """x'' = u/m: the least integral of c x^2 + w u^2 has kp = sqrt(c/w), kd = sqrt(2 m kp)."""
        text = """mechanism block
param c = 1 N/m, w = 1 m/N, m = 2 kg
joint s : prismatic x (x = 1 m) from ground
body b on s : mass m
control lqr(s, cost = c*x^2, weight = w)
"""
        for c, w in ((1, 1), (9, 1), (2, 0.1)):
            at = f"x = 1, x' = 0, c = {c}, w = {w}"
            done = self.run_on(self.file(text), "--at", at, "--what", "Qe", command="eval")
            self.assertAlmostEqual(json.loads(done.stdout)["Qe"][0], -math.sqrt(c / w), delta=1e-9)
            at = f"x = 0, x' = 1, c = {c}, w = {w}"
            done = self.run_on(self.file(text), "--at", at, "--what", "Qe", command="eval")
            self.assertAlmostEqual(json.loads(done.stdout)["Qe"][0],
                                   -math.sqrt(2 * 2 * math.sqrt(c / w)), delta=1e-9)

    def test_gain_that_is_given(self):
        """It stays, whatever the cost says; the others follow."""
        path = self.file(self.PLACE)
        at = "q = 0.2, q' = 1, N = 4"
        done = self.run_on(path, "--at", at + ", lqr.kd.q.q = 5", "--what", "Qe", command="eval")
        still = self.run_on(path, "--at", "q = 0.2, q' = 0, N = 4", "--what", "Qe", command="eval")
        change = json.loads(done.stdout)["Qe"][0] - json.loads(still.stdout)["Qe"][0]
        self.assertAlmostEqual(change, -5, delta=1e-9)

    def test_what_the_controller_knows(self):
        """Of what the mechanism is made of as well it has the values of the description."""
        at = ["--at", "q = 0.3, q' = -0.2", "--what", "Qe"]
        plain = self.run_on(self.file(self.PLACE), *at, command="eval")
        at[1] += ", m = 2"
        self.assertEqual(self.run_on(self.file(self.PLACE), *at, command="eval").stdout, plain.stdout)

    def test_faults(self):
        path = self.file(self.PLACE)
        done = self.run_on(path, "--set", "N = -1")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the weight of the torque in 'lqr' is above 0", done.stderr)
        done = self.run_on(path, "--sensitivity", "goal")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there is no derivative by 'goal'", done.stderr)


class Trajectories(Given):
    COMMAND = "trajectory"

    def test_input_that_is_given(self):
        text = """mechanism moved
param k = 2 N
joint j : prismatic x (x = 0.2 m) from ground
body b on j : mass 1 kg
input F = 3 N
input G = k*sin(t/1 s)
torque f on j = -F - G
motion x : quintic to 1 m in 1 s
"""
        plain = self.rows(text)
        got = self.rows(text, "--set", "F = 5, G = 0.5")
        for k, t in enumerate(got["t"]):
            self.assertAlmostEqual(got["tau[x]"][k] - plain["tau[x]"][k], 2 + 0.5 - 2 * math.sin(t))


if __name__ == "__main__":
    unittest.main()
