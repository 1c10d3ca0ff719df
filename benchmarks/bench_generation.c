// bench_generation.c -- how long it takes to derive equations and to write programs.
//
//   bench_generation [MODELS]
// prints robots of examples/ and all mechanisms of tests/textbook for people and, of the folder
// MODELS (or BIELLE_PERF_MODELS), writes a humanoid and chains of 10 to 100 joints in MJCF as C.
// Each case runs in a child of its own, RUNS times; printed are medians of processor time, step by
// step through the public interface, and the child's peak of memory. SPDX-License-Identifier: MIT
#include "benchmarks/timing.h"
#include "bielle/bielle.h"

#include <errno.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUNS = 7, MAX_KEYS = 4 };

typedef struct Case {
  const char *title;
  const char *file;
  const char *method;
  const char *keys[MAX_KEYS];
  int key_count;
  int is_printed;  // as text for people; otherwise as C
  double wanted;   // seconds; 0: nothing
} Case;

// clang-format off
static const Case PRINTED[] = {
  { "robot of the 1980 report, A B C Q", "examples/robot6/robot6.bl", "lagrange",
    { "A", "B", "Cc", "Q" }, 4, 1, 0.040 },
  { "the same, M C G", "examples/robot6/robot6.bl", "lagrange", { "M", "C", "G" }, 3, 1, 0.080 },
  { "PUMA 560, M C G", "examples/puma560/puma560.bl", "lagrange", { "M", "C", "G" }, 3, 1, 1.0 },
};
static const Case TEXTBOOK = {
  "mechanisms of textbooks, M C G V", "tests/textbook/*.bl", "energy", { "M", "C", "G", "V" }, 4, 1, 5.0
};
static const Case HUMANOID = {
  "humanoid, 36 freedoms", "humanoid36.xml", NULL, { "tau" }, 1, 0, 0.200
};
static const Case CHAINS[] = {
  { "chain of 10",  "chain10.xml",  NULL, { "tau" }, 1, 0, 0 },
  { "chain of 20",  "chain20.xml",  NULL, { "tau" }, 1, 0, 0 },
  { "chain of 50",  "chain50.xml",  NULL, { "tau" }, 1, 0, 0 },
  { "chain of 100", "chain100.xml", NULL, { "tau" }, 1, 0, 1.0 },
};
// clang-format on
static const int LENGTHS[] = { 10, 20, 50, 100 };
enum { CHAIN_COUNT = sizeof CHAINS / sizeof CHAINS[0] };

typedef enum Phase { READ, DERIVE, WRITE, TOTAL, PHASE_COUNT } Phase;

typedef struct Cost {
  double seconds[PHASE_COUNT];
  double megabytes;
} Cost;

// ---- one run

static void must(BielleStatus status, const char *path, BielleDiagnostics *diagnostics)
{
  if (status == BIELLE_OK) return;
  char *text = bielle_diagnostics_text(diagnostics);
  fprintf(stderr, "%s: %s\n%s\n", path, bielle_status_sentence(status), text);
  exit(EXIT_FAILURE);
}

static BielleStatus write_model(const Case *task, const BielleModel *model, const char *folder,
                                BielleDiagnostics *diagnostics)
{
  char *text = NULL;
  BiellePrintOptions print = { .keys = task->keys, .key_count = task->key_count };
  BielleCodeOptions code = {
    .language = "c", .keys = task->keys, .key_count = task->key_count, .command = ""
  };
  BielleStatus status = task->is_printed
                            ? bielle_model_print(model, &print, diagnostics, &text)
                            : bielle_model_write_code(model, &code, folder, diagnostics, &text);
  bielle_string_free(text);
  return status;
}

static void run_once(const Case *task, const char *path, const char *folder,
                     double seconds[PHASE_COUNT])
{
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleMechanism *mechanism = NULL;
  BielleModel *model = NULL;
  BielleDeriveOptions options = { .method = task->method,
                                  .keys = task->keys,
                                  .key_count = task->key_count };
  double start = cpu_seconds();
  must(bielle_mechanism_load(path, diagnostics, &mechanism), path, diagnostics);
  double read = cpu_seconds();
  must(bielle_model_derive(mechanism, &options, diagnostics, &model), path, diagnostics);
  double derived = cpu_seconds();
  must(write_model(task, model, folder, diagnostics), path, diagnostics);
  double written = cpu_seconds();
  seconds[READ] = read - start;
  seconds[DERIVE] = derived - read;
  seconds[WRITE] = written - derived;
  seconds[TOTAL] = written - start;
  bielle_model_free(model);
  bielle_mechanism_free(mechanism);
  bielle_diagnostics_free(diagnostics);
}

static int compare_numbers(const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void run_for_time(const Case *task, const char *path, const char *folder, Cost *cost)
{
  double runs[PHASE_COUNT][RUNS];
  for (int r = 0; r < RUNS; r++) {
    double seconds[PHASE_COUNT];
    run_once(task, path, folder, seconds);
    for (int p = 0; p < PHASE_COUNT; p++)
      runs[p][r] = seconds[p];
  }
  for (int p = 0; p < PHASE_COUNT; p++) {
    qsort(runs[p], RUNS, sizeof runs[p][0], compare_numbers);
    cost->seconds[p] = runs[p][RUNS / 2];
  }
}

static double resident_megabytes(void)
{
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss / 1024;
}

static void run_for_memory(const Case *task, const char *path, const char *folder, Cost *cost)
{
  double seconds[PHASE_COUNT];
  prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0);
  double before = resident_megabytes();
  run_once(task, path, folder, seconds);
  cost->megabytes = resident_megabytes() - before;
}

typedef void Measurement(const Case *task, const char *path, const char *folder, Cost *cost);

// Runs the measurement in a child, which starts with what *cost holds and sends it back.
static void in_child(Measurement *measurement, const Case *task, const char *path,
                     const char *folder, Cost *cost)
{
  int ends[2];
  if (pipe(ends) != 0) exit(EXIT_FAILURE);
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    measurement(task, path, folder, cost);
    ssize_t written = write(ends[1], cost, sizeof *cost);
    _exit(written == sizeof *cost ? EXIT_SUCCESS : EXIT_FAILURE);
  }
  close(ends[1]);
  ssize_t length = read(ends[0], cost, sizeof *cost);
  close(ends[0]);
  waitpid(child, NULL, 0);
  if (length != sizeof *cost) exit(EXIT_FAILURE);
}

static Cost cost_of(const Case *task, const char *path, const char *folder)
{
  Cost cost = { 0 };
  in_child(run_for_time, task, path, folder, &cost);
  in_child(run_for_memory, task, path, folder, &cost);
  return cost;
}

// ---- reports

static void report(const Case *task, const Cost *cost)
{
  printf("  %-36s", task->title);
  for (int p = 0; p < PHASE_COUNT; p++)
    printf("%9.1f", 1e3 * cost->seconds[p]);
  printf("%9.1f", cost->megabytes);
  if (task->wanted > 0) {
    int is_reached = cost->seconds[TOTAL] <= task->wanted;
    printf("   wanted %4.0f ms: %s", 1e3 * task->wanted, is_reached ? "reached" : "NOT reached");
  }
  printf("\n");
}

static void report_growth(const Cost costs[])
{
  printf("growth from chain to chain, 1.00 being proportional to the number of joints:\n");
  for (int i = 1; i < CHAIN_COUNT; i++) {
    double joints = (double)LENGTHS[i] / LENGTHS[i - 1];
    printf("  %3d -> %3d joints: time %4.2f, memory %4.2f\n", LENGTHS[i - 1], LENGTHS[i],
           costs[i].seconds[TOTAL] / costs[i - 1].seconds[TOTAL] / joints,
           costs[i].megabytes / costs[i - 1].megabytes / joints);
  }
}

static Cost run_case(const Case *task, const char *models, const char *folder)
{
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", models, task->file);
  Cost cost = cost_of(task, path, folder);
  report(task, &cost);
  return cost;
}

// All files of a pattern, one after the other, as if they were one.
static void run_all(const Case *task, const char *folder)
{
  char pattern[4096];
  glob_t files;
  Cost sum = { 0 };
  snprintf(pattern, sizeof pattern, "%s/%s", BIELLE_SOURCE_DIR, task->file);
  if (glob(pattern, 0, NULL, &files) != 0) return;
  for (size_t i = 0; i < files.gl_pathc; i++) {
    Cost cost = cost_of(task, files.gl_pathv[i], folder);
    for (int p = 0; p < PHASE_COUNT; p++)
      sum.seconds[p] += cost.seconds[p];
    if (cost.megabytes > sum.megabytes) sum.megabytes = cost.megabytes;
  }
  globfree(&files);
  report(task, &sum);
}

static void remove_folder(const char *folder)
{
  static const char *const names[] = { "humanoid36", "chain10", "chain20", "chain50", "chain100" };
  static const char *const ends[] = { ".h", ".c", "_selftest.c" };
  char path[4096];
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    for (size_t k = 0; k < sizeof ends / sizeof ends[0]; k++) {
      snprintf(path, sizeof path, "%s/%s%s", folder, names[i], ends[k]);
      unlink(path);
    }
  }
  rmdir(folder);
}

int main(int count, char *words[])
{
  const char *models = count > 1 ? words[1] : getenv("BIELLE_PERF_MODELS");
  char folder[] = "/tmp/bielle_bench_XXXXXX";
  if (!mkdtemp(folder)) {
    fprintf(stderr, "%s: %s\n", folder, strerror(errno));
    return EXIT_FAILURE;
  }
  printf("generation: processor time [ms], median of %d, and memory [MB]\n", RUNS);
  printf("  %-36s%9s%9s%9s%9s%9s\n", "", "read", "derive", "write", "all", "memory");
  for (size_t i = 0; i < sizeof PRINTED / sizeof PRINTED[0]; i++)
    run_case(&PRINTED[i], BIELLE_SOURCE_DIR, folder);
  run_all(&TEXTBOOK, folder);
  if (models) {
    Cost costs[CHAIN_COUNT];
    run_case(&HUMANOID, models, folder);
    for (int i = 0; i < CHAIN_COUNT; i++)
      costs[i] = run_case(&CHAINS[i], models, folder);
    report_growth(costs);
  }
  printf("elsewhere, on another machine: a general six-axis arm takes SymPy 55 s by Kane's method "
         "and\n"
         "248 s by Lagrange's, OpenSYMORO 0.4 to 0.6 s; a chain of 50 takes OpenSYMORO 1.8 s.\n");
  remove_folder(folder);
  return EXIT_SUCCESS;
}
