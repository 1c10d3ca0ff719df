// summary.c -- a mechanism for people: counts, the tree of frames, then one table per kind of
// thing.
// SPDX-License-Identifier: MIT
#include "mechanism/default_value.h"
#include "report/summary_impl.h"

#include <math.h>

// ---- tables

int summary_rows(int count)
{
  enum { MOST_ROWS = 1000 };
  return count < MOST_ROWS ? count : MOST_ROWS;
}

void summary_put_rest(int count, Text *out)
{
  int rest = count - summary_rows(count);
  if (rest > 0)
    text_format(out, "  and %d more: 'bielle dump --stage mechanism' has them all\n", rest);
}

void summary_finish(Table *table, int count, Text *out)
{
  table_finish(table, out);
  summary_put_rest(count, out);
}

static void print_coordinates(const Mechanism *mechanism, Text *out)
{
  Table table = table_with_headings("coordinate|unit|joint|start|limits");
  for (int i = 0; i < summary_rows(mechanism->coordinate_count); i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    table_put(&table, coordinate->name);
    table_put(&table, coordinate_unit(coordinate->kind));
    table_put(&table, coordinate->joint >= 0 ? mechanism->joints[coordinate->joint].name : "");
    Text *start = table_cell(&table);
    if (coordinate->initial) {
      summary_put_position(mechanism, coordinate, coordinate->initial, start);
    } else {
      text_put_char(start, '0');
    }
    Text *limits = table_cell(&table);
    if (!coordinate->lower) continue;
    summary_put_position(mechanism, coordinate, coordinate->lower, limits);
    text_put(limits, " .. ");
    summary_put_position(mechanism, coordinate, coordinate->upper, limits);
  }
  summary_finish(&table, mechanism->coordinate_count, out);
}

static void print_bodies(const Mechanism *mechanism, Text *out)
{
  Table table =
      table_with_headings("body|on|mass [kg]|centre of mass [m]|inertia about it [kg.m^2]");
  for (int i = 0; i < summary_rows(mechanism->body_count); i++) {
    const Body *body = &mechanism->bodies[i];
    table_put(&table, body->name);
    table_put(&table, mechanism->frames[body->frame].name);
    summary_put_known(mechanism, body->mass, table_cell(&table));
    summary_put_vector(mechanism, body->com_F, table_cell(&table));
    summary_put_inertia(mechanism, body->inertia_F, table_cell(&table));
  }
  summary_finish(&table, mechanism->body_count, out);
}

static const char *const shape_words[] = {
  [SHAPE_BOX] = "box",         [SHAPE_CYLINDER] = "cylinder", [SHAPE_SPHERE] = "sphere",
  [SHAPE_CAPSULE] = "capsule", [SHAPE_ROD] = "rod",           [SHAPE_MESH] = "mesh",
};

static void put_size(const Mechanism *mechanism, const BodyShape *shape, Text *out)
{
  if (shape->path) text_put(out, shape->path);
  for (int i = 0; i < 3 && shape->size[i]; i++) {
    if (i > 0) text_put(out, " x ");
    summary_put_value(mechanism, shape->size[i], out);
  }
}

static void print_shapes(const Mechanism *mechanism, Text *out)
{
  Table table = table_with_headings("shape|of|size [m]|placed");
  for (int i = 0; i < summary_rows(mechanism->shape_count); i++) {
    const BodyShape *shape = &mechanism->shapes[i];
    table_put(&table, shape_words[shape->kind]);
    table_put(&table, mechanism->bodies[shape->body].name);
    put_size(mechanism, shape, table_cell(&table));
    summary_put_moves(mechanism, shape->moves, shape->move_count, table_cell(&table));
  }
  summary_finish(&table, mechanism->shape_count, out);
}

static void print_points(const Mechanism *mechanism, Text *out)
{
  Table table = table_with_headings("point|on|at [m]");
  for (int i = 0; i < summary_rows(mechanism->point_count); i++) {
    const Point *point = &mechanism->points[i];
    table_put(&table, point->name);
    table_put(&table, mechanism->frames[point->frame].name);
    summary_put_vector(mechanism, point->position_F, table_cell(&table));
  }
  summary_finish(&table, mechanism->point_count, out);
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
  Table table = table_with_headings("parameter|value|unit");
  int count = valued_parameter_count(mechanism);
  for (int i = 0, left = summary_rows(count); left > 0; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    if (!has_value(parameter)) continue;
    left--;
    table_put(&table, parameter->name);
    summary_put_value(mechanism, parameter->value, table_cell(&table));
    dimension_print(parameter->dimension, table_cell(&table));
  }
  summary_finish(&table, count, out);
}

// "L1", or "L1 [m]" where the unit is known from the use.
static void put_parameter(const Parameter *parameter, Text *out)
{
  text_put(out, parameter->name);
  if (!parameter->dimension.is_known) return;
  Text unit = { 0 };
  dimension_print(parameter->dimension, &unit);
  if (unit.length > 0) text_format(out, " [%s]", text_string(&unit));
  text_free(&unit);
}

static void print_symbolic_parameters(const Mechanism *mechanism, Text *out)
{
  enum { LINE_WIDTH = 80, INDENT = 4 };
  int count = mechanism->parameter_count - valued_parameter_count(mechanism);
  if (count == 0) return;
  text_put(out, "\n  symbolic parameters\n");
  int column = 0;
  for (int i = 0, left = summary_rows(count); left > 0; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    if (has_value(parameter)) continue;
    left--;
    Text text = { 0 };
    put_parameter(parameter, &text);
    int width = text_columns(text_string(&text), text.length) + 1;
    bool is_full = column + width > LINE_WIDTH;
    if (is_full) text_put_char(out, '\n');
    if (is_full || column == 0) column = INDENT;
    text_repeat(out, ' ', column == INDENT ? INDENT : 1);
    text_put(out, text_string(&text));
    text_free(&text);
    column += width;
  }
  text_put_char(out, '\n');
  summary_put_rest(count, out);
}

static void print_definitions(const Mechanism *mechanism, Text *out)
{
  Table table = table_with_headings("definition||");
  for (int i = 0; i < summary_rows(mechanism->definition_count); i++) {
    const Definition *definition = &mechanism->definitions[i];
    table_put(&table, definition->name);
    table_put(&table, "=");
    summary_put_last(mechanism, definition_body(definition), table_cell(&table));
  }
  summary_finish(&table, mechanism->definition_count, out);
}

// ---- all of it

static void put_count(int count, const char *one, const char *many, Text *out)
{
  text_format(out, "%d %s", count, count == 1 ? one : many);
}

static void print_counts(const Mechanism *mechanism, Text *out)
{
  text_put(out, "  ");
  put_count(mechanism->joint_count, "joint, ", "joints, ", out);
  put_count(mechanism->coordinate_count, "coordinate, ", "coordinates, ", out);
  put_count(mechanism->body_count, "body, ", "bodies, ", out);
  put_count(mechanism->point_count, "point\n", "points\n", out);
}

static void put_equations(int equations, int count, const char *one, const char *many, Text *out)
{
  if (count == 0) return;
  text_format(out, " - %d of ", equations);
  put_count(count, one, many, out);
}

static const char *space_of_loops(const Mechanism *mechanism, const Mobility *mobility)
{
  if (mobility->is_planar) return " (Grübler in a plane)";
  if (mobility->planar_loops == 0) return " (Grübler in space)";
  bool is_each = mobility->planar_loops == mechanism->loop_count;
  return is_each ? " (Grübler, each loop in its plane)" : " (Grübler, some loops in planes)";
}

// mobility 1 = 3 coordinates - 2 of 1 loop (Grübler in a plane)
static void print_mobility(const Mechanism *mechanism, Text *out)
{
  Mobility mobility = mechanism_count_freedoms(mechanism);
  text_format(out, "  mobility %d = ", mobility.freedoms);
  put_count(mechanism->coordinate_count, "coordinate", "coordinates", out);
  put_equations(mobility.loop_equations, mechanism->loop_count, "loop", "loops", out);
  put_equations(mobility.constraint_count, mechanism->constraint_count, "constraint", "constraints",
                out);
  put_equations(mobility.wheel_equations, mechanism->rolling_count, "wheel", "wheels", out);
  if (mechanism->loop_count > 0) text_put(out, space_of_loops(mechanism, &mobility));
  text_put_char(out, '\n');
}

static void print_gravity(const Mechanism *mechanism, Text *out)
{
  if (vec3_is_zero(mechanism->gravity)) {
    text_put(out, "  no gravity\n");
    return;
  }
  text_put(out, "  gravity ");
  summary_put_vector(mechanism, mechanism->gravity, out);
  text_put(out, " m/s^2\n");
}

// Of all bodies, if every mass has a value.
static void print_total_mass(const Mechanism *mechanism, Text *out)
{
  double total = 0;
  for (int i = 0; i < mechanism->body_count; i++)
    total += mechanism_default_value(mechanism, mechanism->bodies[i].mass);
  if (mechanism->body_count == 0 || !isfinite(total)) return;
  text_put(out, "  total mass ");
  text_put_rounded(out, total);
  text_put(out, " kg\n");
}

// The conventions of tables of joint parameters, so that nobody has to guess.
static void print_conventions(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->table_count; i++) {
    const JointTable *table = &mechanism->tables[i];
    text_format(out, "  table %s, %s\n", table->name, table->convention);
  }
}

void mechanism_summary(const Mechanism *mechanism, const char *finding, Text *out)
{
  text_put(out, mechanism->name);
  if (mechanism->title) text_format(out, ": %s", mechanism->title);
  text_put_char(out, '\n');
  print_counts(mechanism, out);
  print_mobility(mechanism, out);
  text_put(out, finding);
  print_gravity(mechanism, out);
  print_total_mass(mechanism, out);
  print_conventions(mechanism, out);
  summary_print_tree(mechanism, out);
  print_coordinates(mechanism, out);
  print_bodies(mechanism, out);
  print_shapes(mechanism, out);
  print_points(mechanism, out);
  summary_print_actions(mechanism, out);
  print_valued_parameters(mechanism, out);
  print_symbolic_parameters(mechanism, out);
  print_definitions(mechanism, out);
}
