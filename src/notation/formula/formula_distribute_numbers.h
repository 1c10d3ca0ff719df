// formula_distribute_numbers.h -- multiplies numbers into brackets where that reads better.
//
// The shortest form of a value may have a number before a sum where it is not usually written:
//
//   (4*J + m*l^2)/4                          J + m*l^2/4
//   0.001*(145*cos(q) + 4*sin(q) + 548)      0.145*cos(q) + 0.004*sin(q) + 0.548
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMULA_FORMULA_DISTRIBUTE_NUMBERS_H
#define BIELLE_NOTATION_FORMULA_FORMULA_DISTRIBUTE_NUMBERS_H

#include "notation/formula/formula.h"

// Returns the same value with a number multiplied into a sum wherever that makes the text shorter,
// and a decimal also if the sum's terms have numbers that are not small integers.
const Formula *formula_distribute_numbers(FormulaMaker maker, const Formula *f);

#endif
