// python.h -- what the two targets of Python share: NumPy alone, and C behind it.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_LANGUAGES_PYTHON_H
#define BIELLE_CODEGEN_LANGUAGES_PYTHON_H

#include "codegen/common/code_model.h"

extern const Language LANGUAGE_PYTHON;
// python_words.c; NULL ends each list
extern const char *const PYTHON_KEYWORDS[];
extern const char *const PYTHON_MODULES[];

// The class Params and default_params().
void python_put_params(Text *out, const CodeModel *model);
// "def mass_matrix(k, q):" and what it says of itself.
void python_put_def(Text *out, const CodeModel *model, const CodeFunction *function);
// The same of a function that solves constraints.
void python_put_constraint_solver_def(Text *out, const CodeModel *model,
                                      const CodeConstraintSolver *solver);
// ("q", q, 2), ("t", t, None): names, arguments, and their entries.
const char *python_arguments(const CodeModel *model, const CodeFunction *function);
// "2, 2": what stands in parentheses for the shape of a result at one state.
const char *python_shape(const CodeModel *model, const CodeFunction *function);

#endif
