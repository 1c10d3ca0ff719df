// motion.c -- generated C at work; compiled by integrated.py with
//   -DHEADER='"rr.h"' -DMODEL(x)=rr_##x -DCOORDINATES=RR_COORDINATES -DINPUTS=RR_INPUTS
//   -DFORWARD=rr_forward_dynamics_prepared -DARGUMENTS= (or ",u" ",time" ",u,time")
//   -DPARAMETERS="p.m = number(); ..."
//
// Reads a step, the parameters, the coordinates and rates at time 0, the inputs, which stay as they
// are, and times; prints the coordinates and rates at these times.
// SPDX-License-Identifier: MIT
#include HEADER
#include "extrapolation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = COORDINATES, UNKNOWNS = 2 * N + 1 };  // the last one is the time

typedef struct Machine {
  MODEL(prepared) k;
  double u[INPUTS + 1];
} Machine;

static double number(void)
{
  double value;
  if (scanf("%lf", &value) != 1) exit(1);
  return value;
}

static void slope(const void *model, const double y[], double dy[])
{
  const Machine *machine = model;
  const double tau[N] = { 0 }, *u = machine->u, time = y[2 * N];
  (void)u;
  (void)time;
  FORWARD(&machine->k, y, y + N, tau ARGUMENTS, dy + N);  // not a number where it fails
  for (int i = 0; i < N; i++)
    dy[i] = y[N + i];
  dy[2 * N] = 1;
}

int main(void)
{
  Machine machine;
  const double step = number();
  MODEL(params) p = MODEL(default_params)();
  PARAMETERS
  MODEL(prepare)(&p, &machine.k);
  double y[UNKNOWNS] = { 0 }, end;
  for (int i = 0; i < 2 * N; i++)
    y[i] = number();
  for (int i = 0; i < INPUTS; i++)
    machine.u[i] = number();
  while (scanf("%lf", &end) == 1) {
    const double way = end - y[2 * N], steps = fmax(1, round(way / step));
    for (int s = 0; s < steps; s++)
      advance(slope, &machine, UNKNOWNS, way / steps, y);
    for (int i = 0; i < 2 * N; i++)
      printf("%.17g ", y[i]);
    printf("\n");
  }
  return 0;
}
