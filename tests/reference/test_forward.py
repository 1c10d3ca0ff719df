#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Forward dynamics in generated C: it undoes inverse dynamics, and a free swing keeps its energy.

Each example that is a tree with an inertia behind every coordinate swings freely for 10 s (swing.c);
its energy must stay within 1e-10 of the largest kinetic energy.
"""
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from compare import ROOT, example, run, vectors

SWINGS = ["rr", "planar_2dof", "spatial_3r", "rrp", "telescopic", "khalil_tree", "puma560",
          "stanford"]
DEFINITIONS = {"monopod": "002_monopod", "closed_chain": "002_closed_chain",
               "robot2d": "002_robot2D_4wheels", "vehicle15": "002_vehicle15"}


def errors(path, folder, parameters):
    """What swing.c says of a mechanism: error of the accelerations, error of the energy. Parameters
    that have no value yet are invented."""
    run("code", path, "--lang", "c", "--what", "tau,qdd,E,T", "-o", folder)
    name = next(file.stem for file in folder.glob("*.h"))
    header = (folder / f"{name}.h").read_text(encoding="utf-8")
    source = (folder / f"{name}.c").read_text(encoding="utf-8")
    arguments = re.search(r"_forward_dynamics\((.*?)\)", header, re.DOTALL)[1]
    missing = re.findall(r"\.(\w+) = 0\.0,  // no default", source)
    values = "".join(f"p.{member}={parameters.get(member, 0.75 + 0.125 * (i % 5))};"
                     for i, member in enumerate(missing))
    definitions = {"HEADER": f'"{name}.h"', "MODEL(x)": f"{name}_##x",
                   "COORDINATES": f"{name.upper()}_COORDINATES", "STEP": 5e-4,
                   "INPUTS": ",u" if re.search(r"\bu\[\]", arguments) else "",
                   "PARAMETERS": values}
    subprocess.run(["cc", "-std=c99", "-O2", "-I.", *(f"-D{k}={v}" for k, v in definitions.items()),
                    ROOT / "tests" / "reference" / "swing.c", f"{name}.c", "-lm", "-o", "swing"],
                   cwd=folder, check=True)
    done = subprocess.run([folder / "swing"], capture_output=True, text=True, check=True)
    return [float(line) for line in done.stdout.splitlines()]


class ForwardDynamics(unittest.TestCase):
    def check(self, path, parameters=None):
        with self.subTest(path=path), tempfile.TemporaryDirectory() as folder:
            of_accelerations, of_energy = errors(path, Path(folder), parameters or {})
            self.assertLess(of_accelerations, 1e-9)
            self.assertLess(of_energy, 1e-10)

    def test_examples_undo_inverse_dynamics_and_keep_their_energy(self):
        for name in SWINGS:
            self.check(example(name))

    def test_mechanisms_of_the_thesis(self):
        for name, file in DEFINITIONS.items():
            self.check(example(name, ".def"), vectors(file)[0]["params"])


if __name__ == "__main__":
    unittest.main()
