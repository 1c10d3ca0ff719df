#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Generate C from every example, compile it, run it, compare.

For examples/*/*.bl, some of them drawn by chance (all with BIELLE_EVERY_EXAMPLE), in double and in float,
with and without batched functions:
  - two generations give the same bytes;
  - gcc and clang read it without a word under the warnings of docs/generated-code.md;
  - the self-test, compiled by gcc in double and by clang in float, agrees; in double without
    contraction, to the last bit (what compilers optimise, tests/unit/codegen looks at);
  - many states at once give the bits of one at a time: batches of 1 to 9 states and a large one,
    within larger arrays, where some states have no answer, too;
  - no line is longer than 100 columns and no path of this machine is in the files.
In double, the functions also give the numbers of `bielle eval` at a state of this script's choice.
Exits 77 (skipped) if the command has not been built.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
COMMAND = Path(os.environ.get("BIELLE_COMMAND", ROOT / "build" / "bielle"))
sys.path.insert(0, str(ROOT / "tests" / "support"))
from sample import sample  # noqa: E402
WARNINGS = ("-std=c99 -pedantic -Wall -Wextra -Wconversion -Wshadow -Wdouble-promotion "
            "-Werror").split()
WIDEST = ["-mavx2"] if "avx2" in Path("/proc/cpuinfo").read_text(encoding="utf-8") else []
EXAMPLES = sorted(ROOT.glob("examples/*/*.bl"))
KEYS = {"M": "mass_matrix", "h": "bias", "G": "gravity", "tau": "inverse_dynamics"}


def run(*words, folder=None):
    """What a command prints; an exception unless it ends well."""
    result = subprocess.run([str(word) for word in words], cwd=folder, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if result.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, words))}\n{result.stdout}{result.stderr}")
    return result.stdout


def generate(example, folder, *options):
    """The files of one generation, by name."""
    names = run(COMMAND, "code", example, "--lang", "c", *options, "-o", folder).split()
    return {name: (Path(folder) / name).read_text(encoding="utf-8") for name in names}


# Roots that have values only near the start.
NARROW = ("wheelset_ivp",)


def parameters_of(header):
    """Members of the parameter struct: C name to name in the model."""
    struct = re.search(r"typedef struct \w+_params \{\n(.*?)\}", header, re.DOTALL)[1]
    found = {}
    for member, comment in re.findall(r"_real (\w+); *// (.*)", struct):
        original = re.search(r"; (\S+) in the model", comment)
        found[member] = original[1] if original else member
    return found


def names_of(header, what):
    """Names in the model of inputs, or states, in the order of the array."""
    table = re.search(rf"^//   index  {what} .*\n((//   \d.*\n)+)", header, re.MULTILINE)
    return re.findall(r"^//   \d+ +(\S+)", table[1], re.MULTILINE) if table else []


def arguments_of(header, function):
    """What the function is called with, as far as its declaration names it."""
    declared = re.search(rf" {function}\((.*?)\);", header, re.DOTALL)[1]
    names = [re.search(r"(\w+)(\[\])?$", part.strip())[1] for part in declared.split(",")]
    return ", ".join("&p" if name == "p" else name for name in names[:-1])


def main_program(name, files, state):
    """A program that prints the quantities of KEYS at the state, one number a line."""
    header = files[f"{name}.h"]
    count = int(re.search(r"_COORDINATES (\d+)", header)[1])
    lines = [f'#include "{name}.h"', "#include <stdio.h>", "int main(void) {",
             f"  {name}_params p = {name}_default_params();"]
    for member, original in parameters_of(header).items():
        lines.append(f"  p.{member} = {state['params'][original]!r};")
    for array, key in (("q", "q"), ("qd", "qd"), ("qdd", "qdd"), ("u", "inputs"),
                       ("s", "states"), ("z", "discrete")):
        values = ", ".join(repr(value) for value in state[key].values()) or "0"
        lines.append(f"  const {name}_real {array}[] = {{ {values} }};")
        lines.append(f"  (void){array};")
    lines.append(f"  const {name}_real t = {state['t']!r}; (void)t;")
    for key, function in KEYS.items():
        size = count * count if key == "M" else count
        lines.append(f"  {{ {name}_real out[{size}]; {name}_{function}("
                     f"{arguments_of(header, name + '_' + function)}, out);")
        lines.append(f'    for (int i = 0; i < {size}; i++) printf("%.17g\\n", out[i]); }}')
    return "\n".join([*lines, "  return 0;", "}", ""])


BATCH_HEAD = """#include "{name}.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
enum {{ STRIDE = 613, LENGTH = {length} }};
typedef {name}_real Entries[LENGTH * STRIDE];
static Entries q, qd, qdd, tau, u, s, z, t;
static {name}_real many[{size} * STRIDE], one[{size}], x[8][LENGTH];
static int is_bad(const char *name, int count, int size, int failed)
{{
  for (int i = 0; i < size; i++)
    for (int j = count; j < STRIDE; j++)
      if (many[i * STRIDE + j] != 77) return printf("%s writes beyond %d\\n", name, count);
  return failed ? printf("%s: %d states differ in how many fail\\n", name, count) : 0;
}}
static int differs(const char *name, int count, int size, int j)
{{
  for (int i = 0; i < size; i++) {{
    const {name}_real *got = &many[i * STRIDE + j];
    if (memcmp(got, &one[i], sizeof one[i]) && !(isnan(*got) && isnan(one[i])))
      return printf("%s, state %d of %d, entry %d: %.17g, alone %.17g\\n", name, j, count, i,
                    (double)*got, (double)one[i]);
  }}
  return 0;
}}
static void gather({name}_real *to, const {name}_real *from, int j)
{{
  for (int i = 0; i < LENGTH; i++) to[i] = from[i * STRIDE + j];
}}
int main(void)
{{
  const int counts[] = {{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 601 }};
  {name}_real *const all[] = {{ q, qd, qdd, tau, u, s, z, t }};
  const {name}_params p = {name}_default_params();
  unsigned seed = 1;
  for (int k = 0; k < 8; k++)
    for (int i = 0; i < LENGTH * STRIDE; i++) {{
      seed = seed * 1664525u + 1013904223u;
      all[k][i] = seed >> 28 ? ({name}_real)(seed >> 8) / ({name}_real)4e6 - 2 : 0;
      if (seed >> 24 == 77) all[k][i] *= 1000000;  // an angle that is far
    }}
  for (int c = 0; c < 11; c++) {{
    const int count = counts[c];
"""
BATCH_CALL = """    {{
      int failed = 0;
      for (int i = 0; i < {size} * STRIDE; i++) many[i] = 77;
      {many}
      for (int j = 0; j < count; j++) {{
        for (int k = 0; k < 8; k++) gather(x[k], all[k], j);
        {one}
        if (differs("{function}", count, {size}, j)) return 1;
      }}
      if (is_bad("{function}", count, {size}, failed)) return 1;
    }}
"""
ARRAYS = ("q", "qd", "qdd", "tau", "u", "s", "z", "t")


def batch_call(name, header, function, size):
    """Statements that call a function for many states, and for each of them."""
    type_, declared = re.search(rf"^(\w+) {function}\((.*?)\);", header,
                                re.DOTALL | re.MULTILINE).groups()
    names = [re.search(r"(\w+)(\[\])?$", part.strip())[1] for part in declared.split(",")][1:]
    is_returned = type_ == f"{name}_real"
    inputs = names if is_returned else names[:-1]
    single = ", ".join(["&p"] + [f"x[{ARRAYS.index(each)}]" + "[0]" * (each == "t")
                                 for each in inputs] + ["one"] * (not is_returned))
    before, after = {"void": ("", ""), "int": ("failed -= ", " != 0")}.get(type_, ("one[0] = ", ""))
    count = "failed = " if type_ == "int" else ""
    return BATCH_CALL.format(function=function, size=size,
                             many=f"{count}{function}_batch({', '.join(['&p, count, STRIDE', *inputs, 'many'])});",
                             one=f"{before}{function}({single}){after};")


def batch_program(name, header):
    """A program that compares functions of many states with those of one."""
    macros = dict(re.findall(r"^#define (\w+) (\d+)$", header, re.MULTILINE))
    upper = name.upper()
    length = max(int(macros.get(f"{upper}_{word}", 0))
                 for word in ("COORDINATES", "INPUTS", "STATES", "DISCRETES")) + 1
    functions = re.findall(r"^\w+ (\w+)_batch\(", header, re.MULTILINE)
    sizes = {function: int(macros.get(function.upper() + "_SIZE", 1)) for function in functions}
    return "".join([BATCH_HEAD.format(name=name, length=length, size=max(sizes.values())),
                    *(batch_call(name, header, function, size) for function, size in sizes.items()),
                    "  }\n  return 0;\n}\n"])


def flat(value):
    return [entry for row in value for entry in flat(row)] if isinstance(value, list) else [value]


class GeneratedCode(unittest.TestCase):
    def check_example(self, example, options):
        with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as again:
            files = generate(example, folder, *options)
            if "--float" not in options:
                self.assertEqual(files, generate(example, again, *options), "same bytes")
            for file, text in files.items():
                self.assertLessEqual(max(map(len, text.splitlines())), 100, file)
                self.assertNotIn(str(ROOT), text)
                self.assertNotIn(folder, text)
            source = next(name for name in files if name.endswith(".c") and "selftest" not in name)
            name = source[:-2]
            runs, reads = ("clang", "gcc") if "--float" in options else ("gcc", "clang")
            files_of_c = [source, f"{name}_selftest.c"]
            run(reads, *WARNINGS, "-fsyntax-only", *files_of_c, folder=folder)
            run(runs, *WARNINGS, *WIDEST, "-ffp-contract=off", "-c", source, folder=folder)
            run(runs, *WARNINGS, f"{name}.o", f"{name}_selftest.c", "-lm", "-o", "selftest",
                folder=folder)
            said = run(Path(folder) / "selftest")
            agreed = re.fullmatch(r".*: (\d+) values agree, (\d+) of them to the last bit"
                                  r"(; \d+ are not determined and were not compared)?\n", said)
            self.assertIsNotNone(agreed, said)
            if "--float" not in options:
                self.assertEqual(agreed[1], agreed[2], said)
            self.check_batches(name, files, folder, [runs, f"{name}.o"])

    def check_batches(self, name, files, folder, command):
        """The command compiles what batches are called from, with what they are in."""
        (Path(folder) / "batches.c").write_text(batch_program(name, files[f"{name}.h"]),
                                                encoding="utf-8")
        run(*command, "-std=c99", "batches.c", "-lm", "-o", "batches", folder=folder)
        run(Path(folder) / "batches")

    def test_examples_in_double(self):
        for example in sample(EXAMPLES, 3, "double"):
            with self.subTest(example=example.name):
                self.check_example(example, ["--batch"])

    def test_examples_in_float(self):
        for example in sample(EXAMPLES, 8, "float"):
            with self.subTest(example=example.name):
                self.check_example(example, ["--float", "--batch"])

    def test_batches_with_other_registers_threads_and_sanitizers(self):
        """As wide as every processor of the family has them, without vectors, and on threads."""
        asan = ("-fopenmp", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
        for name in ("cart_pole", "quarter_car"):
            for options in ((), ("--float",), ("--portable",)):
                with self.subTest(example=name, options=options), \
                        tempfile.TemporaryDirectory() as folder:
                    example = ROOT / f"examples/{name}/{name}.bl"
                    files = generate(example, folder, "--batch", *options)
                    for flags in ((), ("-U__SSE2__",), (*WIDEST, *asan)):
                        for compiler in ("gcc", "clang"):
                            self.check_batches(name, files, folder,
                                               [compiler, "-O2", "-ffp-contract=off", *flags,
                                                f"{name}.c"])

    def test_constrained_motion_by_each_treatment(self):
        asked = {"augmented": "qdd,lambda", "projector": "qdd,lambda,Pc",
                 "partition": "qdd,lambda,N,Ndotqd,M_in,h_in,G_in,tau_in,qdd_in"}
        for name in ("four_bar_driven", "slider_crank_full", "unicycle"):
            for treatment, keys in asked.items():
                with self.subTest(example=name, treatment=treatment):
                    self.check_example(ROOT / f"examples/{name}/{name}.bl",
                                       ["--what", keys, "--constraints", treatment, "--batch"])

    def test_a_linkage_folded_flat_names_a_constraint(self):
        """A parallelogram in one line: one of its two closures follows from the other."""
        program = """#include "four_bar_driven.h"
            #include <stdio.h>
            int main(void) {
              four_bar_driven_params p = four_bar_driven_default_params();
              p.l1 = p.l3 = 0.5;
              p.l2 = p.l0 = 1;
              for (int k = 0; k < 2; k++) {
                const double q[] = { 0.3 * k, -0.3 * k, 0.3 * k }, zero[3] = { 0, 0, 0 };
                double qdd[3];
                const int place = four_bar_driven_forward_dynamics_constrained(&p, q, zero, zero, qdd);
                printf("%d %d\\n", place, qdd[0] != qdd[0]);
              }
              return 0;
            }"""
        with tempfile.TemporaryDirectory() as folder:
            files = generate(ROOT / "examples/four_bar_driven/four_bar_driven.bl", folder, "--what",
                             "qdd")
            self.assertIn("(4 pin: x, 5 pin: y)", re.sub(r"\n// ", " ", files["four_bar_driven.h"]))
            (Path(folder) / "main.c").write_text(program, encoding="utf-8")
            run("gcc", "-std=c99", "four_bar_driven.c", "main.c", "-lm", "-o", "main", folder=folder)
            self.assertIn(run(Path(folder) / "main"), ("4 1\n0 0\n", "5 1\n0 0\n"))

    def check_numbers(self, example, folder):
        files = generate(example, folder)
        name = next(file for file in files if file.endswith(".h"))[:-2]
        if any(f" {name}_{function}(" not in files[f"{name}.h"] for function in KEYS.values()):
            return
        model = list(parameters_of(files[f"{name}.h"]).values())
        state = {"params": {key: 0.75 + 0.125 * (i % 5) for i, key in enumerate(model)}}
        path = Path(folder) / "state.json"
        path.write_text(json.dumps(state), encoding="utf-8")
        said = run(COMMAND, "eval", example, "--at", path, "--what", "G")
        coordinates = json.loads(said)["coordinates"]
        for shift, array in enumerate(("q", "qd", "qdd")):
            state[array] = {q: 0.3 + 0.37 * i - 0.5 * shift for i, q in enumerate(coordinates)}
        if example.stem in NARROW:
            described = json.loads(run(COMMAND, "check", example, "--json"))
            state["params"] = {item["name"]: item["value"] for item in described["parameters"]}
            state["q"] = {item["name"]: item["start"] for item in described["coordinates"]}
        state["t"] = 0.375
        for part, what in (("inputs", "input"), ("states", "state"), ("discrete", "discrete")):
            state[part] = {u: 1.5 + i for i, u in enumerate(names_of(files[f"{name}.h"], what))}
        path.write_text(json.dumps(state), encoding="utf-8")
        expected = json.loads(run(COMMAND, "eval", example, "--open", "--at", path, "--what",
                                  ",".join(KEYS)))
        (Path(folder) / "main.c").write_text(main_program(name, files, state), encoding="utf-8")
        run("gcc", "-std=c99", "-O1", f"{name}.c", "main.c", "-lm", "-o", "main", folder=folder)
        got = [float(line) for line in run(Path(folder) / "main").split()]
        wanted = [value for key in KEYS for value in flat(expected[key])]
        self.assertEqual(len(got), len(wanted))
        scale = max(1.0, max(map(abs, wanted)))
        for mine, theirs in zip(got, wanted):
            # two programs of at most some thousand operations each
            self.assertLessEqual(abs(mine - theirs), 1e4 * sys.float_info.epsilon * scale)

    def test_numbers_are_those_of_eval(self):
        for example in sample(EXAMPLES, 2, "numbers"):
            with self.subTest(example=example.name), tempfile.TemporaryDirectory() as folder:
                self.check_numbers(example, folder)


if __name__ == "__main__":
    if not COMMAND.exists():
        sys.exit(77)
    unittest.main()
