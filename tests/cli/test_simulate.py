#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle simulate` against closed forms, published reference solutions and itself by another method."""
import json
import math
import re
import unittest

from moving import ROOT, Moving


def data(name):
    return json.loads((ROOT / "tests/data" / f"{name}.json").read_text(encoding="utf-8"))


def example(name):
    return ROOT / "examples" / name / f"{name}.bl"


class Simulate(Moving):
    def assert_near(self, got, expected, part):
        self.assertLessEqual(abs(got - expected), part * max(1, abs(expected)), (got, expected))


class Truth(Simulate):
    def test_pendulum(self):
        """IFToMM A01, by elliptic functions; every method."""
        path = self.file("""mechanism pendulum
gravity [0, -9.81, 0]
joint hinge : revolute z (phi = -90 deg) from ground rotated RZ(-90 deg)
body bob on hinge : mass 1, com [1, 0, 0]
experiment swing { time 0 .. 10 s, step 1 s }
""")
        for method, part in (("adams", 2e-8), ("bdf", 2e-6), ("auto", 2e-8)):
            got = self.rows(path, "--method", method, "--tolerance", "1e-11")
            for row in data("A01_simple_pendulum")["reference"]:
                k = round(float(row["t"]))
                self.assert_near(got["phi"][k], float(row["phi"]), part)
                self.assert_near(got["phi'"][k], float(row["phidot"]), part)

    def test_fixed_steps_are_of_order_four(self):
        path = self.file("""mechanism oscillator
joint s : prismatic x (x = 1 m) from ground
body b on s : mass 1 kg
param k = 4 N/m
force spring at s = [-k*x, 0, 0]
""")
        errors = []
        for step in ("20 ms", "10 ms"):
            path.write_text(path.read_text() +
                            f"experiment e{step[0]} {{ time 0 .. 5 s, step 100 ms, stride {step}, method rk4 }}\n")
            got = self.rows(path, f"e{step[0]}")
            errors.append(abs(got["x"][-1] - math.cos(2 * 5)))
        self.assertAlmostEqual(math.log2(errors[0] / errors[1]), 4, delta=0.2)

    def test_a_motion_of_years(self):
        """Strides of 1 ms, of which there would be too many, are those of methods with fixed steps alone."""
        period = 1e8
        text = f"""mechanism planet
joint s : prismatic x (x = 1e11 m) from ground
body b on s : mass 1 kg
param k = {(2 * math.pi / period) ** 2!r} N/m
force pull at s = [-k*x, 0, 0]
experiment years {{ time 0 .. 2e8 s, step 1e7 s WORDS }}
"""
        got = self.rows(self.file(text.replace("WORDS", "")))
        for t, x in zip(got["t"], got["x"]):
            self.assert_near(x / 1e11, math.cos(2 * math.pi * t / period), 1e-5)
        fixed = self.file(text.replace("WORDS", ", method rk4"))
        done = self.run_on(fixed)
        self.assertEqual(done.returncode, 2)
        self.assertIn(":6:20: error: this cannot be simulated: the stride is too small", done.stderr)
        got = self.rows(self.file(text.replace("WORDS", ", method rk4, stride 1e5 s")))
        self.assert_near(got["x"][-1] / 1e11, 1, 1e-5)

    def test_andrews_squeezer(self):
        """Seven bodies, three loops, fast: Mazzia and Magherini's reference at t = 0.03."""
        reference = [float(v) for v in data("A03_andrews_squeezer")["reference_published_t003"]]
        start = "beta = -0.0617138900142764496"
        path = self.file(example("andrews_squeezer").read_text(encoding="utf-8") +
                         "experiment all { time 0 .. 30 ms, tolerance 1e-11 }\n")
        got = self.rows(path, "all", "--set", start)
        names = ["beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"]
        for i, name in enumerate(names):
            self.assert_near(got[name][-1], reference[i], 1e-6)
            self.assert_near(got[name + "'"][-1], reference[7 + i], 1e-5)

    def test_car_axis(self):
        """A constraint that moves with time, stiff springs: the test set's reference at t = 3."""
        reference = [float(v) for v in data("IVP_car_axis")["reference_published_t3"]]
        path = self.file(example("car_axis").read_text(encoding="utf-8") +
                         "experiment all { time 0 .. 3 s, tolerance 1e-11\n"
                         "  start xl' = -0.5 m/s, xr' = -0.5 m/s }\n")
        got = self.rows(path, "all")
        for i, name in enumerate(["xl", "yl", "xr", "yr"]):
            self.assert_near(got[name][-1], reference[i], 1e-7)
            self.assert_near(got[name + "'"][-1], reference[4 + i], 1e-6)

    def test_bricard(self):
        """A redundant equation: IFToMM A04, through a whole period."""
        path = self.file(example("bricard").read_text(encoding="utf-8") +
                         "experiment all { time 0 .. 10 s, step 0.5 s, tolerance 1e-10 }\n")
        got = self.rows(path, "all")
        for row in data("A04_bricard")["reference"]:
            k = round(2 * row["t"])
            self.assert_near(math.cos(got["q1"][k]), math.cos(row["a"]), 1e-6)

    def test_stiff_governor(self):
        """IFToMM A05: springs that are almost rods; auto finds that it is stiff."""
        path = self.file(example("flyball_governor").read_text(encoding="utf-8") +
                         "experiment run { time 0 .. 2 s, step 0.5 s, tolerance 1e-10\n"
                         "  start phi' = 2*pi }\n")
        got = self.rows(path, "run")
        for row in data("A05_flyball_governor")["reference"][:5]:
            k = round(2 * row["t"])
            self.assert_near(got["s"][k], row["s"], 2e-6)
            self.assert_near(got["alpha1"][k], row["alpha"], 2e-6)
        done = self.run_on(path, "run")
        self.assertIn("by auto (stiff: bdf)", done.stdout)

    def test_sleigh(self):
        """A blade ties speeds alone: closed form."""
        path = self.file(example("chaplygin_sleigh").read_text(encoding="utf-8") +
                         "experiment glide { time 0 .. 20 s, step 1 s, tolerance 1e-11\n"
                         "  start x' = 0.2 m/s, theta' = 1.5 rad/s }\n")
        got = self.rows(path, "glide")
        for row in data("chaplygin_sleigh")["reference"][:4]:
            k = round(row["t"])
            for name in ("x", "y", "theta"):
                self.assert_near(got[name][k], float(row[name]), 1e-8)

    def test_two_descriptions_move_alike(self):
        relative = self.rows(example("slider_crank_relative"), "--until", "0.5")
        minimal = self.rows(example("slider_crank_minimal"), "--until", "0.5")
        crank = [name for name in minimal if name != "t"][0]
        self.assert_near(relative["th1"][-1], minimal[crank][-1], 1e-6)

    def test_the_balance_of_energy_closes(self):
        for name, until in (("slider_crank_relative", "0.5"), ("puma560", "1"), ("stewart", "0.3"),
                            ("car_axis", "1"), ("delta", "0.1")):
            done = self.run_on(example(name), "--until", until, "--as", "json", "--tolerance", "1e-10")
            self.assertEqual(done.returncode, 0, done.stderr)
            got = json.loads(done.stdout)
            left = got["energy_end"] - got["energy_start"] - got["work"] - got["impacts"]
            scale = max(abs(got["energy_start"]), abs(got["energy_end"]), abs(got["work"]), 1e-3)
            self.assertLess(abs(left), 1e-6 * scale, name)
            self.assertLess(got["position_drift"], 1e-7, name)


class Start(Simulate):
    PUSHED = """mechanism pushed
param m
param grow = 5 N/s
input u = grow*t
joint s : prismatic x (x) from ground
body b on s : mass m
force push at s = [u, 0, 0]
experiment constant { time 0 .. 2 s, start m = 4 kg, u = 2 N, x = 1 m }
experiment ramp { time 0 .. 2 s, start m = 4 kg }
"""

    def test_an_experiment_gives_parameters_and_inputs(self):
        """x = x0 + F t^2 / 2m; of a force that grows, F' t^3 / 6m. --set goes before it."""
        path = self.file(self.PUSHED)
        for words, expected in ((("constant",), 1 + 2 * 4 / 8), (("ramp",), 5 * 8 / 24),
                                (("constant", "--set", "m = 8 kg"), 1 + 2 * 4 / 16),
                                (("ramp", "--set", "u = 3 N"), 3 * 4 / 8)):
            self.assert_near(self.rows(path, *words)["x"][-1], expected, 1e-7)
        done = self.run_on(path, "--set", "x = 0", "ramp")
        self.assertEqual(done.returncode, 0, done.stderr)
        bare = self.file(self.PUSHED.replace("start m = 4 kg }", "}"))
        done = self.run_on(bare, "ramp")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the parameter 'm' has no value", done.stderr)


    def test_any_value_is_recorded(self):
        """Forces, accelerations, expressions and places of a mass that a spring of 4 N/m pulls."""
        path = self.file("""mechanism spring
joint s : prismatic x (x = 1 m) from ground
body b on s : mass 1 kg
param k = 4 N/m
let twice = 2*x
force pull at s = [-k*x, 0, 0]
energy stored = k/2*x^2
output far = position(s)
experiment e { time 0 .. 1 s, step 0.5 s, tolerance 1e-10
  record x'', pull, stored, twice, x'*x, far, 1 }
""")
        got = self.rows(path)
        x, v = math.cos(2), -2 * math.sin(2)
        for name, value in (("x''", -4 * x), ("pull.x", -4 * x), ("pull.y", 0), ("stored", 2 * x * x),
                            ("twice", 2 * x), ("x'*x", v * x), ("far.x", x), ("1", 1)):
            self.assert_near(got[name][-1], value, 1e-8)
        heading = self.run_on(path, "--as", "csv").stdout.split("\n", maxsplit=1)[0]
        self.assertIn("x'' [m/s^2],pull.x [N],", heading)


class Angles(Simulate):
    def test_three_angles_that_turn_about_two_axes(self):
        """It is told; a quaternion has no such place."""
        text = """mechanism top
joint ball : spherical KIND from ground
body top on ball : mass 1 kg, inertia diag(1, 2, 3) kg.m^2
experiment e { time 0 .. 1 s, step 0.1 s, start START }
"""
        start = "b = 60 deg, b' = 1 rad/s, a' = 1e-6 rad/s"
        done = self.run_on(self.file(text.replace("KIND", "(a, b, c)").replace("START", start)))
        self.assertIn("Simulation failed", done.stdout)
        self.assertIn("three angles do not tell how 'ball' turns where the second is 90 deg", done.stderr)
        self.assertIn("m.bl:2:7: warning", done.stderr)
        text = text.replace("spherical KIND", "spherical quaternion").replace(
            "START", "ball_e0 = sqrt(1/2), ball_e2 = sqrt(1/2)")
        self.assertEqual(self.run_on(self.file(text)).stderr, "")


class Examples(Simulate):
    """What moves is shown moving; what has no inertia somewhere has no motion of its own."""
    WITHOUT = { "bennett", "coulisse", "four_bar", "kuka_kr30", "mcpherson", "parallelogram",
                "robot6", "sarrus", "toggle_press", "wiper" }

    def test_every_example_that_moves_has_an_experiment(self):
        for path in sorted(ROOT.glob("examples/*/*.bl")):
            has = "\nexperiment " in path.read_text(encoding="utf-8")
            self.assertEqual(has, path.stem not in self.WITHOUT, path)
            if not has:
                continue
            done = self.run_on(path)
            self.assertEqual(done.returncode, 0, f"{path}: {done.stdout[:400]}{done.stderr}")
            part = re.search(r"at most .* J \((\S+) of the peak", done.stdout)
            self.assertLess(float(part.group(1)), 5e-6, path)


class Moments(Simulate):
    def test_bouncing_ball(self):
        """Bounce k comes after the fall and k - 1 arcs, each 0.8 times as long as the one before."""
        done = self.run_on(example("bouncing_ball"), "--as", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        got = json.loads(done.stdout)
        fall = math.sqrt(2 / 9.81)
        times = [fall * (1 + 2 * sum(0.8 ** i for i in range(1, k + 1))) for k in range(10)]
        bounces = [event["t"] for event in got["events"] if event["condition"] == "z < 0 m"]
        self.assertEqual(len(bounces), 10)
        for one, other in zip(bounces, times):
            self.assertAlmostEqual(one, other, delta=1e-7)
        self.assertEqual(got["stop"], "ten bounces")
        self.assertAlmostEqual(got["impacts"], 0.981 * (0.8 ** 20 - 1), delta=1e-7)

    def test_an_accumulation_ends_in_words(self):
        text = example("bouncing_ball").read_text(encoding="utf-8").replace("when bounces", "# when")
        done = self.run_on(self.file(text))
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"events accumulate at t = 4\.06\d* s: 'z < 0 m'")
        limit = math.sqrt(2 / 9.81) * 9  # (1 + e)/(1 - e)
        last = float(done.stdout.split("accumulate at t = ")[1].split(" ")[0])
        self.assertAlmostEqual(last, limit, delta=0.01)

    def test_samples_keep_their_period(self):
        """u = -k x - d x' every 0.1 s and held: the exact recursion of a mass under it."""
        path = self.file("""mechanism sampled
joint s : prismatic x (x = 1 m) from ground
body b on s : mass 1 kg
input u
param k = 4 N/m, d = 2 N.s/m
force drive at s = [u, 0, 0]
sample 0.1 s : u = -k*x - d*x'
experiment e { time 0 .. 3 s, step 0.1 s, tolerance 1e-10 }
""")
        got = self.rows(path)
        x, v, period = 1.0, 0.0, 0.1
        for k in range(31):
            self.assertAlmostEqual(got["x"][k], x, delta=1e-8)
            self.assertAlmostEqual(got["x'"][k], v, delta=1e-8)
            u = -4 * x - 2 * v
            x, v = x + v * period + u * period ** 2 / 2, v + u * period

    def test_states_of_the_language(self):
        path = self.file("""mechanism lag
param T = 0.5 s
joint s : prismatic x from ground
body b on s : mass 1 kg
state f = 0 : f' = (1 - f)/T
experiment e { time 0 .. 2 s, step 0.5 s, tolerance 1e-10 }
""")
        got = self.rows(path)
        for t, f in zip(got["t"], got["f"]):
            self.assertAlmostEqual(f, 1 - math.exp(-t / 0.5), delta=1e-8)

    def test_conditions_of_what_jumps_and_of_what_stays_at_zero(self):
        """x = t: the push begins at 1 s, ends at 2 s; counts and gears are compared with numbers."""
        text = """mechanism pushed
joint s : prismatic x (x) from ground
body b on s : mass 1 kg
discrete touches = 0, leaves = 0, both = 0, gear = 1
let push = max(x - 1 m, 0), far = max(2 m - x, 0)
when push > 0 m : set touches = touches + 1
when far <= 0 m : set leaves = leaves + 1
when (x > 1 m)*(x < 2 m) > 0 : set both = both + 1
when leaves >= 1 : set gear = 2
when gear == 2 : set gear = 3
when gear != 1 : record
experiment e { time 0 .. 3 s, step 0.7 s, start x' = 1 m/s }
"""
        for method in ("auto", "rk4", "erk5", "bdf", "ida", "midpoint"):
            events = self.record(text, "--method", method)["events"]
            self.assertEqual([event["event"] for event in events],
                             ["event1", "event3", "event2", "event4", "event5", "event6"], method)
            for event, t in zip(events, (1, 1, 2, 2, 2, 2)):
                self.assertAlmostEqual(event["t"], t, delta=1e-9)

    FORCED = """mechanism forced
param f = 4 N, c = 2 N/s
joint a : prismatic x (x) from ground
body A on a : mass 1 kg
force push at a = [f - c*t, 0, 0]
discrete n = 0, seen = 0 m/s^2
sample 0.5 s : u = x''
when x'' < 1 m/s^2 : set n = n + 1, seen = x'' + 3*x/(1 s)^2, x' = 0 m/s
when x'' < 0 m/s^2 : set n = n + 1, x' = 2*x'
experiment e { time 0 .. 2.9 s, step 0.1 s, tolerance 1e-11, record x, x', n, seen, u }
"""

    def test_events_and_samples_know_accelerations(self):
        """x'' = 4 - 2 t: 1 at 1.5 s, where x = 2 t^2 - t^3/3 = 3.375 and it stops; x' = 0.25 at 2 s becomes 0.5."""
        for method in ("auto", "adams", "bdf", "erk4", "erk8", "ida", "rk4"):
            got = self.rows(self.FORCED, "--method", method)
            self.assertEqual(got["n"][-1], 2, method)
            self.assertAlmostEqual(got["seen"][-1], 1 + 3 * 3.375, delta=1e-7)
            self.assertAlmostEqual(got["x'"][-1], 0.5 - 0.9 ** 2, delta=1e-7)
            for t, u in zip(got["t"], got["u"]):
                self.assertAlmostEqual(u, 4 - 2 * 0.5 * math.floor(t / 0.5 + 1e-9), delta=1e-8)

    def test_derivatives_go_through_accelerations(self):
        """Before it stops, at T = (f - 1)/c, x = f t^2/2 - c t^3/6; behind that x' = f (t - T) - c (t^2 - T^2)/2."""
        got = self.rows(self.FORCED, "--until", "1.9", "--sensitivity", "f,c")
        at = 1.5
        by_f = at ** 2 / 2 + (4 * at - at ** 2) / 2  # of x(T), with dT/df = 1/c
        by_c = -at ** 3 / 6 - (4 * at - at ** 2) * at / 2  # dT/dc = -T/c
        self.assertAlmostEqual(got["d(seen)/d(f)"][-1], 3 * by_f, delta=1e-8)
        self.assertAlmostEqual(got["d(seen)/d(c)"][-1], 3 * by_c, delta=1e-8)
        self.assertAlmostEqual(got["d(x')/d(f)"][-1], 0.4 - 1 / 2, delta=1e-8)
        self.assertAlmostEqual(got["d(u)/d(c)"][-1], -1.5, delta=1e-8)

    def test_an_event_records_a_row(self):
        """Of what there was before it; its values are columns. v^2 = 2 g h before each impact."""
        text = """mechanism ball
param g = 9.81 m/s^2
gravity [0, 0, -g]
joint fall : prismatic z (z = 1 m) from ground
body ball on fall : mass 0.1 kg
output own = [z, 2*z, 0 m]
when z < 0 m : impact restitution 0.8, record
when z' < -1 m/s : record z'^2, z, own
when t > 0.75 s : stop "end", record
experiment e { time 0 .. 1 s, step 0.25 s, tolerance 1e-10, record z }
"""
        rows = self.rows(text)
        self.assertEqual(list(rows), ["t", "z", "z'^2", "own.x", "own.y", "own.z"])
        hit = math.sqrt(2 / 9.81)
        times = (0, 1 / 9.81, 0.25, hit, 0.5, 0.75)
        squares = (0, 1, (9.81 / 4) ** 2, 2 * 9.81, (0.8 * 9.81 * hit - 9.81 * (0.5 - hit)) ** 2)
        self.assertEqual(len(rows["t"]), len(times))  # the one that stops is there once
        for got, expected in zip(rows["t"], times):
            self.assert_near(got, expected, 1e-8)
        for got, expected in zip(rows["z'^2"], squares):
            self.assert_near(got, expected, 1e-7)
        for z, twice in zip(rows["z"], rows["own.y"]):
            self.assertEqual(twice, 2 * z)
        record = self.record(text)
        self.assertEqual(len(record["events"]), 3)
        self.assertLess(record["audit"], 1e-8)
        # derivatives are those of one time: rows at multiples of the step
        regular = self.rows(text, "--sensitivity", "g")
        self.assertEqual(regular["t"], [0, 0.25, 0.5, 0.75])

    def test_a_condition_that_holds_at_the_start_is_warned_of(self):
        text = example("bouncing_ball").read_text(encoding="utf-8").replace("z = 1 m", "z = -1 m")
        done = self.run_on(self.file(text), "--until", "0.1")
        self.assertEqual(done.returncode, 0)
        self.assertIn("m.bl:8:", done.stderr)
        self.assertIn("warning: 'z < 0 m' holds at the start already", done.stderr)


class Files(Simulate):
    def test_table_and_picture(self):
        table, picture = self.folder / "out.csv", self.folder / "out.svg"
        words = ("--until", "1", "-o", table, "--plot", picture)
        done = self.run_on(example("slider_crank_relative"), *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("energy error at most", done.stdout)
        first = table.read_bytes(), picture.read_bytes()
        self.run_on(example("slider_crank_relative"), *words)
        self.assertEqual(first, (table.read_bytes(), picture.read_bytes()))
        self.assertTrue(first[1].startswith(b"<svg"))
        self.assertTrue(first[0].startswith(b"t [s],"))
        self.assertNotIn(b"nan", first[0])

    def test_records_and_values_of_the_command(self):
        path = self.file("""mechanism falling
param g = 9.81 m/s^2, h = 2 m
gravity [0, 0, -g]
joint fall : prismatic z (z) from ground
body ball on fall : mass 1 kg
output place = z - h
experiment drop { time 0 .. 1 s, step 0.5 s, start z = h, record place }
""")
        got = self.rows(path, "drop", "--set", "h = 5 m")
        self.assertEqual(list(got), ["t", "place"])
        self.assertAlmostEqual(got["place"][0], 0, delta=1e-12)
        self.assertAlmostEqual(got["place"][-1], -9.81 / 2, delta=1e-7)

    def test_bad_input(self):
        for words, message in (
                (("--until", "-1"), "it ends before it begins"),
                (("--until", "1 kg"), "'1 kg' is not a value of time"),
                (("--tolerance", "0"), "tolerance must lie between"),
                (("--method", "heun"), "heun"),
                (("--treatment", "index3"), "index3"),
                (("--treatment", "ggl", "--method", "adams"), "ggl does not go with the method adams"),
                (("nosuch",), "there is no experiment 'nosuch'"),
                (("--set", "nosuch = 1"), "nosuch")):
            done = self.run_on(example("slider_crank_relative"), *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(message, done.stderr)
            self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
