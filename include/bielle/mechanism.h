// bielle/mechanism.h -- a mechanism, read from its description and checked.
//
// After loading, only bielle_mechanism_freeze() and bielle_mechanism_parametrise() change a
// mechanism. While neither is called, any number of threads may read it. Units are SI.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_H
#define BIELLE_MECHANISM_H

#include "bielle/record.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BielleMechanism BielleMechanism;

// Reads and checks the file `path` ("-": standard input), a description in Bielle's language or in
// one of the formats of bielle_import(). On BIELLE_OK the caller owns *out. Otherwise *out is NULL
// and `diagnostics` has every error of the file with its position, not only the first. There may be
// warnings on success as well.
BIELLE_API BielleStatus bielle_mechanism_load(const char *path, BielleDiagnostics *diagnostics,
                                              BielleMechanism **out);

// The same for a text in memory; `name` is the file name in messages. Both are copied.
BIELLE_API BielleStatus bielle_mechanism_read(const char *name, const char *text, size_t length,
                                              BielleDiagnostics *diagnostics,
                                              BielleMechanism **out);

// Frees the mechanism. NULL is allowed.
BIELLE_API void bielle_mechanism_free(BielleMechanism *mechanism);

// Fixes coordinates: `list` is "q4=0, q5, q6=30deg", angles in rad unless `deg` follows, lengths in
// m; a coordinate without a value is fixed at its initial value. The coordinates are removed, and
// the parts that they moved become rigidly attached to the rest. An unknown name or an inadmissible
// value is BIELLE_BAD_INPUT and leaves the mechanism unchanged. No other thread may read the
// mechanism during the call.
BIELLE_API BielleStatus bielle_mechanism_freeze(BielleMechanism *mechanism, const char *list,
                                                BielleDiagnostics *diagnostics);

// Replaces the coordinates of the mechanism; `to` is "minimal" (no loops: the dependent coordinates
// become functions of the others), "relative" (joint coordinates, and loops) or "cartesian" (each
// moving frame has its own coordinates; joints become loops). The motion does not change:
// experiments start in the same configuration, after loop closure. A conversion that is impossible
// is BIELLE_BAD_INPUT and leaves the mechanism unchanged. No other thread may read the mechanism
// during the call.
BIELLE_API BielleStatus bielle_mechanism_parametrise(BielleMechanism *mechanism, const char *to,
                                                     BielleDiagnostics *diagnostics);
// The same for studies that begin at `state` (the `text` of a BielleStart, `length` bytes), whose
// parameters and inputs are used to close the loops. Its positions and speeds refer to the new
// coordinates and have no effect here.
BIELLE_API BielleStatus bielle_mechanism_parametrise_at(BielleMechanism *mechanism, const char *to,
                                                        const char *state, size_t length,
                                                        BielleDiagnostics *diagnostics);

// Options for the translation of a foreign description. All zero: as when a foreign file is loaded
// directly.
typedef struct BielleImportOptions {
  int keep_angles;  // 1: an angle such as 1.5708 is kept, not replaced by the quarter turn
  int merge_fixed;  // 1: bodies on fixed joints are merged with the bodies that carry them
} BielleImportOptions;

// Translates the file `path` (URDF, MJCF, SYMORO .par, description sentence, Maple definition file;
// recognised by content) to Bielle's language. `options` may be NULL. On BIELLE_OK *out is the text
// of a description that can be loaded. Owned.
BIELLE_API BielleStatus bielle_import(const char *path, const BielleImportOptions *options,
                                      BielleDiagnostics *diagnostics, char **out);

// Converts the mechanism to another convention; `to` is "dh-standard", "dh-modified", "khalil" (a
// description in Bielle's language around a table of that convention), "urdf" or "bl" (in Bielle's
// language, statement by statement, numbers in SI). On BIELLE_OK *out is the text. Owned. Whatever
// the convention cannot express is an error with its position.
BIELLE_API BielleStatus bielle_mechanism_convert(const BielleMechanism *mechanism, const char *to,
                                                 BielleDiagnostics *diagnostics, char **out);

// Name of the mechanism. Borrowed.
BIELLE_API const char *bielle_mechanism_name(const BielleMechanism *mechanism);
// Number of force elements: forces, torques, springs, dampers and actuators.
BIELLE_API int bielle_mechanism_force_count(const BielleMechanism *mechanism);
// Number of operations of the quantity `key` (T, V, M, C, h, G, tau) if it were expanded without
// shared subexpressions and without simplification; a condensed form has fewer by one or two orders
// of magnitude. Takes milliseconds. Returns 0 if the number is unknown for this quantity.
BIELLE_API double bielle_mechanism_written_size(const BielleMechanism *mechanism, const char *key);
// Returns 1 if the motion of a frame is prescribed as a function of time. Then C qd is not all of
// h: tau = M qdd + h + G - Qe.
BIELLE_API int bielle_mechanism_is_driven_by_time(const BielleMechanism *mechanism);
// ---- contents
//
// Numbers in SI, with the values of the description; NaN where they depend on a parameter without a
// value. Names and texts are borrowed from the mechanism. Each function returns 1, or 0 if there is
// no element of that index; *out is then unchanged.

typedef enum BielleVariableKind {
  BIELLE_PARAMETERS,
  BIELLE_COORDINATES,  // q; speeds and accelerations are in the same order
  BIELLE_INPUTS,
  BIELLE_STATES,    // first-order states
  BIELLE_DISCRETES  // changed at events and samples only
} BielleVariableKind;

typedef enum BielleMeasure { BIELLE_NUMBER, BIELLE_ANGLE, BIELLE_LENGTH } BielleMeasure;

typedef struct BielleVariable {
  const char *name;
  char unit[32];          // "kg.m^2"; "" for a number or an unknown unit
  BielleMeasure measure;  // kind of a coordinate; for other variables according to the unit
  double value;           // given or initial value; of an input at t = 0; NaN: none
  double lower, upper;    // limits of a coordinate; -INFINITY and INFINITY: none
  double effort;          // maximum effort of the actuator of its joint; INFINITY: not given
  double velocity;        // maximum speed, likewise
} BielleVariable;

BIELLE_API int bielle_mechanism_variable_count(const BielleMechanism *mechanism,
                                               BielleVariableKind kind);
// Variable `index` of that kind, in the order of all arrays.
BIELLE_API int bielle_mechanism_variable(const BielleMechanism *mechanism, BielleVariableKind kind,
                                         int index, BielleVariable *out);

// A frame of the tree. Frame 0 is ground, whose parent is -1; parents precede their children.
typedef struct BielleFrame {
  const char *name;
  int parent;
  const char *joint;     // type of the joint, "revolute"; NULL: the frame has no joint
  int first_coordinate;  // of the joint; -1: none
  int coordinate_count;
  double position[3];  // initial position of its origin, in the axes of ground
  // initial rotation matrix, row-major: takes components in the frame to components in ground
  double rotation[9];
} BielleFrame;
BIELLE_API int bielle_mechanism_frame_count(const BielleMechanism *mechanism);
BIELLE_API int bielle_mechanism_frame(const BielleMechanism *mechanism, int index,
                                      BielleFrame *out);

typedef struct BielleBody {
  const char *name;
  int frame;
  double mass;
  double com[3];      // in the axes of its frame
  double inertia[9];  // about the centre of mass, axes of the frame, row-major
} BielleBody;
BIELLE_API int bielle_mechanism_body_count(const BielleMechanism *mechanism);
BIELLE_API int bielle_mechanism_body(const BielleMechanism *mechanism, int index, BielleBody *out);

typedef struct BielleShape {
  const char *kind;  // "box", "cylinder", "sphere", "capsule", "rod", "mesh"
  int body;
  double size[3];  // box: lengths; cylinder, capsule: radius, length along z; sphere: radius; rod:
                   // length along x
  const char *path;    // of a mesh; NULL: none
  double scale[3];     // of a mesh; 1 where nothing is said
  double color[4];     // red, green, blue, opacity; NaN: not said
  double position[3];  // in the body's frame
  double rotation[9];
} BielleShape;
BIELLE_API int bielle_mechanism_shape_count(const BielleMechanism *mechanism);
BIELLE_API int bielle_mechanism_shape(const BielleMechanism *mechanism, int index,
                                      BielleShape *out);

typedef struct BiellePoint {
  const char *name;
  int frame;
  double position[3];  // in its frame
} BiellePoint;
BIELLE_API int bielle_mechanism_point_count(const BielleMechanism *mechanism);
BIELLE_API int bielle_mechanism_point(const BielleMechanism *mechanism, int index,
                                      BiellePoint *out);

// A constraint on positions (loops, constraints, unit quaternions, motions) or on velocities
// (wheels, constraints with speeds).
typedef struct BielleConstraint {
  const char *label;  // "C: along x"; valid until the list is freed
  int ties_speeds;    // 1: constraint on velocities; constraints on positions come first
  int line;           // line of its statement in the description, from 1; 0: none
} BielleConstraint;
// All constraints, owned in *out; free them with bielle_constraints_free(). BIELLE_BAD_INPUT if a
// loop cannot be closed in any configuration.
BIELLE_API BielleStatus bielle_mechanism_constraints(const BielleMechanism *mechanism,
                                                     BielleDiagnostics *diagnostics,
                                                     BielleConstraint **out, int *count);
BIELLE_API void bielle_constraints_free(BielleConstraint *constraints);  // NULL is allowed

// ---- as text and as data

// Overview of the mechanism: tree, coordinates, bodies, loops, forces, parameters; at most `most`
// entries of a kind, 0: all. Owned: bielle_answer_free().
// The record: {"name": "arm", "title": "", "counts": {"bodies": 2}, "grubler": {"mobility": 2},
// "mobility": {"closed": true, "mobility": 1, "rank": 2, "redundant": []} (with constraints),
// "gravity": [0, 0, -9.81], "mass": 3, "frames": [{"name": "q1", "parent": "ground", "joint":
// "revolute", "axis": "z", "coordinates": ["q1"], "moves": "RZ(q1)", "bodies": [], "points": []}],
// "coordinates": [{"name": "q1", "unit": "rad", "joint": "q1", "start": 0, "lower": -1, "upper":
// 1}], "bodies": [{"name": "", "frame": "", "mass": 2, "com": [], "inertia": [], "formulas":
// {"mass": "m1"}}], ...}: a list for each kind of element. Numbers are in SI with the values of the
// description, null where a parameter has none. A number that is not constant has a formula of the
// same name in "formulas"; a formula that would fill pages is "…".
BIELLE_API BielleAnswer *bielle_mechanism_summary(const BielleMechanism *mechanism, int most);
// The unit of every parameter and input and, if no unit was written, the expression from which it
// was deduced. Owned.
// The record: {"units": [{"name": "m1", "unit": "kg", "known_from": "line 3: m1*a"}]}
BIELLE_API BielleAnswer *bielle_mechanism_units(const BielleMechanism *mechanism);

// ---- as text

// Every field of the mechanism, for tools and tests. Owned.
BIELLE_API char *bielle_mechanism_dump(const BielleMechanism *mechanism);

// The grammar of the language as JSON, for editors: statements with their clauses, functions and
// units. Owned.
BIELLE_API char *bielle_grammar(void);

// Formats the file `path` in canonical layout. Its grammar must be correct; its meaning is not
// checked. Comments, units and digits are preserved. Owned in *out.
BIELLE_API BielleStatus bielle_format(const char *path, BielleDiagnostics *diagnostics, char **out);

#ifdef __cplusplus
}
#endif
#endif
