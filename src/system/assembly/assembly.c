// assembly.c -- Newton's method for assembly. The unknowns are the coordinates that are not held
// and that Phi depends on. The others are not changed, even if they are outside of their limits.
// SPDX-License-Identifier: MIT
#include "system/assembly/assembly.h"

#include "mechanism/default_value.h"
#include "numeric/solve/newton.h"
#include "symbolic/algebra.h"
#include "system/constraints/constraint_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
// Relative tolerance of the singular values of Phi_q: Phi is zero to 1e-10 only, and near a
// singular configuration q then is accurate to 1e-5.
static const double RANK_TOLERANCE = 1e-7;
static const double CLOSED = 1e-10;
// Smallest relative singular value at which a start determines a branch.
static const double REGULAR = 0.1;
// 1 - cos of the misalignment angle from which a joint counts as deliberately upside down at the
// start: 180 deg, tolerance 25 deg.
static const double UPSIDE_DOWN = 1.9;
// Permitted ratio of distances when a solution is preferred for an uncertain branch.
static const double FARTHER = 1.5;
// Rounding tolerance of a value at its limit.
static const double LIMIT_ROUNDING = 1e-9;
enum { STARTS_FOR_ONE = 60, STARTS_AROUND = 20, STARTS_FOR_ALL = 200, MAX_STARTS = 2000 };

// State of a search for the free coordinates.
typedef struct Work {
  Assembly *assembly;
  ConstraintSystem constraints;
  ConstraintUnknowns unknowns;  // the free coordinates that are constrained
  int *places;
  double *start_turn;
  double *start_jacobian;  // by free coordinates; NULL: the start determines no branch
  bool has_gap;            // the start does not satisfy the constraints
  bool is_guess;           // its branch is uncertain: the residual is larger than the smallest
                           // singular value
  double *lower, *upper;   // limits by coordinate, infinite if there is none
  bool has_limits;         // any coordinate has limits
  const double *followed;  // assembled, on the branch of the description; NULL: unknown
  bool keeps_limits;
  bool keeps_sides;          // of joints that are upside down at the start
  int upside_down, outside;  // solutions that were rejected
} Work;

static bool evaluate_free(void *context, const double x[], double residual[], double jacobian[])
{
  Work *work = context;
  return constraint_system_residuals(&work->unknowns, x, residual, jacobian);
}

static bool evaluate_unfolding(void *context, const double x[], double residual[],
                               double jacobian[])
{
  Work *work = context;
  return constraint_system_unfolding_residuals(&work->unknowns, x, residual, jacobian);
}

// ---- limits

static double limit_of(const Mechanism *mechanism, const double parameters[], const Expr *limit,
                       double none)
{
  double value = limit ? mechanism_value_with(mechanism, parameters, limit) : NAN;
  return isnan(value) ? none : value;
}

static void read_limits(Work *work, const Mechanism *mechanism, const double parameters[])
{
  int n = mechanism->coordinate_count;
  work->lower = ARENA_ARRAY(work->assembly->arena, double, n);
  work->upper = ARENA_ARRAY(work->assembly->arena, double, n);
  for (int i = 0; i < n; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    work->lower[i] = limit_of(mechanism, parameters, coordinate->lower, -INFINITY);
    work->upper[i] = limit_of(mechanism, parameters, coordinate->upper, INFINITY);
    bool is_limited = isfinite(work->lower[i]) || isfinite(work->upper[i]);
    work->has_limits = work->has_limits || is_limited;
  }
}

// Shifts a 2 pi-periodic angle by full revolutions into its limits, if possible; other values are
// returned unchanged.
static double into_limits(const Work *work, int coordinate, double value, bool *is_inside)
{
  *is_inside = true;
  double lower = work->lower[coordinate], upper = work->upper[coordinate];
  double slack = LIMIT_ROUNDING * (1 + fmin(fabs(lower), fabs(upper)));
  if (value >= lower - slack && value <= upper + slack) return value;
  double moved = value;
  if (work->constraints.turns[coordinate] && value < lower)
    moved += 2 * PI * ceil((lower - slack - value) / (2 * PI));
  if (work->constraints.turns[coordinate] && value > upper)
    moved -= 2 * PI * ceil((value - slack - upper) / (2 * PI));
  *is_inside = moved >= lower - slack && moved <= upper + slack;
  return *is_inside ? moved : value;
}

// ---- accepted solutions

static bool has_sides_as_meant(const Work *work)
{
  if (!work->keeps_sides) return !constraint_system_is_turned_away(&work->constraints);
  for (int i = 0; i < work->constraints.turn_count; i++) {
    if (work->constraints.turn[i] > 1 && work->start_turn[i] < UPSIDE_DOWN) return false;
  }
  return true;
}

static bool is_within_limits(const Work *work)
{
  bool is_inside = true;
  for (int j = 0; j < work->unknowns.count && is_inside; j++)
    into_limits(work, work->places[j], work->constraints.q[work->places[j]], &is_inside);
  return is_inside;
}

static bool accepts(void *context, const double x[])
{
  Work *work = context;
  constraint_system_set(&work->unknowns, x);
  constraint_system_evaluate(&work->constraints);
  if (!has_sides_as_meant(work)) {
    work->upside_down++;
    return false;
  }
  if (!work->keeps_limits || is_within_limits(work)) return true;
  work->outside++;
  return false;
}

// ---- the search

static double *jacobian_here(const Work *work, Arena *arena)
{
  const ConstraintSystem *constraints = &work->constraints;
  int n = work->unknowns.count, m = constraints->holonomic;
  double *jacobian = ARENA_ARRAY(arena, double, m *n);
  for (int i = 0; i < m * n; i++)
    jacobian[i] = constraints->scaled[i / n * constraints->n + work->places[i % n]];
  return jacobian;
}

// Uses the largest scale for all rows of one unit, so that the residual is a distance.
static void measure_rows_alike(ConstraintSystem *constraints, const char *const units[])
{
  for (int i = 0; i < constraints->holonomic; i++) {
    double largest = constraints->row_scale[i];
    for (int k = 0; k < constraints->holonomic && units && units[i][0]; k++) {
      if (strcmp(units[i], units[k]) == 0) largest = fmax(largest, constraints->row_scale[k]);
    }
    constraints->row_scale[i] = largest;
  }
}

// Returns true if row i of Phi is a squared norm minus 1, as for a quaternion.
static bool is_sphere(const ConstraintSystem *constraints, int row, double *square)
{
  *square = 0;
  for (int j = 0; j < constraints->n; j++) {
    double slope = constraints->J[row * constraints->n + j];
    if (slope == 0) continue;
    if (slope != 2 * constraints->q[j]) return false;
    *square += constraints->q[j] * constraints->q[j];
  }
  return *square > 0 && fabs(constraints->phi[row] - (*square - 1)) <= 1e-12 * (1 + *square);
}

// Normalises the quaternions of the start that are not held.
static void put_on_spheres(const Assembly *assembly, ConstraintSystem *constraints)
{
  int n = constraints->n;
  for (int i = 0; i < constraints->holonomic; i++) {
    double square;
    bool is_free = is_sphere(constraints, i, &square);
    for (int j = 0; j < n; j++)
      is_free = is_free && !(assembly->is_held[j] && constraints->J[i * n + j] != 0);
    for (int j = 0; j < n && is_free; j++) {
      if (constraints->J[i * n + j] != 0) constraints->q[j] /= sqrt(square);
    }
  }
}

static bool is_tied(const Equations *equations, int coordinate)
{
  const Quantity *slopes = equations_find(equations, "Phi_q");
  for (int i = 0; slopes && i < slopes->rows; i++) {
    if (!is_zero(slopes->entries[i * slopes->columns + coordinate])) return true;
  }
  return false;
}

// Norm of the scaled residual of the loops.
static double gap_here(const ConstraintSystem *constraints)
{
  double gap = 0;
  for (int i = 0; i < constraints->holonomic; i++)
    gap = hypot(gap, constraints->phi[i] / constraints->row_scale[i]);
  return gap;
}

static bool work_open(Work *work, Assembly *assembly, const System *system,
                      const ProgramState *start, Text *why)
{
  ConstraintSystem *constraints = &work->constraints;
  *work = (Work){ .assembly = assembly };
  if (!constraint_system_init(constraints, assembly->equations, start, why)) return false;
  Arena *arena = assembly->arena;
  int n = constraints->n;
  read_limits(work, system->mechanism, start->parameters);
  measure_rows_alike(constraints, assembly->phi->row_units);
  put_on_spheres(assembly, constraints);
  bool has_value = constraint_system_evaluate(constraints);
  work->has_gap = !has_value || gap_here(constraints) > CLOSED;
  double *q = ARENA_ARRAY(arena, double, n);
  memcpy(q, constraints->q, sizeof(double) * (size_t)n);
  assembly->start = q;
  int count = 0;
  work->places = ARENA_ARRAY(arena, int, n);
  for (int i = 0; i < n; i++) {
    assembly->free_count += !assembly->is_held[i];
    if (!assembly->is_held[i] && is_tied(assembly->equations, i)) work->places[count++] = i;
  }
  work->unknowns = (ConstraintUnknowns){ constraints, work->places, count, constraints->holonomic };
  work->keeps_sides = system->keeps_sides;
  work->start_turn = ARENA_ARRAY(arena, double, constraints->turn_count);
  memcpy(work->start_turn, constraints->turn, sizeof(double) * (size_t)constraints->turn_count);
  NumericRank rank;
  double *jacobian = jacobian_here(work, arena);
  if (has_value &&
      numeric_rank(constraints->holonomic, count, jacobian, REGULAR, NULL, NULL, &rank) ==
          NUMERIC_OK &&
      rank.rank == count) {
    work->start_jacobian = jacobian;
    work->is_guess = rank.smallest <= gap_here(constraints);
  }
  return true;
}

static void search(Work *work, int starts, bool stops_at_first, SearchResult *result)
{
  const ConstraintSystem *constraints = &work->constraints;
  int n = work->unknowns.count;
  Arena *arena = work->assembly->arena;
  double *start = ARENA_ARRAY(arena, double, n), *periods = ARENA_ARRAY(arena, double, n);
  double *lower = ARENA_ARRAY(arena, double, n), *upper = ARENA_ARRAY(arena, double, n);
  double *longest = ARENA_ARRAY(arena, double, n);
  memcpy(work->constraints.q, work->assembly->start, sizeof(double) * (size_t)constraints->n);
  constraint_system_evaluate(&work->constraints);
  constraint_system_get(&work->unknowns, start);
  double gap = 0;
  for (int i = 0; i < constraints->holonomic; i++) {
    double part = fabs(constraints->phi[i] / constraints->row_scale[i]);
    if (isfinite(part)) gap = fmax(gap, part);
  }
  for (int j = 0; j < n; j++) {
    bool turns = constraints->turns[work->places[j]];
    periods[j] = turns ? 2 * PI : 0;
    longest[j] = turns ? PI / 2 : 0;
    // A translation may have to be as long as the lever arms, or as the residual of an open loop.
    double far = turns ? PI : 2 * fmax(1, gap);
    lower[j] = start[j] - far;
    upper[j] = start[j] + far;
  }
  SearchOptions options = {
    .newton = { .tolerance = CLOSED, .is_scaled = true, .longest_steps = longest },
    .lower = lower,
    .upper = upper,
    .periods = periods,
    .accepts = accepts,
    .starts = starts,
    .stops_at_first = stops_at_first,
  };
  NewtonProblem problem = { n, constraints->holonomic, evaluate_free, work };
  NewtonProblem unfolding = { n, constraints->holonomic + constraints->turn_count,
                              evaluate_unfolding, work };
  bool can_unfold = !work->keeps_sides && constraint_system_can_unfold(&work->constraints);
  options.detour = can_unfold ? &unfolding : NULL;
  work->upside_down = work->outside = 0;
  newton_search(&problem, &options, start, result);
}

// ---- configurations

static Branch branch_of(const Work *work, const double jacobian[])
{
  int sign;
  if (!work->start_jacobian ||
      numeric_product_sign(work->constraints.holonomic, work->unknowns.count, work->start_jacobian,
                           jacobian, &sign) != NUMERIC_OK) {
    return BRANCH_UNKNOWN;
  }
  return sign > 0 ? BRANCH_OF_START : BRANCH_OTHER;
}

static int farthest_of(const Work *work, const double q[])
{
  int result = 0;
  double most = -1;
  for (int i = 0; i < work->constraints.n; i++) {
    double way = fabs(q[i] - work->assembly->start[i]) / work->constraints.step[i];
    if (!(way > most)) continue;
    most = way;
    result = i;
  }
  return result;
}

// Fills in the configuration at the present coordinates. Returns false if a value is not finite.
static bool configuration_here(Work *work, Configuration *out)
{
  ConstraintSystem *constraints = &work->constraints;
  Arena *arena = work->assembly->arena;
  int n = work->unknowns.count, m = constraints->holonomic;
  bool is_finite = constraint_system_evaluate(constraints);
  *out = (Configuration){ .q = ARENA_ARRAY(arena, double, constraints->n),
                          .residual = ARENA_ARRAY(arena, double, m),
                          .farthest = farthest_of(work, constraints->q) };
  memcpy(out->q, constraints->q, sizeof(double) * (size_t)constraints->n);
  for (int i = 0; i < m; i++) {
    out->residual[i] = constraints->phi[i];
    out->norm = hypot(out->norm, constraints->phi[i]);
  }
  double *jacobian = jacobian_here(work, arena);
  NumericStatus status = numeric_rank(m, n, jacobian, RANK_TOLERANCE, NULL, NULL, &out->rank);
  if (out->rank.rank == n) out->branch = branch_of(work, jacobian);
  NumericRank all = out->rank;
  if (n < constraints->n && status == NUMERIC_OK)
    status = numeric_rank(m, constraints->n, constraints->scaled, RANK_TOLERANCE, NULL, NULL, &all);
  out->independent = all.rank;
  return is_finite && isfinite(out->norm) && status == NUMERIC_OK;
}

// Returns true if the solutions form a continuum: a degree of freedom remains, and the solutions
// found are arbitrary points of a curve. If the constraints are dependent, a solution may
// nevertheless be isolated (a dead-centre position); on a curve nearly every start finds a
// different point.
static bool is_curve(const Work *work)
{
  const Assembly *assembly = work->assembly;
  if (work->unknowns.count > assembly->phi->rows) return true;
  bool has_freedom = assembly->configurations[0].rank.rank < work->unknowns.count;
  return has_freedom && assembly->count > assembly->starts / 4 && assembly->count > 1;
}

// Searches within the limits, and anywhere if nothing is found there.
static void search_in_limits(Work *work, int starts, bool stops_at_first, SearchResult *found)
{
  work->keeps_limits = work->has_limits;
  search(work, starts, stops_at_first, found);
  if (found->count > 0 || work->outside == 0) return;
  work->keeps_limits = false;
  free(found->points);
  search(work, starts, stops_at_first, found);
}

// Stores a solution as a configuration, with angles shifted by full revolutions into their limits
// if possible.
static bool take_solution(Work *work, const double x[], Configuration *out)
{
  constraint_system_set(&work->unknowns, x);
  for (int j = 0; j < work->unknowns.count; j++) {
    bool is_inside;
    double *q = &work->constraints.q[work->places[j]];
    *q = into_limits(work, work->places[j], *q, &is_inside);
  }
  return configuration_here(work, out);
}

static double way_to(const Work *work, const Configuration *configuration)
{
  double sum = 0;
  for (int i = 0; i < work->constraints.n; i++)
    sum = hypot(sum, (configuration->q[i] - work->assembly->start[i]) / work->constraints.step[i]);
  return sum;
}

// Prefers the configuration on the branch of the start; if that branch is uncertain, only if it is
// not much farther away.
static bool is_better(const Work *work, const Configuration *a, const Configuration *b)
{
  bool is_on_branch = a->branch == BRANCH_OF_START, is_other = b->branch == BRANCH_OF_START;
  double way = way_to(work, a), other_way = way_to(work, b);
  bool is_far =
      work->is_guess && (is_on_branch ? way > FARTHER * other_way : other_way > FARTHER * way);
  if (is_on_branch != is_other) return is_on_branch != is_far;
  return way < other_way;
}

// Returns true if the solution has dependent constraints although the start does not satisfy the
// constraints: a regular solution may be near.
static bool may_be_special(const Work *work, const Configuration *configuration)
{
  int rows = work->constraints.holonomic, n = work->unknowns.count;
  return work->has_gap && configuration->rank.rank < (rows < n ? rows : n);
}

static bool is_more_regular(const Work *work, const Configuration *a, const Configuration *b)
{
  return a->rank.rank > b->rank.rank && way_to(work, a) <= FARTHER * way_to(work, b);
}

// Newton's method follows the local slopes. If its solution is far away, on another branch or
// singular, searches for a better solution nearby.
static bool check_around(Work *work)
{
  Assembly *assembly = work->assembly;
  Configuration *best = &assembly->configurations[0];
  double most = fabs(best->q[best->farthest] - assembly->start[best->farthest]) /
                work->constraints.step[best->farthest];
  bool is_far = most >= PI / 2 || best->branch == BRANCH_OTHER;
  bool is_special = may_be_special(work, best);
  if (!is_far && !is_special) return true;
  SearchResult found;
  search_in_limits(work, STARTS_AROUND, false, &found);
  assembly->starts += found.starts;
  assembly->iterations += found.iterations;
  bool is_good = true;
  double nearest = way_to(work, best);
  for (int k = 0; k < found.count && is_good; k++) {
    Configuration other;
    is_good = take_solution(work, found.points + k * work->unknowns.count, &other);
    nearest = is_good ? fmin(nearest, way_to(work, &other)) : nearest;
    bool is_taken = (is_special && is_more_regular(work, &other, best)) ||
                    (is_far && other.rank.rank >= best->rank.rank && is_better(work, &other, best));
    if (is_good && is_taken) *best = other;
  }
  free(found.points);
  bool is_doubtful = best->branch == BRANCH_OTHER || way_to(work, best) > nearest;
  if (work->is_guess && is_doubtful) best->branch = BRANCH_UNKNOWN;
  return is_good;
}

// Stores all solutions, or the closest point.
static bool take_results(Work *work, const SearchResult *found)
{
  Assembly *assembly = work->assembly;
  assembly->starts = found->starts;
  assembly->iterations = found->iterations;
  assembly->refused = work->upside_down;
  assembly->outside = work->outside;
  assembly->is_closed = found->count > 0;
  assembly->count = found->count > 0 ? found->count : 1;
  assembly->configurations = ARENA_ARRAY(assembly->arena, Configuration, assembly->count);
  constraint_system_set(&work->unknowns, found->points);
  if (!assembly->is_closed) return configuration_here(work, assembly->configurations);
  bool is_good = true;
  for (int k = 0; k < assembly->count && is_good; k++) {
    is_good =
        take_solution(work, found->points + k * work->unknowns.count, &assembly->configurations[k]);
  }
  return is_good;
}

// ---- continuation from the description

// Newton's method from the present coordinates.
static bool close_here(Work *work)
{
  Arena *scratch = arena_new();
  int n = work->unknowns.count;
  double *x = ARENA_ARRAY(scratch, double, n), *longest = ARENA_ARRAY(scratch, double, n);
  for (int j = 0; j < n; j++)
    longest[j] = PI / 6;
  constraint_system_get(&work->unknowns, x);
  NewtonProblem problem = { n, work->constraints.holonomic, evaluate_free, work };
  NewtonOptions options = { .tolerance = CLOSED, .is_scaled = true, .longest_steps = longest };
  NewtonResult unused;
  bool is_closed = newton_solve(&problem, &options, x, &unused) == NUMERIC_OK;
  constraint_system_set(&work->unknowns, x);
  arena_free(scratch);
  return is_closed;
}

// Continuation from coordinates that are assembled, or nearly so: held coordinates move to their
// values by small steps, the others are extrapolated linearly, also through dead-centre positions.
// The branch is that of the initial coordinates.
static void follow_from(Work *work, double from[])
{
  enum { MAX_STEPS = 40 };
  static const double MAX_STEP = 0.2, NEARLY_CLOSED = 1e-6;
  const double *to = work->assembly->start;
  ConstraintSystem *constraints = &work->constraints;
  int n = constraints->n;
  double *before = ARENA_ARRAY(work->assembly->arena, double, n), far = -1;  // nothing is held
  for (int i = 0; i < n; i++) {
    constraints->q[i] = before[i] = from[i];
    if (work->assembly->is_held[i]) far = fmax(far, fabs(to[i] - from[i]) / constraints->step[i]);
  }
  bool is_good =
      far >= 0 && constraint_system_evaluate(constraints) && gap_here(constraints) <= NEARLY_CLOSED;
  int steps = (int)fmax(1, fmin(MAX_STEPS, ceil(far / MAX_STEP)));
  for (int k = 1; k <= steps && is_good; k++) {
    for (int i = 0; i < n; i++) {
      double here = constraints->q[i], held = from[i] + k * (to[i] - from[i]) / steps;
      if (k == steps) held = to[i];
      constraints->q[i] = work->assembly->is_held[i] ? held : 2 * here - before[i];
      before[i] = here;
    }
    is_good = close_here(work);
  }
  if (!is_good || !is_within_limits(work) || !has_sides_as_meant(work)) return;
  memcpy(from, constraints->q, sizeof(double) * (size_t)n);
  work->followed = from;
}

static void follow_from_description(Work *work, const System *system, const double parameters[])
{
  const Mechanism *m = system->mechanism;
  double *drawn = ARENA_ARRAY(work->assembly->arena, double, work->constraints.n);
  for (int i = 0; i < work->constraints.n; i++)
    drawn[i] = mechanism_value_with(m, parameters, coordinate_start(&m->coordinates[i]));
  follow_from(work, drawn);
}

// Assembles the neighbour again for different parameters with Newton's method, then follows from
// there.
static void follow_from_neighbour(Work *work, const double neighbour[])
{
  ConstraintSystem *constraints = &work->constraints;
  size_t size = sizeof(double) * (size_t)constraints->n;
  double *from = ARENA_ARRAY(work->assembly->arena, double, constraints->n);
  memcpy(from, neighbour, size);
  memcpy(constraints->q, neighbour, size);
  if (!close_here(work)) return;
  memcpy(from, constraints->q, size);
  follow_from(work, from);
}

static bool take_followed(Work *work)
{
  Assembly *assembly = work->assembly;
  assembly->count = assembly->starts = 1;
  assembly->is_closed = assembly->is_followed = true;
  assembly->configurations = ARENA_ARRAY(assembly->arena, Configuration, 1);
  memcpy(work->constraints.q, work->followed, sizeof(double) * (size_t)work->constraints.n);
  bool is_good = configuration_here(work, assembly->configurations);
  assembly->configurations[0].branch = BRANCH_OF_START;
  return is_good;
}

// ---- result

static bool close_free(Work *work)
{
  Assembly *assembly = work->assembly;
  if (work->followed && !assembly->requests_all) return take_followed(work);
  bool requests_all = assembly->requests_all;
  int n = work->unknowns.count;
  int many = STARTS_FOR_ALL * n < MAX_STARTS ? STARTS_FOR_ALL * n : MAX_STARTS;
  SearchResult found;
  search_in_limits(work, requests_all ? many : STARTS_FOR_ONE, !requests_all, &found);
  bool is_good = take_results(work, &found);
  free(found.points);
  if (is_good && assembly->is_closed && !requests_all) is_good = check_around(work);
  if (!is_good) return false;
  assembly->has_curve = assembly->is_closed && is_curve(work);
  if (assembly->has_curve) assembly->count = 1;
  return true;
}

// No coordinate can move, or none is constrained: the start is returned unchanged.
static bool take_start(Work *work)
{
  Assembly *assembly = work->assembly;
  const ConstraintSystem *constraints = &work->constraints;
  assembly->count = 1;
  assembly->starts = 1;
  assembly->configurations = ARENA_ARRAY(assembly->arena, Configuration, 1);
  if (!configuration_here(work, assembly->configurations)) return false;
  assembly->is_closed = gap_here(constraints) <= CLOSED && has_sides_as_meant(work);
  assembly->is_turned_away = gap_here(constraints) <= CLOSED && !assembly->is_closed;
  return true;
}

static Assembly *assemble(const System *system, const ProgramState *start,
                          const AssemblyOptions *options, Text *why)
{
  Arena *arena = arena_new();
  Assembly *assembly = ARENA_NEW(arena, Assembly);
  const Equations *equations = system->ties;
  int n = equations->coordinate_count;
  *assembly = (Assembly){ .arena = arena,
                          .equations = equations,
                          .phi = equations_find(equations, "Phi"),
                          .is_held = ARENA_ARRAY(arena, bool, n),
                          .requests_all = options->requests_all };
  if (options->is_held) memcpy(assembly->is_held, options->is_held, sizeof(bool) * (size_t)n);
  Work work;
  bool is_good = false;
  if (work_open(&work, assembly, system, start, why)) {
    bool can_move = work.unknowns.count > 0;
    if (can_move && options->is_named) follow_from_description(&work, system, start->parameters);
    if (can_move && options->neighbour && !work.followed)
      follow_from_neighbour(&work, options->neighbour);
    is_good = can_move ? close_free(&work) : take_start(&work);
    if (!is_good) {
      text_put(why,
               "the equations of the loops have no value at any of the starts that were tried");
    }
    constraint_system_free(&work.constraints);
  }
  if (is_good) return assembly;
  assembly_free(assembly);
  return NULL;
}

Assembly *assembly_new(const System *system, const ProgramState *start,
                       const AssemblyOptions *options, Text *why)
{
  if (!options->is_named) return assemble(system, start, options, why);
  int n = system->ties->coordinate_count;
  Arena *scratch = arena_new();
  AssemblyOptions named = *options;
  bool *is_held = ARENA_ARRAY(scratch, bool, n);
  for (int i = 0; i < n; i++)
    is_held[i] = options->is_named[i] || (options->is_held && options->is_held[i]);
  named.is_held = is_held;
  Assembly *assembly = assemble(system, start, &named, why);
  arena_free(scratch);
  if (assembly && assembly->is_closed) return assembly;
  assembly_free(assembly);
  text_clear(why);
  return assemble(system, start, options, why);
}

void assembly_free(Assembly *assembly)
{
  if (assembly) arena_free(assembly->arena);
}
