#!/usr/bin/env python3
"""Operations of generated functions; size and times of the code of a chain of a hundred bodies.

usage: sizes.py BIELLE MODELS FOLDER

The arguments are those of compare.py. Times are processor time of the command.
SPDX-License-Identifier: MIT
"""
import json
import resource
import sys
from pathlib import Path

from aims import print_aim
from compare import Model, output_of

OPERATIONS = {"puma560full": (242, 227), "panda7r": (292, 275)}
CHAIN = "chain100"
QUANTITIES = "tau,M,qdd"


def seconds_of(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    output_of(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def print_operations(bielle, description, name):
    """Of inverse dynamics: what one call costs when the parameters are numbers."""
    said = output_of([bielle, "count", description, "--what", "tau", "--as", "json"])
    counts = json.loads(said)["quantities"][0]["each_call"]
    for operation, wanted in zip(("multiplications", "additions"), OPERATIONS[name]):
        print_aim("%s, %s" % (name, operation), counts[operation], wanted, "")


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
    if (models / (CHAIN + ".xml")).exists():
        print("\nA chain of a hundred bodies, processor time:")
        model = Model(bielle, models, folder, CHAIN)
        print_chain(bielle, model.describe(), model.folder / "sizes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
