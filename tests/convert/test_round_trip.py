#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A foreign file, used directly or translated to a .bl file first, is the same mechanism; and so is
every example that `convert --to bl` writes out and that is read again.

The small files of the tree are taken, and those of the folder BIELLE_MODELS where it is there. The
mechanisms are compared in the dump, statement by statement, without the hash of the text; what was
converted has no units besides, and formatting it changes nothing.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ["BIELLE_SOURCE_DIR"])
COMMAND = os.environ["BIELLE_COMMAND"]
DEFAULT = SOURCE.parent / "shared" / "reference" / "models"
ENDINGS = (".urdf", ".xml", ".par")


def bielle(*words):
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False)


def mechanism_of(path):
    done = bielle("dump", path, "--stage", "mechanism")
    assert done.returncode == 0, f"{path}:\n{done.stderr[-3000:]}"
    return re.sub(r"^# source \w+$", "", done.stdout, flags=re.MULTILINE)


def check(path, folder):
    translated = folder / f"{path.stem}.bl"
    done = bielle("import", path, "-o", translated)
    assert done.returncode == 0, f"{path}:\n{done.stderr[-3000:]}"
    assert mechanism_of(path) == mechanism_of(translated), f"{path} changes by being translated"
    again = bielle("import", translated)
    assert again.returncode == 2 and "foreign" in again.stderr, "our own language is not foreign"
    print(f"{path.name}: the same mechanism after the round trip")


# Roots that have values only near the start.
NARROW = ("wheelset_ivp",)


def without_units(dump):
    """Indices of lists become part of the name."""
    dump = re.sub(r"(?<=\w)\[(\d+)\]", r"_\1", dump)
    return re.sub(r"^(# (?:parameter|input|state) \S+) \[.*\]$", r"\1", dump, flags=re.MULTILINE)


def numbers_of(path, state):
    outputs = re.findall(r"^output ([\w.]+)", mechanism_of(path), re.MULTILINE)
    keys = ",".join(["M", "tau"] + [f"out:{name}" for name in outputs])
    done = subprocess.run([COMMAND, "eval", path, "--open", "--at", "-", "--what", keys], text=True,
                          input=json.dumps(state), capture_output=True, check=False)
    assert done.returncode == 0, f"{path}:\n{done.stderr[-3000:]}"
    return [float(number) for number in re.findall(r"-?\d+\.?\d*(?:e-?\d+)?", done.stdout)]


def assert_same_numbers(old, new):
    """Of roots and sums that are simplified further when they are read a second time."""
    coordinates = re.findall(r"^# coordinate (\S+),", mechanism_of(old), re.MULTILINE)
    chance = random.Random(1)
    state = {key: {name: chance.uniform(0.1, 1) for name in coordinates}
             for key in ("q", "qd", "qdd")}
    if old.stem in NARROW:
        del state["q"]
    plain = json.loads(re.sub(r"\[(\d+)\]", r"_\1", json.dumps(state)))
    first, second = numbers_of(old, state), numbers_of(new, plain)
    assert len(first) == len(second) and len(first) > 5
    for a, b in zip(first, second):
        assert abs(a - b) <= 1e-9 * (1 + abs(a)), f"{new}: {b} instead of {a}"


def check_converted(path, folder):
    converted = folder / f"{path.name}.bl"
    done = bielle("convert", path, "--to", "bl", "-o", converted)
    assert done.returncode == 0, f"{path}:\n{done.stderr[-3000:]}"
    assert bielle("format", converted).stdout == converted.read_text(), f"{path}: not formatted"
    old, new = without_units(mechanism_of(path)), without_units(mechanism_of(converted))
    if old != new and ("sqrt(" in old or path.stem in ("planar_2dof_pd", "press_cycle")):
        assert_same_numbers(path, converted)
    else:
        assert old == new, f"{path} changes by being converted"
    print(f"{path.name}: the same mechanism after the conversion")


def main():
    models = Path(os.environ.get("BIELLE_MODELS", DEFAULT))
    own = sorted((SOURCE / "tests" / "kdl").glob("*.urdf"))
    translated = (SOURCE / "tests" / "import").rglob("*.bl")  # beside what they are made from
    own += sorted(path.with_suffix("") for path in translated if path.with_suffix("").exists())
    others = sorted(path for path in models.glob("*") if path.suffix in ENDINGS)
    if not others:
        print(f"skipped: there are no models in {models}; BIELLE_MODELS names the folder")
    assert own
    with tempfile.TemporaryDirectory() as folder:
        for path in own + others:
            check(path, Path(folder))
        for path in sorted((SOURCE / "examples").glob("*/*")):
            if path.suffix in (".bl", ".def", ".sentence", ".urdf"):
                check_converted(path, Path(folder))
    missing = bielle("import", SOURCE / "tests" / "no_such_file.urdf")
    assert missing.returncode == 2 and "cannot read" in missing.stderr
    return 0


if __name__ == "__main__":
    sys.exit(main())
