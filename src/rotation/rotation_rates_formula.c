// rotation_rates_formula.c -- rate equations in symbols (De Santis, annex A, 3.6, 4.2, 5.3, 5.6).
//
// The equations are written for the angular velocity in moving (body) axes; for fixed axes the
// cross product changes its sign. rotation_rates.c contains the same equations in doubles.
// SPDX-License-Identifier: MIT
#include "rotation/rotation.h"

#include "symbolic/algebra.h"

#include <string.h>

static Vec3 vector_of(const Expr *const values[])
{
  return (Vec3){ { values[0], values[1], values[2] } };
}

static Vec3 cross_by(bool is_body, Vec3 a, Vec3 b)
{
  return is_body ? vec3_cross(a, b) : vec3_cross(b, a);
}

// a x + b y + c z
static Vec3 combine(const Expr *a, Vec3 x, const Expr *b, Vec3 y, const Expr *c, Vec3 z)
{
  Vec3 result;
  for (int i = 0; i < 3; i++) {
    const Expr *two = sum_of_products(a, x.at[i], b, y.at[i]);
    result.at[i] = sum(two, product(c, z.at[i]));
  }
  return result;
}

static void put(Vec3 v, const Expr *out[3]) { memcpy(out, v.at, sizeof v.at); }

// ---- matrix

static void matrix_rates(const Expr *const values[9], Vec3 w, bool is_body, const Expr *rates[9])
{
  Mat3 r, s = mat3_skew(w);
  memcpy(r.at, values, sizeof r.at);
  Mat3 d = is_body ? mat3_mul(r, s) : mat3_mul(s, r);
  memcpy(rates, d.at, sizeof d.at);
}

// ---- Euler vector, t = |v|

// v' = w + v x w/2 + (1 - (t/2) cot(t/2))/t^2 v x (v x w)
static void vector_rates(Vec3 v, Vec3 w, bool is_body, const Expr *rates[3])
{
  const Expr *squares = vec3_dot(v, v), *t = expr_call(OP_SQRT, squares), *middle = half(t);
  const Expr *c = expr_call(OP_COS, middle), *s = expr_call(OP_SIN, middle);
  const Expr *unit = one(t), *cotangent = quotient(product(middle, c), s);
  const Expr *scale = quotient(difference(unit, cotangent), squares);
  Vec3 turned = cross_by(is_body, v, w), twice = vec3_cross(v, vec3_cross(v, w));
  put(combine(unit, w, half(unit), turned, scale, twice), rates);
}

// ---- axis and angle

// k' = (k x w - cot(angle/2) k x (k x w))/2, angle' = k . w
static void axis_rates(const Expr *const values[4], Vec3 w, bool is_body, const Expr *rates[4])
{
  Vec3 k = vector_of(values), turned = cross_by(is_body, k, w);
  Vec3 twice = vec3_cross(k, vec3_cross(k, w));
  const Expr *middle = half(values[3]), *c = expr_call(OP_COS, middle);
  const Expr *s = expr_call(OP_SIN, middle), *zero = integer(s, 0), *unit = one(s);
  const Expr *scale = negative(half(quotient(c, s)));
  put(combine(zero, k, half(unit), turned, scale, twice), rates);
  rates[3] = vec3_dot(k, w);
}

// ---- quaternion and Rodrigues

// e0' = -q . w/2, q' = (e0 w + q x w)/2
static void quaternion_rates(const Expr *const e[4], Vec3 w, bool is_body, const Expr *rates[4])
{
  Vec3 q = vector_of(e + 1), turned = cross_by(is_body, q, w);
  const Expr *first = half(e[0]), *second = half(one(e[0])), *zero = integer(first, 0);
  rates[0] = negative(half(vec3_dot(q, w)));
  put(combine(first, w, second, turned, zero, q), rates + 1);
}

// p' = (w + p x w + p (p . w))/2
static void rodrigues_rates(Vec3 p, Vec3 w, bool is_body, const Expr *rates[3])
{
  Vec3 turned = cross_by(is_body, p, w);
  const Expr *first = half(one(p.at[0]));
  put(combine(first, w, first, turned, half(vec3_dot(p, w)), p), rates);
}

// ---- three angles: w = u' a + v' b + w' c, where a, b, c are the axes of rotation

typedef struct Lines {
  Vec3 at[3];  // in the order of the moving axes
} Lines;

// In moving axes, the axes of rotation are those of the inverse rotation, last angle first.
static Lines turning_lines(const RotationSequence *q, const Expr *const values[3], bool is_body)
{
  const int axes[3] = { q->first, q->second, q->third };
  Pool *pool = expr_pool(values[0]);
  Mat3 before = mat3_identity(pool);
  Lines lines;
  for (int step = 0; step < 3; step++) {
    int i = is_body ? 2 - step : step;
    Vec3 axis = vec3_unit(pool, axes[i]);
    lines.at[i] = mat3_mul_vec(before, axis);
    const Expr *angle = values[q->is_reversed ? 2 - i : i];
    before = mat3_mul(before, mat3_rotation(axis, is_body ? negative(angle) : angle));
  }
  return lines;
}

// b is normal to a and c, so that v' = b . w; u' and w' have the divisor a . (b x c).
static void sequence_rates(RotationForm form, const Expr *const values[3], Vec3 w, bool is_body,
                           const Expr *rates[3])
{
  RotationSequence q = rotation_sequence(form);
  Lines lines = turning_lines(&q, values, is_body);
  Vec3 bc = vec3_cross(lines.at[1], lines.at[2]), ab = vec3_cross(lines.at[0], lines.at[1]);
  const Expr *volume = vec3_dot(lines.at[0], bc);
  rates[q.is_reversed ? 2 : 0] = quotient(vec3_dot(bc, w), volume);
  rates[1] = vec3_dot(lines.at[1], w);
  rates[q.is_reversed ? 0 : 2] = quotient(vec3_dot(ab, w), volume);
}

void rotation_formula_rates(RotationForm form, const Expr *const values[], Vec3 omega, bool is_body,
                            const Expr *rates[])
{
  switch (form.kind) {
  case ROTATION_MATRIX: matrix_rates(values, omega, is_body, rates); break;
  case ROTATION_VECTOR: vector_rates(vector_of(values), omega, is_body, rates); break;
  case ROTATION_AXIS: axis_rates(values, omega, is_body, rates); break;
  case ROTATION_QUATERNION: quaternion_rates(values, omega, is_body, rates); break;
  case ROTATION_RODRIGUES: rodrigues_rates(vector_of(values), omega, is_body, rates); break;
  default: sequence_rates(form, values, omega, is_body, rates); break;
  }
}
