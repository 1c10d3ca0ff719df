// main.c -- bielle SUBCOMMAND FILE ...: the table of subcommands.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "base/diagnostics.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

// Of the commands that derive a model: reduced ones.
#define REDUCED                                                                                    \
  "--freeze --parametrisation --drop --negligible --speeds --accelerations --constraints "         \
  "--independent --weights"
#define REDUCED_USAGE                                                                              \
  "\n                       [--freeze q4=0,q5] [--drop coriolis]"                                  \
  "\n                       [--parametrisation minimal|relative|cartesian]"                        \
  "\n                       [--negligible 1% [--speeds R] [--accelerations R]]"                    \
  "\n                       [--constraints augmented|partition|projector] [--independent q1,q2]"   \
  "\n                       [--weights u1=2,u2=1]"

static const Command COMMANDS[] = {
  { "check", command_check, "--freeze --parametrisation --units --json",
    "bielle check FILE [--freeze LIST] [--parametrisation minimal|relative|cartesian] [--units] "
    "[--json]",
    "read and check a description; show the mechanism" },
  { "model", command_model,
    REDUCED
    " --about --explain --what --method --form --as --compact --width --color --seed -o --json",
    "bielle model FILE [--what LIST] [--method METHOD] [--form "
    "condensed|expanded|recursive|explicit]\n"
    "                       [--as text|latex|mathml|json|listing] [--compact] [--width COLUMNS]\n"
    "                       [--color auto|always|never]\n"
    "                       [--seed N] [-o FILE] [--about \"q1=0, q1'=0\"]" REDUCED_USAGE "\n"
    "       bielle model FILE --explain 'M[1,2],tau[1],G' [--as text|json]\n"
    "                       [--width COLUMNS] [--about LIST] [-o FILE]",
    "derive the equations and print them" },
  { "eval", command_eval, REDUCED " --at --open --what --method --seed -o --json",
    "bielle eval FILE --at STATE.json [--open] [--what LIST] [--method METHOD] [-o "
    "FILE]" REDUCED_USAGE,
    "numbers at a state, as JSON" },
  { "code", command_code, REDUCED " --lang --what --method --seed --float --batch -o --json",
    "bielle code FILE --lang c [--what LIST] [--float] [--batch] -o DIRECTORY" REDUCED_USAGE,
    "write a program that computes the model" },
  { "count", command_count, REDUCED " --what --method --seed -o --json",
    "bielle count FILE [--what LIST] [--method METHOD]" REDUCED_USAGE,
    "operations of each quantity, by stage" },
  { "verify", command_verify, "--freeze --parametrisation --seed --allow-unproved -o --json",
    "bielle verify FILE [--freeze LIST] [--parametrisation minimal|relative|cartesian]\n"
    "                       [--seed N] [--allow-unproved] [-o FILE]",
    "prove all methods equal; write a certificate" },
  { "analyze", command_analyze, NULL,
    "bielle analyze STUDY FILE ...\n"
    "STUDY: assembly mobility statics motion sweep four-bar; bielle analyze STUDY --help",
    "questions to a mechanism: assembly, mobility, statics, sweep, four-bar" },
  { "import", command_import, "-o --no-snap --merge-fixed --json",
    "bielle import FILE [-o FILE.bl] [--no-snap] [--merge-fixed]",
    "translate URDF, MJCF, SYMORO .par, a sentence or a Maple file" },
  { "convert", command_convert, "--to --freeze --parametrisation -o --json",
    "bielle convert FILE --to dh-standard|dh-modified|khalil|urdf|bl [--freeze LIST]\n"
    "                       [--parametrisation minimal|relative|cartesian] [-o FILE]",
    "write the mechanism in another convention" },
  { "format", command_format, "-o --json", "bielle format FILE [-o FILE]",
    "a description in canonical layout and in the spelling of today" },
  { "rotation", command_rotation, NULL,
    "bielle rotation --from FORM VALUES [--then FORM VALUES] [--then-fixed FORM VALUES]\n"
    "                       [--to FORM|all] [--deg] [--omega WX WY WZ [--axes body|fixed]]\n"
    "                       [--symbolic [--as text|latex]] [-o FILE]\n"
    "FORM: matrix vector axis euler:zxz fixed:xyz rpy quaternion rodrigues, any sequence of axes",
    "from any representation of a rotation to any other" },
  { "dump", command_dump, "--stage --freeze --parametrisation --what --method --seed -o --json",
    "bielle dump [FILE] --stage grammar|quantities|mechanism|equations|program [--what LIST]",
    "everything a stage holds, for debugging" },
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

static void print_help(FILE *out)
{
  fputs("bielle: equations of motion of articulated mechanisms\n\n", out);
  for (int i = 0; i < COMMAND_COUNT; i++) {
    fprintf(out, "  bielle %-8s  %s\n", COMMANDS[i].name, COMMANDS[i].summary);
  }
  fputs("\n  bielle COMMAND --help   usage of one command\n  bielle --version\n\n"
        "FILE '-' is standard input.\n"
        "METHOD is energy, lagrange, uicker, kane or newton-euler. LIST is names separated by "
        "commas:\n"
        "  dynamics   motion T V L T:BODY V:BODY M C h G tau Qe Qu Ma qdd E P reaction:JOINT\n"
        "  report     A B Cc Q constants, with --method lagrange\n"
        "  Kane       D C tauk Jh Jnh J Jdot Mb Wb wrench:BODY, with --method kane\n"
        "  positions  fk:A fk:A/B pos:P jac:P jac:P/F jacdot:P twist:F accel:F det:P out:NAME\n"
        "  derived    dtau/dq dtau/dqd dtau/dp dqdd/dq dqdd/dqd dqdd/dtau lin:A lin:B lin:poly\n"
        "             lin:A_in lin:B_in\n"
        "             lambda:P mu:P p:P Y pi Y0 Yb base base:K\n"
        "  loops      Phi Phi_q Phi_t gamma H b_nh gamma_nh\n"
        "  rest       S dS/dq dS/du dPhi_q/dq dH/dq dreaction/dlambda:JOINT\n"
        "Exit status: 0 done, 1 what was asked for does not hold, 2 bad input or usage.\n",
        out);
}

static const Command *find_command(const char *name)
{
  for (int i = 0; i < COMMAND_COUNT; i++) {
    if (strcmp(COMMANDS[i].name, name) == 0) return &COMMANDS[i];
  }
  return NULL;
}

static int unknown_command(const char *name)
{
  const char *names[COMMAND_COUNT];
  for (int i = 0; i < COMMAND_COUNT; i++)
    names[i] = COMMANDS[i].name;
  const char *near = nearest_name(name, strlen(name), names, COMMAND_COUNT);
  fprintf(stderr, "bielle: unknown command '%s'", name);
  if (near) fprintf(stderr, "; did you mean '%s'?", near);
  fputs("\nTry: bielle --help\n", stderr);
  return EXIT_BAD_INPUT;
}

bool is_help(const char *word)
{
  return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

static int run(int count, char *words[])
{
  if (count < 2) {
    print_help(stderr);
    return EXIT_BAD_INPUT;
  }
  if (is_help(words[1])) {
    print_help(stdout);
    return EXIT_DONE;
  }
  if (strcmp(words[1], "--version") == 0) {
    printf("bielle %s\n", bielle_version());
    return EXIT_DONE;
  }
  const Command *command = find_command(words[1]);
  if (!command) return unknown_command(words[1]);
  if (count > 2 && is_help(words[2])) {
    printf("%s\n\nusage: %s\n", command->summary, command->usage);
    return EXIT_DONE;
  }
  Arguments arguments = { 0 };
  int status = EXIT_BAD_INPUT;
  if (arguments_read(command, count - 2, words + 2, &arguments)) status = command->run(&arguments);
  arguments_free(&arguments);
  return status;
}

int main(int count, char *words[])
{
  signal(SIGPIPE, SIG_IGN);  // a closed pipe is a failed write, reported like any other
  int status = run(count, words);
  if ((fflush(stdout) == 0 && !ferror(stdout)) || status != EXIT_DONE) return status;
  fprintf(stderr, "bielle: cannot write to standard output: %s\n", strerror(errno));
  return EXIT_BAD_INPUT;
}
