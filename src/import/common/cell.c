// cell.c -- an expression of a foreign text, checked and copied to the notation of the language.
//
//     operand  = number | name | function "(" | "(" ,  with a sign at the start of a sum or an
//                exponent
//     operator = "+" | "-" | "*" | "/" | "^" | "," in the parentheses of a function | ")"
//
// An expression is a sequence of alternating operands and operators; it ends where an operator is
// expected but missing. No tree is built: the tokens are copied in order, so that the user's form
// is preserved except for redundant zeros of numbers. The language parses the result.
// SPDX-License-Identifier: MIT
#include "import/common/values.h"

#include "import/common/decimal.h"
#include "lang/evaluate/functions.h"

#include <string.h>

enum { MAX_DEPTH = 100 };

typedef struct CellWriter {
  CellReader *reader;
  Text text;
  int *names;
  int name_count;
  int depth;
  bool is_call[MAX_DEPTH];  // for each open parenthesis: belongs to a function
} CellWriter;

static bool is_sign(const Token *token)
{
  return token->kind == TOKEN_PLUS || token->kind == TOKEN_MINUS;
}

bool reader_fail(CellReader *reader, const char *wanted)
{
  diagnostics_error(reader->diagnostics, reader->at->span, NULL, "expected %s instead of %s",
                    wanted, token_describe(reader->at, reader->arena));
  return false;
}

bool reader_take_if(CellReader *reader, TokenKind mark)
{
  if (reader->at->kind != mark) return false;
  reader->at++;
  return true;
}

bool reader_accept(CellReader *reader, TokenKind mark, const char *wanted)
{
  if (reader_take_if(reader, mark)) return true;
  if (!wanted) wanted = arena_format(reader->arena, "'%s'", token_kind_text(mark));
  return reader_fail(reader, wanted);
}

bool reader_take_name(CellReader *reader, const char *wanted, Span *name)
{
  if (reader->at->kind != TOKEN_NAME) return reader_fail(reader, wanted);
  *name = reader->at->span;
  reader->at++;
  return true;
}

// ---- operands

// Writes the number without redundant zeros, and in plain digits if these are short (decimal.h).
static bool put_number(CellWriter *writer, const Token *token)
{
  const char *decimal =
      decimal_read(writer->reader->arena, span_bytes(token->span), token->span.length);
  if (decimal) {
    text_put(&writer->text, decimal);
    return true;
  }
  diagnostics_error(writer->reader->diagnostics, token->span, NULL, "this number is too long");
  return false;
}

static void put_name(CellWriter *writer, const Token *token)
{
  if (span_is(token->span, "pi") || span_is(token->span, "Pi")) {
    text_put(&writer->text, "pi");
    return;
  }
  Values *values = writer->reader->values;
  int value = values_add(values, token->span);
  *ARENA_PUSH(writer->reader->arena, writer->names, writer->name_count) = value;
  text_put(&writer->text, values->items[value].name);
}

// Returns the language's name of a function, or NULL if there is none.
static const char *own_function(const CellWriter *writer, const Token *token)
{
  static const char *const others[][2] = {
    { "arcsin", "asin" }, { "arccos", "acos" }, { "arctan", "atan" }, { "ln", "log" }
  };
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
    if (span_is(token->span, others[i][0])) return others[i][1];
  if (function_of(span_bytes(token->span), token->span.length) != FUNCTION_OPERATOR) return NULL;
  return arena_copy_text(writer->reader->arena, span_bytes(token->span), token->span.length);
}

static bool open_bracket(CellWriter *writer, bool is_call)
{
  if (writer->depth == MAX_DEPTH - 1) {
    diagnostics_error(writer->reader->diagnostics, writer->reader->at->span, NULL,
                      "brackets nest more than %d deep", (int)MAX_DEPTH);
    return false;
  }
  writer->is_call[writer->depth++] = is_call;
  text_put_char(&writer->text, '(');
  return true;
}

static bool open_call(CellWriter *writer, const Token *name)
{
  const char *own = own_function(writer, name);
  if (!own) {
    diagnostics_error(writer->reader->diagnostics, name->span, NULL, "unknown function %s",
                      token_describe(name, writer->reader->arena));
    return false;
  }
  text_put(&writer->text, own);
  writer->reader->at++;
  return open_bracket(writer, true);
}

// Reads a sign, which is allowed at the start, after a parenthesis or comma, and in an exponent.
static void read_sign(CellWriter *writer)
{
  const Text *text = &writer->text;
  char last = '(';
  if (text->length > 0) last = text->bytes[text->length - 1];
  if (!is_sign(writer->reader->at) || !strchr("(,^ ", last)) return;
  if (writer->reader->at->kind == TOKEN_MINUS) text_put_char(&writer->text, '-');
  writer->reader->at++;
}

// Reads one operand with the parentheses before it, and advances `reader->at` past it.
static bool read_operand(CellWriter *writer)
{
  for (;;) {
    read_sign(writer);
    const Token *token = writer->reader->at;
    bool is_call = token->kind == TOKEN_NAME && token[1].kind == TOKEN_PAREN_OPEN;
    bool is_bracket = is_call || token->kind == TOKEN_PAREN_OPEN;
    if (!is_bracket && token->kind != TOKEN_NAME && token->kind != TOKEN_NUMBER)
      return reader_fail(writer->reader, "a name, a number or '('");
    bool is_good = true;
    if (token->kind == TOKEN_NUMBER) {
      is_good = put_number(writer, token);
    } else if (is_bracket) {
      is_good = is_call ? open_call(writer, token) : open_bracket(writer, false);
    } else {
      put_name(writer, token);
    }
    if (!is_good) return false;
    writer->reader->at++;
    if (!is_bracket) return true;
  }
}

// Reads the closing parentheses and the operator after an operand; returns false if there is no
// operator.
static bool read_operator(CellWriter *writer)
{
  while (writer->depth > 0 && writer->reader->at->kind == TOKEN_PAREN_CLOSE) {
    text_put_char(&writer->text, ')');
    writer->depth--;
    writer->reader->at++;
  }
  const Token *token = writer->reader->at;
  bool is_comma =
      token->kind == TOKEN_COMMA && writer->depth > 0 && writer->is_call[writer->depth - 1];
  bool is_operator = is_sign(token) || token->kind == TOKEN_TIMES || token->kind == TOKEN_DIVIDE ||
                     token->kind == TOKEN_CARET;
  if (!is_comma && !is_operator) return false;
  text_put(&writer->text, token_kind_text(token->kind));
  writer->reader->at++;
  return true;
}

static bool read_expression(CellWriter *writer)
{
  do {
    if (!read_operand(writer)) return false;
  } while (read_operator(writer));
  return writer->depth == 0 || reader_fail(writer->reader, "')'");
}

// ---- the whole

static Cell finish(CellWriter *writer, const Token *first, const Token *end)
{
  Arena *arena = writer->reader->arena;
  const Token *last = end - 1;
  size_t length = last->span.start + last->span.length - first->span.start;
  bool is_number =
      last->kind == TOKEN_NUMBER && (last == first || (last == first + 1 && is_sign(first)));
  Cell cell = { .text = arena_copy_text(arena, text_string(&writer->text), writer->text.length),
                .span = span_at(first->span.source, first->span.start, length),
                .is_name = last == first && writer->name_count == 1,
                .is_number = is_number,
                .names = writer->names,
                .name_count = writer->name_count };
  cell.is_zero = is_number && decimal_is_zero(cell.text + (cell.text[0] == '-'));
  if (cell.is_zero) cell.text = "0";
  return cell;
}

bool cell_read(CellReader *reader, Cell *cell)
{
  CellWriter writer = { .reader = reader };
  const Token *first = reader->at;
  bool is_good = read_expression(&writer);
  if (is_good) *cell = finish(&writer, first, reader->at);
  text_free(&writer.text);
  return is_good;
}
