// handling.c -- steady turns, gradients, yaw gain over speed.
// SPDX-License-Identifier: MIT
#include "study/vehicle/handling.h"

#include <math.h>
#include <string.h>

enum {
  TURNS = 20,            // steps of the lateral acceleration
  OWN_COLUMNS = 7,       // columns of a turn before the outputs
  SPEEDS = 24,           // of the yaw gain, up to twice V
  AT_SPEED = SPEEDS / 2  // number of V among them, from 1
};
static const double SLIGHT = 1e-3;  // lateral acceleration of a slight turn [m/s^2]
static const double LEAST = 1e-4;  // resolution of its largest value, relative to the requested one
static const double NEUTRAL = 1e-7;  // smallest significant K V^2, relative to the wheelbase

// ---- set-up

static bool find_steer(Vehicle *vehicle, const System *system, const char *name, Text *why)
{
  const Mechanism *mechanism = system->mechanism;
  if (name && excitation_find(mechanism, system->equations, name, &vehicle->steer)) return true;
  if (name) {
    text_format(why, "there is no input and no parameter '%s' to steer with", name);
    return false;
  }
  int count = excitation_list(mechanism, system->equations, "rad", &vehicle->steer, 1);
  if (count == 1) return true;
  text_format(why, "which angle is steered? %s: write --steer NAME, an input or a parameter",
              count == 0 ? "No input is known to be an angle"
                         : "There are several inputs that are angles");
  return false;
}

static bool begin(Vehicle *vehicle, System *system, const ProgramState *start,
                  const HandlingOptions *options, Text *why, const char **hint)
{
  if (!vehicle_find(vehicle, system->mechanism)) {
    text_put(
        why,
        "there is no vehicle: no body moves along x and y and turns, by coordinates of its own");
    return false;
  }
  return find_steer(vehicle, system, options->steer, why) &&
         vehicle_open(vehicle, system, start, why, hint);
}

// ---- steady turns

static void name_columns(Handling *handling, const Vehicle *vehicle)
{
  static const RowColumn OWN[OWN_COLUMNS] = { { "lateral acceleration", "m/s^2" },
                                              { NULL, "rad" },
                                              { "radius", "m" },
                                              { "sideslip", "rad" },
                                              { "yaw rate", "rad/s" },
                                              { "roll", "rad" },
                                              { "drive", "N" } };
  handling->column_count = OWN_COLUMNS + vehicle->output_count;
  handling->columns = ARENA_ARRAY(handling->arena, RowColumn, handling->column_count);
  memcpy(handling->columns, OWN, sizeof OWN);
  handling->columns[1].name = vehicle->steer.name;
  for (int k = 0; k < vehicle->output_count; k++)
    handling->columns[OWN_COLUMNS + k] =
        (RowColumn){ vehicle->output_names[k], vehicle->output_units[k] };
  handling->rows = ARENA_ARRAY(handling->arena, double, (TURNS + 2) * handling->column_count);
}

static void add_row(Handling *handling, const Vehicle *vehicle, const double x[], double lateral)
{
  double *row = handling->rows + handling->row_count++ * handling->column_count;
  double r = x[vehicle_yaw_rate(vehicle)];
  const double own[OWN_COLUMNS] = { lateral,
                                    x[vehicle_steer(vehicle)],
                                    lateral != 0 ? handling->speed / r : INFINITY,
                                    vehicle_sideslip(vehicle),
                                    r,
                                    vehicle_roll(vehicle),
                                    vehicle->mass * x[vehicle_force(vehicle)] };
  memcpy(row, own, sizeof own);
  for (int k = 0; k < vehicle->output_count; k++)
    row[OWN_COLUMNS + k] = vehicle->outputs[k];
}

// Continues from one turn to a tighter one with adaptive steps; *lateral receives the lateral
// acceleration reached. Returns false if the target is not reached.
static bool tighten(Handling *handling, Vehicle *vehicle, double to, double *lateral, double x[])
{
  double step = to - *lateral, least = LEAST * handling->lateral;
  while (fabs(step) >= least) {
    if (vehicle_turn(vehicle, handling->speed, *lateral + step, x)) {
      *lateral += step;
      if (fabs(to - *lateral) < least) return true;
      step = to - *lateral;
    } else {
      step /= 2;
    }
  }
  return false;
}

// Computes turns to the side to which positive steering leads.
static void find_turns(Handling *handling, Vehicle *vehicle, const double straight[])
{
  double *x = ARENA_ARRAY(handling->arena, double, vehicle->size);
  double side = handling->wheelbase < 0 ? -1 : 1, lateral = 0;
  memcpy(x, straight, sizeof(double) * (size_t)vehicle->size);
  handling->is_complete = vehicle_at(vehicle, x);
  add_row(handling, vehicle, x, 0);
  for (int k = 1; k <= TURNS && handling->is_complete; k++) {
    double before = lateral;
    handling->is_complete =
        tighten(handling, vehicle, side * handling->lateral * k / TURNS, &lateral, x);
    if (lateral == before) continue;
    vehicle_at(vehicle, x);
    add_row(handling, vehicle, x, lateral);
  }
  handling->most = fabs(lateral);
}

// ---- slight turns

typedef struct Slopes {
  double gain, sideslip, roll;
} Slopes;

// Computes the differences between slight left and right turns about straight running x.
static bool find_slopes(Vehicle *vehicle, double V, const double x[], Arena *arena, Slopes *out)
{
  double steer[2], sideslip[2], roll[2];
  double *turn = ARENA_ARRAY(arena, double, vehicle->size);
  for (int k = 0; k < 2; k++) {
    memcpy(turn, x, sizeof(double) * (size_t)vehicle->size);
    if (!vehicle_turn(vehicle, V, k == 0 ? SLIGHT : -SLIGHT, turn)) return false;
    steer[k] = turn[vehicle_steer(vehicle)];
    sideslip[k] = vehicle_sideslip(vehicle);
    roll[k] = vehicle_roll(vehicle);
  }
  *out = (Slopes){ .gain = 2 * SLIGHT / V / (steer[0] - steer[1]),
                   .sideslip = (sideslip[0] - sideslip[1]) / (2 * SLIGHT),
                   .roll = (roll[0] - roll[1]) / (2 * SLIGHT) };
  return true;
}

// Computes straight running at another speed; the wheel speeds are scaled accordingly.
static bool run_straight(Vehicle *vehicle, double V, double given, double x[])
{
  for (int i = 0; i < vehicle->n; i++)
    x[vehicle->n + i] *= V / given;
  return vehicle_run_straight(vehicle, V, x);
}

static void judge_balance(Handling *handling, const double gain[], double V)
{
  double half = V / 2, slow = half / gain[AT_SPEED / 2 - 1], fast = V / gain[AT_SPEED - 1];
  double K = (fast - slow) / (V * V - half * half);
  handling->understeer = K;
  handling->wheelbase = fast - K * V * V;
  handling->yaw_gain = gain[AT_SPEED - 1];
  double part = K * V * V / handling->wheelbase;  // independent of the sign of the steering
  handling->balance = part > NEUTRAL ? UNDERSTEER : part < -NEUTRAL ? OVERSTEER : NEUTRAL_STEER;
  handling->special_speed = sqrt(fabs(handling->wheelbase / K));
  handling->has_gains = isfinite(K);
}

// `running` receives the states of straight running at all speeds; NULL where there is none.
static void find_gains(Handling *handling, Vehicle *vehicle, const double straight[],
                       const double *running[])
{
  Arena *arena = handling->arena;
  double V = handling->speed;
  handling->speeds = ARENA_ARRAY(arena, double, SPEEDS);
  handling->gains = ARENA_ARRAY(arena, double, SPEEDS);
  handling->speed_count = SPEEDS;
  for (int k = 1; k <= SPEEDS; k++) {
    double at = V * k / AT_SPEED;
    Slopes slopes = { NAN, NAN, NAN };
    double *x = ARENA_ARRAY(arena, double, vehicle->size);
    memcpy(x, straight, sizeof(double) * (size_t)vehicle->size);
    running[k - 1] = run_straight(vehicle, at, V, x) ? x : NULL;
    if (running[k - 1]) find_slopes(vehicle, at, x, arena, &slopes);
    handling->speeds[k - 1] = at;
    handling->gains[k - 1] = slopes.gain;
    if (k != AT_SPEED) continue;
    handling->sideslip_gradient = slopes.sideslip;
    handling->roll_gradient = slopes.roll;
  }
  judge_balance(handling, handling->gains, V);
}

// ---- complete study

static bool study(Handling *handling, Vehicle *vehicle, Text *why)
{
  double *x = ARENA_ARRAY(handling->arena, double, vehicle->size);
  vehicle_begin(vehicle, handling->speed, x);
  handling->runs_straight = vehicle_run_straight(vehicle, handling->speed, x);
  if (!handling->runs_straight) return true;
  if (!vehicle_is_steered(vehicle, x)) {
    text_format(why, "nothing accelerates otherwise when '%s' changes: it does not steer '%s'",
                vehicle->steer.name, handling->chassis);
    return false;
  }
  handling->depends_on_place = vehicle_depends_on_place(vehicle, x);
  const double **running = ARENA_ARRAY(handling->arena, const double *, SPEEDS);
  find_gains(handling, vehicle, x, running);
  vehicle->drive = x[vehicle_force(vehicle)];
  find_turns(handling, vehicle, x);
  return handling_respond(handling, vehicle, running, x, why);
}

Handling *handling_new(System *system, const ProgramState *start, const HandlingOptions *options,
                       Text *why, const char **hint)
{
  Arena *arena = arena_new();
  Handling *handling = ARENA_NEW(arena, Handling);
  Vehicle vehicle = { .arena = arena };
  *handling = (Handling){ .arena = arena,
                          .equations = system->equations,
                          .is_steer_found = !options->steer,
                          .speed = options->speed,
                          .lateral = options->lateral };
  *hint = NULL;
  bool is_good = begin(&vehicle, system, start, options, why, hint);
  if (is_good) {
    handling->chassis = system->mechanism->bodies[vehicle.body].name;
    handling->steer = vehicle.steer;
    name_columns(handling, &vehicle);
    is_good = study(handling, &vehicle, why);
  }
  vehicle_close(&vehicle);
  if (is_good) return handling;
  handling_free(handling);
  return NULL;
}

void handling_free(Handling *handling)
{
  if (handling) arena_free(handling->arena);
}
