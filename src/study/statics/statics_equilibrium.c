// statics_equilibrium.c -- search for equilibrium configurations.
//
//   P S = 0,   Phi = 0
//
// P is the projector onto the admissible motions, P = I - A^+ A, so that multipliers do not appear:
// S + A^T lambda = P S with the lambda that minimises it. Its derivative is P (dS/dq + sum lambda
// dA/dq) where P S is zero, and approximately so nearby: the last Newton steps converge
// quadratically (Kaufman 1975, variable projection). Rows of A that are generically redundant are
// omitted: before the loops are closed they would seem to carry loads.
// SPDX-License-Identifier: MIT
#include "study/statics/statics_impl.h"

#include "numeric/solve/newton.h"
#include "system/mobility/mobility.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
static const double ZERO = 1e-12;
static const double GREATEST_GAIN = 1e4;  // largest ratio of reactions in loops to loads
enum { STARTS_FOR_ONE = 60, STARTS_FOR_ALL = 200, MAX_STARTS = 2000 };
enum { MAX_ALONE = 8 };  // more solutions without stiffness are points of a curve

typedef struct Search {
  StaticsWork *work;
  double *q;    // all coordinates
  int *places;  // coordinates that are not held
  int count;    // number of these
  int *rows;    // rows of A that are not redundant
  int row_count;
  int holonomic;  // number of rows of Phi, including redundant ones
  double scale;   // magnitude of the forces
  double *side;   // values of Phi_side at the start
  // Scratch space.
  double *A;           // row_count x count
  double *transposed;  // count x row_count
  double *directions;  // count x count
  double *projector;   // count x count
  double *K;           // n x n
  double *short_lambda, *lambda;
  double *S;
} Search;

static bool is_angle(const StaticsWork *work, int coordinate)
{
  return strcmp(work->system->equations->coordinates[coordinate].unit, "rad") == 0;
}

// ---- residual function

static void evaluate_here(Search *search)
{
  StaticsWork *work = search->work;
  ProgramState state = work->state;
  state.q = search->q;
  evaluator_evaluate(&work->stiffness.evaluator, &state);
  const double *torques = work->state.torques;
  for (int j = 0; j < search->count; j++) {
    int i = search->places[j];
    search->S[j] = work->stiffness.S[i] - (torques ? torques[i] : 0);
  }
}

static void evaluate_at(Search *search, const double x[])
{
  for (int j = 0; j < search->count; j++)
    search->q[search->places[j]] = x[j];
  evaluate_here(search);
}

// Computes lambda of all rows, and the projector. Returns false on a numerical failure.
static bool project(Search *search)
{
  const StaticsWork *work = search->work;
  int n = search->count, m = search->row_count;
  for (int r = 0; r < m; r++) {
    for (int j = 0; j < n; j++) {
      double entry = work->stiffness.A[search->rows[r] * work->n + search->places[j]];
      search->A[r * n + j] = search->transposed[j * m + r] = entry;
    }
  }
  NumericRank rank, unused;
  NumericStatus status =
      numeric_rank(m, n, search->A, STATICS_RANK_TOLERANCE, NULL, search->directions, &rank);
  if (status == NUMERIC_OK) {
    status = least_squares_solve(n, m, search->transposed, search->S, STATICS_RANK_TOLERANCE,
                                 search->short_lambda, &unused, NULL);
  }
  if (status != NUMERIC_OK) return false;
  for (int r = 0; r < m; r++)
    search->lambda[search->rows[r]] = -search->short_lambda[r];
  for (int i = 0; i < n * n; i++) {
    double sum = 0;
    for (int d = rank.rank; d < n; d++)
      sum += search->directions[d * n + i / n] * search->directions[d * n + i % n];
    search->projector[i] = sum;
  }
  return true;
}

// Fills the force rows: P S and P K, divided by the scale.
static void fill_forces(const Search *search, double residual[], double jacobian[])
{
  int n = search->count, all = search->work->n;
  for (int i = 0; i < n; i++) {
    residual[i] = 0;
    for (int j = 0; j < n; j++) {
      residual[i] += search->projector[i * n + j] * search->S[j] / search->scale;
      double sum = 0;
      for (int k = 0; k < n; k++) {
        double K = search->K[search->places[k] * all + search->places[j]];
        sum += search->projector[i * n + k] * K;
      }
      jacobian[i * n + j] = sum / search->scale;
    }
  }
}

static bool evaluate_free(void *context, const double x[], double residual[], double jacobian[])
{
  Search *search = context;
  const StaticsWork *work = search->work;
  int n = search->count;
  evaluate_at(search, x);
  for (int i = 0; i < n; i++) {
    if (!isfinite(search->S[i])) return false;
  }
  if (!project(search)) return false;
  statics_stiffness(work, search->lambda, search->K);
  fill_forces(search, residual, jacobian);
  for (int r = 0; r < search->holonomic; r++) {
    residual[n + r] = work->stiffness.Phi[r];
    for (int j = 0; j < n; j++)
      jacobian[(n + r) * n + j] = work->stiffness.A[r * work->n + search->places[j]];
  }
  return true;
}

// Rejects solutions near a singular configuration, to which Newton's method converges only to half
// the digits: there any load seems to be balanced by reactions inversely proportional to the
// distance.
static bool is_borne(Search *search)
{
  double force = 0, largest = 0;
  if (!project(search)) return false;
  for (int j = 0; j < search->count; j++)
    force = hypot(force, search->S[j]);
  for (int r = 0; r < search->row_count; r++)
    largest = hypot(largest, search->short_lambda[r]);
  double lever = 0;
  for (int i = 0; i < search->row_count * search->count; i++)
    lever = fmax(lever, fabs(search->A[i]));
  return largest * lever <= GREATEST_GAIN * force;
}

// Returns true if all loop-closing joints are on the same side as at the start.
static bool has_sides_as_meant(const Search *search)
{
  for (int i = 0; i < search->work->stiffness.side_count; i++) {
    if (search->side[i] * search->work->stiffness.side[i] < 0) return false;
  }
  return true;
}

static bool accepts(void *context, const double x[])
{
  Search *search = context;
  evaluate_at(search, x);
  return has_sides_as_meant(search) && is_borne(search);
}

// ---- search

static void make_room(Search *search, Arena *arena)
{
  const StaticsWork *work = search->work;
  int n = work->n, m = work->rows;
  search->q = ARENA_ARRAY(arena, double, n);
  search->places = ARENA_ARRAY(arena, int, n);
  search->rows = ARENA_ARRAY(arena, int, m);
  search->side = ARENA_ARRAY(arena, double, work->stiffness.side_count);
  search->A = ARENA_ARRAY(arena, double, m *n);
  search->transposed = ARENA_ARRAY(arena, double, m *n);
  search->directions = ARENA_ARRAY(arena, double, n *n);
  search->projector = ARENA_ARRAY(arena, double, n *n);
  search->K = ARENA_ARRAY(arena, double, n *n);
  search->short_lambda = ARENA_ARRAY(arena, double, m);
  search->lambda = ARENA_ARRAY(arena, double, m);
  search->S = ARENA_ARRAY(arena, double, n);
}

// Selects the rows of A that are not redundant.
static bool find_rows(Search *search, const double q[], Text *why)
{
  const StaticsWork *work = search->work;
  if (work->rows == 0) return true;
  ProgramState start = work->state;
  start.q = q;
  MobilityStudy *study = mobility_study_new(work->system, &start, NULL, why);
  if (!study) return false;
  for (int r = 0; r < work->rows; r++) {
    if (!study->is_redundant[r]) search->rows[search->row_count++] = r;
  }
  mobility_study_free(study);
  return true;
}

// Returns the magnitude of forces and stiffnesses at the start.
static double scale_of(const Search *search)
{
  const StaticsWork *work = search->work;
  double scale = 0;
  for (int j = 0; j < search->count; j++) {
    if (isfinite(search->S[j])) scale = fmax(scale, fabs(search->S[j]));
  }
  for (int i = 0; i < work->n * work->n; i++) {
    double entry = fabs(work->stiffness.S_q[i]);
    if (isfinite(entry)) scale = fmax(scale, entry);
  }
  return scale > 0 ? scale : 1;
}

static bool begin(Search *search, const double q[], Arena *arena, Text *why)
{
  const StaticsWork *work = search->work;
  make_room(search, arena);
  if (!find_rows(search, q, why)) return false;
  memcpy(search->q, q, sizeof(double) * (size_t)work->n);
  for (int i = 0; i < work->n; i++) {
    if (!work->is_held[i]) search->places[search->count++] = i;
  }
  search->holonomic = work->system->rows->holonomic_count;
  evaluate_here(search);
  search->scale = scale_of(search);
  if (work->stiffness.side_count > 0) {
    memcpy(search->side, work->stiffness.side, sizeof(double) * (size_t)work->stiffness.side_count);
  }
  return true;
}

// Returns a search range for sliding coordinates: the derivative of a loop by an angle is a lever
// arm, and a spring deflects under its load.
static double reach(const Search *search)
{
  const StaticsWork *work = search->work;
  int n = work->n;
  double result = 0;
  for (int j = 0; j < search->count; j++) {
    int i = search->places[j];
    double way = is_angle(work, i) ? 0 : fabs(search->S[j] / work->stiffness.S_q[i * n + i]);
    if (isfinite(way)) result = fmax(result, way);
    for (int r = 0; r < search->holonomic && is_angle(work, i); r++) {
      double lever = fabs(work->stiffness.A[r * n + i]);
      if (isfinite(lever)) result = fmax(result, lever);
    }
  }
  return result > 0 ? 2 * result : 1;
}

static void solve(Search *search, Arena *arena, bool requests_all, SearchResult *result)
{
  int n = search->count;
  double *start = ARENA_ARRAY(arena, double, n), *periods = ARENA_ARRAY(arena, double, n);
  double *lower = ARENA_ARRAY(arena, double, n), *upper = ARENA_ARRAY(arena, double, n);
  double far = reach(search);
  for (int j = 0; j < n; j++) {
    bool turns = is_angle(search->work, search->places[j]);
    start[j] = search->q[search->places[j]];
    periods[j] = turns ? 2 * PI : 0;
    lower[j] = turns ? -PI : start[j] - far;
    upper[j] = turns ? PI : start[j] + far;
  }
  int many = STARTS_FOR_ALL * n < MAX_STARTS ? STARTS_FOR_ALL * n : MAX_STARTS;
  SearchOptions options = {
    .lower = lower,
    .upper = upper,
    .periods = periods,
    .newton.tolerance = ZERO,
    .accepts = accepts,
    .starts = requests_all ? many : STARTS_FOR_ONE,
    .stops_at_first = !requests_all,
  };
  NewtonProblem problem = { n, n + search->holonomic, evaluate_free, search };
  newton_search(&problem, &options, start, result);
}

// ---- results

// Balances the forces at the configuration and determines its stability.
static bool take_rest(StaticsWork *work, const double q[], StaticConfiguration *rest)
{
  rest->q = ARENA_ARRAY(work->arena, double, work->n);
  memcpy(rest->q, q, sizeof(double) * (size_t)work->n);
  bool has_values = statics_balance(work, rest);
  if (has_values) statics_judge(work, rest);
  return has_values;
}

// If a motion has no stiffness, a solution may be a point of a curve, of which every start finds
// another point. In that case one point of each stability is kept.
static bool is_on_curve(const Statics *statics, int index, int *first)
{
  const StaticConfiguration *rest = &statics->rests[index];
  int similar = 0;
  *first = index;
  for (int k = statics->count - 1; k >= 0 && !rest->is_alone; k--) {
    bool is_similar = !statics->rests[k].is_alone && statics->rests[k].stability == rest->stability;
    similar += is_similar;
    if (is_similar) *first = k;
  }
  return similar > MAX_ALONE;
}

static void thin_out(Statics *statics, Arena *scratch)
{
  bool *is_kept = ARENA_ARRAY(scratch, bool, statics->count);
  int kept = 0;
  for (int k = 0; k < statics->count; k++) {
    int first = k;
    statics->rests[k].is_one_of_many = is_on_curve(statics, k, &first);
    is_kept[k] = first == k || !statics->rests[k].is_one_of_many;
  }
  for (int k = 0; k < statics->count; k++) {
    if (is_kept[k]) statics->rests[kept++] = statics->rests[k];
  }
  statics->count = kept;
}

// Stores all solutions; if there is none, the start with the forces that it lacks.
static bool take_results(Search *search, const SearchResult *found, const double q[],
                         Arena *scratch)
{
  StaticsWork *work = search->work;
  Statics *statics = work->statics;
  statics->starts = found->starts;
  statics->is_balanced = found->count > 0;
  statics->count = found->count > 0 ? found->count : 1;
  statics->rests = ARENA_ARRAY(work->arena, StaticConfiguration, statics->count);
  memcpy(search->q, q, sizeof(double) * (size_t)work->n);
  bool has_values = true;
  for (int k = 0; k < statics->count && has_values; k++) {
    for (int j = 0; j < search->count && found->count > 0; j++)
      search->q[search->places[j]] = found->points[k * search->count + j];
    has_values = take_rest(work, search->q, &statics->rests[k]);
  }
  if (has_values) thin_out(statics, scratch);
  return has_values;
}

bool statics_search(StaticsWork *work, const double q[], bool requests_all, Text *why)
{
  Arena *arena = arena_new();
  Search search = { .work = work };
  bool is_good = begin(&search, q, arena, why);
  if (is_good) {
    SearchResult found = { .count = 1, .starts = 1 };
    if (search.count > 0) solve(&search, arena, requests_all, &found);
    is_good = take_results(&search, &found, q, arena);
    free(found.points);
    if (!is_good) text_put(why, "the forces have no value where it starts");
  }
  arena_free(arena);
  return is_good;
}
