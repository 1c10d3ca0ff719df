// record_json.c -- records as JSON: short elements and rows of tables are on one line, others have
// one member per line.
// SPDX-License-Identifier: MIT
#include "report/report.h"

#include <stdint.h>
#include <string.h>

enum { LINE_WIDTH = 100 };

static void put_string(const char *string, Text *out)
{
  text_put_json_string(out, string, strlen(string));
}

static void put_value(const Record *record, int indent, Text *out);

// Stops after `most` bytes; the caller then uses the other layout.
static void put_parts(const Record *record, int indent, bool is_on_one_line, size_t most, Text *out)
{
  bool is_list = record->kind == RECORD_LIST;
  size_t start = out->length;
  text_put_char(out, is_list ? '[' : '{');
  for (const Record *part = record->first; part; part = part->next) {
    if (out->length - start > most) return;
    if (part != record->first) text_put_char(out, ',');
    if (!is_on_one_line && part != record->first) {
      text_put_char(out, '\n');
      text_repeat(out, ' ', indent + 1);
    } else if (part != record->first) {
      text_put_char(out, ' ');
    }
    if (part->name) {
      put_string(part->name, out);
      text_put(out, ": ");
    }
    put_value(part, is_on_one_line ? -1 : indent + 1, out);
  }
  text_put_char(out, is_list ? ']' : '}');
}

static bool is_row(const Record *record)
{
  bool is_plain = record->kind == RECORD_LIST;
  for (const Record *part = record->first; part; part = part->next)
    is_plain = is_plain && (part->kind == RECORD_NUMBER || part->kind == RECORD_NULL);
  return is_plain;
}

// `indent` below 0: everything on the present line.
static void put_value(const Record *record, int indent, Text *out)
{
  size_t start = out->length;
  switch (record->kind) {
  case RECORD_NULL: text_put(out, "null"); break;
  case RECORD_FLAG: text_put(out, record->flag ? "true" : "false"); break;
  case RECORD_WHOLE: text_format(out, "%ld", record->whole); break;
  case RECORD_NUMBER: text_put_double_17(out, record->number); break;
  case RECORD_TEXT: put_string(record->text, out); break;
  case RECORD_LIST:
  case RECORD_OBJECT: {
    bool is_line = indent < 0 || is_row(record);
    put_parts(record, indent, true, is_line ? SIZE_MAX : LINE_WIDTH, out);
    if (is_line || out->length - start <= LINE_WIDTH) break;
    text_cut(out, start);
    put_parts(record, indent, false, SIZE_MAX, out);
    break;
  }
  }
}

void record_put_json(const Record *record, Text *out)
{
  put_value(record, 0, out);
  text_put_char(out, '\n');
}
