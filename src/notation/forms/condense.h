// condense.h -- the shortest form of an expression that a person would write.
//
// Candidates: as built; grouped (group.h), also after the trigonometric coefficients were shortened
// (trig_form.h); one fraction in lowest terms (fraction.h); parts condensed by themselves. The one
// with the least score (formula.h: what it takes to read it) wins, the first of equals, if it has
// the value of the expression. Names stay closed, unless the form with
// short definitions in their places is shorter.
// Work is bounded: long expressions (more than 20000 columns or 1000 terms) are given as built.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_CONDENSE_H
#define BIELLE_NOTATION_FORMS_CONDENSE_H

#include "notation/formula/formula.h"
#include "notation/forms/form_cache.h"

const Formula *condense(const Expr *e, Arena *arena);
// The same for one of many, which share a memo in this arena.
const Formula *condense_next(const Expr *e, Arena *arena, FormCache *memo);
// Is it too long for that? It is given back as it is then.
bool condense_is_too_long(const Formula *formula);

#endif
