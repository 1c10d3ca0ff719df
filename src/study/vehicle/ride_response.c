// ride_response.c -- frequency responses to the road, and their rms values.
// SPDX-License-Identifier: MIT
#include "numeric/transfer.h"
#include "study/vehicle/ride_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double TURN = 2 * 3.14159265358979323846;
enum { PER_DECADE = 160, FIRST = -160, LAST = 320 };  // 10^(k/160) Hz: 0.1 to 100
// Mean squares are integrated from 0.01 Hz to 10^5 Hz, where the response is negligible, in
// intervals of 10^(k/40).
enum { BOUNDS_PER_DECADE = 40, FIRST_OF_ALL = -80, LAST_OF_ALL = 200 };
enum { LADDER = 12 };  // steps towards a resonance, each half as long as the one before

// ---- one frequency

// Computes all coordinates from the solution.
static void spread(const RideWork *work, const double complex x[], double complex q[])
{
  int free = work->ride->modes->coordinates_in;
  for (int i = 0; i < work->n; i++) {
    q[i] = 0;
    for (int k = 0; k < free; k++)
      q[i] += work->N[i * free + k] * x[k];
  }
}

static void add_outputs(const RideWork *work, int road, double complex s, const double complex q[],
                        const double complex states[], double complex factor, double complex out[])
{
  int n = work->n, outputs = work->ride->column_count - 1;
  const double *by_road = work->by_road + 3 * road * outputs;
  double complex bounce = 0;
  for (int i = 0; i < n; i++)
    bounce += work->directions[BOUNCE * n + i] * q[i];
  out[0] += factor * s * s * bounce;
  for (int k = 0; k < outputs; k++) {
    double complex sum = by_road[k] + s * by_road[outputs + k] + s * s * by_road[2 * outputs + k];
    for (int i = 0; i < n; i++)
      sum +=
          (work->by_q[k * n + i] + s * work->by_qd[k * n + i] + s * s * work->by_qdd[k * n + i]) *
          q[i];
    for (int i = 0; i < work->state_count; i++)
      sum += work->by_states[k * work->state_count + i] * states[i];
    out[k + 1] += factor * sum;
  }
}

// Computes the magnitude of the response of each column to the road height, per metre; NaN at an
// eigenvalue.
static void answer_at(const RideWork *work, double hz, double out[])
{
  const Ride *ride = work->ride;
  Arena *arena = arena_new();
  double complex *x = ARENA_ARRAY(arena, double complex, work->size);
  double complex *q = ARENA_ARRAY(arena, double complex, work->n);
  double complex *sum = ARENA_ARRAY(arena, double complex, ride->column_count);
  double complex s = I * TURN * hz;
  for (int r = 0; r < ride->road_count; r++) {
    const double *b = work->b + 3 * r * work->size;
    Transfer transfer = { work->size, work->A, { b, b + work->size, b + 2 * work->size } };
    if (transfer_at(&transfer, s, x) != NUMERIC_OK) x[0] = NAN;
    spread(work, x, q);
    add_outputs(work, r, s, q, x + work->size - work->state_count,
                cexp(-s * ride->roads[r].behind / ride->speed), sum);
  }
  for (int k = 0; k < ride->column_count; k++)
    out[k] = cabs(sum[k]);
  arena_free(arena);
}

// ---- all frequencies

static void trace(RideWork *work)
{
  static const double THIRDS[] = { 1, 1.25, 1.6, 2, 2.5, 3.15, 4, 5, 6.3, 8 };
  Ride *ride = work->ride;
  ride->third_count = 31;
  ride->third_hz = ARENA_ARRAY(work->arena, double, ride->third_count);
  ride->thirds = ARENA_ARRAY(work->arena, double, ride->third_count * ride->column_count);
  for (int k = 0; k < ride->third_count; k++) {
    ride->third_hz[k] = THIRDS[k % 10] * pow(10, floor(k / 10.0) - 1);
    answer_at(work, ride->third_hz[k], ride->thirds + k * ride->column_count);
  }
  ride->hz_count = LAST - FIRST + 1;
  ride->hz = ARENA_ARRAY(work->arena, double, ride->hz_count);
  ride->answers = ARENA_ARRAY(work->arena, double, ride->hz_count * ride->column_count);
  for (int k = 0; k < ride->hz_count; k++) {
    ride->hz[k] = pow(10, (double)(FIRST + k) / PER_DECADE);
    answer_at(work, ride->hz[k], ride->answers + k * ride->column_count);
  }
}

// ---- mean squares

static int compare(const void *a, const void *b)
{
  double first = *(const double *)a, second = *(const double *)b;
  return (first > second) - (first < second);
}

// Chooses the bounds of intervals in which the responses are smooth: increasingly short towards
// each resonance.
static double *choose_bounds(const RideWork *work, int *count)
{
  const Modes *modes = work->ride->modes;
  int most = LAST_OF_ALL - FIRST_OF_ALL + 1 + modes->count * (2 * LADDER + 1);
  double *bounds = ARENA_ARRAY(work->arena, double, most);
  double least = pow(10, (double)FIRST_OF_ALL / BOUNDS_PER_DECADE);
  double greatest = pow(10, (double)LAST_OF_ALL / BOUNDS_PER_DECADE);
  *count = 0;
  for (int k = FIRST_OF_ALL; k <= LAST_OF_ALL; k++)
    bounds[(*count)++] = pow(10, (double)k / BOUNDS_PER_DECADE);
  for (int m = 0; m < modes->count; m++) {
    double middle = modes->modes[m].imaginary / TURN;
    double width = fabs(modes->modes[m].real) / TURN;
    for (int j = -LADDER; j <= LADDER && middle > 0; j++) {
      double way = j == 0 ? 0 : width * pow(2, abs(j) - 2) * (j > 0 ? 1 : -1);
      double bound = middle + way;
      if (bound > least && bound < greatest) bounds[(*count)++] = bound;
    }
  }
  qsort(bounds, (size_t)*count, sizeof(double), compare);
  return bounds;
}

// Integrates by five-point Gauss quadrature in each interval.
static void find_mean_squares(RideWork *work)
{
  enum { POINTS = 5 };
  static const double PLACES[POINTS] = { -0.90617984593866399, -0.53846931010568309, 0,
                                         0.53846931010568309, 0.90617984593866399 };
  static const double SHARES[POINTS] = { 0.23692688505618909, 0.47862867049936647,
                                         0.56888888888888889, 0.47862867049936647,
                                         0.23692688505618909 };
  Ride *ride = work->ride;
  int count;
  const double *bounds = choose_bounds(work, &count);
  double *answer = ARENA_ARRAY(work->arena, double, ride->column_count);
  for (int k = 0; k + 1 < count; k++) {
    double half = (bounds[k + 1] - bounds[k]) / 2;
    for (int p = 0; p < POINTS && half > 0; p++) {
      double hz = bounds[k] + half * (1 + PLACES[p]);
      double share = half * SHARES[p] * ride_road_spectrum(ride->speed, hz);
      double weight = ride_weighting(hz);
      answer_at(work, hz, answer);
      for (int c = 0; c < ride->column_count; c++) {
        ride->columns[c].rms += share * answer[c] * answer[c];
        ride->columns[c].weighted_rms += share * answer[c] * answer[c] * weight * weight;
      }
    }
  }
  for (int c = 0; c < ride->column_count; c++) {
    ride->columns[c].rms = sqrt(ride->columns[c].rms);
    ride->columns[c].weighted_rms = sqrt(ride->columns[c].weighted_rms);
  }
}

void ride_respond(RideWork *work)
{
  const Modes *modes = work->ride->modes;
  work->ride->has_rms = true;
  for (int k = 0; k < modes->count; k++) {
    ModeKind kind = modes->modes[k].kind;
    if (kind != MODE_DAMPED && kind != MODE_DECAYS) work->ride->has_rms = false;
  }
  trace(work);
  if (work->ride->has_rms) find_mean_squares(work);
}
