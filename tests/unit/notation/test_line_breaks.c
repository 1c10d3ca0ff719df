// test_line_breaks.c -- broken lines keep the text, the width and the alignment.
// SPDX-License-Identifier: MIT
#include "notation/line_breaks.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void assert_wrapped(const char *line, int column, int width, const char *expected)
{
  Text in = { 0 }, out = { 0 };
  text_put(&in, line);
  break_lines(&in, column, width, &out);
  assert_string_equal(text_string(&out), expected);
  text_free(&in);
  text_free(&out);
}

static void a_line_that_fits_stays_whole(void **state)
{
  (void)state;
  assert_wrapped("a + b - c", 4, 20, "a + b - c");
  assert_wrapped("", 4, 20, "");
  assert_wrapped("θ1 + θ2", 13, 20, "θ1 + θ2");
}

static void terms_are_aligned_under_the_first(void **state)
{
  (void)state;
  assert_wrapped("aaaa + bbbb - cccc + dddd", 4, 16, "aaaa + bbbb\n    - cccc\n    + dddd");
}

static void an_outer_sum_breaks_before_an_inner_one(void **state)
{
  (void)state;
  assert_wrapped("a*(b + c) + d*(e + f)", 0, 18, "a*(b + c)\n+ d*(e + f)");
}

static void an_inner_sum_is_aligned_behind_its_bracket(void **state)
{
  (void)state;
  assert_wrapped("m*(aaaaaaa + bbbbbbb + ccccccc)", 2, 26, "m*(aaaaaaa + bbbbbbb\n     + ccccccc)");
}

static void a_term_without_a_sum_may_pass_the_width(void **state)
{
  (void)state;
  assert_wrapped("aaaaaaaaaaaaaaaaaaaaaaaa + b", 0, 10, "aaaaaaaaaaaaaaaaaaaaaaaa\n+ b");
}

static void choices_stand_one_below_the_other(void **state)
{
  (void)state;
  assert_wrapped("d - if(a, b, if(c, d, e))", 2, 40, "d - if(a, b, if(c, d, e))");
  assert_wrapped("d - if(t < 0, 0, if(t < 1, t - 2, if(t < 2, 3, 4)))", 2, 30,
                 "d - if(t < 0, 0,\n      if(t < 1, t - 2,\n      if(t < 2, 3, 4)))");
  assert_wrapped("x + if(a, b, if(c, d, e)) + y", 0, 22, "x + if(a, b,\n    if(c, d, e)) + y");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_line_that_fits_stays_whole),
    cmocka_unit_test(terms_are_aligned_under_the_first),
    cmocka_unit_test(an_outer_sum_breaks_before_an_inner_one),
    cmocka_unit_test(an_inner_sum_is_aligned_behind_its_bracket),
    cmocka_unit_test(a_term_without_a_sum_may_pass_the_width),
    cmocka_unit_test(choices_stand_one_below_the_other),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
