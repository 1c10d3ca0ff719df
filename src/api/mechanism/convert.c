// convert.c -- conversion to other conventions, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/mechanism/convert.h"

#include "api/api.h"
#include "lang/write/write.h"
#include "import/urdf/urdf_write.h"
#include "transform/dh/dh_conversion.h"

#include <string.h>

static const char *const WORDS[CONVENTION_COUNT] = { "dh-standard", "dh-modified", "khalil", "urdf",
                                                     "bl" };

const char *convention_word(Convention convention) { return WORDS[convention]; }

Convention convention_of(const char *word)
{
  int i = 0;
  while (i < CONVENTION_COUNT && strcmp(WORDS[i], word) != 0)
    i++;
  return (Convention)i;
}

// Reports experiments that cannot be expressed in a written description and are omitted.
static void report_experiments(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  for (int i = 0; i < mechanism->task_count && diagnostics; i++) {
    const Task *task = &mechanism->tasks[i];
    const char *why = task->kind == TASK_EXPERIMENT ? write_obstacle(mechanism, task) : NULL;
    if (!why) continue;
    diagnostics_add(diagnostics, SEVERITY_WARNING, task->span,
                    "a description that is written out has no words for that",
                    "the experiment '%s' is left out: %s", task->name, why);
  }
}

static bool print_language(const Mechanism *mechanism, Diagnostics *diagnostics, Text *out)
{
  report_experiments(mechanism, diagnostics);
  Document *document = document_of_mechanism(mechanism);
  document_print(document, out);
  document_free(document);
  return true;
}

static bool convert_to_dh(const Mechanism *mechanism, Convention convention,
                          Diagnostics *diagnostics, Text *out)
{
  bool is_rounded = false;
  Mechanism *converted =
      mechanism_to_dh(mechanism, (DhConvention)convention, diagnostics, &is_rounded);
  if (!converted) return false;
  text_format(out, "# converted: %s\n", convention_word(convention));
  if (is_rounded) text_put(out, "# numbers without a short exact form are rounded to 17 digits\n");
  print_language(converted, diagnostics, out);
  mechanism_free(converted);
  return true;
}

bool mechanism_convert(const Mechanism *mechanism, Convention convention, Diagnostics *diagnostics,
                       Text *out)
{
  switch (convention) {
  case CONVENTION_URDF: return mechanism_write_urdf(mechanism, diagnostics, out);
  case CONVENTION_LANGUAGE: return print_language(mechanism, diagnostics, out);
  default: return convert_to_dh(mechanism, convention, diagnostics, out);
  }
}

BielleStatus bielle_mechanism_convert(const BielleMechanism *mechanism, const char *to,
                                      BielleDiagnostics *diagnostics, char **out)
{
  *out = NULL;
  Convention convention = convention_of(to);
  if (convention == CONVENTION_COUNT) {
    diagnose(diagnostics, "choose one of: dh-standard, dh-modified, khalil, urdf, bl",
             "unknown convention '%s'", to);
    return BIELLE_BAD_INPUT;
  }
  Text text = { 0 };
  Diagnostics *local = diagnostics_new();
  bool is_good = mechanism_convert(mechanism->mechanism, convention, local, &text);
  adopt_diagnostics(diagnostics, local);
  if (is_good) *out = text_release(&text);
  text_free(&text);
  return is_good ? BIELLE_OK : BIELLE_BAD_INPUT;
}
