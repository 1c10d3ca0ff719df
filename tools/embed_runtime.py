#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the helpers src/codegen/runtime/*.c of generated C as text: embed_runtime.py OUTPUT.c

The build runs it. What follows the line `// ---- pasted from here` of each file goes in, line by
line.
"""
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "src" / "codegen" / "runtime"
HELPERS = ("sign", "table", "fail", "least_squares", "newton")
HEAD = """// helpers of generated C, as text. Written by tools/embed_runtime.py.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

"""


def literal(line):
    return '  "' + line.replace("\\", "\\\\").replace('"', '\\"') + '",\n'


def table(name):
    text = (FOLDER / f"{name}.c").read_text(encoding="utf-8")
    lines = text.split("// ---- pasted from here\n", 1)[1].splitlines()
    return (f"static const char *const {name.upper()}[] = {{\n"
            f"{''.join(map(literal, lines))}  NULL,\n}};\n\n")


def main():
    rows = "".join(f"    [C_RUNTIME_{name.upper()}] = {name.upper()},\n" for name in HELPERS)
    tail = (f"const char *const *c_runtime_lines(CRuntime helper)\n{{\n"
            f"  static const char *const *const LINES[] = {{\n{rows}  }};\n"
            f"  return LINES[helper];\n}}\n")
    tables = "".join(table(name) for name in HELPERS)
    Path(sys.argv[1]).write_text(HEAD + tables + tail, encoding="utf-8")


if __name__ == "__main__":
    main()
