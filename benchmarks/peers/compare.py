#!/usr/bin/env python3
"""Inverse dynamics, mass matrix and forward dynamics: Bielle's C beside MuJoCo and KDL.

usage: compare.py BIELLE MODELS FOLDER [NAME...]

BIELLE is the command, MODELS a folder with NAME.xml (MJCF) and NAME.urdf of the same robot, FOLDER
receives what is built. Everything runs on one processor. First all results are compared, entry by
entry, then times are printed: medians of five rounds, everybody taking turns model by model.
measure.h says what a time is. SPDX-License-Identifier: MIT
"""
import array
import os
import re
import resource
import statistics
import subprocess
import sys
from pathlib import Path

from aims import print_aim

HERE = Path(__file__).resolve().parent
NAMES = ("planar2r puma560 puma560full general6r arm6r panda7r arm7r quad12 quad18 humanoid30 "
         "humanoid36 chain10 chain20 chain50 chain100").split()
OPERATIONS = {"id": ("tau", "inverse dynamics"), "M": ("M", "mass matrix"),
              "fd": ("qdd", "forward dynamics")}
COMPILERS = {"gcc": ["gcc"], "clang": ["clang", "-fno-crash-diagnostics"]}
# Without errno of libm's functions clang, like gcc, makes one call of sine and cosine.
FLAGS = ("-std=c99 -D_POSIX_C_SOURCE=199309L -O3 -march=native -ffp-contract=fast "
         "-fno-math-errno").split()
COMPILE_SECONDS = 40
ROUNDS = 5
COMPARED_STATES = 64  # as in measure.h
TOLERANCE = 1e-6  # of the largest entry; MuJoCo diagonalises inertias to seven digits
# By model and operation: whose time, and how many times faster we are to be.
AIMS = {("puma560full", "id"): ("MuJoCo", 22), ("puma560full", "M"): ("MuJoCo", 22),
        ("puma560full", "fd"): ("MuJoCo", 14), ("panda7r", "id"): ("MuJoCo", 17),
        ("quad18", "id"): ("MuJoCo", 17), ("humanoid36", "id"): ("MuJoCo", 11),
        ("humanoid36", "M"): ("MuJoCo", 8), ("humanoid36", "fd"): ("MuJoCo", 9),
        ("chain100", "id"): ("KDL", 11), ("chain100", "M"): ("KDL", 14)}


def limit_time():
    resource.setrlimit(resource.RLIMIT_CPU, (COMPILE_SECONDS, COMPILE_SECONDS + 1))


def output_of(command):
    run = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if run.returncode != 0:
        sys.exit("%s\nfailed: %s" % (" ".join(map(str, command)), run.stderr.strip()))
    return run.stdout


class Model:
    def __init__(self, bielle, models, folder, name):
        self.bielle, self.name, self.folder = bielle, name, folder / name
        self.mjcf, self.urdf = models / (name + ".xml"), models / (name + ".urdf")
        self.folder.mkdir(parents=True, exist_ok=True)
        text = self.mjcf.read_text()
        self.is_floating = "<freejoint" in text
        self.gravity = re.search(r'gravity="([^"]*)"', text).group(1).split()
        self.programs = {}

    def describe(self):
        """The translation of the MJCF file; a floating base has angles instead of a quaternion."""
        text = output_of([self.bielle, "import", self.mjcf])
        text = re.sub(r"free quaternion \([^)]*\)", "free", text)
        path = self.folder / (self.name + ".bl")
        path.write_text(text)
        return path

    def generate(self):
        description = self.describe()
        for operation, (key, _) in OPERATIONS.items():
            folder = self.folder / operation
            output_of([self.bielle, "code", description, "--lang", "c", "--what", key,
                       "-o", folder])
            for title in COMPILERS:
                self.compile(operation, title)

    def compile(self, operation, title):
        """One program for each function. A compiler that takes too long is left out."""
        folder, program = self.folder / operation, self.folder / operation / title
        command = [*COMPILERS[title], *FLAGS, "-DMODEL=" + self.name,
                   '-DMODEL_HEADER="%s.h"' % self.name, "-DHAS_" + operation,
                   "-DCOORDINATES=%s_COORDINATES" % self.name.upper(),
                   "-DTAME=%d" % (6 if self.is_floating else 0), "-I", folder,
                   HERE / "peer_generated.c", folder / (self.name + ".c"), "-lm", "-o", program]
        run = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                             preexec_fn=limit_time)
        if run.returncode == 0:
            self.programs[operation, title] = [program, self.folder / title]
        elif re.search(r"\.[ch]:\d+:\d+: (fatal )?error", run.stderr):
            sys.exit(run.stderr)
        else:
            print("%s, %s: %s needs more than %d s" %
                  (self.name, OPERATIONS[operation][1], title, COMPILE_SECONDS))

    def add_peers(self, folder):
        if depth(self.mjcf) < 100:  # MuJoCo's limit of nested elements
            self.programs["all", "MuJoCo"] = [folder / "peer_mujoco", self.mjcf,
                                              self.folder / "MuJoCo"]
        if self.urdf.exists() and not self.is_floating:
            self.programs["all", "KDL"] = [folder / "peer_kdl", self.urdf, self.folder / "KDL",
                                           *self.gravity]

    def times(self):
        """Nanoseconds by operation and name."""
        rounds = {}
        for _ in range(ROUNDS):
            for (_, title), command in self.programs.items():
                for line in output_of(command).splitlines():
                    operation, nanoseconds = line.split()
                    rounds.setdefault((operation, title), []).append(float(nanoseconds))
        return {key: statistics.median(values) for key, values in rounds.items()}

    def values(self, operation, title):
        path = self.folder / (title + "." + operation)
        numbers = array.array("d")
        numbers.frombytes(path.read_bytes())
        return numbers

    def differences(self, times):
        """By operation: the largest difference from the reference, over its largest entry."""
        reference = "MuJoCo" if ("id", "MuJoCo") in times else "KDL"
        worst = {}
        for operation, title in times:
            if title == reference or (operation, reference) not in times:
                continue
            here = self.values(operation, title)
            there = self.values(operation, reference)
            worst[operation] = max(worst.get(operation, 0), largest_difference(here, there))
        return worst


def largest_difference(here, there):
    if len(here) != len(there):
        return float("inf")
    size, worst = len(there) // COMPARED_STATES, 0
    for s in range(0, len(there), size):
        scale = max(abs(y) for y in there[s:s + size])
        error = max(abs(x - y) for x, y in zip(here[s:s + size], there[s:s + size]))
        worst = max(worst, error / scale) if error == error else float("inf")
    return worst


def depth(path):
    deepest = level = 0
    for tag in re.findall(r"</?body", path.read_text()):
        level += -1 if tag.startswith("</") else 1
        deepest = max(deepest, level)
    return deepest


def build_peers(folder):
    folder.mkdir(parents=True, exist_ok=True)
    output_of(["gcc", "-std=c11", "-D_GNU_SOURCE", "-O3", "-march=native", HERE / "peer_mujoco.c",
               "-lmujoco", "-lm", "-o", folder / "peer_mujoco"])
    output_of(["g++", "-std=c++17", "-O3", "-DNDEBUG", "-isystem", "/usr/include/eigen3",
               HERE / "peer_kdl.cpp", "-lkdl_parser", "-lorocos-kdl", "-lurdfdom_model", "-o",
               folder / "peer_kdl"])


def processor_name():
    match = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
    return match.group(1) if match else "unknown processor"


def print_circumstances(models):
    packages = output_of(["dpkg-query", "-W", "-f", "${Package} ${Version}\\n", "libmujoco-dev",
                          "liborocos-kdl-dev"]).split("\n")
    print("Models: %s" % models)
    print("Machine: %s, %d processors, load %.1f" %
          (processor_name(), os.cpu_count(), os.getloadavg()[0]))
    for compiler in COMPILERS:
        print("  " + output_of([compiler, "--version"]).split("\n")[0])
    print("  %s, as Debian built them" % ", ".join(filter(None, packages)))
    print("Generated C: %s; the models' numbers are in the code." % " ".join(FLAGS[2:]))
    print("Nanoseconds of thread time, one state at a time, 1024 random states: median of 15")
    print("repeats, then of %d rounds. Floating bases: Bielle's have angles and their" % ROUNDS)
    print("rates, MuJoCo's a quaternion and a twist. Ratios: those of the faster compiler.")
    print("Difference: the largest from MuJoCo (or KDL) over the largest entry, 64 states.\n")


def cell(value, width, form="%.0f"):
    return (form % value if value else "-").rjust(width)


def print_rows(name, times, worst):
    for operation, (_, title) in OPERATIONS.items():
        mine = [times.get((operation, compiler)) for compiler in COMPILERS]
        best = min((value for value in mine if value), default=None)
        peers = [times.get((operation, peer)) for peer in ("MuJoCo", "KDL")]
        ratios = [peer / best if peer and best else None for peer in peers]
        print("%-12s %-17s" % (name, title) + "".join(cell(value, 9) for value in mine + peers) +
              "".join(cell(value, 9, "%.1f x") for value in ratios) +
              cell(worst.get(operation), 11, "%.0e"))


def print_aims(name, times):
    """Each compiler by itself: an aim that only one of them reaches is seen to be so."""
    for (model, operation), (peer, wanted) in AIMS.items():
        for compiler in COMPILERS:
            mine, theirs = times.get((operation, compiler)), times.get((operation, peer))
            if model == name and mine and theirs:
                title = "%s, %s, %s" % (name, OPERATIONS[operation][1], compiler)
                print_aim(title, theirs / mine, wanted, "x " + peer, is_least=True)


def main():
    bielle, models, folder = (Path(word).resolve() for word in sys.argv[1:4])
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    names = sys.argv[4:] or [name for name in NAMES if (models / (name + ".xml")).exists()]
    build_peers(folder)
    print_circumstances(models)
    print("%-12s %-17s%9s%9s%9s%9s%9s%9s%11s" %
          ("model", "operation", *COMPILERS, "MuJoCo", "KDL", "MuJoCo", "KDL", "difference"))
    results = {}
    is_equal = True
    for name in names:
        model = Model(bielle, models, folder, name)
        model.generate()
        model.add_peers(folder)
        results[name] = model.times()
        worst = model.differences(results[name])
        print_rows(name, results[name], worst)
        is_equal = is_equal and all(value < TOLERANCE for value in worst.values())
        sys.stdout.flush()
    print("\nOne state at a time, how many times faster:")
    for name, times in results.items():
        print_aims(name, times)
    print("All results agree to %g of their largest entry." % TOLERANCE if is_equal else
          "Results DIFFER by more than %g of their largest entry." % TOLERANCE)
    return 0 if is_equal else 1


if __name__ == "__main__":
    sys.exit(main())
