// model.c -- bielle model: the equations, printed.
// SPDX-License-Identifier: MIT
#include "app/cli/model_choice.h"
#include "app/cli/progress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// A quantity of more lines is nothing to read; nor are steps, of which each is a line.
enum { MOST_LINES = 200, MOST_STEPS = 500 };

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

// `lines` takes for each key how many lines it has if they are too many.
static BielleStatus print_keys(const Arguments *chosen, const BielleModel *model, int most_lines,
                               BielleDiagnostics *diagnostics, int lines[], char **text)
{
  BiellePrintOptions options = {
    .keys = chosen->keys,
    .key_count = chosen->key_count,
    .notation = notation_of(chosen->notation),
    .form = form_of(chosen->form),
    .is_compact = chosen->is_compact,
    .width = text_width(chosen),
    .has_colour = wants_colour(chosen),
    .most_lines = most_lines,
    .lines_left_out = lines,
    .progress = progress_show,
  };
  return bielle_model_print(model, &options, diagnostics, text);
}

static BielleStatus print_steps(const Arguments *given, const BielleMechanism *mechanism,
                                int most_steps, BielleDiagnostics *diagnostics,
                                const LeftOut *left_out, char **text)
{
  Arguments chosen = recursive_choices(given);
  int lines[MAX_KEYS] = { 0 };
  BielleModel *model = NULL;
  BielleStatus status = derive_model(&chosen, mechanism, diagnostics, &model);
  if (status == BIELLE_OK)
    status = print_keys(&chosen, model, most_steps, diagnostics, lines, text);
  if (status == BIELLE_OK && lines[0] > 0) {
    fprintf(left_out->sizes, "%s has %d steps\n", chosen.keys[0], lines[0]);
    bielle_string_free(*text);
    *text = NULL;
  }
  bielle_model_free(model);
  return status;
}

// Positions and Jacobians, where there is nothing else to tell.
static void choose_positions(const BielleModel *model, Arguments *chosen)
{
  for (int i = 0; i < bielle_model_quantity_count(model) && chosen->key_count < MAX_KEYS; i++) {
    BielleQuantity quantity;
    bielle_model_quantity(model, i, &quantity);
    bool is_position =
        strncmp(quantity.key, "fk:", 3) == 0 || strncmp(quantity.key, "jac:", 4) == 0;
    if (is_position) chosen->keys[chosen->key_count++] = quantity.key;
  }
}

// A model of positions in place of one in which nothing has mass.
static BielleStatus derive_positions(Arguments *chosen, const BielleMechanism *mechanism,
                                     BielleDiagnostics *diagnostics, BielleModel **model)
{
  Arguments all = *chosen;
  all.key_count = 0;
  bielle_model_free(*model);
  BielleStatus status = derive_model(&all, mechanism, diagnostics, model);
  if (status == BIELLE_OK) choose_positions(*model, chosen);
  return status;
}

// The usual quantities: those that there are.
static BielleStatus settle_usual(const Arguments *given, Arguments *chosen,
                                 const BielleMechanism *mechanism, BielleDiagnostics *diagnostics,
                                 const LeftOut *left_out, BielleModel **model)
{
  if (given->key_count > 0 || given->negligible) return BIELLE_OK;
  bool is_massless = !has_masses(*model);
  drop_absent(mechanism, *model, chosen);
  if (is_massless) fputs("nothing has mass: there are no equations of motion\n", left_out->sizes);
  if (chosen->key_count > 0) return BIELLE_OK;
  return derive_positions(chosen, mechanism, diagnostics, model);
}

// What a person can read of the equations, or their steps; what is left out is told.
static BielleStatus print_readable(const Arguments *given, const BielleMechanism *mechanism,
                                   BielleDiagnostics *diagnostics, LeftOut *left_out, char **text)
{
  Arguments chosen = readable_choices(given, mechanism);
  bool is_free = !given->form, is_long = false, has_motion = true;
  int lines[MAX_KEYS] = { 0 };
  BielleModel *model = NULL;
  BielleStatus status = BIELLE_OK;
  if (is_free) is_long = drop_long(mechanism, NULL, &chosen, left_out);
  bool has_steps = is_long && prefers_steps(given, &chosen);
  if (!has_steps && (chosen.key_count > 0 || !is_long)) {  // none: those that the model has
    status = derive_model(&chosen, mechanism, diagnostics, &model);
    if (model) status = settle_usual(given, &chosen, mechanism, diagnostics, left_out, &model);
    has_motion = given->key_count > 0 || !model || has_masses(model);
  }
  if (model && is_free) is_long = drop_long(mechanism, model, &chosen, left_out) || is_long;
  has_steps = is_long && has_motion && prefers_steps(given, &chosen);
  if (model && status == BIELLE_OK && !has_steps && (chosen.key_count > 0 || !is_long)) {
    bool is_limited = is_free && notation_of(given->notation) != BIELLE_JSON;
    status = print_keys(&chosen, model, is_limited ? MOST_LINES : 0, diagnostics, lines, text);
    is_long = drop_left_out(lines, &chosen, left_out);
    has_steps = is_long && has_motion && prefers_steps(given, &chosen);
  }
  if (status == BIELLE_OK && has_steps) {
    bielle_string_free(*text);
    *text = NULL;
    status = print_steps(given, mechanism, MOST_STEPS, diagnostics, left_out, text);
  }
  bielle_model_free(model);
  return status;
}

static BielleStatus print_model(const Arguments *given, BielleDiagnostics *diagnostics, char **text)
{
  BielleMechanism *mechanism = NULL;
  BielleStatus status = load_mechanism(given, diagnostics, &mechanism);
  if (status != BIELLE_OK) return status;
  char *told = NULL;
  size_t length = 0;
  LeftOut left_out = { .sizes = open_memstream(&told, &length) };
  progress_begin();
  status = is_word(given->form, "recursive")
               ? print_steps(given, mechanism, 0, diagnostics, &left_out, text)
               : print_readable(given, mechanism, diagnostics, &left_out, text);
  progress_end();
  put_ways(given, &left_out);
  fclose(left_out.sizes);
  if (status == BIELLE_OK && !*text) {
    *text = told;  // all there is to read
  } else {
    if (length > 0) remark("%.*s", (int)(length - 1), told);  // without the line end
    free(told);
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
    const Arguments chosen = readable_choices(arguments, mechanism);
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
  if (arguments->is_explained) return explain_model(arguments);
  bool is_listing = is_word(arguments->notation, "listing");
  if (is_listing && arguments->form && !is_word(arguments->form, "condensed")) {
    complain(
        "bielle model: --form is for --as text, latex, mathml and json; a listing is condensed");
    return EXIT_BAD_INPUT;
  }
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  char *text = NULL;
  BielleStatus status = is_listing ? print_listing(arguments, diagnostics, &text)
                                   : print_model(arguments, diagnostics, &text);
  if (status == BIELLE_OK) status = put_result(arguments, text);
  return finish(diagnostics, status);
}
