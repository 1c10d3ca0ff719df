// bench_contact.c -- contacts: error against time, beside MuJoCo.
//
// A ball of 1 kg falls on the floor and bounces. MuJoCo's soft contact of one point is a spring and a
// damper that do not pull, f/m = max(0, d g + k depth + c depth'): the same law stands here as a
// function of one's own, so both programs integrate one equation, whose exact motion is pieces of
// parabolas and of a damped oscillation.
//
// The other scenes (a ball that rolls down a slope, a box that falls on an edge and slides, a capsule that
// falls over) are not one equation in both: MuJoCo's friction is a soft constraint that creeps, and its
// springs share the mass among all contacts; ours is a smooth law of the sliding speed, with springs of
// their own. There every program is compared with its own finest motion: how long it takes for so
// many digits of its own answer.
//
// Times are of the motion alone, best of several: deriving and compiling are taken off, by a motion that
// is very short. Errors are distances of the place at the end.
// SPDX-License-Identifier: MIT
#include "base/text/text.h"
#include "benchmarks/timing.h"
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

#define STIFFNESS 2e4  // k [1/s^2]
#define DAMPING 30.0   // c [1/s]
#define IMPEDANCE 0.9  // d
#define GRAVITY 9.81
#define RADIUS 0.1
#define BEGIN 1.1  // height of the centre [m]

enum { TRIALS = 5, MAX_TRIPS = 64 };

typedef struct Bench {
  const char *name;
  Arena *arena;
  Mechanism *mechanism;
  System *system;
  ProgramState start;
  int n;
  double end;  // [s]
} Bench;

// One way to the end.
typedef struct Trip {
  const char *method;
  double setting;  // tolerance, or step
  double seconds, error;
} Trip;

static void stop(const char *what)
{
  fprintf(stderr, "bench_contact: %s\n", what);
  exit(EXIT_FAILURE);
}

// ---- the exact motion of the ball

typedef struct Flight {
  double t, y, v;  // y: height of the lowest point
} Flight;

static Flight falls(Flight from, double t)
{
  double s = t - from.t;
  return (Flight){ t, from.y + s * (from.v - GRAVITY * s / 2), from.v - GRAVITY * s };
}

// y'' = -(1 - d) g - c y' - k y
static Flight swings(Flight from, double t)
{
  double rest = -(1 - IMPEDANCE) * GRAVITY / STIFFNESS, decay = DAMPING / 2, s = t - from.t;
  double w = sqrt(STIFFNESS - decay * decay), a = from.y - rest, b = (from.v + decay * a) / w;
  double co = exp(-decay * s) * cos(w * s), si = exp(-decay * s) * sin(w * s);
  double y = a * co + b * si;
  return (Flight){ t, rest + y, -decay * y + w * (b * co - a * si) };
}

static double push(Flight at) { return IMPEDANCE * GRAVITY - DAMPING * at.v - STIFFNESS * at.y; }

// Until the contact pushes no more; half an oscillation is enough.
static double leaves(Flight from)
{
  double low = from.t, high = from.t + 4 / sqrt(STIFFNESS);
  for (int i = 0; i < 200; i++) {
    double middle = (low + high) / 2;
    if (push(swings(from, middle)) > 0) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}

static double exact_height(double end)
{
  Flight at = { 0, BEGIN - RADIUS, 0 };
  for (;;) {
    double hit = at.t + (at.v + sqrt(at.v * at.v + 2 * GRAVITY * at.y)) / GRAVITY;
    if (hit >= end) return falls(at, end).y + RADIUS;
    at = falls(at, hit);
    at.y = 0;
    double leaving = leaves(at);
    if (leaving >= end) return swings(at, end).y + RADIUS;
    at = swings(at, leaving);
  }
}

// ---- our motions

static Bench bench_open(const char *name, const char *text, double end)
{
  Bench bench = { .name = name, .arena = arena_new(), .end = end };
  Diagnostics *diagnostics = diagnostics_new();
  Source source = { name, text, strlen(text) };
  Text why = { 0 };
  bench.mechanism = lang_read(&source, diagnostics);
  if (!bench.mechanism) stop(diagnostics_message(diagnostics, 0));
  bench.system = system_new(bench.mechanism, NULL);
  const Equations *equations = bench.system->equations;
  bench.n = equations->coordinate_count;
  DescribedValues *described = described_values_new(equations, &why);
  if (!described) stop(text_string(&why));
  double *parameters = ARENA_ARRAY(bench.arena, double, equations->parameter_count + 1);
  DescribedArrays arrays = {
    .inputs = ARENA_ARRAY(bench.arena, double, equations->input_count + 1),
    .q = ARENA_ARRAY(bench.arena, double, bench.n + 1),
    .states = ARENA_ARRAY(bench.arena, double, equations->state_count + 1),
    .discretes = ARENA_ARRAY(bench.arena, double, equations->discrete_count + 1),
  };
  for (int i = 0; i < equations->parameter_count; i++)
    parameters[i] = mechanism_default_value(bench.mechanism, bench.mechanism->parameters[i].value);
  described_values_at(described, parameters, 0, arrays);
  bench.start = (ProgramState){ .parameters = parameters,
                                .q = arrays.q,
                                .qd = ARENA_ARRAY(bench.arena, double, bench.n + 1),
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
}

static double seconds_of(Bench *bench, const SimulationOptions *options, double q[])
{
  Text why = { 0 };
  const char *hint;
  double begin = cpu_seconds();
  Simulation *simulation = simulation_new(bench->system, &bench->start, options, &why, &hint);
  double seconds = cpu_seconds() - begin;
  if (!simulation) stop(text_string(&why));
  if (simulation->failure.length > 0) stop(text_string(&simulation->failure));
  RowTable table = simulation_table(simulation);
  memcpy(q, table.rows + (table.row_count - 1) * table.width + 1,
         sizeof(double) * (size_t)bench->n);
  simulation_free(simulation);
  return seconds;
}

// One motion to the end; `q` receives where it ends.
static Trip run(Bench *bench, const char *method, double tolerance, double q[])
{
  SimulationOptions options = { .end = bench->end,
                                .step = bench->end,
                                .method = integrator_method(method),
                                .tolerance = tolerance,
                                .compiling = COMPILING_ALWAYS };
  SimulationOptions brief = options;
  brief.end = brief.step = 1e-4 * bench->end;
  double whole = 1e9, least = 1e9;
  for (int trial = 0; trial < TRIALS; trial++) {
    least = fmin(least, seconds_of(bench, &brief, q));
    whole = fmin(whole, seconds_of(bench, &options, q));
  }
  return (Trip){ .method = method, .setting = tolerance, .seconds = fmax(whole - least, 1e-6) };
}

static void print_trip(const Trip *trip, const char *what)
{
  printf("  %-12s %s %.0e  %9.3f ms  error %.1e", trip->method, what, trip->setting,
         1e3 * trip->seconds, trip->error);
}

// The first three coordinates are the place of the body in either program.
static double distance(const double a[], const double b[])
{
  return sqrt(pow(a[0] - b[0], 2) + pow(a[1] - b[1], 2) + pow(a[2] - b[2], 2));
}

// `place` NULL: that of our finest motion.
static int our_trips(Bench *bench, const double *place, Trip trips[])
{
  static const char *const METHODS[] = { "adams", "erk5", "erk6" };
  double *q = ARENA_ARRAY(bench->arena, double, bench->n);
  double *finest = ARENA_ARRAY(bench->arena, double, bench->n);
  int count = 0;
  if (!place) run(bench, "erk8", 1e-13, finest);
  for (size_t m = 0; m < sizeof METHODS / sizeof METHODS[0]; m++) {
    for (int digits = 4; digits <= 12; digits += 2) {
      Trip *trip = &trips[count++];
      *trip = run(bench, METHODS[m], pow(10, -digits), q);
      trip->error = distance(q, place ? place : finest);
      print_trip(trip, "tolerance");
      printf("\n");
    }
  }
  return count;
}

// ---- beside MuJoCo

#ifdef BENCH_HAS_MUJOCO

// The shortest of our times whose error is at most this.
static double seconds_at(const Trip trips[], int count, double error)
{
  double best = INFINITY;
  for (int i = 0; i < count; i++) {
    if (trips[i].error <= error) best = fmin(best, trips[i].seconds);
  }
  return best;
}

static mjModel *model_of(const char *text)
{
  char message[1000] = "";
  mjVFS *files = malloc(sizeof *files);
  if (!files) stop("no memory");
  mj_defaultVFS(files);
  size_t length = strlen(text);  // its bytes alone: a file has no end mark
  mj_makeEmptyFileVFS(files, "scene.xml", (int)length);
  char *bytes = files->filedata[0];
  for (size_t i = 0; i < length; i++)
    bytes[i] = text[i];
  mjModel *model = mj_loadXML("scene.xml", files, message, sizeof message);
  mj_deleteVFS(files);
  free(files);
  if (!model) stop(message);
  return model;
}

static double move(mjModel *model, mjData *data, double end, double step, int trials)
{
  double best = 1e9;
  model->opt.timestep = step;
  for (int trial = 0; trial < trials; trial++) {
    mj_resetData(model, data);
    double begin = cpu_seconds();
    for (long k = lround(end / step); k > 0; k--)
      mj_step(model, data);
    best = fmin(best, cpu_seconds() - begin);
  }
  return best;
}

static void compare(const char *text, double end, const double *place, const Trip trips[],
                    int count)
{
  static const char *const NAMES[] = { "MuJoCo Euler", "MuJoCo RK4" };
  static const int INTEGRATORS[] = { mjINT_EULER, mjINT_RK4 };
  enum { LENGTHS = 4 };
  static const double FINEST_STEP = 1e-2 / 3125;
  mjModel *model = model_of(text);
  mjData *data = mj_makeData(model);
  double finest[3];
  if (!place) {
    model->opt.integrator = mjINT_RK4;
    move(model, data, end, FINEST_STEP, 1);
    memcpy(finest, data->qpos, sizeof finest);
  }
  for (int m = 0; m < 2; m++) {
    model->opt.integrator = INTEGRATORS[m];
    double step = 0.01;
    for (int k = 0; k < LENGTHS; k++, step /= 5) {
      Trip trip = { .method = NAMES[m], .setting = step };
      trip.seconds = move(model, data, end, step, TRIALS);
      trip.error = distance(data->qpos, place ? place : finest);
      print_trip(&trip, "step     ");
      double ours = seconds_at(trips, count, trip.error);
      if (isfinite(ours)) printf("  at this error we are %.1f times as fast", trip.seconds / ours);
      printf("\n");
    }
  }
  mj_deleteData(data);
  mj_deleteModel(model);
}

#endif

// ---- scenes

static void ball(void)
{
  static Trip trips[MAX_TRIPS];
  Text text = { 0 }, scene = { 0 };
  text_format(
      &text,
      "mechanism ball\ngravity [0, 0, -%.17g]\n"
      "joint ball : free (x, y, z = %.17g, a, b, c) from ground\n"
      "body ball on ball : mass 1, inertia diag(0.004, 0.004, 0.004)\n"
      "let soft(depth, rate, k, c, d) = if(depth > 0, max(0, d*%.17g + k*depth + c*rate), 0)\n"
      "use sphere_contact(ball, %.17g, stiffness = %.17g, dissipation = %.17g, "
      "exponent = %.17g, law = soft, bristles = 0) as touch\n"
      "discrete stands = 0\nwhen touch.height < 0 : set stands = 1\n"
      "when stands*touch.height > 0 : set stands = 0\n",
      GRAVITY, BEGIN, GRAVITY, RADIUS, STIFFNESS, DAMPING, IMPEDANCE);
  Bench bench = bench_open("ball", text_string(&text), 1.5);
  double place[3] = { 0, 0, exact_height(bench.end) };
  printf("ball, %g s, against the exact height %.15g m\n", bench.end, place[2]);
  int count = our_trips(&bench, place, trips);
#ifdef BENCH_HAS_MUJOCO
  text_format(&scene,
              "<mujoco><option gravity=\"0 0 -%.17g\"/><worldbody><geom type=\"plane\" "
              "size=\"1 1 1\" condim=\"1\" solref=\"-%.17g -%.17g\" solimp=\"%.17g %.17g 0.001\"/>"
              "<body pos=\"0 0 %.17g\"><freejoint/>"
              "<geom type=\"sphere\" size=\"%.17g\" mass=\"1\" condim=\"1\" solref=\"-%.17g "
              "-%.17g\" solimp=\"%.17g %.17g 0.001\"/></body></worldbody></mujoco>",
              GRAVITY, STIFFNESS, DAMPING, IMPEDANCE, IMPEDANCE, BEGIN, RADIUS, STIFFNESS, DAMPING,
              IMPEDANCE, IMPEDANCE);
  compare(text_string(&scene), bench.end, place, trips, count);
#endif
  (void)count;
  bench_close(&bench);
  text_free(&text);
  text_free(&scene);
}

// A body of 1 kg over the plane z = 0, with gravity down a slope along x.
typedef struct Scene {
  const char *name, *start, *inertia, *contact;  // of ours
  const char *place, *geometry, *shape;          // of MuJoCo: attributes of its body and its shape
  double slope, end;
} Scene;

static void scene_go(const Scene *scene)
{
  static Trip trips[MAX_TRIPS];
  Text text = { 0 }, xml = { 0 };
  double along = GRAVITY * sin(scene->slope), down = GRAVITY * cos(scene->slope);
  text_format(&text,
              "mechanism scene\ngravity [%.17g, 0, -%.17g]\n"
              "joint it : free (%s) from ground\nbody it on it : mass 1, inertia %s\n"
              "frame lying from it : RY(pi/2)\n"  // z along x: no angle comes near 90 deg
              "let soft(depth, rate, k, c, n) = if(depth > 0, max(0, k*depth + c*rate), 0)\n"
              "use %s, stiffness = %g, dissipation = %g, law = soft, friction = 0.5, bristles = 0, "
              "width = 0.01) as touch\n",
              along, down, scene->start, scene->inertia, scene->contact, STIFFNESS, DAMPING);
  Bench bench = bench_open(scene->name, text_string(&text), scene->end);
  printf("%s, %g s, each against its own finest motion\n", scene->name, scene->end);
  int count = our_trips(&bench, NULL, trips);
#ifdef BENCH_HAS_MUJOCO
  text_format(&xml,
              "<mujoco><option gravity=\"%.17g 0 -%.17g\" cone=\"elliptic\"/><default><geom "
              "solref=\"-%g -%g\" solimp=\"0.9 0.9 0.001\" friction=\"0.5 0 0\"/></default>"
              "<worldbody><geom type=\"plane\" size=\"9 9 1\"/><body %s><freejoint/>"
              "<geom type=\"%s\" %s mass=\"1\"/></body></worldbody></mujoco>",
              along, down, STIFFNESS, DAMPING, scene->place, scene->geometry, scene->shape);
  compare(text_string(&xml), scene->end, NULL, trips, count);
#endif
  (void)count;
  bench_close(&bench);
  text_free(&text);
  text_free(&xml);
}

int main(void)
{
  static const Scene SCENES[] = {
    { "ball down a slope", "x, y, z = 0.1, a, b, c", "diag(0.004, 0.004, 0.004)",
      "sphere_contact(it, 0.1", "pos=\"0 0 0.1\"", "sphere", "size=\"0.1\"", 0.2, 1.5 },
    { "box on its edge", "x, y, z = 0.3, a, b = 0.3, c", "diag(0.01, 0.01, 0.006666666666666667)",
      "box_contact(it, [0.2, 0.2, 0.28284271247461901]",
      "pos=\"0 0 0.3\" euler=\"0 17.188733853924695 0\"", "box",
      "size=\"0.1 0.1 0.14142135623730951\"", 0.1, 1 },
    { "capsule", "x, y, z = 0.4, a, b = -1.0707963267948966, c", "diag(0.002, 0.02, 0.02)",
      "capsule_contact(lying, 0.05, 0.4", "pos=\"0 0 0.4\" euler=\"0 28.64788975654116 0\"",
      "capsule", "size=\"0.05 0.2\"", 0, 1 },
  };
  ball();
  for (size_t i = 0; i < sizeof SCENES / sizeof SCENES[0]; i++)
    scene_go(&SCENES[i]);
  return EXIT_SUCCESS;
}
