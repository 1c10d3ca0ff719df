#!/usr/bin/env python3
"""docs/language.md is complete, and its examples are good.

Every block marked `bl` in the documents reads without an error or a warning. Every statement, unit,
prefix, function, kind of joint, law, controller, option and element of the library is named in
docs/language.md.
SPDX-License-Identifier: MIT
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(os.environ.get("BIELLE_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
COMMAND = os.environ.get("BIELLE_COMMAND", str(ROOT / "build" / "bielle"))
BLOCK = re.compile(r"^```bl\n(.*?)^```", re.MULTILINE | re.DOTALL)


def faults_of_examples(path, folder):
    text = path.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        line = text.count("\n", 0, block.start()) + 1
        example = pathlib.Path(folder) / "example.bl"
        example.write_text(block.group(1), encoding="utf-8")
        run = subprocess.run([COMMAND, "check", str(example)], capture_output=True, text=True)
        if run.returncode != 0 or run.stderr:
            yield f"{path.name}:{line}: {run.stderr.strip()}"


def rows(table, macro):
    """First text in quotes of each row of an X-macro table."""
    text = (ROOT / "src" / table).read_text(encoding="utf-8")
    return re.findall(rf'^{macro}\([^"\n]*"([^"]*)"', text, re.MULTILINE)


def words():
    """(kind, word) of everything that the language has."""
    text = (ROOT / "src/lang/words.def").read_text(encoding="utf-8")
    yield from (("word", word) for word in re.findall(r'^RESERVED\(\w+,\s*"(\w+)"', text, re.M))
    for kind, table, macro in [
            ("unit", "lang/units.def", "UNIT"), ("function", "lang/functions.def", "FUNCTION"),
            ("kind of joint", "mechanism/joints.def", "JOINT"), ("law", "lang/tasks.def", "LAW"),
            ("controller", "lang/tasks.def", "CONTROLLER")]:
        yield from ((kind, word) for word in rows(table, macro))
    tasks = (ROOT / "src/lang/tasks.def").read_text(encoding="utf-8")
    yield from (("option", word)
                for word in re.findall(r'^OPTION\(\w+,\s*"\w*",\s*"(\w+)"', tasks, re.M))
    for path in sorted((ROOT / "lib").glob("*.bl")):
        elements = re.findall(r"^element (\w+)", path.read_text(encoding="utf-8"), re.M)
        yield from (("element", word) for word in elements)


def main():
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
            faults += faults_of_examples(path, folder)
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\w+", " ".join(re.findall(r"```.*?```|`[^`\n]+`", text, re.S))))
    all_words = list(words())
    faults += [f"docs/language.md does not name the {kind} '{word}'"
               for kind, word in all_words if word not in named]
    headings = " ".join(re.findall(r"^### (.*)$", text, re.M))
    source = (ROOT / "src/lang/words.def").read_text(encoding="utf-8")
    for word in re.findall(r'^RESERVED\(\w+,\s*"(\w+)",\s*WORD_STATEMENT', source, re.M):
        if not re.search(rf"\b{word}\b", headings):
            faults.append(f"docs/language.md has no section on '{word}'")
    if len(all_words) < 100:
        faults.append("too few words were found to be those of the language")
    print("\n".join(faults) or f"{len(all_words)} words are documented")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
