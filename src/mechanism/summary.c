// summary.c -- a mechanism for people: counts, the tree of frames, then one table per kind of thing.
// SPDX-License-Identifier: MIT
#include "base/memory.h"
#include "mechanism/default_value.h"
#include "mechanism/mechanism.h"
#include "mechanism/table.h"
#include "symbolic/print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ---- expressions, short

// A number where the description fixes one (six digits are for reading), otherwise the expression.
static void put_value(const Mechanism *mechanism, const Expr *e, Text *out)
{
  double value = mechanism_default_value(mechanism, e);
  if (isnan(value)) {
    expr_print(e, out);
  } else {
    enum { SIZE = 40 };
    char digits[SIZE];
    // through text and back: the nearest short decimal, printed by the one place that prints numbers
    snprintf(digits, SIZE, "%.6g", value);
    text_put_double(out, strtod(digits, NULL));
  }
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
      put_vector(mechanism, (Vec3){ { inertia.at[i][0], inertia.at[i][1], inertia.at[i][2] } }, out);
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
  for (int i = 0; i < count; i++) tree.first_child[i] = tree.next_sibling[i] = -1;
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
  while (depth > 0) text_put(out, tree->next_sibling[path[--depth]] >= 0 ? "│  " : "   ");
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
  while (frame > 0 && tree->next_sibling[frame] < 0) frame = mechanism->frames[frame].parent;
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

static void put_headings(Table *table, const char *const headings[])
{
  for (int i = 0; i < table->columns; i++) table_put(table, headings[i]);
}

static void put_optional(const Mechanism *mechanism, const Expr *e, const char *none, Text *out)
{
  if (e) {
    put_value(mechanism, e, out);
  } else {
    text_put(out, none);
  }
}

static void print_coordinates(const Mechanism *mechanism, Text *out)
{
  static const char *const headings[] = { "coordinate", "unit", "joint", "start", "limits" };
  Table table = table_new(5);
  if (mechanism->coordinate_count == 0) return;
  put_headings(&table, headings);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    table_put(&table, coordinate->name);
    table_put(&table, coordinate->kind == COORDINATE_ANGLE ? "rad" : "m");
    table_put(&table, mechanism->joints[coordinate->joint].name);
    put_optional(mechanism, coordinate->initial, "0", table_cell(&table));
    Text *limits = table_cell(&table);
    if (!coordinate->lower) continue;
    put_value(mechanism, coordinate->lower, limits);
    text_put(limits, " .. ");
    put_value(mechanism, coordinate->upper, limits);
  }
  print_table(&table, out);
}

static void print_bodies(const Mechanism *mechanism, Text *out)
{
  static const char *const headings[] = { "body", "on", "mass [kg]", "centre of mass [m]",
                                          "inertia about it [kg.m^2]" };
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
  static const char *const headings[] = { "point", "on", "at [m]" };
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

static void print_parameters(const Mechanism *mechanism, Text *out)
{
  static const char *const headings[] = { "parameter", "value", "unit" };
  Table table = table_new(3);
  if (mechanism->parameter_count == 0) return;
  put_headings(&table, headings);
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    table_put(&table, parameter->name);
    put_optional(mechanism, parameter->value, "symbolic", table_cell(&table));
    dimension_print(parameter->dimension, table_cell(&table));
  }
  print_table(&table, out);
}

static void print_definitions(const Mechanism *mechanism, Text *out)
{
  Table table = table_new(3);
  if (mechanism->definition_count == 0) return;
  put_headings(&table, (const char *const[]){ "definition", "", "" });
  for (int i = 0; i < mechanism->definition_count; i++) {
    const Definition *definition = &mechanism->definitions[i];
    bool is_named = definition->value->op == OP_NAMED;
    table_put(&table, definition->name);
    table_put(&table, "=");
    expr_print(is_named ? definition->value->named.definition : definition->value,
               table_cell(&table));
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
  print_parameters(mechanism, out);
  print_definitions(mechanism, out);
}
