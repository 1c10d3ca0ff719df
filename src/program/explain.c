// explain.c -- explanation of why a program is undefined at a state.
// SPDX-License-Identifier: MIT
#include "program/program.h"

// Returns the pivot of this number, and the key of the quantity that divides by it.
static const Pivot *find_pivot(const Program *program, int number, const char **key)
{
  for (int k = 0; k < program->output_count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    *key = quantity->key;
    for (int i = 0; i < quantity->pivot_count; i++) {
      if (quantity->pivots[i].coordinate == number) return &quantity->pivots[i];
    }
  }
  return NULL;
}

bool program_is_ill_conditioned(const Program *program, int failed)
{
  const char *key = "";
  return failed > 0 && find_pivot(program, failed - 1, &key)->heavy;
}

const char *program_explain(const Program *program, int failed, Text *why)
{
  const char *key = "";
  const Pivot *pivot = find_pivot(program, failed - 1, &key);
  if (pivot->heavy) {
    text_format(
        why,
        "%s has no value that doubles can tell at this state: the inertia that resists '%s' "
        "is more than 2^40 times that of others in the same loop",
        key, pivot->heavy);
    return "give inertias that differ less, or take --constraints partition, which does not "
           "compare them";
  }
  if (pivot->is_left_out) {
    text_format(why,
                "%s has no value at this state: the constraint '%s' was left out as redundant, but "
                "here, or with these parameters, it says what the others do not",
                key, pivot->constraint);
    return "evaluate this state by itself: its parameters then decide what is redundant";
  }
  if (pivot->dependent) {
    text_format(why,
                "%s has no value at this state: the independent coordinates do not determine %s "
                "here (a dead centre, or another singular configuration)",
                key, pivot->dependent);
    return "evaluate this state by itself, choose others with --independent, or take --constraints "
           "augmented";
  }
  if (pivot->constraint) {
    text_format(why,
                "%s has no value at this state: the constraint '%s' follows from the others here, "
                "so the mechanism is in a singular configuration",
                key, pivot->constraint);
    return "choose another configuration; 'bielle analyze mobility' says what can move here";
  }
  text_format(why,
              "%s has no value at this state: no inertia resists %s (a pivot of the mass matrix is "
              "not positive)",
              key, program->equations->coordinates[pivot->coordinate].name);
  return "choose another configuration, or give masses and inertias that are positive";
}
