#!/usr/bin/env python3
"""Accelerations of mechanisms with loops and wheels by generated C, one state at a time.

usage: closed.py BIELLE MODELS FOLDER

The mechanisms are examples, so MODELS is not read. States lie around the closed start, each closed by
the generated function `assemble`.
SPDX-License-Identifier: MIT
"""
import json
import os
import re
import sys
from pathlib import Path

from aims import print_aim
from compare import COMPILERS, FLAGS, HERE, output_of, processor_name

AIMS = {"slider_crank_relative": 80, "andrews_squeezer": 160, "bicycle": 260, "stewart": 1200}  # ns
TREATMENTS = ("augmented", "partition")
ROUNDS = 3


def arguments_of(header, function):
    """Names of the arguments of a function, without the parameters."""
    prototype = re.search(r"\bint %s\(([^)]*)\)" % function, header).group(1)
    return [re.search(r"(\w+)(\[\])?$", word.strip()).group(1) for word in prototype.split(",")][1:]


def compile_closed(bielle, example, treatment, compiler, folder):
    description = HERE.parent.parent / "examples" / example / (example + ".bl")
    folder = folder / example / treatment
    output_of([bielle, "code", description, "--constraints", treatment, "--what", "qdd,Phi,Phi_q,Phi_t",
               "-o", folder])
    start = json.loads(output_of([bielle, "analyze", "mobility", description, "--json"]))["start"]
    name = next(folder.glob("*.h")).stem
    header = (folder / (name + ".h")).read_text()
    words = {"MODEL": name, "MODEL_HEADER": '"%s.h"' % name,
             "COORDINATES": "%s_COORDINATES" % name.upper(),
             "START": ", ".join(map(repr, start.values())),
             "ACCELERATE": ", ".join(arguments_of(header, name + "_forward_dynamics_constrained_prepared")),
             "ASSEMBLE": ", ".join(arguments_of(header, name + "_assemble_prepared"))}
    output_of([*COMPILERS[compiler], *FLAGS, *("-D%s=%s" % item for item in words.items()), "-I", folder,
               HERE / "peer_closed.c", folder / (name + ".c"), "-lm", "-o", folder / compiler])
    return folder / compiler


def run(program):
    """Nanoseconds of a call, the least of some rounds; states that were closed and had an answer."""
    rounds = [output_of([program]).split() for _ in range(ROUNDS)]
    return min(float(words[1]) for words in rounds), int(rounds[0][3])


def main():
    bielle, folder = (Path(sys.argv[k]).resolve() for k in (1, 3))
    print("Accelerations under constraints, one state at a time, in ns; %s, load %.1f; %s" %
          (processor_name(), os.getloadavg()[0], " ".join(FLAGS[2:])))
    print("%-24s %-11s %-6s%9s%10s" % ("mechanism", "treatment", "", "ns", "answers"))
    best = {}
    for name in AIMS:
        for treatment in TREATMENTS:
            for compiler in COMPILERS:
                time, answers = run(compile_closed(bielle, name, treatment, compiler, folder))
                print("%-24s %-11s %-6s%9.1f%10d" % (name, treatment, compiler, time, answers))
                sys.stdout.flush()
                best[name] = min(time, best.get(name, time))
    print("\nThe fastest of each:")
    for name, time in best.items():
        print_aim(name, time, AIMS[name], "ns")
    return 0


if __name__ == "__main__":
    sys.exit(main())
