// vehicle_turn.c -- steady turns by Newton's method, derivatives by central differences.
// SPDX-License-Identifier: MIT
#include "numeric/newton.h"
#include "study/vehicle.h"

#include <math.h>
#include <string.h>

static const double STEP = 1e-6;  // of an unknown, or of 1 where that is more

enum { VX, VY, VZ, WX, WY, WZ };

// ---- what is seen

// The velocity of the centre of mass.
static void com_velocity(const Vehicle *vehicle, double v[3])
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
  com_velocity(vehicle, v);
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
  vehicle->torques[vehicle->x] = vehicle->mass * x[vehicle_force(vehicle)];
  (steer->is_parameter ? vehicle->parameters : vehicle->inputs)[steer->index] =
      x[vehicle_steer(vehicle)];
  if (board_evaluate(&vehicle->motion, state) != 0) return false;
  state->qdd = vehicle->qdd;
  board_evaluate(&vehicle->place, state);
  board_evaluate(&vehicle->rate, state);
  board_evaluate(&vehicle->told, state);
  return vehicle->closing.rows == 0 || closing_at(&vehicle->closing, x);
}

// ---- the equations

typedef struct Turn {
  Vehicle *vehicle;
  const double *start;  // where it is
  double V, lateral;
  double *ahead, *behind, *moved;
  int equations;
} Turn;

// Heading, place and speed of the chassis; its accelerations.
static int put_chassis(const Turn *turn, const double x[], double out[])
{
  const Vehicle *vehicle = turn->vehicle;
  const double *v = vehicle->twist, *a = vehicle->acceleration;
  double r = x[vehicle_yaw_rate(vehicle)], com[3];
  int count = 0;
  com_velocity(vehicle, com);
  out[count++] = x[vehicle->x] - turn->start[vehicle->x];
  out[count++] = x[vehicle->y] - turn->start[vehicle->y];
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

static bool put_residual(const Turn *turn, const double x[], double out[])
{
  Vehicle *vehicle = turn->vehicle;
  if (!vehicle_at(vehicle, x)) return false;
  int count = put_chassis(turn, x, out), n = vehicle->n;
  for (int i = 0; i < n; i++) {
    if (vehicle->roles[i] == ROLE_CHASSIS) continue;
    out[count++] = vehicle->roles[i] == ROLE_SPIN ? x[i] - turn->start[i] : x[n + i];
    out[count++] = vehicle->qdd[i];
  }
  for (int i = 0; i < vehicle->states; i++)
    out[count++] = vehicle->sd[i];
  const Closing *closing = &vehicle->closing;
  for (int i = 0; i < closing->holonomic; i++)
    out[count++] = closing->phi[i];
  for (int i = 0; i < closing->rows; i++)
    out[count++] = closing_slip(closing, i, x + n);
  return true;
}

static bool evaluate(void *context, const double x[], double residual[], double jacobian[])
{
  Turn *turn = context;
  int size = turn->vehicle->size;
  memcpy(turn->moved, x, sizeof(double) * (size_t)size);
  for (int j = 0; j < size; j++) {
    double step = STEP * fmax(1, fabs(x[j]));
    turn->moved[j] = x[j] + step;
    if (!put_residual(turn, turn->moved, turn->ahead)) return false;
    turn->moved[j] = x[j] - step;
    if (!put_residual(turn, turn->moved, turn->behind)) return false;
    turn->moved[j] = x[j];
    for (int i = 0; i < turn->equations; i++)
      jacobian[i * size + j] = (turn->ahead[i] - turn->behind[i]) / (2 * step);
  }
  return put_residual(turn, x, residual);
}

bool vehicle_turn(Vehicle *vehicle, double V, double lateral, double x[])
{
  enum { MOST_ITERATIONS = 60, OF_CHASSIS = 15 };
  Arena *arena = arena_new();
  int rows = OF_CHASSIS + 2 * vehicle->n + vehicle->states + vehicle->closing.rows +
             vehicle->closing.holonomic;
  for (int i = 0; i < vehicle->n; i++)
    rows -= vehicle->roles[i] == ROLE_CHASSIS ? 2 : 0;
  double *start = ARENA_ARRAY(arena, double, vehicle->size);
  memcpy(start, x, sizeof(double) * (size_t)vehicle->size);
  Turn turn = { .vehicle = vehicle,
                .start = start,
                .V = V,
                .lateral = lateral,
                .ahead = ARENA_ARRAY(arena, double, rows),
                .behind = ARENA_ARRAY(arena, double, rows),
                .moved = ARENA_ARRAY(arena, double, vehicle->size),
                .equations = rows };
  NewtonProblem problem = { vehicle->size, rows, evaluate, &turn };
  NewtonOptions options = { .iterations = MOST_ITERATIONS };
  NewtonResult result;
  double *found = ARENA_ARRAY(arena, double, vehicle->size);
  memcpy(found, x, sizeof(double) * (size_t)vehicle->size);
  bool is_good = newton_solve(&problem, &options, found, &result) == NUMERIC_OK;
  if (is_good) memcpy(x, found, sizeof(double) * (size_t)vehicle->size);
  arena_free(arena);
  return vehicle_at(vehicle, x) && is_good;
}

// ---- the start

// Accelerations, then rates of states, then what ties.
static double value_of(const Vehicle *vehicle, int index)
{
  int n = vehicle->n, all = n + vehicle->states;
  return index < n     ? vehicle->qdd[index]
         : index < all ? vehicle->sd[index - n]
                       : vehicle->closing.phi[index - all];
}

// A number between 0.1 and 0.9 that is no special one.
static double some(int index) { return 0.1 + 0.8 * fmod(0.6180339887498949 * (index + 1), 1); }

// Does anything accelerate otherwise when x[place] is changed?
static bool matters(Vehicle *vehicle, int place, const double x[])
{
  static const double FAR = 0.7, SAME = 1e-9;
  int n = vehicle->n, all = n + vehicle->states, ties = vehicle->closing.holonomic;
  Arena *arena = arena_new();
  double *before = ARENA_ARRAY(arena, double, all + ties);
  double *moved = ARENA_ARRAY(arena, double, vehicle->size);
  memcpy(moved, x, sizeof(double) * (size_t)vehicle->size);
  bool is_same = vehicle_at(vehicle, x);
  for (int i = 0; i < all + ties; i++)
    before[i] = value_of(vehicle, i);
  moved[place] += FAR;
  is_same = vehicle_at(vehicle, moved) && is_same;
  for (int i = 0; i < all + ties && is_same; i++)
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

// The speed of a wheel at which nothing accelerates it, if it is faster and slower around it: from
// the sign of its acceleration over speeds of radii above 5 cm.
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
  memset(x, 0, sizeof(double) * (size_t)vehicle->size);
  memcpy(x, vehicle->state.q, sizeof(double) * (size_t)n);
  for (int i = 0; i < vehicle->states; i++)
    x[2 * n + i] = vehicle->state.states ? vehicle->state.states[i] : 0;
  x[vehicle_steer(vehicle)] = given[steer->index];
  x[n + vehicle->x] = V;
  find_spins(vehicle, x);
  x[n + vehicle->x] = 0;
  vehicle_turn(vehicle, 0, 0, x);  // on its wheels, if it can be at rest
  x[n + vehicle->x] = V;
  for (int i = 0; i < n; i++) {
    if (vehicle->roles[i] == ROLE_SPIN) roll_wheel(vehicle, i, V, x);
  }
}
