// provenance_print.h -- the origin of the terms of entries, as text and JSON.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_PAGES_PROVENANCE_PRINT_H
#define BIELLE_CODEGEN_PAGES_PROVENANCE_PRINT_H

#include "codegen/pages/equations_page.h"
#include "formulation/derived/provenance.h"

// Prints the explanation. Parts too long to be useful are also removed from `explanation` and
// replaced by dots.
void provenance_print_text(Explanation *explanation, int width, Text *out);
void provenance_print_json(const Explanation *explanation, Text *out);

// ---- shared by both

// Creates a page with one section for the values of each entry, on which every name is defined.
Page *provenance_page(const Explanation *explanation, int width);
// Returns the formula of a value, or NULL if it is zero.
const MathRow *provenance_formula(const PageSection *section, int value);
// Returns true if any part of the source has a nonzero value.
bool source_has_part(const PageSection *section, const ProvenanceSource *source);
// Puts the statement at this span of the description without comments and with single blanks
// between words. A long statement is truncated and ends in dots.
void provenance_put_statement(Span span, Text *out);

#endif
