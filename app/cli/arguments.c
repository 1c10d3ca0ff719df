// arguments.c -- the words of the command line.
// SPDX-License-Identifier: MIT
#include "app/cli/command.h"
#include "base/diagnostics.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// An option: its words, and where its value or its mark goes.
typedef struct Option {
  const char *word;
  const char **value;  // NULL: a mark
  bool *mark;
  const char *choices;  // allowed values separated by spaces; NULL: any
} Option;

static bool is_listed(const char *list, const char *word)
{
  size_t length = strlen(word);
  for (const char *at = list; (at = strstr(at, word)) != NULL; at += length) {
    bool starts = at == list || at[-1] == ' ';
    bool ends = at[length] == '\0' || at[length] == ' ';
    if (starts && ends) return true;
  }
  return false;
}

static void report_unknown_option(const Command *command, const char *word)
{
  char options[256];
  snprintf(options, sizeof options, "%s", command->options);
  const char *names[32];
  int count = 0;
  char *rest = NULL;
  for (char *name = strtok_r(options, " ", &rest); name && count < 32;
       name = strtok_r(NULL, " ", &rest)) {
    names[count++] = name;
  }
  const char *near = nearest_name(word, strlen(word), names, count);
  fprintf(stderr, "bielle %s: unknown option '%s'", command->name, word);
  if (near) fprintf(stderr, "; did you mean '%s'?", near);
  fprintf(stderr, "\nusage: %s\n", command->usage);
}

static const Option *find_option(const Option options[], const char *word)
{
  for (int i = 0; options[i].word; i++) {
    if (strcmp(options[i].word, word) == 0) return &options[i];
  }
  return NULL;
}

// Ends the first name of the list, which is at commas and spaces outside of brackets, and moves on
// to the rest; NULL: there is none.
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

// Splits "M,C[1,2],G" (or "M C[1,2] G").
static bool split_keys(const Command *command, const char *option, const char *list,
                       Arguments *arguments)
{
  free(arguments->key_text);
  arguments->key_text = strdup(list);
  arguments->key_count = 0;
  char *rest = arguments->key_text;
  for (char *key = next_key(&rest); key; key = next_key(&rest)) {
    if (arguments->key_count == MAX_KEYS) {
      fprintf(stderr, "bielle %s: %s takes at most %d names\n", command->name, option, MAX_KEYS);
      return false;
    }
    arguments->keys[arguments->key_count++] = key;
  }
  if (arguments->key_count > 0) return true;
  fprintf(stderr, "bielle %s: %s needs names, such as M,G,tau\n", command->name, option);
  return false;
}

// A whole number that is not negative, decimal or hexadecimal.
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
  fprintf(stderr, "bielle %s: --width cannot be '%s'; it is a number of columns from %d to %d\n",
          command->name, word, LEAST, MOST);
  return false;
}

static bool read_seed(const Command *command, const char *word, uint64_t *seed)
{
  if (is_whole_number(word, seed)) return true;
  fprintf(stderr,
          "bielle %s: --seed cannot be '%s'; it is a number from 0 to 2^64 - 1, such as 7\n",
          command->name, word);
  return false;
}

// Sets `option` from "--word=value" or from the word that follows. Returns how many words it took,
// 0 on a mistake.
static int take_option(const Command *command, const Option *option, const char *inline_value,
                       const char *next)
{
  if (option->mark) {
    if (!inline_value) {
      *option->mark = true;
      return 1;
    }
    fprintf(stderr, "bielle %s: %s takes no value\n", command->name, option->word);
    return 0;
  }
  const char *value = inline_value ? inline_value : next;
  if (!value || value[0] == '\0') {
    fprintf(stderr, "bielle %s: %s needs a value\nusage: %s\n", command->name, option->word,
            command->usage);
    return 0;
  }
  if (option->choices && !is_listed(option->choices, value)) {
    fprintf(stderr, "bielle %s: %s cannot be '%s'; there is: %s\n", command->name, option->word,
            value, option->choices);
    return 0;
  }
  *option->value = value;
  return inline_value ? 1 : 2;
}

static int read_option(const Command *command, const Option options[], int count, char *words[])
{
  char word[64];
  const char *equals = strchr(words[0], '=');
  size_t length = equals ? (size_t)(equals - words[0]) : strlen(words[0]);
  snprintf(word, sizeof word, "%.*s", (int)(length < 63 ? length : 63), words[0]);
  const Option *option = is_listed(command->options, word) ? find_option(options, word) : NULL;
  if (!option) {
    report_unknown_option(command, word);
    return 0;
  }
  return take_option(command, option, equals ? equals + 1 : NULL, count > 1 ? words[1] : NULL);
}

static bool take_file(const Command *command, const char *word, Arguments *arguments)
{
  if (arguments->file) {
    fprintf(stderr, "bielle %s: one file at a time, not '%s' and '%s'\nusage: %s\n", command->name,
            arguments->file, word, command->usage);
    return false;
  }
  arguments->file = word;
  return true;
}

static const char *notations_of(const Command *command)
{
  if (strcmp(command->name, "analyze sweep") == 0) return "text csv json";
  bool is_study = strncmp(command->name, "analyze ", strlen("analyze ")) == 0;
  return is_study ? "text json" : "text latex mathml json listing";
}

bool arguments_read(const Command *command, int count, char *words[], Arguments *arguments)
{
  const char *what = NULL, *explain = NULL, *seed = NULL, *width = NULL;
  arguments->words = words;
  arguments->word_count = count;
  if (!command->options) return true;
  const Option options[] = {
    { "--what", &what, NULL, NULL },
    { "--explain", &explain, NULL, NULL },
    { "--method", &arguments->method, NULL, NULL },
    { "--form", &arguments->form, NULL, "condensed expanded recursive explicit" },
    { "--as", &arguments->notation, NULL, notations_of(command) },
    { "--at", &arguments->state, NULL, NULL },
    { "--lang", &arguments->language, NULL, NULL },
    { "-o", &arguments->output, NULL, NULL },
    { "--stage", &arguments->stage, NULL, "grammar quantities mechanism equations program" },
    { "--seed", &seed, NULL, NULL },
    { "--width", &width, NULL, NULL },
    { "--color", &arguments->color, NULL, "auto always never" },
    { "--to", &arguments->convention, NULL, "dh-standard dh-modified khalil urdf bl" },
    { "--freeze", &arguments->freeze, NULL, NULL },
    { "--parametrisation", &arguments->parametrisation, NULL, "minimal relative cartesian" },
    { "--drop", &arguments->drop, NULL, "coriolis" },
    { "--negligible", &arguments->negligible, NULL, NULL },
    { "--speeds", &arguments->speeds, NULL, NULL },
    { "--accelerations", &arguments->accelerations, NULL, NULL },
    { "--hold", &arguments->hold, NULL, NULL },
    { "--drives", &arguments->drives, NULL, NULL },
    { "--weights", &arguments->weights, NULL, NULL },
    { "--about", &arguments->about, NULL, NULL },
    { "--drive", &arguments->drive, NULL, NULL },
    { "--steps", &arguments->steps, NULL, NULL },
    { "--speed", &arguments->speed, NULL, NULL },
    { "--acceleration", &arguments->acceleration, NULL, NULL },
    { "--columns", &arguments->columns, NULL, NULL },
    { "--plot", &arguments->plot, NULL, NULL },
    { "--constraints", &arguments->constraints, NULL, "augmented partition projector" },
    { "--independent", &arguments->independent, NULL, NULL },
    { "--all", NULL, &arguments->wants_all, NULL },
    { "--open", NULL, &arguments->keeps_open, NULL },
    { "--equilibrium", NULL, &arguments->is_equilibrium, NULL },
    { "--no-snap", NULL, &arguments->keeps_angles, NULL },
    { "--merge-fixed", NULL, &arguments->merges_fixed, NULL },
    { "--allow-unproved", NULL, &arguments->allows_unproved, NULL },
    { "--units", NULL, &arguments->wants_units, NULL },
    { "--json", NULL, &arguments->is_json, NULL },
    { "--compact", NULL, &arguments->is_compact, NULL },
    { "--float", NULL, &arguments->is_float, NULL },
    { "--batch", NULL, &arguments->has_batch, NULL },
    { NULL, NULL, NULL, NULL },
  };
  for (int i = 0; i < count;) {
    bool is_option = words[i][0] == '-' && words[i][1] != '\0';
    int taken = is_option ? read_option(command, options, count - i, words + i)
                          : take_file(command, words[i], arguments);
    if (taken == 0) return false;
    i += taken;
  }
  if (what && explain) {
    fprintf(stderr, "bielle %s: --explain LIST says what is wanted; leave out --what\n",
            command->name);
    return false;
  }
  arguments->is_explained = explain != NULL;
  bool is_listed = arguments->state && strchr(arguments->state, '=');
  arguments->state_name = is_listed ? "--at" : arguments->state;
  if (what && !split_keys(command, "--what", what, arguments)) return false;
  if (explain && !split_keys(command, "--explain", explain, arguments)) return false;
  if (seed && !read_seed(command, seed, &arguments->seed)) return false;
  if (width && !read_width(command, width, &arguments->width)) return false;
  bool needs_no_file = arguments->stage && (strcmp(arguments->stage, "grammar") == 0 ||
                                            strcmp(arguments->stage, "quantities") == 0);
  if (arguments->file || needs_no_file) return true;
  fprintf(stderr, "bielle %s: which file?\nusage: %s\n", command->name, command->usage);
  return false;
}

void arguments_free(Arguments *arguments) { free(arguments->key_text); }
