// numbers.h -- no accepted description holds a constant without a value.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_FUZZ_NUMBERS_H
#define BIELLE_FUZZ_NUMBERS_H

#include "mechanism/mechanism.h"
#include "symbolic/literal.h"

#include <math.h>
#include <stdlib.h>

static inline void check_number(const Expr **e, void *context)
{
  (void)context;
  if (*e && (*e)->form->stage == STAGE_LITERAL && isnan(expr_literal_value(*e))) abort();
}

static inline void check_numbers(Mechanism *mechanism)
{
  if (mechanism) mechanism_visit(mechanism, check_number, NULL);
}

#endif
