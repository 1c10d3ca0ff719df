#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables of joint parameters against vectors that were derived independently (mpmath, 40 digits).

tests/data/DH_variants.json: one row of each convention, at random parameters; here once with theta
moving and once with the length along z.
"""
import tempfile
import unittest
from pathlib import Path

from compare import Comparison, evaluate, vectors

# vector's key -> heading, row, and the names of the vector's values in the row
TABLES = {
    "H_Paul": ("standard", "a alpha d theta", "a al r th"),
    "H_modified_DH": ("modified", "alpha a d theta", "al a r th"),
    "H_KhalilKleinfinger": ("khalil", "gamma b alpha d theta r", "gam eps al d th r"),
}


class DhVariants(Comparison):
    def check_table(self, key, moving):
        convention, heading, row = TABLES[key]
        names = [name for name in row.split() if name != moving]
        text = f"param {', '.join(names)}\ndh T {convention}\n  {heading}\n  {row}\n"
        states = [{"params": {n: v["state"][n] for n in names},
                   "q": {moving: v["state"][moving]}} for v in vectors("DH_variants")]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.bl"
            path.write_text(text)
            results = evaluate(path, ["fk:T1"], states)
        for vector, result in zip(vectors("DH_variants"), results):
            self.assert_close(result["fk:T1"], vector["expected"][key], f"{vector['name']} {key}")

    def test_every_convention_turns_as_its_definition(self):
        for key in TABLES:
            self.check_table(key, "th")

    def test_every_convention_slides_as_its_definition(self):
        for key in TABLES:
            self.check_table(key, "r")


if __name__ == "__main__":
    unittest.main()
