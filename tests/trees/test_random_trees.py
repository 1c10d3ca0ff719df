#!/usr/bin/env python3
"""Random trees: all methods derive the same equations, and the laws of mechanics hold.

SPDX-License-Identifier: MIT
"""
import os
import subprocess
import sys
import tempfile

from random_tree import Tree

BIELLE = os.environ["BIELLE_COMMAND"]
TREES = 200
MAX_COORDINATES = 12


def most_coordinates(number):
    """Many small ones, some large ones."""
    return MAX_COORDINATES if number % 20 == 0 else 2 + number % 5


def verify(number):
    text = Tree(number, most_coordinates(number)).text()
    with tempfile.NamedTemporaryFile("w", suffix=".bl", delete=False) as file:
        file.write(text)
    try:
        done = subprocess.run([BIELLE, "verify", file.name], capture_output=True, text=True,
                              check=False, timeout=120)
    finally:
        os.unlink(file.name)
    if done.returncode == 0 and done.stdout.count("holds") >= 10:
        return True
    print("tree %d:\n%s%s%s" % (number, text, done.stdout, done.stderr))
    return False


def main():
    numbers = [int(word) for word in sys.argv[1:]] or range(TREES)
    failed = [number for number in numbers if not verify(number)]
    print("%d trees, %d failed %s" % (len(numbers), len(failed), failed or ""))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
