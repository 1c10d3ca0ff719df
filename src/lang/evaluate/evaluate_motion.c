// evaluate_motion.c -- position(P), velocity(P), omega(F), rotation(F), limits: quantities of the
// mechanism as described so far.
//
// Positions and velocities are relative to ground, in its axes or in those of another frame (`in
// F`).
// SPDX-License-Identifier: MIT
#include "base/memory/memory.h"
#include "lang/evaluate/functions.h"
#include "lang/resolve/resolve_impl.h"
#include "lang/evaluate/value_list.h"
#include "mechanism/kinematics.h"

static const Dimension speed_dimension = { .is_known = true, .power = { 1, 0, -1, 0, 0 } };
static const Dimension angular_speed_dimension = { .is_known = true,
                                                   .is_angle = true,
                                                   .power = { 0, 0, -1, 0, 0 } };

// Returns the motions of all present frames.
static const FrameMotion *motions_of(Resolver *resolver)
{
  int count = resolver->mechanism->frame_count;
  if (count > resolver->motion_capacity) {
    resolver->motion_capacity = 2 * count;
    resolver->motions = memory_grow(resolver->motions, (size_t)resolver->motion_capacity,
                                    sizeof *resolver->motions);
  }
  kinematics_go_on(resolver->mechanism, resolver->pool, resolver->motions, resolver->motion_count);
  resolver->motion_count = count;
  return resolver->motions;
}

static Vec3 in_axes(const FrameMotion *axes, Vec3 vector_G)
{
  return mat3_mul_vec_transposed(axes->pose.R, vector_G);
}

static Quantity with_dimension(Quantity quantity, Dimension dimension)
{
  quantity.dimension = dimension;
  return quantity;
}

static Quantity vector_of(Vec3 vector, Dimension dimension)
{
  return with_dimension(quantity_from_vector(vector), dimension);
}

// Reads the argument: a frame, or a place if the function accepts points.
static bool read_argument(Resolver *resolver, const Node *e, Function function, FramePoint *place)
{
  const Node *argument = e->first;
  bool takes_points = function == FUNCTION_POSITION || function == FUNCTION_VELOCITY;
  bool is_place = takes_points && argument->kind == NODE_PLACE;
  if (!is_place && (argument->kind != NODE_NAME || argument->primes > 0))
    return resolver_error(resolver, argument->span, NULL, "'%s' takes the name of a frame%s",
                          resolver_text(resolver, node_text(e)),
                          takes_points ? " or a point, or VECTOR on FRAME" : "");
  if (takes_points) return resolve_place(resolver, argument, "a place", place);
  int errors = diagnostics_error_count(resolver->diagnostics);
  place->frame = resolve_frame_name(resolver, argument);
  return diagnostics_error_count(resolver->diagnostics) == errors;
}

static bool is_same_place(const FramePoint *a, const FramePoint *b)
{
  for (int i = 0; i < 3; i++)
    if (a->position_F.at[i] != b->position_F.at[i]) return false;
  return a->frame == b->frame;
}

// Records the place as observed. In repeated calls it is usually the last entry.
static void observe(Resolver *resolver, const FramePoint *place)
{
  Mechanism *mechanism = resolver->mechanism;
  int count = mechanism->observed_count;
  if (count > 0 && is_same_place(&mechanism->observed[count - 1], place)) return;
  *RESOLVER_ADD(resolver, mechanism->observed, mechanism->observed_count) = *place;
}

// Limit of a coordinate, or of a joint with one coordinate.
static Quantity limit_of(Resolver *resolver, const Node *argument, Function function)
{
  bool is_name = argument->kind == NODE_NAME && argument->primes == 0;
  int index = is_name ? resolve_target(resolver, argument) : -1;
  if (!is_name)
    evaluate_error(resolver, argument->span, NULL, "a limit is that of a joint or a coordinate");
  if (index < 0) return quantity_none();
  const Coordinate *coordinate = &resolver->mechanism->coordinates[index];
  const Expr *limit = function == FUNCTION_LOWER_LIMIT ? coordinate->lower : coordinate->upper;
  if (!limit) {
    return evaluate_error(resolver, argument->span, "add 'limits LOWER .. UPPER' to its joint",
                          "'%s' has no limits", coordinate_name(coordinate));
  }
  return quantity_of(limit, coordinate_dimension(coordinate, 0));
}

Quantity evaluate_motion(Resolver *resolver, const Node *e, const Node *axes_name)
{
  Function function = node_function(e);
  FramePoint place = { .position_F = vec3_zero(resolver->pool) };
  if (e->count != 1) {
    return evaluate_error(resolver, e->span, NULL, "'%s' takes 1 argument, not %d",
                          resolver_text(resolver, node_text(e)), e->count);
  }
  if (function > FUNCTION_ROTATION) return limit_of(resolver, e->first, function);
  bool is_good = read_argument(resolver, e, function, &place);
  int axes = axes_name ? resolve_frame_name(resolver, axes_name) : FRAME_GROUND;
  if (!is_good) return quantity_none();
  const FrameMotion *motions = motions_of(resolver);
  const FrameMotion *frame = &motions[place.frame];
  if (function == FUNCTION_POSITION || function == FUNCTION_VELOCITY) observe(resolver, &place);
  if (function == FUNCTION_ROTATION)
    return with_dimension(quantity_from_matrix(frame->pose.R), dimension_of_number());
  if (function == FUNCTION_POSITION) {
    Vec3 p_G = pose_apply(frame->pose, place.position_F);
    return vector_of(in_axes(&motions[axes], p_G), dimension_of_length());
  }
  bool is_angular = function == FUNCTION_OMEGA;
  Vec3 v_F = is_angular ? frame->w_F : point_velocity_F(frame, place.position_F);
  // A velocity is shortest in its own axes: the rotation to ground and back is avoided.
  Vec3 vector = v_F;
  if (axes != place.frame) {
    Vec3 v_G = mat3_mul_vec(frame->pose.R, v_F);
    vector = in_axes(&motions[axes], v_G);
  }
  return vector_of(vector, is_angular ? angular_speed_dimension : speed_dimension);
}
