// linearise.h -- what the files of the linearised equations share. For them only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FORMULATION_DERIVED_LINEARISE_H
#define BIELLE_FORMULATION_DERIVED_LINEARISE_H

#include "formulation/derived/factors.h"

// lin:A_in and lin:B_in (linearise_independent.c).
bool derive_independent_linearised(Derivation *derivation, const char *key, Text *why);

#endif
