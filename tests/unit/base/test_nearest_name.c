// test_nearest_name.c -- "did you mean" finds slips of the typist and nothing else.
// SPDX-License-Identifier: MIT
#include "base/messages/diagnostics.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static const char *nearest(const char *wrong, const char *const names[], int count)
{
  return nearest_name(wrong, strlen(wrong), names, count);
}

static void one_slip_is_recognised(void **state)
{
  (void)state;
  static const char *const names[] = { "shoulder", "elbow", "wrist" };
  assert_string_equal(nearest("elbo", names, 3), "elbow");
  assert_string_equal(nearest("elboww", names, 3), "elbow");
  assert_string_equal(nearest("elbaw", names, 3), "elbow");
  assert_string_equal(nearest("eblow", names, 3), "elbow");
  assert_string_equal(nearest("Wrist", names, 3), "wrist");
  assert_string_equal(nearest("shuolder", names, 3), "shoulder");
}

static void up_to_a_third_of_the_letters_may_be_wrong(void **state)
{
  (void)state;
  static const char *const names[] = { "abcdef" };
  assert_string_equal(nearest("abcdxx", names, 1), "abcdef");
  assert_null(nearest("abcxxx", names, 1));
  assert_null(nearest("knee", names, 1));
}

static void short_names_may_have_one_slip(void **state)
{
  (void)state;
  static const char *const names[] = { "q1", "m" };
  assert_string_equal(nearest("q11", names, 2), "q1");
  assert_string_equal(nearest("Q1", names, 2), "q1");
  assert_string_equal(nearest("1q", names, 2), "q1");
  assert_string_equal(nearest("M", names, 2), "m");
  assert_null(nearest("x", names, 2));
  assert_null(nearest("zz", names, 2));
}

static void numbers_differ_on_purpose(void **state)
{
  (void)state;
  static const char *const names[] = { "q1", "m1", "link12", "sin" };
  assert_null(nearest("q2", names, 4));
  assert_null(nearest("L1", names, 4));
  assert_null(nearest("link34", names, 4));
  assert_string_equal(nearest("lonk12", names, 4), "link12");
  assert_string_equal(nearest("sen", names, 4), "sin");
}

static void the_nearest_wins_and_among_equals_the_first(void **state)
{
  (void)state;
  static const char *const names[] = { "elbow_b", "elbow_a", "Elbow" };
  assert_string_equal(nearest("elbow", names, 3), "Elbow");
  assert_string_equal(nearest("elbow_c", names, 3), "elbow_b");
  assert_string_equal(nearest("elbow_a", names, 3), "elbow_a");
}

static void without_names_or_letters_there_is_no_answer(void **state)
{
  (void)state;
  static const char *const names[] = { "", "a" };
  assert_null(nearest("elbow", NULL, 0));
  assert_null(nearest("", names, 2));
}

static void the_wrong_name_needs_no_terminator(void **state)
{
  (void)state;
  static const char *const names[] = { "elbow" };
  assert_string_equal(nearest_name("elbo : mass", 4, names, 1), "elbow");
}

static void very_long_names_are_left_alone(void **state)
{
  (void)state;
  char long_name[100001];
  memset(long_name, 'a', 100000);
  long_name[100000] = '\0';
  const char *const names[] = { long_name, "b" };
  assert_null(nearest(long_name, names, 2));
  assert_null(nearest("aaa", names, 2));
  long_name[128] = '\0';
  assert_string_equal(nearest_name(long_name, 127, names, 2), long_name);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(one_slip_is_recognised),
    cmocka_unit_test(up_to_a_third_of_the_letters_may_be_wrong),
    cmocka_unit_test(short_names_may_have_one_slip),
    cmocka_unit_test(numbers_differ_on_purpose),
    cmocka_unit_test(the_nearest_wins_and_among_equals_the_first),
    cmocka_unit_test(without_names_or_letters_there_is_no_answer),
    cmocka_unit_test(the_wrong_name_needs_no_terminator),
    cmocka_unit_test(very_long_names_are_left_alone),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
