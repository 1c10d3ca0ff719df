// mjcf.h -- a model of MuJoCo on its way into our language.
//
// MJCF: bodies nest inside each other; the joints inside a body move it against the body around
// it, one after the other; geoms give it mass and shape. What an element does not say, its class
// of defaults says. The tree is written while it is walked, loops and actuators afterwards.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_MJCF_H
#define BIELLE_IMPORT_MJCF_H

#include "base/map.h"
#include "import/angle.h"
#include "import/import.h"
#include "import/label.h"
#include "import/leftover.h"
#include "import/pose.h"
#include "import/xml.h"

#include <stdbool.h>

enum { MJCF_WORLD = 0 };

typedef struct MjcfBody {
  const char *label;  // its name in the language
  const char *frame;
  double rotation[3][3];  // in the world, all joints at zero
  double position[3];
} MjcfBody;

typedef enum MjcfJointKind { MJCF_HINGE, MJCF_SLIDE, MJCF_BALL, MJCF_FREE } MjcfJointKind;

typedef struct MjcfJoint {
  const char *label;
  MjcfJointKind kind;
  const char *reference;  // of a hinge or slide: its value where the body is drawn, with unit
} MjcfJoint;

// Becomes a point, or a frame if it is turned.
typedef struct MjcfSite {
  const char *label;
  const char *frame;  // with its axes
} MjcfSite;

typedef enum MjcfMassFrom { MJCF_MASS_AUTO, MJCF_MASS_GEOMS, MJCF_MASS_INERTIAL } MjcfMassFrom;

typedef struct Mjcf {
  Xml *xml;
  const ImportOptions *options;
  Diagnostics *diagnostics;
  Arena *arena;  // the xml's
  Text *bl;
  Snapping snapping;
  Leftovers leftovers;
  Leftovers attributes;
  bool in_degrees;
  bool has_auto_limits;        // a range is a limit unless the file says otherwise
  const char *mesh_folder;     // "" or "meshes/"
  const char *euler_sequence;  // "xyz"; capitals turn about fixed axes
  MjcfMassFrom mass_from;
  XmlElement *main_default;  // NULL: none
  XmlElement **classes;      // <default> elements
  Map class_index;
  MjcfBody *bodies;
  int body_count;
  Map body_index;  // by foreign name
  MjcfJoint *joints;
  int joint_count;
  Map joint_index;
  MjcfSite *sites;
  int site_count;
  Map site_index;
  Labels frames;
  Labels values;
  Labels body_labels;
  Labels force_labels;
  Labels loop_labels;
  bool has_actuators;    // written so far,
  bool has_loops;        // for the comments above them
  int calculated_count;  // of places in a second body,
  Span calculated;       // and the first
} Mjcf;

// ---- defaults
void mjcf_read_defaults(Mjcf *mjcf);
// The element that gives `element` its attribute: itself, or one of the defaults of its class
// (`class` if it names none itself; NULL: the main defaults). NULL: nobody does.
XmlElement *mjcf_holder(const Mjcf *mjcf, XmlElement *element, const char *class, const char *name);
const char *mjcf_attribute(const Mjcf *mjcf, XmlElement *element, const char *class,
                           const char *name);
// As xml_numbers(), with defaults.
int mjcf_numbers(const Mjcf *mjcf, XmlElement *element, const char *class, const char *name,
                 int least, int most, const char *numbers[]);
// One number, or `otherwise`.
const char *mjcf_number(const Mjcf *mjcf, XmlElement *element, const char *class, const char *name,
                        const char *otherwise);
// True: "true" (or "auto" and `is_auto`).
bool mjcf_is_true(const Mjcf *mjcf, XmlElement *element, const char *class, const char *name,
                  bool is_auto);

// ---- parts
// pos, and the orientation in whichever way it is given.
Pose mjcf_read_pose(Mjcf *mjcf, XmlElement *element, const char *class);
// Adds the turn by a quaternion w, x, y, z of any length.
void mjcf_turn_by_quaternion(Mjcf *mjcf, Pose *pose, const char *const quat[], Span span);
Angle mjcf_angle(Mjcf *mjcf, const char *decimal, Span span);
// Adds the turn by an angle of the file about an axis that is not zero.
void mjcf_turn(Mjcf *mjcf, Pose *pose, const char *const axis[3], const char *decimal, Span span);
// The shift by a vector of decimals.
Pose mjcf_shift(const char *const vector[3]);

void mjcf_write_bodies(Mjcf *mjcf, XmlElement *worldbody);
// The joints of a body, whose pose in `parent` is given; the result is the body's frame.
const char *mjcf_write_joints(Mjcf *mjcf, XmlElement *element, const char *class, int parent,
                              const char *name, const Pose *pose);
// Friction, springs and rotors in a joint.
void mjcf_write_drive(Mjcf *mjcf, XmlElement *element, const char *class, const MjcfJoint *joint);
void mjcf_write_equality(Mjcf *mjcf, XmlElement *equality);
void mjcf_write_actuators(Mjcf *mjcf, XmlElement *actuator);

// ---- masses and shapes
typedef struct MjcfInertial {
  const char *mass;        // a decimal or an expression, kg
  const char *inertia[6];  // the same: xx xy xz yy yz zz
  Pose pose;
} MjcfInertial;

typedef struct MjcfShape {
  XmlElement *element;
  const char *class;
  const char *name;     // of the geom, or of its body
  const char *text;     // in the language; NULL for an ellipsoid
  const char *volume;   // an expression, m^3; NULL: unknown
  const char *axes[3];  // of an ellipsoid: half lengths
  Pose pose;
} MjcfShape;

void mjcf_write_mass(Mjcf *mjcf, XmlElement *element, const char *class, int body);
// A body with this mass and inertia, and with the shapes, if the inertia needs no frame of its own;
// otherwise, or with `inertial` NULL, the shapes are a body without mass.
void mjcf_write_inertial(Mjcf *mjcf, const char *name, const MjcfInertial *inertial, int body,
                         const MjcfShape *shapes, int shape_count);
// False: it is none of ours, and is reported.
bool mjcf_read_shape(Mjcf *mjcf, XmlElement *geom, const char *class, int body, MjcfShape *shape);
// A body of the shape's own, with the mass of its volume.
void mjcf_write_shape(Mjcf *mjcf, const MjcfShape *shape, int body);

// ---- what is left
void mjcf_leave(Mjcf *mjcf, const char *word, XmlElement *element);
// All attributes, and elements among settings and defaults, that nothing above reads.
void mjcf_list_unread(Mjcf *mjcf);

#endif
