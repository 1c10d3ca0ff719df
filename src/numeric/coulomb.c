// coulomb.c -- one contact after the other.
// SPDX-License-Identifier: MIT
#include "numeric/coulomb.h"

#include "numeric/least_squares.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { MOST_ROWS = 3, ANGLES = 64 };
static const double TURN = 6.283185307179586, RANK = 1e-12;

// A contact among the others: what it does to itself, and w without it.
typedef struct Local {
  const CoulombContact *contact;
  int rows;
  double G[MOST_ROWS * MOST_ROWS];
  double w[MOST_ROWS];
} Local;

static void speeds_of(const Local *local, const double z[], double w[])
{
  for (int i = 0; i < local->rows; i++) {
    w[i] = local->w[i];
    for (int j = 0; j < local->rows; j++)
      w[i] += local->G[i * local->rows + j] * z[j];
  }
}

// ---- it sticks

// z with w = 0 in the rows from `first` on; of the others z stays.
static void stick(const Local *local, int first, double z[])
{
  int rows = local->rows, count = rows - first;
  double matrix[MOST_ROWS * MOST_ROWS], right[MOST_ROWS];
  NumericRank rank;
  if (count == 0) return;
  for (int i = first; i < rows; i++) {
    right[i - first] = -local->w[i];
    for (int j = 0; j < first; j++)
      right[i - first] -= local->G[i * rows + j] * z[j];
    for (int j = first; j < rows; j++)
      matrix[(i - first) * count + j - first] = local->G[i * rows + j];
  }
  least_squares_solve(count, count, matrix, right, RANK, z + first, &rank, NULL);
}

static bool is_in_cone(const Local *local, const double z[])
{
  const double ROUNDING = 1 + 1e-12;
  double across = local->rows > 1 ? z[1] : 0, along = local->rows > 2 ? z[2] : 0;
  return hypot(across, along) <= ROUNDING * local->contact->mu * z[0];
}

// ---- it slips

// z where it slips along `way` [rows - 1], with w_n = 0 if it is closed and z_n = least otherwise.
// Positive where w_t has this direction; *turned is by how much w_t is turned from it.
static double slip(const Local *local, bool is_closed, const double way[], double z[],
                   double *turned)
{
  const CoulombContact *contact = local->contact;
  int rows = local->rows < MOST_ROWS ? local->rows : MOST_ROWS;  // for who proves bounds
  double gives = local->G[0], w[MOST_ROWS] = { 0 };
  for (int k = 1; k < rows; k++)
    gives -= contact->mu * local->G[k] * way[k - 1];
  z[0] = is_closed ? -local->w[0] / gives : contact->least;
  if (is_closed && !(gives > RANK * local->G[0] && z[0] >= contact->least)) z[0] = NAN;
  for (int k = 1; k < rows; k++)
    z[k] = -contact->mu * z[0] * way[k - 1];
  speeds_of(local, z, w);
  *turned = rows == 3 ? w[1] * way[1] - w[2] * way[0] : 0;
  return rows == 3 ? w[1] * way[0] + w[2] * way[1] : rows == 2 ? w[1] * way[0] : 0;
}

static double slip_at(const Local *local, bool is_closed, double angle, double z[], double *turned)
{
  double way[2] = { cos(angle), sin(angle) };
  return slip(local, is_closed, way, z, turned);
}

// Between two angles where w_t is turned to one side and to the other.
static bool find_way(const Local *local, bool is_closed, double low, double high, double z[])
{
  enum { MOST_HALVES = 60 };
  double turned, at_low;
  slip_at(local, is_closed, low, z, &at_low);
  for (int k = 0; k < MOST_HALVES; k++) {
    double middle = (low + high) / 2;
    slip_at(local, is_closed, middle, z, &turned);
    if ((turned > 0) == (at_low > 0)) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return slip_at(local, is_closed, low, z, &turned) >= 0;
}

static bool slip_anywhere(const Local *local, bool is_closed, double z[])
{
  double before = NAN, turned;
  if (local->rows == 2) {
    for (int side = -1; side <= 1; side += 2) {
      double way[2] = { side, 0 };
      if (slip(local, is_closed, way, z, &turned) >= 0) return true;
    }
    return false;
  }
  for (int k = 0; k <= ANGLES; k++) {
    slip_at(local, is_closed, TURN * k / ANGLES, z, &turned);
    bool is_between = before * turned <= 0;  // not of what has no value
    if (is_between && find_way(local, is_closed, TURN * (k - 1) / ANGLES, TURN * k / ANGLES, z))
      return true;
    before = turned;
  }
  return false;
}

static bool rub(const Local *local, bool is_closed, double z[])
{
  double turned;
  if (local->contact->is_slipping) {
    slip(local, is_closed, local->contact->way, z, &turned);
    return !isnan(z[0]);
  }
  stick(local, is_closed ? 0 : 1, z);
  bool holds = z[0] >= local->contact->least && is_in_cone(local, z);
  return holds || (local->rows > 1 && slip_anywhere(local, is_closed, z));
}

// ---- contacts

static void solve_local(const Local *local, double z[])
{
  double w[MOST_ROWS] = { 0 };
  memset(z, 0, sizeof(double) * MOST_ROWS);
  z[0] = local->contact->least;
  bool is_found = z[0] == 0 || rub(local, false, z);
  speeds_of(local, z, w);
  if ((is_found && w[0] >= 0) || rub(local, true, z)) return;
  memset(z, 0, sizeof(double) * MOST_ROWS);  // nothing gives way
  z[0] = local->contact->least;
}

// One contact whose first row is `first` of `all`. Returns the largest change.
static double visit(const CoulombContact *contact, int first, int all, const double G[],
                    const double c[], double z[])
{
  Local local = { .contact = contact, .rows = contact->slips + 1 };
  double own[MOST_ROWS], change = 0;
  for (int i = 0; i < local.rows; i++) {
    const double *row = G + (first + i) * all;
    local.w[i] = c[first + i];
    for (int j = 0; j < all; j++) {
      bool is_own = j >= first && j < first + local.rows;
      if (is_own) local.G[i * local.rows + j - first] = row[j];
      if (!is_own) local.w[i] += row[j] * z[j];
    }
  }
  if (!(local.G[0] > 0)) return 0;
  solve_local(&local, own);
  for (int i = 0; i < local.rows; i++) {
    change = fmax(change, fabs(own[i] - z[first + i]));
    z[first + i] = own[i];
  }
  return change;
}

bool coulomb_solve(int count, const CoulombContact contacts[], const double G[], const double c[],
                   double z[])
{
  enum { MOST_SWEEPS = 20000 };
  int all = 0;
  for (int k = 0; k < count; k++)
    all += contacts[k].slips + 1;
  memset(z, 0, sizeof(double) * (size_t)all);
  double change = 0, largest = 0;
  for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    change = largest = 0;
    for (int k = 0, first = 0; k < count; first += contacts[k++].slips + 1)
      change = fmax(change, visit(&contacts[k], first, all, G, c, z));
    for (int i = 0; i < all; i++)
      largest = fmax(largest, fabs(z[i]));
    if (change <= 4 * DBL_EPSILON * largest) return true;
  }
  return change <= 1e3 * DBL_EPSILON * largest;
}
