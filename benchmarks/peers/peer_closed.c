// peer_closed.c -- accelerations of a mechanism under constraints by functions that Bielle generated.
//
//   cc -DMODEL=bar -DMODEL_HEADER='"bar.h"' -DCOORDINATES=BAR_COORDINATES -DSTART='0, 0.6, 1.5' \
//      -DACCELERATE='q, qd, tau, qdd' -DASSEMBLE='q, held, residual' ...
// prints "qdd NANOSECONDS" and "answers NUMBER": states that were closed and have accelerations.
// SPDX-License-Identifier: MIT
#include MODEL_HEADER
#include "measure.h"

#include <string.h>

#define JOIN(a, b) a##b
#define JOINED(a, b) JOIN(a, b)
#define OF_MODEL(name) JOINED(MODEL, name)

enum { N = COORDINATES, ROOM = 64 };

typedef struct Closed {
  States states;
  OF_MODEL(_prepared) k;
  int answers;
} Closed;

// `u` and `t` are there for mechanisms with inputs and clocks.
static int accelerate(const Closed *closed, int s, double qdd[])
{
  const double *q = state_at(&closed->states, s), *qd = q + N, *tau = qd + N;
  const double u[ROOM] = { 0 }, t = 0;
  (void)u, (void)t;
  return OF_MODEL(_forward_dynamics_constrained_prepared)(&closed->k, ACCELERATE);
}

static void work(void *context, int s)
{
  Closed *closed = context;
  double qdd[N];
  closed->answers += accelerate(closed, s, qdd) == 0;
}

// Near the start; what is left of the constraints is closed.
static void close_state(const Closed *closed, int s)
{
  static const double START_VALUES[N] = { START };
  double *q = closed->states.numbers + 3 * N * s, residual[ROOM];
  const int *held = NULL;
  const double u[ROOM] = { 0 }, t = 0;
  (void)u, (void)t;
  for (int i = 0; i < N; i++)
    q[i] = START_VALUES[i] + 0.01 * q[i];
  if (OF_MODEL(_assemble_prepared)(&closed->k, ASSEMBLE) != 0) q[0] = 0.0 / 0.0;
}

int main(void)
{
  const OF_MODEL(_params) parameters = OF_MODEL(_default_params)();
  Closed closed = { .states = states_new(N, 0) };
  OF_MODEL(_prepare)(&parameters, &closed.k);
  for (int s = 0; s < STATE_COUNT; s++)
    close_state(&closed, s);
  measure("qdd", work, &closed);
  closed.answers = 0;
  for (int s = 0; s < STATE_COUNT; s++)
    work(&closed, s);
  printf("answers %d\n", closed.answers);
  free(closed.states.numbers);
  return EXIT_SUCCESS;
}
