# check.py -- pasted into generated Python.
# SPDX-License-Identifier: MIT
import numpy as np


# ---- pasted from here
def _check(failed, x, number):
    """The number where x is not positive and nothing failed before."""
    return np.where((failed == 0) & np.logical_not(x > 0), number, failed)

