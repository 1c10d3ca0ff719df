// summary.c -- a mechanism for people: counts, the tree of frames, then one table per kind of
// thing. SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "mechanism/default_value.h"
#include "mechanism/mechanism.h"
#include "mechanism/table.h"
#include "symbolic/print.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- expressions, short

// A constant as a number (single precision has the digits to be read), otherwise the expression.
// What would not fit in a table is left out.
static void put_value(const Mechanism *mechanism, const Expr *e, Text *out)
{
  enum { WIDEST = 48 };
  if (e->stage == STAGE_LITERAL) {
    text_put_float(out, (float)mechanism_default_value(mechanism, e));
    return;
  }
  Text whole = { 0 };
  expr_print(e, &whole);
  bool is_wide = text_columns(text_string(&whole), whole.length) > WIDEST;
  text_put(out, is_wide ? "…" : text_string(&whole));
  text_free(&whole);
}

static void put_vector(const Mechanism *mechanism, Vec3 vector, Text *out)
{
  text_put_char(out, '[');
  for (int i = 0; i < 3; i++) {
    if (i > 0) text_put(out, ", ");
    put_value(mechanism, vector.at[i], out);
  }
  text_put_char(out, ']');
}

static bool is_diagonal(Mat3 matrix)
{
  return expr_is_zero(matrix.at[0][1]) && expr_is_zero(matrix.at[0][2]) &&
         expr_is_zero(matrix.at[1][2]);
}

static void put_inertia(const Mechanism *mechanism, Mat3 inertia, Text *out)
{
  bool diagonal = is_diagonal(inertia);
  text_put(out, diagonal ? "diag(" : "[");
  for (int i = 0; i < 3; i++) {
    if (i > 0) text_put(out, ", ");
    if (diagonal) {
      put_value(mechanism, inertia.at[i][i], out);
    } else {
      put_vector(mechanism, (Vec3){ { inertia.at[i][0], inertia.at[i][1], inertia.at[i][2] } },
                 out);
    }
  }
  text_put(out, diagonal ? ")" : "]");
}

static void put_axis(const Mechanism *mechanism, Vec3 axis, Text *out)
{
  for (int i = 0; i < 3; i++) {
    bool along = expr_is_zero(axis.at[(i + 1) % 3]) && expr_is_zero(axis.at[(i + 2) % 3]);
    if (!along) continue;
    if (!expr_is_one(axis.at[i])) text_put_char(out, '-');
    text_put_char(out, "xyz"[i]);
    return;
  }
  put_vector(mechanism, axis, out);
}

// ---- the tree

typedef struct Tree {
  int *first_child;  // -1: none
  int *next_sibling;
} Tree;

static Tree tree_of(const Mechanism *mechanism)
{
  int count = mechanism->frame_count;
  Tree tree = { memory_new((size_t)count, sizeof(int)), memory_new((size_t)count, sizeof(int)) };
  for (int i = 0; i < count; i++)
    tree.first_child[i] = tree.next_sibling[i] = -1;
  for (int i = count - 1; i > 0; i--) {
    int parent = mechanism->frames[i].parent;
    tree.next_sibling[i] = tree.first_child[parent];
    tree.first_child[parent] = i;
  }
  return tree;
}

// The branch lines in front of a frame. Deeper than MOST_LEVELS the indentation stays.
static void put_branch(const Mechanism *mechanism, const Tree *tree, int frame, Text *out)
{
  enum { MOST_LEVELS = 30 };
  int path[MOST_LEVELS];
  int depth = 0;
  if (frame == FRAME_GROUND) return;
  for (int up = mechanism->frames[frame].parent; up > 0 && depth < MOST_LEVELS;
       up = mechanism->frames[up].parent) {
    path[depth++] = up;
  }
  while (depth > 0)
    text_put(out, tree->next_sibling[path[--depth]] >= 0 ? "│  " : "   ");
  text_put(out, tree->next_sibling[frame] >= 0 ? "├─ " : "└─ ");
}

static const Joint *joint_of_frame(const Mechanism *mechanism, int frame)
{
  for (int i = 0; i < mechanism->joint_count; i++) {
    if (mechanism->joints[i].frame == frame) return &mechanism->joints[i];
  }
  return NULL;
}

static void put_joint(const Mechanism *mechanism, int frame, Text *out)
{
  const Joint *joint = joint_of_frame(mechanism, frame);
  if (!joint) return;
  text_format(out, "%s ", joint_info(joint->kind)->word);
  put_axis(mechanism, joint->axis_F, out);
  text_format(out, " (%s)", mechanism->coordinates[joint->coordinate].name);
}

static void put_carried(const Mechanism *mechanism, int frame, Text *out)
{
  const char *separator = "";
  for (int i = 0; i < mechanism->body_count; i++) {
    if (mechanism->bodies[i].frame != frame) continue;
    text_format(out, "%sbody %s", separator, mechanism->bodies[i].name);
    separator = ", ";
  }
  for (int i = 0; i < mechanism->point_count; i++) {
    if (mechanism->points[i].frame != frame) continue;
    text_format(out, "%spoint %s", separator, mechanism->points[i].name);
    separator = ", ";
  }
}

// Depth first, first child first; -1 at the end.
static int frame_after(const Mechanism *mechanism, const Tree *tree, int frame)
{
  if (tree->first_child[frame] >= 0) return tree->first_child[frame];
  while (frame > 0 && tree->next_sibling[frame] < 0)
    frame = mechanism->frames[frame].parent;
  return frame > 0 ? tree->next_sibling[frame] : -1;
}

static void print_tree(const Mechanism *mechanism, Text *out)
{
  Tree tree = tree_of(mechanism);
  Table table = table_new(3);
  for (int frame = 0; frame >= 0; frame = frame_after(mechanism, &tree, frame)) {
    Text *cell = table_cell(&table);
    put_branch(mechanism, &tree, frame, cell);
    text_put(cell, mechanism->frames[frame].name);
    put_joint(mechanism, frame, table_cell(&table));
    put_carried(mechanism, frame, table_cell(&table));
  }
  text_put_char(out, '\n');
  table_print(&table, out);
  table_free(&table);
  free(tree.first_child);
  free(tree.next_sibling);
}

// ---- tables

static void print_table(Table *table, Text *out)
{
  text_put_char(out, '\n');
  table_print(table, out);
  table_free(table);
}

// The first row; `headings` end with NULL.
static void put_headings(Table *table, const char *const headings[])
{
  for (; *headings; headings++)
    table_put(table, *headings);
}

// A value of a coordinate with its unit; constant angles in degrees.
static void put_position(const Mechanism *mechanism, const Coordinate *coordinate, const Expr *e,
                         Text *out)
{
  bool is_angle = coordinate->kind == COORDINATE_ANGLE;
  if (is_angle && e->stage == STAGE_LITERAL) {
    double angle = mechanism_default_value(mechanism, e);
    text_put_float(out, (float)(angle * 180 / acos(-1.0)));
    text_put(out, " deg");
  } else {
    put_value(mechanism, e, out);
    text_put(out, is_angle ? " rad" : " m");
  }
}

static void print_coordinates(const Mechanism *mechanism, Text *out)
{
  static const char *const headings[] = { "coordinate", "unit", "joint", "start", "limits", NULL };
  Table table = table_new(5);
  if (mechanism->coordinate_count == 0) return;
  put_headings(&table, headings);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    table_put(&table, coordinate->name);
    table_put(&table, coordinate->kind == COORDINATE_ANGLE ? "rad" : "m");
    table_put(&table, mechanism->joints[coordinate->joint].name);
    Text *start = table_cell(&table);
    if (coordinate->initial) {
      put_position(mechanism, coordinate, coordinate->initial, start);
    } else {
      text_put_char(start, '0');
    }
    Text *limits = table_cell(&table);
    if (!coordinate->lower) continue;
    put_position(mechanism, coordinate, coordinate->lower, limits);
    text_put(limits, " .. ");
    put_position(mechanism, coordinate, coordinate->upper, limits);
  }
  print_table(&table, out);
}

static void print_bodies(const Mechanism *mechanism, Text *out)
{
  static const char *const headings[] = {
    "body", "on", "mass [kg]", "centre of mass [m]", "inertia about it [kg.m^2]", NULL
  };
  Table table = table_new(5);
  if (mechanism->body_count == 0) return;
  put_headings(&table, headings);
  for (int i = 0; i < mechanism->body_count; i++) {
    const Body *body = &mechanism->bodies[i];
    table_put(&table, body->name);
    table_put(&table, mechanism->frames[body->frame].name);
    put_value(mechanism, body->mass, table_cell(&table));
    put_vector(mechanism, body->com_F, table_cell(&table));
    put_inertia(mechanism, body->inertia_F, table_cell(&table));
  }
  print_table(&table, out);
}

static void print_points(const Mechanism *mechanism, Text *out)
{
  static const char *const headings[] = { "point", "on", "at [m]", NULL };
  Table table = table_new(3);
  if (mechanism->point_count == 0) return;
  put_headings(&table, headings);
  for (int i = 0; i < mechanism->point_count; i++) {
    const Point *point = &mechanism->points[i];
    table_put(&table, point->name);
    table_put(&table, mechanism->frames[point->frame].name);
    put_vector(mechanism, point->position_F, table_cell(&table));
  }
  print_table(&table, out);
}

static bool has_value(const Parameter *parameter) { return parameter->value != NULL; }

static int valued_parameter_count(const Mechanism *mechanism)
{
  int count = 0;
  for (int i = 0; i < mechanism->parameter_count; i++)
    count += has_value(&mechanism->parameters[i]);
  return count;
}

static void print_valued_parameters(const Mechanism *mechanism, Text *out)
{
  static const char *const headings[] = { "parameter", "value", "unit", NULL };
  Table table = table_new(3);
  if (valued_parameter_count(mechanism) == 0) return;
  put_headings(&table, headings);
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    if (!has_value(parameter)) continue;
    table_put(&table, parameter->name);
    put_value(mechanism, parameter->value, table_cell(&table));
    dimension_print(parameter->dimension, table_cell(&table));
  }
  print_table(&table, out);
}

static void print_symbolic_parameters(const Mechanism *mechanism, Text *out)
{
  enum { LINE_WIDTH = 80, INDENT = 4 };
  if (valued_parameter_count(mechanism) == mechanism->parameter_count) return;
  text_put(out, "\n  symbolic parameters\n");
  int column = 0;
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    if (has_value(parameter)) continue;
    int width = text_columns(parameter->name, strlen(parameter->name)) + 1;
    bool is_full = column + width > LINE_WIDTH;
    if (is_full) text_put_char(out, '\n');
    if (is_full || column == 0) column = INDENT;
    text_repeat(out, ' ', column == INDENT ? INDENT : 1);
    text_put(out, parameter->name);
    column += width;
  }
  text_put_char(out, '\n');
}

static void print_definitions(const Mechanism *mechanism, Text *out)
{
  Table table = table_new(3);
  if (mechanism->definition_count == 0) return;
  put_headings(&table, (const char *const[]){ "definition", "", "", NULL });
  for (int i = 0; i < mechanism->definition_count; i++) {
    const Definition *definition = &mechanism->definitions[i];
    table_put(&table, definition->name);
    table_put(&table, "=");
    put_value(mechanism, definition_body(definition), table_cell(&table));
  }
  print_table(&table, out);
}

// ---- all of it

static void put_count(int count, const char *one, const char *many, const char *end, Text *out)
{
  text_format(out, "%d %s%s", count, count == 1 ? one : many, end);
}

static void print_counts(const Mechanism *mechanism, Text *out)
{
  text_put(out, "  ");
  put_count(mechanism->joint_count, "joint", "joints", ", ", out);
  put_count(mechanism->coordinate_count, "coordinate", "coordinates", ", ", out);
  put_count(mechanism->body_count, "body", "bodies", ", ", out);
  put_count(mechanism->point_count, "point", "points", "; ", out);
  // a tree of joints: every coordinate is free
  text_format(out, "mobility %d\n", mechanism->coordinate_count);
}

void mechanism_summary(const Mechanism *mechanism, Text *out)
{
  text_put(out, mechanism->name);
  if (mechanism->title) text_format(out, ": %s", mechanism->title);
  text_put_char(out, '\n');
  print_counts(mechanism, out);
  text_put(out, "  gravity ");
  put_vector(mechanism, mechanism->gravity, out);
  text_put(out, " m/s^2\n");
  print_tree(mechanism, out);
  print_coordinates(mechanism, out);
  print_bodies(mechanism, out);
  print_points(mechanism, out);
  print_valued_parameters(mechanism, out);
  print_symbolic_parameters(mechanism, out);
  print_definitions(mechanism, out);
}
