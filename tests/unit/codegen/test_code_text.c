// test_code_text.c -- lines within 100 columns, comments that stay comments.
// SPDX-License-Identifier: MIT
#include "codegen/c/c_model.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void check_columns(const char *text)
{
  while (*text != '\0') {
    size_t length = strcspn(text, "\n");
    assert_true(text_columns(text, length) <= C_COLUMNS);
    text += length + (text[length] == '\n');
  }
}

static void a_short_statement_stays_on_its_line(void **state)
{
  (void)state;
  Text text = { 0 };
  code_put_statement(&text, &LANGUAGE_C, 2, "x =", "a\1+ b\2* c");
  assert_string_equal(text_string(&text), "  x = a + b * c;\n");
  text_free(&text);
}

static void a_long_sum_breaks_before_its_signs(void **state)
{
  (void)state;
  Text text = { 0 }, marked = { 0 };
  text_put(&marked, "first_term\2* factor");
  for (int k = 0; k < 8; k++)
    text_put(&marked, "\1- another_term\2* factor");
  code_put_statement(&text, &LANGUAGE_C, 2, "x =", text_string(&marked));
  check_columns(text_string(&text));
  assert_non_null(strstr(text_string(&text), "\n    - another_term * factor"));
  assert_null(strstr(text_string(&text), "\n    * factor"));
  text_free(&marked);
  text_free(&text);
}

static void an_inner_term_is_indented_further(void **state)
{
  (void)state;
  Text text = { 0 }, marked = { 0 };
  text_put(&marked, "a\2* (b");
  for (int k = 0; k < 12; k++)
    text_put(&marked, "\3+ inner_term");
  text_put(&marked, ")");
  code_put_statement(&text, &LANGUAGE_C, 2, "x =", text_string(&marked));
  check_columns(text_string(&text));
  assert_non_null(strstr(text_string(&text), "\n      + inner_term"));
  text_free(&marked);
  text_free(&text);
}

static void argument_lists_break_below_the_parenthesis(void **state)
{
  (void)state;
  const char *items[] = { "const something_real first[]", "const something_real second[]",
                          "const something_real third[]" };
  Text text = { 0 };
  code_put_list(&text, &LANGUAGE_C, "void function", items, 3);
  assert_string_equal(text_string(&text),
                      "void function(const something_real first[], const something_real second[],\n"
                      "              const something_real third[])");
  text_free(&text);
}

static void comments_cannot_become_code(void **state)
{
  (void)state;
  Text text = { 0 };
  code_put_harmless(&text, "a\nb \\ ?"
                           "?/ *"
                           "/ \xff \xE2\x80\xAE \xE2\x80\xA8 \xE2\x80\xA9"
                           "c");
  assert_string_equal(text_string(&text), "a b / ? ?/ * / ? ? ? ?c");
  text_free(&text);
}

static void long_comments_are_wrapped_between_words(void **state)
{
  (void)state;
  Text text = { 0 }, words = { 0 };
  for (int k = 0; k < 60; k++)
    text_put(&words, "wörter ");
  code_put_comment(&text, &LANGUAGE_C, 2, 3, text_string(&words));
  check_columns(text_string(&text));
  assert_non_null(strstr(text_string(&text), "\n  //   wörter"));
  text_free(&words);
  text_free(&text);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_short_statement_stays_on_its_line),
    cmocka_unit_test(a_long_sum_breaks_before_its_signs),
    cmocka_unit_test(an_inner_term_is_indented_further),
    cmocka_unit_test(argument_lists_break_below_the_parenthesis),
    cmocka_unit_test(comments_cannot_become_code),
    cmocka_unit_test(long_comments_are_wrapped_between_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
