// peer_generated.c -- time and results of C that Bielle generated.
//
//   cc -DMODEL=arm -DMODEL_HEADER='"arm.h"' -DCOORDINATES=ARM_COORDINATES -DTAME=0 -DHAS_id ...
//   ./a.out PREFIX
// for the functions that HAS_id (inverse dynamics), HAS_M (mass matrix), HAS_fd (forward dynamics)
// announce, or for any one of a whole state, its name in FUNCTION, that HAS_function announces. TAME
// is the number of coordinates of a floating base.
// SPDX-License-Identifier: MIT
#include MODEL_HEADER
#include "measure.h"

#define JOIN(a, b) a##b
#define JOINED(a, b) JOIN(a, b)
#define OF_MODEL(name) JOINED(MODEL, name)

enum { N = COORDINATES };

typedef struct Run {
  OF_MODEL(_prepared) prepared;
  States states;
  double result[N * N];
} Run;

static void finish(const char *name, Work *work, Run *run, const char *prefix, int size)
{
  FILE *file = values_open(prefix, name);
  for (int s = 0; s < COMPARED_STATES; s++) {
    work(run, s);
    values_put(file, run->result, size);
  }
  fclose(file);
  measure(name, work, run);
}

#ifdef HAS_id
static void inverse_dynamics(void *context, int s)
{
  Run *run = context;
  const double *x = state_at(&run->states, s);
  OF_MODEL(_inverse_dynamics_prepared)(&run->prepared, x, x + N, x + 2 * N, run->result);
}
#endif

#ifdef HAS_M
static void mass_matrix(void *context, int s)
{
  Run *run = context;
  OF_MODEL(_mass_matrix_prepared)(&run->prepared, state_at(&run->states, s), run->result);
}
#endif

#ifdef HAS_fd
static void forward_dynamics(void *context, int s)
{
  Run *run = context;
  const double *x = state_at(&run->states, s);
  OF_MODEL(_forward_dynamics_prepared)(&run->prepared, x, x + N, x + 2 * N, run->result);
}
#endif

#ifdef HAS_function
static void any_function(void *context, int s)
{
  Run *run = context;
  const double *x = state_at(&run->states, s);
  OF_MODEL(FUNCTION)(&run->prepared, x, x + N, x + 2 * N, run->result);
}
#endif

int main(int count, char *words[])
{
  static Run run;
  if (count != 2) return EXIT_FAILURE;
  const OF_MODEL(_params) parameters = OF_MODEL(_default_params)();
  OF_MODEL(_prepare)(&parameters, &run.prepared);
  run.states = states_new(N, TAME);
  const char *prefix = words[1];
#ifdef HAS_id
  finish("id", inverse_dynamics, &run, prefix, N);
#endif
#ifdef HAS_M
  finish("M", mass_matrix, &run, prefix, N * N);
#endif
#ifdef HAS_fd
  finish("fd", forward_dynamics, &run, prefix, N);
#endif
#ifdef HAS_function
  finish("function", any_function, &run, prefix, N);
#endif
  free(run.states.numbers);
  return EXIT_SUCCESS;
}
