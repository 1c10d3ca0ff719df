# SPDX-License-Identifier: MIT
"""Expressions in other words: terms and factors in another order, squares as products, signs and factors that cancel,
decimals with a power of ten, joints that close loops from their other side."""
import re
from fractions import Fraction

from description import Token, after_blanks, decimal, join
from harness import Skip

SPELT = frozenset("torque force moment energy output let state".split())  # statements whose last part is NAME = VALUE
ENDS = frozenset(("name", "number", "unit", "kept"))


def spelt(description, source):
    pieces, count = [], 0
    for statement in description.statements():
        text = other_spelling(statement, source) if statement.word in SPELT else None
        count += text is not None
        pieces.append(text or statement.text)
    if not count:
        raise Skip("no expression")
    return description.replaced("".join(pieces))


def other_spelling(statement, source):
    """None: it has no value alone behind its last `=`."""
    tokens = statement.tokens
    equals = [k for k in top_level(tokens) if tokens[k].text == "="]
    if not equals or statement.word == "let" and len(equals) > 1:
        return None
    begin = equals[-1] + 1
    ends = (",", ";", "in", "against") if statement.word in ("force", "moment") else (",", ";")
    end = next((k for k in top_level(tokens) if k > begin and (tokens[k].text in ends
                                                               or tokens[k].kind in ("comment", "newline"))), len(tokens))
    if any(t.kind == "newline" for t in tokens[begin:end]):
        return None
    value = [t for t in tokens[begin:end] if t.kind != "comment"]
    if not any(t.kind == "name" for t in value) or is_input(statement, value):
        return None
    return join(tokens[:begin]) + " " + respelt(value, source) + " " + join(tokens[end:])


def is_input(statement, value):
    """A name that stands alone, or as a component, may be an input that the force makes."""
    alone = [t for t in value if t.kind != "blank"]
    return statement.word in ("torque", "force", "moment") and (len(alone) < 3 or "[" in [t.text for t in alone])


def top_level(tokens):
    """Places outside of brackets."""
    depth = 0
    for k, token in enumerate(tokens):
        if token.kind == "mark" and token.text in ")]}":
            depth -= 1
        if depth == 0:
            yield k
        if token.kind == "mark" and token.text in "([{":
            depth += 1


def respelt(value, source):
    terms = terms_of(squares_written(value, source))
    source.shuffle(terms)
    text = " ".join(f"{sign} {factors_turned(term, source)}" for sign, term in terms)
    text = text[2:] if text.startswith("+ ") else text
    return source.choice(("{}", "-(-({}))", "({})*2/2", "1*({})", "({})")).format(text)


def squares_written(value, source):
    """x^2 as (x*x), numbers as 5e-1."""
    tokens, k = [], 0
    while k < len(value):
        token = value[k]
        is_square = (token.kind == "name" and [t.text for t in value[k + 1:k + 3]] == ["^", "2"]
                     and (k == 0 or value[k - 1].text not in (".", "^")))
        if is_square and source.random() < 0.7:
            tokens.append(Token("name", f"({token.text}*{token.text})"))
            k += 3
        else:
            tokens.append(Token(token.kind, with_power(token.text) if is_plain_number(value, k) else token.text))
            k += 1
    return tokens


def is_plain_number(value, k):
    """Not a power, an index or a part of a unit."""
    return (value[k].kind == "number" and not re.search("[eE]", value[k].text)
            and (k == 0 or value[k - 1].text not in ("^", "[", "-", ".")) and (k + 1 == len(value) or value[k + 1].text != "]"))


def with_power(text):
    return f"{decimal(Fraction(text) * 10)}e-1"


def is_operator(tokens, k, marks):
    """Between two values: not a sign, not within a unit."""
    if tokens[k].kind != "mark" or tokens[k].text not in marks:
        return False
    before = next((t for t in reversed(tokens[:k]) if t.kind != "blank"), None)
    after = after_blanks(tokens, k + 1)
    is_unit = k + 1 < len(tokens) and tokens[k + 1].kind == "unit" and tokens[k].text != "*"
    return before is not None and after < len(tokens) and not is_unit and (
        before.kind in ENDS or before.text in (")", "]", "'"))


def split_at(tokens, marks):
    """[(mark before, tokens)]; "+" in front of the first."""
    parts, begin, mark = [], 0, "+"
    for k in top_level(tokens):
        if is_operator(tokens, k, marks):
            parts.append((mark, tokens[begin:k]))
            begin, mark = k + 1, tokens[k].text
    return parts + [(mark, tokens[begin:])]


COMPARISONS = ("<", ">", "<=", ">=", "==", "!=")


def terms_of(tokens):
    if any(tokens[k].text in COMPARISONS for k in top_level(tokens)):
        return [("+", tokens)]
    return split_at(tokens, "+-")


def factors_turned(term, source):
    """Factors in another order, if there is no division and no product of vectors."""
    parts = split_at(term, "*/")
    texts = [join(tokens).strip() for _mark, tokens in parts]
    is_product = all(mark != "/" for mark, _tokens in parts) and not re.search(r"\s\.\s|\[", join(term))
    if not is_product or texts[0].startswith("-"):
        return join(term).strip()
    source.shuffle(texts)
    return "*".join(texts)


# ---- loops

def loops_exchanged(description, _source):
    """The two places of each joint that closes a loop. Those of a universal joint are not alike."""
    pieces, count = [], 0
    for statement in description.statements():
        text = exchanged(statement.tokens) if statement.word == "loop" else None
        count += text is not None
        pieces.append(text or statement.text)
    if not count:
        raise Skip("no loop that is the same from both sides")
    return description.replaced("".join(pieces))


def exchanged(tokens):
    found = re.fullmatch(r"(\s*loop\s+[\w\[\]]+\s*:\s*(\w+)\s+(?:-?[xyz]\s+|\[[^\]]*\]\s+(?!(?:[\w.^/]+\s+)?on\b))?)(.*?)\s*=\s*(.*?)"
                         r"(\s+pitch\b[^#\n]*)?(\s*(?:#.*)?\n?)", join(tokens))
    if not found or found[2] == "universal":
        return None
    head, _kind, one, other, pitch, end = found.groups()
    return f"{head}{other} = {one}{pitch or ''}{end}"
