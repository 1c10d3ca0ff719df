// test_parametrise.c -- other coordinates through the public interface.
// SPDX-License-Identifier: MIT
#include "bielle/bielle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const char CRANK[] = "joint crank : revolute z (th1) from ground\n"
                            "joint rod : revolute z (th2) from crank at [1, 0, 0]\n"
                            "joint piston : revolute z (th3) from rod at [3, 0, 0]\n"
                            "body piston on piston : mass 1\n"
                            "loop guide : prismatic x ground = piston\n";

static const char *first_coordinate(const BielleMechanism *mechanism)
{
  BielleVariable variable = { 0 };
  bielle_mechanism_variable(mechanism, BIELLE_COORDINATES, 0, &variable);
  return variable.name;
}

static void coordinates_change_and_an_unknown_word_changes_nothing(void **state)
{
  (void)state;
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *mechanism = NULL;
  assert_int_equal(
      BIELLE_OK, bielle_mechanism_read("crank.bl", CRANK, strlen(CRANK), diagnostics, &mechanism));
  assert_int_equal(BIELLE_BAD_INPUT, bielle_mechanism_parametrise(mechanism, "polar", diagnostics));
  char *messages = bielle_diagnostics_text(diagnostics);
  assert_non_null(strstr(messages, "unknown parametrisation 'polar'"));
  bielle_string_free(messages);
  assert_int_equal(3, bielle_mechanism_variable_count(mechanism, BIELLE_COORDINATES));
  assert_int_equal(BIELLE_OK, bielle_mechanism_parametrise(mechanism, "minimal", diagnostics));
  assert_int_equal(1, bielle_mechanism_variable_count(mechanism, BIELLE_COORDINATES));
  assert_string_equal("th1", first_coordinate(mechanism));
  assert_int_equal(BIELLE_OK, bielle_mechanism_parametrise(mechanism, "cartesian", diagnostics));
  assert_int_equal(9, bielle_mechanism_variable_count(mechanism, BIELLE_COORDINATES));
  assert_string_equal("x_crank", first_coordinate(mechanism));
  bielle_mechanism_free(mechanism);
  bielle_diagnostics_free(diagnostics);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(coordinates_change_and_an_unknown_word_changes_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
