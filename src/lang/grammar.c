// grammar.c -- the table of statements for tools: JSON with each statement's production, usage and
// clauses.
// SPDX-License-Identifier: MIT
#include "lang/grammar.h"

#include "lang/document.h"
#include "lang/functions.h"

#include <ctype.h>
#include <string.h>

static const struct {
  const char *name;
  const char *production;
  const char *usage;
} syntaxes[SYNTAX_COUNT] = {
#define SYNTAX(NAME, production, usage) [SYNTAX_##NAME] = { #NAME, production, usage },
#include "lang/syntax.def"
};

static bool is_option(const ClauseRow *row)
{
  return row->presence == PRESENCE_ANY || row->presence == PRESENCE_MANY;
}

// ---- ebnf

// "on plane" as two words.
static void put_lead(const char *lead, Text *out)
{
  while (*lead != '\0') {
    size_t length = strcspn(lead, " ");
    text_put_char(out, '"');
    text_put_bytes(out, lead, length);
    text_put(out, "\"");
    lead += length + (lead[length] == ' ');
    if (*lead != '\0') text_put(out, ", ");
  }
}

static void put_clause(const ClauseRow *row, Text *out)
{
  const char *production = syntaxes[row->syntax].production;
  put_lead(row->lead, out);
  if (*row->lead != '\0' && *production != '\0') text_put(out, ", ");
  bool has_choice = strstr(production, " | ") != NULL;
  text_format(out, has_choice ? "( %s )" : "%s", production);
}

static int option_count(StatementKind kind)
{
  int count = 0;
  for (int i = 0; clause_row(kind, i); i++)
    count += is_option(clause_row(kind, i));
  return count;
}

static void put_options(StatementKind kind, Text *out)
{
  const ClauseRow *row;
  bool is_first = true;
  text_put(out, *statement_row(kind)->joint == '{' ? ", \"{\", { \",\" | NEWLINE | "
                                                   : ", { [ \",\" ], ( ");
  for (int i = 0; (row = clause_row(kind, i)) != NULL; i++) {
    if (!is_option(row)) continue;
    if (!is_first) text_put(out, " | ");
    put_clause(row, out);
    is_first = false;
  }
  text_put(out, *statement_row(kind)->joint == '{' ? " }, \"}\"" : " ) }");
}

// A clause of its own, in brackets if it may be left out; a choice goes with the row below.
static void put_ordered(StatementKind kind, int *i, Text *out)
{
  const ClauseRow *row = clause_row(kind, *i);
  const ClauseRow *other = row->presence == PRESENCE_CHOICE ? clause_row(kind, ++*i) : NULL;
  const ClauseRow *last = other ? other : row;
  bool may_be_left_out = last->presence == PRESENCE_MAYBE;
  text_put(out, may_be_left_out ? ", [ " : other ? ", ( " : ", ");
  put_clause(row, out);
  if (other) text_put(out, " | ");
  if (other) put_clause(other, out);
  text_put(out, may_be_left_out ? " ]" : other ? " )" : "");
}

static void put_production(StatementKind kind, Text *out)
{
  const StatementRow *statement = statement_row(kind);
  text_format(out, "%s = \"%s\"", statement->word, statement->word);
  const ClauseRow *row;
  for (int i = 0; (row = clause_row(kind, i)) != NULL; i++) {
    bool is_skipped = is_option(row) || row->presence == PRESENCE_OLD;
    bool has_nothing = *row->lead == '\0' && *syntaxes[row->syntax].production == '\0';
    if (!is_skipped && !has_nothing) put_ordered(kind, &i, out);
  }
  if (option_count(kind) > 0) put_options(kind, out);
  text_put(out, " ;");
}

// ---- usage

static void put_usage_clause(const ClauseRow *row, Text *out)
{
  const char *usage = syntaxes[row->syntax].usage;
  bool is_bracket = *row->lead == '(';
  bool is_apart = *row->lead != '\0' && strcmp(row->lead, "(") != 0 && *usage != '\0';
  text_put(out, is_bracket ? "(" : row->lead);
  if (is_bracket && row->lead[1] != '\0') text_put(out, row->lead + 2);  // "( ="
  if (is_apart) text_put_char(out, ' ');
  if (row->syntax != SYNTAX_WORD) {
    text_put(out, usage);
    return;
  }
  for (const char *c = row->name; *c != '\0'; c++)  // KIND, CONVENTION, METHOD
    text_put_char(out, (char)toupper((unsigned char)*c));
}

// Clause i in the brackets that it needs; a choice in one pair of them, of two rows.
static void put_usage_part(StatementKind kind, int i, bool is_second, Text *out)
{
  const ClauseRow *row = clause_row(kind, i);
  bool begins_choice = row->presence == PRESENCE_CHOICE;
  const ClauseRow *last = begins_choice ? clause_row(kind, i + 1) : row;
  bool is_needed = last->presence == PRESENCE_NEEDED;
  text_put(out, is_second ? " | " : !is_needed ? " [" : begins_choice ? " (" : " ");
  put_usage_clause(row, out);
  if (!begins_choice) text_put(out, !is_needed ? "]" : is_second ? ")" : "");
  if (row->presence == PRESENCE_MANY) text_put(out, " ..");
}

// joint NAME : KIND [AXIS] .. from NAME [at VECTOR] ..; experiment NAME { [time ..] .. }
static void put_usage(StatementKind kind, Text *out)
{
  const ClauseRow *row;
  bool is_second = false, has_braces = *statement_row(kind)->joint == '{';
  text_put(out, statement_row(kind)->word);
  for (int i = 0; (row = clause_row(kind, i)) != NULL; i++) {
    if (row->presence == PRESENCE_OLD) continue;
    put_usage_part(kind, i, is_second, out);
    if (i == 0 && has_braces) text_put(out, " {");
    is_second = row->presence == PRESENCE_CHOICE;
  }
  if (has_braces) text_put(out, " }");
}

// ---- json

static void put_string(const char *name, const char *value, Text *out)
{
  text_format(out, "\"%s\": ", name);
  text_put_json_string(out, value, strlen(value));
}

static void put_json_clause(const ClauseRow *row, Text *out)
{
  static const char *const presences[] = { "needed", "maybe", "choice", "any", "many", "old" };
  text_put(out, "{");
  put_string("name", row->name, out);
  text_put(out, ", ");
  put_string("lead", row->lead, out);
  text_put(out, ", ");
  put_string("value", syntaxes[row->syntax].production, out);
  text_format(out, ", \"syntax\": \"%s\", \"presence\": \"%s\", ", syntaxes[row->syntax].name,
              presences[row->presence]);
  put_string("what", row->what, out);
  text_put(out, "}");
}

static void put_made(const char *name, void (*put)(StatementKind, Text *), StatementKind kind,
                     Text *out)
{
  Text made = { 0 };
  put(kind, &made);
  put_string(name, text_string(&made), out);
  text_free(&made);
}

static void put_json_statement(StatementKind kind, Text *out)
{
  const StatementRow *statement = statement_row(kind);
  const ClauseRow *row;
  text_put(out, "    {");
  put_string("word", statement->word, out);
  text_put(out, ", ");
  put_string("doc", statement->doc, out);
  text_put(out, ",\n     ");
  put_made("production", put_production, kind, out);
  text_put(out, ",\n     ");
  put_made("usage", put_usage, kind, out);
  text_format(out, ", \"part\": %s, \"clauses\": [",
              statement->space == SPACE_PART ? "true" : "false");
  for (int i = 0; (row = clause_row(kind, i)) != NULL; i++) {
    text_put(out, i == 0 ? "\n      " : ",\n      ");
    put_json_clause(row, out);
  }
  text_put(out, "]}");
}

// ---- lists of words

static const char *const joints[] = {
#define JOINT(NAME, word, coordinates, keeps, moves, doc) word,
#include "mechanism/joints.def"
  NULL
};
static const char *const laws[] = {
#define LAW(word) word,
#include "lang/tasks.def"
  NULL
};
static const char *const units[] = {
#define UNIT(symbol, prefix, numerator, denominator, pi, m, kg, s, A, K) symbol,
#include "lang/units.def"
  NULL
};
static const char *const prefixes[] = {
#define PREFIX(symbol, power) symbol,
#include "lang/units.def"
  NULL
};
static const char *const reserved[] = {
#define RESERVED(NAME, text, role) text,
#include "lang/words.def"
  NULL
};
static const char *const moves[] = { "RX", "RY", "RZ", "TX", "TY", "TZ", "R", "T", "Q", NULL };

static void put_json_words(const char *key, const char *const words[], Text *out)
{
  text_format(out, ",\n  \"%s\": [", key);
  for (int i = 0; words[i]; i++)
    text_format(out, "%s\"%s\"", i > 0 ? ", " : "", words[i]);
  text_put(out, "]");
}

void grammar_print_json(Text *out)
{
  const char *before = "\n", *functions[FUNCTION_NAMES + 1] = { NULL };
  text_put(out, "{\n  \"statements\": [");
  for (int kind = 0; kind < STATEMENT_COUNT; kind++) {
    const StatementRow *row = statement_row((StatementKind)kind);
    if (*row->word == '\0' || row->space == SPACE_OLD) continue;
    text_put(out, before);
    put_json_statement((StatementKind)kind, out);
    before = ",\n";
  }
  text_put(out, "]");
  function_names(functions);
  put_json_words("functions", functions, out);
  put_json_words("joints", joints, out);
  put_json_words("moves", moves, out);
  put_json_words("laws", laws, out);
  put_json_words("units", units, out);
  put_json_words("prefixes", prefixes, out);
  put_json_words("reserved", reserved, out);
  text_put(out, "\n}\n");
}
