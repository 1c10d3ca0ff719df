# SPDX-License-Identifier: MIT
"""What tests of motions share: a description in a folder of its own, and the rows that come of it."""
import csv
import io
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]


class Moving(unittest.TestCase):
    COMMAND = "simulate"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, text):
        path = self.folder / "m.bl"
        path.write_text(text, encoding="utf-8")
        return path

    def run_on(self, path, *words, command=None):
        return subprocess.run([BIELLE, command or self.COMMAND, path, *words], capture_output=True,
                              encoding="utf-8", check=False)

    def output(self, text, kind, words, status):
        path = text if isinstance(text, Path) else self.file(text)
        done = self.run_on(path, "--as", kind, *words)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout

    def rows(self, text, *words, status=0):
        """Columns by name, without units."""
        table = list(csv.reader(io.StringIO(self.output(text, "csv", words, status))))
        names = [name.split(" [")[0] for name in table[0]]
        return {name: [float(row[i]) for row in table[1:]] for i, name in enumerate(names)}

    def record(self, text, *words, status=0):
        return json.loads(self.output(text, "json", words, status))
