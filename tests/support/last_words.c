// last_words.c -- a child process with its outputs in a pipe.
// SPDX-License-Identifier: MIT
#include "support/last_words.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

void last_words(void (*action)(void), char words[], size_t room)
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
