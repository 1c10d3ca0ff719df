// handling_response.c -- frequency response of the yaw rate to steering, about straight running.
//
// The rows and columns of lin:A_in that belong to x, y and the angles of wheels are omitted, since
// nothing depends on them, and those of the speed, which is constant. The heading is kept: its
// eigenvalue is zero. The force that maintains the speed rotates with the heading, which adds a
// term to the column of each coordinate that changes the heading.
// SPDX-License-Identifier: MIT
#include "numeric/linear/eigen.h"
#include "numeric/scalar.h"
#include "numeric/transfer.h"
#include "study/vehicle/handling.h"
#include "study/modes/small_motion.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Smaller singular values of A, relative to the largest, are rounding.
static const double ZERO = 1e-9;
static const double STEP = 1e-5;  // of finite differences
static const double TURN = 2 * 3.14159265358979323846;
enum { PER_DECADE = 60, FIRST = -90, LAST = 78 };  // 10^(k/60) Hz: 0.03 to 20

static const double WORTH_A_NAME = 0.1;  // relative to the steady gain
static const double CLEARLY = 2;         // times the share of any other mode

enum { NOT_KEPT = -1 };

typedef struct Work {
  Handling *handling;
  Vehicle *vehicle;
  Arena *arena;
  Evaluator evaluator;  // of lin:A_in
  const double *whole;  // its value
  int rows;             // number of its rows
  int *place_of;        // by row: its index among (q, qd, s)
  const double *x;
  int *kept;    // by index among (q, qd, s): the row; NOT_KEPT: omitted
  double *yaw;  // by row: derivative of the yaw rate
  double *A;
  double *b[3];   // of the steering and its rates
  double *probe;  // rates at a displaced state
  int size;
} Work;

// ---- linear equations

// Copies the accelerations and rates of states of the last evaluation, by row.
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

// Computes their derivative with respect to a number other than x, by central differences.
static bool differentiate(const Work *work, double *number, double step, double out[])
{
  Vehicle *vehicle = work->vehicle;
  double given = *number;
  bool is_good = true;
  for (int side = 1; side >= -1 && is_good; side -= 2) {
    *number = given + side * step;
    is_good = evaluator_evaluate(&vehicle->motion, &vehicle->state) == 0;
    read_rates(work, work->probe);
    for (int i = 0; i < work->size; i++)
      out[i] += side * work->probe[i] / (2 * step);
  }
  *number = given;
  return is_good;
}

// Selects the rows of A to keep. Returns false if the velocities of the chassis are not
// independent.
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

// Computes the yaw rate as a linear function of the speeds.
static void find_yaw(Work *work)
{
  Vehicle *vehicle = work->vehicle;
  double *speeds = ARENA_ARRAY(work->arena, double, vehicle->n);
  work->yaw = ARENA_ARRAY(work->arena, double, work->size);
  vehicle->state.qd = speeds;
  for (int i = 0; i < vehicle->n; i++) {
    speeds[i] = 1;
    evaluator_evaluate(&vehicle->place, &vehicle->state);
    int row = work->kept[vehicle->n + i];
    if (row != NOT_KEPT) work->yaw[row] = vehicle->twist[5];
    speeds[i] = 0;
  }
  vehicle_at(vehicle, work->x);
}

// Adds the effect of the rotating force: a rotation of the heading adds a lateral force.
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

// Derives the linear equations, which can then be evaluated at any speed. Returns false with a
// message in `why`; without a message if the velocities of the chassis are not independent.
static bool open_linear(Work *work, Text *why)
{
  static const char *const KEY = "lin:A_in";
  Vehicle *vehicle = work->vehicle;
  int places = 2 * vehicle->n + vehicle->states;
  work->kept = ARENA_ARRAY(work->arena, int, places);
  if (!system_derive(vehicle->system, &KEY, 1, why)) return false;
  const Quantity *quantity = equations_find(vehicle->system->equations, KEY);
  work->rows = quantity->rows;
  work->place_of = ARENA_ARRAY(work->arena, int, quantity->rows);
  if (!choose_rows(work, quantity, work->place_of)) return false;
  work->evaluator = evaluator_new(vehicle->system->equations, work->arena, 1);
  work->whole = evaluator_add(&work->evaluator, KEY, NULL);
  work->probe = ARENA_ARRAY(work->arena, double, work->size);
  return evaluator_compile(&work->evaluator, why);
}

// Evaluates A at straight running x. Returns false if it has no value there.
static bool evaluate_matrix(Work *work, const double x[])
{
  Vehicle *vehicle = work->vehicle;
  work->x = x;
  vehicle_at(vehicle, x);
  if (evaluator_evaluate(&work->evaluator, &vehicle->state) != 0) return false;
  take_matrix(work, work->whole, work->rows, work->place_of);
  find_yaw(work);
  return turn_force(work);
}

static bool evaluate_steering(Work *work)
{
  Vehicle *vehicle = work->vehicle;
  const Excitation *steer = &vehicle->steer;
  double *numbers = (steer->is_parameter ? vehicle->parameters : vehicle->inputs) + steer->index;
  bool is_good = true;
  for (int k = 0; k < steer->columns && is_good; k++) {
    work->b[k] = ARENA_ARRAY(work->arena, double, work->size);
    is_good = differentiate(work, &numbers[k], STEP, work->b[k]);
  }
  return is_good;
}

// Returns true if every small motion about straight running x is damped.
static bool is_stable_at(Work *work, const double x[])
{
  EigenSystem eigen;
  bool is_stable = evaluate_matrix(work, x) &&
                   eigen_general(work->size, work->A, ZERO, work->arena, &eigen) == NUMERIC_OK;
  for (int k = 0; is_stable && k < eigen.count; k++)
    is_stable = eigen.real[k] < 0;
  return is_stable;
}

// ---- response

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

// Returns the share of a mode: its residue, evaluated from the response next to the eigenvalue.
static double share_of(const Work *work, double complex eigenvalue)
{
  double complex step = 1e-6 * eigenvalue;
  double part = cabs(step * respond(work, eigenvalue + step)) / cabs(eigenvalue);
  return part / work->handling->response.steady;
}

// Returns the oscillation with the largest share in the yaw rate, if it is clearly the largest.
static int find_yaw_mode(const HandlingResponse *response)
{
  int found = -1;
  double first = 0, second = 0;
  for (int k = 0; k < response->mode_count; k++) {
    const HandlingMode *mode = &response->modes[k];
    if (!(mode->imaginary > 0)) continue;
    if (mode->share > first) {
      second = first;
      first = mode->share;
      found = k;
    } else {
      second = fmax(second, mode->share);
    }
  }
  return first >= WORTH_A_NAME && first >= CLEARLY * second ? found : -1;
}

static double gain_at(const Work *work, double hz) { return cabs(respond(work, I * TURN * hz)); }

// Returns the gain at low frequency: that of slight turns. If no slight turn was found, the
// response well below the slowest mode; not that at 0 Hz, where the heading is undetermined.
static double find_steady(const Work *work, const EigenSystem *eigen)
{
  static const double SLOW = 1e-4;  // relative to the slowest mode
  double slowest = INFINITY;
  if (isfinite(work->handling->yaw_gain)) return fabs(work->handling->yaw_gain);
  for (int k = 0; k < eigen->count; k++) {
    double size = hypot(eigen->real[k], eigen->imaginary[k]);
    if (size > 0) slowest = fmin(slowest, size);
  }
  return isfinite(slowest) ? gain_at(work, SLOW * slowest / TURN) : NAN;
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
  response->steady = find_steady(work, &eigen);
  for (int k = 0; k < eigen.count; k++) {
    double real = eigen.real[k], imaginary = eigen.imaginary[k];
    if (imaginary < 0) continue;
    response->modes[response->mode_count++] =
        (HandlingMode){ real, imaginary, share_of(work, real + I * imaginary) };
    response->is_stable = response->is_stable && real < 0;
  }
  if (response->mode_count > 0)
    qsort(response->modes, (size_t)response->mode_count, sizeof(HandlingMode), compare);
  response->yaw_mode = find_yaw_mode(response);
  return true;
}

// ---- peak and bandwidth

// Frequency [Hz] from its decimal logarithm; searches use the logarithm as variable.
static double hz_at(double place) { return pow(10, place); }

static double log_gain(void *context, double place) { return gain_at(context, hz_at(place)); }

typedef struct Fall {
  const Work *work;
  double wanted;
} Fall;

static double below_wanted(void *context, double place)
{
  const Fall *fall = context;
  return fall->wanted - gain_at(fall->work, hz_at(place));
}

static int compare_places(const void *a, const void *b)
{
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

// Chooses the sampling points: from two decades below the slowest to two decades above the fastest
// mode, and increasingly dense towards each resonance, where the response may rise and fall.
static double *choose_places(const Work *work, const HandlingResponse *response, int *count)
{
  enum { DECADE = 60, BEYOND = 2, LADDER = 12 };
  double low = INFINITY, high = -INFINITY;
  for (int k = 0; k < response->mode_count; k++) {
    const HandlingMode *mode = &response->modes[k];
    double place = log10(hypot(mode->real, mode->imaginary) / TURN);
    low = fmin(low, place);
    high = fmax(high, place);
  }
  int first = (int)floor(DECADE * (low - BEYOND)), last = (int)ceil(DECADE * (high + BEYOND));
  int most = last - first + 1 + response->mode_count * (2 * LADDER + 1);
  double *places = ARENA_ARRAY(work->arena, double, most);
  *count = 0;
  for (int k = first; k <= last; k++)
    places[(*count)++] = (double)k / DECADE;
  for (int k = 0; k < response->mode_count; k++) {
    const HandlingMode *mode = &response->modes[k];
    for (int j = -LADDER; j <= LADDER && mode->imaginary > 0; j++) {
      double way = j == 0 ? 0 : ldexp(fabs(mode->real), abs(j) - 3) * (j > 0 ? 1 : -1);
      if (mode->imaginary + way > 0) places[(*count)++] = log10((mode->imaginary + way) / TURN);
    }
  }
  qsort(places, (size_t)*count, sizeof places[0], compare_places);
  return places;
}

static void find_peak(const Work *work, HandlingResponse *response, const double places[],
                      const double gains[], int count, double steady)
{
  // Relative to the steady gain, which is a difference of turns.
  static const double ROUNDING = 1e-6;
  int highest = 0;
  double place;
  for (int k = 1; k < count; k++) {
    if (gains[k] > gains[highest]) highest = k;
  }
  if (highest == 0 || highest == count - 1) return;
  double peak =
      scalar_greatest(log_gain, (void *)work, places[highest - 1], places[highest + 1], &place);
  if (!(peak > (1 + ROUNDING) * fabs(steady))) return;
  response->peak = peak;
  response->peak_hz = hz_at(place);
}

// Finds the first frequency at which the gain falls below the limit, even in a dip between two
// sampling points.
static void find_bandwidth(const Work *work, HandlingResponse *response, const double places[],
                           const double gains[], int count, double steady)
{
  Fall fall = { work, fabs(steady) / sqrt(2) };
  response->bandwidth_hz = NAN;
  response->looked_to_hz = count > 0 ? hz_at(places[count - 1]) : 0;
  for (int k = 1; k < count && isnan(response->bandwidth_hz); k++) {
    double lowest = places[k];
    bool is_dip = k + 1 < count && gains[k] <= gains[k - 1] && gains[k] <= gains[k + 1];
    if (is_dip) scalar_greatest(below_wanted, &fall, places[k - 1], places[k + 1], &lowest);
    bool is_below = below_wanted(&fall, places[k]) > 0;
    if (!is_below && !(is_dip && below_wanted(&fall, lowest) > 0)) continue;
    double to = is_below ? places[k] : lowest;
    response->bandwidth_hz = hz_at(scalar_crossing(below_wanted, &fall, places[k - 1], to));
  }
}

static void read_off(const Work *work, HandlingResponse *response, double steady)
{
  int count = 0;
  const double *places = choose_places(work, response, &count);
  double *gains = ARENA_ARRAY(work->arena, double, count + 1);
  for (int k = 0; k < count; k++)
    gains[k] = gain_at(work, hz_at(places[k]));
  find_peak(work, response, places, gains, count, steady);
  find_bandwidth(work, response, places, gains, count, steady);
}

// ---- plots

// Adds a multiple of 2 pi so that the phase is continuous.
static double unwrapped(double phase, double before)
{
  return phase - TURN * round((phase - before) / TURN);
}

// Chooses the frequency range: from a fraction to a multiple of the bandwidth and the peak
// frequency, and at least 0.03 to 20 Hz.
static void choose_range(const HandlingResponse *response, int *first, int *last)
{
  const double read[] = { response->bandwidth_hz, response->peak_hz };
  *first = FIRST;
  *last = LAST;
  for (int k = 0; k < 2; k++) {
    if (!(read[k] > 0)) continue;
    int place = (int)lround(PER_DECADE * log10(read[k]));
    if (place - PER_DECADE / 2 < *first) *first = place - PER_DECADE;
    if (place > *last) *last = place + PER_DECADE / 2;
  }
}

static void trace(const Work *work, HandlingResponse *response, double steady)
{
  Arena *arena = work->arena;
  int first, last;
  choose_range(response, &first, &last);
  int count = last - first + 1;
  response->hz = ARENA_ARRAY(arena, double, count);
  response->gain = ARENA_ARRAY(arena, double, count);
  response->phase = ARENA_ARRAY(arena, double, count);
  response->count = count;
  for (int k = 0; k < count; k++) {
    double hz = pow(10, (double)(first + k) / PER_DECADE);
    double complex value = respond(work, I * TURN * hz) * (steady < 0 ? -1 : 1);
    response->hz[k] = hz;
    response->gain[k] = cabs(value);
    response->phase[k] = unwrapped(carg(value), k > 0 ? response->phase[k - 1] : 0);
  }
}

static bool respond_at(Work *work, const double x[], Text *why)
{
  Handling *handling = work->handling;
  HandlingResponse *response = &handling->response;
  response->is_there = evaluate_matrix(work, x) && evaluate_steering(work);
  if (!response->is_there) return true;
  if (!find_modes(work, response, why)) return false;
  read_off(work, response, response->steady);
  trace(work, response, handling->yaw_gain);
  return true;
}

bool handling_respond(Handling *handling, Vehicle *vehicle, const double *const straight[],
                      const double x[], Text *why)
{
  Work work = { .handling = handling, .vehicle = vehicle, .arena = handling->arena };
  bool is_open = open_linear(&work, why);
  handling->are_stable = ARENA_ARRAY(handling->arena, bool, handling->speed_count + 1);
  for (int k = 0; k < handling->speed_count; k++)
    handling->are_stable[k] = !is_open || !straight[k] || is_stable_at(&work, straight[k]);
  bool is_good = is_open ? respond_at(&work, x, why) : why->length == 0;
  evaluator_free(&work.evaluator);
  vehicle_at(vehicle, x);
  return is_good;
}
