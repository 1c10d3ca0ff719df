#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No name of a model is in the way of generated code, in any language.

The words are those of the languages (keywords, types, functions; written here, from their standards) and
those of our own helpers, read from src/codegen/runtime. Each stands once in each place of a
description: as the mechanism, a parameter, a coordinate, a body, a frame, a table, an input, a state, a
discrete variable, an output, a definition. Code is generated, compiled or read with all warnings, and its self-test
runs. A few words are drawn with the seed BIELLE_SEED (the commit, if it is not set); all of them with
BIELLE_EVERY_EXAMPLE.
"""
import builtins
import keyword
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(os.environ.get("BIELLE_SOURCE_DIR", Path(__file__).resolve().parents[2]))
COMMAND = Path(os.environ.get("BIELLE_COMMAND", ROOT / "build" / "bielle"))
RUNTIME = ROOT / "src" / "codegen" / "runtime"
EIGEN = "/usr/include/eigen3"

DESCRIPTION = """mechanism {0}
gravity [0, -9.81, 0] m/s^2
param {1} = 0.7, {2} = 1.3
table {3} : (0, 0), (0.25, 0.4), (0.5, -0.2), (0.75, 0.1) cubic
input {4} [N.m]
state {5} = 0.1 : {5}' = {4}/(1 N.m.s) - {5}*1 s^-1
discrete {6} = 0.5
joint crank_ : revolute z ({7} = 0.6 rad) from ground
joint coupler_ : revolute z ({8} = -0.5 rad) from crank_ at [0.4, 0, 0] m
joint rocker_ : revolute z ({9} = 1.4 rad) from ground at [1, 0, 0] m
loop pin_ : revolute z [1, 0, 0] m on coupler_ = [0.6, 0, 0] m on rocker_
body {10} on crank_ : mass 2 kg, com [0.1, 0.2, 0] m, inertia diag(1, 2, 2.5) kg.m^2
body {11} on coupler_ : mass 1 kg, com [0.1, 0, 0] m, inertia diag(1, 2, 2.5) kg.m^2
let abscissa_ = {7}/(1 rad)
let {14} = min(abscissa_, {1}*abscissa_) + max(abscissa_, 0.2) + sign(abscissa_ - 0.1) + {3}(abscissa_) + if(abscissa_ < 0.1, abscissa_*abscissa_, -abscissa_) + floor(3*abscissa_) + sqrt({2} + abscissa_*abscissa_)*(2 + abs(abscissa_))^{1} + asin(abscissa_/9) + log(2 + abscissa_*abscissa_)
torque drive_ on {7} = ({14} + {6} + {5})*1 N.m + {4}
output {12} = {1}*{4}*{7}'
frame {13} from coupler_ : TX(1 m)
when {7} > 1 rad : set {6} = {6} + 1
sample 0.1 s : {6} = {6}*{2}
"""
PLACES = 15
WHAT = "M,h,qdd,Phi,Phi_q,sd,ev,fk:{13},out:{12}"

C = """auto break case char const continue default do double else enum extern float for goto if inline int long
register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
_Bool bool true false NULL main errno assert size_t ptrdiff_t int32_t uint64_t FILE EOF stdin stdout stderr
printf memcpy memset malloc free exit abort isnan isinf isfinite NAN INFINITY M_PI I complex linux unix
near far cos sin tan acos asin atan atan2 exp log pow sqrt fabs floor fmin fmax fmod hypot sincos j0 j1 y0 yn
gamma lgamma nan div index signal round trunc wchar_t alignas typeof nullptr""".split()
CPP = """and and_eq asm bitand bitor catch class compl concept consteval constexpr const_cast co_await co_return
co_yield decltype delete dynamic_cast explicit export friend module mutable namespace new noexcept not not_eq
operator or or_eq private protected public reinterpret_cast requires static_assert static_cast template this
thread_local throw try typeid typename using virtual xor xor_eq std Eigen string vector array""".split()
RUST = """Self abstract as async await become box crate dyn final fn impl in let loop macro match mod move mut
override priv pub ref self super trait type typeof unsafe unsized use virtual where yield f64 f32 usize i32 u8 str
Option Some None Ok Err Vec String Result core std panic""".split()
JAVASCRIPT = """arguments async await debugger eval extends finally function implements import in instanceof
interface let null package super var with yield of undefined NaN Infinity Math Float64Array Array Object Number
Boolean Symbol Map console process globalThis get set static constructor prototype""".split()
FORTRAN = """program module subroutine function contains use only implicit none real integer logical character
complex type class end do if then else elseif endif select where forall allocate pure elemental recursive result
intent parameter dimension allocatable pointer target save data common interface call return stop kind size
shape sum product matmul transpose abs min max mod sign merge aint anint dble epsilon huge tiny any all
wp c_double iso_c_binding ieee_arithmetic ieee_value print write read open close""".split()
OCTAVE = """elseif end endif endfor endfunction endwhile function global otherwise persistent parfor spmd until
unwind_protect endswitch end_try_catch classdef methods properties events enumeration i j e pi eps Inf NaN NA ans
nargin nargout varargin varargout size zeros ones numel isempty struct cell disp fprintf error eval feval inv det
norm length min max sum any all true false""".split()
JULIA = """baremodule begin catch const do elseif end export false finally function global import let local macro
module quote struct true try using where abstract mutable primitive type in isa pi im NaN Inf Base Core Main
Float64 Int Vector Array zeros fill abs min max sum length println""".split()
PYTHON = [*keyword.kwlist, *keyword.softkwlist, "self", "cls", "np", "numpy", "math", "dataclasses", "dataclass",
          "field", "types", "sys", "os", "random", "string", "ctypes", "SimpleNamespace", "astuple", "array",
          *(name for name in dir(builtins) if name.isalpha() and name.islower())]
OURS = """NAME NAME2 NAMES MYNAME NAME_NAME name fmu fmi fmi2 fmi3 p k q qd qdd tau u s z t w j n count stride end
whole rest failed lost prepared sine cosine angles w1 w2 M h G C Y V T Phi Phi_q jac fk ev sd params prepare
default_params selftest got expected wanted tolerance state states entry x y f r out result inputs outputs
held start newton solver point angles cos_q sin_q c1 s1 k1 k2 t1 Params Prepared States""".split()


def helper_words():
    """Names in the files that are pasted into generated code."""
    words = set()
    for path in RUNTIME.glob("*/*"):
        text = path.read_text(encoding="utf-8").split("---- pasted from here\n")[1]
        text = re.sub(r"(//|#|%|!).*", "", text)
        words |= set(re.findall(r"\bNAME_([a-z]\w*)", text))
        words |= set(re.findall(r"\b(?:def|fn|function|subroutine|const|let|static \w+) +([A-Za-z]\w*)\b", text))
    return sorted(words)


def unit_words():
    """All names in the files that are pasted into Functional Mock-up Units, of macros and constants, too."""
    words = set()
    for path in (RUNTIME / "fmu").iterdir():
        text = path.read_text(encoding="utf-8").split("---- pasted from here\n")[1]
        words |= set(re.findall(r"\b[A-Za-z]\w+", re.sub(r'//.*|"[^"\n]*"', "", text)))
    return sorted(words)


def run(*words, folder=None, **options):
    return subprocess.run([str(word) for word in words], cwd=folder, text=True, check=False, timeout=300,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)


def is_a_name(word, folder):
    """May the language of descriptions use the word wherever a name stands?"""
    path = Path(folder) / "word.bl"
    path.write_text(f"mechanism {word}\n", encoding="utf-8")
    as_mechanism = run(COMMAND, "format", path).returncode == 0
    path.write_text(f"param {word} = 1\ninput a\njoint b : revolute z (c) from ground\n"
                    f"torque t1 on b = {word}*1 N.m\n", encoding="utf-8")
    as_parameter = run(COMMAND, "check", path).returncode == 0
    path.write_text(f"table {word} : (0, 0), (1, 1)\njoint b : revolute z (c) from ground\n"
                    f"torque t1 on b = {word}(c)*1 N.m\n", encoding="utf-8")
    return as_mechanism, as_parameter and run(COMMAND, "check", path).returncode == 0


def python_with_numpy():
    for python in ("python3", "/usr/bin/python3"):
        if shutil.which(python) and run(python, "-c", "import numpy").returncode == 0:
            return python
    return None


def compile_c(folder, name):
    return run("gcc", "-std=c99", "-pedantic", "-Wall", "-Wextra", "-Wconversion", "-Wshadow", "-Werror",
               f"{name}.c", f"{name}_selftest.c", "-lm", "-o", "program", folder=folder)


def start_c(folder, name):
    built = compile_c(folder, name)
    return built if built.returncode else run("./program", folder=folder)


def start_cpp(folder, name):
    built = run("gcc", "-std=c99", "-c", f"{name}.c", "-o", "object.o", folder=folder)
    if built.returncode == 0:
        built = run("g++", "-Wall", "-Wextra", "-Werror", "-I", EIGEN, f"{name}_selftest.cpp", "object.o", "-lm",
                    "-o", "program", folder=folder)
    return built if built.returncode else run("./program", folder=folder)


def start_fortran(folder, name):
    built = run("gfortran", "-std=f2008", "-Wall", "-Werror", "-ffp-contract=off", "-o", "program", f"{name}.f90",
                f"{name}_selftest.f90", folder=folder)
    return built if built.returncode else run("./program", folder=folder)


def start_rust(folder, name):
    built = run("rustc", "-D", "warnings", "-o", "program", f"{name}_selftest.rs", folder=folder)
    return built if built.returncode else run("./program", folder=folder)


PYTHON_COMMAND = python_with_numpy()
LANGUAGES = {
    "c": ("gcc", C, start_c),
    "cpp": ("g++" if Path(EIGEN).exists() else "", C + CPP, start_cpp),
    "python": (PYTHON_COMMAND, PYTHON,
               lambda folder, name: run(PYTHON_COMMAND, "-W", "error", f"{name}_selftest.py", folder=folder)),
    "python-c": (PYTHON_COMMAND, C + PYTHON,
                 lambda folder, name: run(PYTHON_COMMAND, "-W", "error", f"{name}_selftest.py", folder=folder)),
    "javascript": ("node", JAVASCRIPT, lambda folder, name: run("node", f"{name}_selftest.mjs", folder=folder)),
    "fortran": ("gfortran", FORTRAN, start_fortran),
    "octave": ("octave-cli", OCTAVE, lambda folder, name: run(
        "octave-cli", "--no-gui", "--no-history", "--eval", f"{name}_selftest", folder=folder)),
    "rust": ("rustc", RUST, start_rust),
    "julia": ("julia", JULIA, lambda folder, name: run("julia", f"{name}_selftest.jl", folder=folder)),
}


def seed():
    commit = run("git", "rev-parse", "HEAD", folder=ROOT)
    return os.environ.get("BIELLE_SEED") or (commit.stdout.strip() if commit.returncode == 0 else "0")


class Names(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.helpers = helper_words()
        cls.seed = seed()
        cls.known = {}

    @classmethod
    def tearDownClass(cls):
        cls.scratch.cleanup()

    def usable(self, word):
        if word not in self.known:
            self.known[word] = is_a_name(word, self.scratch.name)
        return self.known[word]

    def names_at(self, words, start):
        """The words from `start` on, one for each place, all different."""
        chosen = []
        for word in words[start:] + words[:start] + [f"plain{k}" for k in range(PLACES)]:
            is_mechanism, is_parameter = (True, True) if word.startswith("plain") else self.usable(word)
            if (is_parameter if chosen else is_mechanism) and word not in chosen:
                chosen.append(word)
            if len(chosen) == PLACES:
                return chosen
        raise AssertionError("too few words")

    def check_names(self, language, start_selftest, names):
        folder = Path(tempfile.mkdtemp(dir=self.scratch.name))
        path = folder / "model.bl"
        path.write_text(DESCRIPTION.format(*names), encoding="utf-8")
        made = run(COMMAND, "code", path, "--lang", language, "--what", WHAT.format(*names), "-o", folder)
        context = f"{language}, seed {self.seed}, {path.read_text(encoding='utf-8')}"
        self.assertEqual(made.returncode, 0, context + made.stdout)
        selftests = re.findall(r"^(?:.*/)?([^/\s]+)_selftest\.[a-z0-9]+$", made.stdout, re.MULTILINE)
        ran = start_selftest(folder, max(selftests, key=len))
        self.assertEqual(ran.returncode, 0, context + ran.stdout)
        self.assertRegex(ran.stdout, r"values agree", context)
        shutil.rmtree(folder)

    def check_language(self, language, count):
        command, words, start_selftest = LANGUAGES[language]
        if not command or not shutil.which(command):
            self.skipTest(f"nothing on this machine runs {language}")
        words = list(dict.fromkeys(OURS + self.helpers + words))
        draw = random.Random(f"{self.seed} {language}")
        starts = range(len(words)) if os.environ.get("BIELLE_EVERY_EXAMPLE") else \
            draw.sample(range(len(words)), count)
        for start in starts:
            with self.subTest(language=language, word=words[start]):
                self.check_names(language, start_selftest, self.names_at(words, start))

    def check_unit(self, names, version):
        """A unit has a binary: its source was compiled."""
        path = Path(self.scratch.name) / "unit.bl"
        path.write_text(DESCRIPTION.format(*names), encoding="utf-8")
        made = run(COMMAND, "fmu", path, "--fmi", version, "-o", path.with_suffix(".fmu"))
        self.assertRegex(made.stdout, "(?m)^binary: ", f"seed {self.seed}, {path.read_text(encoding='utf-8')}")

    def test_units(self):
        words = unit_words()
        draw = random.Random(f"{self.seed} units")
        starts = range(draw.randrange(PLACES), len(words), PLACES) if os.environ.get("BIELLE_EVERY_EXAMPLE") else \
            draw.sample(range(len(words)), 4)
        for count, start in enumerate(starts):
            with self.subTest(word=words[start]):
                names = self.names_at(words, start)
                self.check_unit(names[:1] + names[:0:-1] if count % 2 else names, 2 + count % 2)

    def test_octave_helpers(self):
        """A helper is called x_y, and so may be the function y of a mechanism x: solve_constraints()."""
        command, _, start_selftest = LANGUAGES["octave"]
        if not shutil.which(command):
            self.skipTest("nothing on this machine runs octave")
        text = "".join(path.read_text(encoding="utf-8") for path in (RUNTIME / "octave").iterdir())
        helpers = set(re.findall(r"(?m)^function (?:.*= *)?([a-z]+)_\w+\(", text))
        self.assertIn("solve", helpers)
        for word in sorted(word for word in helpers if self.usable(word)[0]):
            with self.subTest(word=word):
                self.check_names("octave", start_selftest, [word] + [f"plain{k}" for k in range(1, PLACES)])

    def check_long_names(self, language, lengths):
        """Lines that hold them are broken where the language allows it, or not at all."""
        command, _, start_selftest = LANGUAGES[language]
        if not command or not shutil.which(command):
            self.skipTest(f"nothing on this machine runs {language}")
        for length in lengths:
            with self.subTest(language=language, length=length):
                self.check_names(language, start_selftest,
                                 [f"m{k}_{'abcdefghij' * 20}"[:length] for k in range(PLACES)])


def add_long(language, lengths):
    setattr(Names, f"test_long_{language.replace('-', '_')}",
            lambda self: self.check_long_names(language, lengths))


def add(language, count):
    setattr(Names, f"test_{language.replace('-', '_')}",
            lambda self: self.check_language(language, count))


for each, how_many in (("c", 8), ("cpp", 2), ("python", 6), ("python-c", 2), ("javascript", 8), ("fortran", 6),
                       ("octave", 2), ("rust", 3), ("julia", 2)):
    add(each, how_many)
    add_long(each, (40, 90) if each in ("cpp", "octave", "rust", "julia") else (40, 58, 63, 64, 90, 150))


if __name__ == "__main__":
    if not COMMAND.exists():
        sys.exit(77)
    unittest.main()
