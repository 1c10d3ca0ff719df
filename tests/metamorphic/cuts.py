# SPDX-License-Identifier: MIT
"""One closed mechanism described with the cut in each of its joints: another tree, other coordinates, the same bars.

What is recorded, places and angular velocities of bars, does not know where the cut is. All forces act between bars
and begin at rest, so that no speed has to be given in coordinates that the others do not have.
"""
import math
import random

from description import Description
from generate import four_bar_angles

CUTS = ("the coupler and the rocker", "the crank and the coupler", "the rocker and ground", "ground and the crank")


def four_bar(seed, cut):
    """Bars crank (A to B), coupler (B to P), rocker (C to P); A and C stand on ground. In a plane that may be any."""
    source = random.Random(seed)
    sides = {"a": round(source.uniform(0.25, 0.35), 3), "b": round(source.uniform(0.7, 0.8), 3),
             "c": round(source.uniform(0.55, 0.65), 3), "d": 0.8}
    first = source.uniform(0.6, 1.4)
    coupler, rocker = four_bar_angles(sides, first)
    angles = {"crank": first, "coupler": first + coupler, "rocker": rocker}
    turned = f"rotated RX({source.randrange(-80, 81, 10)} deg), RY({source.randrange(-80, 81, 10)} deg)"
    lines = ["param g = 9.81 m/s^2, " + ", ".join(f"{name} = {value} m" for name, value in sides.items()),
             f"param k = {round(source.uniform(1, 5), 2)} N.m, w = {round(source.uniform(2, 6), 2)} rad/s",
             f"gravity [{round(source.uniform(-3, 3), 2)} m/s^2, -g, 0]",
             f"joint base : fixed from ground at [0.1, 0.2, 0.3] m {turned}", *TREES[cut](angles), *bodies(cut), *FORCES,
             "experiment run { time 0 .. 1 s, step 20 ms, tolerance 1e-11",
             "  record B, P, w_crank, w_coupler, w_rocker }"]
    return Description(f"bars{seed.split()[-1]}", "mechanism bars\n" + "\n".join(lines) + "\n")


def joint(name, angle, parent, place):
    return f"joint {name} : revolute z (q_{name} = {math.remainder(angle, 2 * math.pi)!r} rad) from {parent} at [{place}, 0, 0]"


def pin(one, at_one, other, at_other):
    return f"loop pin : revolute z [{at_one}, 0, 0] on {one} = [{at_other}, 0, 0] on {other}"


def cut_coupler_rocker(angle):
    return [joint("crank", angle["crank"], "base", "0"), joint("coupler", angle["coupler"] - angle["crank"], "crank", "a"),
            joint("rocker", angle["rocker"], "base", "d"), pin("coupler", "b", "rocker", "c")]


def cut_crank_coupler(angle):
    return [joint("crank", angle["crank"], "base", "0"), joint("rocker", angle["rocker"], "base", "d"),
            joint("coupler", angle["coupler"] - angle["rocker"], "rocker", "c"), pin("coupler", "-b", "crank", "a")]


def cut_rocker_ground(angle):
    return [joint("crank", angle["crank"], "base", "0"), joint("coupler", angle["coupler"] - angle["crank"], "crank", "a"),
            joint("rocker", angle["rocker"] - angle["coupler"], "coupler", "b"), pin("rocker", "-c", "base", "d")]


def cut_ground_crank(angle):
    return [joint("rocker", angle["rocker"], "base", "d"),
            joint("coupler", angle["coupler"] - angle["rocker"], "rocker", "c"),
            joint("crank", angle["crank"] - angle["coupler"], "coupler", "-b"), pin("crank", "-a", "base", "0")]


TREES = dict(zip(CUTS, (cut_coupler_rocker, cut_crank_coupler, cut_rocker_ground, cut_ground_crank)))
# Where the middle of each bar is in its frame, whose x axis is the bar: a bar that is reached from its end has it behind.
MIDDLES = dict(zip(CUTS, (("a/2", "b/2", "c/2"), ("a/2", "-b/2", "c/2"), ("a/2", "b/2", "-c/2"), ("-a/2", "-b/2", "c/2"))))
STARTS = dict(zip(CUTS, (("0", "0", "0"), ("0", "-b", "0"), ("0", "0", "-c"), ("-a", "-b", "0"))))


def bodies(cut):
    lines = []
    for name, mass, middle in zip(("crank", "coupler", "rocker"), (0.5, 1.5, 1), MIDDLES[cut]):
        lines.append(f"body bar_{name} on {name} : mass {mass} kg, com [{middle}, 0, 0], inertia diag(0.001, 0.02, 0.03) kg.m^2")
    begin = STARTS[cut]
    return lines + [f"point at_B at [{begin[1]}, 0, 0] on coupler", f"point at_P at [{begin[1]} + b, 0, 0] on coupler",
                    f"point knob at [{begin[2]} + c/3, 0.1 m, 0.05 m] on rocker"]


FORCES = """moment drive on crank = [0, 0, k*sin(w*t)] in base against base
moment rub_A on crank = -0.2 N.m.s*omega(crank) against base
moment rub_B on coupler = -0.1 N.m.s*(omega(coupler) - omega(crank)) against crank
moment rub_P on rocker = -0.1 N.m.s*(omega(rocker) - omega(coupler)) against coupler
use spring(knob, [0.3, 0.6, 0] m on base, stiffness = 20 N/m, length = 0.3 m, damping = 0.5 N.s/m) as tie
output B = position(at_B)
output P = position(at_P)
output w_crank = omega(crank)
output w_coupler = omega(coupler)
output w_rocker = omega(rocker)""".splitlines()
