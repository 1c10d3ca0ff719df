// rotation.c -- symbolic conversions of rotations (De Santis, annex A, 3.4, 4.1, 5.1, 5.6).
//
// The factor of the Rodrigues matrix is 1/(1 + p.p); the annex prints it without the inverse.
// SPDX-License-Identifier: MIT
#include "rotation/rotation.h"

#include "symbolic/algebra.h"

#include <string.h>

static Vec3 vector_of(const Expr *const values[])
{
  return (Vec3){ { values[0], values[1], values[2] } };
}

static const Expr *square_root(const Expr *e) { return expr_call(OP_SQRT, e); }

// Divides `count` values by their length if that is a number other than 0 and 1.
static void make_unit(const Expr *values[], int count)
{
  const Expr *squares = integer(values[0], 0);
  for (int i = 0; i < count; i++)
    squares = sum(squares, square(values[i]));
  if (!expr_is_number(squares) || is_zero(squares) || expr_is_one(squares)) return;
  const Expr *length = square_root(squares);
  for (int i = 0; i < count; i++)
    values[i] = quotient(values[i], length);
}

// Returns the unit axis and the angle of an Euler vector or of an axis and angle.
static Vec3 unit_axis(RotationForm form, const Expr *const values[], const Expr **angle)
{
  const Expr *axis[3] = { values[0], values[1], values[2] };
  if (form.kind == ROTATION_AXIS) {
    make_unit(axis, 3);
    *angle = values[3];
    return vector_of(axis);
  }
  Vec3 v = vector_of(values);
  *angle = square_root(vec3_dot(v, v));
  if (is_zero(*angle)) return v;
  return vec3_scale(reciprocal(*angle), v);
}

// ---- to the matrix

static Mat3 quaternion_matrix(const Expr *const e[4])
{
  Mat3 m;
  const Expr *unit = one(e[0]), *two = integer(e[0], 2);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    const Expr *qi = e[1 + i], *qj = e[1 + j], *qk = e[1 + k];
    const Expr *squares = sum_of_products(qj, qj, qk, qk);
    m.at[i][i] = difference(unit, product(two, squares));
    m.at[i][j] = product(two, difference_of_products(qi, qj, e[0], qk));
    m.at[j][i] = product(two, sum_of_products(qi, qj, e[0], qk));
  }
  return m;
}

static Mat3 rodrigues_matrix(Vec3 p)
{
  Mat3 m;
  const Expr *unit = one(p.at[0]), *two = integer(unit, 2);
  const Expr *scale = reciprocal(sum(unit, vec3_dot(p, p)));
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    const Expr *pi = p.at[i], *pj = p.at[j], *pk = p.at[k], *both = product(pi, pj);
    const Expr *plus = sum(unit, square(pi)), *minus = sum_of_products(pj, pj, pk, pk);
    m.at[i][i] = difference(plus, minus);
    m.at[i][j] = product(two, difference(both, pk));
    m.at[j][i] = product(two, sum(both, pk));
  }
  return mat3_scale(scale, m);
}

static Mat3 sequence_matrix(RotationForm form, const Expr *const values[])
{
  RotationSequence q = rotation_sequence(form);
  const int axes[3] = { q.first, q.second, q.third };
  Mat3 m = mat3_identity(expr_pool(values[0]));
  for (int i = 0; i < 3; i++) {
    Vec3 axis = vec3_unit(expr_pool(values[0]), axes[i]);
    m = mat3_mul(m, mat3_rotation(axis, values[q.is_reversed ? 2 - i : i]));
  }
  return m;
}

Mat3 rotation_formula_matrix(RotationForm form, const Expr *const values[])
{
  switch (form.kind) {
  case ROTATION_MATRIX: {
    Mat3 m;
    memcpy(m.at, values, sizeof m.at);
    return m;
  }
  case ROTATION_VECTOR:
  case ROTATION_AXIS: {
    const Expr *angle;
    Vec3 axis = unit_axis(form, values, &angle);
    return mat3_rotation(axis, angle);
  }
  case ROTATION_QUATERNION: {
    const Expr *e[4] = { values[0], values[1], values[2], values[3] };
    make_unit(e, 4);
    return quaternion_matrix(e);
  }
  case ROTATION_RODRIGUES: return rodrigues_matrix(vector_of(values));
  default: return sequence_matrix(form, values);
  }
}

// ---- to the quaternion

// The quaternion of an axis and angle: (cos(angle/2), sin(angle/2) axis).
static void half_turn(Vec3 axis, const Expr *angle, const Expr *out[4])
{
  const Expr *middle = half(angle), *s = expr_call(OP_SIN, middle);
  out[0] = expr_call(OP_COS, middle);
  for (int i = 0; i < 3; i++)
    out[1 + i] = product(s, axis.at[i]);
}

// (a0 b0 - a.b, a0 b + b0 a + a x b)
static void quaternion_product(const Expr *const a[4], const Expr *const b[4], const Expr *out[4])
{
  Vec3 p = vector_of(a + 1), q = vector_of(b + 1), turned = vec3_cross(p, q);
  const Expr *zeroth = product(a[0], b[0]);
  out[0] = difference(zeroth, vec3_dot(p, q));
  for (int i = 0; i < 3; i++) {
    const Expr *along = sum_of_products(a[0], q.at[i], b[0], p.at[i]);
    out[1 + i] = sum(along, turned.at[i]);
  }
}

static void sequence_quaternion(RotationForm form, const Expr *const values[], const Expr *out[4])
{
  RotationSequence q = rotation_sequence(form);
  const int axes[3] = { q.first, q.second, q.third };
  Pool *pool = expr_pool(values[0]);
  half_turn(vec3_unit(pool, axes[0]), values[q.is_reversed ? 2 : 0], out);
  for (int i = 1; i < 3; i++) {
    const Expr *before[4] = { out[0], out[1], out[2], out[3] }, *next[4];
    half_turn(vec3_unit(pool, axes[i]), values[q.is_reversed ? 2 - i : i], next);
    quaternion_product(before, next, out);
  }
}

// e0 = sqrt(1 + trace)/2, q = (r32 - r23, r13 - r31, r21 - r12)/(4 e0)
static void matrix_quaternion(const Expr *const r[9], const Expr *out[4])
{
  const Expr *trace = sum(r[0], r[4]), *unit = one(r[0]);
  trace = sum(trace, r[8]);
  out[0] = half(square_root(sum(unit, trace)));
  const Expr *four = product(integer(unit, 4), out[0]);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    out[1 + i] = quotient(difference(r[3 * k + j], r[3 * j + k]), four);
  }
}

static void form_quaternion(RotationForm form, const Expr *const values[], const Expr *out[4])
{
  switch (form.kind) {
  case ROTATION_MATRIX: matrix_quaternion(values, out); break;
  case ROTATION_VECTOR:
  case ROTATION_AXIS: {
    const Expr *angle;
    Vec3 axis = unit_axis(form, values, &angle);
    half_turn(axis, angle, out);
    break;
  }
  case ROTATION_QUATERNION:
    memcpy(out, values, 4 * sizeof *out);
    make_unit(out, 4);
    break;
  case ROTATION_RODRIGUES: {
    Vec3 p = vector_of(values);
    const Expr *unit = one(values[0]);
    out[0] = reciprocal(square_root(sum(unit, vec3_dot(p, p))));
    for (int i = 0; i < 3; i++)
      out[1 + i] = product(out[0], values[i]);
    break;
  }
  default: sequence_quaternion(form, values, out); break;
  }
}

// ---- from matrix and quaternion

static const Expr *signed_by(int sign, const Expr *e) { return sign > 0 ? e : negative(e); }

// atan2(sine, cosine)
static const Expr *angle_of_point(const Expr *sine, const Expr *cosine)
{
  return expr_call2(OP_ATAN2, sine, cosine);
}

static const Expr *distance(const Expr *a, const Expr *b)
{
  return square_root(sum_of_products(a, a, b, b));
}

// With i, j, m for first, second, other and s for the sign (see rotation_values.c):
//   zxz:  u = atan2(R_ji, -s R_mi),  v = atan2(reach, R_ii),    w = atan2(R_ij, s R_im)
//   zyx:  u = atan2(-s R_jm, R_mm),  v = atan2(s R_im, reach),  w = atan2(-s R_ij, R_ii)
static void matrix_angles(Mat3 r, RotationForm form, const Expr *out[3])
{
  RotationSequence q = rotation_sequence(form);
  int i = q.first, j = q.second, m = q.other, s = q.sign;
  const Expr *u, *v, *w;
  if (q.is_proper) {
    u = angle_of_point(r.at[j][i], signed_by(-s, r.at[m][i]));
    v = angle_of_point(distance(r.at[j][i], r.at[m][i]), r.at[i][i]);
    w = angle_of_point(r.at[i][j], signed_by(s, r.at[i][m]));
  } else {
    u = angle_of_point(signed_by(-s, r.at[j][m]), r.at[m][m]);
    const Expr *reach = distance(r.at[j][m], r.at[m][m]);
    v = angle_of_point(signed_by(s, r.at[i][m]), reach);
    w = angle_of_point(signed_by(-s, r.at[i][j]), r.at[i][i]);
  }
  out[0] = q.is_reversed ? w : u;
  out[1] = v;
  out[2] = q.is_reversed ? u : w;
}

// k = q/|q|, angle = 2 atan2(|q|, e0)
static Vec3 quaternion_axis(const Expr *const e[4], const Expr **angle)
{
  Vec3 q = vector_of(e + 1);
  const Expr *length = square_root(vec3_dot(q, q)), *middle = angle_of_point(length, e[0]);
  *angle = product(integer(length, 2), middle);
  if (is_zero(length)) return q;
  return vec3_scale(reciprocal(length), q);
}

static void convert_to_axis(RotationForm from, const Expr *const values[], RotationForm to,
                            const Expr *out[])
{
  const Expr *angle;
  Vec3 axis;
  if (from.kind == ROTATION_VECTOR || from.kind == ROTATION_AXIS) {
    axis = unit_axis(from, values, &angle);
  } else {
    const Expr *e[4];
    form_quaternion(from, values, e);
    axis = quaternion_axis(e, &angle);
  }
  if (to.kind == ROTATION_AXIS) out[3] = angle;
  if (to.kind == ROTATION_VECTOR) axis = vec3_scale(angle, axis);
  memcpy(out, axis.at, sizeof axis.at);
}

static bool is_same_form(RotationForm a, RotationForm b)
{
  return a.kind == b.kind &&
         (!rotation_has_sequence(a.kind) || memcmp(a.axes, b.axes, sizeof a.axes) == 0);
}

void rotation_formula_convert(RotationForm from, const Expr *const values[], RotationForm to,
                              const Expr *out[])
{
  if (is_same_form(from, to)) {
    memcpy(out, values, (size_t)rotation_info(to.kind)->count * sizeof *out);
  } else if (to.kind == ROTATION_MATRIX || rotation_has_sequence(to.kind)) {
    Mat3 m = rotation_formula_matrix(from, values);
    if (to.kind == ROTATION_MATRIX) {
      memcpy(out, m.at, sizeof m.at);
    } else {
      matrix_angles(m, to, out);
    }
  } else if (to.kind == ROTATION_AXIS || to.kind == ROTATION_VECTOR) {
    convert_to_axis(from, values, to, out);
  } else {
    const Expr *e[4];
    form_quaternion(from, values, e);
    if (to.kind == ROTATION_QUATERNION) memcpy(out, e, sizeof e);
    for (int i = 0; i < 3 && to.kind == ROTATION_RODRIGUES; i++)
      out[i] = quotient(e[1 + i], e[0]);
  }
}
