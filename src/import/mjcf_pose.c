// mjcf_pose.c -- the five ways in which MJCF writes an orientation.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include "import/decimal.h"
#include "import/describe.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

Angle mjcf_angle(Mjcf *mjcf, const char *decimal, Span span)
{
  if (mjcf->in_degrees) return angle_from_degrees(mjcf->arena, decimal);
  return angle_from_radians(mjcf->arena, &mjcf->snapping, decimal, span);
}

// The only axis with a component, if there is one; -1 otherwise.
static int single_axis(const char *const vector[3])
{
  int found = -1;
  for (int i = 0; i < 3; i++) {
    if (decimal_is_zero(vector[i])) continue;
    if (found >= 0) return -1;
    found = i;
  }
  return found;
}

// Multiples of 15 degrees about an axis are said so.
void mjcf_turn_by_quaternion(Mjcf *mjcf, Pose *pose, const char *const quat[], Span span)
{
  const char *const *v = &quat[1];
  double w = decimal_value(quat[0]);
  int axis = single_axis(v);
  if (axis >= 0) {
    double angle = 2 * atan2(decimal_value(v[axis]), w);
    const char *shown = arena_format(mjcf->arena, "quat %s %s %s %s", quat[0], v[0], v[1], v[2]);
    Angle exact;
    if (angle_snap(mjcf->arena, &mjcf->snapping, angle, shown, span, &exact)) {
      pose_turn(pose, mjcf->arena, axis, exact);
      return;
    }
  }
  pose_turn_by_quaternion(pose, mjcf->arena, quat);
}

static void turn_by_euler(Mjcf *mjcf, Pose *pose, const char *const euler[3], Span span)
{
  bool is_fixed = isupper((unsigned char)mjcf->euler_sequence[0]) != 0;
  for (int k = 0; k < 3; k++) {
    int i = is_fixed ? 2 - k : k;
    int axis = tolower((unsigned char)mjcf->euler_sequence[i]) - 'x';
    pose_turn(pose, mjcf->arena, axis, mjcf_angle(mjcf, euler[i], span));
  }
}

static void report_zero_axis(Mjcf *mjcf, Span span)
{
  diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, span, NULL,
                  "an axis has a direction; this one is zero");
}

void mjcf_turn(Mjcf *mjcf, Pose *pose, const char *const axis[3], const char *decimal, Span span)
{
  int single = single_axis(axis);
  bool is_negative = single >= 0 && axis[single][0] == '-';
  if (is_negative) decimal = decimal_negate(mjcf->arena, decimal);
  Angle angle = mjcf_angle(mjcf, decimal, span);
  if (single >= 0) {
    pose_turn(pose, mjcf->arena, single, angle);
  } else {
    pose_turn_about(pose, mjcf->arena, axis, angle.text, angle.value);
  }
}

static void turn_by_axis(Mjcf *mjcf, Pose *pose, const char *const axisangle[4], Span span)
{
  if (describe_axis(mjcf->arena, axisangle)) {
    mjcf_turn(mjcf, pose, axisangle, axisangle[3], span);
  } else {
    report_zero_axis(mjcf, span);
  }
}

// ---- xyaxes: the directions of x and y, the second only roughly

static bool normalise(double v[3])
{
  double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  if (!(length > 1e-100) || !isfinite(length)) return false;
  for (int i = 0; i < 3; i++)
    v[i] /= length;
  return true;
}

static bool axes_of(const char *const numbers[6], double x[3], double y[3], double z[3])
{
  for (int i = 0; i < 3; i++)
    x[i] = decimal_value(numbers[i]);
  for (int i = 0; i < 3; i++)
    y[i] = decimal_value(numbers[3 + i]);
  if (!normalise(x)) return false;
  double along = x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  for (int i = 0; i < 3; i++)
    y[i] -= along * x[i];
  if (!normalise(y)) return false;
  for (int i = 0; i < 3; i++) {
    z[i] = x[(i + 1) % 3] * y[(i + 2) % 3] - x[(i + 2) % 3] * y[(i + 1) % 3];
  }
  return true;
}

static void turn_by_axes(Mjcf *mjcf, Pose *pose, const char *const numbers[6], Span span)
{
  double x[3];
  double y[3];
  double z[3];
  if (!axes_of(numbers, x, y, z)) {
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, span, NULL,
                    "x and y must be two directions");
    return;
  }
  double R[3][3] = { { x[0], y[0], z[0] }, { x[1], y[1], z[1] }, { x[2], y[2], z[2] } };
  pose_turn_by_matrix(pose, mjcf->arena, R);
}

// ----

typedef struct Orientation {
  const char *name;
  int count;
  void (*turn)(Mjcf *mjcf, Pose *pose, const char *const numbers[], Span span);
} Orientation;

static void turn_to_z(Mjcf *mjcf, Pose *pose, const char *const numbers[], Span span)
{
  if (!describe_axis(mjcf->arena, numbers)) {
    report_zero_axis(mjcf, span);
  } else {
    pose_turn_z_to(pose, mjcf->arena, numbers);
  }
}

Pose mjcf_read_pose(Mjcf *mjcf, XmlElement *element, const char *class)
{
  // as in MuJoCo, a quaternion stands behind the other ways: it may come from the defaults
  static const Orientation ways[] = { { "euler", 3, turn_by_euler },
                                      { "axisangle", 4, turn_by_axis },
                                      { "zaxis", 3, turn_to_z },
                                      { "xyaxes", 6, turn_by_axes },
                                      { "quat", 4, mjcf_turn_by_quaternion } };
  Pose pose = pose_zero();
  const char *numbers[6];
  if (mjcf_numbers(mjcf, element, class, "pos", 3, 3, numbers) == 3) {
    XmlElement *holder = mjcf_holder(mjcf, element, class, "pos");
    Span span = xml_attribute_span(mjcf->xml, holder, "pos");
    for (int i = 0; i < 3; i++)
      numbers[i] = length_snap(&mjcf->snapping, numbers[i], span);
    pose = mjcf_shift(numbers);
  }
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
    XmlElement *holder = mjcf_holder(mjcf, element, class, ways[i].name);
    if (!holder) continue;
    int count = xml_numbers(mjcf->xml, holder, ways[i].name, ways[i].count, ways[i].count, numbers);
    Span span = xml_attribute_span(mjcf->xml, holder, ways[i].name);
    if (count == ways[i].count) ways[i].turn(mjcf, &pose, numbers, span);
    return pose;
  }
  return pose;
}
