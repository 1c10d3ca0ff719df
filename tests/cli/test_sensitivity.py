#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle simulate --sensitivity`: derivatives in closed form, and by differences of the command."""
import cmath
import math
import unittest

from moving import ROOT, Moving


def example(name):
    return ROOT / "examples" / name / f"{name}.bl"


def slope(function, *values, by):
    """The derivative of an analytic function by one of its values, to all digits."""
    h = 1e-30
    moved = [value + (1j * h if i == by else 0) for i, value in enumerate(values)]
    return function(*moved).imag / h


class Sensitivity(Moving):
    def assert_like(self, got, wanted, part):
        for i, value in enumerate(wanted):
            self.assertLessEqual(abs(got[i] - value), part * max(1, abs(value)), f"row {i}")

    def assert_like_differences(self, path, names, values, part, *words):
        """Of the command itself, of fourth order."""
        got = self.rows(path, "--sensitivity", ",".join(values), *words)
        for name, value in values.items():
            h = 1e-3 * abs(value)
            runs = {k: self.rows(path, "--tolerance", "1e-13", *words, "--set",
                                 f"{name} = {value + k * h!r}") for k in (-2, -1, 1, 2)}
            for column in names:
                wanted = [(8 * (runs[1][column][i] - runs[-1][column][i])
                           - runs[2][column][i] + runs[-2][column][i]) / (12 * h)
                          for i in range(len(got["t"]))]
                largest = max(map(abs, wanted))
                self.assert_like(got[f"d({column})/d({name})"], wanted, part * max(1, largest))


class Trees(Sensitivity):
    OSCILLATOR = """mechanism oscillator
param k = 4 N/m, m = 1 kg, c = 0.3 N.s/m
joint s : prismatic x (x = 1 m) from ground
body b on s : mass m
force spring at s = [-k*x - c*x', 0, 0]
output pull = k*x
experiment e { time 0 .. 10 s, step 0.1 s, record x, pull, x'' }
"""

    @staticmethod
    def place(t, k, m, c, x, v):
        a = c / (2 * m)
        w = cmath.sqrt(k / m - a * a)
        return cmath.exp(-a * t) * (x * cmath.cos(w * t) + (v + a * x) / w * cmath.sin(w * t))

    def test_a_damped_oscillator(self):
        path = self.file(self.OSCILLATOR)
        got = self.rows(path, "--sensitivity", "k, m, c, x, x'", "--tolerance", "1e-10")
        self.assertEqual(list(got)[:9], ["t", "x", "pull", "x''", "d(x)/d(k)", "d(x)/d(m)",
                                         "d(x)/d(c)", "d(x)/d(x)", "d(x)/d(x')"])
        for i, t in enumerate(got["t"]):
            for by, name in enumerate(("k", "m", "c", "x", "x'"), 1):
                wanted = slope(self.place, t, 4, 1, 0.3, 1, 0, by=by)
                self.assertAlmostEqual(got[f"d(x)/d({name})"][i], wanted, delta=1e-7)
                pull = slope(lambda t, k, *rest: k * self.place(t, k, *rest), t, 4, 1, 0.3, 1, 0,
                             by=by)
                self.assertAlmostEqual(got[f"d(pull)/d({name})"][i], pull, delta=1e-6)
        plain = self.rows(path, "--tolerance", "1e-10")
        for name, values in plain.items():
            self.assert_like(got[name], values, 1e-6)
        # the acceleration: x'' = -(k x + c x')/m
        got = self.rows(path, "--sensitivity", "c", "--tolerance", "1e-10")
        self.assertAlmostEqual(got["d(x'')/d(c)"][0], 0, delta=1e-12)
        head = self.output(path, "csv", ("--sensitivity", "k"), 0).splitlines()[0]
        self.assertIn("d(x)/d(k) [m/(N/m)],d(pull)/d(k) [N/(N/m)]", head)

    def test_every_method(self):
        path = self.file(self.OSCILLATOR)
        for method, error in (("adams", 1e-6), ("bdf", 1e-5), ("erk5", 1e-6), ("erk8", 1e-6),
                              ("ida", 1e-5), ("rk4", 1e-3), ("midpoint", 0.3)):
            got = self.rows(path, "--sensitivity", "c,k", "--method", method)
            for by, name in ((3, "c"), (1, "k")):
                wanted = [slope(self.place, t, 4, 1, 0.3, 1, 0, by=by) for t in got["t"]]
                self.assert_like(got[f"d(x)/d({name})"], wanted, error)

    def test_starts_that_are_expressions(self):
        """x0 = 2 a and v0 = 3 b a, in the description and in the experiment; a number hides both."""
        text = """mechanism start
param k = 4 N/m, a = 0.5 m, b = 0.2 s^-1
joint s : prismatic x (x = 2*a) from ground
body ball on s : mass 1 kg
force spring at s = [-k*x, 0, 0]
state y = 5*a : y' = -y*b
experiment e { time 0 .. 3 s, step 0.1 s, start x' = 3*b*a, record x, y }
"""
        got = self.rows(text, "--sensitivity", "a,b", "--tolerance", "1e-10")
        for i, t in enumerate(got["t"]):
            self.assertAlmostEqual(got["d(x)/d(a)"][i],
                                   2 * math.cos(2 * t) + 0.6 * math.sin(2 * t) / 2, delta=1e-8)
            self.assertAlmostEqual(got["d(x)/d(b)"][i], 1.5 * math.sin(2 * t) / 2, delta=1e-8)
            self.assertAlmostEqual(got["d(y)/d(a)"][i], 5 * math.exp(-0.2 * t), delta=1e-8)
            self.assertAlmostEqual(got["d(y)/d(b)"][i], -t * 2.5 * math.exp(-0.2 * t), delta=1e-8)
        given = self.rows(text, "--sensitivity", "a", "--set", "x = 1 m, y = 2.5 m, x' = 0.3 m/s")
        self.assertEqual([max(map(abs, given[f"d({name})/d(a)"])) for name in ("x", "y")], [0, 0])

    def test_states_inputs_and_tables(self):
        path = self.file("""mechanism lag
param T = 0.5, m = 2, u0 = 0.4
gravity [0, -9.81, 0]
joint s : revolute z (x = 0.1) from ground
joint r : revolute z (y = 0.3) from s at [0.6, 0, 0]
body a on s : mass m, com [0.3, 0, 0], inertia diag(0, 0, 0.1)
body b on r : mass 1, com [0.3, 0, 0], inertia diag(0, 0, 0.1)
input u = u0*sin(3*t)
state f = 0 : f' = (u - f)/T
torque push on s = f - 0.3*u0*x^3*abs(x)
experiment e { time 0 .. 2 s, step 0.1 s, tolerance 1e-10, record x, y, f, u }
""")
        self.assert_like_differences(path, ("x", "y", "f", "u"), {"T": 0.5, "m": 2, "u0": 0.4}, 1e-6)

    def test_every_function(self):
        """The chain rule of each, beside differences."""
        functions = ("a*y + y/a - (y - a)", "sqrt(a + y^2)", "a^3 + a^y", "sin(a*y)", "cos(a + y)",
                     "tan(a*y/3)", "asin(a*y/9)", "acos(a*y/9)", "atan(a*y)", "atan2(a, y)",
                     "exp(-a*y)", "log(a + y)", "sinh(a*y/3)", "cosh(a*y/3)", "tanh(a*y)", "abs(y - a)",
                     "sign(a - y)*a", "floor(10*y)*a/10", "min(a, 2*y)", "max(a*y, y)",
                     "if(y < 1.5, a*y, y^2)", "fall(a*y)")
        states = "".join(f"state f{i} = 0 : f{i}' = {text}\n" for i, text in enumerate(functions))
        text = f"""mechanism functions
param a = 0.7, T = 1 s
table fall : (0, 0), (1, 2), (2, 3), (3, 3) cubic
joint s : revolute z (x = 0.1) from ground
body b on s : mass 1, com [1, 0, 0]
state y = 1.1 : y' = 0.1*a/T
{states}experiment e {{ time 0 .. 1 s, step 0.25 s, tolerance 1e-11, method erk8, record NAMES }}
"""
        names = [f"f{i}" for i in range(len(functions)) if "floor" not in functions[i]]
        path = self.file(text.replace("NAMES", ", ".join(names)))
        self.assert_like_differences(path, names, {"a": 0.7}, 1e-6)

    def test_what_there_is_not(self):
        path = self.file(self.OSCILLATOR)
        done = self.run_on(path, "--sensitivity", "k,kk")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("there is no 'kk' to differentiate by", done.stderr)
        self.assertIn("is not a value of sensitivity", self.run_on(path, "--sensitivity", ",").stderr)


class Jumps(Sensitivity):
    @staticmethod
    def height(t, e, g, h):
        """A ball that has bounced twice."""
        fall = cmath.sqrt(2 * h / g)
        after = t - fall - 2 * e * fall
        return e * e * g * fall * after - g / 2 * after * after

    def test_a_ball_after_two_bounces(self):
        """By events that set the speed, and by impacts."""
        impact = """mechanism ball
param m = 0.1 kg, e = 0.8, g = 9.81 m/s^2
gravity [0, 0, -g]
joint fall : prismatic z (z = 1 m) from ground
body ball on fall : mass m
when z < 0 m : impact LAW e
experiment drop { time 0 .. 1.7 s, step 0.05 s }
"""
        for path in (example("bouncing_ball"), impact.replace("LAW", "restitution"),
                     impact.replace("LAW", "poisson")):
            got = self.rows(path, "--sensitivity", "e,g,z,m", "--until", "1.7")
            late = [i for i, t in enumerate(got["t"]) if 1.2 < t < 1.7]
            self.assertGreater(len(late), 9)
            for i in late:
                for by, name in ((1, "e"), (2, "g"), (3, "z")):
                    wanted = slope(self.height, got["t"][i], 0.8, 9.81, 1, by=by)
                    self.assertAlmostEqual(got[f"d(z)/d({name})"][i], wanted, delta=1e-6)
                self.assertAlmostEqual(got["d(z)/d(m)"][i], 0, delta=1e-9)

    def test_a_ball_that_a_table_throws(self):
        """It leaves where A w^2 sin wt = g, smoothly: then dz/dg = -(t - t1)^2/2."""
        got = self.rows("""mechanism table
param A = 0.02 m, w = 25 rad/s, g = 9.81 m/s^2
gravity [0, 0, -g]
joint fall : prismatic z (z = 0 m) from ground
body ball on fall : mass 1 kg
when z < A*sin(w*t) : impact restitution 0.3
experiment x { time 0 .. 0.09 s, step 0.005 s, start z' = A*w }
""", "--sensitivity", "g,A")
        A, w, g = 0.02, 25, 9.81
        leaves = math.asin(g / A / w ** 2) / w
        for i, t in enumerate(got["t"]):
            after = max(0, t - leaves)
            self.assertAlmostEqual(got["d(z)/d(g)"][i], -after ** 2 / 2, delta=1e-9)
            s, c = math.sin(w * min(t, leaves)), math.cos(w * min(t, leaves))
            self.assertAlmostEqual(got["d(z)/d(A)"][i], s + w * c * after, delta=1e-6)

    def test_impacts_of_masses_that_turn(self):
        path = self.file("""mechanism double
param l = 1 m, m = 1 kg, e = 0.7, wall = 0.3 m
gravity [0, -9.81, 0]
joint a : revolute z (p = -120 deg) from ground
joint b : revolute z (r = 40 deg) from a at [l, 0, 0]
body A on a : mass m, com [l/2, 0, 0], inertia diag(0, 0, m*l^2/12)
body B on b : mass 1 kg, com [l/2, 0, 0], inertia diag(0, 0, 0.1)
when l*cos(p) + l*cos(p + r) > wall : impact restitution e
experiment x { time 0 .. 1 s, step 0.05 s, tolerance 1e-10 }
""")
        self.assertEqual(self.record(path)["events"][0]["what"], "happens")
        self.assert_like_differences(path, ("p", "r"), {"l": 1, "m": 1, "e": 0.7}, 1e-5)

    def test_a_sampled_controller(self):
        """m v' = -K v sampled: v is multiplied by 1 - K T/m in every period."""
        got = self.rows("""mechanism sampled
param K = 3 N.s/m, m = 2 kg
joint s : prismatic x (x) from ground
body b on s : mass m
input u [N]
force push at s = [u, 0, 0]
sample 0.1 s : u = -K*x'
experiment e { time 0 .. 1 s, step 0.1 s, start x' = 1 m/s, record x' }
""", "--sensitivity", "K,m")
        for i in range(1, 11):
            wanted = [slope(lambda K, m, i=i: (1 - 0.1 * K / m) ** i, 3, 2, by=by) for by in (0, 1)]
            self.assertAlmostEqual(got["d(x')/d(K)"][i], wanted[0], delta=1e-8)
            self.assertAlmostEqual(got["d(x')/d(m)"][i], wanted[1], delta=1e-8)


class Loops(Sensitivity):
    FOUR_BAR = example("four_bar_driven").read_text(encoding="utf-8").replace(
        "step 10 ms", "step 50 ms, tolerance 1e-10")

    def test_a_four_bar(self):
        """From a crank that is given, and from one that closes as it likes."""
        named = self.FOUR_BAR.replace("time 0 .. 5 s", "time 0 .. 1 s\n  start theta1 = 60 deg")
        for text in (named, self.FOUR_BAR.replace("time 0 .. 5 s", "time 0 .. 1 s")):
            path = self.file(text)
            self.assert_like_differences(path, ("theta1", "theta3"),
                                         {"l1": 0.4, "l0": 0.9, "m2": 2.5}, 1e-6)

    def test_every_treatment(self):
        text = self.FOUR_BAR.replace("time 0 .. 5 s", "time 0 .. 1 s")
        wanted = self.rows(text, "--sensitivity", "l1,theta1'")
        for words in (("--treatment", "ggl"), ("--treatment", "independent"), ("--method", "bdf"),
                      ("--method", "erk8")):
            got = self.rows(text, "--sensitivity", "l1,theta1'", *words)
            for name in ("d(theta1)/d(l1)", "d(theta3)/d(theta1')"):
                self.assert_like(got[name], wanted[name], 1e-5)

    def test_the_length_of_a_crank(self):
        path = example("slider_crank_relative")
        self.assert_like_differences(path, ("th1", "th2"), {"L1": 0.1}, 1e-6, "--until", "0.2")

    def test_an_impact_in_a_loop(self):
        """A slider that strikes: masses, constraints and the rough start take part."""
        path = example("slider_crank_stop")
        got = self.rows(path, "--sensitivity", "L2,wall", "--until", "0.36")
        for name, value in (("L2", 0.3), ("wall", 0.38)):
            h = 1e-5
            sides = [self.rows(path, "--until", "0.36", "--tolerance", "1e-13", "--set",
                               f"{name} = {value + sign * h!r}") for sign in (1, -1)]
            hits = [event["t"] for event in self.record(path, "--until", "0.36")["events"]]
            self.assertGreater(len(hits), 2)
            for i, t in enumerate(got["t"]):
                if min(abs(t - hit) for hit in hits) < 2e-3:
                    continue  # one of the motions has struck, the other not
                wanted = (sides[0]["phi"][i] - sides[1]["phi"][i]) / (2 * h)
                self.assertLessEqual(abs(got[f"d(phi)/d({name})"][i] - wanted),
                                     2e-3 * max(1, abs(wanted)), t)


if __name__ == "__main__":
    unittest.main()
