#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Methods and treatments of `bielle simulate`: reference solutions, conservation laws, and one motion whoever finds it."""
import math
import unittest

from test_simulate import Simulate, data, example


class Methods(Simulate):
    def last(self, path, *words):
        return {name: values[-1] for name, values in self.rows(path, *words).items()}

    def with_experiment(self, name, experiment, **values):
        """The example with an experiment of its own and other parameters."""
        text = example(name).read_text(encoding="utf-8").split("\nexperiment")[0]
        start = "".join(f"  start {key} = {value!r}\n" for key, value in values.items())
        return self.file(f"{text}\nexperiment own {{\n{experiment}\n{start}}}\n")

    def assert_alike(self, one, other, part):
        for name, value in one.items():
            self.assertLessEqual(abs(value - other[name]), part * max(1, abs(value)), name)


class Trees(Methods):
    PENDULUM = """mechanism pendulum
gravity [0, -9.81, 0]
joint hinge : revolute z (phi = -90 deg) from ground rotated RZ(-90 deg)
body bob on hinge : mass 1, com [1, 0, 0]
experiment swing { time 0 .. 10 s, step 10 s }
"""

    def test_auto_takes_what_is_least_work(self):
        """Runge and Kutta's method where rows are few, Adams where they are dense, BDF where it is stiff;
        in the same way each time, compiled or not."""
        arm = "".join(f"joint j{i} : revolute z (p{i} = {i}) from {'ground' if i == 1 else f'j{i - 1}'}"
                      f" at [{0 if i == 1 else 1}, 0, 0]\n"
                      f"body b{i} on j{i} : mass 1, com [0.5, 0, 0], inertia diag(0, 0, 0.1)\n"
                      for i in range(1, 4))
        text = f"mechanism arm\ngravity [0, -9.81, 0]\n{arm}experiment e {{ time 0 .. 20 s, step STEP }}\n"
        for step, method in (("20 s", "erk6"), ("2 ms", "adams")):
            path = self.file(text.replace("STEP", step))
            record = self.record(path)
            self.assertEqual(record["method"], method)
            self.assertLess(record["evaluations"], 1.3 * self.record(path, "--method", method)["evaluations"])
            for compiled in ("never", "always"):
                again = self.run_on(path, "--as", "json", "--compiled", compiled)
                self.assertEqual(again.stdout, self.run_on(path, "--as", "json").stdout)
        coarse = self.record(self.file(text.replace("STEP", "20 s")), "--tolerance", "1e-4")
        self.assertEqual(coarse["method"], "erk5")
        stiff = self.record(example("vehicle15"))
        self.assertEqual((stiff["method"], stiff["stiff"]), ("bdf", True))

    def test_every_method_finds_the_pendulum(self):
        """IFToMM A01, by elliptic functions."""
        path = self.file(self.PENDULUM)
        expected = [row for row in data("A01_simple_pendulum")["reference"] if float(row["t"]) == 10][0]
        for method, error in (("adams", 5e-8), ("bdf", 1e-6), ("ida", 1e-6), ("erk4", 1e-9),
                              ("erk5", 1e-8), ("erk6", 1e-8), ("erk7", 1e-7), ("erk8", 1e-8)):
            got = self.last(path, "--method", method, "--tolerance", "1e-10")
            self.assert_near(got["phi"], float(expected["phi"]), error)

    def test_higher_orders_need_fewer_evaluations(self):
        path = self.file(self.PENDULUM)
        counts = [self.record(path, "--method", f"erk{order}", "--tolerance", "1e-11")["evaluations"]
                  for order in (4, 5, 6, 8)]
        self.assertEqual(counts, sorted(counts, reverse=True))

    def test_time_runs_back(self):
        """Forward, speeds turned round, and forward again: back to the start."""
        text = """mechanism double
gravity [0, -9.81, 0]
joint a : revolute z from ground
joint b : revolute z from a at [1, 0, 0]
body upper on a : mass 1, com [0.5, 0, 0], inertia diag(0, 0, 0.1)
body lower on b : mass 1, com [0.5, 0, 0], inertia diag(0, 0, 0.1)
experiment way { time 0 .. 2 s, step 2 ms }
"""
        for method, error in (("adams", 1e-8), ("erk8", 1e-9), ("midpoint", 1e-9)):
            path = self.file(text)
            there = self.last(path, "--method", method, "--tolerance", "1e-12")
            back = self.last(path, "--method", method, "--tolerance", "1e-12", "--set",
                             f"a = {there['a']!r}, b = {there['b']!r}, "
                             f"a' = {-there['a' + chr(39)]!r}, b' = {-there['b' + chr(39)]!r}")
            for name in ("a", "b", "a'", "b'"):
                self.assertAlmostEqual(back[name], 0, delta=error, msg=method)

    def test_a_free_body_keeps_its_angular_momentum(self):
        """About its middle axis, where it turns over; by quaternions, in axes of the ground."""
        path = self.with_experiment("free_body", "time 0 .. 5 s, step 0.5 s, tolerance 1e-10\n"
                                    "start e1' = 0.005 Hz, e2' = 3 Hz")
        box, mass = (0.3, 0.2, 0.1), 2700 * 0.3 * 0.2 * 0.1
        inertia = [mass / 12 * (sum(s * s for s in box) - s * s) for s in box]
        for words in (("--method", "auto"), ("--method", "erk8"), ("--method", "ida"),
                      ("--treatment", "independent")):
            got = self.rows(path, *words)
            momenta = []
            for k in range(len(got["t"])):
                e = [got[f"e{i}"][k] for i in range(4)]
                d = [got[f"e{i}'"][k] for i in range(4)]
                self.assertAlmostEqual(sum(v * v for v in e), 1, delta=1e-7)
                # w = 2 conj(e) e' in axes of the body
                w = [2 * (e[0] * d[1] - e[1] * d[0] - e[2] * d[3] + e[3] * d[2]),
                     2 * (e[0] * d[2] - e[2] * d[0] - e[3] * d[1] + e[1] * d[3]),
                     2 * (e[0] * d[3] - e[3] * d[0] - e[1] * d[2] + e[2] * d[1])]
                h = [i * v for i, v in zip(inertia, w)]
                c = [e[2] * h[2] - e[3] * h[1], e[3] * h[0] - e[1] * h[2], e[1] * h[1] - e[2] * h[0]]
                c = [v + e[0] * u for v, u in zip(c, h)]
                momenta.append([h[0] + 2 * (e[2] * c[2] - e[3] * c[1]),
                                h[1] + 2 * (e[3] * c[0] - e[1] * c[2]),
                                h[2] + 2 * (e[1] * c[1] - e[2] * c[0])])
            for momentum in momenta:
                for one, other in zip(momentum, momenta[0]):
                    self.assertAlmostEqual(one, other, delta=2e-6, msg=words)

    def test_energy_over_a_long_run(self):
        """A thousand seconds: the energy of the midpoint rule swings, that of rk4 runs away."""
        path = self.file(self.PENDULUM.replace("time 0 .. 10 s, step 10 s", "time 0 .. 1000 s, step 20 ms"))
        off = {method: self.record(path, "--method", method)["audit"] for method in ("midpoint", "rk4")}
        short = self.record(path, "--method", "midpoint", "--until", "20")["audit"]
        self.assertLess(off["midpoint"], 1.05 * short)
        short = self.record(path, "--method", "rk4", "--until", "20")["audit"]
        self.assertGreater(off["rk4"], 10 * short)

    def test_stiff_governor_for_all_its_time(self):
        """IFToMM A05, ten seconds; derivatives that are derived save evaluations."""
        path = self.with_experiment("flyball_governor", "time 0 .. 10 s, step 0.5 s\nstart phi' = 2*pi")
        for words in (("--method", "auto"), ("--method", "ida")):
            got = self.rows(path, *words, "--tolerance", "1e-9")
            for row in data("A05_flyball_governor")["reference"]:
                k = round(2 * row["t"])
                self.assert_near(got["s"][k], row["s"], 5e-6)
                self.assert_near(got["alpha1"][k], row["alpha"], 5e-6)
        derived = self.record(path, "--method", "bdf")
        self.assertGreater(derived["jacobians"], 0)
        self.assertTrue(self.record(path)["stiff"])


class Loops(Methods):
    WAYS = (("--method", "adams"), ("--method", "erk8"), ("--treatment", "independent"),
            ("--method", "ida"), ("--method", "bdf"))

    def test_one_motion_by_every_treatment(self):
        for name, until, error in (("slider_crank_relative", "0.5", 1e-6), ("andrews_squeezer", "0.02", 1e-5),
                                   ("bricard", "1", 1e-6), ("stewart", "0.1", 1e-7)):
            ends = [self.last(example(name), "--until", until, "--tolerance", "1e-10", *way)
                    for way in self.WAYS]
            for end in ends[1:]:
                self.assert_alike(ends[0], end, error)

    def test_rows_far_apart_leave_no_drift(self):
        """What Adams drifts is put back between rows, too."""
        path = self.with_experiment("four_bar_driven", "time 0 .. 50 s, step 50 s", torque1=0.5)
        for method in ("auto", "adams"):
            record = self.record(path, "--method", method)
            self.assertLess(record["position_drift"], 1e-6)

    def test_a_crank_that_turns_ever_faster(self):
        """A hundred turns of the squeezer: multipliers lose the digits that short steps take, and speeds of
        10^4 rad/s near their zeros what a rounding of the time changes them by."""
        for tolerance, delta in (("1e-9", 3e-4), ("1e-10", 1e-4)):
            ends = [self.last(example("andrews_squeezer"), "--until", "0.3", "--tolerance", tolerance, *words)
                    for words in (("--method", "ida"), ("--method", "erk8"), ("--treatment", "independent"))]
            for name in ("beta", "gamma", "delta"):
                self.assertAlmostEqual(ends[0][name], ends[1][name], delta=delta)
                self.assertAlmostEqual(ends[0][name], ends[2][name], delta=delta)

    def test_four_bar(self):
        """Own reference, two formulations in long double; all the way round."""
        problem = data("planar_four_bar")
        text = """mechanism four_bar
param l1 = 0.4 m, l2 = 1 m, l3 = 0.8 m, l0 = 0.9 m, m1 = 1 kg, m2 = 2.5 kg, m3 = 2 kg
gravity [0, -9.81, 0]
joint a : revolute z (a = 1 rad) from ground
joint b : revolute z (b) from a at [l1, 0, 0]
joint c : revolute z (c = 1.3 rad) from ground at [l0, 0, 0]
loop pin : revolute z [l2, 0, 0] on b = [l3, 0, 0] on c
body crank on a : mass m1, com [l1/2, 0, 0], inertia diag(0, 0, m1*l1^2/12)
body rod on b : mass m2, com [l2/2, 0, 0], inertia diag(0, 0, m2*l2^2/12)
body arm on c : mass m3, com [l3/2, 0, 0], inertia diag(0, 0, m3*l3^2/12)
torque motor on a = 2 N.m
experiment run { time 0 .. 1 s, step 0.25 s, start a = 1 rad }
"""
        path = self.file(text)
        for way in self.WAYS:
            got = self.rows(path, "--tolerance", "1e-10", *way)
            for row in problem["reference"][:4]:
                k = round(4 * float(row["t"]))
                self.assert_near(got["a"][k], float(row["theta1"]), 1e-6)
                self.assert_near(got["a'"][k], float(row["theta1d"]), 1e-5)

    def test_many_four_bars_through_their_flat_position(self):
        """IFToMM A02: lying, the mechanism may go on in three ways; the smooth one is a pendulum's motion."""
        path = self.with_experiment("n_four_bar", "time 0 .. 10 s, step 1 s\nstart theta[1]' = 1")
        reference = data("A02_N_four_bar")["cases"]["N=2"]["reference"]
        for way, error in (((), 1e-4), (("--method", "erk8", "--tolerance", "1e-12"), 2e-8),
                           (("--method", "ida", "--tolerance", "1e-9"), 1e-4),
                           (("--treatment", "independent"), 1e-4),
                           (("--treatment", "independent", "--tolerance", "1e-11"), 1e-6),
                           (("--treatment", "independent", "--method", "erk5"), 1e-5),
                           (("--treatment", "independent", "--method", "erk8"), 1e-5)):
            got = self.rows(path, *way)
            for row in reference:
                k = round(float(row["t"]))
                for name in ("theta[1]", "theta[2]", "theta[3]", "psi[1]", "psi[2]"):
                    self.assertAlmostEqual(got[name][k], float(row["theta"]), delta=error, msg=(way, k))
        done = self.run_on(path)
        self.assertIn("Passed 10 singular configurations of the constraints", done.stdout)

    def test_a_crank_as_long_as_its_rod(self):
        """Upright, the piston is at the crank's pivot and could stay there: it goes on, by every treatment alike."""
        path = self.file("""mechanism equal
gravity [0, -9.81, 0]
joint crank  : revolute z (a = 45 deg) from ground
joint rod    : revolute z (b = -90 deg) from crank at [1, 0, 0]
joint piston : prismatic x (x = 1.4 m) from ground
body crank  on crank : mass 1 kg, com [0.5, 0, 0], inertia diag(0, 0, 0.1)
body rod    on rod : mass 1 kg, com [0.5, 0, 0], inertia diag(0, 0, 0.1)
body piston on piston : mass 1 kg
loop pin : revolute z [1, 0, 0] on rod = [0, 0, 0] on piston
experiment run { time 0 .. 4 s, step 1 s, start a = 45 deg, a' = 3 }
""")
        ends = [self.last(path, "--tolerance", "1e-9", *way) for way in self.WAYS]
        for end in ends:
            self.assertAlmostEqual(end["x"], 2 * math.cos(end["a"]), delta=1e-7)
            self.assertAlmostEqual(end["b"], -2 * end["a"], delta=1e-7)
            self.assert_alike(ends[1], end, 2e-4)

    def test_where_it_cannot_go_on_smoothly(self):
        """A dyad pulled straight: behind that position there is none."""
        path = self.file("""mechanism reach
joint a : revolute z (a = 60 deg) from ground
joint b : revolute z (b = -120 deg) from a at [1, 0, 0]
joint s : prismatic x (x = 1 m) from ground
body upper on a : mass 1 kg, com [0.5, 0, 0], inertia diag(0, 0, 0.1)
body lower on b : mass 1 kg, com [0.5, 0, 0], inertia diag(0, 0, 0.1)
body block on s : mass 1 kg
loop pin : revolute z [1, 0, 0] on b = [0, 0, 0] on s
force pull at s = [5, 0, 0]
experiment run { time 0 .. 5 s, step 0.1 s }
""")
        for way in self.WAYS:
            done = self.run_on(path, *way)
            if done.returncode == 0:  # the block swings back, or folds the other way: energy tells
                self.assertRegex(done.stdout, r"energy error at most \d\.\de-\d+ J \(\de-0[5-9] ", way)
            else:
                self.assertEqual(done.returncode, 1)
                self.assertRegex(done.stdout, r"Simulation failed: .* at t = 0\.\d+ s", way)

    def test_exact_jacobians(self):
        """By the chain rule: as exact as the motion of another method, with fewer evaluations than differences take."""
        path = self.with_experiment("four_bar_driven", "time 0 .. 1 s, step 0.1 s, tolerance 1e-9", torque1=0.5)
        other = self.last(path, "--method", "erk8", "--tolerance", "1e-11")
        for words in (("--method", "bdf", "--treatment", "independent"), ("--method", "ida")):
            record = self.record(path, *words)
            self.assertGreater(record["jacobians"], 0)
            self.assertLess(record["evaluations"], 3 * record["steps"])
            self.assert_alike(self.last(path, *words), other, 1e-5)

    FLAT = """mechanism flat
joint a : revolute z (a = 60 deg) from ground
joint b : revolute z (b = -60 deg) from a at [1, 0, 0]
joint c : revolute z (c = 60 deg) from ground at [2, 0, 0]
loop pin : revolute z [2, 0, 0] on b = [1, 0, 0] on c
body A on a : mass 1 kg, com [0.5, 0, 0], inertia diag(0, 0, 0.1)
body B on b : mass 1 kg, com [1, 0, 0], inertia diag(0, 0, 0.3)
body C on c : mass 1 kg, com [0.5, 0, 0], inertia diag(0, 0, 0.1)
torque push on a = %s
experiment run { time 0 .. %g s, step 0.02 s, tolerance 1e-9, start a' = 2 rad/s }
"""

    def test_what_acts_changes_fast_where_it_lies_flat(self):
        """A parallelogram: 1.7 kg.m^2 a'^2/2 changes by the work of the push, over flat positions, too."""
        path = self.file(self.FLAT % ("40 N.m*sin(600*a)", 1.5))
        for words in (), ("--method", "erk8"), ("--treatment", "independent"):
            end = self.last(path, *words)
            self.assertGreater(end["a"], 4)
            work = -40 / 600 * (math.cos(600 * end["a"]) - math.cos(600 * math.pi / 3))
            self.assertAlmostEqual(end["a'"], math.sqrt(4 + 2 * work / 1.7), delta=1e-5)

    def test_a_push_that_ends_where_it_lies_flat(self):
        """Its work is that until there, by every method: 1.7 a'^2/2 = 3.4 J + work."""
        smooth = 20 * (2 * math.pi / 3 - (math.sin(60 * math.pi) - math.sin(20 * math.pi)) / 60)
        for push, work, delta in (("40 N.m*sin(30*a)^2", smooth, 1e-7), ("40 N.m", 80 * math.pi / 3, 4e-6)):
            path = self.file(self.FLAT % (f"if(a > 3.141592653589793, 0, {push})", 0.6))
            for words in (), ("--method", "erk8"), ("--treatment", "independent"), ("--method", "ida"):
                self.assertAlmostEqual(self.last(path, *words)["a'"], math.sqrt(4 + 2 * work / 1.7), delta=delta)

    def test_another_treatment_goes_on(self):
        """The push ends just where constraints depend on one another: ida fails there, projection crosses."""
        path = self.file(self.FLAT % ("if(a > 3.141592653589793, 0, 40 N.m)", 0.6))
        record = self.record(path, "--method", "ida")
        (change,) = record["changes"]
        self.assertEqual((change["from"], change["to"], record["treatment"]), ("ggl", "projection", "projection"))
        self.assertRegex(change["cause"], r"a singularity is near at t = 0\.345\d+ s")
        self.assertEqual(change["t"], 0.34)
        self.assertRegex(self.run_on(path, "--method", "ida").stdout,
                         r"\nFrom t = 0\.34 s on, projection instead of ggl: even the smallest step .* 0\.345\d+ s\n")
        done = self.run_on(path, "--treatment", "ggl")  # that one, and no other
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"Simulation failed: .* at t = 0\.345\d+ s")

    def test_energy_is_kept_by_the_change(self):
        """ida may fail close to where a row of four-bars lies flat; projection begins from farther away."""
        changes = 0
        for speed in (1, 0.9, 2, 0.8, 1.1):  # where it does is a matter of rounding
            record = self.record(example("n_four_bar"), "--method", "ida", "--set", f"theta[1]' = {speed} rad/s")
            self.assertEqual(record["failure"], "")
            self.assertLess(record["audit"], 1e-5)  # [J], of 110
            changes += len(record["changes"])
        self.assertGreater(changes, 0)

    def test_coordinates_without_inertia_are_passed(self):
        """A rod of the delta robot, thin, comes to lie along the first axis of its universal joint, whose angle is nothing
        then. Other axes of the joint never lie so: the motion is the same, by every method at every tolerance."""
        start = ("--until", "0.3", "--set", "x = 0 m, y = 0 m, z = -1.20667 m")
        text = example("delta").read_text(encoding="utf-8")
        turned = text.replace("from shoulder at [l1, 0, 0]", "from shoulder at [l1, 0, 0] rotated RZ(90 deg)")
        self.assertNotEqual(turned, text)
        expected = self.last(self.file(turned), *start, "--method", "erk8", "--tolerance", "1e-12")
        passed = 0
        for words in (("--method", "auto"), ("--method", "adams"), ("--method", "bdf"), ("--method", "erk5"),
                      ("--method", "erk8"), ("--method", "ida"), ("--treatment", "independent")):
            for tolerance in ("1e-7", "1e-8", "1e-9", "1e-10", "1e-11"):
                both = (*start, *words, "--tolerance", tolerance)
                record = self.record(example("delta"), *both)
                self.assertEqual(record["failure"], "")
                passed += record["passings"]
                end = self.last(example("delta"), *both)
                for name in "xyz":
                    self.assertAlmostEqual(end[name], expected[name], delta=1e-7 + 50 * float(tolerance), msg=both)
        self.assertGreater(passed, 15)  # the others went over it within a step
        done = self.run_on(example("delta"), *start, "--tolerance", "1e-9")
        self.assertIn("Passed 1 configuration with a singular mass matrix, last at t = 0.2849445", done.stdout)

    def damped(self, damping, end, delta):
        """A damped parallelogram that comes to rest where it lies flat: 1.7 a'' = 19.62 sin a - damping a'."""
        text = (self.FLAT % (f"-{damping} N.m.s*a'", end)).replace("step 0.02", "step 0.1") + "gravity [-9.81, 0, 0]\n"
        path = self.file(text)
        rate = lambda a, v: (v, (19.62 * math.sin(a) - damping * v) / 1.7)
        a, v, h, expected = math.pi / 3, 2.0, 2e-3, []
        for k in range(round(end / h) + 1):
            expected.append((a, v))
            k1 = rate(a, v)
            k2 = rate(a + h / 2 * k1[0], v + h / 2 * k1[1])
            k3 = rate(a + h / 2 * k2[0], v + h / 2 * k2[1])
            k4 = rate(a + h * k3[0], v + h * k3[1])
            a += h / 6 * (k1[0] + 2 * k2[0] + 2 * k3[0] + k4[0])
            v += h / 6 * (k1[1] + 2 * k2[1] + 2 * k3[1] + k4[1])
        rows = self.rows(path)
        for k, t in enumerate(rows["t"]):
            self.assertAlmostEqual(rows["a"][k], expected[round(t / h)][0], delta=delta)
            self.assertAlmostEqual(rows["a'"][k], expected[round(t / h)][1], delta=delta)
        return self.record(path)

    def test_from_projection(self):
        """It creeps there; or swings through it, less each time, and turns round nearer than it was crossed from (which is
        good to 1e-6 of a speed of 1)."""
        self.assertEqual([(change["from"], change["to"]) for change in self.damped(20, 15, 1e-7)["changes"]],
                         [("projection", "independent"), ("independent", "ggl")])
        self.assertGreater(self.damped(5, 8, 1e-5)["crossings"], 5)

    def test_causes_are_words(self):
        """Of changes and a place without accelerations that were met on the way."""
        text = (self.FLAT % ("-5 N.m.s*a'", 9)).replace("step 0.02", "step 0.1") + "gravity [-9.81, 0, 0]\n"
        record = self.record(self.file(text))
        self.assertGreater(len(record["changes"]), 1)
        for change in record["changes"]:
            self.assertRegex(change["cause"], r"^(the constraints depend|even the smallest|the accelerations|it takes too many steps)[ -~]* at t = 8\.\d+ s")

    def test_it_ends_where_steps_lead_nowhere(self):
        """The same, much longer: what is left of its swings is smaller than what a position is known to. Whether
        ida stops there or its steps lead nowhere is a matter of rounding."""
        text = (self.FLAT % ("-5 N.m.s*a'", 20)).replace("step 0.02", "step 0.1") + "gravity [-9.81, 0, 0]\n"
        path, causes = self.file(text), []
        for tolerance in ("1e-9", "2e-9", "3e-9", "5e-10", "7e-10", "1.5e-9"):
            for until in ("12", "20"):
                record = self.record(path, "--tolerance", tolerance, "--until", until, status=1)
                self.assertLess(record["steps"], 1000000)
                causes += [change["cause"] for change in record["changes"]]
        self.assertIn("it takes too many steps", " ".join(causes))

    def test_the_choice_is_weighed(self):
        done = self.run_on(example("andrews_squeezer"))
        self.assertRegex(done.stdout, r"Constraints, by projection \(\d+ operations per step, ggl \d+, independent \d+\), maximum position drift")
        for method in "auto", "bdf":
            record = self.record(example("andrews_squeezer"), "--method", method)
            works = record["treatment_operations"]
            self.assertEqual(min(works, key=works.get), record["treatment"])
        self.assertEqual(self.record(example("andrews_squeezer"), "--treatment", "ggl")["treatment_operations"], {})

    def test_none_goes_on(self):
        """A force without value in a loop: all treatments end there, with the cause of the first."""
        path = self.file(self.FLAT % ("1 N.m*sqrt(2 - a)", 1))
        record = self.record(path, status=1)
        self.assertEqual((record["treatment"], record["changes"]), ("projection", []))
        self.assertRegex(record["failure"], r"at t = 0\.\d+ s")

    def test_slider_crank_vectors(self):
        for vector in data("slider_crank_simulation"):
            state, expected = vector["state"], vector["expected"]
            values = dict(vector["params"])
            path = self.with_experiment(
                "slider_crank_relative",
                f"time 0 .. {state['t_end']!r}, step {state['t_end']!r}, tolerance 1e-11\n"
                f"start th1 = {state['theta1_0']!r}, th1' = {state['theta1p_0']!r}", **values)
            for way in (("--method", "erk8"), ("--treatment", "independent"), ("--method", "adams")):
                got = self.last(path, *way)
                self.assert_near(got["th1"], expected["theta1"], 1e-8)
                self.assert_near(got["th1'"], expected["theta1p"], 1e-7)


class Wheels(Methods):
    WAYS = (("--method", "auto"), ("--method", "erk8"), ("--treatment", "independent"),
            ("--method", "ida"))

    def test_knife_edge(self):
        """A skate on a slope does not go down: closed form."""
        path = self.with_experiment("knife_edge", "time 0 .. 5 s, step 0.5 s, tolerance 1e-11\nstart phi' = 2")
        for way in self.WAYS:
            got = self.rows(path, *way)
            for row in data("knife_edge_incline")["reference"]:
                k = round(2 * row["t"])
                for name in ("x", "y", "phi"):
                    self.assert_near(got[name][k], row[name], 2e-7)

    def test_rolling_disk(self):
        problem = data("rolling_disk")
        start = problem["initial"]
        rate = start["w3"] / math.cos(start["theta"])
        spin = start["w2"] - rate * math.sin(start["theta"])
        path = self.with_experiment(
            "rolling_disk", "time 0 .. 5 s, step 0.5 s, tolerance 1e-11\n"
            f"start lean = {start['theta']!r}, yaw' = {rate!r}, lean' = {start['thetadot']!r}, "
            f"spin' = {spin!r}, z = {0.5 * math.cos(start['theta'])!r}", r=problem["parameters"]["r"])
        for way in self.WAYS:
            got = self.rows(path, *way)
            for row in problem["reference"]:
                k = round(2 * row["t"])
                self.assert_near(got["lean"][k], float(row["theta"]), 2e-6)
                self.assert_near(got["yaw"][k], float(row["psi"]), 2e-6)
                self.assert_near(got["spin"][k], float(row["phi"]), 2e-6)

    def test_bicycle(self):
        """20 s of the uncontrolled bicycle of IFToMM, below the speed at which it stands by itself."""
        case = data("bicycle_meijaard")["nonlinear_simulation"]["cases"]["m1_v4.0"]
        path = self.with_experiment(
            "bicycle", "time 0 .. 20 s, step 0.5 s, tolerance 1e-10\nstart x' = 4, lean' = 0.05, "
            f"rear_spin' = {-4 / 0.3!r}, front_spin' = {-4 / 0.35!r}")
        got = self.rows(path)
        for row in case["reference"]:
            k = round(2 * row["t"])
            self.assertAlmostEqual(got["lean"][k], row["roll"], delta=1e-6)
            self.assertAlmostEqual(got["steer"][k], row["steer"], delta=1e-6)
            self.assertAlmostEqual(got["yaw"][k], row["yaw"], delta=1e-6)

    def test_sleigh_by_every_treatment(self):
        path = self.with_experiment("chaplygin_sleigh", "time 0 .. 20 s, step 1 s, tolerance 1e-11\n"
                                    "start x' = 0.2 m/s, theta' = 1.5 rad/s")
        for way in self.WAYS:
            got = self.rows(path, *way)
            for row in data("chaplygin_sleigh")["reference"][:4]:
                for name in ("x", "y", "theta"):
                    self.assert_near(got[name][round(row["t"])], float(row[name]), 2e-7)

    def test_vectors_of_the_mobile_robot(self):
        for vector in data("000_mobile_robot_simulation"):
            state, expected = vector["state"], vector["expected"]
            theta = state["theta"]
            path = self.with_experiment(
                "mobile_robot_motors",
                f"time 0 .. {state['t_end']!r}, step {state['t_end']!r}, tolerance 1e-11\n"
                f"start x = {state['x']!r}, y = {state['y']!r}, theta = {theta!r}, "
                f"x' = {state['Vu'] * math.cos(theta)!r}, y' = {state['Vu'] * math.sin(theta)!r}, "
                f"theta' = {state['Omega']!r}, V1 = {state['V1']!r}, V2 = {state['V2']!r}",
                **vector["params"])
            for way in self.WAYS:
                got = self.last(path, *way)
                for name in ("x", "y", "theta"):
                    self.assert_near(got[name], expected[name], 1e-7)
                self.assert_near(got["theta'"], expected["Omega"], 1e-6)


    def test_vectors_of_the_tractor_and_its_trailer(self):
        """The steering angle grows steadily; integrated elsewhere with 30 digits."""
        for vector in data("000_tractor_trailer_simulation"):
            state, expected = vector["state"], vector["expected"]
            theta, alpha = state["Theta"], state["alpha"]
            start = ", ".join(f"{name} = {state[name]!r}"
                              for name in ("x", "y", "Theta", "Phi", "delta", "Fu1", "Fu2", "Fu3"))
            params = {name: value for name, value in vector["params"].items() if name != "a"}
            path = self.with_experiment(
                "tractor_trailer", f"time 0 .. 1, step 1, tolerance 1e-11\nstart {start}, "
                f"x' = {alpha * math.cos(theta)!r}, y' = {alpha * math.sin(theta)!r}", **params)
            path.write_text(path.read_text(encoding="utf-8") +
                            f"motion delta : {state['delta']!r} + {state['deltap']!r}*t/(1 s)\n",
                            encoding="utf-8")
            got = self.last(path)
            for name in ("x", "y", "Theta", "Phi", "delta"):
                self.assert_near(got[name], expected[name], 2e-8)


class Words(Methods):
    def test_what_was_done_is_told(self):
        done = self.run_on(example("slider_crank_relative"), "--treatment", "independent")
        self.assertIn("Constraints, by independent, maximum position drift", done.stdout)
        self.assertIn("Independent: th1", done.stdout)
        done = self.run_on(example("rolling_disk"), "--treatment", "independent", "--until", "0.1")
        self.assertRegex(done.stdout, r"Independent: [a-z, ]+; speeds ")
        done = self.run_on(example("flyball_governor"), "--method", "bdf", "--until", "0.1")
        self.assertRegex(done.stdout, r"Symbolic Jacobian of the right-hand side, evaluated \d+ times")

    def test_a_start_from_partial_data(self):
        """One speed is given, the others follow, and what was changed is said."""
        done = self.run_on(example("slider_crank_relative"), "--set", "th1' = 3", "--until", "0.1",
                           "--treatment", "independent")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"Velocities projected .*th2 from 0 to")

    def test_what_does_not_go_together(self):
        for words, message in ((("--treatment", "ggl", "--method", "rk4"), "does not go with the method rk4"),
                               (("--treatment", "projection", "--method", "ida"), "does not go with"),
                               (("--treatment", "independent", "--method", "euler"), "a speed for every")):
            done = self.run_on(example("rolling_disk"), *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(message, done.stderr)


if __name__ == "__main__":
    unittest.main()
