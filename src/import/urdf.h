// urdf.h -- a robot as its URDF file says it, between reading and writing.
//
// URDF: links joined by joints to a tree; the frame of a link is the one behind the joint that
// carries it. So a joint and its child link become one frame, named after the joint, and the root
// link becomes the ground. Positions in m, angles in rad, rpy = RZ(yaw) RY(pitch) RX(roll).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_URDF_H
#define BIELLE_IMPORT_URDF_H

#include "base/map.h"
#include "import/angle.h"
#include "import/import.h"
#include "import/label.h"
#include "import/leftover.h"
#include "import/pose.h"
#include "import/xml.h"

#include <stdbool.h>

typedef struct UrdfShape {
  const char *text;  // "box [1, 2, 3] m"
  Pose pose;
  struct UrdfShape *next;
} UrdfShape;

typedef struct UrdfLink {
  const char *name;
  XmlElement *element;
  bool has_inertial;
  Pose inertial_pose;
  const char *mass;        // decimal, kg
  const char *inertia[6];  // decimals, kg m^2: xx xy xz yy yz zz
  UrdfShape *shapes;
  int parent_joint;   // -1: a root
  int first_child;    // joint; -1: none
  const char *label;  // when writing: the name of its body,
  const char *frame;  // the frame that the link is fixed to,
  Pose place;         // and where in it; quarter turns only
} UrdfLink;

typedef enum UrdfJointKind {
  URDF_FIXED,
  URDF_REVOLUTE,
  URDF_CONTINUOUS,
  URDF_PRISMATIC,
  URDF_FLOATING,
  URDF_PLANAR,
} UrdfJointKind;

typedef struct UrdfJoint {
  const char *name;
  XmlElement *element;
  UrdfJointKind kind;
  int parent;  // links
  int child;
  int next_sibling;  // joint of the same parent link; -1: none
  Pose pose;
  const char *axis[3];  // decimals
  const char *lower;    // with unit; NULL: no limits
  const char *upper;
  const char *remark;   // effort, velocity; NULL: none
  const char *damping;  // decimals
  const char *friction;
  const char *mimic;  // name of a joint; NULL: none
  const char *multiplier;
  const char *offset;
  const char *label;  // when writing: its name in the language
  bool is_written;
  const char *coordinate;  // when written: its coordinate, or the expression that drives it
} UrdfJoint;

typedef struct Urdf {
  Xml *xml;
  const ImportOptions *options;
  Diagnostics *diagnostics;
  Arena *arena;  // the xml's
  Snapping snapping;
  Leftovers leftovers;
  UrdfLink *links;
  int link_count;
  Map link_index;  // by name
  UrdfJoint *joints;
  int joint_count;
  Map joint_index;
  int root;             // link
  int unlimited_count;  // of joints with limits 0 .. 0,
  Span unlimited;       // and the first
  Labels frames;
  Labels values;
  Labels bodies;
  int joint_width;  // columns for the names of joints, and of bodies
  int body_width;
} Urdf;

void urdf_read_links(Urdf *urdf);
void urdf_read_joints(Urdf *urdf);  // behind the links
void urdf_read_inertial(Urdf *urdf, UrdfLink *link, XmlElement *inertial);
void urdf_read_shape(Urdf *urdf, UrdfLink *link, XmlElement *visual);
// xyz and rpy of the <origin> inside `element`, if there is one.
Pose urdf_read_origin(Urdf *urdf, XmlElement *element);
// The attribute, which must be there; "" with an error otherwise.
const char *urdf_required(const Urdf *urdf, XmlElement *element, const char *name);
// The same for one number; "0" with an error otherwise.
const char *urdf_required_number(const Urdf *urdf, XmlElement *element, const char *name);

// Finds the root and the children of each link; errors for several roots and for cycles.
void urdf_build_tree(Urdf *urdf);

void urdf_write(Urdf *urdf, Text *bl);
void urdf_write_joint(Urdf *urdf, UrdfJoint *joint, Text *bl);
void urdf_write_link(Urdf *urdf, UrdfLink *link, Text *bl);

#endif
