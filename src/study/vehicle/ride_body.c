// ride_body.c -- body on its springs: frequencies, ride rates, axles.
// SPDX-License-Identifier: MIT
#include "mechanism/default_value.h"
#include "study/vehicle/ride_impl.h"
#include "base/vector.h"

#include <math.h>

static const double TURN = 2 * 3.14159265358979323846;
static const double NOTHING = 1e-9;

// ---- directions

// Returns the heaviest moving body.
static int find_body(const RideWork *work, double *mass)
{
  const Mechanism *mechanism = work->system->mechanism;
  int heaviest = -1;
  *mass = 0;
  for (int b = 0; b < mechanism->body_count; b++) {
    double weight = mechanism_value_with(mechanism, work->parameters, mechanism->bodies[b].mass);
    if (mechanism->bodies[b].frame == FRAME_GROUND || !(weight > *mass)) continue;
    *mass = weight;
    heaviest = b;
  }
  return heaviest;
}

static void turn_vector(const double pose[], const double v[3], double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = pose[4 * i] * v[0] + pose[4 * i + 1] * v[1] + pose[4 * i + 2] * v[2];
}

static void find_up(const RideWork *work, double up[3])
{
  const Mechanism *mechanism = work->system->mechanism;
  double size = 0;
  for (int i = 0; i < 3; i++) {
    up[i] = -mechanism_value_with(mechanism, work->parameters, mechanism->gravity.at[i]);
    size = hypot(size, up[i]);
  }
  for (int i = 0; i < 3; i++)
    up[i] = size > 0 ? up[i] / size : i == 2;
}

// Returns the moment of inertia about an axis of ground: axis' R I R' axis.
static double inertia_about(const RideWork *work, const Body *body, const double pose[],
                            const double axis[3])
{
  double sum = 0, own[3];
  for (int i = 0; i < 3; i++)
    own[i] = pose[i] * axis[0] + pose[4 + i] * axis[1] + pose[8 + i] * axis[2];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      sum +=
          own[i] * own[j] *
          mechanism_value_with(work->system->mechanism, work->parameters, body->inertia_F.at[i][j]);
  }
  return sum;
}

// Computes the rates of bounce, pitch and roll as linear functions of the speeds, and the inertia
// in each of them.
static bool find_directions(RideWork *work, int body, double inertias[DIRECTIONS], Text *why)
{
  const Mechanism *mechanism = work->system->mechanism;
  const Body *of = &mechanism->bodies[body];
  const char *name = mechanism->frames[of->frame].name;
  const char *keys[] = { arena_format(work->arena, "fk:%s", name),
                         arena_format(work->arena, "jac:%s", name) };
  if (!system_derive(work->system, keys, 2, why)) return false;
  Evaluator evaluator = evaluator_new(work->ride->equations, work->arena, 2);
  const double *pose = evaluator_add(&evaluator, keys[0], NULL),
               *jacobian = evaluator_add(&evaluator, keys[1], NULL);
  bool is_good = evaluator_compile(&evaluator, why);
  if (is_good) evaluator_evaluate(&evaluator, &work->state);
  evaluator_free(&evaluator);
  if (!is_good) return false;
  double up[3], ahead[3], left[3], com[3], arm[3], turned[3];
  for (int i = 0; i < 3; i++)
    com[i] = mechanism_value_with(mechanism, work->parameters, of->com_F.at[i]);
  find_up(work, up);
  turn_vector(pose, (const double[3]){ 1, 0, 0 }, ahead);
  turn_vector(pose, com, arm);
  vector_cross(up, ahead, left);
  int n = work->n;
  work->directions = ARENA_ARRAY(work->arena, double, DIRECTIONS *n);
  for (int j = 0; j < n; j++) {
    double v[3], w[3];
    for (int i = 0; i < 3; i++) {
      v[i] = jacobian[i * n + j];
      w[i] = jacobian[(3 + i) * n + j];
    }
    vector_cross(w, arm, turned);
    for (int i = 0; i < 3; i++) {
      work->directions[BOUNCE * n + j] += up[i] * (v[i] + turned[i]);
      work->directions[PITCH * n + j] += left[i] * w[i];
      work->directions[ROLL * n + j] += ahead[i] * w[i];
    }
  }
  inertias[PITCH] = inertia_about(work, of, pose, left);
  inertias[ROLL] = inertia_about(work, of, pose, ahead);
  return true;
}

// ---- stiffness

// Computes the deflection of the body under a unit force or moment in a direction.
static bool yield_to(RideWork *work, int direction, double out[DIRECTIONS])
{
  double *b = ARENA_ARRAY(work->arena, double, work->size);
  for (int i = 0; i < work->n; i++) {
    double one = work->directions[direction * work->n + i];
    if (one == 0) continue;
    double *column = ARENA_ARRAY(work->arena, double, work->size);
    ride_differentiate(work, &work->torques[i], 1, column);
    for (int k = 0; k < work->size; k++)
      b[k] += column[k] * one;
  }
  return ride_settle(work, b, out);
}

// Returns true if springs support the direction. It is constrained geometrically if the frequency
// would exceed any realistic value, and unsupported if the compliance is not finite.
static bool is_held(double compliance, double inertia)
{
  static const double FASTEST = 1e5;  // [Hz]
  double square = compliance * inertia;
  return isfinite(square) && square * (TURN * FASTEST) * (TURN * FASTEST) > 1;
}

static double hertz(double stiffness, double inertia) { return sqrt(stiffness / inertia) / TURN; }

// Computes both coupled frequencies, w^2 = (D1 + D3)/2 -+ sqrt(((D1 - D3)/2)^2 + D2^2 ms/Iy), and
// the centres Z/P = D2/(w^2 - D1).
static void couple(RideBody *body, const double K[2][2], double mass, double inertia)
{
  double D1 = K[0][0] / mass, D2 = K[0][1] / mass, D3 = K[1][1] / inertia;
  double root = hypot((D1 - D3) / 2, D2 * sqrt(mass / inertia));
  for (int k = 0; k < 2; k++) {
    double square = (D1 + D3) / 2 + (k == 0 ? -root : root);
    bool is_alone = fabs(D2) <= NOTHING * fmax(D1, D3);
    bool is_bounce = fabs(square - D1) < fabs(square - D3);
    body->coupled[k].hz = sqrt(square) / TURN;
    body->coupled[k].centre = is_alone ? (is_bounce ? INFINITY : 0) : D2 / (square - D1);
  }
}

// ---- axles

static void find_roads(RideWork *work, const double K[2][2], bool pitches)
{
  Ride *ride = work->ride;
  double first = -INFINITY;
  for (int r = 0; r < ride->road_count; r++) {
    double way[DIRECTIONS];
    RideRoad *road = &ride->roads[r];
    ride_settle(work, work->b + 3 * r * work->size, way);
    if (!pitches) way[PITCH] = 0;
    road->rate = K[0][0] * way[BOUNCE] + K[0][1] * way[PITCH];
    road->ahead = pitches ? -(K[1][0] * way[BOUNCE] + K[1][1] * way[PITCH]) / road->rate : 0;
    first = fmax(first, road->ahead);
  }
  for (int r = 0; r < ride->road_count; r++) {
    RideRoad *road = &ride->roads[r];
    if (isnan(road->behind)) road->behind = isfinite(road->ahead) ? first - road->ahead : 0;
  }
}

// Groups the roads into two axles, if they act at two positions.
static void find_axles(Ride *ride)
{
  RideBody *body = &ride->body;
  double first = -INFINITY, last = INFINITY, moment = 0;
  for (int r = 0; r < ride->road_count; r++) {
    first = fmax(first, ride->roads[r].ahead);
    last = fmin(last, ride->roads[r].ahead);
  }
  body->wheelbase = first - last;
  if (!(body->wheelbase > 1e-6) || !isfinite(body->wheelbase)) return;
  for (int r = 0; r < ride->road_count; r++) {
    const RideRoad *road = &ride->roads[r];
    bool is_front = first - road->ahead < 0.01 * body->wheelbase;
    bool is_rear = road->ahead - last < 0.01 * body->wheelbase;
    if (!is_front && !is_rear) {  // a third axle
      body->front_count = 0;
      return;
    }
    *(is_front ? &body->front_rate : &body->rear_rate) += road->rate;
    body->front_count += is_front;
    moment -= road->rate * road->ahead;
  }
  body->centre_behind = moment / (body->front_rate + body->rear_rate) / body->wheelbase;
}

bool ride_find_body(RideWork *work, Text *why)
{
  double inertias[DIRECTIONS], C[DIRECTIONS][DIRECTIONS];
  RideBody *out = &work->ride->body;
  int body = find_body(work, &inertias[BOUNCE]);
  if (body < 0) {
    text_put(why, "there is no body with a mass that moves");
    return false;
  }
  out->name = work->system->mechanism->bodies[body].name;
  if (!find_directions(work, body, inertias, why)) return false;
  for (int d = 0; d < DIRECTIONS; d++) {
    if (!yield_to(work, d, C[d])) return true;
  }
  out->bounces = is_held(C[BOUNCE][BOUNCE], inertias[BOUNCE]);
  double determinant = C[0][0] * C[1][1] - C[0][1] * C[1][0];
  // false: bounce and pitch are not independent.
  bool is_free = determinant > NOTHING * C[0][0] * C[1][1];
  out->pitches = out->bounces && is_free && is_held(C[PITCH][PITCH], inertias[PITCH]);
  out->rolls = is_held(C[ROLL][ROLL], inertias[ROLL]);
  if (!out->bounces) return true;
  double K[2][2] = { { 1 / C[0][0], 0 }, { 0, 0 } };
  if (out->pitches) {
    K[0][0] = C[1][1] / determinant;
    K[1][1] = C[0][0] / determinant;
    K[0][1] = K[1][0] = -(C[0][1] + C[1][0]) / 2 / determinant;
    out->pitch_hz = hertz(K[1][1], inertias[PITCH]);
    couple(out, (const double(*)[2])K, inertias[BOUNCE], inertias[PITCH]);
  }
  out->bounce_hz = hertz(K[0][0], inertias[BOUNCE]);
  if (out->rolls) out->roll_hz = hertz(1 / C[ROLL][ROLL], inertias[ROLL]);
  find_roads(work, (const double(*)[2])K, out->pitches);
  if (out->pitches) find_axles(work->ride);
  return true;
}
