# SPDX-License-Identifier: MIT
"""Uses of a description's own elements written out: arguments put in, names with that of the use in front."""
import re

from description import after_blanks, block_start, is_name, join, matching, split_statements, tokenize
from harness import Skip
from rewriting import all_declared, unrolled, whole


# What stands behind these is the name of an element, or an axis.
KEPT_BEHIND = frozenset("use control revolute prismatic screw cylindrical planar axle".split())


class Element:
    def __init__(self, statement):
        tokens = statement.tokens
        opening = next(k for k, t in enumerate(tokens) if t.text == "(")
        close = matching(tokens, opening)
        self.name = statement.declares()[0]
        self.arguments = [argument_of(part) for part in parts_of(tokens[opening + 1:close])]
        begin = block_start(tokens)
        self.body = [s for s in split_statements(tokens[begin + 1:matching(tokens, begin)]) if s.word]


def parts_of(tokens):
    """What commas separate."""
    parts, depth = [[]], 0
    for token in tokens:
        if token.kind == "mark":
            depth += (token.text in "([") - (token.text in ")]")
        if token.text == "," and depth == 0:
            parts.append([])
        elif token.kind != "comment":
            parts[-1].append(token)
    return [part for part in parts if join(part).strip()]


def argument_of(part):
    """(name, text) of `NAME = VALUE` or `NAME` (text None) or a VALUE (name None)."""
    words = [t for t in part if t.kind not in ("blank", "newline")]
    if len(words) > 1 and words[0].kind == "name" and words[1].text == "=":
        at = next(k for k, t in enumerate(part) if t.text == "=")
        return words[0].text, join(part[at + 1:]).strip()
    return None, join(part).strip()


class Use:
    """`use NAME(ARGUMENTS) as INSTANCE` of an own element."""

    def __init__(self, statement, element, count):
        tokens = statement.tokens
        opening = next(k for k, t in enumerate(tokens) if t.text == "(")
        close = matching(tokens, opening)
        self.element = element
        self.given = [argument_of(part) for part in parts_of(tokens[opening + 1:close])]
        behind = re.fullmatch(r"\s*(?:as\s+(\w+)(?:\[(.*?)\])?)?\s*(?:#.*)?", join(tokens[close + 1:]))
        if not behind:
            raise Skip("arguments of an element stand in a file")
        name, index = behind[1] or f"{element.name}{count}", behind[2]
        self.written = name if index is None else f"{name}_n{whole(index, {})}"
        self.told = name if index is None else f"{name}[{whole(index, {})}]"

    def values(self):
        """Argument to the text that stands for it."""
        names = [name or text for name, text in self.element.arguments]
        given = {name or names[k]: text for k, (name, text) in enumerate(self.given)}
        values = {}
        for (name, default), plain in zip(self.element.arguments, names):
            text = given.get(plain, default if name else None)
            if plain not in given:
                text = put_in(text, values)
            values[plain] = text if is_name(text) or re.search(r"\bon\b", text) else f"({text})"
        return values

    def statements(self):
        values, own = self.values(), set()
        for statement in self.element.body:
            own |= set(all_declared(statement))
        names = {name: f"{self.written}_{name}" for name in own if name not in values}
        counts, written = {}, []
        for statement in self.element.body:
            text = statement.text.rstrip()
            if statement.word in ("use", "control") and not re.search(r"\bas\b", text):
                kind = statement.significant()[1].text
                counts[kind] = counts.get(kind, 0) + 1
                text += f" as {self.written}_{kind}{counts[kind]}"
                names[f"{kind}{counts[kind]}"] = f"{self.written}_{kind}{counts[kind]}"
            written.append(put_in(text, {**values, **names}) + "\n")
        return written, {new: f"{self.told}.{old}" for old, new in names.items()}


def put_in(text, values):
    """With these texts for names; not for components, names of arguments and names of elements."""
    tokens = tokenize(text)
    for k, token in enumerate(tokens):
        if token.kind != "name" or token.text not in values or k > 0 and tokens[k - 1].text == ".":
            continue
        before = next((t.text for t in reversed(tokens[:k]) if t.kind != "blank"), "")
        following = after_blanks(tokens, k + 1)
        is_label = before in ("(", ",") and following < len(tokens) and tokens[following].text == "=" and in_use(tokens)
        if not is_label and before not in KEPT_BEHIND:
            token.text = values[token.text]
    return join(tokens)


def in_use(tokens):
    return next((t.text for t in tokens if t.kind == "name"), "") in ("use", "control")


def with_flat_names(text, uses):
    """left.knee and leg[2].knee by the names that stand there now."""
    for use in uses:
        text = re.sub(rf"(?<![\w.]){re.escape(use.told)}\.(?=[^\W\d])", f"{use.written}_", text)
    return text


def known_indices(text):
    """leg[2*1 - 1] as leg[1]."""
    def found(match):
        try:
            return f"{match[1]}[{whole(match[2], {})}]."
        except Skip:
            return match[0]
    return re.sub(r"(\w+)\[([\d\s+*()-]+)\]\.(?=[^\W\d])", found, text)


def written_out(description):
    """(description, names of results to those that they had) without own elements that are used, not as controllers."""
    names = {}
    if any(s.word == "for" for s in description.statements()):
        description = unrolled(description)
    for _ in range(5):
        description, found = once(description)
        if not found:
            break
        told = {new: old for new, old in names.items()}
        names.update({new: told_before(old, told) for new, old in found.items()})
    if not names:
        raise Skip("no element of its own in use")
    return description, names


def told_before(name, told):
    """The name of an instance that was written out before: front_tyre.k of front_tyre is front.tyre.k."""
    head, point, rest = name.partition(".")
    return told.get(head, head) + point + rest


def once(description):
    elements, uses, pieces, names, counts = {}, [], [], {}, {}
    for statement in description.statements():
        if statement.word == "element":
            elements[statement.declares()[0]] = Element(statement)
        kind = statement.significant()[1].text if statement.word == "use" else None
        if kind not in elements:
            pieces.append(with_flat_names(known_indices(statement.text), uses))
            continue
        counts[kind] = counts.get(kind, 0) + 1
        use = Use(statement, elements[kind], counts[kind])
        use.given = [(name, with_flat_names(known_indices(text), uses)) for name, text in use.given]
        lines, found = use.statements()
        pieces += lines
        names.update(found)
        uses.append(use)
    return description.replaced("".join(pieces)), names


MADE_BEHIND = r"(?=(?:_(?:x|y|z|e?\d+|norm|tip|moving|end))?\d*(?!\w))"  # names that Bielle makes of a name


class Flattened:
    """As rewriting.Renaming, of names of results: knee of leg[2] is leg_n2_knee there."""

    def __init__(self, names):
        self.names = names

    def there(self, text):
        for new, old in sorted(self.names.items(), key=lambda item: -len(item[1])):
            text = re.sub(rf"(?<![\w.]){re.escape(old)}{MADE_BEHIND}", new, text)
        return text

    def back(self, text):
        for new, old in sorted(self.names.items(), key=lambda item: -len(item[0])):
            text = re.sub(rf"(?<![\w.]){re.escape(new)}{MADE_BEHIND}", old, text)
        return text
