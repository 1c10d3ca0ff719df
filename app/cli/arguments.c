// arguments.c -- parses the command line.
// SPDX-License-Identifier: MIT
#include "app/cli/options.h"
#include "app/cli/files/output.h"
#include "base/messages/diagnostics.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_choice(const char *choices, const char *word)
{
  size_t length = strlen(word);
  for (const char *at = choices; *at; at += strspn(at, "|")) {
    size_t size = strcspn(at, "|");
    if (size == length && memcmp(at, word, length) == 0) return true;
    at += size;
  }
  return false;
}

// Prints an error and the usage of the command. Returns false.
static bool misuse(const Command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static bool misuse(const Command *command, const char *format, ...)
{
  Text sentence = { 0 }, usage = { 0 };
  va_list values;
  va_start(values, format);
  text_vformat(&sentence, format, values);
  va_end(values);
  put_usage(&usage, command);
  complain("bielle %s: %s\nusage: %s", command->name, text_string(&sentence), text_string(&usage));
  text_free(&sentence);
  text_free(&usage);
  return false;
}

static void report_unknown_option(const Command *command, const char *word)
{
  enum { MOST = 64 };
  const char *names[MOST];
  int count = 0;
  OptionUse use;
  for (const char *at = command->options; count < MOST && next_option(command, &at, &use);)
    names[count++] = use.option->word;
  const char *near = nearest_name(word, strlen(word), names, count);
  misuse(command, near ? "unknown option '%s'; did you mean '%s'?" : "unknown option '%s'", word,
         near);
}

// Terminates the first name of the list, at commas and spaces outside of brackets, and advances to
// the rest; NULL: the list is empty.
static char *next_key(char **list)
{
  char *key = *list + strspn(*list, ", "), *end = key;
  for (bool is_inside = false; *end && (is_inside || !strchr(", ", *end)); end++)
    is_inside = *end == '[' || (is_inside && *end != ']');
  if (end == key) return NULL;
  *list = *end ? end + 1 : end;
  *end = '\0';
  return key;
}

// Appends "M,C[1,2],G" (or "M C[1,2] G") to the keys; `text` owns them. Returns their number, or
// -1.
static int split_keys(const Command *command, const char *option, const char *list, char **text,
                      Arguments *arguments)
{
  free(*text);
  *text = strdup(list);
  int first = arguments->key_count;
  char *rest = *text;
  for (char *key = next_key(&rest); key; key = next_key(&rest)) {
    if (arguments->key_count == MAX_KEYS) {
      complain("bielle %s: %s takes at most %d names", command->name, option, MAX_KEYS);
      return -1;
    }
    arguments->keys[arguments->key_count++] = key;
  }
  if (arguments->key_count > first) return arguments->key_count - first;
  complain("bielle %s: %s needs names, such as M,G,tau", command->name, option);
  return -1;
}

// Parses a nonnegative integer, decimal or hexadecimal.
static bool is_whole_number(const char *word, uint64_t *number)
{
  char *end = NULL;
  errno = 0;
  *number = strtoull(word, &end, 0);
  return isdigit((unsigned char)word[0]) && *end == '\0' && errno == 0;
}

static bool read_width(const Command *command, const char *word, uint64_t *width)
{
  enum { LEAST = 20, MOST = 100000 };
  if (is_whole_number(word, width) && *width >= LEAST && *width <= MOST) return true;
  complain("bielle %s: --width cannot be '%s'; it is a number of columns from %d to %d",
           command->name, word, LEAST, MOST);
  return false;
}

static bool read_seed(const Command *command, const char *word, uint64_t *seed)
{
  if (is_whole_number(word, seed)) return true;
  complain("bielle %s: --seed cannot be '%s'; it is a number from 0 to 2^64 - 1, such as 7",
           command->name, word);
  return false;
}

static void report_no_choice(const Command *command, const OptionUse *use, const char *value)
{
  char choices[sizeof use->choices];
  memcpy(choices, use->choices, sizeof choices);
  for (char *bar = choices; (bar = strchr(bar, '|')) != NULL;)
    *bar = ' ';
  complain("bielle %s: %s cannot be '%s'; choose one of: %s", command->name, use->option->word,
           value, choices);
}

// Negative numbers are values, not options.
static int take_group(const Command *command, const Option *option, int count, char *words[],
                      Arguments *arguments)
{
  int found = 0;
  while (found + 1 < count && strncmp(words[found + 1], "--", 2) != 0 &&
         strcmp(words[found + 1], "-o") != 0) {
    found++;
  }
  if (arguments->group_count == MAX_GROUPS) {
    complain("bielle %s: at most %d times %s and the like", command->name, MAX_GROUPS,
             option->word);
    return 0;
  }
  arguments->groups[arguments->group_count++] = (WordGroup){ option->word, words + 1, found };
  return found + 1;
}

// Sets the option from "--word=value" or from the following word. Returns the number of words used,
// 0 on an error.
static int take_option(const Command *command, const OptionUse *use, const char *inline_value,
                       const char *next, Arguments *arguments)
{
  const Option *option = use->option;
  char *place = (char *)arguments + option->place;
  if (!option->value) {
    if (!inline_value) {
      *(bool *)place = true;
      return 1;
    }
    complain("bielle %s: %s takes no value", command->name, option->word);
    return 0;
  }
  const char *value = inline_value ? inline_value : next;
  if (!value || value[0] == '\0') {
    return misuse(command, "%s needs a value", option->word);
  }
  if (use->choices[0] != '\0' && !is_choice(use->choices, value)) {
    report_no_choice(command, use, value);
    return 0;
  }
  if (*(const char *const *)(const void *)place) {
    complain("bielle %s: %s is given twice", command->name, option->word);
    return 0;
  }
  memcpy(place, &value, sizeof value);
  return inline_value ? 1 : 2;
}

static int read_option(const Command *command, int count, char *words[], Arguments *arguments)
{
  char word[64];
  const char *equals = strchr(words[0], '=');
  size_t length = equals ? (size_t)(equals - words[0]) : strlen(words[0]);
  snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), words[0]);
  OptionUse use;
  if (!find_option(command, word, &use)) {
    report_unknown_option(command, word);
    return 0;
  }
  if (use.option->place == offsetof(Arguments, groups))
    return take_group(command, use.option, count, words, arguments);
  return take_option(command, &use, equals ? equals + 1 : NULL, count > 1 ? words[1] : NULL,
                     arguments);
}

static bool take_operand(const Command *command, const char *word, Arguments *arguments)
{
  if (!command->operand) return misuse(command, "what is '%s'?", word);
  if (arguments->file && strchr(command->operand, ' ') && !arguments->second) {
    arguments->second = word;
    return true;
  }
  if (arguments->file) {
    return misuse(command, "one %s at a time, not '%s' and '%s'",
                  strcmp(command->operand, "FILE") == 0 ? "file" : "word", arguments->file, word);
  }
  arguments->file = word;
  return true;
}

// Returns true if all required options are given; otherwise reports the missing one.
static bool has_needed(const Command *command, const Arguments *arguments)
{
  OptionUse use;
  for (const char *at = command->options; next_option(command, &at, &use);) {
    const char *const *value = (const void *)((const char *)arguments + use.option->place);
    bool is_group = use.option->place == offsetof(Arguments, groups);
    if (use.is_needed && !is_group && !*value) {
      return misuse(command, "%s %s is needed: %s", use.option->word, use.option->value,
                    use.option->help);
    }
  }
  return true;
}

// Parses the values that are not plain text.
static bool read_values(const Command *command, Arguments *arguments)
{
  const char *what = arguments->what, *explain = arguments->explain;
  if (what && explain) {
    complain("bielle %s: --explain LIST selects the entries; leave out --what", command->name);
    return false;
  }
  arguments->is_explained = explain != NULL;
  bool is_listed = arguments->state && state_is_written_out(arguments->state);
  const char *option = strstr(command->options, "--set") ? "--set" : "--at";
  arguments->state_name = is_listed ? option : arguments->state;
  char **text = &arguments->key_text;
  arguments->key_count = 0;
  if (what && split_keys(command, "--what", what, text, arguments) < 0) return false;
  if (explain && split_keys(command, "--explain", explain, text, arguments) < 0) return false;
  if (arguments->fuse) {
    arguments->fused_count =
        split_keys(command, "--fuse", arguments->fuse, &arguments->fuse_text, arguments);
    if (arguments->fused_count < 0) return false;
  }
  const char *seed = arguments->seed_word, *width = arguments->width_word;
  if (seed && !read_seed(command, seed, &arguments->seed)) return false;
  return !width || read_width(command, width, &arguments->width);
}

static bool has_operand(const Command *command, const Arguments *arguments)
{
  const char *operand = command->operand;
  bool needs_none = is_word(arguments->stage, "grammar") || is_word(arguments->stage, "quantities");
  if (arguments->file || needs_none || !operand || operand[0] == '[') return true;
  return misuse(command, "which %s?", strcmp(operand, "FILE") == 0 ? "file" : operand);
}

bool arguments_read(const Command *command, int count, char *words[], Arguments *arguments)
{
  for (int i = 0; i < count;) {
    bool is_option = words[i][0] == '-' && words[i][1] != '\0';
    int taken = is_option ? read_option(command, count - i, words + i, arguments)
                          : take_operand(command, words[i], arguments);
    if (taken == 0) return false;
    i += taken;
  }
  return read_values(command, arguments) && has_operand(command, arguments) &&
         has_needed(command, arguments) && output_choose(command, arguments);
}

void arguments_free(Arguments *arguments)
{
  free(arguments->key_text);
  free(arguments->fuse_text);
}
