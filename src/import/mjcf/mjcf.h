// mjcf.h -- a model of MuJoCo on its way into our language.
//
// MJCF: bodies nest inside each other; the joints inside a body move it against the body around
// it, one after the other; geoms give it mass and shape. First all is put into one tree
// (mjcf_expand.c); that is written while it is walked, loops and actuators afterwards.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_MJCF_MJCF_H
#define BIELLE_IMPORT_MJCF_MJCF_H

#include "import/common/build.h"

enum { MJCF_WORLD = 0 };

// A body, or a <frame> in one.
typedef struct MjcfBody {
  const char *name;  // foreign, or made
  const char *frame;
  bool is_of_world;     // it does not move
  int moved_by;         // the body with the last joints before it, perhaps itself; MJCF_WORLD: none
  bool has_given_mass;  // <inertial>: geoms add nothing
  const char
      *to_rest;  // moves in it from where it is drawn to where the springs of its joints rest
} MjcfBody;

typedef enum MjcfJointKind { MJCF_HINGE, MJCF_SLIDE, MJCF_BALL, MJCF_FREE } MjcfJointKind;

// A joint; or a tendon, whose length turns or slides like one.
typedef struct MjcfJoint {
  const char *label;
  MjcfJointKind kind;
  const char *reference;     // of a hinge or slide: its value where the body is drawn, with unit
  const char *rest;          // and where springs rest
  const char *const *names;  // of its coordinates, in the order of MuJoCo
  const char *carrier;       // frame in front of it, and how it is turned there
  const char *turns;
  XmlElement *tendon;  // NULL: a joint
} MjcfJoint;

// Becomes a point, or a frame if it is turned.
typedef struct MjcfSite {
  const char *label;
  const char *frame;  // with its axes
  int body;
  Pose pose;
} MjcfSite;

// What an actuator says, its defaults included (mjcf_actuator.c).
enum { MJCF_PARAMETERS = 10 };
typedef struct MjcfActuator {
  const char *gear[6];
  const char *gain[MJCF_PARAMETERS];
  const char *bias[MJCF_PARAMETERS];
  const char *time[MJCF_PARAMETERS];
  const char *gain_type;
  const char *bias_type;
  const char *dynamics;
  const MjcfJoint *joint;
  const char *label;
  const char *factor;  // the gear: "2*", or nothing for 1
} MjcfActuator;

typedef enum MjcfMassFrom { MJCF_MASS_AUTO, MJCF_MASS_GEOMS, MJCF_MASS_INERTIAL } MjcfMassFrom;

// <compiler>
typedef struct MjcfSettings {
  bool in_degrees;
  bool has_auto_limits;        // a range is a limit unless the file says otherwise
  bool strips_path;            // of meshes
  bool balances_inertia;       // that no body can have
  const char *mesh_folder;     // "" or "meshes/"
  const char *euler_sequence;  // "xyz"; capitals turn about fixed axes
  MjcfMassFrom mass_from;
  const char *groups[2];  // first and last of the geoms that have mass
  const char *least_mass;
  const char *least_inertia;
  const char *total_mass;  // that of all bodies is made; not positive: left as it is
} MjcfSettings;

typedef struct Mjcf {
  Import *import;
  Xml *xml;
  Arena *arena;
  const MjcfSettings **settings;  // [0] of this text, then of attached ones
  int settings_count;
  MjcfActuator **actuators;
  int actuator_count;
  MjcfBody *bodies;
  PoseNode *poses;  // of the bodies where the model is drawn, each in that around it
  int body_count;
  Map body_index;  // by foreign name
  MjcfJoint *joints;
  int joint_count;
  bool has_other_rest;  // springs of some joint rest elsewhere than where it is drawn
  Map joint_index;
  MjcfJoint *tendons;  // those that were written
  int tendon_count;
  Map tendon_index;
  MjcfSite *sites;
  int site_count;
  Map site_index;
  Statement *mass_scale;  // `let` with the factor of all masses; NULL: they are as written
  const char *scale_name;
  Text mass_sum;  // "m1 + m2"
} Mjcf;

// ---- the tree
void mjcf_expand(Mjcf *mjcf, XmlElement *root);
// Counts attributes and elements that are not read.
void mjcf_list_unread(Mjcf *mjcf, XmlElement *element);
// Those that hold for the element.
const MjcfSettings *mjcf_settings(const Mjcf *mjcf, XmlElement *element);

// What the element says and its defaults say; NULL: it is not one of ours.
MjcfActuator *mjcf_actuator(const Mjcf *mjcf, XmlElement *element);
// Adds what this element says, an actuator or its default.
void mjcf_read_actuator(Mjcf *mjcf, XmlElement *element, MjcfActuator *actuator);

// ---- parts
// pos, and the orientation in whichever way it is given.
Pose mjcf_read_pose(Mjcf *mjcf, XmlElement *element);
// Adds the turn by a quaternion w, x, y, z of any length.
void mjcf_turn_by_quaternion(Mjcf *mjcf, Pose *pose, const char *const quat[], Span span);
// A number of an attribute.
Angle mjcf_angle(Mjcf *mjcf, XmlElement *element, const char *name, const char *decimal);
// The same with its unit, m for a slide.
const char *mjcf_position(Mjcf *mjcf, XmlElement *element, const char *name, const char *decimal,
                          MjcfJointKind kind);

const char *mjcf_write_joints(Mjcf *mjcf, XmlElement *element, int body);
void mjcf_write_bodies(Mjcf *mjcf, XmlElement *worldbody);
void mjcf_write_mass(Mjcf *mjcf, XmlElement *element, int body);
void mjcf_write_equality(Mjcf *mjcf, XmlElement *equality);
// Those with springs or friction of their own; others when they are asked for.
void mjcf_write_tendons(Mjcf *mjcf, XmlElement *tendon);
// The tendon that the attribute names, its length where the model is drawn if that is wanted; NULL,
// reported: there is none.
const MjcfJoint *mjcf_tendon(Mjcf *mjcf, XmlElement *element, const char *attribute,
                             bool with_reference);
// A force or torque on a joint, or through a tendon on all its joints or sites.
void mjcf_write_effort(Mjcf *mjcf, const char *name, const MjcfJoint *joint, const char *law);
// Adds " - 3 N/m * q" to a sum, with what the terms before it need; nothing for zero.
void mjcf_put_term(Text *sum, const char *decimal, const char *unit, const char *value);
void mjcf_write_actuators(Mjcf *mjcf, XmlElement *actuator);
void mjcf_write_keys(Mjcf *mjcf, XmlElement *keyframe);

// ---- what is wrong or left
// The element of that tag (NULL: any) and name in a section of the model; NULL: there is none.
XmlElement *mjcf_named(XmlElement *root, const char *section, const char *tag, const char *name);
// Index of the thing that the attribute names; -1: not given, or (with an error) unknown.
int mjcf_find(const Mjcf *mjcf, XmlElement *element, const char *attribute, const Map *index);

#endif
