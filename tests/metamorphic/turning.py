# SPDX-License-Identifier: MIT
"""The whole mechanism turned and moved, with gravity: all that hangs from ground hangs from a frame that is turned, and
what is said in axes of ground is said in those of this frame."""
import re

from description import LIBRARY_NAMES, Token, join, matching, split_statements, tokenize
from harness import Skip

WORLD = "zz_world"
# Elements of the library that know neither axes nor places of ground.
ANYWHERE = frozenset("""spring linear_spring damper viscous coulomb torsion_spring strut smooth_friction rotor motor dc_motor
    stick_slip lugre stribeck elastic_stop impulsive_stop pd pid pd_gravity pd_feedforward computed_torque
    gravity_compensation""".split())
SEEN_FROM_GROUND = ("position", "velocity", "omega")
BEFORE = ("mechanism", "param", "let", "table", "gravity", "element")  # of these none hangs from a frame


def turned(description, source):
    refuse_axes_of_ground(description)
    axis, angle = source.choice("XYZ"), source.randrange(10, 80, 5)
    has_places = re.search(r"\bposition\(|^rolling\b", description.text, re.MULTILINE)
    shift = 0 if has_places else round(source.uniform(-2, 2), 2)
    lines, placed = [], False
    for statement in description.statements():
        if not placed and statement.word and (statement.word not in BEFORE or knows_motion(statement)):
            lines.append(f"frame {WORLD} from ground : TX({shift}), R{axis}({angle} deg)\n")
            placed = True
        lines.append(statement.text if statement.word == "element" else in_world(statement, matrix(axis, angle)))
    return description.replaced("".join(lines))


def knows_motion(statement):
    return statement.word == "let" and any(t.text in SEEN_FROM_GROUND for t in statement.tokens)


def refuse_axes_of_ground(description):
    uses = set(re.findall(r"\b(?:use|control)\s+(\w+)", description.text))
    if uses & LIBRARY_NAMES - ANYWHERE:
        raise Skip("an element of the library knows ground")
    for statement in description.statements():
        text = join([t for t in statement.tokens if t.kind != "comment"])
        if statement.word == "include" or re.search(r"\brotation\(", text):
            raise Skip("it includes a file, or has a matrix of a rotation from ground")
        if statement.word == "motion" and re.search(r":\s*(line|arc)\b", text):
            raise Skip("a motion leads a point through places of ground")
        if statement.word == "element" and (re.search(r"\bground\b|\b(position|velocity|omega)\(", text)
                                            or any(lacks_axes(inner) for inner in inner_statements(statement))):
            raise Skip("an element of its own knows ground")


def inner_statements(statement):
    begin = next(k for k, t in enumerate(statement.tokens) if t.text == "{")
    return split_statements(statement.tokens[begin + 1:matching(statement.tokens, begin)])


def lacks_axes(statement):
    return statement.word in ("force", "moment") and not any(t.text == "in" for t in statement.tokens)


def matrix(axis, angle):
    """Rows of texts."""
    c, s = f"cos({angle}*pi/180)", f"sin({angle}*pi/180)"
    return {"X": (("1", "0", "0"), ("0", c, f"-{s}"), ("0", s, c)), "Y": ((c, "0", s), ("0", "1", "0"), (f"-{s}", "0", c)),
            "Z": ((c, f"-{s}", "0"), (s, c, "0"), ("0", "0", "1"))}[axis]


def product(rows, vector):
    return "[" + ", ".join(" + ".join(f"({a})*({b})" for a, b in zip(row, vector.split(","))) for row in rows) + "]"


def in_world(statement, turn):
    """The statement with the turned frame in place of ground."""
    tokens = [Token(t.kind, WORLD if t.kind == "name" and t.text == "ground" else t.text) for t in statement.tokens]
    text = join(with_axes(tokens))
    if statement.word == "gravity":
        rows = ", ".join(f"[{', '.join(row)}]" for row in turn)
        text = re.sub(r"^(\s*gravity\s+)", rf"\g<1>[{rows}]*", text)
    if statement.word == "rolling":
        text = re.sub(r"(?<=plane )\[([^\]]*)\]", lambda normal: product(turn, normal[1]), text)
    if lacks_axes(statement):
        text = re.sub(r"(\s+against\b|\s*(?:#.*)?$)", rf" in {WORLD}\1", text, count=1)
    if statement.word == "dh" and "from" not in statement.text.splitlines()[0]:
        text = re.sub(r"^(\s*dh\s+\w+\s+\w+)", rf"\1 from {WORLD}", text)
    if statement.word == "chain" and not re.search(r"\bfrom\b", statement.text):
        text = re.sub(r"^(\s*chain\s+\w+)", rf"\1 from {WORLD}", text)
    return text


def with_axes(tokens):
    """velocity(P) as (velocity(P) in zz_world), unless it says its axes."""
    result, k = [], 0
    while k < len(tokens):
        token = tokens[k]
        if token.text in SEEN_FROM_GROUND and k + 1 < len(tokens) and tokens[k + 1].text == "(":
            close = matching(tokens, k + 1)
            behind = join(tokens[close + 1:close + 4]).split()
            own = join(tokens[k:close + 1])
            result.append(Token("name", own if behind[:1] == ["in"] else f"({own} in {WORLD})"))
            k = close + 1
        else:
            result.append(token)
            k += 1
    return result
