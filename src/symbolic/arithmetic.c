// arithmetic.c -- sums, products, quotients and powers in canonical form.
//
// First the value is looked up: x + 0, x * 1, x - x and every other identity need no rule, the
// value is there. Only a value that is new needs a form, and these rules choose it: signs and
// numbers come to the front (-2*x is NEG(MUL(2, x))), sums share common factors, fractions are one
// quotient.
// SPDX-License-Identifier: MIT
#include "symbolic/pool.h"
#include "symbolic/value.h"

#include <assert.h>

static bool any_undefined(const Expr *a, const Expr *b)
{
  return expr_is_undefined(a) || expr_is_undefined(b);
}

static bool is_negative_number(const Expr *e)
{
  return expr_is_number(e) && fmpq_sgn(e->number) < 0;
}

static bool has_coefficient(const Expr *e) { return e->op == OP_MUL && expr_is_number(e->arg[0]); }

// Applies +, -, * or / to two numbers.
static const Expr *number_result(void (*operation)(fmpq_t, const fmpq_t, const fmpq_t),
                                 const Expr *a, const Expr *b)
{
  fmpq_t result;
  fmpq_init(result);
  operation(result, a->number, b->number);
  const Expr *node = pool_number(a->pool, result);
  fmpq_clear(result);
  return node;
}

const Expr *expr_neg(const Expr *a)
{
  if (expr_is_undefined(a)) return a;
  if (a->op == OP_NEG) return a->arg[0];
  if (expr_is_number(a)) return number_result(fmpq_sub, a->pool->zero, a);
  Pool *pool = a->pool;
  Value value = value_neg(a->value);
  Form form = { OP_NEG, { a } };
  const Expr *negative;
  const Expr *node = pool_find(pool, value, &form, &negative);
  if (node) return node;
  if (a->op == OP_SUB) return pool_add(pool, value, &(Form){ OP_SUB, { a->arg[1], a->arg[0] } });
  return pool_add(pool, value, &form);
}

// ---- sums

// The other factor if `factor` is one of the two of a product.
static const Expr *cofactor(const Expr *product, const Expr *factor)
{
  if (product == factor) return product->pool->one;
  if (product->op != OP_MUL) return NULL;
  if (product->arg[0] == factor) return product->arg[1];
  if (product->arg[1] == factor) return product->arg[0];
  return NULL;
}

// x*y + x*z = x*(y + z), for a factor x of a that is one of b too; NULL if there is none.
static const Expr *add_with_common_factor(Operator op, const Expr *a, const Expr *b)
{
  const Expr *candidates[4] = { NULL };
  int count = 0;
  if (a->op == OP_MUL) {
    candidates[count++] = a->arg[1];
    candidates[count++] = a->arg[0];
  }
  if (b->op == OP_MUL) {  // x + x*z
    candidates[count++] = b->arg[1];
    candidates[count++] = b->arg[0];
  }
  for (int i = 0; i < count; i++) {
    const Expr *in_a = cofactor(a, candidates[i]);
    const Expr *in_b = cofactor(b, candidates[i]);
    if (!in_a || !in_b) continue;
    const Expr *sum = op == OP_ADD ? expr_add(in_a, in_b) : expr_sub(in_a, in_b);
    return expr_mul(candidates[i], sum);
  }
  return NULL;
}

// The form of a + b, when the pool holds neither the sum nor its negative.
static const Expr *new_sum(const Expr *a, const Expr *b)
{
  if (a->op == OP_NEG && b->op == OP_NEG) return expr_neg(expr_add(a->arg[0], b->arg[0]));
  if (b->op == OP_NEG) return expr_sub(a, b->arg[0]);
  if (a->op == OP_NEG) return expr_sub(b, a->arg[0]);
  if (is_negative_number(b)) return expr_sub(a, expr_neg(b));
  if (is_negative_number(a)) return expr_sub(b, expr_neg(a));
  return add_with_common_factor(OP_ADD, a, b);
}

const Expr *expr_add(const Expr *a, const Expr *b)
{
  assert(a->pool == b->pool);
  Pool *pool = a->pool;
  if (any_undefined(a, b)) return pool->undefined;
  if (expr_is_number(a) && expr_is_number(b)) return number_result(fmpq_add, a, b);
  if (a == b) return expr_mul(expr_integer(pool, 2), a);
  Value value = value_add(a->value, b->value);
  Form form = { OP_ADD, { a, b } };
  const Expr *negative;
  const Expr *node = pool_find(pool, value, &form, &negative);
  if (!node && !negative) node = new_sum(a, b);
  return node ? node : pool_make(pool, value, &form, negative);
}

static const Expr *new_difference(const Expr *a, const Expr *b)
{
  if (b->op == OP_NEG) return expr_add(a, b->arg[0]);
  if (is_negative_number(b)) return expr_add(a, expr_neg(b));
  if (a->op == OP_NEG) return expr_neg(expr_add(a->arg[0], b));
  if (is_negative_number(a)) return expr_neg(expr_add(expr_neg(a), b));
  return add_with_common_factor(OP_SUB, a, b);
}

const Expr *expr_sub(const Expr *a, const Expr *b)
{
  assert(a->pool == b->pool);
  Pool *pool = a->pool;
  if (any_undefined(a, b)) return pool->undefined;
  if (expr_is_number(a) && expr_is_number(b)) return number_result(fmpq_sub, a, b);
  if (expr_is_zero(a)) return expr_neg(b);
  Value value = value_sub(a->value, b->value);
  Form form = { OP_SUB, { a, b } };
  const Expr *negative;
  const Expr *node = pool_find(pool, value, &form, &negative);
  if (!node && !negative) node = new_difference(a, b);
  return node ? node : pool_make(pool, value, &form, negative);
}

// ---- products

enum { MAX_FACTORS = 32 };

// The factors of a product in order, at most MAX_FACTORS; what is left over stays one factor.
static int split_product(const Expr *e, const Expr *factors[])
{
  int count = 0;
  const Expr *waiting[MAX_FACTORS] = { e };
  int depth = 1;
  while (depth > 0) {
    const Expr *next = waiting[--depth];
    if (next->op == OP_MUL && count + depth + 2 <= MAX_FACTORS) {
      waiting[depth++] = next->arg[1];
      waiting[depth++] = next->arg[0];
    } else {
      factors[count++] = next;
    }
  }
  return count;
}

static const Expr *product_without(Pool *pool, const Expr *const factors[], int count, int skipped)
{
  const Expr *product = pool->one;
  for (int i = 0; i < count; i++) {
    if (i != skipped) product = expr_mul(product, factors[i]);
  }
  return product;
}

// The square of a root or an absolute value without the root.
static const Expr *square_of_radical(const Expr *radical)
{
  const Expr *inside = radical->arg[0];
  return radical->op == OP_SQRT ? inside : expr_mul(inside, inside);
}

// sqrt(x)*a * sqrt(x)*b = x*a*b, and |x|*|x| = x*x. NULL if nothing squares away. The field does
// not know these laws: a square root in it has no sign.
static const Expr *mul_radicals(const Expr *a, const Expr *b)
{
  const Expr *left[MAX_FACTORS], *right[MAX_FACTORS];
  int left_count = split_product(a, left), right_count = split_product(b, right);
  for (int i = 0; i < left_count; i++) {
    if (left[i]->op != OP_SQRT && left[i]->op != OP_ABS) continue;
    for (int j = 0; j < right_count; j++) {
      if (left[i] != right[j]) continue;
      const Expr *rest = product_without(a->pool, left, left_count, i);
      rest = expr_mul(rest, product_without(a->pool, right, right_count, j));
      return expr_mul(square_of_radical(left[i]), rest);
    }
  }
  return NULL;
}

// Numbers to the front: (2*x) * (3*y) = 6 * (x*y).
static const Expr *mul_coefficients(const Expr *a, const Expr *b)
{
  if (has_coefficient(a)) return expr_mul(a->arg[0], expr_mul(a->arg[1], b));
  if (has_coefficient(b)) return expr_mul(b->arg[0], expr_mul(a, b->arg[1]));
  return NULL;
}

// One quotient for a product of quotients.
static const Expr *mul_quotients(const Expr *a, const Expr *b)
{
  if (a->op == OP_DIV && b->op == OP_DIV) {
    const Expr *above = expr_mul(a->arg[0], b->arg[0]);
    return expr_div(above, expr_mul(a->arg[1], b->arg[1]));
  }
  if (a->op == OP_DIV) return expr_div(expr_mul(a->arg[0], b), a->arg[1]);
  if (b->op == OP_DIV) return expr_div(expr_mul(a, b->arg[0]), b->arg[1]);
  return NULL;
}

// 2*(3*x) = 6*x and 2*(3/x) = 6/x; otherwise the number just stands in front.
static const Expr *mul_by_number(const Expr *number, const Expr *b)
{
  if (has_coefficient(b)) return expr_mul(expr_mul(number, b->arg[0]), b->arg[1]);
  if (b->op != OP_DIV || !expr_is_number(b->arg[0])) return NULL;
  return expr_div(expr_mul(number, b->arg[0]), b->arg[1]);
}

static const Expr *new_product(const Expr *a, const Expr *b)
{
  if (a->op == OP_NEG) return expr_neg(expr_mul(a->arg[0], b));
  if (b->op == OP_NEG) return expr_neg(expr_mul(a, b->arg[0]));
  if (expr_is_number(a)) return mul_by_number(a, b);
  const Expr *node = mul_coefficients(a, b);
  return node ? node : mul_quotients(a, b);
}

const Expr *expr_mul(const Expr *a, const Expr *b)
{
  assert(a->pool == b->pool);
  Pool *pool = a->pool;
  if (any_undefined(a, b)) return pool->undefined;
  if (expr_is_number(a) && expr_is_number(b)) return number_result(fmpq_mul, a, b);
  if (expr_is_number(b)) return expr_mul(b, a);
  if (is_negative_number(a)) return expr_neg(expr_mul(expr_neg(a), b));
  if (a->has_radical && b->has_radical) {
    const Expr *squared = mul_radicals(a, b);
    if (squared) return squared;
  }
  Value value = value_mul(a->value, b->value);
  Form form = { OP_MUL, { a, b } };
  const Expr *negative;
  const Expr *node = pool_find(pool, value, &form, &negative);
  if (!node && !negative) node = new_product(a, b);
  return node ? node : pool_make(pool, value, &form, negative);
}

// ---- quotients

// Removes the factors that a and b share; true if there were any.
static bool cancel_common_factors(const Expr **a, const Expr **b)
{
  if ((*a)->op != OP_MUL && (*b)->op != OP_MUL) return false;
  const Expr *top[MAX_FACTORS], *bottom[MAX_FACTORS];
  int top_count = split_product(*a, top), bottom_count = split_product(*b, bottom);
  bool any = false;
  for (int i = 0; i < top_count; i++) {
    for (int j = 0; j < bottom_count; j++) {
      if (top[i] != bottom[j] || expr_is_one(top[i])) continue;
      top[i] = bottom[j] = (*a)->pool->one;
      any = true;
    }
  }
  if (!any) return false;
  *a = product_without(top[0]->pool, top, top_count, -1);
  *b = product_without(top[0]->pool, bottom, bottom_count, -1);
  return true;
}

static const Expr *new_quotient(const Expr *a, const Expr *b)
{
  if (a->op == OP_NEG) return expr_neg(expr_div(a->arg[0], b));
  if (b->op == OP_NEG) return expr_neg(expr_div(a, b->arg[0]));
  if (has_coefficient(b)) return expr_div(expr_div(a, b->arg[0]), b->arg[1]);
  if (has_coefficient(a)) return expr_mul(a->arg[0], expr_div(a->arg[1], b));
  if (b->op == OP_DIV) return expr_div(expr_mul(a, b->arg[1]), b->arg[0]);
  if (a->op == OP_DIV) return expr_div(a->arg[0], expr_mul(a->arg[1], b));
  if (cancel_common_factors(&a, &b)) return expr_div(a, b);
  return NULL;
}

const Expr *expr_div(const Expr *a, const Expr *b)
{
  assert(a->pool == b->pool);
  Pool *pool = a->pool;
  if (any_undefined(a, b) || expr_is_zero(b)) return pool->undefined;
  if (expr_is_number(b)) return expr_mul(number_result(fmpq_div, pool->one, b), a);
  if (is_negative_number(a)) return expr_neg(expr_div(expr_neg(a), b));
  if (b->op == OP_SQRT && a == b->arg[0]) return b;
  if (a->op == OP_SQRT && b == a->arg[0]) return expr_div(pool->one, a);
  if (b->op == OP_SQRT && expr_is_number(b->arg[0])) return expr_div(expr_mul(a, b), b->arg[0]);
  Value value = value_mul(a->value, value_inverse(b->value));
  Form form = { OP_DIV, { a, b } };
  const Expr *negative;
  const Expr *node = pool_find(pool, value, &form, &negative);
  if (!node && !negative) node = new_quotient(a, b);
  return node ? node : pool_make(pool, value, &form, negative);
}

// ---- powers

enum { LARGEST_CHAIN = 64, LARGEST_NUMBER_BITS = 100000 };

static const Expr *power_by_squaring(const Expr *base, unsigned long exponent)
{
  const Expr *result = base->pool->one;
  for (; exponent > 0; exponent >>= 1) {
    if (exponent & 1) result = expr_mul(result, base);
    if (exponent > 1) base = expr_mul(base, base);
  }
  return result;
}

static bool is_small_number_power(const Expr *base, unsigned long exponent)
{
  if (!expr_is_number(base)) return false;
  unsigned long bits = fmpz_bits(fmpq_numref(base->number)) + fmpz_bits(fmpq_denref(base->number));
  return exponent < LARGEST_NUMBER_BITS && bits * exponent < LARGEST_NUMBER_BITS;
}

// x^n as one node, for exponents that are not worth a chain of products.
static const Expr *opaque_power(const Expr *base, const Expr *exponent)
{
  Value args[2] = { base->value, exponent->value };
  Value value = expr_is_number(exponent) && fmpz_is_one(fmpq_denref(exponent->number))
                    ? value_power(base->value, fmpq_numref(exponent->number))
                    : value_of_operator(base->pool->seed, OP_POW, args);
  return pool_intern(base->pool, value, &(Form){ OP_POW, { base, exponent } });
}

const Expr *expr_pow_integer(const Expr *base, long exponent)
{
  Pool *pool = base->pool;
  if (expr_is_undefined(base)) return base;
  if (exponent == 0) return pool->one;
  if (exponent < 0 && expr_is_zero(base)) return pool->undefined;
  if (expr_is_one(base) || expr_is_zero(base)) return base;
  unsigned long size = exponent < 0 ? 0UL - (unsigned long)exponent : (unsigned long)exponent;
  if (size > LARGEST_CHAIN && !is_small_number_power(base, size)) {
    return opaque_power(base, expr_integer(pool, exponent));
  }
  const Expr *power = power_by_squaring(base, size);
  return exponent < 0 ? expr_div(pool->one, power) : power;
}

// x^(n/2) = x^((n-1)/2) * sqrt(x) for odd n > 0.
static const Expr *half_integer_power(const Expr *base, long numerator)
{
  if (numerator < 0) return expr_div(base->pool->one, half_integer_power(base, -numerator));
  const Expr *whole = expr_pow_integer(base, (numerator - 1) / 2);
  return expr_mul(whole, expr_call(OP_SQRT, base));
}

const Expr *expr_pow(const Expr *base, const Expr *exponent)
{
  assert(base->pool == exponent->pool);
  Pool *pool = base->pool;
  if (any_undefined(base, exponent)) return pool->undefined;
  if (!expr_is_number(exponent)) return opaque_power(base, exponent);
  const fmpz *numerator = fmpq_numref(exponent->number);
  const fmpz *denominator = fmpq_denref(exponent->number);
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
