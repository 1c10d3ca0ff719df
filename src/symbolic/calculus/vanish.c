// vanish.c -- evaluates with low-precision balls, and with high-precision balls where a value
// cannot be distinguished from zero.
//
// A function without jumps that is zero at many random points is zero, provided that there were
// points on both sides of all its corners: max(x - 1000, 0) must not be accepted because no point
// was beyond 1000.
// SPDX-License-Identifier: MIT
#include "symbolic/calculus/vanish.h"

#include "base/memory/memory.h"
#include "base/random.h"
#include "symbolic/ball.h"

#include <math.h>
#include <stdlib.h>

enum {
  FEW_BITS = 64,
  MANY_BITS = 2048,
  POINTS = 32,     // maximum number of points tried
  ENOUGH = 8,      // required number of points at which the expression is defined
  LONGEST = 20000  // maximum number of steps
};

typedef struct Search {
  Steps steps;
  arb_struct *balls;  // one for each step
  bool *was_below;    // per step: some point was on this side of its corner
  bool *was_above;
  int point;
} Search;

// ---- operators not represented by the fields, and operators not decided by random points

// Expressions with pi include sines of its multiples; the fields represent only integer multiples
// of 0.0001 deg.
static bool is_hashed(Operator op)
{
  switch (op) {
  case OP_PI:
  case OP_SQRT:
  case OP_POW:
  case OP_ASIN:
  case OP_ACOS:
  case OP_ATAN:
  case OP_ATAN2:
  case OP_LOG:
  case OP_ABS:
  case OP_MIN:
  case OP_MAX: return true;
  default: return false;
  }
}

static bool jumps(Operator op)
{
  bool compares = operator_info(op)->precedence == PREC_COMPARE;
  return compares || op == OP_IF || op == OP_SIGN || op == OP_FLOOR || op == OP_TABLE;
}

static bool may_vanish(const Steps *steps)
{
  bool has_hashed = false;
  for (int i = 0; i < steps->count; i++) {
    Operator op = steps->at[i].op;
    if (jumps(op) || op == OP_UNDEFINED) return false;
    has_hashed = has_hashed || is_hashed(op);
  }
  return has_hashed && steps->count <= LONGEST;
}

// ---- corners

// If the step has a corner, returns true and sets `difference`, whose sign is the side of the
// corner.
static bool has_corner(const Search *search, const Step *step, arb_t difference)
{
  if (step->op == OP_ABS) {
    arb_set(difference, &search->balls[step->arg[0]]);
  } else if (step->op == OP_MIN || step->op == OP_MAX) {
    const arb_struct *a = &search->balls[step->arg[0]], *b = &search->balls[step->arg[1]];
    arb_sub(difference, a, b, FEW_BITS);
  } else {
    return false;
  }
  return true;
}

static void note_sides(Search *search)
{
  arb_t difference;
  arb_init(difference);
  for (int i = 0; i < search->steps.count; i++) {
    if (!has_corner(search, &search->steps.at[i], difference)) continue;
    search->was_below[i] = search->was_below[i] || arb_is_negative(difference);
    search->was_above[i] = search->was_above[i] || arb_is_positive(difference);
  }
  arb_clear(difference);
}

static bool has_passed_all(const Search *search)
{
  arb_t difference;
  bool has_passed = true;
  arb_init(difference);
  for (int i = 0; i < search->steps.count && has_passed; i++) {
    bool is_corner = has_corner(search, &search->steps.at[i], difference);
    has_passed = !is_corner || (search->was_below[i] && search->was_above[i]);
  }
  arb_clear(difference);
  return has_passed;
}

// ---- points

// Values of both signs, between 1e-6 and 1e12; every second one is between 1/16 and 16.
static double symbol_number(int index, int point)
{
  uint64_t state = random_mix((uint64_t)index * 1000 + (uint64_t)point);
  double place = random_number(&state), sign = random_number(&state) < 0 ? -1 : 1;
  double exponent = point % 2 == 0 ? 4 * place : 10 + 30 * place;
  return sign * exp2(exponent);
}

static const arb_struct *evaluate(Search *search, slong bits)
{
  const Steps *steps = &search->steps;
  for (int i = 0; i < steps->count; i++) {
    const Step *step = &steps->at[i];
    if (step->op == OP_SYMBOL) {
      arb_set_d(&search->balls[i], symbol_number(step->form->symbol->index, search->point));
    } else {
      ball_of_step(&search->balls[i], steps, i, search->balls, bits);
    }
  }
  return &search->balls[steps->roots[0]];
}

typedef enum EvaluationStatus { NO_VALUE, ZERO, NOT_ZERO } EvaluationStatus;

static EvaluationStatus judge(Search *search, int point)
{
  search->point = point;
  const arb_struct *value = evaluate(search, FEW_BITS);
  if (arb_is_finite(value) && !arb_contains_zero(value)) return NOT_ZERO;
  value = evaluate(search, MANY_BITS);
  if (!arb_is_finite(value)) return NO_VALUE;
  if (!arb_contains_zero(value)) return NOT_ZERO;
  note_sides(search);
  return ZERO;
}

static bool is_zero_everywhere(Search *search, long *work)
{
  int count = 0;
  for (int point = 0; point < POINTS; point++) {
    EvaluationStatus verdict = judge(search, point);
    *work += search->steps.count;
    if (verdict == NOT_ZERO) return false;
    count += verdict == ZERO;
  }
  return count >= ENOUGH && has_passed_all(search);
}

bool expr_vanishes(const Expr *e, long *work)
{
  Search search = { .steps = steps_of(&e, 1) };
  size_t count = (size_t)search.steps.count;
  bool vanishes = false;
  if (may_vanish(&search.steps)) {
    search.balls = memory_new(count, sizeof search.balls[0]);
    search.was_below = memory_new(count, sizeof(bool));
    search.was_above = memory_new(count, sizeof(bool));
    for (size_t i = 0; i < count; i++)
      arb_init(&search.balls[i]);
    vanishes = is_zero_everywhere(&search, work);
    for (size_t i = 0; i < count; i++)
      arb_clear(&search.balls[i]);
    free(search.was_above);
    free(search.was_below);
    free(search.balls);
  }
  *work += search.steps.count;
  steps_free(&search.steps);
  return vanishes;
}
