// mjcf_equality.c -- equality constraints as loops.
//
// MuJoCo says where a joint of this kind sits in the first body only; where that is in the second
// follows from how the model stands with all joints at zero. This is calculated in numbers.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include "import/decimal.h"

#include <string.h>

static const char *loop_label(Mjcf *mjcf, XmlElement *element)
{
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
  diagnostics_add(mjcf->diagnostics, SEVERITY_NOTE, xml_span(mjcf->xml, element), NULL,
                  "where it sits in the second body was calculated, to 15 digits");
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
  text_format(mjcf->bl, "loop %s : spherical ", loop_label(mjcf, element));
  put_place(mjcf, anchor, first);
  text_put(mjcf->bl, " = ");
  put_place(mjcf, carried, second);
  text_put_char(mjcf->bl, '\n');
}

static void write_connect(Mjcf *mjcf, XmlElement *element)
{
  int site1 = find(mjcf, element, "site1", &mjcf->site_index);
  int site2 = find(mjcf, element, "site2", &mjcf->site_index);
  int body1 = find(mjcf, element, "body1", &mjcf->body_index);
  int body2 = find(mjcf, element, "body2", &mjcf->body_index);
  if (site1 >= 0 && site2 >= 0) {
    text_format(mjcf->bl, "loop %s : spherical ", loop_label(mjcf, element));
    put_place(mjcf, mjcf->sites[site1].pose.position, mjcf->sites[site1].body);
    text_put(mjcf->bl, " = ");
    put_place(mjcf, mjcf->sites[site2].pose.position, mjcf->sites[site2].body);
    text_put_char(mjcf->bl, '\n');
  } else if (body1 >= 0) {
    write_connect_bodies(mjcf, element, body1, body2 < 0 ? MJCF_WORLD : body2);
  } else if (diagnostics_error_count(mjcf->diagnostics) == 0) {
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR, xml_span(mjcf->xml, element), NULL,
                    "<connect> names neither body1 nor two sites");
  }
}

// The place of the second body in the first is marked by a frame of its own.
static void write_weld_bodies(Mjcf *mjcf, XmlElement *element, int first, int second)
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
  const char *label = loop_label(mjcf, element);
  const char *mark = a->frame;
  if (!pose_is_zero(&pose)) {
    const char *wanted = arena_format(mjcf->arena, "%s_mark", label);
    mark = labels_take(&mjcf->frames, mjcf->arena, wanted, "mark");
    text_format(mjcf->bl, "frame %s in %s : ", mark, a->frame);
    pose_put_moves(mjcf->bl, &pose);
    text_put_char(mjcf->bl, '\n');
    note_calculated(mjcf, element);
  }
  text_format(mjcf->bl, "loop %s : fixed %s = %s\n", label, mark, b->frame);
}

static void write_weld(Mjcf *mjcf, XmlElement *element)
{
  int body1 = find(mjcf, element, "body1", &mjcf->body_index);
  int body2 = find(mjcf, element, "body2", &mjcf->body_index);
  bool has_more =
      xml_attribute(mjcf->xml, element, "relpose") || xml_attribute(mjcf->xml, element, "site1");
  if (has_more) {
    mjcf_leave(mjcf, "weld with relpose or sites", element);
  } else if (body1 >= 0) {
    write_weld_bodies(mjcf, element, body1, body2 < 0 ? MJCF_WORLD : body2);
  }
}

// " m/rad^2 * ", or "*" where the unit of the coefficient of x^power is 1
static const char *coefficient_unit(Mjcf *mjcf, const MjcfJoint *y, const MjcfJoint *x, int power)
{
  bool y_slides = y->kind == MJCF_SLIDE;
  bool x_slides = x->kind == MJCF_SLIDE;
  if (!x_slides && !y_slides) return "*";
  if (x_slides && y_slides && power == 1) return "*";
  return arena_format(mjcf->arena, " %s/%s^%d * ", y_slides ? "m" : "rad", x_slides ? "m" : "rad",
                      power);
}

// joint1 = c0 + c1 x + c2 x^2 + ..., x being joint2
static void write_coupling(Mjcf *mjcf, XmlElement *element)
{
  int joint1 = find(mjcf, element, "joint1", &mjcf->joint_index);
  int joint2 = find(mjcf, element, "joint2", &mjcf->joint_index);
  const char *c[5] = { "0", "1", "0", "0", "0" };
  int count = xml_numbers(mjcf->xml, element, "polycoef", 1, 5, c);
  if (joint1 < 0 || count < 0) return;
  bool is_plain = mjcf->joints[joint1].kind <= MJCF_SLIDE &&
                  (joint2 < 0 || mjcf->joints[joint2].kind <= MJCF_SLIDE);
  if (!is_plain) {
    mjcf_leave(mjcf, "equality of a ball or free joint", element);
    return;
  }
  for (int i = count; i < 5; i++) {
    if (count > 0) c[i] = "0";
  }
  text_format(mjcf->bl, "constraint %s : %s = %s", loop_label(mjcf, element),
              mjcf->joints[joint1].label, c[0]);
  for (int i = 1; i < 5 && joint2 >= 0; i++) {
    if (decimal_is_zero(c[i])) continue;
    bool is_negative = c[i][0] == '-';
    const MjcfJoint *x = &mjcf->joints[joint2];
    text_format(mjcf->bl, " %c %s%s%s", is_negative ? '-' : '+', is_negative ? c[i] + 1 : c[i],
                coefficient_unit(mjcf, &mjcf->joints[joint1], x, i), x->label);
    if (i > 1) text_format(mjcf->bl, "^%d", i);
  }
  text_put_char(mjcf->bl, '\n');
}

void mjcf_write_equality(Mjcf *mjcf, XmlElement *equality)
{
  text_put(mjcf->bl, "\n# loops\n");
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
