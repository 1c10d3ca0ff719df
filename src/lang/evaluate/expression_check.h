// expression_check.h -- the proof that an expression of the pool is what the text says.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_EVALUATE_EXPRESSION_CHECK_H
#define BIELLE_LANG_EVALUATE_EXPRESSION_CHECK_H

#include "lang/resolve/resolve_impl.h"
#include "symbolic/field/fingerprint.h"

// Has the quantity, evaluated from `e` without errors, the value of the text? The scope must be
// that of the evaluation.
bool expression_is_right(Resolver *resolver, const Node *e, const Quantity *quantity);

// ---- what the files of the check share

// Real numbers at a random point, every operation disturbed (expression_numbers.c).
typedef struct Sample {
  const double *given;  // in the order of the text
  const int *sizes;     // numbers of components, likewise
  uint64_t state;       // of the disturbances
  double largest;  // of all numbers so far: what is left of their sum may be an error of theirs
} Sample;

typedef struct Walk {
  Resolver *resolver;
  uint64_t seed;
  bool has_functions;  // there may be some whose rules the values do not see
  Sample *sample;      // NULL: values in the fields
} Walk;

// Is it a name, a rate, a function of the mechanism or of the user? There the check begins: with
// what it stands for.
bool expression_is_given(const Node *e);
Quantity expression_given(Resolver *resolver, const Node *e);
// The value of a part that is a number.
Fingerprint expression_value(Walk *w, const Node *e);
// The components of the text as real numbers.
void expression_sample(Sample *sample, const Node *e, double out[MAX_COMPONENTS]);

// ---- expression_angle.c

// The unit in SI but for powers of pi, whose exponent is the result.
int unit_of(const UnitFactor *unit, fmpq_t out);
// Value of a function that reads its argument as a linear form.
Fingerprint value_at_argument(Walk *w, Operator op, const Node *argument);

// ---- expression_numbers.c

// The number, disturbed.
double sample_number(Sample *sample, double x);
// The operator's value, disturbed; NaN where it has none.
double sample_applied(Sample *sample, Operator op, const double a[MAX_ARITY]);
// Has the quantity the value of the text, as far as real numbers at a few random points tell? False
// only if it certainly has not.
bool numbers_agree(Resolver *resolver, const Node *e, const Quantity *quantity);

#endif
