// completion.c -- bielle completion bash|zsh|fish: completion scripts for shells, generated from
// the tables.
// SPDX-License-Identifier: MIT
#include "app/cli/options.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- possible words

// The values of an option, separated by spaces; NULL: any. Owned by the caller.
static char *values_of(const OptionUse *use)
{
  if (use->choices[0] == '\0')
    return use->option->value ? words_of_value(use->option->value) : NULL;
  char *words = strdup(use->choices);
  for (char *bar = words; (bar = strchr(bar, '|')) != NULL;)
    *bar = ' ';
  return words;
}

// The possible operands; NULL: a file, or unknown. Owned by the caller.
static char *operands_of(const Command *command)
{
  char name[32];
  if (!command->operand) return NULL;
  const char *start = command->operand + (command->operand[0] == '[');
  snprintf(name, sizeof name, "%.*s", (int)strcspn(start, "]"), start);
  return words_of_value(name);
}

// Returns true for "FILE", also if followed by a part of it: "FILE [EXPERIMENT]".
static bool takes_file(const Command *command)
{
  return command->operand && strncmp(command->operand, "FILE", strlen("FILE")) == 0;
}

static bool is_file(const char *value)
{
  return strcmp(value, "FILE") == 0 || strcmp(value, "STATE") == 0;
}

// Text between single quotes of a shell, with a backslash before each of the `special` characters.
static void put_quoted(Text *out, const char *text, const char *special)
{
  for (const char *at = text; *at; at++) {
    if (*at == '\'') {
      text_put(out, "'\\''");
      continue;
    }
    if (strchr(special, *at)) text_put_char(out, '\\');
    text_put_char(out, *at);
  }
}

// ---- bash

static void put_bash_values(Text *out, const Command *command)
{
  OptionUse use;
  for (const char *at = command->options; next_option(command, &at, &use);) {
    char *values = values_of(&use);
    if (values)
      text_format(out, "    '%s %s') words='%s' ;;\n", command->name, use.option->word, values);
    else if (use.option->value && is_file(use.option->value))
      text_format(out, "    '%s %s') files=-f ;;\n", command->name, use.option->word);
    else if (use.option->value && strcmp(use.option->value, "DIRECTORY") == 0)
      text_format(out, "    '%s %s') files=-d ;;\n", command->name, use.option->word);
    else if (use.option->value)
      text_format(out, "    '%s %s') ;;\n", command->name, use.option->word);
    free(values);
  }
}

static void put_bash_command(Text *out, const Command *command)
{
  char *operands = operands_of(command);
  text_format(out, "      '%s') words='", command->name);
  OptionUse use;
  for (const char *at = command->options; next_option(command, &at, &use);)
    text_format(out, "%s ", use.option->word);
  if (operands) text_format(out, "%s ", operands);
  if (command->run == command_analyze) {
    put_command_names(out, true);
    text_put_char(out, ' ');
  }
  text_format(out, "--help'%s ;;\n", takes_file(command) ? "; files=-f" : "");
  free(operands);
}

static void put_bash(Text *out)
{
  const Command *list[MAX_COMMANDS];
  int count = command_list(list);
  text_put(out, "# completion of bielle for bash, made by `bielle completion bash`\n"
                "_bielle() {\n"
                "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
                "  local command=${COMP_WORDS[1]} words= files= head=\n"
                "  if [ \"$command\" = analyze ] && [ \"$COMP_CWORD\" -gt 2 ]; then\n"
                "    command=\"analyze ${COMP_WORDS[2]}\"\n"
                "  fi\n"
                "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n"
                "    words='");
  put_command_names(out, false);
  text_put(out, " --help --version'\n"
                "  else\n"
                "    case \"$command $previous\" in\n");
  for (int i = 0; i < count; i++)
    put_bash_values(out, list[i]);
  text_put(out, "    *) case \"$command\" in\n");
  for (int i = 0; i < count; i++)
    put_bash_command(out, list[i]);
  text_put(out, "      esac ;;\n"
                "    esac\n"
                "  fi\n"
                "  case \"$previous\" in\n"
                "  --what | --explain)  # the last of the names that commas separate\n"
                "    head=${current%\"${current##*,}\"}\n"
                "    compopt -o nospace 2> /dev/null ;;\n"
                "  esac\n"
                "  mapfile -t COMPREPLY < <(\n"
                "    compgen -P \"$head\" -W \"$words\" -- \"${current#\"$head\"}\"\n"
                "    [ -z \"$files\" ] || compgen \"$files\" -- \"$current\")\n"
                "  [ -z \"$files\" ] || compopt -o filenames 2> /dev/null\n"
                "}\n"
                "complete -F _bielle bielle\n");
}

// ---- zsh

static void put_zsh_action(Text *out, const char *value, const char *words)
{
  text_put_char(out, ':');
  put_quoted(out, value, ":");
  if (strcmp(value, "LIST") == 0) {
    text_put(out, ":_bielle_quantities");
  } else if (words) {
    text_put(out, ":(");
    put_quoted(out, words, ":");
    text_put_char(out, ')');
  } else if (is_file(value)) {
    text_put(out, ":_files");
  } else {
    text_put(out, strcmp(value, "DIRECTORY") == 0 ? ":_files -/" : ": ");
  }
}

static void put_zsh_command(Text *out, const Command *command)
{
  const char *study = study_name(command);
  char *operands = operands_of(command);
  text_format(out, "    %s) _arguments", study ? study : command->name);
  OptionUse use;
  for (const char *at = command->options; next_option(command, &at, &use);) {
    char *values = values_of(&use);
    text_format(out, " \\\n      '%s[", use.option->word);
    put_quoted(out, use.option->help, "[]\\");
    text_put_char(out, ']');
    if (use.option->value) put_zsh_action(out, use.option->value, values);
    text_put_char(out, '\'');
    free(values);
  }
  text_put(out, " \\\n      '--help[all options]'");
  if (operands) {
    text_format(out, " \\\n      '1:%s:(%s)'", command->operand, operands);
  } else if (takes_file(command)) {
    text_put(out, " \\\n      '*:FILE:_files'");
  }
  text_put(out, " ;;\n");
  free(operands);
}

static void put_zsh_names(Text *out, bool are_studies)
{
  const Command *list[MAX_COMMANDS];
  int count = command_list(list);
  for (int i = 0; i < count; i++) {
    const char *study = study_name(list[i]);
    if ((study != NULL) != are_studies) continue;
    text_format(out, "    '%s:", study ? study : list[i]->name);
    put_quoted(out, list[i]->summary, "");
    text_put(out, "'\n");
  }
}

static void put_zsh_cases(Text *out, bool are_studies)
{
  const Command *list[MAX_COMMANDS];
  int count = command_list(list);
  for (int i = 0; i < count; i++) {
    if ((study_name(list[i]) != NULL) != are_studies) continue;
    if (list[i]->run == command_analyze) {
      text_put(out, "    analyze) _bielle_analyze ;;\n");
    } else {
      put_zsh_command(out, list[i]);
    }
  }
}

// A function that removes the first word and completes the following one.
static void put_zsh_function(Text *out, const char *name, bool are_studies)
{
  text_format(out, "%s() {\n  local -a names=(\n", name);
  put_zsh_names(out, are_studies);
  text_format(out,
              "  )\n"
              "  if (( CURRENT == 2 )); then\n"
              "    _describe name names\n"
              "    _arguments '--help[all %s]'%s\n"
              "    return\n"
              "  fi\n",
              are_studies ? "studies" : "commands",
              are_studies ? "" : " '--version[which one it is]'");
  text_put(out, "  shift words\n"
                "  (( CURRENT-- ))\n"
                "  case $words[1] in\n");
  put_zsh_cases(out, are_studies);
  text_put(out, "  esac\n}\n");
}

static void put_zsh(Text *out)
{
  text_put(out,
           "#compdef bielle\n# completion of bielle for zsh, made by `bielle completion zsh`\n");
  char *keys = words_of_value("LIST");
  text_format(out, "_bielle_quantities() {\n  _sequence compadd - %s\n}\n", keys);
  free(keys);
  put_zsh_function(out, "_bielle_analyze", true);
  put_zsh_function(out, "_bielle", false);
  text_put(out, "if [ \"$funcstack[1]\" = _bielle ]; then\n  _bielle \"$@\"\n"
                "else\n  compdef _bielle bielle\nfi\n");
}

// ---- fish

static const char FISH_FUNCTIONS[] =
    "# completion of bielle for fish, made by `bielle completion fish`\n"
    "function __bielle_behind  # these words, wherever the next one is\n"
    "  set -l words (commandline -opc)\n"
    "  set -l wanted $words[1] $argv\n"
    "  set -l last (count $wanted)\n"
    "  test \"$words[1..$last]\" = \"$wanted\"\n"
    "end\n"
    "function __bielle_at  # just behind these words\n"
    "  set -l words (commandline -opc)\n"
    "  test (count $words) -eq (math 1 + (count $argv)); and __bielle_behind $argv\n"
    "end\n"
    "function __bielle_quantities  # the last of the names that commas separate\n"
    "  set -l head (string replace -r '[^,]*$' '' -- (commandline -ct))\n"
    "  printf '%s\\n' $head$argv\n"
    "end\n";

// "complete -c bielle -n CONDITION": after the words of the command, or directly after them.
static void put_fish_start(Text *out, const char *where, const char *name)
{
  text_format(out, "complete -c bielle -n '__bielle_%s%s%s'", where, name[0] ? " " : "", name);
}

// Text between single quotes, with \' as fish requires.
static void put_fish_told(Text *out, const char *what)
{
  text_put(out, " -d '");
  for (const char *at = what; *at; at++) {
    if (*at == '\'' || *at == '\\') text_put_char(out, '\\');
    text_put_char(out, *at);
  }
  text_put(out, "'\n");
}

static void put_fish_value(Text *out, const char *value, const char *words)
{
  if (strcmp(value, "DIRECTORY") == 0) {
    text_put(out, " -x -a '(__fish_complete_directories)'");
  } else if (strcmp(value, "LIST") == 0) {
    text_format(out, " -x -a '(__bielle_quantities %s)'", words);
  } else if (words) {
    text_format(out, " -x -a '%s'", words);
  } else {
    text_put(out, is_file(value) ? " -r -F" : " -x");
  }
}

static void put_fish_command(Text *out, const Command *command)
{
  OptionUse use;
  char *operands = operands_of(command);
  for (const char *at = command->options; next_option(command, &at, &use);) {
    const char *word = use.option->word;
    char *values = values_of(&use);
    put_fish_start(out, "behind", command->name);
    text_format(out, strncmp(word, "--", 2) == 0 ? " -l %s" : " -s %s", word + strspn(word, "-"));
    if (use.option->value) put_fish_value(out, use.option->value, values);
    put_fish_told(out, use.option->help);
    free(values);
  }
  put_fish_start(out, "behind", command->name);
  text_put(out, " -l help");
  put_fish_told(out, "all options");
  if (operands || !takes_file(command)) {
    put_fish_start(out, command->run == command_analyze ? "at" : "behind", command->name);
    text_put(out, " -f");
    if (operands) text_format(out, " -a '%s'", operands);
    text_put_char(out, '\n');
  }
  free(operands);
}

static void put_fish(Text *out)
{
  const Command *list[MAX_COMMANDS];
  int count = command_list(list);
  text_put(out, FISH_FUNCTIONS);
  put_fish_start(out, "at", "");
  text_put(out, " -f -l help\n");
  put_fish_start(out, "at", "");
  text_put(out, " -f -l version\n");
  for (int i = 0; i < count; i++) {
    const char *study = study_name(list[i]);
    put_fish_start(out, "at", study ? "analyze" : "");
    text_format(out, " -f -a %s", study ? study : list[i]->name);
    put_fish_told(out, list[i]->summary);
    put_fish_command(out, list[i]);
  }
}

BielleStatus command_completion(Work *work)
{
  static const struct {
    const char *name;
    void (*put)(Text *out);
  } SHELLS[] = { { "bash", put_bash }, { "zsh", put_zsh }, { "fish", put_fish } };
  Text out = { 0 };
  for (size_t i = 0; i < sizeof SHELLS / sizeof SHELLS[0]; i++) {
    if (is_word(work->arguments->file, SHELLS[i].name)) SHELLS[i].put(&out);
  }
  bool is_known = out.length > 0;
  work->text = text_release(&out);
  if (is_known) return BIELLE_OK;
  complain("bielle completion: no shell '%s'; choose one of: bash zsh fish", work->arguments->file);
  return BIELLE_BAD_INPUT;
}
