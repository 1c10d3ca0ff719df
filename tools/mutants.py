#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Break the core in one place at a time; something must notice.

usage: tools/mutants.py [--build DIR] [--sample N] [--record] [--list] [NAME...]

Each mutant of tools/mutants.def replaces a piece of code of one file by another that compiles and
is wrong. The file alone is compiled, with the flags of the build folder, and linked in front of the
library; then checks run, the cheapest first, until one fails:

    verify   bielle verify over some examples: methods, witness, programs
    texts    random descriptions judged by ball arithmetic (test_api random_text)
    golden   recorded outputs (tools/golden.py)
    code     generated C, compiled: its self-test
    unit     the unit tests of the file's layer

Prints a table of what caught each mutant; --record writes docs/mutants.md. Exit status 1 if a
mutant survives or no longer applies. --sample N takes N mutants,
by chance, by the seed BIELLE_SEED.
"""
import argparse
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "tools" / "mutants.def"
EXAMPLES = ["rr", "rrp", "free_body", "four_bar", "stanford", "five_bar", "unicycle",
            "khalil_tree", "delta", "screw_press", "balanced_lamp", "mobile_robot"]
TIME_LIMIT = 120  # seconds for one check; a mutant that runs on is caught


class Mutant:
    """A breakage: the name, its file, what it does, and the two texts."""

    def __init__(self, name, path, what, old, new):
        self.name, self.path, self.what, self.old, self.new = name, path, what, old, new

    def source(self):
        """The text of the broken file; an error if the place is not there exactly once."""
        file = ROOT / self.path
        text = file.read_text(encoding="utf-8") if file.exists() else ""
        if text.count(self.old) != 1:
            sys.exit(f"mutants.def: '{self.name}' no longer applies: {self.path} holds its text "
                     f"{text.count(self.old)} times, not once:\n{self.old}")
        return text.replace(self.old, self.new)


def mutants():
    """The table: paragraphs `name | file | what`, then lines `- old` and `+ new`."""
    found = []
    paragraphs = re.split(r"\n\s*\n", TABLE.read_text(encoding="utf-8"))
    for paragraph in paragraphs:
        lines = [line for line in paragraph.splitlines() if not line.startswith("#")]
        if not lines:
            continue
        name, path, what = (part.strip() for part in lines[0].split("|", 2))
        old = "\n".join(line[2:] for line in lines[1:] if line.startswith("- "))
        new = "\n".join(line[2:] for line in lines[1:] if line.startswith("+"))
        found.append(Mutant(name, path, what, old, new))
    return found


def run(command, **more):
    try:
        return subprocess.run(command, capture_output=True, text=True, errors="replace",
                              timeout=TIME_LIMIT, **more)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", "runs on and on")


class Workshop:
    """Compiles and links with the commands of a build folder, whose files stay as they are."""

    def __init__(self, build, scratch):
        self.build, self.scratch = build, scratch
        entries = json.loads((build / "compile_commands.json").read_text())
        self.commands = {Path(entry["file"]).resolve(): entry["command"] for entry in entries}

    def compile(self, mutant):
        """The broken file's object."""
        original = ROOT / mutant.path
        broken = self.scratch / original.name
        broken.write_text(mutant.source(), encoding="utf-8")
        words = shlex.split(self.commands[original.resolve()])
        words[words.index("-o") + 1] = str(self.scratch / "mutant.o")
        words = [str(broken) if Path(word).name == original.name and word.endswith(".c")
                 else word for word in words]
        result = run(words + ["-Wno-error", "-w"], cwd=self.build)
        if result.returncode != 0:
            sys.exit(f"mutants.def: '{mutant.name}' does not compile:\n{result.stderr}")
        return self.scratch / "mutant.o"

    def link(self, target, extra):
        """The program of that target with the object in front of the library."""
        ninja = ["ninja", "-C", str(self.build)]
        if run([*ninja, target]).returncode != 0:
            sys.exit(f"{target} cannot be built")
        listed = run([*ninja, "-t", "commands", target]).stdout
        command = listed.strip().splitlines()[-1]
        program = self.scratch / Path(re.search(r" -o (\S+)", command)[1]).name
        command = re.sub(r" -o \S+", f" -o {program} {extra}", command, count=1)
        result = run(["sh", "-c", command], cwd=self.build)
        if result.returncode != 0:
            sys.exit(f"{target} cannot be linked:\n{result.stderr[-2000:]}")
        return program


def environment(**more):
    return {**os.environ, "BIELLE_SOURCE_DIR": str(ROOT), "LC_ALL": "C.UTF-8", **more}


def check_verify(shop, mutant, extra):
    del mutant, extra
    for example in EXAMPLES:
        file = next((ROOT / "examples" / example).glob("*.bl"))
        result = run([shop.scratch / "bielle", "verify", file])
        if result.returncode != 0:
            return f"verify {example}"
    return None


def check_texts(shop, mutant, extra):
    del mutant
    program = shop.link("test_api", extra)
    result = run([program, "random_text"], env=environment(BIELLE_RANDOM_TEXTS="60"))
    return "random descriptions" if result.returncode != 0 else None


def check_golden(shop, mutant, extra):
    del mutant, extra
    result = run([ROOT / "tools" / "golden.py", "--check"],
                 env=environment(BIELLE_COMMAND=str(shop.scratch / "bielle")))
    faulty = re.findall(r"^\+\+\+ |^--- tests/golden/(\w+)", result.stdout, flags=re.MULTILINE)
    faulty = [name for name in faulty if name] or ["an error"]
    return f"golden {faulty[0]}" if result.returncode != 0 else None


def check_code(shop, mutant, extra):
    del mutant, extra
    folder = shop.scratch / "code"
    shutil.rmtree(folder, ignore_errors=True)
    made = run([shop.scratch / "bielle", "code", ROOT / "examples/rrp/rrp.bl", "--lang", "c",
                "-o", folder])
    if made.returncode != 0:
        return "bielle code"
    sources = [str(path) for path in folder.glob("*.c")]
    program = folder / "selftest"
    built = run(["cc", "-O1", "-o", program, *sources, "-lm"])
    if built.returncode != 0 or run([program]).returncode != 0:
        return "self-test of generated code"
    return None


def check_unit(shop, mutant, extra):
    layer = mutant.path.split("/")[1]
    program = shop.link(f"test_{layer}", extra)
    for source in sorted((ROOT / "tests" / "unit" / layer).glob("test_*.c")):
        name = source.stem.removeprefix("test_")
        if run([program, name], env=environment(), cwd=ROOT).returncode != 0:
            return f"unit test {layer}.{name}"
    return None


CHECKS = [check_verify, check_texts, check_golden, check_code, check_unit]


def catch(shop, mutant):
    """What noticed the mutant, or None."""
    extra = shop.compile(mutant)
    shop.link("bielle_cli", extra)
    for check in CHECKS:
        if caught := check(shop, mutant, extra):
            return caught
    return None


def faults_of_the_tree(shop):
    """A check that fails without any mutant would catch them all."""
    shop.link("bielle_cli", "")
    return [caught for check in CHECKS if check is not check_unit
            and (caught := check(shop, None, ""))]


def table(rows):
    lines = ["| place | what is broken | caught by | seconds |", "|---|---|---|---|"]
    lines += [f"| `{mutant.path}` | {mutant.what} | {caught or '**nothing**'} | {seconds:.0f} |"
              for mutant, caught, seconds in rows]
    return "\n".join(lines) + "\n"


def record(rows):
    intro = ("# Mutants\n\nWhat happens if one place of the core is wrong: `make mutants` breaks it "
             "there and runs checks, the\ncheapest first, until one notices. The places are in "
             "`tools/mutants.def`. A mutant that nothing catches\nis an error; so is one whose "
             "place is gone.\n\n")
    (ROOT / "docs" / "mutants.md").write_text(intro + table(rows), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--build", default=os.environ.get("BIELLE_BINARY_DIR", ROOT / "build"))
    parser.add_argument("--sample", type=int)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    chosen = [m for m in mutants() if not arguments.names or m.name in arguments.names]
    for mutant in chosen:
        mutant.source()  # all of them must apply, even those that are not run
    if arguments.sample:
        chosen = random.Random(os.environ.get("BIELLE_SEED", "20")).sample(chosen, arguments.sample)
    if arguments.list:
        print("\n".join(f"{m.name}: {m.path}: {m.what}" for m in chosen))
        return 0
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        shop = Workshop(Path(arguments.build), Path(folder))
        if faults := faults_of_the_tree(shop):
            sys.exit(f"without any mutant, this fails: {', '.join(faults)}")
        for mutant in chosen:
            start = time.monotonic()
            caught = catch(shop, mutant)
            rows.append((mutant, caught, time.monotonic() - start))
            print(f"{mutant.name:24} {rows[-1][2]:4.0f} s  {caught or 'SURVIVES'}", flush=True)
    if arguments.record:
        record(rows)
    survivors = [mutant.name for mutant, caught, _ in rows if not caught]
    print(f"{len(rows)} mutants, {len(survivors)} survive {' '.join(survivors)}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
