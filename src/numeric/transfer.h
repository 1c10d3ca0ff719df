// transfer.h -- frequency response of a linear system, to an input exp(s t).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NUMERIC_TRANSFER_H
#define BIELLE_NUMERIC_TRANSFER_H

#include "numeric/status.h"

#include <complex.h>

// dx/dt = A x + b0 u + b1 u' + b2 u'', A n x n, row-major; b1 and b2 may be NULL. For u = exp(s t),
//   (s 1 - A) x = b0 + s b1 + s^2 b2
typedef struct Transfer {
  int n;
  const double *A;
  const double *b[3];
} Transfer;

// Solves for x. NUMERIC_SINGULAR: s is an eigenvalue.
NumericStatus transfer_at(const Transfer *transfer, double complex s, double complex x[]);

#endif
