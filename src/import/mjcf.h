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
} MjcfJoint;

typedef struct MjcfSite {
  int body;
  Pose pose;
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
  bool in_degrees;
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
// True: "true" (or "auto" and `is_auto`).
bool mjcf_is_true(const Mjcf *mjcf, XmlElement *element, const char *class, const char *name,
                  bool is_auto);

// ---- parts
// pos, and the orientation in whichever way it is given.
Pose mjcf_read_pose(Mjcf *mjcf, XmlElement *element, const char *class);
Angle mjcf_angle(Mjcf *mjcf, const char *decimal, Span span);
// The shift by a vector of decimals.
Pose mjcf_shift(const char *const vector[3]);

void mjcf_write_bodies(Mjcf *mjcf, XmlElement *worldbody);
// The joints of a body, whose pose in `parent` is given; the result is the body's frame.
const char *mjcf_write_joints(Mjcf *mjcf, XmlElement *element, const char *class, int parent,
                              const char *label, const Pose *pose);
void mjcf_write_mass(Mjcf *mjcf, XmlElement *element, const char *class, int body);
void mjcf_write_geom(Mjcf *mjcf, XmlElement *geom, const char *class, int body, bool has_mass);
void mjcf_write_equality(Mjcf *mjcf, XmlElement *equality);
void mjcf_write_actuators(Mjcf *mjcf, XmlElement *actuator);

void mjcf_leave(Mjcf *mjcf, const char *word, XmlElement *element);  // to the leftovers

#endif
