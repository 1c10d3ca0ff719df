// bench_constrained.c -- accelerations under constraints: one straight-line program, in three
// treatments, beside the augmented system handed to LAPACK.
//
// States are those of the description, disturbed; the linear system has a solution at any. All is
// evaluated state by state on one core. Run in the folder of the project.
// SPDX-License-Identifier: MIT
#include "base/files/file.h"
#include "base/memory/memory.h"
#include "benchmarks/timing.h"
#include "formulation/formulation.h"
#include "lang/lang.h"
#include "program/program.h"
#include "system/mobility/partition.h"

#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STATES = 64, ROUNDS = 40, TRIALS = 3, TREATMENTS = 3 };

typedef struct Bench {
  const char *name;
  Mechanism *mechanism;
  System *system;
  MobilityStudy *study;  // closed configuration, redundant rows
  const PartitionPlace *places;
  Arena *arena;
  double *q;  // STATES x n
  double *qd;
} Bench;

static void stop(const char *why)
{
  fprintf(stderr, "bench_constrained: %s\n", why);
  exit(EXIT_FAILURE);
}

static Bench bench_open(const char *name)
{
  Bench bench = { .name = name, .arena = arena_new() };
  Text text = { 0 }, why = { 0 };
  const char *path = arena_format(bench.arena, "examples/%s/%s.bl", name, name);
  if (!file_read(path, &text, &why)) stop(text_string(&why));
  Source source = { path, text_string(&text), text.length };
  Diagnostics *diagnostics = diagnostics_new();
  bench.mechanism = lang_read(&source, diagnostics);
  if (!bench.mechanism) stop(path);
  bench.system = system_new(bench.mechanism, &(FormulateOptions){ .skip_shortening = true });
  bench.study = mobility_study_new(bench.system, NULL, NULL, &why);
  if (!bench.study || !bench.study->is_assembled) stop("it cannot be closed");
  bench.places = partition_choose(bench.study, NULL, bench.arena, &why);
  if (!bench.places) stop(text_string(&why));
  int n = bench.mechanism->coordinate_count;
  bench.q = ARENA_ARRAY(bench.arena, double, STATES *n);
  bench.qd = ARENA_ARRAY(bench.arena, double, STATES *n);
  for (int i = 0; i < STATES * n; i++) {
    bench.q[i] = bench.study->q[i % n] + 0.01 * sin(0.7 * i);
    bench.qd[i] = cos(1.3 * i);
  }
  diagnostics_free(diagnostics);
  text_free(&text);
  return bench;
}

static void bench_close(Bench *bench)
{
  mobility_study_free(bench->study);
  system_free(bench->system);
  mechanism_free(bench->mechanism);
  arena_free(bench->arena);
}

// Seconds of one state. With `solves` the outputs K and k go to LAPACK.
static double seconds_of(const Bench *bench, const Program *program, bool solves)
{
  int n = bench->mechanism->coordinate_count;
  double *registers = memory_new((size_t)program_register_count(program), sizeof(double));
  double *out[2] = { NULL, NULL }, best = HUGE_VAL;
  for (int k = 0; k < program->output_count; k++) {
    const Quantity *quantity = program->outputs[k].quantity;
    out[k] = memory_new((size_t)quantity->rows * (size_t)quantity->columns, sizeof(double));
  }
  int size = program->outputs[0].quantity->rows;
  lapack_int *pivots = memory_new((size_t)size, sizeof *pivots);
  for (int trial = 0; trial < TRIALS; trial++) {
    double start = cpu_seconds();
    for (int i = 0; i < STATES * ROUNDS; i++) {
      ProgramState state = { .parameters = bench->study->parameters,
                             .q = bench->q + i % STATES * n,
                             .qd = bench->qd + i % STATES * n,
                             .inputs = bench->study->inputs };
      program_evaluate(program, &state, registers, out);
      if (solves) {
        LAPACKE_dsysv(LAPACK_ROW_MAJOR, 'L', size, 1, out[0], size, pivots, out[1], 1);
      }
    }
    best = fmin(best, (cpu_seconds() - start) / (STATES * ROUNDS));
  }
  for (int k = 0; k < program->output_count; k++)
    free(out[k]);
  free(pivots);
  free(registers);
  return best;
}

static double measure(const Bench *bench, ConstraintMethod treatment, const char *const keys[],
                      int count, double *derivation, OperationCount *operations)
{
  Text why = { 0 };
  FormulateOptions options = { .treatment = treatment,
                               .omitted = bench->study->is_redundant,
                               .places = bench->places };
  double start = cpu_seconds();
  Equations *equations = formulate_with(bench->mechanism, &options, keys, count, &why);
  Program *program = equations ? program_new(equations, keys, count, &why) : NULL;
  if (!program) stop(text_string(&why));
  *derivation = cpu_seconds() - start;
  *operations = program_count(program);
  double seconds = seconds_of(bench, program, count == 2);
  program_free(program);
  equations_free(equations);
  return seconds;
}

static void run(const char *name)
{
  static const char *const FORWARD[] = { "qdd" }, *const SYSTEM[] = { "K", "k" };
  static const char *const WORDS[TREATMENTS] = { "augmented", "partition", "projector" };
  Bench bench = bench_open(name);
  double derivation;
  OperationCount count;
  double lapack = measure(&bench, TREATMENT_AUGMENTED, SYSTEM, 2, &derivation, &count);
  printf("%s: %d coordinates, %d equations\n", name, bench.mechanism->coordinate_count,
         bench.study->rows->count);
  printf("  %-10s %8.0f ns\n", "K, LAPACK", 1e9 * lapack);
  for (int i = 0; i < TREATMENTS; i++) {
    double seconds = measure(&bench, (ConstraintMethod)i, FORWARD, 1, &derivation, &count);
    printf("  %-10s %8.0f ns, %.1f times; %d products, %d sums, %d quotients; derived in %.0f ms\n",
           WORDS[i], 1e9 * seconds, lapack / seconds, count.multiplications, count.additions,
           count.divisions, 1e3 * derivation);
  }
  bench_close(&bench);
}

int main(void)
{
  static const char *const EXAMPLES[] = { "slider_crank_relative", "andrews_squeezer", "bicycle",
                                          "delta", "stewart" };
  for (size_t i = 0; i < sizeof EXAMPLES / sizeof EXAMPLES[0]; i++)
    run(EXAMPLES[i]);
  return EXIT_SUCCESS;
}
