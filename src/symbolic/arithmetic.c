// arithmetic.c -- sums, products, quotients and powers in canonical form.
//
// The value is looked up first: x - x, x/x and every other identity need no rule because the pool
// already holds the value (the cases 0 and 1 are a fast path only). Only a new value needs a form,
// which these rules choose: signs and numbers are moved to the front (-2*x is NEG(MUL(2, x))), sums
// factor out common factors, fractions are written as one quotient. In every build the result of a
// rule is compared with the requested value.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "symbolic/pool.h"
#include "symbolic/field/fingerprint.h"

#include <assert.h>

static bool any_undefined(const Expr *a, const Expr *b)
{
  return expr_is_undefined(a) || expr_is_undefined(b) || expr_pool(a)->is_cancelled;
}

static bool is_negative_number(const Expr *e)
{
  return expr_is_number(e) && fmpq_sgn(e->form->number) < 0;
}

static bool has_coefficient(const Form *form)
{
  return form->op == OP_MUL && expr_is_number(form->arg[0]);
}

// Applies +, - or * to two numbers and to their fingerprints.
static const Expr *new_number(Operator op, const Expr *a, const Expr *b)
{
  const fmpq *x = a->form->number, *y = b->form->number;
  Fingerprint u = expr_value(a), v = expr_value(b), value;
  fmpq_t result;
  fmpq_init(result);
  if (op == OP_ADD) {
    fmpq_add(result, x, y);
    value = fingerprint_add(u, v);
  } else if (op == OP_SUB) {
    fmpq_sub(result, x, y);
    value = fingerprint_sub(u, v);
  } else {
    fmpq_mul(result, x, y);
    value = fingerprint_mul(u, v);
  }
  const Expr *node = pool_number_of(expr_pool(a), result, value);
  fmpq_clear(result);
  return node;
}

// Cached version of new_number(); a description with many equal parts requests the same results
// repeatedly.
static const Expr *number_result(Operator op, const Expr *a, const Expr *b)
{
  NumberCacheEntry *known = pool_known_result(expr_pool(a), op, a, b);
  if (!known) return new_number(op, a, b);
  if (known->a != a || known->b != b || known->op != op)
    *known = (NumberCacheEntry){ a, b, new_number(op, a, b), op };
  return known->value;
}

static const Expr *number_inverse(const Expr *a)
{
  fmpq_t inverse;
  fmpq_init(inverse);
  fmpq_inv(inverse, a->form->number);
  const Expr *node = pool_number(expr_pool(a), inverse);
  fmpq_clear(inverse);
  return node;
}

// Builds a new form for the value of op(a, b), which is not in the pool; NULL: the rule does not
// apply.
typedef const Expr *(*FormRule)(const Expr *a, const Expr *b);

// A deeper nesting of rule calls is assumed to be a cycle.
enum { MAX_RULE_DEPTH = 64 };

// Returns true if a rule may yield another fingerprint than the fields do. The fields do not
// represent squares of radicals, nor sums and products of hashed numbers. The plain form is used in
// these cases.
static bool is_beyond_fields(const Expr *a, const Expr *b)
{
  return a->form->has_radical || b->form->has_radical || expr_pool(a)->has_hashed_numbers;
}

// Returns the node of op(a, b).
static const Expr *binary(Operator op, const Expr *a, const Expr *b, const Fingerprint *value,
                          FormRule rule)
{
  Pool *pool = expr_pool(a);
  const Expr *args[] = { a, b }, *negative;
  Form form = form_make(op, args);
  const Expr *node = pool_find(pool, value, &form, &negative);
  if (node) return node;
  if (!negative && pool->rule_depth < MAX_RULE_DEPTH) {
    pool->rule_depth++;
    node = rule(a, b);
    pool->rule_depth--;
    bool is_right = !node || pool->is_cancelled || fingerprint_equal(expr_value(node), *value);
    if (!is_right && !is_beyond_fields(a, b)) {
      fail_invariant("a rule of arithmetic changed a value");
    }
    if (node && is_right) return node;
  }
  return pool_make(pool, *value, &form, negative);
}

const Expr *expr_neg(const Expr *a)
{
  const Form *form = a->form;
  Pool *pool = expr_pool(a);
  if (expr_is_undefined(a) || a == pool->zero) return a;
  if (form->op == OP_NEG) return form->arg[0];
  if (expr_is_number(a)) return number_result(OP_SUB, pool->zero, a);
  Fingerprint value = fingerprint_neg(expr_value(a));
  const Expr *negative;
  Form opposite = form_make(OP_NEG, &a);
  const Expr *node = pool_find(pool, &value, &opposite, &negative);
  if (node) return node;
  const Expr *turned[] = { form->arg[1], form->arg[0] };
  if (form->op == OP_SUB) opposite = form_make(OP_SUB, turned);
  return pool_add(pool, value, &opposite);
}

// ---- sums

// If `factor` is one of the two factors of a product, returns the other one; NULL if it is not a
// factor.
static const Expr *cofactor(const Expr *product, const Form *form, const Expr *factor)
{
  if (product == factor) return expr_pool(product)->one;
  if (form->op != OP_MUL) return NULL;
  if (form->arg[0] == factor) return form->arg[1];
  if (form->arg[1] == factor) return form->arg[0];
  return NULL;
}

// x*y + x*z = x*(y + z), for a factor x of both a and b; NULL if there is no common factor.
static const Expr *add_with_common_factor(Operator op, const Expr *a, const Expr *b)
{
  const Form *forms[] = { a->form, b->form };
  for (int i = 0; i < 4; i++) {  // the factors of a, then those of b (for x + x*z)
    const Form *form = forms[i / 2];
    if (form->op != OP_MUL) continue;
    const Expr *factor = form->arg[1 - i % 2];
    const Expr *in_a = cofactor(a, forms[0], factor);
    const Expr *in_b = cofactor(b, forms[1], factor);
    if (!in_a || !in_b) continue;
    const Expr *rest = op == OP_ADD ? expr_add(in_a, in_b) : expr_sub(in_a, in_b);
    return expr_mul(factor, rest);
  }
  return NULL;
}

static const Expr *new_sum(const Expr *a, const Expr *b)
{
  const Form *f = a->form, *g = b->form;
  if (f->op == OP_NEG && g->op == OP_NEG) return expr_neg(expr_add(f->arg[0], g->arg[0]));
  if (g->op == OP_NEG) return expr_sub(a, g->arg[0]);
  if (f->op == OP_NEG) return expr_sub(b, f->arg[0]);
  if (is_negative_number(b)) return expr_sub(a, expr_neg(b));
  if (is_negative_number(a)) return expr_sub(b, expr_neg(a));
  return add_with_common_factor(OP_ADD, a, b);
}

const Expr *expr_add(const Expr *a, const Expr *b)
{
  assert(expr_pool(a) == expr_pool(b));
  Pool *pool = expr_pool(a);
  if (any_undefined(a, b)) return pool->undefined;
  if (a == pool->zero) return b;
  if (b == pool->zero) return a;
  if (expr_is_number(a) && expr_is_number(b)) return number_result(OP_ADD, a, b);
  if (a == b) return expr_mul(expr_integer(pool, 2), a);
  Fingerprint value = fingerprint_add(expr_value(a), expr_value(b));
  return binary(OP_ADD, a, b, &value, new_sum);
}

static const Expr *new_difference(const Expr *a, const Expr *b)
{
  const Form *f = a->form, *g = b->form;
  if (g->op == OP_NEG) return expr_add(a, g->arg[0]);
  if (is_negative_number(b)) return expr_add(a, expr_neg(b));
  if (f->op == OP_NEG) return expr_neg(expr_add(f->arg[0], b));
  if (is_negative_number(a)) return expr_neg(expr_add(expr_neg(a), b));
  return add_with_common_factor(OP_SUB, a, b);
}

const Expr *expr_sub(const Expr *a, const Expr *b)
{
  assert(expr_pool(a) == expr_pool(b));
  Pool *pool = expr_pool(a);
  if (any_undefined(a, b)) return pool->undefined;
  if (b == pool->zero) return a;
  if (expr_is_number(a) && expr_is_number(b)) return number_result(OP_SUB, a, b);
  if (expr_is_zero(a)) return expr_neg(b);
  Fingerprint value = fingerprint_sub(expr_value(a), expr_value(b));
  return binary(OP_SUB, a, b, &value, new_difference);
}

// ---- products

enum { MAX_FACTORS = 32 };

// A product of quotients split into factors: +- top[0] top[1] ... / (bottom[0] bottom[1] ...), in
// order. There are at most MAX_FACTORS factors; the last one holds what was not split further.
typedef struct Factors {
  const Expr *top[MAX_FACTORS];
  const Expr *bottom[MAX_FACTORS];
  int top_count;
  int bottom_count;
  int waiting;  // second arguments not yet visited
  bool is_negative;
} Factors;

static void split(const Expr *e, bool is_below, Factors *out)
{
  const Form *form = e->form;
  bool has_room = out->top_count + out->bottom_count + out->waiting + 2 <= MAX_FACTORS;
  if (has_room && (form->op == OP_MUL || form->op == OP_DIV)) {
    out->waiting++;
    split(form->arg[0], is_below, out);
    out->waiting--;
    split(form->arg[1], is_below != (form->op == OP_DIV), out);
  } else if (form->op == OP_NEG) {
    out->is_negative = !out->is_negative;
    split(form->arg[0], is_below, out);
  } else if (is_below) {
    out->bottom[out->bottom_count++] = e;
  } else {
    out->top[out->top_count++] = e;
  }
}

static const Expr *product_of(Pool *pool, const Expr *const factors[], int count)
{
  const Expr *product = pool->one;
  for (int i = 0; i < count; i++)
    product = expr_mul(product, factors[i]);
  return product;
}

// Returns the square of a root or an absolute value without the radical. Returns NULL for other
// factors, and for the root of an expression that may be negative: the root is undefined at states
// where the square would be defined.
static const Expr *square_of_radical(const Expr *factor)
{
  const Form *form = factor->form;
  if (form->op == OP_ABS) return expr_mul(form->arg[0], form->arg[0]);
  return form->op == OP_SQRT && form->arg[0]->is_nonnegative ? form->arg[0] : NULL;
}

// Each radical that occurs in both lists is removed from the second list and replaced by its square
// in the first. Returns false if there are none.
static bool square_away(const Expr *first[], int first_count, const Expr *second[],
                        int second_count)
{
  bool any = false;
  for (int i = 0; i < first_count; i++) {
    for (int j = 0; j < second_count; j++) {
      const Expr *square = first[i] == second[j] ? square_of_radical(first[i]) : NULL;
      if (!square) continue;
      second[j] = expr_pool(square)->one;
      first[i] = square;
      any = true;
    }
  }
  return any;
}

// sqrt(x)*a * sqrt(x)*b = x*a*b, and |x|*|x| = x*x, in the numerator and the denominator of the
// product a*b or the quotient a/b. Returns NULL if there are no such pairs. The fields do not
// represent these identities: a square root in a field has no sign.
static const Expr *without_radicals(Operator op, const Expr *a, const Expr *b)
{
  if (!a->form->has_radical || !b->form->has_radical) return NULL;
  Factors f = { 0 }, g = { 0 };
  split(a, false, &f);
  split(b, op == OP_DIV, &g);
  bool is_above = square_away(f.top, f.top_count, g.top, g.top_count);
  bool is_below = square_away(f.bottom, f.bottom_count, g.bottom, g.bottom_count);
  if (!is_above && !is_below) return NULL;
  Pool *pool = expr_pool(a);
  const Expr *above = product_of(pool, f.top, f.top_count);
  above = expr_mul(above, product_of(pool, g.top, g.top_count));
  const Expr *below = product_of(pool, f.bottom, f.bottom_count);
  below = expr_mul(below, product_of(pool, g.bottom, g.bottom_count));
  const Expr *result = expr_div(above, below);
  return f.is_negative != g.is_negative ? expr_neg(result) : result;
}

// 2*(3*x) = 6*x and 2*(3/x) = 6/x; NULL otherwise: the number is then the first factor.
static const Expr *mul_by_number(const Expr *number, const Form *g)
{
  if (has_coefficient(g)) return expr_mul(expr_mul(number, g->arg[0]), g->arg[1]);
  if (g->op != OP_DIV || !expr_is_number(g->arg[0])) return NULL;
  return expr_div(expr_mul(number, g->arg[0]), g->arg[1]);
}

static const Expr *new_product(const Expr *a, const Expr *b)
{
  const Form *f = a->form, *g = b->form;
  if (f->op == OP_NEG) return expr_neg(expr_mul(f->arg[0], b));
  if (g->op == OP_NEG) return expr_neg(expr_mul(a, g->arg[0]));
  if (f->op == OP_NUMBER) return mul_by_number(a, g);
  // move numbers to the front: (2*x) * (3*y) = 6 * (x*y)
  if (has_coefficient(f)) return expr_mul(f->arg[0], expr_mul(f->arg[1], b));
  if (has_coefficient(g)) return expr_mul(g->arg[0], expr_mul(a, g->arg[1]));
  // write a product of quotients as one quotient
  if (f->op == OP_DIV && g->op == OP_DIV) {
    const Expr *above = expr_mul(f->arg[0], g->arg[0]);
    return expr_div(above, expr_mul(f->arg[1], g->arg[1]));
  }
  if (f->op == OP_DIV) return expr_div(expr_mul(f->arg[0], b), f->arg[1]);
  if (g->op == OP_DIV) return expr_div(expr_mul(a, g->arg[0]), g->arg[1]);
  return NULL;
}

const Expr *expr_mul(const Expr *a, const Expr *b)
{
  assert(expr_pool(a) == expr_pool(b));
  Pool *pool = expr_pool(a);
  if (any_undefined(a, b)) return pool->undefined;
  if (a == pool->zero || b == pool->one) return a;
  if (b == pool->zero || a == pool->one) return b;
  if (expr_is_number(a) && expr_is_number(b)) return number_result(OP_MUL, a, b);
  if (expr_is_number(b)) return expr_mul(b, a);
  if (is_negative_number(a)) return expr_neg(expr_mul(expr_neg(a), b));
  const Expr *squared = without_radicals(OP_MUL, a, b);
  if (squared) return squared;
  Fingerprint value = fingerprint_mul(expr_value(a), expr_value(b));
  return binary(OP_MUL, a, b, &value, new_product);
}

// ---- quotients

// Removes the common factors of a and b. Returns true if there were any.
static bool cancel_common_factors(const Expr **a, const Expr **b)
{
  if ((*a)->form->op != OP_MUL && (*b)->form->op != OP_MUL) return false;
  Factors f = { 0 }, g = { 0 };
  split(*a, false, &f);
  split(*b, false, &g);
  Pool *pool = expr_pool((*a));
  bool any = false;
  for (int i = 0; i < f.top_count; i++) {
    for (int j = 0; j < g.top_count; j++) {
      if (f.top[i] != g.top[j] || expr_is_one(f.top[i])) continue;
      f.top[i] = g.top[j] = pool->one;
      any = true;
    }
  }
  if (!any || f.bottom_count + g.bottom_count > 0 || f.is_negative || g.is_negative) return false;
  *a = product_of(pool, f.top, f.top_count);
  *b = product_of(pool, g.top, g.top_count);
  return true;
}

static const Expr *new_quotient(const Expr *a, const Expr *b)
{
  const Form *f = a->form, *g = b->form;
  if (f->op == OP_NEG) return expr_neg(expr_div(f->arg[0], b));
  if (g->op == OP_NEG) return expr_neg(expr_div(a, g->arg[0]));
  if (has_coefficient(g)) return expr_div(expr_div(a, g->arg[0]), g->arg[1]);
  if (has_coefficient(f)) return expr_mul(f->arg[0], expr_div(f->arg[1], b));
  if (g->op == OP_DIV) return expr_div(expr_mul(a, g->arg[1]), g->arg[0]);
  if (f->op == OP_DIV) return expr_div(f->arg[0], expr_mul(f->arg[1], b));
  if (cancel_common_factors(&a, &b)) return expr_div(a, b);
  return NULL;
}

// x/sqrt(x) = sqrt(x), sqrt(x)/x = 1/sqrt(x), and no root of a number in the denominator. Returns
// NULL if none of these applies.
static const Expr *div_radicals(const Expr *a, const Expr *b)
{
  const Form *f = a->form, *g = b->form;
  if (g->op == OP_SQRT && a == g->arg[0] && a->is_nonnegative) return b;
  if (f->op == OP_SQRT && b == f->arg[0] && b->is_nonnegative)
    return expr_div(expr_pool(a)->one, a);
  if (g->op == OP_SQRT && expr_is_number(g->arg[0])) return expr_div(expr_mul(a, b), g->arg[0]);
  return without_radicals(OP_DIV, a, b);
}

// Inverse of the divisor's fingerprint. The last one is cached because consecutive quotients often
// have the same divisor; an inverse costs as much as a hundred products.
static Fingerprint inverse_of(const Expr *divisor)
{
  Pool *pool = expr_pool(divisor);
  if (pool->divisor != divisor) pool->inverse = fingerprint_inverse(expr_value(divisor));
  pool->divisor = divisor;
  return pool->inverse;
}

const Expr *expr_div(const Expr *a, const Expr *b)
{
  assert(expr_pool(a) == expr_pool(b));
  Pool *pool = expr_pool(a);
  if (any_undefined(a, b) || expr_is_zero(b)) return pool->undefined;
  if (b == pool->one) return a;
  if (expr_is_number(b)) return expr_mul(number_inverse(b), a);
  if (is_negative_number(a)) return expr_neg(expr_div(expr_neg(a), b));
  const Expr *without = div_radicals(a, b);
  if (without) return without;
  Fingerprint value = fingerprint_mul(expr_value(a), inverse_of(b));
  return binary(OP_DIV, a, b, &value, new_quotient);
}

// ---- powers

enum { MAX_CHAIN = 64, MAX_NUMBER_BITS = 100000 };

static const Expr *power_by_squaring(const Expr *base, unsigned long exponent)
{
  const Expr *result = expr_pool(base)->one;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = expr_mul(result, base);
    if (exponent > 1) base = expr_mul(base, base);
  }
  return result;
}

static bool is_small_number_power(const Expr *base, unsigned long exponent)
{
  if (!expr_is_number(base)) return false;
  const fmpq *number = base->form->number;
  unsigned long bits = fmpz_bits(fmpq_numref(number)) + fmpz_bits(fmpq_denref(number));
  return exponent < MAX_NUMBER_BITS && bits * exponent < MAX_NUMBER_BITS;
}

// x^n as a single node, for exponents too large for a chain of products.
static const Expr *opaque_power(const Expr *base, const Expr *exponent)
{
  const Expr *args[] = { base, exponent };
  Fingerprint values[] = { expr_value(base), expr_value(exponent) };
  const fmpq *number = expr_is_number(exponent) ? exponent->form->number : NULL;
  Fingerprint value = number && fmpz_is_one(fmpq_denref(number))
                          ? fingerprint_power(expr_value(base), fmpq_numref(number))
                          : fingerprint_of_operator(expr_pool(base)->seed, OP_POW, values);
  Form form = form_make(OP_POW, args);
  return pool_intern(expr_pool(base), value, &form);
}

const Expr *expr_pow_integer(const Expr *base, long exponent)
{
  Pool *pool = expr_pool(base);
  if (expr_is_undefined(base)) return base;
  if (exponent == 0) return pool->one;
  if (exponent < 0 && expr_is_zero(base)) return pool->undefined;
  if (expr_is_one(base) || expr_is_zero(base)) return base;
  unsigned long size = exponent < 0 ? 0UL - (unsigned long)exponent : (unsigned long)exponent;
  if (size > MAX_CHAIN && !is_small_number_power(base, size)) {
    return opaque_power(base, expr_integer(pool, exponent));
  }
  const Expr *power = power_by_squaring(base, size);
  return exponent < 0 ? expr_div(pool->one, power) : power;
}

// x^(n/2) = x^((n-1)/2) * sqrt(x) for odd n > 0.
static const Expr *half_integer_power(const Expr *base, long numerator)
{
  if (numerator < 0) return expr_div(expr_pool(base)->one, half_integer_power(base, -numerator));
  const Expr *whole = expr_pow_integer(base, (numerator - 1) / 2);
  return expr_mul(whole, expr_call(OP_SQRT, base));
}

const Expr *expr_pow(const Expr *base, const Expr *exponent)
{
  assert(expr_pool(base) == expr_pool(exponent));
  Pool *pool = expr_pool(base);
  if (any_undefined(base, exponent)) return pool->undefined;
  if (!expr_is_number(exponent)) return opaque_power(base, exponent);
  const fmpz *numerator = fmpq_numref(exponent->form->number);
  const fmpz *denominator = fmpq_denref(exponent->form->number);
  bool is_short = fmpz_bits(numerator) < 30;
  if (is_short && fmpz_is_one(denominator)) {
    return expr_pow_integer(base, fmpz_get_si(numerator));
  }
  if (is_short && fmpz_equal_si(denominator, 2) && fmpz_bits(numerator) < 6) {
    return half_integer_power(base, fmpz_get_si(numerator));
  }
  if (is_negative_number(base) && !fmpz_is_one(denominator)) return pool->undefined;
  if (expr_is_zero(base)) return fmpz_sgn(numerator) > 0 ? base : pool->undefined;
  return expr_is_one(base) ? base : opaque_power(base, exponent);
}
