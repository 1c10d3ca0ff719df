# SPDX-License-Identifier: MIT
"""The same mechanism in other words. Each function takes a Description and a source of random numbers and returns
another Description (of a renamed one also the way back for the names of results), or raises Skip."""
import re
from fractions import Fraction

from description import (LATER_STATEMENTS, RESERVED, ROOT, STATEMENTS, Statement, Token, after_blanks,
                         block_start, decimal, declared_items, join, matching, split_statements, tokenize)
from harness import Skip

GRAMMAR_WORDS = frozenset(re.findall(r'"([A-Za-z]\w*)"', (ROOT / "docs/grammar.ebnf").read_text(encoding="utf-8")))
OPTION_WORDS = frozenset("""revolute prismatic screw cylindrical universal spherical planar free fixed ground x y z
    standard modified khalil quintic septic trapezoid bang_bang s_curve sin2 spline quintic_spline line arc auto adams bdf
    erk4 erk5 erk6 erk7 erk8 rk4 euler midpoint ida projection ggl independent outside constant joint theta alpha a d r b
    gamma antecedent sigma mu model slide""".split())
FUNCTIONS = frozenset("""sin cos tan asin acos atan atan2 sqrt exp log abs sign min max sinh cosh tanh floor mod hypot
    gradient if diag dot cross norm position velocity omega rotation lower_limit upper_limit reference effort
    gravity_torque inverse_dynamics feedforward_torque lqr_torque inverse_rate inverse_acceleration RX RY RZ TX TY TZ R T Q
    RXK RYK RZK TXK TYK TZK DX DY DZ""".split())
MADE = re.compile(r"^(.*?)(_(?:x|y|z|e?\d+|norm|tip|moving|end)|\d+)$")
LANGUAGE_WORDS = """int double float class def end function var const static void return break switch case struct union
    self None True lambda global import real integer program subroutine module fn impl mut pub match type use_ where begin
    let_ new delete this template typename namespace operator q qd qdd p k rows state result sine cosine size_t main M tau
    np math json std f64 usize ans NaN Inf eps i j pi_ e E params prepared values register volatile yield await async
    complex bool char long short signed unsigned auto_ extern goto inline restrict _Bool sizeof do while""".split()

# What generated code is put together from: NAME, functions, types, variables.
TEMPLATE_WORDS = sorted({word for path in sorted((ROOT / "src/codegen/runtime").glob("*/*"))
                         for word in re.findall(r"[A-Za-z]\w+", path.read_text(encoding="utf-8"))} | {"NAME"})


# ---- names

def fixed_words():
    return RESERVED | STATEMENTS | LATER_STATEMENTS | GRAMMAR_WORDS | OPTION_WORDS | FUNCTIONS


def own_names(description, info):
    """Names that this file gives, which stand for nothing else in it."""
    declared = {name for statement in description.statements() for name in all_declared(statement)}
    names = set(declared)
    for kind in ("coordinates", "inputs"):
        for entry in info[kind]:
            made = MADE.match(entry["name"])
            if entry["name"].isidentifier() and not (made and made[1] in declared):
                names.add(entry["name"])
    return sorted(name for name in names if name not in fixed_words())


def all_declared(statement):
    names = list(statement.declares())
    if statement.word == "element":
        inner = statement.tokens
        open_at = next(k for k, t in enumerate(inner) if t.text == "(")
        names += declared_items([t for t in inner[open_at + 1:matching(inner, open_at)]
                                 if t.kind not in ("blank", "newline")])
        begin = block_start(inner)
        for one in split_statements(inner[begin + 1:matching(inner, begin)]):
            names += all_declared(one)
    if statement.word == "let":
        names += function_arguments(statement.significant())
    return names


def function_arguments(words):
    """x and y of `let f(x, y) = ..`."""
    found, depth = [], 0
    for k, word in enumerate(words):
        if word.text == "(" and depth == 0 and words[k - 1].kind == "name":
            close = matching(words, k)
            if close + 1 < len(words) and words[close + 1].text == "=":
                found += [w.text for w in words[k + 1:close] if w.kind == "name"]
        depth += (word.text in "([") - (word.text in ")]") if word.kind == "mark" else 0
    return found


def renamed_word(word, mapping):
    if word in mapping:
        return mapping[word]
    made = MADE.match(word)
    return mapping[made[1]] + made[2] if made and made[1] in mapping else word


def rename_tokens(tokens, mapping, own_elements):
    """Changes the tokens in place; the names of what the library made."""
    for begin, end in library_calls(tokens, own_elements):
        for k in range(begin, end):
            if tokens[k].kind == "name" and argument_name(tokens, k, begin):
                tokens[k].kind = "kept"
    instances = library_instances(tokens, own_elements)
    keep_behind(tokens, instances)
    for token in tokens:
        if token.kind == "name":
            token.text = renamed_word(token.text, mapping)
    return instances


def keep_behind(tokens, instances):
    """Components, and all names behind the point of what the library made."""
    made = set()
    for k, token in enumerate(tokens):
        if k < 2 or tokens[k - 1].text != ".":
            continue
        if tokens[k - 2].text in instances or k - 2 in made:
            made.add(k)
        if k in made or is_component(token.text):
            token.kind = "kept"


def library_instances(tokens, own_elements):
    """Names behind the `as` of uses of the library: what stands behind their point is the library's."""
    found, element = set(), None
    for k, token in enumerate(tokens):
        if token.kind == "kept" and k > 1 and tokens[k - 2].text in ("use", "control"):
            element = token.text
        if token.kind == "newline":
            element = element if any(t.text == "," for t in tokens[k - 1:k]) else None
        if token.text == "as" and element:
            found.add(tokens[after_blanks(tokens, k + 1)].text)
    return found


def is_component(text):
    return re.fullmatch("[xyz]{1,2}", text) is not None


def library_calls(tokens, own_elements):
    """(begin, end) of the arguments of uses and controllers of the library."""
    found = []
    for k, token in enumerate(tokens):
        if token.kind == "name" and token.text in ("use", "control"):
            name = after_blanks(tokens, k + 1)
            if name + 1 < len(tokens) and tokens[name].text not in own_elements:
                tokens[name].kind = "kept"
                bracket = after_blanks(tokens, name + 1)
                if bracket < len(tokens) and tokens[bracket].text == "(":
                    found.append((bracket + 1, matching(tokens, bracket)))
    return found


def argument_name(tokens, k, begin):
    following = after_blanks(tokens, k + 1)
    depth = sum((t.text in "([") - (t.text in ")]") for t in tokens[begin:k] if t.kind == "mark")
    return depth == 0 and tokens[following].text == "="


def fresh_names(names):
    """That stand where the former ones stood: formulas have short names of inertias first, then gravity."""
    return {name: f"{name[0]}{k}" if name[0] in "mMIJ" and len(name) <= 4 else f"v{k}_w"
            for k, name in enumerate(names, 10) if name not in ("g", "G")}


def names_of_pool(names, pool, text, source):
    pool = [name for name in pool if name not in fixed_words() and name not in text]
    source.shuffle(pool)
    source.shuffle(names)
    return dict(zip(names, pool + [f"v{k}_w" for k in range(len(names))]))


def renamed(description, info, source, pool):
    """With names out of the pool, or fresh ones (None), and how names of results change."""
    names = own_names(description, info)
    if not names:
        raise Skip("no names to change")
    mapping = fresh_names(names) if pool is None else names_of_pool(names, pool, description.text, source)
    tokens = tokenize(description.text)
    own_elements = {s.declares()[0] for s in description.statements() if s.word == "element"}
    instances = rename_tokens(tokens, mapping, own_elements)
    return description.replaced(join(tokens)), Renaming(mapping, instances)


class Renaming:
    """Of names of states, quantities and results: there, from the description to the other one, and back."""

    def __init__(self, mapping=None, instances=()):
        self.mapping, self.instances = mapping or {}, set(instances)

    def there(self, text):
        return renamed_text(text, self.mapping, self.instances)

    def back(self, text):
        reverse = {new: old for old, new in self.mapping.items()}
        return renamed_text(text, reverse, {renamed_word(name, self.mapping) for name in self.instances})


def renamed_text(text, mapping, instances):
    tokens = tokenize(text)
    keep_behind(tokens, instances)
    for k, token in enumerate(tokens):
        is_of_state = token.text == "tau" and tokens[k + 1:k + 2] and tokens[k + 1].text == "["
        if token.kind == "name" and not is_of_state:
            token.text = renamed_word(token.text, mapping)
    return join(tokens)


# ---- order

ORDERED = frozenset("""when sample use control speed experiment motion mechanism include joint coord frame chain dh loop
    constraint rolling""".split())


def permuted(description, source, moves_joints=False):
    """Statements in another order that keeps every declaration above its uses. Statements that number what they
    make (event1, spring1), and unless told otherwise those that make coordinates, keep their order."""
    statements = [s for s in description.statements() if s.word]
    ordered = ORDERED - {"joint", "coord", "frame"} if moves_joints else ORDERED
    needs = [set(names_used(s)) for s in statements]
    makes = [set(s.declares()) | implicit(s) for s in statements]
    before = [[] for _ in statements]
    for k in range(len(statements)):
        for j in range(k):
            both_ordered = statements[j].word in ordered and statements[k].word in ordered
            if both_ordered or makes[j] & needs[k] or needs[j] & makes[k] or statements[j].word in ("mechanism", "include"):
                before[k].append(j)
            elif statements[j].word in ("param", "let", "table", "element") and statements[k].word in ("use", "control", "for"):
                before[k].append(j)
            elif statements[j].word == "motion" and statements[k].word == "control":
                before[k].append(j)
    order, left = [], list(range(len(statements)))
    while left:
        ready = [k for k in left if not any(j in left for j in before[k])]
        order.append(source.choice(ready))
        left.remove(order[-1])
    if order == sorted(order):
        raise Skip("there is one order only")
    return description.replaced("".join(ended(statements[k]) for k in order))


def names_used(statement):
    names = set()
    for token in statement.tokens:
        if token.kind in ("name", "unit"):
            names.add(token.text)
            made = MADE.match(token.text)
            if made:
                names.add(made[1])
    return names


def implicit(statement):
    """Inputs that a force makes by naming them; rows and coordinates of dh and chain."""
    if statement.word in ("dh", "chain"):
        return names_used(statement) - fixed_words()
    return names_used(statement) - fixed_words() if statement.word in ("torque", "force", "moment") and any(
        re.search(r"=\s*-?[^\W\d]\w*\s*$", statement.text) or "[" in t.text for t in statement.tokens) else set()


def ended(statement):
    text = statement.text.rstrip(" \t;\r\n")
    return text + ("\n\n" if statement.word == "dh" else "\n")


# ---- pieces

def split_by_include(description, source, folder):
    """Statements from the second to somewhere stand in another file, in `folder`."""
    statements = [s for s in description.statements() if s.word]
    if len(statements) < 4 or statements[0].word != "mechanism" or any(s.word == "include" for s in statements):
        raise Skip("too short, or it includes a file already")
    cut = source.randint(2, len(statements) - 1)
    (folder / "piece.bl").write_text("".join(ended(s) for s in statements[1:cut]), encoding="utf-8")
    return description.replaced(ended(statements[0]) + 'include "piece.bl"\n' + "".join(map(ended, statements[cut:])))


def unrolled(description):
    """`for` written out. Bounds are numbers, or sums with the numbers of definitions that stand above."""
    pieces, known, found = [], {}, False
    for statement in description.statements():
        if statement.word == "let":
            for name, value in re.findall(r"(\w+) = (\d+)(?=[,\s])", statement.text):
                known[name] = int(value)
        if statement.word != "for":
            pieces.append(statement.text)
            continue
        found = True
        pieces += written_out(statement, known)
    if not found:
        raise Skip("no for")
    return description.replaced("".join(pieces))


def written_out(statement, known):
    begin = block_start(statement.tokens)
    head = join(statement.tokens[:begin])
    variable, low, high = re.search(r"for\s+(\w+)\s+in\s+(.+?)\s*\.\.\s*(.+?)\s*$", head).groups()
    block = statement.tokens[begin + 1:matching(statement.tokens, begin)]
    pieces = []
    for value in range(whole(low, known), whole(high, known) + 1):
        for one in split_statements(block):
            text = "".join(str(value) if t.kind == "name" and t.text == variable else t.text for t in one.tokens)
            inner = Statement(tokenize(text))
            pieces += written_out(inner, known) if inner.word == "for" else [text.rstrip(" \t;\n") + "\n"]
    return pieces


def whole(text, known):
    text = re.sub(r"[^\W\d]\w*", lambda found: str(known[found[0]]) if found[0] in known else found[0], text)
    if not re.fullmatch(r"[\d\s+*()-]+", text):
        raise Skip("the bounds of for are more than numbers")
    return eval(text, {"__builtins__": {}})  # digits, brackets and + - * only


def inlined(description):
    """Definitions without arguments at file level put in where they stand, in brackets."""
    values, pieces = {}, []
    elements_use = {t.text for s in description.statements() if s.word == "element" for t in s.tokens}
    for statement in description.statements():
        tokens = substituted(statement.tokens, values)
        if statement.word != "let":
            pieces.append(join(tokens))
            continue
        kept = []
        for name, item in definitions_of(tokens):
            value = item[next(k for k, t in enumerate(item) if t.text == "=") + 1:]
            item_text = join(item).strip()
            if name is None or name in elements_use or "(" in item_text.split("=")[0]:
                kept.append(item_text)
            else:
                values[name] = join([t for t in substituted(value, values) if t.kind != "comment"]).strip()
        pieces.append(f"let {', '.join(kept)}\n" if kept else "\n")
    if not values:
        raise Skip("no definitions")
    return description.replaced("".join(pieces))


def definitions_of(tokens):
    """(name, tokens) of the items of `let a = .., f(x) = ..`."""
    items, depth, current = [], 0, []
    begin = next(k for k, t in enumerate(tokens) if t.text == "let") + 1
    for token in tokens[begin:]:
        depth += (token.text in "([") - (token.text in ")]") if token.kind == "mark" else 0
        if depth == 0 and token.text == ",":
            items.append(current)
            current = []
        elif token.kind != "comment":
            current.append(token)
    items.append(current)
    return [(next((t.text for t in item if t.kind == "name"), None), item) for item in items
            if any(t.text == "=" for t in item)]


def substituted(tokens, values):
    result = []
    in_use = next((t.text for t in tokens if t.kind == "name"), "") in ("use", "control")
    for k, token in enumerate(tokens):
        after_point = k > 0 and tokens[k - 1].text == "." and (k < 2 or tokens[k - 2].kind in ("name", "mark"))
        following = after_blanks(tokens, k + 1)
        named = in_use and following < len(tokens) and tokens[following].text == "="
        if token.kind == "name" and token.text in values and not after_point and not named:
            result.append(Token("name", f"({values[token.text]})"))
        else:
            result.append(token)
    return result


# ---- units

THOUSANDTH = {"m": "mm", "N": "mN", "s": "ms", "rad": "mrad", "J": "mJ", "V": "mV", "A": "mA", "W": "mW", "kg": "g",
              "kN": "N", "ohm": "mohm", "H": "mH", "Hz": "mHz", "Pa": "mPa", "MPa": "kPa", "km": "m", "mm": "um", "g": "mg",
              "kW": "W"}


def in_other_units(description, source):
    """Some numbers with units in units of a thousandth: 0.5 m is 500 mm, 2 N.s/m is 2000 mN.s/m."""
    tokens, count = tokenize(description.text), 0
    in_dh = {id(t) for s in split_statements(tokens) if s.word == "dh" for t in s.tokens}
    for k, token in enumerate(tokens):
        if token.kind != "number" or id(token) in in_dh:  # the cells of dh know few units
            continue
        at = after_blanks(tokens, k + 1)
        if at >= len(tokens) or tokens[at].kind != "unit" or (k > 0 and tokens[k - 1].text == "^"):
            continue
        power, behind = 1, at + 1
        if behind + 1 < len(tokens) and tokens[behind].text == "^":
            if tokens[behind + 1].kind != "number":
                continue
            power = int(tokens[behind + 1].text)
        new = THOUSANDTH.get(tokens[at].text)
        if new and source.random() < 0.7:
            token.text = decimal(Fraction(token.text) * 1000**power)
            tokens[at].text = new
            count += 1
        elif tokens[at].text == "deg" and decimal(Fraction(token.text) / 360):
            token.text, tokens[at].text = decimal(Fraction(token.text) / 360), "rev"
            count += 1
    if not count:
        raise Skip("no units to change")
    return description.replaced(join(tokens))
