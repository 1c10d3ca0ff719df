// resolve_impl.h -- what the files of the resolver share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_RESOLVE_IMPL_H
#define BIELLE_LANG_RESOLVE_IMPL_H

#include "lang/ast.h"
#include "lang/functions.h"
#include "lang/infer.h"
#include "lang/quantity.h"
#include "lang/scope.h"
#include "mechanism/mechanism.h"

typedef struct Resolver {
  Mechanism *mechanism;
  Pool *pool;    // the mechanism's
  Arena *arena;  // the mechanism's
  Arena *scratch;
  Diagnostics *diagnostics;
  Scope scope;
  Inference inference;
  const AstStatement *statements;  // of the text or the element that is read now
  bool has_gravity;
  const struct FrameMotion *motions;  // of the first `motion_count` frames, for expressions
  int motion_count;
  const char *element;  // whose statements are read now; NULL: none
  const char *prefix;   // of the names that they declare; NULL: none
  struct Elements *elements;
  long number_work;  // operations spent by expression_numbers.c
} Resolver;

// The text of the span, in the scratch arena.
const char *resolver_text(Resolver *resolver, Span span);
// The name that a thing has in the mechanism, in its arena: inside an element, the prefix of its
// use stands before what the statement calls it.
const char *resolver_copy(Resolver *resolver, Span span);
const char *resolver_name(Resolver *resolver, const char *local);

// ---- evaluate.c, evaluate_arithmetic.c, evaluate_call.c

// The quantity; SHAPE_NONE after an error. It is proved to have the value of the text
// (expression_check.h).
Quantity evaluate(Resolver *resolver, const AstExpr *e);
// The same without the proof, for parts of an expression.
Quantity evaluate_part(Resolver *resolver, const AstExpr *e);
Quantity evaluate_sum(Resolver *resolver, const AstExpr *e);
Quantity evaluate_product(Resolver *resolver, const AstExpr *e);
Quantity evaluate_power(Resolver *resolver, const AstExpr *e);
Quantity evaluate_call(Resolver *resolver, const AstExpr *e);

// The quantity in that unit, all components.
Quantity evaluate_with_unit(Resolver *resolver, Quantity quantity, const AstUnit *unit);

// Exact length of `e` if it is a number, otherwise `estimate`.
long evaluate_bits(const Expr *e, long estimate);
// False, with an error, if numbers of that length are too long.
bool evaluate_fits(Resolver *resolver, long bits, Span span);

// An error about an expression; gives SHAPE_NONE.
Quantity evaluate_error(Resolver *resolver, Span span, const char *hint, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
// "cannot WHAT: L is m, m1 is kg"
typedef struct Side {
  Span span;
  const Quantity *quantity;
} Side;
Quantity evaluate_dimension_error(Resolver *resolver, Span span, const char *what, Side a, Side b);

// ---- wanted.c: expressions in places that want something particular

typedef struct Wanted {
  const char *what;  // for messages: "the mass"
  Dimension dimension;
  Stage stage;  // it depends on nothing above this
} Wanted;

// False after an error; *out is then a harmless value of its kind.
bool wanted_number(Resolver *resolver, const AstExpr *e, const Wanted *wanted, const Expr **out);
bool wanted_vector(Resolver *resolver, const AstExpr *e, const Wanted *wanted, Vec3 *out);
bool wanted_matrix(Resolver *resolver, const AstExpr *e, const Wanted *wanted, Mat3 *out);
// Only the dependence is checked.
bool wanted_stage(Resolver *resolver, const Quantity *quantity, const Wanted *wanted, Span span);

// ---- resolve.c

// Declares what the statement names, without a value: uses stay silent.
void resolve_broken(Resolver *resolver, const AstStatement *statement);
// Makes the frame `ground` known.
void resolve_declare_ground(Scope *scope);
// Announces and resolves the statements of an element, in the scope that is set.
void resolve_statements(Resolver *resolver, const AstStatement *first);

// ---- evaluate_motion.c

// position, velocity, omega, rotation
Quantity evaluate_motion(Resolver *resolver, const AstExpr *e, Function function);

// ---- resolve_act.c, resolve_loop.c: loops, constraints, forces, tasks, elements

void resolve_action(Resolver *resolver, const AstStatement *statement);
void resolve_announce_action(Resolver *resolver, const AstStatement *statement);
void resolve_broken_action(Resolver *resolver, const AstStatement *statement);
// A frame's origin or a point. False after an error.
bool resolve_place_name(Resolver *resolver, Span span, JointPlace *place);
// The array with room for one more; a larger copy of it when it is full. Pointers into it are good
// until the next one is added.
void *resolver_grow(Resolver *resolver, void *items, int count, size_t size);
#define RESOLVER_GROW(resolver, type, items, count)                                                \
  ((type *)resolver_grow((resolver), (items), (count), sizeof(type)))

// ---- geometry: one file per statement

// The frame of that name; ground after an error.
int resolve_frame_name(Resolver *resolver, Span span);
// Unit vector; z if none is given.
Vec3 resolve_axis(Resolver *resolver, const AstAxis *axis);
bool resolve_joint_kind(Resolver *resolver, Span kind, JointKind *out);

void resolve_coord(Resolver *resolver, const AstStatement *statement);
// When all is read: the units of coordinates written by hand, as far as their use has told.
void resolve_finish_coordinates(Resolver *resolver);
void resolve_frame(Resolver *resolver, const AstStatement *statement);
void resolve_chain(Resolver *resolver, const AstStatement *statement);
void resolve_dh(Resolver *resolver, const AstStatement *statement);
void resolve_joint(Resolver *resolver, const AstStatement *statement);
void resolve_body(Resolver *resolver, const AstStatement *statement);
void resolve_point(Resolver *resolver, const AstStatement *statement);

#endif
