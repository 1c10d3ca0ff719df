// signed.h -- steps with their signs: a + (-b) is a - b, (-a)*b is -(a*b).
//
// Lowering fills a list of steps, each pass reads one and writes a better one. Signs travel beside
// the steps and are absorbed by the sums and products that they meet; a NEG step is made only where
// nothing can absorb the sign.
//
// The translation check reads the argument of a sine, cosine, tangent or exponential as a linear
// form off the steps. Steps of such a form and its atoms are pinned: passes may move signs inside
// the form but leave its products and atoms as they are.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_PROGRAM_PASSES_SIGNED_H
#define BIELLE_PROGRAM_PASSES_SIGNED_H

#include "symbolic/steps.h"

// A step or its negative.
typedef struct Signed {
  int place;
  bool is_minus;
} Signed;

// op(args) with the signs of the arguments absorbed or moved out; literals are combined, factors 1
// and terms 0 vanish.
Signed signed_apply(Steps *steps, Operator op, const Signed args[]);
// op(args) as it is, signs made explicit: for atoms of linear forms.
Signed signed_as_written(Steps *steps, Operator op, const Signed args[]);
// A step with the value of `value`; makes a NEG step if there is no other way.
int signed_positive(Steps *steps, Signed value);

Signed signed_add(Steps *steps, Signed a, Signed b);
Signed signed_multiply(Steps *steps, Signed a, Signed b);
Signed signed_integer(Steps *steps, long number);

#endif
