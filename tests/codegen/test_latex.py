#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What --as latex prints compiles and fits the page: ten mechanisms in every form.

Each output is a fragment; here it stands in an article on A4, 11pt, with amsmath, as
docs/commands.md says. A document fails on any error, on a line that sticks out by more than a point
and on a page that overflows.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
EXAMPLES = ROOT / "examples"
STICKS_OUT = 1.0  # pt

DOCUMENT = r"""\documentclass[11pt,a4paper]{article}
\usepackage{amsmath}
\allowdisplaybreaks
\begin{document}
%s
\end{document}
"""

# Sums of products of a large robot fill books: expanded only where people would ask for it.
SMALL = ["rr/rr.bl", "telescopic/telescopic.bl", "planar_2dof/planar_2dof.bl",
         "monopod/monopod.def"]
CONDENSED = {
    "rr/rr.bl": [],
    "rrp/rrp.bl": [],
    "telescopic/telescopic.bl": [],
    "robot6/robot6.bl": ["--method", "lagrange", "--compact"],
    "monopod/monopod.def": [],
    "closed_chain/closed_chain.def": [],
    "spatial_3r/spatial_3r.bl": [],
    "khalil_tree/khalil_tree.bl": [],
    "planar_2dof/planar_2dof.bl": [],
    "puma560/puma560.bl": ["--compact", "--what", "M,G"],
}


def pages():
    """Yields (title, arguments of bielle model) of every fragment."""
    for file, options in CONDENSED.items():
        yield f"{file} condensed", [file, *options]
        yield f"{file} recursive", [file, "--form", "recursive"]
        yield f"{file} recursive, compact", [file, "--form", "recursive", "--compact"]
    for file in SMALL:
        yield f"{file} expanded", [file, "--form", "expanded"]
    yield "four_bar, fractions wider than a line", ["four_bar/four_bar.bl", "--constraints",
                                                    "partition"]
    yield "rr forward dynamics", ["rr/rr.bl", "--what", "qdd,jac:tip,Y,dtau/dq"]


def fragment(arguments):
    """What bielle prints."""
    command = [BIELLE, "model", *arguments, "--as", "latex"]
    return subprocess.run(command, cwd=EXAMPLES, check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, encoding="utf-8").stdout


def compile_document(folder, body):
    """The log of pdflatex, and whether it succeeded."""
    (folder / "page.tex").write_text(DOCUMENT % body, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-draftmode", "page.tex"]
    environment = {**os.environ, "max_print_line": "2000"}
    run = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         env=environment, check=False)
    return run.stdout.decode("utf-8", "replace"), run.returncode == 0


def complaints(log, is_compiled):
    """Sentences about what is wrong."""
    if not is_compiled:
        yield "does not compile: " + "; ".join(re.findall(r"^(?:!|l\.\d).*", log, re.M))
    for kind, width, place in re.findall(r"Overfull (\\[hv]box) \(([\d.]+)pt too \w+\)(.*)", log):
        if float(width) > STICKS_OUT:
            yield f"{kind} {width}pt too large{place}"


def main():
    if not shutil.which("pdflatex"):
        print("pdflatex is not installed")
        return 77
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for title, arguments in pages():
            for complaint in complaints(*compile_document(Path(folder), fragment(arguments))):
                print(f"{title}: {complaint}")
                failures += 1
    print(f"{failures} complaints")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
