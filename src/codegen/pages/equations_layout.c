// equations_layout.c -- choices shared by all printers of equations.
// SPDX-License-Identifier: MIT
#include "codegen/pages/equations_layout.h"

#include "symbolic/algebra.h"
#include "notation/forms/condense.h"
#include "notation/formula/formula_names.h"
#include "notation/formula/formula_scale.h"
#include "notation/formula/formula_distribute_numbers.h"
#include "notation/forms/polynomial.h"
#include "notation/forms/quadratic.h"

#include <ctype.h>
#include <string.h>

// Returns true if e is the value of a printed quantity that is shown in factored form.
static bool is_wanted_factored(const EquationsPrint *print, const Expr *e)
{
  for (int k = 0; k < print->key_count; k++) {
    const Quantity *quantity = equations_find(print->equations, print->keys[k]);
    if (quantity->is_factored && quantity->entries[0] == e) return true;
  }
  return false;
}

// Returns the product of the irreducible factors, each in its shortest form.
static const Formula *condense_factors(const Expr *e, Arena *arena)
{
  FormulaMaker maker = { expr_pool(e), arena };
  const Formula *whole = formula_factor(e, arena);
  if (whole->kind != FORMULA_PRODUCT) return condense(e, arena);
  const Formula **factors = ARENA_ARRAY(arena, const Formula *, whole->count);
  for (int i = 0; i < whole->count; i++) {
    factors[i] = condense(expr_of_formula(expr_pool(e), whole->parts[i]), arena);
  }
  return formula_product(maker, whole->expr, factors, whole->exponents, whole->count);
}

// ---- cache of condensed formulas

typedef struct Known {
  const Expr *value;
  const Formula *formula;
  struct Known *next;
} Known;

struct FormulaMemory {
  const Pool *pool;  // pool of the values
  Known *first;
  Known *last;
  FormCache *memo;
};

struct FormulaMemory *layout_memory_new(Arena *arena)
{
  struct FormulaMemory *memory = ARENA_NEW(arena, struct FormulaMemory);
  memory->memo = form_cache_new(arena);
  return memory;
}

static void remember(struct FormulaMemory *memory, const Expr *e, const Formula *f, Arena *arena)
{
  Known *known = ARENA_NEW(arena, Known);
  *known = (Known){ e, f, NULL };
  if (memory->last) {
    memory->last->next = known;
  } else {
    memory->first = known;
  }
  memory->last = known;
}

// Returns the cached formula of e, or of a value of which e is a simple multiple; NULL if there is
// none. The hidden definition of a name only matches itself.
static const Formula *recall(const struct FormulaMemory *memory, const Expr *e, Arena *arena)
{
  static const long MULTIPLES[][2] = {
    { 1, 1 }, { -1, 1 }, { 2, 1 }, { -2, 1 }, { 1, 2 }, { -1, 2 }
  };
  enum { MULTIPLE_COUNT = sizeof MULTIPLES / sizeof MULTIPLES[0] };
  for (const Known *known = memory->first; known; known = known->next) {
    if (known->value == e) return known->formula;
    if (e->is_hidden || known->value->is_hidden || is_zero(e)) continue;
    for (int k = 1; k < MULTIPLE_COUNT; k++) {
      if (!expr_is_multiple(e, known->value, MULTIPLES[k][0], MULTIPLES[k][1])) continue;
      FormulaMaker maker = { expr_pool(e), arena };
      const Expr *factor = expr_rational(expr_pool(e), MULTIPLES[k][0], MULTIPLES[k][1]);
      return formula_product(maker, factor, &known->formula, NULL, 1);
    }
  }
  return NULL;
}

// ---- kinetic energy

// Returns true if e is the kinetic energy of the mechanism or of a body.
static bool is_kinetic_energy(const EquationsPrint *print, const Expr *e)
{
  for (int k = 0; k < print->key_count; k++) {
    const char *key = print->keys[k];
    bool is_kinetic = strcmp(key, "T") == 0 || strncmp(key, "T:", 2) == 0;
    if (is_kinetic && equations_find(print->equations, key)->entries[0] == e) return true;
  }
  return false;
}

// Returns true if a rate is factored out of a sum that contains rates.
static bool splits_rates(const Formula *f)
{
  bool has_rate = false, has_sum = false;
  for (int i = 0; i < f->count; i++) {
    const Formula *part = f->parts[i];
    if (splits_rates(part)) return true;
    if (part->stage != STAGE_VELOCITY) continue;
    has_rate = has_rate || part->kind == FORMULA_ATOM;
    has_sum = has_sum || part->kind == FORMULA_SUM;
  }
  return f->kind == FORMULA_PRODUCT && has_rate && has_sum;
}

// Returns true if the formula contains sums of rates such as (q1' + q2')^2.
static bool has_sum_of_rates(const Formula *f)
{
  bool is_of_rates = f->kind == FORMULA_SUM;
  for (int i = 0; i < f->count; i++) {
    const Formula *part = f->parts[i];
    if (has_sum_of_rates(part)) return true;
    is_of_rates = is_of_rates && part->kind == FORMULA_ATOM && part->stage == STAGE_VELOCITY;
  }
  return is_of_rates;
}

// Returns the formula as a quadratic form of the rates if `shortest` is not one and the form is not
// much longer; otherwise `shortest`.
static const Formula *with_squares(const EquationsPrint *print, const Expr *e,
                                   const Formula *shortest, Arena *arena)
{
  enum { MAX_RATES = 5, LONGER = 115 };  // percent
  const Equations *equations = print->equations;
  int n = equations->coordinate_count;
  if (n > MAX_RATES || !splits_rates(shortest) || has_sum_of_rates(shortest)) return shortest;
  const Expr *rates[MAX_RATES];
  for (int i = 0; i < n; i++)
    rates[i] = expr_rate(expr_copy(expr_pool(e), equations->coordinates[i].symbol));
  const Formula *form = condense_quadratic(e, rates, n, arena, print->memory->memo);
  bool is_short = form && (uint64_t)form->score * 100 <= (uint64_t)shortest->score * LONGER;
  return is_short ? form : shortest;
}

static const Formula *condensed(const EquationsPrint *print, const Expr *e, Arena *arena)
{
  if (is_wanted_factored(print, e)) return condense_factors(e, arena);
  if (!print->memory) return condense(e, arena);
  if (print->memory->pool != expr_pool(e)) {
    *print->memory = (struct FormulaMemory){ .pool = expr_pool(e), .memo = form_cache_new(arena) };
  }
  const Formula *formula = recall(print->memory, e, arena);
  if (formula) return formula;
  formula = condense_next(e, arena, print->memory->memo);
  if (is_kinetic_energy(print, e)) formula = with_squares(print, e, formula, arena);
  remember(print->memory, e, formula, arena);
  return formula;
}

const Formula *layout_formula(const EquationsPrint *print, const Expr *e, Arena *arena)
{
  if (print->form == FORM_EXPANDED) return formula_expand(e, arena);
  FormulaMaker maker = { expr_pool(e), arena };
  const Formula *formula = formula_with_names(maker, e, condensed(print, e, arena));
  return formula_distribute_numbers(maker, formula_scale(maker, formula));
}

// ---- labelled entries

// Returns true if the entry is a name that is listed under itself.
static bool is_listed_name(const Quantity *quantity, int index)
{
  const Expr *entry = quantity->entries[index];
  return quantity->labels && entry->form->op == OP_NAMED &&
         strcmp(quantity->labels[index], entry->form->named.name) == 0;
}

// Returns the label or place of an entry as a symbol of the pool, for printing only.
static const Formula *place_atom(const Quantity *quantity, int index, FormulaMaker maker)
{
  Text place = { 0 };
  if (quantity->labels) {
    text_put(&place, quantity->labels[index]);
  } else {
    quantity_put_place(quantity, index, &place);
  }
  const Expr *symbol = expr_symbol(maker.pool, text_string(&place), STAGE_INPUT);
  text_free(&place);
  return formula_atom(maker, symbol);
}

const Formula *layout_entry(const EquationsPrint *print, const Quantity *quantity, int index,
                            Arena *arena)
{
  const Expr *entry = quantity->entries[index];
  if (is_listed_name(quantity, index))
    return layout_formula(print, entry->form->named.definition, arena);
  int other = quantity->reused ? quantity->reused[index] : -1;
  if (other < 0 || is_zero(quantity->entries[other])) return layout_formula(print, entry, arena);
  FormulaMaker maker = { expr_pool(entry), arena };
  const Expr *rest = difference(entry, quantity->entries[other]);
  const Formula *label = place_atom(quantity, other, maker);
  if (is_zero(rest)) return label;
  const Formula *terms[] = { layout_formula(print, rest, arena), label };
  return formula_sum(maker, terms, 2);
}

const Formula *layout_short_entry(const EquationsPrint *print, const Quantity *quantity, int index,
                                  Arena *arena)
{
  enum { SHORTEST_REPEATED = 16 };
  const Formula *formula = layout_entry(print, quantity, index, arena);
  bool has_places = !layout_is_listed(quantity) && !strpbrk(quantity->key, ":/");
  if (!has_places || formula_length(formula) < SHORTEST_REPEATED) return formula;
  const Expr *entry = quantity->entries[index];
  FormulaMaker maker = { expr_pool(entry), arena };
  for (int i = 0; i < index; i++) {
    if (!layout_is_shown(quantity, i)) continue;
    if (quantity->entries[i] == entry) return place_atom(quantity, i, maker);
    if (expr_is_multiple(entry, quantity->entries[i], -1, 1)) {
      return formula_negative(maker, place_atom(quantity, i, maker));
    }
  }
  return formula;
}

bool layout_is_same_name(const Expr *a, const Expr *b)
{
  return a->form->op == OP_NAMED && b->form->op == OP_NAMED && expr_same_value(a, b) &&
         strcmp(a->form->named.name, b->form->named.name) == 0;
}

bool layout_lists_name(const EquationsPrint *print, const Expr *named)
{
  for (int k = 0; k < print->key_count; k++) {
    const Quantity *quantity = equations_find(print->equations, print->keys[k]);
    for (int i = 0; quantity->labels && i < quantity->rows * quantity->columns; i++) {
      if (layout_is_same_name(quantity->entries[i], named) && is_listed_name(quantity, i))
        return true;
    }
  }
  return false;
}

// ---- shorthand

// Returns the number at the end of a name, in digits or as a subscript (q2, θ₂), or -1.
static int trailing_number(const char *name)
{
  enum { MAX_DIGITS = 4, SUBSCRIPT_SIZE = 3 };
  int number = 0, scale = 1;
  size_t end = strlen(name);
  for (int digits = 0; digits < MAX_DIGITS && end > 0; digits++) {
    char c = name[end - 1];
    bool is_subscript = end > SUBSCRIPT_SIZE && (unsigned char)name[end - 3] == 0xE2 &&
                        (unsigned char)name[end - 2] == 0x82 && (unsigned char)c >= 0x80 &&
                        (unsigned char)c <= 0x89;
    if (!is_subscript && !isdigit((unsigned char)c)) break;
    number += scale * (is_subscript ? (unsigned char)c - 0x80 : c - '0');
    scale *= 10;
    end -= is_subscript ? SUBSCRIPT_SIZE : 1;
  }
  return scale > 1 && end > 0 ? number : -1;
}

// C3 refers to q3, whatever precedes the number. Returns the trailing numbers of the coordinate
// names, if all names have one and no two are the same; otherwise NULL, for the indices of the
// coordinates.
static const int *numbers_of_names(const Equations *equations, Arena *arena)
{
  int *numbers = ARENA_ARRAY(arena, int, equations->coordinate_count);
  for (int i = 0; i < equations->coordinate_count; i++) {
    numbers[i] = trailing_number(equations->coordinates[i].name);
    if (numbers[i] < 0) return NULL;
    for (int before = 0; before < i; before++) {
      if (numbers[before] == numbers[i]) return NULL;
    }
  }
  return numbers;
}

Shorthand *layout_compact_names(const EquationsPrint *print, Pool *pool, Arena *arena)
{
  const Equations *equations = print->equations;
  if (!print->is_compact) return NULL;
  const Expr **symbols = ARENA_ARRAY(arena, const Expr *, equations->coordinate_count);
  for (int i = 0; i < equations->coordinate_count; i++)
    symbols[i] = expr_copy(pool, equations->coordinates[i].symbol);
  return shorthand_new(arena, symbols, numbers_of_names(equations, arena),
                       equations->coordinate_count);
}

bool layout_is_listed(const Quantity *quantity)
{
  return quantity->labels || quantity->row_labels || quantity->column_labels;
}

bool layout_is_mirrored(const Quantity *quantity, int index)
{
  return quantity->is_symmetric && index % quantity->columns < index / quantity->columns;
}

bool layout_is_shown(const Quantity *quantity, int index)
{
  return !layout_is_mirrored(quantity, index) && !expr_is_zero(quantity->entries[index]);
}

bool layout_has_zeros(const Quantity *quantity)
{
  for (int i = 0; i < quantity->rows * quantity->columns; i++) {
    if (expr_is_zero(quantity->entries[i])) return true;
  }
  return false;
}
