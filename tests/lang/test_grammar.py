#!/usr/bin/env python3
"""The grammar and the parser say the same.

Each production of src/lang/grammar.ebnf is, word for word, the comment of one function of the
parser, and no function carries a production that the grammar does not have.
SPDX-License-Identifier: MIT
"""
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(os.environ.get("BIELLE_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
LANG = ROOT / "src" / "lang"
PRODUCTION = re.compile(r"^(\w+) = .* ;$")


def grammar_productions():
    text = re.sub(r"\(\*.*?\*\)", "", (LANG / "grammar.ebnf").read_text(), flags=re.DOTALL)
    return [line for line in text.splitlines() if line.strip()]


def parser_productions():
    found = []
    for path in sorted(LANG.glob("pars*.c")):
        lines = path.read_text().splitlines()
        for number, line in enumerate(lines):
            comment = line.removeprefix("// ")
            if comment == line or not PRODUCTION.match(comment):
                continue
            name = comment.split(" ")[0]
            if f" parse_{name}(" not in lines[number + 1].replace("*", " "):
                sys.exit(f"{path.name}:{number + 1}: the function below is not parse_{name}")
            found.append(comment)
    return found


def main():
    grammar = grammar_productions()
    parser = parser_productions()
    problems = [f"not a production: {line}" for line in grammar if not PRODUCTION.match(line)]
    problems += [f"in the grammar only: {line}" for line in grammar if line not in parser]
    problems += [f"in the parser only:  {line}" for line in parser if line not in grammar]
    problems += [f"twice in the parser: {line}" for line in set(parser) if parser.count(line) > 1]
    names = [line.split(" ")[0] for line in grammar]
    used = set(re.findall(r"\b[a-z_]+\b", re.sub(r'"[^"]*"', "", " ".join(grammar))))
    problems += [f"undefined: {name}" for name in sorted(used - set(names))]
    problems += [f"defined twice: {name}" for name in set(names) if names.count(name) > 1]
    if len(grammar) < 20:
        problems.append("the grammar has too few productions to be the language")
    print("\n".join(problems) or f"{len(grammar)} productions agree")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
