// cell.c -- an expression of a foreign text, checked against a grammar and copied in our notation.
//
//     sum     = [ sign ] product { sign product }
//     product = power { ( "*" | "/" ) power }
//     power   = atom [ "^" ( atom | sign atom ) ]
//     atom    = number | name | function "(" sum { "," sum } ")" | "(" sum ")"
//
// No tree is built: the tokens are written as they come, so that the user's own form is kept, but
// for needless zeros of numbers.
// SPDX-License-Identifier: MIT
#include "import/values.h"

#include "base/memory.h"
#include "import/decimal.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 100 };

typedef struct CellWriter {
  CellReader *reader;
  Text text;
  int *names;
  int name_count;
  int name_capacity;
  int depth;
} CellWriter;

typedef struct ForeignFunction {
  const char *foreign;
  const char *own;
} ForeignFunction;

// clang-format off
static const ForeignFunction functions[] = {
  { "sin", "sin" }, { "cos", "cos" }, { "tan", "tan" }, { "asin", "asin" }, { "acos", "acos" },
  { "atan", "atan" }, { "atan2", "atan2" }, { "arcsin", "asin" }, { "arccos", "acos" },
  { "arctan", "atan" }, { "sqrt", "sqrt" }, { "exp", "exp" }, { "ln", "log" }, { "log", "log" },
  { "abs", "abs" }, { "sign", "sign" }, { "sinh", "sinh" }, { "cosh", "cosh" }, { "tanh", "tanh" },
  { "floor", "floor" },
};
// clang-format on

static bool read_sum(CellWriter *writer);

static const ScanToken *token_of(const CellWriter *writer) { return writer->reader->at; }

static void advance(CellWriter *writer)
{
  if (writer->reader->at->kind != SCAN_END) writer->reader->at++;
}

static bool is_sign(const ScanToken *token)
{
  return scan_is_mark(token, '+') || scan_is_mark(token, '-');
}

static bool fail(CellWriter *writer, const char *wanted)
{
  const ScanToken *token = token_of(writer);
  diagnostics_add(writer->reader->diagnostics, SEVERITY_ERROR, token->span, NULL,
                  "expected %s instead of %s", wanted, scan_describe(token, writer->reader->arena));
  return false;
}

// ---- atoms

// Without needless zeros and in plain digits where these are short (decimal.h).
static bool put_number(CellWriter *writer, const ScanToken *token)
{
  const char *decimal = decimal_read(writer->reader->arena, scan_bytes(token), token->span.length);
  if (!decimal) {
    diagnostics_add(writer->reader->diagnostics, SEVERITY_ERROR, token->span, NULL,
                    "this number is too long");
    return false;
  }
  text_put(&writer->text, decimal);
  return true;
}

static void add_name(CellWriter *writer, const ScanToken *token)
{
  if (scan_is_name(token, "pi") || scan_is_name(token, "Pi")) {
    text_put(&writer->text, "pi");
    return;
  }
  if (writer->name_count == writer->name_capacity) {
    writer->name_capacity = 2 * writer->name_capacity + 8;
    writer->names =
        memory_grow(writer->names, (size_t)writer->name_capacity, sizeof *writer->names);
  }
  Values *values = writer->reader->values;
  int value = values_add(values, token->span);
  writer->names[writer->name_count++] = value;
  text_put(&writer->text, values->items[value].name);
}

static const char *find_function(const ScanToken *token)
{
  const size_t count = sizeof functions / sizeof functions[0];
  for (size_t i = 0; i < count; i++) {
    if (scan_is_name(token, functions[i].foreign)) return functions[i].own;
  }
  return NULL;
}

static bool close_bracket(CellWriter *writer)
{
  if (!scan_is_mark(token_of(writer), ')')) return fail(writer, "')'");
  advance(writer);
  text_put_char(&writer->text, ')');
  return true;
}

static bool read_call(CellWriter *writer)
{
  const ScanToken *name = token_of(writer);
  const char *own = find_function(name);
  if (!own) {
    diagnostics_add(writer->reader->diagnostics, SEVERITY_ERROR, name->span, NULL,
                    "unknown function %s", scan_describe(name, writer->reader->arena));
    return false;
  }
  text_format(&writer->text, "%s(", own);
  advance(writer);
  advance(writer);
  if (!read_sum(writer)) return false;
  while (scan_is_mark(token_of(writer), ',')) {
    text_put(&writer->text, ", ");
    advance(writer);
    if (!read_sum(writer)) return false;
  }
  return close_bracket(writer);
}

static bool read_atom(CellWriter *writer)
{
  const ScanToken *token = token_of(writer);
  if (token->kind == SCAN_NUMBER) {
    advance(writer);
    return put_number(writer, token);
  }
  if (token->kind == SCAN_NAME) {
    if (scan_is_mark(token + 1, '(')) return read_call(writer);
    add_name(writer, token);
    advance(writer);
    return true;
  }
  if (!scan_is_mark(token, '(')) return fail(writer, "a name, a number or '('");
  text_put_char(&writer->text, '(');
  advance(writer);
  return read_sum(writer) && close_bracket(writer);
}

// ---- operators

static bool read_power(CellWriter *writer)
{
  if (!read_atom(writer)) return false;
  if (!scan_is_mark(token_of(writer), '^')) return true;
  advance(writer);
  const ScanToken *sign = token_of(writer);
  text_put_char(&writer->text, '^');
  if (!is_sign(sign)) return read_atom(writer);
  advance(writer);
  text_format(&writer->text, "(%c", sign->mark);
  if (!read_atom(writer)) return false;
  text_put_char(&writer->text, ')');
  return true;
}

static bool read_product(CellWriter *writer)
{
  if (!read_power(writer)) return false;
  while (scan_is_mark(token_of(writer), '*') || scan_is_mark(token_of(writer), '/')) {
    text_put_char(&writer->text, token_of(writer)->mark);
    advance(writer);
    if (!read_power(writer)) return false;
  }
  return true;
}

static bool read_terms(CellWriter *writer)
{
  if (is_sign(token_of(writer))) {
    if (token_of(writer)->mark == '-') text_put_char(&writer->text, '-');
    advance(writer);
  }
  if (!read_product(writer)) return false;
  while (is_sign(token_of(writer))) {
    bool has_blanks = writer->reader->has_blanks;
    text_format(&writer->text, has_blanks ? " %c " : "%c", token_of(writer)->mark);
    advance(writer);
    if (!read_product(writer)) return false;
  }
  return true;
}

static bool read_sum(CellWriter *writer)
{
  if (writer->depth >= MAX_DEPTH) {
    diagnostics_add(writer->reader->diagnostics, SEVERITY_ERROR, token_of(writer)->span, NULL,
                    "brackets nest more than %d deep", (int)MAX_DEPTH);
    return false;
  }
  writer->depth++;
  bool is_good = read_terms(writer);
  writer->depth--;
  return is_good;
}

// ---- the whole

static Cell finish(CellWriter *writer, const ScanToken *first, const ScanToken *end)
{
  Arena *arena = writer->reader->arena;
  const ScanToken *last = end - 1;
  size_t length = last->span.start + last->span.length - first->span.start;
  int *names = ARENA_ARRAY(arena, int, writer->name_count);
  if (writer->name_count > 0)
    memcpy(names, writer->names, (size_t)writer->name_count * sizeof *names);
  bool is_number =
      last->kind == SCAN_NUMBER && (last == first || (last == first + 1 && is_sign(first)));
  Cell cell = { .text = arena_copy_text(arena, text_string(&writer->text), writer->text.length),
                .span = { first->span.source, first->span.start, length },
                .is_name = last == first && writer->name_count == 1,
                .is_number = is_number,
                .names = names,
                .name_count = writer->name_count };
  cell.is_zero = is_number && decimal_is_zero(cell.text + (cell.text[0] == '-'));
  if (cell.is_zero) cell.text = "0";
  return cell;
}

bool cell_read(CellReader *reader, Cell *cell)
{
  CellWriter writer = { .reader = reader };
  const ScanToken *first = reader->at;
  bool is_good = read_sum(&writer);
  if (is_good) *cell = finish(&writer, first, reader->at);
  text_free(&writer.text);
  free(writer.names);
  return is_good;
}
