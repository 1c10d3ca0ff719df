// inertia.c -- inertias and moments: of bodies, sums, transformations, single parameters.
// SPDX-License-Identifier: MIT
#include "formulation/methods/inertia.h"

#include "symbolic/algebra.h"

LinkInertia link_inertia_zero(Pool *pool)
{
  return (LinkInertia){ expr_integer(pool, 0), vec3_zero(pool), mat3_zero(pool) };
}

LinkInertia link_inertia_add(LinkInertia a, LinkInertia b)
{
  return (LinkInertia){
    .mass = sum(a.mass, b.mass),
    .first_moment = vec3_add(a.first_moment, b.first_moment),
    .inertia = mat3_add(a.inertia, b.inertia),
  };
}

// (a . b) 1 - 1/2 (a b^T + b a^T), twice: the contribution of a first moment a at a distance b to
// an inertia.
static Mat3 shift_of_first_moment(Vec3 a, Vec3 b)
{
  const Expr *twice_dot = product(integer(a.at[0], 2), vec3_dot(a, b));
  Mat3 result = mat3_diagonal(twice_dot, twice_dot, twice_dot);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      const Expr *pair = sum_of_products(a.at[i], b.at[j], b.at[i], a.at[j]);
      result.at[i][j] = difference(result.at[i][j], pair);
    }
  }
  return result;
}

// |p|^2 1 - p p^T
static Mat3 shift_of_mass(Vec3 p)
{
  return mat3_scale(expr_rational(expr_pool(p.at[0]), 1, 2), shift_of_first_moment(p, p));
}

// Parallel-axis theorem (Huygens-Steiner), from any point to any other:
//   I' = R I R^T + shift(R s, p) + m shift(p),   s' = R s + m p
LinkInertia link_inertia_transport(LinkInertia inertia, Pose placement)
{
  Mat3 R = placement.R;
  Vec3 s = mat3_mul_vec(R, inertia.first_moment);
  Mat3 RI = mat3_mul(R, inertia.inertia);
  Mat3 turned = mat3_mul(RI, mat3_transpose(R));
  Mat3 moved = mat3_add(turned, shift_of_first_moment(s, placement.p));
  Mat3 of_mass = mat3_scale(inertia.mass, shift_of_mass(placement.p));
  return (LinkInertia){
    .mass = inertia.mass,
    .first_moment = vec3_add(s, vec3_scale(inertia.mass, placement.p)),
    .inertia = mat3_add(moved, of_mass),
  };
}

LinkInertia link_inertia_of_body(const Body *body, Pool *pool)
{
  const Expr *mass = expr_copy(pool, body->mass);
  Vec3 com = vec3_copy(pool, body->com_F);
  Mat3 of_mass = mat3_scale(mass, shift_of_mass(com));
  return (LinkInertia){
    .mass = mass,
    .first_moment = vec3_scale(mass, com),
    .inertia = mat3_add(mat3_copy(pool, body->inertia_F), of_mass),
  };
}

// ---- the ten parameters

static const struct {
  const char *letters;
  int row, column;  // of the inertia matrix; -1: first moment `column`, or the mass
} PARAMETERS[LINK_PARAMETERS] = {
  { "XX", 0, 0 }, { "XY", 0, 1 },  { "XZ", 0, 2 },  { "YY", 1, 1 },  { "YZ", 1, 2 },
  { "ZZ", 2, 2 }, { "MX", -1, 0 }, { "MY", -1, 1 }, { "MZ", -1, 2 }, { "M", -1, -1 },
};

const char *link_parameter_letters(int parameter) { return PARAMETERS[parameter].letters; }

const Expr *link_parameter(const LinkInertia *inertia, int parameter)
{
  int row = PARAMETERS[parameter].row, column = PARAMETERS[parameter].column;
  if (row >= 0) return inertia->inertia.at[row][column];
  return column >= 0 ? inertia->first_moment.at[column] : inertia->mass;
}

void link_parameter_set(LinkInertia *inertia, int parameter, const Expr *value)
{
  int row = PARAMETERS[parameter].row, column = PARAMETERS[parameter].column;
  if (row >= 0) {
    inertia->inertia.at[row][column] = inertia->inertia.at[column][row] = value;
  } else if (column >= 0) {
    inertia->first_moment.at[column] = value;
  } else {
    inertia->mass = value;
  }
}

// ---- moments

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

// R P R^T; the entries below the diagonal are copied from those above.
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

// ---- rotation

// The component along the axis remains, the two others mix: for their block [a b; b' d], with
// z = s (a - d) + c (b + b'),
//   a' = a - s z,   d' = d + s z,   (b)' = c z - b',   (b')' = c z - b
// takes four products instead of twelve.
Mat3 mat3_turned_about(Mat3 A, int k, const Expr *c, const Expr *s)
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
