// frame_order.c -- sorts frames so that parents precede their children.
// SPDX-License-Identifier: MIT
#include "transform/transform.h"

// Indices of the frames with parents before children, otherwise in the given order.
static int *order_of_frames(const Transform *transform)
{
  const Mechanism *mechanism = transform->mechanism;
  int *order = ARENA_ARRAY(transform->scratch, int, mechanism->frame_count);
  bool *is_done = ARENA_ARRAY(transform->scratch, bool, mechanism->frame_count);
  int count = 1;
  is_done[FRAME_GROUND] = true;
  while (count < mechanism->frame_count) {
    for (int f = 1; f < mechanism->frame_count; f++) {
      if (is_done[f] || !is_done[mechanism->frames[f].parent]) continue;
      is_done[f] = true;
      order[count++] = f;
    }
  }
  return order;
}

static void put_places(Mechanism *mechanism, const int place[])
{
  for (int f = 1; f < mechanism->frame_count; f++)
    mechanism->frames[f].parent = place[mechanism->frames[f].parent];
  for (int i = 0; i < mechanism->joint_count; i++)
    mechanism->joints[i].frame = place[mechanism->joints[i].frame];
  for (int i = 0; i < mechanism->body_count; i++)
    mechanism->bodies[i].frame = place[mechanism->bodies[i].frame];
  for (int i = 0; i < mechanism->point_count; i++)
    mechanism->points[i].frame = place[mechanism->points[i].frame];
  for (int i = 0; i < mechanism->observed_count; i++)
    mechanism->observed[i].frame = place[mechanism->observed[i].frame];
  for (int i = 0; i < mechanism->rolling_count; i++)
    mechanism->rollings[i].frame = place[mechanism->rollings[i].frame];
  for (int i = 0; i < mechanism->loop_count; i++) {
    mechanism->loops[i].first.frame = place[mechanism->loops[i].first.frame];
    mechanism->loops[i].second.frame = place[mechanism->loops[i].second.frame];
  }
  for (int i = 0; i < mechanism->force_count; i++) {
    Force *force = &mechanism->forces[i];
    force->frame = place[force->frame];
    force->second_frame = place[force->second_frame];
    force->axes = place[force->axes];
  }
}

const int *sort_frames(Transform *transform)
{
  Mechanism *mechanism = transform->mechanism;
  const int *order = order_of_frames(transform);
  int *place = ARENA_ARRAY(transform->scratch, int, mechanism->frame_count);
  Frame *sorted = ARENA_ARRAY(transform->scratch, Frame, mechanism->frame_count);
  for (int i = 0; i < mechanism->frame_count; i++) {
    place[order[i]] = i;
    sorted[i] = mechanism->frames[order[i]];
  }
  mechanism->frames =
      copied_with_room(mechanism->arena, sorted, mechanism->frame_count, sizeof *sorted);
  put_places(mechanism, place);
  return place;
}
