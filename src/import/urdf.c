// urdf.c -- the way from a URDF text to a description, and what its readers share.
// SPDX-License-Identifier: MIT
#include "import/urdf.h"

#include <string.h>

const char *urdf_required(const Urdf *urdf, XmlElement *element, const char *name)
{
  const char *value = xml_attribute(urdf->xml, element, name);
  if (value && *value) return value;
  diagnostics_add(urdf->diagnostics, SEVERITY_ERROR, xml_span(urdf->xml, element), NULL,
                  "<%s> has no '%s'", xml_tag(element), name);
  return "";
}

const char *urdf_required_number(const Urdf *urdf, XmlElement *element, const char *name)
{
  const char *number = "0";
  int count = xml_numbers(urdf->xml, element, name, 1, 1, &number);
  if (count == 0) (void)urdf_required(urdf, element, name);
  return count == 1 ? number : "0";
}

Pose urdf_read_origin(Urdf *urdf, XmlElement *element)
{
  Pose pose = pose_zero();
  XmlElement *origin = xml_child(element, "origin");
  if (!origin) return pose;
  const char *xyz[3] = { "0", "0", "0" };
  const char *rpy[3] = { "0", "0", "0" };
  bool is_good = xml_numbers(urdf->xml, origin, "xyz", 3, 3, xyz) >= 0;
  is_good &= xml_numbers(urdf->xml, origin, "rpy", 3, 3, rpy) >= 0;
  if (!is_good) return pose;
  Span span = xml_attribute_span(urdf->xml, origin, "xyz");
  for (int i = 0; i < 3; i++)
    pose.position[i] = length_snap(&urdf->snapping, xyz[i], span);
  span = xml_attribute_span(urdf->xml, origin, "rpy");
  for (int axis = 2; axis >= 0; axis--) {
    Angle angle = angle_from_radians(urdf->arena, &urdf->snapping, rpy[axis], span);
    pose_turn(&pose, urdf->arena, axis, angle);
  }
  return pose;
}

// A xacro file is a program that writes a URDF; without running it, links would be missing.
static void check_macros(Urdf *urdf, XmlElement *element)
{
  if (strcmp(xml_prefix(urdf->xml, element), "xacro") != 0) return;
  diagnostics_add(urdf->diagnostics, SEVERITY_ERROR, xml_span(urdf->xml, element),
                  "run xacro first: xacro robot.xacro > robot.urdf",
                  "this is a xacro file, not yet a URDF");
}

static void list_leftovers(Urdf *urdf)
{
  XmlElement *element = xml_child(xml_root(urdf->xml), NULL);
  for (; element; element = xml_next(element, NULL)) {
    if (xml_is(element, "link") || xml_is(element, "joint")) continue;
    check_macros(urdf, element);
    leftovers_add(&urdf->leftovers, xml_tag(element), xml_span(urdf->xml, element));
  }
}

static void report_unlimited(const Urdf *urdf)
{
  if (urdf->unlimited_count == 0) return;
  diagnostics_add(urdf->diagnostics, SEVERITY_WARNING, urdf->unlimited,
                  "if the joint must not move, make it fixed",
                  "limits 0 .. 0 of %d joint%s are read as none", urdf->unlimited_count,
                  urdf->unlimited_count == 1 ? "" : "s");
}

static bool translate(Urdf *urdf, Text *bl)
{
  list_leftovers(urdf);
  urdf_read_links(urdf);
  urdf_read_joints(urdf);
  if (diagnostics_error_count(urdf->diagnostics) == 0) urdf_build_tree(urdf);
  if (diagnostics_error_count(urdf->diagnostics) == 0) urdf_write(urdf, bl);
  if (diagnostics_error_count(urdf->diagnostics) > 0) return false;
  leftovers_report(&urdf->leftovers, urdf->diagnostics);
  report_unlimited(urdf);
  snapping_report(&urdf->snapping, urdf->diagnostics);
  return true;
}

bool recognise_urdf(const Source *source) { return xml_source_has_root(source, "robot"); }

bool import_urdf(const Source *source, const ImportOptions *options, Diagnostics *diagnostics,
                 Text *bl)
{
  Xml *xml = xml_read(source, diagnostics);
  if (!xml) return false;
  Urdf urdf = { .xml = xml, .options = options, .diagnostics = diagnostics, .arena = xml->arena };
  urdf.snapping.is_on = options->snap_angles;
  bool is_good = translate(&urdf, bl);
  snapping_free(&urdf.snapping);
  leftovers_free(&urdf.leftovers);
  map_free(&urdf.link_index);
  map_free(&urdf.joint_index);
  labels_free(&urdf.frames);
  labels_free(&urdf.values);
  labels_free(&urdf.bodies);
  xml_free(xml);
  return is_good;
}
