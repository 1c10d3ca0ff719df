// bench_assembly.c -- how often, and with how many of Newton's iterations, mechanisms are closed
// from starts that are off by up to a quarter turn.
//
// With drives held the starts belong to a configuration that is known; the share that comes back to
// it, and not to another branch, is printed too: a disturbed start may well be nearer to another
// one. Then rows of four-bars: the time to derive, to close and to find the freedom of more and more of
// them, and the exponent with which it grows. Run in the folder of the project.
// SPDX-License-Identifier: MIT
#include "base/files/file.h"
#include "benchmarks/timing.h"
#include "lang/lang.h"
#include "system/mobility/partition.h"
#include "tests/support/four_bar_row.h"
#include "tests/support/random_starts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { STARTS = 1000, MAX_FOUR_BARS = 160, TRIALS = 5, STAGES = 3 };

static const char FOUR_BAR[] = "param a = 40 mm, b = 120 mm, c = 80 mm, d = 100 mm\n"
                               "joint crank : revolute z (th) from ground\n"
                               "joint coupler : revolute z (ps) from crank at [a, 0, 0]\n"
                               "joint rocker : revolute z (ph) from ground at [d, 0, 0]\n"
                               "loop C : revolute z [b, 0, 0] on coupler = [c, 0, 0] on rocker\n";

static void stop(const char *why)
{
  fprintf(stderr, "bench_assembly: %s\n", why);
  exit(EXIT_FAILURE);
}

static void print_rates(const char *name, const char *bytes, size_t size, const char *held,
                        double length)
{
  Source source = { name, bytes, size };
  Diagnostics *diagnostics = diagnostics_new();
  Text why = { 0 };
  Mechanism *mechanism = lang_read(&source, diagnostics);
  if (!mechanism) stop(name);
  System *system = system_new(mechanism, &(FormulateOptions){ .skip_shortening = true });
  if (!system_derive_constraints(system, &why)) stop(text_string(&why));
  RandomStarts starts = { .held = held, .length = length, .count = STARTS };
  double before = cpu_seconds();
  if (!random_starts_run(&starts, system)) stop("it cannot be closed");
  double time = cpu_seconds() - before;
  printf("%-12s %-9s %7.1f %% %9.1f %% %12.1f %12.2f %9.2f ms\n", name,
         held[0] ? "held" : "all free", 100.0 * starts.closed / STARTS,
         100.0 * starts.same_branch / STARTS, (double)starts.iterations / STARTS,
         (double)starts.tries / STARTS, 1e3 * time / STARTS);
  system_free(system);
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
  text_free(&why);
}

static void print_example(const char *name, const char *held, double length)
{
  char path[128];
  Text text = { 0 }, why = { 0 };
  snprintf(path, sizeof path, "examples/%s/%s.bl", name, name);
  if (!file_read(path, &text, &why)) stop(text_string(&why));
  print_rates(name, text_string(&text), text.length, "", length);
  print_rates(name, text_string(&text), text.length, held, length);
  text_free(&text);
}

// ---- rows of four-bars

// Seconds to derive what ties it, to close from a disturbed start, and to find the freedom and the
// coordinates that depend on others.
static void measure_row(const Mechanism *mechanism, double seconds[STAGES])
{
  double parameters[] = { 1 }, q[2 * MAX_FOUR_BARS + 1];
  for (int j = 0; j < mechanism->coordinate_count; j++)
    q[j] = 0.4 + 0.1 * sin(7.0 * j);
  ProgramState start = { .parameters = parameters, .q = q };
  Text why = { 0 };
  double begin = cpu_seconds();
  System *system = system_new(mechanism, &(FormulateOptions){ .skip_shortening = true });
  if (!system_derive_constraints(system, &why)) stop(text_string(&why));
  seconds[0] = cpu_seconds() - begin;
  begin = cpu_seconds();
  Assembly *assembly = assembly_new(system, &start, &(AssemblyOptions){ 0 }, &why);
  if (!assembly || !assembly->is_closed) stop("a row of four-bars cannot be closed");
  seconds[1] = cpu_seconds() - begin;
  begin = cpu_seconds();
  Arena *arena = arena_new();
  MobilityStudy *study = mobility_study_new(system, &start, NULL, &why);
  if (!study || !partition_choose(study, NULL, arena, &why)) stop(text_string(&why));
  seconds[2] = cpu_seconds() - begin;
  mobility_study_free(study);
  arena_free(arena);
  assembly_free(assembly);
  system_free(system);
  text_free(&why);
}

static void print_row(int count, double before[STAGES])
{
  Text text = { 0 };
  four_bar_row(&text, count);
  Source source = { "row", text_string(&text), text.length };
  Diagnostics *diagnostics = diagnostics_new();
  Mechanism *mechanism = lang_read(&source, diagnostics);
  if (!mechanism) stop("a row of four-bars cannot be read");
  double best[STAGES] = { HUGE_VAL, HUGE_VAL, HUGE_VAL };
  for (int trial = 0; trial < TRIALS; trial++) {
    double seconds[STAGES];
    measure_row(mechanism, seconds);
    for (int k = 0; k < STAGES; k++)
      best[k] = fmin(best[k], seconds[k]);
  }
  printf("%9d", count);
  for (int k = 0; k < STAGES; k++) {
    printf("%12.2f ms", 1e3 * best[k]);
    if (before[k] > 0) {
      printf("  N^%.2f", log2(best[k] / before[k]));
    } else {
      printf("        ");
    }
    before[k] = best[k];
  }
  printf("\n");
  mechanism_free(mechanism);
  diagnostics_free(diagnostics);
  text_free(&text);
}

static void print_rows(void)
{
  double before[STAGES] = { 0 };
  printf("\n%9s %14s %22s %22s\n", "four-bars", "derived", "closed", "freedom");
  for (int count = 5; count <= MAX_FOUR_BARS; count *= 2)
    print_row(count, before);
}

int main(void)
{
  printf("%-12s %-9s %9s %11s %12s %12s %12s\n", "", "drives", "closed", "same", "iterations",
         "starts", "time");
  print_rates("four-bar", FOUR_BAR, sizeof FOUR_BAR - 1, "", 0);
  print_rates("four-bar", FOUR_BAR, sizeof FOUR_BAR - 1, " th ", 0);
  print_example("wiper", " phi ", 0);
  print_example(
      "stewart",
      " leg[1].length leg[2].length leg[3].length leg[4].length leg[5].length leg[6].length ", 0.5);
  print_example("delta", " arm[1].theta arm[2].theta arm[3].theta ", 0.3);
  print_rows();
  return EXIT_SUCCESS;
}
