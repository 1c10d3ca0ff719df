# SPDX-License-Identifier: MIT
"""What a test draws from what it could try: another part in each commit, all with BIELLE_EVERY_EXAMPLE.

The seed is BIELLE_SEED, which tools/run_tests.sh sets to the commit. To repeat a run, set it to the one
that the run printed.
"""
import os
import random

SEED = os.environ.get("BIELLE_SEED", "0")


def sample(items, one_in, name):
    """One in so many of the items, at least one, in their order; `name` tells draws apart."""
    items = list(items)
    if os.environ.get("BIELLE_EVERY_EXAMPLE"):
        return items
    count = max(1, len(items) // one_in)
    chosen = set(random.Random(f"{SEED} {name}").sample(range(len(items)), count))
    return [item for k, item in enumerate(items) if k in chosen]
