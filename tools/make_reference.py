#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write src/lang/grammar.ebnf and the reference table of docs/language.md.

Statements come from the table of the language (`bielle dump --stage grammar`), values from the
productions that the parser's functions carry as comments. With --check nothing is written; exits 1
if a file is not what it would be. BIELLE_COMMAND names the command.
"""
import json
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parent.parent))
LANG = ROOT / "src" / "lang"
PAGE = ROOT / "docs" / "language.md"
PRODUCTION = re.compile(r"^// ((\w+) = .*? ;)(?:   (.*))?$")
HEAD = """(* grammar.ebnf -- the description language. Written by tools/make_reference.py from statements.def
   and from the comments of the parser.

   NAME, NUMBER, STRING and END are tokens (lexer.h). NEWLINE is the end of a line that does not
   end in a comma and has no open bracket, or a ';'. A unit's marks and names touch each other, and
   a unit stands on the line of what it belongs to. *)

"""
MARKS = "<!-- statements.def begins -->\n", "<!-- statements.def ends -->\n"


def grammar():
    command = os.environ.get("BIELLE_COMMAND", str(ROOT / "build" / "bielle"))
    done = subprocess.run([command, "dump", "--stage", "grammar"], check=True, capture_output=True)
    return json.loads(done.stdout)


def parser_productions():
    """(production, remark) of every function of the parser that carries one."""
    for path in sorted(LANG.glob("pars*.c")):
        lines = path.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            match = PRODUCTION.match(line)
            if not match:
                continue
            if f" parse_{match[2]}(" not in lines[number + 1].replace("*", " "):
                sys.exit(f"{path.name}:{number + 1}: the function below is not parse_{match[2]}")
            yield match[1], match[3]


def folded(production):
    return textwrap.fill(production, 100, subsequent_indent="    ", break_long_words=False,
                         break_on_hyphens=False)


def ebnf(statements):
    words = [s["word"] for s in statements if not s["part"]]
    shapes = [s["word"] for s in statements if s["part"]]
    lines = [f"statement = ( {' | '.join(words)} ), ( NEWLINE | END ) ;"]
    lines += [s["production"] for s in statements if not s["part"]]
    lines += [f"shape = {' | '.join(shapes)} ;"]
    lines += [s["production"] for s in statements if s["part"]]
    for production, remark in parser_productions():
        lines.append(production + (f" (* {remark} *)" if remark else ""))
    return HEAD + "\n".join(map(folded, lines)) + "\n"


def table(statements):
    rows = ["| statement | |", "|---|---|"]
    for s in statements:
        usage = s["usage"].replace("|", "\\|")
        rows.append(f"| `{usage}` | {s['doc']} |")
    return "\n".join(rows) + "\n"


def page(statements):
    text = PAGE.read_text(encoding="utf-8")
    before, rest = text.split(MARKS[0])
    return before + MARKS[0] + table(statements) + MARKS[1] + rest.split(MARKS[1])[1]


def main():
    statements = grammar()["statements"]
    old = []
    for path, text in (LANG / "grammar.ebnf", ebnf(statements)), (PAGE, page(statements)):
        if path.read_text(encoding="utf-8") == text:
            continue
        old.append(path.name)
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
    if "--check" in sys.argv and old:
        sys.exit(f"out of date, run tools/make_reference.py: {', '.join(old)}")


if __name__ == "__main__":
    main()
