// equations_layout.h -- what the printers of equations share: formulas, definitions, shorthand.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_EQUATIONS_LAYOUT_H
#define BIELLE_CODEGEN_EQUATIONS_LAYOUT_H

#include "codegen/equations_print.h"
#include "symbolic/compact.h"
#include "symbolic/formula.h"

// The formula of an expression in the form that was asked for.
const Formula *layout_formula(const EquationsPrint *print, const Expr *e, Arena *arena);

// The named values below the printed quantities, each behind those that it needs. In the arena.
typedef struct NamedValues {
  const Expr **nodes;  // OP_NAMED
  int count;
} NamedValues;
NamedValues layout_named_values(const EquationsPrint *print, Arena *arena);

// Shorthand for the angles among the coordinates; NULL if it was not asked for.
CompactNames *layout_compact_names(const EquationsPrint *print, Arena *arena);

// Does the quantity have this entry's value already at the mirrored place above the diagonal?
bool layout_is_mirrored(const Quantity *quantity, int row, int column);

#endif
