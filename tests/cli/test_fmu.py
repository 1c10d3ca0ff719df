#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Units of `bielle fmu`, driven as the standards FMI 2.0.4 and 3.0.1 have it: by model exchange with a
Runge-Kutta method of this file, and by co-simulation."""
import ctypes
import math
import os
import shutil
import subprocess
import unittest
import xml.etree.ElementTree as ET
import zipfile
from ctypes import byref, c_bool, c_char_p, c_double, c_int, c_size_t, c_uint, c_void_p

import fmi_rules
from moving import BIELLE, ROOT, Moving

OK, DISCARD, ERROR = 0, 2, 3
PENDULUM = """mechanism pendulum
param m = 1 kg, l = 0.5 m, g = 9.81 m/s^2
gravity [0, -g, 0]
joint pin : revolute z (q = -90 deg + 1 rad) from ground
body bob on pin : mass m, com [l, 0, 0]
output height = l*sin(q)
"""
DRIVEN = """mechanism driven
param k = 4 N/m
input F = 3*sin(2*t) N
input c = 2 N
joint s : prismatic x (x = 1 m) from ground
body b on s : mass 1 kg
force push at s = [F + c - k*x, 0, 0]
"""


SAMPLED = PENDULUM + """input u [N.m]
torque a on q = u
sample 70 ms : u = -1 N.m*(q + 90 deg)/(1 rad)
"""
# A chain of ten coordinates: more than there are exact derivatives for.
CHAIN = "mechanism links\ngravity [0, -9.81, 0] m/s^2\n" + "".join(f"""
joint j{i} : revolute z (q{i} = {0.1 * i} rad) from {f"j{i - 1} at [0.3, 0, 0] m" if i else "ground"}
body b{i} on j{i} : mass 1 kg, com [0.2, 0, 0] m, inertia diag(0, 0, 0.01) kg.m^2
""" for i in range(10))


BALL = """mechanism dropped
param e = 0.5
gravity [0, 0, -9.81] m/s^2
joint s : prismatic z (z = 1 m) from ground
body b on s : mass 2 kg
when z < 0 m : impact restitution e
"""
ARM = """mechanism arm
gravity [0, -9.81, 0] m/s^2
joint a : revolute z (q1 = 0.3 rad) from ground
joint b : revolute z (q2 = 0.2 rad) from a at [1, 0, 0] m
body A on a : mass 2 kg, com [0.5, 0, 0] m, inertia diag(0, 0, 0.2) kg.m^2
body B on b : mass 1 kg, com [0.4, 0, 0] m, inertia diag(0, 0, 0.1) kg.m^2
when q2 > 0.7 rad : impact restitution 0.4
when q2 < -0.5 rad : impact restitution 0.4
experiment e { time 0 .. 2 s, start q2' = 3 rad/s }
"""


class EventInfo(ctypes.Structure):
    """fmi2EventInfo."""
    _fields_ = [(name, c_int) for name in ("needs_more", "ends", "nominals", "states", "has_next")] + [
        ("next", c_double)]


class Variable:
    def __init__(self, element, reference):
        inner = element if element.tag == "Float64" else element.find("Real")
        self.name = element.get("name")
        self.reference = reference
        self.causality = element.get("causality")
        self.variability = element.get("variability")
        self.initial = element.get("initial")
        self.unit = inner.get("unit")
        self.start = inner.get("start")
        self.derivative = inner.get("derivative")
        self.jumps = inner.get("reinit") == "true"


class Unit:
    """An unpacked unit, with calls that are expected to succeed."""

    def __init__(self, test, archive, version, folder):
        self.test, self.version = test, version
        self.folder = folder
        with zipfile.ZipFile(archive) as zipped:
            test.assertIsNone(zipped.testzip())
            zipped.extractall(folder)
        self.root = ET.parse(folder / "modelDescription.xml").getroot()
        self.variables = [Variable(e, int(e.get("valueReference")))
                          for e in self.root.find("ModelVariables")]
        self.named = {v.name: v for v in self.variables}
        self.rates = [v for v in self.variables if v.derivative is not None]
        self.states = [self.state_of(v) for v in self.rates]
        if version == 2:
            self.events = int(self.root.get("numberOfEventIndicators"))
        else:
            self.events = len(self.root.findall("ModelStructure/EventIndicator"))
        self.token = self.root.get("guid" if version == 2 else "instantiationToken")
        self.identifier = self.root.find("ModelExchange").get("modelIdentifier")
        self.library = self.instance = None
        self.next_time = math.inf

    def state_of(self, rate):
        place = int(rate.derivative)
        if self.version == 2:
            return self.variables[place - 1]
        return next(v for v in self.variables if v.reference == place)

    # ---- life

    def call(self, name, *arguments, wants=OK):
        function = getattr(self.library, f"fmi{self.version}{name}")
        status = function(c_void_p(self.instance), *arguments)
        self.test.assertEqual(status, wants, name)

    def load(self):
        files = list((self.folder / "binaries").glob("*/*.so"))
        self.library = ctypes.CDLL(str(files[0]))

    def instantiate(self, is_stepper, token=None):
        token = (token or self.token).encode()
        if self.version == 2:
            new = self.library.fmi2Instantiate
            arguments = [c_char_p(b"unit"), c_int(is_stepper), c_char_p(token), None, None, c_int(0),
                         c_int(0)]
        elif is_stepper:
            new = self.library.fmi3InstantiateCoSimulation
            arguments = [c_char_p(b"unit"), c_char_p(token), None, c_bool(False), c_bool(False),
                         c_bool(False), c_bool(False), None, c_size_t(0), None, None, None]
        else:
            new = self.library.fmi3InstantiateModelExchange
            arguments = [c_char_p(b"unit"), c_char_p(token), None, c_bool(False), c_bool(False), None,
                         None]
        new.restype = c_void_p
        self.instance = new(*arguments)
        return self.instance

    def begin(self, is_stepper, values=None, tolerance=1e-10):
        self.load()
        self.test.assertTrue(self.instantiate(is_stepper))
        self.test.addCleanup(self.free)
        if values:
            self.set(values)
        if self.version == 2:
            self.call("SetupExperiment", c_int(1), c_double(tolerance), c_double(0), c_int(0),
                      c_double(0))
            self.call("EnterInitializationMode")
        else:
            self.call("EnterInitializationMode", c_bool(True), c_double(tolerance), c_double(0),
                      c_bool(False), c_double(0))
        self.call("ExitInitializationMode")

    def free(self):
        free = getattr(self.library, f"fmi{self.version}FreeInstance")
        free.restype = None
        free(c_void_p(self.instance))

    # ---- values

    def get_raw(self, references, wants=OK):
        count = len(references)
        values = (c_double * count)()
        more = [] if self.version == 2 else [c_size_t(count)]
        self.call("GetReal" if self.version == 2 else "GetFloat64", (c_uint * count)(*references),
                  c_size_t(count), values, *more, wants=wants)
        return list(values)

    def set_raw(self, references, values, wants=OK):
        count = len(references)
        more = [] if self.version == 2 else [c_size_t(count)]
        self.call("SetReal" if self.version == 2 else "SetFloat64", (c_uint * count)(*references),
                  c_size_t(count), (c_double * count)(*values), *more, wants=wants)

    def get(self, *names):
        return self.get_raw([self.named[name].reference for name in names])

    def set(self, values, wants=OK):
        self.set_raw([self.named[name].reference for name in values], list(values.values()), wants)

    def array(self, name, count):
        values = (c_double * count)()
        self.call(name, values, c_size_t(count))
        return list(values)

    # ---- model exchange

    def x(self):
        return self.array("GetContinuousStates", len(self.states))

    def place(self, t, x):
        self.call("SetTime", c_double(t))
        self.call("SetContinuousStates", (c_double * len(x))(*x), c_size_t(len(x)))

    def rates_at(self, t, x):
        self.place(t, x)
        name = "GetDerivatives" if self.version == 2 else "GetContinuousStateDerivatives"
        return self.array(name, len(x))

    def signs_at(self, t, x):
        self.place(t, x)
        return [z > 0 for z in self.array("GetEventIndicators", self.events)]

    def event(self):
        """Everything that happens; does it end here? When something happens next goes to next_time."""
        before = self.x()
        self.call("EnterEventMode")
        if self.version == 2:
            info = EventInfo()
            self.call("NewDiscreteStates", byref(info))
            needs_more, ends, has_next, time = info.needs_more, info.ends, info.has_next, info.next
        else:
            flags, next_time = [c_bool() for _ in range(5)], c_double()
            self.call("UpdateDiscreteStates", *map(byref, flags), byref(next_time))
            needs_more, ends, has_next = flags[0].value, flags[1].value, flags[4].value
            time = next_time.value
        self.test.assertFalse(needs_more)
        for state, old, new in zip(self.states, before, self.x()):
            self.test.assertTrue(state.jumps or old == new, f"{state.name} changes without reinit")
        self.next_time = time if has_next else math.inf
        if not ends:
            self.call("EnterContinuousTimeMode")
        return bool(ends)

    def runge_kutta(self, t, x, h):
        def off(a, k):
            return [xi + a * ki for xi, ki in zip(x, k)]
        k1 = self.rates_at(t, x)
        k2 = self.rates_at(t + h / 2, off(h / 2, k1))
        k3 = self.rates_at(t + h / 2, off(h / 2, k2))
        k4 = self.rates_at(t + h, off(h, k3))
        return [xi + h / 6 * (a + 2 * b + 2 * c + d)
                for xi, a, b, c, d in zip(x, k1, k2, k3, k4)]

    def exchange(self, end, h, values=None):
        """Time, states and values of outputs at the end."""
        self.begin(False, values)
        self.test.assertFalse(self.event())
        t, x, signs = 0.0, self.x(), None
        signs = self.signs_at(t, x)
        while t < end - 1e-12:
            step = min(h, end - t, self.next_time - t)
            next_x = self.runge_kutta(t, x, step)
            happens = self.signs_at(t + step, next_x) != signs
            if happens:
                low, high = 0.0, step
                while high - low > 1e-14:
                    middle = (low + high) / 2
                    if self.signs_at(t + middle, self.runge_kutta(t, x, middle)) == signs:
                        low = middle
                    else:
                        high = middle
                step, next_x = high, self.runge_kutta(t, x, high)
            t, x = t + step, next_x
            if not happens and t >= self.next_time - 1e-12:
                t, happens = self.next_time, True
            self.place(t, x)
            flags = [c_int(), c_int()] if self.version == 2 else [c_bool(), c_bool()]
            noted = c_int(1) if self.version == 2 else c_bool(True)
            self.call("CompletedIntegratorStep", noted, *map(byref, flags))
            if happens:
                if self.event():
                    return t, self.x()
                x = self.x()
                signs = self.signs_at(t, x)
        return t, x

    # ---- co-simulation

    def step(self, t, h):
        """The time that is reached, and whether it ends there."""
        if self.version == 2:
            status = self.library.fmi2DoStep(c_void_p(self.instance), c_double(t), c_double(h),
                                             c_int(1))
            self.test.assertIn(status, (OK, DISCARD))
            last, ends = c_double(), c_int()
            self.call("GetRealStatus", c_int(2), byref(last))
            self.call("GetBooleanStatus", c_int(3), byref(ends))
            self.test.assertEqual(status == DISCARD, bool(ends.value))
            return last.value, bool(ends.value)
        flags, last = [c_bool() for _ in range(3)], c_double()
        self.call("DoStep", c_double(t), c_double(h), c_bool(True), *map(byref, flags), byref(last))
        return last.value, flags[1].value

    def cosimulate(self, end, h, values=None):
        self.begin(True, values)
        t, ends = 0.0, False
        while t < end - 1e-12 and not ends:
            t, ends = self.step(t, min(h, end - t))
        return t, self.get(*(v.name for v in self.states))


EVERY_KIND = [(version, way) for version in (2, 3) for way in ("exchange", "cosimulate")]
BOTH_WAYS = [(2, "exchange"), (3, "cosimulate")]


class Units(Moving):
    def unit(self, source, version, *words):
        path = source if not isinstance(source, str) else self.file(source)
        archive = self.folder / f"unit{version}.fmu"
        done = self.run_on(path, "-o", archive, "--fmi", str(version), *words, command="fmu")
        self.assertEqual(done.returncode, 0, done.stderr)
        folder = self.folder / f"unit{version}{len(list(self.folder.iterdir()))}"
        return Unit(self, archive, version, folder)

    def compare(self, source, end, h, tolerance=1e-6, experiment=(), kinds=EVERY_KIND):
        """Both versions, both ways, against `bielle simulate`."""
        rows = self.rows(source, *experiment, "--until", f"{end} s", "--tolerance", "1e-11")
        for version, way in kinds:
            with self.subTest(version=version, way=way):
                unit = self.unit(source, version, *experiment)
                t, x = getattr(unit, way)(end, h)
                self.assertAlmostEqual(t, rows["t"][-1], delta=1e-9)
                for variable, value in zip(unit.states, x):
                    if variable.name in rows:
                        self.assertAlmostEqual(value, rows[variable.name][-1], delta=tolerance)


@unittest.skipUnless(shutil.which("cc"), "there is no compiler cc")
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


@unittest.skipUnless(shutil.which("cc"), "there is no compiler cc")
class TestImpacts(Units):
    def every(self, source):
        for version in (2, 3):
            for way in ("exchange", "cosimulate"):
                unit = self.unit(source, version)
                yield unit, getattr(unit, way)

    def test_a_ball_bounces_as_it_should_and_comes_to_rest(self):
        # it falls for sqrt(2/g), then flies for 2 e^k sqrt(2/g); all of it takes sqrt(2/g) (1 + e)/(1 - e)
        fall = math.sqrt(2 / 9.81)
        for unit, go in self.every(BALL):
            t, (z, speed) = go(1.5 * fall, 0.01)
            self.assertAlmostEqual(t, 1.5 * fall, delta=1e-12)
            up = 0.5 * 9.81 * fall
            self.assertAlmostEqual(speed, up - 9.81 * fall / 2, delta=1e-7)
            self.assertAlmostEqual(z, up * fall / 2 - 9.81 / 2 * (fall / 2)**2, delta=1e-7)
        for unit, go in self.every(BALL):
            _, (z, speed) = go(3.1 * fall, 0.02)
            self.assertAlmostEqual(z, 0, delta=1e-9)
            self.assertAlmostEqual(speed, 0, delta=1e-9)
            self.assertAlmostEqual(unit.get("der(z')")[0], 0, delta=1e-9)

    def test_another_restitution_and_another_start_are_those_of_another_ball(self):
        fall = math.sqrt(2 * 0.5 / 9.81)
        for version in (2, 3):
            for way in ("exchange", "cosimulate"):
                _, (_, speed) = getattr(self.unit(BALL, version), way)(1.5 * fall, 0.01,
                                                                     {"e": 0.8, "z": 0.5})
                self.assertAlmostEqual(speed, (0.8 - 0.5) * 9.81 * fall, delta=1e-7)

    def test_what_lies_at_the_start_lies_until_it_is_pulled_up(self):
        # the force is 20 t N on 19.62 N: it leaves at 0.981 s, and then z'' = 10 (t - 0.981) m/s^3
        lifted = BALL.replace("(z = 1 m)", "(z)") + "force up at s = [0, 0, 20 N/s*t]\n"
        for _, go in self.every(lifted):
            _, (z, speed) = go(1.5, 0.01)
            self.assertAlmostEqual(z, 10 / 6 * (1.5 - 0.981)**3, delta=1e-7)
            self.assertAlmostEqual(speed, 5 * (1.5 - 0.981)**2, delta=1e-7)

    def test_an_arm_at_the_stop_of_its_elbow(self):
        # as in test_impacts.py: q2 comes back with 0.4 of its speed, q1 follows by M12/M11
        self.compare(ARM, 1.2, 1e-3, 1e-6)

    def test_a_slider_crank_hits_a_wall_rests_there_and_leaves_it(self):
        # redundant rows: the loop of a plane in space; it rests from 0.363 s until the torque turns, at pi/4 s
        path = ROOT / "examples/slider_crank_stop/slider_crank_stop.bl"
        rows = self.rows(path, "--tolerance", "1e-11")
        self.assertTrue(any(abs(s - 0.38) < 1e-9 for s in rows["s"]))
        for end in (0.7, 1.2):
            self.compare(path, end, 2e-3, 1e-6)

    def test_balls_that_touch_are_hit_in_turn(self):
        cradle = """mechanism cradle
for k in 1 .. 4 {
  joint s[k] : prismatic x from ground at [k*0.1 m, 0, 0]
  body B[k] on s[k] : mass 1 kg
}
for k in 1 .. 3 {
  when s[k + 1] - s[k] < 0 m : impact LAW
}
experiment x { time 0 .. 1 s, start s[1] = -0.3 m, s[1]' = 1 m/s }
"""
        for law, speeds in (("restitution 1", (0, 0, 0, 1)), ("restitution 0", [0.25] * 4),
                            ("poisson 1", (0, 0, 0, 1))):
            for _, go in self.every(cradle.replace("LAW", law)):
                _, x = go(0.6, 0.01)
                for got, want in zip(x[4:], speeds):
                    self.assertAlmostEqual(got, want, delta=1e-9)

    def test_a_racket_that_moves_gives_its_speed(self):
        # v+ = w + e (w - v-)
        racket = """mechanism racket
joint s : prismatic z (z = 1 m) from ground
body b on s : mass 2 kg
when z - 1 m/s*t < 0 m : impact restitution 0.5
experiment e { time 0 .. 1 s, start z' = -1 m/s }
"""
        for _, go in self.every(racket):
            self.assertAlmostEqual(go(0.8, 0.01)[1][1], 2, delta=1e-9)

    def test_a_state_that_is_kept_knows_what_rests(self):
        unit = self.unit(BALL.replace("(z = 1 m)", "(z)"), 2)
        unit.begin(True)
        kept = c_void_p()
        unit.call("GetFMUstate", byref(kept))
        unit.step(0, 0.1)
        unit.call("SetFMUstate", kept)
        self.assertEqual(unit.get("z", "z'", "der(z')"), [0, 0, 0])
        unit.call("FreeFMUstate", byref(kept))


SLIDE = """mechanism slide
param mu = 0.3, m = 2 kg, c = 0 N/s, tilt = 0 rad, g = 9.81 m/s^2
gravity [g*sin(tilt), -g*cos(tilt), 0]
joint f : planar z (x, y, a) from ground
body b on f : mass m, inertia diag(0, 0, 1) kg.m^2
force pull at f = [c*t, 0, 0]
when y < 0 m : impact restitution 0, friction mu, slip x'
"""
ROD = """mechanism rod
gravity [0, -9.81, 0] m/s^2
joint f : planar z (x, y = 0.6 m, a = 0.4 rad) from ground
body b on f : mass 3 kg, inertia diag(0, 0, 0.25) kg.m^2
point left at [-0.5, 0, 0] m on f
point right at [0.5, 0, 0] m on f
when position(left) . [0, 1, 0] < 0 m : impact LAW 0.4, friction 0.25, slip velocity(left) . [1, 0, 0]
when position(right) . [0, 1, 0] < 0 m : impact LAW 0.4, friction 0.25, slip velocity(right) . [1, 0, 0]
experiment e { time 0 .. 3 s, start x' = 0.7 m/s, a' = 1 rad/s }
"""
BOWL = """mechanism bowl
param r = 0.1 m, m = 6 kg, mu = 0.2
gravity [0, 0, -9.81]
joint f : free (x, y, z = r, a, b, c) from ground
body b on f : mass m, inertia diag(2/5*m*r^2, 2/5*m*r^2, 2/5*m*r^2)
let s = velocity(f) + cross(omega(f), [0, 0, -r])
when z < r : impact restitution 0, friction mu, slip s . [1, 0, 0], s . [0, 1, 0]
output v = velocity(f)
experiment e { time 0 .. 2 s, start x' = 5 m/s, c' = 30 rad/s }
"""
# A block on a rail that is pressed by its weight and rubs.
PRESSED = """mechanism pressed
param m = 2 kg, mu = 0.2, g = 9.81 m/s^2, k = 30 N/m
gravity [0, -g, 0]
joint f : planar z (x = 1 m, y, a) from ground
body b on f : mass m, inertia diag(0, 0, 1) kg.m^2
constraint rail : y = 0 m
constraint level : a = 0 rad
input N = 10 N multiplier rail
force rub at f = [-mu*abs(N)*tanh(x'/(0.1 m/s)) - k*x, -0.3*k*x, 0]
"""


@unittest.skipUnless(shutil.which("cc"), "there is no compiler cc")
class TestFriction(Units):
    """Contacts that rub, as in test_rubbing.py, and forces that depend on what presses."""

    def both(self, source, end, values=None, h=5e-3):
        for version, way in BOTH_WAYS:
            unit = self.unit(source, version)
            _, x = getattr(unit, way)(end, h, values)
            yield unit, {v.name: value for v, value in zip(unit.states, x)}

    def test_what_slides_stops_and_stays(self):
        for unit, x in self.both(SLIDE, 1.5, {"x'": 2}):
            self.assertAlmostEqual(x["x"], 2**2 / (2 * 0.3 * 9.81), delta=1e-6)
            self.assertAlmostEqual(x["x'"], 0, delta=1e-9)
            self.assertAlmostEqual(unit.get("der(x')")[0], 0, delta=1e-9)

    def test_what_sticks_slips_where_the_pull_is_too_large(self):
        at = 0.3 * 2 * 9.81 / 5
        for _, x in self.both(SLIDE, 2, {"c": 5}):
            self.assertAlmostEqual(x["x'"], 5 / 4 * (2 - at)**2, delta=1e-6)

    def test_what_is_thrown_up_an_incline_comes_back(self):
        up, down = (9.81 * (math.sin(0.4) + s * 0.3 * math.cos(0.4)) for s in (1, -1))
        for _, x in self.both(SLIDE, 2, {"tilt": 0.4, "x'": -2}):
            self.assertAlmostEqual(x["x'"], down * (2 - 2 / up), delta=1e-6)

    def test_a_ball_slips_to_any_side_and_rolls(self):
        for unit, _ in self.both(BOWL, 1.9):
            v = unit.get("v[1]", "v[2]")
            self.assertAlmostEqual(v[0], 5 - 2 / 7 * 5, delta=1e-6)
            self.assertAlmostEqual(v[1], -2 / 7 * 3, delta=1e-6)

    def test_a_rod_that_falls_on_both_ends_moves_as_simulated(self):
        for law in ("restitution", "poisson"):
            self.compare(ROD.replace("LAW", law), 0.8, 2e-3, 1e-5, kinds=BOTH_WAYS)

    def test_a_friction_that_depends_on_what_presses_moves_as_simulated(self):
        self.compare(PRESSED, 1.2, 2e-3, 1e-6, kinds=BOTH_WAYS)
        for unit, x in self.both(PRESSED, 0.7):
            # the rail carries the weight and what the spring pulls down; its sign is that of the constraint
            self.assertAlmostEqual(abs(unit.get("N")[0]), 2 * 9.81 + 0.3 * 30 * x["x"], delta=1e-9)


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
        self.assertIn("no binary, sources only: there is no compiler 'cc'", done.stdout)
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
        for words, sentence in ((["--fmi", "1"], "--fmi cannot be '1'; there is: 2 3"), ([], "-o"),
                                (["-o", "-"], "the unit needs one, such as -o arm.fmu")):
            done = self.run_on(path, *words, *(["-o", "x.fmu"] if words[:1] == ["--fmi"] else []))
            self.assertEqual(done.returncode, 2)
            self.assertIn(sentence, done.stderr)


if __name__ == "__main__":
    unittest.main()
