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
  Pool *pool = pool_new(pool_seed(expr_pool(exact)));
  double beyond = expr_literal_value(expr_sub(expr_copy(pool, exact), exactly(pool, value)));
  pool_free(pool);
  if (beyond == 0) return nearest;
  return beyond > 0 ? fmaxf(nearest, other) : fminf(nearest, other);
}

// A whole number gets ".0": 2 would be an int. `suffix` is that of the type, "" or "f".
static void put_number(Text *out, double value, const char *suffix)
{
  size_t start = out->length;
  if (isnan(value)) {
    text_format(out, "nan%s(\"\")", suffix);
  } else if (isinf(value)) {
    text_format(out, "%sHUGE_VAL%s", value < 0 ? "-" : "", suffix[0] ? "F" : "");
  } else {
    if (suffix[0]) text_put_float(out, (float)value);
    if (!suffix[0]) text_put_double(out, value);
    if (!strpbrk(text_string(out) + start, ".e")) text_put(out, ".0");
    text_put(out, suffix);
  }
}

void c_put_double(Text *out, double value) { put_number(out, value, ""); }

void c_put_literal(Text *out, const CModel *model, const Expr *exact, double value)
{
  if (model->request->real == CODE_DOUBLE) {
    c_put_double(out, fabs(value));
  } else {
    put_number(out, (double)fabsf(c_nearest_float(exact, value)), "f");
  }
}
