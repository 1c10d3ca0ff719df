// mjcf_equality.c -- imports equality constraints as loops and couplings.
//
// MuJoCo specifies the pose of such a joint in the first body only; its pose in the second body
// follows from the drawn configuration. The moves between the bodies are written, and the language
// multiplies them exactly.
// SPDX-License-Identifier: MIT
#include "import/mjcf/mjcf.h"

#include "import/common/decimal.h"

#include <string.h>

static const char *take_name(Mjcf *mjcf, XmlElement *element)
{
  return names_take(&mjcf->import->actions, xml_attribute(element, "name"), xml_tag(element));
}

static void write_loop(Mjcf *mjcf, const char *label, const char *kind, const char *first,
                       const char *second)
{
  document_write(mjcf->import->document, "loop %s : %s %s = %s", label, kind, first, second);
}

// Writes "NAME_mark", a frame reached from the frame of a body; returns `from` if there are no
// moves.
static const char *write_mark(Mjcf *mjcf, const char *label, const char *from, const char *moves)
{
  if (*moves == '\0') return from;
  const char *mark = names_join(&mjcf->import->values, label, "mark");
  build_frame(mjcf->import, mark, from, moves);
  return mark;
}

static void write_connect(Mjcf *mjcf, XmlElement *element, int first, int second)
{
  const char *label = take_name(mjcf, element);
  Pose anchor = pose_zero();
  (void)xml_numbers(mjcf->xml, element, "anchor", 3, 3, anchor.at);
  const char *between = pose_path(mjcf->arena, mjcf->poses, second, first, false);
  const char *shift = pose_moves(mjcf->arena, &anchor);
  const char *mark = write_mark(mjcf, label, mjcf->bodies[second].frame,
                                moves_joined(mjcf->arena, between, shift));
  const char *place = arena_format(
      mjcf->arena, "%s on %s", vector_text(mjcf->arena, anchor.at, "m"), mjcf->bodies[first].frame);
  write_loop(mjcf, label, "spherical", *shift ? place : mjcf->bodies[first].frame, mark);
}

// Reads relpose: position and quaternion of the second body relative to the first. Returns false if
// it is not given or the quaternion is zero.
static bool read_relative_pose(Mjcf *mjcf, XmlElement *element, Pose *pose)
{
  const char *numbers[7];
  if (xml_numbers(mjcf->xml, element, "relpose", 7, 7, numbers) != 7) return false;
  if (decimals_are_zero(numbers + 3, 4)) return false;
  *pose = pose_zero();
  memcpy(pose->at, numbers, sizeof pose->at);
  mjcf_turn_by_quaternion(mjcf, pose, &numbers[3],
                          xml_attribute_span(mjcf->xml, element, "relpose"));
  return true;
}

static void write_weld(Mjcf *mjcf, XmlElement *element, int first, int second)
{
  Pose pose;
  const char *label = take_name(mjcf, element);
  const char *moves = read_relative_pose(mjcf, element, &pose)
                          ? pose_moves(mjcf->arena, &pose)
                          : pose_path(mjcf->arena, mjcf->poses, first, second, false);
  const char *mark = write_mark(mjcf, label, mjcf->bodies[first].frame, moves);
  write_loop(mjcf, label, "fixed", mark, mjcf->bodies[second].frame);
}

// connect and weld name two sites, or a body and optionally a second one (default: the world).
static void write_pair(Mjcf *mjcf, XmlElement *element)
{
  bool is_connect = xml_is(element, "connect");
  int errors = diagnostics_error_count(mjcf->import->diagnostics);
  int site1 = mjcf_find(mjcf, element, "site1", &mjcf->site_index);
  int site2 = mjcf_find(mjcf, element, "site2", &mjcf->site_index);
  int body1 = mjcf_find(mjcf, element, "body1", &mjcf->body_index);
  int body2 = mjcf_find(mjcf, element, "body2", &mjcf->body_index);
  if (diagnostics_error_count(mjcf->import->diagnostics) > errors) return;
  bool has_sites = site1 >= 0 && site2 >= 0;
  int first = has_sites ? mjcf->sites[site1].body : body1;
  int second = has_sites ? mjcf->sites[site2].body : body2 < 0 ? MJCF_WORLD : body2;
  if (first >= 0 && mjcf->bodies[first].moved_by == mjcf->bodies[second].moved_by) {
    build_report_untranslated(mjcf->import, "equality of what does not move", element);
  } else if (has_sites) {
    write_loop(mjcf, take_name(mjcf, element), is_connect ? "spherical" : "fixed",
               mjcf->sites[site1].label, mjcf->sites[site2].label);
  } else if (first < 0) {
    xml_error(mjcf->xml, element, NULL, NULL, "<%s> names neither body1 nor two sites",
              xml_tag(element));
  } else if (is_connect) {
    write_connect(mjcf, element, first, second);
  } else {
    write_weld(mjcf, element, first, second);
  }
}

// ---- couplings

void mjcf_put_term(Text *sum, const char *decimal, const char *unit, const char *value)
{
  if (decimal_is_zero(decimal)) return;
  bool is_negative = decimal[0] == '-';
  bool is_first = sum->length == 0;
  const char *size = decimal + is_negative;
  bool is_one = strcmp(size, "1") == 0 && *unit == '\0' && *value;
  text_put(sum, is_first ? (is_negative ? "-" : "") : (is_negative ? " - " : " + "));
  if (is_one) {
    text_put(sum, value);
    return;
  }
  text_format(sum, "%s%s%s%s%s", size, *unit ? " " : "", unit, *value ? (*unit ? " * " : "*") : "",
              value);
}

// Returns the unit of the coefficient of x^power: "m/rad^2".
static const char *coefficient_unit(Mjcf *mjcf, const MjcfJoint *y, const MjcfJoint *x, int power)
{
  bool y_slides = y->kind == MJCF_SLIDE;
  bool x_slides = x->kind == MJCF_SLIDE;
  if (!x_slides && !y_slides) return "";
  if (x_slides && y_slides && power == 1) return "";
  const char *to = power == 1 ? "" : arena_format(mjcf->arena, "^%d", power);
  return arena_format(mjcf->arena, "%s/%s%s", y_slides ? "m" : "rad", x_slides ? "m" : "rad", to);
}

// Returns "turn", or "(turn - 30 deg)" if the drawn configuration is not at zero.
static const char *from_reference(Mjcf *mjcf, const MjcfJoint *joint)
{
  if (strcmp(joint->reference, "0") == 0) return joint->label;
  bool is_negative = joint->reference[0] == '-';
  return arena_format(mjcf->arena, "(%s %c %s)", joint->label, is_negative ? '+' : '-',
                      joint->reference + is_negative);
}

static const char *polynomial(Mjcf *mjcf, const char *const c[5], const MjcfJoint *y,
                              const MjcfJoint *x)
{
  Text out = { 0 };
  mjcf_put_term(&out, c[0], "", "");
  for (int i = 1; i < 5 && x; i++) {
    const char *power = from_reference(mjcf, x);
    if (i > 1) power = arena_format(mjcf->arena, "%s^%d", power, i);
    mjcf_put_term(&out, c[i], coefficient_unit(mjcf, y, x, i), power);
  }
  if (out.length == 0) text_put_char(&out, '0');
  return arena_take_text(mjcf->arena, &out);
}

// Returns the joint or tendon that the attribute names, or NULL (possibly with an error).
static const MjcfJoint *coupled(Mjcf *mjcf, XmlElement *element, const char *attribute)
{
  if (!xml_attribute(element, attribute)) return NULL;
  if (xml_is(element, "tendon")) return mjcf_tendon(mjcf, element, attribute, true);
  int joint = mjcf_find(mjcf, element, attribute, &mjcf->joint_index);
  return joint < 0 ? NULL : &mjcf->joints[joint];
}

// joint1 = c0 + c1 x + c2 x^2 + ..., where x is joint2, both relative to the drawn configuration;
// likewise for tendons. The default of polycoef is 0 1 0 0 0.
static void write_coupling(Mjcf *mjcf, XmlElement *element)
{
  bool is_tendon = xml_is(element, "tendon");
  const char *first = is_tendon ? "tendon1" : "joint1";
  const char *second = is_tendon ? "tendon2" : "joint2";
  int errors = diagnostics_error_count(mjcf->import->diagnostics);
  const char *c[5] = { "0", "1", "0", "0", "0" };
  (void)xml_numbers(mjcf->xml, element, "polycoef", 1, 5, c);
  (void)xml_required(mjcf->xml, element, first);
  const MjcfJoint *y = coupled(mjcf, element, first);
  const MjcfJoint *x = coupled(mjcf, element, second);
  if (diagnostics_error_count(mjcf->import->diagnostics) > errors) return;
  bool is_missing = !y || (xml_attribute(element, second) && !x);  // an untranslated tendon
  if (is_missing) return;
  if (y->kind > MJCF_SLIDE || (x && x->kind > MJCF_SLIDE)) {
    build_report_untranslated(mjcf->import, "equality of a ball or free joint", element);
    return;
  }
  document_write(mjcf->import->document, "constraint %s : %s = %s", take_name(mjcf, element),
                 from_reference(mjcf, y), polynomial(mjcf, c, y, x));
}

void mjcf_write_equality(Mjcf *mjcf, XmlElement *equality)
{
  for (XmlElement *e = xml_child(equality, NULL); e; e = xml_next(e, NULL)) {
    if (xml_attribute_is(e, "active", "false")) {
      build_report_untranslated(mjcf->import, "inactive equality", e);
    } else if (xml_is_one_of(e, " connect weld ")) {
      write_pair(mjcf, e);
    } else if (xml_is_one_of(e, " joint tendon ")) {
      write_coupling(mjcf, e);
    } else {
      build_report_untranslated(mjcf->import, arena_format(mjcf->arena, "equality %s", xml_tag(e)),
                                e);
    }
  }
}
