#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the helpers src/codegen/runtime/* of generated code as text: embed_runtime.py OUTPUT.c

The build runs it. The arithmetic of sine and cosine comes from src/base/. What follows the line `---- pasted from here` of each file goes in, line by line.
"""
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "src" / "codegen" / "runtime"
KERNEL = FOLDER.parents[1] / "base" / "sincos.def"
HEAD = """// helpers of generated code, as text. Written by tools/embed_runtime.py.
// SPDX-License-Identifier: MIT
#include "codegen/code_model.h"

#include <string.h>

"""
TAIL = """const char *const *code_runtime_lines(const char *file)
{
  for (size_t k = 0; k < sizeof FILES / sizeof FILES[0]; k++) {
    if (strcmp(FILES[k].name, file) == 0) return FILES[k].lines;
  }
  return NULL;
}
"""


def literal(line):
    return '  "' + line.replace("\\", "\\\\").replace('"', '\\"') + '",\n'


def table(path):
    text = path.read_text(encoding="utf-8")
    lines = text.split("---- pasted from here\n", 1)[1].splitlines()
    return (f"static const char *const {array(path)}[] = {{\n"
            f"{''.join(map(literal, lines))}  NULL,\n}};\n\n")


def array(path):
    return path.name.replace(".", "_").upper()


def main():
    files = sorted(path for path in FOLDER.iterdir() if path.is_file()) + [KERNEL]
    rows = "".join(f'  {{ "{path.name}", {array(path)} }},\n' for path in files)
    index = ("static const struct {\n  const char *name;\n  const char *const *lines;\n} FILES[] = {\n"
             f"{rows}}};\n\n")
    Path(sys.argv[1]).write_text(HEAD + "".join(map(table, files)) + index + TAIL, encoding="utf-8")


if __name__ == "__main__":
    main()
