// formula_measure.c -- lengths of formulas, known before anything is printed.
//
// Two lengths are kept side by side. `length` is exact: the columns that print.c writes. `score`
// is the length in the shorthand of a mechanician's notes, where every symbol takes two columns
// and sin(a + b) is S12: it decides which form is shortest, and does not change when somebody
// renames a parameter. The score has a surcharge for a factor that occurs again inside the
// bracket it multiplies: x^2 + x*y reads better than x*(x + y).
// SPDX-License-Identifier: MIT
#include "notation/formula_measure.h"

#include "base/text.h"
#include "notation/number_text.h"

#include <string.h>

enum { SYMBOL_SCORE = 2, REPEATED_FACTOR = 4, CUT_COLUMNS = 4 };

typedef struct Extent {
  uint64_t length;
  uint64_t score;
} Extent;

static uint32_t saturated(uint64_t n) { return n > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)n; }

static Extent both(uint64_t columns) { return (Extent){ columns, columns }; }

static void widen(Extent *extent, Extent by)
{
  extent->length += by.length;
  extent->score += by.score;
}

static Extent extent_of(const Formula *f) { return (Extent){ f->length, f->score }; }

// ---- atoms

static bool is_digit(const fmpq *number)
{
  return fmpz_is_one(fmpq_denref(number)) && fmpz_sgn(fmpq_numref(number)) >= 0 &&
         fmpz_cmp_ui(fmpq_numref(number), 10) < 0;
}

static Extent number_extent(const Expr *number, bool is_top_only)
{
  if (is_digit(number->form->number)) return both(1);
  Text text = { 0 };
  if (is_top_only) {
    number_put_top(&text, number->form->number);
  } else {
    number_put(&text, number->form->number);
  }
  Extent extent = both(text.length);
  text_free(&text);
  return extent;
}

static Extent atom_extent(const Formula *f)
{
  const Expr *e = f->expr;
  if (formula_is_cut(f)) return (Extent){ CUT_COLUMNS, SYMBOL_SCORE };
  if (e->form->op == OP_NUMBER) return number_extent(e, false);
  const char *name = operator_info((Operator)e->form->op)->text;
  if (e->form->op == OP_SYMBOL) name = e->form->symbol->name;
  if (e->form->op == OP_NAMED) name = e->form->named.name;
  return (Extent){ (uint64_t)text_columns(name, strlen(name)), SYMBOL_SCORE };
}

// ---- sums and products

static Extent bracketed(const Formula *f, Precedence least)
{
  Extent extent = extent_of(f);
  if (formula_precedence(f) < least) widen(&extent, both(2));
  return extent;
}

static Extent sum_extent(const Formula *f)
{
  Extent extent = { 0 };
  for (int i = 0; i < f->count; i++) {
    widen(&extent, bracketed(f->parts[i], PREC_SUM));
    if (i > 0) widen(&extent, both(formula_is_negative(f->parts[i]) ? 2 : 3));
  }
  return extent;
}

static Extent power_extent(const Formula *base, int exponent)
{
  int size = exponent < 0 ? -exponent : exponent;
  if (size == 1) return bracketed(base, PREC_POWER);
  Extent extent = bracketed(base, PREC_CALL);
  for (; size > 0; size /= 10)
    widen(&extent, both(1));
  widen(&extent, both(1));
  return extent;
}

static bool has_visible_denominator(const Expr *coefficient)
{
  return !fmpz_is_one(fmpq_denref(coefficient->form->number)) &&
         !number_is_decimal(coefficient->form->number);
}

static Extent denominator_number_extent(const Expr *coefficient)
{
  Text text = { 0 };
  fmpq_t denominator;
  fmpq_init(denominator);
  fmpz_set(fmpq_numref(denominator), fmpq_denref(coefficient->form->number));
  number_put(&text, denominator);
  Extent extent = both(text.length);
  fmpq_clear(denominator);
  text_free(&text);
  return extent;
}

static bool has_factor(const Formula *term, const Formula *factor)
{
  if (term->kind != FORMULA_PRODUCT) return formula_compare(term, factor) == 0;
  for (int i = 0; i < term->count; i++) {
    if (formula_compare(term->parts[i], factor) == 0) return true;
  }
  return false;
}

// Is factor `k` of the product also a factor of a term of one of its sums?
static bool is_repeated_inside(const Formula *product, int k)
{
  for (int i = 0; i < product->count; i++) {
    const Formula *sum = product->parts[i];
    if (sum->kind != FORMULA_SUM) continue;
    for (int j = 0; j < sum->count; j++) {
      if (has_factor(sum->parts[j], product->parts[k])) return true;
    }
  }
  return false;
}

static uint64_t surcharge(const Formula *product)
{
  uint64_t total = 0;
  for (int k = 0; k < product->count; k++) {
    if (is_repeated_inside(product, k)) total += REPEATED_FACTOR;
  }
  return total;
}

static Extent product_extent(const Formula *f)
{
  uint64_t top = 0, bottom = has_visible_denominator(f->expr);
  Extent extent = both(fmpq_sgn(f->expr->form->number) < 0);
  for (int i = 0; i < f->count; i++) {
    widen(&extent, power_extent(f->parts[i], f->exponents[i]));
    if (f->exponents[i] > 0) {
      top++;
    } else {
      bottom++;
    }
  }
  Extent number = number_extent(f->expr, true);
  bool has_number = top == 0 || number_is_decimal(f->expr->form->number) ||
                    !fmpz_is_pm1(fmpq_numref(f->expr->form->number));
  if (has_number) {
    widen(&extent, number);
    top++;
  }
  if (has_visible_denominator(f->expr)) widen(&extent, denominator_number_extent(f->expr));
  widen(&extent, both(top - 1 + bottom));  // the signs * and /
  if (bottom > 1) widen(&extent, both(2));
  extent.score += surcharge(f);
  return extent;
}

// ---- calls

// The score of sin and cos is that of their shorthand: C12 for cos(a + b).
static uint64_t angle_score(const Formula *angle)
{
  const uint64_t letter = 1, digit = 1, multiple = 3;
  if (angle->kind == FORMULA_ATOM) return letter + digit;
  if (angle->kind != FORMULA_SUM) return letter + angle->score;
  uint64_t score = letter;
  for (int i = 0; i < angle->count; i++) {
    const Formula *term = angle->parts[i];
    bool is_minus = term->kind == FORMULA_PRODUCT && term->count == 1 && term->exponents[0] == 1 &&
                    term->parts[0]->kind == FORMULA_ATOM && expr_is_integer(term->expr, -1);
    if (term->kind == FORMULA_ATOM) {
      score += digit;
    } else {
      score += is_minus ? 2 * digit : multiple + term->score;
    }
  }
  return score;
}

static Extent infix_extent(const Formula *f)
{
  bool is_power = f->op == OP_POW;
  Extent extent = bracketed(f->parts[0], is_power ? PREC_CALL : PREC_SUM);
  widen(&extent, bracketed(f->parts[1], is_power ? PREC_CALL : PREC_SUM));
  size_t sign = strlen(operator_info(f->op)->text);
  widen(&extent, both(is_power ? 1 : sign + 2));
  return extent;
}

static Extent call_extent(const Formula *f)
{
  if (operator_info(f->op)->precedence != PREC_CALL) return infix_extent(f);
  Extent extent = both(strlen(operator_info(f->op)->text) + 2 + 2 * (uint64_t)(f->count - 1));
  for (int i = 0; i < f->count; i++)
    widen(&extent, extent_of(f->parts[i]));
  if (f->op == OP_SIN || f->op == OP_COS) extent.score = angle_score(f->parts[0]);
  return extent;
}

// ---- everything

static uint64_t own_operations(const Formula *f)
{
  if (f->kind == FORMULA_ATOM) return 0;
  if (f->kind == FORMULA_CALL) return 1;
  if (f->kind == FORMULA_SUM) return (uint64_t)(f->count - 1);
  uint64_t factors = expr_is_integer(f->expr, 1) ? 0 : 1;
  for (int i = 0; i < f->count; i++) {
    factors += (uint64_t)(f->exponents[i] < 0 ? -f->exponents[i] : f->exponents[i]);
  }
  return factors - 1;
}

static uint64_t weight_of(const Formula *f)
{
  if (f->kind == FORMULA_ATOM || f->kind == FORMULA_CALL) return 1;
  uint64_t weight = 0;
  for (int i = 0; i < f->count; i++) {
    uint64_t part = f->parts[i]->weight;
    weight = f->kind == FORMULA_PRODUCT ? weight + part : part > weight ? part : weight;
  }
  return weight;
}

static Extent kind_extent(const Formula *f)
{
  switch (f->kind) {
  case FORMULA_ATOM: return atom_extent(f);
  case FORMULA_SUM: return sum_extent(f);
  case FORMULA_PRODUCT: return product_extent(f);
  case FORMULA_CALL: break;
  }
  return call_extent(f);
}

void formula_measure(Formula *f)
{
  Extent extent = kind_extent(f);
  f->length = saturated(extent.length);
  f->score = saturated(extent.score);
  f->weight = saturated(weight_of(f));
  f->stage = f->kind == FORMULA_ATOM ? (Stage)f->expr->form->stage : STAGE_LITERAL;
  uint64_t operations = own_operations(f);
  for (int i = 0; i < f->count && !formula_is_cut(f); i++) {
    const Formula *part = f->parts[i];
    operations += part->operations;
    if (part->stage > f->stage) f->stage = part->stage;
    if (part->depth >= f->depth) f->depth = part->depth + 1;
  }
  f->operations = saturated(operations);
}
