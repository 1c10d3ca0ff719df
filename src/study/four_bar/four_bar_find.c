// four_bar_find.c -- recognition of a planar four-bar linkage.
//
// Frames that do not move relative to each other form one link. Revolute joints of the tree and
// revolute loops connect links; a body that moves freely in the plane is a link that only loops
// connect. A four-bar linkage consists of ground and three more links in a ring, so it does not
// matter where the loop is cut.
// SPDX-License-Identifier: MIT
#include "mechanism/pose.h"
#include "study/four_bar/four_bar.h"
#include "symbolic/literal.h"
#include "symbolic/algebra.h"

#include <string.h>

// A pair of components in the plane.
typedef struct Plane {
  const Expr *x;
  const Expr *y;
} Plane;

// Pose of a frame in its link.
typedef struct PlanePose {
  int link;
  Plane at;
  const Expr *angle;
} PlanePose;

// A revolute joint between two links.
typedef struct Hinge {
  const char *name;
  const char *coordinate;  // "" for a loop
  int link[2];
  Plane at[2];
} Hinge;

typedef struct Linkage {
  const Mechanism *mechanism;
  Pool *pool;
  int axis;            // 0, 1, 2: all rotations are about x, y, z
  PlanePose *poses;    // by frame
  const Expr **turns;  // by link: its angle relative to ground
  int link_count;      // link 0 is ground
  Hinge *hinges;
  int hinge_count;
  bool *is_used;  // by coordinate: a joint already rotates by it
  Text *why;
} Linkage;

// ---- plane vectors

static Plane plane_of(const Linkage *linkage, Vec3 v)
{
  return (Plane){ expr_copy(linkage->pool, v.at[(linkage->axis + 1) % 3]),
                  expr_copy(linkage->pool, v.at[(linkage->axis + 2) % 3]) };
}

static Plane plane_add(Plane a, Plane b)
{
  const Expr *x = sum(a.x, b.x);
  return (Plane){ x, sum(a.y, b.y) };
}

static Plane plane_sub(Plane a, Plane b)
{
  const Expr *x = difference(a.x, b.x);
  return (Plane){ x, difference(a.y, b.y) };
}

static Plane plane_scaled(const Expr *factor, Plane a)
{
  const Expr *x = product(factor, a.x);
  return (Plane){ x, product(factor, a.y) };
}

static Plane plane_turned(Plane a, const Expr *angle)
{
  const Expr *c = expr_call(OP_COS, angle), *s = expr_call(OP_SIN, angle);
  const Expr *x = difference_of_products(c, a.x, s, a.y);
  return (Plane){ x, sum_of_products(s, a.x, c, a.y) };
}

static Plane place_of(const Linkage *linkage, const FramePoint *place, int *link)
{
  const PlanePose *pose = &linkage->poses[place->frame];
  *link = pose->link;
  return plane_add(pose->at, plane_turned(plane_of(linkage, place->position_F), pose->angle));
}

// ---- frames

static const Expr *signed_turn(const Linkage *linkage, const Move *move)
{
  const Expr *amount = expr_copy(linkage->pool, move->amount);
  return looks_negative(move->at[linkage->axis]) ? negative(amount) : amount;
}

static PlanePose new_link(Linkage *linkage, const Expr *turn)
{
  const Expr *zero = expr_integer(linkage->pool, 0);
  linkage->turns[linkage->link_count] = turn;
  return (PlanePose){ linkage->link_count++, { zero, zero }, zero };
}

// Returns the coordinate of a hinge; -1 if an expression drives the hinge, or another joint has the
// same coordinate.
static int coordinate_of(Linkage *linkage, const Move *move)
{
  const Mechanism *mechanism = linkage->mechanism;
  const Expr *amount = expr_copy(linkage->pool, move->amount);
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Expr *q = expr_copy(linkage->pool, mechanism->coordinates[i].q);
    if (!expr_depends_on(amount, q)) continue;
    const Expr *rest = difference(amount, q), *against = sum(amount, q);
    bool is_alone = rest->form->stage < STAGE_TIME || against->form->stage < STAGE_TIME;
    if (!is_alone || linkage->is_used[i]) return -1;
    linkage->is_used[i] = true;
    return i;
  }
  return -1;
}

// Motion of a frame relative to its parent.
typedef struct FrameMoves {
  const char *name;
  int turns;
  bool is_free;  // it moves freely in the plane
} FrameMoves;

static void add_hinge(Linkage *linkage, const FrameMoves *frame, const char *coordinate,
                      const PlanePose *from, const PlanePose *to)
{
  linkage->hinges[linkage->hinge_count++] =
      (Hinge){ .name = frame->turns > 1 ? coordinate : frame->name,
               .coordinate = coordinate,
               .link = { from->link, to->link },
               .at = { from->at, to->at } };
}

static bool follow_move(Linkage *linkage, const FrameMoves *frame, const Move *move,
                        PlanePose *pose)
{
  if (move->kind == MOVE_TRANSLATION) {
    if (!move_is_moving(move)) {
      Plane way =
          plane_scaled(expr_copy(linkage->pool, move->amount), plane_of(linkage, move_axis(move)));
      pose->at = plane_add(pose->at, plane_turned(way, pose->angle));
      return true;
    }
    if (frame->is_free) return true;
    text_format(linkage->why, "this is not a four-bar: '%s' slides", frame->name);
    return false;
  }
  const Expr *turn = signed_turn(linkage, move);
  if (!move_is_moving(move)) {
    pose->angle = sum(pose->angle, turn);
    return true;
  }
  int coordinate = coordinate_of(linkage, move);
  if (coordinate < 0) {
    text_format(linkage->why, "this is not a four-bar: '%s' is driven by another joint or by time",
                frame->name);
    return false;
  }
  const Expr *angle = sum(linkage->turns[pose->link], pose->angle);
  PlanePose next = new_link(linkage, sum(angle, turn));
  if (!frame->is_free) {
    const char *name = coordinate_name(&linkage->mechanism->coordinates[coordinate]);
    add_hinge(linkage, frame, name, pose, &next);
  }
  *pose = next;
  return true;
}

static bool follow_frame(Linkage *linkage, int index)
{
  const Frame *frame = &linkage->mechanism->frames[index];
  FrameMoves moves = { .name = frame->name };
  int slides = 0;
  for (int m = 0; m < frame->move_count; m++) {
    bool is_moving = move_is_moving(&frame->moves[m]);
    slides += is_moving && frame->moves[m].kind == MOVE_TRANSLATION;
    moves.turns += is_moving && frame->moves[m].kind == MOVE_ROTATION;
  }
  moves.is_free = slides == 2 && moves.turns == 1;
  PlanePose pose = linkage->poses[frame->parent];
  for (int m = 0; m < frame->move_count; m++) {
    if (!follow_move(linkage, &moves, &frame->moves[m], &pose)) return false;
  }
  linkage->poses[index] = pose;
  return true;
}

static bool follow_loop(Linkage *linkage, const Loop *loop)
{
  if (loop->kind != JOINT_REVOLUTE) {
    text_format(linkage->why, "this is not a four-bar: the loop '%s' is not a revolute joint",
                loop->name);
    return false;
  }
  Hinge *hinge = &linkage->hinges[linkage->hinge_count++];
  *hinge = (Hinge){ .name = loop->name, .coordinate = "" };
  hinge->at[0] = place_of(linkage, &loop->first, &hinge->link[0]);
  hinge->at[1] = place_of(linkage, &loop->second, &hinge->link[1]);
  return true;
}

static bool has_one_plane(Linkage *linkage)
{
  const Mechanism *mechanism = linkage->mechanism;
  if (mechanism->loop_count == 0) {
    text_put(linkage->why, "this is not a four-bar: it has no loop");
    return false;
  }
  linkage->axis = vec3_axis(mechanism->loops[0].axis);
  if (mechanism_is_planar(mechanism) && linkage->axis >= 0) return true;
  text_put(linkage->why, "this is not a four-bar: it does not move in one plane");
  return false;
}

static bool read_linkage(Linkage *linkage)
{
  const Mechanism *mechanism = linkage->mechanism;
  if (!has_one_plane(linkage)) return false;
  if (mechanism->constraint_count > 0 || mechanism->rolling_count > 0) {
    text_put(linkage->why, "this is not a four-bar: constraints or wheels take part");
    return false;
  }
  linkage->poses[FRAME_GROUND] = new_link(linkage, expr_integer(linkage->pool, 0));
  for (int f = 1; f < mechanism->frame_count; f++) {
    if (!follow_frame(linkage, f)) return false;
  }
  for (int i = 0; i < mechanism->loop_count; i++) {
    if (!follow_loop(linkage, &mechanism->loops[i])) return false;
  }
  return true;
}

// ---- ring

// A hinge of the ring, and its side towards the previous link.
typedef struct Stop {
  const Hinge *hinge;
  int side;
} Stop;

// Returns the other hinge of the link after a stop; false unless there is exactly one.
static bool next_stop(const Linkage *linkage, Stop stop, Stop *next)
{
  int link = stop.hinge->link[1 - stop.side], found = 0;
  for (int i = 0; i < linkage->hinge_count; i++) {
    const Hinge *hinge = &linkage->hinges[i];
    for (int side = 0; side < 2 && hinge != stop.hinge; side++) {
      if (hinge->link[side] != link) continue;
      *next = (Stop){ hinge, side };
      found++;
    }
  }
  return found == 1;
}

static bool has_name(const Hinge *hinge, const char *name)
{
  return !name || strcmp(hinge->name, name) == 0 || strcmp(hinge->coordinate, name) == 0;
}

// Finds the first hinge on ground with that name; without a name, hinges with a coordinate take
// precedence.
static bool first_stop(const Linkage *linkage, const char *name, Stop *stop)
{
  const bool is_in_order = name != NULL;
  for (int pass = is_in_order; pass < 2; pass++) {
    for (int i = 0; i < linkage->hinge_count; i++) {
      const Hinge *hinge = &linkage->hinges[i];
      if (pass == 0 && hinge->coordinate[0] == '\0') continue;
      for (int side = 0; side < 2; side++) {
        if (hinge->link[side] != 0 || !has_name(hinge, name)) continue;
        *stop = (Stop){ hinge, side };
        return true;
      }
    }
  }
  return false;
}

static bool find_ring(const Linkage *linkage, const char *input, Stop ring[4])
{
  bool is_ring = linkage->link_count == 4 && linkage->hinge_count == 4;
  if (is_ring && !first_stop(linkage, input, &ring[0])) {
    text_format(linkage->why, "no joint on ground is called '%s'", input ? input : "");
    return false;
  }
  for (int i = 1; i < 4 && is_ring; i++)
    is_ring = next_stop(linkage, ring[i - 1], &ring[i]);
  if (is_ring && ring[3].hinge->link[1 - ring[3].side] == 0) return true;
  text_format(
      linkage->why,
      "this is not a four-bar: it has %d moving links and %d revolute joints, not three and "
      "four that make a ring with ground",
      linkage->link_count - 1, linkage->hinge_count);
  return false;
}

// ---- lengths and angles

// Length and direction of a vector in a link. No square root of the components appears if their
// ratio is numeric.
static const Expr *length_of(Plane way, const Expr **direction)
{
  Pool *pool = expr_pool(way.x);
  const Expr *along = way.x, *ratio = is_zero(way.x) ? NULL : quotient(way.y, way.x);
  if (ratio && ratio->form->stage != STAGE_LITERAL) {
    *direction = expr_call2(OP_ATAN2, way.y, way.x);
    return expr_call(OP_SQRT, sum_of_products(way.x, way.x, way.y, way.y));
  }
  if (ratio) {
    *direction = expr_call(OP_ATAN, ratio);
    const Expr *unit = one(ratio), *squares = sum(square(ratio), unit);
    along = product(along, expr_call(OP_SQRT, squares));
  } else {
    *direction = half(expr_pi(pool));
    along = way.y;
  }
  if (!looks_negative(along)) return along;
  *direction = difference(*direction, expr_pi(pool));
  return negative(along);
}

// Length of the link from one hinge to the next, and its angle relative to ground.
static void measure(const Linkage *linkage, Stop from, Stop to, bool is_backwards,
                    const Expr **length, const Expr **angle)
{
  int link = to.hinge->link[to.side];
  Plane start = from.hinge->at[1 - from.side], end = to.hinge->at[to.side];
  const Expr *direction;
  *length = length_of(is_backwards ? plane_sub(start, end) : plane_sub(end, start), &direction);
  *angle = sum(linkage->turns[link], direction);
}

static FourBar *four_bar_of(const Linkage *linkage, const Stop ring[4], Equations *equations,
                            Arena *arena)
{
  static const char *const AXES[] = { "x", "y", "z" };
  FourBar *four_bar = ARENA_NEW(arena, FourBar);
  *four_bar = (FourBar){ .arena = arena, .equations = equations };
  for (int i = 0; i < 2; i++)
    four_bar->axes[i] = AXES[(linkage->axis + 1 + i) % 3];
  for (int i = 0; i < 4; i++) {
    const char *name = ring[i].hinge->name;
    four_bar->pivots[i] = arena_copy_text(arena, name, strlen(name));
  }
  for (int i = 0; i < 3; i++)
    measure(linkage, ring[i], ring[i + 1], i == BAR_OUTPUT, &four_bar->length[i],
            &four_bar->angle[i]);
  Plane ground = plane_sub(ring[3].hinge->at[1 - ring[3].side], ring[0].hinge->at[ring[0].side]);
  four_bar->ground[0] = ground.x;
  four_bar->ground[1] = ground.y;
  return four_bar;
}

static int count_moves(const Mechanism *mechanism)
{
  int count = 0;
  for (int f = 0; f < mechanism->frame_count; f++)
    count += mechanism->frames[f].move_count;
  return count;
}

FourBar *four_bar_find(const Mechanism *mechanism, const char *input, Text *why)
{
  Equations *equations = derivation_release(derivation_new(mechanism, NULL, 0));
  Arena *arena = arena_new();
  int most = count_moves(mechanism) + 1;
  Linkage linkage = { .mechanism = mechanism,
                      .pool = equations->pool,
                      .poses = ARENA_ARRAY(arena, PlanePose, mechanism->frame_count),
                      .turns = ARENA_ARRAY(arena, const Expr *, most),
                      .hinges = ARENA_ARRAY(arena, Hinge, most + mechanism->loop_count),
                      .is_used = ARENA_ARRAY(arena, bool, mechanism->coordinate_count),
                      .why = why };
  Stop ring[4];
  if (read_linkage(&linkage) && find_ring(&linkage, input, ring)) {
    return four_bar_of(&linkage, ring, equations, arena);
  }
  equations_free(equations);
  arena_free(arena);
  return NULL;
}

void four_bar_free(FourBar *four_bar)
{
  if (!four_bar) return;
  equations_free(four_bar->equations);
  arena_free(four_bar->arena);
}
