// contents.c -- the contents of a mechanism as numbers, through the public interface.
// SPDX-License-Identifier: MIT
#include "api/api.h"
#include "base/memory/memory.h"
#include "formulation/constraints/constraints.h"
#include "mechanism/default_value.h"
#include "mechanism/pose.h"
#include "symbolic/calculus/derivative.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Value of `e`, or `otherwise` if it is NULL.
static double value_or(const Mechanism *mechanism, const Expr *e, double otherwise)
{
  return e ? mechanism_default_value(mechanism, e) : otherwise;
}

static void put_vector(const Mechanism *mechanism, Vec3 v, double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = mechanism_default_value(mechanism, v.at[i]);
}

static void put_matrix(const Mechanism *mechanism, Mat3 m, double out[9])
{
  for (int i = 0; i < 9; i++)
    out[i] = mechanism_default_value(mechanism, m.at[i / 3][i % 3]);
}

// ---- variables

static void set_unit(BielleVariable *variable, Dimension dimension)
{
  Text text = { 0 };
  dimension_print(dimension, &text);
  if (text.length < sizeof variable->unit)
    memcpy(variable->unit, text_string(&text), text.length + 1);
  text_free(&text);
  if (strcmp(variable->unit, "rad") == 0) variable->measure = BIELLE_ANGLE;
  if (strcmp(variable->unit, "m") == 0) variable->measure = BIELLE_LENGTH;
}

static void set_coordinate(const Mechanism *mechanism, int index, BielleVariable *out)
{
  static const BielleMeasure MEASURES[] = { [COORDINATE_ANGLE] = BIELLE_ANGLE,
                                            [COORDINATE_LENGTH] = BIELLE_LENGTH,
                                            [COORDINATE_NUMBER] = BIELLE_NUMBER };
  static const char *const UNITS[] = {
    [BIELLE_NUMBER] = "", [BIELLE_ANGLE] = "rad", [BIELLE_LENGTH] = "m"
  };
  const Coordinate *coordinate = &mechanism->coordinates[index];
  out->name = coordinate_name(coordinate);
  out->measure = MEASURES[coordinate->kind];
  snprintf(out->unit, sizeof out->unit, "%s", UNITS[out->measure]);
  out->value = value_or(mechanism, coordinate->initial, 0);
  out->lower = value_or(mechanism, coordinate->lower, -INFINITY);
  out->upper = value_or(mechanism, coordinate->upper, INFINITY);
  if (coordinate->joint < 0) return;
  out->effort = value_or(mechanism, mechanism->joints[coordinate->joint].effort, INFINITY);
  out->velocity = value_or(mechanism, mechanism->joints[coordinate->joint].velocity, INFINITY);
}

// Value at t = 0, in a separate pool, because that of the mechanism is shared.
static double start_value(const Mechanism *mechanism, const Expr *e)
{
  Pool *pool = pool_new(0);
  const Expr *own = expr_copy(pool, e), *clock = expr_find_symbol(pool, "t");
  const Expr *zero = expr_integer(pool, 0);
  if (clock) own = expr_substitute(own, &clock, &zero, 1);
  double value = mechanism_initial_value(mechanism, own);
  pool_free(pool);
  return value;
}

static void set_other(const Mechanism *mechanism, const char *name, const Expr *value,
                      Dimension dimension, BielleVariable *out)
{
  out->name = name;
  out->value = value ? start_value(mechanism, value) : NAN;
  set_unit(out, dimension);
}

int bielle_mechanism_variable_count(const BielleMechanism *mechanism, BielleVariableKind kind)
{
  const Mechanism *described = mechanism->mechanism;
  switch (kind) {
  case BIELLE_PARAMETERS: return described->parameter_count;
  case BIELLE_COORDINATES: return described->coordinate_count;
  case BIELLE_INPUTS: return described->input_count;
  case BIELLE_STATES: return described->state_count;
  case BIELLE_DISCRETES: return described->discrete_count;
  }
  return 0;
}

int bielle_mechanism_variable(const BielleMechanism *mechanism, BielleVariableKind kind, int index,
                              BielleVariable *out)
{
  const Mechanism *described = mechanism->mechanism;
  if (index < 0 || index >= bielle_mechanism_variable_count(mechanism, kind)) return 0;
  *out = (BielleVariable){
    .lower = -INFINITY, .upper = INFINITY, .effort = INFINITY, .velocity = INFINITY
  };
  switch (kind) {
  case BIELLE_PARAMETERS: {
    const Parameter *parameter = &described->parameters[index];
    set_other(described, parameter->name, parameter->value, parameter->dimension, out);
    break;
  }
  case BIELLE_COORDINATES: set_coordinate(described, index, out); break;
  case BIELLE_INPUTS: {
    const Input *input = &described->inputs[index];
    set_other(described, input->name, input->value, input->dimension, out);
    break;
  }
  case BIELLE_STATES: {
    const StateVariable *state = &described->states[index];
    set_other(described, state->name, state->initial, state->dimension, out);
    break;
  }
  case BIELLE_DISCRETES: {
    const DiscreteVariable *discrete = &described->discretes[index];
    set_other(described, discrete->name, discrete->initial, discrete->dimension, out);
    break;
  }
  }
  return 1;
}

// ---- frames, bodies, shapes, points

int bielle_mechanism_frame_count(const BielleMechanism *mechanism)
{
  return mechanism->mechanism->frame_count;
}

static const Joint *joint_of_frame(const Mechanism *mechanism, int frame)
{
  for (int i = 0; i < mechanism->joint_count; i++) {
    if (mechanism->joints[i].frame == frame) return &mechanism->joints[i];
  }
  return NULL;
}

int bielle_mechanism_frame(const BielleMechanism *mechanism, int index, BielleFrame *out)
{
  const Mechanism *described = mechanism->mechanism;
  if (index < 0 || index >= described->frame_count) return 0;
  const Frame *frame = &described->frames[index];
  const Joint *joint = joint_of_frame(described, index);
  *out = (BielleFrame){ .name = frame->name,
                        .parent = frame->parent,
                        .joint = joint ? joint_info(joint->kind)->word : NULL,
                        .first_coordinate = joint ? joint->coordinate : -1,
                        .coordinate_count = joint ? joint->coordinate_count : 0 };
  Pool *pool = pool_new(0);
  Pose pose = pose_of_frame(described, pool, index, FRAME_GROUND);
  for (int i = 0; i < 3; i++) {
    out->position[i] = mechanism_initial_value(described, pose.p.at[i]);
    for (int j = 0; j < 3; j++)
      out->rotation[3 * i + j] = mechanism_initial_value(described, pose.R.at[i][j]);
  }
  pool_free(pool);
  return 1;
}

int bielle_mechanism_body_count(const BielleMechanism *mechanism)
{
  return mechanism->mechanism->body_count;
}

int bielle_mechanism_body(const BielleMechanism *mechanism, int index, BielleBody *out)
{
  const Mechanism *described = mechanism->mechanism;
  if (index < 0 || index >= described->body_count) return 0;
  const Body *body = &described->bodies[index];
  *out = (BielleBody){ .name = body->name,
                       .frame = body->frame,
                       .mass = mechanism_default_value(described, body->mass) };
  put_vector(described, body->com_F, out->com);
  put_matrix(described, body->inertia_F, out->inertia);
  return 1;
}

int bielle_mechanism_shape_count(const BielleMechanism *mechanism)
{
  return mechanism->mechanism->shape_count;
}

int bielle_mechanism_shape(const BielleMechanism *mechanism, int index, BielleShape *out)
{
  static const char *const WORDS[] = {
    [SHAPE_BOX] = "box",         [SHAPE_CYLINDER] = "cylinder", [SHAPE_SPHERE] = "sphere",
    [SHAPE_CAPSULE] = "capsule", [SHAPE_ROD] = "rod",           [SHAPE_MESH] = "mesh",
  };
  const Mechanism *described = mechanism->mechanism;
  if (index < 0 || index >= described->shape_count) return 0;
  const BodyShape *shape = &described->shapes[index];
  *out = (BielleShape){ .kind = WORDS[shape->kind], .body = shape->body, .path = shape->path };
  for (int i = 0; i < 3; i++) {
    out->size[i] = value_or(described, shape->size[i], 0);
    out->scale[i] = value_or(described, shape->scale[i], 1);
  }
  for (int i = 0; i < 4; i++)
    out->color[i] = value_or(described, shape->color[i], NAN);
  Pool *pool = pool_new(0);
  Pose pose = pose_of_moves(pool, shape->moves, shape->move_count);
  put_vector(described, pose.p, out->position);
  put_matrix(described, pose.R, out->rotation);
  pool_free(pool);
  return 1;
}

int bielle_mechanism_point_count(const BielleMechanism *mechanism)
{
  return mechanism->mechanism->point_count;
}

int bielle_mechanism_point(const BielleMechanism *mechanism, int index, BiellePoint *out)
{
  const Mechanism *described = mechanism->mechanism;
  if (index < 0 || index >= described->point_count) return 0;
  const Point *point = &described->points[index];
  *out = (BiellePoint){ .name = point->name, .frame = point->frame };
  put_vector(described, point->position_F, out->position);
  return 1;
}

// ---- constraints

// Copies into one block: the constraints, then their labels.
static BielleConstraint *copy_rows(const ConstraintList *list)
{
  size_t size = sizeof(BielleConstraint) * (size_t)list->count;
  for (int i = 0; i < list->count; i++)
    size += strlen(list->equations[i].label) + 1;
  BielleConstraint *rows = memory_new(1, size > 0 ? size : 1);
  char *label = (char *)(rows + list->count);
  LineCounter lines = { 0 };
  for (int i = 0; i < list->count; i++) {
    const ConstraintEquation *equation = &list->equations[i];
    rows[i] = (BielleConstraint){ .label = label,
                                  .ties_speeds = !equation->is_holonomic,
                                  .line = span_place_from(&lines, equation->span).line };
    label = stpcpy(label, equation->label) + 1;
  }
  return rows;
}

BielleStatus bielle_mechanism_constraints(const BielleMechanism *mechanism,
                                          BielleDiagnostics *diagnostics, BielleConstraint **out,
                                          int *count)
{
  Text why = { 0 };
  Derivation *derivation = derivation_new(mechanism->mechanism, NULL, 0);
  const ConstraintList *list = derivation_constraints(derivation, &why);
  *out = list ? copy_rows(list) : NULL;
  *count = list ? list->count : 0;
  if (!list) diagnose(diagnostics, NULL, "%s", text_string(&why));
  equations_free(derivation_release(derivation));
  text_free(&why);
  return list ? BIELLE_OK : BIELLE_BAD_INPUT;
}

void bielle_constraints_free(BielleConstraint *constraints) { free(constraints); }
