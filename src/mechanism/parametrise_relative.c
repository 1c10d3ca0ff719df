// parametrise_relative.c -- free frames that loops join are put on each other.
//
// The loops are edges of a graph whose nodes are the ground and the frames that are free in it. Of
// those in the order of the description, each that reaches a frame for the first time becomes its
// joint: a spanning tree. The others close chains, as before. A frame that is reached at place r_B
// of its own from place r_A sits there behind T(r_A), the joint's motion, T(-r_B).
// SPDX-License-Identifier: MIT
#include "mechanism/parametrise_relative.h"
#include "symbolic/algebra.h"

// ---- the tree of loops

// The frame that carries it: itself or the nearest one below that moves.
static int carrier_of(const Remake *remake, int frame)
{
  while (frame > 0 && articulation_of(remake, frame).kind == JOINT_FIXED)
    frame = remake->mechanism->frames[frame].parent;
  return frame;
}

// Does the frame hang on nothing that is free?
static bool is_reached(const Rooting *rooting, int frame)
{
  for (; frame > 0; frame = rooting->remake->mechanism->frames[frame].parent) {
    if (rooting->is_free[frame]) return false;
  }
  return true;
}

// The planes of planar joints are those of the axes.
static bool can_be_joint(const Loop *loop)
{
  return loop->kind != JOINT_PLANAR || vec3_axis(loop->axis) >= 0;
}

static bool try_to_attach(Rooting *rooting, int index, bool is_reversed)
{
  const Loop *loop = &rooting->remake->mechanism->loops[index];
  const JointPlace *outer = is_reversed ? &loop->second : &loop->first;
  const JointPlace *inner = is_reversed ? &loop->first : &loop->second;
  int frame = carrier_of(rooting->remake, inner->frame);
  if (!rooting->is_free[frame] || !is_reached(rooting, outer->frame)) return false;
  if (!can_be_joint(loop)) return false;
  rooting->attachments[rooting->count++] =
      (Attachment){ .loop = index,
                    .frame = frame,
                    .outer = *outer,
                    .inner = *inner,
                    .is_reversed = is_reversed,
                    .old = rooting->remake->mechanism->frames[frame],
                    .freedom = articulation_of(rooting->remake, frame) };
  rooting->is_free[frame] = false;
  rooting->is_used[index] = true;
  return true;
}

static bool attach_next(Rooting *rooting)
{
  for (int i = 0; i < rooting->remake->mechanism->loop_count; i++) {
    if (rooting->is_used[i]) continue;
    if (try_to_attach(rooting, i, false) || try_to_attach(rooting, i, true)) return true;
  }
  return false;
}

// ---- initial values

static void note_initial_values(Rooting *rooting)
{
  Substitution values = initial_values(rooting->remake);
  for (int a = 0; a < rooting->count; a++) {
    Attachment *attachment = &rooting->attachments[a];
    see_coordinates(rooting->remake, attachment);
    for (int i = 0; i < MOST_COORDINATES; i++)
      attachment->initial[i] = substituted(&values, attachment->initial[i]);
  }
}

// ---- attaching

static void draft_shift(MoveDraft *draft, Vec3 shift)
{
  for (int i = 0; i < 3; i++)
    draft_slide(draft, vec3_unit(expr_pool(shift.at[i]), i), shift.at[i]);
}

// From a frame that is fixed to `root` back to it.
static void draft_way_back(const Rooting *rooting, int frame, int root, MoveDraft *draft)
{
  const Frame *frames = rooting->remake->mechanism->frames;
  for (; frame != root; frame = frames[frame].parent) {
    for (int m = frames[frame].move_count - 1; m >= 0; m--)
      draft->moves[draft->count++] = opposite_move(&frames[frame].moves[m]);
  }
}

static int room_for_moves(const Rooting *rooting, const Attachment *attachment)
{
  enum { SHIFTS_AND_MOTION = 3 + 3 + 3 };
  const Frame *frames = rooting->remake->mechanism->frames;
  int room = SHIFTS_AND_MOTION;
  for (int f = attachment->inner.frame; f != attachment->frame; f = frames[f].parent)
    room += frames[f].move_count;
  return room;
}

static void put_joint(Rooting *rooting, const Attachment *attachment, int first)
{
  const Mechanism *mechanism = rooting->remake->mechanism;
  const Loop *loop = &mechanism->loops[attachment->loop];
  int count = mechanism->coordinate_count - first;
  Joint joint = { .name = mechanism->frames[attachment->frame].name,
                  .kind = loop->kind,
                  .frame = attachment->frame,
                  .axis_F = loop->axis,
                  .coordinate = count > 0 ? first : -1,
                  .coordinate_count = count,
                  .span = loop->span };
  remake_put_joint(rooting->remake, joint);
}

static void attach(Rooting *rooting, const Attachment *attachment)
{
  Mechanism *mechanism = rooting->remake->mechanism;
  int first = mechanism->coordinate_count;
  MoveDraft draft = { .moves = ARENA_ARRAY(mechanism->arena, Move,
                                           room_for_moves(rooting, attachment)) };
  draft_shift(&draft, attachment->outer.position_F);
  draft_motion(rooting, attachment, &draft);
  draft_shift(&draft, vec3_neg(attachment->inner.position_F));
  draft_way_back(rooting, attachment->inner.frame, attachment->frame, &draft);
  Frame *frame = &mechanism->frames[attachment->frame];
  frame->parent = attachment->outer.frame;
  frame->moves = draft.moves;
  frame->move_count = draft.count;
  put_joint(rooting, attachment, first);
}

static void remove_used_loops(Rooting *rooting)
{
  Mechanism *mechanism = rooting->remake->mechanism;
  int kept = 0;
  for (int i = 0; i < mechanism->loop_count; i++) {
    if (!rooting->is_used[i]) mechanism->loops[kept++] = mechanism->loops[i];
  }
  mechanism->loop_count = kept;
}

// ---- all of it

static bool attach_all(Rooting *rooting)
{
  Remake *remake = rooting->remake;
  note_initial_values(rooting);
  for (int a = 0; a < rooting->count; a++)
    attach(rooting, &rooting->attachments[a]);
  remove_used_loops(rooting);
  const int *place = sort_frames(remake);
  for (int a = 0; a < rooting->count; a++) {
    Attachment *attachment = &rooting->attachments[a];
    attachment->frame = place[attachment->frame];
    attachment->old.parent = place[attachment->old.parent];
    if (!tell_coordinates(rooting, attachment)) return false;
  }
  if (!constrain_motions(remake, rooting->is_removed)) return false;
  mechanism_substitute(remake->mechanism, &rooting->known);
  mechanism_remove_coordinates(remake->mechanism, rooting->is_removed);
  return true;
}

// Attaches what loops can attach; returns how many frames, -1 after an error.
int attach_free_frames(Remake *remake)
{
  const Mechanism *mechanism = remake->mechanism;
  Arena *scratch = remake->scratch;
  int room = mechanism->coordinate_count + MOST_COORDINATES * mechanism->loop_count;
  Rooting rooting = { .remake = remake,
                      .is_free = ARENA_ARRAY(scratch, bool, mechanism->frame_count),
                      .attachments = ARENA_ARRAY(scratch, Attachment, mechanism->loop_count),
                      .is_removed = ARENA_ARRAY(scratch, bool, room),
                      .is_used = ARENA_ARRAY(scratch, bool, mechanism->loop_count),
                      .known = substitution_new(mechanism, scratch) };
  for (int f = 1; f < mechanism->frame_count; f++)
    rooting.is_free[f] = is_free_in_ground(remake, f);
  while (attach_next(&rooting)) {
  }
  if (rooting.count == 0) return 0;
  return attach_all(&rooting) ? rooting.count : -1;
}

bool remake_relative(Remake *remake)
{
  int count = attach_free_frames(remake);
  if (count == 0) remake_note(remake, "no loop holds a frame that is free in the ground");
  return count >= 0;
}
