// jet.h -- numbers with their first and second derivatives along a path: forward-mode
// differentiation without symbols.
//
// Along a path with parameter s every variable is a + a' s + a'' s^2 / 2, and every result of a
// computation has the same form. The order, 0 to 2, is the number of derivatives stored; an
// operation on two operands has the lower order.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_WITNESS_JET_H
#define BIELLE_WITNESS_JET_H

#include "symbolic/expr.h"
#include "witness/ball.h"

typedef struct Jet {
  Ball at[3];  // value, first, second derivative
  int order;
} Jet;

Jet jet_constant(Ball value, int order);
Jet jet_of_integer(long value, int order);
Jet jet_unknown(int order);
Jet jet_rate(Jet a);  // a' as a jet of one order less

Jet jet_add(Jet a, Jet b);
Jet jet_sub(Jet a, Jet b);
Jet jet_neg(Jet a);
Jet jet_mul(Jet a, Jet b);
Jet jet_div(Jet a, Jet b);
Jet jet_pow(Jet base, Jet exponent);

Jet jet_sqrt(Jet a);
Jet jet_sin(Jet a);
Jet jet_cos(Jet a);
Jet jet_tan(Jet a);
Jet jet_asin(Jet a);
Jet jet_acos(Jet a);
Jet jet_atan(Jet a);
Jet jet_atan2(Jet y, Jet x);
Jet jet_exp(Jet a);
Jet jet_log(Jet a);
Jet jet_sinh(Jet a);
Jet jet_cosh(Jet a);
Jet jet_tanh(Jet a);
Jet jet_abs(Jet a);
Jet jet_sign(Jet a);
Jet jet_floor(Jet a);
Jet jet_table(const TableFunction *table, int order, Jet a);  // the derivative of this order
// The result is unknown (indeterminate) if the balls overlap.
Jet jet_min(Jet a, Jet b);
Jet jet_max(Jet a, Jet b);

#endif
