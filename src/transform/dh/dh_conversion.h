// dh_conversion.h -- a mechanism whose frames are the rows of a table of Denavit and Hartenberg.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_DH_DH_CONVERSION_H
#define BIELLE_TRANSFORM_DH_DH_CONVERSION_H

#include "mechanism/mechanism.h"

// The same mechanism with its tree as one table. Every frame of the old one that is not a row is
// fixed to a row, so that all names keep their meaning; bodies stand on the rows where that is
// short to write. Geometry in symbols and exact angles stays exact; `is_rounded`: other numbers are
// decimals to 17 digits. NULL, with errors in `diagnostics`, when the convention cannot say it.
// Names and spans stay those of the first, which must outlive it.
Mechanism *mechanism_to_dh(const Mechanism *mechanism, DhConvention convention,
                           Diagnostics *diagnostics, bool *is_rounded);

#endif
