#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle analyze statics`: virtual work, least energy and free bodies, each worked out here; and
the equations of motion, in which a mechanism at rest stays at rest."""
import json
import math
import subprocess
import tempfile
import unittest
from pathlib import Path

from compare import BIELLE, Comparison, cross, evaluate, example, plus, times, wrench_at

# A crank, a coupler and a rocker, with a weight off the coupler's line and a spring.
FOUR_BAR = """mechanism four_bar
param a = 0.1 m, b = 0.25 m, c = 0.2 m, d = 0.3 m, m = 2 kg, g = 9.81 m/s^2, k = 300 N/m
gravity [0, -g, 0]
joint crank : revolute z (q1 = 1) from ground
joint coupler : revolute z (q2 = -0.6) from crank at [a, 0, 0]
joint rocker : revolute z (q3 = 1.5) from ground at [d, 0, 0]
loop pin : revolute z  [b, 0, 0] on coupler = [c, 0, 0] on rocker
body weight on coupler : mass m, com [0.1 m, 0.07 m, 0]
spring s between [0.1 m, 0.2 m, 0] on ground and [c/2, 0, 0] on rocker : stiffness k, length 0.05 m
"""


def statics(path, state, *options, status=0):
    """The answer as Python values."""
    done = subprocess.run([BIELLE, "analyze", "statics", str(path), "--at", "-", "--as", "json",
                           *options], input=json.dumps(state), capture_output=True,
                          encoding="utf-8", check=False)
    if done.returncode != status:
        raise AssertionError(f"exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def slope(function, at, step=1e-3):
    """Derivative by differences of sixth order: an error of 1e-13 or so of smooth functions."""
    pairs = [(function(at + k * step) - function(at - k * step)) / (2 * k * step)
             for k in (1, 2, 3)]
    return 1.5 * pairs[0] - 0.6 * pairs[1] + 0.1 * pairs[2]


class FourBar:
    """The same four-bar by the geometry of triangles; the rocker is above the coupler's line."""
    a, b, c, d, m, g, k = 0.1, 0.25, 0.2, 0.3, 2, 9.81, 300

    def angles(self, q1):
        x, y = self.d - self.a * math.cos(q1), -self.a * math.sin(q1)
        diagonal = math.hypot(x, y)
        inner = math.acos((self.b**2 + diagonal**2 - self.c**2) / (2 * self.b * diagonal))
        coupler = math.atan2(y, x) + inner
        pin = (self.a * math.cos(q1) + self.b * math.cos(coupler),
               self.a * math.sin(q1) + self.b * math.sin(coupler))
        return coupler, math.atan2(pin[1], pin[0] - self.d)

    def energy(self, q1):
        coupler, rocker = self.angles(q1)
        height = (self.a * math.sin(q1) + 0.1 * math.sin(coupler) + 0.07 * math.cos(coupler))
        end = (self.d + self.c / 2 * math.cos(rocker), self.c / 2 * math.sin(rocker))
        length = math.hypot(end[0] - 0.1, end[1] - 0.2)
        return self.m * self.g * height + self.k / 2 * (length - 0.05)**2

    def moment(self, q1):
        return slope(self.energy, q1)

    def state(self, q1):
        coupler, rocker = self.angles(q1)
        return {"q": {"q1": q1, "q2": coupler - q1, "q3": rocker}}


class Statics(Comparison):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = Path(folder.name) / "four_bar.bl"
        self.path.write_text(FOUR_BAR)

    def test_a_four_bar_is_held_by_virtual_work(self):
        bar = FourBar()
        for q1 in (0.2, 1, 1.9, 3, 5.5):
            answer = statics(self.path, bar.state(q1), "--hold", "q1")
            self.assert_close(answer["forces"][0]["drives"]["q1"], bar.moment(q1), q1,
                              tolerance=1e-10)

    def test_equilibria_of_a_four_bar_are_extremes_of_its_energy(self):
        bar, found = FourBar(), {}
        steps = [bar.moment(k * 0.01) for k in range(629)]
        for k in range(628):
            if steps[k] * steps[k + 1] < 0:
                low, high = k * 0.01, (k + 1) * 0.01
                for _ in range(60):
                    middle = (low + high) / 2
                    if bar.moment(low) * bar.moment(middle) <= 0:
                        high = middle
                    else:
                        low = middle
                found[low] = slope(bar.moment, low)
        answer = statics(self.path, bar.state(1), "--equilibrium", "--all")
        self.assertGreaterEqual(len(found), 2)
        for q1, stiffness in found.items():
            near = min(range(len(answer["configurations"])), key=lambda k: abs(math.remainder(
                answer["configurations"][k]["q"]["q1"] - q1, 2 * math.pi)) + abs(math.remainder(
                    answer["configurations"][k]["q"]["q3"] - bar.angles(q1)[1], 2 * math.pi)))
            q = answer["configurations"][near]["q"]
            self.assertLess(abs(math.remainder(q["q1"] - q1, 2 * math.pi)), 1e-9)
            forces = answer["forces"][near]
            self.assertEqual(forces["stability"], "stable" if stiffness > 0 else "unstable")
            softest = forces["softest"]
            by_q1 = softest["force"] / softest["motion"]["q1"]**2
            self.assert_close(by_q1, stiffness, q1, tolerance=1e-7)

    def test_what_is_held_does_not_accelerate(self):
        cases = [("five_bar", {}), ("stewart", {"q": {"rx": 0.2, "y": 0.3}}),
                 ("delta", {"q": {"x": 0.1}}), ("porter_governor", {}),
                 ("slider_crank_articular", {"q": {"th1": 0.7, "th2": -0.9, "x": 0.35}})]
        for name, state in cases:
            answer = statics(example(name), state)
            self.assertTrue(answer["balanced"])
            motion = evaluate(example(name), ["qdd", "lambda"], answer["configurations"][0])
            self.assert_close(motion["qdd"], [0] * len(motion["qdd"]), name, tolerance=1e-11)
            self.assert_close(list(answer["forces"][0]["lambda"].values()), motion["lambda"], name,
                              tolerance=1e-11)

    def test_slider_crank_with_its_weights(self):
        path = example("slider_crank_articular")
        values = {"m1": 2, "m2": 1, "L1": 0.1, "L2": 0.3, "LG1": 0.05, "LG2": 0.15}

        def energy(th1):
            # what gravity, the piston's force and the motor's 5 N.m would do
            rod = -math.asin(values["L1"] / values["L2"] * math.sin(th1))
            x = values["L1"] * math.cos(th1) + values["L2"] * math.cos(rod)
            high = values["m1"] * values["LG1"] * math.sin(th1) + values["m2"] * (
                values["L1"] * math.sin(th1) + values["LG2"] * math.sin(rod))
            return 9.81 * high - 10 * x - 5 * th1

        for th1 in (0.1, 1.2, 2.5, 4):
            rod = -math.asin(math.sin(th1) / 3)
            state = {"q": {"th1": th1, "th2": rod - th1,
                           "x": 0.1 * math.cos(th1) + 0.3 * math.cos(rod)}}
            answer = statics(path, state, "--hold", "th1")
            self.assert_close(answer["forces"][0]["drives"]["th1"], slope(energy, th1), th1,
                              tolerance=1e-10)

    def test_six_feet_bear_a_platform(self):
        path = example("stewart")
        answer = statics(path, {"q": {"rx": 0.2, "y": 0.3, "z": 2.1}})
        reactions = answer["forces"][0]["reactions"]
        joints = [f"leg[{i}].{part}" for i in range(1, 7) for part in ("foot", "slide")]
        poses = evaluate(path, [f"fk:{joint}" for joint in joints] + ["fk:top"],
                         answer["configurations"][0])
        force, moment = [0, 0, 0], [0, 0, 0]
        weight = [0, 0, -4 * 9.81]
        load = cross([row[3] for row in poses["fk:top"][:3]], weight)
        for joint in joints:
            pose, is_foot = poses[f"fk:{joint}"], joint.endswith("foot")
            centre = times(pose, [0, 0, 0.5 if is_foot else -0.5, 1])[:3]
            load = plus(load, cross(centre, [0, 0, -9.81]))
            weight = plus(weight, [0, 0, -9.81])
            if is_foot:
                own = wrench_at(pose, reactions[joint], [0, 0, 0])
                force, moment = plus(force, own[0]), plus(moment, own[1])
        self.assert_close(plus(force, weight), [0, 0, 0], "force", tolerance=1e-10)
        self.assert_close(plus(moment, load), [0, 0, 0], "moment", tolerance=1e-10)
        for joint in joints:  # a universal joint bears no moment about its second arm, y
            if joint.endswith("foot"):
                self.assert_close(reactions[joint][4], 0, joint, tolerance=1e-10)

    def test_wheels_of_a_bicycle(self):
        # the frame's 85 kg at 0.3 m, the fork's 4 kg at 0.9 m, 3 kg in front; wheelbase 1.02 m
        front = 9.81 * (85 * 0.3 + 4 * 0.9 + 3 * 1.02) / 1.02
        lambdas = statics(example("bicycle"), {})["forces"][0]["lambda"]
        loads = {label.split(":")[0]: abs(value) for label, value in lambdas.items()
                 if label.endswith("height")}
        self.assert_close(loads["front_wheel"], front, "front")
        self.assert_close(loads["rear_wheel"], 9.81 * 94 - front, "rear")

    def test_toggle_press(self):
        for degrees in (1, 5, 20, 60):
            a = math.radians(degrees)
            state = {"q": {"a": a, "b": -2 * a, "x": 0.4 * math.cos(a)}}
            forces = statics(example("toggle_press"), state, "--hold", "a")["forces"][0]
            self.assert_close(forces["drives"]["u"], -2 * 0.2 * 5000 * math.sin(a), degrees)
            # the lower link is pressed along itself, the guide bears what is across
            self.assert_close(forces["reactions"]["lower"], [5000 / math.cos(a), 0, 0, 0, 0, 0],
                              degrees)
            self.assert_close(forces["reactions"]["ram"], [5000 * math.tan(a), 0, 0, 0, 0, 0],
                              degrees)

    def test_balanced_lamp(self):
        for q in (-0.7, 0.3, 1):
            state = {"q": {"q": q, "p": q, "h": -q}}
            answer = statics(example("balanced_lamp"), state, "--equilibrium")
            self.assert_close(answer["configurations"][0]["q"]["q"], q, q)
            self.assertEqual(answer["forces"][0]["stability"], "indifferent")
            forces = statics(example("balanced_lamp"), state)["forces"][0]
            self.assert_close(forces["drives"]["q"], 0, q)

    def test_porter_governor(self):
        for w in (25, 30, 60):
            a = math.acos(9.81 * 4.5 / (0.5 * 0.2 * w**2))
            state = {"params": {"w": w}, "q": {"a": a + 0.05, "c": a - 0.05, "b": -2 * a,
                                               "d": -2 * a, "z": -0.4 * math.cos(a)}}
            answer = statics(example("porter_governor"), state, "--equilibrium")
            self.assert_close(answer["configurations"][0]["q"]["a"], a, w)
            self.assert_close(answer["configurations"][0]["q"]["c"], a, w)
            forces = answer["forces"][0]
            self.assertEqual(forces["stability"], "stable")
            # each lower link carries half the sleeve, the upper ones also turn the balls
            self.assert_close(forces["reactions"]["right_link"][2], 2 * 9.81 / math.cos(a), w)
            upper = math.hypot(2.5 * 9.81, 0.5 * w**2 * 0.2 * math.sin(a)
                               - 2 * 9.81 * math.tan(a))
            self.assert_close(forces["reactions"]["right"][2], upper, w)

    def test_too_few_drives(self):
        answer = statics(example("five_bar"), {}, "--drives", "u1", status=1)
        self.assertEqual((answer["closed"], answer["balanced"]), (True, False))
        free, = answer["forces"][0]["free"]
        both = statics(example("five_bar"), {})
        # along the motion that u1 does not work on only u2 does
        force = both["forces"][0]["drives"]["u2"] * free["motion"]["theta2"]
        self.assertAlmostEqual(free["motion"]["theta1"], 0, delta=1e-12)
        self.assert_close(free["force"], force, "free")

    def test_what_cannot_be_closed(self):
        answer = statics(example("four_bar"), {"params": {"l5": 0.7}}, status=1)
        self.assertEqual(answer, {"closed": False, "balanced": False, "configurations": [],
                                  "forces": []})


if __name__ == "__main__":
    unittest.main()
