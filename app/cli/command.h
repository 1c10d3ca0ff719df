// command.h -- declarations shared by the subcommands: arguments, loading, output, exit status.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_COMMAND_H
#define BIELLE_CLI_COMMAND_H

#include "api/answer.h"
#include "app/cli/messages.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// Exit status of the program, a documented interface.
enum { EXIT_DONE = 0, EXIT_DOES_NOT_HOLD = 1, EXIT_BAD_INPUT = 2 };

enum { MAX_KEYS = 256, MAX_GROUPS = 32 };

// An option followed by several values: "--from rpy 1 2 3".
typedef struct WordGroup {
  const char *option;
  char **values;
  int count;
} WordGroup;

// The command line after the subcommand's name.
typedef struct Arguments {
  const char *file;    // the operand
  const char *second;  // the second operand, if the command has two
  const char *what;
  const char *explain;
  const char *keys[MAX_KEYS];  // of --what or --explain, followed by those of --fuse
  int fused_count;
  int key_count;
  const char *method;
  const char *form;
  const char *notation;      // --as
  bool is_notation_of_name;  // deduced from the ending of -o
  const char *state;         // --at, --set
  const char *state_name;    // its name in messages: the file, or the option
  const char *states;        // a file of states
  const char *language;      // --lang
  const char *output;        // -o
  const char *stage;
  const char *seed_word;
  uint64_t seed;
  const char *width_word;
  uint64_t width;  // columns of a line; 0: those of the terminal, or the default
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
  const char *steer;  // of vehicle studies
  const char *lateral;
  const char *road;
  const char *columns;  // of sweep, or of --states
  const char *plot;     // a file
  const char *until;    // of simulate
  const char *treatment;
  const char *tolerance;
  const char *absolute;
  const char *stride;
  const char *resolution;
  const char *compiled;
  const char *sensitivity;
  const char *row_step;    // of trajectory: --step
  const char *velocities;  // of identify
  const char *cutoff;
  const char *period;  // --time
  bool has_friction;
  bool is_design;
  const char *constraints;
  const char *independent;
  const char *order;  // of code: order of its statements
  const char *fuse;
  const char *fmi;      // of fmu: the version
  const char *form_to;  // of rotation: --to
  const char *axes;
  bool is_degrees;
  bool is_symbolic;
  bool requests_units;  // --units
  bool is_json;
  bool is_compact;
  bool is_explained;    // --explain: the keys are those to be explained
  bool is_for_reading;  // set by `model`: each quantity is derived independently
  bool is_for_steps;    // set by `model`: vectors of the recursion have names
  bool is_float;
  bool has_batch;
  bool is_portable;
  bool keeps_angles;  // --no-snap
  bool merges_fixed;
  bool requests_all;  // --all
  bool keeps_open;    // --open
  bool keeps_sides;   // --upside-down
  bool is_equilibrium;
  bool is_shortest;
  char *key_text, *fuse_text;    // own the text of the keys
  WordGroup groups[MAX_GROUPS];  // options with a variable number of values, in order
  int group_count;
} Arguments;

// Returns true if the argument is a state, "q1 = 45 deg" or JSON, and not the name of a file.
static inline bool state_is_written_out(const char *given) { return strpbrk(given, "={[") != NULL; }

typedef struct Option Option;  // options.h

// State of a running command: its arguments, the loaded data, and its result.
typedef struct Work {
  const struct Command *command;
  const Arguments *arguments;
  BielleDiagnostics *diagnostics;
  Text state;               // of --at
  const double *first_row;  // of --states; NULL: none
  int column_count;
  BielleMechanism *mechanism;  // NULL: not needed
  BielleModel *model;          // NULL: not needed
  const char *output;          // file for the result
  bool has_put_rows;           // the rows were already written
  // The result, either text and data, or text only; NULL: none.
  BielleAnswer *answer;
  char *text;
} Work;

typedef enum Needs { NEEDS_NOTHING, NEEDS_MECHANISM, NEEDS_MODEL } Needs;

typedef struct Command {
  const char *name;
  BielleStatus (*run)(Work *work);
  Needs needs;          // loaded before the command runs
  const char *operand;  // "FILE"; "[FILE]": optional; NULL: none
  // Accepted options, separated by spaces, "--at! --as=text|json -o": '!' marks a required option,
  // '=' its permitted values. Each is a row of options.c.
  const char *options;
  const char *summary;
  const char *notes;          // additional lines of its help; NULL: none
  const Option *own_options;  // options of this command only, or that differ here; NULL: none
} Command;

// Initial state of a study; without --at that of the description.
BielleStart start_of(const Work *work);
// Reports on standard error why the rows end, or which limits they exceed, because the rows
// themselves do not contain it.
void report_why_rows_end(const Work *work);

BielleStatus command_check(Work *work);
BielleStatus command_model(Work *work);
BielleStatus command_eval(Work *work);
BielleStatus command_simulate(Work *work);
BielleStatus command_trajectory(Work *work);
BielleStatus command_identify(Work *work);
BielleStatus command_code(Work *work);
BielleStatus command_fmu(Work *work);
BielleStatus command_count(Work *work);
BielleStatus command_verify(Work *work);
BielleStatus command_dump(Work *work);
BielleStatus command_rotation(Work *work);
BielleStatus command_import(Work *work);
BielleStatus command_convert(Work *work);
BielleStatus command_format(Work *work);
BielleStatus command_analyze(Work *work);
BielleStatus command_explain(Work *work);
BielleStatus command_examples(Work *work);
BielleStatus command_completion(Work *work);
BielleStatus command_man(Work *work);

// `bielle eval --states`
BielleStatus evaluate_states(Work *work);
// `bielle model --explain`
BielleStatus explain_model(Work *work);

// The table of studies.
const Command *analyze_studies(int *count);

// Parses the words after the subcommand. On an error prints it with a suggestion and returns false.
bool arguments_read(const Command *command, int count, char *words[], Arguments *arguments);
void arguments_free(Arguments *arguments);

// ---- work.c: common part of every command

// Loads the required data, runs the command, writes the result and the messages. Returns the exit
// status.
int run_command(const Command *command, const Arguments *arguments);
// Loads the file, fixes the coordinates of --freeze, and converts to the requested coordinates;
// also derives the model if required.
BielleStatus work_load(Work *work, Needs needs);
// Derives the model that the arguments specify.
BielleStatus derive_model(const Work *work, const Arguments *arguments, BielleModel **model);

bool is_word(const char *word, const char *wanted);  // false for NULL
bool requests_json(const Arguments *arguments);      // --as json

// The requested width, or that of the terminal on which the text is shown, if wide lines are
// permitted; 0: the default.
int text_width(const Arguments *arguments);
// Returns true if the text is coloured. By default it is on a terminal that supports colours
// (TERM), unless NO_COLOR is set.
bool requests_colour(const Arguments *arguments);

#endif
