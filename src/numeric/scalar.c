// scalar.c -- golden section search and bisection.
// SPDX-License-Identifier: MIT
#include "numeric/scalar.h"

#include <math.h>

// Final bracket relative to the initial one; the error of the value is proportional to its square.
static const double PART = 1e-8;
static const double GOLDEN = 0.6180339887498949;

static double value_at(ScalarFunction *f, void *context, double x)
{
  double value = f(context, x);
  return isnan(value) ? -INFINITY : value;
}

double scalar_greatest(ScalarFunction *f, void *context, double a, double b, double *x)
{
  double least = PART * (b - a), left = b - GOLDEN * (b - a), right = a + GOLDEN * (b - a);
  double at_left = value_at(f, context, left), at_right = value_at(f, context, right);
  while (b - a > least && left < right) {
    if (at_left >= at_right) {
      b = right;
      right = left;
      at_right = at_left;
      left = b - GOLDEN * (b - a);
      at_left = value_at(f, context, left);
    } else {
      a = left;
      left = right;
      at_left = at_right;
      right = a + GOLDEN * (b - a);
      at_right = value_at(f, context, right);
    }
  }
  *x = at_left >= at_right ? left : right;
  return fmax(at_left, at_right);
}

double scalar_crossing(ScalarFunction *f, void *context, double a, double b)
{
  enum { MOST = 200 };
  for (int k = 0; k < MOST; k++) {
    double middle = a + (b - a) / 2;
    if (middle == a || middle == b) break;
    if (f(context, middle) > 0) {
      b = middle;
    } else {
      a = middle;
    }
  }
  return b;
}
