#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What `bielle simulate` leaves behind: files while it moves, however it ends."""
import ast
import json
import math
import os
import re
import resource
import signal
import struct
import subprocess
import tempfile
import time
import unittest
import zipfile
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
PATIENCE = 120  # s, on a busy machine
OSCILLATOR = """mechanism oscillator
param k = 4 N/m, c = 0.2 N.s/m, F = 1 N
joint s : prismatic x (x = 1 m) from ground
body b on s : mass 1 kg
force spring at s = [-k*x, 0, 0]
force damper at s = [-c*x', 0, 0]
force push at s = [F*cos(3*t), 0, 0]
output double = 2*x
"""


def example(name):
    return ROOT / "examples" / name / f"{name}.bl"


def read_npy(data):
    """Header and numbers of an array of doubles or of records of them."""
    assert data[:6] == b"\x93NUMPY"
    size = 2 if data[6] == 1 else 4
    length = int.from_bytes(data[8:8 + size], "little")
    start = 8 + size + length
    assert start % 64 == 0
    return ast.literal_eval(data[8 + size:start].decode("utf-8").strip()), data[start:]


def read_npz(path):
    """Columns by name as numpy.load() gives them; every checksum is compared."""
    columns = {}
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        for name in archive.namelist():
            header, rest = read_npy(archive.read(name))
            count, kind = header["shape"][0], header["descr"]
            if kind == "<f8":
                columns[name[:-4]] = list(struct.unpack(f"<{count}d", rest))
            else:
                width = 4 * int(kind[2:])
                columns[name[:-4]] = [rest[width * i:width * (i + 1)].decode("utf-32-le").rstrip("\0")
                                      for i in range(count)]
    return columns


class Output(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, text=OSCILLATOR):
        path = self.folder / "m.bl"
        path.write_text(text, encoding="utf-8")
        return path

    def run_on(self, path, *words, **more):
        return subprocess.run([BIELLE, "simulate", path, *map(str, words)], capture_output=True,
                              encoding="utf-8", check=False, **more)

    def long(self):
        """One that takes many seconds, and a million rows."""
        return self.file(OSCILLATOR + "experiment long { time 0 .. 1e5 s, step 0.01 s }\n")

    def assert_whole_rows(self, path, width=4):
        """All lines of a CSV are whole, times ascend by the step."""
        text = path.read_text(encoding="utf-8")
        self.assertTrue(text.endswith("\n"))
        lines = text.splitlines()
        self.assertEqual(lines[0], "t [s],x [m],x' [m/s],double [m]")
        for k, line in enumerate(lines[1:]):
            numbers = [float(word) for word in line.split(",")]
            self.assertEqual(len(numbers), width)
            self.assertAlmostEqual(numbers[0], 0.01 * k, delta=1e-9 * max(1, k))
            self.assertEqual(numbers[3], 2 * numbers[1])
        return len(lines) - 1

    def start(self, *words):
        return subprocess.Popen([BIELLE, "simulate", *map(str, words)], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, encoding="utf-8")

    def beside(self, process, name):
        """Where the rows of a run are until it ends."""
        return self.folder / f"{name}.{process.pid}.rows.{'npy' if name.endswith('z') else 'csv'}"

    def wait_for(self, path, size):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and not (path.exists() and path.stat().st_size > size):
            time.sleep(0.01)
        self.assertGreater(path.stat().st_size, size)


class Rows(Output):
    def test_numpy_has_the_numbers_of_csv(self):
        path, csv, npz = self.file(), self.folder / "r.csv", self.folder / "r.npz"
        for output in (csv, npz):
            done = self.run_on(path, "--until", "3", "-o", output)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn("501 rows", done.stdout)
        lines = csv.read_text(encoding="utf-8").splitlines()
        rows = [[float(word) for word in line.split(",")] for line in lines[1:]]
        got = read_npz(npz)
        self.assertEqual(list(got), ["t", "x", "x'", "double", "[units]"])
        self.assertEqual(got["[units]"], ["s", "m", "m/s", "m"])
        for c, name in enumerate(["t", "x", "x'", "double"]):
            self.assertEqual(got[name], [row[c] for row in rows])
        first = npz.read_bytes()
        self.run_on(path, "--until", "3", "-o", npz)
        self.assertEqual(npz.read_bytes(), first)
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["m.bl", "r.csv", "r.npz"])

    def test_standard_output_has_the_same_rows(self):
        path, csv = self.file(), self.folder / "r.csv"
        self.run_on(path, "-o", csv)
        done = self.run_on(path, "--as", "csv")
        self.assertEqual(done.stdout, csv.read_text(encoding="utf-8"))
        self.run_on(path, "--as", "csv", "-o", self.folder / "r.txt")
        self.assertEqual((self.folder / "r.txt").read_bytes(), csv.read_bytes())

    def peak(self, text):
        """Of memory [kB], with rows that go to a file."""
        script = ("import resource,subprocess,sys; subprocess.run(sys.argv[1:], check=True, "
                  "stdout=subprocess.DEVNULL); "
                  "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)")
        done = subprocess.run(["python3", "-c", script, BIELLE, "simulate", self.file(text), "-o",
                               self.folder / "r.csv", "--plot", self.folder / "r.svg"],
                              capture_output=True, encoding="utf-8", check=True)
        return int(done.stdout)

    def test_memory_stays_flat(self):
        few, many = (self.peak(OSCILLATOR + f"experiment e {{ time 0 .. 20 s, step {20 / rows} s }}\n")
                     for rows in (10000, 400000))
        self.assertLess(many, few + 4000)  # kB; all rows would be 13 MB, as text 30 MB

    def test_events_are_not_kept_for_ever(self):
        text = OSCILLATOR + ("discrete n = 0\nwhen sin(1000*t/1 s) > 0 : set n = n + 1\n"
                             "experiment e { time 0 .. %d s, step 1 s, resolution 1 ms, record n }\n")
        few, many = self.peak(text % 20), self.peak(text % 600)
        self.assertLess(many, few + 3000)  # kB; 95492 events were 50 MB
        path = self.file(text % 600)
        done = self.run_on(path, "-o", self.folder / "r.csv")
        self.assertIn("95492 events:", done.stdout)
        self.assertIn("and 95480 more", done.stdout)
        record = json.loads(self.run_on(path, "--as", "json").stdout)
        self.assertEqual((record["event_count"], len(record["events"])), (95492, 95492))

    def test_the_last_row_is_told(self):
        path = self.file(OSCILLATOR + "experiment e { time 0 .. 20 s, step 2 ms }\n")
        done = self.run_on(path)
        self.assertIn("10001 rows", done.stdout)
        self.assertRegex(done.stdout, r"\n  20  +")

    def test_what_has_no_value_ends_in_words(self):
        path = self.file(OSCILLATOR + "output root = sqrt(x)\n")
        csv = self.folder / "r.csv"
        done = self.run_on(path, "-o", csv)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"Simulation failed: root has no value at t = \d")
        text = csv.read_text(encoding="utf-8")
        self.assertNotIn("nan", text)
        self.assertGreater(len(text.splitlines()), 5)
        done = self.run_on(path, "--as", "csv")
        self.assertEqual((done.returncode, done.stdout), (1, text))
        self.assertIn("root has no value", done.stderr)
        self.assertNotIn("nan", self.run_on(path, "--as", "json").stdout.lower())

    def test_a_force_without_value_is_named_at_its_place(self):
        """sqrt(1 - x/4) below v*t = 4 m; max() and sign() hide nothing."""
        for law, told in (("kt*(0.1 m*sqrt(1 - v*t/(4 m)) - z)", r"sqrt\(-"),
                          ("max(0 N, kt*(0.1 m*sqrt(1 - v*t/(4 m)) - z))", r"sqrt\(-"),
                          ("sign(sqrt(1 - v*t/(4 m)))*1 N", r"sqrt\(-"),
                          ("min(kt*(0.1 m*log(1 - v*t/(4 m)) - z), 5 N)", r"log\((-|0\))")):
            path = self.file("mechanism m\nparam v = 8 m/s, kt = 100 N/m\njoint j : prismatic z (z) from ground\n"
                             "body b on j : mass 1 kg\n"
                             f"torque tyre on j = {law}\nexperiment e {{ time 0 .. 1 s, step 10 ms }}\n")
            done = self.run_on(path)
            self.assertEqual(done.returncode, 1, law)
            self.assertRegex(done.stdout, "Simulation failed: .* at t = 0.5")
            self.assertRegex(done.stderr, r":5:\d+: warning: 'tyre' has no value at t = 0\.5\d* s: " + told)

    def test_bad_input_touches_no_file(self):
        csv = self.folder / "r.csv"
        csv.write_text("precious")
        self.assertEqual(self.run_on(self.file(), "--until", "-1", "-o", csv).returncode, 2)
        self.assertEqual(csv.read_text(), "precious")


class Audit(Output):
    def test_the_work_of_each_force(self):
        """A spring gives what it loses, a damper takes the integral of c v^2, the rest is the push."""
        path = self.file(OSCILLATOR + "experiment e { time 0 .. 8 s, step 10 ms, tolerance 1e-10 }\n")
        got = json.loads(self.run_on(path, "--as", "json").stdout)
        speeds, places = [row[2] for row in got["rows"]], [row[1] for row in got["rows"]]
        weights = [1] + [4 if k % 2 else 2 for k in range(1, len(speeds) - 1)] + [1]
        lost = 0.2 * 0.01 / 3 * sum(w * v * v for w, v in zip(weights, speeds, strict=True))
        works = got["works"]
        self.assertEqual(list(works), ["spring", "damper", "push"])
        self.assertAlmostEqual(works["spring"], 2 * (1 - places[-1] ** 2), delta=1e-8)
        self.assertAlmostEqual(works["damper"], -lost, delta=1e-7)
        change = got["energy_end"] - got["energy_start"]
        self.assertAlmostEqual(sum(works.values()), change, delta=1e-8)
        words = self.run_on(path).stdout
        self.assertRegex(words, r"-2\.\d+ J  by damper\n +1\.\d+ J  by \w+\n")

    def test_what_keeps_its_energy_does_no_work(self):
        """Springs are in V; the road of the car axis moves with time."""
        got = json.loads(self.run_on(example("car_axis"), "--as", "json").stdout)
        self.assertEqual(list(got["works"]), ["rear", "front"])
        self.assertAlmostEqual(got["works"]["rear"], 0, delta=1e-12)
        # the road pulls one end of the front spring
        self.assertNotAlmostEqual(got["work"], 0, delta=1e-5)
        words = self.run_on(example("slider_crank_relative")).stdout
        self.assertRegex(words, r"\d J  by motor\n +-\d+\.\d+ J  by gas\n")


LAG = """mechanism lag
param T = 0.5, m = 2
joint s : revolute z (x = 0.1) from ground
body b on s : mass m, com [1, 0, 0]
state f = 0 : f' = (1 - f)/T + 0.1*sin(0.3)*exp(-x)
torque push on x = f*tanh(1.7) - 0.3*x^3
output angle = atan2(x, 0.7)
"""


class Compiled(Output):
    """C that the system's compiler made of the same program: the same bits."""

    def run_with(self, path, *words, **more):
        return self.run_on(path, *words, env={**os.environ, "XDG_CACHE_HOME": str(self.folder / "c"),
                                              **more})

    def objects(self):
        return sorted((self.folder / "c/bielle").iterdir())

    def test_the_same_bytes(self):
        """A tree, loops, redundant rows, stiffness, states, events, samples, a moving road."""
        cases = [(example(name), until) for name, until in (
            ("puma560", "1"), ("andrews_squeezer", "0.01"), ("bricard", "1"), ("car_axis", "0.5"),
            ("flyball_governor", "0.2"), ("dc_motor", "0.2"), ("bouncing_ball", "2"),
            ("chaplygin_sleigh", "1"))]
        for path, until in [*cases, (self.file(LAG), "3")]:
            never, always = (self.run_with(path, "--as", "csv", "--compiled", word, "--until", until)
                             for word in ("never", "always"))
            self.assertEqual(always.returncode, never.returncode, always.stderr)
            self.assertGreater(len(never.stdout), 1000)
            self.assertEqual(never.stdout, always.stdout, path)

    def test_long_runs_are_compiled_by_themselves(self):
        terms = "+".join(f"sin({i}*x)*cos({i}*f)" for i in range(1, 150))
        path = self.file(LAG + f"torque wavy on x = {terms}\n"
                         "experiment e { time 0 .. 900, step 0.01, method rk4, record x }\n")
        auto = self.run_with(path, "--as", "csv")
        self.assertTrue(any(self.objects()))
        never = self.run_with(path, "--as", "csv", "--compiled", "never")
        self.assertEqual(auto.stdout, never.stdout)

    def test_the_cache(self):
        path = self.file(OSCILLATOR + "when x > 1e9 m : stop \"gone\"\n")
        words = ("--as", "csv", "--compiled", "always")
        first = self.run_with(path, *words)
        self.assertEqual(first.returncode, 0, first.stderr)
        folder, objects = self.folder / "c/bielle", self.objects()
        self.assertEqual(folder.stat().st_mode & 0o777, 0o700)
        self.assertTrue(all(re.fullmatch("[0-9a-f]{64}.so", path.name) for path in objects), objects)
        self.assertTrue(all(path.stat().st_mode & 0o777 == 0o600 for path in objects))
        times = [path.stat().st_mtime_ns for path in objects]
        self.run_with(path, *words)
        self.assertEqual([path.stat().st_mtime_ns for path in self.objects()], times)
        # damaged, open to others: made again, not loaded
        objects[0].write_bytes(objects[0].read_bytes()[:5000])
        os.chmod(objects[1], 0o666)
        again = self.run_with(path, *words)
        self.assertEqual((again.returncode, again.stdout), (0, first.stdout), again.stderr)
        for k, path in enumerate(self.objects()):
            changes = path.stat().st_mtime_ns != times[k]
            self.assertEqual(changes, k < 2)
            self.assertEqual(path.stat().st_mode & 0o777, 0o600)

    def test_a_folder_that_others_can_enter_is_refused(self):
        folder = self.folder / "c/bielle"
        folder.mkdir(parents=True, mode=0o755)
        done = self.run_with(self.file(), "--compiled", "always")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("c/bielle' is not a folder of the user alone", done.stderr)
        folder.rmdir()
        folder.symlink_to(self.folder)
        self.assertIn("is not a folder", self.run_with(self.file(), "--compiled", "always").stderr)

    def test_without_a_compiler(self):
        path = self.file()
        done = self.run_with(path, "--compiled", "always", PATH=str(self.folder))
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("C compiler 'cc' not found", done.stderr)
        done = self.run_with(path, "--compiled", "auto", PATH=str(self.folder))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        (self.folder / "cc").write_text("#!/bin/sh\n[ $1 = --version ] || { echo broken; exit 3; }\n")
        os.chmod(self.folder / "cc", 0o755)
        done = self.run_with(path, "--compiled", "always", PATH=f"{self.folder}:/bin:/usr/bin")
        self.assertIn("the compiler 'cc' failed: broken", done.stderr)
        self.assertEqual(self.objects(), [])


class Ends(Output):
    def test_kill_leaves_whole_rows(self):
        path, place = self.long(), self.folder / "r.csv"
        place.write_text("old\n", encoding="utf-8")
        with self.start(path, "-o", place) as process:
            csv = self.beside(process, "r.csv")
            self.wait_for(csv, 300000)
            process.kill()
        self.assertEqual(place.read_text(encoding="utf-8"), "old\n")
        text = csv.read_text(encoding="utf-8")
        csv.write_text(text[:text.rindex("\n") + 1], encoding="utf-8")  # a write may have been cut
        self.assertGreater(self.assert_whole_rows(csv), 3000)

    def test_kill_leaves_whole_records(self):
        path, npz = self.long(), self.folder / "r.npz"
        with self.start(path, "-o", npz) as process:
            rows = self.beside(process, "r.npz")
            self.wait_for(rows, 300000)
            process.kill()
        header, rest = read_npy(rows.read_bytes())
        self.assertEqual([name for name, _ in header["descr"]],
                         ["t [s]", "x [m]", "x' [m/s]", "double [m]"])
        count = header["shape"][0]
        self.assertGreater(count, 8000)
        self.assertGreaterEqual(len(rest), 32 * count)
        for k, row in enumerate(struct.iter_unpack("<4d", rest[:32 * count])):
            self.assertAlmostEqual(row[0], 0.01 * k, delta=1e-9 * max(1, k))
            self.assertEqual(row[3], 2 * row[1])

    def test_the_user_ends_it(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            path = self.long()
            for name in ("r.csv", "r.npz"):
                (self.folder / name).write_text("old\n", encoding="utf-8")
                with self.start(path, "-o", self.folder / name) as process:
                    rows = self.beside(process, name)
                    self.wait_for(rows, 100000)
                    process.send_signal(number)
                    self.assertEqual(process.wait(timeout=PATIENCE), -number)
                    said = process.stderr.read()
                self.assertIn(f"{name}' was complete", said)
                self.assertRegex(said, rf"{rows}' has \d+ rows, up to t = [\d.]+ s")
                self.assertEqual((self.folder / name).read_text(encoding="utf-8"), "old\n")
                if name == "r.csv":
                    self.assertGreater(self.assert_whole_rows(rows), 1000)
                else:
                    header, rest = read_npy(rows.read_bytes())
                    self.assertGreater(header["shape"][0], 1000)
                    self.assertEqual(len(rest), 32 * header["shape"][0])
                rows.unlink()

    def test_a_full_disk_is_told_and_leaves_whole_rows(self):
        path = self.long()

        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (200000, 200000))
        for name, rows in (("r.csv", r"r.csv.\d+.rows.csv"), ("r.npz", r"r.npz.\d+.rows.npy")):
            (self.folder / name).write_text("old\n", encoding="utf-8")
            done = self.run_on(path, "-o", self.folder / name, preexec_fn=limit)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"{name}': File too large", done.stderr)
            self.assertRegex(done.stderr, rf"{rows}' has \d+ rows, up to t = [\d.]+ s")
            self.assertEqual(done.stdout, "")
            self.assertEqual((self.folder / name).read_text(encoding="utf-8"), "old\n")
        self.assertGreater(self.assert_whole_rows(*self.folder.glob("r.csv.*")), 2000)
        header, rest = read_npy(next(self.folder.glob("r.npz.*")).read_bytes())
        self.assertEqual(len(rest), 32 * header["shape"][0])
        done = self.run_on(path, "--as", "csv", "-o", "/dev/full")
        self.assertEqual(done.returncode, 2)
        self.assertIn("No space left on device", done.stderr)

    def test_a_folder_that_is_not_there(self):
        done = self.run_on(self.file(), "-o", self.folder / "no" / "r.csv")
        self.assertEqual(done.returncode, 2)
        self.assertIn("No such file or directory", done.stderr)


if __name__ == "__main__":
    unittest.main()
