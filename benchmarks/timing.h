// timing.h -- processor time for benchmarks: what other programs do does not count.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BENCHMARKS_TIMING_H
#define BIELLE_BENCHMARKS_TIMING_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

// What is short is repeated until it has taken so long in all [s]; the least time counts.
static const double MIN_TOTAL = 0.05;

static inline double cpu_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// One line: what was measured, the most that it may be, and whether it is reached.
static inline void print_aim(const char *title, double measured, double aim, const char *unit)
{
  printf("  %-44s %9.3g %-8s aim <= %-6g %s\n", title, measured, unit, aim,
         measured <= aim ? "reached" : "not reached");
}

#endif
