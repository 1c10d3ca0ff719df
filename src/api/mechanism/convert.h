// convert.h -- the same mechanism in another convention: tables of Denavit and Hartenberg, URDF, or
// written out in our own language.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_MECHANISM_CONVERT_H
#define BIELLE_API_MECHANISM_CONVERT_H

#include "mechanism/mechanism.h"

typedef enum Convention {
  CONVENTION_STANDARD,  // in the order of DhConvention
  CONVENTION_MODIFIED,
  CONVENTION_KHALIL,
  CONVENTION_URDF,
  CONVENTION_LANGUAGE,  // our own, statement by statement
  CONVENTION_COUNT
} Convention;

// "dh-standard", ...; CONVENTION_COUNT if there is no such word.
Convention convention_of(const char *word);
const char *convention_word(Convention convention);

// Appends the mechanism in that convention to `out`: a description in our language, or URDF. False,
// with errors in `diagnostics`, when the convention cannot say it. What is left out is a warning.
bool mechanism_convert(const Mechanism *mechanism, Convention convention, Diagnostics *diagnostics,
                       Text *out);

#endif
