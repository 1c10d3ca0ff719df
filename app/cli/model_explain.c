// model_explain.c -- bielle model --explain: origin of the terms of entries.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"

// Contributions are available for complete equations only, not for reduced models.
static bool is_whole_model(const Arguments *arguments)
{
  bool is_text = !arguments->notation || is_word(arguments->notation, "text");
  if (!is_text && !requests_json(arguments)) {
    complain("bielle model: --explain is for --as text and json");
    return false;
  }
  bool is_plain = !arguments->form && !arguments->method && !arguments->is_compact;
  if (is_plain && !arguments->drop && !arguments->negligible) return true;
  complain("bielle model: --explain is of whole equations, without --method, --form, --compact, "
           "--drop and --negligible");
  return false;
}

BielleStatus explain_model(Work *work)
{
  const Arguments *arguments = work->arguments;
  const BielleExplainOptions options = {
    .entries = arguments->keys,
    .entry_count = arguments->key_count,
    .seed = arguments->seed,
    .about = arguments->about,
    .notation = requests_json(arguments) ? BIELLE_JSON : BIELLE_TEXT,
    .width = text_width(arguments),
  };
  if (!is_whole_model(arguments)) return BIELLE_BAD_INPUT;
  return bielle_model_explain(work->mechanism, &options, work->diagnostics, &work->text);
}
