#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bielle eval --states: the rows of a file in NumPy's format, which is written and read here byte by
byte, against lists of the same states and against closed forms."""
import csv
import io
import json
import math
import os
import random
import signal
import struct
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
PATIENCE = 120  # s, on a busy machine
PENDULUM = """mechanism pendulum
param m = 2 kg, l = 0.5 m, g = 9.81 m/s^2
gravity [0, -g, 0]
joint a : revolute z (q) from ground
body b on a : mass m, com [0, -l, 0]
"""
DRIVEN = """mechanism driven
param m = 2 kg, k = 3 N, d
input u = 2 N * sin(3*t/(1 s))
input w
joint a : prismatic x (x) from ground
body b on a : mass m
force F at a = [u + k*w - d*x', 0, 0]
"""


def example(name):
    return str(ROOT / "examples" / name / f"{name}.bl")


def bielle(*words, text=""):
    return subprocess.run([BIELLE, *map(str, words)], input=text, capture_output=True,
                          encoding="utf-8", check=False)


def header(rows, columns, descr="<f8", order="False", version=1, shape=None):
    words = (f"{{'descr': '{descr}', 'fortran_order': {order}, "
             f"'shape': {shape or f'({rows}, {columns})'}, }}")
    size = {1: "<H", 2: "<I", 3: "<I"}.get(version, "<I")
    before = 8 + struct.calcsize(size)
    words += " " * (63 - (before + len(words)) % 64) + "\n"
    return b"\x93NUMPY" + bytes([version, 0]) + struct.pack(size, len(words)) + words.encode()


def numbers(rows, letter="d"):
    flat = [x for row in rows for x in row]
    return struct.pack(f"<{len(flat)}{letter}", *flat)


def table(rows, **more):
    return header(len(rows), len(rows[0]), **more) + numbers(rows)


def read_table(path):
    """A file as NumPy writes them, read as its documentation says."""
    data = path.read_bytes()
    assert data[:8] == b"\x93NUMPY\x01\x00", data[:8]
    length = struct.unpack("<H", data[8:10])[0]
    assert (10 + length) % 64 == 0 and data[10 + length - 1:10 + length] == b"\n"
    words = eval(data[10:10 + length], {})  # a dictionary of Python
    assert words["descr"] == "<f8" and words["fortran_order"] is False
    rows, columns = words["shape"]
    flat = struct.unpack(f"<{rows * columns}d", data[10 + length:])
    return [list(flat[columns * s:columns * (s + 1)]) for s in range(rows)]


def flat(value):
    return [x for part in value for x in flat(part)] if isinstance(value, list) else [value]


class Rows(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.states = self.folder / "states.npy"
        self.result = self.folder / "out.npy"
        self.chance = random.Random(7)

    def random_rows(self, count, columns, reach=1.0):
        return [[self.chance.uniform(-reach, reach) for _ in range(columns)] for _ in range(count)]

    def described(self, text):
        path = self.folder / "described.bl"
        path.write_text(text, encoding="utf-8")
        return path

    def evaluated(self, path, rows, *options):
        self.states.write_bytes(table(rows))
        done = bielle("eval", path, "--states", self.states, "-o", self.result, *options)
        self.assertEqual(done.returncode, 0, done.stderr)
        return read_table(self.result), done.stderr

    def refused(self, data, wanted, *options, path=None, output=None):
        self.states.write_bytes(data)
        done = bielle("eval", path or self.described(PENDULUM), "--states", self.states, "--what",
                      "tau", "-o", output or self.result, *options)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn(wanted, done.stderr)
        self.assertFalse(self.result.exists())
        self.assertEqual([p.name for p in self.folder.iterdir() if p.name.startswith(".")], [])
        return done.stderr


class SameAsLists(Rows):
    def compare(self, path, keys, rows, state_of, *options):
        """To the last bit what a list of the same states gives."""
        got, said = self.evaluated(path, rows, "--what", ",".join(keys), *options)
        done = bielle("eval", path, "--at", "-", "--what", ",".join(keys),
                      *[o for o in options if o in ("--open", "--constraints", "partition")],
                      text=json.dumps([state_of(row) for row in rows]))
        self.assertEqual(done.returncode, 0, done.stderr)
        wanted = [[x for key in keys for x in flat(one[key])] for one in json.loads(done.stdout)]
        self.assertEqual(got, wanted)
        notes = [[line for line in text.splitlines() if line.startswith("note: ")]
                 for text in (said, done.stderr)]
        self.assertEqual(notes[0], notes[1])
        return said

    def test_tree(self):
        params = dict(L1=0.4, L2=0.3, LG1=0.2, LG2=0.1, m1=2, m2=1, I1z=0.02, I2z=0.01, g=9.81)
        at = ", ".join(f"{name} = {value}" for name, value in params.items())
        names = ["θ1", "θ2"]
        said = self.compare(example("rr"), ["tau", "M", "T"], self.random_rows(9000, 6, 3), lambda row: {
            "params": params, "q": dict(zip(names, row)), "qd": dict(zip(names, row[2:])),
            "qdd": dict(zip(names, row[4:]))}, "--at", at)
        self.assertEqual(said, "columns: tau[θ1], tau[θ2], M[θ1,θ1], M[θ1,θ2], M[θ2,θ1], M[θ2,θ2], T (7)\n")

    def test_fewer_columns(self):
        for count, groups in ((1, ["q"]), (2, ["q", "qd"]), (3, ["q", "qd", "qdd"])):
            self.compare(self.described(PENDULUM), ["tau"], self.random_rows(40, count),
                         lambda row, groups=groups: {g: {"q": x} for g, x in zip(groups, row)})

    def test_loop_is_closed(self):
        names = ["th1", "th2", "th3"]
        said = self.compare(example("slider_crank_relative"), ["qdd", "lambda"],
                            self.random_rows(300, 6), lambda row: {
            "q": dict(zip(names, row)), "qd": dict(zip(names, row[3:]))})
        self.assertIn("300 states in all", said)
        said = self.compare(example("slider_crank_relative"), ["qdd"], self.random_rows(100, 2),
                            lambda row: {"q": {"th1": row[0]}, "qd": {"th1": row[1]}},
                            "--columns", "th1, th1'")
        self.assertNotIn("th1 from", said)  # what a column gives stays

    def test_model_is_derived_at_the_first_row(self):
        for first in ([0.0, 1.0], [1.5, 1.0]):
            self.compare(example("slider_crank_relative"), ["qdd"], [first, *self.random_rows(40, 2)],
                         lambda row: {"q": {"th1": row[0]}, "qd": {"th1": row[1]}},
                         "--columns", "th1, th1'", "--constraints", "partition")

    def test_loop_stays_open(self):
        said = self.compare(example("slider_crank_relative"), ["qdd"], self.random_rows(100, 1),
                            lambda row: {"q": {"th1": row[0]}}, "--columns", "th1", "--open")
        self.assertEqual(said.count("warning: "), 1)

    def test_inputs_and_time(self):
        path = self.described(DRIVEN)
        keys = ["qdd", "Qe"]
        self.compare(path, keys, self.random_rows(500, 3), lambda row: {
            "params": {"d": 0.5}, "t": row[0], "inputs": {"w": row[1]}, "qd": {"x": row[2]}},
            "--columns", "t, w, x'", "--at", "d = 0.5")
        self.compare(path, keys, self.random_rows(500, 2), lambda row: {
            "params": {"d": 0.5}, "t": row[0], "inputs": {"u": row[1], "w": 4}},
            "--columns", "t,u", "--at", "d = 0.5, w = 4")
        self.compare(path, keys, self.random_rows(50, 1), lambda row: {
            "params": {"d": 0.5}, "t": row[0], "inputs": {"u": 7}},
            "--columns", "t", "--at", "d = 0.5, u = 7")
        self.compare(path, ["qdd"], self.random_rows(50, 1), lambda row: {
            "params": {"d": 0.5}, "t": 0.25, "tau": {"x": row[0]}},
            "--columns", "tau[x]", "--at", "d = 0.5, t = 0.25")

    def test_states(self):
        self.compare(example("dc_motor"), ["sd", "qdd"], self.random_rows(100, 4), lambda row: {
            "q": {"q": row[0]}, "qd": {"q": row[1]}, "states": {"i": row[2]}, "inputs": {"u": row[3]}},
            "--columns", "q, q', i, u")


class ClosedForms(Rows):
    def test_pendulum(self):
        rows = self.random_rows(1000, 3, 2)
        got, _ = self.evaluated(self.described(PENDULUM), rows, "--what", "tau", "--at", "m = 3 kg")
        for (q, _, qdd), (tau,) in zip(rows, got):
            self.assertAlmostEqual(tau, 3 * 0.25 * qdd + 3 * 9.81 * 0.5 * math.sin(q), delta=1e-13)

    def test_described_input_at_the_time_of_the_row(self):
        rows = self.random_rows(100, 1)
        got, _ = self.evaluated(self.described(DRIVEN), rows, "--what", "qdd", "--columns", "t",
                                "--at", "d = 0, w = 1")
        for (t,), (a,) in zip(rows, got):
            self.assertAlmostEqual(a, (2 * math.sin(3 * t) + 3) / 2, delta=1e-14)

    def test_usual_quantities(self):
        rows = [[0.0, 2.0, 0.0]] * 3
        got, said = self.evaluated(self.described(PENDULUM), rows)
        self.assertIn("columns: T, V, M[q,q]", said)
        for row in got:
            self.assertAlmostEqual(row[0], 2 * 0.25 * 4 / 2, delta=1e-14)


class Files(Rows):
    def test_headers(self):
        path, rows = self.described(PENDULUM), self.random_rows(70, 3)
        wanted, _ = self.evaluated(path, rows, "--what", "tau")
        for version in (1, 2, 3):
            self.states.write_bytes(table(rows, version=version))
            done = bielle("eval", path, "--states", self.states, "--what", "tau", "-o", self.result)
            self.assertEqual((done.returncode, read_table(self.result)), (0, wanted), done.stderr)
        short = [struct.unpack("<3f", struct.pack("<3f", *row)) for row in rows]
        wanted, _ = self.evaluated(path, short, "--what", "tau")
        self.states.write_bytes(header(70, 3, descr="<f4") + numbers(rows, "f"))
        bielle("eval", path, "--states", self.states, "--what", "tau", "-o", self.result)
        self.assertEqual(read_table(self.result), wanted)

    def test_no_rows(self):
        self.states.write_bytes(header(0, 3))
        done = bielle("eval", self.described(PENDULUM), "--states", self.states, "-o", self.result, "--what", "tau")
        self.assertEqual((done.returncode, read_table(self.result)), (0, []), done.stderr)

    def test_through_a_pipe(self):
        rows = self.random_rows(100, 3)
        wanted, _ = self.evaluated(self.described(PENDULUM), rows, "--what", "tau")
        words = [BIELLE, "eval", self.described(PENDULUM), "--states", "/dev/stdin", "--what", "tau",
                 "-o", self.result]
        done = subprocess.run(words, input=table(rows), capture_output=True, check=True)
        self.assertEqual(read_table(self.result), wanted)
        done = subprocess.run(words, input=table(rows)[:-1], capture_output=True, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"ends before its last number", done.stderr)
        self.assertEqual(read_table(self.result), wanted)  # the old one

    def test_csv(self):
        rows = self.random_rows(100, 3)
        path, out = self.described(PENDULUM), self.folder / "out.csv"
        wanted, _ = self.evaluated(path, rows, "--what", "M,tau")
        done = bielle("eval", path, "--states", self.states, "--what", "M,tau", "-o", out)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        head, *lines = csv.reader(io.StringIO(out.read_text(encoding="utf-8")))
        self.assertEqual(head, ["M[q,q]", "tau[q]"])
        self.assertEqual([[float(x) for x in line] for line in lines], wanted)
        done = bielle("eval", path, "--states", self.states, "--what", "M,tau")
        self.assertEqual(done.stdout, out.read_text(encoding="utf-8"))

    def test_bad_headers(self):
        good = table([[1.0, 2.0, 3.0]] * 4)
        self.refused(b"", "is not a file of NumPy's")
        self.refused(b"1,2,3\n4,5,6\n", "is not a file of NumPy's")
        self.refused(b"PK\x03\x04" + bytes(100), "is not a file of NumPy's")
        self.refused(table([[1.0]], version=4), "version 4")
        self.refused(good[:9], "ends before")
        self.refused(good[:40], "ends before")
        self.refused(good[:-1], "has 95 bytes of numbers; 4 rows of 3 columns are 96 bytes")
        self.refused(good + b"x", "has 97 bytes of numbers")
        self.refused(table([[1.0, 2.0, 3.0]], descr=">f8"), "'>f8'; read are '<f8' and '<f4'")
        self.refused(table([[1.0, 2.0, 3.0]], descr="|O"), "'|O'")
        self.refused(table([[1.0, 2.0, 3.0]], order="True"), "column by column")
        self.refused(table([[1.0, 2.0, 3.0]], order="Maybe"), "without 'fortran_order'")
        self.refused(table([[1.0, 2.0, 3.0]], shape="(3,)"), "has 1 dimensions")
        self.refused(table([[1.0, 2.0, 3.0]], shape="(1, 1, 3)"), "has 3 dimensions")
        self.refused(table([[1.0, 2.0, 3.0]], shape="()"), "has 0 dimensions")
        self.refused(table([[1.0, 2.0, 3.0]], shape="(x, 3)"), "is not a list of numbers")
        self.refused(table([[1.0]], shape="(99999999999999999999999, 3)"), "beyond all numbers")
        self.refused(table([[1.0]], shape="(9999999999999999999, 3)"), "more rows than any file")
        self.refused(table([[1.0]], shape="(1, 99999999)"), "more columns than any state")
        self.refused(good.replace(b"descr", b"drecs"), "without 'descr'")
        self.refused(b"\x93NUMPY\x02\x00\xff\xff\xff\xff" + bytes(100), "too long")

    def test_damaged_files_never_crash(self):
        good = table(self.random_rows(5, 3))
        path = self.described(PENDULUM)
        for _ in range(60):
            data = bytearray(good)
            for _ in range(self.chance.randint(1, 4)):
                data[self.chance.randrange(128)] = self.chance.randrange(256)
            self.states.write_bytes(data)
            done = subprocess.run([BIELLE, "eval", path, "--states", self.states, "--what", "tau"],
                                  capture_output=True, check=False)
            self.assertIn(done.returncode, (0, 2), done.stderr)

    def test_missing_file_and_options(self):
        path = self.described(PENDULUM)
        done = bielle("eval", path, "--states", self.folder / "none.npy")
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "cannot read '.*none.npy': No such file")
        done = bielle("eval", path)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("--at STATE, or --states FILE", done.stderr)
        done = bielle("eval", path, "--at", "q = 1", "--columns", "q")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--columns says what the columns of --states FILE are", done.stderr)

    def test_full_disk(self):
        good = table(self.random_rows(100, 3))
        for name in ("full.npy", "full.csv"):
            link = self.folder / name
            link.symlink_to("/dev/full")
            self.refused(good, "No space left on device", output=link)
        self.refused(good, "cannot write", output=self.folder / "nowhere" / "out.npy")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([BIELLE, "eval", self.described(PENDULUM), "--states", self.states],
                                  stdout=full, stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"No space left", done.stderr)


class Columns(Rows):
    def test_number_of_columns(self):
        for count in (4, 5):
            self.refused(table([[0.0] * count]), f"{count} columns are neither 1 coordinates")
        self.refused(table([[0.0] * 3]), "the table has 3 columns, and names are given to 2", "--columns", "q, q'")
        self.refused(header(5, 0), "has no columns")

    def test_names(self):
        self.refused(table([[0.0]]), "there is nothing with the name 'p'", "--columns", "p")
        self.refused(table([[0.0]]), "there is nothing with the name 'q'''''", "--columns", "q''''")
        self.refused(table([[0.0]]), "the parameter 'm' cannot be a column", "--columns", "m")
        self.refused(table([[0.0] * 2]), "the column 'q' is given twice", "--columns", "q,q")
        self.refused(table([[0.0]]), "there is nothing with the name ''", "--columns", ",")
        self.refused(table([[0.0]]), "--columns needs a value", "--columns", "")

    def test_shared_state(self):
        self.refused(table([[0.0]]), "the parameter 'd' has no value", "--columns", "x", path=self.described(DRIVEN))
        self.refused(table([[0.0] * 3]), "there is nothing with the name 'M'", "--at", "M = 2")
        self.refused(table([[0.0] * 3]), "a state must be an object", "--at", self.at_file("[]"))

    def at_file(self, text):
        path = self.folder / "at.json"
        path.write_text(text, encoding="utf-8")
        return path

    def test_shared_json(self):
        got, _ = self.evaluated(self.described(PENDULUM), [[0.5]], "--what", "tau", "--at",
                                self.at_file('{"params": {"m": 1}, "qdd": {"q": 2}}'))
        self.assertAlmostEqual(got[0][0], 0.25 * 2 + 9.81 * 0.5 * math.sin(0.5), delta=1e-14)


class RowsWithoutResult(Rows):
    def test_not_a_number(self):
        rows = [[0.1, 0.2, 0.3] for _ in range(9000)]
        rows[16][1] = math.nan
        rows[8999][2] = -math.inf
        said = self.refused(table(rows), "state 17: column 2, 'q'', holds nan")
        self.assertIn("state 9000: column 3, 'q''', holds inf", said)

    def test_at_most_ten_are_told(self):
        rows = [[math.nan, 0.0, 0.0] if s % 3 == 0 else [0.0] * 3 for s in range(9000)]
        said = self.refused(table(rows), "3000 states of 9000 have no result")
        self.assertEqual(said.count("error: "), 10)

    def test_overflow(self):
        rows = [[0.0, 0.0, 0.0]] * 40 + [[0.0, 0.0, 1e308]]
        said = self.refused(table(rows), "state 41: tau[1] has no finite value at this state",
                            "--at", "m = 1000 kg")
        self.assertIn("it overflows", said)

    def test_pivot_and_digits(self):
        path = self.described("""mechanism slide
param m = 1 kg
joint a : revolute z (q) from ground
joint b : prismatic x (r) from a
body B on b : mass m
""")
        rows = [[0.3, 1.0], [0.3, 0.0], [0.2, 2.0]] * 20
        names = ["q", "r"]
        self.states.write_bytes(table(rows))
        done = bielle("eval", path, "--states", self.states, "--what", "qdd", "-o", self.result)
        listed = bielle("eval", path, "--at", "-", "--what", "qdd",
                        text=json.dumps([{"q": dict(zip(names, row))} for row in rows]))
        self.assertEqual((done.returncode, listed.returncode), (2, 2))
        errors = lambda text: [line.split("error: ")[1] for line in text.splitlines() if "error: " in line]
        self.assertEqual(errors(done.stderr), errors(listed.stderr)[:10])
        self.assertIn("state 2: ", done.stderr)
        self.assertIn("20 states of 60 have no result", done.stderr)
        self.assertFalse(self.result.exists())

    def test_cannot_be_closed(self):
        text = Path(example("slider_crank_relative")).read_text(encoding="utf-8").replace("L2 = 0.3 m", "L2 = 0.05 m")
        rows = [[0.1], [0.2], [1.5], [1.6], [0.3]]
        path = self.described(text.replace("loop guide : prismatic x ground = piston",
                                           "loop guide : prismatic x ground = piston\nmotion drive : th1 = 1.5"))
        self.states.write_bytes(table(rows))
        done = bielle("eval", path, "--states", self.states, "--what", "qdd", "--columns", "th1", "-o", self.result)
        listed = bielle("eval", path, "--at", "-", "--what", "qdd", text=json.dumps([{"q": {"th1": row[0]}} for row in rows]))
        self.assertEqual(done.returncode, listed.returncode, done.stderr + listed.stderr)

    def test_messages_as_json(self):
        self.states.write_bytes(table([[math.nan, 0.0, 0.0]]))
        done = bielle("eval", self.described(PENDULUM), "--states", self.states, "--json")
        found = json.loads(done.stderr)
        self.assertEqual((done.returncode, len(found)), (2, 1))
        self.assertEqual(found[0]["code"], "states")
        self.states.write_bytes(table([[0.0, 0.0, 0.0]]))
        done = bielle("eval", self.described(PENDULUM), "--states", self.states, "--json", "-o", self.result, "--what", "tau")
        self.assertEqual([one["message"] for one in json.loads(done.stderr)], ["columns: tau[q] (1)"])


class Long(Rows):
    def sparse(self, rows, columns=3):
        """Zeros, without room on the disk."""
        with open(self.states, "wb") as file:
            file.write(header(rows, columns))
            file.truncate(file.tell() + rows * columns * 8)

    def peak(self, rows):
        """kB, as far as the process goes while its output is read."""
        self.sparse(rows)
        words = [BIELLE, "eval", self.described(PENDULUM), "--states", self.states, "--what", "tau"]
        highest = []
        with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
            while os.read(process.stdout.fileno(), 1 << 16):
                lines = Path(f"/proc/{process.pid}/status").read_text(encoding="utf-8").splitlines()
                highest += [int(line.split()[1]) for line in lines if line.startswith("VmHWM:")]
        self.assertEqual(process.returncode, 0)
        return max(highest)

    def test_memory_is_flat(self):
        few, many = self.peak(100_000), self.peak(1_000_000)
        self.assertLess(many - few, 12000)  # the tables have 32 MB

    def test_interrupted_run_leaves_no_file(self):
        self.sparse(200_000_000)
        words = [BIELLE, "eval", self.described(PENDULUM), "--states", self.states, "--what", "tau", "-o", self.result]
        for number in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
                end = time.monotonic() + PATIENCE
                while time.monotonic() < end and not any(self.folder.glob(".*")):
                    time.sleep(0.01)
                time.sleep(0.1)
                process.send_signal(number)
                output, said = process.communicate(timeout=PATIENCE)
            self.assertEqual((process.returncode, output, said), (-number, b"", b""))
            self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["described.bl", "states.npy"])


if __name__ == "__main__":
    unittest.main()
