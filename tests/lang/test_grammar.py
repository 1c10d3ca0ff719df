#!/usr/bin/env python3
"""The grammar is that of the table and of the parser, and whole: every name in it is a production or
a token, once, and every production is reached from `description`. The page of the language has the
table's reference.
SPDX-License-Identifier: MIT
"""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(os.environ.get("BIELLE_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
PRODUCTION = re.compile(r"^(\w+) = (.*?) ;$", re.DOTALL)


def productions():
    text = (ROOT / "docs" / "grammar.ebnf").read_text(encoding="utf-8")
    text = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
    for part in re.split(r"\n(?=\w)", text.strip()):
        match = PRODUCTION.match(part.strip())
        if not match:
            sys.exit(f"not a production: {part}")
        yield match[1], set(re.findall(r"\b[a-z_]+\b", re.sub(r'"[^"]*"', "", match[2])))


def main():
    subprocess.run([sys.executable, ROOT / "tools" / "make_reference.py", "--check"], check=True)
    rules = list(productions())
    uses = dict(rules)
    problems = [f"defined twice: {name}" for name in uses if [r[0] for r in rules].count(name) > 1]
    problems += [f"undefined: {name}" for name in sorted(set().union(*uses.values()) - set(uses))]
    reached, ahead = set(), ["description"]
    while ahead:
        name = ahead.pop()
        if name not in reached:
            reached.add(name)
            ahead += uses.get(name, ())
    problems += [f"never used: {name}" for name in sorted(set(uses) - reached)]
    if len(rules) < 60:
        problems.append("the grammar has too few productions to be the language")
    print("\n".join(problems) or f"{len(rules)} productions")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
