# SPDX-License-Identifier: MIT
"""Runs the command on descriptions, compares numbers, counts comparisons, and knows the exceptions.

A test file has a function `comparisons(seed)` that yields Comparison objects; the function of each
gets a Workshop (a folder of its own) and returns the differences that it found, as lines. Skip says that the
relation has nothing to say of this description, and why: the summary counts reasons.
"""
import atexit
import collections
import concurrent.futures
import csv
import io
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from description import ROOT

sys.path.insert(0, str(ROOT / "tests" / "support"))
from sample import SEED  # noqa: E402

BIELLE = os.environ.setdefault("BIELLE_COMMAND", str(ROOT / "build" / "bielle"))
os.environ.setdefault("BIELLE_SOURCE_DIR", str(ROOT))
EXCEPTIONS = Path(__file__).with_name("exceptions.txt")
CACHE = tempfile.mkdtemp(prefix="metamorphic.cache.")  # what was compiled; not the folder of the user
atexit.register(shutil.rmtree, CACHE, ignore_errors=True)
os.environ["XDG_CACHE_HOME"] = CACHE
MAX_LINES = 3  # of the differences of one comparison
TRIES = 4  # of a sample: descriptions that are tried until one is not skipped
# Sums in another order differ by rounding, about 1e-16 of the greatest term for each of some hundred operations;
# closing a loop ends within 1e-12. Of accelerations of nearly singular configurations it is more.
ROUNDING = 1e-8
# Rounding changes the steps that are chosen, and with them the error of integration, which is 1e-10 for a
# step here; a tenth of the time of an example has some hundred steps, and errors grow.
INTEGRATION, TOLERANCE, SHARE = 1e-6, "1e-10", 0.1


class Skip(Exception):
    """The relation does not apply; the text says why."""


class Refused(Exception):
    """The command did not accept the description or what was requested."""


class Comparison:
    def __init__(self, relation, variant, subject, check):
        self.relation, self.variant, self.subject, self.check = relation, variant, subject, check

    @property
    def key(self):
        return f"{self.relation} {self.variant} {self.subject.name}"


class Workshop:
    """A folder, with the descriptions that one comparison writes, and the command."""

    def __init__(self):
        self.folder = Path(tempfile.mkdtemp(prefix="metamorphic."))
        self.count = 0

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)

    def write(self, description):
        """Beside links to the files that it may read. The same name each time: it stands in messages."""
        self.count += 1
        folder = self.folder / str(self.count)
        folder.mkdir()
        if description.folder:
            for path in Path(description.folder).iterdir():
                if path.name != f"{description.name}.bl":
                    (folder / path.name).symlink_to(path)
        path = folder / f"{description.name}.bl"
        path.write_text(description.text, encoding="utf-8")
        return path

    def run(self, *words, stdin=None, timeout=60, env=None):
        try:
            return subprocess.run([str(word) for word in words], text=True, check=False, input=stdin,
                                  timeout=timeout, env=env, cwd=self.folder, encoding="utf-8", errors="replace",
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        except subprocess.TimeoutExpired as error:
            raise Skip(f"takes more than {timeout} s") from error

    def bielle(self, *words, **options):
        return self.run(BIELLE, *words, **options)

    def path_of(self, subject):
        return subject if isinstance(subject, Path) else self.write(subject)

    def done(self, command, subject, *words, **options):
        done = self.bielle(*command.split(), self.path_of(subject), *words, **options)
        if done.returncode == 2 or done.returncode < 0 or (done.returncode and not done.stdout):
            raise Refused(first_error(done))
        return done

    def text_of(self, command, subject, *words, **options):
        return self.done(command, subject, *words, **options).stdout

    def check(self, subject):
        return json.loads(self.text_of("check", subject, "--as", "json"))

    def simulate(self, subject, *words):
        """The columns, by their names without units."""
        done = self.done("simulate", subject, "--as", "csv", *words)
        rows = table(done.stdout)
        if done.returncode:
            rows.end = first_error(done)
        return rows

    def eval(self, subject, state, what, *words):
        """Numbers by the name of their quantity and place: {'M[0][1]': 3.0}."""
        found = json.loads(self.text_of("eval", subject, "--at", state, "--what", what, *words))
        return flat(found)


def first_error(done):
    lines = [line for line in done.stderr.splitlines() if "error" in line] or done.stderr.splitlines()
    return f"status {done.returncode}: {lines[0][:300]}" if lines else f"status {done.returncode}"


def span_of(info):
    """Begin and end of the first experiment."""
    for task in info["tasks"]:
        found = re.search(r"time (\S+) \.\. (\S+) s", task["options"])
        if task["kind"] == "experiment" and found:
            return float(found[1]), float(found[2])
    return 0.0, 10.0


def simulate_short(workshop, path, info, *words, share=SHARE):
    begin, end = span_of(info)
    until = ("--until", f"{begin + share * (end - begin)!r} s")
    tolerance = () if "--tolerance" in words else ("--tolerance", TOLERANCE)
    return workshop.simulate(path, *until, *tolerance, *words)


class Columns(dict):
    """Lists of numbers by name. end: the words in which the motion ended before its time."""
    end = None


def table(text):
    rows = list(csv.reader(io.StringIO(text)))
    names = [title.split(" [")[0] for title in rows[0]]
    columns = Columns()
    for k, name in enumerate(names):
        columns.setdefault(name, [float(row[k]) for row in rows[1:]])
    return columns


def flat(value, place=""):
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return {}
    if isinstance(value, (int, float)):
        return {place: float(value)}
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    found = {}
    for key, entry in entries:
        if not (isinstance(key, str) and not place and key in ("coordinates", "closed")):
            found.update(flat(entry, f"{place}[{key}]" if place or isinstance(key, int) else key))
    return found


def outcome(function, *words):
    """What a function returns, or the words of the refusal."""
    try:
        return function(*words)
    except Refused as refusal:
        return refusal


def both(one, other, compare):
    """The differences of two outcomes; both refused is nothing to compare."""
    if isinstance(one, Refused) and isinstance(other, Refused):
        raise Skip(str(one))
    if isinstance(one, Refused) or isinstance(other, Refused):
        return [f"only one is refused: {one if isinstance(one, Refused) else other}"]
    return compare(one, other)


def names_differ(one, other):
    missing = [name for name in one if name not in other]
    return [f"missing: {', '.join(missing[:5])}"] if missing else []


def same_numbers(one, other, part=0.0):
    """Of dictionaries of numbers. part: allowed difference, relative to the greatest of the quantity."""
    scales = collections.defaultdict(float)
    for name, value in one.items():
        quantity = name.split("[")[0]
        scales[quantity] = max(scales[quantity], abs(value))
    lines = names_differ(one, other)
    for name, value in one.items():
        if name in other and not near(value, other[name], part * max(scales[name.split("[")[0]], 1e-3)):
            lines.append(f"{name}: {value!r} and {other[name]!r}")
    return lines[:MAX_LINES]


def near(one, other, allowed):
    if one == other or (math.isnan(one) and math.isnan(other)):
        return True
    return allowed > 0 and abs(one - other) <= allowed


def same_columns(one, other, part=0.0, floor=1e-3):
    """Of tables: row by row. part: allowed difference, relative to the greatest value of the column
    (at least `floor` in SI units)."""
    lines = names_differ(one, other)
    for name, values in one.items():
        if name not in other:
            continue
        others = other[name]
        if len(values) != len(others):
            return [f"{len(values)} and {len(others)} rows"]
        allowed = part * max(max(map(abs, values), default=0), floor)
        for k, (value, its) in enumerate(zip(values, others)):
            if not near(value, its, allowed):
                at = one.get("t", [0] * len(values))[k]
                lines.append(f"{name}, row {k} (t = {at:.6g}): {value!r} and {its!r}")
                break
    return lines[:MAX_LINES]


def by_place(rows, names):
    """Columns under the names of others: what is recorded may be written in other words."""
    return dict(zip(names, rows.values())) if len(rows) == len(names) else rows


class Exceptions:
    """exceptions.txt: `RELATION VARIANT SUBJECT : REASON`, where * is any text. An entry that no difference needs is
    stale."""

    def __init__(self, path=EXCEPTIONS):
        self.patterns, self.met, self.used = {}, set(), set()
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                entry, _reason = line.split(" : ", 1)
                self.patterns[entry] = re.compile(".*".join(map(re.escape, entry.split("*"))))

    def note(self, comparison, differs):
        """True if it differs, and an entry says why."""
        entries = {entry for entry, pattern in self.patterns.items() if pattern.fullmatch(comparison.key)}
        self.met |= entries
        self.used |= entries if differs else set()
        return differs and bool(entries)

    def stale(self):
        return sorted(self.met - self.used)


class Result:
    def __init__(self, comparison, kind, lines):
        self.comparison, self.kind, self.lines = comparison, kind, lines


def carry_out(comparison):
    workshop = Workshop()
    try:
        lines = comparison.check(workshop)
        return Result(comparison, "differs" if lines else "same", lines)
    except Skip as skip:
        return Result(comparison, "skipped", [str(skip)])
    except Refused as refusal:
        return Result(comparison, "skipped", [f"refused: {refusal}"])
    except Exception:  # a mistake of the test is a failure of this comparison alone
        return Result(comparison, "differs", traceback.format_exc().splitlines()[-4:])
    finally:
        workshop.close()


def carry_out_one(comparisons):
    """Results of the first that is not skipped, and of those before it."""
    results = []
    for comparison in comparisons:
        results.append(carry_out(comparison))
        if results[-1].kind != "skipped":
            break
    return results


def carry_out_all(groups, progress, workers):
    """Results in their order, as they come: of each group until one is not skipped."""
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for count, results in enumerate(pool.map(carry_out_one, groups), 1):
            progress(count, len(groups))
            yield from results


def no_progress(_done, _total):
    pass


def progress_on_terminal():
    if not sys.stderr.isatty():
        return no_progress
    began = time.monotonic()

    def show(done, total):
        passed = time.monotonic() - began
        left = passed * (total - done) / done
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r{done} of {total} comparisons, {left:.0f} s to go   {end}")
        sys.stderr.flush()
    return show


class Count:
    """Of one relation."""

    def __init__(self):
        self.kinds, self.reasons = collections.Counter(), collections.Counter()

    def compared(self):
        return sum(self.kinds.values()) - self.kinds["skipped"]


KINDS = ("same", "differs", "explained", "skipped")


def report(results, must_compare):
    """Prints what differs and a line for each relation; the number of failures. must_compare: of all descriptions, so
    that a relation of which everything was skipped fails, and an exception that nothing needs."""
    exceptions, counts = Exceptions(), collections.defaultdict(Count)
    for result in results:
        comparison, kind = result.comparison, result.kind
        if kind != "skipped" and exceptions.note(comparison, kind == "differs"):
            kind = "explained"
        count = counts[f"{comparison.relation} {comparison.variant}"]
        count.kinds[kind] += 1
        if kind == "differs":
            print(f"DIFFERS {comparison.key}")
            print("".join(f"    {line}\n" for line in result.lines), end="", flush=True)
        elif kind == "skipped":
            count.reasons[reason_of(result.lines[0])] += 1
    print_counts(counts)
    empty = [name for name, count in sorted(counts.items()) if must_compare and not count.compared()]
    for name in empty:
        print(f"NOTHING COMPARED by {name}")
    stale = exceptions.stale() if must_compare else []
    for entry in stale:
        print(f"STALE exception: {entry}")
    return sum(count.kinds["differs"] for count in counts.values()) + len(empty) + len(stale)


def reason_of(text):
    """Without what differs from description to description: places, names, numbers, and what is listed behind a colon."""
    text = re.sub(r"^.*?(error|bielle \w+): ", "", text)
    text = re.sub(r"(?<!\w)'[^\s']+'*(?!\w)", "'..'", text.split(": ")[0].split("; ")[0])
    return re.sub(r"(?<![\w.])[-+]?\d[\d.]*(e[-+]?\d+)?(?!\w)", "N", text)


def print_counts(counts):
    print(f"{'relation':48}" + "".join(f"{kind:>10}" for kind in KINDS))
    for name, count in sorted(counts.items()):
        print(f"{name:48}" + "".join(f"{count.kinds[kind]:10}" for kind in KINDS))
        for reason, number in count.reasons.most_common():
            print(f"    {number:5} skipped: {reason}")
    sums = [sum(count.kinds[kind] for count in counts.values()) for kind in KINDS]
    print(f"{'all':48}" + "".join(f"{number:10}" for number in sums))


def drawn(comparisons, count, name):
    """So many groups, drawn by the seed: of all relations alike, so that rare ones have their turn."""
    classes = collections.defaultdict(list)
    for comparison in comparisons:
        classes[comparison.relation, comparison.variant].append(comparison)
    source = random.Random(f"{SEED} {name}")
    groups = []
    for turn in range(-(-count // len(classes))):
        for members in classes.values():
            if turn == 0:
                source.shuffle(members)
            groups.append(members[turn * TRIES:(turn + 1) * TRIES])
    return [group for group in groups[:count] if group]


def main(comparisons, count, name=""):
    """A test: `count` groups of the comparisons, or all with BIELLE_EVERY_EXAMPLE. Words behind the command pick
    those whose keys have them."""
    words = sys.argv[1:]
    chosen = [one for one in comparisons(SEED) if all(word in one.key for word in words)]
    is_whole = bool(words or os.environ.get("BIELLE_EVERY_EXAMPLE"))
    groups = [[one] for one in chosen] if is_whole else drawn(chosen, count, name)
    print(f"seed {SEED}")
    workers = len(os.sched_getaffinity(0)) if is_whole else 1  # ctest runs other tests beside a sample
    failures = report(carry_out_all(groups, progress_on_terminal(), workers), is_whole and not words)
    sys.exit(1 if failures else 0)
