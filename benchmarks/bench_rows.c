// bench_rows.c -- how fast a table of a million states is evaluated: inverse dynamics of puma560full.
//
// usage: bench_rows [MODELS]
// Takes puma560full.urdf from MODELS (or BIELLE_PERF_MODELS). Printed are states a second of
// bielle_rows_evaluate() on two threads, the best of several trials; those of the whole command,
// reading, deriving and writing included; and its peak of memory for a hundred thousand states and
// for a million.
// SPDX-License-Identifier: MIT
#include "benchmarks/timing.h"
#include "bielle/bielle.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 2, TRIALS = 7, STATES = 1000000, BLOCK = 32768 };

extern char **environ;

static double wall_seconds(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void fail(const char *what)
{
  fprintf(stderr, "bench_rows: %s\n", what);
  exit(EXIT_FAILURE);
}

static double random_number(void) { return 2.0 * rand() / RAND_MAX - 1; }

static double *random_states(int count, int columns)
{
  double *states = calloc((size_t)count * (size_t)columns, sizeof *states);
  if (!states) fail("no memory");
  for (int i = 0; i < count * columns; i++)
    states[i] = random_number();
  return states;
}

// The best time on the wall for as many states as are given; *share takes the best of processor time,
// a thread's part of it: what it would be on processors that nobody else uses.
static double measure_batch(BielleRows *rows, const double states[], int count,
                            BielleDiagnostics *diagnostics, double *share)
{
  int columns = bielle_rows_input_count(rows), results = bielle_rows_output_count(rows);
  double *out = calloc((size_t)BLOCK * (size_t)results, sizeof *out), best = 1e9;
  *share = 1e9;
  for (int trial = 0; trial < TRIALS; trial++) {
    double begin = wall_seconds(), begin_cpu = cpu_seconds();
    for (int first = 0; first < count; first += BLOCK) {
      size_t size = (size_t)(count - first < BLOCK ? count - first : BLOCK);
      if (bielle_rows_evaluate(rows, size, states + (size_t)first * (size_t)columns, THREADS, out,
                               diagnostics) != BIELLE_OK)
        fail("a state has no result");
    }
    bielle_rows_end(rows, diagnostics);
    double passed = wall_seconds() - begin, worked = (cpu_seconds() - begin_cpu) / THREADS;
    if (passed < best) best = passed;
    if (worked < *share) *share = worked;
  }
  free(out);
  return best;
}

static void write_table(const char *path, int count, int columns)
{
  char words[119];
  FILE *file = fopen(path, "wb");
  if (!file) fail("cannot write the states");
  int length =
      snprintf(words, sizeof words, "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }",
               count, columns);
  memset(words + length, ' ', sizeof words - (size_t)length);
  words[117] = '\n';
  fwrite("\x93NUMPY\1\0\x76\0", 1, 10, file);
  fwrite(words, 1, 118, file);
  for (int i = 0; i < count * columns; i++) {
    double number = random_number();
    fwrite(&number, sizeof number, 1, file);
  }
  if (fclose(file) != 0) fail("cannot write the states");
}

// The command at work: seconds, and *peak in MB.
static double measure_command(const char *command, const char *model, const char *states,
                              const char *result, double *peak)
{
  char *words[] = { (char *)command, "eval", (char *)model, "--states",     (char *)states,
                    "--what",        "tau",  "-o",          (char *)result, NULL };
  pid_t child;
  int status;
  struct rusage usage;
  double begin = wall_seconds();
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, STDERR_FILENO, "/dev/null", 1, 0);
  if (posix_spawn(&child, command, &quiet, NULL, words, environ) != 0) fail("no command");
  posix_spawn_file_actions_destroy(&quiet);
  if (wait4(child, &status, 0, &usage) != child || status != 0) fail("the command fails");
  *peak = (double)usage.ru_maxrss / 1024;
  return wall_seconds() - begin;
}

static BielleModel *derive(const char *path, BielleDiagnostics *diagnostics)
{
  static const char *const KEYS[] = { "tau" };
  BielleMechanism *mechanism = NULL;
  BielleModel *model = NULL;
  BielleDeriveOptions options = { .keys = KEYS, .key_count = 1 };
  if (bielle_mechanism_load(path, diagnostics, &mechanism) != BIELLE_OK ||
      bielle_model_derive(mechanism, &options, diagnostics, &model) != BIELLE_OK)
    fail("puma560full cannot be derived");
  bielle_mechanism_free(mechanism);
  return model;
}

// Before there is a table in memory: the peak of a process that was spawned includes what it was
// spawned from.
static void run_command(const char *self, const char *path, int columns)
{
  char command[4096], folder[] = "/tmp/bielle_bench_XXXXXX", table[64], result[64];
  const char *slash = strrchr(self, '/');
  snprintf(command, sizeof command, "%.*s/../bielle", slash ? (int)(slash - self) : 1,
           slash ? self : ".");
  if (!mkdtemp(folder)) fail("no scratch folder");
  snprintf(table, sizeof table, "%s/states.npy", folder);
  snprintf(result, sizeof result, "%s/tau.npy", folder);
  for (int count = STATES / 10; count <= STATES; count *= 10) {
    double peak;
    write_table(table, count, columns);
    double seconds = measure_command(command, path, table, result, &peak);
    printf("  command, %7d states  %6.2f million states/s, peak of memory %.1f MB\n", count,
           count / seconds * 1e-6, peak);
  }
  unlink(table);
  unlink(result);
  rmdir(folder);
}

int main(int count, char *words[])
{
  static const char *const KEYS[] = { "tau" };
  const char *models = count > 1 ? words[1] : getenv("BIELLE_PERF_MODELS");
  if (!models) {
    printf("rows: no models; see docs/performance.md\n");
    return EXIT_SUCCESS;
  }
  char path[4096];
  snprintf(path, sizeof path, "%s/puma560full.urdf", models);
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleModel *model = derive(path, diagnostics);
  BielleRowsOptions options = { .keys = KEYS, .key_count = 1 };
  BielleRows *rows = NULL;
  if (bielle_rows_new(model, &options, diagnostics, &rows) != BIELLE_OK) fail("no rows");
  int columns = bielle_rows_input_count(rows);
  printf("rows: inverse dynamics of puma560full, %d states of %d columns, %d threads\n", STATES,
         columns, THREADS);
  run_command(words[0], path, columns);
  double *states = random_states(STATES, columns);
  double share, best = measure_batch(rows, states, STATES, diagnostics, &share);
  printf("  evaluation               %6.2f million states/s; by processor time %.2f\n",
         STATES / best * 1e-6, STATES / share * 1e-6);
  free(states);
  bielle_rows_free(rows);
  bielle_model_free(model);
  bielle_diagnostics_free(diagnostics);
  return EXIT_SUCCESS;
}
