// loop_residual.h -- equations of a joint that closes a loop between two points.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_LOOP_RESIDUAL_H
#define BIELLE_MECHANISM_LOOP_RESIDUAL_H

#include "mechanism/mechanism.h"

// An expression that is zero if the loop is closed: a component of the distance from the first to
// the second point along an axis of the first frame, or a rotation about an axis.
typedef struct LoopResidual {
  const Expr *value;
  const char *what;  // "x", "turn about y"
  Vec3 axis;         // direction or rotation axis, in the axes of the first point's frame
  bool is_turn;
} LoopResidual;

enum { MAX_LOOP_RESIDUALS = 6 };

// Computes as many residuals as the joint removes degrees of freedom, including those that are
// always or never zero, and returns their number. Expressions are in `pool`, texts in `arena`.
int loop_residuals(const Mechanism *mechanism, const Loop *loop, Pool *pool, Arena *arena,
                   LoopResidual residuals[MAX_LOOP_RESIDUALS]);

// Returns true if the residual is a constant that is not zero with the parameters' values in the
// description. If the mechanism moves in one plane (`plane`, see mechanism_plane()), offsets normal
// to the plane are for drawing only and are ignored.
bool loop_residual_is_inconsistent(const Mechanism *mechanism, const Loop *loop, int plane,
                                   const LoopResidual *residual);
// Returns true if a fixed joint connects frames whose plane of motion has opposite orientations.
// The trace of their relative rotation is then always -1, so no motion can align them.
bool loop_is_mirrored(const Mechanism *mechanism, const Loop *loop, Pool *pool);
// Returns true if each residual is zero, or is changed by a coordinate. This is a numerical test:
// false may also mean that it is undecided.
bool loop_surely_closes(const Mechanism *mechanism, const Loop *loop, int plane, Pool *pool);
// Sum of the lengths along the path from one point to the other [m], in the initial configuration.
double loop_length(const Mechanism *mechanism, const Loop *loop);

#endif
