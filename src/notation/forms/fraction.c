// fraction.c -- common denominators and lowest terms by means of half-angle tangents.
//
// 1. Sines and cosines of basic angles b become rational functions of t = tan(b/2), and the
//    expression becomes one fraction of polynomials, in lowest terms.
// 2. Numerator and denominator are factored.
// 3. With C = cos(b/2), S = sin(b/2), t = S/C, a factor of degree d in t is a form of degree d in C
//    and S divided by C^d. Forms of even degree are polynomials in sin(b) and cos(b); those of odd
//    degree are multiplied in pairs: sin(b) = 2 S C, cos(b) = (C - S)(C + S).
// SPDX-License-Identifier: MIT
#include "notation/forms/fraction.h"

#include "base/memory/memory.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ANGLES = 6, MAX_ATOMS = 32, MAX_TERMS = 600, MAX_WORK = 20000, MAX_MULTIPLE = 6 };

// A basic angle: the largest multiple of an addend such that all its occurrences are integer
// multiples.
typedef struct Basic {
  const Formula *part;
  fmpq_t unit;
  int cosine, sine, tangent;  // indices in the ring; tangent of the half angle
} Basic;

typedef struct Work {
  FormulaMaker maker;
  Basic basics[MAX_ANGLES];
  int count;
  PolynomialRing *ring;
  bool has_failed;  // too much work
} Work;

// ---- angles

// Angles with a constant part are not expanded: their sines are atoms.
static bool is_open_call(const Formula *f)
{
  bool is_circular = f->op == OP_SIN || f->op == OP_COS || f->op == OP_TAN;
  return f->kind == FORMULA_CALL && is_circular && !formula_has_constant_term(f->parts[0]);
}

static int basic_of(const Work *work, const Formula *part)
{
  int i = 0;
  while (i < work->count && formula_compare(work->basics[i].part, part) != 0)
    i++;
  return i;
}

static bool add_angle(Work *work, const Formula *angle)
{
  for (int i = 0; i < formula_term_count(angle); i++) {
    const Expr *number;
    const Formula *part = formula_angle_part(work->maker, angle, i, &number);
    int place = basic_of(work, part);
    if (place == MAX_ANGLES) return false;
    Basic *basic = &work->basics[place];
    if (place == work->count) {
      work->count++;
      basic->part = part;
      fmpq_init(basic->unit);
    }
    fmpq_gcd(basic->unit, basic->unit, number->form->number);
  }
  return true;
}

// ---- the ring

static bool find_angles(Work *work, const Formula *f)
{
  if (is_open_call(f)) return add_angle(work, f->parts[0]);
  bool is_inner = f->kind == FORMULA_SUM || f->kind == FORMULA_PRODUCT;
  for (int i = 0; is_inner && i < f->count; i++) {
    if (!find_angles(work, f->parts[i])) return false;
  }
  return true;
}

static void find_atoms(Work *work, const Formula *f)
{
  if (formula_is_number(f)) return;
  if (is_open_call(f)) return;
  if (f->kind != FORMULA_SUM && f->kind != FORMULA_PRODUCT) {
    ring_add_atom(work->ring, f);
    return;
  }
  for (int i = 0; i < f->count; i++)
    find_atoms(work, f->parts[i]);
}

static const Formula *call_of_basic(const Work *work, int k, Operator op, long divisor)
{
  const Expr *unit = expr_fraction(work->maker.pool, work->basics[k].unit);
  const Expr *number = expr_div(unit, expr_integer(work->maker.pool, divisor));
  const Formula *angle = formula_product(work->maker, number, &work->basics[k].part, NULL, 1);
  return formula_call(work->maker, op, &angle);
}

// 1 - cos(2*a) = 2*sin(a)^2: if all multiples are even, half the angle is basic.
static void halve_even_units(Work *work)
{
  for (int k = 0; k < work->count; k++) {
    fmpq *unit = work->basics[k].unit;
    if (fmpz_is_even(fmpq_numref(unit))) fmpq_div_2exp(unit, unit, 1);
  }
}

static void open_ring(Work *work, const Formula *f)
{
  halve_even_units(work);
  work->ring = ring_new(work->maker);
  find_atoms(work, f);
  for (int k = 0; k < work->count; k++) {
    ring_add_atom(work->ring, call_of_basic(work, k, OP_COS, 1));
    ring_add_atom(work->ring, call_of_basic(work, k, OP_SIN, 1));
    ring_add_atom(work->ring, call_of_basic(work, k, OP_TAN, 2));
  }
  for (int k = 0; k < work->count; k++) {
    Basic *basic = &work->basics[k];
    basic->cosine = polynomial_find_atom(work->ring, call_of_basic(work, k, OP_COS, 1), false);
    basic->sine = polynomial_find_atom(work->ring, call_of_basic(work, k, OP_SIN, 1), false);
    basic->tangent = polynomial_find_atom(work->ring, call_of_basic(work, k, OP_TAN, 2), false);
  }
}

// ---- polynomials of the ring

static Polynomial zero_in(const Work *work) { return polynomial_in(work->ring); }

static Polynomial variable(const Work *work, int place)
{
  Polynomial p = zero_in(work);
  fmpq_mpoly_gen(p.sum, place, work->ring->context);
  return p;
}

static Polynomial constant(const Work *work, long value)
{
  Polynomial p = zero_in(work);
  fmpq_mpoly_set_si(p.sum, value, work->ring->context);
  return p;
}

static bool is_one(const Polynomial *p) { return fmpq_mpoly_is_one(p->sum, p->ring->context); }

static void replace(Polynomial *p, Polynomial by)
{
  polynomial_clear(p);
  *p = by;
}

// (u + v x^k)^n for the variable at `place`
static Polynomial binomial(const Work *work, int u, int v, int place, ulong k, ulong n)
{
  const fmpq_mpoly_ctx_struct *context = work->ring->context;
  Polynomial p = variable(work, place);
  fmpq_mpoly_pow_ui(p.sum, p.sum, k, context);
  fmpq_mpoly_scalar_mul_si(p.sum, p.sum, v, context);
  Polynomial shift = constant(work, u);
  fmpq_mpoly_add(p.sum, p.sum, shift.sum, context);
  fmpq_mpoly_pow_ui(p.sum, p.sum, n, context);
  polynomial_clear(&shift);
  return p;
}

static Polynomial times(Polynomial a, Polynomial b)
{
  fmpq_mpoly_mul(a.sum, a.sum, b.sum, a.ring->context);
  polynomial_clear(&b);
  return a;
}

// a := a*b; fails if the result is too long.
static void multiply(Work *work, Polynomial *a, const Polynomial *b)
{
  long count = polynomial_term_count(a) * (long)polynomial_term_count(b);
  work->has_failed = work->has_failed || count > MAX_WORK;
  if (work->has_failed) return;
  fmpq_mpoly_mul(a->sum, a->sum, b->sum, work->ring->context);
  work->has_failed = polynomial_term_count(a) > MAX_TERMS;
}

// ---- ratios

typedef struct Ratio {
  Polynomial top, bottom;
} Ratio;

static void ratio_clear(Ratio *ratio)
{
  polynomial_clear(&ratio->top);
  polynomial_clear(&ratio->bottom);
}

static Polynomial common_divisor(Work *work, const Polynomial *a, const Polynomial *b)
{
  Polynomial divisor = constant(work, 1);
  if (!work->has_failed && !fmpq_mpoly_gcd(divisor.sum, a->sum, b->sum, work->ring->context)) {
    work->has_failed = true;
  }
  return divisor;
}

// p / divisor, which must divide p.
static void divide(const Work *work, Polynomial *p, const Polynomial *divisor)
{
  if (is_one(divisor) || work->has_failed) return;
  fmpq_mpoly_divides(p->sum, p->sum, divisor->sum, work->ring->context);
}

// Divides both polynomials by their greatest common divisor.
static void cancel(Work *work, Ratio *ratio)
{
  if (is_one(&ratio->bottom)) return;
  Polynomial divisor = common_divisor(work, &ratio->top, &ratio->bottom);
  divide(work, &ratio->top, &divisor);
  divide(work, &ratio->bottom, &divisor);
  polynomial_clear(&divisor);
}

// a := a + b, over the least common multiple of the denominators; clears b.
static void add(Work *work, Ratio *a, Ratio *b)
{
  const fmpq_mpoly_ctx_struct *context = work->ring->context;
  if (!fmpq_mpoly_equal(a->bottom.sum, b->bottom.sum, context)) {
    Polynomial divisor = common_divisor(work, &a->bottom, &b->bottom);
    Polynomial rest = polynomial_copy(&a->bottom);
    divide(work, &rest, &divisor);
    divide(work, &b->bottom, &divisor);
    multiply(work, &a->top, &b->bottom);
    multiply(work, &b->top, &rest);
    multiply(work, &a->bottom, &b->bottom);
    polynomial_clear(&rest);
    polynomial_clear(&divisor);
  }
  fmpq_mpoly_add(a->top.sum, a->top.sum, b->top.sum, context);
  ratio_clear(b);
}

static Ratio ratio_of(Work *work, const Formula *f);

static void add_terms(Work *work, const Formula *f, Ratio *out)
{
  for (int i = 0; i < f->count && !work->has_failed; i++) {
    Ratio term = ratio_of(work, f->parts[i]);
    add(work, out, &term);
  }
  work->has_failed = work->has_failed || polynomial_term_count(&out->top) > MAX_TERMS;
}

static void multiply_factors(Work *work, const Formula *f, Ratio *out)
{
  fmpq_mpoly_set_fmpq(out->top.sum, f->expr->form->number, work->ring->context);
  for (int i = 0; i < f->count && !work->has_failed; i++) {
    Ratio base = ratio_of(work, f->parts[i]);
    bool is_above = f->exponents[i] > 0;
    for (int n = 0; n < abs(f->exponents[i]) && !work->has_failed; n++) {
      multiply(work, &out->top, is_above ? &base.top : &base.bottom);
      multiply(work, &out->bottom, is_above ? &base.bottom : &base.top);
    }
    ratio_clear(&base);
    work->has_failed = work->has_failed || polynomial_term_count(&out->bottom) == 0;
  }
  cancel(work, out);
}

// (re + i im) := (re + i im)(c + i s)
static void turn(const Work *work, Polynomial parts[2], const Polynomial *c, const Polynomial *s)
{
  const fmpq_mpoly_ctx_struct *context = work->ring->context;
  Polynomial real = zero_in(work), imaginary = zero_in(work), product = zero_in(work);
  fmpq_mpoly_mul(real.sum, parts[0].sum, c->sum, context);
  fmpq_mpoly_mul(product.sum, parts[1].sum, s->sum, context);
  fmpq_mpoly_sub(real.sum, real.sum, product.sum, context);
  fmpq_mpoly_mul(imaginary.sum, parts[0].sum, s->sum, context);
  fmpq_mpoly_mul(product.sum, parts[1].sum, c->sum, context);
  fmpq_mpoly_add(imaginary.sum, imaginary.sum, product.sum, context);
  replace(&parts[0], real);
  replace(&parts[1], imaginary);
  polynomial_clear(&product);
}

// e^{ia} = Π ((1 + i t)^2/(1 + t^2))^n over the multiples n of basic angles: computes the real and
// imaginary part of the numerator, and the denominator.
static void expand_angle(Work *work, const Formula *angle, Polynomial parts[2], Polynomial *below)
{
  fmpq_t multiple;
  fmpq_init(multiple);
  for (int i = 0; i < formula_term_count(angle); i++) {
    const Expr *number;
    const Formula *part = formula_angle_part(work->maker, angle, i, &number);
    const Basic *basic = &work->basics[basic_of(work, part)];
    fmpq_div(multiple, number->form->number, basic->unit);
    int sign = fmpq_sgn(multiple);
    fmpq_abs(multiple, multiple);
    if (fmpz_cmp_si(fmpq_numref(multiple), MAX_MULTIPLE) > 0) work->has_failed = true;
    ulong count = work->has_failed ? 0 : fmpz_get_ui(fmpq_numref(multiple));
    Polynomial c = binomial(work, 1, -1, basic->tangent, 2, 1);
    Polynomial s = binomial(work, 0, 2 * sign, basic->tangent, 1, 1);
    *below = times(*below, binomial(work, 1, 1, basic->tangent, 2, count));
    for (ulong n = 0; n < count; n++)
      turn(work, parts, &c, &s);
    polynomial_clear(&c);
    polynomial_clear(&s);
  }
  fmpq_clear(multiple);
}

static void expand_call(Work *work, const Formula *f, Ratio *out)
{
  Polynomial parts[2] = { constant(work, 1), zero_in(work) };
  expand_angle(work, f->parts[0], parts, &out->bottom);
  fmpq_mpoly_set(out->top.sum, parts[f->op == OP_COS ? 0 : 1].sum, work->ring->context);
  if (f->op == OP_TAN) fmpq_mpoly_set(out->bottom.sum, parts[0].sum, work->ring->context);
  polynomial_clear(&parts[0]);
  polynomial_clear(&parts[1]);
}

// The recursion is at most FORMULA_DEEPEST levels deep.
static Ratio ratio_of(Work *work, const Formula *f)
{
  Ratio ratio = { zero_in(work), constant(work, 1) };
  if (f->kind == FORMULA_SUM) {
    add_terms(work, f, &ratio);
  } else if (f->kind == FORMULA_PRODUCT) {
    multiply_factors(work, f, &ratio);
  } else if (formula_is_number(f)) {
    fmpq_mpoly_set_fmpq(ratio.top.sum, f->expr->form->number, work->ring->context);
  } else if (is_open_call(f)) {
    expand_call(work, f, &ratio);
  } else {
    fmpq_mpoly_gen(ratio.top.sum, polynomial_find_atom(work->ring, f, false), work->ring->context);
  }
  return ratio;
}

// ---- conversion to sines and cosines

// 2^(degree/2) * S^a C^(degree - a) for an even degree: S^2 = (1 - cos)/2, C^2 = (1 + cos)/2, S C =
// sin/2.
static Polynomial circle_power(const Work *work, const Basic *basic, int a, int degree)
{
  int odd = a % 2;
  Polynomial sine = binomial(work, 0, 1, basic->sine, 1, (ulong)odd);
  Polynomial minus = binomial(work, 1, -1, basic->cosine, 1, (ulong)(a / 2));
  Polynomial plus = binomial(work, 1, 1, basic->cosine, 1, (ulong)((degree - a - odd) / 2));
  return times(times(sine, minus), plus);
}

// Replaces powers t^a of a form of the given degree by S^a C^(degree - a).
static void leave_tangent(const Work *work, Polynomial *p, const Basic *basic, int degree)
{
  const fmpq_mpoly_ctx_struct *context = work->ring->context;
  Polynomial result = zero_in(work), coefficient = zero_in(work);
  const slong variable_place[] = { basic->tangent };
  for (int a = 0; a <= degree; a++) {
    const ulong exponent[] = { (ulong)a };
    fmpq_mpoly_get_coeff_vars_ui(coefficient.sum, p->sum, variable_place, exponent, 1, context);
    if (polynomial_term_count(&coefficient) == 0) continue;
    Polynomial power = circle_power(work, basic, a, degree);
    fmpq_mpoly_mul(power.sum, power.sum, coefficient.sum, context);
    fmpq_mpoly_add(result.sum, result.sum, power.sum, context);
    polynomial_clear(&power);
  }
  polynomial_clear(&coefficient);
  replace(p, result);
}

// ---- factors

// A form in C and S of all angles: a polynomial in t that is homogenised to the given degrees,
// which may exceed its own degree.
typedef struct Piece {
  Polynomial p;
  int degrees[MAX_ANGLES];
  int exponent;
} Piece;

typedef struct Pieces {
  const Work *work;
  PolynomialWriter write;
  void *context;
  Piece *at;
  int count;
  int capacity;
  fmpq_t number;
} Pieces;

static void push_piece(Pieces *pieces, Piece piece)
{
  pieces->at = memory_room(pieces->at, pieces->count, &pieces->capacity, sizeof pieces->at[0]);
  pieces->at[pieces->count++] = piece;
}

static bool is_odd(const Pieces *pieces, const Piece *piece)
{
  for (int k = 0; k < pieces->work->count; k++) {
    if (piece->degrees[k] % 2 != 0) return true;
  }
  return false;
}

static bool has_same_parity(const Pieces *pieces, const Piece *a, const Piece *b)
{
  for (int k = 0; k < pieces->work->count; k++) {
    if ((a->degrees[k] - b->degrees[k]) % 2 != 0) return false;
  }
  return true;
}

// Returns true if p is 1 + t^2 = (C^2 + S^2)/C^2 for one of the angles.
static bool is_unit(const Work *work, const Polynomial *p)
{
  bool is_found = false;
  for (int k = 0; k < work->count && !is_found; k++) {
    Polynomial unit = binomial(work, 1, 1, work->basics[k].tangent, 2, 1);
    is_found = fmpq_mpoly_equal(unit.sum, p->sum, work->ring->context);
    polynomial_clear(&unit);
  }
  return is_found;
}

// Adds the factors of the numerator or denominator, and accumulates in `cosines` the remaining
// exponents of C for each angle.
static bool push_factors(Pieces *pieces, const Polynomial *p, int sign, int cosines[])
{
  const Work *work = pieces->work;
  PolynomialProduct found;
  if (!polynomial_factor(p, &found)) return false;
  fmpq_pow_si(found.number, found.number, sign);
  fmpq_mul(pieces->number, pieces->number, found.number);
  for (int i = 0; i < found.count; i++) {
    Piece piece = { .exponent = sign * found.exponents[i] };
    for (int k = 0; k < work->count; k++) {
      piece.degrees[k] = (int)fmpq_mpoly_degree_si(found.factors[i].sum, work->basics[k].tangent,
                                                   work->ring->context);
      cosines[k] -= piece.exponent * piece.degrees[k];
    }
    if (is_unit(work, &found.factors[i])) continue;
    piece.p = polynomial_copy(&found.factors[i]);
    push_piece(pieces, piece);
  }
  polynomial_product_clear(&found);
  return true;
}

static Piece piece_times(const Pieces *pieces, const Piece *a, const Piece *b, int exponent)
{
  Piece product = { .p = polynomial_copy(&a->p), .exponent = exponent };
  fmpq_mpoly_mul(product.p.sum, product.p.sum, b->p.sum, pieces->work->ring->context);
  for (int k = 0; k < pieces->work->count; k++)
    product.degrees[k] = a->degrees[k] + b->degrees[k];
  return product;
}

// Converts to sines and cosines; all degrees must be even.
static Polynomial circle_of(const Work *work, const Piece *piece)
{
  Polynomial p = polynomial_copy(&piece->p);
  for (int k = 0; k < work->count; k++)
    leave_tangent(work, &p, &work->basics[k], piece->degrees[k]);
  return p;
}

static uint32_t score_of(const Pieces *pieces, const Piece *a, const Piece *b)
{
  Piece product = piece_times(pieces, a, b, 1);
  Polynomial p = circle_of(pieces->work, &product);
  uint32_t score = pieces->write(&p, pieces->context)->score;
  polynomial_clear(&p);
  polynomial_clear(&product.p);
  return score;
}

// Finds two pieces of odd degree, both in the numerator or both in the denominator, whose product
// has even degree: pairs with equal exponents are preferred, then the shorter product. Returns
// false if there are none.
static bool best_pair(const Pieces *pieces, int *first, int *second)
{
  bool is_found = false, is_best_equal = false;
  uint32_t best = 0;
  for (int i = 0; i < pieces->count; i++) {
    const Piece *a = &pieces->at[i];
    if (a->exponent == 0 || !is_odd(pieces, a)) continue;
    for (int j = i + 1; j < pieces->count; j++) {
      const Piece *b = &pieces->at[j];
      bool is_beside = b->exponent != 0 && (a->exponent > 0) == (b->exponent > 0);
      if (!is_beside || !has_same_parity(pieces, a, b)) continue;
      bool is_equal = a->exponent == b->exponent;
      if (is_best_equal && !is_equal) continue;
      uint32_t score = score_of(pieces, a, b);
      if (is_found && is_equal == is_best_equal && score >= best) continue;
      is_found = true;
      is_best_equal = is_equal;
      best = score;
      *first = i;
      *second = j;
    }
  }
  return is_found;
}

static void join_pairs(Pieces *pieces)
{
  int i, j;
  while (best_pair(pieces, &i, &j)) {
    Piece *a = &pieces->at[i], *b = &pieces->at[j];
    int common = abs(a->exponent) < abs(b->exponent) ? a->exponent : b->exponent;
    Piece product = piece_times(pieces, a, b, common);
    a->exponent -= common;
    b->exponent -= common;
    push_piece(pieces, product);
  }
}

// x^e with an even e is (x^2)^(e/2); for an odd e one factor x remains.
static void square_pieces(Pieces *pieces)
{
  int count = pieces->count;
  for (int i = 0; i < count; i++) {
    Piece *piece = &pieces->at[i];
    if (abs(piece->exponent) < 2 || !is_odd(pieces, piece)) continue;
    Piece square = piece_times(pieces, piece, piece, piece->exponent / 2);
    piece->exponent %= 2;
    push_piece(pieces, square);
  }
}

// Combines the remaining pieces of odd degree to one in the numerator and one in the denominator,
// multiplied by C of each angle as needed.
static void join_rest(Pieces *pieces)
{
  Piece rest[2] = { { .exponent = 1 }, { .exponent = -1 } };
  int found = 0;
  for (int side = 0; side < 2; side++)
    rest[side].p = constant(pieces->work, 1);
  for (int i = 0; i < pieces->count; i++) {
    Piece *piece = &pieces->at[i];
    if (piece->exponent == 0 || !is_odd(pieces, piece)) continue;
    int side = piece->exponent < 0;
    Piece product = piece_times(pieces, &rest[side], piece, rest[side].exponent);
    polynomial_clear(&rest[side].p);
    rest[side] = product;
    piece->exponent = 0;
    found++;
  }
  for (int side = 0; side < 2; side++) {
    for (int k = 0; k < pieces->work->count && found > 0; k++)
      rest[side].degrees[k] += rest[side].degrees[k] % 2;  // both sides are odd, or neither
    if (found > 0) {
      push_piece(pieces, rest[side]);
    } else {
      polynomial_clear(&rest[side].p);
    }
  }
}

// ---- complete fractions

static bool factor_ratio(Pieces *pieces, const Ratio *ratio)
{
  const Work *work = pieces->work;
  int cosines[MAX_ANGLES] = { 0 };
  if (!push_factors(pieces, &ratio->top, 1, cosines)) return false;
  if (!push_factors(pieces, &ratio->bottom, -1, cosines)) return false;
  for (int k = 0; k < work->count; k++) {
    if (cosines[k] == 0) continue;
    Piece cosine = { .p = constant(work, 1), .exponent = cosines[k] };
    cosine.degrees[k] = 1;
    push_piece(pieces, cosine);
  }
  join_pairs(pieces);
  square_pieces(pieces);
  join_rest(pieces);
  return true;
}

static void fraction_of_pieces(const Pieces *pieces, PolynomialProduct *out)
{
  const Work *work = pieces->work;
  fmpq_init(out->number);
  fmpq_set(out->number, pieces->number);
  out->factors = memory_new((size_t)pieces->count + 1, sizeof(Polynomial));
  out->exponents = memory_new((size_t)pieces->count + 1, sizeof(int));
  out->count = 0;
  fmpq_t scale;
  fmpq_init(scale);
  for (int i = 0; i < pieces->count; i++) {
    const Piece *piece = &pieces->at[i];
    if (piece->exponent == 0) continue;
    int halves = 0;
    for (int k = 0; k < work->count; k++)
      halves += piece->degrees[k] / 2;
    Polynomial p = circle_of(work, piece);
    fmpq_set_si(scale, 2, 1);
    fmpq_pow_si(scale, scale, -(slong)halves);
    fmpq_mul(scale, scale, p.sum->content);  // content of FLINT: a number times coprime integers
    fmpq_one(p.sum->content);
    fmpq_pow_si(scale, scale, piece->exponent);
    fmpq_mul(out->number, out->number, scale);
    if (is_one(&p)) {
      polynomial_clear(&p);
      continue;
    }
    out->factors[out->count] = p;
    out->exponents[out->count++] = piece->exponent;
  }
  fmpq_clear(scale);
}

static bool fraction_of_ratio(Work *work, Ratio *ratio, PolynomialWriter write, void *context,
                              PolynomialProduct *out)
{
  cancel(work, ratio);
  if (work->has_failed || polynomial_term_count(&ratio->top) == 0) return false;
  Pieces pieces = { .work = work, .write = write, .context = context };
  fmpq_init(pieces.number);
  fmpq_one(pieces.number);
  bool is_done = factor_ratio(&pieces, ratio);
  if (is_done) fraction_of_pieces(&pieces, out);
  for (int i = 0; i < pieces.count; i++)
    polynomial_clear(&pieces.at[i].p);
  free(pieces.at);
  fmpq_clear(pieces.number);
  return is_done;
}

bool fraction_of(const Formula *f, FormulaMaker maker, PolynomialWriter write, void *context,
                 PolynomialProduct *out)
{
  Work work = { .maker = maker };
  bool is_done = find_angles(&work, f);
  if (is_done) {
    open_ring(&work, f);
    Polynomial first = zero_in(&work);
    work.has_failed = work.ring->atom_count > MAX_ATOMS;
    Ratio ratio = ratio_of(&work, f);
    is_done = fraction_of_ratio(&work, &ratio, write, context, out);
    ratio_clear(&ratio);
    polynomial_clear(&first);
  }
  for (int k = 0; k < work.count; k++)
    fmpq_clear(work.basics[k].unit);
  return is_done;
}
