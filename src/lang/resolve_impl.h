// resolve_impl.h -- what the files of the resolver share.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_RESOLVE_IMPL_H
#define BIELLE_LANG_RESOLVE_IMPL_H

#include "lang/ast.h"
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
  bool has_gravity;
} Resolver;

// A copy in the mechanism's arena.
const char *resolver_copy(Resolver *resolver, Span span);

// ---- evaluate.c, evaluate_arithmetic.c, evaluate_call.c

// The quantity; SHAPE_NONE after an error.
Quantity evaluate(Resolver *resolver, const AstExpr *e);
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
// "cannot WHAT m and kg"
Quantity evaluate_dimension_error(Resolver *resolver, Span span, const char *what,
                                  const Quantity *a, const Quantity *b);

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

// ---- resolve_joint.c, resolve_body.c

// The frame of that name; ground after an error.
int resolve_frame_name(Resolver *resolver, Span span);

void resolve_joint(Resolver *resolver, const AstStatement *statement);
void resolve_body(Resolver *resolver, const AstStatement *statement);
void resolve_point(Resolver *resolver, const AstStatement *statement);

#endif
