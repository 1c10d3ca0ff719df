// drive.c -- Kane's reduced model in generated C at work; compiled by test_kane_reduced.py with
//   -DHEADER='"car.h"' -DMODEL(x)=car_##x -DCOORDINATES=CAR_COORDINATES -DSPEEDS=...
//   -DPARAMETERS=... -DSTART=... -DINPUTS=... -DEND=...
//
// Integrates coordinates and generalised speeds, qd = Jnh alpha and alpha', and prints both at the
// end.
// SPDX-License-Identifier: MIT
#include "extrapolation.h"
#include HEADER

#include <stdio.h>

enum { N = COORDINATES, M = SPEEDS, STEPS = 500 };

static const double u[] = { INPUTS };

// y holds the coordinates, then the speeds.
static void slope(const void *k, const double y[], double dy[])
{
  double Jnh[N * M];
  MODEL(rates_by_speeds_prepared)(k, y, Jnh);
  for (int i = 0; i < N; i++) {
    dy[i] = 0;
    for (int j = 0; j < M; j++)
      dy[i] += Jnh[i * M + j] * y[N + j];
  }
  MODEL(speed_accelerations_prepared)(k, y, dy, u, dy + N);
}

int main(void)
{
  MODEL(params) p = MODEL(default_params)();
  PARAMETERS
  MODEL(prepared) k;
  MODEL(prepare)(&p, &k);
  double y[N + M] = { START };
  for (int s = 0; s < STEPS; s++)
    advance(slope, &k, N + M, END / STEPS, y);
  for (int i = 0; i < N + M; i++)
    printf("%.17g\n", y[i]);
  return 0;
}
