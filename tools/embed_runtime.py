#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write src/codegen/c_runtime_text.c from src/codegen/runtime/*.c: helpers of generated C as text.

What follows the line `// ---- pasted from here` of each file goes in, line by line. A unit test
fails if the text is not that of the files.
"""
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "src" / "codegen"
HELPERS = ("sign", "fail", "least_squares", "newton")
HEAD = """// c_runtime_text.c -- helpers of generated C, as text. Written by tools/embed_runtime.py.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

// clang-format off
"""


def literal(line):
    return '  "' + line.replace("\\", "\\\\").replace('"', '\\"') + '",\n'


def table(name):
    text = (FOLDER / "runtime" / f"{name}.c").read_text(encoding="utf-8")
    lines = text.split("// ---- pasted from here\n", 1)[1].splitlines()
    return (f"// runtime/{name}.c\nstatic const char *const {name.upper()}[] = {{\n"
            f"{''.join(map(literal, lines))}  NULL,\n}};\n\n")


def main():
    rows = "".join(f"    [C_RUNTIME_{name.upper()}] = {name.upper()},\n" for name in HELPERS)
    tail = (f"const char *const *c_runtime_lines(CRuntime helper)\n{{\n"
            f"  static const char *const *const LINES[] = {{\n{rows}  }};\n"
            f"  return LINES[helper];\n}}\n// clang-format on\n")
    tables = "".join(table(name) for name in HELPERS)
    (FOLDER / "c_runtime_text.c").write_text(HEAD + tables + tail, encoding="utf-8")


if __name__ == "__main__":
    main()
