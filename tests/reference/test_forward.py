#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Forward dynamics in generated C: it undoes inverse dynamics, and a free swing keeps its energy.

Each example that is a tree with an inertia behind every coordinate swings freely for 10 s (swing.c);
its energy must stay within 1e-10 of the largest kinetic energy. Where the reference robots are at
hand, their accelerations are compared with values that were computed independently.
"""
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

from compare import Comparison, ROOT, evaluate, example, run, vectors

MODELS = Path(os.environ.get("BIELLE_MODELS", ROOT.parent / "shared" / "reference" / "models"))
SWINGS = ["rr", "planar_2dof", "spatial_3r", "rrp", "telescopic", "khalil_tree", "puma560",
          "stanford", "unicycle"]


def errors(name, folder):
    """What swing.c says of an example: error of the accelerations, error of the energy."""
    run("code", example(name), "--lang", "c", "--what", "tau,qdd,E,T", "-o", folder)
    header = (folder / f"{name}.h").read_text(encoding="utf-8")
    source = (folder / f"{name}.c").read_text(encoding="utf-8")
    arguments = re.search(r"_forward_dynamics\((.*?)\)", header, re.DOTALL)[1]
    invented = re.findall(r"\.(\w+) = 0\.0,  // no default", source)
    parameters = "".join(f"p.{member}={0.75 + 0.125 * (i % 5)};" for i, member in enumerate(invented))
    definitions = {"HEADER": f'"{name}.h"', "MODEL(x)": f"{name}_##x",
                   "COORDINATES": f"{name.upper()}_COORDINATES", "STEP": 2e-4,
                   "INPUTS": ",u" if re.search(r"\bu\[\]", arguments) else "",
                   "PARAMETERS": parameters}
    subprocess.run(["cc", "-std=c99", "-O2", "-I.", *(f"-D{k}={v}" for k, v in definitions.items()),
                    ROOT / "tests" / "reference" / "swing.c", f"{name}.c", "-lm", "-o", "swing"],
                   cwd=folder, check=True)
    done = subprocess.run([folder / "swing"], capture_output=True, text=True, check=True)
    return [float(line) for line in done.stdout.splitlines()]


class ForwardDynamics(Comparison):
    def test_examples_undo_inverse_dynamics_and_keep_their_energy(self):
        for name in SWINGS:
            with self.subTest(example=name), tempfile.TemporaryDirectory() as folder:
                of_accelerations, of_energy = errors(name, Path(folder))
                self.assertLess(of_accelerations, 1e-9)
                self.assertLess(of_energy, 1e-10)

    def test_robots_of_the_reference(self):
        if not list(MODELS.glob("*.urdf")):
            self.skipTest(f"there are no models in {MODELS}; BIELLE_MODELS names the folder")
        for name in "double_pendulum", "ur5", "hyq", "panda":
            with self.subTest(robot=name), tempfile.TemporaryDirectory() as folder:
                self.check_robot(vectors(f"robot_{name}"), Path(folder))

    def check_robot(self, problem, folder):
        """The reference is without friction and with free mimic joints."""
        path = folder / Path(problem["file"]).name
        urdf = (MODELS / path.name).read_text(encoding="utf-8")
        path.write_text(re.sub(r"<(mimic|dynamics)[^>]*/>", "", urdf), encoding="utf-8")
        names = problem["joint_order"]
        state = {key: dict(zip(names, problem[key])) for key in ("q", "qd")}
        for key in "qdd:articulated", "qdd:factorised":
            result = evaluate(path, [key], state)
            found = dict(zip(result["coordinates"], result[key]))
            expected = problem["qdd_forward_dynamics_tau0"]
            scale = max(map(abs, expected))
            for name, value in zip(names, expected):
                self.assertLess(abs(found[name] - value), 1e-10 * scale, f"{key} {name}")


if __name__ == "__main__":
    unittest.main()
