// transfer.c -- frequency response by LAPACK.
// SPDX-License-Identifier: MIT
#include "numeric/transfer.h"

#include "base/memory/arena.h"

#include <lapacke.h>

NumericStatus transfer_at(const Transfer *transfer, double complex s, double complex x[])
{
  int n = transfer->n;
  if (n == 0) return NUMERIC_OK;
  Arena *arena = arena_new();
  double complex *matrix = ARENA_ARRAY(arena, double complex, n *n);
  lapack_int *pivots = ARENA_ARRAY(arena, lapack_int, n);
  for (int i = 0; i < n; i++) {
    double complex power = 1;
    x[i] = 0;
    for (int k = 0; k < 3; k++, power *= s) {
      if (transfer->b[k]) x[i] += power * transfer->b[k][i];
    }
    for (int j = 0; j < n; j++)
      matrix[i * n + j] = (i == j ? s : 0) - transfer->A[i * n + j];
  }
  lapack_int info = LAPACKE_zgesv(LAPACK_ROW_MAJOR, n, 1, matrix, n, pivots, x, 1);
  arena_free(arena);
  return info > 0 ? NUMERIC_SINGULAR : numeric_status_of_lapack(info);
}
