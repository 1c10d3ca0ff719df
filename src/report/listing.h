// listing.h -- a serial chain as the tables of the 1980 report, section 4.2.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_REPORT_LISTING_H
#define BIELLE_REPORT_LISTING_H

#include "base/diagnostics.h"
#include "mechanism/mechanism.h"

// The description sentence, the table MRR of its terms, the constant translations, the rotations
// with merged parallel axes ("2", "23", "234"), bodies, limits and mass data. False, with an error
// at the place that is the reason, if the mechanism is no open serial chain of rotations about and
// translations along the axes x, y, z.
bool mechanism_listing(const Mechanism *mechanism, Diagnostics *diagnostics, Text *out);

#endif
