// bench_simulate.c -- motions: error against time, beside MuJoCo, and how time grows with size.
//
// usage: bench_simulate [MODELS]
// Takes panda7r (otherwise arm7r of benchmarks/peers/models.py) and humanoid36 from MODELS or
// BIELLE_PERF_MODELS, or reports that they are not there. Simbody reads NAME.tree, where there is one.
// Times are of the motion alone, from its first row to its last: the least of several, and of so many as
// last 50 ms together, or are prepared in 2 s. Errors are the largest of an angle at the end, against erk8 with the least
// tolerance. MuJoCo and Simbody, if they were there when this was compiled, go by RK4 with steps of
// several lengths and by Merson's method with several accuracies; both have no exact loops, so they
// are beside us for trees alone. Run in the folder of the project.
// SPDX-License-Identifier: MIT
#include "base/files/file.h"
#include "benchmarks/timing.h"
#include "import/import.h"
#include "lang/lang.h"
#include "mechanism/default_value.h"
#include "study/simulation/simulation.h"
#include "system/described_values.h"

#ifdef BENCH_HAS_MUJOCO
#include <mujoco/mujoco.h>
#endif

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIALS = 3, MAX_TRIPS = 64 };

typedef struct Bench {
  const char *name;
  Text text;  // of the description
  Arena *arena;
  Mechanism *mechanism;
  System *system;
  ProgramState start;
  int n;
  int base;    // coordinates of a floating base, which every program has others of: not compared
  double end;  // [s]
} Bench;

// One way to the end.
typedef struct Trip {
  const char *method;
  double setting;  // tolerance, or step
  double seconds, error;
  long evaluations;
  int events;
  double audit;  // [J]
} Trip;

static void stop(const char *what)
{
  fprintf(stderr, "bench_simulate: %s\n", what);
  exit(EXIT_FAILURE);
}

// ---- mechanisms

// `speed` is a coordinate whose speed starts at `value`; NULL: none.
static Bench bench_open(const char *name, Text text, double end, const char *speed, double value)
{
  Bench bench = { .name = name, .text = text, .arena = arena_new(), .end = end };
  Diagnostics *diagnostics = diagnostics_new();
  Source source = { name, text_string(&bench.text), bench.text.length };
  Text why = { 0 };
  bench.mechanism = lang_read(&source, diagnostics);
  if (!bench.mechanism) stop(name);
  bench.system = system_new(bench.mechanism, NULL);
  const Equations *equations = bench.system->equations;
  bench.n = equations->coordinate_count;
  DescribedValues *described = described_values_new(equations, &why);
  if (!described) stop(text_string(&why));
  double *parameters = ARENA_ARRAY(bench.arena, double, equations->parameter_count + 1);
  double *qd = ARENA_ARRAY(bench.arena, double, bench.n + 1);
  DescribedArrays arrays = {
    .inputs = ARENA_ARRAY(bench.arena, double, equations->input_count + 1),
    .q = ARENA_ARRAY(bench.arena, double, bench.n + 1),
    .states = ARENA_ARRAY(bench.arena, double, equations->state_count + 1),
    .discretes = ARENA_ARRAY(bench.arena, double, equations->discrete_count + 1),
  };
  for (int i = 0; i < equations->parameter_count; i++)
    parameters[i] = mechanism_default_value(bench.mechanism, bench.mechanism->parameters[i].value);
  described_values_at(described, parameters, 0, arrays);
  for (int i = 0; i < bench.n; i++) {
    if (speed && strcmp(equations->coordinates[i].name, speed) == 0) qd[i] = value;
  }
  bench.start = (ProgramState){ .parameters = parameters,
                                .q = arrays.q,
                                .qd = qd,
                                .inputs = arrays.inputs,
                                .states = arrays.states,
                                .discretes = arrays.discretes };
  described_values_free(described);
  diagnostics_free(diagnostics);
  return bench;
}

static void bench_close(Bench *bench)
{
  system_free(bench->system);
  mechanism_free(bench->mechanism);
  arena_free(bench->arena);
  text_free(&bench->text);
}

static Text text_of_example(const char *name)
{
  Text text = { 0 }, why = { 0 }, path = { 0 };
  text_format(&path, BIELLE_SOURCE_DIR "/examples/%s/%s.bl", name, name);
  if (!file_read(text_string(&path), &text, &why)) stop(text_string(&why));
  text_free(&path);
  return text;
}

static Text text_of_model(const char *path)
{
  Text foreign = { 0 }, text = { 0 }, why = { 0 };
  if (!file_read(path, &foreign, &why)) stop(text_string(&why));
  Source source = { path, text_string(&foreign), foreign.length };
  const ImportFormat *format = import_recognise(&source);
  Diagnostics *diagnostics = diagnostics_new();
  ImportOptions options = { .snap_angles = true };
  if (!format || !import_text(format->import, &source, &options, diagnostics, &text)) stop(path);
  diagnostics_free(diagnostics);
  text_free(&foreign);
  return text;
}

// N four-bars of equal links in a row: IFToMM A02.
static Text text_of_four_bars(int count)
{
  Text text = { 0 };
  text_put(&text, "mechanism four_bars\nparam l = 1 m, m = 1 kg\nlet J = m*l^2/12\n"
                  "gravity [0, -9.81, 0]\n");
  for (int i = 0; i <= count; i++) {
    text_format(&text,
                "joint k%d : revolute -z (t%d) from ground at [%d*l, 0, 0] rotated RZ(90 deg)\n", i,
                i, i);
    text_format(&text, "body k%d on k%d : mass m, com [l/2, 0, 0], inertia diag(0, 0, J)\n", i, i);
  }
  for (int i = 1; i <= count; i++) {
    text_format(&text, "joint c%d : revolute z (p%d) from k%d at [l, 0, 0] rotated RZ(-90 deg)\n",
                i, i, i - 1);
    text_format(&text, "body c%d on c%d : mass m, com [l/2, 0, 0], inertia diag(0, 0, J)\n", i, i);
    text_format(&text, "loop pin%d : revolute z [l, 0, 0] on c%d = [l, 0, 0] on k%d\n", i, i, i);
  }
  return text;
}

// ---- our motions

// When the first row was made, and the last one.
typedef struct Clock {
  long rows;
  double first, last;
} Clock;

static bool note_row(void *context, const RowColumn columns[], int count, const double row[])
{
  Clock *clock = context;
  (void)columns, (void)count, (void)row;
  clock->last = cpu_seconds();
  if (clock->rows++ == 0) clock->first = clock->last;
  return true;
}

static double seconds_of(Bench *bench, SimulationOptions options, Simulation **out)
{
  Text why = { 0 };
  const char *hint;
  Clock clock = { 0 };
  options.listener = note_row;
  options.listener_context = &clock;
  *out = simulation_new(bench->system, &bench->start, &options, &why, &hint);
  if (!*out) stop(text_string(&why));
  if ((*out)->failure.length > 0) stop(text_string(&(*out)->failure));
  return clock.last - clock.first;
}

// One motion to the end; `q` receives where it ends.
static Trip run(Bench *bench, const char *method, ConstraintEnforcement treatment, double tolerance,
                double q[])
{
  SimulationOptions options = { .end = bench->end,
                                .step = bench->end,
                                .method = integrator_method(method),
                                .treatment = treatment,
                                .tolerance = tolerance,
                                .compiling = COMPILING_ALWAYS };
  Trip trip = { .method = method, .setting = tolerance, .seconds = 1e9 };
  static const double LONGEST = 2;  // [s], with what is compiled for each of them
  double spent = 0, begin = cpu_seconds();
  for (int trial = 0; trial < TRIALS || (spent < MIN_TOTAL && cpu_seconds() - begin < LONGEST);
       trial++) {
    Simulation *simulation;
    double seconds = seconds_of(bench, options, &simulation);
    trip.seconds = fmin(trip.seconds, seconds);
    spent += seconds;
    RowTable table = simulation_table(simulation);
    const double *last = table.rows + (table.row_count - 1) * table.width;
    memcpy(q, last + 1, sizeof(double) * (size_t)bench->n);
    trip.evaluations = simulation->counts.evaluations;
    trip.events = simulation->moment_count;
    trip.audit = simulation->audit;
    simulation_free(simulation);
  }
  return trip;
}

// Of one evaluation of what a tree's motion asks for.
static double rate_seconds(Bench *bench)
{
  enum { ROUNDS = 20000 };
  static const char *const KEYS[] = { "qdd", "P", "P_t" };
  Text why = { 0 };
  double best = 1e9;
  Evaluator evaluator = evaluator_new(bench->system->equations, bench->arena, 3);
  evaluator.pace->compiling = COMPILING_ALWAYS;
  for (int k = 0; k < 3; k++)
    evaluator_add(&evaluator, KEYS[k], NULL);
  if (!evaluator_compile(&evaluator, &why)) stop(text_string(&why));
  for (int trial = 0; trial < TRIALS; trial++) {
    double begin = cpu_seconds();
    for (int k = 0; k < ROUNDS; k++)
      evaluator_evaluate(&evaluator, &bench->start);
    best = fmin(best, (cpu_seconds() - begin) / ROUNDS);
  }
  evaluator_free(&evaluator);
  return best;
}

static double difference(const double a[], const double b[], int base, int n)
{
  double most = 0;
  for (int i = base; i < n; i++)
    most = fmax(most, fabs(a[i] - b[i]));
  return fmax(most, 1e-16);
}

static void print_trip(const Trip *trip, const char *what)
{
  printf("  %-9s %s %.0e  %9.3f ms  error %.1e", trip->method, what, trip->setting,
         1e3 * trip->seconds, trip->error);
  if (trip->evaluations > 0) {
    printf("  %6ld evaluations, %.2f us each", trip->evaluations,
           1e6 * trip->seconds / (double)trip->evaluations);
  }
  printf("\n");
}

// Tables of several methods; returns how many trips there are.
static int precision(Bench *bench, const char *const methods[], int count, double least,
                     double reference[], Trip trips[])
{
  double *q = ARENA_ARRAY(bench->arena, double, bench->n);
  int found = 0;
  run(bench, "erk8", SIMULATION_AUTO, least, reference);
  run(bench, "erk8", SIMULATION_AUTO, 10 * least, q);
  printf("%s, %g s, %d coordinates; the reference is good to about %.0e\n", bench->name, bench->end,
         bench->n, difference(q, reference, bench->base, bench->n));
  for (int m = 0; m < count; m++) {
    for (int digits = 4; digits <= 12; digits += 2) {
      double tolerance = pow(10, -digits);
      Trip *trip = &trips[found++];
      *trip = run(bench, methods[m], SIMULATION_AUTO, tolerance, q);
      trip->error = difference(q, reference, bench->base, bench->n);
      print_trip(trip, "tolerance");
    }
  }
  return found;
}

// ---- beside others

// The shortest of our times with which the error is at most this, between trips by straight lines
// over logarithms.
static double seconds_at(const Trip trips[], int count, double error)
{
  double best = INFINITY;
  for (int i = 0; i + 1 < count; i++) {
    const Trip *a = &trips[i], *b = &trips[i + 1];
    if (a->error <= error) best = fmin(best, a->seconds);
    if (b->error <= error) best = fmin(best, b->seconds);
    bool is_between = a->error > error && b->error <= error && a->method == b->method;
    if (!is_between) continue;
    double part = log(a->error / error) / log(a->error / b->error);
    best = fmin(best, exp(log(a->seconds) + part * log(b->seconds / a->seconds)));
  }
  return best;
}

static void print_beside(const Trip *trip, const char *what, const Trip trips[], int count)
{
  print_trip(trip, what);
  double ours = seconds_at(trips, count, trip->error);
  if (isfinite(ours))
    printf("            at this error we are %.1f times as fast\n", trip->seconds / ours);
}

#ifdef BENCH_HAS_MUJOCO

static double move(const Bench *bench, mjModel *model, mjData *data, double step)
{
  double best = 1e9, spent = 0;
  int base = model->nq - (bench->n - bench->base),
      base_speeds = model->nv - (bench->n - bench->base);
  model->opt.timestep = step;
  for (int trial = 0; trial < TRIALS || spent < MIN_TOTAL; trial++) {
    mj_resetData(model, data);
    for (int i = bench->base; i < bench->n; i++) {
      data->qpos[base + i - bench->base] = bench->start.q[i];
      data->qvel[base_speeds + i - bench->base] = bench->start.qd[i];
    }
    double begin = cpu_seconds();
    for (long k = lround(bench->end / step); k > 0; k--)
      mj_step(model, data);
    double seconds = cpu_seconds() - begin;
    best = fmin(best, seconds);
    spent += seconds;
  }
  return best;
}

// Its errors are against its own motion by the shortest steps: inertias are rounded to seven digits
// there, which a free arm makes much of.
static void compare_mujoco(const Bench *bench, const char *path, const Trip trips[], int count)
{
  enum { LENGTHS = 7 };
  char message[1000] = "";
  mjModel *model = mj_loadXML(path, NULL, message, sizeof message);
  if (!model) stop(message);
  model->opt.integrator = mjINT_RK4;
  mjData *data = mj_makeData(model);
  double step = 0.01, *reference = ARENA_ARRAY(bench->arena, double, model->nq);
  int base = model->nq - (bench->n - bench->base);
  move(bench, model, data, step / (1 << LENGTHS) / 2);
  memcpy(reference, data->qpos, sizeof(double) * (size_t)model->nq);
  for (int k = 0; k < LENGTHS; k++, step /= 2) {
    Trip trip = { .method = "MuJoCo", .setting = step };
    trip.seconds = move(bench, model, data, step);
    trip.error = difference(data->qpos, reference, base, model->nq);
    print_beside(&trip, "step     ", trips, count);
  }
  mj_deleteData(data);
  mj_deleteModel(model);
}

#endif

#ifdef BENCH_SIMBODY

static double simbody_seconds(const char *path, double end, double accuracy, int n, double q[])
{
  Text command = { 0 };
  double seconds;
  text_format(&command, BENCH_SIMBODY " '%s' %g %g", path, end, accuracy);
  FILE *answer = popen(text_string(&command), "r");
  bool is_good = answer && fscanf(answer, "%lf", &seconds) == 1;
  for (int i = 0; i < n && is_good; i++)
    is_good = fscanf(answer, "%lf", &q[i]) == 1;
  if (!is_good || pclose(answer) != 0) stop(text_string(&command));
  text_free(&command);
  return seconds;
}

// From rest; its errors are against our reference, which it comes to.
static void compare_simbody(const Bench *bench, const char *path, const double reference[],
                            const Trip trips[], int count)
{
  double *q = ARENA_ARRAY(bench->arena, double, bench->n);
  for (int digits = 3; digits <= 11; digits += 2) {
    Trip trip = { .method = "Simbody", .setting = pow(10, -digits) };
    trip.seconds = simbody_seconds(path, bench->end, trip.setting, bench->n, q);
    trip.error = difference(q, reference, 0, bench->n);
    print_beside(&trip, "accuracy ", trips, count);
  }
}

#endif

#if defined BENCH_HAS_MUJOCO || defined BENCH_SIMBODY

static const char *written(const char *path, const char *text)
{
  Text why = { 0 };
  if (!file_write(path, text, strlen(text), &why)) stop(text_string(&why));
  return path;
}

#endif

static void compare(const Bench *bench, const char *mjcf, const char *tree,
                    const double reference[], const Trip trips[], int count)
{
  (void)bench, (void)mjcf, (void)tree, (void)reference, (void)trips, (void)count;
#ifdef BENCH_HAS_MUJOCO
  compare_mujoco(bench, mjcf, trips, count);
#else
  puts("  MuJoCo was not there when this was compiled");
#endif
#ifdef BENCH_SIMBODY
  if (tree) compare_simbody(bench, tree, reference, trips, count);
#else
  puts("  Simbody was not there when this was compiled");
#endif
}

// ---- all of them

enum { METHOD_COUNT = 4 };
static const char *const METHODS[METHOD_COUNT] = { "auto", "adams", "erk5", "erk8" };

static void pendulum(void)
{
  static const char MJCF[] =
      "<mujoco><compiler angle=\"radian\"/><option gravity=\"0 -9.81 0\"><flag contact=\"disable\" "
      "constraint=\"disable\"/></option><worldbody><body><joint axis=\"0 0 1\"/><inertial "
      "pos=\"1 0 0\" mass=\"1\" diaginertia=\"0.01 0.01 0.01\"/></body></worldbody></mujoco>\n";
  static const char TREE[] = "pendulum 1 1 1 0 -9.81 0\n"
                             "1 0 Z 1 0 0 0 1 0 0 0 1 0 0 0 1 1 0 0 0.01 0 0 0.01 0 0.01\n";
  static Trip trips[MAX_TRIPS];
  Text text = { 0 };
  text_put(&text,
           "mechanism pendulum\ngravity [0, -9.81, 0]\njoint hinge : revolute z from ground\n"
           "body bob on hinge : mass 1, com [1, 0, 0], inertia diag(0.01, 0.01, 0.01)\n");
  Bench bench = bench_open("pendulum", text, 10, NULL, 0);
  double *reference = ARENA_ARRAY(bench.arena, double, bench.n);
  int count = precision(&bench, METHODS, METHOD_COUNT, 1e-14, reference, trips);
  const char *mjcf = NULL, *tree = NULL;
#if defined BENCH_HAS_MUJOCO || defined BENCH_SIMBODY
  mjcf = written("/tmp/bench_simulate_pendulum.xml", MJCF);
  tree = written("/tmp/bench_simulate_pendulum.tree", TREE);
#else
  (void)MJCF, (void)TREE;
#endif
  compare(&bench, mjcf, tree, reference, trips, count);
  bench_close(&bench);
}

// What of a motion is not the accelerations and powers.
static void shares(Bench *bench, double end)
{
  double *q = ARENA_ARRAY(bench->arena, double, bench->n);
  bench->end = end;
  double rate = rate_seconds(bench);
  printf("%s, %g s; accelerations and powers alone take %.2f us\n", bench->name, end, 1e6 * rate);
  for (int m = 0; m < METHOD_COUNT; m++) {
    Trip trip = run(bench, METHODS[m], SIMULATION_AUTO, 1e-8, q);
    printf("  %-9s tolerance 1e-08  %9.3f ms, %ld evaluations; %.0f %% of it besides these\n",
           METHODS[m], 1e3 * trip.seconds, trip.evaluations,
           100 * (1 - rate * (double)trip.evaluations / trip.seconds));
  }
}

static bool is_there(const char *path)
{
  FILE *file = fopen(path, "r");
  if (file) fclose(file);
  return file != NULL;
}

static void arm(const char *models)
{
  static const double CHAOS = 1;  // [s]: later no two programs agree on a free arm
  static Trip trips[MAX_TRIPS];
  Text mjcf = { 0 }, tree = { 0 };
  text_format(&mjcf, "%s/panda7r.xml", models);
  const char *name = is_there(text_string(&mjcf)) ? "panda7r" : "arm7r";
  text_clear(&mjcf);
  text_format(&mjcf, "%s/%s.xml", models, name);
  text_format(&tree, "%s/%s.tree", models, name);
  Bench bench = bench_open(name, text_of_model(text_string(&mjcf)), CHAOS, NULL, 0);
  double *reference = ARENA_ARRAY(bench.arena, double, bench.n);
  int count = precision(&bench, METHODS, METHOD_COUNT, 1e-14, reference, trips);
  const char *file = is_there(text_string(&tree)) ? text_string(&tree) : NULL;
  compare(&bench, text_string(&mjcf), file, reference, trips, count);
  shares(&bench, 10);
  bench_close(&bench);
  text_free(&mjcf);
  text_free(&tree);
}

// It is thrown: all joints turn, nothing touches. Its base turns by a quaternion, here and there.
static void humanoid(const char *models)
{
  static Trip trips[MAX_TRIPS];
  Text mjcf = { 0 };
  text_format(&mjcf, "%s/humanoid36.xml", models);
  Bench bench = bench_open("humanoid36", text_of_model(text_string(&mjcf)), 0.5, NULL, 0);
  bench.base = 7;
  double *qd = ARENA_ARRAY(bench.arena, double, bench.n);
  for (int i = bench.base; i < bench.n; i++)
    qd[i] = i % 2 == 0 ? 1 : -1;
  bench.start.qd = qd;
  double *reference = ARENA_ARRAY(bench.arena, double, bench.n);
  int count = precision(&bench, METHODS, METHOD_COUNT, 1e-13, reference, trips);
  compare(&bench, text_string(&mjcf), NULL, reference, trips, count);
  bench_close(&bench);
  text_free(&mjcf);
}

// A chain that swings against a wall, all joints of which hit it. MuJoCo's contacts give way, by a
// law of their own: there is nothing to compare.
static void bouncing_chain(void)
{
  enum { LINKS = 5 };
  Text text = { 0 };
  text_put(&text, "mechanism bouncing\ngravity [0, -9.81, 0]\n");
  for (int i = 1; i <= LINKS; i++) {
    if (i == 1) text_put(&text, "joint j1 : revolute z (q1 = 1 rad) from ground\n");
    if (i > 1)
      text_format(&text, "joint j%d : revolute z (q%d) from j%d at [0, -0.2, 0] m\n", i, i, i - 1);
    text_format(&text,
                "body b%d on j%d : mass 1 kg, com [0, -0.1, 0] m, inertia diag(0, 0, 0.0033)\n"
                "point p%d at [0, -0.2, 0] m on j%d\n"
                "when position(p%d) . [1, 0, 0] < -0.05 m : impact restitution 0.5\n",
                i, i, i, i, i);
  }
  Bench bench = bench_open("bouncing", text, 2, NULL, 0);
  double *q = ARENA_ARRAY(bench.arena, double, bench.n);
  printf("a chain of %d links against a wall, 2 s\n", LINKS);
  for (int m = 0; m < METHOD_COUNT; m++) {
    Trip trip = run(&bench, METHODS[m], SIMULATION_AUTO, 1e-8, q);
    printf("  %-9s tolerance 1e-08  %9.3f ms, %ld evaluations, %d events; balance off by %.0e J\n",
           METHODS[m], 1e3 * trip.seconds, trip.evaluations, trip.events, trip.audit);
  }
  bench_close(&bench);
}

static void trees(const char *models)
{
  pendulum();
  if (models) {
    arm(models);
    humanoid(models);
  } else {
    puts("arm and humanoid are left out: no folder with models is given");
  }
  bouncing_chain();
}

static void andrews(void)
{
  static const char *const LOOP_METHODS[] = { "auto", "adams", "bdf", "erk5", "erk8" };
  static Trip trips[MAX_TRIPS];
  Bench bench = bench_open("andrews_squeezer", text_of_example("andrews_squeezer"), 0.03, NULL, 0);
  double *reference = ARENA_ARRAY(bench.arena, double, bench.n);
  double *q = ARENA_ARRAY(bench.arena, double, bench.n);
  precision(&bench, LOOP_METHODS, 5, 1e-13, reference, trips);
  for (ConstraintEnforcement treatment = SIMULATION_GGL; treatment < SIMULATION_TREATMENTS;
       treatment++) {
    Trip trip = run(&bench, treatment == SIMULATION_GGL ? "ida" : "adams", treatment, 1e-8, q);
    trip.error = difference(q, reference, bench.base, bench.n);
    printf("  %s:\n", constraint_enforcement_word(treatment));
    print_trip(&trip, "tolerance");
  }
  bench_close(&bench);
}

// How time grows with the number of loops, over a way that crosses the flat position ten times.
static void four_bars(void)
{
  static const int COUNTS[] = { 1, 2, 5, 10, 20, 40, 80 };
  double first = 0, last = 0;
  printf("N four-bars in a row, 10 s by auto, tolerance 1e-8\n");
  for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; i++) {
    Bench bench = bench_open("four_bars", text_of_four_bars(COUNTS[i]), 10, "t0", 1);
    double *q = ARENA_ARRAY(bench.arena, double, bench.n);
    Trip trip = run(&bench, "auto", SIMULATION_AUTO, 1e-8, q);
    printf("  N = %2d  %9.3f ms  %6ld evaluations, %.2f us each\n", COUNTS[i], 1e3 * trip.seconds,
           trip.evaluations, 1e6 * trip.seconds / (double)trip.evaluations);
    if (COUNTS[i] == 10) first = trip.seconds;
    last = trip.seconds;
    bench_close(&bench);
  }
  printf("  time grows with N^%.2f from 10 to 80\n", log(last / first) / log(8));
}

int main(int count, char *words[])
{
  const char *models = count > 1 ? words[1] : getenv("BIELLE_PERF_MODELS");
  trees(models);
  andrews();
  four_bars();
  return EXIT_SUCCESS;
}
