// model.c -- bielle model: the equations, printed.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

#include <stdio.h>
#include <string.h>

static bool is_word(const char *word, const char *wanted)
{
  return word && strcmp(word, wanted) == 0;
}

static BielleNotation notation_of(const char *word)
{
  if (is_word(word, "latex")) return BIELLE_LATEX;
  return is_word(word, "json") ? BIELLE_JSON : BIELLE_TEXT;
}

static BielleForm form_of(const char *word)
{
  if (is_word(word, "recursive")) return BIELLE_RECURSIVE;
  return is_word(word, "expanded") ? BIELLE_EXPANDED : BIELLE_CONDENSED;
}

// A sequence of steps is what the cheapest recipes compute, torques if nothing else is said.
static Arguments with_recursive_choices(const Arguments *given)
{
  Arguments arguments = *given;
  if (arguments.key_count == 0) arguments.keys[arguments.key_count++] = "tau";
  return arguments;
}

// What people read: written out in full while that is short, with named constants beyond.
static BielleStatus derive_to_read(const Arguments *arguments, const BielleMechanism *mechanism,
                                   BielleDiagnostics *diagnostics, BielleModel **model)
{
  enum { MOST_COORDINATES_IN_FULL = 5 };
  static const char *const USUAL[] = { "T", "V", "M", "C", "G" };
  enum { USUAL_COUNT = sizeof USUAL / sizeof USUAL[0] };
  Arguments chosen = *arguments;
  if (is_word(arguments->form, "recursive")) {
    return derive_model(&chosen, mechanism, diagnostics, model);
  }
  bool is_short = bielle_mechanism_coordinate_count(mechanism) <= MOST_COORDINATES_IN_FULL;
  if (!chosen.method && !chosen.negligible) chosen.method = is_short ? "energy" : "lagrange";
  bool has_usual_keys = arguments->key_count == 0 && !arguments->negligible;
  for (int i = 0; has_usual_keys && i < USUAL_COUNT; i++)
    chosen.keys[chosen.key_count++] = USUAL[i];
  return derive_model(&chosen, mechanism, diagnostics, model);
}

static BielleStatus print_model(const Arguments *given, BielleDiagnostics *diagnostics, char **text)
{
  bool is_recursive = is_word(given->form, "recursive");
  const Arguments chosen = is_recursive ? with_recursive_choices(given) : *given;
  const Arguments *arguments = &chosen;
  BielleMechanism *mechanism = NULL;
  BielleModel *model = NULL;
  BiellePrintOptions options = {
    .keys = arguments->keys,
    .key_count = arguments->key_count,
    .notation = notation_of(arguments->notation),
    .form = form_of(arguments->form),
    .is_compact = arguments->is_compact,
  };
  BielleStatus status = load_mechanism(arguments, diagnostics, &mechanism);
  if (status == BIELLE_OK) status = derive_to_read(arguments, mechanism, diagnostics, &model);
  if (status == BIELLE_OK) status = bielle_model_print(model, &options, diagnostics, text);
  bielle_model_free(model);
  bielle_mechanism_free(mechanism);
  return status;
}

// The dynamic pages of the report, when its method is asked for and nothing else.
static Arguments with_pages_of_the_report(const Arguments *given)
{
  static const char *const PAGES[] = { "constants", "Q", "A", "B", "Cc" };
  Arguments arguments = *given;
  if (given->key_count > 0 || !is_word(given->method, "lagrange")) return arguments;
  for (size_t i = 0; i < sizeof PAGES / sizeof PAGES[0]; i++)
    arguments.keys[arguments.key_count++] = PAGES[i];
  return arguments;
}

// Nothing is derived for the pages that only describe the mechanism.
static BielleStatus print_listing(const Arguments *given, BielleDiagnostics *diagnostics,
                                  char **text)
{
  const Arguments with_pages = with_pages_of_the_report(given), *arguments = &with_pages;
  BielleMechanism *mechanism = NULL;
  BielleModel *model = NULL;
  BielleStatus status = load_mechanism(arguments, diagnostics, &mechanism);
  if (status == BIELLE_OK && arguments->key_count > 0) {
    status = derive_to_read(arguments, mechanism, diagnostics, &model);
  }
  if (status == BIELLE_OK) {
    status = bielle_model_listing(mechanism, model, arguments->keys, arguments->key_count,
                                  diagnostics, text);
  }
  bielle_model_free(model);
  bielle_mechanism_free(mechanism);
  return status;
}

int command_model(const Arguments *arguments)
{
  bool is_listing = is_word(arguments->notation, "listing");
  if (is_listing && form_of(arguments->form) != BIELLE_CONDENSED) {
    fputs("bielle model: --form is for --as text, latex and json; a listing is condensed\n",
          stderr);
    return EXIT_BAD_INPUT;
  }
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  char *text = NULL;
  BielleStatus status = is_listing ? print_listing(arguments, diagnostics, &text)
                                   : print_model(arguments, diagnostics, &text);
  if (status == BIELLE_OK) status = put_result(arguments, text);
  return finish(diagnostics, arguments, status);
}
