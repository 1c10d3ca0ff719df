// parser.h -- tokens to tree; every syntax error of the text is reported.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_PARSER_H
#define BIELLE_LANG_PARSER_H

#include "lang/ast.h"

// The tree of `source`; the caller frees it. A statement with a syntax error is in it, marked
// broken, so that later stages know the names that it would have declared.
Ast *parser_read(const Source *source, Diagnostics *diagnostics);

#endif
