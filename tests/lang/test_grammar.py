#!/usr/bin/env python3
"""The grammar is that of the table and of the parser, and whole: every name in it is a production or
a token, once, and every production is reached from `description`. A recogniser made from its
productions alone reads what the parser reads, and refuses what breaks off in the middle. The page of
the language has the table's reference.
SPDX-License-Identifier: MIT
"""
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(os.environ.get("BIELLE_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
BIELLE = os.environ.get("BIELLE_COMMAND", str(ROOT / "build" / "bielle"))
PRODUCTION = re.compile(r"^(\w+) = (.*?) ;$", re.DOTALL)
TOKENS = {"NAME", "NUMBER", "STRING", "NEWLINE", "END"}
CLOSED_BY = {"(": ")", "[": "]", "{": "}"}


def productions():
    """(name, text) of each."""
    text = (ROOT / "docs" / "grammar.ebnf").read_text(encoding="utf-8")
    text = re.sub(r"\(\*.*?\*\)", "", text, flags=re.DOTALL)
    for part in re.split(r"\n(?=\w)", text.strip()):
        match = PRODUCTION.match(part.strip())
        if not match:
            sys.exit(f"not a production: {part}")
        yield match[1], match[2]


# ---- what is written in the grammar

def choice(marks):
    """The tree of marks up to a closing one: ("|" or "," or a bracket, parts), or a word."""
    rows = [[]]
    while marks and marks[0] not in ")]}":
        mark = marks.pop(0)
        if mark == "|":
            rows.append([])
        elif mark in CLOSED_BY:
            rows[-1].append((mark, [choice(marks)]))
            if marks.pop(0) != CLOSED_BY[mark]:
                sys.exit(f"no '{CLOSED_BY[mark]}'")
        elif mark != ",":
            rows[-1].append(mark)
    return "|", [(",", row) for row in rows]


def tree_of(text):
    return choice(re.findall(r'"[^"]*"|\w+|[,|(){}\[\]]', text))


# ---- what is written in a description

def words_of(role):
    text = (ROOT / "src" / "lang" / "syntax" / "words.def").read_text(encoding="utf-8")
    return set(re.findall(rf'"(\w+)",\s+{role}\)', text))


RESERVED = words_of("WORD_STATEMENT") | words_of("WORD_CLAUSE")
TOKEN = re.compile(r'(?P<blank>[ \t\r]+|#[^\n]*)|(?P<NEWLINE>[\n;])|(?P<STRING>"[^"\n]*")|'
                   r"(?P<NUMBER>\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|(?P<NAME>[^\W\d]\w*)|"
                   r"(?P<mark>==|<=|>=|!=|\.\.|[^\w\s])")


def tokens_of(text):
    """(kind, text, does it touch the one before) by the rules in the head of the grammar."""
    found, depth, touches = [], 0, False
    text = re.sub(r"^[ \t]*#.*\n", "", text, flags=re.MULTILINE)  # a line of its own: as if it were not there
    for match in TOKEN.finditer(text):
        kind, piece = match.lastgroup, match[0]
        goes_on = piece == "\n" and (depth > 0 or (found and found[-1][1] == ","))
        if kind != "blank" and not goes_on:
            found.append((kind, piece, touches))
        depth += (piece in ("(", "[")) - (piece in (")", "]"))
        touches = kind != "blank" and piece != "\n"
    return [*found, ("END", "", False)]


class Recogniser:
    """All places where a part of the grammar that begins at a place may end."""

    def __init__(self, rules, tokens):
        self.rules, self.tokens, self.known = rules, tokens, {}

    def ends(self, part, at):
        if isinstance(part, str):
            return self.ends_of_word(part, at)
        kind, parts = part
        if kind == ",":
            places = {at}
            for inner in parts:
                places = {end for place in places for end in self.ends(inner, place)}
            return places
        found = {end for inner in parts for end in self.ends(inner, at)}
        if kind == "[":
            found.add(at)
        elif kind == "{":
            ahead, found = {at}, {at}
            while ahead:
                ahead = {end for place in ahead for end in self.ends(parts[0], place)} - found
                found |= ahead
        return found

    def ends_of_word(self, word, at):
        if at == len(self.tokens):
            return set()
        kind, text, _ = self.tokens[at]
        if word in TOKENS:
            return {at + 1} if kind == word else set()
        if word[0] == '"':
            return {at + 1} if text == word[1:-1] and kind != "STRING" else set()
        if (word, at) not in self.known:
            self.known[word, at] = set()  # no production begins with itself
            ends = self.ends(self.rules[word], at)
            self.known[word, at] = {end for end in ends if self.holds_together(word, at, end)}
        return self.known[word, at]

    def holds_together(self, word, at, end):
        """What the remarks say of blanks and reserved words."""
        if word == "name" and self.tokens[at][1] in RESERVED:
            return False
        depth = 0
        for _, text, touches in self.tokens[at + 1:end] if word in ("name", "unit") else ():
            if depth == 0 and not touches:
                return False
            depth += (text == "[") - (text == "]")
        return True


def is_recognised(rules, text):
    tokens = tokens_of(text)
    return len(tokens) in Recogniser(rules, tokens).ends("description", 0)


def texts():
    """(name, text) of descriptions that the parser reads, in the spelling of today."""
    for path in [*sorted(ROOT.glob("examples/*/*.bl")), *sorted(ROOT.glob("lib/*.bl")),
                 *sorted(ROOT.glob("tests/lang/*/*.bl"))]:
        done = subprocess.run([BIELLE, "format", str(path)], capture_output=True, check=False)
        if done.returncode == 0:
            yield path.name, done.stdout.decode("utf-8")


def reading_problems(rules):
    count = 0
    for name, text in texts():
        count += 1
        if not is_recognised(rules, text):
            yield f"not recognised: {name}"
    if count < 150:
        yield "too few descriptions to tell anything"
    for text in ["joint a : revolute z (q from ground\n", "param\n", "body B on : mass 1\n",
                 "for k in 1 .. 3 { param a", "let x = 3 + * 2\n", "param from = 2\n",
                 "param a = 1 param b = 2\n", "use f(a) as b c\n", "frame F from ground . x\n"]:
        if is_recognised(rules, text):
            yield f"recognised: {text}"


def main():
    subprocess.run([sys.executable, ROOT / "tools" / "make_reference.py", "--check"], check=True)
    rules = list(productions())
    uses = {name: set(re.findall(r"\b[a-z_]+\b", re.sub(r'"[^"]*"', "", text)))
            for name, text in rules}
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
    problems = problems or list(reading_problems({name: tree_of(text) for name, text in rules}))
    print("\n".join(problems) or f"{len(rules)} productions")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
