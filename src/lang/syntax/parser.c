// parser.c -- token handling and error messages of the parser, and the top rule.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "lang/evaluate/functions.h"
#include "lang/syntax/parser_impl.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

void parser_init(Parser *parser, Document *document, const Source *source, TokenKind before,
                 Diagnostics *diagnostics)
{
  *parser = (Parser){ .arena = document->arena, .document = document, .diagnostics = diagnostics };
  lexer_init(&parser->lexer, source, &language_rules, diagnostics);
  parser->lexer.last_kind = before;
  parser_advance(parser);
  parser_advance(parser);
}

void parser_free(Parser *parser)
{
  map_free(&parser->unit_places);
  free(parser->units);
}

Token parser_advance(Parser *parser)
{
  Token left = parser->token;
  if (left.span.length > 0) parser->end = left.span.start + left.span.length;
  parser->token = parser->next;
  lexer_next(&parser->lexer, &parser->next);
  return left;
}

bool token_is(const Token *name, const char *text)
{
  return name->kind == TOKEN_NAME && span_is(name->span, text);
}

bool parser_bracket_follows(const Parser *parser, const Token *token)
{
  const Source *source = parser->lexer.source;
  size_t place = token->span.start + token->span.length;
  while (place < source->length && (source->bytes[place] == ' ' || source->bytes[place] == '\t'))
    place++;
  return place < source->length && source->bytes[place] == '(';
}

bool parser_accept(Parser *parser, TokenKind kind)
{
  if (!parser_at(parser, kind)) return false;
  parser_advance(parser);
  return true;
}

// ---- errors

// Returns a hint if the text is a notation of another language, or NULL.
static const char *foreign_hint(const Parser *parser)
{
  Span span = parser->token.span;
  const char *at = span_bytes(span), *bytes = parser->lexer.bytes;
  int before = parser->end > 0 ? (unsigned char)bytes[parser->end - 1] : 0;
  bool is_name = parser_at(parser, TOKEN_NAME), is_digit = isdigit(before);
  if (parser_at(parser, TOKEN_BRACKET_OPEN) && is_digit) return "a unit has no brackets: 5 N";
  if (parser_at(parser, TOKEN_PAREN_OPEN) && (is_digit || before == ')'))
    return "for a product write '*'";
  if (parser_at(parser, TOKEN_NUMBER) && span.start > 0 && at[-1] == ',')
    return "decimals follow a point: 1.5";
  if (parser_at(parser, TOKEN_ASSIGN) && parser->kinds[0] == STATEMENT_WHEN)
    return "a comparison is written '=='";
  size_t rest = parser->lexer.length - span.start;
  const char *hint = spelling_hint(at, is_name ? span.length : rest, is_name);
  if (hint || is_name || span.start == 0) return hint;
  return spelling_hint(at - 1, rest + 1, false);  // the second of two marks
}

Node *parser_report_expected(Parser *parser, const char *what, const char *hint)
{
  enum { MAX_QUOTE_LENGTH = 40 };
  Token found = parser->token;
  const char *foreign = foreign_hint(parser);
  if (foreign) hint = foreign;
  if (hint && *hint == '\0') hint = NULL;
  if (found.kind == TOKEN_CELL) hint = "blanks end a cell: write q2+90deg, or (q2 + 90 deg)";
  if (found.kind == TOKEN_BAD) return NULL;  // already reported by the lexer
  if (found.kind == TOKEN_END || found.kind == TOKEN_NEWLINE || found.kind == TOKEN_CELL) {
    diagnostics_error(parser->diagnostics, found.span, hint, "expected %s, but found %s", what,
                      token_kind_text(found.kind));
  } else if (found.span.length > MAX_QUOTE_LENGTH) {
    diagnostics_error(parser->diagnostics, found.span, hint, "expected %s", what);
  } else {
    const char *quote = found.kind == TOKEN_PRIME ? "\"" : "'";
    diagnostics_error(parser->diagnostics, found.span, hint, "expected %s, but found %s%.*s%s",
                      what, quote, (int)found.span.length, span_bytes(found.span), quote);
  }
  return NULL;
}

bool parser_expect(Parser *parser, TokenKind kind, const char *what)
{
  if (parser_accept(parser, kind)) return true;
  return parser_report_expected(parser, what, NULL);
}

bool parser_expect_close(Parser *parser, TokenKind kind, Token open)
{
  if (parser_accept(parser, kind)) return true;
  const char *hint = NULL;
  if (!diagnostics_is_full(parser->diagnostics)) {
    Place place = span_place(open.span);
    hint = arena_format(parser->arena, "to close the '%s' at line %d, column %d",
                        token_kind_text(open.kind), place.line, place.column);
  }
  if (parser_at(parser, TOKEN_COMMA)) hint = "a vector is written [x, y, z]";
  if (parser_at(parser, TOKEN_ASSIGN)) hint = "a comparison is written '=='";
  const char *what = arena_format(parser->arena, "'%s'", token_kind_text(kind));
  return parser_report_expected(parser, what, hint);
}

// Hints for `force at P` (the name is missing) and `param at = 3` (the name is reserved).
static const char *hint_for_reserved(const Parser *parser)
{
  Word word = parser->token.word;
  TokenKind next = parser->next.kind;
  bool is_clause = next == TOKEN_NAME || next == TOKEN_NUMBER || next == TOKEN_BRACKET_OPEN;
  if (word == WORD_TIME) return "'t' is time; choose another name";
  if (word == WORD_PI) return "'pi' is the number; choose another name";
  if (is_clause && word_role(word) == WORD_CLAUSE) return "it is missing in front of this word";
  return "choose another name";
}

bool parser_check_name(Parser *parser, const char *what, bool is_new)
{
  Token token = parser->token;
  if (token.kind != TOKEN_NAME)
    return parser_report_expected(
        parser, what, token.kind == TOKEN_NUMBER ? "a name begins with a letter" : NULL);
  const char *bytes = span_bytes(token.span);
  int length = (int)token.span.length;
  if (token.word != WORD_NONE) {
    diagnostics_error(parser->diagnostics, token.span, hint_for_reserved(parser),
                      "expected %s, but '%.*s' is a reserved word", what, length, bytes);
    return false;
  }
  if (is_new && function_is_reserved(bytes, token.span.length)) {
    diagnostics_error(parser->diagnostics, token.span, "choose another name",
                      "expected %s, but '%.*s' is a function", what, length, bytes);
    return false;
  }
  return true;
}

void parser_note_old(Parser *parser, Span span, const char *old, const char *now)
{
  for (int i = 0; i < parser->old_count; i++)
    if (strcmp(parser->olds[i], old) == 0) return;
  if (parser->old_count < MAX_DEPRECATED) parser->olds[parser->old_count++] = old;
  diagnostics_add(parser->diagnostics, SEVERITY_NOTE, span,
                  arena_format(parser->arena, "'bielle format' rewrites it"),
                  "this is now written '%s'", now);
}

// ---- the top rule

// description = [ statement ], { NEWLINE, [ statement ] }, END ;
static void parse_description(Parser *parser, int count)
{
  Document *document = parser->document;
  while (count > 0 && !parser_at(parser, TOKEN_END)) {
    if (parser_accept(parser, TOKEN_NEWLINE) || parser_accept(parser, TOKEN_SEMICOLON)) continue;
    Statement *statement = parse_statement(parser);
    if (!statement) continue;
    *(document->last ? &document->last->next : &document->first) = statement;
    document->last = statement;
    while (document->last->next)
      document->last = document->last->next;
    count--;
  }
}

void document_read_on(Document *document, int count)
{
  Parser *parser = document->rest;
  if (!parser) return;
  parse_description(parser, count);
  document->comments = parser->lexer.comments;
  document->comment_count = parser->lexer.comment_count;
  if (!parser_at(parser, TOKEN_END)) return;
  parser_free(parser);
  document->rest = NULL;
}

Document *document_open(const Source *source, Diagnostics *diagnostics)
{
  Document *document = document_new();
  document->source = source;
  document->rest = ARENA_NEW(document->arena, Parser);
  parser_init(document->rest, document, source, TOKEN_NEWLINE, diagnostics);
  return document;
}

Document *document_read(const Source *source, Diagnostics *diagnostics)
{
  Document *document = document_open(source, diagnostics);
  document_read_on(document, INT_MAX);
  return document;
}
