// command.h -- what the subcommands share: arguments, loading, output, exit status.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_COMMAND_H
#define BIELLE_CLI_COMMAND_H

#include "app/cli/messages.h"
#include "base/text.h"
#include "bielle/bielle.h"

#include <stdbool.h>
#include <stdint.h>

// Exit status: the contract of the command line.
enum { EXIT_DONE = 0, EXIT_DOES_NOT_HOLD = 1, EXIT_BAD_INPUT = 2 };

enum { MAX_KEYS = 256 };

// The command line after the subcommand's name.
typedef struct Arguments {
  const char *file;  // the operand
  const char *what;
  const char *explain;
  const char *keys[MAX_KEYS];  // of --what or --explain
  int key_count;
  const char *method;
  const char *form;
  const char *notation;    // --as
  const char *state;       // --at
  const char *state_name;  // of it in messages: the file, or "--at"
  const Text *state_text;  // what it says, where it is read before the equations are derived
  const char *language;    // --lang
  const char *output;      // -o
  const char *stage;
  const char *seed_word;
  uint64_t seed;
  const char *width_word;
  uint64_t width;  // columns of a line; 0: those of the terminal, or the usual number
  const char *color;
  bool allows_unproved;
  const char *convention;  // --to
  const char *freeze;
  const char *parametrisation;
  const char *drop;
  const char *negligible;
  const char *speeds;
  const char *accelerations;
  const char *hold;
  const char *drives;  // of statics
  const char *weights;
  const char *about;
  const char *drive;
  const char *steps;
  const char *speed;
  const char *acceleration;
  const char *columns;  // of sweep
  const char *plot;     // a file
  const char *constraints;
  const char *independent;
  bool wants_units;  // --units
  bool is_json;
  bool is_compact;
  bool is_explained;    // --explain: the keys are what is to be explained
  bool is_for_reading;  // set by `model`: each quantity is derived by itself
  bool is_for_steps;    // set by `model`: vectors of the recursion have names
  bool is_float;
  bool has_batch;
  bool keeps_angles;  // --no-snap
  bool merges_fixed;
  bool wants_all;   // --all
  bool keeps_open;  // --open
  bool is_equilibrium;
  char *key_text;  // holds what keys point into
  char **words;    // all of them, for a command that reads its own
  int word_count;
} Arguments;

typedef struct Option Option;  // options.h

typedef struct Command {
  const char *name;
  int (*run)(const Arguments *arguments);
  const char *operand;  // "FILE"; "[FILE]": may be left out; NULL: none
  // Accepted, separated by spaces, "--at! --as=text|json -o": '!' marks what must be given, '=' the
  // values that there are. Each is a row of options.c.
  const char *options;
  const char *summary;
  const char *notes;          // further lines of its help; NULL: none
  const Option *own_options;  // rows that this command alone has, or has otherwise; NULL: none
  bool reads_words;           // by itself
} Command;

int command_check(const Arguments *arguments);
int command_model(const Arguments *arguments);
int command_eval(const Arguments *arguments);
int command_code(const Arguments *arguments);
int command_count(const Arguments *arguments);
int command_verify(const Arguments *arguments);
int command_dump(const Arguments *arguments);
int command_rotation(const Arguments *arguments);
int command_import(const Arguments *arguments);
int command_convert(const Arguments *arguments);
int command_format(const Arguments *arguments);
int command_analyze(const Arguments *arguments);
int command_explain(const Arguments *arguments);
int command_examples(const Arguments *arguments);
int command_completion(const Arguments *arguments);
int command_man(const Arguments *arguments);

// `bielle model --explain`
int explain_model(const Arguments *arguments);

// The table of studies.
const Command *analyze_studies(int *count);
// Studies of `bielle analyze` with a file of their own.
int analyze_mobility(const Arguments *arguments);
int analyze_sweep(const Arguments *arguments);
int analyze_four_bar(const Arguments *arguments);
int analyze_statics(const Arguments *arguments);
int analyze_motion(const Arguments *arguments);
int analyze_modes(const Arguments *arguments);

// Reads the words behind the subcommand. On a mistake prints it with what would be right and
// returns false.
bool arguments_read(const Command *command, int count, char *words[], Arguments *arguments);
void arguments_free(Arguments *arguments);

// ---- a piece of work that ends with a status

// Tells the diagnostics, frees them and gives the exit status.
int finish(BielleDiagnostics *diagnostics, BielleStatus status);

// Loads the file, holds still what is to be frozen, and goes over to the coordinates that are
// wanted. On failure *mechanism is NULL.
BielleStatus load_mechanism(const Arguments *arguments, BielleDiagnostics *diagnostics,
                            BielleMechanism **mechanism);

// Loads the file; derives its model too. On failure *model is NULL and the status says why.
BielleStatus load_model(const Arguments *arguments, BielleDiagnostics *diagnostics,
                        BielleModel **model);

// Derives the model that the arguments ask for.
BielleStatus derive_model(const Arguments *arguments, const BielleMechanism *mechanism,
                          BielleDiagnostics *diagnostics, BielleModel **model);

// ---- studies

// A question to a mechanism, at a state (NULL: that of the description).
typedef struct StudyWork {
  const Arguments *arguments;
  const BielleMechanism *mechanism;
  BielleStart start;
  BielleDiagnostics *diagnostics;
} StudyWork;
// *answer is written to where results go; NULL: there is none.
typedef BielleStatus (*StudyFunction)(const StudyWork *work, BielleAnswer **answer);

// Loads the file and the state, asks, writes the answer; gives the exit status. `name` is the
// study's, for messages.
// What --at gives: a file, or a list of values itself, "q1 = 45 deg, u = 3"; false with a sentence.
bool read_state(const char *given, Text *state, Text *why);
int run_study(const Arguments *arguments, const char *name, StudyFunction study);
bool wants_json(const Arguments *arguments);  // --as json

// ---- a terminal

// The width that was asked for, or that of the terminal that shows the text, where lines have room;
// 0: the usual one.
int text_width(const Arguments *arguments);
// Is the text shown in colour? If nothing else is said, on a terminal that can (TERM), unless
// NO_COLOR is set.
bool wants_colour(const Arguments *arguments);

// Writes the answer as words or, with --as, as data; frees it. Gives back `status`, or what went wrong
// with the writing. NULL is allowed.
BielleStatus put_answer(const Arguments *arguments, BielleAnswer *answer, BielleStatus status);

// Writes a result to standard output, or to -o FILE (whole or not at all). Takes over `text`.
BielleStatus put_result(const Arguments *arguments, char *text);

#endif
