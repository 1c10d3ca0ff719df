#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write the files of examples/ as C text: tools/embed_examples.py OUTPUT. The build calls it."""
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "examples"
DESCRIPTIONS = [".bl", ".def", ".sentence", ".urdf", ".xml", ".sdf"]  # what to look at first
TITLES = {".sentence": "The sentence of a robot: its joints and lengths in one line",
          ".urdf": "A robot in URDF"}
HEAD = """// examples as text. Written by tools/embed_examples.py.
// SPDX-License-Identifier: MIT
#include "app/cli/help/examples.h"

"""


def rank(path):
    is_description = path.suffix in DESCRIPTIONS
    return (DESCRIPTIONS.index(path.suffix) if is_description else len(DESCRIPTIONS), path.name)


def title(path):
    """What the description calls itself, else its first comment, else what sort of file it is."""
    text = path.read_text(encoding="utf-8")
    for pattern in (r'^mechanism \w+ "([^"]*)"', r"\A# ([^\n]*)", r"\A// \S+ -- ([^\n]*)"):
        found = re.search(pattern, text, re.MULTILINE)
        if found:
            return found.group(1)
    return TITLES.get(path.suffix, path.stem.replace("_", " ").capitalize())


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") + '"'


def main():
    lines, rows = [], []
    for folder in sorted(path for path in FOLDER.iterdir() if path.is_dir()):
        files = sorted((path for path in folder.rglob("*") if path.is_file()), key=rank)
        for number, path in enumerate(files):
            name = f"LINES_{len(rows)}"
            text = path.read_text(encoding="utf-8").splitlines(keepends=True)
            body = "".join(f"  {literal(line)},\n" for line in text)
            lines.append(f"static const char *const {name}[] = {{\n{body}  NULL,\n}};\n\n")
            told = title(path) if number == 0 else path.name
            rows.append(f"  {{ {literal(folder.name)}, {literal(told)}, "
                        f"{literal(str(path.relative_to(folder)))}, {name} }},\n")
    tail = (f"static const ExampleFile FILES[] = {{\n{''.join(rows)}}};\n\n"
            "const ExampleFile *example_files(int *count)\n{\n"
            "  *count = sizeof FILES / sizeof FILES[0];\n  return FILES;\n}\n")
    Path(sys.argv[1]).write_text(HEAD + "".join(lines) + tail, encoding="utf-8")


if __name__ == "__main__":
    main()
