// complementarity.c -- Lawson and Hanson's active sets.
// SPDX-License-Identifier: MIT
#include "numeric/complementarity.h"

#include "base/memory.h"
#include "numeric/least_squares.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double ROUNDING = 1e-12;

typedef struct ActiveSet {
  int n;
  const double *G;
  const double *c;
  bool *is_active;  // z may be above 0
  double *z, *wanted;
  double *room;  // n x n + 2 n
} ActiveSet;

// What makes w = 0 in the active rows, with the others at z = 0.
static void solve_active(ActiveSet *set)
{
  int n = set->n, count = 0, row = 0;
  double *matrix = set->room, *right = matrix + n * n, *x = right + n;
  for (int i = 0; i < n; i++)
    count += set->is_active[i];
  for (int i = 0; i < n; i++) {
    int column = 0;
    if (!set->is_active[i]) continue;
    for (int j = 0; j < n; j++) {
      if (set->is_active[j]) matrix[row * count + column++] = set->G[i * n + j];
    }
    right[row++] = -set->c[i];
  }
  NumericRank rank;
  least_squares_solve(count, count, matrix, right, ROUNDING, x, &rank, NULL);
  row = 0;
  for (int i = 0; i < n; i++)
    set->wanted[i] = set->is_active[i] ? x[row++] : 0;
}

// Goes towards what is wanted until a z becomes 0, which then is no longer active. False: it is there.
static bool go_to_boundary(ActiveSet *set)
{
  double part = 1;
  int first = -1;
  for (int i = 0; i < set->n; i++) {
    if (!set->is_active[i] || set->wanted[i] > 0) continue;
    double way = set->z[i] / (set->z[i] - set->wanted[i]);
    if (first >= 0 && !(way < part)) continue;
    first = i;
    part = set->z[i] > 0 ? way : 0;
  }
  for (int i = 0; i < set->n; i++)
    set->z[i] += part * (set->wanted[i] - set->z[i]);
  if (first < 0) return false;
  set->z[first] = 0;
  set->is_active[first] = false;
  return true;
}

// The row that is hurt most; -1: none.
static int worst_row(const ActiveSet *set, double slack)
{
  int worst = -1;
  for (int i = 0; i < set->n; i++) {
    double w = set->c[i];
    for (int j = 0; j < set->n; j++)
      w += set->G[i * set->n + j] * set->z[j];
    if (set->is_active[i] || w >= -slack) continue;
    worst = i;
    slack = -w;
  }
  return worst;
}

bool complementarity_solve(int n, const double G[], const double c[], double z[])
{
  double slack = 0;
  memset(z, 0, sizeof(double) * (size_t)n);
  for (int i = 0; i < n; i++)
    slack = fmax(slack, ROUNDING * fabs(c[i]));
  double *room = memory_new((size_t)n * (size_t)(n + 3) + 1, sizeof(double));
  ActiveSet set = { n, G, c, memory_new((size_t)n + 1, sizeof(bool)), z, room, room + n };
  int worst = worst_row(&set, slack);
  for (int round = 0; worst >= 0 && round < 10 * (n + 1); round++) {
    set.is_active[worst] = true;
    do {
      solve_active(&set);
    } while (go_to_boundary(&set));
    worst = worst_row(&set, slack);
  }
  free(set.is_active);
  free(room);
  return worst < 0;
}
