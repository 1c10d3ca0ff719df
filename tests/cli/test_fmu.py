#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Units of `bielle fmu`: how they move, what they tell of a state, and their sources."""
import ctypes
import math
import os
import subprocess
import unittest
import xml.etree.ElementTree as ET
from ctypes import byref, c_bool, c_double, c_size_t, c_uint, c_void_p

from fmu_unit import BOTH_WAYS, DRIVEN, ERROR, PENDULUM, PRESSED, SAMPLED, Unit, Units
from moving import BOWL, ROOT

# A chain of ten coordinates: more than there are exact derivatives for.
CHAIN = "mechanism links\ngravity [0, -9.81, 0] m/s^2\n" + "".join(f"""
joint j{i} : revolute z (q{i} = {0.1 * i} rad) from {f"j{i - 1} at [0.3, 0, 0] m" if i else "ground"}
body b{i} on j{i} : mass 1 kg, com [0.2, 0, 0] m, inertia diag(0, 0, 0.01) kg.m^2
""" for i in range(10))


class TestMotion(Units):
    def test_a_pendulum_keeps_its_energy_and_swings_as_long_as_the_elliptic_integral_says(self):
        # T = 2 pi sqrt(l/g) / agm(1, cos(amplitude/2)): half of it later the angle is opposite
        a, b = 1.0, math.cos(0.5)
        while abs(a - b) > 1e-15:
            a, b = (a + b) / 2, math.sqrt(a * b)
        half = math.pi * math.sqrt(0.5 / 9.81) / a
        for version in (2, 3):
            for way in ("exchange", "cosimulate"):
                unit = self.unit(PENDULUM, version)
                _, (q, speed) = getattr(unit, way)(half, half / 500)
                self.assertAlmostEqual(q, -math.pi / 2 - 1, delta=1e-7)
                self.assertAlmostEqual(speed, 0, delta=1e-6)
                self.assertAlmostEqual(unit.get("height")[0], 0.5 * math.sin(q), delta=1e-12)

    def test_two_links_move_as_simulated(self):
        self.compare(ROOT / "examples/planar_2dof/planar_2dof.bl", 1, 1e-3)

    def test_a_state_of_the_language_moves_and_the_event_stops(self):
        # the arm reaches its end, 2 rad, long before 2 s
        path = ROOT / "examples/dc_motor/dc_motor.bl"
        self.compare(path, 0.1, 1e-4)
        for version in (2, 3):
            for way in ("exchange", "cosimulate"):
                unit = self.unit(path, version)
                t, x = getattr(unit, way)(2, 1e-3)
                self.assertLess(t, 1)
                self.assertAlmostEqual(x[0], 2, delta=1e-9)

    def test_events_and_samples_know_accelerations(self):
        # x'' = 4 - 2 t: 1 at 1.5 s, where it stops; b = 1 + 3 x, x = 3.375; i is the integral of what is sampled
        text = """mechanism forced
joint a : prismatic x (x) from ground
body A on a : mass 1 kg
force push at a = [4 N - 2 N/s*t, 0, 0]
state b = 0 m/s^2 : b' = 0 m/s^3
sample 0.5 s : c = x''
state i = 0 m/s : i' = c
when x'' < 1 m/s^2 : set b = x'' + 3*x/(1 s)^2, x' = 0 m/s
"""
        for version, way in BOTH_WAYS:
            _, (_, speed, b, i) = getattr(self.unit(text, version), way)(1.9, 0.01)
            self.assertAlmostEqual(speed, 0.4 - 0.4 ** 2, delta=1e-7)
            self.assertAlmostEqual(b, 1 + 3 * 3.375, delta=1e-6)
            self.assertAlmostEqual(i, (4 + 3 + 2) * 0.5 + 0.4, delta=1e-7)

    def test_a_ball_bounces_when_it_should(self):
        # it falls for sqrt(2/g), then flies for 2 e^k sqrt(2/g): ten bounces, then it stops
        fall = math.sqrt(2 / 9.81)
        last = fall * (1 + 2 * sum(0.8**k for k in range(1, 10)))
        for version in (2, 3):
            for way in ("exchange", "cosimulate"):
                unit = self.unit(ROOT / "examples/bouncing_ball/bouncing_ball.bl", version)
                t, x = getattr(unit, way)(10, 0.01)
                self.assertAlmostEqual(t, last, delta=1e-6)
                self.assertAlmostEqual(x[1], 0.8**10 * 9.81 * fall, delta=1e-6)
                self.assertEqual(unit.get("bounces"), [10])

    def test_conditions_of_what_jumps_and_of_what_stays_at_zero(self):
        text = """mechanism pushed
joint s : prismatic x (x) from ground
body b on s : mass 1 kg
discrete touches = 0, gear = 1, last = 0
when max(x - 1 m, 0 m) > 0 m : set touches = touches + 1
when max(2 m - x, 0 m) <= 0 m : set gear = 2
when gear >= 2 : set last = touches + 1
experiment e { time 0 .. 3 s, start x' = 1 m/s }
"""
        for way in ("exchange", "cosimulate"):
            unit = self.unit(text, 2)
            getattr(unit, way)(3, 0.01)
            self.assertEqual(unit.get("touches", "gear", "last"), [1, 2, 2], way)

    def test_constraints_hold_and_it_moves_as_simulated(self):
        path = ROOT / "examples/slider_crank_relative/slider_crank_relative.bl"
        self.compare(path, 0.5, 5e-4)

    def test_wheels_that_tie_speeds_move_as_simulated(self):
        self.compare(ROOT / "examples/knife_edge/knife_edge.bl", 1, 1e-3)

    def test_inputs_follow_the_description_or_whoever_sets_them(self):
        self.compare(DRIVEN, 1, 1e-3)
        unit = self.unit(DRIVEN, 2)
        self.assertEqual(unit.named["c"].causality, "input")
        self.assertEqual(unit.named["F"].causality, "local")
        unit.begin(True, {"c": 5})
        unit.step(0, 0.25)
        self.assertAlmostEqual(unit.get("F")[0], 3 * math.sin(0.5), delta=1e-12)
        self.assertAlmostEqual(unit.get("der(x')")[0],
                               3 * math.sin(0.5) + 5 - 4 * unit.get("x")[0], delta=1e-12)

    def test_what_is_sampled_is_held_until_the_next_sample(self):
        self.compare(SAMPLED, 1, 1e-3)
        unit = self.unit(SAMPLED, 2)
        self.assertEqual((unit.named["u"].causality, unit.named["u"].variability), ("local", "discrete"))
        unit.begin(True)
        self.assertAlmostEqual(unit.get("u")[0], -1, delta=1e-12)  # sampled at 0, 1 rad from rest
        unit.step(0, 0.05)
        self.assertAlmostEqual(unit.get("u")[0], -1, delta=1e-12)
        q = unit.get("q")[0]
        unit.step(0.05, 0.02)
        self.assertAlmostEqual(unit.get("u")[0], -(unit.get("q")[0] + math.pi / 2), delta=1e-9)
        self.assertNotAlmostEqual(unit.get("q")[0], q, delta=1e-4)

    def test_controllers_are_sampled_and_delayed_as_the_experiment_says(self):
        self.compare(ROOT / "examples/quadrotor/quadrotor.bl", 0.3, 1e-3, 1e-5, ("sampled",))
        text = (ROOT / "examples/planar_2dof_pd/planar_2dof_pd.bl").read_text(encoding="utf-8")
        self.compare(text + "experiment late { time 0 s .. 1 s sample 10 ms delay 25 ms }\n", 0.4, 1e-3, 1e-5,
                     ("late",))

    def test_other_parameters_are_another_motion(self):
        # x'' = -k x + ..: at the start of a unit whose k is set to 9
        unit = self.unit(DRIVEN, 3)
        unit.begin(False, {"k": 9, "x": 2})
        self.assertAlmostEqual(unit.get("der(x')")[0], 2 - 9 * 2, delta=1e-12)

    def test_directional_derivatives_are_those_of_differences(self):
        for name in ("dc_motor", "slider_crank_relative"):
            unit = self.unit(ROOT / f"examples/{name}/{name}.bl", 2)
            self.assertEqual(unit.root.find("ModelExchange").get("providesDirectionalDerivative"),
                             "true")
            unit.begin(False)
            unit.event()
            x = [v + 0.01 * i for i, v in enumerate(unit.x())]
            for j, known in enumerate(unit.states):
                above, below = list(x), list(x)
                above[j] += 1e-6
                below[j] -= 1e-6
                wanted = [(a - b) / 2e-6
                          for a, b in zip(unit.rates_at(0, above), unit.rates_at(0, below))]
                unit.place(0, x)
                count = len(unit.rates)
                change = (c_double * count)()
                unit.call("GetDirectionalDerivative",
                          (c_uint * count)(*(v.reference for v in unit.rates)), c_size_t(count),
                          (c_uint * 1)(known.reference), c_size_t(1), (c_double * 1)(1), change)
                for got, want in zip(change, wanted):
                    self.assertAlmostEqual(got, want, delta=1e-5 * (1 + abs(want)))

    def along(self, unit, unknowns, known):
        count = len(unknowns)
        change = (c_double * count)()
        more = [] if unit.version == 2 else [c_size_t(1)]
        behind = [] if unit.version == 2 else [c_size_t(count)]
        unit.call("GetDirectionalDerivative",
                  (c_uint * count)(*(unit.named[name].reference for name in unknowns)), c_size_t(count),
                  (c_uint * 1)(unit.named[known].reference), c_size_t(1), (c_double * 1)(1), *more,
                  change, *behind)
        return list(change)

    def test_of_outputs_by_parameters_and_of_large_mechanisms_they_are_differences(self):
        # height = l sin q; q'' = -g/l cos q
        for version in (2, 3):
            unit = self.unit(PENDULUM, version)
            unit.begin(False)
            q = unit.get("q")[0]
            got = self.along(unit, ["height", "der(q')", "q"], "q")
            for value, wanted in zip(got, (0.5 * math.cos(q), 9.81 / 0.5 * math.sin(q), 1)):
                self.assertAlmostEqual(value, wanted, delta=1e-10)
            got = self.along(unit, ["height", "der(q')"], "l")
            for value, wanted in zip(got, (math.sin(q), 9.81 / 0.25 * math.cos(q))):
                self.assertAlmostEqual(value, wanted, delta=1e-10)
            self.assertEqual(unit.get("q", "l"), [q, 0.5])  # nothing has moved
        unit = self.unit(CHAIN, 2)
        unit.begin(False)
        unit.event()
        names = [v.name for v in unit.rates]
        x = unit.x()
        for j in (0, 7, 12):
            above, below = list(x), list(x)
            above[j] += 1e-6
            below[j] -= 1e-6
            wanted = [(a - b) / 2e-6 for a, b in zip(unit.rates_at(0, above), unit.rates_at(0, below))]
            unit.place(0, x)
            for value, want in zip(self.along(unit, names, unit.states[j].name), wanted):
                self.assertAlmostEqual(value, want, delta=1e-5 * (1 + abs(want)))

    def test_a_state_of_bytes_is_one_of_another_instance(self):
        for version in (2, 3):
            unit = self.unit(SAMPLED, version)
            unit.begin(True)
            unit.step(0, 0.1)
            kept, size, word = c_void_p(), c_size_t(), "state" if version == 2 else "State"
            unit.call(f"GetFMU{word}", byref(kept))
            unit.call(f"SerializedFMU{word}Size", kept, byref(size))
            data = (ctypes.c_char * size.value)()
            unit.call(f"SerializeFMU{word}", kept, data, size)
            unit.call(f"SerializeFMU{word}", kept, data, c_size_t(10), wants=ERROR)
            unit.call(f"FreeFMU{word}", byref(kept))
            unit.step(0.1, 0.1)
            first = unit.get("q", "q'", "u")
            other = Unit(self, self.folder / f"unit{version}.fmu", version, self.folder / f"again{version}")
            other.begin(True)
            read, made = "DeSerialize" if version == 2 else "Deserialize", c_void_p()
            other.call(f"{read}FMU{word}", data, size, byref(made))
            other.call(f"SetFMU{word}", made)
            other.step(0.1, 0.1)
            self.assertEqual(other.get("q", "q'", "u"), first)
            other.call(f"FreeFMU{word}", byref(made))
            data[3] = b"?"
            other.call(f"{read}FMU{word}", data, size, byref(made), wants=ERROR)

    def test_a_state_that_is_kept_comes_back(self):
        for version in (2, 3):
            unit = self.unit(PENDULUM, version)
            unit.begin(True)
            unit.step(0, 0.1)
            kept, word = c_void_p(), "state" if version == 2 else "State"
            unit.call(f"GetFMU{word}", byref(kept))
            unit.step(0.1, 0.1)
            first = unit.get("q", "q'")
            unit.call(f"SetFMU{word}", kept)
            unit.step(0.1, 0.1)
            self.assertEqual(unit.get("q", "q'"), first)
            unit.call(f"FreeFMU{word}", byref(kept))
            self.assertIsNone(kept.value)

    def test_bad_calls_are_errors(self):
        for version in (2, 3):
            unit = self.unit(PENDULUM, version)
            unit.load()
            self.assertIsNone(unit.instantiate(False, "another token"))
            unit.begin(False)
            unit.get_raw([9999], wants=ERROR)
            unit.set_raw([9999], [1], wants=ERROR)
            unit.set({"height": 1}, wants=ERROR)  # an output
            unit.set({"q": 1}, wants=ERROR)  # too late
            unit.call("SetContinuousStates", (c_double * 1)(0), c_size_t(1), wants=ERROR)
            unit.call("EnterInitializationMode", *([] if version == 2 else [
                c_bool(False), c_double(0), c_double(0), c_bool(False), c_double(0)]), wants=ERROR)

    def test_sources_compile_without_a_warning(self):
        sources = [ROOT / f"examples/{name}/{name}.bl"
                   for name in ("dc_motor", "bouncing_ball", "slider_crank_relative", "slider_crank_stop")]
        for text in (*sources, SAMPLED, BOWL, PRESSED):
            for version in (2, 3):
                unit = self.unit(text, version)
                source = next((unit.folder / "sources").glob("*.c"))
                done = subprocess.run(["cc", "-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                                       "-c", source, "-o", os.devnull], capture_output=True,
                                      encoding="utf-8", check=False)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_linked_statically_functions_have_a_prefix(self):
        unit = self.unit(PENDULUM, 2)
        source, target = next((unit.folder / "sources").glob("*.c")), self.folder / "unit.o"
        subprocess.run(["cc", "-DFMI2_FUNCTION_PREFIX=pendulum_", "-c", source, "-o", target],
                       check=True)
        self.assertIn(b"pendulum_fmi2DoStep", target.read_bytes())

    def test_sources_of_fmi_3_say_how_they_are_built(self):
        unit = self.unit(PENDULUM, 3)
        root = ET.parse(unit.folder / "sources/buildDescription.xml").getroot()
        self.assertEqual(root.find("BuildConfiguration").get("modelIdentifier"), "pendulum")
        source = root.find("BuildConfiguration/SourceFileSet/SourceFile").get("name")
        self.assertTrue((unit.folder / "sources" / source).is_file())


if __name__ == "__main__":
    unittest.main()
