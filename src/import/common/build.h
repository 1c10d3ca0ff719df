// build.h -- functions shared by all importers: the document that they fill, the names in use,
// untranslated contents, and statements common to all formats: bodies, shapes, friction in joints.
//
// Foreign numbers are copied to the document digit by digit, poses as moves: exact arithmetic is
// left to the language. Contents of a file that a mechanism cannot represent are counted and
// reported once for each kind.
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
  Xml *xml;          // for formats in XML; otherwise NULL
  bool in_elements;  // numbers are given as separate elements, not attributes (robot.h)
  Names values;      // names of values, frames, points, joints; each is used once
  Names bodies;
  Names actions;  // loops, constraints, forces
  Snapping snapping;
  UntranslatedItems leftovers;
} Import;

static inline bool has_errors(const Import *import)
{
  return diagnostics_error_count(import->diagnostics) > 0;
}

// Writes "# arm.urdf, translated from URDF", then the mechanism, with the name `name`, or that of
// the file if it is NULL or empty.
void build_top(Import *import, const char *format, const char *name);
// Report untranslated contents: an element; the children of an element whose tags are not in
// `known` (separated by blanks), and repetitions of children that are read once.
void build_report_untranslated(Import *import, const char *word, XmlElement *element);
void build_leave_others(Import *import, XmlElement *element, const char *known);
// Brackets the import of contents that are for display only, whose errors do not concern the
// mechanism: errors reported in between become notes. build_end_picture() returns false if there
// was one; the part is then to be omitted.
typedef struct PictureMark {
  Diagnostics *diagnostics;
} PictureMark;
PictureMark build_begin_picture(Import *import);
bool build_end_picture(Import *import, PictureMark mark);
void build_gravity(Import *import, const char *const gravity[3]);

// Adds a frame reached from another by moves; none if they are empty.
void build_frame(Import *import, const char *name, const char *from, const char *moves);
// Sets `at` and `rotated` of a joint or a shape.
void build_place(Import *import, Statement *statement, const Pose *pose);
// Adds separate names, "base_x", for the coordinates of a joint, with their initial values in their
// units; `starts` or an entry of it NULL: not given. Returns the names.
const char *const *build_coordinates(Import *import, Statement *joint, const char *name,
                                     const char *const endings[], const char *const starts[],
                                     int count);
// A ball joint with quaternion coordinates e0, e1, e2, e3.
const char *const *build_ball(Import *import, Statement *joint, const char *name);
// A free joint with quaternion: x, y, z, e0, e1, e2, e3. `start` NULL: starts at zero.
const char *const *build_free(Import *import, Statement *joint, const char *name,
                              const Pose *start);
// Returns "x", "-z" or "[1, 2, 0]", with rounding errors removed; NULL, with an error, if the
// length is zero.
const char *build_axis(Import *import, const char *const axis[3], Span span);

// ---- bodies

typedef struct Inertial {
  const char *mass;        // expression, kg
  const char *inertia[6];  // expressions, kg m^2: xx xy xz yy yz zz
  Pose pose;
} Inertial;

// Adds a body with that mass; NULL: none. Rotated axes of inertia require a separate frame. The
// result is for shapes in the axes of `frame`.
typedef struct ShapeHolder {
  const char *name;
  const char *frame;
  Statement *body;  // NULL: not yet added
} ShapeHolder;
ShapeHolder build_body(Import *import, const char *name, const char *frame,
                       const Inertial *inertial);
// A body with first moments instead of a centre of mass, or with its inertia about the origin. The
// numbers may have any unit.
typedef struct MassData {
  const char *mass;
  const char *com[3];
  const char *inertia[6];  // xx xy xz yy yz zz
  bool has_first_moments;  // `com` times the mass
  bool is_about_origin;
} MassData;
void build_mass(Import *import, const char *name, const char *frame, const MassData *data);
// Properties of a shape as expressions with units; NULL if they do not apply or are not given.
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
// build_shape() adds the shape to the body of shapes without mass, which is created on first use;
// build_massive_shape() adds it as a separate body.
void build_shape(Import *import, ShapeHolder *holder, const Shape *shape);
void build_massive_shape(Import *import, const char *name, const char *frame, const Shape *shape);

// ---- forces in a revolute or prismatic joint: `use viscous(..)` etc., nothing for zeros

typedef struct JointUnits {
  const char *force, *stiffness, *damping, *inertia;
} JointUnits;
const JointUnits *joint_units(bool slides);

void build_friction(Import *import, const char *joint, const JointUnits *units, const char *viscous,
                    const char *dry);
void build_rotor(Import *import, const char *joint, const JointUnits *units, const char *inertia);
// `rest` includes its unit.
void build_spring(Import *import, const char *joint, const JointUnits *units, const char *stiffness,
                  const char *rest);

#endif
