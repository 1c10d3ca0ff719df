// diagnostics_print.c -- prints diagnostics as text and as JSON.
//
// A source line is shown with the caret under its span. The source may contain any bytes: whatever
// a terminal could not show in one column (control characters, invalid UTF-8) becomes '?', a tab is
// repeated in the caret's line so that both lines align, and of a long line only a window around
// the caret is shown.
// SPDX-License-Identifier: MIT
#include "base/messages/diagnostics.h"

#include "base/memory/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
  WINDOW_COLUMNS = 100,
  COLUMNS_BEFORE_CARET = 40,  // columns shown before the caret of a long line
  NUMBER_WIDTH = 5,           // width of the line number in the margin
};

// Bytes `start` to `end` of a source.
typedef struct Range {
  size_t start;
  size_t end;
} Range;

// Length of the UTF-8 sequence at `at`; 1 for an invalid byte.
static size_t step(const char *bytes, size_t at, size_t end)
{
  int length = text_utf8_length(bytes + at, end - at);
  return length > 0 ? (size_t)length : 1;
}

// The line that contains `offset`, without its line end (LF or CR LF).
static Range line_at(const Source *source, size_t offset)
{
  if (source->length == 0) return (Range){ 0, 0 };
  const char *bytes = source->bytes;
  const char *before = memrchr(bytes, '\n', offset);
  const char *behind = memchr(bytes + offset, '\n', source->length - offset);
  Range line = {
    .start = before != NULL ? (size_t)(before - bytes) + 1 : 0,
    .end = behind != NULL ? (size_t)(behind - bytes) : source->length,
  };
  if (behind != NULL && line.end > line.start && bytes[line.end - 1] == '\r') line.end--;
  return line;
}

// Diagnostics are printed in source order, so each line is counted only once.
static int line_number(LineCounter *count, const Source *source, size_t line_start)
{
  if (count->source != source || line_start < count->at) *count = (LineCounter){ source, 0, 1 };
  const char *bytes = source->bytes;
  for (; count->at < line_start; count->number++) {
    const char *end = memchr(bytes + count->at, '\n', line_start - count->at);
    count->at = (size_t)(end - bytes) + 1;  // always found: the line at line_start follows it
  }
  return count->number;
}

// The part of the span inside the source.
static Range span_range(Span span)
{
  size_t length = span.source->length;
  size_t start = span.start < length ? span.start : length;
  size_t rest = length - start;
  return (Range){ start, start + (span.length < rest ? span.length : rest) };
}

static int count_code_points(const char *bytes, Range range)
{
  int count = 0;
  for (size_t at = range.start; at < range.end; at += step(bytes, at, range.end))
    count++;
  return count;
}

// Start of the code point that contains the byte `offset` of the line.
static size_t code_point_start(const char *bytes, Range line, size_t offset)
{
  size_t at = line.start;
  while (at < line.end && at + step(bytes, at, line.end) <= offset) {
    at += step(bytes, at, line.end);
  }
  return at;
}

Place span_place_from(LineCounter *count, Span span)
{
  const Source *source = span.source;
  if (source == NULL) return (Place){ 0, 0 };
  size_t start = span_range(span).start;
  Range line = line_at(source, start);
  Range before = { line.start, code_point_start(source->bytes, line, start) };
  return (Place){ line_number(count, source, line.start),
                  1 + count_code_points(source->bytes, before) };
}

Place span_place(Span span) { return span_place_from(&(LineCounter){ 0 }, span); }

// ---- order of printing

typedef struct Rank {
  int source;  // sources are numbered in the order of their first diagnostic
  size_t start;
  int index;
} Rank;

static int rank_compare(const void *left, const void *right)
{
  const Rank *a = left;
  const Rank *b = right;
  if (a->source != b->source) return a->source < b->source ? -1 : 1;
  if (a->start != b->start) return a->start < b->start ? -1 : 1;
  return a->index < b->index ? -1 : a->index > b->index;
}

static int first_with_source(const Diagnostics *diagnostics, const Source *source)
{
  int first = 0;
  while (diagnostics_span(diagnostics, first).source != source)
    first++;
  return first;
}

// Indices of the diagnostics in source order; a note follows the message that it explains. The
// caller frees the result.
static Rank *sorted_ranks(const Diagnostics *diagnostics)
{
  int count = diagnostics_count(diagnostics);
  Rank *ranks = memory_new((size_t)count, sizeof *ranks);
  for (int i = 0; i < count; i++) {
    bool explains = i > 0 && diagnostics_severity(diagnostics, i) == SEVERITY_NOTE;
    Span span = diagnostics_span(diagnostics, i);
    ranks[i] = explains ? ranks[i - 1]
                        : (Rank){ first_with_source(diagnostics, span.source), span.start, i };
    ranks[i].index = i;
  }
  qsort(ranks, (size_t)count, sizeof *ranks, rank_compare);
  return ranks;
}

static const char *severity_name(Severity severity)
{
  switch (severity) {
  case SEVERITY_ERROR: return "error";
  case SEVERITY_INTERNAL: return "internal error";
  case SEVERITY_WARNING: return "warning";
  case SEVERITY_NOTE: return "note";
  }
  return "";
}

// ---- text output

// Returns true for control characters of ASCII and Latin-1 (U+0080 to U+009F), which a terminal
// could interpret.
static bool is_control(const char *bytes, size_t length)
{
  unsigned char first = (unsigned char)bytes[0];
  if (length == 1) return first < 0x20 || first >= 0x7F;
  return length == 2 && first == 0xC2 && (unsigned char)bytes[1] < 0xA0;
}

static void put_printable(Text *out, const char *bytes, Range range)
{
  for (size_t at = range.start; at < range.end;) {
    size_t length = step(bytes, at, range.end);
    bool is_layout = bytes[at] == '\t' || bytes[at] == '\n';
    if (is_control(bytes + at, length) && !is_layout) {
      text_put_char(out, '?');
    } else {
      text_put_bytes(out, bytes + at, length);
    }
    at += length;
  }
}

static void put_printable_string(Text *out, const char *string)
{
  put_printable(out, string, (Range){ 0, strlen(string) });
}

static int columns(const char *bytes, Range range)
{
  return text_columns(bytes + range.start, range.end - range.start);
}

// Offset of the byte at which column `column` (from 0) of the line begins.
static size_t offset_of_column(const char *bytes, Range line, int column)
{
  size_t at = line.start;
  int passed = 0;
  while (at < line.end) {
    size_t length = step(bytes, at, line.end);
    passed += text_columns(bytes + at, length);
    if (passed > column) break;
    at += length;
  }
  return at;
}

// The part of the line that is shown.
static Range window_around(const char *bytes, Range line, size_t caret)
{
  int total = columns(bytes, line);
  if (total <= WINDOW_COLUMNS) return line;
  int first = columns(bytes, (Range){ line.start, caret }) - COLUMNS_BEFORE_CARET;
  if (first > total - WINDOW_COLUMNS) first = total - WINDOW_COLUMNS;
  if (first <= 0) return (Range){ line.start, offset_of_column(bytes, line, WINDOW_COLUMNS) };
  return (Range){ offset_of_column(bytes, line, first),
                  offset_of_column(bytes, line, first + WINDOW_COLUMNS) };
}

// Writes blanks of the same width as the printed range; tabs are kept.
static void put_blanks(Text *out, const char *bytes, Range range)
{
  for (size_t at = range.start; at < range.end;) {
    size_t length = step(bytes, at, range.end);
    if (bytes[at] == '\t') {
      text_put_char(out, '\t');
    } else {
      text_repeat(out, ' ', text_columns(bytes + at, length));
    }
    at += length;
  }
}

static void put_source_line(Text *out, const char *bytes, Range line, Range window)
{
  if (line.start < line.end) text_put_char(out, ' ');
  if (window.start > line.start) text_put(out, "...");
  put_printable(out, bytes, window);
  if (window.end < line.end) text_put(out, "...");
  text_put_char(out, '\n');
}

// Writes the two lines below a message: source and caret. A span of several lines is underlined to
// the end of its first line.
static void put_excerpt(Text *out, Span span, int number, const char *hint)
{
  const char *bytes = span.source->length > 0 ? span.source->bytes : "";  // never NULL
  Range marked = span_range(span);
  Range line = line_at(span.source, marked.start);
  marked.start = code_point_start(bytes, line, marked.start);
  Range window = window_around(bytes, line, marked.start);
  if (marked.end > window.end) marked.end = window.end;

  size_t margin_start = out->length;
  text_format(out, "%*d", NUMBER_WIDTH, number);
  int margin = (int)(out->length - margin_start);
  text_put(out, " |");
  put_source_line(out, bytes, line, window);

  text_repeat(out, ' ', margin);
  text_put(out, " | ");
  if (window.start > line.start) text_put(out, "   ");
  put_blanks(out, bytes, (Range){ window.start, marked.start });
  text_put_char(out, '^');
  text_repeat(out, '~', columns(bytes, marked) - 1);
  if (hint != NULL) {
    text_put_char(out, ' ');
    put_printable_string(out, hint);
  }
  text_put_char(out, '\n');
}

static void put_diagnostic(Text *out, LineCounter *count, const Diagnostics *diagnostics, int index)
{
  Span span = diagnostics_span(diagnostics, index);
  const char *hint = diagnostics_hint(diagnostics, index);
  Place place = { 0 };
  if (span.source != NULL) {
    place = span_place_from(count, span);
    put_printable_string(out, span.source->name);
    text_format(out, ":%d:%d: ", place.line, place.column);
  }
  text_format(out, "%s: ", severity_name(diagnostics_severity(diagnostics, index)));
  put_printable_string(out, diagnostics_message(diagnostics, index));
  text_put_char(out, '\n');

  if (span.source != NULL) {
    put_excerpt(out, span, place.line, hint);
  } else if (hint != NULL) {
    text_repeat(out, ' ', NUMBER_WIDTH + 3);
    put_printable_string(out, hint);
    text_put_char(out, '\n');
  }
}

static void put_count(Text *out, int count, const char *noun)
{
  text_format(out, "%d %s%s", count, noun, count == 1 ? "" : "s");
}

static int count_kept(const Diagnostics *diagnostics, Severity severity)
{
  int count = 0;
  for (int i = 0; i < diagnostics_count(diagnostics); i++) {
    count += diagnostics_severity(diagnostics, i) == severity;
  }
  return count;
}

static void put_closing_count(Text *out, const Diagnostics *diagnostics)
{
  int errors = diagnostics_reported_count(diagnostics);
  int errors_kept =
      count_kept(diagnostics, SEVERITY_ERROR) + count_kept(diagnostics, SEVERITY_INTERNAL);
  int warnings = diagnostics_warning_count(diagnostics);
  int warnings_kept = count_kept(diagnostics, SEVERITY_WARNING);
  if (errors + warnings < 2) return;

  if (errors > 0) put_count(out, errors, "error");
  if (errors > 0 && warnings > 0) text_put(out, ", ");
  if (warnings > 0) put_count(out, warnings, "warning");
  if (errors > errors_kept) text_format(out, " (only the first %d errors are shown)", errors_kept);
  if (warnings > warnings_kept) text_put(out, " (only the first 100 warnings of a kind are shown)");
  text_put_char(out, '\n');
}

void diagnostics_print(const Diagnostics *diagnostics, Text *out)
{
  Rank *ranks = sorted_ranks(diagnostics);
  LineCounter count = { 0 };
  for (int i = 0; i < diagnostics_count(diagnostics); i++) {
    put_diagnostic(out, &count, diagnostics, ranks[i].index);
  }
  free(ranks);
  put_closing_count(out, diagnostics);
}

// ---- JSON output

static void put_json_string_or_null(Text *out, const char *string)
{
  if (string == NULL) {
    text_put(out, "null");
  } else {
    text_put_json_string(out, string, strlen(string));
  }
}

static void put_json_place(Text *out, LineCounter *count, Span span)
{
  if (span.source == NULL) {
    text_put(out, "\"file\": null, \"line\": null, \"column\": null, \"length\": null");
    return;
  }
  Place place = span_place_from(count, span);
  text_put(out, "\"file\": ");
  put_json_string_or_null(out, span.source->name);
  text_format(out, ", \"line\": %d, \"column\": %d, \"length\": %d", place.line, place.column,
              count_code_points(span.source->bytes, span_range(span)));
}

static void put_json_diagnostic(Text *out, LineCounter *count, const Diagnostics *diagnostics,
                                int index)
{
  text_put(out, "{");
  put_json_place(out, count, diagnostics_span(diagnostics, index));
  text_format(out, ", \"severity\": \"%s\", \"code\": ",
              severity_name(diagnostics_severity(diagnostics, index)));
  put_json_string_or_null(out, diagnostics_code(diagnostics, index));
  text_put(out, ", \"message\": ");
  put_json_string_or_null(out, diagnostics_message(diagnostics, index));
  text_put(out, ", \"hint\": ");
  put_json_string_or_null(out, diagnostics_hint(diagnostics, index));
  text_put(out, "}");
}

void diagnostics_print_json(const Diagnostics *diagnostics, Text *out)
{
  Rank *ranks = sorted_ranks(diagnostics);
  LineCounter count = { 0 };
  text_put(out, "[");
  for (int i = 0; i < diagnostics_count(diagnostics); i++) {
    text_put(out, i > 0 ? ",\n  " : "\n  ");
    put_json_diagnostic(out, &count, diagnostics, ranks[i].index);
  }
  text_put(out, diagnostics_count(diagnostics) > 0 ? "\n]\n" : "]\n");
  free(ranks);
}
