#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Printed equations next to those of the books (README.md): true, and no longer.

By nodes (operators, functions, operands): 97 of 100 entries are no longer than the book's, all
together are no longer, and none is more than half as long again. Values are compared with the
numbers of `bielle eval` at random states to 1e-10, the book's and the printed forms alike.
Exits 77 (skipped) if the command has not been built.
"""
import os
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
COMMAND = Path(os.environ.get("BIELLE_COMMAND", ROOT / "build" / "bielle"))
FOLDER = ROOT / "tests" / "textbook"
sys.path.insert(0, str(FOLDER))
import check  # noqa: E402
import compare  # noqa: E402


class Textbook(unittest.TestCase):
    def test_formulas_have_the_values_of_the_mechanisms(self):
        self.assertEqual(check.main([str(COMMAND), str(FOLDER), "--states", "1"]), 0)

    def test_no_longer_than_the_books(self):
        rows = list(compare.compare(str(COMMAND), str(FOLDER)))
        self.assertEqual([r["error"] for r in rows if "error" in r], [])
        longer = ["%s %s: %s" % (r["case"], r["key"], r["ours"]) for r in rows
                  if r["nodes"] > r["book_nodes"]]
        self.assertLessEqual(len(longer), 0.03 * len(rows), "\n".join(longer))
        self.assertLessEqual(sum(r["nodes"] for r in rows), sum(r["book_nodes"] for r in rows))
        worst = max(rows, key=lambda r: r["nodes"] / r["book_nodes"])
        self.assertLessEqual(worst["nodes"], 1.5 * worst["book_nodes"], worst["ours"])


if __name__ == "__main__":
    if not COMMAND.exists():
        sys.exit(77)
    unittest.main()
