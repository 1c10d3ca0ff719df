// formula_measure.h -- how long a formula is.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMULA_FORMULA_MEASURE_H
#define BIELLE_NOTATION_FORMULA_FORMULA_MEASURE_H

#include "notation/formula/formula.h"

// What makes the score: a node, a pair of brackets, more if there are brackets inside, a multiple
// of an angle above two.
enum {
  READ_NODE = 4,
  READ_BRACKETS = 1,
  READ_NESTED = 4,
  READ_MULTIPLE = 8,
  READ_HIDDEN_SQUARE = 9,  // of the law of cosines
  READ_TOWER = 16,         // a denominator inside of a denominator, both sums
  READ_TANGENT = 1         // it has poles that sine and cosine have not
};

// For the constructors of formula.c. Fills in depth, score, weight, hash and stage from the
// parts.
void formula_measure(Formula *f);

#endif
