// print.h -- one expression as text or LaTeX.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_SYMBOLIC_PRINT_H
#define BIELLE_SYMBOLIC_PRINT_H

#include "base/text.h"
#include "symbolic/expr.h"

// The expression in the syntax of the description language, on one line: reading it back gives
// the same node.
void expr_print(const Expr *e, Text *out);

#endif
