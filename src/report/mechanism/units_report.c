// units_report.c -- the unit of every parameter and input, and the expression from which it was
// deduced.
// SPDX-License-Identifier: MIT
#include "base/memory/table.h"
#include "report/report.h"

#include <ctype.h>
#include <string.h>

// The text of the place with each run of white space as one blank.
static void put_words(Span span, Text *out)
{
  bool is_apart = false;
  for (size_t i = 0; i < span.length; i++) {
    char c = span.source->bytes[span.start + i];
    bool is_blank = isspace((unsigned char)c) != 0;
    if (!is_blank && is_apart) text_put_char(out, ' ');
    if (!is_blank) text_put_char(out, c);
    is_apart = is_blank;
  }
}

// Prefix of a place in another file: "coulomb: " in the library, whose lines are not visible to the
// user; "parts.bl, line 3: " otherwise.
static void put_place(Span place, Span declared, Text *out)
{
  static const char WORD[] = "\nelement ";
  const char *element = NULL, *text = place.source->bytes;
  bool is_library = strcmp(place.source->name, "standard library") == 0;
  for (size_t i = 0; is_library && i < place.start; i++) {
    if (strncmp(text + i, WORD, sizeof WORD - 1) == 0) element = text + i + sizeof WORD - 1;
  }
  if (element) {
    text_format(out, "%.*s: ", (int)strcspn(element, "("), element);
    return;
  }
  if (place.source != declared.source) text_format(out, "%s, ", place.source->name);
  text_format(out, "line %d: ", span_place(place).line);
}

static void report_unit(Table *table, Record *row, const char *name, Dimension dimension,
                        Span found, Span declared, bool has_value)
{
  table_put(table, name);
  record_text(row, "name", name);
  Text *unit = table_cell(table);
  size_t start = unit->length;
  dimension_print(dimension, unit);
  record_text(row, "unit", text_string(unit) + start);
  Text *why = table_cell(table);
  start = why->length;
  if (!dimension.is_known) {
    text_put(why, has_value ? "a number; not determined further" : "not determined");
  } else if (!found.source) {
    text_put(why, "written there");
  } else {
    put_place(found, declared, why);
    put_words(found, why);
  }
  record_text(row, "known_from", text_string(why) + start);
}

static bool has_units(const Mechanism *mechanism)
{
  for (int i = 0; i < mechanism->parameter_count; i++) {
    if (mechanism->parameters[i].dimension.is_known) return true;
  }
  for (int i = 0; i < mechanism->input_count; i++) {
    if (mechanism->inputs[i].dimension.is_known) return true;
  }
  return false;
}

void mechanism_report_units(const Mechanism *mechanism, Record *record, Text *words)
{
  Record *list = record_list(record, "units");
  if (!has_units(mechanism)) {
    text_put(words, "  no unit is written; a text without any is not checked for units\n");
    return;
  }
  Table table = table_with_headings("name|unit|inferred from");
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    report_unit(&table, record_object(list, NULL), parameter->name, parameter->dimension,
                parameter->dimension_span, parameter->span, parameter->value != NULL);
  }
  for (int i = 0; i < mechanism->input_count; i++) {
    const Input *input = &mechanism->inputs[i];
    report_unit(&table, record_object(list, NULL), input->name, input->dimension,
                input->dimension_span, input->span, input->value != NULL);
  }
  table_end(&table, words);
}
