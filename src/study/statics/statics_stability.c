// statics_stability.c -- stability of a static configuration.
//
// On the admissible motions D, in echelon form, the stiffness is
//
//   D K D^T,   K = dS/dq + sum_i lambda_i dA_i/dq
//
// the second derivative of the energy along them, including the multipliers. If the forces derive
// from a potential it is symmetric, and the energy has a minimum where it is positive definite
// (Lagrange, Dirichlet). This alone is not decisive: damping may be negative, and gyroscopic forces
// may stabilise. Therefore the small motions x along D are analysed,
//
//   D M D^T x'' + D (dS/dqd) D^T x' + D K D^T x = 0
//
// and their eigenvalues take precedence. With nonholonomic constraints, D are the admissible
// velocities, and other equilibria are adjacent.
// SPDX-License-Identifier: MIT
#include "study/statics/statics_impl.h"

#include "numeric/linear/echelon.h"
#include "numeric/linear/eigen.h"
#include "numeric/linear/least_squares.h"

#include <math.h>
#include <string.h>

static const double FLAT = 1e-8;
static const double PIVOT = 1e-9;
static const double NO_INERTIA = 1e-12;
// Rounding limits as for modes: of singular values, and of real relative to imaginary parts.
static const double ZERO = 1e-10, UNDAMPED = 1e-7;

void statics_stiffness(const StaticsWork *work, const double lambda[], double K[])
{
  int size = work->n * work->n;
  memcpy(K, work->stiffness.S_q, sizeof(double) * (size_t)size);
  for (int r = 0; r < work->rows; r++) {
    for (int i = 0; i < size; i++)
      K[i] += lambda[r] * work->stiffness.A_q[r * size + i];
  }
}

// Returns a basis of the motions that the constraints admit and in which held coordinates do not
// move. Returns NULL on a numerical failure.
static double *allowed_motions(const StaticsWork *work, Arena *arena, int *count, int **pivots)
{
  int n = work->n, rows = work->rows;
  double *A = ARENA_ARRAY(arena, double, (rows + n) * n);
  if (rows > 0) memcpy(A, work->stiffness.A, sizeof(double) * (size_t)(rows * n));
  for (int i = 0; i < n; i++) {
    if (work->is_held[i]) A[rows++ * n + i] = 1;
  }
  double *directions = ARENA_ARRAY(arena, double, n *n);
  NumericRank rank;
  if (numeric_rank(rows, n, A, STATICS_RANK_TOLERANCE, NULL, directions, &rank) != NUMERIC_OK)
    return NULL;
  double *D = directions + rank.rank * n;
  *pivots = ARENA_ARRAY(arena, int, n);
  *count = echelon_reduce(n - rank.rank, n, D, PIVOT, *pivots);
  return D;
}

static double product_of(int n, const double a[], const double K[], const double b[])
{
  double sum = 0;
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++)
      sum += a[i] * K[i * n + j] * b[j];
  }
  return sum;
}

// Returns an upper bound of the entries of D K D^T without cancellation.
static double size_of(const StaticsWork *work, const StaticConfiguration *rest, const double D[],
                      int count)
{
  int size = work->n * work->n;
  double largest = rest->scale, longest = 1;
  for (int i = 0; i < size; i++)
    largest = fmax(largest, fabs(work->stiffness.S_q[i]));
  for (int r = 0; r < work->rows; r++) {
    for (int i = 0; i < size; i++)
      largest =
          fmax(largest, fabs(rest->joint_reactions.lambda[r] * work->stiffness.A_q[r * size + i]));
  }
  for (int i = 0; i < count * work->n; i++)
    longest = fmax(longest, fabs(D[i]));
  return largest * longest * longest;
}

// The stiffness along the motions D.
typedef struct Reduced {
  int count;
  double *D;  // count x n; NULL: numerical failure
  int *pivots;
  double *K;       // count x count
  double nothing;  // entries of K below this count as zero
} Reduced;

// Returns D a D^T.
static double *along(int n, const Reduced *reduced, const double a[], Arena *scratch)
{
  int count = reduced->count;
  double *out = ARENA_ARRAY(scratch, double, count *count);
  for (int i = 0; i < count * count; i++)
    out[i] = product_of(n, reduced->D + i / count * n, a, reduced->D + i % count * n);
  return out;
}

static Reduced reduce(const StaticsWork *work, const StaticConfiguration *rest, Arena *scratch)
{
  int n = work->n;
  Reduced result = { .count = 0 };
  double *K = ARENA_ARRAY(scratch, double, n *n);
  statics_stiffness(work, rest->joint_reactions.lambda, K);
  result.D = allowed_motions(work, scratch, &result.count, &result.pivots);
  result.K = along(n, &result, K, scratch);
  result.nothing = FLAT * size_of(work, rest, result.D, result.count);
  return result;
}

static bool is_symmetric(const Reduced *reduced)
{
  int count = reduced->count;
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < i; j++) {
      if (fabs(reduced->K[i * count + j] - reduced->K[j * count + i]) > reduced->nothing) {
        return false;
      }
    }
  }
  return true;
}

// Stores the motion of the eigenvector, normalised so that its largest own coordinate moves by 1.
static void note_softest(const StaticsWork *work, StaticConfiguration *rest, const Reduced *reduced,
                         const double vector[])
{
  int n = work->n, count = reduced->count, own = 0;
  for (int i = 1; i < count; i++) {
    if (fabs(vector[i]) > fabs(vector[own])) own = i;
  }
  StaticsMotion *motion = &rest->softest;
  motion->coordinate = reduced->pivots[own];
  motion->speeds = ARENA_ARRAY(work->arena, double, n);
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < n; j++)
      motion->speeds[j] += vector[i] / vector[own] * reduced->D[i * n + j];
  }
  motion->force = product_of(count, vector, reduced->K, vector) / (vector[own] * vector[own]);
}

static Stability judge_values(int count, const double values[], double nothing)
{
  if (values[0] < -nothing) return STABILITY_UNSTABLE;
  for (int i = 0; i < count; i++) {
    if (values[i] <= nothing) return STABILITY_NEUTRAL;
  }
  return STABILITY_STABLE;
}

// Removes stiffnesses that are only rounding; they would appear as slow motions.
static void remove_flat(Reduced *reduced, const double values[], const double vectors[])
{
  int count = reduced->count;
  for (int k = 0; k < count; k++) {
    const double *vector = vectors + k * count;
    for (int i = 0; i < count * count && fabs(values[k]) <= reduced->nothing; i++)
      reduced->K[i] -= values[k] * vector[i / count] * vector[i % count];
  }
}

static Stability judge_energy(StaticsWork *work, StaticConfiguration *rest, Reduced *reduced,
                              Arena *scratch)
{
  int count = reduced->count;
  double *values = ARENA_ARRAY(scratch, double, count);
  double *vectors = ARENA_ARRAY(scratch, double, count *count);
  if (eigen_symmetric(count, reduced->K, values, vectors) != NUMERIC_OK) return STABILITY_UNKNOWN;
  note_softest(work, rest, reduced, vectors);
  remove_flat(reduced, values, vectors);
  return judge_values(count, values, reduced->nothing);
}

// ---- small motions

static bool are_finite(const double values[], int count)
{
  for (int i = 0; i < count; i++) {
    if (!isfinite(values[i])) return false;
  }
  return true;
}

// Returns the system matrix for (x, x'), or NULL if some motion has no inertia.
static double *first_order(const StaticsWork *work, const Reduced *reduced, Arena *scratch)
{
  int count = reduced->count, n = work->n;
  double *M = along(n, reduced, work->stiffness.M, scratch);
  double *C = along(n, reduced, work->stiffness.S_qd, scratch);
  double *A = ARENA_ARRAY(scratch, double, 4 * count * count);
  double *right = ARENA_ARRAY(scratch, double, count), *x = ARENA_ARRAY(scratch, double, count);
  // Dry friction has no slope at rest; it is omitted, since nothing slides.
  if (!are_finite(C, count * count)) memset(C, 0, sizeof(double) * (size_t)(count * count));
  for (int j = 0; j < 2 * count; j++) {
    const double *from = j < count ? reduced->K : C;
    NumericRank rank;
    for (int i = 0; i < count; i++)
      right[i] = -from[i * count + j % count];
    NumericStatus status = least_squares_solve(count, count, M, right, NO_INERTIA, x, &rank, NULL);
    if (status != NUMERIC_OK || rank.rank < count) return NULL;
    for (int i = 0; i < count; i++)
      A[(count + i) * 2 * count + j] = x[i];
  }
  for (int i = 0; i < count; i++)
    A[i * 2 * count + count + i] = 1;
  return A;
}

// Returns the largest real part that is not rounding.
static double growth_of(const EigenSystem *eigen)
{
  double growth = 0;
  for (int k = 0; k < eigen->count; k++) {
    double size = hypot(eigen->real[k], eigen->imaginary[k]);
    if (eigen->real[k] > UNDAMPED * size) growth = fmax(growth, eigen->real[k]);
  }
  return growth;
}

static Stability judge_motions(StaticConfiguration *rest, const EigenSystem *eigen,
                               Stability by_energy)
{
  rest->growth = growth_of(eigen);
  if (rest->growth > 0)
    return by_energy == STABILITY_UNSTABLE ? STABILITY_UNSTABLE : STABILITY_NONCONSERVATIVE;
  if (by_energy == STABILITY_UNSTABLE) return STABILITY_GYROSCOPIC;
  return by_energy == STABILITY_NO_ENERGY ? STABILITY_STABLE : by_energy;
}

static void judge(StaticsWork *work, StaticConfiguration *rest, Reduced *reduced, Arena *scratch)
{
  rest->has_energy = is_symmetric(reduced);
  Stability by_energy =
      rest->has_energy ? judge_energy(work, rest, reduced, scratch) : STABILITY_NO_ENERGY;
  EigenSystem eigen;
  const double *A = first_order(work, reduced, scratch);
  bool is_known = A && eigen_general(2 * reduced->count, A, ZERO, scratch, &eigen) == NUMERIC_OK;
  if (!is_known || by_energy == STABILITY_UNKNOWN) {
    rest->stability = by_energy;
  } else if (by_energy == STABILITY_NO_ENERGY && eigen.zero_count > 0) {
    rest->stability = STABILITY_NO_ENERGY;
  } else {
    rest->stability = judge_motions(rest, &eigen, by_energy);
  }
}

// Returns true if every motion has a stiffness. With nonholonomic constraints other equilibria are
// always adjacent.
static bool is_alone(const StaticsWork *work, const Reduced *reduced, Arena *scratch)
{
  int count = reduced->count;
  if (work->rows > work->system->rows->holonomic_count) return false;
  double *values = ARENA_ARRAY(scratch, double, count + 1);
  NumericRank rank;
  NumericStatus status = numeric_rank(count, count, reduced->K, 0, values, NULL, &rank);
  return count == 0 || (status == NUMERIC_OK && values[count - 1] > reduced->nothing);
}

void statics_judge(StaticsWork *work, StaticConfiguration *rest)
{
  ProgramState state = work->state;
  state.q = rest->q;
  evaluator_evaluate(&work->stiffness.evaluator, &state);
  evaluator_evaluate(&work->stiffness.dynamics, &state);
  Arena *scratch = arena_new();
  Reduced reduced = reduce(work, rest, scratch);
  rest->is_alone = is_alone(work, &reduced, scratch);
  if (!reduced.D) {
    rest->stability = STABILITY_UNKNOWN;
  } else if (reduced.count == 0) {
    rest->stability = STABILITY_RIGID;
  } else {
    judge(work, rest, &reduced, scratch);
  }
  arena_free(scratch);
}
