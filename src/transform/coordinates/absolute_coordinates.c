// absolute_coordinates.c -- gives every moving frame its own coordinates.
//
// In planar mechanisms these are two positions and an angle, otherwise three positions and a unit
// quaternion: three angles have singular positions, and a chain of bodies with unlimited rotation
// encounters them. A joint becomes a loop of its kind and name (absolute_joint.c); expressions of
// its coordinate are measured through the joint (absolute_measure.c).
// SPDX-License-Identifier: MIT
#include "transform/coordinates/absolute_coordinates.h"

#include "symbolic/algebra.h"
#include "transform/carried/sensed_points.h"

static Pool *pool_of(const Absolute *absolute) { return absolute->transform->mechanism->pool; }

// ---- frames with several joints

// Returns a coordinate of the frame's motion that is used elsewhere; NULL: none. Such a coordinate
// must be expressed by the new ones, which is possible for one motion at a time.
static const Coordinate *used_coordinate(const Transform *transform, int f)
{
  const Mechanism *mechanism = transform->mechanism;
  const Frame *frame = &mechanism->frames[f];
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Coordinate *coordinate = &mechanism->coordinates[i];
    for (int m = 0; m < frame->move_count; m++) {
      if (!move_holds(&frame->moves[m], coordinate->q)) continue;
      if (is_used_elsewhere(transform, f, coordinate->q)) return coordinate;
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

static bool split_if_needed(Transform *transform, int f)
{
  Articulation articulation = articulation_of(transform, f);
  const Frame *frame = &transform->mechanism->frames[f];
  bool is_single =
      (articulation.count <= 1 || articulation.kind == JOINT_SCREW) && !has_quaternion(frame);
  if (articulation.kind == JOINT_FIXED || is_single || is_free_in_ground(transform, f)) return true;
  const Coordinate *used = used_coordinate(transform, f);
  if (used && has_quaternion(frame)) {
    diagnostics_add(transform->diagnostics, SEVERITY_ERROR, used->span,
                    "give the joint angles instead of a quaternion",
                    "something depends on the Euler parameter '%s', which cartesian coordinates "
                    "do not have",
                    coordinate_name(used));
    return false;
  }
  if (used || articulation.kind == JOINT_KIND_COUNT) split_frame(transform, f);
  return true;
}

static bool split_frames(Transform *transform)
{
  int count = transform->mechanism->frame_count;
  for (int f = 1; f < count; f++) {
    if (!split_if_needed(transform, f)) return false;
  }
  sort_frames(transform);
  return true;
}

// ---- original poses

// Stores the pose of the frame in ground in the old coordinates, from that of its parent.
static void note_place(Absolute *absolute, int f)
{
  const Frame *frame = &absolute->transform->mechanism->frames[f];
  CutJoint *cut = &absolute->cut[f];
  const CutJoint *below = &absolute->cut[frame->parent];
  cut->place = below->place;
  cut->turn = below->turn;
  cut->angle = below->angle;
  for (int m = 0; m < frame->move_count; m++) {
    const Move *move = &frame->moves[m];
    cut->place = pose_moved(cut->place, move);
    if (absolute->transform->plane >= 0) {
      cut->angle = sum(cut->angle, plane_turn(absolute->transform, move));
    } else {
      cut->turn = quaternion_product(cut->turn, quaternion_of_moves(pool_of(absolute), move, 1));
    }
  }
}

static int note_frames(Absolute *absolute)
{
  const Transform *transform = absolute->transform;
  Pool *pool = pool_of(absolute);
  CutJoint *ground = &absolute->cut[FRAME_GROUND];
  ground->place = pose_identity(pool);
  ground->angle = expr_integer(pool, 0);
  ground->turn = quaternion_of_moves(pool, NULL, 0);
  int count = 0;
  for (int f = 1; f < transform->mechanism->frame_count; f++) {
    const Frame *frame = &transform->mechanism->frames[f];
    CutJoint *cut = &absolute->cut[f];
    note_place(absolute, f);
    cut->articulation = articulation_of(transform, f);
    if (cut->articulation.kind == JOINT_FIXED || is_free_in_ground(transform, f)) continue;
    cut->is_cut = true;
    cut->parent = frame->parent;
    cut->moves = frame->moves;
    cut->move_count = frame->move_count;
    count++;
  }
  return count;
}

// Marks old coordinates that move detached frames for removal, unless they also move a remaining
// one.
static void note_coordinates(Absolute *absolute)
{
  const Mechanism *mechanism = absolute->transform->mechanism;
  for (int i = 0; i < absolute->old_count; i++) {
    const Expr *q = mechanism->coordinates[i].q;
    bool is_staying = false;
    for (int f = 1; f < mechanism->frame_count; f++) {
      for (int m = 0; m < mechanism->frames[f].move_count; m++) {
        if (!move_holds(&mechanism->frames[f].moves[m], q)) continue;
        if (absolute->cut[f].is_cut) absolute->is_removed[i] = true;
        is_staying = is_staying || is_free_in_ground(absolute->transform, f);
      }
    }
    if (is_staying) absolute->is_removed[i] = false;
  }
}

// ---- free frames

static const Expr *add_coordinate(Absolute *absolute, int f, const char *prefix,
                                  CoordinateKind kind, const Expr *seen)
{
  Transform *transform = absolute->transform;
  const Frame *frame = &transform->mechanism->frames[f];
  const char *name = arena_format(transform->scratch, "%s_%s", prefix, frame->name);
  int i = transform_add_coordinate(transform, name, kind, seen, frame->span);
  return transform->mechanism->coordinates[i].q;
}

static Move slide(Pool *pool, int axis, const Expr *amount)
{
  return (Move){ MOVE_TRANSLATION, amount, vec3_keep(vec3_unit(pool, axis)) };
}

static int free_in_plane(Absolute *absolute, int f, Move moves[])
{
  static const char *const LETTERS[] = { "x", "y", "z" };
  const CutJoint *cut = &absolute->cut[f];
  Pool *pool = pool_of(absolute);
  int k = absolute->transform->plane, count = 0;
  if (!is_zero(cut->place.p.at[k])) moves[count++] = slide(pool, k, cut->place.p.at[k]);
  for (int i = 1; i <= 2; i++) {
    int axis = (k + i) % 3;
    const Expr *q =
        add_coordinate(absolute, f, LETTERS[axis], COORDINATE_LENGTH, cut->place.p.at[axis]);
    moves[count++] = slide(pool, axis, q);
  }
  const Expr *angle = add_coordinate(absolute, f, "angle", COORDINATE_ANGLE, cut->angle);
  moves[count++] = (Move){ MOVE_ROTATION, angle, vec3_keep(vec3_unit(pool, k)) };
  return count;
}

static int free_in_space(Absolute *absolute, int f, Move moves[])
{
  static const char *const LETTERS[] = { "x", "y", "z" };
  static const char *const PARAMETERS[] = { "e0", "e1", "e2", "e3" };
  const CutJoint *cut = &absolute->cut[f];
  Pool *pool = pool_of(absolute);
  for (int i = 0; i < 3; i++) {
    const Expr *q = add_coordinate(absolute, f, LETTERS[i], COORDINATE_LENGTH, cut->place.p.at[i]);
    moves[i] = slide(pool, i, q);
  }
  const Expr *e[4];
  for (int i = 0; i < 4; i++)
    e[i] = add_coordinate(absolute, f, PARAMETERS[i], COORDINATE_NUMBER, cut->turn.e[i]);
  moves[3] = (Move){ MOVE_QUATERNION, expr_integer(pool, 0), expr_keep(e, 4) };
  const Frame *frame = &absolute->transform->mechanism->frames[f];
  add_norm(absolute->transform, frame->name, moves[3].at, frame->span);
  return 4;
}

// Sets the joint statement of the free frame.
static void put_joint(Absolute *absolute, int f, int first)
{
  Mechanism *mechanism = absolute->transform->mechanism;
  const Frame *frame = &mechanism->frames[f];
  int plane = absolute->transform->plane;
  Joint joint = { .name = frame->name,
                  .kind = plane >= 0 ? JOINT_PLANAR : JOINT_FREE,
                  .frame = f,
                  .axis_F = vec3_unit(mechanism->pool, plane >= 0 ? plane : 2),
                  .coordinate = first,
                  .coordinate_count = mechanism->coordinate_count - first,
                  .span = frame->span };
  transform_put_joint(absolute->transform, joint);
}

static void free_frame(Absolute *absolute, int f)
{
  enum { MAX_MOVES = 4 };
  Mechanism *mechanism = absolute->transform->mechanism;
  int first = mechanism->coordinate_count;
  Move *moves = ARENA_ARRAY(mechanism->arena, Move, MAX_MOVES);
  int count = absolute->transform->plane >= 0 ? free_in_plane(absolute, f, moves)
                                              : free_in_space(absolute, f, moves);
  Frame *frame = &mechanism->frames[f];
  frame->parent = FRAME_GROUND;
  frame->moves = moves;
  frame->move_count = count;
  put_joint(absolute, f, first);
}

// ---- conversion

static void remove_norms(Absolute *absolute)
{
  Mechanism *mechanism = absolute->transform->mechanism;
  for (int f = 1; f < mechanism->frame_count; f++) {
    const CutJoint *cut = &absolute->cut[f];
    for (int m = 0; m < cut->move_count; m++) {
      const Move *move = &cut->moves[m];
      if (move->kind == MOVE_QUATERNION && move_is_moving(move)) {
        remove_norm(mechanism, move->at);
      }
    }
  }
}

// Reorders the loops: joints first, then the original loops.
static void put_loops_behind(Absolute *absolute, int old_count)
{
  Mechanism *mechanism = absolute->transform->mechanism;
  int count = mechanism->loop_count;
  const Loop *old =
      copied_with_room(absolute->transform->scratch, mechanism->loops, count, sizeof *old);
  for (int i = 0; i < count; i++)
    mechanism->loops[i] = old[(i + old_count) % count];
}

static bool free_frames(Absolute *absolute)
{
  Mechanism *mechanism = absolute->transform->mechanism;
  int count = mechanism->frame_count;  // mounting frames are appended
  remove_norms(absolute);
  for (int f = 1; f < count; f++) {
    if (absolute->cut[f].is_cut) free_frame(absolute, f);
  }
  int old_loop_count = mechanism->loop_count;
  for (int f = 1; f < count; f++) {
    if (absolute->cut[f].is_cut) join_frame(absolute, f);
  }
  put_loops_behind(absolute, old_loop_count);
  for (int f = 1; f < count; f++) {
    if (absolute->cut[f].is_cut && !measure_frame(absolute, f)) return false;
  }
  return replace_torques(absolute);
}

bool absolute_coordinates(Transform *transform)
{
  Mechanism *mechanism = transform->mechanism;
  Arena *scratch = transform->scratch;
  ObservedPlaces observed = observed_places_hide(transform);
  if (!split_frames(transform)) return false;
  int n = mechanism->coordinate_count;
  Absolute absolute = { .transform = transform,
                        .cut = ARENA_ARRAY(scratch, CutJoint, mechanism->frame_count),
                        .measures = ARENA_ARRAY(scratch, Measure, n),
                        .is_removed = ARENA_ARRAY(scratch, bool, n + 7 * mechanism->frame_count),
                        .old_count = n,
                        .known = substitution_new(mechanism, scratch),
                        .turns = ARENA_ARRAY(scratch, CountedTurn, n) };
  if (note_frames(&absolute) == 0) {
    observed_places_show(transform, &observed);
    transform_note(transform, "every frame that moves is free already");
    return true;
  }
  note_coordinates(&absolute);
  if (!free_frames(&absolute) || !carry_events(transform, absolute.is_removed)) return false;
  constrain_motions(transform, absolute.is_removed);
  put_measures(&absolute);
  observed_places_show(transform, &observed);
  mechanism_remove_coordinates(mechanism, absolute.is_removed);
  mechanism->table_count = 0;
  return true;
}
