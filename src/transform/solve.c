// solve.c -- closed forms, recognised by derivatives.
//
// Equal values are one node, so that a form is recognised by its derivatives: e is quadratic in x
// if e''' = 0, and a cos x + b sin x + c if e''' = -e'. No pattern matching is needed, and no form
// is missed. An expression that does not depend on x may still contain it, and is therefore
// evaluated at x = 0. Derivatives of piecewise functions give no information about the boundaries
// of the pieces (d sign x = 0, and asin(sin x) has the slope 1 or -1): such functions are searched
// for first.
// SPDX-License-Identifier: MIT
#include "transform/solve.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "symbolic/steps.h"

static const Expr *at_zero(const Expr *e, const Expr *unknown)
{
  const Expr *zero = integer(e, 0);
  return expr_substitute(e, &unknown, &zero, 1);
}

// ---- piecewise functions

static bool goes_by_branches(const Step *step)
{
  switch (step->op) {
  case OP_ABS:
  case OP_SIGN:
  case OP_FLOOR:
  case OP_TABLE:
  case OP_MIN:
  case OP_MAX:
  case OP_LT:
  case OP_LE:
  case OP_EQ:
  case OP_NE:
  case OP_IF:
  case OP_SQRT:  // of a square: an absolute value
  case OP_ASIN:
  case OP_ACOS:
  case OP_ATAN:
  case OP_ATAN2: return true;
  case OP_POW: {
    const Expr *exponent = step->form->arg[1];
    return !expr_is_number(exponent) || !fmpz_is_one(fmpq_denref(exponent->form->number));
  }
  default: return false;
  }
}

const Expr *expr_branch_of(const Expr *e, const Expr *unknown)
{
  Steps steps = steps_of(&e, 1);
  const Expr *found = NULL;
  for (int i = 0; i < steps.count && !found; i++) {
    const Step *step = &steps.at[i];
    if (goes_by_branches(step) && expr_depends_on(step->node, unknown)) found = step->node;
  }
  steps_free(&steps);
  return found;
}

static bool holds_undefined(const Expr *e)
{
  Steps steps = steps_of(&e, 1);
  bool is_found = false;
  for (int i = 0; i < steps.count; i++)
    is_found = is_found || steps.at[i].op == OP_UNDEFINED;
  steps_free(&steps);
  return is_found;
}

// ---- polynomials

// first x + (e at 0) = 0
static int solve_linear(const Expr *e, const Expr *first, const Expr *unknown,
                        const Expr *solutions[])
{
  const Expr *constant = at_zero(e, unknown);
  solutions[0] = negative(quotient(constant, at_zero(first, unknown)));
  return 1;
}

// a x^2 + b x + c = 0 with 2 a = second
static int solve_quadratic(const Expr *e, const Expr *first, const Expr *second,
                           const Expr *unknown, const Expr *solutions[])
{
  const Expr *two_a = at_zero(second, unknown);
  const Expr *b = at_zero(first, unknown), *c = at_zero(e, unknown);
  const Expr *two_ac = product(two_a, c);
  const Expr *root = expr_call(OP_SQRT, difference(square(b), sum(two_ac, two_ac)));
  solutions[0] = quotient(difference(root, b), two_a);
  solutions[1] = negative(quotient(sum(root, b), two_a));
  return 2;
}

// ---- angles

bool expr_is_harmonic(const Expr *e, const Expr *unknown, Harmonic *harmonic)
{
  if (expr_branch_of(e, unknown)) return false;
  const Expr *first = expr_derivative(e, unknown);
  const Expr *second = expr_derivative(first, unknown);
  const Expr *third = expr_derivative(second, unknown);
  if (!is_zero(sum(first, third))) return false;
  harmonic->a = negative(at_zero(second, unknown));
  harmonic->b = at_zero(first, unknown);
  harmonic->c = at_zero(sum(e, second), unknown);
  return !holds_undefined(harmonic->a) && !holds_undefined(harmonic->b) &&
         !holds_undefined(harmonic->c);
}

// sin x = s: the arc sine and its supplement.
static int solve_sine(const Expr *s, const Expr *solutions[])
{
  solutions[0] = expr_call(OP_ASIN, s);
  solutions[1] = difference(expr_pi(expr_pool(s)), solutions[0]);
  return 2;
}

static int solve_cosine(const Expr *c, const Expr *solutions[])
{
  solutions[0] = expr_call(OP_ACOS, c);
  solutions[1] = negative(solutions[0]);
  return 2;
}

const Expr *harmonic_root(const Harmonic *h)
{
  const Expr *squares = sum_of_products(h->a, h->a, h->b, h->b);
  return expr_call(OP_SQRT, difference(squares, square(h->c)));
}

// With d^2 = a^2 + b^2 - c^2, the point (cos x, sin x) is along (-ac -+ bd, -bc +- ad).
int harmonic_solve(const Harmonic *h, const Expr *solutions[MAX_SOLUTIONS])
{
  if (is_zero(h->a)) return solve_sine(negative(quotient(h->c, h->b)), solutions);
  if (is_zero(h->b)) return solve_cosine(negative(quotient(h->c, h->a)), solutions);
  if (is_zero(h->c)) {
    const Expr *minus_a = negative(h->a), *minus_b = negative(h->b);
    solutions[0] = expr_call2(OP_ATAN2, minus_a, h->b);
    solutions[1] = expr_call2(OP_ATAN2, h->a, minus_b);
    return 2;
  }
  const Expr *d = harmonic_root(h);
  const Expr *y = difference_of_products(h->a, d, h->b, h->c);
  const Expr *x = negative(sum_of_products(h->a, h->c, h->b, d));
  solutions[0] = expr_call2(OP_ATAN2, y, x);
  y = negative(sum_of_products(h->a, d, h->b, h->c));
  x = difference_of_products(h->b, d, h->a, h->c);
  solutions[1] = expr_call2(OP_ATAN2, y, x);
  return 2;
}

static int solve_smooth(const Expr *e, const Expr *unknown, const Expr *solutions[])
{
  const Expr *first = expr_derivative(e, unknown);
  if (is_zero(first)) return 0;
  const Expr *second = expr_derivative(first, unknown);
  if (is_zero(second)) return solve_linear(e, first, unknown, solutions);
  if (is_zero(expr_derivative(second, unknown))) {
    return solve_quadratic(e, first, second, unknown, solutions);
  }
  Harmonic harmonic;
  if (!expr_is_harmonic(e, unknown, &harmonic)) return 0;
  return harmonic_solve(&harmonic, solutions);
}

int expr_solve(const Expr *e, const Expr *unknown, const Expr *solutions[MAX_SOLUTIONS])
{
  if (expr_branch_of(e, unknown)) return 0;
  int count = solve_smooth(e, unknown, solutions);
  for (int k = 0; k < count; k++) {
    if (holds_undefined(solutions[k])) return 0;
  }
  return count;
}

// ---- two equations

// k + e x = 0
static bool eliminate_linear(const Expr *const equations[2], const Expr *x, Resultant *result)
{
  const Expr *e[2], *k[2];
  for (int m = 0; m < 2; m++) {
    const Expr *slope = expr_derivative(equations[m], x);
    if (!is_zero(expr_derivative(slope, x))) return false;
    e[m] = at_zero(slope, x);
    k[m] = at_zero(equations[m], x);
  }
  if (is_zero(e[0]) && is_zero(e[1])) return false;
  const Expr *along = sum_of_products(e[0], k[0], e[1], k[1]);
  result->x = negative(quotient(along, sum_of_products(e[0], e[0], e[1], e[1])));
  result->equation = difference_of_products(e[1], k[0], e[0], k[1]);
  if (is_zero(e[0])) result->equation = k[0];
  if (is_zero(e[1])) result->equation = k[1];
  return true;
}

// k + M (cos x, sin x) = 0, the columns of M of equal length and orthogonal to each other
static bool eliminate_harmonic(const Expr *const equations[2], const Expr *x, Resultant *result)
{
  Harmonic h[2];
  for (int m = 0; m < 2; m++) {
    if (!expr_is_harmonic(equations[m], x, &h[m])) return false;
  }
  const Expr *squared = sum_of_products(h[0].a, h[0].a, h[1].a, h[1].a);
  if (is_zero(squared) || squared != sum_of_products(h[0].b, h[0].b, h[1].b, h[1].b)) return false;
  if (!is_zero(sum_of_products(h[0].a, h[0].b, h[1].a, h[1].b))) return false;
  result->equation = difference(sum_of_products(h[0].c, h[0].c, h[1].c, h[1].c), squared);
  const Expr *cosine = negative(sum_of_products(h[0].a, h[0].c, h[1].a, h[1].c));
  const Expr *sine = negative(sum_of_products(h[0].b, h[0].c, h[1].b, h[1].c));
  result->x = expr_call2(OP_ATAN2, sine, cosine);
  return true;
}

bool expr_eliminate(const Expr *const equations[2], const Expr *unknown, Resultant *result)
{
  if (expr_branch_of(equations[0], unknown) || expr_branch_of(equations[1], unknown)) return false;
  bool is_good = eliminate_linear(equations, unknown, result) ||
                 eliminate_harmonic(equations, unknown, result);
  return is_good && !holds_undefined(result->equation) && !holds_undefined(result->x);
}
