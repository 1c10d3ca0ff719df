// condense.h -- searches for the shortest readable form of an expression.
//
// Candidates: the form as built; grouped (group.h), also after shortening the trigonometric
// coefficients (trig_form.h); one fraction in lowest terms (fraction.h); parts condensed
// separately. The candidate with the smallest score (formula.h: the reading effort), the first
// among equals, is selected if it has the value of the expression. Names are not expanded, unless
// the form with short definitions substituted is shorter. The amount of work is bounded: long
// expressions (more than 20000 columns or 1000 terms) are returned as built.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_CONDENSE_H
#define BIELLE_NOTATION_FORMS_CONDENSE_H

#include "notation/formula/formula.h"
#include "notation/forms/form_cache.h"

const Formula *condense(const Expr *e, Arena *arena);
// Same as condense() for one of many expressions, which share a cache in this arena.
const Formula *condense_next(const Expr *e, Arena *arena, FormCache *memo);
// Returns true if the formula is too long to be condensed; it is then returned unchanged.
bool condense_is_too_long(const Formula *formula);

#endif
