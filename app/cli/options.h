// options.h -- the tables of commands, options and quantities: what the command line is made of.
//
// Everything that tells what can be typed comes from them: usage, --help, completion, the page of
// the manual.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_OPTIONS_H
#define BIELLE_CLI_OPTIONS_H

#include "app/cli/command.h"

// An option: its word, what stands behind it, and where that goes.
struct Option {
  const char *word;     // NULL ends a table
  const char *value;    // what stands behind it, in capitals: "LIST"; NULL: a mark
  const char *choices;  // the values that there are, separated by '|'; NULL: any
  size_t place;  // in Arguments: a text, of a mark a bool, or `groups`: all words that follow
  const char *help;
};

// Of single commands: those that differ from what the others call so.
extern const Option EVAL_OPTIONS[];
extern const Option SIMULATE_OPTIONS[];
extern const Option IDENTIFY_OPTIONS[];
extern const Option CODE_OPTIONS[];
extern const Option FMU_OPTIONS[];
extern const Option EXAMPLES_OPTIONS[];
extern const Option FOUR_BAR_OPTIONS[];
extern const Option VEHICLE_OPTIONS[];
extern const Option ROTATION_OPTIONS[];

// An option as a command takes it.
typedef struct OptionUse {
  const Option *option;
  char choices[128];  // "": any
  bool is_needed;
} OptionUse;

// Steps through what the command takes: *at is its `options` at first; false at their end.
bool next_option(const Command *command, const char **at, OptionUse *use);
// The option that is written like this; false: the command takes none.
bool find_option(const Command *command, const char *word, OptionUse *use);

// The commands in the order of the help, those of `analyze` behind it; their number.
enum { MAX_COMMANDS = 64 };
int command_list(const Command *list[MAX_COMMANDS]);

// The name that a study has behind `analyze`; NULL: it is no study.
const char *study_name(const Command *command);
// Names of the commands, or of the studies, separated by spaces.
void put_command_names(Text *out, bool are_studies);

// Names of quantities by what they tell.
typedef struct QuantityGroup {
  const char *name;
  const char *keys;    // separated by spaces; BODY, A/B and so on stand for names
  const char *words;   // the same as far as they are fixed: "fk:"
  const char *method;  // the only one that has them all; "": there are others
} QuantityGroup;
const QuantityGroup *quantity_groups(int *count);

// The words that can stand for a value, "METHOD", separated by spaces; NULL: they are not known. Owned.
// "LIST" has those of quantities, up to their ':'.
char *words_of_value(const char *value);

// The codes of `explain`, separated by spaces. Owned.
char *message_class_codes(void);
// Names of the examples, separated by spaces. Owned.
char *example_names(void);

// "bielle eval FILE --at STATE [--what LIST]", broken into lines.
void put_usage(Text *out, const Command *command);
// Summary, usage, and a line for each option.
void put_command_help(Text *out, const Command *command);
// All commands, quantities, exit status.
void put_help(Text *out);

#endif
