// layout.c -- lays out sums, quotients of products, powers and calls with the fewest brackets, on
// one line or in two dimensions.
//
// On one line a quotient is a/(b*c) and the square of a sine sin(x)^2. In two dimensions ("paper")
// they are a fraction and \sin^2 x, choices are lists of cases, and roots have a radical sign;
// widths are adjusted accordingly.
// SPDX-License-Identifier: MIT
#include "notation/print/layout.h"

#include "notation/print/number_text.h"
#include "symbolic/calculus/table_function.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_text(Layout *layout, const char *text)
{
  layout->put(layout, &(Mark){ text, text_columns(text, strlen(text)), POINT_NONE });
}

static void put_mark(Layout *layout, MarkName name)
{
  layout->put(layout, &layout->medium->marks[name]);
}

static void put_between(Layout *layout, MarkName open, const Formula *f, MarkName close)
{
  put_mark(layout, open);
  layout->put_part(layout, f, false);
  put_mark(layout, close);
}

// Writes the formula, in brackets if its precedence is lower than `least`.
static void put_bracketed(Layout *layout, const Formula *f, Precedence least)
{
  if (formula_precedence(f) < least) {
    put_between(layout, MARK_OPEN, f, MARK_CLOSE);
  } else {
    layout->put_part(layout, f, false);
  }
}

static void put_sum(Layout *layout, const Formula *f)
{
  for (int i = 0; i < f->count; i++) {
    bool is_negative = formula_is_negative(f->parts[i]);
    if (i > 0) {
      put_mark(layout, is_negative ? MARK_MINUS : MARK_PLUS);
    } else if (is_negative) {
      put_mark(layout, MARK_NEGATIVE);
    }
    if (formula_precedence(f->parts[i]) < PREC_SUM) {
      put_bracketed(layout, f->parts[i], PREC_SUM);
    } else {
      layout->put_part(layout, f->parts[i], true);
    }
  }
}

// ---- numbers and fractions

static void put_digits(Layout *layout, const char *digits)
{
  if (layout->paper) {
    layout->medium->put_digits(layout->paper, digits);
  } else {
    put_text(layout, digits);
  }
}

static void put_number_part(Layout *layout, const fmpq_t number, void (*put)(Text *, const fmpq_t))
{
  Text digits = { 0 };
  put(&digits, number);
  if (layout->medium->most_digits > 0) number_shorten(&digits, layout->medium->most_digits);
  put_mark(layout, MARK_NUMBER);
  put_digits(layout, text_string(&digits));
  put_mark(layout, MARK_END_OF_NUMBER);
  text_free(&digits);
}

void layout_put_number(Layout *layout, const fmpq *number)
{
  bool is_fraction = number_has_bottom(number);
  if (is_fraction) put_mark(layout, MARK_FRACTION);
  put_number_part(layout, number, number_put_numerator);
  if (!is_fraction) return;
  put_mark(layout, MARK_OVER);
  put_number_part(layout, number, number_put_bottom);
  put_mark(layout, MARK_END_OF_FRACTION);
}

// ---- calls

static bool is_call(const Formula *f, Operator first, Operator last)
{
  return f->kind == FORMULA_CALL && f->op >= first && f->op <= last;
}

static bool is_choice(const Formula *f) { return is_call(f, OP_IF, OP_IF); }

static bool is_prefix_function(const Formula *f)
{
  return is_call(f, OP_SIN, OP_TANH) && f->op != OP_ATAN2;
}

// Writes the formula f as an exponent, or the number if f is NULL.
static void put_exponent(Layout *layout, const Formula *f, int number)
{
  put_mark(layout, MARK_EXPONENT);
  if (f) {
    put_bracketed(layout, f, layout->paper ? PREC_COMPARE : PREC_CALL);
  } else {
    char digits[16];
    snprintf(digits, sizeof digits, "%d", number);
    put_digits(layout, digits);
  }
  put_mark(layout, MARK_END_OF_POWER);
}

// The name of a table is written like that of a symbol; its primes denote derivatives with respect
// to the argument, so they are not converted to dots.
static void put_table_name(Layout *layout, const Form *points)
{
  if (!layout->paper) {
    put_text(layout, points->points.name);
    return;
  }
  const char *name = points->points.table->name, *primes = points->points.name + strlen(name);
  layout->medium->put_name(layout->paper, name);
  layout->medium->put_letters(layout->paper, LETTERS_PLAIN, primes, strlen(primes));
}

// Writes sin(x), atan2(a, b); in two dimensions \sin x, \sin^2 x.
static void put_function(Layout *layout, const Formula *f, int power)
{
  const Formula *first = f->parts[0];
  bool is_plain = layout->paper && is_prefix_function(f) && first->kind == FORMULA_ATOM &&
                  formula_precedence(first) == PREC_ATOM;
  bool is_table = f->op == OP_TABLE;
  if (power > 1) put_mark(layout, MARK_POWER);
  if (is_table) {
    put_table_name(layout, f->parts[1]->expr->form);
  } else if (layout->paper) {
    layout->medium->put_function(layout->paper, f->op);
  } else {
    put_text(layout, operator_info(f->op)->text);
  }
  if (power > 1) put_exponent(layout, NULL, power);
  put_mark(layout, is_plain ? MARK_APPLY : MARK_OPEN);
  for (int i = 0; i < f->count - is_table; i++) {
    bool is_chain = is_choice(f) && i == 2 && is_choice(f->parts[i]);
    if (i > 0) put_mark(layout, is_chain ? MARK_CHOICE : MARK_COMMA);
    layout->put_part(layout, f->parts[i], false);
  }
  if (!is_plain) put_mark(layout, MARK_CLOSE);
}

// If the block written since `place` is too wide for a line, removes it and returns true.
static bool take_back_wide(Layout *layout, RowPlace place)
{
  MathRow *paper = layout->paper;
  bool is_wide = paper->width - place.width > layout->medium->widest_block;
  if (!is_wide || paper->block_count > 0) return false;
  row_rewind(paper, place);
  return true;
}

// Writes (x)^{1/2} if the radical sign would be too wide.
static void put_root(Layout *layout, const Formula *x)
{
  RowPlace place = row_place(layout->paper);
  put_between(layout, MARK_ROOT, x, MARK_END_OF_ROOT);
  if (!take_back_wide(layout, place)) return;
  put_between(layout, MARK_OPEN, x, MARK_CLOSE);
  put_mark(layout, MARK_EXPONENT);
  put_digits(layout, "1/2");
  put_mark(layout, MARK_END_OF_POWER);
}

// Writes a choice, and further choices nested in its second value, as one list of cases.
static void put_cases(Layout *layout, const Formula *f)
{
  put_mark(layout, MARK_CASES);
  for (; is_choice(f); f = f->parts[2]) {
    layout->put_part(layout, f->parts[1], false);
    put_mark(layout, MARK_CASE_IF);
    layout->put_part(layout, f->parts[0], false);
    bool is_comparison = is_call(f->parts[0], OP_LT, OP_NE);
    put_mark(layout, is_comparison ? MARK_END_OF_CASE : MARK_END_OF_TRUE_CASE);
  }
  layout->put_part(layout, f, false);
  put_mark(layout, MARK_OTHERWISE);
  put_mark(layout, MARK_END_OF_CASES);
}

static void put_call(Layout *layout, const Formula *f)
{
  bool is_paper = layout->paper != NULL;
  if (is_call(f, OP_LT, OP_NE)) {
    put_bracketed(layout, f->parts[0], PREC_SUM);
    put_mark(layout, MARK_LT + (f->op - OP_LT));
    put_bracketed(layout, f->parts[1], PREC_SUM);
  } else if (f->op == OP_POW) {
    put_mark(layout, MARK_POWER);
    put_bracketed(layout, f->parts[0], is_paper ? PREC_ATOM : PREC_CALL);
    put_exponent(layout, f->parts[1], 0);
  } else if (is_paper && f->op == OP_SQRT) {
    put_root(layout, f->parts[0]);
  } else if (is_paper && f->op == OP_ABS) {
    put_between(layout, MARK_ABS, f->parts[0], MARK_END_OF_ABS);
  } else if (is_paper && is_choice(f)) {
    RowPlace place = row_place(layout->paper);
    put_cases(layout, f);
    if (take_back_wide(layout, place)) put_function(layout, f, 1);
  } else {
    put_function(layout, f, 1);
  }
}

// ---- products

// In two dimensions a call needs brackets as the base of a power, except for functions, absolute
// values and short names: \sin^2 x, |x|^2, C_{12}^2.
static void put_power(Layout *layout, const Formula *base, int size)
{
  bool is_whole = !layout->paper || base->kind != FORMULA_CALL || base->op == OP_ABS ||
                  layout_short_name(layout, base);
  if (size == 1) {
    put_bracketed(layout, base, PREC_POWER);
  } else if (!is_whole && is_prefix_function(base)) {
    put_function(layout, base, size);
  } else {
    put_mark(layout, MARK_POWER);
    put_bracketed(layout, base, is_whole ? PREC_CALL : PREC_ATOM);
    put_exponent(layout, NULL, size);
  }
}

// Writes the factors of the numerator or denominator; is_behind: they follow another factor.
static void put_factors(Layout *layout, const Formula *f, bool is_above, bool is_behind)
{
  for (int i = 0; i < f->count; i++) {
    if ((f->exponents[i] > 0) != is_above) continue;
    if (is_behind) put_mark(layout, MARK_TIMES);
    put_power(layout, f->parts[i], abs(f->exponents[i]));
    is_behind = true;
  }
}

static int count_factors(const Formula *f, bool is_above)
{
  int count = 0;
  for (int i = 0; i < f->count; i++)
    count += (f->exponents[i] > 0) == is_above;
  return count;
}

// If the numerator or denominator consists of a single sum, which needs no brackets in a typeset
// fraction, returns it; otherwise NULL.
static const Formula *unbracketed_sum(const Formula *f, bool is_above)
{
  for (int i = 0; i < f->count; i++) {
    if ((f->exponents[i] > 0) != is_above) continue;
    bool is_sum = abs(f->exponents[i]) == 1 && f->parts[i]->kind == FORMULA_SUM;
    return is_sum && count_factors(f, is_above) == 1 ? f->parts[i] : NULL;
  }
  return NULL;
}

// Writes the numerator or denominator; 1 if it is empty.
static void put_side(Layout *layout, const Formula *f, bool is_above, bool has_factors)
{
  const fmpq *number = f->expr->form->number;
  bool has_number = is_above ? number_has_top(number) : number_has_bottom(number);
  has_number = has_number || !has_factors;
  const Formula *sum = layout->paper && !has_number ? unbracketed_sum(f, is_above) : NULL;
  if (has_number)
    put_number_part(layout, number, is_above ? number_put_numerator : number_put_bottom);
  if (sum) {
    layout->put_part(layout, sum, false);
  } else if (has_factors) {
    put_factors(layout, f, is_above, has_number);
  }
}

// A fraction is one block in a line. If the numerator is too wide, only its number is written and
// the result is false: its factors must follow the fraction.
static bool put_numerator(Layout *layout, const Formula *f, bool has_factors)
{
  RowPlace place = row_place(layout->paper);
  put_side(layout, f, true, has_factors);
  if (layout->paper->width - place.width <= layout->medium->widest_numerator) return true;
  row_rewind(layout->paper, place);
  put_side(layout, f, true, false);
  return false;
}

// Writes a typeset fraction. Returns false, with nothing written, if it is wider than an
// unbreakable part of a line should be.
static bool put_fraction(Layout *layout, const Formula *f, int above, int below)
{
  MathRow *paper = layout->paper;
  RowPlace place = row_place(paper);
  put_mark(layout, MARK_FRACTION);
  bool is_whole = put_numerator(layout, f, above > 0);
  put_mark(layout, MARK_OVER);
  put_side(layout, f, false, below > 0);
  put_mark(layout, MARK_END_OF_FRACTION);
  bool is_wide = paper->width - place.width > layout->medium->widest_fraction;
  if (is_wide && paper->block_count == 0) {
    row_rewind(paper, place);
    return false;
  }
  if (!is_whole) put_factors(layout, f, true, true);
  return true;
}

// Writes a/b or a/(b*c).
static void put_quotient(Layout *layout, const Formula *f, int above, int below)
{
  const fmpq *number = f->expr->form->number;
  bool has_number = number_has_top(number) || above == 0;
  if (has_number) put_number_part(layout, number, number_put_numerator);
  put_factors(layout, f, true, has_number);
  put_mark(layout, MARK_SLASH);
  bool has_brackets = layout->paper || below + number_has_bottom(number) > 1;
  if (has_brackets) put_mark(layout, MARK_OPEN);
  put_side(layout, f, false, below > 0);
  if (has_brackets) put_mark(layout, MARK_CLOSE);
}

static void put_product(Layout *layout, const Formula *f)
{
  int above = count_factors(f, true), below = count_factors(f, false);
  if (below == 0 && !number_has_bottom(f->expr->form->number)) {
    put_side(layout, f, true, above > 0);
  } else if (!layout->paper || !put_fraction(layout, f, above, below)) {
    put_quotient(layout, f, above, below);
  }
}

void lay_out(Layout *layout, const Formula *f)
{
  switch (f->kind) {
  case FORMULA_SUM: put_sum(layout, f); break;
  case FORMULA_PRODUCT: put_product(layout, f); break;
  case FORMULA_CALL: put_call(layout, f); break;
  case FORMULA_ATOM: break;
  }
}
