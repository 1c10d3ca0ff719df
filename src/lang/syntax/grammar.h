// grammar.h -- exports the table of statements for tools.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_SYNTAX_GRAMMAR_H
#define BIELLE_LANG_SYNTAX_GRAMMAR_H

#include "base/record.h"

// Records the statements with documentation, production (grammar.ebnf), usage (docs/language.md)
// and clauses; the functions; the units.
void grammar_record(Record *to);

#endif
