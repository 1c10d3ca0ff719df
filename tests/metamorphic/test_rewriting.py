#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The same mechanism in other words has the same numbers: other names, another order of statements, files that
include pieces, `for`, definitions and elements written out, other units, another spelling of expressions, loops closed
from their other side, a mechanism that is turned with its gravity. What is renamed is compared as generated code and as
a Functional Mock-up Unit, too."""
import random

import elements
import harness
import test_ways
from description import LIBRARY_NAMES, examples
from generate import mechanisms
from harness import (INTEGRATION, ROUNDING, Comparison, Refused, both, outcome, same_columns, same_numbers,
                     simulate_short)
from rewriting import (LANGUAGE_WORDS, TEMPLATE_WORDS, Renaming, in_other_units, inlined, permuted, renamed,
                       split_by_include, unrolled)
from spelling import loops_exchanged, spelt
from states import available, closed, closed_start, has_constraints, random_state
from turning import turned


class Rewriting:
    """make(description, info, source, workshop) -> description, Renaming."""

    def __init__(self, make, is_exact):
        self.make, self.is_exact = make, is_exact


def rename_to(pool):
    def make(description, info, source, workshop):
        return renamed(description, info, source, pool)
    return make


def plain(function):
    """Of a rewriting that keeps all names."""
    return lambda description, info, source, workshop: (function(description, source), Renaming())


def with_piece(description, info, source, workshop):
    return split_by_include(description, source, workshop.folder), Renaming()


def without_elements(description, info, source, workshop):
    other, names = elements.written_out(description)
    return other, elements.Flattened(names)


REWRITINGS = {
    "fresh names": Rewriting(rename_to(None), True),
    "names of the library": Rewriting(rename_to(LIBRARY_NAMES), False),
    "words of languages": Rewriting(rename_to(LANGUAGE_WORDS), False),
    "words of templates": Rewriting(rename_to(TEMPLATE_WORDS), False),
    "order": Rewriting(plain(permuted), False),
    "order of joints": Rewriting(plain(lambda d, source: permuted(d, source, True)), False),
    "include": Rewriting(with_piece, True),
    "for": Rewriting(plain(lambda d, _source: unrolled(d)), True),
    "definitions": Rewriting(plain(lambda d, _source: inlined(d)), False),
    "elements": Rewriting(without_elements, False),
    "spelling": Rewriting(plain(spelt), False),
    "loops": Rewriting(plain(loops_exchanged), False),
    "units": Rewriting(plain(in_other_units), True),
    "turned": Rewriting(plain(turned), False),
}


def back(numbers, renaming):
    """Columns under their former names."""
    if isinstance(numbers, Refused):
        return numbers
    return {renaming.back(name): values for name, values in numbers.items()}


def renamed_quantity(name, renaming):
    kind, colon, of = name.partition(":")
    return kind + colon + renaming.there(of) if colon else name


def rewrite(subject, name, rewriting, workshop):
    info = workshop.check(subject)
    source = random.Random(f"{harness.SEED} {subject.name} {name}")
    other, renaming = rewriting.make(subject, info, source, workshop)
    path = workshop.write(other)
    piece = workshop.folder / "piece.bl"
    if piece.exists():
        piece.rename(path.parent / "piece.bl")
    return info, path, renaming


def compare_simulate(subject, name, rewriting, workshop):
    info, path, renaming = rewrite(subject, name, rewriting, workshop)
    if rewriting.is_exact:
        return both(outcome(workshop.simulate, subject), back(outcome(workshop.simulate, path), renaming), same_columns)
    start = closed_start(workshop, subject, info)
    there = [renaming.there(word) for word in start]
    return both(outcome(simulate_short, workshop, workshop.write(subject), info, *start),
                back(outcome(simulate_short, workshop, path, info, *there), renaming),
                lambda one, other: same_columns(one, harness.by_place(other, one) if name == "turned" else other, INTEGRATION))


# Quantities that a rewriting leaves as they are, by its name; otherwise all.
LEFT = {"order of joints": ("T", "V", "P", "E", "out", "fk"),
        "turned": ("T", "M", "h", "G", "tau", "Qe", "Qu", "qdd", "out", "sd", "ev"),
        "loops": ("T", "V", "P", "E", "M", "h", "G", "tau", "Qe", "Qu", "qdd", "out", "fk", "jac", "sd", "ev"),
        "order": ("T", "V", "P", "E", "M", "h", "G", "tau", "Qe", "Qu", "qdd", "out", "fk", "jac", "sd", "ev")}


def compare_eval(subject, name, rewriting, workshop):
    info, path, renaming = rewrite(subject, name, rewriting, workshop)
    state = random_state(subject, info, subject.name, 0.03 if has_constraints(info) else 0.3)
    original = workshop.write(subject)
    if not rewriting.is_exact:
        state = closed(workshop, original, state)
    what = [key for key in available(workshop, original, info, state).split(",")
            if key.split(":")[0] in LEFT.get(name, (key.split(":")[0],))]
    one = outcome(workshop.eval, original, state, ",".join(what))
    other = outcome(workshop.eval, path, renaming.there(state), ",".join(renamed_quantity(key, renaming) for key in what))
    part = 0.0 if rewriting.is_exact else ROUNDING
    return both(one, other, lambda first, second: same_numbers(first, dict(zip(first, second.values())), part)
                if len(first) == len(second) else ["not as many numbers"])


def compare_code(subject, name, rewriting, workshop):
    """The code of the renamed description computes what `eval` does: in a language drawn by chance."""
    _info, path, _renaming = rewrite(subject, name, rewriting, workshop)
    language = random.Random(f"{harness.SEED} {subject.name} {name} code").choice(test_ways.LANGUAGES)
    return [f"{language}: {line}" for line in test_ways.compare_language(language)(renamed_file(path, subject), workshop)]


def compare_unit(subject, name, rewriting, workshop):
    """The Functional Mock-up Unit of the renamed description moves as `simulate` says."""
    _info, path, _renaming = rewrite(subject, name, rewriting, workshop)
    version = random.Random(f"{harness.SEED} {subject.name} {name} unit").choice((2, 3))
    return test_ways.compare_unit(version)(renamed_file(path, subject), workshop)


def renamed_file(path, subject):
    return subject.replaced(path.read_text(encoding="utf-8"))


KINDS = {"simulate": compare_simulate, "eval": compare_eval}
RENAMED = {"code": compare_code, "unit": compare_unit}


def comparisons(seed):
    for subject in examples() + mechanisms(seed, 60, "rewriting"):
        for name, rewriting in REWRITINGS.items():
            kinds = {**KINDS, **RENAMED} if "names" in name or "words" in name else KINDS
            for kind, compare in kinds.items():
                yield Comparison("rewrite", f"{name}, {kind}", subject, bound(compare, subject, name, rewriting))


def bound(compare, subject, name, rewriting):
    return lambda workshop: compare(subject, name, rewriting, workshop)


if __name__ == "__main__":
    harness.main(comparisons, 90, "rewriting")
