// resolve_table.c -- functions given by points, in a file or in the text.
//
// A file consists of rows of numbers; a heading in the first line is skipped.
// SPDX-License-Identifier: MIT
#include "base/files/file.h"
#include "base/memory/memory.h"
#include "base/text/number_rows.h"
#include "lang/resolve/resolve_impl.h"
#include "symbolic/literal.h"
#include "symbolic/calculus/table_function.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct TablePoint {
  double x, y;
  Span span;
} TablePoint;

typedef struct Points {
  TablePoint *at;
  int count;
  int capacity;
} Points;

static void add_point(Points *points, double x, double y, Span span)
{
  MEMORY_ROOM(points->at, points->count, points->capacity);
  points->at[points->count++] = (TablePoint){ x, y, span };
}

// ---- files

const char *resolve_path(Resolver *resolver, Span name)
{
  return path_beside(resolver->scratch, name.source->name, resolver_text(resolver, name));
}

bool resolve_read(Resolver *resolver, const Node *file, Text *text)
{
  Text why = { 0 };
  bool is_good =
      node_text(file).length > 0 && file_read(resolve_path(resolver, node_text(file)), text, &why);
  if (!is_good) {
    // The reason is the text after the last colon of "cannot read 'PATH': the reason".
    const char *reason = strrchr(text_string(&why), ':');
    evaluate_error(
        resolver, file->span, "a file stands beside the description, unless it has a path",
        "cannot read '%s'%s", resolver_text(resolver, node_text(file)), reason ? reason : "");
  }
  text_free(&why);
  return is_good;
}

static bool read_file(Resolver *resolver, const Node *file, int x_column, int y_column,
                      Points *points)
{
  Text text = { 0 };
  const char *name = resolver_text(resolver, node_text(file));
  bool is_good = resolve_read(resolver, file, &text), is_first = true;
  for (NumberRows rows = number_rows(&text); is_good && number_rows_next(&rows); is_first = false) {
    bool is_titles = is_first && !strchr("+-.0123456789", *rows.start);
    bool has_commas = number_rows_has_commas(&rows);
    double x, y;
    if (is_titles) continue;
    if (has_commas || !number_rows_read(&rows, x_column, &x) ||
        !number_rows_read(&rows, y_column, &y)) {
      is_good = resolver_error(resolver, file->span, has_commas ? "write 0.5 for 0,5" : NULL,
                               "line %d of '%s' has no numbers in columns %d and %d", rows.line,
                               name, x_column, y_column);
    } else if (points->count > 0 && x <= points->at[points->count - 1].x) {
      is_good = resolver_error(resolver, file->span, NULL,
                               "x must grow from point to point, line %d of '%s'", rows.line, name);
    } else {
      add_point(points, x, y, file->span);
    }
  }
  text_free(&text);
  return is_good;
}

// ---- points in the text

static bool constant_of(Resolver *resolver, const Node *node, const Node *first, Quantity *all,
                        double *value)
{
  const Requirement wanted = { .what = "a point of a table", .stage = STAGE_LITERAL };
  Quantity quantity = evaluate(resolver, node);
  if (quantity.shape == SHAPE_NONE) return false;
  if (quantity.shape != SHAPE_NUMBER)
    return resolver_error(resolver, node->span, NULL, "a point of a table is made of two numbers");
  if (!wanted_stage(resolver, &quantity, &wanted, node->span)) return false;
  *value = expr_literal_value(quantity.at[0]);
  return evaluate_same_dimension(resolver, "make a table", (Side){ first->span, all },
                                 (Side){ node->span, &quantity }, all);
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

// Returns the column and the unit of its values; 0 after an error.
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
  double *x = ARENA_ARRAY(resolver->scratch, double, points->count + 1);
  double *y = ARENA_ARRAY(resolver->scratch, double, points->count + 1);
  for (int i = 0; i < points->count; i++) {
    x[i] = points->at[i].x;
    y[i] = points->at[i].y;
  }
  TableDescription description = { .name = name,
                                   .count = points->count,
                                   .x = x,
                                   .y = y,
                                   .method = is_cubic ? TABLE_CUBIC : TABLE_LINEAR,
                                   .outside = is_straight ? OUTSIDE_LINEAR : OUTSIDE_CONSTANT };
  int place = 0;
  Text why = { 0 };
  const TableFunction *table = table_function_new(resolver->pool, &description, &place, &why);
  if (!table) {
    bool has_place = place >= 0 && place < points->count;
    evaluate_error(resolver, has_place ? points->at[place].span : span, NULL, "%s",
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
  free(points.at);
  return table;
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
    for (int i = 0; is_good && i < points.count; i++) {
      points.at[i].x *= expr_literal_value(x_like->at[0]);
      points.at[i].y *= expr_literal_value(y_like->at[0]);
    }
  } else {
    is_good = read_points(resolver, statement_value(statement, "points"), &points, x_like, y_like);
  }
  if (is_good) table = make_table(resolver, statement, name, statement_name(statement), &points);
  free(points.at);
  return table;
}

// ---- grids: the first row of the file is x, the first column y

// Reads the rows, including the corner cell; returns false after an error.
static bool read_grid(Resolver *resolver, const Node *file, Points *cells, int *columns)
{
  Text text = { 0 };
  bool is_good = resolve_read(resolver, file, &text), is_first = true;
  *columns = 0;
  for (NumberRows rows = number_rows(&text); is_good && number_rows_next(&rows); is_first = false) {
    int count = is_first;
    double value;
    if (is_first) add_point(cells, 0, 0, file->span);  // the corner may hold any word
    for (; !number_rows_has_commas(&rows) && number_rows_read(&rows, count + 1, &value); count++)
      add_point(cells, value, value, file->span);
    if (is_first) *columns = count;
    if (count != *columns) {
      is_good = resolver_error(resolver, file->span,
                               count < *columns ? "what comes next is not a number" : NULL,
                               "line %d of '%s' has %d numbers, not %d", rows.line,
                               resolver_text(resolver, node_text(file)), count, *columns);
    }
  }
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
  table->rows = ARENA_ARRAY(resolver->file->arena, const TableFunction *, rows + 1);
  table->weights = ARENA_ARRAY(resolver->file->arena, const TableFunction *, rows + 1);
  for (int i = 0; is_good && i < rows; i++) {
    row.count = 0;
    for (int k = 1; k < columns; k++)
      add_point(&row, cells.at[k].x, cells.at[(i + 1) * columns + k].x, file->span);
    const char *text = arena_format(resolver->scratch, "%s_%d", name, i + 1);
    table->rows[i] = make_table(resolver, statement, text, file->span, &row);
    row.count = 0;
    for (int k = 0; k < rows; k++)
      add_point(&row, cells.at[(k + 1) * columns].x, k == i, file->span);
    text = arena_format(resolver->scratch, "%s_y%d", name, i + 1);
    table->weights[i] = make_table(resolver, statement, text, file->span, &row);
    is_good = table->rows[i] && table->weights[i];
  }
  table->row_count = rows;
  free(cells.at);
  free(row.at);
  return is_good;
}

void resolve_table(Resolver *resolver, const Statement *statement)
{
  const char *local = resolver_declared_name(resolver, statement);
  Quantity y = { .shape = SHAPE_NUMBER, .is_plain = true };
  NamedTable *table = ARENA_NEW(resolver->file->arena, NamedTable);
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
