#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two ways to the same numbers: treatments, methods, integrators, coordinates, the joint that is cut, lists of states,
threads, generated code in each language, Functional Mock-up Units."""
import json
import os
import random
import re
import struct
import sys
import unittest

import cuts
import harness
from description import ROOT, examples
from generate import mechanisms
from harness import (INTEGRATION, ROUNDING, Comparison, Refused, Skip, both, outcome, same_columns, same_numbers,
                     simulate_short, span_of)
from states import available, has_constraints, is_rough, random_state, unit_quaternions

sys.path.insert(0, str(ROOT / "tests" / "cli"))
import fmu_unit  # noqa: E402
import test_languages  # noqa: E402

# Methods of other orders: each keeps the tolerance of a step, 1e-10, and what they add up to over some hundred steps
# is ten times what one method differs from itself by.
OTHER_METHOD = 10 * INTEGRATION
INTEGRATORS = ("adams", "bdf", "erk5", "erk8", "ida")
FIXED_STEPS = ("--method", "rk4", "--stride", "0.1 ms")
TREATMENTS = ("projection", "ggl", "independent")
PARAMETRISATIONS = ("minimal", "relative", "cartesian")
DERIVATIONS = ("energy", "lagrange", "uicker", "kane", "newton-euler")
SOLUTIONS = ("augmented", "partition", "projector")
LANGUAGES = ("c", "python", "octave", "fortran", "javascript", "python-c", "rust", "cpp")


def simulate_with(*words):
    def compare(subject, workshop):
        path = workshop.write(subject)
        info = workshop.check(path)
        if "--treatment" in words and not has_constraints(info):
            raise Skip("nothing is constrained")
        one = outcome(lambda: simulate_short(workshop, path, info))
        found = outcome(lambda: simulate_short(workshop, path, info, *words))
        leave_out_what_ends(one, found)
        return both(one, found, lambda first, second: same_columns(first, second, OTHER_METHOD))
    return compare


def leave_out_what_ends(one, found):
    """A method that cannot do it says so, at the beginning or where it cannot go on."""
    if isinstance(found, Refused):
        raise Skip(str(found))
    if found.end and not isinstance(one, Refused) and not one.end:
        raise Skip(found.end)


def in_coordinates(name):
    """Columns that both have: coordinates that the parametrisation keeps, states, outputs, what is recorded."""
    def compare(subject, workshop):
        path = workshop.write(subject)
        info = workshop.check(path)
        if is_rough(workshop, subject, info):
            raise Skip("other coordinates close a rough start elsewhere")
        plain = outcome(lambda: simulate_short(workshop, path, info))
        found = outcome(lambda: simulate_short(workshop, path, info, "--parametrisation", name))
        leave_out_what_ends(plain, found)

        def common(one, other):
            return same_columns({key: one[key] for key in one if key in other}, other, OTHER_METHOD)
        return both(plain, found, common)
    return compare


def place(subject, workshop):
    """The file, what check says, a state near the start and the quantities there."""
    path = workshop.write(subject)
    info = workshop.check(path)
    state = random_state(subject, info, f"{subject.name} ways", 0.03 if has_constraints(info) else 0.3)
    return path, info, state, available(workshop, path, info, state)


def derived_by(method):
    def compare(subject, workshop):
        path, info, state, what = place(subject, workshop)
        # along the parameters of a quaternion forces are arbitrary (docs/theory.md, unit quaternions)
        unique = ("T", "V", "qdd") if unit_quaternions(info, random) else ("T", "V", "M", "G", "tau")
        what = ",".join(q for q in what.split(",") if q in unique)
        found = outcome(workshop.eval, path, state, what, "--method", method)
        if isinstance(found, Refused):
            raise Skip(str(found))
        return both(outcome(workshop.eval, path, state, what), found,
                    lambda one, other: same_numbers(one, other, ROUNDING))
    return compare


def solved_by(solution):
    def compare(subject, workshop):
        path, info, state, what = place(subject, workshop)
        if not has_constraints(info) or "qdd" not in what.split(","):
            raise Skip("no motion under constraints")
        found = outcome(workshop.eval, path, state, "qdd", "--constraints", solution)
        if isinstance(found, Refused):
            raise Skip(str(found))
        return both(outcome(workshop.eval, path, state, "qdd"), found,
                    lambda one, other: same_numbers(one, other, 100 * ROUNDING))
    return compare


def compare_list(subject, workshop):
    """States of a list, and each alone: the same bits, whatever stands beside them."""
    path, info, _state, what = place(subject, workshop)
    spread = 0.03 if has_constraints(info) else 0.3
    states = [as_json(info, random_state(subject, info, f"{subject.name} {k}", spread)) for k in range(40)]
    (workshop.folder / "states.json").write_text(json.dumps(states), encoding="utf-8")
    together = outcome(workshop.text_of, "eval", path, "--at", workshop.folder / "states.json", "--what", what)
    if isinstance(together, Refused):
        raise Skip(str(together))
    lines = []
    for k in (0, 17, 39):
        (workshop.folder / "state.json").write_text(json.dumps(states[k]), encoding="utf-8")
        alone = workshop.eval(path, workshop.folder / "state.json", what)
        lines += [f"state {k}: {line}" for line in same_numbers(alone, harness.flat(json.loads(together)[k]))]
    return lines


def compare_threads(subject, workshop):
    """The same bytes of a thousand rows by one thread and by two."""
    path, info, state, what = place(subject, workshop)
    source, names = random.Random(subject.name), [entry["name"] for entry in info["coordinates"]]
    columns = names + [f"{name}'" for name in names]
    start = dict(item.split(" = ", 1) for item in state.split(", "))
    rows = [[float(start[name]) + source.uniform(-0.01, 0.01) for name in columns] for _ in range(1000)]
    write_npy(workshop.folder / "states.npy", rows)
    others = ", ".join(f"{name} = {value}" for name, value in start.items()
                       if name not in columns and not name.endswith("''"))

    def by(threads):
        return workshop.text_of("eval", path, "--states", workshop.folder / "states.npy", "--columns", ", ".join(columns),
                                "--at", others, "--what", what, env={**os.environ, "OMP_NUM_THREADS": str(threads)})
    return both(outcome(by, 1), outcome(by, 2), lambda one, two: [] if one == two else ["the bytes differ"])


def write_npy(path, rows):
    header = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}"
    header = header.ljust(-(len(header) + 11) % 64 + len(header)) + "\n"
    values = [value for row in rows for value in row]
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
                     + struct.pack(f"<{len(values)}d", *values))


def as_json(info, state):
    kinds = {entry["name"]: kind for kind, key in (("inputs", "inputs"), ("states", "states"), ("params", "parameters"))
             for entry in info[key]}
    found = {"q": {}, "qd": {}, "qdd": {}, "tau": {}, "inputs": {}, "states": {}, "params": {}}
    for item in state.split(", "):
        name, value = item.split(" = ", 1)
        number = value.split()[0]
        if not re.fullmatch(r"[-+\d.e]+", value):
            raise Skip("parameters with units")
        if name == "t":
            found["t"] = float(number)
        elif name.startswith("tau["):
            found["tau"][name[4:-1]] = float(number)
        elif name in kinds:
            found[kinds[name]][name] = float(number)
        elif name.endswith("''"):
            found["qdd"][name[:-2]] = float(number)
        elif name.endswith("'"):
            found["qd"][name[:-1]] = float(number)
        else:
            found["q"][name] = float(number)
    return found


class Languages(test_languages.Languages):
    def runTest(self):
        pass


def compare_language(language):
    """The self-test of the generated code has states and the numbers of the evaluator."""
    def compare(subject, workshop):
        path, _info, _state, what = place(subject, workshop)
        what = ",".join(q for q in what.split(",") if not q.startswith(("out:", "fk:", "jac:")) or language != "octave")
        helper = Languages()
        helper.folder = workshop.folder
        if language != "c" and not test_languages.TOOLS[language]:
            raise Skip(f"nothing runs {language}")
        try:
            if language == "c":
                return self_test_of_c(path, what, workshop)
            helper.check_selftest(language, path, what)
        except AssertionError as failure:
            return str(failure).splitlines()[:3]
        return []
    return compare


def self_test_of_c(path, what, workshop):
    folder = workshop.folder / "c"
    workshop.text_of("code", path, "--what", what, "-o", folder)
    name = next(p.name for p in folder.glob("*_selftest.c"))[:-len("_selftest.c")]
    done = workshop.run("cc", "-std=c99", "-ffp-contract=off", "-o", folder / "program", folder / f"{name}.c",
                        folder / f"{name}_selftest.c", "-lm")
    if done.returncode:
        return done.stderr.splitlines()[:3]
    done = workshop.run(folder / "program")
    return [] if done.returncode == 0 else (done.stdout + done.stderr).splitlines()[:3]


class Units(unittest.TestCase):
    def runTest(self):
        pass


def compare_unit(version):
    """Co-simulation, the states at the end of a short time, at which simulate has a row."""
    def compare(subject, workshop):
        path = workshop.write(subject)
        info = workshop.check(path)
        begin, end = span_of(info)
        if begin:
            raise Skip("it begins at another time")
        one = outcome(lambda: simulate_short(workshop, path, info))
        archive = workshop.folder / "unit.fmu"
        done = workshop.bielle("fmu", path, "-o", archive, "--fmi", str(version))
        if isinstance(one, Refused) or done.returncode:
            raise Skip(str(one) if isinstance(one, Refused) else harness.first_error(done))
        try:
            unit = fmu_unit.Unit(Units(), archive, version, workshop.folder / "unit")
            t, x = unit.cosimulate(one["t"][-1], (one["t"][-1] or 1) / 7)
            unit.free()
        except AssertionError as failure:
            return str(failure).splitlines()[:3]
        lines = [] if abs(t - one["t"][-1]) < 1e-9 else [f"ends at {t!r} and {one['t'][-1]!r}"]
        for variable, value in zip(unit.states, x):
            if variable.name in one:
                scale = max(1e-3, max(map(abs, one[variable.name])))
                if abs(value - one[variable.name][-1]) > OTHER_METHOD * scale:
                    lines.append(f"{variable.name}: {one[variable.name][-1]!r} and {value!r} in the unit")
        return lines
    return compare


# ---- the joint that is cut

def compare_cut(seed, cut):
    """Against the cut between coupler and rocker."""
    def compare(workshop):
        one, other = (cuts.four_bar(seed, where) for where in (cuts.CUTS[0], cut))
        return both(outcome(workshop.simulate, one), outcome(workshop.simulate, other),
                    lambda first, second: same_columns(first, second, INTEGRATION))
    return compare


def ways():
    for method in INTEGRATORS:
        yield f"integrator {method}", simulate_with("--method", method)
    for treatment in TREATMENTS:
        yield f"treatment {treatment}", simulate_with("--treatment", treatment)
    for name in PARAMETRISATIONS:
        yield f"coordinates {name}", in_coordinates(name)
    for method in DERIVATIONS:
        yield f"derivation {method}", derived_by(method)
    for solution in SOLUTIONS:
        yield f"solution {solution}", solved_by(solution)
    for language in LANGUAGES:
        yield f"language {language}", compare_language(language)
    for version in (2, 3):
        yield f"unit of FMI {version}", compare_unit(version)
    yield "integrator rk4", simulate_with(*FIXED_STEPS)
    yield "list of states", compare_list
    yield "threads", compare_threads


def comparisons(seed):
    for subject in examples() + mechanisms(seed, 60, "ways"):
        for name, compare in ways():
            yield Comparison("ways", name, subject, bound(compare, subject))
    for k in range(1, 16):
        for cut in cuts.CUTS[1:]:
            name = f"{seed} cut {k}"
            yield Comparison("cut", cut, cuts.four_bar(name, cut), compare_cut(name, cut))


def bound(compare, subject):
    return lambda workshop: compare(subject, workshop)


if __name__ == "__main__":
    harness.main(comparisons, 70, "ways")
