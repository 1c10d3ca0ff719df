// latex.h -- formulas in LaTeX's mathematics.
//
// Widths are tenths of a point in an article of 11pt with Computer Modern, estimated from above: a
// few classes of letters, the spaces around operators, scripts in their smaller size.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_PRINT_LATEX_H
#define BIELLE_NOTATION_PRINT_LATEX_H

#include "notation/print/row.h"

// Lines of an align environment: "... \\" and "&\quad + ...". Brackets that stay open are closed
// and opened again with \right. and \left. on either side.
extern const OutputFormat LATEX;

enum {
  LATEX_TEXT_WIDTH = 3550,  // of a line on A4: 360pt, less what estimates may miss
  LATEX_EQUALS = 150,       // the sign between the sides of an equation
  LATEX_QUAD = 110,         // what lines that go on are indented by
};

// Letters as they are, with the signs that LaTeX reads otherwise escaped.
void latex_put_letters(MathRow *row, LetterStyle style, const char *letters, size_t length);

#endif
