// dh_conversion.c -- divides a mechanism at its motions and rebuilds it around the rows of a table
// (dh_rows.c).
// SPDX-License-Identifier: MIT
#include "transform/dh/dh_conversion.h"

#include "symbolic/algebra.h"
#include "symbolic/calculus/derivative.h"
#include "transform/dh/dh_impl.h"
#include "mechanism/long_values.h"

#include <string.h>

// ---- links

static int count_moving(const Frame *frame)
{
  int count = 0;
  for (int m = 0; m < frame->move_count; m++)
    count += move_is_moving(&frame->moves[m]);
  return count;
}

static void make_ground(Conversion *conversion)
{
  Pool *pool = conversion->geometry.pool;
  conversion->links[0] = (Link){ .parent = -1, .axis = vec3_unit(pool, 2), .first_child = -1 };
  conversion->link_count = 1;
  conversion->places[FRAME_GROUND] = (FramePlace){ 0, pose_identity(pool) };
}

// Begins a new link after `place`, and moves `place` to it.
static void make_link(Conversion *conversion, int f, const char *name, const Move *move,
                      FramePlace *place)
{
  int index = conversion->link_count++;
  conversion->links[index] = (Link){
    .name = name,
    .parent = place->link,
    .frame = f,
    .kind = move->kind,
    .axis = move_axis(move),
    .amount = move->amount,
    .before = settled_pose(&conversion->geometry, place->placement),
    .first_child = -1,
  };
  Link *parent = &conversion->links[place->link];
  if (parent->first_child < 0) parent->first_child = index;
  *place = (FramePlace){ index, pose_identity(conversion->geometry.pool) };
}

static void place_frame(Conversion *conversion, int f)
{
  const Frame *frame = &conversion->mechanism->frames[f];
  FramePlace place = conversion->places[frame->parent];
  int moving_count = count_moving(frame), number = 0;
  for (int m = 0; m < frame->move_count; m++) {
    const Move *move = &frame->moves[m];
    if (!move_is_moving(move)) {
      place.placement = pose_moved(place.placement, move);
      continue;
    }
    number++;
    const char *name = moving_count == 1
                           ? frame->name
                           : arena_format(conversion->scratch, "%s_%d", frame->name, number);
    make_link(conversion, f, name, move, &place);
  }
  place.placement = settled_pose(&conversion->geometry, place.placement);
  conversion->places[f] = place;
}

static void cut_at_motions(Conversion *conversion)
{
  const Mechanism *mechanism = conversion->mechanism;
  int count = 1;
  for (int f = 1; f < mechanism->frame_count; f++)
    count += count_moving(&mechanism->frames[f]);
  conversion->links = ARENA_ARRAY(conversion->scratch, Link, count);
  conversion->places = ARENA_ARRAY(conversion->scratch, FramePlace, mechanism->frame_count);
  make_ground(conversion);
  for (int f = 1; f < mechanism->frame_count; f++)
    place_frame(conversion, f);
}

// Tables other than Khalil's have serial chains only.
static bool check_serial(const Conversion *conversion)
{
  for (int i = 1; i < conversion->link_count; i++) {
    const Link *link = &conversion->links[i];
    if (link->parent == i - 1 || conversion->convention == DH_KHALIL) continue;
    diagnostics_add(conversion->diagnostics, SEVERITY_ERROR,
                    conversion->mechanism->frames[link->frame].span, "--to khalil can say branches",
                    "the mechanism branches before '%s'; the table is for one chain", link->name);
    return false;
  }
  return true;
}

// ---- the new frames

typedef struct Building {
  Conversion *conversion;
  const LinkRow *rows;
  Frame *frames;
  int frame_count;
  int *row_frames;  // new frame by link; for ground: the base frame of the table
  int *places;      // new frame by old frame; -1: not yet created
} Building;

// A name that is not used by any frame or point, old or new.
static const char *new_name(const Building *building, const char *stem, const char *ending)
{
  const Mechanism *mechanism = building->conversion->mechanism;
  const char *name = arena_format(mechanism->arena, "%s%s", stem, ending);
  for (int n = 2;; n++) {
    bool is_taken =
        mechanism_find_frame(mechanism, name) >= 0 || mechanism_find_point(mechanism, name) >= 0;
    for (int f = 0; f < building->frame_count; f++)
      is_taken = is_taken || strcmp(building->frames[f].name, name) == 0;
    if (!is_taken) return name;
    name = arena_format(mechanism->arena, "%s%s%d", stem, ending, n);
  }
}

static int add_frame(Building *building, const char *name, int parent, const Move moves[],
                     int move_count, Span span)
{
  Frame *frame = &building->frames[building->frame_count];
  *frame = (Frame){ .name = name, .parent = parent, .move_count = move_count, .span = span };
  frame->moves = ARENA_ARRAY(building->conversion->mechanism->arena, Move, move_count);
  if (move_count > 0) memcpy(frame->moves, moves, (size_t)move_count * sizeof *moves);
  return building->frame_count++;
}

// Pose of an old frame in the frame of its row, or in ground.
static Pose place_in_row(const Building *building, int f)
{
  const FramePlace *place = &building->conversion->places[f];
  if (place->link == 0) return place->placement;
  Pose between = pose_between(building->rows[place->link].frame, place->placement);
  return settled_pose(&building->conversion->geometry, between);
}

static int row_frame_of(const Building *building, int f)
{
  int link = building->conversion->places[f].link;
  return link == 0 ? FRAME_GROUND : building->row_frames[link];
}

static const Expr *moving(const Link *link, MoveKind kind, const Expr *amount)
{
  return link->kind == kind ? sum(link->amount, amount) : amount;
}

// The parameters of a row. In the standard convention the normal is the one after the axis.
static DhRow cells_of(const Building *building, int index)
{
  const Conversion *conversion = building->conversion;
  const Link *link = &conversion->links[index];
  const LinkRow *own = &building->rows[index];
  const Expr *zero = expr_integer(conversion->geometry.pool, 0);
  DhRow cells = { .gamma = own->gamma ? own->gamma : zero,
                  .b = own->b ? own->b : zero,
                  .alpha = own->normal.alpha,
                  .a = own->normal.a,
                  .theta = moving(link, MOVE_ROTATION, own->theta),
                  .d = moving(link, MOVE_TRANSLATION, own->d),
                  .turns = link->kind == MOVE_ROTATION };
  if (conversion->convention != DH_STANDARD) return cells;
  const Normal *behind = link->first_child < 0 ? NULL : &building->rows[link->first_child].normal;
  cells.alpha = behind ? behind->alpha : zero;
  cells.a = behind ? behind->a : zero;
  return cells;
}

// A row has the name of the old frame if both are identical and no coordinate has that name: a
// force on the coordinate would otherwise be read as acting on the row, which declares no
// coordinate.
static void add_row(Building *building, int index, DhRow *row)
{
  const Conversion *conversion = building->conversion;
  const Link *link = &conversion->links[index];
  const Frame *old = &conversion->mechanism->frames[link->frame];
  bool is_same = mechanism_find_coordinate(conversion->mechanism, old->name) < 0 &&
                 conversion->places[link->frame].link == index &&
                 pose_is_identity(place_in_row(building, link->frame));
  const char *name = is_same ? old->name : new_name(building, link->name, "_dh");
  Move moves[MAX_DH_MOVES];
  *row = cells_of(building, index);
  int move_count = dh_row_moves(row, conversion->convention, moves);
  row->frame =
      add_frame(building, name, building->row_frames[link->parent], moves, move_count, old->span);
  building->row_frames[index] = row->frame;
  if (is_same) building->places[link->frame] = row->frame;
}

static int behind_motion(const Frame *frame)
{
  int end = 0;
  for (int m = 0; m < frame->move_count; m++) {
    if (move_is_moving(&frame->moves[m])) end = m + 1;
  }
  return end;
}

// Adds an old frame. A moving frame is attached to its row: first the axes after the motion, then
// the moves that followed it. A frame fixed to another one is kept as written.
static void add_old_frame(Building *building, int f)
{
  Conversion *conversion = building->conversion;
  const Frame *old = &conversion->mechanism->frames[f];
  int first = behind_motion(old), count = 0;
  Move *moves = ARENA_ARRAY(conversion->scratch, Move, MAX_PLACING_MOVES + old->move_count);
  if (first > 0) {
    Pose of_row = building->rows[conversion->places[f].link].frame;
    Pose back = pose_between(of_row, pose_identity(conversion->geometry.pool));
    back = settled_pose(&conversion->geometry, back);
    count = placing_moves(&conversion->geometry, back, moves);
  }
  for (int m = first; m < old->move_count; m++)
    moves[count++] = old->moves[m];
  int parent = first > 0 ? row_frame_of(building, f) : building->places[old->parent];
  building->places[f] = add_frame(building, old->name, parent, moves, count, old->span);
}

static void add_base(Building *building)
{
  Conversion *conversion = building->conversion;
  Move moves[MAX_PLACING_MOVES];
  int count = placing_moves(&conversion->geometry, building->rows[0].frame, moves);
  building->row_frames[0] = FRAME_GROUND;
  if (count == 0) return;
  const char *name = new_name(building, conversion->mechanism->name, "_base");
  building->row_frames[0] = add_frame(building, name, FRAME_GROUND, moves, count, (Span){ 0 });
}

// ---- elements attached to frames

// Attaches a body to its row if that has a short form, otherwise to its old frame.
static void place_body(const Building *building, int index)
{
  Geometry *geometry = &building->conversion->geometry;
  Mechanism *mechanism = building->conversion->mechanism;
  Body *body = &mechanism->bodies[index];
  Pose placement = place_in_row(building, body->frame);
  Mat3 inertia = mat3_mul(mat3_mul(placement.R, body->inertia_F), mat3_transpose(placement.R));
  Vec3 com = settled_position(geometry, pose_apply(placement, body->com_F));
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j <= i; j++)
      inertia.at[i][j] = inertia.at[j][i] = rounded(geometry, inertia.at[i][j]);
  }
  if (!are_short(com.at, 3) || !are_short(&inertia.at[0][0], 9)) {
    body->frame = building->places[body->frame];
    return;
  }
  Move placing[MAX_PLACING_MOVES];
  int count = placing_moves(geometry, placement, placing);
  body->frame = row_frame_of(building, body->frame);
  body->com_F = com;
  body->inertia_F = inertia;
  for (int i = 0; i < mechanism->shape_count; i++) {
    BodyShape *shape = &mechanism->shapes[i];
    if (shape->body != index) continue;
    Move *moves = ARENA_ARRAY(mechanism->arena, Move, count + shape->move_count);
    memcpy(moves, placing, (size_t)count * sizeof *moves);
    memcpy(moves + count, shape->moves, (size_t)shape->move_count * sizeof *moves);
    shape->moves = moves;
    shape->move_count += count;
  }
}

// All other elements keep their old frames.
static void place_rest(const Building *building)
{
  Mechanism *mechanism = building->conversion->mechanism;
  const int *places = building->places;
  for (int i = 0; i < mechanism->point_count; i++)
    mechanism->points[i].frame = places[mechanism->points[i].frame];
  for (int i = 0; i < mechanism->rolling_count; i++)
    mechanism->rollings[i].frame = places[mechanism->rollings[i].frame];
  for (int i = 0; i < mechanism->loop_count; i++) {
    Loop *loop = &mechanism->loops[i];
    loop->first.frame = places[loop->first.frame];
    loop->second.frame = places[loop->second.frame];
  }
  for (int i = 0; i < mechanism->force_count; i++) {
    Force *force = &mechanism->forces[i];
    force->frame = places[force->frame];
    force->second_frame = places[force->second_frame];
    force->axes = places[force->axes];
  }
}

// Rows are joints moved by coordinates of their own statements; fixed joints are kept.
static void make_joints(const Building *building, const JointTable *table)
{
  Mechanism *mechanism = building->conversion->mechanism;
  Joint *joints = ARENA_ARRAY(mechanism->arena, Joint, mechanism->joint_count + table->row_count);
  int count = 0;
  for (int i = 0; i < table->row_count; i++) {
    const DhRow *row = &table->rows[i];
    const Frame *frame = &building->frames[row->frame];
    joints[count++] = (Joint){ .name = frame->name,
                               .kind = row->turns ? JOINT_REVOLUTE : JOINT_PRISMATIC,
                               .frame = row->frame,
                               .axis_F = dh_row_axis(row, table->kind),
                               .coordinate = -1,
                               .span = frame->span };
  }
  for (int i = 0; i < mechanism->joint_count; i++) {
    if (mechanism->joints[i].kind != JOINT_FIXED) continue;
    joints[count] = mechanism->joints[i];
    joints[count++].frame = building->places[mechanism->joints[i].frame];
  }
  mechanism->joints = joints;
  mechanism->joint_count = count;
  for (int i = 0; i < mechanism->coordinate_count; i++)
    mechanism->coordinates[i].joint = -1;
}

// ---- names of long values

// Names long values in the parameters of rows without their motions, and in the constant moves of
// the other frames.
static void name_values(const Building *building, const JointTable *table)
{
  const Conversion *conversion = building->conversion;
  int most = 6 * table->row_count, count = 0;
  for (int f = 0; f < building->frame_count; f++)
    most += 5 * building->frames[f].move_count;
  const Expr **list = ARENA_ARRAY(conversion->scratch, const Expr *, most);
  for (int i = 1; i < conversion->link_count; i++) {
    const DhRow *row = &table->rows[i - 1];
    const LinkRow *own = &building->rows[i];
    const Expr *cells[] = { row->gamma, row->b, row->alpha, row->a, own->theta, own->d };
    memcpy(list + count, cells, sizeof cells);
    count += 6;
  }
  for (int f = 0; f < building->frame_count; f++) {
    for (int m = 0; m < building->frames[f].move_count; m++) {
      const Move *move = &building->frames[f].moves[m];
      if (move_is_moving(move)) continue;
      list[count++] = move->amount;
      for (int k = 0; k < 4 && move->kind == MOVE_QUATERNION; k++)
        list[count++] = move->at[k];
    }
  }
  name_long_values(conversion->mechanism, list, count);
}

// ---- values of parameters

static bool are_defined(const Conversion *conversion, const LinkRow rows[])
{
  for (int i = 1; i < conversion->link_count; i++) {
    const Expr *const cells[] = { rows[i].normal.alpha, rows[i].normal.a, rows[i].theta,
                                  rows[i].d };
    for (int k = 0; k < 4; k++) {
      if (!has_value(&conversion->geometry, cells[k])) return false;
    }
  }
  return true;
}

// Substitutes the values of the parameters in the placements of frames.
static void put_values(Mechanism *mechanism, Arena *scratch)
{
  const Expr **from = ARENA_ARRAY(scratch, const Expr *, mechanism->parameter_count);
  const Expr **to = ARENA_ARRAY(scratch, const Expr *, mechanism->parameter_count);
  int count = 0;
  for (int i = 0; i < mechanism->parameter_count; i++) {
    if (!mechanism->parameters[i].value) continue;
    from[count] = mechanism->parameters[i].symbol;
    to[count++] = mechanism->parameters[i].value;
  }
  for (int f = 1; f < mechanism->frame_count; f++) {
    for (int m = 0; m < mechanism->frames[f].move_count; m++) {
      Move *move = &mechanism->frames[f].moves[m];
      move->amount = expr_substitute(move->amount, from, to, count);
      const Expr *at[4];
      for (int k = 0; k < move_size(move); k++)
        at[k] = expr_substitute(move->at[k], from, to, count);
      move->at = expr_keep(at, move_size(move));
    }
  }
}

// Warns of nearly parallel axes, whose common normal is far away: inertias expressed there lose
// twice as many digits as the distance has.
static void check_distances(const Conversion *conversion)
{
  static const double far = 1e4;  // 8 of 16 digits remain
  if (conversion->geometry.farthest < far) return;
  diagnostics_add(conversion->diagnostics, SEVERITY_WARNING, (Span){ 0 }, NULL,
                  "two axes are almost parallel and come closest %.0e times as far away as the "
                  "mechanism is large: the table loses digits",
                  conversion->geometry.farthest);
}

// The rows in symbols; in numbers if axes are parallel or intersect only for the given values.
static const LinkRow *rows_of(Conversion *conversion)
{
  Mechanism *mechanism = conversion->mechanism;
  const LinkRow *rows = dh_rows(conversion);
  if (are_defined(conversion, rows)) return rows;
  diagnostics_add(conversion->diagnostics, SEVERITY_WARNING, (Span){ 0 }, NULL,
                  "the table holds for the given values of the parameters: with others, axes are "
                  "not parallel");
  put_values(mechanism, conversion->scratch);
  conversion->geometry = geometry_of(mechanism, conversion->scratch);
  cut_at_motions(conversion);
  return dh_rows(conversion);
}

// ---- conversion

static void build(Conversion *conversion)
{
  Mechanism *mechanism = conversion->mechanism;
  Arena *scratch = conversion->scratch;
  int room = mechanism->frame_count + conversion->link_count + 1;
  Building building = { .conversion = conversion,
                        .rows = rows_of(conversion),
                        .frames = ARENA_ARRAY(mechanism->arena, Frame, room),
                        .row_frames = ARENA_ARRAY(scratch, int, conversion->link_count),
                        .places = ARENA_ARRAY(scratch, int, mechanism->frame_count) };
  JointTable *table = ARENA_NEW(mechanism->arena, JointTable);
  *table = (JointTable){ .convention = dh_info(conversion->convention)->title,
                         .kind = conversion->convention,
                         .rows = ARENA_ARRAY(mechanism->arena, DhRow, conversion->link_count),
                         .row_count = conversion->link_count - 1 };
  check_distances(conversion);
  building.frames[building.frame_count++] = mechanism->frames[FRAME_GROUND];
  add_base(&building);
  for (int f = 1; f < mechanism->frame_count; f++)
    building.places[f] = -1;
  for (int i = 1; i < conversion->link_count; i++)
    add_row(&building, i, &table->rows[i - 1]);
  for (int f = 1; f < mechanism->frame_count; f++) {
    if (building.places[f] < 0) add_old_frame(&building, f);
  }
  table->name = new_name(&building, mechanism->name, "_table");
  for (int i = 0; i < mechanism->body_count; i++)
    place_body(&building, i);
  place_rest(&building);
  make_joints(&building, table);
  name_values(&building, table);
  mechanism->frames = building.frames;
  mechanism->frame_count = building.frame_count;
  mechanism->tables = table;
  mechanism->table_count = table->row_count > 0;
}

Mechanism *mechanism_to_dh(const Mechanism *mechanism, DhConvention convention,
                           Diagnostics *diagnostics, bool *is_rounded)
{
  Conversion conversion = { .mechanism = mechanism_copy(mechanism),
                            .convention = convention,
                            .diagnostics = diagnostics,
                            .scratch = arena_new() };
  conversion.geometry = geometry_of(conversion.mechanism, conversion.scratch);
  bool is_good = mechanism_check_motions(mechanism, diagnostics);
  if (is_good) cut_at_motions(&conversion);
  is_good = is_good && check_serial(&conversion);
  if (is_good) build(&conversion);
  *is_rounded = conversion.geometry.is_rounded;
  arena_free(conversion.scratch);
  if (is_good) return conversion.mechanism;
  mechanism_free(conversion.mechanism);
  return NULL;
}
