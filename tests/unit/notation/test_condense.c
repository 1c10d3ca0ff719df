// test_condense.c -- equations of known mechanisms come out as the books print them.
// SPDX-License-Identifier: MIT
#include "notation/forms/condense.h"

#include "base/random.h"
#include "support/random_expr.h"
#include "support/sanitizer.h"
#include "notation/forms/polynomial.h"
#include "notation/print/print.h"
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

// Random expressions; memory is checked with fewer.
#ifdef HAS_SANITIZER
enum { EXPRESSIONS = 200 };
#else
enum { EXPRESSIONS = 1500 };
#endif

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
#define INERTIA_12 "I2z + m2*LG2*(LG2 + L1*cos(θ2))"
#define WEIGHT_1 "g*(m2*LG2*cos(θ1 + θ2) + (m1*LG1 + m2*L1)*cos(θ1))"
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
  // fractions in lowest terms, tangents, double angles, completed squares
  { "sin(θ1 + θ2) - sin(θ1)*cos(θ1 + θ2)/cos(θ1)", "sin(θ2)/cos(θ1)" },
  { "sin(θ1)/(L1*cos(θ1))", "tan(θ1)/L1" },
  { "2*m1*cos(θ1)*sin(θ1)", "m1*sin(2*θ1)" },
  { "m1 + m2 - m2*cos(θ1)^2", "m1 + m2*sin(θ1)^2" },
  { "m1 + m2*(1 - cos(2*θ1 - 2*θ2))/2", "m1 + m2*sin(θ1 - θ2)^2" },
  { "cos(θ1) - cos(θ2)*cos(θ1 + θ2)", "sin(θ2)*sin(θ1 + θ2)" },
  { "L1^2*(2*sin(θ1) + (cos(2*θ1) + 1)/sin(θ1))^2/4", "L1^2/sin(θ1)^2" },
  { "(L1 - g*(m1 + m2))/(m1 + m2)", "L1/(m1 + m2) - g" },
  { "(m1*L1 + L2)/m1", "L1 + L2/m1" },
  { "(L1/m1 + L2/m2)*m1*m2/(L1*m2 + L2*m1)", "1" },
  { "m1*L1^2*L2^2/LG1^2", "m1*(L1*L2/LG1)^2" },
  { "L1*sin(θ2 - θ1)*(-1)", "L1*sin(θ1 - θ2)" },
  { "sin(2*θ1 - 2*θ2)", "sin(2*(θ1 - θ2))" },
  { "m1*L1^2/2 + m2*L1^2/2 - g*L2*cos(θ1)", "(m1 + m2)*L1^2/2 - g*L2*cos(θ1)" },
  // numbers and powers below a bracket, fractions in fractions
  { "(m1*L1^2 + I1z)/L1^2", "m1 + I1z/L1^2" },
  { "I1z + m1*(L1 + L2)^2 + I2z*(L1/L2 + 1)^2", "I1z + (m1 + I2z/L2^2)*(L1 + L2)^2" },
  { "L1^2*(3*m1 + 2*m2)/2", "(3*m1/2 + m2)*L1^2" },
  { "(θ1'^2/4 + L1*θ2'/3)/(cos(θ1)/4 - 5/12)", "(3*θ1'^2 + 4*L1*θ2')/(3*cos(θ1) - 5)" },
  { "L1/(L2*tan(θ1 - θ2))*(-1)", "L1/(L2*tan(θ2 - θ1))" },
  // squares of rates, masses together
  { "L1^2 + 2*L1*θ1' + θ1'^2 + L2^2*cos(θ1)^2", "L2^2*cos(θ1)^2 + (L1 + θ1')^2" },
  { "JX2*(cos(θ1)*θ2' + sin(θ1)*cos(θ3)*θ3')^2 + JY3*(cos(θ1)*cos(θ3)*θ3' - sin(θ1)*θ2')^2",
    "JX2*(cos(θ1)*θ2' + sin(θ1)*cos(θ3)*θ3')^2 + JY3*(sin(θ1)*θ2' - cos(θ1)*cos(θ3)*θ3')^2" },
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
    formula_print(f, shorthand_new(arena, angles, NULL, 6), &text);
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

// Rational functions of sines and cosines of sums of angles are what the fields know all about: a
// candidate of another value would come of a wrong rule.
static void no_rule_makes_another_value(void **state)
{
  (void)state;
  Pool *pool = pool_new(14);
  RandomExpr random = { pool, 99 };
  for (int i = 0; i < EXPRESSIONS; i++) {
    Arena *arena = arena_new();
    FormCache *memo = form_cache_new(arena);
    for (int n = 0; n < 3; n++)
      condense_next(random_smooth_expr(&random, 2 + (i + n) % 30), arena, memo);
    assert_int_equal(memo->refused_count, 0);
    arena_free(arena);
  }
  pool_free(pool);
}

// Identities that hold, and that the fields do not know.
static void forms_of_unknown_value_are_not_taken(void **state)
{
  (void)state;
  static const char *const GIVEN[] = {
    "2*cos(acos(L1)/2)^2 - 1",
    "cos(2/L1) - 2*cos(1/L1)^2",
    "L1 + 1/2305843009213693921",
    "L1*(cos(θ1) + 1/2305843009213693951)*(2 + 1/2305843009213693967)",
    "sin(θ1 + 1.22)*cos(θ2 - 0.7) + cos(θ1 + 1.22)*sin(θ2 - 0.7)",
    "cos(θ1/7)*cos(3*θ1/11) - sin(θ1/7)*sin(3*θ1/11)",
    "cos(θ1/13)^2 - sin(θ1/13)^2 + sin(θ1*0.123456789)^2",
    "cos(sqrt(L1))^4 - sin(sqrt(L1))^4",
    "cos(θ1*θ2)*cos(θ1/θ2) - sin(θ1*θ2)*sin(θ1/θ2)",
    "cos(θ1 + pi/7)^2 + cos(θ1 + 2*pi/7)^2 + cos(θ1 + 4*pi/7)^2",
    "sin(exp(L1))^2 + 2*cos(exp(L1))^2 - cos(2*exp(L1))",
    "cos(atan2(L1, L2))^2*g + sin(atan2(L1, L2))^2*g",
    "2*cos(abs(θ1)/2)^2 - 1 + sqrt(L1)^2",
  };
  for (size_t i = 0; i < sizeof GIVEN / sizeof GIVEN[0]; i++) {
    Pool *pool = mechanism_pool(i, false);
    Arena *arena = arena_new();
    const Expr *e = text_read(pool, GIVEN[i]);
    assert_non_null(e);
    const Formula *f = condense(e, arena);
    assert_true(expr_same_value(expr_of_formula(pool, f), e));
    arena_free(arena);
    pool_free(pool);
  }
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

// A linear form of three angles in brackets, and its coefficients.
static void draw_angle(uint64_t *random, int depth, int factor, int coefficients[3], Text *text)
{
  if (depth == 0) {
    int angle = (int)(random_next(random) % 3), number = 1 + (int)(random_next(random) % 3);
    coefficients[angle] += factor * number;
    text_format(text, "%d*θ%d", number, angle + 1);
    return;
  }
  int terms = 2 + (int)(random_next(random) % 2);
  int number = 1 + (int)(random_next(random) % 3);
  text_format(text, "%d*(", number);
  for (int i = 0; i < terms; i++) {
    int sign = i > 0 && random_next(random) % 2 == 0 ? -1 : 1;
    if (i > 0) text_put(text, sign < 0 ? " - " : " + ");
    int below = (int)(random_next(random) % (uint64_t)depth);
    draw_angle(random, below, sign * number * factor, coefficients, text);
  }
  text_put_char(text, ')');
}

static void put_condensed(const char *before, const char *angle, const char *after, Text *text)
{
  Pool *pool = mechanism_pool(5, false);
  Arena *arena = arena_new();
  Text given = { 0 };
  text_format(&given, "%s%s%s", before, angle, after);
  formula_print(condense(text_read(pool, text_string(&given)), arena), NULL, text);
  text_free(&given);
  arena_free(arena);
  pool_free(pool);
}

// However their sums are nested, linear forms of angles are written in one way.
static void nested_angles_are_collected(void **state)
{
  (void)state;
  static const char *const SHAPES[][2] = {
    { "sin(", ")" },
    { "m1*L1*cos(", ")*θ1'^2" },
    { "m1 + m2*(L1 + L2*tan(", "))^2" },
    { "1/(L1 + L2*sin(θ4)*cos(", ") + sqrt(L1))" },
    { "exp(L1*sin(", "))" },
  };
  uint64_t random = 3;
  for (int i = 0; i < 200; i++) {
    int coefficients[3] = { 0 };
    const char *const *shape = SHAPES[i % 5];
    Text nested = { 0 }, plain = { 0 }, texts[2] = { { 0 }, { 0 } };
    draw_angle(&random, 1 + i % 4, 1, coefficients, &nested);
    for (int k = 0; k < 3; k++)
      text_format(&plain, "%s(%d)*θ%d", k > 0 ? " + " : "", coefficients[k], k + 1);
    put_condensed(shape[0], text_string(&nested), shape[1], &texts[0]);
    put_condensed(shape[0], text_string(&plain), shape[1], &texts[1]);
    assert_string_equal(text_string(&texts[0]), text_string(&texts[1]));
    text_free(&texts[1]);
    text_free(&texts[0]);
    text_free(&plain);
    text_free(&nested);
  }
}

static void names_in_angles_are_opened_where_terms_cancel(void **state)
{
  (void)state;
  Pool *pool = mechanism_pool(8, false);
  const Expr *s = expr_name("s", text_read(pool, "θ1 + θ2 + θ3"));
  const Expr *difference = expr_sub(s, text_read(pool, "2*(θ1 + (θ2 - θ3)/2)"));
  const Expr *sine = expr_call(OP_SIN, expr_mul(expr_integer(pool, 3), difference));
  Arena *arena = arena_new();
  Text text = { 0 };
  formula_print(condense(sine, arena), NULL, &text);
  text_put_char(&text, '\n');
  formula_print(condense(expr_call(OP_COS, expr_sub(s, text_read(pool, "θ4"))), arena), NULL,
                &text);
  assert_string_equal(text_string(&text), "-sin(3*(θ1 - 2*θ3))\ncos(θ4 - s)");
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

// ---- expressions that would explode

static void assert_quick(const Expr *e, uint32_t longest)
{
  enum { MAX_MEGABYTES = 150 };
  const Formula *(*const FORMS[])(const Expr *, Arena *) = { condense, formula_expand,
                                                             formula_factor };
  for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++) {
    Arena *arena = arena_new();
    clock_t start = clock();
    const Formula *f = FORMS[i](e, arena);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (seconds > 5.0)
      fail_msg("%.1f s for form %d", seconds, (int)i);  // a fifth without sanitizers
    assert_true(arena_reserved(arena) < (size_t)MAX_MEGABYTES << 20);
    assert_true(expr_same_value(expr_of_formula(expr_pool(e), f), e));
    if (i == 0) assert_true(formula_length(f) <= longest);
    arena_free(arena);
  }
}

static void assert_text_quick(const char *text)
{
  Pool *pool = mechanism_pool(3, false);
  const Expr *e = text_read(pool, text);
  assert_non_null(e);
  assert_quick(e, (uint32_t)strlen(text) + 40);
  pool_free(pool);
}

static void powers_and_products_do_not_explode(void **state)
{
  (void)state;
  assert_text_quick("cos(θ1)^64 + sin(θ2)");
  assert_text_quick("m1*(sin(θ1)^60 + cos(θ1)/7)");
  assert_text_quick("cos(θ1)^999 + sin(θ2)");
  assert_text_quick("m1*sin(θ1)^200*cos(θ2)^300*sin(θ3)^400 + m2*cos(θ1)^500");
  assert_text_quick("(sin(θ1)*cos(θ2) + L1)^60 + L1*sin(θ1)^41*cos(θ2)^39");
  assert_text_quick("(θ1^60 - θ2^60)*(L1^40 - 1) + sin(θ1)");
  assert_text_quick("1/(sin(θ1)^40 + 1/(cos(θ2)^40 + 1/(sin(θ1)^50 + L1)))");
  Pool *pool = mechanism_pool(2, false);
  const Expr *plain = expr_integer(pool, 1), *turning = plain;
  for (int i = 0; i < 20; i++) {
    char name[16];
    snprintf(name, sizeof name, "a%d", i);
    const Expr *a = expr_symbol(pool, name, STAGE_PARAMETER);
    snprintf(name, sizeof name, "b%d", i);
    const Expr *b = expr_symbol(pool, name, STAGE_POSITION);
    plain = expr_mul(plain, expr_add(a, b));
    const Expr *first = expr_mul(a, expr_call(OP_SIN, b));
    turning = expr_mul(turning, expr_add(first, expr_call(OP_COS, b)));
  }
  assert_quick(plain, 400);
  assert_quick(expr_add(turning, text_read(pool, "L1")), 800);
  pool_free(pool);
}

// sum of a*sin(b)^2*cos(c)^2*... over many angles: all pairs of angles are tried.
static void many_angles_do_not_explode(void **state)
{
  (void)state;
  Pool *pool = mechanism_pool(2, false);
  const Expr *waves[16][2], *sum = expr_integer(pool, 0), *quarter = sum;
  for (int i = 0; i < 16; i++) {
    char name[16];
    snprintf(name, sizeof name, "b%d", i);
    const Expr *b = expr_symbol(pool, name, STAGE_POSITION);
    quarter = expr_add(quarter, b);
    waves[i][0] = expr_call(OP_SIN, b);
    waves[i][1] = expr_call(OP_COS, b);
  }
  for (int i = 0; i < 190; i++) {
    const Expr *product = text_read(pool, "m1");
    for (int k = 0; k < 3; k++) {
      const Expr *wave = waves[(i * (k + 1) + i / 16) % 16][(i + k) % 2];
      product = expr_mul(product, expr_mul(wave, wave));
    }
    sum = expr_add(sum, product);
  }
  assert_quick(sum, 20000);
  pool_free(pool);
}

static void deep_and_long_expressions_do_not_explode(void **state)
{
  (void)state;
  Pool *pool = mechanism_pool(2, false);
  const Expr *deep = text_read(pool, "θ1"), *y = text_read(pool, "θ2"), *x = deep, *named = deep;
  for (int i = 0; i < 1000; i++) {
    char name[16];
    snprintf(name, sizeof name, "z%d", i);
    const Expr *sum = expr_add(deep, y);
    deep = expr_mul(sum, expr_add(deep, expr_call(OP_COS, sum)));
    const Expr *first = expr_add(named, x);
    named = expr_name(name, expr_mul(first, expr_add(named, y)));
  }
  assert_quick(deep, UINT32_MAX);
  assert_quick(named, 4);
  pool_free(pool);
}

static void a_million_terms_are_given_as_built(void **state)
{
  (void)state;
  Pool *pool = mechanism_pool(2, false);
  const Expr *terms[1024], *x = text_read(pool, "θ1");
  for (int i = 0; i < 1024; i++) {
    char name[16];
    snprintf(name, sizeof name, "k%d", i);
    terms[i] = expr_symbol(pool, name, STAGE_PARAMETER);
  }
  const Expr *sum = expr_integer(pool, 0);
  for (int i = 0; i < 1000; i++) {
    const Expr *row = expr_integer(pool, 0);
    for (int k = 0; k < 1000; k++)
      row = expr_add(row, expr_mul(terms[i], terms[k]));
    sum = expr_add(sum, expr_mul(row, expr_call(OP_COS, expr_mul(terms[i], x))));
  }
  Arena *arena = arena_new();
  clock_t start = clock();
  assert_non_null(condense(sum, arena));
  double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
  if (seconds > 5.0) fail_msg("%.1f s", seconds);
  arena_free(arena);
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
    cmocka_unit_test(nested_angles_are_collected),
    cmocka_unit_test(names_in_angles_are_opened_where_terms_cancel),
    cmocka_unit_test(no_rule_makes_another_value),
    cmocka_unit_test(forms_of_unknown_value_are_not_taken),
    cmocka_unit_test(powers_and_products_do_not_explode),
    cmocka_unit_test(many_angles_do_not_explode),
    cmocka_unit_test(deep_and_long_expressions_do_not_explode),
    cmocka_unit_test(a_million_terms_are_given_as_built),
    cmocka_unit_test(large_expressions_take_little_time),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
