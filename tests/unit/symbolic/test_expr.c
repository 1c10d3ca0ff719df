// test_expr.c -- identities that construction must see, and values that it must keep apart.
// SPDX-License-Identifier: MIT
#include "symbolic/algebra.h"
#include "symbolic/matrix/vector.h"
#include "symbolic/pool.h"
#include "symbolic/field/fingerprint.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

typedef struct Fixture {
  Pool *pool;
  const Expr *a, *b, *c, *x;
} Fixture;

static int setup(void **state)
{
  Fixture *f = malloc(sizeof *f);
  f->pool = pool_new(7);
  f->a = expr_symbol(f->pool, "a", STAGE_POSITION);
  f->b = expr_symbol(f->pool, "b", STAGE_POSITION);
  f->c = expr_symbol(f->pool, "c", STAGE_POSITION);
  f->x = expr_symbol(f->pool, "x", STAGE_PARAMETER);
  *state = f;
  return 0;
}

static int teardown(void **state)
{
  Fixture *f = *state;
  pool_free(f->pool);
  free(f);
  flint_cleanup();
  return 0;
}

static const Expr *cosine(const Expr *e) { return expr_call(OP_COS, e); }

static const Expr *sine(const Expr *e) { return expr_call(OP_SIN, e); }

static const Expr *root(Pool *pool, long n) { return expr_call(OP_SQRT, expr_integer(pool, n)); }

// degrees as an exact multiple of pi
static const Expr *degrees(Pool *pool, long n)
{
  return product(expr_rational(pool, n, 180), expr_pi(pool));
}

static void arithmetic_identities_need_no_rule(void **state)
{
  Fixture *f = *state;
  const Expr *zero = expr_integer(f->pool, 0);
  assert_ptr_equal(sum(f->a, zero), f->a);
  assert_ptr_equal(product(f->a, one(f->a)), f->a);
  assert_true(is_zero(difference(f->a, f->a)));
  assert_ptr_equal(sum(f->a, f->b), sum(f->b, f->a));
  assert_ptr_equal(difference(sum(f->a, f->b), f->b), f->a);
  assert_ptr_equal(product(sum(f->a, f->b), difference(f->a, f->b)),
                   difference(square(f->a), square(f->b)));
  assert_ptr_equal(quotient(product(f->a, f->x), f->x), f->a);
  assert_ptr_equal(negative(difference(f->a, f->b)), difference(f->b, f->a));
  assert_ptr_equal(quotient(one(f->a), quotient(f->a, f->b)), quotient(f->b, f->a));
}

static void pythagoras_and_addition_are_seen_at_construction(void **state)
{
  Fixture *f = *state;
  assert_true(is_zero(difference(sum(square(sine(f->a)), square(cosine(f->a))), one(f->a))));
  const Expr *expanded =
      difference(product(cosine(f->a), cosine(f->b)), product(sine(f->a), sine(f->b)));
  assert_true(is_zero(difference(cosine(sum(f->a, f->b)), expanded)));
}

static void the_merged_angle_is_the_form_whichever_came_first(void **state)
{
  Fixture *f = *state;
  const Expr *expanded =
      difference(product(cosine(f->a), cosine(f->b)), product(sine(f->a), sine(f->b)));
  assert_int_equal(expanded->form->op, OP_SUB);
  const Expr *merged = cosine(sum(f->a, f->b));
  assert_ptr_equal(merged, expanded);
  assert_int_equal(expanded->form->op, OP_COS);
}

static void multiples_and_fractions_of_angles_follow_de_moivre(void **state)
{
  Fixture *f = *state;
  const Expr *two = expr_integer(f->pool, 2), *three = expr_integer(f->pool, 3);
  const Expr *c = cosine(f->a), *s = sine(f->a);
  assert_ptr_equal(cosine(product(two, f->a)), difference(square(c), square(s)));
  assert_ptr_equal(
      sine(product(three, f->a)),
      difference(product(three, s), product(expr_integer(f->pool, 4), product(s, square(s)))));
  const Expr *h = cosine(half(f->a));
  assert_ptr_equal(difference(product(two, square(h)), one(h)), c);
  // sevenths have no root in common with the usual fractions, but seven of them make the whole
  const Expr *seventh = product(expr_rational(f->pool, 1, 7), f->a);
  const Expr *rest = product(expr_rational(f->pool, 6, 7), f->a);
  assert_ptr_equal(cosine(sum(seventh, rest)), c);
}

// asin(x) + acos(x) is a quarter turn, in parts so fine that they have units of their own, too.
static void arcs_of_one_value_are_added_in_any_parts(void **state)
{
  Fixture *f = *state;
  const long parts[] = { 1, 2, 7, 64, 81, 1000 };
  for (int i = 0; i < 6; i++) {
    const Expr *part = expr_rational(f->pool, 1, parts[i]);
    const Expr *arc = product(part, expr_call(OP_ASIN, f->x));
    const Expr *other = product(part, expr_call(OP_ACOS, f->x));
    const Expr *whole = product(part, half(expr_pi(f->pool)));
    const Expr *read = cosine(sum(sum(f->a, arc), other));  // before the sum has a shorter form
    const Expr *by_parts =
        difference(product(cosine(f->a), cosine(whole)), product(sine(f->a), sine(whole)));
    assert_ptr_equal(read, by_parts);
  }
}

// Their units are tabulated for the point that was asked last: two points take turns here.
static void numbers_of_radians_and_degrees_follow_the_laws_of_angles_at_any_point(void **state)
{
  (void)state;
  Pool *pools[] = { pool_new(7), pool_new(8) };
  const char *const numbers[] = { "0.3", "-7", "123456789", "1e-20",
                                  "123456789012345678901234567890" };
  for (int i = 0; i < 20; i++) {
    Pool *pool = pools[i % 2];
    const char *text = numbers[i / 4];
    const Expr *number =
        expr_decimal(pool, text[0] == '-' ? text + 1 : text, strlen(text) - (text[0] == '-'));
    number = product(expr_rational(pool, text[0] == '-' ? -1 : 1, 7), number);
    const Expr *a = i / 2 % 2 == 0 ? number : product(number, expr_pi(pool));
    const Expr *b = degrees(pool, 17), *c = sum(a, b);
    assert_ptr_equal(sum(square(sine(a)), square(cosine(a))), expr_integer(pool, 1));
    assert_ptr_equal(sine(c), sum(product(sine(a), cosine(b)), product(cosine(a), sine(b))));
    assert_ptr_equal(cosine(c),
                     difference(product(cosine(a), cosine(b)), product(sine(a), sine(b))));
    const Expr *growing = expr_call(OP_EXP, a), *falling = expr_call(OP_EXP, negative(a));
    assert_ptr_equal(product(growing, falling), expr_integer(pool, 1));
    assert_ptr_equal(half(difference(growing, falling)), expr_call(OP_SINH, a));
    assert_ptr_equal(product(growing, expr_call(OP_EXP, b)), expr_call(OP_EXP, c));
  }
  assert_false(fingerprint_equal(expr_value(sine(expr_integer(pools[0], 1))),
                                 expr_value(sine(expr_integer(pools[1], 1)))));
  pool_free(pools[0]);
  pool_free(pools[1]);
}

static void quarter_turns_leave_the_argument(void **state)
{
  Fixture *f = *state;
  assert_ptr_equal(sine(sum(f->a, degrees(f->pool, 90))), cosine(f->a));
  assert_ptr_equal(cosine(sum(f->a, degrees(f->pool, 90))), negative(sine(f->a)));
  assert_ptr_equal(cosine(difference(f->a, degrees(f->pool, 180))), negative(cosine(f->a)));
  assert_ptr_equal(sine(sum(f->a, degrees(f->pool, 720))), sine(f->a));
  assert_ptr_equal(sine(negative(f->a)), negative(sine(f->a)));
  assert_ptr_equal(cosine(difference(f->a, f->b)), cosine(difference(f->b, f->a)));
}

static void values_at_multiples_of_15_and_18_degrees_are_exact(void **state)
{
  Fixture *f = *state;
  Pool *p = f->pool;
  assert_ptr_equal(sine(degrees(p, 30)), expr_rational(p, 1, 2));
  assert_ptr_equal(cosine(degrees(p, 45)), quotient(root(p, 2), expr_integer(p, 2)));
  assert_ptr_equal(sum(cosine(degrees(p, 15)), cosine(degrees(p, 75))),
                   quotient(root(p, 6), expr_integer(p, 2)));
  assert_ptr_equal(product(expr_integer(p, 4), sine(degrees(p, 18))),
                   difference(root(p, 5), one(f->a)));
  assert_ptr_equal(expr_call(OP_TAN, degrees(p, 60)), root(p, 3));
  assert_true(expr_is_undefined(expr_call(OP_TAN, degrees(p, 90))));
  for (long n = 0; n < 360; n += 3) {  // all of them are points of the circle, and add
    const Expr *c = cosine(degrees(p, n)), *s = sine(degrees(p, n));
    assert_true(expr_is_one(sum(square(c), square(s))));
    assert_ptr_equal(cosine(degrees(p, 2 * n)), difference(square(c), square(s)));
  }
}

static void inverse_functions_know_the_same_angles(void **state)
{
  Fixture *f = *state;
  Pool *p = f->pool;
  assert_ptr_equal(expr_call(OP_ASIN, expr_rational(p, 1, 2)), degrees(p, 30));
  assert_ptr_equal(expr_call(OP_ACOS, expr_rational(p, -1, 2)), degrees(p, 120));
  assert_ptr_equal(expr_call(OP_ATAN, negative(root(p, 3))), degrees(p, -60));
  assert_ptr_equal(expr_call2(OP_ATAN2, expr_integer(p, -1), expr_integer(p, -1)),
                   degrees(p, -135));
  assert_ptr_equal(expr_call2(OP_ATAN2, expr_integer(p, 0), expr_integer(p, -3)), degrees(p, 180));
  assert_ptr_equal(sum(expr_call(OP_ASIN, f->x), expr_call(OP_ACOS, f->x)), degrees(p, 90));
  assert_ptr_equal(sine(expr_call(OP_ASIN, f->x)), f->x);
}

static Mat3 six_rotations(Pool *pool)
{
  Mat3 R = mat3_identity(pool);
  for (int i = 0; i < 6; i++) {
    char name[] = { 'q', (char)('1' + i), '\0' };
    R = mat3_mul(R, mat3_rotation(vec3_unit(pool, i % 3), expr_symbol(pool, name, STAGE_POSITION)));
  }
  return R;
}

static const Expr *determinant_of(Mat3 m)
{
  Vec3 rows[3];
  memcpy(rows, m.at, sizeof rows);
  return vec3_dot(rows[0], vec3_cross(rows[1], rows[2]));
}

static void a_product_of_rotations_is_orthogonal(void **state)
{
  Fixture *f = *state;
  Mat3 R = six_rotations(f->pool);
  Mat3 identity = mat3_mul(R, mat3_transpose(R));
  for (int i = 0; i < 9; i++) {
    assert_ptr_equal(identity.at[i / 3][i % 3], expr_integer(f->pool, i % 4 == 0));
  }
  assert_true(is_zero(difference(determinant_of(R), one(f->a))));
}

// [R p; 0 1] times [R^T -R^T p; 0 1] minus the identity.
static void a_homogeneous_transform_times_its_inverse_is_the_identity(void **state)
{
  Fixture *f = *state;
  Mat3 R = six_rotations(f->pool);
  Vec3 p = { { f->x, product(f->x, sine(f->a)), sum(f->b, f->c) } };
  Vec3 back = vec3_neg(mat3_mul_vec_transposed(R, p));
  assert_true(vec3_is_zero(vec3_add(mat3_mul_vec(R, back), p)));
}

static void rodrigues_about_a_slanted_axis_is_a_rotation(void **state)
{
  Fixture *f = *state;
  const Expr *third = quotient(one(f->a), root(f->pool, 3));
  Mat3 R = mat3_rotation((Vec3){ { third, third, third } }, f->a);
  assert_true(expr_is_one(determinant_of(R)));
  // a third of a turn about the diagonal permutes the axes: x -> y -> z -> x
  Mat3 P = mat3_rotation((Vec3){ { third, third, third } }, degrees(f->pool, 120));
  assert_true(expr_is_one(P.at[1][0]) && expr_is_one(P.at[2][1]) && expr_is_one(P.at[0][2]));
  assert_true(is_zero(P.at[0][0]));
}

static void numbers_are_exact(void **state)
{
  Fixture *f = *state;
  Pool *p = f->pool;
  assert_ptr_equal(expr_decimal(p, "9.81", 4), expr_rational(p, 981, 100));
  assert_ptr_equal(expr_decimal(p, "12.5e-3", 7), expr_rational(p, 1, 80));
  assert_ptr_equal(expr_decimal(p, "2E3", 3), expr_integer(p, 2000));
  assert_ptr_equal(sum(expr_decimal(p, "0.1", 3), expr_decimal(p, "0.2", 3)),
                   expr_decimal(p, "0.3", 3));
  // the modulus of a field is a number like any other
  const Expr *prime = expr_decimal(p, "2305843009213693921", 19);
  assert_false(is_zero(prime));
  assert_false(expr_same_value(prime, expr_integer(p, 0)));
  assert_ptr_not_equal(sum(f->a, prime), f->a);
}

static void a_number_that_turns_up_is_a_number(void **state)
{
  Fixture *f = *state;
  const Expr *twice = product(expr_integer(f->pool, 2), f->a);
  const Expr *seven =
      difference(sum(twice, expr_integer(f->pool, 3)), difference(twice, expr_integer(f->pool, 4)));
  assert_true(expr_is_integer(seven, 7));
  const Expr *fraction = quotient(
      sum(product(expr_integer(f->pool, 3), f->a), f->b),
      sum(product(expr_integer(f->pool, 21), f->a), product(expr_integer(f->pool, 7), f->b)));
  assert_ptr_equal(fraction, expr_rational(f->pool, 1, 7));
}

static void roots_square_away(void **state)
{
  Fixture *f = *state;
  // of what is never negative; sqrt(x)^2 has no value where x is negative, and is not x
  const Expr *sum_of_squares = sum(square(f->x), square(f->a));
  const Expr *r = expr_call(OP_SQRT, sum_of_squares), *over = quotient(f->x, r);
  assert_ptr_equal(square(r), sum_of_squares);
  assert_ptr_equal(product(product(r, f->a), product(f->b, r)),
                   product(sum_of_squares, product(f->a, f->b)));
  assert_ptr_equal(quotient(sum_of_squares, r), r);
  assert_true(expr_is_one(sum(square(over), square(quotient(f->a, r)))));
  assert_ptr_equal(product(negative(over), over), negative(square(over)));
  const Expr *open = expr_call(OP_SQRT, f->x);
  assert_ptr_not_equal(square(open), f->x);
  assert_ptr_equal(root(f->pool, 12), product(expr_integer(f->pool, 2), root(f->pool, 3)));
  assert_ptr_equal(product(root(f->pool, 2), root(f->pool, 3)), root(f->pool, 6));
  assert_ptr_equal(square(root(f->pool, 7)), expr_integer(f->pool, 7));
  assert_ptr_equal(quotient(one(f->a), root(f->pool, 2)),
                   quotient(root(f->pool, 2), expr_integer(f->pool, 2)));
  // sqrt(14 c^2) = c sqrt(14), however long c is, for c > 0 with the same sign
  const char *digits[] = { "0.2672612419124244", "2147483647", "1234567.0000000891" };
  for (int i = 0; i < 3; i++) {
    const Expr *c = expr_decimal(f->pool, digits[i], strlen(digits[i]));
    const Expr *long_root = expr_call(OP_SQRT, product(expr_integer(f->pool, 14), square(c)));
    assert_ptr_equal(long_root, product(c, root(f->pool, 14)));
  }
  // a real square root has a sign: sqrt(x^2) is |x|, not x
  const Expr *size = expr_call(OP_SQRT, square(f->x));
  assert_ptr_not_equal(size, f->x);
  assert_ptr_equal(size, expr_call(OP_ABS, negative(f->x)));
  assert_ptr_equal(square(size), square(f->x));
  // also where the square was met as a sum first: a^2 cos(x)^2 + a^2 sin(x)^2
  const Expr *across = product(f->a, expr_call(OP_COS, f->x));
  const Expr *up = product(f->a, expr_call(OP_SIN, f->x));
  const Expr *distance = expr_call(OP_SQRT, sum(square(across), square(up)));
  assert_ptr_equal(distance, expr_call(OP_ABS, f->a));
}

// Numbers that are alike modulo the primes of the fields, or have no inverse there, are told apart.
static void numbers_beyond_the_fields_stay_themselves(void **state)
{
  Fixture *f = *state;
  Pool *p = f->pool;
  const Expr *first = expr_decimal(p, "2305843009174800001", 19);
  const Expr *both = expr_mul(first, expr_decimal(p, "2305843008130800001", 19));
  assert_false(is_zero(first));
  assert_false(is_zero(both));
  assert_ptr_not_equal(sum(both, one(f->a)), one(f->a));
  assert_ptr_not_equal(product(sum(both, one(f->a)), f->x), f->x);
  assert_ptr_equal(difference(sum(both, one(f->a)), both), one(f->a));
  assert_false(is_zero(sum_of_products(both, f->x, one(f->a), f->x)));
  assert_false(expr_is_undefined(reciprocal(first)));
  assert_ptr_equal(reciprocal(reciprocal(first)), first);
  assert_ptr_not_equal(sum(f->x, reciprocal(first)), f->x);
}

static void powers_follow_their_exponents(void **state)
{
  Fixture *f = *state;
  Pool *p = f->pool;
  assert_ptr_equal(expr_pow(f->x, expr_integer(p, 3)), product(f->x, square(f->x)));
  assert_ptr_equal(expr_pow(f->x, expr_integer(p, -2)), quotient(one(f->x), square(f->x)));
  assert_ptr_equal(expr_pow(f->x, expr_rational(p, 3, 2)), product(f->x, expr_call(OP_SQRT, f->x)));
  assert_ptr_equal(expr_pow(f->x, expr_rational(p, -1, 2)),
                   quotient(one(f->x), expr_call(OP_SQRT, f->x)));
  assert_ptr_equal(expr_pow_integer(f->x, 1000), square(expr_pow_integer(f->x, 500)));
  assert_true(expr_is_undefined(expr_pow_integer(expr_integer(p, 0), -1)));
  assert_ptr_equal(expr_pow_integer(expr_rational(p, 2, 3), -3), expr_rational(p, 27, 8));
  // far too large to write out, but still itself
  const Expr *huge = expr_pow(expr_integer(p, 9), expr_integer(p, 999999937));
  assert_int_equal(huge->form->op, OP_POW);
}

static void exponentials_and_logarithms_are_inverse(void **state)
{
  Fixture *f = *state;
  const Expr *e = expr_call(OP_EXP, sum(f->a, f->b));
  assert_ptr_equal(e, product(expr_call(OP_EXP, f->a), expr_call(OP_EXP, f->b)));
  assert_ptr_equal(expr_call(OP_LOG, expr_call(OP_EXP, f->x)), f->x);
  const Expr *positive = square(f->x);
  assert_ptr_equal(expr_call(OP_EXP, expr_call(OP_LOG, positive)), positive);
  assert_ptr_not_equal(expr_call(OP_EXP, expr_call(OP_LOG, f->x)), f->x);  // x may be negative
  assert_true(is_zero(expr_call(OP_LOG, one(f->x))));
  assert_true(expr_is_undefined(expr_call(OP_LOG, expr_integer(f->pool, -1))));
}

// cosh^2 - sinh^2 = 1, sums of arguments, parity, and what e^x has to do with them.
static void hyperbolic_functions_are_made_of_exponentials(void **state)
{
  Fixture *f = *state;
  const Expr *s = expr_call(OP_SINH, f->x), *c = expr_call(OP_COSH, f->x);
  const Expr *t = expr_call(OP_TANH, f->x);
  assert_true(expr_is_one(difference(square(c), square(s))));
  assert_ptr_equal(sum(c, s), expr_call(OP_EXP, f->x));
  assert_ptr_equal(t, quotient(s, c));
  assert_ptr_equal(expr_call(OP_SINH, sum(f->x, f->x)), product(sum(s, s), c));
  assert_ptr_equal(expr_call(OP_SINH, negative(f->x)), negative(s));
  assert_ptr_equal(expr_call(OP_COSH, negative(f->x)), c);
  assert_ptr_equal(expr_call(OP_TANH, negative(f->x)), negative(t));
  assert_true(is_zero(expr_call(OP_TANH, expr_integer(f->pool, 0))));
  assert_true(is_zero(expr_call(OP_SINH, expr_integer(f->pool, 0))));
  assert_true(expr_is_one(expr_call(OP_COSH, expr_integer(f->pool, 0))));
  assert_ptr_equal(expr_call(OP_ABS, c), c);
  assert_ptr_not_equal(s, expr_call(OP_SIN, f->x));
}

static void the_floor_of_a_number_is_exact(void **state)
{
  Fixture *f = *state;
  static const long cases[][3] = { { 7, 2, 3 },   { -7, 2, -4 }, { 6, 3, 2 },
                                   { -6, 3, -2 }, { 0, 1, 0 },   { -1, 1000, -1 } };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    const Expr *number = expr_rational(f->pool, cases[i][0], cases[i][1]);
    assert_true(expr_is_integer(expr_call(OP_FLOOR, number), cases[i][2]));
  }
  assert_ptr_not_equal(expr_call(OP_FLOOR, f->x), f->x);
  assert_ptr_not_equal(expr_call(OP_FLOOR, negative(f->x)), negative(expr_call(OP_FLOOR, f->x)));
}

static void comparisons_and_choices_fold(void **state)
{
  Fixture *f = *state;
  const Expr *one_ = one(f->a), *two = expr_integer(f->pool, 2);
  assert_true(expr_is_one(expr_call2(OP_LT, one_, two)));
  assert_true(is_zero(expr_call2(OP_EQ, sum(f->a, one_), f->a)));
  assert_ptr_equal(expr_if(expr_call2(OP_LE, one_, two), f->a, f->b), f->a);
  assert_ptr_equal(expr_call2(OP_MIN, f->a, f->b), expr_call2(OP_MIN, f->b, f->a));
  assert_ptr_equal(sum(expr_call2(OP_MIN, f->a, f->b), expr_call2(OP_MAX, f->a, f->b)),
                   sum(f->a, f->b));
  assert_ptr_equal(expr_call2(OP_LE, f->a, f->b), difference(one_, expr_call2(OP_LT, f->b, f->a)));
  assert_ptr_equal(expr_call(OP_SIGN, negative(f->a)), negative(expr_call(OP_SIGN, f->a)));
}

static void what_has_no_value_stays_without_value(void **state)
{
  Fixture *f = *state;
  const Expr *nothing = quotient(f->a, difference(f->b, f->b));
  assert_true(expr_is_undefined(nothing));
  assert_true(expr_is_undefined(product(expr_integer(f->pool, 0), nothing)));
  assert_true(expr_is_undefined(sine(nothing)));
  assert_true(expr_is_undefined(root(f->pool, -1)));
  assert_true(expr_is_undefined(expr_call(OP_ASIN, expr_integer(f->pool, 2))));
}

static void a_name_is_the_form_wherever_its_value_turns_up(void **state)
{
  Fixture *f = *state;
  const Expr *inertia = sum(f->x, square(f->a));
  const Expr *before = product(f->b, inertia);
  const Expr *named = expr_name("J1", inertia);
  assert_ptr_equal(named, inertia);
  assert_int_equal(inertia->form->op, OP_NAMED);
  assert_ptr_equal(before->form->arg[1] == inertia ? before->form->arg[1] : before->form->arg[0],
                   inertia);
  const Expr *again = sum(product(f->a, f->a), f->x);
  assert_ptr_equal(again, inertia);
  // a part of the definition keeps its form, though x = J1 - a^2 costs less than some forms
  assert_ptr_equal(difference(named, square(f->a)), f->x);
  assert_int_equal(named->form->named.definition->form->op, OP_ADD);
  assert_true(expr_depends_on(named, f->a));
  assert_false(expr_depends_on(named, f->b));
}

// n = a/(b sin x) times sin x is a/b, which has a value at x = 0 whichever of them came first.
static void no_form_hides_a_division_behind_a_name(void **state)
{
  for (int order = 0; order < 2; order++) {
    Fixture *f = *state;
    const Expr *x = order == 0 ? f->x : sum(f->x, f->a);
    const Expr *named = expr_name("n", quotient(f->a, product(f->b, sine(x))));
    if (order == 0) product(named, sine(x));
    const Expr *ratio = quotient(f->a, f->b);
    assert_ptr_equal(product(named, sine(x)), ratio);
    assert_int_equal(ratio->form->op, OP_DIV);
    assert_int_equal(ratio->form->named_gaps, 0);
    assert_true(named->form->named_gaps > 0);
  }
}

static void fingerprints_agree_between_pools_of_one_seed(void **state)
{
  Fixture *f = *state;
  Pool *other = pool_new(7), *stranger = pool_new(8);
  const Expr *e = product(sine(sum(f->a, f->b)), quotient(f->x, f->c));
  const Expr *copy = expr_copy(other, e);
  assert_ptr_not_equal(copy, e);
  assert_true(expr_same_value(copy, e));
  assert_false(fingerprint_equal(expr_value(expr_copy(stranger, e)), expr_value(e)));
  pool_free(other);
  pool_free(stranger);
}

static void values_at_fresh_points_follow_the_same_laws(void **state)
{
  Fixture *f = *state;
  const Expr *merged = cosine(sum(f->a, f->b));
  const Expr *parts[] = { merged,
                          cosine(f->a),
                          cosine(f->b),
                          sine(f->a),
                          sine(f->b),
                          cosine(degrees(f->pool, 18)),
                          sine(degrees(f->pool, 18)) };
  Fingerprint v[7], own[7];
  expr_values_at(parts, 7, 12345, v);
  assert_true(fingerprint_equal(
      v[0], fingerprint_sub(fingerprint_mul(v[1], v[2]), fingerprint_mul(v[3], v[4]))));
  Fingerprint unit = fingerprint_add(fingerprint_mul(v[5], v[5]), fingerprint_mul(v[6], v[6]));
  assert_true(fingerprint_equal(unit, fingerprint_of_integer(1)));
  assert_false(fingerprint_equal(v[0], expr_value(merged)));
  expr_values_at(parts, 7, 7, own);  // at the pool's own point: the fingerprints
  for (int i = 0; i < 7; i++)
    assert_true(fingerprint_equal(own[i], expr_value(parts[i])));
}

// More values than the small table of the pool holds, and than the first large one.
static void every_value_is_found_again(void **state)
{
  Fixture *f = *state;
  enum { COUNT = 200000 };
  const Expr **made = malloc(COUNT * sizeof made[0]);
  const Expr *surd = root(f->pool, 17);
  for (int i = 0; i < COUNT; i++) {
    const Expr *number = expr_integer(f->pool, i / 2 + 2);
    made[i] = i % 2 == 0 ? sum(f->a, number) : sum(f->x, product(surd, number));
  }
  size_t nodes = pool_node_count(f->pool);
  for (int i = 0; i < COUNT; i++) {
    const Expr *number = expr_integer(f->pool, i / 2 + 2);
    const Expr *first = i % 2 == 0 ? number : product(number, surd);
    const Expr *again = sum(first, i % 2 == 0 ? f->a : f->x);
    assert_ptr_equal(made[i], again);
    const Expr *opposite = difference(negative(first), i % 2 == 0 ? f->a : f->x);
    assert_true(opposite->form->op == OP_NEG && opposite->form->arg[0] == made[i]);
  }
  assert_true(pool_node_count(f->pool) == nodes + 2 * COUNT);
  free(made);
}

static void a_sum_of_a_million_terms_needs_no_deep_stack(void **state)
{
  Fixture *f = *state;
  const Expr *total = expr_integer(f->pool, 0);
  const Expr *power = f->x;
  for (int i = 0; i < 1000000; i++) {
    power = product(power, f->x);
    total = sum(total, power);
  }
  assert_true(expr_depends_on(total, f->x));
  assert_false(expr_depends_on(total, f->a));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
    TEST(arithmetic_identities_need_no_rule),
    TEST(pythagoras_and_addition_are_seen_at_construction),
    TEST(the_merged_angle_is_the_form_whichever_came_first),
    TEST(multiples_and_fractions_of_angles_follow_de_moivre),
    TEST(arcs_of_one_value_are_added_in_any_parts),
    TEST(numbers_of_radians_and_degrees_follow_the_laws_of_angles_at_any_point),
    TEST(quarter_turns_leave_the_argument),
    TEST(values_at_multiples_of_15_and_18_degrees_are_exact),
    TEST(inverse_functions_know_the_same_angles),
    TEST(a_product_of_rotations_is_orthogonal),
    TEST(a_homogeneous_transform_times_its_inverse_is_the_identity),
    TEST(rodrigues_about_a_slanted_axis_is_a_rotation),
    TEST(numbers_are_exact),
    TEST(a_number_that_turns_up_is_a_number),
    TEST(roots_square_away),
    TEST(numbers_beyond_the_fields_stay_themselves),
    TEST(powers_follow_their_exponents),
    TEST(exponentials_and_logarithms_are_inverse),
    TEST(hyperbolic_functions_are_made_of_exponentials),
    TEST(the_floor_of_a_number_is_exact),
    TEST(comparisons_and_choices_fold),
    TEST(what_has_no_value_stays_without_value),
    TEST(a_name_is_the_form_wherever_its_value_turns_up),
    TEST(no_form_hides_a_division_behind_a_name),
    TEST(fingerprints_agree_between_pools_of_one_seed),
    TEST(values_at_fresh_points_follow_the_same_laws),
    TEST(every_value_is_found_again),
    TEST(a_sum_of_a_million_terms_needs_no_deep_stack),
#undef TEST
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
