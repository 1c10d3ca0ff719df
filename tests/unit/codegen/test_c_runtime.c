// test_c_runtime.c -- helpers of generated code: they do what they say, and the text that is pasted
// is that of the files tested here.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"

#include "base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef double NAME_real;
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

static void the_text_that_is_pasted_is_that_of_the_file(void **state)
{
  (void)state;
  Text file = { 0 }, why = { 0 };
  assert_true(file_read(BIELLE_SOURCE_DIR "/src/codegen/runtime/sign.c", &file, &why));
  const char *begin = strstr(text_string(&file), "pasted from here\n");
  assert_non_null(begin);
  assert_string_equal(begin + strlen("pasted from here\n"), c_runtime_sign());
  text_free(&file);
  text_free(&why);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(sign_is_minus_one_zero_or_one),
    cmocka_unit_test(the_text_that_is_pasted_is_that_of_the_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
