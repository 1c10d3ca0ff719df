#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""One allocation fails: the program ends, or the result is what it is otherwise; never another one."""
import os
import resource
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
COMMANDS = (("analyze", "assembly", "examples/four_bar/four_bar.bl", "--at", "phi1 = 1"),
            ("analyze", "mobility", "examples/four_bar/four_bar.bl"),
            ("import", "examples/urdf_arm/arm.urdf"),
            ("eval", "examples/rr/rr.bl", "--at", "examples/rr/state.json", "--what", "M"))
TRIES = 150
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # many end by abort()


class Exhausted(unittest.TestCase):
    def test_no_other_result(self):
        with tempfile.TemporaryDirectory() as folder:
            library, counted = Path(folder, "fail_one.so"), Path(folder, "count")
            subprocess.run(["cc", "-shared", "-fPIC", "-O1", ROOT / "tests/memory/fail_one.c", "-o", library],
                           check=True)

            def run(words, **more):
                return subprocess.run([BIELLE, *words], cwd=ROOT, capture_output=True, timeout=60,
                                      env={**os.environ, "LD_PRELOAD": str(library), **more})

            for words in COMMANDS:
                usual = run(words, COUNT_TO=str(counted))
                self.assertEqual(usual.returncode, 0, usual.stderr)
                count, ended = int(counted.read_text()), 0
                for number in range(1, count + 1, max(1, count // TRIES)):
                    done = run(words, FAIL_AT=str(number))
                    ended += done.returncode != 0
                    if done.returncode == 0:
                        self.assertEqual(done.stdout, usual.stdout, f"{words} {number}")
                self.assertGreater(ended, 10)


if __name__ == "__main__":
    unittest.main()
