// robot.c -- the common part of URDF and SDF.
// SPDX-License-Identifier: MIT
#include "import/urdf/robot.h"

#include "import/common/decimal.h"

#include <string.h>
#include <strings.h>

int robot_numbers(const Import *import, XmlElement *element, const char *name, int count,
                  const char *numbers[])
{
  if (!element) return 0;
  if (!import->in_elements) return xml_numbers(import->xml, element, name, count, count, numbers);
  XmlElement *child = xml_child(element, name);
  return child ? xml_numbers(import->xml, child, NULL, count, count, numbers) : 0;
}

const char *robot_number(const Import *import, XmlElement *element, const char *name,
                         const char *otherwise)
{
  const char *number = otherwise;
  if (robot_numbers(import, element, name, 1, &number) == 0 && !otherwise)
    (void)xml_required(import->xml, element, name);
  return number ? number : "0";
}

// Returns the position with its unit; angles in the file are in rad.
static const char *position_text(Import *import, XmlElement *element, const char *decimal,
                                 bool slides)
{
  if (slides) return arena_format(import->arena, "%s m", decimal);
  return angle_from_radians(import->arena, &import->snapping, decimal,
                            xml_span(import->xml, element))
      .text;
}

void robot_inertia(const Import *import, XmlElement *element, const char *on, const char *off,
                   const char *inertia[6])
{
  static const char *const names[6] = { "ixx", "ixy", "ixz", "iyy", "iyz", "izz" };
  for (int i = 0; i < 6; i++) {
    bool is_diagonal = i == 0 || i == 3 || i == 5;
    inertia[i] = robot_number(import, element, names[i], is_diagonal ? on : off);
  }
}

// ---- joints

static const double no_bound = 1e15;

// Reads a number that may be infinite; infinity is returned as a number beyond `no_bound`.
static const char *read_bound(const Import *import, XmlElement *limit, const char *name,
                              const char *otherwise)
{
  XmlElement *child = limit ? xml_child(limit, name) : NULL;
  const char *text = child ? xml_text(import->xml, child) : NULL;
  if (limit && !import->in_elements) text = xml_attribute(limit, name);
  bool is_infinite = text && strncasecmp(text + strspn(text, " +-"), "inf", 3) == 0;
  if (!is_infinite) return robot_number(import, limit, name, otherwise);
  return strchr(text, '-') ? "-1e16" : "1e16";
}

// URDF requires limits for such joints, with default 0. Limits 0 .. 0 are what generators write if
// no limits were set.
const char *robot_limits(Import *import, XmlElement *limit, bool slides)
{
  const char *lower = read_bound(import, limit, "lower", import->in_elements ? "-1e16" : "0");
  const char *upper = read_bound(import, limit, "upper", import->in_elements ? "1e16" : "0");
  double low = decimal_value(lower), high = decimal_value(upper);
  if (limit) build_leave_others(import, limit, " lower upper effort velocity ");
  if (!limit || (low <= -no_bound && high >= no_bound)) return NULL;
  if (low > high) {
    xml_error(import->xml, limit, import->in_elements ? NULL : "lower", NULL,
              "the lower limit %s is above the upper limit %s", lower, upper);
  }
  if (low == high) {
    build_report_untranslated(import, "joint with equal limits (is it fixed?)", limit);
    return NULL;
  }
  return arena_format(import->arena, "%s .. %s", position_text(import, limit, lower, slides),
                      position_text(import, limit, upper, slides));
}

void robot_drive(const Import *import, Statement *joint, XmlElement *limit, bool slides)
{
  static const char *const names[] = { "effort", "velocity" };
  const char *const units[] = { joint_units(slides)->force, slides ? "m/s" : "rad/s" };
  for (int i = 0; i < 2; i++) {
    const char *value = read_bound(import, limit, names[i], "0");
    bool is_given = decimal_value(value) > 0 && decimal_value(value) < no_bound;
    if (is_given) statement_set(import->document, joint, names[i], "%s %s", value, units[i]);
  }
}

void robot_dynamics(Import *import, XmlElement *dynamics, const char *joint, bool slides)
{
  const char *rest = robot_number(import, dynamics, "spring_reference", "0");
  if (!dynamics) return;
  build_leave_others(import, dynamics, " damping friction spring_reference spring_stiffness ");
  if (!decimal_is_zero(rest)) rest = position_text(import, dynamics, rest, slides);
  build_friction(import, joint, joint_units(slides), robot_number(import, dynamics, "damping", "0"),
                 robot_number(import, dynamics, "friction", "0"));
  build_spring(import, joint, joint_units(slides),
               robot_number(import, dynamics, "spring_stiffness", "0"), rest);
}

// Returns " + 0.5 rad", or with the opposite sign; "" for zero.
static const char *added(const Import *import, const char *decimal, const char *unit, char sign)
{
  if (decimal_is_zero(decimal)) return "";
  bool is_negative = decimal[0] == '-';
  if (is_negative) sign = sign == '+' ? '-' : '+';
  return arena_format(import->arena, " %c %s %s", sign, decimal + is_negative, unit);
}

// The factor has a unit if it converts angles to lengths or vice versa.
const char *robot_mimic(const Import *import, XmlElement *mimic, bool slides, const char *q,
                        bool q_slides)
{
  const char *multiplier = robot_number(import, mimic, "multiplier", "1");
  const char *from =
      added(import, robot_number(import, mimic, "reference", "0"), q_slides ? "m" : "rad", '-');
  const char *factor = arena_format(import->arena, "%s*", multiplier);
  if (slides != q_slides) {
    factor = arena_format(import->arena, "%s %s * ", multiplier, slides ? "m/rad" : "rad/m");
  } else if (strcmp(multiplier, "1") == 0) {
    factor = "";
  } else if (strcmp(multiplier, "-1") == 0) {
    factor = "-";
  }
  return arena_format(
      import->arena, *from ? "%s(%s%s)%s" : "%s%s%s%s", factor, q, from,
      added(import, robot_number(import, mimic, "offset", "0"), slides ? "m" : "rad", '+'));
}

// ---- shapes

static void read_mesh(const Import *import, XmlElement *mesh, Shape *shape)
{
  const char *scale[3] = { "1", "1", "1" };
  XmlElement *uri = xml_child(mesh, "uri");
  if (import->in_elements) {
    shape->file = uri ? xml_text(import->xml, uri) : "";
  } else {
    shape->file = xml_required(import->xml, mesh, "filename");
    shape->span = xml_attribute_span(import->xml, mesh, "filename");
  }
  (void)robot_numbers(import, mesh, "scale", 3, scale);
  bool is_one =
      strcmp(scale[0], "1") == 0 && strcmp(scale[1], "1") == 0 && strcmp(scale[2], "1") == 0;
  if (!is_one) shape->scale = vector_text(import->arena, scale, "");
}

bool robot_shape(Import *import, XmlElement *visual, Shape *shape)
{
  XmlElement *geometry = xml_child(visual, "geometry");
  XmlElement *element = geometry ? xml_child(geometry, NULL) : NULL;
  if (!element) return false;
  if (xml_next(element, NULL))
    build_report_untranslated(import, "further shape of <geometry>", geometry);
  if (!xml_is_one_of(element, " box mesh sphere cylinder capsule ")) {
    build_report_untranslated(import, xml_tag(element), element);
    return false;
  }
  shape->kind = statement_of_word(xml_tag(element), strlen(xml_tag(element)), true);
  shape->span = xml_span(import->xml, element);
  const char *size[3] = { "1", "1", "1" };
  const char *usual = import->in_elements ? "1" : NULL;
  if (shape->kind == STATEMENT_MESH) {
    read_mesh(import, element, shape);
  } else if (shape->kind == STATEMENT_BOX) {
    if (robot_numbers(import, element, "size", 3, size) == 0 && !usual)
      (void)xml_required(import->xml, element, "size");
    shape->size = vector_text(import->arena, size, "m");
  } else {
    size[0] = robot_number(import, element, "radius", usual);
    shape->radius = arena_format(import->arena, "%s m", size[0]);
    if (shape->kind != STATEMENT_SPHERE) {
      size[1] = robot_number(import, element, "length", usual);
      shape->length = arena_format(import->arena, "%s m", size[1]);
    }
  }
  // Size zero occurs in files that must contain a shape.
  bool has_nothing = false, is_negative = false;
  for (int i = 0; i < 3; i++) {
    has_nothing = has_nothing || decimal_is_zero(size[i]);
    is_negative = is_negative || decimal_value(size[i]) < 0;
  }
  const char *what = is_negative ? "%s of a negative size" : "%s of size 0";
  if (has_nothing || is_negative)
    build_report_untranslated(import, arena_format(import->arena, what, xml_tag(element)), element);
  return !has_nothing && !is_negative;
}
