// test_print.c -- what is printed reads back as the same node, and looks as people write it.
// SPDX-License-Identifier: MIT
#include "notation/print/print.h"

#include "support/random_expr.h"
#include "support/text_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static Pool *pool_of(void **state) { return *state; }

static void declare_symbols(Pool *pool)
{
  const char *parameters[] = { "L1", "L2", "LG1", "LG2", "m1", "m2", "I1z", "I2z", "g", "a", "b" };
  const char *positions[] = { "θ1", "θ2", "θ3", "x", "y" };
  for (size_t i = 0; i < sizeof parameters / sizeof parameters[0]; i++) {
    expr_symbol(pool, parameters[i], STAGE_PARAMETER);
  }
  for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
    expr_rate(expr_symbol(pool, positions[i], STAGE_POSITION));
  }
}

static int open_pool(void **state)
{
  *state = pool_new(3);
  declare_symbols(*state);
  return 0;
}

static int close_pool(void **state)
{
  pool_free(*state);
  return 0;
}

static void assert_printed(const Expr *e, const char *expected)
{
  Text text = { 0 };
  expr_print(e, &text);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static void texts_are_written_as_people_write_them(void **state)
{
  static const struct {
    const char *given;
    const char *printed;
  } CASES[] = {
    { "0", "0" },
    { "-3", "-3" },
    { "x*(1/3)", "x/3" },
    { "(1/2)*(a+b)", "(a + b)/2" },
    { "2/3*x*a", "2*a*x/3" },
    { "9.81*m1", "9.81*m1" },
    { "x*0.5", "x/2" },
    { "-b + a", "a - b" },
    { "-a - b", "-a - b" },
    { "x*x*x*a", "a*x^3" },
    { "-(x*x)", "-x^2" },
    { "(a+b)*(a+b)", "(a + b)^2" },
    { "a/(b*x)", "a/(b*x)" },
    { "a/b^2", "a/b^2" },
    { "1/(a+b)", "1/(a + b)" },
    { "1/(2*x)", "1/(2*x)" },
    { "a/(-x)", "-a/x" },
    { "sin(x)^2*a", "a*sin(x)^2" },
    { "θ1'*θ1'*sin(θ2)*m2*L1*LG2", "m2*L1*LG2*sin(θ2)*θ1'^2" },
    { "1 + x", "x + 1" },
    { "1 - x", "1 - x" },
    { "x^2 + a*y + 1", "x^2 + a*y + 1" },
    { "a^b", "a^b" },
    { "a^(b+1)", "a^(b + 1)" },
    { "(a+b)^x", "(a + b)^x" },
    { "(a^b)^2", "(a^b)^2" },
    { "x^(1/3)", "x^(1/3)" },
    { "sqrt(a + b)", "sqrt(a + b)" },
    { "if(x < a, a, b + x)", "if(x < a, a, b + x)" },
    { "2*(a < b)", "2*(a < b)" },
    { "1 + (a == b)", "(a == b) + 1" },
    { "min(a, 2*b)", "min(a, 2*b)" },
    { "1e-12*x", "1e-12*x" },
    { "1.5e-9*x", "1.5e-9*x" },
    { "0.05*x", "0.05*x" },
    { "2.5e10*x", "2.5e10*x" },
    { "3/2", "3/2" },
    { "17/4", "4.25" },
    { "-13/2*x", "-6.5*x" },
    { "405/512", "405/512" },
    { "1/15", "1/15" },
    { "6173/1500*x", "12.346*x/3" },
    { "12.346/3", "12.346/3" },
    { "79443000*x/124501283", "0.79443*x/1.24501283" },
    { "100000000/124501283*x", "x/1.24501283" },
    { "1000/8027", "1/8.027" },
    { "12500000/8027", "12500/8.027" },
    { "1/123456", "1/123456" },
    { "a/(1.5*b)", "2*a/(3*b)" },
    { "pi*x/2", "pi*x/2" },
    { "cos(x+y) + cos(x-y)", "cos(x + y) + cos(x - y)" },
  };
  for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
    const Expr *e = text_read(pool_of(state), CASES[i].given);
    assert_non_null(e);
    assert_printed(e, CASES[i].printed);
  }
}

static void thousands_of_random_expressions_read_back_as_the_same_node(void **state)
{
  RandomExpr random = { pool_of(state), 1 };
  Text text = { 0 };
  for (int i = 0; i < 4000; i++) {
    const Expr *e = random_expr(&random, 2 + i % 40);
    text_clear(&text);
    expr_print(e, &text);
    const Expr *again = text_read(expr_pool(e), text_string(&text));
    if (again != e) fail_msg("%s", text_string(&text));
  }
  text_free(&text);
}

static void lengths_are_known_before_printing(void **state)
{
  RandomExpr random = { pool_of(state), 2 };
  Text text = { 0 };
  for (int i = 0; i < 3000; i++) {
    Arena *arena = arena_new();
    const Formula *f = formula_of(random_expr(&random, 2 + i % 40), arena);
    text_clear(&text);
    formula_print(f, NULL, &text);
    int columns = text_columns(text_string(&text), text.length);
    if ((int)formula_length(f) != columns) {
      fail_msg("%d, not %d: %s", (int)formula_length(f), columns, text_string(&text));
    }
    arena_free(arena);
  }
  text_free(&text);
}

static void every_seed_prints_the_same_text(void **state)
{
  (void)state;
  Text text[2] = { { 0 }, { 0 } };
  for (int run = 0; run < 2; run++) {
    Pool *pool = pool_new(run == 0 ? 17 : 123456789);
    RandomExpr random = { pool, 5 };
    for (int i = 0; i < 500; i++) {
      expr_print(random_expr(&random, 3 + i % 30), &text[run]);
      text_put_char(&text[run], '\n');
    }
    pool_free(pool);
  }
  assert_string_equal(text_string(&text[0]), text_string(&text[1]));
  text_free(&text[0]);
  text_free(&text[1]);
}

static void a_sum_of_a_hundred_thousand_terms_prints_on_one_line(void **state)
{
  enum { COUNT = 100000 };
  Pool *pool = pool_of(state);
  const Expr *sum = expr_integer(pool, 0);
  size_t expected = 0;
  for (int i = 0; i < COUNT; i++) {
    char name[16];
    expected += (size_t)snprintf(name, sizeof name, "k%d", i) + (i > 0 ? 3 : 0);
    sum = expr_add(sum, expr_symbol(pool, name, STAGE_PARAMETER));
  }
  Text text = { 0 };
  expr_print(sum, &text);
  assert_int_equal(text.length, expected);
  assert_memory_equal(text_string(&text), "k0 + k1 + k2", 12);
  text_free(&text);
}

static void a_tower_of_functions_prints_with_names_for_its_floors(void **state)
{
  const Expr *tower = expr_find_symbol(pool_of(state), "x");
  for (int i = 0; i < 4000; i++) {
    tower = expr_call(i % 2 ? OP_ATAN : OP_EXP, expr_add(tower, expr_integer(expr_pool(tower), i)));
  }
  Text text = { 0 };
  expr_print(tower, &text);
  assert_non_null(strstr(text_string(&text), " where r1 = "));
  assert_non_null(strstr(text_string(&text), "exp(x)"));
  assert_true(text.length < 1000000);
  text_free(&text);
}

// Written out this would take 2^200 columns.
static void shared_parts_are_not_written_out_without_end(void **state)
{
  const Expr *e = expr_find_symbol(pool_of(state), "x");
  for (int i = 0; i < 200; i++) {
    e = expr_add(expr_call(OP_ATAN, e),
                 expr_call(OP_EXP, expr_add(e, expr_integer(expr_pool(e), i + 1))));
  }
  Text text = { 0 };
  expr_print(e, &text);
  assert_non_null(strstr(text_string(&text), " where r1 = "));
  assert_true(text.length < 2000000);
  text_free(&text);
}

// Fibonacci's sums and repeated squares: few nodes, huge numbers.
static void sharing_inside_sums_and_products_is_counted_not_written(void **state)
{
  Pool *pool = pool_of(state);
  const Expr *a = expr_find_symbol(pool, "a"), *b = expr_find_symbol(pool, "b");
  for (int i = 0; i < 8; i++) {
    const Expr *next = expr_add(a, b);
    a = b;
    b = next;
  }
  assert_printed(b, "21*a + 34*b");
  const Expr *x = expr_find_symbol(pool, "x");
  for (int i = 0; i < 10; i++)
    x = expr_mul(x, x);
  assert_printed(x, "x^1024");
  for (int i = 0; i < 80; i++)
    x = expr_mul(x, x);
  Text text = { 0 };
  expr_print(x, &text);
  assert_true(text.length < 1000);
  text_free(&text);
}

static void long_sums_break_before_a_sign(void **state)
{
  Arena *arena = arena_new();
  const Expr *e = text_read(pool_of(state), "a*x + b*y - a*b*x*y - 12*L1*sin(θ1) + m1*m2 + 1");
  Text text = { 0 };
  text_put(&text, "A = ");
  formula_print_wrapped(formula_of(e, arena), NULL, 4, 24, &text);
  assert_string_equal(text_string(&text), "A = m1*m2\n"
                                          "    - 12*L1*sin(θ1)\n"
                                          "    + a*x + b*y\n"
                                          "    - a*b*x*y + 1");
  text_free(&text);
  arena_free(arena);
}

// ---- shorthand

static Shorthand *names_of_angles(Pool *pool, Arena *arena, const int numbers[])
{
  const Expr *angles[] = { expr_find_symbol(pool, "θ1"), expr_find_symbol(pool, "θ2"),
                           expr_find_symbol(pool, "θ3") };
  return shorthand_new(arena, angles, numbers, 3);
}

static void assert_compact(Pool *pool, const int numbers[], const char *given, const char *printed,
                           const char *legend)
{
  Arena *arena = arena_new();
  Shorthand *names = names_of_angles(pool, arena, numbers);
  Text text = { 0 };
  formula_print(formula_of(text_read(pool, given), arena), names, &text);
  assert_string_equal(text_string(&text), printed);
  text_clear(&text);
  const char *name;
  const Formula *call;
  for (int i = 0; (call = shorthand_entry(names, i, &name)) != NULL; i++) {
    text_format(&text, "%s = ", name);
    formula_print(call, NULL, &text);
    text_put_char(&text, '\n');
  }
  assert_string_equal(text_string(&text), legend);
  text_free(&text);
  arena_free(arena);
}

static void shorthand_numbers_the_coordinates(void **state)
{
  assert_compact(pool_of(state), NULL, "a*cos(θ2+θ3)*sin(θ1) + b*cos(θ2+θ3)^2",
                 "b*C23^2 + a*S1*C23", "C23 = cos(θ2 + θ3)\nS1 = sin(θ1)\n");
  assert_compact(pool_of(state), NULL, "cos(θ1-θ2)", "C1m2", "C1m2 = cos(θ1 - θ2)\n");
  assert_compact(pool_of(state), NULL, "sin(θ1-θ2+θ3)", "S13m2", "S13m2 = sin(θ1 - θ2 + θ3)\n");
  assert_compact(pool_of(state), NULL, "cos(2*θ1) + cos(x + θ1)", "cos(2*θ1) + cos(θ1 + x)", "");
}

static void shorthand_keeps_large_numbers_apart(void **state)
{
  const int numbers[] = { 1, 10, 11 };
  assert_compact(pool_of(state), numbers, "cos(θ2+θ3)", "C10_11", "C10_11 = cos(θ2 + θ3)\n");
  assert_compact(pool_of(state), numbers, "cos(θ1-θ2)", "C1m10", "C1m10 = cos(θ1 - θ2)\n");
}

static void shorthand_gives_no_name_that_the_user_has(void **state)
{
  Pool *pool = pool_of(state);
  expr_symbol(pool, "C1", STAGE_PARAMETER);
  expr_name("S2", expr_add(expr_find_symbol(pool, "a"), expr_find_symbol(pool, "b")));
  assert_compact(pool, NULL, "C1*cos(θ1)*sin(θ1)*sin(θ2)", "C1*cos(θ1)*S1*sin(θ2)",
                 "S1 = sin(θ1)\n");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pool, close_pool)
  const struct CMUnitTest tests[] = {
    TEST(texts_are_written_as_people_write_them),
    TEST(thousands_of_random_expressions_read_back_as_the_same_node),
    TEST(lengths_are_known_before_printing),
    TEST(every_seed_prints_the_same_text),
    TEST(a_sum_of_a_hundred_thousand_terms_prints_on_one_line),
    TEST(a_tower_of_functions_prints_with_names_for_its_floors),
    TEST(shared_parts_are_not_written_out_without_end),
    TEST(sharing_inside_sums_and_products_is_counted_not_written),
    TEST(long_sums_break_before_a_sign),
    TEST(shorthand_numbers_the_coordinates),
    TEST(shorthand_keeps_large_numbers_apart),
    TEST(shorthand_gives_no_name_that_the_user_has),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
