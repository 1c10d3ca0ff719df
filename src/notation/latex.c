// latex.c -- formulas in LaTeX: fractions, roots, \sin^2, brackets that grow.
//
// All recursion ends within FORMULA_DEEPEST levels. A part cut out of a formula that is too deep
// is written as an ellipsis.
// SPDX-License-Identifier: MIT
#include "notation/latex.h"

#include "notation/latex_lines.h"
#include "notation/number_text.h"

#include <stdlib.h>
#include <string.h>

typedef struct Printer {
  Text *out;
  CompactNames *names;  // NULL: nothing is abbreviated
} Printer;

static void put_formula(Printer *printer, const Formula *f);
static void put_unsigned(Printer *printer, const Formula *f);

// ---- numbers and atoms

// "1.5e-9" as 1.5 \cdot 10^{-9}.
static void put_digits(Text *out, const char *digits)
{
  const char *exponent = strchr(digits, 'e');
  if (!exponent) {
    text_put(out, digits);
    return;
  }
  size_t length = (size_t)(exponent - digits);
  bool is_one = length == 1 && digits[0] == '1';
  if (!is_one) {
    text_put_bytes(out, digits, length);
    text_put(out, " \\cdot ");
  }
  text_format(out, "10^{%s}", exponent + 1);
}

// |numerator|, or the whole decimal.
static void put_top(Text *out, const fmpq_t number)
{
  Text digits = { 0 };
  number_put_top(&digits, number);
  put_digits(out, text_string(&digits));
  text_free(&digits);
}

static void put_bottom(Text *out, const fmpq_t number)
{
  fmpq_t whole;
  fmpq_init(whole);
  fmpz_set(fmpq_numref(whole), fmpq_denref(number));
  put_top(out, whole);
  fmpq_clear(whole);
}

static bool is_visible_fraction(const fmpq_t number)
{
  return !fmpz_is_one(fmpq_denref(number)) && !number_is_decimal(number);
}

static void put_unsigned_number(Text *out, const fmpq_t number)
{
  if (!is_visible_fraction(number)) {
    put_top(out, number);
    return;
  }
  text_put(out, "\\frac{");
  put_top(out, number);
  text_put(out, "}{");
  put_bottom(out, number);
  text_put_char(out, '}');
}

static void put_atom(Printer *printer, const Formula *f)
{
  const Expr *e = f->expr;
  if (formula_is_cut(f)) {
    text_put(printer->out, "\\ldots");
  } else if (e->form->op == OP_NUMBER) {
    put_unsigned_number(printer->out, e->form->number);
  } else if (e->form->op == OP_SYMBOL) {
    latex_put_name(printer->out, e->form->symbol->name);
  } else if (e->form->op == OP_NAMED) {
    latex_put_name(printer->out, e->form->named.name);
  } else {
    text_put(printer->out, operator_info((Operator)e->form->op)->latex);
  }
}

// ---- calls

static bool is_prefix_function(const Formula *f)
{
  return f->kind == FORMULA_CALL && f->op >= OP_SIN && f->op <= OP_LOG && f->op != OP_ATAN2;
}

static void put_argument_list(Printer *printer, const Formula *f)
{
  text_put(printer->out, "\\left(");
  for (int i = 0; i < f->count; i++) {
    if (i > 0) text_put(printer->out, ", ");
    put_formula(printer, f->parts[i]);
  }
  text_put(printer->out, "\\right)");
}

// \sin\theta_{1}, \sin^{2}\left(a + b\right).
static void put_function(Printer *printer, const Formula *f, int power)
{
  text_put(printer->out, operator_info(f->op)->latex);
  if (power > 1) text_format(printer->out, "^{%d}", power);
  bool is_plain = f->count == 1 && f->parts[0]->kind == FORMULA_ATOM && is_prefix_function(f) &&
                  formula_precedence(f->parts[0]) == PREC_ATOM;
  if (!is_plain) {
    put_argument_list(printer, f);
    return;
  }
  text_put_char(printer->out, ' ');
  put_formula(printer, f->parts[0]);
}

static void put_bracketed(Printer *printer, const Formula *f, Precedence least)
{
  bool has_brackets = formula_precedence(f) < least;
  if (has_brackets) text_put(printer->out, "\\left(");
  put_formula(printer, f);
  if (has_brackets) text_put(printer->out, "\\right)");
}

static void put_comparison(Printer *printer, const Formula *f)
{
  put_bracketed(printer, f->parts[0], PREC_SUM);
  text_format(printer->out, " %s ", operator_info(f->op)->latex);
  put_bracketed(printer, f->parts[1], PREC_SUM);
}

static bool is_comparison(const Formula *f)
{
  return f->kind == FORMULA_CALL && f->op >= OP_LT && f->op <= OP_NE;
}

// A choice, and the choices in the place of its second value, as one list of cases. The braces
// keep lines from being broken inside.
static void put_cases(Printer *printer, const Formula *f)
{
  text_put(printer->out, "{\\begin{cases} ");
  for (; f->kind == FORMULA_CALL && f->op == OP_IF; f = f->parts[2]) {
    put_formula(printer, f->parts[1]);
    text_put(printer->out, " & ");
    put_formula(printer, f->parts[0]);
    text_put(printer->out, is_comparison(f->parts[0]) ? " \\\\ " : " \\ne 0 \\\\ ");
  }
  put_formula(printer, f);
  text_put(printer->out, " & \\text{otherwise} \\end{cases}}");
}

// C_{23} for cos(θ2 + θ3), C_{1-2}, C_{10,11}: the short name with its numbers as a subscript.
static void put_short_name(Text *out, const char *name)
{
  text_format(out, "%c_{", name[0]);
  for (const char *c = name + 1; *c; c++) {
    char sign = *c;
    if (sign == 'm') sign = '-';
    if (sign == '_') sign = ',';
    text_put_char(out, sign);
  }
  text_put_char(out, '}');
}

static const char *short_name(Printer *printer, const Formula *f)
{
  return printer->names ? compact_name(printer->names, f) : NULL;
}

static void put_call(Printer *printer, const Formula *f)
{
  const char *name = short_name(printer, f);
  if (name) {
    put_short_name(printer->out, name);
    return;
  }
  switch (f->op) {
  case OP_SQRT:
    text_put(printer->out, "\\sqrt{");
    put_formula(printer, f->parts[0]);
    text_put_char(printer->out, '}');
    break;
  case OP_ABS:
    text_put(printer->out, "\\left|");
    put_formula(printer, f->parts[0]);
    text_put(printer->out, "\\right|");
    break;
  case OP_POW:
    put_bracketed(printer, f->parts[0], PREC_ATOM);
    text_put(printer->out, "^{");
    put_formula(printer, f->parts[1]);
    text_put_char(printer->out, '}');
    break;
  case OP_LT:
  case OP_LE:
  case OP_EQ:
  case OP_NE: put_comparison(printer, f); break;
  case OP_IF: put_cases(printer, f); break;
  default: put_function(printer, f, 1); break;
  }
}

// ---- sums and products

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

// A dot over a symbol and a power behind it stand apart: \dot{q}_{1}^{2} is unambiguous.
static void put_power(Printer *printer, const Formula *base, int exponent)
{
  int size = abs(exponent);
  const char *name = short_name(printer, base);
  if (size == 1) {
    put_bracketed(printer, base, PREC_POWER);
  } else if (name) {
    put_short_name(printer->out, name);
    text_format(printer->out, "^{%d}", size);
  } else if (is_prefix_function(base)) {
    put_function(printer, base, size);
  } else {
    bool is_root = base->kind == FORMULA_CALL && base->op != OP_ABS;
    put_bracketed(printer, base, is_root ? PREC_ATOM : PREC_CALL);
    text_format(printer->out, "^{%d}", size);
  }
}

static void put_factors(Printer *printer, const Formula *f, int sign, int *count)
{
  for (int i = 0; i < f->count; i++) {
    if ((f->exponents[i] > 0) != (sign > 0)) continue;
    if ((*count)++ > 0) text_put(printer->out, " \\, ");
    put_power(printer, f->parts[i], f->exponents[i]);
  }
}

// A bracket alone above or below the line of a fraction needs no bracket.
static bool put_lonely_sum(Printer *printer, const Formula *f, int sign)
{
  const Formula *only = NULL;
  for (int i = 0; i < f->count; i++) {
    if ((f->exponents[i] > 0) != (sign > 0)) continue;
    if (only || abs(f->exponents[i]) != 1) return false;
    only = f->parts[i];
  }
  if (!only || only->kind != FORMULA_SUM) return false;
  put_formula(printer, only);
  return true;
}

static void put_numerator(Printer *printer, const Formula *f)
{
  const fmpq *number = f->expr->form->number;
  int count = 0;
  if (!fmpz_is_pm1(fmpq_numref(number)) || number_is_decimal(number)) {
    put_top(printer->out, number);
    count++;
  }
  put_factors(printer, f, 1, &count);
  if (count == 0) text_put_char(printer->out, '1');
}

static void put_denominator(Printer *printer, const Formula *f)
{
  int count = 0;
  if (is_visible_fraction(f->expr->form->number)) {
    put_bottom(printer->out, f->expr->form->number);
    count++;
  }
  put_factors(printer, f, -1, &count);
}

static bool has_denominator(const Formula *f)
{
  if (is_visible_fraction(f->expr->form->number)) return true;
  for (int i = 0; i < f->count; i++) {
    if (f->exponents[i] < 0) return true;
  }
  return false;
}

// A fraction is one block on the line: above this width its factors stand behind it.
static bool has_wide_numerator(Printer *printer, const Formula *f)
{
  enum { WIDEST = 1600, SURELY_NARROW = 24 };
  if (f->length < SURELY_NARROW) return false;
  Text top = { 0 };
  Printer trial = { &top, printer->names };
  put_numerator(&trial, f);
  bool is_wide = latex_width(text_string(&top), top.length) > WIDEST;
  text_free(&top);
  return is_wide;
}

static void put_fraction_and_factors(Printer *printer, const Formula *f, bool has_top_number)
{
  text_put(printer->out, "\\frac{");
  if (has_top_number) {
    put_top(printer->out, f->expr->form->number);
  } else {
    text_put_char(printer->out, '1');
  }
  text_put(printer->out, "}{");
  if (is_visible_fraction(f->expr->form->number) || !put_lonely_sum(printer, f, -1)) {
    put_denominator(printer, f);
  }
  text_put_char(printer->out, '}');
  int count = 1;
  put_factors(printer, f, 1, &count);
}

static void put_product(Printer *printer, const Formula *f)
{
  if (!has_denominator(f)) {
    put_numerator(printer, f);
    return;
  }
  const fmpq *number = f->expr->form->number;
  bool has_top_number = !fmpz_is_pm1(fmpq_numref(number)) || number_is_decimal(number);
  if (has_wide_numerator(printer, f)) {
    put_fraction_and_factors(printer, f, has_top_number);
    return;
  }
  text_put(printer->out, "\\frac{");
  if (has_top_number || !put_lonely_sum(printer, f, 1)) put_numerator(printer, f);
  text_put(printer->out, "}{");
  if (is_visible_fraction(number) || !put_lonely_sum(printer, f, -1)) put_denominator(printer, f);
  text_put_char(printer->out, '}');
}

// ---- everything

static void put_unsigned(Printer *printer, const Formula *f)
{
  switch (f->kind) {
  case FORMULA_ATOM: put_atom(printer, f); break;
  case FORMULA_SUM: put_sum(printer, f); break;
  case FORMULA_PRODUCT: put_product(printer, f); break;
  case FORMULA_CALL: put_call(printer, f); break;
  }
}

static void put_formula(Printer *printer, const Formula *f)
{
  bool has_sign = f->kind == FORMULA_PRODUCT || f->kind == FORMULA_ATOM;
  if (has_sign && formula_is_negative(f)) text_put_char(printer->out, '-');
  put_unsigned(printer, f);
}

void formula_latex(const Formula *f, CompactNames *names, Text *out)
{
  Printer printer = { out, names };
  put_formula(&printer, f);
}

void latex_put_legend(const CompactNames *names, Text *out)
{
  const char *name;
  const Formula *call;
  for (int i = 0; (call = compact_entry(names, i, &name)) != NULL; i++) {
    text_put(out, i == 0 ? "  " : " \\\\\n  ");
    put_short_name(out, name);
    text_put(out, " &= ");
    formula_latex(call, NULL, out);
  }
}
