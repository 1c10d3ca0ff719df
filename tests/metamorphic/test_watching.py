#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Watching changes nothing: outputs, records, experiments, frames, points and definitions that nothing depends on
leave all other numbers of `simulate` and `eval` as they are, to the last bit. So do other forms of the same result:
JSON, a file, a picture, compiled evaluation. Quantities that are asked for together share steps: each is but for
rounding what it is alone. Only `--sensitivity` takes part in the choice of steps, so that motions
with and without it agree within the tolerance of the integration."""
import json

import harness
from description import examples, join, tokenize
from generate import mechanisms
from harness import (INTEGRATION, ROUNDING, Comparison, Refused, Skip, both, outcome, same_columns, same_numbers,
                     simulate_short, table)
from states import available, closed, has_constraints, random_state

NOTHING = "zz_"  # what names begin with that are in no example


def first_frame(info):
    """The frame that most others are reached from: the last one, at the end of a chain."""
    return info["frames"][-1]["name"]


def first_coordinate(info):
    if not info["coordinates"]:
        raise Skip("nothing moves")
    return info["coordinates"][0]["name"]


def with_output(description, info):
    q = first_coordinate(info)
    return description.with_lines(f"output {NOTHING}turn = sin({q}/(1 {unit_of(info)})) + {q}'*{q}'/(1 {unit_of(info)}^2/s^2)",
                                  f"output {NOTHING}place = position({first_frame(info)})",
                                  f"output {NOTHING}rate = velocity({first_frame(info)}) . [1, 2, 3]")


def unit_of(info):
    return info["coordinates"][0]["unit"] or "rad"


def with_places(description, info):
    frame = first_frame(info)
    return description.with_lines(f"frame {NOTHING}beside from {frame} : TX(0.1 m), RZ(30 deg)",
                                  f"point {NOTHING}tip at [0.1, 0.2, 0.3] m on {frame}",
                                  f"point {NOTHING}far at [0, 0.2, 0] m on {NOTHING}beside")


def with_parameters(description, info):
    return description.with_lines(f"param {NOTHING}unused = 3 kg, {NOTHING}list[2] = [1, 2] m")


def with_definitions(description, info):
    """Terms of sums stand in the order in which they came to be, and 2*q' may come to be here: it is the
    same but for rounding."""
    q = first_coordinate(info)
    return description.with_lines(f"let {NOTHING}twice = 2*{q}, {NOTHING}rate = {NOTHING}twice'")


def with_element(description, info):
    q = first_coordinate(info)
    return description.with_lines(f"element {NOTHING}gauge(x) {{", "  output twice = 2*x", "}",
                                  f"use {NOTHING}gauge({q}) as {NOTHING}eye")


def with_experiment(description, info):
    q = first_coordinate(info)
    return description.with_lines(f"experiment {NOTHING}other {{ time 0 .. 3 s, step 1 s, method rk4, record 2*{q} }}")


def with_records(description, info):
    """`record` of the first experiment gets columns, or one comes to be with all that is recorded otherwise."""
    q = first_coordinate(info)
    if not any(s.word == "experiment" for s in description.statements()):
        raise Skip("no experiment")
    pieces = []
    done = False
    for statement in description.statements():
        if statement.word == "experiment" and not done:
            tokens = statement.tokens
            at = next((k for k, t in enumerate(tokens) if t.text == "record"), None)
            if at is None:
                raise Skip("everything is recorded already")
            done = True
            pieces.append(join(tokens[:at + 1]) + f" {q}'/(1 {unit_of(info)}/s) + 3, {q}', {q}*2," + join(tokens[at + 1:]))
        else:
            pieces.append(statement.text)
    return description.replaced("".join(pieces))


ADDITIONS = {"output": with_output, "place": with_places, "parameter": with_parameters,
             "definition": with_definitions, "element": with_element,
             "experiment": with_experiment, "record": with_records}


def experiment_name(info):
    names = [task["name"] for task in info["tasks"] if task["kind"] == "experiment"]
    return names[:1]


def compare_added(add):
    def compare(subject, workshop):
        info = workshop.check(subject)
        watched = add(subject, info)
        words = experiment_name(info)

        def rows(of):
            if not words and add is with_experiment:
                raise Skip("the experiment would become the first")
            if add is with_definitions:
                return simulate_short(workshop, of, info)
            return table(workshop.text_of("simulate", of, *words, "--as", "csv"))
        part = INTEGRATION if add is with_definitions else 0.0
        return both(outcome(rows, subject), outcome(rows, watched),
                    lambda one, other: same_columns(one, other, part))
    return compare


def compare_eval(add):
    def compare(subject, workshop):
        info = workshop.check(subject)
        state = random_state(subject, info, f"{subject.name} watching", 0.05 if has_constraints(info) else 0.3)
        path = workshop.write(subject)
        what = available(workshop, path, info, state)
        return both(outcome(workshop.eval, path, state, what),
                    outcome(workshop.eval, add(subject, info), state, what),
                    lambda one, other: same_numbers(one, other, ROUNDING if add is with_definitions else 0.0))
    return compare


def compare_alone(subject, workshop):
    """All quantities at once, and each by itself at the same state."""
    info = workshop.check(subject)
    path = workshop.write(subject)
    state = random_state(subject, info, f"{subject.name} alone", 0.05 if has_constraints(info) else 0.3)
    what = available(workshop, path, info, state)
    state = closed(workshop, path, state)
    alone = {}
    for key in what.split(","):
        alone.update(workshop.eval(path, state, key))
    return same_numbers(workshop.eval(path, state, what), alone, ROUNDING)


def compare_form(words, reading):
    def compare(subject, workshop):
        path = workshop.write(subject)
        return both(outcome(workshop.simulate, path), outcome(reading, workshop, path, words), same_columns)
    return compare


def from_json(workshop, path, words):
    """The same table out of `--as json`, where numbers have 17 digits, too."""
    found = json.loads(workshop.text_of("simulate", path, "--as", "json", *words))
    names, rows = found["columns"], found["rows"]
    names = [entry["name"] if isinstance(entry, dict) else entry.split(" [")[0] for entry in names]
    return {name: [float(row[k]) for row in rows] for k, name in enumerate(names)}


def from_file(workshop, path, words):
    workshop.text_of("simulate", path, "-o", workshop.folder / "rows.csv", *words)
    with open(workshop.folder / "rows.csv", encoding="utf-8") as file:
        return table(file.read())


def from_csv(workshop, path, words):
    return table(workshop.text_of("simulate", path, "--as", "csv", *words))


FORMS = {"json": ((), from_json), "file": ((), from_file), "plot": (("--plot", "curves.svg"), from_csv),
         "compiled": (("--compiled", "always"), from_csv), "interpreted": (("--compiled", "never"), from_csv)}


def compare_sensitivity(subject, workshop):
    """Short, and by the tolerance: another choice of steps gives another solution within the tolerance, whose
    difference grows with time as the motion has it."""
    path = workshop.write(subject)
    info = workshop.check(path)
    first = first_coordinate(info)
    plain = outcome(simulate_short, workshop, path, info)
    with_derivatives = outcome(simulate_short, workshop, path, info, "--sensitivity", f"{first}'")
    if isinstance(with_derivatives, Refused):
        raise Skip(str(with_derivatives))
    if with_derivatives.end and not isinstance(plain, Refused) and not plain.end:
        raise Skip(with_derivatives.end)  # contacts at one moment, or one that is only touched
    return both(plain, with_derivatives, lambda one, other: same_columns(one, other, INTEGRATION))


def comparisons(seed):
    for subject in examples() + mechanisms(seed, 40, "watching"):
        for name, add in ADDITIONS.items():
            yield Comparison("watch", f"simulate+{name}", subject, bound(compare_added(add), subject))
            if name != "record":
                yield Comparison("watch", f"eval+{name}", subject, bound(compare_eval(add), subject))
        for name, (words, reading) in FORMS.items():
            yield Comparison("watch", name, subject, bound(compare_form(words, reading), subject))
        yield Comparison("watch", "alone", subject, bound(compare_alone, subject))
        yield Comparison("watch", "sensitivity", subject, bound(compare_sensitivity, subject))


def bound(compare, subject):
    return lambda workshop: compare(subject, workshop)


if __name__ == "__main__":
    harness.main(comparisons, 60, "watching")
