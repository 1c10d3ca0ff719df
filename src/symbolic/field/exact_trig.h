// exact_trig.h -- sines, cosines and tangents of multiples of 15 and 18 deg as radicals.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_FIELD_EXACT_TRIG_H
#define BIELLE_SYMBOLIC_FIELD_EXACT_TRIG_H

#include "symbolic/expr.h"

// OP_SIN, OP_COS or OP_TAN of r*pi; NULL if the angle is not such a multiple. The tangent of a
// right angle is undefined.
const Expr *exact_trig(Pool *pool, Operator op, const fmpq_t r);

#endif
