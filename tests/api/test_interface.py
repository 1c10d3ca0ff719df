#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The public interface: every function has an example in docs/api.md that compiles, runs and leaks
nothing it should not; the example of examples/embed runs; symbols and sizes of structs are those
that are written down (tests/api/abi.txt; --record writes it anew)."""
import json
import math
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
BINARY = Path(os.environ.get("BIELLE_BINARY_DIR", SOURCE / "build"))
ABI = SOURCE / "tests/api/abi.txt"
HEADERS = "".join(path.read_text() for path in sorted((SOURCE / "include/bielle").glob("*.h")))
FUNCTIONS = sorted(set(re.findall(r"BIELLE_API[^;]*?\b(bielle_\w+)\(", HEADERS)))
STRUCTS = sorted(set(re.findall(r"^} (Bielle\w+);", HEADERS, re.M)))
INCLUDES = ("#include <bielle/bielle.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
            "#include <string.h>\n")

faults = []


def check(holds, sentence):
    if not holds:
        faults.append(sentence)


def compile_and_run(folder, name, text, arguments=()):
    """Output of the C program `text`, linked with the shared library of the build."""
    source = folder / f"{name}.c"
    source.write_text(text)
    command = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", f"-I{SOURCE}/include", source,
               f"-L{BINARY}", "-lbielle", "-lm", "-o", folder / name]
    subprocess.run(command, check=True)
    done = subprocess.run([folder / name, *arguments], cwd=SOURCE, capture_output=True, text=True,
                          env={**os.environ, "LD_LIBRARY_PATH": str(BINARY)})
    check(done.returncode == 0, f"{name}: exit {done.returncode}\n{done.stderr}")
    return done.stdout


def check_examples(folder):
    blocks = re.findall(r"^```c\n(.*?)^```$", (SOURCE / "docs/api.md").read_text(), re.M | re.S)
    for function in FUNCTIONS:
        used = any(re.search(rf"\b{function}\(", block) for block in blocks)
        check(used, f"docs/api.md has no example of {function}")
    shown = [block.replace('"api_code"', f'"{folder}/api_code"')
             .replace('"half_car.fmu"', f'"{folder}/half_car.fmu"') for block in blocks[1:]]
    names = [re.search(r"\b(example_\w+)\(", block)[1] for block in shown]
    calls = "".join(f"  {name}(arm, model, diagnostics);\n" for name in names)
    declared = "".join(f"void {name}(const BielleMechanism *, const BielleModel *, "
                       "BielleDiagnostics *);\n" for name in names)
    main = f"""int main(void)
{{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *arm = NULL;
  BielleModel *model = NULL;
  if (bielle_mechanism_load("examples/rr/rr.bl", diagnostics, &arm) != BIELLE_OK ||
      bielle_model_derive(arm, NULL, diagnostics, &model) != BIELLE_OK) return 1;
{calls}  int errors = bielle_diagnostics_error_count(diagnostics);
  fputs(bielle_diagnostics_text(diagnostics), stderr);
  bielle_model_free(model);
  bielle_mechanism_free(arm);
  bielle_diagnostics_free(diagnostics);
  return errors;
}}
"""
    out = compile_and_run(folder, "examples", INCLUDES + declared + "".join(shown) + main)
    for wanted in ("coordinate θ2 [rad] starts at 0, within -inf .. inf", "M has 4 entries",
                   "wrong.bl:1:11 unknown frame 'q1'", "rr.c, ", "All 16 statements hold",
                   "Mobility 1"):
        check(wanted in out, f"the examples of docs/api.md do not print: {wanted}")


def check_embedded(folder):
    text = (SOURCE / "examples/embed/embed.c").read_text()
    out = compile_and_run(folder, "embed", text, ["examples/stanford/stanford.bl"])
    check("all equations: the caller ended it" in out, f"embed.c prints\n{out}")
    # against the command at the same state: sin of the last place of each coordinate
    q = [math.sin(float(i * 1000000 + 999999)) for i in range(6)]
    at = ", ".join(f"q{i + 1} = {value!r}" for i, value in enumerate(q))
    done = subprocess.run([BINARY / "bielle", "eval", SOURCE / "examples/stanford/stanford.bl",
                           "--at", at, "--what", "M,jac:wrist"], capture_output=True, text=True,
                          check=True)
    expected = json.loads(done.stdout)
    printed = [[float(word) for word in line.split()] for line in out.splitlines()
               if re.match(r"[ \d.-]+$", line)]
    wanted = expected["M"] + expected["jac:wrist"]
    near = len(printed) == len(wanted) and all(
        abs(a - b) < 1e-5 for row, want in zip(printed, wanted) for a, b in zip(row, want))
    check(near, f"embed.c and eval differ:\n{printed}\n{wanted}")


def check_abi(folder, record):
    lines = "".join(f'  printf("{name} %zu\\n", sizeof({name}));\n' for name in STRUCTS)
    sizes = compile_and_run(folder, "sizes", INCLUDES + "int main(void)\n{\n" + lines + "}\n")
    listed = subprocess.run(["nm", "-D", "--defined-only", BINARY / "libbielle.so"],
                            capture_output=True, text=True, check=True).stdout
    symbols = sorted(line.split()[-1] for line in listed.splitlines() if " T " in line)
    symbols = [symbol for symbol in symbols if not symbol.startswith("_")]
    check(symbols == FUNCTIONS, "the library does not export just what the headers declare: "
          f"{sorted(set(symbols) ^ set(FUNCTIONS))}")
    found = "\n".join(symbols) + "\n" + sizes
    if record:
        ABI.write_text(found)
    changed = sorted(set(found.splitlines()) ^ set(ABI.read_text().splitlines()))
    check(not changed, f"the binary interface has changed ({changed}): if that is meant, "
          "tests/api/test_interface.py --record, and CHANGELOG.md tells it")


with tempfile.TemporaryDirectory() as scratch:
    check_examples(Path(scratch))
    check_embedded(Path(scratch))
    check_abi(Path(scratch), "--record" in sys.argv)
for fault in faults:
    print(fault)
print(f"{len(FUNCTIONS)} functions, {len(STRUCTS)} structs, {len(faults)} faults")
sys.exit(1 if faults else 0)
