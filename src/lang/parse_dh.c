// parse_dh.c -- tables of Denavit-Hartenberg parameters.
//
// The line below `dh` names the columns; every line below it is a joint, up to a blank line or a
// line that begins with the word of a statement. Blanks separate the cells, so a cell is an
// expression without blanks or in brackets; which columns there are is the resolver's matter.
// SPDX-License-Identifier: MIT
#include "lang/parser_impl.h"

// Is there an empty line between this line end and the next token? A comment is not empty.
static bool at_blank_line(const Parser *parser)
{
  const char *bytes = span_bytes(parser->token.span);
  size_t length = parser->next.span.start - parser->token.span.start;
  bool is_empty = false;  // nothing but blanks since the last line end
  for (size_t i = 0; i < length; i++) {
    if (bytes[i] == '\n' && is_empty) return true;
    if (bytes[i] == '\n') is_empty = true;
    if (bytes[i] != '#') continue;
    is_empty = false;
    while (i + 1 < length && bytes[i + 1] != '\n')
      i++;
  }
  return false;
}

static bool at_row(const Parser *parser)
{
  return parser_at(parser, TOKEN_NEWLINE) && parser->next.kind != TOKEN_END &&
         parser->next.kind != TOKEN_SEMICOLON && parser->next.kind != TOKEN_BRACE_CLOSE &&
         !word_begins_statement(parser->next.word) && !at_blank_line(parser);
}

static bool at_row_end(const Parser *parser)
{
  return parser_at(parser, TOKEN_NEWLINE) || parser_at(parser, TOKEN_SEMICOLON) ||
         parser_at(parser, TOKEN_END);
}

// columns = ( NAME | "joint" ), { NAME } ;
static bool parse_columns(Parser *parser, AstTable *table)
{
  AstItem **end = &table->columns;
  while (!at_row_end(parser)) {
    AstItem *column = ARENA_NEW(parser->arena, AstItem);
    if (parser_accept(parser, TOKEN_CELL)) continue;
    if (!parser_at(parser, TOKEN_NAME)) {
      parser_report_expected(parser, "the name of a column",
                             "the line below 'dh' names the columns: joint a alpha d theta");
      return false;
    }
    column->name = parser_advance(parser).span;
    *end = column;
    end = &column->next;
  }
  return true;
}

// row = expression, { expression } ;
static AstExpr *parse_row(Parser *parser)
{
  AstExpr *row = ARENA_NEW(parser->arena, AstExpr);
  row->kind = AST_VECTOR;
  row->span = parser->token.span;
  while (!at_row_end(parser)) {
    AstExpr *cell = parse_expression(parser);
    if (!cell) return NULL;
    *(row->last ? &row->last->next : &row->first) = cell;
    row->last = cell;
    row->count++;
    row->span = span_join(row->span, cell->span);
    if (!parser_accept(parser, TOKEN_CELL) && !at_row_end(parser)) {
      parser_report_expected(parser, "the next cell",
                             "a cell is an expression without blanks or in brackets");
      return NULL;
    }
  }
  return row;
}

static bool parse_rows(Parser *parser, AstTable *table)
{
  AstItem **end = &table->rows;
  while (at_row(parser)) {
    parser_advance(parser);
    AstItem *row = ARENA_NEW(parser->arena, AstItem);
    row->value = parse_row(parser);
    if (!row->value) return false;
    *end = row;
    end = &row->next;
  }
  return true;
}

// Skips what is left of a table with an error, so that its lines are not read as statements.
static void skip_rows(Parser *parser)
{
  while (!parser_at(parser, TOKEN_END) && !parser_at(parser, TOKEN_SEMICOLON)) {
    if (parser_at(parser, TOKEN_NEWLINE) && !at_row(parser)) return;
    parser_advance(parser);
  }
}

static bool parse_table(Parser *parser, AstTable *table)
{
  if (!parser_at(parser, TOKEN_NEWLINE) || parser->next.kind == TOKEN_END) {
    parser_report_expected(parser, "a line that names the columns",
                           "such as: joint a alpha d theta");
    return false;
  }
  parser_advance(parser);
  return parse_columns(parser, table) && parse_rows(parser, table);
}

// dh = "dh", NAME, NAME, [ "in", NAME ], NEWLINE, columns, { NEWLINE, row } ;
bool parse_dh(Parser *parser, AstStatement *statement)
{
  AstTable *table = ARENA_NEW(parser->arena, AstTable);
  statement->table = table;
  if (!parser_expect_name(parser, "the chain's name", &statement->name)) return false;
  if (!parser_expect_name(parser, "'standard', 'modified' or 'khalil'", &table->convention)) {
    return false;
  }
  if (parser->token.word == WORD_IN) {
    parser_advance(parser);
    if (!parser_expect_name(parser, "the name of a frame", &table->parent)) return false;
  }
  parser->lexer.is_in_table = true;
  bool is_good = parse_table(parser, table);
  if (!is_good) skip_rows(parser);
  parser->lexer.is_in_table = false;
  return is_good;
}
