// test_memory.c -- impossible requests end the process; all others are served.
// SPDX-License-Identifier: MIT
#include "base/memory/arena.h"
#include "base/memory/memory.h"
#include "support/last_words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void assert_ends_for_lack_of_memory(void (*action)(void))
{
  char words[100];
  last_words(action, words, sizeof words);
  assert_string_equal(words, "bielle: out of memory\n");
}

static void grow_past_every_address(void) { free(memory_grow(NULL, SIZE_MAX / 4, 8)); }

static void allocate_a_negative_array(void)
{
  Arena *arena = arena_new();
  int count = -1;
  (void)ARENA_ARRAY(arena, long double, count);  // the product wraps to just below SIZE_MAX
  arena_free(arena);
}

static void a_size_that_overflows_ends_the_process(void **state)
{
  (void)state;
  assert_ends_for_lack_of_memory(grow_past_every_address);
}

static void a_negative_array_of_an_arena_ends_the_process(void **state)
{
  (void)state;
  assert_ends_for_lack_of_memory(allocate_a_negative_array);
}

static void new_memory_is_zeroed_and_never_null(void **state)
{
  (void)state;
  int *numbers = memory_new(100, sizeof *numbers);
  for (int i = 0; i < 100; i++)
    assert_int_equal(numbers[i], 0);
  free(numbers);
  void *nothing = memory_new(0, 8);
  assert_non_null(nothing);
  free(nothing);
}

static void growing_keeps_the_contents(void **state)
{
  (void)state;
  char *block = memory_grow(NULL, 4, 1);
  memcpy(block, "abc", 4);
  block = memory_grow(block, 100000, 1);
  assert_string_equal(block, "abc");
  block = memory_grow(block, 0, 1);
  assert_non_null(block);
  free(block);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_size_that_overflows_ends_the_process),
    cmocka_unit_test(a_negative_array_of_an_arena_ends_the_process),
    cmocka_unit_test(new_memory_is_zeroed_and_never_null),
    cmocka_unit_test(growing_keeps_the_contents),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
