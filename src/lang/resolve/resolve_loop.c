// resolve_loop.c -- loop closures, constraints and rolling wheels.
// SPDX-License-Identifier: MIT
#include "lang/resolve/resolve_impl.h"
#include "notation/print/print.h"

#include <string.h>

// ---- loop

static JointKind loop_kind(Resolver *resolver, Span kind)
{
  JointKind found;
  if (!resolve_joint_kind(resolver, kind, &found)) return JOINT_REVOLUTE;
  if (found == JOINT_FREE)
    evaluate_error(resolver, kind, "leave the loop out", "a free joint closes nothing");
  return found;
}

static void resolve_pitch(Resolver *resolver, const Statement *statement, Loop *loop)
{
  const Node *pitch = statement_value(statement, "pitch");
  bool is_screw = loop->kind == JOINT_SCREW;
  if (is_screw && !pitch) {
    evaluate_error(resolver, statement_text(statement, "kind"),
                   "add 'pitch 5 mm': the advance in one turn", "a screw joint needs its pitch");
  } else if (!is_screw && pitch) {
    evaluate_error(resolver, pitch->span, "only screw joints have", "a %s joint has no pitch",
                   joint_info(loop->kind)->word);
  } else if (is_screw && clause_number(resolver, statement, "pitch", &loop->pitch) &&
             expr_is_zero(loop->pitch)) {
    evaluate_error(resolver, pitch->span, "a revolute joint turns without advancing",
                   "the pitch of a screw is not zero");
  }
}

static void check_loop_axis(Resolver *resolver, const Statement *statement, JointKind kind)
{
  const Node *axis = statement_value(statement, "axis");
  if (!axis || joint_has_axis(kind)) return;
  evaluate_error(resolver, axis->span, "leave it out", "a %s joint has no axis",
                 joint_info(kind)->word);
}

void resolve_loop(Resolver *resolver, const Statement *statement)
{
  Mechanism *mechanism = resolver->mechanism;
  int index = mechanism->loop_count;
  Loop *loop = RESOLVER_ADD(resolver, mechanism->loops, mechanism->loop_count);
  const char *name = resolver_declared_name(resolver, statement);
  const Node *first = statement_value(statement, "first");
  const Node *second = statement_value(statement, "second");
  loop->name = resolver_full_name(resolver, name);
  loop->span = statement_name(statement);
  loop->kind = loop_kind(resolver, statement_text(statement, "kind"));
  loop->axis = resolve_axis(resolver, statement_value(statement, "axis"));
  check_loop_axis(resolver, statement, loop->kind);
  resolve_pitch(resolver, statement, loop);
  bool has_first = resolve_place(resolver, first, "the place of a loop", &loop->first);
  bool has_second = resolve_place(resolver, second, "the place of a loop", &loop->second);
  if (has_first && has_second && loop->first.frame == loop->second.frame) {
    evaluate_error(resolver, loop->span, "a loop joins two frames that move",
                   "both places of the loop are on '%s'",
                   mechanism->frames[loop->first.frame].name);
  }
  scope_declare(resolver->scope, SPACE_ACTIONS, name, loop->span, NAME_LOOP, index);
}

// ---- constraint

static void add_constraint(Resolver *resolver, const char *name, const Expr *residual, Span span)
{
  Mechanism *mechanism = resolver->mechanism;
  *RESOLVER_ADD(resolver, mechanism->constraints, mechanism->constraint_count) =
      (Constraint){ .name = name, .residual = residual, .span = span };
}

static void report_constant(Resolver *resolver, Span name, int component, const Expr *value)
{
  Text text = { 0 };
  expr_print(value, &text);
  evaluate_error(resolver, name, "equate the components that coordinates change",
                 "the constraint can never hold: no coordinate changes its %c component, which "
                 "stays %s",
                 "xyz"[component], text_string(&text));
  text_free(&text);
}

// Joints with quaternions add constraints J_norm that are not declared in the scope, so a conflict
// of names is checked here.
static void check_norms(Resolver *resolver, const char *local, Span span)
{
  static const char ENDING[] = "_norm";
  const Mechanism *mechanism = resolver->mechanism;
  size_t length = strlen(local), ending = sizeof ENDING - 1;
  if (length <= ending || strcmp(local + length - ending, ENDING) != 0) return;
  const char *name = resolver_full_name(resolver, local);
  for (int i = 0; i < mechanism->constraint_count; i++) {
    const Constraint *norm = &mechanism->constraints[i];
    if (norm->norm && strcmp(norm->name, name) == 0)
      evaluate_error(resolver, span, "choose another name",
                     "'%s' is the constraint of a quaternion already", local);
  }
}

// A vector equation adds one constraint for each component that is not identically zero.
static void add_constraints(Resolver *resolver, const Statement *statement,
                            const Quantity *residual)
{
  Span span = statement_name(statement);
  const char *local = resolver_declared_name(resolver, statement);
  if (residual->shape == SHAPE_NUMBER) {
    check_norms(resolver, local, span);
    add_constraint(resolver, resolver_full_name(resolver, local), residual->at[0], span);
    return;
  }
  for (int i = 0; i < 3; i++) {
    if (expr_is_zero(residual->at[i])) continue;
    if (residual->at[i]->form->stage < STAGE_POSITION) {
      report_constant(resolver, span, i, residual->at[i]);
      continue;
    }
    const char *part = arena_format(resolver->scratch, "%s_%c", local, "xyz"[i]);
    scope_declare(resolver->scope, SPACE_ACTIONS, part, span, NAME_CONSTRAINT,
                  resolver->mechanism->constraint_count);
    add_constraint(resolver, resolver_full_name(resolver, part), residual->at[i], span);
  }
}

static bool check_equation(Resolver *resolver, const Node *equation, const Quantity *left,
                           const Quantity *right)
{
  Span span = equation->last->span;
  if (left->shape == SHAPE_NONE || right->shape == SHAPE_NONE) return false;
  bool is_zero = right->shape == SHAPE_NUMBER && expr_is_zero(right->at[0]);
  if (left->shape != right->shape && !is_zero)
    return resolver_error(resolver, span, NULL, "cannot equate %s and %s", shape_text(left->shape),
                          shape_text(right->shape));
  if (left->shape == SHAPE_MATRIX)
    return resolver_error(resolver, span, NULL, "a constraint equates numbers or vectors");
  return evaluate_same_dimension(resolver, "equate", (Side){ equation->first->span, left },
                                 (Side){ span, right }, NULL);
}

// Returns false, with an error, if no coordinate occurs in the equation.
static bool check_content(Resolver *resolver, const Statement *statement, const Quantity *residual)
{
  bool moves = quantity_stage(residual) >= STAGE_POSITION;
  if (!moves) {
    Span name = statement_name(statement);
    evaluate_error(resolver, name, "a constraint is an equation for coordinates",
                   "no coordinate is left in the constraint '%s'", resolver_text(resolver, name));
  }
  return moves;
}

void resolve_constraint(Resolver *resolver, const Statement *statement)
{
  const Clause *clause = statement_clause(statement, "equation");
  const Node *equation = clause->value;
  const Requirement wanted = { "a constraint", (Dimension){ 0 }, clause->row->stage };
  Quantity left = evaluate(resolver, equation->first);
  Quantity right = evaluate(resolver, equation->last);
  int index = resolver->mechanism->constraint_count;
  bool is_good = check_equation(resolver, equation, &left, &right);
  if (is_good && right.shape == left.shape) {
    for (int i = 0; i < quantity_size(&left); i++)
      left.at[i] = expr_sub(left.at[i], right.at[i]);
  }
  is_good = is_good && wanted_stage(resolver, &left, &wanted, equation->span) &&
            check_content(resolver, statement, &left);
  if (is_good) add_constraints(resolver, statement, &left);
  scope_declare(resolver->scope, SPACE_ACTIONS, resolver_declared_name(resolver, statement),
                statement_name(statement), is_good ? NAME_CONSTRAINT : NAME_BROKEN, index);
}

// ---- rolling

// Returns true if the frame moves.
static bool is_moved(const Mechanism *mechanism, int frame)
{
  while (frame > 0 && !frame_is_moving(&mechanism->frames[frame]))
    frame = mechanism->frames[frame].parent;
  return frame > 0;
}

void resolve_rolling(Resolver *resolver, const Statement *statement)
{
  Mechanism *mechanism = resolver->mechanism;
  Rolling *rolling = RESOLVER_ADD(resolver, mechanism->rollings, mechanism->rolling_count);
  const Node *wheel = statement_value(statement, "wheel");
  const Node *axle = statement_value(statement, "axle");
  int errors = diagnostics_error_count(resolver->diagnostics);
  rolling->frame = resolve_frame_name(resolver, wheel);
  rolling->name = mechanism->frames[rolling->frame].name;
  rolling->span = wheel->span;
  rolling->may_slide = statement_has(statement, "side");
  rolling->normal = resolve_axis(resolver, statement_value(statement, "plane"));
  rolling->axle_F = axle ? resolve_axis(resolver, axle) : vec3_unit(resolver->pool, 1);
  if (clause_number(resolver, statement, "radius", &rolling->radius) &&
      mechanism_default_value(mechanism, rolling->radius) <= 0) {
    evaluate_error(resolver, statement_value(statement, "radius")->span, "such as 'radius 50 mm'",
                   "the radius of a wheel is positive");
  }
  if (diagnostics_error_count(resolver->diagnostics) > errors) return;
  if (!is_moved(mechanism, rolling->frame)) {
    evaluate_error(resolver, wheel->span, "a wheel sits on a frame that moves",
                   "the frame '%s' does not move", rolling->name);
  }
}
