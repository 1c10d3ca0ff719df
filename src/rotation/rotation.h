// rotation.h -- symbolic rotations: matrices, conversions and rate equations as expressions.
//
// The formulas of De Santis, annex A (for matrices, Euler angles, axis and angle, and unit
// quaternions see also Siciliano et al., Robotics, ch. 2), valid where the representation is
// regular: symbols have no values that would reveal a singular case. Angles are computed by atan2,
// e0 is taken positive, and the middle angle lies in the range documented in rotation_values.h.
// Symbols for a unit axis or for Euler parameters are assumed to have length 1; numbers are
// normalised.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_ROTATION_ROTATION_H
#define BIELLE_ROTATION_ROTATION_H

#include "symbolic/matrix/vector.h"
#include "rotation/rotation_form.h"

Mat3 rotation_formula_matrix(RotationForm form, const Expr *const values[]);
// Converts the values to the form `to`.
void rotation_formula_convert(RotationForm from, const Expr *const values[], RotationForm to,
                              const Expr *out[]);

// Rates of the values for an angular velocity in components along the moving axes (is_body) or the
// fixed axes.
void rotation_formula_rates(RotationForm form, const Expr *const values[], Vec3 omega, bool is_body,
                            const Expr *rates[]);

#endif
