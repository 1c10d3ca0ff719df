// complementarity.c -- complementarity.def with allocated memory.
// SPDX-License-Identifier: MIT
#include "numeric/contact/complementarity.h"

#include "base/memory/memory.h"

#include <math.h>
#include <stdlib.h>

#include "numeric/contact/complementarity.def"

bool complementarity_solve(int n, const double G[], const double c[], double z[])
{
  LawRoom room = { memory_new((size_t)LAW_NUMBERS(n), sizeof(double)),
                   memory_new((size_t)LAW_PLACES(n), sizeof(int)) };
  bool is_good = law_complement(n, G, c, z, room) == 0;
  free(room.numbers);
  free(room.places);
  return is_good;
}
