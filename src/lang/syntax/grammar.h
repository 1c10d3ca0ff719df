// grammar.h -- the table of statements for tools.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_LANG_SYNTAX_GRAMMAR_H
#define BIELLE_LANG_SYNTAX_GRAMMAR_H

#include "base/record.h"

// The statements with their documentation, production (of grammar.ebnf), usage (of the reference in
// docs/language.md) and clauses; functions; units.
void grammar_record(Record *to);

#endif
