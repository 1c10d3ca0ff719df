# selftest_head.py -- pasted into the self-test of generated Python.
# SPDX-License-Identifier: MIT
# ---- pasted from here
#
# Each number expected comes with how many roundings the code may be away from it: errors passed on
# from step to step. Nothing but functions such as sin makes a difference.
import sys

import numpy as np

import NAME as model

