#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A foreign file, used directly or translated to a .bl file first, is the same mechanism.

The small files of the tree are taken, and those of the folder BIELLE_MODELS where it is there. The
mechanisms are compared in the dump, field by field, without the hash of the text.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(os.environ["BIELLE_SOURCE_DIR"])
COMMAND = os.environ["BIELLE_COMMAND"]
DEFAULT = SOURCE.parent / "shared" / "reference" / "models"
ENDINGS = (".urdf", ".xml", ".par")


def bielle(*words):
    return subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False)


def mechanism_of(path):
    done = bielle("dump", path, "--stage", "mechanism")
    assert done.returncode == 0, f"{path}:\n{done.stderr[-3000:]}"
    return re.sub(r"^  source \w+$", "", done.stdout, flags=re.MULTILINE)


def check(path, folder):
    translated = folder / f"{path.stem}.bl"
    done = bielle("import", path, "-o", translated)
    assert done.returncode == 0, f"{path}:\n{done.stderr[-3000:]}"
    assert mechanism_of(path) == mechanism_of(translated), f"{path} changes by being translated"
    again = bielle("import", translated)
    assert again.returncode == 2 and "foreign" in again.stderr, "our own language is not foreign"
    print(f"{path.name}: the same mechanism after the round trip")


def main():
    models = Path(os.environ.get("BIELLE_MODELS", DEFAULT))
    own = sorted((SOURCE / "tests" / "kdl").glob("*.urdf"))
    translated = (SOURCE / "tests" / "import").rglob("*.bl")  # beside what they are made from
    own += sorted(path.with_suffix("") for path in translated if path.with_suffix("").exists())
    others = sorted(path for path in models.glob("*") if path.suffix in ENDINGS)
    if not others:
        print(f"skipped: there are no models in {models}; BIELLE_MODELS names the folder")
    assert own
    with tempfile.TemporaryDirectory() as folder:
        for path in own + others:
            check(path, Path(folder))
    missing = bielle("import", SOURCE / "tests" / "no_such_file.urdf")
    assert missing.returncode == 2 and "cannot read" in missing.stderr
    return 0


if __name__ == "__main__":
    sys.exit(main())
