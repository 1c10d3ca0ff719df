# selftest_head_casadi.py -- pasted into the self-test of generated Python for CasADi.
# SPDX-License-Identifier: MIT
# ---- pasted from here
#
# Each number expected comes with how many roundings the code may be away from it: errors passed on
# from step to step. Functions of SX and of MX are checked, and those of C where NAME_casadi.c was
# compiled: cc -O2 -ffp-contract=off -shared -fPIC -o libNAME_casadi.so NAME_casadi.c -lm
import sys
from pathlib import Path

import casadi as ca

import NAME_casadi as model

