// bielle/mechanism.h -- a mechanism, read from its description and checked.
//
// Once loaded it changes only by bielle_mechanism_freeze() and bielle_mechanism_parametrise(); then
// any number of threads may read it. SI units.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_H
#define BIELLE_MECHANISM_H

#include "bielle/record.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BielleMechanism BielleMechanism;

// Reads and checks the file `path` ("-": standard input), a description in Bielle's language or in
// a foreign format that bielle_import() knows. On BIELLE_OK the caller owns *out. Otherwise *out is
// NULL and `diagnostics` says where: every error of the file, not only the first. Warnings may be
// there on success too.
BIELLE_API BielleStatus bielle_mechanism_load(const char *path, BielleDiagnostics *diagnostics,
                                              BielleMechanism **out);

// The same for a text in memory; `name` stands for the file in messages. Both are copied.
BIELLE_API BielleStatus bielle_mechanism_read(const char *name, const char *text, size_t length,
                                              BielleDiagnostics *diagnostics,
                                              BielleMechanism **out);

// Frees the mechanism. NULL is allowed.
BIELLE_API void bielle_mechanism_free(BielleMechanism *mechanism);

// Holds coordinates still: `list` is "q4=0, q5, q6=30deg", angles in rad unless `deg` follows,
// lengths in m; a name alone is held at its initial value. The coordinates are gone then, and what
// they carry moves with the rest as one body. An unknown name or a value that cannot be is
// BIELLE_BAD_INPUT, and nothing has changed. Not while another thread reads the mechanism.
BIELLE_API BielleStatus bielle_mechanism_freeze(BielleMechanism *mechanism, const char *list,
                                                BielleDiagnostics *diagnostics);

// Describes the mechanism by other coordinates, `to` being "minimal" (no loops: what they determine
// are functions of the other coordinates), "relative" (coordinates of joints, and loops) or
// "cartesian" (each frame that moves has coordinates of its own; joints are loops). The motion
// stays the same: experiments start where they did, loops closed first. What cannot be done is
// BIELLE_BAD_INPUT, and nothing has changed. Not while another thread reads the mechanism.
BIELLE_API BielleStatus bielle_mechanism_parametrise(BielleMechanism *mechanism, const char *to,
                                                     BielleDiagnostics *diagnostics);
// The same for studies that begin at `state` (the `text` of a BielleStart, `length` bytes): loops are
// closed with its parameters and inputs. Its positions and speeds are those of the new coordinates and
// have no effect here.
BIELLE_API BielleStatus bielle_mechanism_parametrise_at(BielleMechanism *mechanism, const char *to,
                                                        const char *state, size_t length,
                                                        BielleDiagnostics *diagnostics);

// How a foreign description is translated. All zero: what loading a foreign file directly does.
typedef struct BielleImportOptions {
  int keep_angles;  // 1: 1.5708 stays what it is, instead of the quarter turn that it means
  int merge_fixed;  // 1: bodies behind fixed joints become part of what carries them
} BielleImportOptions;

// Translates the file `path` (URDF, MJCF, SYMORO .par, description sentence, Maple definition file:
// known by content) to Bielle's language. `options` may be NULL. On BIELLE_OK *out is the text of a
// description that can be read. Owned.
BIELLE_API BielleStatus bielle_import(const char *path, const BielleImportOptions *options,
                                      BielleDiagnostics *diagnostics, char **out);

// The mechanism in another convention, `to` being "dh-standard", "dh-modified", "khalil" (a
// description in Bielle's language, around a table of that convention), "urdf" or "bl" (in Bielle's
// language, statement by statement, numbers in SI). On BIELLE_OK *out
// is the text. Owned. What cannot be said in that convention is an error with its place.
BIELLE_API BielleStatus bielle_mechanism_convert(const BielleMechanism *mechanism, const char *to,
                                                 BielleDiagnostics *diagnostics, char **out);

// Name of the mechanism. Borrowed.
BIELLE_API const char *bielle_mechanism_name(const BielleMechanism *mechanism);
// Number of forces, torques, springs and dampers that act, drives too.
BIELLE_API int bielle_mechanism_force_count(const BielleMechanism *mechanism);
// How many operations the quantity `key` (T, V, M, C, h, G, tau) would have, written out with
// nothing shared and nothing shortened; a readable form has fewer by one or two orders of
// magnitude. Takes milliseconds. 0: nothing is known of this quantity.
BIELLE_API double bielle_mechanism_written_size(const BielleMechanism *mechanism, const char *key);
// Does a frame follow the clock? Then C qd is not all of h: tau = M qdd + h + G - Qe.
BIELLE_API int bielle_mechanism_is_driven_by_time(const BielleMechanism *mechanism);
// ---- what it is made of
//
// Numbers in SI, with the values of the description; NaN where they depend on a parameter that has
// none. Names and words are borrowed from the mechanism. Each function gives 1, or 0 and changes
// nothing if there is no thing of that index.

typedef enum BielleVariableKind {
  BIELLE_PARAMETERS,
  BIELLE_COORDINATES,  // q; speeds and accelerations are in the same order
  BIELLE_INPUTS,
  BIELLE_STATES,    // first-order states
  BIELLE_DISCRETES  // change at events and samples only
} BielleVariableKind;

typedef enum BielleMeasure { BIELLE_NUMBER, BIELLE_ANGLE, BIELLE_LENGTH } BielleMeasure;

typedef struct BielleVariable {
  const char *name;
  char unit[32];          // "kg.m^2"; "" where it is a number, or not known
  BielleMeasure measure;  // of a coordinate; of others what the unit says
  double value;           // given, or at the start; of an input at t = 0; NaN: none
  double lower, upper;    // limits of a coordinate; -INFINITY and INFINITY: none
  double effort;          // that the drive of its joint gives at most; INFINITY: not said
  double velocity;        // likewise
} BielleVariable;

BIELLE_API int bielle_mechanism_variable_count(const BielleMechanism *mechanism,
                                               BielleVariableKind kind);
// Variable `index` of that kind, in the order in which all arrays have them.
BIELLE_API int bielle_mechanism_variable(const BielleMechanism *mechanism, BielleVariableKind kind,
                                         int index, BielleVariable *out);

// A frame of the tree. Frame 0 is ground, whose parent is -1; parents come first.
typedef struct BielleFrame {
  const char *name;
  int parent;
  const char *joint;     // "revolute"; NULL: no joint makes it
  int first_coordinate;  // of the joint; -1: none
  int coordinate_count;
  double position[3];  // of its origin in ground, at the start
  double rotation[9];  // row-major: components in the frame to components in ground, at the start
} BielleFrame;
BIELLE_API int bielle_mechanism_frame_count(const BielleMechanism *mechanism);
BIELLE_API int bielle_mechanism_frame(const BielleMechanism *mechanism, int index,
                                      BielleFrame *out);

typedef struct BielleBody {
  const char *name;
  int frame;
  double mass;
  double com[3];      // in its frame
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

// An equation that ties coordinates (loops, constraints, unit quaternions, motions) or speeds (wheels,
// constraints with speeds) together.
typedef struct BielleConstraint {
  const char *label;  // "C: along x"; lives as long as the list
  int ties_speeds;    // those that tie positions come first
  int line;           // of its statement in the description, from 1; 0: none
} BielleConstraint;
// All of them, owned in *out: free it with bielle_constraints_free(). BIELLE_BAD_INPUT if a loop can
// never be closed.
BIELLE_API BielleStatus bielle_mechanism_constraints(const BielleMechanism *mechanism,
                                                     BielleDiagnostics *diagnostics,
                                                     BielleConstraint **out, int *count);
BIELLE_API void bielle_constraints_free(BielleConstraint *constraints);  // NULL is allowed

// ---- in words and as data

// What a person wants to see first: tree, coordinates, bodies, loops, forces, parameters; at most
// `most` things of a kind, 0: all. Owned: bielle_answer_free().
// The record: {"name": "arm", "title": "", "counts": {"bodies": 2}, "grubler": {"mobility": 2},
// "mobility": {"closed": true, "mobility": 1, "rank": 2, "redundant": []} (with constraints),
// "gravity": [0, 0, -9.81], "mass": 3, "frames": [{"name": "q1", "parent": "ground", "joint":
// "revolute", "axis": "z", "coordinates": ["q1"], "moves": "RZ(q1)", "bodies": [], "points": []}],
// "coordinates": [{"name": "q1", "unit": "rad", "joint": "q1", "start": 0, "lower": -1, "upper": 1}],
// "bodies": [{"name": "", "frame": "", "mass": 2, "com": [], "inertia": [], "formulas": {"mass":
// "m1"}}], ...}: a list for each kind of thing. Numbers are in SI with the values of the description,
// null where a parameter has none; behind what is no constant is a formula of the same name in
// "formulas". A formula that would fill pages is "…".
BIELLE_API BielleAnswer *bielle_mechanism_summary(const BielleMechanism *mechanism, int most);
// The unit of every parameter and input, and the expression that told it, where none was written.
// Owned. The record: {"units": [{"name": "m1", "unit": "kg", "known_from": "line 3: m1*a"}]}
BIELLE_API BielleAnswer *bielle_mechanism_units(const BielleMechanism *mechanism);

// ---- as text

// Every field of the mechanism, for tools and tests. Owned.
BIELLE_API char *bielle_mechanism_dump(const BielleMechanism *mechanism);

// The statements of the language with their clauses, its functions and units, as JSON: for editors.
// Owned.
BIELLE_API char *bielle_grammar(void);

// The text of the file `path` in canonical layout, if its grammar is right; whether or not it makes
// sense. Nothing is lost: comments, units and digits stay. Owned in *out.
BIELLE_API BielleStatus bielle_format(const char *path, BielleDiagnostics *diagnostics, char **out);

#ifdef __cplusplus
}
#endif
#endif
