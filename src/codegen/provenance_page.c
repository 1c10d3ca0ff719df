// provenance_page.c -- values and statements of explanations, for all media.
// SPDX-License-Identifier: MIT
#include "codegen/provenance_print.h"

#include "base/memory.h"

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

void provenance_put_statement(Span span, Text *out, bool *is_whole)
{
  *is_whole = true;
  if (!span.source) return;
  const char *bytes = span.source->bytes, *at = bytes + span.start;
  const char *end = bytes + span.source->length;
  while (at > bytes && at[-1] != '\n')
    at--;
  bool has_blank = false, is_begun = false;
  for (; at < end && *at != '\n' && *at != '#'; at++) {
    if (isspace((unsigned char)*at)) {
      has_blank = is_begun;
      continue;
    }
    if (has_blank) text_put_char(out, ' ');
    text_put_char(out, *at);
    has_blank = false;
    is_begun = true;
  }
  const char *text = text_string(out);
  char last = out->length > 0 ? text[out->length - 1] : ' ';
  *is_whole = !strchr(",([{", last);
}
