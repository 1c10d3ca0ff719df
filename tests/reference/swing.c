// swing.c -- forward dynamics of generated C at work; compiled by test_forward.py with
//   -DHEADER='"rr.h"' -DMODEL(x)=rr_##x -DCOORDINATES=RR_COORDINATES -DINPUTS= (or ",u")
//   -DPARAMETERS=... (where there is no default) -DSTEP=...
//
// Prints the largest error of accelerations after inverse and forward dynamics, and the largest
// error of the energy in a free swing of 10 s, in units of the largest kinetic energy.
// SPDX-License-Identifier: MIT
#include "extrapolation.h"
#include HEADER

#include <math.h>
#include <stdio.h>

enum { N = COORDINATES };

static const double u[16];  // no forces from outside

static double error_of_accelerations(const MODEL(prepared) * k)
{
  double worst = 0;
  for (int s = 0; s < 20; s++) {
    double q[N], qd[N], qdd[N], tau[N], back[N];
    for (int i = 0; i < N; i++) {
      q[i] = sin(3 * s + i);
      qd[i] = cos(2 * s + i);
      qdd[i] = 2 * sin(s + 2 * i);
    }
    MODEL(inverse_dynamics_prepared)(k, q, qd, qdd INPUTS, tau);
    if (MODEL(forward_dynamics_prepared)(k, q, qd, tau INPUTS, back) != 0) return INFINITY;
    for (int i = 0; i < N; i++)
      worst = fmax(worst, fabs(back[i] - qdd[i]));
  }
  return worst;
}

// ---- the swing; y holds the coordinates and their rates

static void slope(const void *k, const double y[], double dy[])
{
  const double tau[N] = { 0 };
  MODEL(forward_dynamics_prepared)(k, y, y + N, tau INPUTS, dy + N);
  for (int i = 0; i < N; i++)
    dy[i] = y[N + i];
}

static double error_of_energy(const MODEL(prepared) * k)
{
  double y[2 * N], worst = 0, largest = 0;
  for (int i = 0; i < N; i++) {
    y[i] = 0.3 + 0.2 * i;
    y[N + i] = 0.1;
  }
  const double begin = MODEL(energy_prepared)(k, y, y + N);
  for (int s = 0; s * STEP < 10; s++) {
    advance(slope, k, 2 * N, STEP, y);
    const double error = fabs(MODEL(energy_prepared)(k, y, y + N) - begin);
    if (!(error <= worst)) worst = error;  // NaN, too
    largest = fmax(largest, MODEL(kinetic_energy_prepared)(k, y, y + N));
  }
  return worst / largest;
}

int main(void)
{
  MODEL(params) p = MODEL(default_params)();
  PARAMETERS
  MODEL(prepared) k;
  MODEL(prepare)(&p, &k);
  (void)u;
  printf("%.3g\n", error_of_accelerations(&k));
  printf("%.3g\n", error_of_energy(&k));
  return 0;
}
