// resolve_place.c -- references to frames, places, joints and their coordinates, and axes.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"

#include <stdlib.h>

// ---- frames and places

int resolve_frame_name(Resolver *resolver, const Node *node)
{
  const Name *name =
      scope_find(resolver->scope, SPACE_FRAMES, resolver_name(resolver, node), node->span);
  if (!name) return FRAME_GROUND;
  if (name->kind == NAME_FRAME) return name->index;
  // An argument of an element that is a place denotes the frame to which it is fixed.
  if (name->kind == NAME_PLACE) return name->place->frame;
  if (name->is_bound) return resolver->mechanism->points[name->index].frame;
  evaluate_error(resolver, node->span, "write the frame that it is on",
                 "'%s' is a point, not a frame", name->text);
  return FRAME_GROUND;
}

// Resolves a frame's origin or a point. Returns false after an error.
static bool resolve_place_name(Resolver *resolver, const Node *node, FramePoint *place)
{
  *place = (FramePoint){ FRAME_GROUND, vec3_zero(resolver->pool) };
  const Name *name =
      scope_find(resolver->scope, SPACE_FRAMES, resolver_name(resolver, node), node->span);
  if (!name) return false;
  place->frame = name->index;
  if (name->kind == NAME_PLACE) *place = *name->place;
  if (name->kind != NAME_POINT) return true;
  const Point *point = &resolver->mechanism->points[name->index];
  *place = (FramePoint){ point->frame, point->position_F };
  return true;
}

bool resolve_place(Resolver *resolver, const Node *node, const char *what, FramePoint *place)
{
  const Requirement wanted = { what, dimension_of_length(), STAGE_PARAMETER };
  if (node->kind != NODE_PLACE) return resolve_place_name(resolver, node, place);
  bool is_good = require_vector(resolver, node->first, &wanted, &place->position_F);
  place->frame = resolve_frame_name(resolver, node->last);
  FramePoint origin;
  const char *name = resolver_name(resolver, node->last);
  if (is_good && scope_declared(resolver->scope, SPACE_FRAMES, name) &&
      resolve_place_name(resolver, node->last, &origin)) {
    place->position_F = vec3_add(origin.position_F, place->position_F);
  }
  return is_good;
}

// ---- cyclic frames: A from B, B from A
//
// Frames are declared before use, so a cycle is first detected as a use before the declaration. But
// no order of the statements is correct in this case, so the message reports the cycle.

enum { MAX_CYCLE_LENGTH = 20 };  // longer cycles are reported as a use before the declaration

static const Statement *statement_of_frame(const Resolver *resolver, Span name)
{
  const Statement *statement = resolver->statements;
  for (; statement; statement = statement->next) {
    bool makes_frame = statement->kind == STATEMENT_JOINT || statement->kind == STATEMENT_FRAME;
    if (makes_frame && statement_has(statement, "name") &&
        span_equal(statement_name(statement), name)) {
      break;
    }
  }
  return statement;
}

static void report_circle(Resolver *resolver, const Span path[], int length)
{
  Text text = { 0 };
  for (int i = 0; i < length; i++)
    text_format(&text, "%s from ", resolver_text(resolver, path[i]));
  text_put(&text, resolver_text(resolver, path[0]));
  evaluate_error(resolver, path[1], "one of them must sit on 'ground'",
                 "these frames sit on each other in a circle: %s", text_string(&text));
  text_free(&text);
}

// Each step searches all statements, which is not done for messages that will be dropped.
static bool should_search_hint(Resolver *resolver, Span parent)
{
  return !diagnostics_is_full(resolver->diagnostics) &&
         scope_knows(resolver->scope, SPACE_FRAMES, resolver_text(resolver, parent));
}

// Returns true, with an error, if the frame depends on itself through `parent`, which is not
// declared yet.
static bool is_circle(Resolver *resolver, Span frame, Span parent)
{
  Span path[MAX_CYCLE_LENGTH] = { frame };
  int length = 1;
  if (span_equal(frame, parent)) {
    evaluate_error(resolver, parent, "write the frame that it comes from, such as 'ground'",
                   "frame '%s' sits on itself", resolver_text(resolver, frame));
    return true;
  }
  if (!should_search_hint(resolver, parent)) return false;
  while (length < MAX_CYCLE_LENGTH) {
    path[length++] = parent;
    if (scope_declared(resolver->scope, SPACE_FRAMES, resolver_text(resolver, parent)))
      return false;
    const Statement *below = statement_of_frame(resolver, parent);
    const Node *from = below ? statement_value(below, "from") : NULL;
    if (!from) return false;
    parent = node_text(from);
    if (!span_equal(parent, frame)) continue;
    report_circle(resolver, path, length);
    return true;
  }
  return false;
}

int resolve_parent(Resolver *resolver, const Statement *statement)
{
  const Node *parent = statement_value(statement, "from");
  if (!parent) return FRAME_GROUND;
  const char *text = resolver_name(resolver, parent);
  bool is_declared = scope_declared(resolver->scope, SPACE_FRAMES, text) != NULL;
  if (!is_declared && is_circle(resolver, statement_name(statement), node_text(parent)))
    return FRAME_GROUND;
  return resolve_frame_name(resolver, parent);
}

// ---- joints and coordinates

static int coordinate_of_joint(Resolver *resolver, const Joint *joint, Span span)
{
  if (joint->coordinate_count == 1 && joint->coordinate >= 0) return joint->coordinate;
  if (joint->coordinate_count == 0 || joint->coordinate < 0) {
    evaluate_error(resolver, span, NULL, "the joint '%s' has no coordinate of its own",
                   joint->name);
    return -1;
  }
  const Mechanism *mechanism = resolver->mechanism;
  Text names = { 0 };
  for (int i = 0; i < joint->coordinate_count; i++) {
    text_format(&names, "%s%s", i == 0 ? "write one of them: " : ", ",
                coordinate_name(&mechanism->coordinates[joint->coordinate + i]));
  }
  evaluate_error(resolver, span, text_string(&names), "the joint '%s' has %d coordinates",
                 joint->name, joint->coordinate_count);
  text_free(&names);
  return -1;
}

// A joint adds its frame when it is added, so joints are in the order of their frames.
static int compare_frames(const void *frame, const void *joint)
{
  return *(const int *)frame - ((const Joint *)joint)->frame;
}

static const Joint *joint_of_frame(const Resolver *resolver, const Name *frame)
{
  const Joint *all = resolver->mechanism->joints;
  size_t count = (size_t)resolver->mechanism->joint_count;
  if (count == 0 || !frame || frame->kind != NAME_FRAME) return NULL;
  return bsearch(&frame->index, all, count, sizeof *all, compare_frames);
}

int resolve_coordinate_of_joint(const Resolver *resolver, const char *name)
{
  const Name *frame = scope_declared(resolver->scope, SPACE_FRAMES, name);
  const Joint *joint = joint_of_frame(resolver, frame);
  return joint && joint->coordinate_count == 1 ? joint->coordinate : -1;
}

Quantity resolve_coordinate_value(const Resolver *resolver, int coordinate)
{
  return quantity_of(resolver->mechanism->coordinates[coordinate].q,
                     resolve_dimension_of(resolver, coordinate, 0));
}

void resolve_single_meaning(Resolver *resolver, const char *name, Span span)
{
  const Joint *joint = joint_of_frame(resolver, scope_own(resolver->scope, SPACE_FRAMES, name));
  if (!joint || joint->coordinate_count == 0) return;
  const Name *value = scope_own(resolver->scope, SPACE_VALUES, name);
  int place = value && value->kind == NAME_COORDINATE ? value->index - joint->coordinate : 0;
  if (place < 0 || place >= joint->coordinate_count)
    evaluate_error(resolver, span, "give one of them another name",
                   "'%s' is a joint, and a coordinate that is not its own", name);
}

int resolve_target(Resolver *resolver, const Node *node)
{
  const char *text = resolver_name(resolver, node);
  const Name *frame = scope_declared(resolver->scope, SPACE_FRAMES, text);
  const Name *value = scope_declared(resolver->scope, SPACE_VALUES, text);
  const Joint *joint = joint_of_frame(resolver, frame);
  if (joint) return coordinate_of_joint(resolver, joint, node->span);
  if (value && value->kind == NAME_COORDINATE) return value->index;
  if (value || frame) {
    evaluate_error(resolver, node->span, NULL, "'%s' is neither a joint nor a coordinate", text);
    return -1;
  }
  bool is_value = scope_knows(resolver->scope, SPACE_VALUES, text);
  if (is_value || scope_knows(resolver->scope, SPACE_FRAMES, text) ||
      resolver->scope->has_lost_names) {
    NamespaceKind space = is_value ? SPACE_VALUES : SPACE_FRAMES;
    scope_find(resolver->scope, space, text, node->span);  // reports the error
    return -1;
  }
  evaluate_error(resolver, node->span, scope_similar(resolver->scope, text),
                 "there is no joint or coordinate '%s'", text);
  return -1;
}

static const char *hint_for_kind(Resolver *resolver, Span kind)
{
  const char *words[JOINT_KIND_COUNT];
  for (int i = 0; i < JOINT_KIND_COUNT; i++)
    words[i] = joint_info((JointKind)i)->word;
  return nearest_hint(
      resolver->scratch, span_bytes(kind), kind.length, words, JOINT_KIND_COUNT,
      "revolute, prismatic, screw, cylindrical, universal, spherical, planar, free, fixed");
}

bool resolve_joint_kind(Resolver *resolver, Span kind, JointKind *out)
{
  for (int i = 0; i < JOINT_KIND_COUNT; i++) {
    *out = (JointKind)i;
    if (span_is(kind, joint_info(*out)->word)) return true;
  }
  return resolver_error(resolver, kind, hint_for_kind(resolver, kind), "unknown kind of joint '%s'",
                        resolver_text(resolver, kind));
}

// ---- axes

// Returns the axis x, y or z with its sign.
static Vec3 axis_of_name(Resolver *resolver, Span name)
{
  char letter = span_bytes(name)[name.length - 1];
  Vec3 axis = vec3_unit(resolver->pool, letter - 'x');
  return span_bytes(name)[0] == '-' ? vec3_neg(axis) : axis;
}

Vec3 resolve_axis(Resolver *resolver, const Node *node)
{
  const Requirement wanted = { .what = "the axis", .stage = STAGE_PARAMETER };
  Vec3 axis = vec3_unit(resolver->pool, 2);
  if (!node) return axis;
  if (node->kind == NODE_NAME) return axis_of_name(resolver, node_text(node));
  if (!require_vector(resolver, node, &wanted, &axis)) return vec3_unit(resolver->pool, 2);
  if (vec3_is_zero(axis)) {
    evaluate_error(resolver, node->span, "write z or [0, 0, 1]",
                   "an axis cannot be the zero vector");
    return vec3_unit(resolver->pool, 2);
  }
  const Expr *length = expr_call(OP_SQRT, vec3_dot(axis, axis));
  return vec3_scale(expr_div(expr_integer(resolver->pool, 1), length), axis);
}
