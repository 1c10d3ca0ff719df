// mjcf_actuator.c -- actuators as inputs and torques.
//
//   motor      gear * u
//   position   gear * (kp * (u - gear * q) - kv * gear * q')
//   velocity   gear * kv * (u - gear * q')
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include "import/decimal.h"

#include <string.h>

// "2*", or nothing for 1
static const char *factor(Mjcf *mjcf, const char *decimal)
{
  return strcmp(decimal, "1") == 0 ? "" : arena_format(mjcf->arena, "%s*", decimal);
}

static const char *number_or(Mjcf *mjcf, XmlElement *element, const char *name,
                             const char *otherwise)
{
  const char *numbers[6] = { otherwise };
  return mjcf_numbers(mjcf, element, NULL, name, 1, 6, numbers) > 0 ? numbers[0] : otherwise;
}

static const char *law(Mjcf *mjcf, XmlElement *element, const char *input, const MjcfJoint *joint)
{
  bool slides = joint->kind == MJCF_SLIDE;
  const char *q = joint->label;
  const char *gear = factor(mjcf, number_or(mjcf, element, "gear", "1"));
  if (xml_is(element, "motor")) return arena_format(mjcf->arena, "%s%s", gear, input);
  bool is_position = xml_is(element, "position");
  const char *kp = number_or(mjcf, element, "kp", "1");
  const char *kv = number_or(mjcf, element, "kv", is_position ? "0" : "1");
  kp = arena_format(mjcf->arena, "%s %s", kp, slides ? "N/m" : "N.m/rad");
  const char *kv_text = arena_format(mjcf->arena, "%s %s", kv, slides ? "N.s/m" : "N.m.s/rad");
  if (!is_position) {
    return arena_format(mjcf->arena, "%s%s * (%s - %s%s')", gear, kv_text, input, gear, q);
  }
  if (decimal_is_zero(kv)) {
    return arena_format(mjcf->arena, "%s%s * (%s - %s%s)", gear, kp, input, gear, q);
  }
  return arena_format(mjcf->arena, "%s(%s * (%s - %s%s) - %s * %s%s')", gear, kp, input, gear, q,
                      kv_text, gear, q);
}

// The joint that is driven; NULL, with the actuator among the leftovers, if it is not a plain one.
static const MjcfJoint *driven_joint(Mjcf *mjcf, XmlElement *element)
{
  const char *name = xml_attribute(mjcf->xml, element, "joint");
  if (!name) {
    mjcf_leave(mjcf, arena_format(mjcf->arena, "%s without a joint", xml_tag(element)), element);
    return NULL;
  }
  int joint = map_find(&mjcf->joint_index, name);
  if (joint < 0) {
    diagnostics_add(mjcf->diagnostics, SEVERITY_ERROR,
                    xml_attribute_span(mjcf->xml, element, "joint"), NULL, "unknown joint '%s'",
                    name);
    return NULL;
  }
  MjcfJointKind kind = mjcf->joints[joint].kind;
  if (kind == MJCF_HINGE || kind == MJCF_SLIDE) return &mjcf->joints[joint];
  mjcf_leave(mjcf, arena_format(mjcf->arena, "%s on a ball or free joint", xml_tag(element)),
             element);
  return NULL;
}

static void write_actuator(Mjcf *mjcf, XmlElement *element)
{
  const MjcfJoint *joint = driven_joint(mjcf, element);
  if (!joint) return;
  const char *name = xml_attribute(mjcf->xml, element, "name");
  const char *label = labels_take(&mjcf->force_labels, mjcf->arena, name ? name : joint->label, "");
  const char *wanted = arena_format(mjcf->arena, "u_%s", label);
  const char *input = labels_take(&mjcf->values, mjcf->arena, wanted, "u");
  text_format(mjcf->bl, "input  %s\n", input);
  text_format(mjcf->bl, "torque %s on %s = %s\n", label, joint->label,
              law(mjcf, element, input, joint));
}

void mjcf_write_actuators(Mjcf *mjcf, XmlElement *actuator)
{
  text_put(mjcf->bl, "\n# actuators\n");
  for (XmlElement *e = xml_child(actuator, NULL); e; e = xml_next(e, NULL)) {
    if (xml_is(e, "motor") || xml_is(e, "position") || xml_is(e, "velocity")) {
      write_actuator(mjcf, e);
    } else {
      mjcf_leave(mjcf, arena_format(mjcf->arena, "actuator %s", xml_tag(e)), e);
    }
  }
}
