// assembly.c -- Newton's unknowns are the coordinates that are not held.
// SPDX-License-Identifier: MIT
#include "study/assembly.h"

#include "numeric/newton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
// Singular values of Phi_q below this part of the largest count as zero: Phi is zero to 1e-10 only,
// and near a singular configuration q then is known to 1e-5.
static const double RANK_TOLERANCE = 1e-7;
static const double CLOSED = 1e-10;
// The side of a joint that the start has upside down on purpose: -1, give or take 25 degrees.
static const double UPSIDE_DOWN = -0.9;
enum { STARTS_FOR_ONE = 60, STARTS_FOR_ALL = 200, MOST_STARTS = 2000 };

// Phi and Phi_q as functions of the free coordinates.
typedef struct Closure {
  const Program *program;
  ProgramState state;
  double *q;          // all coordinates
  const int *places;  // of the free ones among them
  int free_count;
  int equation_count;
  int coordinate_count;
  double *registers;
  double *phi;
  double *phi_q;
  double *side;  // by joint that can be upside down
  double *start_side;
  int side_count;
} Closure;

static void evaluate(Closure *closure)
{
  ProgramState state = closure->state;
  state.q = closure->q;
  double *const out[] = { closure->phi, closure->phi_q, closure->side };
  program_evaluate(closure->program, &state, closure->registers, out);
}

static bool evaluate_free(void *context, const double x[], double residual[], double jacobian[])
{
  Closure *closure = context;
  int n = closure->free_count, all = closure->coordinate_count;
  for (int j = 0; j < n; j++)
    closure->q[closure->places[j]] = x[j];
  evaluate(closure);
  for (int i = 0; i < closure->equation_count; i++) {
    residual[i] = closure->phi[i];
    for (int j = 0; j < n; j++)
      jacobian[i * n + j] = closure->phi_q[i * all + closure->places[j]];
  }
  return true;  // Newton itself looks for numbers that are none
}

static bool has_sides_as_meant(void *context, const double x[])
{
  Closure *closure = context;
  for (int j = 0; j < closure->free_count; j++)
    closure->q[closure->places[j]] = x[j];
  evaluate(closure);
  for (int i = 0; i < closure->side_count; i++) {
    if (closure->side[i] < 0 && closure->start_side[i] > UPSIDE_DOWN) return false;
  }
  return true;
}

static Closure closure_new(const Assembly *assembly, const Program *program,
                           const ProgramState *start)
{
  Arena *arena = assembly->arena;
  int n = assembly->equations->coordinate_count, m = assembly->phi->rows, free_count = 0;
  int *places = ARENA_ARRAY(arena, int, n);
  double *q = ARENA_ARRAY(arena, double, n);
  for (int i = 0; i < n; i++) {
    q[i] = start->q ? start->q[i] : 0;
    if (!assembly->is_held[i]) places[free_count++] = i;
  }
  int sides = program->output_count > 2 ? program->outputs[2].quantity->rows : 0;
  Closure closure = {
    .program = program,
    .state = *start,
    .q = q,
    .places = places,
    .free_count = free_count,
    .equation_count = m,
    .coordinate_count = n,
    .registers = ARENA_ARRAY(arena, double, program_register_count(program)),
    .phi = ARENA_ARRAY(arena, double, m),
    .phi_q = ARENA_ARRAY(arena, double, m *n),
    .side = ARENA_ARRAY(arena, double, sides),
    .start_side = ARENA_ARRAY(arena, double, sides),
    .side_count = sides,
  };
  evaluate(&closure);
  memcpy(closure.start_side, closure.side, sizeof(double) * (size_t)sides);
  return closure;
}

static bool is_angle(const Equations *equations, int coordinate)
{
  return strcmp(equations->coordinates[coordinate].unit, "rad") == 0;
}

// How far slides may have to go: the derivative by an angle is a lever, and an open loop gapes.
static double reach(Closure *closure, const Equations *equations)
{
  evaluate(closure);
  int n = closure->coordinate_count;
  double result = 0;
  for (int i = 0; i < closure->equation_count; i++) {
    if (isfinite(closure->phi[i])) result = fmax(result, fabs(closure->phi[i]));
    for (int j = 0; j < n; j++) {
      double lever = is_angle(equations, j) ? fabs(closure->phi_q[i * n + j]) : 0;
      if (isfinite(lever)) result = fmax(result, lever);
    }
  }
  return result > 0 ? 2 * result : 1;
}

// ---- the search

static void search(Assembly *assembly, Closure *closure, SearchResult *result)
{
  int n = closure->free_count;
  double *start = ARENA_ARRAY(assembly->arena, double, n);
  double *lower = ARENA_ARRAY(assembly->arena, double, n);
  double *upper = ARENA_ARRAY(assembly->arena, double, n);
  double *periods = ARENA_ARRAY(assembly->arena, double, n);
  double far = reach(closure, assembly->equations);
  for (int j = 0; j < n; j++) {
    bool turns = is_angle(assembly->equations, closure->places[j]);
    start[j] = closure->q[closure->places[j]];
    periods[j] = turns ? 2 * PI : 0;
    lower[j] = turns ? -PI : start[j] - far;
    upper[j] = turns ? PI : start[j] + far;
  }
  int many = STARTS_FOR_ALL * n < MOST_STARTS ? STARTS_FOR_ALL * n : MOST_STARTS;
  SearchOptions options = {
    .newton.tolerance = CLOSED,
    .lower = lower,
    .upper = upper,
    .periods = periods,
    .accepts = has_sides_as_meant,
    .starts = assembly->wants_all ? many : STARTS_FOR_ONE,
    .stops_at_first = !assembly->wants_all,
  };
  NewtonProblem problem = { n, closure->equation_count, evaluate_free, closure };
  newton_search(&problem, &options, start, result);
}

// Phi and the rank of Phi_q at the coordinates that the closure now has.
static Configuration configuration_here(const Assembly *assembly, Closure *closure)
{
  Arena *arena = assembly->arena;
  int n = closure->free_count, m = closure->equation_count, all = closure->coordinate_count;
  Configuration result = { .q = ARENA_ARRAY(arena, double, all),
                           .residual = ARENA_ARRAY(arena, double, m) };
  evaluate(closure);
  double *jacobian = ARENA_ARRAY(arena, double, m *n);
  for (int i = 0; i < m; i++) {
    result.residual[i] = closure->phi[i];
    result.norm = hypot(result.norm, closure->phi[i]);
    for (int j = 0; j < n; j++)
      jacobian[i * n + j] = closure->phi_q[i * all + closure->places[j]];
  }
  for (int i = 0; i < all; i++)
    result.q[i] = closure->q[i];
  numeric_rank(m, n, jacobian, RANK_TOLERANCE, NULL, NULL, &result.rank);
  return result;
}

// With a freedom left the solutions are a curve, and those found are any points of it. Where the
// equations are dependent a solution may be alone all the same (a dead point); of a curve nearly
// every start finds another point.
static bool is_curve(const Assembly *assembly)
{
  if (assembly->free_count > assembly->phi->rows) return true;
  bool has_freedom = assembly->configurations[0].rank.rank < assembly->free_count;
  return has_freedom && assembly->count > assembly->starts / 4 && assembly->count > 1;
}

static void close_free(Assembly *assembly, Closure *closure)
{
  SearchResult found;
  search(assembly, closure, &found);
  assembly->starts = found.starts;
  assembly->refused = found.refused;
  assembly->is_closed = found.count > 0;
  assembly->count = found.count > 0 ? found.count : 1;
  assembly->configurations = ARENA_ARRAY(assembly->arena, Configuration, assembly->count);
  for (int k = 0; k < assembly->count; k++) {
    for (int j = 0; j < closure->free_count; j++)
      closure->q[closure->places[j]] = found.points[k * closure->free_count + j];
    assembly->configurations[k] = configuration_here(assembly, closure);
  }
  free(found.points);
  assembly->has_curve = assembly->is_closed && is_curve(assembly);
  if (assembly->has_curve) assembly->count = 1;
}

// Nothing can move, or nothing ties it: the start is the answer, as it is.
static void take_start(Assembly *assembly, Closure *closure)
{
  assembly->count = 1;
  assembly->starts = 1;
  assembly->configurations = ARENA_ARRAY(assembly->arena, Configuration, 1);
  assembly->configurations[0] = configuration_here(assembly, closure);
  double largest = 0;
  for (int i = 0; i < closure->equation_count * closure->coordinate_count; i++)
    largest = fmax(largest, fabs(closure->phi_q[i]));
  assembly->is_closed = assembly->configurations[0].norm <= CLOSED * largest;
}

Equations *assembly_equations(const Mechanism *mechanism, uint64_t seed, Text *why)
{
  Derivation *derivation = derivation_new(mechanism, NULL, seed);
  derivation->stays_long = true;
  Text unused = { 0 };
  bool is_complete =
      derivation_quantity(derivation, "Phi", why) && derivation_quantity(derivation, "Phi_q", why);
  if (is_complete) derivation_quantity(derivation, "Phi_side", &unused);
  text_free(&unused);
  Equations *equations = derivation_release(derivation);
  if (is_complete) return equations;
  equations_free(equations);
  return NULL;
}

Assembly *assembly_new(const Equations *equations, const ProgramState *start,
                       const AssemblyOptions *options, Text *why)
{
  static const char *const KEYS[] = { "Phi", "Phi_q", "Phi_side" };
  Program *program = program_new(equations, KEYS, equations_find(equations, KEYS[2]) ? 3 : 2, why);
  if (!program) return NULL;
  Arena *arena = arena_new();
  Assembly *assembly = ARENA_NEW(arena, Assembly);
  int n = equations->coordinate_count;
  *assembly = (Assembly){ .arena = arena,
                          .equations = equations,
                          .phi = equations_find(equations, "Phi"),
                          .is_held = ARENA_ARRAY(arena, bool, n),
                          .wants_all = options->wants_all };
  if (options->is_held) memcpy(assembly->is_held, options->is_held, sizeof(bool) * (size_t)n);
  Closure closure = closure_new(assembly, program, start);
  assembly->free_count = closure.free_count;
  if (closure.free_count == 0 || closure.equation_count == 0) {
    take_start(assembly, &closure);
  } else {
    close_free(assembly, &closure);
  }
  program_free(program);
  if (isfinite(assembly->configurations[0].norm)) return assembly;
  text_put(why, "the equations of the loops have no value at any of the starts that were tried");
  assembly_free(assembly);
  return NULL;
}

void assembly_free(Assembly *assembly)
{
  if (assembly) arena_free(assembly->arena);
}
