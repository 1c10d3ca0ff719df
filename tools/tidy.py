#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run clang-tidy over every file of BUILD/compile_commands.json, two groups of files at a time.

usage: tools/tidy.py BUILD [PATTERN]      only files whose path contains PATTERN
       tools/tidy.py BUILD --sample       files of the last hundred commits, and one in four others

A clean result is remembered under BUILD/tidy/, or $BIELLE_TIDY_CACHE, by a hash of all that it depends
on: the file, the project headers that it includes, the command, the configuration and the version of
clang-tidy. So a second run looks only at what changed. A file that several programs share is looked at once. Tests
are not followed path by path (clang-analyzer): the sanitizers run them.
"""
import hashlib
import json
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TESTS = ROOT / "tests"
INCLUDE_FOLDERS = [ROOT / "src", ROOT / "include", ROOT / "tests", ROOT]
# The analyzer follows this many states of a function; a fifteenth of the usual number takes a third of
# the time, and finds most.
ANALYZER = [word for option in ("-analyzer-config", "max-nodes=15000")
            for word in ("--extra-arg=-Xclang", f"--extra-arg={option}")]
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)


def closure(path, seen):
    """Adds to `seen` the file and all project files that it includes, directly or not."""
    if path in seen:
        return
    seen.add(path)
    for name in INCLUDE.findall(path.read_text(encoding="utf-8")):
        for folder in [path.parent, *INCLUDE_FOLDERS]:
            if (folder / name).is_file():
                closure((folder / name).resolve(), seen)
                break


def fingerprint(source, command, common):
    files = set()
    closure(source, files)
    digest = hashlib.sha256(common + command.replace(str(ROOT), ".").encode())
    for path in sorted(files):
        digest.update(str(os.path.relpath(path, ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def look(sources, database):
    """Runs clang-tidy once on some files, all of them tests or none. Returns what it said, or ''."""
    is_test = sources[0].is_relative_to(TESTS)
    checks = ["--checks=-clang-analyzer-*"] if is_test else ANALYZER
    run = subprocess.run(["clang-tidy", "--quiet", *checks, "-p", str(database), *map(str, sources)],
                         capture_output=True, text=True)
    if run.returncode == 0:
        return ""
    return run.stdout.strip() or run.stderr.strip() or f"clang-tidy ended with {run.returncode}"


def check(jobs, database):
    """Looks at some files; remembers those that are clean. Returns what it said of each other."""
    report = look([source for source, _ in jobs], database)
    if not report:
        for _, remembered in jobs:
            remembered.touch()
        return []
    if len(jobs) == 1:
        return [report + "\n"]
    return [each for job in jobs for each in check([job], database)]


def groups(jobs):
    """Twelve files each, as clang-tidy takes as long to start as to parse one; tests apart."""
    tests = [job for job in jobs if job[0].is_relative_to(TESTS)]
    others = [job for job in jobs if not job[0].is_relative_to(TESTS)]
    return [kind[i:i + 12] for kind in (others, tests) for i in range(0, len(kind), 12)]


def changed_files():
    """Files of the last hundred commits and of no commit; None: git does not say."""
    found = subprocess.run(["git", "diff", "--name-only", "HEAD~100"], cwd=ROOT, capture_output=True,
                           text=True, check=False)
    return {ROOT / name for name in found.stdout.split()} if found.returncode == 0 else None


def is_drawn(source):
    """One in four, others for each seed."""
    draw = hashlib.sha256(f"{os.environ.get('BIELLE_SEED', '')} {os.path.relpath(source, ROOT)}".encode())
    return draw.digest()[0] % 4 == 0


def chooser(word):
    """Which files to look at."""
    changed = changed_files() if word == "--sample" else None
    if word == "--sample":
        return lambda source: changed is None or source in changed or is_drawn(source)
    return lambda source: word in str(source)


def main():
    build = Path(sys.argv[1]).resolve()
    is_chosen = chooser(sys.argv[2] if len(sys.argv) > 2 else "")
    memory = Path(os.environ.get("BIELLE_TIDY_CACHE", build / "tidy"))
    memory.mkdir(parents=True, exist_ok=True)
    version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
    common = version + (ROOT / ".clang-tidy").read_bytes()

    # clang-tidy repeats itself for every command of a file: give it one each
    entries = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        entries.setdefault(entry["file"], entry)
    database = build / "tidy_database"
    database.mkdir(exist_ok=True)
    (database / "compile_commands.json").write_text(json.dumps(list(entries.values())))

    jobs = []
    for entry in entries.values():
        source = Path(entry["file"])
        remembered = memory / fingerprint(source, entry["command"], common)
        if is_chosen(source) and not remembered.exists():
            jobs.append((source, remembered))

    with ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda group: check(group, database), groups(jobs))
        reports = [report for group in found for report in group]
    print("\n".join(reports), end="")
    print(f"clang-tidy: {len(jobs)} files looked at, {len(reports)} with faults")
    return 1 if reports else 0


if __name__ == "__main__":
    sys.exit(main())
