// equations_layout.h -- what the printers of equations share: formulas, definitions, shorthand.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_PAGES_EQUATIONS_LAYOUT_H
#define BIELLE_CODEGEN_PAGES_EQUATIONS_LAYOUT_H

#include "codegen/pages/equations_print.h"
#include "notation/print/shorthand.h"
#include "notation/formula/formula.h"

// A memory of condensed formulas, for EquationsPrint: values that occur again, up to a sign or a
// factor two, are written in the same way and not condensed again. In the arena.
struct FormulaMemory *layout_memory_new(Arena *arena);

// The formula of an expression in the form that was asked for.
const Formula *layout_formula(const EquationsPrint *print, const Expr *e, Arena *arena);

// The same for entry `index` of a quantity: an entry that holds another as a term is written with
// the label of that one, a name that is its own label by its definition.
const Formula *layout_entry(const EquationsPrint *print, const Quantity *quantity, int index,
                            Arena *arena);

// The same, or, where it is shorter, an earlier entry of the same value or its negative by its
// place: M[1,4] = M[1,3], C[2,1] = -C[1,2].
const Formula *layout_short_entry(const EquationsPrint *print, const Quantity *quantity, int index,
                                  Arena *arena);

// Is it the same name for the same value, in one pool or in two?
bool layout_is_same_name(const Expr *a, const Expr *b);
// Is a named value an entry of a printed quantity under its own name?
bool layout_lists_name(const EquationsPrint *print, const Expr *named);

// Shorthand for the angles among the coordinates, for formulas of the pool; NULL if it was not
// asked for.
Shorthand *layout_compact_names(const EquationsPrint *print, Pool *pool, Arena *arena);

// Are its entries listed one by one, because they, its rows or its columns have names?
bool layout_is_listed(const Quantity *quantity);

// Does the quantity have this entry's value already at the mirrored place above the diagonal?
bool layout_is_mirrored(const Quantity *quantity, int index);

// Is an entry listed: neither mirrored nor zero? Is any entry zero?
bool layout_is_shown(const Quantity *quantity, int index);
bool layout_has_zeros(const Quantity *quantity);

#endif
