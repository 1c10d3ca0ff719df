// functions.h -- the functions that expressions may call, by name.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_EVALUATE_FUNCTIONS_H
#define BIELLE_LANG_EVALUATE_FUNCTIONS_H

#include "symbolic/expr.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum Function {
  FUNCTION_NONE,
  FUNCTION_OPERATOR,  // an operator of the algebra: operator_of_function says which
#define FUNCTION(NAME, text, arity) FUNCTION_##NAME,
#include "lang/evaluate/functions.def"
  FUNCTION_COUNT
} Function;
_Static_assert(FUNCTION_COUNT <= 32, "a node has five bits for it");

Function function_of(const char *bytes, size_t length);
int function_arity(Function function);  // not for FUNCTION_OPERATOR

// The first argument is a frame or a point; from FUNCTION_LOWER_LIMIT on a joint or a coordinate.
static inline bool function_is_of_mechanism(Function function)
{
  return function >= FUNCTION_POSITION;
}
// Is it the name of a function that nothing else may have? Those of the mechanism are not, nor those that
// the language learnt when files were written without them.
bool function_is_reserved(const char *bytes, size_t length);

enum { FUNCTION_NAMES = FUNCTION_COUNT + OP_COUNT };
// All of them, those of the language first; their number.
int function_names(const char *names[FUNCTION_NAMES]);
// The name of a function that is nearest to `bytes`, or NULL.
const char *function_nearest(const char *bytes, size_t length);

#endif
