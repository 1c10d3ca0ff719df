// commands.c -- commands that consist of one library call.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "app/cli/files/progress.h"

BielleStatus command_check(Work *work)
{
  enum { MAX_CODES_LISTED = 1000 };  // limit for readability
  int most = requests_json(work->arguments) ? 0 : MAX_CODES_LISTED;
  work->answer = work->arguments->requests_units ? bielle_mechanism_units(work->mechanism)
                                                 : bielle_mechanism_summary(work->mechanism, most);
  return BIELLE_OK;
}

BielleStatus command_count(Work *work)
{
  return bielle_model_count(work->model, work->arguments->keys, work->arguments->key_count,
                            work->diagnostics, &work->answer);
}

BielleStatus command_verify(Work *work)
{
  BielleVerifyOptions options = { .seed = work->arguments->seed,
                                  .allows_unproved = work->arguments->allows_unproved,
                                  .progress = progress_show };
  return bielle_verify(work->mechanism, &options, work->diagnostics, &work->answer);
}

BielleStatus command_eval(Work *work)
{
  const Arguments *arguments = work->arguments;
  if (arguments->states) return evaluate_states(work);
  const char *missing = NULL;
  if (!arguments->state) missing = "a state is needed: --at STATE, or --states FILE for many";
  if (arguments->columns) missing = "--columns says what the columns of --states FILE are";
  if (missing) {
    complain("bielle eval: %s", missing);
    return BIELLE_BAD_INPUT;
  }
  BielleStatus status = work_load(work, NEEDS_MODEL);
  if (status != BIELLE_OK) return status;
  return bielle_model_evaluate_json(work->model, arguments->keys, arguments->key_count,
                                    arguments->state_name, text_string(&work->state),
                                    work->state.length, work->diagnostics, &work->text);
}

BielleStatus command_convert(Work *work)
{
  return bielle_mechanism_convert(work->mechanism, work->arguments->convention, work->diagnostics,
                                  &work->text);
}

BielleStatus command_format(Work *work)
{
  return bielle_format(work->arguments->file, work->diagnostics, &work->text);
}

BielleStatus command_import(Work *work)
{
  BielleImportOptions options = { .keep_angles = work->arguments->keeps_angles,
                                  .merge_fixed = work->arguments->merges_fixed };
  return bielle_import(work->arguments->file, &options, work->diagnostics, &work->text);
}

BielleStatus command_dump(Work *work)
{
  const Arguments *arguments = work->arguments;
  bool is_of_mechanism = is_word(arguments->stage, "mechanism");
  if (is_word(arguments->stage, "grammar") || is_word(arguments->stage, "quantities")) {
    work->text = is_word(arguments->stage, "grammar") ? bielle_grammar() : bielle_quantities();
    return BIELLE_OK;
  }
  BielleStatus status = work_load(work, is_of_mechanism ? NEEDS_MECHANISM : NEEDS_MODEL);
  if (status != BIELLE_OK) return status;
  if (is_of_mechanism) {
    work->text = bielle_mechanism_dump(work->mechanism);
    return BIELLE_OK;
  }
  return bielle_model_dump(work->model, arguments->stage, arguments->keys, arguments->key_count,
                           work->diagnostics, &work->text);
}
