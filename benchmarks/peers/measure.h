// measure.h -- the same states and the same clock for everybody who is measured.
//
// 1024 states from one generator of random numbers: angles in [-pi, pi], speeds, accelerations and
// torques in [-1, 1]. Time is that of the thread, in repeats of at least 4 ms; what is printed is
// the median of 15 repeats. Results at the first states go to files, for comparison.
// The file is C and C++.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_BENCHMARKS_PEERS_MEASURE_H
#define BIELLE_BENCHMARKS_PEERS_MEASURE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STATE_COUNT = 1024, COMPARED_STATES = 64, REPEATS = 15 };

// A state has 3n numbers: q, qd, and one more vector that is qdd or tau.
typedef struct States {
  int n;
  double *numbers;
} States;

static inline double uniform(uint64_t *seed, double low, double high)
{
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return low + (high - low) * ((double)(*seed >> 11) * 0x1p-53);
}

// The first `tame` coordinates, those of a floating base, stay limits -1 .. 1: away from gimbal lock.
static inline States states_new(int n, int tame)
{
  const double pi = 3.14159265358979323846;
  uint64_t seed = 20260401;
  double *numbers = (double *)malloc(sizeof(double) * 3 * (size_t)n * STATE_COUNT);
  if (!numbers) abort();
  for (int s = 0; s < STATE_COUNT; s++) {
    for (int i = 0; i < 3 * n; i++) {
      double range = i >= tame && i < n ? pi : 1;
      numbers[3 * n * s + i] = uniform(&seed, -range, range);
    }
  }
  States states = { n, numbers };
  return states;
}

static inline const double *state_at(const States *states, int s)
{
  return states->numbers + 3 * (size_t)states->n * (size_t)s;
}

static inline double thread_seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef void Work(void *context, int state);

static inline double pass(Work *work, void *context, int count)
{
  double start = thread_seconds();
  for (int s = 0; s < count; s++)
    work(context, s);
  return thread_seconds() - start;
}

static inline int compare_numbers(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// Prints "NAME nanoseconds" of one call. Calls of more than 30 us go over 128 states only.
static inline void measure(const char *name, Work *work, void *context)
{
  pass(work, context, 16);
  int count = pass(work, context, 16) > 16 * 30e-6 ? 128 : STATE_COUNT;
  int passes = 1 + (int)(4e-3 / pass(work, context, count));
  double times[REPEATS];
  for (int r = 0; r < REPEATS; r++) {
    double total = 0;
    for (int p = 0; p < passes; p++)
      total += pass(work, context, count);
    times[r] = 1e9 * total / passes / count;
  }
  qsort(times, REPEATS, sizeof times[0], compare_numbers);
  printf("%s %.2f\n", name, times[REPEATS / 2]);
  fflush(stdout);
}

// The file PREFIX.NAME that receives results.
static inline FILE *values_open(const char *prefix, const char *name)
{
  char path[4096];
  snprintf(path, sizeof path, "%s.%s", prefix, name);
  FILE *file = fopen(path, "wb");
  if (!file) {
    perror(path);
    exit(EXIT_FAILURE);
  }
  return file;
}

static inline void values_put(FILE *file, const double values[], int count)
{
  fwrite(values, sizeof values[0], (size_t)count, file);
}

#endif
