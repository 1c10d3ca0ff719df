// expression_numbers.c -- compares the text of an expression with the expression built, in real
// numbers.
//
// The syntax tree and the nodes of the result are evaluated in doubles at random points. Rounding
// is estimated by evaluating three times with every operation randomly perturbed by 1e-13
// (stochastic arithmetic): if the three values agree to 1e-9, a result that differs by 1e-6 is a
// different value. A point at which an operation is undefined or its value uncertain decides
// nothing. All points are tried, because a rule may be wrong on part of the real line only.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "lang/evaluate/expression_check.h"
#include "symbolic/literal.h"
#include "symbolic/steps.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { POINTS = 16, SAMPLES = 3 };

static const double DISTURBANCE = 1e-13;
static const double CERTAIN = 1e-9;  // relative, absolute below 1; so is the next
static const double SAME = 1e-6;

// Returns a random number in [0, 1).
static double draw(uint64_t *state)
{
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (double)(*state >> 40) * 0x1p-24;
}

double sample_number(Sample *sample, double x)
{
  if (fabs(x) > sample->largest && isfinite(x)) sample->largest = fabs(x);
  // Adding 0 removes the sign of zeros.
  return 0 + x * (1 + DISTURBANCE * (2 * draw(&sample->state) - 1));
}

// ---- given operands: names and functions of the mechanism

// All given expressions, followed by the result.
typedef struct Roots {
  const Expr **nodes;
  int count;
  int *sizes;  // numbers of components
  int size_count;
  int capacity;
} Roots;

static void add_roots(Roots *roots, const Quantity *quantity)
{
  if (roots->count + MAX_COMPONENTS > roots->capacity) {
    roots->capacity = 2 * roots->capacity + MAX_COMPONENTS;
    roots->nodes = memory_grow(roots->nodes, (size_t)roots->capacity, sizeof roots->nodes[0]);
    roots->sizes = memory_grow(roots->sizes, (size_t)roots->capacity, sizeof roots->sizes[0]);
  }
  roots->sizes[roots->size_count++] = quantity_size(quantity);
  for (int i = 0; i < quantity_size(quantity); i++)
    roots->nodes[roots->count++] = quantity->at[i];
}

// Collects the nodes of all given operands of `e`, in text order.
static void collect_given(Resolver *resolver, const Node *e, Roots *roots)
{
  if (expression_is_given(e)) {
    Quantity given = expression_given(resolver, e);
    add_roots(roots, &given);
    return;
  }
  for (const Node *part = e->first; part; part = part->next)
    collect_given(resolver, part, roots);
}

// ---- operations

static bool is_near(double a, double b, double tolerance)
{
  return fabs(a - b) <= tolerance * (1 + fabs(a));
}

// Rounds an exponent that is nearly an integer: powers of negative numbers exist for integers only.
static double raised(double base, double exponent)
{
  double whole = round(exponent);
  return pow(base, fabs(exponent - whole) < CERTAIN ? whole : exponent);
}

// Returns true if the perturbation alone may decide the result of a discontinuous operation, where
// text and result may differ: x - x < 0. A value exactly at the jump was not perturbed.
static bool is_at_jump(const Sample *sample, Operator op, const double a[MAX_ARITY])
{
  double error = CERTAIN * (1 + sample->largest);
  bool compares = op == OP_LT || op == OP_LE || op == OP_EQ || op == OP_NE;
  bool has_jump = compares || op == OP_FLOOR || op == OP_SIGN || op == OP_IF ||
                  (op == OP_ATAN2 && a[1] <= error);
  double jump = compares ? a[1] : op == OP_FLOOR ? round(a[0]) : 0;
  if (op == OP_TAN) return fabs(cos(a[0])) <= error;
  return has_jump && a[0] != jump && fabs(a[0] - jump) <= error;
}

// Returns true if a difference of two large numbers may consist of their perturbations only. A flat
// function of it, such as 1/x, would appear certain.
static bool is_left_over(Operator op, const double a[MAX_ARITY])
{
  if (op != OP_ADD && op != OP_SUB) return false;
  double larger = fmax(fabs(a[0]), fabs(a[1]));
  return larger * DISTURBANCE > CERTAIN && fabs(operator_value(op, a)) < SAME * larger;
}

// Applies the operator. Returns NaN where it is undefined although C yields a number: x^0, a
// comparison, atan2(0, 0).
double sample_applied(Sample *sample, Operator op, const double a[MAX_ARITY])
{
  int needed = op == OP_IF ? 1 : operator_info(op)->arity;
  for (int k = 0; k < needed && k < MAX_ARITY; k++)
    if (!isfinite(a[k])) return NAN;
  if (op == OP_ATAN2 && a[0] == 0 && a[1] == 0) return NAN;
  if (is_at_jump(sample, op, a) || is_left_over(op, a)) return NAN;
  double value = op == OP_POW ? raised(a[0], a[1]) : operator_value(op, a);
  bool is_underflow = value == 0 && (op == OP_EXP || (op == OP_POW && a[0] != 0));
  return is_underflow ? NAN : sample_number(sample, value);
}

// ---- nodes

// Value of a symbol at a point. Points alternate between 0 .. 1, where most functions are defined,
// and -3 .. 3, where branches are taken that lie outside the domain of another function of the
// text.
static double symbol_value(const Expr *node, int point)
{
  uint64_t state = 1000 * (uint64_t)node->form->symbol->index + (uint64_t)point;
  draw(&state);
  double place = draw(&state);
  return point % 2 == 0 ? place : 6 * place - 3;
}

static double step_value(Sample *s, const Steps *steps, const Step *step, int point,
                         const double values[])
{
  switch ((int)step->op) {
  case OP_NUMBER: return expr_number_value(step->node);
  case OP_PI: return M_PI;
  case OP_SYMBOL: return symbol_value(step->node, point);
  case OP_TABLE: return sample_number(s, operation_value(steps, step, values));
  default: break;
  }
  double a[MAX_ARITY] = { 0 };
  for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
    a[k] = values[step->arg[k]];
  return sample_applied(s, step->op, a);
}

static void evaluate_roots(Sample *s, const Steps *steps, int point, double out[])
{
  double *values = memory_new((size_t)steps->count, sizeof values[0]);
  for (int i = 0; i < steps->count; i++)
    values[i] = step_value(s, steps, &steps->at[i], point, values);
  for (int r = 0; r < steps->root_count; r++)
    out[r] = values[steps->roots[r]];
  free(values);
}

// ---- the comparison

typedef enum EvaluationStatus { NOT_KNOWN, SAME_VALUE, OTHER_VALUE } EvaluationStatus;

// Compares one component of the text and of the result, using all samples.
static EvaluationStatus judge(const double text[], const double result[])
{
  for (int k = 0; k < SAMPLES; k++) {
    bool is_certain = isfinite(text[k]) && isfinite(result[k]) &&
                      is_near(text[0], text[k], CERTAIN) && is_near(result[0], result[k], CERTAIN);
    if (!is_certain) return NOT_KNOWN;
  }
  return is_near(text[0], result[0], SAME) ? SAME_VALUE : OTHER_VALUE;
}

static EvaluationStatus compare_at(const Node *e, const Roots *roots, const Steps *steps, int point)
{
  double text[MAX_COMPONENTS][SAMPLES], result[MAX_COMPONENTS][SAMPLES];
  double *values = memory_new((size_t)roots->count, sizeof values[0]);
  int count = roots->sizes[roots->size_count - 1];
  for (int k = 0; k < SAMPLES; k++) {
    Sample s = { .given = values, .sizes = roots->sizes, .state = (uint64_t)k + 1 };
    evaluate_roots(&s, steps, point, values);
    double numbers[MAX_COMPONENTS];
    expression_sample(&s, e, numbers);
    for (int i = 0; i < count; i++) {
      text[i][k] = numbers[i];
      result[i][k] = values[roots->count - count + i];
    }
  }
  free(values);
  EvaluationStatus verdict = SAME_VALUE;
  for (int i = 0; i < count && verdict != OTHER_VALUE; i++) {
    EvaluationStatus one = judge(text[i], result[i]);
    if (one != SAME_VALUE) verdict = one;
  }
  return verdict;
}

bool numbers_agree(Resolver *resolver, const Node *e, const Quantity *quantity)
{
  if (resolver->number_work > MAX_NUMBER_WORK) return true;
  Roots roots = { 0 };
  collect_given(resolver, e, &roots);
  add_roots(&roots, quantity);
  Steps steps = steps_of(roots.nodes, roots.count);
  EvaluationStatus verdict = NOT_KNOWN;
  for (int point = 0; point < POINTS && verdict != OTHER_VALUE; point++) {
    resolver->number_work += steps.count;
    verdict = compare_at(e, &roots, &steps, point);
  }
  steps_free(&steps);
  free(roots.nodes);
  free(roots.sizes);
  return verdict != OTHER_VALUE;
}
