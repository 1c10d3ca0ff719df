// convert.h -- a mechanism as text: in our own language, or URDF.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_CONVERT_H
#define BIELLE_MECHANISM_CONVERT_H

#include "mechanism/mechanism.h"

// Appends a description of the mechanism, statement by statement, in SI units. Controllers and
// experiments are left out, with warnings.
void mechanism_write_language(const Mechanism *mechanism, Diagnostics *diagnostics, Text *out);

// Appends the mechanism as URDF. False, with errors, when URDF cannot say it; what is left out
// (forces, gravity) is a warning.
bool mechanism_write_urdf(const Mechanism *mechanism, Diagnostics *diagnostics, Text *out);

#endif
