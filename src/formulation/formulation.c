// formulation.c -- the table of methods.
// SPDX-License-Identifier: MIT
#include "formulation/formulation.h"

#include <string.h>

static const FormulationInfo METHODS[] = {
  { "energy", formulate_energy, "Lagrange's equations from T and V, Christoffel symbols" },
};

const FormulationInfo *formulation_info(int index)
{
  int count = (int)(sizeof METHODS / sizeof METHODS[0]);
  return index < count ? &METHODS[index] : NULL;
}

const FormulationInfo *formulation_find(const char *name)
{
  for (int i = 0; formulation_info(i); i++) {
    if (strcmp(METHODS[i].name, name) == 0) return &METHODS[i];
  }
  return NULL;
}
