// vector.c -- small vectors and matrices, computed component by component.
// SPDX-License-Identifier: MIT
#include "symbolic/matrix/vector.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/pool.h"

#include <string.h>

Vec3 vec3_zero(Pool *pool)
{
  const Expr *zero = expr_integer(pool, 0);
  return (Vec3){ { zero, zero, zero } };
}

Vec3 vec3_unit(Pool *pool, int axis)
{
  Vec3 unit = vec3_zero(pool);
  unit.at[axis] = expr_integer(pool, 1);
  return unit;
}

Vec3 vec3_add(Vec3 a, Vec3 b)
{
  for (int i = 0; i < 3; i++)
    a.at[i] = sum(a.at[i], b.at[i]);
  return a;
}

Vec3 vec3_sub(Vec3 a, Vec3 b)
{
  for (int i = 0; i < 3; i++)
    a.at[i] = difference(a.at[i], b.at[i]);
  return a;
}

Vec3 vec3_neg(Vec3 a)
{
  for (int i = 0; i < 3; i++)
    a.at[i] = negative(a.at[i]);
  return a;
}

Vec3 vec3_scale(const Expr *factor, Vec3 a)
{
  for (int i = 0; i < 3; i++)
    a.at[i] = product(factor, a.at[i]);
  return a;
}

// Component i of a x b: a_j b_k - a_k b_j with i, j, k in cyclic order.
Vec3 vec3_cross(Vec3 a, Vec3 b)
{
  Vec3 result;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    result.at[i] = difference_of_products(a.at[j], b.at[k], a.at[k], b.at[j]);
  }
  return result;
}

// Products with a zero factor are skipped, which are the majority in products of rotation matrices.
static inline const Expr *dot(const Expr *const a[3], const Expr *x, const Expr *y, const Expr *z)
{
  const Expr *const b[3] = { x, y, z }, *total = expr_pool(x)->zero, *zero = total;
  for (int i = 0; i < 3; i++) {
    bool vanishes =
        (a[i] == zero && !expr_is_undefined(b[i])) || (b[i] == zero && !expr_is_undefined(a[i]));
    if (vanishes) continue;
    const Expr *part = product(a[i], b[i]);
    total = total == zero ? part : sum(total, part);
  }
  return total;
}

const Expr *vec3_dot(Vec3 a, Vec3 b) { return dot(a.at, b.at[0], b.at[1], b.at[2]); }

bool vec3_is_zero(Vec3 a) { return is_zero(a.at[0]) && is_zero(a.at[1]) && is_zero(a.at[2]); }

Mat3 mat3_diagonal(const Expr *x, const Expr *y, const Expr *z)
{
  Mat3 m = mat3_zero(expr_pool(x));
  m.at[0][0] = x;
  m.at[1][1] = y;
  m.at[2][2] = z;
  return m;
}

int vec3_axis(Vec3 a)
{
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    if (is_zero(a.at[j]) && is_zero(a.at[k])) return i;
  }
  return -1;
}

Vec3 vec3_partial(Vec3 a, const Expr *symbol)
{
  Vec3 partial;
  expr_derivatives(a.at, 3, symbol, partial.at);
  return partial;
}

Vec3 vec3_rate(Vec3 a)
{
  Vec3 rate;
  expr_time_derivatives(a.at, 3, rate.at);
  return rate;
}

Mat3 mat3_identity(Pool *pool)
{
  const Expr *unit = expr_integer(pool, 1);
  return mat3_diagonal(unit, unit, unit);
}

bool mat3_is_identity(const Mat3 *m)
{
  bool is_it = true;
  for (int i = 0; i < 9 && is_it; i++)
    is_it = i % 4 == 0 ? expr_is_one(m->at[i / 3][i % 3]) : is_zero(m->at[i / 3][i % 3]);
  return is_it;
}

Mat3 mat3_zero(Pool *pool)
{
  Mat3 m;
  for (int i = 0; i < 9; i++)
    m.at[i / 3][i % 3] = expr_integer(pool, 0);
  return m;
}

Mat3 mat3_add(Mat3 a, Mat3 b)
{
  Mat3 m;
  for (int i = 0; i < 9; i++)
    m.at[i / 3][i % 3] = sum(a.at[i / 3][i % 3], b.at[i / 3][i % 3]);
  return m;
}

Mat3 mat3_sub(Mat3 a, Mat3 b)
{
  Mat3 m;
  for (int i = 0; i < 9; i++) {
    m.at[i / 3][i % 3] = difference(a.at[i / 3][i % 3], b.at[i / 3][i % 3]);
  }
  return m;
}

Mat3 mat3_mul(Mat3 a, Mat3 b)
{
  Mat3 m;
  for (int i = 0; i < 9; i++)
    m.at[i / 3][i % 3] = dot(a.at[i / 3], b.at[0][i % 3], b.at[1][i % 3], b.at[2][i % 3]);
  return m;
}

Mat3 mat3_transpose(Mat3 a)
{
  Mat3 m;
  for (int i = 0; i < 9; i++)
    m.at[i / 3][i % 3] = a.at[i % 3][i / 3];
  return m;
}

Mat3 mat3_scale(const Expr *factor, Mat3 a)
{
  Mat3 m;
  for (int i = 0; i < 9; i++)
    m.at[i / 3][i % 3] = product(factor, a.at[i / 3][i % 3]);
  return m;
}

Mat3 mat3_skew(Vec3 a)
{
  Mat3 m = mat3_zero(expr_pool(a.at[0]));
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    m.at[k][j] = a.at[i];
    m.at[j][k] = negative(a.at[i]);
  }
  return m;
}

Vec3 mat3_mul_vec(Mat3 a, Vec3 b)
{
  Vec3 result;
  for (int i = 0; i < 3; i++)
    result.at[i] = dot(a.at[i], b.at[0], b.at[1], b.at[2]);
  return result;
}

Vec3 mat3_mul_vec_transposed(Mat3 a, Vec3 b) { return mat3_mul_vec(mat3_transpose(a), b); }

// Rodrigues: R = cos(angle) 1 + sin(angle) skew(axis) + (1 - cos(angle)) axis axis^T
Mat3 mat3_rotation(Vec3 axis, const Expr *angle)
{
  const Expr *c = expr_call(OP_COS, angle), *s = expr_call(OP_SIN, angle);
  const Expr *unit = one(c), *rest = difference(unit, c);
  Mat3 m = mat3_scale(s, mat3_skew(axis));
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const Expr *along = product(axis.at[i], axis.at[j]);
      const Expr *symmetric =
          i == j ? sum(along, product(c, difference(unit, along))) : product(rest, along);
      m.at[i][j] = sum(m.at[i][j], symmetric);
    }
  }
  return m;
}

const Expr *const *expr_keep(const Expr *const values[], int count)
{
  Pool *pool = expr_pool(values[0]);
  size_t size = (size_t)count * sizeof values[0];
  for (int k = 0; k < 3 && count == 3; k++)
    if (memcmp(values, pool->axes[k], size) == 0) return pool->axes[k];
  return memcpy(arena_alloc(pool->names, size), values, size);
}

Vec3 vec3_copy(Pool *pool, Vec3 a)
{
  for (int i = 0; i < 3; i++)
    a.at[i] = expr_copy(pool, a.at[i]);
  return a;
}

Mat3 mat3_copy(Pool *pool, Mat3 a)
{
  for (int i = 0; i < 9; i++)
    a.at[i / 3][i % 3] = expr_copy(pool, a.at[i / 3][i % 3]);
  return a;
}
