// articulated_inertia.c -- how articulated inertias add, turn and move.
//
// Turning about a coordinate axis leaves the axis alone and mixes the two others. For a block
// [a b; b' d] of two rows and columns, with e = a - d and z = s e + c (b + b'),
//   a' = a - s z,   d' = d + s z,   (b)' = c z - b',   (b')' = c z - b
// takes four products instead of twelve.
// SPDX-License-Identifier: MIT
#include "formulation/derived/articulated_inertia.h"
#include "symbolic/algebra.h"

// ---- pairs

Pair pair_zero(Pool *pool)
{
  Vec3 turning = vec3_zero(pool);
  return (Pair){ turning, turning };
}

Pair pair_add(Pair a, Pair b)
{
  Vec3 turning = vec3_add(a.turning, b.turning);
  return (Pair){ turning, vec3_add(a.linear, b.linear) };
}

Pair pair_scale(const Expr *factor, Pair a)
{
  Vec3 turning = vec3_scale(factor, a.turning);
  return (Pair){ turning, vec3_scale(factor, a.linear) };
}

const Expr *pair_dot(Pair a, Pair b)
{
  const Expr *turning = vec3_dot(a.turning, b.turning);
  return sum(turning, vec3_dot(a.linear, b.linear));
}

// ---- inertias

ArticulatedInertia articulated_inertia_of(LinkInertia rigid)
{
  return (ArticulatedInertia){
    .J = rigid.inertia,
    .H = mat3_skew(rigid.first_moment),
    .m = mat3_diagonal(rigid.mass, rigid.mass, rigid.mass),
  };
}

ArticulatedInertia articulated_inertia_add(ArticulatedInertia a, ArticulatedInertia b)
{
  ArticulatedInertia result;
  result.J = mat3_add(a.J, b.J);
  result.H = mat3_add(a.H, b.H);
  result.m = mat3_add(a.m, b.m);
  return result;
}

Pair articulated_inertia_apply(const ArticulatedInertia *inertia, Pair acceleration)
{
  Vec3 of_turning = mat3_mul_vec(inertia->J, acceleration.turning);
  Vec3 of_linear = mat3_mul_vec(inertia->H, acceleration.linear);
  Vec3 moment = vec3_add(of_turning, of_linear);
  of_turning = mat3_mul_vec_transposed(inertia->H, acceleration.turning);
  of_linear = mat3_mul_vec(inertia->m, acceleration.linear);
  return (Pair){ moment, vec3_add(of_turning, of_linear) };
}

// A - u v^T; a symmetric one is computed on one side.
static Mat3 less_product(Mat3 A, Vec3 u, Vec3 v, bool is_symmetric)
{
  for (int i = 0; i < 3; i++) {
    for (int j = is_symmetric ? i : 0; j < 3; j++) {
      A.at[i][j] = difference(A.at[i][j], product(u.at[i], v.at[j]));
      if (is_symmetric) A.at[j][i] = A.at[i][j];
    }
  }
  return A;
}

ArticulatedInertia articulated_inertia_release(ArticulatedInertia inertia, Pair u, Pair v)
{
  ArticulatedInertia result;
  result.J = less_product(inertia.J, u.turning, v.turning, true);
  result.H = less_product(inertia.H, u.turning, v.linear, false);
  result.m = less_product(inertia.m, u.linear, v.linear, true);
  return result;
}

// ---- turning

// R A R^T for a turn about axis k.
static Mat3 turn_about(Mat3 A, int k, const Expr *c, const Expr *s)
{
  int i = (k + 1) % 3, j = (k + 2) % 3;
  Mat3 result = A;
  const Expr *e = difference(A.at[i][i], A.at[j][j]);
  const Expr *pair = sum(A.at[i][j], A.at[j][i]);
  const Expr *z = sum_of_products(s, e, c, pair);
  const Expr *sz = product(s, z), *cz = product(c, z);
  result.at[i][i] = difference(A.at[i][i], sz);
  result.at[j][j] = sum(A.at[j][j], sz);
  result.at[i][j] = difference(cz, A.at[j][i]);
  result.at[j][i] = difference(cz, A.at[i][j]);
  result.at[i][k] = difference_of_products(c, A.at[i][k], s, A.at[j][k]);
  result.at[j][k] = sum_of_products(s, A.at[i][k], c, A.at[j][k]);
  result.at[k][i] = difference_of_products(c, A.at[k][i], s, A.at[k][j]);
  result.at[k][j] = sum_of_products(s, A.at[k][i], c, A.at[k][j]);
  return result;
}

static Mat3 turn_generally(Mat3 A, Mat3 R)
{
  Mat3 RA = mat3_mul(R, A);
  return mat3_mul(RA, mat3_transpose(R));
}

ArticulatedInertia articulated_inertia_turn(ArticulatedInertia inertia, Mat3 R)
{
  ArticulatedInertia result;
  for (int k = 0; k < 3; k++) {
    if (!expr_is_one(R.at[k][k])) continue;
    int i = (k + 1) % 3, j = (k + 2) % 3;
    const Expr *c = R.at[i][i], *s = R.at[j][i];
    if (expr_is_one(c)) return inertia;
    result.J = turn_about(inertia.J, k, c, s);
    result.H = turn_about(inertia.H, k, c, s);
    result.m = turn_about(inertia.m, k, c, s);
    return result;
  }
  result.J = turn_generally(inertia.J, R);
  result.H = turn_generally(inertia.H, R);
  result.m = turn_generally(inertia.m, R);
  return result;
}

// ---- moving

// With a = a' - r x alpha:  H' = H + [r] m,   J' = J - H' [r] + [r] H^T
ArticulatedInertia articulated_inertia_shift(ArticulatedInertia inertia, Vec3 r)
{
  if (vec3_is_zero(r)) return inertia;
  Mat3 skew = mat3_skew(r);
  Mat3 H = mat3_add(inertia.H, mat3_mul(skew, inertia.m));
  Mat3 far = mat3_mul(H, skew);
  Mat3 near = mat3_mul(skew, mat3_transpose(inertia.H));
  Mat3 J = inertia.J;
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) {
      J.at[i][j] = sum(difference(J.at[i][j], far.at[i][j]), near.at[i][j]);
      J.at[j][i] = J.at[i][j];
    }
  }
  return (ArticulatedInertia){ J, H, inertia.m };
}
