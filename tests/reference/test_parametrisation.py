#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The same mechanism by minimal, relative and cartesian coordinates moves in the same way.

The slider-crank is compared with vectors that were derived independently. Elsewhere the description
itself is the reference: in the same state (places and velocities of all frames) every
parametrisation has the same energies, and its own equations of motion,

    M qdd + h + G + J' lambda = Qe + Qu,    J qdd = gamma,

solved here, give every frame the same acceleration.
"""
import json
import math
import os
import re
import tempfile
import unittest
from pathlib import Path

from compare import Comparison, example, run, vectors

TOLERANCE = 1e-10  # of what comes from systems solved here; the vectors are met to 1e-12


def solve(matrix, right):
    """By elimination with row pivots. There may be more equations than unknowns."""
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    n, pivots = len(matrix[0]), []
    for column in range(n):
        pivot = max(rows, key=lambda row: abs(row[column]), default=None)
        if pivot is None or abs(pivot[column]) < 1e-11:
            raise AssertionError(f"unknown {column} is not determined")
        rows.remove(pivot)
        rows = [[x - row[column] / pivot[column] * y for x, y in zip(row, pivot)] for row in rows]
        pivots.append(pivot)
    solution = [0.0] * n
    for column in reversed(range(n)):
        known = sum(pivots[column][k] * solution[k] for k in range(column + 1, n))
        solution[column] = (pivots[column][n] - known) / pivots[column][column]
    return solution


class Described:
    """A description and a parametrisation of it."""

    def __init__(self, path, parametrisation=None):
        self.path = path
        self.options = ["--parametrisation", parametrisation] if parametrisation else []
        summary = run("check", path, *self.options)
        self.names = self.column(summary, "coordinate")
        self.is_constrained = bool(self.column(summary, "loop") + self.column(summary, "constraint"))

    @staticmethod
    def column(summary, heading):
        """The first cells of the table with this heading."""
        table = re.search(rf"^  {heading}  .*\n((?:  \S.*\n)*)", summary, re.MULTILINE)
        return [line.split()[0] for line in table.group(1).splitlines()] if table else []

    def evaluate(self, keys, state, *words):
        return json.loads(run("eval", self.path, *self.options, *words, "--at", "-", "--what",
                              ",".join(keys), text=json.dumps(state)))

    def rates(self, state):
        """The state with rates that satisfy the constraints; those given stay."""
        J = self.evaluate(["Phi_q"], state)["Phi_q"]
        unit = [[float(name == other) for other in self.names] for name in state["qd"]]
        qd = solve(J + unit, [0.0] * len(J) + list(state["qd"].values()))
        return {**state, "qd": dict(zip(self.names, qd))}

    def accelerations(self, state):
        """From the equations of motion."""
        keys = ["M", "h", "G", "Qe", "Qu"] + (["Phi_q", "gamma"] if self.is_constrained else [])
        at = self.evaluate(keys, state)
        right = [e + u - h - g for e, u, h, g in zip(at["Qe"], at["Qu"], at["h"], at["G"])]
        if not self.is_constrained:
            return dict(zip(self.names, solve(at["M"], right)))
        J, m = at["Phi_q"], len(at["Phi_q"])
        system = [row + [J[k][i] for k in range(m)] for i, row in enumerate(at["M"])]
        system += [row + [0.0] * m for row in J]
        return dict(zip(self.names, solve(system, right + at["gamma"])))


# ---- cartesian states

def quaternion_of(R):
    """Euler parameters of a rotation matrix, the largest of them positive (Shepperd)."""
    trace = R[0][0] + R[1][1] + R[2][2]
    squares = [1 + trace] + [1 + 2 * R[i][i] - trace for i in range(3)]
    big = max(range(4), key=lambda i: squares[i])
    e = [0.0] * 4
    e[big] = math.sqrt(squares[big]) / 2
    products = {(0, 1): R[2][1] - R[1][2], (0, 2): R[0][2] - R[2][0], (0, 3): R[1][0] - R[0][1],
                (1, 2): R[0][1] + R[1][0], (1, 3): R[0][2] + R[2][0], (2, 3): R[1][2] + R[2][1]}
    for pair, value in products.items():
        if big in pair:
            e[sum(pair) - big] = value / (4 * e[big])
    return e


def quaternion_rates(e, w):
    """Of the angular velocity in the turned axes."""
    return [-(e[1] * w[0] + e[2] * w[1] + e[3] * w[2]) / 2,
            (e[0] * w[0] + e[2] * w[2] - e[3] * w[1]) / 2,
            (e[0] * w[1] + e[3] * w[0] - e[1] * w[2]) / 2,
            (e[0] * w[2] + e[1] * w[1] - e[2] * w[0]) / 2]


def frame_coordinates(pose, twist, twist_F, axis):
    """Cartesian coordinates of a frame and their rates: pose and velocities in ground axes, angular
    velocity in its own axes too, angle about `axis` (0, 1, 2)."""
    i, j = (axis + 1) % 3, (axis + 2) % 3
    e = quaternion_of([row[:3] for row in pose])
    rates = quaternion_rates(e, twist_F[3:])
    return {"x": (pose[0][3], twist[0]), "y": (pose[1][3], twist[1]), "z": (pose[2][3], twist[2]),
            "angle": (math.atan2(pose[j][i], pose[i][i]), twist[3 + axis]),
            **{f"e{k}": (e[k], rates[k]) for k in range(4)}}


def cartesian_state(described, reference, state, axis=2):
    """The state of `reference`, described by the coordinates x_F, y_F, ... of frames."""
    frames = sorted({name.split("_", 1)[1] for name in described.names})
    answer = reference.evaluate([f"{key}:{f}{end}" for f in frames for key, end in
                                 (("fk", ""), ("twist", ""), ("twist", "/ground"))], state)
    both = {}
    for f in frames:
        for letter, pair in frame_coordinates(answer[f"fk:{f}"], answer[f"twist:{f}/ground"],
                                              answer[f"twist:{f}"], axis).items():
            both[f"{letter}_{f}"] = pair
    return {**state, "q": {name: both[name][0] for name in described.names},
            "qd": {name: both[name][1] for name in described.names}}


# ---- slider-crank

def slider_crank_state(vector, names):
    """Positions and rates of all coordinates that a parametrisation of a slider-crank may have."""
    state, expected, p = vector["state"], vector["expected"], vector["params"]
    th1, w1 = state["theta1"], state["theta1p"]
    a2, w2 = expected["theta2_abs"], expected["theta2_abs_p"]
    x, xp = expected["x"], expected["xp"]
    pin = [p["L1"] * math.cos(th1), p["L1"] * math.sin(th1)]
    zero = (0.0, 0.0)
    rod = {"x": (pin[0], -pin[1] * w1), "y": (pin[1], pin[0] * w1), "angle": (a2, w2)}
    known = {"th1": (th1, w1), "bearing": (th1, w1), "th2": (a2 - th1, w2 - w1),
             "pin1": (a2 - th1, w2 - w1), "th3": (-a2, -w2), "pin2": (-a2, -w2), "x": (x, xp),
             "x_crank": zero, "y_crank": zero, "angle_crank": (th1, w1),
             **{f"{letter}_rod": pair for letter, pair in rod.items()}}
    for frame in ("piston", "slide"):
        known.update({f"x_{frame}": (x, xp), f"y_{frame}": zero, f"angle_{frame}": zero})
    if "x3" in names:  # the cartesian description as it is
        known.update({"x1": zero, "y1": zero, "x2": rod["x"], "y2": rod["y"], "th2": rod["angle"],
                      "x3": (x, xp), "y3": zero, "th3": zero})
    return {"params": p, "q": {n: known[n][0] for n in names},
            "qd": {n: known[n][1] for n in names}}


CRANK_ANGLES = ["th1", "bearing", "angle_crank"]
COUNTS = {"minimal": {"minimal": 1, "relative": 1, "cartesian": 9},
          "relative": {"minimal": 1, "relative": 3, "cartesian": 9},
          "articular": {"minimal": 1, "relative": 3, "cartesian": 9},
          "full": {"minimal": 1, "relative": 4, "cartesian": 12},
          "cartesian": {"minimal": 1, "relative": 3, "cartesian": 9}}


class SliderCrank(Comparison):
    def check_vector(self, described, vector, what):
        expected = vector["expected"]
        state = slider_crank_state(vector, described.names)
        energies = described.evaluate(["T", "V"], state)
        self.assert_close(energies["T"], expected["minimal"]["T"], f"{what} T")
        self.assert_close(energies["V"], expected["minimal"]["V"], f"{what} V")
        angle = next(name for name in CRANK_ANGLES if name in described.names)
        self.assert_close(described.accelerations(state)[angle], expected["minimal"]["qdd"][0],
                          f"{what} acceleration")
        qdd = described.evaluate(["qdd"], state)["qdd"]  # the tool's own solution
        own = dict(zip(described.names, qdd if isinstance(qdd, list) else [qdd]))
        self.assert_close(own[angle], expected["minimal"]["qdd"][0], f"{what} qdd")

    def test_a_state_far_from_the_start_stays_on_its_branch(self):
        """x = L1 cos(th1) + sqrt(L2^2 - L1^2 sin^2(th1)), also with another L1 and a name of the new coordinates."""
        path = example("slider_crank_articular")
        for angle, length in ((2.5, 0.1), (4.0, 0.1), (2.5, 0.2)):
            x = length * math.cos(angle) + math.sqrt(0.09 - (length * math.sin(angle))**2)
            as_list = f"th1 = {angle} rad, L1 = {length} m"
            for state in (as_list, json.dumps({"q": {"th1": angle}, "params": {"L1": length}})):
                pose = json.loads(run("eval", path, "--parametrisation", "minimal", "--at", "-", "--what",
                                      "fk:piston", text=state))["fk:piston"]
                self.assert_close(pose[0][3], x, f"x at {state}")

    def test_every_description_in_every_parametrisation_has_the_motion_of_the_vectors(self):
        for kind, counts in COUNTS.items():
            for parametrisation, count in counts.items():
                described = Described(example(f"slider_crank_{kind}"), parametrisation)
                self.assertEqual(len(described.names), count, (kind, parametrisation))
                for vector in vectors("slider_crank"):
                    self.check_vector(described, vector, f"{kind} as {parametrisation}")


# ---- other mechanisms

# Joints of all kinds, some on frames that are turned, a gear, and all sorts of forces.
ARM = """
param g = 9.81 m/s^2, c = 0.3 N.m.s, k = 4 N.m, u = 2 N.m
gravity [0, -1, -g]
joint a : revolute [1, 2, 2] (q1) from ground at [0.1, 0.2, 0.3] m rotated RX(40 deg)
joint b : prismatic y (q2) from a at [0.3, 0, 0.1] m
joint gear : revolute x (= -2*q1) from b at [0, 0.2, 0] m
joint hook : universal (h1, h2) from b at [0.2, 0.1, 0] m rotated RY(25 deg)
joint tube : cylindrical z (t1, t2) from hook at [0, 0, 0.4] m
joint ball : spherical (s1, s2, s3) from a at [0, 0.5, 0] m
joint nut : screw [0, 1, 1] (n1) from b at [0.1, 0, 0.2] m pitch 0.3 m
frame hand from tube : TXK(0.1 m), RZK(30 deg)
body A on a : mass 2 kg, com [0.1, 0.05, 0] m, inertia diag(0.02, 0.03, 0.04) kg.m^2
body B on b : mass 1.5 kg, com [0, 0.1, 0] m, inertia diag(0.02, 0.01, 0.02) kg.m^2
body W on gear : mass 0.7 kg, com [0, 0.02, 0] m, inertia diag(0.006, 0.004, 0.005) kg.m^2
body H on hook : mass 0.6 kg, com [0, 0, 0.2] m, inertia diag(0.01, 0.01, 0.004) kg.m^2
body T on hand : mass 0.5 kg, com [0, 0.03, 0.1] m, inertia diag(0.003, 0.004, 0.005) kg.m^2
body N on nut : mass 0.8 kg, com [0.05, 0, 0] m, inertia diag(0.01, 0.02, 0.02) kg.m^2
body S on ball : mass 0.9 kg, com [0.1, 0, 0.1] m, inertia diag(0.01, 0.02, 0.02) kg.m^2
torque motor on a = u - c*q1' - k*sin(q1)
torque wrench on nut = 0.5 N.m - 0.1 N.m.s*n1'
torque jack on b = 3 N - 2 N/m*q2
force pull at hand = [1, 2, 3] N in hook
spring rope between hand and ball : stiffness 20 N/m, length 0.1 m, damping 0.5 N.s/m
"""
ARM_STATE = {"q1": 0.3, "q2": 0.15, "h1": 0.4, "h2": -0.7, "t1": 0.5, "t2": 0.2, "n1": 4.0,
             "s1": 0.2, "s2": 0.6, "s3": -0.4}
ARM_RATES = {"q1": 1.1, "q2": -0.4, "h1": 0.7, "h2": 0.9, "t1": -1.3, "t2": 0.6, "n1": -2.0,
             "s1": 0.8, "s2": -0.5, "s3": 1.2}

# A frame of several motions, and the same with a frame for each.
TOOL = """
param m = 2 kg
gravity [0, 0, -9.81] m/s^2
coord x, theta
%s
body T on tool : mass m, com [0, 0.1, 0.2] m, inertia diag(0.1, 0.2, 0.3) kg.m^2
torque slide on x = 3 N - 2 N.s/m*x'
torque turn on theta = 1 N.m - 4 N.m*theta
"""
TOOLS = [TOOL % "frame tool from ground : TY(x), RX(30 deg), TZ(0.2 m), RX(theta), TY(0.1 m)",
         TOOL % "frame tool_1 from ground : TY(x)\n"
                "frame tool from tool_1 : RX(30 deg), TZ(0.2 m), RX(theta), TY(0.1 m)"]


class SameMotion(Comparison):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, description):
        path = Path(self.folder.name) / f"m{len(os.listdir(self.folder.name))}.bl"
        path.write_text(description, encoding="utf-8")
        return path

    def check(self, described, state, reference, reference_state, frames):
        """Energies, and poses, velocities and accelerations of frames."""
        keys = ["T", "V"] + [f"{key}:{f}" for f in frames for key in ("fk", "twist", "accel")]
        answers = []
        for mechanism, at in ((described, state), (reference, reference_state)):
            at = {**at, "qdd": mechanism.accelerations(at)}
            # as it is: the turn of a nut is known but for whole turns in cartesian coordinates
            answers.append(mechanism.evaluate(keys, at, "--open"))
        for key in keys:
            self.assert_close(answers[0][key], answers[1][key], (described.options, key),
                              tolerance=TOLERANCE)

    def check_cartesian(self, path, reference, state, frames, axis=2):
        described = Described(path, "cartesian")
        self.check(described, cartesian_state(described, reference, state, axis), reference, state,
                   frames)
        return described

    def assembled(self, path, position, rates):
        """The state of a mechanism with loops whose first coordinates are given."""
        held = ",".join(position)
        answer = json.loads(run("analyze", "assembly", path, "--at", "-", "--hold", held, "--as",
                                "json", text=json.dumps({"q": position})))
        state = {"q": answer["configurations"][0]["q"], "qd": rates}
        return Described(path).rates(state)

    def test_loops_of_bars_in_closed_form_and_by_free_frames(self):
        for name, position, rates, frames in [
                ("four_bar_driven", {"theta1": 1.1}, {"theta1": 2.0}, ["coupler", "rocker"]),
                ("n_four_bar", {"theta[1]": -0.3}, {"theta[1]": 1.5}, ["coupler[1]", "coupler[2]", "crank[3]"]),
                ("andrews_squeezer", {"beta": 0.1}, {"beta": 20.0},
                 [f"k{i}" for i in range(1, 8)])]:
            path = example(name)
            reference, state = Described(path), self.assembled(path, position, rates)
            minimal = Described(path, "minimal")
            self.assertEqual(minimal.names, list(position), name)
            self.check(minimal, {"q": position, "qd": rates}, reference, state, frames)
            self.check_cartesian(path, reference, state, frames)

    def test_a_four_bar_in_the_plane_across_x(self):
        text = example("four_bar_driven").read_text(encoding="utf-8")
        for old, new in (("revolute z", "revolute x"), ("gravity [0, -g, 0]", "gravity [0, 0, -g]")):
            text = text.replace(old, new)
        text = re.sub(r"\[(\w+(?:/2)?), 0, 0\]", r"[0, \1, 0]", text)
        text = re.sub(r"diag\(0, 0, (.*?)\)\n", r"diag(\1, 0, 0)\n", text)
        path, position, rates = self.write(text), {"theta1": 1.1}, {"theta1": 2.0}
        reference, state = Described(path), self.assembled(path, position, rates)
        minimal = Described(path, "minimal")
        self.check(minimal, {"q": position, "qd": rates}, reference, state, ["coupler", "rocker"])
        across_z = Described(example("four_bar_driven"), "minimal")
        energies = [m.evaluate(["T", "V"], {"q": position, "qd": rates}) for m in (minimal, across_z)]
        self.assert_close([energies[0]["T"], energies[0]["V"]],
                          [energies[1]["T"], energies[1]["V"]], "energies across x and z")
        self.check_cartesian(path, reference, state, ["coupler", "rocker"], axis=0)

    def test_two_motors_move_a_five_bar(self):
        path = example("five_bar")
        position, rates = {"theta1": 2.1, "theta2": 0.9}, {"theta1": 1.0, "theta2": -0.7}
        reference, state = Described(path), self.assembled(path, position, rates)
        self.check(Described(path, "minimal"), {"q": position, "qd": rates}, reference, state,
                   ["tool", "rod1", "rod2"])

    def test_a_spatial_chain(self):
        path = self.write(ARM)
        state = {"q": ARM_STATE, "qd": ARM_RATES}
        frames = ["a", "b", "gear", "hook", "tube", "ball", "hand", "nut"]
        described = self.check_cartesian(path, Described(path), state, frames)
        self.assertEqual(len(described.names), 7 * 7)

    def test_a_spatial_chain_there_and_back(self):
        """Its cartesian description, written out and read again, by relative coordinates."""
        path, state = self.write(ARM), {"q": ARM_STATE, "qd": ARM_RATES}
        reference = Described(path)
        written = self.write(run("convert", path, "--to", "bl", "--parametrisation", "cartesian"))
        back = Described(written, "relative")
        names = {"q1": "a", "q2": "b", "h1": "hook_1", "h2": "hook_2", "t1": "tube_1",
                 "t2": "tube_2", "n1": "nut"}
        known = {new: (ARM_STATE[old], ARM_RATES[old]) for old, new in names.items()}
        known["gear"] = (-2 * ARM_STATE["q1"], -2 * ARM_RATES["q1"])
        at = reference.evaluate(["fk:ball/a", "twist:ball", "twist:a/ball"], state)
        e = quaternion_of([row[:3] for row in at["fk:ball/a"]])
        turning = [w - v for w, v in zip(at["twist:ball"][3:], at["twist:a/ball"][3:])]
        for i, rate in enumerate(quaternion_rates(e, turning)):
            known[f"ball_e{i}"] = (e[i], rate)
        self.assertEqual(sorted(back.names), sorted(known))
        self.check(back, {"q": {n: known[n][0] for n in back.names},
                          "qd": {n: known[n][1] for n in back.names}}, reference, state,
                   ["a", "b", "gear", "hook", "tube", "ball", "hand", "nut"])

    def test_a_written_description_is_the_same_mechanism(self):
        for name in ("four_bar_driven", "coulisse", "free_body", "stewart", "car_axis",
                     "n_four_bar"):
            path = example(name)
            described, again = Described(path), Described(self.write(run("convert", path, "--to", "bl")))
            plain = [re.sub(r"\[(\d+)\]", r"_\1", n) for n in described.names]
            self.assertEqual(plain, again.names)
            given = lambda names: {"q": {n: 0.3 + 0.1 * i for i, n in enumerate(names)},
                                   "qd": {n: 0.5 - 0.2 * i for i, n in enumerate(names)}}
            keys = ["T", "V", "Qe"]
            twin = again.evaluate(keys, given(plain))
            for key, value in described.evaluate(keys, given(described.names)).items():
                if key in keys:
                    self.assert_close(twin[key], value, (name, key))

    def test_the_rrp_robot(self):
        path = example("rrp")
        state = {"params": {"m1": 2, "m2": 3, "m3": 1.5, "g": 9.81},
                 "q": {"t1": 0.4, "t2": -0.8, "d3": 0.3}, "qd": {"t1": 1.0, "t2": 0.7, "d3": -0.5}}
        text = path.read_text(encoding="utf-8").replace(
            "body C1 on R1 : mass m1", "body C1 on R1 : mass m1, inertia diag(1, 2, 2) kg.m^2")
        path = self.write(text)
        self.check_cartesian(path, Described(path), state, ["R1", "R2", "R3"])

    def test_a_frame_of_several_motions(self):
        whole, parts = map(self.write, TOOLS)
        state = {"q": {"x": 0.4, "theta": 0.7}, "qd": {"x": 1.0, "theta": -2.0}}
        self.check_cartesian(whole, Described(parts), state, ["tool"], axis=0)


if __name__ == "__main__":
    unittest.main()
