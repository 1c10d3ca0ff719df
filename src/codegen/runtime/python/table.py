# table.py -- pasted into generated Python.
# SPDX-License-Identifier: MIT
import numpy as np


# ---- pasted from here
def _table(points, coefficients, degree, order, x):
    """A piecewise polynomial through the points, or its derivative of that order, at x: rows of
    coefficients before the first point, then from each point on."""
    low = np.searchsorted(points, x, side="right")
    piece = coefficients.reshape(-1, degree + 1)[low]
    h = x - points[np.maximum(low - 1, 0)]
    value = 0.0
    for k in range(degree, order - 1, -1):
        factor = 1.0
        for i in range(order):
            factor *= k - i
        value = value * h + factor * piece[..., k]
    return value

