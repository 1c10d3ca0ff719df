# selftest_end.py -- pasted into the self-test of generated Python.
# SPDX-License-Identifier: MIT
# ---- pasted from here
if Tally.different:
    print(f"NAME: {Tally.different} of {Tally.checked} values differ")
    sys.exit(1)
rest = f"; {Tally.skipped} are not determined and were not compared" if Tally.skipped else ""
print(f"NAME: {Tally.checked} values agree, {Tally.identical} of them to the last bit{rest}")
