// main.c -- bielle SUBCOMMAND FILE ...: the table of subcommands.
// SPDX-License-Identifier: MIT
#include "app/cli/options.h"
#include "app/cli/files/progress.h"
#include "base/files/file.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

// Options of commands that derive a model, for reduced models.
#define REDUCED                                                                                    \
  "--freeze --parametrisation --drop --negligible --speeds --accelerations --constraints "         \
  "--independent --weights"

static const Command COMMANDS[] = {
  { .name = "check",
    .run = command_check,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE",
    .options = "--freeze --parametrisation --units --as=text|json -o --json",
    .summary = "read and check a description; show the mechanism" },
  { .name = "model",
    .run = command_model,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE",
    .options = "--what --method --form --as --compact --width --color --about --explain " REDUCED
               " --seed -o --json",
    .summary = "derive the equations and print them",
    .notes = "--explain goes with --as text|json, --width, --about, --seed and -o." },
  { .name = "eval",
    .run = command_eval,
    .operand = "FILE",
    .options =
        "--at --states --columns --open --upside-down --what --method " REDUCED " --seed -o --json",
    .own_options = EVAL_OPTIONS,
    .summary = "evaluate the model at a state (JSON) or at many states (tables)",
    .notes =
        "A state is required: --at, or --states, then --at gives the values common to all states.\n"
        "--states FILE is a NumPy array (.npy), one state per row; the result is one as well with\n"
        "-o FILE.npy, and CSV otherwise." },
  { .name = "code",
    .run = command_code,
    .needs = NEEDS_MODEL,
    .operand = "FILE",
    .options = "-o! --lang --what --fuse --method --float --batch --portable --order " REDUCED
               " --seed --json",
    .own_options = CODE_OPTIONS,
    .summary = "generate source code that computes the model" },
  { .name = "fmu",
    .run = command_fmu,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE [EXPERIMENT]",
    .options = "-o! --fmi --what --set --as=text|json --freeze --parametrisation --json",
    .own_options = FMU_OPTIONS,
    .summary = "write a Functional Mock-up Unit for other simulators",
    .notes = "Its initial state and times are those of the EXPERIMENT, by default the first one." },
  { .name = "count",
    .run = command_count,
    .needs = NEEDS_MODEL,
    .operand = "FILE",
    .options = "--what --method --as=text|json " REDUCED " --seed -o --json",
    .summary = "count the operations of each quantity, by stage" },
  { .name = "verify",
    .run = command_verify,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE",
    .options = "--freeze --parametrisation --seed --allow-unproved --as=text|json -o --json",
    .summary = "prove that all methods agree; write a certificate" },
  { .name = "analyze",
    .run = command_analyze,
    .operand = "STUDY FILE",
    .options = "",
    .summary = "analyses of a mechanism; each has its own options" },
  { .name = "simulate",
    .run = command_simulate,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE [EXPERIMENT]",
    .options =
        "--set --open --upside-down --until "
        "--method=auto|adams|bdf|erk4|erk5|erk6|erk7|erk8|rk4|euler|midpoint|ida "
        "--treatment --tolerance --absolute --stride --resolution --compiled --sensitivity --plot "
        "--as=text|csv|json --freeze --parametrisation -o --json",
    .own_options = SIMULATE_OPTIONS,
    .summary = "simulate the motion over a time interval, with events",
    .notes = "With -o FILE.csv or FILE.npz the rows go there and the report to standard output." },
  { .name = "trajectory",
    .run = command_trajectory,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE [MOTIONS]",
    .options =
        "--set --upside-down --hold --until --step --shortest --plot --as=text|csv|json --freeze "
        "--parametrisation -o --json",
    .summary = "inverse dynamics along prescribed motions: torque, power, limits, minimum time",
    .notes = "MOTIONS are the coordinates, points and frames whose motions are followed, such as\n"
             "q1,q2; by default all are. With -o FILE.csv the rows go there and the report to\n"
             "standard output." },
  { .name = "identify",
    .run = command_identify,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE [DATA.csv]",
    .options =
        "--set --velocities --cutoff --friction --weights --design --time --as=text|csv|json "
        "--freeze -o --json",
    .own_options = IDENTIFY_OPTIONS,
    .summary = "identify base inertial parameters from measurements, or design the excitation",
    .notes = "DATA.csv has a line of names with units, such as t [s],q1 [deg],tau[q1] [N.m]. With\n"
             "--design and -o FILE.csv the motion goes there and the report to standard output." },
  { .name = "import",
    .run = command_import,
    .operand = "FILE",
    .options = "--no-snap --merge-fixed -o --json",
    .summary = "translate URDF, MJCF, SDF, SYMORO .par, a sentence or a Maple file" },
  { .name = "convert",
    .run = command_convert,
    .needs = NEEDS_MECHANISM,
    .operand = "FILE",
    .options = "--to! --freeze --parametrisation -o --json",
    .summary = "write the mechanism in another convention" },
  { .name = "format",
    .run = command_format,
    .operand = "FILE",
    .options = "-o --json",
    .summary = "rewrite a description in canonical layout and current syntax" },
  { .name = "rotation",
    .run = command_rotation,
    .options =
        "--from! --then --then-fixed --to --deg --omega --axes --symbolic --as=text|latex -o "
        "--json",
    .own_options = ROTATION_OPTIONS,
    .summary = "convert between representations of a rotation",
    .notes = "ROTATION is matrix, vector, axis, rpy, quaternion, rodrigues, or euler: and fixed: "
             "with\nany sequence of axes, e.g. euler:zxz and fixed:xyz." },
  { .name = "dump",
    .run = command_dump,
    .operand = "FILE",
    .options = "--stage! --freeze --parametrisation --what --method --seed -o --json",
    .summary = "dump the internal data of one stage (debugging)",
    .notes = "--stage grammar and quantities take no FILE." },
  { .name = "explain",
    .run = command_explain,
    .operand = "[CODE]",
    .options = "-o --json",
    .summary = "explain an error code; without a code, list all codes",
    .notes = "The message itself, in quotes, may be given instead of its code." },
  { .name = "examples",
    .run = command_examples,
    .operand = "[EXAMPLE]",
    .options = "-o --json",
    .own_options = EXAMPLES_OPTIONS,
    .summary = "list the examples, print one, or copy its files",
    .notes = "To try one: bielle examples rr | bielle model -" },
  { .name = "completion",
    .run = command_completion,
    .operand = "SHELL",
    .options = "-o",
    .summary = "print a completion script for bash, zsh or fish",
    .notes = "In bash: source <(bielle completion bash)" },
  { .name = "man",
    .run = command_man,
    .options = "-o",
    .summary = "print the manual page",
    .notes = "To read it: bielle man | man -l -" },
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

int command_list(const Command *list[MAX_COMMANDS])
{
  int count = 0, study_count;
  const Command *studies = analyze_studies(&study_count);
  for (int i = 0; i < COMMAND_COUNT; i++) {
    list[count++] = &COMMANDS[i];
    bool has_studies = COMMANDS[i].run == command_analyze;
    for (int k = 0; has_studies && k < study_count; k++)
      list[count++] = &studies[k];
  }
  assert(count <= MAX_COMMANDS);
  return count;
}

const char *study_name(const Command *command)
{
  const char *space = strchr(command->name, ' ');
  return space ? space + 1 : NULL;
}

void put_command_names(Text *out, bool are_studies)
{
  const Command *list[MAX_COMMANDS];
  int count = command_list(list), put = 0;
  for (int i = 0; i < count; i++) {
    const char *study = study_name(list[i]);
    if ((study != NULL) != are_studies) continue;
    text_format(out, "%s%s", put++ > 0 ? " " : "", study ? study : list[i]->name);
  }
}

// Finds a command of one word or of two, "analyze sweep"; *length receives the number of words.
static const Command *find_command(int count, char *words[], int *length)
{
  const Command *list[MAX_COMMANDS], *found = NULL;
  int list_length = command_list(list);
  char name[64];
  for (*length = 0; *length < 2 && *length < count;) {
    int used = snprintf(name, sizeof name, "%s%s%s", words[0], *length > 0 ? " " : "",
                        *length > 0 ? words[1] : "");
    const Command *longer = NULL;
    for (int i = 0; i < list_length && used < (int)sizeof name; i++) {
      if (strcmp(list[i]->name, name) == 0) longer = list[i];
    }
    if (!longer) break;
    found = longer;
    ++*length;
  }
  return found;
}

static int unknown_command(const char *name)
{
  Text names = { 0 };
  put_command_names(&names, false);
  complain_of_word("bielle: unknown command", name, text_release(&names), "Try: bielle --help");
  return EXIT_BAD_INPUT;
}

static bool is_help(const char *word)
{
  return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

// Prints the help of a command, or the general help (NULL).
static int print_help(FILE *out, const Command *command)
{
  Text text = { 0 };
  if (command) {
    put_command_help(&text, command);
  } else {
    put_help(&text);
  }
  fputs(text_string(&text), out);
  text_free(&text);
  return out == stdout ? EXIT_DONE : EXIT_BAD_INPUT;
}

static bool asks_for_help(int count, char *words[])
{
  for (int i = 0; i < count; i++) {
    if (i == 0 ? is_help(words[i]) : strcmp(words[i], "--help") == 0) return true;
  }
  return false;
}

static int run(int count, char *words[])
{
  int length;
  if (count == 0) return print_help(stderr, NULL);
  if (is_help(words[0])) {
    if (count == 1) return print_help(stdout, NULL);
    const Command *command = find_command(count - 1, words + 1, &length);
    return command ? print_help(stdout, command) : unknown_command(words[1]);
  }
  if (strcmp(words[0], "--version") == 0) {
    printf("bielle %s\n", bielle_version());
    return EXIT_DONE;
  }
  const Command *command = find_command(count, words, &length);
  if (!command) return unknown_command(words[0]);
  count -= length;
  words += length;
  if (asks_for_help(count, words)) return print_help(stdout, command);
  Arguments arguments = { 0 };
  int status = EXIT_BAD_INPUT;
  if (command->run == command_analyze) {  // words that are not the name of a study
    arguments.file = count > 0 ? words[0] : NULL;
    status = run_command(command, &arguments);
  } else if (arguments_read(command, count, words, &arguments)) {
    status = run_command(command, &arguments);
  }
  arguments_free(&arguments);
  return status;
}

int main(int count, char *words[])
{
  progress_watch_interrupt();
  file_remember_inputs();
  signal(SIGPIPE, SIG_IGN);  // a closed pipe is a failed write and is reported like any other
  signal(SIGXFSZ, SIG_IGN);  // as is a file beyond the limit of the system
  bool is_json = false;
  for (int i = 1; i < count; i++)
    is_json = is_json || strcmp(words[i], "--json") == 0;
  messages_begin(is_json);
  int status = run(count - 1, words + 1);
  if ((fflush(stdout) != 0 || ferror(stdout)) && status == EXIT_DONE) {
    complain("bielle: cannot write to standard output: %s", strerror(errno));
    status = EXIT_BAD_INPUT;
  }
  messages_end();
  return status;
}
