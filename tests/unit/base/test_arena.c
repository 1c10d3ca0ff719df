// test_arena.c -- blocks are zeroed, aligned, disjoint, and gone after a rewind.
// SPDX-License-Identifier: MIT
#include "base/memory/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static bool is_zero(const unsigned char *bytes, size_t size)
{
  for (size_t i = 0; i < size; i++) {
    if (bytes[i] != 0) return false;
  }
  return true;
}

static void blocks_are_zeroed_and_aligned_to_8_bytes(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  for (size_t size = 0; size < 3000; size += 7) {
    unsigned char *block = arena_alloc(arena, size);
    assert_int_equal((uintptr_t)block % 8, 0);
    assert_true(is_zero(block, size));
    memset(block, 0xAB, size);
  }
  arena_free(arena);
}

static void blocks_do_not_overlap(void **state)
{
  (void)state;
  enum { COUNT = 2000 };
  Arena *arena = arena_new();
  unsigned char *blocks[COUNT];
  for (int i = 0; i < COUNT; i++) {
    blocks[i] = arena_alloc(arena, (size_t)(i % 300));
    memset(blocks[i], i % 251, (size_t)(i % 300));
  }
  for (int i = 0; i < COUNT; i++) {
    for (int j = 0; j < i % 300; j++)
      assert_int_equal(blocks[i][j], i % 251);
  }
  arena_free(arena);
}

static void size_zero_gives_a_pointer_of_its_own(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  const char *first = arena_alloc(arena, 0);
  const char *second = arena_alloc(arena, 0);
  assert_non_null(first);
  assert_ptr_not_equal(first, second);
  arena_free(arena);
}

static void a_block_larger_than_any_step_is_whole(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  size_t size = 20000000;
  char *block = arena_alloc(arena, size);
  block[0] = 1;
  block[size - 1] = 1;
  assert_true(arena_reserved(arena) >= size);
  arena_free(arena);
}

static void many_small_blocks_do_not_reserve_much_more_than_they_need(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  size_t needed = 0;
  for (int i = 0; i < 200000; i++) {
    arena_alloc(arena, 32);
    needed += 32;
  }
  assert_true(arena_reserved(arena) >= needed);
  assert_true(arena_reserved(arena) <= 3 * needed);
  arena_free(arena);
}

static void after_a_rewind_memory_is_zero_again(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  char *kept = arena_copy_text(arena, "kept", 4);
  ArenaMark mark = arena_mark(arena);
  unsigned char *before = arena_alloc(arena, 1000);
  memset(before, 0xFF, 1000);
  arena_rewind(arena, mark);

  unsigned char *after = arena_alloc(arena, 1000);
  assert_ptr_equal(after, before);
  assert_true(is_zero(after, 1000));
  assert_string_equal(kept, "kept");
  arena_free(arena);
}

static void a_rewind_across_blocks_returns_their_memory(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  arena_alloc(arena, 100);
  size_t reserved = arena_reserved(arena);
  ArenaMark outer = arena_mark(arena);
  for (int i = 0; i < 1000; i++)
    memset(arena_alloc(arena, 100), 1, 100);
  ArenaMark inner = arena_mark(arena);
  for (int i = 0; i < 1000; i++)
    memset(arena_alloc(arena, 100), 1, 100);
  arena_rewind(arena, inner);
  arena_rewind(arena, outer);
  assert_int_equal(arena_reserved(arena), reserved);
  assert_true(is_zero(arena_alloc(arena, 3000), 3000));
  arena_free(arena);
}

static void an_empty_arena_can_be_marked_and_rewound(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  size_t reserved = arena_reserved(arena);
  ArenaMark mark = arena_mark(arena);
  arena_alloc(arena, 10000);
  arena_rewind(arena, mark);
  assert_int_equal(arena_reserved(arena), reserved);
  arena_free(arena);
}

static void copied_text_keeps_nul_bytes_and_is_terminated(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  const char *copy = arena_copy_text(arena, "a\0bcd", 4);
  assert_memory_equal(copy, "a\0bc", 5);
  assert_string_equal(arena_copy_text(arena, NULL, 0), "");
  arena_free(arena);
}

static void formatted_text_may_be_long(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  assert_string_equal(arena_format(arena, "%s=%d", "q1", 42), "q1=42");
  const char *padded = arena_format(arena, "%10000d", 7);
  assert_int_equal(strlen(padded), 10000);
  assert_int_equal(padded[9999], '7');
  arena_free(arena);
}

static void freeing_null_does_nothing(void **state)
{
  (void)state;
  arena_free(NULL);
}

static void memory_grows_and_keeps_what_is_in_it(void **state)
{
  (void)state;
  enum { LARGE = 16 * 1024 * 1024, SMALL = 3000 };
  Arena *arena = arena_new();
  char *small = arena_alloc(arena, SMALL);
  char *large = arena_alloc(arena, LARGE);
  small[SMALL - 1] = 's';
  large[0] = 'a';
  large[LARGE - 1] = 'z';
  large = arena_grow(arena, large, LARGE, 2 * LARGE);
  assert_true(arena_reserved(arena) < 2 * LARGE + LARGE / 2);  // the first one is gone
  assert_true(large[0] == 'a' && large[LARGE - 1] == 'z');
  assert_true(large[LARGE] == '\0' && large[2 * LARGE - 1] == '\0');
  (void)arena_alloc(arena, 1);
  char *grown = arena_grow(arena, small, SMALL, 2 * SMALL);
  assert_true(grown[SMALL - 1] == 's' && grown[SMALL] == '\0');
  Arena *other = arena_new();
  char *word = arena_copy_text(other, "word", 4);
  char *longer = arena_grow(other, word, 5, 100);  // in the same block
  longer = arena_grow(other, longer, 100, 200);
  assert_string_equal(longer, "word");
  assert_string_equal(word, "word");
  arena_free(other);
  arena_free(arena);
}

static void names_are_joined_by_a_point(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  assert_string_equal(arena_join(arena, "front.left", "knee"), "front.left.knee");
  assert_string_equal(arena_join(arena, NULL, "knee"), "knee");
  assert_string_equal(arena_join(arena, "", ""), ".");
  assert_string_equal(arena_concat(arena, "ball", "_e0"), "ball_e0");
  assert_string_equal(arena_concat(arena, "ball", ""), "ball");
  arena_free(arena);
}

static void lists_grow_one_by_one(void **state)
{
  (void)state;
  Arena *arena = arena_new();
  int *list = NULL, count = 0;
  for (int i = 0; i < 5000; i++) {
    *ARENA_PUSH(arena, list, count) = i;
    if (i % 100 == 0) arena_alloc(arena, 24);  // others use the arena, too
  }
  assert_int_equal(count, 5000);
  for (int i = 0; i < 5000; i++)
    assert_int_equal(list[i], i);
  arena_free(arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(blocks_are_zeroed_and_aligned_to_8_bytes),
    cmocka_unit_test(blocks_do_not_overlap),
    cmocka_unit_test(size_zero_gives_a_pointer_of_its_own),
    cmocka_unit_test(a_block_larger_than_any_step_is_whole),
    cmocka_unit_test(many_small_blocks_do_not_reserve_much_more_than_they_need),
    cmocka_unit_test(after_a_rewind_memory_is_zero_again),
    cmocka_unit_test(a_rewind_across_blocks_returns_their_memory),
    cmocka_unit_test(an_empty_arena_can_be_marked_and_rewound),
    cmocka_unit_test(copied_text_keeps_nul_bytes_and_is_terminated),
    cmocka_unit_test(formatted_text_may_be_long),
    cmocka_unit_test(memory_grows_and_keeps_what_is_in_it),
    cmocka_unit_test(names_are_joined_by_a_point),
    cmocka_unit_test(lists_grow_one_by_one),
    cmocka_unit_test(freeing_null_does_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
