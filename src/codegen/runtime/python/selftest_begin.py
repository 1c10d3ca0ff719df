# selftest_begin.py -- pasted into the self-test of generated Python.
# SPDX-License-Identifier: MIT
import numpy as np


# ---- pasted from here

class Tally:
    checked = identical = different = skipped = 0


def check(function, state, first, got, expected, roundings):
    got = np.ravel(got)[first:first + len(expected)]
    for i, (value, wanted, rounding) in enumerate(zip(got, expected, roundings)):
        if rounding == np.inf:
            Tally.skipped += 1
            continue
        is_same = value == wanted or (value != value and wanted != wanted)
        tolerance = np.finfo(float).eps * rounding
        Tally.checked += 1
        Tally.identical += is_same
        if is_same or abs(value - wanted) <= tolerance:
            continue
        Tally.different += 1
        if Tally.different == 1:
            print(f"NAME: {function}, state {state}, entry {first + i}: got {value!r}, "
                  f"expected {wanted!r}, tolerance {tolerance:.3g}")


p = model.default_params()
