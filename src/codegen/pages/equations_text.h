// equations_text.h -- parts of pages of text that several kinds of pages have.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_PAGES_EQUATIONS_TEXT_H
#define BIELLE_CODEGEN_PAGES_EQUATIONS_TEXT_H

#include "codegen/pages/equations_page.h"

// Name, title, coordinates, notes.
void text_put_heading(const Page *page, Text *out);
// Words from `column` on, also in the lines behind the first.
void text_put_words(const char *words, int column, int width, Text *out);
// The lines of a section, each an equation; the signs below each other where no line is lost.
void text_put_lines(const Page *page, const PageSection *section, Text *out);

#endif
