#!/usr/bin/env python3
"""bielle format: examples and library stand in canonical layout; formatting anything readable says
the same mechanism, loses no comment, and formatting twice changes nothing.
SPDX-License-Identifier: MIT
"""
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(os.environ.get("BIELLE_SOURCE_DIR", pathlib.Path(__file__).parents[2]))
COMMAND = os.environ.get("BIELLE_COMMAND", str(ROOT / "build" / "bielle"))
EXAMPLES = [*sorted((ROOT / "examples").glob("*/*.bl")), *sorted((ROOT / "lib").glob("*.bl"))]
OTHERS = [path for folder in ("benchmarks", "tests/lang", "tests/textbook", "tests/import")
          for path in sorted((ROOT / folder).rglob("*.bl"))]


def run(*arguments):
    return subprocess.run([COMMAND, *map(str, arguments)], capture_output=True, encoding="utf-8")


def comments(text):
    without_strings = re.sub(r'"[^"\n]*"', '""', text)
    return [line.split("#", 1)[1].strip() for line in without_strings.splitlines() if "#" in line]


def dump(path):
    """What it describes, without the mark of its text."""
    done = run("dump", path, "--stage", "mechanism")
    return done.returncode, re.sub(r"[0-9a-f]{64}", "", done.stdout)


class Format(unittest.TestCase):
    def test_examples_stand_in_canonical_layout(self):
        self.assertGreater(len(EXAMPLES), 50)
        for path in EXAMPLES:
            text = path.read_text(encoding="utf-8")
            self.assertEqual(run("format", path).stdout, text, path)

    def test_nothing_is_lost_and_the_second_time_nothing_changes(self):
        count = 0
        with tempfile.TemporaryDirectory() as folder:
            for path in OTHERS:
                beside = pathlib.Path(folder) / path.parent.relative_to(ROOT)
                if not beside.exists():  # with the files that it includes, and tables
                    shutil.copytree(path.parent, beside, dirs_exist_ok=True)
                once = run("format", path)
                if once.returncode != 0:
                    continue
                text = path.read_text(encoding="utf-8")
                self.assertEqual(comments(once.stdout), comments(text), path)
                again = beside / path.name
                again.write_text(once.stdout, encoding="utf-8")
                self.assertEqual(run("format", again).stdout, once.stdout, path)
                self.assertEqual(dump(again), dump(path), path)
                again.write_text(text, encoding="utf-8")
                count += 1
        self.assertGreater(count, 60)


if __name__ == "__main__":
    unittest.main()
