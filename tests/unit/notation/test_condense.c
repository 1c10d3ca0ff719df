// test_condense.c -- equations of known mechanisms come out as the books print them.
// SPDX-License-Identifier: MIT
#include "notation/condense.h"

#include "support/random_expr.h"
#include "notation/print.h"
#include "support/text_reader.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>

static void declare(Pool *pool, const char *const names[], int count, Stage stage)
{
  for (int i = 0; i < count; i++)
    expr_symbol(pool, names[i], stage);
}

// `is_backward`: the same parameters, declared lengths first as in the language's example.
static Pool *mechanism_pool(uint64_t seed, bool is_backward)
{
  static const char *const FORWARD[] = { "g", "m1", "m2", "I1z", "I2z", "L1", "L2", "LG1", "LG2" };
  static const char *const BACKWARD[] = { "L1", "L2", "LG1", "LG2", "m1", "m2", "I1z", "I2z", "g" };
  static const char *const OTHERS[] = { "alpha", "zG1", "zG2", "L3",  "VZ3", "VZ6",
                                        "JX2",   "JZ2", "JX3", "JY3", "JX6", "JY6" };
  static const char *const POSITIONS[] = { "θ1", "θ2", "θ3", "θ4", "θ5", "θ6", "q1", "q2" };
  Pool *pool = pool_new(seed);
  declare(pool, is_backward ? BACKWARD : FORWARD, 9, STAGE_PARAMETER);
  declare(pool, OTHERS, 12, STAGE_PARAMETER);
  for (int i = 0; i < 8; i++)
    expr_rate(expr_symbol(pool, POSITIONS[i], STAGE_POSITION));
  return pool;
}

typedef struct Example {
  const char *given;
  const char *condensed;
} Example;

#define POSITION_X "(L1*cos(θ1) + LG2*cos(θ1 + θ2))"
#define POSITION_Y "(L1*sin(θ1) + LG2*sin(θ1 + θ2))"
#define SPLIT_X "(L1*cos(θ1) + LG2*(cos(θ1)*cos(θ2) - sin(θ1)*sin(θ2)))"
#define SPLIT_Y "(L1*sin(θ1) + LG2*(sin(θ1)*cos(θ2) + cos(θ1)*sin(θ2)))"
#define INERTIA_11 "I1z + I2z + m1*LG1^2 + m2*(L1^2 + LG2^2 + 2*L1*LG2*cos(θ2))"
#define INERTIA_12 "I2z + m2*(LG2^2 + L1*LG2*cos(θ2))"
#define WEIGHT_1 "g*(m1*LG1*cos(θ1) + m2*(L1*cos(θ1) + LG2*cos(θ1 + θ2)))"
#define CORIOLIS "-m2*L1*LG2*sin(θ2)*θ2'"
#define MONOPOD "cos(alpha + q1)*(m1*zG1 + m2*(zG2 + q2))"

static const Example EXAMPLES[] = {
  // planar arm, matrix of inertia: expanded, from positions, from positions with split angles
  { "I1z + I2z + m1*LG1^2 + m2*L1^2 + m2*LG2^2 + 2*m2*L1*LG2*cos(θ2)", INERTIA_11 },
  { "I1z + I2z + m1*(LG1*cos(θ1))^2 + m1*(LG1*sin(θ1))^2 + m2*" POSITION_X "^2 + m2*" POSITION_Y
    "^2",
    INERTIA_11 },
  { "I1z + I2z + m1*(LG1*cos(θ1))^2 + m1*(LG1*sin(θ1))^2 + m2*" SPLIT_X "^2 + m2*" SPLIT_Y "^2",
    INERTIA_11 },
  { "I2z + m2*LG2^2 + m2*L1*LG2*cos(θ2)", INERTIA_12 },
  { "I2z + m2*LG2*(LG2 + L1*cos(θ2))", INERTIA_12 },
  { "I2z + m2*LG2*cos(θ1 + θ2)*" POSITION_X " + m2*LG2*sin(θ1 + θ2)*" POSITION_Y, INERTIA_12 },
  { "I2z + m2*LG2^2*cos(θ1 + θ2)^2 + m2*LG2^2*sin(θ1 + θ2)^2", "I2z + m2*LG2^2" },
  // speeds
  { "m2*L1*LG2*θ2'*(cos(θ1 + θ2)*sin(θ1) - sin(θ1 + θ2)*cos(θ1))", CORIOLIS },
  { "LG2*θ2'*L1*m2*(0 - sin(θ2))", CORIOLIS },
  // weight
  { "g*m1*LG1*cos(θ1) + g*m2*L1*cos(θ1) + g*m2*LG2*cos(θ1 + θ2)", WEIGHT_1 },
  { "g*m1*LG1*cos(θ1) + g*m2*" SPLIT_X, WEIGHT_1 },
  { "cos(θ1)*(g*m1*LG1 + g*m2*L1) + g*m2*LG2*cos(θ1 + θ2)", WEIGHT_1 },
  // monopod
  { "m1*zG1*cos(alpha + q1) + m2*zG2*cos(alpha + q1) + m2*q2*cos(alpha + q1)", MONOPOD },
  { "m1*zG1*(cos(alpha)*cos(q1) - sin(alpha)*sin(q1)) + m2*zG2*cos(alpha)*cos(q1)"
    " - m2*zG2*sin(alpha)*sin(q1) + m2*q2*cos(alpha + q1)",
    MONOPOD },
  // small things
  { "(m1 + m2)/(L1 + L2) + m1/(L1 + L2)", "(2*m1 + m2)/(L1 + L2)" },
  { "1/(L1^2*cos(θ1)^2 + L1^2*sin(θ1)^2 + L2)", "1/(L1^2 + L2)" },
  { "1 - sin(θ1)^2", "cos(θ1)^2" },
  { "cos(θ1)^2 - sin(θ1)^2", "cos(2*θ1)" },
  { "L1*L2 + L1*LG2 + L2*LG1 + LG1*LG2", "(L1 + LG1)*(L2 + LG2)" },
  { "L1/2 + L2/2", "(L1 + L2)/2" },
  { "0.3*L1 + 0.7*L2", "0.3*L1 + 0.7*L2" },
};

static void assert_condensed(Pool *pool, const Example *example)
{
  Arena *arena = arena_new();
  const Expr *e = text_read(pool, example->given);
  assert_non_null(e);
  const Formula *f = condense(e, arena);
  Text text = { 0 };
  formula_print(f, NULL, &text);
  assert_string_equal(text_string(&text), example->condensed);
  assert_ptr_equal(expr_of_formula(pool, f), e);
  assert_ptr_equal(text_read(pool, text_string(&text)), e);
  text_free(&text);
  arena_free(arena);
}

// A pool of its own for each: what one example built must not help the next.
static void equations_come_out_as_in_the_books(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++) {
    Pool *pool = mechanism_pool(i, false);
    assert_condensed(pool, &EXAMPLES[i]);
    pool_free(pool);
  }
}

static void order_of_declaration_does_not_change_the_form(void **state)
{
  (void)state;
  for (size_t i = 0; i < 13; i++) {
    Pool *pool = mechanism_pool(77 * i, true);
    assert_condensed(pool, &EXAMPLES[i]);
    pool_free(pool);
  }
}

// ---- six-axis robot: lines printed in the report of 1980, in its shorthand

#define C23 "cos(θ2 + θ3)"
#define S23 "sin(θ2 + θ3)"
#define C234 "cos(θ2 + θ3 + θ4)"
#define S234 "sin(θ2 + θ3 + θ4)"
#define WRIST_X "(cos(θ6)*sin(θ5)*" S234 " + sin(θ6)*" C234 ")"
#define WRIST_Y "(sin(θ6)*sin(θ5)*" S234 " - cos(θ6)*" C234 ")"
#define WRIST_22 "JX6*cos(θ6)^2*cos(θ5)^2 + JY6*sin(θ6)^2*cos(θ5)^2"

static const Example ROBOT[] = {
  { "2*VZ3*L2*" C23 "*sin(θ2) + 2*VZ6*L2*" C234 "*cos(θ5)*sin(θ2) + 2*VZ6*L3*" C234 "*cos(θ5)*" C23
    " + JZ2*sin(θ2)^2 + JY3*" C23 "^2 + JX6*" WRIST_X "^2 + JY6*" WRIST_Y "^2",
    "2*VZ3*L2*C23*S2 + 2*VZ6*L2*C234*C5*S2 + 2*VZ6*L3*C234*C5*C23 + JZ2*S2^2 + JY3*C23^2"
    " + JX6*(C6*S5*S234 + S6*C234)^2 + JY6*(S6*S5*S234 - C6*C234)^2" },
  { "-2*VZ3*L2*sin(θ3) - 2*VZ6*L2*sin(θ3 + θ4)*cos(θ5) + 2*VZ6*L3*cos(θ4)*cos(θ5) + JX2 + JX3"
    " + " WRIST_22,
    "-2*VZ3*L2*S3 - 2*VZ6*L2*S34*C5 + 2*VZ6*L3*C4*C5 + JX2 + JX3 + (JX6*C6^2 + JY6*S6^2)*C5^2" },
  { "2*VZ3*L2*(sin(θ2)*" C23 " - cos(θ2)*" S23 ") + 2*VZ6*L2*cos(θ5)*(sin(θ2)*" C234
    " - cos(θ2)*" S234 ") + 2*VZ6*L3*cos(θ5)*(" C23 "*" C234 " + " S23 "*" S234
    ") + JX2 + JX3 + " WRIST_22,
    "-2*VZ3*L2*S3 - 2*VZ6*L2*S34*C5 + 2*VZ6*L3*C4*C5 + JX2 + JX3 + (JX6*C6^2 + JY6*S6^2)*C5^2" },
};

static void lines_of_the_robot_are_no_longer_than_printed(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof ROBOT / sizeof ROBOT[0]; i++) {
    Pool *pool = mechanism_pool(5, false);
    Arena *arena = arena_new();
    const Expr *angles[6];
    for (int k = 0; k < 6; k++) {
      const char *names[] = { "θ1", "θ2", "θ3", "θ4", "θ5", "θ6" };
      angles[k] = expr_find_symbol(pool, names[k]);
    }
    const Expr *e = text_read(pool, ROBOT[i].given);
    const Formula *f = condense(e, arena);
    Text text = { 0 };
    formula_print(f, compact_new(arena, angles, NULL, 6), &text);
    if (text.length > strlen(ROBOT[i].condensed)) fail_msg("%s", text_string(&text));
    assert_ptr_equal(expr_of_formula(pool, f), e);
    text_free(&text);
    arena_free(arena);
    pool_free(pool);
  }
}

// ---- any expression

static void condensed_formulas_keep_their_value_and_are_never_longer(void **state)
{
  (void)state;
  Pool *pool = pool_new(4);
  RandomExpr random = { pool, 41 };
  for (int i = 0; i < 600; i++) {
    const Expr *e =
        i % 4 == 0 ? random_expr(&random, 2 + i % 25) : random_smooth_expr(&random, 2 + i % 25);
    Arena *arena = arena_new();
    uint32_t as_built = formula_of(e, arena)->score;
    const Formula *f = condense(e, arena);
    assert_true(f->score <= as_built);
    assert_ptr_equal(expr_of_formula(pool, f), e);
    arena_free(arena);
  }
  pool_free(pool);
}

static void every_seed_condenses_to_the_same_text(void **state)
{
  (void)state;
  Text text[2] = { { 0 }, { 0 } };
  for (int run = 0; run < 2; run++) {
    Pool *pool = pool_new(run == 0 ? 1 : 987654321);
    RandomExpr random = { pool, 51 };
    for (int i = 0; i < 150; i++) {
      Arena *arena = arena_new();
      formula_print(condense(random_smooth_expr(&random, 3 + i % 20), arena), NULL, &text[run]);
      text_put_char(&text[run], '\n');
      arena_free(arena);
    }
    pool_free(pool);
  }
  assert_string_equal(text_string(&text[0]), text_string(&text[1]));
  text_free(&text[0]);
  text_free(&text[1]);
}

static void names_stay_closed(void **state)
{
  (void)state;
  Pool *pool = mechanism_pool(8, false);
  const Expr *mass = expr_name("M", text_read(pool, "m1 + m2"));
  const Expr *e = expr_add(expr_mul(mass, text_read(pool, "L1*cos(θ1)")),
                           expr_mul(mass, text_read(pool, "L2*cos(θ1)")));
  Arena *arena = arena_new();
  Text text = { 0 };
  formula_print(condense(e, arena), NULL, &text);
  assert_string_equal(text_string(&text), "M*(L1 + L2)*cos(θ1)");
  text_free(&text);
  arena_free(arena);
  pool_free(pool);
}

static double seconds_to_condense(const Expr *e)
{
  Arena *arena = arena_new();
  clock_t start = clock();
  const Formula *f = condense(e, arena);
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  assert_non_null(f);
  arena_free(arena);
  return seconds;
}

// The limit leaves room for sanitizers: the release build takes about a fifth.
static void large_expressions_take_little_time(void **state)
{
  (void)state;
  Pool *pool = mechanism_pool(6, false);
  const Expr *sum = expr_integer(pool, 0), *tower = text_read(pool, "q1");
  for (int i = 0; i < 33000; i++) {
    char name[16];
    snprintf(name, sizeof name, "k%d", i);
    const Expr *k = expr_symbol(pool, name, STAGE_PARAMETER);
    sum = expr_add(sum, expr_mul(k, expr_mul(tower, expr_call(OP_COS, k))));
    if (i % 300 == 0) tower = expr_add(k, expr_mul(tower, expr_call(OP_ATAN, tower)));
  }
  assert_true(pool_node_count(pool) > 100000);
  assert_true(seconds_to_condense(sum) < 5.0);
  pool_free(pool);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(equations_come_out_as_in_the_books),
    cmocka_unit_test(order_of_declaration_does_not_change_the_form),
    cmocka_unit_test(lines_of_the_robot_are_no_longer_than_printed),
    cmocka_unit_test(condensed_formulas_keep_their_value_and_are_never_longer),
    cmocka_unit_test(every_seed_condenses_to_the_same_text),
    cmocka_unit_test(names_stay_closed),
    cmocka_unit_test(large_expressions_take_little_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
