# imports_c.py -- pasted into generated Python over C.
# SPDX-License-Identifier: MIT
# ---- pasted from here

"""Begin with k = prepare(default_params()); every function takes that and a state.

Entries of a state lie along the last axis of an argument. Axes before it are those of many states
at once; they come before those of the result. The first import compiles the C beside this file
(CC says by what) into a library that stays there.
"""
import ctypes
import os
import subprocess
import sysconfig
import tempfile
from dataclasses import astuple, dataclass
from pathlib import Path
from types import SimpleNamespace

import numpy as np

