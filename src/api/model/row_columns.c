// row_columns.c -- columns of a table of states, by name or by number.
// SPDX-License-Identifier: MIT
#include "api/model/row_columns.h"

#include "api/state/state_list.h"
#include "lang/evaluate/value_list.h"

#include <math.h>

static const Span NOWHERE = { 0 };

static RowColumn *default_columns(const Equations *equations, int number, Arena *arena,
                                  Diagnostics *diagnostics, int *count)
{
  static const char *const PRIMES[] = { "", "'", "''" };
  int n = equations->coordinate_count;
  *count = number == 0 ? 3 * n : number;
  if (n == 0 || *count % n != 0 || *count > 3 * n) {
    diagnostics_add(diagnostics, SEVERITY_ERROR, NOWHERE,
                    "say what they are: --columns \"q1, q1', u, t\"",
                    "%d columns are neither %d coordinates, nor their speeds too (%d), nor their "
                    "accelerations too (%d)",
                    *count, n, 2 * n, 3 * n);
    return NULL;
  }
  RowColumn *columns = ARENA_ARRAY(arena, RowColumn, *count);
  for (int c = 0; c < *count; c++) {
    int order = c / n, i = c % n;
    const char *name = arena_format(arena, "%s%s", equations->coordinates[i].name, PRIMES[order]);
    columns[c] = (RowColumn){ SOURCE_Q + (ValueSource)order, i, name };
  }
  return columns;
}

static bool is_there(const RowColumn columns[], int count, const RowColumn *column)
{
  for (int c = 0; c < count; c++) {
    if (columns[c].source == column->source && columns[c].index == column->index) return true;
  }
  return false;
}

static bool read_name(const Equations *equations, const char *name, RowColumn *column,
                      Diagnostics *diagnostics)
{
  StatePlace place;
  if (!state_name_find(equations, name, &place)) {
    diagnostics_add(diagnostics, SEVERITY_ERROR, NOWHERE,
                    "coordinates, their rates q', tau[q], inputs, states, discrete variables, t",
                    "there is nothing with the name '%s'", name);
    return false;
  }
  if (place.source == SOURCE_PARAMETERS) {
    diagnostics_add(diagnostics, SEVERITY_ERROR, NOWHERE, "give its value in --at",
                    "the parameter '%s' cannot be a column: it is the same for all states", name);
    return false;
  }
  int unused;
  const Variable *first = variables_of_source(equations, place.source, &unused);
  *column = (RowColumn){ place.source, place.variable ? (int)(place.variable - first) : 0, name };
  return true;
}

static RowColumn *named_columns(const Equations *equations, const char *names, Arena *arena,
                                Diagnostics *diagnostics, int *count)
{
  int capacity = 1;
  for (const char *at = names; *at; at++)
    capacity += *at == ',';
  RowColumn *columns = ARENA_ARRAY(arena, RowColumn, capacity);
  *count = 0;
  for (const char *at = names; *at;) {
    ListItem item;
    at = list_next(at, &item);
    const char *name = arena_copy_text(arena, item.name.text, item.name.length);
    RowColumn *column = &columns[*count];
    if (!read_name(equations, name, column, diagnostics)) return NULL;
    if (is_there(columns, *count, column)) {
      diagnostics_add(diagnostics, SEVERITY_ERROR, NOWHERE, NULL, "the column '%s' is given twice",
                      name);
      return NULL;
    }
    ++*count;
  }
  return columns;
}

RowColumn *row_columns_read(const Equations *equations, const char *names, int number, Arena *arena,
                            Diagnostics *diagnostics, int *count)
{
  if (!names) return default_columns(equations, number, arena, diagnostics, count);
  RowColumn *columns = named_columns(equations, names, arena, diagnostics, count);
  if (!columns || number == 0 || number == *count) return columns;
  diagnostics_add(diagnostics, SEVERITY_ERROR, NOWHERE, "each column has one name",
                  "the table has %d columns, and names are given to %d", number, *count);
  return NULL;
}

int row_not_finite(const double row[], int count)
{
  for (int c = 0; c < count; c++) {
    if (!isfinite(row[c])) return c;
  }
  return -1;
}

void row_columns_put(const RowColumn columns[], int count, const double row[], StateValues *state)
{
  for (int c = 0; c < count; c++)
    state_values(state, columns[c].source)[columns[c].index] = row[c];
}
