# SPDX-License-Identifier: MIT
"""What the tests of this folder share: run `bielle eval`, read vectors, compare numbers."""
import json
import os
import subprocess
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
TOLERANCE = 1e-12


def example(name, suffix=".bl"):
    return ROOT / "examples" / name / f"{name}{suffix}"


def vectors(name):
    return json.loads((ROOT / "tests" / "data" / f"{name}.json").read_text())


def run(*arguments, text=None):
    """Standard output of a bielle command that must succeed."""
    done = subprocess.run([BIELLE, *map(str, arguments)], input=text, capture_output=True,
                          encoding="utf-8", check=False)
    if done.returncode != 0:
        raise AssertionError(f"exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def evaluate(path, keys, states):
    """The results of `bielle eval` for a state or a list of states."""
    results = json.loads(run("eval", path, "--at", "-", "--what", ",".join(keys),
                             text=json.dumps(states)))
    if isinstance(states, list) and len(results) != len(states):
        raise AssertionError(f"{len(results)} results of {len(states)} states")
    return results


def product(*matrices):
    result = matrices[0]
    for m in matrices[1:]:
        result = [[sum(row[k] * m[k][j] for k in range(len(m))) for j in range(len(m[0]))]
                  for row in result]
    return result


def flat(value):
    """All numbers of a scalar, list or list of lists."""
    return [x for v in value for x in flat(v)] if isinstance(value, list) else [value]


class Comparison(unittest.TestCase):
    def assert_close(self, got, expected, what, least_scale=1):
        """Equal to 1e-12 of the largest entry, or of least_scale when all are smaller."""
        got, expected = flat(got), flat(expected)
        self.assertEqual(len(got), len(expected), what)
        scale = max(max(map(abs, expected)), least_scale)
        for a, b in zip(got, expected):
            self.assertLessEqual(abs(a - b), TOLERANCE * scale, what)
