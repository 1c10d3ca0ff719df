#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`bielle analyze`: what it says to mistakes."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
FOUR_BAR = ROOT / "examples" / "four_bar" / "four_bar.bl"


def analyze(*words, state=None):
    options = ["--at", "-"] if state is not None else []
    return subprocess.run([BIELLE, "analyze", *map(str, words), *options], input=state or "",
                          capture_output=True, encoding="utf-8", check=False)


class Mistakes(unittest.TestCase):
    def assert_refused(self, done, sentence):
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn(sentence, done.stderr)

    def test_no_study(self):
        self.assert_refused(analyze(), "which study? There is: assembly")
        self.assert_refused(analyze("colour"), "unknown study 'colour'; there is: assembly")
        self.assert_refused(analyze("asembly"), "did you mean 'assembly'?")

    def test_no_file(self):
        self.assert_refused(analyze("assembly"), "bielle analyze assembly: which file?")
        self.assert_refused(analyze("assembly", FOUR_BAR, "--at", "/nowhere.json"), "/nowhere.json")
        self.assert_refused(analyze("assembly", FOUR_BAR, "--holds", "phi1"),
                            "did you mean '--hold'?")

    def test_names_that_do_not_exist(self):
        self.assert_refused(analyze("assembly", FOUR_BAR, "--hold", "phi1,phi2"),
                            "unknown coordinate 'phi2' to be held")
        self.assert_refused(analyze("assembly", FOUR_BAR, state='{"q": {"phi4": 1}}'),
                            "unknown coordinate 'phi4'")

    def test_states_that_are_none(self):
        self.assert_refused(analyze("assembly", FOUR_BAR, state="[{}]"),
                            "a state must be an object")
        self.assert_refused(analyze("assembly", FOUR_BAR, state="{"), "not valid JSON")

    def test_nothing_to_close(self):
        self.assert_refused(analyze("assembly", ROOT / "examples" / "rr" / "rr.bl"),
                            "no equation ties positions together")

    def test_a_parameter_without_value(self):
        text = FOUR_BAR.read_text(encoding="utf-8").replace("l1 = 0.1 m", "l1")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "four_bar.bl"
            path.write_text(text, encoding="utf-8")
            self.assert_refused(analyze("assembly", path), "parameter 'l1' has no value")
            done = analyze("assembly", path, state='{"params": {"l1": 0.1}}')
            self.assertEqual(done.returncode, 0)

    def test_no_value_anywhere(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "root.bl"
            path.write_text("coord x\nframe f in ground : TX(x)\n"
                            "constraint c : sqrt(-1 - x^2/1 m^2) = 1\n", encoding="utf-8")
            done = analyze("assembly", path)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("no value at any of the starts", done.stderr)


if __name__ == "__main__":
    unittest.main()
