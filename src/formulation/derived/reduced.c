// reduced.c -- models without the terms in products of speeds: tau = M qdd + G - Qe.
//
// Quantities that are meaningless without these terms are rejected, as are joints driven by time,
// whose prescribed speeds would occur in the same products.
// SPDX-License-Identifier: MIT
#include "formulation/recipes.h"

static bool reject_time(const Derivation *derivation, Text *why)
{
  const Frame *driven = frame_driven_by_time(derivation->mechanism);
  if (driven) {
    text_format(why,
                "Coriolis and centrifugal terms cannot be left out: '%s' is driven by time, and "
                "the forces of its given motion are among them",
                driven->name);
  }
  return driven != NULL;
}

static bool reject_key(Derivation *derivation, const char *key, Text *why)
{
  (void)derivation;
  text_format(why, "'%s' has no meaning without the terms in products of speeds", key);
  return false;
}

static bool derive_no_bias(Derivation *derivation, const char *key, Text *why)
{
  if (reject_time(derivation, why)) return false;
  equations_put(derivation->equations,
                (Quantity){ .key = key, .title = "Coriolis and centrifugal terms, omitted" },
                derivation_zeros(derivation, derivation->equations->coordinate_count, 1));
  return true;
}

static bool derive_no_coriolis(Derivation *derivation, const char *key, Text *why)
{
  (void)why;
  int n = derivation->equations->coordinate_count;
  equations_put(derivation->equations,
                (Quantity){ .key = key, .title = "Coriolis and centrifugal matrix, omitted" },
                derivation_zeros(derivation, n, n));
  return true;
}

const Recipe NO_CORIOLIS_RECIPES[] = {
  { "h", derive_no_bias },
  { "C", derive_no_coriolis },
  { "tau", derive_tau_of_terms },
  { "B", reject_key },
  { "Cc", reject_key },
  { "tauk", reject_key },
  { "Y", reject_key },
  { "Y0", reject_key },
  { "Yb", reject_key },
  { "reaction:", reject_key },
  { "wrench:", reject_key },
  { "qdd:articulated", reject_key },
  { "qdd:factorised", reject_key },
  { "mu:", reject_key },
  { NULL, NULL },
};
