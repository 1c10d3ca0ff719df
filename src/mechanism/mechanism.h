// mechanism.h -- the mechanism described by the user: coordinates, frames, joints, bodies, points,
// loops, constraints, forces (force.h), and tasks (task.h).
//
// A mechanism is immutable once built, so any number of threads may read it. All quantities are
// exact expressions in SI units in the mechanism's pool. Frames form a tree whose root, frame 0, is
// "ground". The suffix _F denotes components in the axes of the object's own frame F.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_MECHANISM_H
#define BIELLE_MECHANISM_MECHANISM_H

#include "base/memory/arena.h"
#include "base/messages/diagnostics.h"
#include "base/memory/map.h"
#include "base/files/sha256.h"
#include "base/text/text.h"
#include "mechanism/dimension.h"
#include "mechanism/force.h"
#include "mechanism/state.h"
#include "mechanism/task.h"
#include "symbolic/steps.h"
#include "symbolic/matrix/vector.h"

#include <stdbool.h>

enum { FRAME_GROUND = 0 };

typedef struct Parameter {
  const char *name;
  const Expr *symbol;
  const Expr *value;  // exact, SI; NULL: remains symbolic
  Dimension dimension;
  Span dimension_span;  // expression from which it was derived; `source` NULL: declared, or none
  Span span;
} Parameter;

// A named expression defined by the user (`let`); formulas show its name.
typedef struct Definition {
  const char *name;
  const Expr *value;  // a NAMED node, or a plain number or symbol
  Span span;
} Definition;
// Expands the name by one level: returns `m1 + m2`, not `mu`.
const Expr *definition_body(const Definition *definition);

// COORDINATE_NUMBER: an Euler parameter, or a coordinate of unknown unit declared by the user.
typedef enum CoordinateKind {
  COORDINATE_ANGLE,
  COORDINATE_LENGTH,
  COORDINATE_NUMBER
} CoordinateKind;

typedef struct Coordinate {
  const Expr *q;        // created by expr_coordinate() with the same name
  const Expr *initial;  // NULL: 0
  const Expr *lower;    // limits; NULL: none
  const Expr *upper;
  CoordinateKind kind;
  int joint;  // joint that created it; -1: declared by the user (coord)
  Span span;
} Coordinate;
static inline const char *coordinate_name(const Coordinate *at)
{
  return at->q->form->symbol->name;
}
static inline const Expr *coordinate_start(const Coordinate *at)
{
  return at->initial ? at->initial : expr_integer(expr_pool(at->q), 0);
}
// The rate and the acceleration of the coordinate. These symbols are created on first use, so the
// functions must not be called on mechanisms that several threads read.
static inline const Expr *coordinate_rate(const Coordinate *at) { return expr_rate(at->q); }
static inline const Expr *coordinate_acceleration(const Coordinate *at)
{
  return expr_rate(coordinate_rate(at));
}
// Dimension of a coordinate (order 0), its speed (1) or acceleration (2).
Dimension coordinate_dimension(const Coordinate *coordinate, int order);
// Returns true for one of the four Euler parameters of a joint.
bool coordinate_is_euler_parameter(const Coordinate *coordinate);

// An elementary displacement about or along an axis of the current frame; or the rotation of a
// quaternion (Euler parameters e0 + e1 i + e2 j + e3 k): constants of any norm, or coordinates
// whose norm is constrained to 1. The amount of a quaternion is zero.
typedef enum MoveKind { MOVE_ROTATION, MOVE_TRANSLATION, MOVE_QUATERNION } MoveKind;
typedef struct Move {
  MoveKind kind;
  const Expr *amount;     // angle or length
  const Expr *const *at;  // expr_keep(): the unit vector of the axis; MOVE_QUATERNION: e0 e1 e2 e3
} Move;
static inline int move_size(const Move *move) { return move->kind == MOVE_QUATERNION ? 4 : 3; }
static inline Vec3 move_axis(const Move *move)
{
  return (Vec3){ { move->at[0], move->at[1], move->at[2] } };
}

// Returns the number of expressions on which the move depends, and the expressions: its amount, or
// the four parameters of a quaternion.
int move_amounts(const Move *move, const Expr *const **amounts);
// Returns true if the move depends on a coordinate or on time.
bool move_is_moving(const Move *move);

typedef struct Frame {
  const char *name;
  Move *moves;  // from the parent to this frame, in order
  int move_count;
  int parent;  // -1 for ground; always smaller than the frame's own index
  Span span;
} Frame;

typedef enum JointKind {
#define JOINT(NAME, word, coordinates, keeps, moves, doc) JOINT_##NAME,
#include "mechanism/joints.def"
  JOINT_KIND_COUNT
} JointKind;

// Equations of a joint that closes a loop (loop_residual.c), with its axis e3 and the perpendicular
// axes e1, e2.
typedef enum JointEquations {
  KEEPS_LINE = 1,       // distances along e1 and e2
  KEEPS_HEIGHT = 2,     // distance along e3
  KEEPS_DIRECTION = 4,  // rotations about e1 and e2
  KEEPS_TURN = 8,       // rotation about e3
  KEEPS_CROSS = 16,     // the arms of a universal joint are perpendicular
  KEEPS_ADVANCE = 32    // advance of a screw
} JointEquations;

enum { AXIS_OF_JOINT = -1, MAX_JOINT_MOVES = 6 };
typedef struct JointMove {
  MoveKind kind;
  int axis;            // 0, 1, 2 or AXIS_OF_JOINT
  const char *suffix;  // of the coordinate's name, if no name is given
} JointMove;

typedef struct JointInfo {
  const char *word;  // keyword of the language
  int coordinate_count;
  unsigned keeps;                    // JointEquations
  JointMove moves[MAX_JOINT_MOVES];  // one for each coordinate, in order
  const char *doc;
} JointInfo;
const JointInfo *joint_info(JointKind kind);
bool joint_has_axis(JointKind kind);  // or, for a planar joint, a normal
// Returns the axis of the i-th move of a joint. The normal of a planar joint, an axis of its frame,
// permutes the other axes cyclically: with x, y, z become y, z, x.
Vec3 joint_move_axis(JointKind kind, int i, Vec3 axis_of_joint);

typedef struct Joint {
  const char *name;
  JointKind kind;
  int frame;  // the frame of the same name that it creates
  Vec3 axis_F;
  int coordinate;        // first of its coordinates; -1: none (fixed, or driven by an expression)
  int coordinate_count;  // they are consecutive
  const Expr
      *effort;  // maximum effort of its actuator, for joints with one coordinate; NULL: not given
  const Expr *velocity;  // maximum velocity; NULL: not given
  Span span;
} Joint;

// Denavit-Hartenberg conventions: a row is a sequence of moves from a frame to the next.
typedef enum DhConvention {
  DH_STANDARD,  // Paul: z of frame i is the axis of joint i + 1
  DH_MODIFIED,  // Craig: z of frame i is the axis of joint i
  DH_KHALIL,    // Khalil and Kleinfinger: like Craig, with branches
  DH_CONVENTION_COUNT
} DhConvention;
typedef struct DhInfo {
  const char *word;   // keyword of the language
  const char *title;  // description, with its moves
} DhInfo;
const DhInfo *dh_info(DhConvention convention);

typedef struct DhRow {
  int frame;
  const Expr *gamma,
      *b;  // about and along z of the preceding frame, for a branch; zero except in DH_KHALIL
  const Expr *alpha, *a;  // about and along x
  const Expr *theta, *d;  // about and along z: one of them contains the motion
  bool turns;             // true: theta does
} DhRow;
// The moves of a row in the order of the convention, without zero moves; returns their number.
enum { MAX_DH_MOVES = 6 };
int dh_row_moves(const DhRow *row, DhConvention convention, Move moves[MAX_DH_MOVES]);
// The axis z about or along which the row moves, in the axes of its own frame.
Vec3 dh_row_axis(const DhRow *row, DhConvention convention);

// A table of Denavit-Hartenberg parameters. Its joints are ordinary joints, and its frames are
// consecutive.
typedef struct JointTable {
  const char *name;
  const char *convention;  // description, with its moves
  Span span;
  DhConvention kind;
  DhRow *rows;
  int row_count;
} JointTable;

// A point on a frame; a cut joint that closes a chain connects two such points.
typedef struct FramePoint {
  int frame;
  Vec3 position_F;
} FramePoint;
typedef struct Loop {
  const char *name;
  JointKind kind;
  Vec3 axis;          // in the axes of the first point's frame
  const Expr *pitch;  // of a screw, per revolution; NULL: none
  FramePoint first;
  FramePoint second;
  Span span;
} Loop;

// residual = 0. A constraint with speeds is nonholonomic, unless it is found to be integrable.
typedef struct Constraint {
  const char *name;
  const Expr *residual;     // NULL for a norm, which is rarely needed
  const Expr *const *norm;  // e0 e1 e2 e3 of a quaternion of coordinates; NULL: not a norm
  Span span;
} Constraint;
static inline bool constraint_has_speeds(const Constraint *constraint)
{
  return constraint->residual && constraint->residual->form->stage >= STAGE_VELOCITY;
}
// Returns the residual in `pool`; for a norm e0^2 + e1^2 + e2^2 + e3^2 - 1.
const Expr *constraint_residual(const Constraint *constraint, Pool *pool);

// A wheel that rolls on the plane through the ground's origin with this normal. Its centre is the
// frame's origin; its axle is the frame's y axis unless another axis was given.
typedef struct Rolling {
  const char *name;  // name of the wheel's frame
  int frame;
  Vec3 axle_F;
  const Expr *radius;
  Vec3 normal;     // ground axes
  bool may_slide;  // `no side slip`: it touches the plane, and may slide in the rolling direction
  Span span;
} Rolling;

// A generalised speed (Kane): a named linear expression of the coordinate rates.
typedef struct Speed {
  const char *name;
  const Expr *symbol;  // STAGE_VELOCITY
  const Expr *value;
  Span span;
} Speed;

typedef struct Body {
  const char *name;
  int frame;
  const Expr *mass;
  Vec3 com_F;
  Mat3 inertia_F;  // about the centre of mass, in the axes of the frame
  Span span;
  Span mass_span;     // locations of the values, for checks
  Span inertia_span;  // length 0: not given
} Body;

// Used for pictures, and for mass from density. `path` is for a mesh; `size` depends on the kind:
// box (lengths along x, y, z), cylinder and capsule (radius, length along z), sphere (radius), rod
// (length along x).
typedef enum ShapeKind {
  SHAPE_BOX,
  SHAPE_CYLINDER,
  SHAPE_SPHERE,
  SHAPE_CAPSULE,
  SHAPE_ROD,
  SHAPE_MESH
} ShapeKind;
typedef struct BodyShape {
  ShapeKind kind;
  int body;
  const Expr *size[3];
  const char *path;      // NULL: none
  const Expr *scale[3];  // of a mesh along x, y, z; NULL: 1
  const Expr *color[4];  // red, green, blue, opacity, from 0 to 1; NULL: not given
  Move *moves;           // from the body's frame to the shape's frame, in order
  int move_count;
  Span span;
} BodyShape;

typedef struct Point {
  const char *name;
  int frame;
  Vec3 position_F;
  Span span;
} Point;

// A quantity that a control law takes from the model: it is a symbol in the law, which
// control/model.h replaces by an expression when the mechanism is complete.
typedef enum ModelTermKind {
  MODEL_GRAVITY,      // torque that balances gravity at the coordinate
  MODEL_DYNAMICS,     // torque for the accelerations, given[0] of this coordinate
  MODEL_FEEDFORWARD,  // the same along the motion given[0]
  MODEL_LQR,          // torque that minimises the integral of given[0] + given[1] torque^2
  MODEL_RATE,         // rate of the coordinate if `place` moves with the velocity `given`
  MODEL_ACCELERATION  // acceleration of the coordinate, likewise
} ModelTermKind;
typedef struct ModelTerm {
  ModelTermKind kind;
  int coordinate;
  const Expr *symbol;  // STAGE_INPUT
  const Expr *given[3];
  FramePoint place;
  Span span;
} ModelTerm;

typedef struct RegulatorDesign RegulatorDesign;  // control/design.h

typedef struct Mechanism {
  Arena *arena;
  Pool *pool;
  const char *name;
  const char *title;        // NULL: none
  const char *held;         // "q4 = 0, q5 = pi/6": locked coordinates; NULL: none
  Source source;            // the description; its text must remain valid; no bytes: none
  Vec3 gravity;             // in ground axes
  RegulatorDesign *design;  // of regulators, to recompute their gains; shared by copies; NULL: none
// NOLINTBEGIN(bugprone-macro-parentheses): a declaration
#define ARRAY(type, items, count)                                                                  \
  type *items;                                                                                     \
  int count;
#include "mechanism/arrays.def"
  // NOLINTEND(bugprone-macro-parentheses)
} Mechanism;

void mechanism_free(Mechanism *mechanism);  // NULL is allowed
// SHA-256 of the description; "" if there is none.
void mechanism_source_hash(const Mechanism *mechanism, char hex[SHA256_HEX_SIZE]);
// Returns a copy with its own pool and arena; names and spans refer to the original, which must
// outlive the copy.
Mechanism *mechanism_copy(const Mechanism *mechanism);
// mechanism_visit() calls `visit` for every expression except the symbols of coordinates,
// parameters, inputs, states and speeds, mechanism_visit_symbols() for those symbols only; none of
// them is NULL.
typedef void (*ExprVisit)(const Expr **e, void *context);
void mechanism_visit_symbols(Mechanism *mechanism, ExprVisit visit, void *context);
void mechanism_visit(Mechanism *mechanism, ExprVisit visit, void *context);
// Visits the expressions that may depend on the motion and belong neither to positions nor to
// tasks: definitions, constraints except norms of quaternions, speeds, forces, energies, states,
// events and samples.
void mechanism_visit_laws(Mechanism *mechanism, ExprVisit visit, void *context);

// Find an item by name; return -1 if there is none.
int mechanism_find_frame(const Mechanism *mechanism, const char *name);
int mechanism_find_point(const Mechanism *mechanism, const char *name);
int mechanism_find_coordinate(const Mechanism *mechanism, const char *name);
int mechanism_find_parameter(const Mechanism *mechanism, const char *name);
// Returns true if a frame, a point, a symbol or a definition has this name.
bool mechanism_has_name(const Mechanism *mechanism, const char *name);
// The coordinate represented by the expression; -1 if it is not a single coordinate.
int mechanism_coordinate_of(const Mechanism *mechanism, const Expr *e);

// The first name to which the experiment assigns a start value and that does not exist: "q1",
// "q1'"; NULL if there is none.
const char *mechanism_missing_start(const Mechanism *mechanism, const Task *experiment);

// Writes the target of a reset: "q1", "q1'", "i".
void reset_put_target(const Mechanism *mechanism, const Reset *reset, Text *out);

// Gruebler's count: the number of coordinates of the tree, minus the closure equations of the loops
// (six, or three for a loop that moves in one plane, minus the degrees of freedom of the cut
// joint), the constraints and the equations of the wheels.
typedef struct Mobility {
  bool is_planar;        // all motion is in a plane normal to one of the axes
  int body_count;        // frames that move relative to their parents, and the ground
  int joint_count;       // of the tree and cut, except those that leave all degrees of freedom
  int joint_freedoms;    // total degrees of freedom of these joints
  int planar_loops;      // number of loops that move in one plane
  int loop_equations;    // total of all loops
  int constraint_count;  // one equation each
  int wheel_equations;   // total of all wheels
  int freedoms;          // resulting mobility
} Mobility;
Mobility mechanism_count_freedoms(const Mechanism *mechanism);
int mechanism_mobility(const Mechanism *mechanism);  // the mobility alone
bool mechanism_is_planar(const Mechanism *mechanism);
// The axis normal to the plane of motion: 0, 1, 2; -1 if the motion is spatial.
int mechanism_plane(const Mechanism *mechanism);
// Returns true if a move of the frame has a later stage than `stage`.
bool frame_is_above(const Frame *frame, Stage stage);
// frame_is_moving() returns true if the frame moves relative to its parent. frame_freedoms()
// returns the number of degrees of freedom of this motion, and the index of the first coordinate
// (-1: none).
bool frame_is_moving(const Frame *frame);
int frame_freedoms(const Mechanism *mechanism, const Frame *frame, int *first);
// Lists the steps of all expressions of the frame's moves; release the result with steps_free().
Steps frame_steps(const Frame *frame);
// Returns true if the frames of the loop move in one plane, normal to one of their axes.
bool loop_is_planar(const Mechanism *mechanism, const Loop *loop);
// Number of closure equations of a loop in a plane or in space.
int loop_equations(const Loop *loop, bool is_planar);

typedef struct WheelMotion {
  bool is_flat;   // the axle is parallel to the normal of the plane
  bool moves;     // the centre moves
  bool can_rise;  // its height is not fixed by the frames
} WheelMotion;
WheelMotion wheel_motion(const Mechanism *mechanism, const Rolling *rolling);

// Checks that the mechanism is physically meaningful: reports errors, with their locations, for
// negative mass, for coordinates that move nothing, for loops and constraints that cannot be
// equations or contradict each other (check_constraints.h); and warnings for a numeric inertia that
// is not positive or violates the triangle inequality, for bodies without mass that carry none, and
// for inconsistent energies.
void mechanism_check(const Mechanism *mechanism, Diagnostics *diagnostics);

bool body_is_massless(const Body *body);  // and without inertia
// Returns true if every motion is a rotation or translation by coordinates alone; otherwise false,
// with errors.
bool mechanism_check_motions(const Mechanism *mechanism, Diagnostics *diagnostics);

#endif
