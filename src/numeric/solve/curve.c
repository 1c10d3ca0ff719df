// curve.c -- a step along a curve, and the search for points within a step.
// SPDX-License-Identifier: MIT
#include "numeric/solve/curve.h"

#include "numeric/linear/echelon.h"

#include <math.h>
#include <string.h>

// Near a crossing, each correction is half of the preceding one, over many digits.
enum { MAX_CORRECTIONS = 60, MAX_TRIALS = 100 };
static const double RANK_TOLERANCE = 1e-9;
static const double CLOSED = 1e-9;         // |F| relative to the largest singular value of F_x
static const double CONVERGED = 1e-9;      // last correction; usually at rounding level
static const double ROUNDING = 1e-15;      // smaller corrections count as zero
static const double MAX_DEVIATION = 0.25;  // of the first correction, relative to the step length
static const double MIN_COSINE = 0.97;     // of the angle by which the tangent turns in a step
static const double SHORTEST = 1e-10;      // shortest step
static const double CLOSE = 1e-8;          // tolerance of a search
// Branches at a smaller distance count as crossing.
static const double GAP = 1e-6;

struct Curve {
  Arena *arena;
  const NewtonProblem *problem;
  double *residual;
  double *jacobian;
  double *correction;
  double *guess;
  double *square;  // for determinants
  double *images[2];
};

// ---- points

CurvePoint curve_point_new(const Curve *curve)
{
  int n = curve->problem->unknowns, m = curve->problem->equations;
  return (CurvePoint){
    .x = ARENA_ARRAY(curve->arena, double, n),
    .tangent = ARENA_ARRAY(curve->arena, double, n),
    .jacobian = ARENA_ARRAY(curve->arena, double, m *n),
    .directions = ARENA_ARRAY(curve->arena, double, n *n),
  };
}

void curve_point_copy(const Curve *curve, CurvePoint *to, const CurvePoint *from)
{
  size_t n = (size_t)curve->problem->unknowns, m = (size_t)curve->problem->equations;
  memcpy(to->x, from->x, sizeof(double) * n);
  memcpy(to->tangent, from->tangent, sizeof(double) * n);
  memcpy(to->jacobian, from->jacobian, sizeof(double) * m * n);
  memcpy(to->directions, from->directions, sizeof(double) * n * n);
  to->rank = from->rank;
}

Curve *curve_new(const NewtonProblem *problem)
{
  int n = problem->unknowns, m = problem->equations;
  Arena *arena = arena_new();
  Curve *curve = ARENA_NEW(arena, Curve);
  *curve = (Curve){
    .arena = arena,
    .problem = problem,
    .residual = ARENA_ARRAY(arena, double, m),
    .jacobian = ARENA_ARRAY(arena, double, m *n),
    .correction = ARENA_ARRAY(arena, double, n),
    .guess = ARENA_ARRAY(arena, double, n),
    .square = ARENA_ARRAY(arena, double, n *n),
    .images = { ARENA_ARRAY(arena, double, m *n), ARENA_ARRAY(arena, double, m *n) },
  };
  return curve;
}

void curve_free(Curve *curve)
{
  if (curve) arena_free(curve->arena);
}

static double dot(const double a[], const double b[], int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += a[i] * b[i];
  return sum;
}

static double length(const double v[], int count) { return sqrt(dot(v, v, count)); }

static double distance(const double a[], const double b[], int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum = hypot(sum, a[i] - b[i]);
  return sum;
}

static bool evaluate(const Curve *curve, const double x[], double jacobian[])
{
  const NewtonProblem *problem = curve->problem;
  if (!problem->evaluate(problem->context, x, curve->residual, jacobian)) return false;
  bool is_finite = true;
  for (int i = 0; i < problem->equations; i++)
    is_finite = is_finite && isfinite(curve->residual[i]);
  for (int i = 0; i < problem->equations * problem->unknowns; i++)
    is_finite = is_finite && isfinite(jacobian[i]);
  return is_finite;
}

// Sets the tangent to the projection of `direction` onto the null space of F_x, or, if `direction`
// is NULL or orthogonal to it, to the last singular direction.
static void set_tangent(const Curve *curve, const double direction[], CurvePoint *point)
{
  int n = curve->problem->unknowns;
  memset(point->tangent, 0, sizeof(double) * (size_t)n);
  for (int k = point->rank.rank; k < n && direction; k++) {
    const double *free_direction = point->directions + k * n;
    double part = dot(direction, free_direction, n);
    for (int j = 0; j < n; j++)
      point->tangent[j] += part * free_direction[j];
  }
  double size = length(point->tangent, n);
  if (size < CONVERGED) {
    memcpy(point->tangent, point->directions + (n - 1) * n, sizeof(double) * (size_t)n);
    return;
  }
  for (int j = 0; j < n; j++)
    point->tangent[j] /= size;
}

bool curve_begin(Curve *curve, const double x[], const double direction[], CurvePoint *out)
{
  int n = curve->problem->unknowns, m = curve->problem->equations;
  if (!evaluate(curve, x, out->jacobian)) return false;
  NumericStatus status =
      numeric_rank(m, n, out->jacobian, RANK_TOLERANCE, NULL, out->directions, &out->rank);
  if (status != NUMERIC_OK || out->rank.rank >= n) return false;
  if (length(curve->residual, m) > CLOSED * out->rank.largest) return false;
  memcpy(out->x, x, sizeof(double) * (size_t)n);
  set_tangent(curve, direction, out);
  return true;
}

bool curve_correct(Curve *curve, double x[], int held, double largest_correction)
{
  int n = curve->problem->unknowns, m = curve->problem->equations;
  double last = largest_correction;
  for (int k = 0; k < MAX_CORRECTIONS; k++) {
    NumericRank rank;
    if (!evaluate(curve, x, curve->jacobian)) return false;
    // a zero column is not used by the minimum-norm correction
    for (int i = 0; i < m && held >= 0; i++)
      curve->jacobian[i * n + held] = 0;
    NumericStatus status = least_squares_solve(m, n, curve->jacobian, curve->residual,
                                               RANK_TOLERANCE, curve->correction, &rank, NULL);
    if (status != NUMERIC_OK) return false;
    double size = length(curve->correction, n);
    bool is_rounding = size <= ROUNDING * (1 + length(x, n));
    if (!is_rounding && size >= last) return last <= CONVERGED;
    for (int j = 0; j < n; j++)
      x[j] -= curve->correction[j];
    if (is_rounding) return true;
    last = size;
  }
  return last <= CONVERGED;
}

// The curve point after a step of this length along the tangent.
static bool point_beyond(Curve *curve, const CurvePoint *from, double step, CurvePoint *out)
{
  for (int j = 0; j < curve->problem->unknowns; j++)
    curve->guess[j] = from->x[j] + step * from->tangent[j];
  double stray = fmax(MAX_DEVIATION * step, CONVERGED);
  if (!curve_correct(curve, curve->guess, -1, stray)) return false;
  return curve_begin(curve, curve->guess, from->tangent, out);
}

// ---- sign of F_x

// Products of F_x with the first `count` singular directions of another point, one per row.
static void put_images(const Curve *curve, const double jacobian[], const double directions[],
                       int count, double out[])
{
  int n = curve->problem->unknowns, m = curve->problem->equations;
  for (int k = 0; k < count; k++) {
    for (int i = 0; i < m; i++)
      out[k * m + i] = dot(jacobian + i * n, directions + k * n, n);
  }
}

typedef struct Side {
  const Curve *curve;
  const CurvePoint *reference;
} Side;

// det(U' F_x V), where U and V are the significant singular vectors of the reference point:
// positive there (product of all singular values), zero where F_x is singular, and negative beyond.
static double side_of(const void *context, const CurvePoint *point)
{
  const Side *side = context;
  const Curve *curve = side->curve;
  const CurvePoint *reference = side->reference;
  int count = reference->rank.rank, m = curve->problem->equations;
  put_images(curve, reference->jacobian, reference->directions, count, curve->images[0]);
  put_images(curve, point->jacobian, reference->directions, count, curve->images[1]);
  for (int i = 0; i < count; i++) {
    const double *left = curve->images[0] + i * m;
    double scale = dot(left, left, m);  // the square of the singular value
    for (int j = 0; j < count; j++)
      curve->square[i * count + j] = dot(left, curve->images[1] + j * m, m) / scale;
  }
  return echelon_determinant(count, curve->square);
}

// ---- search within a step

// An interval of a step, with function values of different signs at its ends.
typedef struct Bracket {
  double low, high;
  double at_low, at_high;
} Bracket;

// Regula falsi; the value of an end that does not move is halved each time (Illinois method), and
// every third trial is a bisection, because regula falsi converges slowly at a discontinuity.
static double next_trial(const Bracket *bracket, int trial)
{
  double width = bracket->high - bracket->low;
  double part = bracket->at_low / (bracket->at_low - bracket->at_high);
  if (trial % 3 == 2 || !(part > 0 && part < 1)) part = 0.5;
  return bracket->low + part * width;
}

static void narrow(Bracket *bracket, double place, double value)
{
  if ((value > 0) == (bracket->at_low > 0)) {
    bracket->low = place;
    bracket->at_low = value;
    bracket->at_high /= 2;
  } else {
    bracket->high = place;
    bracket->at_high = value;
    bracket->at_low /= 2;
  }
}

// Shrinks the bracket to `width`; `out` receives the last point tried, at *place.
static bool search(Curve *curve, const CurvePoint *from, CurveFunction function,
                   const void *context, double width, Bracket *bracket, double *place,
                   CurvePoint *out)
{
  for (int trial = 0; trial < MAX_TRIALS; trial++) {
    *place = next_trial(bracket, trial);
    if (!point_beyond(curve, from, *place, out)) return false;
    double value = function(context, out);
    if (value == 0) return true;
    double before = bracket->high - bracket->low;
    narrow(bracket, *place, value);
    double now = bracket->high - bracket->low;
    if (now <= width || now == before) return true;
  }
  return true;
}

bool curve_find(Curve *curve, const CurvePoint *from, double *step, CurveFunction function,
                const void *context, CurvePoint *out)
{
  if (!point_beyond(curve, from, *step, out)) return false;
  Bracket bracket = { 0, *step, function(context, from), function(context, out) };
  if (bracket.at_high == 0) return true;
  if (bracket.at_low == 0) {
    curve_point_copy(curve, out, from);
    *step = 0;
    return true;
  }
  if ((bracket.at_low > 0) == (bracket.at_high > 0)) return false;
  return search(curve, from, function, context, ROUNDING, &bracket, step, out);
}

// F_x is singular between the ends. Determines whether the singularity is on the curve, or whether
// the step has jumped across it to another branch.
static bool find_crossing(Curve *curve, const CurvePoint *from, double step, const Side *side,
                          CurvePoint *crossing, CurvePoint *spare)
{
  if (!point_beyond(curve, from, step, crossing)) return false;
  Bracket bracket = { 0, step, 1, side_of(side, crossing) };
  double place;
  if (!search(curve, from, side_of, side, CLOSE, &bracket, &place, crossing)) return false;
  if (!point_beyond(curve, from, fmax(bracket.low, SHORTEST), spare)) return false;
  if (!point_beyond(curve, from, bracket.high, crossing)) return false;
  return distance(spare->x, crossing->x, curve->problem->unknowns) < GAP;
}

// ---- the step

CurveStep curve_step(Curve *curve, const CurvePoint *from, double *step, CurvePoint *to,
                     CurvePoint *crossing)
{
  int n = curve->problem->unknowns;
  Side side = { curve, from };
  for (; *step >= SHORTEST; *step /= 2) {
    if (!point_beyond(curve, from, *step, to)) continue;
    if (dot(from->tangent, to->tangent, n) < MIN_COSINE) continue;
    if (from->rank.rank < n - 1 || side_of(&side, to) > 0) return CURVE_ONE_BRANCH;
    if (!find_crossing(curve, from, *step, &side, crossing, to)) continue;
    if (point_beyond(curve, from, *step, to)) return CURVE_CROSSING;
  }
  return CURVE_STUCK;
}
