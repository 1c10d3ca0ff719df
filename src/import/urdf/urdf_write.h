// urdf_write.h -- a mechanism as URDF.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_URDF_URDF_WRITE_H
#define BIELLE_IMPORT_URDF_URDF_WRITE_H

#include "mechanism/mechanism.h"

// Appends the mechanism as URDF. False, with errors, when URDF cannot say it; what is left out
// (gravity, forces besides friction in joints) is a warning.
bool mechanism_write_urdf(const Mechanism *mechanism, Diagnostics *diagnostics, Text *out);

#endif
