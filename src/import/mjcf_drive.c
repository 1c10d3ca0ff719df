// mjcf_drive.c -- friction, springs and rotor inertia in a joint.
//
// MuJoCo: force = -stiffness * (q - springref) - damping * q' - frictionloss * sign(q'), and the
// armature adds to the inertia of the coordinate.
// SPDX-License-Identifier: MIT
#include "import/mjcf.h"

#include "import/decimal.h"
#include "import/describe.h"

static const char *rest_text(Mjcf *mjcf, XmlElement *element, const char *class, bool slides)
{
  const char *rest = mjcf_number(mjcf, element, class, "springref", "0");
  if (decimal_is_zero(rest)) return "0";
  if (slides) return arena_format(mjcf->arena, "%s m", rest);
  XmlElement *holder = mjcf_holder(mjcf, element, class, "springref");
  return mjcf_angle(mjcf, rest, xml_attribute_span(mjcf->xml, holder, "springref")).text;
}

// The elements of lib/ act on one coordinate.
static void leave_drive(Mjcf *mjcf, XmlElement *element, const char *class)
{
  static const char *const names[] = { "damping", "frictionloss", "armature", "stiffness" };
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    if (decimal_is_zero(mjcf_number(mjcf, element, class, names[i], "0"))) continue;
    mjcf_leave(mjcf, arena_format(mjcf->arena, "%s of a ball or free joint", names[i]), element);
  }
}

void mjcf_write_drive(Mjcf *mjcf, XmlElement *element, const char *class, const MjcfJoint *joint)
{
  if (joint->kind == MJCF_BALL || joint->kind == MJCF_FREE) {
    leave_drive(mjcf, element, class);
    return;
  }
  bool slides = joint->kind == MJCF_SLIDE;
  const char *damping = mjcf_number(mjcf, element, class, "damping", "0");
  const char *dry = mjcf_number(mjcf, element, class, "frictionloss", "0");
  describe_friction(mjcf->bl, joint->label, slides, damping, dry);
  describe_spring(mjcf->bl, joint->label, slides,
                  mjcf_number(mjcf, element, class, "stiffness", "0"),
                  rest_text(mjcf, element, class, slides));
  describe_rotor(mjcf->bl, joint->label, slides,
                 mjcf_number(mjcf, element, class, "armature", "0"));
}
