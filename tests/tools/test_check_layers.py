#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/check_layers.py finds each kind of fault, and finds none in a sound tree."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
SPDX = "// SPDX-License-Identifier: MIT\n"


def faults_of(files):
    """What the tool prints about a tree of these files ({path: text})."""
    with tempfile.TemporaryDirectory() as root:
        for path, text in files.items():
            file = Path(root) / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        tool = [sys.executable, str(SOURCE / "tools" / "check_layers.py"), root]
        return subprocess.run(tool, capture_output=True, text=True).stdout


class CheckLayers(unittest.TestCase):
    def test_a_sound_tree_has_no_faults(self):
        code = (SPDX + '#include "symbolic/expr.h"\n#include "base/memory/arena.h"\n#include <flint/fmpq.h>\n'
                '#include "bielle/status.h"\n// printf("x") only in a comment\n'
                'const char *t = "exit(1); printf(";\nvoid f(void) { snprintf(b, 1, "x"); }\n')
        app = SPDX + '#include "cli.h"\n#include "api/load.h"\nint main(void) { exit(puts("")); }\n'
        self.assertEqual("", faults_of({"src/symbolic/expr.c": code, "app/cli/main.c": app}))

    def test_an_upward_include_is_named(self):
        code = SPDX + '\n#include "formulation/kinematics.h"\n'
        self.assertEqual("src/mechanism/frame.c:3: mechanism must not include formulation\n",
                         faults_of({"src/mechanism/frame.c": code}))

    def test_public_headers_see_nothing_of_src(self):
        code = SPDX + '#include "base/text/text.h"\n'
        self.assertIn("bielle must not include base", faults_of({"include/bielle/a.h": code}))

    def test_an_upward_link_is_named(self):
        """Functions are compiled into the folders that CMake makes."""
        with tempfile.TemporaryDirectory() as build:
            for layer, code in (("study", "int draw(void); int f(void) { return draw(); }"),
                                ("report", "int f(void); int draw(void) { return 1; } int g(void) { return f(); }")):
                folder = Path(build) / "CMakeFiles" / f"bielle_{layer}.dir"
                folder.mkdir(parents=True)
                subprocess.run(["cc", "-c", "-x", "c", "-o", folder / "a.c.o", "-"], input=code, text=True, check=True)
            with tempfile.TemporaryDirectory() as root:
                tool = [sys.executable, str(SOURCE / "tools" / "check_layers.py"), root, build]
                done = subprocess.run(tool, capture_output=True, text=True)
        self.assertEqual("src/study: must not link 'draw' of report\n", done.stdout)
        self.assertEqual(1, done.returncode)

    def test_a_full_folder_is_named(self):
        files = {f"src/base/f{k}.h": SPDX for k in range(31)}
        self.assertIn("src/base: 31 files", faults_of(files))

    def test_libraries_stay_in_their_layer(self):
        code = SPDX + "#include <gmp.h>\n#include <jansson.h>\n#include <flint/fmpz.h>\n"
        report = faults_of({"src/lang/syntax/lexer.c": code})
        for header in ("<gmp.h>", "<jansson.h>", "<flint/fmpz.h>"):
            self.assertIn(header, report)

    def test_nothing_below_app_prints_or_exits(self):
        for call in ('printf("x");', "exit(1);", 'fprintf(stderr, "x");', "fputs(s, stdout);"):
            report = faults_of({"src/base/memory/map.c": SPDX + "void f(void)\n{\n  " + call + "\n}\n"})
            self.assertIn("src/base/memory/map.c:4: " + call.split("(")[0], report)

    def test_out_of_memory_may_abort(self):
        code = SPDX + 'void f(void) { fprintf(stderr, "out of memory"); abort(); }\n'
        self.assertEqual("", faults_of({"src/base/memory/memory.c": code}))

    def test_habits_are_checked(self):
        self.assertIn("a.c:2: a tab", faults_of({"src/base/a.c": SPDX + "\tint x;\n"}))
        self.assertIn("SPDX", faults_of({"src/base/a.h": "int x;\n"}))
        self.assertIn("not executable", faults_of({"tools/a": "#!/bin/sh\n"}))
        self.assertIn("500 kB", faults_of({"examples/a.txt": "x" * 500_001}))
        self.assertEqual("", faults_of({"tests/data/a.txt": "x" * 500_001}))

    def test_an_unknown_layer_is_named(self):
        self.assertIn("'misc' is not a layer", faults_of({"src/misc/a.c": SPDX}))


if __name__ == "__main__":
    unittest.main()
