// model.c -- bielle model: prints the equations.
// SPDX-License-Identifier: MIT
#include "app/cli/model_choice.h"
#include "app/cli/files/progress.h"

#include <string.h>

// Maximum length of readable output: lines of a quantity, and steps, each of which is a line.
enum { MAX_LINES = 200, MAX_STEPS = 500 };

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

// `lines` receives for each key its number of lines if they are too many.
static BielleStatus print_keys(const Work *work, const Arguments *chosen, const BielleModel *model,
                               int most_lines, int lines[], char **text)
{
  BiellePrintOptions options = {
    .keys = chosen->keys,
    .key_count = chosen->key_count,
    .notation = notation_of(chosen->notation),
    .form = form_of(chosen->form),
    .is_compact = chosen->is_compact,
    .width = text_width(chosen),
    .has_colour = requests_colour(chosen),
    .most_lines = most_lines,
    .lines_left_out = lines,
    .progress = progress_show,
  };
  return bielle_model_print(model, &options, work->diagnostics, text);
}

static BielleStatus print_steps(Work *work, int most_steps, LeftOut *left_out)
{
  Arguments chosen = recursive_choices(work->arguments);
  int lines[MAX_KEYS] = { 0 };
  BielleModel *model = NULL;
  BielleStatus status = derive_model(work, &chosen, &model);
  if (status == BIELLE_OK)
    status = print_keys(work, &chosen, model, most_steps, lines, &work->text);
  if (status == BIELLE_OK && lines[0] > 0) {
    text_format(&left_out->sizes, "%s has %d steps\n", chosen.keys[0], lines[0]);
    bielle_string_free(work->text);
    work->text = NULL;
  }
  bielle_model_free(model);
  return status;
}

// Selects positions and Jacobians, if there are no other quantities.
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

// Derives a model of positions if the mechanism has no masses.
static BielleStatus derive_positions(Work *work, Arguments *chosen)
{
  Arguments all = *chosen;
  all.key_count = 0;
  bielle_model_free(work->model);
  BielleStatus status = derive_model(work, &all, &work->model);
  if (status == BIELLE_OK) choose_positions(work->model, chosen);
  return status;
}

// Reduces the default quantities to those that exist.
static BielleStatus settle_usual(Work *work, Arguments *chosen, LeftOut *left_out)
{
  if (work->arguments->key_count > 0 || work->arguments->negligible) return BIELLE_OK;
  bool is_massless = !has_masses(work->model);
  drop_absent(work->mechanism, work->model, chosen);
  if (is_massless)
    text_put(&left_out->sizes, "nothing has mass: there are no equations of motion\n");
  if (chosen->key_count > 0) return BIELLE_OK;
  return derive_positions(work, chosen);
}

// Prints the equations that are short enough, or their steps; reports the omitted ones.
static BielleStatus print_readable(Work *work, LeftOut *left_out)
{
  const Arguments *given = work->arguments;
  Arguments chosen = readable_choices(given, work->mechanism);
  bool is_free = !given->form, is_long = false, has_motion = true;
  int lines[MAX_KEYS] = { 0 };
  BielleStatus status = BIELLE_OK;
  if (is_free) is_long = drop_long(work->mechanism, NULL, &chosen, left_out);
  bool has_steps = is_long && prefers_steps(given, &chosen);
  if (!has_steps && (chosen.key_count > 0 || !is_long)) {  // none: those that the model has
    status = derive_model(work, &chosen, &work->model);
    if (work->model) status = settle_usual(work, &chosen, left_out);
    has_motion = given->key_count > 0 || !work->model || has_masses(work->model);
  }
  if (work->model && is_free)
    is_long = drop_long(work->mechanism, work->model, &chosen, left_out) || is_long;
  has_steps = is_long && has_motion && prefers_steps(given, &chosen);
  if (work->model && status == BIELLE_OK && !has_steps && (chosen.key_count > 0 || !is_long)) {
    bool is_limited = is_free && notation_of(given->notation) != BIELLE_JSON;
    status = print_keys(work, &chosen, work->model, is_limited ? MAX_LINES : 0, lines, &work->text);
    is_long = drop_left_out(lines, &chosen, left_out);
    has_steps = is_long && has_motion && prefers_steps(given, &chosen);
  }
  if (status != BIELLE_OK || !has_steps) return status;
  bielle_string_free(work->text);
  work->text = NULL;
  return print_steps(work, MAX_STEPS, left_out);
}

static BielleStatus print_model(Work *work)
{
  LeftOut left_out = { 0 };
  BielleStatus status = is_word(work->arguments->form, "recursive")
                            ? print_steps(work, 0, &left_out)
                            : print_readable(work, &left_out);
  put_ways(work->arguments, &left_out);
  Text *reported = &left_out.sizes;
  if (status == BIELLE_OK && !work->text) {
    work->text = text_release(reported);  // the only output
  } else if (reported->length > 0) {
    remark("%.*s", (int)reported->length - 1, text_string(reported));  // without the newline
  }
  text_free(reported);
  return status;
}

// Pages that only describe the mechanism need no derivation. The dynamic pages of the report are
// included if its method is requested without other keys.
static BielleStatus print_listing(Work *work)
{
  static const char *const PAGES[] = { "constants", "Q", "A", "B", "Cc" };
  Arguments arguments = *work->arguments;
  BielleStatus status = BIELLE_OK;
  if (arguments.key_count == 0 && is_word(arguments.method, "lagrange")) {
    for (size_t i = 0; i < sizeof PAGES / sizeof PAGES[0]; i++)
      arguments.keys[arguments.key_count++] = PAGES[i];
  }
  if (arguments.key_count > 0) {
    const Arguments chosen = readable_choices(&arguments, work->mechanism);
    status = derive_model(work, &chosen, &work->model);
  }
  if (status != BIELLE_OK) return status;
  return bielle_model_listing(work->mechanism, work->model, arguments.keys, arguments.key_count,
                              work->diagnostics, &work->text);
}

BielleStatus command_model(Work *work)
{
  const Arguments *arguments = work->arguments;
  bool is_listing = is_word(arguments->notation, "listing");
  bool is_wrong = is_listing && arguments->form && !is_word(arguments->form, "condensed");
  if (is_wrong) {
    complain(
        "bielle model: --form is for --as text, latex, mathml and json; a listing is condensed");
    return BIELLE_BAD_INPUT;
  }
  if (arguments->is_explained) return explain_model(work);
  return is_listing ? print_listing(work) : print_model(work);
}
