// bench_kinematics.c -- pose and Jacobian of a seven-joint arm at a million states, on one core.
//
// The arm is one of the collaborative kind, revolute joints with axes turned by 90 degrees, its
// lengths as parameters. States go through the batched evaluator in blocks that fit the caches.
// Prints the time of one state; the whole must take less than 2 s.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "benchmarks/timing.h"
#include "formulation/formulation.h"
#include "lang/lang.h"
#include "program/program.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STATES = 1000000, BLOCK = 2048, JOINTS = 7, POSE = 16, JACOBIAN = 6 * JOINTS, TRIALS = 3 };

static const char ARM[] = "mechanism arm\n"
                          "param d1 = 0.34, d3 = 0.40, d5 = 0.40, d7 = 0.126\n"
                          "joint j1 : revolute z (q1) from ground at [0, 0, d1]\n"
                          "joint j2 : revolute z (q2) from j1 rotated RX(-90 deg)\n"
                          "joint j3 : revolute z (q3) from j2 at [0, -d3, 0] rotated RX(90 deg)\n"
                          "joint j4 : revolute z (q4) from j3 rotated RX(90 deg)\n"
                          "joint j5 : revolute z (q5) from j4 at [0, d5, 0] rotated RX(-90 deg)\n"
                          "joint j6 : revolute z (q6) from j5 rotated RX(-90 deg)\n"
                          "joint j7 : revolute z (q7) from j6 rotated RX(90 deg)\n"
                          "point flange at [0, 0, d7] on j7\n";

static Mechanism *read_arm(void)
{
  Source source = { "arm.bl", ARM, strlen(ARM) };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  if (!mechanism) {
    Text text = { 0 };
    diagnostics_print(diagnostics, &text);
    fputs(text_string(&text), stderr);
    exit(EXIT_FAILURE);
  }
  diagnostics_free(diagnostics);
  return mechanism;
}

// Seconds for STATES states, in blocks.
static double run(const Program *program, const double q[], void *scratch, double *const out[])
{
  static const double LENGTHS[] = { 0.34, 0.40, 0.40, 0.126 };
  ProgramBatch batch = { .stride = BLOCK, .parameters = LENGTHS, .q = q };
  double start = cpu_seconds();
  for (int done = 0; done < STATES; done += batch.count) {
    batch.count = STATES - done < BLOCK ? STATES - done : BLOCK;
    program_evaluate_batch(program, &batch, scratch, 1, out);
  }
  return cpu_seconds() - start;
}

static void measure(const Program *program)
{
  double *q = memory_new(JOINTS * BLOCK, sizeof(double));
  double *pose = memory_new(POSE * BLOCK, sizeof(double));
  double *jacobian = memory_new(JACOBIAN * BLOCK, sizeof(double));
  void *scratch = memory_new(program_batch_scratch(program), 1);
  double *const out[] = { pose, jacobian };
  for (int i = 0; i < JOINTS * BLOCK; i++)
    q[i] = 3.0 * sin(0.7 * i);
  double best = HUGE_VAL;
  for (int trial = 0; trial < TRIALS; trial++)
    best = fmin(best, run(program, q, scratch, out));
  OperationCount count = program_count(program);
  printf("pose and Jacobian of a 7-joint arm: %d products, %d sums, %d sincos\n",
         count.multiplications, count.additions, count.sincos_pairs);
  printf("  %.0f ns/state, %d states in %.2f s on one core (wanted: 2 s)\n", 1e9 * best / STATES,
         STATES, best);
  free(scratch);
  free(jacobian);
  free(pose);
  free(q);
}

int main(void)
{
  static const char *const KEYS[] = { "fk:flange", "jac:flange" };
  Mechanism *mechanism = read_arm();
  Text why = { 0 };
  Equations *equations = formulate(mechanism, NULL, 0, KEYS, 2, &why);
  Program *program = program_new(equations, KEYS, 2, &why);
  if (program) {
    measure(program);
  } else {
    fprintf(stderr, "%s\n", text_string(&why));
  }
  int status = program ? EXIT_SUCCESS : EXIT_FAILURE;
  text_free(&why);
  program_free(program);
  equations_free(equations);
  mechanism_free(mechanism);
  return status;
}
