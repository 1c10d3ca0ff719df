// closed_form.c -- closed-form solution of one or two equations of a planar loop.
//
// Three cases, each for the first coordinates in the order of elimination for which it applies:
//   1. A coordinate with a constant factor and no other occurrence: th1 + th2 + th3 = 0.
//   2. One equation, linear, quadratic or harmonic in the coordinate (transform/solve.h).
//   3. Two equations, of which one coordinate is eliminated so that case 2 applies to another.
//      With a bar or a slide for each of the two these are the dyads of planar mechanisms: RRR,
//      RRP, RPR, PRP.
// Angles are expressed as those of frames relative to ground, which leads to the formulas of
// textbooks: asin(L1/L2 sin(th1)) instead of an atan2 of its components. Those of a cos x + b sin x
// + c = 0 receive names, a to d with d^2 = a^2 + b^2 - c^2, as does the angle. Each trial has a
// separate pool, so that no form that contains the eliminated coordinate enters the mechanism
// (expr_copy_with).
// SPDX-License-Identifier: MIT
#include "transform/closed_form.h"

#include "mechanism/default_value.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "transform/solve.h"

#include <math.h>

static int coordinate_count(const Elimination *elimination)
{
  return elimination->transform->mechanism->coordinate_count;
}

static const Coordinate *coordinate_at(const Elimination *elimination, int i)
{
  return &elimination->transform->mechanism->coordinates[i];
}

static const Expr *with(const Expr *e, const Expr *symbol, const Expr *value)
{
  return expr_substitute(e, &symbol, &value, 1);
}

// ---- results

enum { MAX_PARTS = 5 };  // of a formula: a, b, c, d, the angle

Elimination elimination_new(const Transform *transform, const int order[])
{
  int n = transform->mechanism->coordinate_count;
  return (Elimination){ .transform = transform,
                        .order = order,
                        .is_gone = ARENA_ARRAY(transform->scratch, bool, n),
                        .found = ARENA_ARRAY(transform->scratch, Found, (MAX_PARTS + 1) * n) };
}

const Expr *eliminated_value(const Elimination *elimination, int coordinate)
{
  int k = 0;
  while (elimination->found[k].coordinate != coordinate)
    k++;
  return elimination->found[k].value;
}

static const Expr *reduced(const Elimination *elimination, const Expr *e)
{
  const Transform *transform = elimination->transform;
  Substitution known = substitution_new(transform->mechanism, transform->scratch);
  for (int k = 0; k < elimination->found_count; k++) {
    const Found *found = &elimination->found[k];
    if (found->coordinate < 0) continue;
    substitution_add(&known, coordinate_at(elimination, found->coordinate)->q, found->value);
  }
  return substituted(&known, e);
}

static void add_coordinate(Elimination *elimination, int i, const Expr *value)
{
  const Coordinate *coordinate = coordinate_at(elimination, i);
  for (int k = 0; k < elimination->found_count; k++) {
    Found *found = &elimination->found[k];
    found->value = with(found->value, coordinate->q, value);
  }
  elimination->found[elimination->found_count++] = (Found){ coordinate_name(coordinate), value, i };
  elimination->is_gone[i] = true;
}

// ---- numbers at the initial values

const Expr *without_whole_turns(const Transform *transform, const Expr *angle)
{
  const double turn = 2 * acos(-1.0);
  double value = mechanism_initial_value(transform->mechanism, angle);
  long turns = isfinite(value) ? lround(value / turn) : 0;
  if (turns == 0) return angle;
  const Expr *pi = expr_pi(expr_pool(angle));
  return difference(angle, product(integer(angle, 2 * turns), pi));
}

// Distance of a value from the initial one; angles modulo 2 pi.
static double distance_from_start(const Elimination *elimination, int i, const Expr *value)
{
  const Mechanism *mechanism = elimination->transform->mechanism;
  const Expr *start = coordinate_start(&mechanism->coordinates[i]);
  double way = mechanism_initial_value(mechanism, difference(value, start));
  bool is_angle = mechanism->coordinates[i].kind == COORDINATE_ANGLE;
  return fabs(is_angle ? remainder(way, 2 * acos(-1.0)) : way);
}

// ---- angles relative to ground

// A coordinate to be solved for, and x = sign q + rest, the angle of the frame that it rotates.
// Sign 0: it rotates none, and x is q itself.
typedef struct Unknown {
  int coordinate;
  const Expr *q;
  int sign;
  const Expr *rest;
  int frame;
} Unknown;

// The first frame that the coordinate rotates; 0: none.
static int turned_frame(const Elimination *elimination, const Expr *q)
{
  const Mechanism *mechanism = elimination->transform->mechanism;
  if (elimination->transform->plane < 0) return 0;
  for (int f = 1; f < mechanism->frame_count; f++) {
    for (int m = 0; m < mechanism->frames[f].move_count; m++) {
      const Move *move = &mechanism->frames[f].moves[m];
      if (move->kind == MOVE_ROTATION && expr_depends_on(move->amount, q)) return f;
    }
  }
  return 0;
}

static Unknown unknown_of(const Elimination *elimination, int i)
{
  const Expr *q = coordinate_at(elimination, i)->q, *zero = integer(q, 0);
  Unknown unknown = { .coordinate = i, .q = q, .rest = zero };
  unknown.frame = turned_frame(elimination, q);
  if (unknown.frame == 0) return unknown;
  const Expr *angle = reduced(elimination, plane_angle(elimination->transform, unknown.frame));
  const Expr *slope = expr_derivative(angle, q);
  unknown.sign = expr_is_one(slope) - expr_is_integer(slope, -1);
  unknown.rest = with(angle, q, zero);
  return unknown;
}

// q = sign (x - rest)
static const Expr *coordinate_of(const Unknown *unknown, const Expr *x)
{
  if (unknown->sign == 0) return x;
  const Expr *angle = difference(x, expr_copy(expr_pool(x), unknown->rest));
  return unknown->sign > 0 ? angle : negative(angle);
}

// The equation in terms of x instead of q, with the same symbol.
static const Expr *by_angle(const Expr *e, const Unknown *unknown)
{
  const Expr *q = expr_copy(expr_pool(e), unknown->q);
  return with(e, q, coordinate_of(unknown, q));
}

// Adds a named subexpression of the solution, "angle_rod"; numbers and symbols need no name.
static void add_part(Elimination *elimination, const Unknown *unknown, const char *what,
                     const Expr *value)
{
  const Transform *transform = elimination->transform;
  if (expr_arity(value) == 0) return;
  const char *of = unknown->frame > 0
                       ? transform->mechanism->frames[unknown->frame].name
                       : coordinate_name(&transform->mechanism->coordinates[unknown->coordinate]);
  const char *name = value_name(transform, arena_format(transform->scratch, "%s_%s", what, of));
  elimination->found[elimination->found_count++] = (Found){ name, expr_name(name, value), -1 };
}

// Adds a solution. The angle of the frame is named, unless it is the coordinate.
static void add_found(Elimination *elimination, const Unknown *unknown, const Expr *x,
                      const Expr *value)
{
  if (x != value) add_part(elimination, unknown, "angle", x);
  add_coordinate(elimination, unknown->coordinate, value);
}

// ---- trials

// A pool in which equations are solved for one or two unknowns.
typedef struct Trial {
  Pool *pool;
  const Expr *home[2];  // symbols of the unknowns in the pool of the trial
  int count;
} Trial;

static Trial trial_new(const Expr *like, const Unknown unknowns[], int count)
{
  Trial trial = { .pool = pool_new(pool_seed(expr_pool(like))), .count = count };
  for (int i = 0; i < count; i++)
    trial.home[i] = expr_copy(trial.pool, unknowns[i].q);
  return trial;
}

// Copies a result, which depends on no unknown, to the mechanism's pool.
static const Expr *in_base_frame(const Trial *trial, Pool *pool, const Expr *e)
{
  const Expr *zero = expr_integer(pool, 0);
  const Expr *zeros[] = { zero, zero };
  return expr_copy_with(pool, e, trial->home, zeros, trial->count);
}

// Solves an equation for the first unknown and copies the solutions to the mechanism's pool. The
// arguments of an atan2 are named first, so that it is written with the names.
static int solve_in_base_frame(Elimination *elimination, const Trial *trial, const Unknown *unknown,
                               const Expr *equation, const Expr *solutions[MAX_SOLUTIONS])
{
  Pool *pool = expr_pool(unknown->q);
  Harmonic h;
  if (!expr_is_harmonic(equation, trial->home[0], &h)) {
    int count = expr_solve(equation, trial->home[0], solutions);
    for (int k = 0; k < count; k++)
      solutions[k] = in_base_frame(trial, pool, solutions[k]);
    return count;
  }
  if (is_zero(h.a) && is_zero(h.b)) return 0;
  h.a = in_base_frame(trial, pool, h.a);
  h.b = in_base_frame(trial, pool, h.b);
  h.c = in_base_frame(trial, pool, h.c);
  if (!is_zero(h.a) && !is_zero(h.b) && !is_zero(h.c)) {
    add_part(elimination, unknown, "a", h.a);
    add_part(elimination, unknown, "b", h.b);
    add_part(elimination, unknown, "c", h.c);
    add_part(elimination, unknown, "d", harmonic_root(&h));
  }
  return harmonic_solve(&h, solutions);
}

// ---- case 2

static bool try_one(Elimination *elimination, const Expr *e, int i)
{
  Unknown unknown = unknown_of(elimination, i);
  Trial trial = trial_new(e, &unknown, 1);
  const Expr *x[MAX_SOLUTIONS], *values[MAX_SOLUTIONS];
  const Expr *equation = by_angle(expr_copy(trial.pool, e), &unknown);
  int count = solve_in_base_frame(elimination, &trial, &unknown, equation, x), best = 0;
  pool_free(trial.pool);
  double nearest = INFINITY;
  for (int k = 0; k < count; k++) {
    values[k] = coordinate_of(&unknown, x[k]);
    double distance = distance_from_start(elimination, i, values[k]);
    if (distance < nearest) best = k;
    if (distance < nearest) nearest = distance;
  }
  if (count == 2 && !isfinite(nearest)) elimination->is_blind = true;
  if (count > 0) add_found(elimination, &unknown, x[best], values[best]);
  return count > 0;
}

static bool eliminate_one(Elimination *elimination, const Expr *e)
{
  for (int k = 0; k < coordinate_count(elimination); k++) {
    int i = elimination->order[k];
    if (!elimination->is_gone[i] && try_one(elimination, e, i)) return true;
  }
  return false;
}

// ---- case 3

// Eliminates the second unknown.
static bool resultant_of(const Trial *trial, const Unknown unknowns[2],
                         const Expr *const equations[2], Resultant *result)
{
  // the angle of a frame that sits on that of the other unknown contains both: it comes first
  bool is_swapped = expr_depends_on(unknowns[0].rest, unknowns[1].q);
  const Expr *e[2];
  for (int m = 0; m < 2; m++) {
    e[m] = by_angle(expr_copy(trial->pool, equations[m]), &unknowns[!is_swapped]);
    e[m] = by_angle(e[m], &unknowns[is_swapped]);
  }
  return expr_eliminate(e, trial->home[1], result);
}

// Converts angles of frames to coordinates, that of the inner frame first.
static void coordinates_of(const Unknown unknowns[2], const Expr *const x[2], const Expr *values[2])
{
  int outer = expr_depends_on(unknowns[0].rest, unknowns[1].q) ? 0 : 1;
  int inner = 1 - outer;
  values[inner] = coordinate_of(&unknowns[inner], x[inner]);
  Unknown unknown = unknowns[outer];
  unknown.rest = with(unknown.rest, unknowns[inner].q, values[inner]);
  values[outer] = coordinate_of(&unknown, x[outer]);
}

typedef struct Solution {
  const Expr *x[2];
  const Expr *values[2];
  double distance;
} Solution;

// Computes the second unknown from the first, whose angle is known.
static Solution complete_solution(const Elimination *elimination, const Trial *trial,
                                  const Unknown unknowns[2], const Expr *x, const Expr *first)
{
  const Expr *zero = integer(first, 0);
  const Expr *known[] = { first, zero };
  Solution solution = { .x = { first,
                               expr_copy_with(expr_pool(first), x, trial->home, known, 2) } };
  coordinates_of(unknowns, solution.x, solution.values);
  for (int m = 0; m < 2; m++)
    solution.distance +=
        distance_from_start(elimination, unknowns[m].coordinate, solution.values[m]);
  return solution;
}

static bool try_pair(Elimination *elimination, const Expr *const equations[2], int i, int j)
{
  Unknown unknowns[2];
  unknowns[0] = unknown_of(elimination, i);
  unknowns[1] = unknown_of(elimination, j);
  Trial trial = trial_new(equations[0], unknowns, 2);
  const Expr *first[MAX_SOLUTIONS];
  Resultant result;
  bool has_result = resultant_of(&trial, unknowns, equations, &result);
  int count =
      has_result ? solve_in_base_frame(elimination, &trial, unknowns, result.equation, first) : 0;
  Solution best = { .distance = INFINITY };
  for (int k = 0; k < count; k++) {
    Solution solution = complete_solution(elimination, &trial, unknowns, result.x, first[k]);
    if (k == 0 || isnan(best.distance) || solution.distance < best.distance) best = solution;
  }
  if (count == 2 && !isfinite(best.distance)) elimination->is_blind = true;
  for (int m = 0; m < 2 && count > 0; m++)
    add_found(elimination, &unknowns[m], best.x[m], best.values[m]);
  pool_free(trial.pool);
  return count > 0;
}

static bool eliminate_two(Elimination *elimination, const Expr *const equations[2])
{
  int n = coordinate_count(elimination);
  for (int a = 0; a < n; a++) {
    for (int b = 0; b < a; b++) {
      int i = elimination->order[a], j = elimination->order[b];
      if (elimination->is_gone[i] || elimination->is_gone[j]) continue;
      if (try_pair(elimination, equations, i, j)) return true;
      if (try_pair(elimination, equations, j, i)) return true;
    }
  }
  return false;
}

// ---- case 1, and all cases

static void remove_equation(const Expr *equations[], int *count, int index)
{
  for (int i = index + 1; i < *count; i++)
    equations[i - 1] = equations[i];
  (*count)--;
}

// Removes equations that are identically satisfied. Returns false if an equation is inconsistent.
static bool reduce_equations(const Elimination *elimination, const Expr *equations[], int *count)
{
  const Mechanism *mechanism = elimination->transform->mechanism;
  for (int k = *count - 1; k >= 0; k--) {
    double size = mechanism_initial_size(mechanism, equations[k]);
    equations[k] = reduced(elimination, equations[k]);
    if (equations[k]->form->stage >= STAGE_POSITION) continue;
    if (!value_is_rounding(mechanism_default_value(mechanism, equations[k]), size)) {
      if (!is_zero(equations[k])) return false;
    }
    remove_equation(equations, count, k);
  }
  return true;
}

static bool eliminate_linear(Elimination *elimination, const Expr *equations[], int *count)
{
  for (int k = 0; k < *count; k++) {
    for (int o = 0; o < coordinate_count(elimination); o++) {
      int i = elimination->order[o];
      if (elimination->is_gone[i]) continue;
      const Expr *q = coordinate_at(elimination, i)->q;
      const Expr *slope = expr_derivative(equations[k], q);
      const Expr *solutions[MAX_SOLUTIONS];
      if (is_zero(slope) || slope->form->stage > STAGE_PARAMETER) continue;
      if (expr_solve(equations[k], q, solutions) != 1) continue;
      add_coordinate(elimination, i, solutions[0]);
      remove_equation(equations, count, k);
      return true;
    }
  }
  return false;
}

bool eliminate(Elimination *elimination, const Expr *equations[], int *count)
{
  if (!reduce_equations(elimination, equations, count)) return false;
  while (eliminate_linear(elimination, equations, count)) {
    if (!reduce_equations(elimination, equations, count)) return false;
  }
  bool is_solved = *count == 0 || (*count == 1 && eliminate_one(elimination, equations[0])) ||
                   (*count == 2 && eliminate_two(elimination, equations));
  if (is_solved) *count = 0;
  return is_solved;
}
