// mjcf_actuator.c -- imports actuators as inputs and torques.
//
// All kinds are special cases of the general one, force = gain * a + bias, with
//
//   gain = gain0 + gain1 l + gain2 l'      bias = bias0 + bias1 l + bias2 l'
//
// l is gear times the coordinate or the tendon length, and the force acts on l, i.e. multiplied by
// gear on the coordinate. The activation a is the input u, or a state with a' = u (integrator) or
// a' = (u - a)/time (filter). A motor on a site, a ball or a free joint is a force and a moment
// with the components of its gear.
// SPDX-License-Identifier: MIT
#include "import/mjcf/mjcf.h"

#include "import/common/decimal.h"

#include <string.h>

enum { MOMENT = 3 };  // index of the moment in the six numbers of a gear

static void leave(Mjcf *mjcf, XmlElement *element, const char *why)
{
  build_report_untranslated(mjcf->import, arena_format(mjcf->arena, "%s %s", xml_tag(element), why),
                            element);
}

// ---- kinds of actuators
//
// Each kind of element specifies some of the parameters and implies others. This holds for defaults
// as well: a <motor> there removes the bias of the actuators of its class.

static void set_word(XmlElement *element, const char *name, const char **word)
{
  if (xml_attribute(element, name)) *word = xml_attribute(element, name);
}

static void imply(MjcfActuator *a, const char *dynamics, const char *gain, const char *bias)
{
  a->dynamics = dynamics;
  a->gain_type = gain;
  a->bias_type = bias;
}

static void read_general(Mjcf *mjcf, XmlElement *e, MjcfActuator *a)
{
  set_word(e, "dyntype", &a->dynamics);
  set_word(e, "gaintype", &a->gain_type);
  set_word(e, "biastype", &a->bias_type);
  (void)xml_numbers(mjcf->xml, e, "gainprm", 1, MJCF_PARAMETERS, a->gain);
  (void)xml_numbers(mjcf->xml, e, "biasprm", 1, MJCF_PARAMETERS, a->bias);
  (void)xml_numbers(mjcf->xml, e, "dynprm", 1, MJCF_PARAMETERS, a->time);
}

static void read_motor(Mjcf *mjcf, XmlElement *e, MjcfActuator *a)
{
  (void)mjcf;
  (void)e;
  a->gain[0] = "1";
  imply(a, "none", "fixed", "none");
}

static void read_servo(Mjcf *mjcf, XmlElement *e, MjcfActuator *a)
{
  a->gain[0] = xml_number(mjcf->xml, e, "kp", a->gain[0]);
  a->bias[1] = negated(mjcf->arena, a->gain[0]);
  if (xml_attribute(e, "kv"))
    a->bias[2] = negated(mjcf->arena, xml_number(mjcf->xml, e, "kv", "0"));
  a->time[0] = xml_number(mjcf->xml, e, "timeconst", a->time[0]);
  if (xml_attribute(e, "timeconst"))
    a->dynamics = decimal_is_zero(a->time[0]) ? "none" : "filterexact";
  imply(a, xml_is(e, "intvelocity") ? "integrator" : a->dynamics, "fixed", "affine");
}

static void read_velocity(Mjcf *mjcf, XmlElement *e, MjcfActuator *a)
{
  a->gain[0] = xml_number(mjcf->xml, e, "kv", a->gain[0]);
  a->bias[0] = a->bias[1] = "0";
  a->bias[2] = negated(mjcf->arena, a->gain[0]);
  imply(a, "none", "fixed", "affine");
}

static void read_damper(Mjcf *mjcf, XmlElement *e, MjcfActuator *a)
{
  a->gain[0] = a->gain[1] = "0";
  a->gain[2] = negated(mjcf->arena, xml_number(mjcf->xml, e, "kv", "0"));
  imply(a, "none", "affine", "none");
}

static void read_cylinder(Mjcf *mjcf, XmlElement *e, MjcfActuator *a)
{
  const char *diameter = xml_number(mjcf->xml, e, "diameter", "0");
  a->gain[0] = xml_number(mjcf->xml, e, "area", a->gain[0]);
  if (!decimal_is_zero(diameter)) a->gain[0] = arena_format(mjcf->arena, "(pi/4*%s^2)", diameter);
  (void)xml_numbers(mjcf->xml, e, "bias", 3, 3, a->bias);
  a->time[0] = xml_number(mjcf->xml, e, "timeconst", a->time[0]);
  imply(a, "filter", "fixed", "affine");
}

void mjcf_read_actuator(Mjcf *mjcf, XmlElement *element, MjcfActuator *a)
{
  static const struct {
    const char *tag;
    void (*read)(Mjcf *mjcf, XmlElement *e, MjcfActuator *a);
  } kinds[] = { { "motor", read_motor },      { "general", read_general },
                { "position", read_servo },   { "velocity", read_velocity },
                { "damper", read_damper },    { "intvelocity", read_servo },
                { "cylinder", read_cylinder } };
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
    if (!xml_is(element, kinds[i].tag)) continue;
    (void)xml_numbers(mjcf->xml, element, "gear", 1, 6, a->gear);
    kinds[i].read(mjcf, element, a);
  }
}

// Sets parameters to zero that do not apply to the type. Returns false for unsupported dynamics.
static bool settle(MjcfActuator *a)
{
  bool is_known = word_is_listed(" fixed affine ", a->gain_type) &&
                  word_is_listed(" none affine ", a->bias_type) &&
                  word_is_listed(" none integrator filter filterexact ", a->dynamics);
  if (strcmp(a->gain_type, "fixed") == 0) a->gain[1] = a->gain[2] = "0";
  if (strcmp(a->bias_type, "none") == 0) a->bias[0] = a->bias[1] = a->bias[2] = "0";
  return is_known;
}

// ---- the law

// Returns 1 if the actuator is a servo for the position, 2 for the speed; 0 if it is not a servo.
static int compared(const MjcfActuator *a)
{
  if (!decimals_are_zero(a->gain + 1, 2)) return 0;
  for (int i = 1; i < 3; i++)
    if (a->bias[i][0] == '-' && strcmp(a->bias[i] + 1, a->gain[0]) == 0) return i;
  return 0;
}

// Returns kp * (u - l) + .. for a servo, gain * a + bias otherwise.
static const char *law_of(Mjcf *mjcf, const MjcfActuator *a, const char *activation)
{
  Text law = { 0 };
  const JointUnits *units = joint_units(a->joint->kind == MJCF_SLIDE);
  const char *unit[3] = { "", units->stiffness, units->damping };
  const char *value[3] = { "", arena_format(mjcf->arena, "%s%s", a->factor, a->joint->label),
                           arena_format(mjcf->arena, "%s%s'", a->factor, a->joint->label) };
  int servo = compared(a);
  bool is_varying = !decimals_are_zero(a->gain + 1, 2);
  if (is_varying) unit[0] = units->force;
  if (servo > 0) {
    mjcf_put_term(&law, a->gain[0], unit[servo],
                  arena_format(mjcf->arena, "(%s - %s)", activation, value[servo]));
  }
  for (int i = 0; i < 3 && servo == 0; i++) {
    mjcf_put_term(&law, a->gain[i], unit[i],
                  arena_format(mjcf->arena, "%s%s%s", value[i], i > 0 ? "*" : "", activation));
  }
  unit[0] = units->force;
  for (int i = 0; i < 3; i++)
    if (servo == 0 || i != servo) mjcf_put_term(&law, a->bias[i], unit[i], value[i]);
  if (law.length == 0) text_put_char(&law, '0');
  bool is_product = a->factor[0] == '\0' || !strpbrk(text_string(&law), "+-") ||
                    (servo > 0 && text_string(&law)[law.length - 1] == ')');
  const char *text =
      arena_format(mjcf->arena, is_product ? "%s%s" : "%s(%s)", a->factor, text_string(&law));
  text_free(&law);
  return text;
}

// ---- actuators on a joint or a tendon

static const char *write_input(Mjcf *mjcf, const char *label)
{
  const char *input = names_join(&mjcf->import->values, "u", label);
  document_write(mjcf->import->document, "input %s", input);
  return input;
}

// Writes the input and, if there are dynamics, the activation state; returns the activation.
static const char *write_activation(Mjcf *mjcf, const MjcfActuator *a)
{
  const char *input = write_input(mjcf, a->label);
  if (strcmp(a->dynamics, "none") == 0) return input;
  const char *state = names_join(&mjcf->import->values, "a", a->label);
  const char *rate = input;
  if (strcmp(a->dynamics, "integrator") != 0)
    rate = arena_format(mjcf->arena, "(%s - %s)/(%s s)", input, state, a->time[0]);
  document_write(mjcf->import->document, "state %s = 0 : %s' = %s", state, state, rate);
  return state;
}

static void write_on_joint(Mjcf *mjcf, MjcfActuator *a, XmlElement *element)
{
  const char *name = xml_attribute(element, "name");
  a->factor = strcmp(a->gear[0], "1") == 0 ? "" : arena_format(mjcf->arena, "%s*", a->gear[0]);
  a->label = names_take(&mjcf->import->actions, name ? name : a->joint->label, "drive");
  mjcf_write_effort(mjcf, a->label, a->joint, law_of(mjcf, a, write_activation(mjcf, a)));
}

// ---- actuators on a frame

// Returns "[0, 0, 2 N * u]": each component is a number of the gear, in `unit` per unit of the
// input.
static const char *along_gear(Mjcf *mjcf, const char *const gear[3], const char *unit,
                              const char *input)
{
  const char *part[3];
  for (int i = 0; i < 3; i++) {
    bool is_zero = decimal_is_zero(gear[i]);
    part[i] = is_zero ? "0" : arena_format(mjcf->arena, "%s %s * %s", gear[i], unit, input);
  }
  return vector_text(mjcf->arena, part, "");
}

// Writes a force at a place in the axes of `force_axes`, and a moment: "on FRAME = .. in AXES".
static void write_on_frame(Mjcf *mjcf, XmlElement *element, const char *place,
                           const char *force_axes, const char *frame, const char *axes,
                           const char *const gear[6])
{
  Document *document = mjcf->import->document;
  const char *own = xml_attribute(element, "name");
  const char *label = names_take(&mjcf->import->actions, own ? own : place, "thrust");
  const char *input = write_input(mjcf, label);
  if (!decimals_are_zero(gear, 3)) {
    document_write(document, "force %s at %s = %s in %s", label, place,
                   along_gear(mjcf, gear, "N", input), force_axes);
  }
  if (!decimals_are_zero(gear + MOMENT, 3)) {
    document_write(document, "moment %s on %s = %s in %s",
                   names_join(&mjcf->import->actions, label, "moment"), frame,
                   along_gear(mjcf, gear + MOMENT, "N.m", input), axes);
  }
}

// A motor on a ball joint is a moment between the connected frames, in the axes of the moved one
// (jointinparent: of the carrying one). On a free body it is also a force, in the axes of the
// world.
static void write_on_ball(Mjcf *mjcf, XmlElement *element, const MjcfActuator *a)
{
  const char *gear[6] = { "0", "0", "0", "0", "0", "0" };
  const MjcfJoint *joint = a->joint;
  bool is_ball = joint->kind == MJCF_BALL;
  for (int i = 0; i < (is_ball ? 3 : 6); i++)
    gear[is_ball ? MOMENT + i : i] = a->gear[i];
  const char *axes = xml_attribute(element, "joint") ? joint->label : joint->carrier;
  if (axes == joint->carrier && *joint->turns) {
    axes = names_join(&mjcf->import->values, joint->label, "base");
    build_frame(mjcf->import, axes, joint->carrier, joint->turns);
  }
  if (strcmp(joint->carrier, "ground") != 0)
    axes = arena_format(mjcf->arena, "%s against %s", axes, joint->carrier);
  write_on_frame(mjcf, element, joint->label, "ground", joint->label, axes, gear);
}

static void write_on_site(Mjcf *mjcf, XmlElement *element, const MjcfActuator *a)
{
  int index = mjcf_find(mjcf, element, "site", &mjcf->site_index);
  if (index < 0) return;
  const MjcfSite *site = &mjcf->sites[index];
  write_on_frame(mjcf, element, site->label, site->frame, site->frame, site->frame, a->gear);
}

// ---- all actuators

// Returns the driven joint or tendon; NULL if there is none or (with an error) it is unknown.
static const MjcfJoint *driven_joint(Mjcf *mjcf, XmlElement *element)
{
  if (xml_attribute(element, "tendon")) return mjcf_tendon(mjcf, element, "tendon", false);
  const char *attribute = xml_attribute(element, "joint") ? "joint" : "jointinparent";
  int joint = mjcf_find(mjcf, element, attribute, &mjcf->joint_index);
  const char *why = xml_attribute(element, attribute) ? NULL : "without a joint";
  if (xml_attribute(element, "cranksite")) why = "by a crank";
  if (xml_attribute(element, "site")) why = "on a site, with a refsite or a law of its own";
  if (why) leave(mjcf, element, why);
  return joint < 0 ? NULL : &mjcf->joints[joint];
}

static void write_actuator(Mjcf *mjcf, XmlElement *element)
{
  MjcfActuator *given = mjcf_actuator(mjcf, element);
  MjcfActuator a = given ? *given : (MjcfActuator){ 0 };
  if (!given || !settle(&a)) {
    leave(mjcf, element, given ? "with dynamics of its own" : "actuator");
    return;
  }
  bool is_plain = strcmp(a.gain[0], "1") == 0 && decimals_are_zero(a.bias, 3) &&
                  decimals_are_zero(a.gain + 1, 2) && strcmp(a.dynamics, "none") == 0;
  if (xml_attribute(element, "site") && is_plain && !xml_attribute(element, "refsite")) {
    write_on_site(mjcf, element, &a);
    return;
  }
  a.joint = driven_joint(mjcf, element);
  if (!a.joint) return;
  if (a.joint->kind <= MJCF_SLIDE) {
    write_on_joint(mjcf, &a, element);
  } else if (is_plain) {
    write_on_ball(mjcf, element, &a);
  } else {
    leave(mjcf, element, "on a ball or free joint");
  }
}

void mjcf_write_actuators(Mjcf *mjcf, XmlElement *actuator)
{
  for (XmlElement *e = xml_child(actuator, NULL); e; e = xml_next(e, NULL))
    write_actuator(mjcf, e);
}
