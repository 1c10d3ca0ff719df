// convert_language_act.c -- what a mechanism carries and what acts on it, in the language.
// SPDX-License-Identifier: MIT
#include "mechanism/convert_impl.h"
#include "symbolic/algebra.h"
#include "notation/print.h"

static const char *frame_name(const Mechanism *mechanism, int frame)
{
  return mechanism->frames[frame].name;
}

static void put_field(const char *label, const Expr *value, Text *out)
{
  text_put(out, label);
  expr_print(value, out);
}

// ---- bodies

static void put_shape(const BodyShape *shape, Text *out)
{
  switch (shape->kind) {
  case SHAPE_BOX:
    text_put(out, ", box ");
    write_vector((Vec3){ { shape->size[0], shape->size[1], shape->size[2] } }, out);
    break;
  case SHAPE_CYLINDER:
  case SHAPE_CAPSULE:
    put_field(shape->kind == SHAPE_CYLINDER ? ", cylinder radius " : ", capsule radius ",
              shape->size[0], out);
    put_field(" length ", shape->size[1], out);
    break;
  case SHAPE_SPHERE: put_field(", sphere radius ", shape->size[0], out); break;
  case SHAPE_ROD: put_field(", rod length ", shape->size[0], out); break;
  case SHAPE_MESH: text_format(out, ", mesh \"%s\"", shape->path); break;
  }
}

// `at` and `rotated`.
static void put_shape_place(const Conversion *conversion, const BodyShape *shape, Text *out)
{
  Pose place = pose_identity(conversion->pool);
  for (int m = 0; m < shape->move_count; m++)
    place = pose_moved(place, &shape->moves[m]);
  if (!vec3_is_zero(place.p)) {
    text_put(out, " at ");
    write_vector(place.p, out);
  }
  Move turns[3];
  int count = rotation_moves(place.R, &conversion->candidates, turns);
  for (int m = 0; m < count; m++) {
    text_format(out, "%sR%c(", m == 0 ? " rotated " : ", ", "XYZ"[vec3_axis(turns[m].axis)]);
    expr_print(turns[m].amount, out);
    text_put_char(out, ')');
  }
}

static void put_body(const Conversion *conversion, int index, Text *out)
{
  const Mechanism *mechanism = conversion->mechanism;
  const Body *body = &mechanism->bodies[index];
  text_format(out, "body %s on %s : ", body->name, frame_name(mechanism, body->frame));
  put_field("mass ", body->mass, out);
  if (!vec3_is_zero(body->com_F)) {
    text_put(out, ", com ");
    write_vector(body->com_F, out);
  }
  bool has_inertia = false;
  for (int i = 0; i < 9; i++)
    has_inertia = has_inertia || !is_zero(body->inertia_F.at[i / 3][i % 3]);
  if (has_inertia) {
    text_put(out, ", inertia ");
    write_inertia(body->inertia_F, out);
  }
  for (int i = 0; i < mechanism->shape_count; i++) {
    if (mechanism->shapes[i].body != index) continue;
    put_shape(&mechanism->shapes[i], out);
    put_shape_place(conversion, &mechanism->shapes[i], out);
  }
  text_put_char(out, '\n');
}

// ---- constraints, wheels, speeds

static void put_conditions(const Conversion *conversion, Text *out)
{
  const Mechanism *mechanism = conversion->mechanism;
  for (int i = 0; i < mechanism->constraint_count; i++) {
    const Constraint *constraint = &mechanism->constraints[i];
    if (constraint->is_norm) continue;  // it comes with its joint
    text_format(out, "constraint %s : ", constraint->name);
    expr_print(constraint->residual, out);
    text_put(out, " = 0\n");
  }
  for (int i = 0; i < mechanism->rolling_count; i++) {
    const Rolling *rolling = &mechanism->rollings[i];
    text_format(out, "rolling %s", rolling->name);
    put_field(" radius ", rolling->radius, out);
    text_put(out, " on plane ");
    write_vector(rolling->normal, out);
    text_put(out, " axle ");
    write_axis(rolling->axle_F, out);
    text_put(out, rolling->may_slide ? " no side slip\n" : " no slip\n");
  }
  for (int i = 0; i < mechanism->speed_count; i++) {
    text_format(out, "speed %s = ", mechanism->speeds[i].name);
    put_field("", mechanism->speeds[i].value, out);
    text_put_char(out, '\n');
  }
}

// ---- what acts

void write_inputs(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->input_count; i++) {
    const Input *input = &mechanism->inputs[i];
    text_format(out, "input %s", input->name);
    if (input->value) put_field(" = ", input->value, out);
    if (input->table) text_format(out, " = table \"%s\" column %d", input->table, input->column);
    text_put_char(out, '\n');
  }
}

static void put_vector(const Mechanism *mechanism, const Force *force, Text *out)
{
  text_put(out, " = ");
  write_vector(force->vector, out);
  if (force->axes != FRAME_GROUND) text_format(out, " in %s", frame_name(mechanism, force->axes));
  if (force->second_frame == FRAME_GROUND) return;
  text_format(out, " from %s", frame_name(mechanism, force->second_frame));
}

static void put_spring(const Mechanism *mechanism, const Force *force, Text *out)
{
  const Expr *const values[] = { force->stiffness, force->length, force->damping };
  static const char *const LABELS[] = { "stiffness ", "length ", "damping " };
  text_format(out, "spring %s between ", force->name);
  write_place(mechanism, force->frame, force->position_F, out);
  text_put(out, " and ");
  write_place(mechanism, force->second_frame, force->second_position, out);
  const char *separator = " : ";
  for (int i = 0; i < 3; i++) {
    if (!values[i]) continue;
    text_put(out, separator);
    put_field(LABELS[i], values[i], out);
    separator = ", ";
  }
}

static void put_force(const Mechanism *mechanism, const Force *force, Text *out)
{
  switch (force->kind) {
  case FORCE_TORQUE:
    text_format(out, "torque %s on %s", force->name,
                mechanism->coordinates[force->coordinate].name);
    put_field(" = ", force->amount, out);
    break;
  case FORCE_AT_POINT:
    text_format(out, "force %s at ", force->name);
    write_place(mechanism, force->frame, force->position_F, out);
    put_vector(mechanism, force, out);
    break;
  case FORCE_MOMENT:
    text_format(out, "moment %s on %s", force->name, frame_name(mechanism, force->frame));
    put_vector(mechanism, force, out);
    break;
  case FORCE_SPRING: put_spring(mechanism, force, out); break;
  }
  text_put_char(out, '\n');
}

// ---- outputs and motions

static void put_output(const Task *task, Text *out)
{
  const Expr *const *v = task->options[0].values;
  text_format(out, "output %s = ", task->name);
  switch (task->options[0].value_count) {
  case 1: expr_print(v[0], out); break;
  case 3: write_vector((Vec3){ { v[0], v[1], v[2] } }, out); break;
  default:
    for (int i = 0; i < 3; i++) {
      text_put(out, i == 0 ? "[" : ", ");
      write_vector((Vec3){ { v[3 * i], v[3 * i + 1], v[3 * i + 2] } }, out);
    }
    text_put_char(out, ']');
  }
  text_put_char(out, '\n');
}

static bool is_written(const Task *task)
{
  return task->kind == TASK_OUTPUT || (task->kind == TASK_MOTION && task->law);
}

static void put_task(const Task *task, Text *out)
{
  if (!is_written(task)) return;
  if (task->kind == TASK_OUTPUT) {
    put_output(task, out);
    return;
  }
  text_format(out, "motion %s : ", task->name);
  put_field("", task->law, out);
  text_put_char(out, '\n');
}

void warn_of_tasks(const Conversion *conversion)
{
  const Mechanism *mechanism = conversion->mechanism;
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    if (is_written(task)) continue;
    diagnostics_add(conversion->diagnostics, SEVERITY_WARNING, task->span, NULL,
                    "left out: only outputs and laws of motion are written");
  }
}

void write_language_parts(const Conversion *conversion, Text *out)
{
  const Mechanism *mechanism = conversion->mechanism;
  for (int i = 0; i < mechanism->body_count; i++)
    put_body(conversion, i, out);
  for (int i = 0; i < mechanism->point_count; i++)
    write_point(mechanism, &mechanism->points[i], out);
  for (int i = 0; i < mechanism->loop_count; i++)
    write_loop(mechanism, &mechanism->loops[i], out);
  put_conditions(conversion, out);
  for (int i = 0; i < mechanism->force_count; i++)
    put_force(mechanism, &mechanism->forces[i], out);
  for (int i = 0; i < mechanism->task_count; i++)
    put_task(&mechanism->tasks[i], out);
}
