// compiled_model.h -- generated C, compiled and loaded, so that a test can call it.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TESTS_CODEGEN_COMPILED_MODEL_H
#define BIELLE_TESTS_CODEGEN_COMPILED_MODEL_H

#include "codegen/c/c_model.h"

// Every function in one form: arguments that it does not take are ignored. The parameters are an
// array in the order of the equations (NAME_params has no other members).
// Torques are taken from u. What a function that can fail returns lies behind its result.
typedef void UniformDouble(const double *p, const double *q, const double *qd, const double *qdd,
                           const double *u, const double *t, double *out, int count, int stride);
typedef void UniformFloat(const float *p, const float *q, const float *qd, const float *qdd,
                          const float *u, const float *t, float *out, int count, int stride);

typedef struct CompiledModel {
  CodeFiles files;
  CodeModel model;  // programs and names, for comparison
  const char *folder;
  void *library;
} CompiledModel;

// Generates the request's files into a new folder, compiles them with -std=c99 -pedantic -Werror
// and every warning of the contract, and loads the result. Fails the test on any diagnostic.
CompiledModel *compiled_model_new(const CodeRequest *request, const char *compiler,
                                  const char *options);
// The uniform function of quantity `index`: form "plain", "prepared" or "batch".
void *compiled_model_function(const CompiledModel *compiled, const char *form, int index);
// Compiles and runs the self-test, with `text` of the source replaced by `other` first if not NULL.
// Returns its exit status; what it printed is appended to `output`.
int compiled_model_selftest(const CompiledModel *compiled, const char *compiler,
                            const char *options, const char *text, const char *other, Text *output);
void compiled_model_free(CompiledModel *compiled);

#endif
