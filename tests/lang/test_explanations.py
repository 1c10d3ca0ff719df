#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every message has a class, and the examples of `bielle explain` show what they say.

The messages are those that tests/lang expects, and the literal ones of the other layers (found as
test_messages.py finds those of the language); the example that is wrong gives a message of its
class, the one that is right gives none.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
sys.path.insert(0, str(ROOT / "tests" / "lang"))
import test_messages  # noqa: E402

EXAMPLES = ("rr", "spatial_3r", "slider_crank_relative", "khalil_tree", "press_cycle",
            "cornering")
# Frames of other messages, which have classes of their own.
FRAMES = {"%s", "%s %s", "%s '%s'", "%s %.3g", "cannot %s: %s", "in '%s'%s: %s", "state %d: %s",
          "%s is %s, not %s"}


def run(*words, **options):
    return subprocess.run([BIELLE, *words], text=True, capture_output=True, timeout=60, **options)


def classes():
    return json.loads(run("explain", "--json").stdout)


def literal_messages():
    """Formats of diagnostics_add below src/, with a word in the place of what is filled in."""
    for path in sorted((ROOT / "src").rglob("*.c")):
        text = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.MULTILINE)
        for call in re.finditer(r"\b(\w+)\(", text):
            if call.group(1) not in test_messages.CALLS:
                continue
            index, frame = test_messages.CALLS[call.group(1)]
            given = test_messages.arguments(text, call.end() - 1)
            literals = test_messages.LITERAL.findall(given[index]) if index < len(given) else []
            choices = literals if "?" in given[index] else ["".join(literals)]
            for message in choices:
                message = frame.replace("%s", message.replace('\\"', '"'))
                if message not in FRAMES and re.sub(r"%s|\W", "", message):
                    yield re.sub(r"%(?:\.\*|\.\d|\d)*[a-z]", "x", message)


def code_of(message):
    done = run("explain", message, "--json")
    return json.loads(done.stdout)["code"] if done.returncode == 0 else None


def all_messages():
    return sorted({*test_messages.expectations(), *literal_messages()})


class Classes(unittest.TestCase):
    def test_codes_are_words(self):
        codes = [item["code"] for item in classes()]
        self.assertEqual(len(codes), len(set(codes)))
        self.assertTrue(25 <= len(codes) <= 60)
        for item in classes():
            self.assertRegex(item["code"], r"^[a-z]+(-[a-z]+)*$")
            self.assertGreater(len(item["cause"]), 40)
            self.assertLessEqual(max(map(len, item["cause"].split("\n"))), 100)

    def test_every_message_has_a_class(self):
        found = {message: code_of(message) for message in all_messages()}
        self.assertGreater(len(found), 600)
        self.assertEqual([message for message, code in found.items() if code is None], [])
        # made of pieces, told without a place, or of app/
        elsewhere = {"energy", "fmu", "unknown-quantity", "no-acceleration", "off-constraints", "usage", "vehicle"}
        self.assertEqual({item["code"] for item in classes()} - set(found.values()) - elsewhere, set())

    def diagnostics(self, example, folder):
        """What is said about an example: a description, XML, or a command, `$ ` in front."""
        suffix = "urdf" if example.startswith("<") else "bl"
        Path(folder, f"example.{suffix}").write_text(example + "\n")
        command = example[2:] if example.startswith("$ ") else f"bielle check example.{suffix}"
        done = subprocess.run(["bash", "-c", command + " --json > /dev/null"], cwd=folder, text=True,
                              capture_output=True,
                              env={**os.environ, "PATH": f"{Path(BIELLE).parent}:{os.environ['PATH']}"})
        return [item for item in json.loads(done.stderr)
                if item["severity"] != "note" or item["code"] == "old-spelling"]

    def test_the_examples_show_what_they_say(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in EXAMPLES:
                shutil.copytree(ROOT / "examples" / name, folder, dirs_exist_ok=True)
            shutil.copy(ROOT / "examples/rr/state.json", folder)
            for item in classes():
                if not item["wrong"]:
                    continue
                with self.subTest(item["code"]):
                    wrong = self.diagnostics(item["wrong"], folder)
                    self.assertIn(item["code"], [one["code"] for one in wrong], wrong)
                    self.assertEqual(self.diagnostics(item["right"], folder), [])


class Command(unittest.TestCase):
    def test_a_code_is_explained(self):
        done = run("explain", "unit-mismatch")
        self.assertEqual(done.returncode, 0)
        self.assertIn("not so:\n\n    param L = 2 m, m = 3 kg\n", done.stdout)
        self.assertEqual(len(run("explain").stdout.splitlines()), len(classes()))

    def test_a_code_that_there_is_not(self):
        done = run("explain", "unit-mismach")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("did you mean 'unit-mismatch'?", done.stderr)

    def test_on_a_terminal_the_code_is_told(self):
        text = "param L = 2 m, m = 3 kg\nlet x = L + m\nlet y = L - m\nlet z = sin(1, 2)\n"
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "x.bl")
            path.write_text(text)
            seen = subprocess.run(["script", "-qec", f"{BIELLE} check {path}", "/dev/null"], text=True,
                                  capture_output=True, stdin=subprocess.DEVNULL).stdout
            self.assertIn("more: bielle explain unit-mismatch, arguments", seen.replace("\r", ""))
            self.assertNotIn("bielle explain", run("check", str(path)).stderr)


if __name__ == "__main__":
    unittest.main()
