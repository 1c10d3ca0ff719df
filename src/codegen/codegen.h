// codegen.h -- equations as programs in other languages.
//
// A target takes a request and gives files as text; whoever asked writes them. The same request
// gives the same bytes: nothing depends on date, path, user or hash order. What the generated code
// promises is written down in docs/generated-code.md.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_CODEGEN_H
#define BIELLE_CODEGEN_CODEGEN_H

#include "base/text/text.h"
#include "formulation/equations.h"

typedef enum CodeReal { CODE_DOUBLE, CODE_FLOAT } CodeReal;

typedef struct CodeRequest {
  const Equations *equations;
  const char *const *keys;  // quantities wanted, in this order: one function each
  int key_count;
  const char *const *fused;  // quantities that one function more computes together
  int fused_count;
  const char
      *command;  // what people type to get these files again, without paths; NULL: is not told
  const char *version;  // of the tool
  CodeReal real;
  bool with_batch;    // also functions over many states at once
  bool is_portable;   // C99 without anything that compilers offer besides
  bool keeps_stages;  // stage by stage, for readers, instead of in an order that runs fast
} CodeRequest;

typedef struct CodeFile {
  const char *name;  // "rr.h"; owned by the CodeFiles
  Text text;
} CodeFile;

typedef struct CodeFiles {
  Arena *arena;
  CodeFile *files;
  int count;
} CodeFiles;  // starts as { 0 }

// Fills `out` with the files of a target. On failure returns false, leaves `out` empty and puts a
// sentence into `why`: a key that the equations do not have, or a program that failed its check.
typedef bool CodePrinter(const CodeRequest *request, CodeFiles *out, Text *why);

// Options of requests that not every target understands.
enum { CODE_HAS_FLOAT = 1, CODE_HAS_BATCH = 2, CODE_HAS_PORTABLE = 4, CODE_HAS_FUSED = 8 };
enum { CODE_MAX_FUSED = 16 };  // quantities of one function

typedef struct CodeTarget {
  const char *name;       // as in --lang
  const char *extension;  // of the main file
  CodePrinter *print;
  unsigned options;
} CodeTarget;

// The targets of targets.def, in order; NULL behind the last.
const CodeTarget *codegen_target(int index);
const CodeTarget *codegen_find_target(const char *name);  // NULL: none

// C99: NAME.h, NAME.c and NAME_selftest.c.
bool codegen_c(const CodeRequest *request, CodeFiles *out, Text *why);

// Python with NumPy: NAME.py and NAME_selftest.py.
bool codegen_python(const CodeRequest *request, CodeFiles *out, Text *why);

// Octave and MATLAB: NAME_x.m for each function, NAME_default_params.m, NAME_prepare.m and
// NAME_selftest.m.
bool codegen_octave(const CodeRequest *request, CodeFiles *out, Text *why);

// Fortran 2008: NAME.f90 and NAME_selftest.f90.
bool codegen_fortran(const CodeRequest *request, CodeFiles *out, Text *why);

// An ES module: NAME.mjs, NAME.d.mts and NAME_selftest.mjs.
bool codegen_javascript(const CodeRequest *request, CodeFiles *out, Text *why);

// Python over compiled C: the files of C, NAME_states.c, NAME.py and NAME_selftest.py.
bool codegen_python_c(const CodeRequest *request, CodeFiles *out, Text *why);

// Rust without its standard library: NAME.rs and NAME_selftest.rs.
bool codegen_rust(const CodeRequest *request, CodeFiles *out, Text *why);

// C++ over C: the files of C, NAME.hpp and NAME_selftest.cpp.
bool codegen_cpp(const CodeRequest *request, CodeFiles *out, Text *why);

// CasADi: NAME_casadi.c, NAME_casadi.py and NAME_selftest.py.
bool codegen_casadi(const CodeRequest *request, CodeFiles *out, Text *why);

// Julia: NAME.jl and NAME_selftest.jl.
bool codegen_julia(const CodeRequest *request, CodeFiles *out, Text *why);

// The same functions as one text of C, and behind them a door that is the same for all of them:
//
//   unsigned long bielle_prepared_size(void)
//   void bielle_prepare(const double parameters[], void *prepared)
//   int bielle_evaluate(const void *prepared, const double *const arrays[], double t,
//                       double *const out[])
//
// `arrays` by ValueSource, none of them NULL; `out` by key; returns what program_evaluate() does.
bool codegen_c_library(const CodeRequest *request, Text *out, Text *why);

// A new empty file at the end of `files`.
Text *codegen_add_file(CodeFiles *files, const char *name);
void codegen_files_free(CodeFiles *files);  // leaves it empty

#endif
