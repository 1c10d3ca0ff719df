// mechanism.h -- what the user described: coordinates, frames, joints, bodies, points, loops,
// constraints, forces (force.h), and what to do with it (task.h).
//
// A mechanism is immutable once built, so any number of threads may read it. Everything is an
// exact expression in SI units of the mechanism's pool. Frames form a tree whose root, frame 0, is
// "ground". Suffix _F: components in the axes of the thing's own frame F.
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
  const Expr *value;  // exact, SI; NULL: stays symbolic
  Dimension dimension;
  Span dimension_span;  // the expression that it was found from; `source` NULL: its own, or none
  Span span;
} Parameter;

// A named expression of the user (`let`); in formulas it is shown by its name.
typedef struct Definition {
  const char *name;
  const Expr *value;  // a NAMED node, or a plain number or symbol
  Span span;
} Definition;
// What the name stands for, one step down: `m1 + m2`, not `mu`.
const Expr *definition_body(const Definition *definition);

// COORDINATE_NUMBER: an Euler parameter, or a coordinate written by hand whose unit is not known.
typedef enum CoordinateKind {
  COORDINATE_ANGLE,
  COORDINATE_LENGTH,
  COORDINATE_NUMBER
} CoordinateKind;

typedef struct Coordinate {
  const Expr *q;        // expr_coordinate(), of the same name
  const Expr *initial;  // NULL: 0
  const Expr *lower;    // limits; NULL: none
  const Expr *upper;
  CoordinateKind kind;
  int joint;  // the joint that made it; -1: written by hand (coord)
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
// Its rate and its acceleration, symbols of its pool that are made when they are first asked for: not
// for mechanisms that several threads read.
static inline const Expr *coordinate_rate(const Coordinate *at) { return expr_rate(at->q); }
static inline const Expr *coordinate_acceleration(const Coordinate *at)
{
  return expr_rate(coordinate_rate(at));
}
// The dimension of a coordinate (order 0), its speed (1) or acceleration (2).
Dimension coordinate_dimension(const Coordinate *coordinate, int order);
// One of the four of a joint's quaternion?
bool coordinate_is_euler_parameter(const Coordinate *coordinate);

// One elementary displacement, about or along an axis of the frame reached so far; or the rotation
// of a quaternion (Euler parameters e0 + e1 i + e2 j + e3 k): constants of any length, or
// coordinates whose norm, 1, is a constraint. Its amount is then a zero.
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

// What it depends on: its amount, or the four parameters of a quaternion. How many they are.
int move_amounts(const Move *move, const Expr *const **amounts);
// Does it depend on a coordinate or on time?
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

// What a joint that closes a loop keeps at zero (loop_residual.c), with its axis e3 and e1, e2 across
// it.
typedef enum JointEquations {
  KEEPS_LINE = 1,       // distances along e1 and e2
  KEEPS_HEIGHT = 2,     // the distance along e3
  KEEPS_DIRECTION = 4,  // turns about e1 and e2
  KEEPS_TURN = 8,       // the turn about e3
  KEEPS_CROSS = 16,     // the arms of a universal joint are square
  KEEPS_ADVANCE = 32    // of a screw
} JointEquations;

enum { AXIS_OF_JOINT = -1, MAX_JOINT_MOVES = 6 };
typedef struct JointMove {
  MoveKind kind;
  int axis;            // 0, 1, 2 or AXIS_OF_JOINT
  const char *suffix;  // of the coordinate's name, where none is given
} JointMove;

typedef struct JointInfo {
  const char *word;  // in the language
  int coordinate_count;
  unsigned keeps;                    // JointEquations
  JointMove moves[MAX_JOINT_MOVES];  // one for each coordinate, in order
  const char *doc;
} JointInfo;
const JointInfo *joint_info(JointKind kind);
bool joint_has_axis(JointKind kind);  // or a normal, of a planar joint
// The axis of the i-th move of a joint. The normal of a planar joint, an axis of its frame, shifts
// the others round: with x, y, z become y, z, x.
Vec3 joint_move_axis(JointKind kind, int i, Vec3 axis_of_joint);

typedef struct Joint {
  const char *name;
  JointKind kind;
  int frame;  // the frame it makes, of the same name
  Vec3 axis_F;
  int coordinate;        // first of its coordinates; -1: none (fixed, or driven by an expression)
  int coordinate_count;  // they are consecutive
  const Expr
      *effort;  // that its drive gives at most, of joints with one coordinate; NULL: not said
  const Expr *velocity;  // likewise
  Span span;
} Joint;

// The conventions of Denavit and Hartenberg: a row is a sequence of moves from a frame to the next.
typedef enum DhConvention {
  DH_STANDARD,  // Paul: z of frame i is the axis of joint i + 1
  DH_MODIFIED,  // Craig: z of frame i is the axis of joint i
  DH_KHALIL,    // Khalil and Kleinfinger: as Craig, and branches
  DH_CONVENTION_COUNT
} DhConvention;
typedef struct DhInfo {
  const char *word;   // in the language
  const char *title;  // in words, with its moves
} DhInfo;
const DhInfo *dh_info(DhConvention convention);

typedef struct DhRow {
  int frame;
  const Expr *gamma,
      *b;  // about and along z of the frame before, of a branch; zero but in DH_KHALIL
  const Expr *alpha, *a;  // about and along x
  const Expr *theta, *d;  // about and along z: one of them holds the motion
  bool turns;             // theta does
} DhRow;
// The moves of a row in the order of the convention, those by zero left out; how many.
enum { MAX_DH_MOVES = 6 };
int dh_row_moves(const DhRow *row, DhConvention convention, Move moves[MAX_DH_MOVES]);
// The axis z that it moves about or along, in the axes of its own frame.
Vec3 dh_row_axis(const DhRow *row, DhConvention convention);

// A table of Denavit-Hartenberg parameters. Its joints are ordinary ones, its frames follow each
// other.
typedef struct JointTable {
  const char *name;
  const char *convention;  // in words, with its moves
  Span span;
  DhConvention kind;
  DhRow *rows;
  int row_count;
} JointTable;

// A cut joint that closes a chain: what it joins are two places, each on a frame.
typedef struct FramePoint {
  int frame;
  Vec3 position_F;
} FramePoint;
typedef struct Loop {
  const char *name;
  JointKind kind;
  Vec3 axis;          // in the axes of the first place's frame
  const Expr *pitch;  // of a screw: how far it goes in a turn; NULL: none
  FramePoint first;
  FramePoint second;
  Span span;
} Loop;

// residual = 0. With speeds in it: nonholonomic, unless it turns out to be integrable.
typedef struct Constraint {
  const char *name;
  const Expr *residual;     // NULL: of a norm, which few ask for
  const Expr *const *norm;  // e0 e1 e2 e3 of a quaternion that is a coordinate; NULL: no norm
  Span span;
} Constraint;
static inline bool constraint_has_speeds(const Constraint *constraint)
{
  return constraint->residual && constraint->residual->form->stage >= STAGE_VELOCITY;
}
// What is zero, in this pool; of a norm e0^2 + e1^2 + e2^2 + e3^2 - 1.
const Expr *constraint_residual(const Constraint *constraint, Pool *pool);

// A wheel, centre at the frame's origin, axle along its y axis unless another axis was given, that
// rolls on the plane through ground's origin with this normal.
typedef struct Rolling {
  const char *name;  // of the wheel's frame
  int frame;
  Vec3 axle_F;
  const Expr *radius;
  Vec3 normal;     // ground axes
  bool may_slide;  // `no side slip`: it touches the plane, and is free to slide along
  Span span;
} Rolling;

// A generalised speed (Kane): a named linear expression of the rates of the coordinates.
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
  Mat3 inertia_F;  // about the centre of mass, axes of the frame
  Span span;
  Span mass_span;     // the places of the values, for checks
  Span inertia_span;  // length 0: not given
} Body;

// For pictures, and for mass from density. `path` is of a mesh; `size` by kind: box (x, y, z
// lengths), cylinder and capsule (radius, length along z), sphere (radius), rod (length along x).
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
  Move *moves;           // from the body's frame to the shape's, in order
  int move_count;
  Span span;
} BodyShape;

typedef struct Point {
  const char *name;
  int frame;
  Vec3 position_F;
  Span span;
} Point;

// What a law of a controller takes from the model: a symbol in the law, until the whole is known and
// control/model.h puts an expression in its place.
typedef enum ModelTermKind {
  MODEL_GRAVITY,      // the torque that holds the coordinate against gravity
  MODEL_DYNAMICS,     // that gives it the acceleration given[0], and the others theirs
  MODEL_FEEDFORWARD,  // the same along the motion given[0]
  MODEL_LQR,          // that makes the integral of given[0] + given[1] torque^2 least
  MODEL_RATE,         // the rate of the coordinate that moves `place` with the velocity `given`
  MODEL_ACCELERATION  // likewise its acceleration
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
  const char *held;         // "q4 = 0, q5 = pi/6": coordinates that are held still; NULL: none
  Source source;            // the description, whose text must stay; no bytes: built without one
  Vec3 gravity;             // in ground axes
  RegulatorDesign *design;  // of regulators, to find their gains again; copies share it; NULL: none
// NOLINTBEGIN(bugprone-macro-parentheses): a declaration
#define ARRAY(type, items, count)                                                                  \
  type *items;                                                                                     \
  int count;
#include "mechanism/arrays.def"
  // NOLINTEND(bugprone-macro-parentheses)
} Mechanism;

void mechanism_free(Mechanism *mechanism);  // NULL is allowed
// SHA-256 of the description; "" without one.
void mechanism_source_hash(const Mechanism *mechanism, char hex[SHA256_HEX_SIZE]);
// The same in a pool and an arena of its own; names and spans stay those of the first, which must
// outlive it.
Mechanism *mechanism_copy(const Mechanism *mechanism);
// Calls `visit` for every expression but the symbols that coordinates, parameters, inputs and
// speeds are, or for those alone; none of them is NULL.
typedef void (*ExprVisit)(const Expr **e, void *context);
void mechanism_visit_symbols(Mechanism *mechanism, ExprVisit visit, void *context);
void mechanism_visit(Mechanism *mechanism, ExprVisit visit, void *context);
// The same for what may depend on the motion and is neither a place nor a task: definitions,
// constraints but the norms of quaternions, speeds, forces, energies, states, events and samples.
void mechanism_visit_laws(Mechanism *mechanism, ExprVisit visit, void *context);

// By name; -1 if there is none.
int mechanism_find_frame(const Mechanism *mechanism, const char *name);
int mechanism_find_point(const Mechanism *mechanism, const char *name);
int mechanism_find_coordinate(const Mechanism *mechanism, const char *name);
int mechanism_find_parameter(const Mechanism *mechanism, const char *name);
// Is it the name of a frame, a point, a value or a definition?
bool mechanism_has_name(const Mechanism *mechanism, const char *name);
// The coordinate that the expression is; -1: it is none, or more than that.
int mechanism_coordinate_of(const Mechanism *mechanism, const Expr *e);

// The first name that the experiment starts and that nothing has: "q1", "q1'"; NULL: there is none.
const char *mechanism_missing_start(const Mechanism *mechanism, const Task *experiment);

// What the reset sets: "q1", "q1'", "i".
void reset_put_target(const Mechanism *mechanism, const Reset *reset, Text *out);

// Gruebler's count: the coordinates of the tree less the equations that close the loops (six, or
// three of a loop that moves in one plane, less the freedoms of the cut joint), the constraints and
// what wheels take away.
typedef struct Mobility {
  bool is_planar;        // all motion across one of the axes
  int body_count;        // frames that move against the one that carries them, and ground
  int joint_count;       // of the tree and cut, without those that leave all freedoms
  int joint_freedoms;    // of all of these
  int planar_loops;      // that move in one plane
  int loop_equations;    // of all loops
  int constraint_count;  // one equation each
  int wheel_equations;   // of all wheels
  int freedoms;          // what is left
} Mobility;
Mobility mechanism_count_freedoms(const Mechanism *mechanism);
int mechanism_mobility(const Mechanism *mechanism);  // the freedoms alone
bool mechanism_is_planar(const Mechanism *mechanism);
// The axis across the plane of motion: 0, 1, 2; -1: it moves in space.
int mechanism_plane(const Mechanism *mechanism);
// Is there a move of it that is of a later stage than this?
bool frame_is_above(const Frame *frame, Stage stage);
// Does it move against the frame that carries it? With how many freedoms, and which coordinate is
// the first of them (-1: none)?
bool frame_is_moving(const Frame *frame);
int frame_freedoms(const Mechanism *mechanism, const Frame *frame, int *first);
// All that its moves are written with; steps_free() releases it.
Steps frame_steps(const Frame *frame);
// Do the frames that the loop closes move in one plane, across one of their axes?
bool loop_is_planar(const Mechanism *mechanism, const Loop *loop);
// Equations that one loop takes in a plane or in space.
int loop_equations(const Loop *loop, bool is_planar);

typedef struct WheelMotion {
  bool is_flat;   // the axle is along the normal of the plane
  bool moves;     // the centre does
  bool can_rise;  // its height is not held by the frames
} WheelMotion;
WheelMotion wheel_motion(const Mechanism *mechanism, const Rolling *rolling);

// Physical sense, with places: errors for negative mass, coordinates that move nothing, loops and
// constraints that cannot be equations or contradict each other (check_constraints.h); warnings for
// a numeric inertia that is not positive or violates the triangle inequality, for massless leaf
// bodies.
void mechanism_check(const Mechanism *mechanism, Diagnostics *diagnostics);

bool body_is_massless(const Body *body);  // and without inertia
// Does every motion turn or slide, by coordinates alone? Otherwise false, with errors.
bool mechanism_check_motions(const Mechanism *mechanism, Diagnostics *diagnostics);

#endif
