// formula_measure.h -- the measure of a formula's length.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMULA_FORMULA_MEASURE_H
#define BIELLE_NOTATION_FORMULA_FORMULA_MEASURE_H

#include "notation/formula/formula.h"

// Contributions to the score: a node, a pair of brackets, nested brackets, a multiple of an angle
// above two.
enum {
  READ_NODE = 4,
  READ_BRACKETS = 1,
  READ_NESTED = 4,
  READ_MULTIPLE = 8,
  READ_HIDDEN_SQUARE = 9,  // in the law of cosines
  READ_TOWER = 16,         // a denominator inside a denominator, both sums
  READ_TANGENT = 1         // it has poles where sine and cosine have none
};

// For the constructors of formula.c: computes depth, score, weight, hash and stage from the parts.
void formula_measure(Formula *f);

#endif
