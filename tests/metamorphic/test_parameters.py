#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`--set p=v` is the edited file: for every parameter of every example and of generated mechanisms.

What controllers know, `model.p`, is set beside p (docs/language.md, control). Two things of them are made of the
description's values and not of those of `--set`: gains of `lqr`, unless p stands in costs and weights alone, and which
of two equal formulas a controller takes that has a model of loops. The first are left out and counted, the second
compared but for rounding. Where an experiment has a `start` of the parameter the value is edited there, too. All other
numbers are the same to the last bit: it is the same program with the same parameters.
"""
import json
import os
import re
import zipfile

import harness
from description import Description, Token, examples, join, matching, split_statements, tokenize
from generate import mechanisms
from harness import INTEGRATION, ROUNDING, Comparison, Skip, both, outcome, same_columns, same_numbers
from states import available, has_constraints, parameters_without_value, random_state, start_items, starts_of

FACTOR = "1.07"


def changed(value):
    """The text of another value: NUMBER UNIT becomes 1.07 times as much, 0 is 0.013, what is no number a product."""
    significant = [t for t in tokenize(value) if t.kind not in ("blank", "comment", "newline")]
    numbers = [t for t in significant if t.kind == "number"]
    if significant and significant[0].kind == "number" and all(t.kind == "unit" or t.text in "./^-" or k == 0
                                                               or significant[k - 1].text in "^-"
                                                               for k, t in enumerate(significant)):
        number = float(numbers[0].text)
        new = "0.013" if number == 0 else repr(round(number * 1.07, 12))
        return value.replace(numbers[0].text, new, 1)
    return f"{FACTOR}*({value.strip()})"


class Parameter:
    """A parameter with a value in the text: where its tokens are, and the name that --set has for it."""

    def __init__(self, name, begin, end):
        self.name, self.begin, self.end = name, begin, end


def items_of(tokens, first):
    """(name, index of its first value token, index after its last) of `param a = .., b[2] = .., c`; without a value
    both are the index after the name."""
    found, depth, begin, name, size = [], 0, None, None, ""
    for k, token in enumerate(tokens + [Token("newline", "")]):
        if token.kind == "mark" and token.text in "([":
            if depth == 0 and begin is None and name:
                size = "["
            depth += 1
        elif token.kind == "mark" and token.text in ")]":
            depth -= 1
        if depth == 0 and token.text == "=" and token.kind == "mark":
            begin = k + 1
        elif depth == 0 and token.kind == "name" and begin is None and token.text != "param":
            name, behind = token.text, k + 1
        elif depth == 0 and name and (token.text in (",", ";") or token.kind in ("newline", "comment")):
            found.append((name + size, first + (begin or behind), first + (k if begin else behind)))
            begin, name, size = None, None, ""
    return found


def parameters_of(tokens):
    """Those that are numbers; of vectors, matrices and lists each component."""
    found, at = [], 0
    for statement in split_statements(tokens):
        if statement.word == "param":
            for name, begin, end in items_of(statement.tokens, at):
                found += components(tokens, name, begin, end)
        at += len(statement.tokens)
    return found


def components(tokens, name, begin, end):
    is_list, base = name.endswith("["), name.rstrip("[")
    while begin < end and tokens[begin].kind == "blank":
        begin += 1
    if begin >= end or tokens[begin].text != "[":
        return [] if is_list else [Parameter(name, begin, end)]
    found = []
    for k, (first, last) in enumerate(entries(tokens, begin)):
        inner = f"{base}[{k + 1}]" if is_list else f"{base}.{'xyz'[k]}"
        if tokens[first].text != "[":
            found.append(Parameter(inner, first, last))
            continue
        for m, (one, other) in enumerate(entries(tokens, first)):
            # the two entries of a symmetric matrix are one parameter: editing one would make two of it
            if is_list or m == k:
                found.append(Parameter(f"{inner}.{'xyz'[m]}" if is_list else f"{inner}{'xyz'[m]}", one, other))
    return found


def entries(tokens, k):
    """(first, after last) of the entries of the vector that opens at k, without blanks."""
    close, depth, begin, found = matching(tokens, k), 0, k + 1, []
    for at in range(k + 1, close + 1):
        text = tokens[at].text
        if (text == "," and depth == 0) or at == close:
            while tokens[begin].kind in ("blank", "newline"):
                begin += 1
            found.append((begin, at))
            begin = at + 1
        depth += (text in "([") - (text in ")]") if tokens[at].kind == "mark" else 0
    return found


def unit_behind(tokens, parameter):
    """The unit of the vector that a component stands in: it counts for each of them."""
    texts, depth = [], 0
    for k in range(parameter.end, len(tokens)):
        token = tokens[k]
        if token.kind == "mark" and token.text == "[":
            depth += 1
        if token.kind == "mark" and token.text == "]":
            depth -= 1
            after = k + 1
            while after < len(tokens) and tokens[after].kind == "blank":
                after += 1
            if depth < 0 and after < len(tokens) and tokens[after].kind == "unit":
                while after < len(tokens) and (tokens[after].kind in ("unit", "number")
                                               or tokens[after].text in "./^-"):
                    texts.append(tokens[after].text)
                    after += 1
                return "".join(texts)
        if token.kind == "newline" and depth < 0:
            break
    return ""


class Edit:
    """The description with another value of a parameter, and the words that --set has for it."""

    def __init__(self, subject, info, index):
        tokens = tokenize(subject.text)
        parameter = parameters_of(tokens)[index]
        self.name = parameter.name
        if not any(entry["name"] == self.name for entry in info["parameters"]):
            raise Skip("a component that stays 0")
        old = join(tokens[parameter.begin:parameter.end])
        started = starts_of(subject)
        self.value = changed(started.get(self.name) or old or FACTOR).strip()
        new = self.value if old else f"= {self.value}"
        self.text = join(tokens[:parameter.begin] + [Token("number", f" {new}")] + tokens[parameter.end:])
        unit = unit_behind(tokens, parameter) if re.search(r"[.\]]", self.name) else ""
        if unit and not self.value[-1].isalpha():
            self.value = f"({self.value})*(1 {unit})"
        if self.name in started:
            self.text = with_start(self.text, self.name, self.value)
        self.words = f"{self.name} = {self.value}"
        models = {entry["name"] for entry in info["parameters"] if entry["name"].startswith("model.")}
        if f"model.{self.name}" in models:
            self.words += f", model.{self.name} = {self.value}"
        if regulates(subject, self.name):
            raise Skip("gains of lqr are made of the described values of what the mechanism has")
        self.part = ROUNDING if models and has_constraints(info) else 0.0
        self.edited = subject.replaced(self.text)


def regulates(subject, name):
    """Does a regulator have gains of this parameter that `--set` does not reach? Not where it stands in costs alone."""
    base = re.split(r"[.\[]", name)[0]
    users = [s for s in subject.statements() if s.word != "param" and any(t.text == base for t in s.tokens)]
    regulators = [s for s in users if s.word == "control" and "lqr" in s.text]
    return "lqr" in subject.text and len(regulators) < len(users)


def with_start(text, name, value):
    """With another value in the `start` of every experiment that has one."""
    tokens = tokenize(text)
    for statement in split_statements(tokens):
        if statement.word != "experiment":
            continue
        for started, its in start_items(statement.tokens):
            if started == name:
                tail = join(its)[len(join(its).rstrip()):]
                its[0].text = f" {value}{tail}"
                for token in its[1:]:
                    token.text = ""
    return join(tokens)


def compare_simulate(edit, subject, workshop):
    return both(outcome(workshop.simulate, subject, "--set", edit.words),
                outcome(workshop.simulate, edit.edited), lambda one, other: same_columns(one, other, edit.part and INTEGRATION))


def compare_trajectory(edit, subject, workshop):
    def rows(of, *words):
        return harness.table(workshop.text_of("trajectory", of, "--as", "csv", *words))
    return both(outcome(rows, subject, "--set", edit.words), outcome(rows, edit.edited),
                lambda one, other: same_columns(one, other, edit.part))


def compare_eval(edit, subject, workshop):
    info = workshop.check(subject)
    state = random_state(subject, info, edit.name, 0.05 if has_constraints(info) else 0.3)
    path = workshop.write(subject)
    what = available(workshop, path, info, state)
    state = ", ".join(item for item in state.split(", ") if not item.startswith(f"{edit.name} ="))
    return both(outcome(workshop.eval, path, f"{state}, {edit.words}", what),
                outcome(workshop.eval, edit.edited, state, what),
                lambda one, other: same_numbers(one, other, edit.part))


def compare_study(study):
    """The numbers that `analyze` finds at the start. That of mobility looks at described lengths exactly."""
    rounding = ROUNDING if study == "mobility" else 0.0

    def compare(edit, subject, workshop):
        info = workshop.check(subject)
        given = [f"{name} = {value}" for name, value in starts_of(subject).items()
                 if name in parameters_without_value(info) and name != edit.name]

        def found(description, *more):
            words = ("--at", ", ".join([*given, *more])) if given or more else ()
            return json.loads(workshop.text_of(f"analyze {study}", description, "--as", "json", *words))
        return both(outcome(found, subject, edit.words), outcome(found, edit.edited),
                    lambda one, other: same_numbers(harness.flat(one), harness.flat(other), edit.part and INTEGRATION or rounding))
    return compare


def unit_parts(workshop, path, *words):
    """The text files of a Functional Mock-up Unit, without its identifier, which is a digest of the description. No
    compiler is found on an empty path: its binary is made of these sources."""
    unit = workshop.folder / f"{len(list(workshop.folder.iterdir()))}.fmu"
    workshop.text_of("fmu", path, *words, "-o", unit, env={**os.environ, "PATH": ""})
    with zipfile.ZipFile(unit) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    return {name: without_defaults(without_comments(text)) if name.endswith(".c") else without_comments(text)
            for name, text in parts.items()}


def without_defaults(text):
    """Without the values in NAME_default_params: that of the description, which a unit does not read."""
    return re.sub(r"^( +\.\w+ = ).*,$", r"\1..", text, flags=re.MULTILINE)


def without_comments(text):
    """Without comments of C, which tell the defaults and the digest of the description, and without that digest."""
    return re.sub(r"\b[0-9a-f]{32,64}\b", "DIGEST", re.sub(r" *//.*|/\*.*?\*/", "", text))


def same_texts(one, other):
    for name, text in one.items():
        if text != other.get(name):
            lines = zip(text.splitlines(), other.get(name, "").splitlines())
            different = next(((a, b) for a, b in lines if a != b), ("", "(length)"))
            return [f"{name}: {different[0].strip()[:120]} | {different[1].strip()[:120]}"]
    return []


def leave_out_choices(edit):
    if edit.part:
        raise Skip("a controller with a model of loops chooses its formulas by the described values")


def compare_fmu(edit, subject, workshop):
    leave_out_choices(edit)
    return both(outcome(unit_parts, workshop, workshop.write(subject), "--set", edit.words),
                outcome(unit_parts, workshop, workshop.write(edit.edited)), same_texts)


def compare_code(edit, subject, workshop):
    """Of two texts the values of the parameters differ, and nothing else but what the self-test expects."""
    leave_out_choices(edit)

    def text_of(description):
        folder = workshop.folder / f"code{len(list(workshop.folder.iterdir()))}"
        workshop.text_of("code", description, "-o", folder)
        files = {p.name: without_comments(p.read_text(encoding="utf-8")) for p in folder.iterdir() if "selftest" not in p.name}
        return {name: without_defaults(text) for name, text in files.items()}
    return both(outcome(text_of, subject), outcome(text_of, edit.edited), same_texts)


def compare_about(edit, subject, workshop):
    """Numbers in formulas: `--about` of a parameter against the edited file with the same operating point."""
    info = workshop.check(subject)
    values = ", ".join(f"{entry['name']} = {entry['value']!r}" for entry in info["parameters"]
                       if entry["value"] is not None and entry["name"] != edit.name
                       and not entry["name"].startswith("model."))
    point = random_state(subject, info, edit.name, 0, moves=False)
    point = ", ".join(item for item in point.split(", ") if not item.startswith("t =")
                      and not any(item.startswith(f"{entry['name']} =") for entry in info["parameters"]))
    what = ("--what", "M,G", "--as", "json")

    def formulas(path, *words):
        found = json.loads(workshop.text_of("model", path, *what, *words))
        return {key: json.dumps(found[key]) for key in ("M", "G") if key in found}
    return both(outcome(formulas, subject, "--about", ", ".join(filter(None, (values, edit.words, point)))),
                outcome(formulas, edit.edited, "--about",
                        ", ".join(filter(None, (values, f"{edit.name} = {edit.value}", point)))), same_texts)


VARIANTS = {"about": compare_about, "simulate": compare_simulate, "eval": compare_eval, "trajectory": compare_trajectory,
            "fmu": compare_fmu, "code": compare_code,
            **{study: compare_study(study) for study in ("modes", "statics", "motion", "assembly", "mobility")}}


def comparisons(seed):
    for subject in examples() + mechanisms(seed, 40, "parameters"):
        for index, parameter in enumerate(parameters_of(tokenize(subject.text))):
            named = Description(f"{subject.name}:{parameter.name}", subject.text, subject.folder)
            for variant, compare in VARIANTS.items():
                if variant != "trajectory" or "\nmotion " in subject.text:
                    yield Comparison("set", variant, named, checker(compare, subject, index))


def checker(compare, subject, index):
    return lambda workshop: compare(Edit(subject, workshop.check(subject), index), subject, workshop)


if __name__ == "__main__":
    harness.main(comparisons, 90, "parameters")
