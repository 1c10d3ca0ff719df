#!/usr/bin/env python3
"""gcc with all optimisation prints the same bytes (make languages).

Builds only the command and lets tools/golden.py compare everything that is recorded. What depends on
the order in which a compiler evaluates arguments, on uninitialised memory or on the contraction of
floating-point operations shows here; clang's bytes are compared in every run, by the test `golden` of
the build with sanitizers.
SPDX-License-Identifier: MIT
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).parents[2]))
BUILDS = Path(os.environ.get("BIELLE_BINARY_DIR", ROOT / "build")) / "compilers"
WAYS = [("gcc", "-O3")]
SKIP = 77


def run(command, **more):
    result = subprocess.run(command, capture_output=True, text=True, **more)
    if result.returncode != 0:
        print(result.stdout + result.stderr)
    return result.returncode == 0


def build(compiler, level):
    """The command built so, or None."""
    folder = BUILDS / f"{compiler}{level}"
    options = [f"-DCMAKE_C_COMPILER={compiler}", "-DCMAKE_BUILD_TYPE=None",
               f"-DCMAKE_C_FLAGS={level}", "-DBIELLE_TESTS=OFF", "-DBIELLE_BENCHMARKS=OFF",
               f"-DBIELLE_WERROR={'OFF' if level == '-O3' else 'ON'}",  # -O3 warns of what cannot happen
               "-UBIELLE_LAYERS"]  # an older folder may know fewer of them
    if shutil.which("ccache"):
        options.append("-DCMAKE_C_COMPILER_LAUNCHER=ccache")
    is_good = run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", *options]) and run(
        ["cmake", "--build", folder, "--target", "bielle_cli"])
    return folder / "bielle" if is_good else None


def main():
    missing = [compiler for compiler, _ in WAYS if not shutil.which(compiler)]
    if missing:
        print(f"no {missing[0]} here")
        return SKIP
    faults = 0
    for compiler, level in WAYS:
        command = build(compiler, level)
        env = {**os.environ, "BIELLE_COMMAND": str(command)}
        if not command or not run([ROOT / "tools" / "golden.py", "--check"], env=env):
            print(f"{compiler} {level}: not the same")
            faults += 1
        else:
            print(f"{compiler} {level}: the same bytes")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
