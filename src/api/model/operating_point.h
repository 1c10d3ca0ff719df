// operating_point.h -- equations at an operating point. For the files of api/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_API_MODEL_OPERATING_POINT_H
#define BIELLE_API_MODEL_OPERATING_POINT_H

#include "api/api.h"
#include "formulation/equations.h"

// Substitutes the values of a list "th=0, x'=0, tau[x]=0" into all quantities, exactly, and adds a
// note. The names may be those of coordinates, their rates, generalised forces, inputs, parameters,
// and t. Returns false with a diagnostic if an item is inadmissible, or if an entry is undefined
// there.
bool put_operating_point(Equations *equations, const char *list, BielleDiagnostics *diagnostics);

#endif
