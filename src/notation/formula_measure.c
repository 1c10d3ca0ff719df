// formula_measure.c -- lengths of formulas, known before anything is printed.
//
// Two lengths are kept side by side. `length` is exact: the columns that print.c writes. `score`
// is the length in the shorthand of a mechanician's notes, where every symbol takes two columns
// and sin(a + b) is S12: it decides which form is shortest, and does not change when somebody
// renames a parameter. The score has a surcharge for a factor that occurs again inside the
// bracket it multiplies: x^2 + x*y reads better than x*(x + y).
// SPDX-License-Identifier: MIT
#include "notation/formula_measure.h"

#include "notation/layout.h"
#include "notation/number_text.h"

#include <string.h>

enum { SYMBOL_SCORE = 2, REPEATED_FACTOR = 4, CUT_COLUMNS = 4 };

typedef struct Extent {
  uint64_t length;
  uint64_t score;
} Extent;

static uint32_t saturated(uint64_t n) { return n > UINT32_MAX / 2 ? UINT32_MAX / 2 : (uint32_t)n; }

// ---- atoms

static Extent atom_extent(const Formula *f)
{
  if (formula_is_cut(f)) return (Extent){ CUT_COLUMNS, SYMBOL_SCORE };
  if (formula_is_number(f)) {
    uint64_t columns = number_columns(f->expr->form->number);
    return (Extent){ columns, columns };
  }
  const char *name = formula_atom_name(f);
  return (Extent){ (uint64_t)text_columns(name, strlen(name)), SYMBOL_SCORE };
}

// ---- composed formulas

// Counts what print.c writes.
typedef struct Counter {
  Layout layout;  // the first member
  Extent extent;
} Counter;

static void count_mark(Layout *layout, const Mark *mark)
{
  Counter *counter = (Counter *)layout;
  counter->extent.length += (uint64_t)mark->width;
  counter->extent.score += (uint64_t)mark->width;
}

static void count_part(Layout *layout, const Formula *part, bool is_unsigned)
{
  Counter *counter = (Counter *)layout;
  bool is_shortened = is_unsigned && formula_has_sign(part);
  counter->extent.length += part->length - is_shortened;
  counter->extent.score += part->score - is_shortened;
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

// ---- everything

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

static Extent extent_of(const Formula *f)
{
  if (f->kind == FORMULA_ATOM) return atom_extent(f);
  Layout layout = { .medium = &PLAIN_TEXT, .put = count_mark, .put_part = count_part };
  Counter counter = { .layout = layout };
  if (formula_has_sign(f)) count_mark(&counter.layout, &PLAIN_TEXT.marks[MARK_NEGATIVE]);
  lay_out(&counter.layout, f);
  if (f->kind == FORMULA_PRODUCT) counter.extent.score += surcharge(f);
  bool is_circular = f->kind == FORMULA_CALL && (f->op == OP_SIN || f->op == OP_COS);
  if (is_circular) counter.extent.score = angle_score(f->parts[0]);
  return counter.extent;
}

void formula_measure(Formula *f)
{
  Extent extent = extent_of(f);
  f->length = saturated(extent.length);
  f->score = saturated(extent.score);
  f->weight = saturated(weight_of(f));
  f->hash = hash_of(f);
  f->stage = f->kind == FORMULA_ATOM ? (Stage)f->expr->form->stage : STAGE_LITERAL;
  for (int i = 0; i < f->count && !formula_is_cut(f); i++) {
    const Formula *part = f->parts[i];
    if (part->stage > f->stage) f->stage = part->stage;
    if (part->depth >= f->depth) f->depth = part->depth + 1;
  }
}
