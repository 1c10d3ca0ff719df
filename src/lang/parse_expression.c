// parse_expression.c -- expressions: loosest operator first, one function per level.
//
// Sums and products are read in loops and kept as lists. Only brackets, signs and powers recurse;
// each such step is counted, and at MAX_NESTING there is an error instead of a deep stack.
// SPDX-License-Identifier: MIT
#include "lang/functions.h"
#include "lang/parser_impl.h"
#include "lang/units.h"

static AstExpr *parse_signed(Parser *parser);

static AstExpr *new_node(Parser *parser, AstKind kind, Span span)
{
  AstExpr *node = ARENA_NEW(parser->arena, AstExpr);
  node->kind = kind;
  node->span = span;
  node->mark = TOKEN_COMMA;
  return node;
}

static void add_child(AstExpr *parent, TokenKind mark, AstExpr *child)
{
  child->mark = mark;
  if (parent->last) {
    parent->last->next = child;
  } else {
    parent->first = child;
  }
  parent->last = child;
  parent->count++;
}

static AstExpr *new_list(Parser *parser, AstKind kind, AstExpr *first)
{
  AstExpr *list = new_node(parser, kind, first->span);
  add_child(list, TOKEN_COMMA, first);
  return list;
}

// Extends `list` by `child`, which ends where the list now ends.
static void grow_list(AstExpr *list, TokenKind mark, AstExpr *child)
{
  add_child(list, mark, child);
  list->span = span_join(list->span, child->span);
}

// Called on the way down. False, with an error, when that is too deep.
static bool enter(Parser *parser)
{
  if (parser->nesting < MAX_NESTING) {
    parser->nesting++;
    return true;
  }
  diagnostics_add(parser->diagnostics, SEVERITY_ERROR, parser->token.span,
                  "name the parts with 'let'",
                  "more than %d brackets, signs or powers inside each other", MAX_NESTING);
  return false;
}

static void leave(Parser *parser) { parser->nesting--; }

// ---- units

// Do this token and the one before it touch?
static bool touches(const Parser *parser) { return !parser->token.follows_space; }

static bool is_unit_name(const Token *token)
{
  WordRole role = word_role(token->word);
  return token->kind == TOKEN_NAME && (role == WORD_ORDINARY || role == WORD_VALUE);
}

// A name before a value is no misspelt unit but a word after a forgotten comma: `mass 1 com [..]`.
static bool stands_before_value(const Parser *parser)
{
  Unit unit;
  Span span = parser->token.span;
  TokenKind next = parser->next.kind;
  bool is_value = next == TOKEN_NAME || next == TOKEN_NUMBER || next == TOKEN_BRACKET_OPEN;
  return is_value && word_role(parser->next.word) == WORD_ORDINARY &&
         !unit_find(span_bytes(span), span.length, &unit);
}

// A name behind a number, a vector or diag() is a unit, if it stands on the same line.
static bool at_unit(const Parser *parser)
{
  return is_unit_name(&parser->token) && !parser->token.is_first_on_line &&
         !stands_before_value(parser);
}

static bool parse_unit_exponent(Parser *parser, int *exponent)
{
  int sign = parser_accept(parser, TOKEN_MINUS) ? -1 : 1;
  Token token = parser->token;
  bool is_digit = token.kind == TOKEN_NUMBER && token.span.length == 1;
  if (!is_digit || span_bytes(token.span)[0] == '0') {
    parser_report_expected(parser, "a whole number from 1 to 9 as the exponent of a unit", NULL);
    return false;
  }
  *exponent = sign * (span_bytes(token.span)[0] - '0');
  parser_advance(parser);
  return true;
}

// unit_factor = NAME, [ "^", [ "-" ], NUMBER ] ;
static AstUnit *parse_unit_factor(Parser *parser)
{
  AstUnit *factor = ARENA_NEW(parser->arena, AstUnit);
  factor->name = parser_advance(parser).span;
  factor->exponent = 1;
  if (!parser_at(parser, TOKEN_CARET) || !touches(parser)) return factor;
  parser_advance(parser);
  return parse_unit_exponent(parser, &factor->exponent) ? factor : NULL;
}

// Is this the '.' or '/' of a unit? It touches what stands on both sides: "5 m/s", not "5 m / s".
static bool at_unit_mark(const Parser *parser)
{
  bool is_mark = parser_at(parser, TOKEN_DOT) || parser_at(parser, TOKEN_DIVIDE);
  return is_mark && touches(parser) && is_unit_name(&parser->next) && !parser->next.follows_space;
}

// unit = unit_factor, { ( "." | "/" ), unit_factor } ;
bool parse_unit(Parser *parser, AstExpr *owner)
{
  parser->has_units = true;
  AstUnit *last = parse_unit_factor(parser);
  if (!last) return false;
  owner->unit = last;
  while (at_unit_mark(parser)) {
    int sign = parser_advance(parser).kind == TOKEN_DIVIDE ? -1 : 1;
    AstUnit *factor = parse_unit_factor(parser);
    if (!factor) return false;
    factor->exponent *= sign;
    last->next = factor;
    last = factor;
  }
  owner->span = span_join(owner->span, last->name);
  return true;
}

// ---- primaries

// number = NUMBER, [ unit ] ;
static AstExpr *parse_number(Parser *parser)
{
  Span text = parser_advance(parser).span;
  AstExpr *number = new_node(parser, AST_NUMBER, text);
  number->text = text;
  if (at_unit(parser) && !parse_unit(parser, number)) return NULL;
  return number;
}

// name = NAME, { "'" } ;
static AstExpr *parse_name(Parser *parser)
{
  Span text = parser_advance(parser).span;
  AstExpr *name = new_node(parser, AST_NAME, text);
  name->text = text;
  while (parser_at(parser, TOKEN_PRIME)) {
    name->span = span_join(name->span, parser_advance(parser).span);
    name->primes++;
  }
  return name;
}

// arguments = expression, { ",", expression } ;
static bool parse_arguments(Parser *parser, AstExpr *owner)
{
  do {
    AstExpr *argument = parse_expression(parser);
    if (!argument) return false;
    add_child(owner, TOKEN_COMMA, argument);
  } while (parser_accept(parser, TOKEN_COMMA));
  return true;
}

// The bracket behind a list. A value there is one whose comma was forgotten: [1 0 0].
static bool close_list(Parser *parser, TokenKind kind, Token open)
{
  bool is_value = parser_at(parser, TOKEN_NUMBER) || parser_at(parser, TOKEN_NAME);
  if (!is_value || parser->token.is_first_on_line) return parser_expect_close(parser, kind, open);
  parser_report_expected(parser, arena_format(parser->arena, "',' or '%s'", token_kind_text(kind)),
                         NULL);
  return false;
}

// Of a velocity: the axes that its components are in.
static bool parse_call_axes(Parser *parser, AstExpr *call)
{
  Function function = function_of(span_bytes(call->text), call->text.length);
  if (!function_is_seen_in_axes(function) || parser->token.word != WORD_IN) return true;
  parser_advance(parser);
  if (!parser_expect_name(parser, "the name of a frame", &call->axes)) return false;
  call->span = span_join(call->span, call->axes);
  return true;
}

// call = NAME, "(", [ arguments ], ")", [ "in", NAME ] ;
static AstExpr *parse_call(Parser *parser)
{
  Span text = parser_advance(parser).span;
  Token open = parser_advance(parser);
  AstExpr *call = new_node(parser, AST_CALL, text);
  call->text = text;
  if (!parser_at(parser, TOKEN_PAREN_CLOSE) && !parse_arguments(parser, call)) return NULL;
  Span end = parser->token.span;
  if (!close_list(parser, TOKEN_PAREN_CLOSE, open)) return NULL;
  call->span = span_join(text, end);
  return parse_call_axes(parser, call) ? call : NULL;
}

// diagonal = "diag", "(", arguments, ")", [ unit ] ;
static AstExpr *parse_diagonal(Parser *parser)
{
  AstExpr *diagonal = parse_call(parser);
  if (diagonal && at_unit(parser) && !parse_unit(parser, diagonal)) return NULL;
  return diagonal;
}

// bare_vector = "[", arguments, "]" ;
AstExpr *parse_bare_vector(Parser *parser)
{
  Token open = parser_advance(parser);
  AstExpr *vector = new_node(parser, AST_VECTOR, open.span);
  if (!parse_arguments(parser, vector)) return NULL;
  Span end = parser->token.span;
  if (!close_list(parser, TOKEN_BRACKET_CLOSE, open)) return NULL;
  vector->span = span_join(open.span, end);
  return vector;
}

// vector = bare_vector, [ unit ] ;
AstExpr *parse_vector(Parser *parser)
{
  AstExpr *vector = parse_bare_vector(parser);
  if (vector && at_unit(parser) && !parse_unit(parser, vector)) return NULL;
  return vector;
}

static AstExpr *parse_parentheses(Parser *parser)
{
  Token open = parser_advance(parser);
  AstExpr *inside = parse_expression(parser);
  if (!inside) return NULL;
  Span end = parser->token.span;
  if (!parser_expect_close(parser, TOKEN_PAREN_CLOSE, open)) return NULL;
  inside->span = span_join(open.span, end);
  return inside;
}

static void report_no_value(Parser *parser)
{
  const char *hint = NULL;
  bool is_name = parser_at(parser, TOKEN_NAME);
  if (is_name) hint = "this word is reserved; it cannot be the name of a value";
  if (parser_at(parser, TOKEN_ASSIGN)) hint = "the value follows without '='";
  if (parser_at(parser, TOKEN_DOT) && parser->next.kind == TOKEN_NUMBER) {
    hint = "a number begins with a digit: 0.5";
  }
  parser_report_expected(parser, "a number, a name or a bracket", hint);
}

// primary = number | name | call | diagonal | vector | "(", expression, ")" ;
static AstExpr *parse_primary(Parser *parser)
{
  WordRole role = word_role(parser->token.word);
  if (parser_at(parser, TOKEN_NUMBER)) return parse_number(parser);
  if (parser_at(parser, TOKEN_BRACKET_OPEN)) return parse_vector(parser);
  if (parser_at(parser, TOKEN_PAREN_OPEN)) return parse_parentheses(parser);
  if (parser_at(parser, TOKEN_NAME) && (role == WORD_ORDINARY || role == WORD_VALUE)) {
    if (parser->next.kind != TOKEN_PAREN_OPEN) return parse_name(parser);
    return parser_at_name(parser, "diag") ? parse_diagonal(parser) : parse_call(parser);
  }
  report_no_value(parser);
  return NULL;
}

// ---- operators

// power = primary, [ "^", signed ] ;
static AstExpr *parse_power(Parser *parser)
{
  AstExpr *base = parse_primary(parser);
  if (!base || !parser_accept(parser, TOKEN_CARET)) return base;
  AstExpr *exponent = parse_signed(parser);
  if (!exponent) return NULL;
  AstExpr *power = new_list(parser, AST_POWER, base);
  grow_list(power, TOKEN_COMMA, exponent);
  return power;
}

static AstExpr *parse_sign(Parser *parser)
{
  Token sign = parser_advance(parser);
  AstExpr *operand = parse_signed(parser);
  if (!operand || sign.kind == TOKEN_PLUS) return operand;
  AstExpr *negation = new_list(parser, AST_NEGATE, operand);
  negation->span = span_join(sign.span, operand->span);
  return negation;
}

// signed = ( "-" | "+" ), signed | power ;
static AstExpr *parse_signed(Parser *parser)
{
  if (!enter(parser)) return NULL;
  bool has_sign = parser_at(parser, TOKEN_MINUS) || parser_at(parser, TOKEN_PLUS);
  AstExpr *result = has_sign ? parse_sign(parser) : parse_power(parser);
  leave(parser);
  return result;
}

static bool at_product_mark(const Parser *parser)
{
  return parser_at(parser, TOKEN_TIMES) || parser_at(parser, TOKEN_DIVIDE) ||
         parser_at(parser, TOKEN_DOT);
}

// product = signed, { ( "*" | "/" | "." ), signed } ;
static AstExpr *parse_product(Parser *parser)
{
  AstExpr *product = parse_signed(parser);
  if (!product || !at_product_mark(parser)) return product;
  product = new_list(parser, AST_PRODUCT, product);
  while (at_product_mark(parser)) {
    TokenKind mark = parser_advance(parser).kind;
    AstExpr *factor = parse_signed(parser);
    if (!factor) return NULL;
    grow_list(product, mark, factor);
  }
  return product;
}

static bool at_sum_mark(const Parser *parser)
{
  return parser_at(parser, TOKEN_PLUS) || parser_at(parser, TOKEN_MINUS);
}

// sum = product, { ( "+" | "-" ), product } ;
static AstExpr *parse_sum(Parser *parser)
{
  AstExpr *sum = parse_product(parser);
  if (!sum || !at_sum_mark(parser)) return sum;
  sum = new_list(parser, AST_SUM, sum);
  while (at_sum_mark(parser)) {
    TokenKind mark = parser_advance(parser).kind;
    AstExpr *term = parse_product(parser);
    if (!term) return NULL;
    grow_list(sum, mark, term);
  }
  return sum;
}

static bool at_comparison(const Parser *parser)
{
  TokenKind kind = parser->token.kind;
  return kind == TOKEN_LESS || kind == TOKEN_LESS_EQUAL || kind == TOKEN_GREATER ||
         kind == TOKEN_GREATER_EQUAL || kind == TOKEN_EQUAL || kind == TOKEN_NOT_EQUAL;
}

// expression = sum, [ ( "<" | "<=" | ">" | ">=" | "==" | "!=" ), sum ] ;
AstExpr *parse_expression(Parser *parser)
{
  AstExpr *left = parse_sum(parser);
  if (!left || !at_comparison(parser)) return left;
  AstExpr *comparison = new_list(parser, AST_COMPARE, left);
  comparison->comparison = parser_advance(parser).kind;
  AstExpr *right = parse_sum(parser);
  if (!right) return NULL;
  grow_list(comparison, TOKEN_COMMA, right);
  return comparison;
}
