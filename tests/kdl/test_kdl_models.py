#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Robots of other people, in the folder BIELLE_MODELS, against KDL."""
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import compare  # noqa: E402

DEFAULT = Path(os.environ["BIELLE_SOURCE_DIR"]).parent / "shared" / "reference" / "models"


def main():
    if not compare.has_kdl():
        print("skipped: KDL is not installed (liborocos-kdl-dev, libkdl-parser-dev, liburdfdom-dev)")
        return 77
    folder = Path(os.environ.get("BIELLE_MODELS", DEFAULT))
    paths = sorted(folder.glob("*.urdf"))
    if not paths:
        print(f"skipped: there are no URDF files in {folder}; BIELLE_MODELS names the folder")
        return 77
    for path in paths:
        assert compare.compare(path) > 0, f"{path.name}: nothing moves"
    return 0


if __name__ == "__main__":
    sys.exit(main())
