// bearing_json.h -- multipliers and reactions as JSON. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_BEARING_JSON_H
#define BIELLE_API_BEARING_JSON_H

#include "study/bearing.h"

// Three keys of an object: "lambda": {"c: x": 1}, "not_unique": [], "reactions": {"joint": [fx, fy,
// fz, mx, my, mz]}. `indent` stands before the second and the third.
void bearing_put_json(const Bearing *bearing, const char *indent, Text *out);

#endif
