// report.h -- what is told of a mechanism, its equations and their proof: data, and words made of them.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_REPORT_H
#define BIELLE_REPORT_REPORT_H

#include "base/record.h"
#include "formulation/verify/verify.h"
#include "program/program.h"
#include "system/mobility/mobility.h"

// With 17 digits; what has no value is null. Parts that are short stand on one line.
void record_put_json(const Record *record, Text *out);

// ---- mechanisms

// The tree, coordinates with units and limits, bodies, loops, forces, parameters; at most `most`
// things of a kind, 0: all. `study` (may be NULL): how it moves.
void mechanism_summary(const Mechanism *mechanism, const MobilityStudy *study, int most,
                       Record *record, Text *words);
// The unit of every parameter and input, and where the description says it.
void mechanism_report_units(const Mechanism *mechanism, Record *record, Text *words);
// Comments in front of its statements: where they come from, units, kinds of coordinates, frames.
void mechanism_report_facts(const Mechanism *mechanism, Text *out);
// The tables of the 1980 report, section 4.2: the description sentence, the table MRR of its terms,
// the constant translations, the rotations with merged parallel axes ("2", "23", "234"), bodies,
// limits and mass data. False, with an error at the place that is the reason, if the mechanism is no
// open serial chain of rotations about and translations along the axes x, y, z.
bool mechanism_listing(const Mechanism *mechanism, Diagnostics *diagnostics, Text *out);

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
