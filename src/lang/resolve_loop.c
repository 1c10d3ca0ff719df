// resolve_loop.c -- loops, constraints, rolling wheels, generalised speeds.
// SPDX-License-Identifier: MIT
#include "lang/ast_act.h"
#include "lang/resolve_act.h"
#include "symbolic/derivative.h"
#include "notation/print.h"

// ---- places

bool resolve_place_name(Resolver *resolver, Span span, JointPlace *place)
{
  *place = (JointPlace){ FRAME_GROUND, vec3_zero(resolver->pool) };
  const Name *name = scope_find(&resolver->scope, SPACE_FRAMES, span);
  if (!name) return false;
  place->frame = name->index;
  if (name->kind != NAME_POINT) return true;
  const Point *point = &resolver->mechanism->points[name->index];
  *place = (JointPlace){ point->frame, point->position_F };
  return true;
}

bool resolve_place(Resolver *resolver, const AstPlace *ast, const char *what, JointPlace *place)
{
  const Wanted wanted = { what, { .is_known = true, .power = { 1, 0, 0, 0, 0 } }, STAGE_PARAMETER };
  if (!ast->at) return resolve_place_name(resolver, ast->name, place);
  bool is_good = wanted_vector(resolver, ast->at, &wanted, &place->position_F);
  place->frame = resolve_frame_name(resolver, ast->name);
  return is_good;
}

// ---- loop

static JointKind loop_kind(Resolver *resolver, Span kind)
{
  JointKind found;
  if (!resolve_joint_kind(resolver, kind, &found)) return JOINT_REVOLUTE;
  if (found == JOINT_FREE) {
    evaluate_error(resolver, kind, "leave the loop out", "a free joint closes nothing");
  }
  return found;
}

static void resolve_pitch(Resolver *resolver, const AstLoop *ast, Loop *loop)
{
  const Wanted wanted = { "the pitch", { .is_known = true, .power = { 1 } }, STAGE_PARAMETER };
  bool is_screw = loop->kind == JOINT_SCREW;
  if (is_screw && !ast->pitch) {
    evaluate_error(resolver, ast->kind, "add 'pitch 5 mm': the advance in one turn",
                   "a screw joint needs its pitch");
  } else if (!is_screw && ast->pitch) {
    evaluate_error(resolver, ast->pitch->span, "only screw joints have", "a %s joint has no pitch",
                   joint_info(loop->kind)->word);
  } else if (is_screw && wanted_number(resolver, ast->pitch, &wanted, &loop->pitch) &&
             expr_is_zero(loop->pitch)) {
    evaluate_error(resolver, ast->pitch->span, "a revolute joint turns without advancing",
                   "the pitch of a screw is not zero");
  }
}

static void check_loop_axis(Resolver *resolver, const AstLoop *ast, JointKind kind)
{
  bool is_given = ast->axis.name.length > 0 || ast->axis.vector;
  if (!is_given || joint_has_axis(kind)) return;
  Span span = ast->axis.vector ? ast->axis.vector->span : ast->axis.name;
  evaluate_error(resolver, span, "leave it out", "a %s joint has no axis", joint_info(kind)->word);
}

void resolve_loop(Resolver *resolver, const AstStatement *statement)
{
  const AstLoop *ast = statement->loop;
  Mechanism *mechanism = resolver->mechanism;
  mechanism->loops = RESOLVER_GROW(resolver, Loop, mechanism->loops, mechanism->loop_count);
  int index = mechanism->loop_count++;
  Loop *loop = &mechanism->loops[index];
  loop->name = resolver_copy(resolver, statement->name);
  loop->span = statement->name;
  loop->kind = loop_kind(resolver, ast->kind);
  loop->axis = resolve_axis(resolver, &ast->axis);
  check_loop_axis(resolver, ast, loop->kind);
  resolve_pitch(resolver, ast, loop);
  bool has_first = resolve_place(resolver, &ast->first, "the place of a loop", &loop->first);
  bool has_second = resolve_place(resolver, &ast->second, "the place of a loop", &loop->second);
  if (has_first && has_second && loop->first.frame == loop->second.frame) {
    evaluate_error(resolver, statement->name, "a loop joins two frames that move",
                   "both places of the loop are on '%s'",
                   mechanism->frames[loop->first.frame].name);
  }
  scope_declare(&resolver->scope, SPACE_ACTIONS, statement->name, NAME_LOOP, index);
}

// ---- constraint

static void add_constraint(Resolver *resolver, const char *name, const Expr *residual, Span span)
{
  Mechanism *mechanism = resolver->mechanism;
  mechanism->constraints =
      RESOLVER_GROW(resolver, Constraint, mechanism->constraints, mechanism->constraint_count);
  mechanism->constraints[mechanism->constraint_count++] =
      (Constraint){ .name = name,
                    .residual = residual,
                    .has_speeds = residual->form->stage >= STAGE_VELOCITY,
                    .span = span };
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

// A vector equation is one equation for each component that says anything.
static void add_constraints(Resolver *resolver, const AstStatement *statement,
                            const Quantity *residual)
{
  const char *name = resolver_copy(resolver, statement->name);
  if (residual->shape == SHAPE_NUMBER) {
    add_constraint(resolver, name, residual->at[0], statement->name);
    return;
  }
  for (int i = 0; i < 3; i++) {
    if (expr_is_zero(residual->at[i])) continue;
    if (residual->at[i]->form->stage < STAGE_POSITION) {
      report_constant(resolver, statement->name, i, residual->at[i]);
      continue;
    }
    const char *part = arena_format(resolver->arena, "%s_%c", name, "xyz"[i]);
    add_constraint(resolver, part, residual->at[i], statement->name);
  }
}

static bool check_equation(Resolver *resolver, const AstConstraint *ast, const Quantity *left,
                           const Quantity *right)
{
  Span span = ast->right->span;
  if (left->shape == SHAPE_NONE || right->shape == SHAPE_NONE) return false;
  bool is_zero = right->shape == SHAPE_NUMBER && expr_is_zero(right->at[0]);
  if (left->shape != right->shape && !is_zero) {
    evaluate_error(resolver, span, NULL, "cannot equate %s and %s", shape_text(left->shape),
                   shape_text(right->shape));
    return false;
  }
  if (left->shape == SHAPE_MATRIX) {
    evaluate_error(resolver, span, NULL, "a constraint equates numbers or vectors");
    return false;
  }
  Quantity copy = *left;
  if (infer_unify(&resolver->inference, &copy, right)) return true;
  evaluate_dimension_error(resolver, span, "equate", (Side){ ast->left->span, left },
                           (Side){ span, right });
  return false;
}

// Is there anything that moves in it?
static bool check_content(Resolver *resolver, const AstStatement *statement,
                          const Quantity *residual)
{
  bool moves = false;
  for (int i = 0; i < quantity_size(residual); i++)
    moves = moves || residual->at[i]->form->stage >= STAGE_POSITION;
  if (!moves) {
    evaluate_error(resolver, statement->name, "a constraint is an equation for coordinates",
                   "no coordinate is left in the constraint '%.*s'", (int)statement->name.length,
                   span_bytes(statement->name));
  }
  return moves;
}

void resolve_constraint(Resolver *resolver, const AstStatement *statement)
{
  const AstConstraint *ast = statement->constraint;
  const Wanted wanted = { .what = "a constraint", .stage = STAGE_VELOCITY };
  Quantity left = evaluate(resolver, ast->left);
  Quantity right = evaluate(resolver, ast->right);
  int index = resolver->mechanism->constraint_count;
  bool is_good = check_equation(resolver, ast, &left, &right);
  if (is_good && right.shape == left.shape) {
    for (int i = 0; i < quantity_size(&left); i++)
      left.at[i] = expr_sub(left.at[i], right.at[i]);
  }
  Span span = ast->left->span;
  span.length = ast->right->span.start + ast->right->span.length - span.start;
  is_good = is_good && wanted_stage(resolver, &left, &wanted, span) &&
            check_content(resolver, statement, &left);
  if (is_good) add_constraints(resolver, statement, &left);
  scope_declare(&resolver->scope, SPACE_ACTIONS, statement->name,
                is_good ? NAME_CONSTRAINT : NAME_BROKEN, index);
}

// ---- rolling

static void check_radius(Resolver *resolver, const AstRolling *ast, const Expr *radius)
{
  if (mechanism_default_value(resolver->mechanism, radius) <= 0) {
    evaluate_error(resolver, ast->radius->span, "such as 'radius 50 mm'",
                   "the radius of a wheel is positive");
  }
}

// Does anything move the frame?
static bool is_moved(const Mechanism *mechanism, int frame)
{
  for (; frame > 0; frame = mechanism->frames[frame].parent) {
    for (int i = 0; i < mechanism->frames[frame].move_count; i++) {
      const Move *move = &mechanism->frames[frame].moves[i];
      if (move_is_moving(move)) return true;
    }
  }
  return false;
}

void resolve_rolling(Resolver *resolver, const AstStatement *statement)
{
  const Wanted wanted_radius = { "the radius",
                                 { .is_known = true, .power = { 1, 0, 0, 0, 0 } },
                                 STAGE_PARAMETER };
  const AstRolling *ast = statement->rolling;
  Mechanism *mechanism = resolver->mechanism;
  mechanism->rollings =
      RESOLVER_GROW(resolver, Rolling, mechanism->rollings, mechanism->rolling_count);
  Rolling *rolling = &mechanism->rollings[mechanism->rolling_count++];
  AstAxis axle = ast->axle;
  int errors = diagnostics_error_count(resolver->diagnostics);
  rolling->frame = resolve_frame_name(resolver, statement->name);
  rolling->name = mechanism->frames[rolling->frame].name;
  rolling->span = statement->name;
  rolling->may_slide = ast->may_slide;
  rolling->normal = resolve_axis(resolver, &(AstAxis){ .vector = ast->normal });
  bool has_axle = axle.vector || axle.name.length > 0;
  rolling->axle_F = has_axle ? resolve_axis(resolver, &axle) : vec3_unit(resolver->pool, 1);
  if (wanted_number(resolver, ast->radius, &wanted_radius, &rolling->radius)) {
    check_radius(resolver, ast, rolling->radius);
  }
  if (diagnostics_error_count(resolver->diagnostics) > errors) return;
  if (!is_moved(mechanism, rolling->frame)) {
    evaluate_error(resolver, statement->name, "a wheel sits on a frame that moves",
                   "the frame '%s' does not move", rolling->name);
  }
}

// ---- speed

// Linear in the rates of the coordinates: no rate is left in its derivatives by them.
static bool is_linear(const Resolver *resolver, const Expr *value)
{
  const Mechanism *mechanism = resolver->mechanism;
  for (int i = 0; i < mechanism->coordinate_count; i++) {
    const Expr *rate = mechanism->coordinates[i].qd;
    if (expr_derivative(value, rate)->form->stage >= STAGE_VELOCITY) return false;
  }
  return value->form->stage == STAGE_VELOCITY;
}

// The expression of a speed; false after an error.
static bool speed_value(Resolver *resolver, const AstItem *item, Quantity *value)
{
  const Wanted wanted = { .what = "a speed", .stage = STAGE_VELOCITY };
  *value = evaluate(resolver, item->value);
  if (value->shape == SHAPE_NONE) return false;
  if (value->shape != SHAPE_NUMBER) {
    evaluate_error(resolver, item->value->span, "name its components one by one",
                   "a speed is a number, not %s", shape_text(value->shape));
    return false;
  }
  if (!wanted_stage(resolver, value, &wanted, item->value->span)) return false;
  if (is_linear(resolver, value->at[0])) return true;
  evaluate_error(resolver, item->value->span, "such as cos(theta)*x' + sin(theta)*y'",
                 "a speed is linear in the rates of the coordinates");
  return false;
}

void resolve_speed(Resolver *resolver, const AstItem *item)
{
  Mechanism *mechanism = resolver->mechanism;
  Quantity value;
  bool is_good = speed_value(resolver, item, &value);
  int index = mechanism->speed_count;
  NameKind kind = is_good ? NAME_SPEED : NAME_BROKEN;
  Name *name = scope_declare(&resolver->scope, SPACE_VALUES, item->name, kind, index);
  if (!name || !is_good) return;
  const char *text = resolver_copy(resolver, item->name);
  const Expr *symbol = expr_symbol(resolver->pool, text, STAGE_VELOCITY);
  mechanism->speeds = RESOLVER_GROW(resolver, Speed, mechanism->speeds, mechanism->speed_count);
  mechanism->speeds[mechanism->speed_count++] =
      (Speed){ .name = text, .symbol = symbol, .value = value.at[0], .span = item->name };
  name->value = value;
  name->value.at[0] = symbol;
}
