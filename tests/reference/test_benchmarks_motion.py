#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Benchmarks over time, by generated C (integrated.py), against reference motions."""
import math
import unittest

from compare import Comparison, example, vectors
from constrained import LOOPS, SPEEDS, assembled, completed
from integrated import moved

ROLLING = {**LOOPS, **SPEEDS}


def numbers(row):
    """A row of a reference, whose numbers may be texts."""
    return {key: [float(x) for x in value] if isinstance(value, list) else float(value)
            for key, value in row.items()}


class Motions(Comparison):
    def check(self, name, start, rows, step, compared, tolerance):
        """compared(state, row) gives what is found and what is expected."""
        rows = list(map(numbers, rows))
        states, = moved(example(name), [start], [row["t"] for row in rows], step)
        for row, state in zip(rows, states):
            found, expected = compared(state, row)
            self.assert_close(found, expected, f"{name} at {row['t']} s", tolerance=tolerance)

    # ---- loops

    def test_four_bar(self):
        def compared(state, row):
            q, qd = state["q"], state["qd"]
            return ([q["theta1"], q["theta1"] + q["psi"], q["theta3"], qd["theta1"]],
                    [row[key] for key in ("theta1", "theta2", "theta3", "theta1d")])

        start = assembled(example("four_bar_driven"), {"q": {"theta1": 1}}, hold=["theta1"])
        self.check("four_bar_driven", start, vectors("planar_four_bar")["reference"][:4], 1e-3,
                   compared, 1e-11)

    def test_slider_crank_in_all_parametrisations(self):
        problem = vectors("planar_slider_crank")
        L1, L2, m1, m2, m3 = (problem["data"][key] for key in ("L1", "L2", "M1", "M2", "M3"))
        theta, rate = (problem["initial"][key] for key in ("theta", "thetad"))
        rod = -math.asin(L1 / L2 * math.sin(theta))
        turning = -L1 * math.cos(theta) * rate / (L2 * math.cos(rod))
        pin = [L1 * math.cos(theta), L1 * math.sin(theta)]
        reach = pin[0] + L2 * math.cos(rod)
        speed = -pin[1] * rate - L2 * math.sin(rod) * turning
        relative = {"q": {"th1": theta, "th2": rod - theta, "th3": -rod, "x": reach},
                    "qd": {"th1": rate, "th2": turning - rate, "th3": -turning, "x": speed}}
        free = {"q": {"th1": theta, "x2": pin[0], "y2": pin[1], "th2": rod, "x3": reach},
                "qd": {"th1": rate, "x2": -pin[1] * rate, "y2": pin[0] * rate, "th2": turning,
                       "x3": speed}}
        parameters = {"m1": m1, "m2": m2, "m3": m3, "L1": L1, "L2": L2, "LG1": L1 / 2,
                      "LG2": L2 / 2, "I1": m1 * L1**2 / 12, "I2": m2 * L2**2 / 12,
                      "tau": 0.0, "Fp": 0.0}
        for kind in "minimal", "relative", "articular", "full", "cartesian":
            start = free if kind == "cartesian" else relative
            self.check(f"slider_crank_{kind}", {**start, "params": parameters},
                       problem["reference"], 1e-3,
                       lambda state, row: ([state["q"]["th1"], state["qd"]["th1"]],
                                           [row["theta"], row["thetad"]]), 1e-10)

    def test_squeezer(self):
        problem = vectors("A03_andrews_squeezer")
        names = ("beta", "theta", "gamma", "phi", "delta", "omega", "epsilon")
        start = {"q": dict(zip(names, map(float, problem["initial"]["q"])))}
        self.check("andrews_squeezer", start, problem["reference_own"], 5e-5,
                   lambda state, row: ([state["q"][name] for name in names], row["q"]), 1e-11)

    def test_row_of_four_bars(self):
        """Upright, it swings beyond its singular position; released there, it has no numbers."""
        names = ("theta[1]", "theta[2]", "theta[3]", "psi[1]", "psi[2]")
        row = numbers(vectors("A02_N_four_bar")["cases"]["N=2"]["reference"][0])
        starts = [{"qd": dict.fromkeys(names, 1)}, {"q": dict.fromkeys(names, math.pi / 2)}]
        (swung,), (lying,) = moved(example("n_four_bar"), starts, [row["t"]], 1e-3)
        self.assert_close(list(swung["q"].values()), [row["theta"]] * 5, "row", tolerance=1e-10)
        self.assertTrue(all(map(math.isnan, lying["q"].values())))

    def test_bricard(self):
        self.check("bricard", {}, vectors("A04_bricard")["reference"][1:5], 5e-3,
                   lambda state, row: (state["q"]["q1"], row["a"]), 1e-11)

    def test_governor(self):
        start = {"q": {"s": 0.5, "alpha1": math.pi / 6, "alpha2": math.pi / 6},
                 "qd": {"phi": 2 * math.pi}}
        ours, theirs = ("s", "alpha1", "alpha2", "phi"), ("s", "alpha", "alpha", "phi")
        self.check("flyball_governor", start, vectors("A05_flyball_governor")["reference"][1:3],
                   1e-4, lambda state, row: ([state["q"][name] for name in ours],
                                             [row[name] for name in theirs]), 1e-11)

    def test_car_axis(self):
        problem = vectors("IVP_car_axis")
        names = problem["coords"]
        start = {key: dict(zip(names, problem["initial"][key])) for key in ("q", "qd")}
        self.check("car_axis", start, problem["reference_own"], 1e-3,
                   lambda state, row: ([state[key][name] for key in ("q", "qd") for name in names],
                                       row["q"] + row["qd"]), 1e-10)

    # ---- edges and wheels

    def test_sleigh(self):
        self.check("chaplygin_sleigh", {"qd": {"x": 0.2, "theta": 1.5}},
                   vectors("chaplygin_sleigh")["reference"], 2e-2,
                   lambda state, row: (list(state["q"].values()),
                                       [row[name] for name in ("x", "y", "theta")]), 1e-11)

    def test_skate(self):
        self.check("knife_edge", {"qd": {"phi": 2}},
                   vectors("knife_edge_incline")["reference"], 2e-2,
                   lambda state, row: (list(state["q"].values()),
                                       [row[name] for name in ("x", "y", "phi")]), 1e-11)

    def test_disk(self):
        r, lean = 0.5, 0.2
        yawing = 0.5 / math.cos(lean)
        start = {"params": {"r": r}, "q": {"y": -r * math.sin(lean), "z": r * math.cos(lean),
                                           "lean": lean},
                 "qd": {"lean": 0.1, "yaw": yawing, "spin": 6 - yawing * math.sin(lean)}}
        start, = completed(example("rolling_disk"), [start], ROLLING)

        def compared(state, row):
            q = state["q"]
            contact = [q["x"] - r * math.sin(q["yaw"]) * math.sin(q["lean"]),
                       q["y"] + r * math.cos(q["yaw"]) * math.sin(q["lean"])]
            return ([q["yaw"], q["lean"], q["spin"], *contact],
                    [row[key] for key in ("psi", "theta", "phi", "x", "y")])

        self.check("rolling_disk", start, vectors("rolling_disk")["reference"], 1e-2, compared,
                   1e-11)

    def test_bicycle_for_twenty_seconds(self):
        r, path = 0.3, example("bicycle")
        cases = vectors("bicycle_meijaard")["nonlinear_simulation"]["cases"].values()
        starts = [{"q": {"z": -r}, "qd": {"lean": case["rollrate0"], "steer": 0,
                                          "rear_spin": -case["v0"] / r}} for case in cases]
        starts = completed(path, starts, ROLLING)
        times = [row["t"] for row in next(iter(cases))["reference"]]
        for case, states in zip(cases, moved(path, starts, times, 1e-2)):
            for row, state in zip(case["reference"], states):
                q, qd = state["q"], state["qd"]
                contact = [q["x"] + r * math.sin(q["yaw"]) * math.sin(q["lean"]),
                           q["y"] - r * math.cos(q["yaw"]) * math.sin(q["lean"])]
                found = [*contact, q["yaw"], q["lean"], q["steer"], qd["lean"], qd["steer"],
                         -r * qd["rear_spin"]]
                expected = [row[key] for key in ("x", "y", "yaw", "roll", "steer", "rollrate",
                                                 "steerrate", "forward_speed")]
                self.assert_close(found, expected, f"bicycle at {row['t']} s", tolerance=1e-10)


if __name__ == "__main__":
    unittest.main()
