// provenance_print.h -- where the terms of entries come from, as text and JSON.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_PAGES_PROVENANCE_PRINT_H
#define BIELLE_CODEGEN_PAGES_PROVENANCE_PRINT_H

#include "codegen/pages/equations_page.h"
#include "formulation/derived/provenance.h"

// What nobody would read is left out, also from the explanation: dots stand for it.
void provenance_print_text(Explanation *explanation, int width, Text *out);
void provenance_print_json(const Explanation *explanation, Text *out);

// ---- what both share

// A page with the values of all entries, a section each, every name defined.
Page *provenance_page(const Explanation *explanation, int width);
// The formula of a value; NULL: zero.
const MathRow *provenance_formula(const PageSection *section, int value);
// Has any part of the source a value that is not zero?
bool source_has_part(const PageSection *section, const ProvenanceSource *source);
// The statement at this place of the description, single blanks between words, without comments;
// the beginning of a long one with dots behind it.
void provenance_put_statement(Span span, Text *out);

#endif
