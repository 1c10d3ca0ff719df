// handling_report.h -- handling results as text, data and curves.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_STUDIES_HANDLING_REPORT_H
#define BIELLE_REPORT_STUDIES_HANDLING_REPORT_H

#include "base/record.h"
#include "report/row_table.h"
#include "study/vehicle/handling.h"

void handling_words(const Handling *handling, Text *out);
void handling_record(const Handling *handling, Record *out);
// Steady turns, yaw gain over speed, and the frequency response.
void handling_svg(const Handling *handling, Text *out);
RowTable handling_table(const Handling *handling);
const char *handling_balance_word(HandlingBalance balance);

#endif
