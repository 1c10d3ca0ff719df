// convert_language.c -- a mechanism written out in the language, frame by frame.
//
// A frame whose moves are those of a joint statement becomes one, any other a frame of moves; what
// stands behind the motion of a joint becomes a frame on it. Coordinates are declared by their
// joints, or by hand where something in front of the joint needs them; definitions come as soon as
// what they are made of is declared. Values are in SI and carry no units: a number in a product
// does not say what it is, and a description without any unit is not asked.
// SPDX-License-Identifier: MIT
#include "mechanism/convert_impl.h"
#include "mechanism/table.h"
#include "notation/print.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/steps.h"

#include <string.h>

// ---- values

static void put_call(const char *name, const Expr *argument, Text *out)
{
  text_format(out, "%s(", name);
  expr_print(argument, out);
  text_put_char(out, ')');
}

static void put_quaternion(const Move *move, Text *out)
{
  text_put(out, "Q(");
  expr_print(move->parameter[0], out);
  text_put(out, ", ");
  write_vector((Vec3){ { move->parameter[1], move->parameter[2], move->parameter[3] } }, out);
  text_put_char(out, ')');
}

// RZ(q), TX(L), R([1, 1, 0], q)
static void put_move(const Page *page, const Move *move, Text *out)
{
  bool is_turn = move->kind == MOVE_ROTATION;
  if (move->kind == MOVE_QUATERNION) {
    put_quaternion(move, out);
    return;
  }
  const Expr *amount = expr_copy(page->pool, move->amount);
  for (int i = 0; i < 3; i++) {
    const char name[] = { is_turn ? 'R' : 'T', "XYZ"[i], '\0' };
    bool is_backward = is_axis(move->axis, i, -1);
    if (!is_backward && !is_axis(move->axis, i, 1)) continue;
    put_call(name, is_backward ? negative(amount) : amount, out);
    return;
  }
  Vec3 axis = vec3_copy(page->pool, move->axis);
  text_put(out, is_turn ? "R(" : "T(");
  write_vector(is_turn ? axis : vec3_scale(amount, axis), out);
  if (is_turn) text_put(out, ", ");
  if (is_turn) expr_print(amount, out);
  text_put_char(out, ')');
}

// How many constant shifts follow each other, and their sum.
static int shifts_of(const Page *page, const Move moves[], int count, Vec3 *shift)
{
  Pose place = pose_identity(page->pool);
  int m = 0;
  while (m < count && moves[m].kind == MOVE_TRANSLATION && !move_is_moving(&moves[m]))
    place = pose_moved(place, &moves[m++]);
  *shift = place.p;
  return m;
}

void write_moves(const Page *page, const Move moves[], int count, bool turns_only)
{
  const char *separator = "";
  for (int m = 0; m < count; m++) {
    if (turns_only && moves[m].kind == MOVE_TRANSLATION) continue;
    text_put(page->out, separator);
    separator = ", ";
    Vec3 shift;
    int shifts = shifts_of(page, &moves[m], count - m, &shift);
    if (shifts < 2) {
      put_move(page, &moves[m], page->out);
      continue;
    }
    text_put(page->out, "T(");
    write_vector(shift, page->out);
    text_put_char(page->out, ')');
    m += shifts - 1;
  }
}

void write_place_of_moves(const Page *page, const Move moves[], int count)
{
  Pose place = pose_identity(page->pool);
  bool is_turned = false;
  for (int m = 0; m < count; m++) {
    place = pose_moved(place, &moves[m]);
    is_turned = is_turned || moves[m].kind != MOVE_TRANSLATION;
  }
  if (!vec3_is_zero(place.p)) {
    text_put(page->out, " at ");
    write_vector(place.p, page->out);
  }
  if (!is_turned) return;
  text_put(page->out, " rotated ");
  write_moves(page, moves, count, true);
}

// ---- coordinates and definitions

static void put_coordinate(const Page *page, int i)
{
  const Coordinate *coordinate = &page->mechanism->coordinates[i];
  text_put(page->out, coordinate->name);
  if (coordinate->initial) {
    text_put(page->out, " = ");
    expr_print(coordinate->initial, page->out);
  }
  page->is_declared[i] = true;
}

// One statement for those of the coordinates that are wanted and not declared.
static void declare_by_hand(const Page *page, const bool is_wanted[])
{
  size_t line_start = 0;
  int count = 0;
  for (int i = 0; i < page->mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &page->mechanism->coordinates[i];
    if (page->is_declared[i] || !is_wanted[i]) continue;
    write_item("coord", count++, &line_start, page->out);
    put_coordinate(page, i);
    if (!coordinate->lower || !coordinate->upper) continue;
    text_put(page->out, " in [");
    expr_print(coordinate->lower, page->out);
    text_put(page->out, ", ");
    expr_print(coordinate->upper, page->out);
    text_put_char(page->out, ']');
  }
  if (count > 0) text_put_char(page->out, '\n');
}

static bool depends_on_motion(const Expr *e, const Coordinate *coordinate)
{
  return expr_depends_on(e, coordinate->q) || expr_depends_on(e, coordinate->qd) ||
         expr_depends_on(e, coordinate->qdd);
}

// Is everything that the definition is made of there?
static bool is_ready(const Page *page, int index)
{
  const Mechanism *mechanism = page->mechanism;
  const Expr *body = definition_body(&mechanism->definitions[index]);
  if (body->form->stage == STAGE_INPUT && !page->has_inputs) return false;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    if (!page->is_declared[i] && depends_on_motion(body, &mechanism->coordinates[i])) return false;
  }
  Steps steps = steps_of(&body, 1);
  bool is_good = true;
  for (int i = 0; i < mechanism->definition_count; i++) {
    if (i == index || page->is_defined[i]) continue;
    is_good = is_good && !steps_contain(&steps, mechanism->definitions[i].value);
  }
  steps_free(&steps);
  return is_good;
}

static void put_ready_definitions(const Page *page)
{
  const Mechanism *mechanism = page->mechanism;
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (int i = 0; i < mechanism->definition_count; i++) {
      if (page->is_defined[i] || !is_ready(page, i)) continue;
      text_format(page->out, "let %s = ", mechanism->definitions[i].name);
      expr_print(definition_body(&mechanism->definitions[i]), page->out);
      text_put_char(page->out, '\n');
      page->is_defined[i] = is_new = true;
    }
  }
}

// ---- joints

typedef struct JointText {
  const Joint *joint;
  int first;  // moving move
  int end;    // behind the last one
} JointText;

// The m-th move of the joint: along the right axis, by the right coordinate?
static bool is_move_of_joint(const Page *page, const JointText *text, const Move *moves, int m)
{
  const Joint *joint = text->joint;
  const Move *move = &moves[m];
  if (move->kind == MOVE_QUATERNION || joint->coordinate < 0) return m < MOST_JOINT_MOVES;
  bool is_advance = joint->kind == JOINT_SCREW && m == 1;
  if (m >= joint->coordinate_count && !is_advance) return false;
  Vec3 own = joint->kind == JOINT_PLANAR ? joint->axis_F : moves[0].axis;
  Vec3 axis = joint_move_axis(joint->kind, is_advance ? 0 : m, own);
  bool is_along = vec3_is_zero(vec3_sub(move->axis, axis));
  if (is_advance) return is_along;
  const Coordinate *coordinate = &page->mechanism->coordinates[joint->coordinate + m];
  bool is_free = !page->is_declared[joint->coordinate + m];
  return is_along && is_free && move->amount == coordinate->q;
}

static bool is_joint(const Page *page, int f, JointText *text)
{
  const Mechanism *mechanism = page->mechanism;
  const Frame *frame = &mechanism->frames[f];
  *text = (JointText){ .first = -1 };
  for (int j = 0; j < mechanism->joint_count; j++) {
    if (mechanism->joints[j].frame == f) text->joint = &mechanism->joints[j];
  }
  for (int m = 0; m < frame->move_count; m++) {
    if (!move_is_moving(&frame->moves[m])) continue;
    if (text->first < 0) text->first = m;
    text->end = m + 1;
  }
  if (!text->joint || text->first < 0) return false;
  int count = text->end - text->first;
  bool is_driven = text->joint->coordinate < 0;
  if (is_driven &&
      (count != 1 || frame->moves[text->first].amount->form->stage != STAGE_POSITION)) {
    return false;
  }
  for (int m = 0; m < count; m++) {
    if (!is_move_of_joint(page, text, &frame->moves[text->first], m)) return false;
  }
  return true;
}

static bool has_quaternion(const Frame *frame, const JointText *text)
{
  return frame->moves[text->end - 1].kind == MOVE_QUATERNION;
}

static void put_kind(const Page *page, const Frame *frame, const JointText *text)
{
  const Joint *joint = text->joint;
  const Move *motion = &frame->moves[text->first];
  text_put(page->out, joint_info(joint->kind)->word);
  if (has_quaternion(frame, text)) text_put(page->out, " quaternion");
  if (!joint_has_axis(joint->kind)) return;
  text_put_char(page->out, ' ');
  write_axis(joint->kind == JOINT_PLANAR ? joint->axis_F : motion->axis, page->out);
}

static void put_coordinates(const Page *page, const Frame *frame, const JointText *text)
{
  const Joint *joint = text->joint;
  text_put(page->out, " (");
  if (joint->coordinate < 0) {
    text_put(page->out, "= ");
    expr_print(frame->moves[text->first].amount, page->out);
  }
  for (int i = 0; i < joint->coordinate_count; i++) {
    if (i > 0) text_put(page->out, ", ");
    put_coordinate(page, joint->coordinate + i);
  }
  text_put_char(page->out, ')');
}

static void put_limits(const Page *page, const Joint *joint)
{
  const Coordinate *first = &page->mechanism->coordinates[joint->coordinate];
  for (int i = 0; i < joint->coordinate_count; i++) {
    if (!first[i].lower) return;  // limits are given to all coordinates of a joint, or to none
  }
  for (int i = 0; i < joint->coordinate_count; i++) {
    text_put(page->out, i == 0 ? " limits " : ", ");
    expr_print(first[i].lower, page->out);
    text_put(page->out, " .. ");
    expr_print(first[i].upper, page->out);
  }
}

// turn q and slide pitch/(2 pi) q
static void put_pitch(const Page *page, const Move *turn)
{
  Pool *pool = page->pool;
  const Expr *q = expr_copy(pool, turn->amount);
  const Expr *slope = expr_derivative(expr_copy(pool, turn[1].amount), q);
  const Expr *half_turn = product(expr_pi(pool), slope);
  text_put(page->out, " pitch ");
  expr_print(sum(half_turn, half_turn), page->out);
}

// A name that no frame or point has yet.
static const char *new_frame_name(const Page *page, const char *stem, const char *ending)
{
  const char *name = arena_format(page->arena, "%s%s", stem, ending);
  for (int n = 2; mechanism_find_frame(page->mechanism, name) >= 0 ||
                  mechanism_find_point(page->mechanism, name) >= 0;
       n++)
    name = arena_format(page->arena, "%s%s%d", stem, ending, n);
  return name;
}

static void put_joint(const Page *page, int f, const JointText *text)
{
  const Frame *frame = &page->mechanism->frames[f];
  bool has_rest = text->end < frame->move_count;
  const char *name = has_rest ? new_frame_name(page, frame->name, "_pivot") : frame->name;
  text_format(page->out, "joint %s : ", name);
  put_kind(page, frame, text);
  put_coordinates(page, frame, text);
  text_format(page->out, " from %s", page->mechanism->frames[frame->parent].name);
  write_place_of_moves(page, frame->moves, text->first);  // what stands in front of the motion
  if (text->joint->coordinate >= 0) put_limits(page, text->joint);
  if (text->joint->kind == JOINT_SCREW) put_pitch(page, &frame->moves[text->first]);
  text_put_char(page->out, '\n');
  if (!has_rest) return;
  text_format(page->out, "frame %s in %s : ", frame->name, name);
  write_moves(page, frame->moves + text->end, frame->move_count - text->end, false);
  text_put_char(page->out, '\n');
}

// ---- frames

static bool is_own(const Joint *joint, int coordinate)
{
  return joint && joint->coordinate >= 0 && coordinate >= joint->coordinate &&
         coordinate < joint->coordinate + joint->coordinate_count;
}

static bool is_needed(const Frame *frame, const Expr *q)
{
  for (int m = 0; m < frame->move_count; m++) {
    if (expr_depends_on(frame->moves[m].amount, q)) return true;
  }
  return false;
}

// What the frames first .. end - 1 need and do not declare themselves; and what was written by hand
// in front of that: the order stays.
static void declare_needed(const Page *page, int first, int end, const Joint *declaring)
{
  const Mechanism *mechanism = page->mechanism;
  bool *is_wanted = ARENA_ARRAY(page->arena, bool, mechanism->coordinate_count);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    bool is_used = false;
    for (int f = first; f < end; f++)
      is_used = is_used || is_needed(&mechanism->frames[f], mechanism->coordinates[i].q);
    for (int k = 0; is_used && k < i; k++)
      is_wanted[k] = is_wanted[k] || mechanism->coordinates[k].joint < 0;
    is_wanted[i] = is_used && !is_own(declaring, i);
  }
  declare_by_hand(page, is_wanted);
  put_ready_definitions(page);
}

// ---- tables

static void put_row(const Page *page, const JointTable *tables, const DhRow *row, Table *cells)
{
  const Frame *frame = &page->mechanism->frames[row->frame];
  const Expr *const khalil[] = { row->b, row->gamma, row->a, row->alpha, row->d, row->theta };
  const Expr *const others[] = { row->a, row->alpha, row->d, row->theta };
  bool is_khalil = tables->kind == DH_KHALIL;
  table_put(cells, frame->name);
  if (is_khalil) {
    table_put(cells, page->mechanism->frames[frame->parent].name);
    table_put(cells, row->turns ? "0" : "1");
  }
  for (int i = 0; i < (is_khalil ? 6 : 4); i++)
    write_cell(is_khalil ? khalil[i] : others[i], table_cell(cells));
}

static void put_table(const Page *page, const JointTable *table)
{
  static const char *const COLUMNS[] = { "joint", "antecedent", "sigma", "b",    "gamma",
                                         "d",     "alpha",      "r",     "theta" };
  static const char *const SHORT[] = { "joint", "a", "alpha", "d", "theta" };
  bool is_khalil = table->kind == DH_KHALIL;
  int base = page->mechanism->frames[table->rows[0].frame].parent;
  text_format(page->out, "\ndh %s %s", table->name, dh_info(table->kind)->word);
  if (base != FRAME_GROUND) {
    text_format(page->out, " in %s", page->mechanism->frames[base].name);
  }
  text_put_char(page->out, '\n');
  Table cells = table_new(is_khalil ? 9 : 5);
  for (int i = 0; i < cells.columns; i++)
    table_put(&cells, is_khalil ? COLUMNS[i] : SHORT[i]);
  for (int i = 0; i < table->row_count; i++)
    put_row(page, table, &table->rows[i], &cells);
  table_print(&cells, page->out);
  table_free(&cells);
  text_put_char(page->out, '\n');
}

// The table that the frame is a row of; NULL: none.
static const JointTable *table_of(const Page *page, int f)
{
  for (int i = 0; i < page->mechanism->table_count; i++) {
    const JointTable *table = &page->mechanism->tables[i];
    int first = table->row_count > 0 ? table->rows[0].frame : 0;
    if (f >= first && f < first + table->row_count) return table;
  }
  return NULL;
}

static void put_frame(const Page *page, int f)
{
  const Frame *frame = &page->mechanism->frames[f];
  const JointTable *table = table_of(page, f);
  if (table && f > table->rows[0].frame) return;  // it is written already
  if (table) {
    declare_needed(page, f, f + table->row_count, NULL);
    put_table(page, table);
    return;
  }
  JointText text;
  bool is_statement = is_joint(page, f, &text);
  declare_needed(page, f, f + 1, is_statement ? text.joint : NULL);
  if (is_statement) {
    put_joint(page, f, &text);
  } else {
    const char *parent = page->mechanism->frames[frame->parent].name;
    text_format(page->out, "frame %s in %s : ", frame->name, parent);
    write_moves(page, frame->moves, frame->move_count, false);
    text_put(page->out, frame->move_count == 0 ? "TX(0)\n" : "\n");
  }
  put_ready_definitions(page);
}

// ---- the heading

static void put_parameters(const Page *page)
{
  const Mechanism *mechanism = page->mechanism;
  size_t line_start = 0;
  for (int i = 0; i < mechanism->parameter_count; i++) {
    const Parameter *parameter = &mechanism->parameters[i];
    write_item("param", i, &line_start, page->out);
    text_put(page->out, parameter->name);
    if (!parameter->value) continue;
    text_put(page->out, " = ");
    write_number(expr_copy(page->pool, parameter->value), page->out);
  }
  if (mechanism->parameter_count > 0) text_put_char(page->out, '\n');
}

static void put_heading(Page *page)
{
  const Mechanism *mechanism = page->mechanism;
  bool is_named = strcmp(mechanism->name, "mechanism") != 0;
  if (is_named) text_format(page->out, "mechanism %s", mechanism->name);
  if (is_named && mechanism->title) text_format(page->out, " \"%s\"", mechanism->title);
  text_put(page->out,
           is_named ? "\n# in SI units: m, kg, s, rad\n" : "# in SI units: m, kg, s, rad\n");
  put_parameters(page);
  put_ready_definitions(page);
  write_inputs(mechanism, page->out);
  page->has_inputs = true;
  put_ready_definitions(page);
  if (vec3_is_zero(mechanism->gravity)) return;
  text_put(page->out, "gravity ");
  write_vector(mechanism->gravity, page->out);
  text_put_char(page->out, '\n');
}

void mechanism_write_language(const Mechanism *mechanism, Diagnostics *diagnostics, Text *out)
{
  Arena *arena = arena_new();
  Page page = { .mechanism = mechanism,
                .pool = pool_new(pool_seed(mechanism->pool)),
                .arena = arena,
                .is_declared = ARENA_ARRAY(arena, bool, mechanism->coordinate_count),
                .is_defined = ARENA_ARRAY(arena, bool, mechanism->definition_count),
                .out = out };
  bool *is_wanted = ARENA_ARRAY(arena, bool, mechanism->coordinate_count);
  memset(is_wanted, true, (size_t)mechanism->coordinate_count);
  warn_of_tasks(mechanism, diagnostics);
  put_heading(&page);
  for (int f = 1; f < mechanism->frame_count; f++)
    put_frame(&page, f);
  declare_by_hand(&page, is_wanted);
  put_ready_definitions(&page);
  write_parts(&page);
  pool_free(page.pool);
  arena_free(arena);
}
