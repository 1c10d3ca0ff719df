// equations_text.h -- page elements shared by several kinds of text pages.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_CODEGEN_PAGES_EQUATIONS_TEXT_H
#define BIELLE_CODEGEN_PAGES_EQUATIONS_TEXT_H

#include "codegen/pages/equations_page.h"

// Puts name, title, coordinates and notes.
void text_put_heading(const Page *page, Text *out);
// Puts words wrapped between `column` and `width`; lines after the first are indented to `column`.
void text_put_words(const char *words, int column, int width, Text *out);
// Puts the lines of a section, each an equation, with the equals signs aligned unless that costs a
// line.
void text_put_lines(const Page *page, const PageSection *section, Text *out);

#endif
