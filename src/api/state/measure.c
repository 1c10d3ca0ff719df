// measure.c -- numbers with units in options.
// SPDX-License-Identifier: MIT
#include "api/state/measure.h"

#include "lang/evaluate/value_list.h"
#include "symbolic/literal.h"

#include <math.h>

bool unit_value_parse(const char *text, size_t length, Dimension wanted, double *value)
{
  Pool *pool = pool_new(0);
  const Expr *read = value_read((Piece){ text, length }, pool, wanted);
  if (read) *value = expr_literal_value(read);
  pool_free(pool);
  return read && isfinite(*value);
}
