// test_words.c -- reserved words are known by their whole text.
// SPDX-License-Identifier: MIT
#include "lang/syntax/words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void words_are_found_and_others_are_not(void **state)
{
  (void)state;
  assert_int_equal(word_of("joint", 5), WORD_JOINT);
  assert_int_equal(word_of("jointed", 5), WORD_JOINT);
  assert_int_equal(word_of("joint", 4), WORD_NONE);
  assert_int_equal(word_of("Joint", 5), WORD_NONE);
  assert_int_equal(word_of("t", 1), WORD_TIME);
  assert_int_equal(word_of("mass", 4), WORD_NONE);
}

static void every_word_is_found_by_its_text(void **state)
{
  (void)state;
  static const char *const texts[WORD_COUNT] = {
#define RESERVED(NAME, text, role) [WORD_##NAME] = (text),
#include "lang/syntax/words.def"
  };
  for (int word = WORD_NONE + 1; word < WORD_COUNT; word++) {
    assert_int_equal(word_of(texts[word], strlen(texts[word])), word);
    assert_int_not_equal(word_role((Word)word), WORD_ORDINARY);
  }
}

static void statements_begin_with_their_words(void **state)
{
  (void)state;
  assert_true(word_begins_statement(WORD_BODY));
  assert_true(word_begins_statement(WORD_LOOP));
  assert_false(word_begins_statement(WORD_FROM));
  assert_false(word_begins_statement(WORD_PI));
  assert_false(word_begins_statement(WORD_NONE));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(words_are_found_and_others_are_not),
    cmocka_unit_test(every_word_is_found_by_its_text),
    cmocka_unit_test(statements_begin_with_their_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
