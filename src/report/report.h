// report.h -- reports of a mechanism, its equations and their verification, as data and as text.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_REPORT_H
#define BIELLE_REPORT_REPORT_H

#include "base/record.h"
#include "formulation/verify/verify.h"
#include "program/program.h"
#include "system/mobility/mobility.h"

// Writes JSON with 17 digits; values that are not finite are null. Short objects and lists are on
// one line.
void record_put_json(const Record *record, Text *out);

// ---- mechanisms

// Summary of a mechanism: the tree, coordinates with units and limits, bodies, loops, forces,
// parameters; at most `most` entries of a kind, 0: all. `study` (may be NULL) has the mobility.
void mechanism_summary(const Mechanism *mechanism, const MobilityStudy *study, int most,
                       Record *record, Text *words);
// The unit of every parameter and input, and the place in the description that determines it.
void mechanism_report_units(const Mechanism *mechanism, Record *record, Text *words);
// Comments that precede the statements of a description: origin, units, kinds of coordinates,
// frames.
void mechanism_report_facts(const Mechanism *mechanism, Text *out);
// The tables of the 1980 report, section 4.2: the description sentence, the table MRR of its terms,
// the constant translations, the rotations with merged parallel axes ("2", "23", "234"), bodies,
// limits and mass data. Returns false, with an error at the place that is the reason, if the
// mechanism is not an open serial chain of rotations about and translations along the axes x, y, z.
bool mechanism_listing(const Mechanism *mechanism, Diagnostics *diagnostics, Text *out);

// ---- operation counts

// Adds the operation counts of the quantity, which the program computes, to the list.
void count_record(const Quantity *quantity, const Program *program, Record *list);
// Prints the list as a table.
void count_words(const Record *list, Text *out);

// ---- certificates

// Records what is verified; returns the list for the claims.
Record *certificate_begin_record(const Mechanism *mechanism, const char *version, uint64_t seed,
                                 Record *out);
// Records the outcome. `unsaid` is the reason why accelerations were not verified; empty: they
// were.
void certificate_end_record(const Certificate *certificate, const char *unsaid, Record *out);
void certificate_put_claims(const Record *claims, Text *out);
// Prints the whole certificate.
void certificate_words(const Record *record, Text *out);

#endif
