// study.c -- what every study of `bielle analyze` does around its question.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "base/file.h"
#include "base/memory.h"

#include <stdio.h>
#include <string.h>

bool wants_json(const Arguments *arguments)
{
  return arguments->notation && strcmp(arguments->notation, "json") == 0;
}

static char *copy(const char *text)
{
  size_t size = strlen(text) + 1;
  return memcpy(memory_new(size, 1), text, size);
}

static bool is_notation(const Arguments *arguments, const char *word)
{
  return arguments->notation && strcmp(arguments->notation, word) == 0;
}

static bool has_suffix(const char *text, const char *suffix)
{
  size_t length = strlen(text), end = strlen(suffix);
  return length >= end && strcmp(text + length - end, suffix) == 0;
}

static BielleStatus put_picture(const Arguments *arguments, const BielleAnswer *answer)
{
  const char *picture = bielle_answer_picture(answer);
  if (!arguments->plot) return BIELLE_OK;
  if (*picture == '\0') {
    complain("bielle: there is nothing to plot");
    return BIELLE_OK;
  }
  Arguments to_file = *arguments;
  to_file.output = arguments->plot;
  return put_result(&to_file, copy(picture));
}

// Rows go where the result goes if they are asked for by name; to a file whose name says that they
// are, and then the words to standard output.
static BielleStatus put_parts(const Arguments *arguments, const BielleAnswer *answer)
{
  const char *table = bielle_answer_table(answer), *words = bielle_answer_words(answer);
  if (wants_json(arguments))
    return put_result(arguments, bielle_record_json(bielle_answer_record(answer)));
  if (is_notation(arguments, "csv")) return put_result(arguments, copy(table));
  bool is_table_file =
      *table && !arguments->notation && arguments->output && has_suffix(arguments->output, ".csv");
  if (!is_table_file) return put_result(arguments, copy(words));
  BielleStatus status = put_result(arguments, copy(table));
  if (status != BIELLE_OK) return status;
  Arguments to_terminal = *arguments;
  to_terminal.output = NULL;
  return put_result(&to_terminal, copy(words));
}

BielleStatus put_answer(const Arguments *arguments, BielleAnswer *answer, BielleStatus status)
{
  if (!answer) return status;
  BielleStatus drawn = put_picture(arguments, answer), written = put_parts(arguments, answer);
  bielle_answer_free(answer);
  if (drawn != BIELLE_OK) return drawn;
  return written == BIELLE_OK ? status : written;
}

static BielleStatus ask(const Arguments *arguments, StudyFunction study, const Text *state,
                        BielleDiagnostics *diagnostics)
{
  BielleMechanism *mechanism = NULL;
  BielleStatus status = load_mechanism(arguments, diagnostics, &mechanism);
  if (status != BIELLE_OK) return status;
  StudyWork work = {
    .arguments = arguments,
    .mechanism = mechanism,
    .start = { arguments->state ? text_string(state) : NULL, state->length, arguments->state_name },
    .diagnostics = diagnostics,
  };
  BielleAnswer *answer = NULL;
  status = study(&work, &answer);
  bielle_mechanism_free(mechanism);
  return put_answer(arguments, answer, status);
}

bool read_state(const char *given, Text *state, Text *why)
{
  if (file_read(given, state, why)) return true;
  if (!strchr(given, '=')) return false;
  text_clear(why);
  text_put(state, given);
  return true;
}

int run_study(const Arguments *arguments, const char *name, StudyFunction study)
{
  Text state = { 0 }, why = { 0 };
  if (arguments->state && !read_state(arguments->state, &state, &why)) {
    complain("bielle analyze %s: %s", name, text_string(&why));
    text_free(&why);
    text_free(&state);
    return EXIT_BAD_INPUT;
  }
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleStatus status = ask(arguments, study, &state, diagnostics);
  text_free(&state);
  text_free(&why);
  return finish(diagnostics, status);
}
