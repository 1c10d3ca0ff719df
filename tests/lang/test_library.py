#!/usr/bin/env python3
"""The standard library inside the program is lib/*.bl.

SPDX-License-Identifier: MIT
"""
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(os.environ.get("BIELLE_SOURCE_DIR", pathlib.Path(__file__).parents[2]))

if __name__ == "__main__":
    sys.exit(subprocess.run([sys.executable, ROOT / "tools/embed_library.py", "--check"]).returncode)
