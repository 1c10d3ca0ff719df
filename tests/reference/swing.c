// swing.c -- forward dynamics of generated C at work; compiled by test_forward.py with
//   -DHEADER='"rr.h"' -DMODEL(x)=rr_##x -DCOORDINATES=RR_COORDINATES -DINPUTS= (or ",u")
//   -DPARAMETERS=... (where there is no default) -DSTEP=...
//
// Prints the largest error of accelerations after inverse and forward dynamics, and the largest
// error of the energy in a free swing of 10 s, in units of the largest kinetic energy.
// SPDX-License-Identifier: MIT
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

static void slope(const MODEL(prepared) * k, const double y[], double dy[])
{
  const double tau[N] = { 0 };
  MODEL(forward_dynamics_prepared)(k, y, y + N, tau INPUTS, dy + N);
  for (int i = 0; i < N; i++)
    dy[i] = y[N + i];
}

// The midpoint rule in `count` parts of a step, ends smoothed (Gragg): its error has even powers
// only.
static void midpoints(const MODEL(prepared) * k, double step, int count, const double y[],
                      double result[])
{
  const double h = step / count;
  double before[2 * N], now[2 * N], dy[2 * N];
  slope(k, y, dy);
  for (int i = 0; i < 2 * N; i++) {
    before[i] = y[i];
    now[i] = y[i] + h * dy[i];
  }
  for (int s = 1; s < count; s++) {
    slope(k, now, dy);
    for (int i = 0; i < 2 * N; i++) {
      const double next = before[i] + 2 * h * dy[i];
      before[i] = now[i];
      now[i] = next;
    }
  }
  slope(k, now, dy);
  for (int i = 0; i < 2 * N; i++)
    result[i] = (now[i] + before[i] + h * dy[i]) / 2;
}

// Extrapolated to infinitely many parts (Bulirsch and Stoer): order 8.
static void advance(const MODEL(prepared) * k, double y[])
{
  enum { LEVELS = 4 };
  double table[LEVELS][2 * N];
  for (int j = 0; j < LEVELS; j++) {
    midpoints(k, STEP, 2 * (j + 1), y, table[j]);
    for (int m = j - 1; m >= 0; m--) {
      const double ratio = (double)(j + 1) / (m + 1);
      for (int i = 0; i < 2 * N; i++)
        table[m][i] = table[m + 1][i] + (table[m + 1][i] - table[m][i]) / (ratio * ratio - 1);
    }
  }
  for (int i = 0; i < 2 * N; i++)
    y[i] = table[0][i];
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
    advance(k, y);
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
