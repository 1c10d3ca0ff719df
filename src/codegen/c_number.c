// c_number.c -- literals: the shortest decimal that reads back as the number.
// SPDX-License-Identifier: MIT
#include "codegen/c_model.h"
#include "symbolic/literal.h"

#include <math.h>
#include <string.h>

// A finite double as an exact expression.
static const Expr *exactly(Pool *pool, double value)
{
  int exponent = 0;
  double mantissa = frexp(value, &exponent);
  const Expr *whole = expr_integer(pool, (long)ldexp(mantissa, 53));
  return expr_mul(whole, expr_pow_integer(expr_integer(pool, 2), exponent - 53));
}

// Rounding to double and then to float goes wrong in one case only: the double lies midway between
// two floats and the exact value beside it. Then the exact value decides.
float c_nearest_float(const Expr *exact, double value)
{
  float nearest = (float)value;
  if (!isfinite(nearest) || (double)nearest == value || !exact) return nearest;
  float other = nextafterf(nearest, value > (double)nearest ? INFINITY : -INFINITY);
  if (value - (double)nearest != (double)other - value) return nearest;
  Pool *pool = pool_new(pool_seed(exact->pool));
  double beyond = expr_literal_value(expr_sub(expr_copy(pool, exact), exactly(pool, value)));
  pool_free(pool);
  if (beyond == 0) return nearest;
  return beyond > 0 ? fmaxf(nearest, other) : fminf(nearest, other);
}

// A whole number gets ".0": 2 would be an int.
static void finish(Text *out, size_t start)
{
  if (!strpbrk(text_string(out) + start, ".e")) text_put(out, ".0");
}

void c_put_double(Text *out, double value)
{
  size_t start = out->length;
  if (isnan(value)) {
    text_put(out, "nan(\"\")");
  } else if (isinf(value)) {
    text_put(out, value < 0 ? "-HUGE_VAL" : "HUGE_VAL");
  } else {
    text_put_double(out, value);
    finish(out, start);
  }
}

static void put_float(Text *out, float value)
{
  size_t start = out->length;
  if (isnan(value)) {
    text_put(out, "nanf(\"\")");
  } else if (isinf(value)) {
    text_put(out, "HUGE_VALF");
  } else {
    text_put_float(out, value);
    finish(out, start);
    text_put_char(out, 'f');
  }
}

void c_put_literal(Text *out, const CModel *model, const Expr *exact, double value)
{
  if (model->request->real == CODE_DOUBLE) {
    c_put_double(out, fabs(value));
  } else {
    put_float(out, fabsf(c_nearest_float(exact, value)));
  }
}
