// check_energy.c -- do the energies that elements give agree with their forces?
//
// At rest the generalised forces of one use of an element are minus the derivatives of its energies:
// dU/dq_i + Q_i = 0. Compared in numbers, at random positions: where functions have corners the
// algebra does not know two forms to be equal. Forces with inputs or states have no such energy.
// SPDX-License-Identifier: MIT
#include "mechanism/check_constraints.h"

#include "base/memory.h"
#include "base/random.h"
#include "mechanism/default_value.h"
#include "mechanism/kinematics.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/literal.h"
#include "symbolic/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TOLERANCE = 1e-6;
enum { PLACES = 3 };

typedef struct Balance {
  const Mechanism *mechanism;
  Arena *arena;
  Pool *pool;
  const FrameMotion *motions;
  Map places;  // of coordinates, by their names and those of their rates
  int *moved;  // coordinates that one use of an element has to do with
  int moved_count;
  const Expr **slope;  // dU/dq, by coordinate
  const Expr **Q;      // NULL: the use has nothing to do with it
  Map uses;            // of elements with energies, by their names
  int *energies;       // the first of each use, and the next behind each; -1: none
  int *next_energy;
  int *forces;
  int *next_force;
} Balance;

// How much of a name says which use of an element made it: "front.spring.pull" up to its last dot.
static size_t length_of_use(const char *name)
{
  const char *dot = strrchr(name, '.');
  return dot ? (size_t)(dot - name) : 0;
}

// ---- uses

static int *rows_of_none(Arena *arena, int count)
{
  int *rows = ARENA_ARRAY(arena, int, count);
  for (int i = 0; i < count; i++)
    rows[i] = -1;
  return rows;
}

// From the last to the first, so that each use meets its energies and forces in order.
static void find_uses(Balance *balance)
{
  const Mechanism *mechanism = balance->mechanism;
  int most = mechanism->energy_count;
  balance->energies = rows_of_none(balance->arena, most);
  balance->forces = rows_of_none(balance->arena, most);
  balance->next_energy = rows_of_none(balance->arena, most);
  balance->next_force = rows_of_none(balance->arena, mechanism->force_count);
  for (int k = most - 1; k >= 0; k--) {
    const char *name = mechanism->energies[k].name;
    int use = map_add_n(&balance->uses, name, length_of_use(name), balance->uses.count);
    balance->next_energy[k] = balance->energies[use];
    balance->energies[use] = k;
  }
  for (int k = mechanism->force_count - 1; k >= 0; k--) {
    const char *name = mechanism->forces[k].name;
    int use = map_find_n(&balance->uses, name, length_of_use(name));
    if (use < 0) continue;
    balance->next_force[k] = balance->forces[use];
    balance->forces[use] = k;
  }
}

static void find_places(Balance *balance)
{
  const Mechanism *mechanism = balance->mechanism;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Expr *q = expr_copy(balance->pool, mechanism->coordinates[i].q);
    map_put(&balance->places, q->form->symbol->name, i);
    map_put(&balance->places, expr_rate(q)->form->symbol->name, i);
  }
}

static void note_coordinate(Balance *balance, int i)
{
  if (balance->Q[i]) return;
  balance->Q[i] = expr_integer(balance->pool, 0);
  balance->moved[balance->moved_count++] = i;
}

// Those whose positions or rates are in `e`.
static void note_coordinates(Balance *balance, const Expr *e)
{
  Steps steps = steps_of(&e, 1);
  for (int i = 0; i < steps.count; i++) {
    if (steps.at[i].op != OP_SYMBOL) continue;
    int place = map_find(&balance->places, steps.at[i].form->symbol->name);
    if (place >= 0) note_coordinate(balance, place);
  }
  steps_free(&steps);
}

static void forget_coordinates(Balance *balance)
{
  for (int k = 0; k < balance->moved_count; k++)
    balance->Q[balance->moved[k]] = NULL;
  balance->moved_count = 0;
}

static int compare_coordinates(const void *a, const void *b)
{
  return *(const int *)a - *(const int *)b;
}

// ---- generalised forces

// f, in ground axes, at r_F of a frame; a moment where `is_moment`.
static void add_power(Balance *balance, int frame, Vec3 r_F, Vec3 f, bool is_moment)
{
  const FrameMotion *motion = &balance->motions[frame];
  Vec3 v = is_moment ? motion->w_F : point_velocity_F(motion, r_F);
  Vec3 f_F = mat3_mul_vec_transposed(motion->pose.R, f);
  for (int k = 0; k < 3; k++)
    note_coordinates(balance, v.at[k]);
  for (int k = 0; k < balance->moved_count; k++) {
    int i = balance->moved[k];
    const Expr *qd = expr_rate(expr_copy(balance->pool, balance->mechanism->coordinates[i].q));
    balance->Q[i] = sum(balance->Q[i], vec3_dot(f_F, vec3_partial(v, qd)));
  }
}

static void add_force(Balance *balance, const Force *force)
{
  Pool *pool = balance->pool;
  if (force->kind == FORCE_TORQUE) {
    const Expr **Q = &balance->Q[force->coordinate];
    note_coordinate(balance, force->coordinate);
    *Q = sum(*Q, expr_copy(pool, force->amount));
    return;
  }
  bool is_moment = force->kind == FORCE_MOMENT;
  const FrameMotion *motions = balance->motions;
  Vec3 r_F = vec3_copy(pool, force->position_F);
  Vec3 f = mat3_mul_vec(motions[force->axes].pose.R, vec3_copy(pool, force->vector));
  add_power(balance, force->frame, r_F, f, is_moment);
  if (force->second_frame == FRAME_GROUND) return;
  Pose between = pose_between(motions[force->second_frame].pose, motions[force->frame].pose);
  add_power(balance, force->second_frame, pose_apply(between, r_F), vec3_neg(f), is_moment);
}

static bool is_driven(const Force *force)
{
  if (force->kind == FORCE_TORQUE) return force->amount->form->stage >= STAGE_INPUT;
  for (int i = 0; i < 3; i++)
    if (force->vector.at[i]->form->stage >= STAGE_INPUT) return true;
  return false;
}

// Adds up all that one use of an element gives; false if its forces are not of the positions alone.
static bool add_use(Balance *balance, int use)
{
  const Mechanism *mechanism = balance->mechanism;
  const Expr *U = expr_integer(balance->pool, 0);
  forget_coordinates(balance);
  for (int k = balance->energies[use]; k >= 0; k = balance->next_energy[k])
    U = sum(U, expr_copy(balance->pool, mechanism->energies[k].value));
  note_coordinates(balance, U);
  for (int k = balance->forces[use]; k >= 0; k = balance->next_force[k]) {
    if (is_driven(&mechanism->forces[k])) return false;
    add_force(balance, &mechanism->forces[k]);
  }
  qsort(balance->moved, (size_t)balance->moved_count, sizeof(int), compare_coordinates);
  for (int k = 0; k < balance->moved_count; k++) {
    int i = balance->moved[k];
    balance->slope[i] = expr_derivative(U, expr_copy(balance->pool, mechanism->coordinates[i].q));
  }
  return true;
}

// ---- numbers

static double random_number(uint64_t *state)
{
  return 2 * ((double)(random_next(state) >> 11) / 9007199254740992.0) - 1;
}

static const Expr *parameter_of(const Mechanism *mechanism, const char *name)
{
  int i = mechanism_find_parameter(mechanism, name);
  return i < 0 ? NULL : mechanism->parameters[i].value;
}

// At rest; near where it starts.
static double symbol_value(const Mechanism *mechanism, const Symbol *symbol, uint64_t *state)
{
  const Expr *given = parameter_of(mechanism, symbol->name);
  int i = mechanism_find_coordinate(mechanism, symbol->name);
  bool is_moving = symbol->stage == STAGE_VELOCITY || symbol->stage == STAGE_ACCELERATION;
  double random = random_number(state);
  if (is_moving) return 0;
  if (given) return mechanism_default_value(mechanism, given);
  if (i < 0) return 1 + random / 2;
  const Expr *initial = mechanism->coordinates[i].initial;
  double start = initial ? mechanism_initial_value(mechanism, initial) : 0;
  return (isnan(start) ? 0 : start) + random;
}

static void evaluate(const Mechanism *mechanism, const Steps *steps, uint64_t seed, double values[])
{
  for (int i = 0; i < steps->count; i++) {
    const Step *step = &steps->at[i];
    uint64_t state = seed + (uint64_t)i;
    switch (step->op) {
    case OP_SYMBOL: values[i] = symbol_value(mechanism, step->node->form->symbol, &state); break;
    case OP_NUMBER: values[i] = expr_number_value(step->node); break;
    case OP_PI: values[i] = acos(-1.0); break;
    case OP_POINTS: values[i] = step->node->form->points.order; break;
    default: values[i] = operation_value(steps, step, values); break;
    }
  }
}

// The coordinate for which they do not agree, with both numbers; -1: they do.
static int find_difference(const Balance *balance, double *slope, double *Q)
{
  const Mechanism *mechanism = balance->mechanism;
  int n = balance->moved_count, found = -1;
  const Expr **roots = ARENA_ARRAY(balance->arena, const Expr *, 2 * n);
  for (int k = 0; k < n; k++) {
    roots[k] = balance->slope[balance->moved[k]];
    roots[n + k] = balance->Q[balance->moved[k]];
  }
  Steps steps = steps_of(roots, 2 * n);
  double *values = memory_new((size_t)steps.count, sizeof *values);
  for (int place = 0; place < PLACES && found < 0; place++) {
    evaluate(mechanism, &steps, random_mix((uint64_t)place + 1), values);
    double scale = 0;
    for (int i = 0; i < 2 * n; i++)
      scale = fmax(scale, fabs(values[steps.roots[i]]));
    for (int i = 0; i < n && found < 0; i++) {
      *slope = values[steps.roots[i]];
      *Q = values[steps.roots[n + i]];
      if (fabs(*slope + *Q) > TOLERANCE * scale) found = balance->moved[i];
    }
  }
  free(values);
  steps_free(&steps);
  return found;
}

void mechanism_check_energies(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  if (mechanism->energy_count == 0 || mechanism->coordinate_count == 0) return;
  Arena *arena = arena_new();
  int n = mechanism->coordinate_count;
  Balance balance = { .mechanism = mechanism,
                      .arena = arena,
                      .pool = pool_new(pool_seed(mechanism->pool)),
                      .moved = ARENA_ARRAY(arena, int, n),
                      .slope = ARENA_ARRAY(arena, const Expr *, n),
                      .Q = ARENA_ARRAY(arena, const Expr *, n) };
  balance.motions = kinematics_of(mechanism, balance.pool, arena);
  find_uses(&balance);
  find_places(&balance);
  for (int k = 0; k < mechanism->energy_count; k++) {
    const Energy *energy = &mechanism->energies[k];
    int use = map_find_n(&balance.uses, energy->name, length_of_use(energy->name));
    bool is_first = energy->element != NULL && balance.energies[use] == k;
    double slope, Q;
    if (!is_first || !add_use(&balance, use)) continue;
    int i = find_difference(&balance, &slope, &Q);
    if (i < 0) continue;
    diagnostics_add(diagnostics, SEVERITY_WARNING, energy->span,
                    "at rest, forces are minus the derivatives of their energy",
                    "the energy '%s' does not agree with the forces of its element: the force on "
                    "'%s' is %.4g at a place where it has to be %.4g",
                    energy->name, mechanism->coordinates[i].name, Q, -slope);
  }
  map_free(&balance.places);
  map_free(&balance.uses);
  pool_free(balance.pool);
  arena_free(arena);
}
