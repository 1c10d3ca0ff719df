// polynomial_factor.c -- irreducible factors.
//
// Most polynomials of mechanisms are irreducible, and most of these have first degree in some atom
// v: a*v + b is irreducible if and only if a and b have no common divisor. At a point of a prime
// field all atoms except one, y, are replaced by numbers; a common divisor that contains y would be
// detected there, provided that the degrees of a and b in y are preserved. This is tested first,
// for all y.
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "notation/forms/polynomial.h"

#include <flint/fmpq_mpoly_factor.h>
#include <flint/nmod_poly.h>

#include <stdlib.h>

// ---- irreducibility test without FLINT's factorisation

// a*v + b at a point.
typedef struct Image {
  const ulong *table;  // exponents, one row for each term
  ulong *values;       // values of the terms without v
  ulong *inverses;     // inverses of the atoms' values
  int term_count, atom_count;
  int v;
  nmod_t field;
} Image;

static ulong degree_of(const Image *image, int atom, ulong part)
{
  ulong degree = 0;
  const ulong *row = image->table;
  for (int i = 0; i < image->term_count; i++, row += image->atom_count) {
    if (row[image->v] == part && row[atom] > degree) degree = row[atom];
  }
  return degree;
}

// Computes a (part 1) or b (part 0) as a polynomial in y. Returns false if its degree decreases.
static bool image_in(const Image *image, int y, ulong part, nmod_poly_t out)
{
  const ulong *row = image->table;
  for (int i = 0; i < image->term_count; i++, row += image->atom_count) {
    if (row[image->v] != part) continue;
    ulong power = nmod_pow_ui(image->inverses[y], row[y], image->field);
    ulong value = nmod_mul(image->values[i], power, image->field);
    ulong sum = nmod_add(nmod_poly_get_coeff_ui(out, (slong)row[y]), value, image->field);
    nmod_poly_set_coeff_ui(out, (slong)row[y], sum);
  }
  return nmod_poly_degree(out) == (slong)degree_of(image, y, part);
}

static bool is_coprime_in(const Image *image, int y)
{
  if (degree_of(image, y, 0) == 0 || degree_of(image, y, 1) == 0) return true;
  nmod_poly_t a, b;
  nmod_poly_init_mod(a, image->field);
  nmod_poly_init_mod(b, image->field);
  bool is_true = image_in(image, y, 1, a) && image_in(image, y, 0, b);
  if (is_true) nmod_poly_gcd(a, a, b);
  is_true = is_true && nmod_poly_degree(a) == 0;
  nmod_poly_clear(a);
  nmod_poly_clear(b);
  return is_true;
}

// Returns an atom in which the polynomial has first degree and that is not a factor; -1 if there is
// none.
static int linear_atom(const Polynomial *p)
{
  fmpz_mpoly_t coefficient;
  fmpz_mpoly_init(coefficient, p->ring->context->zctx);
  int found = -1;
  for (int k = 0; k < p->ring->atom_count && found < 0; k++) {
    if (fmpq_mpoly_degree_si(p->sum, k, p->ring->context) != 1) continue;
    const slong atom[] = { k };
    const ulong exponent[] = { 0 };
    fmpz_mpoly_get_coeff_vars_ui(coefficient, p->sum->zpoly, atom, exponent, 1,
                                 p->ring->context->zctx);
    if (!fmpz_mpoly_is_zero(coefficient, p->ring->context->zctx)) found = k;
  }
  fmpz_mpoly_clear(coefficient, p->ring->context->zctx);
  return found;
}

// Returns true if irreducibility can be proved by this test.
static bool is_irreducible(const Polynomial *p)
{
  static const ulong PRIME = (UINT64_C(1) << 61) - 1;
  int v = linear_atom(p);
  if (v < 0) return false;
  int term_count = polynomial_term_count(p), atom_count = p->ring->atom_count;
  ulong *table = polynomial_exponents(p), *row = table;
  Image image = { .table = table,
                  .values = memory_new((size_t)term_count, sizeof(ulong)),
                  .inverses = memory_new((size_t)atom_count, sizeof(ulong)),
                  .term_count = term_count,
                  .atom_count = atom_count,
                  .v = v };
  nmod_init(&image.field, PRIME);
  for (int k = 0; k < atom_count; k++)
    image.inverses[k] = 1 + hash_join(PRIME, (uint64_t)k) % (PRIME - 1);
  for (int i = 0; i < term_count; i++, row += atom_count) {
    image.values[i] = fmpz_fdiv_ui(&p->sum->zpoly->coeffs[i], PRIME);
    for (int k = 0; k < atom_count; k++) {
      ulong power = k == v ? 1 : nmod_pow_ui(image.inverses[k], row[k], image.field);
      image.values[i] = nmod_mul(image.values[i], power, image.field);
    }
  }
  for (int k = 0; k < atom_count; k++)
    image.inverses[k] = nmod_inv(image.inverses[k], image.field);
  bool is_proved = true;
  for (int k = 0; k < atom_count && is_proved; k++)
    is_proved = k == v || is_coprime_in(&image, k);
  free(image.inverses);
  free(image.values);
  free(table);
  return is_proved;
}

// ---- products

static void product_init(PolynomialProduct *product, int count)
{
  *product = (PolynomialProduct){ .factors = memory_new((size_t)count + 1, sizeof(Polynomial)),
                                  .exponents = memory_new((size_t)count + 1, sizeof(int)),
                                  .count = count };
  fmpq_init(product->number);
}

void polynomial_product_clear(PolynomialProduct *product)
{
  for (int i = 0; i < product->count; i++)
    polynomial_clear(&product->factors[i]);
  free(product->factors);
  free(product->exponents);
  fmpq_clear(product->number);
}

bool polynomial_factor(const Polynomial *p, PolynomialProduct *out)
{
  const fmpq_mpoly_ctx_struct *context = p->ring->context;
  if (is_irreducible(p)) {
    product_init(out, 1);
    out->factors[0] = polynomial_copy(p);
    out->exponents[0] = 1;
    fmpq_set(out->number, p->sum->content);
    fmpq_one(out->factors[0].sum->content);
    return true;
  }
  fmpq_mpoly_factor_t found;
  fmpq_mpoly_factor_init(found, context);
  bool is_done = fmpq_mpoly_factor(found, p->sum, context);
  if (is_done) {
    product_init(out, (int)fmpq_mpoly_factor_length(found, context));
    fmpq_set(out->number, found->constant);
    for (int i = 0; i < out->count; i++) {
      out->factors[i] = polynomial_like(p);
      fmpq_mpoly_factor_swap_base(out->factors[i].sum, found, i, context);
      out->exponents[i] = (int)fmpq_mpoly_factor_get_exp_si(found, i, context);
    }
  }
  fmpq_mpoly_factor_clear(found, context);
  return is_done;
}

const Formula *polynomial_factored(const Polynomial *p, PolynomialWriter write, void *context)
{
  FormulaMaker maker = p->ring->maker;
  const Formula *result = NULL;
  PolynomialProduct product;
  if (!polynomial_factor(p, &product)) return NULL;
  if (product.count > 1 || (product.count == 1 && product.exponents[0] != 1)) {
    const Formula **bases = ARENA_ARRAY(maker.arena, const Formula *, product.count);
    for (int i = 0; i < product.count; i++)
      bases[i] = write(&product.factors[i], context);
    const Expr *number = expr_fraction(maker.pool, product.number);
    result = formula_product(maker, number, bases, product.exponents, product.count);
  }
  polynomial_product_clear(&product);
  return result;
}
