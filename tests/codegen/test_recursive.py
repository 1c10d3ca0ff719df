#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The recursive form, read line by line, gives the numbers of bielle eval.

The steps of `--form recursive --as json` are computed one after the other by Python, each from
numbers and names that came before; the results are compared with those of the program.
"""
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(os.environ["BIELLE_SOURCE_DIR"]) / "examples"
BIELLE = os.environ["BIELLE_COMMAND"]
TOLERANCE = 1e-11

CASES = [
    ("rr/rr.bl", "tau,M,qdd"),
    ("rrp/rrp.bl", "tau,M,h,G"),
    ("telescopic/telescopic.bl", "tau,qdd"),
    ("robot6/robot6.bl", "tau,M"),
    ("monopod/monopod.def", "tau,T,V"),
    ("spatial_3r/spatial_3r.bl", "tau,jac:wrist"),
    ("khalil_tree/khalil_tree.bl", "tau,M,qdd"),
    ("puma560/puma560.bl", "tau"),
]
FUNCTIONS = {name: getattr(math, name) for name in ("sin", "cos", "tan", "sqrt", "pi")}


def bielle(*words, stdin=None):
    """The JSON that a command prints."""
    run = subprocess.run([BIELLE, *words], cwd=EXAMPLES, check=True, stdout=subprocess.PIPE,
                         stderr=subprocess.DEVNULL, input=stdin, encoding="utf-8")
    return json.loads(run.stdout)


def spelt(text):
    """Names and operators as Python has them: θ1'' -> θ1_dd, tau[θ1] -> tau_of_θ1."""
    text = re.sub(r"(\w)('+)", lambda m: m[1] + "_" + "d" * len(m[2]), text)
    return re.sub(r"(\w+)\[(\w+)\]", r"\1_of_\2", text).replace("^", "**")


def names_of(text):
    """The names in a formula."""
    return set(re.findall(r"[^\W\d]\w*", spelt(text))) - set(FUNCTIONS)


def state_of(model, parameters):
    """Some state away from zero, and the values of its names."""
    state = {"params": {name: 0.3 + 0.07 * k for k, name in enumerate(parameters)},
             "q": {}, "qd": {}, "qdd": {}, "tau": {}}
    values = dict(state["params"])
    for k, name in enumerate(model["coordinates"]):
        for key, form, number in (("q", "{}", 0.4 + 0.21 * k), ("qd", "{}'", 0.9 - 0.3 * k),
                                  ("qdd", "{}''", 0.2 + 0.5 * k), ("tau", "tau[{}]", 1.5 - k)):
            state[key][name] = number
            values[spelt(form.format(name))] = number
    return state, values


def parameters_without_value(file):
    """The names that an empty state leaves open."""
    run = subprocess.run([BIELLE, "eval", file, "--at", "-"], cwd=EXAMPLES, check=False,
                         stderr=subprocess.PIPE, input="{}", encoding="utf-8",
                         stdout=subprocess.DEVNULL)
    return set(re.findall(r'"(\w+)": \.\.', run.stderr))


def flat(value):
    """The entries of a scalar, vector or matrix."""
    return [entry for item in value for entry in flat(item)] if isinstance(value, list) else [value]


def differences(file, keys):
    """Sentences about entries that differ."""
    model = bielle("model", file, "--form", "recursive", "--as", "json", "--what", keys)
    results = [text for key in keys.split(",") for text in flat(model[key])]
    told = {step["name"] for step in model["steps"]}
    used = set().union(*(names_of(text) for text in results),
                       *(names_of(step["value"]) for step in model["steps"]))
    for name in sorted(told - {n for n in told if spelt(n) in used}):
        yield f"{name} is told and never used"
    _, known = state_of(model, [])
    parameters = used - {spelt(name) for name in told} - set(known)
    state, values = state_of(model, sorted(parameters | parameters_without_value(file)))
    for step in model["steps"]:
        values[spelt(step["name"])] = eval(spelt(step["value"]), FUNCTIONS, values)
    expected = bielle("eval", file, "--what", keys, "--at", "-", stdin=json.dumps(state))
    numbers = [number for key in keys.split(",") for number in flat(expected[key])]
    largest = max(abs(number) for number in numbers)
    for text, number in zip(results, numbers, strict=True):
        value = eval(spelt(text), FUNCTIONS, values)
        if not abs(value - number) <= TOLERANCE * largest:
            yield f"{text} gives {value}, not {number}"


def main():
    failures = [f"{file}: {line}" for file, keys in CASES for line in differences(file, keys)]
    print("\n".join(failures) or f"{len(CASES)} models agree")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
