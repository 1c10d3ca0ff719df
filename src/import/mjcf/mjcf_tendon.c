// mjcf_tendon.c -- imports tendons: lengths with their own name.
//
// A fixed tendon is a weighted sum of coordinates: a force F in the tendon acts on each of its
// joints with the coefficient times F. It is a length if one of its joints is a slide; the
// coefficients of the others are then lengths per angle. A spatial tendon is the sum of the
// distances between consecutive sites; after a pulley they are divided by its divisor. A positive
// force in the tendon pushes the two sites of each distance apart.
// SPDX-License-Identifier: MIT
#include "import/mjcf/mjcf.h"

#include "import/common/decimal.h"

#include <string.h>

static void write_let(Mjcf *mjcf, const char *name, const char *value)
{
  document_write(mjcf->import->document, "let %s = %s", name, value);
}

// Returns the coefficient as a factor, "2*" or "2 m/rad*".
static const char *factor(Mjcf *mjcf, XmlElement *part, MjcfJointKind kind, bool is_length)
{
  const char *coefficient = xml_number(mjcf->xml, part, "coef", NULL);
  const char *unit = is_length && kind == MJCF_HINGE ? " m/rad" : "";
  return arena_format(mjcf->arena, "%s%s*", coefficient, unit);
}

static const MjcfJoint *joint_of(const Mjcf *mjcf, XmlElement *part)
{
  int joint = mjcf_find(mjcf, part, "joint", &mjcf->joint_index);
  return joint >= 0 && mjcf->joints[joint].kind <= MJCF_SLIDE ? &mjcf->joints[joint] : NULL;
}

static bool is_length(const Mjcf *mjcf, XmlElement *fixed)
{
  for (XmlElement *e = xml_child(fixed, "joint"); e; e = xml_next(e, "joint")) {
    const MjcfJoint *joint = joint_of(mjcf, e);
    if (joint && joint->kind == MJCF_SLIDE) return true;
  }
  return false;
}

// Returns "a*x + b*y" of the joints' coordinates, of their values in the drawn configuration, or of
// those with the springs at rest.
typedef enum SumOf { COORDINATES, REFERENCES, RESTS } SumOf;
static const char *sum_of(Mjcf *mjcf, XmlElement *fixed, bool in_length, SumOf what)
{
  Text sum = { 0 };
  for (XmlElement *e = xml_child(fixed, "joint"); e; e = xml_next(e, "joint")) {
    const MjcfJoint *joint = joint_of(mjcf, e);
    if (!joint) continue;
    const char *const values[] = { joint->label, joint->reference, joint->rest };
    if (decimal_is_zero(values[what])) continue;
    text_format(&sum, "%s%s%s", sum.length > 0 ? " + " : "",
                factor(mjcf, e, joint->kind, in_length), values[what]);
  }
  return arena_take_text(mjcf->arena, &sum);
}

// ---- legs between sites

typedef struct Leg {
  XmlElement *at;         // the second site; NULL: none yet
  const MjcfSite *first;  // NULL: the sites are separated by a pulley
  const MjcfSite *second;
  const char *divisor;
} Leg;

// Advances to the next leg after `leg`, initially { .divisor = "1" }; returns false if there is
// none.
static bool next_leg(const Mjcf *mjcf, XmlElement *spatial, Leg *leg)
{
  bool is_start = !leg->at;
  for (XmlElement *e = is_start ? xml_child(spatial, NULL) : xml_next(leg->at, NULL); e;
       e = xml_next(e, NULL)) {
    if (xml_is(e, "pulley")) {
      leg->divisor = xml_number(mjcf->xml, e, "divisor", "1");
      leg->second = NULL;
      continue;
    }
    int site = mjcf_find(mjcf, e, "site", &mjcf->site_index);
    leg->at = e;
    leg->first = leg->second;
    leg->second = site >= 0 ? &mjcf->sites[site] : NULL;
    if (leg->first && leg->second) return true;
  }
  return false;
}

// Returns true if the tendon is not wrapped around geoms.
static bool is_plain(const Mjcf *mjcf, XmlElement *spatial)
{
  Leg leg = { .divisor = "1" };
  for (XmlElement *e = xml_child(spatial, NULL); e; e = xml_next(e, NULL))
    if (!xml_is_one_of(e, " site pulley ")) return false;
  return next_leg(mjcf, spatial, &leg);
}

// Returns "norm(position(b) - position(a)) + ..", for the current or the drawn configuration.
static const char *sum_of_legs(Mjcf *mjcf, XmlElement *spatial, const char *const places[])
{
  Text sum = { 0 };
  for (Leg leg = { .divisor = "1" }; next_leg(mjcf, spatial, &leg);) {
    const char *first = leg.first->label, *second = leg.second->label;
    if (places) {
      first = places[leg.first - mjcf->sites];
      second = places[leg.second - mjcf->sites];
    }
    text_format(&sum, "%snorm(position(%s) - position(%s))", sum.length > 0 ? " + " : "", second,
                first);
    if (strcmp(leg.divisor, "1") != 0) text_format(&sum, "/%s", leg.divisor);
  }
  return arena_take_text(mjcf->arena, &sum);
}

// Returns the moves from the world to a body, in the drawn configuration or with all springs at
// rest.
static const char *way_to(const Mjcf *mjcf, int body, bool at_rest)
{
  const char *way = "";
  for (; body != MJCF_WORLD; body = mjcf->poses[body].parent) {
    if (at_rest) way = moves_joined(mjcf->arena, mjcf->bodies[body].to_rest, way);
    way = moves_joined(mjcf->arena, pose_moves(mjcf->arena, &mjcf->poses[body].pose), way);
  }
  return way;
}

// Returns the name of the tendon's length in this configuration, with frames on the ground at the
// corresponding poses of the sites.
static const char *write_length(Mjcf *mjcf, MjcfJoint *tendon, bool at_rest)
{
  XmlElement *spatial = tendon->tendon;
  const char **length = at_rest && mjcf->has_other_rest ? &tendon->rest : &tendon->reference;
  if (!decimal_is_zero(*length)) return *length;
  const char **places = ARENA_ARRAY(mjcf->arena, const char *, mjcf->site_count);
  for (XmlElement *e = xml_child(spatial, "site"); e; e = xml_next(e, "site")) {
    int site = mjcf_find(mjcf, e, "site", &mjcf->site_index);
    if (site < 0 || places[site]) continue;
    const char *way = way_to(mjcf, mjcf->sites[site].body, at_rest);
    const char *shift = pose_moves(mjcf->arena, &mjcf->sites[site].pose);
    places[site] = names_join(&mjcf->import->values, tendon->label, "drawn");
    build_frame(mjcf->import, places[site], "ground", moves_joined(mjcf->arena, way, shift));
  }
  *length = names_join(&mjcf->import->values, tendon->label, "rest");
  write_let(mjcf, *length, sum_of_legs(mjcf, spatial, places));
  return *length;
}

// ---- tendons

// Returns NULL, with a report about `user`, if the tendon is wrapped around geoms.
static MjcfJoint *write_tendon(Mjcf *mjcf, XmlElement *element, XmlElement *user)
{
  const char *name = xml_attribute(element, "name");
  int known = name ? map_find(&mjcf->tendon_index, name) : -1;
  if (known >= 0) return &mjcf->tendons[known];
  bool is_fixed = xml_is(element, "fixed");
  bool in_length = !is_fixed || is_length(mjcf, element);
  const char *sum = "";
  if (is_fixed) sum = sum_of(mjcf, element, in_length, COORDINATES);
  if (!is_fixed && is_plain(mjcf, element)) sum = sum_of_legs(mjcf, element, NULL);
  if (*sum == '\0') {
    build_report_untranslated(
        mjcf->import,
        arena_format(mjcf->arena,
                     user == element ? "%s tendon around geoms" : "%s of a tendon around geoms",
                     xml_tag(user)),
        user);
    return NULL;
  }
  int index = mjcf->tendon_count++;
  MjcfJoint *tendon = &mjcf->tendons[index];
  if (name) map_put(&mjcf->tendon_index, name, index);
  const char *reference = is_fixed ? sum_of(mjcf, element, in_length, REFERENCES) : "";
  *tendon =
      (MjcfJoint){ .kind = in_length ? MJCF_SLIDE : MJCF_HINGE,
                   .label = names_take(&mjcf->import->values, name, "tendon"),
                   .reference = *reference ? arena_format(mjcf->arena, "(%s)", reference) : "0",
                   .rest = "0",
                   .tendon = element };
  write_let(mjcf, tendon->label, sum);
  return tendon;
}

const MjcfJoint *mjcf_tendon(Mjcf *mjcf, XmlElement *element, const char *attribute,
                             bool with_reference)
{
  const char *name = xml_attribute(element, attribute);
  XmlElement *found = mjcf_named(xml_root(mjcf->xml), "tendon", NULL, name);
  MjcfJoint *tendon = found ? write_tendon(mjcf, found, element) : NULL;
  if (tendon && with_reference && xml_is(found, "spatial")) (void)write_length(mjcf, tendon, false);
  if (found) return tendon;
  xml_error(mjcf->xml, element, attribute, NULL, "unknown tendon '%s'", name);
  return NULL;
}

// ---- forces

static void pull_sites(Mjcf *mjcf, const char *name, XmlElement *spatial, const char *law)
{
  const char *tension = names_join(&mjcf->import->values, name, "tension");
  write_let(mjcf, tension, law);
  for (Leg leg = { .divisor = "1" }; next_leg(mjcf, spatial, &leg);) {
    const char *way = arena_format(mjcf->arena, "position(%s) - position(%s)", leg.second->label,
                                   leg.first->label);
    bool has_pulley = strcmp(leg.divisor, "1") != 0;
    document_write(mjcf->import->document, "force %s at %s = %s%s%s*(%s)/norm(%s) against %s",
                   names_join(&mjcf->import->actions, name, leg.second->label), leg.second->label,
                   tension, has_pulley ? "/" : "", has_pulley ? leg.divisor : "", way, way,
                   leg.first->label);
  }
}

void mjcf_write_effort(Mjcf *mjcf, const char *name, const MjcfJoint *joint, const char *law)
{
  if (!joint->tendon) {
    document_write(mjcf->import->document, "torque %s on %s = %s", name, joint->label, law);
    return;
  }
  if (xml_is(joint->tendon, "spatial")) {
    pull_sites(mjcf, name, joint->tendon, law);
    return;
  }
  for (XmlElement *e = xml_child(joint->tendon, "joint"); e; e = xml_next(e, "joint")) {
    const MjcfJoint *pulled = joint_of(mjcf, e);
    if (!pulled) continue;
    const char *coefficient = factor(mjcf, e, pulled->kind, joint->kind == MJCF_SLIDE);
    document_write(mjcf->import->document, "torque %s on %s = %s(%s)",
                   names_join(&mjcf->import->actions, name, pulled->label), pulled->label,
                   coefficient, law);
  }
}

// Returns the elongation of the tendon's spring. In MuJoCo it is relative to springlength, or to
// the length with the springs of all joints at rest. Two values of springlength limit a range
// without force.
static const char *stretch_of(Mjcf *mjcf, MjcfJoint *tendon)
{
  const char *given[2] = { "-1" };
  const char *unit = tendon->kind == MJCF_SLIDE ? "m" : "rad", *label = tendon->label;
  int count = xml_numbers(mjcf->xml, tendon->tendon, "springlength", 1, 2, given);
  if (count == 2 && strcmp(given[0], given[1]) != 0) {
    return arena_format(mjcf->arena, "(max(%s - %s %s, 0) + min(%s - %s %s, 0))", label, given[1],
                        unit, label, given[0], unit);
  }
  bool is_automatic = strcmp(given[0], "-1") == 0;
  const char *rest = arena_format(mjcf->arena, "%s %s", given[0], unit);
  if (is_automatic && xml_is(tendon->tendon, "fixed")) {
    const char *sum = sum_of(mjcf, tendon->tendon, tendon->kind == MJCF_SLIDE, RESTS);
    rest = *sum ? arena_format(mjcf->arena, "(%s)", sum) : "0";
  } else if (is_automatic) {
    rest = write_length(mjcf, tendon, true);
  }
  return arena_format(mjcf->arena, "(%s - %s)", label, rest);
}

// Writes spring, damping and friction along a tendon, as for a joint.
static void write_passive(Mjcf *mjcf, XmlElement *element)
{
  static const char *const names[3] = { "stiffness", "damping", "frictionloss" };
  const char *value[3];
  bool acts = false;
  for (int i = 0; i < 3; i++) {
    value[i] = xml_number(mjcf->xml, element, names[i], "0");
    acts |= !decimal_is_zero(value[i]);
  }
  MjcfJoint *tendon = acts ? write_tendon(mjcf, element, element) : NULL;
  if (!tendon) return;
  const JointUnits *units = joint_units(tendon->kind == MJCF_SLIDE);
  const char *label = tendon->label;
  const char *stretch = decimal_is_zero(value[0]) ? NULL : stretch_of(mjcf, tendon);
  Text law = { 0 };
  mjcf_put_term(&law, negated(mjcf->arena, value[0]), units->stiffness, stretch);
  mjcf_put_term(&law, negated(mjcf->arena, value[1]), units->damping,
                arena_format(mjcf->arena, "%s'", label));
  mjcf_put_term(&law, negated(mjcf->arena, value[2]), units->force,
                arena_format(mjcf->arena, "sign(%s')", label));
  const char *name = names_take(&mjcf->import->actions, label, "tendon");
  if (law.length > 0) mjcf_write_effort(mjcf, name, tendon, text_string(&law));
  if (stretch) {
    document_write(mjcf->import->document, "energy %s = %s %s/2*%s^2",
                   names_join(&mjcf->import->actions, name, "energy"), value[0], units->stiffness,
                   stretch);
  }
  text_free(&law);
}

void mjcf_write_tendons(Mjcf *mjcf, XmlElement *tendon)
{
  for (XmlElement *e = xml_child(tendon, NULL); e; e = xml_next(e, NULL))
    if (xml_is_one_of(e, " fixed spatial ")) write_passive(mjcf, e);
}
