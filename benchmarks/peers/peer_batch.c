// peer_batch.c -- inverse dynamics of many states by a function ..._batch() that Bielle generated.
//
//   cc -fopenmp -DMODEL=arm -DMODEL_HEADER='"arm.h"' -DCOORDINATES=ARM_COORDINATES -DTAME=0 ...
//   OMP_NUM_THREADS=2 ./a.out
// prints nanoseconds per state, of the clock on the wall: the least of many repeats, since what
// disturbs only adds. Then by how much results differ from those of one state at a time.
// SPDX-License-Identifier: MIT
#include MODEL_HEADER
#include "measure.h"

#include <math.h>

#define JOIN(a, b) a##b
#define JOINED(a, b) JOIN(a, b)
#define OF_MODEL(name) JOINED(MODEL, name)

// A stride of a power of two would put all entries into the same places of the caches.
enum { N = COORDINATES, STRIDE = STATE_COUNT + 8, MIN_REPEATS = 200 };

static OF_MODEL(_real) in[3][N * STRIDE], out[N * STRIDE];

static void put_side_by_side(const States *states)
{
  for (int s = 0; s < STATE_COUNT; s++) {
    for (int i = 0; i < 3 * N; i++)
      in[i / N][i % N * STRIDE + s] = (OF_MODEL(_real))state_at(states, s)[i];
  }
}

static double seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static double least_seconds(const OF_MODEL(_params) * parameters)
{
  double least = HUGE_VAL, total = 0;
  for (int repeat = 0; repeat < MIN_REPEATS || total < 0.2; repeat++) {
    double start = seconds();
    OF_MODEL(_inverse_dynamics_batch)(parameters, STATE_COUNT, STRIDE, in[0], in[1], in[2], out);
    double taken = seconds() - start;
    least = taken < least ? taken : least;
    total += taken;
  }
  return least;
}

static double largest_difference(const OF_MODEL(_params) * parameters)
{
  double largest = 0;
  for (int s = 0; s < STATE_COUNT; s++) {
    OF_MODEL(_real) x[3][N], tau[N];
    for (int i = 0; i < 3 * N; i++)
      x[i / N][i % N] = in[i / N][i % N * STRIDE + s];
    OF_MODEL(_inverse_dynamics)(parameters, x[0], x[1], x[2], tau);
    for (int i = 0; i < N; i++)
      largest = fmax(largest, fabs((double)(tau[i] - out[i * STRIDE + s])));
  }
  return largest;
}

int main(void)
{
  const OF_MODEL(_params) parameters = OF_MODEL(_default_params)();
  States states = states_new(N, TAME);
  put_side_by_side(&states);
  free(states.numbers);
  printf("%.3f ", 1e9 * least_seconds(&parameters) / STATE_COUNT);
  printf("%.1e\n", largest_difference(&parameters));
  return EXIT_SUCCESS;
}
