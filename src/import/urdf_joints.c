// urdf_joints.c -- reading joints: kinds, axes, limits, mimics.
// SPDX-License-Identifier: MIT
#include "import/urdf.h"

#include "import/decimal.h"

#include <string.h>

static const struct {
  const char *word;
  UrdfJointKind kind;
} kinds[] = {
  { "revolute", URDF_REVOLUTE }, { "continuous", URDF_CONTINUOUS }, { "prismatic", URDF_PRISMATIC },
  { "fixed", URDF_FIXED },       { "floating", URDF_FLOATING },     { "planar", URDF_PLANAR },
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0] };

static UrdfJointKind read_kind(Urdf *urdf, XmlElement *element)
{
  const char *type = urdf_required(urdf, element, "type");
  for (int i = 0; i < KIND_COUNT; i++) {
    if (strcmp(kinds[i].word, type) == 0) return kinds[i].kind;
  }
  if (*type) {
    diagnostics_add(urdf->diagnostics, SEVERITY_ERROR,
                    xml_attribute_span(urdf->xml, element, "type"),
                    "revolute, continuous, prismatic, fixed, floating or planar",
                    "there is no joint of type '%s'", type);
  }
  return URDF_FIXED;
}

static int read_link_name(Urdf *urdf, XmlElement *element, const char *role)
{
  XmlElement *end = xml_child(element, role);
  if (!end) {
    diagnostics_add(urdf->diagnostics, SEVERITY_ERROR, xml_span(urdf->xml, element), NULL,
                    "<joint> has no <%s>", role);
    return -1;
  }
  const char *name = urdf_required(urdf, end, "link");
  int link = map_find(&urdf->link_index, name);
  if (link < 0 && *name) {
    const char **names = ARENA_ARRAY(urdf->arena, const char *, urdf->link_count);
    for (int i = 0; i < urdf->link_count; i++)
      names[i] = urdf->links[i].name;
    const char *near = nearest_name(name, strlen(name), names, urdf->link_count);
    const char *hint = near ? arena_format(urdf->arena, "did you mean '%s'?", near) : NULL;
    diagnostics_add(urdf->diagnostics, SEVERITY_ERROR, xml_attribute_span(urdf->xml, end, "link"),
                    hint, "unknown link '%s'", name);
  }
  return link;
}

static void read_axis(Urdf *urdf, UrdfJoint *joint)
{
  static const char *const usual[3] = { "1", "0", "0" };
  for (int i = 0; i < 3; i++)
    joint->axis[i] = usual[i];
  XmlElement *axis = xml_child(joint->element, "axis");
  const char *xyz[3];
  if (!axis || xml_numbers(urdf->xml, axis, "xyz", 3, 3, xyz) != 3) return;
  for (int i = 0; i < 3; i++)
    joint->axis[i] = xyz[i];
  bool is_zero = true;
  for (int i = 0; i < 3; i++)
    is_zero &= decimal_is_zero(xyz[i]);
  if (is_zero && joint->kind != URDF_FIXED && joint->kind != URDF_FLOATING) {
    diagnostics_add(urdf->diagnostics, SEVERITY_ERROR, xml_attribute_span(urdf->xml, axis, "xyz"),
                    NULL, "an axis has a direction; this one is zero");
  }
}

// ---- limits

static const char *limit_text(Urdf *urdf, const UrdfJoint *joint, const char *decimal, Span span)
{
  if (joint->kind == URDF_PRISMATIC) return arena_format(urdf->arena, "%s m", decimal);
  return angle_from_radians(urdf->arena, &urdf->snapping, decimal, span).text;
}

// URDF wants limits for each such joint, and 0 where nothing is said; so this is what generators
// write when nobody has set them.
static bool is_unset(Urdf *urdf, const char *lower, const char *upper, XmlElement *limit)
{
  if (!decimal_is_zero(lower) || !decimal_is_zero(upper)) return false;
  if (urdf->unlimited_count++ == 0) urdf->unlimited = xml_span(urdf->xml, limit);
  return true;
}

static void read_range(Urdf *urdf, UrdfJoint *joint, XmlElement *limit)
{
  const char *lower = "0";
  const char *upper = "0";
  if (xml_numbers(urdf->xml, limit, "lower", 1, 1, &lower) < 0) return;
  if (xml_numbers(urdf->xml, limit, "upper", 1, 1, &upper) < 0) return;
  if (joint->kind != URDF_REVOLUTE && joint->kind != URDF_PRISMATIC) return;
  if (is_unset(urdf, lower, upper, limit)) return;
  if (decimal_value(lower) > decimal_value(upper)) {
    diagnostics_add(urdf->diagnostics, SEVERITY_ERROR,
                    xml_attribute_span(urdf->xml, limit, "lower"), NULL,
                    "the lower limit %s is above the upper limit %s", lower, upper);
    return;
  }
  joint->lower = limit_text(urdf, joint, lower, xml_attribute_span(urdf->xml, limit, "lower"));
  joint->upper = limit_text(urdf, joint, upper, xml_attribute_span(urdf->xml, limit, "upper"));
}

static void remark_number(Urdf *urdf, Text *remark, XmlElement *element, const char *name,
                          const char *unit)
{
  const char *number;
  if (xml_numbers(urdf->xml, element, name, 1, 1, &number) != 1) return;
  text_format(remark, "%s%s %s %s", remark->length > 0 ? ", " : "", name, number, unit);
}

// What the language has no place for stays as a comment.
static void read_remark(Urdf *urdf, UrdfJoint *joint, XmlElement *limit)
{
  bool slides = joint->kind == URDF_PRISMATIC;
  Text remark = { 0 };
  remark_number(urdf, &remark, limit, "effort", slides ? "N" : "N.m");
  remark_number(urdf, &remark, limit, "velocity", slides ? "m/s" : "rad/s");
  if (remark.length > 0) {
    joint->remark = arena_copy_text(urdf->arena, text_string(&remark), remark.length);
  }
  text_free(&remark);
}

static void read_dynamics(Urdf *urdf, UrdfJoint *joint, XmlElement *dynamics)
{
  (void)xml_numbers(urdf->xml, dynamics, "damping", 1, 1, &joint->damping);
  (void)xml_numbers(urdf->xml, dynamics, "friction", 1, 1, &joint->friction);
  bool acts = !decimal_is_zero(joint->damping) || !decimal_is_zero(joint->friction);
  bool has_one = joint->kind == URDF_REVOLUTE || joint->kind == URDF_CONTINUOUS ||
                 joint->kind == URDF_PRISMATIC;
  if (acts && (!has_one || joint->mimic)) {
    leftovers_add(&urdf->leftovers, "dynamics of a joint without a coordinate of its own",
                  xml_span(urdf->xml, dynamics));
    joint->damping = "0";
    joint->friction = "0";
  }
}

static void read_mimic(Urdf *urdf, UrdfJoint *joint, XmlElement *mimic)
{
  joint->mimic = urdf_required(urdf, mimic, "joint");
  joint->multiplier = "1";
  joint->offset = "0";
  (void)xml_numbers(urdf->xml, mimic, "multiplier", 1, 1, &joint->multiplier);
  (void)xml_numbers(urdf->xml, mimic, "offset", 1, 1, &joint->offset);
  if (joint->kind == URDF_FLOATING || joint->kind == URDF_PLANAR || joint->kind == URDF_FIXED) {
    diagnostics_add(urdf->diagnostics, SEVERITY_ERROR, xml_span(urdf->xml, mimic), NULL,
                    "only revolute, continuous and prismatic joints can mimic another");
  }
}

// ---- joints

static void read_parts(Urdf *urdf, UrdfJoint *joint)
{
  XmlElement *limit = xml_child(joint->element, "limit");
  XmlElement *mimic = xml_child(joint->element, "mimic");
  XmlElement *dynamics = xml_child(joint->element, "dynamics");
  joint->pose = urdf_read_origin(urdf, joint->element);
  read_axis(urdf, joint);
  if (limit) read_range(urdf, joint, limit);
  if (limit) read_remark(urdf, joint, limit);
  if (mimic) read_mimic(urdf, joint, mimic);
  if (dynamics) read_dynamics(urdf, joint, dynamics);
}

static void list_leftovers(Urdf *urdf, const UrdfJoint *joint)
{
  static const char *const known[] = { "origin", "parent", "child",   "axis",
                                       "limit",  "mimic",  "dynamics" };
  for (XmlElement *e = xml_child(joint->element, NULL); e; e = xml_next(e, NULL)) {
    bool is_known = false;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
      is_known |= xml_is(e, known[i]);
    if (!is_known) leftovers_add(&urdf->leftovers, xml_tag(e), xml_span(urdf->xml, e));
  }
}

// The mimicked joint must be one with a single coordinate.
static void check_mimic(Urdf *urdf, const UrdfJoint *joint)
{
  int target = map_find(&urdf->joint_index, joint->mimic);
  Span span = xml_attribute_span(urdf->xml, xml_child(joint->element, "mimic"), "joint");
  if (target < 0) {
    diagnostics_add(urdf->diagnostics, SEVERITY_ERROR, span, NULL, "unknown joint '%s'",
                    joint->mimic);
    return;
  }
  UrdfJointKind kind = urdf->joints[target].kind;
  if (kind == URDF_FIXED || kind == URDF_FLOATING || kind == URDF_PLANAR) {
    diagnostics_add(urdf->diagnostics, SEVERITY_ERROR, span, NULL,
                    "'%s' has not one coordinate, so it cannot be mimicked", joint->mimic);
  }
}

static void read_joint(Urdf *urdf, XmlElement *element)
{
  UrdfJoint *joint = &urdf->joints[urdf->joint_count];
  *joint = (UrdfJoint){ .element = element, .next_sibling = -1, .damping = "0", .friction = "0" };
  joint->name = urdf_required(urdf, element, "name");
  joint->kind = read_kind(urdf, element);
  joint->parent = read_link_name(urdf, element, "parent");
  joint->child = read_link_name(urdf, element, "child");
  if (map_find(&urdf->joint_index, joint->name) >= 0) {
    diagnostics_add(urdf->diagnostics, SEVERITY_ERROR,
                    xml_attribute_span(urdf->xml, element, "name"), NULL,
                    "there are two joints '%s'", joint->name);
  }
  map_put(&urdf->joint_index, joint->name, urdf->joint_count++);
  read_parts(urdf, joint);
  list_leftovers(urdf, joint);
}

void urdf_read_joints(Urdf *urdf)
{
  XmlElement *root = xml_root(urdf->xml);
  int count = 0;
  for (XmlElement *e = xml_child(root, "joint"); e; e = xml_next(e, "joint"))
    count++;
  urdf->joints = ARENA_ARRAY(urdf->arena, UrdfJoint, count);
  for (XmlElement *e = xml_child(root, "joint"); e; e = xml_next(e, "joint"))
    read_joint(urdf, e);
  for (int i = 0; i < urdf->joint_count; i++) {
    if (urdf->joints[i].mimic) check_mimic(urdf, &urdf->joints[i]);
  }
}
