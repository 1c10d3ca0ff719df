# table_casadi.py -- pasted into generated Python for CasADi.
# SPDX-License-Identifier: MIT
import casadi as ca


# ---- pasted from here
def _table(points, coefficients, degree, order, x):
    """A piecewise polynomial through the points, or its derivative of that order, at x: rows of
    coefficients before the first point, then from each point on."""
    base, piece = points[0], coefficients[:degree + 1]
    for i, point in enumerate(points):
        later = coefficients[(i + 1) * (degree + 1):(i + 2) * (degree + 1)]
        base = ca.if_else(point <= x, point, base)
        piece = [ca.if_else(point <= x, new, old) for new, old in zip(later, piece)]
    value = 0.0
    for k in range(degree, order - 1, -1):
        factor = 1.0
        for i in range(order):
            factor *= k - i
        value = value * (x - base) + factor * piece[k]
    return value

