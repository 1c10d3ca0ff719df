// mjcf.h -- translation of MuJoCo models.
//
// In MJCF, bodies are nested; the joints inside a body move it relative to the enclosing body, one
// after the other; geoms define mass and shape. First, everything is combined into one tree
// (mjcf_expand.c). The tree is then traversed and written; loops and actuators follow.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_MJCF_MJCF_H
#define BIELLE_IMPORT_MJCF_MJCF_H

#include "import/common/build.h"

enum { MJCF_WORLD = 0 };

// A body, or a <frame> in a body.
typedef struct MjcfBody {
  const char *name;  // foreign or generated
  const char *frame;
  bool is_of_world;     // fixed to the world
  int moved_by;         // body with the last joints before it, possibly itself; MJCF_WORLD: none
  bool has_given_mass;  // <inertial> is given: geoms add no mass
  const char
      *to_rest;  // moves from its drawn pose to the pose with the springs of its joints at rest
} MjcfBody;

typedef enum MjcfJointKind { MJCF_HINGE, MJCF_SLIDE, MJCF_BALL, MJCF_FREE } MjcfJointKind;

// A joint, or a tendon, whose length is treated as a coordinate of a hinge or slide.
typedef struct MjcfJoint {
  const char *label;
  MjcfJointKind kind;
  const char *reference;     // hinge or slide: its value in the drawn configuration, with unit
  const char *rest;          // the value at which springs are at rest
  const char *const *names;  // of its coordinates, in MuJoCo's order
  const char *carrier;       // parent frame, and orientation in it
  const char *turns;
  XmlElement *tendon;  // NULL: a joint
} MjcfJoint;

// A site becomes a point, or a frame if it is rotated.
typedef struct MjcfSite {
  const char *label;
  const char *frame;  // frame with the axes of the site
  int body;
  Pose pose;
} MjcfSite;

// Attributes of an actuator, including its defaults (mjcf_actuator.c).
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
  const char *factor;  // the gear: "2*", or "" for 1
} MjcfActuator;

typedef enum MjcfMassFrom { MJCF_MASS_AUTO, MJCF_MASS_GEOMS, MJCF_MASS_INERTIAL } MjcfMassFrom;

// <compiler>
typedef struct MjcfSettings {
  bool in_degrees;
  bool has_auto_limits;        // a range is a limit unless the file says otherwise
  bool strips_path;            // folders are removed from mesh paths
  bool balances_inertia;       // inertias that violate the triangle inequality are corrected
  const char *mesh_folder;     // "" or "meshes/"
  const char *euler_sequence;  // "xyz"; capitals denote fixed axes
  MjcfMassFrom mass_from;
  const char *groups[2];  // first and last group of the geoms with mass
  const char *least_mass;
  const char *least_inertia;
  const char *total_mass;  // total mass of all bodies; not positive: not scaled
} MjcfSettings;

typedef struct Mjcf {
  Import *import;
  Xml *xml;
  Arena *arena;
  const MjcfSettings **settings;  // [0]: of this text, then of attached models
  int settings_count;
  MjcfActuator **actuators;
  int actuator_count;
  MjcfBody *bodies;
  PoseNode *poses;  // poses of the bodies in the drawn model, each relative to its parent
  int body_count;
  Map body_index;  // by foreign name
  MjcfJoint *joints;
  int joint_count;
  bool has_other_rest;  // some spring is at rest in a position other than the drawn one
  Map joint_index;
  MjcfJoint *tendons;  // tendons already written
  int tendon_count;
  Map tendon_index;
  MjcfSite *sites;
  int site_count;
  Map site_index;
  Statement *mass_scale;  // `let` with the factor of all masses; NULL: masses are not scaled
  const char *scale_name;
  Text mass_sum;  // "m1 + m2"
} Mjcf;

// ---- the tree
void mjcf_expand(Mjcf *mjcf, XmlElement *root);
// Counts attributes and elements that are not read.
void mjcf_list_unread(Mjcf *mjcf, XmlElement *element);
// Returns the settings that apply to the element.
const MjcfSettings *mjcf_settings(const Mjcf *mjcf, XmlElement *element);

// Returns the attributes of the actuator with its defaults; NULL: the element is not supported.
MjcfActuator *mjcf_actuator(const Mjcf *mjcf, XmlElement *element);
// Adds the attributes of this element, an actuator or a default of it.
void mjcf_read_actuator(Mjcf *mjcf, XmlElement *element, MjcfActuator *actuator);

// ---- parts
// Reads pos and the orientation, in any of its representations.
Pose mjcf_read_pose(Mjcf *mjcf, XmlElement *element);
// Adds the rotation by a quaternion w, x, y, z of any length.
void mjcf_turn_by_quaternion(Mjcf *mjcf, Pose *pose, const char *const quat[], Span span);
// Returns an angle from a number of an attribute.
Angle mjcf_angle(Mjcf *mjcf, XmlElement *element, const char *name, const char *decimal);
// Returns the same with its unit; m for a slide.
const char *mjcf_position(Mjcf *mjcf, XmlElement *element, const char *name, const char *decimal,
                          MjcfJointKind kind);

const char *mjcf_write_joints(Mjcf *mjcf, XmlElement *element, int body);
void mjcf_write_bodies(Mjcf *mjcf, XmlElement *worldbody);
void mjcf_write_mass(Mjcf *mjcf, XmlElement *element, int body);
void mjcf_write_equality(Mjcf *mjcf, XmlElement *equality);
// Writes the tendons with springs or friction; others are written on demand.
void mjcf_write_tendons(Mjcf *mjcf, XmlElement *tendon);
// Returns the tendon that the attribute names, with its length in the drawn configuration if
// `with_reference`. Returns NULL, with a report, if there is none.
const MjcfJoint *mjcf_tendon(Mjcf *mjcf, XmlElement *element, const char *attribute,
                             bool with_reference);
// Writes a force or torque on a joint, or through a tendon on all its joints or sites.
void mjcf_write_effort(Mjcf *mjcf, const char *name, const MjcfJoint *joint, const char *law);
// Appends a term such as " - 3 N/m * q" to a sum, with the sign required by the preceding terms;
// nothing if the coefficient is zero.
void mjcf_put_term(Text *sum, const char *decimal, const char *unit, const char *value);
void mjcf_write_actuators(Mjcf *mjcf, XmlElement *actuator);
void mjcf_write_keys(Mjcf *mjcf, XmlElement *keyframe);

// ---- lookup
// Returns the element with this tag (NULL: any) and name in a section of the model, or NULL if
// there is none.
XmlElement *mjcf_named(XmlElement *root, const char *section, const char *tag, const char *name);
// Returns the index of the item that the attribute names; -1 if it is not given or (with an error)
// unknown.
int mjcf_find(const Mjcf *mjcf, XmlElement *element, const char *attribute, const Map *index);

#endif
