#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fail if a test was skipped, whole or in part, that tests/skips.txt does not name.

usage: tools/check_skips.py BUILD...     reads BUILD/Testing/Temporary/LastTest.log
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# unittest ends with "OK (skipped=2)", cmocka prints a line for each part
UNITTEST = re.compile(r"^(?:OK|FAILED) \(.*skipped=(\d+)", re.MULTILINE)
CMOCKA = re.compile(r"^\[  SKIPPED \] (?!\d+ test)", re.MULTILINE)
TEST = re.compile(r"^\d+/\d+ Test: (\S+)$(.*?)^end time: ", re.MULTILINE | re.DOTALL)


def allowed():
    """Test to the number of its parts that may be skipped."""
    rows = {}
    for line in (ROOT / "tests" / "skips.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, parts, _ = line.split(None, 2)
            rows[name] = sys.maxsize if parts == "all" else int(parts)
    return rows


def skipped(log):
    """Test to the number of its skipped parts; all of them are one more than any number."""
    for name, text in TEST.findall(log):
        parts = sum(int(count) for count in UNITTEST.findall(text)) + len(CMOCKA.findall(text))
        is_whole = "Test Skipped." in text
        if parts or is_whole:
            yield name, sys.maxsize if is_whole else parts


def main():
    may = allowed()
    faults = []
    for build in sys.argv[1:]:
        log = Path(build) / "Testing" / "Temporary" / "LastTest.log"
        for name, parts in skipped(log.read_text(encoding="utf-8", errors="replace")):
            if parts > may.get(name, 0):
                what = "was skipped" if parts == sys.maxsize else f"skipped {parts} parts"
                faults.append(f"{build}: {name} {what}, which tests/skips.txt does not allow")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
