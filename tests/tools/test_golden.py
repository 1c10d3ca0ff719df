#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/golden.py sees every difference from what was recorded."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))


class Golden(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.root = Path(self.scratch.name)
        self.case = self.root / "tests" / "golden" / "one"
        self.case.mkdir(parents=True)
        (self.root / "tools").mkdir()
        shutil.copy(SOURCE / "tools" / "golden.py", self.root / "tools")

    def tearDown(self):
        self.scratch.cleanup()

    def golden(self, option):
        tool = [sys.executable, str(self.root / "tools" / "golden.py"), option]
        result = subprocess.run(tool, capture_output=True, text=True)
        return result.returncode, result.stdout

    def test_what_was_recorded_is_found_again(self):
        (self.case / "command").write_text("# two lines\nout.txt: echo one; echo two\n")
        self.assertEqual(0, self.golden("--record")[0])
        self.assertEqual("one\ntwo\n", (self.case / "out.txt").read_text())
        self.assertEqual(0, self.golden("--check")[0])

    def test_a_difference_is_shown_as_a_diff(self):
        (self.case / "command").write_text("out.txt: echo one\n")
        (self.case / "out.txt").write_text("two\n")
        status, report = self.golden("--check")
        self.assertEqual(1, status)
        self.assertIn("-two\n+one\n", report)

    def test_a_missing_last_newline_is_a_difference(self):
        (self.case / "command").write_text("out.txt: echo one\n")
        (self.case / "out.txt").write_text("one")
        self.assertEqual(1, self.golden("--check")[0])

    def test_a_missing_file_is_a_difference_even_if_nothing_is_printed(self):
        (self.case / "command").write_text("out.txt: true\n")
        self.assertEqual(1, self.golden("--check")[0])

    def test_a_command_must_succeed(self):
        (self.case / "command").write_text("out.txt: echo one; exit 2\n")
        status, report = self.golden("--record")
        self.assertEqual(1, status)
        self.assertIn("exit status 2", report)
        self.assertFalse((self.case / "out.txt").exists())

    def test_a_file_that_no_line_makes_is_reported(self):
        (self.case / "command").write_text("out.txt: true\n")
        self.golden("--record")
        (self.case / "old.txt").write_text("")
        self.assertIn("old.txt", self.golden("--check")[1])


if __name__ == "__main__":
    unittest.main()
