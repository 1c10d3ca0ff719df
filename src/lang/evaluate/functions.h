// functions.h -- functions that expressions may call, by name.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_EVALUATE_FUNCTIONS_H
#define BIELLE_LANG_EVALUATE_FUNCTIONS_H

#include "symbolic/expr.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum Function {
  FUNCTION_NONE,
  FUNCTION_OPERATOR,  // an operator of the algebra, see operator_of_function()
#define FUNCTION(NAME, text, arity) FUNCTION_##NAME,
#include "lang/evaluate/functions.def"
  FUNCTION_COUNT
} Function;
_Static_assert(FUNCTION_COUNT <= 32, "a node has five bits for it");

Function function_of(const char *bytes, size_t length);
int function_arity(Function function);  // not for FUNCTION_OPERATOR

// The first argument is a frame or a point; from FUNCTION_LOWER_LIMIT on, a joint or a coordinate.
static inline bool function_is_of_mechanism(Function function)
{
  return function >= FUNCTION_POSITION;
}
// Returns true if the name is reserved for a function. The functions of the mechanism are not
// reserved, nor are functions added to the language after files had been written without them.
bool function_is_reserved(const char *bytes, size_t length);

enum { FUNCTION_NAMES = FUNCTION_COUNT + OP_COUNT };
// Lists the names of all functions, those of the language first; returns their number.
int function_names(const char *names[FUNCTION_NAMES]);
// Returns the function name nearest to `bytes`, or NULL.
const char *function_nearest(const char *bytes, size_t length);

#endif
