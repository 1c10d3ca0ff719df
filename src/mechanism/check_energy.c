// check_energy.c -- checks whether energies are consistent with their forces.
//
// At rest the generalised forces of one use of an element are minus the derivatives of its
// energies: dU/dq_i + Q_i = 0. Energies defined in the description itself belong to some of the
// forces that have no energy: a subset of these must satisfy the equation. The comparison is
// numerical, at random configurations: the algebra does not recognise equal forms of functions with
// corners, and there are many uses of elements. Forces of elements with inputs or states have no
// such energy; frames moved by time are never at rest.
// SPDX-License-Identifier: MIT
#include "mechanism/check_energy.h"

#include "base/random.h"
#include "base/vector.h"
#include "mechanism/default_value.h"
#include "mechanism/kinematics.h"
#include "symbolic/double_eval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TOLERANCE = 1e-6;
enum {
  PLACES = ENERGY_PLACES,
  POSES_KEPT = 64,
  POSE_SIZE = 12,
  MAX_CANDIDATES = 100,
  FEW_CANDIDATES = 20,
  MAX_STEPS = 1 << 21,  // of a search among few candidates
  MANY_STEPS = 1000,    // among more; the rounds end when half of them are used
  ROTATIONS = 3,
  PARTS = 16,          // of each range, one per round
  FEW_NUMBERS = 10000  // (forces + energies) * coordinates up to which all rounds are run
};

// Range of coordinates around their start values, scaled by a random number from -1 to 1: corners
// of forces, such as end stops, may be near or far.
typedef struct Reach {
  double centre, width;
} Reach;
static const Reach REACHES[PLACES] = {
  { 0, 1 },        { 0, 1 },        { 0, 1 },       { 0, 1 },       { 0, 1 },   { 0, 1 },
  { -3.75, 1.25 }, { -1.25, 1.25 }, { 1.25, 1.25 }, { 3.75, 1.25 }, { 0, 0.1 }, { 0, 0.1 },
  { -0.05, 0.05 }, { 0.05, 0.05 },  { 0, 0.01 },    { 0, 0.01 },
};

// Values of a symbol at the configurations.
typedef struct Variable {
  int coordinate;  // index; -1: not a coordinate
  double at[PLACES];
} Variable;

// R_GF, row by row, and p_G of a frame.
typedef struct FramePose {
  const FrameMotion *motion;  // NULL: none
  Numbers numbers;
} FramePose;

// Generalised forces of one use of an element on a coordinate.
typedef struct Sums {
  bool is_moved;
  double slope[PLACES];  // dU/dq
  double Q[PLACES];
} Sums;

typedef struct Balance {
  const Mechanism *mechanism;
  Arena *arena;
  const FrameMotion *motions;
  FramePose poses[POSES_KEPT];  // recently used frames
  Map symbols;                  // index of a symbol's variable, by name
  Variable *variables;
  Sums *sums;           // per coordinate
  double size[PLACES];  // magnitude of the energies and forces
  int *moved;           // coordinates affected by one use of an element
  int moved_count;
  Map uses;       // elements with energies, by name
  int *energies;  // the first of each use, and the next after each; index + 1; 0: none
  int *next_energy;
  int *forces;
  int *next_force;
  bool inputs_are_zero;  // also states; otherwise random, like parameters without a value
  int round;             // 0: anywhere in the ranges; from 1: in one part of each range
  bool is_hard;          // a search took many steps
} Balance;

typedef struct Findings {
  Arena *arena;
  WrongEnergy *at;
  int count;
  bool is_hard;  // a search took many steps
} Findings;

typedef enum EnergyMatch { ENERGY_MATCHES, ENERGY_DIFFERS, ENERGY_UNDECIDED } EnergyMatch;

// Length of the part of a name that identifies the use of an element: "front.spring.pull" up to its
// last dot.
static size_t length_of_use(const char *name)
{
  const char *dot = strrchr(name, '.');
  return dot ? (size_t)(dot - name) : 0;
}

// ---- uses

// The lists are built from the last item to the first, so that they are in order.
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

// Index (0 to 3) of an Euler parameter among the last four coordinates of its joint; -1 if the
// coordinate is none.
static int euler_place(const Mechanism *mechanism, int i)
{
  const Coordinate *coordinate = &mechanism->coordinates[i];
  if (!coordinate_is_euler_parameter(coordinate)) return -1;
  const Joint *joint = &mechanism->joints[coordinate->joint];
  return i - (joint->coordinate + joint->coordinate_count - 4);
}

// A value near the start value; Euler parameters form a rotation.
static double coordinate_value(const Mechanism *mechanism, int i, int place, double random)
{
  static const double rotations[ROTATIONS][4] = { { 4, 1, 2, 2 },
                                                  { 4, -2, 1, 2 },
                                                  { 2, 4, -1, 2 } };
  int part = euler_place(mechanism, i);
  if (part >= 0) return rotations[place % ROTATIONS][part] / 5;
  double start = mechanism_initial_value(mechanism, coordinate_start(&mechanism->coordinates[i]));
  return (isnan(start) ? 0 : start) + random;
}

// Random configurations leave wide gaps in which a force may vary without a corresponding variation
// of the energy. The rounds therefore cover all parts of the ranges, with the coordinates in
// different parts in each round.
static double step_at(const Balance *balance, int place, int coordinate, double random)
{
  int part = (balance->round - 1 + 5 * coordinate) % PARTS;
  if (balance->round > 0) random = (2 * part + 1 + random) / PARTS - 1;
  return REACHES[place].centre + REACHES[place].width * random;
}

// All rates are zero, including those of smooth inputs, whose names have the same form as those of
// coordinates.
static Variable new_variable(const Balance *balance, const Symbol *symbol, uint64_t state)
{
  const Mechanism *mechanism = balance->mechanism;
  int i = mechanism_find_coordinate(mechanism, symbol->name);
  int parameter = mechanism_find_parameter(mechanism, symbol->name);
  const Expr *given = parameter < 0 ? NULL : mechanism->parameters[parameter].value;
  bool is_zero =
      strchr(symbol->name, '\'') || (balance->inputs_are_zero && symbol->stage >= STAGE_INPUT);
  Variable variable = { .coordinate = i };
  for (int place = 0; place < PLACES && !is_zero; place++) {
    double random = random_number(&state);
    variable.at[place] =
        given    ? mechanism_default_value(mechanism, given)
        : i >= 0 ? coordinate_value(mechanism, i, place, step_at(balance, place, i, random))
                 : 1 + random / 2;
  }
  return variable;
}

static const Variable *variable_of(Balance *balance, const Symbol *symbol)
{
  int count = balance->symbols.count;
  int place = map_add_n(&balance->symbols, symbol->name, strlen(symbol->name), count);
  if (place == count) {
    *ARENA_PUSH(balance->arena, balance->variables, count) =
        new_variable(balance, symbol, (uint64_t)place + ((uint64_t)balance->round << 32));
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

// Adds the derivatives with respect to the coordinates of an energy or work whose derivatives with
// respect to the roots are `by_roots`.
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

// Computes R times three parts of a force, starting at `first`; p is added for a position.
static void apply_pose(const Numbers *pose, int place, const Numbers *parts, int first, double x[3])
{
  for (int i = 0; i < 3; i++) {
    x[i] = first > 0 ? number_at(pose, 9 + i, place) : 0;
    for (int k = 0; k < 3; k++)
      x[i] += number_at(pose, 3 * i + k, place) * number_at(parts, first + k, place);
  }
}

// Adds the virtual work of a force at the point x, or of a moment (x is NULL), for motion of the
// frame: the work of f at its origin, and that of a moment M, half the sum of ([M] R)_ik dR_ik.
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

static bool depends_on_time(const Numbers *numbers)
{
  for (int i = 0; i < numbers->steps.count; i++) {
    const Step *step = &numbers->steps.at[i];
    if (step->op == OP_SYMBOL && strcmp(step->form->symbol->name, "t") == 0) return true;
  }
  return false;
}

// Adds a force. If of_positions_alone is set and the force does not depend on positions alone,
// returns false and adds nothing.
static bool add_force(Balance *balance, const Force *force, bool of_positions_alone)
{
  const Expr *parts[6];  // the vector, and the point in its frame
  bool is_torque = force->kind == FORCE_TORQUE;
  int count = is_torque ? 1 : 6;
  memcpy(parts, &force->vector, sizeof force->vector);
  memcpy(parts + 3, &force->position_F, sizeof force->position_F);
  if (is_torque) parts[0] = force->amount;
  for (int i = 0; i < count; i++)
    if (of_positions_alone && parts[i]->form->stage >= STAGE_INPUT) return false;
  if (is_torque) note_coordinate(balance, force->coordinate);
  Numbers numbers = numbers_of(parts, count, PLACES, symbol_value, balance);
  bool is_refused = of_positions_alone && depends_on_time(&numbers);
  for (int place = 0; place < PLACES && !is_refused; place++) {
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
    add_work(balance, force->second_frame, place, x, back);  // no effect for the ground
  }
  numbers_free(&numbers);
  return !is_refused;
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

// Euler parameters have constant norm: derivatives in the direction of the norm are irrelevant and
// removed.
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

static void clear_sums(Balance *balance)
{
  for (int k = 0; k < balance->moved_count; k++)
    balance->sums[balance->moved[k]] = (Sums){ 0 };
  memset(balance->size, 0, sizeof balance->size);
  balance->moved_count = 0;
}

static void drop_lengths(Balance *balance)
{
  for (int k = 0; k < balance->moved_count; k++) {
    int part = euler_place(balance->mechanism, balance->moved[k]);
    if (part >= 0) drop_length(balance, balance->moved[k] - part);
  }
}

// Adds the energies and forces of one use of an element. Returns false if its forces do not depend
// on positions alone.
static bool add_use(Balance *balance, int use)
{
  const Mechanism *mechanism = balance->mechanism;
  clear_sums(balance);
  for (int k = balance->energies[use]; k > 0; k = balance->next_energy[k - 1])
    add_energy(balance, &mechanism->energies[k - 1]);
  for (int k = balance->forces[use]; k > 0; k = balance->next_force[k - 1])
    if (!add_force(balance, &mechanism->forces[k - 1], true)) return false;
  drop_lengths(balance);
  return true;
}

// Returns the first coordinate for which energy and force differ at the configuration; -1 if there
// is none.
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

static WrongEnergy *add_wrong(Findings *findings, const Balance *balance, int energy)
{
  WrongEnergy *wrong = ARENA_PUSH(findings->arena, findings->at, findings->count);
  *wrong = (WrongEnergy){ .energy = &balance->mechanism->energies[energy], .coordinate = -1 };
  return wrong;
}

static void check_elements(Balance *balance, Findings *findings)
{
  const Mechanism *mechanism = balance->mechanism;
  for (int k = 0; k < mechanism->energy_count; k++) {
    const Energy *energy = &mechanism->energies[k];
    int use = map_find_n(&balance->uses, energy->name, length_of_use(energy->name));
    bool is_first = energy->element != NULL && balance->energies[use] == k + 1;
    if (!is_first || !add_use(balance, use)) continue;
    int place = 0, i = -1;
    for (int next = 0; i < 0 && next < PLACES; next++)
      i = find_difference(balance, place = next);
    if (i < 0) continue;
    WrongEnergy *wrong = add_wrong(findings, balance, k);
    wrong->coordinate = i;
    wrong->force = balance->sums[i].Q[place];
    wrong->wanted = -balance->sums[i].slope[place];
  }
}

// ---- energies defined in the description

// A row for each energy and force: its generalised force at each configuration and coordinate, for
// an energy minus its slope.
typedef struct Row {
  int index;  // of the energy or force
  double *Q;  // by coordinate and configuration
} Row;

typedef struct HandWritten {
  Row *energies, *forces;
  int energy_count, force_count, width;
  Arena *arena;
  double *weights;  // factors of the columns, which balance all configurations and coordinates
} HandWritten;

static bool is_by_hand(const Energy *energy) { return energy->element == NULL; }

static Row row_of_sums(Balance *balance, int index, bool is_energy)
{
  int n = balance->mechanism->coordinate_count;
  Row row = { index, ARENA_ARRAY(balance->arena, double, n *PLACES) };
  drop_lengths(balance);
  for (int k = 0; k < balance->moved_count; k++) {
    int i = balance->moved[k];
    for (int place = 0; place < PLACES; place++) {
      const Sums *sums = &balance->sums[i];
      double Q = is_energy ? -sums->slope[place] : sums->Q[place];
      row.Q[i * PLACES + place] = Q;
    }
  }
  clear_sums(balance);
  return row;
}

// Collects the energies of the description, and the forces not accounted for by elements with an
// energy.
static HandWritten rows_by_hand(Balance *balance)
{
  const Mechanism *mechanism = balance->mechanism;
  HandWritten rows = { .arena = balance->arena,
                       .energies = ARENA_ARRAY(balance->arena, Row, mechanism->energy_count),
                       .forces = ARENA_ARRAY(balance->arena, Row, mechanism->force_count),
                       .width = mechanism->coordinate_count * PLACES };
  clear_sums(balance);
  for (int k = 0; k < mechanism->energy_count; k++) {
    if (!is_by_hand(&mechanism->energies[k])) continue;
    add_energy(balance, &mechanism->energies[k]);
    rows.energies[rows.energy_count++] = row_of_sums(balance, k, true);
  }
  for (int k = 0; k < mechanism->force_count; k++) {
    const char *name = mechanism->forces[k].name;
    int use = map_find_n(&balance->uses, name, length_of_use(name));
    if (use >= 0 && length_of_use(name) > 0) continue;
    add_force(balance, &mechanism->forces[k], false);
    rows.forces[rows.force_count++] = row_of_sums(balance, k, false);
  }
  return rows;
}

static bool is_finite_at(const Row rows[], int count, int width, int place)
{
  for (int k = 0; k < count; k++)
    for (int i = place; i < width; i += PLACES)
      if (!isfinite(rows[k].Q[i])) return false;
  return true;
}

static double size_of_column(const HandWritten *rows, int column)
{
  double size = 0;
  for (int k = 0; k < rows->energy_count; k++)
    size = fmax(size, fabs(rows->energies[k].Q[column]));
  return size;
}

static double size_of_place(const HandWritten *rows, int place)
{
  double size = 0;
  for (int i = place; i < rows->width; i += PLACES)
    size = fmax(size, size_of_column(rows, i));
  return size;
}

static void weigh(Row all[], int count, const HandWritten *rows)
{
  for (int k = 0; k < count; k++)
    for (int i = 0; i < rows->width; i++)
      all[k].Q[i] = rows->weights[i] > 0 ? all[k].Q[i] * rows->weights[i] : 0;
}

// Configurations with undefined values are ignored. Elsewhere a difference is weighted by the
// energies at that configuration; where these are nearly constant, by those of all coordinates and
// configurations.
static void weigh_columns(HandWritten *rows)
{
  enum { FLAT = 1000000 };
  double sizes[PLACES], largest = 0;
  rows->weights = ARENA_ARRAY(rows->arena, double, rows->width);
  for (int place = 0; place < PLACES; place++) {
    bool is_finite = is_finite_at(rows->energies, rows->energy_count, rows->width, place) &&
                     is_finite_at(rows->forces, rows->force_count, rows->width, place);
    sizes[place] = is_finite ? size_of_place(rows, place) : -1;
    largest = fmax(largest, sizes[place]);
  }
  for (int i = 0; i < rows->width && largest > 0; i++) {
    double size = fmax(sizes[i % PLACES], largest / FLAT);
    if (sizes[i % PLACES] >= 0) rows->weights[i] = 1 / fmax(size_of_column(rows, i), size / FLAT);
  }
  weigh(rows->energies, rows->energy_count, rows);
  weigh(rows->forces, rows->force_count, rows);
}

static double norm_of(const double x[], int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt(sum);
}

static bool share_a_column(const double a[], const double b[], int n)
{
  for (int i = 0; i < n; i++)
    if (a[i] != 0 && b[i] != 0) return true;
  return false;
}

// A search for a subset of forces whose sum equals the energies.
typedef struct SubsetSearch {
  int width;
  double tolerance;
  int steps;  // remaining
} SubsetSearch;

// Returns true if the rest has a component on which no force acts.
static bool is_out_of_reach(const SubsetSearch *search, const Row forces[], int count,
                            const double rest[])
{
  for (int i = 0; i < search->width; i++) {
    bool is_reached = fabs(rest[i]) <= search->tolerance;
    for (int k = 0; k < count && !is_reached; k++)
      is_reached = forces[k].Q[i] != 0;
    if (!is_reached) return true;
  }
  return false;
}

// Returns true if `rest` minus the sum of some of the forces is zero. Tries all subsets until no
// steps remain.
static bool has_subset(SubsetSearch *search, const Row forces[], int count, double rest[])
{
  if (search->steps == 0) return false;
  search->steps--;
  int n = search->width;
  if (norm_of(rest, n) <= search->tolerance) return true;
  if (count == 0 || is_out_of_reach(search, forces, count, rest)) return false;
  if (has_subset(search, forces + 1, count - 1, rest)) return true;
  for (int i = 0; i < n; i++)
    rest[i] -= forces[0].Q[i];
  bool is_found = has_subset(search, forces + 1, count - 1, rest);
  for (int i = 0; i < n; i++)
    rest[i] += forces[0].Q[i];
  return is_found;
}

// Selects the forces related to the energies: those that act where `wanted` is not zero, and those
// that act on the same coordinates as selected ones.
static int candidates_of(const HandWritten *rows, const double wanted[], Row chosen[])
{
  int n = rows->width, count = 0;
  bool has_grown = true;
  while (has_grown && count <= MAX_CANDIDATES) {
    has_grown = false;
    for (int k = 0; k < rows->force_count && count <= MAX_CANDIDATES; k++) {
      bool is_chosen = false, is_near = share_a_column(rows->forces[k].Q, wanted, n);
      for (int c = 0; c < count; c++) {
        is_chosen = is_chosen || chosen[c].index == rows->forces[k].index;
        is_near = is_near || share_a_column(rows->forces[k].Q, chosen[c].Q, n);
      }
      if (is_chosen || !is_near) continue;
      chosen[count++] = rows->forces[k];
      has_grown = true;
    }
  }
  return count;
}

// Compares the sum of the energies from `first` to `end` - 1 with subsets of the forces.
static EnergyMatch match_energies(Balance *balance, const HandWritten *rows, int first, int end)
{
  int n = rows->width;
  double *wanted = ARENA_ARRAY(balance->arena, double, n);
  for (int k = first; k < end; k++)
    for (int i = 0; i < n; i++)
      wanted[i] += rows->energies[k].Q[i];
  Row chosen[MAX_CANDIDATES + 1];
  int count = candidates_of(rows, wanted, chosen);
  if (count > MAX_CANDIDATES) return ENERGY_UNDECIDED;
  int most = count <= FEW_CANDIDATES ? MAX_STEPS : MANY_STEPS;
  SubsetSearch search = { n, TOLERANCE * norm_of(wanted, n), most };
  bool is_found = has_subset(&search, chosen, count, wanted);
  balance->is_hard = balance->is_hard || search.steps < most - MANY_STEPS / 2;
  if (is_found) return ENERGY_MATCHES;
  return search.steps > 0 ? ENERGY_DIFFERS : ENERGY_UNDECIDED;
}

// Finds the largest difference between the energy and the sum of the forces, among the coordinates
// on which the energy depends.
static void describe_difference(const HandWritten *rows, int energy, WrongEnergy *wrong)
{
  const double *Q = rows->energies[energy].Q;
  double *forces = ARENA_ARRAY(rows->arena, double, rows->width), most = -1;
  int place = 0;
  for (int k = 0; k < rows->force_count; k++)
    for (int i = 0; i < rows->width; i++)
      forces[i] += rows->forces[k].Q[i];
  for (int i = 0; i < rows->width; i++) {
    double difference = fabs(Q[i] - forces[i]);
    bool is_moved = norm_of(Q + i / PLACES * PLACES, PLACES) > 0;
    if (!is_moved || difference <= most) continue;
    most = difference;
    place = i;
  }
  double weight = rows->weights[place];
  wrong->coordinate = place / PLACES;
  wrong->wanted = weight > 0 ? Q[place] / weight + 0.0 : 0;  // avoids -0
  wrong->force = weight > 0 ? forces[place] / weight : 0;
}

static bool has_constraints(const Mechanism *mechanism)
{
  return mechanism->loop_count + mechanism->constraint_count + mechanism->rolling_count > 0;
}

// Checks all energies together; if they do not match, each separately, to identify the wrong one.
static void check_by_hand(Balance *balance, Findings *findings)
{
  HandWritten rows = rows_by_hand(balance);
  weigh_columns(&rows);
  EnergyMatch all = match_energies(balance, &rows, 0, rows.energy_count);
  if (all == ENERGY_MATCHES) return;
  int before = findings->count;
  for (int k = 0; k < rows.energy_count; k++) {
    EnergyMatch match = match_energies(balance, &rows, k, k + 1);
    bool is_last = k == rows.energy_count - 1 && findings->count == before;
    if (match == ENERGY_MATCHES && !is_last) continue;
    WrongEnergy *wrong = add_wrong(findings, balance, rows.energies[k].index);
    wrong->is_by_hand = true;
    wrong->is_undecided = all == ENERGY_UNDECIDED || has_constraints(balance->mechanism);
    describe_difference(&rows, k, wrong);
  }
}

static Balance balance_of(const Mechanism *mechanism, Arena *arena, Pool *pool)
{
  return (Balance){ .mechanism = mechanism,
                    .arena = arena,
                    .motions = kinematics_of(mechanism, pool, arena),
                    .sums = ARENA_ARRAY(arena, Sums, mechanism->coordinate_count),
                    .moved = ARENA_ARRAY(arena, int, mechanism->coordinate_count) };
}

static void release_balance(Balance *balance)
{
  for (int i = 0; i < POSES_KEPT; i++)
    numbers_free(&balance->poses[i].numbers);
  map_free(&balance->symbols);
  map_free(&balance->uses);
}

static int rounds_by_hand(const Mechanism *mechanism)
{
  double rows = (double)mechanism->energy_count + mechanism->force_count;
  return rows * mechanism->coordinate_count <= FEW_NUMBERS ? 1 + PARTS : 1;
}

static bool agree_by_hand(Balance balance, Findings *findings)
{
  int before = findings->count;
  find_uses(&balance);
  check_by_hand(&balance, findings);
  release_balance(&balance);
  findings->is_hard = balance.is_hard;
  return findings->count == before;
}

// The force of a spring with an input, -k q + u, has the energy of the spring if the input is zero;
// a force -k (q - u) with the energy k/2 (q - u)^2 agrees for any input. Therefore both cases are
// tried.
static void find_by_hand(const Mechanism *mechanism, Arena *arena, Pool *pool, Findings *findings)
{
  int before = findings->count, rounds = rounds_by_hand(mechanism);
  for (int is_zero = 0; is_zero < 2; is_zero++) {
    findings->count = before;
    bool agrees = true;
    findings->is_hard = false;
    for (int round = 0; round < rounds && agrees && !findings->is_hard; round++) {
      Balance balance = balance_of(mechanism, arena, pool);
      balance.inputs_are_zero = is_zero == 1;
      balance.round = round;
      agrees = agree_by_hand(balance, findings);
    }
    if (agrees) return;
  }
}

WrongEnergy *mechanism_wrong_energies(const Mechanism *mechanism, Arena *arena, int *count)
{
  Findings findings = { .arena = arena };
  *count = 0;
  if (mechanism->energy_count == 0 || mechanism->coordinate_count == 0) return NULL;
  Pool *pool = pool_new(pool_seed(mechanism->pool));
  Balance balance = balance_of(mechanism, arena, pool);
  find_uses(&balance);
  check_elements(&balance, &findings);
  release_balance(&balance);
  bool has_hand_written = false;
  for (int k = 0; k < mechanism->energy_count; k++)
    has_hand_written = has_hand_written || is_by_hand(&mechanism->energies[k]);
  if (has_hand_written) find_by_hand(mechanism, arena, pool, &findings);
  pool_free(pool);
  *count = findings.count;
  return findings.at;
}

void wrong_energy_describe(const Mechanism *mechanism, const WrongEnergy *wrong, Text *out)
{
  const char *coordinate =
      wrong->coordinate < 0 ? "" : coordinate_name(&mechanism->coordinates[wrong->coordinate]);
  const char *name = wrong->energy->name;
  if (wrong->is_undecided)
    text_format(out, "could not decide whether the energy '%s' is that of any forces: there are %s",
                name, has_constraints(mechanism) ? "constraints" : "too many forces");
  else if (wrong->is_by_hand)
    text_format(out,
                "the energy '%s' is not that of any forces: the force on '%s' would be %.7g at a "
                "place where all forces without an energy give %.7g",
                name, coordinate, wrong->wanted, wrong->force);
  else
    text_format(out,
                "the energy '%s' does not agree with the forces of its element: the force on '%s' "
                "is %.7g at a place where it has to be %.7g",
                name, coordinate, wrong->force, wrong->wanted);
}

void mechanism_check_energies(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  Arena *arena = arena_new();
  int count = 0;
  const WrongEnergy *wrong = mechanism_wrong_energies(mechanism, arena, &count);
  for (int k = 0; k < count; k++) {
    Text text = { 0 };
    wrong_energy_describe(mechanism, &wrong[k], &text);
    diagnostics_add(diagnostics, SEVERITY_WARNING, wrong[k].energy->span,
                    "at rest, forces are minus the derivatives of their energy", "%s",
                    text_string(&text));
    text_free(&text);
  }
  arena_free(arena);
}
