// study_record.h -- the answers of studies as data (base/record.h).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_STUDY_RECORD_H
#define BIELLE_REPORT_STUDY_RECORD_H

#include "base/record.h"
#include "study/four_bar.h"
#include "study/mobility_report.h"

void mobility_record(const MobilityFindings *findings, Record *out);
void four_bar_record(const FourBarCase *values, Record *out);

#endif
