// measure.h -- numbers with units in options: "90deg", "30 mm", "95 rpm", "2 rad/s". For the files
// of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATE_MEASURE_H
#define BIELLE_API_STATE_MEASURE_H

#include "mechanism/dimension.h"

// Parses the value in SI; a number without a unit is in SI. Returns false if the text is not a
// number, has another dimension than `wanted` (if that is known), or exceeds the range of doubles.
bool unit_value_parse(const char *text, size_t length, Dimension wanted, double *value);

#endif
