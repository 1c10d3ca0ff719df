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

static bool is_diagonal(Mat3 m)
{
  for (int i = 0; i < 9; i++) {
    if (i % 4 != 0 && !is_zero(m.at[i / 3][i % 3])) return false;
  }
  return true;
}

// diag(a, b, c), or rows
static void put_inertia(Mat3 m, Text *out)
{
  if (is_diagonal(m)) {
    put_field(", inertia diag(", m.at[0][0], out);
    put_field(", ", m.at[1][1], out);
    put_field(", ", m.at[2][2], out);
    text_put_char(out, ')');
    return;
  }
  for (int i = 0; i < 3; i++) {
    text_put(out, i == 0 ? ", inertia [" : ",\n     ");
    write_vector((Vec3){ { m.at[i][0], m.at[i][1], m.at[i][2] } }, out);
  }
  text_put_char(out, ']');
}

static void put_body(const Page *page, int index)
{
  const Mechanism *mechanism = page->mechanism;
  Text *out = page->out;
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
  if (has_inertia) put_inertia(body->inertia_F, out);
  for (int i = 0; i < mechanism->shape_count; i++) {
    if (mechanism->shapes[i].body != index) continue;
    put_shape(&mechanism->shapes[i], out);
    write_place_of_moves(page, mechanism->shapes[i].moves, mechanism->shapes[i].move_count);
  }
  text_put_char(out, '\n');
}

// ---- points and loops

// "[L, 0, 0] on crank"; a frame alone where the place is its origin.
static void put_place(const Mechanism *mechanism, int frame, Vec3 position_F, Text *out)
{
  if (!vec3_is_zero(position_F)) {
    write_vector(position_F, out);
    text_put(out, " on ");
  }
  text_put(out, frame_name(mechanism, frame));
}

static void put_points(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->point_count; i++) {
    const Point *point = &mechanism->points[i];
    text_format(out, "point %s on %s at ", point->name, frame_name(mechanism, point->frame));
    write_vector(point->position_F, out);
    text_put_char(out, '\n');
  }
}

static void put_loop(const Mechanism *mechanism, const Loop *loop, Text *out)
{
  text_format(out, "loop %s : %s ", loop->name, joint_info(loop->kind)->word);
  if (joint_has_axis(loop->kind)) {
    write_axis(loop->axis, out);
    text_put(out, "  ");
  }
  put_place(mechanism, loop->first.frame, loop->first.position_F, out);
  text_put(out, " = ");
  put_place(mechanism, loop->second.frame, loop->second.position_F, out);
  if (loop->pitch) put_field(" pitch ", loop->pitch, out);
  text_put_char(out, '\n');
}

// ---- constraints, wheels, speeds

static void put_conditions(const Page *page, Text *out)
{
  const Mechanism *mechanism = page->mechanism;
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
  put_place(mechanism, force->frame, force->position_F, out);
  text_put(out, " and ");
  put_place(mechanism, force->second_frame, force->second_position, out);
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
    put_place(mechanism, force->frame, force->position_F, out);
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

void warn_of_tasks(const Mechanism *mechanism, Diagnostics *diagnostics)
{
  for (int i = 0; i < mechanism->task_count; i++) {
    if (is_written(&mechanism->tasks[i])) continue;
    diagnostics_add(diagnostics, SEVERITY_WARNING, mechanism->tasks[i].span, NULL,
                    "left out: only outputs and laws of motion are written");
  }
}

void write_parts(const Page *page)
{
  const Mechanism *mechanism = page->mechanism;
  for (int i = 0; i < mechanism->body_count; i++)
    put_body(page, i);
  put_points(mechanism, page->out);
  for (int i = 0; i < mechanism->loop_count; i++)
    put_loop(mechanism, &mechanism->loops[i], page->out);
  put_conditions(page, page->out);
  for (int i = 0; i < mechanism->force_count; i++)
    put_force(mechanism, &mechanism->forces[i], page->out);
  for (int i = 0; i < mechanism->task_count; i++)
    put_task(&mechanism->tasks[i], page->out);
}
