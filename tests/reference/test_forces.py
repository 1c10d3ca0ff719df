#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Everything that may act on a tree, against a model of the same arm written by hand below.

The arm: two links that turn in a vertical plane and a slide beside it. Vectors of the plane are complex
numbers, so that a turn by an angle is a factor exp(i*angle), and the work of a force F on a point that
moves by dr is Re(conj(F)*dr). Nothing here was derived by the program.
"""
import cmath
import math
import random
import unittest

from compare import Comparison, evaluate_text

ARM = """
param L1, L2, c1, c2, y0, m1, m2, m3, I1, I2, g
param k, l0, c, kt, rest, fv, fs, fb, J, ratio, cv, w
gravity [0, -g, 0]
joint a : revolute z (q1) from ground
body  A on a : mass m1, com [c1, 0, 0], inertia diag(0, 0, I1)
joint b : revolute z (q2) from a at [L1, 0, 0]
body  B on b : mass m2, com [c2, 0, 0], inertia diag(0, 0, I2)
joint s : prismatic x (d) from ground at [0, y0, 0]
body  S on s : mass m3
point P at [0.3, 0.2, 0] on a
point tip at [L2, 0, 0] on b

force  push at P = [Fx, Fy, 0] in b             # at a point, in the axes of another body
force  pull at tip = [0, Fp, 0] in b against a     # the other body takes the reaction
moment twist on b = [0, 0, N] against a            # between bodies
use spring(tip, s, stiffness = k, length = l0, damping = c) as S1
use spring(P, [0.1, 1.5, 0] on ground, stiffness = 2*k, length = l0) as S2
force  drag at tip = -cv*velocity(tip)
force  wind at s = [w*sin(3*t), 0, 0]
force  tool at tip = [Tx, Ty, 0]                # a wrench at the tip
moment turn on b = [0, 0, Tn]
torque drive on a = u
use coulomb(a, fv, fs)
use viscous(b, fb)
use rotor(b, J, ratio)
use torsion_spring(b, kt, rest)
input  v
use motor(s, v, 3, 2)
"""
PARAMETERS = {"L1": 0.8, "L2": 0.6, "c1": 0.35, "c2": 0.25, "y0": -0.9, "m1": 2.5, "m2": 1.5, "m3": 0.7,
              "I1": 0.12, "I2": 0.05, "g": 9.81, "k": 90, "l0": 0.4, "c": 3, "kt": 7, "rest": 0.3,
              "fv": 0.4, "fs": 1.1, "fb": 0.25, "J": 0.002, "ratio": 11, "cv": 1.7, "w": 5}
INPUTS = ["Fx", "Fy", "Fp", "N", "Tx", "Ty", "Tn", "u", "v"]
NAMES = ["q1", "q2", "d"]


def work(force, move):
    return (force.conjugate() * move).real


def solve(matrix, right):
    """Gauss without a choice of pivots: the matrix is positive."""
    rows = [list(row) + [b] for row, b in zip(matrix, right)]
    for i, pivot in enumerate(rows):
        for row in rows[i + 1:]:
            factor = row[i] / pivot[i]
            row[:] = [x - factor * p for x, p in zip(row, pivot)]
    result = [0.0] * len(rows)
    for i in reversed(range(len(rows))):
        rest = sum(rows[i][j] * result[j] for j in range(i + 1, len(rows)))
        result[i] = (rows[i][-1] - rest) / rows[i][i]
    return result


class Arm:
    """The arm at a state: closed forms of its inertia and weight, forces by virtual work."""

    def __init__(self, q, qd, qdd, inputs, t):
        self.q, self.qd, self.qdd, self.t = q, qd, qdd, t
        for name, value in {**PARAMETERS, **inputs}.items():
            setattr(self, name, value)
        self.axis_a, self.axis_b = cmath.exp(1j * q[0]), cmath.exp(1j * (q[0] + q[1]))
        self.elbow = self.L1 * self.axis_a
        self.tip = self.elbow + self.L2 * self.axis_b
        self.P = (0.3 + 0.2j) * self.axis_a
        self.slide = q[2] + 1j * self.y0

    def mass_matrix(self):
        couple = self.m2 * self.L1 * self.c2 * math.cos(self.q[1])
        far = self.I2 + self.m2 * self.c2**2
        near = self.I1 + self.m1 * self.c1**2 + self.m2 * self.L1**2
        rotor = self.J * self.ratio**2
        return [[near + far + 2 * couple, far + couple, 0], [far + couple, far + rotor, 0],
                [0, 0, self.m3]]

    def bias(self):
        s = self.m2 * self.L1 * self.c2 * math.sin(self.q[1])
        one, two = self.qd[:2]
        return [-s * (2 * one * two + two**2), s * one**2, 0]

    def gravity(self):
        far = self.m2 * self.c2 * self.axis_b.real
        near = (self.m1 * self.c1 + self.m2 * self.L1) * self.axis_a.real
        return [self.g * (near + far), self.g * far, 0]

    def moves(self, place, body):
        """What a point of a body moves by per unit of each coordinate."""
        return {"ground": [0, 0, 0], "a": [1j * place, 0, 0],
                "b": [1j * place, 1j * (place - self.elbow), 0], "s": [0, 0, 1]}[body]

    def velocity(self, place, body):
        return sum(move * rate for move, rate in zip(self.moves(place, body), self.qd))

    def spring_force(self, first, second, stiffness, damping):
        """On the first of two (place, body)."""
        line = second[0] - first[0]
        direction = line / abs(line)
        stretching = work(direction, self.velocity(*second) - self.velocity(*first))
        return direction * (stiffness * (abs(line) - self.l0) + damping * stretching)

    def forces(self):
        """(force, place, body) of all forces, reactions too."""
        tip, slide, P, wall = ((self.tip, "b"), (self.slide, "s"), (self.P, "a"),
                               (0.1 + 1.5j, "ground"))
        pull = 1j * self.Fp * self.axis_b
        spring = self.spring_force(tip, slide, self.k, self.c)
        return [((self.Fx + 1j * self.Fy) * self.axis_b, *P),
                (pull, *tip), (-pull, self.tip, "a"),
                (spring, *tip), (-spring, *slide),
                (self.spring_force(P, wall, 2 * self.k, 0), *P),
                (-self.cv * self.velocity(*tip), *tip),
                (self.w * math.sin(3 * self.t), *slide),
                (self.Tx + 1j * self.Ty, *tip)]

    def applied(self):
        """Generalised forces without drives."""
        Q = [0, 0, 0]
        for force, place, body in self.forces():
            Q = [x + work(force, move) for x, move in zip(Q, self.moves(place, body))]
        Q[0] += self.Tn - self.fv * self.qd[0] - self.fs * math.copysign(1, self.qd[0])
        Q[1] += (self.N + self.Tn - self.fb * self.qd[1] - self.kt * (self.q[1] - self.rest))
        return Q

    def drives(self):
        return [self.u, 0, 6 * self.v]

    def torques(self):
        inertial = [sum(m * a for m, a in zip(row, self.qdd)) for row in self.mass_matrix()]
        return [m + h + G - Q for m, h, G, Q in zip(inertial, self.bias(), self.gravity(),
                                                    self.applied())]

    def accelerations(self, torques):
        right = [tau + Q + u - h - G for tau, Q, u, h, G in zip(
            torques, self.applied(), self.drives(), self.bias(), self.gravity())]
        return solve(self.mass_matrix(), right)

    def springs(self):
        """(length, its rate, stiffness) of the springs; their energies are part of V."""
        ends = [((self.tip, "b"), (self.slide, "s"), self.k),
                ((self.P, "a"), (0.1 + 1.5j, "ground"), 2 * self.k)]
        for first, second, stiffness in ends:
            line = second[0] - first[0]
            rate = work(line / abs(line), self.velocity(*second) - self.velocity(*first))
            yield abs(line), rate, stiffness

    def power(self, torques):
        """Of all that acts, less what springs store."""
        acting = sum((tau + Q + u) * rate for tau, Q, u, rate in zip(
            torques, self.applied(), self.drives(), self.qd))
        stored = sum(k * (length - self.l0) * rate for length, rate, k in self.springs())
        return acting + stored + self.kt * (self.q[1] - self.rest) * self.qd[1]

    def energy(self):
        kinetic = sum(a * m * b for a, row in zip(self.qd, self.mass_matrix())
                      for m, b in zip(row, self.qd)) / 2
        heights = (self.m1 * self.c1 * self.axis_a.imag + self.m3 * self.y0
                   + self.m2 * (self.elbow + self.c2 * self.axis_b).imag)
        elastic = sum(k * (length - self.l0)**2 for length, _, k in self.springs())
        elastic += self.kt * (self.q[1] - self.rest)**2
        return kinetic + self.g * heights + elastic / 2

    def elbow_reaction(self):
        """Of the upper arm on the forearm, by Newton's and Euler's laws: force in the forearm's axes,
        moment about the elbow."""
        spin, turn = self.qd[0] + self.qd[1], self.qdd[0] + self.qdd[1]
        arm = self.c2 * self.axis_b
        of_centre = (self.elbow * (1j * self.qdd[0] - self.qd[0]**2) + arm * (1j * turn - spin**2))
        force = self.m2 * (of_centre + 1j * self.g)
        moment = self.I2 * turn + work(force, 1j * arm) - self.N - self.Tn
        for applied, place, body in self.forces():
            if body == "b":
                force -= applied
                moment -= work(applied, 1j * (place - self.elbow))
        force /= self.axis_b
        return [force.real, force.imag, 0, 0, 0, moment]


class Forces(Comparison):
    def setUp(self):
        chance = random.Random(80)
        self.arms, self.states, self.torques = [], [], []
        for _ in range(8):
            q, qd, qdd, torques = ([chance.uniform(-2, 2) for _ in NAMES] for _ in range(4))
            inputs, t = {name: chance.uniform(-5, 5) for name in INPUTS}, chance.uniform(0, 2)
            self.arms.append(Arm(q, qd, qdd, inputs, t))
            self.torques.append(torques)
            vectors = {"q": q, "qd": qd, "qdd": qdd, "tau": torques}
            self.states.append({"params": PARAMETERS, "inputs": inputs, "t": t,
                                **{k: dict(zip(NAMES, v)) for k, v in vectors.items()}})

    def test_inverse_dynamics_by_every_method(self):
        for method in "energy", "lagrange", "uicker", "kane", "newton-euler":
            results = evaluate_text(ARM, ["tau", "M", "h", "G"], self.states, method)
            for arm, result in zip(self.arms, results):
                self.assert_close(result["tau"], arm.torques(), f"tau by {method}")
                self.assert_close(result["M"], arm.mass_matrix(), f"M by {method}")
                self.assert_close(result["h"], arm.bias(), f"h by {method}")
                self.assert_close(result["G"], arm.gravity(), f"G by {method}")

    def test_forward_dynamics_and_power(self):
        keys = ["qdd:articulated", "qdd:factorised", "Qe", "Qu", "P", "E"]
        results = evaluate_text(ARM, keys, self.states)
        for arm, torques, result in zip(self.arms, self.torques, results):
            for key in keys[:2]:
                self.assert_close(result[key], arm.accelerations(torques), key)
            self.assert_close(result["Qe"], arm.applied(), "Qe")
            self.assert_close(result["Qu"], arm.drives(), "Qu")
            self.assert_close(result["P"], arm.power(torques), "P")
            self.assert_close(result["E"], arm.energy(), "E")

    def test_reaction_of_the_elbow(self):
        """The wrench of the joint, with what its torques give."""
        for arm, result in zip(self.arms, evaluate_text(ARM, ["reaction:b"], self.states)):
            self.assert_close(result["reaction:b"], arm.elbow_reaction(), "reaction")


if __name__ == "__main__":
    unittest.main()
