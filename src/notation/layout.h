// layout.h -- the text of one level of a formula: its own signs, brackets and numbers, and where
// its parts go. Shared by those who write the text and those who count its columns.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_LAYOUT_H
#define BIELLE_NOTATION_LAYOUT_H

#include "base/text.h"
#include "notation/formula.h"

typedef struct Layout Layout;
struct Layout {
  void (*put_text)(Layout *layout, const char *text);
  // Without its sign if it has one in front.
  void (*put_part)(Layout *layout, const Formula *part, bool is_unsigned);
  const char *brackets[2];
};

// In brackets if it does not hold together as tightly as `least`.
void layout_put_bracketed(Layout *layout, const Formula *f, Precedence least);
// A sum, product or call, without its minus if it is a negative product.
void lay_out(Layout *layout, const Formula *f);
// Has the text of a formula a sign of its own, one that is not the sign of its first term?
static inline bool formula_has_sign(const Formula *f)
{
  return (f->kind == FORMULA_PRODUCT || f->kind == FORMULA_ATOM) && formula_is_negative(f);
}

#endif
