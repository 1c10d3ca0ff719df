// latex_lines.h -- how wide a formula in LaTeX is on paper, and where its lines are broken.
//
// Widths are tenths of a point in an article of 11pt with Computer Modern, estimated from above: a
// few classes of letters, the spaces around operators, scripts in their smaller size.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_LATEX_LINES_H
#define BIELLE_NOTATION_LATEX_LINES_H

#include "base/text.h"

enum {
  LATEX_TEXT_WIDTH = 3550,  // of a line on A4: 360pt, less what estimates may miss
  LATEX_EQUALS = 150,       // the sign between the sides of an equation
};

// Of what formula_latex() and latex_put_name() write.
int latex_width(const char *formula, size_t length);

// Writes the formula in lines of at most `width` for an align environment: broken before a sign,
// outer sums first, else before a factor: "... \\" and "&\quad + ...". Brackets that stay open are
// closed and opened again with \right. and \left. on either side.
void latex_wrap(const Text *formula, int width, Text *out);

#endif
