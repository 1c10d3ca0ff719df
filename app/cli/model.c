// model.c -- bielle model: the equations, printed.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(const char *word, const char *wanted)
{
  return word && strcmp(word, wanted) == 0;
}

static BielleNotation notation_of(const char *word)
{
  if (is_word(word, "latex")) return BIELLE_LATEX;
  if (is_word(word, "mathml")) return BIELLE_MATHML;
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

static void add_keys(Arguments *arguments, const char *const keys[])
{
  for (int i = 0; keys[i]; i++)
    arguments->keys[arguments->key_count++] = keys[i];
}

// The equations that tie the coordinates together belong to the model, and with a treatment what it
// makes of them.
static void add_constraint_keys(const BielleMechanism *mechanism, Arguments *chosen)
{
  static const char *const HOLONOMIC[] = { "Phi", "Phi_q", "gamma", NULL };
  static const char *const NONHOLONOMIC[] = { "H", "gamma_nh", NULL };
  static const char *const AUGMENTED[] = { "K", "k", NULL };
  static const char *const PARTITION[] = { "N", "Ndotqd", "M_in", "h_in", "G_in", "tau_in", NULL };
  static const char *const PROJECTOR[] = { "Pc", NULL };
  int on_positions, on_speeds;
  bielle_mechanism_constraint_count(mechanism, &on_positions, &on_speeds);
  if (on_positions > 0) add_keys(chosen, HOLONOMIC);
  if (on_speeds > 0) add_keys(chosen, NONHOLONOMIC);
  if (is_word(chosen->constraints, "augmented")) add_keys(chosen, AUGMENTED);
  if (is_word(chosen->constraints, "partition")) add_keys(chosen, PARTITION);
  if (is_word(chosen->constraints, "projector")) add_keys(chosen, PROJECTOR);
}

// What people read: the usual quantities if none are named, written out in full while that is
// short, with named constants beyond.
static Arguments with_readable_choices(const Arguments *given, const BielleMechanism *mechanism)
{
  enum { MOST_COORDINATES_IN_FULL = 5 };
  static const char *const USUAL[] = { "T", "V", "M", "C", "G", NULL };
  static const char *const BY_TIME[] = { "T", "V", "M", "C", "h", "G", NULL };
  static const char *const OVER_SPEEDS[] = { "T", "V", "Jnh", "D", "C", "tauk", NULL };
  static const char *const FORCES[] = { "Qe", "Qu", NULL };
  Arguments chosen = *given;
  chosen.is_for_reading = true;
  bool is_short = bielle_mechanism_coordinate_count(mechanism) <= MOST_COORDINATES_IN_FULL;
  if (given->negligible) return chosen;
  if (!chosen.method) chosen.method = is_short ? "energy" : "lagrange";
  if (given->key_count > 0) return chosen;
  bool is_kane = is_word(chosen.method, "kane");
  bool is_driven = bielle_mechanism_is_driven_by_time(mechanism);
  add_keys(&chosen, is_kane ? OVER_SPEEDS : is_driven ? BY_TIME : USUAL);
  if (!is_kane && bielle_mechanism_force_count(mechanism) > 0) add_keys(&chosen, FORCES);
  if (!is_kane) add_constraint_keys(mechanism, &chosen);
  return chosen;
}

// ---- what is too long to read

// Operations with nothing shared: before anything is shortened, when a readable form may have one
// in a hundred of them; and of the form that is to be printed, of which forty or more make a line.
static const double MOST_BEFORE = 3e5, MOST_PRINTED = 6e4;
// A step is a line, and a joint takes some fifty of them.
enum { MOST_COORDINATES_IN_STEPS = 30 };

static void put_long(FILE *sizes, const char *key, double size)
{
  bool is_matrix = strcmp(key, "M") == 0 || strcmp(key, "C") == 0;
  bool is_number = strcmp(key, "T") == 0 || strcmp(key, "V") == 0 || strchr(key, '[');
  fprintf(sizes, "%s is too long to read: some %.0e operations\n", key, size);
  if (!is_number)
    fprintf(sizes, "  one entry       --what '%s%s'\n", key, is_matrix ? "[1,2]" : "[1]");
  fprintf(sizes, "  step by step    --form recursive --what '%s'\n", key);
  fprintf(sizes, "  all the same    --form condensed --what '%s'\n", key);
}

// Leaves out the quantities that nobody could read, before they are derived (`model` is NULL) or
// behind; `sizes` tells what they are and how to get them. Are there any?
static bool drop_unreadable(const BielleMechanism *mechanism, const BielleModel *model,
                            Arguments *chosen, FILE *sizes)
{
  int kept = 0, count = chosen->key_count;
  for (int i = 0; i < count; i++) {
    const char *key = chosen->keys[i];
    double size = model ? bielle_model_quantity_size(model, key)
                        : bielle_mechanism_written_size(mechanism, key);
    if (size > (model ? MOST_PRINTED : MOST_BEFORE)) {
      put_long(sizes, key, size);
    } else {
      chosen->keys[kept++] = key;
    }
  }
  chosen->key_count = kept;
  return kept < count;
}

// Without a mass matrix to read, the torques step by step tell more than what is left.
static bool prefers_steps(const Arguments *given, const Arguments *chosen,
                          const BielleMechanism *mechanism)
{
  for (int i = 0; i < chosen->key_count; i++) {
    if (is_word(chosen->keys[i], "M")) return false;
  }
  bool are_few = bielle_mechanism_coordinate_count(mechanism) <= MOST_COORDINATES_IN_STEPS;
  return are_few && (chosen->key_count == 0 || given->key_count == 0);
}

// The keys that were chosen without forces that are none.
static void drop_absent_forces(const BielleModel *model, BiellePrintOptions *options,
                               Arguments *chosen)
{
  int kept = 0;
  for (int i = 0; i < chosen->key_count; i++) {
    bool is_force = is_word(chosen->keys[i], "Qe") || is_word(chosen->keys[i], "Qu");
    bool is_absent = is_force && bielle_model_quantity_is_zero(model, chosen->keys[i]);
    if (!is_absent) chosen->keys[kept++] = chosen->keys[i];
  }
  options->key_count = chosen->key_count = kept;
}

static BielleStatus print_derived(const Arguments *given, Arguments *chosen,
                                  const BielleModel *model, BielleDiagnostics *diagnostics,
                                  char **text)
{
  BiellePrintOptions options = {
    .keys = chosen->keys,
    .key_count = chosen->key_count,
    .notation = notation_of(chosen->notation),
    .form = form_of(chosen->form),
    .is_compact = chosen->is_compact,
    .width = text_width(given),
    .has_colour = wants_colour(given),
  };
  if (given->key_count == 0) drop_absent_forces(model, &options, chosen);
  return bielle_model_print(model, &options, diagnostics, text);
}

static BielleStatus print_steps(const Arguments *given, const BielleMechanism *mechanism,
                                BielleDiagnostics *diagnostics, char **text)
{
  Arguments chosen = with_recursive_choices(given);
  chosen.form = "recursive";
  BielleModel *model = NULL;
  BielleStatus status = derive_model(&chosen, mechanism, diagnostics, &model);
  if (status == BIELLE_OK) status = print_derived(given, &chosen, model, diagnostics, text);
  bielle_model_free(model);
  return status;
}

// What a person can read of the equations, or their steps; `sizes` tells of what is left out.
static BielleStatus print_readable(const Arguments *given, const BielleMechanism *mechanism,
                                   BielleDiagnostics *diagnostics, FILE *sizes, char **text)
{
  Arguments chosen = with_readable_choices(given, mechanism);
  bool is_free = !given->form, is_long = false;
  BielleModel *model = NULL;
  BielleStatus status = BIELLE_OK;
  if (is_free) is_long = drop_unreadable(mechanism, NULL, &chosen, sizes);
  bool has_steps = is_long && prefers_steps(given, &chosen, mechanism);
  if (!has_steps && (chosen.key_count > 0 || !is_long)) {  // none: those that the model has
    status = derive_model(&chosen, mechanism, diagnostics, &model);
  }
  if (model && is_free) is_long = drop_unreadable(mechanism, model, &chosen, sizes) || is_long;
  if (is_long && prefers_steps(given, &chosen, mechanism)) {
    status = print_steps(given, mechanism, diagnostics, text);
  } else if (model && (chosen.key_count > 0 || !is_long)) {
    status = print_derived(given, &chosen, model, diagnostics, text);
  }
  bielle_model_free(model);
  return status;
}

static BielleStatus print_model(const Arguments *given, BielleDiagnostics *diagnostics, char **text)
{
  BielleMechanism *mechanism = NULL;
  BielleStatus status = load_mechanism(given, diagnostics, &mechanism);
  if (status != BIELLE_OK) return status;
  if (is_word(given->form, "recursive")) {
    status = print_steps(given, mechanism, diagnostics, text);
    bielle_mechanism_free(mechanism);
    return status;
  }
  char *left_out = NULL;
  size_t length = 0;
  FILE *sizes = open_memstream(&left_out, &length);
  status = print_readable(given, mechanism, diagnostics, sizes, text);
  fclose(sizes);
  if (status == BIELLE_OK && !*text) {
    *text = left_out;  // the sizes are all there is to read
  } else {
    fputs(left_out, stderr);
    free(left_out);
  }
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
    const Arguments chosen = with_readable_choices(arguments, mechanism);
    status = derive_model(&chosen, mechanism, diagnostics, &model);
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
    fputs("bielle model: --form is for --as text, latex, mathml and json; a listing is condensed\n",
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
