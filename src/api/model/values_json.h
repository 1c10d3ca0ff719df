// values_json.h -- values of quantities as JSON. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_MODEL_VALUES_JSON_H
#define BIELLE_API_MODEL_VALUES_JSON_H

#include "program/program.h"

// Appends the object {"coordinates": [...], "note": [...], "M": [[...]], ...}; `values[k]` are
// those of output k of the program. `more`: members to insert after the names, or "".
void values_put_json(const Program *program, double *const values[], const char *more, Text *text);

#endif
