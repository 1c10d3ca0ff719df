// test_memory.c -- impossible requests end the process; all others are served.
// SPDX-License-Identifier: MIT
#include "base/arena.h"
#include "base/memory.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

// Runs `action` in a child and checks that it ends by abort() and says why.
static void assert_ends_for_lack_of_memory(void (*action)(void))
{
  int message_pipe[2];
  assert_int_equal(pipe(message_pipe), 0);
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    struct rlimit no_core = { 0, 0 };
    setrlimit(RLIMIT_CORE, &no_core);
    signal(SIGABRT, SIG_DFL);
    dup2(message_pipe[1], STDERR_FILENO);
    action();
    _exit(0);
  }
  close(message_pipe[1]);
  char message[100] = { 0 };
  assert_true(read(message_pipe[0], message, sizeof message - 1) > 0);
  close(message_pipe[0]);
  int status = 0;
  waitpid(child, &status, 0);
  assert_true(WIFSIGNALED(status));
  assert_int_equal(WTERMSIG(status), SIGABRT);
  assert_string_equal(message, "bielle: out of memory\n");
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
