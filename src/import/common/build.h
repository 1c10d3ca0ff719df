// build.h -- what all importers share: the document that they fill, the names that are taken, what
// is left out, and the statements that every format has: bodies, shapes, friction in joints.
//
// Foreign numbers go into the document digit by digit, poses as moves: exact arithmetic is left to
// the language. What a file has and a mechanism has not is counted and told once for each kind.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_COMMON_BUILD_H
#define BIELLE_IMPORT_COMMON_BUILD_H

#include "import/common/angle.h"
#include "import/common/foreign_name.h"
#include "import/import.h"
#include "import/common/untranslated.h"
#include "import/common/pose.h"
#include "import/common/xml.h"
#include "lang/syntax/document.h"

typedef struct Import {
  const Source *source;
  const ImportOptions *options;
  Diagnostics *diagnostics;
  Document *document;
  Arena *arena;      // the document's
  Xml *xml;          // of a format in XML; NULL otherwise
  bool in_elements;  // numbers stand in elements of their own, not in attributes (robot.h)
  Names values;      // and frames, points, joints: a name is one thing
  Names bodies;
  Names actions;  // loops, constraints, forces
  Snapping snapping;
  UntranslatedItems leftovers;
} Import;

static inline bool has_errors(const Import *import)
{
  return diagnostics_error_count(import->diagnostics) > 0;
}

// "# arm.urdf, translated from URDF", then the mechanism, named `name`, or after the file if that
// is NULL or empty.
void build_top(Import *import, const char *format, const char *name);
// What is left out: the element, or what stands in one besides `known` (tags between blanks), and
// the second of what counts once.
void build_report_untranslated(Import *import, const char *word, XmlElement *element);
void build_leave_others(Import *import, XmlElement *element, const char *known);
// Around what is for pictures only: a mistake there is no mistake of the robot. Told in between, it
// becomes a note at its place. False: there was one, and the part is to be left out.
typedef struct PictureMark {
  Diagnostics *diagnostics;
} PictureMark;
PictureMark build_begin_picture(Import *import);
bool build_end_picture(Import *import, PictureMark mark);
void build_gravity(Import *import, const char *const gravity[3]);

// A frame reached from another by moves; none if they are empty.
void build_frame(Import *import, const char *name, const char *from, const char *moves);
// `at` and `rotated` of a joint or a shape.
void build_place(Import *import, Statement *statement, const Pose *pose);
// Names of their own for the coordinates of a joint, "base_x", with the values where they start, in
// their units; `starts` NULL, or NULL in it: not said. The names come back.
const char *const *build_coordinates(Import *import, Statement *joint, const char *name,
                                     const char *const endings[], const char *const starts[],
                                     int count);
// A joint that turns about a point by a quaternion: e0, e1, e2, e3.
const char *const *build_ball(Import *import, Statement *joint, const char *name);
// A joint that moves freely by a quaternion: x, y, z, e0, e1, e2, e3. `start` NULL: at zero.
const char *const *build_free(Import *import, Statement *joint, const char *name,
                              const Pose *start);
// "x", "-z" or "[1, 2, 0]", dust snapped; NULL, with an error: zero length.
const char *build_axis(Import *import, const char *const axis[3], Span span);

// ---- bodies

typedef struct Inertial {
  const char *mass;        // expression, kg
  const char *inertia[6];  // expressions, kg m^2: xx xy xz yy yz zz
  Pose pose;
} Inertial;

// A body with that mass; NULL: none. Turned axes of inertia get a frame of their own. What comes
// back is for shapes in the axes of `frame`.
typedef struct ShapeHolder {
  const char *name;
  const char *frame;
  Statement *body;  // NULL: not yet there
} ShapeHolder;
ShapeHolder build_body(Import *import, const char *name, const char *frame,
                       const Inertial *inertial);
// A body with first moments instead of a centre of mass, or with its inertia about the origin, in
// whatever unit the numbers are.
typedef struct MassData {
  const char *mass;
  const char *com[3];
  const char *inertia[6];  // xx xy xz yy yz zz
  bool has_first_moments;  // `com` times the mass
  bool is_about_origin;
} MassData;
void build_mass(Import *import, const char *name, const char *frame, const MassData *data);
// What a shape has, as expressions with units; what its kind has not, or what is not given, is NULL.
typedef struct Shape {
  StatementKind kind;
  Pose pose;
  const char *size;
  const char *radius;
  const char *length;
  const char *file;
  const char *scale;
  const char *rgba[4];  // colour and opacity
  const char *density;
  Span span;
} Shape;
// Adds it to the body of shapes without mass, which is made when it is needed; or as a body of its
// own.
void build_shape(Import *import, ShapeHolder *holder, const Shape *shape);
void build_massive_shape(Import *import, const char *name, const char *frame, const Shape *shape);

// ---- what acts in a joint that turns or slides: `use viscous(..)` and so on, nothing for zeros

typedef struct JointUnits {
  const char *force, *stiffness, *damping, *inertia;
} JointUnits;
const JointUnits *joint_units(bool slides);

void build_friction(Import *import, const char *joint, const JointUnits *units, const char *viscous,
                    const char *dry);
void build_rotor(Import *import, const char *joint, const JointUnits *units, const char *inertia);
// `rest` with its unit.
void build_spring(Import *import, const char *joint, const JointUnits *units, const char *stiffness,
                  const char *rest);

#endif
