// resolve_force.c -- torques, forces, moments, springs, and the inputs that they are made of.
//
// A plain name that stands alone as a value or a component, `[Fu, 0, 0]`, and is declared nowhere
// becomes an input: a force from outside needs no more words than its name.
// SPDX-License-Identifier: MIT
#include "lang/resolve_act.h"

#include <stdlib.h>

static const Dimension force_dimension = { .is_known = true, .power = { 1, 1, -2, 0, 0 } };
static const Dimension torque_dimension = { .is_known = true, .power = { 2, 1, -2, 0, 0 } };
static const Dimension length_dimension = { .is_known = true, .power = { 1, 0, 0, 0, 0 } };
static const Dimension stiffness_dimension = { .is_known = true, .power = { 0, 1, -2, 0, 0 } };
static const Dimension damping_dimension = { .is_known = true, .power = { 0, 1, -1, 0, 0 } };

// ---- inputs

static Input *declare_input(Resolver *resolver, Span span)
{
  Mechanism *mechanism = resolver->mechanism;
  int index = mechanism->input_count;
  Name *name = scope_declare(&resolver->scope, SPACE_VALUES, span, NAME_INPUT, index);
  if (!name) return NULL;
  mechanism->inputs = RESOLVER_GROW(resolver, Input, mechanism->inputs, mechanism->input_count);
  Input *input = &mechanism->inputs[mechanism->input_count++];
  input->name = resolver_copy(resolver, span);
  input->span = span;
  input->symbol = expr_symbol(resolver->pool, input->name, STAGE_INPUT);
  name->value = infer_symbol(&resolver->inference, input->symbol);
  return input;
}

// A name that differs from a declared one by a slip of the finger is most likely that one.
static void doubt_input(Resolver *resolver, Span name)
{
  enum { MOST_DOUBTS = 1000 };  // each is a walk through all names
  if (resolver->mechanism->input_count > MOST_DOUBTS) return;
  const char *meant = scope_slip(&resolver->scope, SPACE_VALUES, name);
  if (!meant) return;
  diagnostics_add(resolver->diagnostics, SEVERITY_WARNING, name,
                  arena_format(resolver->scratch, "did you mean '%s'?", meant),
                  "'%.*s' is not declared and becomes an input", (int)name.length,
                  span_bytes(name));
}

static void declare_if_new(Resolver *resolver, const AstExpr *e)
{
  bool is_name = e->kind == AST_NAME && e->primes == 0;
  if (!is_name || word_of(span_bytes(e->text), e->text.length) != WORD_NONE) return;
  if (resolver->scope.has_lost_names) return;
  if (scope_knows(&resolver->scope, SPACE_VALUES, e->text)) return;
  doubt_input(resolver, e->text);
  Input *input = declare_input(resolver, e->text);
  if (input) input->is_implied = true;
}

static void declare_new_inputs(Resolver *resolver, const AstExpr *value)
{
  const AstExpr *plain = value->kind == AST_NEGATE ? value->first : value;
  declare_if_new(resolver, plain);
  if (value->kind != AST_VECTOR) return;
  for (const AstExpr *part = value->first; part; part = part->next) {
    declare_if_new(resolver, part->kind == AST_NEGATE ? part->first : part);
  }
}

static bool check_input(Resolver *resolver, const Quantity *value, Span span)
{
  const Wanted wanted = { .what = "an input", .stage = STAGE_TIME };
  if (value->shape == SHAPE_NONE) return false;
  if (value->shape == SHAPE_NUMBER) return wanted_stage(resolver, value, &wanted, span);
  evaluate_error(resolver, span, "use one input for each component", "an input is a number, not %s",
                 shape_text(value->shape));
  return false;
}

// The value of an input, in its unit if one is given; false after an error.
static bool input_value(Resolver *resolver, const AstInput *ast, Quantity *value)
{
  *value = quantity_plain(expr_integer(resolver->pool, 1));
  if (ast->value) {
    *value = evaluate(resolver, ast->value);
    if (!check_input(resolver, value, ast->value->span)) return false;
  }
  if (!ast->unit) return true;
  if (infer_dimension(&resolver->inference, value).is_known) {
    evaluate_error(resolver, ast->unit->span, "one unit is enough",
                   "the value of the input has a unit already");
    return false;
  }
  value->is_plain = true;
  *value = evaluate_with_unit(resolver, *value, ast->unit->unit);
  return value->shape != SHAPE_NONE;
}

static int table_column(Resolver *resolver, const AstInput *ast)
{
  enum { LONGEST = 6 };
  if (ast->column.length == 0) return 1;
  const char *digits =
      arena_copy_text(resolver->scratch, span_bytes(ast->column), ast->column.length);
  char *end = NULL;
  long column = ast->column.length <= LONGEST ? strtol(digits, &end, 10) : 0;
  if (column >= 1 && *end == '\0') return (int)column;
  evaluate_error(resolver, ast->column, NULL, "a column is a whole number from 1");
  return 1;
}

void resolve_input(Resolver *resolver, const AstStatement *statement)
{
  const AstInput *ast = statement->input;
  Quantity value;
  if (!input_value(resolver, ast, &value)) {
    scope_declare(&resolver->scope, SPACE_VALUES, statement->name, NAME_BROKEN, 0);
    return;
  }
  Input *input = declare_input(resolver, statement->name);
  if (!input) return;
  if (ast->value) input->value = value.at[0];
  if (ast->table.length > 2) {
    Span inside = { ast->table.source, ast->table.start + 1, ast->table.length - 2 };
    input->table = arena_copy_text(resolver->arena, span_bytes(inside), inside.length);
    input->column = table_column(resolver, ast);
  } else if (ast->table.length > 0) {
    evaluate_error(resolver, ast->table, NULL, "the file's name is empty");
  }
  input->dimension = infer_dimension(&resolver->inference, &value);
  if (!input->dimension.is_known) return;
  Name *name = scope_declared(&resolver->scope, SPACE_VALUES, statement->name);
  name->value = quantity_of(input->symbol, input->dimension);
}

// ---- what a torque acts on

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
                mechanism->coordinates[joint->coordinate + i].name);
  }
  evaluate_error(resolver, span, text_string(&names), "the joint '%s' has %d coordinates",
                 joint->name, joint->coordinate_count);
  text_free(&names);
  return -1;
}

// A joint makes its frame when it is added, so joints are in the order of their frames.
static const Joint *joint_of_frame(const Resolver *resolver, int frame)
{
  const Mechanism *mechanism = resolver->mechanism;
  int low = 0;
  int high = mechanism->joint_count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (mechanism->joints[middle].frame < frame) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  bool is_there = low < mechanism->joint_count && mechanism->joints[low].frame == frame;
  return is_there ? &mechanism->joints[low] : NULL;
}

int resolve_coordinate_of_frame(const Resolver *resolver, int frame)
{
  const Joint *joint = joint_of_frame(resolver, frame);
  return joint && joint->coordinate_count == 1 ? joint->coordinate : -1;
}

int resolve_target(Resolver *resolver, Span span)
{
  const Name *frame = scope_declared(&resolver->scope, SPACE_FRAMES, span);
  bool is_frame = frame && frame->kind == NAME_FRAME;
  const Joint *joint = is_frame ? joint_of_frame(resolver, frame->index) : NULL;
  if (joint) return coordinate_of_joint(resolver, joint, span);
  const Name *value = scope_declared(&resolver->scope, SPACE_VALUES, span);
  if (value && value->kind == NAME_COORDINATE) return value->index;
  if (value || frame) {
    evaluate_error(resolver, span, NULL, "'%.*s' is neither a joint nor a coordinate",
                   (int)span.length, span_bytes(span));
    return -1;
  }
  bool is_known = scope_knows(&resolver->scope, SPACE_FRAMES, span) ||
                  scope_knows(&resolver->scope, SPACE_VALUES, span);
  if (is_known || resolver->scope.has_lost_names) {
    bool is_value = scope_knows(&resolver->scope, SPACE_VALUES, span);
    scope_find(&resolver->scope, is_value ? SPACE_VALUES : SPACE_FRAMES,
               span);  // says what is wrong
    return -1;
  }
  evaluate_error(resolver, span, scope_similar(&resolver->scope, span),
                 "there is no joint or coordinate '%.*s'", (int)span.length, span_bytes(span));
  return -1;
}

// ---- forces

static Dimension dimension_on(const Resolver *resolver, int coordinate)
{
  if (coordinate < 0) return (Dimension){ 0 };
  switch (resolver->mechanism->coordinates[coordinate].kind) {
  case COORDINATE_ANGLE: return torque_dimension;
  case COORDINATE_LENGTH: return force_dimension;
  case COORDINATE_NUMBER: break;
  }
  return (Dimension){ 0 };
}

static void resolve_torque(Resolver *resolver, const AstForce *ast, Force *force)
{
  force->coordinate = resolve_target(resolver, ast->target);
  const Wanted wanted = { "this torque", dimension_on(resolver, force->coordinate), STAGE_INPUT };
  declare_new_inputs(resolver, ast->value);
  wanted_number(resolver, ast->value, &wanted, &force->amount);
}

static void resolve_vector(Resolver *resolver, const AstForce *ast, Force *force)
{
  bool is_force = force->kind == FORCE_AT_POINT;
  const Wanted wanted = { is_force ? "the force" : "the moment",
                          is_force ? force_dimension : torque_dimension, STAGE_INPUT };
  JointPlace place = { FRAME_GROUND, vec3_zero(resolver->pool) };
  if (is_force) {
    resolve_place(resolver, &ast->place, "the place of a force", &place);
  } else {
    place.frame = resolve_frame_name(resolver, ast->target);
  }
  force->frame = place.frame;
  force->position_F = place.position_F;
  declare_new_inputs(resolver, ast->value);
  wanted_vector(resolver, ast->value, &wanted, &force->vector);
  if (ast->axes.length > 0) force->axes = resolve_frame_name(resolver, ast->axes);
  if (ast->reaction.length > 0) force->second_frame = resolve_frame_name(resolver, ast->reaction);
}

static void resolve_spring(Resolver *resolver, const AstForce *ast, Force *force)
{
  const Wanted stiffness = { "the stiffness", stiffness_dimension, STAGE_PARAMETER };
  const Wanted length = { "the length of a spring", length_dimension, STAGE_PARAMETER };
  const Wanted damping = { "the damping", damping_dimension, STAGE_PARAMETER };
  JointPlace first;
  JointPlace second;
  bool has_first = resolve_place(resolver, &ast->place, "the end of a spring", &first);
  bool has_second = resolve_place(resolver, &ast->second, "the end of a spring", &second);
  force->frame = first.frame;
  force->position_F = first.position_F;
  force->second_frame = second.frame;
  force->second_position = second.position_F;
  if (ast->stiffness) wanted_number(resolver, ast->stiffness, &stiffness, &force->stiffness);
  if (ast->length) wanted_number(resolver, ast->length, &length, &force->length);
  if (ast->damping) wanted_number(resolver, ast->damping, &damping, &force->damping);
  if (has_first && has_second && first.frame == second.frame) {
    diagnostics_add(resolver->diagnostics, SEVERITY_WARNING, force->span,
                    "it cannot change its length", "both ends of the spring are on '%s'",
                    resolver->mechanism->frames[first.frame].name);
  }
}

static ForceKind force_kind(Word word)
{
  if (word == WORD_TORQUE) return FORCE_TORQUE;
  if (word == WORD_FORCE) return FORCE_AT_POINT;
  return word == WORD_MOMENT ? FORCE_MOMENT : FORCE_SPRING;
}

void resolve_force(Resolver *resolver, const AstStatement *statement)
{
  Mechanism *mechanism = resolver->mechanism;
  mechanism->forces = RESOLVER_GROW(resolver, Force, mechanism->forces, mechanism->force_count);
  int index = mechanism->force_count++;
  Force *force = &mechanism->forces[index];
  const Vec3 zero = vec3_zero(resolver->pool);
  *force = (Force){ .name = resolver_copy(resolver, statement->name),
                    .kind = force_kind(statement->word),
                    .coordinate = -1,
                    .position_F = zero,
                    .second_position = zero,
                    .vector = zero,
                    .element = resolver->element,
                    .span = statement->name };
  switch (force->kind) {
  case FORCE_TORQUE: resolve_torque(resolver, statement->force, force); break;
  case FORCE_AT_POINT:
  case FORCE_MOMENT: resolve_vector(resolver, statement->force, force); break;
  case FORCE_SPRING: resolve_spring(resolver, statement->force, force); break;
  }
  scope_declare(&resolver->scope, SPACE_ACTIONS, statement->name, NAME_FORCE, index);
}
