// dump.c -- every field of a mechanism as text, for `bielle dump --stage=mechanism`.
//
// Expressions are written in full, names of the user kept. Nothing depends on addresses or paths.
// SPDX-License-Identifier: MIT
#include "mechanism/mechanism.h"
#include "symbolic/print.h"

static void put_field(const char *label, const Expr *value, Text *out)
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

static void put_vector_field(const char *label, Vec3 vector, Text *out)
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
    put_field("value", parameter->value, out);
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
    put_field("value", definition_body(definition), out);
  }
}

static void dump_coordinates(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    bool is_angle = coordinate->kind == COORDINATE_ANGLE;
    text_format(out, "coordinate %d %s\n", i, coordinate->name);
    text_format(out, "  kind %s\n", is_angle ? "angle" : "length");
    text_format(out, "  joint %d\n", coordinate->joint);
    put_field("velocity", coordinate->qd, out);
    put_field("acceleration", coordinate->qdd, out);
    put_field("initial", coordinate->initial, out);
    put_field("lower", coordinate->lower, out);
    put_field("upper", coordinate->upper, out);
  }
}

static void dump_frames(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->frame_count; i++) {
    const Frame *frame = &mechanism->frames[i];
    text_format(out, "frame %d %s\n", i, frame->name);
    text_format(out, "  parent %d\n", frame->parent);
    for (int k = 0; k < frame->move_count; k++) {
      const Move *move = &frame->moves[k];
      text_put(out, move->kind == MOVE_ROTATION ? "  rotate " : "  translate ");
      put_vector(move->axis, out);
      text_put(out, " by ");
      expr_print(move->amount, out);
      text_put_char(out, '\n');
    }
  }
}

static void dump_joints(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->joint_count; i++) {
    const Joint *joint = &mechanism->joints[i];
    text_format(out, "joint %d %s\n", i, joint->name);
    text_format(out, "  kind %s\n", joint_info(joint->kind)->word);
    text_format(out, "  frame %d\n", joint->frame);
    put_vector_field("axis", joint->axis_F, out);
    text_format(out, "  coordinate %d\n", joint->coordinate);
  }
}

static void dump_bodies(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->body_count; i++) {
    const Body *body = &mechanism->bodies[i];
    text_format(out, "body %d %s\n", i, body->name);
    text_format(out, "  frame %d\n", body->frame);
    put_field("mass", body->mass, out);
    put_vector_field("com", body->com_F, out);
    put_matrix_field("inertia", body->inertia_F, out);
  }
}

static void dump_points(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->point_count; i++) {
    const Point *point = &mechanism->points[i];
    text_format(out, "point %d %s\n", i, point->name);
    text_format(out, "  frame %d\n", point->frame);
    put_vector_field("position", point->position_F, out);
  }
}

void mechanism_dump(const Mechanism *mechanism, Text *out)
{
  text_format(out, "mechanism %s\n", mechanism->name);
  if (mechanism->title) text_format(out, "  title %s\n", mechanism->title);
  text_format(out, "  source %s\n", mechanism->source_hash);
  put_vector_field("gravity", mechanism->gravity, out);
  dump_parameters(mechanism, out);
  dump_definitions(mechanism, out);
  dump_coordinates(mechanism, out);
  dump_frames(mechanism, out);
  dump_joints(mechanism, out);
  dump_bodies(mechanism, out);
  dump_points(mechanism, out);
}
