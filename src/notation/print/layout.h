// layout.h -- converts one level of a formula to marks of an output format: its signs, brackets and
// numbers, and the positions of its parts. Shared by the row writer and the column counter.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_PRINT_LAYOUT_H
#define BIELLE_NOTATION_PRINT_LAYOUT_H

#include "notation/formula/formula.h"
#include "notation/print/row.h"
#include "notation/print/shorthand.h"

// Plain text for terminals and for sources of the description language. Widths are columns.
extern const OutputFormat PLAIN_TEXT;
// Plain text for display, with at most PAGE_DIGITS digits of a number. With has_colour numbers and
// defined names are coloured for terminals; the escape sequences do not count as columns.
enum { PAGE_DIGITS = 12 };
OutputFormat text_for_people(bool has_colour);

// Parts extracted from formulas (formula.h). Their names consist of `letter` and the index of their
// first use.
typedef struct FormulaSubexpressions {
  const char *letter;
  const Formula **at;
  int count;
  int capacity;
} FormulaSubexpressions;

// Appends a formula to a row. `names` may be NULL: no abbreviations. Extracted parts are added to
// `cuts`; with `cuts` NULL their definitions follow in the same row.
void row_put_formula(MathRow *row, const Formula *f, Shorthand *names, FormulaSubexpressions *cuts);
// Returns the index (from 0) of an extracted part, which is added to the list if necessary; the
// other functions write its name.
int cut_index(FormulaSubexpressions *cuts, const Formula *cut);
void cut_put_name(const FormulaSubexpressions *cuts, int index, Text *out);
void row_put_cut_name(MathRow *row, const FormulaSubexpressions *cuts, int index);
// Writes the name of a value that is defined on the page.
void row_put_defined_name(MathRow *row, const char *name);

typedef struct Layout Layout;
struct Layout {
  const OutputFormat *medium;
  void (*put)(Layout *layout, const Mark *mark);
  // writes the part, without its leading sign if is_unsigned
  void (*put_part)(Layout *layout, const Formula *part, bool is_unsigned);
  Shorthand *names;  // NULL: no abbreviations
  MathRow *paper;    // set if fractions and scripts are typeset in two dimensions; NULL: one line
};

// Lays out a sum, product or call, not abbreviated; the minus of a negative product is omitted.
void lay_out(Layout *layout, const Formula *f);

// Writes a number without its sign: "12", "3/2", or a typeset fraction.
void layout_put_number(Layout *layout, const fmpq *number);

static inline const char *layout_short_name(const Layout *layout, const Formula *f)
{
  return layout->names ? shorthand_name(layout->names, f) : NULL;
}
// Returns true if the formula is printed with its own sign, other than the sign of its first
// term.
static inline bool formula_has_sign(const Formula *f)
{
  return (f->kind == FORMULA_PRODUCT || f->kind == FORMULA_ATOM) && formula_is_negative(f);
}

#endif
