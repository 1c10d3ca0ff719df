// test_flint_failure.c -- FLINT's last words do not come where results are expected.
// SPDX-License-Identifier: MIT
#include "symbolic/pool.h"

#include <flint/flint.h>
#include <flint/fmpz.h>

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

// Runs `action` in a child, with a pool, and reads both outputs together. It must end by abort().
static void last_words(void (*action)(void), char words[], size_t room)
{
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    struct rlimit no_core = { 0, 0 };
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGABRT, SIG_DFL);
    dup2(ends[1], STDERR_FILENO);
    dup2(ends[1], STDOUT_FILENO);
    setvbuf(stdout, NULL, _IONBF, 0);
    pool_new(1);
    action();
    _exit(0);
  }
  close(ends[1]);
  size_t length = 0;
  ssize_t got = 1;
  while (got > 0 && length + 1 < room) {
    got = read(ends[0], words + length, room - 1 - length);
    if (got > 0) length += (size_t)got;
  }
  words[length] = '\0';
  close(ends[0]);
  int status = 0;
  waitpid(child, &status, 0);
  assert_true(WIFSIGNALED(status));
  assert_int_equal(WTERMSIG(status), SIGABRT);
}

static void ask_for_too_much(void) { flint_free(flint_malloc(SIZE_MAX / 4)); }

static void divide_by_zero(void)
{
  fmpz_t x;
  fmpz_init(x);
  fmpz_fdiv_q(x, x, x);
}

static void lack_of_memory_is_told_as_everywhere(void **state)
{
  (void)state;
#ifdef __SANITIZE_ADDRESS__
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
