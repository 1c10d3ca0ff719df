// test_c_runtime.c -- helpers of generated code: they do what they say, and the text that is pasted
// is that of the files tested here.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

#include "base/file.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef double NAME_real;
#include "codegen/runtime/fail.c"  // NOLINT(bugprone-suspicious-include)
#include "codegen/runtime/sign.c"  // NOLINT(bugprone-suspicious-include)

static void sign_is_minus_one_zero_or_one(void **state)
{
  (void)state;
  assert_true(NAME_sign(-2.5) == -1);
  assert_true(NAME_sign(1e-300) == 1);
  assert_true(NAME_sign(0.0) == 0);
  assert_true(NAME_sign(-0.0) == 0);
  assert_true(NAME_sign(strtod("nan", NULL)) == 0);
}

static void a_failure_leaves_no_number_and_gives_back_the_coordinate(void **state)
{
  (void)state;
  double result[] = { 1, 2, 3 };
  assert_int_equal(NAME_fail(7, result, 2), 7);
  assert_true(isnan(result[0]) && isnan(result[1]));
  assert_true(result[2] == 3);
}

static void assert_pasted(const char *path, const char *pasted)
{
  Text file = { 0 }, why = { 0 };
  assert_true(file_read(path, &file, &why));
  const char *begin = strstr(text_string(&file), "pasted from here\n");
  assert_non_null(begin);
  assert_string_equal(begin + strlen("pasted from here\n"), pasted);
  text_free(&file);
  text_free(&why);
}

static void the_text_that_is_pasted_is_that_of_the_file(void **state)
{
  (void)state;
  assert_pasted(BIELLE_SOURCE_DIR "/src/codegen/runtime/sign.c", c_runtime_sign());
  assert_pasted(BIELLE_SOURCE_DIR "/src/codegen/runtime/fail.c", c_runtime_fail());
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(sign_is_minus_one_zero_or_one),
    cmocka_unit_test(a_failure_leaves_no_number_and_gives_back_the_coordinate),
    cmocka_unit_test(the_text_that_is_pasted_is_that_of_the_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
