// progress.c -- a line of progress on standard error.
// SPDX-License-Identifier: MIT
#include "app/cli/progress.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

static const char ERASED[] = "\r\033[K";

static bool is_seen(void) { return isatty(STDERR_FILENO); }

// Only what a signal handler may call; then the program ends as it would have.
static void erase_and_end(int number)
{
  ssize_t written = write(STDERR_FILENO, ERASED, sizeof ERASED - 1);
  (void)written;
  signal(number, SIG_DFL);
  raise(number);
}

void progress_begin(void)
{
  if (is_seen()) signal(SIGINT, erase_and_end);
}

void progress_end(void)
{
  if (!is_seen()) return;
  signal(SIGINT, SIG_DFL);
  fputs(ERASED, stderr);
}

int progress_show(void *unused, const char *what, double part)
{
  enum { WIDTH = 20 };
  static const char BAR[] = "####################";
  (void)unused;
  if (!is_seen()) return 0;
  int done = (int)(part * WIDTH);
  fprintf(stderr, "%s[%.*s%*s] %2d%% %s", ERASED, done, BAR, WIDTH - done, "", (int)(100 * part),
          what);
  fflush(stderr);
  return 0;
}
