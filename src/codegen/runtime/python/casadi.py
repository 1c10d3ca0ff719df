# casadi.py -- pasted into generated Python for CasADi, with NAME replaced by the name of the model.
# SPDX-License-Identifier: MIT
# ---- pasted from here

"""Each function here makes one of CasADi, of symbols SX or MX: mass_matrix(casadi.MX).

Its first argument is the vector p of parameters, list(default_params().values()). What CasADi
differentiates is the formula. load() gives the same functions, by their names, as compiled C.
"""
from types import SimpleNamespace

import casadi as ca


def load(name, library):
    """A function of the library that NAME_casadi.c was compiled to:
    load("NAME_x", "./libNAME_casadi.so")."""
    return ca.external(name, library)


def _inputs(sym, **lengths):
    return {name: sym.sym(name, length) for name, length in lengths.items()}


def _function(name, sym, inputs, output, entries, rows, columns, failed=None):
    """Of entries row by row; where it failed they are not numbers."""
    if failed is not None:
        entries = [ca.if_else(failed == 0, entry, ca.nan) for entry in entries]
    result = sym(ca.reshape(ca.vertcat(*entries), columns, rows).T)
    results = {output: result} if failed is None else {output: result, "failed": failed}
    return ca.Function(name, list(inputs.values()), list(results.values()), list(inputs),
                       list(results))


def _check(failed, x, number):
    """The number where x is not positive and nothing failed before."""
    is_new = ca.logic_and(failed == 0, ca.logic_not(x > 0))
    return ca.if_else(is_new, number, failed)

