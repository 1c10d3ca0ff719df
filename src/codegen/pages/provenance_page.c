// provenance_page.c -- values and statements of explanations, for all output formats.
// SPDX-License-Identifier: MIT
#include "codegen/pages/provenance_print.h"

#include "base/memory/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

Page *provenance_page(const Explanation *explanation, int width)
{
  static const PageStyle STYLE = { .medium = &PLAIN_TEXT,
                                   .definitions = "where",
                                   .is_complete = true };
  int count = explanation->entry_count;
  const char **keys = memory_new((size_t)count + 1, sizeof(*keys));
  for (int i = 0; i < count; i++)
    keys[i] = explanation->entries[i].key;
  EquationsPrint print = {
    .equations = explanation->equations, .keys = keys, .key_count = count, .width = width
  };
  Page *page = page_new(&print, &STYLE);
  page->print.keys = NULL;
  free(keys);
  return page;
}

const MathRow *provenance_formula(const PageSection *section, int value)
{
  for (int i = 0; i < section->count; i++) {
    if (section->lines[i].index == value) return &section->lines[i].formula;
  }
  return NULL;
}

bool source_has_part(const PageSection *section, const ProvenanceSource *source)
{
  for (int p = 0; p < source->part_count; p++) {
    if (provenance_formula(section, source->parts[p].value)) return true;
  }
  return false;
}

// Puts the words of a line up to its comment. Returns the end of the line.
static const char *put_line_of_source(const char *at, const char *end, Text *out)
{
  bool has_blank = out->length > 0;
  for (; at < end && *at != '\n' && *at != '#'; at++) {
    if (isspace((unsigned char)*at)) {
      has_blank = out->length > 0;
      continue;
    }
    if (has_blank) text_put_char(out, ' ');
    text_put_char(out, *at);
    has_blank = false;
  }
  while (at < end && *at != '\n')
    at++;
  return at;
}

// Returns true if a line ends in a comma or has an open bracket, and so continues.
static bool goes_on(const Text *text)
{
  int depth = 0;
  for (size_t i = 0; i < text->length; i++) {
    if (strchr("([{", text->bytes[i])) depth++;
    if (strchr(")]}", text->bytes[i])) depth--;
  }
  return text->length > 0 && (depth > 0 || text->bytes[text->length - 1] == ',');
}

void provenance_put_statement(Span span, Text *out)
{
  enum { LONGEST = 200 };
  if (!span.source) return;
  const char *bytes = span.source->bytes, *at = bytes + span.start;
  const char *end = bytes + span.source->length;
  while (at > bytes && at[-1] != '\n')
    at--;
  Text text = { 0 };
  at = put_line_of_source(at, end, &text);
  while (at < end && goes_on(&text) && text.length < LONGEST)
    at = put_line_of_source(at + 1, end, &text);
  text_put_bytes(out, text.bytes, text.length);
  if (goes_on(&text)) text_put(out, " ...");
  text_free(&text);
}
