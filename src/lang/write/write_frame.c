// write_frame.c -- writes coordinates, frames, joints and tables of joints as statements.
//
// A frame whose moves are those of a joint statement is written as a joint, the frames of a table
// as its rows, and any other frame as a frame with moves. Moves after the motion of a joint are
// written as a frame on it. Coordinates are declared by their joints, or by hand if a statement
// before the joint requires them.
// SPDX-License-Identifier: MIT
#include "lang/write/write_impl.h"
#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"

// ---- coordinates

static bool is_coordinate_pending(const Writer *writer, int i)
{
  return write_is_pending(writer, writer->mechanism->coordinates[i].q->form->symbol->name);
}

// Returns true for the first of four Euler parameters: without a value it starts at 1, the others
// at 0.
static bool starts_at_one(const Writer *writer, int i)
{
  const Coordinate *coordinate = &writer->mechanism->coordinates[i];
  if (!coordinate_is_euler_parameter(coordinate)) return false;
  return i == 0 || !coordinate_is_euler_parameter(coordinate - 1) ||
         coordinate[-1].joint != coordinate->joint;
}

static void put_coordinate(Writer *writer, int i, Text *list)
{
  const Coordinate *coordinate = &writer->mechanism->coordinates[i];
  text_format(list, "%s%s", list->length > 0 ? ", " : "", coordinate_name(coordinate));
  if (coordinate->initial || starts_at_one(writer, i))
    text_format(list, " = %s", write_value(writer, coordinate_start(coordinate)));
  write_declared(writer, coordinate->q);
}

static const char *write_limits(const Writer *writer, const Coordinate *coordinate)
{
  return arena_format(writer->document->arena, "%s .. %s", write_value(writer, coordinate->lower),
                      write_value(writer, coordinate->upper));
}

// Declares the required and undeclared coordinates in one statement.
static void declare_by_hand(Writer *writer)
{
  Text list = { 0 };
  for (int i = writer->first_pending; i < writer->wanted_end; i++) {
    const Coordinate *coordinate = &writer->mechanism->coordinates[i];
    if (!is_coordinate_pending(writer, i) || !writer->is_wanted[i]) continue;
    put_coordinate(writer, i, &list);
    if (coordinate->lower) text_format(&list, " limits %s", write_limits(writer, coordinate));
  }
  if (list.length > 0) write_line(writer, "coord %s", text_string(&list));
  text_free(&list);
}

// ---- joints

// The joint of a frame, and the range of its motion in the frame's moves.
typedef struct JointMotion {
  const Joint *joint;  // NULL: no joint
  int first;
  int end;
} JointMotion;

// Returns true if move m has the axis and the coordinate of the joint's m-th move.
static bool is_move_of_joint(const Writer *writer, const Joint *joint, const Move *moves, int m)
{
  const Move *move = &moves[m];
  if (move->kind == MOVE_QUATERNION) return true;
  bool is_advance = joint->kind == JOINT_SCREW && m == 1;
  if (m >= joint->coordinate_count && !is_advance) return false;
  Vec3 own = joint->kind == JOINT_PLANAR ? joint->axis_F : move_axis(&moves[0]);
  Vec3 axis = joint_move_axis(joint->kind, is_advance ? 0 : m, own);
  bool is_along = vec3_is_zero(vec3_sub(move_axis(move), axis));
  if (is_advance) return is_along;
  int coordinate = joint->coordinate + m;
  return is_along && is_coordinate_pending(writer, coordinate) &&
         move->amount == writer->mechanism->coordinates[coordinate].q;
}

static JointMotion motion_of(const Writer *writer, int f)
{
  const Mechanism *mechanism = writer->mechanism;
  const Frame *frame = &mechanism->frames[f];
  JointMotion motion = { .end = frame->move_count };
  if (writer->joints[f] >= 0) motion.joint = &mechanism->joints[writer->joints[f]];
  while (motion.first < motion.end && !move_is_moving(&frame->moves[motion.first]))
    motion.first++;
  while (motion.end > motion.first && !move_is_moving(&frame->moves[motion.end - 1]))
    motion.end--;
  return motion;
}

// Returns true if the frame can be written as a joint statement.
static bool is_joint(const Writer *writer, int f, const JointMotion *motion)
{
  const Move *moves = writer->mechanism->frames[f].moves + motion->first;
  const Joint *joint = motion->joint;
  int count = motion->end - motion->first;
  if (!joint || (joint->kind == JOINT_FIXED) != (count == 0)) return false;
  if (joint->coordinate < 0 && count > 0)
    return count == 1 && moves[0].amount->form->stage <= STAGE_POSITION;
  for (int m = 0; m < count; m++)
    if (!is_move_of_joint(writer, joint, moves, m)) return false;
  return true;
}

// Returns the pitch of a screw with the rotation q and the translation pitch/(2 pi) q.
static const Expr *pitch_of(const Move *turn)
{
  const Expr *slope = expr_derivative(turn[1].amount, turn->amount);
  const Expr *half_turn = product(expr_pi(expr_pool(slope)), slope);
  return sum(half_turn, half_turn);
}

// Writes the limits if all coordinates of the joint have them.
static void put_limits(const Writer *writer, const Joint *joint, Text *out)
{
  const Coordinate *first = &writer->mechanism->coordinates[joint->coordinate];
  Text list = { 0 };
  bool is_limited = joint->coordinate_count > 0;
  for (int i = 0; i < joint->coordinate_count; i++) {
    is_limited = is_limited && first[i].lower;
    if (is_limited) text_format(&list, "%s%s", i > 0 ? ", " : "", write_limits(writer, &first[i]));
  }
  if (is_limited) text_format(out, ", limits %s", text_string(&list));
  text_free(&list);
}

// Writes the clauses between the kind and the parent.
static void put_motion(Writer *writer, const Joint *joint, const Move moves[], int count, Text *out)
{
  if (moves[count - 1].kind == MOVE_QUATERNION) text_put(out, " quaternion");
  if (joint_has_axis(joint->kind)) {
    Vec3 axis = joint->kind == JOINT_PLANAR ? joint->axis_F : move_axis(&moves[0]);
    text_format(out, " %s", write_axis(writer, axis));
  }
  if (joint->coordinate < 0) {
    text_format(out, " (= %s)", write_value(writer, moves[0].amount));
    return;
  }
  Text list = { 0 };
  for (int i = 0; i < joint->coordinate_count; i++)
    put_coordinate(writer, joint->coordinate + i, &list);
  text_format(out, " (%s)", text_string(&list));
  text_free(&list);
}

static void put_drive(const Writer *writer, const Joint *joint, const Move moves[], Text *out)
{
  if (joint->coordinate < 0) return;
  put_limits(writer, joint, out);
  if (joint->kind == JOINT_SCREW)
    text_format(out, ", pitch %s", write_value(writer, pitch_of(moves)));
  if (joint->effort) text_format(out, ", effort %s", write_value(writer, joint->effort));
  if (joint->velocity) text_format(out, ", velocity %s", write_value(writer, joint->velocity));
}

static void write_moved_frame(const Writer *writer, const char *name, const char *from,
                              const Move moves[], int count)
{
  const char *text = write_moves(writer, moves, count, false);
  write_line(writer, "frame %s from %s%s%s", name, from, *text ? " : " : "", text);
}

// Returns a name that is not yet declared.
static const char *pivot_name(const Writer *writer, const char *frame)
{
  const char *name = arena_format(writer->document->arena, "%s_pivot", frame);
  return mechanism_has_name(writer->mechanism, name) ? pivot_name(writer, name) : name;
}

// Moves after the motion lead to a separate frame.
static void write_joint(Writer *writer, int f, const JointMotion *motion)
{
  const Frame *frame = &writer->mechanism->frames[f];
  int behind = frame->move_count - motion->end;
  const char *name = behind > 0 ? pivot_name(writer, frame->name) : frame->name;
  const Move *moves = frame->moves + motion->first;
  int count = motion->end - motion->first;
  Text text = { 0 };
  text_format(&text, "joint %s : %s", name, joint_info(motion->joint->kind)->word);
  if (count > 0) put_motion(writer, motion->joint, moves, count, &text);
  text_format(&text, " from %s", writer->mechanism->frames[frame->parent].name);
  write_placement(writer, frame->moves, motion->first, &text);
  if (count > 0) put_drive(writer, motion->joint, moves, &text);
  write_statement(writer, &text);
  if (behind > 0) write_moved_frame(writer, frame->name, name, frame->moves + motion->end, behind);
}

// ---- frames

// Returns true if the coordinate belongs to a joint of the frames first .. end - 1.
static bool is_own(const Writer *writer, int coordinate, int first, int end)
{
  int joint = writer->mechanism->coordinates[coordinate].joint;
  int frame = joint < 0 ? -1 : writer->mechanism->joints[joint].frame;
  return frame >= first && frame < end;
}

// Marks the coordinates of the moves of the frames first .. end - 1.
static void want_used(Writer *writer, int first, int end)
{
  const Mechanism *mechanism = writer->mechanism;
  while (writer->first_pending < mechanism->coordinate_count &&
         !is_coordinate_pending(writer, writer->first_pending))
    writer->first_pending++;
  writer->wanted_end = writer->first_pending;
  for (int f = first; f < end; f++) {
    Steps steps = frame_steps(&mechanism->frames[f]);
    for (int i = 0; i < steps.count; i++) {
      int coordinate = mechanism_coordinate_of(mechanism, steps.at[i].node);
      if (coordinate >= 0) writer->is_wanted[coordinate] = true;
      if (coordinate >= writer->wanted_end) writer->wanted_end = coordinate + 1;
    }
    steps_free(&steps);
  }
}

// Declares the marked coordinates, which the frames first .. end - 1 require, and the preceding
// ones that were declared by hand, to keep the order. Coordinates of the frames themselves are
// declared only if the frames cannot declare them.
static void declare_needed(Writer *writer, int first, int end, bool are_declaring)
{
  bool is_before = false;
  for (int i = writer->wanted_end - 1; i >= writer->first_pending; i--) {
    bool *is_wanted = &writer->is_wanted[i], is_used = *is_wanted;
    *is_wanted = is_used ? !are_declaring || !is_own(writer, i, first, end)
                         : is_before && writer->mechanism->coordinates[i].joint < 0;
    is_before = is_before || is_used;
  }
  declare_by_hand(writer);
  for (int i = writer->first_pending; i < writer->wanted_end; i++)
    writer->is_wanted[i] = false;
  write_definitions(writer);
}

// ---- Denavit-Hartenberg tables

// Returns the table whose first row is the frame, if all its frames are still rows of it.
static const JointTable *table_of(const Writer *writer, int f)
{
  const Mechanism *mechanism = writer->mechanism;
  const JointTable *table = NULL;
  for (int i = 0; i < mechanism->table_count && !table; i++) {
    if (mechanism->tables[i].row_count > 0 && mechanism->tables[i].rows[0].frame == f)
      table = &mechanism->tables[i];
  }
  for (int i = 0; table && i < table->row_count; i++) {
    Move moves[MAX_DH_MOVES];
    const Frame *frame = &mechanism->frames[f + i];
    bool is_row = table->rows[i].frame == f + i &&
                  dh_row_moves(&table->rows[i], table->kind, moves) == frame->move_count &&
                  (table->kind == DH_KHALIL || i == 0 || frame->parent == f + i - 1);
    for (int m = 0; m < frame->move_count && is_row; m++)
      is_row = moves[m].kind == frame->moves[m].kind && moves[m].amount == frame->moves[m].amount;
    if (!is_row) return NULL;
  }
  return table;
}

// Returns true if the rows can declare the marked coordinates, i.e. none has limits or an initial
// value. They declare all of them or none, to keep the order.
static bool table_declares(const Writer *writer, int first, int end)
{
  for (int i = writer->first_pending; i < writer->wanted_end; i++) {
    const Coordinate *coordinate = &writer->mechanism->coordinates[i];
    if (!writer->is_wanted[i] || !is_coordinate_pending(writer, i)) continue;
    bool is_plain = !coordinate->initial && !coordinate->lower;
    if (!is_plain || !is_own(writer, i, first, end)) return false;
  }
  return true;
}

// Writes an expression without blanks, which separate the cells.
static void put_cell(const Writer *writer, const Expr *e, Text *rows)
{
  text_put_char(rows, ' ');
  for (const char *c = write_value(writer, e); *c; c++)
    if (*c != ' ') text_put_char(rows, *c);
}

static void put_row(const Writer *writer, const DhRow *row, bool is_khalil, Text *rows)
{
  const Frame *frame = &writer->mechanism->frames[row->frame];
  const Expr *const cells[] = { row->gamma, row->b, row->a, row->alpha, row->d, row->theta };
  const char *sigma = row->theta->form->stage > STAGE_PARAMETER ? "0"
                      : row->d->form->stage > STAGE_PARAMETER   ? "1"
                                                                : "2";
  text_format(rows, "\n%s", frame->name);
  if (is_khalil) text_format(rows, " %s %s", writer->mechanism->frames[frame->parent].name, sigma);
  for (int i = is_khalil ? 0 : 2; i < 6; i++)
    put_cell(writer, cells[i], rows);
}

static void write_table(Writer *writer, const JointTable *table)
{
  bool is_khalil = table->kind == DH_KHALIL;
  int first = table->rows[0].frame;
  int end = first + table->row_count;
  int base = writer->mechanism->frames[first].parent;
  want_used(writer, first, end);
  declare_needed(writer, first, end, table_declares(writer, first, end));
  Text text = { 0 };
  text_format(&text, "dh %s %s", table->name, dh_info(table->kind)->word);
  if (base != FRAME_GROUND) text_format(&text, " from %s", writer->mechanism->frames[base].name);
  text_put(&text, is_khalil ? "\njoint antecedent sigma gamma b d alpha r theta"
                            : "\njoint a alpha d theta");
  for (int i = 0; i < table->row_count; i++)
    put_row(writer, &table->rows[i], is_khalil, &text);
  text_put_char(&text, '\n');
  write_gap(writer);
  write_statement(writer, &text);
  write_gap(writer);
  for (int i = 0; i < writer->mechanism->coordinate_count; i++)
    if (is_own(writer, i, first, end)) write_declared(writer, writer->mechanism->coordinates[i].q);
}

// ---- all frames

static void write_frame(Writer *writer, int f)
{
  const Frame *frame = &writer->mechanism->frames[f];
  JointMotion motion = motion_of(writer, f);
  bool is_statement = is_joint(writer, f, &motion);
  want_used(writer, f, f + 1);
  declare_needed(writer, f, f + 1, is_statement);
  if (is_statement) {
    write_joint(writer, f, &motion);
  } else {
    write_moved_frame(writer, frame->name, writer->mechanism->frames[frame->parent].name,
                      frame->moves, frame->move_count);
  }
}

void write_frames(Writer *writer)
{
  const Mechanism *mechanism = writer->mechanism;
  Arena *arena = writer->document->arena;
  writer->is_wanted = ARENA_ARRAY(arena, bool, mechanism->coordinate_count);
  writer->joints = ARENA_ARRAY(arena, int, mechanism->frame_count);
  for (int f = 0; f < mechanism->frame_count; f++)
    writer->joints[f] = -1;
  for (int i = 0; i < mechanism->joint_count; i++)
    writer->joints[mechanism->joints[i].frame] = i;
  for (int f = 1; f < mechanism->frame_count; f++) {
    const JointTable *table = table_of(writer, f);
    if (table) {
      write_table(writer, table);
      f += table->row_count - 1;
    } else {
      write_frame(writer, f);
    }
    write_definitions(writer);
  }
  for (int i = 0; i < mechanism->coordinate_count; i++)
    writer->is_wanted[i] = true;
  writer->wanted_end = mechanism->coordinate_count;
  declare_by_hand(writer);
}
