// resolve_table.c -- functions given by points, in a file or in the text.
//
// A file has a row on each line, its numbers separated by commas, semicolons, blanks or tabs. Empty
// lines, lines that begin with # and one line of headings are passed over.
// SPDX-License-Identifier: MIT
#include "base/c_locale.h"
#include "base/file.h"
#include "base/memory.h"
#include "lang/resolve_impl.h"
#include "symbolic/literal.h"
#include "symbolic/table_function.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Points {
  double *x;
  double *y;
  Span *spans;  // of each point
  int count;
  int capacity;
} Points;

static void points_free(Points *points)
{
  free(points->x);
  free(points->y);
  free(points->spans);
}

static void add_point(Points *points, double x, double y, Span span)
{
  if (points->count == points->capacity) {
    points->capacity = 2 * points->capacity + 16;
    size_t room = (size_t)points->capacity;
    points->x = memory_grow(points->x, room, sizeof *points->x);
    points->y = memory_grow(points->y, room, sizeof *points->y);
    points->spans = memory_grow(points->spans, room, sizeof *points->spans);
  }
  points->x[points->count] = x;
  points->y[points->count] = y;
  points->spans[points->count++] = span;
}

// ---- files

// Where another file stands that this one names: beside it, unless the name is absolute.
const char *resolve_path(Resolver *resolver, Span name)
{
  const char *path = resolver_text(resolver, name);
  const char *base = name.source->name;
  const char *slash = base ? strrchr(base, '/') : NULL;
  if (path[0] == '/' || !slash) return path;
  return arena_format(resolver->scratch, "%.*s/%s", (int)(slash - base), base, path);
}

bool resolve_read(Resolver *resolver, const Node *file, Text *text)
{
  Text why = { 0 };
  bool is_good =
      node_text(file).length > 0 && file_read(resolve_path(resolver, node_text(file)), text, &why);
  if (!is_good) {
    // "cannot read 'PATH': the reason"
    const char *reason = strrchr(text_string(&why), ':');
    evaluate_error(
        resolver, file->span, "a file stands beside the description, unless it has a path",
        "cannot read '%s'%s", resolver_text(resolver, node_text(file)), reason ? reason : "");
  }
  text_free(&why);
  return is_good;
}

// The rows of a file, one after the other.
typedef struct Rows {
  const char *start, *stop;  // of the row, without blanks in front and a comment
  const char *next, *end;
  int line;
} Rows;

static Rows rows_of(const Text *text)
{
  const char *bytes = text_string(text);
  size_t mark = strncmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;  // of the byte order
  return (Rows){ .next = bytes + mark, .end = bytes + text->length };
}

// Goes on to the next line on which something stands; false: there is none.
static bool next_row(Rows *rows)
{
  do {
    if (rows->next >= rows->end) return false;
    const char *stop = rows->next + strcspn(rows->next, "\r\n");
    rows->start = rows->next + strspn(rows->next, " \t");
    rows->stop = rows->start + strcspn(rows->start, "#\r\n");
    rows->next = stop + (strncmp(stop, "\r\n", 2) == 0 ? 2 : 1);
    rows->line++;
  } while (rows->start == rows->stop);
  return true;
}

// Are there numbers such as 0,5 in it, separated by blanks or semicolons?
static bool has_decimal_commas(const Rows *row)
{
  bool has_comma = false, has_other = false;
  for (const char *at = row->start; at < row->stop; at++) {
    size_t others = strspn(at + 1, " \t;");
    if (!isdigit((unsigned char)*at)) continue;
    has_other = has_other || (others > 0 && isdigit((unsigned char)at[1 + others]));
    has_comma = has_comma || (at[1] == ',' && isdigit((unsigned char)at[2]));
  }
  return has_comma && has_other;
}

// The column of a row, from 1: false if it is no number, or not there.
static bool read_cell(const Rows *row, int column, double *value)
{
  const char *place = row->start;
  for (int i = 1;; i++) {
    const char *stop = place + strcspn(place, ",; \t#\r\n");
    if (i == column) {
      char *behind;
      *value = strtod(place, &behind);
      return behind == stop && stop > place && isfinite(*value);
    }
    stop += strspn(stop, " \t");
    if (stop >= row->stop) return false;
    place = stop + (*stop == ',' || *stop == ';');
    place += strspn(place, " \t");
  }
}

static bool read_file(Resolver *resolver, const Node *file, int x_column, int y_column,
                      Points *points)
{
  Text text = { 0 };
  const char *name = resolver_text(resolver, node_text(file));
  bool is_good = resolve_read(resolver, file, &text), is_first = true;
  CLocale locale = c_locale_enter();
  for (Rows rows = rows_of(&text); is_good && next_row(&rows); is_first = false) {
    bool is_titles = is_first && !strchr("+-.0123456789", *rows.start);
    bool has_commas = has_decimal_commas(&rows);
    double x, y;
    if (is_titles) continue;
    if (has_commas || !read_cell(&rows, x_column, &x) || !read_cell(&rows, y_column, &y)) {
      is_good = resolver_error(resolver, file->span, has_commas ? "write 0.5 for 0,5" : NULL,
                               "line %d of '%s' has no numbers in columns %d and %d", rows.line,
                               name, x_column, y_column);
    } else if (points->count > 0 && x <= points->x[points->count - 1]) {
      is_good = resolver_error(resolver, file->span, NULL,
                               "x must grow from point to point, line %d of '%s'", rows.line, name);
    } else {
      add_point(points, x, y, file->span);
    }
  }
  c_locale_leave(locale);
  text_free(&text);
  return is_good;
}

// ---- points in the text

static bool constant_of(Resolver *resolver, const Node *node, const Node *first, Quantity *all,
                        double *value)
{
  const Wanted wanted = { .what = "a point of a table", .stage = STAGE_LITERAL };
  Quantity quantity = evaluate(resolver, node);
  if (quantity.shape == SHAPE_NONE) return false;
  if (quantity.shape != SHAPE_NUMBER)
    return resolver_error(resolver, node->span, NULL, "a point of a table is made of two numbers");
  if (!wanted_stage(resolver, &quantity, &wanted, node->span)) return false;
  *value = expr_literal_value(quantity.at[0]);
  Quantity before = *all;
  if (infer_unify(&resolver->inference, all, &quantity)) return true;
  evaluate_dimension_error(resolver, node->span, "make a table", (Side){ first->span, &before },
                           (Side){ node->span, &quantity });
  return false;
}

static bool read_points(Resolver *resolver, const Node *list, Points *points, Quantity *x_like,
                        Quantity *y_like)
{
  for (const Node *node = list->first; node; node = node->next) {
    double x = 0, y = 0;
    if (!constant_of(resolver, node->first, list->first->first, x_like, &x)) return false;
    if (!constant_of(resolver, node->last, list->first->last, y_like, &y)) return false;
    add_point(points, x, y, node->span);
  }
  return true;
}

// ---- tables

// The column and the unit of its values; 0 after an error.
static int column_of(Resolver *resolver, const Statement *statement, const char *name, int usual,
                     Quantity *unit)
{
  const Node *node = statement_value(statement, name);
  *unit = quantity_plain(expr_integer(resolver->pool, 1));
  if (!node) return usual;
  if (node->first != node->last) {
    *unit = evaluate_with_unit(resolver, *unit, node->last->unit);
    if (unit->shape == SHAPE_NONE) return 0;
  }
  long column = strtol(resolver_text(resolver, node_text(node->first)), NULL, 10);
  bool is_whole = !memchr(span_bytes(node_text(node->first)), '.', node_text(node->first).length) &&
                  !memchr(span_bytes(node_text(node->first)), 'e', node_text(node->first).length);
  if (is_whole && column >= 1 && column < 10000) return (int)column;
  evaluate_error(resolver, node->span, NULL, "a column is a whole number from 1");
  return 0;
}

static const TableFunction *make_table(Resolver *resolver, const Statement *statement,
                                       const char *name, Span span, const Points *points)
{
  Span outside = statement ? statement_text(statement, "outside") : (Span){ 0 };
  bool is_straight = outside.source && span_is(outside, "linear");
  if (outside.source && !is_straight && !span_is(outside, "constant")) {
    evaluate_error(resolver, outside, "constant: the last value; linear: the last slope",
                   "outside of its points a table is 'constant' or 'linear'");
    return NULL;
  }
  bool is_cubic = statement && statement_has(statement, "cubic");
  TableDescription description = { .name = name,
                                   .count = points->count,
                                   .x = points->x,
                                   .y = points->y,
                                   .method = is_cubic ? TABLE_CUBIC : TABLE_LINEAR,
                                   .outside = is_straight ? OUTSIDE_LINEAR : OUTSIDE_CONSTANT };
  int place = 0;
  Text why = { 0 };
  const TableFunction *table = table_function_new(resolver->pool, &description, &place, &why);
  if (!table) {
    bool has_place = place >= 0 && place < points->count;
    evaluate_error(resolver, has_place ? points->spans[place] : span, NULL, "%s",
                   text_string(&why));
  }
  text_free(&why);
  return table;
}

const TableFunction *resolve_table_file(Resolver *resolver, const Node *file, int x_column,
                                        int y_column, const char *name)
{
  Points points = { 0 };
  const TableFunction *table = NULL;
  if (read_file(resolver, file, x_column, y_column, &points))
    table = make_table(resolver, NULL, name, file->span, &points);
  points_free(&points);
  return table;
}

static void scale(double values[], int count, const Quantity *unit)
{
  double factor = expr_literal_value(unit->at[0]);
  for (int i = 0; i < count; i++)
    values[i] *= factor;
}

static const TableFunction *read_table(Resolver *resolver, const Statement *statement,
                                       const char *name, Quantity *x_like, Quantity *y_like)
{
  const Node *file = statement_value(statement, "file");
  Points points = { 0 };
  const TableFunction *table = NULL;
  bool is_good;
  if (statement_has(statement, "linear") && statement_has(statement, "cubic"))
    evaluate_error(resolver, statement_name(statement), NULL, "a table is linear or cubic");
  if (file) {
    int x = column_of(resolver, statement, "x", 1, x_like);
    int y = column_of(resolver, statement, "y", 2, y_like);
    is_good = x > 0 && y > 0 && read_file(resolver, file, x, y, &points);
    if (is_good) scale(points.x, points.count, x_like);
    if (is_good) scale(points.y, points.count, y_like);
  } else {
    is_good = read_points(resolver, statement_value(statement, "points"), &points, x_like, y_like);
  }
  if (is_good) table = make_table(resolver, statement, name, statement_name(statement), &points);
  points_free(&points);
  return table;
}

// ---- grids: the first row of the file is x, the first column y

// Row by row, the corner included; false after an error.
static bool read_grid(Resolver *resolver, const Node *file, Points *cells, int *columns)
{
  Text text = { 0 };
  bool is_good = resolve_read(resolver, file, &text), is_first = true;
  CLocale locale = c_locale_enter();
  *columns = 0;
  for (Rows rows = rows_of(&text); is_good && next_row(&rows); is_first = false) {
    int count = is_first;
    double value;
    if (is_first) add_point(cells, 0, 0, file->span);  // the corner is any word
    for (; !has_decimal_commas(&rows) && read_cell(&rows, count + 1, &value); count++)
      add_point(cells, value, value, file->span);
    if (is_first) *columns = count;
    if (count != *columns) {
      is_good = resolver_error(resolver, file->span,
                               count < *columns ? "what comes next is no number" : NULL,
                               "line %d of '%s' has %d numbers, not %d", rows.line,
                               resolver_text(resolver, node_text(file)), count, *columns);
    }
  }
  c_locale_leave(locale);
  text_free(&text);
  if (!is_good || (*columns > 2 && cells->count > 2 * *columns)) return is_good;
  return resolver_error(resolver, file->span, "the first row is x, the first column y",
                        "a grid has two rows and two columns at least");
}

static bool make_grid(Resolver *resolver, const Statement *statement, const char *name,
                      NamedTable *table)
{
  const Node *file = statement_value(statement, "file");
  Points cells = { 0 }, row = { 0 };
  int columns = 0;
  if (!file)
    return resolver_error(resolver, statement_name(statement),
                          "such as: table map \"map.csv\" grid", "a grid stands in a file");
  bool is_good = read_grid(resolver, file, &cells, &columns);
  int rows = is_good && columns > 0 ? cells.count / columns - 1 : 0;
  table->rows = ARENA_ARRAY(resolver->scope->arena, const TableFunction *, rows + 1);
  table->weights = ARENA_ARRAY(resolver->scope->arena, const TableFunction *, rows + 1);
  for (int i = 0; is_good && i < rows; i++) {
    row.count = 0;
    for (int k = 1; k < columns; k++)
      add_point(&row, cells.x[k], cells.x[(i + 1) * columns + k], file->span);
    const char *text = arena_format(resolver->scratch, "%s_%d", name, i + 1);
    table->rows[i] = make_table(resolver, statement, text, file->span, &row);
    row.count = 0;
    for (int k = 0; k < rows; k++)
      add_point(&row, cells.x[(k + 1) * columns], k == i, file->span);
    text = arena_format(resolver->scratch, "%s_y%d", name, i + 1);
    table->weights[i] = make_table(resolver, statement, text, file->span, &row);
    is_good = table->rows[i] && table->weights[i];
  }
  table->row_count = rows;
  points_free(&cells);
  points_free(&row);
  return is_good;
}

void resolve_table(Resolver *resolver, const Statement *statement)
{
  const char *local = resolver_declared_name(resolver, statement);
  Quantity y = { .shape = SHAPE_NUMBER, .is_plain = true };
  NamedTable *table = ARENA_NEW(resolver->scope->arena, NamedTable);
  table->argument = y;
  const char *full = resolver_full_name(resolver, local);
  bool is_grid = statement_has(statement, "grid");
  bool has_columns = statement_has(statement, "x") || statement_has(statement, "y");
  if (has_columns && (is_grid || !statement_has(statement, "file")))
    evaluate_error(resolver, statement_name(statement), NULL,
                   "x and y are columns of a file, and a grid has none");
  if (!is_grid) table->function = read_table(resolver, statement, full, &table->argument, &y);
  bool is_good = is_grid ? make_grid(resolver, statement, full, table) : table->function != NULL;
  Name *name = scope_declare(resolver->scope, SPACE_VALUES, local, statement_name(statement),
                             is_good ? NAME_TABLE : NAME_BROKEN, 0);
  if (!name || !is_good) return;
  scope_set_value(resolver->scope, name, &y);
  name->table = table;
}
