// text_reader.h -- reads printed formulas back; independent of the parser of the language.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_TESTS_TEXT_READER_H
#define BIELLE_TESTS_TEXT_READER_H

#include "symbolic/expr.h"

// The expression in `text`; its symbols must exist in the pool. NULL if it cannot be read.
const Expr *text_read(Pool *pool, const char *text);

#endif
