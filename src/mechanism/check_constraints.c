// check_constraints.c -- can each loop, constraint and wheel of a description be an equation?
//
// A constraint on speeds is used as H(q, t) qd + b(q, t) = 0. Products of speeds have no such form,
// and no multiplier with a meaning.
// SPDX-License-Identifier: MIT
#include "mechanism/check_constraints.h"

#include "mechanism/kinematics.h"
#include "mechanism/loop_residual.h"
#include "symbolic/algebra.h"
#include "symbolic/derivative.h"
#include "symbolic/steps.h"
#include "notation/print.h"

// ---- loops

// Is there a frame that moves on the way from one to the other? Parents have smaller indices.
static bool frames_move_apart(const Mechanism *mechanism, int a, int b)
{
  while (a != b) {
    int *farther = a > b ? &a : &b;
    if (frame_is_above(&mechanism->frames[*farther], STAGE_TIME)) return true;
    *farther = mechanism->frames[*farther].parent;
  }
  return false;
}

// Is there a distance or a turn, seen from the first place, that no coordinate can make zero?
static bool check_closing(const Mechanism *mechanism, const Loop *loop, Diagnostics *diagnostics)
{
  Arena *arena = arena_new();
  Pool *pool = pool_new(pool_seed(mechanism->pool));
  LoopResidual residuals[MOST_LOOP_RESIDUALS];
  int count = loop_residuals(mechanism, loop, pool, arena, residuals), bad = 0;
  while (bad < count && !loop_residual_never_holds(mechanism, loop, &residuals[bad]))
    bad++;
  if (bad < count) {
    Text value = { 0 };
    expr_print(residuals[bad].value, &value);
    diagnostics_error(
        diagnostics, loop->span, "move a place, or let a frame between them move this way",
        "the loop '%s' can never be closed: no coordinate changes '%s', which stays %s", loop->name,
        residuals[bad].what, text_string(&value));
    text_free(&value);
  }
  pool_free(pool);
  arena_free(arena);
  return bad == count;
}

static void check_loop(const Mechanism *mechanism, const Loop *loop, Diagnostics *diagnostics)
{
  int first = loop->first.frame, second = loop->second.frame;
  if (frames_move_apart(mechanism, first, second)) {
    Loop back = *loop;
    back.first = loop->second;
    back.second = loop->first;
    if (check_closing(mechanism, loop, diagnostics)) check_closing(mechanism, &back, diagnostics);
    return;
  }
  diagnostics_error(diagnostics, loop->span, "a loop joins two frames that move",
                    "nothing moves between '%s' and '%s', which the loop '%s' joins",
                    mechanism->frames[first].name, mechanism->frames[second].name, loop->name);
}

// ---- constraints

// Takes a rate out of `rest`, and its part off `left`. Rates are symbols of the pool.
static bool take_rate(const Expr *residual, const Expr *rate, const Expr **left, const Expr **rest)
{
  const Expr *factor = expr_derivative(residual, rate), *zero = integer(rate, 0);
  *left = difference(*left, product(factor, rate));
  *rest = expr_substitute(*rest, &rate, &zero, 1);
  return factor->form->stage < STAGE_VELOCITY;
}

// Is the residual H qd + b, with H and b free of rates of coordinates and generalised speeds?
// Derivatives alone do not tell: that of sign(x') is 0.
static bool is_affine_in_speeds(const Expr *residual)
{
  const Expr *left = residual, *rest = residual;
  Steps steps = steps_of(&residual, 1);
  bool is_affine = true;
  for (int i = 0; i < steps.count && is_affine; i++) {
    bool is_speed = steps.at[i].op == OP_SYMBOL && steps_stage(&steps, i) == STAGE_VELOCITY;
    if (is_speed) is_affine = take_rate(residual, steps.at[i].node, &left, &rest);
  }
  steps_free(&steps);
  return is_affine && left == rest;
}

static void check_constraint(const Constraint *constraint, Diagnostics *diagnostics)
{
  if (!constraint->has_speeds || is_affine_in_speeds(constraint->residual)) return;
  diagnostics_error(diagnostics, constraint->span,
                    "speeds may be multiplied by functions of positions and added, such as "
                    "cos(theta)*x' + sin(theta)*y'",
                    "the constraint '%s' is not affine in the speeds", constraint->name);
}

// ---- wheels

static void check_wheel(const Mechanism *mechanism, const Rolling *rolling,
                        Diagnostics *diagnostics)
{
  Pool *pool = pool_new(pool_seed(mechanism->pool));
  Pose pose = pose_of_frame(mechanism, pool, rolling->frame, FRAME_GROUND);
  Vec3 axle = mat3_mul_vec(pose.R, vec3_copy(pool, rolling->axle_F));
  const Expr *sine = vec3_dot(axle, vec3_copy(pool, rolling->normal));
  bool moves = false;
  for (int i = 0; i < 3; i++)
    moves = moves || pose.p.at[i]->form->stage >= STAGE_POSITION;
  if (expr_is_one(square(sine))) {
    diagnostics_error(diagnostics, rolling->span,
                      "give its axle, such as 'axle y': it lies in the plane, or leans",
                      "the wheel '%s' lies flat: its axle is along the plane's normal",
                      rolling->name);
  } else if (!moves) {
    diagnostics_error(diagnostics, rolling->span,
                      "a wheel sits on a frame that moves along the plane",
                      "the wheel '%s' cannot roll: its centre does not move", rolling->name);
  }
  pool_free(pool);
}

void mechanism_check_constraints(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  for (int i = 0; i < mechanism->loop_count; i++)
    check_loop(mechanism, &mechanism->loops[i], diagnostics);
  for (int i = 0; i < mechanism->constraint_count; i++)
    check_constraint(&mechanism->constraints[i], diagnostics);
  for (int i = 0; i < mechanism->rolling_count; i++)
    check_wheel(mechanism, &mechanism->rollings[i], diagnostics);
}
