// listing.c -- the listing of the 1980 report through the public interface: the pages that describe
// the mechanism, followed by those of the equations.
// SPDX-License-Identifier: MIT
#include "report/report.h"

#include "api/api.h"
#include "codegen/pages/equations_print.h"

#include <string.h>

static BielleStatus put_description(const BielleMechanism *mechanism,
                                    BielleDiagnostics *diagnostics, Text *out)
{
  Diagnostics *local = diagnostics_new();
  bool is_good = mechanism_listing(mechanism->mechanism, local, out);
  adopt_diagnostics(diagnostics, local);
  return is_good ? BIELLE_OK : BIELLE_BAD_INPUT;
}

static BielleStatus put_equations(const BielleModel *model, const char *const keys[], int key_count,
                                  BielleDiagnostics *diagnostics, Text *out)
{
  if (strcmp(model->equations->method, "lagrange") == 0) {
    if (!has_quantities(model, keys, key_count, diagnostics)) return BIELLE_BAD_INPUT;
    Equations *own = equations_copy(model->equations);  // printing creates nodes
    EquationsPrint print = { .equations = own, .keys = keys, .key_count = key_count };
    equations_print_listing(&print, out);
    equations_free(own);
    return BIELLE_OK;
  }
  BiellePrintOptions options = { .keys = keys, .key_count = key_count, .is_compact = 1 };
  char *equations = NULL;
  BielleStatus status = bielle_model_print(model, &options, diagnostics, &equations);
  if (status == BIELLE_OK) text_format(out, "\n%s", equations);
  bielle_string_free(equations);
  return status;
}

BielleStatus bielle_model_listing(const BielleMechanism *mechanism, const BielleModel *model,
                                  const char *const keys[], int key_count,
                                  BielleDiagnostics *diagnostics, char **out)
{
  *out = NULL;
  Text text = { 0 };
  BielleStatus status = put_description(mechanism, diagnostics, &text);
  if (status == BIELLE_OK && key_count > 0) {
    status = put_equations(model, keys, key_count, diagnostics, &text);
  }
  if (status == BIELLE_OK) *out = text_release(&text);
  text_free(&text);
  return status;
}
