# SPDX-License-Identifier: MIT
"""A chain of many hinges: the design of a motion for it takes long on any machine."""


def description(count):
    lines = ["mechanism long_chain", "gravity [0, 0, -9.81] m/s^2"]
    for k in range(1, count + 1):
        base = f"link{k - 1}" if k > 1 else "ground"
        lines += [f"joint link{k} : revolute {'xyz'[k % 3]} (q{k}) from {base} at [0.1, 0.05, 0.3] m",
                  f"body b{k} on link{k} : mass 1 kg, com [0.1, 0.02, 0.1] m, inertia diag(0.02, 0.03, 0.025) kg.m^2"]
    return "\n".join(lines) + "\n"
