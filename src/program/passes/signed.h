// signed.h -- steps with explicit signs: a + (-b) is a - b, (-a)*b is -(a*b).
//
// Lowering fills a list of steps; each pass reads a list and writes a better one. Signs are kept
// separately from the steps and are absorbed by sums and products; a NEG step is created only where
// no operation can absorb the sign.
//
// The translation check reads the argument of a sine, cosine, tangent or exponential from the steps
// as a linear form. The steps of such a form and its atoms are pinned: passes may move signs inside
// the form, but leave its products and atoms unchanged.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_PASSES_SIGNED_H
#define BIELLE_PROGRAM_PASSES_SIGNED_H

#include "symbolic/steps.h"

// A step or its negative.
typedef struct Signed {
  int place;
  bool is_minus;
} Signed;

// Appends op(args) with the signs of the arguments absorbed or moved out. Literals are combined;
// factors 1 and terms 0 are removed.
Signed signed_apply(Steps *steps, Operator op, const Signed args[]);
// Appends op(args) verbatim with explicit signs, for atoms of linear forms.
Signed signed_as_written(Steps *steps, Operator op, const Signed args[]);
// Returns a step with the value of `value`, creating a NEG step only if necessary.
int signed_positive(Steps *steps, Signed value);

Signed signed_add(Steps *steps, Signed a, Signed b);
Signed signed_multiply(Steps *steps, Signed a, Signed b);
Signed signed_integer(Steps *steps, long number);

#endif
