// summary.h -- a mechanism for people: what `bielle check` prints.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_SUMMARY_H
#define BIELLE_REPORT_SUMMARY_H

#include "mechanism/mechanism.h"

// The tree, coordinates with units and limits, bodies, loops, forces, parameters. `finding`: lines
// that others have found about its mobility; empty: none.
void mechanism_summary(const Mechanism *mechanism, const char *finding, Text *out);
// The unit of every parameter and input, and where the description says it.
void mechanism_report_units(const Mechanism *mechanism, Text *out);

#endif
