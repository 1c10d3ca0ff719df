// latex.h -- formulas in LaTeX's mathematics.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_LATEX_H
#define BIELLE_SYMBOLIC_LATEX_H

#include "base/text.h"
#include "symbolic/formula.h"

// A name as a symbol with subscripts: LG2 -> L_{G2}, theta1 and θ1 -> \theta_{1}, q1' ->
// \dot{q}_{1}, k_spring -> k_{\mathrm{spring}}, mass -> \mathrm{mass}.
void latex_put_name(Text *out, const char *name);

void formula_latex(const Formula *f, Text *out);

// The same as lines of an align environment, broken before a sign of the outermost sum where a
// line would pass `width` columns of plain text: "... \\" and "&\quad + ...".
void formula_latex_wrapped(const Formula *f, int width, Text *out);

#endif
