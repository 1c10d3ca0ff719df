// test_letters.c -- which characters names are made of.
// SPDX-License-Identifier: MIT
#include "base/text/letters.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

static size_t letter(const char *text) { return letter_length(text, strlen(text)); }

static void letters_of_many_scripts_count(void **state)
{
  (void)state;
  assert_int_equal(letter("a"), 1);
  assert_int_equal(letter("_"), 1);
  assert_int_equal(letter("é"), 2);
  assert_int_equal(letter("θ"), 2);
  assert_int_equal(letter("я"), 2);
  assert_int_equal(letter("µ"), 2);
  assert_int_equal(letter("日"), 3);
  assert_int_equal(letter("𝑞"), 4);
}

static void signs_digits_and_marks_do_not(void **state)
{
  (void)state;
  const char *const others[] = { "1", "+", " ", "", "€", "×", "÷", "−", "“", "°", "²", "→", "😀" };
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    assert_int_equal(letter(others[i]), 0);
  }
}

static void digits_and_accents_may_follow(void **state)
{
  (void)state;
  assert_int_equal(name_part_length("1", 1), 1);
  assert_int_equal(name_part_length("\xcc\x87", 2), 2);  // combining dot above
  assert_int_equal(letter("\xcc\x87"), 0);
  assert_int_equal(name_part_length("-", 1), 0);
}

static void sequences_that_are_cut_short_are_no_letters(void **state)
{
  (void)state;
  assert_int_equal(letter_length("é", 1), 0);
  assert_int_equal(name_part_length("日", 2), 0);
  assert_int_equal(letter_length("a", 0), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(letters_of_many_scripts_count),
    cmocka_unit_test(signs_digits_and_marks_do_not),
    cmocka_unit_test(digits_and_accents_may_follow),
    cmocka_unit_test(sequences_that_are_cut_short_are_no_letters),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
