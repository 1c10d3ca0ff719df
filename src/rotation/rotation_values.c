// rotation_values.c -- conversions of rotations in doubles (De Santis, annex A, 3.4, 4.1, 5.1,
// 5.6).
//
// The annex's inverse formulas divide by sin(angle) or by e0. Here the quaternion is computed from
// its component of largest magnitude (Shepperd, 1978), and angles by atan2; both are accurate
// everywhere.
// SPDX-License-Identifier: MIT
#include "rotation/rotation_values.h"

#include <math.h>
#include <string.h>

// ---- matrices

RotationMatrix rotation_identity(void)
{
  return (RotationMatrix){ { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
}

RotationMatrix rotation_about(int axis, double angle)
{
  int j = (axis + 1) % 3, k = (axis + 2) % 3;
  double c = cos(angle), s = sin(angle);
  RotationMatrix r = rotation_identity();
  r.at[j][j] = c;
  r.at[k][k] = c;
  r.at[k][j] = s;
  r.at[j][k] = -s;
  return r;
}

RotationMatrix rotation_product(const RotationMatrix *a, const RotationMatrix *b)
{
  RotationMatrix r = { 0 };
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      for (int k = 0; k < 3; k++)
        r.at[i][j] += a->at[i][k] * b->at[k][j];
    }
  }
  return r;
}

RotationMatrix rotation_inverse(const RotationMatrix *a)
{
  RotationMatrix r;
  for (int i = 0; i < 9; i++)
    r.at[i / 3][i % 3] = a->at[i % 3][i / 3];
  return r;
}

void rotation_apply(const RotationMatrix *a, const double v[3], double out[3])
{
  double x = v[0], y = v[1], z = v[2];
  for (int i = 0; i < 3; i++)
    out[i] = a->at[i][0] * x + a->at[i][1] * y + a->at[i][2] * z;
}

static double length_of(const double v[3]) { return hypot(hypot(v[0], v[1]), v[2]); }

// Normalises v; divides by the largest component first, so that the length cannot overflow. Returns
// false if all components are 0.
static bool make_unit(double v[], int count)
{
  for (int pass = 0; pass < 2; pass++) {
    double size = 0;
    for (int i = 0; i < count; i++)
      size = pass == 0 ? fmax(size, fabs(v[i])) : hypot(size, v[i]);
    if (size == 0) return false;
    for (int i = 0; i < count; i++)
      v[i] /= size;
  }
  return true;
}

// ---- to the matrix

// cos 1 + sin S(k) + (1 - cos) k k^T, and 1 - cos(angle) = 2 sin(angle/2)^2.
static bool from_axis(const double values[4], RotationMatrix *out)
{
  double unit[3] = { values[0], values[1], values[2] }, angle = values[3];
  if (!make_unit(unit, 3) && angle != 0) return false;
  double c = cos(angle), s = sin(angle), h = sin(angle / 2), rest = 2 * h * h;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    out->at[i][i] = c + rest * unit[i] * unit[i];
    out->at[i][j] = rest * unit[i] * unit[j] - s * unit[k];
    out->at[j][i] = rest * unit[i] * unit[j] + s * unit[k];
  }
  return true;
}

static bool from_vector(const double v[3], RotationMatrix *out)
{
  double values[4] = { v[0], v[1], v[2], length_of(v) };
  return isfinite(values[3]) && from_axis(values, out);
}

static RotationMatrix from_unit_quaternion(const double e[4])
{
  RotationMatrix r;
  const double *q = e + 1;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    r.at[i][i] = 1 - 2 * (q[j] * q[j] + q[k] * q[k]);
    r.at[i][j] = 2 * (q[i] * q[j] - e[0] * q[k]);
    r.at[j][i] = 2 * (q[i] * q[j] + e[0] * q[k]);
  }
  return r;
}

static bool from_quaternion(const double values[4], RotationMatrix *out)
{
  double e[4] = { values[0], values[1], values[2], values[3] };
  if (!make_unit(e, 4)) return false;
  *out = from_unit_quaternion(e);
  return true;
}

static RotationMatrix from_sequence(RotationForm form, const double values[3])
{
  RotationSequence s = rotation_sequence(form);
  RotationMatrix first = rotation_about(s.first, values[s.is_reversed ? 2 : 0]);
  RotationMatrix second = rotation_about(s.second, values[1]);
  RotationMatrix third = rotation_about(s.third, values[s.is_reversed ? 0 : 2]);
  RotationMatrix start = rotation_product(&first, &second);
  return rotation_product(&start, &third);
}

bool rotation_from_values(RotationForm form, const double values[], RotationMatrix *out)
{
  for (int i = 0; i < rotation_info(form.kind)->count; i++) {
    if (!isfinite(values[i])) return false;
  }
  switch (form.kind) {
  case ROTATION_MATRIX: {
    RotationMatrix m;
    memcpy(m.at, values, sizeof m.at);
    return rotation_nearest(&m, out);
  }
  case ROTATION_VECTOR: return from_vector(values, out);
  case ROTATION_AXIS: return from_axis(values, out);
  case ROTATION_QUATERNION: return from_quaternion(values, out);
  case ROTATION_RODRIGUES: {
    double e[4] = { 1, values[0], values[1], values[2] };  // e = e0 (1, p)
    return from_quaternion(e, out);
  }
  default: *out = from_sequence(form, values); return true;
  }
}

// ---- from the matrix

// Computes the quaternion. Each of four formulas returns it multiplied by one of its components;
// the one with the largest component is used and normalised (Shepperd, 1978).
static void to_quaternion(const RotationMatrix *r, double e[4])
{
  const double(*m)[3] = r->at;
  double trace = m[0][0] + m[1][1] + m[2][2];
  int largest = 0;
  for (int i = 1; i < 3; i++) {
    if (m[i][i] > m[largest][largest]) largest = i;
  }
  if (trace >= m[largest][largest]) {
    e[0] = 1 + trace;
    for (int i = 0; i < 3; i++)
      e[1 + i] = m[(i + 2) % 3][(i + 1) % 3] - m[(i + 1) % 3][(i + 2) % 3];
  } else {
    int i = largest, j = (i + 1) % 3, k = (i + 2) % 3;
    e[0] = m[k][j] - m[j][k];
    e[1 + i] = 1 + m[i][i] - m[j][j] - m[k][k];
    e[1 + j] = m[i][j] + m[j][i];
    e[1 + k] = m[i][k] + m[k][i];
  }
  make_unit(e, 4);
}

// e and -e are the same rotation: selects the one with e0 > 0; for a rotation by 180 deg, the one
// whose first nonzero component is positive.
static RotationCase choose_sign(double e[4])
{
  RotationCase found = fabs(e[0]) <= ROTATION_TINY ? ROTATION_HALF_TURN : ROTATION_REGULAR;
  int deciding = 0;
  if (found == ROTATION_HALF_TURN) {
    e[0] = 0;
    while (deciding < 3 && fabs(e[deciding]) <= ROTATION_TINY)
      deciding++;
  }
  if (e[deciding] < 0) {
    for (int i = 0; i < 4; i++)
      e[i] = e[i] == 0 ? 0 : -e[i];
  }
  return found;
}

static RotationCase to_axis(const double e[4], RotationCase found, double values[4])
{
  double length = length_of(e + 1);
  values[3] = 2 * atan2(length, e[0]);
  if (length <= ROTATION_TINY) {
    const double none[4] = { 0, 0, 1, 0 };
    memcpy(values, none, sizeof none);
    return ROTATION_NO_AXIS;
  }
  for (int i = 0; i < 3; i++)
    values[i] = e[1 + i] / length;
  return found;
}

static RotationCase to_vector(const double e[4], RotationCase found, double values[3])
{
  double length = length_of(e + 1);
  double scale = length > 0 ? 2 * atan2(length, e[0]) / length : 2;
  for (int i = 0; i < 3; i++)
    values[i] = scale * e[1 + i];
  return found;
}

static RotationCase to_rodrigues(const double e[4], RotationCase found, double values[3])
{
  for (int i = 0; i < 3; i++) {
    double q = fabs(e[1 + i]) <= ROTATION_TINY ? 0 : e[1 + i];
    values[i] = found != ROTATION_HALF_TURN ? e[1 + i] / e[0] : q == 0 ? 0 : copysign(INFINITY, q);
  }
  return found;
}

// With i, j, m for first, second, other and s for the sign, column `third` of the matrix is
//   zxz:  R_ii = cos v,    R_ji = sin v sin u,     R_mi = -s sin v cos u
//   zyx:  R_im = s sin v,  R_jm = -s cos v sin u,  R_mm = cos v cos u
// and row j of R_i(u)^T R = R_j(v) R_third(w) determines w from the computed u, so that the three
// angles reproduce the matrix even where u alone has no significant digits.
static RotationCase to_sequence(const RotationMatrix *r, RotationForm form, double values[3])
{
  RotationSequence q = rotation_sequence(form);
  int i = q.first, j = q.second, m = q.other, last = q.third;
  double s = q.sign;
  const double(*at)[3] = r->at;
  double sine = q.is_proper ? at[j][i] : -s * at[j][m];
  double cosine = q.is_proper ? -s * at[m][i] : at[m][m];
  double reach = hypot(sine, cosine);
  double v = q.is_proper ? atan2(reach, at[i][i]) : atan2(s * at[i][m], reach);
  double u, w;
  RotationCase found = reach <= ROTATION_TINY ? ROTATION_GIMBAL_LOCK : ROTATION_REGULAR;
  if (found == ROTATION_GIMBAL_LOCK) {
    u = atan2(s * at[m][j], at[j][j]);
    w = 0;
  } else {
    u = atan2(sine, cosine);
    double cu = cos(u), su = s * sin(u);
    int k = 3 - j - last;  // row j, column k of R_third(w) is s sin w or -s sin w
    double sign = q.is_proper ? -s : s;
    w = atan2(sign * (cu * at[j][k] + su * at[m][k]), cu * at[j][j] + su * at[m][j]);
  }
  values[0] = q.is_reversed ? w : u;
  values[1] = v;
  values[2] = q.is_reversed ? u : w;
  return found;
}

RotationCase rotation_to_values(const RotationMatrix *r, RotationForm form, double values[])
{
  if (form.kind == ROTATION_MATRIX) {
    memcpy(values, r->at, sizeof r->at);
    return ROTATION_REGULAR;
  }
  if (rotation_has_sequence(form.kind)) return to_sequence(r, form, values);
  double e[4];
  to_quaternion(r, e);
  RotationCase found = choose_sign(e);
  switch (form.kind) {
  case ROTATION_AXIS: return to_axis(e, found, values);
  case ROTATION_VECTOR: return to_vector(e, found, values);
  case ROTATION_RODRIGUES: return to_rodrigues(e, found, values);
  default: memcpy(values, e, sizeof e); return ROTATION_REGULAR;
  }
}
