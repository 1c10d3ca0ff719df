// value_list.h -- values given in options, outside a description: "q4 = 0, q5, q6 = 30 deg, m = 2
// kg".
//
// A value has the syntax of a value in a param statement, without names: the same numbers, units
// and functions, evaluated exactly. Values without a unit are in SI.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_EVALUATE_VALUE_LIST_H
#define BIELLE_LANG_EVALUATE_VALUE_LIST_H

#include "base/memory/item_list.h"
#include "mechanism/mechanism.h"

// Returns the value, in `pool`, if it has the dimension `wanted` (any if that is not known);
// otherwise NULL.
const Expr *value_read(Piece piece, Pool *pool, Dimension wanted);
// Returns its dimension, which is not known if the value has no unit.
Dimension value_dimension(Piece piece);

// Returns the coordinate of that name, or the only coordinate of the joint of that name. On failure
// returns -1 and writes a sentence to `why`, which ends with the purpose, e.g. "to hold still", and
// a suggestion.
int coordinate_named(const Mechanism *mechanism, Piece name, const char *purpose, Text *why);
// Reads values of coordinates, or of their derivatives by `order`, into `pool` and values[]. A
// coordinate without a value is set to its initial value, a rate without a value is unchanged.
// Returns false with a sentence in `why` on failure.
bool coordinate_values_read(const Mechanism *mechanism, const char *list, int order,
                            const char *purpose, Pool *pool, const Expr *values[], Text *why);

#endif
