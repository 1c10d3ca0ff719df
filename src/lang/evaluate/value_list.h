// value_list.h -- values beside a description, as people write them in options:
// "q4 = 0, q5, q6 = 30 deg, m = 2 kg".
//
// A value is what stands behind '=' in a param statement, without names: the same numbers, units and
// functions, exactly. Without a unit it is in SI.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_EVALUATE_VALUE_LIST_H
#define BIELLE_LANG_EVALUATE_VALUE_LIST_H

#include "base/memory/item_list.h"
#include "mechanism/mechanism.h"

// The value, in `pool`, if it is one of the wanted dimension (any if that is not known); NULL if it
// is not.
const Expr *value_read(Piece piece, Pool *pool, Dimension wanted);
// Its dimension; not known if it has no unit.
Dimension value_dimension(Piece piece);

// The coordinate of that name, or of the joint of that name that has no other; -1 with a sentence in
// `why`, which ends with the purpose, "to hold still", and what was probably meant.
int coordinate_named(const Mechanism *mechanism, Piece name, const char *purpose, Text *why);
// Reads values of coordinates, or of their rates by `order`, into `pool` and values[]; a coordinate
// that is named alone has its initial value, a rate stays as it was. False with a sentence in `why`.
bool coordinate_values_read(const Mechanism *mechanism, const char *list, int order,
                            const char *purpose, Pool *pool, const Expr *values[], Text *why);

#endif
