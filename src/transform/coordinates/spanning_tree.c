// spanning_tree.c -- attaches free frames to each other where loops join them.
//
// The loops are edges of a graph whose nodes are the ground and the frames that are free in it. In
// the order of the description, each loop that reaches a frame for the first time becomes its
// joint: a spanning tree. The other loops remain loops. A frame that is joined at its point r_B to
// point r_A of its new parent has the moves T(r_A), the joint's motion, T(-r_B).
// SPDX-License-Identifier: MIT
#include "transform/coordinates/spanning_tree.h"
#include "symbolic/algebra.h"

// ---- spanning tree

// The nearest frame that moves: the frame itself or an ancestor.
static int carrier_of(const Transform *transform, int frame)
{
  while (frame > 0 && articulation_of(transform, frame).kind == JOINT_FIXED)
    frame = transform->mechanism->frames[frame].parent;
  return frame;
}

// Returns true if neither the frame nor an ancestor is free.
static bool is_reached(const SpanningTree *tree, int frame)
{
  for (; frame > 0; frame = tree->transform->mechanism->frames[frame].parent) {
    if (tree->is_free[frame]) return false;
  }
  return true;
}

// The axis of a planar joint must be a coordinate axis.
static bool can_be_joint(const Loop *loop)
{
  return loop->kind != JOINT_PLANAR || vec3_axis(loop->axis) >= 0;
}

static bool try_to_attach(SpanningTree *tree, int index, bool is_reversed)
{
  const Loop *loop = &tree->transform->mechanism->loops[index];
  const FramePoint *outer = is_reversed ? &loop->second : &loop->first;
  const FramePoint *inner = is_reversed ? &loop->first : &loop->second;
  int frame = carrier_of(tree->transform, inner->frame);
  if (!tree->is_free[frame] || !is_reached(tree, outer->frame)) return false;
  if (!can_be_joint(loop)) return false;
  tree->edges[tree->count++] = (TreeEdge){ .loop = index,
                                           .frame = frame,
                                           .outer = *outer,
                                           .inner = *inner,
                                           .is_reversed = is_reversed,
                                           .old = tree->transform->mechanism->frames[frame],
                                           .freedom = articulation_of(tree->transform, frame) };
  tree->is_free[frame] = false;
  tree->is_used[index] = true;
  return true;
}

static bool attach_next(SpanningTree *tree)
{
  for (int i = 0; i < tree->transform->mechanism->loop_count; i++) {
    if (tree->is_used[i]) continue;
    if (try_to_attach(tree, i, false) || try_to_attach(tree, i, true)) return true;
  }
  return false;
}

// ---- attachment

static void draft_shift(MoveDraft *draft, Vec3 shift)
{
  for (int i = 0; i < 3; i++)
    draft_slide(draft, vec3_unit(expr_pool(shift.at[i]), i), shift.at[i]);
}

// Appends the moves from a frame that is fixed to `root` back to `root`.
static void draft_way_back(const SpanningTree *tree, int frame, int root, MoveDraft *draft)
{
  const Frame *frames = tree->transform->mechanism->frames;
  for (; frame != root; frame = frames[frame].parent) {
    for (int m = frames[frame].move_count - 1; m >= 0; m--)
      draft->moves[draft->count++] = move_inverse(&frames[frame].moves[m]);
  }
}

static int room_for_moves(const SpanningTree *tree, const TreeEdge *edge)
{
  enum { SHIFTS_AND_MOTION = 3 + 3 + 3 };
  const Frame *frames = tree->transform->mechanism->frames;
  int room = SHIFTS_AND_MOTION;
  for (int f = edge->inner.frame; f != edge->frame; f = frames[f].parent)
    room += frames[f].move_count;
  return room;
}

static void put_joint(SpanningTree *tree, const TreeEdge *edge, int first)
{
  const Mechanism *mechanism = tree->transform->mechanism;
  const Loop *loop = &mechanism->loops[edge->loop];
  int count = mechanism->coordinate_count - first;
  Joint joint = { .name = mechanism->frames[edge->frame].name,
                  .kind = loop->kind,
                  .frame = edge->frame,
                  .axis_F = loop->axis,
                  .coordinate = count > 0 ? first : -1,
                  .coordinate_count = count,
                  .span = loop->span };
  transform_put_joint(tree->transform, joint);
}

static void attach(SpanningTree *tree, const TreeEdge *edge)
{
  Mechanism *mechanism = tree->transform->mechanism;
  int first = mechanism->coordinate_count;
  MoveDraft draft = { .moves = ARENA_ARRAY(mechanism->arena, Move, room_for_moves(tree, edge)) };
  draft_shift(&draft, edge->outer.position_F);
  draft_motion(tree, edge, &draft);
  draft_shift(&draft, vec3_neg(edge->inner.position_F));
  draft_way_back(tree, edge->inner.frame, edge->frame, &draft);
  Frame *frame = &mechanism->frames[edge->frame];
  frame->parent = edge->outer.frame;
  frame->moves = draft.moves;
  frame->move_count = draft.count;
  put_joint(tree, edge, first);
}

static void remove_used_loops(SpanningTree *tree)
{
  Mechanism *mechanism = tree->transform->mechanism;
  int kept = 0;
  for (int i = 0; i < mechanism->loop_count; i++) {
    if (!tree->is_used[i]) mechanism->loops[kept++] = mechanism->loops[i];
  }
  mechanism->loop_count = kept;
}

// ---- conversion

static bool attach_all(SpanningTree *tree)
{
  Transform *transform = tree->transform;
  for (int a = 0; a < tree->count; a++)
    see_coordinates(transform, &tree->edges[a]);
  for (int a = 0; a < tree->count; a++)
    attach(tree, &tree->edges[a]);
  remove_used_loops(tree);
  const int *place = sort_frames(transform);
  for (int a = 0; a < tree->count; a++) {
    TreeEdge *edge = &tree->edges[a];
    edge->frame = place[edge->frame];
    edge->old.parent = place[edge->old.parent];
    if (!measure_coordinates(tree, edge)) return false;
  }
  if (!carry_events(transform, tree->is_removed)) return false;
  constrain_motions(transform, tree->is_removed);
  mechanism_substitute(transform->mechanism, &tree->known);
  mechanism_remove_coordinates(transform->mechanism, tree->is_removed);
  return true;
}

// Attaches the frames that loops can attach. Returns their number, -1 after an error.
int attach_free_frames(Transform *transform)
{
  const Mechanism *mechanism = transform->mechanism;
  Arena *scratch = transform->scratch;
  int room = mechanism->coordinate_count + MAX_COORDINATES * mechanism->loop_count;
  SpanningTree tree = { .transform = transform,
                        .is_free = ARENA_ARRAY(scratch, bool, mechanism->frame_count),
                        .edges = ARENA_ARRAY(scratch, TreeEdge, mechanism->loop_count),
                        .is_removed = ARENA_ARRAY(scratch, bool, room),
                        .is_used = ARENA_ARRAY(scratch, bool, mechanism->loop_count),
                        .known = substitution_new(mechanism, scratch) };
  for (int f = 1; f < mechanism->frame_count; f++)
    tree.is_free[f] = is_free_in_ground(transform, f);
  while (attach_next(&tree)) {
  }
  if (tree.count == 0) return 0;
  return attach_all(&tree) ? tree.count : -1;
}

bool tree_coordinates(Transform *transform)
{
  int count = attach_free_frames(transform);
  if (count == 0) transform_note(transform, "no loop holds a frame that is free in the ground");
  return count >= 0;
}
