#!/usr/bin/env python3
"""Inverse dynamics of many states at once by generated C: time of a state, and vector instructions.

usage: batch.py BIELLE MODELS FOLDER [NAME...]

The arguments are those of compare.py. Instructions are counted in the machine code of the functions
..._block of each program: packed ones work on four or eight numbers at once.
SPDX-License-Identifier: MIT
"""
import os
import re
import subprocess
import sys
from pathlib import Path

from aims import print_aim
from compare import COMPILERS, FLAGS, HERE, Model, output_of, processor_name

AIMS = {"puma560full": 23, "panda7r": 28, "humanoid36": 275}  # ns per state on one core with AVX2
ROUNDS = 3


def compile_batch(model, description, real, compiler):
    folder = model.folder / ("batch_" + real)
    program = folder / compiler
    output_of([model.bielle, "code", description, "--what", "tau", "--batch", "-o", folder] +
              ["--float"] * (real == "float"))
    output_of([*COMPILERS[compiler], *FLAGS, "-fopenmp", "-DMODEL=" + model.name,
               '-DMODEL_HEADER="%s.h"' % model.name,
               "-DCOORDINATES=%s_COORDINATES" % model.name.upper(),
               "-DTAME=%d" % (6 if model.is_floating else 0), "-I", folder,
               HERE / "peer_batch.c", folder / (model.name + ".c"), "-lm", "-o", program])
    return program


def instructions(program):
    """How many additions, products and the like are packed, how many scalar."""
    packed = scalar = 0
    for function in output_of(["objdump", "-d", "--no-show-raw-insn", program]).split("\n\n"):
        if not re.match(r"[0-9a-f]+ <\w*_block[\w.]*>:", function.strip()):
            continue
        packed += len(re.findall(r"\tv?(?:add|sub|mul|f?n?m(?:add|sub)\d+)p[sd]\s", function))
        scalar += len(re.findall(r"\tv?(?:add|sub|mul|f?n?m(?:add|sub)\d+)s[sd]\s", function))
    return packed, scalar


def run(program, threads):
    """Nanoseconds per state, the least of some rounds, and the difference from one at a time."""
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads)}
    rounds = [subprocess.run([str(program)], env=environment, capture_output=True, text=True,
                             check=True).stdout.split() for _ in range(ROUNDS)]
    return min(float(words[0]) for words in rounds), max(float(words[1]) for words in rounds)


def main():
    bielle, models, folder = (Path(word).resolve() for word in sys.argv[1:4])
    names = sys.argv[4:] or [name for name in AIMS if (models / (name + ".xml")).exists()]
    print("Inverse dynamics in batches of 1024 states: ns per state, least of many repeats; %s,\n"
          "load %.1f; %s" % (processor_name(), os.getloadavg()[0], " ".join(FLAGS[2:])))
    print("%-12s %-7s %-6s%10s%11s%9s%9s  %-11s%11s" %
          ("model", "number", "", "1 thread", "2 threads", "packed", "scalar", "vectorised",
           "difference"))
    best = {}
    for name in names:
        model = Model(bielle, models, folder, name)
        description = model.describe()
        for real in ("double", "float"):
            for compiler in COMPILERS:
                program = compile_batch(model, description, real, compiler)
                packed, scalar = instructions(program)
                (one, difference), (two, _) = run(program, 1), run(program, 2)
                print("%-12s %-7s %-6s%10.1f%11.1f%9d%9d  %-11s%11.0e" %
                      (name, real, compiler, one, two, packed, scalar,
                       "yes" if packed > 10 * scalar else "no", difference))
                sys.stdout.flush()
                if real == "double":
                    before = best.get(name, (one, two))
                    best[name] = (min(one, before[0]), min(two, before[1]))
    print("\nBatches in double, the faster of both compilers:")
    for name, (one, two) in best.items():
        if name in AIMS:
            print_aim(name + ", one thread", one, AIMS[name], "ns")
            print_aim(name + ", two threads", two, AIMS[name] / 2, "ns")
            print_aim(name + ", two threads over one", one / two, 2, "x", is_least=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
