#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/check_words.py finds words in comments only, and knows its exceptions."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))


def faults_of(files):
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            file = Path(root) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, SOURCE / "tools" / "check_words.py", root], text=True, check=False,
                              stdout=subprocess.PIPE)
        return done.returncode, done.stdout


class CheckWords(unittest.TestCase):
    def test_words_in_comments_are_found(self):
        for comment in ("// Nobody asks.", "/* what is\n   told */", "int x;  // the file behind it"):
            status, report = faults_of({"src/base/a.c": comment + "\n"})
            self.assertEqual(1, status, comment)
            self.assertRegex(report, r"src/base/a.c:\d+: '\w+': write ")

    def test_code_strings_and_quotations_are_left(self):
        code = 'const char *told = "nobody asks";  // prints `behind`, or "tells"\n'
        self.assertEqual((0, ""), faults_of({"src/base/a.c": code}))

    def test_exceptions_are_needed(self):
        files = {"src/base/a.c": "// the wheel behind\n", "tools/words.txt": "src/base/a.c behind : in space\n"}
        self.assertEqual((0, ""), faults_of(files))
        files["src/base/a.c"] = "// the wheel in front\n"
        self.assertEqual((1, "tools/words.txt: 'src/base/a.c behind' is not needed any more\n"), faults_of(files))


if __name__ == "__main__":
    unittest.main()
