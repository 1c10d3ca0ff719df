// mjcf_equality.c -- equality constraints as loops.
//
// MuJoCo says where a joint of this kind sits in the first body only; where that is in the second
// follows from how the model stands with all joints at zero. This is calculated in numbers.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include "import/decimal.h"

#include <string.h>

// The name of the next statement, which must follow.
static const char *begin_statement(Mjcf *mjcf, XmlElement *element)
{
  if (!mjcf->has_loops) text_put(mjcf->bl, "\n# loops and couplings\n");
  mjcf->has_loops = true;
  const char *name = xml_attribute(mjcf->xml, element, "name");
  return labels_take(&mjcf->loop_labels, mjcf->arena, name, xml_tag(element));
}

// Index of the thing that the attribute names; -1: not given, or (with an error) unknown.
static int find(Mjcf *mjcf, XmlElement *element, const char *attribute, const Map *index)
{
  const char *name = xml_attribute(mjcf->xml, element, attribute);
  if (!name) return -1;
  int found = map_find(index, name);
  if (found < 0) {
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR,
                    xml_attribute_span(mjcf->xml, element, attribute), NULL, "unknown %s '%s'",
                    attribute, name);
  }
  return found;
}

static void put_place(Mjcf *mjcf, const char *const position[3], int body)
{
  pose_put_vector(mjcf->bl, position, "m");
  text_format(mjcf->bl, " on %s", mjcf->bodies[body].frame);
}

// A point given in the axes of `from`, in those of `to`, all joints at zero.
static void carry_point(const MjcfBody *from, const MjcfBody *to, const double p[3], double q[3])
{
  double difference[3];
  for (int i = 0; i < 3; i++) {
    difference[i] = from->position[i] - to->position[i];
    for (int k = 0; k < 3; k++)
      difference[i] += from->rotation[i][k] * p[k];
  }
  for (int i = 0; i < 3; i++) {
    q[i] = 0;
    for (int k = 0; k < 3; k++)
      q[i] += to->rotation[k][i] * difference[k];
  }
}

// 15 digits, and what is below a picometre is none.
static const char *position_text(Mjcf *mjcf, double value)
{
  return value > -1e-12 && value < 1e-12 ? "0" : decimal_from_double(mjcf->arena, value);
}

static void note_calculated(Mjcf *mjcf, XmlElement *element)
{
  if (mjcf->calculated_count++ == 0) mjcf->calculated = xml_span(mjcf->xml, element);
}

static void write_connect_bodies(Mjcf *mjcf, XmlElement *element, int first, int second)
{
  const char *anchor[3] = { "0", "0", "0" };
  const char *carried[3];
  double p[3];
  double q[3];
  (void)xml_numbers(mjcf->xml, element, "anchor", 3, 3, anchor);
  for (int i = 0; i < 3; i++)
    p[i] = decimal_value(anchor[i]);
  carry_point(&mjcf->bodies[first], &mjcf->bodies[second], p, q);
  for (int i = 0; i < 3; i++)
    carried[i] = position_text(mjcf, q[i]);
  note_calculated(mjcf, element);
  const char *label = begin_statement(mjcf, element);
  text_format(mjcf->bl, "loop %s : spherical ", label);
  put_place(mjcf, anchor, first);
  text_put(mjcf->bl, " = ");
  put_place(mjcf, carried, second);
  text_put_char(mjcf->bl, '\n');
}

// What both ends of an equality name; -1: not given.
typedef struct Ends {
  int site1;
  int site2;
  int body1;
  int body2;
} Ends;

// False, with an error, if they name neither a body nor two sites.
static bool read_ends(Mjcf *mjcf, XmlElement *element, Ends *ends)
{
  int errors = diagnostics_error_count(mjcf->diagnostics);
  ends->site1 = find(mjcf, element, "site1", &mjcf->site_index);
  ends->site2 = find(mjcf, element, "site2", &mjcf->site_index);
  ends->body1 = find(mjcf, element, "body1", &mjcf->body_index);
  ends->body2 = find(mjcf, element, "body2", &mjcf->body_index);
  if (diagnostics_error_count(mjcf->diagnostics) > errors) return false;
  if ((ends->site1 >= 0 && ends->site2 >= 0) || ends->body1 >= 0) return true;
  diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, xml_span(mjcf->xml, element), NULL,
                  "<%s> names neither body1 nor two sites", xml_tag(element));
  return false;
}

static void write_sites(Mjcf *mjcf, XmlElement *element, const char *kind, const Ends *ends)
{
  const char *label = begin_statement(mjcf, element);
  text_format(mjcf->bl, "loop %s : %s %s = %s\n", label, kind, mjcf->sites[ends->site1].label,
              mjcf->sites[ends->site2].label);
}

static void write_connect(Mjcf *mjcf, XmlElement *element)
{
  Ends ends;
  if (!read_ends(mjcf, element, &ends)) return;
  if (ends.site1 >= 0) {
    write_sites(mjcf, element, "spherical", &ends);
  } else {
    write_connect_bodies(mjcf, element, ends.body1, ends.body2 < 0 ? MJCF_WORLD : ends.body2);
  }
}

// The pose of the second body in the first with all joints at zero.
static Pose calculated_pose(Mjcf *mjcf, int first, int second)
{
  static const double origin[3] = { 0, 0, 0 };
  const MjcfBody *a = &mjcf->bodies[first];
  const MjcfBody *b = &mjcf->bodies[second];
  double p[3];
  double R[3][3] = { { 0 } };
  carry_point(b, a, origin, p);
  for (int i = 0; i < 9; i++) {
    for (int k = 0; k < 3; k++)
      R[i / 3][i % 3] += a->rotation[k][i / 3] * b->rotation[k][i % 3];
  }
  Pose pose = pose_zero();
  for (int i = 0; i < 3; i++)
    pose.position[i] = position_text(mjcf, p[i]);
  pose_turn_by_matrix(&pose, mjcf->arena, R);
  return pose;
}

// relpose: position and quaternion of the second body in the first; false: not given, or all of
// the quaternion zero.
static bool read_relative_pose(Mjcf *mjcf, XmlElement *element, Pose *pose)
{
  const char *numbers[7];
  if (xml_numbers(mjcf->xml, element, "relpose", 7, 7, numbers) != 7) return false;
  bool is_zero = true;
  for (int i = 3; i < 7; i++)
    is_zero &= decimal_is_zero(numbers[i]);
  if (is_zero) return false;
  *pose = mjcf_shift(numbers);
  mjcf_turn_by_quaternion(mjcf, pose, &numbers[3],
                          xml_attribute_span(mjcf->xml, element, "relpose"));
  return true;
}

// The place of the second body in the first is marked by a frame of its own.
static void write_weld_bodies(Mjcf *mjcf, XmlElement *element, int first, int second)
{
  Pose pose;
  if (!read_relative_pose(mjcf, element, &pose)) {
    pose = calculated_pose(mjcf, first, second);
    if (!pose_is_zero(&pose)) note_calculated(mjcf, element);
  }
  const char *label = begin_statement(mjcf, element);
  const char *mark = mjcf->bodies[first].frame;
  if (!pose_is_zero(&pose)) {
    const char *wanted = arena_format(mjcf->arena, "%s_mark", label);
    mark = labels_take(&mjcf->frames, mjcf->arena, wanted, "mark");
    text_format(mjcf->bl, "frame %s in %s : ", mark, mjcf->bodies[first].frame);
    pose_put_moves(mjcf->bl, &pose);
    text_put_char(mjcf->bl, '\n');
  }
  text_format(mjcf->bl, "loop %s : fixed %s = %s\n", label, mark, mjcf->bodies[second].frame);
}

static void write_weld(Mjcf *mjcf, XmlElement *element)
{
  Ends ends;
  if (!read_ends(mjcf, element, &ends)) return;
  if (ends.site1 >= 0) {
    write_sites(mjcf, element, "fixed", &ends);
  } else {
    write_weld_bodies(mjcf, element, ends.body1, ends.body2 < 0 ? MJCF_WORLD : ends.body2);
  }
}

// " m/rad^2 * ", or "*" where the unit of the coefficient of x^power is 1
static const char *coefficient_unit(Mjcf *mjcf, const MjcfJoint *y, const MjcfJoint *x, int power)
{
  bool y_slides = y->kind == MJCF_SLIDE;
  bool x_slides = x->kind == MJCF_SLIDE;
  if (!x_slides && !y_slides) return "*";
  if (x_slides && y_slides && power == 1) return "*";
  const char *to = power == 1 ? "" : arena_format(mjcf->arena, "^%d", power);
  return arena_format(mjcf->arena, " %s/%s%s * ", y_slides ? "m" : "rad", x_slides ? "m" : "rad",
                      to);
}

// "turn", or "(turn - 30 deg)" where zero is not where the model is drawn
static const char *from_reference(Mjcf *mjcf, const MjcfJoint *joint)
{
  if (strcmp(joint->reference, "0") == 0) return joint->label;
  bool is_negative = joint->reference[0] == '-';
  return arena_format(mjcf->arena, "(%s %c %s)", joint->label, is_negative ? '+' : '-',
                      joint->reference + is_negative);
}

static void put_polynomial(Mjcf *mjcf, const char *const c[5], const MjcfJoint *y,
                           const MjcfJoint *x)
{
  bool is_empty = decimal_is_zero(c[0]);
  if (!is_empty) text_put(mjcf->bl, c[0]);
  for (int i = 1; i < 5 && x; i++) {
    if (decimal_is_zero(c[i])) continue;
    bool is_negative = c[i][0] == '-';
    if (!is_empty) text_put(mjcf->bl, is_negative ? " - " : " + ");
    if (is_empty && is_negative) text_put_char(mjcf->bl, '-');
    const char *size = is_negative ? c[i] + 1 : c[i];
    const char *unit = coefficient_unit(mjcf, y, x, i);
    bool is_one = strcmp(size, "1") == 0 && strcmp(unit, "*") == 0;
    if (!is_one) text_format(mjcf->bl, "%s%s", size, unit);
    text_put(mjcf->bl, from_reference(mjcf, x));
    if (i > 1) text_format(mjcf->bl, "^%d", i);
    is_empty = false;
  }
  if (is_empty) text_put_char(mjcf->bl, '0');
}

// joint1 = c0 + c1 x + c2 x^2 + ..., x being joint2, both from where the model is drawn. What
// polycoef does not say is 0 1 0 0 0.
static void write_coupling(Mjcf *mjcf, XmlElement *element)
{
  int errors = diagnostics_error_count(mjcf->diagnostics);
  int joint1 = find(mjcf, element, "joint1", &mjcf->joint_index);
  int joint2 = find(mjcf, element, "joint2", &mjcf->joint_index);
  const char *c[5] = { "0", "1", "0", "0", "0" };
  (void)xml_numbers(mjcf->xml, element, "polycoef", 1, 5, c);
  if (diagnostics_error_count(mjcf->diagnostics) > errors) return;
  if (joint1 < 0) {
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, xml_span(mjcf->xml, element), NULL,
                    "<joint> of <equality> has no 'joint1'");
    return;
  }
  const MjcfJoint *y = &mjcf->joints[joint1];
  const MjcfJoint *x = joint2 < 0 ? NULL : &mjcf->joints[joint2];
  if (y->kind > MJCF_SLIDE || (x && x->kind > MJCF_SLIDE)) {
    mjcf_leave(mjcf, "equality of a ball or free joint", element);
    return;
  }
  const char *label = begin_statement(mjcf, element);
  text_format(mjcf->bl, "constraint %s : %s = ", label, from_reference(mjcf, y));
  put_polynomial(mjcf, c, y, x);
  text_put_char(mjcf->bl, '\n');
}

void mjcf_write_equality(Mjcf *mjcf, XmlElement *equality)
{
  for (XmlElement *e = xml_child(equality, NULL); e; e = xml_next(e, NULL)) {
    const char *active = xml_attribute(mjcf->xml, e, "active");
    if (active && strcmp(active, "false") == 0) {
      mjcf_leave(mjcf, "inactive equality", e);
    } else if (xml_is(e, "connect")) {
      write_connect(mjcf, e);
    } else if (xml_is(e, "weld")) {
      write_weld(mjcf, e);
    } else if (xml_is(e, "joint")) {
      write_coupling(mjcf, e);
    } else {
      mjcf_leave(mjcf, arena_format(mjcf->arena, "equality %s", xml_tag(e)), e);
    }
  }
}
