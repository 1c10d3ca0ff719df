// constraint_system_quaternions.c -- where nothing is tied but norms of quaternions: each closes by itself.
//
// A row e . e - 1 = 0 over numbers of its own, the gradient of which is 2 e: the nearest point is e / |e|,
// and the nearest speeds have no part along e. That is what Newton's method and least squares would find.
// SPDX-License-Identifier: MIT
#include "system/constraints/constraint_system.h"

#include <math.h>

static bool is_zero_entry(const Closing *closing, const char *key, int place)
{
  const Quantity *quantity = equations_find(closing->equations, key);
  return !quantity || expr_is_zero(quantity->entries[place]);
}

// Is every coordinate in one row at most, a number, and its entry there twice itself? Where nothing of a
// row is left out as zero, some points tell.
bool closing_looks_like_norms(const Closing *closing)
{
  int n = closing->n;
  for (int j = 0; j < n; j++) {
    bool is_used = false;
    for (int i = 0; i < closing->holonomic; i++) {
      if (is_zero_entry(closing, "Phi_q", i * n + j)) continue;
      bool is_number = closing->equations->coordinates[j].unit[0] == '\0';
      if (is_used || !is_number || closing->J[i * n + j] != 2 * closing->q[j]) return false;
      is_used = true;
    }
  }
  for (int i = 0; i < closing->holonomic; i++) {
    if (!is_zero_entry(closing, "Phi_t", i)) return false;
  }
  return closing->holonomic > 0 && closing->rows == closing->holonomic;
}

bool closing_scale_norms(Closing *closing, double q[])
{
  int n = closing->n;
  bool is_good = closing_at(closing, q);
  for (int i = 0; i < closing->holonomic && is_good; i++) {
    const double *J = closing->J + i * n;
    double square = 0;
    for (int j = 0; j < n; j++)
      square += J[j] * J[j] / 4;
    double part = 1 - closing->phi[i] / square;
    is_good = part > 0 && isfinite(part);
    for (int j = 0; j < n && is_good; j++) {
      if (J[j] != 0) q[j] *= sqrt(part);
    }
  }
  return is_good && closing_at(closing, q);
}

bool closing_fit_norms(const Closing *closing, double qd[])
{
  int n = closing->n;
  bool is_good = true;
  for (int i = 0; i < closing->holonomic; i++) {
    const double *J = closing->J + i * n;
    double square = 0;
    for (int j = 0; j < n; j++)
      square += J[j] * J[j];
    double part = closing_slip(closing, i, qd) / square;
    is_good = is_good && isfinite(part);
    for (int j = 0; j < n && is_good; j++)
      qd[j] -= part * J[j];
  }
  return is_good;
}
