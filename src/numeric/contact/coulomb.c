// coulomb.c -- coulomb.def with allocated memory.
// SPDX-License-Identifier: MIT
#include "numeric/contact/coulomb.h"

#include "base/memory/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "numeric/contact/complementarity.def"
#include "numeric/contact/coulomb.def"

static LawContacts law_new(int count, const CoulombContact contacts[], const double G[])
{
  LawContacts law = { .count = count, .G = G };
  for (int k = 0; k < count; k++)
    law.rows += contacts[k].slips + 1;
  law.contacts = memory_new((size_t)count + 1, sizeof *law.contacts);
  for (int k = 0; k < count; k++)
    law.contacts[k] = contacts[k];
  law.room.numbers = memory_new((size_t)LAW_NUMBERS(law.rows), sizeof(double));
  law.room.places = memory_new((size_t)LAW_PLACES(law.rows), sizeof(int));
  return law;
}

static void law_free(LawContacts *law)
{
  free(law->contacts);
  free(law->room.numbers);
  free(law->room.places);
}

bool coulomb_solve(int count, const CoulombContact contacts[], const double G[], const double c[],
                   double z[])
{
  LawContacts law = law_new(count, contacts, G);
  bool is_good = law_push(&law, c, z) == 0;
  law_free(&law);
  return is_good;
}

bool coulomb_hit(int count, const CoulombContact contacts[], const double G[],
                 const CoulombHit *hit, double z[])
{
  LawContacts law = law_new(count, contacts, G);
  LawHit whole = { hit->before, hit->restitution, hit->is_poisson,
                   memory_new(2 * (size_t)law.rows + 1, sizeof(double)) };
  bool is_good = law_hit(&law, &whole, z) == 0;
  free(whole.room);
  law_free(&law);
  return is_good;
}
