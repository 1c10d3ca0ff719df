#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle analyze motion`: forces in joints and loops of moving mechanisms against other
descriptions of the same mechanism, closed forms, and balances of energy."""
import json
import math
import subprocess
import unittest

from compare import BIELLE, Comparison, evaluate, example, vectors, wrench_at
from constrained import TREATMENTS, slopes, written
from test_constraints import slider_crank_state
from test_statics import statics
from test_thesis import WHEEL


def motion(path, state, *options, status=0):
    """The answer as Python values; what is printed to people where it fails."""
    done = subprocess.run([BIELLE, "analyze", "motion", str(path), "--at", "-", "--as", "json",
                           *options], input=json.dumps(state), capture_output=True,
                          encoding="utf-8", check=False)
    if done.returncode != status:
        raise AssertionError(f"exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout) if done.stdout else done.stderr


def turned(angle, x, y):
    """A vector in axes that are turned by `angle`, in those of ground."""
    return [math.cos(angle) * x - math.sin(angle) * y, math.sin(angle) * x + math.cos(angle) * y]


def later(state, s):
    """The state after a short time, to second order in positions."""
    result = {**state, "q": {}, "qd": {}}
    for name, x in state["q"].items():
        v, a = state["qd"][name], state["qdd"][name]
        result["q"][name], result["qd"][name] = x + v * s + a * s * s / 2, v + a * s
    return result


class SliderCrank(Comparison):
    """Forces that were worked out from free bodies, by every way to describe the mechanism."""

    def test_joints_of_the_tree(self):
        for vector in vectors("slider_crank"):
            state, expected = slider_crank_state(vector, "relative"), vector["expected"]
            rod = expected["theta2_abs"]
            for treatment in TREATMENTS:
                answer = motion(example("slider_crank_relative"), state, "--constraints", treatment)
                qdd = list(answer["state"]["qdd"].values())
                self.assert_close(qdd, expected["relative"]["qdd"], vector["name"])
                self.check(vector, {
                    "frame": turned(state["q"]["th1"], *answer["reactions"]["crank"][:2]),
                    "crank": turned(rod, *answer["reactions"]["rod"][:2]),
                    "rod": answer["reactions"]["piston"][:2],
                    "guide": [-answer["lambda"]["guide: y"],
                              -answer["lambda"]["guide: turn about z"]]})
                self.assert_close(answer["reactions"]["crank"][2:],
                                  [0, 0, 0, vector["params"]["tau"]], vector["name"])

    def test_loops_between_free_bodies(self):
        for vector in vectors("slider_crank"):
            state = slider_crank_state(vector, "cartesian")
            answer = motion(example("slider_crank_cartesian"), state)
            q, force = state["q"], {name: -x for name, x in answer["lambda"].items()}
            self.check(vector, {
                "frame": [force["bearing: x"], force["bearing: y"]],
                "crank": turned(q["th1"], force["pin1: x"], force["pin1: y"]),
                "rod": turned(q["th2"], force["pin2: x"], force["pin2: y"]),
                "guide": [force["guide: y"], force["guide: turn about z"]]})
            # nothing but the loops and what is described holds the bodies
            for reaction in answer["reactions"].values():
                self.assert_close(reaction, [0] * 6, vector["name"], least_scale=10,
                                  tolerance=1e-11)

    def check(self, vector, found):
        theirs = vector["expected"]["joint_forces_R0"]
        # their equations of the crank's pin do not hold x1 and y1: what the rod takes is not in it
        frame = [a + b for a, b in zip(theirs["frame_on_crank_A"], theirs["crank_on_rod"])]
        expected = {"frame": frame, "crank": theirs["crank_on_rod"],
                    "rod": theirs["rod_on_piston"],
                    "guide": [theirs["guide_on_piston_y"], theirs["guide_moment_on_piston"]]}
        for key, value in found.items():
            self.assert_close(value, expected[key], f"{vector['name']} {key}", least_scale=10)

    def test_rough_states_are_made_fit(self):
        path = example("slider_crank_relative")
        for vector in vectors("slider_crank"):
            exact = slider_crank_state(vector, "relative")
            rough = {"params": exact["params"], "q": {**exact["q"]},
                     "qd": {"th1": exact["qd"]["th1"]}}
            rough["q"]["th2"] += 0.01
            answer = motion(path, rough, "--hold", "th1")
            self.assert_close(list(answer["state"]["qd"].values()), list(exact["qd"].values()),
                              vector["name"], tolerance=1e-11)
            self.assert_close(list(answer["state"]["qdd"].values()),
                              vector["expected"]["relative"]["qdd"], vector["name"],
                              tolerance=1e-10)


class ClosedForms(Comparison):
    def test_tension_of_a_pendulum(self):
        # from the horizontal: 3 m g cos(phi) along the bar, at the times of the benchmark
        problem = vectors("A01_simple_pendulum")
        self.assertEqual(problem["data"]["point_mass"], 1)
        tree = ("gravity [0, -9.81 m/s^2, 0]\n"
                "joint hinge : revolute z (phi) from ground\n"
                "body bob on hinge : mass 1 kg, com [0, -1 m, 0]\n")
        free = ("gravity [0, -9.81 m/s^2, 0]\ncoord x, y\n"
                "frame bob from ground : TX(x), TY(y)\nbody bob on bob : mass 1 kg\n"
                "constraint rod : sqrt(x^2 + y^2) = 1\n")
        for at in problem["reference"]:
            at = {key: float(value) for key, value in at.items()}
            with written(tree) as path:
                answer = motion(path, {"q": {"phi": at["phi"]}, "qd": {"phi": at["phidot"]}})
            self.assert_close(answer["reactions"]["hinge"], [0, at["tension"], 0, 0, 0, 0], at["t"])
            self.assert_close(answer["T"] + answer["V"], 0, at["t"])
            with written(free) as path:
                answer = motion(path, {"q": {"x": at["x"], "y": at["y"]},
                                       "qd": {"x": at["vx"], "y": at["vy"]}})
            self.assert_close(list(answer["lambda"].values()), [at["tension"]], at["t"])

    def test_contact_of_a_rolling_wheel(self):
        description = WHEEL + "rolling wheel radius r on plane [0, 0, 1] no slip\n"
        names = ["x", "y", "theta", "phi"]
        for vector in vectors("002_rolling_wheel"):
            state, p, expected = vector["state"], vector["params"], vector["expected"]
            with written(description) as path:
                answer = motion(path, {
                    "params": p, "q": {n: state[n] for n in names},
                    "qd": dict(zip(names, expected["qd"])),
                    "tau": {"theta": state["tau_theta"], "phi": state["tau_phi"]}})
            force = [-x for x in answer["lambda"].values()]
            self.assert_close(turned(state["theta"], *force),
                              [p["m"] * a for a in expected["qdd"][:2]], vector["name"])
            self.assert_close([-x for x in turned(state["theta"], *force)], expected["lambda"],
                              vector["name"])


# Three equal cranks carry a platform with a mass: one bar is too many.
BARS = """
param g = 9.81 m/s^2, r = 0.5 m
gravity [0, -g, 0]
joint crank1 : revolute z (a1 = 60 deg) from ground
joint crank2 : revolute z (a2 = 60 deg) from ground at [1 m, 0, 0]
joint crank3 : revolute z (a3 = 60 deg) from ground at [2 m, 0, 0]
joint platform : planar (x = 0.25 m, y = 0.433 m, th = 0) from ground
loop p1 : revolute z  [r, 0, 0] on crank1 = platform
loop p2 : revolute z  [r, 0, 0] on crank2 = [1 m, 0, 0] on platform
loop p3 : revolute z  [r, 0, 0] on crank3 = [2 m, 0, 0] on platform
body load on platform : mass 3 kg, com [1 m, 0.1 m, 0], inertia diag(0, 0, 0.2 kg.m^2)
"""


class Balances(Comparison):
    def test_at_rest_forces_are_those_of_statics(self):
        cases = [example(name) for name in ("five_bar", "delta", "porter_governor",
                                            "slider_crank_articular")]
        for path in cases:
            self.check_rest(path)
        with written(BARS) as path:
            self.check_rest(path)

    def check_rest(self, path):
        held = statics(path, {})
        answer = motion(path, held["configurations"][0])
        forces = held["forces"][0]
        for key in "lambda", "reactions":
            theirs = list(forces[key].values())
            self.assert_close(list(answer[key].values()), theirs, f"{path} {key}", tolerance=1e-10)
        self.assertEqual(answer["not_unique"], forces["not_unique"])
        self.assert_close(list(answer["state"]["qdd"].values()),
                          [0] * len(answer["state"]["qdd"]), path, tolerance=1e-10)

    def test_the_ground_bears_what_moves(self):
        # weights alone tell how the centre of mass rises: V'' = M g z''
        path, feet = example("stewart"), [f"leg[{i}].foot" for i in range(1, 7)]
        rest = {"q": {"rx": 0.2, "y": 0.3, "z": 2.1}}
        still, _ = self.risen(path, feet, motion(path, statics(path, rest)["configurations"][0]))
        for qd in {"z": 0.5, "rx": 1}, {"x": -1, "y": 0.4, "rz": 2}:
            answer = motion(path, {**rest, "qd": qd}, "--hold", "x,y,z,rx,ry,rz")
            force, rise = self.risen(path, feet, answer)
            self.assert_close(force, still + rise / 9.81, qd, tolerance=1e-8)

    def risen(self, path, feet, answer):
        """What the feet bear upwards, and the second derivative of V."""
        pose = evaluate(path, [f"fk:{foot}" for foot in feet], answer["state"])
        force = sum(wrench_at(pose[f"fk:{foot}"], answer["reactions"][foot], [0, 0, 0])[0][2]
                    for foot in feet)
        steps = [0.04, 0.02, 0.01]
        states = [later(answer["state"], s) for step in steps for s in (-step, 0, step)]
        heights = [result["V"] for result in evaluate(path, ["V"], states, options=["--open"])]
        level = [(heights[3 * k] - 2 * heights[3 * k + 1] + heights[3 * k + 2]) / step**2
                 for k, step in enumerate(steps)]
        level = [(4 * b - a) / 3 for a, b in zip(level, level[1:])]
        return force, (16 * level[1] - level[0]) / 15

    def test_redundant_bars_share_what_a_curved_motion_takes(self):
        # the platform moves on circles: its force is known, how the bars share it is a choice
        with written(BARS) as path:
            for treatment in TREATMENTS:
                answer = motion(path, {"qd": {"a1": 2}}, "--hold", "a1", "--constraints", treatment)
                self.assertEqual(answer["not_unique"], ["p1: x", "p2: x", "p3: x"])
                q, a = answer["state"]["q"], answer["state"]["qdd"]
                self.assert_close(a["a1"], -9.81 * math.cos(q["a1"]) / 0.5, treatment)
                self.assert_close(a["th"], 0, treatment)
                pins = [turned(q["a1"], -answer["lambda"][f"p{k}: x"], -answer["lambda"][f"p{k}: y"])
                        for k in (1, 2, 3)]
                total = [sum(pin[i] for pin in pins) for i in range(2)]
                self.assert_close(total, [3 * a["x"], 3 * (a["y"] + 9.81)], treatment)

    def test_energy_changes_by_the_powers(self):
        crank = example("slider_crank_relative")
        driven = crank.read_text(encoding="utf-8") + "motion th1 : 0.5 + 3*sin(2*t)\n"
        with written(driven) as path:
            for case, state in ((crank, {"qd": {"th1": 4}, "q": {"th1": 0.8}}),
                                (path, {"t": 0.3, "q": {"th1": 2}})):
                answer = motion(case, state)
                self.check_energy(case, answer)
                self.assertEqual(answer["P_motions"] != 0, case == path)

    def check_energy(self, path, answer):
        steps = [sign * 2e-3 / 2**k for k in range(3) for sign in (-1, 1)]
        states = [later(answer["state"], s) for s in steps]
        energies = [[result["E"]] for result in evaluate(path, ["E"], states, options=["--open"])]
        self.assert_close(slopes(energies, steps), [answer["P"] + answer["P_motions"]], path,
                          tolerance=1e-9)


class Failures(Comparison):
    def test_a_singular_configuration_is_named(self):
        with written(BARS) as path:
            said = motion(path, {"q": {f"a{k}": 0 for k in (1, 2, 3)} | {"x": 0.5, "y": 0}},
                          status=2)
        self.assertIn("has no value at this state", said)
        self.assertIn("singular configuration", said)

    def test_speeds_that_cannot_fit_are_refused(self):
        with written(BARS) as path:
            said = motion(path, {"qd": {"a1": 1, "a2": 2}}, "--hold", "a1,a2", status=2)
        self.assertIn("no speeds fit the constraints", said)
        self.assertIn("hold fewer coordinates", said)

    def test_what_cannot_be_closed_is_not_moved(self):
        with written(BARS.replace("[2 m, 0, 0] on platform", "[4 m, 0, 0] on platform")) as path:
            self.assertEqual(motion(path, {}, status=1), {"closed": False})


if __name__ == "__main__":
    unittest.main()
