// latex.h -- formulas in LaTeX math mode.
//
// Widths are tenths of a point in an 11pt article with Computer Modern, estimated from above: a few
// classes of letters, the spaces around operators, scripts in their smaller size.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_PRINT_LATEX_H
#define BIELLE_NOTATION_PRINT_LATEX_H

#include "notation/print/row.h"

// Lines of an align environment: "... \\" and "&\quad + ...". Brackets that are open at the end of
// a line are closed with \right. and reopened with \left. on the next line.
extern const OutputFormat LATEX;

enum {
  LATEX_TEXT_WIDTH = 3550,  // of a line on A4: 360pt, less a margin for estimation errors
  LATEX_EQUALS = 150,       // the sign between the sides of an equation
  LATEX_QUAD = 110,         // indentation of continuation lines
};

// Writes letters, escaping characters that are special in LaTeX.
void latex_put_letters(MathRow *row, LetterStyle style, const char *letters, size_t length);

#endif
