#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Sentences that section 4.1 of the 1980 report does not allow: each fault alone, and where it is.

    sentence = term { "," term } ";"
    term     = R|T X|Y|Z "(" min "," max ")"  |  R|T X|Y|Z K "(" length ")"
"""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

BIELLE = os.environ["BIELLE_COMMAND"]

# sentence, column of the fault, part of the message
FAULTS = [
    ("RW(A1,B1),TXK(L1);", 1, "expected a term instead of 'RW'"),
    ("SZ(A1,B1),TXK(L1);", 1, "expected a term instead of 'SZ'"),
    ("R(A1,B1),TXK(L1);", 1, "expected a term instead of 'R'"),
    ("rz(A1,B1),TXK(L1);", 1, "expected a term instead of 'rz'"),
    ("TKX(L1),RZ(A1,B1);", 1, "expected a term instead of 'TKX'"),
    ("RZ(A1,B1),TWK(L1);", 11, "expected a term instead of 'TWK'"),
    ("RZ(A1,B1),;", 11, "expected a term instead of ';'"),
    ("RZ(A1,B1),,TXK(L1);", 11, "expected a term instead of ','"),
    ("RZ(A1,B1),RX,TXK(L1);", 13, "expected '(' instead of ','"),
    ("RZ;", 3, "expected '(' instead of ';'"),
    ("RZ A1,B1);", 4, "expected '(' instead of 'A1'"),
    ("RZ();", 4, "expected a symbol or a number instead of ')'"),
    ("RZ(,B1);", 4, "expected a symbol or a number instead of ','"),
    ("RZ(A1,);", 7, "expected a symbol or a number instead of ')'"),
    ("RZ(A1),TXK(L1);", 1, "has two limits"),
    ("RZ(A1,B1,C1);", 9, "expected ')' instead of ','"),
    ("RZ(A1,B1;", 9, "expected ')' instead of ';'"),
    ("RZ(2,1);", 1, "the lower limit is not below the upper one"),
    ("RZ(-1.5,1),TX(0.5,0.50);", 12, "the lower limit is not below the upper one"),
    ("RZ(A1,B1),TXK(L1,L2);", 11, "has one amount"),
    ("RZ(A1,B1),TXK();", 15, "expected a symbol or a number instead of ')'"),
    ("RZ(A1,B1),TXK(2*L1);", 16, "expected ')' instead of '*'"),
    ("RZ(A1,B1) TXK(L1);", 11, "expected ',' between terms instead of 'TXK'"),
    ("RZ(A1,B1),TXK(L1):", 18, "expected ',' or ';' after the term"),
    ("RZ(A1,B1),TXK(L1)", 18, "the sentence does not end with ';'"),
    ("RZ(A1,B1); RX(A2,B2);", 12, "expected nothing after the ';'"),
    ("TZK(L1),TXK(L2);", 16, "nothing moves"),
    ("RZ(A1,B1),TX%(A2,B2);", 13, "unexpected character '%'"),
]


class Sentence(unittest.TestCase):
    def check(self, sentence):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "robot.sentence"
            path.write_text(sentence, encoding="utf-8")
            done = subprocess.run([BIELLE, "check", path.name], cwd=folder, capture_output=True,
                                  encoding="utf-8", check=False)
        return done

    def test_each_fault_is_reported_once_at_its_place(self):
        for sentence, column, message in FAULTS:
            with self.subTest(sentence):
                done = self.check(sentence)
                self.assertEqual(2, done.returncode)
                errors = [line for line in done.stderr.splitlines() if " error: " in line]
                self.assertEqual(1, len(errors), done.stderr)
                self.assertRegex(errors[0], rf"^robot\.sentence:1:{column}: error: ")
                self.assertIn(message, errors[0])

    def test_limits_that_are_symbols_have_no_order(self):
        self.assertEqual(0, self.check("RZ(B1,A1),TX(-A2,-1);").returncode)


if __name__ == "__main__":
    unittest.main()
