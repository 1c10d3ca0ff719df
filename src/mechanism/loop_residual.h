// loop_residual.h -- what a joint that closes a loop asks of the two places that it joins.
// SPDX-License-Identifier: MIT
#ifndef BIELLE_MECHANISM_LOOP_RESIDUAL_H
#define BIELLE_MECHANISM_LOOP_RESIDUAL_H

#include "mechanism/mechanism.h"

// Zero where the loop is closed; a distance of the second place from the first along an axis of the
// first, or a turn about one.
typedef struct LoopResidual {
  const Expr *value;
  const char *what;  // "x", "turn about y"
  Vec3 axis;         // along or about, in the axes of the first place's frame
  bool is_turn;
} LoopResidual;

enum { MAX_LOOP_RESIDUALS = 6 };

// Fills in as many as the joint takes freedoms away, also those that hold always or never, and
// returns their number. Expressions in `pool`, texts in `arena`.
int loop_residuals(const Mechanism *mechanism, const Loop *loop, Pool *pool, Arena *arena,
                   LoopResidual residuals[MAX_LOOP_RESIDUALS]);

// Is it a constant that is not zero with the parameters' given values? In a mechanism that moves in
// one plane (mechanism_plane()) what stands across the plane is drawing only, and never at fault.
bool loop_residual_is_inconsistent(const Mechanism *mechanism, const Loop *loop, int plane,
                                   const LoopResidual *residual);
// Does a fixed joint join frames that see the plane in which everything moves from opposite sides? The
// trace of their turn then stays -1, and no motion brings them together.
bool loop_is_mirrored(const Mechanism *mechanism, const Loop *loop, Pool *pool);
// Is each zero, or changed by a coordinate? In numbers: false may also mean that they do not tell.
bool loop_surely_closes(const Mechanism *mechanism, const Loop *loop, int plane, Pool *pool);
// The sum of the lengths on the way from one place to the other [m], initially.
double loop_length(const Mechanism *mechanism, const Loop *loop);

#endif
