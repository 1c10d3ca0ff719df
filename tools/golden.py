#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Compare what bielle prints with what was recorded, byte for byte.

usage: tools/golden.py --check | --record [CASE...]

Each folder tests/golden/CASE holds a file `command`. A line of it, as in

    model.txt: bielle model examples/rr/rr.bl --what M,h,G

is run by the shell in the root of the tree; its standard output is the file model.txt beside it.
Lines that begin with # are comments. A command must succeed; write `|| true` after one that is
meant to fail, and `2>&1` to record its messages. --record also removes files that no line names.
"""
import difflib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
GOLDEN = ROOT / "tests" / "golden"


def environment():
    """The shell's environment, with the command under test first in PATH."""
    command = Path(os.environ.get("BIELLE_COMMAND", ROOT / "build" / "bielle"))
    return {**os.environ, "PATH": f"{command.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}


def outputs(case):
    """Yields (name, shell line) for each output of a case."""
    for line in (case / "command").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            name, _, shell_line = line.partition(":")
            yield name.strip(), shell_line.strip()


def difference(path, actual):
    """'' when the file holds these bytes, else a unified diff for people."""
    expected = path.read_bytes() if path.exists() else b""
    if path.exists() and expected == actual:
        return ""
    label = path.relative_to(ROOT).as_posix()
    lines = [text.decode(errors="replace").splitlines() for text in (expected, actual)]
    return "\n".join(difflib.unified_diff(*lines, label, "now", lineterm="")) or f"{label}: differs"


def run_case(case, record, env):
    """Checks or records one case; yields a sentence or a diff for each fault."""
    names = {"command"}
    for name, shell_line in outputs(case):
        names.add(name)
        run = subprocess.run(["bash", "-c", shell_line], cwd=ROOT, env=env, capture_output=True)
        if run.returncode != 0:
            yield (f"{case.name}/{name}: exit status {run.returncode} of: {shell_line}\n"
                   + run.stderr.decode(errors="replace"))
        elif record:
            (case / name).write_bytes(run.stdout)
        elif diff := difference(case / name, run.stdout):
            yield diff
    for path in sorted(case.iterdir()):
        if path.name not in names:
            if record:
                path.unlink()
            else:
                yield f"{case.name}/{path.name}: no line of {case.name}/command makes it"


def main():
    if len(sys.argv) < 2 or sys.argv[1] not in {"--check", "--record"}:
        sys.exit(__doc__)
    record, wanted = sys.argv[1] == "--record", sys.argv[2:]
    cases = [path.parent for path in sorted(GOLDEN.glob("*/command"))
             if not wanted or path.parent.name in wanted]
    env = environment()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda case: list(run_case(case, record, env)), cases)
        faults = [fault for case in found for fault in case]
    for fault in faults:
        print(fault)
    print(f"golden: {len(cases)} cases, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
