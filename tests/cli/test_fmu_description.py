#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What units of `bielle fmu` say of themselves, by the rules of FMI 2.0.4 and 3.0.1; and what is refused."""
import math
import os
import subprocess
import unittest
import xml.etree.ElementTree as ET
import zipfile

import fmi_rules
from fmu_unit import ARM, BALL, DRIVEN, PENDULUM, PRESSED, SAMPLED, Unit
from moving import BIELLE, BOWL, ROOT, Moving


class TestDescription(Moving):
    COMMAND = "fmu"

    def description(self, source, version, *words):
        path = source if not isinstance(source, str) else self.file(source)
        archive = self.folder / "unit.fmu"
        done = self.run_on(path, "-o", archive, "--fmi", str(version), *words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return Unit(self, archive, version, self.folder / f"x{version}")

    def test_descriptions_obey_the_standards(self):
        """Of a sample with all that there is; every example that can be a unit by `make languages`."""
        some = ("dc_motor", "slider_crank_stop", "knife_edge")
        every = os.environ.get("BIELLE_EVERY_EXAMPLE")
        paths = [path for path in sorted((ROOT / "examples").glob("*/*.bl")) if every or path.stem in some]
        count = 0
        for source in [*paths, PENDULUM, DRIVEN, SAMPLED, BALL, ARM, BOWL, PRESSED]:
            path = source if not isinstance(source, str) else self.file(source)
            for version in (2, 3):
                archive = self.folder / "unit.fmu"
                done = self.run_on(path, "-o", archive, "--fmi", str(version))
                if done.returncode == 2 and every:
                    self.assertRegex(done.stderr, "is not possible|have no value|has no place|have no place")
                    continue
                self.assertEqual(done.returncode, 0, done.stderr)
                with self.subTest(model=path.stem, version=version):
                    self.assertEqual(fmi_rules.broken(archive, version), [])
                    count += 1
        self.assertGreaterEqual(count, 2 * len(some))

    def test_the_rules_see_what_is_wrong(self):
        wrongs = {
            'causality="parameter" variability="tunable"': 'causality="parameter" variability="continuous"',
            ' derivative="6"': ' derivative="1"', 'name="height"': 'name="l"', 'initial="exact"': 'initial="calculated"',
            '<BaseUnit kg="1"/>': "", "<Outputs>": "<Outputs><Unknown index='2'/>", ' unit="rad/s^2"': ' unit="rad"',
            'valueReference="3"': 'valueReference="2"', ' guid="': ' uuid="', 'stopTime="2"': 'stopTime="-1"',
            '<DefaultExperiment': '<DefaultExperiments',
        }
        text = PENDULUM + "experiment e { time 0 .. 2 s }\n"
        archive, changed = self.folder / "unit.fmu", self.folder / "changed.fmu"
        self.assertEqual(self.run_on(self.file(text), "-o", archive).returncode, 0)
        for right, wrong in wrongs.items():
            with zipfile.ZipFile(archive) as old, zipfile.ZipFile(changed, "w") as new:
                for name in old.namelist():
                    data = old.read(name)
                    if name == "modelDescription.xml":
                        self.assertIn(right.encode(), data)
                        data = data.replace(right.encode(), wrong.encode(), 1)
                    new.writestr(name, data)
            try:
                found = fmi_rules.broken(changed, 2)
            except (AttributeError, ET.ParseError):
                found = ["it cannot even be read"]
            self.assertTrue(found, f"{right} became {wrong}")

    def test_units_are_powers_of_base_units(self):
        unit = self.description(ROOT / "examples/dc_motor/dc_motor.bl", 2)
        base = {u.get("name"): u.find("BaseUnit").attrib for u in
                unit.root.findall("UnitDefinitions/Unit")}
        self.assertEqual(base["ohm"], {"kg": "1", "m": "2", "s": "-3", "A": "-2"})
        self.assertEqual(base["rad/s^2"], {"rad": "1", "s": "-2"})
        self.assertEqual(unit.named["der(q')"].unit, "rad/s^2")

    def test_starts_are_those_of_the_experiment_and_of_set(self):
        unit = self.description(ROOT / "examples/planar_2dof/planar_2dof.bl", 3, "--set", "m1 = 3 kg")
        self.assertEqual(float(unit.named["m1"].start), 3)
        self.assertEqual(float(unit.named["m2"].start), 1)
        self.assertAlmostEqual(float(unit.named["t1"].start), -math.pi / 3)
        times = unit.root.find("DefaultExperiment")
        self.assertEqual(float(times.get("stopTime")), 5)

    def test_what_is_asked_for_is_an_output(self):
        unit = self.description(PENDULUM, 2, "--what", "T,M")
        self.assertEqual([v.name for v in unit.variables if v.initial == "calculated"
                          and v.causality == "output"], ["T", "M"])

    def test_the_same_file_gives_the_same_bytes(self):
        path = self.file(PENDULUM)
        bytes_of = []
        for name in ("one.fmu", "two.fmu"):
            self.assertEqual(self.run_on(path, "-o", self.folder / name).returncode, 0)
            bytes_of.append((self.folder / name).read_bytes())
        self.assertEqual(*bytes_of)
        tokens = [self.description(text, 2).token
                  for text in (PENDULUM, PENDULUM.replace("0.5 m", "0.6 m"))]
        self.assertNotEqual(*tokens)

    def test_without_a_compiler_there_are_sources_only(self):
        path, archive = self.file(PENDULUM), self.folder / "unit.fmu"
        done = subprocess.run([BIELLE, "fmu", path, "-o", archive], capture_output=True,
                              encoding="utf-8", check=False,
                              env={**os.environ, "PATH": "/nowhere"})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no binary, sources only: C compiler 'cc' not found", done.stdout)
        with zipfile.ZipFile(archive) as zipped:
            self.assertEqual(zipped.namelist(),
                             ["modelDescription.xml", "sources/pendulum_fmu.c"])

    def test_what_has_no_place_in_it_is_refused(self):
        refused = {
            ROOT / "examples/four_bar/four_bar.bl": "forward dynamics is not possible",
        }
        for path, sentence in refused.items():
            done = self.run_on(path, "-o", self.folder / "no.fmu")
            self.assertEqual(done.returncode, 2)
            self.assertIn(sentence, done.stderr)
            self.assertFalse((self.folder / "no.fmu").exists())

    def test_bad_words_are_told(self):
        path = self.file(PENDULUM)
        for words, sentence in ((["--fmi", "1"], "--fmi cannot be '1'; choose one of: 2 3"), ([], "-o"),
                                (["-o", "-"], "the unit needs one, such as -o arm.fmu")):
            done = self.run_on(path, *words, *(["-o", "x.fmu"] if words[:1] == ["--fmi"] else []))
            self.assertEqual(done.returncode, 2)
            self.assertIn(sentence, done.stderr)


if __name__ == "__main__":
    unittest.main()
