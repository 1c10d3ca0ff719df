// dh_conversion.h -- converts a mechanism to a table of Denavit-Hartenberg parameters.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TRANSFORM_DH_DH_CONVERSION_H
#define BIELLE_TRANSFORM_DH_DH_CONVERSION_H

#include "mechanism/mechanism.h"

// Returns the mechanism with its tree as one table. Every original frame that is not a row is fixed
// to a row, so that all names keep their meaning; bodies are given in the axes of rows where that
// is short. Symbolic geometry and exact angles remain exact; `is_rounded` is set if other numbers
// became decimals of 17 digits. NULL, with errors in `diagnostics`, if the convention cannot
// represent the mechanism. Names and spans are borrowed from the original, which must outlive the
// result.
Mechanism *mechanism_to_dh(const Mechanism *mechanism, DhConvention convention,
                           Diagnostics *diagnostics, bool *is_rounded);

#endif
