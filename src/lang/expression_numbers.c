// expression_numbers.c -- the text of an expression against what it became, by real numbers.
//
// The syntax tree and the nodes of the result are evaluated in doubles at random points. How far
// rounding goes is seen by evaluating three times, every operation disturbed at random by 1e-13
// (stochastic arithmetic): if the three agree to 1e-9, a result that is off by 1e-6 is another
// value. A point where something has no value, or no certain one, tells nothing.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "lang/expression_check.h"
#include "symbolic/literal.h"
#include "symbolic/steps.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum {
  POINTS = 8,
  ENOUGH = 4,           // points that decide
  MOST_WORK = 2000000,  // operations for one description, well below a second: the fields see most
  SAMPLES = 3
};

static const double PI = 3.14159265358979323846;
static const double DISTURBANCE = 1e-13;
static const double CERTAIN = 1e-9;  // relative, and absolute below 1, like the next
static const double SAME = 1e-6;

typedef struct Numbers {
  int count;
  double at[MAX_COMPONENTS];
} Numbers;

typedef struct Sample {
  const double *given;  // in the order of the text
  const int *sizes;     // numbers of components, likewise
  uint64_t state;       // of the disturbances
} Sample;

static Numbers walk(Sample *s, const Node *e);

// In 0 .. 1.
static double draw(uint64_t *state)
{
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (double)(*state >> 40) * 0x1p-24;
}

static double disturbed(Sample *s, double x)
{
  return x * (1 + DISTURBANCE * (2 * draw(&s->state) - 1));
}

static Numbers number(double x) { return (Numbers){ .count = 1, .at = { x } }; }

// ---- what is given: names and functions of the mechanism

// All that is given, then the result.
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

// The nodes of all that is given in `e`, in the order of the text.
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

static Numbers next_given(Sample *s)
{
  Numbers numbers = { .count = *s->sizes++ };
  for (int i = 0; i < numbers.count; i++)
    numbers.at[i] = disturbed(s, *s->given++);
  return numbers;
}

// ---- operations

static Numbers scaled(Sample *s, double factor, Numbers numbers)
{
  for (int i = 0; i < numbers.count; i++)
    numbers.at[i] = disturbed(s, factor * numbers.at[i]);
  return numbers;
}

static double constant(const fmpq_t value, int pi_power)
{
  return fmpq_get_d(value) * pow(PI, pi_power);
}

static double literal(const Node *e)
{
  fmpq_t value;
  fmpq_init(value);
  int pi_power = literal_of(e, value);
  double result = constant(value, pi_power);
  fmpq_clear(value);
  return result;
}

static Numbers with_unit(Sample *s, Numbers numbers, const UnitFactor *unit)
{
  if (!unit) return numbers;
  fmpq_t value;
  fmpq_init(value);
  int pi_power = unit_of(unit, value);
  double scale = constant(value, pi_power);
  fmpq_clear(value);
  return scaled(s, scale, numbers);
}

static Numbers sum(Sample *s, const Node *e)
{
  Numbers all = walk(s, e->first);
  for (const Node *term = e->first->next; term; term = term->next) {
    Numbers part = walk(s, term);
    double sign = term->mark == TOKEN_PLUS ? 1 : -1;
    for (int i = 0; i < all.count; i++)
      all.at[i] = disturbed(s, all.at[i] + sign * part.at[i]);
  }
  return all;
}

static double dot(Sample *s, const double a[], int step_a, const double b[], int step_b)
{
  double total = 0;
  for (int i = 0; i < 3; i++)
    total += disturbed(s, a[i * step_a] * b[i * step_b]);
  return total;
}

static Numbers matrix_product(Sample *s, const Numbers *a, const Numbers *b)
{
  int columns = b->count / 3;
  Numbers all = { .count = b->count };
  for (int i = 0; i < b->count; i++)
    all.at[i] = dot(s, &a->at[3 * (i / columns)], 1, &b->at[i % columns], columns);
  return all;
}

static Numbers product(Sample *s, const Node *e)
{
  Numbers all = walk(s, e->first);
  for (const Node *factor = e->first->next; factor; factor = factor->next) {
    Numbers part = walk(s, factor);
    if (factor->mark == TOKEN_DIVIDE) {
      all = scaled(s, 1 / part.at[0], all);
    } else if (factor->mark != TOKEN_TIMES) {
      all = number(dot(s, all.at, 1, part.at, 1));
    } else if (all.count == 1) {
      all = scaled(s, all.at[0], part);
    } else if (part.count == 1) {
      all = scaled(s, part.at[0], all);
    } else {
      all = matrix_product(s, &all, &part);
    }
  }
  return all;
}

// What is nearly whole in an exponent is whole: only then negative numbers have powers.
static double raised(double base, double exponent)
{
  double whole = round(exponent);
  return pow(base, fabs(exponent - whole) < CERTAIN ? whole : exponent);
}

static Numbers vector(Sample *s, const Node *e)
{
  Numbers all = { 0 };
  for (const Node *row = e->first; row; row = row->next) {
    Numbers part = walk(s, row);
    for (int i = 0; i < part.count; i++)
      all.at[all.count++] = part.at[i];
  }
  return with_unit(s, all, node_unit(e));
}

static Numbers diagonal(Sample *s, const Node *e)
{
  Numbers all = { .count = MAX_COMPONENTS };
  int i = 0;
  for (const Node *entry = e->first; entry; entry = entry->next, i += 4)
    all.at[i] = walk(s, entry).at[0];
  return with_unit(s, all, node_unit(e));
}

// ---- functions

// What has no value gives none, where C would make a number of it: x^0, a comparison.
static double applied(Operator op, const double a[MAX_ARITY])
{
  int needed = op == OP_IF ? 1 : operator_info(op)->arity;
  for (int k = 0; k < needed && k < MAX_ARITY; k++) {
    if (!isfinite(a[k])) return NAN;
  }
  return op == OP_POW ? raised(a[0], a[1]) : operator_value(op, a);
}

static double compared(TokenKind comparison, double a, double b)
{
  const double in_order[MAX_ARITY] = { a, b }, swapped[MAX_ARITY] = { b, a };
  switch ((int)comparison) {
  case TOKEN_LESS: return applied(OP_LT, in_order);
  case TOKEN_LESS_EQUAL: return applied(OP_LE, in_order);
  case TOKEN_GREATER: return applied(OP_LT, swapped);
  case TOKEN_GREATER_EQUAL: return applied(OP_LE, swapped);
  case TOKEN_EQUAL: return applied(OP_EQ, in_order);
  default: return applied(OP_NE, in_order);
  }
}

static Numbers cross(Sample *s, const double a[], const double b[])
{
  Numbers all = { .count = 3 };
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    all.at[i] = disturbed(s, a[j] * b[k]) - disturbed(s, a[k] * b[j]);
  }
  return all;
}

// With the sign of the divisor.
static double remainder_of(Sample *s, double a, double b)
{
  double rest = fmod(a, b);
  return disturbed(s, rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest);
}

static Numbers call(Sample *s, const Node *e)
{
  Function function = node_function(e);
  if (function == FUNCTION_DIAG) return diagonal(s, e);
  if (function == FUNCTION_OPERATOR) {
    double a[MAX_ARITY] = { 0 };
    int count = 0;
    for (const Node *part = e->first; part; part = part->next)
      a[count++] = walk(s, part).at[0];
    Operator op = node_operator(e);
    return number(disturbed(s, applied(op, a)));
  }
  Numbers u = walk(s, e->first), v = e->count > 1 ? walk(s, e->last) : u;
  if (function == FUNCTION_MOD) return number(remainder_of(s, u.at[0], v.at[0]));
  if (function == FUNCTION_HYPOT) return number(disturbed(s, hypot(u.at[0], v.at[0])));
  if (function == FUNCTION_CROSS) return cross(s, u.at, v.at);
  double product_of_vectors = dot(s, u.at, 1, v.at, 1);
  return number(function == FUNCTION_DOT ? product_of_vectors : sqrt(product_of_vectors));
}

static Numbers walk(Sample *s, const Node *e)
{
  if (expression_is_given(e)) return next_given(s);
  double a[MAX_ARITY] = { 0 };
  switch ((NodeKind)e->kind) {
  case NODE_NUMBER:
    // more digits than a double has
    return number(node_text(e).length > DBL_DIG ? disturbed(s, literal(e)) : literal(e));
  case NODE_NAME: return number(PI);
  case NODE_SUM: return sum(s, e);
  case NODE_PRODUCT: return product(s, e);
  case NODE_NEGATE: return scaled(s, -1, walk(s, e->first));
  case NODE_CALL: return call(s, e);
  case NODE_VECTOR: return vector(s, e);
  case NODE_POWER:
    a[0] = walk(s, e->first).at[0];
    a[1] = walk(s, e->last).at[0];
    return number(disturbed(s, applied(OP_POW, a)));
  case NODE_COMPARE:
    a[0] = walk(s, e->first).at[0];
    return number(compared((TokenKind)e->last->mark, a[0], walk(s, e->last).at[0]));
  default: return number(NAN);
  }
}

// ---- points

static bool is_near(double a, double b, double tolerance)
{
  return fabs(a - b) <= tolerance * (1 + fabs(a));
}

// ---- nodes

// Every symbol at one value: by turns in 0 .. 1, where most functions have values, and in -3 .. 3.
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
  case OP_PI: return PI;
  case OP_SYMBOL: return symbol_value(step->node, point);
  case OP_TABLE: return disturbed(s, operation_value(steps, step, values));
  default: break;
  }
  double a[MAX_ARITY] = { 0 };
  for (int k = 0; k < MAX_ARITY && step->arg[k] >= 0; k++)
    a[k] = values[step->arg[k]];
  return disturbed(s, applied(step->op, a));
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

typedef enum Verdict { NOT_KNOWN, SAME_VALUE, OTHER_VALUE } Verdict;

// The component in the text and in the result, in all samples.
static Verdict judge(const double text[], const double result[])
{
  for (int k = 0; k < SAMPLES; k++) {
    bool is_certain = isfinite(text[k]) && isfinite(result[k]) &&
                      is_near(text[0], text[k], CERTAIN) && is_near(result[0], result[k], CERTAIN);
    if (!is_certain) return NOT_KNOWN;
  }
  return is_near(text[0], result[0], SAME) ? SAME_VALUE : OTHER_VALUE;
}

static Verdict compare_at(const Node *e, const Roots *roots, const Steps *steps, int point)
{
  double text[MAX_COMPONENTS][SAMPLES], result[MAX_COMPONENTS][SAMPLES];
  double *values = memory_new((size_t)roots->count, sizeof values[0]);
  int count = roots->sizes[roots->size_count - 1];
  for (int k = 0; k < SAMPLES; k++) {
    Sample s = { .given = values, .sizes = roots->sizes, .state = (uint64_t)k + 1 };
    evaluate_roots(&s, steps, point, values);
    Numbers numbers = walk(&s, e);
    for (int i = 0; i < count; i++) {
      text[i][k] = numbers.at[i];
      result[i][k] = values[roots->count - count + i];
    }
  }
  free(values);
  Verdict verdict = SAME_VALUE;
  for (int i = 0; i < count && verdict != OTHER_VALUE; i++) {
    Verdict one = judge(text[i], result[i]);
    if (one != SAME_VALUE) verdict = one;
  }
  return verdict;
}

bool numbers_agree(Resolver *resolver, const Node *e, const Quantity *quantity)
{
  if (resolver->number_work > MOST_WORK) return true;
  Roots roots = { 0 };
  collect_given(resolver, e, &roots);
  add_roots(&roots, quantity);
  Steps steps = steps_of(roots.nodes, roots.count);
  Verdict verdict = NOT_KNOWN;
  int decided = 0;
  for (int point = 0; point < POINTS && decided < ENOUGH && verdict != OTHER_VALUE; point++) {
    resolver->number_work += steps.count;
    verdict = compare_at(e, &roots, &steps, point);
    decided += verdict != NOT_KNOWN;
  }
  steps_free(&steps);
  free(roots.nodes);
  free(roots.sizes);
  return verdict != OTHER_VALUE;
}
