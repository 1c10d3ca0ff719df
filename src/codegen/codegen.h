// codegen.h -- code generation: equations as programs in other languages.
//
// A target takes a request and produces files as text; the caller writes them. The output is
// deterministic: it does not depend on date, path, user or hash order. The guarantees of the
// generated code are documented in docs/generated-code.md.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_CODEGEN_H
#define BIELLE_CODEGEN_CODEGEN_H

#include "base/text/text.h"
#include "formulation/equations.h"

typedef enum CodeReal { CODE_DOUBLE, CODE_FLOAT } CodeReal;

typedef struct CodeRequest {
  const Equations *equations;
  const char *const *keys;  // requested quantities, in order: one function each
  int key_count;
  const char *const *fused;  // quantities computed together by one additional function
  int fused_count;
  const char *command;  // command line that regenerates the files, without paths; NULL: omitted
  const char *version;  // version of bielle
  CodeReal real;
  bool with_batch;    // also generate functions over many states
  bool is_portable;   // strict C99, without compiler extensions
  bool keeps_stages;  // order by stage, for readability, instead of scheduling for speed
} CodeRequest;

typedef struct CodeFile {
  const char *name;  // "rr.h"; owned by the CodeFiles
  Text text;
} CodeFile;

typedef struct CodeFiles {
  Arena *arena;
  CodeFile *files;
  int count;
} CodeFiles;  // initialise with { 0 }

// Fills `out` with the files of a target. On failure returns false, leaves `out` empty and writes a
// sentence to `why`: the equations lack a requested key, or the program failed its check.
typedef bool CodePrinter(const CodeRequest *request, CodeFiles *out, Text *why);

// Options of requests that only some targets support.
enum { CODE_HAS_FLOAT = 1, CODE_HAS_BATCH = 2, CODE_HAS_PORTABLE = 4, CODE_HAS_FUSED = 8 };
enum { CODE_MAX_FUSED = 16 };  // maximum number of quantities of one function

typedef struct CodeTarget {
  const char *name;       // argument of --lang
  const char *extension;  // extension of the main file
  CodePrinter *print;
  unsigned options;
} CodeTarget;

// Returns the target at this position of targets.def, or NULL past the end.
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

// ES module: NAME.mjs, NAME.d.mts and NAME_selftest.mjs.
bool codegen_javascript(const CodeRequest *request, CodeFiles *out, Text *why);

// Python bindings of compiled C: the files of C, NAME_states.c, NAME.py and NAME_selftest.py.
bool codegen_python_c(const CodeRequest *request, CodeFiles *out, Text *why);

// Rust (no_std): NAME.rs and NAME_selftest.rs.
bool codegen_rust(const CodeRequest *request, CodeFiles *out, Text *why);

// C++ wrapper of C: the files of C, NAME.hpp and NAME_selftest.cpp.
bool codegen_cpp(const CodeRequest *request, CodeFiles *out, Text *why);

// CasADi: NAME_casadi.c, NAME_casadi.py and NAME_selftest.py.
bool codegen_casadi(const CodeRequest *request, CodeFiles *out, Text *why);

// Julia: NAME.jl and NAME_selftest.jl.
bool codegen_julia(const CodeRequest *request, CodeFiles *out, Text *why);

// Writes the same functions as one C translation unit, followed by entry points that are the same
// for all models:
//
//   unsigned long bielle_prepared_size(void)
//   void bielle_prepare(const double parameters[], void *prepared)
//   int bielle_evaluate(const void *prepared, const double *const arrays[], double t,
//                       double *const out[])
//
// `arrays` is indexed by ValueSource and must not contain NULL; `out` is indexed by key. The return
// value is that of program_evaluate().
bool codegen_c_library(const CodeRequest *request, Text *out, Text *why);

// Appends a new empty file to `files`.
Text *codegen_add_file(CodeFiles *files, const char *name);
void codegen_files_free(CodeFiles *files);  // resets it to empty

#endif
