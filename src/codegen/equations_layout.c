// equations_layout.c -- choices that all printers of equations share.
// SPDX-License-Identifier: MIT
#include "codegen/equations_layout.h"

#include "symbolic/algebra.h"
#include "symbolic/condense.h"
#include "symbolic/order.h"
#include "symbolic/polynomial.h"

#include <string.h>

// Is it the value of a printed quantity that people want to see as a product?
static bool is_wanted_factored(const EquationsPrint *print, const Expr *e)
{
  for (int k = 0; k < print->key_count; k++) {
    const Quantity *quantity = equations_find(print->equations, print->keys[k]);
    if (quantity->is_factored && quantity->entries[0] == e) return true;
  }
  return false;
}

// The irreducible factors, each in its shortest form.
static const Formula *condense_factors(const Expr *e, Arena *arena)
{
  FormulaMaker maker = { e->pool, arena };
  const Formula *whole = formula_factor(e, arena);
  if (whole->kind != FORMULA_PRODUCT) return condense(e, arena);
  const Formula **factors = ARENA_ARRAY(arena, const Formula *, whole->count);
  for (int i = 0; i < whole->count; i++) {
    factors[i] = condense(expr_of_formula(e->pool, whole->parts[i]), arena);
  }
  return formula_product(maker, whole->expr, factors, whole->exponents, whole->count);
}

// ---- what was condensed before

// Columns in shorthand up to which a formula is not condensed again.
enum { SHORT = 40 };

struct FormulaMemory {
  const Expr **values;
  const Formula **formulas;
  int count;
  int capacity;
  GroupMemory *groups;
};

struct FormulaMemory *layout_memory_new(Arena *arena)
{
  struct FormulaMemory *memory = ARENA_NEW(arena, struct FormulaMemory);
  memory->groups = group_memory_new(arena);
  return memory;
}

static void remember(struct FormulaMemory *memory, const Expr *e, const Formula *f, Arena *arena)
{
  if (memory->count == memory->capacity) {
    int capacity = 2 * memory->capacity + 32;
    const Expr **values = ARENA_ARRAY(arena, const Expr *, capacity);
    const Formula **formulas = ARENA_ARRAY(arena, const Formula *, capacity);
    for (int i = 0; i < memory->count; i++) {
      values[i] = memory->values[i];
      formulas[i] = memory->formulas[i];
    }
    memory->values = values;
    memory->formulas = formulas;
    memory->capacity = capacity;
  }
  memory->values[memory->count] = e;
  memory->formulas[memory->count++] = f;
}

// The formula of e, or of a value of which it is a simple multiple; NULL: there is none. The
// definition behind a name is only itself.
static const Formula *recall(const struct FormulaMemory *memory, const Expr *e, Arena *arena)
{
  static const long MULTIPLES[][2] = {
    { 1, 1 }, { -1, 1 }, { 2, 1 }, { -2, 1 }, { 1, 2 }, { -1, 2 }
  };
  enum { MULTIPLE_COUNT = sizeof MULTIPLES / sizeof MULTIPLES[0] };
  for (int i = 0; i < memory->count; i++) {
    const Expr *known = memory->values[i];
    if (known == e) return memory->formulas[i];
    if (e->is_hidden || known->is_hidden || is_zero(e)) continue;
    for (int k = 1; k < MULTIPLE_COUNT; k++) {
      if (!expr_is_multiple(e, known, MULTIPLES[k][0], MULTIPLES[k][1])) continue;
      FormulaMaker maker = { e->pool, arena };
      const Expr *factor = expr_rational(e->pool, MULTIPLES[k][0], MULTIPLES[k][1]);
      return formula_product(maker, factor, &memory->formulas[i], NULL, 1);
    }
  }
  return NULL;
}

const Formula *layout_formula(const EquationsPrint *print, const Expr *e, Arena *arena)
{
  if (print->form == FORM_EXPANDED) return formula_expand(e, arena);
  if (is_wanted_factored(print, e)) return condense_factors(e, arena);
  if (!print->memory) return condense(e, arena);
  const Formula *formula = recall(print->memory, e, arena);
  if (formula) return formula;
  formula = condense_next(e, arena, print->memory->groups);
  if (formula->score > SHORT) {
    // parts have taken shorter forms by now
    const Formula *again = condense_next(e, arena, print->memory->groups);
    if (again->score < formula->score) formula = again;
  }
  remember(print->memory, e, formula, arena);
  return formula;
}

// ---- labelled entries

// Is the entry a name that is listed under itself?
static bool is_listed_name(const Quantity *quantity, int index)
{
  const Expr *entry = quantity->entries[index];
  return quantity->labels && entry->op == OP_NAMED &&
         strcmp(quantity->labels[index], entry->named.name) == 0;
}

// The label as a symbol of the pool: only printed, never evaluated.
static const Formula *label_atom(const Quantity *quantity, int index, FormulaMaker maker)
{
  return formula_atom(maker, expr_symbol(maker.pool, quantity->labels[index], STAGE_INPUT));
}

const Formula *layout_entry(const EquationsPrint *print, const Quantity *quantity, int index,
                            Arena *arena)
{
  const Expr *entry = quantity->entries[index];
  if (is_listed_name(quantity, index)) return layout_formula(print, entry->named.definition, arena);
  int other = quantity->reused ? quantity->reused[index] : -1;
  if (other < 0 || is_zero(quantity->entries[other])) return layout_formula(print, entry, arena);
  FormulaMaker maker = { entry->pool, arena };
  const Expr *rest = difference(entry, quantity->entries[other]);
  const Formula *label = label_atom(quantity, other, maker);
  if (is_zero(rest)) return label;
  const Formula *terms[] = { layout_formula(print, rest, arena), label };
  return formula_sum(maker, terms, 2);
}

static bool is_listed(const EquationsPrint *print, const Expr *named)
{
  for (int k = 0; k < print->key_count; k++) {
    const Quantity *quantity = equations_find(print->equations, print->keys[k]);
    for (int i = 0; quantity->labels && i < quantity->rows * quantity->columns; i++) {
      if (quantity->entries[i] == named && is_listed_name(quantity, i)) return true;
    }
  }
  return false;
}

// ---- definitions

// The entries of all printed quantities, one behind the other.
static const Expr **all_entries(const EquationsPrint *print, Arena *arena, int *count)
{
  *count = 0;
  for (int k = 0; k < print->key_count; k++) {
    const Quantity *quantity = equations_find(print->equations, print->keys[k]);
    *count += quantity->rows * quantity->columns;
  }
  const Expr **entries = ARENA_ARRAY(arena, const Expr *, *count);
  int next = 0;
  for (int k = 0; k < print->key_count; k++) {
    const Quantity *quantity = equations_find(print->equations, print->keys[k]);
    for (int i = 0; i < quantity->rows * quantity->columns; i++) {
      entries[next++] = quantity->entries[i];
    }
  }
  return entries;
}

NamedValues layout_named_values(const EquationsPrint *print, Arena *arena)
{
  int entry_count;
  const Expr **entries = all_entries(print, arena, &entry_count);
  Order order = order_of(entries, entry_count);
  NamedValues values = { ARENA_ARRAY(arena, const Expr *, order.count), 0 };
  for (int i = 0; i < order.count; i++) {
    const Expr *node = order.items[i].node;
    if (node->op == OP_NAMED && !is_listed(print, node)) values.nodes[values.count++] = node;
  }
  order_free(&order);
  return values;
}

CompactNames *layout_compact_names(const EquationsPrint *print, Arena *arena)
{
  if (!print->is_compact) return NULL;
  const Equations *equations = print->equations;
  const Expr **symbols = ARENA_ARRAY(arena, const Expr *, equations->coordinate_count);
  for (int i = 0; i < equations->coordinate_count; i++) {
    symbols[i] = equations->coordinates[i].symbol;
  }
  return compact_new(arena, symbols, NULL, equations->coordinate_count);
}

bool layout_is_listed(const Quantity *quantity)
{
  return quantity->labels || quantity->row_labels || quantity->column_labels;
}

bool layout_is_mirrored(const Quantity *quantity, int row, int column)
{
  return quantity->is_symmetric && column < row;
}
