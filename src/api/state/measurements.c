// measurements.c -- measured data from CSV.
// SPDX-License-Identifier: MIT
#include "api/state/measurements.h"

#include "api/state/measure.h"
#include "api/state/state_list.h"
#include "base/text/c_locale.h"
#include "base/memory/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Reader {
  const Equations *equations;
  const Source *source;
  Arena *arena;
  Diagnostics *diagnostics;
  Measurements *out;
  double *factors;  // by column: factor to SI; NaN: not requested
  int capacity;
} Reader;

static const ValueSource SOURCES[] = { SOURCE_Q,       SOURCE_QD,     SOURCE_QDD,
                                       SOURCE_TORQUES, SOURCE_INPUTS, SOURCE_TIME };
enum { SOURCE_KINDS = sizeof SOURCES / sizeof SOURCES[0] };

static bool is_separator(char c) { return c == ',' || c == ';'; }

// The next cell without surrounding blanks and quotes; *at receives the position after it, a
// separator or the end of the line.
static Span next_cell(const Reader *reader, size_t *at, size_t end)
{
  const char *bytes = reader->source->bytes;
  size_t start = *at, stop;
  while (*at < end && !is_separator(bytes[*at]))
    ++*at;
  for (stop = *at; start < stop && strchr(" \t\"", bytes[start]);)
    start++;
  while (stop > start && strchr(" \t\"\r", bytes[stop - 1]))
    stop--;
  return span_at(reader->source, start, stop - start);
}

static bool wrong(const Reader *reader, Span span, const char *hint, const char *what,
                  const char *name)
{
  if (span.length == 0) span.length = 1;
  diagnostics_add(reader->diagnostics, SEVERITY_ERROR, span, hint, "%s'%s'", what, name);
  return false;
}

// ---- the heading

static int *place_in(const Reader *reader, const StatePlace *place)
{
  int unused;
  int *places = reader->out->columns.of[place->source];
  if (!places || !place->variable) return places;
  return places +
         (place->variable - variables_of_source(reader->equations, place->source, &unused));
}

static bool read_unit(const Reader *reader, Span cell, const char *unit, const StatePlace *place,
                      double *factor)
{
  *factor = 1;
  if (!unit) return true;
  const char *one = arena_format(reader->arena, "1 %s", unit);
  if (strcmp(unit, "1") == 0) return true;
  if (unit_value_parse(one, strlen(one), state_place_dimension(place), factor)) return true;
  const char *right = place->variable && place->variable->unit[0] ? place->variable->unit : NULL;
  const char *hint =
      right ? arena_format(reader->arena, "that of the coordinate is %s", right) : NULL;
  return wrong(reader, cell, hint, "a column cannot have the unit ", unit);
}

static bool read_name(Reader *reader, Span cell, int column)
{
  char *name = arena_copy_text(reader->arena, cell.source->bytes + cell.start, cell.length);
  char *bracket = strstr(name, " ["), *unit = NULL;
  StatePlace place;
  if (bracket && name[cell.length - 1] == ']') {
    name[cell.length - 1] = '\0';
    unit = bracket + 2;
    while (bracket > name && *bracket == ' ')
      *bracket-- = '\0';
  }
  reader->factors[column] = NAN;
  bool is_there = state_name_find(reader->equations, name, &place);
  int *own = is_there ? place_in(reader, &place) : NULL;
  if (!own) {
    reader->out->ignored++;
    return true;
  }
  if (*own >= 0) return wrong(reader, cell, NULL, "there are two columns of ", name);
  *own = column;
  return read_unit(reader, cell, unit, &place, &reader->factors[column]);
}

static void begin_columns(const Reader *reader)
{
  for (int k = 0; k < SOURCE_KINDS; k++) {
    int count = 1;
    if (SOURCES[k] != SOURCE_TIME) variables_of_source(reader->equations, SOURCES[k], &count);
    int *places = ARENA_ARRAY(reader->arena, int, count);
    for (int i = 0; i < count; i++)
      places[i] = -1;
    reader->out->columns.of[SOURCES[k]] = places;
  }
}

static bool read_heading(Reader *reader, size_t at, size_t end)
{
  bool is_good = true;
  int width = 1;
  for (size_t i = at; i < end; i++)
    width += is_separator(reader->source->bytes[i]);
  reader->out->width = width;
  reader->out->heading = span_at(reader->source, at, end - at);
  reader->factors = ARENA_ARRAY(reader->arena, double, width);
  begin_columns(reader);
  for (int c = 0; c < width; c++, at++)
    is_good = read_name(reader, next_cell(reader, &at, end), c) && is_good;
  return is_good;
}

// ---- rows

static bool read_number(const Reader *reader, Span cell, double *value)
{
  char *text = arena_copy_text(reader->arena, cell.source->bytes + cell.start, cell.length),
       *behind;
  *value = strtod(text, &behind);
  bool is_number = cell.length > 0 && *behind == '\0' && isfinite(*value);
  if (is_number) return true;
  return wrong(reader, cell, "a number, such as 0.25 or 1e-3", "no number: ", text);
}

static bool read_row(Reader *reader, size_t at, size_t end)
{
  Measurements *out = reader->out;
  size_t width = (size_t)out->width;
  ArenaMark mark = arena_mark(reader->arena);
  if (out->count == reader->capacity) {
    reader->capacity = 2 * reader->capacity + 64;
    out->rows = memory_grow(out->rows, (size_t)reader->capacity * width, sizeof(double));
  }
  double *row = out->rows + (size_t)out->count * width;
  Span line = span_at(reader->source, at, end - at);
  bool is_good = true;
  int c = 0;
  for (; at <= end; c++, at++) {
    Span cell = next_cell(reader, &at, end);
    if (c >= out->width) continue;
    row[c] = 0;
    if (isnan(reader->factors[c])) continue;
    is_good = read_number(reader, cell, &row[c]) && is_good;
    row[c] *= reader->factors[c];
  }
  arena_rewind(reader->arena, mark);
  if (c != out->width) {
    diagnostics_add(reader->diagnostics, SEVERITY_ERROR, line, NULL,
                    "a row of %d cells, below a heading of %d", c, out->width);
    return false;
  }
  out->count++;
  return is_good;
}

static bool is_blank(const Reader *reader, size_t at, size_t end)
{
  const char *bytes = reader->source->bytes;
  while (at < end && strchr(" \t\r", bytes[at]))
    at++;
  return at == end || bytes[at] == '#';
}

// Checks that times increase.
static bool check_time(const Reader *reader)
{
  const Measurements *out = reader->out;
  int column = out->columns.of[SOURCE_TIME][0];
  for (int k = 1; column >= 0 && k < out->count; k++) {
    double before = out->rows[(size_t)(k - 1) * (size_t)out->width + (size_t)column];
    double now = out->rows[(size_t)k * (size_t)out->width + (size_t)column];
    if (now > before) continue;
    diagnostics_add(reader->diagnostics, SEVERITY_ERROR, out->heading, NULL,
                    "times of the rows do not grow: %.9g s behind %.9g s in row %d", now, before,
                    k + 1);
    return false;
  }
  return true;
}

bool measurements_read(const Equations *equations, const Source *source, Arena *arena,
                       Diagnostics *diagnostics, Measurements *out)
{
  *out = (Measurements){ 0 };
  Reader reader = { equations, source, arena, diagnostics, out, NULL, 0 };
  bool is_good = true, has_heading = false;
  CLocale locale = c_locale_enter();
  for (size_t at = 0; at < source->length && !diagnostics_is_full(diagnostics);) {
    const char *stop = memchr(source->bytes + at, '\n', source->length - at);
    size_t end = stop ? (size_t)(stop - source->bytes) : source->length;
    if (!is_blank(&reader, at, end) && has_heading) {
      is_good = read_row(&reader, at, end) && is_good;
    } else if (!is_blank(&reader, at, end)) {
      has_heading = true;
      is_good = read_heading(&reader, at, end);
      if (!is_good) break;
    }
    at = end + 1;
  }
  c_locale_leave(locale);
  if (is_good && out->count == 0) {
    diagnostics_add(diagnostics, SEVERITY_ERROR, span_at(source, 0, 1),
                    "a line of names, \"t [s],q1 [rad],tau[q1] [N.m]\", then rows of numbers",
                    "there is nothing measured");
    return false;
  }
  return is_good && check_time(&reader);
}
