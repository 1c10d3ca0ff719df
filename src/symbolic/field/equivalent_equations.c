// equivalent_equations.c -- keys of equations, computed from their values at random points.
// SPDX-License-Identifier: MIT
#include "symbolic/field/equivalent_equations.h"

#include "base/memory/map.h"
#include "base/memory/memory.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

#include <stdlib.h>

enum { AT_ONCE = 1024 };  // batch size; subexpressions shared within a batch are computed once

// Selects the values of the position and velocity symbols; 0: the values of the pool.
typedef struct Places {
  int positions, speeds;
} Places;

static bool move_symbol(void *context, const Expr *symbol, Fingerprint *value)
{
  const Places *places = context;
  uint64_t seed = pool_seed(expr_pool(symbol));
  const char *name = symbol->form->symbol->name;
  int place = symbol->form->stage == STAGE_POSITION   ? places->positions
              : symbol->form->stage == STAGE_VELOCITY ? places->speeds
                                                      : 0;
  if (place == 0) return false;
  if (place < 3) {
    *value = fingerprint_of_symbol(seed + (uint64_t)place, name);
  } else {  // the fourth corner of a parallelogram
    Fingerprint far = fingerprint_add(fingerprint_of_symbol(seed + 1, name),
                                      fingerprint_of_symbol(seed + 2, name));
    *value = fingerprint_sub(far, *value);
  }
  return true;
}

// Values of the steps at `count` points; free() each.
static void values_at(const Steps *steps, const Places places[], int count, Fingerprint *at[])
{
  for (int k = 0; k < count; k++) {
    at[k] = memory_new((size_t)steps->count + 1, sizeof *at[k]);
    steps_values_moved(steps, move_symbol, (void *)&places[k], at[k]);
  }
}

// Replaces each of the given non-zero values by its inverse, using one inversion in total.
static void invert_all(Fingerprint values[], int count)
{
  Fingerprint before[AT_ONCE], all = fingerprint_of_integer(1);
  for (int i = 0; i < count; i++) {
    before[i] = all;
    all = fingerprint_mul(all, values[i]);
  }
  all = fingerprint_inverse(all);
  for (int i = count - 1; i >= 0; i--) {
    Fingerprint own = fingerprint_mul(all, before[i]);
    all = fingerprint_mul(all, values[i]);
    values[i] = own;
  }
}

// ---- positions

// Marks steps with a path to a position that does not pass through step functions, whose
// derivatives are zero.
static bool *find_slopes(const Steps *steps)
{
  bool *has_slope = memory_new((size_t)steps->count + 1, sizeof *has_slope);
  for (int i = 0; i < steps->count; i++) {
    const Step *step = &steps->at[i];
    bool is_flat = step->op == OP_SIGN || step->op == OP_FLOOR || step->op == OP_LT ||
                   step->op == OP_LE || step->op == OP_EQ || step->op == OP_NE;
    has_slope[i] = step->op == OP_SYMBOL && steps_stage(steps, i) == STAGE_POSITION;
    for (int k = step->op == OP_IF; k < MAX_ARITY && step->arg[k] >= 0 && !is_flat; k++)
      has_slope[i] = has_slope[i] || has_slope[step->arg[k]];
  }
  return has_slope;
}

typedef struct PositionKey {
  bool has_slope;
  Fingerprint key;
} PositionKey;

static void position_keys(const Expr *const roots[], int count, PositionKey keys[])
{
  enum { COUNT = 2 };
  static const Places PLACES[COUNT] = { { 1, 0 }, { 2, 0 } };
  Steps steps = steps_of(roots, count);
  Fingerprint *at[COUNT];
  values_at(&steps, PLACES, COUNT, at);
  bool *has_slope = find_slopes(&steps);
  Fingerprint ways[AT_ONCE];
  for (int i = 0; i < count; i++) {
    int root = steps.roots[i];
    ways[i] = fingerprint_sub(at[0][root], expr_value(roots[i]));
    keys[i].has_slope = has_slope[root] && !fingerprint_is_zero(ways[i]);
    if (!keys[i].has_slope) ways[i] = fingerprint_of_integer(1);
  }
  invert_all(ways, count);
  for (int i = 0; i < count; i++)
    keys[i].key =
        fingerprint_mul(fingerprint_sub(at[1][steps.roots[i]], expr_value(roots[i])), ways[i]);
  free(has_slope);
  for (int k = 0; k < COUNT; k++)
    free(at[k]);
  steps_free(&steps);
}

void alike_positions(const Expr *const roots[], int count, EquationClass out[])
{
  PositionKey *keys = memory_new((size_t)count, sizeof *keys);
  Map first = { 0 };
  for (int i = 0; i < count; i += AT_ONCE)
    position_keys(&roots[i], count - i < AT_ONCE ? count - i : AT_ONCE, &keys[i]);
  for (int i = 0; i < count; i++) {
    out[i] = (EquationClass){ .is_affine = true, .has_slope = keys[i].has_slope, .first = i };
    if (!keys[i].has_slope) continue;
    out[i].first = map_add_n(&first, (const char *)&keys[i].key, sizeof keys[i].key, i);
  }
  map_free(&first);
  free(keys);
}

// ---- speeds

typedef struct SpeedKey {
  bool is_affine;
  bool has_slope;
  Fingerprint H;
  Fingerprint growth;  // D at Q divided by D at P
  Fingerprint
      rest;  // n_P - growth n_Q: the same for equal H and growth if k does not depend on positions
  Fingerprint n_Q;
  int next, last;  // list of keys with the same H; only the first stores `last`
} SpeedKey;

// Key from the values at P0 P1 P2 P3 of the speeds, and Q0 Q1. The value of an affine function at
// three corners of a parallelogram determines that at the fourth.
static SpeedKey speed_key(const Fingerprint P[4], const Fingerprint Q[2])
{
  Fingerprint way_P = fingerprint_sub(P[1], P[0]), way_Q = fingerprint_sub(Q[1], Q[0]);
  Fingerprint other = fingerprint_sub(P[2], P[0]);
  SpeedKey key = { .is_affine = fingerprint_equal(P[3], fingerprint_add(P[1], other)),
                   .has_slope = !fingerprint_is_zero(way_P) };
  if (!key.is_affine || !key.has_slope) return key;
  Fingerprint scale = fingerprint_inverse(way_P);
  key.H = fingerprint_mul(other, scale);
  key.growth = fingerprint_mul(way_Q, scale);
  key.n_Q = fingerprint_mul(Q[0], fingerprint_inverse(way_Q));
  key.rest = fingerprint_sub(fingerprint_mul(P[0], scale), fingerprint_mul(key.growth, key.n_Q));
  return key;
}

static void speed_keys(const Expr *const roots[], int count, SpeedKey keys[])
{
  enum { COUNT = 5 };
  static const Places PLACES[COUNT] = { { 0, 1 }, { 0, 2 }, { 0, 3 }, { 1, 0 }, { 1, 1 } };
  Steps steps = steps_of(roots, count);
  Fingerprint *at[COUNT];
  values_at(&steps, PLACES, COUNT, at);
  for (int i = 0; i < count; i++) {
    int root = steps.roots[i];
    const Fingerprint P[] = { expr_value(roots[i]), at[0][root], at[1][root], at[2][root] };
    keys[i] = speed_key(P, (const Fingerprint[]){ at[3][root], at[4][root] });
  }
  for (int k = 0; k < COUNT; k++)
    free(at[k]);
  steps_free(&steps);
}

// Returns true if the equations are equivalent: compares D_s (n_s - n_r) at P and at Q, divided by
// D_s at P.
static bool is_alike(const SpeedKey *first, const SpeedKey *second)
{
  Fingerprint slower = fingerprint_sub(first->growth, second->growth);
  return fingerprint_equal(second->rest,
                           fingerprint_add(first->rest, fingerprint_mul(slower, first->n_Q)));
}

typedef struct SpeedKeys {
  SpeedKey *at;
  Map directions;  // index of the first equation of each direction
  Map first;       // index of the first of each class with a constant factor k
} SpeedKeys;

// Equations of the same direction with other factors are compared one by one, at most MAX_COMPARED:
// any two of them imply an equation for the positions, so in a mechanism that can move there are
// few.
static int first_alike(SpeedKeys *keys, int i)
{
  enum { MAX_COMPARED = 16 };
  const SpeedKey *own = &keys->at[i];
  const char *key = (const char *)&own->H;
  int head = map_add_n(&keys->directions, key, sizeof own->H, i);
  int first =
      map_add_n(&keys->first, key, sizeof own->H + sizeof own->growth + sizeof own->rest, i);
  if (head != i) keys->at[keys->at[head].last].next = i;
  keys->at[head].last = i;
  for (int k = head, n = 0; k < first && n < MAX_COMPARED; k = keys->at[k].next, n++)
    if (is_alike(&keys->at[k], own)) first = k;
  return first;
}

void alike_speeds(const Expr *const roots[], int count, EquationClass out[])
{
  SpeedKeys keys = { .at = memory_new((size_t)count, sizeof *keys.at) };
  for (int i = 0; i < count; i += AT_ONCE)
    speed_keys(&roots[i], count - i < AT_ONCE ? count - i : AT_ONCE, &keys.at[i]);
  for (int i = 0; i < count; i++) {
    const SpeedKey *own = &keys.at[i];
    out[i] =
        (EquationClass){ .is_affine = own->is_affine, .has_slope = own->has_slope, .first = i };
    if (own->is_affine && own->has_slope) out[i].first = first_alike(&keys, i);
  }
  map_free(&keys.directions);
  map_free(&keys.first);
  free(keys.at);
}

// ---- factors and residuals

// k: quotient of the derivatives with respect to the first symbol on which r depends; NULL if there
// is none.
static const Expr *factor_of(const Expr *r, const Expr *s)
{
  Stage wanted = r->form->stage >= STAGE_VELOCITY ? STAGE_VELOCITY : STAGE_POSITION;
  const Expr *factor = NULL;
  Steps steps = steps_of(&r, 1);
  for (int i = 0; i < steps.count && !factor; i++) {
    if (steps.at[i].op != OP_SYMBOL || steps_stage(&steps, i) != wanted) continue;
    const Expr *slope = expr_derivative(r, steps.at[i].node);
    if (!is_zero(slope)) factor = quotient(expr_derivative(s, steps.at[i].node), slope);
  }
  steps_free(&steps);
  return factor;
}

bool equivalence_residual(const Expr *r, const Expr *s, const Expr **multiple, const Expr **rest)
{
  const Expr *factor = factor_of(r, s);
  if (!factor) return false;
  *multiple = product(factor, r);
  const Expr *left = difference(s, *multiple);
  Steps steps = steps_of(&left, 1);
  const Expr **symbols = memory_new(2 * (size_t)steps.count, sizeof *symbols);
  const Expr **zeros = symbols + steps.count;
  int count = 0;
  for (int i = 0; i < steps.count; i++) {
    Stage stage = steps_stage(&steps, i);
    if (steps.at[i].op != OP_SYMBOL || stage < STAGE_POSITION || stage > STAGE_VELOCITY) continue;
    symbols[count] = steps.at[i].node;
    zeros[count++] = integer(r, 0);
  }
  *rest = expr_substitute(left, symbols, zeros, count);
  free(symbols);
  steps_free(&steps);
  return *rest == left;  // only the value of `left` shows whether it depends on these symbols
}
