// statics_json.h -- mechanisms at rest as JSON. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_STATICS_JSON_H
#define BIELLE_API_STATICS_JSON_H

#include "api/state_json.h"
#include "study/statics.h"

// 17 digits; include/bielle/analyze.h says what stands where.
void statics_put_json(const Statics *statics, const StateValues *start, Text *out);

#endif
