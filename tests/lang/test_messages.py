#!/usr/bin/env python3
"""Every message of src/lang is expected somewhere below tests/lang.

The messages are the format strings of the calls that report; what stands in the place of %s may be
anything. A message without an expectation is one that nobody has ever seen.
SPDX-License-Identifier: MIT
"""
import os
import pathlib
import re
import sys

ROOT = pathlib.Path(os.environ.get("BIELLE_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
# which argument of a call is the message, and what the callee makes of it
CALLS = {
    "diagnostics_add": (4, "%s"),
    "diagnostics_error": (3, "%s"),
    "trajectory_fail": (3, "%s"),
    "lexer_error": (3, "%s"),
    "evaluate_error": (3, "%s"),
    "resolver_error": (3, "%s"),
    "xml_error": (4, "%s"),
    "parser_report_expected": (1, "expected %s"),
    "parser_expect": (2, "expected %s, but found "),
    "parser_expect_name": (1, "expected %s, but "),
}
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
# what cannot be written into a line with an expectation, and where it is tested instead
ELSEWHERE = {
    "this file is UTF-16 text": "test_lexer.c",
    "this comment has no end": "test_lexer.c: of imported texts, as the next",
    "unexpected byte 0x%02x": "test_lexer.c",
    "bielle misread this expression: its value is not that of the text": "test_expression_check.c",
    "this is now written '%s'": "test_parser.c: a note, not an error",
    "declared twice": "test_lang.c: not kept, after a hundred others",
}


def arguments(text, start):
    """The arguments of the call whose bracket opens at `start`, as source text."""
    depth, parts, quoted, i = 0, [""], False, start
    while True:
        c = text[i]
        if quoted:
            parts[-1] += text[i:i + 2] if c == "\\" else c
            i += 1 if c == "\\" else 0
            quoted = c != '"'
        elif c == "," and depth == 1:
            parts.append("")
        else:
            quoted = c == '"'
            depth += c in "([{"
            depth -= c in ")]}"
            if depth == 0:
                return parts
            parts[-1] += c
        i += 1


def messages():
    """(file, message) of every call whose message is a literal."""
    for path in sorted((ROOT / "src" / "lang").rglob("*.c")):
        text = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.MULTILINE)
        for call in re.finditer(r"\b(\w+)\(", text):
            if call.group(1) not in CALLS:
                continue
            index, frame = CALLS[call.group(1)]
            given = arguments(text, call.end() - 1)
            literals = LITERAL.findall(given[index]) if index < len(given) else []
            message = "".join(literals).replace('\\"', '"').replace("\\\\", "\\")
            if message and message != "%s" and "?" not in given[index]:
                yield path.name, frame.replace("%s", message)


def pattern(message):
    parts = re.split(r"%(?:\.\*)?0?2?[a-z]", message)
    return re.compile("(?:.*: )?" + ".*".join(re.escape(part) for part in parts))


def expectations():
    found = set()
    for path in sorted((ROOT / "tests" / "lang").rglob("*.bl")):
        text = path.read_bytes().decode("utf-8", "replace")
        for line in text.splitlines():
            parts = line.split("# expect ")[1:]
            found.update(p.split(": ", 1)[1].strip() for p in parts if not p.startswith("hint"))
    return found


def main():
    expected = expectations()
    all_messages = sorted(set(messages()))
    missing = [(name, message) for name, message in all_messages if message not in ELSEWHERE
               and not any(pattern(message).match(text) for text in expected)]
    for name, message in missing:
        print(f"{name}: no description below tests/lang expects: {message}")
    if len(all_messages) < 100:
        print("too few messages were found to be those of the language")
        return 1
    print(f"{len(all_messages) - len(missing)} of {len(all_messages)} messages are expected")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
