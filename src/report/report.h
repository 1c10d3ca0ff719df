// report.h -- what is told of a mechanism, its equations and their proof: data, and words made of them.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_REPORT_H
#define BIELLE_REPORT_REPORT_H

#include "base/record.h"
#include "formulation/verify/verify.h"
#include "program/program.h"

// ---- operations of an evaluation

// Adds the quantity, which the program computes, to the list.
void count_record(const Quantity *quantity, const Program *program, Record *list);
// The list as a table.
void count_words(const Record *list, Text *out);

// ---- certificates

// What is verified; returns the list that takes the claims.
Record *certificate_begin_record(const Mechanism *mechanism, const char *version, uint64_t seed,
                                 Record *out);
// What came out. `unsaid`: why nothing is said of accelerations; empty: something is.
void certificate_end_record(const Certificate *certificate, const char *unsaid, Record *out);
void certificate_put_claims(const Record *claims, Text *out);
// All of it.
void certificate_words(const Record *record, Text *out);

#endif
