# imports.py -- pasted into generated Python.
# SPDX-License-Identifier: MIT
# ---- pasted from here

"""Begin with k = prepare(default_params()); every function takes that and a state.

Entries of a state lie along the last axis of an argument. Axes before it are those of many states
at once; they come before those of the result.
"""
from dataclasses import astuple, dataclass
from types import SimpleNamespace

import numpy as np

