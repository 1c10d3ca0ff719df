// reduce_by_relations_impl.h -- what modulo.c and modulo_solve.c share.
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
  int *left;  // forms that may still be tried
  const Formula *sums[MODULO_RELATIONS];
  int count;
  int plain_count;  // of those that were given
  // The given ones in sines and cosines of angles that are no sums, and what these are made of.
  const Formula *basic[MODULO_ZEROS];
  int basic_count;
  const Formula *atoms[MODULO_ATOMS];
  int atom_count;
};

// The shortest sums that steps lead to, the shortest first.
typedef struct ModuloBeam {
  const Formula *at[MODULO_BEAM];
  bool is_left[MODULO_BEAM];  // were its variants looked at?
  int count;
} ModuloBeam;

// As sums of waves. NULL: it is no polynomial, or too long a one.
const Formula *modulo_waves(FormulaMaker maker, const Expr *e, FormCache *memo);
const Formula *modulo_waves_of_polynomial(const Polynomial *p, FormCache *memo);
// What a sum of waves is equal to, itself included.
ModuloBeam modulo_beam(const Relations *relations, const Formula *sum);
// As one fraction; false, and nothing to clear, if that is too long.
bool modulo_fraction(const Relations *relations, const Formula *f, PolynomialProduct *out);
// Of the shortest form. Takes one of the forms that may be tried.
uint32_t modulo_score(const Relations *relations, const Expr *e);

// The expression with relations solved for one or two symbols, if that is shorter and has no new
// divisor; else e (modulo_solve.c).
const Expr *modulo_solve(const Relations *relations, const Expr *e);

#endif
