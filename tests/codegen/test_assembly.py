#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generated assemble() and project_velocity() against the rest of the tool.

For each example with constraints, in double:
  - from starts a little off, with and without a coordinate that is held, assemble() ends where
    `bielle analyze assembly` ends, to 1e-12, if no freedom is left; otherwise at a closed
    configuration, which the analysis does not change;
  - project_velocity() leaves nothing of Phi_q qd + Phi_t and H qd + b_nh as `bielle eval` has them.
A four-bar that cannot be closed is reported with what is left open, and the header works in C++.
The code is compiled with the sanitizers. Exits 77 (skipped) if the command has not been built.
"""
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
COMMAND = Path(os.environ.get("BIELLE_COMMAND", ROOT / "build" / "bielle"))
SANITIZED = "-std=c99 -O0 -fsanitize=address,undefined -fno-sanitize-recover=all".split()
EXAMPLES = sorted(ROOT.glob("examples/*/*.bl"))
HELD = ["Phi", "Phi_q", "Phi_t"]
ROLLED = ["H", "b_nh"]
# These start next to a configuration in which more can move than elsewhere: there Phi = 0 determines
# q to the root of its own precision.
SINGULAR_MODELS = ("bennett", "bricard")
NARROW = {"wheelset_ivp": 0.01}  # its rail is 12 cm wide
SINGULAR = 1e-6


def run(*words, folder=None, exits=(0,)):
    """What a command prints; an exception unless it ends as expected."""
    result = subprocess.run([str(word) for word in words], cwd=folder, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if result.returncode not in exits:
        raise AssertionError(f"{' '.join(map(str, words))}\n{result.stdout}{result.stderr}")
    return result.stdout


def keys_of(example):
    """The constraints that the example has."""
    known = [group for group in (HELD, ROLLED)
             if subprocess.run([COMMAND, "count", example, "--what", group[0]],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0]
    return [key for group in known for key in group]


class Model:
    """Generated code of an example, compiled with a program that calls its functions."""

    def __init__(self, example, folder, keys):
        self.example, self.folder, self.keys = example, Path(folder), keys
        names = run(COMMAND, "code", example, "--what", ",".join(keys), "-o", folder).split()
        self.name = names[0][:-2]
        self.header = (self.folder / names[0]).read_text(encoding="utf-8")
        table = re.search(r"^//   index  coordinate .*\n((//    *\S.*\n)+)", self.header, re.MULTILINE)
        self.coordinates = re.findall(r"^//   \d+ +(\S+)", table[1], re.MULTILINE)
        self.count = len(self.coordinates)
        members = re.findall(r"_real (\w+); .*no default: set it(?:; (\S+) in the model)?", self.header)
        self.invented = {name: original or name for name, original in members}
        self.parameters = {name: 0.7 for name in self.invented.values()}

    def block(self, function, q, changing, held):
        """Statements that call the function and print its status and what it changed."""
        declared = re.search(rf" {self.name}_{function}\((.*?)\);", self.header, re.DOTALL)[1]
        words = {"p": "&p", "q": "q" if "qd[]" in declared else "x", "qd": "x", "held": "held",
                 "u": "u", "t": "0", "residual": "residual"}
        names = [re.search(r"(\w+)(\[\])?$", part.strip())[1] for part in declared.split(",")]
        arguments = ", ".join(words[name] for name in names)
        return (f"  {{ const {self.name}_real q[] = {{ {', '.join(map(repr, q))} }};\n"
                f"    {self.name}_real x[] = {{ {', '.join(map(repr, changing))} }}, residual[99];\n"
                f"    const int held[] = {{ {', '.join(map(str, held))} }};\n"
                f"    const {self.name}_real u[99] = {{ 0 }}; (void)u;\n"
                f'    (void)q; printf("%d", {self.name}_{function}({arguments}));\n'
                f'    for (int i = 0; i < {self.count}; i++) printf(" %.17g", x[i]);\n'
                '    printf("\\n"); }\n')

    def call(self, cases):
        """Status and what was changed, for each case: function, q, what changes, what is held."""
        program = (f'#include "{self.name}.h"\n#include <stdio.h>\nint main(void) {{\n'
                   f"  {self.name}_params p = {self.name}_default_params();\n"
                   f"{''.join(f'  p.{name} = 0.7;' for name in self.invented)}\n"
                   f"{''.join(self.block(*case) for case in cases)}  return 0;\n}}\n")
        (self.folder / "main.c").write_text(program, encoding="utf-8")
        run("gcc", *SANITIZED, f"{self.name}.c", "main.c", "-lm", "-o", "main", folder=self.folder)
        rows = [line.split() for line in run(self.folder / "main").splitlines()]
        return [(int(row[0]), [float(word) for word in row[1:]]) for row in rows]


def flat(value):
    return [entry for row in value for entry in flat(row)] if isinstance(value, list) else [value]


def assembled(example, folder, start=None, hold=None):
    """What `bielle analyze assembly` finds: the state, with its freedoms, or None."""
    path = Path(folder) / "start.json"
    path.write_text(json.dumps(start or {}), encoding="utf-8")
    words = ["--hold", hold] if hold else []
    said = run(COMMAND, "analyze", "assembly", example, "--at", path, "--as", "json", *words,
               exits=(0, 1))
    answer = json.loads(said)
    return {**answer["configurations"][0], "freedoms": answer["freedoms"]} if answer["closed"] else None


class Assembly(unittest.TestCase):
    def position_cases(self, model, closed):
        """Starts around a closed configuration, and where the analysis ends from them."""
        names, wanted, cases = list(closed["q"]), [], []
        for hold in (None, names[0]):
            for way in (0.05, -0.04):
                way *= NARROW.get(model.name, 1)
                start = {name: value + way * (1 - 0.3 * (i % 5))
                         for i, (name, value) in enumerate(closed["q"].items())}
                found = assembled(model.example, model.folder, {"q": start}, hold)
                if not found:
                    continue
                wanted.append(list(found["q"].values()) if found["freedoms"] == 0 else None)
                q = list(start.values())
                cases.append(("assemble", q, q, [int(name == hold) for name in names]))
        self.assertGreater(len(cases), 1)
        return cases, wanted

    def check_positions(self, model, got, wanted):
        bound = SINGULAR if model.name in SINGULAR_MODELS else 1e-12
        if wanted is None:
            start = {"q": dict(zip(model.coordinates, got))}
            wanted = assembled(model.example, model.folder, start)["q"].values()
        for mine, theirs in zip(got, wanted):
            self.assertLessEqual(abs(mine - theirs), bound * max(1, abs(theirs)),
                                 f"{got}, but the analysis finds {wanted}")

    def check_speeds(self, model, q, qd):
        """Nothing is left of the constraints on speeds."""
        path = model.folder / "state.json"
        state = {"params": model.parameters, "q": q, "qd": dict(zip(q, qd))}
        path.write_text(json.dumps(state), encoding="utf-8")
        asked = [key for key in model.keys if key != "Phi"]
        values = json.loads(run(COMMAND, "eval", model.example, "--at", path, "--what",
                                ",".join(asked)))
        for jacobian, rest in (("Phi_q", "Phi_t"), ("H", "b_nh")):
            entries, parts = flat(values.get(jacobian, [])), flat(values.get(rest, []))
            for i, part in enumerate(parts):
                row = entries[i * model.count:(i + 1) * model.count]
                terms = [part, *(a * v for a, v in zip(row, qd))]
                self.assertLessEqual(abs(sum(terms)), 1e-13 * (1 + sum(map(abs, terms))))

    def check_example(self, example, folder, keys):
        model = Model(example, folder, keys)
        cases, wanted = [], []
        if "Phi" in keys:
            q = assembled(example, folder)["q"]
            cases, wanted = self.position_cases(model, {"q": q})
        else:
            q = {name: 0.3 for name in model.coordinates}
        speeds = [0.7 - 0.4 * (i % 4) for i in range(model.count)]
        for hold in (-1, model.count - 1):
            held = [int(i == hold) for i in range(model.count)]
            cases.append(("project_velocity", list(q.values()), speeds, held))
        for k, (status, got) in enumerate(model.call(cases)):
            function, _, start, held = cases[k]
            if function == "assemble":
                self.assertEqual(status, 0, cases[k])
                self.check_positions(model, got, wanted[k])
            elif status == 0 or not any(held):  # a speed may be one that must be zero
                self.assertEqual(status, 0, cases[k])
                self.check_speeds(model, q, got)
            for j in range(model.count):
                if held[j]:
                    self.assertEqual(got[j], start[j])

    def test_examples(self):
        for example in EXAMPLES:
            keys = keys_of(example)
            if not keys:
                continue
            with self.subTest(example=example.name), tempfile.TemporaryDirectory() as folder:
                self.check_example(example, folder, keys)

    def test_what_cannot_be_closed_is_said_to_be_open(self):
        example = ROOT / "examples" / "four_bar" / "four_bar.bl"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "long.bl"
            text = example.read_text(encoding="utf-8")
            path.write_text(re.sub(r"l5 = [\d.]+", "l5 = 3", text), encoding="utf-8")
            model = Model(path, folder, HELD)
            self.assertIsNone(assembled(path, folder))
            (status, _), = model.call([("assemble", [0.1] * 3, [0.1] * 3, [0] * 3)])
            self.assertIn(status, (1, 2))

    def test_the_change_is_the_least(self):
        """Of a quaternion e it is along e: to e/|e|, and of its rates to those without e . e'. Parts of e that are
        nearly zero do nearly nothing alone; they must not go the farther for that."""
        text = "mechanism ball\njoint j : spherical quaternion from ground\nbody b on j : sphere radius 0.1 m density 1000\n"
        e, rates = [1.0, 3e-7, -0.2, 2e-5], [0.3, -1.0, 0.5, 2.0]
        length, off = math.hypot(*e), sum(a * b for a, b in zip(e, rates))
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "ball.bl"
            path.write_text(text, encoding="utf-8")
            model = Model(path, folder, HELD)
            (_, closed), (_, projected) = model.call([("assemble", e, e, [0] * 4),
                                                      ("project_velocity", e, rates, [0] * 4)])
        for a, b, now, then in zip(e, rates, closed, projected):
            self.assertAlmostEqual(now, a / length, delta=1e-4 * abs(a))  # Newton's steps are not quite straight
            self.assertAlmostEqual(then, b - a * off / length**2, delta=1e-14)

    def test_the_header_is_good_for_cpp(self):
        example = ROOT / "examples" / "rolling_disk" / "rolling_disk.bl"
        with tempfile.TemporaryDirectory() as folder:
            model = Model(example, folder, HELD + ROLLED)
            (Path(folder) / "main.cpp").write_text(
                f'#include "{model.name}.h"\n'
                "int main() {\n"
                f"  const {model.name}_params p = {model.name}_default_params();\n"
                f"  {model.name}_real q[6] = {{}}, residual[1];\n"
                f"  return {model.name}_assemble(&p, q, nullptr, residual);\n"
                "}\n", encoding="utf-8")
            run("gcc", "-std=c99", "-c", f"{model.name}.c", folder=folder)
            run("g++", "-std=c++11", "-Wall", "-Wextra", "-Wconversion", "-Werror", "main.cpp",
                f"{model.name}.o", "-lm", "-o", "main", folder=folder)
            run(Path(folder) / "main")


class RandomStarts(unittest.TestCase):
    """A thousand of them: one of the solutions of the analysis, no angle by more than half a turn away."""

    def check(self, example, lengths):
        random.seed(example)
        path = ROOT / "examples" / example / f"{example}.bl"
        with tempfile.TemporaryDirectory() as folder:
            model = Model(path, folder, HELD)
            names, starts, solutions = model.coordinates, [], []
            for _ in range(10):
                crank = random.uniform(-9, 9)
                said = run(COMMAND, "analyze", "assembly", path, "--at", f"{names[0]} = {crank!r}", "--hold",
                           names[0], "--all", "--as", "json")
                known = [[c["q"][name] for name in names] for c in json.loads(said)["configurations"]]
                for _ in range(100):
                    starts.append([crank, *(random.uniform(-0.6, 0.6) if name in lengths else
                                            random.uniform(-9, 9) for name in names[1:])])
                    solutions.append(known)
            held = [1] + [0] * (len(names) - 1)
            ends = model.call([("assemble", start, start, held) for start in starts])
        closed = sum(status == 0 for status, _ in ends)
        print(f"{example}: {closed} of {len(ends)} random starts close", file=sys.stderr)
        self.assertEqual(closed, len(ends))
        for start, known, (_, end) in zip(starts, solutions, ends):
            ways = [0 if name in lengths else b - a for name, a, b in zip(names, start, end)]
            self.assertLess(max(map(abs, ways)), math.pi + 1e-9, start)
            offs = [[abs(a - b) if name in lengths else abs(math.remainder(a - b, 2 * math.pi))
                     for name, a, b in zip(names, end, one)] for one in known]
            self.assertLess(min(map(max, offs)), 1e-9, start)

    def test_four_bar(self):
        self.check("four_bar", ())

    def test_slider_crank(self):
        self.check("slider_crank_articular", ("x",))


if __name__ == "__main__":
    if not COMMAND.exists():
        sys.exit(77)
    unittest.main()
