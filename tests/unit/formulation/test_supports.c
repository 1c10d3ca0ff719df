// test_supports.c -- what is described but not in the equations is said, at its place.
// SPDX-License-Identifier: MIT
#include "formulation/formulation.h"
#include "support/reading.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void every_kind_of_omission_is_named_at_its_place(void **state)
{
  (void)state;
  Reading cart;
  reading_open(&cart, "coord x, y, phi\n"
                      "frame F in ground : TX(x), TY(y), RY(phi)\n"
                      "loop c : spherical F = ground\n"
                      "constraint k : x = y\n"
                      "rolling F radius 1 on plane [0, 0, 1]\n"
                      "speed v = x'\n");
  static const char *const messages[] = {
    "loops are not part of the equations yet",
    "constraints are not part of the equations yet",
    "rolling wheels are not part of the equations yet",
    "generalised speeds are used by method kane only",
  };
  Diagnostics *diagnostics = diagnostics_new();
  assert_false(formulation_supports(cart.mechanism, NULL, diagnostics));
  assert_int_equal(diagnostics_count(diagnostics), 4);
  for (int i = 0; i < 4; i++) {
    assert_int_equal(diagnostics_severity(diagnostics, i), SEVERITY_WARNING);
    assert_string_equal(diagnostics_message(diagnostics, i), messages[i]);
    assert_int_equal(span_place(diagnostics_span(diagnostics, i)).line, i + 3);
  }
  diagnostics_free(diagnostics);
  reading_close(&cart);
}

static void kanes_equations_have_generalised_speeds(void **state)
{
  (void)state;
  Reading slider;
  reading_open(&slider, "joint q : prismatic x from ground\nspeed v = 2*q'\n");
  Diagnostics *diagnostics = diagnostics_new();
  assert_true(formulation_supports(slider.mechanism, formulation_find("kane"), diagnostics));
  assert_false(formulation_supports(slider.mechanism, formulation_find("energy"), diagnostics));
  assert_int_equal(diagnostics_count(diagnostics), 1);
  diagnostics_free(diagnostics);
  reading_close(&slider);
}

static void a_tree_without_forces_is_complete(void **state)
{
  (void)state;
  Reading arm;
  reading_open(&arm, "joint q : revolute z from ground\ninput u\noutput y = q\n");
  Diagnostics *diagnostics = diagnostics_new();
  assert_true(formulation_supports(arm.mechanism, NULL, diagnostics));
  assert_int_equal(diagnostics_count(diagnostics), 0);
  diagnostics_free(diagnostics);
  reading_close(&arm);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_kind_of_omission_is_named_at_its_place),
    cmocka_unit_test(kanes_equations_have_generalised_speeds),
    cmocka_unit_test(a_tree_without_forces_is_complete),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
