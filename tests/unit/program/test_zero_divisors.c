// test_zero_divisors.c -- divisors that are zero but for rounding, and those that only are small.
// SPDX-License-Identifier: MIT
#include "sample.h"

#include "base/memory/memory.h"
#include "support/text_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>
#include <stdlib.h>

// Where p1 = 0.3, p2 = 0.1, p3 = 3, q1 = 90 deg and q2 = 1.
static const SampleState STATE = { .p = { 0.3, 0.1, 3 }, .q = { 1.5707963267948966, 1, 2 } };

static int lost_entry(const Program *program, const SampleState *state)
{
  size_t count = (size_t)program_register_count(program);
  double *registers = memory_new(3 * count, sizeof registers[0]);
  ProgramState at = { .parameters = state->p, .q = state->q };
  const Output *output = NULL;
  program_run(program, &at, registers);
  int entry = program_zero_divisor(program, registers, registers + count, &output);
  assert_ptr_equal(output, &program->outputs[0]);
  free(registers);
  return entry;
}

static bool divides_by_zero(const char *text, bool has_pivots)
{
  Sample *sample = sample_new();
  const Expr *entries[2] = { sample->q[1], text_read(sample->pool, text) };
  Pivot pivot = { .value = sample->q[1] };
  assert_non_null(entries[1]);
  sample_add(sample, "y", 2, 1, entries);
  if (has_pivots) {
    sample->equations.quantities[0].pivots = &pivot;
    sample->equations.quantities[0].pivot_count = 1;
  }
  Program *program = sample_program(sample, "y");
  int entry = lost_entry(program, &STATE);
  assert_int_not_equal(entry, 0);
  if (entry > 0) assert_true(program_has_divisors(program));
  program_free(program);
  sample_free(sample);
  return entry == 1;
}

static void zero_but_for_rounding(void **unused)
{
  (void)unused;
  static const char *const ZEROS[] = {
    "1/(p1 - 3*p2)",
    "p3/(p1 - 3*p2)^2 + 1",
    "1/cos(q1)",
    "tan(q1)",
    "log(abs(p1 - 3*p2))",
    "1/(sqrt(p3)*sqrt(p3 + 1) - sqrt(p3*(p3 + 1)) + cos(q1))",
    "1/(1 + 1/(p1 - 3*p2))",
    "if(p3 < 4, 1/(p1 - 3*p2), 0)",
  };
  for (size_t i = 0; i < sizeof ZEROS / sizeof ZEROS[0]; i++) {
    if (!divides_by_zero(ZEROS[i], false)) fail_msg("not seen: %s", ZEROS[i]);
  }
}

// p3 is where floor() and a comparison jump and where an arc ends: rounding must not take it beyond.
static void small_numbers_and_jumps(void **unused)
{
  (void)unused;
  static const char *const OTHERS[] = {
    "1/(p1 - 2*p2)",
    "1/(p1 - 3*p2 + 1/1000000)",
    "tan(q2)",
    "1/floor(p3)",
    "1/floor(p3/2 + 1/2)",
    "1/if(p3 < 3, 1, 5)",
    "if(p3 < 4, 0, 1/(p1 - 3*p2))",
    "1/asin(p3 - 2)",
  };
  for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++) {
    if (divides_by_zero(OTHERS[i], false)) fail_msg("taken for zero: %s", OTHERS[i]);
  }
}

// There the result counts, too: 1/(1 + 1/d) is next to nothing whatever d is.
static void results_with_pivots(void **unused)
{
  (void)unused;
  assert_true(divides_by_zero("1 + 1/(1 + 1/(p1 - 3*p2))", false));
  assert_false(divides_by_zero("1 + 1/(1 + 1/(p1 - 3*p2))", true));
  assert_true(divides_by_zero("1/(p1 - 3*p2)", true));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(zero_but_for_rounding),
    cmocka_unit_test(small_numbers_and_jumps),
    cmocka_unit_test(results_with_pivots),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
