# SPDX-License-Identifier: MIT
"""A description as tokens and statements: enough of docs/language.md to say the same in other words.

Joining the texts of all tokens gives the file again, byte by byte.
"""
import re
from fractions import Fraction
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOKEN = re.compile(r'''(?P<comment>\#[^\n]*)|(?P<string>"[^"\n]*")|(?P<newline>\r?\n)|(?P<blank>[ \t]+)
    |(?P<number>\d+(?:\.(?!\.)\d*)?(?:[eE][+-]?\d+)?)|(?P<name>[^\W\d]\w*)
    |(?P<mark>\.\.|<=|>=|==|!=|.)''', re.VERBOSE)
RESERVED = frozenset(re.findall(r'RESERVED\(\w+,\s*"(\w+)"',
                                (ROOT / "src/lang/syntax/words.def").read_text(encoding="utf-8")))
STATEMENTS = frozenset(re.findall(r'RESERVED\(\w+,\s*"(\w+)",\s*WORD_STATEMENT',
                                  (ROOT / "src/lang/syntax/words.def").read_text(encoding="utf-8")))
LATER_STATEMENTS = frozenset("include table energy state discrete when sample for".split())
LIBRARY = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "lib").glob("*.bl")))
LIBRARY_NAMES = frozenset(re.findall(r"^(?:element|let) ([^\W\d]\w*)", LIBRARY, re.MULTILINE))
UNIT_NAMES = frozenset("m g s A K rad Hz N Pa J W bar V ohm H F L t deg min h rev rpm".split())
PREFIXES = "pnuµmcdahkMG"
CLOSERS = {"(": ")", "[": "]", "{": "}"}


class Token:
    __slots__ = ("kind", "text")

    def __init__(self, kind, text):
        self.kind, self.text = kind, text

    def __repr__(self):
        return f"{self.kind}:{self.text!r}"


def is_unit_name(text):
    if text in UNIT_NAMES:
        return True
    if text[0] in PREFIXES and text[1:] in UNIT_NAMES - {"t", "deg", "min", "h", "rev", "rpm"}:
        return True
    return text[:2] == "da" and text[2:] in UNIT_NAMES


def mark_unit(tokens, k):
    """Marks NAME[^n] {(.|/) NAME[^n]} from tokens[k] on as the names of units; None if it is none."""
    if k >= len(tokens) or tokens[k].kind != "name" or not is_unit_name(tokens[k].text):
        return
    while True:
        tokens[k].kind = "unit"
        k += 1
        if k < len(tokens) and tokens[k].text == "^":
            k += 2 if k + 1 < len(tokens) and tokens[k + 1].text != "-" else 3
        if not (k + 1 < len(tokens) and tokens[k].text in "./" and tokens[k + 1].kind == "name"
                and is_unit_name(tokens[k + 1].text)):
            return
        k += 1


def after_blanks(tokens, k):
    while k < len(tokens) and tokens[k].kind == "blank":
        k += 1
    return k


def tokenize(text):
    tokens = [Token(found.lastgroup, found.group()) for found in TOKEN.finditer(text)]
    open_brackets, line_word = [], None
    for k, token in enumerate(tokens):
        if token.kind == "newline" and not open_brackets:
            line_word = None
        if token.kind == "name" and line_word is None:
            line_word = token.text
        if token.kind == "number":
            mark_unit(tokens, after_blanks(tokens, k + 1))
        if token.text in CLOSERS and token.kind == "mark":
            before = k > 0 and tokens[k - 1].kind == "name"
            is_diagonal = token.text == "(" and before and tokens[k - 1].text == "diag"
            is_vector = token.text == "[" and not before
            open_brackets.append(is_diagonal or is_vector)
            if is_vector and line_word in ("input", "table"):
                mark_unit(tokens, after_blanks(tokens, k + 1))
            if token.text == "{":
                line_word = None
        if token.text in ")]}" and token.kind == "mark" and open_brackets:
            if open_brackets.pop():
                mark_unit(tokens, after_blanks(tokens, k + 1))
    return tokens


def join(tokens):
    return "".join(token.text for token in tokens)


def is_name(text):
    """Also with points and indices: front.leg[2]."""
    return re.fullmatch(r"[^\W\d][\w.\[\]]*", text) is not None


class Statement:
    """A statement with its line end; comments and empty lines are statements without a word."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.word = next((t.text for t in tokens if t.kind == "name"), "")

    @property
    def text(self):
        return join(self.tokens)

    def significant(self):
        return [t for t in self.tokens if t.kind not in ("blank", "newline", "comment")]

    def declares(self):
        """Names that it makes, as far as its text shows them: a list; elements and blocks too."""
        words = self.significant()[1:]
        if self.word in ("mechanism", "include", "gravity", "experiment", "when", ""):
            return []
        if self.word in ("param", "let", "coord", "input", "discrete", "speed", "state"):
            return declared_items(words)
        if self.word == "sample":
            return [words[k + 1].text for k in range(len(words) - 1)
                    if words[k].text in ":," and words[k + 1].kind == "name"]
        if self.word in ("use", "control"):
            return [words[k + 1].text for k in range(len(words) - 1) if words[k].text == "as"][-1:]
        if self.word == "motion":
            return []
        if self.word == "for":
            inner = split_statements(self.tokens[block_start(self.tokens) + 1:])
            return [words[0].text] + [name for one in inner for name in one.declares()]
        if self.word == "element":
            return [words[0].text]
        names = [words[0].text] if words and words[0].kind == "name" else []
        return names + (joint_coordinates(words) if self.word == "joint" else [])


def block_start(tokens):
    return next(k for k, t in enumerate(tokens) if t.text == "{" and t.kind == "mark")


def declared_items(words):
    """`a = .., b(x) = .., c` up to the colon of a state."""
    names, depth, expected = [], 0, True
    for word in words:
        if word.kind == "mark" and word.text in CLOSERS:
            depth += 1
        elif word.kind == "mark" and word.text in ")]}":
            depth -= 1
        elif depth == 0 and word.text == ":":
            break
        elif depth == 0 and word.text == ",":
            expected = True
        elif depth == 0 and expected and word.kind == "name":
            names.append(word.text)
            expected = False
    return names


def joint_coordinates(words):
    """Those in the brackets of `joint J : KIND AXIS (a, b = 1) from ..`, without those of `(= ..)`."""
    texts = [word.text for word in words]
    if "from" not in texts or "(" not in texts or texts.index("(") > texts.index("from"):
        return []
    k = texts.index("(")
    return [] if texts[k + 1] == "=" else declared_items(words[k + 1:matching(words, k)])


def matching(tokens, k):
    depth = 0
    for at in range(k, len(tokens)):
        if tokens[at].kind == "mark" and tokens[at].text in CLOSERS:
            depth += 1
        if tokens[at].kind == "mark" and tokens[at].text in ")]}":
            depth -= 1
            if depth == 0:
                return at
    return len(tokens) - 1


def ends_statement(tokens, depth, current):
    if depth > 0:
        return False
    significant = [t for t in current if t.kind not in ("blank", "comment", "newline")]
    return not (significant and significant[-1].text in (",",))


def split_statements(tokens):
    """Statements in their order; what joins to the tokens again."""
    statements, current, depth, in_table = [], [], 0, False
    for k, token in enumerate(tokens):
        current.append(token)
        if token.kind == "mark":
            depth += token.text in CLOSERS
            depth -= token.text in ")]}"
        is_end = token.kind == "newline" or (token.text == ";" and depth == 0)
        if not is_end or not ends_statement(tokens, depth, current):
            continue
        word = next((t.text for t in current if t.kind == "name"), "")
        if word == "dh":
            following = after_blanks(tokens, k + 1)
            in_table = (following < len(tokens) and tokens[following].kind != "newline"
                        and (tokens[following].text not in STATEMENTS | LATER_STATEMENTS
                             or is_heading(tokens, following)))
            if in_table:
                continue
        statements.append(Statement(current))
        current = []
    if current:
        statements.append(Statement(current))
    return statements


def is_heading(tokens, k):
    """Whether `joint` begins the line of a dh table that names its columns: it has no colon."""
    for token in tokens[k:]:
        if token.kind == "newline":
            return True
        if token.text == ":":
            return False
    return True


class Description:
    """A text, the folder of the files that it reads beside it, and what `check` says of it."""

    def __init__(self, name, text, folder=None):
        self.name, self.text, self.folder = name, text, folder

    def statements(self):
        return split_statements(tokenize(self.text))

    def replaced(self, text):
        return Description(self.name, text, self.folder)

    def with_lines(self, *lines):
        """With more statements below all others."""
        return self.replaced(self.text.rstrip("\n") + "\n" + "\n".join(lines) + "\n")


def decimal(value):
    """The text of a Fraction that a finite decimal expresses, or None."""
    value = Fraction(value)
    two_five = value.denominator
    for prime in (2, 5):
        while two_five % prime == 0:
            two_five //= prime
    if two_five != 1:
        return None
    digits = 0
    while (value * 10**digits).denominator != 1:
        digits += 1
    whole = abs(int(value * 10**digits))
    text = str(whole).rjust(digits + 1, "0")
    text = text if digits == 0 else f"{text[:-digits]}.{text[-digits:]}"
    return ("-" if value < 0 else "") + text


def examples():
    return [Description(path.stem, path.read_text(encoding="utf-8"), path.parent)
            for path in sorted((ROOT / "examples").glob("*/*.bl"))]
