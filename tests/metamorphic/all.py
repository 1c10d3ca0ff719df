#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every comparison of every test of this folder, with one summary (make metamorphic). Words behind the command pick
those whose keys have them: `all.py "rewrite order" four_bar`."""
import os

import harness
import test_files
import test_parameters
import test_rewriting
import test_watching
import test_ways


def comparisons(seed):
    for test in (test_parameters, test_rewriting, test_watching, test_ways, test_files):
        yield from test.comparisons(seed)


if __name__ == "__main__":
    os.environ["BIELLE_EVERY_EXAMPLE"] = "1"
    harness.main(comparisons, 0)
