// convert_write.c -- a description around a table of Denavit and Hartenberg.
//
// Bodies stand on the table's frames. Every frame of the old description that is not
// one of these is fixed to them, so that all old names keep their meaning.
// SPDX-License-Identifier: MIT
#include "mechanism/convert_impl.h"
#include "symbolic/algebra.h"
#include "symbolic/print.h"

#include <string.h>

enum { LINE_WIDTH = 80 };  // after which a list goes on in the next line

// The expression as the language reads it; NULL if it is so long that names for its parts would be
// needed. Lives in the arena.
static const char *written(const Conversion *conversion, const Expr *e)
{
  Text text = { 0 };
  expr_print(e, &text);
  const char *string = text_string(&text);
  bool can_be_read = !strstr(string, " where ");
  const char *copy = can_be_read ? arena_copy_text(conversion->arena, string, text.length) : NULL;
  text_free(&text);
  return copy;
}

static bool can_write(const Conversion *conversion, const Expr *const list[], int count)
{
  for (int i = 0; i < count; i++) {
    if (!written(conversion, list[i])) return false;
  }
  return true;
}

// ---- what stands above the table

// Begins the next item of a statement like `param a, b, c`; lines break behind commas.
static void begin_item(const char *word, int index, size_t *line_start, Text *out)
{
  if (index == 0) {
    *line_start = out->length;
    text_format(out, "%s ", word);
  } else if (out->length - *line_start > LINE_WIDTH) {
    text_put(out, ",\n");
    *line_start = out->length;
    text_repeat(out, ' ', (int)strlen(word) + 1);
  } else {
    text_put(out, ", ");
  }
}

static void put_value(const Conversion *conversion, const Parameter *parameter, Text *out)
{
  const Expr *value = expr_copy(conversion->pool, parameter->value);
  bool has_unit = parameter->dimension.is_known;
  text_put(out, " = ");
  if (!write_decimal(value, out)) {
    expr_print(value, out);
    if (has_unit) text_put(out, "*1");
  }
  if (!has_unit) return;
  text_put_char(out, ' ');
  dimension_print(parameter->dimension, out);
}

static void put_parameters(const Conversion *conversion, Text *out)
{
  const Mechanism *mechanism = conversion->mechanism;
  size_t line_start = 0;
  for (int i = 0; i < mechanism->parameter_count; i++) {
    begin_item("param", i, &line_start, out);
    text_put(out, mechanism->parameters[i].name);
    if (mechanism->parameters[i].value) put_value(conversion, &mechanism->parameters[i], out);
  }
  if (mechanism->parameter_count > 0) text_put_char(out, '\n');
}

static void put_definitions(const Mechanism *mechanism, bool with_coordinates, Text *out)
{
  for (int i = 0; i < mechanism->definition_count; i++) {
    const Definition *definition = &mechanism->definitions[i];
    if ((definition->value->stage > STAGE_PARAMETER) != with_coordinates) continue;
    text_format(out, "let %s = ", definition->name);
    expr_print(definition_body(definition), out);
    text_put_char(out, '\n');
  }
}

static void put_name(const Mechanism *mechanism, Text *out)
{
  if (strcmp(mechanism->name, "mechanism") == 0) return;  // it was never named
  text_format(out, "mechanism %s", mechanism->name);
  if (mechanism->title) text_format(out, " \"%s\"", mechanism->title);
  text_put_char(out, '\n');
}

static void put_heading(const Conversion *conversion, Convention convention, Text *out)
{
  const Mechanism *mechanism = conversion->mechanism;
  put_name(mechanism, out);
  text_format(out, "# converted: %s\n", convention_word(convention));
  put_parameters(conversion, out);
  put_definitions(mechanism, false, out);
  if (vec3_is_zero(mechanism->gravity)) return;
  text_put(out, "gravity ");
  write_vector(mechanism->gravity, out);
  text_put_char(out, '\n');
}

static void put_angle_or_length(const Expr *e, bool is_angle, Text *out)
{
  if (!is_angle || !write_degrees(e, out)) expr_print(e, out);
}

static void put_coordinates(const Conversion *conversion, Text *out)
{
  const Mechanism *mechanism = conversion->mechanism;
  size_t line_start = 0;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    bool is_angle = coordinate->kind == COORDINATE_ANGLE;
    begin_item("coord", i, &line_start, out);
    text_put(out, coordinate->name);
    if (coordinate->initial) {
      text_put(out, " = ");
      put_angle_or_length(expr_copy(conversion->pool, coordinate->initial), is_angle, out);
    }
    if (coordinate->lower && coordinate->upper) {
      text_put(out, " in [");
      put_angle_or_length(expr_copy(conversion->pool, coordinate->lower), is_angle, out);
      text_put(out, ", ");
      put_angle_or_length(expr_copy(conversion->pool, coordinate->upper), is_angle, out);
      text_put_char(out, ']');
    }
  }
  if (mechanism->coordinate_count > 0) text_put_char(out, '\n');
}

// ---- what stands below the table

static void put_rotation(Vec3 axis, const Expr *angle, Text *out)
{
  Pool *pool = angle->pool;
  for (int i = 0; i < 3; i++) {
    Vec3 unit = vec3_unit(pool, i);
    bool is_same = vec3_is_zero(vec3_sub(axis, unit));
    if (!is_same && !vec3_is_zero(vec3_add(axis, unit))) continue;
    text_format(out, "R%c(", "XYZ"[i]);
    write_cell(is_same ? angle : negative(angle), true, out);
    text_put_char(out, ')');
    return;
  }
  text_put(out, "R(");
  write_vector(axis, out);
  text_put(out, ", ");
  write_cell(angle, true, out);
  text_put_char(out, ')');
}

static void put_translation(Vec3 p, Text *out)
{
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    if (!is_zero(p.at[j]) || !is_zero(p.at[k])) continue;
    text_format(out, "T%c(", "XYZ"[i]);
    expr_print(p.at[i], out);
    text_put_char(out, ')');
    return;
  }
  text_put(out, "T(");
  write_vector(p, out);
  text_put_char(out, ')');
}

// Appends a move to the list behind `start`.
static void put_move(const Conversion *conversion, const Move *move, size_t start, Text *out)
{
  Vec3 axis = vec3_copy(conversion->pool, move->axis);
  const Expr *amount = expr_copy(conversion->pool, move->amount);
  if (out->length > start) text_put(out, ", ");
  if (move->kind == MOVE_ROTATION) {
    put_rotation(axis, amount, out);
  } else {
    put_translation(vec3_scale(amount, axis), out);
  }
}

static void put_placement(const Conversion *conversion, Placement placement, Text *out)
{
  Move moves[3];
  int count = rotation_moves(placement.R, &conversion->candidates, moves);
  bool has_shift = !vec3_is_zero(placement.p) || count == 0;
  if (has_shift) put_translation(placement.p, out);
  for (int i = 0; i < count; i++) {
    if (i > 0 || has_shift) text_put(out, ", ");
    put_rotation(moves[i].axis, moves[i].amount, out);
  }
}

static const char *row_of_frame(const Conversion *conversion, const Row rows[], int frame)
{
  int link = conversion->places[frame].link;
  return link == 0 ? "ground" : rows[link].name;
}

// The index behind the last moving move; 0 if nothing in the frame moves.
static int behind_motion(const Frame *frame)
{
  int end = 0;
  for (int m = 0; m < frame->move_count; m++) {
    if (frame->moves[m].amount->stage > STAGE_PARAMETER) end = m + 1;
  }
  return end;
}

// A frame that moves is reached from its row: first the axes behind the motion, then what followed
// it. One that is fixed to another stays as it was written.
static void put_frame(const Conversion *conversion, const Row rows[], int f, Text *out)
{
  const Mechanism *mechanism = conversion->mechanism;
  const Frame *frame = &mechanism->frames[f];
  int first = behind_motion(frame);
  const char *parent =
      first > 0 ? row_of_frame(conversion, rows, f) : mechanism->frames[frame->parent].name;
  text_format(out, "frame %s in %s : ", frame->name, parent);
  size_t start = out->length;
  if (first > 0) {
    Placement of_link = placement_identity(conversion->pool);
    Placement back =
        settled_placement(placement_between(rows[conversion->places[f].link].frame, of_link));
    if (!placement_is_identity(back)) put_placement(conversion, back, out);
  }
  for (int m = first; m < frame->move_count; m++)
    put_move(conversion, &frame->moves[m], start, out);
  if (out->length == start) text_put(out, "TX(0)");
  text_put_char(out, '\n');
}

static void put_frames(const Conversion *conversion, const Row rows[], Text *out)
{
  const Mechanism *mechanism = conversion->mechanism;
  for (int f = 1; f < mechanism->frame_count; f++) {
    const char *row = row_of_frame(conversion, rows, f);
    if (strcmp(row, mechanism->frames[f].name) != 0) put_frame(conversion, rows, f, out);
  }
}

static bool is_diagonal(Mat3 m)
{
  for (int i = 0; i < 9; i++) {
    if (i % 4 != 0 && !is_zero(m.at[i / 3][i % 3])) return false;
  }
  return true;
}

static void put_inertia(Mat3 m, Text *out)
{
  if (is_diagonal(m)) {
    text_put(out, "diag(");
    for (int i = 0; i < 3; i++) {
      if (i > 0) text_put(out, ", ");
      expr_print(m.at[i][i], out);
    }
    text_put_char(out, ')');
    return;
  }
  for (int i = 0; i < 3; i++) {
    text_put(out, i == 0 ? "[" : ",\n     ");
    write_vector((Vec3){ { m.at[i][0], m.at[i][1], m.at[i][2] } }, out);
  }
  text_put_char(out, ']');
}

static void put_body(const Conversion *conversion, const Row rows[], const Body *body, Text *out)
{
  Pool *pool = conversion->pool;
  Placement placement = place_in_row(conversion, rows, body->frame);
  Vec3 com = vec3_copy(pool, body->com_F);
  Mat3 inertia = mat3_copy(pool, body->inertia_F);
  Mat3 back = mat3_transpose(placement.R);
  Mat3 rotated = mat3_mul(mat3_mul(placement.R, inertia), back);
  Placement moved = settled_placement((Placement){ rotated, placement_apply(placement, com) });
  const char *frame = row_of_frame(conversion, rows, body->frame);
  if (can_write(conversion, moved.p.at, 3) && can_write(conversion, &moved.R.at[0][0], 9)) {
    com = moved.p;
    inertia = moved.R;
  } else {  // too long for one line: it stays in the old frame, which is there too
    frame = conversion->mechanism->frames[body->frame].name;
  }
  text_format(out, "body %s on %s : mass ", body->name, frame);
  expr_print(body->mass, out);
  text_put(out, ", com ");
  write_vector(com, out);
  text_put(out, ", inertia ");
  put_inertia(inertia, out);
  text_put_char(out, '\n');
}

// Points keep their old frame, whose axes belong to their pose.
static void put_point(const Mechanism *mechanism, const Point *point, Text *out)
{
  text_format(out, "point %s on %s at ", point->name, mechanism->frames[point->frame].name);
  write_vector(point->position_F, out);
  text_put_char(out, '\n');
}

static void put_place(const Mechanism *mechanism, const JointPlace *place, Text *out)
{
  write_vector(place->position_F, out);
  text_format(out, " on %s", mechanism->frames[place->frame].name);
}

// A cut joint joins the same old frames as before.
static void put_loop(const Mechanism *mechanism, const Loop *loop, Text *out)
{
  text_format(out, "loop %s : %s ", loop->name, joint_info(loop->kind)->word);
  write_vector(loop->axis, out);
  text_put_char(out, ' ');
  put_place(mechanism, &loop->first, out);
  text_put(out, " = ");
  put_place(mechanism, &loop->second, out);
  text_put_char(out, '\n');
}

static void put_constraints(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->constraint_count; i++) {
    text_format(out, "constraint %s : ", mechanism->constraints[i].name);
    expr_print(mechanism->constraints[i].residual, out);
    text_put(out, " = 0\n");
  }
  for (int i = 0; i < mechanism->speed_count; i++) {
    text_format(out, "speed %s = ", mechanism->speeds[i].name);
    expr_print(mechanism->speeds[i].value, out);
    text_put_char(out, '\n');
  }
}

bool write_dh(const Conversion *conversion, Convention convention, const Row rows[], Text *out)
{
  const Mechanism *mechanism = conversion->mechanism;
  Row *named = ARENA_ARRAY(conversion->arena, Row, conversion->link_count);
  for (int i = 0; i < conversion->link_count; i++) {
    named[i] = rows[i];
    named[i].name = i == 0 ? "ground" : row_name(conversion, rows, i);
  }
  put_heading(conversion, convention, out);
  put_coordinates(conversion, out);
  bool has_base = !placement_is_identity(rows[0].frame);
  const char *base = has_base ? new_frame_name(conversion, mechanism->name, "_base") : NULL;
  if (has_base) {
    text_format(out, "frame %s in ground : ", base);
    put_placement(conversion, rows[0].frame, out);
    text_put_char(out, '\n');
  }
  write_table(conversion, convention, named, base, out);
  put_definitions(mechanism, true, out);
  put_frames(conversion, named, out);
  for (int i = 0; i < mechanism->body_count; i++)
    put_body(conversion, named, &mechanism->bodies[i], out);
  for (int i = 0; i < mechanism->point_count; i++)
    put_point(mechanism, &mechanism->points[i], out);
  for (int i = 0; i < mechanism->loop_count; i++)
    put_loop(mechanism, &mechanism->loops[i], out);
  put_constraints(mechanism, out);
  return true;
}
