// bench_vehicle.c -- how much faster than real time the car of 15 freedoms drives.
//
// Times are of the motion alone, best of several, on one core: reading, deriving and compiling are
// taken off, by a motion that is very short, and told by themselves.
// SPDX-License-Identifier: MIT
#include "benchmarks/timing.h"
#include "bielle/bielle.h"

#include <stdio.h>
#include <stdlib.h>

enum { TRIALS = 5 };

typedef struct Drive {
  const char *experiment, *until;
  double seconds;
} Drive;

static void stop(const char *what)
{
  fprintf(stderr, "bench_vehicle: %s\n", what);
  exit(EXIT_FAILURE);
}

// Least processor time of one simulation, its rows thrown away.
static double simulate(const BielleMechanism *car, BielleDiagnostics *diagnostics,
                       const Drive *drive, const char *until)
{
  double least = 1e9;
  for (int i = 0; i < TRIALS; i++) {
    BielleAnswer *answer = NULL;
    BielleSimulateOptions options = {
      .experiment = drive->experiment, .until = until, .tolerance = "1e-6", .compiled = "never"
    };
    double start = cpu_seconds();
    if (bielle_simulate(car, &options, diagnostics, &answer) != BIELLE_OK) stop(drive->experiment);
    double passed = cpu_seconds() - start;
    if (passed < least) least = passed;
    bielle_answer_free(answer);
  }
  return least;
}

int main(void)
{
  static const Drive DRIVES[] = { { "step_steer", "5 s", 5 },
                                  { "lane_change", "6 s", 6 },
                                  { "bump", "5 s", 5 },
                                  { "braking_in_turn", "5 s", 5 },
                                  { "coast_down", "30 s", 30 } };
  static const double AIM = 100;
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *car = NULL;
  double start = cpu_seconds();
  const char *path = BIELLE_SOURCE_DIR "/examples/vehicle15/vehicle15.bl";
  if (bielle_mechanism_load(path, diagnostics, &car) != BIELLE_OK) stop(path);
  printf("vehicle15, tolerance 1e-6; read in %.0f ms\n", 1e3 * (cpu_seconds() - start));
  for (size_t i = 0; i < sizeof DRIVES / sizeof DRIVES[0]; i++) {
    double first = simulate(car, diagnostics, &DRIVES[i], "1 ms");
    double all = simulate(car, diagnostics, &DRIVES[i], DRIVES[i].until) - first;
    double pace = DRIVES[i].seconds / all;
    printf("  %-16s  prepared in %4.0f ms, %2.0f s of driving in %6.1f ms: %5.0f times real time, "
           "%s\n",
           DRIVES[i].experiment, 1e3 * first, DRIVES[i].seconds, 1e3 * all, pace,
           pace >= AIM ? "reached" : "not reached");
  }
  bielle_mechanism_free(car);
  bielle_diagnostics_free(diagnostics);
  return EXIT_SUCCESS;
}
