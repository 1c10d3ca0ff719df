#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Groups of packages, and a tree that is configured with those of the group `build` alone."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
# What CMake looks for on behalf of the tests; an empty value is "looked for, not there".
OF_TESTS = ("cmocka", "kdl", "kdl_parser", "urdfdom", "mujoco")
ABSENT = [f"-DBIELLE_LIBRARY_{name}=" for name in OF_TESTS]


def packages(*words):
    done = subprocess.run([ROOT / "tools" / "deps.sh", "--list", *words], text=True, capture_output=True,
                          check=True)
    return {line.split()[0] for line in done.stdout.splitlines()}


class Groups(unittest.TestCase):
    def test_building_needs_less_than_testing(self):
        build, test, bench = packages("build"), packages("test"), packages("bench")
        self.assertLess(build, test)
        self.assertLess(build, bench)
        self.assertLess(bench - {"libsimbody-dev"}, test)  # a peer to race with, and no more
        self.assertEqual(packages(), test)
        for name in "libcmocka-dev libmujoco-dev liborocos-kdl-dev texlive-latex-base clang".split():
            self.assertNotIn(name, build)
            self.assertIn(name, test)

    def test_an_unknown_group(self):
        done = subprocess.run([ROOT / "tools" / "deps.sh", "tset"], text=True, capture_output=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("choose one of: build test bench", done.stderr)


@unittest.skipUnless(shutil.which("ninja"), "no ninja")
class Configuration(unittest.TestCase):
    def configure(self, folder, *words):
        return subprocess.run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", *words], text=True,
                              capture_output=True)

    def targets(self, folder):
        done = subprocess.run(["ninja", "-C", folder, "-t", "targets", "all"], text=True,
                              capture_output=True, check=True)
        return done.stdout

    def test_without_what_tests_use(self):
        with tempfile.TemporaryDirectory() as folder:
            done = self.configure(folder, *ABSENT)
            self.assertEqual(done.returncode, 0, done.stderr)
            names = self.targets(folder)
            self.assertIn("bielle_cli", names)
            self.assertNotIn("test_base", names)

            done = self.configure(folder, "-DBIELLE_TESTS=ON")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("'cmocka' is missing", done.stderr)

            # The libraries come, and the same folder has the tests.
            done = self.configure(folder, "-DBIELLE_TESTS=ON", "-UBIELLE_LIBRARY_*")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("test_base", self.targets(folder))


if __name__ == "__main__":
    unittest.main()
