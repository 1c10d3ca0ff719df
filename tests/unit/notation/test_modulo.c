// test_modulo.c -- velocity ratios of loops: shorter, and equal where the loop is closed.
// SPDX-License-Identifier: MIT
#include "notation/forms/reduce_by_relations.h"

#include "notation/forms/condense.h"
#include "notation/print/print.h"
#include "support/text_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static Pool *loop_pool(void)
{
  static const char *const PARAMETERS[] = { "a", "b", "c", "d" };
  static const char *const ANGLES[] = { "p", "q", "r", "x" };
  Pool *pool = pool_new(7);
  for (int i = 0; i < 4; i++) {
    expr_symbol(pool, PARAMETERS[i], STAGE_PARAMETER);
    expr_symbol(pool, ANGLES[i], STAGE_POSITION);
  }
  return pool;
}

static void assert_shortened(const char *const zeros[], const char *given, const char *expected)
{
  Pool *pool = loop_pool();
  Arena *arena = arena_new();
  const Expr *relations[2] = { text_read(pool, zeros[0]), text_read(pool, zeros[1]) };
  const Relations *closed = relations_new(relations, 2, arena);
  const Expr *shorter = expr_shorten_modulo(text_read(pool, given), closed);
  Text text = { 0 };
  formula_print(condense(shorter, arena), NULL, &text);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
  arena_free(arena);
  pool_free(pool);
}

// Crank p, coupler q, rocker r; the law of sines, seen along the rocker and along the crank.
static void ratios_of_a_four_bar(void **state)
{
  (void)state;
  static const char *const CLOSED[] = { "a*cos(p) + b*cos(q) - d - c*cos(r)",
                                        "a*sin(p) + b*sin(q) - c*sin(r)" };
  assert_shortened(CLOSED, "a*sin(p - r)/(a*sin(p - r) + d*sin(r))", "a*sin(r - p)/(b*sin(q - r))");
  assert_shortened(CLOSED, "a*(sin(p - r) + d*sin(p)/c)/(a*sin(p - r) + d*sin(r))",
                   "a*sin(q - p)/(c*sin(q - r))");
}

// Something cancels only after a step that shortens nothing by itself: a*sin(p) = b*sin(q).
static void ratio_of_a_slider_crank(void **state)
{
  (void)state;
  static const char *const CLOSED[] = { "a*cos(p) + b*cos(q) - x", "a*sin(p) - b*sin(q)" };
  assert_shortened(CLOSED, "a*x*sin(p)/(a*cos(p) - x)", "-x*tan(q)");
}

// A cylinder x between a pivot and the pin of an arm: two factors change together.
static void ratio_of_a_cylinder(void **state)
{
  (void)state;
  static const char *const CLOSED[] = { "x*cos(p - q) - a - d*sin(p)", "-d*cos(p) - x*sin(p - q)" };
  assert_shortened(CLOSED, "(x - d*sin(q))/(d*x*cos(q))", "1/(x*tan(q - p))");
}

// Tangents of the angles of a universal joint with the bend c: tan(p) = cos(c)*tan(q), solved for a
// cosine. A bend that moves may be a right angle.
static void ratio_of_a_universal_joint(void **state)
{
  (void)state;
  static const char *const CLOSED[] = { "sin(p)*cos(q) - cos(c)*cos(p)*sin(q)",
                                        "sin(p)*cos(q) - cos(c)*cos(p)*sin(q)" };
  assert_shortened(CLOSED,
                   "(cos(p)*cos(q) + cos(c)*sin(p)*sin(q))/(sin(p)*sin(q) + cos(c)*cos(p)*cos(q))",
                   "(1 - sin(c)^2*sin(q)^2)/cos(c)");
  static const char *const BENT[] = { "sin(p)*cos(q) - cos(r)*cos(p)*sin(q)",
                                      "sin(p)*cos(q) - cos(r)*cos(p)*sin(q)" };
  assert_shortened(BENT,
                   "(cos(p)*cos(q) + cos(r)*sin(p)*sin(q))/(sin(p)*sin(q) + cos(r)*cos(p)*cos(q))",
                   "(cos(p)*cos(q) + sin(p)*sin(q)*cos(r))/(sin(p)*sin(q) + cos(p)*cos(q)*cos(r))");
}

// The speed of a block on the pin of a crank a: solved for two lengths, b and c.
static void speed_of_a_pin(void **state)
{
  (void)state;
  static const char *const CLOSED[] = { "d + b*cos(q) - c*sin(q) - a*cos(p)",
                                        "b*sin(q) + c*cos(q) - a*sin(p)" };
  assert_shortened(CLOSED,
                   "(a*d*sin(p)/b)^2 + (b^2 + c^2)*(d*cos(q)/b + 1)^2"
                   " - 2*c*(d*cos(q)/b + 1)*a*d*sin(p)/b",
                   "a^2");
}

// Ratios of gears p and q with a and b teeth are constant: q/p has no value where the train starts.
static void ratios_of_gears(void **state)
{
  (void)state;
  static const char *const MESHED[] = { "a*p + b*q", "b*q + c*r" };
  assert_shortened(MESHED, "-a/b", "-a/b");
  assert_shortened(MESHED, "a/c*b", "a*b/c");
  assert_shortened(MESHED, "b*(b*x - a*d)/(a^2 + b^2)", "b*(b*x - a*d)/(a^2 + b^2)");
  assert_shortened(MESHED, "(a/b)^2 + (a/c)^2 + 1", "a^2/b^2 + a^2/c^2 + 1");
  assert_shortened(MESHED, "a*p*sin(x)/(b*q)", "-sin(x)");
}

// A bar a leans on a wall at the distance c.
static void what_is_constant_gets_no_coordinates(void **state)
{
  (void)state;
  static const char *const CLOSED[] = { "a*cos(p) - c", "a*sin(p) - x" };
  assert_shortened(CLOSED, "1 - c^2/a^2", "1 - c^2/a^2");
  assert_shortened(CLOSED, "1 - c^2*cos(r)/(a^2*cos(r))", "1 - c^2/a^2");
}

// Crank p, rod q: at the dead centre, where both are 0, tan(q)/tan(p) would have no value. So has
// r, as long as a screw turns by it.
static void no_divisor_is_new(void **state)
{
  (void)state;
  static const char *const CRANK[] = { "a*cos(p) + b*cos(q) - x", "a*sin(p) - b*sin(q)" };
  assert_shortened(CRANK, "a*cos(p)/(b*cos(q))", "a*cos(p)/(b*cos(q))");
  static const char *const SCREW[] = { "x - d*r", "p - c*r" };
  assert_shortened(SCREW, "c/d*sin(r)", "c*sin(r)/d");
}

static void what_relations_do_not_shorten_stays(void **state)
{
  (void)state;
  static const char *const CLOSED[] = { "a*cos(p) + b*cos(q) - x", "sqrt(x) - b/c" };
  assert_shortened(CLOSED, "c*sin(r)", "c*sin(r)");
  assert_shortened(CLOSED, "1/(x - b*cos(q) - a*cos(p) + c)", "1/c");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(ratios_of_a_four_bar),
    cmocka_unit_test(ratio_of_a_slider_crank),
    cmocka_unit_test(ratio_of_a_cylinder),
    cmocka_unit_test(ratio_of_a_universal_joint),
    cmocka_unit_test(speed_of_a_pin),
    cmocka_unit_test(ratios_of_gears),
    cmocka_unit_test(what_is_constant_gets_no_coordinates),
    cmocka_unit_test(no_divisor_is_new),
    cmocka_unit_test(what_relations_do_not_shorten_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
