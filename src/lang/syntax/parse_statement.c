// parse_statement.c -- statements and their clauses, as specified in statements.def.
//
// Clauses that are NEEDED or MAYBE come in the order of their rows; they are followed by clauses in
// any order, with or without a comma before them. A comma before text that does not begin a clause
// continues the preceding list. A statement with an error is kept, marked as broken, and reading
// resumes after its end.
// SPDX-License-Identifier: MIT
#include "lang/syntax/parser_impl.h"
#include "lang/evaluate/units.h"

#include <string.h>

Statement *statement_new(Arena *arena, StatementKind kind, Span span)
{
  Statement *statement = ARENA_NEW(arena, Statement);
  statement->kind = kind;
  statement->span = span;
  return statement;
}

Clause *statement_append(Arena *arena, Statement *statement, const ClauseRow *row, Span span)
{
  Clause *clause = ARENA_NEW(arena, Clause);
  clause->row = row;
  clause->span = span;
  *(statement->last ? &statement->last->next : &statement->first) = clause;
  statement->last = clause;
  return clause;
}

// ---- leads

static size_t piece_length(const char *lead) { return strcspn(lead, " "); }

static bool is_piece(const Token *token, const char *lead)
{
  size_t length = token->span.length;
  if (length == 0 || *span_bytes(token->span) != *lead) return false;  // fast path: most differ
  return strncmp(lead, span_bytes(token->span), length) == 0 && token->kind != TOKEN_STRING &&
         (lead[length] == '\0' || lead[length] == ' ');
}

// Returns the number of words of the lead at the position, at most 2.
static int pieces_here(const Parser *parser, const char *lead)
{
  if (!is_piece(&parser->token, lead)) return 0;
  size_t first = parser->token.span.length;
  return lead[first] == ' ' && is_piece(&parser->next, lead + first + 1) ? 2 : 1;
}

static int piece_count(const char *lead) { return strchr(lead, ' ') ? 2 : 1; }

static bool begins(const Parser *parser, const ClauseRow *row)
{
  if (*row->lead == '\0') return value_begins(parser, row);
  return pieces_here(parser, row->lead) == piece_count(row->lead);
}

// "':' and the kind of joint", "'from'"
static const char *expected_lead(Parser *parser, const ClauseRow *row, const char *piece)
{
  int length = (int)piece_length(piece);
  bool is_mark = piece == row->lead && strchr(":=(", *piece);
  return is_mark ? arena_format(parser->arena, "'%.*s' and %s", length, piece, row->what)
                 : arena_format(parser->arena, "'%.*s'", length, piece);
}

static bool expect_lead(Parser *parser, const ClauseRow *row)
{
  const char *piece = row->lead;
  while (*piece != '\0') {
    if (!is_piece(&parser->token, piece))
      return parser_report_expected(parser, expected_lead(parser, row, piece), row->hint);
    piece += parser->token.span.length;
    piece += *piece == ' ';
    parser_advance(parser);
  }
  return true;
}

// ---- clauses in any order

static bool is_option(StatementKind kind, const ClauseRow *row)
{
  if (clause_is_option(row)) return true;
  // The deprecated form of an option is the last row.
  return row->presence == PRESENCE_OLD && !clause_next(kind, row);
}

void parser_enter(Parser *parser, StatementKind kind)
{
  uint32_t *letters = &parser->option_letters[kind];
  parser->kinds[parser->kind_count++] = kind;
  if (*letters != 0) return;
  for (const ClauseRow *row = clause_next(kind, NULL); row; row = clause_next(kind, row))
    if (is_option(kind, row)) *letters |= *row->lead ? 1U << (*row->lead & 31) : UINT32_MAX;
}

// Fast test by the first letter.
static bool may_lead(const Parser *parser, const Token *token, StatementKind kind)
{
  uint32_t letters = parser->option_letters[kind];
  return letters == UINT32_MAX ||
         (token->span.length > 0 && (letters >> (*span_bytes(token->span) & 31) & 1) != 0);
}

// Returns the next option after the row that the token may lead, or whose value it may begin.
static const ClauseRow *next_option(const Token *token, StatementKind kind, const ClauseRow *row)
{
  int first = token->span.length > 0 ? *span_bytes(token->span) : '\0';
  do {
    row = clause_next(kind, row);
  } while (row && ((*row->lead != '\0' && *row->lead != first) || !is_option(kind, row)));
  return row;
}

static bool leads_option(const Parser *parser, const Token *token, StatementKind kind)
{
  if (!may_lead(parser, token, kind)) return false;
  const ClauseRow *row = NULL;
  while ((row = next_option(token, kind, row)) != NULL) {
    if (*row->lead != '\0' && is_piece(token, row->lead)) return true;
    bool is_part = row->syntax == SYNTAX_PART && token->kind == TOKEN_NAME;
    if (is_part &&
        statement_of_word(span_bytes(token->span), token->span.length, true) < STATEMENT_COUNT) {
      return true;
    }
    if (row->syntax == SYNTAX_TEXT && *row->lead == '\0' && token->kind == TOKEN_STRING)
      return true;
  }
  return false;
}

bool parser_leads_clause(const Parser *parser, const Token *token)
{
  for (int i = 0; i < parser->kind_count; i++)
    if (leads_option(parser, token, parser->kinds[i])) return true;
  return false;
}

bool parser_has_options(const Parser *parser)
{
  return parser->kind_count > 0 && parser->option_letters[parser->kinds[0]] != 0;
}

// Returns the option at the position; an option whose complete lead is present has priority.
static const ClauseRow *option_here(const Parser *parser, StatementKind kind)
{
  const ClauseRow *begun = NULL, *row = NULL;
  if (!may_lead(parser, &parser->token, kind)) return NULL;
  while ((row = next_option(&parser->token, kind, row)) != NULL) {
    if (begins(parser, row)) return row;
    if (!begun && *row->lead != '\0' && pieces_here(parser, row->lead) > 0) begun = row;
  }
  return begun;
}

enum { MAX_OPTIONS = 32 };

// Returns true if the name is the lead of a clause, not a description of its value.
static bool leads_word(StatementKind kind, const char *name)
{
  for (const ClauseRow *row = clause_next(kind, NULL); row; row = clause_next(kind, row))
    if (row->lead == name) return true;
  return false;
}

// Lists the names of the options that are allowed; returns their number.
static int option_names(StatementKind kind, const char *names[MAX_OPTIONS])
{
  int count = 0;
  const ClauseRow *row;
  for (int i = 0; (row = clause_row(kind, i)) != NULL && count < MAX_OPTIONS; i++) {
    bool is_named = is_option(kind, row) && row->presence != PRESENCE_OLD;
    bool follows_another = row->syntax == SYNTAX_FLAG && strcmp(row->name, "about") == 0;
    if (is_named && !follows_another) names[count++] = *row->lead != '\0' ? row->lead : row->what;
  }
  return count;
}

// "'at', 'rotated', 'limits' or 'pitch'"
static const char *options_text(Parser *parser, StatementKind kind)
{
  const char *names[MAX_OPTIONS];
  int count = option_names(kind, names);
  Text text = { 0 };
  for (int i = 0; i < count; i++) {
    const char *between = i == 0 ? "" : i == count - 1 ? " or " : ", ";
    bool is_lead = leads_word(kind, names[i]);
    text_format(&text, is_lead ? "%s'%s'" : "%s%s", between, names[i]);
  }
  return arena_take_text(parser->arena, &text);
}

// Returns "did you mean 'tolerance'?", or the list of all allowed options.
static const char *hint_for_option(Parser *parser, StatementKind kind, const char *ending)
{
  const char *names[MAX_OPTIONS];
  int count = option_names(kind, names);
  Span span = parser->token.span;
  if (!parser_at(parser, TOKEN_NAME)) count = 0;
  const char *all = arena_format(parser->arena, "%s%s", options_text(parser, kind), ending);
  return nearest_hint(parser->arena, span_bytes(span), span.length, names, count, all);
}

static bool report_twice(Parser *parser)
{
  Span span = parser->token.span;
  diagnostics_error(parser->diagnostics, span, "remove the duplicate", "'%.*s' is given twice",
                    (int)span.length, span_bytes(span));
  return false;
}

// Reads the lead and the value of the clause.
static bool parse_clause(Parser *parser, Statement *statement, const ClauseRow *row)
{
  Span span = parser->token.span;
  const ClauseRow *now = row;  // for a clause in a deprecated form: the current row
  if (row->presence == PRESENCE_OLD) now = clause_named(statement->kind, row->name);
  if (!now) now = row;
  if (now != row) parser_note_old(parser, span, row->lead, now->lead);
  if (!expect_lead(parser, row)) return false;
  Clause *clause = statement_append(parser->arena, statement, row, span);
  bool is_good = parse_value(parser, statement, clause);
  if (clause->row == row) clause->row = now;
  return is_good;
}

static bool parse_option(Parser *parser, Statement *statement, const ClauseRow *row)
{
  bool is_once = row->presence != PRESENCE_MANY;
  if (is_once && statement_has(statement, row->name)) return report_twice(parser);
  return parse_clause(parser, statement, row);
}

static bool parse_options(Parser *parser, Statement *statement)
{
  for (;;) {
    bool has_comma = parser_at(parser, TOKEN_COMMA);
    bool is_part = statement_row(statement->kind)->space == SPACE_PART;
    if (has_comma && is_part && !leads_option(parser, &parser->next, statement->kind)) return true;
    if (has_comma) parser_advance(parser);
    const ClauseRow *row = option_here(parser, statement->kind);
    bool is_begun = statement->last && statement->last->row->syntax == SYNTAX_NOTHING;
    bool is_needed = has_comma || is_begun;
    if (!row && is_needed && !is_part) {
      bool is_body = statement->kind == STATEMENT_BODY;
      return parser_report_expected(parser, options_text(parser, statement->kind),
                                    is_body ? clause_row(STATEMENT_BODY, 8)->hint : NULL);
    }
    if (!row) return true;
    if (!parse_option(parser, statement, row)) return false;
  }
}

// Skips to the end of the current block.
static void skip_block(Parser *parser)
{
  int depth = 0;
  while (!parser_at(parser, TOKEN_END)) {
    bool is_next = parser->token.is_first_on_line && word_begins_statement(parser->token.word);
    if (is_next || (parser_at(parser, TOKEN_BRACE_CLOSE) && depth-- == 0)) break;
    if (parser_at(parser, TOKEN_BRACE_OPEN)) depth++;
    parser_advance(parser);
  }
}

// experiment NAME { options separated by commas and line ends }
static bool parse_option_block(Parser *parser, Statement *statement)
{
  Token open = parser->token;
  if (!parser_expect(parser, TOKEN_BRACE_OPEN, "'{' and the parts of the experiment")) return false;
  for (;;) {
    while (parser_accept(parser, TOKEN_COMMA) || parser_accept(parser, TOKEN_NEWLINE) ||
           parser_accept(parser, TOKEN_SEMICOLON))
      continue;
    if (parser_accept(parser, TOKEN_BRACE_CLOSE)) return true;
    if (parser_at(parser, TOKEN_END) || word_begins_statement(parser->token.word))
      return parser_expect_close(parser, TOKEN_BRACE_CLOSE, open);
    const ClauseRow *row = option_here(parser, statement->kind);
    if (!row) {
      parser_report_expected(parser, "a part of the experiment",
                             hint_for_option(parser, statement->kind, ""));
    }
    if (row && parse_option(parser, statement, row)) continue;
    skip_block(parser);
    return false;
  }
}

bool parse_clauses(Parser *parser, Statement *statement)
{
  StatementKind kind = statement->kind;
  const ClauseRow *row = clause_next(kind, NULL), *next;
  for (; row && !is_option(kind, row); row = next) {
    bool is_needed = row->presence == PRESENCE_NEEDED;
    next = clause_next(kind, row);
    if (!is_needed && !begins(parser, row)) continue;
    if (!parse_clause(parser, statement, row)) return false;
    // The next row is skipped if it is an alternative to this one, or if the value turned out to
    // belong to it.
    bool is_for_both = row->presence == PRESENCE_CHOICE || row->presence == PRESENCE_OLD;
    if (next && (is_for_both || statement->last->row == row + 1)) next = clause_next(kind, next);
  }
  if (*statement_row(statement->kind)->joint == '{') return parse_option_block(parser, statement);
  return !row || parse_options(parser, statement);
}

// ---- the end of a statement

bool parser_at_statement_end(const Parser *parser)
{
  return parser_at(parser, TOKEN_END) || parser_at(parser, TOKEN_NEWLINE) ||
         parser_at(parser, TOKEN_SEMICOLON) ||
         (parser->open_braces > 0 && parser_at(parser, TOKEN_BRACE_CLOSE));
}

// Skips to the end of the statement, including any block in braces.
static void skip_statement(Parser *parser)
{
  int open_braces = 0;
  while (!parser_at(parser, TOKEN_END)) {
    if (open_braces == 0 && parser_at_statement_end(parser)) return;
    if (parser_at(parser, TOKEN_BRACE_OPEN)) open_braces++;
    if (parser_at(parser, TOKEN_BRACE_CLOSE) && open_braces > 0) open_braces--;
    parser_advance(parser);
  }
}

// ---- text that is not a statement

static const char *hint_for_unknown(Parser *parser)
{
  const char *names[STATEMENT_COUNT];
  int count = 0;
  for (int kind = 0; kind < STATEMENT_COUNT; kind++) {
    const StatementRow *row = statement_row((StatementKind)kind);
    if (row->space != SPACE_PART) names[count++] = row->word;
  }
  Span span = parser->token.span;
  const char *hint = spelling_hint(span_bytes(span), span.length, true);
  if (!hint) hint = "a statement begins with a word such as param, joint, body, loop or force";
  if (word_role(parser->token.word) == WORD_CLAUSE)
    hint = "a statement ends with its line, unless the line ends in ',' or a bracket is open";
  if (parser->next.kind == TOKEN_ASSIGN) hint = "write 'param' or 'let' in front of it";
  return nearest_hint(parser->arena, span_bytes(span), span.length, names, count, hint);
}

static Statement *skip_unknown_statement(Parser *parser)
{
  Token token = parser->token;
  if (token.kind == TOKEN_NAME) {
    diagnostics_error(parser->diagnostics, token.span, hint_for_unknown(parser),
                      "unknown statement '%.*s'", (int)token.span.length, span_bytes(token.span));
  } else {
    parser_report_expected(parser, "a statement",
                           "a statement begins with a word such as param, joint or body");
  }
  skip_statement(parser);
  parser->document->has_lost_names = true;
  return NULL;
}

// ---- text after the last clause

// Returns true at a unit that follows no number: (1 + 2) mm, 2*pi rad, 3 kg m^2.
static bool is_loose_unit(const Parser *parser)
{
  Unit unit;
  Span span = parser->token.span;
  return parser_at(parser, TOKEN_NAME) && parser->next.kind != TOKEN_ASSIGN &&
         unit_find(span_bytes(span), span.length, &unit);
}

// Suggests what is allowed at a position where the end of the statement was expected.
static const char *hint_for_rest(Parser *parser, const Statement *statement)
{
  if (is_loose_unit(parser))
    return "a unit belongs to a number, its factors touch: (1 + 2)*1 mm, 3 kg.m^2";
  if (parser_at(parser, TOKEN_BRACKET_OPEN)) return "components of a vector are v.x, v.y, v.z";
  if (parser_at(parser, TOKEN_MINUS) || parser_at(parser, TOKEN_DOT))
    return "a name is made of letters, digits and '_'";
  if (!parser_at(parser, TOKEN_NAME) && !parser_at(parser, TOKEN_NUMBER)) return NULL;
  const char *names[MAX_OPTIONS];
  if (option_names(statement->kind, names) > 0)
    return hint_for_option(parser, statement->kind, " may follow here");
  if (statement->kind == STATEMENT_MECHANISM) return "a title stands in quotes";
  return statement->last ? statement->last->row->hint : NULL;
}

// Ends a statement with a syntax error. The statement is kept if it declares a name, so that uses
// of that name are not reported as well; otherwise its memory is released.
static Statement *break_off(Parser *parser, Statement *statement, ArenaMark start)
{
  bool is_at_next = parser->token.is_first_on_line && word_begins_statement(parser->token.word);
  if (!is_at_next) skip_statement(parser);  // an unclosed block ends at the next statement
  statement->is_broken = true;
  if (statement->first && statement->first->value) return statement;
  arena_rewind(parser->arena, start);
  parser->document->has_lost_names = true;
  return NULL;
}

// ---- any statement

static StatementKind statement_here(const Parser *parser)
{
  Span span = parser->token.span;
  if (!parser_at(parser, TOKEN_NAME)) return STATEMENT_COUNT;
  return statement_of_word(span_bytes(span), span.length, false);
}

// Reads a statement up to the end of its line, with the clauses listed in statements.def.
Statement *parse_statement(Parser *parser)
{
  StatementKind kind = statement_here(parser);
  if (kind == STATEMENT_COUNT) return skip_unknown_statement(parser);
  ArenaMark start = arena_mark(parser->arena);
  Statement *statement = statement_new(parser->arena, kind, parser->token.span);
  parser_advance(parser);
  parser->nesting = 0;
  parser->kind_count = 0;
  parser_enter(parser, kind);
  if (!parse_clauses(parser, statement)) return break_off(parser, statement, start);
  statement->end = parser->end;
  if (parser_at_statement_end(parser)) return statement_modernised(parser, statement);
  parser_report_expected(parser, "the end of the statement", hint_for_rest(parser, statement));
  return break_off(parser, statement, start);
}

bool parse_block(Parser *parser, Statement *owner)
{
  Token open = parser->token;
  if (!parser_expect(parser, TOKEN_BRACE_OPEN, "'{' and the statements")) return false;
  if (parser->open_braces == MAX_BLOCKS) {
    diagnostics_error(parser->diagnostics, open.span, NULL, "more than %d blocks inside each other",
                      MAX_BLOCKS);
    return false;
  }
  parser->open_braces++;
  Statement **end = &owner->body;
  while (!parser_at(parser, TOKEN_BRACE_CLOSE) && !parser_at(parser, TOKEN_END)) {
    if (parser_accept(parser, TOKEN_NEWLINE) || parser_accept(parser, TOKEN_SEMICOLON)) continue;
    Statement *statement = parse_statement(parser);
    if (!statement) continue;
    *end = statement;
    while (*end)
      end = &(*end)->next;
  }
  parser->open_braces--;
  return parser_expect_close(parser, TOKEN_BRACE_CLOSE, open);
}
