"""Aims, and whether they are reached: one line each. SPDX-License-Identifier: MIT"""


def print_aim(title, measured, wanted, unit, is_least=False):
    """`wanted` is the most that may be measured, or with `is_least` the least."""
    is_reached = measured >= wanted if is_least else measured <= wanted
    print("  %-44s %9.3g %-8s aim %s %-6g %s" %
          (title, measured, unit, ">=" if is_least else "<=", wanted,
           "reached" if is_reached else "not reached"))
