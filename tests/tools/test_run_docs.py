#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/run_docs.py runs what documents show, sees differences, and can write the truth."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))


def run(block, *options):
    """(exit status, report, document afterwards) for a document with this console block."""
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder) / "page.md"
        document.write_text(f"# Page\n\n```console\n{block}```\n\n```sh\n$ not run\n```\n")
        tool = [sys.executable, str(SOURCE / "tools" / "run_docs.py"), *options, str(document)]
        result = subprocess.run(tool, capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr, document.read_text()


class RunDocs(unittest.TestCase):
    def test_what_is_shown_is_what_happens(self):
        status, report, _ = run("$ echo one; echo two >&2\none\ntwo\n$ printf 'a\\n\\n'\na\n\n$ true\n")
        self.assertEqual(0, status, report)

    def test_a_difference_is_shown_as_a_diff(self):
        status, report, _ = run("$ echo one\ntwo\n")
        self.assertEqual(1, status)
        self.assertIn("-two\n+one\n", report)
        self.assertIn("page.md:4: $ echo one", report)

    def test_missing_and_additional_lines_are_differences(self):
        self.assertEqual(1, run("$ true\nmore\n")[0])
        self.assertEqual(1, run("$ seq 2\n1\n")[0])

    def test_three_dots_match_any_number_of_lines(self):
        self.assertEqual(0, run("$ seq 9\n1\n...\n9\n$ seq 2\n1\n...\n2\n")[0])
        self.assertEqual(1, run("$ seq 9\n1\n...\n8\n")[0])

    def test_commands_share_one_shell(self):
        self.assertEqual(0, run("$ mkdir a && cd a && false\n$ echo $?\n1\n$ basename $PWD\na\n")[0])

    def test_a_backslash_continues_a_command(self):
        status, report, _ = run("$ echo one \\\n    two\none two\n")
        self.assertEqual(0, status, report)

    def test_make_is_not_run_but_its_targets_must_exist(self):
        self.assertEqual(0, run("$ make test\n$ make -j2 demo   # a minute\n$ sudo apt install x\n")[0])
        self.assertIn("no target 'tset'", run("$ make tset\n")[1])

    def test_update_writes_the_truth(self):
        status, report, text = run("$ seq 2\nx\n$ echo b\n$ echo c\nc\n", "--update")
        self.assertEqual(0, status, report)
        self.assertIn("```console\n$ seq 2\n1\n2\n$ echo b\nb\n$ echo c\nc\n```\n", text)

    def test_files_are_there_for_the_commands_below_them(self):
        def page(text, name="`a.txt`"):
            return f"$ cat a.txt 2> /dev/null\n```\n\nIn {name}:\n\n```text a.txt\n{text}\n```\n\n```console\n$ cat a.txt\none\n"
        self.assertEqual(0, run(page("one"))[0])
        self.assertEqual(1, run(page("two"))[0])
        self.assertIn("does not name the file 'a.txt'", run(page("one", "a file"))[1])

    def test_links_lead_somewhere(self):
        def linked(words):
            with tempfile.TemporaryDirectory() as folder:
                document = Path(folder) / "page.md"
                document.write_text(f"# A page, of `two`\n\n```text\n# no heading\n```\n\n{words}\n")
                tool = [sys.executable, str(SOURCE / "tools" / "run_docs.py"), str(document)]
                return subprocess.run(tool, capture_output=True, text=True, check=False).stdout
        self.assertIn("0 faults", linked("[a](#a-page-of-two) [b](page.md#a-page-of-two) [c](https://x.org/y#z)"))
        self.assertIn("no heading '#two'", linked("[a](#two)"))
        self.assertIn("no heading '#no-heading'", linked("[a](page.md#no-heading)"))
        self.assertIn("leads to 'pag.md'", linked("[a](pag.md)"))

    def test_descriptions_are_in_canonical_layout(self):
        def page(line):
            return f"$ true\n```\n\n`a.bl`\n\n```bl a.bl\nmechanism a\n{line}\n```\n\n```console\n$ true\n"
        self.assertEqual(0, run(page("param m = 2 kg, l"))[0])
        self.assertIn("'a.bl' is not in canonical layout", run(page("param m=2 kg,l"))[1])
        self.assertIn("this is now written 'from'", run(page("coord x\nframe F in ground : TX(x)"))[1])


if __name__ == "__main__":
    unittest.main()
