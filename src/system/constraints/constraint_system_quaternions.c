// constraint_system_quaternions.c -- closed-form solution if the only constraints are quaternion
// norms.
// A row e . e - 1 = 0 depends on coordinates of its own and has the gradient 2 e: the nearest point
// is e / |e|, and the nearest velocity has no component along e. Newton's method and least squares
// would yield the same.
// SPDX-License-Identifier: MIT
#include "system/constraints/constraint_system.h"

#include <math.h>

static bool is_zero_entry(const ConstraintSystem *constraints, const char *key, int place)
{
  const Quantity *quantity = equations_find(constraints->equations, key);
  return !quantity || expr_is_zero(quantity->entries[place]);
}

// Tests numerically whether every coordinate occurs in at most one row, is dimensionless, and has
// the Jacobian entry 2 q there. As no entry of a row is dropped as zero, some sample points
// suffice.
bool constraint_system_has_only_norms(const ConstraintSystem *constraints)
{
  int n = constraints->n;
  for (int j = 0; j < n; j++) {
    bool is_used = false;
    for (int i = 0; i < constraints->holonomic; i++) {
      if (is_zero_entry(constraints, "Phi_q", i * n + j)) continue;
      bool is_number = constraints->equations->coordinates[j].unit[0] == '\0';
      if (is_used || !is_number || constraints->J[i * n + j] != 2 * constraints->q[j]) return false;
      is_used = true;
    }
  }
  for (int i = 0; i < constraints->holonomic; i++) {
    if (!is_zero_entry(constraints, "Phi_t", i)) return false;
  }
  return constraints->holonomic > 0 && constraints->rows == constraints->holonomic;
}

bool constraint_system_scale_norms(ConstraintSystem *constraints, double q[])
{
  int n = constraints->n;
  bool is_good = constraint_system_evaluate_at(constraints, q);
  for (int i = 0; i < constraints->holonomic && is_good; i++) {
    const double *J = constraints->J + i * n;
    double square = 0;
    for (int j = 0; j < n; j++)
      square += J[j] * J[j] / 4;
    double part = 1 - constraints->phi[i] / square;
    is_good = part > 0 && isfinite(part);
    for (int j = 0; j < n && is_good; j++) {
      if (J[j] != 0) q[j] *= sqrt(part);
    }
  }
  return is_good && constraint_system_evaluate_at(constraints, q);
}

bool constraint_system_normalise_quaternions(const ConstraintSystem *constraints, double qd[])
{
  int n = constraints->n;
  bool is_good = true;
  for (int i = 0; i < constraints->holonomic; i++) {
    const double *J = constraints->J + i * n;
    double square = 0;
    for (int j = 0; j < n; j++)
      square += J[j] * J[j];
    double part = constraint_system_velocity_residual(constraints, i, qd) / square;
    is_good = is_good && isfinite(part);
    for (int j = 0; j < n && is_good; j++)
      qd[j] -= part * J[j];
  }
  return is_good;
}
