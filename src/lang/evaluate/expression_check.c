// expression_check.c -- checks that the expression built equals the one in the text.
//
// Every expression of a description is evaluated a second time, from the syntax tree, in the prime
// fields of fingerprints: a + b is the sum of two field elements, and no rule that builds or
// simplifies expressions is involved. The result must equal the fingerprint of the node
// (symbolic/field/fingerprint.h).
//
// The fingerprints of functions such as sqrt are hashed and do not satisfy identities such as
// sqrt(x^2) = abs(x). If the fingerprints differ and the text or its names contain functions, a
// test in real numbers decides, by the same traversal (expression_numbers.c). Positions and
// velocities of the mechanism are taken as given.
// SPDX-License-Identifier: MIT
#include "lang/evaluate/expression_check.h"

#include <assert.h>
#include <float.h>
#include <math.h>

// A number in the arithmetic of the evaluation.
typedef union Scalar {
  Fingerprint field;
  double real;
} Scalar;

// Values of the components, row-major, over a common denominator. An inverse in the field costs
// about a hundred products, so quotients are compared by cross-multiplication.
typedef struct Parts {
  int count;
  Scalar at[MAX_COMPONENTS];
  bool is_quotient;
  Scalar below;  // nonzero if the text has a value
} Parts;

static Parts walk(Walk *w, const Node *e);
static Parts times(Walk *w, const Parts *a, const Parts *b, TokenKind mark);

// ---- arithmetic

static Scalar in_field(Fingerprint value) { return (Scalar){ .field = value }; }

static Scalar disturbed(Walk *w, double x)
{
  return (Scalar){ .real = sample_number(w->sample, x) };
}

static Scalar add(Walk *w, Scalar a, Scalar b)
{
  if (!w->sample) return in_field(fingerprint_add(a.field, b.field));
  const double terms[MAX_ARITY] = { a.real, b.real };
  return (Scalar){ .real = sample_applied(w->sample, OP_ADD, terms) };
}

static Scalar negative(Walk *w, Scalar a)
{
  return w->sample ? (Scalar){ .real = 0 - a.real } : in_field(fingerprint_neg(a.field));
}

static Scalar mul(Walk *w, Scalar a, Scalar b)
{
  return w->sample ? disturbed(w, a.real * b.real) : in_field(fingerprint_mul(a.field, b.field));
}

static Scalar inverse(Walk *w, Scalar a)
{
  return w->sample ? disturbed(w, 1 / a.real) : in_field(fingerprint_inverse(a.field));
}

// Applies an operator. In the fields, a simplification rule may have changed the value of a
// function by an identity that fingerprints do not satisfy.
static Scalar apply(Walk *w, Operator op, const Scalar args[])
{
  Fingerprint values[MAX_ARITY] = { 0 };
  double reals[MAX_ARITY] = { 0 };
  int arity = operator_info(op)->arity;
  w->has_functions = true;
  for (int k = 0; k < arity && w->sample; k++)
    reals[k] = args[k].real;
  if (w->sample) return (Scalar){ .real = sample_applied(w->sample, op, reals) };
  for (int k = 0; k < arity; k++)
    values[k] = args[k].field;
  return in_field(fingerprint_of_operator(w->seed, op, values));
}

// ---- components

// Returns `count` components without initialising them, because most of the array is never read.
static Parts parts_new(int count)
{
  Parts parts;
  parts.count = count;
  parts.is_quotient = false;
  return parts;
}

static Parts number(Scalar value)
{
  Parts parts = parts_new(1);
  parts.at[0] = value;
  return parts;
}

static void multiply(Walk *w, Parts *parts, Scalar factor)
{
  for (int i = 0; i < parts->count; i++)
    parts->at[i] = mul(w, factor, parts->at[i]);
}

// Multiplies the denominator by `divisor`.
static void divide(Walk *w, Parts *parts, Scalar divisor)
{
  parts->below = parts->is_quotient ? mul(w, parts->below, divisor) : divisor;
  parts->is_quotient = true;
}

static void divide_by_both(Walk *w, Parts *parts, const Parts *a, const Parts *b)
{
  if (a->is_quotient) divide(w, parts, a->below);
  if (b->is_quotient) divide(w, parts, b->below);
}

// Multiplies numerators and denominator by `factor`; the values are unchanged.
static void extend(Walk *w, Parts *parts, Scalar factor)
{
  multiply(w, parts, factor);
  divide(w, parts, factor);
}

// Brings both to a common denominator.
static void make_common(Walk *w, Parts *a, Parts *b)
{
  Scalar below_a = a->below;
  bool is_quotient_a = a->is_quotient;
  if (b->is_quotient) extend(w, a, b->below);
  if (is_quotient_a) extend(w, b, below_a);
}

static Scalar single(Walk *w, Parts parts)
{
  return parts.is_quotient ? mul(w, parts.at[0], inverse(w, parts.below)) : parts.at[0];
}

Fingerprint expression_value(Walk *w, const Node *e) { return single(w, walk(w, e)).field; }

static Parts parts_of(const Quantity *quantity)
{
  Parts parts = parts_new(quantity_size(quantity));
  for (int i = 0; i < parts.count; i++)
    parts.at[i].field = expr_value(quantity->at[i]);
  return parts;
}

static bool has_values(const Quantity *quantity, const Parts *parts)
{
  bool is_equal = quantity_size(quantity) == parts->count &&
                  !(parts->is_quotient && fingerprint_is_zero(parts->below.field));
  for (int i = 0; is_equal && i < parts->count; i++) {
    Fingerprint built = expr_value(quantity->at[i]);
    if (parts->is_quotient) built = fingerprint_mul(built, parts->below.field);
    is_equal = fingerprint_equal(built, parts->at[i].field);
  }
  return is_equal;
}

// ---- literals

static Fingerprint power(Fingerprint base, long exponent)
{
  fmpz_t n;
  fmpz_init_set_si(n, exponent);
  Fingerprint value = fingerprint_power(base, n);
  fmpz_clear(n);
  return value;
}

// number * pi^pi_power
static Parts constant(Walk *w, const fmpq_t value, int pi_power)
{
  if (w->sample) return number((Scalar){ .real = fmpq_get_d(value) * pow(M_PI, pi_power) });
  Parts parts = number(in_field(fingerprint_of_fraction(value)));
  if (pi_power != 0) multiply(w, &parts, in_field(power(fingerprint_of_pi(w->seed), pi_power)));
  return parts;
}

static Parts unit_value_of(Walk *w, const UnitFactor *unit)
{
  UnitValue *known = w->sample ? NULL : evaluate_unit(w->resolver, unit);
  if (known && known->is_proved) return parts_of(&known->one);
  fmpq_t value;
  fmpq_init(value);
  int pi_power = unit_of(unit, value);
  Parts parts = constant(w, value, pi_power);
  if (known) known->is_proved = has_values(&known->one, &parts);
  fmpq_clear(value);
  return parts;
}

static Parts with_unit(Walk *w, Parts parts, const UnitFactor *unit)
{
  if (!unit) return parts;
  Parts scale = unit_value_of(w, unit);
  return times(w, &scale, &parts, TOKEN_TIMES);
}

// Most decimals are an integer over a power of ten, both of which fit in a machine word.
static Parts decimal(Walk *w, Span text)
{
  Fingerprint digits, tens;
  bool is_short = fingerprint_of_decimal(span_bytes(text), text.length, &digits, &tens);
  if (w->sample && is_short && text.length <= DBL_DIG)
    return number((Scalar){ .real = (double)digits.at[0] / (double)tens.at[0] });
  if (!w->sample && is_short) {
    Parts parts = number(in_field(digits));
    if (tens.at[0] != 1) divide(w, &parts, in_field(tens));
    return parts;
  }
  fmpq_t value;
  fmpq_init(value);
  fraction_of_decimal(span_bytes(text), text.length, value);
  Parts parts = constant(w, value, 0);
  if (w->sample) parts.at[0] = disturbed(w, parts.at[0].real);
  fmpq_clear(value);
  return parts;
}

static Parts literal(Walk *w, const Node *e, const UnitFactor *unit)
{
  Literal *known = w->sample ? NULL : evaluate_literal(w->resolver, e, unit);
  if (known && known->is_proved) return parts_of(&known->value);
  Parts parts = with_unit(w, decimal(w, node_text(e)), unit);
  if (known) known->is_proved = has_values(&known->value, &parts);
  return parts;
}

// ---- names

// Functions in the operand were checked before.
Quantity expression_given(Resolver *resolver, const Node *e)
{
  const CachedOperand *known = given_place(resolver, e);
  if (known->node == e && known->expression == resolver->expression) return known->value;
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

static Parts sampled_parts(Walk *w)
{
  Parts parts = parts_new(*w->sample->sizes++);
  for (int i = 0; i < parts.count; i++)
    parts.at[i] = disturbed(w, *w->sample->given++);
  return parts;
}

// Returns the components of a given value, which may contain functions.
static Parts given_parts(Walk *w, const Node *e)
{
  if (w->sample) return sampled_parts(w);
  Quantity given = expression_given(w->resolver, e);
  for (int i = 0; i < quantity_size(&given); i++)
    w->has_functions = w->has_functions || expr_op(given.at[i]) != OP_SYMBOL;
  return parts_of(&given);
}

// ---- sums and products

static Scalar dot(Walk *w, const Scalar a[], int step_a, const Scalar b[], int step_b)
{
  Scalar sum = mul(w, a[0], b[0]);
  for (int i = 1; i < 3; i++)
    sum = add(w, sum, mul(w, a[i * step_a], b[i * step_b]));
  return sum;
}

static Parts cross(Walk *w, const Parts *a, const Parts *b)
{
  Parts parts = parts_new(3);
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    Scalar backward = mul(w, a->at[k], b->at[j]);
    parts.at[i] = add(w, mul(w, a->at[j], b->at[k]), negative(w, backward));
  }
  divide_by_both(w, &parts, a, b);
  return parts;
}

// A matrix times a vector or a matrix.
static Parts matrix_product(Walk *w, const Parts *a, const Parts *b)
{
  int columns = b->count / 3;
  Parts parts = parts_new(b->count);
  for (int i = 0; i < b->count; i++)
    parts.at[i] = dot(w, &a->at[3 * (i / columns)], 1, &b->at[i % columns], columns);
  return parts;
}

// Product of the numerators by the mark between them: * or the dot of a scalar product.
static Parts product_above(Walk *w, const Parts *a, const Parts *b, TokenKind mark)
{
  if (mark != TOKEN_TIMES) return number(dot(w, a->at, 1, b->at, 1));
  if (a->count == MAX_COMPONENTS && b->count > 1) return matrix_product(w, a, b);
  Parts all = parts_new(a->count > b->count ? a->count : b->count);
  for (int i = 0; i < all.count; i++)
    all.at[i] = mul(w, a->at[a->count > 1 ? i : 0], b->at[b->count > 1 ? i : 0]);
  return all;
}

static Parts times(Walk *w, const Parts *a, const Parts *b, TokenKind mark)
{
  Parts all = product_above(w, a, b, mark);
  divide_by_both(w, &all, a, b);
  return all;
}

static Parts product(Walk *w, const Node *e)
{
  Parts all = walk(w, e->first);
  for (const Node *factor = e->first->next; factor; factor = factor->next) {
    Parts part = walk(w, factor);
    if (factor->mark == TOKEN_DIVIDE) {
      divide(w, &all, part.at[0]);
      if (part.is_quotient) multiply(w, &all, part.below);
    } else {
      all = times(w, &all, &part, (TokenKind)factor->mark);
    }
  }
  return all;
}

static Parts opposite(Walk *w, Parts parts)
{
  for (int i = 0; i < parts.count; i++)
    parts.at[i] = negative(w, parts.at[i]);
  return parts;
}

static Parts sum(Walk *w, const Node *e)
{
  Parts all = walk(w, e->first);
  for (const Node *term = e->first->next; term; term = term->next) {
    Parts part = walk(w, term);
    if (term->mark != TOKEN_PLUS) part = opposite(w, part);
    make_common(w, &all, &part);
    for (int i = 0; i < all.count; i++)
      all.at[i] = add(w, all.at[i], part.at[i]);
  }
  return all;
}

// Finds the integer with this value, up to the largest exponent of the language.
static bool is_whole(Fingerprint value, long *out)
{
  enum { MOST = 1000 };
  const Fingerprint one = fingerprint_of_integer(1);
  Fingerprint up = fingerprint_of_integer(0), down = up;
  for (long n = 0; n <= MOST; n++) {
    *out = fingerprint_equal(value, up) ? n : -n;
    if (fingerprint_equal(value, up) || fingerprint_equal(value, down)) return true;
    up = fingerprint_add(up, one);
    down = fingerprint_sub(down, one);
  }
  return false;
}

static Parts raised(Walk *w, const Node *e)
{
  Parts base = walk(w, e->first);
  Scalar exponent = single(w, walk(w, e->last));
  long whole;
  bool has_law = !w->sample && is_whole(exponent.field, &whole);
  if (has_law && whole >= 0) {
    Parts parts = number(in_field(power(base.at[0].field, whole)));
    if (base.is_quotient) divide(w, &parts, in_field(power(base.below.field, whole)));
    return parts;
  }
  Scalar args[] = { single(w, base), exponent };
  return number(has_law ? in_field(power(args[0].field, whole)) : apply(w, OP_POW, args));
}

static Parts comparison(Walk *w, const Node *e)
{
  bool is_swapped;
  Operator op = node_comparison(e, &is_swapped);
  Scalar a = single(w, walk(w, e->first)), b = single(w, walk(w, e->last));
  Scalar args[] = { is_swapped ? b : a, is_swapped ? a : b };
  return number(apply(w, op, args));
}

static Parts vector(Walk *w, const Node *e)
{
  Parts all = parts_new(0);
  const UnitFactor *unit = evaluate_shared_unit(e);
  for (const Node *row = e->first; row; row = row->next) {
    Parts part = unit ? literal(w, row, unit) : walk(w, row);
    make_common(w, &all, &part);
    for (int i = 0; i < part.count; i++)
      all.at[all.count++] = part.at[i];
  }
  return unit ? all : with_unit(w, all, node_unit(e));
}

static Parts diagonal(Walk *w, const Node *e)
{
  Parts all = parts_new(MAX_COMPONENTS);
  for (int i = 0; i < all.count; i++)
    all.at[i] = (Scalar){ 0 };  // zero in both arithmetics
  int i = 0;
  for (const Node *entry = e->first; entry; entry = entry->next, i += 4) {
    Parts part = walk(w, entry);
    make_common(w, &all, &part);
    all.at[i] = part.at[0];
  }
  return with_unit(w, all, node_unit(e));
}

static Parts operator_call(Walk *w, const Node *e, Operator op)
{
  if (!w->sample && operator_reads_linear_form(op)) {
    w->has_functions = true;
    return number(in_field(value_at_argument(w, op, e->first)));
  }
  Scalar args[MAX_ARITY] = { 0 };
  int count = 0;
  for (const Node *part = e->first; part; part = part->next)
    args[count++] = single(w, walk(w, part));
  return number(apply(w, op, args));
}

static Parts remainder_of(Walk *w, Scalar a, Scalar b)
{
  Scalar quotient = mul(w, a, inverse(w, b));
  Scalar whole = apply(w, OP_FLOOR, &quotient);
  return number(add(w, a, negative(w, mul(w, b, whole))));
}

static Parts call(Walk *w, const Node *e)
{
  Function function = node_function(e);
  if (function == FUNCTION_OPERATOR) return operator_call(w, e, node_operator(e));
  if (function == FUNCTION_DIAG) return diagonal(w, e);
  Parts u = walk(w, e->first), v = e->count > 1 ? walk(w, e->last) : u;
  if (function == FUNCTION_MOD) return remainder_of(w, single(w, u), single(w, v));
  if (function == FUNCTION_CROSS) return cross(w, &u, &v);
  Scalar square;
  if (function == FUNCTION_HYPOT) {
    Scalar a = single(w, u), b = single(w, v);
    square = add(w, mul(w, a, a), mul(w, b, b));
  } else {
    Parts product_of_vectors = times(w, &u, &v, TOKEN_DOT);
    if (function == FUNCTION_DOT) return product_of_vectors;
    square = single(w, product_of_vectors);
  }
  return number(apply(w, OP_SQRT, &square));
}

static Parts component(Walk *w, const Node *e)
{
  Parts parts = walk(w, e->first);
  if (parts.count == 0) return parts;
  parts.count = 1;
  parts.at[0] = parts.at[node_component(e)];
  return parts;
}

static Parts walk(Walk *w, const Node *e)
{
  if (expression_is_given(e)) return given_parts(w, e);
  switch ((NodeKind)e->kind) {
  case NODE_NUMBER: return literal(w, e, node_unit(e));
  case NODE_NAME:  // pi; all other names are given
    return number(w->sample ? (Scalar){ .real = M_PI } : in_field(fingerprint_of_pi(w->seed)));
  case NODE_SUM: return sum(w, e);
  case NODE_PRODUCT: return product(w, e);
  case NODE_POWER: return raised(w, e);
  case NODE_NEGATE: return opposite(w, walk(w, e->first));
  case NODE_COMPARE: return comparison(w, e);
  case NODE_CALL: return call(w, e);
  case NODE_VECTOR: return vector(w, e);
  case NODE_COMPONENT: return component(w, e);
  default: return parts_new(0);
  }
}

void expression_sample(Sample *sample, const Node *e, double out[MAX_COMPONENTS])
{
  assert(sample && "names have samples, not a resolver");
  Walk w = { .sample = sample };
  Parts parts = walk(&w, e);
  for (int i = 0; i < MAX_COMPONENTS; i++)
    out[i] = i < parts.count ? parts.at[i].real / (parts.is_quotient ? parts.below.real : 1) : NAN;
}

// Returns true if `e` is a literal that was verified to have this value.
static bool is_proved(Resolver *resolver, const Node *e, const UnitFactor *unit, const Expr *value)
{
  const Literal *known = e->kind == NODE_NUMBER ? evaluate_literal(resolver, e, unit) : NULL;
  return known && known->is_proved && known->value.at[0] == value && e->primes == 0;
}

// Returns true if `e` is a verified literal, or a vector of them.
static bool is_of_proved(Resolver *resolver, const Node *e, const Quantity *quantity)
{
  const UnitFactor *unit = e->kind == NODE_VECTOR ? evaluate_shared_unit(e) : node_unit(e);
  bool is_plain = e->kind == NODE_VECTOR && (unit || !e->has_unit) && e->primes == 0;
  if (!is_plain || quantity->shape != SHAPE_VECTOR)
    return is_proved(resolver, e, unit, quantity->at[0]);
  const Node *part = e->first;
  for (int i = 0; part; i++, part = part->next)
    if (!is_proved(resolver, part, unit ? unit : node_unit(part), quantity->at[i])) return false;
  return true;
}

bool expression_is_right(Resolver *resolver, const Node *e, const Quantity *quantity)
{
  if (is_of_proved(resolver, e, quantity)) return true;
  Walk w = { .resolver = resolver, .seed = pool_seed(resolver->pool) };
  Parts parts = walk(&w, e);
  if (has_values(quantity, &parts)) return true;
  bool has_other_laws = w.has_functions || pool_has_hashed_numbers(resolver->pool);
  return has_other_laws && numbers_agree(resolver, e, quantity);
}
