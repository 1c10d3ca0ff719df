// rotation_rates.c -- rate equations in doubles (De Santis, annex A, 3.6, 4.2, 5.3, 5.6).
//
// Each equation is written for the angular velocity in moving (body) axes. The one for fixed axes
// follows from the inverse rotation: it is the same with the sign of the cross product reversed.
// SPDX-License-Identifier: MIT
#include "rotation/rotation_values.h"

#include <math.h>
#include <string.h>

typedef struct Triple {
  double at[3];
} Triple;

static Triple triple(const double v[3]) { return (Triple){ { v[0], v[1], v[2] } }; }

static double dot(Triple a, Triple b)
{
  return a.at[0] * b.at[0] + a.at[1] * b.at[1] + a.at[2] * b.at[2];
}

static Triple cross(Triple a, Triple b)
{
  Triple c;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    c.at[i] = a.at[j] * b.at[k] - a.at[k] * b.at[j];
  }
  return c;
}

// a x + b y + c z
static void combine(double a, Triple x, double b, Triple y, double c, Triple z, double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = a * x.at[i] + b * y.at[i] + c * z.at[i];
}

// ---- matrix: R' = R S(w_body) = S(w_fixed) R

static void matrix_rates(const double r[9], Triple w, bool is_body, double rates[9])
{
  for (int i = 0; i < 3; i++) {
    if (is_body) {  // row i of R S(w) is row i of R, times w
      Triple turned = cross(triple(r + 3 * i), w);
      memcpy(rates + 3 * i, turned.at, sizeof turned.at);
    } else {
      Triple column = { { r[i], r[3 + i], r[6 + i] } }, turned = cross(w, column);
      for (int j = 0; j < 3; j++)
        rates[3 * j + i] = turned.at[j];
    }
  }
}

// S(w_body) = R^T R', S(w_fixed) = R' R^T; each component of w is the mean of its two entries.
static void matrix_velocity(const double r[9], const double rates[9], bool is_body, double w[3])
{
  double s[3][3] = { { 0 } };
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      for (int k = 0; k < 3; k++) {
        s[i][j] += is_body ? r[3 * k + i] * rates[3 * k + j] : rates[3 * i + k] * r[3 * j + k];
      }
    }
  }
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    w[i] = (s[k][j] - s[j][k]) / 2;
  }
}

// ---- Euler vector: v' = w + v x w/2 + (1 - (t/2) cot(t/2))/t^2 v x (v x w), t = |v|

// (1 - (t/2) cot(t/2))/t^2, evaluated by its series where the difference would lose digits.
static double vector_coefficient(double t)
{
  if (t < 0.1) {
    double u = t * t;
    return 1.0 / 12 + u * (1.0 / 720 + u * (1.0 / 30240 + u * (1.0 / 1209600 + u / 47900160)));
  }
  return (1 - t / 2 / tan(t / 2)) / (t * t);
}

static RotationCase vector_rates(const double values[3], Triple w, double sign, double rates[3])
{
  Triple v = triple(values), turned = cross(v, w);
  double t = sqrt(dot(v, v));
  // At full revolutions every axis is valid, and the equation has a pole.
  if (t > 1 && fabs(sin(t / 2)) <= ROTATION_TINY) return ROTATION_NO_AXIS;
  combine(1, w, sign / 2, turned, vector_coefficient(t), cross(v, turned), rates);
  return ROTATION_REGULAR;
}

// w = v' - (1 - cos t)/t^2 v x v' + (t - sin t)/t^3 v x (v x v')
static void vector_velocity(const double values[3], const double rates[3], double sign, double w[3])
{
  Triple v = triple(values), d = triple(rates), turned = cross(v, d);
  double t = sqrt(dot(v, v)), u = t * t;
  double chord = t > 0 ? sin(t / 2) / (t / 2) : 1;
  double rest = t < 0.1 ? 1.0 / 6 - u / 120 * (1 - u / 42 * (1 - u / 72 * (1 - u / 110)))
                        : (t - sin(t)) / (u * t);
  combine(1, d, -sign * chord * chord / 2, turned, rest, cross(v, turned), w);
}

// ---- axis and angle: k' = (k x w - cot(angle/2) k x (k x w))/2, angle' = k . w

static RotationCase axis_rates(const double values[4], Triple w, double sign, double rates[4])
{
  Triple k = triple(values), turned = cross(k, w);
  double s = sin(values[3] / 2), c = cos(values[3] / 2);
  if (fabs(s) <= ROTATION_TINY) return ROTATION_NO_AXIS;
  combine(0, k, sign / 2, turned, -c / s / 2, cross(k, turned), rates);
  rates[3] = dot(k, w);
  return ROTATION_REGULAR;
}

// w = angle' k + sin(angle) k' - (1 - cos(angle)) k x k'
static void axis_velocity(const double values[4], const double rates[4], double sign, double w[3])
{
  Triple k = triple(values), d = triple(rates);
  double half = sin(values[3] / 2);
  combine(rates[3], k, sin(values[3]), d, -sign * 2 * half * half, cross(k, d), w);
}

// ---- quaternion: e0' = -q . w/2, q' = (e0 w + q x w)/2

static void quaternion_rates(const double e[4], Triple w, double sign, double rates[4])
{
  Triple q = triple(e + 1);
  rates[0] = -dot(q, w) / 2;
  combine(e[0] / 2, w, sign / 2, cross(q, w), 0, q, rates + 1);
}

// w = 2 (e0 q' - e0' q - q x q')
static void quaternion_velocity(const double e[4], const double rates[4], double sign, double w[3])
{
  Triple q = triple(e + 1), d = triple(rates + 1);
  combine(2 * e[0], d, -2 * rates[0], q, -2 * sign, cross(q, d), w);
}

// ---- Rodrigues: p' = (w + p x w + p (p . w))/2, w = 2/(1 + p.p) (p' - p x p')

static void rodrigues_rates(const double values[3], Triple w, double sign, double rates[3])
{
  Triple p = triple(values);
  combine(0.5, w, sign / 2, cross(p, w), dot(p, w) / 2, p, rates);
}

static void rodrigues_velocity(const double values[3], const double rates[3], double sign,
                               double w[3])
{
  Triple p = triple(values), d = triple(rates);
  double scale = 2 / (1 + dot(p, p));
  combine(scale, d, -sign * scale, cross(p, d), 0, p, w);
}

// ---- three angles: w = u' a + v' b + w' c, where a, b, c are the axes of rotation

typedef struct Lines {
  Triple at[3];  // in the order of the moving axes
} Lines;

static Triple axis_of(const RotationMatrix *r, int axis)
{
  return (Triple){ { r->at[0][axis], r->at[1][axis], r->at[2][axis] } };
}

static Lines turning_lines(const RotationSequence *q, const double values[3], bool is_body)
{
  RotationMatrix first = rotation_about(q->first, values[q->is_reversed ? 2 : 0]);
  RotationMatrix second = rotation_about(q->second, values[1]);
  RotationMatrix third = rotation_about(q->third, values[q->is_reversed ? 0 : 2]);
  RotationMatrix identity = rotation_identity(), both = rotation_product(&first, &second);
  Lines lines = { { axis_of(&identity, q->first), axis_of(&first, q->second),
                    axis_of(&both, q->third) } };
  if (!is_body) return lines;
  RotationMatrix all = rotation_product(&both, &third), back = rotation_inverse(&all);
  for (int i = 0; i < 3; i++)
    rotation_apply(&back, lines.at[i].at, lines.at[i].at);
  return lines;
}

// b is normal to a and c, so that v' = b . w; u' and w' have the divisor a . (b x c), which is cos
// v or sin v up to sign.
static RotationCase sequence_rates(RotationForm form, const double values[3], Triple w,
                                   bool is_body, double rates[3])
{
  RotationSequence q = rotation_sequence(form);
  Lines lines = turning_lines(&q, values, is_body);
  Triple bc = cross(lines.at[1], lines.at[2]), ab = cross(lines.at[0], lines.at[1]);
  double volume = dot(lines.at[0], bc);
  if (fabs(volume) <= ROTATION_TINY) return ROTATION_GIMBAL_LOCK;
  rates[q.is_reversed ? 2 : 0] = dot(bc, w) / volume;
  rates[1] = dot(lines.at[1], w);
  rates[q.is_reversed ? 0 : 2] = dot(ab, w) / volume;
  return ROTATION_REGULAR;
}

static void sequence_velocity(RotationForm form, const double values[3], const double rates[3],
                              bool is_body, double w[3])
{
  RotationSequence q = rotation_sequence(form);
  Lines lines = turning_lines(&q, values, is_body);
  combine(rates[q.is_reversed ? 2 : 0], lines.at[0], rates[1], lines.at[1],
          rates[q.is_reversed ? 0 : 2], lines.at[2], w);
}

RotationCase rotation_rates(RotationForm form, const double values[], const double omega[3],
                            bool is_body, double rates[])
{
  Triple w = triple(omega);
  double sign = is_body ? 1 : -1;
  switch (form.kind) {
  case ROTATION_MATRIX: matrix_rates(values, w, is_body, rates); return ROTATION_REGULAR;
  case ROTATION_VECTOR: return vector_rates(values, w, sign, rates);
  case ROTATION_AXIS: return axis_rates(values, w, sign, rates);
  case ROTATION_QUATERNION: quaternion_rates(values, w, sign, rates); return ROTATION_REGULAR;
  case ROTATION_RODRIGUES: rodrigues_rates(values, w, sign, rates); return ROTATION_REGULAR;
  default: return sequence_rates(form, values, w, is_body, rates);
  }
}

void rotation_velocity(RotationForm form, const double values[], const double rates[], bool is_body,
                       double omega[3])
{
  double sign = is_body ? 1 : -1;
  switch (form.kind) {
  case ROTATION_MATRIX: matrix_velocity(values, rates, is_body, omega); break;
  case ROTATION_VECTOR: vector_velocity(values, rates, sign, omega); break;
  case ROTATION_AXIS: axis_velocity(values, rates, sign, omega); break;
  case ROTATION_QUATERNION: quaternion_velocity(values, rates, sign, omega); break;
  case ROTATION_RODRIGUES: rodrigues_velocity(values, rates, sign, omega); break;
  default: sequence_velocity(form, values, rates, is_body, omega); break;
  }
}
