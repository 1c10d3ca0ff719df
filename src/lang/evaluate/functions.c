// functions.c -- lookup of functions by name.
// SPDX-License-Identifier: MIT
#include "lang/evaluate/functions.h"

#include "base/messages/diagnostics.h"

#include <string.h>

static const struct {
  const char *text;
  size_t length;
  int arity;
} functions[FUNCTION_COUNT] = {
#define FUNCTION(NAME, text, arity) [FUNCTION_##NAME] = { text, sizeof(text) - 1, arity },
#include "lang/evaluate/functions.def"
};

Function function_of(const char *bytes, size_t length)
{
  // Most names of values end in a digit; among functions, only atan2 does.
  bool is_numbered = length > 0 && bytes[length - 1] >= '0' && bytes[length - 1] <= '9';
  if (is_numbered && bytes[0] != 'a') return FUNCTION_NONE;
  for (int function = FUNCTION_OPERATOR + 1; function < FUNCTION_COUNT; function++)
    if (functions[function].length == length && text_is(functions[function].text, bytes, length))
      return (Function)function;
  return operator_of_function(bytes, length) != OP_COUNT ? FUNCTION_OPERATOR : FUNCTION_NONE;
}

int function_arity(Function function) { return functions[function].arity; }

int function_names(const char *names[FUNCTION_NAMES])
{
  int count = 0;
  for (int function = FUNCTION_OPERATOR + 1; function < FUNCTION_COUNT; function++)
    names[count++] = functions[function].text;
  for (int op = 0; op < OP_COUNT; op++) {
    const char *text = operator_info((Operator)op)->text;
    if (operator_of_function(text, strlen(text)) == (Operator)op) names[count++] = text;
  }
  return count;
}

const char *function_nearest(const char *bytes, size_t length)
{
  const char *names[FUNCTION_NAMES];
  return nearest_name(bytes, length, names, function_names(names));
}

bool function_is_reserved(const char *bytes, size_t length)
{
  static const char *const late[] = { "sinh", "cosh", "tanh", "floor", "mod", "hypot", "gradient" };
  for (size_t i = 0; i < sizeof late / sizeof late[0]; i++)
    if (strlen(late[i]) == length && memcmp(late[i], bytes, length) == 0) return false;
  Function function = function_of(bytes, length);
  return function != FUNCTION_NONE && !function_is_of_mechanism(function);
}
