// options.h -- the tables of commands, options and quantities that define the command line.
//
// Usage, --help, completion and the manual page are generated from them.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CLI_OPTIONS_H
#define BIELLE_CLI_OPTIONS_H

#include "app/cli/command.h"

// An option: its name, its value, and the member that stores it.
struct Option {
  const char *word;     // NULL ends a table
  const char *value;    // name of its value, in capitals: "LIST"; NULL: a flag
  const char *choices;  // the permitted values, separated by '|'; NULL: any
  // offset in Arguments: of a text, for a flag of a bool, or of `groups` (all following words)
  size_t place;
  const char *help;
};

// Options of single commands that differ from the common ones.
extern const Option EVAL_OPTIONS[];
extern const Option SIMULATE_OPTIONS[];
extern const Option IDENTIFY_OPTIONS[];
extern const Option CODE_OPTIONS[];
extern const Option FMU_OPTIONS[];
extern const Option EXAMPLES_OPTIONS[];
extern const Option FOUR_BAR_OPTIONS[];
extern const Option VEHICLE_OPTIONS[];
extern const Option ROTATION_OPTIONS[];

// An option as used by a command.
typedef struct OptionUse {
  const Option *option;
  char choices[128];  // "": any
  bool is_needed;
} OptionUse;

// Iterates over the options of the command: *at is `options` at first; returns false at the end.
bool next_option(const Command *command, const char **at, OptionUse *use);
// Finds the option with this name; returns false if the command does not have it.
bool find_option(const Command *command, const char *word, OptionUse *use);

// The commands in the order of the help, followed by those of `analyze`; returns their number.
enum { MAX_COMMANDS = 64 };
int command_list(const Command *list[MAX_COMMANDS]);

// The name of a study after `analyze`; NULL: the command is not a study.
const char *study_name(const Command *command);
// Names of the commands, or of the studies, separated by spaces.
void put_command_names(Text *out, bool are_studies);

// Names of quantities by group.
typedef struct QuantityGroup {
  const char *name;
  const char *keys;    // separated by spaces; BODY, A/B and similar stand for names
  const char *words;   // the same without the variable part: "fk:"
  const char *method;  // the only one that has them all; "": several
} QuantityGroup;
const QuantityGroup *quantity_groups(int *count);

// The possible values of an option with the value name "METHOD", separated by spaces; NULL:
// unknown. Owned by the caller. For "LIST" these are the quantities, up to their ':'.
char *words_of_value(const char *value);

// The codes of `explain`, separated by spaces. Owned by the caller.
char *message_class_codes(void);
// Names of the examples, separated by spaces. Owned by the caller.
char *example_names(void);

// "bielle eval FILE --at STATE [--what LIST]", broken into lines.
void put_usage(Text *out, const Command *command);
// Summary, usage, and one line per option.
void put_command_help(Text *out, const Command *command);
// All commands, quantities, exit status.
void put_help(Text *out);

#endif
