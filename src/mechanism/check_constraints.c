// check_constraints.c -- can the loops and constraints of a description be equations?
//
// A constraint on speeds is used as H(q, t) qd + b(q, t) = 0. Products of speeds have no such form,
// and no multiplier with a meaning.
// SPDX-License-Identifier: MIT
#include "mechanism/check_constraints.h"

#include "symbolic/derivative.h"

// ---- loops

static bool is_moving(const Frame *frame)
{
  for (int m = 0; m < frame->move_count; m++) {
    const Move *move = &frame->moves[m];
    if (move->kind == MOVE_QUATERNION || move->amount->stage >= STAGE_POSITION) return true;
  }
  return false;
}

// Is there a frame that moves on the way from one to the other? Parents have smaller indices.
static bool frames_move_apart(const Mechanism *mechanism, int a, int b)
{
  while (a != b) {
    int *farther = a > b ? &a : &b;
    if (is_moving(&mechanism->frames[*farther])) return true;
    *farther = mechanism->frames[*farther].parent;
  }
  return false;
}

static void check_loop(const Mechanism *mechanism, const Loop *loop, Diagnostics *diagnostics)
{
  int first = loop->first.frame, second = loop->second.frame;
  if (frames_move_apart(mechanism, first, second)) return;
  diagnostics_add(diagnostics, SEVERITY_ERROR, loop->span, "a loop joins two frames that move",
                  "nothing moves between '%s' and '%s', which the loop '%s' joins",
                  mechanism->frames[first].name, mechanism->frames[second].name, loop->name);
}

// ---- constraints

// Rates are symbols of the pool: those of coordinates, and generalised speeds.
static bool is_affine(const Expr *residual, const Expr *rate)
{
  return expr_derivative(residual, rate)->stage < STAGE_VELOCITY;
}

static bool is_affine_in_speeds(const Mechanism *mechanism, const Expr *residual)
{
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    if (!is_affine(residual, mechanism->coordinates[i].qd)) return false;
  }
  for (int i = 0; i < mechanism->speed_count; i++) {
    if (!is_affine(residual, mechanism->speeds[i].symbol)) return false;
  }
  return true;
}

static void check_constraint(const Mechanism *mechanism, const Constraint *constraint,
                             Diagnostics *diagnostics)
{
  if (!constraint->has_speeds || is_affine_in_speeds(mechanism, constraint->residual)) return;
  diagnostics_add(diagnostics, SEVERITY_ERROR, constraint->span,
                  "speeds may be multiplied by functions of positions and added, such as "
                  "cos(theta)*x' + sin(theta)*y'",
                  "the constraint '%s' is not affine in the speeds", constraint->name);
}

void mechanism_check_constraints(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  for (int i = 0; i < mechanism->loop_count; i++)
    check_loop(mechanism, &mechanism->loops[i], diagnostics);
  for (int i = 0; i < mechanism->constraint_count; i++)
    check_constraint(mechanism, &mechanism->constraints[i], diagnostics);
}
