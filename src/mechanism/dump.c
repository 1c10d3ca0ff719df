// dump.c -- every field of a mechanism as text, for `bielle dump --stage=mechanism`.
//
// Expressions are written in full, names of the user kept. Nothing depends on addresses or paths.
// SPDX-License-Identifier: MIT
#include "mechanism/dump_impl.h"
#include "notation/print.h"

void dump_put_field(const char *label, const Expr *value, Text *out)
{
  if (!value) return;
  text_format(out, "  %s ", label);
  expr_print(value, out);
  text_put_char(out, '\n');
}

static void put_vector(Vec3 vector, Text *out)
{
  text_put_char(out, '[');
  for (int i = 0; i < 3; i++) {
    if (i > 0) text_put(out, ", ");
    expr_print(vector.at[i], out);
  }
  text_put_char(out, ']');
}

void dump_put_vector_field(const char *label, Vec3 vector, Text *out)
{
  text_format(out, "  %s ", label);
  put_vector(vector, out);
  text_put_char(out, '\n');
}

static void put_matrix_field(const char *label, Mat3 matrix, Text *out)
{
  text_format(out, "  %s [", label);
  for (int i = 0; i < 3; i++) {
    if (i > 0) text_put(out, ", ");
    put_vector((Vec3){ { matrix.at[i][0], matrix.at[i][1], matrix.at[i][2] } }, out);
  }
  text_put(out, "]\n");
}

static void dump_parameters(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    text_format(out, "parameter %d %s\n", i, parameter->name);
    dump_put_field("value", parameter->value, out);
    if (parameter->dimension.is_known) {
      text_put(out, "  unit ");
      dimension_print(parameter->dimension, out);
      text_put_char(out, '\n');
    }
  }
}

static void dump_definitions(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->definition_count; i++) {
    const Definition *definition = &mechanism->definitions[i];
    text_format(out, "definition %d %s\n", i, definition->name);
    dump_put_field("value", definition_body(definition), out);
  }
}

static void dump_coordinates(const Mechanism *mechanism, Text *out)
{
  static const char *const kinds[] = {
    [COORDINATE_ANGLE] = "angle", [COORDINATE_LENGTH] = "length", [COORDINATE_NUMBER] = "number"
  };
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    text_format(out, "coordinate %d %s\n", i, coordinate->name);
    text_format(out, "  kind %s\n", kinds[coordinate->kind]);
    text_format(out, "  joint %d\n", coordinate->joint);
    dump_put_field("velocity", coordinate->qd, out);
    dump_put_field("acceleration", coordinate->qdd, out);
    dump_put_field("initial", coordinate->initial, out);
    dump_put_field("lower", coordinate->lower, out);
    dump_put_field("upper", coordinate->upper, out);
  }
}

static void put_move(const Move *move, Text *out)
{
  if (move->kind == MOVE_QUATERNION) {
    text_put(out, "  turn by quaternion");
    for (int i = 0; i < 4; i++) {
      text_put_char(out, ' ');
      expr_print(move->parameter[i], out);
    }
  } else {
    text_put(out, move->kind == MOVE_ROTATION ? "  rotate " : "  translate ");
    put_vector(move->axis, out);
    text_put(out, " by ");
    expr_print(move->amount, out);
  }
  text_put_char(out, '\n');
}

static void dump_frames(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->frame_count; i++) {
    const Frame *frame = &mechanism->frames[i];
    text_format(out, "frame %d %s\n", i, frame->name);
    text_format(out, "  parent %d\n", frame->parent);
    for (int k = 0; k < frame->move_count; k++)
      put_move(&frame->moves[k], out);
  }
}

static void dump_joints(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->joint_count; i++) {
    const Joint *joint = &mechanism->joints[i];
    text_format(out, "joint %d %s\n", i, joint->name);
    text_format(out, "  kind %s\n", joint_info(joint->kind)->word);
    text_format(out, "  frame %d\n", joint->frame);
    dump_put_vector_field("axis", joint->axis_F, out);
    text_format(out, "  coordinate %d", joint->coordinate);
    if (joint->coordinate_count > 1) {
      text_format(out, " .. %d", joint->coordinate + joint->coordinate_count - 1);
    }
    text_put_char(out, '\n');
  }
}

static void dump_tables(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->table_count; i++) {
    const JointTable *table = &mechanism->tables[i];
    text_format(out, "table %d %s\n  convention %s\n", i, table->name, table->convention);
  }
}

static void dump_shapes(const Mechanism *mechanism, Text *out)
{
  static const char *const words[] = {
    [SHAPE_BOX] = "box",         [SHAPE_CYLINDER] = "cylinder", [SHAPE_SPHERE] = "sphere",
    [SHAPE_CAPSULE] = "capsule", [SHAPE_ROD] = "rod",           [SHAPE_MESH] = "mesh"
  };
  for (int i = 0; i < mechanism->shape_count; i++) {
    const BodyShape *shape = &mechanism->shapes[i];
    text_format(out, "shape %d %s\n  body %d\n", i, words[shape->kind], shape->body);
    for (int k = 0; k < 3; k++)
      dump_put_field("size", shape->size[k], out);
    if (shape->path) text_format(out, "  path %s\n", shape->path);
    for (int k = 0; k < shape->move_count; k++)
      put_move(&shape->moves[k], out);
  }
}

static void dump_bodies(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->body_count; i++) {
    const Body *body = &mechanism->bodies[i];
    text_format(out, "body %d %s\n", i, body->name);
    text_format(out, "  frame %d\n", body->frame);
    dump_put_field("mass", body->mass, out);
    dump_put_vector_field("com", body->com_F, out);
    put_matrix_field("inertia", body->inertia_F, out);
  }
}

static void dump_points(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->point_count; i++) {
    const Point *point = &mechanism->points[i];
    text_format(out, "point %d %s\n", i, point->name);
    text_format(out, "  frame %d\n", point->frame);
    dump_put_vector_field("position", point->position_F, out);
  }
}

void mechanism_dump(const Mechanism *mechanism, Text *out)
{
  text_format(out, "mechanism %s\n", mechanism->name);
  if (mechanism->title) text_format(out, "  title %s\n", mechanism->title);
  text_format(out, "  source %s\n", mechanism->source_hash);
  dump_put_vector_field("gravity", mechanism->gravity, out);
  dump_parameters(mechanism, out);
  dump_definitions(mechanism, out);
  dump_coordinates(mechanism, out);
  dump_frames(mechanism, out);
  dump_joints(mechanism, out);
  dump_tables(mechanism, out);
  dump_bodies(mechanism, out);
  dump_shapes(mechanism, out);
  dump_points(mechanism, out);
  dump_actions(mechanism, out);
}
