// timing.h -- processor time for benchmarks: what other programs do does not count.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BENCHMARKS_TIMING_H
#define BIELLE_BENCHMARKS_TIMING_H

#include <time.h>

static inline double cpu_seconds(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

#endif
