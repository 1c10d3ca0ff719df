// mjcf_pose.c -- the five representations of an orientation in MJCF.
// SPDX-License-Identifier: MIT
#include "import/mjcf/mjcf.h"

#include "import/common/decimal.h"

#include <ctype.h>
#include <math.h>

Angle mjcf_angle(Mjcf *mjcf, XmlElement *element, const char *name, const char *decimal)
{
  if (mjcf_settings(mjcf, element)->in_degrees) return angle_from_degrees(mjcf->arena, decimal);
  return angle_from_radians(mjcf->arena, &mjcf->import->snapping, decimal,
                            xml_attribute_span(mjcf->xml, element, name));
}

const char *mjcf_position(Mjcf *mjcf, XmlElement *element, const char *name, const char *decimal,
                          MjcfJointKind kind)
{
  if (decimal_is_zero(decimal)) return decimal;
  return kind == MJCF_SLIDE ? arena_format(mjcf->arena, "%s m", decimal)
                            : mjcf_angle(mjcf, element, name, decimal).text;
}

// Rotations about a coordinate axis by multiples of 15 degrees are written as such.
void mjcf_turn_by_quaternion(Mjcf *mjcf, Pose *pose, const char *const quat[], Span span)
{
  const char *const *v = &quat[1];
  int axis = single_axis(v);
  if (axis >= 0) {
    double angle = 2 * atan2(decimal_value(v[axis]), decimal_value(quat[0]));
    const char *shown = arena_format(mjcf->arena, "quat %s %s %s %s", quat[0], v[0], v[1], v[2]);
    Angle exact;
    if (angle_snap(mjcf->arena, &mjcf->import->snapping, angle, shown, span, &exact)) {
      pose_turn(pose, mjcf->arena, axis, exact);
      return;
    }
  }
  pose_turn_by_quaternion(pose, mjcf->arena, quat);
}

static void turn_by_euler(Mjcf *mjcf, XmlElement *element, Pose *pose, const char *const euler[])
{
  const char *sequence = mjcf_settings(mjcf, element)->euler_sequence;
  bool is_fixed = isupper((unsigned char)sequence[0]) != 0;
  for (int k = 0; k < 3; k++) {
    int i = is_fixed ? 2 - k : k;
    int axis = tolower((unsigned char)sequence[i]) - 'x';
    pose_turn(pose, mjcf->arena, axis, mjcf_angle(mjcf, element, "euler", euler[i]));
  }
}

static bool is_direction(Mjcf *mjcf, XmlElement *element, const char *name,
                         const char *const axis[])
{
  if (!decimals_are_zero(axis, 3)) return true;
  xml_error(mjcf->xml, element, name, NULL, "an axis has a direction; this one is zero");
  return false;
}

static void turn_by_axis(Mjcf *mjcf, XmlElement *element, Pose *pose, const char *const n[])
{
  if (!is_direction(mjcf, element, "axisangle", n)) return;
  pose_turn_about(pose, mjcf->arena, n, mjcf_angle(mjcf, element, "axisangle", n[3]));
}

static void turn_to_z(Mjcf *mjcf, XmlElement *element, Pose *pose, const char *const z[])
{
  double value[3] = { decimal_value(z[0]), decimal_value(z[1]), decimal_value(z[2]) };
  if (is_direction(mjcf, element, "zaxis", z)) pose_turn_z_to(pose, mjcf->arena, z, value);
}

static void turn_by_axes(Mjcf *mjcf, XmlElement *element, Pose *pose, const char *const xy[])
{
  if (pose_turn_to_axes(pose, mjcf->arena, xy)) return;
  xml_error(mjcf->xml, element, "xyaxes", NULL, "x and y must be two directions");
}

static void turn_by_quat(Mjcf *mjcf, XmlElement *element, Pose *pose, const char *const quat[])
{
  mjcf_turn_by_quaternion(mjcf, pose, quat, xml_attribute_span(mjcf->xml, element, "quat"));
}

Pose mjcf_read_pose(Mjcf *mjcf, XmlElement *element)
{
  // As in MuJoCo, the quaternion has the lowest priority, since it may come from the defaults.
  static const struct {
    const char *name;
    int count;
    void (*turn)(Mjcf *mjcf, XmlElement *element, Pose *pose, const char *const numbers[]);
  } ways[] = { { "euler", 3, turn_by_euler },
               { "axisangle", 4, turn_by_axis },
               { "zaxis", 3, turn_to_z },
               { "xyaxes", 6, turn_by_axes },
               { "quat", 4, turn_by_quat } };
  Pose pose = pose_zero();
  const char *numbers[6];
  if (xml_numbers(mjcf->xml, element, "pos", 3, 3, numbers) == 3) {
    Span span = xml_attribute_span(mjcf->xml, element, "pos");
    for (int i = 0; i < 3; i++)
      pose.at[i] = length_snap(&mjcf->import->snapping, numbers[i], span);
  }
  for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
    const char *name = ways[i].name;
    if (!xml_attribute(element, name)) continue;
    int count = xml_numbers(mjcf->xml, element, name, ways[i].count, ways[i].count, numbers);
    if (count == ways[i].count) ways[i].turn(mjcf, element, &pose, numbers);
    return pose;
  }
  return pose;
}
