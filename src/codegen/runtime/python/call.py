# call.py -- pasted into generated Python over C, with NAME replaced by the name of the C.
# SPDX-License-Identifier: MIT
import ctypes
import os
import subprocess
import sysconfig
import tempfile
from dataclasses import astuple
from pathlib import Path
from types import SimpleNamespace

import numpy as np


# ---- pasted from here
def _load():
    """The library, compiled anew if a source is younger."""
    folder = Path(__file__).resolve().parent
    files = [folder / name for name in ("NAME.c", "NAME_states.c", "NAME.h")]
    library = folder / f"NAME-{sysconfig.get_platform()}.so"
    newest = max(path.stat().st_mtime_ns for path in files)
    if not library.exists() or library.stat().st_mtime_ns < newest:
        made, name = tempfile.mkstemp(suffix=".so", dir=folder)
        os.close(made)
        subprocess.run([os.environ.get("CC", "cc"), "-std=c99", "-O2", "-ffp-contract=off",
                        "-shared", "-fPIC", "-o", name, *files[:2], "-lm"], check=True)
        os.replace(name, library)
    return ctypes.CDLL(str(library))


_library = _load()
_library.NAME_prepared_size.restype = ctypes.c_size_t


def prepare(p):
    """What depends on the parameters only, with a copy of them: every function takes it."""
    values = astuple(p)
    k = SimpleNamespace(p=type(p)(*values))
    k.memory = ctypes.create_string_buffer(_library.NAME_prepared_size())
    _library.NAME_prepare((ctypes.c_double * max(1, len(values)))(*values), k.memory)
    return k


def _call(name, k, entries, *arguments):
    """The result of a function, and what failed, of states given as (name, array, entries)."""
    arrays = []
    shapes = []
    for label, array, count in arguments:
        array = np.asarray(array, dtype=float)
        is_number = count is None  # a number for each state
        if not is_number and (array.ndim == 0 or array.shape[-1] != count):
            raise ValueError(f"{label}, of shape {array.shape}, must have {count} entries last")
        arrays.append((array, () if is_number else (count,)))
        shapes.append(array.shape if is_number else array.shape[:-1])
    shape = np.broadcast_shapes(*shapes)
    result = np.empty(shape + entries)
    failed = np.zeros(shape, dtype=np.intc)
    states = [np.ascontiguousarray(np.broadcast_to(array, shape + last)) for array, last in arrays]
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (*states, result, failed)]
    getattr(_library, f"NAME_{name}_states")(k.memory, ctypes.c_long(failed.size), *pointers)
    return result[()], failed[()]


def _solve(name, k, q, start, held, equations, u=(), t=None):
    """What a function that solves constraints leaves of its start, what failed, and residual."""
    x = np.array(start, dtype=float)
    residual = np.empty(equations)
    arrays = [x, np.zeros(len(x), dtype=np.intc) if held is None else np.array(held, np.intc)]
    if q is not None:
        arrays.insert(0, np.ascontiguousarray(q, dtype=float))
    if len(u) > 0:
        arrays.append(np.ascontiguousarray(u, dtype=float))
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in arrays]
    time = [] if t is None else [ctypes.c_double(t)]
    failed = getattr(_library, f"NAME_{name}_prepared")(
        k.memory, *pointers, *time, ctypes.c_void_p(residual.ctypes.data))
    return x, failed, residual
