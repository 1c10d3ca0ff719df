# newton.py -- pasted into generated Python: the iterations of newton.c.
# SPDX-License-Identifier: MIT
import numpy as np


# ---- pasted from here
@np.errstate(all="ignore")  # steps may lead to where equations have no value
def _solve(evaluate, start, held, kinds, is_linear, count):
    """Newton's iterations for F(x) = 0, damped where |F| would grow (Levenberg, Marquardt).

    `evaluate` gives parts of F and of its derivative J; if it is linear, J x is added to F. Returns
    x, 0 or the number of the equation that is furthest from zero, and the first of F. No step
    turns an angle by more than a quarter of a turn, and whole turns are taken out at the end where
    the equations do not depend on them. Exactly half a turn from a solution |F| does not depend on
    x, although it is not least there: where something is open the iterations begin once more, with
    angles and the numbers of quaternions increased by up to 0.1, each by another amount.
    """
    rounding, nothing, quarter = 2.3e-16, 1e-10, np.pi / 2
    start = np.array(start, dtype=float)
    is_free = np.ones(len(start), dtype=bool) if held is None else ~np.array(held, dtype=bool)
    is_angle, is_length = (np.array([letter == kind for letter in kinds]) for kind in "am")

    def at(x):
        F, J = map(np.concatenate, evaluate(x))
        return x, F + J @ x if is_linear else F, J

    def is_zero(norm, x):
        return norm <= nothing * largest * (1 + np.linalg.norm(x))

    x, norm, largest, scale = start, np.inf, 0.0, np.zeros(len(start))
    damping, growth, predicted, is_closed = 1e-3, 2.0, 0.0, False
    is_turned = is_free & np.array([kind in "ae" for kind in kinds])
    away = np.where(is_turned, 0.1 * (0.618034 * np.arange(1, len(start) + 1) % 1.0), 0.0)
    is_displaced = False
    for tries in range(101):
        point = at(x)
        size, is_first = np.linalg.norm(point[1]), not norm < np.inf
        is_better = size < norm and np.linalg.norm(point[2]) < np.inf
        if is_better and not is_first:  # damped less where the step did what was predicted
            gain = (norm**2 - size**2) / (norm**2 - predicted**2)
            factor = max(1 / 3, 1 - (2 * gain - 1)**3)
            if gain > 0.75 and size**2 < factor * norm**2:
                factor = size**2 / norm**2
            damping, growth = max(factor * damping, nothing**2), 2.0
        if is_better or tries == 0:
            best, norm = point, size
            largest = max(largest, np.linalg.norm(best[2], axis=1).max())
            columns = np.where(is_free, np.linalg.norm(best[2], axis=0), 0.0)
            reach = [columns[of_kind].max(initial=0.0) for of_kind in (is_length, ~is_length)]
            scale = np.where(is_free, np.fmax(scale, np.where(is_length, *reach)), 0.0)
        if not is_better:
            damping, growth = damping * growth, 2 * growth
        is_closed = norm <= (rounding if is_better else nothing) * largest
        if is_closed or (is_first and not is_better):
            break
        x, F, J = best
        weight = np.where(scale > 0, 1 / np.where(scale > 0, scale, 1.0), 0.0)
        if damping > 1e20 or not np.linalg.norm(F @ (J * weight)) > nothing * norm:
            if is_displaced or is_zero(norm, x):
                break
            x, norm, damping, growth, is_displaced = x + away, np.inf, 1e-3, 2.0, True
            continue
        system = np.vstack([J * weight, np.sqrt(damping) * np.eye(len(x))])
        right = np.concatenate([F, np.zeros(len(x))])
        step = -weight * np.linalg.lstsq(system, right, rcond=None)[0]
        step *= quarter / max(quarter, np.abs(step[is_angle]).max(initial=0.0))
        predicted = np.linalg.norm(F + J @ step)
        x = x + step
    turns = np.where(is_angle, np.floor((best[0] - start) / (4 * quarter) + 0.5), 0.0)
    if is_closed and turns.any():
        point = at(best[0] - turns * (4 * quarter))
        if np.linalg.norm(point[1]) <= nothing * largest:
            best, norm = point, np.linalg.norm(point[1])
    x, F, _ = best
    return x, 0 if is_zero(norm, x) else int(np.argmax(np.abs(F))) + 1, F[:count]

