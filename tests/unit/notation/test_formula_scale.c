// test_formula_scale.c -- quotients with large integers: what is printed, and that it stays equal.
// SPDX-License-Identifier: MIT
#include "notation/formula/formula_scale.h"

#include "notation/print/print.h"
#include "support/text_reader.h"
#include "symbolic/field/fingerprint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

// number * above / below^exponent
typedef struct ScaleCase {
  const char *number;
  const char *above;
  const char *below;
  int exponent;
  const char *expected;
} ScaleCase;

static void assert_scaled(Pool *pool, const ScaleCase *one)
{
  Arena *arena = arena_new();
  FormulaMaker maker = { pool, arena };
  const Formula *factors[] = { formula_of(text_read(pool, one->above), arena),
                               formula_of(text_read(pool, one->below), arena) };
  const int exponents[] = { 1, -one->exponent };
  const Formula *given =
      formula_product(maker, text_read(pool, one->number), factors, exponents, 2);
  const Formula *scaled = formula_scale(maker, given);
  Text text = { 0 };
  formula_print(scaled, NULL, &text);
  assert_string_equal(text_string(&text), one->expected);
  assert_true(fingerprint_equal(formula_value(maker, given), formula_value(maker, scaled)));
  text_free(&text);
  arena_free(arena);
}

static void sums_of_large_integers_become_decimals(void **state)
{
  (void)state;
  static const ScaleCase CASES[] = {
    { "1", "97600*u - 957456*cos(q)", "2684 - 120000*cos(q)^2", 1,
      "(9.76*u - 95.7456*cos(q))/(0.2684 - 12*cos(q)^2)" },
    { "1/124501283", "sin(q)*(79443000*u + 124501283) - 106974*m", "1", 1,
      "(sin(q)*(0.79443*u + 1.24501283) - 0.00106974*m)/1.24501283" },
    { "75", "19126933*sin(q) + 17517559200*cos(q)", "2025000*cos(q) + 4085756", 2,
      "0.0075*(175.175592*cos(q) + 0.19126933*sin(q))/(2.025*cos(q) + 4.085756)^2" },
    { "1", "m*u", "2025000*cos(q) + 4085756", 1, "m*u/(2025000*cos(q) + 4085756)" },
    // numbers of a usual size, and sums that are no quotients, stay
    { "1", "976*u - 9574*cos(q)", "2684 - 1200*cos(q)^2", 1,
      "(976*u - 9574*cos(q))/(2684 - 1200*cos(q)^2)" },
    { "3", "976000000*u - 9574*cos(q)", "1", 1, "3*(976000000*u - 9574*cos(q))" },
    { "1/2", "u + 3*m", "l^2", 1, "(3*m + u)/(2*l^2)" },
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    Pool *pool = pool_new(5);
    expr_symbol(pool, "m", STAGE_PARAMETER);
    expr_symbol(pool, "l", STAGE_PARAMETER);
    expr_symbol(pool, "q", STAGE_POSITION);
    expr_symbol(pool, "u", STAGE_INPUT);
    assert_scaled(pool, &CASES[i]);
    pool_free(pool);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(sums_of_large_integers_become_decimals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
