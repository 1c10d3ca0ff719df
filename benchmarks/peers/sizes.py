#!/usr/bin/env python3
"""Operations and times of functions and their derivatives; size and times of the code of a chain of a hundred bodies.

usage: sizes.py BIELLE MODELS FOLDER

The arguments are those of compare.py. Times of derivatives are those of generated C, the least of
rounds in which all take turns; of the chain they are processor time of the command.
SPDX-License-Identifier: MIT
"""
import json
import resource
import sys
from pathlib import Path

from aims import print_aim
from compare import COMPILERS, FLAGS, HERE, Model, output_of

OPERATIONS = {"puma560full": (242, 227), "panda7r": (292, 275)}
ARM = "panda7r"
DERIVATIVES = {"tau": ("dtau/dq", "dtau/dqd"), "qdd": ("dqdd/dq", "dqdd/dqd")}
FUNCTIONS = {"tau": "inverse_dynamics", "dtau/dq": "inverse_dynamics_by_q",
             "dtau/dqd": "inverse_dynamics_by_qd", "qdd": "forward_dynamics",
             "dqdd/dq": "forward_dynamics_by_q", "dqdd/dqd": "forward_dynamics_by_qd"}
ROUNDS = 9
CHAIN = "chain100"
QUANTITIES = "tau,M,qdd"


def seconds_of(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output_of(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def counts_of(bielle, description, quantity):
    """Operations of one call."""
    said = output_of([bielle, "count", description, "--what", quantity, "--as", "json"])
    return json.loads(said)["quantities"][0]["each_call"]


def print_operations(bielle, description, name):
    counts = counts_of(bielle, description, "tau")
    for operation, wanted in zip(("multiplications", "additions"), OPERATIONS[name]):
        print_aim("%s, %s" % (name, operation), counts[operation], wanted, "")


def print_derivatives(bielle, description):
    """Operations over those of what is derived."""
    for quantity, derivatives in DERIVATIVES.items():
        once = sum(counts_of(bielle, description, quantity).values())
        for derivative in derivatives:
            ratio = sum(counts_of(bielle, description, derivative).values()) / once
            print_aim("%s, %s" % (description.stem, derivative), ratio, 3, "x " + quantity)


def compile_function(bielle, description, quantity, compiler, folder):
    """The program that measures it."""
    name, folder = description.stem, folder / FUNCTIONS[quantity]
    output_of([bielle, "code", description, "--lang", "c", "--what", quantity, "-o", folder])
    output_of([*COMPILERS[compiler], *FLAGS, "-DMODEL=" + name, '-DMODEL_HEADER="%s.h"' % name,
               "-DHAS_function", "-DFUNCTION=_%s_prepared" % FUNCTIONS[quantity],
               "-DCOORDINATES=%s_COORDINATES" % name.upper(), "-DTAME=0", "-I", folder,
               HERE / "peer_generated.c", folder / (name + ".c"), "-lm", "-o", folder / compiler])
    return folder / compiler


def print_derivative_times(bielle, description, compiler, folder):
    """Nanoseconds over those of what is derived."""
    programs = {quantity: compile_function(bielle, description, quantity, compiler, folder)
                for quantity in FUNCTIONS}
    times = {}
    for _ in range(ROUNDS):
        for quantity, program in programs.items():
            time = float(output_of([program, folder / compiler]).split()[1])
            times[quantity] = min(time, times.get(quantity, time))
    for quantity, derivatives in DERIVATIVES.items():
        print("  %s, %s, %s: %.1f ns" % (description.stem, quantity, compiler, times[quantity]))
        for derivative in derivatives:
            print_aim("%s, %s, %s" % (description.stem, derivative, compiler),
                      times[derivative] / times[quantity], 3, "x " + quantity)


def print_chain(bielle, description, folder):
    name = description.stem
    seconds = seconds_of([bielle, "code", description, "--what", QUANTITIES, "-o", folder])
    print_aim("%s, code of %s" % (name, QUANTITIES), seconds, 2, "s")
    size = sum((folder / (name + end)).stat().st_size for end in (".c", ".h"))
    print_aim("%s, its length" % name, size / 1e6, 1, "MB")
    seconds = seconds_of(["gcc", "-std=c99", "-O2", "-c", folder / (name + ".c"), "-o",
                          folder / (name + ".o")])
    print_aim("%s, gcc -O2" % name, seconds, 15, "s")
    state = folder / "state.json"
    state.write_text("{}")
    seconds = seconds_of([bielle, "eval", description, "--at", state])
    print_aim("%s, eval of everything" % name, seconds, 1, "s")
    seconds = seconds_of([bielle, "count", description])
    print_aim("%s, count of everything" % name, seconds, 1, "s")


def main():
    bielle, models, folder = (Path(word).resolve() for word in sys.argv[1:4])
    print("Operations of inverse dynamics:")
    for name in OPERATIONS:
        if (models / (name + ".xml")).exists():
            print_operations(bielle, Model(bielle, models, folder, name).describe(), name)
    if (models / (ARM + ".xml")).exists():
        print("\nOperations of derivatives, all columns:")
        model = Model(bielle, models, folder, ARM)
        print_derivatives(bielle, model.describe())
        print("\nTimes of derivatives, all columns, by generated C:")
        for compiler in COMPILERS:
            print_derivative_times(bielle, model.describe(), compiler, model.folder / "derivatives")
    if (models / (CHAIN + ".xml")).exists():
        print("\nA chain of a hundred bodies, processor time:")
        model = Model(bielle, models, folder, CHAIN)
        print_chain(bielle, model.describe(), model.folder / "sizes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
