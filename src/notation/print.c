// print.c -- formulas as text with the fewest brackets.
//
// The layout is known twice: here, and in formula_measure.c, which counts its columns. All
// recursion ends within FORMULA_DEEPEST levels.
// SPDX-License-Identifier: MIT
#include "notation/print.h"

#include "base/memory.h"
#include "notation/number_text.h"
#include "notation/wrap.h"

#include <stdlib.h>
#include <string.h>

// Parts cut out of a formula, numbered in the order of their first use.
typedef struct CutList {
  const Formula **at;
  int count;
  int capacity;
} CutList;

typedef struct Printer {
  Text *out;
  CompactNames *names;  // or NULL
  CutList *cuts;
} Printer;

static void put_formula(Printer *printer, const Formula *f);
static void put_unsigned(Printer *printer, const Formula *f);

// ---- atoms

static int cut_number(CutList *cuts, const Formula *cut)
{
  for (int i = 0; i < cuts->count; i++) {
    if (cuts->at[i]->expr == cut->expr) return i + 1;
  }
  if (cuts->count == cuts->capacity) {
    cuts->capacity = 2 * cuts->capacity + 8;
    cuts->at = memory_grow(cuts->at, (size_t)cuts->capacity, sizeof(const Formula *));
  }
  cuts->at[cuts->count++] = cut;
  return cuts->count;
}

static void put_atom(Printer *printer, const Formula *f)
{
  const Expr *e = f->expr;
  if (formula_is_cut(f)) {
    text_format(printer->out, "r%d", cut_number(printer->cuts, f));
  } else if (e->form->op == OP_NUMBER) {
    number_put(printer->out, e->form->number);
  } else if (e->form->op == OP_SYMBOL) {
    text_put(printer->out, e->form->symbol->name);
  } else {
    const OperatorInfo *info = operator_info((Operator)e->form->op);
    text_put(printer->out, e->form->op == OP_NAMED ? e->form->named.name : info->text);
  }
}

// ---- sums and products

static void put_bracketed(Printer *printer, const Formula *f, Precedence least)
{
  bool has_brackets = formula_precedence(f) < least;
  if (has_brackets) text_put_char(printer->out, '(');
  put_formula(printer, f);
  if (has_brackets) text_put_char(printer->out, ')');
}

// A term of a sum without its sign.
static void put_term(Printer *printer, const Formula *term)
{
  if (formula_precedence(term) < PREC_SUM) {
    put_bracketed(printer, term, PREC_SUM);
  } else {
    put_unsigned(printer, term);
  }
}

static void put_sum(Printer *printer, const Formula *f)
{
  for (int i = 0; i < f->count; i++) {
    bool is_negative = formula_is_negative(f->parts[i]);
    if (i > 0) {
      text_put(printer->out, is_negative ? " - " : " + ");
    } else if (is_negative) {
      text_put_char(printer->out, '-');
    }
    put_term(printer, f->parts[i]);
  }
}

static void put_power(Printer *printer, const Formula *base, int exponent)
{
  int size = abs(exponent);
  put_bracketed(printer, base, size == 1 ? PREC_POWER : PREC_CALL);
  if (size > 1) text_format(printer->out, "^%d", size);
}

static bool is_visible_fraction(const Expr *number)
{
  return !fmpz_is_one(fmpq_denref(number->form->number)) &&
         !number_is_decimal(number->form->number);
}

static void put_separator(Printer *printer, int *count)
{
  if ((*count)++ > 0) text_put_char(printer->out, '*');
}

static void put_numerator(Printer *printer, const Formula *f)
{
  const fmpq *number = f->expr->form->number;
  int count = 0;
  if (!fmpz_is_pm1(fmpq_numref(number)) || number_is_decimal(number)) {
    put_separator(printer, &count);
    number_put_top(printer->out, number);
  }
  for (int i = 0; i < f->count; i++) {
    if (f->exponents[i] < 0) continue;
    put_separator(printer, &count);
    put_power(printer, f->parts[i], f->exponents[i]);
  }
  if (count == 0) text_put_char(printer->out, '1');
}

static void put_denominator_number(Printer *printer, const Expr *coefficient)
{
  fmpq_t denominator;
  fmpq_init(denominator);
  fmpz_set(fmpq_numref(denominator), fmpq_denref(coefficient->form->number));
  number_put(printer->out, denominator);
  fmpq_clear(denominator);
}

static int denominator_size(const Formula *f)
{
  int size = is_visible_fraction(f->expr);
  for (int i = 0; i < f->count; i++)
    size += f->exponents[i] < 0;
  return size;
}

static void put_denominator(Printer *printer, const Formula *f)
{
  int size = denominator_size(f), count = 0;
  if (size == 0) return;
  text_put(printer->out, size > 1 ? "/(" : "/");
  if (is_visible_fraction(f->expr)) {
    put_separator(printer, &count);
    put_denominator_number(printer, f->expr);
  }
  for (int i = 0; i < f->count; i++) {
    if (f->exponents[i] > 0) continue;
    put_separator(printer, &count);
    put_power(printer, f->parts[i], f->exponents[i]);
  }
  if (size > 1) text_put_char(printer->out, ')');
}

// ---- calls

static void put_infix(Printer *printer, const Formula *f)
{
  bool is_power = f->op == OP_POW;
  Precedence least = is_power ? PREC_CALL : PREC_SUM;
  put_bracketed(printer, f->parts[0], least);
  text_format(printer->out, is_power ? "%s" : " %s ", operator_info(f->op)->text);
  put_bracketed(printer, f->parts[1], least);
}

static void put_call(Printer *printer, const Formula *f)
{
  const char *name = printer->names ? compact_name(printer->names, f) : NULL;
  if (name) {
    text_put(printer->out, name);
    return;
  }
  if (operator_info(f->op)->precedence != PREC_CALL) {
    put_infix(printer, f);
    return;
  }
  text_format(printer->out, "%s(", operator_info(f->op)->text);
  for (int i = 0; i < f->count; i++) {
    if (i > 0) text_put(printer->out, ", ");
    put_formula(printer, f->parts[i]);
  }
  text_put_char(printer->out, ')');
}

// ---- everything

static void put_unsigned_number(Printer *printer, const Expr *number)
{
  fmpq_t size;
  fmpq_init(size);
  fmpq_abs(size, number->form->number);
  number_put(printer->out, size);
  fmpq_clear(size);
}

static void put_unsigned(Printer *printer, const Formula *f)
{
  switch (f->kind) {
  case FORMULA_ATOM:
    if (formula_is_number(f)) {
      put_unsigned_number(printer, f->expr);
    } else {
      put_atom(printer, f);
    }
    break;
  case FORMULA_SUM: put_sum(printer, f); break;
  case FORMULA_CALL: put_call(printer, f); break;
  case FORMULA_PRODUCT:
    put_numerator(printer, f);
    put_denominator(printer, f);
    break;
  }
}

static void put_formula(Printer *printer, const Formula *f)
{
  bool has_sign = f->kind == FORMULA_PRODUCT || f->kind == FORMULA_ATOM;
  if (has_sign && formula_is_negative(f)) text_put_char(printer->out, '-');
  put_unsigned(printer, f);
}

// The definitions of the parts that were cut out; a definition may need further parts.
static void put_cuts(Printer *printer)
{
  for (int i = 0; i < printer->cuts->count; i++) {
    text_format(printer->out, "%s r%d = ", i == 0 ? " where" : ",", i + 1);
    put_formula(printer, printer->cuts->at[i]->parts[0]);
  }
  free(printer->cuts->at);
}

void formula_print(const Formula *f, CompactNames *names, Text *out)
{
  CutList cuts = { 0 };
  Printer printer = { out, names, &cuts };
  put_formula(&printer, f);
  put_cuts(&printer);
}

void expr_print(const Expr *e, Text *out)
{
  Arena *arena = arena_new();
  formula_print(formula_of(e, arena), NULL, out);
  arena_free(arena);
}

// ---- lines

void formula_print_wrapped(const Formula *f, CompactNames *names, int column, int width, Text *out)
{
  Text line = { 0 };
  formula_print(f, names, &line);
  wrap_sums(&line, column, width, out);
  text_free(&line);
}
