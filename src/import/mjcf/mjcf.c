// mjcf.c -- imports an MJCF text: settings, then section by section.
// SPDX-License-Identifier: MIT
#include "import/mjcf/mjcf.h"

#include "import/common/decimal.h"

#include <string.h>

int mjcf_find(const Mjcf *mjcf, XmlElement *element, const char *attribute, const Map *index)
{
  const char *name = xml_attribute(element, attribute);
  int found = name ? map_find(index, name) : -1;
  if (name && found < 0) {
    size_t letters = strcspn(attribute, "0123456789");  // body1 names a body
    xml_error(mjcf->xml, element, attribute, NULL, "unknown %.*s '%s'", (int)letters, attribute,
              name);
  }
  return found;
}

XmlElement *mjcf_named(XmlElement *root, const char *section, const char *tag, const char *name)
{
  for (XmlElement *s = xml_child(root, section); s; s = xml_next(s, section)) {
    for (XmlElement *e = xml_child(s, tag); e; e = xml_next(e, tag))
      if (xml_attribute_is(e, "name", name)) return e;
  }
  return NULL;
}

// ---- settings

static void write_gravity(Mjcf *mjcf, XmlElement *root)
{
  const char *gravity[3] = { "0", "0", "-9.81" };
  bool is_off = false;
  for (XmlElement *e = xml_child(root, "option"); e; e = xml_next(e, "option")) {
    (void)xml_numbers(mjcf->xml, e, "gravity", 3, 3, gravity);
    XmlElement *flag = xml_child(e, "flag");
    is_off |= flag && xml_attribute_is(flag, "gravity", "disable");
  }
  if (!is_off) build_gravity(mjcf->import, gravity);
}

// ---- contents that are not read
//
// Attributes for rendering, contacts and integration have no equivalent in a mechanism, but the
// user must be informed of what is ignored. Elements without a row here are reported as a whole
// during the traversal of the tree.

#define PLACE " pos quat euler axisangle xyaxes zaxis "
#define TENDON " name class group rgba width material stiffness damping frictionloss springlength "
#define ACTUATOR " name class group joint jointinparent tendon gear "

static const struct {
  const char *parent;  // NULL: any
  const char *tag;
  const char *attributes;  // attributes that are read, separated by blanks
} read_elements[] = {
  { NULL, "mujoco", " model " },
  { NULL, "compiler",
    " angle eulerseq inertiafromgeom inertiagrouprange coordinate autolimits meshdir assetdir"
    " texturedir strippath usethread alignfree saveinertial discardvisual fusestatic"
    " balanceinertia boundmass boundinertia settotalmass " },
  { NULL, "option", " gravity " },
  { "option", "flag", " gravity " },
  { NULL, "default", " class " },
  { NULL, "worldbody", " childclass " },
  { NULL, "frame", " name childclass" PLACE },
  { NULL, "body", " name childclass" PLACE },
  { NULL, "replicate", " count offset euler sep childclass " },
  { NULL, "attach", " model body prefix " },
  { "asset", "model", " name file " },
  { "equality", "joint", " name class joint1 joint2 polycoef active " },
  { "equality", "tendon", " name class tendon1 tendon2 polycoef active " },
  { "fixed", "joint", " joint coef " },
  { "default", "tendon", TENDON },
  { NULL, "tendon", " " },
  { "tendon", "fixed", TENDON },
  { "tendon", "spatial", TENDON },
  { "spatial", "site", " site " },
  { "spatial", "geom", " geom sidesite " },
  { "spatial", "pulley", " divisor " },
  { NULL, "joint",
    " name class type axis pos range limited damping frictionloss armature stiffness springref"
    " ref group " },
  { NULL, "freejoint", " name group align " },
  { NULL, "inertial", " mass diaginertia fullinertia" PLACE },
  { NULL, "geom", " name class type size fromto mass density mesh rgba material group" PLACE },
  { NULL, "site", " name class type size rgba group" PLACE },
  { "asset", "mesh", " name class file scale " },
  { "default", "mesh", " scale " },
  { "asset", "material", " name class rgba " },
  { NULL, "equality", " " },
  { NULL, "connect", " name class body1 body2 anchor site1 site2 active " },
  { NULL, "weld", " name class body1 body2 relpose site1 site2 active " },
  { NULL, "actuator", " " },
  { NULL, "motor", ACTUATOR "site " },
  { NULL, "position", ACTUATOR "kp kv timeconst " },
  { NULL, "velocity", ACTUATOR "kv " },
  { NULL, "intvelocity", ACTUATOR "kp kv " },
  { NULL, "damper", ACTUATOR "kv " },
  { NULL, "cylinder", ACTUATOR "timeconst area diameter bias " },
  { NULL, "general", ACTUATOR "site gaintype gainprm biastype biasprm dyntype dynprm " },
  { NULL, "keyframe", " " },
  { NULL, "key", " name time qpos qvel " },
  { NULL, "asset", " " },
};

static const char *attributes_read(XmlElement *element)
{
  XmlElement *parent = xml_parent(element);
  for (size_t i = 0; i < sizeof read_elements / sizeof read_elements[0]; i++) {
    if (!xml_is(element, read_elements[i].tag)) continue;
    const char *wanted = read_elements[i].parent;
    if (!wanted || (parent && xml_is(parent, wanted))) return read_elements[i].attributes;
  }
  return NULL;
}

// A compiler setting that is switched off has no effect.
static bool is_off(XmlElement *element, const char *name)
{
  return xml_is(element, "compiler") &&
         (xml_attribute_is(element, name, "false") || xml_attribute_is(element, name, "0"));
}

void mjcf_list_unread(Mjcf *mjcf, XmlElement *element)
{
  const char *known = attributes_read(element);
  XmlElement *parent = xml_parent(element);
  if (!known) {
    if (parent && xml_is_one_of(parent, " default option asset tendon spatial fixed ")) {
      build_report_untranslated(
          mjcf->import, arena_format(mjcf->arena, "%s in <%s>", xml_tag(element), xml_tag(parent)),
          element);
    }
    return;
  }
  Span span = xml_span(mjcf->xml, element);
  for (XmlAttribute *a = xml_first_attribute(element); a; a = xml_next_attribute(a)) {
    const char *name = xml_attribute_name(a);
    if (word_is_listed(known, name) || is_off(element, name)) continue;
    untranslated_add(&mjcf->import->leftovers, LEFTOVER_ATTRIBUTE,
                     arena_format(mjcf->arena, "%s of <%s>", name, xml_tag(element)), span);
  }
  for (XmlElement *e = xml_child(element, NULL); e; e = xml_next(e, NULL))
    mjcf_list_unread(mjcf, e);
}

// ---- sections

static void write_section(Mjcf *mjcf, XmlElement *section)
{
  if (xml_is(section, "worldbody")) {
    mjcf_write_bodies(mjcf, section);
  } else if (xml_is(section, "contact")) {
    build_report_untranslated(mjcf->import, "contact: pairs that touch or not", section);
  } else if (!xml_is_one_of(section,
                            " compiler option default asset equality actuator tendon keyframe ")) {
    build_report_untranslated(mjcf->import, xml_tag(section), section);
  }
}

// Writes the sections with this tag, after a comment if they produce statements.
static void write_titled(Mjcf *mjcf, const char *tag, const char *title,
                         void (*write)(Mjcf *mjcf, XmlElement *section))
{
  XmlElement *root = xml_root(mjcf->xml);
  const Statement *last = mjcf->import->document->last;
  document_comment(mjcf->import->document, "%s", "");
  document_comment(mjcf->import->document, "%s", title);
  for (XmlElement *e = xml_child(root, tag); e; e = xml_next(e, tag))
    write(mjcf, e);
  if (mjcf->import->document->last == last) mjcf->import->document->note = NULL;
}

// Adds `let mass_scale = ..`, which is completed when all masses are known.
static void begin_scale(Mjcf *mjcf)
{
  if (decimal_value(mjcf->settings[0]->total_mass) <= 0) return;
  mjcf->scale_name = names_take(&mjcf->import->values, "mass_scale", "scale");
  mjcf->mass_scale = document_add(mjcf->import->document, STATEMENT_LET, NULL);
}

static void end_scale(Mjcf *mjcf)
{
  if (!mjcf->mass_scale) return;
  statement_set(mjcf->import->document, mjcf->mass_scale, "items", "%s = %s/(%s)", mjcf->scale_name,
                mjcf->settings[0]->total_mass,
                mjcf->mass_sum.length > 0 ? text_string(&mjcf->mass_sum) : "1");
}

static void translate(Mjcf *mjcf)
{
  XmlElement *root = xml_root(mjcf->xml);
  mjcf_expand(mjcf, root);
  int count = xml_count_below(root) + 1;
  mjcf->bodies = ARENA_ARRAY(mjcf->arena, MjcfBody, count);
  mjcf->poses = ARENA_ARRAY(mjcf->arena, PoseNode, count);
  mjcf->joints = ARENA_ARRAY(mjcf->arena, MjcfJoint, count);
  mjcf->tendons = ARENA_ARRAY(mjcf->arena, MjcfJoint, count);
  mjcf->sites = ARENA_ARRAY(mjcf->arena, MjcfSite, count);
  const char *model = xml_attribute(root, "model");
  build_top(mjcf->import, "MJCF", model && *model ? model : "model");
  write_gravity(mjcf, root);
  begin_scale(mjcf);
  for (XmlElement *e = xml_child(root, NULL); e; e = xml_next(e, NULL))
    write_section(mjcf, e);
  if (mjcf->body_count == 0) {
    if (!has_errors(mjcf->import))
      xml_error(mjcf->xml, root, NULL, NULL, "the model has no <worldbody>");
    return;
  }
  end_scale(mjcf);
  write_titled(mjcf, "tendon", "tendons", mjcf_write_tendons);
  write_titled(mjcf, "equality", "loops and couplings", mjcf_write_equality);
  write_titled(mjcf, "actuator", "actuators", mjcf_write_actuators);
  write_titled(mjcf, "keyframe", "keyframes", mjcf_write_keys);
}

bool recognise_mjcf(const Source *source)
{
  return xml_source_has_root(source, "mujoco") || xml_source_has_root(source, "mujocoinclude");
}

bool import_mjcf(Import *import)
{
  import->xml = xml_read(import->source, import->diagnostics, import->arena);
  if (!import->xml) return false;
  Mjcf mjcf = { .import = import, .xml = import->xml, .arena = import->arena };
  translate(&mjcf);
  map_free(&mjcf.body_index);
  map_free(&mjcf.joint_index);
  map_free(&mjcf.site_index);
  map_free(&mjcf.tendon_index);
  text_free(&mjcf.mass_sum);
  return true;
}
