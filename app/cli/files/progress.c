// progress.c -- a line of progress on standard error.
// SPDX-License-Identifier: MIT
#include "app/cli/files/progress.h"

#include "base/text/text.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char ERASED[] = "\r\033[K";

static pthread_t main_thread;
static double begun;  // s
static double reported;
static bool is_working;  // on a terminal
static char line[160];   // the visible line; a signal handler prints it as well
static volatile sig_atomic_t is_shown;
static volatile sig_atomic_t is_deferred;  // termination by a signal
static volatile sig_atomic_t asked;        // that signal; 0: none

static double now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// May be called by a signal handler.
static void put_bytes(const char *bytes)
{
  ssize_t written = write(STDERR_FILENO, bytes, strlen(bytes));
  (void)written;
}

// The thread that writes files blocks the signal during this time; other threads forward it.
static void end_by_user(int number)
{
  if (pthread_self() != main_thread) {
    pthread_kill(main_thread, number);
    return;
  }
  if (is_deferred && asked == 0) {
    asked = number;
    return;
  }
  if (is_shown) put_bytes(ERASED);
  signal(number, SIG_DFL);
  raise(number);
}

// Keeps signals ignored that the shell ignores for background processes.
static void watch(int number)
{
  if (signal(number, SIG_IGN) != SIG_IGN) signal(number, end_by_user);
}

void progress_watch_interrupt(void)
{
  main_thread = pthread_self();
  watch(SIGINT);
}

void progress_defer_end(void)
{
  is_deferred = 1;
  watch(SIGTERM);
  watch(SIGHUP);
}

int progress_is_to_end(void) { return asked != 0; }

void progress_end_if_asked(void)
{
  is_deferred = 0;
  if (asked != 0) end_by_user(asked);
}

static void show_line(int number)
{
  (void)number;
  is_shown = line[0] != '\0';  // set before it is printed, because the user may interrupt as soon
                               // as it is visible
  put_bytes(line);
}

void progress_begin(void)
{
  begun = now();
  is_working = isatty(STDERR_FILENO);
  line[0] = '\0';
  reported = 0;
  if (!is_working) return;
  signal(SIGALRM, show_line);
  alarm(1);  // the first step may take long
}

void progress_end(void)
{
  if (!is_working) return;
  alarm(0);
  if (is_shown) put_bytes(ERASED);
  is_shown = 0;
  is_working = false;
}

// Extrapolates the speed so far; not at the beginning, when it is inaccurate.
static void put_time_left(Text *out, double part, double passed)
{
  if (part < 0.05 || part >= 1) return;
  double left = passed * (1 - part) / part;
  if (left < 90) {
    text_format(out, ", %.0f s left", left);
  } else {
    text_format(out, ", %.0f min left", left / 60);
  }
}

int progress_show(void *unused, const char *what, double part)
{
  enum { WIDTH = 20, MAX_NAME_LENGTH = 40 };
  const double APART = 0.1;  // s
  static const char BAR[] = "####################";
  (void)unused;
  double time = now(), passed = time - begun;
  if (!is_working || time - reported < APART) return progress_is_to_end();
  reported = time;
  int done = (int)(part * WIDTH);
  Text text = { 0 };
  text_format(&text, "%s[%.*s%*s] %2d%%", ERASED, done, BAR, WIDTH - done, "", (int)(100 * part));
  if (what) text_format(&text, " %.*s", MAX_NAME_LENGTH, what);
  put_time_left(&text, part, passed);
  snprintf(line, sizeof line, "%s", text_string(&text));
  text_free(&text);
  if (passed > 1) show_line(0);
  return progress_is_to_end();
}
