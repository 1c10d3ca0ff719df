// python.h -- declarations shared by the two Python targets: pure NumPy, and bindings of compiled
// C.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_LANGUAGES_PYTHON_H
#define BIELLE_CODEGEN_LANGUAGES_PYTHON_H

#include "codegen/common/code_model.h"

extern const Language LANGUAGE_PYTHON;
// defined in python_words.c; NULL ends each list
extern const char *const PYTHON_KEYWORDS[];
extern const char *const PYTHON_MODULES[];

// Puts the class Params and default_params().
void python_put_params(Text *out, const CodeModel *model);
// Puts "def mass_matrix(k, q):" and its docstring.
void python_put_def(Text *out, const CodeModel *model, const CodeFunction *function);
// Puts the same for a function that solves constraints.
void python_put_constraint_solver_def(Text *out, const CodeModel *model,
                                      const CodeConstraintSolver *solver);
// Returns ("q", q, 2), ("t", t, None): names, arguments, and their numbers of entries.
const char *python_arguments(const CodeModel *model, const CodeFunction *function);
// Returns the shape of a result at one state, without parentheses: "2, 2".
const char *python_shape(const CodeModel *model, const CodeFunction *function);

#endif
