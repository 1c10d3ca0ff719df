# selftest_begin_casadi.py -- pasted into the self-test of generated Python for CasADi.
# SPDX-License-Identifier: MIT
import sys
from pathlib import Path

import casadi as ca


# ---- pasted from here

class Tally:
    checked = identical = different = skipped = 0


LIBRARY = Path(__file__).resolve().with_name("libNAME_casadi.so")


def functions(name):
    """All functions of CasADi for it."""
    made = [getattr(model, name)(sym) for sym in (ca.SX, ca.MX)]
    return made + ([model.load(f"NAME_{name}", str(LIBRARY))] if LIBRARY.exists() else [])


def values(name, *arguments):
    """The first result of each, row by row."""
    results = [function.call(list(arguments))[0] for function in functions(name)]
    return [[float(result[i, j]) for i in range(result.shape[0]) for j in range(result.shape[1])]
            for result in results]


def check(function, state, first, got, expected, roundings):
    for result in got:
        for i, (wanted, rounding) in enumerate(zip(expected, roundings)):
            if rounding == float("inf"):
                Tally.skipped += 1
                continue
            value = result[first + i]
            is_same = value == wanted or (value != value and wanted != wanted)
            tolerance = sys.float_info.epsilon * rounding
            Tally.checked += 1
            Tally.identical += is_same
            if is_same or abs(value - wanted) <= tolerance:
                continue
            Tally.different += 1
            if Tally.different == 1:
                print(f"NAME: {function}, state {state}, entry {first + i}: got {value!r}, "
                      f"expected {wanted!r}, tolerance {tolerance:.3g}")


p = model.default_params()
