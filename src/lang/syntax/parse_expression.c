// parse_expression.c -- expressions: one function per precedence level, loosest operator first.
//
// Sums and products are read in loops and stored as lists. Only brackets, signs and powers recurse;
// each level is counted, and exceeding MAX_NESTING is an error.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "lang/evaluate/functions.h"
#include "lang/syntax/parser_impl.h"
#include "lang/evaluate/units.h"

static Node *parse_signed(Parser *parser);

Node *node_new(Parser *parser, NodeKind kind, Span span)
{
  Node *node = ARENA_NEW(parser->arena, Node);
  node->kind = (uint8_t)kind;
  node->span = span;
  node->mark = TOKEN_COMMA;
  return node;
}

Node *node_of_text(Parser *parser, NodeKind kind, Span text)
{
  Node *node = node_new(parser, kind, text);
  node_set_text(node, text);
  return node;
}

void node_add(Node *parent, TokenKind mark, Node *child)
{
  child->mark = (uint8_t)mark;
  *(parent->last ? &parent->last->next : &parent->first) = child;
  parent->last = child;
  parent->count++;
  bool is_behind =
      child->span.start + child->span.length > parent->span.start + parent->span.length;
  if (is_behind) parent->span = span_join(parent->span, child->span);
}

static Node *new_list(Parser *parser, NodeKind kind, Node *first)
{
  Node *list = node_new(parser, kind, first->span);
  node_add(list, TOKEN_COMMA, first);
  return list;
}

Node *node_pair(Parser *parser, NodeKind kind, TokenKind mark, Node *first, Node *second)
{
  if (!second) return NULL;
  Node *pair = node_new(parser, kind, first->span);
  node_add(pair, mark, first);
  node_add(pair, mark, second);
  return pair;
}

// Enters a nesting level. Returns false, with an error, if the limit is reached.
static bool enter(Parser *parser)
{
  if (parser->nesting < MAX_NESTING) {
    parser->nesting++;
    return true;
  }
  diagnostics_error(parser->diagnostics, parser->token.span, "name the parts with 'let'",
                    "more than %d brackets, signs or powers inside each other", MAX_NESTING);
  return false;
}

// ---- units

// Returns true if no blank separates this token from the one before it.
static bool touches(const Parser *parser) { return !parser->token.follows_space; }

static bool is_unit_name(const Token *token)
{
  WordRole role = word_role(token->word);
  return token->kind == TOKEN_NAME && (role == WORD_ORDINARY || role == WORD_VALUE);
}

// A name before a value is not a misspelt unit but a word after a missing comma: `mass 1 com [..]`.
// The word of a clause is not a unit either: `input u = 1 smooth`.
static bool is_other_word(const Parser *parser)
{
  Unit unit;
  Span span = parser->token.span;
  TokenKind next = parser->next.kind;
  bool is_value = (next == TOKEN_NAME && !parser_leads_clause(parser, &parser->next)) ||
                  next == TOKEN_NUMBER || next == TOKEN_BRACKET_OPEN;
  bool is_word = (is_value && word_role(parser->next.word) == WORD_ORDINARY) ||
                 parser_leads_clause(parser, &parser->token);
  return is_word && !unit_find(span_bytes(span), span.length, &unit);
}

// A name after a number, a vector or diag() is a unit if it is on the same line.
static bool at_unit(const Parser *parser)
{
  return is_unit_name(&parser->token) && !parser->token.is_first_on_line && !is_other_word(parser);
}

static bool parse_unit_exponent(Parser *parser, int *exponent)
{
  int sign = parser_accept(parser, TOKEN_MINUS) ? -1 : 1;
  Token token = parser->token;
  bool is_digit = token.kind == TOKEN_NUMBER && token.span.length == 1;
  if (!is_digit || span_bytes(token.span)[0] == '0')
    return parser_report_expected(parser, "a whole number from 1 to 9 as the exponent of a unit",
                                  NULL);
  *exponent = sign * (span_bytes(token.span)[0] - '0');
  parser_advance(parser);
  return true;
}

// unit_factor = NAME, [ "^", [ "-" ], NUMBER ] ;
static UnitFactor *parse_unit_factor(Parser *parser)
{
  UnitFactor *factor = ARENA_NEW(parser->document->units, UnitFactor);
  factor->name = parser_advance(parser).span;
  factor->exponent = 1;
  if (!parser_at(parser, TOKEN_CARET) || !touches(parser)) return factor;
  parser_advance(parser);
  return parse_unit_exponent(parser, &factor->exponent) ? factor : NULL;
}

static bool is_called(Span name)
{
  return name.start + name.length < name.source->length && span_bytes(name)[name.length] == '(';
}

// Returns true at the '.' or '/' of a unit. It touches the text on both sides: "5 m/s", not "5 m /
// s" or "5 m/cos(q)".
static bool at_unit_mark(const Parser *parser)
{
  bool is_mark = parser_at(parser, TOKEN_DOT) || parser_at(parser, TOKEN_DIVIDE);
  return is_mark && touches(parser) && is_unit_name(&parser->next) && !parser->next.follows_space &&
         !is_called(parser->next.span);
}

static bool is_known(const UnitFactor *factors)
{
  Unit unit;
  while (factors && unit_find(span_bytes(factors->name), factors->name.length, &unit))
    factors = factors->next;
  return !factors;
}

// Returns the stored unit of the same text, after releasing the memory of this one back to `mark`.
// Unknown units are kept, because messages point to them.
static UnitFactor *shared_unit(Parser *parser, UnitFactor *unit, ArenaMark mark)
{
  const char *text = span_bytes(unit->text);
  int place = map_find_n(&parser->unit_places, text, unit->text.length);
  if (place >= 0) {
    arena_rewind(parser->document->units, mark);
    return parser->units[place];
  }
  if (!is_known(unit)) return unit;
  MEMORY_ROOM(parser->units, parser->unit_count, parser->unit_capacity);
  map_put_n(&parser->unit_places, text, unit->text.length, parser->unit_count);
  return parser->units[parser->unit_count++] = unit;
}

// unit = unit_factor, { ( "." | "/" ), unit_factor } ;
bool parse_unit(Parser *parser, Node *owner)
{
  parser->document->has_units = true;
  ArenaMark mark = arena_mark(parser->document->units);
  Span start = parser->token.span;
  UnitFactor *first = parse_unit_factor(parser);
  UnitFactor *last = first;
  if (!first) return false;
  while (at_unit_mark(parser)) {
    int sign = parser_advance(parser).kind == TOKEN_DIVIDE ? -1 : 1;
    UnitFactor *factor = parse_unit_factor(parser);
    if (!factor) return false;
    factor->exponent *= sign;
    last->next = factor;
    last = factor;
  }
  first->text = span_at(start.source, start.start, parser->end - start.start);
  owner->span = span_join(owner->span, first->text);
  owner->has_unit = true;
  owner->unit = shared_unit(parser, first, mark);
  return true;
}

// ---- primaries

// number = NUMBER, [ unit ] ;
static Node *parse_number(Parser *parser)
{
  Node *number = node_of_text(parser, NODE_NUMBER, parser_advance(parser).span);
  if (parser_at(parser, TOKEN_DOT) && touches(parser))
    return parser_report_expected(parser, "the end of the number", "write 5.0, or 5");
  if (at_unit(parser) && !parse_unit(parser, number)) return NULL;
  return number;
}

// Returns true if the next token is of that kind and touches this one.
static bool touches_next(const Parser *parser, TokenKind kind)
{
  return parser->next.kind == kind && !parser->next.follows_space;
}

// Returns true at the '.' inside a name, foot.heel. A scalar product has blanks around its '.'.
static bool at_name_dot(const Parser *parser)
{
  return parser_at(parser, TOKEN_DOT) && touches(parser) && touches_next(parser, TOKEN_NAME);
}

static bool parse_index(Parser *parser, Node *name)
{
  Token open = parser_advance(parser);
  Node *index = parse_sum(parser);
  if (!index) return false;
  node_add(name, TOKEN_BRACKET_OPEN, index);
  Span close = parser->token.span;
  if (!parser_expect_close(parser, TOKEN_BRACKET_CLOSE, open)) return false;
  name->span = span_join(name->span, close);
  return true;
}

void parse_primes(Parser *parser, Node *value)
{
  while (parser_at(parser, TOKEN_PRIME)) {
    value->span = span_join(value->span, parser_advance(parser).span);
    if (value->primes < UINT8_MAX) value->primes++;
  }
}

// name = NAME, { "[", sum, "]" | ".", NAME } ;   blanks are allowed inside its brackets only
Node *parse_name(Parser *parser)
{
  Node *name = node_new(parser, NODE_NAME, parser_advance(parser).span);
  for (;;) {
    if (parser_at(parser, TOKEN_BRACKET_OPEN) && touches(parser)) {
      if (!parse_index(parser, name)) return NULL;
    } else if (at_name_dot(parser)) {
      parser_advance(parser);
      name->span = span_join(name->span, parser_advance(parser).span);
    } else {
      node_set_text(name, name->span);
      return name;
    }
  }
}

// arguments = ( expression | place ), { ",", ( expression | place ) } ;   places for points only
static bool parse_arguments(Parser *parser, Node *owner)
{
  do {
    Node *argument = parse_expression(parser);
    bool is_place = argument && owner->kind == NODE_CALL && parser->token.word == WORD_ON;
    if (is_place) argument = parse_place_frame(parser, argument);
    if (!argument) return false;
    node_add(owner, TOKEN_COMMA, argument);
  } while (parser_accept(parser, TOKEN_COMMA));
  return true;
}

// Reads the bracket after a list. A value there indicates a missing comma: [1 0 0].
static bool close_list(Parser *parser, TokenKind kind, Token open)
{
  bool is_value = parser_at(parser, TOKEN_NUMBER) || parser_at(parser, TOKEN_NAME);
  if (!is_value || parser->token.is_first_on_line) return parser_expect_close(parser, kind, open);
  return parser_report_expected(
      parser, arena_format(parser->arena, "',' or '%s'", token_kind_text(kind)), NULL);
}

// Reads `in FRAME` after a velocity: the axes of its components.
static Node *parse_call_axes(Parser *parser, Node *call)
{
  Function function = (Function)call->function;
  bool has_axes = function_is_of_mechanism(function) && function < FUNCTION_ROTATION;
  if (!has_axes || parser->token.word != WORD_IN) return call;
  parser_advance(parser);
  if (!parser_check_name(parser, "the name of a frame", false)) return NULL;
  return node_pair(parser, NODE_AXES, TOKEN_COMMA, call, parse_name(parser));
}

static Node *parse_call_of(Parser *parser, Span text)
{
  Token open = parser_advance(parser);
  Node *call = node_of_text(parser, NODE_CALL, text);
  call->function = function_of(span_bytes(text), text.length) & 31;
  if (!parser_at(parser, TOKEN_PAREN_CLOSE) && !parse_arguments(parser, call)) return NULL;
  Span end = parser->token.span;
  if (!close_list(parser, TOKEN_PAREN_CLOSE, open)) return NULL;
  call->span = span_join(text, end);
  return parse_call_axes(parser, call);
}

// call = name, { "'" }, "(", [ arguments ], ")", [ "in", name ] ;   primes: derivatives
static Node *parse_call(Parser *parser)
{
  return parse_call_of(parser, parser_advance(parser).span);
}

// Returns true at a bracket directly after a name of several parts, or after primes: arm.cam(q),
// cam'(q).
static bool at_arguments(const Parser *parser, const Node *name)
{
  size_t end = name->span.start + name->span.length;
  return name->kind == NODE_NAME && !name->first && parser_at(parser, TOKEN_PAREN_OPEN) &&
         parser->token.span.start == end;
}

// diagonal = "diag", "(", arguments, ")", [ unit ] ;
static Node *parse_diagonal(Parser *parser)
{
  Node *diagonal = parse_call(parser);
  if (diagonal && at_unit(parser) && !parse_unit(parser, diagonal)) return NULL;
  return diagonal;
}

// bare_vector = "[", arguments, "]" ;
Node *parse_bare_vector(Parser *parser)
{
  Token open = parser_advance(parser);
  Node *vector = node_new(parser, NODE_VECTOR, open.span);
  if (!parse_arguments(parser, vector)) return NULL;
  Span end = parser->token.span;
  if (!close_list(parser, TOKEN_BRACKET_CLOSE, open)) return NULL;
  vector->span = span_join(open.span, end);
  return vector;
}

// vector = bare_vector, [ unit ] ;
Node *parse_vector(Parser *parser)
{
  Node *vector = parse_bare_vector(parser);
  if (vector && at_unit(parser) && !parse_unit(parser, vector)) return NULL;
  return vector;
}

static Node *parse_parentheses(Parser *parser)
{
  Token open = parser_advance(parser);
  Node *inside = parse_expression(parser);
  if (!inside) return NULL;
  Span end = parser->token.span;
  if (!parser_expect_close(parser, TOKEN_PAREN_CLOSE, open)) return NULL;
  inside->span = span_join(open.span, end);
  inside->is_in_brackets = true;
  return inside;
}

static void report_no_value(Parser *parser)
{
  const char *hint = NULL;
  bool is_name = parser_at(parser, TOKEN_NAME);
  if (is_name) hint = "this word is reserved; it cannot be the name of a value";
  if (parser_at(parser, TOKEN_ASSIGN)) hint = "the value follows without '='";
  if (parser_at(parser, TOKEN_DOT) && parser->next.kind == TOKEN_NUMBER)
    hint = "a number begins with a digit: 0.5";
  parser_report_expected(parser, "a number, a name or a bracket", hint);
}

// Returns true at a component of the vector before it, position(P).y. A scalar product has blanks.
static bool at_component(const Parser *parser)
{
  Span name = parser->next.span;
  return at_name_dot(parser) && name.length == 1 && strchr("xyz", span_bytes(name)[0]);
}

// Returns true at a function without parentheses as in other notations: sin x, sin^2(x).
static bool is_bare_function(const Parser *parser)
{
  Span span = parser->token.span;
  TokenKind next = parser->next.kind;
  return (next == TOKEN_NAME || next == TOKEN_NUMBER || next == TOKEN_CARET) &&
         function_is_reserved(span_bytes(span), span.length);
}

// whole = ( name | call | diagonal | vector | "(", expression, ")" ), { "'" } ;
static Node *parse_whole(Parser *parser)
{
  WordRole role = word_role(parser->token.word);
  Node *value = NULL;
  if (parser_at(parser, TOKEN_BRACKET_OPEN)) {
    value = parse_vector(parser);
  } else if (parser_at(parser, TOKEN_PAREN_OPEN)) {
    value = parse_parentheses(parser);
  } else if (!parser_at(parser, TOKEN_NAME) || (role != WORD_ORDINARY && role != WORD_VALUE)) {
    report_no_value(parser);
  } else if (parser->next.kind != TOKEN_PAREN_OPEN) {
    if (is_bare_function(parser)) {
      parser_advance(parser);
      return parser_report_expected(parser, "'(' after the function",
                                    "write sin(x), sin(x)^2, if(x > 0, a, b)");
    }
    value = parse_name(parser);
  } else {
    value = token_is(&parser->token, "diag") ? parse_diagonal(parser) : parse_call(parser);
  }
  if (value) parse_primes(parser, value);
  if (value && at_arguments(parser, value)) {
    value = parse_call_of(parser, value->span);  // its text includes the primes
    if (value) parse_primes(parser, value);
  }
  return value;
}

// primary = number | whole, [ ".", ( "x" | "y" | "z" ), { "'" } ] ;   no blanks around the point
static Node *parse_primary(Parser *parser)
{
  if (parser_at(parser, TOKEN_NUMBER)) return parse_number(parser);
  Node *value = parse_whole(parser);
  if (!value || !at_component(parser)) return value;
  parser_advance(parser);
  Node *component = new_list(parser, NODE_COMPONENT, value);
  node_set_text(component, parser->token.span);
  component->span = span_join(value->span, parser_advance(parser).span);
  parse_primes(parser, component);
  return component;
}

// ---- operators

// power = primary, [ "^", signed ] ;
static Node *parse_power(Parser *parser)
{
  Node *base = parse_primary(parser);
  if (!base || !parser_accept(parser, TOKEN_CARET)) return base;
  return node_pair(parser, NODE_POWER, TOKEN_COMMA, base, parse_signed(parser));
}

static Node *parse_sign(Parser *parser)
{
  Token sign = parser_advance(parser);
  Node *operand = parse_signed(parser);
  if (!operand || sign.kind == TOKEN_PLUS) return operand;
  Node *negation = new_list(parser, NODE_NEGATE, operand);
  negation->span = span_join(sign.span, operand->span);
  return negation;
}

// signed = ( "-" | "+" ), signed | power ;
static Node *parse_signed(Parser *parser)
{
  if (!enter(parser)) return NULL;
  bool has_sign = parser_at(parser, TOKEN_MINUS) || parser_at(parser, TOKEN_PLUS);
  Node *result = has_sign ? parse_sign(parser) : parse_power(parser);
  parser->nesting--;
  return result;
}

// Reads operands separated by marks; a single operand is returned unchanged.
static Node *parse_chain(Parser *parser, NodeKind kind, bool (*at_mark)(const Parser *parser),
                         Node *(*parse_operand)(Parser *parser))
{
  Node *chain = parse_operand(parser);
  if (!chain || !at_mark(parser)) return chain;
  chain = new_list(parser, kind, chain);
  while (at_mark(parser)) {
    TokenKind mark = parser_advance(parser).kind;
    Node *operand = parse_operand(parser);
    if (!operand) return NULL;
    node_add(chain, mark, operand);
  }
  return chain;
}

static bool at_product_mark(const Parser *parser)
{
  return parser_at(parser, TOKEN_TIMES) || parser_at(parser, TOKEN_DIVIDE) ||
         parser_at(parser, TOKEN_DOT);
}

// product = signed, { ( "*" | "/" | "." ), signed } ;
static Node *parse_product(Parser *parser)
{
  return parse_chain(parser, NODE_PRODUCT, at_product_mark, parse_signed);
}

static bool at_sum_mark(const Parser *parser)
{
  return parser_at(parser, TOKEN_PLUS) || parser_at(parser, TOKEN_MINUS);
}

// sum = product, { ( "+" | "-" ), product } ;
Node *parse_sum(Parser *parser)
{
  return parse_chain(parser, NODE_SUM, at_sum_mark, parse_product);
}

static bool at_comparison(const Parser *parser)
{
  TokenKind kind = parser->token.kind;
  return kind == TOKEN_LESS || kind == TOKEN_LESS_EQUAL || kind == TOKEN_GREATER ||
         kind == TOKEN_GREATER_EQUAL || kind == TOKEN_EQUAL || kind == TOKEN_NOT_EQUAL;
}

// expression = sum, [ ( "<" | "<=" | ">" | ">=" | "==" | "!=" ), sum ] ;
Node *parse_expression(Parser *parser)
{
  Node *left = parse_sum(parser);
  if (!left || !at_comparison(parser)) return left;
  TokenKind mark = parser_advance(parser).kind;
  Node *comparison = node_pair(parser, NODE_COMPARE, mark, left, parse_sum(parser));
  if (!comparison || !at_comparison(parser)) return comparison;
  return parser_report_expected(parser, "the end of the comparison", "write (0 < x)*(x < 1) > 0");
}
