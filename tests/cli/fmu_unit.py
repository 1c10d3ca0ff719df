# SPDX-License-Identifier: MIT
"""Units of `bielle fmu`, driven as the standards FMI 2.0.4 and 3.0.1 have it: by model exchange with a
Runge-Kutta method of this file, and by co-simulation."""
import ctypes
import math
import shutil
import unittest
import xml.etree.ElementTree as ET
import zipfile
from ctypes import byref, c_bool, c_char_p, c_double, c_int, c_size_t, c_uint, c_void_p

from moving import Moving

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


@unittest.skipUnless(shutil.which("cc"), "there is no compiler cc")
class Units(Moving):
    MADE = {}  # archives: the same request gives the same bytes (test_fmu_description.py), and compiles long

    def unit(self, source, version, *words):
        path = source if not isinstance(source, str) else self.file(source)
        archive = self.folder / f"unit{version}.fmu"
        request = (source, path.read_bytes(), version, *words)
        if request not in self.MADE:
            done = self.run_on(path, "-o", archive, "--fmi", str(version), *words, command="fmu")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.MADE[request] = archive.read_bytes()
        archive.write_bytes(self.MADE[request])
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
