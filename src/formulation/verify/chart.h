// chart.h -- unit quaternions by three parameters each, to compare quantities that are defined only
// on them.
//
// Off the unit sphere methods may differ, and along e the force on a quaternion e is arbitrary: it
// is the constraint force of the norm. With e = (1 - s.s, 2 s)/(1 + s.s) and its rates everything
// is unique:
//   energies are substituted,   Q_s = (de/ds)^T Q,   M_s = (de/ds)^T M (de/ds)
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_VERIFY_CHART_H
#define BIELLE_FORMULATION_VERIFY_CHART_H

#include "formulation/equations.h"
#include "mechanism/mechanism.h"
#include "symbolic/matrix/matrix.h"

typedef struct Chart {
  Pool *pool;
  Arena *arena;
  const Expr **from;  // q, qd, qdd of the mechanism ...
  const Expr **to;    // ... and their values as functions of p, p', p'' of the chart
  const Expr **p;
  Matrix partials;  // dq/dp
  int from_count;
  int count;  // number of parameters p
} Chart;

bool has_quaternions(const Mechanism *mechanism);

// The chart of all quaternions; other coordinates are their own parameters.
Chart chart_of(const Mechanism *mechanism, const Equations *equations);

// Transforms a scalar, a vector of generalised forces or a matrix of inertias to the parameters of
// the chart.
Quantity chart_carry(const Chart *chart, const Quantity *quantity);

#endif
