// pose.h -- vectors, matrices and poses of jets: numerical geometry.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_WITNESS_POSE_H
#define BIELLE_WITNESS_POSE_H

#include "witness/jet.h"

typedef struct JetVector {
  Jet at[3];
} JetVector;

typedef struct JetMatrix {
  Jet at[3][3];
} JetMatrix;

// The pose of an inner frame relative to an outer frame: x_outer = p + R x_inner.
typedef struct JetPose {
  JetMatrix R;
  JetVector p;
} JetPose;

JetVector vector_zero(int order);
JetVector vector_add(const JetVector *a, const JetVector *b);
JetVector vector_sub(const JetVector *a, const JetVector *b);
JetVector vector_scale(Jet factor, const JetVector *a);
JetVector vector_cross(const JetVector *a, const JetVector *b);
Jet vector_dot(const JetVector *a, const JetVector *b);
JetVector jet_vector_rate(const JetVector *a);

JetMatrix jet_matrix_identity(int order);
JetMatrix jet_matrix_mul(const JetMatrix *a, const JetMatrix *b);
JetVector jet_matrix_apply(const JetMatrix *a, const JetVector *b);
JetVector jet_matrix_apply_transposed(const JetMatrix *a, const JetVector *b);  // a^T b
// Rotation by `angle` about the unit vector `axis`: 1 + sin K + (1 - cos) K^2, K b = axis x b
// (Rodrigues' formula).
JetMatrix jet_matrix_of_rotation(const JetVector *axis, Jet angle);
// Rotation by the quaternion e0 + e1 i + e2 j + e3 k: b -> e b e* / |e|^2. If `divides` is false,
// the division by |e|^2 is omitted.
JetMatrix jet_matrix_of_quaternion(const Jet e[4], bool divides);
// The angular velocity of the rotating frame R, in the axes of the outer frame: w x = R' R^T. Its
// order is one less than that of R.
JetVector jet_matrix_angular_velocity(const JetMatrix *R);

JetVector jet_pose_apply(const JetPose *pose, const JetVector *r);

#endif
