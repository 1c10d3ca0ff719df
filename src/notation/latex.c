// latex.c -- formulas in LaTeX: fractions, roots, \sin^2, brackets that grow.
//
// All recursion ends within FORMULA_DEEPEST levels. A part cut out of a formula that is too deep
// is written as an ellipsis.
// SPDX-License-Identifier: MIT
#include "notation/latex.h"

#include "notation/latex_lines.h"
#include "notation/layout.h"
#include "notation/number_text.h"

#include <stdlib.h>
#include <string.h>

typedef struct Printer {
  Layout layout;  // the first member
  Text *out;
  Shorthand *names;  // NULL: nothing is abbreviated
} Printer;

static void put_formula(Printer *printer, const Formula *f)
{
  printer->layout.put_part(&printer->layout, f, false);
}

static void put_between(Printer *printer, const char *open, const Formula *f, const char *close)
{
  text_put(printer->out, open);
  put_formula(printer, f);
  text_put(printer->out, close);
}

static void put_bracketed(Printer *printer, const Formula *f, Precedence least)
{
  layout_put_bracketed(&printer->layout, f, least);
}

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

static void put_number(Text *out, const fmpq_t number, void (*put)(Text *, const fmpq_t))
{
  Text digits = { 0 };
  put(&digits, number);
  put_digits(out, text_string(&digits));
  text_free(&digits);
}

static void put_unsigned_number(Text *out, const fmpq_t number)
{
  if (!number_has_bottom(number)) {
    put_number(out, number, number_put_top);
    return;
  }
  text_put(out, "\\frac{");
  put_number(out, number, number_put_top);
  text_put(out, "}{");
  put_number(out, number, number_put_bottom);
  text_put_char(out, '}');
}

static void put_atom(Printer *printer, const Formula *f)
{
  const Form *form = f->expr->form;
  if (formula_is_cut(f)) {
    text_put(printer->out, "\\ldots");
  } else if (form->op == OP_NUMBER) {
    put_unsigned_number(printer->out, form->number);
  } else if (form->op == OP_SYMBOL || form->op == OP_NAMED) {
    latex_put_name(printer->out, formula_atom_name(f));
  } else {
    text_put(printer->out, operator_info((Operator)form->op)->latex);
  }
}

// ---- calls

static bool is_prefix_function(const Formula *f)
{
  return f->kind == FORMULA_CALL && f->op >= OP_SIN && f->op <= OP_LOG && f->op != OP_ATAN2;
}

// \sin\theta_{1}, \sin^{2}\left(a + b\right).
static void put_function(Printer *printer, const Formula *f, int power)
{
  text_put(printer->out, operator_info(f->op)->latex);
  if (power > 1) text_format(printer->out, "^{%d}", power);
  bool is_plain = f->count == 1 && f->parts[0]->kind == FORMULA_ATOM && is_prefix_function(f) &&
                  formula_precedence(f->parts[0]) == PREC_ATOM;
  for (int i = 0; i < f->count; i++)
    put_between(printer, is_plain ? " " : i == 0 ? "\\left(" : ", ", f->parts[i], "");
  if (!is_plain) text_put(printer->out, "\\right)");
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
  return printer->names ? shorthand_name(printer->names, f) : NULL;
}

static void put_call(Printer *printer, const Formula *f)
{
  switch (f->op) {
  case OP_SQRT: put_between(printer, "\\sqrt{", f->parts[0], "}"); break;
  case OP_ABS: put_between(printer, "\\left|", f->parts[0], "\\right|"); break;
  case OP_POW:
    put_bracketed(printer, f->parts[0], PREC_ATOM);
    put_between(printer, "^{", f->parts[1], "}");
    break;
  case OP_LT:
  case OP_LE:
  case OP_EQ:
  case OP_NE:
    put_bracketed(printer, f->parts[0], PREC_SUM);
    text_format(printer->out, " %s ", operator_info(f->op)->latex);
    put_bracketed(printer, f->parts[1], PREC_SUM);
    break;
  case OP_IF: put_cases(printer, f); break;
  default: put_function(printer, f, 1); break;
  }
}

// ---- products

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

// Factors above or below the line, behind `count` others; returns how many there are then.
static int put_factors(Printer *printer, const Formula *f, bool is_above, int count)
{
  for (int i = 0; i < f->count; i++) {
    if ((f->exponents[i] > 0) != is_above) continue;
    if (count++ > 0) text_put(printer->out, " \\, ");
    put_power(printer, f->parts[i], f->exponents[i]);
  }
  return count;
}

// A bracket alone above or below the line of a fraction needs no bracket.
static const Formula *lonely_sum(const Formula *f, bool is_above)
{
  const Formula *only = NULL;
  for (int i = 0; i < f->count; i++) {
    if ((f->exponents[i] > 0) != is_above) continue;
    if (only || abs(f->exponents[i]) != 1) return NULL;
    only = f->parts[i];
  }
  return only && only->kind == FORMULA_SUM ? only : NULL;
}

static void put_side(Printer *printer, const Formula *f, bool is_above)
{
  const fmpq *number = f->expr->form->number;
  bool has_number = is_above ? number_has_top(number) : number_has_bottom(number);
  const Formula *only = has_number ? NULL : lonely_sum(f, is_above);
  if (has_number) put_number(printer->out, number, is_above ? number_put_top : number_put_bottom);
  if (only) {
    put_formula(printer, only);
  } else if (put_factors(printer, f, is_above, has_number) == 0) {
    text_put_char(printer->out, '1');
  }
}

static bool has_denominator(const Formula *f)
{
  if (number_has_bottom(f->expr->form->number)) return true;
  for (int i = 0; i < f->count; i++) {
    if (f->exponents[i] < 0) return true;
  }
  return false;
}

// A fraction is one block on the line: above this width its factors stand behind it.
static bool has_wide_numerator(const Printer *printer, const Formula *f)
{
  enum { WIDEST = 1600, SURELY_NARROW = 24 };
  if (f->length < SURELY_NARROW) return false;
  Text top = { 0 };
  Printer trial = *printer;
  trial.out = &top;
  put_side(&trial, f, true);
  bool is_wide = latex_width(text_string(&top), top.length) > WIDEST;
  text_free(&top);
  return is_wide;
}

static void put_product(Printer *printer, const Formula *f)
{
  if (!has_denominator(f)) {
    put_side(printer, f, true);
    return;
  }
  const fmpq *number = f->expr->form->number;
  bool is_wide = has_wide_numerator(printer, f);
  text_put(printer->out, "\\frac{");
  if (!is_wide) {
    put_side(printer, f, true);
  } else if (number_has_top(number)) {
    put_number(printer->out, number, number_put_top);
  } else {
    text_put_char(printer->out, '1');
  }
  text_put(printer->out, "}{");
  put_side(printer, f, false);
  text_put_char(printer->out, '}');
  if (is_wide) put_factors(printer, f, true, 1);
}

// ---- everything

static void put_text(Layout *layout, const char *text) { text_put(((Printer *)layout)->out, text); }

static void put_part(Layout *layout, const Formula *part, bool is_unsigned)
{
  Printer *printer = (Printer *)layout;
  const char *name = short_name(printer, part);
  if (formula_has_sign(part) && !is_unsigned) text_put_char(printer->out, '-');
  if (name) {
    put_short_name(printer->out, name);
    return;
  }
  switch (part->kind) {
  case FORMULA_ATOM: put_atom(printer, part); break;
  case FORMULA_SUM: lay_out(layout, part); break;
  case FORMULA_PRODUCT: put_product(printer, part); break;
  case FORMULA_CALL: put_call(printer, part); break;
  }
}

void formula_latex(const Formula *f, Shorthand *names, Text *out)
{
  Printer printer = { { put_text, put_part, { "\\left(", "\\right)" } }, out, names };
  put_formula(&printer, f);
}

void latex_put_legend(const Shorthand *names, Text *out)
{
  const char *name;
  const Formula *call;
  for (int i = 0; (call = shorthand_entry(names, i, &name)) != NULL; i++) {
    text_put(out, i == 0 ? "  " : " \\\\\n  ");
    put_short_name(out, name);
    text_put(out, " &= ");
    formula_latex(call, NULL, out);
  }
}
