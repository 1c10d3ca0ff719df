// test_rotation.c -- rotations in symbols: orthonormal, in step with their rates, convertible.
//
// Equality is equality of fingerprints, so that each check is a proof up to 1e-18; conversions to
// angles, which have no algebraic law, are evaluated exactly and compared with rotation_values.h.
// SPDX-License-Identifier: MIT
#include "rotation_forms.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/literal.h"
#include "rotation/rotation.h"
#include "rotation/rotation_values.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static void must(bool holds, const char *what, const char *form)
{
  if (holds) return;
  print_error("%s: %s\n", form, what);
  fail();
}

static const Expr *symbol_number(Pool *pool, int i)
{
  char name[] = { 'x', (char)('0' + i), '\0' };
  return expr_symbol(pool, name, STAGE_POSITION);
}

// A unit vector by two angles, the symbols i and i + 1: without roots, whose identities
// fingerprints do not see (docs/decisions/0002).
static Vec3 unit_vector(Pool *pool, int i)
{
  const Expr *a = symbol_number(pool, i), *b = symbol_number(pool, i + 1);
  const Expr *s = expr_call(OP_SIN, a), *c = expr_call(OP_COS, b);
  return (Vec3){ { expr_mul(s, c), expr_mul(s, expr_call(OP_SIN, b)), expr_call(OP_COS, a) } };
}

// General values of a form, as functions of symbols that move.
static void general_values(Pool *pool, RotationForm form, const Expr *values[])
{
  const Expr *size = symbol_number(pool, 2);
  if (form.kind == ROTATION_MATRIX) {
    // by Rodrigues' parameters p: 1 + trace will be found to be 4/(1 + p.p), which is positive
    const Expr *p[3] = { symbol_number(pool, 0), symbol_number(pool, 1), size };
    Vec3 v = { { p[0], p[1], p[2] } };
    expr_div(expr_integer(pool, 4), expr_add(expr_integer(pool, 1), vec3_dot(v, v)));
    RotationForm rodrigues;
    rotation_form_read("rodrigues", &rodrigues);
    Mat3 m = rotation_formula_matrix(rodrigues, p);
    memcpy(values, m.at, sizeof m.at);
  } else if (form.kind == ROTATION_AXIS || form.kind == ROTATION_VECTOR) {
    Vec3 unit = unit_vector(pool, 0);
    if (form.kind == ROTATION_AXIS) values[3] = size;
    if (form.kind == ROTATION_VECTOR) {
      const Expr *length = expr_call(OP_EXP, size);
      expr_mul(length, length);  // the squares of the components will be found to be this square
      unit = vec3_scale(length, unit);
    }
    memcpy(values, unit.at, sizeof unit.at);
  } else if (form.kind == ROTATION_QUATERNION) {
    Vec3 q = vec3_scale(expr_call(OP_SIN, size), unit_vector(pool, 0));
    values[0] = expr_call(OP_COS, size);
    memcpy(values + 1, q.at, sizeof q.at);
  } else {
    for (int i = 0; i < 3; i++)
      values[i] = symbol_number(pool, i);
  }
}

static bool is_equal(Mat3 a, Mat3 b) { return memcmp(a.at, b.at, sizeof a.at) == 0; }

static const Expr *determinant_of(Mat3 m)
{
  Vec3 rows[3];
  memcpy(rows, m.at, sizeof rows);
  return vec3_dot(rows[0], vec3_cross(rows[1], rows[2]));
}

static void matrices_are_rotations(void **state)
{
  (void)state;
  for (int f = 0; f < ROTATION_FORM_COUNT; f++) {
    Pool *pool = pool_new(1);
    const Expr *values[9];
    general_values(pool, rotation_form_number(f), values);
    Mat3 m = rotation_formula_matrix(rotation_form_number(f), values);
    must(is_equal(mat3_mul(m, mat3_transpose(m)), mat3_identity(pool)), "not orthonormal",
         ROTATION_FORMS[f]);
    must(expr_is_one(determinant_of(m)), "determinant is not 1", ROTATION_FORMS[f]);
    pool_free(pool);
  }
}

// S(w) = R^T d/dt R in body axes, d/dt R R^T in fixed ones.
static Vec3 velocity_of(Mat3 m, bool is_body)
{
  Mat3 change, back = mat3_transpose(m);
  expr_time_derivatives(&m.at[0][0], 9, &change.at[0][0]);
  Mat3 s = is_body ? mat3_mul(back, change) : mat3_mul(change, back);
  return (Vec3){ { s.at[2][1], s.at[0][2], s.at[1][0] } };
}

static void rates_are_those_of_the_velocity(void **state)
{
  (void)state;
  for (int f = 0; f < 2 * ROTATION_FORM_COUNT; f++) {
    Pool *pool = pool_new(1);
    RotationForm form = rotation_form_number(f / 2);
    int count = rotation_info(form.kind)->count;
    const Expr *values[9], *rates[9], *found[9];
    general_values(pool, form, values);
    expr_time_derivatives(values, count, rates);
    Vec3 w = velocity_of(rotation_formula_matrix(form, values), f % 2 == 0);
    rotation_formula_rates(form, values, w, f % 2 == 0, found);
    must(memcmp(rates, found, (size_t)count * sizeof *rates) == 0, "rates", ROTATION_FORMS[f / 2]);
    pool_free(pool);
  }
}

static void quaternions_and_rodrigues_make_the_same_matrix(void **state)
{
  (void)state;
  static const char *const TARGETS[] = { "quaternion", "rodrigues", "matrix" };
  for (int f = 0; f < 3 * ROTATION_FORM_COUNT; f++) {
    Pool *pool = pool_new(1);
    RotationForm from = rotation_form_number(f / 3), to;
    rotation_form_read(TARGETS[f % 3], &to);
    const Expr *values[9], *converted[9];
    general_values(pool, from, values);
    rotation_formula_convert(from, values, to, converted);
    Mat3 m = rotation_formula_matrix(from, values), back = rotation_formula_matrix(to, converted);
    must(is_equal(m, back), TARGETS[f % 3], ROTATION_FORMS[f / 3]);
    pool_free(pool);
  }
}

// Every pair at one rotation, in exact numbers against doubles.
static void all_pairs_agree_with_numbers(void **state)
{
  (void)state;
  static const double ANGLES[3] = { 0.75, -0.5, 1.25 };
  RotationForm zyx;
  RotationMatrix r;
  rotation_form_read("euler:zyx", &zyx);
  assert_true(rotation_from_values(zyx, ANGLES, &r));
  for (int a = 0; a < ROTATION_FORM_COUNT; a++) {
    Pool *pool = pool_new(1);
    RotationForm from = rotation_form_number(a);
    const Expr *start[3] = { expr_rational(pool, 3, 4), expr_rational(pool, -1, 2),
                             expr_rational(pool, 5, 4) };
    const Expr *values[9], *converted[9];
    rotation_formula_convert(zyx, start, from, values);
    for (int b = 0; b < ROTATION_FORM_COUNT; b++) {
      RotationForm to = rotation_form_number(b);
      double expected[9];
      assert_int_equal(rotation_to_values(&r, to, expected), ROTATION_REGULAR);
      rotation_formula_convert(from, values, to, converted);
      for (int i = 0; i < rotation_info(to.kind)->count; i++) {
        must(fabs(expr_literal_value(converted[i]) - expected[i]) < 2e-14, ROTATION_FORMS[b],
             ROTATION_FORMS[a]);
      }
    }
    pool_free(pool);
  }
}

static void numbers_are_made_unit(void **state)
{
  (void)state;
  Pool *pool = pool_new(1);
  RotationForm axis, quaternion;
  rotation_form_read("axis", &axis);
  rotation_form_read("quaternion", &quaternion);
  const Expr *a = expr_symbol(pool, "a", STAGE_POSITION);
  const Expr *zero = expr_integer(pool, 0), *three = expr_integer(pool, 3);
  const Expr *about[4] = { zero, zero, three, a };
  Mat3 expected = mat3_rotation(vec3_unit(pool, 2), a);
  assert_true(is_equal(rotation_formula_matrix(axis, about), expected));
  const Expr *e[4] = { three, zero, zero, three };
  Mat3 quarter = mat3_rotation(vec3_unit(pool, 2), expr_div(expr_pi(pool), expr_integer(pool, 2)));
  assert_true(is_equal(rotation_formula_matrix(quaternion, e), quarter));
  pool_free(pool);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(matrices_are_rotations),
    cmocka_unit_test(rates_are_those_of_the_velocity),
    cmocka_unit_test(quaternions_and_rodrigues_make_the_same_matrix),
    cmocka_unit_test(all_pairs_agree_with_numbers),
    cmocka_unit_test(numbers_are_made_unit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
