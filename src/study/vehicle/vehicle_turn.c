// vehicle_turn.c -- steady turns by Newton's method, with derivatives by central differences.
// SPDX-License-Identifier: MIT
#include "numeric/solve/newton.h"
#include "study/vehicle/vehicle.h"

#include <math.h>
#include <string.h>

static const double STEP = 1e-6;  // relative to an unknown, or absolute if it is below 1

enum { VX, VY, VZ, WX, WY, WZ };

// ---- results

void vehicle_velocity(const Vehicle *vehicle, double v[3])
{
  const double *R = vehicle->pose, *c = vehicle->com, *w = vehicle->twist + WX;
  double r[3];
  for (int i = 0; i < 3; i++)
    r[i] = R[4 * i] * c[0] + R[4 * i + 1] * c[1] + R[4 * i + 2] * c[2];
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    v[i] = vehicle->twist[i] + w[j] * r[k] - w[k] * r[j];
  }
}

static double heading(const Vehicle *vehicle) { return atan2(vehicle->pose[4], vehicle->pose[0]); }

double vehicle_sideslip(const Vehicle *vehicle)
{
  double v[3];
  vehicle_velocity(vehicle, v);
  return atan2(v[1], v[0]) - heading(vehicle);
}

double vehicle_roll(const Vehicle *vehicle) { return atan2(vehicle->pose[9], vehicle->pose[10]); }

bool vehicle_at(Vehicle *vehicle, const double x[])
{
  const Excitation *steer = &vehicle->steer;
  ProgramState *state = &vehicle->state;
  state->q = x;
  state->qd = x + vehicle->n;
  state->states = x + 2 * vehicle->n;
  (steer->is_parameter ? vehicle->parameters : vehicle->inputs)[steer->index] =
      x[vehicle_steer(vehicle)];
  evaluator_evaluate(&vehicle->place, state);
  double v[3];
  vehicle_velocity(vehicle, v);
  double ahead = heading(vehicle), course = atan2(v[1], v[0]);
  double drive = vehicle->mass * vehicle->drive;
  double rest = vehicle->mass * x[vehicle_force(vehicle)] - drive;
  vehicle->torques[vehicle->x] = drive * cos(ahead) + rest * cos(course);
  vehicle->torques[vehicle->y] = drive * sin(ahead) + rest * sin(course);
  if (evaluator_evaluate(&vehicle->motion, state) != 0) return false;
  state->qdd = vehicle->qdd;
  evaluator_evaluate(&vehicle->rate, state);
  evaluator_evaluate(&vehicle->reported, state);
  return vehicle->constraints.rows == 0 || constraint_system_evaluate_at(&vehicle->constraints, x);
}

// ---- equations

// Unknowns of Newton's method; the others are known: speeds of shape coordinates are zero, wheel
// angles and the position keep their values.
typedef struct Turn {
  Vehicle *vehicle;
  double V, lateral;
  double *x;          // all unknowns
  const int *places;  // indices of the unknowns to solve for
  int count;
  int equations;
  // By equation: its largest derivative with respect to the unknowns at the start; 0: not yet
  // known.
  double *scale;
  double *ahead, *behind;
} Turn;

static int choose_unknowns(const Vehicle *vehicle, int places[])
{
  int n = vehicle->n, count = 0;
  for (int k = 0; k < vehicle->size; k++) {
    bool is_placed = k == vehicle->x || k == vehicle->y;
    bool is_angle = k < n && vehicle->roles[k] == ROLE_SPIN;
    bool is_rest = k >= n && k < 2 * n && vehicle->roles[k - n] == ROLE_SHAPE;
    if (!is_placed && !is_angle && !is_rest) places[count++] = k;
  }
  return count;
}

// Heading and speed of the chassis, and its accelerations.
enum { OF_CHASSIS = 13 };
static int put_chassis(const Turn *turn, double out[])
{
  const Vehicle *vehicle = turn->vehicle;
  const double *x = turn->x, *v = vehicle->twist, *a = vehicle->acceleration;
  double r = x[vehicle_yaw_rate(vehicle)], com[3];
  int count = 0;
  vehicle_velocity(vehicle, com);
  out[count++] = heading(vehicle);
  out[count++] = turn->V > 0 ? hypot(com[0], com[1]) - turn->V : com[0];
  out[count++] = turn->V > 0 ? turn->V * r - turn->lateral : r;
  out[count++] = v[VZ];
  out[count++] = v[WX];
  out[count++] = v[WY];
  out[count++] = v[WZ] - r;
  out[count++] = a[VX] + r * v[VY];
  out[count++] = a[VY] - r * v[VX];
  for (int i = VZ; i <= WZ; i++)
    out[count++] = a[i];
  return count;
}

static bool put_residual(const Turn *turn, double out[])
{
  Vehicle *vehicle = turn->vehicle;
  const ConstraintSystem *constraints = &vehicle->constraints;
  if (!vehicle_at(vehicle, turn->x)) return false;
  int count = put_chassis(turn, out), n = vehicle->n;
  for (int i = 0; i < n; i++) {
    if (vehicle->roles[i] != ROLE_CHASSIS) out[count++] = vehicle->qdd[i];
  }
  for (int i = 0; i < vehicle->states; i++)
    out[count++] = vehicle->sd[i];
  for (int i = 0; i < constraints->holonomic; i++)
    out[count++] = constraints->phi[i];
  for (int i = 0; i < constraints->rows; i++)
    out[count++] = constraint_system_velocity_residual(constraints, i, turn->x + n);
  return true;
}

static void scale_equations(const Turn *turn, double residual[], double jacobian[])
{
  for (int i = 0; i < turn->equations; i++) {
    double *row = jacobian + i * turn->count;
    for (int j = 0; j < turn->count && turn->scale[turn->equations] == 0; j++)
      turn->scale[i] = fmax(turn->scale[i], fabs(row[j]));
    double scale = fmax(1, turn->scale[i]);  // a weak dependence at the start may become stronger
    for (int j = 0; j < turn->count; j++)
      row[j] /= scale;
    residual[i] /= scale;
  }
  turn->scale[turn->equations] = 1;
}

static bool evaluate(void *context, const double x[], double residual[], double jacobian[])
{
  const Turn *turn = context;
  for (int j = 0; j < turn->count; j++)
    turn->x[turn->places[j]] = x[j];
  for (int j = 0; j < turn->count; j++) {
    double step = STEP * fmax(1, fabs(x[j])), *moved = &turn->x[turn->places[j]];
    *moved = x[j] + step;
    if (!put_residual(turn, turn->ahead)) return false;
    *moved = x[j] - step;
    if (!put_residual(turn, turn->behind)) return false;
    *moved = x[j];
    for (int i = 0; i < turn->equations; i++)
      jacobian[i * turn->count + j] = (turn->ahead[i] - turn->behind[i]) / (2 * step);
  }
  if (!put_residual(turn, residual)) return false;
  scale_equations(turn, residual, jacobian);
  return true;
}

static int count_equations(const Vehicle *vehicle)
{
  const ConstraintSystem *constraints = &vehicle->constraints;
  int count = OF_CHASSIS + vehicle->states + constraints->rows + constraints->holonomic;
  for (int i = 0; i < vehicle->n; i++)
    count += vehicle->roles[i] != ROLE_CHASSIS;
  return count;
}

bool vehicle_turn(Vehicle *vehicle, double V, double lateral, double x[])
{
  enum { MAX_ITERATIONS = 60 };
  Arena *arena = arena_new();
  int size = vehicle->size, equations = count_equations(vehicle);
  int *places = ARENA_ARRAY(arena, int, size);
  Turn turn = { .vehicle = vehicle,
                .V = V,
                .lateral = lateral,
                .x = ARENA_ARRAY(arena, double, size),
                .places = places,
                .count = choose_unknowns(vehicle, places),
                .equations = equations,
                // The last entry is a flag: the scales are known.
                .scale = ARENA_ARRAY(arena, double, equations + 1),
                .ahead = ARENA_ARRAY(arena, double, equations),
                .behind = ARENA_ARRAY(arena, double, equations) };
  double *sought = ARENA_ARRAY(arena, double, turn.count);
  memcpy(turn.x, x, sizeof(double) * (size_t)size);
  for (int i = 0; i < vehicle->n; i++) {
    if (vehicle->roles[i] == ROLE_SHAPE) turn.x[vehicle->n + i] = 0;
  }
  for (int j = 0; j < turn.count; j++)
    sought[j] = turn.x[places[j]];
  NewtonProblem problem = { turn.count, equations, evaluate, &turn };
  NewtonOptions options = { .iterations = MAX_ITERATIONS };
  NewtonResult result;
  bool is_good = newton_solve(&problem, &options, sought, &result) == NUMERIC_OK;
  for (int j = 0; j < turn.count; j++)
    turn.x[places[j]] = sought[j];
  if (is_good) memcpy(x, turn.x, sizeof(double) * (size_t)size);
  arena_free(arena);
  return vehicle_at(vehicle, x) && is_good;
}

bool vehicle_run_straight(Vehicle *vehicle, double V, double x[])
{
  if (!vehicle_turn(vehicle, V, 0, x)) return false;
  vehicle->drive = x[vehicle_force(vehicle)];
  return true;
}

// ---- start

// Returns a value by index: accelerations, rates of states, position constraints, then velocity
// constraints.
static double value_of(const Vehicle *vehicle, int index)
{
  int n = vehicle->n, all = n + vehicle->states, tied = all + vehicle->constraints.holonomic;
  return index < n      ? vehicle->qdd[index]
         : index < all  ? vehicle->sd[index - n]
         : index < tied ? vehicle->constraints.phi[index - all]
                        : constraint_system_velocity_residual(&vehicle->constraints, index - tied,
                                                              vehicle->state.qd);
}

// Returns a quasi-random number between 0.1 and 0.9.
static double some(int index) { return 0.1 + 0.8 * fmod(0.6180339887498949 * (index + 1), 1); }

// Returns true if a change of x[place] affects any acceleration, rate of a state or constraint.
static bool matters(Vehicle *vehicle, int place, const double x[])
{
  static const double FAR = 0.7, SAME = 1e-9;
  int all =
      vehicle->n + vehicle->states + vehicle->constraints.holonomic + vehicle->constraints.rows;
  Arena *arena = arena_new();
  double *before = ARENA_ARRAY(arena, double, all);
  double *moved = ARENA_ARRAY(arena, double, vehicle->size);
  memcpy(moved, x, sizeof(double) * (size_t)vehicle->size);
  bool is_same = vehicle_at(vehicle, x);
  for (int i = 0; i < all; i++)
    before[i] = value_of(vehicle, i);
  moved[place] += FAR;
  is_same = vehicle_at(vehicle, moved) && is_same;
  for (int i = 0; i < all && is_same; i++)
    is_same = fabs(value_of(vehicle, i) - before[i]) <= SAME * fmax(1, fabs(before[i]));
  arena_free(arena);
  vehicle_at(vehicle, x);
  return !is_same;
}

bool vehicle_is_steered(Vehicle *vehicle, const double x[])
{
  return matters(vehicle, vehicle_steer(vehicle), x);
}

bool vehicle_depends_on_place(Vehicle *vehicle, const double x[])
{
  return matters(vehicle, vehicle->x, x) || matters(vehicle, vehicle->y, x);
}

static void find_spins(Vehicle *vehicle, const double x[])
{
  Arena *arena = arena_new();
  int n = vehicle->n;
  double *any = ARENA_ARRAY(arena, double, vehicle->size);
  memcpy(any, x, sizeof(double) * (size_t)vehicle->size);
  for (int i = 0; i < n; i++)
    any[n + i] += some(i);
  for (int i = 0; i < n; i++) {
    if (vehicle->roles[i] == ROLE_SHAPE && !matters(vehicle, i, any)) vehicle->roles[i] = ROLE_SPIN;
  }
  arena_free(arena);
}

// Finds the speed of a wheel at which its acceleration is zero and stable: from the sign change of
// its acceleration over all speeds of radii above 5 cm.
static void roll_wheel(Vehicle *vehicle, int wheel, double V, double x[])
{
  enum { STEPS = 400, HALVINGS = 60 };
  double *speed = &x[vehicle->n + wheel], given = *speed, fastest = V / 0.05;
  double slow = NAN, fast = NAN, before = 0;
  for (int k = 0; k <= STEPS && isnan(fast); k++) {
    *speed = fastest * (2.0 * k / STEPS - 1) + 1e-3;
    double now = vehicle_at(vehicle, x) ? vehicle->qdd[wheel] : 0;
    if (before > 0 && now < 0) fast = *speed;
    if (isnan(fast)) slow = *speed;
    before = now;
  }
  for (int k = 0; k < HALVINGS && !isnan(fast); k++) {
    *speed = (slow + fast) / 2;
    bool is_slow = vehicle_at(vehicle, x) && vehicle->qdd[wheel] > 0;
    *(is_slow ? &slow : &fast) = *speed;
  }
  if (isnan(fast)) *speed = given;
}

void vehicle_begin(Vehicle *vehicle, double V, double x[])
{
  int n = vehicle->n;
  const Excitation *steer = &vehicle->steer;
  const double *given = steer->is_parameter ? vehicle->parameters : vehicle->inputs;
  const double *speeds = vehicle->state.qd;  // of the start
  memset(x, 0, sizeof(double) * (size_t)vehicle->size);
  memcpy(x, vehicle->state.q, sizeof(double) * (size_t)n);
  for (int i = 0; i < vehicle->states; i++)
    x[2 * n + i] = vehicle->state.states ? vehicle->state.states[i] : 0;
  x[vehicle_steer(vehicle)] = given[steer->index];
  x[n + vehicle->x] = V;
  find_spins(vehicle, x);
  x[n + vehicle->x] = 0;
  vehicle_turn(vehicle, 0, 0, x);  // settles on its wheels, if there is an equilibrium
  x[n + vehicle->x] = V;
  for (int i = 0; i < n; i++) {
    if (vehicle->roles[i] != ROLE_SPIN) continue;
    x[n + i] = speeds ? speeds[i] : 0;
    roll_wheel(vehicle, i, V, x);
  }
}
