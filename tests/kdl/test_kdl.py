#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Our own small URDF files, and an example converted to URDF, against KDL."""
import os
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import compare  # noqa: E402

SOURCE = Path(os.environ["BIELLE_SOURCE_DIR"])


def main():
    if not compare.has_kdl():
        print("skipped: KDL is not installed (liborocos-kdl-dev, libkdl-parser-dev, liburdfdom-dev)")
        return 77
    count = 0
    for path in sorted((SOURCE / "tests" / "kdl").glob("*.urdf")):
        count += compare.compare(path)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "spatial_3r.urdf"
        example = SOURCE / "examples" / "spatial_3r" / "spatial_3r.bl"
        compare.run([compare.COMMAND, "convert", example, "--to", "urdf", "-o", path])
        count += compare.compare(path)
    assert count >= 4, "there are too few files to compare"
    return 0


if __name__ == "__main__":
    sys.exit(main())
