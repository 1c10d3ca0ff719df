// moments.c -- moments of mass: from inertias, added, moved.
// SPDX-License-Identifier: MIT
#include "formulation/methods/moments.h"

#include "symbolic/algebra.h"

Moments moments_zero(Pool *pool)
{
  return (Moments){ expr_integer(pool, 0), vec3_zero(pool), mat3_zero(pool) };
}

static const Expr *trace(Mat3 a)
{
  const Expr *first_two = sum(a.at[0][0], a.at[1][1]);
  return sum(first_two, a.at[2][2]);
}

// P = tr(J)/2 1 - J
Moments moments_of_inertia(const LinkInertia *inertia)
{
  const Expr *half_trace = half(trace(inertia->inertia));
  Mat3 diagonal = mat3_diagonal(half_trace, half_trace, half_trace);
  return (Moments){
    .mass = inertia->mass,
    .first = inertia->first_moment,
    .second = mat3_sub(diagonal, inertia->inertia),
  };
}

Mat3 moments_inertia(const Moments *moments)
{
  const Expr *whole = trace(moments->second);
  return mat3_sub(mat3_diagonal(whole, whole, whole), moments->second);
}

Moments moments_add(Moments a, Moments b)
{
  return (Moments){
    .mass = sum(a.mass, b.mass),
    .first = vec3_add(a.first, b.first),
    .second = mat3_add(a.second, b.second),
  };
}

Moments moments_sub(Moments a, Moments b)
{
  return (Moments){
    .mass = difference(a.mass, b.mass),
    .first = vec3_sub(a.first, b.first),
    .second = mat3_sub(a.second, b.second),
  };
}

// R P R^T, the entries below the diagonal copied from those above
static Mat3 turned(Mat3 R, Mat3 P)
{
  Mat3 RP = mat3_mul(R, P);
  Mat3 result = mat3_mul(RP, mat3_transpose(R));
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < i; j++)
      result.at[i][j] = result.at[j][i];
  }
  return result;
}

Moments moments_transport(Moments moments, Pose placement)
{
  Vec3 s = mat3_mul_vec(placement.R, moments.first), p = placement.p;
  Vec3 of_mass = vec3_scale(moments.mass, p);
  Mat3 P = turned(placement.R, moments.second);
  for (int i = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) {
      const Expr *mixed = sum_of_products(p.at[i], s.at[j], s.at[i], p.at[j]);
      P.at[i][j] = sum(P.at[i][j], sum(mixed, product(of_mass.at[i], p.at[j])));
      P.at[j][i] = P.at[i][j];
    }
  }
  return (Moments){ .mass = moments.mass, .first = vec3_add(s, of_mass), .second = P };
}
