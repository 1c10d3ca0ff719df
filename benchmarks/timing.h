// timing.h -- processor time for benchmarks: what other programs do does not count.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BENCHMARKS_TIMING_H
#define BIELLE_BENCHMARKS_TIMING_H

#include <time.h>

// What is short is repeated until it has taken so long in all [s]; the least time counts.
static const double LEAST_TOTAL = 0.05;

static inline double cpu_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
