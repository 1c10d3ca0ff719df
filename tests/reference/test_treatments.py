#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Motion under constraints in three treatments, which must agree with each other and with the
linear system solved here (constrained.py), on every example that has constraints."""
import math
import re
import unittest

from compare import ROOT, Comparison, evaluate, example
from constrained import TREATMENTS, assembled, by_treatment, motion

# Where the start is a singular position, or parameters have no values.
STARTS = {"bricard": {"q": {"q1": 0.5}},
          "n_four_bar": {"q": {"theta[1]": 0.4, "theta[2]": 0.4, "theta[3]": 0.4, "psi[1]": 0.4,
                               "psi[2]": 0.4}},
          "unicycle": {"params": {"m": 2, "J0": 0.3, "a": 0.1, "c": 0.2}}}

# Inputs, and how many freedoms they drive.
DRIVES = {"five_bar": (("u1", "u2"), 2), "delta": (("u[1]", "u[2]", "u[3]"), 3),
          "unicycle": (("Fu1", "Fu2"), 2), "tractor_trailer": (("Fu1", "Fu2", "Fu3", "Tu"), 2)}


def has(statement, path):
    return re.search(rf"^\s*{statement}\b", path.read_text(encoding="utf-8"), re.MULTILINE)


def heavy_examples_with_constraints():
    for path in sorted((ROOT / "examples").glob("*/*.bl")):
        is_tied = has("(loop|constraint|rolling|.*quaternion)", path)
        is_led = has("motion", path) and not has("control", path)  # which follows it, and ties nothing
        if has("body", path) and (is_tied or is_led):
            yield path


class Treatments(Comparison):
    def state(self, path):
        """Closed where there are loops, anywhere otherwise. The rates need not fit: the linear
        system has a solution for any."""
        start = STARTS.get(path.stem, {})
        names = evaluate(path, ["T"], start)["coordinates"]
        try:
            state = assembled(path, start)
        except AssertionError as refusal:
            self.assertIn("the mechanism has no position constraints", str(refusal))
            state = {**start, "q": {name: 0.3 + 0.1 * i for i, name in enumerate(names)}}
        state["qd"] = {name: math.sin(2 + 3 * i) for i, name in enumerate(names)}
        state["tau"] = {name: math.cos(1 + 2 * i) for i, name in enumerate(names)}
        declared = re.findall(r"^input (\w+)(?:\[(\d+)\])?", path.read_text(encoding="utf-8"), re.M)
        inputs = [name if not size else f"{name}[{k}]" for name, size in declared
                  for k in range(1, int(size or 1) + 1)]
        state["inputs"] = {name: math.sin(1 + i) for i, name in enumerate(inputs)}
        return state

    def test_examples(self):
        for path in heavy_examples_with_constraints():
            with self.subTest(path.stem):
                state = self.state(path)
                (qdd, multipliers), = motion(path, [state], {"Jc": "gammac"})
                for treatment in TREATMENTS:
                    (ours, forces), = by_treatment(path, [state], treatment)
                    while len(forces) > len(multipliers):  # redundant ones are left out
                        forces.remove(0)
                    self.assert_close(ours, qdd, f"{treatment} qdd", least_scale=0)
                    self.assert_close(forces, multipliers, f"{treatment} lambda", least_scale=0)

    def test_methods(self):
        """The matrices of every method lead to the same motion."""
        for name in "four_bar_driven", "rolling_disk":
            state = self.state(example(name))
            expected, = motion(example(name), [state], {"Jc": "gammac"})
            for method in "energy", "lagrange", "uicker", "kane", "newton-euler":
                result = evaluate(example(name), ["qdd", "lambda"], state, method, ("--open",))
                found = [result["qdd"], result["lambda"]]
                self.assert_close(found, list(expected), f"{name} {method}")

    def test_drives(self):
        """Inverse dynamics gives drives with which the mechanism moves as it was moved: the same
        ones, or smaller ones where there are more drives than freedoms."""
        for name, (inputs, freedoms) in DRIVES.items():
            path = example(name)
            state = self.state(path)
            given = [math.sin(1 + i) for i in range(len(inputs))]
            state["inputs"] = dict(zip(inputs, given))
            state["tau"] = {}
            (qdd, _), = by_treatment(path, [state], "augmented")
            wanted = {**state, "qdd": dict(zip(state["q"], qdd)), "inputs": {}}
            found = evaluate(path, ["u"], wanted, None, ("--open",))["u"]
            again = {**state, "inputs": dict(zip(inputs, found))}
            (back, _), = by_treatment(path, [again], "augmented")
            self.assert_close(back, qdd, f"{name} moved again", tolerance=1e-11)
            if len(inputs) == freedoms:
                self.assert_close(found, given, f"{name} drives", tolerance=1e-11)
            else:
                self.assertLess(math.hypot(*found), math.hypot(*given), name)


if __name__ == "__main__":
    unittest.main()
