// check_agreement.c -- do the conditions of a description agree with each other?
//
// Two equations with residuals r and s are the same, or exclude each other, where s = k r + c with
// a factor k and a rest c that nothing in them changes: c = 0 says it twice, everything else is
// "0 = c". A pair can only be such if both depend on the same coordinates (or speeds), and k is the
// quotient of the derivatives by the first of them. What three and more say together is the matter
// of the mobility.
// SPDX-License-Identifier: MIT
#include "mechanism/check_constraints.h"

#include "mechanism/default_value.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/steps.h"
#include "notation/print.h"

#include <stdlib.h>
#include <string.h>

typedef struct Condition {
  const char *name;  // "constraint 'c'"
  Span span;
  const Expr *residual;
  bool has_speeds;
  int *symbols;  // that it depends on, of those that it is an equation for, in order
  int symbol_count;
  const Expr *slope;  // the derivative by the first of them
} Condition;

typedef struct Conditions {
  const Mechanism *mechanism;
  Diagnostics *diagnostics;
  Arena *arena;
  Pool *pool;
  Condition *list;
  int count;
  const Expr **symbols;  // coordinates, then their rates and the generalised speeds
  const Expr **zeros;
  int symbol_count;
  Map places;  // of the symbols by name
} Conditions;

// ---- the list

static void add_constraints(Conditions *all)
{
  for (int i = 0; i < all->mechanism->constraint_count; i++) {
    const Constraint *constraint = &all->mechanism->constraints[i];
    all->list[all->count++] =
        (Condition){ .name = arena_format(all->arena, "constraint '%s'", constraint->name),
                     .span = constraint->span,
                     .residual = expr_copy(all->pool, constraint->residual),
                     .has_speeds = constraint->has_speeds };
  }
}

static void add_motions(Conditions *all)
{
  const Mechanism *mechanism = all->mechanism;
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    if (task->kind != TASK_MOTION || !task->law) continue;
    int coordinate = mechanism_find_coordinate(mechanism, task->name);
    if (coordinate < 0) continue;
    const Expr *q = expr_copy(all->pool, mechanism->coordinates[coordinate].q);
    const Expr *law = expr_copy(all->pool, task->law);
    all->list[all->count++] =
        (Condition){ .name = arena_format(all->arena, "motion of '%s'", task->name),
                     .span = task->span,
                     .residual = difference(q, law) };
  }
}

static void find_symbols(Conditions *all)
{
  const Mechanism *mechanism = all->mechanism;
  int n = mechanism->coordinate_count;
  all->symbol_count = 2 * n + mechanism->speed_count;
  all->symbols = ARENA_ARRAY(all->arena, const Expr *, all->symbol_count);
  all->zeros = ARENA_ARRAY(all->arena, const Expr *, all->symbol_count);
  for (int i = 0; i < all->symbol_count; i++)
    all->zeros[i] = expr_integer(all->pool, 0);
  for (int i = 0; i < n; i++) {
    all->symbols[i] = expr_copy(all->pool, mechanism->coordinates[i].q);
    all->symbols[n + i] = expr_copy(all->pool, mechanism->coordinates[i].qd);
  }
  for (int i = 0; i < mechanism->speed_count; i++)
    all->symbols[2 * n + i] = expr_copy(all->pool, mechanism->speeds[i].symbol);
  for (int i = 0; i < all->symbol_count; i++)
    map_put(&all->places, all->symbols[i]->form->symbol->name, i);
}

static int compare_places(const void *a, const void *b)
{
  int first = *(const int *)a, second = *(const int *)b;
  return (first > second) - (first < second);
}

// Notes what the residual depends on. A form may hold a symbol that its value does not depend on:
// x - x.
static void find_dependence(Conditions *all, Condition *condition)
{
  Steps steps = steps_of(&condition->residual, 1);
  condition->symbols = ARENA_ARRAY(all->arena, int, steps.count);
  for (int i = 0; i < steps.count; i++) {
    if (steps.at[i].op != OP_SYMBOL) continue;
    int place = map_find(&all->places, steps.at[i].form->symbol->name);
    bool is_speed = place >= all->mechanism->coordinate_count;
    if (place < 0 || is_speed != condition->has_speeds) continue;
    if (is_zero(expr_derivative(condition->residual, all->symbols[place]))) continue;
    condition->symbols[condition->symbol_count++] = place;
  }
  steps_free(&steps);
  if (condition->symbol_count == 0) return;
  qsort(condition->symbols, (size_t)condition->symbol_count, sizeof(int), compare_places);
  condition->slope = expr_derivative(condition->residual, all->symbols[condition->symbols[0]]);
}

static void check_content(const Conditions *all, const Condition *condition)
{
  if (condition->symbol_count > 0) return;
  diagnostics_add(all->diagnostics, SEVERITY_ERROR, condition->span,
                  "a constraint is an equation for coordinates or speeds",
                  "nothing that moves is left in the %s", condition->name);
}

// ---- pairs

// The value of `e` without the symbols from `first` on; NULL if it depends on them, which only its
// value at another place tells.
static const Expr *without(const Conditions *all, const Expr *e, int first)
{
  const Expr *at_zero =
      expr_substitute(e, &all->symbols[first], &all->zeros[first], all->symbol_count - first);
  return expr_same_value(e, at_zero) ? at_zero : NULL;
}

static bool has_same_symbols(const Condition *a, const Condition *b)
{
  if (a->symbol_count == 0 || a->symbol_count != b->symbol_count) return false;
  return memcmp(a->symbols, b->symbols, (size_t)a->symbol_count * sizeof(int)) == 0;
}

// c, and how large what it is the rest of is; NULL if the two are independent.
static const Expr *rest_of(const Conditions *all, const Condition *first, const Condition *second,
                           double *size)
{
  if (!has_same_symbols(first, second)) return NULL;
  const Expr *factor = quotient(second->slope, first->slope);
  int varying = first->has_speeds ? all->mechanism->coordinate_count : 0;
  if (!without(all, factor, varying)) return NULL;
  const Expr *multiple = product(factor, first->residual);
  *size = mechanism_initial_size(all->mechanism, second->residual) +
          mechanism_initial_size(all->mechanism, multiple);
  return without(all, difference(second->residual, multiple), 0);
}

// Reports at the second; true if there was something.
static bool check_pair(const Conditions *all, const Condition *first, const Condition *second)
{
  double size;
  const Expr *rest = rest_of(all, first, second, &size);
  if (!rest) return false;
  Text text = { 0 };
  expr_print(rest, &text);
  if (value_is_rounding(mechanism_initial_value(all->mechanism, rest), size)) {
    diagnostics_add(all->diagnostics, SEVERITY_ERROR, second->span, "leave one of them out",
                    "the %s says the same as the %s at line %d", second->name, first->name,
                    span_place(first->span).line);
  } else {
    diagnostics_add(all->diagnostics, SEVERITY_ERROR, second->span,
                    "leave one of them out, or correct it",
                    "the %s contradicts the %s at line %d: together they say 0 = %s", second->name,
                    first->name, span_place(first->span).line, text_string(&text));
  }
  text_free(&text);
  return true;
}

static void check_conditions(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  Arena *arena = arena_new();
  int most = mechanism->constraint_count + mechanism->task_count;
  Conditions all = { .mechanism = mechanism,
                     .diagnostics = diagnostics,
                     .arena = arena,
                     .pool = pool_new(pool_seed(mechanism->pool)),
                     .list = ARENA_ARRAY(arena, Condition, most) };
  add_constraints(&all);
  add_motions(&all);
  if (all.count > 0) find_symbols(&all);
  for (int i = 0; i < all.count; i++)
    find_dependence(&all, &all.list[i]);
  for (int i = 0; i < all.count; i++) {
    check_content(&all, &all.list[i]);
    for (int k = 0; k < i; k++) {
      if (check_pair(&all, &all.list[k], &all.list[i])) break;
    }
  }
  map_free(&all.places);
  pool_free(all.pool);
  arena_free(arena);
}

// ---- loops and wheels

static bool is_same_vector(Vec3 a, Vec3 b)
{
  return a.at[0] == b.at[0] && a.at[1] == b.at[1] && a.at[2] == b.at[2];
}

static bool is_same_place(const JointPlace *a, const JointPlace *b)
{
  return a->frame == b->frame && is_same_vector(a->position_F, b->position_F);
}

static bool is_same_loop(const Loop *a, const Loop *b)
{
  if (a->kind != b->kind || !is_same_vector(a->axis, b->axis)) return false;
  return (is_same_place(&a->first, &b->first) && is_same_place(&a->second, &b->second)) ||
         (is_same_place(&a->first, &b->second) && is_same_place(&a->second, &b->first));
}

static void check_loops(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  for (int i = 1; i < mechanism->loop_count; i++) {
    int k = 0;
    while (k < i && !is_same_loop(&mechanism->loops[k], &mechanism->loops[i]))
      k++;
    if (k == i) continue;
    diagnostics_add(diagnostics, SEVERITY_ERROR, mechanism->loops[i].span, "leave one of them out",
                    "the loop '%s' joins the same places as the loop '%s' at line %d",
                    mechanism->loops[i].name, mechanism->loops[k].name,
                    span_place(mechanism->loops[k].span).line);
  }
}

static bool is_same_rolling(const Rolling *a, const Rolling *b)
{
  return a->frame == b->frame && is_same_vector(a->normal, b->normal);
}

static void check_wheels(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  for (int i = 1; i < mechanism->rolling_count; i++) {
    const Rolling *rolling = &mechanism->rollings[i];
    int k = 0;
    while (k < i && !is_same_rolling(&mechanism->rollings[k], rolling))
      k++;
    if (k == i) continue;
    diagnostics_add(diagnostics, SEVERITY_ERROR, rolling->span, "leave one of them out",
                    "the wheel '%s' rolls on this plane at line %d already", rolling->name,
                    span_place(mechanism->rollings[k].span).line);
  }
}

void mechanism_check_agreement(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  check_loops(mechanism, diagnostics);
  check_conditions(mechanism, diagnostics);
  check_wheels(mechanism, diagnostics);
}
