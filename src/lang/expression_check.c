// expression_check.c -- is the expression that was built the one that stands in the text?
//
// Every expression of a description is evaluated a second time, over the syntax tree, in the prime
// fields of fingerprints: a + b is the sum of two field elements, and no rule that builds or
// simplifies expressions takes part. The result must be the value of the node (symbolic/value.h).
//
// Values of functions such as sqrt are hashed and do not see rules such as sqrt(x^2) = abs(x):
// where the values differ and the text or its names hold functions, real numbers decide
// (expression_numbers.c). Positions and velocities of the mechanism count as given.
// SPDX-License-Identifier: MIT
#include "lang/expression_check.h"

// Values of the components, row-major, over a common denominator: the inverse of a value costs as
// much as a hundred products, so quotients are compared by multiplying out.
typedef struct Parts {
  int count;
  Value at[MAX_COMPONENTS];
  bool is_quotient;
  Value below;  // not zero, if the text has a value
} Parts;

static Parts walk(Walk *w, const Node *e);

// So many components, which have no value yet: they are many, and the most are never read.
static Parts parts_new(int count)
{
  Parts parts;
  parts.count = count;
  parts.is_quotient = false;
  return parts;
}

static Parts number(Value value)
{
  Parts parts = parts_new(1);
  parts.at[0] = value;
  return parts;
}

static void multiply(Parts *parts, Value factor)
{
  for (int i = 0; i < parts->count; i++)
    parts->at[i] = value_mul(factor, parts->at[i]);
}

// Multiplies the denominator.
static void divide(Parts *parts, Value divisor)
{
  parts->below = parts->is_quotient ? value_mul(parts->below, divisor) : divisor;
  parts->is_quotient = true;
}

// Multiplies both by numerators and denominators, so that the values stay.
static void extend(Parts *parts, Value factor)
{
  multiply(parts, factor);
  divide(parts, factor);
}

// Gives both the same denominator.
static void make_common(Parts *a, Parts *b)
{
  Value below_a = a->below;
  bool is_quotient_a = a->is_quotient;
  if (b->is_quotient) extend(a, b->below);
  if (is_quotient_a) extend(b, below_a);
}

static Value single(Parts parts)
{
  return parts.is_quotient ? value_mul(parts.at[0], value_inverse(parts.below)) : parts.at[0];
}

Value expression_value(Walk *w, const Node *e) { return single(walk(w, e)); }

static Parts parts_of(const Quantity *quantity)
{
  Parts parts = parts_new(quantity_size(quantity));
  for (int i = 0; i < parts.count; i++)
    parts.at[i] = expr_value(quantity->at[i]);
  return parts;
}

static bool has_values(const Quantity *quantity, const Parts *parts)
{
  Parts built = parts_of(quantity);
  bool is_equal = built.count == parts->count;
  if (parts->is_quotient) {
    is_equal = is_equal && !value_is_zero(parts->below);
    multiply(&built, parts->below);
  }
  for (int i = 0; is_equal && i < built.count; i++)
    is_equal = value_equal(built.at[i], parts->at[i]);
  return is_equal;
}

// ---- literals

static Value power(Value base, long exponent)
{
  fmpz_t n;
  fmpz_init_set_si(n, exponent);
  Value value = value_power(base, n);
  fmpz_clear(n);
  return value;
}

// number * pi^pi_power
static Parts constant(Walk *w, const fmpq_t value, int pi_power)
{
  fmpq_t whole;
  fmpq_init(whole);
  if (number_is_hashed(value)) w->has_functions = true;  // it follows no law, either
  fmpq_set_fmpz(whole, fmpq_numref(value));
  Parts parts = number(value_of_fraction(whole));
  fmpq_set_fmpz(whole, fmpq_denref(value));
  if (!fmpq_is_one(whole)) divide(&parts, value_of_fraction(whole));
  if (pi_power != 0) multiply(&parts, power(value_of_pi(w->seed), pi_power));
  fmpq_clear(whole);
  return parts;
}

static Parts literal(Walk *w, const Node *e)
{
  Literal *known = evaluate_literal(w->resolver, e);
  if (known && known->is_proved) return parts_of(&known->value);
  fmpq_t value;
  fmpq_init(value);
  int pi_power = literal_of(e, value);
  Parts parts = constant(w, value, pi_power);
  if (known && !number_is_hashed(value)) known->is_proved = has_values(&known->value, &parts);
  fmpq_clear(value);
  return parts;
}

static Parts unit_value_of(Walk *w, const UnitFactor *unit)
{
  fmpq_t value;
  fmpq_init(value);
  int pi_power = unit_of(unit, value);
  Parts parts = constant(w, value, pi_power);
  fmpq_clear(value);
  return parts;
}

// ---- names

// Functions inside it have been proved before.
Quantity expression_given(Resolver *resolver, const Node *e)
{
  bool outside = resolver->is_proved;
  resolver->is_proved = true;
  Quantity given = evaluate_part(resolver, e);
  resolver->is_proved = outside;
  return given;
}

bool expression_is_given(const Node *e)
{
  if (e->primes > 0 || e->kind == NODE_AXES) return true;
  if (e->kind == NODE_NAME) return node_word(e) != WORD_PI;
  if (e->kind != NODE_CALL) return false;
  Function function = node_function(e);
  return function == FUNCTION_NONE || function == FUNCTION_GRADIENT ||
         function_is_of_mechanism(function);
}

// Names and positions may hold functions, too.
static Parts given_parts(Walk *w, const Node *e)
{
  Quantity given = expression_given(w->resolver, e);
  for (int i = 0; i < quantity_size(&given); i++)
    w->has_functions = w->has_functions || expr_op(given.at[i]) != OP_SYMBOL;
  return parts_of(&given);
}

// ---- calls

// The value of a function that may have become something else by a rule which values do not see.
static Parts by_law(Walk *w, Value law)
{
  w->has_functions = true;
  return number(law);
}

// ---- sums and products

static Value dot(const Value a[], int step_a, const Value b[], int step_b)
{
  Value sum = value_mul(a[0], b[0]);
  for (int i = 1; i < 3; i++)
    sum = value_add(sum, value_mul(a[i * step_a], b[i * step_b]));
  return sum;
}

static Parts cross(const Parts *a, const Parts *b)
{
  Parts parts = parts_new(3);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    parts.at[i] = value_sub(value_mul(a->at[j], b->at[k]), value_mul(a->at[k], b->at[j]));
  }
  if (a->is_quotient) divide(&parts, a->below);
  if (b->is_quotient) divide(&parts, b->below);
  return parts;
}

// A matrix times a vector or a matrix.
static Parts matrix_product(const Parts *a, const Parts *b)
{
  int columns = b->count / 3;
  Parts parts = parts_new(b->count);
  for (int i = 0; i < b->count; i++)
    parts.at[i] = dot(&a->at[3 * (i / columns)], 1, &b->at[i % columns], columns);
  return parts;
}

// The product of what is above, by the sign between: * or the dot of a scalar product.
static Parts product_above(const Parts *a, const Parts *b, TokenKind mark)
{
  if (mark != TOKEN_TIMES) return number(dot(a->at, 1, b->at, 1));
  if (a->count == MAX_COMPONENTS && b->count > 1) return matrix_product(a, b);
  Parts all = parts_new(a->count > b->count ? a->count : b->count);
  for (int i = 0; i < all.count; i++)
    all.at[i] = value_mul(a->at[a->count > 1 ? i : 0], b->at[b->count > 1 ? i : 0]);
  return all;
}

static Parts times(const Parts *a, const Parts *b, TokenKind mark)
{
  Parts all = product_above(a, b, mark);
  if (a->is_quotient) divide(&all, a->below);
  if (b->is_quotient) divide(&all, b->below);
  return all;
}

static Parts product(Walk *w, const Node *e)
{
  Parts all = walk(w, e->first);
  for (const Node *factor = e->first->next; factor; factor = factor->next) {
    Parts part = walk(w, factor);
    if (factor->mark == TOKEN_DIVIDE) {
      divide(&all, part.at[0]);
      if (part.is_quotient) multiply(&all, part.below);
    } else {
      all = times(&all, &part, (TokenKind)factor->mark);
    }
  }
  return all;
}

static Parts sum(Walk *w, const Node *e)
{
  Parts all = walk(w, e->first);
  for (const Node *term = e->first->next; term; term = term->next) {
    Parts part = walk(w, term);
    make_common(&all, &part);
    for (int i = 0; i < all.count; i++) {
      all.at[i] = term->mark == TOKEN_PLUS ? value_add(all.at[i], part.at[i])
                                           : value_sub(all.at[i], part.at[i]);
    }
  }
  return all;
}

static Parts opposite(Walk *w, const Node *e)
{
  Parts parts = walk(w, e->first);
  for (int i = 0; i < parts.count; i++)
    parts.at[i] = value_neg(parts.at[i]);
  return parts;
}

// The whole number that has this value, up to the exponents that the language allows.
static bool is_whole(Value value, long *out)
{
  enum { MOST = 1000 };
  const Value one = value_of_integer(1);
  Value up = value_of_integer(0), down = up;
  for (long n = 0; n <= MOST; n++) {
    *out = value_equal(value, up) ? n : -n;
    if (value_equal(value, up) || value_equal(value, down)) return true;
    up = value_add(up, one);
    down = value_sub(down, one);
  }
  return false;
}

static Parts raised(Walk *w, const Node *e)
{
  Parts base = walk(w, e->first);
  Value exponent = single(walk(w, e->last));
  long whole;
  if (is_whole(exponent, &whole) && whole >= 0) {
    Parts parts = number(power(base.at[0], whole));
    if (base.is_quotient) divide(&parts, power(base.below, whole));
    return parts;
  }
  if (is_whole(exponent, &whole)) return number(power(single(base), whole));
  Value args[] = { single(base), exponent };
  return by_law(w, value_of_operator(w->seed, OP_POW, args));
}

static Operator operator_of_comparison(TokenKind comparison)
{
  switch ((int)comparison) {
  case TOKEN_LESS:
  case TOKEN_GREATER: return OP_LT;
  case TOKEN_LESS_EQUAL:
  case TOKEN_GREATER_EQUAL: return OP_LE;
  default: return comparison == TOKEN_EQUAL ? OP_EQ : OP_NE;
  }
}

static Parts comparison(Walk *w, const Node *e)
{
  TokenKind mark = (TokenKind)e->last->mark;
  bool is_swapped = mark == TOKEN_GREATER || mark == TOKEN_GREATER_EQUAL;
  Value a = single(walk(w, e->first)), b = single(walk(w, e->last));
  Value args[] = { is_swapped ? b : a, is_swapped ? a : b };
  return by_law(w, value_of_operator(w->seed, operator_of_comparison(mark), args));
}

static Parts with_unit(Walk *w, Parts parts, const UnitFactor *unit)
{
  if (!unit) return parts;
  Parts scale = unit_value_of(w, unit);
  return times(&scale, &parts, TOKEN_TIMES);
}

static Parts vector(Walk *w, const Node *e)
{
  Parts all = parts_new(0);
  for (const Node *row = e->first; row; row = row->next) {
    Parts part = walk(w, row);
    make_common(&all, &part);
    for (int i = 0; i < part.count; i++)
      all.at[all.count++] = part.at[i];
  }
  return with_unit(w, all, node_unit(e));
}

static Parts diagonal(Walk *w, const Node *e)
{
  Parts all = parts_new(MAX_COMPONENTS);
  for (int i = 0; i < all.count; i++)
    all.at[i] = value_of_integer(0);
  int i = 0;
  for (const Node *entry = e->first; entry; entry = entry->next, i += 4) {
    Parts part = walk(w, entry);
    make_common(&all, &part);
    all.at[i] = part.at[0];
  }
  return with_unit(w, all, node_unit(e));
}

static Parts operator_call(Walk *w, const Node *e, Operator op)
{
  if (operator_reads_linear_form(op)) return by_law(w, value_at_argument(w, op, e->first));
  Value args[MAX_ARITY] = { 0 };
  int count = 0;
  for (const Node *part = e->first; part; part = part->next)
    args[count++] = single(walk(w, part));
  return by_law(w, value_of_operator(w->seed, op, args));
}

static Parts remainder_of(Walk *w, Value a, Value b)
{
  Value quotient = value_mul(a, value_inverse(b));
  Value whole = value_of_operator(w->seed, OP_FLOOR, &quotient);
  return by_law(w, value_sub(a, value_mul(b, whole)));
}

static Parts call(Walk *w, const Node *e)
{
  Function function = node_function(e);
  if (function == FUNCTION_OPERATOR) {
    return operator_call(w, e, node_operator(e));
  }
  if (function == FUNCTION_DIAG) return diagonal(w, e);
  Parts u = walk(w, e->first), v = e->count > 1 ? walk(w, e->last) : u;
  if (function == FUNCTION_MOD) return remainder_of(w, single(u), single(v));
  if (function == FUNCTION_CROSS) return cross(&u, &v);
  Value square;
  if (function == FUNCTION_HYPOT) {
    Value a = single(u), b = single(v);
    square = value_add(value_mul(a, a), value_mul(b, b));
  } else {
    Parts product_of_vectors = times(&u, &v, TOKEN_DOT);
    if (function == FUNCTION_DOT) return product_of_vectors;
    square = single(product_of_vectors);
  }
  return by_law(w, value_of_operator(w->seed, OP_SQRT, &square));
}

static Parts walk(Walk *w, const Node *e)
{
  if (expression_is_given(e)) return given_parts(w, e);
  switch ((NodeKind)e->kind) {
  case NODE_NUMBER: return literal(w, e);
  case NODE_NAME: return number(value_of_pi(w->seed));  // the others are given
  case NODE_SUM: return sum(w, e);
  case NODE_PRODUCT: return product(w, e);
  case NODE_POWER: return raised(w, e);
  case NODE_NEGATE: return opposite(w, e);
  case NODE_COMPARE: return comparison(w, e);
  case NODE_CALL: return call(w, e);
  case NODE_VECTOR: return vector(w, e);
  default: return (Parts){ 0 };
  }
}

// Is it a literal that was proved to be this?
static bool is_proved(Resolver *resolver, const Node *e, const Expr *value)
{
  const Literal *known = e->kind == NODE_NUMBER ? evaluate_literal(resolver, e) : NULL;
  return known && known->is_proved && known->value.at[0] == value && e->primes == 0;
}

// Is it a number or a vector of such literals?
static bool is_of_proved(Resolver *resolver, const Node *e, const Quantity *quantity)
{
  bool is_plain = e->kind == NODE_VECTOR && !e->has_unit && e->primes == 0;
  if (!is_plain || quantity->shape != SHAPE_VECTOR) return is_proved(resolver, e, quantity->at[0]);
  const Node *part = e->first;
  for (int i = 0; part && is_proved(resolver, part, quantity->at[i]); i++)
    part = part->next;
  return !part;
}

bool expression_is_right(Resolver *resolver, const Node *e, const Quantity *quantity)
{
  if (is_of_proved(resolver, e, quantity)) return true;
  Walk w = { .resolver = resolver, .seed = pool_seed(resolver->pool) };
  Parts parts = walk(&w, e);
  if (has_values(quantity, &parts)) return true;
  return w.has_functions && numbers_agree(resolver, e, quantity);
}
