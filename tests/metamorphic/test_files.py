#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Files that are made of files: what is imported, converted and formatted is the mechanism that it was, and so is what
is made of that once more."""
import random
import re

import harness
from description import ROOT, examples
from generate import mechanisms
from harness import INTEGRATION, ROUNDING, Comparison, Skip, both, outcome, same_columns, same_numbers, simulate_short


def written_by(count, *words):
    """The file that a command writes, of that the next one, ..: the motion is that of the first."""
    def compare(subject, workshop):
        path = workshop.write(subject)
        info, other = workshop.check(path), path
        for k in range(count):
            new = path.with_name(f"{path.stem}_{k}.bl")
            done = workshop.bielle(words[0], other, *words[1:], "-o", new)
            if done.returncode:
                if k:
                    return [f"its own file is refused: {harness.first_error(done)}"]
                raise Skip(harness.first_error(done))
            other = new
        return both(outcome(lambda: simulate_short(workshop, path, info)),
                    outcome(lambda: simulate_short(workshop, other, info)),
                    lambda one, third: same_columns(one, harness.by_place(third, one),
                                                    0.0 if words[0] == "format" else INTEGRATION))
    return compare


def format_twice(subject, workshop):
    path = workshop.write(subject)
    first = workshop.text_of("format", path)
    path.write_text(first, encoding="utf-8")
    return [] if workshop.text_of("format", path) == first else ["the second text differs"]


def through_urdf(subject, workshop):
    path = workshop.write(subject)
    urdf, back = workshop.folder / "robot.urdf", workshop.folder / "back.bl"
    for words in (("convert", path, "--to", "urdf", "-o", urdf), ("import", urdf, "--no-snap", "-o", back)):
        done = workshop.bielle(*words)
        if done.returncode:
            raise Skip(harness.first_error(done))
    return same_mechanism(workshop, path, back)


# ---- foreign files

class Foreign:
    """A file that `bielle import` translates."""

    def __init__(self, path):
        self.path, self.name = path, f"{path.stem}{path.suffix}"


def foreign_files():
    """Those of the tests of importers that are sound, and of examples."""
    return [Foreign(path) for folder in ("tests/import", "examples/*") for ending in ("urdf", "xml", "sdf", "par")
            for path in sorted(ROOT.glob(f"{folder}/*.{ending}")) if not path.name.startswith("bad_")]


def compare_imported(*steps):
    """What commands see of the file itself, and of what is made of it by steps: "bl" is import, the others convert."""
    def compare(foreign, workshop):
        path = foreign.path
        for k, step in enumerate(steps):
            new = workshop.folder / f"step{k}.{step}"
            words = ("convert", path, "--to", step) if k else ("import", path)
            done = workshop.bielle(*words, "-o", new)
            if done.returncode:
                raise Skip(harness.first_error(done))
            path = new
        return same_mechanism(workshop, foreign.path, path)
    return compare


def same_mechanism(workshop, one, other):
    """The coordinates, and M and h at a place; URDF says nothing of gravity."""
    entries, others = (workshop.check(path)["coordinates"] for path in (one, other))
    first, second = [entry["name"] for entry in entries], [entry["name"] for entry in others]
    if len(first) != len(second):
        return [f"coordinates {first} and {second}"]
    called = names_there(entries, second)
    source = random.Random(one.name)
    values = {name: (source.uniform(-0.5, 0.5), source.uniform(-1, 1)) for name in first}
    numbers = outcome(by_names, workshop, one, first, values, {})
    numbers_there = outcome(by_names, workshop, other, second, {called.get(name, name): value for name, value in values.items()},
                     {new: old for old, new in called.items()})
    return both(numbers, numbers_there, lambda these, those: same_numbers(these, those, ROUNDING))


def names_there(entries, second):
    """URDF calls coordinates like their joints; the last of several in a frame like that."""
    first = {entry["name"]: (entry.get("joint") or "").replace(".", "_") for entry in entries}
    called = {name: joint for name, joint in first.items() if name not in second and joint in second}
    rest = [name for name in second if name not in first and name not in called.values()]
    return {**called, **dict(zip([name for name in first if name not in second and name not in called], rest))}


def by_names(workshop, path, names, values, former):
    """Entries of M and h by the names of coordinates, whose order may differ; `former` gives other names back."""
    state = ", ".join(f"{name} = {q!r}, {name}' = {qd!r}" for name, (q, qd) in values.items())
    found = workshop.eval(path, state, "M,h", "--open")
    names = [former.get(name, name) for name in names]
    return {re.sub(r"\[(\d+)\]", lambda place: f"[{names[int(place[1])]}]", key): value for key, value in found.items()}


# ---- all of it

FILES = {"format": written_by(1, "format"), "format twice": format_twice, "convert": written_by(1, "convert", "--to", "bl"),
         "convert twice": written_by(2, "convert", "--to", "bl"), "urdf and back": through_urdf}
STEPS = (("bl",), ("bl", "bl"), ("bl", "urdf"), ("bl", "urdf", "bl"))


def comparisons(seed):
    for subject in examples() + mechanisms(seed, 60, "files"):
        for name, compare in FILES.items():
            yield Comparison("files", name, subject, bound(compare, subject))
    for foreign in foreign_files():
        for steps in STEPS:
            yield Comparison("import", " ".join(steps), foreign, bound(compare_imported(*steps), foreign))


def bound(compare, subject):
    return lambda workshop: compare(subject, workshop)


if __name__ == "__main__":
    harness.main(comparisons, 30, "files")
