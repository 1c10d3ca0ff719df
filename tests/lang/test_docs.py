#!/usr/bin/env python3
"""docs/language.md is complete, and its examples are good.

Every block marked `bl` in the documents reads without an error or a warning. Every statement, unit,
prefix, function, kind of joint, law and option is named in docs/language.md; the library has a page
of its own, which is generated. What the fuzzer of the parser begins with has every statement and word, too.
SPDX-License-Identifier: MIT
"""
import json
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


def grammar():
    done = subprocess.run([COMMAND, "dump", "--stage", "grammar"], capture_output=True, check=True)
    return json.loads(done.stdout)


def words(table):
    """(kind, word) of everything that the language has."""
    for statement in table["statements"]:
        yield "statement", statement["word"]
        for clause in statement["clauses"]:
            if clause["presence"] != "old":
                yield from (("word", word) for word in re.findall(r"\w+", clause["lead"]))
    yield from (("function", word) for word in table["functions"])
    yield from (("unit", word) for word in table["units"])
    for kind, file, macro in [
            ("kind of joint", "mechanism/joints.def", "JOINT"), ("law", "lang/syntax/tasks.def", "LAW")]:
        yield from ((kind, word) for word in rows(file, macro))


def main():
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
            faults += faults_of_examples(path, folder)
    text = (ROOT / "docs" / "language.md").read_text(encoding="utf-8")
    named = set(re.findall(r"\w+", " ".join(re.findall(r"```.*?```|`[^`\n]+`", text, re.S))))
    table = grammar()
    all_words = sorted(set(words(table)))
    faults += [f"docs/language.md does not name the {kind} '{word}'"
               for kind, word in all_words if word not in named]
    seeds = (path.read_text(encoding="utf-8", errors="replace")
             for path in (ROOT / "tests" / "fuzz" / "corpus" / "parser").rglob("*.bl"))
    seen = set(re.findall(r"\w+", " ".join(seeds)))
    faults += [f"no seed of the fuzzer has the {kind} '{word}'"
               for kind, word in all_words if kind != "unit" and word not in seen]
    headings = " ".join(re.findall(r"^### (.*)$", text, re.M))
    for statement in table["statements"]:
        if not statement["part"] and not re.search(rf"\b{statement['word']}\b", headings):
            faults.append(f"docs/language.md has no section on '{statement['word']}'")
    if len(all_words) < 100:
        faults.append("too few words were found to be those of the language")
    print("\n".join(faults) or f"{len(all_words)} words are documented")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
