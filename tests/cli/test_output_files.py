#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Where results go: no file that was read is replaced, endings say what is in a file."""
import json
import os
import shutil
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
PENDULUM = """mechanism pendulum
include "parts.bl"
gravity [0, -9.81, 0] m/s^2
param m = 2 kg, l = 0.5 m
joint hinge : revolute z (q = 0.3 rad) from ground
body bob on hinge : mass m, com [0, -l, 0], inertia diag(0, 0, 0.1) kg.m^2, mesh "bob.stl"
table push "drive.csv" x 1 [s] y 2 [N.m] linear
torque drive on q = push(t) + extra
motion q : quintic from 0.3 to 0.9 in 1 s
experiment e { time 0 .. 0.5 s, step 0.01 s }
"""
PARTS = "param extra = 0.1 N.m\n"
URDF = """<robot name="r"><link name="a"/><link name="b"><inertial><mass value="1"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>
"""
MODEL = """mechanism m
joint j : revolute z (q = 0.1) from ground
body b on j : mass 1 kg, inertia diag(0, 0, 0.1) kg.m^2
"""
DATA = "t [s],q [rad],tau[q] [N.m]\n" + "".join(
    f"{0.01 * k},{0.1 * k * k * 1e-4},{0.002}\n" for k in range(400))


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.put("m.bl", MODEL)

    def put(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def run_in(self, *words, **more):
        return subprocess.run([BIELLE, *map(str, words)], capture_output=True, encoding="utf-8",
                              check=False, cwd=self.folder, **more)

    def names(self):
        return sorted(path.name for path in self.folder.iterdir())

    def assert_refused(self, words, *parts):
        before = {path: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}
        done = self.run_in(*words)
        self.assertEqual((done.returncode, done.stdout), (2, ""), words)
        for part in parts:
            self.assertIn(part, done.stderr, words)
        after = {path: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}
        self.assertEqual(before, after, words)


class Inputs(Files):
    """Whatever was read stays, under each of its names."""

    def test_the_description(self):
        (self.folder / "link.txt").symlink_to("m.bl")
        (self.folder / "twice.txt").symlink_to("link.txt")
        os.link(self.folder / "m.bl", self.folder / "hard.txt")
        (self.folder / "link.csv").symlink_to("m.bl")
        os.link(self.folder / "m.bl", self.folder / "hard.svg")
        for name in ("m.bl", "./m.bl", self.folder / "m.bl", "link.txt", "twice.txt", "hard.txt"):
            for command in (["simulate", "m.bl"], ["model", "m.bl"], ["check", "m.bl"],
                            ["eval", "m.bl", "--at", "q=1"], ["count", "m.bl"], ["verify", "m.bl"],
                            ["fmu", "m.bl"], ["analyze", "modes", "m.bl"],
                            ["model", "m.bl", "--as", "listing"], ["convert", "m.bl", "--to", "bl"],
                            ["dump", "m.bl", "--stage", "equations"]):
                self.assert_refused([*command, "-o", name], "would replace a file that was read")
        self.assert_refused(["simulate", "m.bl", "-o", "link.csv"], "'-o link.csv'")
        self.assert_refused(["simulate", "m.bl", "--plot", "hard.svg"], "'--plot hard.svg'")

    def test_everything_else_that_is_read(self):
        self.put("p.bl", PENDULUM)
        self.put("parts.bl", PARTS)
        self.put("bob.stl", "solid\nendsolid\n")
        self.put("drive.csv", "0,0\n1,0.2\n2,0\n")
        os.link(self.folder / "drive.csv", self.folder / "drive.svg")
        self.put("state.json", '{"q": {"q": 0.1}}')
        self.put("m.urdf", URDF)
        self.assertEqual(self.run_in("simulate", "p.bl").returncode, 0)
        for words in (["simulate", "p.bl", "-o", "parts.bl"], ["simulate", "p.bl", "-o", "drive.csv"],
                      ["simulate", "p.bl", "-o", "bob.stl"], ["simulate", "p.bl", "--plot", "drive.svg"],
                      ["trajectory", "p.bl", "-o", "drive.csv"],
                      ["eval", "m.bl", "--at", "state.json", "-o", "state.json"],
                      ["analyze", "modes", "m.bl", "--at", "state.json", "-o", "state.json"],
                      ["import", "m.urdf", "-o", "m.urdf"], ["simulate", "m.urdf", "-o", "m.urdf"]):
            self.assert_refused(words, "would replace a file that was read")

    def test_measured_data(self):
        self.put("d.csv", DATA)
        os.link(self.folder / "d.csv", self.folder / "d.json")
        os.link(self.folder / "d.csv", self.folder / "d.txt")
        for name in ("d.csv", "d.json", "d.txt"):
            self.assert_refused(["identify", "m.bl", "d.csv", "-o", name], name)

    def test_a_table_of_states(self):
        header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }"
        text = header.ljust(128 - 10 - 1) + "\n"
        (self.folder / "s.npy").write_bytes(b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little")
                                            + text.encode() + bytes(48))
        self.assert_refused(["eval", "m.bl", "--states", "s.npy", "--what", "M", "-o", "s.npy"],
                            "would replace")

    def test_generated_files_beside_the_description(self):
        shutil.copy(self.folder / "m.bl", self.folder / "m.h")
        self.assert_refused(["code", "m.h", "-o", "."], "'./m.h' was read and would be replaced")

    def test_standard_input(self):
        before = (self.folder / "m.bl").read_bytes()
        with open(self.folder / "m.bl", encoding="utf-8") as text:
            done = self.run_in("simulate", "-", "-o", "m.bl", stdin=text)
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertEqual((self.folder / "m.bl").read_bytes(), before)

    def test_formatting_in_place_is_meant(self):
        self.put("m.bl", MODEL.replace(" : ", ":"))
        done = self.run_in("format", "m.bl", "-o", "m.bl")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("joint j : revolute", (self.folder / "m.bl").read_text(encoding="utf-8"))


class Each(Files):
    def test_two_results_in_one_file(self):
        (self.folder / "a.svg").symlink_to("none.svg")
        (self.folder / "up").symlink_to(".")
        for plot in ("./b.svg", self.folder / "b.svg", "up/b.svg"):
            self.assert_refused(["simulate", "m.bl", "-o", "b.svg", "--plot", plot], "both to write")
        self.assert_refused(["simulate", "m.bl", "-o", "none.svg", "--plot", "a.svg"], "both to write")
        done = self.run_in("simulate", "m.bl", "-o", "/dev/null", "--plot", "/dev/null")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_curves_among_words(self):
        """Both on standard output: neither an SVG nor a table."""
        for plot in ("-", "/dev/stdout"):
            for words in ([], ["-o", "-"], ["-o", "/dev/stdout"], ["-o", "a.csv"], ["--as", "csv"]):
                self.assert_refused(["simulate", "m.bl", *words, "--plot", plot], "standard output")
        done = self.run_in("simulate", "m.bl", "-o", "a.txt", "--plot", "-")
        self.assertEqual((done.returncode, done.stdout[:4]), (0, "<svg"), done.stderr)

    def test_a_folder_is_made_only_for_files(self):
        os.mkdir(self.folder / "main.c")
        words = ["code", "m.bl", "-o", "new/deep", "--lang", "c"]
        self.assertEqual(self.run_in(*words).returncode, 0)
        kept = next((self.folder / "new/deep").iterdir()).name
        shutil.rmtree(self.folder / "new")
        done = subprocess.run(
            ["bash", "-c", "ulimit -f 0; trap '' XFSZ; exec \"$0\" \"$@\"", BIELLE, *words],
            cwd=self.folder, capture_output=True, encoding="utf-8", check=False)
        self.assertEqual(done.returncode, 2, done.stderr + kept)
        self.assertFalse((self.folder / "new").exists())

    def test_rows_take_their_place_at_the_end(self):
        """Two at once: each file is that of one of them, whole."""
        long = ["simulate", "m.bl", "--until", "200", "--set", "q' = 1", "-o", "two.csv"]
        other = [*long[:-3], "q' = 3", "-o", "two.csv"]
        self.assertEqual(self.run_in(*other).returncode, 0)
        expected = (self.folder / "two.csv").read_bytes()
        runs = [subprocess.Popen([BIELLE, *words], cwd=self.folder, stdout=subprocess.DEVNULL)
                for words in (long, other)]
        self.assertEqual([run.wait() for run in runs], [0, 0])
        text = (self.folder / "two.csv").read_bytes()
        self.assertEqual(len(text.splitlines()), len(expected.splitlines()))
        self.assertEqual(self.names(), ["m.bl", "two.csv"])
        if b",3\n" in text.splitlines(keepends=True)[1]:
            self.assertEqual(text, expected)

    def test_links_and_modes_stay(self):
        target = self.put("rows.csv", "old\n")
        os.chmod(target, 0o640)
        (self.folder / "link.csv").symlink_to("rows.csv")
        self.assertEqual(self.run_in("simulate", "m.bl", "-o", "link.csv").returncode, 0)
        self.assertTrue((self.folder / "link.csv").is_symlink())
        self.assertTrue(target.read_text(encoding="utf-8").startswith("t [s],q [rad]"))
        self.assertEqual(target.stat().st_mode & 0o777, 0o640)

    def test_a_pipe_takes_the_rows(self):
        os.mkfifo(self.folder / "pipe.csv")
        with subprocess.Popen([BIELLE, "simulate", "m.bl", "-o", "pipe.csv"], cwd=self.folder,
                              stdout=subprocess.DEVNULL) as process:
            rows = (self.folder / "pipe.csv").read_text(encoding="utf-8")
            self.assertEqual(process.wait(), 0)
        self.assertTrue(rows.startswith("t [s],q [rad]"))
        self.assertEqual(self.names(), ["m.bl", "pipe.csv"])

    def test_bad_rows_leave_nothing(self):
        self.put("bad.bl", MODEL + "torque w on q = 1/(q - 0.1)\n")
        for name in ("o.npz", "o.csv"):
            self.put(name, "old")
            self.run_in("simulate", "bad.bl", "-o", name)
            self.assertEqual((self.folder / name).read_text(encoding="utf-8"), "old")
            done = subprocess.run(
                ["bash", "-c", "ulimit -f 0; trap '' XFSZ; exec \"$0\" \"$@\"", BIELLE, "simulate",
                 "m.bl", "-o", name], cwd=self.folder, capture_output=True, encoding="utf-8",
                check=False)
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"cannot write '{name}'", done.stderr)
        self.assertEqual(self.names(), ["bad.bl", "m.bl", "o.csv", "o.npz"])


class Endings(Files):
    """One writer for an ending, in every command that makes rows."""
    TABLES = (["simulate", "examples/rr/rr.bl"],
              ["analyze", "sweep", "examples/coulisse/coulisse.bl", "--drive", "phi=60deg..90deg"],
              ["analyze", "handling", "examples/single_track/single_track.bl", "--speed", "20m/s"],
              ["analyze", "ride", "examples/half_car/half_car.bl"],
              ["trajectory", "examples/pick_and_place/pick_and_place.bl", "q1,q2,d3"],
              ["identify", "examples/pick_and_place/pick_and_place.bl", "--design", "--time", "2"])

    def run_at(self, words, name):
        path = self.folder / name
        done = subprocess.run([BIELLE, *words, "-o", str(path)], capture_output=True,
                              encoding="utf-8", check=False, cwd=ROOT)
        return done, path

    def test_all_endings(self):
        for words in self.TABLES:
            done, csv = self.run_at(words, "rows.csv")
            self.assertIn(done.returncode, (0, 1), done.stderr)
            lines = csv.read_text(encoding="utf-8").splitlines()
            said = done.stdout
            done, npz = self.run_at(words, "rows.NPZ")
            with zipfile.ZipFile(npz) as archive:
                self.assertIsNone(archive.testzip())
                columns = [name for name in archive.namelist() if name != "[units].npy"]
                size = len(archive.read(columns[0])) - 128
            self.assertEqual(len(columns), len(lines[0].replace("M[q1,q2]", "").split(",")), words)
            self.assertEqual(size // 8, len(lines) - 1, words)
            self.assertEqual(done.stdout, said)
            done, data = self.run_at(words, "rows.json")
            self.assertEqual(len(json.loads(data.read_text(encoding="utf-8"))["columns"]), len(columns))
            self.assertEqual(done.stdout, said)
            done, text = self.run_at(words, "rows.txt")
            self.assertEqual(text.read_text(encoding="utf-8"), said)
            if words[0] != "identify":
                done, picture = self.run_at(words, "rows.svg")
                self.assertTrue(picture.read_text(encoding="utf-8").startswith("<svg"))

    def test_endings_that_are_not_there(self):
        for words in (*self.TABLES, ["check", "examples/rr/rr.bl"], ["verify", "examples/rr/rr.bl"],
                      ["model", "examples/rr/rr.bl"], ["analyze", "modes", "examples/rr/rr.bl"],
                      ["eval", "examples/rr/rr.bl", "--at", "m1=2"]):
            for ending in ("png", "pdf", "xlsx", "mat", "npy", "PNG", "h5", "tsv"):
                done, path = self.run_at(words, "rows." + ending)
                self.assertEqual((done.returncode, done.stdout), (2, ""), words)
                self.assertIn("it cannot write", done.stderr)
                self.assertIn(".json, ", done.stderr)
                self.assertFalse(path.exists())
        for words in (["check", "examples/rr/rr.bl"], ["model", "examples/rr/rr.bl"],
                      ["analyze", "modes", "examples/rr/rr.bl"]):
            for ending in ("csv", "npz", "svg"):
                done, path = self.run_at(words, "rows." + ending)
                self.assertEqual((done.returncode, path.exists()), (2, False), words)

    def test_descriptions_and_units_have_names_of_theirs(self):
        rr = "examples/rr/rr.bl"
        for words in (["convert", rr, "--to", "bl"], ["format", rr], ["fmu", rr],
                      ["import", "tests/import/arm.urdf"]):
            for ending in ("npz", "npy", "csv", "json", "svg", "png", "pdf", "html", "PNG", "tex"):
                done, path = self.run_at(words, "rows." + ending)
                self.assertEqual((done.returncode, done.stdout, path.exists()), (2, "", False), words)
                self.assertIn("rows." + ending, done.stderr)
        for words, ending in ((["convert", rr, "--to", "bl"], "bl"), (["format", rr], "txt"),
                              (["fmu", rr], "fmu"), (["convert", rr, "--to", "dh-modified"], "txt")):
            done, path = self.run_at(words, "rows." + ending)
            self.assertEqual((done.returncode, path.exists()), (0, True), done.stderr)

    def test_pictures(self):
        for name in ("a.png", "a.pdf", "a.csv", "a.json", "a.PNG", "a.txt"):
            self.assert_refused(["simulate", "m.bl", "--plot", name], "--plot FILE.svg", name)

    def test_contradictions(self):
        for words in (["--as", "json", "-o", "a.csv"], ["--as", "csv", "-o", "a.json"],
                      ["--as", "text", "-o", "a.npz"], ["--as", "csv", "-o", "a.svg"]):
            self.assert_refused(["simulate", "m.bl", *words], words[1], words[3])
        self.assert_refused(["model", "m.bl", "--as", "latex", "-o", "a.json"], "latex")
        done, path = self.run_at(["model", "examples/rr/rr.bl"], "m.tex")
        self.assertIn("\\", path.read_text(encoding="utf-8"))
        done, path = self.run_at(["simulate", "examples/rr/rr.bl", "--as", "csv"], "plain.txt")
        self.assertTrue(path.read_text(encoding="utf-8").startswith("t [s]"))
        self.assertEqual(done.stdout, "")


if __name__ == "__main__":
    unittest.main()
