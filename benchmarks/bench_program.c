// bench_program.c -- how fast programs run: one state at a time, in batches, on two threads.
//
// The program is the inverse dynamics of a six-axis arm with symbolic lengths, masses, first
// moments and inertias, by Newton and Euler's recursion: what a user would evaluate millions of
// times. A second version takes sines and cosines as inputs, to see arithmetic alone. Also prints
// what each pass of the optimiser is worth on it, what sine and cosine of an angle cost, and what an
// operation does in programs for the models of a folder (usage: bench_program [MODELS], or
// BIELLE_PERF_MODELS). Times are the best of several trials.
// SPDX-License-Identifier: MIT
#include "base/files/file.h"
#include "base/memory/memory.h"
#include "benchmarks/timing.h"
#include "formulation/formulation.h"
#include "import/import.h"
#include "lang/lang.h"
#include "program/run/lanes.h"
#include "program/program_impl.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { JOINTS = 6, TRIALS = 15, STATES = 1024 };
enum { MIN_STATES = 64, MAX_RESULTS = 1 << 16 };
static const double MIN_TRIAL = 3e-3;  // s

// ---- the arm

typedef struct Vec {
  const Expr *x[3];
} Vec;

typedef struct ArmLink {
  Vec z_rows[3];  // rotation from the link before to this one, by rows
  Vec offset;     // of its origin, in axes of the link before
  const Expr *mass;
  Vec first_moment;
  Vec inertia[3];
} ArmLink;

typedef struct Arm {
  Equations equations;
  ArmLink links[JOINTS];
  Quantity torques;
} Arm;

static Vec vec_add(Vec a, Vec b)
{
  return (Vec){ { sum(a.x[0], b.x[0]), sum(a.x[1], b.x[1]), sum(a.x[2], b.x[2]) } };
}

static Vec vec_scale(const Expr *s, Vec a)
{
  return (Vec){ { product(s, a.x[0]), product(s, a.x[1]), product(s, a.x[2]) } };
}

static const Expr *vec_dot(Vec a, Vec b)
{
  return sum(sum(product(a.x[0], b.x[0]), product(a.x[1], b.x[1])), product(a.x[2], b.x[2]));
}

static Vec vec_cross(Vec a, Vec b)
{
  Vec c;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    c.x[i] = difference(product(a.x[j], b.x[k]), product(a.x[k], b.x[j]));
  }
  return c;
}

static Vec rows_times(const Vec rows[3], Vec a)
{
  return (Vec){ { vec_dot(rows[0], a), vec_dot(rows[1], a), vec_dot(rows[2], a) } };
}

static Vec transposed_times(const Vec rows[3], Vec a)
{
  return vec_add(vec_add(vec_scale(a.x[0], rows[0]), vec_scale(a.x[1], rows[1])),
                 vec_scale(a.x[2], rows[2]));
}

static Vec vec_named(const char *name, int joint, Vec a)
{
  for (int i = 0; i < 3; i++) {
    char text[32];
    snprintf(text, sizeof text, "%s%d%c", name, joint + 1, "xyz"[i]);
    a.x[i] = expr_name(text, a.x[i]);
  }
  return a;
}

static const Expr *parameter(Arm *arm, const char *name, int joint)
{
  char text[32];
  snprintf(text, sizeof text, "%s%d", name, joint + 1);
  Equations *equations = &arm->equations;
  Variable *variable = &equations->parameters[equations->parameter_count++];
  variable->symbol = expr_symbol(equations->pool, text, STAGE_PARAMETER);
  variable->name = variable->symbol->form->symbol->name;
  return variable->symbol;
}

static const Expr *coordinate(Arm *arm, const char *name, int joint)
{
  char text[32];
  snprintf(text, sizeof text, "%s%d", name, joint + 1);
  Equations *equations = &arm->equations;
  Variable *variable = &equations->coordinates[equations->coordinate_count++];
  variable->symbol = expr_symbol(equations->pool, text, STAGE_POSITION);
  variable->name = variable->symbol->form->symbol->name;
  return variable->symbol;
}

static void make_link(Arm *arm, int joint, const Expr *cosine, const Expr *sine)
{
  static const long twists[JOINTS] = { 0, -1, 0, -1, 1, -1 };  // quarter turns about x before
  Pool *pool = arm->equations.pool;
  ArmLink *link = &arm->links[joint];
  const Expr *zero = expr_integer(pool, 0);
  const Expr *ct = expr_integer(pool, twists[joint] == 0);
  const Expr *st = expr_integer(pool, twists[joint]);
  link->z_rows[0] = (Vec){ { cosine, product(sine, ct), product(sine, st) } };
  link->z_rows[1] = (Vec){ { negative(sine), product(cosine, ct), product(cosine, st) } };
  link->z_rows[2] = (Vec){ { zero, negative(st), ct } };
  const Expr *along = joint > 0 ? parameter(arm, "a", joint) : zero;
  const Expr *lift = joint > 0 ? parameter(arm, "d", joint) : zero;
  link->offset = (Vec){ { along, negative(product(st, lift)), product(ct, lift) } };
  link->mass = parameter(arm, "m", joint);
  static const char *const moments[] = { "mx", "my", "mz" };
  for (int i = 0; i < 3; i++)
    link->first_moment.x[i] = parameter(arm, moments[i], joint);
  static const char *const inertias[] = { "xx", "xy", "xz", "yy", "yz", "zz" };
  const Expr *j[6];
  for (int i = 0; i < 6; i++)
    j[i] = parameter(arm, inertias[i], joint);
  link->inertia[0] = (Vec){ { j[0], j[1], j[2] } };
  link->inertia[1] = (Vec){ { j[1], j[3], j[4] } };
  link->inertia[2] = (Vec){ { j[2], j[4], j[5] } };
}

// d/dt(w x r) = wd x r + w x (w x r).
static Vec turned(Vec w, Vec wd, Vec r)
{
  return vec_add(vec_cross(wd, r), vec_cross(w, vec_cross(w, r)));
}

static void derive_torques(Arm *arm, const Expr *const speeds[])
{
  Pool *pool = arm->equations.pool;
  const Expr *zero = expr_integer(pool, 0);
  Vec w = { { zero, zero, zero } }, wd = w, force[JOINTS], torque[JOINTS];
  Vec acceleration = { { zero, zero, expr_symbol(pool, "g", STAGE_PARAMETER) } };
  for (int i = 0; i < JOINTS; i++) {
    const ArmLink *link = &arm->links[i];
    Vec spin = { { zero, zero, speeds[i] } };
    Vec spin_rate = { { zero, zero, expr_rate(speeds[i]) } };
    Vec carried = rows_times(link->z_rows, w);
    Vec arrival = vec_add(acceleration, turned(w, wd, link->offset));
    acceleration = vec_named("a", i + 10, rows_times(link->z_rows, arrival));
    wd = vec_add(rows_times(link->z_rows, wd), vec_add(vec_cross(carried, spin), spin_rate));
    wd = vec_named("wd", i, wd);
    w = vec_named("w", i, vec_add(carried, spin));
    force[i] = vec_add(vec_scale(link->mass, acceleration), turned(w, wd, link->first_moment));
    Vec momentum = rows_times(link->inertia, w);
    torque[i] = vec_add(rows_times(link->inertia, wd), vec_cross(w, momentum));
    torque[i] = vec_add(torque[i], vec_cross(link->first_moment, acceleration));
  }
  for (int i = JOINTS - 1; i >= 0; i--) {
    force[i] = vec_named("f", i, force[i]);
    torque[i] = vec_named("n", i, torque[i]);
    arm->torques.entries[i] = torque[i].x[2];
    if (i == 0) break;
    Vec carried = transposed_times(arm->links[i].z_rows, force[i]);
    force[i - 1] = vec_add(force[i - 1], carried);
    Vec moment = vec_cross(arm->links[i].offset, carried);
    Vec passed = transposed_times(arm->links[i].z_rows, torque[i]);
    torque[i - 1] = vec_add(torque[i - 1], vec_add(passed, moment));
  }
}

// The same by Lagrange: tau = d/dt(dL/dqd) - dL/dq, without names, as an untidy formulation.
static void derive_torques_by_energy(Arm *arm, const Expr *const angles[], int count)
{
  Pool *pool = arm->equations.pool;
  const Expr *zero = expr_integer(pool, 0), *lagrangian = zero;
  Vec w = { { zero, zero, zero } }, v = w;
  for (int i = 0; i < count; i++) {
    const ArmLink *link = &arm->links[i];
    v = rows_times(link->z_rows, vec_add(v, vec_cross(w, link->offset)));
    w = vec_add(rows_times(link->z_rows, w), (Vec){ { zero, zero, expr_rate(angles[i]) } });
    const Expr *energy = product(half(link->mass), vec_dot(v, v));
    energy = sum(energy, vec_dot(link->first_moment, vec_cross(v, w)));
    energy = sum(energy, half(vec_dot(w, rows_times(link->inertia, w))));
    lagrangian = sum(lagrangian, energy);
  }
  arm->torques.rows = count;
  for (int i = 0; i < count; i++) {
    const Expr *momentum = expr_derivative(lagrangian, expr_rate(angles[i]));
    arm->torques.entries[i] =
        difference(expr_time_derivative(momentum), expr_derivative(lagrangian, angles[i]));
  }
}

// With `has_angles` the coordinates are joint angles; otherwise cosines and sines, then angles
// whose rates alone are used.
static void make_arm(Arm *arm, bool has_angles, int energy_joints)
{
  Equations *equations = &arm->equations;
  *equations = (Equations){ .arena = arena_new(), .pool = pool_new(1), .name = "arm" };
  equations->parameters = ARENA_ARRAY(equations->arena, Variable, 16 * JOINTS);
  equations->coordinates = ARENA_ARRAY(equations->arena, Variable, 3 * JOINTS);
  arm->torques = (Quantity){ .key = "tau", .rows = JOINTS, .columns = 1 };
  arm->torques.entries = ARENA_ARRAY(equations->arena, const Expr *, JOINTS);
  equations->quantities = &arm->torques;
  equations->quantity_count = 1;
  const Expr *angles[JOINTS], *speeds[JOINTS];
  for (int i = 0; i < JOINTS; i++) {
    const Expr *angle = angles[i] = coordinate(arm, "q", i);
    speeds[i] = expr_rate(angle);
    expr_rate(speeds[i]);
    const Expr *cosine = has_angles ? expr_call(OP_COS, angle) : coordinate(arm, "c", i);
    const Expr *sine = has_angles ? expr_call(OP_SIN, angle) : coordinate(arm, "s", i);
    make_link(arm, i, cosine, sine);
  }
  parameter(arm, "g", -1);
  const Expr *gravity = expr_symbol(equations->pool, "g", STAGE_PARAMETER);
  equations->parameters[equations->parameter_count - 1].symbol = gravity;
  if (energy_joints > 0) {
    derive_torques_by_energy(arm, angles, energy_joints);
  } else {
    derive_torques(arm, speeds);
  }
}

static void free_arm(Arm *arm)
{
  pool_free(arm->equations.pool);
  arena_free(arm->equations.arena);
}

// ---- times

static double seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

typedef struct Data {
  int states;
  double *parameters;
  double *values;   // q, qd, qdd, by coordinate
  double *results;  // of one output
  double *registers;
  void *scratch;
} Data;

static double *numbers(size_t count)
{
  double *list = memory_new(count, sizeof list[0]);
  for (size_t i = 0; i < count; i++)
    list[i] = sin(1.7 * (double)i + 0.3);
  return list;
}

static int entries_of(const Program *program)
{
  return program->outputs[0].quantity->rows * program->outputs[0].quantity->columns;
}

// As many states as are given together, fewer where results would be more than half a megabyte: what
// memory takes for them is no operation. Entries lie some numbers more than that apart, lest they all
// want the same places of the caches.
static int stride_of(const Data *data) { return data->states + LANES / 2; }

static Data make_data(const Program *program)
{
  const Equations *equations = program->equations;
  int n = equations->coordinate_count, size = entries_of(program);
  Data data = { .states = STATES };
  while (data.states > MIN_STATES && (long)data.states * size > MAX_RESULTS)
    data.states /= 2;
  size_t stride = (size_t)stride_of(&data);
  data.parameters = numbers((size_t)equations->parameter_count);
  data.values = numbers(3 * (size_t)n * stride);
  data.results = numbers((size_t)size * stride);
  data.registers = numbers((size_t)program_register_count(program));
  data.scratch = memory_new(2, program_batch_scratch(program));
  return data;
}

static void free_data(Data *data)
{
  free(data->parameters);
  free(data->values);
  free(data->results);
  free(data->registers);
  free(data->scratch);
}

static void run_scalar(const Program *program, const Data *data)
{
  size_t n = (size_t)program->equations->coordinate_count, size = (size_t)entries_of(program);
  for (size_t s = 0; s < (size_t)data->states; s++) {
    const double *state = data->values + 3 * n * s;
    double *out[] = { data->results + size * s };
    ProgramState at = {
      .parameters = data->parameters, .q = state, .qd = state + n, .qdd = state + 2 * n
    };
    program_evaluate(program, &at, data->registers, out);
  }
}

static void run_batch(const Program *program, const Data *data, int threads)
{
  size_t n = (size_t)program->equations->coordinate_count, stride = (size_t)stride_of(data);
  ProgramBatch batch = { .count = data->states,
                         .stride = (int)stride,
                         .parameters = data->parameters,
                         .q = data->values,
                         .qd = data->values + n * stride,
                         .qdd = data->values + 2 * n * stride };
  double *out[] = { data->results };
  program_evaluate_batch(program, &batch, data->scratch, threads, out);
}

static void run_states(const Program *program, const Data *data, int threads)
{
  if (threads == 0) {
    run_scalar(program, data);
  } else {
    run_batch(program, data, threads);
  }
}

// Nanoseconds per state; 0 threads: one state at a time. Processor time, which others do not
// lengthen; of two threads by the clock. A trial lasts long enough for a clock that is off by a
// little: the least of many short ones would be its error.
static double time_states(const Program *program, const Data *data, int threads)
{
  double (*const watch)(void) = threads > 1 ? seconds : cpu_seconds;
  double best = INFINITY;
  for (int trial = 0; trial < TRIALS; trial++) {
    double start = watch(), passed = 0;
    int runs = 0;
    for (; passed < MIN_TRIAL; runs++) {
      run_states(program, data, threads);
      passed = watch() - start;
    }
    best = fmin(best, passed / runs / data->states);
  }
  return 1e9 * best;
}

static int operations_of(const Program *program)
{
  OperationCount count = program_count(program);
  return count.multiplications + count.additions + count.divisions;
}

static void report_times(const char *title, const Program *program)
{
  Data data = make_data(program);
  int operations = operations_of(program);
  double scalar = time_states(program, &data, 0);
  double batch = time_states(program, &data, 1), both = time_states(program, &data, 2);
  printf("%s: %d operations and %d sincos pairs per state\n", title, operations,
         program_count(program).sincos_pairs);
  printf("  one state at a time %8.1f ns per state  %6.2f GFLOP/s\n", scalar, operations / scalar);
  printf("  batch, 1 thread     %8.1f ns per state  %6.2f GFLOP/s   %.1f times faster\n", batch,
         operations / batch, scalar / batch);
  printf("  batch, 2 threads    %8.1f ns per state  %6.2f GFLOP/s   %.1f times faster\n", both,
         operations / both, scalar / both);
  print_aim("one operation, one state at a time", scalar / operations, 1, "ns");
  print_aim("one operation, in a batch", batch / operations, 0.15, "ns");
  free_data(&data);
}

// ---- models

static Mechanism *read_model(const char *path)
{
  Text foreign = { 0 }, text = { 0 }, why = { 0 };
  Mechanism *mechanism = NULL;
  Diagnostics *diagnostics = diagnostics_new();
  ImportOptions options = { .snap_angles = true };
  if (file_read(path, &foreign, &why)) {
    Source source = { path, text_string(&foreign), foreign.length };
    const ImportFormat *format = import_recognise(&source);
    if (format && import_text(format->import, &source, &options, diagnostics, &text)) {
      Source own = { "model.bl", text_string(&text), text.length };
      mechanism = lang_read(&own, diagnostics);
    }
  }
  diagnostics_free(diagnostics);
  text_free(&foreign);
  text_free(&text);
  text_free(&why);
  return mechanism;
}

static void report_quantity(const char *name, const Mechanism *mechanism, const char *key)
{
  Text why = { 0 }, title = { 0 };
  Equations *equations = formulate(mechanism, NULL, 0, &key, 1, &why);
  Program *program = program_new(equations, &key, 1, &why);
  if (!program) {
    fprintf(stderr, "%s\n", text_string(&why));
    exit(EXIT_FAILURE);
  }
  Data data = make_data(program);
  int operations = operations_of(program);
  text_format(&title, "%s, %s, %d operations", name, key, operations);
  print_aim(text_string(&title), time_states(program, &data, 0) / operations, 1, "ns");
  print_aim("  in a batch", time_states(program, &data, 1) / operations, 0.15, "ns");
  free_data(&data);
  program_free(program);
  equations_free(equations);
  text_free(&title);
  text_free(&why);
}

static void report_models(const char *folder)
{
  static const char *const NAMES[] = { "planar2r", "puma560full", "panda7r",
                                       "quad18",   "humanoid36",  "chain100" };
  static const char *const KEYS[] = { "tau", "M", "qdd" };
  printf("one operation of models\n");
  for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
    Text path = { 0 };
    text_format(&path, "%s/%s.xml", folder, NAMES[i]);
    Mechanism *mechanism = read_model(text_string(&path));
    text_free(&path);
    if (!mechanism) continue;
    for (size_t k = 0; k < sizeof KEYS / sizeof KEYS[0]; k++)
      report_quantity(NAMES[i], mechanism, KEYS[k]);
    mechanism_free(mechanism);
  }
}

// ---- what passes are worth

static void report_count(const char *title, const Arm *arm, ProgramPasses passes)
{
  Text why = { 0 };
  const char *keys[] = { "tau" };
  double start = seconds();
  Program *program = program_lower_with(&arm->equations, keys, 1, passes, &why);
  double elapsed = seconds() - start;
  OperationCount late = program_count(program);
  OperationCount early = program_count_stage(program, STAGE_PARAMETER);
  printf("  %-24s %5d * %5d +     parameters %4d * %4d +   %6.2f ms\n", title, late.multiplications,
         late.additions, early.multiplications, early.additions, 1e3 * elapsed);
  program_free(program);
  text_free(&why);
}

static void report_passes(const Arm *arm)
{
  ProgramPasses all = program_default_passes();
  printf("passes\n");
  report_count("as written", arm, (ProgramPasses){ NULL, 0, 0, false });
  static const char *const names[] = { "reciprocals", "products",  "factors",
                                       "sums",        "negations", "sums of angles" };
  assert(all.count == (int)(sizeof names / sizeof names[0]));
  for (int i = 0; i < all.count; i++)
    report_count(names[i], arm, (ProgramPasses){ &all.list[i], 1, 1, false });
  report_count("all", arm, all);
}

static int report_arm(const char *title, bool has_angles, int energy_joints)
{
  Arm arm = { 0 };
  make_arm(&arm, has_angles, energy_joints);
  Text why = { 0 };
  const char *keys[] = { "tau" };
  Program *program = program_new(&arm.equations, keys, 1, &why);
  if (!program) {
    fprintf(stderr, "%s\n", text_string(&why));
  } else {
    report_times(title, program);
    report_passes(&arm);
  }
  int status = program ? 0 : 1;
  program_free(program);
  text_free(&why);
  free_arm(&arm);
  return status;
}

// ---- sine and cosine

typedef void Pairs(const Lanes angles[], Lanes sines[], Lanes cosines[]);
enum { BLOCKS = STATES / LANES };

static void pairs_of_libm(const Lanes angles[], Lanes sines[], Lanes cosines[])
{
  for (int i = 0; i < STATES; i++)
    sincos(angles[i / LANES].lane[i % LANES], &sines[i / LANES].lane[i % LANES],
           &cosines[i / LANES].lane[i % LANES]);
}

static void pairs_one_by_one(const Lanes angles[], Lanes sines[], Lanes cosines[])
{
  for (int i = 0; i < STATES; i++)
    sincos_of(angles[i / LANES].lane[i % LANES], &sines[i / LANES].lane[i % LANES],
              &cosines[i / LANES].lane[i % LANES]);
}

static void pairs_in_lanes(const Lanes angles[], Lanes sines[], Lanes cosines[])
{
  for (int i = 0; i < BLOCKS; i++)
    sincos_of_several(angles[i].lane, sines[i].lane, cosines[i].lane, LANES);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void pairs_in_wide_lanes(const Lanes angles[], Lanes sines[],
                                                                Lanes cosines[])
{
  for (int i = 0; i < BLOCKS; i++)
    sincos_of_several(angles[i].lane, sines[i].lane, cosines[i].lane, LANES);
}

static bool has_wide_lanes(void) { return __builtin_cpu_supports("avx2"); }

__attribute__((target("avx512f"))) static void pairs_in_widest_lanes(const Lanes angles[],
                                                                     Lanes sines[], Lanes cosines[])
{
  for (int i = 0; i < BLOCKS; i++)
    sincos_of_several(angles[i].lane, sines[i].lane, cosines[i].lane, LANES);
}

static bool has_widest_lanes(void) { return __builtin_cpu_supports("avx512f"); }
#else
static void pairs_in_wide_lanes(const Lanes angles[], Lanes sines[], Lanes cosines[])
{
  pairs_in_lanes(angles, sines, cosines);
}

static void pairs_in_widest_lanes(const Lanes angles[], Lanes sines[], Lanes cosines[])
{
  pairs_in_lanes(angles, sines, cosines);
}

static bool has_wide_lanes(void) { return false; }
static bool has_widest_lanes(void) { return false; }
#endif

// Nanoseconds per angle.
static double time_pairs(Pairs *pairs)
{
  static Lanes angles[BLOCKS], sines[BLOCKS], cosines[BLOCKS];
  double best = INFINITY;
  for (int i = 0; i < STATES; i++)
    angles[i / LANES].lane[i % LANES] = 6.0 * i / STATES - 3;
  for (int trial = 0; trial < TRIALS; trial++) {
    double start = seconds();
    pairs(angles, sines, cosines);
    best = fmin(best, (seconds() - start) / STATES);
  }
  return 1e9 * best;
}

static void report_pairs(void)
{
  printf("sine and cosine of an angle: libm %.1f ns, one by one %.1f ns, in lanes %.1f ns",
         time_pairs(pairs_of_libm), time_pairs(pairs_one_by_one), time_pairs(pairs_in_lanes));
  if (has_wide_lanes()) printf(", with AVX2 %.1f ns", time_pairs(pairs_in_wide_lanes));
  if (has_widest_lanes()) printf(", with AVX-512 %.1f ns", time_pairs(pairs_in_widest_lanes));
  printf("\n");
}

int main(int count, char **words)
{
  const char *models = count > 1 ? words[1] : getenv("BIELLE_PERF_MODELS");
  report_pairs();
  if (models) report_models(models);
  int status = report_arm("six-axis arm", true, 0);
  status |= report_arm("six-axis arm, sines given", false, 0);
  return status | report_arm("first three axes by energy", true, 3);
}
