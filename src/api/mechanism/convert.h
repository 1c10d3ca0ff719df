// convert.h -- converts a mechanism to Denavit-Hartenberg tables, URDF, or statements of Bielle's
// language.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_MECHANISM_CONVERT_H
#define BIELLE_API_MECHANISM_CONVERT_H

#include "mechanism/mechanism.h"

typedef enum Convention {
  CONVENTION_STANDARD,  // in the order of DhConvention
  CONVENTION_MODIFIED,
  CONVENTION_KHALIL,
  CONVENTION_URDF,
  CONVENTION_LANGUAGE,  // Bielle's language, statement by statement
  CONVENTION_COUNT
} Convention;

// Convention of this name, "dh-standard", ...; CONVENTION_COUNT if there is none.
Convention convention_of(const char *word);
const char *convention_word(Convention convention);

// Appends the mechanism in that convention to `out`: a description in Bielle's language, or URDF.
// Returns false, with errors in `diagnostics`, if the convention cannot represent it. Omitted
// elements are reported as warnings.
bool mechanism_convert(const Mechanism *mechanism, Convention convention, Diagnostics *diagnostics,
                       Text *out);

#endif
