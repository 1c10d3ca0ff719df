// grammar.c -- exports the table of statements for tools, each with its production, usage and
// clauses.
// SPDX-License-Identifier: MIT
#include "lang/syntax/grammar.h"

#include "lang/syntax/document.h"
#include "lang/evaluate/functions.h"

#include <ctype.h>
#include <string.h>

static const struct {
  const char *name;
  const char *production;
  const char *usage;
} syntaxes[SYNTAX_COUNT] = {
#define SYNTAX(NAME, production, usage) [SYNTAX_##NAME] = { #NAME, production, usage },
#include "lang/syntax/syntax.def"
};

// ---- ebnf

// Writes "on plane" as two words.
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
    count += clause_is_option(clause_row(kind, i));
  return count;
}

static void put_options(StatementKind kind, Text *out)
{
  const ClauseRow *row;
  bool is_first = true;
  text_put(out, *statement_row(kind)->joint == '{' ? ", \"{\", { \",\" | NEWLINE | "
                                                   : ", { [ \",\" ], ( ");
  for (int i = 0; (row = clause_row(kind, i)) != NULL; i++) {
    if (!clause_is_option(row)) continue;
    if (!is_first) text_put(out, " | ");
    put_clause(row, out);
    is_first = false;
  }
  text_put(out, *statement_row(kind)->joint == '{' ? " }, \"}\"" : " ) }");
}

// Writes a clause in fixed order, in brackets if it is optional. A choice is written with the row
// below it.
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
    bool is_skipped = clause_is_option(row) || row->presence == PRESENCE_OLD;
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

// Writes clause i with its brackets; a choice of two rows shares one pair of brackets.
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

// ---- records

static void record_made(Record *to, const char *name, void (*put)(StatementKind, Text *),
                        StatementKind kind)
{
  Text made = { 0 };
  put(kind, &made);
  record_text(to, name, text_string(&made));
  text_free(&made);
}

static void record_statement(Record *to, StatementKind kind)
{
  static const char *const presences[] = { "needed", "maybe", "choice", "any", "many", "old" };
  const ClauseRow *row;
  record_text(to, "word", statement_row(kind)->word);
  record_text(to, "doc", statement_row(kind)->doc);
  record_made(to, "production", put_production, kind);
  record_made(to, "usage", put_usage, kind);
  record_flag(to, "part", statement_row(kind)->space == SPACE_PART);
  Record *clauses = record_list(to, "clauses");
  for (int i = 0; (row = clause_row(kind, i)) != NULL; i++) {
    Record *clause = record_object(clauses, NULL);
    record_text(clause, "name", row->name);
    record_text(clause, "lead", row->lead);
    record_text(clause, "value", syntaxes[row->syntax].production);
    record_text(clause, "syntax", syntaxes[row->syntax].name);
    record_text(clause, "presence", presences[row->presence]);
    record_text(clause, "what", row->what);
  }
}

// ---- lists of words

static const char *const joints[] = {
#define JOINT(NAME, word, coordinates, keeps, moves, doc) word,
#include "mechanism/joints.def"
  NULL
};
static const char *const units[] = {
#define UNIT(symbol, prefix, numerator, denominator, pi, m, kg, s, A, K) symbol,
#include "lang/evaluate/units.def"
  NULL
};
static const char *const prefixes[] = {
#define PREFIX(symbol, power) symbol,
#include "lang/evaluate/units.def"
  NULL
};
static const char *const reserved[] = {
#define RESERVED(NAME, text, role) text,
#include "lang/syntax/words.def"
  NULL
};
static const char *const moves[] = { "RX", "RY", "RZ", "TX", "TY", "TZ", "R", "T", "Q", NULL };

static void record_words(Record *to, const char *name, const char *const words[])
{
  Record *list = record_list(to, name);
  for (int i = 0; words[i]; i++)
    record_text(list, NULL, words[i]);
}

void grammar_record(Record *to)
{
  const char *functions[FUNCTION_NAMES + 1] = { NULL };
  Record *statements = record_list(to, "statements");
  for (int kind = 0; kind < STATEMENT_COUNT; kind++) {
    const StatementRow *row = statement_row((StatementKind)kind);
    bool is_reported = *row->word != '\0' && row->space != SPACE_OLD;
    if (is_reported) record_statement(record_object(statements, NULL), (StatementKind)kind);
  }
  function_names(functions);
  record_words(to, "functions", functions);
  record_words(to, "joints", joints);
  record_words(to, "moves", moves);
  record_words(to, "laws", law_words);
  record_words(to, "units", units);
  record_words(to, "prefixes", prefixes);
  record_words(to, "reserved", reserved);
}
