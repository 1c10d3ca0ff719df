// document.c -- the table of statements, and the lists of a document.
// SPDX-License-Identifier: MIT
#include "lang/syntax/document.h"

#include "lang/syntax/parser_impl.h"

#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// ---- the table

static const StatementRow statement_rows[STATEMENT_COUNT] = {
#define STATEMENT(KIND, word, resolver, space, joint, doc) { word, SPACE_##space, joint, doc },
#include "lang/syntax/statements.def"
};

// clang-format off
#define KNOWN(...) { .is_known = true, .power = { __VA_ARGS__ } }  // of m, kg, s
#define DIMENSION_ANY { 0 }
#define DIMENSION_NUMBER KNOWN(0)
#define DIMENSION_LENGTH KNOWN(1)
#define DIMENSION_TIME KNOWN(0, 0, 1)
#define DIMENSION_ACCELERATION KNOWN(1, 0, -2)
#define DIMENSION_MASS KNOWN(0, 1)
#define DIMENSION_FIRST_MOMENT KNOWN(1, 1)
#define DIMENSION_INERTIA KNOWN(2, 1)
#define DIMENSION_FORCE KNOWN(1, 1, -2)
#define DIMENSION_TORQUE KNOWN(2, 1, -2)
#define DIMENSION_ENERGY KNOWN(2, 1, -2)
// clang-format on

static const ClauseRow clause_rows[] = {
#define CLAUSE(KIND, name, presence, lead, syntax, dimension, stage, what, hint)                   \
  { STATEMENT_##KIND,                                                                              \
    name,                                                                                          \
    PRESENCE_##presence,                                                                           \
    lead,                                                                                          \
    SYNTAX_##syntax,                                                                               \
    DIMENSION_##dimension,                                                                         \
    STAGE_##stage,                                                                                 \
    what,                                                                                          \
    hint },
#include "lang/syntax/statements.def"
};
enum { ROW_COUNT = sizeof clause_rows / sizeof clause_rows[0] };

const StatementRow *statement_row(StatementKind kind) { return &statement_rows[kind]; }

StatementKind statement_of_word(const char *bytes, size_t length, bool is_part)
{
  for (int kind = 0; kind < STATEMENT_COUNT; kind++) {
    const StatementRow *row = &statement_rows[kind];
    bool is_same = text_is(row->word, bytes, length);
    if (is_same && (row->space == SPACE_PART) == is_part) return (StatementKind)kind;
  }
  return STATEMENT_COUNT;
}

// Binary search: the rows are in the order of the statements.
static int first_row(StatementKind kind)
{
  int low = 0, high = ROW_COUNT;
  while (low < high) {
    int middle = (low + high) / 2;
    if (clause_rows[middle].statement < kind) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

const ClauseRow *clause_row(StatementKind kind, int index)
{
  const ClauseRow *row = clause_next(kind, NULL);
  while (row && index-- > 0)
    row = clause_next(kind, row);
  return row;
}

const ClauseRow *clause_next(StatementKind kind, const ClauseRow *row)
{
  const ClauseRow *next = row ? row + 1 : &clause_rows[first_row(kind)];
  StatementKind own = row ? row->statement : kind;
  if (next < clause_rows + ROW_COUNT && next->statement == own) return next;
  bool is_shape = statement_rows[own].space == SPACE_PART && own != STATEMENT_SHAPE;
  return is_shape ? clause_next(STATEMENT_SHAPE, NULL) : NULL;
}

const ClauseRow *clause_named(StatementKind kind, const char *name)
{
  const ClauseRow *row = clause_next(kind, NULL);
  while (row && (row->presence == PRESENCE_OLD || strcmp(row->name, name) != 0))
    row = clause_next(kind, row);
  return row;
}

// ---- statements and clauses

const Clause *statement_clause(const Statement *statement, const char *name)
{
  for (const Clause *clause = statement->first; clause; clause = clause->next)
    if (*clause->row->name == *name && strcmp(clause->row->name, name) == 0) return clause;
  return NULL;
}

bool statement_has(const Statement *statement, const char *name)
{
  return statement_clause(statement, name) != NULL;
}

const Node *statement_value(const Statement *statement, const char *name)
{
  const Clause *clause = statement_clause(statement, name);
  return clause ? clause->value : NULL;
}

Span statement_text(const Statement *statement, const char *name)
{
  const Node *value = statement_value(statement, name);
  return value ? node_text(value) : (Span){ 0 };
}

void node_set_text(Node *node, Span text)
{
  node->has_made_text = text.source != node->span.source;
  if (node->has_made_text) {
    assert(text.start == 0 && text.length == text.source->length);
    node->text_of.made = text.source;
  } else {
    node->text_of.place.start = text.start;
    node->text_of.place.length = text.length;
  }
}

const Node *binding_part(const Node *binding, TokenKind mark)
{
  const Node *part = binding->first;
  while (part && part->mark != mark)
    part = part->next;
  return part;
}

// ---- spans

bool span_is(Span span, const char *text)
{
  return strlen(text) == span.length && memcmp(span_bytes(span), text, span.length) == 0;
}

void name_put(const Node *name, Text *out, void (*put)(void *context, const Node *index, Text *out),
              void *context)
{
  Span whole = node_text(name);
  const Node *index = name->first;
  for (const char *at = span_bytes(whole), *end = at + whole.length; at < end; at++) {
    if (index && index->mark == TOKEN_BRACKET_OPEN && at == span_bytes(index->span)) {
      put(context, index, out);
      at += index->span.length - 1;
      index = index->next;
    } else if (*at == '#') {
      at += strcspn(at, "\n");
    } else if (!strchr(" \t\r\n", *at)) {
      text_put_char(out, *at);
    }
  }
}

bool span_equal(Span a, Span b)
{
  return a.length == b.length && memcmp(span_bytes(a), span_bytes(b), a.length) == 0;
}

Span span_join(Span first, Span last)
{
  return (Span){ first.source, first.start, last.start + last.length - first.start };
}

// ---- documents

Document *document_new(void)
{
  Arena *arena = arena_new();
  Document *document = ARENA_NEW(arena, Document);
  document->arena = arena;
  document->units = arena_new();
  return document;
}

void document_free(Document *document)
{
  if (!document) return;
  free(document->comments);
  arena_free(document->units);
  arena_free(document->arena);
}

// ---- building

void document_comment(Document *document, const char *format, ...)
{
  Text line = { 0 };
  va_list arguments;
  va_start(arguments, format);
  text_vformat(&line, format, arguments);
  va_end(arguments);
  for (size_t i = 0; i < line.length; i++)
    if (text_is_control(line.bytes[i])) line.bytes[i] = ' ';
  const char *before = document->note ? document->note : "";
  const char *mark = line.length > 0 ? "# " : "";
  document->note = arena_format(document->arena, "%s%s%s\n", before, mark, text_string(&line));
  text_free(&line);
}

// Returns a generated source, allocated in the document's arena.
static Source *made_source(Document *document, const char *format, va_list arguments)
{
  Text text = { 0 };
  text_vformat(&text, format, arguments);
  Source *source = ARENA_NEW(document->arena, Source);
  *source = (Source){ .name = "", .length = text.length };
  source->bytes = arena_take_text(document->arena, &text);
  return source;
}

static void end_parser(Parser *parser, bool is_good)
{
  assert(is_good && diagnostics_count(parser->diagnostics) == 0 && "our own text must be right");
  (void)is_good;
  free(parser->lexer.comments);
  diagnostics_free(parser->diagnostics);
  parser_free(parser);
}

void statement_set(Document *document, Statement *statement, const char *name, const char *format,
                   ...)
{
  const ClauseRow *row = clause_named(statement->kind, name);
  const Source empty = { .name = "", .bytes = "", .length = 0 };
  const Source *source = &empty;
  va_list arguments;
  va_start(arguments, format);
  if (format) source = made_source(document, format, arguments);
  va_end(arguments);
  Parser parser;
  // A value does not begin a line.
  parser_init(&parser, document, source, TOKEN_COLON, diagnostics_new());
  Clause *clause = statement_append(document->arena, statement, row, (Span){ 0 });
  end_parser(&parser, parse_value(&parser, statement, clause));
}

static void append(Document *document, Statement *statement)
{
  statement->note = document->note;
  document->note = NULL;
  *(document->last ? &document->last->next : &document->first) = statement;
  document->last = statement;
}

Statement *document_add(Document *document, StatementKind kind, const char *name)
{
  Statement *statement = statement_new(document->arena, kind, (Span){ 0 });
  append(document, statement);
  if (name) statement_set(document, statement, "name", "%s", name);
  return statement;
}

Statement *document_write(Document *document, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  const Source *source = made_source(document, format, arguments);
  va_end(arguments);
  Parser parser;
  parser_init(&parser, document, source, TOKEN_NEWLINE, diagnostics_new());
  Statement *statement = parse_statement(&parser);
  end_parser(&parser, statement && !statement->is_broken);
  if (statement) append(document, statement);
  return statement;
}

Statement *statement_add_part(Document *document, Statement *statement, StatementKind kind)
{
  const ClauseRow *row = clause_named(statement->kind, "shape");
  Clause *clause = statement_append(document->arena, statement, row, (Span){ 0 });
  return clause->part = statement_new(document->arena, kind, (Span){ 0 });
}
