// twist.c -- operations on twists, by their two vectors.
// SPDX-License-Identifier: MIT
#include "formulation/methods/twist.h"

#include "symbolic/algebra.h"

Twist twist_zero(Pool *pool)
{
  Vec3 zero = vec3_zero(pool);
  return (Twist){ zero, zero };
}

Twist twist_add(Twist a, Twist b)
{
  Vec3 v = vec3_add(a.v, b.v);
  return (Twist){ v, vec3_add(a.w, b.w) };
}

Twist twist_sub(Twist a, Twist b)
{
  Vec3 v = vec3_sub(a.v, b.v);
  return (Twist){ v, vec3_sub(a.w, b.w) };
}

Twist twist_neg(Twist a)
{
  Vec3 v = vec3_neg(a.v);
  return (Twist){ v, vec3_neg(a.w) };
}

Twist twist_scale(const Expr *factor, Twist a)
{
  Vec3 v = vec3_scale(factor, a.v);
  return (Twist){ v, vec3_scale(factor, a.w) };
}

const Expr *twist_dot(Twist a, Twist b)
{
  const Expr *v = vec3_dot(a.v, b.v);
  return sum(v, vec3_dot(a.w, b.w));
}

Twist twist_rate(Twist a)
{
  Vec3 v = vec3_rate(a.v);
  return (Twist){ v, vec3_rate(a.w) };
}

bool twist_is_zero(Twist a) { return vec3_is_zero(a.v) && vec3_is_zero(a.w); }

Twist twist_of_column(Matrix a, int row, int column)
{
  Twist x;
  for (int i = 0; i < 3; i++) {
    x.v.at[i] = matrix_get(a, row + i, column);
    x.w.at[i] = matrix_get(a, row + 3 + i, column);
  }
  return x;
}

void twist_put(Twist x, Matrix a, int row, int column)
{
  for (int i = 0; i < 3; i++) {
    matrix_set(a, row + i, column, x.v.at[i]);
    matrix_set(a, row + 3 + i, column, x.w.at[i]);
  }
}

Matrix twist_column(Arena *arena, Twist x)
{
  Matrix column = matrix_zero(arena, expr_pool(x.v.at[0]), 6, 1);
  twist_put(x, column, 0, 0);
  return column;
}
