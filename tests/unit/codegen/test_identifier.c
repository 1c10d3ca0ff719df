// test_identifier.c -- names of the model become names of C.
// SPDX-License-Identifier: MIT
#include "codegen/common/identifier.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void check(const char *name, const char *expected)
{
  Text text = { 0 };
  identifier_put(&text, name);
  assert_string_equal(text_string(&text), expected);
  text_free(&text);
}

static void ascii_names_stay(void **state)
{
  (void)state;
  check("m1", "m1");
  check("I_1z", "I_1z");
}

static void greek_letters_are_spelled_out(void **state)
{
  (void)state;
  check("θ1", "theta1");
  check("Ω", "Omega");
  check("Δα", "Deltaalpha");
  check("ς", "sigma");
  check("ϕ", "phi");
}

static void other_characters_become_their_code_points(void **state)
{
  (void)state;
  check("vé", "vu_00E9");
  check("車", "u_8ECA");
  check("a.b c", "a_b_c");
  check("q₁₂", "q12");
  check("\xff", "u_00FF");
}

static void primes_become_rates(void **state)
{
  (void)state;
  check("θ1'", "theta1_dot");
}

static void names_never_begin_with_a_digit_or_an_underscore(void **state)
{
  (void)state;
  check("2nd", "x2nd");
  check("_Bool", "x_Bool");
  check("", "x");
  check("-", "x_");
}

static void a_taken_name_gets_underscores_in_order_of_claims(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  NameSet scope = name_set_of_block(arena);
  assert_string_equal(name_set_claim(&scope, "a"), "a");
  assert_string_equal(name_set_claim(&scope, "a"), "a_");
  assert_string_equal(name_set_claim(&scope, "a"), "a__");
  assert_string_equal(name_set_claim(&scope, "a_"), "a___");
  name_set_free(&scope);
  arena_free(arena);
}

static void keywords_and_libm_are_never_taken(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  NameSet scope = name_set_of_block(arena);
  const char *words[] = { "int", "double", "restrict", "class", "sin", "sinf", "gamma", "y0", "I" };
  for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
    assert_string_equal(name_set_claim(&scope, words[k]), arena_format(arena, "%s_", words[k]));
  }
  name_set_free(&scope);
  arena_free(arena);
}

static void members_of_structs_may_be_called_like_functions(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  NameSet scope = name_set_of_members(arena);
  assert_string_equal(name_set_claim(&scope, "gamma"), "gamma");
  assert_string_equal(name_set_claim(&scope, "int"), "int_");
  name_set_free(&scope);
  arena_free(arena);
}

static void rules_of_a_language_are_obeyed(void **state)
{
  (void)state;
  static const char *const reserved[] = { "lambda", NULL };
  const NameRules rules = { .reserved = reserved, .folds_case = true, .longest = 10 };
  Arena *arena = arena_new();
  NameSet scope = name_set_of_members(arena);
  name_set_obey(&scope, &rules);
  assert_string_equal(name_set_claim(&scope, "lambda"), "lambda_");
  assert_string_equal(name_set_claim(&scope, "Lambda"), "Lambda__");
  assert_string_equal(name_set_claim(&scope, "M"), "M");
  assert_string_equal(name_set_claim(&scope, "m"), "m_");
  assert_string_equal(name_set_claim(&scope, "abcdefghij"), "abcdefghij");
  assert_string_equal(name_set_claim(&scope, "ABCDEFGHIJ"), "ABCDEFGH_1");
  assert_string_equal(name_set_claim(&scope, "abcdefghijk"), "abcdefgh_2");
  name_set_free(&scope);
  arena_free(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(ascii_names_stay),
    cmocka_unit_test(greek_letters_are_spelled_out),
    cmocka_unit_test(other_characters_become_their_code_points),
    cmocka_unit_test(primes_become_rates),
    cmocka_unit_test(names_never_begin_with_a_digit_or_an_underscore),
    cmocka_unit_test(a_taken_name_gets_underscores_in_order_of_claims),
    cmocka_unit_test(keywords_and_libm_are_never_taken),
    cmocka_unit_test(rules_of_a_language_are_obeyed),
    cmocka_unit_test(members_of_structs_may_be_called_like_functions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
