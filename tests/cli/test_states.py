#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""States, events, samples, discrete variables, energies and smooth inputs against numbers that are
computed here, without the program's own equations."""
import json
import math
import os
import random
import re
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


def values(path, what, state=None):
    done = bielle("eval", path, "--what", what, "--at", "-", text=json.dumps(state or {}))
    if done.returncode != 0:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


class Described(unittest.TestCase):
    """Mechanisms that a test writes, and comparisons."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, text, name="described.bl"):
        path = Path(self.folder.name) / name
        path.write_text("mechanism described\n" + text, encoding="utf-8")
        return path

    def same(self, got, wanted, tolerance=1e-12):
        """Numbers, or lists of them, agree."""
        flat = lambda x: [n for part in x for n in flat(part)] if isinstance(x, list) else [x]
        got, wanted = flat(got), flat(wanted)
        self.assertEqual(len(got), len(wanted))
        scale = max([1.0] + [abs(x) for x in wanted])
        for one, other in zip(got, wanted):
            self.assertLessEqual(abs(one - other), tolerance * scale, (got, wanted))

    def code(self, path, what, *options):
        """Header and source of the generated program, whose self-test passes bit by bit."""
        folder = Path(self.folder.name) / "code"
        done = bielle("code", path, "--what", what, "-o", folder, "--batch", *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        names = done.stdout.split()
        sources = [folder / name for name in names if name.endswith(".c")]
        program = folder / "selftest"
        subprocess.run(["cc", "-std=c99", "-Wall", "-Wextra", "-Werror", "-O1",
                        "-ffp-contract=off", *sources, "-lm", "-o", program], check=True)
        told = subprocess.run([program], capture_output=True, encoding="utf-8", check=True).stdout
        count, same = re.search(r"(\d+) values agree, (\d+) of them to the last bit", told).groups()
        self.assertEqual(count, same)
        return {name: (folder / name).read_text(encoding="utf-8") for name in names}


class Joints(Described):
    """The name of a joint with one coordinate is its coordinate, everywhere."""

    TEXT = """param k = 3 N.m, c = 0.2 N.m.s
joint hinge : revolute z (q) from ground
body B on hinge : mass 2 kg, com [0.5, 0, 0] m
torque spring on hinge = -k*HINGE - c*HINGE'
torque lean on q = HINGE*1 N.m
output lift = sin(HINGE) + position(hinge) . [0, 1, 0]/1 m
when HINGE > 1 rad : set HINGE' = -HINGE'
experiment swing { time 0 .. 0.1 s, step 0.1 s, start HINGE = 30 deg, HINGE' = 1 rad/s, record HINGE, HINGE' }
"""

    def test_in_values_events_and_experiments(self):
        one, other = (self.write(self.TEXT.replace("HINGE", name)) for name in ("hinge", "q"))
        for words in [("model", "--what", "motion,out:lift,ev,set:event1"), ("simulate", "--as", "csv")]:
            told = [bielle(words[0], path, *words[1:]) for path in (one, other)]
            self.assertEqual(told[0].returncode, 0, told[0].stderr)
            rows = [[line for line in t.stdout.splitlines() if not line.startswith("t")] for t in told]
            self.assertEqual(rows[0], rows[1])
            self.assertGreater(len(rows[0]), 1)
        self.assertIn("0.523598", bielle("simulate", one, "--as", "csv").stdout)

    def test_a_value_of_that_name_comes_first(self):
        path = self.write("param hinge = 5 m\njoint hinge : revolute z (q) from ground\noutput o = hinge\n"
                          "body B on hinge : mass 1 kg, com [1, 0, 0] m\n")
        self.same(values(path, "out:o")["out:o"], 5)


class States(Described):
    """First-order states beside the motion."""

    def test_current_of_a_motor(self):
        R, L, k, J, m, l, g = 2, 5e-3, 0.1, 2e-4, 0.3, 0.2, 9.81
        q, qd, i, u = 0.4, 3.0, 1.5, 12.0
        inertia = J + m * l * l
        state = {"q": {"q": q}, "qd": {"q": qd}, "states": {"i": i}, "inputs": {"u": u}}
        got = values(example("dc_motor"), "sd,qdd,ev,lin:A,lin:B", state)
        self.same(got["sd"], [(u - R * i - k * qd) / L])
        self.same(got["qdd"], [(k * i - m * g * l * math.cos(q)) / inertia])
        self.same(got["ev"], [q - 2])
        self.same(got["lin:A"], [[0, 1, 0],
                                 [m * g * l * math.sin(q) / inertia, 0, k / inertia],
                                 [0, -k / L, -R / L]])
        self.same(got["lin:B"], [[0, 0], [1 / inertia, 0], [0, 1 / L]])

    def test_the_start_is_what_nobody_gives(self):
        path = self.write("""state v = 3 m/s : v' = -2*v*1 s^-1
joint x : prismatic x from ground
body b on x : mass 1 kg
""")
        self.same(values(path, "sd")["sd"], [-6])
        self.same(values(path, "sd", {"states": {"v": 1}})["sd"], [-2])

    def test_names_are_checked(self):
        done = bielle("eval", example("dc_motor"), "--what", "sd", "--at", "-",
                      text='{"states": {"j": 1}}')
        self.assertEqual(done.returncode, 2)
        self.assertIn("unknown state 'j'", done.stderr)
        done = bielle("model", example("cart_pole"), "--what", "sd")
        self.assertEqual(done.returncode, 2)
        self.assertIn("there are no states", done.stderr)

    def test_characteristic_polynomial_with_a_state(self):
        path = self.write("""param R, L, k, J
input u
joint q : revolute z from ground
body rotor on q : mass 1, inertia diag(0, 0, J)
state i = 0 : i' = (u - R*i - k*q')/L
torque motor on q = k*i
""")
        text = bielle("model", path, "--what", "lin:poly").stdout
        # det(s 1 - A) = s (s (s + R/L) + k^2/(J L))
        self.assertIn("s^3 + R*s^2/L + k^2*s/(J*L) = 0", text)

    def test_tyre_with_relaxation(self):
        # Pacejka: sigma alpha' + |v| alpha = -v_y, the side force follows the lagged slip angle
        path = self.write("""param m = 300 kg, C = 40 kN/rad, sigma = 0.6 m, v = 20 m/s
joint y : prismatic y from ground
body corner on y : mass m
state alpha = 0 rad : alpha' = (-y'*1 rad - v*alpha)/sigma
force side at y = [0, C*alpha, 0]
""")
        state = {"qd": {"y": 0.8}, "states": {"alpha": -0.02}}
        got = values(path, "sd,qdd,lin:A", state)
        self.same(got["sd"], [(-0.8 + 20 * 0.02) / 0.6])
        self.same(got["qdd"], [-40e3 * 0.02 / 300])
        self.same(got["lin:A"], [[0, 1, 0], [0, 0, 40e3 / 300], [0, -1 / 0.6, -20 / 0.6]])

    def test_states_in_each_others_rates(self):
        text = """joint j : prismatic x (x) from ground
body b on j : mass 1 kg
state y = 0 m : y' = v
state v = 0 m/s : v' = 9*(x - y)/1 s^2 - 2*v/1 s
element filter(u) {
  state a = 0 m : a' = (u - a + b.x)/1 s
  state b = [0, 0, 0] m : b' = [b.y, c, a]/1 s
  state c = 1 m : c' = -b.z/1 s
}
use filter(x) as F
when x > 1 m : set F.b = [F.a, 2 m, F.c], v = -v
"""
        path, state = self.write(text), {"q": {"x": 0.3}, "states": {
            "y": 0.1, "v": 0.2, "F.a": 1, "F.b.x": 2, "F.b.y": 3, "F.b.z": 4, "F.c": 5}}
        rates = [0.2, 9 * 0.2 - 0.4, 0.3 - 1 + 2, 3, 5, 1, -4]
        got = values(path, "sd,set:event1,lin:A", state)
        self.same(got["sd"], rates)
        self.same(got["set:event1"], [1, 2, 5, -0.2])
        self.same(got["lin:A"][3], [9, 0, -9, -2, 0, 0, 0, 0, 0])
        converted = Path(self.folder.name) / "converted.bl"
        self.assertEqual(bielle("convert", path, "--to", "bl", "-o", converted).returncode, 0)
        self.same(values(converted, "sd", state)["sd"], rates)
        several = "".join(f"param p{i} = 1\n" for i in range(1020)) + "".join(
            f"state s{i} = {i} : s{i}' = 2*s{(i + 1) % 8}\n" for i in range(8))
        self.same(values(self.write(several), "sd")["sd"], [2, 4, 6, 8, 10, 12, 14, 0])

    def test_rates_that_cancel(self):
        path = self.write("""joint j : prismatic x (x) from ground
state s = 0.3 : s' = -s
let v = [[-2, 2, 3], [2, -3, 2], [-1, -1, -3]]*[1, x', s]
output w = ([[-1, 2, 3], [-1, 3, 0], [-2, 2, 2]]*([[-2, 3, 1], [3, 1, -1], [0, 0, -3]]*v))'
""")
        self.same(values(path, "out:w", {"qdd": {"x": 1}})["out:w"], [13.6, 12.5, 26.4])

    def test_eval_and_code_have_the_same_bits(self):
        files = self.code(example("dc_motor"), "sd,ev,qdd,lin:A,lin:B")
        header = files["dc_motor.h"]
        self.assertIn("#define DC_MOTOR_STATES 1", header)
        self.assertRegex(header, r"//   0 +i +A")
        self.assertRegex(header.replace("\n", " "),
                         r"dc_motor_state_rates\([^;]*u\[\], +const dc_motor_real s\[\], "
                         r"+dc_motor_real sd\[\]\);")

    def test_forces_with_states_are_proved_by_all_methods(self):
        done = bielle("verify", example("dc_motor"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


class Moments(Described):
    """What happens at events and samples."""

    def test_bouncing_ball(self):
        path = example("bouncing_ball")
        state = {"q": {"z": -0.01}, "qd": {"z": -3.5}, "discrete": {"bounces": 4}}
        got = values(path, "ev,set:event1,qdd", state)
        self.same(got["ev"], [0.01, 4 - 9])
        self.same(got["set:event1"], [0.8 * 3.5, 5])
        self.same(got["qdd"], [-9.81])
        self.same(values(path, "ev")["ev"], [-1, -9])  # at the start
        text = bielle("model", path, "--what", "ev,set:1").stdout
        self.assertRegex(text, r"set:1\[z'\] += -e\*z'")
        self.assertRegex(text, r"ev\[event1\] += -z")

    def test_two_bounces_by_hand(self):
        # falls from 1 m: t1 = sqrt(2/g), speed sqrt(2 g); up again with e times that
        path, g, e = example("bouncing_ball"), 9.81, 0.8
        speed, height = -math.sqrt(2 * g), 1.0
        for bounce in range(2):
            got = values(path, "set:1,ev", {"q": {"z": 0}, "qd": {"z": speed},
                                            "discrete": {"bounces": bounce}})
            up, count = got["set:1"]
            self.same(got["ev"][0], 0)
            height *= e * e
            self.same(up * up / (2 * g), height)
            self.assertEqual(count, bounce + 1)
            speed = -up
        self.same(height, 0.8 ** 4)

    def test_gear_box(self):
        path = self.write("""param J = 0.02 kg.m^2
input u [N.m]
joint shaft : revolute z (q) from ground
body wheel on shaft : mass 1 kg, inertia diag(0, 0, J)
discrete gear = 1, shifts = 0
torque motor on q = u*if(gear < 1.5, 3.5, if(gear < 2.5, 2, 1.2))
when q' > 10*gear*1 rad/s : set gear = gear + 1, shifts = shifts + 1
when q' < 0 rad/s : set q' = 0 rad/s, q = 0 rad
""")
        for gear, ratio in [(1, 3.5), (2, 2), (3, 1.2)]:
            state = {"qd": {"q": 12}, "inputs": {"u": 2}, "discrete": {"gear": gear}}
            got = values(path, "qdd,ev,set:1,set:event2", state)
            self.same(got["qdd"], [2 * ratio / 0.02])
            self.same(got["ev"], [12 - 10 * gear, -12])
            self.same(got["set:1"], [gear + 1, 1])
            self.same(got["set:event2"], [0, 0])
        text = bielle("model", path, "--what", "set:2").stdout
        self.assertIn("values set by event2", text)
        files = self.code(path, "ev,set:1,set:event2,qdd")
        self.assertIn("#define DESCRIBED_DISCRETES 2", files["described.h"])

    def test_sampled_controller(self):
        path = self.write("""param kp = 30 N.m, kd = 2 N.m.s, J = 0.5 kg.m^2
joint q : revolute z from ground
body b on q : mass 1 kg, inertia diag(0, 0, J)
sample 10 ms : M = kp*(1 - q) - kd*q'
torque hold on q = M
""")
        state = {"q": {"q": 0.25}, "qd": {"q": -0.5}, "discrete": {"M": 7}}
        got = values(path, "set:sample1,qdd,lin:A,lin:B", state)
        self.same(got["set:sample1"], [30 * 0.75 + 2 * 0.5])
        self.same(got["qdd"], [7 / 0.5])  # held
        self.same(got["lin:A"], [[0, 1], [0, 0]])
        self.same(got["lin:B"], [[0, 0], [2, 2]])
        done = bielle("model", path, "--what", "set:sample2")
        self.assertIn("there is no event or sample 'sample2' (choose one of: sample1)", done.stderr)

    def test_states_are_set_and_held_still_coordinates_are_not(self):
        path = self.write("""joint a : revolute z from ground
body A on a : mass 1 kg, inertia diag(0, 0, 1) kg.m^2
joint b : revolute z from a
body B on b : mass 1 kg, inertia diag(0, 0, 1) kg.m^2
state s = 2 : s' = -s*1 s^-1
when a > 1 rad : set s = s + 1, b' = 0 rad/s, a' = -a'
""")
        self.same(values(path, "set:1", {"qd": {"a": 3, "b": 4}})["set:1"], [3, 0, -3])
        text = bielle("model", path, "--what", "set:1", "--freeze", "b").stdout
        self.assertIn("set:1[a']", text)
        self.assertNotIn("[b']", text)
        # in the plane, body B turns by a' + b': the event leaves it -a' of A
        text = bielle("model", path, "--what", "set:1", "--parametrisation", "cartesian").stdout
        self.assertIn("set:1[angle_a'] = -angle_a'", text)
        self.assertIn("set:1[angle_b'] = -angle_a'", text)


class Energies(Described):
    """Energies beside forces."""

    SPRING = """param m = 2 kg, k = 50 N/m, c = 3 N.s/m, l0 = 0.4 m, g = 9.81 m/s^2
gravity [0, -g, 0]
coord x = 0.1, y = 0.3
frame p from ground : TX(x), TY(y)
body b on p : mass m
use spring(p, ground, stiffness = k, length = l0, damping = c) as S
"""

    def test_spring_in_V_E_L_and_power(self):
        m, k, c, l0, g, x, y, vx, vy = 2, 50, 3, 0.4, 9.81, 0.3, -0.5, 0.7, 0.2
        path = self.write(self.SPRING)
        state = {"q": {"x": x, "y": y}, "qd": {"x": vx, "y": vy}}
        got = values(path, "V,T,E,L,P,Qe,G,qdd", state)
        length = math.hypot(x, y)
        rate = (x * vx + y * vy) / length
        pull = k * (length - l0) + c * rate
        T = m * (vx * vx + vy * vy) / 2
        V = m * g * y + k * (length - l0) ** 2 / 2
        self.same([got["T"], got["V"], got["E"], got["L"]], [T, V, T + V, T - V])
        self.same(got["Qe"], [-pull * x / length, -pull * y / length])
        self.same(got["G"], [0, m * g])
        self.same(got["P"], -c * rate * rate)  # only the damper takes energy
        # dE/dt along the motion is P
        ax, ay = got["qdd"]
        h = 1e-6
        energies = []
        for s in (-h, h):
            there = {"q": {"x": x + s * vx + s * s * ax / 2, "y": y + s * vy + s * s * ay / 2},
                     "qd": {"x": vx + s * ax, "y": vy + s * ay}}
            energies.append(values(path, "E", there)["E"])
        self.same((energies[1] - energies[0]) / (2 * h), got["P"], 1e-7)

    def test_every_method_knows_them(self):
        path = self.write(self.SPRING)
        state = '{"q": {"x": 0.3, "y": -0.5}}'
        wanted = None
        for method in ["energy", "lagrange", "uicker", "kane"]:
            done = bielle("eval", path, "--what", "V", "--method", method, "--at", "-", text=state)
            wanted = wanted or json.loads(done.stdout)["V"]
            self.same(json.loads(done.stdout)["V"], wanted)
        self.assertEqual(bielle("verify", path).returncode, 0)
        told = bielle("model", path, "--explain", "V").stdout
        self.assertIn("energy S.elastic", told)

    def test_an_energy_that_is_not_that_of_its_forces(self):
        element = """element odd(J, k) {
  torque pull on J = -k*J
  energy stored = %s
}
joint q : revolute z from ground
body b on q : mass 1 kg, inertia diag(0, 0, 1) kg.m^2
use odd(q, 3 N.m/rad) as S
"""
        wrong = bielle("check", self.write(element % "k*J^2"))
        self.assertEqual(wrong.returncode, 0)
        self.assertIn("the energy 'S.stored' does not agree with the forces", wrong.stderr)
        for right in ["k/2*J^2", "k/2*max(J, -J)^2"]:
            done = bielle("check", self.write(element % right))
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_a_damper_of_what_time_or_an_input_moves_is_no_other_energy(self):
        text = """input steer [rad] smooth
frame hoop from ground : %s
joint bead : revolute y (th = 0.5) from hoop
body b on bead : mass 0.1 kg, com [0, 0, 0.3] m
use spring([0, 0, 0.3] m on bead, [1, 0, 0] m on ground, stiffness = 10 N/m, length = 0.2 m,
  damping = 0.1 N.s/m) as S
"""
        for moved in ["RZ(2 rad/s*t)", "RZ(steer)", "TX(3 m/s*t)"]:
            done = bielle("check", self.write(text % moved))
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_energies_of_forces_between_all_kinds_of_frames(self):
        text = """element rope(P, Q, k, wrong) {
  let r = position(Q) - position(P), d = norm(r)
  force pull at P = k*(1 - 0.2 m / d)*r against Q
  energy stored = wrong*k/2*(d - 0.2 m)^2
}
element twist(F, G, k, wrong) {
  let a = rotation(F)*[1, 0, 0], b = rotation(G)*[0.6, 0.8, 0]
  moment turn on F = k*cross(a, b) against G
  energy stored = -wrong*k*dot(a, b)
}
element cross_of(F, G, k) {
  let a = rotation(F)*[1, 0, 0], b = rotation(G)*[0, 1, 0]
  moment turn on F = k*cross(a, b) against G
  energy none = 0*k
}
element pole(P, F, k, wrong) {
  force push at P = rotation(ground)*[k, 0, 0] in F
  energy stored = -wrong*k*dot(position(P), rotation(F)*[1, 0, 0])
}
joint a : spherical from ground at [0.1, 0.2, 0.3] m
joint b : universal from a at [1, 0, 0] m
joint c : prismatic y from ground at [0.4, 0.5, 0.6] m
joint e : free quaternion from ground
joint f : spherical quaternion from b at [0, 0, 0.5] m
joint g : revolute z from f at [0.3, 0, 0.5] m
"""
        for p, q in ("ground", "b"), ("b", "ground"), ("a", "b"), ("b", "c"), ("ground", "e"), ("e", "b"), (
                "f", "ground"), ("g", "e"):
            place = f"[0, 1, 0] m on {p}, [0.3, 0.2, 0.1] m on {q}"
            for wrong, use in ((k, use) for k in (1, 1.01) for use in (
                    f"rope({place}, 10 N/m, {k})", f"twist({p}, {q}, 3 N.m, {k})")):
                with self.subTest(use):
                    done = bielle("check", self.write(text + f"use {use} as S\n"))
                    said = "'S.stored' does not agree" in done.stderr
                    self.assertEqual((done.returncode, said), (0, wrong != 1), done.stderr)
        for wrong in 1, 1.01:
            done = bielle("check", self.write(text + f"use pole([0, 1, 0] m on e, c, 3 N, {wrong}) as S\n"))
            self.assertEqual("does not agree" in done.stderr, wrong != 1, done.stderr)
        done = bielle("check", self.write(text + "use cross_of(a, b, 3 N.m) as S\n"))  # b keeps them at 90 deg
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Stops(Described):
    TEXT = """
joint a : prismatic x (q) from ground
joint b : revolute z from a
body B on b : mass 2 kg, inertia diag(1, 1, 1) kg.m^2
use elastic_stop(a, -1 m, 2 m, 1000 N/m, 10 N.s/m) as ends
use impulsive_stop(b, -90 deg, 60 deg, 0.25)
"""

    def test_springs_and_dampers_beyond_the_limits(self):
        path = self.write(self.TEXT)
        for q, speed in (-1.5, 2.0), (-1.0, 2.0), (0.5, -3.0), (2.25, -1.0):
            beyond = min(q + 1, 0) + max(q - 2, 0)
            damping = -10 * speed if beyond else 0
            got = values(path, "V,Qe,P", {"q": {"q": q}, "qd": {"q": speed}})
            self.same(got["V"], 500 * beyond**2)
            self.same(got["Qe"], [-1000 * beyond + damping, 0])
            self.same(got["P"], damping * speed)

    def test_impacts_at_the_limits(self):
        path = self.write(self.TEXT)
        got = values(path, "ev,set:1,set:2", {"q": {"b": 0.2}, "qd": {"b": 4}})
        self.same(got["ev"], [-math.pi / 2 - 0.2, 0.2 - math.pi / 3])
        self.same([got["set:1"], got["set:2"]], [0.25, 0.25])  # the restitutions


class Functions(Described):
    def test_the_body_has_the_meaning_of_its_place(self):
        """Names of the element that calls it do not get in."""
        path = self.write("""
param k = 2
let f(x) = k*x
let twice(k) = f(k) + f(k)
element e(J, k) { torque T on J = f(J)*k + twice(J) }
joint a : revolute z (q) from ground
body B on a : mass 1
use e(a, 10)
""")
        self.same(values(path, "Qe", {"q": {"q": 1.5}})["Qe"], [2 * 1.5 * 10 + 2 * 2 * 1.5])


class Derivatives(Described):
    """Gradients and primes of functions, and grids, against calculus."""

    MODEL = """joint j : planar (x, y, q) from ground
body B on j : mass 1 kg, inertia diag(0, 0, 1) kg.m^2
let hill(x, y) = 2 m*sin(x/1 m)*exp(y/3 m), cube(v) = v^3
let steep(x, y) = norm(gradient(hill, x, y))
table map "map.csv" grid
output slope = gradient(hill, x, 2*y)
output twice = gradient(steep, x, y)
output bend = cube''(q)
output height = map(x, y)
output flank = gradient(map, x, y)
torque turn on q = 1 N.m*map(x, y)
"""

    def test_of_functions(self):
        path = self.write(self.MODEL)
        (path.parent / "map.csv").write_text("y/x, 0, 1, 3\n0, 1, 2, 4\n2, 5, 8, 14\n")
        x, y, q = 0.7, 0.4, 1.3
        got = values(path, "out:slope,out:twice,out:bend,out:height,out:flank",
                     {"q": {"x": x, "y": y, "q": q}})
        raised = math.exp(2*y/3)
        self.same(got["out:slope"],
                  [2*math.cos(x)*raised, 2/3*math.sin(x)*raised, 0])
        norm = lambda x, y: 2*math.exp(y/3)*math.hypot(math.cos(x), math.sin(x)/3)
        h = 1e-5
        self.same(got["out:twice"], [(norm(x + h, y) - norm(x - h, y))/(2*h),
                                     (norm(x, y + h) - norm(x, y - h))/(2*h), 0], 1e-8)
        self.same(got["out:bend"], 6*q)
        # bilinear: 1 + x + 2 y + x y at its corners
        self.same(got["out:height"], 1 + x + 2*y + x*y)
        self.same(got["out:flank"], [1 + y, 2 + x, 0])

    def test_as_code(self):
        path = self.write(self.MODEL)
        (path.parent / "map.csv").write_text("y/x, 0, 1, 3\n0, 1, 2, 4\n2, 5, 8, 14\n")
        self.code(path, "tau,out:flank")


class Files(Described):
    """Tables as spreadsheets and instruments write them: the first row counts."""

    def test_of_tables(self):
        path = self.write("""joint j : prismatic x (s) from ground
body B on j : mass 1 kg
table f "f.csv"
output y = f(s)
""")
        for text in ("0,0\n1,2\n3,3", "\ufeff0,0\n1,2\n3,3\n", "\ufeffx,y\n0,0\n1,2\n3,3\n",
                     "0,0\r\n1,2\r\n3,3\r\n", "0,0\r1,2\r3,3", "time [s];force [N]\n0;0\n1;2\n3;3",
                     "0\t0 \n1\t2 \n3\t3 ", "# 1,2 3\n0 , 0 # 1,2 3\n 1 ,2\n3, 3"):
            (path.parent / "f.csv").write_text(text, encoding="utf-8", newline="")
            self.same(values(path, "out:y", {"q": {"s": 0.25}})["out:y"], 0.5)


class SmoothInputs(Described):
    """Given functions of time with rates, against coordinates that follow the same motion."""

    ARM = """param m = 2 kg, l = 0.7 m, J = 0.3 kg.m^2, g = 9.81 m/s^2
gravity [0, -g, 0]
joint q : revolute z from ground
body A on q : mass 1 kg, com [l/2, 0, 0], inertia diag(0, 0, J)
"""
    TIP = """body B on tip : mass m, com [l/3, l/5, 0], inertia diag(0, 0, J)
torque brake on q = -2*q'*1 N.m.s
"""

    def test_the_same_as_a_driven_coordinate(self):
        smooth = self.write("input delta [rad] smooth\n" + self.ARM +
                            "frame tip from q : TX(l), RZ(delta), TX(l/2)\n" + self.TIP, "s.bl")
        driven = self.write("coord delta\n" + self.ARM +
                            "frame tip from q : TX(l), RZ(delta), TX(l/2)\n" + self.TIP, "d.bl")
        draw = random.Random(12)
        for _ in range(5):
            q, qd, qdd, d, dd, ddd = [draw.uniform(-2, 2) for _ in range(6)]
            given = {"q": {"q": q}, "qd": {"q": qd}, "qdd": {"q": qdd},
                     "inputs": {"delta": d, "delta'": dd, "delta''": ddd}}
            both = {"q": {"q": q, "delta": d}, "qd": {"q": qd, "delta": dd},
                    "qdd": {"q": qdd, "delta": ddd}}
            got = values(smooth, "T,V,M,h,G,tau,qdd,P,P_t,E,twist:tip,accel:tip", given)
            wanted = values(driven, "T,V,M,h,G,tau,twist:tip,accel:tip", both)
            names = wanted["coordinates"]
            i, j = names.index("q"), names.index("delta")
            self.same([got["T"], got["V"]], [wanted["T"], wanted["V"]])
            self.same(got["M"], [[wanted["M"][i][i]]])
            self.same(got["h"], [wanted["h"][i] + wanted["M"][i][j] * ddd])
            self.same(got["G"], [wanted["G"][i]])
            self.same(got["tau"], [wanted["tau"][i]])
            self.same(got["twist:tip"], wanted["twist:tip"])
            self.same(got["accel:tip"], wanted["accel:tip"])
            # M qdd + h + G = Qe; what moves delta has the power tau_delta delta'
            Qe = -2 * qd
            self.same(got["qdd"], [(Qe - got["h"][0] - got["G"][0]) / got["M"][0][0]])
            self.same(got["P_t"], wanted["tau"][j] * dd)

    def test_the_same_as_its_function_of_time(self):
        law, t = "0.3*sin(2*t*1 rad/s)", 0.8
        smooth = self.write("input delta [rad] smooth\n" + self.ARM +
                            "frame tip from q : TX(l), RZ(delta), TX(l/2)\n" + self.TIP, "s.bl")
        timed = self.write(self.ARM + f"frame tip from q : TX(l), RZ({law}), TX(l/2)\n" + self.TIP,
                           "t.bl")
        inputs = {"delta": 0.3 * math.sin(2 * t), "delta'": 0.6 * math.cos(2 * t),
                  "delta''": -1.2 * math.sin(2 * t)}
        state = {"q": {"q": 0.4}, "qd": {"q": 1.1}, "t": t}
        what = "M,h,G,tau,qdd,P_t,P,jacdot:tip"
        got = values(smooth, what, {**state, "inputs": inputs})
        wanted = values(timed, what, state)
        for key in what.split(","):
            self.same(got[key], wanted[key], 1e-11)

    def test_given_by_a_function(self):
        path = self.write("input delta = 0.3*sin(2*t*1 rad/s)*1 rad smooth\n" + self.ARM +
                          "frame tip from q : RZ(delta)\n" + self.TIP)
        got = values(path, "accel:tip", {"t": 0.8})
        self.same(got["accel:tip"][5], -1.2 * math.sin(1.6))

    def test_constraints(self):
        # a slider that a turned guide holds: Phi = y cos(d) - x sin(d)
        path = self.write("""input d [rad] smooth
coord x = 1, y
frame p from ground : TX(x), TY(y)
body b on p : mass 1 kg
constraint guide : y*cos(d) - x*sin(d) = 0
""")
        x, y, vx, vy, d, dd, ddd = 0.9, 0.5, 0.3, -0.4, 0.6, 1.3, -0.8
        state = {"q": {"x": x, "y": y}, "qd": {"x": vx, "y": vy},
                 "inputs": {"d": d, "d'": dd, "d''": ddd}}
        got = values(path, "Phi,Phi_q,Phi_t,gamma", state)
        s, c = math.sin(d), math.cos(d)
        self.same(got["Phi"], [y * c - x * s])
        self.same(got["Phi_q"], [[-s, c]])
        self.same(got["Phi_t"], [(-y * s - x * c) * dd])
        # Phi'' = Phi_q qdd - gamma
        rest = (2 * (-vy * s - vx * c) * dd + (-y * s - x * c) * ddd
                + (-y * c + x * s) * dd * dd)
        self.same(got["gamma"], [-rest])

    def test_they_are_no_drives(self):
        path = self.write("""input d [rad] smooth
joint q : revolute z from ground
body b on q : mass 1 kg, inertia diag(0, 0, 2) kg.m^2
torque follow on q = 5*(d - q)*1 N.m + 3*d'*1 N.m.s
""")
        state = {"q": {"q": 0.1}, "inputs": {"d": 0.4, "d'": 0.2}}
        got = values(path, "Qe,Qu,tau", state)
        self.same([got["Qe"], got["Qu"]], [[5 * 0.3 + 0.6], [0]])

    def test_steering(self):
        path = example("steering")
        self.assertEqual(bielle("verify", path).returncode, 0)
        m, Iz, a, b, mf, If, r = 1200, 2000, 1.2, 1.4, 20, 0.5, 0.05
        psi, v, d, dd, ddd, F = 0.3, 8.0, 0.2, 0.5, -0.7, 900.0
        # rolling: the yaw rate of a car on two wheels, speed v of the rear wheel
        w = v * math.tan(d) / (a + b)
        vx, vy = v * math.cos(psi) - b * w * math.sin(psi), v * math.sin(psi) + b * w * math.cos(psi)
        state = {"q": {"psi": psi}, "qd": {"x": vx, "y": vy, "psi": w},
                 "inputs": {"delta": d, "delta'": dd, "delta''": ddd, "F": F}}
        got = values(path, "qdd,H,T,E", state)
        for row in got["H"]:
            self.same(sum(c * s for c, s in zip(row, [vx, vy, w])), 0, 1e-9)

        def energy(v, d, dd):
            # along the car, across it, about the vertical
            w = v * math.tan(d) / (a + b)
            cx, cy = v, b * w
            fx = cx + r * (w + dd) * math.sin(d)
            fy = cy + a * w - r * (w + dd) * math.cos(d)
            return (m * (cx * cx + cy * cy) + Iz * w * w + mf * (fx * fx + fy * fy)
                    + If * (w + dd) ** 2) / 2
        self.same(got["T"], energy(v, d, dd), 1e-9)
        # the acceleration along the car by Lagrange's equation in the one speed v is lengthy; the
        # speeds that follow from qdd must go on rolling instead
        h = 1e-6
        x2, y2, w2 = [s + h * q for s, q in zip([vx, vy, w], got["qdd"])]
        p2, d2 = psi + h * w, d + h * dd
        self.same(y2 * math.cos(p2) - x2 * math.sin(p2) - b * w2, 0, 1e-8)
        self.same(y2 * math.cos(p2 + d2) - x2 * math.sin(p2 + d2) + a * w2 * math.cos(d2), 0, 1e-8)


class Names(Described):
    """Names that elements and lists make, wherever a name is written."""

    LEGS = """gravity [0, -9.81, 0] m/s^2
input u[2] [N.m]
element leg(base, l = 1 m) {
  param m = 2 kg
  joint hip : revolute z from base
  body thigh on hip : mass m, com [l/2, 0, 0], inertia diag(0, 0, 0.1) kg.m^2
  point foot at [l, 0, 0] on hip
}
joint a : revolute z from ground
body A on a : mass 1 kg, com [1, 0, 0] m, inertia diag(0, 0, 1) kg.m^2
for k in 1..2 { use leg(a) as leg[k] }
use leg(a) as front
torque m1 on leg[1].hip = u[1]
torque m2 on leg[2].hip = u[2]
"""

    def test_names_of_events_and_samples_stay_when_the_file_grows(self):
        element = """element counter(J, by) {
  discrete n = 0
  when J > 1 rad : set n = n + by
  sample 1 ms : n = n + 2*by
}
joint a : revolute z from ground
body A on a : mass 1 kg, com [1, 0, 0] m
"""
        uses = "use counter(a, 1) as left\n", "use counter(a, 10) as right\n"
        own = "discrete k = 0\nwhen a > 2 rad : set k = 5\n"
        for text in (uses[1] + own, own + uses[0] + uses[1], uses[0] + uses[1] + own):
            got = values(self.write(element + text), "set:right.event1,set:right.sample1,set:event1", {})
            self.same([got["set:right.event1"], got["set:right.sample1"], got["set:event1"]],
                      [[10], [20], [5]])

    def test_letters_of_any_script_begin_a_list_of_values_and_brackets_json(self):
        path = self.write("joint a : revolute z (θ1) from ground\nbody A on a : mass 1, com [2, 0, 0]\n")
        for state in ("θ1' = 3", '{"qd": {"θ1": 3}}', '[{"qd": {"θ1": 3}}]'):
            done = bielle("eval", path, "--what", "T", "--at", state)
            self.assertIn('"T": 18', done.stdout, done.stderr)

    def test_keys_and_entries(self):
        path = self.write(self.LEGS)
        state = {"q": {"a": 0.2, "leg[1].hip": 0.5, "front.hip": -0.1}, "inputs": {"u[2]": 3}}
        got = values(path, "fk:leg[1].foot,fk:front.foot,T:leg[2].thigh,Qu", state)
        self.same(got["fk:leg[1].foot"][0][3], math.cos(0.7))
        self.same(got["fk:front.foot"][1][3], math.sin(0.1))
        self.same(got["Qu"], [0, 0, 3, 0])
        text = bielle("model", path, "--what", "fk:leg[1].foot[1,4]").stdout
        self.assertIn("cos(a + leg[1].hip)", text)

    def test_code(self):
        files = self.code(self.write(self.LEGS), "M,qdd,fk:leg[1].foot,fk:front.foot")
        header = files["described.h"]
        for name in ["leg1_m;", "front_m;", "described_position_leg1_foot(",
                     "described_position_front_foot("]:
            self.assertIn(name, header)

    def test_names_that_are_the_same_in_c(self):
        path = self.write("""param m_1 = 1 kg, m[2] = [2, 3] kg
joint q : revolute z from ground
body A on q : mass m_1 + 2*m[1] + 3*m[2], com [1, 0, 0] m
""")
        done = bielle("check", path)
        if done.returncode != 0:
            self.skipTest("lists of parameters are read otherwise")
        self.code(path, "M")

    def test_lists_on_the_command_line(self):
        path = self.write(self.LEGS)
        text = bielle("model", path, "--what", "G", "--freeze", "leg[1].hip=30deg, front.hip").stdout
        self.assertIn("held still: leg[1].hip = pi/6, front.hip = 0", text)
        text = bielle("model", path, "--what", "G", "--about", "leg[1].hip=30deg, a=0").stdout
        self.assertNotIn("leg[1].hip)", text)

    def test_values_are_written_as_in_a_description(self):
        path = self.write(self.LEGS)
        text = ("leg[1].hip = 45 deg, front.hip = 2*pi/3, a = atan2(1, 2), leg[2].m = 500 g, "
                "a' = 60 rpm, u[1] = 2 N.m, t = 3 ms")
        state = {"q": {"leg[1].hip": math.pi / 4, "front.hip": 2 * math.pi / 3,
                       "a": math.atan2(1, 2)},
                 "qd": {"a": 2 * math.pi}, "params": {"leg[2].m": 0.5},
                 "inputs": {"u[1]": 2}, "t": 0.003}
        done = bielle("eval", path, "--what", "G,T,Qu", "--at", text)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.same(list(json.loads(done.stdout)["G"]), values(path, "G", state)["G"], 1e-15)
        self.same(json.loads(done.stdout)["T"], values(path, "T", state)["T"], 1e-15)
        self.same(json.loads(done.stdout)["Qu"], [0, 2, 0, 0])
        for wrong, words in [("a = 3 kg", "'3 kg' is not a value of 'a'"), ("b = 3", "name 'b'"),
                             ("a = ", "is not a value of 'a'"), ("a = 1; body", "is not a value of 'a'"),
                             ("leg[1].m = 3 m", "such as 0.5 kg"), ("a = 1, a = 2", "given twice"),
                             ("leg[1] = 1", "leg[1].m = ..")]:
            done = bielle("eval", path, "--what", "G", "--at", wrong)
            self.assertEqual(done.returncode, 2, wrong)
            self.assertIn(words, done.stderr)
        number = self.write("""param n = 3, k = 2 N.m
discrete mode = 1
joint a : revolute z (q) from ground
body b on a : mass 1 kg, com [1, 0, 0] m
torque T on a = -k*n*q - mode*k
""", "number.bl")
        for given, status in [("n = 2 kg", 2), ("mode = 2 m", 2), ("n = 2, mode = 30 deg", 0)]:
            done = bielle("eval", number, "--what", "qdd", "--at", given)
            self.assertEqual(done.returncode, status, given)
            self.assertEqual("such as 0.5\n" in done.stderr, status == 2, given)
        told = bielle("model", path, "--what", "G", "--about", "a=90 deg, leg[1].m=2 kg").stdout
        self.assertIn("-9.81*sin(leg[1].hip)", told)
        done = bielle("model", path, "--what", "G", "--about", "a=90 kg")
        self.assertIn("'a=90 kg' requires a number", done.stderr)
        done = bielle("model", path, "--what", "G", "--freeze", "a=1 m")
        self.assertIn("'1 m' is not a value of 'a' to hold still", done.stderr)
        told = bielle("analyze", "motion", path, "--at", "a = 30 deg").stdout
        self.assertIn("0.523599 rad", told)

    def test_on_paper(self):
        path = self.write(self.LEGS)
        text = bielle("model", path, "--what", "G", "--as", "latex").stdout
        self.assertIn(r"\mathrm{hip}_{\mathrm{front}}", text)
        self.assertIn(r"m_{\mathrm{leg1}}", text)


class Written(Described):
    """What is converted says the same."""

    def test_read_back(self):
        cases = [(example("dc_motor"), "sd,ev,qdd,lin:A", "q = 0.3, q' = 2, i = 1.5, u = 3"),
                 (example("bouncing_ball"), "ev,set:event1,qdd", "z = 0.2, z' = -2, bounces = 3"),
                 (example("steering"), "qdd,T,H",
                  "psi = 0.3, x' = 5, delta = 0.2, delta' = 0.1, delta'' = 3, F = 20"),
                 (self.write(Energies.SPRING), "V,Qe,P", "x = 0.4, y' = 2")]
        for path, what, state in cases:
            written = Path(self.folder.name) / "written.bl"
            done = bielle("convert", path, "--to", "bl", "-o", written)
            self.assertEqual(done.returncode, 0, done.stderr)
            one, other = (bielle("eval", file, "--what", what, "--at", state)
                          for file in (path, written))
            self.assertEqual(one.returncode, 0, one.stderr)
            self.assertEqual(other.returncode, 0, other.stderr)
            for key in what.split(","):
                self.same(json.loads(other.stdout)[key], json.loads(one.stdout)[key], 1e-12)

    def test_names_with_indices(self):
        written = Path(self.folder.name) / "written.bl"
        bielle("convert", self.write(Names.LEGS), "--to", "bl", "-o", written)
        one = values(self.write(Names.LEGS), "G", {"q": {"leg[1].hip": 0.4}})
        other = values(written, "G", {"q": {"leg_1.hip": 0.4}})
        self.same(other["G"], one["G"])

    def test_samples(self):
        path = self.write("""joint q : revolute z from ground
body b on q : mass 1 kg, inertia diag(0, 0, 2) kg.m^2
discrete n = 3
sample 10 ms : M = 2*(1 - q)*1 N.m, n = n + 1
torque hold on q = M
when q > 1 rad : stop "there", record q
""")
        written = Path(self.folder.name) / "written.bl"
        self.assertEqual(bielle("convert", path, "--to", "bl", "-o", written).returncode, 0)
        text = bielle("check", written).stdout
        self.assertRegex(text, r"sample1 +0.01 s +set M = ")
        self.assertRegex(text, r"stop: there, record q")


class NamesOfComponents(Described):
    """A vector has the components z.x, z.y, z.z in every table."""

    def test_columns(self):
        path = self.write("""joint a : revolute z (q) from ground
body b on a : mass 1 kg, inertia diag(0, 0, 1) kg.m^2
point P at [1, 0, 0] m on a
state z = [1, 0, 2] m : z' = -2*z/1 s
output o = 2*position(P)
experiment e { time 0 .. 1 s, step 0.5 s
  start q = 0.3
  record z, z.x, position(P), position(P) - z, rotation(a) }
""")
        rows = bielle("simulate", path, "--as", "csv").stdout.splitlines()
        names = [name.split(" [")[0] for name in rows[0].split(",")]
        self.assertEqual(names[1:11], ["z.x", "z.y", "z.z", "z.x", "position(P).x", "position(P).y", "position(P).z",
                                       "(position(P) - z).x", "(position(P) - z).y", "(position(P) - z).z"])
        self.assertEqual(names[11:], [f"rotation(a)[{i}]" for i in range(1, 10)])
        last = dict(zip(names, map(float, rows[-1].split(","))))
        self.assertAlmostEqual(last["z.z"], 2 * math.exp(-2), delta=1e-7)
        self.assertAlmostEqual(last["(position(P) - z).y"], math.sin(0.3), delta=1e-7)
        sweep = bielle("analyze", "sweep", path, "--drive", "q=0..1", "--steps", "2", "--as", "csv").stdout
        self.assertIn(",o.x,o.y,o.z,", re.sub(r" \[[^]]*\]", "", sweep.splitlines()[0]))


class NamesOfJoints(Described):
    """The name of a joint with one coordinate is that coordinate in every option."""

    ARM = """param m = 2 kg, l = 1 m, j3 = 5
gravity [0, -9.81, 0] m/s^2
joint j1 : revolute z (q1) from ground
body A on j1 : mass m, com [l, 0, 0]
joint j2 : revolute z (q2 = 20 deg) from j1 at [l, 0, 0]
body B on j2 : mass m, com [l, 0, 0]
joint j3 : revolute z (q3) from j2 at [l, 0, 0]
joint wrist : spherical from j2
body C on wrist : mass j3*1 kg, com [l, 0, 0], inertia diag(1, 1, 1) kg.m^2
body D on j3 : mass 0, inertia diag(0, 0, 1) kg.m^2
experiment e { time 0 .. 0.1 s }
"""
    SAME = (("eval", "--what", "G", "--at", "X = 30 deg"), ("eval", "--what", "h", "--at", "X' = 2"),
            ("eval", "--what", "tau", "--at", "X'' = 2"), ("eval", "--what", "G", "--at", '{"q": {"X": 1}}'),
            ("eval", "--what", "P", "--at", "tau[X] = 3, q1' = 1"), ("model", "--what", "M", "--freeze", "X = pi/6"),
            ("model", "--what", "M", "--negligible", "1%", "--speeds", "X = 3"),
            ("analyze", "sweep", "--drive", "X=0..1", "--hold", "q2 q3 wrist_1 wrist_2 wrist_3", "--steps", "2"),
            ("analyze", "sweep", "--drive", "q2=0..1", "--hold", "X,q3,wrist_1,wrist_2,wrist_3", "--steps", "2"),
            ("analyze", "statics", "--drives", "X,q2"), ("analyze", "motion", "--hold", "X"),
            ("analyze", "statics", "--drives", "X,q2", "--weights", "X=2"), ("simulate", "--set", "X = 1 rad"))

    def arm(self, words, name):
        path = self.write(self.ARM)
        command = 2 if words[0] == "analyze" else 1
        done = bielle(*words[:command], path, *(word.replace("X", name) for word in words[command:]))
        return done.returncode, done.stdout, done.stderr

    def test_stand_for_coordinates(self):
        for words in self.SAME:
            wanted = self.arm(words, "q1")
            self.assertIn(wanted[0], (0, 1), wanted)
            self.assertEqual(wanted, self.arm(words, "j1"), words)

    def test_operating_points_and_columns(self):
        path = self.write(self.ARM)
        pages = [bielle("model", path, "--what", "M,G", "--about", name + "=0").stdout.splitlines()[3:]
                 for name in ("q1", "j1")]
        self.assertEqual(*pages)
        self.assertIn("cos", "".join(pages[0]))
        hold = "q2,q3,wrist_1,wrist_2,wrist_3"
        tables = [bielle("analyze", "sweep", path, "--drive", "q1=0..1", "--steps", "2", "--hold", hold,
                         "--columns", name + ",tau[q2]", "--as", "csv").stdout for name in ("q1", "j1")]
        self.assertEqual(*tables)
        self.assertEqual(len(tables[0].splitlines()), 4)

    def test_a_value_goes_first_and_nothing_twice(self):
        path = self.write(self.ARM)
        by_mass = json.loads(bielle("eval", path, "--what", "G", "--at", "j3 = 0").stdout)["G"]
        self.assertAlmostEqual(by_mass[1], 2*9.81*math.cos(math.radians(20)))
        for words, reason in ((("eval", "--at", "q1 = 1, j1 = 2"), "'j1' is given twice"),
                              (("eval", "--at", "j3' = 2"), "there is nothing with the name 'j3''"),
                              (("eval", "--at", '{"q": {"q1": 1, "j1": 2}}'), "'q1' is given twice"),
                              (("model", "--about", "q1=1, j1=2"), "'j1=2' is given twice"),
                              (("model", "--freeze", "q1, j1"), "'q1' is there twice"),
                              (("model", "--freeze", "wrist"), "'wrist' to hold still; choose one of: q1 q2 q3 wrist_1 wrist_2 wrist_3"),
                              (("eval", "--at", "wrist = 1"), "nothing with the name 'wrist'"),
                              (("analyze", "sweep", "--drive", "j9=0..1"), "unknown coordinate 'j9' to be driven; choose one of: q1")):
            status, _, errors = self.arm(words, "q1")
            self.assertEqual(status, 2, words)
            self.assertIn(reason, errors)


if __name__ == "__main__":
    unittest.main()
