// parametrise_cartesian.c -- every frame that moves gets coordinates of its own.
//
// In a plane these are two positions and an angle, otherwise three positions and a unit quaternion:
// three angles have positions in which the equations are singular, and a chain of bodies that turn
// all the way round meets them. A joint becomes a loop of its kind, which keeps its name
// (parametrise_cartesian_joint.c); what used its coordinate sees it through the joint
// (parametrise_cartesian_told.c).
// SPDX-License-Identifier: MIT
#include "mechanism/parametrise_cartesian.h"

#include "symbolic/algebra.h"

static Pool *pool_of(const Freeing *freeing) { return freeing->remake->mechanism->pool; }

// ---- frames that are several joints at once

// Is a coordinate of the frame's motion used by anything else? Then it must be told from the new
// ones, which is done for one motion at a time.
static const Coordinate *used_coordinate(const Remake *remake, int f)
{
  const Mechanism *mechanism = remake->mechanism;
  const Frame *frame = &mechanism->frames[f];
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    for (int m = 0; m < frame->move_count; m++) {
      if (!move_holds(&frame->moves[m], coordinate->q)) continue;
      if (is_used_elsewhere(remake, f, coordinate->q)) return coordinate;
    }
  }
  return NULL;
}

static bool has_quaternion(const Frame *frame)
{
  for (int m = 0; m < frame->move_count; m++) {
    if (frame->moves[m].kind == MOVE_QUATERNION && move_is_moving(&frame->moves[m])) return true;
  }
  return false;
}

static bool split_if_needed(Remake *remake, int f)
{
  Articulation articulation = articulation_of(remake, f);
  const Frame *frame = &remake->mechanism->frames[f];
  bool is_single =
      (articulation.count <= 1 || articulation.kind == JOINT_SCREW) && !has_quaternion(frame);
  if (articulation.kind == JOINT_FIXED || is_single || is_free_in_ground(remake, f)) return true;
  const Coordinate *used = used_coordinate(remake, f);
  if (used && has_quaternion(frame)) {
    diagnostics_add(remake->diagnostics, SEVERITY_ERROR, used->span,
                    "give the joint angles instead of a quaternion",
                    "something depends on the Euler parameter '%s', which cartesian coordinates "
                    "do not have",
                    used->name);
    return false;
  }
  if (used || articulation.kind == JOINT_KIND_COUNT) split_frame(remake, f);
  return true;
}

static bool split_frames(Remake *remake)
{
  int count = remake->mechanism->frame_count;
  for (int f = 1; f < count; f++) {
    if (!split_if_needed(remake, f)) return false;
  }
  sort_frames(remake);
  return true;
}

// ---- as it was

// Where the frame stands at the beginning, behind what carries it.
static void note_start(Freeing *freeing, int f, const Substitution *values)
{
  const Frame *frame = &freeing->remake->mechanism->frames[f];
  Freed *freed = &freeing->freed[f];
  const Freed *below = &freeing->freed[frame->parent];
  freed->start = below->start;
  freed->turn = below->turn;
  freed->angle = below->angle;
  for (int m = 0; m < frame->move_count; m++) {
    Move move = frame->moves[m];
    move.amount = substituted(values, move.amount);
    for (int i = 0; i < 4; i++)
      move.parameter[i] = substituted(values, move.parameter[i]);
    freed->start = placement_move(freed->start, &move);
    if (freeing->remake->plane >= 0) {
      freed->angle = sum(freed->angle, plane_turn(freeing->remake, &move));
    } else {
      freed->turn =
          quaternion_product(freed->turn, quaternion_of_moves(pool_of(freeing), &move, 1));
    }
  }
}

static int note_frames(Freeing *freeing)
{
  const Remake *remake = freeing->remake;
  Pool *pool = pool_of(freeing);
  Substitution values = initial_values(remake);
  Freed *ground = &freeing->freed[FRAME_GROUND];
  ground->start = placement_identity(pool);
  ground->angle = expr_integer(pool, 0);
  ground->turn = quaternion_of_moves(pool, NULL, 0);
  int count = 0;
  for (int f = 1; f < remake->mechanism->frame_count; f++) {
    const Frame *frame = &remake->mechanism->frames[f];
    Freed *freed = &freeing->freed[f];
    note_start(freeing, f, &values);
    freed->articulation = articulation_of(remake, f);
    if (freed->articulation.kind == JOINT_FIXED || is_free_in_ground(remake, f)) continue;
    freed->is_freed = true;
    freed->parent = frame->parent;
    freed->moves = frame->moves;
    freed->move_count = frame->move_count;
    count++;
  }
  return count;
}

// Old coordinates that move freed frames go, unless they also move one that stays.
static void note_coordinates(Freeing *freeing)
{
  const Mechanism *mechanism = freeing->remake->mechanism;
  for (int i = 0; i < freeing->old_count; i++) {
    const Expr *q = mechanism->coordinates[i].q;
    bool is_staying = false;
    for (int f = 1; f < mechanism->frame_count; f++) {
      for (int m = 0; m < mechanism->frames[f].move_count; m++) {
        if (!move_holds(&mechanism->frames[f].moves[m], q)) continue;
        if (freeing->freed[f].is_freed) freeing->is_removed[i] = true;
        is_staying = is_staying || is_free_in_ground(freeing->remake, f);
      }
    }
    if (is_staying) freeing->is_removed[i] = false;
  }
}

// ---- free frames

static const Expr *add_coordinate(Freeing *freeing, int f, const char *prefix, CoordinateKind kind,
                                  const Expr *initial)
{
  Remake *remake = freeing->remake;
  const Frame *frame = &remake->mechanism->frames[f];
  const char *name = arena_format(remake->scratch, "%s_%s", prefix, frame->name);
  int i = remake_add_coordinate(remake, name, kind, initial, frame->span);
  return remake->mechanism->coordinates[i].q;
}

static Move slide(Pool *pool, int axis, const Expr *amount)
{
  return (Move){ .kind = MOVE_TRANSLATION, .axis = vec3_unit(pool, axis), .amount = amount };
}

static int free_in_plane(Freeing *freeing, int f, Move moves[])
{
  static const char *const LETTERS[] = { "x", "y", "z" };
  const Freed *freed = &freeing->freed[f];
  Pool *pool = pool_of(freeing);
  int k = freeing->remake->plane, count = 0;
  if (!is_zero(freed->start.p.at[k])) moves[count++] = slide(pool, k, freed->start.p.at[k]);
  for (int i = 1; i <= 2; i++) {
    int axis = (k + i) % 3;
    const Expr *q =
        add_coordinate(freeing, f, LETTERS[axis], COORDINATE_LENGTH, freed->start.p.at[axis]);
    moves[count++] = slide(pool, axis, q);
  }
  const Expr *angle = add_coordinate(freeing, f, "angle", COORDINATE_ANGLE, freed->angle);
  moves[count++] = (Move){ .kind = MOVE_ROTATION, .axis = vec3_unit(pool, k), .amount = angle };
  return count;
}

static int free_in_space(Freeing *freeing, int f, Move moves[])
{
  static const char *const LETTERS[] = { "x", "y", "z" };
  static const char *const PARAMETERS[] = { "e0", "e1", "e2", "e3" };
  const Freed *freed = &freeing->freed[f];
  Pool *pool = pool_of(freeing);
  for (int i = 0; i < 3; i++) {
    const Expr *q = add_coordinate(freeing, f, LETTERS[i], COORDINATE_LENGTH, freed->start.p.at[i]);
    moves[i] = slide(pool, i, q);
  }
  Move turn = { .kind = MOVE_QUATERNION, .axis = vec3_zero(pool), .amount = expr_integer(pool, 0) };
  for (int i = 0; i < 4; i++)
    turn.parameter[i] =
        add_coordinate(freeing, f, PARAMETERS[i], COORDINATE_NUMBER, freed->turn.e[i]);
  moves[3] = turn;
  const Frame *frame = &freeing->remake->mechanism->frames[f];
  add_norm(freeing->remake, frame->name, turn.parameter, frame->span);
  return 4;
}

// The joint statement of the free frame.
static void put_joint(Freeing *freeing, int f, int first)
{
  Mechanism *mechanism = freeing->remake->mechanism;
  const Frame *frame = &mechanism->frames[f];
  int plane = freeing->remake->plane;
  Joint joint = { .name = frame->name,
                  .kind = plane >= 0 ? JOINT_PLANAR : JOINT_FREE,
                  .frame = f,
                  .axis_F = vec3_unit(mechanism->pool, plane >= 0 ? plane : 2),
                  .coordinate = first,
                  .coordinate_count = mechanism->coordinate_count - first,
                  .span = frame->span };
  remake_put_joint(freeing->remake, joint);
}

static void free_frame(Freeing *freeing, int f)
{
  enum { MOST_MOVES = 4 };
  Mechanism *mechanism = freeing->remake->mechanism;
  int first = mechanism->coordinate_count;
  Move *moves = ARENA_ARRAY(mechanism->arena, Move, MOST_MOVES);
  int count = freeing->remake->plane >= 0 ? free_in_plane(freeing, f, moves)
                                          : free_in_space(freeing, f, moves);
  Frame *frame = &mechanism->frames[f];
  frame->parent = FRAME_GROUND;
  frame->moves = moves;
  frame->move_count = count;
  put_joint(freeing, f, first);
}

// ---- all of it

static void remove_norms(Freeing *freeing)
{
  Mechanism *mechanism = freeing->remake->mechanism;
  for (int f = 1; f < mechanism->frame_count; f++) {
    const Freed *freed = &freeing->freed[f];
    for (int m = 0; m < freed->move_count; m++) {
      const Move *move = &freed->moves[m];
      if (move->kind == MOVE_QUATERNION && move_is_moving(move)) {
        remove_norm(mechanism, move->parameter);
      }
    }
  }
}

// Joints first, then what closed loops before.
static void put_loops_behind(Freeing *freeing, int old_count)
{
  Mechanism *mechanism = freeing->remake->mechanism;
  int count = mechanism->loop_count;
  Loop *loops = ARENA_ARRAY(mechanism->arena, Loop, count);
  for (int i = 0; i < count; i++)
    loops[i] = mechanism->loops[(i + old_count) % count];
  mechanism->loops = loops;
}

static bool free_frames(Freeing *freeing)
{
  Mechanism *mechanism = freeing->remake->mechanism;
  int count = mechanism->frame_count;  // seats come behind
  remove_norms(freeing);
  for (int f = 1; f < count; f++) {
    if (freeing->freed[f].is_freed) free_frame(freeing, f);
  }
  int old_loop_count = mechanism->loop_count;
  for (int f = 1; f < count; f++) {
    if (freeing->freed[f].is_freed) join_frame(freeing, f);
  }
  put_loops_behind(freeing, old_loop_count);
  for (int f = 1; f < count; f++) {
    if (freeing->freed[f].is_freed && !tell_frame(freeing, f)) return false;
  }
  return replace_torques(freeing);
}

bool remake_cartesian(Remake *remake)
{
  Mechanism *mechanism = remake->mechanism;
  Arena *scratch = remake->scratch;
  if (!split_frames(remake)) return false;
  int n = mechanism->coordinate_count;
  Freeing freeing = { .remake = remake,
                      .freed = ARENA_ARRAY(scratch, Freed, mechanism->frame_count),
                      .told = ARENA_ARRAY(scratch, Told, n),
                      .is_removed = ARENA_ARRAY(scratch, bool, n + 7 * mechanism->frame_count),
                      .old_count = n,
                      .known = substitution_new(mechanism, scratch) };
  if (note_frames(&freeing) == 0) {
    remake_note(remake, "every frame that moves is free already");
    return true;
  }
  note_coordinates(&freeing);
  if (!free_frames(&freeing)) return false;
  if (!constrain_motions(remake, freeing.is_removed)) return false;
  mechanism_substitute(mechanism, &freeing.known);
  mechanism_remove_coordinates(mechanism, freeing.is_removed);
  mechanism->table_count = 0;
  return true;
}
