# sign.py -- pasted into generated Python.
# SPDX-License-Identifier: MIT
import numpy as np


# ---- pasted from here
def _sign(x):
    """-1, 0 or 1: the sign of x."""
    return np.where(x > 0, 1.0, np.where(x < 0, -1.0, x))

