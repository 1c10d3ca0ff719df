// check_agreement.c -- do the conditions of a description agree with each other?
//
// Two equations with residuals r and s are the same, or exclude each other, where s = k r + c with
// a factor k and a rest c that nothing in them changes: c = 0 says it twice, everything else is
// "0 = c". A pair can only be such if both depend on the same coordinates (or speeds), and k is the
// quotient of the derivatives by the first of them. What three and more say together is the matter
// of the mobility.
// SPDX-License-Identifier: MIT
#include "mechanism/check_constraints.h"

#include "base/memory.h"
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
  int *symbols;  // that it depends on, of those that it is an equation for, as the pool counts them
  int symbol_count;
  const Expr *slope;  // the derivative by the first of them
  int next, last;     // conditions for the same symbols; the first knows the last
} Condition;

typedef struct Conditions {
  const Mechanism *mechanism;
  Diagnostics *diagnostics;
  Arena *arena;
  Pool *pool;
  Condition *list;
  int count;
  Map groups;  // the first condition for the same symbols, by these
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

static int compare_places(const void *a, const void *b)
{
  int first = *(const int *)a, second = *(const int *)b;
  return (first > second) - (first < second);
}

// Notes what the residual depends on: coordinates, or their rates and generalised speeds. A form may
// hold a symbol that its value does not depend on: x - x.
static void find_dependence(Conditions *all, Condition *condition)
{
  Stage wanted = condition->has_speeds ? STAGE_VELOCITY : STAGE_POSITION;
  Steps steps = steps_of(&condition->residual, 1);
  condition->symbols = ARENA_ARRAY(all->arena, int, steps.count);
  for (int i = 0; i < steps.count; i++) {
    if (steps.at[i].op != OP_SYMBOL || steps_stage(&steps, i) != wanted) continue;
    if (is_zero(expr_derivative(condition->residual, steps.at[i].node))) continue;
    condition->symbols[condition->symbol_count++] = steps.at[i].form->symbol->index;
  }
  steps_free(&steps);
  if (condition->symbol_count == 0) return;
  qsort(condition->symbols, (size_t)condition->symbol_count, sizeof(int), compare_places);
  const Expr *first = pool_symbol(all->pool, condition->symbols[0]);
  condition->slope = expr_derivative(condition->residual, first);
}

// ---- pairs

// The value of `e` without speeds, and coordinates if `first` is theirs; NULL if it depends on them,
// which only its value at another place tells.
static const Expr *without(const Conditions *all, const Expr *e, Stage first)
{
  Steps steps = steps_of(&e, 1);
  const Expr **symbols = memory_new((size_t)steps.count, sizeof *symbols);
  const Expr **zeros = memory_new((size_t)steps.count, sizeof *zeros);
  int count = 0;
  for (int i = 0; i < steps.count; i++) {
    Stage stage = steps_stage(&steps, i);
    if (steps.at[i].op != OP_SYMBOL || stage < first || stage > STAGE_VELOCITY) continue;
    symbols[count] = steps.at[i].node;
    zeros[count++] = expr_integer(all->pool, 0);
  }
  const Expr *at_zero = expr_substitute(e, symbols, zeros, count);
  free(zeros);
  free(symbols);
  steps_free(&steps);
  return expr_same_value(e, at_zero) ? at_zero : NULL;
}

// c, and how large what it is the rest of is; NULL if the two are independent.
static const Expr *rest_of(const Conditions *all, const Condition *first, const Condition *second,
                           double *size)
{
  const Expr *factor = quotient(second->slope, first->slope);
  if (!without(all, factor, first->has_speeds ? STAGE_VELOCITY : STAGE_POSITION)) return NULL;
  const Expr *multiple = product(factor, first->residual);
  *size = mechanism_initial_size(all->mechanism, second->residual) +
          mechanism_initial_size(all->mechanism, multiple);
  return without(all, difference(second->residual, multiple), STAGE_POSITION);
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
    diagnostics_error(all->diagnostics, second->span, "leave one of them out",
                      "the %s says the same as the %s at line %d", second->name, first->name,
                      span_place(first->span).line);
  } else {
    diagnostics_error(all->diagnostics, second->span, "leave one of them out, or correct it",
                      "the %s contradicts the %s at line %d: together they say 0 = %s",
                      second->name, first->name, span_place(first->span).line, text_string(&text));
  }
  text_free(&text);
  return true;
}

// Compares condition `i` with those before it that are for the same symbols.
static void check_with_others(Conditions *all, int i)
{
  const Condition *condition = &all->list[i];
  if (condition->symbol_count == 0) {
    diagnostics_error(all->diagnostics, condition->span,
                      "a constraint is an equation for coordinates or speeds",
                      "nothing that moves is left in the %s", condition->name);
    return;
  }
  size_t length = (size_t)condition->symbol_count * sizeof(int);
  int first = map_add_n(&all->groups, (const char *)condition->symbols, length, i);
  if (first != i) all->list[all->list[first].last].next = i;
  all->list[first].last = i;
  for (int k = first; k != i; k = all->list[k].next)
    if (check_pair(all, &all->list[k], condition)) break;
}

static void check_conditions(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  bool has_laws = mechanism->task_count > 0;
  for (int i = 0; i < mechanism->constraint_count && !has_laws; i++)
    has_laws = !mechanism->constraints[i].is_norm;
  if (!has_laws) return;  // each norm is for four coordinates of its own
  Arena *arena = arena_new();
  int most = mechanism->constraint_count + mechanism->task_count;
  Conditions all = { .mechanism = mechanism,
                     .diagnostics = diagnostics,
                     .arena = arena,
                     .pool = pool_new(pool_seed(mechanism->pool)),
                     .list = ARENA_ARRAY(arena, Condition, most) };
  add_constraints(&all);
  add_motions(&all);
  for (int i = 0; i < all.count; i++)
    find_dependence(&all, &all.list[i]);
  for (int i = 0; i < all.count; i++)
    check_with_others(&all, i);
  map_free(&all.groups);
  pool_free(all.pool);
  arena_free(arena);
}

// ---- loops and wheels

// What two loops or two wheels share if they say the same, as words, for a map.
enum { KEY_LENGTH = 12 };
typedef struct Key {
  uintptr_t at[KEY_LENGTH];
} Key;

static void put_vector(Vec3 v, uintptr_t words[])
{
  for (int i = 0; i < 3; i++)
    words[i] = (uintptr_t)v.at[i];
}

static void put_place(const JointPlace *place, uintptr_t words[])
{
  words[0] = (uintptr_t)place->frame;
  put_vector(place->position_F, &words[1]);
}

// The places in any order.
static Key key_of_loop(const Loop *loop)
{
  enum { FIRST = 4, SECOND = 8 };
  Key key = { { (uintptr_t)loop->kind } };
  put_vector(loop->axis, &key.at[1]);
  put_place(&loop->first, &key.at[FIRST]);
  put_place(&loop->second, &key.at[SECOND]);
  if (memcmp(&key.at[FIRST], &key.at[SECOND], (SECOND - FIRST) * sizeof key.at[0]) <= 0) return key;
  put_place(&loop->second, &key.at[FIRST]);
  put_place(&loop->first, &key.at[SECOND]);
  return key;
}

static Key key_of_wheel(const Rolling *wheel)
{
  Key key = { { (uintptr_t)wheel->frame } };
  put_vector(wheel->normal, &key.at[1]);
  return key;
}

static void check_loops(const Mechanism *mechanism, Diagnostics *diagnostics, Map *seen, Key keys[])
{
  for (int i = 0; i < mechanism->loop_count; i++) {
    const Loop *loop = &mechanism->loops[i];
    keys[i] = key_of_loop(loop);
    const Loop *first = &mechanism->loops[map_add_n(seen, (char *)&keys[i], sizeof keys[i], i)];
    if (first == loop) continue;
    diagnostics_error(diagnostics, loop->span, "leave one of them out",
                      "the loop '%s' joins the same places as the loop '%s' at line %d", loop->name,
                      first->name, span_place(first->span).line);
  }
}

static void check_wheels(const Mechanism *mechanism, Diagnostics *diagnostics, Map *seen,
                         Key keys[])
{
  for (int i = 0; i < mechanism->rolling_count; i++) {
    const Rolling *rolling = &mechanism->rollings[i];
    keys[i] = key_of_wheel(rolling);
    int k = map_add_n(seen, (char *)&keys[i], sizeof keys[i], i);
    if (k == i) continue;
    diagnostics_error(diagnostics, rolling->span, "leave one of them out",
                      "the wheel '%s' rolls on this plane at line %d already", rolling->name,
                      span_place(mechanism->rollings[k].span).line);
  }
}

void mechanism_check_agreement(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  Map loops = { 0 }, wheels = { 0 };
  Key *keys = memory_new((size_t)mechanism->loop_count + (size_t)mechanism->rolling_count + 1,
                         sizeof *keys);
  check_loops(mechanism, diagnostics, &loops, keys);
  check_conditions(mechanism, diagnostics);
  check_wheels(mechanism, diagnostics, &wheels, keys + mechanism->loop_count);
  map_free(&loops);
  map_free(&wheels);
  free(keys);
}
