// functions.h -- the functions that expressions may call, by name.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_FUNCTIONS_H
#define BIELLE_LANG_FUNCTIONS_H

#include <stddef.h>

typedef enum Function {
  FUNCTION_NONE,
  FUNCTION_OPERATOR,  // an operator of the algebra: operator_of_function says which
#define FUNCTION(NAME, text, arity) FUNCTION_##NAME,
#include "lang/functions.def"
  FUNCTION_COUNT
} Function;

Function function_of(const char *bytes, size_t length);
int function_arity(Function function);  // not for FUNCTION_OPERATOR

// The name of a function that is nearest to `bytes`, or NULL.
const char *function_nearest(const char *bytes, size_t length);

#endif
