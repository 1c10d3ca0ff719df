// dump_act.c -- every field of loops, constraints, wheels, speeds, inputs, forces and tasks.
// SPDX-License-Identifier: MIT
#include "mechanism/dump_impl.h"
#include "notation/print.h"

static void dump_place(const char *label, int frame, Vec3 position_F, Text *out)
{
  text_format(out, "  %s frame %d\n", label, frame);
  dump_put_vector_field(label, position_F, out);
}

static void dump_loops(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->loop_count; i++) {
    const Loop *loop = &mechanism->loops[i];
    text_format(out, "loop %d %s\n  kind %s\n", i, loop->name, joint_info(loop->kind)->word);
    dump_put_vector_field("axis", loop->axis, out);
    dump_put_field("pitch", loop->pitch, out);
    dump_place("first", loop->first.frame, loop->first.position_F, out);
    dump_place("second", loop->second.frame, loop->second.position_F, out);
  }
}

static void dump_constraints(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->constraint_count; i++) {
    const Constraint *constraint = &mechanism->constraints[i];
    text_format(out, "constraint %d %s\n", i, constraint->name);
    text_format(out, "  of %s\n", constraint->has_speeds ? "speeds" : "positions");
    dump_put_field("residual", constraint->residual, out);
  }
}

static void dump_rollings(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->rolling_count; i++) {
    const Rolling *rolling = &mechanism->rollings[i];
    text_format(out, "rolling %d %s\n  frame %d\n", i, rolling->name, rolling->frame);
    dump_put_vector_field("axle", rolling->axle_F, out);
    dump_put_field("radius", rolling->radius, out);
    dump_put_vector_field("normal", rolling->normal, out);
    text_format(out, "  no %s\n", rolling->may_slide ? "side slip" : "slip");
  }
}

static void dump_speeds(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->speed_count; i++) {
    text_format(out, "speed %d %s\n", i, mechanism->speeds[i].name);
    dump_put_field("value", mechanism->speeds[i].value, out);
  }
}

static void dump_inputs(const Mechanism *mechanism, Text *out)
{
  for (int i = 0; i < mechanism->input_count; i++) {
    const Input *input = &mechanism->inputs[i];
    text_format(out, "input %d %s\n", i, input->name);
    dump_put_field("value", input->value, out);
    if (input->table) text_format(out, "  table %s column %d\n", input->table, input->column);
    if (!input->dimension.is_known) continue;
    text_put(out, "  unit ");
    dimension_print(input->dimension, out);
    text_put_char(out, '\n');
  }
}

static void dump_force(const Force *force, Text *out)
{
  if (force->kind == FORCE_TORQUE) {
    text_format(out, "  coordinate %d\n", force->coordinate);
    dump_put_field("amount", force->amount, out);
    return;
  }
  dump_place("place", force->frame, force->position_F, out);
  dump_place("second", force->second_frame, force->second_position, out);
  if (force->kind == FORCE_SPRING) {
    dump_put_field("stiffness", force->stiffness, out);
    dump_put_field("length", force->length, out);
    dump_put_field("damping", force->damping, out);
    return;
  }
  dump_put_vector_field("vector", force->vector, out);
  text_format(out, "  axes of frame %d\n", force->axes);
}

static void dump_forces(const Mechanism *mechanism, Text *out)
{
  static const char *const kinds[] = { [FORCE_TORQUE] = "torque",
                                       [FORCE_AT_POINT] = "force",
                                       [FORCE_MOMENT] = "moment",
                                       [FORCE_SPRING] = "spring" };
  for (int i = 0; i < mechanism->force_count; i++) {
    const Force *force = &mechanism->forces[i];
    text_format(out, "%s %d %s\n", kinds[force->kind], i, force->name);
    if (force->element) text_format(out, "  element %s\n", force->element);
    dump_force(force, out);
  }
}

static void dump_option(const TaskOption *option, Text *out)
{
  text_format(out, "  %s", option->name);
  for (int i = 0; i < option->value_count; i++) {
    text_put(out, i == 0 ? " " : ", ");
    expr_print(option->values[i], out);
  }
  if (option->text) text_format(out, " %s", option->text);
  text_put_char(out, '\n');
}

static void dump_tasks(const Mechanism *mechanism, Text *out)
{
  static const char *const kinds[] = { [TASK_OUTPUT] = "output",
                                       [TASK_MOTION] = "motion",
                                       [TASK_CONTROL] = "control",
                                       [TASK_EXPERIMENT] = "experiment" };
  for (int i = 0; i < mechanism->task_count; i++) {
    const Task *task = &mechanism->tasks[i];
    text_format(out, "%s %d", kinds[task->kind], i);
    if (*task->name) text_format(out, " %s", task->name);
    if (*task->word) text_format(out, " %s", task->word);
    text_put_char(out, '\n');
    for (int k = 0; k < task->option_count; k++)
      dump_option(&task->options[k], out);
  }
}

void dump_actions(const Mechanism *mechanism, Text *out)
{
  dump_loops(mechanism, out);
  dump_constraints(mechanism, out);
  dump_rollings(mechanism, out);
  dump_speeds(mechanism, out);
  dump_inputs(mechanism, out);
  dump_forces(mechanism, out);
  dump_tasks(mechanism, out);
}
