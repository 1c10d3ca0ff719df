// equations_layout.h -- formulas, definitions and shorthand, shared by the printers of equations.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_PAGES_EQUATIONS_LAYOUT_H
#define BIELLE_CODEGEN_PAGES_EQUATIONS_LAYOUT_H

#include "codegen/pages/equations_print.h"
#include "notation/print/shorthand.h"
#include "notation/formula/formula.h"

// Creates a cache of condensed formulas for EquationsPrint, in the arena. Values that recur, up to
// a sign or a factor of two, are printed alike and not condensed again.
struct FormulaMemory *layout_memory_new(Arena *arena);

// Returns the formula of an expression in the requested form.
const Formula *layout_formula(const EquationsPrint *print, const Expr *e, Arena *arena);

// Returns the formula of entry `index` of a quantity. An entry that contains another entry as a
// term refers to it by its label; a name that is the entry's own label is replaced by its
// definition.
const Formula *layout_entry(const EquationsPrint *print, const Quantity *quantity, int index,
                            Arena *arena);

// Returns the same formula or, where it is shorter, a reference to an earlier entry of equal or
// opposite value: M[1,4] = M[1,3], C[2,1] = -C[1,2].
const Formula *layout_short_entry(const EquationsPrint *print, const Quantity *quantity, int index,
                                  Arena *arena);

// Returns true if both are the same name for the same value, in one pool or in two.
bool layout_is_same_name(const Expr *a, const Expr *b);
// Returns true if a named value is an entry of a printed quantity under its own name.
bool layout_lists_name(const EquationsPrint *print, const Expr *named);

// Creates shorthand for the angles among the coordinates, for formulas of the pool. Returns NULL if
// it was not requested.
Shorthand *layout_compact_names(const EquationsPrint *print, Pool *pool, Arena *arena);

// Returns true if the entries are listed one by one, because they, the rows or the columns are
// named.
bool layout_is_listed(const Quantity *quantity);

// Returns true if the transposed entry above the diagonal has the same value.
bool layout_is_mirrored(const Quantity *quantity, int index);

// Returns true if an entry is listed (neither mirrored nor zero), or if any entry is zero.
bool layout_is_shown(const Quantity *quantity, int index);
bool layout_has_zeros(const Quantity *quantity);

#endif
