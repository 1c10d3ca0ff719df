// rotation_values.h -- rotations in numbers: from any representation to any other, and their rates.
//
// Everything passes through the matrix. Each way back says when the representation is singular
// there; what it then gives is still a right answer wherever one exists:
//   gimbal lock     two of three angles turn about one line: the last moving one is set to 0
//   no rotation     has no axis: z is given
//   half turn       its axis may be reversed: the first component that is not 0 is positive;
//                   Rodrigues parameters are infinite
// "There" means within ROTATION_TINY, some roundings of a double. Nearer to a singularity than
// where the angles have digits left, the three angles still make the matrix to full precision.
// Angles are radians.
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
// a b: first a, then b about the axes that a has moved; or first b, then a about fixed axes.
RotationMatrix rotation_product(const RotationMatrix *a, const RotationMatrix *b);
RotationMatrix rotation_inverse(const RotationMatrix *a);  // the transpose
void rotation_apply(const RotationMatrix *a, const double v[3], double out[3]);

// The orthonormal matrix nearest to `m` in the sum of squares, (m m^T)^(-1/2) m. False if `m` is
// not finite, or singular, or mirrors space (its determinant is not positive).
bool rotation_nearest(const RotationMatrix *m, RotationMatrix *out);

// ---- representations

// Quaternions and axes of any length but 0 are right: only their direction counts. False if a
// length is 0 (an axis may be 0 where the angle is), if a value or the length of an Euler vector is
// not finite, or if the matrix has no nearest rotation, which is taken.
bool rotation_from_values(RotationForm form, const double values[], RotationMatrix *out);
// Angles are in [-pi, pi]; the middle one is in [-pi/2, pi/2], or [0, pi] if first and last axis
// are one. A rotation angle is in [0, pi], e0 >= 0.
RotationCase rotation_to_values(const RotationMatrix *r, RotationForm form, double values[]);

// ---- propagation laws

// Rates of the values for an angular velocity `omega` [rad/s] whose components are along the moving
// axes (is_body) or the fixed ones. Where the representation is singular nothing is written.
RotationCase rotation_rates(RotationForm form, const double values[], const double omega[3],
                            bool is_body, double rates[]);
// The angular velocity of the rates.
void rotation_velocity(RotationForm form, const double values[], const double rates[], bool is_body,
                       double omega[3]);

#endif
