// shorthand.h -- shorthand of robotics: C23 for cos(θ2 + θ3), S1 for sin(θ1), C1m2 for cos(θ1 -
// θ2).
//
// Coordinates have numbers. Sines and cosines of sums and differences of coordinates get short
// names; every other angle stays long. Numbers above 9 are set apart: C10_11. A name that the user
// has taken (a parameter C1) is not given.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_PRINT_SHORTHAND_H
#define BIELLE_NOTATION_PRINT_SHORTHAND_H

#include "base/memory/arena.h"
#include "base/text/text.h"
#include "notation/formula/formula.h"

typedef struct Shorthand Shorthand;

// Names for the coordinates (symbols of one pool) with the given numbers, which are not negative;
// NULL numbers count from 1. Lives in the arena.
Shorthand *shorthand_new(Arena *arena, const Expr *const coordinates[], const int numbers[],
                         int count);

// The short name of a sine or cosine, or NULL. It then belongs to the legend.
const char *shorthand_name(Shorthand *names, const Formula *call);

// Entry `index` of the legend, the names that were given so far: what the name stands for; NULL
// behind the last one.
const Formula *shorthand_entry(const Shorthand *names, int index, const char **name);

#endif
