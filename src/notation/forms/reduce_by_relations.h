// reduce_by_relations.h -- shortens expressions by means of equations between their symbols.
//
// In a closed loop the expressions Phi are zero, and adding a multiple of them to a numerator or a
// denominator does not change its value: d*sin(c) + a*sin(b - c) equals e*sin(f - c) if this
// follows from the loop closure rotated by c.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_REDUCE_BY_RELATIONS_H
#define BIELLE_NOTATION_FORMS_REDUCE_BY_RELATIONS_H

#include "base/memory/arena.h"
#include "symbolic/expr.h"

// The equations and further ones derived from them by rotating two of them together by an angle.
typedef struct Relations Relations;

// `zeros` are expressions of one pool that are zero; those that are not polynomials in symbols,
// sines and cosines are ignored. Allocated in the arena.
Relations *relations_new(const Expr *const zeros[], int count, Arena *arena);

// Returns a shorter expression that equals e wherever the relations hold, or e itself.
const Expr *expr_shorten_modulo(const Expr *e, const Relations *relations);

#endif
