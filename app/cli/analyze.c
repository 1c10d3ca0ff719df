// analyze.c -- bielle analyze STUDY FILE: the table of studies, each with options of its own.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "base/diagnostics.h"

#include <stdio.h>
#include <string.h>

// ---- assembly

static BielleStatus assemble(const StudyWork *work, char **answer)
{
  const Arguments *arguments = work->arguments;
  BielleAssemblyOptions options = {
    .state = work->state,
    .state_length = work->state_length,
    .state_name = arguments->state_name,
    .hold = arguments->hold,
    .wants_all = arguments->wants_all,
    .is_json = wants_json(arguments),
  };
  return bielle_analyze_assembly(work->mechanism, &options, work->diagnostics, answer);
}

static int analyze_assembly(const Arguments *arguments)
{
  return run_study(arguments, "assembly", assemble);
}

// ---- the table

static const Command STUDIES[] = {
  { "analyze assembly", analyze_assembly,
    "--at --hold --all --as --freeze --parametrisation -o --json",
    "bielle analyze assembly FILE [--at STATE.json] [--hold q1,q2] [--all] [--as text|json]\n"
    "                       [--freeze q4=0,q5]\n"
    "                       [--parametrisation minimal|relative|cartesian] [-o FILE]",
    "close the loops from rough values" },
  { "analyze mobility", analyze_mobility, "--at --as --freeze --parametrisation -o --json",
    "bielle analyze mobility FILE [--at STATE.json] [--as text|json] [--freeze q4=0,q5]\n"
    "                       [--parametrisation minimal|relative|cartesian] [-o FILE]",
    "freedoms, redundant equations, where to place drives" },
  { "analyze statics", analyze_statics,
    "--at --hold --drives --weights --equilibrium --all --as --freeze --parametrisation -o --json",
    "bielle analyze statics FILE [--at STATE.json] [--hold q1,q2] [--drives q1,u2]\n"
    "                       [--weights u1=2,u2=1] [--equilibrium [--all]] [--as text|json]\n"
    "                       [--freeze q4=0,q5]\n"
    "                       [--parametrisation minimal|relative|cartesian] [-o FILE]",
    "what holds it at rest, where it stays by itself, what its joints bear" },
  { "analyze motion", analyze_motion,
    "--at --hold --constraints --as --freeze --parametrisation -o --json",
    "bielle analyze motion FILE [--at STATE.json] [--hold q1,q2] [--as text|json]\n"
    "                       [--constraints augmented|partition|projector] [--freeze q4=0,q5]\n"
    "                       [--parametrisation minimal|relative|cartesian] [-o FILE]",
    "accelerations at a state, energy, what its joints bear meanwhile" },
  { "analyze modes", analyze_modes,
    "--at --hold --equilibrium --as --freeze --parametrisation -o --json",
    "bielle analyze modes FILE [--at STATE.json] [--hold q1,q2] [--equilibrium] [--as text|json]\n"
    "                       [--freeze q4=0,q5]\n"
    "                       [--parametrisation minimal|relative|cartesian] [-o FILE]",
    "small motions about a state: frequencies, damping, stability, shapes" },
  { "analyze sweep", analyze_sweep,
    "--drive --steps --speed --acceleration --columns --plot --at --hold --as --freeze "
    "--parametrisation -o --json",
    "bielle analyze sweep FILE --drive q1=0..360deg [--steps N] [--speed W] [--acceleration A]\n"
    "                       [--columns x,tau[q1]] [--plot FILE.svg] [--at STATE.json]\n"
    "                       [--hold q2,q3] [--as text|csv|json] [--freeze q4=0,q5]\n"
    "                       [--parametrisation minimal|relative|cartesian] [-o FILE.csv]",
    "positions, velocities, accelerations, forces over a range of the input" },
  { "analyze four-bar", analyze_four_bar, "--drive --speed --acceleration --at --as -o --json",
    "bielle analyze four-bar FILE [--drive JOINT] [--speed W] [--acceleration A]\n"
    "                       [--at STATE.json] [--as text|json] [-o FILE]",
    "lengths, Grashof, closed form and singular configurations of a four-bar" },
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

static int run_one(const Command *study, int count, char *words[])
{
  if (count > 0 && is_help(words[0])) {
    printf("%s\n\nusage: %s\n", study->summary, study->usage);
    return EXIT_DONE;
  }
  Arguments arguments = { 0 };
  int status = EXIT_BAD_INPUT;
  if (arguments_read(study, count, words, &arguments)) status = study->run(&arguments);
  arguments_free(&arguments);
  return status;
}

int command_analyze(const Arguments *arguments)
{
  const char *name = arguments->word_count > 0 ? arguments->words[0] : NULL;
  for (int i = 0; name && i < STUDY_COUNT; i++) {
    if (strcmp(short_name(&STUDIES[i]), name) != 0) continue;
    return run_one(&STUDIES[i], arguments->word_count - 1, arguments->words + 1);
  }
  return unknown_study(name);
}
