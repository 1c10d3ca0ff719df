// latex.h -- formulas in LaTeX's mathematics.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_LATEX_H
#define BIELLE_NOTATION_LATEX_H

#include "base/text.h"
#include "notation/shorthand.h"
#include "notation/formula.h"

// A name as a symbol with subscripts: LG2 -> L_{G2}, theta1 and θ1 -> \theta_{1}, q1' ->
// \dot{q}_{1}, k_spring -> k_{\mathrm{spring}}, mass -> \mathrm{mass}.
void latex_put_name(Text *out, const char *name);

// `names` may be NULL: nothing is abbreviated; otherwise C_{23} stands for cos(θ2 + θ3).
void formula_latex(const Formula *f, Shorthand *names, Text *out);

// The names that were given so far as lines of an align environment: C_{2} &= \cos \theta_{2}.
void latex_put_legend(const Shorthand *names, Text *out);

#endif
