// resolve_geometry.h -- what the resolver's files about frames, joints and shapes share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_RESOLVE_GEOMETRY_H
#define BIELLE_LANG_RESOLVE_GEOMETRY_H

#include "lang/resolve_impl.h"

static inline Dimension dimension_of_number(void) { return (Dimension){ .is_known = true }; }

static inline Dimension dimension_of_length(void)
{
  return (Dimension){ .is_known = true, .power = { 1, 0, 0, 0, 0 } };
}

static inline Dimension dimension_of_angle(void)
{
  return (Dimension){ .is_known = true, .is_angle = true };
}

// ---- resolve_coordinate.c

typedef struct CoordinateDraft {
  const char *name;  // as the statement calls it
  Span span;
  CoordinateKind kind;
  int joint;               // -1: written by hand
  bool has_made_name;      // from the joint's: nobody wrote it
  const AstExpr *initial;  // NULL: none
  const AstExpr *lower;    // NULL: none
  const AstExpr *upper;
  bool is_of_unknown_unit;  // COORDINATE_NUMBER: until something tells, not a plain number
} CoordinateDraft;

// Adds the coordinate, declares its name, and gives its index.
int resolve_coordinate(Resolver *resolver, const CoordinateDraft *draft);
// A warning if the number, in rad, must have been meant in degrees.
void resolve_doubt_angle(Resolver *resolver, const AstExpr *e);
// `e` is used as an angle or a length: coordinates written by hand without a unit take it over.
void resolve_note_kind(Resolver *resolver, const AstExpr *e, CoordinateKind kind);

// ---- resolve_move.c

typedef struct MoveList {
  Move *moves;
  int count;
} MoveList;

// What a move may be where it stands.
typedef enum MovePlace {
  MOVE_PLACE_ROTATED,  // rotations only, of parameters only
  MOVE_PLACE_FRAME     // anything; coordinates move it unless K marks a constant
} MovePlace;

// Most elementary moves that the list may become.
int resolve_move_room(const AstMove *moves);
void resolve_moves(Resolver *resolver, const AstMove *moves, MovePlace place, MoveList *list);
void move_list_add(MoveList *list, MoveKind kind, Vec3 axis, const Expr *amount);
// One move for each component that is not zero.
void move_list_translate(MoveList *list, Vec3 vector);

// A move by name: RX, TYK, R, T. False: it is none.
typedef struct MoveName {
  MoveKind kind;
  int axis;  // 0, 1, 2; -1: a vector
  bool is_constant;
} MoveName;
bool resolve_move_name(Span span, MoveName *name);

// ---- resolve_joint.c

// A new frame that the moves lead to, `name` in its statement; its index.
int resolve_add_frame(Resolver *resolver, const char *name, Span span, int parent, MoveList list);

// A joint with one moving term in a chain or a table.
typedef struct TermDraft {
  const char *name;  // of the joint and its frame, in their statement
  Span span;
  int parent;
  Vec3 axis_F;
  MoveKind kind;
  const AstExpr *amount;
  int coordinate;  // that the term declares; -1: none
} TermDraft;
// Makes frame and joint. The coordinate's joint is set.
void resolve_add_term(Resolver *resolver, const TermDraft *draft, MoveList list);
// If a name in the sum `e` is not declared, it becomes a coordinate of the joint to come: its
// index. Otherwise -1.
int resolve_new_coordinate(Resolver *resolver, const AstExpr *e, MoveKind kind);
// The frame `parent` that the statement's frame `name` sits on; ground if it is not given.
int resolve_parent(Resolver *resolver, Span name, Span parent);

// ---- resolve_circle.c

// True, with an error, if the frame leads back to itself by `parent`, which is not declared yet.
bool resolve_is_circle(Resolver *resolver, Span frame, Span parent);

// ---- resolve_body.c

// Inertia of a point mass at r: m (|r|^2 1 - r r^T).
Mat3 resolve_point_inertia(const Expr *mass, Vec3 r);

// ---- resolve_shape.c

// Adds the shapes of the body. True if they have densities: mass, centre and inertia are theirs.
bool resolve_shapes(Resolver *resolver, const AstStatement *statement, int body_index);

#endif
