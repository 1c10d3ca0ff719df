// signature.c -- see signature.h.
// SPDX-License-Identifier: MIT
#include "codegen/signature.h"

#include <stdlib.h>
#include <string.h>

typedef struct KnownSignature {
  const char *function;
  Signature signature;
} KnownSignature;

static const KnownSignature KNOWN[] = {
#define SIGNATURE(function, arguments, is_array) { function, { arguments, is_array, false } },
#include "codegen/signatures.def"
};

static bool matches(const char *known, const char *function)
{
  size_t length = strlen(known);
  if (known[length - 1] == '_') return strncmp(known, function, length) == 0;
  return strcmp(known, function) == 0;
}

Signature signature_of(const Program *program, int output)
{
  const Quantity *quantity = program->outputs[output].quantity;
  Signature signature = { .takes = 0, .is_array = quantity->rows * quantity->columns != 1 };
  for (size_t k = 0; k < sizeof KNOWN / sizeof KNOWN[0]; k++) {
    if (!matches(KNOWN[k].function, quantity->function)) continue;
    signature.takes = KNOWN[k].signature.takes;
    signature.is_array = signature.is_array || KNOWN[k].signature.is_array;
  }
  bool *is_needed = program_needed(program, output);
  for (int k = 0; k < program->input_count; k++) {
    const ProgramInput *input = &program->inputs[k];
    if (input->source != SOURCE_PARAMETERS && is_needed[program->constant_count + k])
      signature.takes |= 1U << input->source;
  }
  free(is_needed);
  signature.can_fail = quantity->pivot_count > 0;
  signature.is_array = signature.is_array || signature.can_fail;
  if (signature.takes & TAKES_QDD) signature.takes |= TAKES_QD;
  if (signature.takes & TAKES_QD) signature.takes |= TAKES_Q;
  return signature;
}
