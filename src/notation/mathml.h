// mathml.h -- formulas in MathML, for pages of the web (MathML Core).
// SPDX-License-Identifier: MIT
#ifndef BIELLE_NOTATION_MATHML_H
#define BIELLE_NOTATION_MATHML_H

#include "notation/row.h"

// Browsers break lines themselves: widths are not known.
extern const Medium MATHML;

// Text with <, > and & escaped.
void mathml_put_escaped(Text *out, const char *text);

#endif
