# SPDX-License-Identifier: MIT
"""What the tests of this folder share: run `bielle eval`, read vectors, compare numbers."""
import functools
import json
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
MODELS = Path(os.environ.get("BIELLE_MODELS", ROOT.parent / "shared" / "reference" / "models"))
TOLERANCE = 1e-12


def example(name, suffix=".bl"):
    return ROOT / "examples" / name / f"{name}{suffix}"


class Expected(dict):
    """Expected values that know which of their keys were read."""

    def __init__(self, values):
        super().__init__({k: Expected(v) if isinstance(v, dict) else v for k, v in values.items()})
        self.was_read = set()

    def __getitem__(self, key):
        self.was_read.add(key)
        return super().__getitem__(key)

    def unread(self):
        """The keys that nobody asked for, inner ones behind a dot."""
        inner = [f"{key}.{name}" for key in sorted(self.was_read)
                 if isinstance(self.get(key), Expected) for name in self.get(key).unread()]
        return sorted(self.keys() - self.was_read) + inner


@functools.cache
def vectors(name):
    """What tests/data/<name>.json holds: a list of vectors, or one problem."""
    data = json.loads((ROOT / "tests" / "data" / f"{name}.json").read_text())
    for vector in data if isinstance(data, list) else []:
        vector["expected"] = Expected(vector["expected"])
    return data


def run(*arguments, text=None):
    """Standard output of a bielle command that must succeed."""
    done = subprocess.run([BIELLE, *map(str, arguments)], input=text, capture_output=True,
                          encoding="utf-8", check=False)
    if done.returncode != 0:
        raise AssertionError(f"exit status {done.returncode}\n{done.stderr}")
    return done.stdout


def evaluate(path, keys, states, method=None, options=()):
    """The results of `bielle eval` for a state or a list of states."""
    options = [*options, "--method", method] if method else options
    results = json.loads(run("eval", path, *options, "--at", "-", "--what", ",".join(keys),
                             text=json.dumps(states)))
    if isinstance(states, list) and len(results) != len(states):
        raise AssertionError(f"{len(results)} results of {len(states)} states")
    return results


def evaluate_text(description, keys, states, method=None):
    """The same of a description that has no file."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "mechanism.bl"
        path.write_text(description, encoding="utf-8")
        return evaluate(path, keys, states, method)


def cross(u, v):
    return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]


def plus(u, v):
    return [a + b for a, b in zip(u, v)]


def times(matrix, vector):
    return [sum(a * x for a, x in zip(row, vector)) for row in matrix]


def wrench_at(pose, wrench, place):
    """A wrench at the origin of a frame and from its axes, moved to a place of ground and its axes."""
    force, moment = (times([row[:3] for row in pose[:3]], part) for part in (wrench[:3], wrench[3:]))
    lever = [pose[i][3] - place[i] for i in range(3)]
    return force, plus(moment, cross(lever, force))


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
    def assert_close(self, got, expected, what, least_scale=1, tolerance=TOLERANCE):
        """Equal to 1e-12 of the largest entry, or of least_scale when all are smaller."""
        got, expected = flat(got), flat(expected)
        self.assertEqual(len(got), len(expected), what)
        scale = max(max(map(abs, expected)), least_scale)
        for a, b in zip(got, expected):
            self.assertLessEqual(abs(a - b), tolerance * scale, what)
