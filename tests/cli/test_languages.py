#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Code in languages other than C: its self-tests run in the real interpreters and compilers, its
numbers are those of `bielle eval`, its failures those of C, and no name is in its way."""
import json
import math
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ["BIELLE_SOURCE_DIR"])
BIELLE = os.environ["BIELLE_COMMAND"]
LANGUAGES = ("python", "octave", "fortran", "javascript", "python-c", "rust", "cpp", "casadi", "julia")
OVER_C = ("python-c", "cpp")  # they have the sines of eval; others have those of libm or their own
STAND_IN = ROOT / "tests/support/stand_in"  # for CasADi, where it is not installed
# examples, with what is asked for; "": all that there is without asking
EXAMPLES = {"puma560": "M,h,G,tau,qdd,Y", "robot6": "M,tau", "four_bar": "",
            "slider_crank_full": "qdd,lambda,Phi,M", "bouncing_ball": "qdd,ev,set:event1",
            "stick_slip": "tau,qdd,sd,ev,set:rub.event1", "dc_motor": "tau,qdd,sd,ev"}

EVERYTHING = """mechanism everything
param a = 0.7
param b = 1.3
table bump : (0, 0), (0.25, 0.4), (0.5, -0.2), (0.75, 0.1) cubic
table step : (-0.5, 1), (0.5, 2) outside constant
joint q1 : revolute z from ground
joint q2 : prismatic x from q1
body B on q2 : mass 2 kg, com [0.1, 0.2, 0] m, inertia diag(1, 2, 2.5) kg.m^2
let x = q1/(1 rad)
let f = sin(x) + cos(2*x) + tan(x/3) + asin(x/2) + acos(x/3) + atan(x) + atan2(x, a) + exp(x/2)
let g = log(2 + x) + sinh(x) + cosh(x) + tanh(b*x) + abs(x) + sign(x - 0.1) + floor(3*x)
let h = min(x, a*x) + max(x, 0.2) + (2 + x)^a + sqrt(1 + x*x) + if(x < 0.1, x*x, -x) + if(0 < x, sqrt(x), 0) + bump(x) + bump'(x) + step(x)
torque T on q1 = (f + g + h)*1 N.m
"""

NAMES = """mechanism class
param M = 1.5 kg
param m = 2 kg
param lambda = 0.4 m
param end = 0.2 m
param var = 0.3 m
param def = 0.1 m
param function = 0.15 m
joint e : revolute z from ground
joint E : revolute z from e at [lambda, 0, 0]
joint np : revolute z from E at [end, 0, 0]
body b1 on e : mass M, com [var, 0, 0], inertia diag(0, 0, 0.1) kg.m^2
body b2 on E : mass m, com [def, function, 0], inertia diag(0, 0, 0.2) kg.m^2
body b3 on np : mass M, com [def, 0, 0], inertia diag(0, 0, 0.2) kg.m^2
gravity [0, -9.81, 0] m/s^2
"""

# Nothing resists the turning where the mass is on its axis.
POLAR = """mechanism polar
param m = 2 kg
joint turn : revolute z from ground
joint slide : prismatic x from turn
body B on slide : mass m
"""


SILENT = "-std=c99 -pedantic -Wall -Wextra -Wconversion -Wshadow".split()


def run(*words, folder=None, **options):
    return subprocess.run([str(word) for word in words], cwd=folder, text=True, check=False,
                          timeout=300, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)


def has_numpy():
    """A Python that has NumPy, or None."""
    for python in ("python3", "/usr/bin/python3"):
        if shutil.which(python) and run(python, "-c", "import numpy").returncode == 0:
            return python
    return None


PYTHON = has_numpy()
EIGEN = "/usr/include/eigen3"
TOOLS = {"python": PYTHON, "octave": shutil.which("octave-cli"),
         "fortran": shutil.which("gfortran"), "javascript": shutil.which("node"),
         "python-c": PYTHON, "rust": shutil.which("rustc"),
         "cpp": shutil.which("c++") if Path(EIGEN).exists() else None,
         "casadi": "python3", "julia": shutil.which("julia")}


class Languages(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = Path(self.scratch.name)

    def tearDown(self):
        self.scratch.cleanup()

    def need(self, language):
        if not TOOLS[language]:
            self.skipTest(f"{language}: there is nothing on this machine that runs it")

    def write(self, text, name):
        path = self.folder / f"{name}.bl"
        path.write_text(text, encoding="utf-8")
        return path

    def generate(self, model, language, what=""):
        folder = self.folder / language
        words = ["--what", what] if what else []
        done = run(BIELLE, "code", model, "--lang", language, *words, "-o", folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        return folder, done.stdout.split()

    def start(self, language, folder, name, program=None):
        """Runs a program beside the files of a model; by default its self-test."""
        if language.startswith("python"):
            return run(PYTHON, "-W", "error", program or f"{name}_selftest.py", folder=folder)
        if language == "casadi":
            self.compile_for_casadi(folder, name)
            python = run("python3", "-c", "import casadi")
            path = {} if python.returncode == 0 else {"PYTHONPATH": str(STAND_IN)}
            return run("python3", "-W", "error", program or f"{name}_selftest.py", folder=folder,
                       env={**os.environ, **path})
        if language == "julia":
            return run(TOOLS[language], program or f"{name}_selftest.jl", folder=folder)
        if language == "octave":
            call = program or f"{name}_selftest"
            return run(TOOLS[language], "--no-gui", "--no-history", "--eval", call, folder=folder)
        if language == "javascript":
            return run(TOOLS[language], program or f"{name}_selftest.mjs", folder=folder)
        if language == "cpp":
            source = program or f"{name}_selftest.cpp"
            built = run("cc", "-ffp-contract=off", "-c", f"{name}.c", folder=folder)
            self.assertEqual((built.returncode, built.stderr), (0, ""))
            built = run(TOOLS[language], "-Wall", "-Wextra", "-I", EIGEN, "-o", "program", source,
                        f"{name}.o", "-lm", folder=folder)
            self.assertEqual((built.returncode, built.stderr), (0, ""))
            return run("./program", folder=folder)
        if language == "rust":
            source = program or f"{name}_selftest.rs"
            built = run(TOOLS[language], "-o", "program", source, folder=folder)
            self.assertEqual((built.returncode, built.stderr), (0, ""))
            return run("./program", folder=folder)
        built = run(TOOLS[language], "-std=f2008", "-Wall", "-O1", "-ffp-contract=off", "-o", "program",
                    f"{name}.f90", program or f"{name}_selftest.f90", folder=folder)
        self.assertEqual((built.returncode, built.stderr), (0, ""))
        return run("./program", folder=folder)

    def compile_for_casadi(self, folder, name):
        built = run("cc", *SILENT, "-ffp-contract=off", "-shared", "-fPIC", "-o",
                    f"lib{name}_casadi.so", f"{name}_casadi.c", "-lm", folder=folder)
        self.assertEqual((built.returncode, built.stderr), (0, ""))

    def check_selftest(self, language, model, what=""):
        """How many values its self-test compares, and how many are the same to the last bit."""
        folder, names = self.generate(model, language, what)
        name = next(name for name in names if "_selftest." in name).split("_selftest.")[0]
        done = self.start(language, folder, name)
        self.assertEqual(done.returncode, 0, f"{language} {name}: {done.stdout}{done.stderr}")
        found = re.search(rf"^{name}: (\d+) values agree, (\d+) of them", done.stdout)
        self.assertTrue(found, done.stdout)
        return int(found[1]), int(found[2])


class SelfTests(Languages):
    def check_all(self, language, examples=tuple(EXAMPLES)):
        self.need(language)
        for name in examples:
            what = EXAMPLES[name]
            with self.subTest(model=name):
                path = ROOT / "examples" / name / f"{name}.bl"
                checked, identical = self.check_selftest(language, path, what)
                self.assertGreater(checked, 3)
                if language in OVER_C:
                    self.assertEqual(checked, identical)
        with self.subTest(model="everything"):
            path = self.write(EVERYTHING, "everything")
            self.check_selftest(language, path, "M,tau,h,G")

    def test_python(self):
        self.check_all("python")

    def test_octave(self):
        self.check_all("octave")

    def test_fortran(self):
        self.check_all("fortran")

    def test_javascript(self):
        self.check_all("javascript")

    def test_python_over_c(self):
        self.check_all("python-c")

    def test_rust(self):
        self.check_all("rust")

    def test_cpp(self):
        self.check_all("cpp", ("slider_crank_full", "stick_slip", "four_bar"))  # Eigen takes its time

    def test_casadi(self):
        self.check_all("casadi")

    def test_julia(self):
        self.check_all("julia")

    def test_no_name_of_a_model_is_in_the_way(self):
        path = self.write(NAMES, "class")
        for language in LANGUAGES:
            if not TOOLS[language]:
                continue
            with self.subTest(language=language):
                self.check_selftest(language, path, "M,h,G,tau,qdd,E")

    def test_functions_are_called_where_they_have_values(self):
        """Coordinates between -1 and 1 lie beside the rail of a wheelset."""
        run(BIELLE, "code", ROOT / "examples/wheelset_ivp/wheelset_ivp.bl", "--lang", "python", "-o", self.folder,
            folder=self.folder)
        text = (self.folder / "wheelset_ivp_selftest.py").read_text(encoding="utf-8")
        self.assertIn("inverse_dynamics", text)
        self.assertNotIn("nan", text)

    def test_a_module_of_python_hides_none_of_its_library(self):
        """NumPy imports random."""
        path = self.write(NAMES.replace("mechanism class", "mechanism random"), "random")
        for language in ("python", "python-c"):
            self.need(language)
            self.assertEqual(self.check_selftest(language, path, "M")[0], 27)

    def test_a_wrong_number_is_found(self):
        self.need("python")
        folder, _ = self.generate(ROOT / "examples/rr/rr.bl", "python", "M")
        path = folder / "rr.py"
        path.write_text(path.read_text().replace("2.0 * ", "2.0000001 * "))
        done = self.start("python", folder, "rr")
        self.assertEqual(done.returncode, 1)
        self.assertIn("mass_matrix, state 1, entry 0", done.stdout)


# The method of src/base/sincos.def in other words: quarters by round(), no bits, no vectors.
CIRCULAR = """

class circular:
    @staticmethod
    def pair(x):
        n = float(round(x * 0.6366197723675814))
        parts = (26986075409, -34), (24210101011, -73), (7188804648596293, -129)
        a, b, c = (n * math.ldexp(*part) for part in parts)
        r = (x - a) - b
        t = (((x - a) - r) - b) - c
        z = r * r
        w = z * z
        s = ((1.66666666666666324348e-01 - z * 8.33333333332248946124e-03)
             + w * ((1.98412698298579493134e-04 - z * 2.75573137070700676789e-06)
                    + w * (2.50507602534068634195e-08 - z * 1.58969099521155010221e-10)))
        c = ((4.16666666666666019037e-02 - z * 1.38888888888741095749e-03)
             + w * ((2.48015872894767294178e-05 - z * 2.75573143513906633035e-07)
                    + w * (2.08757232129817482790e-09 - z * 1.13596475577881948265e-11)))
        h = 0.5 * z
        s = r - (z * r * s + (h * t - t))
        c = (1.0 - h) + (w * c + (((1.0 - (1.0 - h)) - h) - r * t))
        return ((s, c), (c, -s), (-s, -c), (-c, s))[int(n) % 4]

    @staticmethod
    def sin(x):
        return circular.pair(float(x))[0]

    @staticmethod
    def cos(x):
        return circular.pair(float(x))[1]
"""


@unittest.skipUnless(os.environ.get("BIELLE_EVERY_EXAMPLE"), "takes long: make languages")
class EveryExample(Languages):
    """All that every example has, in every language: it compiles silently and passes its self-test."""

    def check(self, language):
        self.need(language)
        for path in sorted((ROOT / "examples").glob("*/*.bl")):
            with self.subTest(model=path.stem):
                self.assertGreater(self.check_selftest(language, path)[0], 0)

    def check_selftest(self, language, model, what=""):
        try:
            return super().check_selftest(language, model, what)
        finally:
            shutil.rmtree(self.folder / language, ignore_errors=True)


for one in LANGUAGES:
    setattr(EveryExample, f"test_{one.replace('-', '_')}", lambda self, one=one: self.check(one))


class Numbers(Languages):
    def test_python_differs_from_eval_by_functions_of_numpy_alone(self):
        """With those of eval every bit is the same."""
        self.need("python")
        for name in ("puma560", "slider_crank_full"):
            path = ROOT / "examples" / name / f"{name}.bl"
            folder, names = self.generate(path, "python", EXAMPLES[name])
            text = (folder / names[0]).read_text()
            text = re.sub(r"\bnp\.sqrt\(", r"math.sqrt(", text)
            text = re.sub(r"\bnp\.(sin|cos)\(", r"circular.\1(", text)
            text = text.replace("import numpy as np", "import math\n\nimport numpy as np" + CIRCULAR)
            (folder / names[0]).write_text(text)
            done = self.start("python", folder, None, names[1])
            counts = re.search(r"(\d+) values agree, (\d+) of them", done.stdout)
            self.assertTrue(counts, done.stdout + done.stderr)
            self.assertEqual(counts[1], counts[2], name)

    def test_python_gives_the_numbers_of_eval(self):
        self.need("python")
        model = ROOT / "examples/rr/rr.bl"
        values = {"L1": 0.5, "L2": 0.4, "LG1": 0.2, "LG2": 0.3, "m1": 3, "m2": 2, "I1z": 0.1,
                  "I2z": 0.2, "g": 9.81}
        state = ", ".join(f"{key} = {value}" for key, value in values.items())
        done = run(BIELLE, "eval", model, "--what", "M,tau", "--at",
                   f"{state}, θ1 = 0.3, θ2 = -0.8, θ1' = 1.5, θ2' = -0.5, θ1'' = 2, θ2'' = 3")
        self.assertEqual(done.returncode, 0, done.stderr)
        wanted = json.loads(done.stdout)
        folder, _ = self.generate(model, "python", "M,tau")
        (folder / "ask.py").write_text(f"""import json
import rr
k = rr.prepare(rr.Params(**{values!r}))
q, qd, qdd = [0.3, -0.8], [1.5, -0.5], [2, 3]
print(json.dumps([rr.mass_matrix(k, q).ravel().tolist(),
                  rr.inverse_dynamics(k, q, qd, qdd).tolist()]))
""")
        M, tau = json.loads(self.start("python", folder, "rr", "ask.py").stdout)
        flat = [entry for row in wanted["M"] for entry in row]
        for got, expected in zip(M + tau, flat + list(wanted["tau"])):
            self.assertLess(abs(got - expected), 1e-14 * max(1, abs(expected)))

    def test_python_takes_many_states(self):
        self.need("python")
        for language in ("python", "python-c"):
            with self.subTest(language=language):
                self.check_many(language)

    def check_many(self, language):
        folder, _ = self.generate(ROOT / "examples/puma560/puma560.bl", language, "M,tau,T,qdd")
        (folder / "many.py").write_text("""import numpy as np
import puma560 as model
k = model.prepare(model.default_params())
q, qd, qdd = np.random.default_rng(3).normal(size=(3, 4, 5, 6))
M, tau, T = model.mass_matrix(k, q), model.inverse_dynamics(k, q, qd, qdd), model.kinetic_energy(k, q, qd)
assert (M.shape, tau.shape, T.shape) == ((4, 5, 6, 6), (4, 5, 6), (4, 5))
assert np.allclose(M[2, 3], model.mass_matrix(k, q[2, 3]), rtol=1e-13, atol=1e-13)
assert np.allclose(tau[1, 4], model.inverse_dynamics(k, q[1, 4], qd[1, 4], qdd[1, 4]), rtol=1e-13, atol=1e-12)
assert np.allclose(2 * T, np.einsum("...i,...ij,...j", qd, M, qd), rtol=1e-12)  # T = qd' M qd / 2
found, failed = model.forward_dynamics(k, q, qd, tau)
assert found.shape == (4, 5, 6) and failed.shape == (4, 5) and not failed.any()
assert np.allclose(found, qdd, rtol=1e-9, atol=1e-9)  # forward dynamics undoes inverse dynamics
assert np.allclose(model.mass_matrix(k, q[0])[3], M[0, 3], rtol=1e-13, atol=1e-13)
try:
    model.mass_matrix(k, q[..., :5])
except ValueError as error:
    print(error)
""")
        done = self.start("python", folder, "puma560", "many.py")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.strip(), "q, of shape (4, 5, 5), must have 6 entries last")


class Failures(Languages):
    """Where nothing resists a coordinate the result is not a number, and failed tells which."""

    def ask(self, language, program, ending):
        self.need(language)
        folder, _ = self.generate(self.write(POLAR, "polar"), language, "qdd")
        name = f"ask.{ending}"
        (folder / name).write_text(program)
        done = self.start(language, folder, "polar", "ask" if language == "octave" else name)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout.split()

    def test_python(self):
        for language in ("python", "python-c"):
            with self.subTest(language=language):
                self.check_python(language)

    def check_python(self, language):
        got = self.ask(language, """import numpy as np
import polar
k = polar.prepare(polar.default_params())
q = np.array([[0, 0.5], [0, 0], [0.1, 2]])
qdd, failed = polar.forward_dynamics(k, q, np.ones((3, 2)), np.ones((3, 2)))
one, number = polar.forward_dynamics(k, q[1], [1, 1], [1, 1])
print(*failed, *np.isnan(qdd).any(-1), *np.isnan(one), number)
""", "py")
        self.assertEqual(got, "0 1 0 False True False True True 1".split())

    def test_octave(self):
        got = self.ask("octave", """k = polar_prepare(polar_default_params());
[qdd, failed] = polar_forward_dynamics(k, [0 0], [1 1], [1 1]);
[good, none] = polar_forward_dynamics(k, [0; 0.5], [1; 1], [1; 1]);
printf('%d %d %d %d\\n', failed, all(isnan(qdd)), none, any(isnan(good)));
""", "m")
        self.assertEqual(got, ["1", "1", "0", "0"])

    def test_fortran(self):
        got = self.ask("fortran", """program ask
  use polar_module
  use iso_c_binding, only: c_double
  implicit none
  type(polar_prepared) :: k
  real(c_double) :: qdd(2), one(2) = 1
  integer :: failed
  k = polar_prepare(polar_default_params())
  call polar_forward_dynamics(k, [0.0_c_double, 0.0_c_double], one, one, qdd, failed)
  print *, failed, all(qdd /= qdd)
  call polar_forward_dynamics(k, [0.0_c_double, 0.5_c_double], one, one, qdd, failed)
  print *, failed, any(qdd /= qdd)
end program ask
""", "f90")
        self.assertEqual(got, ["1", "T", "0", "F"])

    def test_cpp(self):
        got = self.ask("cpp", """#include "polar.hpp"
#include <cstdio>
int main()
{
  const auto k = polar_eigen::prepare(polar_eigen::default_params());
  const Eigen::Vector2d one(1, 1);
  Eigen::Vector4d x(0, 0.5, 0, 0);
  Eigen::Vector2d qdd;
  for (int part : { 0, 2 }) {  // a part of a vector is a vector
    int failed = polar_eigen::forward_dynamics(k, x.segment<2>(part), one, one, qdd);
    std::printf("%d %d ", failed, qdd.hasNaN());
  }
}
""", "cpp")
        self.assertEqual(got, ["0", "0", "1", "1"])

    def test_rust(self):
        got = self.ask("rust", """mod polar;
fn main() {
    let k = polar::prepare(&polar::default_params());
    let mut qdd = [0.0; 2];
    for q in [[0.0, 0.0], [0.0, 0.5]] {
        let done = polar::forward_dynamics(&k, &q, &[1.0; 2], &[1.0; 2], &mut qdd);
        println!("{:?} {}", done, qdd[0].is_nan());
    }
}
""", "rs")
        self.assertEqual(got, ["Err(1)", "true", "Ok(())", "false"])

    def test_javascript(self):
        got = self.ask("javascript", """import * as polar from './polar.mjs';
const k = polar.prepare(polar.default_params());
const qdd = new Float64Array(2);
console.log(polar.forward_dynamics(k, [0, 0], [1, 1], [1, 1], qdd), qdd.every(Number.isNaN));
console.log(polar.forward_dynamics(k, [0, 0.5], [1, 1], [1, 1], qdd), qdd.some(Number.isNaN));
""", "mjs")
        self.assertEqual(got, ["1", "true", "0", "false"])


# The four-bar closed with its crank at 0, its speeds, and once all held where nothing closes.
CLOSINGS = {
    "python": ("py", """import four_bar as model
k = model.prepare(model.default_params())
q, failed, residual = model.assemble(k, [0.0, 0.6, 1.5], [True, False, False])
qd, slips, _ = model.project_velocity(k, q, [1.0, 0.0, 0.0], [True, False, False])
print(*map(repr, map(float, [*q, *qd])), failed, slips, float(abs(residual).max()) < 1e-12)
print(model.assemble(k, [0.0, 2.0, 0.5], [True, True, True])[1] > 0)
"""),
    "octave": ("m", """k = four_bar_prepare(four_bar_default_params());
[q, failed, residual] = four_bar_assemble(k, [0 0.6 1.5], [1 0 0]);
[qd, slips] = four_bar_project_velocity(k, q, [1 0 0], [1 0 0]);
printf('%.17g ', q, qd); printf('%d %d %s\\n', failed, slips, {'False', 'True'}{1 + (max(abs(residual)) < 1e-12)});
[~, failed] = four_bar_assemble(k, [0 2 0.5], [1 1 1]);
disp({'False', 'True'}{1 + (failed > 0)});
"""),
    "fortran": ("f90", """program ask
  use four_bar_module
  use iso_c_binding, only: wp => c_double
  implicit none
  type(four_bar_prepared) :: k
  real(wp) :: q(3) = [0.0_wp, 0.6_wp, 1.5_wp], qd(3) = [1, 0, 0], open(2), none(2)
  logical :: held(3) = [.true., .false., .false.]
  integer :: failed, slips
  k = four_bar_prepare(four_bar_default_params())
  call four_bar_assemble(k, q, held, open, failed)
  call four_bar_project_velocity(k, q, qd, held, none, slips)
  print '(6es25.16, 2i3, a)', q, qd, failed, slips, merge(' True ', ' False', maxval(abs(open)) < 1e-12_wp)
  q = [0.0_wp, 2.0_wp, 0.5_wp]
  held = .true.
  call four_bar_assemble(k, q, held, open, failed)
  print '(a)', merge('True ', 'False', failed > 0)
end program ask
"""),
    "javascript": ("mjs", """import * as model from './four_bar.mjs';
const k = model.prepare(model.default_params());
const q = Float64Array.from([0, 0.6, 1.5]), qd = Float64Array.from([1, 0, 0]), open = new Float64Array(2);
const failed = model.assemble(k, q, [true, false, false], open);
const slips = model.project_velocity(k, q, qd, [true, false, false]);
console.log(...q, ...qd, failed, slips, Math.max(...open.map(Math.abs)) < 1e-12 ? 'True' : 'False');
console.log(model.assemble(k, Float64Array.from([0, 2, 0.5]), [true, true, true]) > 0 ? 'True' : 'False');
"""),
    "rust": ("rs", """mod four_bar;
fn main() {
    let k = four_bar::prepare(&four_bar::default_params());
    let (mut q, mut qd, mut open, held) = ([0.0, 0.6, 1.5], [1.0, 0.0, 0.0], [0.0; 2], [true, false, false]);
    let failed = four_bar::assemble(&k, &mut q, &held, &mut open).is_err() as i32;
    let slips = four_bar::project_velocity(&k, &q, &mut qd, &held, &mut [0.0; 2]).is_err() as i32;
    let is_closed = open.iter().all(|x| x.abs() < 1e-12);
    println!("{} {} {} {} {} {} {failed} {slips} {}", q[0], q[1], q[2], qd[0], qd[1], qd[2],
             if is_closed { "True" } else { "False" });
    let stuck = four_bar::assemble(&k, &mut [0.0, 2.0, 0.5], &[true; 3], &mut open).is_err();
    println!("{}", if stuck { "True" } else { "False" });
}
"""),
    "cpp": ("cpp", """#include "four_bar.hpp"
#include <cstdio>
int main()
{
  const auto k = four_bar_eigen::prepare(four_bar_eigen::default_params());
  Eigen::Vector3d q(0, 0.6, 1.5), qd(1, 0, 0);
  Eigen::Vector2d open, none;
  const int held[] = { 1, 0, 0 }, all[] = { 1, 1, 1 };
  const int failed = four_bar_eigen::assemble(k, q, held, open);
  const int slips = four_bar_eigen::project_velocity(k, q, qd, held, none);
  std::printf("%.17g %.17g %.17g %.17g %.17g %.17g %d %d %s\\n", q[0], q[1], q[2], qd[0], qd[1], qd[2],
              failed, slips, open.cwiseAbs().maxCoeff() < 1e-12 ? "True" : "False");
  q << 0, 2, 0.5;
  std::printf("%s\\n", four_bar_eigen::assemble(k, q, all, open) > 0 ? "True" : "False");
}
"""),
    "julia": ("jl", """include("four_bar.jl")
k = four_bar.prepare(four_bar.default_params())
q, failed, open = four_bar.assemble(k, [0.0, 0.6, 1.5], [true, false, false])
qd, slips, _ = four_bar.project_velocity(k, q, [1.0, 0.0, 0.0], [true, false, false])
println(join([q; qd], " "), " $failed $slips ", maximum(abs.(open)) < 1e-12 ? "True" : "False")
println(four_bar.assemble(k, [0.0, 2.0, 0.5], [true, true, true])[2] > 0 ? "True" : "False")
"""),
}


class Closings(Languages):
    """Constraints are solved in every language, to the closed form."""

    def check(self, language):
        self.need(language)
        ending, program = CLOSINGS["python" if language == "python-c" else language]
        folder, _ = self.generate(ROOT / "examples/four_bar/four_bar.bl", language, "Phi,Phi_q,Phi_t")
        (folder / f"ask.{ending}").write_text(program)
        done = self.start(language, folder, "four_bar",
                          "ask" if language == "octave" else f"ask.{ending}")
        self.assertEqual(done.returncode, 0, done.stderr)
        first, second = done.stdout.strip().splitlines()
        *numbers, failed, slips, is_closed = first.split()
        self.assertEqual([failed, slips, is_closed, second.strip()], ["0", "0", "True", "True"])
        # The crank ends at (0.1, 0), the rocker turns about (0.3, -0.05): upright it ends at
        # (0.3, 0.15), 0.25 m away, the coupler's length. Along that, (0.8, 0.6), both ends are as
        # fast: 0.6 * 0.1 = -0.8 * 0.2 * w3.
        crank, coupler, rocker, w1, w2, w3 = map(float, numbers)
        self.assertEqual((crank, w1), (0, 1))
        self.assertAlmostEqual(rocker, math.pi / 2, delta=1e-12)
        self.assertAlmostEqual(w3, -0.375, delta=1e-12)
        self.assertGreater(abs(coupler), 0.1)
        self.assertGreater(abs(w2), 0.1)

    def test_python(self):
        self.check("python")

    def test_python_over_c(self):
        self.check("python-c")

    def test_octave(self):
        self.check("octave")

    def test_fortran(self):
        self.check("fortran")

    def test_javascript(self):
        self.check("javascript")

    def test_rust(self):
        self.check("rust")

    def test_cpp(self):
        self.check("cpp")

    def test_julia(self):
        self.check("julia")


# A hand on three hinges, on these and a slide, and on a ball, that a loop turns to the same orientation.
HALF_TURNS = {name: f"""mechanism {name}
param {goal}
{joints}body hand on {last} : mass 1 kg, com [0.1, 0.2, 0.3], inertia diag(1, 2, 3)
frame goal from ground : RZ(c), RY(b), RX(a)
loop hold : {kind} {last} = goal
""" for name, goal, joints, kind, last in (
    ("wrist", "a = 10 deg, b = 20 deg, c = 30 deg", """joint z : revolute z (q1) from ground
joint y : revolute y (q2) from z
joint x : revolute x (q3) from y
""", "fixed", "x"),
    ("slide", "a = 10 deg, b = 20 deg, c = 30 deg", """joint s : prismatic y (d = 0.2 m) from ground
joint z : revolute z (q1) from s
joint y : revolute y (q2) from z
joint x : revolute x (q3) from y
""", "prismatic z", "x"),
    ("ball", "a = 180 deg, b = 0, c = 0", """joint j : spherical quaternion from ground
""", "fixed", "j"))}
# What follows prints q and the status, from each of the starts, for models NAME of COUNT coordinates.
HALF_TURN_PROGRAMS = {
    "python": ("py", "], [", """import NAME as model
k = model.prepare(model.default_params())
for start in [[STARTS]]:
    q, failed, _ = model.assemble(k, start, None)
    print(*map(repr, map(float, q)), failed)
"""),
    "octave": ("m", "; ", """k = NAME_prepare(NAME_default_params());
for start = [STARTS].'
  [q, failed] = NAME_assemble(k, start, []);
  printf('%.17g ', q); printf('%d\\n', failed);
end
"""),
    "fortran": ("f90", ", &\n    ", """program ask
  use NAME_module
  use iso_c_binding, only: wp => c_double
  implicit none
  type(NAME_prepared) :: k
  real(wp) :: q(COUNT, CASES), open(OPEN)
  logical :: held(COUNT) = .false.
  integer :: failed, i
  k = NAME_prepare(NAME_default_params())
  q = reshape([real(wp) :: STARTS], [COUNT, CASES])
  do i = 1, CASES
    call NAME_assemble(k, q(:, i), held, open, failed)
    print '(COUNTes26.16e3, i3)', q(:, i), failed
  end do
end program ask
"""),
    "javascript": ("mjs", "], [", """import * as model from './NAME.mjs';
const k = model.prepare(model.default_params());
for (const start of [[STARTS]]) {
  const q = Float64Array.from(start), failed = model.assemble(k, q);
  console.log(...q, failed);
}
"""),
    "rust": ("rs", "], [", """mod NAME;
fn main() {
    let k = NAME::prepare(&NAME::default_params());
    for start in [[STARTS]] {
        let mut q: [f64; COUNT] = start;
        let failed = NAME::assemble(&k, &mut q, &[false; COUNT], &mut [0.0; OPEN]).err().unwrap_or(0);
        println!("{} {failed}", q.map(|x| x.to_string()).join(" "));
    }
}
"""),
    "julia": ("jl", "], [", """include("NAME.jl")
k = NAME.prepare(NAME.default_params())
for start in [[STARTS]]
    q, failed, _ = NAME.assemble(k, start, nothing)
    println(join(q, " "), " ", failed)
end
"""),
}


def product(A, B):
    return [[sum(A[i][k] * B[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def turn(axis, angle):
    """Of space about x, y, z: 0, 1, 2."""
    R = [[float(i == j) for j in range(3)] for i in range(3)]
    i, j = (axis + 1) % 3, (axis + 2) % 3
    R[i][i] = R[j][j] = math.cos(angle)
    R[i][j], R[j][i] = -math.sin(angle), math.sin(angle)
    return R


def orientation(angles):
    """Of the hand, by the angles of the hinges."""
    z, y, x = angles
    return product(turn(2, z), product(turn(1, y), turn(0, x)))


def orientation_of_quaternion(e):
    w, x, y, z = (part / math.hypot(*e) for part in e)
    return [[1 - 2*(y*y + z*z), 2*(x*y - w*z), 2*(x*z + w*y)],
            [2*(x*y + w*z), 1 - 2*(x*x + z*z), 2*(y*z - w*x)],
            [2*(x*z - w*y), 2*(y*z + w*x), 1 - 2*(x*x + y*y)]]


def angles_of(R):
    return [math.atan2(R[1][0], R[0][0]), math.asin(-R[2][0]), math.atan2(R[2][1], R[2][2])]


class HalfTurns(Languages):
    """From exactly half a turn off, about each axis, where nothing changes |F|, the loop closes all the same."""

    def check(self, language):
        self.need(language)
        goal, over = orientation(map(math.radians, (30, 20, 10))), turn(0, math.pi)
        starts = [angles_of(product(goal, turn(axis, math.pi))) for axis in range(3)]
        balls = [[1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]  # about x, y and z off half a turn about x
        for name, equations, beginnings, orientation_of, wanted in (
                ("wrist", 3, starts, orientation, goal),
                ("slide", 5, [[0.2, *angles] for angles in starts], lambda q: orientation(q[1:]), goal),
                ("ball", 4, [[*map(float, e)] for e in balls], orientation_of_quaternion, over)):
            with self.subTest(language=language, mechanism=name):
                for line in self.ends(language, name, beginnings, equations):
                    *q, failed = map(float, line.split())
                    self.assertEqual(failed, 0, line)
                    for mine, row in zip(orientation_of(q), wanted):
                        for a, b in zip(mine, row):
                            self.assertAlmostEqual(a, b, delta=1e-9)

    def ends(self, language, name, starts, equations):
        """The lines that its program prints."""
        ending, between, program = HALF_TURN_PROGRAMS["python" if language == "python-c" else language]
        folder, _ = self.generate(self.write(HALF_TURNS[name], name), language, "Phi,Phi_q")
        for word, value in (("NAME", name), ("COUNT", len(starts[0])), ("CASES", len(starts)), ("OPEN", equations),
                            ("STARTS", between.join(", ".join(map(repr, q)) for q in starts))):
            program = program.replace(word, str(value))
        (folder / f"ask.{ending}").write_text(program)
        done = self.start(language, folder, name, "ask" if language == "octave" else f"ask.{ending}")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.strip().splitlines()
        self.assertEqual(len(lines), len(starts))
        return lines

    def test_python(self):
        self.check("python")

    def test_python_over_c(self):
        self.check("python-c")

    def test_octave(self):
        self.check("octave")

    def test_fortran(self):
        self.check("fortran")

    def test_javascript(self):
        self.check("javascript")

    def test_rust(self):
        self.check("rust")

    def test_julia(self):
        self.check("julia")


class Casadi(Languages):
    def test_what_is_not_given_is_zero_and_what_is_not_wanted_is_not_written(self):
        folder, _ = self.generate(self.write(POLAR, "polar"), "casadi", "qdd,M")
        self.compile_for_casadi(folder, "polar")
        (folder / "ask.py").write_text("""import casadi as ca
import polar_casadi as model
f = model.load("polar_forward_dynamics", "./libpolar_casadi.so")
print(f.names_in, f.names_out)
p = list(model.default_params().values())
qdd, failed = f.call([p, [0, 0.5], None, [1, 2]])
print(float(qdd[0, 0]), float(qdd[1, 0]), float(failed))
print(float(f.call([p, None, None, None], [False, True])[1]))
M = model.load("polar_mass_matrix", "./libpolar_casadi.so").call([[3], [0, 0.5]])[0]
print(M.shape, [float(M[i, i]) for i in range(2)])
qdd, failed = model.forward_dynamics(ca.MX).call([p, [0, 0], [1, 1], [1, 1]])
print(float(qdd[0, 0]), float(failed))
""")
        done = run("python3", "ask.py", folder=folder, env={**os.environ, "PYTHONPATH": str(STAND_IN)})
        self.assertEqual(done.returncode, 0, done.stderr)
        # m r^2 = 2 (1/2)^2: 1 / 0.5 and 2 / 2
        self.assertEqual(done.stdout.splitlines(), [
            "['p', 'q', 'qd', 'tau'] ['qdd', 'failed']", "2.0 1.0 0.0", "1.0",
            "(2, 2) [0.75, 3.0]", "nan 1.0"])


class Files(Languages):
    def test_the_c_under_python_is_silent(self):
        folder, names = self.generate(ROOT / "examples/dc_motor/dc_motor.bl", "python-c")
        self.assertIn("dc_motor_states.c", names)
        done = run("cc", *SILENT, "-c", "dc_motor_states.c", folder=folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_the_same_request_gives_the_same_bytes(self):
        path = self.write(EVERYTHING, "everything")
        for language in LANGUAGES:
            folder, names = self.generate(path, language)
            before = {name: (folder / name).read_bytes() for name in names}
            self.generate(path, language)
            for name, text in before.items():
                self.assertEqual((folder / name).read_bytes(), text)
                self.assertNotIn(str(self.folder).encode(), text)
                self.assertNotIn(b"NAME", text)

    def test_lines_fit(self):
        for language in LANGUAGES:
            folder, names = self.generate(ROOT / "examples/puma560/puma560.bl", language)
            for name in names:
                widest = max(len(line) for line in (folder / name).read_text().split("\n"))
                self.assertLessEqual(widest, 120, name)

    def test_options_of_c_are_refused(self):
        for language in LANGUAGES:
            for option in ("--float", "--batch", "--portable"):
                done = run(BIELLE, "code", ROOT / "examples/rr/rr.bl", "--lang", language, option,
                           "-o", self.folder / "none")
                self.assertEqual(done.returncode, 2)
                self.assertIn(f"{option} is for --lang c; code in {language}", done.stderr)
                self.assertFalse((self.folder / "none").exists())

    def test_help_and_completion_know_every_language(self):
        done = run(BIELLE, "code", ROOT / "examples/rr/rr.bl", "--lang", "cobol", "-o", "x")
        known = re.search(r"choose one of: (.*)", done.stderr)[1]
        self.assertEqual(known.split(", "), ["c", *LANGUAGES])
        self.assertIn(known, " ".join(run(BIELLE, "code", "--help").stdout.split()))
        self.assertIn(known.replace(",", ""), run(BIELLE, "completion", "bash").stdout)


if __name__ == "__main__":
    unittest.main()
