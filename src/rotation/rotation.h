// rotation.h -- rotations in symbols: matrices, conversions and propagation laws as expressions.
//
// The laws of De Santis's annex A, right where the representation is regular: symbols have no
// value at which a singular case could be seen, so angles come by atan2, e0 is taken positive and
// the middle angle as in rotation_values.h. Symbols that stand for a unit axis or for Euler
// parameters are taken to have length 1; numbers are made so.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_ROTATION_ROTATION_H
#define BIELLE_ROTATION_ROTATION_H

#include "symbolic/matrix/vector.h"
#include "rotation/rotation_form.h"

Mat3 rotation_formula_matrix(RotationForm form, const Expr *const values[]);
// The values of the form `to`.
void rotation_formula_convert(RotationForm from, const Expr *const values[], RotationForm to,
                              const Expr *out[]);

// Rates of the values for an angular velocity along the moving axes (is_body) or the fixed ones.
void rotation_formula_rates(RotationForm form, const Expr *const values[], Vec3 omega, bool is_body,
                            const Expr *rates[]);

#endif
