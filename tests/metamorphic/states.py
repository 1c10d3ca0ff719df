# SPDX-License-Identifier: MIT
"""Random states of a description and the quantities that it has, for `bielle eval`."""
import json
import random
import re

from description import join
from harness import Refused, Skip, span_of


def starts_of(description):
    """`NAME = VALUE` of the first experiment, as texts by name."""
    for statement in description.statements():
        if statement.word == "experiment":
            return {name: join(value).strip() for name, value in start_items(statement.tokens)}
    return {}


def start_items(tokens):
    """(name with its primes, tokens of the value) of `start NAME = VALUE, ..`."""
    items, depth, current, inside = [], 0, None, False
    significant = [t for t in tokens if t.kind != "comment"]
    for k, token in enumerate(significant):
        if token.text in ("[", "(") and token.kind == "mark":
            depth += 1
        if token.text in ("]", ")") and token.kind == "mark":
            depth -= 1
        if token.kind == "name" and token.text in EXPERIMENT_WORDS and depth == 0:
            inside, current = token.text == "start", []
            if inside:
                items.append(current)
        elif inside and depth == 0 and token.text in (",", "\n", "}", ";") and token.kind in ("mark", "newline"):
            current = []
            items.append(current)
            inside = token.text == "," or token.text == "\n" and ends_in_comma(significant[:k])
        elif inside:
            current.append(token)
    return [split_item(item) for item in items if any(t.text == "=" for t in item)]


EXPERIMENT_WORDS = frozenset("time step tolerance method treatment sample delay start record".split())


def ends_in_comma(tokens):
    return next((t.text for t in reversed(tokens) if t.kind not in ("blank", "newline")), "") == ","


def split_item(tokens):
    at = next(k for k, t in enumerate(tokens) if t.text == "=")
    return join(tokens[:at]).strip(), tokens[at + 1:]


def has_constraints(info):
    return bool(info["loops"] or info["constraints"] or info["wheels"]
                or any(task["kind"] == "motion" for task in info["tasks"])
                or info["grubler"]["mobility"] != len(info["coordinates"]))


def parameters_without_value(info):
    return [p["name"] for p in info["parameters"] if p["value"] is None]


def random_state(description, info, seed, spread=0.3, moves=True):
    """A state as a list of values: near the start, every number a short decimal."""
    source = random.Random(seed)
    started = starts_of(description)
    quaternions = unit_quaternions(info, source)
    items = []
    for name in parameters_without_value(info):
        items.append(f"{name} = {started.get(name) or round(source.uniform(0.5, 1.5), 3)}")
    for coordinate in info["coordinates"]:
        name, start = coordinate["name"], coordinate.get("start") or 0
        items.append(f"{name} = {quaternions.get(name) or round(start + source.uniform(-spread, spread), 3)}")
        if moves:
            # of unit quaternions none: their rates keep the norm
            items.append(f"{name}' = {0 if name in quaternions else round(source.uniform(-1, 1), 3)}")
            items.append(f"{name}'' = {0 if name in quaternions else round(source.uniform(-1, 1), 3)}")
            items.append(f"tau[{name}] = {round(source.uniform(-1, 1), 3)}")
    for kind in ("inputs", "states"):
        items += [f"{entry['name']} = {round(source.uniform(-1, 1), 3)}" for entry in info[kind]
                  if not entry.get("value")]
    items.append(f"t = {round(source.uniform(0, 1), 3)}")
    return ", ".join(items)


def unit_quaternions(info, source):
    """Euler parameters whose squares have the sum 1 exactly: formulas may be shortened by their norm."""
    values = {}
    for frame in info["frames"]:
        for first, others in re.findall(r"Q\((\S+), \[(.*?)\]\)", frame["moves"]):
            vector = [0.3, 0.3, 0.1]
            source.shuffle(vector)
            values[first] = 0.9
            values.update(zip(others.split(", "), (source.choice((-1, 1)) * part for part in vector)))
    return values


def quantities(info):
    """Lists of quantities: those of one list stand or fall together."""
    lists = [["T", "V", "M", "h", "G", "tau", "Qe", "Qu"], ["P", "E"], ["qdd"]]
    if has_constraints(info):
        lists += [["Phi", "Phi_q"], ["lambda"]]
    if info["states"]:
        lists.append(["sd"])
    if info["events"]:
        lists.append(["ev"])
    lists += [[f"out:{entry['name']}"] for entry in info.get("outputs", [])[:4]]
    lists += [[f"fk:{point['name']}", f"jac:{point['name']}"] for point in info["points"][:2]]
    return lists


def available(workshop, path, info, state):
    """The quantities that `eval` has at this state, in one list."""
    found = []
    for group in quantities(info):
        try:
            workshop.eval(path, state, ",".join(group))
            found += group
        except Refused:
            continue
    if not found:
        raise Skip("eval has nothing here")
    return ",".join(found)


def closed(workshop, path, state):
    """The state with the numbers that `eval` closes it with: another description may close it elsewhere."""
    try:
        found = json.loads(workshop.text_of("eval", path, "--at", state, "--what", "qdd")).get("closed", {})
    except Refused:
        return state
    values = dict(item.split(" = ", 1) for item in state.split(", "))
    values.update({name: repr(value) for name, value in found.get("q", {}).items()})
    values.update({f"{name}'": repr(value) for name, value in found.get("qd", {}).items()})
    return ", ".join(f"{name} = {value}" for name, value in values.items())


def closed_start(workshop, subject, info):
    """Words that start a simulation where that of this description closes; none where it is closed already."""
    if not has_constraints(info):
        return ()
    starts = starts_of(subject)
    given = [f"{name} = {value}" for name, value in starts.items() if not re.search(r",|\[", value)]
    state = ", ".join(given or [f"t = {span_of(info)[0]!r}"])
    now = closed(workshop, workshop.path_of(subject), state)
    moved = [item for item in now.split(", ") if item not in state.split(", ")]
    return ("--set", ", ".join(moved)) if moved else ()


def is_rough(workshop, subject, info):
    """Does it start where it is not closed?"""
    words = closed_start(workshop, subject, info)
    return bool(words) and any("'" not in item.split(" = ")[0] for item in words[1].split(", "))
