// convert.c -- mechanisms in other conventions, through the public interface.
// SPDX-License-Identifier: MIT
#include "mechanism/convert.h"

#include "api/api.h"

BielleStatus bielle_mechanism_convert(const BielleMechanism *mechanism, const char *to,
                                      BielleDiagnostics *diagnostics, char **out)
{
  *out = NULL;
  Convention convention = convention_of(to);
  if (convention == CONVENTION_COUNT) {
    diagnose(diagnostics, "there is: dh-standard, dh-modified, khalil, urdf, bl",
             "unknown convention '%s'", to);
    return BIELLE_BAD_INPUT;
  }
  Text text = { 0 };
  Diagnostics *local = diagnostics_new();
  bool is_good = mechanism_convert(mechanism->mechanism, convention, local, &text);
  adopt_diagnostics(diagnostics, local, &mechanism->source);
  if (is_good) *out = text_release(&text);
  text_free(&text);
  return is_good ? BIELLE_OK : BIELLE_BAD_INPUT;
}
