// reduce_by_relations.h -- shorter expressions where equations hold between their symbols.
//
// On a closed loop the expressions Phi vanish, and what is added to a numerator or a denominator as
// a multiple of them changes nothing: d*sin(c) + a*sin(b - c) is e*sin(f - c) if the closure,
// turned by c, says so.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_REDUCE_BY_RELATIONS_H
#define BIELLE_NOTATION_FORMS_REDUCE_BY_RELATIONS_H

#include "base/memory/arena.h"
#include "symbolic/expr.h"

// The equations with what follows from them by turning two of them together through an angle.
typedef struct Relations Relations;

// `zeros` are expressions of one pool that vanish; those that are no polynomials in symbols, sines
// and cosines are left out. Lives in the arena.
Relations *relations_new(const Expr *const zeros[], int count, Arena *arena);

// An expression that is equal to e where the relations hold and shorter to write, or e itself.
const Expr *expr_shorten_modulo(const Expr *e, const Relations *relations);

#endif
