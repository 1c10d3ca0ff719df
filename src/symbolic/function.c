// function.c -- functions in canonical form: exact values, signs, inverse pairs.
// SPDX-License-Identifier: MIT
#include "symbolic/field/exact_trig.h"
#include "symbolic/literal.h"
#include "symbolic/pool.h"
#include "symbolic/field/fingerprint.h"

#include <assert.h>
#include <math.h>

static int arity_of(Operator op)
{
  int arity = operator_info(op)->arity;
  assert(arity <= MAX_ARITY);
  return arity;
}

// The form of a function's arguments is frozen, because fingerprints of sines and exponentials are
// computed from it.
static const Expr *function_node(Fingerprint value, Operator op, const Expr *const args[])
{
  for (int k = 0; k < arity_of(op); k++)
    pool_freeze(args[k]);
  Form form = form_make(op, args);
  return pool_intern(expr_pool(args[0]), value, &form);
}

static const Expr *hashed_function(Operator op, const Expr *const args[])
{
  Fingerprint values[MAX_ARITY] = { 0 };
  for (int k = 0; k < arity_of(op); k++) {
    assert(args[k]);
    values[k] = expr_value(args[k]);
  }
  return function_node(fingerprint_of_operator(expr_pool(args[0])->seed, op, values), op, args);
}

static const Expr *truth(Pool *pool, bool is_true) { return is_true ? pool->one : pool->zero; }

// ---- sine, cosine, tangent, exponential, hyperbolic functions

// Number of quarter turns (90 deg) nearest to r*pi, zero for 45 deg of either sign. Huge multiples
// of pi count as zero.
static long quarter_turns(const fmpq_t pi_part)
{
  fmpz_t above, below;  // ceil(2|r| - 1/2) = ceil((4|n| - d) / 2d) for r = n/d
  fmpz_init(above);
  fmpz_init(below);
  fmpz_abs(above, fmpq_numref(pi_part));
  fmpz_mul_ui(above, above, 4);
  fmpz_sub(above, above, fmpq_denref(pi_part));
  fmpz_mul_ui(below, fmpq_denref(pi_part), 2);
  fmpz_cdiv_q(above, above, below);
  long turns = fmpz_bits(above) < 60 ? fmpz_get_si(above) : 0;
  fmpz_clear(below);
  fmpz_clear(above);
  return fmpq_sgn(pi_part) < 0 ? -turns : turns;
}

static bool leads_with_minus(const Expr *a)
{
  bool is_minus = false;
  const Form *form = a->form;
  while (form->op == OP_ADD || form->op == OP_SUB || form->op == OP_NEG) {
    if (form->op == OP_NEG) is_minus = !is_minus;
    form = form->arg[0]->form;
  }
  if (form->op == OP_NUMBER && fmpq_sgn(form->number) < 0) is_minus = !is_minus;
  return is_minus;
}

// The form of an odd or even function uses whichever of a and -a has a positive leading term.
// Returns true if `a` has a leading minus and -a, stored in *opposite, does not.
static bool prefers_opposite(const Expr *a, const Expr **opposite)
{
  if (!leads_with_minus(a)) return false;
  *opposite = expr_neg(a);
  return !leads_with_minus(*opposite);
}

// Returns a - turns*pi/2; NULL if angle_of() still finds quarter turns in the result, which may
// already exist in another form.
static const Expr *turned_back(const Expr *a, const Angle *angle, long turns)
{
  Pool *pool = expr_pool(a);
  fmpq_t quarters;
  fmpq_init(quarters);
  fmpq_set_si(quarters, turns, 2);
  bool is_multiple = angle->count == 0 && fmpq_is_zero(angle->number_part);  // of pi
  if (is_multiple) fmpq_sub(quarters, angle->pi_part, quarters);
  const Expr *multiple = expr_mul(expr_fraction(pool, quarters), pool->pi);
  fmpq_clear(quarters);
  if (is_multiple) return multiple;
  const Expr *rest = expr_sub(a, multiple);
  Angle left;
  angle_init(&left);
  angle_of(rest, &left);
  bool is_read = quarter_turns(left.pi_part) == 0;
  angle_clear(&left);
  return is_read ? rest : NULL;
}

// sin(x + n*pi/2) and cos(x + n*pi/2) without the quarter turns; NULL if that is not possible.
static const Expr *without_quarter_turns(Operator op, const Expr *a, const Angle *angle, long turns)
{
  const Expr *rest = turned_back(a, angle, turns);
  if (!rest) return NULL;
  long quadrant = ((turns % 4) + 4) % 4;
  bool is_swapped = quadrant % 2 == 1;
  bool is_negated = op == OP_SIN ? quadrant >= 2 : quadrant == 1 || quadrant == 2;
  if (is_swapped) op = op == OP_SIN ? OP_COS : OP_SIN;
  const Expr *value = expr_call(op, rest);
  return is_negated ? expr_neg(value) : value;
}

// Preferred form of sin(a), cos(a) or tan(a); NULL if it is the function applied to `a` itself.
static const Expr *shorter_trigonometric(Operator op, const Expr *a, const Angle *angle)
{
  if (angle->count == 0 && fmpq_is_zero(angle->number_part)) {
    const Expr *exact = exact_trig(expr_pool(a), op, angle->pi_part);
    if (exact) return exact;
  }
  long turns = quarter_turns(angle->pi_part);
  if (turns != 0 && op != OP_TAN) return without_quarter_turns(op, a, angle, turns);
  const Expr *opposite;
  if (!prefers_opposite(a, &opposite)) return NULL;
  const Expr *value = expr_call(op, opposite);
  return op == OP_COS ? value : expr_neg(value);
}

static const Expr *trigonometric(Operator op, const Expr *a, const Angle *angle)
{
  Fingerprint value = fingerprint_of_angle(expr_pool(a)->seed, op, angle);
  const Expr *node = shorter_trigonometric(op, a, angle);
  // an atom of the angle, such as a root, may be read differently there
  if (node && (fingerprint_equal(expr_value(node), value) || expr_is_undefined(node))) return node;
  return function_node(value, op, &a);
}

// ---- functions of inverse functions

// op of the angle whose sine or cosine (`known`) is u, in the 180 deg range in which the other one,
// sqrt(1 - u^2), is not negative.
static const Expr *of_arc(Operator op, Operator known, const Expr *u)
{
  if (op == known) return u;
  const Expr *other = expr_call(OP_SQRT, expr_sub(expr_pool(u)->one, expr_mul(u, u)));
  if (op != OP_TAN) return other;
  return known == OP_SIN ? expr_div(u, other) : expr_div(other, u);
}

// x or y divided by their hypotenuse: cosine and sine of atan2(y, x), and of atan(y) with x = 1.
// Returns NULL if the root would be long: then cos^2 + sin^2 = 1 is the more useful identity, and
// the angle is easier to read.
static const Expr *over_hypotenuse(const Expr *side, const Expr *y, const Expr *x)
{
  enum { LONG = 8 };
  if (x->form->cost + y->form->cost > LONG) return NULL;
  const Expr *squares = expr_mul(x, x);
  squares = expr_add(squares, expr_mul(y, y));
  return expr_div(side, expr_call(OP_SQRT, squares));
}

// op of the angle of the direction (x, y).
static const Expr *of_direction(Operator op, const Expr *y, const Expr *x)
{
  return op == OP_TAN ? expr_div(y, x) : over_hypotenuse(op == OP_SIN ? y : x, y, x);
}

// op(a) simplified if `a` is an inverse function of op or of a related function; NULL otherwise.
static const Expr *of_inverse(Operator op, const Expr *a)
{
  const Form *form = a->form;
  const Expr *u = form->arg[0];
  if (op == OP_EXP) return form->op == OP_LOG && u->is_nonnegative ? u : NULL;
  if (op == OP_LOG) return form->op == OP_EXP ? u : NULL;
  if (op != OP_SIN && op != OP_COS && op != OP_TAN) return NULL;
  switch (form->op) {
  case OP_ASIN: return of_arc(op, OP_SIN, u);
  case OP_ACOS: return of_arc(op, OP_COS, u);
  case OP_ATAN: return of_direction(op, u, expr_pool(a)->one);
  case OP_ATAN2: return of_direction(op, u, form->arg[1]);
  default: return NULL;
  }
}

static const Expr *exponential(Operator op, const Expr *a, const Angle *angle)
{
  const Expr *opposite;
  if (op != OP_EXP && prefers_opposite(a, &opposite)) {
    const Expr *value = expr_call(op, opposite);
    return op == OP_COSH ? value : expr_neg(value);
  }
  return function_node(fingerprint_of_angle(expr_pool(a)->seed, op, angle), op, &a);
}

static const Expr *function_of_angle(Operator op, const Expr *a)
{
  bool is_even = op == OP_COS || op == OP_EXP || op == OP_COSH;
  if (expr_is_zero(a)) return is_even ? expr_pool(a)->one : a;
  const Expr *plain = of_inverse(op, a);
  if (plain) return plain;
  bool is_circular = op == OP_SIN || op == OP_COS || op == OP_TAN;
  Pool *pool = expr_pool(a);
  TrigCacheEntry *known = &pool->known[(a->id * 2 + (op == OP_COS)) % KNOWN_FUNCTIONS];
  if (known->argument == a && known->op == op) return known->value;
  Angle angle;
  angle_init(&angle);
  angle_of(a, &angle);
  const Expr *node = is_circular ? trigonometric(op, a, &angle) : exponential(op, a, &angle);
  if (angle.count == 0 && !pool->is_cancelled) *known = (TrigCacheEntry){ a, node, op };
  angle_clear(&angle);
  return node;
}

// ---- roots

// Splits a positive n into square^2 * free. Trial division by small primes and a final test for a
// square are sufficient for numbers that occur in practice: the 14*c^2 of an axis c*[1, 2, 3] has a
// large square factor, which must not remain under the root next to another sqrt(14). A rest below
// the cube of all remaining primes has at most two prime factors.
static void split_square(const fmpz_t n, fmpz_t square, fmpz_t free_part)
{
  fmpz_t rest;
  fmpz_init_set(rest, n);
  fmpz_one(square);
  fmpz_one(free_part);
  for (ulong p = 2; p < 1000 && fmpz_cmp_ui(rest, p * p * p) >= 0; p += p == 2 ? 1 : 2) {
    if (!fmpz_divisible_si(rest, (slong)p)) continue;
    slong power = fmpz_remove(rest, rest, (fmpz[]){ (fmpz)p });
    for (slong i = 0; i < power / 2; i++)
      fmpz_mul_ui(square, square, p);
    if (power % 2 != 0) fmpz_mul_ui(free_part, free_part, p);
  }
  if (fmpz_is_square(rest)) {
    fmpz_sqrt(rest, rest);
    fmpz_mul(square, square, rest);
  } else {
    fmpz_mul(free_part, free_part, rest);
  }
  fmpz_clear(rest);
}

// sqrt(p/q) = sqrt(p*q)/q = (square/q) * sqrt(free).
static const Expr *sqrt_of_positive(const Expr *a)
{
  Pool *pool = expr_pool(a);
  fmpz_t radicand, square, free_part;
  fmpz_init(radicand);
  fmpz_init(square);
  fmpz_init(free_part);
  fmpz_mul(radicand, fmpq_numref(a->form->number), fmpq_denref(a->form->number));
  split_square(radicand, square, free_part);
  fmpq_t factor, inside;
  fmpq_init(factor);
  fmpq_init(inside);
  fmpq_set_fmpz_frac(factor, square, fmpq_denref(a->form->number));
  fmpz_set(fmpq_numref(inside), free_part);
  const Expr *root = pool->one;
  if (!fmpz_is_one(free_part)) {
    const Expr *number = expr_fraction(pool, inside);
    root = function_node(fingerprint_of_number_root(free_part), OP_SQRT, &number);
  }
  root = expr_mul(expr_fraction(pool, factor), root);
  fmpq_clear(inside);
  fmpq_clear(factor);
  fmpz_clear(free_part);
  fmpz_clear(square);
  fmpz_clear(radicand);
  return root;
}

// Results are cached because many axes have few different lengths.
static const Expr *sqrt_of_number(const Expr *a)
{
  Pool *pool = expr_pool(a);
  if (fmpq_sgn(a->form->number) < 0) return pool->undefined;
  if (fmpq_is_zero(a->form->number)) return a;
  NumberCacheEntry *known = pool_known_result(pool, OP_SQRT, a, a);
  if (known && known->a == a && known->op == OP_SQRT) return known->value;
  const Expr *root = sqrt_of_positive(a);
  if (known) *known = (NumberCacheEntry){ a, a, root, OP_SQRT };
  return root;
}

static bool has_positive_coefficient(const Form *form)
{
  return form->op == OP_MUL && expr_is_number(form->arg[0]) &&
         fmpq_sgn(form->arg[0]->form->number) > 0;
}

static const Expr *square_root(const Expr *a)
{
  const Form *form = a->form;
  if (expr_is_number(a)) return sqrt_of_number(a);
  if (form->op == OP_MUL && form->arg[0] == form->arg[1]) return expr_call(OP_ABS, form->arg[0]);
  if (has_positive_coefficient(form)) {
    const Expr *root = sqrt_of_number(form->arg[0]);
    if (expr_is_number(root)) return expr_mul(root, square_root(form->arg[1]));
  }
  return hashed_function(OP_SQRT, &a);
}

// ---- inverse functions, logarithm

// asin, acos or atan of a number whose angle is a multiple of 15 or 18 deg; its double
// approximation identifies the candidate.
static const Expr *exact_inverse(Operator op, const Expr *a)
{
  if (a->form->stage != STAGE_LITERAL) return NULL;
  Operator forward = op == OP_ASIN ? OP_SIN : op == OP_ACOS ? OP_COS : OP_TAN;
  double x = expr_literal_value(a);
  double angle = op == OP_ASIN ? asin(x) : op == OP_ACOS ? acos(x) : atan(x);
  double n = round(angle * 60 / M_PI);  // multiples of pi/60: 3 deg
  bool is_near = fabs(angle * 60 / M_PI - n) < 1e-6;
  if (!is_near || ((long)n % 5 != 0 && (long)n % 6 != 0)) return NULL;
  Pool *pool = expr_pool(a);
  fmpq_t turn;
  fmpq_init(turn);
  fmpq_set_si(turn, (long)n, 60);
  bool is_it = exact_trig(pool, forward, turn) == a;
  const Expr *result = is_it ? expr_mul(expr_fraction(pool, turn), pool->pi) : NULL;
  fmpq_clear(turn);
  return result;
}

static const Expr *inverse_trigonometric(Operator op, const Expr *a)
{
  const Expr *exact = exact_inverse(op, a);
  if (exact) return exact;
  bool is_outside = op != OP_ATAN && expr_is_number(a) &&
                    fmpz_cmpabs(fmpq_numref(a->form->number), fmpq_denref(a->form->number)) > 0;
  if (is_outside) return expr_pool(a)->undefined;
  const Expr *opposite;
  if (op != OP_ACOS && prefers_opposite(a, &opposite)) return expr_neg(expr_call(op, opposite));
  return hashed_function(op, &a);
}

static const Expr *logarithm(const Expr *a)
{
  if (expr_is_number(a) && fmpq_sgn(a->form->number) <= 0) return expr_pool(a)->undefined;
  if (expr_is_one(a)) return expr_pool(a)->zero;
  const Expr *inner = of_inverse(OP_LOG, a);
  return inner ? inner : hashed_function(OP_LOG, &a);
}

// ---- sign, absolute value, floor

static const Expr *absolute_value(const Expr *a)
{
  const Form *form = a->form;
  if (a->is_nonnegative) return a;
  if (expr_is_number(a)) return expr_neg(a);
  if (form->op == OP_NEG) return absolute_value(form->arg[0]);
  if (has_positive_coefficient(form)) return expr_mul(form->arg[0], absolute_value(form->arg[1]));
  return hashed_function(OP_ABS, &a);
}

static const Expr *sign_of(const Expr *a)
{
  const Form *form = a->form;
  if (expr_is_number(a)) return expr_integer(expr_pool(a), fmpq_sgn(form->number));
  if (form->op == OP_NEG) return expr_neg(sign_of(form->arg[0]));
  if (form->op == OP_EXP || form->op == OP_COSH || form->op == OP_PI) return expr_pool(a)->one;
  if (has_positive_coefficient(form)) return sign_of(form->arg[1]);
  return hashed_function(OP_SIGN, &a);
}

static const Expr *floor_of(const Expr *a)
{
  if (!expr_is_number(a)) return hashed_function(OP_FLOOR, &a);
  fmpq_t whole;
  fmpq_init(whole);
  fmpz_fdiv_q(fmpq_numref(whole), fmpq_numref(a->form->number), fmpq_denref(a->form->number));
  const Expr *node = expr_fraction(expr_pool(a), whole);
  fmpq_clear(whole);
  return node;
}

// ---- two and three arguments

static const Expr *extremum(Operator op, const Expr *const args[])
{
  const Expr *a = args[0], *b = args[1];
  if (a == b) return a;
  if (!expr_is_number(a) || !expr_is_number(b)) return hashed_function(op, args);
  bool a_is_less = fmpq_cmp(a->form->number, b->form->number) < 0;
  return a_is_less == (op == OP_MIN) ? a : b;
}

static const Expr *comparison(Operator op, const Expr *const args[])
{
  const Expr *difference = expr_sub(args[0], args[1]);
  if (!expr_is_number(difference)) return hashed_function(op, args);
  int sign = fmpq_sgn(difference->form->number);
  Pool *pool = expr_pool(difference);
  if (op == OP_LT) return truth(pool, sign < 0);
  if (op == OP_LE) return truth(pool, sign <= 0);
  return truth(pool, op == OP_EQ ? sign == 0 : sign != 0);
}

static const Expr *arc_tangent_2(const Expr *const args[])
{
  const Expr *y = args[0], *x = args[1];
  Pool *pool = expr_pool(y);
  if (expr_is_zero(y) && expr_is_zero(x)) return pool->undefined;
  if (!expr_is_number(y) || !expr_is_number(x)) return hashed_function(OP_ATAN2, args);
  if (expr_is_zero(x)) return expr_mul(expr_rational(pool, fmpq_sgn(y->form->number), 2), pool->pi);
  const Expr *angle = expr_call(OP_ATAN, expr_div(y, x));
  if (fmpq_sgn(x->form->number) > 0) return angle;
  return fmpq_sgn(y->form->number) < 0 ? expr_sub(angle, pool->pi) : expr_add(angle, pool->pi);
}

const Expr *expr_if(const Expr *condition, const Expr *then, const Expr *otherwise)
{
  const Expr *args[] = { condition, then, otherwise };
  return expr_apply(OP_IF, args);
}

static const Expr *choice(const Expr *const args[])
{
  if (expr_is_number(args[0])) return expr_is_zero(args[0]) ? args[2] : args[1];
  return args[1] == args[2] ? args[1] : hashed_function(OP_IF, args);
}

// ---- dispatch

const Expr *expr_call(Operator op, const Expr *a) { return expr_apply(op, &a); }

const Expr *expr_call2(Operator op, const Expr *a, const Expr *b)
{
  const Expr *args[MAX_ARITY] = { a, b };
  return expr_apply(op, args);
}

const Expr *expr_apply(Operator op, const Expr *const args[])
{
  for (int k = 0; k < arity_of(op); k++) {
    assert(args[k] && expr_pool(args[k]) == expr_pool(args[0]));
    if (expr_is_undefined(args[k])) return args[k];
    if (expr_pool(args[k])->is_cancelled) return expr_undefined(expr_pool(args[k]));
  }
  switch (op) {
  case OP_ADD: return expr_add(args[0], args[1]);
  case OP_SUB: return expr_sub(args[0], args[1]);
  case OP_NEG: return expr_neg(args[0]);
  case OP_MUL: return expr_mul(args[0], args[1]);
  case OP_DIV: return expr_div(args[0], args[1]);
  case OP_POW: return expr_pow(args[0], args[1]);
  case OP_SQRT: return square_root(args[0]);
  case OP_SIN:
  case OP_COS:
  case OP_TAN:
  case OP_EXP:
  case OP_SINH:
  case OP_COSH:
  case OP_TANH: return function_of_angle(op, args[0]);
  case OP_ASIN:
  case OP_ACOS:
  case OP_ATAN: return inverse_trigonometric(op, args[0]);
  case OP_ATAN2: return arc_tangent_2(args);
  case OP_LOG: return logarithm(args[0]);
  case OP_ABS: return absolute_value(args[0]);
  case OP_SIGN: return sign_of(args[0]);
  case OP_FLOOR: return floor_of(args[0]);
  case OP_MIN:
  case OP_MAX: return extremum(op, args);
  case OP_LT:
  case OP_LE:
  case OP_EQ:
  case OP_NE: return comparison(op, args);
  case OP_TABLE: assert(args[1]->form->op == OP_POINTS); return hashed_function(op, args);
  case OP_IF: return choice(args);
  case OP_NUMBER:
  case OP_SYMBOL:
  case OP_NAMED:
  case OP_PI:
  case OP_POINTS:
  case OP_UNDEFINED:
  case OP_COUNT: break;
  }
  assert(false && "leaves are not applied");
  return args[0];
}
