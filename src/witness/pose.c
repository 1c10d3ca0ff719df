// pose.c -- vectors, matrices and poses of jets.
// SPDX-License-Identifier: MIT
#include "witness/pose.h"

JetVector vector_zero(int order)
{
  Jet zero = jet_of_integer(0, order);
  return (JetVector){ { zero, zero, zero } };
}

JetVector vector_add(const JetVector *a, const JetVector *b)
{
  JetVector x;
  for (int i = 0; i < 3; i++)
    x.at[i] = jet_add(a->at[i], b->at[i]);
  return x;
}

JetVector vector_sub(const JetVector *a, const JetVector *b)
{
  JetVector x;
  for (int i = 0; i < 3; i++)
    x.at[i] = jet_sub(a->at[i], b->at[i]);
  return x;
}

JetVector vector_scale(Jet factor, const JetVector *a)
{
  JetVector x;
  for (int i = 0; i < 3; i++)
    x.at[i] = jet_mul(factor, a->at[i]);
  return x;
}

JetVector vector_cross(const JetVector *a, const JetVector *b)
{
  JetVector x;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    x.at[i] = jet_sub(jet_mul(a->at[j], b->at[k]), jet_mul(a->at[k], b->at[j]));
  }
  return x;
}

Jet vector_dot(const JetVector *a, const JetVector *b)
{
  Jet x = jet_mul(a->at[0], b->at[0]);
  for (int i = 1; i < 3; i++)
    x = jet_add(x, jet_mul(a->at[i], b->at[i]));
  return x;
}

JetVector jet_vector_rate(const JetVector *a)
{
  return (JetVector){ { jet_rate(a->at[0]), jet_rate(a->at[1]), jet_rate(a->at[2]) } };
}

JetMatrix jet_matrix_identity(int order)
{
  JetMatrix x;
  for (int i = 0; i < 9; i++)
    x.at[i / 3][i % 3] = jet_of_integer(i / 3 == i % 3, order);
  return x;
}

JetMatrix jet_matrix_mul(const JetMatrix *a, const JetMatrix *b)
{
  JetMatrix x;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      JetVector column = { { b->at[0][j], b->at[1][j], b->at[2][j] } };
      JetVector row = { { a->at[i][0], a->at[i][1], a->at[i][2] } };
      x.at[i][j] = vector_dot(&row, &column);
    }
  }
  return x;
}

JetVector jet_matrix_apply(const JetMatrix *a, const JetVector *b)
{
  JetVector x;
  for (int i = 0; i < 3; i++) {
    JetVector row = { { a->at[i][0], a->at[i][1], a->at[i][2] } };
    x.at[i] = vector_dot(&row, b);
  }
  return x;
}

JetVector jet_matrix_apply_transposed(const JetMatrix *a, const JetVector *b)
{
  JetVector x;
  for (int i = 0; i < 3; i++) {
    JetVector column = { { a->at[0][i], a->at[1][i], a->at[2][i] } };
    x.at[i] = vector_dot(&column, b);
  }
  return x;
}

JetMatrix jet_matrix_of_rotation(const JetVector *axis, Jet angle)
{
  int order = angle.order;
  Jet sine = jet_sin(angle), rest = jet_sub(jet_of_integer(1, order), jet_cos(angle));
  JetMatrix x;
  for (int j = 0; j < 3; j++) {
    JetVector unit = vector_zero(order);
    unit.at[j] = jet_of_integer(1, order);
    JetVector once = vector_cross(axis, &unit), twice = vector_cross(axis, &once);
    for (int i = 0; i < 3; i++) {
      Jet turned = jet_add(jet_mul(sine, once.at[i]), jet_mul(rest, twice.at[i]));
      x.at[i][j] = jet_add(unit.at[i], turned);
    }
  }
  return x;
}

// With the vector part v and the scalar part e0: b -> b + 2 v x (v x b + e0 b) / |e|^2.
JetMatrix jet_matrix_of_quaternion(const Jet e[4], bool divides)
{
  int order = e[0].order;
  JetVector v = { { e[1], e[2], e[3] } };
  Jet two = jet_of_integer(2, order);
  if (divides) two = jet_div(two, jet_add(jet_mul(e[0], e[0]), vector_dot(&v, &v)));
  JetMatrix x;
  for (int j = 0; j < 3; j++) {
    JetVector unit = vector_zero(order);
    unit.at[j] = jet_of_integer(1, order);
    JetVector cross = vector_cross(&v, &unit), scaled = vector_scale(e[0], &unit);
    JetVector inner = vector_add(&cross, &scaled), outer = vector_cross(&v, &inner);
    for (int i = 0; i < 3; i++)
      x.at[i][j] = jet_add(unit.at[i], jet_mul(two, outer.at[i]));
  }
  return x;
}

JetVector jet_matrix_angular_velocity(const JetMatrix *R)
{
  JetVector row[3], rate[3], w;
  for (int i = 0; i < 3; i++) {
    row[i] = (JetVector){ { R->at[i][0], R->at[i][1], R->at[i][2] } };
    rate[i] = jet_vector_rate(&row[i]);
  }
  for (int i = 0; i < 3; i++)
    w.at[i] = vector_dot(&rate[(i + 2) % 3], &row[(i + 1) % 3]);
  return w;
}

JetVector jet_pose_apply(const JetPose *pose, const JetVector *r)
{
  JetVector turned = jet_matrix_apply(&pose->R, r);
  return vector_add(&pose->p, &turned);
}
