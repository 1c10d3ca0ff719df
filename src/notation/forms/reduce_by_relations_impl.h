// reduce_by_relations_impl.h -- shared by reduce_by_relations.c and reduce_by_relations_solve.c.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_FORMS_REDUCE_BY_RELATIONS_IMPL_H
#define BIELLE_NOTATION_FORMS_REDUCE_BY_RELATIONS_IMPL_H

#include "notation/forms/fraction.h"
#include "notation/forms/reduce_by_relations.h"

enum {
  MODULO_ZEROS = 6,
  MODULO_RELATIONS = 200,
  MODULO_ATOMS = 12,
  MODULO_BEAM = 6,
};

struct Relations {
  FormulaMaker maker;
  FormCache *memo;
  int *left;  // number of forms that may still be tried
  const Formula *sums[MODULO_RELATIONS];
  int count;
  int plain_count;  // number of relations given directly, not derived
  // The given relations in sines and cosines of angles that are not sums, and the atoms they
  // consist of.
  const Formula *basic[MODULO_ZEROS];
  int basic_count;
  const Formula *atoms[MODULO_ATOMS];
  int atom_count;
};

// The shortest sums reached so far, shortest first.
typedef struct ModuloBeam {
  const Formula *at[MODULO_BEAM];
  bool is_left[MODULO_BEAM];  // true if its variants were generated
  int count;
} ModuloBeam;

// Convert to a sum of monomials with at most one sine or cosine. Return NULL if the expression is
// not a polynomial, or is too long.
const Formula *modulo_waves(FormulaMaker maker, const Expr *e, FormCache *memo);
const Formula *modulo_waves_of_polynomial(const Polynomial *p, FormCache *memo);
// The shortest sums found to be equal to a sum of waves, including itself.
ModuloBeam modulo_beam(const Relations *relations, const Formula *sum);
// Converts to one fraction. Returns false, with nothing to clear, if it would be too long.
bool modulo_fraction(const Relations *relations, const Formula *f, PolynomialProduct *out);
// Score of the shortest form. Decrements the number of forms that may still be tried.
uint32_t modulo_score(const Relations *relations, const Expr *e);

// Solves relations for one or two symbols and substitutes them in the expression, if the result is
// shorter and has no new divisor; otherwise returns e (reduce_by_relations_solve.c).
const Expr *modulo_solve(const Relations *relations, const Expr *e);

#endif
