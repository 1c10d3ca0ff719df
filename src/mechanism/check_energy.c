// check_energy.c -- do the energies that elements give agree with their forces?
//
// At rest the generalised forces of one use of an element are minus the derivatives of its energies:
// dU/dq_i + Q_i = 0. Compared in numbers, at random positions: where functions have corners the
// algebra does not know two forms to be equal, and uses of elements are many. Forces with inputs or
// states have no such energy; what time moves is never at rest.
// SPDX-License-Identifier: MIT
#include "mechanism/check_constraints.h"

#include "base/random.h"
#include "base/vector.h"
#include "mechanism/default_value.h"
#include "mechanism/kinematics.h"
#include "symbolic/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TOLERANCE = 1e-6;
enum { PLACES = 3, POSES_KEPT = 64, POSE_SIZE = 12 };

// What a symbol is at the places.
typedef struct Variable {
  int coordinate;  // -1: none
  double at[PLACES];
} Variable;

// R_GF row by row and p_G of a frame.
typedef struct FramePose {
  const FrameMotion *motion;  // NULL: none
  Numbers numbers;
} FramePose;

// What one use of an element gives a coordinate.
typedef struct Sums {
  bool is_moved;
  double slope[PLACES];  // dU/dq
  double Q[PLACES];
} Sums;

typedef struct Balance {
  const Mechanism *mechanism;
  Arena *arena;
  const FrameMotion *motions;
  FramePose poses[POSES_KEPT];  // of frames that were asked for lately
  Map symbols;                  // place of a symbol among the variables, by its name
  Variable *variables;
  Sums *sums;           // by coordinate
  double size[PLACES];  // of the energies and forces
  int *moved;           // coordinates that one use of an element has to do with
  int moved_count;
  Map uses;       // of elements with energies, by their names
  int *energies;  // the first of each use, and the next behind each, from 1; 0: none
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

// From the last to the first, so that each use meets its energies and forces in order.
static void find_uses(Balance *balance)
{
  const Mechanism *mechanism = balance->mechanism;
  int most = mechanism->energy_count;
  balance->energies = ARENA_ARRAY(balance->arena, int, most);
  balance->forces = ARENA_ARRAY(balance->arena, int, most);
  balance->next_energy = ARENA_ARRAY(balance->arena, int, most);
  balance->next_force = ARENA_ARRAY(balance->arena, int, mechanism->force_count);
  for (int k = most - 1; k >= 0; k--) {
    const char *name = mechanism->energies[k].name;
    int use = map_add_n(&balance->uses, name, length_of_use(name), balance->uses.count);
    balance->next_energy[k] = balance->energies[use];
    balance->energies[use] = k + 1;
  }
  for (int k = mechanism->force_count - 1; k >= 0; k--) {
    const char *name = mechanism->forces[k].name;
    int use = map_find_n(&balance->uses, name, length_of_use(name));
    if (use < 0) continue;
    balance->next_force[k] = balance->forces[use];
    balance->forces[use] = k + 1;
  }
}

// ---- numbers

// Which of the four of its joint, the last of its coordinates, it is; -1: none.
static int euler_place(const Mechanism *mechanism, int i)
{
  const Coordinate *coordinate = &mechanism->coordinates[i];
  if (!coordinate_is_euler_parameter(coordinate)) return -1;
  const Joint *joint = &mechanism->joints[coordinate->joint];
  return i - (joint->coordinate + joint->coordinate_count - 4);
}

// Near where it starts; Euler parameters are a rotation.
static double coordinate_value(const Mechanism *mechanism, int i, int place, double random)
{
  static const double rotations[PLACES][4] = { { 4, 1, 2, 2 }, { 4, -2, 1, 2 }, { 2, 4, -1, 2 } };
  int part = euler_place(mechanism, i);
  if (part >= 0) return rotations[place][part] / 5;
  double start = mechanism_initial_value(mechanism, coordinate_start(&mechanism->coordinates[i]));
  return (isnan(start) ? 0 : start) + random;
}

// At rest; so are smooth inputs, whose rates have names as those of coordinates.
static Variable new_variable(const Mechanism *mechanism, const Symbol *symbol, uint64_t state)
{
  int i = mechanism_find_coordinate(mechanism, symbol->name);
  int parameter = mechanism_find_parameter(mechanism, symbol->name);
  const Expr *given = parameter < 0 ? NULL : mechanism->parameters[parameter].value;
  bool is_moving = strchr(symbol->name, '\'');
  Variable variable = { .coordinate = i };
  for (int place = 0; place < PLACES && !is_moving; place++) {
    double random = random_number(&state);
    variable.at[place] = given    ? mechanism_default_value(mechanism, given)
                         : i >= 0 ? coordinate_value(mechanism, i, place, random)
                                  : 1 + random / 2;
  }
  return variable;
}

static const Variable *variable_of(Balance *balance, const Symbol *symbol)
{
  int count = balance->symbols.count;
  int place = map_add_n(&balance->symbols, symbol->name, strlen(symbol->name), count);
  if (place == count) {
    *ARENA_ADD(balance->arena, balance->variables, count) =
        new_variable(balance->mechanism, symbol, (uint64_t)place);
  }
  return &balance->variables[place];
}

static double symbol_value(void *balance, const Symbol *symbol, int place)
{
  return variable_of(balance, symbol)->at[place];
}

static void note_coordinate(Balance *balance, int i)
{
  if (!balance->sums[i].is_moved) balance->moved[balance->moved_count++] = i;
  balance->sums[i].is_moved = true;
}

// Adds the derivatives by the coordinates of an energy or a work that has the derivatives `by_roots`.
static void add_derivatives(Balance *balance, const Numbers *numbers, int place,
                            const double by_roots[], bool is_work)
{
  double *by_steps = numbers_derivatives(numbers, place, by_roots);
  for (int i = 0; i < numbers->steps.count; i++) {
    const Step *step = &numbers->steps.at[i];
    int coordinate =
        step->op == OP_SYMBOL ? variable_of(balance, step->form->symbol)->coordinate : -1;
    if (coordinate < 0) continue;
    note_coordinate(balance, coordinate);
    Sums *sums = &balance->sums[coordinate];
    *(is_work ? &sums->Q[place] : &sums->slope[place]) += by_steps[i];
  }
  free(by_steps);
}

// ---- generalised forces

static const Numbers *pose_of(Balance *balance, int frame)
{
  const FrameMotion *motion = &balance->motions[frame];
  FramePose *pose = &balance->poses[frame % POSES_KEPT];
  if (pose->motion == motion) return &pose->numbers;
  const Expr *roots[POSE_SIZE];
  memcpy(roots, &motion->pose.R, sizeof motion->pose.R);
  memcpy(roots + 9, &motion->pose.p, sizeof motion->pose.p);
  numbers_free(&pose->numbers);
  *pose = (FramePose){ motion, numbers_of(roots, POSE_SIZE, PLACES, symbol_value, balance) };
  return &pose->numbers;
}

// R times three of the parts of a force, from `first` on; of its place, p is added.
static void apply_pose(const Numbers *pose, int place, const Numbers *parts, int first, double x[3])
{
  for (int i = 0; i < 3; i++) {
    x[i] = first > 0 ? number_at(pose, 9 + i, place) : 0;
    for (int k = 0; k < 3; k++)
      x[i] += number_at(pose, 3 * i + k, place) * number_at(parts, first + k, place);
  }
}

// The work that a force at the place x, or a moment (x is NULL), does where the frame moves: that of
// f at its origin, and that of a moment M, half the sum of ([M] R)_ik dR_ik.
static void add_work(Balance *balance, int frame, int place, const double x[3], const double f[3])
{
  const Numbers *pose = pose_of(balance, frame);
  double M[3], r[3], axis[3], turned[3], by_roots[POSE_SIZE];
  for (int i = 0; i < 3; i++) {
    r[i] = x ? x[i] - number_at(pose, 9 + i, place) : 0;
    by_roots[9 + i] = x ? f[i] : 0;
  }
  vector_cross(r, f, M);
  for (int column = 0; column < 3; column++) {
    for (int i = 0; i < 3; i++)
      axis[i] = number_at(pose, 3 * i + column, place);
    vector_cross(x ? M : f, axis, turned);
    for (int i = 0; i < 3; i++)
      by_roots[3 * i + column] = turned[i] / 2;
  }
  add_derivatives(balance, pose, place, by_roots, true);
}

// False if it is not of the positions alone.
static bool add_force(Balance *balance, const Force *force)
{
  const Expr *parts[6];  // the vector, and the place in its frame
  bool is_torque = force->kind == FORCE_TORQUE;
  int count = is_torque ? 1 : 6;
  memcpy(parts, &force->vector, sizeof force->vector);
  memcpy(parts + 3, &force->position_F, sizeof force->position_F);
  if (is_torque) parts[0] = force->amount;
  for (int i = 0; i < count; i++)
    if (parts[i]->form->stage >= STAGE_INPUT) return false;
  if (is_torque) note_coordinate(balance, force->coordinate);
  Numbers numbers = numbers_of(parts, count, PLACES, symbol_value, balance);
  bool is_timed = false;
  for (int i = 0; i < numbers.steps.count; i++) {
    const Step *step = &numbers.steps.at[i];
    is_timed = is_timed || (step->op == OP_SYMBOL && strcmp(step->form->symbol->name, "t") == 0);
  }
  for (int place = 0; place < PLACES && !is_timed; place++) {
    double f[3], back[3], at[3];
    for (int i = 0; i < count; i++)
      balance->size[place] += fabs(number_at(&numbers, i, place));
    if (is_torque) balance->sums[force->coordinate].Q[place] += number_at(&numbers, 0, place);
    if (is_torque) continue;
    apply_pose(pose_of(balance, force->axes), place, &numbers, 0, f);
    apply_pose(pose_of(balance, force->frame), place, &numbers, 3, at);
    for (int i = 0; i < 3; i++)
      back[i] = -f[i];
    const double *x = force->kind == FORCE_MOMENT ? NULL : at;
    add_work(balance, force->frame, place, x, f);
    add_work(balance, force->second_frame, place, x, back);  // ground does not move
  }
  numbers_free(&numbers);
  return !is_timed;
}

// ---- one use of an element

static void add_energy(Balance *balance, const Energy *energy)
{
  const double one = 1;
  Numbers numbers = numbers_of(&energy->value, 1, PLACES, symbol_value, balance);
  for (int place = 0; place < PLACES; place++) {
    balance->size[place] += fabs(number_at(&numbers, 0, place));
    add_derivatives(balance, &numbers, place, &one, false);
  }
  numbers_free(&numbers);
}

// Euler parameters keep their length: derivatives along it mean nothing.
static void drop_length(Balance *balance, int first)
{
  for (int place = 0; place < PLACES; place++) {
    double e[4], slope = 0, Q = 0;
    for (int i = 0; i < 4; i++) {
      note_coordinate(balance, first + i);
      e[i] = coordinate_value(balance->mechanism, first + i, place, 0);
      slope += balance->sums[first + i].slope[place] * e[i];
      Q += balance->sums[first + i].Q[place] * e[i];
    }
    for (int i = 0; i < 4; i++) {
      balance->sums[first + i].slope[place] -= slope * e[i];
      balance->sums[first + i].Q[place] -= Q * e[i];
    }
  }
}

// Adds up all that one use of an element gives; false if its forces are not of the positions alone.
static bool add_use(Balance *balance, int use)
{
  const Mechanism *mechanism = balance->mechanism;
  for (int k = 0; k < balance->moved_count; k++)
    balance->sums[balance->moved[k]] = (Sums){ 0 };
  memset(balance->size, 0, sizeof balance->size);
  balance->moved_count = 0;
  for (int k = balance->energies[use]; k > 0; k = balance->next_energy[k - 1])
    add_energy(balance, &mechanism->energies[k - 1]);
  for (int k = balance->forces[use]; k > 0; k = balance->next_force[k - 1])
    if (!add_force(balance, &mechanism->forces[k - 1])) return false;
  for (int k = 0; k < balance->moved_count; k++) {
    int part = euler_place(mechanism, balance->moved[k]);
    if (part >= 0) drop_length(balance, balance->moved[k] - part);
  }
  return true;
}

// The first coordinate for which they do not agree at the place; -1: they do.
static int find_difference(const Balance *balance, int place)
{
  int first = -1;
  double scale = 0;
  for (int k = 0; k < balance->moved_count; k++) {
    const Sums *sums = &balance->sums[balance->moved[k]];
    scale = fmax(scale, fmax(fabs(sums->slope[place]), fabs(sums->Q[place])));
  }
  for (int k = 0; k < balance->moved_count; k++) {
    int i = balance->moved[k];
    double rest = balance->sums[i].slope[place] + balance->sums[i].Q[place];
    bool is_zero =
        !(fabs(rest) > TOLERANCE * scale) || value_is_rounding(rest, balance->size[place]);
    if (!is_zero && (first < 0 || i < first)) first = i;
  }
  return first;
}

void mechanism_check_energies(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  if (mechanism->energy_count == 0 || mechanism->coordinate_count == 0) return;
  Arena *arena = arena_new();
  Pool *pool = pool_new(pool_seed(mechanism->pool));
  Balance balance = { .mechanism = mechanism,
                      .arena = arena,
                      .motions = kinematics_of(mechanism, pool, arena),
                      .sums = ARENA_ARRAY(arena, Sums, mechanism->coordinate_count),
                      .moved = ARENA_ARRAY(arena, int, mechanism->coordinate_count) };
  find_uses(&balance);
  for (int k = 0; k < mechanism->energy_count; k++) {
    const Energy *energy = &mechanism->energies[k];
    int use = map_find_n(&balance.uses, energy->name, length_of_use(energy->name));
    bool is_first = energy->element != NULL && balance.energies[use] == k + 1;
    if (!is_first || !add_use(&balance, use)) continue;
    int place = 0, i = -1;
    for (int next = 0; i < 0 && next < PLACES; next++)
      i = find_difference(&balance, place = next);
    if (i < 0) continue;
    diagnostics_add(diagnostics, SEVERITY_WARNING, energy->span,
                    "at rest, forces are minus the derivatives of their energy",
                    "the energy '%s' does not agree with the forces of its element: the force on "
                    "'%s' is %.4g at a place where it has to be %.4g",
                    energy->name, coordinate_name(&mechanism->coordinates[i]),
                    balance.sums[i].Q[place], -balance.sums[i].slope[place]);
  }
  for (int i = 0; i < POSES_KEPT; i++)
    numbers_free(&balance.poses[i].numbers);
  map_free(&balance.symbols);
  map_free(&balance.uses);
  pool_free(pool);
  arena_free(arena);
}
