// mjcf_actuator.c -- actuators as inputs and torques.
//
//   motor      gear * u
//   position   gear * (kp * (u - gear * q) - kv * gear * q')
//   velocity   gear * kv * (u - gear * q')
//   general    gear * (gain * u + bias0 + bias1 * gear * q + bias2 * gear * q')
//
// On a site, a motor is a force and a moment along the six numbers of its gear.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include "import/decimal.h"

#include <string.h>

enum { MOMENT = 3 };  // where the moment begins among the six numbers of a gear

typedef struct Actuator {
  XmlElement *element;
  const MjcfJoint *joint;
  const char *gear;   // "2*", or nothing for 1
  const char *input;  // its name
} Actuator;

// "2*", or nothing for 1
static const char *factor(Mjcf *mjcf, const char *decimal)
{
  return strcmp(decimal, "1") == 0 ? "" : arena_format(mjcf->arena, "%s*", decimal);
}

static bool word_is(Mjcf *mjcf, XmlElement *element, const char *name, const char *usual,
                    const char *wanted)
{
  const char *word = mjcf_attribute(mjcf, element, NULL, name);
  return strcmp(word ? word : usual, wanted) == 0;
}

static void leave(Mjcf *mjcf, XmlElement *element, const char *why)
{
  mjcf_leave(mjcf, arena_format(mjcf->arena, "%s %s", xml_tag(element), why), element);
}

// ---- laws

static const char *stiffness_unit(const Actuator *a)
{
  return a->joint->kind == MJCF_SLIDE ? "N/m" : "N.m/rad";
}

static const char *damping_unit(const Actuator *a)
{
  return a->joint->kind == MJCF_SLIDE ? "N.s/m" : "N.m.s/rad";
}

static const char *position_law(Mjcf *mjcf, const Actuator *a)
{
  const char *q = a->joint->label;
  const char *kp = mjcf_number(mjcf, a->element, NULL, "kp", "1");
  const char *kv = mjcf_number(mjcf, a->element, NULL, "kv", "0");
  const char *spring =
      arena_format(mjcf->arena, "%s %s * (%s - %s%s)", kp, stiffness_unit(a), a->input, a->gear, q);
  if (decimal_is_zero(kv)) return arena_format(mjcf->arena, "%s%s", a->gear, spring);
  const char *damper = arena_format(mjcf->arena, "%s %s * %s%s'", kv, damping_unit(a), a->gear, q);
  bool has_gear = a->gear[0] != '\0';
  return arena_format(mjcf->arena, has_gear ? "%s(%s - %s)" : "%s%s - %s", a->gear, spring, damper);
}

static const char *velocity_law(Mjcf *mjcf, const Actuator *a)
{
  const char *kv = mjcf_number(mjcf, a->element, NULL, "kv", "1");
  return arena_format(mjcf->arena, "%s%s %s * (%s - %s%s')", a->gear, kv, damping_unit(a), a->input,
                      a->gear, a->joint->label);
}

// " - 3 N/m * q"; nothing for zero
static void put_term(Text *law, const char *decimal, const char *unit, const char *value)
{
  if (decimal_is_zero(decimal)) return;
  bool is_negative = decimal[0] == '-';
  text_format(law, " %c %s %s%s%s", is_negative ? '-' : '+', is_negative ? decimal + 1 : decimal,
              unit, *value ? " * " : "", value);
}

static const char *general_law(Mjcf *mjcf, const Actuator *a)
{
  const char *gain[10] = { "1" };
  const char *bias[10] = { "0", "0", "0" };
  const char *q = arena_format(mjcf->arena, "%s%s", a->gear, a->joint->label);
  (void)mjcf_numbers(mjcf, a->element, NULL, "gainprm", 1, 10, gain);
  bool has_bias = word_is(mjcf, a->element, "biastype", "none", "affine");
  if (has_bias) (void)mjcf_numbers(mjcf, a->element, NULL, "biasprm", 1, 10, bias);
  Text law = { 0 };
  text_format(&law, "%s%s", factor(mjcf, gain[0]), a->input);
  put_term(&law, bias[0], a->joint->kind == MJCF_SLIDE ? "N" : "N.m", "");
  put_term(&law, bias[1], stiffness_unit(a), q);
  put_term(&law, bias[2], damping_unit(a), arena_format(mjcf->arena, "%s'", q));
  bool is_product = a->gear[0] == '\0' || !strchr(text_string(&law), ' ');
  const char *text =
      arena_format(mjcf->arena, is_product ? "%s%s" : "%s(%s)", a->gear, text_string(&law));
  text_free(&law);
  return text;
}

static bool is_static(Mjcf *mjcf, XmlElement *element)
{
  bool has_bias = word_is(mjcf, element, "biastype", "none", "affine") ||
                  word_is(mjcf, element, "biastype", "none", "none");
  return has_bias && word_is(mjcf, element, "dyntype", "none", "none") &&
         word_is(mjcf, element, "gaintype", "fixed", "fixed");
}

static const char *law_of(Mjcf *mjcf, const Actuator *a)
{
  if (xml_is(a->element, "position")) return position_law(mjcf, a);
  if (xml_is(a->element, "velocity")) return velocity_law(mjcf, a);
  if (xml_is(a->element, "general")) return general_law(mjcf, a);
  return arena_format(mjcf->arena, "%s%s", a->gear, a->input);
}

// ---- on a joint

// NULL, with the actuator among the leftovers, if it is not a plain one.
static const MjcfJoint *driven_joint(Mjcf *mjcf, XmlElement *element)
{
  const char *attribute = "joint";
  if (!xml_attribute(mjcf->xml, element, attribute)) attribute = "jointinparent";
  const char *name = xml_attribute(mjcf->xml, element, attribute);
  if (!name) {
    leave(mjcf, element, "without a joint");
    return NULL;
  }
  int joint = map_find(&mjcf->joint_index, name);
  if (joint < 0) {
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR,
                    xml_attribute_span(mjcf->xml, element, attribute), NULL, "unknown joint '%s'",
                    name);
    return NULL;
  }
  MjcfJointKind kind = mjcf->joints[joint].kind;
  if (kind == MJCF_HINGE || kind == MJCF_SLIDE) return &mjcf->joints[joint];
  leave(mjcf, element, "on a ball or free joint");
  return NULL;
}

static const char *write_input(Mjcf *mjcf, const char *label)
{
  const char *wanted = arena_format(mjcf->arena, "u_%s", label);
  const char *input = labels_take(&mjcf->values, mjcf->arena, wanted, "u");
  if (!mjcf->has_actuators) text_put(mjcf->bl, "\n# actuators\n");
  mjcf->has_actuators = true;
  text_format(mjcf->bl, "input  %s\n", input);
  return input;
}

static void write_on_joint(Mjcf *mjcf, XmlElement *element)
{
  Actuator actuator = { .element = element, .joint = driven_joint(mjcf, element) };
  if (!actuator.joint) return;
  if (xml_is(element, "general") && !is_static(mjcf, element)) {
    leave(mjcf, element, "with dynamics of its own");
    return;
  }
  const char *gear[6] = { "1" };
  (void)mjcf_numbers(mjcf, element, NULL, "gear", 1, 6, gear);
  actuator.gear = factor(mjcf, gear[0]);
  const char *name = xml_attribute(mjcf->xml, element, "name");
  const char *label =
      labels_take(&mjcf->force_labels, mjcf->arena, name ? name : actuator.joint->label, "drive");
  actuator.input = write_input(mjcf, label);
  text_format(mjcf->bl, "torque %s on %s = %s\n", label, actuator.joint->label,
              law_of(mjcf, &actuator));
}

// ---- on a site

static bool is_any(const char *const numbers[3])
{
  return !decimal_is_zero(numbers[0]) || !decimal_is_zero(numbers[1]) ||
         !decimal_is_zero(numbers[2]);
}

// "[0, 0, 2*u]", each number being that many `unit` per unit of the input
static void put_along(Mjcf *mjcf, const char *const numbers[3], const char *unit, const char *input)
{
  for (int i = 0; i < 3; i++) {
    text_put(mjcf->bl, i == 0 ? "[" : ", ");
    if (decimal_is_zero(numbers[i])) {
      text_put_char(mjcf->bl, '0');
    } else {
      text_format(mjcf->bl, "%s %s * %s", numbers[i], unit, input);
    }
  }
  text_put_char(mjcf->bl, ']');
}

static void write_on_site(Mjcf *mjcf, XmlElement *element)
{
  const char *name = xml_attribute(mjcf->xml, element, "site");
  int index = map_find(&mjcf->site_index, name);
  if (index < 0) {
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR,
                    xml_attribute_span(mjcf->xml, element, "site"), NULL, "unknown site '%s'",
                    name);
    return;
  }
  const MjcfSite *site = &mjcf->sites[index];
  const char *gear[6] = { "1", "0", "0", "0", "0", "0" };
  (void)mjcf_numbers(mjcf, element, NULL, "gear", 1, 6, gear);
  const char *own = xml_attribute(mjcf->xml, element, "name");
  const char *label =
      labels_take(&mjcf->force_labels, mjcf->arena, own ? own : site->label, "thrust");
  const char *input = write_input(mjcf, label);
  if (is_any(gear)) {
    text_format(mjcf->bl, "force  %s at %s = ", label, site->label);
    put_along(mjcf, gear, "N", input);
    text_format(mjcf->bl, " in %s\n", site->frame);
  }
  if (is_any(gear + MOMENT)) {
    const char *wanted = arena_format(mjcf->arena, "%s_moment", label);
    const char *moment = labels_take(&mjcf->force_labels, mjcf->arena, wanted, "moment");
    text_format(mjcf->bl, "moment %s on %s = ", moment, site->frame);
    put_along(mjcf, gear + MOMENT, "N.m", input);
    text_format(mjcf->bl, " in %s\n", site->frame);
  }
}

// ----

static void write_actuator(Mjcf *mjcf, XmlElement *element)
{
  bool is_motor = xml_is(element, "motor");
  bool is_known = is_motor || xml_is(element, "position") || xml_is(element, "velocity") ||
                  xml_is(element, "general");
  if (!is_known) {
    leave(mjcf, element, "actuator");
  } else if (is_motor && xml_attribute(mjcf->xml, element, "site")) {
    write_on_site(mjcf, element);
  } else {
    write_on_joint(mjcf, element);
  }
}

void mjcf_write_actuators(Mjcf *mjcf, XmlElement *actuator)
{
  for (XmlElement *e = xml_child(actuator, NULL); e; e = xml_next(e, NULL))
    write_actuator(mjcf, e);
}
