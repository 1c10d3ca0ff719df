// mjcf.c -- the way from an MJCF text to a description: settings, then section by section.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include "import/describe.h"

#include <string.h>

void mjcf_leave(Mjcf *mjcf, const char *word, XmlElement *element)
{
  leftovers_add(&mjcf->leftovers, word, xml_span(mjcf->xml, element));
}

Pose mjcf_shift(const char *const vector[3])
{
  Pose pose = pose_zero();
  for (int i = 0; i < 3; i++)
    pose.position[i] = vector[i];
  return pose;
}

// ---- settings

static bool attribute_is(const Mjcf *mjcf, XmlElement *element, const char *name, const char *value)
{
  const char *given = xml_attribute(mjcf->xml, element, name);
  return given && strcmp(given, value) == 0;
}

static void check_sequence(Mjcf *mjcf, XmlElement *compiler)
{
  const char *sequence = xml_attribute(mjcf->xml, compiler, "eulerseq");
  if (!sequence) return;
  bool is_good =
      strlen(sequence) == 3 && (strspn(sequence, "xyz") == 3 || strspn(sequence, "XYZ") == 3);
  if (is_good) {
    mjcf->euler_sequence = sequence;
    return;
  }
  diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR,
                  xml_attribute_span(mjcf->xml, compiler, "eulerseq"), "such as xyz or ZYX",
                  "'%s' is not three axes, all small or all capital", sequence);
}

static void read_compiler(Mjcf *mjcf, XmlElement *compiler)
{
  static const char *const unread[] = { "settotalmass", "boundmass", "boundinertia",
                                        "balanceinertia", "inertiagrouprange" };
  if (xml_attribute(mjcf->xml, compiler, "angle")) {
    mjcf->in_degrees = !attribute_is(mjcf, compiler, "angle", "radian");
  }
  check_sequence(mjcf, compiler);
  if (attribute_is(mjcf, compiler, "inertiafromgeom", "true")) mjcf->mass_from = MJCF_MASS_GEOMS;
  if (attribute_is(mjcf, compiler, "inertiafromgeom", "false"))
    mjcf->mass_from = MJCF_MASS_INERTIAL;
  if (attribute_is(mjcf, compiler, "coordinate", "global")) {
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR,
                    xml_attribute_span(mjcf->xml, compiler, "coordinate"), "only local is read",
                    "global coordinates are not supported");
  }
  for (size_t i = 0; i < sizeof unread / sizeof unread[0]; i++) {
    if (xml_attribute(mjcf->xml, compiler, unread[i])) mjcf_leave(mjcf, unread[i], compiler);
  }
}

static void write_gravity(Mjcf *mjcf, XmlElement *root)
{
  const char *gravity[3] = { "0", "0", "-9.81" };
  for (XmlElement *e = xml_child(root, "option"); e; e = xml_next(e, "option")) {
    (void)xml_numbers(mjcf->xml, e, "gravity", 3, 3, gravity);
  }
  text_put(mjcf->bl, "gravity ");
  pose_put_vector(mjcf->bl, gravity, "m/s^2");
  text_put_char(mjcf->bl, '\n');
}

// ---- sections

// Elements that change the tree, and that only MuJoCo can carry out.
static void refuse_include(Mjcf *mjcf, XmlElement *element)
{
  diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, xml_span(mjcf->xml, element),
                  "save the model as one file first", "<%s> is not followed", xml_tag(element));
}

static void write_section(Mjcf *mjcf, XmlElement *section)
{
  static const char *const read[] = { "compiler", "option", "default", "worldbody", "asset" };
  if (xml_is(section, "worldbody")) mjcf_write_bodies(mjcf, section);
  for (size_t i = 0; i < sizeof read / sizeof read[0]; i++) {
    if (xml_is(section, read[i])) return;
  }
  if (xml_is(section, "include")) {
    refuse_include(mjcf, section);
  } else if (!xml_is(section, "equality") && !xml_is(section, "actuator")) {
    mjcf_leave(mjcf, xml_tag(section), section);
  }
}

static int count_descendants(XmlElement *element)
{
  int count = 0;
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL)) {
    count += 1 + count_descendants(e);
  }
  return count;
}

static void translate(Mjcf *mjcf)
{
  XmlElement *root = xml_root(mjcf->xml);
  int count = count_descendants(root) + 1;
  mjcf->bodies = ARENA_ARRAY(mjcf->arena, MjcfBody, count);
  mjcf->joints = ARENA_ARRAY(mjcf->arena, MjcfJoint, count);
  mjcf->sites = ARENA_ARRAY(mjcf->arena, MjcfSite, count);
  mjcf->classes = ARENA_ARRAY(mjcf->arena, XmlElement *, count);
  for (XmlElement *e = xml_child(root, "compiler"); e; e = xml_next(e, "compiler")) {
    read_compiler(mjcf, e);
  }
  mjcf_read_defaults(mjcf);
  const char *model = xml_attribute(mjcf->xml, root, "model");
  Labels own = { 0 };
  describe_top(mjcf->bl, mjcf->options->file_name, "MJCF", model,
               labels_take(&own, mjcf->arena, model, "model"));
  labels_free(&own);
  write_gravity(mjcf, root);
  for (XmlElement *e = xml_child(root, NULL); e; e = xml_next(e, NULL))
    write_section(mjcf, e);
  for (XmlElement *e = xml_child(root, "equality"); e; e = xml_next(e, "equality")) {
    mjcf_write_equality(mjcf, e);
  }
  for (XmlElement *e = xml_child(root, "actuator"); e; e = xml_next(e, "actuator")) {
    mjcf_write_actuators(mjcf, e);
  }
}

bool recognise_mjcf(const Source *source) { return xml_source_has_root(source, "mujoco"); }

static void release(Mjcf *mjcf)
{
  snapping_free(&mjcf->snapping);
  leftovers_free(&mjcf->leftovers);
  map_free(&mjcf->class_index);
  map_free(&mjcf->body_index);
  map_free(&mjcf->joint_index);
  map_free(&mjcf->site_index);
  labels_free(&mjcf->frames);
  labels_free(&mjcf->values);
  labels_free(&mjcf->body_labels);
  labels_free(&mjcf->force_labels);
  labels_free(&mjcf->loop_labels);
  xml_free(mjcf->xml);
}

bool import_mjcf(const Source *source, const ImportOptions *options, Diagnostics *diagnostics,
                 Text *bl)
{
  Xml *xml = xml_read(source, diagnostics);
  if (!xml) return false;
  Mjcf mjcf = { .xml = xml, .options = options, .diagnostics = diagnostics, .arena = xml->arena };
  mjcf.bl = bl;
  mjcf.snapping.is_on = options->snap_angles;
  mjcf.in_degrees = true;
  mjcf.euler_sequence = "xyz";
  translate(&mjcf);
  bool is_good = diagnostics_error_count(diagnostics) == 0;
  if (is_good) {
    leftovers_report(&mjcf.leftovers, diagnostics);
    snapping_report(&mjcf.snapping, diagnostics);
  }
  release(&mjcf);
  return is_good;
}
