// convert_write.c -- a description around a table of Denavit and Hartenberg.
//
// Bodies stand on the table's frames. Every frame of the old description that is not
// one of these is fixed to them, so that all old names keep their meaning. First everything is
// computed, then what is long to write gets names (convert_name.c), then it is written.
// SPDX-License-Identifier: MIT
#include "mechanism/convert_impl.h"
#include "symbolic/algebra.h"
#include "notation/print.h"

#include <string.h>

// A placement as moves: a shift, then turns.
typedef struct Mount {
  Vec3 shift;
  Move turns[3];
  int turn_count;
} Mount;

// A body on the frame where it is short to write.
typedef struct MountedBody {
  const char *frame;
  Vec3 com;
  Mat3 inertia;
} MountedBody;

typedef struct Page {
  const Conversion *conversion;
  const Row *rows;
  const char *base;  // frame that the table begins at; NULL: the ground
  Mount base_mount;
  Mount *mounts;  // of the old frames that move on their rows, by frame
  MountedBody *bodies;
} Page;

// ---- frames

static void put_rotation(Vec3 axis, const Expr *angle, Text *out)
{
  Pool *pool = expr_pool(angle);
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

static Mount mount_of(const Conversion *conversion, Pose placement)
{
  Mount mount = { .shift = placement.p };
  mount.turn_count = rotation_moves(placement.R, &conversion->candidates, mount.turns);
  return mount;
}

static bool is_no_move(const Mount *mount)
{
  return vec3_is_zero(mount->shift) && mount->turn_count == 0;
}

static void put_mount(const Mount *mount, Text *out)
{
  size_t start = out->length;
  if (!vec3_is_zero(mount->shift)) put_translation(mount->shift, out);
  for (int i = 0; i < mount->turn_count; i++) {
    if (out->length > start) text_put(out, ", ");
    put_rotation(mount->turns[i].axis, mount->turns[i].amount, out);
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
    if (frame->moves[m].amount->form->stage > STAGE_PARAMETER) end = m + 1;
  }
  return end;
}

// A frame that moves is reached from its row: first the axes behind the motion, then what followed
// it. One that is fixed to another stays as it was written.
static void put_frame(const Page *page, int f, Text *out)
{
  const Mechanism *mechanism = page->conversion->mechanism;
  const Frame *frame = &mechanism->frames[f];
  int first = behind_motion(frame);
  const char *parent = first > 0 ? row_of_frame(page->conversion, page->rows, f)
                                 : mechanism->frames[frame->parent].name;
  text_format(out, "frame %s in %s : ", frame->name, parent);
  size_t start = out->length;
  if (first > 0) put_mount(&page->mounts[f], out);
  for (int m = first; m < frame->move_count; m++)
    put_move(page->conversion, &frame->moves[m], start, out);
  if (out->length == start) text_put(out, "TX(0)");
  text_put_char(out, '\n');
}

static bool is_row(const Page *page, int f)
{
  const char *row = row_of_frame(page->conversion, page->rows, f);
  return strcmp(row, page->conversion->mechanism->frames[f].name) == 0;
}

static void put_frames(const Page *page, Text *out)
{
  for (int f = 1; f < page->conversion->mechanism->frame_count; f++) {
    if (!is_row(page, f)) put_frame(page, f, out);
  }
}

static void mount_frames(Page *page)
{
  const Conversion *conversion = page->conversion;
  const Mechanism *mechanism = conversion->mechanism;
  page->base_mount = mount_of(conversion, page->rows[0].frame);
  if (!is_no_move(&page->base_mount)) {
    page->base = new_frame_name(conversion, mechanism->name, "_base");
  }
  page->mounts = ARENA_ARRAY(conversion->arena, Mount, mechanism->frame_count);
  for (int f = 1; f < mechanism->frame_count; f++) {
    if (is_row(page, f) || behind_motion(&mechanism->frames[f]) == 0) continue;
    Pose of_row = page->rows[conversion->places[f].link].frame;
    Pose of_link = pose_identity(conversion->pool);
    Pose back = settled_pose(pose_between(of_row, of_link));
    page->mounts[f] = mount_of(conversion, back);
  }
}

// ---- bodies

static bool is_diagonal(Mat3 m)
{
  for (int i = 0; i < 9; i++) {
    if (i % 4 != 0 && !is_zero(m.at[i / 3][i % 3])) return false;
  }
  return true;
}

void write_inertia(Mat3 m, Text *out)
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

// On the row's frame; where that would be long to write, on the old frame, which is there too.
static MountedBody mount_body(const Page *page, const Body *body)
{
  const Conversion *conversion = page->conversion;
  Pool *pool = conversion->pool;
  Pose placement = place_in_row(conversion, page->rows, body->frame);
  Vec3 com = vec3_copy(pool, body->com_F);
  Mat3 inertia = mat3_copy(pool, body->inertia_F);
  Mat3 back = mat3_transpose(placement.R);
  Mat3 rotated = mat3_mul(mat3_mul(placement.R, inertia), back);
  Pose moved = settled_pose((Pose){ .R = rotated, .p = pose_apply(placement, com) });
  if (are_short(moved.p.at, 3) && are_short(&moved.R.at[0][0], 9)) {
    const char *row = row_of_frame(conversion, page->rows, body->frame);
    return (MountedBody){ row, moved.p, moved.R };
  }
  return (MountedBody){ conversion->mechanism->frames[body->frame].name, com, inertia };
}

static void mount_bodies(Page *page)
{
  const Mechanism *mechanism = page->conversion->mechanism;
  page->bodies = ARENA_ARRAY(page->conversion->arena, MountedBody, mechanism->body_count);
  for (int i = 0; i < mechanism->body_count; i++)
    page->bodies[i] = mount_body(page, &mechanism->bodies[i]);
}

static void put_body(const Body *body, const MountedBody *mounted, Text *out)
{
  text_format(out, "body %s on %s : mass ", body->name, mounted->frame);
  expr_print(body->mass, out);
  text_put(out, ", com ");
  write_vector(mounted->com, out);
  text_put(out, ", inertia ");
  write_inertia(mounted->inertia, out);
  text_put_char(out, '\n');
}

// ---- the rest

// Points keep their old frame, whose axes belong to their pose.
void write_point(const Mechanism *mechanism, const Point *point, Text *out)
{
  text_format(out, "point %s on %s at ", point->name, mechanism->frames[point->frame].name);
  write_vector(point->position_F, out);
  text_put_char(out, '\n');
}

void write_place(const Mechanism *mechanism, int frame, Vec3 position_F, Text *out)
{
  if (!vec3_is_zero(position_F)) {
    write_vector(position_F, out);
    text_put(out, " on ");
  }
  text_put(out, mechanism->frames[frame].name);
}

// A cut joint joins the same old frames as before.
void write_loop(const Mechanism *mechanism, const Loop *loop, Text *out)
{
  text_format(out, "loop %s : %s ", loop->name, joint_info(loop->kind)->word);
  if (joint_has_axis(loop->kind)) {
    write_axis(loop->axis, out);
    text_put(out, "  ");
  }
  write_place(mechanism, loop->first.frame, loop->first.position_F, out);
  text_put(out, " = ");
  write_place(mechanism, loop->second.frame, loop->second.position_F, out);
  if (loop->pitch) {
    text_put(out, " pitch ");
    expr_print(loop->pitch, out);
  }
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

// ---- names for what is long

static void list_mount(ExprList *list, const Mount *mount)
{
  for (int i = 0; i < 3 && mount->shift.at[i]; i++)
    list_expression(list, mount->shift.at[i]);
  for (int i = 0; i < mount->turn_count; i++)
    list_expression(list, mount->turns[i].amount);
}

static void put_names(const Page *page, Text *out)
{
  const Conversion *conversion = page->conversion;
  ExprList list = { 0 };
  list_mount(&list, &page->base_mount);
  list_table(conversion, page->rows, &list);
  for (int f = 0; f < conversion->mechanism->frame_count; f++)
    list_mount(&list, &page->mounts[f]);
  name_long_values(conversion, &list, out);
  list_free(&list);
}

static void put_base(const Page *page, Text *out)
{
  if (!page->base) return;
  text_format(out, "frame %s in ground : ", page->base);
  put_mount(&page->base_mount, out);
  text_put_char(out, '\n');
}

static Row *named_rows(const Conversion *conversion, const Row rows[])
{
  Row *named = ARENA_ARRAY(conversion->arena, Row, conversion->link_count);
  for (int i = 0; i < conversion->link_count; i++) {
    named[i] = rows[i];
    named[i].name = i == 0 ? "ground" : row_name(conversion, rows, i);
  }
  return named;
}

void write_dh(const Conversion *conversion, Convention convention, const Row rows[], Text *out)
{
  const Mechanism *mechanism = conversion->mechanism;
  Page page = { .conversion = conversion, .rows = named_rows(conversion, rows) };
  mount_frames(&page);
  mount_bodies(&page);
  write_heading(conversion, convention, out);
  write_coordinates(conversion, out);
  put_names(&page, out);
  put_base(&page, out);
  write_table(conversion, convention, page.rows, page.base, out);
  write_definitions(mechanism, true, out);
  put_frames(&page, out);
  for (int i = 0; i < mechanism->body_count; i++)
    put_body(&mechanism->bodies[i], &page.bodies[i], out);
  for (int i = 0; i < mechanism->point_count; i++)
    write_point(mechanism, &mechanism->points[i], out);
  for (int i = 0; i < mechanism->loop_count; i++)
    write_loop(mechanism, &mechanism->loops[i], out);
  put_constraints(mechanism, out);
}
