#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The files of editors/ are those of the table, and colour the examples as the table has it.

The rules of the TextMate grammar are applied here as an editor does, the first that matches at the
earliest place; Vim is asked itself if it is there.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom
from pathlib import Path

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
BIELLE = os.environ.get("BIELLE_COMMAND", str(ROOT / "build" / "bielle"))
EDITORS = ROOT / "editors"
TABLE = json.loads(subprocess.run([BIELLE, "dump", "--stage", "grammar"], check=True,
                                  capture_output=True).stdout)
STATEMENTS = {s["word"]: s for s in TABLE["statements"] if not s["part"]}
SHAPES = {s["word"]: s for s in TABLE["statements"] if s["part"]}
EXAMPLES = sorted(ROOT.glob("examples/*/*.bl")) + sorted(ROOT.glob("lib/*.bl"))


def read(name):
    return (EDITORS / name).read_text(encoding="utf-8")


class Coloured:
    """Lines as (text, scope) pieces, by the rules of the TextMate grammar."""

    def __init__(self):
        self.rules = [(re.compile(rule["match"]), rule.get("captures", {}))
                      for rule in json.loads(read("vscode/syntaxes/bielle.tmLanguage.json"))["patterns"]]

    def pieces(self, line):
        at, found = 0, []
        while at < len(line):
            matches = [(match.start(), i, match) for i, (rule, _) in enumerate(self.rules)
                       if (match := rule.search(line, at))]
            if not matches:
                break
            _, i, match = min(matches)
            for group, name in self.rules[i][1].items():
                if match[int(group)]:
                    found.append((match[int(group)], name["name"].removesuffix(".bielle"),
                                  match.start(int(group))))
            at = max(match.end(), at + 1)
        return found


def lines_of(path):
    """(line, word of the statement that it belongs to, does it begin there) of a description."""
    word, depth, goes_on, in_table = None, 0, False, False
    for line in path.read_text(encoding="utf-8").splitlines():
        bare = re.sub(r'"[^"]*"', '""', line).split("#")[0].rstrip()
        first = re.match(r"\s*(\w+)", bare)
        begins = (depth == 0 and not goes_on and first and first[1] in STATEMENTS
                  and not (in_table and first[1] == "joint"))
        if begins:
            word, in_table = first[1], first[1] == "dh"
        in_table = in_table and bare != ""
        yield line, word, bool(begins)
        depth += sum(bare.count(c) for c in "([") - sum(bare.count(c) for c in ")]")
        goes_on = bare.endswith(",")


def clause_words(word):
    """Words that may be clauses in a statement, those of the shapes of a body and of blocks included."""
    statements = [STATEMENTS[word], *(SHAPES.values() if word == "body" else [])]
    leads = {re.sub(r"\s+", " ", c["lead"]) for s in statements for c in s["clauses"]}
    inner = {"coord": {"limits"}, "param": set(), "loop": {"on"}, "point": {"on"}, "force": {"on"},
             "use": {"on"}, "control": {"on"},
             "sample": {"delay", "start", "record"},  # a part of experiments, too
             "energy": set()}.get(word, set())
    in_expressions = {"in"}  # velocity(P) in F
    return leads | inner | in_expressions


class Files(unittest.TestCase):
    def test_they_are_made_from_the_table(self):
        tool = [sys.executable, str(ROOT / "tools" / "make_editors.py"), "--check"]
        done = subprocess.run(tool, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_package_names_files_that_are_there(self):
        package = json.loads(read("vscode/package.json"))
        self.assertEqual(package["version"], (ROOT / "VERSION").read_text().strip())
        texts = re.findall(r'"\./([^"]+)"', read("vscode/package.json"))
        self.assertEqual(len(texts), 3)
        for name in texts:
            json.loads(read(f"vscode/{name}"))

    def test_snippets_are_statements(self):
        """There is one for each, its stops are numbered, and with names in them the parser reads it."""
        entries = json.loads(read("vscode/snippets/bielle.json"))
        self.assertEqual(set(entries), {*STATEMENTS, *SHAPES})
        for word, entry in entries.items():
            body = "\n".join(entry["body"])
            stops = re.findall(r"\$\{(\d+)[:|]", body)
            self.assertEqual(stops, [str(i + 1) for i in range(len(stops))], body)
            text = re.sub(r"\$\{\d+:([^}]*)\}", lambda m: m[1] if re.fullmatch(r"\w+", m[1]) else "a", body)
            text = re.sub(r"\$\{\d+\|(\w+)[^}]*\}", r"\1", text).replace("$0", "param c")
            self.assertNotIn("$", text)
            if word in SHAPES:
                text = f"body B on ground : {text}"
            done = subprocess.run([BIELLE, "format", "-"], input=text, capture_output=True, text=True,
                                  check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""), text)

    def test_word_pattern_is_read_with_its_flags(self):
        """Without the flag u, \\p{L} would be the letters p, L and braces."""
        pattern = json.loads(read("vscode/language-configuration.json"))["wordPattern"]
        self.assertEqual(pattern["flags"], "u")

    def test_gtksourceview_is_xml_of_the_same_rules(self):
        document = xml.dom.minidom.parseString(read("gtksourceview/bielle.lang"))
        patterns = [match.firstChild.data for match in document.getElementsByTagName("match")]
        textmate = json.loads(read("vscode/syntaxes/bielle.tmLanguage.json"))
        self.assertEqual(patterns, [rule["match"] for rule in textmate["patterns"]])
        styles = {style.getAttribute("id") for style in document.getElementsByTagName("style")}
        used = {c.getAttribute("style-ref") for c in document.getElementsByTagName("context")} - {""}
        self.assertLessEqual(used, styles)


class Colours(unittest.TestCase):
    def setUp(self):
        self.coloured = Coloured()

    def test_every_statement_of_the_examples(self):
        seen = set()
        for path in EXAMPLES:
            for line, word, begins in lines_of(path):
                pieces = self.coloured.pieces(line)
                place = f"{path.name}: {line}\n{pieces}"
                if begins:
                    self.assertEqual(pieces[0][:2], (word, "keyword.control"), place)
                    seen.add(word)
                self.clauses(pieces, word, begins, place)
                self.rest(line, pieces, place)
        self.assertGreater(len(seen), 25)

    def clauses(self, pieces, word, begins, place):
        """Only words of the statement are clauses; those that it needs are, on its own line."""
        found = [re.sub(r"\s+", " ", text) for text, scope, _ in pieces if scope == "keyword.other"]
        if not word or word in ("element", "for", "experiment"):
            return
        for text in found:
            self.assertIn(text, clause_words(word), place)
        needed = [c["lead"] for c in STATEMENTS[word]["clauses"]
                  if c["presence"] == "needed" and re.fullmatch("[a-z ]+", c["lead"])]
        if begins and ";" not in place:
            for lead in needed:
                self.assertIn(lead, found, place)

    def rest(self, line, pieces, place):
        """Comments, texts, numbers with their units, kinds of joints, functions."""
        scopes = {start: (text, scope) for text, scope, start in pieces}
        bare = re.sub(r'"[^"]*"', lambda m: " " * len(m[0]), line)
        comment = bare.find("#")
        if comment >= 0:
            self.assertEqual(scopes[comment], (line[comment:], "comment.line.number-sign"), place)
            bare = bare[:comment]
        for match in re.finditer(r"(?<![\w^.])(?<!\^-)\d+(\.\d+)?(e-?\d+)?", bare):
            self.assertEqual(scopes.get(match.start()), (match[0], "constant.numeric"), place)
        for match in re.finditer(r"\d ?((?:[kmu]?(?:m|kg|g|N|s|deg|Hz|ohm|H|V|A|rad)\b[./^\d]*)+)", bare):
            if not re.match(r"\d+ ?[a-zA-Z]+ ?\(", match[0]):
                self.assertEqual(scopes.get(match.start(1), ("", ""))[1], "keyword.other.unit", place)
        for match in re.finditer(r": (revolute|prismatic|spherical|screw|free|planar)\b", bare):
            self.assertEqual(scopes[match.start(1)], (match[1], "storage.type"), place)
        for match in re.finditer(r"\b(sin|cos|sqrt|diag|velocity|RZK|TX)\(", bare):
            self.assertEqual(scopes[match.start(1)], (match[1], "support.function"), place)

    def test_words_that_are_names_are_not_coloured(self):
        """Statements and clauses are words at their places only."""
        line = "let mass = 3, energy = mass*at, from_x = state.x + length - stop"
        self.assertEqual({text for text, scope, _ in self.coloured.pieces(line)
                          if scope.startswith("keyword.") and scope != "keyword.operator"}, {"let"})

    def test_a_line_with_everything(self):
        header = "   joint  alpha  d  theta  # columns"
        self.assertEqual([piece[:2] for piece in self.coloured.pieces(header)],
                         [("joint  alpha  d  theta", "storage.type"),
                          ("# columns", "comment.line.number-sign")])
        self.assertIn(("..", "keyword.operator", 10), self.coloured.pieces("for k in 1..n { use a() }"))
        line = 'joint a[1] : revolute -x (q\' = 3e-2 rad) from ground at [1, 2.5, 0] mm limits -pi .. 90deg  # "no"'
        expected = [("joint", "keyword.control"), ("a", "entity.name"), ("1", "constant.numeric"),
                    ("revolute", "storage.type"),
                    ("3e-2", "constant.numeric"), ("rad", "keyword.other.unit"),
                    ("from", "keyword.other"), ("ground", "constant.language"), ("at", "keyword.other"),
                    ("1", "constant.numeric"), ("2.5", "constant.numeric"), ("0", "constant.numeric"),
                    ("mm", "keyword.other.unit"), ("limits", "keyword.other"),
                    ("pi", "constant.language"), ("90", "constant.numeric"),
                    ("deg", "keyword.other.unit"), ('# "no"', "comment.line.number-sign")]
        found = [piece[:2] for piece in self.coloured.pieces(line) if piece[1] != "keyword.operator"]
        self.assertEqual(found, expected)


VIM = "vim" if shutil.which("vim") else None
PROBE = """
set nocompatible
let &runtimepath = $EDITORS . '/vim,' . $VIMRUNTIME
filetype on
syntax on
edit $PAGE
let found = [&filetype]
for l in range(1, line('$'))
  for c in range(1, col([l, '$']) - 1)
    call add(found, synIDattr(synID(l, c, 1), 'name'))
  endfor
  call add(found, 'end')
endfor
call writefile(found, $FOUND)
quitall!
"""


@unittest.skipUnless(VIM, "Vim is not installed")
class Vim(unittest.TestCase):
    def colours(self, text):
        """Groups by line, (text, group) pieces."""
        with tempfile.TemporaryDirectory() as folder:
            page, probe, found = (Path(folder) / name for name in ("page.bl", "probe.vim", "found"))
            page.write_text(text, encoding="utf-8")
            probe.write_text(PROBE, encoding="utf-8")
            env = {**os.environ, "EDITORS": str(EDITORS), "PAGE": str(page), "FOUND": str(found)}
            done = subprocess.run([VIM, "-Nu", "NONE", "-es", "-S", str(probe)], env=env, timeout=60,
                                  stdin=subprocess.DEVNULL, capture_output=True, check=False)
            if not found.exists():
                if b"not available" in done.stdout + done.stderr:
                    self.skipTest("this Vim has no colours")
                self.fail(done.stdout + done.stderr)
            names = found.read_text(encoding="utf-8").splitlines()
        self.assertEqual(names[0], "bielle")
        places, at = [], 1
        for line in text.splitlines():
            end = names.index("end", at)
            groups, at = names[at:end], end + 1
            starts = [i for i in range(len(groups)) if groups[i] and (i == 0 or groups[i - 1] != groups[i])]
            ends = [next((j for j in range(i, len(groups)) if groups[j] != groups[i]), len(groups))
                    for i in starts]
            places.append([(line[i:j], groups[i].removeprefix("bielle")) for i, j in zip(starts, ends)])
        return places

    def test_a_few_lines(self):
        lines = self.colours('mechanism a "From x"  # a joint\n'
                             "joint b : revolute x (q = 30 deg) from ground at [1, 0, 0] mm\n"
                             "for k in 1 .. 6 { use leg(k) as leg[k] }\n"
                             "let mass = sin(t), from_x = 3\n"
                             "table f \"x.csv\" x 1 [s] y 2 [rad]\n"
                             "   joint  a  alpha\n"
                             "point P at \u03b81\n")
        self.assertEqual(lines[0], [("mechanism", "Statement"), ('"From x"', "String"),
                                    ("# a joint", "Comment")])
        for piece in [("joint", "Statement"), ("revolute", "Kind"), ("30", "Number"),
                      ("deg", "UnitBehind"), ("from", "Clause"), ("ground", "Value"), ("mm", "Unit")]:
            self.assertIn(piece, lines[1])
        for piece in [("for", "Statement"), ("in", "Clause"), ("use", "Statement"), ("as", "Clause")]:
            self.assertIn(piece, lines[2])
        self.assertEqual([piece for piece in lines[3] if piece[1] not in ("Operator", "Number")],
                         [("let", "Statement"), ("sin", "Function"), ("t", "Value")])
        for piece in [("x", "Clause"), ("s", "Unit"), ("y", "Clause"), ("rad", "Unit")]:
            self.assertIn(piece, lines[4])
        self.assertEqual(lines[5], [("joint  a  alpha", "Kind")])
        self.assertEqual(lines[6][:2], [("point", "Statement"), ("at", "Clause")])

    def test_statements_of_the_examples(self):
        for name in ["bicycle", "dc_motor", "screw_press", "khalil_tree", "delta"]:
            path = ROOT / "examples" / name / f"{name}.bl"
            coloured = self.colours(path.read_text(encoding="utf-8"))
            for (line, word, begins), pieces in zip(lines_of(path), coloured):
                if begins:
                    self.assertEqual(pieces[0], (word, "Statement"), line)


if __name__ == "__main__":
    unittest.main()
