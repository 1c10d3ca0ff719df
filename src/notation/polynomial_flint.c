// polynomial_flint.c -- expansion, division and factoring by FLINT's multivariate polynomials.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "notation/polynomial.h"

#include <flint/fmpq_mpoly.h>
#include <flint/fmpq_mpoly_factor.h>

#include <stdlib.h>

// A product of a terms by b terms is tried if a*b is at most this many times the limit on terms.
enum { PRODUCT_WORK = 16, LARGEST_POWER = 64 };

static const PolynomialLimits GENEROUS = { .terms = 20000, .atoms = 200 };

// ---- tables and FLINT

static slong variable_count(const Polynomial *p) { return p->atom_count > 0 ? p->atom_count : 1; }

static void to_flint(fmpq_mpoly_t out, const Polynomial *p, const fmpq_mpoly_ctx_t context)
{
  ulong *exponents = memory_new((size_t)variable_count(p), sizeof exponents[0]);
  fmpq_mpoly_zero(out, context);
  for (int i = 0; i < p->term_count; i++) {
    for (int k = 0; k < p->atom_count; k++)
      exponents[k] = (ulong)polynomial_exponent(p, i, k);
    fmpq_mpoly_push_term_fmpq_ui(out, &p->coefficients[i], exponents, context);
  }
  fmpq_mpoly_sort_terms(out, context);
  fmpq_mpoly_combine_like_terms(out, context);
  free(exponents);
}

// Into a polynomial that has the atoms already.
static void from_flint(Polynomial *out, const fmpq_mpoly_t p, const fmpq_mpoly_ctx_t context)
{
  slong *exponents = memory_new((size_t)variable_count(out), sizeof exponents[0]);
  fmpq_t coefficient;
  fmpq_init(coefficient);
  slong count = fmpq_mpoly_length(p, context);
  for (slong i = 0; i < count; i++) {
    fmpq_mpoly_get_term_coeff_fmpq(coefficient, p, i, context);
    fmpq_mpoly_get_term_exp_si(exponents, p, i, context);
    int *row = polynomial_add_term(out, coefficient);
    for (int k = 0; k < out->atom_count; k++)
      row[k] = (int)exponents[k];
  }
  fmpq_clear(coefficient);
  free(exponents);
}

// ---- conversion

static bool is_atom(const Formula *f)
{
  return f->kind == FORMULA_CALL || (f->kind == FORMULA_ATOM && !formula_is_number(f));
}

// A factor that stays an atom whatever is inside: anything to a negative or a large power.
static bool is_opaque_power(const Formula *base, int exponent)
{
  return is_atom(base) || exponent < 0;
}

// No deeper than FORMULA_DEEPEST.
static bool find_atoms(Polynomial *p, const Formula *f, PolynomialLimits limits)
{
  if (p->atom_count > limits.atoms) return false;
  if (is_atom(f)) polynomial_atom(p, f, false);
  if (f->kind == FORMULA_ATOM || f->kind == FORMULA_CALL) return true;
  for (int i = 0; i < f->count; i++) {
    int exponent = f->kind == FORMULA_PRODUCT ? f->exponents[i] : 1;
    if (is_opaque_power(f->parts[i], exponent)) {
      polynomial_atom(p, f->parts[i], exponent < 0);
    } else if (exponent > LARGEST_POWER || !find_atoms(p, f->parts[i], limits)) {
      return false;
    }
  }
  return p->atom_count <= limits.atoms;
}

static int compare_plain_atoms(const void *a, const void *b)
{
  const PolynomialAtom *first = a, *second = b;
  if (first->is_inverse != second->is_inverse) return first->is_inverse ? 1 : -1;
  return formula_compare(first->base, second->base);
}

typedef struct Expansion {
  Polynomial *atoms;  // knows the columns
  const fmpq_mpoly_ctx_struct *context;
  PolynomialLimits limits;
} Expansion;

static bool expand(Expansion *expansion, const Formula *f, fmpq_mpoly_t out);

// a := a*b
static bool multiply(Expansion *expansion, fmpq_mpoly_t a, const fmpq_mpoly_t b)
{
  slong work = fmpq_mpoly_length(a, expansion->context) * fmpq_mpoly_length(b, expansion->context);
  if (work > (slong)PRODUCT_WORK * expansion->limits.terms) return false;
  fmpq_mpoly_mul(a, a, b, expansion->context);
  return fmpq_mpoly_length(a, expansion->context) <= expansion->limits.terms;
}

static bool multiply_power(Expansion *expansion, fmpq_mpoly_t product, const Formula *base,
                           int exponent)
{
  fmpq_mpoly_t factor;
  fmpq_mpoly_init(factor, expansion->context);
  bool is_done = expand(expansion, base, factor);
  for (int i = 0; i < exponent && is_done; i++)
    is_done = multiply(expansion, product, factor);
  fmpq_mpoly_clear(factor, expansion->context);
  return is_done;
}

static bool expand_product(Expansion *expansion, const Formula *f, fmpq_mpoly_t out)
{
  ulong *exponents = memory_new((size_t)variable_count(expansion->atoms), sizeof exponents[0]);
  for (int i = 0; i < f->count; i++) {
    if (!is_opaque_power(f->parts[i], f->exponents[i])) continue;
    int atom = polynomial_atom(expansion->atoms, f->parts[i], f->exponents[i] < 0);
    exponents[atom] = (ulong)abs(f->exponents[i]);
  }
  fmpq_mpoly_zero(out, expansion->context);
  fmpq_mpoly_push_term_fmpq_ui(out, f->expr->form->number, exponents, expansion->context);
  free(exponents);
  for (int i = 0; i < f->count; i++) {
    if (is_opaque_power(f->parts[i], f->exponents[i])) continue;
    if (!multiply_power(expansion, out, f->parts[i], f->exponents[i])) return false;
  }
  return true;
}

// Halves are added to halves, so that a long sum costs n log n.
static bool expand_terms(Expansion *expansion, const Formula *const terms[], int count,
                         fmpq_mpoly_t out)
{
  if (count == 1) return expand(expansion, terms[0], out);
  fmpq_mpoly_t second;
  fmpq_mpoly_init(second, expansion->context);
  bool is_done = expand_terms(expansion, terms, count / 2, out) &&
                 expand_terms(expansion, terms + count / 2, count - count / 2, second);
  if (is_done) fmpq_mpoly_add(out, out, second, expansion->context);
  fmpq_mpoly_clear(second, expansion->context);
  return is_done && fmpq_mpoly_length(out, expansion->context) <= expansion->limits.terms;
}

// No deeper than FORMULA_DEEPEST.
static bool expand(Expansion *expansion, const Formula *f, fmpq_mpoly_t out)
{
  if (formula_is_number(f)) {
    fmpq_mpoly_set_fmpq(out, f->expr->form->number, expansion->context);
    return true;
  }
  if (f->kind == FORMULA_SUM) return expand_terms(expansion, f->parts, f->count, out);
  if (f->kind == FORMULA_PRODUCT) return expand_product(expansion, f, out);
  fmpq_mpoly_gen(out, polynomial_atom(expansion->atoms, f, false), expansion->context);
  return true;
}

bool polynomial_of(const Formula *f, FormulaMaker maker, PolynomialLimits limits, Polynomial *out)
{
  polynomial_init(out, maker);
  if (!find_atoms(out, f, limits)) {
    polynomial_clear(out);
    return false;
  }
  if (out->atom_count > 1) {
    qsort(out->atoms, (size_t)out->atom_count, sizeof out->atoms[0], compare_plain_atoms);
  }
  fmpq_mpoly_ctx_t context;
  fmpq_mpoly_ctx_init(context, variable_count(out), ORD_LEX);
  fmpq_mpoly_t expanded;
  fmpq_mpoly_init(expanded, context);
  Expansion expansion = { out, context, limits };
  bool is_done = expand(&expansion, f, expanded);
  if (is_done) from_flint(out, expanded, context);
  fmpq_mpoly_clear(expanded, context);
  fmpq_mpoly_ctx_clear(context);
  if (!is_done) polynomial_clear(out);
  return is_done;
}

// ---- factors

// The atoms that occur: FLINT's work grows with the number of its variables.
typedef struct UsedAtoms {
  int *columns;
  int count;
} UsedAtoms;

static UsedAtoms used_atoms(const Polynomial *p)
{
  UsedAtoms used = { memory_new((size_t)p->atom_count + 1, sizeof(int)), 0 };
  for (int k = 0; k < p->atom_count; k++) {
    for (int i = 0; i < p->term_count; i++) {
      if (polynomial_exponent(p, i, k) == 0) continue;
      used.columns[used.count++] = k;
      break;
    }
  }
  return used;
}

// The same polynomial over the atoms that occur.
static void without_unused(const Polynomial *p, UsedAtoms used, Polynomial *out)
{
  polynomial_init(out, p->maker);
  for (int k = 0; k < used.count; k++) {
    const PolynomialAtom *atom = &p->atoms[used.columns[k]];
    polynomial_atom(out, atom->base, atom->is_inverse);
  }
  for (int i = 0; i < p->term_count; i++) {
    int *row = polynomial_add_term(out, &p->coefficients[i]);
    for (int k = 0; k < used.count; k++)
      row[k] = polynomial_exponent(p, i, used.columns[k]);
  }
}

// And back: over the atoms of `like`.
static void with_unused(const Polynomial *p, UsedAtoms used, const Polynomial *like,
                        Polynomial *out)
{
  polynomial_init(out, p->maker);
  polynomial_copy_atoms(out, like);
  for (int i = 0; i < p->term_count; i++) {
    int *row = polynomial_add_term(out, &p->coefficients[i]);
    for (int k = 0; k < used.count; k++)
      row[used.columns[k]] = polynomial_exponent(p, i, k);
  }
}

static int factor_over_all(const Polynomial *p, fmpq_t constant, PolynomialFactor **factors)
{
  fmpq_mpoly_ctx_t context;
  fmpq_mpoly_ctx_init(context, variable_count(p), ORD_LEX);
  fmpq_mpoly_t whole, base;
  fmpq_mpoly_init(whole, context);
  fmpq_mpoly_init(base, context);
  fmpq_mpoly_factor_t found;
  fmpq_mpoly_factor_init(found, context);
  to_flint(whole, p, context);
  int count = 0;
  *factors = NULL;
  if (fmpq_mpoly_factor(found, whole, context)) {
    count = (int)fmpq_mpoly_factor_length(found, context);
    fmpq_mpoly_factor_get_constant_fmpq(constant, found, context);
    *factors = memory_new((size_t)count + 1, sizeof(PolynomialFactor));
  }
  for (int i = 0; i < count; i++) {
    PolynomialFactor *factor = &(*factors)[i];
    polynomial_init(&factor->base, p->maker);
    polynomial_copy_atoms(&factor->base, p);
    fmpq_mpoly_factor_get_base(base, found, i, context);
    from_flint(&factor->base, base, context);
    factor->exponent = (int)fmpq_mpoly_factor_get_exp_si(found, i, context);
  }
  fmpq_mpoly_factor_clear(found, context);
  fmpq_mpoly_clear(base, context);
  fmpq_mpoly_clear(whole, context);
  fmpq_mpoly_ctx_clear(context);
  return count;
}

int polynomial_factor(const Polynomial *p, fmpq_t constant, PolynomialFactor **factors)
{
  UsedAtoms used = used_atoms(p);
  Polynomial narrow;
  without_unused(p, used, &narrow);
  int count = factor_over_all(&narrow, constant, factors);
  for (int i = 0; i < count; i++) {
    Polynomial wide;
    with_unused(&(*factors)[i].base, used, p, &wide);
    polynomial_clear(&(*factors)[i].base);
    (*factors)[i].base = wide;
  }
  polynomial_clear(&narrow);
  free(used.columns);
  return count;
}

void polynomial_free_factors(PolynomialFactor *factors, int count)
{
  for (int i = 0; i < count; i++)
    polynomial_clear(&factors[i].base);
  free(factors);
}

// ---- on expressions

const Formula *formula_expand(const Expr *e, Arena *arena)
{
  FormulaMaker maker = { e->pool, arena };
  const Formula *f = formula_of(e, arena);
  Polynomial p;
  if (polynomial_of(f, maker, GENEROUS, &p)) {
    f = formula_of_polynomial(&p);
    polynomial_clear(&p);
  }
  return f;
}

static const Formula *formula_of_factors(FormulaMaker maker, const fmpq_t constant,
                                         const PolynomialFactor *factors, int count)
{
  const Formula **bases = ARENA_ARRAY(maker.arena, const Formula *, count);
  int *exponents = ARENA_ARRAY(maker.arena, int, count);
  for (int i = 0; i < count; i++) {
    bases[i] = formula_of_polynomial(&factors[i].base);
    exponents[i] = factors[i].exponent;
  }
  return formula_product(maker, expr_fraction(maker.pool, constant), bases, exponents, count);
}

const Formula *formula_factor(const Expr *e, Arena *arena)
{
  FormulaMaker maker = { e->pool, arena };
  const Formula *f = formula_of(e, arena);
  Polynomial p;
  if (!polynomial_of(f, maker, GENEROUS, &p)) return f;
  fmpq_t constant;
  fmpq_init(constant);
  PolynomialFactor *factors = NULL;
  int count = polynomial_factor(&p, constant, &factors);
  if (count > 0) f = formula_of_factors(maker, constant, factors, count);
  polynomial_free_factors(factors, count);
  fmpq_clear(constant);
  polynomial_clear(&p);
  return f;
}

// The quotient of two tables over the same atoms.
static bool divide(const Polynomial *a, const Polynomial *b, Polynomial *quotient)
{
  fmpq_mpoly_ctx_t context;
  fmpq_mpoly_ctx_init(context, variable_count(a), ORD_LEX);
  fmpq_mpoly_t top, bottom;
  fmpq_mpoly_init(top, context);
  fmpq_mpoly_init(bottom, context);
  to_flint(top, a, context);
  to_flint(bottom, b, context);
  bool is_exact = fmpq_mpoly_divides(top, top, bottom, context);
  if (is_exact) from_flint(quotient, top, context);
  fmpq_mpoly_clear(bottom, context);
  fmpq_mpoly_clear(top, context);
  fmpq_mpoly_ctx_clear(context);
  return is_exact;
}

// p over its own atoms and those of `other`, in columns that both get the same way.
static void join_atoms(Polynomial *p, const Polynomial *other)
{
  for (int i = 0; i < other->atom_count; i++) {
    polynomial_atom(p, other->atoms[i].base, other->atoms[i].is_inverse);
  }
}

static void over_atoms_of(Polynomial *out, const Polynomial *p, const Polynomial *like)
{
  polynomial_copy_atoms(out, like);
  for (int i = 0; i < p->term_count; i++) {
    int *row = polynomial_add_term(out, &p->coefficients[i]);
    for (int k = 0; k < p->atom_count; k++) {
      row[polynomial_atom(out, p->atoms[k].base, p->atoms[k].is_inverse)] =
          polynomial_exponent(p, i, k);
    }
  }
}

static const Expr *divide_tables(Polynomial *a, const Polynomial *b)
{
  Polynomial divisor, quotient;
  polynomial_init(&divisor, a->maker);
  polynomial_init(&quotient, a->maker);
  join_atoms(a, b);
  over_atoms_of(&divisor, b, a);
  polynomial_copy_atoms(&quotient, a);
  const Expr *result = NULL;
  if (divide(a, &divisor, &quotient)) {
    result = expr_of_formula(a->maker.pool, formula_of_polynomial(&quotient));
  }
  polynomial_clear(&quotient);
  polynomial_clear(&divisor);
  return result;
}

const Expr *expr_divide_exactly(const Expr *a, const Expr *b)
{
  if (expr_is_zero(b)) return NULL;
  FormulaMaker maker = { a->pool, arena_new() };
  Polynomial top, bottom;
  const Expr *result = NULL;
  if (polynomial_of(formula_of(a, maker.arena), maker, GENEROUS, &top)) {
    if (polynomial_of(formula_of(b, maker.arena), maker, GENEROUS, &bottom)) {
      result = divide_tables(&top, &bottom);
      polynomial_clear(&bottom);
    }
    polynomial_clear(&top);
  }
  arena_free(maker.arena);
  return result;
}
