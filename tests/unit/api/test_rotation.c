// test_rotation.c -- rotations through the public interface.
//
// The numbers are judged in tests/unit/symbolic; here is what the interface adds: names, refusals,
// warnings, sentences, composition.
// SPDX-License-Identifier: MIT
#include "bielle/bielle.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const double QUARTER = 1.57079632679489661923;

static BielleRotationForm form_of(const char *text)
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleRotationForm form;
  assert_int_equal(bielle_rotation_form(text, diagnostics, &form), BIELLE_OK);
  assert_int_equal(bielle_diagnostics_count(diagnostics), 0);
  bielle_diagnostics_free(diagnostics);
  return form;
}

static BielleRotation rotation_of(const char *form, const double values[])
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleRotation rotation;
  assert_int_equal(bielle_rotation_from(form_of(form), values, diagnostics, &rotation), BIELLE_OK);
  assert_int_equal(bielle_diagnostics_count(diagnostics), 0);
  bielle_diagnostics_free(diagnostics);
  return rotation;
}

// The call failed or warned, and says this.
static void assert_said(BielleDiagnostics *diagnostics, const char *words)
{
  char *text = bielle_diagnostics_text(diagnostics);
  if (!strstr(text, words)) fail_msg("'%s' is not in: %s", words, text);
  bielle_string_free(text);
  bielle_diagnostics_free(diagnostics);
}

static void forms_have_counts_labels_and_titles(void **state)
{
  (void)state;
  assert_int_equal(bielle_rotation_form_count(form_of("matrix")), 9);
  assert_int_equal(bielle_rotation_form_count(form_of("axis")), 4);
  assert_string_equal(bielle_rotation_form_labels(form_of("rpy")), "roll pitch yaw");
  assert_string_equal(bielle_rotation_form_title(form_of("vector")), "Euler vector");
  assert_false(bielle_rotation_form_is_angle(form_of("axis"), 0));
  assert_true(bielle_rotation_form_is_angle(form_of("axis"), 3));
  assert_false(bielle_rotation_form_is_angle(form_of("quaternion"), 0));
  assert_int_equal(form_of("euler:yxz").axes[0], 1);
}

static void wrong_forms_are_explained(void **state)
{
  (void)state;
  static const char *const WRONG[][2] = { { "quaterion", "did you mean 'quaternion'" },
                                          { "euler:xxy", "neighbours different" },
                                          { "axis:xyz", "takes no sequence" } };
  for (int i = 0; i < 3; i++) {
    BielleDiagnostics *diagnostics = bielle_diagnostics_new();
    BielleRotationForm form;
    assert_int_equal(bielle_rotation_form(WRONG[i][0], diagnostics, &form), BIELLE_BAD_INPUT);
    assert_said(diagnostics, WRONG[i][1]);
  }
}

static void what_is_no_rotation_is_explained(void **state)
{
  (void)state;
  const double mirror[9] = { 1, 0, 0, 0, 1, 0, 0, 0, -1 },
               stretch[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 2 };
  const double zero[4] = { 0 }, no_axis[4] = { 0, 0, 0, 1 }, broken[3] = { 0, NAN, 0 };
  const struct {
    const char *form;
    const double *values;
    const char *says;
  } wrong[] = { { "matrix", mirror, "determinant is -1" },
                { "matrix", stretch, "differs by 1" },
                { "quaternion", zero, "length 0" },
                { "axis", no_axis, "length 0" },
                { "rpy", broken, "value 2" } };
  for (int i = 0; i < 5; i++) {
    BielleDiagnostics *diagnostics = bielle_diagnostics_new();
    BielleRotation rotation;
    assert_int_equal(
        bielle_rotation_from(form_of(wrong[i].form), wrong[i].values, diagnostics, &rotation),
        BIELLE_BAD_INPUT);
    assert_said(diagnostics, wrong[i].says);
  }
}

static void small_corrections_are_warnings(void **state)
{
  (void)state;
  const double off[9] = { 1, 0, 0, 0, 1, 0, 0, 0, 1.002 }, longer[4] = { 1.25, 0, 0, 0 };
  BielleRotation rotation;
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  assert_int_equal(bielle_rotation_from(form_of("matrix"), off, diagnostics, &rotation), BIELLE_OK);
  assert_true(fabs(rotation.at[2][2] - 1) < 1e-15);
  assert_int_equal(bielle_diagnostics_error_count(diagnostics), 0);
  assert_said(diagnostics, "at most by 0.002");
  diagnostics = bielle_diagnostics_new();
  assert_int_equal(bielle_rotation_from(form_of("quaternion"), longer, diagnostics, &rotation),
                   BIELLE_OK);
  assert_said(diagnostics, "differs from 1 by 0.25");
}

static void nearest_tells_the_change(void **state)
{
  (void)state;
  const double twice[9] = { 0, -2, 0, 2, 0, 0, 0, 0, 2 };
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleRotation rotation;
  double change;
  assert_int_equal(bielle_rotation_nearest(twice, diagnostics, &rotation, &change), BIELLE_OK);
  assert_true(rotation.at[0][1] == -1 && rotation.at[1][0] == 1 && rotation.at[2][2] == 1);
  assert_true(change == 1);
  assert_int_equal(bielle_rotation_nearest(twice, diagnostics, &rotation, NULL), BIELLE_OK);
  bielle_diagnostics_free(diagnostics);
}

// x then z: about moving axes y goes to z, then stays where x has put it; about fixed axes not so.
static void composition_about_moving_and_fixed_axes(void **state)
{
  (void)state;
  const double about_x[4] = { 1, 0, 0, QUARTER }, about_z[4] = { 0, 0, 1, QUARTER };
  BielleRotation x = rotation_of("axis", about_x), z = rotation_of("axis", about_z);
  BielleRotation moving = bielle_rotation_then_moving(&x, &z);
  BielleRotation fixed = bielle_rotation_then_fixed(&x, &z);
  const double expected_moving[9] = { 0, -1, 0, 0, 0, -1, 1, 0, 0 };  // De Santis (13)
  const double expected_fixed[9] = { 0, 0, 1, 1, 0, 0, 0, 1, 0 };     // (14)
  for (int i = 0; i < 9; i++) {
    assert_true(fabs(moving.at[i / 3][i % 3] - expected_moving[i]) < 1e-15);
    assert_true(fabs(fixed.at[i / 3][i % 3] - expected_fixed[i]) < 1e-15);
  }
  double v[3] = { 1, 2, 3 };
  BielleRotation back = bielle_rotation_inverse(&moving);
  bielle_rotation_apply(&moving, v, v);
  assert_true(fabs(v[0] + 2) < 1e-15 && fabs(v[1] + 3) < 1e-15 && fabs(v[2] - 1) < 1e-15);
  bielle_rotation_apply(&back, v, v);
  assert_true(fabs(v[0] - 1) < 1e-15 && fabs(v[1] - 2) < 1e-15 && fabs(v[2] - 3) < 1e-15);
}

static void assert_explained(const char *form, const BielleRotation *rotation, const char *sentence)
{
  double values[BIELLE_ROTATION_MOST_VALUES];
  BielleRotationCase found = bielle_rotation_to(rotation, form_of(form), values);
  char *text = bielle_rotation_explain(form_of(form), found, values);
  if (sentence) {
    assert_string_equal(text, sentence);
  } else {
    assert_null(text);
  }
  bielle_string_free(text);
}

static void singular_cases_are_explained(void **state)
{
  (void)state;
  const double lock[3] = { 0.1, QUARTER, 0.2 }, half[4] = { 0, 1, 0, 2 * QUARTER }, none[3] = { 0 };
  BielleRotation locked = rotation_of("rpy", lock), turned = rotation_of("axis", half);
  BielleRotation still = rotation_of("vector", none);
  assert_explained("rpy", &locked,
                   "gimbal lock: only yaw - roll is determined; roll = 0 is chosen");
  assert_explained("euler:zyx", &locked,
                   "gimbal lock: only a1 - a3 is determined; a3 = 0 is chosen");
  assert_explained("quaternion", &locked, NULL);
  assert_explained("axis", &turned, "half turn: the opposite axis is the same rotation");
  assert_explained("rodrigues", &turned, "half turn: Rodrigues-Hamilton parameters are infinite");
  assert_explained("axis", &still, "no rotation: it has no axis; z is chosen");
  assert_explained("euler:zxz", &still,
                   "gimbal lock: only a1 + a3 is determined; a3 = 0 is chosen");
}

// A turn about fixed z changes the yaw and nothing else.
static void rates_and_velocity(void **state)
{
  (void)state;
  const double rpy[3] = { 0.3, 0.2, 0.1 }, w[3] = { 0, 0, 2 };
  double rates[3], back[3];
  assert_int_equal(bielle_rotation_rates(form_of("rpy"), rpy, w, BIELLE_FIXED_AXES, rates),
                   BIELLE_ROTATION_REGULAR);
  assert_true(fabs(rates[0]) < 1e-15 && fabs(rates[1]) < 1e-15 && fabs(rates[2] - 2) < 1e-15);
  bielle_rotation_velocity(form_of("rpy"), rpy, rates, BIELLE_FIXED_AXES, back);
  assert_true(fabs(back[0]) < 1e-15 && fabs(back[1]) < 1e-15 && fabs(back[2] - 2) < 1e-15);
}

static void formulas_are_text_or_latex(void **state)
{
  (void)state;
  static const char *const VALUES[] = { "a", "0", "0" };
  BielleRotationFormula formula = { .from = form_of("rpy"),
                                    .values = VALUES,
                                    .to = form_of("quaternion") };
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  char *text = NULL;
  assert_int_equal(bielle_rotation_formula(&formula, diagnostics, &text), BIELLE_OK);
  assert_string_equal(text, "  e0 = cos(a/2)\n  e1 = sin(a/2)\n  e2 = 0\n  e3 = 0\n");
  bielle_string_free(text);
  formula.notation = BIELLE_JSON;
  assert_int_equal(bielle_rotation_formula(&formula, diagnostics, &text), BIELLE_BAD_INPUT);
  assert_null(text);
  assert_said(diagnostics, "LaTeX");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(forms_have_counts_labels_and_titles),
    cmocka_unit_test(wrong_forms_are_explained),
    cmocka_unit_test(what_is_no_rotation_is_explained),
    cmocka_unit_test(small_corrections_are_warnings),
    cmocka_unit_test(nearest_tells_the_change),
    cmocka_unit_test(composition_about_moving_and_fixed_axes),
    cmocka_unit_test(singular_cases_are_explained),
    cmocka_unit_test(rates_and_velocity),
    cmocka_unit_test(formulas_are_text_or_latex),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
