# states.py -- pasted into generated Python.
# SPDX-License-Identifier: MIT
import numpy as np


# ---- pasted from here
def _states(*arguments):
    """The shape of the states, and the entries of each (name, array, number of entries)."""
    shapes = []
    entries = []
    for name, array, count in arguments:
        array = np.asarray(array, dtype=float)
        if count is None:  # a number for each state
            shapes.append(array.shape)
            entries.append(array[()])
            continue
        if array.ndim == 0 or array.shape[-1] != count:
            raise ValueError(f"{name}, of shape {array.shape}, must have {count} entries last")
        shapes.append(array.shape[:-1])
        entries.append(tuple(np.moveaxis(array, -1, 0)))
    return (np.broadcast_shapes(*shapes), *entries)

