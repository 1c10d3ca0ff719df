// test_foreign_name.c -- foreign symbols as names of the language.
// SPDX-License-Identifier: MIT
#include "import/common/foreign_name.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void assert_name(const char *foreign, const char *wanted)
{
  Arena *arena = arena_new();
  assert_string_equal(name_from(arena, foreign, strlen(foreign)), wanted);
  arena_free(arena);
}

static void letters_and_digits_are_kept(void **state)
{
  (void)state;
  assert_name("Repere_1", "Repere_1");
  assert_name("v\u00E9hicule", "v\u00E9hicule");
  assert_name("\u03B81", "\u03B81");
  assert_name("x", "x");
  assert_name("a-b c", "a_b_c");
  assert_name("\u2205\u00D7\xFF", "___");
}

static void digits_in_front_and_reserved_words_get_an_underscore(void **state)
{
  (void)state;
  assert_name("01MIN", "_01MIN");
  assert_name("t", "t_");
  assert_name("sin", "sin_");
  assert_name("ground", "ground_");
  assert_name("", "imported");
}

static void every_word_and_function_of_the_language_is_reserved(void **state)
{
  (void)state;
#define RESERVED(NAME, text, role) assert_name(text, text "_");
#include "lang/syntax/words.def"
#define FUNCTION(NAME, text, count) assert_name(text, text "_");
#include "lang/evaluate/functions.def"
}

static void names_are_distinct(void **state)
{
  (void)state;
  Names names = { .arena = arena_new() };
  const char *first = names_of(&names, "a-b", 3);
  assert_string_equal(first, "a_b");
  assert_string_equal(names_of(&names, "a_b", 3), "a_b_2");
  assert_string_equal(names_of(&names, "a b", 3), "a_b_3");
  assert_ptr_equal(names_of(&names, "a-b", 3), first);
  assert_string_equal(names_take(&names, "a_b_2", "x"), "a_b_2_2");
  assert_string_equal(names_take(&names, NULL, "part"), "part");
  assert_string_equal(names_take(&names, "", "part"), "part_2");
  Arena *arena = names.arena;
  names_free(&names);
  arena_free(arena);
}

static void a_mechanism_is_named_after_its_file(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  assert_string_equal(name_from_file(arena, "robot6.sentence"), "robot6");
  assert_string_equal(name_from_file(arena, "-"), "_");
  assert_string_equal(name_from_file(arena, NULL), "imported");
  arena_free(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(letters_and_digits_are_kept),
    cmocka_unit_test(digits_in_front_and_reserved_words_get_an_underscore),
    cmocka_unit_test(every_word_and_function_of_the_language_is_reserved),
    cmocka_unit_test(names_are_distinct),
    cmocka_unit_test(a_mechanism_is_named_after_its_file),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
