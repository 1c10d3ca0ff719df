// analyze.c -- bielle analyze STUDY FILE: the table of studies, each with options of its own.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "base/diagnostics.h"
#include "base/file.h"

#include <stdio.h>
#include <string.h>

// ---- assembly

static BielleStatus assemble(const Arguments *arguments, const Text *state,
                             BielleDiagnostics *diagnostics)
{
  BielleMechanism *mechanism = NULL;
  BielleStatus status = load_mechanism(arguments, diagnostics, &mechanism);
  if (status != BIELLE_OK) return status;
  BielleAssemblyOptions options = {
    .state = arguments->state ? text_string(state) : NULL,
    .state_length = state->length,
    .state_name = arguments->state,
    .hold = arguments->hold,
    .wants_all = arguments->wants_all,
    .is_json = arguments->notation && strcmp(arguments->notation, "json") == 0,
  };
  char *answer = NULL;
  status = bielle_analyze_assembly(mechanism, &options, diagnostics, &answer);
  bielle_mechanism_free(mechanism);
  if (!answer) return status;
  BielleStatus written = put_result(arguments, answer);
  return written == BIELLE_OK ? status : written;
}

static int analyze_assembly(const Arguments *arguments)
{
  Text state = { 0 }, why = { 0 };
  if (arguments->state && !file_read(arguments->state, &state, &why)) {
    fprintf(stderr, "bielle analyze assembly: %s\n", text_string(&why));
    text_free(&why);
    text_free(&state);
    return EXIT_BAD_INPUT;
  }
  BielleDiagnostics *diagnostics = bielle_diagnostics_new();
  BielleStatus status = assemble(arguments, &state, diagnostics);
  text_free(&state);
  text_free(&why);
  return finish(diagnostics, arguments, status);
}

// ---- the table

static const Command STUDIES[] = {
  { "analyze assembly", analyze_assembly, "--at --hold --all --as --freeze -o --json",
    "bielle analyze assembly FILE [--at STATE.json] [--hold q1,q2] [--all] [--as text|json]\n"
    "                       [--freeze q4=0,q5] [-o FILE]",
    "close the loops from rough values" },
};

enum { STUDY_COUNT = sizeof STUDIES / sizeof STUDIES[0] };

static const char *short_name(const Command *study) { return study->name + strlen("analyze "); }

static int unknown_study(const char *name)
{
  const char *names[STUDY_COUNT];
  for (int i = 0; i < STUDY_COUNT; i++)
    names[i] = short_name(&STUDIES[i]);
  const char *near = name ? nearest_name(name, strlen(name), names, STUDY_COUNT) : NULL;
  if (near) {
    fprintf(stderr, "bielle analyze: unknown study '%s'; did you mean '%s'?\n", name, near);
    return EXIT_BAD_INPUT;
  }
  fputs("bielle analyze: ", stderr);
  if (name) {
    fprintf(stderr, "unknown study '%s'; there is:", name);
  } else {
    fputs("which study? There is:", stderr);
  }
  for (int i = 0; i < STUDY_COUNT; i++)
    fprintf(stderr, " %s", names[i]);
  fputs("\n", stderr);
  return EXIT_BAD_INPUT;
}

int command_analyze(const Arguments *arguments)
{
  const char *name = arguments->word_count > 0 ? arguments->words[0] : NULL;
  for (int i = 0; name && i < STUDY_COUNT; i++) {
    if (strcmp(short_name(&STUDIES[i]), name) != 0) continue;
    Arguments rest = { 0 };
    int status = EXIT_BAD_INPUT;
    if (arguments_read(&STUDIES[i], arguments->word_count - 1, arguments->words + 1, &rest)) {
      status = STUDIES[i].run(&rest);
    }
    arguments_free(&rest);
    return status;
  }
  return unknown_study(name);
}
