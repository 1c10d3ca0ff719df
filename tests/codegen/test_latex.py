#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What --as latex prints compiles and fits the page: all examples, ten of them in every form.

Each output is a fragment; here they stand in an article on A4, 11pt, with amsmath, as
docs/commands.md says. Any error is a fault, and any line or page that overflows. What must hold
without pdflatex, that no line is estimated to be wider than the page, is in
tests/unit/notation/test_latex.c.
"""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
EXAMPLES = ROOT / "examples"

DOCUMENT = r"""\documentclass[11pt,a4paper]{article}
\usepackage{amsmath}
\begin{document}
%s
\end{document}
"""
BEGIN = r"\clearpage\typeout{FRAGMENT %s}"

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
    yield "robot6 as in the report", ["robot6/robot6.bl", "--method", "lagrange", "--what",
                                      "constants,A,B,Cc,Q,M,h,G,tau,T,V"]
    for file in sorted(EXAMPLES.glob("*/*.bl")):
        yield f"{file.name} as it comes", [str(file)]
    for file in sorted((ROOT / "tests" / "textbook").glob("*.bl")):
        yield f"{file.name} as it comes", [str(file)]


def fragment(arguments):
    """What bielle prints."""
    command = [BIELLE, "model", *arguments, "--as", "latex"]
    return subprocess.run(command, cwd=EXAMPLES, check=True, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, encoding="utf-8").stdout


def compile_document(folder, fragments):
    """The log of pdflatex, and whether it succeeded."""
    body = "\n".join(f"{BEGIN % title.replace('_', ' ')}\n{text}" for title, text in fragments)
    (folder / "page.tex").write_text(DOCUMENT % body, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-draftmode", "page.tex"]
    environment = {**os.environ, "max_print_line": "2000"}
    run = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         env=environment, check=False)
    return run.stdout.decode("utf-8", "replace"), run.returncode == 0


def complaints(log, is_compiled):
    """Sentences about what is wrong."""
    title = ""
    for line in log.splitlines():
        title = line.removeprefix("FRAGMENT ") if line.startswith("FRAGMENT ") else title
        if line.startswith(("Overfull", "!", "l.")):
            yield f"{title}: {line}"
    if not is_compiled:
        yield f"{title}: does not compile"


def main():
    if not shutil.which("pdflatex"):
        print("pdflatex is not installed")
        return 77
    fragments = [(title, fragment(arguments)) for title, arguments in pages()]
    with tempfile.TemporaryDirectory() as folder:
        failures = list(complaints(*compile_document(Path(folder), fragments)))
    print("\n".join(failures))
    print(f"{len(failures)} complaints about {len(fragments)} fragments")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
