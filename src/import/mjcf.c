// mjcf.c -- the way from an MJCF text to a description: settings, then section by section.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include "import/describe.h"
#include "import/foreign_name.h"

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

static bool is_true(const Mjcf *mjcf, XmlElement *element, const char *name)
{
  return attribute_is(mjcf, element, name, "true");
}

static void read_folder(Mjcf *mjcf, XmlElement *compiler)
{
  const char *folder = xml_attribute(mjcf->xml, compiler, "meshdir");
  if (!folder) folder = xml_attribute(mjcf->xml, compiler, "assetdir");
  if (!folder || !*folder) return;
  bool is_open = folder[strlen(folder) - 1] != '/';
  mjcf->mesh_folder = arena_format(mjcf->arena, "%s%s", folder, is_open ? "/" : "");
}

static void read_compiler(Mjcf *mjcf, XmlElement *compiler)
{
  if (xml_attribute(mjcf->xml, compiler, "angle")) {
    mjcf->in_degrees = !attribute_is(mjcf, compiler, "angle", "radian");
  }
  check_sequence(mjcf, compiler);
  read_folder(mjcf, compiler);
  if (attribute_is(mjcf, compiler, "autolimits", "false")) mjcf->has_auto_limits = false;
  if (is_true(mjcf, compiler, "inertiafromgeom")) mjcf->mass_from = MJCF_MASS_GEOMS;
  if (attribute_is(mjcf, compiler, "inertiafromgeom", "false"))
    mjcf->mass_from = MJCF_MASS_INERTIAL;
  if (attribute_is(mjcf, compiler, "coordinate", "global")) {
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR,
                    xml_attribute_span(mjcf->xml, compiler, "coordinate"),
                    "only local is read; old versions of MuJoCo save it so",
                    "global coordinates are not supported");
  }
}

static void write_gravity(Mjcf *mjcf, XmlElement *root)
{
  const char *gravity[3] = { "0", "0", "-9.81" };
  bool is_off = false;
  for (XmlElement *e = xml_child(root, "option"); e; e = xml_next(e, "option")) {
    (void)xml_numbers(mjcf->xml, e, "gravity", 3, 3, gravity);
    XmlElement *flag = xml_child(e, "flag");
    is_off |= flag && attribute_is(mjcf, flag, "gravity", "disable");
  }
  if (is_off) return;
  text_put(mjcf->bl, "gravity ");
  pose_put_vector(mjcf->bl, gravity, "m/s^2");
  text_put_char(mjcf->bl, '\n');
}

// ---- sections

static bool is_one_of(XmlElement *element, const char *const tags[], size_t count)
{
  for (size_t i = 0; i < count; i++) {
    if (xml_is(element, tags[i])) return true;
  }
  return false;
}

static void write_section(Mjcf *mjcf, XmlElement *section)
{
  static const char *const elsewhere[] = { "compiler", "option",   "default",
                                           "asset",    "equality", "actuator" };
  if (xml_is(section, "worldbody")) {
    mjcf_write_bodies(mjcf, section);
  } else if (xml_is(section, "include")) {
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, xml_span(mjcf->xml, section),
                    "save the model as one file first", "<include> is not followed");
  } else if (!is_one_of(section, elsewhere, sizeof elsewhere / sizeof elsewhere[0])) {
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
  const char *name = model && *model ? model : "model";
  describe_top(mjcf->bl, mjcf->options->file_name, "MJCF", model,
               name_from(mjcf->arena, name, strlen(name)));
  write_gravity(mjcf, root);
  for (XmlElement *e = xml_child(root, NULL); e; e = xml_next(e, NULL))
    write_section(mjcf, e);
  if (mjcf->body_count == 0) {
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, xml_span(mjcf->xml, root), NULL,
                    "the model has no <worldbody>");
    return;
  }
  for (XmlElement *e = xml_child(root, "equality"); e; e = xml_next(e, "equality")) {
    mjcf_write_equality(mjcf, e);
  }
  for (XmlElement *e = xml_child(root, "actuator"); e; e = xml_next(e, "actuator")) {
    mjcf_write_actuators(mjcf, e);
  }
  mjcf_list_unread(mjcf);
}

bool recognise_mjcf(const Source *source) { return xml_source_has_root(source, "mujoco"); }

static void release(Mjcf *mjcf)
{
  snapping_free(&mjcf->snapping);
  leftovers_free(&mjcf->leftovers);
  leftovers_free(&mjcf->attributes);
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

static void report_calculated(const Mjcf *mjcf)
{
  if (mjcf->calculated_count == 0) return;
  diagnostics_add(mjcf->diagnostics, SEVERITY_NOTE, mjcf->calculated, NULL,
                  "the place in the second body was calculated for %d equalit%s, to 15 digits",
                  mjcf->calculated_count, mjcf->calculated_count == 1 ? "y" : "ies");
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
  mjcf.has_auto_limits = true;
  mjcf.mesh_folder = "";
  mjcf.euler_sequence = "xyz";
  translate(&mjcf);
  bool is_good = diagnostics_error_count(diagnostics) == 0;
  if (is_good) {
    leftovers_report(&mjcf.leftovers, diagnostics);
    leftovers_report(&mjcf.attributes, diagnostics);
    snapping_report(&mjcf.snapping, diagnostics);
    report_calculated(&mjcf);
  }
  release(&mjcf);
  return is_good;
}
