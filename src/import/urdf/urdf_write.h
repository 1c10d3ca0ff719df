// urdf_write.h -- writes a mechanism as URDF.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_IMPORT_URDF_URDF_WRITE_H
#define BIELLE_IMPORT_URDF_URDF_WRITE_H

#include "mechanism/mechanism.h"

// Appends the mechanism as URDF. Returns false, with errors, if URDF cannot represent it; omitted
// parts (gravity, forces other than joint friction) cause warnings.
bool mechanism_write_urdf(const Mechanism *mechanism, Diagnostics *diagnostics, Text *out);

#endif
