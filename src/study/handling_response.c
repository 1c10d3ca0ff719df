// handling_response.c -- the yaw rate's answer to the steering, about straight running.
//
// Of lin:A_in the rows and columns of x, y and the angles of wheels are left out, since nothing
// depends on them, and that of the speed, which is held. The heading stays: its eigenvalue is zero.
// The force that holds the speed turns with the heading, which adds to the column of each coordinate by
// which that changes.
// SPDX-License-Identifier: MIT
#include "numeric/eigen.h"
#include "numeric/transfer.h"
#include "study/handling.h"
#include "study/small_motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ZERO = 1e-9;  // singular values of A below this part are rounding
static const double STEP = 1e-5;  // of differences
static const double TURN = 2 * 3.14159265358979323846;
enum { PER_DECADE = 60, FIRST = -90, LAST = 78 };  // 10^(k/60) Hz: 0.03 to 20

static const double WORTH_A_NAME = 0.1;  // of the steady gain

enum { NOT_KEPT = -1 };

typedef struct Work {
  Handling *handling;
  Vehicle *vehicle;
  Arena *arena;
  const double *x;
  int *kept;    // by place among (q, qd, s): the row; NOT_KEPT: none
  double *yaw;  // by row: the yaw rate's share
  double *A;
  double *b[3];   // of the steering and its rates
  double *probe;  // rates at another place
  int size;
} Work;

// ---- the linear equations

// Accelerations and rates of states where they were evaluated last, by row.
static void read_rates(const Work *work, double out[])
{
  const Vehicle *vehicle = work->vehicle;
  for (int i = 0; i < vehicle->n; i++) {
    int row = work->kept[vehicle->n + i];
    if (row != NOT_KEPT) out[row] = vehicle->qdd[i];
  }
  for (int i = 0; i < vehicle->states; i++)
    out[work->kept[2 * vehicle->n + i]] = vehicle->sd[i];
}

// Their derivative by a number that the vehicle reads besides x.
static bool differentiate(const Work *work, double *number, double step, double out[])
{
  Vehicle *vehicle = work->vehicle;
  double given = *number;
  bool is_good = true;
  for (int side = 1; side >= -1 && is_good; side -= 2) {
    *number = given + side * step;
    is_good = board_evaluate(&vehicle->motion, &vehicle->state) == 0;
    read_rates(work, work->probe);
    for (int i = 0; i < work->size; i++)
      out[i] += side * work->probe[i] / (2 * step);
  }
  *number = given;
  return is_good;
}

// Which rows of A stay. False: the chassis is not free to choose its speeds.
static bool choose_rows(Work *work, const Quantity *A, int place_of[])
{
  const Vehicle *vehicle = work->vehicle;
  int n = vehicle->n;
  small_motion_places(work->handling->equations, A, place_of);
  for (int k = 0; k < 2 * n + vehicle->states; k++)
    work->kept[k] = NOT_KEPT;
  for (int row = 0; row < A->rows; row++) {
    int place = place_of[row];
    bool is_angle = place < n && vehicle->roles[place] == ROLE_SPIN;
    bool is_left = place == vehicle->x || place == vehicle->y || place == n + vehicle->x;
    if (!is_left && !is_angle) work->kept[place] = work->size++;
  }
  for (int i = 0; i < n; i++) {
    bool is_own = vehicle->roles[i] == ROLE_CHASSIS && i != vehicle->x;
    if (is_own && work->kept[n + i] == NOT_KEPT) return false;
  }
  return true;
}

static void take_matrix(Work *work, const double whole[], int rows, const int place_of[])
{
  work->A = ARENA_ARRAY(work->arena, double, work->size * work->size);
  for (int i = 0; i < rows; i++) {
    for (int j = 0; j < rows; j++) {
      int row = work->kept[place_of[i]], column = work->kept[place_of[j]];
      if (row != NOT_KEPT && column != NOT_KEPT)
        work->A[row * work->size + column] = whole[i * rows + j];
    }
  }
}

// The yaw rate by speeds, in which it is linear.
static void find_yaw(Work *work)
{
  Vehicle *vehicle = work->vehicle;
  double *speeds = ARENA_ARRAY(work->arena, double, vehicle->n);
  work->yaw = ARENA_ARRAY(work->arena, double, work->size);
  vehicle->state.qd = speeds;
  for (int i = 0; i < vehicle->n; i++) {
    speeds[i] = 1;
    board_evaluate(&vehicle->place, &vehicle->state);
    int row = work->kept[vehicle->n + i];
    if (row != NOT_KEPT) work->yaw[row] = vehicle->twist[5];
    speeds[i] = 0;
  }
  vehicle_at(vehicle, work->x);
}

// The force along the heading: what a turn of it adds is a force to its side.
static bool turn_force(Work *work)
{
  Vehicle *vehicle = work->vehicle;
  double force = vehicle->mass * work->x[vehicle_force(vehicle)];
  double *by_side = ARENA_ARRAY(work->arena, double, work->size);
  if (!differentiate(work, &vehicle->torques[vehicle->y], vehicle->mass, by_side)) return false;
  for (int i = 0; i < vehicle->n; i++) {
    int column = work->kept[i], speed = work->kept[vehicle->n + i];
    if (column == NOT_KEPT || speed == NOT_KEPT) continue;
    for (int row = 0; row < work->size; row++)
      work->A[row * work->size + column] += by_side[row] * force * work->yaw[speed];
  }
  return true;
}

static bool linearise(Work *work, Text *why)
{
  static const char *const KEY = "lin:A_in";
  Vehicle *vehicle = work->vehicle;
  const Excitation *steer = &vehicle->steer;
  if (!system_derive(vehicle->system, &KEY, 1, why)) return false;
  const Quantity *quantity = equations_find(vehicle->system->equations, KEY);
  int *place_of = ARENA_ARRAY(work->arena, int, quantity->rows);
  if (!choose_rows(work, quantity, place_of)) return true;
  Board board = board_new(vehicle->system->equations, work->arena, 1);
  const double *whole = board_add(&board, KEY, NULL);
  bool is_good = board_compile(&board, why) && board_evaluate(&board, &vehicle->state) == 0;
  board_close(&board);
  if (!is_good) return why->length == 0;
  take_matrix(work, whole, quantity->rows, place_of);
  work->probe = ARENA_ARRAY(work->arena, double, work->size);
  find_yaw(work);
  double *numbers = (steer->is_parameter ? vehicle->parameters : vehicle->inputs) + steer->index;
  for (int k = 0; k < steer->columns && is_good; k++) {
    work->b[k] = ARENA_ARRAY(work->arena, double, work->size);
    is_good = differentiate(work, &numbers[k], STEP, work->b[k]);
  }
  work->handling->response.is_there = is_good && turn_force(work);
  return true;
}

// ---- the response

static double complex respond(const Work *work, double complex s)
{
  Transfer transfer = { work->size, work->A, { work->b[0], work->b[1], work->b[2] } };
  double complex *x = ARENA_ARRAY(work->arena, double complex, work->size), sum = 0;
  if (transfer_at(&transfer, s, x) != NUMERIC_OK) return NAN;
  for (int i = 0; i < work->size; i++)
    sum += work->yaw[i] * x[i];
  return sum;
}

static int compare(const void *a, const void *b)
{
  const HandlingMode *first = a, *second = b;
  double slow = hypot(first->real, first->imaginary), fast = hypot(second->real, second->imaginary);
  return (slow > fast) - (slow < fast);
}

// What is left of the response next to an eigenvalue: its residue, and so its share.
static double share_of(const Work *work, double complex eigenvalue)
{
  double complex step = 1e-6 * eigenvalue;
  double part = cabs(step * respond(work, eigenvalue + step)) / cabs(eigenvalue);
  return part / fabs(work->handling->yaw_gain);
}

static bool find_modes(Work *work, HandlingResponse *response, Text *why)
{
  EigenSystem eigen;
  NumericStatus status = eigen_general(work->size, work->A, ZERO, work->arena, &eigen);
  if (status != NUMERIC_OK) {
    text_format(why, "the eigenvalues were not found: %s", numeric_status_sentence(status));
    return false;
  }
  response->modes = ARENA_ARRAY(work->arena, HandlingMode, eigen.count);
  response->is_stable = true;
  response->yaw_mode = -1;
  for (int k = 0; k < eigen.count; k++) {
    double real = eigen.real[k], imaginary = eigen.imaginary[k];
    if (imaginary < 0) continue;
    response->modes[response->mode_count++] =
        (HandlingMode){ real, imaginary, share_of(work, real + I * imaginary) };
    response->is_stable = response->is_stable && real < 0;
  }
  if (response->mode_count > 0)
    qsort(response->modes, (size_t)response->mode_count, sizeof(HandlingMode), compare);
  for (int k = response->mode_count - 1; k >= 0; k--) {
    const HandlingMode *mode = &response->modes[k];
    if (mode->imaginary > 0 && mode->share >= WORTH_A_NAME) response->yaw_mode = k;
  }
  return true;
}

static double gain_at(const Work *work, double hz) { return cabs(respond(work, I * TURN * hz)); }

static void find_peak(const Work *work, HandlingResponse *response)
{
  enum { NARROWINGS = 60 };
  int highest = 0;
  for (int k = 1; k < response->count; k++) {
    if (response->gain[k] > response->gain[highest]) highest = k;
  }
  if (highest == 0 || highest == response->count - 1) return;
  double low = response->hz[highest - 1], high = response->hz[highest + 1];
  for (int k = 0; k < NARROWINGS; k++) {
    double a = low + (high - low) / 3, b = high - (high - low) / 3;
    *(gain_at(work, a) < gain_at(work, b) ? &low : &high) =
        gain_at(work, a) < gain_at(work, b) ? a : b;
  }
  response->peak_hz = (low + high) / 2;
  response->peak = gain_at(work, response->peak_hz);
}

static void find_bandwidth(const Work *work, HandlingResponse *response, double steady)
{
  enum { HALVINGS = 50 };
  double wanted = fabs(steady) / sqrt(2);
  response->bandwidth_hz = NAN;
  for (int k = 1; k < response->count && isnan(response->bandwidth_hz); k++) {
    if (!(response->gain[k - 1] >= wanted && response->gain[k] < wanted)) continue;
    double low = response->hz[k - 1], high = response->hz[k];
    for (int i = 0; i < HALVINGS; i++) {
      double middle = (low + high) / 2;
      *(gain_at(work, middle) >= wanted ? &low : &high) = middle;
    }
    response->bandwidth_hz = low;
  }
}

// The phase goes on from the one before.
static double unwrapped(double phase, double before)
{
  return phase - TURN * round((phase - before) / TURN);
}

static void trace(const Work *work, HandlingResponse *response, double steady)
{
  Arena *arena = work->arena;
  int count = LAST - FIRST + 1;
  response->hz = ARENA_ARRAY(arena, double, count);
  response->gain = ARENA_ARRAY(arena, double, count);
  response->phase = ARENA_ARRAY(arena, double, count);
  response->count = count;
  for (int k = 0; k < count; k++) {
    double hz = pow(10, (double)(FIRST + k) / PER_DECADE);
    double complex value = respond(work, I * TURN * hz) * (steady < 0 ? -1 : 1);
    response->hz[k] = hz;
    response->gain[k] = cabs(value);
    response->phase[k] = unwrapped(carg(value), k > 0 ? response->phase[k - 1] : 0);
  }
  find_peak(work, response);
  find_bandwidth(work, response, steady);
}

bool handling_respond(Handling *handling, Vehicle *vehicle, const double x[], Text *why)
{
  Work work = { .handling = handling,
                .vehicle = vehicle,
                .arena = handling->arena,
                .x = x,
                .kept = ARENA_ARRAY(handling->arena, int, 2 * vehicle->n + vehicle->states) };
  vehicle_at(vehicle, x);
  if (!linearise(&work, why)) return false;
  if (!handling->response.is_there) return true;
  trace(&work, &handling->response, handling->yaw_gain);
  return find_modes(&work, &handling->response, why);
}
