#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Laws of motion as constraints, q - law(t) = 0, against vectors that were derived independently
from the formulas of the course (mpmath). At q = 0 and qd = 0

    Phi = -law,    Phi_t = -law',    gamma = law''.
"""
import math
import unittest

from compare import Comparison, evaluate, evaluate_text, example, vectors

SLIDE = "param qI, qF, T, ta, vmax, amax\njoint q : prismatic x from ground\nmotion q : "
POLYNOMIALS = {"deg5": "quintic", "deg7": "septic"}
TRAPEZOIDS = {"velocity_trapezoid": "trapezoid", "acceleration_trapezoid": "s_curve",
              "sin2": "sin2"}


def law(text, params, times):
    """Position, velocity and acceleration of a motion at each of the times."""
    unused = {"qI": 0, "qF": 1, "T": 1, "ta": 0.3, "vmax": 1, "amax": 1}
    states = [{"params": unused | params, "q": {"q": 0}, "qd": {"q": 0}, "t": t} for t in times]
    results = evaluate_text(SLIDE + text, ["Phi", "Phi_t", "gamma"], states)
    first = [(r["Phi"], r["Phi_t"], r["gamma"]) for r in results]
    numbers = [[v[0] if isinstance(v, list) else v for v in row] for row in first]
    return [(-phi, -rate, gamma) for phi, rate, gamma in numbers]


def slope(values, h):
    """Derivative in the middle of seven points; exact for polynomials up to the sixth degree."""
    weights = (-1, 9, -45, 0, 45, -9, 1)
    return sum(w * v for w, v in zip(weights, values)) / (60 * h)


class Motion(Comparison):
    def test_polynomials_over_time(self):
        for vector in vectors("001_trajectory_polynomials"):
            p, t = vector["params"], vector["state"]["t"]
            given = {k: p[k] for k in ("qI", "qF", "T")}
            for key, word in POLYNOMIALS.items():
                expected, what = vector["expected"][key], f"{vector['name']} {word}"
                h = min(t, p["T"] - t) / 4
                rows = law(f"{word} from qI to qF in T", given, [t + k * h for k in range(-3, 4)])
                self.assert_close(list(rows[3]), [expected[k] for k in ("q", "qd", "qdd")], what)
                self.assert_close(slope([row[2] for row in rows], h), expected["qddd"], what,
                                  abs(expected["qddd"]), 1e-11)

    def test_polynomials_of_unit_length_and_time(self):
        half, root = 1 / 2, math.sqrt
        places = {"deg5": (half, half - root(3) / 6), "deg7": (half, half - root(5) / 10)}
        for vector in vectors("001_trajectory_polynomials"):
            for key, word in POLYNOMIALS.items():
                expected, most = vector["expected"][key], vector["expected"]["max"][key]
                rows = law(f"{word} from qI to qF in T", {},
                           [vector["state"]["tstar"], *places[key]])
                self.assert_close(list(rows[0]), [expected[k] for k in ("s", "sp", "spp")], word)
                self.assert_close([rows[1][1], rows[2][2]], [most["sp"], most["spp"]], word)

    def test_limits_say_how_long_it_takes(self):
        for vector in vectors("001_trajectory_polynomials"):
            p, x = vector["params"], vector["state"]["tstar"]
            given = {k: p[k] for k in ("qI", "qF", "vmax", "amax")}
            for key, word in POLYNOMIALS.items():
                shortest = vector["expected"]["T_min_for"][key]
                text = f"{word} from qI to qF velocity vmax acceleration amax"
                rows = law(text, given, [x * shortest, shortest * (1 - 1e-9), 2 * shortest])
                self.assert_close(rows[0][0], vector["expected"][key]["q"], vector["name"])
                self.assertNotEqual(rows[1][2], 0)
                self.assertEqual(rows[2], (p["qF"], 0, 0))

    def test_trapezoids(self):
        for vector in vectors("001_trajectory_trapezoids"):
            p, t = vector["params"], vector["state"]["t"]
            given = {"T": p["T"], "ta": p["ta"]}
            for key, word in TRAPEZOIDS.items():
                expected, what = vector["expected"][key], f"{vector['name']} {word}"
                rows = law(f"{word} from qI to qF in T ramp ta", given, [t, p["T"] / 2, p["ta"] / 2])
                self.assert_close(list(rows[0]), [expected[k] for k in ("s", "sp", "spp")], what)
                self.assert_close(rows[1][1], expected["vmax"], what)
                self.assert_close(rows[2][2], expected["amax"], what)

    def test_what_goes_up_comes_down_the_same_way(self):
        """Every law is symmetric: s(T - t) = 1 - s(t)."""
        for word in [*POLYNOMIALS.values(), *TRAPEZOIDS.values()]:
            times = [0.1 * k + 0.03 for k in range(10)]
            forth = law(f"{word} from qI to qF in T", {}, times)
            back = law(f"{word} from qI to qF in T", {}, [1 - t for t in times])
            for (s, v, a), (s_left, v_left, a_left) in zip(forth, back):
                self.assert_close([s, v, a], [1 - s_left, v_left, -a_left], word)

    def test_stations_are_stops_at_equal_times(self):
        rows = law("sin2 from qI to qF in T at 2 s through 5, -3", {"T": 6},
                   [1, 2, 3, 4, 6, 8, 9])
        self.assert_close([row[0] for row in rows], [0, 0, 2.5, 5, -3, 1, 1], "stations")
        self.assert_close([rows[k][1] for k in (0, 1, 3, 4, 5, 6)], [0] * 6, "stops")

    def test_a_formula_is_a_law(self):
        rows = law("amax*sin(vmax*t)^2", {"amax": 0.3, "vmax": 2}, [0.4])
        expected = [0.3 * math.sin(0.8) ** 2, 0.6 * math.sin(1.6), 2.4 * math.cos(1.6)]
        self.assert_close(list(rows[0]), expected, "formula")

    def test_the_multiplier_is_what_the_drive_takes(self):
        """-lambda is the torque that inverse dynamics asks of the drive, the others asking none."""
        arm = ("param m = 2, L = 0.5, g = 9.81\ngravity [0, -g, 0]\n"
               "joint q1 : revolute z from ground\nbody B on q1 : mass m, com [L, 0, 0]\n"
               "joint q2 : revolute z from q1 at [L, 0, 0]\nbody C on q2 : mass m, com [L, 0, 0]\n"
               "motion q1 : quintic from 0 to 1 in 2 s\n")
        x = 0.25
        state = {"t": 2 * x, "qd": {"q1": 30 * x**2 * (1 - x)**2 / 2, "q2": 0.7},
                 "q": {"q1": x**3 * (10 - 15 * x + 6 * x**2), "q2": 0.2}}
        found = evaluate_text(arm, ["qdd", "lambda"], state)
        state["qdd"] = dict(zip(("q1", "q2"), found["qdd"]))
        self.assert_close(found["qdd"][0], 60 * x * (1 - x) * (1 - 2 * x) / 4, "driven")
        self.assert_close(evaluate_text(arm, ["tau"], state)["tau"], [-found["lambda"][0], 0], "tau")

    def test_a_screw_drives_a_press(self):
        """At rest the drive's torque does the work of load and weight: u = -(F - m g) dy/dturn."""
        p, length, weight, load = 0.006, 0.4, 8 * 9.81, 5000
        s = 0.2
        phi = math.acos(s / length)
        state = {"t": 0, "inputs": {"F": load},
                 "q": {"turn": 0, "s": s, "phi": phi, "y": -length * math.sin(phi)}}
        found = evaluate(example("screw_press"), ["Phi", "Phi_t", "gamma", "qdd", "lambda"], state)
        self.assert_close(found["Phi"] + found["Phi_t"], [0] * 8, "closed")
        self.assert_close(found["qdd"], [0] * 4, "at rest")
        per_turn = -p / (2 * math.pi) * s / (length * math.sin(phi))  # dy/dturn
        self.assert_close(-found["lambda"][3], -(load - weight) * per_turn, "torque")
        force = (load - weight) * s / (length * math.sin(phi))  # of the thread along x
        self.assert_close(abs(found["lambda"][0]), force, "thread")


if __name__ == "__main__":
    unittest.main()
