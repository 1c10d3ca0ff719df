// code_number.c -- literals: the shortest decimal that converts back to the same number.
// SPDX-License-Identifier: MIT
#include "codegen/common/code_model.h"
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

// Rounding to double and then to float is wrong in one case only: the double is midway between two
// floats and the exact value is not. Then the exact value decides.
float code_nearest_float(const Expr *exact, double value)
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

// Appends ".0" to an integer value, because 2 would be an int.
void code_put_double(Text *out, const Language *language, double value)
{
  size_t start = out->length;
  if (isnan(value)) {
    text_put(out, language->nan);
  } else if (isinf(value)) {
    text_format(out, "%s%s", value < 0 ? "-" : "", language->infinity);
  } else {
    text_put_double(out, value);
    if (!strpbrk(text_string(out) + start, ".e")) text_put(out, ".0");
    text_put(out, language->number_ending);
  }
}

// Puts a literal of single precision; only C has them.
static void put_float(Text *out, float value)
{
  size_t start = out->length;
  if (isnan(value)) {
    text_put(out, "nanf(\"\")");
  } else if (isinf(value)) {
    text_put(out, "HUGE_VALF");
  } else {
    text_put_float(out, value);
    if (!strpbrk(text_string(out) + start, ".e")) text_put(out, ".0");
    text_put(out, "f");
  }
}

void code_put_literal(Text *out, const CodeModel *model, const Expr *exact, double value)
{
  if (model->request->real == CODE_DOUBLE) {
    code_put_double(out, model->language, fabs(value));
  } else {
    put_float(out, fabsf(code_nearest_float(exact, value)));
  }
}

void code_put_numbers(Text *out, const CodeModel *model, int indent, const double numbers[],
                      int count)
{
  int column = indent;
  Text item = { 0 };
  text_repeat(out, ' ', indent);
  for (int k = 0; k < count; k++) {
    text_clear(&item);
    text_put(&item, signbit(numbers[k]) && !isnan(numbers[k]) ? "-" : "");
    code_put_literal(&item, model, NULL, numbers[k]);
    code_put_item(out, model->language, &column, indent, text_string(&item),
                  k + 1 < count ? "," : "");
  }
  text_free(&item);
}
