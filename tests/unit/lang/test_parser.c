// test_parser.c -- the tree of a text, and texts made to break a parser.
// SPDX-License-Identifier: MIT
#include "lang/parser.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

static void check_dump(const char *text, const char *expected)
{
  Source source = { "test.bl", text, strlen(text) };
  Diagnostics *diagnostics = diagnostics_new();
  Ast *ast = parser_read(&source, diagnostics);
  Text dump = { 0 };
  ast_dump(ast, &dump);
  assert_string_equal(text_string(&dump), expected);
  assert_int_equal(diagnostics_count(diagnostics), 0);
  text_free(&dump);
  ast_free(ast);
  diagnostics_free(diagnostics);
}

static void check_expression(const char *expression, const char *expected)
{
  Text text = { 0 };
  Text wanted = { 0 };
  text_format(&text, "let a = %s", expression);
  text_format(&wanted, "let\n  item a = %s\n", expected);
  check_dump(text_string(&text), text_string(&wanted));
  text_free(&text);
  text_free(&wanted);
}

static void operators_bind_as_in_mathematics(void **state)
{
  (void)state;
  check_expression("1 + 2*x", "(+ 1 (* 2 x))");
  check_expression("(1 + 2)*x", "(* (+ 1 2) x)");
  check_expression("a - b - c", "(+ a (- b) (- c))");
  check_expression("a/b/c*d", "(* a (/ b) (/ c) d)");
  check_expression("-x^2", "(- (^ x 2))");
  check_expression("2^3^4", "(^ 2 (^ 3 4))");
  check_expression("2^-x", "(^ 2 (- x))");
  check_expression("a*-b", "(* a (- b))");
  check_expression("a + b < c*d", "(< (+ a b) (* c d))");
  check_expression("+a", "a");
}

static void calls_vectors_and_primes_are_primaries(void **state)
{
  (void)state;
  check_expression("sin(x)^2", "(^ (sin x) 2)");
  check_expression("x''*2", "(* x'' 2)");
  check_expression("if(a > b, a, b)", "(if (> a b) a b)");
  check_expression("[1, -2, x]", "[1 (- 2) x]");
  check_expression("[[1,0],[0,1]] . u", "(* [[1 0] [0 1]] (. u))");
  check_expression("f()", "(f)");
}

static void units_touch_and_operators_need_not(void **state)
{
  (void)state;
  check_expression("9.81 m/s^2", "9.81 m s^-2");
  check_expression("5 m / s", "(* 5 m (/ s))");
  check_expression("5 m /s", "(* 5 m (/ s))");
  check_expression("2 kg.m^2*x", "(* 2 kg m^2 x)");
  check_expression("2 kg*m", "(* 2 kg m)");
  check_expression("1 m.s^-1", "1 m s^-1");
  check_expression("[1, 2, 3] mm", "[1 2 3] mm");
  check_expression("diag(1, 2, 3) kg.m^2", "(diag 1 2 3) kg m^2");
  check_expression("2 t + t", "(+ 2 t t)");
}

static void statements_keep_their_parts(void **state)
{
  (void)state;
  check_dump("mechanism m \"A title\"\nparam a, b = 2\ngravity g",
             "mechanism m\n  title A title\nparam\n  item a\n  item b = 2\ngravity\n  value g\n");
  check_dump("joint j : prismatic -x (q = 1) from f at u rotated RX(1), RY(2) limits 0 .. 1",
             "joint j\n  kind prismatic\n  axis -x\n  coordinate q\n  initial 1\n  from f\n"
             "  at u\n  rotated RX = 1\n  rotated RY = 2\n  lower 0\n  upper 1\n");
  check_dump("joint j : revolute [1,0,0] from f, rotated RX(1), limits 0 .. 1",
             "joint j\n  kind revolute\n  axis [1 0 0]\n  from f\n  rotated RX = 1\n  lower 0\n"
             "  upper 1\n");
  check_dump("body b on f : inertia j about origin, mass m\npoint p on f at u",
             "body b\n  on f\n  mass m\n  inertia about origin j\npoint p\n  on f\n  at u\n");
}

// ---- texts made to break a parser

static int count_errors(const Text *text)
{
  Source source = { "test.bl", text_string(text), text->length };
  Diagnostics *diagnostics = diagnostics_new();
  Ast *ast = parser_read(&source, diagnostics);
  Text dump = { 0 };
  ast_dump(ast, &dump);
  int count = diagnostics_error_count(diagnostics);
  text_free(&dump);
  ast_free(ast);
  diagnostics_free(diagnostics);
  return count;
}

static void put_many(Text *text, const char *string, int count)
{
  for (int i = 0; i < count; i++)
    text_put(text, string);
}

static void ten_thousand_levels_are_one_error(void **state)
{
  (void)state;
  const char *const openings[] = { "(", "[", "sin(", "-", "2^", "(-", "[[" };
  for (size_t i = 0; i < sizeof openings / sizeof openings[0]; i++) {
    Text text = { 0 };
    text_put(&text, "let a = ");
    put_many(&text, openings[i], 10000);
    assert_int_equal(count_errors(&text), 1);
    text_free(&text);
  }
}

static void two_hundred_levels_are_the_limit(void **state)
{
  (void)state;
  for (int levels = 199; levels <= 200; levels++) {
    Text text = { 0 };
    text_put(&text, "let a = ");
    put_many(&text, "(", levels);
    text_put_char(&text, '1');
    put_many(&text, ")", levels);
    assert_int_equal(count_errors(&text), levels == 199 ? 0 : 1);
    text_free(&text);
  }
}

static void long_flat_lists_are_not_deep(void **state)
{
  (void)state;
  const char *const parts[] = { "+1", "-x", "*2", "/y", " . z" };
  for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
    Text text = { 0 };
    text_put(&text, "let a = 1");
    put_many(&text, parts[i], 100000);
    assert_int_equal(count_errors(&text), 0);
    text_free(&text);
  }
}

static void every_statement_has_its_own_error(void **state)
{
  (void)state;
  Text text = { 0 };
  put_many(&text, "param a = (1\n", 1000);
  assert_int_equal(count_errors(&text), 1000);
  text_free(&text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(operators_bind_as_in_mathematics),
    cmocka_unit_test(calls_vectors_and_primes_are_primaries),
    cmocka_unit_test(units_touch_and_operators_need_not),
    cmocka_unit_test(statements_keep_their_parts),
    cmocka_unit_test(ten_thousand_levels_are_one_error),
    cmocka_unit_test(two_hundred_levels_are_the_limit),
    cmocka_unit_test(long_flat_lists_are_not_deep),
    cmocka_unit_test(every_statement_has_its_own_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
