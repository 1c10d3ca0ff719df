// identification_report.h -- identified parameters and exciting motions, as text and data.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_STUDIES_IDENTIFICATION_REPORT_H
#define BIELLE_REPORT_STUDIES_IDENTIFICATION_REPORT_H

#include "base/record.h"
#include "study/identification/identification.h"

void identification_words(const Identification *found, Text *out);
void identification_record(const Identification *found, Record *out);
// The parameters of the description as a JSON state, for other commands; nothing if there are none.
void identification_values(const Identification *found, Text *out);
void exciting_motion_words(const ExcitingMotion *motion, Text *out);
void exciting_motion_record(const ExcitingMotion *motion, Record *out);

#endif
