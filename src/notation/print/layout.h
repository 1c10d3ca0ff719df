// layout.h -- one level of a formula as marks of a medium: its own signs, brackets and numbers, and
// where its parts go. Shared by those who write rows and those who count columns.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_PRINT_LAYOUT_H
#define BIELLE_NOTATION_PRINT_LAYOUT_H

#include "notation/formula/formula.h"
#include "notation/print/row.h"
#include "notation/print/shorthand.h"

// Terminals, and sources of the language. Widths are columns.
extern const OutputFormat PLAIN_TEXT;
// The same for people, who do not read more than PAGE_DIGITS digits of a number; and for a terminal
// that shows colours, where numbers and names that are defined on the page have one, whose
// sequences are counted nowhere.
enum { PAGE_DIGITS = 12 };
OutputFormat text_for_people(bool has_colour);

// Parts cut out of formulas (formula.h): `letter` and the number of their first use is their name.
typedef struct FormulaSubexpressions {
  const char *letter;
  const Formula **at;
  int count;
  int capacity;
} FormulaSubexpressions;

// A formula at the end of a row. `names` may be NULL: nothing is abbreviated. Parts that are cut
// out join the list; NULL: their definitions follow in the same row.
void row_put_formula(MathRow *row, const Formula *f, Shorthand *names, FormulaSubexpressions *cuts);
// The place of a part that was cut out, from 0, which joins the list; its name.
int cut_index(FormulaSubexpressions *cuts, const Formula *cut);
void cut_put_name(const FormulaSubexpressions *cuts, int index, Text *out);
void row_put_cut_name(MathRow *row, const FormulaSubexpressions *cuts, int index);
// The name of a value that is defined on the page.
void row_put_defined_name(MathRow *row, const char *name);

typedef struct Layout Layout;
struct Layout {
  const OutputFormat *medium;
  void (*put)(Layout *layout, const Mark *mark);
  // Without its sign if it has one in front.
  void (*put_part)(Layout *layout, const Formula *part, bool is_unsigned);
  Shorthand *names;  // NULL: nothing is abbreviated
  MathRow *paper;    // where fractions and scripts stand above each other; NULL: all on one line
};

// A sum, product or call without its short name, and without its minus if it is a negative product.
void lay_out(Layout *layout, const Formula *f);

// Without a sign: "12", "3/2", a fraction on paper.
void layout_put_number(Layout *layout, const fmpq *number);

static inline const char *layout_short_name(const Layout *layout, const Formula *f)
{
  return layout->names ? shorthand_name(layout->names, f) : NULL;
}
// Has the text of a formula a sign of its own, one that is not the sign of its first term?
static inline bool formula_has_sign(const Formula *f)
{
  return (f->kind == FORMULA_PRODUCT || f->kind == FORMULA_ATOM) && formula_is_negative(f);
}

#endif
