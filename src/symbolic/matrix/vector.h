// vector.h -- small dense vectors and matrices of expressions, by value.
//
// Intended for formulas of mechanics: three components, row-major 3x3. Larger matrices are in
// matrix.h.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_MATRIX_VECTOR_H
#define BIELLE_SYMBOLIC_MATRIX_VECTOR_H

#include "symbolic/expr.h"

typedef struct Vec3 {
  const Expr *at[3];
} Vec3;

typedef struct Mat3 {
  const Expr *at[3][3];
} Mat3;

Vec3 vec3_zero(Pool *pool);
Vec3 vec3_unit(Pool *pool, int axis);  // 0, 1, 2: x, y, z
Vec3 vec3_add(Vec3 a, Vec3 b);
Vec3 vec3_sub(Vec3 a, Vec3 b);
Vec3 vec3_neg(Vec3 a);
Vec3 vec3_scale(const Expr *factor, Vec3 a);
Vec3 vec3_cross(Vec3 a, Vec3 b);
const Expr *vec3_dot(Vec3 a, Vec3 b);
bool vec3_is_zero(Vec3 a);
int vec3_axis(Vec3 a);  // 0, 1, 2: a is parallel to x, y, z, in either direction; -1: to none
Vec3 vec3_partial(Vec3 a, const Expr *symbol);  // da/dsymbol, all other symbols constant
Vec3 vec3_rate(Vec3 a);                         // da/dt, component by component

Mat3 mat3_identity(Pool *pool);
bool mat3_is_identity(const Mat3 *m);
Mat3 mat3_zero(Pool *pool);
Mat3 mat3_diagonal(const Expr *x, const Expr *y, const Expr *z);
Mat3 mat3_add(Mat3 a, Mat3 b);
Mat3 mat3_sub(Mat3 a, Mat3 b);
Mat3 mat3_mul(Mat3 a, Mat3 b);
Mat3 mat3_transpose(Mat3 a);
Mat3 mat3_scale(const Expr *factor, Mat3 a);
Mat3 mat3_skew(Vec3 a);  // skew(a) b = a x b
Vec3 mat3_mul_vec(Mat3 a, Vec3 b);
Vec3 mat3_mul_vec_transposed(Mat3 a, Vec3 b);  // a^T b
// Rotation by `angle` about the unit vector `axis` (Rodrigues).
Mat3 mat3_rotation(Vec3 axis, const Expr *angle);

// Copies the values to an array that lives as long as their pool; the unit vectors of x, y, z are
// stored only once.
const Expr *const *expr_keep(const Expr *const values[], int count);
static inline const Expr *const *vec3_keep(Vec3 a) { return expr_keep(a.at, 3); }

// Copies into another pool.
Vec3 vec3_copy(Pool *pool, Vec3 a);
Mat3 mat3_copy(Pool *pool, Mat3 a);

#endif
