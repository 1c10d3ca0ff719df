// convert_table.c -- the table itself: its columns, its rows and their names.
// SPDX-License-Identifier: MIT
#include "mechanism/convert_impl.h"
#include "mechanism/table.h"
#include "symbolic/algebra.h"

#include <string.h>

static bool is_taken(const Mechanism *mechanism, const char *name)
{
  return mechanism_find_frame(mechanism, name) >= 0 || mechanism_find_point(mechanism, name) >= 0;
}

const char *new_frame_name(const Conversion *conversion, const char *stem, const char *ending)
{
  const char *name = arena_format(conversion->arena, "%s%s", stem, ending);
  for (int n = 2; is_taken(conversion->mechanism, name); n++)
    name = arena_format(conversion->arena, "%s%s%d", stem, ending, n);
  return name;
}

// Where a frame of the old description stands in the table's frame.
Pose place_in_row(const Conversion *conversion, const Row rows[], int frame)
{
  const FramePlace *place = &conversion->places[frame];
  if (place->link == 0) return place->placement;
  return settled_pose(pose_between(rows[place->link].frame, place->placement));
}

// A row is called like the old frame where both are the same.
const char *row_name(const Conversion *conversion, const Row rows[], int index)
{
  const Link *link = &conversion->links[index];
  bool is_same = conversion->places[link->frame].link == index &&
                 pose_is_identity(place_in_row(conversion, rows, link->frame));
  if (is_same) return conversion->mechanism->frames[link->frame].name;
  return new_frame_name(conversion, link->name, "_dh");
}

// q+90deg rather than pi/2+q
static void put_moving_angle(const Expr *amount, const Expr *total, Text *out)
{
  const Expr *offset = difference(total, amount);
  Text degrees = { 0 };
  bool is_split = !is_zero(offset) && write_degrees(offset, &degrees);
  write_cell(is_split ? amount : total, true, out);
  if (is_split && !looks_negative(offset)) text_put_char(out, '+');
  text_put(out, text_string(&degrees));
  text_free(&degrees);
}

static void put_cells(Table *table, const Expr *const lengths_and_angles[], int count)
{
  for (int i = 0; i < count; i++)
    write_cell(lengths_and_angles[i], i % 2 == 1, table_cell(table));
}

static const char *const COLUMNS[] = {
  [CONVENTION_STANDARD] = "joint a alpha d theta",
  [CONVENTION_MODIFIED] = "joint a alpha d theta",
  [CONVENTION_KHALIL] = "joint antecedent sigma b gamma d alpha r theta",
};

static Table table_with_heading(const char *columns)
{
  int count = 1;
  for (const char *c = columns; *c; c++)
    count += *c == ' ';
  Table table = table_new(count);
  const char *start = columns;
  while (*start) {
    size_t length = strcspn(start, " ");
    text_put_bytes(table_cell(&table), start, length);
    start += length;
    start += strspn(start, " ");
  }
  return table;
}

static void put_row(const Conversion *conversion, Convention convention, const Row rows[],
                    int index, Table *table)
{
  const Link *link = &conversion->links[index];
  const Row *row = &rows[index];
  const Expr *zero = expr_integer(conversion->pool, 0);
  const Expr *a = row->normal.a, *alpha = row->normal.alpha;
  table_put(table, row->name);
  if (convention == CONVENTION_KHALIL) {
    table_put(table, link->parent > 0 ? rows[link->parent].name : "ground");
    table_put(table, link->kind == MOVE_ROTATION ? "0" : "1");
    put_cells(table, (const Expr *[]){ row->b, row->gamma }, 2);
  }
  if (convention == CONVENTION_STANDARD) {  // the normal behind the axis, not the one before it
    bool is_last = link->first_child < 0;
    a = is_last ? zero : rows[link->first_child].normal.a;
    alpha = is_last ? zero : rows[link->first_child].normal.alpha;
  }
  put_cells(table, (const Expr *[]){ a, alpha, row->d }, 3);
  if (link->kind == MOVE_ROTATION) {
    put_moving_angle(link->amount, row->theta, table_cell(table));
  } else {
    write_cell(row->theta, true, table_cell(table));
  }
}

void list_table(const Conversion *conversion, const Row rows[], ExprList *list)
{
  for (int i = 1; i < conversion->link_count; i++) {
    const Link *link = &conversion->links[i];
    const Row *row = &rows[i];
    bool turns = link->kind == MOVE_ROTATION;
    if (row->b) list_expression(list, row->b);
    if (row->gamma) list_expression(list, row->gamma);
    list_expression(list, row->normal.a);
    list_expression(list, row->normal.alpha);
    list_expression(list, turns ? row->d : difference(row->d, link->amount));
    list_expression(list, turns ? difference(row->theta, link->amount) : row->theta);
  }
}

void write_table(const Conversion *conversion, Convention convention, const Row rows[],
                 const char *base, Text *out)
{
  static const char *const words[] = { "standard", "modified", "khalil" };
  const char *name = new_frame_name(conversion, conversion->mechanism->name, "_table");
  text_format(out, "\ndh %s %s", name, words[convention]);
  if (base) text_format(out, " in %s", base);
  text_put_char(out, '\n');
  Table table = table_with_heading(COLUMNS[convention]);
  for (int i = 1; i < conversion->link_count; i++)
    put_row(conversion, convention, rows, i, &table);
  table_print(&table, out);
  table_free(&table);
  text_put_char(out, '\n');
}
