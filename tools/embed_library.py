#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the standard library lib/*.bl as text: embed_library.py OUTPUT.c

The build runs it: the library travels inside the program.
"""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEAD = """// library.c -- the standard library lib/*.bl as text. Written by tools/embed_library.py.
// SPDX-License-Identifier: MIT
#include "lang/syntax/library.h"

static const char text[] = {
"""
TAIL = """
};

const Source *library_source(void)
{
  static const Source source = { "standard library", text, sizeof text };
  return &source;
}
"""


def numbers(line):
    """Bytes: compilers of C11 need not take a string of more than 4095 characters."""
    return "  " + "".join(f"{byte if byte < 128 else byte - 256}," for byte in (line + "\n").encode())


def lines_of_library():
    """Statements only: comments are for readers of lib/."""
    for path in sorted((ROOT / "lib").glob("*.bl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                yield line


def main():
    code = HEAD + "\n".join(numbers(line) for line in lines_of_library()) + TAIL
    Path(sys.argv[1]).write_text(code, encoding="utf-8")


if __name__ == "__main__":
    main()
