// provenance_json.c -- explanations for other programs: the content of the text form, in full.
// SPDX-License-Identifier: MIT
#include "codegen/pages/provenance_print.h"

#include <string.h>

// Puts "key": "string".
static void put_field(const char *key, const char *string, Text *out)
{
  text_format(out, "\"%s\": ", key);
  if (string) {
    text_put_json_string(out, string, strlen(string));
  } else {
    text_put(out, "null");
  }
}

static void put_value(const MathRow *row, Text *out)
{
  const char *text = row ? text_string(&row->text) : "0";
  text_put_json_string(out, text, strlen(text));
}

static void put_factor(const PageSection *section, const ProvenanceFactor *factor, Text *out)
{
  text_put_char(out, '{');
  put_field("name", factor->name, out);
  text_put(out, ", ");
  put_field("meaning", factor->meaning, out);
  text_put(out, ", ");
  put_field("axes", factor->axes, out);
  text_put(out, factor->axes ? ", \"value\": [" : ", \"value\": ");
  for (int i = 0; i < (factor->axes ? 3 : 1); i++) {
    if (i > 0) text_put(out, ", ");
    put_value(provenance_formula(section, factor->first + i), out);
  }
  text_put(out, factor->axes ? "]}" : "}");
}

static void put_part(const PageSection *section, const ProvenancePart *part, Text *out)
{
  text_put_char(out, '{');
  put_field("what", part->what, out);
  text_put(out, ", ");
  put_field("rule", part->rule, out);
  text_put(out, ", \"value\": ");
  put_value(provenance_formula(section, part->value), out);
  text_put(out, ", \"with\": [");
  for (int i = 0; i < part->factor_count; i++) {
    if (i > 0) text_put(out, ", ");
    put_factor(section, &part->factors[i], out);
  }
  text_put(out, "]}");
}

static void put_source(const PageSection *section, const ProvenanceSource *source, Text *out)
{
  text_put_char(out, '{');
  put_field("kind", source->kind, out);
  text_put(out, ", ");
  put_field("name", source->name, out);
  text_put(out, ", ");
  put_field("element", source->element, out);
  text_put(out, ", ");
  put_field("file", source->span.source ? source->span.source->name : NULL, out);
  text_format(out, ", \"line\": %d, ", span_place(source->span).line);
  Text statement = { 0 };
  provenance_put_statement(source->span, &statement);
  put_field("statement", text_string(&statement), out);
  text_free(&statement);
  text_put(out, ",\n     \"parts\": [");
  for (int p = 0, count = 0; p < source->part_count; p++) {
    if (!provenance_formula(section, source->parts[p].value)) continue;
    if (count++ > 0) text_put(out, ",\n      ");
    put_part(section, &source->parts[p], out);
  }
  text_put(out, "]}");
}

static void put_entry(const PageSection *section, const Provenance *entry, Text *out)
{
  text_put(out, "  {");
  put_field("entry", entry->key, out);
  text_put(out, ", \"value\": ");
  put_value(provenance_formula(section, 0), out);
  text_put(out, ", ");
  put_field("unit", entry->unit, out);
  text_put(out, ", ");
  put_field("meaning", entry->meaning, out);
  text_put(out, ",\n   \"sources\": [");
  for (int s = 0, count = 0; s < entry->source_count; s++) {
    if (!source_has_part(section, &entry->sources[s])) continue;
    text_put(out, count++ > 0 ? ",\n    " : "\n    ");
    put_source(section, &entry->sources[s], out);
  }
  text_put(out, "]}");
}

static void put_definitions(const PageSection *section, Text *out)
{
  text_put(out, ",\n \"definitions\": {");
  for (; section; section = section->next) {
    for (int i = 0; i < section->count; i++) {
      if (i > 0) text_put(out, ", ");
      put_value(&section->lines[i].label, out);
      text_put(out, ": ");
      put_value(&section->lines[i].formula, out);
    }
  }
  text_put_char(out, '}');
}

void provenance_print_json(const Explanation *explanation, Text *out)
{
  enum { ANY_WIDTH = 100 };
  Page *page = provenance_page(explanation, ANY_WIDTH);
  const PageSection *section = page->first;
  text_put_char(out, '{');
  put_field("name", explanation->equations->name, out);
  if (explanation->equations->note) {
    text_put(out, ",\n ");
    put_field("note", explanation->equations->note, out);
  }
  text_put(out, ",\n \"entries\": [\n");
  for (int i = 0; i < explanation->entry_count; i++, section = section->next) {
    if (i > 0) text_put(out, ",\n");
    put_entry(section, &explanation->entries[i], out);
  }
  text_put_char(out, ']');
  put_definitions(section, out);
  text_put(out, "}\n");
  page_free(page);
}
