// test_flint_failure.c -- FLINT's last words do not come where results are expected.
// SPDX-License-Identifier: MIT
#include "symbolic/pool.h"

#include "support/last_words.h"
#include "support/sanitizer.h"

#include <flint/flint.h>
#include <flint/fmpz.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

static void ask_for_too_much(void)
{
  pool_new(1);  // FLINT then speaks through us
  flint_free(flint_malloc(SIZE_MAX / 4));
}

static void divide_by_zero(void)
{
  fmpz_t x;
  pool_new(1);
  fmpz_init(x);
  fmpz_fdiv_q(x, x, x);
}

static void lack_of_memory_is_told_as_everywhere(void **state)
{
  (void)state;
#ifdef HAS_SANITIZER
  print_message("skipped: the sanitizer's own allocator refuses before ours is asked\n");
  skip();
#endif
  char words[400];
  last_words(ask_for_too_much, words, sizeof words);
  assert_string_equal(words, "bielle: out of memory\n");
}

static void what_else_stops_it_ends_in_our_words(void **state)
{
  (void)state;
  char words[400];
  last_words(divide_by_zero, words, sizeof words);
  assert_non_null(strstr(words, "bielle: internal error: "));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(lack_of_memory_is_told_as_everywhere),
    cmocka_unit_test(what_else_stops_it_ends_in_our_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
