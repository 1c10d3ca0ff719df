// analyze.c -- bielle analyze STUDY FILE: the table of studies, each with options of its own.
// SPDX-License-Identifier: MIT
#include "app/cli/options.h"
#include "base/diagnostics.h"

#include <string.h>

// ---- assembly

static BielleStatus assemble(const StudyWork *work, BielleAnswer **answer)
{
  const Arguments *arguments = work->arguments;
  BielleAssemblyOptions options = {
    .start = work->start,
    .hold = arguments->hold,
    .wants_all = arguments->wants_all,
  };
  return bielle_analyze_assembly(work->mechanism, &options, work->diagnostics, answer);
}

static int analyze_assembly(const Arguments *arguments)
{
  return run_study(arguments, "assembly", assemble);
}

// ---- the table

#define CHOICE "--freeze --parametrisation -o --json"

static const Command STUDIES[] = {
  { .name = "analyze assembly",
    .run = analyze_assembly,
    .operand = "FILE",
    .options = "--at --hold --all --as=text|json " CHOICE,
    .summary = "close the loops from rough values" },
  { .name = "analyze mobility",
    .run = analyze_mobility,
    .operand = "FILE",
    .options = "--at --as=text|json " CHOICE,
    .summary = "freedoms, redundant equations, where to place drives" },
  { .name = "analyze statics",
    .run = analyze_statics,
    .operand = "FILE",
    .options = "--at --open --hold --drives --weights --equilibrium --all --as=text|json " CHOICE,
    .summary = "what holds it at rest, where it stays by itself, what its joints bear" },
  { .name = "analyze motion",
    .run = analyze_motion,
    .operand = "FILE",
    .options = "--at --open --hold --constraints --as=text|json " CHOICE,
    .summary = "accelerations at a state, energy, what its joints bear meanwhile" },
  { .name = "analyze modes",
    .run = analyze_modes,
    .operand = "FILE",
    .options = "--at --open --hold --equilibrium --as=text|json " CHOICE,
    .summary = "small motions about a state: frequencies, damping, stability, shapes" },
  { .name = "analyze sweep",
    .run = analyze_sweep,
    .operand = "FILE",
    .options = "--drive! --steps --speed --acceleration --columns --plot --at --hold "
               "--as=text|csv|json " CHOICE,
    .summary = "positions, velocities, accelerations, forces over a range of the input",
    .notes = "With -o FILE.csv the rows go there and the words to standard output." },
  { .name = "analyze four-bar",
    .run = analyze_four_bar,
    .operand = "FILE",
    .options = "--drive --speed --acceleration --at --as=text|json -o --json",
    .own_options = FOUR_BAR_OPTIONS,
    .summary = "lengths, Grashof, closed form and singular configurations of a four-bar" },
};

enum { STUDY_COUNT = sizeof STUDIES / sizeof STUDIES[0] };

const Command *analyze_studies(int *count)
{
  *count = STUDY_COUNT;
  return STUDIES;
}

static const char *short_name(const Command *study) { return study->name + strlen("analyze "); }

static int unknown_study(const char *name)
{
  const char *names[STUDY_COUNT];
  for (int i = 0; i < STUDY_COUNT; i++)
    names[i] = short_name(&STUDIES[i]);
  Text all = { 0 };
  for (int i = 0; i < STUDY_COUNT; i++)
    text_format(&all, " %s", names[i]);
  const char *near = name ? nearest_name(name, strlen(name), names, STUDY_COUNT) : NULL;
  if (near) {
    complain("bielle analyze: unknown study '%s'; did you mean '%s'?", name, near);
  } else if (name) {
    complain("bielle analyze: unknown study '%s'; there is:%s", name, text_string(&all));
  } else {
    complain("bielle analyze: which study? There is:%s", text_string(&all));
  }
  text_free(&all);
  return EXIT_BAD_INPUT;
}

// Words that name a study are found before; these do not.
int command_analyze(const Arguments *arguments)
{
  return unknown_study(arguments->word_count > 0 ? arguments->words[0] : NULL);
}
