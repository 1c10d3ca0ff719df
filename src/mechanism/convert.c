// convert.c -- cuts a mechanism at its moving moves, and asks the convention that is wanted.
// SPDX-License-Identifier: MIT
#include "mechanism/convert.h"

#include "mechanism/convert_impl.h"

#include <string.h>

static const char *const WORDS[CONVENTION_COUNT] = { "dh-standard", "dh-modified", "khalil", "urdf",
                                                     "bl" };

const char *convention_word(Convention convention) { return WORDS[convention]; }

Convention convention_of(const char *word)
{
  int i = 0;
  while (i < CONVENTION_COUNT && strcmp(WORDS[i], word) != 0)
    i++;
  return (Convention)i;
}

// ---- what no convention can say

static bool check_moves(const Conversion *conversion, const Frame *frame)
{
  for (int m = 0; m < frame->move_count; m++) {
    const Move *move = &frame->moves[m];
    if (move->kind == MOVE_QUATERNION && move_is_moving(move)) {
      diagnostics_add(conversion->diagnostics, SEVERITY_ERROR, frame->span,
                      "joints must turn or slide by one coordinate each",
                      "'%s' turns by a quaternion, which the conversion cannot say", frame->name);
      return false;
    }
    if (move->amount->form->stage == STAGE_TIME) {
      diagnostics_add(conversion->diagnostics, SEVERITY_ERROR, frame->span, "give it a coordinate",
                      "'%s' is driven by time", frame->name);
      return false;
    }
  }
  return true;
}

static bool check_frames(const Conversion *conversion)
{
  bool is_good = true;
  for (int f = 0; f < conversion->mechanism->frame_count; f++)
    is_good = check_moves(conversion, &conversion->mechanism->frames[f]) && is_good;
  return is_good;
}

// ---- what is left out

static void warn(const Conversion *conversion, Span span, const char *kind, const char *name,
                 Convention convention)
{
  diagnostics_add(conversion->diagnostics, SEVERITY_WARNING, span, NULL,
                  "the %s '%s' is left out: %s has no place for it", kind, name,
                  convention_word(convention));
}

static void warn_of_actions(const Conversion *conversion, Convention convention)
{
  const Mechanism *mechanism = conversion->mechanism;
  for (int i = 0; i < mechanism->shape_count; i++) {
    const BodyShape *shape = &mechanism->shapes[i];
    warn(conversion, shape->span, "shape of", mechanism->bodies[shape->body].name, convention);
  }
  for (int i = 0; i < mechanism->input_count; i++)
    warn(conversion, mechanism->inputs[i].span, "input", mechanism->inputs[i].name, convention);
  for (int i = 0; i < mechanism->force_count; i++)
    warn(conversion, mechanism->forces[i].span, "force", mechanism->forces[i].name, convention);
  for (int i = 0; i < mechanism->rolling_count; i++)
    warn(conversion, mechanism->rollings[i].span, "rolling", mechanism->rollings[i].name,
         convention);
  for (int i = 0; i < mechanism->task_count; i++)
    warn(conversion, mechanism->tasks[i].span, "task", mechanism->tasks[i].name, convention);
}

// URDF is a tree of links; the tables keep loops, constraints and speeds around them.
static bool check_tree(const Conversion *conversion, Convention convention)
{
  const Mechanism *mechanism = conversion->mechanism;
  if (convention != CONVENTION_URDF) return true;
  for (int i = 0; i < mechanism->loop_count; i++) {
    diagnostics_add(conversion->diagnostics, SEVERITY_ERROR, mechanism->loops[i].span,
                    "--to khalil keeps it", "URDF cannot say the loop '%s'",
                    mechanism->loops[i].name);
  }
  for (int i = 0; i < mechanism->constraint_count; i++) {
    diagnostics_add(conversion->diagnostics, SEVERITY_ERROR, mechanism->constraints[i].span,
                    "--to khalil keeps it", "URDF cannot say the constraint '%s'",
                    mechanism->constraints[i].name);
  }
  for (int i = 0; i < mechanism->speed_count; i++)
    warn(conversion, mechanism->speeds[i].span, "speed", mechanism->speeds[i].name, convention);
  return mechanism->loop_count == 0 && mechanism->constraint_count == 0;
}

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
  Pool *pool = conversion->pool;
  conversion->links[0] = (Link){ .name = conversion->mechanism->frames[FRAME_GROUND].name,
                                 .parent = -1,
                                 .axis = vec3_unit(pool, 2),
                                 .first_child = -1 };
  conversion->link_count = 1;
  conversion->places[FRAME_GROUND] = (FramePlace){ 0, pose_identity(pool) };
}

// Begins a new link behind `place`; moves `place` there.
static void make_link(Conversion *conversion, int f, const char *name, const Move *move,
                      FramePlace *place)
{
  Pool *pool = conversion->pool;
  int index = conversion->link_count++;
  conversion->links[index] = (Link){
    .name = name,
    .parent = place->link,
    .frame = f,
    .kind = move->kind,
    .axis = vec3_copy(pool, move->axis),
    .amount = expr_copy(pool, move->amount),
    .before = settled_pose(place->placement),
    .first_child = -1,
  };
  Link *parent = &conversion->links[place->link];
  if (parent->first_child < 0) parent->first_child = index;
  *place = (FramePlace){ index, pose_identity(pool) };
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
                           : arena_format(conversion->arena, "%s_%d", frame->name, number);
    make_link(conversion, f, name, move, &place);
  }
  place.placement = settled_pose(place.placement);
  conversion->places[f] = place;
}

static void cut_at_motions(Conversion *conversion)
{
  const Mechanism *mechanism = conversion->mechanism;
  int count = 1;
  for (int f = 1; f < mechanism->frame_count; f++)
    count += count_moving(&mechanism->frames[f]);
  conversion->links = ARENA_ARRAY(conversion->arena, Link, count);
  conversion->places = ARENA_ARRAY(conversion->arena, FramePlace, mechanism->frame_count);
  make_ground(conversion);
  for (int f = 1; f < mechanism->frame_count; f++)
    place_frame(conversion, f);
}

// A table of Denavit and Hartenberg has one row after the other.
static bool check_serial(const Conversion *conversion)
{
  for (int i = 1; i < conversion->link_count; i++) {
    const Link *link = &conversion->links[i];
    if (link->parent == i - 1) continue;
    diagnostics_add(conversion->diagnostics, SEVERITY_ERROR,
                    conversion->mechanism->frames[link->frame].span, "--to khalil can say branches",
                    "the mechanism branches before '%s'; the table is for one chain", link->name);
    return false;
  }
  return true;
}

static bool convert(Conversion *conversion, Convention convention, Text *out)
{
  if (convention == CONVENTION_LANGUAGE) {
    warn_of_tasks(conversion);
    write_language(conversion, out);
    return true;
  }
  bool is_good = check_frames(conversion);
  is_good = check_tree(conversion, convention) && is_good;
  if (!is_good) return false;
  warn_of_actions(conversion, convention);
  cut_at_motions(conversion);
  conversion->candidates =
      candidates_of(conversion->mechanism, conversion->pool, conversion->arena);
  if (convention == CONVENTION_URDF) return write_urdf(conversion, out);
  if (convention != CONVENTION_KHALIL && !check_serial(conversion)) return false;
  Row *rows = dh_rows(conversion, convention);
  write_dh(conversion, convention, rows, out);
  return true;
}

bool mechanism_convert(const Mechanism *mechanism, Convention convention, Diagnostics *diagnostics,
                       Text *out)
{
  Conversion conversion = {
    .mechanism = mechanism,
    .diagnostics = diagnostics,
    .arena = arena_new(),
    .pool = pool_new(pool_seed(mechanism->pool)),
  };
  bool is_good = convert(&conversion, convention, out);
  pool_free(conversion.pool);
  arena_free(conversion.arena);
  return is_good;
}
