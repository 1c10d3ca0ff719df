#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the helpers src/codegen/runtime/* of generated code as text: embed_runtime.py OUTPUT.c

The build runs it. The arithmetic of sine and cosine comes from src/base/, the laws of contacts from src/numeric/. What follows the line `---- pasted from here` of each file goes in, line by line. There NAME is an identifier, so that the files compile; in the text it is $NAME, which no name of a model can contain (code_named).
"""
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "src" / "codegen" / "runtime"
CONTACT = FOLDER.parents[1] / "numeric" / "contact"
SHARED = [FOLDER.parents[1] / "base" / "sincos.def", CONTACT / "complementarity.def",
          CONTACT / "coulomb_contact.def", CONTACT / "coulomb.def"]
HEAD = """// helpers of generated code, as text. Written by tools/embed_runtime.py.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"

#include <string.h>

"""
LONGEST = 100  # columns of generated code; longer lines would be broken
TAIL = """const char *const *code_runtime_lines(const char *file)
{
  for (size_t k = 0; k < sizeof FILES / sizeof FILES[0]; k++) {
    if (strcmp(FILES[k].name, file) == 0) return FILES[k].lines;
  }
  return NULL;
}

const char *const *code_runtime_words(const char *ending)
{
  for (size_t k = 0; k < sizeof WORDS / sizeof WORDS[0]; k++) {
    if (strcmp(WORDS[k].ending, ending) == 0) return WORDS[k].words;
  }
  return NULL;
}
"""


def literal(line):
    line = line.replace("NAME", "$NAME")
    return '  "' + line.replace("\\", "\\\\").replace('"', '\\"') + '",\n'


def table(path):
    text = path.read_text(encoding="utf-8")
    lines = text.split("---- pasted from here\n", 1)[1].splitlines()
    for line in lines:
        if len(line) > LONGEST and not line.endswith("\\"):
            sys.exit(f"{path}: a line of {len(line)} columns, {LONGEST} fit: {line}")
    return (f"static const char *const {array(path)}[] = {{\n"
            f"{''.join(map(literal, lines))}  NULL,\n}};\n\n")


def array(path):
    return path.name.replace(".", "_").upper()


def words_of(paths):
    """What helpers are called: x of NAME_x."""
    text = "".join(path.read_text(encoding="utf-8").split("---- pasted from here\n", 1)[1] for path in paths)
    return sorted(set(re.findall(r"\bNAME_([A-Za-z]\w*)", text)))


def word_tables(files):
    """By the ending of the files: .c, .py, ..."""
    endings = sorted({path.suffix[1:] for path in files if path.suffix != ".def"})
    tables, rows = "", ""
    for ending in endings:
        words = words_of(path for path in files if path.suffix == f".{ending}")
        lines = "".join(f'  "{word}",\n' for word in words)
        tables += f"static const char *const WORDS_{ending.upper()}[] = {{\n{lines}  NULL,\n}};\n\n"
        rows += f'  {{ "{ending}", WORDS_{ending.upper()} }},\n'
    return (f"{tables}static const struct {{\n  const char *ending;\n  const char *const *words;\n}} WORDS[] = {{\n"
            f"{rows}}};\n\n")


def main():
    files = sorted(path for path in FOLDER.glob("*/*") if path.is_file()) + SHARED
    rows = "".join(f'  {{ "{path.name}", {array(path)} }},\n' for path in files)
    index = ("static const struct {\n  const char *name;\n  const char *const *lines;\n} FILES[] = {\n"
             f"{rows}}};\n\n")
    Path(sys.argv[1]).write_text(HEAD + "".join(map(table, files)) + index + word_tables(files) + TAIL, encoding="utf-8")


if __name__ == "__main__":
    main()
