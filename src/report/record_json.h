// record_json.h -- records as JSON.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_RECORD_JSON_H
#define BIELLE_REPORT_RECORD_JSON_H

#include "base/record.h"

// With 17 digits; what has no value is null. Parts that are short stand on one line.
void record_put_json(const Record *record, Text *out);

#endif
