// line_breaks.h -- long sums broken into lines. For the printers of symbolic/ only.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_LINE_BREAKS_H
#define BIELLE_NOTATION_LINE_BREAKS_H

#include "base/text.h"

// Writes `line`, which starts in column `column`, broken before " + " and " - " where it would pass
// `width` columns: outer sums before inner ones, terms aligned behind the bracket that holds them.
// A choice within a choice stands below it, "if(a, x," over "if(b, y, z))".
void break_lines(const Text *line, int column, int width, Text *out);

#endif
