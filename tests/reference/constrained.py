# SPDX-License-Identifier: MIT
"""Motion of mechanisms with loops and wheels, solved here from the tool's matrices:

    M qdd + J' lambda = Q,    J qdd = gamma,    J = [Phi_q; H],    Q = tau + Qe + Qu - h - G.
"""
import contextlib
import json
import tempfile
from fractions import Fraction
from pathlib import Path

from compare import evaluate, run, times

LOOPS = {"Phi_q": "gamma"}
SPEEDS = {"H": "gamma_nh"}
TREATMENTS = ("augmented", "partition", "projector")


@contextlib.contextmanager
def written(description):
    """A file that holds a description."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mechanism.bl"
        path.write_text(description, encoding="utf-8")
        yield path


def listed(value):
    """One equation is evaluated to a number, several to a list."""
    return value if isinstance(value, list) else [value]


def transposed(matrix):
    return [list(column) for column in zip(*matrix)]


def dot(u, v):
    return sum(a * b for a, b in zip(u, v))


# ---- linear equations

def eliminate(matrix, columns):
    """Gauss's elimination with scaled partial pivoting; the right-hand sides are columns."""
    rows = [list(row) + [c[i] for c in columns] for i, row in enumerate(matrix)]
    scale = [max(map(abs, row)) for row in matrix]
    count = len(rows)
    for k in range(count):
        p = max(range(k, count), key=lambda i: abs(rows[i][k]) / scale[i])
        rows[k], rows[p], scale[k], scale[p] = rows[p], rows[k], scale[p], scale[k]
        for i in range(k + 1, count):
            factor = rows[i][k] / rows[k][k]
            if factor:
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    for k in reversed(range(count)):
        for j in range(count, len(rows[k])):
            rows[k][j] -= dot(rows[k][k + 1:count], [row[j] for row in rows[k + 1:]])
            rows[k][j] /= rows[k][k]
    return transposed([row[count:] for row in rows])


def solve(matrix, right):
    """The solution to the last digits: what is left is computed exactly and solved for again."""
    found, = eliminate(matrix, [right])
    for _ in range(2):
        exact = [Fraction(x) for x in found]
        left = [float(b - sum(Fraction(a) * x for a, x in zip(row, exact) if a))
                for row, b in zip(matrix, right)]
        more, = eliminate(matrix, [left])
        found = [a + b for a, b in zip(found, more)]
    return found


def slopes(values, steps):
    """Derivatives at 0 of several functions from their values at -s, s, -s/2, s/2, -s/4, s/4
    (Richardson); the error is of order s^6."""
    found = []
    for of_function in zip(*values):
        level = [(of_function[k + 1] - of_function[k]) / (2 * steps[k + 1]) for k in (0, 2, 4)]
        level = [(4 * b - a) / 3 for a, b in zip(level, level[1:])]
        found.append((16 * level[1] - level[0]) / 15)
    return found


# ---- states

def assembled(path, state=None, hold=()):
    """The state with coordinates at which the loops are closed."""
    state = state or {}
    options = ["--hold", ",".join(hold)] if hold else []
    answer = json.loads(run("analyze", "assembly", path, "--as", "json", "--at", "-", *options,
                            text=json.dumps(state)))
    return {**state, "q": answer["configurations"][0]["q"]}


def completed(path, states, rows):
    """The states with all rates: as many of them as there are equations are not given, and follow.
    For constraints without time, and at least two equations."""
    done = []
    for state, result in zip(states, evaluate(path, list(rows), states)):
        J = [row for key in rows for row in result[key]]
        names, given = result["coordinates"], state["qd"]
        missing = [j for j, name in enumerate(names) if name not in given]
        known = [given.get(name, 0) for name in names]
        found = solve([[row[j] for j in missing] for row in J], [-x for x in times(J, known)])
        rates = {**given, **{names[j]: x for j, x in zip(missing, found)}}
        done.append({**state, "qd": rates})
    return done


# ---- motion

def matrices(path, states, rows):
    """M, Q, J, gamma of each state."""
    keys = ["M", "h", "G", "Qe", "Qu", *rows, *rows.values()]
    results = evaluate(path, keys, states, None, ("--open",))
    for state, r in zip(states, results):
        tau = [state.get("tau", {}).get(name, 0) for name in r["coordinates"]]
        parts = [listed(r[key]) for key in ("Qe", "Qu", "h", "G")]
        Q = [t + e + u - h - g for t, e, u, h, g in zip(tau, *parts)]
        J = [row for key in rows for row in r[key]]
        yield r["M"], Q, J, [x for key in rows.values() for x in listed(r[key])]


def motion(path, states, rows):
    """Accelerations and multipliers of each state."""
    found = []
    for M, Q, J, gamma in matrices(path, states, rows):
        n, m = len(M), len(J)
        augmented = [M[i] + [row[i] for row in J] for i in range(n)]
        augmented += [row + [0.0] * m for row in J]
        solution = solve(augmented, Q + gamma)
        found.append((solution[:n], solution[n:]))
    return found


def by_treatment(path, states, treatment):
    """The same, as the tool solves it, at states as they are."""
    results = evaluate(path, ["qdd", "lambda"], states, options=["--open", "--constraints", treatment])
    return [(listed(result["qdd"]), listed(result["lambda"])) for result in results]


def every_way(path, states, rows):
    """Yields the name of a way and what it finds: the linear system solved here, all treatments."""
    yield "here", motion(path, states, rows)
    for treatment in TREATMENTS:
        yield treatment, by_treatment(path, states, treatment)
