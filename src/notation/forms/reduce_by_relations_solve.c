// reduce_by_relations_solve.c -- solves relations for one or two of their symbols, and checks the
// divisors that this introduces.
//
// Substituting a symbol introduces divisors. With z1*q1 + z2*q2 = 0 the gear ratio z1/z2 equals
// -q2/q1, which is undefined where the gear train starts; and a*cos(p)/(b*cos(q)) of a crank and
// its rod equals tan(q)/tan(p). Such forms are rejected: every divisor of a form must be a divisor
// of the given expression, or equal to one.
// SPDX-License-Identifier: MIT
#include "notation/forms/condense.h"
#include "notation/forms/reduce_by_relations_impl.h"

enum { MAX_DIVISORS = 40 };

// ---- substitution

// A sum that is zero, as coefficient*atom + rest.
typedef struct Linear {
  const Expr *coefficient, *rest;
} Linear;

// Returns false if the sum does not contain the atom, or is not of first degree in it.
static bool linear_in(FormulaMaker maker, const Formula *sum, const Formula *atom, Linear *out)
{
  const Formula *inverse =
      formula_product(maker, expr_integer(maker.pool, 1), &atom, (const int[]){ -1 }, 1);
  *out = (Linear){ expr_integer(maker.pool, 0), expr_integer(maker.pool, 0) };
  for (int i = 0; i < formula_term_count(sum); i++) {
    const Formula *term = formula_term(sum, i);
    int degree = 0;
    for (int k = 0; k < formula_factor_count(term); k++) {
      if (formula_compare(formula_factor_at(term, k), atom) == 0)
        degree = formula_exponent_at(term, k);
    }
    if (degree > 1) return false;
    const Formula *pair[] = { term, inverse };
    const Formula *without = formula_product(maker, expr_integer(maker.pool, 1), pair, NULL, 2);
    const Expr **place = degree == 1 ? &out->coefficient : &out->rest;
    *place = expr_add(*place, expr_of_formula(maker.pool, degree == 1 ? without : term));
  }
  return !expr_is_zero(out->coefficient);
}

// Substitution of atoms by other expressions.
typedef struct Replacement {
  const Formula *atoms[2];
  const Formula *by[2];
  const Expr *divisors[2];  // divisors of the substituted expressions
  int count;
} Replacement;

// Returns NULL if the substitution divides by zero.
static const Formula *replaced(FormulaMaker maker, const Formula *f, const Replacement *r)
{
  for (int i = 0; i < r->count; i++) {
    if (formula_compare(f, r->atoms[i]) == 0) return r->by[i];
  }
  if (f->kind != FORMULA_SUM && f->kind != FORMULA_PRODUCT) return f;
  const Formula **parts = ARENA_ARRAY(maker.arena, const Formula *, f->count);
  for (int i = 0; i < f->count; i++) {
    parts[i] = replaced(maker, f->parts[i], r);
    if (!parts[i]) return NULL;
    bool is_zero = formula_is_number(parts[i]) && expr_is_zero(parts[i]->expr);
    if (is_zero && f->kind == FORMULA_PRODUCT && f->exponents[i] < 0) return NULL;
  }
  return f->kind == FORMULA_SUM ? formula_sum(maker, parts, f->count)
                                : formula_product(maker, f->expr, parts, f->exponents, f->count);
}

static int term_count_of(const PolynomialProduct *fraction)
{
  int count = 0;
  for (int i = 0; i < fraction->count; i++)
    count += polynomial_term_count(&fraction->factors[i]);
  return count;
}

// ---- divisors

// The permitted divisors of a fraction: the factors of its own divisors and of expressions equal to
// these by the relations. The given fraction is undefined only where one of them is zero.
typedef struct Divisors {
  const Expr *at[MAX_DIVISORS];
  int count;
} Divisors;

static bool is_divisor(const Divisors *divisors, const Expr *factor)
{
  for (int i = 0; i < divisors->count; i++) {
    if (expr_is_number(expr_div(factor, divisors->at[i]))) return true;
  }
  return false;
}

// Returns false if there are too many, or if the sum is too long.
static bool add_factors(const Relations *relations, const Formula *sum, Divisors *divisors)
{
  PolynomialProduct factors;
  if (!modulo_fraction(relations, sum, &factors)) return false;
  int i = 0;
  for (; i < factors.count && divisors->count < MAX_DIVISORS; i++) {
    const Formula *factor = formula_of_polynomial(&factors.factors[i]);
    const Expr *e = expr_of_formula(relations->maker.pool, factor);
    if (factors.exponents[i] > 0 && !is_divisor(divisors, e)) divisors->at[divisors->count++] = e;
  }
  bool is_done = i == factors.count;
  polynomial_product_clear(&factors);
  return is_done;
}

// The sums that are equal to a factor by the relations.
static ModuloBeam beam_of_factor(const Relations *relations, const Polynomial *factor)
{
  const Formula *sum = modulo_waves_of_polynomial(factor, relations->memo);
  return sum ? modulo_beam(relations, sum) : (ModuloBeam){ .count = 0 };
}

static Divisors divisors_of(const Relations *relations, const PolynomialProduct *fraction)
{
  Divisors divisors = { .count = 0 };
  for (int i = 0; i < fraction->count; i++) {
    if (fraction->exponents[i] > 0) continue;
    add_factors(relations, formula_of_polynomial(&fraction->factors[i]), &divisors);
    ModuloBeam beam = beam_of_factor(relations, &fraction->factors[i]);
    for (int k = 0; k < beam.count; k++)
      add_factors(relations, beam.at[k], &divisors);
  }
  return divisors;
}

// Returns true if the factor is equal to a product of divisors.
static bool is_equal_to_divisors(const Relations *relations, const Divisors *divisors,
                                 const Polynomial *factor)
{
  ModuloBeam beam = beam_of_factor(relations, factor);
  for (int k = 0; k < beam.count; k++) {
    Divisors factors = { .count = 0 };
    bool are_all = add_factors(relations, beam.at[k], &factors);
    for (int i = 0; i < factors.count && are_all; i++)
      are_all = is_divisor(divisors, factors.at[i]);
    if (are_all) return true;
  }
  return false;
}

// An expression whose atoms are substituted, and the best result so far.
typedef struct Solving {
  const Relations *relations;
  const Formula *given;
  Divisors divisors;  // of the given expression
  int size;
  const Expr *best;
  uint32_t least;
} Solving;

// Permitted divisors of a form.
typedef struct Allowed {
  const Relations *relations;
  const Divisors *divisors;  // of the given expression
  Divisors solved;           // divisors introduced by solving the relations
  bool are_solvable;         // the relations can be solved wherever the given expression is defined
} Allowed;

static bool is_of_parameters(const Expr *e) { return e->form->stage <= STAGE_PARAMETER; }

static bool allowed_of(const Solving *solving, const Replacement *r, Allowed *out)
{
  const Relations *relations = solving->relations;
  *out = (Allowed){ relations, &solving->divisors, { .count = 0 }, true };
  for (int i = 0; i < r->count; i++) {
    const Formula *divisor = formula_of(r->divisors[i], relations->maker.arena);
    if (!add_factors(relations, divisor, &out->solved)) return false;
  }
  for (int i = 0; i < out->solved.count && out->are_solvable; i++) {
    const Expr *e = out->solved.at[i];
    out->are_solvable = is_of_parameters(e) || is_divisor(out->divisors, e);
  }
  return true;
}

// Where a divisor of the result is zero, either a divisor of the given fraction is zero or the
// relations cannot be solved. In the latter case the mechanism may be regular, so the divisor is
// rejected, unless the relations can be solved wherever the fraction is defined, or the divisor
// depends on parameters alone.
static bool is_allowed(const Allowed *allowed, const Polynomial *factor)
{
  const Relations *relations = allowed->relations;
  const Expr *e = expr_of_formula(relations->maker.pool, formula_of_polynomial(factor));
  if (is_divisor(allowed->divisors, e)) return true;
  bool is_solvable = allowed->are_solvable || is_of_parameters(e);
  if (is_solvable && !is_divisor(&allowed->solved, e)) return true;
  return is_equal_to_divisors(relations, allowed->divisors, factor);
}

// Returns true if the expression may be divided by f (is_below), or by the denominators of f.
static bool may_divide(const Allowed *allowed, const Formula *f, bool is_below)
{
  PolynomialProduct factors;
  if (!modulo_fraction(allowed->relations, f, &factors)) return false;
  bool are_allowed = true;
  for (int i = 0; i < factors.count && are_allowed; i++) {
    bool divides = is_below == (factors.exponents[i] > 0);
    are_allowed = !divides || is_allowed(allowed, &factors.factors[i]);
  }
  polynomial_product_clear(&factors);
  return are_allowed;
}

// A tangent is a quotient with a cosine as denominator.
static bool has_only_allowed(const Allowed *allowed, const Formula *f)
{
  if (f->kind == FORMULA_ATOM || f->stage <= STAGE_LITERAL) return true;
  if (f->kind == FORMULA_CALL && f->op == OP_TAN) return may_divide(allowed, f, false);
  for (int i = 0; i < f->count; i++) {
    const Formula *part = f->parts[i];
    bool is_below = f->kind == FORMULA_PRODUCT && f->exponents[i] < 0;
    if (is_below && !may_divide(allowed, part, true)) return false;
    bool is_cotangent = is_below && part->kind == FORMULA_CALL && part->op == OP_TAN;
    if (!is_cotangent && !has_only_allowed(allowed, part)) return false;
  }
  return true;
}

// Returns true if the expression is one short fraction; others are not considered further.
static bool is_short(const Solving *solving, const Formula *f)
{
  enum { SLACK = 2 };  // for example 1 - x^2 counts as (1 - x)*(1 + x)
  PolynomialProduct fraction;
  if (!modulo_fraction(solving->relations, f, &fraction)) return false;
  bool is_short = term_count_of(&fraction) <= solving->size + SLACK;
  polynomial_product_clear(&fraction);
  return is_short;
}

static void try_replacement(Solving *solving, const Replacement *r)
{
  const Relations *relations = solving->relations;
  FormulaMaker maker = relations->maker;
  Allowed allowed;
  if ((*relations->left)-- <= 0) return;
  const Formula *other = replaced(maker, solving->given, r);
  if (!other || !is_short(solving, other)) return;
  const Expr *e = expr_of_formula(maker.pool, other);
  const Formula *shortest = condense_next(e, maker.arena, relations->memo);
  if (shortest->score >= solving->least) return;
  if (!allowed_of(solving, r, &allowed) || !has_only_allowed(&allowed, shortest)) return;
  solving->best = e;
  solving->least = shortest->score;
}

// Solves one relation for one atom.
static void try_atoms(Solving *solving, const Formula *sum)
{
  const Relations *relations = solving->relations;
  FormulaMaker maker = relations->maker;
  for (int k = 0; k < relations->atom_count; k++) {
    Linear line;
    if (!linear_in(maker, sum, relations->atoms[k], &line)) continue;
    const Expr *value = expr_neg(expr_div(line.rest, line.coefficient));
    Replacement r = { .atoms = { relations->atoms[k] },
                      .by = { formula_of(value, maker.arena) },
                      .divisors = { line.coefficient },
                      .count = 1 };
    try_replacement(solving, &r);
  }
}

// Solves two relations for two symbols.
static void try_pairs(Solving *solving, const Formula *first, const Formula *second)
{
  const Relations *relations = solving->relations;
  FormulaMaker maker = relations->maker;
  for (int k = 0; k < relations->atom_count; k++) {
    for (int n = k + 1; n < relations->atom_count; n++) {
      const Formula *x = relations->atoms[k], *y = relations->atoms[n];
      Linear a, b, ay, by;
      if (x->kind == FORMULA_CALL || y->kind == FORMULA_CALL) continue;
      if (!linear_in(maker, first, x, &a) || !linear_in(maker, second, x, &b)) continue;
      // eliminating x leaves one equation for y
      const Expr *left = expr_sub(expr_mul(a.rest, b.coefficient), expr_mul(b.rest, a.coefficient));
      const Formula *sum = modulo_waves(maker, left, relations->memo);
      if (!sum || !linear_in(maker, sum, y, &ay)) continue;
      const Formula *rest = modulo_waves(maker, a.rest, relations->memo);
      if (!rest) continue;
      const Expr *value = expr_neg(expr_div(ay.rest, ay.coefficient));
      if (!linear_in(maker, rest, y, &by)) by = (Linear){ expr_integer(maker.pool, 0), a.rest };
      const Expr *other = expr_add(expr_mul(by.coefficient, value), by.rest);
      other = expr_neg(expr_div(other, a.coefficient));
      Replacement r = { .atoms = { x, y },
                        .by = { formula_of(other, maker.arena), formula_of(value, maker.arena) },
                        .divisors = { a.coefficient, ay.coefficient },
                        .count = 2 };
      try_replacement(solving, &r);
    }
  }
}

static const Formula *formula_of_fraction(FormulaMaker maker, const PolynomialProduct *fraction)
{
  const Formula **factors = ARENA_ARRAY(maker.arena, const Formula *, fraction->count + 1);
  for (int i = 0; i < fraction->count; i++)
    factors[i] = formula_of_polynomial(&fraction->factors[i]);
  const Expr *number = expr_fraction(maker.pool, fraction->number);
  return formula_product(maker, number, factors, fraction->exponents, fraction->count);
}

const Expr *modulo_solve(const Relations *relations, const Expr *e)
{
  enum { FEW = 8 };
  FormulaMaker maker = relations->maker;
  PolynomialProduct fraction;
  const Formula *as_built = formula_of(e, maker.arena);
  if (!modulo_fraction(relations, as_built, &fraction)) return e;
  Solving solving = { .relations = relations,
                      .given = formula_of_fraction(maker, &fraction),
                      .divisors = divisors_of(relations, &fraction),
                      .best = e,
                      .least = modulo_score(relations, e) };
  solving.size = term_count_of(&fraction);
  polynomial_product_clear(&fraction);
  for (int i = 0; i < relations->basic_count; i++) {
    if (formula_term_count(relations->basic[i]) == 2) try_atoms(&solving, relations->basic[i]);
    for (int j = i + 1; j < relations->basic_count && solving.size > FEW; j++)
      try_pairs(&solving, relations->basic[i], relations->basic[j]);
  }
  return solving.best;
}
