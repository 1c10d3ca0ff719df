#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The simulations of the source documents, by generated C (integrated.py), against vectors that were
integrated with many more digits."""
import math
import unittest

from compare import Comparison, example, vectors
from constrained import SPEEDS, completed, written
from integrated import moved
from test_constraints import TRACTOR


class Simulations(Comparison):
    def test_slider_crank(self):
        given = vectors("slider_crank_simulation")
        starts = []
        for vector in given:
            p, theta, rate = vector["params"], *(vector["state"][key]
                                                 for key in ("theta1_0", "theta1p_0"))
            rod = -math.asin(p["L1"] / p["L2"] * math.sin(theta))
            turning = -p["L1"] * math.cos(theta) * rate / (p["L2"] * math.cos(rod))
            starts.append({"params": p,
                           "q": {"th1": theta, "th2": rod - theta, "th3": -rod},
                           "qd": {"th1": rate, "th2": turning - rate, "th3": -turning}})
        ends = moved(example("slider_crank_relative"), starts, [0.5], 1e-3)
        for vector, (state,) in zip(given, ends):
            expected = [vector["expected"][key] for key in ("theta1", "theta1p")]
            found = [state[key]["th1"] for key in ("q", "qd")]
            self.assert_close(found, expected, vector["name"], tolerance=1e-11)

    def test_tractor_with_trailer(self):
        """The steering angle is a given function of time."""
        given, names = vectors("000_tractor_trailer_simulation"), ("x", "y", "Theta", "Phi")
        starts = []
        for vector in given:
            p, s = vector["params"], vector["state"]
            starts.append({"params": {**{k: p[k] for k in p if k != "a"}, "delta": s["delta"],
                                      "deltap": s["deltap"], "r": 0.4},
                           "q": {name: s[name] for name in names},
                           "qd": {"x": s["alpha"] * math.cos(s["Theta"])},
                           "inputs": {key: s[key] for key in ("Fu1", "Fu2", "Fu3")}})
        with written(TRACTOR) as path:
            ends = list(moved(path, completed(path, starts, SPEEDS), [1], 1e-2))
        for vector, (state,) in zip(given, ends):
            expected = vector["expected"]
            self.assert_close([state["q"][name] for name in names],
                              [expected[name] for name in names], vector["name"], tolerance=1e-11)
            self.assert_close(math.hypot(state["qd"]["x"], state["qd"]["y"]), expected["alpha"],
                              vector["name"], tolerance=1e-11)

    def test_mobile_robot_with_motors(self):
        given, names = vectors("000_mobile_robot_simulation"), ("x", "y", "theta")
        starts = []
        for vector in given:
            p, s = vector["params"], vector["state"]
            wheels = [(s["Vu"] + side * p["l"] * s["Omega"]) / p["Ra"] for side in (1, -1)]
            starts.append({"params": p, "q": {name: s[name] for name in names},
                           "qd": {"x": s["Vu"] * math.cos(s["theta"]),
                                  "y": s["Vu"] * math.sin(s["theta"]), "theta": s["Omega"],
                                  "th1": wheels[0], "th2": wheels[1]},
                           "inputs": {key: s[key] for key in ("V1", "V2")}})
        ends = moved(example("mobile_robot_motors"), starts, [0.5], 1e-3)
        for vector, (state,) in zip(given, ends):
            expected, q, qd = vector["expected"], state["q"], state["qd"]
            speed = qd["x"] * math.cos(q["theta"]) + qd["y"] * math.sin(q["theta"])
            self.assert_close([*(q[name] for name in names), speed, qd["theta"]],
                              [expected[key] for key in (*names, "Vu", "Omega")], vector["name"],
                              tolerance=1e-11)


if __name__ == "__main__":
    unittest.main()
