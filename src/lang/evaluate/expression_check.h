// expression_check.h -- checks that an expression of the pool has the value of the text.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_EVALUATE_EXPRESSION_CHECK_H
#define BIELLE_LANG_EVALUATE_EXPRESSION_CHECK_H

#include "lang/resolve/resolve_impl.h"
#include "symbolic/field/fingerprint.h"

// Returns true if the quantity, evaluated from `e` without errors, has the value of the text. The
// scope must be that of the evaluation.
bool expression_is_right(Resolver *resolver, const Node *e, const Quantity *quantity);

// ---- declarations shared by the files of the check

// Evaluation in real numbers at a random point, with every operation perturbed
// (expression_numbers.c).
typedef struct Sample {
  const double *given;  // given values, in text order
  const int *sizes;     // numbers of components, in the same order
  uint64_t state;       // random state of the perturbations
  double largest;       // largest number so far: a sum small relative to it may be rounding
} Sample;

typedef struct Walk {
  Resolver *resolver;
  uint64_t seed;
  bool has_functions;  // functions may occur whose identities the prime fields do not represent
  Sample *sample;      // NULL: values in the prime fields
} Walk;

// Returns true if `e` is a name, a rate, or a function of the mechanism or of the user. These are
// the leaves of the check: their value is taken from the evaluation.
bool expression_is_given(const Node *e);
Quantity expression_given(Resolver *resolver, const Node *e);
// Fingerprint of a part that is a number.
Fingerprint expression_value(Walk *w, const Node *e);
// Writes the components of the text as real numbers.
void expression_sample(Sample *sample, const Node *e, double out[MAX_COMPONENTS]);

// ---- expression_angle.c

// Writes the unit in SI without its powers of pi; returns the exponent of pi.
int unit_of(const UnitFactor *unit, fmpq_t out);
// Fingerprint of a function whose argument is read as a linear form.
Fingerprint value_at_argument(Walk *w, Operator op, const Node *argument);

// ---- expression_numbers.c

// Returns the number, perturbed.
double sample_number(Sample *sample, double x);
// Returns the perturbed value of the operator; NaN outside its domain.
double sample_applied(Sample *sample, Operator op, const double a[MAX_ARITY]);
// Numerical test at a few random points: returns false only if the quantity certainly differs from
// the value of the text.
bool numbers_agree(Resolver *resolver, const Node *e, const Quantity *quantity);

#endif
