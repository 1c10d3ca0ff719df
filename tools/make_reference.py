#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Write docs/grammar.ebnf, docs/library.md and the tables of docs/language.md and docs/notation.md.

Statements come from the table of the language (`bielle dump --stage grammar`), values from the
productions that the parser's functions carry as comments, quantities from the table of quantities
(`bielle dump --stage quantities`), the library from the comments of lib/. With --check nothing is written; exits 1
if a file is not what it would be. BIELLE_COMMAND names the command.
"""
import json
import os
import re
import subprocess
import sys
import textwrap
from itertools import cycle
from pathlib import Path

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parent.parent))
LANG = ROOT / "src" / "lang"
PAGE = ROOT / "docs" / "language.md"
PRODUCTION = re.compile(r"^// ((\w+) = .*? ;)(?:   (.*))?$")
HEAD = """(* grammar.ebnf -- the description language. Written by tools/make_reference.py from statements.def
   and from the comments of the parser.

   NAME, NUMBER, STRING and END are tokens (lexer.h); a `name` begins with no reserved word (words.def).
   NEWLINE is the end of a line that does not end in a comma and has no open bracket, or a ';'. A unit's
   marks and names touch each other, and a unit stands on the line of what it belongs to. *)

"""
LIBRARY_HEAD = """# The library

Elements and functions in the language itself, [`lib/`](../lib), part of the program. [`use`](language.md#element-use) puts an element in, a function is called
like any other. `J` is a joint with one coordinate or a coordinate, `P` and `Q` are places; what has a value in the brackets may be left out.

"""
NOTATION = ROOT / "docs" / "notation.md"


def dumped(stage):
    command = os.environ.get("BIELLE_COMMAND", str(ROOT / "build" / "bielle"))
    done = subprocess.run([command, "dump", "--stage", stage], check=True, capture_output=True)
    return json.loads(done.stdout)


def parser_productions():
    """(production, remark) of every function of the parser that carries one."""
    for path in sorted(LANG.rglob("pars*.c")):
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
    lines = [f"statement = {' | '.join(words)} ;"]
    lines += [s["production"] for s in statements if not s["part"]]
    lines += [f"shape = {' | '.join(shapes)} ;"]
    lines += [s["production"] for s in statements if s["part"]]
    for production, remark in parser_productions():
        lines.append(production + (f" (* {remark} *)" if remark else ""))
    return HEAD + "\n".join(map(folded, lines)) + "\n"


def table_of_statements(statements):
    rows = ["| statement | |", "|---|---|"]
    for s in statements:
        usage = s["usage"].replace("|", "\\|")
        rows.append(f"| `{usage}` | {s['doc']} |")
    return "\n".join(rows) + "\n"


def size(quantity):
    rows, columns = quantity["rows"], quantity["columns"]
    return rows if columns == "1" else f"{rows} x {columns}"


def keys(quantity):
    """`fk:A`, `fk:A/B`"""
    first, _, second = quantity["subject"].partition("/")
    return ", ".join(f"`{quantity['key']}{name}`"
                     for name in [first] + [quantity["subject"]] * bool(second))


def table_of_quantities(quantities):
    rows = ["| key | | unit | size | function |", "|---|---|---|---|---|"]
    group = None
    for q in quantities:
        if q["group"] != group:
            group = q["group"]
            rows.append(f"| **{group}** | | | | |")
        title = q["title"]
        if q["needs"] not in title:
            title += f"; of a mechanism with {q['needs']}"
        title += f"; `--method {q['method']}`" if q["method"] else ""
        unit = ", ".join(q["unit"].split(" | "))
        function = q["function"].replace("%s", q["subject"].partition("/")[0])
        rows.append(f"| {keys(q)} | {title} | {unit} | {size(q)} | `{function}` |")
    return "\n".join(rows) + "\n"


def listed(path):
    """(heading, [(signature, what the comment above it says)]) of a file of the library."""
    lines = path.read_text(encoding="utf-8").splitlines()
    heading = lines[0].lstrip("# ").replace(" SPDX-License-Identifier: MIT", "")
    rows, comment = [], []
    for number, line in enumerate(lines[1:], 1):
        if line.startswith("#"):
            comment = comment if lines[number - 1].startswith("#") else []  # of what follows alone
            comment.append(line.lstrip("# "))
            continue
        made = re.match(r"(?:element|let) (\w+\(.*)", line)
        if made:
            rows.append((head(made[1] + " " + " ".join(lines[number + 1:])), " ".join(comment)))
        if not line.strip():
            comment = []
    return heading, rows


def head(text):
    """Up to the bracket that closes the first one."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0 and letter == ")":
            return re.sub(r"\s+", " ", text[:place + 1])
    sys.exit(f"no end of {text}")


def library():
    parts = [LIBRARY_HEAD]
    for path in sorted((ROOT / "lib").glob("*.bl")):
        heading, rows = listed(path)
        parts.append(f"## [{path.name}](../lib/{path.name})\n\n{heading}\n\n| | |\n|---|---|\n")
        for signature, comment in rows:
            if not comment:
                sys.exit(f"lib/{path.name}: no comment above {signature}")
            told = "`".join(text if inside else re.sub(r"([*_<])", r"\\\1", text)
                            for inside, text in zip(cycle((False, True)), comment.split("`")))
            told = told.replace("|", "\\|")
            parts.append(f"| `{signature}` | {told} |\n")
        parts.append("\n")
    return "".join(parts).rstrip() + "\n"


def page(path, source, table):
    """The document with a new table between its marks."""
    text = path.read_text(encoding="utf-8")
    begin, end = (f"<!-- {source} {word} -->\n" for word in ("begins", "ends"))
    before, rest = text.split(begin)
    return before + begin + table + end + rest.split(end)[1]


def main():
    statements = dumped("grammar")["statements"]
    quantities = dumped("quantities")
    old = []
    for path, text in [
            (ROOT / "docs" / "grammar.ebnf", ebnf(statements)),
            (ROOT / "docs" / "library.md", library()),
            (PAGE, page(PAGE, "statements.def", table_of_statements(statements))),
            (NOTATION, page(NOTATION, "quantities.def", table_of_quantities(quantities)))]:
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        old.append(path.name)
        if "--check" not in sys.argv:
            path.write_text(text, encoding="utf-8")
    if "--check" in sys.argv and old:
        sys.exit(f"out of date, run tools/make_reference.py: {', '.join(old)}")


if __name__ == "__main__":
    main()
