#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle examples`: what is listed, printed and copied is what examples/ holds."""
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
FOLDERS = sorted(path for path in (ROOT / "examples").iterdir() if path.is_dir())


def run(*words, text=None):
    return subprocess.run([BIELLE, *map(str, words)], input=text, capture_output=True, timeout=60)


class Examples(unittest.TestCase):
    def test_all_are_listed_with_titles(self):
        lines = run("examples").stdout.decode().splitlines()
        self.assertEqual([line.split()[0] for line in lines], [folder.name for folder in FOLDERS])
        self.assertIn("rr                      Planar arm with two revolute joints", lines)
        for line in lines:
            self.assertGreater(len(line.split(None, 1)[1]), 4, line)

    def test_the_list_as_json_names_every_file(self):
        listed = json.loads(run("examples", "--json").stdout)
        self.assertEqual([item["name"] for item in listed], [folder.name for folder in FOLDERS])
        for item, folder in zip(listed, FOLDERS):
            self.assertEqual(sorted(item["files"]), sorted(p.name for p in folder.iterdir()))

    def test_every_example_is_copied_byte_by_byte(self):
        with tempfile.TemporaryDirectory() as folder:
            for example in FOLDERS:
                target = Path(folder, "new", example.name)
                done = run("examples", example.name, "-o", target)
                self.assertEqual(done.returncode, 0, done.stderr)
                copied = {path.name: path.read_bytes() for path in target.iterdir()}
                self.assertEqual(copied, {p.name: p.read_bytes() for p in example.iterdir()})
                said = done.stdout.decode().splitlines()
                self.assertEqual(sorted(said), sorted(map(str, target.iterdir())))

    def test_one_is_printed_to_be_piped_on(self):
        done = run("examples", "rr")
        self.assertEqual(done.stdout, (ROOT / "examples/rr/rr.bl").read_bytes())
        self.assertIn("state.json", done.stderr.decode())
        self.assertEqual(run("check", "-", text=done.stdout).returncode, 0)
        self.assertEqual(run("examples", "rr", "-o", "-").stdout, done.stdout)

    def test_files_that_were_changed_are_left_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            changed = Path(folder, "state.json")
            changed.write_text("{}")
            done = run("examples", "rr", "-o", folder)
            self.assertEqual(done.returncode, 2)
            self.assertIn("is there already", done.stderr.decode())
            self.assertEqual(changed.read_text(), "{}")
            self.assertEqual([path.name for path in Path(folder).iterdir()], ["state.json"])

    def test_mistakes(self):
        for words, says in ((["examples", "puma56"], "did you mean 'puma560'?"),
                            (["examples", "-o", "x"], "which one?"),
                            (["examples", "rr", "-o", "/dev/null/x"], "cannot make directory"),
                            (["examples", "rr", "rrp"], "one word at a time")):
            done = run(*words)
            self.assertEqual((done.returncode, done.stdout), (2, b""), words)
            self.assertIn(says, done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
