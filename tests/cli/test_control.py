#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Controllers that `bielle simulate` runs, against closed forms and recursions."""
import cmath
import json
import math
import re
import unittest

from moving import ROOT, Moving


SHAFT = """mechanism shaft
param I = 2 kg.m^2
joint a : revolute z (q) from ground {joint}
body B on a : mass 0 kg, inertia diag(0, 0, I)
{rest}
experiment run {{ time 0 .. {end} s, step {step} s, tolerance 1e-11 {options} }}
"""

ARM = """mechanism arm
param L1 = 0.5 m, L2 = 0.4 m, m1 = 3 kg, m2 = 2 kg
gravity [0, -9.81, 0] m/s^2
joint a : revolute z (q1 = 0.1) from ground
body A on a : mass m1, com [L1/2, 0, 0], inertia diag(0, 0, 0.1) kg.m^2
joint b : revolute z (q2 = 0.2) from a at [L1, 0, 0]
body B on b : mass m2, com [L2/2, 0, 0], inertia diag(0, 0, 0.05) kg.m^2
point tip at [L2, 0, 0] on b
"""


def critical(t, w, e, v):
    """x'' + 2 w x' + w^2 x = 0 from (e, v)."""
    return (e + (v + w * e) * t) * math.exp(-w * t)


class Control(Moving):
    def shaft(self, rest, end=2, step=0.1, joint="", options=""):
        return self.file(SHAFT.format(rest=rest, end=end, step=step, joint=joint, options=options))


class References(Control):
    """To read reference(J) changes nothing; a `control` that reads it, in whatever way, follows the motion."""
    DRIVEN = ARM + "motion q1 : quintic from 0 to 90 deg in 2 s\n"
    READERS = ("output lag = reference(q1) - q1", "let lag = reference(a) - q1\noutput e = lag",
               "let lag(x) = reference(q1) - x\noutput e = lag(q1)",
               "torque idle on b = 0 N.m/rad*reference(q1)",
               "state missed = 0 : missed' = (reference(q1) - q1)^2*1 s^-1", "force push at tip = [0, 1, 0]*reference(q1)*0 N",
               "when reference(q1) > 3 : stop \"far\"", "discrete seen = 0\nsample 1 s : seen = reference(q1)",
               "experiment e { time 0 .. 1 s, record reference(q1) - q1 }", "discrete seen = 0\n"
               "when q1 > 1 : set seen = reference(q1), record reference(q1)", "energy none = 0 J*reference(q1)",
               "element look(J) { output e = reference(J) - J }\nuse look(a)", "use cruise(reference(q1), 1, 1, 1)",
               "element law(J) { output e = reference(J) - J\n torque u on J = 0 N.m }\ncontrol law(a)",
               "use pd(a, 50 N.m, 4 N.m.s)", "torque servo on a = 50 N.m*(reference(q1) - q1)")
    FOLLOWERS = ("let r = reference(q1)\ncontrol pd(a, 50 N.m, 4 N.m.s, goal = r)",
                 "let r = [reference(q1), 0, 0], s = r.x\ncontrol pd(a, 50 N.m, 4 N.m.s, goal = s)",
                 "let r(x) = reference(q1) + 0*x\ncontrol pd(a, 50 N.m, 4 N.m.s, goal = r(1))",
                 "element servo(J, goal = reference(J)) { control pd(J, 50 N.m, 4 N.m.s, goal) }\nuse servo(a)",
                 "element servo(J) { let r = reference(J)\n use pd(J, 50 N.m, 4 N.m.s, r) }\ncontrol servo(a)",
                 "element servo(J, goal) { control pd(J, 50 N.m, 4 N.m.s, goal) }\nuse servo(a, reference(q1) + 0)",
                 "element plan(J) { let r = reference(J) }\nuse plan(a) as plan\ncontrol pd(a, 50 N.m, 4 N.m.s, plan.r)")

    def accelerations(self, text):
        done = self.run_on(self.file(text), "--what", "qdd", "--at", "t = 0.5", command="eval")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)["qdd"], done.stderr

    def test_reading_changes_nothing(self):
        s = 0.5/2
        exact = math.pi/2*(60*s - 180*s**2 + 120*s**3)/2**2
        alone, _ = self.accelerations(self.DRIVEN)
        for reader in self.READERS:
            qdd, told = self.accelerations(self.DRIVEN + reader + "\n")
            self.assertAlmostEqual(qdd[0], exact, delta=1e-12, msg=reader)
            self.assertAlmostEqual(qdd[1], alone[1], delta=1e-9, msg=reader)
            self.assertEqual("this torque does not move it" in told, "pd(" in reader or "servo" in reader or "law(" in reader)

    def test_an_output_frees_no_joint(self):
        path = ROOT / "tests/data/repro/output_of_reference_frees_a_driven_joint.bl"
        done = self.run_on(path, "--what", "qdd,out:lag", "--at", "t = 0.5", command="eval")
        value = json.loads(done.stdout)
        s = 0.5/2
        self.assertAlmostEqual(value["qdd"][0], math.pi/2*(60*s - 180*s**2 + 120*s**3)/2**2, delta=1e-12)
        self.assertEqual(value["out:lag"], 0)

    def test_the_law_is_what_is_read(self):
        text = self.DRIVEN + "output law = reference(q1)\noutput rate = reference(q1)'\noutput still = reference(q2)\n"
        done = self.run_on(self.file(text), "--what", "out:law,out:rate,out:still", "--at", "t = 0.5", command="eval")
        value = json.loads(done.stdout)
        s = 0.5/2
        self.assertAlmostEqual(value["out:law"], math.pi/2*(10*s**3 - 15*s**4 + 6*s**5), delta=1e-15)
        self.assertAlmostEqual(value["out:rate"], math.pi/2*(30*s**2 - 60*s**3 + 30*s**4)/2, delta=1e-15)
        self.assertEqual(value["out:still"], 0.2)

    def test_a_controller_follows_in_whatever_way_it_reads(self):
        expected, _ = self.accelerations(self.DRIVEN + "control pd(a, 50 N.m, 4 N.m.s)\n")
        self.assertGreater(abs(expected[0] - 2.2), 1)
        for follower in self.FOLLOWERS:
            qdd, told = self.accelerations(self.DRIVEN + follower + "\n")
            self.assertEqual(qdd, expected, follower)
            self.assertNotIn("warning", told)


class Looks(Control):
    """Terms of the model in outputs leave the controllers as they are."""
    HANGING = ARM.replace("[0, -9.81, 0]", "[9.81, 0, 0]")
    LAWS = ("computed_torque(a, 100, 20, goal = 1)", "pd_feedforward(a, 100 N.m, 20 N.m.s, goal = t^2/1 s^2)",
            "pd_gravity(a, 100 N.m, 20 N.m.s, goal = 1)", "lqr(a, q1^2 + q2^2, 1 N^-2.m^-2)")
    TERMS = ("inverse_dynamics(b, 5 rad/s^2)", "inverse_dynamics(a, 7 rad/s^2)", "gravity_torque(b)", "gravity_torque(a)",
             "feedforward_torque(b, 2*t/1 s)", "feedforward_torque(a, 3*t/1 s)", "inverse_rate(b, tip, [1, 0, 0] m/s)",
             "inverse_dynamics(b, inverse_acceleration(b, tip, [1, 0, 0] m/s^2))")
    AT = "q1 = 0.4, q2 = -0.3, q1' = 0.5, q2' = 0.7, t = 0.2"

    def values(self, text, what, at=AT):
        done = self.run_on(self.file(text), "--what", what, "--at", at, command="eval")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_outputs_change_no_motion(self):
        for law in self.LAWS:
            text = (self.HANGING if "lqr" in law else ARM) + f"control {law}\n"
            alone = self.values(text, "qdd")["qdd"]
            for term in self.TERMS:
                for reader in (f"output look = {term}", f"discrete most = 0\nsample 1 s : most = {term}/({term} + 1e9*({term}))",
                               f"let look = {term}\nexperiment e {{ time 0 .. 1 s, record look }}"):
                    self.assertEqual(self.values(text + reader + "\n", "qdd")["qdd"], alone, (law, reader))

    def test_what_is_shown(self):
        """Beside the torques of the mechanism itself at these accelerations."""
        text = ARM + ("control computed_torque(a, 100 s^-2, 20 s^-1, goal = 1)\noutput look = inverse_dynamics(b, 5 rad/s^2)\n"
                      "output other = inverse_dynamics(a, 7 rad/s^2)\noutput held = gravity_torque(b)\n")
        value = self.values(text, "out:look,out:other,out:held")
        commanded = 20*(0 - 0.5) + 100*(1 - 0.4)
        tau = self.values(ARM, "tau,G", self.AT + f", q1'' = {commanded}, q2'' = 5")
        self.assertAlmostEqual(value["out:look"], tau["tau"][1], delta=1e-12)
        self.assertAlmostEqual(value["out:held"], tau["G"][1], delta=1e-12)
        self.assertAlmostEqual(value["out:other"], self.values(ARM, "tau", self.AT + ", q1'' = 7, q2'' = 0")["tau"][0], delta=1e-12)

    def test_a_regulator_has_its_own_costs(self):
        text = self.HANGING + "control lqr(a, q1^2 + q2^2, 1 N^-2.m^-2)\noutput same = lqr_torque(a, q1^2 + q2^2, 1 N^-2.m^-2)\n"
        self.assertEqual(self.run_on(self.file(text), command="check").returncode, 0)
        done = self.run_on(self.file(text + "output other = lqr_torque(b, q2^2, 1 N^-2.m^-2)\n"), command="check")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the regulator has no such torque", done.stderr)


class Names(Control):
    """What a description calls its things is not in the way of the parameters and variables that are made."""
    def test_a_state_with_the_name_of_a_command(self):
        text = ARM + """element law(J, k) {
  state push = 1 N.m : push' = -push/1 s
  torque %s on J = k*(1 - J) + 2*push
}
control law(a, 10 N.m) as c
experiment e { time 0 .. 1 s, step 0.25 s, sample 0.1 s, record q1, c.push }
"""
        self.assertEqual(*(self.rows(self.file(text % name)) for name in ("push", "pull")))

    def test_uses_with_the_names_of_what_is_made(self):
        inner = "element inner(F) { param q1 = 5 kg\n body extra on F : mass q1 }\n" \
                "element g(F) { use inner(F) as q1 }\nelement kp(F) { use g(F) as kp }\n"
        for law, outer, told in (
                ("gravity_compensation(a)", "element load(F) { param m1 = 5 kg\n body extra on F : mass m1 }\nuse load(b) as ",
                 "model: 'model.m1' has the name of the parameter that the model makes of 'm1'"),
                ("lqr(a, q1^2 + q2^2, 1 N^-2.m^-2)", inner + "use kp(ground) as ",
                 "lqr: 'lqr.kp.q1.q1' has a name of the parameters that the regulator makes")):
            name, message = told.split(": ", 1)
            text = Looks.HANGING + f"{outer}%s\ncontrol {law}\n"
            self.assertEqual(self.run_on(self.file(text % "other"), command="check").returncode, 0)
            done = self.run_on(self.file(text % name), command="check")
            self.assertEqual(done.returncode, 2)
            self.assertIn(message, done.stderr)
            self.assertIn(f"give the use that makes it another name than '{name}'", done.stderr)
            without = text % name
            self.assertEqual(self.run_on(self.file(without[:without.index("control")]), command="check").returncode, 0)


class Servo(Control):
    def test_pd_is_a_damped_oscillator(self):
        kp, kd, inertia = 50, 4, 2
        rows = self.rows(self.shaft("control pd(a, 50 N.m, 4 N.m.s, goal = 1 rad)"))
        decay = kd / (2 * inertia)
        w = math.sqrt(kp / inertia - decay ** 2)
        for t, q in zip(rows["t"], rows["q"]):
            exact = 1 - math.exp(-decay * t) * (math.cos(w * t) + decay / w * math.sin(w * t))
            self.assertAlmostEqual(q, exact, delta=1e-9)

    def test_a_motion_above_is_the_reference_and_no_constraint(self):
        """From the motion's own start a servo with r and r' lags by I r''/kp; of a ramp by nothing."""
        text = "motion q : 0.3*t*1 s^-1\ncontrol pd(a, 50 N.m, 4 N.m.s)\noutput off = reference(a) - q"
        path = self.shaft(text, options=", start q' = 0.3 rad/s")
        self.assertLess(max(map(abs, self.rows(path)["off"])), 1e-9)
        done = self.run_on(path, "--what", "Phi", command="model")
        self.assertNotIn("motion", done.stdout)

    def test_without_motion_it_stays_where_it_starts(self):
        path = self.file("joint a : revolute z (q = 0.4) from ground\nbody B on a : mass 0, "
                         "inertia diag(0, 0, 1)\ncontrol pd(a, 50, 4)\nexperiment e { time 0 .. 2 }\n")
        self.assertLess(max(abs(q - 0.4) for q in self.rows(path)["q"]), 1e-12)

    def test_integral_removes_the_error_of_a_load(self):
        load = "torque load on a = -5 N.m\n"
        pd = self.rows(self.shaft(load + "control pd(a, 50 N.m, 15 N.m.s, goal = 1 rad)", end=30))
        self.assertAlmostEqual(pd["q"][-1], 1 - 5 / 50, delta=1e-8)
        pid = load + "control pid(a, 50 N.m, 40 N.m/s, 15 N.m.s, goal = 1 rad)"
        rows = self.rows(self.shaft(pid, end=30))
        self.assertAlmostEqual(rows["q"][-1], 1, delta=1e-8)
        self.assertAlmostEqual(rows["pid1.integral"][-1], 5 / 40, delta=1e-8)

    def test_the_integral_does_not_wind_up(self):
        law = "control pid(a, 50 N.m, 60 N.m/s, 15 N.m.s, goal = 1 rad{})"
        with_limit = self.rows(self.shaft(law.format(""), end=20, joint="effort 5 N.m"))
        without = self.rows(self.shaft(law.format(", limit = 0"), end=20, joint="effort 5 N.m"))
        self.assertLess(max(with_limit["q"]) - 1, 0.5 * (max(without["q"]) - 1))
        self.assertAlmostEqual(with_limit["q"][-1], 1, delta=1e-3)

    def test_a_command_is_recorded_as_it_acts(self):
        """Cut at 20 N.m, and 0 until the delay is over."""
        path = self.shaft("control pd(a, 50 N.m, 4 N.m.s, goal = 1 rad) as one", end=0.1, step=0.01,
                          joint="effort 20 N.m",
                          options=", sample 10 ms, delay 20 ms, record q, one.drive")
        got = self.rows(path)["one.drive"]
        self.assertEqual(got[:6], [0, 0, 20, 20, 20, 20])

    def test_planar_arm_of_de_santis(self):
        """PD with gravity held, and free fall, to t = 0.4 s: integrated elsewhere with 30 digits."""
        text = (ROOT / "examples/planar_2dof/planar_2dof.bl").read_text(encoding="utf-8")
        vectors = json.loads((ROOT / "tests/data/000_planar_2dof_simulation.json").read_text())
        for vector in vectors:
            state, laws = vector["state"], ""
            for i, joint in enumerate(("shoulder", "elbow") if "qD" in state else ()):
                laws += (f"control pd_gravity({joint}, {state['Kp_diag'][i]!r} N.m, "
                         f"{state['Kd_diag'][i]!r} N.m.s, goal = {state['qD'][i]!r})\n")
            values = ", ".join([f"{name} = {value!r}" for name, value in vector["params"].items()] +
                               [f"t{i + 1} = {value!r}" for i, value in enumerate(state["q0"])] +
                               [f"t{i + 1}' = {value!r}" for i, value in enumerate(state["qd0"])])
            path = self.file(text + laws + "experiment vector { time 0 .. 0.4 s, step 0.4 s, "
                             "tolerance 1e-11 }\n")
            got = self.rows(path, "vector", "--set", values)
            for i in range(2):
                self.assertAlmostEqual(got[f"t{i + 1}"][-1], vector["expected"]["q"][i], delta=1e-8)
                self.assertAlmostEqual(got[f"t{i + 1}'"][-1], vector["expected"]["qd"][i], delta=1e-8)

    def test_effort_is_the_limit_of_all_commands_together(self):
        """Two controllers on one drive of 20 N.m: full torque at first, q = 10/2 t^2."""
        text = ("control pd(a, 50 N.m, 4 N.m.s, goal = 1 rad) as one\n"
                "control pd(a, 10 N.m, 0 N.m.s, goal = 1 rad) as two")
        path = self.shaft(text, end=0.2, step=0.02, joint="effort 20 N.m")
        for t, q in zip(*(self.rows(path)[name] for name in ("t", "q"))):
            self.assertAlmostEqual(q, 5 * t * t, delta=1e-9)
        words = self.run_on(path).stdout
        self.assertIn("one.drive reached its limit 20 N.m, first at t = 0 s", words)
        commands = self.record(path)["commands"]
        self.assertEqual([item["reached"] for item in commands], [True])
        gentle = self.shaft(text, end=0.2, step=0.02, joint="effort 200 N.m")
        self.assertNotIn("limit", self.run_on(gentle).stdout)


class Sampled(Control):
    LAW = "control pd(a, 50 N.m, 4 N.m.s, goal = 1 rad) as servo"

    def recursion(self, period, delay_steps, fine, count):
        """Exact: between changes of the torque the motion is a parabola. `fine` steps a period."""
        q = v = u = 0.0
        waiting, rows = {}, []
        h = period / fine
        for k in range(count + 1):
            if k % fine == 0:
                waiting[k + delay_steps] = 50 * (1 - q) - 4 * v
            u = waiting.pop(k, u)
            rows.append((q, v, u))
            q, v = q + h * v + h * h * u / 4, v + h * u / 2
        return rows

    def check(self, period, delay, fine, delay_steps):
        count = 80 * fine
        path = self.shaft(self.LAW, end=80 * period, step=period / fine,
                          options=f", sample {period} s" + (f", delay {delay} s" if delay else ""))
        rows = self.rows(path)
        for k, (q, v, u) in enumerate(self.recursion(period, delay_steps, fine, count)):
            self.assertAlmostEqual(rows["q"][k], q, delta=1e-9)
            self.assertAlmostEqual(rows["q'"][k], v, delta=1e-8)
            self.assertAlmostEqual(rows["servo.drive"][k], u, delta=1e-7)

    def test_zero_order_hold_is_its_recursion(self):
        self.check(0.02, 0, 1, 0)

    def test_a_delay_of_whole_periods(self):
        self.check(0.02, 0.04, 1, 2)

    def test_a_delay_of_any_length(self):
        self.check(0.02, 0.05, 2, 5)
        self.check(0.02, 0.005, 4, 1)

    def test_errors_of_beginning_anew_do_not_add_up(self):
        """At a tolerance of 1e-8: between samples the motion is a parabola, which high orders follow at once."""
        path = self.shaft(self.LAW, end=8, step=0.05, options=", sample 0.05 s")
        rows = self.rows(path, "--tolerance", "1e-8")
        for k, (q, v, _) in enumerate(self.recursion(0.05, 0, 1, 160)):
            self.assertAlmostEqual(rows["q"][k], q, delta=1e-12)
            self.assertAlmostEqual(rows["q'"][k], v, delta=1e-12)

    def test_short_samples_are_not_taken_for_stiffness(self):
        """Up to 16000 samples and ends of delays: BDF, with a few steps of low order for each, is off by 1e-4."""
        for tolerance, period, delay in (("1e-5", 2e-3, 0), ("1e-6", 5e-4, 2.5e-4), ("1e-7", 5e-4, 2.5e-4)):
            path = self.shaft(self.LAW, end=4, step=0.5,
                              options=f", sample {period} s" + (f", delay {delay} s" if delay else ""))
            rows = self.rows(path, "--tolerance", tolerance)
            fine = 2 if delay else 1
            exact = self.recursion(period, fine - 1, fine, round(4 * fine / period))
            for k in range(9):
                q, v, _ = exact[round(0.5 * k * fine / period)]
                self.assertAlmostEqual(rows["q"][k], q, delta=1e-9)
                self.assertAlmostEqual(rows["q'"][k], v, delta=1e-9)

    def test_an_integral_goes_on_once_in_a_sample(self):
        """The recursion of a digital PID, with and without a delay of its command."""
        law = "control pid(a, 50 N.m, 40 N.m/s, 6 N.m.s, goal = 1 rad) as servo"
        for delay in (0, 1):
            path = self.shaft(law, end=1, step=0.02,
                              options=", sample 0.02 s" + (", delay 0.02 s" if delay else ""))
            rows = self.rows(path)
            q = v = u = integral = waiting = 0.0
            for k in range(51):
                command = 50 * (1 - q) + 40 * integral - 6 * v
                integral += 0.02 * (1 - q)
                u, waiting = (waiting, command) if delay else (command, 0)
                self.assertAlmostEqual(rows["q"][k], q, delta=1e-9)
                self.assertAlmostEqual(rows["servo.integral"][k], integral, delta=1e-9)
                self.assertAlmostEqual(rows["servo.drive"][k], u, delta=1e-7)
                q, v = q + 0.02 * v + 0.02 ** 2 * u / 4, v + 0.02 * u / 2
        other = self.rows(path, "--set", "servo.integral = 0.5")
        self.assertAlmostEqual(other["servo.integral"][0], 0.52, delta=1e-12)

    def test_without_samples_it_is_continuous(self):
        fine = self.rows(self.shaft(self.LAW, options=", sample 0.0005 s"))
        smooth = self.rows(self.shaft(self.LAW))
        self.assertLess(max(abs(a - b) for a, b in zip(fine["q"], smooth["q"])), 5e-3)
        self.assertNotIn("servo.drive", smooth)


class Model(Control):
    def test_pd_with_gravity_falls_along_its_lyapunov_function(self):
        path = ROOT / "examples/planar_2dof_pd/planar_2dof_pd.bl"
        rows = self.rows(path)
        values = rows["lyapunov"]
        self.assertTrue(all(b < a for a, b in zip(values, values[1:])))
        self.assertAlmostEqual(rows["t1"][-1], math.pi / 4, delta=2e-5)
        self.assertAlmostEqual(rows["t2"][-1], math.pi / 3, delta=2e-5)
        # a hand of 0.5 kg more than the model knows: at rest its weight is held by the springs
        rows = self.rows(path, "heavier_hand", "--until", "20 s")
        t1, t2 = rows["t1"][-1], rows["t2"][-1]
        off = 0.5 * 9.81 * 0.4 * math.cos(t1 + t2)
        self.assertAlmostEqual(10 * (math.pi / 3 - t2), off, delta=1e-6)
        self.assertAlmostEqual(30 * (math.pi / 4 - t1), off + 0.5 * 9.81 * 0.5 * math.cos(t1), delta=1e-6)

    COMPUTED = ARM + """motion q1 : quintic from 0 to 90 deg in 1 s
motion q2 : quintic from 0 to -60 deg in 1 s
control computed_torque(a, 100 s^-2, 20 s^-1)
control computed_torque(b, 100 s^-2, 20 s^-1)
output e1 = reference(a) - q1
output e2 = reference(b) - q2
experiment run { time 0 .. 2 s, step 0.05 s, tolerance 1e-11 }
"""

    def test_computed_torque_gives_the_wanted_error(self):
        path = self.file(self.COMPUTED)
        rows = self.rows(path)
        for k, t in enumerate(rows["t"]):
            self.assertAlmostEqual(rows["e1"][k], critical(t, 10, -0.1, 0), delta=1e-8)
            self.assertAlmostEqual(rows["e2"][k], critical(t, 10, -0.2, 0), delta=1e-8)

    def test_another_mass_is_the_plants_alone(self):
        path = self.file(self.COMPUTED)
        rows = self.rows(path, "--set", "m2 = 3 kg")
        self.assertGreater(abs(rows["e1"][-1]), 1e-2)
        told = self.rows(path, "--set", "m2 = 3 kg, model.m2 = 3 kg")
        self.assertAlmostEqual(told["e1"][-1], critical(2, 10, -0.1, 0), delta=1e-8)

    def test_six_joints(self):
        """The 1980 report's robot: e'' + 20 e' + 100 e = 0 in every joint."""
        text = (ROOT / "examples/robot6/robot6.bl").read_text(encoding="utf-8")
        values = {"L1": 0.8, "L2": 0.8, "L3": 0.7, "L6": 0.2, "D1": 0.4, "D2": 0.4, "D3": 0.3,
                  "D6": 0.1, "M1": 60, "M2": 30, "M3": 20, "M6": 6, "IX1": 3, "IZ1": 3, "IX2": 1.6,
                  "IZ2": 1.6, "IX3": 0.8, "IY3": 0.8, "IX6": 0.05, "IY6": 0.05, "G": -9.81}
        lines = [line for line in text.splitlines() if not line.startswith("param")]
        lines.insert(lines.index("gravity [0, G, 0]"),
                     "param " + ", ".join(f"{name} = {value}" for name, value in values.items()))
        for k in range(1, 7):
            lines += [f"motion t{k} : quintic from 0.3 to {0.5 + 0.1 * k} in 1",
                      f"control computed_torque(t{k}, 100, 20)", f"output e{k} = reference(t{k}) - t{k}"]
        # about z the hand has no inertia of its own
        lines.append("body motor on R6 : mass 0, inertia diag(0, 0, 0.01)")
        lines.append("experiment run { time 0 .. 1, step 0.05, tolerance 1e-11,")
        lines.append("start " + ", ".join(f"t{k} = {0.3 - 0.05 * k}" for k in range(1, 7)) + " }")
        rows = self.rows(self.file("\n".join(lines) + "\n"))
        for k in range(1, 7):
            for t, e in zip(rows["t"], rows[f"e{k}"]):
                self.assertAlmostEqual(e, critical(t, 10, 0.05 * k, 0), delta=1e-8)

    def test_what_it_writes_elsewhere(self):
        """Proved as any force is, and read again from what convert writes."""
        path = self.file(self.COMPUTED)
        self.assertIn("statements hold", self.run_on(path, command="verify").stdout)
        written = self.run_on(path, "--to", "bl", command="convert").stdout
        self.assertAlmostEqual(self.rows(self.file(written))["e1"][-1], critical(2, 10, -0.1, 0), delta=1e-8)

    def test_predicted_torques_of_the_report(self):
        rows = self.rows(ROOT / "examples/robot6_predicted/robot6_predicted.bl")
        self.assertTrue(8 < rows["ratio"][-1] < 13, rows["ratio"][-1])

    def test_feedforward_of_a_true_model_leaves_no_error(self):
        text = self.COMPUTED.replace("computed_torque", "pd_feedforward")
        text = text.replace("100 s^-2, 20 s^-1", "100 N.m, 20 N.m.s")
        text = text.replace("step 0.05", "start q1 = 0, q2 = 0, step 0.05")
        rows = self.rows(self.file(text))
        self.assertLess(max(map(abs, rows["e1"] + rows["e2"])), 1e-8)

    def test_a_coordinate_has_one_command(self):
        done = self.run_on(self.file(self.COMPUTED + "control computed_torque(a, 4 s^-2, 4 s^-1)\n"))
        self.assertEqual(done.returncode, 2)
        self.assertIn("the model moves a coordinate in one way at a time", done.stderr)


class Loops(Control):
    """Drives of closed chains: e'' + kd e' + kp e = 0 of what is commanded, whatever follows."""
    BARS = """mechanism bars
param mu = 1.5 kg/m, m = 0.4 kg
gravity [0, -9.81, 0] m/s^2
joint a : revolute z (q1 = 115 deg) from ground
joint b : revolute z (p1 = -60 deg) from a at [0.25, 0, 0] m
joint c : revolute z (q2 = 60 deg) from ground at [0.3, 0, 0] m
joint d : revolute z (p2 = 60 deg) from c at [0.25, 0, 0] m
loop pin : revolute z [0.35, 0, 0] m on b = [0.35, 0, 0] m on d
point tool at [0.35, 0, 0] m on b
body T on b : mass m, com [0.35, 0, 0] m
body A on a : rod length 0.25 m density mu at [0.125, 0, 0] m
body B on b : rod length 0.35 m density mu at [0.175, 0, 0] m
body C on c : rod length 0.25 m density mu at [0.125, 0, 0] m
body D on d : rod length 0.35 m density mu at [0.175, 0, 0] m
motion q1 : quintic from 115 deg to 140 deg in 1 s
motion q2 : quintic from 60 deg to 75 deg in 1 s
%s
output e1 = reference(a) - q1
output e2 = reference(c) - q2
experiment run { time 0 .. 1 s, step 0.1 s, tolerance 1e-11, start q1 = %g deg, q2 = %g deg }
"""

    def bars(self, law, q1=115, q2=60):
        return self.file(self.BARS % (law, q1, q2))

    def text_without_motions(self, law, q1=115, q2=60):
        """For controllers that do not follow them: motions that nobody follows are constraints."""
        return re.sub("^(motion q|output e).*", "", self.BARS % (law, q1, q2), flags=re.MULTILINE)

    def bars_without_motions(self, *values):
        return self.file(self.text_without_motions(*values))

    def test_computed_torque(self):
        law = "control computed_torque(a, 100 s^-2, 20 s^-1)\ncontrol computed_torque(c, 225 s^-2, 30 s^-1)"
        path = self.bars(law, 116, 62)
        for words in (), ("--treatment", "independent"):
            rows = self.rows(path, *words)
            for t, e1, e2 in zip(rows["t"], rows["e1"], rows["e2"]):
                self.assertAlmostEqual(e1, critical(t, 10, -math.pi / 180, 0), delta=1e-8)
                self.assertAlmostEqual(e2, critical(t, 15, -math.pi / 90, 0), delta=1e-8)
        off = self.rows(path, "--set", "m = 0.8 kg")
        self.assertGreater(abs(off["e1"][-1]), 1e-2)
        told = self.rows(path, "--set", "m = 0.8 kg, model.m = 0.8 kg")
        self.assertAlmostEqual(told["e1"][-1], critical(1, 10, -math.pi / 180, 0), delta=1e-8)

    def test_a_look_at_another_coordinate_leaves_the_drives_alone(self):
        law = "control computed_torque(a, 100 s^-2, 20 s^-1, goal = 2)\n"
        alone, looked = (self.rows(self.bars_without_motions(law + look)) for look in (
            "", "output hold = gravity_torque(d)\noutput turn = inverse_dynamics(c, 3 rad/s^2)"))
        for name in ("q1", "q2"):
            self.assertEqual(looked[name], alone[name])
        self.assertGreater(abs(looked["hold"][0]), 0.1)

    def test_a_freedom_that_nobody_commands_moves_by_itself(self):
        """One drive, two freedoms: q1 is commanded exactly, however q2 falls (Spong 1994); pd_feedforward, too."""
        for law, start in (("computed_torque(a, 100 s^-2, 20 s^-1)", 116), ("pd_feedforward(a, 20 N.m, 2 N.m.s)", 115)):
            text = self.BARS % (f"control {law}\ntorque slow on c = -0.5 N.m.s*q2'", start, 60)
            for line in ("motion q2 : quintic from 60 deg to 75 deg in 1 s\n", "output e2 = reference(c) - q2\n"):
                self.assertIn(line, text)
                text = text.replace(line, "")
            rows = self.rows(self.file(text))
            self.assertGreater(max(rows["q2"]) - min(rows["q2"]), 0.5)
            for t, e1 in zip(rows["t"], rows["e1"]):
                self.assertAlmostEqual(e1, critical(t, 10, (115 - start) * math.pi / 180, 0), delta=1e-7)

    def test_gravity_is_held_wherever_it_is(self):
        law = "control gravity_compensation(a)\ncontrol gravity_compensation(c)"
        for q1, q2 in ((115, 60), (140, 75), (100, 80)):
            rows = self.rows(self.bars_without_motions(law, q1, q2))
            for name in ("q1'", "q2'", "p1'", "p2'"):
                self.assertLess(max(map(abs, rows[name])), 1e-9)

    def test_gravity_torque_is_the_slope_of_the_potential(self):
        """Of a four-bar press by differences of V over closed positions."""
        text = """mechanism press
gravity [0, -9.81, 0] m/s^2
joint a : revolute z (a = 70 deg) from ground
body A on a : mass 2 kg, com [0.1, 0, 0] m, inertia diag(0, 0, 0.01) kg.m^2
joint b : revolute z (b = -50 deg) from a at [0.2, 0, 0] m
body B on b : mass 3 kg, com [0.2, 0.05, 0] m, inertia diag(0, 0, 0.03) kg.m^2
joint c : revolute z (c = 80 deg) from ground at [0.5, 0, 0] m
body C on c : mass 1 kg, com [0.15, 0, 0] m, inertia diag(0, 0, 0.01) kg.m^2
loop pin : revolute z [0.45, 0, 0] m on b = [0.35, 0, 0] m on c
control gravity_compensation(a) as held
experiment run {{ time 0 .. 1 ms, step 1 ms, start a = {} rad, record held.drive, a, b, c }}
"""
        def potential(row):
            a, b, c = row["a"][0], row["a"][0] + row["b"][0], row["c"][0]
            heights = (2 * 0.1 * math.sin(a), 3 * (0.2 * math.sin(a) + 0.2 * math.sin(b) + 0.05 * math.cos(b)),
                       0.15 * math.sin(c))
            return 9.81 * sum(heights)

        held, low, high = (self.rows(self.file(text.format(repr(1.2 + h)))) for h in (0, -1e-4, 1e-4))
        self.assertAlmostEqual(held["held.drive"][0], (potential(high) - potential(low)) / 2e-4, delta=1e-6)

    def test_feedforward_of_a_true_model_leaves_no_error(self):
        law = "control pd_feedforward(a, 20 N.m, 2 N.m.s)\ncontrol pd_feedforward(c, 20 N.m, 2 N.m.s)"
        rows = self.rows(self.bars(law))
        self.assertLess(max(map(abs, rows["e1"] + rows["e2"])), 1e-9)

    def test_resolved_rate_of_the_tool(self):
        """Along a line, beside the inverse of a five-bar in closed form: (P - E).(v - E') = 0, |E - A| = l, E elbows."""
        goal, l, r = "[0.1 m + 0.1 m/s*t, 0.45 m, 0 m]", 0.25, 0.35
        worst = []
        for gain in (50, 500):
            law = "".join(f"control resolved_rate({J}, tool, {goal}, 10 s^-1, {gain} N.m.s) as {J}{J}\n" for J in "ac")
            law += "output x = position(tool) . [1, 0, 0]\noutput y = position(tool) . [0, 1, 0]"
            text = self.text_without_motions(law)
            text = text.replace("tolerance 1e-11", "tolerance 1e-10, record q1, q2, q1', q2', x, y, aa.drive, cc.drive")
            rows = self.rows(self.file(text))
            for k, t in enumerate(rows["t"]):
                x, y = rows["x"][k], rows["y"][k]
                v = 0.1 + 10 * (0.1 + 0.1 * t - x), 10 * (0.45 - y)
                for base, q, drive in ((0, "q1", "aa.drive"), (0.3, "q2", "cc.drive")):
                    ex, ey = l * math.cos(rows[q][k]), l * math.sin(rows[q][k])
                    along = x - base - ex, y - ey
                    self.assertAlmostEqual(math.hypot(*along), r, delta=1e-9)
                    rate = (along[0] * v[0] + along[1] * v[1]) / (along[1] * ex - along[0] * ey)
                    self.assertAlmostEqual(rows[drive][k] / gain + rows[q + "'"][k], rate, delta=1e-8)
            # at the end the angles of the line itself, in closed form: elbows outside
            end = []
            for base, side, q in ((0, 1, "q1"), (0.3, -1, "q2")):
                dx, dy = 0.2 - base, 0.45
                distance = math.hypot(dx, dy)
                bend = math.acos((l * l + distance * distance - r * r) / (2 * l * distance))
                end.append(rows[q][-1] - (math.atan2(dy, dx) + side * bend))
            worst.append(max(map(abs, end)))
        self.assertLess(worst[0], 0.1)
        self.assertLess(worst[1], worst[0] / 5)

    def test_the_tool_is_moved(self):
        goal = "[0.15 m + 0.05 m*sin(2*t), 0.45 m, 0 m]"
        law = "".join(f"control resolved_acceleration({J}, tool, {goal}, 100 s^-2, 20 s^-1)\n" for J in "ac")
        law += f"output miss_x = {goal} . [1, 0, 0] - position(tool) . [1, 0, 0]"
        miss = self.rows(self.bars_without_motions(law))
        for t, e in zip(miss["t"], miss["miss_x"]):
            self.assertAlmostEqual(e, critical(t, 10, miss["miss_x"][0], 0.1), delta=1e-8)

    def test_delta(self):
        text = (ROOT / "examples/delta/delta.bl").read_text(encoding="utf-8")
        text = text[:text.index("input u[3]")].replace("direction, u)", "direction)").replace(
            "  torque drive on shoulder = u\n", "")
        text += "for k in 1 .. 3 { use arm(platform, 120 deg*k - 210 deg) as arm[k] }\n"
        for k in (1, 2, 3):
            text += (f"motion arm[{k}].theta : quintic from 0 to {10 * k} deg in 0.5 s\n"
                     f"control computed_torque(arm[{k}].shoulder, 400 s^-2, 40 s^-1)\n"
                     f"output e{k} = reference(arm[{k}].shoulder) - arm[{k}].theta\n")
        start = ", ".join(f"arm[{k}].theta = {k} deg" for k in (1, 2, 3))
        text += f"experiment run {{ time 0 .. 0.5 s, step 50 ms, tolerance 1e-11, start {start} }}\n"
        rows = self.rows(self.file(text))
        for k in (1, 2, 3):
            for t, e in zip(rows["t"], rows[f"e{k}"]):
                self.assertAlmostEqual(e, critical(t, 20, -k * math.pi / 180, 0), delta=1e-8)

    def test_wheels(self):
        """Of a robot on two wheels the wheels are commanded, and the platform follows."""
        text = (ROOT / "examples/differential_drive/differential_drive.bl").read_text(encoding="utf-8")
        lines = [line for line in text[:text.index("speed v")].splitlines() if not line.startswith("input")]
        for wheel, speed in (("right", 3), ("left", 2)):
            lines += [f"control computed_torque({wheel}, 100 s^-2, 20 s^-1, goal = {speed} s^-1*t)",
                      f"output e_{wheel} = {speed} s^-1*t - {wheel}"]
        lines.append("experiment run { time 0 .. 1 s, step 0.1 s, tolerance 1e-11, start right = 0.1 rad }")
        rows = self.rows(self.file("\n".join(lines) + "\n"))
        for t, right, left in zip(rows["t"], rows["e_right"], rows["e_left"]):
            self.assertAlmostEqual(right, critical(t, 10, -0.1, 3), delta=1e-8)
            self.assertAlmostEqual(left, critical(t, 10, 0, 2), delta=1e-8)

    def test_what_it_writes_elsewhere(self):
        path = self.bars("control computed_torque(a, 100 s^-2, 20 s^-1)\ncontrol computed_torque(c, 100 s^-2, 20 s^-1)")
        self.assertIn("statements hold", self.run_on(path, command="verify").stdout)
        written = self.run_on(path, "--to", "bl", command="convert").stdout
        self.assertLess(abs(self.rows(self.file(written), "--set", "q1 = 115 deg, q2 = 60 deg")["e1"][-1]), 1e-8)

    def test_what_is_refused(self):
        for law, told in (("control pd_gravity(a, 1 N.m, 1 N.m.s)\ncontrol pd_gravity(b, 1 N.m, 1 N.m.s)\n"
                           "control pd_gravity(c, 1 N.m, 1 N.m.s)",
                           "17:9: error: the model has constraints: the mechanism has 2 degrees of freedom"),
                          ("control lqr(a, q1^2, 1 N^-2.m^-2)", "does not rest: ")):
            done = self.run_on(self.bars_without_motions(law), command="check")
            self.assertEqual(done.returncode, 2)
            self.assertIn(told, done.stderr)


class Point(Control):
    GOAL = "let goal = [0.4 m + 0.1 m*cos(2*t), 0.5 m + 0.1 m*sin(2*t), 0 m]\n"
    END = "output off = goal - position(tip)\nexperiment run { time 0 .. 1 s, step 0.05 s, tolerance 1e-11 }\n"

    def law(self, law):
        return self.file(ARM.replace("q1 = 0.1", "q1 = 0.3").replace("q2 = 0.2", "q2 = 1") + self.GOAL +
                         "".join(f"control {law.format(joint)}\n" for joint in "ab") + self.END)

    def test_resolved_acceleration(self):
        rows = self.rows(self.law("resolved_acceleration({}, tip, goal, 100 s^-2, 20 s^-1)"))
        x, y = (0.5 * f(0.3) + 0.4 * f(1.3) for f in (math.cos, math.sin))
        for k, t in enumerate(rows["t"]):
            self.assertAlmostEqual(rows["off.x"][k], critical(t, 10, 0.5 - x, 0), delta=1e-8)
            self.assertAlmostEqual(rows["off.y"][k], critical(t, 10, 0.5 - y, 0.2), delta=1e-8)

    def test_resolved_rate_follows_as_well_as_its_servo(self):
        """Whitney's law asks for rates; with stiffer servos the error of the point becomes less."""
        worst = []
        for gain in (100, 1000):
            rows = self.rows(self.law(f"resolved_rate({{}}, tip, goal, 10 s^-1, {gain} N.m.s)"))
            worst.append(max(map(math.hypot, rows["off.x"][10:], rows["off.y"][10:])))
        self.assertLess(worst[1], worst[0] / 5)

    def test_operational_spring(self):
        text = ARM + """control operational(tip, [0.4, 0.5, 0] m, 400 N/m, 60 N.s/m)
control gravity_compensation(a)
control gravity_compensation(b)
output off = [0.4, 0.5, 0] m - position(tip)
experiment run { time 0 .. 5 s }
"""
        rows = self.rows(self.file(text))
        self.assertLess(math.hypot(rows["off.x"][-1], rows["off.y"][-1]), 1e-8)

    def test_a_point_that_the_joints_cannot_move(self):
        text = ("joint a : revolute z from ground\nbody A on a : mass 1, com [1, 0, 0]\n"
                "point P at [1, 0, 0] on a\ncontrol resolved_rate(a, P, [0, 1, 0], 1, 1)\n")
        done = self.run_on(self.file(text), command="check")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the joints cannot move the point as it is commanded", done.stderr)


def times(p, q):
    """Polynomials by rising powers."""
    out = [0.0] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            out[i + j] += a * b
    return out


class Regulator(Control):
    def gains(self, text):
        done = self.run_on(self.file(text), "--json", command="check")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)["parameters"]
        return {item["name"]: item["value"] for item in found}

    def test_double_integrator(self):
        text = "joint a : prismatic x (s) from ground\nbody B on a : mass 1\ncontrol lqr(a, s^2 + s'^2, 1)\n"
        gains = self.gains(text)
        self.assertAlmostEqual(gains["lqr.kp.s.s"], 1, delta=1e-11)
        self.assertAlmostEqual(gains["lqr.kd.s.s"], math.sqrt(3), delta=1e-11)

    CART = """param M = 1, m = 0.1, l = 0.5
gravity [0, 0, -9.81]
joint cart : prismatic x (s) from ground
body C on cart : mass M
joint pole : revolute y (th = {at}) from cart
body P on pole : mass m, com [0, 0, l]
control lqr(cart, s^2 + 10*{th}^2 + 2*s'^2 + 3*th'^2, 0.1)
experiment run {{ time 0 .. 10, start th = {at} + 0.2 }}
"""

    def test_cart_and_pole(self):
        M, m, l, g = 1, 0.1, 0.5, 9.81
        unit = [[float(i == j) for j in range(4)] for i in range(4)]
        self.check_cart(self.CART.format(at=0, th="th"), ("kp.s.s", "kp.s.th", "kd.s.s", "kd.s.th"),
                        ((M + m, m * l), (m * l, m * l ** 2)), m * g * l, (1, 0), unit)

    def check_factors(self, a, gains, outputs, costs, weight):
        """Kalman: c(z) c(-z) = a(z) a(-z) + sum of Q_i b_i(z) b_i(-z)/R with u = -sum of gains, outputs b/a."""
        pad = lambda p, size: list(p) + [0.0] * (size - len(p))
        flip = lambda p: [value * (-1) ** i for i, value in enumerate(p)]
        c = list(a)
        for gain, b in zip(gains, outputs):
            c = [x + gain * y for x, y in zip(c, pad(b, len(c)))]
        left, right = times(c, flip(c)), times(a, flip(a))
        for q, b in costs:
            more = times(b, flip(b))
            right = [x + q / weight * y for x, y in zip(right, pad(more, len(right)))]
        for one, other in zip(left, right):
            self.assertAlmostEqual(one, other, delta=1e-8 * max(map(abs, right)))

    def check_cart(self, text, names, masses, fall, pull, of_names):
        """masses q'' = [0, fall th] + pull u, of q = (s, th); gains of names, each a combination of s, th, s', th'."""
        gains = self.gains(text)
        (m11, m12), (_, m22) = masses
        a = [0, 0, -m11 * fall, 0, m11 * m22 - m12 ** 2]
        s = [-fall * pull[0], 0, m22 * pull[0] - m12 * pull[1]]
        th = [0, 0, m11 * pull[1] - m12 * pull[0]]
        state = [s, th, [0, *s], [0, *th]]
        mixed = []
        for parts in of_names:
            total = [0.0] * 5
            for part, b in zip(parts, state):
                for i, value in enumerate(b):
                    total[i] += part * value
            mixed.append(total)
        self.check_factors(a, [gains[f"lqr.{name}"] for name in names], mixed,
                           zip((1, 10, 2, 3), state), 0.1)
        rows = self.rows(self.file(text))
        self.assertLess(abs(rows["th"][-1]), 1e-4)

    PARALLELOGRAM = """param M = 1.5, m = 0.2, mc = 0.3, l = 0.5, a = 0.2, J = 0.004, quarter = pi/2
gravity [0, -9.81, 0]
joint cart : prismatic x (s) from ground
body C on cart : mass M
joint left : revolute -z (th) from cart rotated RZ(quarter)
joint right : revolute -z (ph) from cart at [0.3, 0, 0] rotated RZ(quarter)
joint top : revolute z (c) from left at [l, 0, 0] rotated RZ(-quarter)
body L on left : mass m, com [a, 0, 0], inertia diag(0, 0, J)
body R on right : mass m, com [a, 0, 0], inertia diag(0, 0, J)
body T on top : mass mc, com [0.15, 0, 0], inertia diag(0, 0, 0.01)
loop pin : revolute z [0.3, 0, 0] on top = [l, 0, 0] on right
control lqr(cart, s^2 + COST + 2*s'^2 + 3*th'^2, 0.1)
experiment run { time 0 .. 10, start th = 0.1 }
"""

    def test_a_parallelogram_on_a_cart(self):
        """Two links that turn and a coupler that does not: a pole; a cost of what follows is one of what leads."""
        M, m, mc, l, a, J, g = 1.5, 0.2, 0.3, 0.5, 0.2, 0.004, 9.81
        first = 2 * m * a + mc * l
        masses = ((M + 2 * m + mc, first), (first, 2 * (m * a ** 2 + J) + mc * l ** 2))
        unit = [[float(i == j) for j in range(4)] for i in range(4)]
        for cost in ("10*th^2", "10*ph^2", "4*th^2 + 6*ph^2", "10*c^2"):
            self.check_cart(self.PARALLELOGRAM.replace("COST", cost), ("kp.s.s", "kp.s.th", "kd.s.s", "kd.s.th"),
                            masses, first * g, (1, 0), unit)

    def test_a_cost_that_no_place_has(self):
        text = self.PARALLELOGRAM.replace("COST", "(th - 0.1)^2 + (ph + 0.1)^2")
        done = self.run_on(self.file(text), command="check")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the cost of 'lqr' is least where the mechanism cannot be", done.stderr)

    def test_a_pole_on_a_wheel_that_rolls(self):
        """The wheel's angle is at will: its speed has a gain, itself has none."""
        text = """param M = 1, m = 2, l = 0.5, r = 0.1, J = 0.01
gravity [0, 0, -9.81]
joint axle : prismatic x (s) from ground at [0, 0, r]
body hub on axle : mass M
joint pole : revolute y (th) from axle
body P on pole : mass m, com [0, 0, l]
joint drive : revolute y (w) from pole
body wheel on drive : mass 0, inertia diag(0, J, 0)
constraint roll : s' = r*(th' + w')
control lqr(drive, s^2 + 10*th^2 + 2*s'^2 + 3*th'^2, 0.1)
experiment run { time 0 .. 10, start th = 0.1 }
"""
        M, m, l, r, J, g = 1, 2, 0.5, 0.1, 0.01, 9.81
        masses = ((M + m + J / r ** 2, m * l), (m * l, m * l ** 2))
        self.check_cart(text, ("kp.w.s", "kp.w.th", "kd.w.th", "kd.w.w"), masses, m * g * l, (1 / r, -1),
                        ((1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1), (0, 0, 1 / r, -1)))
        self.assertNotIn("lqr.kp.w.w", self.gains(text))

    BLADE = """joint px : prismatic x (x) from ground
joint py : prismatic y (y) from px
joint yaw : revolute z (th) from py
body P on yaw : mass 2, inertia diag(0, 0, 0.1)
constraint blade : cos(th)*y' - sin(th)*x' = 0
control lqr(px, SX + y^2 + th^2 + (x' - V)^2 + th'^2, 0.5)
control lqr(yaw, 0*y, 0.2)
experiment run { time 0 .. 20, start y = 0.3, x' = V }
"""

    def test_a_blade_is_steered_while_it_moves(self):
        """m v' = u; y' = v th, J th'' = u: three integrators."""
        text = self.BLADE.replace("SX", "0*x").replace("V", "1")
        gains = self.gains(text)
        self.assertAlmostEqual(gains["lqr.kd.x.x"], math.sqrt(1 / 0.5), delta=1e-9)
        outputs = ([1 / 0.1], [0, 1 / 0.1], [0, 0, 1 / 0.1])
        self.check_factors([0, 0, 0, 1], [gains[f"lqr.{name}"] for name in ("kp.th.y", "kp.th.th", "kd.th.th")],
                           outputs, [(1, b) for b in outputs], 0.2)
        rows = self.rows(self.file(text))
        self.assertLess(abs(rows["y"][-1]), 1e-6)
        self.assertAlmostEqual(rows["x'"][-1], 1, delta=1e-6)

    def test_what_the_drives_do_not_reach(self):
        carts = ("joint a : prismatic x (s) from ground\njoint b : prismatic x (r) from ground\nbody A on a : mass 1\n"
                 "body B on b : mass 1\ncontrol lqr(a, s^2 + r^2, 1)\n")
        for text, told in ((self.BLADE.replace("SX", "x^2").replace("V", "0"), "the drives do not reach 'y'"),
                           (self.BLADE.replace("SX", "x^2").replace("V", "1"), "is least 'x' goes on: it has no place"),
                           (carts, "the drives do not reach 'r")):
            done = self.run_on(self.file(text), command="check")
            self.assertEqual(done.returncode, 2)
            self.assertIn(told, done.stderr)

    def test_it_holds_where_the_cost_is_least(self):
        """The same pole with its angle counted from below: pi is upright."""
        text = self.CART.replace("com [0, 0, l]", "com [0, 0, -l]").format(at="3.14159", th="(th - pi)")
        one, other = self.gains(text), self.gains(self.CART.format(at=0, th="th"))
        for name in ("kp.s.s", "kp.s.th", "kd.s.s", "kd.s.th"):
            self.assertAlmostEqual(one[f"lqr.{name}"], other[f"lqr.{name}"], delta=1e-7)
        rows = self.rows(self.file(text))
        self.assertAlmostEqual(rows["th"][-1], math.pi, delta=1e-4)

    def test_where_nothing_rests_there_are_no_gains(self):
        done = self.run_on(self.file(self.CART.format(at=0, th="(th - 1)")), command="check")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the cost of 'lqr' is least where 'th' does not rest", done.stderr)

    def test_what_costs_nothing_and_goes_on(self):
        text = "joint a : prismatic x (s) from ground\nbody B on a : mass 1\ncontrol lqr(a, s'^2, 1)\n"
        done = self.run_on(self.file(text), command="check")
        self.assertEqual(done.returncode, 2)
        self.assertIn("no feedback holds it where the cost of 'lqr' is least: a motion of 's' does not end by itself "
                      "and costs nothing", done.stderr)

    def test_a_weight_that_is_zero(self):
        text = "joint a : prismatic x (s) from ground\nbody B on a : mass 1\ncontrol lqr(a, s^2, 0)\n"
        done = self.run_on(self.file(text), command="check")
        self.assertIn("the weight of the torque in 'lqr' is above 0", done.stderr)

    def test_gains_need_values(self):
        text = "param m\njoint a : prismatic x (s) from ground\nbody B on a : mass m\ncontrol lqr(a, s^2, 1)\n"
        done = self.run_on(self.file(text), command="check")
        self.assertIn("the gains of 'lqr' need a value of 'm'", done.stderr)


class Motor(Control):
    TEXT = """mechanism motor
param R = 2 ohm, L = 50 mH, k = 0.1 N.m/A, load = 0.06 N.m
joint shaft : revolute z (q) from ground
body rotor on shaft : mass 0.1 kg, inertia diag(0, 0, 2e-3) kg.m^2
torque brake on shaft = -load
use dc_motor(shaft, {voltage}, R, L, k, ratio = 3, inertia = 1e-4 kg.m^2{more}) as drive
experiment run {{ time 0 .. 3 s, step 0.05 s, tolerance 1e-11 }}
"""

    def test_steady_speed_and_transient(self):
        """J w' = n k i - load, L i' = u - R i - n k w: two eigenvalues, written out."""
        J, L, R, k, n, load, u = 2e-3 + 9 * 1e-4, 0.05, 2, 0.1, 3, 0.06, 24
        rows = self.rows(self.file(self.TEXT.format(voltage="30 V", more=", limit = 24 V")))
        i_end = load / (n * k)
        w_end = (u - R * i_end) / (n * k)
        self.assertAlmostEqual(rows["q'"][-1], w_end, delta=1e-8)
        self.assertAlmostEqual(rows["drive.i"][-1], i_end, delta=1e-8)
        root = cmath.sqrt((R / L) ** 2 - 4 * (n * k) ** 2 / (J * L))
        s1, s2 = (-R / L + root) / 2, (-R / L - root) / 2
        # w - w_end = c1 exp(s1 t) + c2 exp(s2 t), w(0) = 0, w'(0) = -load/J
        c2 = (-load / J + w_end * s1) / (s2 - s1)
        c1 = -w_end - c2
        for t, w in zip(rows["t"], rows["q'"]):
            exact = w_end + (c1 * cmath.exp(s1 * t) + c2 * cmath.exp(s2 * t)).real
            self.assertAlmostEqual(w, exact, delta=1e-7)

    def test_without_limit_the_voltage_is_as_asked(self):
        rows = self.rows(self.file(self.TEXT.format(voltage="30 V", more="")))
        self.assertAlmostEqual(rows["q'"][-1], (30 - 2 * 0.2) / 0.3, delta=1e-8)


class Examples(Control):
    def test_the_pole_stands_up_and_stays(self):
        rows = self.rows(ROOT / "examples/cart_pole_swing_up/cart_pole_swing_up.bl")
        self.assertLess(rows["height"][0], -0.99)
        self.assertGreater(rows["height"][-1], 1 - 1e-9)
        self.assertLess(abs(rows["x"][-1]), 1e-3)

    def test_robots_that_find_their_line(self):
        rows = self.rows(ROOT / "examples/mobile_robot_control/mobile_robot_control.bl")
        self.assertLess(abs(rows["y"][-1]), 2e-3)
        self.assertAlmostEqual(rows["drives"][-1], 0.8, delta=1e-4)
        rows = self.rows(ROOT / "examples/tractor_trailer_backing/tractor_trailer_backing.bl")
        self.assertLess(abs(rows["offset"][-1]), 5e-3)
        self.assertLess(rows["x"][-1], -50)
        self.assertLess(max(map(abs, rows["Phi"])), 0.6)

    def test_the_five_bar_follows(self):
        rows = self.rows(ROOT / "examples/five_bar_control/five_bar_control.bl", "--tolerance", "1e-11")
        for t, e in zip(rows["t"], rows["modelled.missed"]):
            self.assertAlmostEqual(e, critical(t, 20, math.pi / 180, 0), delta=1e-8)
        self.assertGreater(max(rows["servo.missed"]), 0.05)

    def test_the_quadrotor_hovers(self):
        for experiment in ("fly", "sampled"):
            rows = self.rows(ROOT / "examples/quadrotor/quadrotor.bl", experiment)
            for name, place in (("x", 2), ("y", 1), ("z", 1.5)):
                self.assertAlmostEqual(rows[name][-1], place, delta=1e-3)


if __name__ == "__main__":
    unittest.main()
