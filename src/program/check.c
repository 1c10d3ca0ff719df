// check.c -- translation check: compares the steps of a program with the original expressions.
//
// The steps are evaluated over the two prime fields at a random point
// (symbolic/field/fingerprint.h), using only their operators and arguments. Two different values of
// degree 1000 agree there with a probability of about 1e-31 (Schwartz-Zippel), so a single
// comparison is sufficient.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "program/program.h"
#include "symbolic/field/fingerprint.h"

#include <stdlib.h>

static const Expr *expression_of(const Quantity *quantity, int root)
{
  int size = quantity->rows * quantity->columns;
  return root < size ? quantity->entries[root] : quantity->pivots[root - size].value;
}

static void say_what_differs(const Quantity *quantity, int entry, bool is_unseen, Text *why)
{
  int size = quantity->rows * quantity->columns;
  if (is_unseen) {
    text_format(why,
                "a program for %s cannot be checked: a number in it is a multiple of a prime that "
                "programs are checked with; write it in another way, or as a parameter",
                quantity->key);
    return;
  }
  text_format(why, "the program for %s does not give its ", quantity->key);
  if (entry >= size) {
    text_format(why, "pivot %d", entry - size + 1);
  } else {
    text_format(why, "entry (%d, %d)", entry / quantity->columns + 1,
                entry % quantity->columns + 1);
  }
}

static bool output_is_right(const Output *output, const Fingerprint got[],
                            const Fingerprint expected[], Text *why)
{
  const Quantity *quantity = output->quantity;
  int size = quantity->rows * quantity->columns;
  for (int i = 0; i < size + quantity->pivot_count; i++) {
    if (fingerprint_equal(expected[i], got[output->registers[i]])) continue;
    bool is_unseen = pool_has_hashed_numbers(expr_pool(expression_of(quantity, i)));
    say_what_differs(quantity, i, is_unseen, why);
    return false;
  }
  return true;
}

bool program_check(const Program *program, uint64_t seed, Text *why)
{
  size_t roots = (size_t)program->steps.root_count;
  const Expr **expressions = memory_new(roots, sizeof(const Expr *));
  Fingerprint *expected = memory_new(roots, sizeof expected[0]);
  Fingerprint *got = memory_new((size_t)program->steps.count, sizeof got[0]);
  for (int k = 0; k < program->output_count; k++) {
    const Output *output = &program->outputs[k];
    const Quantity *quantity = output->quantity;
    int count = quantity->rows * quantity->columns + quantity->pivot_count;
    for (int i = 0; i < count; i++)
      expressions[output->registers - program->steps.roots + i] = expression_of(quantity, i);
  }
  expr_values_at(expressions, program->steps.root_count, seed, expected);
  steps_values_at(&program->steps, seed, got);
  bool is_right = true;
  for (int k = 0; k < program->output_count && is_right; k++) {
    const Output *output = &program->outputs[k];
    is_right =
        output_is_right(output, got, expected + (output->registers - program->steps.roots), why);
  }
  free(got);
  free(expected);
  free(expressions);
  return is_right;
}
