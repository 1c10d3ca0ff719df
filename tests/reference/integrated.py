# SPDX-License-Identifier: MIT
"""Motions over time by generated C and an integrator of order 8 (motion.c). Nothing but accelerations
is used, so that constraints hold to the end only if they are right to the last digits."""
import re
import subprocess
import tempfile
from pathlib import Path

from compare import ROOT, evaluate, run

FOLDER = ROOT / "tests" / "reference"


def compiled(path, folder, parameters):
    """Writes and compiles the program folder/motion of a mechanism."""
    run("code", path, "--lang", "c", "--what", "qdd", "-o", folder)
    header, = folder.glob("*.h")
    name, text = header.stem, header.read_text(encoding="utf-8")
    function, arguments = re.search(r"int (\w+_forward_dynamics\w*_prepared)\((.*?)\)", text,
                                    re.DOTALL).groups()
    definitions = {"HEADER": f'"{name}.h"', "MODEL(x)": f"{name}_##x", "FORWARD": function,
                   "COORDINATES": f"{name.upper()}_COORDINATES", "INPUTS": f"{name.upper()}_INPUTS",
                   "ARGUMENTS": ((",u" if re.search(r"\bu\[\]", arguments) else "")
                                 + (",time" if re.search(r"\bt\b", arguments) else "")),
                   "PARAMETERS": "".join(f"p.{parameter}=number();" for parameter in parameters)}
    subprocess.run(["cc", "-std=c99", "-O1", "-I.", *(f"-D{k}={v}" for k, v in definitions.items()),
                    FOLDER / "motion.c", f"{name}.c", "-lm", "-o", "motion"],
                   cwd=folder, check=True)


def moved(path, starts, times, step):
    """For each start, the states {q, qd} at these times. Starts have the same parameters by name, and
    inputs in the order of the description."""
    parameters = starts[0].get("params", {})
    names = evaluate(path, ["T"], {"params": parameters})["coordinates"]
    with tempfile.TemporaryDirectory() as folder:
        compiled(path, Path(folder), parameters)
        for start in starts:
            begin = [start.get(key, {}).get(name, 0) for key in ("q", "qd") for name in names]
            given = [step, *start.get("params", {}).values(), *begin,
                     *start.get("inputs", {}).values(), *times]
            done = subprocess.run([Path(folder) / "motion"], input=" ".join(map(repr, given)),
                                  capture_output=True, text=True, check=True)
            lines = [list(map(float, line.split())) for line in done.stdout.splitlines()]
            yield [{"q": dict(zip(names, line)), "qd": dict(zip(names, line[len(names):]))}
                   for line in lines]
