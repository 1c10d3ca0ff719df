// measure.h -- numbers with units in options: "90deg", "30 mm", "95 rpm", "2 rad/s". For the files
// of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_MEASURE_H
#define BIELLE_API_STATE_MEASURE_H

#include "mechanism/dimension.h"

// The value in SI; a number alone is in SI already. False if the text is none, of another
// dimension than `wanted` (if that is known), or beyond what doubles hold.
bool unit_value_parse(const char *text, size_t length, Dimension wanted, double *value);

#endif
