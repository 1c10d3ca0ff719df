// signature.c -- implementation of signature.h.
// SPDX-License-Identifier: MIT
#include "codegen/routine/signature.h"

#include "formulation/quantities.h"

#include <stdlib.h>

// Arguments determined by the table of quantities come first and in this order.
static unsigned fixed_arguments(const QuantityInfo *info)
{
  unsigned takes = 0;
  if (info->arguments & ARGUMENT_Q) takes |= TAKES_Q;
  if (info->arguments & ARGUMENT_QD) takes |= TAKES_QD;
  if (info->arguments & ARGUMENT_QDD) takes |= TAKES_QDD;
  if (info->arguments & ARGUMENT_TAU) takes |= TAKES_TORQUES;
  return takes;
}

Signature signature_of(const Program *program, int output)
{
  const Quantity *quantity = program->outputs[output].quantity;
  const QuantityInfo *info = quantity_find(quantity->key);
  Signature signature = { .is_array = quantity->rows * quantity->columns != 1 };
  if (info && info->arguments) {
    signature.takes = fixed_arguments(info);
    signature.is_array = !quantity_is_number(quantity);
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
