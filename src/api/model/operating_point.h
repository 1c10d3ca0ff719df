// operating_point.h -- equations at an operating point. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_MODEL_OPERATING_POINT_H
#define BIELLE_API_MODEL_OPERATING_POINT_H

#include "api/api.h"
#include "formulation/equations.h"

// Puts the values of a list "th=0, x'=0, tau[x]=0" into all quantities, exactly; the note says so.
// Names are those of coordinates, their rates, generalised forces, inputs, parameters, and t. False
// with a diagnostic if an item makes no sense, or if an entry is not defined there.
bool put_operating_point(Equations *equations, const char *list, BielleDiagnostics *diagnostics);

#endif
