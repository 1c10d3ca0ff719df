#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""De Santis's vehicles at work: coordinates and generalised speeds integrated by generated C
(drive.c), against simulations in 30 digits."""
import subprocess
import tempfile
import unittest
from pathlib import Path

from compare import ROOT, Comparison, example, run, vectors


def drive(folder, name, numbers):
    """Coordinates and speeds at the end; `numbers` are the other definitions of drive.c."""
    definitions = {"HEADER": f'"{name}.h"', "MODEL(x)": f"{name}_##x",
                   "COORDINATES": f"{name.upper()}_COORDINATES", **numbers}
    subprocess.run(["cc", "-std=c99", "-O2", "-I.", *(f"-D{k}={v}" for k, v in definitions.items()),
                    ROOT / "tests" / "reference" / "drive.c", f"{name}.c", "-lm", "-o", "drive"],
                   cwd=folder, check=True)
    done = subprocess.run([Path(folder) / "drive"], capture_output=True, text=True, check=True)
    return [float(line) for line in done.stdout.splitlines()]


def listed(values):
    return ",".join(map(repr, values))


class Drive(Comparison):
    def check(self, name, file, coordinates, speeds, inputs, foreign=()):
        """`foreign`: parameters of the vectors that the example does not have."""
        with tempfile.TemporaryDirectory() as folder:
            run("code", example(name), "--lang", "c", "--method", "kane", "--what", "Jnh,alphad",
                "-o", folder)
            for vector in vectors(file):
                state, expected = vector["state"], vector["expected"]
                values = "".join(f"p.{k}={v};" for k, v in vector["params"].items()
                                 if k not in foreign)
                end = drive(folder, name, {
                    "PARAMETERS": values, "SPEEDS": len(speeds), "END": float(state["t_end"]),
                    "START": listed(state.get(v, 0) for v in coordinates + speeds),
                    "INPUTS": listed(state.get(u, 0) for u in inputs)})
                for variable, value in zip(coordinates + speeds, end):
                    if variable in expected:
                        self.assert_close(value, expected[variable], f"{vector['name']} {variable}",
                                          tolerance=1e-11)

    def test_tractor_and_trailer(self):
        self.check("tractor_trailer", "000_tractor_trailer_simulation",
                   ["x", "y", "Theta", "Phi", "delta"], ["alpha", "deltap"],
                   ["Fu1", "Fu2", "Fu3", "Tu"], foreign=["a"])

    def test_mobile_robot_with_motors(self):
        self.check("mobile_robot_motors", "000_mobile_robot_simulation",
                   ["x", "y", "theta", "th1", "th2"], ["Vu", "Omega"], ["V1", "V2"])


if __name__ == "__main__":
    unittest.main()
