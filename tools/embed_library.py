#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write src/lang/library.c from lib/*.bl: the standard library travels inside the program.

With --check nothing is written; exits 1 if the file is not what it would be.
"""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEAD = """// library.c -- the standard library lib/*.bl as text. Written by tools/embed_library.py.
// SPDX-License-Identifier: MIT
#include "lang/library.h"

// clang-format off
static const char text[] =
"""
TAIL = """;
// clang-format on

const Source *library_source(void)
{
  static const Source source = { "standard library", text, sizeof text - 1 };
  return &source;
}
"""


def literal(line):
    return '"' + line.replace("\\", "\\\\").replace('"', '\\"') + '\\n"'


def lines_of_library():
    """Statements only: comments are for readers of lib/."""
    for path in sorted((ROOT / "lib").glob("*.bl")):
        for line in path.read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                yield line


def main():
    code = HEAD + "\n".join(literal(line) for line in lines_of_library()) + TAIL
    target = ROOT / "src" / "lang" / "library.c"
    if "--check" in sys.argv[1:]:
        if target.read_text() != code:
            sys.exit("src/lang/library.c is not lib/*.bl: run tools/embed_library.py")
        return
    target.write_text(code)


if __name__ == "__main__":
    main()
