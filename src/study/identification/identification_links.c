// identification_links.c -- physically consistent link parameters with the identified base
// parameters.
//
// The pseudo-inertia of every link is P = L (1 + X) L' with L L' = P0, that of the description; the
// ten entries of X are the unknowns, so that all have a similar magnitude. Newton's method for
//
//   least  sum of tr(X) - log det(1 + X)   with  G x = g,   G = K T, g = base - K pi0
//
// starts at X = 0, which does not satisfy the equations (S. Boyd, L. Vandenberghe, "Convex
// Optimization", 2004, section 10.3). If no solution has positive definite P for all links, its
// steps become ever shorter. In that case the equations are satisfied in the least-squares sense,
// weighted by their standard deviations s,
//
//   least  sum of tr(X) - log det(1 + X)  +  1/2 |(G x - g) / s|^2,
//
// which always has a solution: the multipliers are nu = (G x - g) / s^2.
// SPDX-License-Identifier: MIT
#include "study/identification/identification_impl.h"

#include "numeric/linear/least_squares.h"

#include <math.h>
#include <string.h>

enum { TEN = 10, SIDE = 4 };
static const double SOLVED = 1e-9;
static const double RANK_TOLERANCE = 1e-11;

typedef double Square[SIDE][SIDE];

typedef struct Search {
  int links, unknowns, rows;
  Square *L;
  double *T;  // block diagonal, one TEN x TEN block per link: pi = pi0 + T x
  double *G;  // rows x unknowns, rows of length 1
  double *g;
  double *variance;  // s^2 of each row
  bool is_soft;      // use the weighted least-squares form
  double *x, *nu;
  double *trial, *trial_nu;
  double *step;  // of x, then of nu
  double *matrix, *right;
  Arena *arena;
} Search;

// ---- pseudo-inertias

// Converts XX XY XZ YY YZ ZZ MX MY MZ M; XY, XZ, YZ are entries of the inertia matrix, not products
// of inertia.
static void put_pseudo(const double pi[TEN], Square P)
{
  double half = (pi[0] + pi[3] + pi[5]) / 2;
  const Square own = { { half - pi[0], -pi[1], -pi[2], pi[6] },
                       { -pi[1], half - pi[3], -pi[4], pi[7] },
                       { -pi[2], -pi[4], half - pi[5], pi[8] },
                       { pi[6], pi[7], pi[8], pi[9] } };
  memcpy(P, own, sizeof own);
}

static void take_pseudo(Square P, double pi[TEN])
{
  double trace = P[0][0] + P[1][1] + P[2][2];
  const double own[TEN] = { trace - P[0][0], -P[0][1], -P[0][2], trace - P[1][1], -P[1][2],
                            trace - P[2][2], P[0][3],  P[1][3],  P[2][3],         P[3][3] };
  memcpy(pi, own, sizeof own);
}

// Cholesky factorisation. Returns false if P is not positive definite.
static bool factor(Square P, Square L)
{
  memset(L, 0, sizeof(Square));
  for (int i = 0; i < SIDE; i++) {
    for (int j = 0; j <= i; j++) {
      double sum = P[i][j];
      for (int k = 0; k < j; k++)
        sum -= L[i][k] * L[j][k];
      if (i == j && !(sum > 1e-14 * fabs(P[i][i]))) return false;
      L[i][j] = i == j ? sqrt(sum) : sum / L[j][j];
    }
  }
  return true;
}

// Inverts a positive definite matrix.
static bool invert(Square P, Square inverse)
{
  Square L;
  if (!factor(P, L)) return false;
  for (int c = 0; c < SIDE; c++) {
    double z[SIDE];
    for (int i = 0; i < SIDE; i++) {
      z[i] = i == c ? 1 : 0;
      for (int k = 0; k < i; k++)
        z[i] -= L[i][k] * z[k];
      z[i] /= L[i][i];
    }
    for (int i = SIDE - 1; i >= 0; i--) {
      for (int k = i + 1; k < SIDE; k++)
        z[i] -= L[k][i] * z[k];
      z[i] /= L[i][i];
    }
    for (int i = 0; i < SIDE; i++)
      inverse[i][c] = z[i];
  }
  return true;
}

// Returns row and column of unknown k in a symmetric matrix.
static void entry_of(int k, int *i, int *j)
{
  *i = 0;
  while (k >= SIDE - *i) {
    k -= SIDE - *i;
    ++*i;
  }
  *j = *i + k;
}

static void put_symmetric(const double x[TEN], double diagonal, Square X)
{
  for (int k = 0; k < TEN; k++) {
    int i, j;
    entry_of(k, &i, &j);
    X[i][j] = X[j][i] = x[k] + (i == j ? diagonal : 0);
  }
}

// out = L X L'
static void embrace(Square L, Square X, Square out)
{
  for (int i = 0; i < SIDE; i++) {
    for (int j = 0; j < SIDE; j++) {
      out[i][j] = 0;
      for (int k = 0; k <= i; k++) {
        for (int l = 0; l <= j; l++)
          out[i][j] += L[i][k] * X[k][l] * L[j][l];
      }
    }
  }
}

// ---- problem

// Factorises the described link; if it is not consistent, adds the smallest power of ten to the
// diagonal that makes it so. Returns true if it was changed.
static bool take_reference(double pi[TEN], Square L)
{
  Square P, thick;
  double size = 0;
  put_pseudo(pi, P);
  if (factor(P, L)) return false;
  for (int i = 0; i < SIDE * SIDE; i++)
    size = fmax(size, fabs(P[i / SIDE][i % SIDE]));
  if (!(size > 0)) size = 1e-3;
  double part = 1e-4 * size;
  do {
    memcpy(thick, P, sizeof P);
    for (int i = 0; i < SIDE; i++)
      thick[i][i] += part;
    part *= 10;
  } while (!factor(thick, L) && isfinite(part));
  take_pseudo(thick, pi);
  return true;
}

static void put_map(const Search *search, int link)
{
  double *T = search->T + link * TEN * TEN;
  for (int k = 0; k < TEN; k++) {
    double unit[TEN] = { 0 }, column[TEN];
    Square X, P;
    unit[k] = 1;
    put_symmetric(unit, 0, X);
    embrace(search->L[link], X, P);
    take_pseudo(P, column);
    for (int i = 0; i < TEN; i++)
      T[i * TEN + k] = column[i];
  }
}

// Fills row r of G from a row of K.
static void put_row(const Search *search, const double K[], double wanted, double sd, int r)
{
  double *row = search->G + r * search->unknowns, sum = 0;
  for (int u = 0; u < search->unknowns; u++) {
    const double *T = search->T + u / TEN * TEN * TEN;
    for (int i = 0; i < TEN; i++)
      row[u] += K[u / TEN * TEN + i] * T[i * TEN + u % TEN];
    sum += row[u] * row[u];
  }
  double length = sum > 0 ? sqrt(sum) : 1;
  for (int u = 0; u < search->unknowns; u++)
    row[u] /= length;
  search->g[r] = wanted / length;
  search->variance[r] = sd / length * sd / length;
}

// ---- Newton's method

// For one link: A = (1 + X)^-1. Returns false outside of the cone.
static bool inverse_of(const double x[TEN], Square A)
{
  Square X;
  put_symmetric(x, 1, X);
  return invert(X, A);
}

static double weight(int i, int j) { return i == j ? 1 : 2; }

// Computes the gradient and the residual of the equations, and returns their norm; infinite outside
// of the cone.
static double residual(const Search *search, const double x[], const double nu[], double right[])
{
  double sum = 0;
  int unknowns = search->unknowns;
  for (int link = 0; link < search->links; link++) {
    Square A;
    if (!inverse_of(x + link * TEN, A)) return INFINITY;
    for (int k = 0; k < TEN; k++) {
      int i, j;
      entry_of(k, &i, &j);
      right[link * TEN + k] = (i == j ? 1 : 0) - weight(i, j) * A[i][j];
    }
  }
  for (int r = 0; r < search->rows; r++) {
    const double *row = search->G + r * unknowns;
    right[unknowns + r] = -search->g[r] - (search->is_soft ? search->variance[r] * nu[r] : 0);
    for (int u = 0; u < unknowns; u++) {
      right[u] += row[u] * nu[r];
      right[unknowns + r] += row[u] * x[u];
    }
  }
  for (int i = 0; i < unknowns + search->rows; i++)
    sum += right[i] * right[i];
  return sqrt(sum);
}

static void put_matrix(const Search *search)
{
  int unknowns = search->unknowns, size = unknowns + search->rows;
  memset(search->matrix, 0, sizeof(double) * (size_t)size * (size_t)size);
  for (int link = 0; link < search->links; link++) {
    Square A = { { 0 } };
    inverse_of(search->x + link * TEN, A);
    for (int k = 0; k < TEN * TEN; k++) {
      int i, j, p, q;
      entry_of(k / TEN, &i, &j);
      entry_of(k % TEN, &p, &q);
      double trace = A[i][p] * A[j][q] + A[i][q] * A[j][p];  // tr(A E_ij A E_pq)
      trace *= weight(i, j) * weight(p, q) / 2;
      search->matrix[(link * TEN + k / TEN) * size + link * TEN + k % TEN] = trace;
    }
  }
  for (int r = 0; r < search->rows; r++) {
    if (search->is_soft) search->matrix[(unknowns + r) * (size + 1)] = -search->variance[r];
    for (int u = 0; u < unknowns; u++) {
      double entry = search->G[r * unknowns + u];
      search->matrix[(unknowns + r) * size + u] = search->matrix[u * size + unknowns + r] = entry;
    }
  }
}

// Backtracking line search for the trial point. Returns its residual norm, or NaN if no step
// reduces it.
static double go_along(const Search *search, double left)
{
  enum { HALVINGS = 24 };
  double length = 1;
  for (int k = 0; k < HALVINGS; k++, length /= 2) {
    for (int i = 0; i < search->unknowns; i++)
      search->trial[i] = search->x[i] + length * search->step[i];
    for (int r = 0; r < search->rows; r++)
      search->trial_nu[r] = search->nu[r] + length * search->step[search->unknowns + r];
    double next = residual(search, search->trial, search->trial_nu, search->right);
    if (next < (1 - length / 100) * left) return next;
  }
  return NAN;
}

static bool newton(Search *search, bool is_soft)
{
  enum { MOST = 200 };
  int unknowns = search->unknowns, size = unknowns + search->rows;
  search->is_soft = is_soft;
  memset(search->x, 0, sizeof(double) * (size_t)unknowns);
  memset(search->nu, 0, sizeof(double) * (size_t)search->rows);
  double left = residual(search, search->x, search->nu, search->right);
  for (int turn = 0; turn < MOST && left > SOLVED; turn++) {
    NumericRank rank;
    put_matrix(search);
    for (int i = 0; i < size; i++)
      search->right[i] = -search->right[i];
    if (least_squares_solve(size, size, search->matrix, search->right, RANK_TOLERANCE, search->step,
                            &rank, NULL) != NUMERIC_OK) {
      return false;
    }
    double next = go_along(search, left);
    if (isnan(next)) return left < sqrt(SOLVED);
    memcpy(search->x, search->trial, sizeof(double) * (size_t)unknowns);
    memcpy(search->nu, search->trial_nu, sizeof(double) * (size_t)search->rows);
    left = next;
  }
  return left <= SOLVED;
}

// ---- links

static Search search_new(Arena *arena, int links, int rows)
{
  int unknowns = links * TEN, size = unknowns + rows;
  return (Search){ .links = links,
                   .unknowns = unknowns,
                   .L = ARENA_ARRAY(arena, Square, links),
                   .T = ARENA_ARRAY(arena, double, unknowns *TEN),
                   .G = ARENA_ARRAY(arena, double, rows *unknowns),
                   .g = ARENA_ARRAY(arena, double, rows),
                   .variance = ARENA_ARRAY(arena, double, rows),
                   .x = ARENA_ARRAY(arena, double, unknowns),
                   .nu = ARENA_ARRAY(arena, double, rows),
                   .trial = ARENA_ARRAY(arena, double, unknowns),
                   .trial_nu = ARENA_ARRAY(arena, double, rows),
                   .step = ARENA_ARRAY(arena, double, size),
                   .matrix = ARENA_ARRAY(arena, double, size *size),
                   .right = ARENA_ARRAY(arena, double, size),
                   .arena = arena };
}

static double product_of(const double row[], const double pi[], int count)
{
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += row[i] * pi[i];
  return sum;
}

// Parts of base parameters that do not belong to links, such as rotor inertias, are taken from the
// description.
static void put_rows(Search *search, const Identification *out, const double K[], int K_rows,
                     const double described[], const double reference[])
{
  int columns = search->unknowns;
  for (int k = 0; k < K_rows; k++) {
    const IdentifiedParameter *parameter = &out->parameters[k];
    const double *row = K + k * columns;
    if (!parameter->is_seen) continue;
    double rotor = parameter->described - product_of(row, described, columns);
    double wanted = parameter->value - rotor - product_of(row, reference, columns);
    put_row(search, row, wanted, parameter->sd, search->rows++);
  }
}

// Returns the largest deviation of a parameter in standard deviations: |nu| s.
static double farthest_of(const Search *search)
{
  double most = 0;
  for (int r = 0; r < search->rows; r++)
    most = fmax(most, fabs(search->nu[r]) * sqrt(search->variance[r]));
  return most;
}

static void judge(Identification *out, Arena *scratch, const Quantity *K, const double factors[],
                  const double described[])
{
  ConsistentLinks *links = &out->links;
  int columns = K->columns;
  for (int i = 0; i < columns; i++) {
    if (!isfinite(described[i])) return;
  }
  Search search = search_new(scratch, columns / TEN, K->rows);
  *links = (ConsistentLinks){ .is_judged = true,
                              .count = columns,
                              .names = ARENA_ARRAY(out->arena, const char *, columns),
                              .values = ARENA_ARRAY(out->arena, double, columns),
                              .described = ARENA_ARRAY(out->arena, double, columns) };
  memcpy(links->values, described, sizeof(double) * (size_t)columns);
  memcpy(links->described, described, sizeof(double) * (size_t)columns);
  for (int i = 0; i < columns; i++)
    links->names[i] = K->column_labels[i];
  for (int l = 0; l < search.links; l++) {
    links->repaired_count += take_reference(links->values + l * TEN, search.L[l]);
    put_map(&search, l);
  }
  put_rows(&search, out, factors, K->rows, described, links->values);
  links->exists = newton(&search, false);
  links->is_near = !links->exists && newton(&search, true);
  if (links->is_near) links->farthest = farthest_of(&search);
  for (int i = 0; i < columns; i++) {
    const double *T = search.T + i * TEN;  // row i % TEN of the block of its link
    links->values[i] += product_of(T, search.x + i / TEN * TEN, TEN);
  }
}

void consistent_links_find(System *system, const ProgramState *start, Identification *out)
{
  static const char *const KEYS[] = { "base:K", "pi" };
  Text unused = { 0 };  // without these quantities the links are not determined
  Arena *scratch = arena_new();
  bool is_good = system_derive(system, KEYS, 2, &unused);
  Evaluator evaluator = evaluator_new(system->equations, scratch, 2);
  const double *factors = is_good ? evaluator_add(&evaluator, "base:K", NULL) : NULL;
  const double *described = is_good ? evaluator_add(&evaluator, "pi", NULL) : NULL;
  is_good = is_good && evaluator_compile(&evaluator, &unused);
  if (is_good) evaluator_evaluate(&evaluator, start);
  if (is_good) judge(out, scratch, equations_find(system->equations, "base:K"), factors, described);
  evaluator_free(&evaluator);
  arena_free(scratch);
  text_free(&unused);
}
