// help.c -- help texts, generated from the tables.
// SPDX-License-Identifier: MIT
#include "app/cli/options.h"

#include <string.h>

enum { LINE_WIDTH = 96, USAGE_INDENT = 14, OPTION_WIDTH = 26, GROUP_WIDTH = 26 };

// ---- line breaking at spaces

typedef struct Lines {
  Text *out;
  int column;
  int indent;  // of all lines after the first
} Lines;

// Appends an unbreakable word.
static void put_word(Lines *lines, const char *word, size_t length)
{
  int columns = text_columns(word, length);
  bool is_first = lines->column <= lines->indent;
  if (!is_first && lines->column + 1 + columns > LINE_WIDTH) {
    text_put_char(lines->out, '\n');
    text_repeat(lines->out, ' ', lines->indent);
    lines->column = lines->indent;
    is_first = true;
  }
  if (!is_first) text_put_char(lines->out, ' ');
  text_put_bytes(lines->out, word, length);
  lines->column += columns + !is_first;
}

static void put_words(Lines *lines, const char *words)
{
  for (const char *at = words + strspn(words, " "); *at; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    put_word(lines, at, length);
    at += length;
  }
}

// "name      words ...", in two columns.
static void put_entry(Text *out, const char *name, int width, const char *words)
{
  int columns = text_columns(name, strlen(name));
  text_format(out, "  %s", name);
  if (columns + 2 > width) {
    text_put_char(out, '\n');
    columns = -2;
  }
  text_repeat(out, ' ', width - columns);
  Lines lines = { out, width + 2, width + 2 };
  put_words(&lines, words);
  text_put_char(out, '\n');
}

// ---- one command

// "--as text|json", "--what LIST"
static void put_option(Text *out, const OptionUse *use)
{
  text_put(out, use->option->word);
  if (!use->option->value) return;
  text_format(out, " %s", use->choices[0] != '\0' ? use->choices : use->option->value);
}

static void put_options(Lines *lines, const Command *command, bool is_needed)
{
  OptionUse use;
  for (const char *at = command->options; next_option(command, &at, &use);) {
    if (use.is_needed != is_needed) continue;
    Text word = { 0 };
    if (!is_needed) text_put_char(&word, '[');
    put_option(&word, &use);
    if (!is_needed) text_put_char(&word, ']');
    put_word(lines, text_string(&word), word.length);
    text_free(&word);
  }
}

void put_usage(Text *out, const Command *command)
{
  Lines lines = { out, 0, 0 };
  put_words(&lines, "bielle");
  put_words(&lines, command->name);
  if (command->operand) put_words(&lines, command->operand);
  lines.column += (int)strlen("usage: ");
  lines.indent = USAGE_INDENT;
  put_options(&lines, command, true);
  put_options(&lines, command, false);
}

void put_command_help(Text *out, const Command *command)
{
  text_format(out, "%s\n\nusage: ", command->summary);
  put_usage(out, command);
  text_put(out, command->options[0] != '\0' ? "\n\n" : "\n");
  OptionUse use;
  for (const char *at = command->options; next_option(command, &at, &use);) {
    Text word = { 0 };
    put_option(&word, &use);
    put_entry(out, text_string(&word), OPTION_WIDTH, use.option->help);
    text_free(&word);
  }
  if (command->notes) text_format(out, "\n%s\n", command->notes);
  if (command->run == command_analyze) {
    int count;
    const Command *studies = analyze_studies(&count);
    text_put(out, "\n");
    for (int i = 0; i < count; i++)
      put_entry(out, studies[i].name, OPTION_WIDTH, studies[i].summary);
    text_put(out, "\nbielle analyze STUDY --help tells the options of one.\n");
  }
}

// ---- general help

static void put_quantities(Text *out)
{
  int count;
  const QuantityGroup *groups = quantity_groups(&count);
  for (int i = 0; i < count; i++) {
    Text words = { 0 };
    text_put(&words, groups[i].keys);
    if (groups[i].method[0] != '\0') text_format(&words, ", with --method %s", groups[i].method);
    put_entry(out, groups[i].name, GROUP_WIDTH, text_string(&words));
    text_free(&words);
  }
}

void put_help(Text *out)
{
  const Command *list[MAX_COMMANDS];
  int count = command_list(list);
  text_put(out, "bielle: equations of motion of articulated mechanisms\n\n");
  for (int i = 0; i < count; i++) {
    Text name = { 0 };
    text_format(&name, "bielle %s", list[i]->name);
    if (list[i]->run != command_analyze)
      put_entry(out, text_string(&name), OPTION_WIDTH, list[i]->summary);
    text_free(&name);
  }
  text_put(out, "\n  bielle COMMAND --help      usage of one command, with all its options\n"
                "  bielle --version\n\n"
                "FILE '-' is standard input.\n"
                "METHOD is energy, lagrange, uicker, kane or newton-euler. LIST is names separated "
                "by commas;\ncapitals after ':' denote names of the description:\n");
  put_quantities(out);
  text_put(out, "Exit status: 0 done, 1 what was asked for does not hold, 2 bad input or usage.\n");
}
