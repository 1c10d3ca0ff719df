// formula_measure.c -- lengths of formulas, computed without printing them.
//
// The length is exact: the number of columns written by print.c. It is computed only on request.
// `score` is the reading effort: operators, functions and operands count READ_NODE each, with a
// small increment for every pair of brackets and every further digit of a number. It determines
// which form is shortest, and does not depend on the names of parameters.
// SPDX-License-Identifier: MIT
#include "notation/formula/formula_measure.h"

#include "notation/print/layout.h"
#include "notation/print/number_text.h"

#include <string.h>

enum { CUT_COLUMNS = 4 };

static uint32_t saturated(uint64_t n) { return n > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)n; }

// ---- columns

static uint64_t atom_length(const Formula *f)
{
  if (formula_is_cut(f)) return CUT_COLUMNS;
  if (formula_is_number(f)) return number_columns(f->expr->form->number);
  const char *name = formula_atom_name(f);
  return (uint64_t)text_columns(name, strlen(name));
}

// Counts the columns written by print.c.
typedef struct Counter {
  Layout layout;  // must be the first member
  uint64_t length;
} Counter;

static void count_mark(Layout *layout, const Mark *mark)
{
  ((Counter *)layout)->length += (uint64_t)mark->width;
}

static void count_part(Layout *layout, const Formula *part, bool is_unsigned)
{
  bool is_shortened = is_unsigned && formula_has_sign(part);
  ((Counter *)layout)->length += formula_length(part) - is_shortened;
}

static uint64_t length_of(const Formula *f)
{
  if (f->kind == FORMULA_ATOM) return atom_length(f);
  Layout layout = { .medium = &PLAIN_TEXT, .put = count_mark, .put_part = count_part };
  Counter counter = { .layout = layout };
  if (formula_has_sign(f)) count_mark(&counter.layout, &PLAIN_TEXT.marks[MARK_NEGATIVE]);
  lay_out(&counter.layout, f);
  return counter.length;
}

// The recursion is at most FORMULA_DEEPEST levels deep.
uint32_t formula_length(const Formula *f)
{
  if (f->columns == 0) ((Formula *)f)->columns = saturated(length_of(f));
  return f->columns;
}

// ---- score

static uint64_t unsigned_score(const Formula *f)
{
  return f->score - (formula_has_sign(f) ? READ_NODE : 0);
}

// A bare fraction counts as two numbers and a fraction bar; digits count, the decimal point and the
// bar do not.
static uint64_t number_score(const fmpq *number)
{
  uint64_t digits = number_columns(number) - (fmpq_sgn(number) < 0);
  uint64_t nodes = number_has_bottom(number) ? 3 : 1;
  return READ_NODE * (nodes + (fmpq_sgn(number) < 0)) + digits - nodes;
}

static bool has_unit_number(const Formula *f)
{
  return f->kind == FORMULA_PRODUCT && expr_is_integer(f->expr, 1);
}

// Returns true if `f` is a sum of two terms, x and a multiple of y.
static bool is_sum_of(const Formula *f, const Formula *x, const Formula *y)
{
  if (f->kind != FORMULA_SUM || f->count != 2) return false;
  int other = formula_compare(f->parts[0], x) == 0 ? 1 : 0;
  if (other == 0 && formula_compare(f->parts[1], x) != 0) return false;
  for (int k = 0; k < formula_factor_count(f->parts[other]); k++) {
    if (formula_compare(formula_factor_at(f->parts[other], k), y) == 0) return true;
  }
  return false;
}

// Given that factor `place` of `square` is y^2, returns true if `term` is the remaining factors
// times x*(x + ..y..).
static bool hides_square(const Formula *term, const Formula *square, int place)
{
  if (!has_unit_number(term) || term->count != square->count + 1) return false;
  const Formula *last = term->parts[term->count - 1], *x = NULL;
  for (int i = 0, k = 0; i < term->count - 1; i++) {
    k += k == place;
    bool is_rest = k < square->count && term->exponents[i] == square->exponents[k] &&
                   formula_compare(term->parts[i], square->parts[k]) == 0;
    k += is_rest;
    if (is_rest) continue;
    if (x || term->exponents[i] != 1) return false;
    x = term->parts[i];
  }
  return x && term->exponents[term->count - 1] == 1 && is_sum_of(last, x, square->parts[place]);
}

// The law of cosines is recognised by its squares: x^2 + y^2 + 2*x*y*c is preferred to y^2 + x*(x +
// 2*y*c).
static bool has_hidden_square(const Formula *sum)
{
  for (int i = 0; i < sum->count; i++) {
    const Formula *square = sum->parts[i];
    for (int k = 0; has_unit_number(square) && k < square->count; k++) {
      for (int n = 0; n < sum->count && square->exponents[k] == 2; n++) {
        if (hides_square(sum->parts[n], square, k)) return true;
      }
    }
  }
  return false;
}

static uint64_t sum_score(const Formula *f)
{
  uint64_t score = READ_NODE * (uint64_t)(f->count - 1);
  for (int i = 0; i < f->count; i++)
    score += i == 0 ? f->parts[i]->score : unsigned_score(f->parts[i]);
  return score + (has_hidden_square(f) ? READ_HIDDEN_SQUARE : 0);
}

// Returns true for a sum such as a + b/(c + d).
static bool has_sum_below(const Formula *sum)
{
  for (int i = 0; i < sum->count; i++) {
    const Formula *term = sum->parts[i];
    for (int k = 0; term->kind == FORMULA_PRODUCT && k < term->count; k++) {
      if (term->exponents[k] < 0 && term->parts[k]->kind == FORMULA_SUM) return true;
    }
  }
  return false;
}

static uint64_t power_score(const Formula *base, int exponent)
{
  bool is_power = exponent > 1 || exponent < -1;
  bool has_brackets = formula_precedence(base) < (is_power ? PREC_CALL : PREC_POWER);
  uint64_t brackets = has_brackets ? READ_BRACKETS + (base->nesting > 0 ? READ_NESTED : 0) : 0;
  bool is_tower = exponent < 0 && base->kind == FORMULA_SUM && has_sum_below(base);
  if (is_tower) brackets += READ_TOWER;
  return base->score + brackets + (is_power ? 2 * READ_NODE : 0);
}

static uint64_t product_score(const Formula *f)
{
  const fmpq *number = f->expr->form->number;
  uint64_t above = number_has_top(number), below = number_has_bottom(number);
  uint64_t score = formula_has_sign(f) ? READ_NODE : 0;
  if (above || below) {
    uint64_t signless = number_score(number) - (fmpq_sgn(number) < 0 ? READ_NODE : 0);
    score += signless - (below ? (uint64_t)(above ? 1 : 2) * READ_NODE : 0);
  }
  for (int i = 0; i < f->count; i++) {
    (*(f->exponents[i] > 0 ? &above : &below))++;
    score += power_score(f->parts[i], f->exponents[i]);
  }
  score += READ_NODE * (above > 0 ? above - 1 : 1);  // multiplication signs, or the 1 of 1/x
  return score + READ_NODE * below + (below > 1 ? READ_BRACKETS : 0);
}

static bool is_high_multiple(const Formula *addend)
{
  if (addend->kind != FORMULA_PRODUCT) return false;
  const fmpz *top = fmpq_numref(addend->expr->form->number);
  return fmpz_cmp_si(top, 2) > 0 || fmpz_cmp_si(top, -2) < 0;
}

// Multiples of an angle from three on are hard to interpret, as in sin(3*a) - sin(a).
static uint64_t high_multiples(const Formula *angle)
{
  if (angle->kind != FORMULA_SUM) return is_high_multiple(angle);
  uint64_t count = 0;
  for (int i = 0; i < angle->count; i++)
    count += is_high_multiple(angle->parts[i]);
  return count;
}

static uint64_t score_of(const Formula *f)
{
  if (f->kind == FORMULA_SUM) return sum_score(f);
  if (f->kind == FORMULA_PRODUCT) return product_score(f);
  if (f->kind == FORMULA_ATOM)
    return formula_is_number(f) ? number_score(f->expr->form->number) : READ_NODE;
  uint64_t score = READ_NODE;
  for (int i = 0; i < f->count; i++)
    score += f->parts[i]->score;
  bool is_circular = f->op == OP_SIN || f->op == OP_COS || f->op == OP_TAN;
  if (f->op == OP_TAN) score += READ_TANGENT;
  return is_circular ? score + READ_MULTIPLE * high_multiples(f->parts[0]) : score;
}

// ---- all properties

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

static int nesting_of(const Formula *f)
{
  int most = 0;
  if (f->kind == FORMULA_ATOM || f->kind == FORMULA_CALL) return 0;
  for (int i = 0; i < f->count; i++) {
    bool has_brackets = f->kind == FORMULA_PRODUCT && f->parts[i]->kind == FORMULA_SUM;
    int inside = f->parts[i]->nesting + has_brackets;
    if (inside > most) most = inside;
  }
  return most;
}

static uint64_t hash_of(const Formula *f)
{
  uint64_t hash = hash_join((uint64_t)f->kind, f->kind == FORMULA_CALL ? (uint64_t)f->op : 0);
  if (f->expr) hash = hash_join(hash, f->expr->id);
  for (int i = 0; i < f->count && !formula_is_cut(f); i++) {
    hash = hash_join(hash, f->parts[i]->hash);
    if (f->kind == FORMULA_PRODUCT) hash = hash_join(hash, (uint64_t)f->exponents[i]);
  }
  return hash;
}

void formula_measure(Formula *f)
{
  f->nesting = nesting_of(f);
  f->score = saturated(score_of(f));
  f->weight = saturated(weight_of(f));
  f->hash = hash_of(f);
  f->stage = f->kind == FORMULA_ATOM ? (Stage)f->expr->form->stage : STAGE_LITERAL;
  for (int i = 0; i < f->count && !formula_is_cut(f); i++) {
    const Formula *part = f->parts[i];
    if (part->stage > f->stage) f->stage = part->stage;
    if (part->depth >= f->depth) f->depth = part->depth + 1;
  }
}
