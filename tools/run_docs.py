#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run the commands that the documentation shows, and compare what they print.

usage: tools/run_docs.py [--update] [FILE...]      README.md and docs/**/*.md by default

In a fenced block marked `console`, a line that begins with `$ ` is a command (a backslash at its
end continues it on the next line); the lines up to the next one are what it prints, both streams
together. A line `...` stands for any number of lines. A block marked by a language and the name of a
file, such as ```bl pendulum.bl, is that file for the commands below it; its name stands in the text
above it, and a description (`bl`) is in the layout of `bielle format`. All commands of a document run
in one shell, in a scratch folder that holds a copy of examples/, with `bielle` in PATH. Commands that begin with
`make` or `sudo` are not run; the targets that they name must exist in the Makefile. Links lead to files and headings that are there. A picture that a
document shows, ![..](images/NAME.svg), is the NAME.svg that its commands draw, up to a pixel. --update writes
what was printed and drawn into the documents (never over an expectation that holds a line `...`).
"""
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = Path(os.environ.get("BIELLE_COMMAND", ROOT / "build" / "bielle"))
MARK = "\x1e"  # printed between the outputs of two commands; no program prints it
SECONDS = 120  # for all commands of one document
FILE_BLOCK = re.compile(r"```(\w+) ([\w.-]+)")


class Step:
    """One command of a document, with the lines [start, end) that show what it prints."""

    def __init__(self, command, number, start):
        self.command, self.number, self.start, self.end = command, number, start, start
        self.is_run = command.split()[0] not in {"make", "sudo"}


class File:
    """A file that a document shows, in the language of its block; its text begins at line start."""

    def __init__(self, language, name, start, lines):
        self.language, self.name, self.start = language, name, start
        self.text = "".join(line + "\n" for line in lines[start:lines.index("```", start)])


def files_of(lines):
    """The files of a document, in order."""
    marks = [(FILE_BLOCK.fullmatch(line), number) for number, line in enumerate(lines)]
    return [File(*mark.groups(), number + 1, lines) for mark, number in marks if mark]


def steps_of(lines):
    """The steps of all console blocks, in order."""
    steps, in_block, continues = [], False, False
    for number, line in enumerate(lines):
        if line.startswith("```"):
            in_block = not in_block and line.strip() == "```console"
        elif in_block and continues:
            steps[-1].command += "\n" + line
            steps[-1].start = steps[-1].end = number + 1
        elif in_block and line.startswith("$ "):
            steps.append(Step(line[2:], number, number + 1))
        elif in_block and steps:
            steps[-1].end = number + 1
        continues = in_block and line.endswith("\\") and bool(steps) and steps[-1].end == number + 1 \
            and steps[-1].start == number + 1
    return steps


def run_steps(steps, files, pictures):
    """What each command prints, as a list of lines, and the pictures that were drawn; run by one
    shell in a scratch folder."""
    parts = [(file.start, f"cat > {file.name} <<'END OF FILE'\n{file.text}END OF FILE\n")
             for file in files]
    parts += [(step.start, f"{step.command}\n{{ status=$?; printf '\\n\\036\\n'; (exit $status); }}\n")
              for step in steps]
    script = "".join(text for _, text in sorted(parts))
    with tempfile.TemporaryDirectory() as scratch:
        if (ROOT / "examples").is_dir():
            shutil.copytree(ROOT / "examples", Path(scratch) / "examples")
        env = {**os.environ, "PATH": f"{COMMAND.parent}:{os.environ['PATH']}", "HOME": scratch,
               "LC_ALL": "C.UTF-8", "COLUMNS": "80"}
        run = subprocess.run(["bash", "-c", script], cwd=scratch, env=env, timeout=SECONDS,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, errors="replace")
        drawn = {name: (Path(scratch) / name).read_text(encoding="utf-8")
                 for name in pictures if (Path(scratch) / name).exists()}
    # The shell ends early only at `exit` or a syntax error; later commands then printed nothing.
    parts = run.stdout.split("\n" + MARK + "\n") + [""] * len(steps)
    printed = [part.removesuffix("\n").split("\n") if part else [] for part in parts[:len(steps)]]
    return printed, drawn


def is_same_picture(one, other):
    """The same but for numbers, which differ by less than a pixel: machines round differently."""
    numbers = [re.findall(r"-?\d+\.?\d*", text) for text in (one, other)]
    rest = [re.sub(r"-?\d+\.?\d*", "", text) for text in (one, other)]
    return rest[0] == rest[1] and all(abs(float(a) - float(b)) < 1 for a, b in zip(*numbers))


def picture_faults(label, folder, pictures, drawn, update):
    """Yields a sentence for each picture that is not what the document's commands draw."""
    for name in pictures:
        path = folder / name
        if name not in drawn:
            yield f"{label}: no command draws '{name}'"
        elif update and not (path.exists() and is_same_picture(path.read_text(), drawn[name])):
            folder.mkdir(exist_ok=True)
            path.write_text(drawn[name], encoding="utf-8")
        elif not path.exists() or not is_same_picture(path.read_text(), drawn[name]):
            yield f"{label}: {path.name} is not the picture that the commands draw"


def matches(expected, actual):
    """Are the lines equal, where an expected line `...` stands for any number of lines?"""
    pattern = "".join(r"(?:.*\n)*?" if line == "..." else re.escape(line) + r"\n"
                      for line in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in actual)) is not None


def target_faults(label, step, targets):
    """Yields a sentence for each target after `make` that the Makefile does not have."""
    words = step.command.split("#")[0].split()
    if "make" in words:
        for word in words[words.index("make") + 1:]:
            if not word.startswith("-") and "=" not in word and word not in targets:
                yield f"{label}:{step.number + 1}: the Makefile has no target '{word}'"


def file_faults(label, file, lines):
    """Yields a sentence for each thing that is wrong with a file that the document shows."""
    place = f"{label}:{file.start}"
    above = " ".join(lines[max(0, file.start - 6):file.start - 1])
    if f"`{file.name}`" not in above:
        yield f"{place}: the text above does not name the file '{file.name}'"
    if file.language == "bl":
        run = subprocess.run([COMMAND, "format", "-"], input=file.text, capture_output=True, text=True)
        if run.stdout != file.text or run.stderr:
            yield "\n".join([f"{place}: '{file.name}' is not in canonical layout", run.stderr,
                             *difflib.unified_diff(file.text.splitlines(), run.stdout.splitlines(),
                                                   label, "bielle format", lineterm="")])


def anchors_of(path):
    """The names of the headings of a document, as links call them."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def link_faults(label, path, lines):
    """Yields a sentence for each link to a file or a heading that is not there."""
    for name, anchor in re.findall(r"\]\(([^)#\s:]*)(?:#([^)\s]*))?\)", "\n".join(lines)):
        target = path.parent / name if name else path
        if not target.exists():
            yield f"{label}: a link leads to '{name}', which is not there"
        elif anchor and target.suffix == ".md" and anchor not in anchors_of(target):
            yield f"{label}: there is no heading '#{anchor}' in '{target.name}'"


def check_document(path, update, targets):
    """Checks one document; yields faults. With `update`, writes the outputs into it instead."""
    label = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else str(path)
    lines = path.read_text(encoding="utf-8").split("\n")
    yield from link_faults(label, path, lines)
    steps = steps_of(lines)
    for step in steps:
        if not step.is_run:
            yield from target_faults(label, step, targets)
    files = files_of(lines)
    for file in files:
        yield from file_faults(label, file, lines)

    steps = [step for step in steps if step.is_run]
    pictures = re.findall(r"!\[[^]]*\]\(images/([\w-]+\.svg)\)", "\n".join(lines))
    outputs, drawn = run_steps(steps, files, pictures) if steps else ([], {})
    yield from picture_faults(label, path.parent / "images", pictures, drawn, update)
    for step, actual in reversed(list(zip(steps, outputs))):  # last first: numbers stay valid
        expected = lines[step.start:step.end]
        if matches(expected, actual):
            continue
        if update and "..." not in expected:
            lines[step.start:step.end] = actual
        else:
            yield "\n".join([f"{label}:{step.number + 1}: $ {step.command}",
                             *difflib.unified_diff(expected, actual, label, "now", lineterm="")])
    if update:
        path.write_text("\n".join(lines), encoding="utf-8")


def main():
    arguments = sys.argv[1:]
    update = "--update" in arguments
    names = [Path(name).resolve() for name in arguments if name != "--update"]
    documents = names or [path for path in [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
                          if path.exists()]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([\w-]+):", makefile, re.MULTILINE))
    faults = [fault for path in documents for fault in check_document(path, update, targets)]
    for fault in faults:
        print(fault)
    print(f"docs: {len(documents)} documents, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
