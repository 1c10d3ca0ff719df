// test_rotation_values.c -- rotations in numbers, against vectors and against quaternion algebra.
//
// tests/data/rotations.json and 001_rotation_examples.json were derived independently (SymPy,
// mpmath). Random rotations are judged by turning the axes with quaternion products in long double.
// SPDX-License-Identifier: MIT
#include "rotation_forms.h"
#include "rotation/rotation_values.h"

#include <jansson.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static const double PI = 3.14159265358979323846;

static RotationForm form_of(const char *text)
{
  RotationForm form;
  assert_int_equal(rotation_form_read(text, &form), ROTATION_FORM_GOOD);
  return form;
}

static double largest_difference(const double a[], const double b[], int count)
{
  double largest = 0;
  for (int i = 0; i < count; i++)
    largest = fmax(largest, fabs(a[i] - b[i]));
  return largest;
}

static double matrix_difference(const RotationMatrix *a, const RotationMatrix *b)
{
  return largest_difference(&a->at[0][0], &b->at[0][0], 9);
}

// Checks, naming what is checked.
static void assert_near(const char *what, double difference, double tolerance)
{
  if (difference <= tolerance) return;
  print_error("%s: off by %.3g, allowed %.3g\n", what, difference, tolerance);
  fail();
}

// ---- random rotations and their judge

static double next_random(uint64_t *random)  // in [-1, 1)
{
  *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (double)(*random >> 11) / 4503599627370496.0 - 1;
}

// q = e v e*, the turned vector.
static void turn(const long double e[4], const long double v[3], long double out[3])
{
  long double t[4] = { -e[1] * v[0] - e[2] * v[1] - e[3] * v[2],
                       e[0] * v[0] + e[2] * v[2] - e[3] * v[1],
                       e[0] * v[1] + e[3] * v[0] - e[1] * v[2],
                       e[0] * v[2] + e[1] * v[1] - e[2] * v[0] };
  out[0] = -t[0] * e[1] + t[1] * e[0] - t[2] * e[3] + t[3] * e[2];
  out[1] = -t[0] * e[2] + t[2] * e[0] - t[3] * e[1] + t[1] * e[3];
  out[2] = -t[0] * e[3] + t[3] * e[0] - t[1] * e[2] + t[2] * e[1];
}

static RotationMatrix random_rotation(uint64_t *random)
{
  long double e[4], squares = 0;
  do {
    squares = 0;
    for (int i = 0; i < 4; i++) {
      e[i] = next_random(random);
      squares += e[i] * e[i];
    }
  } while (squares < 0.05L || squares > 1);
  for (int i = 0; i < 4; i++)
    e[i] /= sqrtl(squares);
  RotationMatrix r;
  for (int j = 0; j < 3; j++) {
    long double axis[3] = { j == 0, j == 1, j == 2 }, turned[3];
    turn(e, axis, turned);
    for (int i = 0; i < 3; i++)
      r.at[i][j] = (double)turned[i];
  }
  return r;
}

// Is the rotation well away from every singularity of every form?
static bool is_far(const RotationMatrix *r)
{
  double axis[4];
  rotation_to_values(r, form_of("axis"), axis);
  if (axis[3] < 0.3 || axis[3] > PI - 0.3) return false;
  for (int i = 0; i < 9; i++) {
    if (fabs(r->at[i / 3][i % 3]) > 0.97) return false;
  }
  return true;
}

static RotationMatrix far_rotation(uint64_t *random)
{
  RotationMatrix r;
  do
    r = random_rotation(random);
  while (!is_far(&r));
  return r;
}

// ---- round trips

static void every_form_gives_the_matrix_back(void **state)
{
  (void)state;
  uint64_t random = 12345;
  for (int n = 0; n < 300; n++) {
    RotationMatrix r = random_rotation(&random);
    for (int f = 0; f < ROTATION_FORM_COUNT; f++) {
      RotationForm form = rotation_form_number(f);
      double values[9];
      RotationMatrix back;
      rotation_to_values(&r, form, values);
      assert_true(rotation_from_values(form, values, &back));
      assert_near(ROTATION_FORMS[f], matrix_difference(&r, &back), 5e-15);
    }
  }
}

static void all_pairs_of_forms_round_trip(void **state)
{
  (void)state;
  uint64_t random = 12345;
  for (int n = 0; n < 30; n++) {
    RotationMatrix r = far_rotation(&random);
    for (int pair = 0; pair < ROTATION_FORM_COUNT * ROTATION_FORM_COUNT; pair++) {
      RotationForm a = rotation_form_number(pair / ROTATION_FORM_COUNT);
      RotationForm b = rotation_form_number(pair % ROTATION_FORM_COUNT);
      double start[9], between[9], end[9];
      RotationMatrix m;
      assert_int_equal(rotation_to_values(&r, a, start), ROTATION_REGULAR);
      assert_true(rotation_from_values(a, start, &m));
      assert_int_equal(rotation_to_values(&m, b, between), ROTATION_REGULAR);
      assert_true(rotation_from_values(b, between, &m));
      assert_int_equal(rotation_to_values(&m, a, end), ROTATION_REGULAR);
      // Rodrigues parameters near the half turn are as large as 1/cos, and so are their errors.
      double scale = a.kind == ROTATION_RODRIGUES ? 50 : 1;
      assert_near(ROTATION_FORMS[pair / ROTATION_FORM_COUNT],
                  largest_difference(start, end, rotation_info(a.kind)->count), 1e-14 * scale);
    }
  }
}

// Three elementary turns in the order of the words, on the right for moving axes, on the left for
// fixed ones.
static void sequences_compose_moving_axes_right_and_fixed_axes_left(void **state)
{
  (void)state;
  const double angles[3] = { 0.3, -1.1, 2.2 };
  for (int f = 6; f < ROTATION_FORM_COUNT; f++) {
    RotationForm form = rotation_form_number(f);
    RotationMatrix r = rotation_identity(), got;
    for (int i = 0; i < 3; i++) {
      RotationMatrix one = rotation_about(form.axes[i], angles[i]);
      r = form.kind == ROTATION_EULER ? rotation_product(&r, &one) : rotation_product(&one, &r);
    }
    assert_true(rotation_from_values(form, angles, &got));
    assert_near(ROTATION_FORMS[f], matrix_difference(&r, &got), 1e-15);
  }
}

// ---- singular cases

static void gimbal_lock_is_reported_and_the_matrix_kept(void **state)
{
  (void)state;
  for (int f = 3; f < ROTATION_FORM_COUNT; f++) {
    RotationForm form = rotation_form_number(f);
    if (!rotation_has_sequence(form.kind)) continue;
    RotationSequence sequence = rotation_sequence(form);
    const double locks[2] = { sequence.is_proper ? 0 : PI / 2, sequence.is_proper ? PI : -PI / 2 };
    for (int i = 0; i < 2; i++) {
      const double angles[3] = { 0.7, locks[i], -0.4 };
      double values[3];
      RotationMatrix r, back;
      assert_true(rotation_from_values(form, angles, &r));
      assert_int_equal(rotation_to_values(&r, form, values), ROTATION_GIMBAL_LOCK);
      assert_true(values[sequence.is_reversed ? 0 : 2] == 0);
      assert_true(fabs(values[1] - locks[i]) < 1e-15);
      assert_true(rotation_from_values(form, values, &back));
      assert_near(ROTATION_FORMS[f], matrix_difference(&r, &back), 1e-15);
    }
  }
}

static void near_gimbal_lock_the_angles_still_make_the_matrix(void **state)
{
  (void)state;
  for (int f = 6; f < ROTATION_FORM_COUNT; f++) {
    RotationForm form = rotation_form_number(f);
    bool is_proper = rotation_sequence(form).is_proper;
    for (int digits = 2; digits <= 13; digits++) {
      double gap = pow(10, -digits);
      const double angles[3] = { 2.7, is_proper ? gap : gap - PI / 2, 1.4 };
      double values[3];
      RotationMatrix r, back;
      rotation_from_values(form, angles, &r);
      assert_int_equal(rotation_to_values(&r, form, values), ROTATION_REGULAR);
      rotation_from_values(form, values, &back);
      assert_near(ROTATION_FORMS[f], matrix_difference(&r, &back), 2e-15);
    }
  }
}

static void no_rotation_has_no_axis(void **state)
{
  (void)state;
  RotationMatrix r = rotation_identity();
  double values[4];
  assert_int_equal(rotation_to_values(&r, form_of("axis"), values), ROTATION_NO_AXIS);
  assert_true(values[0] == 0 && values[1] == 0 && values[2] == 1 && values[3] == 0);
  assert_int_equal(rotation_to_values(&r, form_of("vector"), values), ROTATION_REGULAR);
  assert_true(values[0] == 0 && values[1] == 0 && values[2] == 0);
  assert_int_equal(rotation_to_values(&r, form_of("quaternion"), values), ROTATION_REGULAR);
  assert_true(values[0] == 1 && values[1] == 0 && values[2] == 0 && values[3] == 0);
  assert_int_equal(rotation_to_values(&r, form_of("rodrigues"), values), ROTATION_REGULAR);
  assert_true(values[0] == 0 && values[1] == 0 && values[2] == 0);
}

static void half_turns_have_an_axis_of_either_sign(void **state)
{
  (void)state;
  const double axes[][3] = {
    { 1, 0, 0 }, { 0, -1, 0 }, { 0, 0, -1 }, { -0.6, 0, 0.8 }, { 0, -3, 4 }
  };
  const double expected[][3] = {
    { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 0.6, 0, -0.8 }, { 0, 0.6, -0.8 }
  };
  for (int n = 0; n < 5; n++) {
    const double given[4] = { axes[n][0], axes[n][1], axes[n][2], PI };
    double values[4];
    RotationMatrix r, back;
    assert_true(rotation_from_values(form_of("axis"), given, &r));
    assert_int_equal(rotation_to_values(&r, form_of("axis"), values), ROTATION_HALF_TURN);
    assert_near("axis", largest_difference(values, expected[n], 3), 2e-15);
    assert_near("angle", fabs(values[3] - PI), 1e-15);
    assert_int_equal(rotation_to_values(&r, form_of("vector"), values), ROTATION_HALF_TURN);
    rotation_from_values(form_of("vector"), values, &back);
    assert_near("vector", matrix_difference(&r, &back), 2e-15);
    assert_int_equal(rotation_to_values(&r, form_of("quaternion"), values), ROTATION_REGULAR);
    assert_true(values[0] == 0);
    assert_int_equal(rotation_to_values(&r, form_of("rodrigues"), values), ROTATION_HALF_TURN);
    for (int i = 0; i < 3; i++)
      assert_true(expected[n][i] == 0 ? values[i] == 0
                                      : isinf(values[i]) && values[i] * expected[n][i] > 0);
  }
}

static void small_rotations_keep_their_digits(void **state)
{
  (void)state;
  for (int digits = 2; digits <= 300; digits += 7) {
    double size = pow(10, -digits);
    const double given[3] = { size, -2 * size, 0.5 * size };
    double values[3];
    RotationMatrix r;
    assert_true(rotation_from_values(form_of("vector"), given, &r));
    rotation_to_values(&r, form_of("vector"), values);
    assert_near("small vector", largest_difference(given, values, 3) / size, 1e-14);
  }
}

static void what_is_no_rotation_is_refused(void **state)
{
  (void)state;
  const double zero[9] = { 0 }, mirror[9] = { 1, 0, 0, 0, 1, 0, 0, 0, -1 };
  const double flat[9] = { 1, 2, 3, 2, 4, 6, 0, 0, 1 }, broken[9] = { NAN };
  const double no_axis[4] = { 0, 0, 0, 1 };
  RotationMatrix r;
  assert_false(rotation_from_values(form_of("matrix"), zero, &r));
  assert_false(rotation_from_values(form_of("matrix"), mirror, &r));
  assert_false(rotation_from_values(form_of("matrix"), flat, &r));
  assert_false(rotation_from_values(form_of("quaternion"), zero, &r));
  assert_false(rotation_from_values(form_of("axis"), no_axis, &r));
  assert_true(rotation_from_values(form_of("axis"), zero, &r));
  for (int f = 0; f < ROTATION_FORM_COUNT; f++)
    assert_false(rotation_from_values(rotation_form_number(f), broken, &r));
}

// ---- rates

static void rates_agree_with_the_change_of_the_matrix(void **state)
{
  (void)state;
  uint64_t random = 12345;
  const double h = 1e-4;
  for (int n = 0; n < 10; n++) {
    RotationMatrix r = far_rotation(&random);
    const double w[3] = { next_random(&random), next_random(&random), next_random(&random) };
    for (int f = 0; f < 2 * ROTATION_FORM_COUNT; f++) {
      RotationForm form = rotation_form_number(f / 2);
      bool is_body = f % 2 == 0;
      double values[9], rates[9], ahead[9], behind[9], matrix[9], change[9], back[3];
      int count = rotation_to_values(&r, form, values) == ROTATION_REGULAR
                      ? rotation_info(form.kind)->count
                      : 0;
      assert_int_equal(rotation_rates(form, values, w, is_body, rates), ROTATION_REGULAR);
      for (int i = 0; i < count; i++) {
        ahead[i] = values[i] + h * rates[i];
        behind[i] = values[i] - h * rates[i];
      }
      RotationMatrix next, last;
      assert_true(rotation_from_values(form, ahead, &next));
      assert_true(rotation_from_values(form, behind, &last));
      for (int i = 0; i < 9; i++)
        matrix[i] = (next.at[i / 3][i % 3] - last.at[i / 3][i % 3]) / (2 * h);
      rotation_rates(form_of("matrix"), &r.at[0][0], w, is_body, change);
      assert_near(ROTATION_FORMS[f / 2], largest_difference(matrix, change, 9), 1e-6);
      rotation_velocity(form, values, rates, is_body, back);
      assert_near(ROTATION_FORMS[f / 2], largest_difference(back, w, 3), 2e-14);
    }
  }
}

static void rates_do_not_exist_at_singularities(void **state)
{
  (void)state;
  const double w[3] = { 1, 2, 3 }, zero[4] = { 0, 0, 1, 0 }, lock[3] = { 0.1, PI / 2, 0.2 };
  double rates[4];
  assert_int_equal(rotation_rates(form_of("axis"), zero, w, true, rates), ROTATION_NO_AXIS);
  assert_int_equal(rotation_rates(form_of("euler:zxz"), (double[]){ 1, 0, 2 }, w, true, rates),
                   ROTATION_GIMBAL_LOCK);
  assert_int_equal(rotation_rates(form_of("rpy"), lock, w, false, rates), ROTATION_GIMBAL_LOCK);
  assert_int_equal(rotation_rates(form_of("vector"), (double[]){ 0, 2 * PI, 0 }, w, true, rates),
                   ROTATION_NO_AXIS);
  assert_int_equal(rotation_rates(form_of("vector"), (double[]){ 0, 0, 0 }, w, true, rates),
                   ROTATION_REGULAR);
  assert_near("rate at no rotation", largest_difference(rates, w, 3), 0);
}

// The series for small vectors and the closed formulas meet.
static void vector_rates_are_smooth(void **state)
{
  (void)state;
  const double w[3] = { 0.3, -0.7, 0.2 };
  const double below[3] = { 0, 0.1 - 1e-14, 0 }, above[3] = { 0, 0.1 + 1e-14, 0 };
  double a[3], b[3];
  rotation_rates(form_of("vector"), below, w, true, a);
  rotation_rates(form_of("vector"), above, w, true, b);
  assert_near("rates", largest_difference(a, b, 3), 1e-14);
  rotation_velocity(form_of("vector"), below, w, true, a);
  rotation_velocity(form_of("vector"), above, w, true, b);
  assert_near("velocity", largest_difference(a, b, 3), 1e-14);
}

// ---- vectors

static json_t *read_vectors(const char *name)
{
  char path[1000];
  snprintf(path, sizeof path, "%s/tests/data/%s", BIELLE_SOURCE_DIR, name);
  json_t *vectors = json_load_file(path, 0, NULL);
  assert_non_null(vectors);
  return vectors;
}

// Numbers of a list or list of lists; returns how many.
static int numbers_of(const json_t *list, double out[])
{
  int count = 0;
  for (size_t i = 0; i < json_array_size(list); i++) {
    const json_t *item = json_array_get(list, i);
    if (json_is_array(item)) {
      count += numbers_of(item, out + count);
    } else {
      out[count++] = json_number_value(item);
    }
  }
  assert_true(count > 0);
  return count;
}

static int field(const json_t *vector, const char *part, const char *key, double out[])
{
  return numbers_of(json_object_get(json_object_get(vector, part), key), out);
}

static RotationMatrix rotation_of(const json_t *vector, const char *axis, const char *angle)
{
  double values[4];
  field(vector, "state", axis, values);
  values[3] = json_number_value(json_object_get(json_object_get(vector, "state"), angle));
  RotationMatrix r;
  assert_true(rotation_from_values(form_of("axis"), values, &r));
  return r;
}

static void check(const json_t *vector, const char *key, const double got[])
{
  double expected[9];
  int count = field(vector, "expected", key, expected);
  assert_near(key, largest_difference(got, expected, count), 2e-14);
}

static void check_form(const json_t *vector, const RotationMatrix *r, const char *text,
                       const char *key, const char *rate_key)
{
  double values[9], rates[9], w[3];
  field(vector, "state", "Omega_B", w);
  rotation_to_values(r, form_of(text), values);
  check(vector, key, values);
  if (!rate_key) return;
  assert_int_equal(rotation_rates(form_of(text), values, w, true, rates), ROTATION_REGULAR);
  check(vector, rate_key, rates);
}

static void check_composition(const json_t *vector, const RotationMatrix *r)
{
  RotationMatrix second = rotation_of(vector, "axis2", "angle2");
  RotationMatrix moving = rotation_product(r, &second), fixed = rotation_product(&second, r);
  check(vector, "R_R2", &moving.at[0][0]);
  check(vector, "R2_R", &fixed.at[0][0]);
  double e[4], expected[4] = { 0 };
  rotation_to_values(&moving, form_of("quaternion"), e);
  field(vector, "expected", "quat", expected);
  for (int i = 0; i < 4 && expected[0] < 0; i++)
    e[i] = -e[i];
  check(vector, "quat", e);
}

static void check_vector(const json_t *vector)
{
  RotationMatrix r = rotation_of(vector, "axis", "angle"), noisy, nearest;
  check_form(vector, &r, "matrix", "R", "Rdot");
  check_form(vector, &r, "vector", "euler_vector", NULL);
  check_form(vector, &r, "quaternion", "quaternion", "quaternion_rate");
  check_form(vector, &r, "euler:zyx", "RPY", "RPY_rates");
  check_form(vector, &r, "euler:zxz", "ZXZ", "ZXZ_rates");
  check_form(vector, &r, "rodrigues", "rodrigues", "rodrigues_rate");
  check_composition(vector, &r);
  double w[3], turned[3];
  field(vector, "state", "Omega_B", w);
  rotation_apply(&r, w, turned);
  check(vector, "Omega_A", turned);
  field(vector, "state", "vector_B", w);
  rotation_apply(&r, w, turned);
  check(vector, "vector_A", turned);
  field(vector, "state", "R_noisy", &noisy.at[0][0]);
  assert_true(rotation_nearest(&noisy, &nearest));
  check(vector, "best_orthonormal_of_R_noisy", &nearest.at[0][0]);
}

static void vectors_of_the_annex(void **state)
{
  (void)state;
  json_t *vectors = read_vectors("rotations.json");
  assert_true(json_array_size(vectors) >= 3);
  for (size_t i = 0; i < json_array_size(vectors); i++)
    check_vector(json_array_get(vectors, i));
  json_decref(vectors);
}

static void examples_of_the_course(void **state)
{
  (void)state;
  json_t *vectors = read_vectors("001_rotation_examples.json");
  RotationMatrix r = rotation_about(2, PI / 3), back = rotation_inverse(&r);
  const double p[3] = { 1, 1, 0 };
  double turned[3];
  rotation_apply(&r, p, turned);
  check(json_array_get(vectors, 0), "p1_rotated", turned);
  rotation_apply(&back, p, turned);
  check(json_array_get(vectors, 0), "p2_passage", turned);
  rotation_from_values(form_of("euler:yzx"), (double[]){ PI / 2, PI / 6, 0 }, &r);
  check(json_array_get(vectors, 1), "R", &r.at[0][0]);
  rotation_from_values(form_of("euler:zxz"), (double[]){ PI / 6, PI / 4, 0 }, &r);
  check(json_array_get(vectors, 2), "R", &r.at[0][0]);
  json_decref(vectors);
}

static void nearest_matrix_ignores_scale_and_leaves_rotations_alone(void **state)
{
  (void)state;
  uint64_t random = 12345;
  for (int n = 0; n < 20; n++) {
    RotationMatrix r = random_rotation(&random), scaled = r, nearest;
    for (int i = 0; i < 9; i++)
      scaled.at[i / 3][i % 3] *= 1e-30 * (n + 1);
    assert_true(rotation_nearest(&scaled, &nearest));
    assert_near("scaled", matrix_difference(&r, &nearest), 2e-15);
    assert_true(rotation_nearest(&r, &nearest));
    assert_near("unchanged", matrix_difference(&r, &nearest), 1e-15);
  }
}

// ---- names

static void forms_are_read_by_name(void **state)
{
  (void)state;
  RotationForm form;
  assert_int_equal(rotation_form_read("euler", &form), ROTATION_FORM_GOOD);
  assert_true(form.axes[0] == 2 && form.axes[1] == 0 && form.axes[2] == 2);
  assert_int_equal(rotation_form_read("fixed:ZyX", &form), ROTATION_FORM_GOOD);
  assert_true(form.axes[0] == 2 && form.axes[1] == 1 && form.axes[2] == 0);
  assert_int_equal(rotation_form_read("euler:zzx", &form), ROTATION_FORM_SEQUENCE);
  assert_int_equal(rotation_form_read("euler:zy", &form), ROTATION_FORM_SEQUENCE);
  assert_int_equal(rotation_form_read("euler:", &form), ROTATION_FORM_SEQUENCE);
  assert_int_equal(rotation_form_read("euler:zyw", &form), ROTATION_FORM_SEQUENCE);
  assert_int_equal(rotation_form_read("rpy:xyz", &form), ROTATION_FORM_NO_SEQUENCE);
  assert_int_equal(rotation_form_read("eule", &form), ROTATION_FORM_KIND);
  assert_int_equal(rotation_form_read("", &form), ROTATION_FORM_KIND);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_form_gives_the_matrix_back),
    cmocka_unit_test(all_pairs_of_forms_round_trip),
    cmocka_unit_test(sequences_compose_moving_axes_right_and_fixed_axes_left),
    cmocka_unit_test(gimbal_lock_is_reported_and_the_matrix_kept),
    cmocka_unit_test(near_gimbal_lock_the_angles_still_make_the_matrix),
    cmocka_unit_test(no_rotation_has_no_axis),
    cmocka_unit_test(half_turns_have_an_axis_of_either_sign),
    cmocka_unit_test(small_rotations_keep_their_digits),
    cmocka_unit_test(what_is_no_rotation_is_refused),
    cmocka_unit_test(rates_agree_with_the_change_of_the_matrix),
    cmocka_unit_test(rates_do_not_exist_at_singularities),
    cmocka_unit_test(vector_rates_are_smooth),
    cmocka_unit_test(vectors_of_the_annex),
    cmocka_unit_test(examples_of_the_course),
    cmocka_unit_test(nearest_matrix_ignores_scale_and_leaves_rotations_alone),
    cmocka_unit_test(forms_are_read_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
