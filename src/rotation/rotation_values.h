// rotation_values.h -- numeric rotations: conversions between all representations, and their rates.
//
// All conversions use the matrix as the intermediate form. Each conversion from the matrix reports
// whether the representation is singular there; the values then still represent the rotation
// wherever possible:
//   gimbal lock     two angles rotate about the same line: the last moving one is set to 0
//   no rotation     the axis is undefined: z is returned
//   180 deg         the axis may be reversed: the first nonzero component is positive;
//                   Rodrigues parameters are infinite
// Singular means within ROTATION_TINY, a few roundings of a double. Still closer than individual
// angles can be resolved, the three angles together reproduce the matrix to full precision. Angles
// are in radians.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_ROTATION_ROTATION_VALUES_H
#define BIELLE_ROTATION_ROTATION_VALUES_H

#include "rotation/rotation_form.h"

#define ROTATION_TINY 1e-14

typedef struct RotationMatrix {
  double at[3][3];
} RotationMatrix;

typedef enum RotationCase {
  ROTATION_REGULAR,
  ROTATION_GIMBAL_LOCK,
  ROTATION_NO_AXIS,
  ROTATION_HALF_TURN,
} RotationCase;

// ---- matrices

RotationMatrix rotation_identity(void);
RotationMatrix rotation_about(int axis, double angle);  // 0, 1, 2: x, y, z
// a b: rotation a, then b about the axes moved by a; equivalently b, then a about fixed axes.
RotationMatrix rotation_product(const RotationMatrix *a, const RotationMatrix *b);
RotationMatrix rotation_inverse(const RotationMatrix *a);  // the transpose
void rotation_apply(const RotationMatrix *a, const double v[3], double out[3]);

// Computes the orthonormal matrix nearest to `m` in the sum of squares, (m m^T)^(-1/2) m. Returns
// false if `m` is not finite, is singular, or contains a reflection (its determinant is not
// positive).
bool rotation_nearest(const RotationMatrix *m, RotationMatrix *out);

// ---- representations

// Converts values to a matrix. Quaternions and axes need not be normalised: only their direction
// counts. A matrix is replaced by the nearest rotation. Returns false if a length is 0 (an axis may
// be 0 if the angle is), if a value or the length of an Euler vector is not finite, or if the
// matrix has no nearest rotation.
bool rotation_from_values(RotationForm form, const double values[], RotationMatrix *out);
// Converts a matrix to values. Angles are in [-pi, pi]; the middle angle is in [-pi/2, pi/2], or in
// [0, pi] if the first and last axes are equal. A rotation angle is in [0, pi], and e0 >= 0.
RotationCase rotation_to_values(const RotationMatrix *r, RotationForm form, double values[]);

// ---- rate equations

// Computes the rates of the values for an angular velocity `omega` [rad/s] in components along the
// moving axes (is_body) or the fixed axes. If the representation is singular, nothing is written.
RotationCase rotation_rates(RotationForm form, const double values[], const double omega[3],
                            bool is_body, double rates[]);
// Computes the angular velocity that corresponds to the rates.
void rotation_velocity(RotationForm form, const double values[], const double rates[], bool is_body,
                       double omega[3]);

#endif
