// c_runtime.c -- helpers of generated C, as text.
//
// The files of runtime/ are compiled and tested as they are; a test holds this text to them.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

// runtime/sign.c
const char *c_runtime_sign(void)
{
  return "// -1, 0 or 1: the sign of x.\n"
         "static NAME_real NAME_sign(NAME_real x) { return (NAME_real)((x > 0) - (x < 0)); }\n";
}

// runtime/fail.c
const char *c_runtime_fail(void)
{
  return "// Where there is no answer, the result is not a number.\n"
         "static int NAME_fail(int coordinate, NAME_real result[], int count)\n"
         "{\n"
         "  for (int i = 0; i < count; i++)\n"
         "    result[i] = (NAME_real)NAN;\n"
         "  return coordinate;\n"
         "}\n";
}
