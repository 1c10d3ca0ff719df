// shorthand.h -- abbreviations used in robotics: C23 for cos(θ2 + θ3), S1 for sin(θ1), C1m2 for
// cos(θ1 - θ2).
//
// Coordinates are numbered. Sines and cosines of sums and differences of coordinates get short
// names; functions of all other angles are not abbreviated. Numbers above 9 are separated: C10_11.
// A name already used in the model (such as a parameter C1) is never assigned.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_PRINT_SHORTHAND_H
#define BIELLE_NOTATION_PRINT_SHORTHAND_H

#include "base/memory/arena.h"
#include "base/text/text.h"
#include "notation/formula/formula.h"

typedef struct Shorthand Shorthand;

// Creates names for the coordinates (symbols of one pool) with the given numbers, which are not
// negative; with `numbers` NULL they are counted from 1. Allocated in the arena.
Shorthand *shorthand_new(Arena *arena, const Expr *const coordinates[], const int numbers[],
                         int count);

// Returns the short name of a sine or cosine, which is then added to the legend, or NULL.
const char *shorthand_name(Shorthand *names, const Formula *call);

// Entry `index` of the legend, which lists the names used so far: returns the formula that the name
// represents; NULL after the last entry.
const Formula *shorthand_entry(const Shorthand *names, int index, const char **name);

#endif
