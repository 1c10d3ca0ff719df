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

char *answer_text(BielleAnswer *answer, const Arguments *arguments)
{
  if (!answer) return NULL;
  char *text = wants_json(arguments) ? bielle_record_json(bielle_answer_record(answer))
                                     : copy(bielle_answer_words(answer));
  bielle_answer_free(answer);
  return text;
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
    .state = arguments->state ? text_string(state) : NULL,
    .state_length = state->length,
    .diagnostics = diagnostics,
  };
  work.start = (BielleStart){ work.state, work.state_length, arguments->state_name };
  char *answer = NULL;
  status = study(&work, &answer);
  bielle_mechanism_free(mechanism);
  if (!answer) return status;
  BielleStatus written = put_result(arguments, answer);
  return written == BIELLE_OK ? status : written;
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
