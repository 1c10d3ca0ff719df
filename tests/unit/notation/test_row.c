// test_row.c -- broken lines keep the text, the width and the alignment.
// SPDX-License-Identifier: MIT
#include "notation/print/layout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

// Marks of a text, in the order in which they are looked for.
static const struct {
  const char *text;
  MarkName mark;
} MARKS[] = { { " + ", MARK_PLUS },
              { " - ", MARK_MINUS },
              { "(", MARK_OPEN },
              { ")", MARK_CLOSE },
              { ", ", MARK_COMMA } };

static MathRow row_of(const char *line)
{
  MathRow row = row_new(&PLAIN_TEXT);
  while (*line) {
    size_t length = 0;
    for (size_t k = 0; k < sizeof MARKS / sizeof MARKS[0] && length == 0; k++) {
      if (strncmp(line, MARKS[k].text, strlen(MARKS[k].text)) != 0) continue;
      length = strlen(MARKS[k].text);
      bool is_choice = strncmp(line, ", if(", 5) == 0;
      row_put_mark(&row, is_choice ? MARK_CHOICE : MARKS[k].mark);
    }
    if (length == 0) {
      length = (size_t)text_utf8_length(line, strlen(line));
      char letter[8] = { 0 };
      memcpy(letter, line, length);
      row_put_text(&row, letter, 1);
    }
    line += length;
  }
  return row;
}

static void assert_wrapped(const char *line, int column, int width, const char *expected)
{
  MathRow row = row_of(line);
  Text out = { 0 };
  row_wrap(&row, column, width, &out);
  assert_string_equal(text_string(&out), expected);
  row_free(&row);
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

static void short_brackets_are_broken_last(void **state)
{
  (void)state;
  assert_wrapped("cos(q2 + q3)*(a*b*c*d + e*f*g*h)", 0, 24, "cos(q2 + q3)*(a*b*c*d\n  + e*f*g*h)");
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
    cmocka_unit_test(short_brackets_are_broken_last),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
